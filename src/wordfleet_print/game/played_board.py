"""A game of Happy Flip Chess to look on at: how the pieces lay, every turn, and all that follows by the rules.

The front matter holds the deal, the squares of each turn and which turns are shown; owners, captures, quiet turns, the
ending and its count are worked out here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from wordfleet_print.game.facts import Location
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.game.flip_moves import Chessman, Man, Position, Square, legal_moves, square_named
from wordfleet_print.game.played import AgainstRulesError, BoardGame, BoardShows

HowItEnds = Literal["", "gone", "stuck", "quiet"]
"""Why a game is over: nothing left of a color, no turn for the one to move, too many quiet turns; or it is not."""
LETTERS: dict[str, Chessman] = {
    **{"K": "king", "Q": "queen", "R": "rook"},
    **{"B": "bishop", "N": "knight", "P": "pawn"},
}
"""How chess writes its pieces."""


@dataclass(frozen=True, slots=True)
class BoardTurn:
    """A turn as it was played: whose, of which color, from where to where (a flip stays there), with which piece.

    `men` are the pieces after it; `quiet` counts the turns on end without a flip or a capture, `over` says why the game
    ends with it, if it does.
    """

    number: int
    seat: str
    dark: bool
    start: Square
    end: Square
    man: Man
    taken: Man | None
    men: Position
    quiet: int
    over: HowItEnds

    @property
    def flips(self) -> bool:
        """Whether a piece is flipped."""
        return self.start == self.end

    @property
    def shows(self) -> BoardShows:
        """What the turn is."""
        if self.number == 1:
            return "first"
        if self.over:
            return "last"
        return "flip" if self.flips else "capture" if self.taken else "quiet"

    @property
    def hidden(self) -> int:
        """How many pieces are still face-down."""
        return sum(not man.face_up for man in self.men.values())

    def left(self, *, dark: bool) -> list[Chessman]:
        """The pieces of a color that are on the board and face-up, the order that of kinds in chess."""
        names = [man.name for man in self.men.values() if man.face_up and man.dark is dark]
        return sorted(names, key=list(LETTERS.values()).index)


def name_of(square: Square, rows: int) -> str:
    """`c3`, as players call a square."""
    return f"{chr(ord('a') + square[0])}{rows - square[1]}"


def board_turns(chess: FlipChess) -> Iterator[BoardTurn]:
    """Every turn of the game, played by the rules; none where there is no game.

    Raises `AgainstRulesError` for a turn that the rules do not allow.
    """
    if not chess.played:
        return
    size = chess.board.columns, chess.board.rows
    men: dict[Square, Man] = {
        (x, y): Man(LETTERS[letter.upper()], dark=letter.islower(), face_up=False)
        for y, row in enumerate(chess.played.dealt)
        for x, letter in enumerate(row)
    }
    dark, quiet = False, 0
    over: HowItEnds = ""
    for number, text in enumerate(chess.played.turns, 1):
        if over:
            raise AgainstRulesError(("turns", number - 1), "comes after the game has ended; leave it out")
        start, *ends = (square_named(name, size[1]) for name in text.split("-"))
        if fault := _fault(men, size, (start, *ends), dark=dark, first=number == 1):
            raise AgainstRulesError(("turns", number - 1), fault)
        end = ends[0] if ends else start
        taken = men.get(end) if ends else None
        man = men[end] = replace(men.pop(start), face_up=True)
        if number == 1:
            dark = not man.dark  # the flipped color is the other player's, whose turn comes next
        quiet = quiet + 1 if ends and not taken else 0
        over = _ending(men, size, chess.quiet_turns, quiet, dark=not dark)
        seat = chess.seats[1 - number % 2]
        yield BoardTurn(number, seat, dark, start, end, man, taken, dict(men), quiet, over)
        dark = not dark


def _fault(men: Position, size: tuple[int, int], squares: tuple[Square, ...], *, dark: bool, first: bool) -> str:
    """Why the rules do not allow a flip or a move, or nothing."""
    start, *ends = squares
    if not all(0 <= x < size[0] and 0 <= y < size[1] for x, y in squares):
        return f"leaves the board of {size[0]} × {size[1]} squares; choose another"
    if start not in men:
        return "finds no piece on its square; choose another"
    man = men[start]
    if not ends:
        return "flips a piece that is face-up already; choose another" if man.face_up else ""
    if first or not man.face_up or man.dark is not dark:
        why = "the first turn flips a piece" if first else "that piece is face-down, or the other player’s"
        return f"moves, but {why}; choose another"
    legal = (start, ends[0]) in legal_moves(men, size, dark=dark)
    return "" if legal else f"is no move of that {man.name}; choose another, or flip a piece"


def _ending(men: Position, size: tuple[int, int], most: int | None, quiet: int, *, dark: bool) -> HowItEnds:
    """Why the game ends before the turn of a color, if it does."""
    if len({man.dark for man in men.values()}) < 2:
        return "gone"
    if all(man.face_up for man in men.values()) and not any(legal_moves(men, size, dark=dark)):
        return "stuck"
    return "quiet" if most is not None and quiet >= most else ""


def board_frames(chess: FlipChess) -> tuple[BoardTurn, ...]:
    """The turns that are shown. Raises nothing for checked front matter."""
    played = list(board_turns(chess))
    return tuple(played[frame.turn - 1] for frame in chess.played.frames) if chess.played else ()


def board_game_faults(chess: FlipChess) -> Iterator[tuple[Location, str]]:
    """What the rules have against the game: where, and the fault in words."""
    game = chess.played
    if not game:
        return
    if faults := [*_dealt_faults(chess, game)]:
        yield from faults
        return
    played: list[BoardTurn] = []
    try:
        played.extend(board_turns(chess))
    except AgainstRulesError as error:
        yield ("played", *error.where), str(error)
        return
    last = 0
    for i, frame in enumerate(game.frames):
        where = ("played", "frames", i)
        if frame.turn > len(played) or frame.turn <= last:
            yield (*where, "turn"), f"should be a turn from {last + 1} to {len(played)}, in the order of play"
            continue
        last = frame.turn
        shows = played[last - 1].shows
        if shows != frame.shows:
            yield (
                (*where, "shows"),
                f"says {frame.shows}, but by the rules turn {last} is {shows}; show another turn or, with the words "
                "of its frame, something else",
            )


def _dealt_faults(chess: FlipChess, game: BoardGame) -> Iterator[tuple[Location, str]]:
    columns, rows = chess.board.columns, chess.board.rows
    if len(game.dealt) != rows or {len(row) for row in game.dealt} != {columns}:
        yield ("played", "dealt"), f"should be {rows} rows of {columns} pieces, one for each square of the board"
        return
    dealt = Counter("".join(game.dealt))
    each = {piece.name: piece.each for piece in chess.pieces}
    for letter, name in LETTERS.items():
        for found, color in zip((letter, letter.lower()), chess.colors, strict=True):
            if dealt[found] != each.get(name, 0):
                number = each.get(name, 0)
                yield ("played", "dealt"), f"has {dealt[found]} {found}, but {color} has {number} of {name}"
