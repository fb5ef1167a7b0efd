"""Ships in rows, with a picture, a name and boxes for letters: the enemy's fleet and the
owner's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import inf
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games.fits import Fit, choose_wording
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import ROUNDING_MM, Rect
from wordfleet_print.tracker.ornaments import draw_beside_text, draw_boxes
from wordfleet_print.tracker.panels.grids import Letters
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.pen import Item, Pen, Run, SheetField
from wordfleet_print.tracker.set_text import (
    balance_lines,
    draw_paragraph,
    find_baseline,
    set_in_cells,
    set_right_aligned,
    wrap_text,
)

# The width of a box for a letter that is written by hand, at least; over and under its letter,
# together (mm).
WRITABLE_BOX_LEAST_MM = 7.0
BOX_AIR_MM = 1.0
# The width of a box in the enemy's fleet, also in large print, where a row has room for a line,
# too; and in the own fleet at most (mm).
ENEMY_BOX_MM = 7.0
LARGE_ENEMY_BOX_MM = 9.2
# In large print pictures of the enemy's fleet are narrower for the sake of its boxes (mm).
LARGE_ENEMY_PICTURE_MM = 12.0
OWN_BOX_MOST_MM = 12.0
PICTURE_LEAST_MM = 6.0
# Around a picture, a name and boxes in their row, together; after a picture, before and after boxes
# (mm).
AROUND_NAME_MM = 3.3
AFTER_PICTURE_MM = 1.5
BEFORE_BOXES_MM = 3.0
AFTER_BOXES_MM = 0.3
# Between the boxes of two rows (mm); the width of a box to its height.
BETWEEN_BOXES_MM = 0.9
BOX_SHAPE = 1.3
# A picture is twice as wide as its row is high, less this, and at most so wide; where it begins in
# its row, and what it leaves of it (mm).
PICTURE_AIR_MM = 1.2
PICTURE_MOST_MM = 15.0
PICTURE_DOWN_MM = 0.5
PICTURE_ROW_MM = 0.8
# From line to line of a name (mm to a pt).
NAME_LEADING_MM_PER_PT = 0.325
# A name of several words, to the size of others; over and under its two lines, together (mm); after
# which marks it breaks, and how long both lines are at least (characters).
SMALL_NAME_RATIO = 0.9
AROUND_LINES_MM = 0.9
NAME_BREAKS = " -"
LEAST_NAME_LINE = 3
# From a ship to what was tried in vain (mm).
TRIED_GAP_MM = 1.3
# A line for what was tried in vain, two letters by hand, in mm to a pt of body text; from it to the
# foot of its row's boxes (mm).
TRIED_MM_PER_PT = 0.75
TRIED_UP_MM = 0.8
# The words over the columns of tried letters and rings: what is over them (mm to a pt of
# them), under them and between (mm).
OVER_CAPTIONS_MM_PER_PT = 0.1
UNDER_CAPTIONS_MM = 0.8
BETWEEN_CAPTIONS_MM = 3.0
# A ring to tick when a ship is sunk: its diameter, in mm to a pt of body text, between two, before
# one, and from the line around it to the panel's edge (mm).
SUNK_RING_MM_PER_PT = 0.625
BETWEEN_RINGS_MM = 1.0
BEFORE_RING_MM = 2.3
SUNK_RING_INSET_MM = 0.3
# Under the heading of the owner's fleet (mm).
OWN_TOP_MM = 0.4
# From the mine's boxes to their hint (mm).
BEFORE_HINT_MM = 1.5
# What is above the words for a ship that sinks (mm).
LOST_DOWN_MM = 0.3
# These words' lines at most. For their sake boxes and pictures are made narrower in some steps
# (mm), boxes to this at least (mm to a pt of body text).
LOST_LINES = 3
NARROW_STEPS = 4
BOX_STEP_MM = 0.5
PICTURE_STEP_MM = 1.0
OWN_BOX_LEAST_MM_PER_PT = 0.5
# In these steps: what another line costs, and another left edge than that of the manifest's corner:
# one that is so near (mm) looks like a mistake.
LINE_COST = 2
EDGE_COST = 2
NEAR_EDGE_COST = 8
NEAR_EDGE_MM = 2.0
# A height that no room has: one for words that are wider than their room (mm).
TOO_HIGH_MM = 999.0

# Between a word and a sentence next to it: nearer ones are copied as one word from the PDF.
APART_MM = 5.5


class ShipRow(NamedTuple):
    """A ship's picture and name, with their places and a box for each letter (mm)."""

    art: str | None
    picture: Rect
    name: list[Run]
    boxes: list[Rect]


class ShipLine(NamedTuple):
    """What a row shows."""

    name: str
    art: str | None
    letters: int
    """How many boxes it has."""


class ShipName(NamedTuple):
    """A ship's name as it is set."""

    lines: list[str]
    size: float
    """In pt."""


class _Columns(NamedTuple):
    """The columns of all rows: pictures at the left, names, then boxes (mm)."""

    picture: float
    """The width of a picture."""
    boxes: float
    """Where boxes begin, from the left of the row."""
    box_width: float
    box_height: float


class ShipList(Panel):
    """Rows of ships: pictures, names and boxes each in a column."""

    @property
    def lines(self) -> list[ShipLine]:
        """What each row shows."""
        return [ShipLine(ship.ship, ship.silhouette, ship.letters) for ship in self.edition.fleet]

    def set_rows(
        self, body: Rect, *, box_most: float, picture_most: float = PICTURE_MOST_MM
    ) -> list[ShipRow]:
        """Return a row for each line; boxes and pictures are so wide at most (mm)."""
        lines = self.lines
        rows = body.split_rows(len(lines))
        longest = max(line.letters for line in lines)
        least = AROUND_NAME_MM + WRITABLE_BOX_LEAST_MM * longest
        picture = min(2 * rows[0].h - PICTURE_AIR_MM, PICTURE_MOST_MM)
        names = self._set_names(rows[0].h)
        widest = self._measure_names(names)
        # Pictures give way to boxes that are wide enough to write in. A4, my fleet: 79.4 mm - name
        # 9.9 - gaps 3.3 - 5 boxes of 7 leave 31.2 for a picture; it takes 14.8, twice its row's
        # height, and boxes grow to 9.2.
        picture_room = max(PICTURE_LEAST_MM, body.w - widest - least)
        picture = min(picture, picture_most, picture_room)
        boxes = picture + widest + BEFORE_BOXES_MM
        room = body.w - boxes - AFTER_BOXES_MM
        tall = rows[0].h - BETWEEN_BOXES_MM
        wide = min(max(tall * BOX_SHAPE, WRITABLE_BOX_LEAST_MM), box_most, room / longest)
        columns = _Columns(picture, boxes, wide, tall)
        return [
            self._set_row(row, line, name, columns)
            for row, line, name in zip(rows, lines, names, strict=True)
        ]

    def _set_row(self, row: Rect, line: ShipLine, name: ShipName, columns: _Columns) -> ShipRow:
        """Return a row with the places of picture, name and boxes."""
        width = columns.picture
        picture = Rect(row.x, row.y + PICTURE_DOWN_MM, width, row.h - PICTURE_ROW_MM)
        runs = self._set_name(row.x + width + AFTER_PICTURE_MM, row.center_y, name)
        top = row.center_y - columns.box_height / 2
        word_width = columns.box_width * line.letters
        word = Rect(row.x + columns.boxes, top, word_width, columns.box_height)
        return ShipRow(line.art, picture, runs, word.split_columns(line.letters))

    def _set_name(self, x: float, middle: float, name: ShipName) -> list[Run]:
        """Set the lines of a name from `x` on, around the middle of a row (mm)."""
        style = self.style
        cap_height = fonts.measure_cap_height(Face.BOLD, name.size)
        leading = NAME_LEADING_MM_PER_PT * name.size
        baseline = middle + (cap_height - (len(name.lines) - 1) * leading) / 2
        runs = []
        for below, text in enumerate(name.lines):
            runs.append(Run(x, baseline + below * leading, text, style.strong, name.size))
        return runs

    def _set_names(self, height: float) -> list[ShipName]:
        """Return the names as they are set in rows of this height (mm). Names of several words take
        two lines where rows are high enough, which leaves pictures and boxes more room; these names
        are smaller.
        """
        style = self.style
        small = max(SMALL_NAME_RATIO * style.ship, style.label)
        leading = NAME_LEADING_MM_PER_PT * small
        two_lines = fonts.measure_cap_height(Face.BOLD, small) + leading + AROUND_LINES_MM
        names = []
        for line in self.lines:
            parts = balance_lines(line.name, NAME_BREAKS)
            is_broken = two_lines <= height and min(map(len, parts)) >= LEAST_NAME_LINE
            texts = parts if is_broken else [line.name]
            is_small = len(texts) > 1 or " " in line.name
            names.append(ShipName(texts, small if is_small else style.ship))
        return names

    def _measure_names(self, names: Sequence[ShipName]) -> float:
        """Return how wide the widest line of names is (mm)."""
        widths = []
        for name in names:
            for text in name.lines:
                widths.append(fonts.measure_text(text, self.style.strong, name.size))
        return max(widths)

    def draw_rows(self, pen: Pen, rows: list[ShipRow], *, outline: bool) -> None:
        """Draw pictures, names and boxes. Raises `BadInputError` for boxes too small to write
        in.
        """
        self._refuse_small_boxes(rows[0].boxes[0])
        for row in rows:
            if row.art:
                draw_beside_text(pen, row.art, row.picture, self.style, outline=outline)
            pen.text(*row.name)
            draw_boxes(pen, row.boxes, self.style.line)

    def _refuse_small_boxes(self, box: Rect) -> None:
        """Raise `BadInputError` for boxes too small to write in."""
        least_height = fonts.measure_cap_height(self.style.strong, self.style.word) + BOX_AIR_MM
        is_narrow = box.w < WRITABLE_BOX_LEAST_MM - ROUNDING_MM
        if is_narrow or box.h < least_height - ROUNDING_MM:
            least = f"it must be at least {WRITABLE_BOX_LEAST_MM:g} × {least_height:.1f} mm"
            what = f"A box for a letter would be {box.w:.1f} × {box.h:.1f} mm; {least}."
            raise BadInputError(Problem(what, "paper"))


class EnemyFleet(ShipList):
    """The ships to find, each with a line for letters or words that were tried in vain, and a ring
    to tick when it is sunk. A word over each column says what it is for.
    """

    @property
    def _body(self) -> Rect:
        """The rows, under the words over their columns."""
        return self.rect.skip_top(self._caption_base + UNDER_CAPTIONS_MM - self.rect.y)

    @property
    def _caption_base(self) -> float:
        """The baseline of the words over the columns (mm)."""
        cap_height = fonts.measure_cap_height(self.style.text, self.style.body)
        over = OVER_CAPTIONS_MM_PER_PT * self.style.body
        return self.rect.y + self.style.heading_height + over + cap_height

    @property
    def _ring_diameter(self) -> float:
        """The diameter of the ring to tick (mm)."""
        row = self._body.h / len(self.edition.fleet)
        return min(SUNK_RING_MM_PER_PT * self.style.body, row - BETWEEN_RINGS_MM)

    @property
    def _tried_width(self) -> float:
        """The least width of a line for what was tried in vain (mm)."""
        return TRIED_MM_PER_PT * self.style.body

    def draw(self, pen: Pen) -> None:
        """Draw a row for each ship."""
        self.heading("enemy").draw(pen, self.edition.list_wordings("enemy.note"), "enemy.note")
        right_edge = self._body.right
        diameter = self._ring_diameter
        tried_end = right_edge - diameter - BEFORE_RING_MM
        rows = self._set_rows_beside_line(tried_end)
        self.draw_rows(pen, rows, outline=False)
        ring_x = right_edge - diameter / 2 - SUNK_RING_INSET_MM
        line = self.style.hairline
        for row in rows:
            pen.ring(ring_x, row.boxes[0].center_y, diameter / 2, self.style.line)
            tried_start = row.boxes[-1].right + TRIED_GAP_MM
            # Next to short words there may be room for it where the longest has none
            if tried_end - tried_start >= self._tried_width - ROUNDING_MM:
                foot = row.boxes[0].bottom - TRIED_UP_MM
                pen.line(tried_start, foot, tried_end, foot, line)
        shortest = max(row.boxes[-1].right for row in rows) + TRIED_GAP_MM
        self._draw_captions(pen, (shortest + tried_end) / 2)

    def _set_rows_beside_line(self, tried_end: float) -> list[ShipRow]:
        """Return rows that leave room for a line for what was tried, which ends here (mm); or that
        leave none, where boxes would be too narrow to write in.
        """
        body = self._body
        width = tried_end - TRIED_GAP_MM - body.x
        box = LARGE_ENEMY_BOX_MM if self.style.is_large else ENEMY_BOX_MM
        picture = LARGE_ENEMY_PICTURE_MM if self.style.is_large else PICTURE_MOST_MM
        beside_line = body.keep_left(width - self._tried_width)
        rows = self.set_rows(beside_line, box_most=box, picture_most=picture)
        if rows[0].boxes[0].w >= WRITABLE_BOX_LEAST_MM:
            return rows
        return self.set_rows(body.keep_left(width), box_most=box, picture_most=picture)

    def _draw_captions(self, pen: Pen, tried_x: float) -> None:
        """Say what the rings and the lines are for, over the rings and over the shortest line,
        whose middle is `tried_x` (mm).
        """
        style = self.style
        rect = self.rect
        baseline = self._caption_base
        sunk = self.choose_label(pen, "enemy.sunk", rect.w, required=True)
        last = set_right_aligned(rect.right, baseline, sunk, style.text, style.body)
        most = last.x - BETWEEN_CAPTIONS_MM
        tried = self.choose_label(pen, "enemy.tried", most - rect.x, required=True)
        end = min(tried_x + style.measure_body(tried) / 2, most)
        pen.text(set_right_aligned(end, baseline, tried, style.text, style.body), last)


class FleetPlan(NamedTuple):
    """How the owner's fleet is set."""

    rows: list[ShipRow]
    corner: Rect
    """What is left for the words for a lost ship (mm)."""
    fit: Fit
    cost: int
    """What narrow boxes, many lines and an edge of their own cost."""


def _rank_plan(plan: FleetPlan) -> tuple[bool, int, int]:
    """Return what puts plans in order, the best first: one with room, full words, a low cost."""
    return not plan.fit.has_room, plan.fit.number, plan.cost


def _weigh_edges(apart: float) -> int:
    """Return what two left edges cost that are so far apart (mm)."""
    if abs(apart) < ROUNDING_MM:
        return 0
    return NEAR_EDGE_COST if abs(apart) < NEAR_EDGE_MM else EDGE_COST


class OwnFleet(ShipList):
    """The owner's ships with their words, and pictures in outline to color in; a row for the mine,
    if one is laid.
    """

    @property
    def lines(self) -> list[ShipLine]:
        """The fleet; a box for the column and one for the row of each mine."""
        if not self.design.has_mine:
            return super().lines
        count = self.edition.mines
        name = self.edition.say("fleet.mine" if count == 1 else "fleet.mines")
        return [*super().lines, ShipLine(name, "mine", 2 * count)]

    @cached_property
    def plan(self) -> FleetPlan:
        """Rows with boxes as wide as the words for a lost ship allow: these are full and on few
        lines, at worst on more.
        """
        few = self._find_plan(LOST_LINES * self.style.leading)
        return few if few.fit.has_room else self._find_plan(inf)

    def _find_plan(self, most: float) -> FleetPlan:
        """Return the plan with the fullest words that are no higher than `most` (mm); for their
        sake boxes and pictures may be narrower.
        """
        body = self.rect.skip_top(self.style.heading_height + OWN_TOP_MM)
        least = max(WRITABLE_BOX_LEAST_MM, OWN_BOX_LEAST_MM_PER_PT * self.style.body)
        usual = self.set_rows(body, box_most=OWN_BOX_MOST_MM)[0]
        box = usual.boxes[0].w
        plans: list[FleetPlan] = []
        for step in range(NARROW_STEPS + 1):
            rows = self.set_rows(
                body,
                box_most=max(box - step * BOX_STEP_MM, min(box, least)),
                picture_most=max(usual.picture.w - step * PICTURE_STEP_MM, PICTURE_LEAST_MM),
            )
            plans += self._place_lost(rows, step, most)
        return min(plans, key=_rank_plan)

    @property
    def rows(self) -> list[ShipRow]:
        """The ships' places."""
        return self.plan.rows

    def draw(self, pen: Pen) -> None:
        """Draw heading and rows."""
        self.heading("fleet", secret=True).draw(pen)
        rows = self.rows
        self.draw_rows(pen, rows, outline=True)
        self._draw_lost(pen)
        if self.design.has_mine:
            self._draw_mine_hint(pen, rows[-1].boxes[-1])

    def _draw_mine_hint(self, pen: Pen, box: Rect) -> None:
        """Say where a mine may be, after the last of its boxes."""
        style = self.style
        baseline = find_baseline(box.center_y, style.text, style.body)
        x = box.right + BEFORE_HINT_MM
        hint = self.choose_label(pen, "fleet.mine_hint", self.rect.right - x)
        pen.text(Run(x, baseline, hint, style.text, style.body))

    def _place_lost(self, rows: list[ShipRow], step: int, most: float) -> Iterator[FleetPlan]:
        """Yield corners next to the shorter words, each with the fullest words for a lost ship
        that are no higher than `most` (mm), the lowest corner first. What is said in the manifest's
        corner has the same left edge as the first ones.
        """
        key = "fleet.lost"
        texts = self.edition.list_wordings(key)
        manifest = Letters(self.rect, self.design, secret=True).find_corner().x
        ships = rows[: len(self.edition.fleet)]
        for edge, first in product((manifest, self.rect.x), reversed(range(len(ships)))):
            corner = self._find_corner(ships[first:], edge)
            room = min(corner.h - LOST_DOWN_MM, most)
            fit = choose_wording(key, texts, room, self._measure_height(corner.w), required=True)
            lines = round(fit.need / self.style.leading)
            cost = step + LINE_COST * lines + _weigh_edges(corner.x - manifest)
            yield FleetPlan(rows, corner, fit, cost)

    def _find_corner(self, ships: Sequence[ShipRow], edge: float) -> Rect:
        """Return what is free next to the words of these ships, to the right of an edge (mm)."""
        top = ships[0].boxes[0].y
        bottom = ships[-1].boxes[0].bottom
        words_end = max(row.boxes[-1].right for row in ships)
        left = max(edge, words_end + APART_MM)
        return Rect(left, top, self.rect.right - left, bottom - top)

    def _draw_lost(self, pen: Pen) -> None:
        """Say what to do when a ship sinks, in the middle of its corner."""
        style = self.style
        corner = self.plan.corner
        fit = self.plan.fit
        tall = fit.need - style.leading + fonts.measure_cap_height(style.text, style.body)
        down = max((corner.h - tall) / 2, LOST_DOWN_MM)
        draw_paragraph(pen, corner.skip_top(down), pen.check_fit(fit), style)

    def _measure_height(self, width: float) -> Callable[[str], float]:
        """Return what measures the height of text in this width (mm)."""
        style = self.style

        def measure(text: str) -> float:
            lines = wrap_text(text, width, style.body, style.text)
            for line in lines:
                words = " ".join(word for word, _ in line)
                if fonts.measure_text(words, Face.BOLD, style.body) > width:
                    return TOO_HIGH_MM
            return len(lines) * style.leading

        return measure

    def fields(self) -> Sequence[SheetField]:
        """Return the words, and where they come from."""
        style = self.style
        rows = self.rows
        heading = self.heading("fleet", secret=True)
        width = heading.note_width

        def place_source(source: str) -> list[Item]:
            text, size = fonts.shrink_or_cut(
                source, style.text, width=width, size=style.body, least=style.label
            )
            baseline = heading.find_note_base(size)
            return [set_right_aligned(heading.rect.right, baseline, text, style.text, size)]

        def place_word(numbered: tuple[int, str]) -> list[Item]:
            number, word = numbered
            return [set_in_cells(rows[number].boxes, word, style.strong, style.word)]

        words = SheetField(lambda sheet: enumerate(sheet.words or ()), place_word)
        return (SheetField(lambda sheet: (sheet.words_from,), place_source), words)
