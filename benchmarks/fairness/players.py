"""Players, and how many turns they need to sink a fleet by the rules of the edition.

A player asks for letters in an order of their own until they know enough of the enemy's. The front
matter says what a turn reveals: `attack` on a square with a letter (Captains), `sweep` for letters
and shots that show them (Word Strike), `letter` calls that sink ships by themselves (Admirals).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.fairness.fleets import Chance, Fleets, Numbers, number_letters
from benchmarks.fairness.hunts import Hunts
from wordfleet_print.games import Edition

ETAOIN = "ETAOINSRHLDCUMFPGWYBVKXJQZ"
"""Letters by how often English prose has them, as printers and puzzlers learn them."""
LIST = "EAOTIRNLSUPDHMYBGWCFKVXJZQ"
"""Letters by how many fleets of the standard tier have them."""
USUAL_VOWELS = 5
"""Vowels that players ask for first; not Ä, Ö and Ü."""
USUAL_STOPS = (13, 14, 15)
"""Letters of the fleet that most players want to know before they shoot, each equally often."""


@dataclass(frozen=True)
class Player:
    """A player who asks in `order`, changed for each game.

    `swaps` lets neighbors change places, from the front, one time in two; `spread` moves every
    letter by a normal deviate of that many places. `stops` are the numbers of known letters at
    which the shooting begins, each equally often. A player who does not ask `again` tries all other
    letters in order where the known ones have failed.
    """

    name: str
    order: str = ETAOIN
    swaps: bool = False
    spread: float = 0.0
    stops: tuple[int, ...] = USUAL_STOPS
    again: bool = True

    def draw_orders(self, alphabet: str, chance: Chance, games: int) -> Numbers:
        """Draw a row for each game: the letters' numbers (A is 0) in the order they are asked
        for.
        """
        order = np.tile(number_letters(self.order, alphabet), (games, 1))
        if self.swaps:
            for place in range(len(self.order) - 1):
                swapped = chance.random(games) < 0.5
                order[swapped, place : place + 2] = order[swapped, place : place + 2][:, ::-1]
        if self.spread:
            places = np.arange(len(self.order)) + chance.normal(0, self.spread, order.shape)
            order = np.take_along_axis(order, places.argsort(axis=1), axis=1)
        return order


def list_novices(fleets: Fleets) -> tuple[Player, ...]:
    """List players who ask in an order of their own until they know most letters."""
    edition = fleets.deck.edition
    heart, listed = find_common_order(edition), LIST
    if not edition.is_english:
        common = fleets.counts.mean(axis=0)
        listed = "".join(edition.letters[number] for number in (-common).argsort(kind="stable"))
    vowels = [letter for letter in heart if letter in edition.vowels][:USUAL_VOWELS]
    vowels_first = "".join(vowels) + "".join(one for one in heart if one not in vowels)
    return (
        Player("knows the order by heart", order=heart),
        Player("neighbors swapped", order=heart, swaps=True),
        Player("personal order", order=heart, spread=3.0),
        Player("vowels first", order=vowels_first, spread=2.0),
        Player("order of the list", order=listed, spread=2.0),
    )


def list_stoppers(edition: Edition) -> tuple[Player, ...]:
    """List players who differ in how long they ask; none stops where letters alone sink ships."""
    heart = find_common_order(edition)
    return (
        Player("stops asking at 12 letters", order=heart, swaps=True, stops=(12,)),
        Player("stops asking at 17 letters", order=heart, swaps=True, stops=(17,)),
        Player(
            "stops at 12 and never asks again", order=heart, swaps=True, stops=(12,), again=False
        ),
    )


def find_common_order(edition: Edition) -> str:
    """Return the letters of an edition by how often its language has them."""
    return ETAOIN if edition.is_english else edition.fairness.questions[-1].order


def count_questions(orders: Numbers, counts: Numbers, known: Numbers) -> Numbers:
    """Count the letters that each game's player asks for until `known` letters of the fleet are
    found.
    """
    together = np.take_along_axis(counts, orders, axis=1).cumsum(axis=1)
    return (together >= known[:, None]).argmax(axis=1) + 1


def list_action_kinds(edition: Edition) -> set[str]:
    """List the kinds of actions that a turn can hold; with `letter`, calling a ship's letters sinks
    it.
    """
    return {action.kind for action in edition.turn.actions}


def play_player(
    fleets: Fleets, player: Player, hunts: Hunts | None, chance: Chance, games: int
) -> Numbers:
    """Return a row for each fleet: the turns that the player needed in each game."""
    edition = fleets.deck.edition
    rows = np.repeat(np.arange(len(fleets.words)), games)
    counts, letters = fleets.counts[rows], fleets.letters[rows]
    orders = player.draw_orders(edition.letters, chance, len(rows))
    if hunts is None:
        known = np.full(len(rows), edition.fleet_letters)
        return count_questions(orders, counts, known).reshape(-1, games)
    known = chance.choice(player.stops, len(rows))
    asked_count = count_questions(orders, counts, known)
    hunt = chance.integers(len(hunts.found), size=len(rows))
    turns = asked_count + hunts.misses[hunt].sum(axis=1)
    if "attack" in list_action_kinds(edition):
        found = np.take_along_axis(letters, hunts.found[hunt], axis=1)
        turns += _count_shots(orders, asked_count, counts, found, again=player.again)
    else:
        turns += edition.fleet_letters
    return turns.reshape(-1, games)


def _count_shots(
    orders: Numbers, asked_count: Numbers, counts: Numbers, found: Numbers, *, again: bool
) -> Numbers:
    """Count the turns to name the letters on the fleet's squares, in the order they are found.

    On each square the player tries letters that are known and still to be found: the most plentiful
    first, and of equal ones the one asked for first. Where none is right, the player asks on and
    tries each letter that the fleet has; or, not asking `again`, tries all others in order.
    """
    places = orders.argsort(axis=1)
    # A hundredth of the place breaks ties between equally plentiful letters, and is never a whole
    # letter.
    left = np.where(places < asked_count[:, None], counts, 0) - places / 100
    rows = np.arange(len(found))
    turns = np.zeros(len(found), dtype=np.int64)
    asked_count = asked_count.copy()
    for letter in found.T:
        place = places[rows, letter]
        new = (places >= asked_count[:, None]) & (places <= place[:, None])
        is_unknown = place >= asked_count
        mine = left[rows, letter][:, None]
        tried = np.where(is_unknown, (left > 0.5).sum(axis=1), (left >= mine).sum(axis=1))
        more = place + 1 - asked_count
        turns += tried + np.where(
            is_unknown, more + (new & (counts > 0)).sum(axis=1) if again else more, 0
        )
        left[rows, letter] -= 1
        if again:
            left += new * counts
            asked_count = np.maximum(asked_count, place + 1)
    return turns
