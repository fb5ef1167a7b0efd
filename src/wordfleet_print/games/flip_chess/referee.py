"""The referee of a game of Happy Flip Chess: flips, moves, captures and the end (F-04 to F-15).

A game is data (`rules/pictures/happy-flip-chess.yaml`): how the pieces are `dealt`, the highest row
first, capitals for white; and all `turns`: `b4 b4-a2` flips and moves, `b4` only flips, `b4-a2`
only moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wordfleet_print.games.flip_chess.model import FlipChess
from wordfleet_print.games.referee import require

NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
FILES = "abcdefgh"
# The moves of knight and king: how many squares along one axis and along the other, the smaller
# number first.
STEPS = {"knight": ([1, 2],), "king": ([0, 1], [1, 1])}
# The lines along which other pieces go as far as they are free: 0 is straight, 1 is diagonal (how
# many squares aside for each ahead).
LINES = {"rook": (0,), "bishop": (1,), "queen": (0, 1)}
# The column from 0, and the row from 1.
Square = tuple[int, int]


def play_game(data: Mapping[str, Any], chess: FlipChess) -> list[dict[str, Any]]:
    """Return what to draw of every turn.

    Raises `IllegalTurnError` for a turn that the rules forbid, and for a game that does not end
    with its last one.
    """
    game = Game(data["dealt"])
    scores: dict[str, int] = {piece.name: piece.score for piece in chess.pieces}
    pictures = []
    for number, turn in enumerate(data["turns"], start=1):
        result = game.play_turn(turn)
        is_last = number == len(data["turns"])
        require(game.is_over() == is_last, f"turn {number}, {turn}: the game ends elsewhere")
        both = (game.add_scores(True, scores), game.add_scores(False, scores))
        pictures.append({**result, "squares": game.list_pieces(), "scores": both})
    return pictures


def read_square(name: str) -> Square:
    """Return the square of a name such as b4."""
    return FILES.index(name[0]), int(name[1])


def is_white(piece: str) -> bool:
    """Return whether a piece is white: its letter is a capital."""
    return piece.isupper()


class Game:
    """A game: which piece is on which square, which are face-down, and whose turn it is."""

    def __init__(self, dealt: Sequence[str]) -> None:
        self.rows = len(dealt)
        self.pieces: dict[Square, str] = {}
        for number, row in enumerate(dealt):
            for column, piece in enumerate(row):
                self.pieces[column, self.rows - number] = piece
        self.down = set(self.pieces)
        self.white_moves: bool | None = None
        """Whose turn it is; nobody knows before the first flip."""

    def play_turn(self, turn: str) -> dict[str, Any]:
        """Play one turn, and return what was flipped, moved and taken.

        A turn is a flip and a move; a flip alone where nothing can move, and in the first turn; a
        move alone where nothing is face-down.
        """
        *flips, last = turn.split()
        if "-" not in last:
            flips.append(last)
        flipped = self._flip(turn, flips)
        start: Square | None = None
        end: Square | None = None
        captured = ""
        if "-" in last:
            start, end = map(read_square, last.split("-"))
            captured = self._move(turn, start, end)
        elif self.white_moves is None and flipped:
            # The flipped piece is the opponent’s: this turn was the other color’s (F-06).
            self.white_moves = not is_white(self.pieces[flipped])
        else:
            require(not self.can_move(), f"{turn}: a move is missing")
        self.white_moves = not self.white_moves
        return {"flipped": flipped, "to": end, "start": start, "taken": NAMES.get(captured.lower())}

    def _flip(self, turn: str, flips: Sequence[str]) -> Square | None:
        """Turn a piece face-up, as every turn does while one is face-down."""
        if not self.down:
            require(not flips, f"{turn}: nothing is face-down")
            return None
        require(len(flips) == 1, f"{turn}: flip one piece")
        flipped = read_square(flips[0])
        require(flipped in self.down, f"{turn}: nothing is face-down there")
        self.down.remove(flipped)
        return flipped

    def _move(self, turn: str, start: Square, end: Square) -> str:
        """Move a piece, and return the one it takes, or nothing."""
        require(start in self.pieces and start not in self.down, f"{turn}: nothing can move there")
        require(is_white(self.pieces[start]) == self.white_moves, f"{turn}: not their piece")
        require(self.may_go(start, end), f"{turn}: no such move")
        captured = self.pieces.get(end, "")
        self.pieces[end] = self.pieces.pop(start)
        return captured

    def may_go(self, start: Square, end: Square) -> bool:
        """Return whether the piece on `start` may go to `end`: as in chess, and only to a free
        square or one with a face-up enemy; white pawns go up, black pawns down (F-08, F-09, F-15).
        """
        piece = self.pieces[start]
        captured = self.pieces.get(end)
        if captured and (end in self.down or is_white(captured) == is_white(piece)):
            return False
        across = end[0] - start[0]
        up = end[1] - start[1]
        name = NAMES[piece.lower()]
        if name == "pawn":
            is_one_ahead = up == (1 if is_white(piece) else -1)
            # A pawn captures diagonally and moves straight
            return is_one_ahead and abs(across) == (1 if captured else 0)
        fewer, more = sorted((abs(across), abs(up)))
        if name in LINES:
            is_on_line = any(fewer == more * aside for aside in LINES[name])
            return is_on_line and self._is_free(start, end)
        return [fewer, more] in STEPS[name]

    def _is_free(self, start: Square, end: Square) -> bool:
        """Return whether no piece is between two squares of a line, straight or diagonal."""
        across = end[0] - start[0]
        up = end[1] - start[1]
        distance = max(abs(across), abs(up))
        for step in range(1, distance):
            column = start[0] + across // distance * step
            row = start[1] + up // distance * step
            if (column, row) in self.pieces:
                return False
        return True

    def can_move(self) -> bool:
        """Return whether the player whose turn it is has a legal move."""
        return any(self.may_go(start, end) for start, end in self._list_ways())

    def _list_ways(self) -> Iterator[tuple[Square, Square]]:
        """Yield every other square for every face-up piece of the player whose turn it is."""
        for start, piece in self.pieces.items():
            if is_white(piece) != self.white_moves or start in self.down:
                continue
            for column in range(len(FILES)):
                for row in range(1, self.rows + 1):
                    if (column, row) != start:
                        yield start, (column, row)

    def is_over(self) -> bool:
        """Return whether a color is gone, or nothing is face-down and the player whose turn it is
        has no legal move (F-12).
        """
        colors = {is_white(piece) for piece in self.pieces.values()}
        return len(colors) == 1 or not (self.down or self.can_move())

    def add_scores(self, white: bool, scores: Mapping[str, int]) -> int:
        """Return what one color’s pieces on the board add up to (F-13)."""
        mine = (piece for piece in self.pieces.values() if is_white(piece) == white)
        return sum(scores[NAMES[piece.lower()]] for piece in mine)

    def list_pieces(self) -> list[tuple[int, int, str, bool, bool]]:
        """Return each piece: its column and row, its name, whether it is white, and face-down."""
        return [
            (*square, NAMES[piece.lower()], is_white(piece), square in self.down)
            for square, piece in self.pieces.items()
        ]
