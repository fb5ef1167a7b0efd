"""What all rules files share: typed facts, printings, played games as written; a game of its own kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from wordfleet_print.games.fields import Capitals, Facts, Line, Location, Slug, Text, checked, worded
from wordfleet_print.games.kit_facts import MOST_ITEMS, Kit
from wordfleet_print.wording import counted, in_words

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
LONGEST_ADDRESS = 80
"""Characters of an address: the imprint on a cover has room for so many."""

_VERSION = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,3}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_WEB = re.compile(r"https?://[^\W_][\w.-]*\.[^\W_]+(?::[0-9]+)?(?:[/?#][!-~]*)?", re.ASCII)
_POSTBOX = re.compile(r"[!-?A-~]+@[^\W_][\w.-]*\.[^\W_]+", re.ASCII)


def _numbers(value: object) -> tuple[int, ...]:
    """A version's numbers without the zeros at its end, so that they compare as versions do; none for no version."""
    if not isinstance(value, str) or not _VERSION.fullmatch(value):
        return ()
    numbers = [int(part) for part in value.split(".")]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(_DAY.fullmatch(value) and date.fromisoformat(value))
    except ValueError:
        return False


def _is_web(value: object) -> bool:
    if not isinstance(value, str) or len(value) > LONGEST_ADDRESS or not _WEB.fullmatch(value):
        return False
    from pydantic import HttpUrl, TypeAdapter, ValidationError

    try:
        return bool(TypeAdapter(HttpUrl).validate_python(value))
    except ValidationError:
        return False


def _is_reached(value: object) -> bool:
    """Whether a text is an address of the web or of a postbox."""
    if _is_web(value):
        return True
    if not isinstance(value, str) or len(value) > LONGEST_ADDRESS or not _POSTBOX.fullmatch(value):
        return False
    from email.headerregistry import Address

    try:
        return Address(addr_spec=value).addr_spec == value
    except (ValueError, IndexError, LookupError):
        return False


Version = Annotated[str, checked(_numbers, "should be numbers with dots between them, as in 1.0")]
"""Numbers with dots between them; 1.10 comes after 1.9, and 1.0 is 1."""
Day = Annotated[str, checked(_is_day, "should be a day that there is, as in 2026-05-31")]
"""A day as ISO 8601 writes it: 2026-05-31."""
WebAddress = Annotated[str, checked(_is_web, "should be an address such as https://example.org")]
Contact = Annotated[str, checked(_is_reached, "should be an address such as rules@example.org or https://example.org")]
"""An address of the web, or of a postbox."""


def written_day(day: str) -> str:
    """A `Day` as it is written in a sentence: 31 May 2026. Raises `ValueError` for what is none."""
    found = date.fromisoformat(day)
    return f"{found.day} {MONTHS[found.month - 1]} {found.year}"


def printing_faults(values: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What versions and dates of front matter say against one another: where, and the fault in words.

    It looks at what was typed, whatever else is wrong with it, so that all is told at once; what is no version and no
    day is told elsewhere. Raises nothing.
    """
    listed = values.get("changes")
    changes = [one if isinstance(one, Mapping) else {} for one in listed] if isinstance(listed, list) else []
    for place, (newer, older) in enumerate(pairwise(changes), 1):
        above, here = newer.get("version"), older.get("version")
        if _numbers(above) and _numbers(here) and _numbers(above) <= _numbers(here):
            yield ("changes", place, "version"), f"is {here}, below {above}; the newest change comes first"
        above, here = newer.get("date"), older.get("date")
        if _is_day(above) and _is_day(here) and str(above) < str(here):
            yield ("changes", place, "date"), f"is {here}, below {above}; the newest change comes first"
    if not changes:
        return
    version, told = values.get("version"), changes[0].get("version")
    if _numbers(version) and _numbers(told):
        if _numbers(version) < _numbers(told):
            yield ("version",), f"goes backwards: it is {version}, and changes tells of {told} already"
        elif _numbers(version) > _numbers(told):
            yield ("version",), f"is {version}, and the newest of changes is {told}; say there what {version} changes"
    day, told = values.get("date"), changes[0].get("date")
    if _is_day(day) and _is_day(told) and str(day) < str(told):
        yield ("date",), f"is {day}, and the newest of changes is later: {told}"


class Players(Facts):
    """How many play, and what one and many of them are called (C-01). The games here are of one against another."""

    count: Literal[2]
    one: Text
    many: Text

    @property
    def said(self) -> str:
        """How many, in words: `two captains`."""
        return counted(self.count, self.one, self.many)


PictureName = Literal["tracker", "pencil", "highlighter", "squad", "die", "table", "measure"]
"""What a thing that players need looks like."""


class Thing(Facts):
    """A thing that players need; its picture stands in the figure `kit`."""

    item: Text
    picture: PictureName | None = None


class Equipment(Thing):
    """A thing each player needs (C-02 to C-04)."""

    each: int = Field(ge=1, le=99)
    optional: bool = False


def _is_color(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value) is not None


def _is_dark(value: object) -> bool:
    """Whether a color and white are legible on each other. Source: WCAG 2.2, 1.4.3 and relative luminance."""
    if not _is_color(value):
        return False
    parts = [int(str(value)[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= LEGIBLE


LEGIBLE = 4.5
"""How much lighter or darker words are than what they stand on, at least."""
Color = Annotated[str, checked(_is_color, "should be a color such as '#0f2d4a', in quotes")]
DarkColor = Annotated[
    str, checked(_is_dark, "should be a color such as '#0f2d4a', in quotes, dark enough for white words on it")
]


class Colors(Facts):
    """The colors of a game's books, as `#0f2d4a`: `ink` and `accent`, and whichever of the others are not to be made of
    these.
    """

    ink: DarkColor
    accent: DarkColor
    mid: DarkColor | None = None
    sky: Color | None = None
    tint: Color | None = None
    pale: Color | None = None
    sea: Color | None = None
    gold: Color | None = None
    cream: Color | None = None


class BookLook(Facts):
    """How a game's books look: their colors, the size of their letters (pt), and pictures beside the rules: on the
    cover, and as an emblem above its title.
    """

    colors: Colors = Colors(ink="#14263a", accent="#8c1d17")
    letters: float = Field(default=10.4, ge=9, le=12)
    cover: Text | None = None
    logo: Text | None = None


class Play(Facts):
    """How long a game takes, from so many minutes to so many, and from what age it can be played."""

    minutes: Annotated[tuple[int, int], Field(strict=False)]
    age: int = Field(ge=3, le=18)

    @property
    def said(self) -> str:
        """Both in words: `50 to 80 minutes, from 8 years`."""
        return f"{self.minutes[0]} to {self.minutes[1]} minutes, from {self.age} years"


class PrintingChange(Facts):
    """What a version changes, a sentence or two a line; and the day that it was printed."""

    version: Version
    date: Day | None = None
    lines: tuple[Line, ...] = Field(strict=False, min_length=1, max_length=50)


class Rulebook(Facts):
    """The front matter every rules file has. `game` says which schema the rest follows.

    `version` and `date` tell this printing from others; where they are left out, they are those of the newest of
    `changes`, which comes first. `tracker_address` is where readers find sheets to print.
    """

    game: Slug
    title: Text
    subtitle: Text
    edition: Text | None = None
    slug: Slug
    status: Literal["published", "draft"]
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
    tagline: Text
    players: Players
    equipment: tuple[Equipment, ...] = Field(strict=False, min_length=1)
    numbers: dict[Slug, int] = Field(default={}, description="Numbers that only the text needs, by name.")
    version: Version | None = None
    date: Day | None = None
    changes: tuple[PrintingChange, ...] = Field(default=(), strict=False, max_length=50)
    publisher: Annotated[Text, StringConstraints(max_length=80)] | None = None
    publisher_address: WebAddress | None = None
    contact: Contact | None = None
    licence: Annotated[Text, StringConstraints(max_length=80)] | None = None
    tracker_address: WebAddress | None = None
    look: BookLook = BookLook()
    play: Play | None = None
    kit: Kit = Field(default=(), strict=False, max_length=MOST_ITEMS)

    def __hash__(self) -> int:
        """By its name alone, for that is quick; of two of a name equality sees whether they say the same."""
        return hash((self.slug, self.version))

    @property
    def issued(self) -> str:
        """The day of this printing (ISO 8601), or nothing."""
        return self.date or next((change.date or "" for change in self.changes), "")

    @property
    def printing(self) -> str:
        """Which printing it is, in words: `Version 1.1, 31 May 2026`, as far as front matter says; or nothing."""
        version = self.version or next((change.version for change in self.changes), "")
        day = written_day(self.issued) if self.issued else ""
        return ", ".join(filter(None, [f"Version {version}" if version else "", day]))

    @property
    def who_plays(self) -> str:
        """How many play, in words: `two captains`; how long and from what age, where that is known."""
        return ", ".join(filter(None, [self.players.said, self.play.said if self.play else ""]))


class Party(Players):
    """How many play, or how few and how many at most; and what one and many of them are called."""

    count: int = Field(ge=1, le=99)  # type: ignore[assignment]  # wider than a pair's: a party may be any number
    most: int | None = Field(default=None, ge=2, le=99)
    one: Text = "player"
    many: Text = "players"

    @property
    def said(self) -> str:
        """How many, in words: `two to six players`."""
        return f"{in_words(self.count)} to {in_words(self.most)} {self.many}" if self.most else super().said


class DiceReading(Facts):
    """One line of a smaller die: rolls from `low` to `high` are read as `gives` (M-02, M-03)."""

    low: int = Field(ge=1, le=99)
    high: int = Field(ge=1, le=99)
    gives: int = Field(ge=1, le=99)


class SmallDie(Facts):
    """A die of fewer sides, read off the usual one (M-02, M-03)."""

    sides: int = Field(ge=2, le=99)
    reads: tuple[DiceReading, ...] = Field(strict=False, min_length=2)


class Dice(Facts):
    """The dice on the table, and the smaller ones read off them (M-01 to M-03)."""

    sides: int = Field(ge=4, le=99)
    smaller: tuple[SmallDie, ...] = Field(strict=False)


def dice_faults(dice: Dice) -> Iterator[tuple[Location, str]]:
    """What is wrong with smaller dice: where, and the fault in words."""
    seen: set[int] = set()
    for i, die in enumerate(dice.smaller):
        where = ("dice", "smaller", i)
        faces = [face for line in die.reads for face in range(line.low, line.high + 1)]
        if faces != list(range(1, dice.sides + 1)):
            yield (*where, "reads"), f"must cover 1 to {dice.sides}, each once and in order"
        if [line.gives for line in die.reads] != list(range(1, die.sides + 1)):
            yield (*where, "reads"), f"must give 1 to {die.sides}, each once and in order"
        if die.sides in seen or die.sides >= dice.sides:
            yield (*where, "sides"), f"D{die.sides} is no further die, or not smaller than D{dice.sides}"
        seen.add(die.sides)


class RulesOnly(Rulebook):
    """A rulebook of any game: its text says all there is. Nothing but what a reader is told first must be filled in."""

    game: Literal["rules-only"]
    subtitle: Text = "Rules of the game"
    status: Literal["published", "draft"] = "published"
    language: str = Field(default="en", pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
    players: Party
    equipment: tuple[Equipment, ...] = Field(default=(), strict=False)
    dice: Dice | None = None


def rules_only_faults(book: RulesOnly) -> Iterator[tuple[Location, str]]:
    """What fields say against one another: where, and the fault in words."""
    if book.players.most is not None and book.players.most <= book.players.count:
        yield ("players", "most"), f"must be more than count, {book.players.count}; leave it out where it is the same"
    if book.dice:
        yield from dice_faults(book.dice)


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
