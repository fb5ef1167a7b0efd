"""The name index: a directory of everybody with their tables, to hang up at the door."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import ClassVar, NamedTuple

from wordfleet_print.sheet.player_names import simplify
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.elements import (
    draw_list_head,
    find_list_room,
    make_divider,
    place_page_number,
    set_list_event,
)
from wordfleet_print.tracker.handouts.handout import Handout, SetName
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pen import Item, Pen, Run
from wordfleet_print.tracker.set_names import NAME_DESCENT, NAME_FOOT_MM, NameSizes, set_name
from wordfleet_print.tracker.set_text import set_right_aligned

# A list has two columns of names, or one that is as wide as the page. Between two columns:
COLUMN_GAP_MM = 7.0
# The usual height of a row. Where there are few names, rows are up to this many times as high, and
# letters up to this many times as large. Rows grow more: long names take two lines. Names grow only
# as far as all have room on one line that have it in the usual size.
ROW_MM = 10.4
MOST_GROWTH = 2.2
MOST_TYPE_GROWTH = 1.9
# Initials grow less, so that a W stays in its margin; clubs, too.
MOST_SMALL_TYPE_GROWTH = 1.15
# The parts of a row: the initial in its margin, the name over its club, and for each round the
# number of the table.
INITIAL_MM = 8.0
# The least room for a name.
NAME_MM = 45.0
# The room for a table: of several rounds, and of the only round.
TABLE_MM = 11.5
ONLY_TABLE_MM = 20.0
# In a list of one column, tables are farther from each other: the room for each, as long as this
# much is left for names.
WIDE_TABLE_MM = 20.0
WIDE_NAME_MM = 85.0
# The heading of a column: its height, and the sizes of its title and of the words at its right.
HEADING_MM = 6.6
HEADING_PT = 14.0
HEADING_NOTE_PT = 14.0
# Under it: the room for the numbers of the rounds, and from its top to their baseline; or a bit of
# air, if there is one round.
ROUNDS_MM = 7.4
ROUNDS_DOWN_MM = 5.6
ROUNDS_PT = 14.0
AIR_MM = 1.0
# Sizes of letters in rows of the usual height.
INITIAL_PT = 17.0
NAME_PT = 16.0
LEAST_NAME_PT = 8.0
CLUB_PT = 9.5
LEAST_CLUB_PT = 8.0
TABLE_PT = 16.0
LEAST_TABLE_PT = 9.0
# Names grow in steps of this.
NAME_STEP_PT = 0.8
# A word in place of a table, such as “bye”: its size as a share of that of numbers.
WORD_SHARE = 0.72
# What names keep off the dividers above and below.
ROW_AIR_MM = 0.6
# From the letters of a name that descend to the capitals of its club; more below larger names.
OVER_CLUB_MM = 0.5
# From line to line of a long club. It has two lines only if this much is left for the name over
# them, which has room for two lines of its least size.
CLUB_STEP_MM = 3.0
LEAST_NAME_ROOM_MM = 6.2
# From one table to the next.
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
        """The two columns of a page, with their headings; or one, if that is asked for or if rows
        need more width.
        """
        body = find_list_room(self)
        halves = body.split_columns(2, COLUMN_GAP_MM)
        # A4: a column is 91.2 mm. Three rounds need 8 + 45 + 3 × 11.5 = 87.5; with a fourth there
        # is one column.
        least_width = INITIAL_MM + NAME_MM + len(self.rounds) * TABLE_MM
        has_one_column = self.columns == 1 or least_width > halves[0].w
        return [body] if has_one_column else halves

    @cached_property
    def _rows_of_columns(self) -> list[list[Rect]]:
        """Return the rows of each column: as many as have room, or fewer, taller ones for few
        names.
        """
        under_heading = ROUNDS_MM if len(self.rounds) > 1 else AIR_MM
        columns = [body.skip_top(HEADING_MM + under_heading) for body in self._bodies]
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

    @property
    def _small_growth(self) -> float:
        """How much larger initials and clubs are than usual."""
        return min(self.name_size / NAME_PT, MOST_SMALL_TYPE_GROWTH)

    @property
    def _club_sizes(self) -> NameSizes:
        """The sizes of clubs."""
        most = CLUB_PT * self._small_growth
        return NameSizes(most=most, wrap_below=LEAST_CLUB_PT, least=LEAST_CLUB_PT)

    def choose_places(self, count: int) -> list[Rect]:
        """Return where `count` names go: the columns of a page are equally long."""
        in_column = ceil(count / len(self._rows_of_columns))
        return [row for rows in self._rows_of_columns for row in rows[:in_column]]

    def _split(self, row: Rect) -> tuple[Rect, list[Rect]]:
        """Return the room in a row for the name, and the room for the table in each round."""
        count = len(self.rounds)
        after_initial = row.skip_left(INITIAL_MM)
        most_width = TABLE_MM if count > 1 else ONLY_TABLE_MM
        if len(self._bodies) == 1:
            beside_wide_name = (row.w - INITIAL_MM - WIDE_NAME_MM) / count
            most_width = min(WIDE_TABLE_MM, max(most_width, beside_wide_name))
        table_width = min(most_width, (row.w - INITIAL_MM - NAME_MM) / count)
        name_width = after_initial.w - count * table_width
        tables = after_initial.skip_left(name_width).split_columns(count)
        return after_initial.keep_left(name_width - 1), tables

    def draw(self, pen: Pen) -> None:
        """Draw the head, and the headings of the columns."""
        draw_list_head(pen, self, self.say("index.title"))
        for body in self._bodies:
            self._draw_heading(pen, body)

    def _draw_heading(self, pen: Pen, body: Rect) -> None:
        """Draw a column's heading; where there are several rounds, with their numbers."""
        style = replace(self.style, heading=HEADING_PT, body=HEADING_NOTE_PT)
        players = style.to_capitals(self.edition.players.many)
        label = self._choose_heading()
        notes = self.edition.list_wordings(label, round=self.rounds[0])
        Heading(body.keep_top(HEADING_MM), players, style).draw(pen, notes)
        if len(self.rounds) == 1:
            return
        baseline = body.y + HEADING_MM + ROUNDS_DOWN_MM
        for number, place in zip(self.rounds, self._split(body)[1], strict=True):
            text = str(number)
            pen.text(set_right_aligned(place.right, baseline, text, Face.SEMIBOLD, ROUNDS_PT))

    def _choose_heading(self) -> str:
        """Return the key of what the numbers next to the names are."""
        if self.rounds == (1,):
            return "index.table"
        return "index.tables" if len(self.rounds) > 1 else "index.table_in"

    def choose_name_size(self, names: Iterable[str]) -> float:
        """Return one size for all names of a list (pt): larger than usual if rows are higher, as
        far as every name then has room on one line that has it in the usual size.
        """
        room, _ = self._split(self.places[0])
        largest = NAME_PT * self._growth
        for name in filter(None, names):
            fitting = room.w / fonts.measure_text(name, Face.SEMIBOLD, 1)
            if fitting >= NAME_PT:
                largest = min(largest, fitting)
        steps = int(max(largest - NAME_PT, 0) / NAME_STEP_PT)
        return NAME_PT + steps * NAME_STEP_PT

    def place(self, items: Sequence[IndexLine], page: int) -> Iterator[Item]:
        """Place names and tables. As in a directory, a name has its initial in the margin where it
        is another one than above; so has the first name of each column.
        """
        yield from place_page_number(self, page)
        initial_above = ""
        column_x = 0.0
        for line, row in zip(items, self.choose_places(len(items)), strict=False):
            baseline = self._find_baseline(row, line.club)
            # The capital of some letters has several characters
            initial = simplify(line.name)[:1].upper()[:1]
            if initial != initial_above or row.x != column_x:
                text = _find_printable(initial, line.name)
                yield Run(row.x, baseline, text, Face.BOLD, INITIAL_PT * self._small_growth)
            initial_above = initial
            column_x = row.x
            yield from self._place_line(line, row, baseline)

    def _find_baseline(self, row: Rect, club: str) -> float:
        """Return the baseline of a name on one line, and of all that is next to it (mm)."""
        cap_height = fonts.measure_cap_height(Face.SEMIBOLD, self.name_size)
        return row.center_y + (cap_height - self._measure_under(club, self.name_size)) / 2

    def _measure_under(self, club: str, size: float) -> float:
        """Return the distance from the baseline of a name of this size (pt) to the last baseline of
        its club (mm); 0 without a club.
        """
        if not club:
            return 0
        return self._measure_to_club(size) + self._measure_second_line(club)

    def _measure_second_line(self, club: str) -> float:
        """Return what a club's second line needs (mm); 0 where it has one line.

        It has two if it is too long for one and rows are high enough. That does not depend on the
        name: a club looks the same below every name of the list.
        """
        row = self.places[0]
        room, _ = self._split(row)
        # From the baseline of the name to that of a club on one line, with the air around both
        below_name = self._measure_to_club(LEAST_NAME_PT) + 2 * ROW_AIR_MM
        is_long = fonts.measure_text(club, Face.REGULAR, LEAST_CLUB_PT) > room.w
        has_room = row.h - below_name - CLUB_STEP_MM >= LEAST_NAME_ROOM_MM
        return CLUB_STEP_MM if is_long and has_room else 0

    def _measure_to_club(self, size: float) -> float:
        """Return the distance from the baseline of a name of this size (pt) to that of its club's
        first line (mm).
        """
        club_height = fonts.measure_cap_height(Face.REGULAR, self._club_sizes.most)
        over_club = OVER_CLUB_MM * max(1, size / NAME_PT)
        return NAME_DESCENT * size + over_club + club_height

    def _place_line(self, line: IndexLine, row: Rect, baseline: float) -> Iterator[Item]:
        """Place a name with its club, the table of each round on this baseline (mm), and a divider
        below them.
        """
        for _, runs in self.set_names(line, row):
            yield from runs
        _, table_places = self._split(row)
        largest = max(TABLE_PT, self.name_size)
        for text, place in zip(line.places, table_places, strict=True):
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
        """Set a name over its club, both together halfway down the row, which is `place`. A long
        name takes two lines. Yield the name, then the club if there is one.
        """
        room, _ = self._split(place)
        usual = self.name_size
        # First the lines of the name are found in the room over the club; then they are moved
        club_height = self._measure_under(item.club, 0)
        over_club = room.skip_top(ROW_AIR_MM).skip_bottom(ROW_AIR_MM + club_height)
        sizes = NameSizes(most=usual, wrap_below=usual, least=LEAST_NAME_PT)
        runs = set_name(over_club, item.name, Face.SEMIBOLD, sizes)
        if not runs:
            return
        first = runs[0]
        last = runs[-1]
        has_one_line = len(runs) == 1
        if has_one_line:
            # As if it had the usual size: all names on one line are equally high, with their tables
            last_baseline = self._find_baseline(place, item.club)
        else:
            first_line = fonts.measure_cap_height(Face.SEMIBOLD, last.size)
            height = first_line + last.y - first.y
            under = self._measure_under(item.club, last.size)
            last_baseline = place.center_y + (height - under) / 2
        down = last_baseline - last.y
        yield SetName(item.name, [run._replace(y=run.y + down) for run in runs])
        if item.club:
            size = usual if has_one_line else last.size
            club_baseline = last_baseline + self._measure_under(item.club, size)
            club_top = last_baseline + NAME_DESCENT * size
            club_foot = club_baseline + NAME_FOOT_MM + NAME_DESCENT * self._club_sizes.most
            club = Rect(room.x, club_top, room.w, club_foot - club_top)
            yield SetName(item.club, set_name(club, item.club, Face.REGULAR, self._club_sizes))


def _find_printable(initial: str, name: str) -> str:
    """Return the initial if it is one of A to Z or a digit, else the first letter of the name as it
    is written: fonts have both.
    """
    if initial.isascii():
        return initial
    return next((char for char in name if char.isalnum()), "")
