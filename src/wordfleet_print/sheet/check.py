"""The check symbol of a sheet code: Damm's algorithm with symbols for the elements of the field of 32.

H. Michael Damm, "Total anti-symmetrische Quasigruppen" (Marburg 2004): each step adds a symbol to what came before and
multiplies by an element other than 0 and 1, here by the root x of x⁵ + x² + 1; the check symbol is what remains. So
the symbol at place i from the end counts xⁱ-fold, as in a Reed–Solomon code. All these factors differ: any one symbol
changed, any two exchanged, and any two equal ones changed into another two, wherever they stand, change the check.
"""

from __future__ import annotations

from collections.abc import Iterable

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
