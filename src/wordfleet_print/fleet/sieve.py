"""`Sieve`: looks through many keys for fleets of the ratings wanted, far faster than drawing each and rating it."""

from __future__ import annotations

from collections.abc import Sequence

from wordfleet_print.fleet.choice import FOR_WORDS, any_clash
from wordfleet_print.fleet.draw import SPAN, first_numbers
from wordfleet_print.game import Fairness

ANY_RATING = 0, SPAN
"""A band that holds every rating."""


class Sieve:
    """Finds the fleets that keys draw from these pools, one for each ship.

    It passes over keys whose fleet takes a second draw, because two words clash or to keep the odds even.
    """

    def __init__(self, pools: Sequence[tuple[str, ...]], fairness: Fairness) -> None:
        scale = _Scale(fairness, sum(len(pool[0]) for pool in pools))
        weights = {pool: list(map(scale.weigh, pool)) for pool in set(pools)}
        backwards = pools[::-1]  # as the numbers come
        self._numbers = first_numbers(FOR_WORDS, len(pools))
        self._pools = backwards
        self._weights = [weights[pool] for pool in backwards]
        self._sizes = [len(pool) for pool in backwards]
        self._even = SPAN - max(self._sizes)
        self._scale = scale

    def find(self, key: bytes, band: tuple[int, int]) -> tuple[tuple[str, ...], int] | None:
        """The words that `choose_words` draws for this key and how `rate` rates them, if that is in the band."""
        numbers, sizes, scale = self._numbers(key), self._sizes, self._scale
        load = scale.empty
        for weights, number, size in zip(self._weights, numbers, sizes, strict=True):
            load += weights[number % size]
        rating = scale.read(load)
        if not band[0] <= rating <= band[1] or max(numbers) >= self._even:
            return None
        drawn = zip(self._pools, numbers, sizes, strict=True)
        words = tuple([pool[number % size] for pool, number, size in drawn])[::-1]
        return None if any_clash(words) else (words, rating)


class _Scale:
    """Rates a fleet by a sum, to which each letter adds its weight: two counters for every question side by side in one
    number, of which only the highest bits are read.

    One counts letters that the question asks for up, from just below its highest bit: set, there is such a letter. The
    other counts letters that have been asked for by then down, from so many above its highest bit that it is set until
    enough are known.
    """

    def __init__(self, fairness: Fairness, letters: int) -> None:
        order, known = fairness.question_order, fairness.known_letters
        bits = max(letters, known).bit_length() + 1
        places = [1 << bits * question for question in range(len(order))]
        half, ones = bits * len(order), sum(places)
        there = ones << bits - 1
        self._letters = {
            letter: place - (sum(places[question:]) << half)
            for question, (letter, place) in enumerate(zip(order, places, strict=True))
        }
        self._there, self._unknown = there, there << half
        self._weight = fairness.weight
        self.empty = there - ones + (there + ones * (known - 1) << half)
        """What lies on it before a word does."""

    def weigh(self, word: str) -> int:
        """What a word adds."""
        return sum(map(self._letters.__getitem__, word))

    def read(self, load: int) -> int:
        """The rating: `rate` of the words that have been added."""
        return self._weight * (load & self._there).bit_count() + (load & self._unknown).bit_count() + 1
