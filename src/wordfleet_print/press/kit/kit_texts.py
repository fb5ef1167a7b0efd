"""A kit's elements with every measure and text filled in: from facts, lists, CSV files, by the sandbox's templates."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from html import escape
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import is_file, is_inside
from wordfleet_print.games import Edition, RulesSource
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.facts import Rulebook
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.games.kit_facts import (
    INCH,
    MOST_COUNT,
    BoardElement,
    CardsElement,
    KitItem,
    PiecesElement,
    TapeElement,
    WedgeElement,
    measured,
    rows_named,
)
from wordfleet_print.games.squads import read_army
from wordfleet_print.press.ink.fonts import Face, missing_glyphs
from wordfleet_print.press.ink.paper import load_picture
from wordfleet_print.press.kit.army_kit import army_pages, inches, ranges, sticks_of
from wordfleet_print.press.kit.boards import BoardPart
from wordfleet_print.press.kit.cut_sheets import PieceFace, PiecesPart
from wordfleet_print.press.kit.filling import fill_text, kit_facts, open_sandbox
from wordfleet_print.press.kit.kit_press import KitPart, WrittenPart
from wordfleet_print.press.kit.measures import TapeMarks, TapePart, WedgePart
from wordfleet_print.press.kit.written import emboldened
from wordfleet_print.sheet.board_deal import BoardDeal, deal_board, fresh_deal_code
from wordfleet_print.wording import counted, in_words

if TYPE_CHECKING:
    from jinja2 import Environment

T = TypeVar("T")
STANDARD = "standard."
"""How facts of Army Men's standard rules begin."""
PAGES_OF_STANDARD = ("squads", "orders")
DAGGERS: Mapping[str, str] = defaultdict(lambda: "\N{NO-BREAK SPACE}†")
"""What marks a rule of this edition, by the rulings' names."""
NO_CODE = "HF-????-????"
"""What stands for the code of a deal that is still to be dealt."""
CHESS_SET = "**Have a chess set?** Flip a piece, take it off, and stand your chessman in its place."
MOST_ROWS, MOST_BYTES, LONGEST_TEXT = 500, 1_000_000, 400
"""Rows of a file beside the rules, its bytes, and the characters of one text."""


@dataclass(frozen=True, slots=True)
class KitWishes:
    """What is asked of a kit beside its look: squares so wide (mm); the same deal for tables `apart`, by its code or a
    new one; squads as they were written, the most that their army may cost; by the tutorial's rules.
    """

    square: float | None = None
    apart: bool = False
    code: str = ""
    squad: tuple[str, ...] = ()
    points: int | None = None
    tutorial: bool = False


def items_of(book: Rulebook, wishes: KitWishes) -> list[KitItem]:
    """What of a kit is printed: of Army Men, only what its tutorial knows, if that is asked for; a deal for tables
    apart.
    """
    return [
        item
        for item in book.kit
        if not (wishes.tutorial and _of_the_standard(item)) and (wishes.apart or item.page != "deal")
    ]


def fill_kit(
    source: RulesSource, wishes: KitWishes, pages: Sequence[str] = ()
) -> tuple[list[KitPart], list[Complaint]]:
    """The kit of a game or, named, some pages of it, filled in. And what is wrong with the wishes, and with those
    elements that could not be filled in.
    """
    kit, parts, asked = _Kit(source, wishes), list[KitPart](), items_of(source.book, wishes)
    for number, item in enumerate(source.book.kit, start=1):
        if item in asked and (not pages or item.name in pages):
            known, part = len(kit.complaints), kit.part(f"kit {number}, {item.name}", item)
            parts += [part] * (len(kit.complaints) == known)
    return parts, kit.complaints


def _of_the_standard(item: KitItem) -> bool:
    """Whether the tutorial of Army Men knows nothing of it."""
    return item.page in PAGES_OF_STANDARD or bool(item.wedge and str(item.wedge.radius).startswith(STANDARD))


class _Kit:
    """Fills in one game's kit, and keeps every complaint."""

    def __init__(self, source: RulesSource, wishes: KitWishes) -> None:
        self._source, self._wishes, self._facts = source, wishes, kit_facts(source.book)
        self.complaints: list[Complaint] = []
        self._known = {**self._facts, "tutorial": wishes.tutorial}
        try:
            self._known |= _asked(source.book, wishes)
        except BadInputError as error:
            self.complaints += [replace(one, field=error.field) for one in error.told]
            self._known |= _asked(source.book, KitWishes(tutorial=wishes.tutorial))

    def part(self, where: str, item: KitItem) -> KitPart:
        """The element with all that it says."""
        book = self._source.book
        match item.element:
            case BoardElement() as board:
                return self._board(item.name, board)
            case PiecesElement() as pieces:
                size, faces = measured(book, pieces.size, "mm"), self._bounded(self._faces(pieces, where), where)
                return PiecesPart(item.name, size, faces, pieces.secret, CHESS_SET * isinstance(book, FlipChess))
            case CardsElement() as cards:
                return self._cards(item.name, cards, where)
            case TapeElement() as tape:
                marks = _together(self._marks(tape, where))
                sticks = sticks_of(book, tutorial=self._wishes.tutorial) if isinstance(book, ArmyMen) else ()
                return TapePart(item.name, measured(book, tape.segment, "in"), marks, sticks)
            case WedgeElement() as wedge:
                title, text = (self._text(where, words, {}) for words in (wedge.title, wedge.text or ""))
                return WedgePart(item.name, measured(book, wedge.radius, "in"), title, text)
            case _:
                page = "check" if item.page == "check" else "dice" if not item.page else f"{book.game}-{item.page}"
                known = self._known if page in ("check", "dice") else self._known | {"dagger": DAGGERS}
                return WrittenPart(item.name, _environment().get_template(f"kit/{page}.xml").render(known))

    def _board(self, name: str, board: BoardElement) -> BoardPart:
        book, own = self._source.book, self._wishes.square
        across, down = (round(measured(book, side, "")) for side in (board.columns, board.rows))
        square, least = (own or measured(book, side, "mm") for side in (board.square, board.least or board.square))
        part = BoardPart(name, across, down, square, least, board.checkered, board.tiled or bool(own))
        if isinstance(book, FlipChess):
            line = "When the first flip has told the colors, turn the board: each looks at it from their own side."
            pawns = DAGGERS["pawns"] if any(piece.name == "pawn" for piece in book.pieces) else None
            return part._replace(line=line, sides=book.colors, pawns=pawns)
        return part._replace(at_sea=isinstance(book, Edition))

    def _faces(self, pieces: PiecesElement, where: str) -> Iterator[PieceFace]:
        sides = self._rows(pieces.for_, where) if pieces.for_ else [(None, "")]
        for row, told in self._rows(pieces.from_, where):
            for side, (value, _) in enumerate(sides):
                names, at = {**_named(row), "it": value}, f"{where}{told}"
                words, corner = (self._text(at, text or "", names) for text in (pieces.face, pieces.corner))
                face = PieceFace(words, corner, self._picture(at, pieces.picture, names), side)
                yield from [face] * self._count(pieces.count, row, at)

    def _cards(self, name: str, cards: CardsElement, where: str) -> WrittenPart:
        wide, high = (measured(self._source.book, side, "mm") for side in cards.size)
        cut = f"{wide:g} × {high:g} mm{', as playing cards' if wide == 63 else ''}. Cut on the marks."
        sheet = f'title="{escape(name.capitalize())}" width="{wide}" height="{high}" line="{cut}"'
        drawn = "".join(self._bounded(self._drawn(cards, where), where))
        return WrittenPart(name, f"<kit><cards {sheet}>{drawn}</cards></kit>")

    def _drawn(self, cards: CardsElement, where: str) -> Iterator[str]:
        """Each card, as it is written."""
        card = _environment().get_template("kit/parts.xml").module.card  # type: ignore[attr-defined]  # its macro
        for row, told in self._rows(cards.from_, where):
            names, at = _named(row), f"{where}{told}"
            stats = [(name, self._text(at, words, names)) for name, words in cards.stats.items()]
            fields = {field: self._text(at, getattr(cards, field) or "", names) for field in _CARD}
            one = card(stats=stats, picture=self._picture(at, cards.picture, names), row=at, **fields)
            yield from [str(one)] * self._count(cards.count, row, at)

    def _bounded(self, things: Iterable[T], where: str) -> tuple[T, ...]:
        """Pieces or cards, and a complaint where there are too many of them."""
        held = tuple(islice(things, MOST_COUNT + 1))
        if len(held) > MOST_COUNT:
            self.complaints.append(Complaint(where, f"asks for more than {MOST_COUNT} of them", "count fewer of each"))
        return held

    def _marks(self, tape: TapeElement, where: str) -> Iterator[tuple[float, str]]:
        """At how many inches there is what, on the tape itself and, if asked for, of each profile."""
        book, tutorial = self._source.book, self._wishes.tutorial
        for mark, words in tape.marks.items():
            if not (tutorial and mark.startswith(STANDARD)):
                yield round(measured(book, mark, "in") / INCH, 6), self._text(where, words, {})
        if tape.profiles and isinstance(book, ArmyMen):
            yield from ranges(book, tutorial=tutorial)

    def _rows(self, name: str, where: str) -> Sequence[tuple[object, str]]:
        """The rows of a list or a file, each with where it stands."""
        if not name.endswith(".csv"):
            return [(row, f" [{n}]") for n, row in enumerate(rows_named(self._source.book, name), 1)]
        return self._noted(f"{where}: ", partial(_rows_of_file, Path(self._source.name).parent, name), [])

    def _count(self, count: str | int, row: object, where: str) -> int:
        text = str(_named(row).get(str(count), count)).strip()
        if not (text.isascii() and text.isdigit() and 0 <= int(text) <= MOST_COUNT):
            what = f"count is “{text}”, which is no number to {MOST_COUNT}"
            self.complaints.append(Complaint(where, what, "write one, or a field of the row that holds one"))
            return 0
        return int(text)

    def _noted(self, where: str, make: Callable[[], T], otherwise: T) -> T:
        """What is made; what cannot be is a complaint."""
        try:
            return make()
        except BadInputError as error:
            self.complaints += [replace(one, where=f"{where}{one.where}") for one in error.told]
            return otherwise

    def _picture(self, where: str, template: str | None, names: Mapping[str, object]) -> str:
        name = self._text(where, template or "", names)
        return name if name and self._noted(where, partial(load_picture, name), None) else ""

    def _text(self, where: str, template: str, names: Mapping[str, object]) -> str:
        """A text filled in; what cannot be is a complaint, and so is a letter that nothing prints."""
        fill = partial(fill_text, template, {**self._facts, **names})
        text = " ".join((self._noted(where, fill, "") if "{" in template else template).split())
        if len(text) > LONGEST_TEXT:
            self.complaints.append(Complaint(where, f"a text has {len(text)} characters", f"{LONGEST_TEXT} at most"))
        elif missing := missing_glyphs(text, Face.MEDIUM):
            self.complaints.append(Complaint(where, f"no font at hand has {', '.join(missing)}", "write it otherwise"))
        else:
            return text
        return ""


_CARD = ("title", "corner", "text", "foot")
"""The texts of a card."""


@cache
def _environment() -> Environment:
    """The sandbox for a kit's own pages: XML, so all that is filled in is escaped."""
    from markupsafe import Markup

    environment = open_sandbox(autoescape=True).overlay()
    environment.filters |= {"in_words": in_words, "counted": counted, "inches": inches}
    environment.filters["bold"] = lambda text: Markup(emboldened(escape(text)))  # noqa: S704 - escaped before
    return environment


def _asked(book: BaseModel, wishes: KitWishes) -> dict[str, object]:
    """What pages show that is asked for beside the facts. Raises `BadInputError` for squads that may not be."""
    if isinstance(book, FlipChess):
        return {"deal": _deal(book, wishes.code) if wishes.apart else None}
    if isinstance(book, ArmyMen):
        squads = read_army(book, wishes.squad, wishes.points)
        return army_pages(book, squads, tutorial=wishes.tutorial) | {"points": wishes.points}
    return {"alphabet_rows": book.alphabet_rows} if isinstance(book, Edition) else {}


def _deal(chess: FlipChess, code: str) -> BoardDeal:
    """The deal of a code; without one, how a page of a deal looks. Raises `BadInputError`."""
    return deal_board(chess, code) if code else replace(deal_board(chess, fresh_deal_code(chess, 0)), code=NO_CODE)


def _together(marks: Iterable[tuple[float, str]]) -> TapeMarks:
    """The marks in their order; those of one place and one kind (“range: …”) are told together, in a line."""
    told = []
    for mark, own in groupby(sorted(marks, key=lambda one: one[0]), key=lambda one: one[0]):
        kinds: dict[str, list[str]] = {}
        for _, words in own:
            kind, colon, name = words.partition(": ")
            kinds.setdefault(kind, []).extend([name] if colon else [])
        lines = (f"{kind}: {', '.join(names)}" if names else kind for kind, names in kinds.items())
        told.append((mark, "\n".join(lines)))
    return tuple(told)


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
        text = raw.decode("utf-8-sig")
        parts = max(",;\t", key=text.partition("\n")[0].count)
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=parts)
        rows = [(reader.line_num, row) for row in reader if any(row.values())]
    except UnicodeDecodeError as error:
        raise BadInputError("", Complaint(name, "is not text in UTF-8", "save it again as “CSV UTF-8”")) from error
    except csv.Error as error:
        raise BadInputError("", Complaint(f"{name}:{reader.reader.line_num}", f"cannot be read: {error}")) from error
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
