"""`Sieve`: looks through many keys for fleets of the ratings wanted, far faster than drawing each and rating it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mod
from string import ascii_uppercase

from wordfleet_print.fleet.choice import FOR_WORDS, any_clash
from wordfleet_print.fleet.draw import SPAN, first_numbers
from wordfleet_print.game import Fairness, Question


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
        self._empty, self._read = scale.empty, scale.read

    def find(self, key: bytes, band: tuple[int, int]) -> tuple[tuple[str, ...], int] | None:
        """The words that `choose_words` draws for this key and how `rate` rates them, if that is in the band."""
        numbers = self._numbers(key)
        places = list(map(mod, numbers, self._sizes))
        rating = self._read(sum(map(list.__getitem__, self._weights, places), self._empty))
        if not band[0] <= rating <= band[1] or max(numbers) >= self._even:
            return None
        words = tuple([pool[place] for pool, place in zip(self._pools, places, strict=True)])[::-1]
        return None if any_clash(words) else (words, rating)


class _Scale:
    """Rates a fleet by a sum, to which each letter adds its weight: rows of counters, one for each letter, side by side
    in one number.

    The first row counts letters in the order of a question that asks for all of them: its highest counter that is not
    zero tells how many questions that takes. Times the last row, the same backwards, it has the sum of the squares in
    its middle. Between them are other questions; where one is done sooner, its row counts down, from so many that a
    counter's highest bit is set until enough letters are known.
    """

    def __init__(self, fairness: Fairness, letters: int) -> None:
        lasts = [question for question in fairness.questions if question.known == letters]
        self._different, self._squares = fairness.different, fairness.squares
        self._bits = (letters**2 if self._squares else 2 * letters).bit_length()
        self._ones = sum(1 << self._bits * place for place in range(len(ascii_uppercase)))
        self._highest = self._ones << self._bits - 1
        self._letters = dict.fromkeys(ascii_uppercase, 0)
        self._rows = 0
        self.empty = 0
        """What lies on it before a word does."""
        order = lasts[0].order if lasts else ascii_uppercase
        if lasts or self._different or self._squares:
            self._count(order)
        self._weight = lasts[0].weight if lasts else 0
        self._first = (1 << self._bits * len(ascii_uppercase) * self._rows) - 1
        self._lasts = [(self._first << (row := self._count(q.order)), row, q.weight) for q in lasts[1:]]
        self._asked = [(self._count_down(q), q.weight) for q in fairness.questions if q.known < letters]
        self._backwards = self._count(order[::-1]) if self._squares else 0
        self._middle = self._bits * (len(ascii_uppercase) - 1)
        self._counter = (1 << self._bits) - 1
        self._all_but = self._highest - self._ones

    def _count(self, order: str) -> int:
        """Another row that counts letters; how many bits lie below it."""
        row = self._another_row(0)
        for place, letter in enumerate(order):
            self._letters[letter] += 1 << row + self._bits * place
        return row

    def _count_down(self, question: Question) -> int:
        """Another row, that counts down; its counters' highest bits."""
        row = self._another_row(self._highest + self._ones * (question.known - 1))
        for place, letter in enumerate(question.order):
            below = (1 << self._bits * place) - 1
            self._letters[letter] -= (self._ones & ~below) << row
        return self._highest << row

    def _another_row(self, start: int) -> int:
        row = self._bits * len(ascii_uppercase) * self._rows
        self._rows += 1
        self.empty += start << row
        return row

    def weigh(self, word: str) -> int:
        """What a word adds."""
        return sum(map(self._letters.__getitem__, word))

    def read(self, load: int) -> int:
        """The rating: `rate` of the words that have been added."""
        counts = load & self._first
        rating = self._weight * -(-counts.bit_length() // self._bits)
        if self._different:
            rating += self._different * (counts + self._all_but & self._highest).bit_count()
        if self._squares:
            rating += self._squares * (counts * (load >> self._backwards) >> self._middle & self._counter)
        for row, below, weight in self._lasts:
            rating += weight * -(-((load & row).bit_length() - below) // self._bits)
        for highest, weight in self._asked:
            rating += weight * ((load & highest).bit_count() + 1)
        return rating
