"""The standings after the rounds so far, to hang up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

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
from wordfleet_print.tracker.pen import Item, Pen
from wordfleet_print.tracker.set_text import set_fitting, set_right

ROW_MM = 8.4
# The columns of the place and of each figure; what figures keep off their right edge.
RANK_MM = 14.0
RANK_GAP_MM = 5.0
FIGURE_MM = 27.0
FIGURE_GAP_MM = 2.0
# Baselines in a heading and in a row, as shares of their height from the bottom.
HEADING_UP = 0.3
ROW_UP = 0.32
# The part of a name's room that is left for it where a club follows.
NAME_SHARE = 0.62
LABEL_PT = 9.0
LEAST_LABEL_PT = 6.0
NAME_PT = 13.0
LEAST_NAME_PT = 8.0
CLUB_PT = 9.5
LEAST_CLUB_PT = 7.0
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
class Standings(Handout):
    """Who is where after the rounds so far; a row for each player."""

    label: ClassVar[str] = "pdf.standings"

    after: str = ""
    """The last round that counts."""
    has_ships: bool = True
    """Whether ships were noted at any table."""

    @cached_property
    def _body(self) -> Rect:
        return split_list(self)

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows."""
        rows = self._body.below(self.style.heading_height + 1)
        return rows.rows(int(rows.h / ROW_MM))

    def _split(self, row: Rect) -> _Cells:
        count = 3 if self.has_ships else 2
        wide = count * FIGURE_MM
        name = row.after(RANK_MM).left(row.w - RANK_MM - wide)
        figures = row.after(row.w - wide)
        return _Cells(row.left(RANK_MM), name, figures.columns(count))

    def draw(self, pen: Pen) -> None:
        """Draw the head, the headings of the columns, and a dotted line under each row."""
        draw_list_head(pen, self, self.say("standings.title"))
        self._draw_heading(pen, self._body.top(self.style.heading_height))
        for row in self.places:
            draw_dotted(pen, row.x, row.right, row.bottom)

    def _draw_heading(self, pen: Pen, strip: Rect) -> None:
        after = self.style.to_capitals(self.say("standings.after", round=self.after))
        Heading(strip, after, self.style).draw(pen)
        keys = ["standings.points", "standings.opponents"]
        if self.has_ships:
            keys.insert(1, "standings.ships")
        base = strip.bottom - HEADING_UP * strip.h
        for key, place in zip(keys, self._split(strip).figures, strict=True):
            width = FIGURE_MM - FIGURE_GAP_MM - 1
            text, size = fonts.fit(self.say(key), Face.SEMIBOLD, width, LABEL_PT, LEAST_LABEL_PT)
            pen.text(set_right(place.right - FIGURE_GAP_MM, base, text, Face.SEMIBOLD, size))

    def place(self, items: Sequence[StandingLine], page: int) -> Iterator[Item]:
        """Place the rows of a page."""
        yield from place_page_number(self, page)
        for line, row in zip(items, self.places, strict=False):
            yield from self._place_line(line, row)

    def _place_line(self, line: StandingLine, row: Rect) -> Iterator[Item]:
        rank, name, figures = self._split(row)
        base = row.bottom - ROW_UP * row.h
        yield set_right(rank.right - RANK_GAP_MM, base, line.place, Face.BOLD, NAME_PT)
        share = NAME_SHARE if line.club else 1.0
        width = name.w * share - 2
        yield set_fitting(name.x, base, line.name, Face.SEMIBOLD, NAME_PT, width, LEAST_NAME_PT)
        if line.club:
            x = name.x + name.w * share
            width = name.w * (1 - share) - 2
            yield set_fitting(x, base, line.club, Face.MEDIUM, CLUB_PT, width, LEAST_CLUB_PT)
        points, *others = figures
        end = points.right - FIGURE_GAP_MM
        yield set_right(end, base, line.points, Face.BOLD, FIGURE_PT)
        texts = [line.ships, line.opponents] if self.has_ships else [line.opponents]
        for text, place in zip(texts, others, strict=True):
            yield set_right(place.right - FIGURE_GAP_MM, base, text, Face.MEDIUM, FIGURE_PT)
