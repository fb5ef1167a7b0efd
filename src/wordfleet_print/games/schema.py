"""What front matter is made of: fields, a kit's elements with true measures, and what all rules
files share.

A measure is a number, a length (`33 mm`, `6 in`) or the dotted name of a fact. All are bounded when
rules are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache, partial
from math import isfinite
from pathlib import PurePath
from typing import Annotated, Any, Literal, Self, TypeAlias, cast, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

from wordfleet_print import art
from wordfleet_print.games.alphabet import to_capitals
from wordfleet_print.games.labels import (
    EditionLabel,
    Labels,
    Wordings,
    find_edition_faults,
    load_english,
    read_edition_labels,
)
from wordfleet_print.messages import counted, did_you_mean, in_words, listed


def require(test: Callable[[object], object], should_be: str) -> BeforeValidator:
    """Return a validator that takes texts which pass a test; `should_be` refuses any other."""

    def check(value: object) -> str:
        if not test(value):
            raise PydanticCustomError("checked", should_be)
        return str(value)

    return BeforeValidator(check)


# Characters that leave no ink or turn the direction of reading, as a regular expression; it lets
# joiners pass.
UNSEEN = r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"

VISIBLE = f"^[^{UNSEEN[1:-1]}]+$"
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=VISIBLE)
]
# A sentence or two.
Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=VISIBLE)
]
CAPITALS = r"^\p{Lu}+$"
SLUG = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
VERSION = r"^[0-9]{1,4}(\.[0-9]{1,4}){0,3}$"
COLOR = "^#[0-9a-fA-F]{6}$"
BLOCK = r"^\w+(-\w+)*(\.(list|table))?$"
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
# What fields look like, as regular expressions, and in words.
PATTERNS = {
    CAPITALS: "should be capital letters",
    SLUG: "should be small letters, digits and hyphens, a letter first",
    VERSION: "should be numbers with dots between them, as in 1.0",
    BLOCK: "should be a chapter, or a .list or .table in it, as in your-turn.list",
    COLOR: "should be a color such as '#0f2d4a', in quotes",
}
Capitals = Annotated[str, StringConstraints(pattern=CAPITALS, min_length=1, max_length=40)]
Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=40)]


def refuse_drawing(name: str, known: Sequence[str], more: str = "") -> PydanticCustomError:
    """Return the error for a name that no bundled drawing has, with the nearest or all of them."""
    near = did_you_mean(name, known) or f"there are {', '.join(known)}"
    return PydanticCustomError(
        "drawing", "names no drawing{more}; {near}", {"near": near, "more": more}
    )


def check_silhouette(name: str) -> str:
    """Return the name of a drawing that sheets can show."""
    if name in art.list_silhouettes():
        return name
    raise refuse_drawing(name, art.list_silhouettes())


def check_drawing(name: str) -> str:
    """Return the name of a drawing that kits and books can show."""
    if name in art.list_drawings():
        return name
    raise refuse_drawing(name, art.list_drawings())


Silhouette = Annotated[Slug, AfterValidator(check_silhouette)]
Drawing = Annotated[Slug, AfterValidator(check_drawing)]
# Where a field is: names of blocks and, from 0, places in lists.
Location = tuple[str | int, ...]


def name_field(where: Location) -> str:
    """Return a field as messages call it: `fleet[1].letters`; lists count from 1."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in where)
    return "".join(steps).removeprefix(".") or "the front matter"


class Facts(BaseModel):
    """A block of front matter: frozen, and nothing in it unknown or loosely typed."""

    # Strict, so that "10" is no number and yes is no 1. YAML has lists where fields have tuples:
    # those are not strict. Built when first used: most commands read one game of four.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    def __hash__(self) -> int:
        """Hash all facts, so that what is cached for one version of the rules is not used for an
        edited one.
        """
        return hash(self.model_dump_json())


# The kit

INCH = 25.4
UNITS = {"mm": 1.0, "in": INCH}
LONGEST_MM = 2000.0
MOST_ITEMS = 30
# Pieces or cards of an element, rows of a file, squares along a side of a board.
MOST_PIECES = 500
MOST_PAGES = 40
# How the names of files of rows end.
FILES = (".csv", ".tsv", ".xlsx", ".ods", ".xls")

# Few digits each, so that reading a number takes no time, whatever is written.
_LENGTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?) ?(mm|in)", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?", re.ASCII)
_FACT = re.compile(r"[a-z_]\w*(?:\.\w+)*", re.ASCII)


def check_measure(value: object) -> int | float | str:
    """Return a measure as it was written: a number, a length, or what may be the name of a fact."""
    if isinstance(value, str) and any(one.fullmatch(value) for one in (_LENGTH, _NUMBER, _FACT)):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise PydanticCustomError(
        "measure", "should be a number, a length such as 33 mm, or a fact such as board.columns"
    )


Measure = Annotated[int | float | str, BeforeValidator(check_measure)]
# A text that is filled in over the facts and the row; a number is one, as it is written.
KitText = Annotated[
    Line, BeforeValidator(lambda value: str(value) if type(value) in (int, float) else value)
]


def check_picture(words: str) -> str:
    """Return what names a picture: one to fill in for each row, a file, or a bundled drawing."""
    if "{{" in words or PurePath(words).suffix or words in art.list_drawings():
        return words
    raise refuse_drawing(words, art.list_drawings(), " and no file")


Picture = Annotated[KitText, AfterValidator(check_picture)]


def check_row_count(value: object) -> int | str:
    """Return how often a row is printed: a number, or the name of a column."""
    if isinstance(value, str) and value.strip() and not value[0].isdigit():
        return value
    if type(value) is int and 1 <= value <= MOST_PIECES:
        return value
    raise PydanticCustomError(
        "count", "should be a number from 1 to {most}, or a column", {"most": MOST_PIECES}
    )


# How many of a row: a number, or the name of the column that has it.
RowCount = Annotated[int | str, BeforeValidator(check_row_count)]


class KitElement(Facts):
    """What every element has: a name, by which its pages are asked for."""

    # `from` and `for` are words of Python: fields have a _ that no file and no message shows.
    model_config = ConfigDict(serialize_by_alias=True)
    name: Text | None = None


class BoardElement(KitElement):
    """A board of squares (mm); on smaller paper down to `least`, else over several pages."""

    columns: Measure
    rows: Measure
    square: Measure
    least: Measure | None = None
    checkered: bool = False


class PiecesElement(KitElement):
    """Square pieces (mm), one for each row of `from` and each of `for`, `count` times; `secret`:
    same backs.
    """

    from_: Text = Field(alias="from")
    size: Measure
    face: KitText
    count: RowCount = 1
    for_: Text | None = Field(default=None, alias="for")
    corner: KitText | None = None
    picture: Picture | None = None
    secret: bool = False


class CardsElement(KitElement):
    """Cards (mm), one for each row of `from`, `count` times; with a back where `back` or
    `back_picture` is given.
    """

    from_: Text = Field(alias="from")
    title: KitText
    count: RowCount = 1
    size: tuple[Measure, Measure] = Field(default=(63, 88), strict=False)
    corner: KitText | None = None
    stats: dict[Text, KitText] = Field(default={}, max_length=4)
    text: KitText | None = None
    foot: KitText | None = None
    picture: Picture | None = None
    back: KitText | None = None
    back_picture: Picture | None = None


class TapeElement(KitElement):
    """A tape in true inches with words at its marks; `profiles`: with the ranges of all soldiers as
    well.
    """

    marks: dict[KitText, KitText] = Field(min_length=1, max_length=40)
    profiles: bool = False


class WedgeElement(KitElement):
    """A quarter of a circle (inches) with a ring for each inch, and what it is for."""

    radius: Measure
    title: KitText
    text: KitText | None = None


# A block of the book: a chapter or what has a name, or the first list or table in it.
Block = Annotated[str, StringConstraints(pattern=BLOCK, max_length=60)]
# Blocks in the order in which they are set.
Blocks: TypeAlias = Annotated[tuple[Block, ...], Field(strict=False, min_length=1, max_length=12)]


class TextElement(KitElement):
    """A card (mm) with blocks of the book, `count` times, set in `letters` (pt); with more blocks
    on its `back`.
    """

    blocks: Blocks
    back: Blocks | None = None
    size: tuple[Measure, Measure] = Field(default=(63, 88), strict=False)
    count: int = Field(default=1, ge=1, le=MOST_PIECES)
    letters: float = Field(default=9.5, ge=8, le=24)


class PageElement(KitElement):
    """A page that is drawn for a game, by its name, with blocks of the book in each of its
    `panels`.
    """

    name: Text
    panels: tuple[Blocks, ...] = Field(default=(), strict=False, max_length=6)


def check_item(value: object) -> object:
    """Return one element under its name; a model that was written out has the names of all."""
    if not isinstance(value, dict):
        return value
    for name in value:
        if name not in KitItem.model_fields:
            unknown = {"name": name, "known": ", ".join(KitItem.model_fields)}
            raise PydanticCustomError("element", "there is no “{name}”; there are {known}", unknown)
    given = {name: one for name, one in value.items() if one is not None}
    if len(given) == 1:
        return given
    if len(value) == 1:
        name = next(iter(value))
        fields = get_args(KitItem.model_fields[name].annotation)[0].model_fields
        required = [field.alias or key for key, field in fields.items() if field.is_required()]
        needs = "the name of a page" if name == "page" else listed(required)
        what = "{name} is empty; it needs {needs}"
        raise PydanticCustomError("element", what, {"name": name, "needs": needs})
    raise PydanticCustomError("element", "should be one element, such as `- page: aids`")


def name_page(value: object) -> object:
    """Return a page that is only named as one with that name."""
    return {"name": value} if isinstance(value, str) else value


class KitItem(Facts):
    """One thing of a kit: an element, or the name of a page that is drawn for this game."""

    board: BoardElement | None = None
    pieces: PiecesElement | None = None
    cards: CardsElement | None = None
    tape: TapeElement | None = None
    wedge: WedgeElement | None = None
    text: TextElement | None = None
    page: Annotated[PageElement, BeforeValidator(name_page)] | None = None

    @property
    def kind(self) -> str:
        """Which of its fields it has."""
        return next(name for name in KitItem.model_fields if getattr(self, name) is not None)

    @property
    def element(self) -> KitElement:
        """What it has."""
        return cast("KitElement", getattr(self, self.kind))

    @property
    def name(self) -> str:
        """What its pages are asked for by."""
        return self.element.name or self.kind


# All things of a kit, in the order in which they are printed.
Kit: TypeAlias = tuple[Annotated[KitItem, BeforeValidator(check_item)], ...]


class KitFactError(Exception):
    """A name that is no fact of the front matter, or a fact that is no measure."""


def find_kit_fact(book: BaseModel, name: str) -> object:
    """Return the fact of a dotted name. Raises `KitFactError`."""
    found: object = book
    for step in name.split("."):
        known: Mapping[str, object] = dict(found) if isinstance(found, BaseModel | Mapping) else {}
        if step not in known:
            near = did_you_mean(step, known)
            raise KitFactError(f"names “{name}”, but there is no such fact{near and f'; {near}'}")
        found = known[step]
    return found


def read_measure(book: BaseModel, value: float | str, unit: str) -> float:
    """Return a measure in millimeters; a plain number is in `unit`, mm or in. Raises
    `KitFactError`.
    """
    length = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    found = (
        float(length[1]) * UNITS[length[2]] if length else find_number(book, value) * UNITS[unit]
    )
    if not 0 < found <= LONGEST_MM:
        most = f"{LONGEST_MM:,.0f} mm" if unit == "mm" else f"{int(LONGEST_MM / INCH)} in"
        raise KitFactError(f"is {value}: a measure is more than 0 and at most {most}")
    return found


def read_count(book: BaseModel, value: float | str) -> int:
    """Return a whole number from 1 to `MOST_PIECES`. Raises `KitFactError`."""
    found = find_number(book, value)
    if found != int(found) or not 1 <= found <= MOST_PIECES:
        raise KitFactError(f"is {value}: it should be a whole number from 1 to {MOST_PIECES}")
    return int(found)


def find_number(book: BaseModel, value: float | str) -> float:
    """Return a number, or the one that a dotted name stands for. Raises `KitFactError`."""
    number: object = value
    if isinstance(value, str):
        number = float(value) if _NUMBER.fullmatch(value) else find_kit_fact(book, value)
    # YAML's .nan and .inf are numbers of which no count can be made.
    if isinstance(number, bool) or not isinstance(number, int | float) or not isfinite(number):
        raise KitFactError(f"names “{value}”, which is not a number")
    return number


def find_rows(book: BaseModel, name: str) -> list[dict[str, Any]]:
    """Return the rows of a list of the front matter, or the one row of a block, each with its
    facts by name; what is no block is called `it`.

    Raises `KitFactError`.
    """
    try:
        found = find_kit_fact(book, name)
    except KitFactError as error:
        raise KitFactError(
            f"{error}; files of rows have names such as cards.csv or cards.xlsx"
        ) from error
    if not isinstance(found, tuple | BaseModel | Mapping):
        raise KitFactError(f"names “{name}”, which is not a list")
    if not isinstance(found, BaseModel) and not found:
        raise KitFactError(f"names “{name}”, which is empty")
    return [name_values(row) for row in (found if isinstance(found, tuple) else [found])]


def name_values(row: object) -> dict[str, Any]:
    """Return the facts of a row by their names; of a row that is no block, its value as `it`."""
    match row:
        case BaseModel():
            return row.model_dump()
        case Mapping():
            return dict(row)
    return {"it": row}


_READERS: Mapping[str, Callable[[BaseModel, float | str], float]] = {
    **dict.fromkeys(("columns", "rows"), read_count),
    **dict.fromkeys(("square", "least", "size"), partial(read_measure, unit="mm")),
    **dict.fromkeys(("radius", "marks"), partial(read_measure, unit="in")),
}


def find_kit_faults(
    book: BaseModel, kit: Kit, drawn: Sequence[str]
) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with a kit's names and measures: where, and the fault in words."""
    pages = (*drawn, "check")
    names: dict[str, int] = {}
    for number, item in enumerate(kit):
        where: Location = ("kit", number, item.kind)
        if item.page and item.page.name not in pages:
            yield where, f"is “{item.page.name}”; pages are {', '.join(pages)}"
        # The first thing of a name keeps it.
        if names.setdefault(item.name, number) != number:
            yield where, f"is a second “{item.name}”; give it a name of its own"
        for name, value in dict(item.element).items():
            for one in value if isinstance(value, dict | tuple) else [value] * (value is not None):
                try:
                    if name in _READERS:
                        _READERS[name](book, one)
                    elif name in ("from_", "for_") and not one.endswith(FILES):
                        find_rows(book, one)
                except KitFactError as error:
                    yield (*where, name.rstrip("_")), str(error)


# What all rules files share


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
    """How many play, and what one and many of them are called (C-01). The games here are of one
    against another.
    """

    count: Literal[2]
    one: Text = "player"
    many: Text = "players"

    @property
    def summary(self) -> str:
        """How many, in words: `two captains`."""
        return counted(self.count, self.one, self.many)


def is_dark(value: object) -> bool:
    """Return whether white words can be read on a color. Source: WCAG 2.2, 1.4.3 and relative
    luminance.
    """
    if not isinstance(value, str) or not re.fullmatch(COLOR, value):
        return False
    # From sRGB to linear light, then each color by how bright an eye sees it.
    parts = [int(value[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= LEGIBLE


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


PaperName = Annotated[str, StringConstraints(pattern="^(a4|letter)$")]


class BookLook(Facts):
    """How a game's books look: their colors, and by paper the size of their letters (pt) and of the
    letters of the quick reference.
    """

    colors: Colors = Colors(ink="#14263a", accent="#8c1d17")
    letters: dict[PaperName, Annotated[float, Field(ge=8.5, le=14)]] = Field(default={})
    quick: dict[PaperName, Annotated[float, Field(ge=8.5, le=18)]] = Field(default={})


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
    `unfinished` is what a chapter is labeled with that its designer still works on.
    """

    game: Slug
    title: Text
    edition: Text | None = None
    edition_note: Text | None = None
    slug: Slug
    language: Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = (
        "en"
    )
    tagline: Text
    players: Players
    numbers: dict[Slug, int] = Field(
        default={}, description="Numbers that only the text needs, by name."
    )
    version: Version | None = None
    date: Day | None = None
    unfinished: Text = "unfinished"
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

    def capitalize(self, text: str) -> str:
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
        """How many play, in words: `two captains`; how long and from what age, where that is
        known.
        """
        return ", ".join(
            filter(None, [self.players.summary, self.play.summary if self.play else ""])
        )


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


class Party(Players):
    """How many play, or how few and how many at most; and what one and many of them are called."""

    count: int = Field(ge=1, le=99)  # type: ignore[assignment]  # wider than a pair's: a party may be any number
    most: int | None = Field(default=None, ge=2, le=99)
    one: Text = "player"
    many: Text = "players"

    @property
    def summary(self) -> str:
        """How many, in words: `two to six players`."""
        return (
            f"{in_words(self.count)} to {in_words(self.most)} {self.many}"
            if self.most
            else super().summary
        )


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
