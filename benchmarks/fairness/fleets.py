"""Fleets as the programme deals them, with their letters as numbers, and the pairs that may meet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.fleets import rate
from wordfleet_print.game import Fairness

Numbers = NDArray[np.int64]
Chance = np.random.Generator
TRIED_AT_ONCE = 400_000
"""Random pairs that are looked through at a time."""
MOST_TRIED = 12_000_000


@dataclass(frozen=True)
class Fleets:
    """So many fleets of a deck: their words; `letters`, a row for each fleet with the number (A is 0) of each ship's
    letters in turn; `counts`, how many of each letter a fleet holds.
    """

    deck: Deck
    words: tuple[tuple[str, ...], ...]
    letters: Numbers
    counts: Numbers

    def ratings(self, fairness: Fairness) -> Numbers:
        """What these rules rate each of them."""
        return np.array([rate(words, fairness) for words in self.words])


def draw_fleets(deck: Deck, seed: str, count: int) -> Fleets:
    """So many fleets as the keys of a seed draw them."""
    words = tuple(deck.draw_fleet(f"{seed} {number}".encode())[0] for number in range(count))
    letters = np.array([[ord(letter) - ord("A") for letter in "".join(fleet)] for fleet in words])
    counts = np.array([np.bincount(row, minlength=26) for row in letters])
    return Fleets(deck, words, letters, counts)


def draw_pairs(fleets: Fleets, fairness: Fairness | None, chance: Chance, wanted: int) -> tuple[Numbers, float]:
    """At most so many pairs of fleets that share no word and are comparable, or any without `fairness`; and which share
    of random pairs that is.
    """
    ratings = None if fairness is None else fleets.ratings(fairness)
    sets = [frozenset(words) for words in fleets.words]
    found: set[tuple[int, int]] = set()
    tried = passed = 0
    while len(found) < wanted and tried < MOST_TRIED:
        drawn = chance.integers(len(sets), size=(TRIED_AT_ONCE, 2))
        tried += TRIED_AT_ONCE
        fit = drawn[:, 0] != drawn[:, 1]
        if fairness is not None and ratings is not None:
            low, high = fairness.band
            ones, others = ratings[drawn[:, 0]], ratings[drawn[:, 1]]
            fit &= (ones >= low) & (ones <= high) & (others >= low) & (others <= high)
            fit &= abs(ones - others) <= fairness.opponents_within
        passed += int(fit.sum())
        for one, other in drawn[fit]:
            if sets[one].isdisjoint(sets[other]):
                found.add((min(one, other), max(one, other)))
            if len(found) == wanted:
                break
    return np.array(sorted(found), dtype=np.int64).reshape(-1, 2), passed / tried
