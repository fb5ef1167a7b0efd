"""The elements of a kit with their true measures, as front matter lists them.

A measure is a number, a length (`33 mm`, `6 in`) or the dotted name of a fact. All are bounded when
rules are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isfinite
from pathlib import PurePath
from typing import Annotated, Any, TypeAlias, cast, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

from wordfleet_print import art
from wordfleet_print.games.fields import BLOCK, Facts, Line, Location, Text, refuse_drawing
from wordfleet_print.messages import did_you_mean, join_words

INCH = 25.4
UNITS = {"mm": 1.0, "in": INCH}
LONGEST_MM = 2000.0
MOST_ITEMS = 30
# Width and height of a playing card.
PLAYING_CARD_MM = (63, 88)
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
    if isinstance(value, str) and any(
        pattern.fullmatch(value) for pattern in (_LENGTH, _NUMBER, _FACT)
    ):
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
    heading: KitText | None = Field(default=None, description="What its pages are headed with.")
    draft: bool = Field(default=False, description="Whether only the draft of the rules needs it.")


class BoardElement(KitElement):
    """A board of squares (mm); on smaller paper down to `least`, else over several pages; `note`
    is printed above it.
    """

    columns: Measure
    rows: Measure
    square: Measure
    least: Measure | None = None
    checkered: bool = False
    note: KitText | None = None


class PiecesElement(KitElement):
    """Square pieces (mm), one for each row of `from` and each of `for`, `count` times; `secret`:
    same backs; `note` is printed below them where there is room.
    """

    from_: Text = Field(alias="from")
    size: Measure
    face: KitText
    count: RowCount = 1
    for_: Text | None = Field(default=None, alias="for")
    corner: KitText | None = None
    picture: Picture | None = None
    secret: bool = False
    note: KitText | None = None


class CardsElement(KitElement):
    """Cards (mm), one for each row of `from`, `count` times; with a back where `back` or
    `back_picture` is given.
    """

    from_: Text = Field(alias="from")
    title: KitText
    count: RowCount = 1
    size: tuple[Measure, Measure] = Field(default=PLAYING_CARD_MM, strict=False)
    corner: KitText | None = None
    stats: dict[Text, KitText] = Field(default={}, max_length=4)
    text: KitText | None = None
    foot: KitText | None = None
    picture: Picture | None = None
    back: KitText | None = None
    back_picture: Picture | None = None


class TapeElement(KitElement):
    """A tape in true inches with words at its marks and at its `start`, `count` times, on as many
    pages as that takes; `profiles`: with the ranges of all soldiers as well.
    """

    marks: dict[KitText, KitText] = Field(min_length=1, max_length=40)
    start: KitText | None = None
    count: int = Field(default=1, ge=1, le=4)
    profiles: bool = False


# A block of the book: a chapter or what has a name, or the first list or table in it.
Block = Annotated[str, StringConstraints(pattern=BLOCK, max_length=60)]
# Blocks in the order in which they are set.
Blocks: TypeAlias = Annotated[tuple[Block, ...], Field(strict=False, min_length=1, max_length=12)]


class WedgeElement(KitElement):
    """A quarter of a circle (inches) with a ring for each inch, and what it is for: blocks of the
    book, or a text.
    """

    radius: Measure
    title: KitText
    text: KitText | None = None
    blocks: Blocks | None = None


class TextElement(KitElement):
    """A card (mm) with blocks of the book, `count` times, set in `letters` (pt); with more blocks
    on its `back`.
    """

    blocks: Blocks
    back: Blocks | None = None
    size: tuple[Measure, Measure] = Field(default=PLAYING_CARD_MM, strict=False)
    count: int = Field(default=1, ge=1, le=MOST_PIECES)
    letters: float = Field(default=9.5, ge=8, le=24)


class PageElement(KitElement):
    """A page that is drawn for a game, by its name, with blocks of the book in each of its
    `panels`; those that are read from afar are set in `letters` (pt).
    """

    name: Text
    letters: float = Field(default=12, ge=8, le=24)
    panels: tuple[Blocks, ...] = Field(default=(), strict=False, max_length=6)


def check_item(value: object) -> object:
    """Return one element under its name; a model that was written out has the names of all."""
    if not isinstance(value, dict):
        return value
    for name in value:
        if name not in KitItem.model_fields:
            unknown = {"name": name, "known": ", ".join(KitItem.model_fields)}
            raise PydanticCustomError("element", "there is no “{name}”; there are {known}", unknown)
    facts = {name: item for name, item in value.items() if item is not None}
    if len(facts) == 1:
        return facts
    if len(value) == 1:
        name = next(iter(value))
        fields = get_args(KitItem.model_fields[name].annotation)[0].model_fields
        required = [field.alias or key for key, field in fields.items() if field.is_required()]
        needs = "the name of a page" if name == "page" else join_words(required)
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
    fact: object = book
    for step in name.split("."):
        known: Mapping[str, object] = dict(fact) if isinstance(fact, BaseModel | Mapping) else {}
        if step not in known:
            near = did_you_mean(step, known)
            raise KitFactError(f"names “{name}”, but there is no such fact{near and f'; {near}'}")
        fact = known[step]
    return fact


def read_measure(book: BaseModel, value: float | str, unit: str) -> float:
    """Return a measure in millimeters; a plain number is in `unit`, mm or in. Raises
    `KitFactError`.
    """
    length = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    if length:
        measure = float(length[1]) * UNITS[length[2]]
    else:
        measure = find_number(book, value) * UNITS[unit]
    if not 0 < measure <= LONGEST_MM:
        most = f"{LONGEST_MM:,.0f} mm" if unit == "mm" else f"{int(LONGEST_MM / INCH)} in"
        raise KitFactError(f"is {value}: a measure is more than 0 and at most {most}")
    return measure


def read_count(book: BaseModel, value: float | str) -> int:
    """Return a whole number from 1 to `MOST_PIECES`. Raises `KitFactError`."""
    count = find_number(book, value)
    if count != int(count) or not 1 <= count <= MOST_PIECES:
        raise KitFactError(f"is {value}: it should be a whole number from 1 to {MOST_PIECES}")
    return int(count)


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
        fact = find_kit_fact(book, name)
    except KitFactError as error:
        raise KitFactError(
            f"{error}; files of rows have names such as cards.csv or cards.xlsx"
        ) from error
    if not isinstance(fact, tuple | BaseModel | Mapping):
        raise KitFactError(f"names “{name}”, which is not a list")
    if not isinstance(fact, BaseModel) and not fact:
        raise KitFactError(f"names “{name}”, which is empty")
    return [name_values(row) for row in (fact if isinstance(fact, tuple) else [fact])]


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


def _list_values(value: object) -> list[Any]:
    """Return the items of a field, or its only value; nothing where it is empty."""
    if value is None:
        return []
    return [*value] if isinstance(value, dict | tuple) else [value]


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
            for entry in _list_values(value):
                try:
                    if name in _READERS:
                        _READERS[name](book, entry)
                    elif name in ("from_", "for_") and not entry.endswith(FILES):
                        find_rows(book, entry)
                except KitFactError as error:
                    yield (*where, name.rstrip("_")), str(error)
