"""Sheet codes: `WF-` and Crockford base32 of deck digest and seed, closed by a check symbol.

Douglas Crockford, "Base 32": no I, L, O, U; hyphens and case ignored; O reads as 0, I and L as 1; the check symbol
is the number modulo 37. Of its 37 symbols five (`*~$=U`) are awkward to type in a shell or read aloud, so seeds whose
check would be one of them are passed over: every code here is letters and digits only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import DIGEST_BITS
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.wording import shorten

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PREFIX = "WF"
SEED_BITS = 40
CHECK_MODULUS = 37

_SYMBOLS = (DIGEST_BITS + SEED_BITS) // 5
_PAIRS = [high + low for high in ALPHABET for low in ALPHABET]
_HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufffe"
"""What comes along when text is copied from a PDF: soft hyphens, joiners, marks; U+FFFE is a line's last hyphen."""
_LENIENT = str.maketrans("OIL", "011", _HYPHENS + _UNSEEN)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """A deck's digest (25 bits) and a seed (40 bits): together, one sheet."""

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

    @property
    def is_sayable(self) -> bool:
        """Whether the check symbol is a plain letter or digit."""
        return self.number % CHECK_MODULUS < len(ALPHABET)

    def __str__(self) -> str:
        return code_text(self.deck, self.seed)


def code_text(deck: int, seed: int) -> str:
    """The code of a deck's digest and a seed as it is printed."""
    check = ALPHABET[(deck << SEED_BITS | seed) % CHECK_MODULUS]
    return (
        f"{PREFIX}-{_PAIRS[deck >> 15]}{_PAIRS[deck >> 5 & 1023]}{ALPHABET[deck & 31]}"
        f"-{_PAIRS[seed >> 30]}{_PAIRS[seed >> 20 & 1023]}"
        f"-{_PAIRS[seed >> 10 & 1023]}{_PAIRS[seed & 1023]}{check}"
    )


def parse_code(text: str) -> SheetCode:
    """Read a sheet code as typed by a person or copied from a page, where a line may end in its middle.

    Raises `BadInputError` for anything mistyped.
    """
    symbols = "".join(text.split()).upper().translate(_LENIENT)
    if len(symbols) == len(PREFIX) + _SYMBOLS + 1:
        symbols = symbols.removeprefix(PREFIX)
    if len(symbols) != _SYMBOLS + 1 or any(symbol not in ALPHABET for symbol in symbols):
        raise BadInputError(
            f"“{_short(text)}” is not a sheet code.",
            tip=f"A sheet code looks like {SheetCode(0x1F2A3B, 0x5C4D3E2F7A)} and stands at the foot of the sheet.",
        )
    number = 0
    for symbol in symbols[:-1]:
        number = number << 5 | ALPHABET.index(symbol)
    if number % CHECK_MODULUS != ALPHABET.index(symbols[-1]):
        raise BadInputError(
            f"“{_short(text)}” is mistyped: its check symbol does not match.",
            tip="Compare it with the sheet, symbol by symbol.",
        )
    return SheetCode(number >> SEED_BITS, number & ((1 << SEED_BITS) - 1))


def key_of(number: int) -> bytes:
    """What the draws of the sheet with this number are keyed with."""
    return number.to_bytes(9, "big")


def draw_seeds(deck: int, draw: Draw) -> Iterator[int]:
    """An endless row of seeds whose codes of this deck are letters and digits only."""
    before = (deck << SEED_BITS) % CHECK_MODULUS
    halves = draw.bits(SEED_BITS // 2)
    for high, low in zip(halves, halves, strict=True):
        seed = high << SEED_BITS // 2 | low
        if (before + seed) % CHECK_MODULUS < len(ALPHABET):
            yield seed


def draw_code(deck: int, draw: Draw) -> SheetCode:
    """A fresh code of the deck whose check symbol is a plain letter or digit."""
    return SheetCode(deck, next(draw_seeds(deck, draw)))


def _short(text: str) -> str:
    return shorten(" ".join(text.split()))
