"""Choosing a fleet's words, counting its letters, rating how hard it is to find."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from operator import getitem, mod

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.draw import SPAN, Draw, first_numbers
from wordfleet_print.game import Fairness

MAX_TRIES = 5_000


def choose_words(pools: Sequence[Sequence[str]], draw: Draw) -> tuple[str, ...]:
    """A word of each pool, one for each ship, all different and none inside another (C-06, C-07, C-11); each such
    fleet is equally likely.

    Raises `BadInputError` where the pools hold no such words.
    """
    for _ in range(MAX_TRIES):
        chosen = draw.choices(pools)
        if not any_inside_another(chosen):
            return tuple(chosen)
    raise BadInputError(
        "No fleet can be made of these words: some word always repeats or stands inside another.",
        tip="Add more words of each length.",
    )


def any_inside_another(words: Collection[str]) -> bool:
    """Whether some word repeats or is a part of another."""
    # Joined with a separator, each word must be found once and no more: its own place.
    return sum(map("|".join(words).count, words)) > len(words)


def count_letters(words: Iterable[str]) -> dict[str, int]:
    """The manifest: how many of each letter the whole fleet holds (C-12), in A–Z order."""
    manifest: dict[str, int] = {}
    for letter in sorted("".join(words)):
        manifest[letter] = manifest.get(letter, 0) + 1
    return manifest


def rate(words: Iterable[str], fairness: Fairness) -> int:
    """7·D + Q: different letters D, and letter questions Q until enough letters are accounted for (WORDS.md).

    The words hold `fairness.known_letters` letters or more.
    """
    asked = sorted("".join(words).encode().translate(_question_numbers(fairness.question_order)))
    return fairness.weight * len(set(asked)) + asked[fairness.known_letters - 1]


class Sieve:
    """Looks through many keys for fleets of the ratings wanted, some three times as fast as drawing each and rating it.

    Its draws are for `purpose`. It passes over keys whose fleet takes a second draw, because a word stands inside
    another or to keep the odds even: the next key is as good.
    """

    def __init__(
        self, words: Mapping[int, tuple[str, ...]], lengths: tuple[int, ...], fairness: Fairness, purpose: bytes
    ) -> None:
        table = _question_numbers(fairness.question_order)
        asked = {length: [word.encode().translate(table) for word in words[length]] for length in set(lengths)}
        self._numbers = first_numbers(purpose, len(lengths))
        backwards = lengths[::-1]  # as the numbers come
        self._words = [words[length] for length in backwards]
        self._asked = [asked[length] for length in backwards]
        self._sizes = [len(words[length]) for length in backwards]
        self._even = SPAN - max(self._sizes)
        self._weight = fairness.weight
        self._last_asked = fairness.known_letters - 1

    def find(self, key: bytes, band: tuple[int, int]) -> tuple[tuple[str, ...], int] | None:
        """The words that `choose_words` draws for this key and how `rate` rates them, if that is in the band."""
        numbers = self._numbers(key)
        places = list(map(mod, numbers, self._sizes))
        asked = b"".join(map(getitem, self._asked, places))
        rating = self._weight * len(set(asked)) + sorted(asked)[self._last_asked]
        if not band[0] <= rating <= band[1] or max(numbers) >= self._even:
            return None
        words = tuple([pool[place] for pool, place in zip(self._words, places, strict=True)])[::-1]
        return None if any_inside_another(words) else (words, rating)


@cache
def _question_numbers(order: str) -> bytes:
    """A table for `bytes.translate`: each letter becomes the number, from 1, of the question that asks for it."""
    return bytes.maketrans(order.encode(), bytes(range(1, len(order) + 1)))


def rating_label(rating: int, fairness: Fairness) -> str:
    """`easy`, `medium` or `hard` to find, by letter variety."""
    if rating < fairness.easy_below:
        return "easy"
    return "hard" if rating > fairness.hard_above else "medium"
