"""The circle method (Schurig, 1886): who meets whom in so many rounds that nobody meets anybody twice.

All but one player stand in a ring that turns by one place a round, and meet whoever stands across. Its places are
filled so that the first round is the roster's neighbours: one round and many begin alike.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from wordfleet_print.event.plan.rounds import BYE_TABLE, NOBODY, Round


def most_rounds(players: int) -> int:
    """How many rounds so many players can play without meeting anybody twice (an odd number has byes)."""
    return players if players % 2 else players - 1


def free_round(players: int, number: int) -> Round:
    """A round of the circle method alone; tables count up from 1, the bye comes last."""
    seats = array("I")
    byes = array("I")
    for first, second in circle_pairs(players, number - 1):
        if second < players:
            seats.extend((len(seats) // 3 + 1, first, second))
        else:
            byes.extend((BYE_TABLE, first, NOBODY))
    return Round(number, seats + byes)


def circle_pairs(players: int, turn: int) -> Iterator[tuple[int, int]]:
    """Who stands across from whom after so many turns, the lower place first; `players` itself is the ghost that
    makes an odd number even.

    Place p of the ring, 1 … half − 1, holds player 2·p, the place across from it at the start 2·p + 1; place 0 holds
    player 0, and player 1 stands still outside the ring.
    """
    even = players + players % 2
    ring = even - 1
    yield ordered(_on_ring(turn % ring, even), 1)
    for step in range(1, even // 2):
        yield ordered(_on_ring((turn + step) % ring, even), _on_ring((turn - step) % ring, even))


def _on_ring(place: int, even: int) -> int:
    return 2 * place if 2 * place < even else 2 * (even - 1 - place) + 1


def ordered(one: int, other: int) -> tuple[int, int]:
    """Two places in the roster, the lower first."""
    return (one, other) if one < other else (other, one)
