"""The folded tracker in miniature: its public half, the fold, its secret half (C-05, C-06, C-12, C-18, A-15)."""

from __future__ import annotations

from wordfleet_print.game import Edition
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import (
    INK,
    PAPER,
    TINT,
    WIDTH,
    Canvas,
    Size,
    Stroke,
    WebFace,
    number,
    point,
)
from wordfleet_print.rulebook.figures.things import Sea, example_berths

TAB_SIZE = 11.0
GRID_HEIGHT = 102.0
"""Both grids are as high as the fuller half allows (units)."""
HAIR = 0.7
"""Lines in the miniature that only stand for lines (units)."""


def tracker(edition: Edition) -> str:
    """The sheet with its panels in their places, and how it is held when folded back."""
    canvas = Canvas()
    panels, sheet = edition.tracker.panels, Rect(1, 1, 240, 340)
    fold = sheet.centre_y
    canvas.rect(Rect(sheet.x, fold, sheet.w, sheet.h / 2), fill=TINT)
    canvas.rect(sheet, stroke=INK, line=Stroke.FRAME)
    _draw_public_half(canvas, edition, Rect(sheet.x, sheet.y, sheet.w, sheet.h / 2).inset(7))
    _draw_secret_half(canvas, edition, Rect(sheet.x, fold, sheet.w, sheet.h / 2).inset(7))
    x = sheet.right + 14
    canvas.line(sheet.x, fold, sheet.right + 10, fold, Stroke.STRONG, "7 4")
    canvas.text(x, fold, "fold back", Size.BODY, WebFace.STRONG, anchor="start")
    room = WIDTH - x
    _draw_notes(canvas, Rect(x, 6, room, 0), "Public half", ("your shots,", "their answers"))
    _draw_notes(canvas, Rect(x, fold + 26, room, 0), "Secret half", ("for your", "eyes only"))
    _draw_held(canvas, x, sheet.bottom - 2)
    description = (
        f"The sheet folds back across the middle. Above the fold: {panels.attack.title}, {panels.recon.title} and "
        f"{panels.enemy.title}. Below it, for your eyes only: {panels.codes.title}, {panels.fleet.title}, "
        f"{panels.defense.title} and {panels.manifest.title}. Folded, it lies "
        "on the table with the attack grid before you; the secret half hangs over the edge, towards you."
    )
    return canvas.svg("tracker", f"The {edition.tracker.title} and its fold", description, (WIDTH, sheet.bottom + 1))


def _draw_public_half(canvas: Canvas, edition: Edition, box: Rect) -> None:
    panels = edition.tracker.panels
    left, right = _halves(Rect(box.x, box.y + 30, box.w, box.h - 30))
    canvas.rect(Rect(left.x, box.y, left.w, 9), fill=INK)
    for x, y, long in ((right.x, 9, right.w), (left.x, 22, left.w), (right.x, 22, right.w)):
        canvas.line(x, box.y + y, x + long, box.y + y)
    _draw_mini_grid(canvas, _draw_mini_tab(canvas, left, panels.attack.title, solid=True), edition, fleet=False)
    upper, lower = Rect(right.x, right.y, right.w, 70), Rect(right.x, right.y + 74, right.w, right.h - 74)
    _draw_mini_letters(canvas, _draw_mini_tab(canvas, upper, panels.recon.title, solid=True), edition)
    _draw_mini_fleet(canvas, _draw_mini_tab(canvas, lower, panels.enemy.title, solid=True), edition)


def _draw_secret_half(canvas: Canvas, edition: Edition, box: Rect) -> None:
    panels, strip = edition.tracker.panels, 38.0
    for name, place in zip(edition.tracker.middle, _halves(Rect(box.x, box.y, box.w, strip)), strict=True):
        title = panels.codes.title if name == "codes" else panels.fleet.title
        below = _draw_mini_tab(canvas, place, title, solid=False)
        if name == "codes":
            _draw_mini_codes(canvas, below, edition)
        else:
            _draw_mini_words(canvas, below, edition)
    left, right = _halves(Rect(box.x, box.y + strip, box.w, box.h - strip))
    _draw_mini_grid(canvas, _draw_mini_tab(canvas, left, panels.defense.title, solid=False), edition, fleet=True)
    upper = Rect(right.x, right.y, right.w, 92)
    _draw_mini_letters(canvas, _draw_mini_tab(canvas, upper, panels.manifest.title, solid=False), edition)


def _halves(box: Rect) -> tuple[Rect, Rect]:
    """The wider left part for a grid and the right part beside it."""
    left = box.w * 0.47
    return Rect(box.x, box.y, left, box.h), Rect(box.x + left + 8, box.y, box.w - left - 8, box.h)


def _draw_mini_words(canvas: Canvas, box: Rect, edition: Edition) -> None:
    cell = min(9.0, (box.w - 3 * len(edition.fleet)) / edition.fleet_letters)
    x = box.x
    for length in edition.lengths:
        for _ in range(length):
            canvas.rect(Rect(x, box.y, cell, 11), fill=PAPER, stroke=INK, line=HAIR)
            x += cell
        x += 3


def _draw_mini_tab(canvas: Canvas, box: Rect, title: str, *, solid: bool) -> Rect:
    """A tab over a small panel, in two lines where one is too wide; what it leaves of the box."""
    words = title.upper()
    lines = [words]
    if WebFace.STRONG.width(words, TAB_SIZE) + 8 > box.w and " " in words:
        lines = list(words.rsplit(" ", 1))
    size = TAB_SIZE
    while size > 7 and max(WebFace.STRONG.width(line, size) for line in lines) + 8 > box.w:
        size -= 0.5
    height = 3 + 12 * len(lines)
    tab = Rect(box.x, box.y, min(box.w, max(WebFace.STRONG.width(line, size) for line in lines) + 9), height)
    canvas.rect(tab.inset(0.5), fill=INK if solid else PAPER, stroke=INK, radius=0 if solid else 4)
    for i, line in enumerate(lines):
        canvas.text(tab.centre_x, tab.y + 7.5 + 12 * i, line, size, WebFace.STRONG, fill=PAPER if solid else INK)
    return Rect(box.x, box.y + height + 3, box.w, box.h - height - 3)


def _draw_mini_grid(canvas: Canvas, box: Rect, edition: Edition, *, fleet: bool) -> None:
    """A grid as large as fits, its ships as bars where it holds the own fleet."""
    columns, rows = edition.grid.columns, edition.grid.rows
    cell = min(box.w / columns, box.h / rows, GRID_HEIGHT / rows)
    sea = Sea(box.x, box.y, cell, columns, rows)
    canvas.rect(sea.box, fill=PAPER)
    sea.draw_lines(canvas, HAIR, Stroke.THIN)
    if not fleet:
        return
    for ship, berth in zip(edition.fleet, example_berths(edition), strict=True):
        hull = sea.over(list(berth.squares(ship.letters)))
        canvas.rect(hull.inset(cell * 0.14), fill=INK, radius=cell * 0.3)


def _draw_mini_letters(canvas: Canvas, box: Rect, edition: Edition) -> None:
    """The alphabet's boxes, in the tracker's rows, vowels on tint."""
    rows = edition.alphabet_rows
    cell = box.w / max(map(len, rows))
    height = min(cell, box.h / len(rows))
    for j, row in enumerate(rows):
        for i, letter in enumerate(row):
            place = Rect(box.x + i * cell, box.y + j * height, cell, height)
            canvas.rect(place, fill=TINT if letter in edition.vowels else PAPER, stroke=INK, line=HAIR)


def _draw_mini_fleet(canvas: Canvas, box: Rect, edition: Edition) -> None:
    row = box.h / len(edition.fleet)
    cell = min(box.w / max(edition.lengths), row * 0.75)
    for i, length in enumerate(edition.lengths):
        for j in range(length):
            canvas.rect(Rect(box.x + j * cell, box.y + i * row, cell, row * 0.75), fill=PAPER, stroke=INK, line=HAIR)


def _draw_mini_codes(canvas: Canvas, box: Rect, edition: Edition) -> None:
    step = box.w / edition.launch_codes.count
    for i in range(edition.launch_codes.count):
        canvas.rect(Rect(box.x + i * step, box.y, step - 3, min(11.0, box.h)), fill=PAPER, stroke=INK, line=HAIR)


def _draw_notes(canvas: Canvas, box: Rect, head: str, lines: tuple[str, ...]) -> None:
    canvas.fitted(Rect(box.x, box.y, box.w, 20), head, Size.LABEL, WebFace.STRONG)
    for i, line in enumerate(lines):
        canvas.fitted(Rect(box.x, box.y + 21 + i * 18, box.w, 18), line, Size.BODY)


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
