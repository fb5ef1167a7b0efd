"""The standings after the rounds so far, to hang up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

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
from wordfleet_print.tracker.set_names import RIGHT, NameSizes, set_name, set_name_in_middle
from wordfleet_print.tracker.set_text import find_baseline, set_right_aligned

# The usual height of a row. Where there are few names, rows are up to this many times as high, and
# their letters up to this many times as large.
ROW_MM = 8.4
MOST_GROWTH = 2.2
MOST_TYPE_GROWTH = 1.9
# The heading of the list, and the size of its letters.
HEADING_MM = 6.6
HEADING_PT = 14.0
# The column of places, and the gap at its right.
RANK_MM = 14.0
RANK_GAP_MM = 5.0
# The column of a figure, such as points, and the gap at its right.
FIGURE_MM = 22.0
FIGURE_GAP_MM = 2.0
# The headings of figures, on two lines if they are long, and what is below them.
LABELS_MM = 9.4
LABELS_BELOW_MM = 1.0
LABEL_SIZES = NameSizes(most=11.0, wrap_below=11.0, least=8.0)
# The share of the middle column that a name takes where its club follows, and the gap after both.
NAME_SHARE = 0.62
NAME_GAP_MM = 3.0
# What names keep off the dividers, above and below together.
ROW_AIR_MM = 1.6
# Sizes in rows of the usual height. All names have one size, as small as a long name needs, but not
# below the second: a name that would be smaller takes two lines.
NAME_PT = 13.0
WRAP_NAME_PT = 10.0
CLUB_PT = 9.5
FIGURE_PT = 12.0
# The least size of names and clubs in rows of any height.
LEAST_PT = 8.0


class StandingLine(NamedTuple):
    """A place in the standings: who has it, and the figures that decide it."""

    place: str
    """1 for the best; players may share one."""
    name: str
    club: str
    """"" for none."""
    points: str
    ships: str
    """How many ships the player has sunk."""
    opponents: str
    """The points of all opponents together."""


class _Cells(NamedTuple):
    """The room in a row for the place, for the name with its club, and for each figure."""

    place: Rect
    name: Rect
    figures: list[Rect]


@dataclass(frozen=True)
class Standings(Handout[StandingLine, Rect]):
    """Who is where after the rounds so far; a row for each player."""

    label: ClassVar[str] = "pdf.standings"

    after: str = ""
    """The last round that counts."""
    has_ships: bool = True
    """Whether ships were noted at any table."""
    names: int = 0
    """How many a page shows at most; 0 for as many as have room."""
    name_size: float = 0
    """The size of names (pt): longer ones take two lines. 0 for as large as rows allow."""

    @cached_property
    def _body(self) -> Rect:
        """The room below the page's head."""
        return find_list_room(self)

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows: as many as have room, or as many as there are names, which are then
        higher.
        """
        room = self._body.skip_top(HEADING_MM + LABELS_MM + LABELS_BELOW_MM)
        if not self.names:
            return room.split_rows(int(room.h / ROW_MM))
        row_height = min(room.h / self.names, MOST_GROWTH * ROW_MM)
        return room.keep_top(self.names * row_height).split_rows(self.names)

    @property
    def _growth(self) -> float:
        """How much larger type is than usual: as rows are, to a limit."""
        return min(self.places[0].h / ROW_MM, MOST_TYPE_GROWTH)

    @property
    def _keys(self) -> list[str]:
        """The labels of the figures, in their order."""
        if self.has_ships:
            return ["standings.points", "standings.ships", "standings.opponents"]
        return ["standings.points", "standings.opponents"]

    def _split(self, row: Rect) -> _Cells:
        """Return the columns of a row."""
        count = len(self._keys)
        figures_width = count * FIGURE_MM
        name = row.skip_left(RANK_MM).skip_right(figures_width)
        figures = row.keep_right(figures_width)
        return _Cells(row.keep_left(RANK_MM), name, figures.split_columns(count))

    def choose_name_size(self, lines: Iterable[StandingLine]) -> float:
        """Return one size for all names of these lines (pt): the largest at which each has room on
        one line, but for names so long that they take two lines.
        """
        room = self._split(self.places[0]).name
        largest = NAME_PT * self._growth
        least = WRAP_NAME_PT * self._growth
        for line in lines:
            width = room.w * (NAME_SHARE if line.club else 1.0) - NAME_GAP_MM
            fitting = width / fonts.measure_text(line.name, Face.SEMIBOLD, 1)
            if fitting >= least:
                largest = min(largest, fitting)
        return fonts.round_down(largest)

    def draw(self, pen: Pen) -> None:
        """Draw the head, and the headings of the columns."""
        draw_list_head(pen, self, self.say("standings.title"))
        strip = self._body.keep_top(HEADING_MM)
        after = self.style.to_capitals(self.say("standings.after", round=self.after))
        Heading(strip, after, replace(self.style, heading=HEADING_PT)).draw(pen)
        row = self._body.skip_top(HEADING_MM).keep_top(LABELS_MM)
        for key, place in zip(self._keys, self._split(row).figures, strict=True):
            room = place.skip_right(FIGURE_GAP_MM)
            label = self.say(key)
            pen.text(*set_name(room, label, Face.SEMIBOLD, LABEL_SIZES, RIGHT))

    def set_event(self) -> list[Run]:
        """Set the event's title in the head."""
        return set_list_event(self)

    def set_names(self, item: StandingLine, place: Rect) -> Iterator[SetName]:
        """Set a player's name into a row, and the club, if there is one, to its right; each on two
        lines if it is long.
        """
        room = self._split(place).name.inset_vertically(ROW_AIR_MM / 2)
        name_width = room.w * (NAME_SHARE if item.club else 1.0)
        name_place = room.keep_left(name_width - NAME_GAP_MM)
        name_size = self.name_size or NAME_PT * self._growth
        name_sizes = NameSizes(most=name_size, wrap_below=name_size, least=LEAST_PT)
        name_runs = set_name_in_middle(name_place, item.name, Face.SEMIBOLD, name_sizes)
        yield SetName(item.name, name_runs)
        if not item.club:
            return
        club_place = room.skip_left(name_width).skip_right(NAME_GAP_MM)
        club_sizes = NameSizes(most=CLUB_PT * self._growth, wrap_below=CLUB_PT, least=LEAST_PT)
        club_runs = set_name_in_middle(club_place, item.club, Face.MEDIUM, club_sizes)
        yield SetName(item.club, club_runs)

    def place(self, items: Sequence[StandingLine], page: int) -> Iterator[Item]:
        """Place the rows of a page."""
        yield from place_page_number(self, page)
        for line, row in zip(items, self.places, strict=False):
            yield from self._place_line(line, row)

    def _place_line(self, line: StandingLine, row: Rect) -> Iterator[Item]:
        """Place rank, names and figures on one baseline, and a line below them."""
        rank, _, (points, *others) = self._split(row)
        rank_size = NAME_PT * self._growth
        baseline = find_baseline(row.center_y, Face.BOLD, rank_size)
        yield set_right_aligned(
            rank.right - RANK_GAP_MM, baseline, line.place, Face.BOLD, rank_size
        )
        for _, runs in self.set_names(line, row):
            yield from runs
        size = FIGURE_PT * self._growth
        yield set_right_aligned(
            points.right - FIGURE_GAP_MM, baseline, line.points, Face.BOLD, size
        )
        figures = [line.ships, line.opponents] if self.has_ships else [line.opponents]
        for figure, place in zip(figures, others, strict=True):
            yield set_right_aligned(
                place.right - FIGURE_GAP_MM, baseline, figure, Face.MEDIUM, size
            )
        yield make_divider(row.x, row.right, row.bottom)
