"""A kit's elements with every measure and text filled in: from facts, lists, CSV files, by the sandbox's templates."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import is_file, is_inside
from wordfleet_print.game import RulesSource
from wordfleet_print.game.army_men import PORTIONS, ArmyMen
from wordfleet_print.game.kit_facts import (
    MILLIMETRES,
    MOST_COUNT,
    BoardElement,
    CardsElement,
    DiceElement,
    KitItem,
    PiecesElement,
    TapeElement,
    WedgeElement,
    fact,
    measured,
    rows_named,
)
from wordfleet_print.press.ink.fonts import Face, missing_glyphs
from wordfleet_print.press.kit.parts import (
    BoardPart,
    CardFace,
    CardsPart,
    DicePart,
    KitPart,
    PagePart,
    PieceFace,
    PiecesPart,
    TapePart,
    WedgePart,
)
from wordfleet_print.press.kit.pictures import check_picture
from wordfleet_print.rulebook.text.rulings import rulings_in
from wordfleet_print.rulebook.text.variables import body_context, filled, render_body

if TYPE_CHECKING:
    from wordfleet_print.game.facts import Dice

STANDARD = "standard."
"""How facts of Army Men's standard rules begin."""
PAGES_OF_STANDARD = ("squads", "orders")
MOST_ROWS, MOST_BYTES, LONGEST_TEXT = 500, 1_000_000, 400
"""Rows of a file beside the rules, its bytes, and the characters of one text."""


class _Kit:
    """Fills in one game's kit, and keeps every complaint."""

    def __init__(self, source: RulesSource, *, tutorial: bool) -> None:
        self._source = source
        self._tutorial = tutorial
        self._facts = body_context(source.book)
        self.complaints: list[Complaint] = []

    def part(self, number: int, item: KitItem) -> KitPart:
        """The element with all that it says."""
        book, where = self._source.book, f"kit {number}, {item.name}"
        part: KitPart = PagePart(item.name)
        match item.element:
            case BoardElement() as board:
                across, down = (round(measured(book, side, "")) for side in (board.columns, board.rows))
                square, least = (measured(book, side, "mm") for side in (board.square, board.least or board.square))
                part = BoardPart(item.name, across, down, square, least, board.checkered, board.tiled)
            case PiecesElement() as pieces:
                faces = tuple(self._faces(pieces, where))
                part = PiecesPart(item.name, measured(book, pieces.size, "mm"), faces, pieces.secret)
            case CardsElement() as cards:
                wide, high = (measured(book, side, "mm") for side in cards.size)
                part = CardsPart(item.name, wide, high, tuple(self._cards(cards, where)))
            case TapeElement() as tape:
                part = TapePart(item.name, measured(book, tape.segment, "in"), tuple(self._marks(tape, where)))
            case WedgeElement() as wedge:
                title, text = (self._text(where, words, {}) for words in (wedge.title, wedge.text or ""))
                part = WedgePart(item.name, measured(book, wedge.radius, "in"), title, text)
            case DiceElement():
                dice = cast("Dice", fact(book, "dice"))
                read = ((die.sides, tuple((one.low, one.high, one.gives) for one in die.reads)) for die in dice.smaller)
                part = DicePart(item.name, dice.sides, tuple(read))
        return part

    def _faces(self, pieces: PiecesElement, where: str) -> Iterator[PieceFace]:
        sides = self._rows(pieces.for_, where) if pieces.for_ else [(None, "")]
        for row, told in self._rows(pieces.from_, where):
            for side, (value, _) in enumerate(sides):
                names = {**_named(row), "it": value}
                at = f"{where}{told}"
                picture = self._picture(at, pieces.picture, names)
                face = PieceFace(
                    self._text(at, pieces.face, names), self._text(at, pieces.corner or "", names), picture, side
                )
                yield from [face] * self._count(pieces.count, row, at)

    def _cards(self, cards: CardsElement, where: str) -> Iterator[CardFace]:
        for row, told in self._rows(cards.from_, where):
            names, at = _named(row), f"{where}{told}"
            stats = tuple((name, self._text(at, words, names)) for name, words in cards.stats.items())
            texts = (
                self._text(at, words or "", names) for words in (cards.title, cards.corner, cards.text, cards.foot)
            )
            title, corner, text, foot = texts
            card = CardFace(title, corner, stats, text, foot, self._picture(at, cards.picture, names), at)
            yield from [card] * self._count(cards.count, row, at)

    def _marks(self, tape: TapeElement, where: str) -> Iterator[tuple[float, str]]:
        book, inch = self._source.book, MILLIMETRES["in"]
        for mark, words in tape.marks.items():
            if self._tutorial and mark.startswith(STANDARD):
                continue
            yield measured(book, mark, "in") / inch, self._text(where, words, {})
        if tape.profiles and isinstance(book, ArmyMen):
            shooting = book.shooting if self._tutorial else book.standard.shooting
            for profile in [book.soldier] if self._tutorial else book.all_profiles:
                name = profile.short or profile.weapon or profile.unit
                close = profile.range * PORTIONS[shooting.close]
                if not profile.weapon:  # a heavy's range is all alike: it blasts
                    yield float(close), f"close: {name}"
                yield float(profile.range), f"range: {name}"

    def _rows(self, name: str, where: str) -> Sequence[tuple[object, str]]:
        """The rows of a list or a file, each with where it stands."""
        if not name.endswith(".csv"):
            return [(row, f" [{n}]") for n, row in enumerate(rows_named(self._source.book, name), 1)]
        try:
            return _rows_of_file(Path(self._source.name).parent, name)
        except BadInputError as error:
            self.complaints += [Complaint(f"{where}: {told.where}", told.what, told.advice) for told in error.told]
            return []

    def _count(self, count: str | int, row: object, where: str) -> int:
        value: object = _named(row).get(count, count) if isinstance(count, str) else count
        text = str(value).strip()
        if not (text.isascii() and text.isdigit() and 0 <= int(text) <= MOST_COUNT):
            advice = f"write a field of the row, or a number to {MOST_COUNT}"
            self.complaints.append(Complaint(where, f"count is “{text}”, which is no number", advice))
            return 0
        return int(text)

    def _picture(self, where: str, template: str | None, names: Mapping[str, object]) -> str:
        name = self._text(where, template or "", names)
        try:
            if name:
                check_picture(name)
        except BadInputError as error:
            self.complaints.append(Complaint(where, error.message, error.tip))
            return ""
        return name

    def _text(self, where: str, template: str, names: Mapping[str, object]) -> str:
        """A text filled in; what cannot be is a complaint, and so is a letter that nothing prints."""
        try:
            text = filled(template, {**self._facts, **names}) if "{" in template else template
        except BadInputError as error:
            self.complaints += [Complaint(where, told.what, told.advice) for told in error.told]
            return ""
        text = " ".join(text.split())
        if len(text) > LONGEST_TEXT:
            self.complaints.append(Complaint(where, f"a text has {len(text)} characters", f"{LONGEST_TEXT} at most"))
            return ""
        if missing := missing_glyphs(text, Face.MEDIUM):
            self.complaints.append(Complaint(where, f"no font at hand has {', '.join(missing)}", "write it otherwise"))
        return text


def kit_parts(source: RulesSource, *, tutorial: bool = False) -> list[KitPart]:
    """The kit of a game, filled in; of Army Men, only what its `tutorial` knows, if that is asked for.

    Raises `BadInputError` with the complaints of all its elements.
    """
    kit = _Kit(source, tutorial=tutorial)
    items = [one for one in enumerate(source.book.kit, 1) if not (tutorial and _of_the_standard(one[1]))]
    parts = [kit.part(number, item) for number, item in items]
    if kit.complaints:
        raise BadInputError(f"The kit of {source.name} cannot be printed.", *kit.complaints)
    return parts


FilledKit = tuple[list[KitPart], dict[str, str]]
"""A kit's elements, and the numbers of the book's rulings by name."""


def fill_kit(source: RulesSource, *, tutorial: bool = False) -> FilledKit:
    """The elements filled in, and the numbers of the rulings as the book prints them. Raises as `kit_parts`."""
    numbers = {name: ruling["number"] for name, ruling in rulings_in(render_body(source)).items()}
    return kit_parts(source, tutorial=tutorial), numbers


def _of_the_standard(item: KitItem) -> bool:
    """Whether the tutorial of Army Men knows nothing of it."""
    return item.page in PAGES_OF_STANDARD or bool(item.wedge and str(item.wedge.radius).startswith(STANDARD))


def _named(row: object) -> dict[str, object]:
    """A row's fields by name; one that is a value alone is `it`."""
    if isinstance(row, BaseModel):
        return row.model_dump()
    return dict(row) if isinstance(row, Mapping) else {"it": row}


def _rows_of_file(folder: Path, name: str) -> list[tuple[object, str]]:
    """The rows of a CSV file beside the rules, by the names of its first row. Raises `BadInputError`."""
    path = folder / name
    if not is_inside(path, folder) or not is_file(path):
        raise BadInputError("", Complaint(name, "is no file beside the rules", "put it into their folder"))
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise BadInputError("", Complaint(name, f"is larger than {MOST_BYTES:,} bytes", "leave rows out"))
    try:
        reader = csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline=""), strict=True)
        rows = [(reader.line_num, row) for row in reader if any(row.values())]
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInputError("", Complaint(name, f"cannot be read as UTF-8 with commas: {error}")) from error
    if len(rows) > MOST_ROWS:
        raise BadInputError("", Complaint(name, f"has {len(rows):,} rows; at most {MOST_ROWS}", "leave rows out"))
    ragged = [
        Complaint(f"{name}:{line}", "has more or fewer cells than the first row")
        for line, row in rows
        if None in row or None in row.values()
    ]
    if ragged or not rows:
        raise BadInputError("", *ragged or [Complaint(name, "has no rows below the names of its columns")])
    return [({key.strip(): value.strip() for key, value in row.items()}, f", {name}:{line}") for line, row in rows]
