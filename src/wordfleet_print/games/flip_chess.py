"""Happy Flip Chess: numbers, and the moves of its pieces.

Shapes are checked by the types, what fields say of one another by `flip_chess_faults`. What follows from the fields
(squares, pieces, the score of a full side) is worked out, never typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

from pydantic import Field

from wordfleet_print.games.facts import Rulebook
from wordfleet_print.games.fields import Facts, Location, Text

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


class Board(Facts):
    """The board: squares across and down (F-02)."""

    columns: int = Field(ge=2, le=16)
    rows: int = Field(ge=2, le=16)

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.columns * self.rows


class Piece(Facts):
    """A kind of chess piece: how many each side has, and what one left on the board scores (F-03, F-13)."""

    name: Chessman
    each: int = Field(ge=1, le=64)
    score: int = Field(ge=0, le=999)


class TurnOption(Facts):
    """One thing a turn can be: its name, and what it does, worded as an order (F-07, F-14)."""

    name: Text
    order: Text


class FlipTurn(Facts):
    """A turn: the designer's move, and the flip that this rulebook suggests (F-07, F-14)."""

    move: TurnOption
    flip: TurnOption


class FlipVariation(Facts):
    """An optional rule: after how many moves running without capture somebody must flip or capture (F-20)."""

    kind: Literal["nobody-waits"]
    name: Text
    flip_after: int = Field(ge=1, le=99)


class FlipChess(Rulebook):
    """Happy Flip Chess, whole. `seats` are in order of play; `quiet_turns` without a flip or a capture end the game
    (F-16).
    """

    game: Literal["happy-flip-chess"]
    board: Board
    colors: tuple[Text, Text] = Field(strict=False)
    seats: tuple[Text, Text] = Field(strict=False)
    pieces: tuple[Piece, ...] = Field(strict=False, min_length=2, max_length=6)
    turn: FlipTurn
    quiet_turns: int | None = Field(default=None, ge=2, le=999)
    variations: tuple[FlipVariation, ...] = Field(default=(), strict=False, max_length=1)

    @property
    def side_pieces(self) -> int:
        """How many pieces each color has (F-03)."""
        return sum(piece.each for piece in self.pieces)

    @property
    def all_pieces(self) -> int:
        """How many pieces there are (F-03)."""
        return self.side_pieces * len(self.colors)

    @property
    def scores(self) -> dict[Chessman, int]:
        """What each kind of piece left on the board scores (F-13)."""
        return {piece.name: piece.score for piece in self.pieces}

    @property
    def side_score(self) -> int:
        """What one color scores with every piece on the board."""
        return sum(piece.each * piece.score for piece in self.pieces)


def flip_chess_faults(chess: FlipChess) -> Iterator[tuple[Location, str]]:
    """What fields say against one another: where, and the fault in words."""
    if chess.all_pieces != chess.board.squares:
        number = f"number {chess.side_pieces} a side, {chess.all_pieces} in all"
        yield ("pieces",), f"{number}, but must fill the board's {chess.board.squares} squares"
    names = [piece.name for piece in chess.pieces]
    for i, name in enumerate(names):
        if name in names[:i]:
            yield ("pieces", i, "name"), f"{name} stands in the list twice"
    for field, pair in (("colors", chess.colors), ("seats", chess.seats)):
        if pair[0].casefold() == pair[1].casefold():
            yield (field,), f"must be different, found {pair[0]} twice"


LETTERS: dict[str, Chessman] = dict(zip("KQRBNP", get_args(Chessman), strict=True))
"""How chess writes its pieces."""
