"""Choosing a fleet's words, counting its letters, rating how hard it is to find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.words import load_pairs
from wordfleet_print.game import Fairness

FOR_WORDS = b"words"
"""The purpose that a fleet's words are drawn for."""

MOST_CHOICES = 5_000


def choose_words(pools: Sequence[Sequence[str]], draw: Draw) -> tuple[str, ...]:
    """A word of each pool, one for each ship, all different, none inside another (C-06, C-07, C-11) and no two of them
    an unhappy pair; each such fleet is equally likely.

    Raises `BadInputError` where the pools hold no such words.
    """
    for _ in range(MOST_CHOICES):
        chosen = draw.choices(pools)
        if not any_clash(chosen):
            return tuple(chosen)
    raise BadInputError(
        "No fleet can be made of these words: some word always repeats, stands inside another"
        " or makes an unhappy pair.",
        tip="Add more words of each length.",
    )


def any_clash(words: Collection[str]) -> bool:
    """Whether some words cannot sail together: one repeats or is a part of another, or two make an unhappy pair."""
    return any_inside_another(words) or any_unhappy_pair(words)


def any_inside_another(words: Collection[str]) -> bool:
    """Whether some word repeats or is a part of another."""
    # Joined with a separator, each word must be found once and no more: its own place.
    return sum(map("|".join(words).count, words)) > len(words)


def any_unhappy_pair(words: Collection[str]) -> bool:
    """Whether two of the words, wherever they stand, are one of `wordlists/screens/pairs.txt`."""
    partners = load_pairs()
    if partners.keys().isdisjoint(words):
        return False
    return any(not partners[word].isdisjoint(words) for word in words if word in partners)


def count_letters(words: Iterable[str]) -> dict[str, int]:
    """The manifest: how many of each letter the whole fleet holds (C-12), in A–Z order."""
    manifest: dict[str, int] = {}
    for letter in sorted("".join(words)):
        manifest[letter] = manifest.get(letter, 0) + 1
    return manifest


def rate(words: Iterable[str], fairness: Fairness) -> int:
    """How hard the fleet is to find: by its different letters, the squares of their counts, and letter questions
    (docs/fairness.md).

    The words hold as many letters as the fleet has, so `known` of each question or more.
    """
    letters = "".join(words)
    counts = Counter(letters).values()
    rating = fairness.different * len(counts) + fairness.squares * sum(count * count for count in counts)
    for question in fairness.questions:
        asked = sorted(letters.encode().translate(_question_numbers(question.order)))
        rating += question.weight * asked[question.known - 1]
    return rating


@cache
def _question_numbers(order: str) -> bytes:
    """A table for `bytes.translate`: each letter becomes the number, from 1, of the question that asks for it."""
    return bytes.maketrans(order.encode(), bytes(range(1, len(order) + 1)))


def rating_label(rating: int, fairness: Fairness) -> str:
    """`easy`, `medium` or `hard` to find, by its rating."""
    if rating < fairness.easy_below:
        return "easy"
    return "hard" if rating > fairness.hard_above else "medium"
