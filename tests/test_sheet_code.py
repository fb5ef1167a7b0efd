"""Sheet codes: what a sheet says of itself, read back from a hurried hand."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import DIGEST_BITS
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.sheet.code import ALPHABET, PREFIX, SEED_BITS, SheetCode, draw_code, draw_seeds, parse_code

LOOK = re.compile(r"WF-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}")
LOOK_ALIKES = {"0": "0Oo", "1": "1IiLl"}
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
STARTS_LIKE_THE_PREFIX = SheetCode((28 << 5 | 15) << 15, 0)
"""A code whose own first symbols are W and F."""


@st.composite
def sayable(draw: st.DrawFn) -> SheetCode:
    """Codes as they are dealt: any deck, any seed with a plain check symbol."""
    code = SheetCode(draw(st.integers(0, (1 << DIGEST_BITS) - 1)), draw(st.integers(0, (1 << SEED_BITS) - 1)))
    assume(code.is_sayable)
    return code


@given(sayable())
@example(SheetCode(0, 0))
@example(STARTS_LIKE_THE_PREFIX)
def test_a_printed_code_reads_back(code: SheetCode) -> None:
    """A code as printed means the same deck and seed again."""
    assert parse_code(str(code)) == code


@given(sayable())
def test_codes_look_alike_and_are_easy_to_type(code: SheetCode) -> None:
    """`WF-` and groups of 5, 4 and 5 letters or digits, 19 characters in all; never I, L, O or U."""
    assert LOOK.fullmatch(str(code))
    assert len(str(code)) == 19


@given(code=sayable(), data=st.data())
def test_codes_are_read_leniently(code: SheetCode, data: st.DataObject) -> None:
    """Lower case, O for 0, I or L for 1, any dash or space or none between groups: all the same code."""
    symbols = [
        data.draw(st.sampled_from(LOOK_ALIKES.get(symbol, symbol + symbol.lower())))
        for symbol in str(code).replace("-", "").removeprefix(PREFIX)
    ]
    gap = st.sampled_from(["", " ", *DASHES, f" {DASHES[4]} "])
    groups = ["".join(symbols[:5]), "".join(symbols[5:9]), "".join(symbols[9:])]
    typed = data.draw(st.sampled_from(["WF", "wf", "Wf"]))
    for group in groups:
        typed += data.draw(gap) + group
    assert parse_code(f" {typed}\n") == code


@pytest.mark.parametrize(
    "copied", ["\n", "\r\n", "\ufffe", "\ufffe\r\n", "\u00ad", "\u200b", "\u00a0", "\u2028", "\ufeff"]
)
def test_what_comes_along_from_a_pdf_is_passed_over(copied: str) -> None:
    """A line break, a soft hyphen or a space of no width in the middle, or instead of a hyphen."""
    text = str(STARTS_LIKE_THE_PREFIX)
    assert parse_code(f"{text[:6]}{copied}{text[6:]}") == STARTS_LIKE_THE_PREFIX
    assert parse_code(text.replace("-", copied)) == STARTS_LIKE_THE_PREFIX
    with pytest.raises(BadInputError) as caught:
        parse_code(f"{text[:6]}\n{text[7:]}")
    assert "\n" not in caught.value.message


@given(sayable())
@example(STARTS_LIKE_THE_PREFIX)
def test_the_prefix_may_be_left_out(code: SheetCode) -> None:
    """Without its `WF-` a code means the same, even where its own symbols begin with WF."""
    assert parse_code(str(code).removeprefix("WF-")) == code


@given(one=sayable(), other=sayable())
def test_different_sheets_have_different_codes_and_keys(one: SheetCode, other: SheetCode) -> None:
    """No two sheets share a code, nor the key that their draws hang on."""
    assert (str(one) == str(other)) == (one == other) == (one.key == other.key)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "WF",
        "WF-",
        "hello",
        "W" * 5000,
        "WF-" + "U" * 14,
        "WF-" + "１" * 14,
        "WF-0_000-0000-00000",
        "WF-00000-0000-0000\u0000",
        str(STARTS_LIKE_THE_PREFIX)[:-1],
        str(STARTS_LIKE_THE_PREFIX) + "0",
    ],
)
def test_what_is_no_code_is_refused(text: str) -> None:
    """Too short, too long, full-width, with a U or underscore: refused with an example of a code, and briefly."""
    with pytest.raises(BadInputError, match="is not a sheet code") as caught:
        parse_code(text)
    assert LOOK.search(caught.value.tip)
    assert len(caught.value.message) < 100


def test_drawn_codes_are_of_the_deck_and_sayable() -> None:
    """A fresh code carries its deck's digest, closes with a letter or digit, and uses the whole range of seeds."""
    draw = Draw(b"codes", b"sheet codes")
    codes = [draw_code(0x1ABCDEF, draw) for _ in range(2000)]
    assert {code.deck for code in codes} == {0x1ABCDEF}
    assert all(LOOK.fullmatch(str(code)) for code in codes)
    assert len(set(codes)) == len(codes)
    for bit in range(SEED_BITS):
        ones = sum(code.seed >> bit & 1 for code in codes)
        assert 850 < ones < 1150, f"bit {bit} of the seeds leans"
    assert len(Counter(str(code)[-1] for code in codes)) == len(ALPHABET)


def test_seeds_drawn_in_a_row_are_sayable_and_all_different() -> None:
    """Each of the seeds makes a sayable code of the deck; a row of them does not repeat."""
    seeds = list(islice(draw_seeds(0x1ABCDEF, Draw(b"codes", b"seeds")), 2000))
    assert all(SheetCode(0x1ABCDEF, seed).is_sayable and 0 <= seed < 1 << SEED_BITS for seed in seeds)
    assert len(set(seeds)) == len(seeds)
    assert not all(SheetCode(0x1ABCDEE, seed).is_sayable for seed in seeds)
