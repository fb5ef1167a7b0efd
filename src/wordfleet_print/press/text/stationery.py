"""Stationery on the press: keys, cards, indexes and slips as pages of a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen, Type
from wordfleet_print.press.panels.slots import Filled, TextLine
from wordfleet_print.press.pdf.pages import Page
from wordfleet_print.press.text.imprints import SlotFill, add_piece, line_imprint
from wordfleet_print.press.text.operators import Composer


class Stationery(Protocol):
    """Pages of one kind that show many items each: their paper, their plate, and how many items fit on one."""

    @property
    def paper(self) -> Paper:
        """What it is printed on."""

    @property
    def per_page(self) -> int:
        """The most items of one page."""

    def draw(self, pen: Pen) -> None:
        """The static art of every page."""

    def set_page(self, items: Sequence[Any], number: int, /) -> Iterator[Type | Filled]:
        """The type of one page: at most `per_page` items; `number` is the page's own, from 1."""


class StationeryPress:
    """Prints the pages of one kind of stationery. `plates` are its forms by the names under which pages call them."""

    def __init__(self, plates: Mapping[str, Stationery]) -> None:
        self.plates = plates
        self._composer = Composer(next(iter(plates.values())).paper.height)
        self._lines: dict[int, tuple[TextLine, SlotFill[Filled]]] = {}
        """How lines are filled, by what tells them apart quickest: they are there as long as their plates."""

    def print(self, plate: str, items: Iterable[Any], first: int) -> Iterator[Page]:
        """The pages that these items fill, numbered from `first`."""
        stationery, rest = self.plates[plate], list(items)
        starts = range(0, len(rest), stationery.per_page)
        for number, start in enumerate(starts, start=first):
            page = rest[start : start + stationery.per_page]
            operators = [f"/{plate} Do BT", *self._operators(stationery.set_page(page, number)), "ET"]
            yield Page(" ".join(operators).encode("latin-1"), str(number))

    def _operators(self, items: Iterable[Type | Filled]) -> list[str]:
        operators: list[str] = []
        setting = ""
        placed: list[Type] = []
        lines = self._lines
        for item in items:
            if not isinstance(item, Filled):
                placed.append(item)
                continue
            if placed:
                setting = add_piece(self._composer.compose(placed), operators, setting)
                placed = []
            known = lines.get(id(item.line)) or self._make_known(item.line)
            setting = known[1].put(item, operators, setting)
        add_piece(self._composer.compose(placed), operators, setting)
        return operators

    def _make_known(self, line: TextLine) -> tuple[TextLine, SlotFill[Filled]]:
        known = self._lines[id(line)] = line, line_imprint(line, self._composer)
        return known
