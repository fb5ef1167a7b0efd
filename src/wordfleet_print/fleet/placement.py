"""Placing a fleet on the grid, across or down, touching or not (C-07, C-08, A-04)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.game import Edition

MOST_PLACEMENTS = 20_000


@dataclass(frozen=True, slots=True)
class Berth:
    """Where a ship lies: its first square (column and row from 0) and whether it runs across or down."""

    column: int
    row: int
    across: bool

    def squares(self, letters: int) -> Iterator[tuple[int, int]]:
        """(column, row) of each letter, in reading order."""
        for i in range(letters):
            yield (self.column + i, self.row) if self.across else (self.column, self.row + i)


@dataclass(frozen=True, slots=True)
class _Option:
    """A berth with its squares, and the squares no other ship may use, as bit masks over the grid."""

    berth: Berth
    squares: int
    closed: int


def place_fleet(edition: Edition, draw: Draw) -> tuple[Berth, ...]:
    """A berth for each ship, in the fleet's order; every lawful arrangement is equally likely.

    Whole arrangements are drawn until one is lawful: placing ship by ship would favour some.
    Raises `BadInputError` where the grid is too crowded to find one.
    """
    grid, apart = edition.grid, edition.touching == "forbidden"
    options = [_options(grid.columns, grid.rows, letters, apart) for letters in edition.lengths]
    for _ in range(MOST_PLACEMENTS):
        closed = 0
        berths = []
        for ship_options in options:
            option = draw.choice(ship_options)
            if option.squares & closed:
                break
            closed |= option.closed
            berths.append(option.berth)
        else:
            return tuple(berths)
    raise BadInputError(
        f"The fleet of {edition.fleet_letters} letters does not fit a {grid.columns} × {grid.rows} grid"
        + (" without touching." if apart else ".")
    )


@cache
def _options(columns: int, rows: int, letters: int, apart: bool) -> tuple[_Option, ...]:
    berths = [
        Berth(column, row, across)
        for across in (True, False)
        for row in range(rows if across else rows - letters + 1)
        for column in range(columns - letters + 1 if across else columns)
    ]
    return tuple(_option(berth, letters, columns, rows, apart) for berth in berths)


def _option(berth: Berth, letters: int, columns: int, rows: int, apart: bool) -> _Option:
    squares = list(berth.squares(letters))
    reach = 1 if apart else 0
    around = {
        (x + dx, y + dy)
        for x, y in squares
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
        if 0 <= x + dx < columns and 0 <= y + dy < rows
    }
    return _Option(
        berth, sum(1 << (y * columns + x) for x, y in squares), sum(1 << (y * columns + x) for x, y in around)
    )
