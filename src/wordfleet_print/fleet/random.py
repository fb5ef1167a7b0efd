"""`KeyedRandom`: random numbers that a key and a purpose reproduce.

BLAKE2b (RFC 7693) in counter mode, keyed by the key and personalized by the purpose, gives 32-bit
numbers. Rejection makes them uniform below any bound. Nothing here depends on Python's `random`,
its version or the platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

NUMBERS_PER_HASH = 16
# All 32-bit numbers are below this.
SPAN = 1 << 32


class KeyedRandom:
    """Generate random numbers; the same `key` (at most 64 bytes) and `purpose` (at most 16) give
    the same sequence.

    Each part of a sheet has a purpose of its own, so that a change in how one part is drawn leaves
    all others alone.
    """

    __slots__ = ("_counter", "_key", "_numbers", "_purpose")

    def __init__(self, key: bytes, purpose: bytes) -> None:
        self._key = key
        self._purpose = purpose
        self._counter = 0
        self._numbers: list[int] = []
        self._refill()

    def _refill(self) -> None:
        counter = self._counter.to_bytes(8, "little")
        digest = blake2b(counter, key=self._key, person=self._purpose).digest()
        self._numbers = list(unpack(f"<{NUMBERS_PER_HASH}I", digest))
        self._counter += 1

    def below(self, bound: int) -> int:
        """Return a uniform whole number in 0 … bound − 1; `bound` is 1 … 2³²."""
        # Numbers past the last whole multiple of the bound would favor low results. With 2³² = 10 ·
        # 429,496,729 + 6 the last six numbers would make 0 to 5 a little likelier than 6 to 9, so
        # they are passed over.
        limit = SPAN - SPAN % bound
        while True:
            if not self._numbers:
                self._refill()
            number = self._numbers.pop()
            if number < limit:
                return number % bound

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` items at different places, in random order."""
        # A Fisher–Yates shuffle that stops early: each step exchanges the item at its own place
        # with one at a random place from there on, and picks that one. Instead of a copy of all
        # items, only the exchanges are stored: at which place is now the item of which other.
        item_at: dict[int, int] = {}
        picks = []
        for place in range(count):
            other = place + self.below(len(items) - place)
            picks.append(items[item_at.get(other, other)])
            item_at[other] = item_at.get(place, place)
        return picks

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return all items in random order."""
        return self.sample(items, len(items))
