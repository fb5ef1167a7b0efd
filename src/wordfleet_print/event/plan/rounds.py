"""Rounds: who sits at which table, in numbers only."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

NOBODY = (1 << 32) - 1
"""Stands in a round's array where a table has no second player."""

ABSENT = NOBODY
"""Stands for the table of a player who is not in a round."""

BYE_TABLE = 0
"""The table of a player without an opponent: none."""


class Seating(NamedTuple):
    """One table of a round: its number and its players, as places in the roster; a bye is table 0 without a second."""

    table: int
    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """One round, numbered from 1. `seats` holds table, first and second player (or `NOBODY`) of each seating in turn,
    in table order with byes last: numbers only, so that a round of 100,000 players takes 600 kB.
    """

    number: int
    seats: array[int]

    @classmethod
    def of(cls, number: int, seatings: Iterable[Seating]) -> Round:
        """A round of these seatings, put into table order; byes last, in the roster's order."""
        seats = array("I")
        for table, first, second in sorted(seatings, key=lambda one: (one.table == BYE_TABLE, one.table, one.first)):
            seats.extend((table, first, NOBODY if second is None else second))
        return cls(number, seats)

    def __len__(self) -> int:
        """How many seatings the round has."""
        return len(self.seats) // 3

    @property
    def places(self) -> set[int]:
        """Whoever is in it, by place."""
        return {*self.seats[1::3], *self.seats[2::3]} - {NOBODY}

    @property
    def byes(self) -> int:
        """How many seatings are byes."""
        return self.seats[::3].count(BYE_TABLE)

    @property
    def tables(self) -> int:
        """How many seatings are at tables."""
        return len(self) - self.byes

    def moved(self, places: Sequence[int]) -> Round:
        """The round with every player in a new place; `places` has them by the old ones."""
        return Round.of(
            self.number, (Seating(table, places[one], None if two is None else places[two]) for table, one, two in self)
        )

    def __getitem__(self, index: int) -> Seating:
        """One seating, counted from 0 in table order."""
        table, first, second = self.seats[3 * index : 3 * index + 3]
        return Seating(table, first, None if second == NOBODY else second)

    def __iter__(self) -> Iterator[Seating]:
        """Each seating in table order."""
        numbers = iter(self.seats)
        for table, first, second in zip(numbers, numbers, numbers, strict=True):
            yield Seating(table, first, None if second == NOBODY else second)


@dataclass(frozen=True, slots=True)
class RoundByPlayer:
    """A round seen from the players: table (or `ABSENT`) and opponent (or `NOBODY`) of each, by place in the roster."""

    tables: array[int]
    opponents: array[int]

    @classmethod
    def of(cls, one: Round, players: int) -> RoundByPlayer:
        """A round of so many players."""
        tables, opponents = array("I", [ABSENT]) * players, array("I", [NOBODY]) * players
        for table, first, second in one:
            tables[first] = table
            if second is not None:
                tables[second] = table
                opponents[first], opponents[second] = second, first
        return cls(tables, opponents)

    def seating(self, player: int) -> Seating | None:
        """A player's seating, the player first; None for one who is not in the round."""
        table, other = self.tables[player], self.opponents[player]
        return None if table == ABSENT else Seating(table, player, None if other == NOBODY else other)
