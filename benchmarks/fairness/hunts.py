"""Searches of the grid: in which order a player finds the squares of a fleet, and how many misses
that takes.

All players search the same way. Until something is found: the squares of one color of a
chequerboard in random order, then the others. Next to a hit, until its ship sinks: a neighbor, in
line with two hits if there are two. The opponent says when a ship has sunk.
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
    """`found`: a row for each search, the indexes of the fleet's letters as their squares are
    found; `misses`: how many shots at water came before each.
    """

    found: Numbers
    misses: Numbers


def hunt_often(edition: Edition, seed: str, chance: Chance, count: int) -> Hunts:
    """Search `count` times, each time for a newly placed fleet."""
    hunts = [_hunt(edition, f"{seed} {number}".encode(), chance) for number in range(count)]
    return Hunts(np.array([found for found, _ in hunts]), np.array([misses for _, misses in hunts]))


def _hunt(edition: Edition, key: bytes, chance: Chance) -> tuple[list[int], list[int]]:
    letter_at: dict[Square, int] = {}
    ships: list[int] = []  # the ship of each letter
    placements = place_fleet(edition, KeyedRandom(key, b"hunts"))
    for ship, (placement, length) in enumerate(zip(placements, edition.lengths, strict=True)):
        for square in placement.squares(length):
            letter_at[square] = len(ships)
            ships.append(ship)
    squares = [(x, y) for x in range(edition.grid.columns) for y in range(edition.grid.rows)]
    color, luck = chance.integers(2), chance.random(len(squares))
    order = sorted(range(len(squares)), key=lambda i: ((sum(squares[i]) + color) % 2, luck[i]))
    hidden = {squares[i]: None for i in order}
    afloat = list(edition.lengths)
    hits: set[Square] = set()
    found: list[int] = []
    misses = [0]
    while len(found) < len(letter_at):
        targets = [square for square in _list_targets(hits) if square in hidden]
        square = targets[chance.integers(len(targets))] if targets else next(iter(hidden))
        del hidden[square]
        if square not in letter_at:
            misses[-1] += 1
            continue
        found.append(letter_at[square])
        misses.append(0)
        hits.add(square)
        ship = ships[letter_at[square]]
        afloat[ship] -= 1
        if not afloat[ship]:
            hits -= {one for one in hits if ships[letter_at[one]] == ship}
    return found, misses[: len(found)]


def _list_targets(hits: set[Square]) -> list[Square]:
    """List the squares next to a hit; only those in line with two hits, if there are any."""
    beside = [
        (x + dx, y + dy, dx, dy)
        for x, y in sorted(hits)
        for dx, dy in AROUND
        if (x + dx, y + dy) not in hits
    ]
    in_line = [(x, y) for x, y, dx, dy in beside if (x - 2 * dx, y - 2 * dy) in hits]
    return in_line or [(x, y) for x, y, _, _ in beside]
