"""`KeyedRandom`: even and reproducible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from hashlib import blake2b
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.fleet.random import KeyedRandom

KEYS = st.binary(max_size=64)


def _is_even(found: Iterable[Hashable], outcomes: int) -> bool:
    """Return whether all outcomes came equally often: chi-square within five standard deviations of
    its mean.

    The keys are fixed, so the verdict never changes; an even source fails one such test in a
    million.
    """
    counts = Counter(found)
    expected = counts.total() / outcomes
    assert expected >= 20, "too few draws to tell"
    missing = (outcomes - len(counts)) * expected
    chi_square = missing + sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = outcomes - 1
    return len(counts) <= outcomes and chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.parametrize("bound", [2, 7, 10, 26, 390])
def test_every_number_below_a_bound_is_equally_likely(bound: int) -> None:
    """`below` is uniform; without rejection, the lowest third of 0 … 3·2³⁰ would come twice as
    often.
    """
    random = KeyedRandom(b"even", f"below {bound}".encode())
    assert _is_even((random.below(bound) for _ in range(max(6_000, 40 * bound))), bound)
    assert _is_even((random.below(3 << 30) >> 30 for _ in range(6_000)), 3)


def test_successive_numbers_are_independent() -> None:
    """A number tells nothing about the next, inside a block and across blocks."""
    random = KeyedRandom(b"even", b"pairs")
    numbers = [random.below(8) for _ in range(12_000)]
    assert _is_even(pairwise(numbers), 64)
    assert _is_even(zip(numbers, numbers[16:], strict=False), 64)


@pytest.mark.parametrize(
    "other", [(b"same", b"placement"), (b"sama", b"words"), (b"same\0", b"words")]
)
def test_purposes_and_keys_draw_independently(other: tuple[bytes, bytes]) -> None:
    """Numbers of one key and purpose tell nothing about those of others."""
    first, second = KeyedRandom(b"same", b"words"), KeyedRandom(*other)
    assert _is_even(((first.below(8), second.below(8)) for _ in range(8_000)), 64)


def test_numbers_are_blake2b_in_counter_mode() -> None:
    """The numbers are RFC 7693's, read in blocks by counter, so another program can draw the
    same.
    """
    expected: list[int] = []
    for counter in range(3):
        block = blake2b(
            counter.to_bytes(8, "little"), key=b"any key", person=b"any purpose"
        ).digest()
        expected += [int.from_bytes(block[i : i + 4], "little") for i in range(60, -1, -4)]
    random = KeyedRandom(b"any key", b"any purpose")
    assert [random.below(1 << 32) for _ in range(48)] == expected


@given(key=KEYS, items=st.lists(st.integers(), max_size=30), data=st.data())
def test_a_sample_is_a_shuffle_that_stops_early(
    key: bytes, items: list[int], data: st.DataObject
) -> None:
    """A sample is the start of a Fisher–Yates shuffle of the whole list, which stays as it was."""
    count = data.draw(st.integers(0, len(items)))
    random, pool = KeyedRandom(key, b"sample"), list(items)
    for i in range(count):
        j = i + random.below(len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    before = list(items)
    assert KeyedRandom(key, b"sample").sample(items, count) == pool[:count]
    assert sorted(KeyedRandom(key, b"shuffle").shuffle(items)) == sorted(items)
    assert items == before


def test_choices_samples_and_orders_are_equally_likely() -> None:
    """Every item, every ordered pair and every order comes up equally often."""
    random = KeyedRandom(b"even", b"items")
    assert _is_even((random.choice("ABCDE") for _ in range(5_000)), 5)
    assert _is_even((tuple(random.sample("ABCDE", 2)) for _ in range(6_000)), 20)
    orders = [tuple(random.shuffle("ABCD")) for _ in range(6_000)]
    assert set(orders) == set(permutations("ABCD"))
    assert _is_even(orders, 24)


@pytest.mark.parametrize(("key", "purpose"), [(b"k" * 65, b""), (b"", b"p" * 17)])
def test_overlong_names_are_refused(key: bytes, purpose: bytes) -> None:
    """A key over 64 bytes or a purpose over 16 is refused rather than cut."""
    with pytest.raises(ValueError, match="bytes"):
        KeyedRandom(key, purpose)


def test_numbers_and_samples_are_pinned() -> None:
    """Printed sheets depend on these numbers, which are the same on every Python and machine."""
    numbers, samples = (
        KeyedRandom(b"a sheet's key", purpose) for purpose in (b"numbers", b"samples")
    )
    bounds = (1, 2, 3, 10, 26, 100, 1000, 1386, 3 << 30, 1 << 32)
    assert [*map(numbers.below, bounds)] == [0, 1, 1, 8, 23, 35, 617, 81, 318503779, 2531754482]
    assert [samples.sample(range(1000), 5) for _ in range(2)] == [
        [809, 660, 544, 122, 526],
        [169, 288, 695, 997, 530],
    ]
