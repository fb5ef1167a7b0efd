"""The answer key: everything secret on every sheet of a round, for the organizer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from string import ascii_uppercase

from wordfleet_print.errors import BadInputError
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.fonts import Face, fit, text_width
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts import HEAD_MM, Handout, draw_dotted, draw_head, set_on_line, split_head
from wordfleet_print.tracker.names import spell_name
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pen import Frame, Item, Pen, Run, set_fitting, set_in
from wordfleet_print.tracker.typography import draw_label

TABLE_MM, RATING_MM, GAP_MM = 14.0, 13.0, 3.6
"""Columns, and what is between them."""
SHEET_CODE_PT = 10.5


@dataclass(frozen=True)
class AnswerKey(Handout):
    """A row for each sheet of a round; sheets of one table share a box with its number."""

    round: str = ""

    @cached_property
    def places(self) -> list[Rect]:
        """Return 16 rows."""
        return self.room.below(HEAD_MM + 3 + self.style.heading_height + 10.4).rows(16)

    @cached_property
    def _head(self) -> list[Rect]:
        return split_head(self, 0.55, 2 if self.round else 1)

    @cached_property
    def _columns(self) -> tuple[float, float, float, float, float]:
        """Return the size of words and codes (pt): a sheet code fits under the captain's name; and where columns start:
        the captain's, words, codes, the rating (mm).
        """
        edition, body = self.edition, self.places[0]
        captain, rating = body.x + TABLE_MM + 2.6, body.right - RATING_MM
        codes = edition.launch_codes.count * (edition.launch_codes.digits + 1) - 1
        words = sum(ship.letters + 1 for ship in edition.fleet) - 1
        room = rating - 3 * GAP_MM - captain - text_width(str(SheetCode(0, 0)), Face.MONO, SHEET_CODE_PT)
        size = min(12.0, int(4 * room / (codes + words) / text_width("0", Face.MONO, 1)) / 4)
        if size < 7:
            why = f"The answer key has no room for {codes + words} characters of words and codes on {self.paper.title}."
            raise BadInputError(why, tip="Fewer ships or launch codes leave it more room.", field="paper")
        char = text_width("0", Face.MONO, size)
        start = rating - GAP_MM - codes * char
        return size, captain, start - GAP_MM - words * char, start, rating

    @cached_property
    def _manifest_size(self) -> float:
        """Return a size (pt) at which even the widest fleet of different letters fits."""
        wide = sorted((text_width(f"{letter}1 ", Face.SEMIBOLD, 1) for letter in ascii_uppercase), reverse=True)
        room = self._columns[4] - 1 - self._columns[2]
        return max(7.5, min(10.5, int(4 * room / sum(wide[: self.edition.fleet_letters])) / 4))

    def draw(self, pen: Pen) -> None:
        """Draw head, warning, the columns' headings, and a dotted line under each row."""
        room, style, body, low = self.room, self.style, self.places[0], self.places[0].y - 1.4
        _, captain, words, codes, rating = self._columns
        draw_head(pen, self, self.edition.title, "Answer key", self._head, ("Round", "Page")[-len(self._head) + 1 :])
        for run in set_on_line(self._head[1], self.round):
            pen.text(run)
        strip = room.below(HEAD_MM + 3).top(style.heading_height)
        Heading(strip, "SECRET – ORGANIZER ONLY", style, secret=True).draw(pen, "a sheet code prints its sheet again")
        panels = self.edition.tracker.panels
        for x, up, text in (
            *((body.x, 0, "Table"), (captain, 3, self.edition.players.one), (captain, 0, "sheet code")),
            *((words, 3, "Words"), (words, 0, panels.manifest.title), (codes, 3, panels.codes.title)),
            (rating, 0, "To find"),
        ):
            draw_label(pen, x, low - up, text, style)
        pen.line(body.x, body.y, body.right, body.y, style.line)
        for row in self.places[1:]:
            draw_dotted(pen, captain, row.right, row.y)

    def place(self, items: Sequence[Sheet], page: int) -> Iterator[Item]:
        """Place a row for each sheet, and a box around each table's number."""
        yield from set_on_line(self._head[-1], str(page))
        rows = iter(self.places)
        for table, group in groupby(items, key=attrgetter("table")):
            placed = [(sheet, next(rows)) for sheet in group]
            for sheet, row in placed:
                yield from self._place_sheet(sheet, row, alone=len(placed) == 1)
            if table:
                top = placed[0][1].y + 1.2
                box = Rect(self.room.x, top, TABLE_MM, placed[-1][1].bottom - 1.2 - top)
                number, size = fit(table, Face.BOLD, TABLE_MM - 2, 22, 7)
                yield from (Frame(box, 1.2, self.style.line), set_in(box, number, Face.BOLD, size))

    def _place_sheet(self, sheet: Sheet, row: Rect, *, alone: bool) -> Iterator[Item]:
        size, captain, words, codes, rating = self._columns
        upper, lower, room = row.center_y - 1.1, row.center_y + 4.0, words - GAP_MM - captain
        shown = ("own words", Face.MEDIUM, 8.5) if sheet.words is None else (" ".join(sheet.words), Face.MONO, size)
        yield Run(words, upper, *shown)
        yield Run(codes, upper, " ".join(sheet.launch_codes), Face.MONO, size)
        counts = " ".join([f"{letter}{count}" for letter, count in (sheet.manifest or {}).items() if count])
        yield Run(words, lower, counts, Face.SEMIBOLD, self._manifest_size)
        name = spell_name(sheet.captain, sheet.serial.partition(".")[0]) or f"Serial {sheet.serial}"
        yield set_fitting(captain, row.y + row.h * 0.33, name, Face.SEMIBOLD, 13, room, 8.5)
        yield Run(captain, row.y + row.h * 0.62, sheet.code, Face.MONO, SHEET_CODE_PT)
        # An opponent is named where no row of the same table does.
        fleet = f"against {spell_name(sheet.opponent)}" if alone and sheet.opponent else sheet.fleet_name
        told = f"{sheet.serial}  {fleet}" if sheet.captain else fleet
        yield set_fitting(captain, row.y + row.h * 0.87, told, Face.MEDIUM, 8.5, room, 7.5)
        if sheet.rating is not None:
            yield Run(rating, upper, str(sheet.rating), Face.BOLD, 13)
            yield Run(rating, lower, sheet.rating_label or "", Face.MEDIUM, 8.5)
