"""Numbers as rulebooks write them: in words, with what they count, with fractions."""

from __future__ import annotations

from fractions import Fraction

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)

FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
"""How the portions that rules name are printed."""


def in_words(number: int) -> str:
    """A number as rulebooks write it: a word from zero to twenty, digits beyond.

    Raises `TypeError` for anything but a whole number. Source: the usual house style of publishers.
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"in_words takes a whole number, not {number!r}")
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def counted(number: int, one: str, many: str = "") -> str:
    """A number in words and what it counts: `one mine`, `two mines`.

    Raises `TypeError` as `in_words` does. Source: English plurals; give `many` where an s is not enough.
    """
    return f"{in_words(number)} {one if number == 1 else many or one + 's'}"


def written(number: Fraction) -> str:
    """A number in digits, what is left of a whole one as a fraction: `3½`.

    Raises `KeyError` for a portion that rules have no name for. Source: `FRACTIONS`.
    """
    whole, rest = divmod(number, 1)
    return f"{whole or ''}{FRACTIONS[rest]}" if rest else str(whole)
