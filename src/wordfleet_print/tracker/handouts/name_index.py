"""The name index: a directory of everybody with their tables, to hang up at the door."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import ClassVar, NamedTuple

from wordfleet_print.sheet.captains import plain
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.elements import (
    draw_dotted,
    draw_list_head,
    place_page_number,
    split_list,
)
from wordfleet_print.tracker.handouts.handout import Handout
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pen import Item, Pen, Run
from wordfleet_print.tracker.set_text import (
    NAME_BREAKS,
    balance_lines,
    measure_two_lines,
    set_fitting,
    set_name,
    set_right,
)

# Between two columns of names.
COLUMN_GAP_MM = 7.0
ROW_MM = 10.4
# What rows and their type grow to where there are few names, as a share of the usual. Rows grow
# more: long names take two lines.
MOST_GROWTH = 1.6
MOST_TYPE_GROWTH = 1.3
# A row: the initial in the margin, a name at least, a table at most.
INITIAL_MM = 8.0
NAME_MM = 45.0
PLACE_MM = 12.5
# The room for the table of the only round.
ONLY_PLACE_MM = 20.0
# Under a heading: the numbers of the rounds, or a bit of air.
ROUNDS_MM = 6.2
ROUNDS_DOWN_MM = 4.6
AIR_MM = 1.0
INITIAL_PT = 17.0
NAME_PT = 16.0
LEAST_NAME_PT = 9.0
# What a name shrinks to before it takes two lines, and what these keep off the divider.
TWO_LINES_PT = 12.0
TWO_LINES_AIR_MM = 1.2
CLUB_PT = 8.5
LEAST_CLUB_PT = 7.5
TABLE_PT = 16.0
LEAST_TABLE_PT = 9.0
# The foot of a row that a name leaves to its club, and the club's baseline from the bottom.
CLUB_MM = 4.2
CLUB_UP_MM = 1.4
# What a table keeps off the one before it.
TABLE_GAP_MM = 2.4


class IndexLine(NamedTuple):
    """A name as it is filed, the club that tells namesakes apart (or ""), and the table in each
    round.
    """

    name: str
    club: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class NameIndex(Handout):
    """The table of everybody in each of some rounds: in two columns while there are few rounds,
    else in one.
    """

    label: ClassVar[str] = "pdf.name_index"

    rounds: tuple[int, ...] = (1,)
    columns: int = 2
    """One where there are few names."""
    names: int = 0
    """How many a page shows at most; 0 for as many as have room."""

    @cached_property
    def _bodies(self) -> list[Rect]:
        """Return the columns, with their headings."""
        body = split_list(self)
        halves = body.columns(2, COLUMN_GAP_MM)
        # A4: a column is 91.2 mm. Three rounds need 8 + 45 + 3 × 12.5 = 90.5; with a fourth there
        # is one column.
        wide = INITIAL_MM + NAME_MM + len(self.rounds) * PLACE_MM
        if wide > halves[0].w:
            return [body]
        return halves[: self.columns]

    @cached_property
    def _rows_of_columns(self) -> list[list[Rect]]:
        """Return the rows of each column: as many as have room, or fewer, taller ones for few
        names.
        """
        under_heading = ROUNDS_MM if len(self.rounds) > 1 else AIR_MM
        columns = [body.below(self.style.heading_height + under_heading) for body in self._bodies]
        rows = int(columns[0].h / ROW_MM)
        height = columns[0].h / rows
        if self.names:
            rows = ceil(self.names / len(columns))
            height = min(columns[0].h / rows, MOST_GROWTH * ROW_MM)
        return [column.top(rows * height).rows(rows) for column in columns]

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows, column by column."""
        return [row for rows in self._rows_of_columns for row in rows]

    @property
    def _growth(self) -> float:
        """How much larger type is than usual: as rows are, to a limit."""
        return min(self.places[0].h / ROW_MM, MOST_TYPE_GROWTH)

    def choose_places(self, count: int) -> list[Rect]:
        """Return where `count` names go: the columns of a page are equally long."""
        in_column = ceil(count / len(self._rows_of_columns))
        return [row for rows in self._rows_of_columns for row in rows[:in_column]]

    def _split(self, row: Rect) -> tuple[Rect, list[Rect]]:
        """Return the room for the name in a row, and for the table in each round."""
        count = len(self.rounds)
        most = PLACE_MM if count > 1 else ONLY_PLACE_MM
        wide = min(most, (row.w - INITIAL_MM - NAME_MM) / count)
        both = row.after(INITIAL_MM)
        name = both.w - count * wide
        return both.left(name - 1), both.after(name).columns(count)

    def draw(self, pen: Pen) -> None:
        """Draw the head, the headings of the columns, and a dotted line under each name."""
        draw_list_head(pen, self, self.say("index.title"))
        for body in self._bodies:
            self._draw_heading(pen, body)
        for row, below in pairwise(self.places):
            if row.x == below.x:
                draw_dotted(pen, row.x + INITIAL_MM, row.right, row.bottom)

    def _draw_heading(self, pen: Pen, body: Rect) -> None:
        """Draw a column's heading; where there are several rounds, with their numbers."""
        style = self.style
        players = style.to_capitals(self.edition.players.many)
        label = self._choose_heading()
        notes = self.edition.list_wordings(label, round=self.rounds[0])
        Heading(body.top(style.heading_height), players, style).draw(pen, notes)
        if len(self.rounds) == 1:
            return
        base = body.y + style.heading_height + ROUNDS_DOWN_MM
        for number, place in zip(self.rounds, self._split(body)[1], strict=True):
            pen.text(set_right(place.right, base, str(number), Face.SEMIBOLD, style.axis))

    def _choose_heading(self) -> str:
        """Return the key of what the numbers next to the names are."""
        if self.rounds == (1,):
            return "index.table"
        return "index.tables" if len(self.rounds) > 1 else "index.table_in"

    def place(self, items: Sequence[IndexLine], page: int) -> Iterator[Item]:
        """Place names and tables; each new initial goes in the margin, as in a directory."""
        yield from place_page_number(self, page)
        before = ("", 0.0)
        for line, row in zip(items, self.choose_places(len(items)), strict=False):
            initial = plain(line.name)[:1].upper()[:1]
            if (initial, row.x) != before:
                base = row.center_y + fonts.measure_caps(Face.BOLD, INITIAL_PT) / 2
                text = _find_printable(initial, line.name)
                yield Run(row.x, base, text, Face.BOLD, INITIAL_PT)
                before = (initial, row.x)
            yield from self._place_line(line, row)

    def _place_line(self, line: IndexLine, row: Rect) -> Iterator[Item]:
        """Place a name and its tables."""
        room, places = self._split(row)
        yield from self._place_name(line, room)
        for text, place in zip(line.places, places, strict=True):
            width = place.w - TABLE_GAP_MM
            most = TABLE_PT * self._growth
            table, size = fonts.fit(text, Face.BOLD, width, most, LEAST_TABLE_PT)
            base = row.center_y + fonts.measure_caps(Face.BOLD, size) / 2
            yield set_right(place.right, base, table, Face.BOLD, size)

    def _place_name(self, line: IndexLine, room: Rect) -> Iterator[Item]:
        """Place a name over its club; a long one takes two lines."""
        growth = self._growth
        size = NAME_PT * growth
        foot = CLUB_MM * growth if line.club else 0
        place = room.top(room.h - foot)
        name = set_fitting(room.x, 0, line.name, Face.SEMIBOLD, size, room.w, LEAST_NAME_PT)
        if name.size < TWO_LINES_PT * growth:
            foot = max(foot, TWO_LINES_AIR_MM * growth)
            yield from self._place_two_lines(line.name, room.top(room.h - foot))
        else:
            tall = fonts.measure_caps(Face.SEMIBOLD, name.size)
            yield name._replace(y=place.center_y + tall / 2)
        if line.club:
            base = room.bottom - CLUB_UP_MM * growth
            yield set_fitting(room.x, base, line.club, Face.MEDIUM, CLUB_PT, room.w, LEAST_CLUB_PT)

    def _place_two_lines(self, name: str, place: Rect) -> list[Run]:
        """Place a long name in two lines that are as large as fits."""
        above = place.below(TWO_LINES_AIR_MM * self._growth)
        most = min(TWO_LINES_PT * self._growth, measure_two_lines(above.h))
        sizes = [
            fonts.fit(part, Face.SEMIBOLD, above.w, most, LEAST_NAME_PT)[1]
            for part in balance_lines(name, NAME_BREAKS)
        ]
        return set_name(above, name, Face.SEMIBOLD, most, min(sizes))


def _find_printable(initial: str, name: str) -> str:
    """Return a plain initial, or the first letter of the name: a font has these."""
    if initial.isascii():
        return initial
    return next((char for char in name if char.isalnum()), "")
