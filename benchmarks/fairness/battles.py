"""How many turns players need to sink fleets, by the rules of the edition.

What a turn tells is read from the front matter: `attack` on a square with a letter (Captains), `sweep` for letters and
shots that show them (Word Strike), `letter` calls that sink ships by themselves (Admirals).
"""

from __future__ import annotations

import numpy as np

from benchmarks.fairness.fleets import Chance, Fleets, Numbers
from benchmarks.fairness.hunts import Hunts
from benchmarks.fairness.players import Player, questions
from wordfleet_print.game import Edition


def kinds(edition: Edition) -> set[str]:
    """The kinds of actions that a turn can hold."""
    return {action.kind for action in edition.turn.actions}


def needs_hunt(edition: Edition) -> bool:
    """Whether ships must be found on the grid; else calling their letters sinks them."""
    return "letter" not in kinds(edition)


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
