"""Hundreds of thousands of short texts without an object for each: kept (`Texts`), and told apart."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import overload


@dataclass(slots=True, repr=False)
class Texts(Sequence[str]):
    """Texts in one piece of memory, each made when it is asked for: its UTF-8 and four bytes. It only ever grows.

    Any text, half characters too; 4 GB in all. Two are equal if their texts are.
    """

    _joined: bytearray = field(default_factory=bytearray, init=False)
    _ends: array[int] = field(default_factory=lambda: array("I", [0]), init=False)

    def append(self, text: str) -> None:
        """Add a text at the end."""
        self._joined += text.encode("utf-8", "surrogatepass")
        self._ends.append(len(self._joined))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(len(self))[index]))
        place = index if index >= 0 else range(len(self))[index]
        start, end = self._ends[place], self._ends[place + 1]
        return self._joined[start:end].decode("utf-8", "surrogatepass") if start < end else ""

    def __iter__(self) -> Iterator[str]:
        """Each text in turn."""
        return (self._joined[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(self._ends))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def columns(self) -> Iterator[array[int] | bytearray]:
        """All that they are, as bytes: where each ends, and all of them joined."""
        return iter((self._ends, self._joined))


class Firsts:
    """Tells of texts, each with a number of its own, which number came first with the same text.

    Of each only a hash is kept: the texts stay where they are.
    """

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def first(self, text: str, number: int, text_of: Callable[[int], str]) -> int:
        """The number that came first with this text: the given one, where the text is new.

        `text_of` gives the text of a number that came before; it is asked where two seem to be the same.
        """
        key = hash(text)
        while (found := self._numbers.setdefault(key, number)) != number and text_of(found) != text:
            key += 1  # another text with the same hash: it goes by the next one
        return found


def repeats(text_of: Callable[[int], str], count: int) -> Iterator[tuple[int, int]]:
    """The number of every text that came before, after that of the first such; numbers are below `count`.

    No text is kept but those that come again.
    """
    hashes = array("q", (hash(text_of(number)) for number in range(count)))
    often = {one for one, other in pairwise(sorted(hashes)) if one == other}
    firsts: dict[str, int] = {}
    for number, key in enumerate(hashes):
        if key in often and (first := firsts.setdefault(text_of(number), number)) != number:
            yield first, number
