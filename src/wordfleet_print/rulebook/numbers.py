"""Portions as rulebooks write them."""

from __future__ import annotations

from fractions import Fraction

FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
"""How the portions that rules name are printed."""


def written(number: Fraction) -> str:
    """A number in digits, what is left of a whole one as a fraction: `3½`.

    Raises `KeyError` for a portion that rules have no name for. Source: `FRACTIONS`.
    """
    whole, rest = divmod(number, 1)
    return f"{whole or ''}{FRACTIONS[rest]}" if rest else str(whole)
