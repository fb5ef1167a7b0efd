"""Players who ask for letters in an order of their own, and how many of the enemy's letters they want to know first."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np

from benchmarks.fairness.fleets import Chance, Numbers

ETAOIN = "ETAOINSRHLDCUMFPGWYBVKXJQZ"
"""Letters by how often English prose has them, as printers and puzzlers learn them."""
LIST = "EAOTIRNLSUPDHMYBGWCFKVXJZQ"
"""Letters by how many fleets of the standard tier have them."""
VOWELS_FIRST = "EAIOU" + "".join(letter for letter in ETAOIN if letter not in "AEIOU")
USUAL_STOPS = (13, 14, 15)
"""Letters of the fleet that most players want to know before they shoot, each as often."""


@dataclass(frozen=True)
class Player:
    """One who asks in `order`, changed anew for each game: `swaps` lets neighbours change places, from the front, one
    time in two; `spread` moves every letter by a normal deviate of so many places. `stops` are how many letters of the
    fleet are to be known before the shooting, each as often; who does not ask `again` tries all
    others in their order where the known letters have failed.
    """

    name: str
    order: str = ETAOIN
    swaps: bool = False
    spread: float = 0.0
    stops: tuple[int, ...] = USUAL_STOPS
    again: bool = True

    def orders(self, chance: Chance, games: int) -> Numbers:
        """A row for each game: the letters' numbers (A is 0) in the order they are asked for."""
        order = np.tile([ascii_uppercase.index(letter) for letter in self.order], (games, 1))
        if self.swaps:
            for place in range(len(self.order) - 1):
                swapped = chance.random(games) < 0.5
                order[swapped, place : place + 2] = order[swapped, place : place + 2][:, ::-1]
        if self.spread:
            places = np.arange(len(self.order)) + chance.normal(0, self.spread, order.shape)
            order = np.take_along_axis(order, places.argsort(axis=1), axis=1)
        return order


NOVICES = (
    Player("order by heart"),
    Player("neighbours swapped", swaps=True),
    Player("personal order", spread=3.0),
    Player("vowels first", order=VOWELS_FIRST, spread=2.0),
    Player("order of the list", order=LIST, spread=2.0),
)
STOPPERS = (
    Player("asks until 12", swaps=True, stops=(12,)),
    Player("asks until 17", swaps=True, stops=(17,)),
    Player("asks until 11–17", swaps=True, stops=(11, 12, 13, 14, 15, 16, 17)),
    Player("12, never again", swaps=True, stops=(12,), again=False),
)
"""They differ from the usual in how long they ask; where letters alone sink ships, nobody stops."""


def questions(orders: Numbers, counts: Numbers, known: Numbers) -> Numbers:
    """How many letters each game's player asks for until so many of the fleet's are known."""
    together = np.take_along_axis(counts, orders, axis=1).cumsum(axis=1)
    return (together >= known[:, None]).argmax(axis=1) + 1
