"""A fleet: its words and their difficulty, its ships placed on the grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from string import ascii_uppercase
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import load_pairs
from wordfleet_print.games.word_fleet.model import Edition, Fairness

# Fleets tried before a list is refused: in the packaged lists one in some hundred has words that
# clash.
MOST_CHOICES = 5_000


def choose_words(pools: Sequence[Sequence[str]], random: KeyedRandom) -> tuple[str, ...]:
    """Choose a word from each pool, one for each ship (C-06, C-07); no two clash. Each such fleet
    is equally likely.

    Raises `BadInputError` where the pools hold no such words.
    """
    for _ in range(MOST_CHOICES):
        words = tuple(map(random.choice, pools))
        if not has_clash(words):
            return words
    raise BadInputError(
        Problem(
            "No fleet can be made of these words: some word always repeats, is part of another or "
            "makes an awkward pair.",
            "words",
            advice="Add more words of each length.",
        )
    )


def has_clash(words: Collection[str]) -> bool:
    """Return whether a word repeats or is part of another (C-11), or two of them make an unhappy
    pair.
    """
    return has_word_inside_another(words) or has_unhappy_pair(words)


def has_word_inside_another(words: Collection[str]) -> bool:
    """Return whether a word repeats or is part of another."""
    # “SEA|TEA|SEAT” has SEA twice: in its own place and in SEAT. Without such words each is found
    # exactly once.
    joined = "|".join(words)
    return sum(joined.count(word) for word in words) > len(words)


def has_unhappy_pair(words: Collection[str]) -> bool:
    """Return whether two of the words, in any order, are a pair of
    `wordlists/screens/pairs.txt`.
    """
    partners = load_pairs()
    return any(not partners[word].isdisjoint(words) for word in words if word in partners)


def count_letters(words: Iterable[str], alphabet: str = ascii_uppercase) -> dict[str, int]:
    """Count each letter of the fleet, for the manifest (C-12), in the order of the alphabet."""
    counts = Counter("".join(words))
    return {letter: counts[letter] for letter in alphabet if letter in counts}


def measure_difficulty(words: Iterable[str], fairness: Fairness) -> int:
    """Return how hard the fleet is to find (docs/fairness.md); a higher difficulty is harder.

    It is `different` times the number of different letters, plus `squares` times the sum of the
    squares of their counts, plus for each question `weight` times the number of the question that
    finds the letter `known` of the fleet. The words must have at least `known` letters.
    """
    # Say SEAT and TEA, with different 4, squares -1, and one question of weight 2 in the order
    # ETAOINS… that goes on until all 7 letters are known. The letters are E, T and A twice each,
    # and S: 4 different ones, whose squares are 4 + 4 + 4 + 1 = 13. E is asked for first, T second,
    # A third, S seventh, so the questions that find the letters are 1 1 2 2 3 3 7, and the last one
    # is 7. The difficulty is 4 · 4 - 13 + 2 · 7 = 17.
    letters = "".join(words)
    # Counting each letter of SEATTEA gives 1 2 2 2 2 2 2: the sum, 13, is that of the squares.
    sum_of_squares = sum(letters.count(letter) for letter in letters)
    difficulty = fairness.different * len({*letters}) + fairness.squares * sum_of_squares
    for question in fairness.questions:
        # The number of the question that finds each letter, from 0, the earliest first
        found_by = sorted(question.order.index(letter) for letter in letters)
        difficulty += question.weight * (found_by[question.known - 1] + 1)
    return difficulty


def name_difficulty(difficulty: int, fairness: Fairness) -> str:
    """Return `easy`, `medium` or `hard`."""
    if difficulty < fairness.easy_below:
        return "easy"
    return "hard" if difficulty > fairness.hard_above else "medium"


# Arrangements tried before a grid is called too crowded.
MOST_PLACEMENTS = 20_000


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a ship is: its first square (column and row from 0) and whether it runs across or
    down.
    """

    column: int
    row: int
    across: bool

    def squares(self, length: int) -> Iterator[tuple[int, int]]:
        """(column, row) of each letter, in reading order."""
        for i in range(length):
            yield (self.column + i, self.row) if self.across else (self.column, self.row + i)


def place_fleet(edition: Edition, random: KeyedRandom) -> tuple[Placement, ...]:
    """Place each ship, in the fleet's order; every lawful arrangement is equally likely.

    Raises `BadInputError` where the grid is too crowded to find one.
    """
    grid = edition.grid
    apart = edition.touching == "forbidden"
    options = [_list_options(grid.columns, grid.rows, length, apart) for length in edition.lengths]
    # Whole arrangements are drawn until one is lawful. Placing ship by ship around the ones before
    # would favor arrangements in which the first ships leave little room.
    for _ in range(MOST_PLACEMENTS):
        closed_mask = 0
        placements = []
        for ship_options in options:
            option = random.choice(ship_options)
            if option.squares_mask & closed_mask:
                break
            closed_mask |= option.closes_mask
            placements.append(option.placement)
        else:
            # All ships are placed
            return tuple(placements)
    raise BadInputError(
        f"The fleet of {edition.fleet_letters} letters does not fit a {grid.columns} × "
        f"{grid.rows} grid" + (" without touching." if apart else ".")
    )


class _Option(NamedTuple):
    """A place for a ship. A mask is a number with a bit for each square of the grid."""

    placement: Placement
    squares_mask: int
    """The squares that the ship takes."""
    closes_mask: int
    """The squares that no other ship may take then: its own, and if ships must not touch those
    around it.
    """


# The same 180 options for each ship of a length: listing them takes longer than to place the fleet
@cache
def _list_options(columns: int, rows: int, length: int, apart: bool) -> tuple[_Option, ...]:
    """Return all places on a grid for a ship of this length; `apart` says that ships must not
    touch.
    """
    options = []
    for placement in _list_placements(columns, rows, length):
        squares = [*placement.squares(length)]
        closed = _surround(squares, columns, rows) if apart else squares
        squares_mask = _mask_squares(squares, columns)
        closes_mask = _mask_squares(closed, columns)
        options.append(_Option(placement, squares_mask, closes_mask))
    return tuple(options)


def _list_placements(columns: int, rows: int, length: int) -> Iterator[Placement]:
    """Yield where a ship fits the grid: across in reading order, then down."""
    for row in range(rows):
        for column in range(columns - length + 1):
            yield Placement(column, row, across=True)
    for row in range(rows - length + 1):
        for column in range(columns):
            yield Placement(column, row, across=False)


def _surround(squares: Iterable[tuple[int, int]], columns: int, rows: int) -> set[tuple[int, int]]:
    """Return these squares and all around them on the grid, corners included."""
    around: set[tuple[int, int]] = set()
    for x, y in squares:
        near_columns = range(max(0, x - 1), min(columns, x + 2))
        near_rows = range(max(0, y - 1), min(rows, y + 2))
        around.update(product(near_columns, near_rows))
    return around


def _mask_squares(squares: Iterable[tuple[int, int]], columns: int) -> int:
    """Return a number in which the bit of each of these squares is set, counted row by row."""
    return sum(1 << (row * columns + column) for column, row in squares)
