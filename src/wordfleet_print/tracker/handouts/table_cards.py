"""Table cards: a large number to put up on each table, with who meets there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import ClassVar, NamedTuple

from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import ROUNDING_MM, Rect
from wordfleet_print.tracker.handouts.elements import (
    SCALE_MM,
    draw_scale,
    fit_title,
    set_on_line,
)
from wordfleet_print.tracker.handouts.handout import Handout, SetName
from wordfleet_print.tracker.layout import MARGIN_MM
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pen import QUARTER_TURN, Item, Pen, Run
from wordfleet_print.tracker.set_names import NameSizes, set_name
from wordfleet_print.tracker.set_text import draw_label, find_baseline, set_centered
from wordfleet_print.tracker.style import THIN_PT

# Rounds on one card; a table with more has another card.
MOST_LINES = 8
# A face from the top: the game's title, the event's down to here, then a heading.
TITLE_MM = 6.4
EVENT_MM = 13.6
EVENT_SIZES = NameSizes(most=10.5, wrap_below=9.0, least=8.0)
HEADING_DOWN_MM = 15.6
CHART_DOWN_MM = 17.2
# Right of the title nothing is drawn: it would crowd the card's edge.
TITLE_OFF_MM = 17.0
# The number's chart under the heading. Where it would take room from the rows, it is in a corner of
# the card, right of titles and heading, and that far from them.
LEAST_CHART_MM = 22.0
CORNER_WIDTH_MM = 30.0
CORNER_HEIGHT_MM = 24.0
CORNER_GAP_MM = 4.0
CORNER_EVENT_MM = 17.6
MOST_CHART_MM = 62.0
# From a chart to its number, above and below together, or left and right.
CHART_PADDING_MM = 9.6
# A chart's scale has a bar for each tenth of its width.
SCALE_BARS = 10
MOST_NUMBER_MM = 40.0
# The share of the page that a number may take on a card of one round, and how much less it is on a
# card of `MOST_LINES`: ink is limited. On an A4 card of one round a 7 has 145 pt, 35 mm; a 12 has
# 110 pt, for about the same ink.
NUMBER_SHARE = 0.0166
NUMBER_SHARE_LESS = 0.0066
# Under the chart: the labels of the columns, then a row for each round.
LABELS_MM = 7.2
LABEL_UP_MM = 1.2
MOST_ROW_MM = 12.0
# A row where all names take one line: what is left makes the number larger.
ONE_LINE_ROW_MM = 9.0
# The round's column, and what is before the names.
ROUND_MM = 9.0
NAMES_MM = 11.4
# Between two names; there is the word for “against”.
AGAINST_MM = 9.0
AGAINST_GAP_MM = 0.6
AGAINST_UP_MM = 1.6
MOST_NAME_PT = 14.0
# What a long name shrinks to at most, so that names of 40 letters are whole on cards of eight
# rounds; what is above names. All names have one size, where rows have room for two lines of it.
LEAST_NAME_PT = 8.0
# What two lines of a name have at most in a row lower than `MOST_ROW_MM`.
LOW_ROW_NAME_PT = 11.0
ABOVE_NAME_MM = 1.4
NUMBER_PT = 14.0
# What the one size of all names is at least: a name that is longer is smaller than others.
LEAST_COMMON_NAME_PT = 12.0
# Letters to a height: a row of 12 mm would take 20 pt.
NAME_PT_PER_MM = 1.7
# The line to fold along: a dash, a gap, how thick, and how far left of it its words are.
FOLD_DASH_MM = 0.35
FOLD_GAP_MM = 1.4
FOLD_PT = 1.0
FOLD_WORDS_MM = 3.0


class TableCard(NamedTuple):
    """A table and who meets there: at most `MOST_LINES` lines of round, player and opponent."""

    table: str
    """The number of the table."""
    lines: tuple[tuple[str, str, str], ...]
    """For each round its number and both names."""


@dataclass(frozen=True)
class TableCards(Handout[TableCard, list[Rect]]):
    """Two cards on a page, to cut apart and to fold: both faces say the same."""

    label: ClassVar[str] = "pdf.table_cards"

    lines: int = 1
    """The most rounds of a card."""
    row_height: float = MOST_ROW_MM
    """How high a row is at most (mm)."""
    name_size: float = MOST_NAME_PT
    """The size of names (pt); longer ones shrink."""

    @cached_property
    def places(self) -> list[list[Rect]]:
        """Return the two faces of each card."""
        return [
            [face.inset(MARGIN_MM) for face in half.split_columns(2)]
            for half in Rect.of(self.paper).split_rows(2)
        ]

    @cached_property
    def _is_in_corner(self) -> bool:
        """Whether rows have too little room under a chart that is as wide as the card."""
        under_heading = self.places[0][0].skip_top(CHART_DOWN_MM + self.style.heading_height)
        return under_heading.h - LABELS_MM - LEAST_CHART_MM < self.row_height * self.lines

    def choose_row_height(self, cards: Iterable[TableCard]) -> float:
        """Return how high rows of these cards are at most (mm): where all names have room on one
        line in their largest size, less, as far as the number's chart can use what is left.
        """
        face = self.places[0][0]
        cell = self._split_rows(face)[0][1]
        for card in cards:
            for _, *names in card.lines:
                for name in names:
                    if fonts.measure_text(name, Face.MEDIUM, MOST_NAME_PT) > cell.w:
                        return MOST_ROW_MM
        above = CHART_DOWN_MM + self.style.heading_height + MOST_CHART_MM + LABELS_MM
        height = (face.h - above) / self.lines
        return max(ONE_LINE_ROW_MM, min(height, MOST_ROW_MM))

    def choose_name_size(self, cards: Iterable[TableCard]) -> float:
        """Return one size for all names of these cards (pt): the largest for which all have room,
        on one line or several. Names that would be far smaller do not count.
        """
        cell = self._split_rows(self.places[0][0])[0][1]
        size = min(MOST_NAME_PT, cell.h * NAME_PT_PER_MM)
        least = min(LEAST_COMMON_NAME_PT, self._limit_lines(cell))
        for card in cards:
            for _, *names in card.lines:
                for name in names:
                    own_sizes = [run.size for run in self._set_name(cell, name)]
                    if own_sizes and own_sizes[0] >= least:
                        size = min(size, own_sizes[0])
        return size

    def _set_name(self, cell: Rect, name: str) -> list[Run]:
        """Set a name into its cell; a long one takes two lines or three."""
        most = min(self.name_size, cell.h * NAME_PT_PER_MM)
        on_two_lines = min(most, self._limit_lines(cell))
        sizes = NameSizes(most=most, wrap_below=on_two_lines, least=LEAST_NAME_PT)
        return set_name(cell.skip_top(ABOVE_NAME_MM), name, Face.MEDIUM, sizes)

    def _limit_lines(self, cell: Rect) -> float:
        """Return the largest size of a name on several lines (pt)."""
        is_high = cell.h >= MOST_ROW_MM - ROUNDING_MM
        return MOST_NAME_PT if is_high else LOW_ROW_NAME_PT

    def _split_chart(self, face: Rect) -> Rect:
        """Return the place of the number's chart."""
        if self._is_in_corner:
            return face.keep_top(CORNER_HEIGHT_MM).keep_right(CORNER_WIDTH_MM)
        rest = face.skip_top(CHART_DOWN_MM + self.style.heading_height)
        height = rest.h - LABELS_MM - self.row_height * self.lines
        return rest.keep_top(min(height, MOST_CHART_MM))

    def _split_titles(self, face: Rect) -> tuple[Rect, Rect, Rect]:
        """Return the places of the game's title, the event's, and the heading."""
        height = self.style.heading_height
        if not self._is_in_corner:
            title = face.keep_top(TITLE_MM).skip_right(TITLE_OFF_MM)
            event = face.keep_top(EVENT_MM).skip_top(TITLE_MM)
            return title, event, face.skip_top(HEADING_DOWN_MM).keep_top(height)
        room = face.keep_top(CORNER_HEIGHT_MM).skip_right(CORNER_WIDTH_MM + CORNER_GAP_MM)
        event = room.keep_top(CORNER_EVENT_MM).skip_top(TITLE_MM)
        return room.keep_top(TITLE_MM), event, room.keep_bottom(height)

    def _split_rows(self, face: Rect) -> list[list[Rect]]:
        """Return for each line the places of round and names."""
        under_chart = self._split_chart(face).bottom - face.y + LABELS_MM
        rest = face.skip_top(under_chart)
        height = min(self.row_height, rest.h / self.lines)
        rows = rest.keep_top(height * self.lines).split_rows(self.lines)
        return [
            [row.keep_left(ROUND_MM), *row.skip_left(NAMES_MM).split_columns(2, AGAINST_MM)]
            for row in rows
        ]

    def draw(self, pen: Pen) -> None:
        """Draw both cards, the line to cut along between them, and the lines to fold along."""
        page = Rect.of(self.paper)
        for half, faces in zip(page.split_rows(2), self.places, strict=True):
            self._draw_fold(pen, half, faces)
            for face in faces:
                self._draw_face(pen, face)
        self.draw_cut(pen, page.inset(MARGIN_MM))

    def _draw_fold(self, pen: Pen, half: Rect, faces: Sequence[Rect]) -> None:
        """Draw the line to fold along; left of it, off the fold, what it is, turned by 90°."""
        x = half.center_x
        left, _ = faces
        chart = self._split_chart(left)
        with pen.dashes(FOLD_DASH_MM, FOLD_GAP_MM):
            pen.line(x, half.y + MARGIN_MM, x, half.bottom - MARGIN_MM, FOLD_PT)
        label = self.fit_label(pen, "card.fold", chart.h)
        words = x - FOLD_WORDS_MM
        with pen.turn(words, chart.center_y, QUARTER_TURN):
            start = words - self.style.measure_label(label) / 2
            baseline = find_baseline(chart.center_y, Face.SEMIBOLD, self.style.label)
            draw_label(pen, start, baseline, label, self.style)

    def _draw_face(self, pen: Pen, face: Rect) -> None:
        """Draw titles, the number's chart, and the lines of the rounds."""
        style = self.style
        title, _, heading = self._split_titles(face)
        fit_title(pen, title, self.edition.title, style)
        pen.text(*self._set_event(face))
        Heading(heading, self.say("card.title"), style).draw(pen)
        self._draw_chart(pen, self._split_chart(face))
        self._draw_lines(pen, face)

    def _draw_lines(self, pen: Pen, face: Rect) -> None:
        """Draw a line for each round, “against” between its names, and labels over the first."""
        style = self.style
        rows = self._split_rows(face)
        player = self.edition.players.one
        number = self.fit_label(pen, "paper.round", ROUND_MM + 2)
        for cell, label in zip(rows[0], (number, player, player), strict=True):
            draw_label(pen, cell.x, cell.y - LABEL_UP_MM, label, style)
        against = self.fit_label(pen, "card.against", AGAINST_MM - 2 * AGAINST_GAP_MM)
        for _, first_name, _ in rows:
            foot = first_name.bottom
            pen.line(face.x, foot, face.right, foot, THIN_PT)
            self._draw_against(pen, first_name.right, foot - AGAINST_UP_MM, against)

    def _draw_against(self, pen: Pen, left: float, baseline: float, against: str) -> None:
        """Draw the word between two names; a sign is as large as names, or it would be lost."""
        if any(map(str.isalpha, against)):
            indent = (AGAINST_MM - self.style.measure_label(against)) / 2
            draw_label(pen, left + indent, baseline, against, self.style)
            return
        indent = (AGAINST_MM - fonts.measure_text(against, Face.MEDIUM, MOST_NAME_PT)) / 2
        pen.text(Run(left + indent, baseline, against, Face.MEDIUM, MOST_NAME_PT))

    def _draw_chart(self, pen: Pen, chart: Rect) -> None:
        """Draw the scales around a chart."""
        down = max(1, round(SCALE_BARS * chart.h / chart.w))
        draw_scale(pen, chart.keep_top(SCALE_MM), SCALE_BARS)
        draw_scale(pen, chart.keep_bottom(SCALE_MM), SCALE_BARS)
        draw_scale(pen, chart.keep_left(SCALE_MM), down)
        draw_scale(pen, chart.keep_right(SCALE_MM), down)

    def set_event(self) -> list[Run]:
        """Set the event's title on the first card."""
        return self._set_event(self.places[0][0])

    def _set_event(self, face: Rect) -> list[Run]:
        """Set the event's title under the game's."""
        _, room, _ = self._split_titles(face)
        return set_name(room, self.title, Face.SEMIBOLD, EVENT_SIZES)

    def set_names(self, item: TableCard, place: Sequence[Rect]) -> Iterator[SetName]:
        """Set the names of a card's first face."""
        for row, line in zip(self._split_rows(place[0]), item.lines, strict=False):
            yield from self._set_line(row, line)

    def place(self, items: Sequence[TableCard], _page: int) -> Iterator[Item]:
        """Place each card's number, rounds and names on both of its faces."""
        for card, faces in zip(items, self.places, strict=False):
            for face in faces:
                yield self._place_number(card.table, self._split_chart(face))
                for row, line in zip(self._split_rows(face), card.lines, strict=False):
                    yield from self._place_line(row, line)

    def _place_number(self, number: str, chart: Rect) -> Item:
        """Place a table's number in the middle of its chart, in the largest size (whole pt) that
        the chart's height, its width and the ink for it allow.
        """
        less = NUMBER_SHARE_LESS * (self.lines - 1) / (MOST_LINES - 1)
        most_area = (NUMBER_SHARE - less) * self.paper.width * self.paper.height
        height_at_1_pt = fonts.measure_cap_height(Face.STENCIL, 1)
        width_at_1_pt = fonts.measure_text(number, Face.STENCIL, 1)
        size_by_height = min(MOST_NUMBER_MM, chart.h - CHART_PADDING_MM) / height_at_1_pt
        size_by_width = (chart.w - CHART_PADDING_MM) / width_at_1_pt
        # The area that a number covers grows with the square of its size
        size_by_ink = sqrt(most_area / (height_at_1_pt * width_at_1_pt))
        size = int(min(size_by_height, size_by_width, size_by_ink))
        return set_centered(chart.center_x, chart.center_y, number, Face.STENCIL, size)

    def _place_line(self, row: Sequence[Rect], line: tuple[str, str, str]) -> Iterator[Item]:
        """Place the round, and both names."""
        number = row[0]
        most = min(NUMBER_PT, number.h * NAME_PT_PER_MM)
        yield from set_on_line(number, line[0], Face.BOLD, most)
        for _, runs in self._set_line(row, line):
            yield from runs

    def _set_line(self, row: Sequence[Rect], line: tuple[str, str, str]) -> Iterator[SetName]:
        """Set both names of a line, which is a round and two names, into their cells of `row`."""
        _, *cells = row
        _, *names = line
        for cell, name in zip(cells, names, strict=True):
            yield SetName(name, self._set_name(cell, name))
