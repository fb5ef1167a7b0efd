"""The folded tracker in miniature: its public half, the fold, its secret half (C-05, C-06, C-12, C-18, A-15)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.ink import Frame
from wordfleet_print.press.ink.paper import A4, Rect
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT, FigurePen, number, point
from wordfleet_print.press.panels.layout import Layout, Looks, sheet_layout
from wordfleet_print.press.panels.panel import Tab
from wordfleet_print.rulebook.figures.canvas import WIDTH, Canvas, Size, Stroke, width_of
from wordfleet_print.rulebook.figures.things import example_placements, wrapped
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.wording import listed

SHEET = 240.0
"""How broad the sheet is drawn (units)."""
NAME_HIGH = 15.0
"""How high a line of a panel's name is (units)."""


MORE = (1, 1.5, 2, 3, 4)
"""How many times as broad as A4 the paper is that a sheet is tried on."""
HAIR = 0.7
"""Lines of the sheet, whatever they are there (units)."""


class _FarPen(FigurePen):
    """Draws a page as it is seen from afar: its lines are all alike, and kept as the steps of one path; its type is too
    small to be read, and is left out.
    """

    def __init__(self, drawn: Canvas, unit: float) -> None:
        super().__init__(drawn, unit)
        self.lines = ""

    def line(self, x1: float, y1: float, x2: float, y2: float, *_: object, **__: object) -> None:
        """Kept."""
        ends = [f"{at * self._unit:.1f}" for at in (x1, y1, x2, y2)]
        self.lines += f"M{ends[0]},{ends[1]}L{ends[2]},{ends[3]}"

    def frame(self, rect: Rect, *_: object, **__: object) -> None:
        """Kept, its corners as if they were square."""
        x, y, right, bottom = (f"{at * self._unit:.1f}" for at in (rect.x, rect.y, rect.right, rect.bottom))
        self.lines += f"M{x},{y}H{right}V{bottom}H{x}z"

    def fill_together(self, rects: Iterable[Rect]) -> None:
        """Rows of one height, as a line each: shorter."""
        rows = [self._scaled(rect) for rect in rects]
        steps = "".join(f"M{point(row.x, row.centre_y)}h{number(row.w)}" for row in rows)
        self._drawn.path(steps, line=rows[0].h, stroke=INK)

    def text(self, *_: object, **__: object) -> None:
        """Left out."""


def tracker(edition: Edition) -> str:
    """The sheet as the press draws it, with its panels' names on it, and how it is held when folded back.

    Raises `BadInputError` for an edition whose sheet fits no paper.
    """
    canvas, layout = Canvas(), _layout(edition)
    (page,), unit = layout.pages, SHEET / layout.paper.width

    def seen(rect: Rect) -> Rect:
        return Rect(rect.x * unit, rect.y * unit, rect.w * unit, rect.h * unit)

    sheet = seen(layout.paper.rect).inset(1)
    fold, x = sheet.centre_y, sheet.right + 14
    canvas.rect(sheet.below(sheet.h / 2), fill=TINT)
    for panel in page.secret:
        canvas.rect(seen(panel.rect), fill=PAPER)
    pen = _FarPen(canvas, unit)
    page.draw(pen)
    canvas.path(pen.lines, line=HAIR, stroke=INK)
    words = tuple(ship.example for ship in edition.fleet)
    example = Sheet("", "", (), "", words, placements=example_placements(edition))
    for item in page.set_type(example):
        if isinstance(item, Frame):
            canvas.rect(seen(item.rect), fill=INK, radius=item.radius * unit)
    found = (
        getattr(panel, "tab", None) or getattr(getattr(panel, "letters", None), "tab", None) for panel in page.panels
    )
    tabs: list[Tab] = [tab for tab in found if tab and tab.title]
    for tab in tabs:
        _draw_name(canvas, tab, seen(tab.rect), fold)
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
    above, below = ([tab.title for tab in tabs if (seen(tab.rect).y > fold) is under] for under in (False, True))
    description = (
        f"The sheet folds back across the middle. Above the fold: {listed(above)}. Below it, for your eyes only: "
        f"{listed(below)}. Folded, it lies on the table with the attack grid before you; the secret half hangs "
        "over the edge, towards you."
    )
    return canvas.svg("tracker", f"The {edition.tracker.title} and its fold", description, (WIDTH, sheet.bottom + 1))


def _layout(edition: Edition) -> Layout:
    """The sheet on A4; one that is too large to be printed, on as much more as it needs."""
    for times in MORE:
        with suppress(BadInputError):
            return sheet_layout(edition, Looks(replace(A4, width=A4.width * times, height=A4.height * times)))
    return sheet_layout(edition, Looks(A4))


def _draw_name(canvas: Canvas, tab: Tab, room: Rect, fold: float) -> None:
    """A panel's name on its tab, large enough to be read, in as many lines as it needs; off the fold."""
    lines = wrapped(tab.title.upper(), lambda line: width_of(line, Face.BOLD, Size.SMALL), room.w - 8)
    wide, high = max(width_of(line, Face.BOLD, Size.SMALL) for line in lines) + 8, len(lines) * NAME_HIGH
    y = room.centre_y - NAME_HIGH / 2
    box = Rect(room.x, max(y, fold + 3) if room.y > fold else y, min(wide, room.w), high)
    canvas.rect(box, fill=INK if tab.solid else PAPER, stroke=INK, radius=0 if tab.solid else 4)
    for place, line in zip(box.rows(len(lines)), lines, strict=True):
        fill = PAPER if tab.solid else INK
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
