"""`Draw`: reproducible chance, named by a key and a purpose.

BLAKE2b (RFC 7693) in counter mode, keyed by the key and personalised by the purpose, gives 32-bit numbers;
rejection makes them uniform below any bound. Nothing here depends on Python's `random`, its version or the platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_NUMBERS = Struct("<16I")
_SPAN = 1 << 32


class Draw:
    """An endless row of chance numbers. Equal `key` (at most 64 bytes) and `purpose` (at most 16) draw alike."""

    __slots__ = ("_block", "_counter", "_key", "_purpose")

    def __init__(self, key: bytes, purpose: bytes) -> None:
        self._key = key
        self._purpose = purpose
        self._counter = 0
        self._block: list[int] = []

    def _next(self) -> int:
        if not self._block:
            counter = self._counter.to_bytes(8, "little")
            digest = blake2b(counter, key=self._key, person=self._purpose).digest()
            self._block = list(_NUMBERS.unpack(digest))
            self._counter += 1
        return self._block.pop()

    def below(self, bound: int) -> int:
        """A uniform whole number in 0 … bound − 1; `bound` is 1 … 2³²."""
        limit = _SPAN - _SPAN % bound
        while (number := self._next()) >= limit:
            pass
        return number % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different places of the items, in random order (a Fisher–Yates shuffle cut short)."""
        pool = list(items)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items in random order."""
        return self.sample(items, len(items))
