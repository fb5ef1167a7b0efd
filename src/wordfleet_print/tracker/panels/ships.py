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
    set_in_cells,
    set_right_aligned,
    wrap_text,
)

# A row of a ship, from left to right: its picture, its name, a box for each letter of its word.
# The least width of a box for a letter that is written by hand.
WRITABLE_BOX_LEAST_MM = 7.0
# The white over and under the letter in a box, together.
BOX_AIR_MM = 1.0
# How wide boxes of the enemy's fleet are, in usual and in large print: a row has room for a line,
# too. How wide boxes of the own fleet may be.
ENEMY_BOX_MM = 7.0
LARGE_ENEMY_BOX_MM = 9.2
# In large print, pictures of the enemy's fleet are narrower for the sake of its boxes.
LARGE_ENEMY_PICTURE_MM = 14.0
OWN_BOX_MOST_MM = 12.0
# The width of a box may be this many times its height.
BOX_SHAPE = 1.3
# From the boxes of a row to those of the next.
BETWEEN_BOXES_MM = 0.9
# The gaps of a row: from the picture to the name; from the picture to the boxes, but for the name;
# and from the boxes to the end of the row.
AFTER_PICTURE_MM = 1.5
BEFORE_BOXES_MM = 3.0
AFTER_BOXES_MM = 0.3
GAPS_MM = BEFORE_BOXES_MM + AFTER_BOXES_MM
# A picture may be twice as wide as its row is high, less this.
PICTURE_AIR_MM = 1.2
PICTURE_LEAST_MM = 5.0
PICTURE_MOST_MM = 15.0
# From the top of a row to its picture, and how much lower than the row the picture is.
PICTURE_DOWN_MM = 0.5
PICTURE_LOWER_BY_MM = 0.8
# From line to line of a name, for each point of its size.
NAME_LEADING_MM_PER_PT = 0.325
# The size of names as a share of the usual size, where one has several words.
SMALL_NAME_RATIO = 0.9
# The white over and under the two lines of such a name, together.
AROUND_LINES_MM = 0.9
# The characters after which it may be broken, and how many characters a line has at least.
NAME_BREAKS = " -"
LEAST_NAME_LINE = 3

# The enemy's fleet has one more column: a line for letters or words that were tried in vain.
# From the boxes to the line.
TRIED_GAP_MM = 1.3
# The length that each line should have, for a word of five letters by hand: pictures are narrower
# for its sake, and what it lacks is found in these steps.
GOOD_TRIED_MM = 20.0
TRIED_STEP_MM = 0.1
# The least length of a line. A shorter one, next to a long word, is left out.
TRIED_LEAST_MM = 16.0
# From the foot of the boxes up to the line.
TRIED_UP_MM = 0.8
# The words over the rows, at the left what to do when a ship sinks, at the right what the lines are
# for: the gaps over and under them, for each point of their size; and from one to the other.
OVER_CAPTIONS_MM_PER_PT = 0.1
UNDER_CAPTIONS_MM_PER_PT = 0.1
BETWEEN_CAPTIONS_MM = 3.0

# The own fleet.
# From its heading to the first row.
OWN_TOP_MM = 0.4
# From the boxes of a mine to the hint about them.
BEFORE_HINT_MM = 1.5
# The words that say what to do when a ship is lost are in a corner next to short words.
# From the top of that corner to these words, at least.
LOST_DOWN_MM = 0.3
# How many lines they should have at most.
LOST_LINES = 3
# For their sake boxes and pictures are made narrower, in at most this many steps.
NARROW_STEPS = 4
BOX_STEP_MM = 0.5
PICTURE_STEP_MM = 1.0
# How narrow boxes may become, for each point of body text.
OWN_BOX_LEAST_MM_PER_PT = 0.5
# Of several ways to set the fleet the one with the lowest cost is taken. A step narrower costs 1;
# each line of the words costs this.
LINE_COST = 2
# What it costs if these words have another left edge than those in the manifest's corner, below
# them: most if the edges are this close, because that looks like a mistake.
EDGE_COST = 2
NEAR_EDGE_COST = 8
NEAR_EDGE_MM = 2.0
# A height that no room has. It says that words are wider than their room.
TOO_HIGH_MM = 999.0
# From a ship's word to a sentence next to it: nearer ones are copied as one word from the PDF.
APART_MM = 5.5


class ShipRow(NamedTuple):
    """The row of a ship: what is in it, and where (mm)."""

    art: str | None
    """The name of its picture."""
    picture: Rect
    """The place of the picture."""
    name: list[Run]
    """The lines of its name."""
    boxes: list[Rect]
    """A box for each letter."""


class ShipLine(NamedTuple):
    """What a row shows."""

    name: str
    """The name of the ship, or of the mine."""
    art: str | None
    """The name of its picture."""
    letters: int
    """How many boxes it has."""


class ShipName(NamedTuple):
    """A ship's name as it is set."""

    lines: list[str]
    """The name, on one line or two."""
    size: float
    """The size of its letters (pt)."""


class _Columns(NamedTuple):
    """The columns of all rows: pictures at the left, names, then boxes (mm)."""

    picture: float
    """The width of a picture."""
    boxes: float
    """Where boxes begin, from the left of the row."""
    box_width: float
    """The width of one box."""
    box_height: float
    """The height of one box."""


class ShipList(Panel):
    """Rows of ships: pictures, names and boxes each in a column."""

    @property
    def lines(self) -> list[ShipLine]:
        """What each row shows."""
        return [ShipLine(ship.ship, ship.silhouette, ship.letters) for ship in self.edition.fleet]

    def set_rows(
        self, body: Rect, *, box_most: float, picture_most: float = PICTURE_MOST_MM
    ) -> list[ShipRow]:
        """Return the row of each ship in the room `body`, all equally high. Boxes are at most
        `box_most` wide, pictures `picture_most` (mm).

        Boxes have their least width before pictures get more than theirs.
        """
        lines = self.lines
        rows = body.split_rows(len(lines))
        row_height = rows[0].h
        most_letters = max(line.letters for line in lines)
        least_boxes = GAPS_MM + WRITABLE_BOX_LEAST_MM * most_letters
        names = self._set_names(row_height)
        name_width = self._measure_names(names)
        # A4, my fleet: 79.4 mm - name 9.9 - gaps 3.3 - 5 boxes of 7 leave 31.2 for a picture; it
        # takes 14.8, twice its row's height, and boxes grow to 9.2.
        picture_room = max(PICTURE_LEAST_MM, body.w - name_width - least_boxes)
        picture = min(2 * row_height - PICTURE_AIR_MM, PICTURE_MOST_MM, picture_most, picture_room)
        boxes_start = picture + name_width + BEFORE_BOXES_MM
        boxes_room = body.w - boxes_start - AFTER_BOXES_MM
        box_height = row_height - BETWEEN_BOXES_MM
        good_width = max(box_height * BOX_SHAPE, WRITABLE_BOX_LEAST_MM)
        box_width = min(good_width, box_most, boxes_room / most_letters)
        columns = _Columns(picture, boxes_start, box_width, box_height)
        return [
            self._set_row(row, line, name, columns)
            for row, line, name in zip(rows, lines, names, strict=True)
        ]

    def _set_row(self, row: Rect, line: ShipLine, name: ShipName, columns: _Columns) -> ShipRow:
        """Return a row with the places of picture, name and boxes."""
        width = columns.picture
        picture = Rect(row.x, row.y + PICTURE_DOWN_MM, width, row.h - PICTURE_LOWER_BY_MM)
        name_runs = self._set_name(row.x + width + AFTER_PICTURE_MM, row.center_y, name)
        boxes_top = row.center_y - columns.box_height / 2
        boxes_width = columns.box_width * line.letters
        boxes = Rect(row.x + columns.boxes, boxes_top, boxes_width, columns.box_height)
        return ShipRow(line.art, picture, name_runs, boxes.split_columns(line.letters))

    def _set_name(self, x: float, middle: float, name: ShipName) -> list[Run]:
        """Set the lines of a name from `x` on, as many over the `middle` of a row as under it
        (mm).
        """
        style = self.style
        cap_height = fonts.measure_cap_height(Face.BOLD, name.size)
        leading = NAME_LEADING_MM_PER_PT * name.size
        first_baseline = middle + (cap_height - (len(name.lines) - 1) * leading) / 2
        runs = []
        for number, text in enumerate(name.lines):
            runs.append(Run(x, first_baseline + number * leading, text, style.strong, name.size))
        return runs

    def _set_names(self, height: float) -> list[ShipName]:
        """Return the name of each row as it is set, in rows of this height (mm). Names of several
        words take two lines where rows are high enough, which leaves pictures and boxes more room.
        Where a name has several words, all are smaller.
        """
        style = self.style
        small = max(SMALL_NAME_RATIO * style.ship, style.label)
        leading = NAME_LEADING_MM_PER_PT * small
        two_lines = fonts.measure_cap_height(Face.BOLD, small) + leading + AROUND_LINES_MM
        names = []
        for line in self.lines:
            parts = balance_lines(line.name, NAME_BREAKS)
            is_broken = two_lines <= height and min(map(len, parts)) >= LEAST_NAME_LINE
            names.append(parts if is_broken else [line.name])
        are_small = any(len(texts) > 1 or " " in texts[0] for texts in names)
        size = small if are_small else style.ship
        return [ShipName(texts, size) for texts in names]

    def _measure_names(self, names: Sequence[ShipName]) -> float:
        """Return how wide the widest line of names is (mm)."""
        widths = []
        for name in names:
            for text in name.lines:
                widths.append(fonts.measure_text(text, self.style.strong, name.size))
        return max(widths)

    def draw_rows(self, pen: Pen, rows: list[ShipRow], *, outline: bool) -> None:
        """Draw pictures, names and boxes; pictures in `outline`, to be colored in, or solid. Raises
        `BadInputError` for boxes too small to write in.
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
    """The ships to find, to cross out when they sink, each with a line for letters or words that
    were tried in vain. The words over the rows say so.
    """

    @property
    def _body(self) -> Rect:
        """The rows, under the words over them."""
        under = UNDER_CAPTIONS_MM_PER_PT * self.style.body
        return self.rect.skip_top(self._caption_baseline + under - self.rect.y)

    @property
    def _caption_baseline(self) -> float:
        """The baseline of the words over the rows (mm)."""
        cap_height = fonts.measure_cap_height(self.style.text, self.style.body)
        over = OVER_CAPTIONS_MM_PER_PT * self.style.body
        return self.rect.y + self.style.heading_height + over + cap_height

    def draw(self, pen: Pen) -> None:
        """Draw the heading; for each ship its picture, name and boxes, and a line for what was
        tried in vain; and the words over them.
        """
        self.heading("enemy").draw(pen, self.edition.list_wordings("enemy.note"), "enemy.note")
        rows = self._set_rows_beside_line()
        self.draw_rows(pen, rows, outline=False)
        right_edge = self._body.right
        line_starts = []
        for row in rows:
            line_start = row.boxes[-1].right + TRIED_GAP_MM
            # Next to short words there may be room for a line where the longest word has none
            if right_edge - line_start >= TRIED_LEAST_MM - ROUNDING_MM:
                y = row.boxes[0].bottom - TRIED_UP_MM
                pen.line(line_start, y, right_edge, y, self.style.hairline)
                line_starts.append(line_start)
        self._draw_captions(pen, max(line_starts, default=right_edge))

    def _set_rows_beside_line(self) -> list[ShipRow]:
        """Return rows that leave room at the right for a line of a good length, or for a shorter
        one where boxes would then be too narrow to write in. Where they would be even next to the
        shortest line, return rows that leave it no room.
        """
        body = self._body
        width = body.w - TRIED_GAP_MM
        box_most = LARGE_ENEMY_BOX_MM if self.style.is_large else ENEMY_BOX_MM
        picture_most = LARGE_ENEMY_PICTURE_MM if self.style.is_large else PICTURE_MOST_MM
        tried_width = GOOD_TRIED_MM
        while tried_width >= TRIED_LEAST_MM:
            beside_line = body.keep_left(width - tried_width)
            rows = self.set_rows(beside_line, box_most=box_most, picture_most=picture_most)
            if rows[0].boxes[0].w >= WRITABLE_BOX_LEAST_MM - ROUNDING_MM:
                return rows
            tried_width -= TRIED_STEP_MM
        return self.set_rows(body.keep_left(width), box_most=box_most, picture_most=picture_most)

    def _draw_captions(self, pen: Pen, tried_x: float) -> None:
        """Draw the words over the rows: at the left what to do when a ship sinks, and from
        `tried_x` on (mm), where the shortest line begins, what the lines are for.
        """
        style = self.style
        rect = self.rect
        baseline = self._caption_baseline
        tried = self.choose_label(pen, "enemy.tried", rect.w, required=True)
        latest_start = rect.right - style.measure_body(tried)
        tried_run = Run(min(tried_x, latest_start), baseline, tried, style.text, style.body)
        sunk_room = tried_run.x - BETWEEN_CAPTIONS_MM - rect.x
        sunk = self.choose_label(pen, "enemy.sunk", sunk_room, required=True)
        pen.text(Run(rect.x, baseline, sunk, style.text, style.body), tried_run)


class FleetPlan(NamedTuple):
    """A way to set the owner's fleet, with the words that say what to do when a ship is lost."""

    rows: list[ShipRow]
    """The row of each ship."""
    corner: Rect
    """The room for these words, next to short words of ships (mm)."""
    fit: Fit
    """Which wording they have, and how high they are."""
    cost: int
    """How much it lacks: narrow boxes, many lines, and another left edge than the words below."""


def _rank_plan(plan: FleetPlan) -> tuple[bool, int, int]:
    """Return what sorts plans, the best first: those whose words have room, among these the fullest
    words, among these the lowest cost.
    """
    return not plan.fit.has_room, plan.fit.number, plan.cost


def _weigh_edges(apart: float) -> int:
    """Return what it costs that two left edges are this far apart (mm)."""
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
        """The best way to set the fleet: with the words for a lost ship on at most `LOST_LINES`
        lines, or on more if no wording is that short.
        """
        with_few_lines = self._find_plan(LOST_LINES * self.style.leading)
        return with_few_lines if with_few_lines.fit.has_room else self._find_plan(inf)

    def _find_plan(self, most_height: float) -> FleetPlan:
        """Return the best plan whose words for a lost ship are at most `most_height` mm high. For
        their sake boxes and pictures are made narrower, step by step.
        """
        body = self.rect.skip_top(self.style.heading_height + OWN_TOP_MM)
        usual_row = self.set_rows(body, box_most=OWN_BOX_MOST_MM)[0]
        usual_box = usual_row.boxes[0].w
        writable = max(WRITABLE_BOX_LEAST_MM, OWN_BOX_LEAST_MM_PER_PT * self.style.body)
        least_box = min(usual_box, writable)
        plans: list[FleetPlan] = []
        for step in range(NARROW_STEPS + 1):
            rows = self.set_rows(
                body,
                box_most=max(usual_box - step * BOX_STEP_MM, least_box),
                picture_most=max(usual_row.picture.w - step * PICTURE_STEP_MM, PICTURE_LEAST_MM),
            )
            plans += self._list_plans(rows, step, most_height)
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
        """Say where a mine may be and what a hit on it does, after the last of its boxes: on as
        many lines as the boxes are high.
        """
        style = self.style
        key = "fleet.mine_hint"
        place = self.rect.skip_left(box.right + BEFORE_HINT_MM - self.rect.x)
        measure = self._make_height_measure(place.w)
        wordings = self.edition.list_wordings(key)
        # The last line needs no whole leading
        cap_height = fonts.measure_cap_height(style.text, style.body)
        room = box.h + style.leading - cap_height
        fit = choose_wording(key, wordings, room, measure)
        height = fit.need - style.leading + cap_height
        middle = Rect(place.x, box.center_y - height / 2, place.w, height)
        draw_paragraph(pen, middle, pen.check_fit(fit), style)

    def _list_plans(
        self, rows: list[ShipRow], step: int, most_height: float
    ) -> Iterator[FleetPlan]:
        """Yield ways to add the words for a lost ship to these rows, which are `step` steps
        narrower than usual: for each corner next to the words of the last ships, the fullest
        wording that is at most `most_height` mm high there.

        The first plans align these words with those in the manifest's corner, below them; the
        others begin as far left as they can. Corners next to fewer ships come first.
        """
        key = "fleet.lost"
        wordings = self.edition.list_wordings(key)
        manifest_x = Letters(self.rect, self.design, secret=True).find_corner().x
        ships = rows[: len(self.edition.fleet)]
        for left_edge, first in product((manifest_x, self.rect.x), reversed(range(len(ships)))):
            corner = self._find_corner(ships[first:], left_edge)
            room = min(corner.h - LOST_DOWN_MM, most_height)
            measure = self._make_height_measure(corner.w)
            fit = choose_wording(key, wordings, room, measure, required=True)
            lines = round(fit.need / self.style.leading)
            cost = step + LINE_COST * lines + _weigh_edges(corner.x - manifest_x)
            yield FleetPlan(rows, corner, fit, cost)

    def _find_corner(self, ships: Sequence[ShipRow], left_edge: float) -> Rect:
        """Return what is free to the right of the boxes of these ships, and right of `left_edge`
        (mm).
        """
        top = ships[0].boxes[0].y
        bottom = ships[-1].boxes[0].bottom
        words_end = max(row.boxes[-1].right for row in ships)
        left = max(left_edge, words_end + APART_MM)
        return Rect(left, top, self.rect.right - left, bottom - top)

    def _draw_lost(self, pen: Pen) -> None:
        """Draw the words that say what to do when a ship is lost, halfway down their corner."""
        style = self.style
        corner = self.plan.corner
        fit = self.plan.fit
        # `need` counts whole leadings; the first line takes only its capitals
        height = fit.need - style.leading + fonts.measure_cap_height(style.text, style.body)
        down = max((corner.h - height) / 2, LOST_DOWN_MM)
        draw_paragraph(pen, corner.skip_top(down), pen.check_fit(fit), style)

    def _make_height_measure(self, width: float) -> Callable[[str], float]:
        """Return a function that measures how high body text is, wrapped to this width (mm); a text
        with a word that is wider gets a height that no room has.
        """
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
        """Return what each sheet adds: the name of the word list next to the heading, and the words
        in their boxes.
        """
        style = self.style
        rows = self.rows
        heading = self.heading("fleet", secret=True)
        width = heading.note_width

        def place_source(source: str) -> list[Item]:
            text, size = fonts.shrink_or_cut(
                source, style.text, width=width, size=style.body, least=style.label
            )
            baseline = heading.find_note_baseline(size)
            return [set_right_aligned(heading.rect.right, baseline, text, style.text, size)]

        def place_word(numbered_word: tuple[int, str]) -> list[Item]:
            number, word = numbered_word
            return [set_in_cells(rows[number].boxes, word, style.strong, style.word)]

        words = SheetField(lambda sheet: enumerate(sheet.words or ()), place_word)
        return (SheetField(lambda sheet: (sheet.words_from,), place_source), words)
