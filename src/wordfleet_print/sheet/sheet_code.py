"""`WF-` and fifteen symbols: scheme, deck, seed, check.

H. Michael Damm, "Total anti-symmetrische Quasigruppen" (Marburg 2004): each step adds a symbol to what came before and
multiplies by an element other than 0 and 1, here by the root x of x⁵ + x² + 1; the check symbol is what remains. So
the symbol at place i from the end counts xⁱ-fold, as in a Reed–Solomon code. All these factors differ: any one symbol
changed, any two exchanged, and any two equal ones changed into another two, wherever they stand, change the check.

Douglas Crockford, "Base 32": no I, L, O, U; hyphens and case ignored; O reads as 0, I and L as 1. His check symbol,
the number modulo 37, passes two equal last symbols read as another two, and takes five signs that are no letters; ours
is that of `sheet.check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import DIGEST_BITS, SCHEME
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.wording import shorten

_POLYNOMIAL = 0b100101


def _times_x(element: int) -> int:
    double = element << 1
    return double ^ _POLYNOMIAL if double & 32 else double


TIMES = bytes(map(_times_x, range(32)))
"""x times each element."""
TIMES_TWICE = bytes(TIMES[element] for element in TIMES)
"""x² times each element."""
CHECKS = bytes(TIMES_TWICE[high] ^ TIMES[low] for high in range(32) for low in range(32))
"""The check of each two symbols, by `32 * first + second`. `TIMES_TWICE` of a check plus (XOR) that of the two symbols
that follow is the check of all.
"""


def check_of(symbols: Iterable[int]) -> int:
    """The check symbol (0 … 31) of symbols (0 … 31 each)."""
    check = 0
    for symbol in symbols:
        check = TIMES[check ^ symbol]
    return check


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PREFIX = "WF"
SCHEME_BITS, SEED_BITS = 3, 32

_SYMBOLS = (SCHEME_BITS + DIGEST_BITS + SEED_BITS) // 5 + 1
_SYMBOLS_BEFORE, _MODULUS_BEFORE = 14, 37
"""The symbols of scheme 1's codes, and what their number was divided by for the check symbol."""
_VALUES = {symbol: value for value, symbol in enumerate(ALPHABET)}
_PAIRS = [high + low for high in ALPHABET for low in ALPHABET]
_HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufffe"
"""What comes along when text is copied from a PDF: soft hyphens, joiners, marks; U+FFFE is a line's last hyphen."""
_LENIENT = str.maketrans("OIL", "011", _HYPHENS + _UNSEEN)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """A deck's digest (35 bits) and a seed (32 bits): together, one sheet."""

    deck: int
    seed: int

    @property
    def number(self) -> int:
        """Both as one number."""
        return self.deck << SEED_BITS | self.seed

    @property
    def key(self) -> bytes:
        """What this sheet's draws are keyed with."""
        return key_of(self.number)

    def __str__(self) -> str:
        return code_text(self.deck, self.seed)


class OtherSchemeError(BadInputError):
    """A sound sheet code of an earlier or a later version, which draws other sheets."""


def code_text(deck: int, seed: int) -> str:
    """The code of a deck's digest and a seed as it is printed."""
    head, shared, check = _deck_part(deck)
    shared |= seed >> 30
    first, second, third = seed >> 20 & 1023, seed >> 10 & 1023, seed & 1023
    check = TIMES_TWICE[TIMES[check ^ shared]] ^ CHECKS[first]
    check = TIMES_TWICE[TIMES_TWICE[check] ^ CHECKS[second]] ^ CHECKS[third]
    return f"{head}{ALPHABET[shared]}{_PAIRS[first]}-{_PAIRS[second]}{_PAIRS[third]}{ALPHABET[check]}"


@lru_cache(maxsize=64)
def _deck_part(deck: int) -> tuple[str, int, int]:
    """What the codes of a deck begin with; the deck's bits of the next symbol, which has two of the seed; the check."""
    bits = SCHEME << DIGEST_BITS | deck
    symbols = [bits >> shift & 31 for shift in range(DIGEST_BITS + SCHEME_BITS - 5, 0, -5)]
    text = "".join(map(ALPHABET.__getitem__, symbols))
    return f"{PREFIX}-{text[:5]}-{text[5:]}", (bits & 7) << 2, check_of(symbols)


def parse_code(text: str) -> SheetCode:
    """Read a sheet code as typed by a person or copied from a page, where a line may end in its middle.

    Raises `BadInputError` for anything mistyped, `OtherSchemeError` for a sound code of another version.
    """
    typed = plain_symbols(text)
    if len(typed) in (len(PREFIX) + _SYMBOLS, len(PREFIX) + _SYMBOLS_BEFORE):
        typed = typed.removeprefix(PREFIX)
    values = values_of(typed)
    if len(values) not in (_SYMBOLS, _SYMBOLS_BEFORE):
        raise _no_code(text)
    *symbols, check = values
    number = 0
    for symbol in symbols:
        number = number << 5 | symbol
    if len(typed) == _SYMBOLS_BEFORE:
        raise _earlier(text) if number % _MODULUS_BEFORE == check else _no_code(text)
    if check_of(symbols) != check:
        raise BadInputError(
            f"“{_short(text)}” is mistyped: its check symbol does not match.",
            tip="Compare it with the sheet, symbol by symbol.",
        )
    return _of_this_scheme(number, text)


def plain_symbols(text: str) -> str:
    """What was typed or copied as symbols of `ALPHABET`, without hyphens and what cannot be seen."""
    return "".join(text.split()).upper().translate(_LENIENT)


def values_of(typed: str) -> list[int]:
    """The values (0 … 31) of plain symbols; none where one of them is no symbol."""
    return [_VALUES[symbol] for symbol in typed] if _VALUES.keys() >= set(typed) else []


def _of_this_scheme(number: int, text: str) -> SheetCode:
    """The parts of a sound code."""
    scheme, number = divmod(number, 1 << DIGEST_BITS + SEED_BITS)
    if scheme < SCHEME:
        raise _earlier(text)
    if scheme > SCHEME:
        raise OtherSchemeError(
            f"“{_short(text)}” was printed by a later wordfleet-print.", tip="Print it again with that version."
        )
    return SheetCode(*divmod(number, 1 << SEED_BITS))


def _no_code(text: str) -> BadInputError:
    return BadInputError(
        f"“{_short(text)}” is not a sheet code.",
        tip=f"A sheet code looks like {SheetCode(0x2A1F2A3B5, 0x5C4D3E2F)} and stands at the foot of the sheet.",
    )


def _earlier(text: str) -> OtherSchemeError:
    return OtherSchemeError(
        f"“{_short(text)}” was printed by an earlier wordfleet-print.",
        tip=f"Print it again with that version. Codes of this one have {_SYMBOLS} letters and digits after {PREFIX}-.",
    )


def key_of(number: int) -> bytes:
    """What the draws of the sheet with this number are keyed with."""
    return number.to_bytes(9, "big")


def draw_seeds(draw: KeyedRandom) -> Iterator[int]:
    """An endless row of seeds."""
    return draw.bits(SEED_BITS)


def draw_code(deck: int, draw: KeyedRandom) -> SheetCode:
    """A fresh code of the deck."""
    return SheetCode(deck, next(draw_seeds(draw)))


def _short(text: str) -> str:
    return shorten(" ".join(text.split()))
