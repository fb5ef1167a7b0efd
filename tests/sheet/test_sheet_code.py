"""Sheet codes: what a sheet says of itself, read back from a hurried hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from making.sheets import OF_SCHEME_1, made_code
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import DIGEST_BITS, SCHEME
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.sheet.sheet_code import (
    ALPHABET,
    PREFIX,
    SCHEME_BITS,
    SEED_BITS,
    OtherSchemeError,
    SheetCode,
    draw_code,
    draw_seeds,
    parse_code,
)

LOOK = re.compile(r"WF(-[0-9A-HJKMNP-TV-Z]{5}){3}")
DOCS = Path(__file__).parents[2] / "docs" / "sheet-codes.md"
LOOK_ALIKES = {"0": "0Oo", "1": "1IiLl"}
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
ANY_CODE = SheetCode(0x2A1F2A3B5, 0x5C4D3E2F)
DECKS, SEEDS = st.integers(0, (1 << DIGEST_BITS) - 1), st.integers(0, (1 << SEED_BITS) - 1)
CODES = st.builds(SheetCode, DECKS, SEEDS)


@given(CODES)
@example(SheetCode(0, 0))
@example(ANY_CODE)
def test_a_printed_code_reads_back(code: SheetCode) -> None:
    """A code as printed means the same deck and seed again."""
    assert parse_code(str(code)) == code


@given(CODES)
def test_codes_look_alike_and_are_easy_to_type(code: SheetCode) -> None:
    """`WF-` and three groups of 5 letters or digits, 20 characters in all; never I, L, O or U."""
    assert LOOK.fullmatch(str(code))
    assert len(str(code)) == 20


@given(code=CODES, data=st.data())
def test_codes_are_read_leniently(code: SheetCode, data: st.DataObject) -> None:
    """Lower case, O for 0, I or L for 1, any dash or space or none between groups: all the same code."""
    symbols = [
        data.draw(st.sampled_from(LOOK_ALIKES.get(symbol, symbol + symbol.lower())))
        for symbol in str(code).replace("-", "").removeprefix(PREFIX)
    ]
    gap = st.sampled_from(["", " ", *DASHES, f" {DASHES[4]} "])
    groups = ["".join(symbols[:5]), "".join(symbols[5:10]), "".join(symbols[10:])]
    typed = data.draw(st.sampled_from(["WF", "wf", "Wf"]))
    for group in groups:
        typed += data.draw(gap) + group
    assert parse_code(f" {typed}\n") == code


@pytest.mark.parametrize(
    "copied", ["\n", "\r\n", "\ufffe", "\ufffe\r\n", "\u00ad", "\u200b", "\u00a0", "\u2028", "\ufeff"]
)
def test_what_comes_along_from_a_pdf_is_passed_over(copied: str) -> None:
    """A line break, a soft hyphen or a space of no width in the middle, or instead of a hyphen."""
    text = str(ANY_CODE)
    assert parse_code(f"{text[:6]}{copied}{text[6:]}") == ANY_CODE
    assert parse_code(text.replace("-", copied)) == ANY_CODE
    with pytest.raises(BadInputError) as caught:
        parse_code(f"{text[:6]}\n{text[7:]}")
    assert "\n" not in caught.value.message


@given(CODES)
@example(ANY_CODE)
def test_the_prefix_may_be_left_out(code: SheetCode) -> None:
    """Without its `WF-` a code means the same."""
    assert parse_code(str(code).removeprefix("WF-")) == code


@given(one=CODES, other=CODES)
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
        "WF-" + "U" * 15,
        "WF-" + "１" * 15,
        "WF-0_000-00000-00000",
        "WF-00000-00000-0000\u0000",
        str(ANY_CODE)[:-1],
        str(ANY_CODE) + "0",
    ],
)
def test_what_is_no_code_is_refused(text: str) -> None:
    """Too short, too long, full-width, with a U or underscore: refused with an example of a code, and briefly."""
    with pytest.raises(BadInputError, match="is not a sheet code") as caught:
        parse_code(text)
    assert LOOK.search(caught.value.tip)
    assert len(caught.value.message) < 100


@given(deck=DECKS, seed=SEEDS)
def test_codes_are_made_by_the_book(deck: int, seed: int) -> None:
    """Scheme, deck, seed, and the check symbol of the field of 32, worked out symbol by symbol."""
    assert str(SheetCode(deck, seed)) == made_code(SCHEME, deck, seed)


def test_the_scheme_fits_its_bits() -> None:
    """A scheme has room in a code."""
    assert SCHEME < 1 << SCHEME_BITS


@pytest.mark.parametrize("typed", [str, str.lower, lambda code: code[3:], lambda code: code.replace("-", " ")])
def test_codes_of_other_schemes_are_told_apart(typed: Callable[[str], str]) -> None:
    """A sound code of any other scheme says whether an earlier or a later version printed it, however it is typed; a
    mistyped one is mistyped.
    """
    schemes = {scheme: [made_code(scheme, 5 << 31, seed) for seed in range(20)] for scheme in range(1 << SCHEME_BITS)}
    schemes[1] += OF_SCHEME_1
    for scheme, codes in schemes.items():
        for code in codes if scheme != SCHEME else ():
            with pytest.raises(OtherSchemeError, match="an earlier" if scheme < SCHEME else "a later"):
                parse_code(typed(code))
            wrong = code[:-1] + ALPHABET[ALPHABET.index(code[-1]) - 1]
            with pytest.raises(BadInputError, match=r"is mistyped|is not a sheet code"):
                parse_code(typed(wrong))


def test_drawn_codes_are_of_the_deck_and_of_all_seeds() -> None:
    """A fresh code carries its deck's digest and uses the whole range of seeds and check symbols."""
    draw = KeyedRandom(b"codes", b"sheet codes")
    codes = [draw_code(0x1ABCDEF, draw) for _ in range(2000)]
    assert {code.deck for code in codes} == {0x1ABCDEF}
    assert all(LOOK.fullmatch(str(code)) for code in codes)
    assert len(set(codes)) == len(codes)
    for bit in range(SEED_BITS):
        ones = sum(code.seed >> bit & 1 for code in codes)
        assert 850 < ones < 1150, f"bit {bit} of the seeds leans"
    assert len(Counter(str(code)[-1] for code in codes)) == len(ALPHABET)


def test_seeds_drawn_in_a_row_are_all_different() -> None:
    """A row of seeds does not repeat, and each has its place in a code."""
    seeds = list(islice(draw_seeds(KeyedRandom(b"codes", b"seeds")), 2000))
    assert all(0 <= seed < 1 << SEED_BITS for seed in seeds)
    assert len(set(seeds)) == len(seeds)


# What the check symbol finds

Slips = Callable[[str, Random], Iterator[str]]
"""The slips of one kind that some code's symbols invite: all of them, or one by chance."""


def _put(symbols: str, changes: dict[int, str]) -> str:
    return "".join(changes.get(place, symbol) for place, symbol in enumerate(symbols))


def _one_wrong(symbols: str, _: Random) -> Iterator[str]:
    return (_put(symbols, {place: other}) for place in range(len(symbols)) for other in ALPHABET)


def _one_less_or_more(symbols: str, _: Random) -> Iterator[str]:
    for place in range(len(symbols)):
        yield symbols[:place] + symbols[place + 1 :]
        yield from (symbols[:place] + other + symbols[place:] for other in ALPHABET)


def _swapped(apart: range) -> Slips:
    def slips(symbols: str, _: Random) -> Iterator[str]:
        for one, other in combinations(range(len(symbols)), 2):
            if other - one in apart:
                yield _put(symbols, {one: symbols[other], other: symbols[one]})

    return slips


def _twins(apart: int) -> Slips:
    def slips(symbols: str, _: Random) -> Iterator[str]:
        for one in range(len(symbols) - apart):
            if symbols[one] == symbols[one + apart]:
                yield from (_put(symbols, {one: other, one + apart: other}) for other in ALPHABET)

    return slips


def _misheard(symbols: str, _: Random) -> Iterator[str]:
    for one in range(len(symbols) - 1):
        first, second = symbols[one : one + 2]
        if first == "1" and second in "3456789":
            yield _put(symbols, {one: second, one + 1: "0"})
        if first in "3456789" and second == "0":
            yield _put(symbols, {one: "1", one + 1: first})


def _two_wrong(symbols: str, chance: Random) -> Iterator[str]:
    one, other = chance.sample(range(len(symbols)), 2)
    yield _put(symbols, {place: chance.choice(ALPHABET.replace(symbols[place], "")) for place in (one, other)})


def _anything(symbols: str, chance: Random) -> Iterator[str]:
    yield "".join(chance.choices(ALPHABET, k=len(symbols)))


SLIPS: dict[str, tuple[Slips, int]] = {
    "one symbol wrong": (_one_wrong, 60),
    "a symbol left out, or one too many": (_one_less_or_more, 60),
    "two neighbours swapped: AB, BA": (_swapped(range(1, 2)), 1_000),
    "two equal neighbours read as another two: AA, BB": (_twins(1), 2_000),
    "two symbols swapped across a third: ABC, CBA": (_swapped(range(2, 3)), 1_000),
    "two equal symbols across a third read as another two: ABA, CBC": (_twins(2), 2_000),
    "any two symbols swapped, wherever they stand": (_swapped(range(1, 15)), 300),
    "numbers misheard: 13, 30; 14, 40; … 19, 90": (_misheard, 20_000),
    "any two symbols wrong": (_two_wrong, 20_000),
    "any symbols at all": (_anything, 20_000),
}
"""By the words of docs/sheet-codes.md: the slips, and of how many codes they are made."""


def _told_of(slips: Slips, codes: int) -> Iterator[str]:
    """With which message each of the slips in so many codes is refused; with none where it is taken for a code."""
    chance = Random(5)
    for _ in range(codes):
        code = SheetCode(chance.getrandbits(DIGEST_BITS), chance.getrandbits(SEED_BITS))
        symbols = str(code).replace("-", "").removeprefix(PREFIX)
        for slip in slips(symbols, chance):
            if slip != symbols:
                try:
                    parse_code(slip)
                except BadInputError as error:
                    yield error.message
                else:
                    yield ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", SLIPS)
def test_slips_are_refused_as_often_as_the_docs_say(kind: str) -> None:
    """Some thousand slips of each kind, all where they say all, others to half of the last digit that is told. Where
    all are refused, what has as many symbols as a code is told to be mistyped.
    """
    (told,) = re.findall(rf"^\| {re.escape(kind)} \| ([\d.]+) % \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    messages = [*_told_of(*SLIPS[kind])]
    assert len(messages) > 2_000
    if told == "100":
        mistyped = "mistyped: its check symbol does not match"
        assert all(mistyped in message for message in messages) or (all(messages) and "left out" in kind)
    else:
        refused = sum(map(bool, messages)) / len(messages)
        assert refused == pytest.approx(float(told) / 100, abs=0.0025 if "." not in told else 0.001)


def test_a_slip_in_the_prefix_is_refused() -> None:
    """Another symbol for one of its two, or the two swapped, or one of them with its neighbour: no code is read."""
    text = str(ANY_CODE)
    slips = {text[:place] + other + text[place + 1 :] for place in range(2) for other in ALPHABET}
    for slip in (slips | {f"FW{text[2:]}", f"W{text[3]}-F{text[4:]}"}) - {text}:
        with pytest.raises(BadInputError, match=r"mistyped|not a sheet code"):
            parse_code(slip)


def test_the_docs_tell_of_all_these_slips() -> None:
    """The table has a line for each kind of slip, and no other."""
    table = DOCS.read_text(encoding="utf-8").split("| what went wrong | refused |")[1].split("\n\n")[0]
    assert re.findall(r"^\| (.+) \| [\d.]+ % \|$", table, re.MULTILINE) == list(SLIPS)
