"""Fleets as numbers, the pairs that may meet, and the favorite's share: how often the easier fleet
of a pair is found first.

Half of the games say which fleet is easier, and the other half are counted, so that chance makes no
favorites. Each game against one fleet is compared with each game against the other; equal turns
count half. Intervals are 95%, by a bootstrap over fleets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.fleets import measure_difficulty
from wordfleet_print.games.word_fleet.model import Fairness

Numbers = NDArray[np.int64]
Chance = np.random.Generator
PAIRS_PER_TRY = 400_000
MAX_PAIRS_TRIED = 12_000_000
BOOTSTRAP_ROUNDS = 200


@dataclass(frozen=True)
class Fleets:
    """Fleets of a deck: their words; `letters`, a row for each fleet with the number (A is 0) of
    each ship's letters in turn; `counts`, how many of each letter a fleet holds.
    """

    deck: Deck
    words: tuple[tuple[str, ...], ...]
    letters: Numbers
    counts: Numbers


def draw_fleets(deck: Deck, seed: str, count: int) -> Fleets:
    """Draw fleets by the keys of a seed."""
    words = tuple(deck.draw_fleet(f"{seed} {number}".encode())[0] for number in range(count))
    alphabet = deck.edition.letters
    letters = np.array([number_letters("".join(fleet), alphabet) for fleet in words])
    counts = np.array([np.bincount(row, minlength=len(alphabet)) for row in letters])
    return Fleets(deck, words, letters, counts)


def number_letters(text: str, alphabet: str) -> list[int]:
    """Return the number of each letter in its alphabet; the first is 0."""
    return [alphabet.index(letter) for letter in text]


def draw_pairs(fleets: Fleets, fairness: Fairness | None, chance: Chance, wanted: int) -> Numbers:
    """Draw up to `wanted` pairs of fleets that share no word and, where `fairness` is given, are a
    fair match.
    """
    difficulties = (
        None
        if fairness is None
        else np.array([measure_difficulty(words, fairness) for words in fleets.words])
    )
    sets = [frozenset(words) for words in fleets.words]
    found: set[tuple[int, int]] = set()
    tried = 0
    while len(found) < wanted and tried < MAX_PAIRS_TRIED:
        drawn = chance.integers(len(sets), size=(PAIRS_PER_TRY, 2))
        tried += PAIRS_PER_TRY
        fit = drawn[:, 0] != drawn[:, 1]
        if fairness is not None and difficulties is not None:
            low, high = fairness.band
            ones, others = difficulties[drawn[:, 0]], difficulties[drawn[:, 1]]
            fit &= (ones >= low) & (ones <= high) & (others >= low) & (others <= high)
            fit &= abs(ones - others) <= fairness.opponents_within
        for one, other in drawn[fit]:
            if sets[one].isdisjoint(sets[other]):
                found.add((min(one, other), max(one, other)))
            if len(found) == wanted:
                break
    return np.array(sorted(found), dtype=np.int64).reshape(-1, 2)


class Share(NamedTuple):
    """The favorite's share of wins with its interval, and how often both fleets take equally many
    turns; in percent.
    """

    wins: float
    within: float
    equal: float

    def __str__(self) -> str:
        return f"{self.wins:.1f} ± {self.within:.1f}"


def measure_favorite(turns: Numbers, pairs: Numbers, chance: Chance) -> Share:
    """Return the favorite's share over these pairs; `turns` has a row of games for each fleet."""
    half, longest = turns.shape[1] // 2, int(turns.max()) + 1
    judging, counted = (_spread_turns(part, longest) for part in (turns[:, :half], turns[:, half:]))
    easier = _compute_wins(judging, pairs)
    wins = _compute_wins(counted, pairs)
    wins = np.where(easier > 0.5, wins, np.where(easier < 0.5, 1 - wins, 0.5))
    equal = (counted[pairs[:, 0]] * counted[pairs[:, 1]]).sum(axis=1)
    means = []
    for _ in range(BOOTSTRAP_ROUNDS):
        drawn = np.bincount(chance.integers(len(turns), size=len(turns)), minlength=len(turns))
        weights = drawn[pairs[:, 0]] * drawn[pairs[:, 1]]
        means.append((wins * weights).sum() / max(weights.sum(), 1))
    return Share(100 * wins.mean(), 196 * float(np.std(means)), 100 * equal.mean())


def _spread_turns(turns: Numbers, longest: int) -> np.ndarray:
    """Return a row for each fleet: the share of its games that took 0, 1, 2 … turns."""
    rows = np.repeat(np.arange(len(turns)), turns.shape[1])
    spread = np.zeros((len(turns), longest))
    np.add.at(spread, (rows, turns.ravel()), 1 / turns.shape[1])
    return spread


def _compute_wins(spread: np.ndarray, pairs: Numbers) -> np.ndarray:
    """Return for each pair the chance that the first fleet is found in fewer turns; equal turns
    count half.
    """
    longer = 1 - spread.cumsum(axis=1)
    first, second = pairs.T
    return (spread[first] * (longer[second] + spread[second] / 2)).sum(axis=1)
