"""Stationery on the press: keys, cards, indexes and slips as pages of a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from wordfleet_print.press.pdf.pages import Page
from wordfleet_print.press.pdf.static import Art
from wordfleet_print.press.stationery.stationery import Stationery
from wordfleet_print.press.text.glyphs import Glyphs
from wordfleet_print.press.text.operators import Composer

Item = TypeVar("Item")


class StationeryPress(Generic[Item]):
    """Prints the pages of one kind of stationery. `plates` are its forms by the names under which pages call them."""

    def __init__(self, glyphs: Glyphs, plates: Mapping[str, Stationery[Item]]) -> None:
        self._plates = plates
        self._composer = Composer(glyphs, next(iter(plates.values())).paper.height)

    def print(self, plate: str, items: Iterable[Item], first: int) -> Iterator[Page]:
        """The pages that these items fill, numbered from `first`."""
        stationery, rest = self._plates[plate], list(items)
        starts = range(0, len(rest), stationery.per_page)
        for number, start in enumerate(starts, start=first):
            page = rest[start : start + stationery.per_page]
            piece = self._composer.compose(stationery.set_page(page, number))
            yield Page(f"/{plate} Do BT {piece.opens} {piece.text} ET".encode("latin-1"), str(number))


def stationery_plates(plates: Mapping[str, Stationery[Item]]) -> dict[str, Art]:
    """The static art of each kind, by name."""
    return {name: stationery.draw for name, stationery in plates.items()}
