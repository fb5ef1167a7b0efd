"""`KeyedRandom`: reproducible chance, named by a key and a purpose.

BLAKE2b (RFC 7693) in counter mode, keyed by the key and personalised by the purpose, gives 32-bit numbers;
rejection makes them uniform below any bound. Nothing here depends on Python's `random`, its version or the platform.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import blake2b
from operator import getitem, mod
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

AT_ONCE = 16
"""Numbers that one hash gives."""
_NUMBERS = Struct(f"<{AT_ONCE}I").unpack
_FIRST = bytes(8)
SPAN = 1 << 32
"""All numbers drawn are below this."""


class KeyedRandom:
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

    def bits(self, bits: int) -> Iterator[int]:
        """What `below(2 ** bits)` gives again and again; as it divides the span evenly, no number is passed over."""
        mask = (1 << bits) - 1
        while True:
            block = self._block or self._next_block()
            while block:
                yield block.pop() & mask

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
    """Gives, for any key, the first numbers that a `KeyedRandom` of this purpose has, `AT_ONCE` at most; the last
    of them first.
    """
    unpack = Struct(f"<{4 * (AT_ONCE - count)}x{count}I").unpack

    def of(key: bytes) -> tuple[int, ...]:
        return unpack(blake2b(_FIRST, key=key, person=purpose).digest())

    return of


class QuickDraw:
    """For key after key what a new `KeyedRandom` gives below these bounds, in less time."""

    def __init__(self, purpose: bytes, bounds: Sequence[int]) -> None:
        self._purpose = purpose
        self._bounds = bounds
        self._backwards = bounds[::-1]
        self._numbers = first_numbers(purpose, min(len(bounds), AT_ONCE))
        self._even = SPAN - max(bounds) if len(bounds) <= AT_ONCE else 0

    def below_each(self, key: bytes) -> list[int]:
        """A number below each bound, as `KeyedRandom.below_each` gives them."""
        numbers = self._numbers(key)
        if max(numbers) >= self._even:  # there are more, or one may have to be passed over to keep the odds even
            return KeyedRandom(key, self._purpose).below_each(self._bounds)
        return list(map(mod, numbers, self._backwards))[::-1]


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
