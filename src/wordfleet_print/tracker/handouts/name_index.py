"""The name index: a directory of everybody with their tables, to hang up at the door."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

from wordfleet_print.sheet.captains import plain
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.elements import (
    HEAD_MM,
    SCALE_MM,
    draw_dotted,
    draw_head,
    draw_scale,
    set_on_line,
    split_head,
)
from wordfleet_print.tracker.handouts.handout import Handout
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pen import Item, Pen, Run, set_fitting, set_right

# The part of the head's width that the title takes.
TITLE_SHARE = 0.62
# Above and below the scale under the head, and how many bars it has.
HEAD_GAP_MM = 2.0
SCALE_GAP_MM = 3.0
SCALE_BARS = 20
# Between two columns of names.
COLUMN_GAP_MM = 7.0
ROW_MM = 10.4
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
NAME_PT = 14.0
LEAST_NAME_PT = 9.0
CLUB_PT = 8.5
LEAST_CLUB_PT = 7.5
TABLE_PT = 15.0
LEAST_TABLE_PT = 9.0
# From a row's top to the capitals of a name that has a club under it, and from its bottom to that.
NAME_DOWN_MM = 2.1
CLUB_UP_MM = 1.5
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
    """One where all names fit into the first column."""

    @cached_property
    def _bodies(self) -> list[Rect]:
        """Return the columns, with their headings."""
        body = self.room.below(HEAD_MM + HEAD_GAP_MM + SCALE_MM + SCALE_GAP_MM)
        halves = body.columns(2, COLUMN_GAP_MM)
        # A4: a column is 91.2 mm. Three rounds need 8 + 45 + 3 × 12.5 = 90.5; with a fourth there
        # is one column.
        wide = INITIAL_MM + NAME_MM + len(self.rounds) * PLACE_MM
        if wide > halves[0].w:
            return [body]
        return halves[: self.columns]

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows, column by column."""
        under_heading = ROUNDS_MM if len(self.rounds) > 1 else AIR_MM
        rows: list[Rect] = []
        for body in self._bodies:
            column = body.below(self.style.heading_height + under_heading)
            rows += column.rows(int(column.h / ROW_MM))
        return rows

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
        room = self.room
        head = split_head(self, TITLE_SHARE, 1)
        draw_head(pen, self, self.say("index.title"), self.edition.title, head, ["paper.page"])
        draw_scale(pen, Rect(room.x, room.y + HEAD_MM + HEAD_GAP_MM, room.w, SCALE_MM), SCALE_BARS)
        for body in self._bodies:
            self._draw_heading(pen, body)
        for row, below in pairwise(self.places):
            if row.x == below.x:
                draw_dotted(pen, row.x + INITIAL_MM, row.right, row.bottom)

    def _draw_heading(self, pen: Pen, body: Rect) -> None:
        """Draw a column's heading; where there are several rounds, with their numbers."""
        style = self.style
        players = style.capitalize(self.edition.players.many)
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
        yield from set_on_line(split_head(self, TITLE_SHARE, 1)[1], str(page))
        before = ("", 0.0)
        for line, row in zip(items, self.places, strict=False):
            initial = plain(line.name)[:1].upper()[:1]
            if (initial, row.x) != before:
                base = row.center_y + fonts.cap_height(Face.BOLD, INITIAL_PT) / 2
                text = _find_printable(initial, line.name)
                yield Run(row.x, base, text, Face.BOLD, INITIAL_PT)
                before = (initial, row.x)
            yield from self._place_line(line, row)

    def _place_line(self, line: IndexLine, row: Rect) -> Iterator[Item]:
        """Place a name, its club and its tables."""
        room, places = self._split(row)
        name = set_fitting(room.x, 0, line.name, Face.SEMIBOLD, NAME_PT, room.w, LEAST_NAME_PT)
        tall = fonts.cap_height(Face.SEMIBOLD, name.size)
        if line.club:
            yield name._replace(y=row.y + NAME_DOWN_MM + tall)
            base = row.bottom - CLUB_UP_MM
            yield set_fitting(room.x, base, line.club, Face.MEDIUM, CLUB_PT, room.w, LEAST_CLUB_PT)
        else:
            yield name._replace(y=row.center_y + tall / 2)
        for text, place in zip(line.places, places, strict=True):
            width = place.w - TABLE_GAP_MM
            table, size = fonts.fit(text, Face.BOLD, width, TABLE_PT, LEAST_TABLE_PT)
            base = row.center_y + fonts.cap_height(Face.BOLD, size) / 2
            yield set_right(place.right, base, table, Face.BOLD, size)


def _find_printable(initial: str, name: str) -> str:
    """Return a plain initial, or the first letter of the name: a font has these."""
    if initial.isascii():
        return initial
    return next((char for char in name if char.isalnum()), "")
