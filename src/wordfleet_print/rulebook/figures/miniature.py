"""The folded tracker in a book: a picture of the printed sheet, its panels named, and how it is held (C-05, C-06, C-12,
C-18, A-15).

Pictures of the bundled editions are stored: `make pictures` draws them again after a change of the sheet.
"""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.fleet.fleets import count_letters
from wordfleet_print.games import Edition, edition_slugs, load_edition
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.svg_pen import INK, PAPER, attributes, number, point
from wordfleet_print.rulebook.figures.canvas import WIDTH, Canvas, Size, Stroke, width_of
from wordfleet_print.rulebook.figures.things import example_placements, wrapped
from wordfleet_print.sheet.sheet import deal
from wordfleet_print.tracker.geometry import A4, Paper
from wordfleet_print.tracker.layout import SheetLooks, lay_out_sheet
from wordfleet_print.tracker.panels.grids import Grid
from wordfleet_print.tracker.panels.letters import Letters
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.panels.secret import LaunchCodes, Turn
from wordfleet_print.tracker.panels.ships import EnemyFleet, OwnFleet
from wordfleet_print.wording import listed

SHEET = 240.0
"""How wide the sheet is drawn (units)."""
NAME_HEIGHT = 15.0
"""How high a line of a panel's name is (units)."""
PICTURES = Path(__file__).parent / "sheets"
SCALE = 0.75
"""Pixels of a picture to a CSS pixel of the sheet on A4: five to a millimeter of the figure in a printed book."""
GRAYS = 8
"""Levels of gray in a picture: black, one tint, and smooth edges."""
PAPER_TIMES = (1, 1.5, 2, 3, 4)
"""How many times as large as A4 the paper is that a sheet is tried on."""


def draw_sheet(edition: Edition) -> bytes:
    """Return the example sheet as PNG, as it is printed on A4, or on larger paper where it needs more.

    Raises `BadInputError` for an edition whose sheet fits no paper.
    """
    # books of bundled editions have stored pictures, and need neither
    from PIL import Image

    from wordfleet_print.tracker.preview import render_page
    from wordfleet_print.tracker.trackers import SheetToPrint, print_trackers

    (blank,) = deal(blank_deck(edition), ("",), "figure")
    words = tuple(ship.example for ship in edition.fleet)
    sheet = replace(blank, words=words, manifest=count_letters(words), placements=example_placements(edition))
    looks = SheetLooks(_choose_paper(edition))
    pdf = print_trackers(edition, [SheetToPrint(sheet, looks)])
    page = Image.open(io.BytesIO(render_page(pdf, 0, scale=SCALE * A4.width / looks.paper.width)))
    step = 255 / (GRAYS - 1)
    picture = page.convert("L").point([round(value / step) for value in range(256)]).convert("P")
    picture.putpalette([round(level * step) for level in range(GRAYS) for _ in "rgb"])
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True, bits=4)
    return written.getvalue()


def read_sheet(edition: Edition) -> bytes:
    """Return the stored picture of a bundled edition; that of another is drawn."""
    file = PICTURES / f"{edition.slug}.png"
    is_bundled = edition.slug in edition_slugs() and load_edition(edition.slug) == edition
    return file.read_bytes() if is_bundled else draw_sheet(edition)


def tracker(edition: Edition) -> str:
    """The printed sheet with its panels' names on it, and how it is held when folded back.

    Raises as `draw_sheet`.
    """
    canvas, paper = Canvas(), _choose_paper(edition)
    (page,), unit = lay_out_sheet(edition, SheetLooks(paper), placed=True), SHEET / paper.width
    sheet = Rect(0, 0, SHEET, paper.height * unit).inset(1)
    fold, x = sheet.centre_y, sheet.right + 14
    data = f"data:image/png;base64,{b64encode(read_sheet(edition)).decode()}"
    places = {"x": sheet.x, "y": sheet.y, "width": sheet.w, "height": sheet.h, "href": data}
    canvas.elements.append(f"<image{attributes(places)}/>")
    names: dict[bool, list[str]] = {False: [], True: []}
    for panel in page.panels:
        for title in _name_of(panel):
            room = Rect(panel.rect.x * unit, panel.rect.y * unit, panel.rect.w * unit, panel.rect.h * unit)
            is_secret = room.y > fold
            names[is_secret].append(title)
            _draw_name(canvas, title, room, is_secret=is_secret)
    canvas.rect(sheet, stroke=INK, line=Stroke.FRAME)
    canvas.line(sheet.x, fold, sheet.right + 10, fold, Stroke.STRONG, "7 4")
    canvas.text(x, fold, "fold back", Size.BODY, Face.BOLD, anchor="start")
    for y, head, lines in (
        (6.0, "Public half", ("your shots,", "their answers")),
        (fold + 26, "Secret half", ("for your", "eyes only")),
    ):
        canvas.fitted(Rect(x, y, WIDTH - x, 20), head, Size.LABEL, Face.BOLD)
        for i, line in enumerate(lines):
            canvas.fitted(Rect(x, y + 21 + i * 18, WIDTH - x, 18), line, Size.BODY)
    _draw_held(canvas, x, sheet.bottom - 2)
    description = (
        f"The sheet folds back across the middle. Above the fold: {listed(names[False])}. Below it, for your eyes "
        f"only: {listed(names[True])}. Folded, it lies on the table with the attack grid before you; the secret half "
        "hangs over the edge, towards you."
    )
    return canvas.svg("tracker", f"The {edition.tracker.title} and its fold", description, (WIDTH, sheet.bottom + 1))


def _choose_paper(edition: Edition) -> Paper:
    for times in PAPER_TIMES:
        paper = replace(A4, width=A4.width * times, height=A4.height * times)
        with suppress(BadInputError):
            lay_out_sheet(edition, SheetLooks(paper), placed=True)
            return paper
    lay_out_sheet(edition, SheetLooks(A4), placed=True)  # says what does not fit
    return A4


def _name_of(panel: Panel) -> Iterator[str]:
    """What a panel is called by its edition; nothing for what has no such name."""
    panels = panel.edition.tracker.panels
    match panel:
        case Grid():
            yield panels.defense.title if panel.secret else panels.attack.title
        case Letters():
            yield panels.manifest.title if panel.secret else panels.recon.title
        case EnemyFleet():
            yield panels.enemy.title
        case OwnFleet():
            yield panels.fleet.title
        case LaunchCodes():
            yield panels.codes.title
        case Turn():
            yield panels.turn.title


def _draw_name(canvas: Canvas, title: str, room: Rect, *, is_secret: bool) -> None:
    """A panel's name where its heading is, large enough to be read, in as many lines as it needs."""
    lines = wrapped(title.upper(), lambda line: width_of(line, Face.BOLD, Size.SMALL), room.w - 8)
    width = max(width_of(line, Face.BOLD, Size.SMALL) for line in lines) + 8
    box = Rect(room.x, room.y, min(width, room.w), len(lines) * NAME_HEIGHT)
    canvas.rect(box, fill=PAPER if is_secret else INK, stroke=INK, radius=4 if is_secret else 0)
    for place, line in zip(box.rows(len(lines)), lines, strict=True):
        fill = INK if is_secret else PAPER
        canvas.text(place.centre_x, place.centre_y, line, Size.SMALL, Face.BOLD, fill=fill)


def _draw_held(canvas: Canvas, x: float, y: float) -> None:
    """The folded sheet from the side: the public half lies on the table before the captain, the secret half hangs over
    its edge, towards the captain, whose eye sees both.
    """
    edge, top = x + 38, y - 36
    canvas.line(x, top, edge, top, Stroke.FRAME)
    canvas.line(edge - 6, top, edge - 6, y, Stroke.FRAME)
    canvas.path(f"M{point(x + 6, top - 4)} H{number(edge + 4)} v34", stroke=INK, line=Stroke.STRONG)
    eye = top - 22
    canvas.path(f"M{point(x + 62, eye)} q10,-9 20,0 q-10,9 -20,0 z", stroke=INK)
    canvas.circle(x + 72, eye, 3, fill=INK)
    canvas.line(x + 60, eye + 2, x + 26, top - 7, Stroke.THIN, "2 3")
    canvas.line(x + 64, eye + 6, edge + 8, top + 14, Stroke.THIN, "2 3")
