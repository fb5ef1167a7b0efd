"""Motifs that all stationery shares with the tracker: the chart's ladder, lines to cut and to fold along."""

from __future__ import annotations

from collections.abc import Iterable

from wordfleet_print.press.ink.fonts import Face, cap_height, text_width
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.pen import Pen
from wordfleet_print.press.ink.style import CELL_LINE, STANDARD
from wordfleet_print.press.layout.imposition import CUT_HERE
from wordfleet_print.press.panels.panel import FoldLine, draw_label

LADDER = 0.8
"""How thick a ladder is (mm)."""


def draw_ladder(pen: Pen, place: Rect, bars: int) -> None:
    """A chart's scale along its longer side: so many bars, dark and light by turns."""
    parts = place.columns(bars) if place.w > place.h else place.rows(bars)
    for part in parts[::2]:
        pen.fill(part)
    pen.frame(place, CELL_LINE)


def draw_cut(pen: Pen, left: float, right: float, y: float) -> None:
    """A line to cut along, across the page, with the words in its middle."""
    FoldLine(Rect(left, y - 1, right - left, 2), CUT_HERE, STANDARD).draw(pen)


def draw_cut_down(pen: Pen, x: float, spans: Iterable[tuple[float, float]]) -> None:
    """A line to cut along, down the page, in these spans (mm from the top)."""
    with pen.dashes(2.0, 1.2):
        for top, bottom in spans:
            pen.line(x, top, x, bottom, STANDARD.frame_line)


def draw_fold_down(pen: Pen, x: float, top: float, bottom: float, words: str) -> None:
    """A line to fold along, down the page: dotted, the words at its foot."""
    tall = cap_height(Face.SEMIBOLD, STANDARD.label)
    wide = text_width(words.upper(), Face.SEMIBOLD, STANDARD.label) + 0.15 * len(words)  # letterspaced
    with pen.dashes(0.35, 1.4):
        pen.line(x, top, x, bottom - tall - 2, STANDARD.frame_line)
    draw_label(pen, x - wide / 2, bottom, words, STANDARD)
