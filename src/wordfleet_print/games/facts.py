"""What all rules files share: the fields of every front matter, dice, and games whose rules are text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from wordfleet_print.games.fields import COLOR, VERSION, Facts, Location, Slug, Text, require
from wordfleet_print.games.kit_facts import MOST_ITEMS, Kit
from wordfleet_print.messages import counted, in_words

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(_DAY.fullmatch(value) and date.fromisoformat(value))
    except ValueError:
        return False


# Numbers with dots between them.
Version = Annotated[str, StringConstraints(pattern=VERSION)]
# A day as ISO 8601 writes it: 2026-05-31.
Day = Annotated[str, require(_is_day, "should be a day that there is, as in 2026-05-31")]


class Players(Facts):
    """How many play, and what one and many of them are called (C-01). The games here are of one against another."""

    count: Literal[2]
    one: Text
    many: Text

    @property
    def summary(self) -> str:
        """How many, in words: `two captains`."""
        return counted(self.count, self.one, self.many)


def _is_dark(value: object) -> bool:
    """Whether a color and white are legible on each other. Source: WCAG 2.2, 1.4.3 and relative luminance."""
    if not isinstance(value, str) or not re.fullmatch(COLOR, value):
        return False
    parts = [int(value[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= LEGIBLE


# The least contrast between words and their background (WCAG 2.2, 1.4.3).
LEGIBLE = 4.5
Color = Annotated[str, StringConstraints(pattern=COLOR)]
DarkColor = Annotated[
    str, require(_is_dark, "should be a color such as '#0f2d4a', in quotes, dark enough for white words on it")
]


class Colors(Facts):
    """The colors of a game's books, as `#0f2d4a`: `ink` and `accent` behind white words, `tint` behind black ones."""

    ink: DarkColor
    accent: DarkColor
    tint: Color | None = None


PaperName = Annotated[str, StringConstraints(pattern="^(a4|letter)$")]
Letters = Annotated[float, Field(ge=8.5, le=14)]


class BookLook(Facts):
    """How a game's books look: their colors, and by paper the size of their letters (pt) and of the letters of the
    quick reference.
    """

    colors: Colors = Colors(ink="#14263a", accent="#8c1d17")
    letters: dict[PaperName, Letters] = Field(default={})
    quick: dict[PaperName, Annotated[float, Field(ge=8.5, le=18)]] = Field(default={})


# The shortest and the longest time.
Minutes = Annotated[tuple[int, int], Field(strict=False)]


class Play(Facts):
    """How long a game takes, all in all and by the parts of its rules, and from what age it can be played."""

    minutes: Minutes
    age: int = Field(ge=3, le=18)
    parts: dict[Text, Minutes] = Field(default={})

    @property
    def summary(self) -> str:
        """Both as they are written: `50–80 minutes, ages 8 and up`."""
        return f"{self.minutes[0]}–{self.minutes[1]} minutes, ages {self.age} and up"


class Rulebook(Facts):
    """The front matter every rules file has. `game` says which schema the rest follows; `unfinished` is what a chapter
    is labeled with that its designer still works on.
    """

    game: Slug
    title: Text
    subtitle: Text | None = None
    edition: Text | None = None
    edition_note: Text | None = None
    slug: Slug
    language: Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = "en"
    tagline: Text
    players: Players
    numbers: dict[Slug, int] = Field(default={}, description="Numbers that only the text needs, by name.")
    version: Version | None = None
    date: Day | None = None
    unfinished: Text = "unfinished"
    look: BookLook = BookLook()
    play: Play | None = None
    kit: Kit = Field(default=(), strict=False, max_length=MOST_ITEMS)

    def __hash__(self) -> int:
        """Hash by name alone, which is quick; equality compares everything."""
        return hash((self.slug, self.version))

    @property
    def is_english(self) -> bool:
        """Return whether its text is English, as the labels of all sheets, tables and figures are."""
        return self.language.partition("-")[0].lower() == "en"

    @property
    def printing(self) -> str:
        """Which printing it is: `Version 1.1, 2026-05-31`, as far as front matter says; or nothing."""
        return ", ".join(filter(None, [f"Version {self.version}" if self.version else "", self.date]))

    @property
    def who_plays(self) -> str:
        """How many play, in words: `two captains`; how long and from what age, where that is known."""
        return ", ".join(filter(None, [self.players.summary, self.play.summary if self.play else ""]))


class Party(Players):
    """How many play, or how few and how many at most; and what one and many of them are called."""

    count: int = Field(ge=1, le=99)  # type: ignore[assignment]  # wider than a pair's: a party may be any number
    most: int | None = Field(default=None, ge=2, le=99)
    one: Text = "player"
    many: Text = "players"

    @property
    def summary(self) -> str:
        """How many, in words: `two to six players`."""
        return f"{in_words(self.count)} to {in_words(self.most)} {self.many}" if self.most else super().summary


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


def find_dice_faults(dice: Dice) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with smaller dice: where, and the fault in words."""
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
    """A rulebook of any game: its text says everything. Only what a reader needs first must be filled in."""

    game: Literal["rules-only"]
    players: Party
    dice: Dice | None = None


def find_rules_only_faults(book: RulesOnly) -> Iterator[tuple[Location, str]]:
    """Yield what fields say against one another: where, and the fault in words."""
    if book.players.most is not None and book.players.most <= book.players.count:
        yield ("players", "most"), f"must be more than count, {book.players.count}; leave it out where it is the same"
    if book.dice:
        yield from find_dice_faults(book.dice)
