"""A round of an event: who sits at which table. Players are indices into the event's players."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import PlainSerializer, PlainValidator

# In a round's array: there is no second player at the table.
NOBODY = (1 << 32) - 1
# The table of a player who has a bye.
BYE_TABLE = 0


def to_numbers(values: Iterable[int] = ()) -> array[int]:
    """Return an array of numbers of 64 bits."""
    return array("Q", values)


def _read_numbers(values: object) -> array[int]:
    """Return an array of the numbers of a JSON list. Raises `ValueError` for anything else."""
    if isinstance(values, array):
        return values
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise ValueError("is not a list of whole numbers")
    if not all(0 <= value < 1 << 64 for value in values):
        raise ValueError("has a number that is negative or too large")
    return to_numbers(values)


if TYPE_CHECKING:
    Numbers = array[int]
else:
    Numbers = Annotated[array, PlainValidator(_read_numbers), PlainSerializer(list)]
"""Numbers of 64 bits; JSON has them as a list."""


class Seating(NamedTuple):
    """One table of a round: its number and its players. A bye is table 0 without a second."""

    table: int
    first: int
    second: int | None

    @property
    def pair(self) -> tuple[int, int]:
        """Both players of a table. Raises `ValueError` for a bye."""
        if self.second is None:
            raise ValueError("a bye has one player")
        return self.first, self.second

    @property
    def sort_key(self) -> tuple[bool, int, int]:
        """The order in a round: by table, byes last in the order of players."""
        return (self.table == BYE_TABLE, self.table, self.first)

    def move_players(self, indices: Sequence[int]) -> Seating:
        """Return the same table with new indices; `indices` holds them by the old ones."""
        second = None if self.second is None else indices[self.second]
        return Seating(self.table, indices[self.first], second)


@dataclass(frozen=True, slots=True)
class Round:
    """One round, numbered from 1.

    `seats` holds table, first and second player (or `NOBODY`) of each seating in turn, in table
    order with byes last. A round of 100,000 players takes 1.2 MB.
    """

    number: int
    seats: Numbers

    @classmethod
    def of(cls, number: int, seatings: Iterable[Seating]) -> Round:
        """Return a round of these seatings in table order."""
        seats = to_numbers()
        for table, first, second in sorted(seatings, key=lambda seating: seating.sort_key):
            seats.extend((table, first, NOBODY if second is None else second))
        return cls(number, seats)

    def __len__(self) -> int:
        """Return the number of seatings."""
        return len(self.seats) // 3

    def __iter__(self) -> Iterator[Seating]:
        """Yield each seating in table order."""
        numbers = iter(self.seats)
        for table, first, second in zip(numbers, numbers, numbers, strict=True):
            yield Seating(table, first, None if second == NOBODY else second)

    @property
    def players(self) -> set[int]:
        """All who are in it."""
        return {*self.seats[1::3], *self.seats[2::3]} - {NOBODY}

    @property
    def byes(self) -> list[int]:
        """The players who have a bye."""
        return [seating.first for seating in self if seating.table == BYE_TABLE]

    @property
    def tables(self) -> int:
        """The number of tables."""
        return len(self) - len(self.byes)

    def move_players(self, indices: Sequence[int]) -> Round:
        """Return the round with new indices; `indices` holds them by the old ones."""
        return Round.of(self.number, (seating.move_players(indices) for seating in self))

    def seat_players(self) -> dict[int, Seating]:
        """Return the seating of everybody who is in it, by index."""
        seats: dict[int, Seating] = {}
        for seating in self:
            seats[seating.first] = seating
            if seating.second is not None:
                seats[seating.second] = seating
        return seats
