"""How front matter holds a played game: only what players do. What follows is worked out by the rules of each game, in
`played_sea`, `played_field` and `played_board`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wordfleet_print.game.facts import Capitals, Facts, Location, Slug, worded

SeaShows = Literal["count", "none", "ring", "cross", "dot", "letter", "wrong", "sunk"]
"""What a turn comes to: a letter's count or none of it, the mark of an attack, a wrong word, or a sunken ship."""
SquareName = Annotated[str, worded(r"[A-Z][1-9][0-9]?", "should be a square such as B4")]
Letter = Annotated[str, worded(r"[A-Z]", "should be one letter from A to Z")]
BerthText = Annotated[str, worded(r"[A-Z][1-9][0-9]? (across|down)", "should be a square and a way, as in B4 across")]

FieldShows = Literal["move", "miss", "safe", "kill", "gang", "tie", "won", "lost"]
"""What a turn comes to: moves alone, a shot, a combat of several against one, or of one against one."""
Soldier = Annotated[str, worded(r"[A-Z][a-z]{1,11}", "should be a soldier’s name, such as Able")]
Inch = Annotated[float, Field(ge=0, le=199, allow_inf_nan=False)]
FieldPlace = Annotated[tuple[Inch, Inch], Field(strict=False)]
"""Inches from the left edge of the table, and from the upper one."""
Obstacle = Annotated[tuple[Inch, Inch, Inch, Inch], Field(strict=False)]
"""Left, top, width and height."""
DieFace = Annotated[int, Field(ge=1, le=99)]

BoardShows = Literal["first", "flip", "capture", "quiet", "last"]
"""What a turn is: the first, a flip, a capture, a move that captures nothing, or the one that ends the game."""
DealtRow = Annotated[str, worded(r"[KQRBNPkqrbnp]{2,16}", "should be a row of K, Q, R, B, N, P and k, q, r, b, n, p")]
FlipTurnText = Annotated[
    str, worded(r"[a-p][1-9][0-9]?(-[a-p][1-9][0-9]?)?", "should be the square of a flip, or of a move as in b4-a2")
]


class AgainstRulesError(Exception):
    """Something in a played game that the rules do not allow: where in the game, and why."""

    def __init__(self, where: Location, why: str) -> None:
        super().__init__(why)
        self.where = where


class SeaCall(Facts):
    """What is called: `do` is the kind of the action; a letter, a square (with the letter that is called, or that the
    captain suspects), or a word from a square, `to` its last where the edition's captains say that too.
    """

    do: Slug
    letter: Letter | None = None
    square: SquareName | None = None
    to: SquareName | None = None
    word: Capitals | None = None


class SeaTurn(Facts):
    """A turn: its calls, and what the words beside it tell, so that both are sure to agree."""

    shows: SeaShows
    calls: tuple[SeaCall, ...] = Field(strict=False, min_length=1, max_length=2)


class SeaGame(Facts):
    """Where each ship of the hidden fleet lies, in the fleet's order, and the turns against it."""

    hides: tuple[BerthText, ...] = Field(strict=False, min_length=1)
    turns: tuple[SeaTurn, ...] = Field(strict=False, min_length=1, max_length=12)


class Shot(Facts):
    """Who shoots at whom, whether the target is more concealed than the rules ask for, and the rolls."""

    by: Soldier
    at: Soldier
    covered: bool = False
    rolls: tuple[DieFace, ...] = Field(strict=False, min_length=1, max_length=9)


class Fight(Facts):
    """Each attacker's roll, whom they attack, and the one roll of that one."""

    by: dict[Soldier, DieFace] = Field(min_length=1)
    against: Soldier
    roll: DieFace


class FieldTurn(Facts):
    """A turn: shots, then moves, then fights; and what the words beside it tell."""

    shows: FieldShows
    shots: tuple[Shot, ...] = Field(default=(), strict=False, max_length=20)
    moves: dict[Soldier, FieldPlace] = Field(default={})
    fights: tuple[Fight, ...] = Field(default=(), strict=False, max_length=20)


class FieldGame(Facts):
    """Which rules are played, the table's size, its obstacles, both squads, and the turns."""

    rules: Literal["tutorial", "standard"]
    table: FieldPlace
    obstacles: tuple[Obstacle, ...] = Field(default=(), strict=False, max_length=20)
    squads: tuple[dict[Soldier, FieldPlace], dict[Soldier, FieldPlace]] = Field(strict=False)
    turns: tuple[FieldTurn, ...] = Field(strict=False, min_length=1, max_length=12)


class BoardFrame(Facts):
    """A turn that is shown, by its number from 1, and what the words beside it tell."""

    turn: int = Field(ge=1, le=999)
    shows: BoardShows


class BoardGame(Facts):
    """The pieces as they were dealt (rows from the far side, capitals for the first color), all turns, those shown."""

    dealt: tuple[DealtRow, ...] = Field(strict=False, min_length=2)
    turns: tuple[FlipTurnText, ...] = Field(strict=False, min_length=1, max_length=999)
    frames: tuple[BoardFrame, ...] = Field(strict=False, min_length=1, max_length=12)
