"""Hunts over the grid: in which order a captain finds the squares of a fleet, and what the search costs.

All players hunt alike. Nothing found: the squares of one colour of a chequerboard in random order, then the others.
Something found, its ship afloat: a neighbour of it, in line with two found ones if there is such. Owners say when a
ship has sunk.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.fairness.fleets import Chance, Numbers
from wordfleet_print.fleet.fleets import place_fleet
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import Edition

Square = tuple[int, int]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Hunts:
    """`found`: a row for each hunt, the places of the fleet's letters as their squares are found; `misses`: how many
    shots at water came before each.
    """

    found: Numbers
    misses: Numbers


def hunt_often(edition: Edition, seed: str, chance: Chance, count: int) -> Hunts:
    """So many hunts, each for a fleet placed anew."""
    hunts = [_hunt(edition, f"{seed} {number}".encode(), chance) for number in range(count)]
    return Hunts(np.array([found for found, _ in hunts]), np.array([misses for _, misses in hunts]))


def _hunt(edition: Edition, key: bytes, chance: Chance) -> tuple[list[int], list[int]]:
    sea, ships = _fleet_at_sea(edition, key)
    hidden = _search_order(edition, chance)
    afloat = list(edition.lengths)
    marked: set[Square] = set()
    hits: set[Square] = set()
    found: list[int] = []
    misses = [0]
    while len(found) < len(sea):
        targets = [square for square in _targets(hits) if square in hidden]
        square = targets[chance.integers(len(targets))] if targets else next(iter(hidden))
        del hidden[square]
        if square not in sea:
            misses[-1] += 1
            continue
        found.append(sea[square])
        misses.append(0)
        marked.add(square)
        hits.add(square)
        ship = ships[sea[square]]
        afloat[ship] -= 1
        if not afloat[ship]:
            hits -= {one for one in hits if ships[sea[one]] == ship}
    return found, misses[: len(found)]


def _fleet_at_sea(edition: Edition, key: bytes) -> tuple[dict[Square, int], list[int]]:
    """The place of the letter on each square of a fleet, and the ship of each place."""
    sea: dict[Square, int] = {}
    ships: list[int] = []
    for ship, (placement, letters) in enumerate(
        zip(place_fleet(edition, KeyedRandom(key, b"hunts")), edition.lengths, strict=True)
    ):
        for square in placement.squares(letters):
            sea[square] = len(ships)
            ships.append(ship)
    return sea, ships


def _search_order(edition: Edition, chance: Chance) -> dict[Square, None]:
    """Every square, in the order in which a captain without a clue looks there."""
    squares = [(x, y) for x in range(edition.grid.columns) for y in range(edition.grid.rows)]
    colour, luck = chance.integers(2), chance.random(len(squares))
    ordered = sorted(range(len(squares)), key=lambda i: ((sum(squares[i]) + colour) % 2, luck[i]))
    return {squares[i]: None for i in ordered}


def _targets(hits: set[Square]) -> list[Square]:
    """Squares beside a hit; those in line with two, where there are any."""
    beside = [(x + dx, y + dy, dx, dy) for x, y in sorted(hits) for dx, dy in AROUND if (x + dx, y + dy) not in hits]
    in_line = [(x, y) for x, y, dx, dy in beside if (x - 2 * dx, y - 2 * dy) in hits]
    return in_line or [(x, y) for x, y, _, _ in beside]
