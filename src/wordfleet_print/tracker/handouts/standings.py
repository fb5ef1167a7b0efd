"""The standings after the rounds so far, to hang up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

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
from wordfleet_print.tracker.set_names import RIGHT, NameSizes, set_name, set_name_in_middle
from wordfleet_print.tracker.set_text import find_baseline, set_right_aligned

ROW_MM = 8.4
# What rows and their type grow to where there are few names, as a share of the usual.
MOST_GROWTH = 1.5
MOST_TYPE_GROWTH = 1.4
# The columns of the place and of each figure; what figures keep off their right edge.
RANK_MM = 14.0
RANK_GAP_MM = 5.0
FIGURE_MM = 22.0
FIGURE_GAP_MM = 2.0
# The headings of figures, on two lines if they are long, and what is below them.
LABELS_MM = 8.0
LABELS_BELOW_MM = 1.0
LABEL_SIZES = NameSizes(most=9.0, wrap_below=9.0, least=8.0)
# The part of a name's room that is left for it where a club follows; what both keep off the next.
NAME_SHARE = 0.62
NAME_GAP_MM = 3.0
# Lines keep this off the dividers, above and below together.
ROW_AIR_MM = 1.6
NAME_PT = 13.0
WRAP_NAME_PT = 10.0
CLUB_PT = 9.5
LEAST_PT = 8.0
FIGURE_PT = 12.0


class StandingLine(NamedTuple):
    """A place in the standings: who has it, and the figures that decide it."""

    place: str
    name: str
    club: str
    points: str
    ships: str
    opponents: str


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

    @cached_property
    def _body(self) -> Rect:
        return split_list(self)

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows."""
        rows = self._body.skip_top(self.style.heading_height + LABELS_MM + LABELS_BELOW_MM)
        count = int(rows.h / ROW_MM)
        if not self.names:
            return rows.split_rows(count)
        tall = min(rows.h / self.names, MOST_GROWTH * ROW_MM)
        return rows.keep_top(self.names * tall).split_rows(self.names)

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
        count = len(self._keys)
        wide = count * FIGURE_MM
        name = row.skip_left(RANK_MM).skip_right(wide)
        figures = row.keep_right(wide)
        return _Cells(row.keep_left(RANK_MM), name, figures.split_columns(count))

    def draw(self, pen: Pen) -> None:
        """Draw the head, and the headings of the columns."""
        draw_list_head(pen, self, self.say("standings.title"))
        strip = self._body.keep_top(self.style.heading_height)
        after = self.style.to_capitals(self.say("standings.after", round=self.after))
        Heading(strip, after, self.style).draw(pen)
        row = self._body.skip_top(self.style.heading_height).keep_top(LABELS_MM)
        for key, place in zip(self._keys, self._split(row).figures, strict=True):
            room = place.skip_right(FIGURE_GAP_MM)
            label = self.say(key)
            pen.text(*set_name(room, label, Face.SEMIBOLD, LABEL_SIZES, RIGHT))

    def set_event(self) -> list[Run]:
        """Set the event's title in the head."""
        return set_list_event(self)

    def set_names(self, item: StandingLine, place: Rect) -> Iterator[SetName]:
        """Set name and club, each on two lines if it is long."""
        room = self._split(place).name.inset_vertically(ROW_AIR_MM / 2)
        growth = self._growth
        name_width = room.w * (NAME_SHARE if item.club else 1.0)
        name = room.keep_left(name_width - NAME_GAP_MM)
        sizes = NameSizes(NAME_PT * growth, WRAP_NAME_PT * growth, LEAST_PT)
        yield SetName(item.name, set_name_in_middle(name, item.name, Face.SEMIBOLD, sizes))
        if not item.club:
            return
        rest = room.skip_left(name_width)
        club = rest.skip_right(NAME_GAP_MM)
        sizes = NameSizes(CLUB_PT * growth, CLUB_PT, LEAST_PT)
        yield SetName(item.club, set_name_in_middle(club, item.club, Face.MEDIUM, sizes))

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
