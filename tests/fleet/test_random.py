"""Chance is named, and the same on every Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cache
from hashlib import blake2b
from itertools import islice, pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordfleet_print.fleet.random
from wordfleet_print.fleet.random import KeyedRandom, QuickDraw, first_numbers

KEYS = st.binary(max_size=64)


PURPOSES = st.binary(max_size=16)


PINNED = [2988100402, 3857430762, 2017080550, 1610522180, 4265445628, 120570859, 1664802450, 3230560709]
"""The first numbers of key `key`, purpose `purpose`."""


def _is_even(found: Iterable[Hashable], outcomes: int) -> bool:
    """Whether all outcomes came about equally often: chi-square within five standard deviations of its mean.

    The keys are fixed, so that a test's verdict never changes; an even source fails one such test in a million.
    """
    counts = Counter(found)
    expected = counts.total() / outcomes
    assert expected >= 20, "too few draws to tell"
    missing = (outcomes - len(counts)) * expected
    chi_square = missing + sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = outcomes - 1
    return len(counts) <= outcomes and chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 10, 26, 100, 390])
def test_every_number_below_a_bound_is_equally_likely(bound: int) -> None:
    """`below` is uniform for small bounds."""
    draw = KeyedRandom(b"even", f"below {bound}".encode())
    assert _is_even((draw.below(bound) for _ in range(max(6_000, 40 * bound))), bound)


def test_bounds_near_the_span_are_even_too() -> None:
    """`below` rejects what would wrap round: without that, the lowest third of 0 … 3·2³⁰ would come twice as often."""
    draw = KeyedRandom(b"even", b"rejection")
    assert _is_even((draw.below(3 << 30) >> 30 for _ in range(6_000)), 3)


def test_successive_numbers_are_independent() -> None:
    """Knowing one number tells nothing of the next, inside a block and across blocks."""
    draw = KeyedRandom(b"even", b"pairs")
    numbers = [draw.below(8) for _ in range(12_000)]
    assert _is_even(pairwise(numbers), 64)
    assert _is_even(zip(numbers, numbers[16:], strict=False), 64)


@pytest.mark.parametrize(
    ("one", "other"),
    [((b"same", b"words"), (b"same", b"placement")), ((b"key 1", b"words"), (b"key 2", b"words"))],
    ids=["by-purpose", "by-key"],
)
def test_purposes_and_keys_draw_independently(one: tuple[bytes, bytes], other: tuple[bytes, bytes]) -> None:
    """What one key or purpose draws tells nothing of what another draws."""
    first, second = KeyedRandom(*one), KeyedRandom(*other)
    assert _is_even(((first.below(8), second.below(8)) for _ in range(8_000)), 64)


@given(key=KEYS, purpose=PURPOSES, bounds=st.lists(st.integers(1, 1 << 32), max_size=40))
def test_equal_keys_draw_alike(key: bytes, purpose: bytes, bounds: list[int]) -> None:
    """The same key and purpose give the same numbers, each below its bound."""
    one, other = KeyedRandom(key, purpose), KeyedRandom(key, purpose)
    numbers = [one.below(bound) for bound in bounds]
    assert numbers == [other.below(bound) for bound in bounds]
    assert all(0 <= number < bound for number, bound in zip(numbers, bounds, strict=True))


def test_any_other_key_or_purpose_draws_otherwise() -> None:
    """A changed byte, length or purpose starts another row; so does swapping key and purpose."""
    names = [(b"key", b"purpose"), (b"kez", b"purpose"), (b"key\0", b"purpose"), (b"key", b"purposf"), (b"", b"")]
    names += [(b"purpose", b"key")]
    rows = {tuple(KeyedRandom(key, purpose).below(1 << 32) for _ in range(4)) for key, purpose in names}
    assert len(rows) == len(names)


def test_first_numbers_are_pinned() -> None:
    """Sheets in players' hands hang on these numbers: they must never change."""
    draw = KeyedRandom(b"key", b"purpose")
    assert [draw.below(1 << 32) for _ in PINNED] == PINNED


def test_numbers_are_blake2b_in_counter_mode() -> None:
    """The numbers are RFC 7693's, so that another program can draw the same: blocks by counter, read from the back."""
    expected: list[int] = []
    for counter in range(3):
        block = blake2b(counter.to_bytes(8, "little"), key=b"any key", person=b"any purpose").digest()
        expected += [int.from_bytes(block[i : i + 4], "little") for i in range(60, -1, -4)]
    draw = KeyedRandom(b"any key", b"any purpose")
    assert [draw.below(1 << 32) for _ in range(48)] == expected


@given(key=KEYS, bounds=st.lists(st.one_of(st.integers(1, 9), st.integers(1, 1 << 32)), max_size=40))
def test_numbers_drawn_at_one_go_are_those_drawn_singly(key: bytes, bounds: list[int]) -> None:
    """`below_each` is `below` again and again, `choices` is `choice` again and again, and the first numbers of a row
    are told without drawing them.
    """
    one, other = KeyedRandom(key, b"go"), KeyedRandom(key, b"go")
    assert one.below_each(bounds) == [other.below(bound) for bound in bounds]
    pools = [range(bound) for bound in bounds]
    assert one.choices(pools) == [other.choice(pool) for pool in pools]
    count = min(16, len(bounds))
    assert list(first_numbers(b"go", count)(key))[::-1] == KeyedRandom(key, b"go").below_each([1 << 32] * count)


@given(key=KEYS, bounds=st.lists(st.one_of(st.integers(1, 9), st.integers(1, 1 << 32)), min_size=1, max_size=20))
def test_a_quick_draw_is_a_draw_begun_anew(key: bytes, bounds: list[int]) -> None:
    """Few numbers or many, small bounds or such as numbers are passed over for: it is what a new draw gives."""
    assert QuickDraw(b"go", bounds).below_each(key) == KeyedRandom(key, b"go").below_each(bounds)


@given(key=KEYS, before=st.integers(0, 20), bits=st.integers(1, 32), count=st.integers(0, 40))
def test_bits_are_numbers_below_a_power_of_two(key: bytes, before: int, bits: int, count: int) -> None:
    """`bits` is `below` again and again, wherever in the row it begins, and what follows is drawn on from there."""
    one, other = KeyedRandom(key, b"go"), KeyedRandom(key, b"go")
    bounds = [1 << bits] * count
    assert one.below_each([7] * before) == other.below_each([7] * before)
    assert list(islice(one.bits(bits), count)) == other.below_each(bounds)
    assert one.below(10) == other.below(10)


@given(key=KEYS, items=st.lists(st.integers(), max_size=30), data=st.data())
def test_a_sample_is_a_shuffle_cut_short(key: bytes, items: list[int], data: st.DataObject) -> None:
    """The items that a sample picks are the first of a Fisher–Yates shuffle of the whole pool."""
    count = data.draw(st.integers(0, len(items)))
    draw, pool = KeyedRandom(key, b"sample"), list(items)
    for i in range(count):
        j = i + draw.below(len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    assert KeyedRandom(key, b"sample").sample(items, count) == pool[:count]


def test_choice_takes_every_item_equally_often() -> None:
    """`choice` is uniform over places, so that an item standing twice is drawn twice as often."""
    draw = KeyedRandom(b"even", b"choice")
    assert _is_even((draw.choice("ABCDE") for _ in range(5_000)), 5)
    twice = Counter(draw.choice("AAB") for _ in range(6_000))
    assert twice["A"] / twice["B"] == pytest.approx(2, rel=0.1)


def test_every_sample_is_equally_likely() -> None:
    """`sample` gives each ordered choice of places equally often."""
    draw = KeyedRandom(b"even", b"sample")
    assert _is_even((tuple(draw.sample("ABCDE", 2)) for _ in range(6_000)), 20)


def test_every_order_is_equally_likely() -> None:
    """`shuffled` gives each of the 24 orders of four items equally often."""
    draw = KeyedRandom(b"even", b"shuffled")
    orders = [tuple(draw.shuffled("ABCD")) for _ in range(6_000)]
    assert set(orders) == set(permutations("ABCD"))
    assert _is_even(orders, 24)


@given(key=KEYS, items=st.lists(st.integers(), max_size=30), data=st.data())
def test_samples_and_shuffles_only_rearrange(key: bytes, items: list[int], data: st.DataObject) -> None:
    """A sample holds different places of the items, a shuffle all of them; the list handed in stays as it was."""
    before = list(items)
    count = data.draw(st.integers(0, len(items)))
    sample = KeyedRandom(key, b"sample").sample(items, count)
    assert len(sample) == count
    assert not Counter(sample) - Counter(items)
    assert sorted(KeyedRandom(key, b"shuffle").shuffled(items)) == sorted(items)
    assert items == before


@pytest.mark.parametrize(("key", "purpose"), [(b"k" * 65, b""), (b"", b"p" * 17)])
def test_overlong_names_are_refused(key: bytes, purpose: bytes) -> None:
    """A key over 64 bytes or a purpose over 16 is refused, never cut to one that another draw has."""
    with pytest.raises(ValueError, match="bytes"):
        KeyedRandom(key, purpose).below(2)


NAMES = ("python3", "python3.11", "python3.12", "python3.13", "python3.14", "python3.15")


OLDEST = (3, 11)


PROGRAM = """
import hashlib, importlib.util, json, sys
spec = importlib.util.spec_from_file_location("draw_alone", sys.argv[1])
module = importlib.util.module_from_spec(spec)
sys.modules["draw_alone"] = module
spec.loader.exec_module(module)
def draw(purpose):
    return module.KeyedRandom(b"a sheet's key", purpose)
numbers, choices, samples, shuffles = map(draw, (b"numbers", b"choices", b"samples", b"shuffles"))
print(json.dumps({
    "numbers": [numbers.below(bound) for bound in (1, 2, 3, 10, 26, 100, 1000, 1386, 3 << 30, 1 << 32)],
    "choices": "".join(choices.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(40)),
    "samples": [samples.sample(range(1000), 5) for _ in range(3)],
    "shuffles": ["".join(shuffles.shuffled("WORDFLEET")) for _ in range(3)],
    "blake2b": hashlib.blake2b(b"sheet", digest_size=8, key=b"key", person=b"deck").hexdigest(),
}))
"""


PINNED_PROGRAM = {
    "numbers": [0, 1, 1, 8, 23, 35, 617, 81, 318503779, 2531754482],
    "choices": "TBJNPLFDCJFKVALINAJNSBDQHQQLCSBYZKVDBBBS",
    "samples": [[809, 660, 544, 122, 526], [169, 288, 695, 997, 530], [740, 972, 567, 368, 221]],
    "shuffles": ["RETEOLFDW", "LOEFDRTEW", "OFERTDWEL"],
    "blake2b": "a711e77fef96ccc3",
}


def _version(python: str) -> tuple[str, tuple[int, ...]] | None:
    """The interpreter's own path and version, or None where it does not run."""
    ask = "import json, sys; print(json.dumps([sys.executable, sys.version_info[:3]]))"
    try:
        done = subprocess.run([python, "-I", "-c", ask], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    executable, version = json.loads(done.stdout)
    return executable, tuple(version)


@cache
def _pythons() -> dict[str, str]:
    """The Pythons of this machine by version, always with the one that runs this."""
    versions = Path.home() / ".pyenv" / "versions"
    candidates = [*filter(None, map(shutil.which, NAMES)), *map(str, sorted(versions.glob("*/bin/python")))]
    found = {"this one": sys.executable}
    for candidate in candidates:
        answer = _version(candidate)
        if answer and answer[1] >= OLDEST and answer[1] != sys.version_info[:3]:
            found.setdefault(".".join(map(str, answer[1])), answer[0])
    return found


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_every_python_draws_the_same(hash_seed: str) -> None:
    """Numbers, choices, samples and shuffles are the same on every Python and under every hash seed."""
    for version, python in _pythons().items():
        done = subprocess.run(
            [python, "-c", PROGRAM, wordfleet_print.fleet.random.__file__],
            env={"PATH": os.environ["PATH"], "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
        )
        assert json.loads(done.stdout) == PINNED_PROGRAM, version
