"""`Stationery`: what the press asks of pages that show many items each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen, Type

Item_contra = TypeVar("Item_contra", contravariant=True)


class Stationery(Protocol[Item_contra]):
    """Pages of one kind: a plate, and how many items fit on it."""

    @property
    def paper(self) -> Paper:
        """What it is printed on."""

    @property
    def per_page(self) -> int:
        """The most items of one page."""

    def draw(self, pen: Pen) -> None:
        """The static art of every page."""

    def set_page(self, items: Sequence[Item_contra], number: int, /) -> Iterator[Type]:
        """The type of one page: at most `per_page` items; `number` is the page's own, from 1."""
