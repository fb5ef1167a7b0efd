"""Choosing a fleet's words, counting its letters, rating how hard it is to find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.game import Fairness

MAX_TRIES = 5_000


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet's words in the order of its ships, its letter counts (A–Z order, no zeros) and its rating."""

    words: tuple[str, ...]
    manifest: dict[str, int]
    rating: int


def choose_fleet(
    words: Mapping[int, tuple[str, ...]], lengths: tuple[int, ...], fairness: Fairness, draw: Draw
) -> Fleet:
    """Different words for ships of these lengths, none inside another (C-06, C-07, C-11), each set equally likely.

    Raises `BadInputError` where the lists hold no such fleet.
    """
    lists = [words[length] for length in lengths]
    for _ in range(MAX_TRIES):
        chosen = tuple([draw.choice(options) for options in lists])
        if not any_inside_another(chosen):
            manifest = count_letters(chosen)
            return Fleet(chosen, manifest, rate(manifest, fairness))
    raise BadInputError(
        "No fleet can be made of these words: some word always repeats or stands inside another.",
        tip="Add more words of each length.",
    )


def any_inside_another(words: tuple[str, ...]) -> bool:
    """Whether some word repeats or is a part of another."""
    # Joined with a separator, each word must be found once and no more: its own place.
    text = "|".join(words)
    return any(text.find(word, text.find(word) + 1) >= 0 for word in words)


def count_letters(words: tuple[str, ...]) -> dict[str, int]:
    """The manifest: how many of each letter the whole fleet holds (C-12), in A–Z order."""
    return dict(sorted(Counter("".join(words)).items()))


def rate(manifest: Mapping[str, int], fairness: Fairness) -> int:
    """7·D + Q: different letters D, and letter questions Q until enough letters are accounted for (WORDS.md)."""
    known = questions = 0
    for letter in fairness.question_order:
        questions += 1
        known += manifest.get(letter, 0)
        if known >= fairness.known_letters:
            break
    return fairness.weight * len(manifest) + questions


def rating_label(rating: int, fairness: Fairness) -> str:
    """`easy`, `medium` or `hard` to find, by letter variety."""
    if rating < fairness.easy_below:
        return "easy"
    return "hard" if rating > fairness.hard_above else "medium"
