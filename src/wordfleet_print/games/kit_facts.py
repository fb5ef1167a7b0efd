"""The front matter's `kit`: what the table needs beside the rules, as elements with true measures.

A measure is a number, a length (`33 mm`, `6 in`) or the dotted name of a fact. A text is filled in over the facts and,
with `from`, the row; nothing here reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator
from pydantic_core import PydanticCustomError

from wordfleet_print.games.fields import Facts, Line, Location, Text
from wordfleet_print.wording import did_you_mean

INCH = 25.4
MILLIMETRES: Mapping[str, float] = {"mm": 1.0, "in": INCH}
MOST_ITEMS, MOST_COUNT, LONGEST = 30, 500, 2000.0
"""Elements of a kit; pieces or cards of one kind; the longest measure (mm)."""
PAGES: Mapping[str, tuple[str, ...]] = {
    "happy-flip-chess": ("aids", "deal"),
    "army-men": ("cards", "squads", "counters", "orders"),
    "word-fleet": ("screen",),
}
"""The pages that the programme draws of each game, beside `check`, which it draws of any."""

_LENGTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?) (mm|in)", re.ASCII)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?", re.ASCII)
_FACT = re.compile(r"[a-z_]\w*(?:\.\w+)*", re.ASCII)


def _measure(value: object) -> int | float | str:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= LONGEST:
        return value
    if isinstance(value, str) and (_LENGTH.fullmatch(value) or _FACT.fullmatch(value)):
        return value
    raise PydanticCustomError("measure", "should be a number, a length such as 33 mm, or a fact such as board.columns")


Measure = Annotated[int | float | str, PlainValidator(_measure)]
"""A number, a length, or the name of a fact."""


KitText = Annotated[Line, BeforeValidator(lambda value: str(value) if type(value) in (int, float) else value)]
"""A text; a number is one, as it is written."""
RowCount = Text | Annotated[int, Field(ge=1, le=MOST_COUNT)]
"""How many of a row: a number, or the name of its field that tells it."""


class KitElement(Facts):
    """What every element has: a name, by which its pages are asked for."""

    model_config = ConfigDict(serialize_by_alias=True)
    name: Text | None = None


class BoardElement(KitElement):
    """A board of so many squares, each so wide (mm), on smaller paper down to `least`; `tiled`: over as many pages as
    it needs.
    """

    columns: Measure
    rows: Measure
    square: Measure
    least: Measure | None = None
    checkered: bool = False
    tiled: bool = False


class PiecesElement(KitElement):
    """Square pieces (mm), one for each row of `from` and each of `for`, `count` times; `secret`: with backs alike."""

    from_: Text = Field(alias="from")
    size: Measure
    face: KitText
    count: RowCount = 1
    for_: Text | None = Field(default=None, alias="for")
    corner: KitText | None = None
    picture: KitText | None = None
    secret: bool = False


class CardsElement(KitElement):
    """Cards (mm), one for each row of `from`, `count` times: title, corner, numbers with their names, text, foot."""

    from_: Text = Field(alias="from")
    title: KitText
    count: RowCount = 1
    size: tuple[Measure, Measure] = Field(default=(63, 88), strict=False)
    corner: KitText | None = None
    stats: dict[Text, KitText] = Field(default={}, max_length=4)
    text: KitText | None = None
    foot: KitText | None = None
    picture: KitText | None = None


class TapeElement(KitElement):
    """A tape in true inches, in segments, with words at its marks; `profiles`: with those of all soldiers as well."""

    marks: dict[KitText, KitText] = Field(min_length=1, max_length=40)
    segment: Measure = "8 in"
    profiles: bool = False


class WedgeElement(KitElement):
    """A quarter of a circle (inches) with a ring for each inch, and what it is for."""

    radius: Measure
    title: KitText
    text: KitText | None = None


class DiceElement(KitElement):
    """How smaller dice are read off the usual one, by `dice.smaller`."""


def _known(value: object) -> object:
    """One element by its name; written out by a programme, it has the names of all."""
    if not isinstance(value, dict):
        return value
    for name in value:
        if name not in KitItem.model_fields:
            told: dict[str, Any] = {"name": name, "known": ", ".join(KitItem.model_fields)}
            raise PydanticCustomError("element", "there is no “{name}”; there are {known}", told)
    held = {name: one for name, one in value.items() if one is not None} or value
    if len(held) != 1:
        raise PydanticCustomError("element", "should be one element, such as `- page: aids`")
    return held


class KitItem(Facts):
    """One thing of a kit: an element, or the name of a page that the programme draws."""

    board: BoardElement | None = None
    pieces: PiecesElement | None = None
    cards: CardsElement | None = None
    tape: TapeElement | None = None
    wedge: WedgeElement | None = None
    dice: Annotated[
        DiceElement | None, BeforeValidator(lambda value: {} if value is None or value is True else value)
    ] = None
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


Kit: TypeAlias = tuple[Annotated[KitItem, BeforeValidator(_known)], ...]
"""All things of a kit, in the order in which they are printed."""


class UnknownFactError(Exception):
    """A name that is no fact of the front matter, or not of the kind that is needed."""


def fact(book: BaseModel, name: str) -> object:
    """The fact of this dotted name. Raises `UnknownFactError`."""

    def inside(value: object, step: str) -> object:
        known: Mapping[str, object] = dict(value) if isinstance(value, BaseModel | Mapping) else {}
        if step not in known:
            near = did_you_mean(step, known)
            raise UnknownFactError(f"names “{name}”, and there is no such fact{near and f'; {near}'}")
        return known[step]

    return reduce(inside, name.split("."), cast("object", book))


MeasureUnit = Literal["mm", "in", ""]


def measured(book: BaseModel, value: float | str, unit: MeasureUnit) -> float:
    """A measure in millimetres, a plain number being of that unit; without a unit, a count.

    Raises `UnknownFactError`.
    """
    length = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    if length:
        return float(length[1]) * MILLIMETRES[length[2]]
    number = fact(book, value) if isinstance(value, str) and not _NUMBER.fullmatch(value) else value
    if (
        isinstance(number, bool)
        or not isinstance(number, int | float | str)
        or not re.fullmatch("[0-9.]+", f"{number}")
    ):
        raise UnknownFactError(f"names “{value}”, which is no number")
    return float(number) * MILLIMETRES.get(unit, 1.0)


def rows_named(book: BaseModel, name: str) -> Sequence[Any]:
    """The rows of a list, or the one of a block, of the front matter. Raises `UnknownFactError`."""
    try:
        found = fact(book, name)
    except UnknownFactError as error:
        raise UnknownFactError(f"{error}; files of rows are CSV, with names such as cards.csv") from error
    if isinstance(found, tuple):
        return found
    if isinstance(found, BaseModel | Mapping):
        return [found]
    raise UnknownFactError(f"names “{name}”, which is no list")


_UNITS: Mapping[str, MeasureUnit] = {
    **dict.fromkeys(("columns", "rows"), ""),
    **dict.fromkeys(("square", "least", "size"), "mm"),
    **dict.fromkeys(("segment", "radius", "marks"), "in"),
}
"""What a plain number of a field is in."""


def kit_faults(book: BaseModel, kit: Kit, game: str) -> Iterator[tuple[Location, str]]:
    """What a kit names that there is not: where, and the fault in words."""
    pages = (*PAGES.get(game, ()), "check")
    names: dict[str, int] = {}
    for number, item in enumerate(kit):
        where: Location = ("kit", number, item.kind)
        if item.page and item.page not in pages:
            yield where, f"is “{item.page}”; pages are {', '.join(pages)}"
        if names.setdefault(item.name, number) != number:
            yield where, f"is a second “{item.name}”; give it a name of its own"
        if item.dice and not getattr(book, "dice", None):
            yield where, "reads dice.smaller, and there is no such fact"
        for field, look_up in _named_facts(book, item.element):
            try:
                look_up()
            except UnknownFactError as error:
                yield (*where, field), str(error)


def _named_facts(book: BaseModel, element: KitElement | None) -> Iterator[tuple[str, Callable[[], object]]]:
    """The fields of an element that may name facts, each with what looks one up."""
    for field, unit in _UNITS.items():
        held = getattr(element, field, None)
        for value in held if isinstance(held, dict | tuple) else [held] if held else []:
            yield field, partial(measured, book, value, unit)
    for field in ("from", "for"):
        name = getattr(element, f"{field}_", None)
        if name and not name.endswith(".csv"):
            yield field, partial(rows_named, book, name)
