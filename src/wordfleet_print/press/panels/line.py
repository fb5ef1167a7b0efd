"""Where texts stand that each sheet has its own of: on lines, and in rows of cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from wordfleet_print.press.ink.fonts import Face, fit, text_width
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.pen import Run, set_in


@dataclass(frozen=True, slots=True)
class TextLine:
    """Room for a text, shrunk to fit and at worst cut with an ellipsis: where it starts, its baseline, its width (mm),
    its face, its full and its smallest size (pt). All sizes stand on one baseline, that of the lines beside it.
    """

    x: float
    baseline: float
    width: float
    face: Face
    size: float
    smallest: float

    @classmethod
    def over(cls, rule: Rect, face: Face, size: float, smallest: float) -> TextLine:
        """A line above the rule along the bottom of a box, as wide as the box."""
        return cls(rule.x, rule.bottom - above_rule(size), rule.w, face, size, smallest)

    def fits(self, text: str) -> bool:
        """Whether the text fits at the full size."""
        return text_width(text, self.face, self.size) <= self.width

    def set_text(self, text: str) -> Run:
        """The text in its place."""
        shown, size = fit(text, self.face, self.width, self.size, self.smallest)
        return Run(self.x, self.baseline, shown, self.face, size)


@dataclass(frozen=True, slots=True)
class CellRow:
    """Rows of cells that follow each other on one line, one for each text: all cells alike (mm); face and size (pt).
    Texts are of capitals or digits, as many as there are cells in their place.
    """

    places: tuple[tuple[Rect, ...], ...]
    face: Face
    size: float

    def set_texts(self, texts: Sequence[str]) -> Iterator[Run]:
        """Each text in its place, each character in the middle of its cell."""
        for text, cells in zip(texts, self.places, strict=True):
            for char, cell in zip(text, cells, strict=True):
                yield set_in(cell, char, self.face, self.size)


def rows_of(places: Iterable[tuple[Rect, ...]]) -> Iterator[tuple[int, tuple[tuple[Rect, ...], ...]]]:
    """Places as rows, those that stand on one line together; before each row, how many places precede it."""
    start = 0
    for _, row in groupby(places, key=lambda cells: cells[0].y):
        together = tuple(row)
        yield start, together
        start += len(together)


def above_rule(size: float) -> float:
    """How far above a rule type of this size (pt) stands, clear of it with its descenders (mm)."""
    return 0.4 + 0.1 * size
