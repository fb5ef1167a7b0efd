"""The favourite's share: of two paired fleets, how often the player wins who faces the easier one.

Which is easier is told by half of the games and counted in the other half, so that chance makes no favourites. Each of
one fleet's games is compared with each of the other's; equal turns count half. Intervals are 95 %, by a bootstrap over
fleets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from benchmarks.fairness.fleets import Chance, Numbers

ROUNDS = 200


class Share(NamedTuple):
    """The favourite's share of wins and its interval, and how often both need equally many turns; all in per cent."""

    wins: float
    within: float
    equal: float

    def __str__(self) -> str:
        return f"{self.wins:.1f} ± {self.within:.1f}"


def favourite(turns: Numbers, pairs: Numbers, chance: Chance) -> Share:
    """The share over these pairs; `turns` has a row of games for each fleet."""
    half, longest = turns.shape[1] // 2, int(turns.max()) + 1
    told, counted = (_spread(part, longest) for part in (turns[:, :half], turns[:, half:]))
    easier = _wins(told, pairs)
    wins = _wins(counted, pairs)
    wins = np.where(easier > 0.5, wins, np.where(easier < 0.5, 1 - wins, 0.5))
    equal = (counted[pairs[:, 0]] * counted[pairs[:, 1]]).sum(axis=1)
    means = []
    for _ in range(ROUNDS):
        drawn = np.bincount(chance.integers(len(turns), size=len(turns)), minlength=len(turns))
        weights = drawn[pairs[:, 0]] * drawn[pairs[:, 1]]
        means.append((wins * weights).sum() / max(weights.sum(), 1))
    return Share(100 * wins.mean(), 196 * float(np.std(means)), 100 * equal.mean())


def _spread(turns: Numbers, longest: int) -> np.ndarray:
    """A row for each fleet: the share of its games that took 0, 1, 2 … turns."""
    rows = np.repeat(np.arange(len(turns)), turns.shape[1])
    spread = np.zeros((len(turns), longest))
    np.add.at(spread, (rows, turns.ravel()), 1 / turns.shape[1])
    return spread


def _wins(spread: np.ndarray, pairs: Numbers) -> np.ndarray:
    """For each pair the chance that the first fleet is found in fewer turns; equal ones count half."""
    longer = 1 - spread.cumsum(axis=1)
    first, second = pairs.T
    return (spread[first] * (longer[second] + spread[second] / 2)).sum(axis=1)
