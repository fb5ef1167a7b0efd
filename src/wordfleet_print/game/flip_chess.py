"""`FlipChess`: every number and name of Happy Flip Chess, as typed, frozen values.

Shapes are checked by the types, what fields say of one another by `flip_chess_faults`. What follows from the fields
(squares, pieces, the score of a full side) is worked out, never typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from wordfleet_print.game.facts import Equipment, Facts, Location, Rulebook, Text
from wordfleet_print.game.flip_moves import Chessman, Man, Square, legal_moves, square_named
from wordfleet_print.game.played import BoardGame


class Board(Facts):
    """The board: squares across and down, and what it is made from (F-02)."""

    columns: int = Field(ge=2, le=16)
    rows: int = Field(ge=2, le=16)
    made_from: Text

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


class Survivor(Facts):
    """A piece that is left on the board at the end, on a square such as `c3`: columns from a, rows from 1 below."""

    piece: Chessman
    color: Text
    square: Annotated[str, StringConstraints(pattern=r"^[a-p][1-9][0-9]?$")]


class GameEnding(Facts):
    """The example of an ending: nothing lies face-down, and the color to move has no move (F-12, F-17)."""

    to_move: Text
    left: tuple[Survivor, ...] = Field(strict=False, min_length=2)


class FlipChess(Rulebook):
    """Happy Flip Chess, whole. `pieces_from` names where the pieces come from (F-03); `seats` are in order of play;
    `quiet_turns` without a flip or a capture end the game (F-16); `played` is a game to look on at.

    Board and pieces are shared: nothing is needed for each player, so `equipment` may be left out.
    """

    game: Literal["happy-flip-chess"]
    equipment: tuple[Equipment, ...] = Field(default=(), strict=False)
    board: Board
    pieces_from: Text
    colors: tuple[Text, Text] = Field(strict=False)
    seats: tuple[Text, Text] = Field(strict=False)
    pieces: tuple[Piece, ...] = Field(strict=False, min_length=1, max_length=6)
    turn: FlipTurn
    quiet_turns: int | None = Field(default=None, ge=2, le=999)
    ending: GameEnding | None = None
    played: BoardGame | None = None

    @property
    def men_left(self) -> dict[Square, Man]:
        """What stands where in the example of an ending, by column and row from the upper left corner."""
        return {
            square_named(one.square, self.board.rows): Man(one.piece, dark=one.color == self.colors[1], face_up=True)
            for one in (self.ending.left if self.ending else ())
        }

    @property
    def side_pieces(self) -> int:
        """How many pieces each color has (F-03)."""
        return sum(piece.each for piece in self.pieces)

    @property
    def all_pieces(self) -> int:
        """How many pieces there are (F-03)."""
        return self.side_pieces * len(self.colors)

    @property
    def side_score(self) -> int:
        """What one color scores with every piece on the board."""
        return sum(piece.each * piece.score for piece in self.pieces)


def flip_chess_faults(chess: FlipChess) -> Iterator[tuple[Location, str]]:
    """What fields say against one another: where, and the fault in words."""
    if chess.all_pieces != chess.board.squares:
        yield (
            ("pieces",),
            f"number {chess.side_pieces} a side, {chess.all_pieces} in all, "
            f"but must fill the board's {chess.board.squares} squares",
        )
    names = [piece.name for piece in chess.pieces]
    for i, name in enumerate(names):
        if name in names[:i]:
            yield ("pieces", i, "name"), f"{name} stands in the list twice"
    for field, pair in (("colors", chess.colors), ("seats", chess.seats)):
        if pair[0].casefold() == pair[1].casefold():
            yield (field,), f"must be different, found {pair[0]} twice"
    if chess.players.count != len(chess.seats):
        yield ("players", "count"), f"must be {len(chess.seats)}, one for each of seats"
    if chess.ending and chess.colors[0].casefold() != chess.colors[1].casefold():
        yield from _ending_faults(chess, chess.ending)


def _ending_faults(chess: FlipChess, ending: GameEnding) -> Iterator[tuple[Location, str]]:
    """What makes an ending impossible: strange colors and pieces, squares off the board, a move that is left."""
    men, board = chess.men_left, chess.board
    if not {ending.to_move, *(one.color for one in ending.left)} <= set(chess.colors):
        yield ("ending",), f"must name no color but {' and '.join(chess.colors)}"
        return
    if ending.to_move not in (one.color for one in ending.left):
        yield ("ending", "to_move"), f"must have a piece left: {ending.to_move} has none"
    for i, one in enumerate(ending.left):
        like = [other for other in ending.left if (other.piece, other.color) == (one.piece, one.color)]
        if len(like) > sum(piece.each for piece in chess.pieces if piece.name == one.piece):
            yield ("ending", "left", i, "piece"), f"stands there too often: {one.color} has fewer of {one.piece}"
    if len(men) < len(ending.left) or any(not (0 <= x < board.columns and 0 <= y < board.rows) for x, y in men):
        yield ("ending", "left"), f"must stand on different squares of {board.columns} × {board.rows}"
    elif any(legal_moves(men, (board.columns, board.rows), dark=ending.to_move == chess.colors[1])):
        yield ("ending",), f"is none: {ending.to_move} can move"
