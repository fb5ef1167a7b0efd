"""Players, and how many turns they need to sink fleets by the rules of the edition.

A player asks for letters in an order of their own until enough of the enemy's are known. What a turn tells is read from
the front matter: `attack` on a square with a letter (Captains), `sweep` for letters and shots that show them (Word
Strike), `letter` calls that sink ships by themselves (Admirals).
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np

from benchmarks.fairness.fleets import Chance, Fleets, Numbers
from benchmarks.fairness.hunts import Hunts
from wordfleet_print.games import Edition

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


def kinds(edition: Edition) -> set[str]:
    """The kinds of actions that a turn can hold; with `letter` no hunt is needed: calling their letters sinks ships."""
    return {action.kind for action in edition.turn.actions}


def turns_of_player(fleets: Fleets, player: Player, hunts: Hunts | None, chance: Chance, games: int) -> Numbers:
    """A row for each fleet: the turns that the player needed for it in so many games."""
    edition = fleets.deck.edition
    rows = np.repeat(np.arange(len(fleets.words)), games)
    counts, letters = fleets.counts[rows], fleets.letters[rows]
    orders = player.orders(chance, len(rows))
    if hunts is None:
        known = np.full(len(rows), edition.fleet_letters)
        return questions(orders, counts, known).reshape(-1, games)
    known = chance.choice(player.stops, len(rows))
    asked = questions(orders, counts, known)
    hunt = chance.integers(len(hunts.found), size=len(rows))
    turns = asked + hunts.misses[hunt].sum(axis=1)
    if "attack" in kinds(edition):
        found = np.take_along_axis(letters, hunts.found[hunt], axis=1)
        turns += _named(orders, asked, counts, found, again=player.again)
    else:
        turns += edition.fleet_letters
    return turns.reshape(-1, games)


def _named(orders: Numbers, asked: Numbers, counts: Numbers, found: Numbers, *, again: bool) -> Numbers:
    """Turns to name the letters on the fleet's squares, in the order they are found.

    On each square letters are tried that are known and still to be found, the most plentiful first, of equal ones that
    which was asked for first. Where none of them is right, the player goes on asking and tries each that there is; or,
    not asking `again`, tries all others in their order.
    """
    places = orders.argsort(axis=1)
    left = np.where(places < asked[:, None], counts, 0) - places / 100
    rows = np.arange(len(found))
    turns = np.zeros(len(found), dtype=np.int64)
    asked = asked.copy()
    for letter in found.T:
        place = places[rows, letter]
        new = (places >= asked[:, None]) & (places <= place[:, None])
        unknown = place >= asked
        mine = left[rows, letter][:, None]
        tried = np.where(unknown, (left > 0.5).sum(axis=1), (left >= mine).sum(axis=1))
        more = place + 1 - asked
        turns += tried + np.where(unknown, more + (new & (counts > 0)).sum(axis=1) if again else more, 0)
        left[rows, letter] -= 1
        if again:
            left += new * counts
            asked = np.maximum(asked, place + 1)
    return turns
