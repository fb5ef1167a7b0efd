"""The printer check: what shows how large, how close to the edges, how gray and how straight a printer prints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element

from wordfleet_print.press.ink.fonts import Face, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, Pen, Run, set_centred, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import Leaf, draw_bar
from wordfleet_print.press.kit.written import SMALL, Typesetter

FRAMES = (5.0, 8.0, 10.0)
"""How far from the paper's edge the frames stand (mm)."""
GRAYS = (0.95, 0.88, 0.75, 0.5, 0.25, 0.0)
"""The fields, as DeviceGray."""
LEFT = 24.0
"""Where words start, clear of all frames (mm)."""
BELOW = 40.0
"""From the middle of the page to what is to be looked at (mm)."""


def check_leaves(name: str, page: Element, setter: Typesetter) -> Iterator[Leaf]:
    """A page with what stands below its middle; that of a second side where the printer prints on both."""
    side = int(page.get("side", 1)) if setter.look.two_sided else 0
    if side or "side" not in page.attrib:
        draw = partial(_draw_check, list(page), setter, side)
        told = {0: "", 1: ", side one", 2: ", side two"}[side]
        yield Leaf(name, f"Printer check{told}", "", draw, upright=True, bare=True, side=side)


def _draw_check(blocks: list[Element], setter: Typesetter, side: int, pen: Pen, _page: Rect) -> None:
    paper = setter.look.paper.rect
    for far in FRAMES:
        pen.frame(paper.inset(far), CELL_LINE)
    told = f"frames {', '.join(f'{far:g}' for far in FRAMES)} mm from the edge"
    pen.text(set_centred(paper.centre_x, FRAMES[-1] + 3, told, Face.MEDIUM, SMALL))
    with pen.element("H1"):
        pen.text(Run(LEFT, 30, "PRINTER CHECK", Face.STENCIL_HEAVY, 20))
        if side:
            x = LEFT + text_width("PRINTER CHECK", Face.STENCIL_HEAVY, 20) + 5
            pen.text(Run(x, 30, f"side {side}", setter.look.bold, 11))
    y = paper.centre_y
    setter.draw_column(pen, blocks, Rect(LEFT, y + BELOW, paper.w - 2 * LEFT, y - BELOW - LEFT))
    if side != 2:
        _draw_scales(pen, paper, setter)
    with pen.dashes(2, 2):
        for x in (FRAMES[-1], paper.centre_x + 40):
            pen.line(x, y, x + paper.centre_x - 40 - FRAMES[-1], y, CELL_LINE)
    pen.text(Run(LEFT, y - 1.6, "fold here: half the sheet", Face.MEDIUM, SMALL))
    if side:
        _draw_drift(pen, paper.centre_x, y, side)
    pen.text(set_right(paper.w - LEFT, paper.h - LEFT + 4, f"{setter.book.title} · check", Face.MEDIUM, SMALL))


def _draw_scales(pen: Pen, paper: Rect, setter: Typesetter) -> None:
    """The bar, the grays with their shares of black, letters of three sizes."""
    draw_bar(pen, LEFT, 46, setter)
    for gray, field in zip(GRAYS, Rect(LEFT, 59, paper.w - 2 * LEFT, 12).columns(len(GRAYS)), strict=True):
        pen.fill(field, gray)
        pen.text(set_centred(field.centre_x, 74, f"{round(100 * (1 - gray))} %", Face.MEDIUM, SMALL))
    for number, size in enumerate((SMALL, 9.0, 11.0)):
        words = "Letters of 7.6, 9 and 11 points: QUEEN queen 0123456789"
        pen.text(Run(LEFT, 86 + 6 * number, words, Face.MEDIUM, size))


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
