"""`WF-` and fifteen symbols: scheme, deck, seed, check.

H. Michael Damm, "Total anti-symmetrische Quasigruppen" (Marburg 2004): each step adds a symbol to
what came before and multiplies by an element other than 0 and 1, here by the root x of x⁵ + x² + 1;
the check symbol is what remains. So the symbol at place i from the end counts xⁱ-fold, as in a
Reed–Solomon code. All these factors differ: any one symbol changed, any two exchanged, and any two
equal ones changed into another two, wherever they are, change the check.

Douglas Crockford, "Base 32": no I, L, O, U; hyphens and case ignored; O reads as 0, I and L as 1.
His check symbol, the number modulo 37, misses two equal last symbols read as another two, and takes
five signs that are no letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.fleet.deck_digest import DIGEST_BITS, SCHEME
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.messages import how_many, join_words, plural, quote, shorten

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PREFIX = "WF"
SCHEME_BITS = 3
SEED_BITS = 32

_SYMBOLS = (SCHEME_BITS + DIGEST_BITS + SEED_BITS) // 5 + 1
# Of a symbol's 5 bits one too many; and x⁵ + x² + 1 as bits.
SIXTH_BIT = 0b100000
POLYNOMIAL = 0b100101
# With more symbols missing, or too many, it is something else.
MOST_MISCOUNTED = 3
# Hyphens, and what is copied along from a PDF: soft hyphens, joiners, marks; U+FFFE is a line's
# last hyphen.
_IGNORED = "-\u2010\u2011\u2012\u2013\u2014\u2212\u00ad\u200b\u200c\u200d\u2060\ufeff\ufffe"
_LENIENT = str.maketrans("OIL", "011", _IGNORED)


def compute_check(symbols: Iterable[int]) -> int:
    """Return the check symbol (0 … 31) of symbols (0 … 31 each), as this module's first words
    explain: each symbol is added by exclusive or, and the sum multiplied by x.
    """
    check = 0
    for symbol in symbols:
        # Times x is a shift; where a sixth bit appears, x⁵ + x² + 1 is taken off.
        check = (check ^ symbol) << 1
        if check & SIXTH_BIT:
            check ^= POLYNOMIAL
    return check


@dataclass(frozen=True, slots=True)
class SheetCode:
    """A deck and a seed: together, one sheet."""

    deck: int
    """The deck's digest (35 bits)."""
    seed: int
    """32 bits, drawn from the text that is an event's seed (`seed_text`) or the user's."""

    @property
    def number(self) -> int:
        """Both as one number."""
        return self.deck << SEED_BITS | self.seed

    @property
    def key(self) -> bytes:
        """The key of this sheet's random numbers."""
        return self.number.to_bytes(9, "big")

    def __str__(self) -> str:
        """The code as it is printed."""
        number = SCHEME << DIGEST_BITS + SEED_BITS | self.number
        symbols = [number >> shift & 31 for shift in range(5 * (_SYMBOLS - 2), -1, -5)]
        text = "".join(ALPHABET[symbol] for symbol in (*symbols, compute_check(symbols)))
        return "-".join([PREFIX, text[:5], text[5:10], text[10:]])


# It shows how a code looks.
EXAMPLE_CODE = SheetCode(deck=0x2A1F2A3B5, seed=0x5C4D3E2F)


class OtherSchemeError(BadInputError):
    """A sound sheet code of another version, which draws other sheets."""


def parse_code(text: str) -> SheetCode:
    """Read a sheet code as typed by a person or copied from a page, where a line may end in its
    middle.

    Raises `BadInputError` for anything mistyped, `OtherSchemeError` for a sound code of another
    version.
    """
    typed = plain_symbols(text)
    if len(typed) == len(PREFIX) + _SYMBOLS:
        typed = typed.removeprefix(PREFIX)
    values = list_values(typed)
    short = shorten(" ".join(text.split()))
    if len(values) != _SYMBOLS:
        advice = f"A sheet code looks like {EXAMPLE_CODE} and is at the foot of the sheet."
        advice = " ".join([*_find_miscount(typed), advice])
        raise BadInputError(Problem(f"“{short}” is not a sheet code.", advice=advice))
    *symbols, check = values
    if compute_check(symbols) != check:
        raise BadInputError(
            Problem(
                f"“{short}” is mistyped: its check symbol does not match.",
                advice="Compare it with the sheet, symbol by symbol.",
            )
        )
    number = 0
    for symbol in symbols:
        number = number << 5 | symbol
    scheme, number = divmod(number, 1 << DIGEST_BITS + SEED_BITS)
    if scheme != SCHEME:
        raise OtherSchemeError(
            Problem(
                f"“{short}” was printed by another version of wordfleet-print.",
                advice="Print it again with that version.",
            )
        )
    return SheetCode(*divmod(number, 1 << SEED_BITS))


def _find_miscount(typed: str) -> list[str]:
    """Return what is wrong with what is almost a code: symbols that no code has, or how many are
    missing or too many; nothing for something else.
    """
    symbols = typed.removeprefix(PREFIX)
    missing = _SYMBOLS - len(symbols)
    if abs(missing) > MOST_MISCOUNTED:
        return []
    strange = dict.fromkeys(symbol for symbol in symbols if symbol not in ALPHABET)
    if strange:
        return [f"No sheet code has {join_words(map(quote, strange), 'or')}."]
    count = abs(missing)
    kind = "missing" if missing > 0 else "too many"
    return [f"{how_many(count, 'symbol')} {plural(count, 'is', 'are')} {kind}."]


def plain_symbols(text: str) -> str:
    """Return what was typed or copied as symbols of `ALPHABET`, without hyphens and invisible
    characters.
    """
    return "".join(text.split()).upper().translate(_LENIENT)


def list_values(typed: str) -> list[int]:
    """Return the values (0 … 31) of plain symbols; none if one of them is no symbol."""
    return [ALPHABET.index(symbol) for symbol in typed] if set(typed) <= set(ALPHABET) else []


def draw_code(deck: int, random: KeyedRandom) -> SheetCode:
    """Draw a code of the deck."""
    return SheetCode(deck, random.below(1 << SEED_BITS))


def parse_codes(texts: Iterable[str], field: str) -> list[SheetCode]:
    """Return sheet codes as they were typed; one that is typed in several words is one code.

    Raises `BadInputError` with every text that is no code, by the place of its first word.
    """
    # By the place of each code's first word among the texts
    typed_codes: dict[int, str] = {}
    first = 0
    for place, text in enumerate(texts):
        # A code copied from a PDF may come apart at its hyphens; whatever does not start a code
        # belongs to the last one
        if typed_codes and not text.strip().upper().startswith(PREFIX):
            typed_codes[first] += f" {text}"
        else:
            first = place
            typed_codes[first] = text
    codes: list[SheetCode] = []
    problems: list[Problem] = []
    for place, text in typed_codes.items():
        try:
            codes.append(parse_code(text))
        except BadInputError as error:
            problems.append(replace(error.summary, field=field, place=(place,)))
    if problems:
        raise BadInputError("Some sheet codes cannot be read.", problems)
    return codes
