"""Word messages: how many, which, what was probably meant; fractions as rulebooks print them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice

# Characters of a user's text that a message shows.
LONGEST = 40
# How similar an unknown word must be to a known one, from 0 to 1, to be a near miss.
ALIKE = 0.6
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)


def in_words(number: int) -> str:
    """Return a number as rulebooks write it: a word from zero to twenty, else digits.

    Raises `TypeError` for anything but a whole number.
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"in_words takes a whole number, not {number}")
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def plural(number: int, singular: str, many: str = "") -> str:
    """Return the word for a number of things: `plural(2, "mine")` is “mines”. Give `many` where an
    s is not enough.
    """
    return singular if number == 1 else many or f"{singular}s"


def count_in_words(number: int, singular: str, many: str = "") -> str:
    """Return a number in words and what it counts: “two mines”. Raises `TypeError` as `in_words`
    does.
    """
    return f"{in_words(number)} {plural(number, singular, many)}"


def how_many(number: int, singular: str, many: str = "") -> str:
    """Return a number in digits and what it counts: “1 sheet”, “1,200 sheets”."""
    return f"{number:,} {plural(number, singular, many)}"


def join_words(parts: Iterable[str], last: str = "and") -> str:
    """Return “one, two and three”, or with another word than “and”; "" for nothing."""
    *first_parts, end = [*parts] or [""]
    return f"{', '.join(first_parts)} {last} {end}" if first_parts else end


def list_ranges(numbers: Iterable[int]) -> str:
    """Return whole numbers in order, those in a row as a range: “1–12, 14”."""
    ranges: list[list[int]] = []  # first and last number of each
    for number in sorted({*numbers}):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    texts = [f"{first}–{last}" if first < last else str(first) for first, last in ranges]
    return ", ".join(texts)


def some_of(names: Sequence[object], most: int) -> str:
    """Return the first few names, and how many more there are: “Ann, Ben and 12 more”."""
    more = len(names) - most
    some = ", ".join(map(str, names[:most]))
    return f"{some} and {more:,} more" if more > 0 else some


def first_lines(lines: Iterable[str], most: int, end: str = "") -> Iterator[str]:
    """Yield the first few lines, and one for the others: “… and 12 more”, then `end`."""
    rest = iter(lines)
    yield from islice(rest, most)
    if more := sum(1 for _ in rest):
        yield f"{and_more(more)}{end}"


def and_more(more: int) -> str:
    """Return the line that says how many more there are."""
    return f"… and {more:,} more"


def near_misses(
    word: str, choices: Iterable[str], most: int = 1, *, alike: float = ALIKE
) -> list[str]:
    """Return those of the choices that are similar to a word, the most similar first."""
    from difflib import get_close_matches

    return get_close_matches(word, list(choices), n=most, cutoff=alike)


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return “did you mean tracker?” for a word that is none of the choices; "" if none is similar.
    Case does not count.
    """
    by_small_letters = {choice.casefold(): choice for choice in choices}
    similar = near_misses(word.casefold(), by_small_letters)
    return f"did you mean {by_small_letters[similar[0]]}?" if similar else ""


def suggestion(word: str, choices: Sequence[str], what: str) -> str:
    """Return a tip on a word that is none of the choices: “Did you mean animals?”; if none is
    similar, all of them: “Themes: animals, space.”
    """
    advice = did_you_mean(word, choices)
    if advice:
        return f"D{advice[1:]}"
    return f"{what}: {', '.join(choices) or 'none'}."


def shorten(text: str, most: int = LONGEST) -> str:
    """Return the text, cut with an ellipsis if it has more than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def escape_unprintable(text: str) -> str:
    """Return the text with code points in place of characters that could upset a terminal."""
    return "".join(map(_escape_character, text))


def _escape_character(char: str) -> str:
    return char if char.isprintable() else f"<U+{ord(char):04X}>"


def quote(text: str) -> str:
    """Return the text in quotation marks, shortened, without characters that could upset a
    terminal.
    """
    return f"“{escape_unprintable(shorten(text))}”"


def slug(text: str, most: int | None = 60) -> str:
    """Return the text in lowercase ASCII letters and digits, safe as a file name on every system;
    it may be empty.

    anyascii transcribes it, except for a few letters that file names spell in another way. Emoji
    are left out.
    """
    from anyascii import anyascii

    # A letter with an accent becomes two characters, of which the accent goes below
    text = unicodedata.normalize("NFKD", text.replace("'", "-")).replace("Ξ", "Ks").lower()
    text = _LEFT_OUT.sub("", text.translate(_OWN_TRANSCRIPTIONS))
    # anyascii writes Chinese characters without spaces: 王小明 would be one word
    ascii_text = anyascii(_CHINESE.sub(r"\1 ", text)).lower()
    ascii_text = _JOINING_SIGNS.sub("", ascii_text)
    return re.sub("[^a-z0-9]+", "-", ascii_text).strip("-")[:most].strip("-")


# Symbols, emoji, and the signs for voiced sounds in Japanese.
_LEFT_OUT = re.compile("[\u25a0-\u27bf\u3099\u309a\U0001f000-\U0001ffff]")
_CHINESE = re.compile("([\u4e00-\u9fff])")
# Apostrophes of transcriptions, and commas between thousands: no word ends there.
_JOINING_SIGNS = re.compile(r"'|(?<=\d),(?=\d)")
# Greek and Cyrillic letters that file names spell in another way than anyascii.
_OWN_TRANSCRIPTIONS = str.maketrans(
    {"β": "b", "η": "e", "υ": "u", "φ": "ph", "χ": "kh", "є": "e", "ћ": "tsh", "ю": "iu", "я": "ia"}
)


# How fractions are printed that rules name.
FRACTIONS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def write_fraction(number: Fraction) -> str:
    """Return a number in digits, with a fraction: `3½`. Raises `KeyError` for a fraction that is
    not in `FRACTIONS`.
    """
    whole, rest = divmod(number, 1)
    return f"{whole or ''}{FRACTIONS[rest]}" if rest else str(whole)
