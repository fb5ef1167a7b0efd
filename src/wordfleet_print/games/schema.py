"""The front matter that all rules files share, and that of rules alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, StringConstraints

from wordfleet_print.games.alphabet import to_capitals
from wordfleet_print.games.fields import (
    COLOR,
    DAY,
    LANGUAGE,
    VERSION,
    Facts,
    Location,
    Slug,
    Text,
    require,
)
from wordfleet_print.games.kit import MOST_ITEMS, Kit
from wordfleet_print.games.labels import (
    EditionLabel,
    Labels,
    Wordings,
    find_edition_faults,
    load_english,
    read_edition_labels,
)
from wordfleet_print.messages import count_in_words, in_words
from wordfleet_print.paper import BOOK_PAPERS


def is_day(value: object) -> bool:
    """Return whether a text is a day that the calendar has."""
    try:
        return isinstance(value, str) and bool(
            re.fullmatch(DAY, value) and date.fromisoformat(value)
        )
    except ValueError:
        return False


# Numbers with dots between them.
Version = Annotated[str, StringConstraints(pattern=VERSION)]
# A day as ISO 8601 writes it: 2026-05-31.
Day = Annotated[str, require(is_day, "should be a date that exists, as in 2026-05-31")]


class Players(Facts):
    """How many play, and what one and many of them are called (C-01)."""

    count: int = Field(ge=1, le=99)
    one: Text = "player"
    many: Text = "players"

    @property
    def summary(self) -> str:
        """How many, in words: `two captains`."""
        return count_in_words(self.count, self.one, self.many)


class Pair(Players):
    """Two players, one against the other, as in the games here."""

    count: Literal[2]


class Party(Players):
    """How many play, or how few and how many at most; and what one and many of them are called."""

    most: int | None = Field(default=None, ge=2, le=99)

    @property
    def summary(self) -> str:
        """How many, in words: `two to six players`."""
        return (
            f"{in_words(self.count)} to {in_words(self.most)} {self.many}"
            if self.most
            else super().summary
        )


def is_dark(value: object) -> bool:
    """Return whether white words can be read on a color. Source: WCAG 2.2, 1.4.3."""
    if not isinstance(value, str) or not re.fullmatch(COLOR, value):
        return False
    return 1.05 / (find_luminance(value) + 0.05) >= LEGIBLE


def find_luminance(color: str) -> float:
    """Return how bright an eye sees a color such as `#0f2d4a`, from 0 to 1. Source: WCAG 2.2,
    relative luminance.
    """
    # From sRGB to linear light
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# The least contrast between words and their background (WCAG 2.2, 1.4.3).
LEGIBLE = 4.5
DarkColor = Annotated[
    str,
    require(
        is_dark, "should be a color such as '#0f2d4a', in quotes, dark enough for white words on it"
    ),
]


class Colors(Facts):
    """The colors of a game's books, as `#0f2d4a`: `ink` and `accent` behind white words, `tint`
    behind black ones.
    """

    ink: DarkColor
    accent: DarkColor
    tint: Annotated[str, StringConstraints(pattern=COLOR)] | None = None


BookPaper = Annotated[str, StringConstraints(pattern=f"^({'|'.join(BOOK_PAPERS)})$")]


class BookLook(Facts):
    """How a game's books look: their colors, and by paper the size of their letters (pt) and of the
    letters of the quick reference.
    """

    colors: Colors = Colors(ink="#14263a", accent="#8c1d17")
    letters: dict[BookPaper, Annotated[float, Field(ge=8.5, le=14)]] = Field(default={})
    quick: dict[BookPaper, Annotated[float, Field(ge=8.5, le=18)]] = Field(default={})


# The shortest and the longest time.
Minutes = Annotated[tuple[int, int], Field(strict=False)]


class Play(Facts):
    """How long a game takes, all in all and by the parts of its rules, and from what age it can be
    played.
    """

    minutes: Minutes
    age: int = Field(ge=3, le=18)
    parts: dict[Text, Minutes] = Field(default={})

    @property
    def summary(self) -> str:
        """Both as they are written: `50–80 minutes, ages 8 and up`."""
        return f"{self.minutes[0]}–{self.minutes[1]} minutes, ages {self.age} and up"


class Rulebook(Facts):
    """The front matter every rules file has. `game` says which schema the rest follows;
    `unfinished` is what a chapter is labeled with that its designer still works on, `finished` what
    pages of a kit are for that leave such chapters out.
    """

    game: Slug
    title: Text
    edition: Text | None = None
    edition_note: Text | None = None
    slug: Slug
    language: Annotated[str, StringConstraints(pattern=LANGUAGE)] = "en"
    tagline: Text
    players: Players
    numbers: dict[Slug, int] = Field(
        default={}, description="Numbers that only the text needs, by name."
    )
    version: Version | None = None
    date: Day | None = None
    unfinished: Text = "unfinished"
    finished: Text = "finished"
    look: BookLook = BookLook()
    play: Play | None = None
    kit: Kit = Field(default=(), strict=False, max_length=MOST_ITEMS)
    labels: dict[str, Any] = Field(
        default={}, description="Labels that this edition words itself (labels/en.toml)."
    )
    # Not front matter, but a file of the language with what front matter replaces; part of the
    # rulebook, so that what is cached knows it.
    _all_labels: Labels = PrivateAttr(default_factory=load_english)

    @property
    def edition_in_list(self) -> str:
        """The edition's name in a list of editions: “Captains, the latest”; "" for none."""
        return ", ".join(filter(None, (self.edition, self.edition_note)))

    @property
    def all_labels(self) -> Labels:
        """What paper says besides the text of the rules file, in its language."""
        return self._all_labels

    @cached_property
    def own_labels(self) -> dict[str, EditionLabel]:
        """The labels of front matter by dotted key."""
        return read_edition_labels(self.labels)

    @property
    def label_facts(self) -> Mapping[str, str]:
        """What any label can be filled in with."""
        return {}

    @property
    def edition_keys(self) -> Mapping[str, bool]:
        """Keys of the labels that the edition writes itself, and whether they are required."""
        return {}

    def with_labels(self, labels: Labels) -> Self:
        """Return the same rulebook with these labels, but for those of its front matter."""
        copy = self.model_copy()
        own = {key: label.wordings for key, label in self.own_labels.items()}
        copy._all_labels = labels.replace(own)
        return copy

    def list_wordings(self, label: str, **facts: object) -> Wordings:
        """Return all wordings of a label, filled in with these facts and those of the edition."""
        return self.all_labels.list_wordings(label, {**_list_label_facts(self), **facts})

    def say(self, label: str, **facts: object) -> str:
        """Return a label in its fullest wording."""
        return self.list_wordings(label, **facts)[0]

    def __hash__(self) -> int:
        """Hash by name alone, which is quick; equality compares everything."""
        return hash((self.slug, self.version))

    def to_capitals(self, text: str) -> str:
        """Return a text in capitals, as its language writes them."""
        return to_capitals(text, self.language)

    @property
    def is_english(self) -> bool:
        """Return whether its text is English, as words by tier and theme are."""
        return self.language.partition("-")[0].lower() == "en"

    @property
    def printing(self) -> str:
        """Which printing it is: `Version 1.1, 2026-05-31`, as far as front matter says; or
        nothing.
        """
        return ", ".join(
            filter(None, [f"Version {self.version}" if self.version else "", self.date])
        )

    @property
    def who_plays(self) -> str:
        """How many play, in English words: `two captains`, or `two players` of a book in another
        language; how long and from what age, where that is known.
        """
        english = {} if self.is_english else {"one": "player", "many": "players"}
        players = self.players.model_copy(update=english)
        return ", ".join(filter(None, [players.summary, self.play.summary if self.play else ""]))


# Books whose facts of labels are remembered: a pack asks for them ten times a sheet, and listing
# them takes 0.3 ms.
BOOKS_HELD = 32


@lru_cache(maxsize=BOOKS_HELD)
def _list_label_facts(book: Rulebook) -> Mapping[str, str]:
    return book.label_facts


def find_label_faults(book: Rulebook) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with the labels of front matter, and which are missing."""
    own_keys = book.edition_keys
    known = {**load_english().wordings, **dict.fromkeys(own_keys, ())}
    faulty = set()
    for key, what, advice in find_edition_faults(book.labels, known, frozenset(book.label_facts)):
        faulty.add(key)
        yield ("labels", *key.split(".")), f"{what}{advice and f'; {advice}'}"
    if faulty:
        return
    for key, is_required in own_keys.items():
        if is_required and key not in book.own_labels:
            yield ("labels", *key.split(".")), "is missing; each edition writes it"


class DiceReading(Facts):
    """One line of a smaller die: rolls from `low` to `high` are read as `gives` (M-02, M-03)."""

    low: int = Field(ge=1, le=99)
    high: int = Field(ge=1, le=99)
    gives: int = Field(ge=1, le=99)


class SmallDie(Facts):
    """A die of fewer sides, read off the usual one (M-02, M-03)."""

    sides: int = Field(ge=2, le=99)
    draft: bool = Field(default=False, description="Whether only the draft of the rules rolls it.")
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
        # A D3 by a D6: 1 and 2 give 1, 3 and 4 give 2, 5 and 6 give 3. All six faces in order, and
        # 1, 2, 3.
        if faces != list(range(1, dice.sides + 1)):
            yield (*where, "reads"), f"must cover 1 to {dice.sides}, each once and in order"
        if [line.gives for line in die.reads] != list(range(1, die.sides + 1)):
            yield (*where, "reads"), f"must give 1 to {die.sides}, each once and in order"
        if die.sides in seen or die.sides >= dice.sides:
            yield (
                (*where, "sides"),
                f"D{die.sides} is not an additional die, or not smaller than D{dice.sides}",
            )
        seen.add(die.sides)


class RulesOnly(Rulebook):
    """A rulebook of any game: its text says everything. Only what a reader needs first must be
    filled in.
    """

    game: Literal["rules-only"]
    players: Party
    dice: Dice | None = None


def find_rules_only_faults(book: RulesOnly) -> Iterator[tuple[Location, str]]:
    """Yield what fields say against one another: where, and the fault in words."""
    if book.players.most is not None and book.players.most <= book.players.count:
        yield (
            ("players", "most"),
            f"must be more than count, {book.players.count}; leave it out where it is the same",
        )
    if book.dice:
        yield from find_dice_faults(book.dice)
