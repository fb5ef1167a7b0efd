"""Sheet codes made by the book, apart from the programme's own tables."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
OF_SCHEME_1 = (
    "WF-P78NB-PZJS-GWZXF",
    "WF-R23TV-QJXH-W5M3G",
    "WF-R23TV-FNFA-M3FC0",
)
"""Codes that sheets bore before they had a scheme in them."""


def times_x(element: int) -> int:
    """X times an element of GF(2)[x] modulo x⁵ + x² + 1, whose polynomial is written as a number, bit by bit."""
    return element << 1 if element < 16 else element << 1 ^ 0b100101


def made_code(scheme: int, deck: int, seed: int) -> str:
    """A sound code: 3 bits of scheme, 35 of deck, 32 of seed; the check symbol is the sum of xⁱ times the ith of the
    other symbols, counted from the end.
    """
    number = (scheme << 35 | deck) << 32 | seed
    symbols = [number >> shift & 31 for shift in range(65, -1, -5)]
    check = 0
    for place, symbol in enumerate(reversed(symbols), start=1):
        product = symbol
        for _ in range(place):
            product = times_x(product)
        check ^= product
    text = "".join(ALPHABET[symbol] for symbol in [*symbols, check])
    return f"WF-{text[:5]}-{text[5:10]}-{text[10:]}"
