"""Sheet codes: what a sheet says of itself, read back from a hurried hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.sheets import make_code
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck_digest import DIGEST_BITS, SCHEME
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.sheet.sheet_code import (
    ALPHABET,
    SEED_BITS,
    OtherSchemeError,
    SheetCode,
    draw_code,
    parse_code,
    parse_codes,
)

DOCS = Path(__file__).parents[2] / "docs" / "sheet-codes.md"
LOOK_ALIKES = {"0": "0Oo", "1": "1IiLl"}
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
ANY_CODE = SheetCode(0x2A1F2A3B5, 0x5C4D3E2F)
CODES = st.builds(
    SheetCode, st.integers(0, (1 << DIGEST_BITS) - 1), st.integers(0, (1 << SEED_BITS) - 1)
)


@given(CODES)
@example(SheetCode(0, 0))
@example(ANY_CODE)
def test_a_code_is_made_by_the_book_and_reads_back(code: SheetCode) -> None:
    """Scheme, deck, seed and the check symbol of the field of 32, in three groups of five, never I,
    L, O or U; with or without its `WF-` it means the same deck and seed again.
    """
    assert str(code) == make_code(SCHEME, code.deck, code.seed)
    assert re.fullmatch(r"WF(-[0-9A-HJKMNP-TV-Z]{5}){3}", str(code))
    assert parse_code(str(code)) == parse_code(str(code)[3:]) == code


@given(code=CODES, data=st.data())
def test_codes_are_read_leniently(code: SheetCode, data: st.DataObject) -> None:
    """Lower case, O for 0, I or L for 1, any dash, space or line break between groups, or what a
    PDF puts there.
    """
    symbols = str(code).replace("-", "").removeprefix("WF")
    typed = [data.draw(st.sampled_from(LOOK_ALIKES.get(one, one + one.lower()))) for one in symbols]
    gap = st.sampled_from(
        ["", " ", *DASHES, f" {DASHES[4]} ", "\r\n", *"\ufffe\u00ad\u200b\u00a0\u2028\ufeff"]
    )
    groups = ("".join(typed[at : at + 5]) for at in (0, 5, 10))
    prefix = data.draw(st.sampled_from(["WF", "wf"]))
    spaced = "".join(data.draw(gap) + group for group in groups)
    assert parse_code(f" {prefix}{spaced}\n") == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "WF-",
        "hello",
        "W" * 5000,
        "WF-" + "U" * 15,
        "WF-" + "１" * 15,
        "WF-0_000-00000-00000",
        f"{ANY_CODE}0",
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_code_is_refused(text: str) -> None:
    """Too short, too long, full-width, with a U or underscore: refused with an example of a code,
    and briefly.
    """
    with pytest.raises(BadInputError) as caught:
        parse_code(text)
    assert str(ANY_CODE) in caught.value.summary.advice
    assert len(caught.value.message) < 100


def test_codes_of_other_schemes_are_told_apart() -> None:
    """A sound code of another version is called that; a mistyped one is mistyped."""
    for scheme in {*range(8)} - {SCHEME}:
        code = make_code(scheme, 5 << 31, 7)
        with pytest.raises(OtherSchemeError, match="another version"):
            parse_code(code.lower())
        with pytest.raises(BadInputError, match="is mistyped"):
            parse_code(code[:-1] + ALPHABET[ALPHABET.index(code[-1]) - 1])


def test_a_problem_has_the_place_of_what_was_typed() -> None:
    """A code that came apart is one code, and a wrong one behind it has the number of its own
    words.
    """
    halves = str(ANY_CODE).rsplit("-", 1)
    with pytest.raises(BadInputError) as caught:
        parse_codes([*halves, "WF-wrong", "code", str(ANY_CODE), "WF-worse"], "sheets")
    assert [problem.place for problem in caught.value.problems] == [(2,), (5,)]
    assert parse_codes(halves, "sheets") == [ANY_CODE]


def test_codes_are_drawn_from_all_seeds() -> None:
    """A drawn code has its deck's digest, and every bit of the seed comes equally often; no seed
    comes twice.
    """
    random = KeyedRandom(b"codes", b"sheet codes")
    codes = [draw_code(0x1ABCDEF, random) for _ in range(2000)]
    assert {code.deck for code in codes} == {0x1ABCDEF}
    assert len(set(codes)) == len(codes)
    assert all(850 < sum(code.seed >> bit & 1 for code in codes) < 1150 for bit in range(SEED_BITS))


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (lambda code: code[:-1], "1 symbol is missing."),
        (lambda code: code + "77", "2 symbols are too many."),
        (lambda code: code[:-1] + "U", "No sheet code has “U”."),
        (lambda code: code[:-2] + "?U", "No sheet code has “?” or “U”."),
    ],
)
def test_almost_a_code_says_what_is_wrong(change: Callable[[str], str], advice: str) -> None:
    """A code with a few symbols missing or too many says how many, and one with a symbol that no
    code has names it.
    """
    code = str(SheetCode(0x1ABCDEF, 0x2345678))
    with pytest.raises(BadInputError) as caught:
        parse_code(change(code))
    assert caught.value.problems[0].advice.startswith(advice)


Slips = Callable[[str, Random], Iterator[str]]
"""The mistakes of one kind that can be made in a code's symbols: all of them, or a random one."""


def _put(symbols: str, changes: dict[int, str]) -> str:
    return "".join(changes.get(place, symbol) for place, symbol in enumerate(symbols))


def _one_less_or_more(symbols: str, _: Random) -> Iterator[str]:
    for place in range(len(symbols)):
        yield symbols[:place] + symbols[place + 1 :]
        yield from (symbols[:place] + other + symbols[place:] for other in ALPHABET)


def _swap(symbols: str, _: Random) -> Iterator[str]:
    for one, other in combinations(range(len(symbols)), 2):
        yield _put(symbols, {one: symbols[other], other: symbols[one]})


def _change_twins(symbols: str, _: Random) -> Iterator[str]:
    for one, other in combinations(range(len(symbols)), 2):
        if other - one <= 2 and symbols[one] == symbols[other]:
            yield from (_put(symbols, {one: symbol, other: symbol}) for symbol in ALPHABET)


def _misheard(symbols: str, _: Random) -> Iterator[str]:
    for one in range(len(symbols) - 1):
        first, second = symbols[one], symbols[one + 1]
        if first == "1" and second in "3456789":
            yield _put(symbols, {one: second, one + 1: "0"})
        if first in "3456789" and second == "0":
            yield _put(symbols, {one: "1", one + 1: first})


def _two_wrong(symbols: str, chance: Random) -> Iterator[str]:
    places = chance.sample(range(len(symbols)), 2)
    yield _put(
        symbols, {place: chance.choice(ALPHABET.replace(symbols[place], "")) for place in places}
    )


MISTAKES: dict[str, tuple[Slips, int]] = {
    "one symbol wrong": (
        lambda s, _: (_put(s, {at: other}) for at in range(len(s)) for other in ALPHABET),
        60,
    ),
    "one symbol missing or extra": (_one_less_or_more, 60),
    "any two symbols swapped": (_swap, 300),
    "two equal symbols read as two others (AA as BB, ACA as BCB)": (_change_twins, 2_000),
    "numbers misheard, such as 13 and 30": (_misheard, 20_000),
    "any two symbols wrong": (_two_wrong, 20_000),
    "random symbols": (lambda _, chance: iter(["".join(chance.choices(ALPHABET, k=15))]), 20_000),
}
"""The mistakes in the words of docs/sheet-codes.md, and how many codes they are tried on."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", MISTAKES)
def test_mistakes_are_refused_as_often_as_the_docs_say(kind: str) -> None:
    """Thousands of mistakes of each kind are refused at the rate in docs/sheet-codes.md: all, or to
    half a digit.
    """
    table = re.findall(r"^\| (.+) \| ([\d.]+)% \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert [mistake for mistake, _ in table] == list(MISTAKES)
    chance, refused, made = Random(5), 0, 0
    make_slips, codes = MISTAKES[kind]
    for _ in range(codes):
        code = SheetCode(chance.getrandbits(DIGEST_BITS), chance.getrandbits(SEED_BITS))
        symbols = str(code).replace("-", "").removeprefix("WF")
        for slip in {*make_slips(symbols, chance)} - {symbols}:
            made += 1
            try:
                parse_code(slip)
            except BadInputError:
                refused += 1
    percent = dict(table)[kind]
    assert made > 2_000
    assert (
        (refused == made)
        if percent == "100"
        else (
            refused / made
            == pytest.approx(float(percent) / 100, abs=0.001 if "." in percent else 0.0025)
        )
    )
