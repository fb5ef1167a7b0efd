"""The printer check: what shows how large, how close to the edges, how gray and how straight a printer prints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wordfleet_print.press.ink.fonts import Face, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, set_centred, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import Leaf, draw_bar
from wordfleet_print.press.kit.written import SMALL, Typesetter

FRAMES = (5.0, 8.0, 10.0)
"""How far from the paper's edge the frames stand (mm)."""
GRAYS = (0.95, 0.88, 0.75, 0.5, 0.25, 0.0)
"""The fields, as DeviceGray."""
LEFT = 24.0
"""Where words start, clear of all frames (mm)."""
ONE = """
Print at 100 %, never “fit to page”. **1** Lay a ruler on the bar: 100 mm above, 4 in below. **2** Which of the three
frames are whole? Ours need the one at 10 mm. **3** Can you tell all grays apart, and is the first one more than white?
**4** Fold the sheet at the dashed line: the halves must meet.
"""
BOTH = """
**5** Both pages on one sheet: hold it against the light, and read off the scales how far the sides miss each other.
"""
TWO = """
Turn the sheet as your printer does. Against the light the arms of the cross show on the scales of side one how far the
sides miss each other: where they do not, one ring lies on the other.
"""


def check_leaves(name: str, setter: Typesetter) -> Iterator[Leaf]:
    """Two pages for both sides of one sheet, or one where the printer prints on one."""
    for side, told in ((1, ", side one"), (2, ", side two")) if setter.look.two_sided else ((0, ""),):
        draw = partial(_draw_check, setter, side)
        yield Leaf(name, f"Printer check{told}", "", draw, upright=True, bare=True, side=side)


def _draw_check(setter: Typesetter, side: int, pen: Pen, _page: Rect) -> None:
    paper = setter.look.paper.rect
    for number, far in enumerate(FRAMES):
        x = paper.centre_x + 24 * (number - 1)
        pen.frame(paper.inset(far), CELL_LINE)
        pen.fill(Rect(x - 7, far - 1.6, 14, 3.2), WHITE)
        pen.text(set_centred(x, max(far, 6.6) + 0.1, f"{far:g} mm", Face.MEDIUM, SMALL))
    with pen.element("H1"):
        pen.text(Run(LEFT, 30, "PRINTER CHECK", Face.STENCIL_HEAVY, 20))
        if side:
            x = LEFT + text_width("PRINTER CHECK", Face.STENCIL_HEAVY, 20) + 5
            pen.text(Run(x, 30, f"side {side}", setter.look.bold, 11))
    told = " ".join((TWO if side == 2 else ONE + BOTH * bool(side)).split())
    setter.words(pen, Rect(LEFT, 34, paper.w - 2 * LEFT, 30), told, 9.4)
    if side != 2:
        _draw_scales(pen, paper)
    y = paper.centre_y
    with pen.dashes(2, 2):
        for x in (FRAMES[-1], paper.centre_x + 40):
            pen.line(x, y, x + paper.centre_x - 40 - FRAMES[-1], y, CELL_LINE)
    pen.text(Run(LEFT, y - 1.6, "fold here: half the sheet", Face.MEDIUM, SMALL))
    if side:
        _draw_drift(pen, paper.centre_x, y, side)
    pen.text(set_right(paper.w - LEFT, paper.h - LEFT, f"{setter.book.title} · check", Face.MEDIUM, SMALL))


def _draw_scales(pen: Pen, paper: Rect) -> None:
    """The bar, the grays with their shares of black, letters of three sizes."""
    draw_bar(pen, LEFT, 64)
    for gray, field in zip(GRAYS, Rect(LEFT, 71, paper.w - 2 * LEFT, 10).columns(len(GRAYS)), strict=True):
        pen.fill(field, gray)
        pen.text(set_centred(field.centre_x, 84, f"{round(100 * (1 - gray))} %", Face.MEDIUM, SMALL))
    for number, size in enumerate((SMALL, 9.0, 11.0)):
        words = "Letters of 7.6, 9 and 11 points: QUEEN queen 0123456789"
        pen.text(Run(LEFT, 92 + 5.4 * number, words, Face.MEDIUM, size))


def _draw_drift(pen: Pen, x: float, y: float, side: int) -> None:
    """On side one scales of 10 mm each way about the middle, on side two the cross that should hit their noughts."""
    pen.ring(x, y, 3, 0.9)
    if side == 2:
        pen.line(x - 24, y, x + 24, y, 0.9)
        pen.line(x, y - 24, x, y + 24, 0.9)
        return
    for step in range(-10, 11):
        long = 3.2 if step % 5 == 0 else 1.6
        pen.line(x + step, y - 20, x + step, y - 20 - long, CELL_LINE)
        pen.line(x - 20, y + step, x - 20 - long, y + step, CELL_LINE)
        if step % 5 == 0:
            pen.text(set_centred(x + step, y - 25.4, str(abs(step)), Face.MEDIUM, SMALL))
            pen.text(set_centred(x - 26.4, y + step, str(abs(step)), Face.MEDIUM, SMALL))
    pen.text(set_centred(x, y - 30, "drift, mm", Face.SEMIBOLD, SMALL))
