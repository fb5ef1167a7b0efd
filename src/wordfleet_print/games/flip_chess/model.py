"""`FlipChess`: every number and name of Happy Flip Chess, as typed, frozen values.

Shapes are checked by the types, contradictions by `find_flip_chess_faults`. What follows from the
fields is computed, never typed: squares, pieces, the score of a full side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from pydantic import Field, model_validator

from wordfleet_print.games.fields import (
    Facts,
    Location,
    Text,
)
from wordfleet_print.games.schema import (
    Pair,
    Rulebook,
)

Chessman = Literal["king", "queen", "rook", "bishop", "knight", "pawn"]
CHESSMEN = get_args(Chessman)


class Board(Facts):
    """The board: squares across and down (F-02)."""

    columns: int = Field(ge=2, le=16)
    rows: int = Field(ge=2, le=16)

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.columns * self.rows


class Piece(Facts):
    """A kind of chess piece: how many each side has, and what one left on the board scores (F-03,
    F-13). It moves as its name says, or as the chess piece in `moves`, whatever its name is.
    """

    name: Text
    moves: Chessman
    each: int = Field(ge=1, le=64)
    score: int = Field(ge=0, le=999)

    @model_validator(mode="before")
    @classmethod
    def take_name(cls, value: object) -> object:
        """Return a piece that moves as its name says, unless it says how."""
        if isinstance(value, Mapping) and value.get("name") in CHESSMEN:
            return {"moves": value["name"], **value}
        return value


class FlipChess(Rulebook):
    """Happy Flip Chess, whole. `seats` are in order of play; `quiet_turns` without a flip or a
    capture end the game (F-16).
    """

    game: Literal["happy-flip-chess"]
    players: Pair
    board: Board
    colors: tuple[Text, Text] = Field(strict=False)
    seats: tuple[Text, Text] = Field(strict=False)
    pieces: tuple[Piece, ...] = Field(strict=False, min_length=2, max_length=6)
    quiet_turns: int | None = Field(default=None, ge=2, le=999)

    @property
    def side_pieces(self) -> int:
        """How many pieces each color has (F-03)."""
        return sum(piece.each for piece in self.pieces)

    @property
    def side_score(self) -> int:
        """What one color scores with every piece on the board."""
        return sum(piece.each * piece.score for piece in self.pieces)


def find_flip_chess_faults(chess: FlipChess) -> Iterator[tuple[Location, str]]:
    """Yield fields that contradict each other: where, and the fault in words."""
    if 2 * chess.side_pieces != chess.board.squares:
        number = f"number {chess.side_pieces} a side, {2 * chess.side_pieces} in all"
        yield ("pieces",), f"{number}, but must fill the board's {chess.board.squares} squares"
    for field in ("name", "moves"):
        values = [getattr(piece, field) for piece in chess.pieces]
        for place, value in enumerate(values):
            if value in values[:place]:
                yield ("pieces", place, field), f"{value} is in the list twice"
    for field, pair in (("colors", chess.colors), ("seats", chess.seats)):
        if pair[0].casefold() == pair[1].casefold():
            yield (field,), f"must be different, found {pair[0]} twice"
