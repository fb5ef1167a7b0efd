"""The name index: a directory of everybody with their tables, to hang up at the door."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import ClassVar, NamedTuple

from wordfleet_print.sheet.player_names import simplify
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.elements import (
    draw_list_head,
    make_divider,
    place_page_number,
    set_list_event,
    split_list,
)
from wordfleet_print.tracker.handouts.handout import Handout, SetName
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pen import Item, Pen, Run
from wordfleet_print.tracker.set_names import NAME_DESCENT, NAME_FOOT_MM, NameSizes, set_name
from wordfleet_print.tracker.set_text import set_right_aligned

# Between two columns of names.
COLUMN_GAP_MM = 7.0
ROW_MM = 10.4
# What rows and their type grow to where there are few names, as a share of the usual. Rows grow
# more: long names take two lines. Names grow only if all have room on one line.
MOST_GROWTH = 1.6
MOST_TYPE_GROWTH = 1.3
# A row: the initial in the margin, a name at least, a table at most.
INITIAL_MM = 8.0
NAME_MM = 45.0
PLACE_MM = 11.5
# The room for the table of the only round.
ONLY_PLACE_MM = 20.0
# A table of one column is as wide as the page: its tables are farther from each other.
WIDE_PLACE_MM = 20.0
WIDE_NAME_MM = 85.0
# Under a heading: the numbers of the rounds, or a bit of air.
ROUNDS_MM = 6.2
ROUNDS_DOWN_MM = 4.6
AIR_MM = 1.0
INITIAL_PT = 17.0
NAME_PT = 16.0
LEAST_NAME_PT = 8.0
# The steps in which names grow.
NAME_STEP_PT = 0.8
# What names keep off the dividers.
ROW_AIR_MM = 0.6
CLUB_SIZES = NameSizes(most=8.5, wrap_below=8.0, least=8.0)
TABLE_PT = 16.0
LEAST_TABLE_PT = 9.0
# A word in place of a number, such as “bye”, to the size of numbers.
WORD_SHARE = 0.72
# From letters of a name that descend to the capitals of its club.
OVER_CLUB_MM = 0.5
# From line to line of a long club, and the room for a name over two lines of it: a name has two
# lines there at its least size.
CLUB_STEP_MM = 3.0
LEAST_NAME_ROOM_MM = 6.2
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
class NameIndex(Handout[IndexLine, Rect]):
    """The table of everybody in each of some rounds: in two columns while there are few rounds,
    else in one.
    """

    label: ClassVar[str] = "pdf.name_index"

    rounds: tuple[int, ...] = (1,)
    columns: int = 2
    """One where there are few names."""
    names: int = 0
    """How many a page shows at most; 0 for as many as have room."""
    name_size: float = NAME_PT
    """The size of names (pt): longer ones take two lines, or shrink."""

    @cached_property
    def _bodies(self) -> list[Rect]:
        """Return the columns, with their headings."""
        body = split_list(self)
        halves = body.split_columns(2, COLUMN_GAP_MM)
        # A4: a column is 91.2 mm. Three rounds need 8 + 45 + 3 × 11.5 = 87.5; with a fourth there
        # is one column.
        wide = INITIAL_MM + NAME_MM + len(self.rounds) * PLACE_MM
        return [body] if wide > halves[0].w or self.columns == 1 else halves

    @cached_property
    def _rows_of_columns(self) -> list[list[Rect]]:
        """Return the rows of each column: as many as have room, or fewer, taller ones for few
        names.
        """
        under_heading = ROUNDS_MM if len(self.rounds) > 1 else AIR_MM
        columns = [
            body.skip_top(self.style.heading_height + under_heading) for body in self._bodies
        ]
        column_height = columns[0].h
        count = int(column_height / ROW_MM)
        row_height = column_height / count
        if self.names:
            count = ceil(self.names / len(columns))
            row_height = min(column_height / count, MOST_GROWTH * ROW_MM)
        return [column.keep_top(count * row_height).split_rows(count) for column in columns]

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
        if len(self._bodies) == 1:
            most = min(WIDE_PLACE_MM, max(most, (row.w - INITIAL_MM - WIDE_NAME_MM) / count))
        wide = min(most, (row.w - INITIAL_MM - NAME_MM) / count)
        both = row.skip_left(INITIAL_MM)
        name = both.w - count * wide
        return both.keep_left(name - 1), both.skip_left(name).split_columns(count)

    def draw(self, pen: Pen) -> None:
        """Draw the head, and the headings of the columns."""
        draw_list_head(pen, self, self.say("index.title"))
        for body in self._bodies:
            self._draw_heading(pen, body)

    def _draw_heading(self, pen: Pen, body: Rect) -> None:
        """Draw a column's heading; where there are several rounds, with their numbers."""
        style = self.style
        players = style.to_capitals(self.edition.players.many)
        label = self._choose_heading()
        notes = self.edition.list_wordings(label, round=self.rounds[0])
        Heading(body.keep_top(style.heading_height), players, style).draw(pen, notes)
        if len(self.rounds) == 1:
            return
        baseline = body.y + style.heading_height + ROUNDS_DOWN_MM
        for number, place in zip(self.rounds, self._split(body)[1], strict=True):
            pen.text(
                set_right_aligned(place.right, baseline, str(number), Face.SEMIBOLD, style.axis)
            )

    def _choose_heading(self) -> str:
        """Return the key of what the numbers next to the names are."""
        if self.rounds == (1,):
            return "index.table"
        return "index.tables" if len(self.rounds) > 1 else "index.table_in"

    def choose_name_size(self, names: Iterable[str]) -> float:
        """Return the size of names (pt): as large as rows allow, if all then have room on one
        line; else the usual one. One list has one size.
        """
        room, _ = self._split(self.places[0])
        most = NAME_PT * self._growth
        for name in filter(None, names):
            most = min(most, room.w / fonts.measure_text(name, Face.SEMIBOLD, 1))
        steps = int(max(most - NAME_PT, 0) / NAME_STEP_PT)
        return NAME_PT + steps * NAME_STEP_PT

    def place(self, items: Sequence[IndexLine], page: int) -> Iterator[Item]:
        """Place names and tables; each new initial goes in the margin, as in a directory."""
        yield from place_page_number(self, page)
        before = ("", 0.0)
        for line, row in zip(items, self.choose_places(len(items)), strict=False):
            baseline = self._find_base(row, line.club)
            initial = simplify(line.name)[:1].upper()[:1]
            if (initial, row.x) != before:
                text = _find_printable(initial, line.name)
                yield Run(row.x, baseline, text, Face.BOLD, INITIAL_PT)
                before = (initial, row.x)
            yield from self._place_line(line, row, baseline)

    def _find_base(self, row: Rect, club: str) -> float:
        """Return the baseline of a name on one line, and of all that is next to it (mm)."""
        cap_height = fonts.measure_cap_height(Face.SEMIBOLD, self.name_size)
        return row.center_y + (cap_height - self._measure_under(club, self.name_size)) / 2

    def _measure_under(self, club: str, size: float) -> float:
        """Return what is from the baseline of a name of this size (pt) to its club's last (mm)."""
        return self._club_down(size) + self._measure_second_line(club) if club else 0

    def _measure_second_line(self, club: str) -> float:
        """Return what a club's second line needs (mm); 0 where it has one line. That depends on the
        club and on the list: it is the same with every name.
        """
        row = self.places[0]
        room, _ = self._split(row)
        one_line = self._club_down(LEAST_NAME_PT) + 2 * ROW_AIR_MM
        is_long = fonts.measure_text(club, Face.REGULAR, CLUB_SIZES.wrap_below) > room.w
        has_room = row.h - one_line - CLUB_STEP_MM >= LEAST_NAME_ROOM_MM
        return CLUB_STEP_MM if is_long and has_room else 0

    def _club_down(self, size: float) -> float:
        """Return what is from the baseline of a name of this size (pt) to that of its club (mm)."""
        club = fonts.measure_cap_height(Face.REGULAR, CLUB_SIZES.most)
        return NAME_DESCENT * size + OVER_CLUB_MM + club

    def _place_line(self, line: IndexLine, row: Rect, baseline: float) -> Iterator[Item]:
        """Place a name and its tables, and a line below them."""
        for _, runs in self.set_names(line, row):
            yield from runs
        _, rounds = self._split(row)
        largest = max(TABLE_PT, self.name_size)
        for text, place in zip(line.places, rounds, strict=True):
            width = place.w - TABLE_GAP_MM
            most = largest * (1 if text.isdigit() else WORD_SHARE)
            table, size = fonts.shrink_or_cut(
                text, Face.BOLD, width=width, size=most, least=LEAST_TABLE_PT
            )
            yield set_right_aligned(place.right, baseline, table, Face.BOLD, size)
        yield make_divider(row.x + INITIAL_MM, row.right, row.bottom)

    def set_event(self) -> list[Run]:
        """Set the event's title in the head."""
        return set_list_event(self)

    def set_names(self, item: IndexLine, place: Rect) -> Iterator[SetName]:
        """Set a name over its club, both in the middle of the row; a long name takes two lines."""
        room, _ = self._split(place)
        usual = self.name_size
        club_height = self._measure_under(item.club, 0)
        above = room.skip_top(ROW_AIR_MM).keep_top(room.h - 2 * ROW_AIR_MM - club_height)
        sizes = NameSizes(usual, usual, LEAST_NAME_PT)
        runs = set_name(above, item.name, Face.SEMIBOLD, sizes)
        if not runs:
            return
        last = runs[-1]
        baseline = self._find_base(place, item.club)
        if len(runs) > 1:
            # All lines are in the middle together
            tall = fonts.measure_cap_height(Face.SEMIBOLD, last.size) + last.y - runs[0].y
            baseline = place.center_y + (tall - self._measure_under(item.club, last.size)) / 2
        down = baseline - last.y
        yield SetName(item.name, [run._replace(y=run.y + down) for run in runs])
        if item.club:
            size = last.size if len(runs) > 1 else usual
            last_base = baseline + self._measure_under(item.club, size)
            foot = last_base + NAME_FOOT_MM + NAME_DESCENT * CLUB_SIZES.most
            top = baseline + NAME_DESCENT * size
            club = Rect(room.x, top, room.w, foot - top)
            yield SetName(item.club, set_name(club, item.club, Face.REGULAR, CLUB_SIZES))


def _find_printable(initial: str, name: str) -> str:
    """Return a plain initial, or the first letter of the name: a font has these."""
    if initial.isascii():
        return initial
    return next((char for char in name if char.isalnum()), "")
