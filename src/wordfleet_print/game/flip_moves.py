"""What may move where in Happy Flip Chess (F-07 to F-11, with the rulings on F-15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal

Chessman = Literal["king", "queen", "rook", "bishop", "knight", "pawn"]
Square = tuple[int, int]
"""A square of the board: (column, row) from 0, in the upper left corner."""

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_SLANTWISE = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_STEPS: Mapping[Chessman, tuple[Square, ...]] = {
    "king": _STRAIGHT + _SLANTWISE,
    "queen": _STRAIGHT + _SLANTWISE,
    "rook": _STRAIGHT,
    "bishop": _SLANTWISE,
    "knight": tuple((x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)),
}
_ONE_STEP = ("king", "knight")


def square_named(name: str, rows: int) -> Square:
    """(column, row) from the upper left corner of a square such as c3, on a board of so many rows."""
    return ord(name[0]) - ord("a"), rows - int(name[1:])


@dataclass(frozen=True, slots=True)
class Man:
    """A piece on the board: what it is, whether it is of the dark colour, whether it lies face-up."""

    name: Chessman
    dark: bool
    face_up: bool


Position = Mapping[Square, Man]
"""The piece on each square that is not empty."""


def legal_moves(men: Position, size: tuple[int, int], *, dark: bool) -> Iterator[tuple[Square, Square]]:
    """Every move of one colour on a board of so many columns and rows: from, to.

    The light colour sits below the board, the dark one above; on a board that is higher than wide, left and right.
    """
    for start, man in sorted(men.items()):
        if man.face_up and man.dark is dark:
            ends = _pawn_moves(start, men, size, dark=dark) if man.name == "pawn" else _moves(start, man, men, size)
            yield from ((start, end) for end in ends)


def _moves(start: Square, man: Man, men: Position, size: tuple[int, int]) -> Iterator[Square]:
    for step in _STEPS[man.name]:
        for far in range(1, 2 if man.name in _ONE_STEP else max(size)):
            end = start[0] + far * step[0], start[1] + far * step[1]
            if not _on_board(end, size):
                break
            if end not in men or _takes(men[end], dark=man.dark):
                yield end
            if end in men:
                break


def _pawn_moves(start: Square, men: Position, size: tuple[int, int], *, dark: bool) -> Iterator[Square]:
    along = 1 if dark else -1
    wide = size[0] >= size[1]
    for beside in (-1, 0, 1):
        step = (beside, along) if wide else (-along, beside)
        end = start[0] + step[0], start[1] + step[1]
        if _on_board(end, size) and (_takes(men[end], dark=dark) and beside != 0 if end in men else beside == 0):
            yield end


def _on_board(square: Square, size: tuple[int, int]) -> bool:
    return 0 <= square[0] < size[0] and 0 <= square[1] < size[1]


def _takes(taken: Man, *, dark: bool) -> bool:
    return taken.face_up and taken.dark is not dark
