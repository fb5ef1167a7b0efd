"""`Draw`: reproducible chance, named by a key and a purpose.

BLAKE2b (RFC 7693) in counter mode, keyed by the key and personalised by the purpose, gives 32-bit numbers;
rejection makes them uniform below any bound. Nothing here depends on Python's `random`, its version or the platform.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import blake2b
from operator import getitem
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_NUMBERS = Struct("<16I").unpack
_FIRST = bytes(8)
SPAN = 1 << 32
"""All numbers drawn are below this."""


class Draw:
    """An endless row of chance numbers. Equal `key` (at most 64 bytes) and `purpose` (at most 16) draw alike."""

    __slots__ = ("_block", "_counter", "_key", "_purpose")

    def __init__(self, key: bytes, purpose: bytes) -> None:
        self._key = key
        self._purpose = purpose
        self._counter = 1
        self._block = list(_NUMBERS(blake2b(_FIRST, key=key, person=purpose).digest()))

    def below(self, bound: int) -> int:
        """A uniform whole number in 0 … bound − 1; `bound` is 1 … 2³²."""
        return self.below_each((bound,))[0]

    def below_each(self, bounds: Iterable[int]) -> list[int]:
        """What `below` gives for each of the bounds in turn, drawn at one go."""
        block = self._block
        found = []
        for bound in bounds:
            while True:
                if not block:
                    block = self._next_block()
                number = block.pop()
                # Numbers past the last whole multiple of the bound would favour low results. They lie in the last
                # stretch of the span, if anywhere, so that the division is seldom needed.
                if number < SPAN - bound or number < SPAN - SPAN % bound:
                    break
            found.append(number % bound)
        return found

    def bits(self, bits: int, count: int) -> list[int]:
        """What `below(2 ** bits)` gives so many times; as it divides the span evenly, no number is passed over."""
        found: list[int] = []
        mask = (1 << bits) - 1
        while len(found) < count:
            block = self._block or self._next_block()
            taken = block[: -(count - len(found)) - 1 : -1]
            del block[-len(taken) :]
            found += [number & mask for number in taken]
        return found

    def _next_block(self) -> list[int]:
        counter = self._counter.to_bytes(8, "little")
        digest = blake2b(counter, key=self._key, person=self._purpose).digest()
        self._block = list(_NUMBERS(digest))
        self._counter += 1
        return self._block

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def choices(self, pools: Collection[Sequence[T]]) -> list[T]:
        """`choice` of each of the pools in turn, drawn at one go."""
        return list(map(getitem, pools, self.below_each(map(len, pools))))

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different places of the items, in random order."""
        return picked(items, self.below_each(shuffle_bounds(len(items), count)))

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items in random order."""
        return self.sample(items, len(items))


def first_numbers(purpose: bytes, count: int) -> Callable[[bytes], tuple[int, ...]]:
    """Gives, for any key, the first `count` numbers (16 at most) that a `Draw` of this purpose has; the last of them
    first.
    """
    unpack = Struct(f"<{4 * (16 - count)}x{count}I").unpack

    def of(key: bytes) -> tuple[int, ...]:
        return unpack(blake2b(_FIRST, key=key, person=purpose).digest())

    return of


def shuffle_bounds(items: int, count: int) -> range:
    """The bounds of the numbers that `picked` picks `count` of so many items by."""
    return range(items, items - count, -1)


def picked(items: Sequence[T], steps: Sequence[int]) -> list[T]:
    """A Fisher–Yates shuffle cut short: step i picks among the items not picked before it.

    Only places that have been exchanged are kept in mind, so that a large pool is never copied.
    """
    if len(steps) == 1:
        return [items[steps[0]]]
    if len(steps) == len(items):
        return _shuffled(list(items), steps)
    moved: dict[int, int] = {}
    found = []
    for i, step in enumerate(steps):
        j = i + step
        found.append(items[moved.get(j, j)])
        moved[j] = moved.get(i, i)
    return found


def _shuffled(pool: list[T], steps: Sequence[int]) -> list[T]:
    for i, step in enumerate(steps):
        j = i + step
        pool[i], pool[j] = pool[j], pool[i]
    return pool
