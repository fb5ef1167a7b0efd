"""A fleet: words chosen, rated, sought, placed; launch codes dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import mod
from string import ascii_uppercase

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.random import SPAN, KeyedRandom, first_numbers
from wordfleet_print.fleet.word_lists import load_pairs
from wordfleet_print.games import Edition, Fairness, Question

FOR_WORDS = b"words"
"""The purpose that a fleet's words are drawn for."""

MOST_CHOICES = 5_000


def choose_words(pools: Sequence[Sequence[str]], draw: KeyedRandom) -> tuple[str, ...]:
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
        field="words",
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

    # Say ABBA (2 A, 2 B) lies on it, asked for from A to Z, in counters of 5 bits:
    #   its first row is …00000 00010 00010 (C, B, A); bit 7 is highest, in counter 2: 2 questions;
    #   01111 added to each counter: …01111 10001 10001; two highest bits set: 2 different letters;
    #   times the row backwards, counter 25 of 0 to 50 is 01000: 2 · 2 + 2 · 2 = 8.
    #   A row that counts down to 3 letters known starts with 10010 everywhere; A takes 2 from its
    #   counter and those above, B 2 from all but A's: …01110 01110 10000; one highest bit is left:
    #   3 are known one question later, at the 2nd.

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


MOST_PLACEMENTS = 20_000


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a ship lies: its first square (column and row from 0) and whether it runs across or down."""

    column: int
    row: int
    across: bool

    def squares(self, letters: int) -> Iterator[tuple[int, int]]:
        """(column, row) of each letter, in reading order."""
        for i in range(letters):
            yield (self.column + i, self.row) if self.across else (self.column, self.row + i)


@dataclass(frozen=True, slots=True)
class _Option:
    """A placement with its squares, and the squares no other ship may use, as bit masks over the grid."""

    placement: Placement
    squares: int
    closed: int


def place_fleet(edition: Edition, draw: KeyedRandom) -> tuple[Placement, ...]:
    """A placement for each ship, in the fleet's order; every lawful arrangement is equally likely.

    Whole arrangements are drawn until one is lawful: placing ship by ship would favour some.
    Raises `BadInputError` where the grid is too crowded to find one.
    """
    grid, apart = edition.grid, edition.touching == "forbidden"
    options = [_options(grid.columns, grid.rows, letters, apart) for letters in edition.lengths]
    for _ in range(MOST_PLACEMENTS):
        closed = 0
        placements = []
        for ship_options in options:
            option = draw.choice(ship_options)
            if option.squares & closed:
                break
            closed |= option.closed
            placements.append(option.placement)
        else:
            return tuple(placements)
    raise BadInputError(
        f"The fleet of {edition.fleet_letters} letters does not fit a {grid.columns} × {grid.rows} grid"
        + (" without touching." if apart else ".")
    )


@cache
def _options(columns: int, rows: int, letters: int, apart: bool) -> tuple[_Option, ...]:
    placements = [
        Placement(column, row, across)
        for across in (True, False)
        for row in range(rows if across else rows - letters + 1)
        for column in range(columns - letters + 1 if across else columns)
    ]
    return tuple(_option(placement, letters, columns, rows, apart) for placement in placements)


def _option(placement: Placement, letters: int, columns: int, rows: int, apart: bool) -> _Option:
    squares = list(placement.squares(letters))
    reach = 1 if apart else 0
    around = {
        (x + dx, y + dy)
        for x, y in squares
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
        if 0 <= x + dx < columns and 0 <= y + dy < rows
    }
    return _Option(
        placement, sum(1 << (y * columns + x) for x, y in squares), sum(1 << (y * columns + x) for x, y in around)
    )
