"""Slots: where type stands that each sheet has its own of, on lines, in rows of cells, or wherever a panel sets it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from wordfleet_print.press.ink.fonts import Face, fit, text_width
from wordfleet_print.press.ink.ink import Run, Type, set_in
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.sheet.sheet import Sheet


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

    def fits(self, text: str) -> bool:
        """Whether the text fits at the full size."""
        return text_width(text, self.face, self.size) <= self.width

    def set_type(self, text: str) -> tuple[Run]:
        """The text in its place."""
        shown, size = fit(text, self.face, self.width, self.size, self.smallest)
        return (Run(self.x, self.baseline, shown, self.face, size),)


class Filled(NamedTuple):
    """A line that is there on every page of its kind, and the text that stands on it."""

    line: TextLine
    text: str


@dataclass(frozen=True, slots=True)
class CellRow:
    """Rows of cells that follow each other on one line, one for each text: all cells alike (mm); face and size (pt).
    Texts are of capitals or digits, as many as there are cells in their place.
    """

    places: tuple[tuple[Rect, ...], ...]
    face: Face
    size: float

    def set_type(self, texts: Sequence[str]) -> Iterator[Run]:
        """Each text in its place, each character in the middle of its cell."""
        for text, cells in zip(texts, self.places, strict=True):
            for char, cell in zip(text, cells, strict=True):
                yield set_in(cell, char, self.face, self.size)


@dataclass(frozen=True, slots=True)
class LetterCounts:
    """Places for letters and how many there are of each: type of which there are few kinds, set one by one."""

    letters: str
    set_count: Callable[[str, int], Iterable[Type]]

    def set_type(self, counts: Mapping[str, int]) -> Iterator[Type]:
        """Every letter with its count; what the mapping lacks counts 0."""
        for letter in self.letters:
            yield from self.set_count(letter, counts.get(letter, 0))


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where a panel sets a value in a way of its own. `recurs`: other sheets have it too, so its type is kept."""

    set_type: Callable[[Any], Iterable[Type]]
    recurs: bool = False


Place = TextLine | CellRow | LetterCounts | OwnPlace
"""Where a value of one kind is set."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for type that hangs on one value of a sheet; where there is none nothing is set."""

    value: Callable[[Sheet], Any]
    place: Place

    def set_type(self, sheet: Sheet) -> Iterable[Type]:
        """What this sheet has here, placed."""
        value = self.value(sheet)
        return self.place.set_type(value) if value else ()


def row_slots(
    texts: Callable[[Sheet], Sequence[str] | None], places: Iterable[tuple[Rect, ...]], face: Face, size: float
) -> Iterator[Slot]:
    """A slot for each row of places that stand on one line; there is a place for each of the texts."""
    start = 0
    for _, row in groupby(places, key=lambda cells: cells[0].y):
        cells = CellRow(tuple(row), face, size)
        end = start + len(cells.places)
        yield Slot(partial(_part, texts, slice(start, end)), cells)
        start = end


def _part(texts: Callable[[Sheet], Sequence[str] | None], part: slice, sheet: Sheet) -> Sequence[str]:
    return (texts(sheet) or ())[part]


def above_rule(size: float) -> float:
    """How far above a rule type of this size (pt) stands, clear of it with its descenders (mm)."""
    return 0.4 + 0.1 * size
