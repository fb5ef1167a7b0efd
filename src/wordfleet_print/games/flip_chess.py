"""Happy Flip Chess: numbers, moves, a game played.

Shapes are checked by the types, what fields say of one another by `flip_chess_faults`. What follows from the fields
(squares, pieces, the score of a full side) is worked out, never typed.

The front matter holds the deal, the squares of each turn and which turns are shown; owners, captures, quiet turns, the
ending and its count are worked out here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field, StringConstraints

from wordfleet_print.games.facts import AgainstRulesError, BoardGame, BoardShows, Equipment, Rulebook
from wordfleet_print.games.fields import Facts, Location, Text
from wordfleet_print.wording import counted, listed

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


class FlipVariation(Facts):
    """An optional rule: after how many moves running without capture somebody must flip or capture (F-20)."""

    kind: Literal["nobody-waits"]
    name: Text
    flip_after: int = Field(ge=1, le=99)


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
    pieces: tuple[Piece, ...] = Field(strict=False, min_length=2, max_length=6)
    turn: FlipTurn
    quiet_turns: int | None = Field(default=None, ge=2, le=999)
    variations: tuple[FlipVariation, ...] = Field(default=(), strict=False, max_length=1)
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


HowItEnds = Literal["", "gone", "stuck", "quiet"]
"""Why a game is over: nothing left of a color, no turn for the one to move, too many quiet turns; or it is not."""
LETTERS: dict[str, Chessman] = dict(zip("KQRBNP", get_args(Chessman), strict=True))
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


class Score(NamedTuple):
    """What pieces of a color are and count: in words, as a sum, and the total."""

    words: str
    sum: str
    total: int


def scored(chess: FlipChess, names: Sequence[Chessman]) -> Score:
    """What these pieces score. Raises nothing for pieces of the game."""
    scores = [chess.scores[name] for name in names]
    words = listed(counted(number, name) for name, number in Counter(names).items())
    return Score(words, " + ".join(map(str, scores)), sum(scores))


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
        return f"flips the {man.name}, which is face-up already; choose another" if man.face_up else ""
    if first or not man.face_up or man.dark is not dark:
        whose = "face-down" if not man.face_up else "the other player’s"
        why = "the first turn flips a piece" if first else f"it is {whose}"
        return f"moves the {man.name}, but {why}; choose another"
    legal = (start, ends[0]) in legal_moves(men, size, dark=dark)
    return "" if legal else f"is no move of that {man.name}; choose another, or flip a piece"


def _ending(men: Position, size: tuple[int, int], most: int | None, quiet: int, *, dark: bool) -> HowItEnds:
    """Why the game ends before the turn of a color, if it does."""
    if len({man.dark for man in men.values()}) < 2:
        return "gone"
    if all(man.face_up for man in men.values()) and not any(legal_moves(men, size, dark=dark)):
        return "stuck"
    return "quiet" if most is not None and quiet >= most else ""


@lru_cache(maxsize=4)  # a book's words ask for them, and so does each of its figures
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
            why = f"says {frame.shows}, but by the rules turn {last}, of the {played[last - 1].man.name}, is {shows}"
            yield (*where, "shows"), f"{why}; show another turn or, with the words of its frame, something else"


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
