"""The front matter's `kit`: what a game needs on the table, as elements with true measures.

A measure is a number, a length (`33 mm`, `6 in`) or the dotted name of a fact. All are bounded when rules are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from math import isnan
from typing import Annotated, Any, TypeAlias, cast, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from wordfleet_print.games.fields import Facts, Line, Location, Text
from wordfleet_print.messages import did_you_mean, listed

INCH = 25.4
UNITS = {"mm": 1.0, "in": INCH}
LONGEST_MM = 2000.0
MOST_ITEMS = 30
# Pieces or cards of an element, rows of a file, squares along a side of a board.
MOST_PIECES = 500
MOST_PAGES = 40
# The pages that are drawn for each game, in addition to `check`, which any game can have.
PAGES: Mapping[str, tuple[str, ...]] = {
    "happy-flip-chess": ("aids",),
    "army-men": ("cards", "squads", "counters", "orders"),
    "word-fleet": ("screen", "turns", "tokens", "grid"),
}
# How the names of files of rows end.
FILES = (".csv", ".xlsx")

_LENGTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?) ?(mm|in)", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?", re.ASCII)
_FACT = re.compile(r"[a-z_]\w*(?:\.\w+)*", re.ASCII)


def _check_measure(value: object) -> int | float | str:
    named = isinstance(value, str) and any(one.fullmatch(value) for one in (_LENGTH, _NUMBER, _FACT))
    if named or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value  # type: ignore[return-value]  # a number or a text, as both tests say
    raise PydanticCustomError("measure", "should be a number, a length such as 33 mm, or a fact such as board.columns")


Measure = Annotated[int | float | str, BeforeValidator(_check_measure)]
# A text that is filled in over the facts and the row; a number is one, as it is written.
KitText = Annotated[Line, BeforeValidator(lambda value: str(value) if type(value) in (int, float) else value)]


def _check_row_count(value: object) -> int | str:
    if type(value) is int and 1 <= value <= MOST_PIECES:
        return value
    if isinstance(value, str) and value.strip() and not value[0].isdigit():
        return value
    raise PydanticCustomError("count", "should be a number from 1 to {most}, or a column", {"most": MOST_PIECES})


# How many of a row: a number, or the name of the column that has it.
RowCount = Annotated[int | str, BeforeValidator(_check_row_count)]


class KitElement(Facts):
    """What every element has: a name, by which its pages are asked for."""

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
    """Square pieces (mm), one for each row of `from` and each of `for`, `count` times; `secret`: same backs."""

    from_: Text = Field(alias="from")
    size: Measure
    face: KitText
    count: RowCount = 1
    for_: Text | None = Field(default=None, alias="for")
    corner: KitText | None = None
    picture: KitText | None = None
    secret: bool = False


class CardsElement(KitElement):
    """Cards (mm), one for each row of `from`, `count` times; with a back where `back` or `back_picture` is given."""

    from_: Text = Field(alias="from")
    title: KitText
    count: RowCount = 1
    size: tuple[Measure, Measure] = Field(default=(63, 88), strict=False)
    corner: KitText | None = None
    stats: dict[Text, KitText] = Field(default={}, max_length=4)
    text: KitText | None = None
    foot: KitText | None = None
    picture: KitText | None = None
    back: KitText | None = None
    back_picture: KitText | None = None


class TapeElement(KitElement):
    """A tape in true inches with words at its marks; `profiles`: with the ranges of all soldiers as well."""

    marks: dict[KitText, KitText] = Field(min_length=1, max_length=40)
    profiles: bool = False


class WedgeElement(KitElement):
    """A quarter of a circle (inches) with a ring for each inch, and what it is for."""

    radius: Measure
    title: KitText
    text: KitText | None = None


def _check_item(value: object) -> object:
    """Return one element under its name; a model that was written out has the names of all."""
    if not isinstance(value, dict):
        return value
    context: dict[str, Any] = {"known": ", ".join(KitItem.model_fields)}
    for name in value:
        if name not in KitItem.model_fields:
            raise PydanticCustomError("element", "there is no “{name}”; there are {known}", {"name": name, **context})
    given = {name: one for name, one in value.items() if one is not None}
    if len(given) == 1:
        return given
    if len(value) == 1:
        name = next(iter(value))
        fields = getattr(get_args(KitItem.model_fields[name].annotation)[0], "model_fields", {}).items()
        needs = listed(field.alias or key for key, field in fields if field.is_required()) or "the name of a page"
        raise PydanticCustomError("element", "{name} is empty; it needs {needs}", {"name": name, "needs": needs})
    raise PydanticCustomError("element", "should be one element, such as `- page: aids`")


class KitItem(Facts):
    """One thing of a kit: an element, or the name of a page that is drawn for this game."""

    board: BoardElement | None = None
    pieces: PiecesElement | None = None
    cards: CardsElement | None = None
    tape: TapeElement | None = None
    wedge: WedgeElement | None = None
    page: Text | None = None

    @property
    def kind(self) -> str:
        """Which of its fields it has."""
        return next(name for name in KitItem.model_fields if getattr(self, name) is not None)

    @property
    def element(self) -> KitElement | None:
        """What it has; nothing where it names a page."""
        return None if self.page else cast("KitElement", getattr(self, self.kind))

    @property
    def name(self) -> str:
        """What its pages are asked for by."""
        return self.page or (self.element and self.element.name) or self.kind


# All things of a kit, in the order in which they are printed.
Kit: TypeAlias = tuple[Annotated[KitItem, BeforeValidator(_check_item)], ...]


class KitFactError(Exception):
    """A name that is no fact of the front matter, or a fact that is no measure."""


def find_kit_fact(book: BaseModel, name: str) -> object:
    """Return the fact of a dotted name. Raises `KitFactError`."""

    def step_into(value: object, step: str) -> object:
        known: Mapping[str, object] = dict(value) if isinstance(value, BaseModel | Mapping) else {}
        if step not in known:
            near = did_you_mean(step, known)
            raise KitFactError(f"names “{name}”, and there is no such fact{near and f'; {near}'}")
        return known[step]

    return reduce(step_into, name.split("."), cast("object", book))


def read_measure(book: BaseModel, value: float | str, unit: str) -> float:
    """Return a measure in millimeters; a plain number is in `unit`, mm or in. Raises `KitFactError`."""
    length = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    found = float(length[1]) * UNITS[length[2]] if length else _find_number(book, value) * UNITS[unit]
    if not 0 < found <= LONGEST_MM:
        most = f"{LONGEST_MM:,.0f} mm" if unit == "mm" else f"{int(LONGEST_MM / INCH)} in"
        raise KitFactError(f"is {value}: a measure is more than 0 and at most {most}")
    return found


def read_count(book: BaseModel, value: float | str) -> int:
    """Return a whole number from 1 to `MOST_PIECES`. Raises `KitFactError`."""
    found = _find_number(book, value)
    if found != int(found) or not 1 <= found <= MOST_PIECES:
        raise KitFactError(f"is {value}: it should be a whole number from 1 to {MOST_PIECES}")
    return int(found)


def _find_number(book: BaseModel, value: float | str) -> float:
    number = value
    if isinstance(value, str):
        number = float(value) if _NUMBER.fullmatch(value) else cast("float", find_kit_fact(book, value))
    if isinstance(number, bool) or not isinstance(number, int | float) or isnan(number):
        raise KitFactError(f"names “{value}”, which is no number")
    return number


def find_rows(book: BaseModel, name: str) -> Sequence[Any]:
    """Return the rows of a list of the front matter, or the one of a block. Raises `KitFactError`."""
    try:
        found = find_kit_fact(book, name)
    except KitFactError as error:
        raise KitFactError(f"{error}; files of rows have names such as cards.csv or cards.xlsx") from error
    if isinstance(found, tuple | BaseModel | Mapping):
        return found if isinstance(found, tuple) else [found]
    raise KitFactError(f"names “{name}”, which is no list")


_READERS: Mapping[str, Callable[[BaseModel, float | str], float]] = {
    **dict.fromkeys(("columns", "rows"), read_count),
    **dict.fromkeys(("square", "least", "size"), partial(read_measure, unit="mm")),
    **dict.fromkeys(("radius", "marks"), partial(read_measure, unit="in")),
}


def find_kit_faults(book: BaseModel, kit: Kit, game: str) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with a kit's names and measures: where, and the fault in words."""
    pages = (*PAGES.get(game, ()), "check")
    names: dict[str, int] = {}
    for number, item in enumerate(kit):
        where: Location = ("kit", number, item.kind)
        if item.page and item.page not in pages:
            yield where, f"is “{item.page}”; pages are {', '.join(pages)}"
        if names.setdefault(item.name, number) != number:
            yield where, f"is a second “{item.name}”; give it a name of its own"
        for name, value in dict(item.element or ()).items():
            for one in value if isinstance(value, dict | tuple) else [value] * (value is not None):
                try:
                    if name in _READERS:
                        _READERS[name](book, one)
                    elif name in ("from_", "for_") and not one.endswith(FILES):
                        find_rows(book, one)
                except KitFactError as error:
                    yield (*where, name.rstrip("_")), str(error)
