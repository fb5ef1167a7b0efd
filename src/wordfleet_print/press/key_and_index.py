"""Two lists on paper: the organiser's key, the index at the door."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import groupby
from math import ceil
from operator import attrgetter
from string import ascii_uppercase
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, text_width
from wordfleet_print.press.ink.ink import STANDARD, Frame, Pen, Run, Type, set_in, set_right
from wordfleet_print.press.ink.paper import Paper, Rect
from wordfleet_print.press.ink.printable_names import spelled
from wordfleet_print.press.panels.panel import Filled, Tab, TextLine, draw_dotted, draw_label
from wordfleet_print.press.stationery import HEIGHT, LADDER, PageHead, draw_ladder, head, inside
from wordfleet_print.sheet.captains import plain
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.sheet.sheet_code import SheetCode

SHEETS = 16
"""On a page: a divisor of 256."""
KEY_TITLE = "Organiser’s key"
FOR_WHOM = "Secret – organiser only"
NOTE = "the sheet code prints a sheet again"
OWN_WORDS = "own words"
SERIAL = "Serial"
"""Before the serial of a sheet whose captain has no name."""
AGAINST = "against"
"""Before an opponent whose own sheet does not stand beside this one."""

CODE, CODE_MIN, STEP = 12.0, 7.0, 0.25
"""Words and launch codes at most and at least, and how they shrink where ships' names need room (pt)."""
SHEET_CODE, MANIFEST, NUMBER, KEY_NAME, KEY_NAME_MIN, SMALL, SMALL_MIN = 10.5, 10.5, 13.0, 13.0, 8.5, 8.5, 7.0
"""Type (pt)."""
TABLE_WIDTH, RATING_WIDTH, GAP = 14.0, 13.0, 3.6
"""Columns and what is between them (mm)."""
KEY_HEADS = 10.4
"""The height of the heads over the columns (mm)."""
LEADING = 3.0
"""From line to line of the heads (mm)."""


class _Columns(NamedTuple):
    """The size of words and launch codes (pt), the characters that each ship takes, where columns start (mm)."""

    size: float
    ships: tuple[int, ...]
    captain: float
    words: float
    codes: float
    rating: float


@dataclass(frozen=True)
class Key:
    """Pages of the key of one round, a row for each sheet. Sheets of one table share a box with its number."""

    edition: Edition
    paper: Paper
    title: str
    round: str = ""
    per_page: int = field(default=SHEETS, init=False)

    @cached_property
    def _head(self) -> PageHead:
        return head(inside(self.paper), self.edition.title, KEY_TITLE, self.title, self.round)

    @cached_property
    def _tab(self) -> Tab:
        strip = inside(self.paper).below(HEIGHT + 3).top(STANDARD.tab_height)
        return Tab(strip, FOR_WHOM, NOTE, solid=False, style=STANDARD)

    @cached_property
    def _body(self) -> Rect:
        page = inside(self.paper)
        return page.below(self._tab.rect.bottom - page.y + KEY_HEADS)

    @cached_property
    def _rows(self) -> list[Rect]:
        return self._body.rows(SHEETS)

    @cached_property
    def _columns(self) -> _Columns:
        """The largest type that leaves room for a sheet code under the captain's name."""
        least = text_width(str(SheetCode(0, 0)), Face.MONO, SHEET_CODE)
        size = CODE
        while size >= CODE_MIN:
            columns = self._columns_at(size)
            room = columns.words - GAP - columns.captain
            if room >= least:
                return columns
            size -= STEP
        why = f"A sheet code needs {least:.0f} mm in the key, and has {room:.0f} mm on {self.paper.title}."
        tip = "Shorter names of ships, or fewer launch codes, leave them more room."
        raise BadInputError(why, tip=tip, field="paper")

    def _columns_at(self, size: float) -> _Columns:
        edition, body = self.edition, self._body
        char = text_width("0", Face.MONO, size)
        names = [max(text_width(part, Face.SEMIBOLD, SMALL_MIN) for part in s.ship.split()) for s in edition.fleet]
        ships = [
            1 + max(ship.letters, ceil((name + 1) / char) - 1) for ship, name in zip(edition.fleet, names, strict=True)
        ]
        rating = body.right - RATING_WIDTH
        codes = rating - GAP - (edition.launch_codes.count * (edition.launch_codes.digits + 1) - 1) * char
        words = codes - GAP - (sum(ships) - 1) * char
        return _Columns(size, tuple(ships), body.x + TABLE_WIDTH + 2.6, words, codes, rating)

    @cached_property
    def _manifest_size(self) -> float:
        """At this size (pt) even the widest fleet of different letters fits, never below what can be read."""
        letters = sorted((text_width(f"{letter}1 ", Face.SEMIBOLD, 1) for letter in ascii_uppercase), reverse=True)
        room = self._columns.rating - 1 - self._columns.words
        return max(SMALL_MIN, min(MANIFEST, int(4 * room / sum(letters[: self.edition.fleet_letters])) / 4))

    @cached_property
    def _baselines(self) -> tuple[float, float, float, float, float]:
        """How far below a row's top its text stands (mm): three lines about the captain, two about the fleet."""
        height = self._rows[0].h
        name, code, small = (
            cap_height(face, size)
            for face, size in ((Face.SEMIBOLD, KEY_NAME), (Face.MONO, SHEET_CODE), (Face.MEDIUM, SMALL))
        )
        air = height - name - code - small
        first = 0.28 * air + name
        second = first + 0.24 * air + code
        manifest = height / 2 + 1.4 + cap_height(Face.SEMIBOLD, MANIFEST)
        return first, second, second + 0.24 * air + small, height / 2 - 1.1, manifest

    def draw(self, pen: Pen) -> None:
        """Head, tab, heads of the columns, a dotted line under each row."""
        self._head.draw(pen)
        self._tab.draw(pen)
        self._draw_heads(pen)
        for row in self._rows[1:]:
            draw_dotted(pen, self._columns.captain, row.right, row.y)

    def _draw_heads(self, pen: Pen) -> None:
        columns, low = self._columns, self._body.y - 1.4
        draw_label(pen, self._body.x, low, "Table", STANDARD)
        for i, text in enumerate((self.edition.players.one, "sheet code", "serial, fleet")):
            draw_label(pen, columns.captain, low - (2 - i) * LEADING, text, STANDARD)
        draw_label(pen, columns.words, low, self.edition.tracker.panels.manifest.title, STANDARD)
        draw_label(pen, columns.codes, low - LEADING, self.edition.tracker.panels.codes.title, STANDARD)
        draw_label(pen, columns.rating, low, "To find", STANDARD)
        self._draw_ships(pen, (low - 2 * LEADING, low - LEADING))
        pen.line(self._body.x, self._body.y, self._body.right, self._body.y, STANDARD.frame_line)

    def _draw_ships(self, pen: Pen, baselines: tuple[float, float]) -> None:
        """Each ship's name over its word, in two lines where it has several words."""
        x, char = self._columns.words, text_width("0", Face.MONO, self._columns.size)
        for ship, width in zip(self.edition.fleet, self._columns.ships, strict=True):
            first, _, last = ship.ship.rpartition(" ")
            for text, baseline in zip((first, last), baselines, strict=True):
                shown, size = fit(text, Face.SEMIBOLD, width * char - 0.6, STANDARD.label, SMALL_MIN)
                pen.text(Run(x, baseline, shown, Face.SEMIBOLD, size))
            x += width * char

    def set_page(self, items: Sequence[Sheet], number: int) -> Iterator[Type | Filled]:
        """The page's sheets, a row each, and a box round each table's number."""
        yield from self._head.set_number(number)
        row = 0
        for table, group in groupby(items, key=attrgetter("table")):
            sheets = list(group)
            for sheet, lines in zip(sheets, self._lines[row : row + len(sheets)], strict=True):
                yield from self._set_sheet(sheet, lines, alone=len(sheets) == 1)
            if table:
                yield from self._set_table(table, self._box(row, len(sheets)))
            row += len(sheets)

    @cached_property
    def _lines(self) -> list[dict[str, TextLine]]:
        """Where the texts of each row's sheet stand, by what they are."""
        return [self._lines_at(row.y) for row in self._rows]

    def _lines_at(self, top: float) -> dict[str, TextLine]:
        size, _, captain, words, codes, rating = self._columns
        name, code, fleet, upper, lower = (top + below for below in self._baselines)
        room, wide, manifest = words - GAP - captain, self._body.w, self._manifest_size
        return {
            "words": TextLine(words, upper, wide, Face.MONO, size, size),
            "own words": TextLine(words, upper, wide, Face.MEDIUM, SMALL, SMALL),
            "codes": TextLine(codes, upper, wide, Face.MONO, size, size),
            "manifest": TextLine(words, lower, wide, Face.SEMIBOLD, manifest, manifest),
            "captain": TextLine(captain, name, room, Face.SEMIBOLD, KEY_NAME, KEY_NAME_MIN),
            "code": TextLine(captain, code, wide, Face.MONO, SHEET_CODE, SHEET_CODE),
            "fleet": TextLine(captain, fleet, room, Face.MEDIUM, SMALL, SMALL_MIN),
            "rating": TextLine(rating, upper, wide, Face.BOLD, NUMBER, NUMBER),
            "label": TextLine(rating, lower, wide, Face.MEDIUM, SMALL, SMALL),
        }

    def _set_sheet(self, sheet: Sheet, lines: dict[str, TextLine], *, alone: bool) -> Iterator[Filled]:
        if sheet.words is None:
            yield Filled(lines["own words"], OWN_WORDS)
        else:
            yield Filled(lines["words"], "".join(map(str.ljust, sheet.words, self._columns.ships)).rstrip())
        yield Filled(lines["codes"], " ".join(sheet.launch_codes))
        if sheet.manifest is not None:
            counts = [f"{letter}{count}" for letter, count in sheet.manifest.items() if count]
            yield Filled(lines["manifest"], " ".join(counts))
        called = spelled(sheet.captain, sheet.serial.partition(".")[0])
        yield Filled(lines["captain"], called or f"{SERIAL} {sheet.serial}")
        yield Filled(lines["code"], sheet.code)
        told = f"{AGAINST} {spelled(sheet.opponent)}" if alone and sheet.opponent else sheet.fleet_name
        yield Filled(lines["fleet"], f"{sheet.serial}  {told}" if sheet.captain else told)
        if sheet.rating is not None:
            yield Filled(lines["rating"], str(sheet.rating))
            yield Filled(lines["label"], sheet.rating_label or "")

    @cached_property
    def _box(self) -> Callable[[int, int], Frame]:
        """The box of a table's number: by its first row, and as high as its rows."""

        @cache
        def box(first: int, count: int) -> Frame:
            top, bottom = self._rows[first].y, self._rows[first + count - 1].bottom
            return Frame(Rect(self._body.x, top + 1.2, TABLE_WIDTH, bottom - top - 2.4), 1.2, STANDARD.frame_line)

        return box

    def _set_table(self, table: str, box: Frame) -> Iterator[Type]:
        """A box with the table's number."""
        yield box
        text, size = fit(table, Face.BOLD, TABLE_WIDTH - 2, 22, SMALL_MIN)
        yield set_in(box.rect, text, Face.BOLD, size)


INDEX_TITLE = "Find your table"
INDEX_NAME, INDEX_NAME_MIN, CLUB, CLUB_MIN, PLACE, PLACE_MIN, INITIAL = 14.0, 9.0, 8.5, 7.0, 15.0, 9.0, 17.0
"""Type (pt)."""
ROW = 10.4
"""The height of a name, and its club, at least (mm)."""
ABOVE, BELOW = 2.1, 1.5
"""What is left of a row above a name's capitals, where accents stand, and below the club's (mm)."""
INITIAL_WIDTH, NAME_WIDTH, PLACE_WIDTH, PLACE_LEAST = 8.0, 45.0, 12.5, 8.5
"""Columns (mm): the initial in the margin, a name at least, a place at most and at least."""
INDEX_HEADS = 6.2
"""The height of the heads of several rounds (mm)."""


class IndexLine(NamedTuple):
    """A name, the club that tells namesakes apart (or ""), and the table in each round."""

    name: str
    club: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class NameIndex:
    """Pages of names in the order given, in two columns while there are few rounds, else in one.

    They show `rounds` rounds from `first_round` on.

    Raises `BadInputError` where so many rounds are too wide for the paper.
    """

    edition: Edition
    paper: Paper
    title: str
    rounds: int = 1
    first_round: int = 1

    def __post_init__(self) -> None:
        """Refuse what does not fit."""
        most = int((inside(self.paper).w - INITIAL_WIDTH - NAME_WIDTH) / PLACE_LEAST)
        if self.rounds > most:
            why = f"The name index has room for {most} rounds on {self.paper.title}, not for {self.rounds}."
            raise BadInputError(why, tip="Print the index for fewer rounds at a time.")

    @property
    def per_page(self) -> int:
        """The most names of one page."""
        return sum(len(column) for column in self._columns)

    @cached_property
    def _head(self) -> PageHead:
        return head(inside(self.paper), INDEX_TITLE, self.edition.title, self.title, share=0.62)

    @cached_property
    def _bodies(self) -> list[Rect]:
        """The columns of the page, tabs and all."""
        page = inside(self.paper)
        body = page.below(HEIGHT + 2 + LADDER + 3)
        two = body.columns(2, 7)
        return two if self._needs(PLACE_WIDTH) <= two[0].w else [body]

    def _needs(self, place: float) -> float:
        return INITIAL_WIDTH + NAME_WIDTH + self.rounds * place

    @cached_property
    def _columns(self) -> list[list[Rect]]:
        """The rows of each column."""
        top = STANDARD.tab_height + (INDEX_HEADS if self.rounds > 1 else 1)
        return [area.rows(int(area.h / ROW)) for area in (body.below(top) for body in self._bodies)]

    @cached_property
    def _place_width(self) -> float:
        room = (self._bodies[0].w - INITIAL_WIDTH - NAME_WIDTH) / self.rounds
        return min(PLACE_WIDTH if self.rounds > 1 else 20.0, room)

    @cached_property
    def _name_width(self) -> float:
        return self._bodies[0].w - INITIAL_WIDTH - self.rounds * self._place_width - 1

    def draw(self, pen: Pen) -> None:
        """Head, tabs, heads of the rounds, a dotted line under each name's place."""
        self._head.draw(pen)
        page = inside(self.paper)
        draw_ladder(pen, Rect(page.x, page.y + HEIGHT + 2, page.w, LADDER), 20)
        for body, rows in zip(self._bodies, self._columns, strict=True):
            strip = body.top(STANDARD.tab_height)
            tab = Tab(strip, self.edition.players.many, self._note, solid=True, style=STANDARD)
            tab.draw(pen)
            self._draw_rounds(pen, body)
            for row in rows[:-1]:
                draw_dotted(pen, row.x + INITIAL_WIDTH, row.right, row.bottom)

    @property
    def _note(self) -> str:
        """What the places are."""
        if self.rounds > 1:
            return "table in round"
        return "table" if self.first_round == 1 else f"table in round {self.first_round}"

    def _draw_rounds(self, pen: Pen, body: Rect) -> None:
        """The rounds' numbers over their places."""
        if self.rounds == 1:
            return
        baseline = body.y + STANDARD.tab_height + INDEX_HEADS - 1.6
        for i in range(self.rounds):
            right = body.right - (self.rounds - 1 - i) * self._place_width
            pen.text(set_right(right, baseline, str(self.first_round + i), Face.SEMIBOLD, STANDARD.axis))

    def set_page(self, items: Sequence[IndexLine], number: int) -> Iterator[Type]:
        """The page's names, column by column; each new initial stands in the margin."""
        yield from self._head.set_number(number)
        rows = [row for column in self._columns for row in column]
        before = "", 0.0
        for line, row in zip(items, rows[: len(items)], strict=True):
            # The initial under which a directory files the name; it shows only letters that are in the name, or plain
            key = plain(line.name)[:1].upper()[:1]
            shown = key if key.isascii() else next((char for char in line.name if char.isalnum()), "")
            if (key, row.x) != before:
                yield Run(row.x, _middle(row, Face.BOLD, INITIAL), shown, Face.BOLD, INITIAL)
                before = key, row.x
            yield from self._set_line(line, row)

    def _set_line(self, line: IndexLine, row: Rect) -> Iterator[Run]:
        x = row.x + INITIAL_WIDTH
        name, size = fit(line.name, Face.SEMIBOLD, self._name_width, INDEX_NAME, INDEX_NAME_MIN)
        if line.club:
            tall = cap_height(Face.SEMIBOLD, size)
            yield Run(x, row.y + ABOVE + tall, name, Face.SEMIBOLD, size)
            club, small = fit(line.club, Face.MEDIUM, self._name_width, CLUB, CLUB_MIN)
            yield Run(x, row.bottom - BELOW, club, Face.MEDIUM, small)
        else:
            yield Run(x, _middle(row, Face.SEMIBOLD, size), name, Face.SEMIBOLD, size)
        for i, place in enumerate(line.places):
            text, large = fit(place, Face.BOLD, self._place_width - 2.4, PLACE, PLACE_MIN)
            right = row.right - (self.rounds - 1 - i) * self._place_width
            yield set_right(right, _middle(row, Face.BOLD, large), text, Face.BOLD, large)


def _middle(row: Rect, face: Face, size: float) -> float:
    """The baseline on which capitals stand in the middle of a row."""
    return row.centre_y + cap_height(face, size) / 2
