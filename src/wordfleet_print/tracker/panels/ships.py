"""Ships in rows, with a picture, a name and boxes for letters: the enemy's fleet and the
owner's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games.fits import Fit, choose_wording
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.ornaments import draw_beside_text, draw_boxes
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.pen import Item, Pen, Run, SheetField
from wordfleet_print.tracker.set_text import (
    balance_lines,
    draw_paragraph,
    set_in_cells,
    set_right,
    wrap_text,
)
from wordfleet_print.tracker.style import THIN_PT

# The width of a box for a letter that is written by hand; over and under its letter, together; what
# rounding takes of both at most (mm).
BOX_LEAST_MM = 7.0
BOX_AIR_MM = 1.0
ROUNDING_MM = 0.01
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
# A name of several words on one line, to the size of others.
SMALL_NAME_RATIO = 0.9
# Under a heading: the enemy's fleet and the owner's (mm).
ENEMY_TOP_MM = 0.3
OWN_TOP_MM = 0.4
# The ring to tick: its diameter (mm to a pt of body text) at most, and what a row has over and
# under it, together; what is after it, and between it and boxes (mm).
RING_MM_PER_PT = 0.625
RING_AIR_MM = 1.0
RING_END_MM = 0.3
BEFORE_RING_MM = 1.8
# The word next to the ring: between both (mm to a pt), and what boxes keep off it.
AFTER_SUNK_MM_PER_PT = 0.15
BEFORE_SUNK_MM = 1.4
# Narrower pictures, which leave room for the word next to the ring, to the usual width.
NARROW_PICTURE = 0.9
NARROWEST_PICTURE = 0.75
# From a ship to what was tried in vain; the line for it, which has room for two letters by hand,
# what is before and after it, and how far it is below the baseline (mm).
TRIED_GAP_MM = 1.3
LINE_LEAST_MM = 7.0
BEFORE_LINE_MM = 1.0
AFTER_LINE_MM = 2.0
LINE_DOWN_MM = 0.4
# From the mine's boxes to their hint (mm).
BEFORE_HINT_MM = 1.5
# What is above the words for a ship that sinks (mm).
LOST_DOWN_MM = 0.3
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


class ShipList(Panel):
    """Rows of ships: pictures, names and boxes each in a column."""

    @property
    def lines(self) -> list[tuple[str, str | None, int]]:
        """Each row's name, picture and number of boxes."""
        return [(ship.ship, ship.silhouette, ship.letters) for ship in self.edition.fleet]

    def set_rows(self, body: Rect, share: float = 1, box_most: float = 12.0) -> list[ShipRow]:
        """Return a row for each line; `share` makes pictures narrower, and boxes are `box_most`
        wide at most (mm). Names of several words take two lines where one leaves too little room
        for boxes.
        """
        style = self.style
        lines = self.lines
        rows = body.rows(len(lines))
        tall = rows[0].h - BETWEEN_BOXES_MM
        picture = share * min(2 * rows[0].h - PICTURE_AIR_MM, PICTURE_MOST_MM)
        longest = max(count for _, _, count in lines)
        least = AROUND_NAME_MM + BOX_LEAST_MM * longest
        names = self._set_names(rows[0].h, body.w - PICTURE_LEAST_MM - least)
        widest = self._measure_names(names)
        # Pictures give way to boxes that are wide enough to write in. A4, my fleet: 79.4 mm - name
        # 9.9 - gaps 3.3 - 5 boxes of 7 leave 31.2 for a picture; it takes 14.8, twice its row's
        # height, and boxes grow to 9.2.
        picture = min(picture, max(PICTURE_LEAST_MM, body.w - widest - least))
        start = picture + widest + BEFORE_BOXES_MM
        room = body.w - start - AFTER_BOXES_MM
        wide = min(max(tall * BOX_SHAPE, BOX_LEAST_MM), box_most, room / longest)
        cap = fonts.measure_caps(Face.BOLD, style.ship)
        apart = NAME_LEADING_MM_PER_PT * style.ship
        found = []
        for (_, art, count), (name, size), row in zip(lines, names, rows, strict=True):
            base = row.center_y + (cap - (len(name) - 1) * apart) / 2
            x = row.x + picture + AFTER_PICTURE_MM
            runs = []
            for below, line in enumerate(name):
                runs.append(Run(x, base + below * apart, line, style.strong, size))
            word = Rect(row.x + start, row.center_y - tall / 2, wide * count, tall)
            place = Rect(row.x, row.y + PICTURE_DOWN_MM, picture, row.h - PICTURE_ROW_MM)
            found.append(ShipRow(art, place, runs, word.columns(count)))
        return found

    def _set_names(self, height: float, room: float) -> list[tuple[list[str], float]]:
        """Return the lines of each name, in a row of this height, and their size (pt). Names of
        several words are smaller on one line, if boxes then still have room (mm).
        """
        style = self.style
        small = max(SMALL_NAME_RATIO * style.ship, style.label)
        names = []
        for name, _, _ in self.lines:
            names.append(([name], small if " " in name else style.ship))
        two_lines = fonts.measure_caps(Face.BOLD, style.ship) + NAME_LEADING_MM_PER_PT * style.ship
        if self._measure_names(names) <= room or two_lines >= height:
            return names
        return [(balance_lines(name), style.ship) for name, _, _ in self.lines]

    def _measure_names(self, names: Sequence[tuple[list[str], float]]) -> float:
        """Return how wide the widest line of names in their sizes (pt) is (mm)."""
        return max(
            fonts.measure_text(line, self.style.strong, size)
            for name, size in names
            for line in name
        )

    def draw_rows(self, pen: Pen, rows: list[ShipRow], *, outline: bool) -> None:
        """Draw pictures, names and boxes. Raises `BadInputError` for boxes too small to write
        in.
        """
        box = rows[0].boxes[0]
        high = fonts.measure_caps(self.style.strong, self.style.word) + BOX_AIR_MM
        if box.w < BOX_LEAST_MM - ROUNDING_MM or box.h < high - ROUNDING_MM:
            least = f"it must be at least {BOX_LEAST_MM:g} × {high:.1f} mm"
            what = f"A box for a letter would be {box.w:.1f} × {box.h:.1f} mm; {least}."
            raise BadInputError(Problem(what, "paper"))
        for row in rows:
            if row.art:
                draw_beside_text(pen, row.art, row.picture, self.style, outline=outline)
            pen.text(*row.name)
            draw_boxes(pen, row.boxes, self.style.line)


class EnemyFleet(ShipList):
    """The ships to find, each with a ring to tick when it is sunk and, where its row has room, a
    line for letters or words that were wrong.
    """

    def draw(self, pen: Pen) -> None:
        """Draw a row for each ship."""
        style = self.style
        edition = self.edition
        rect = self.rect
        ships = len(edition.fleet)
        word = edition.say("enemy.sunk")
        self.heading("enemy").draw(pen, edition.list_wordings("enemy.note"), "enemy.note")
        body = rect.below(style.heading_height + ENEMY_TOP_MM)
        ring = min(RING_MM_PER_PT * style.body, body.h / ships - RING_AIR_MM)
        ring_x = rect.right - ring
        need = fonts.measure_text(word, style.text, style.body)
        sunk = ring_x - AFTER_SUNK_MM_PER_PT * style.body - need
        beside_word = body.left(sunk - BEFORE_SUNK_MM - body.x)
        # At worst the longest ship's row lacks the word.
        beside_ring = body.left(ring_x - BEFORE_RING_MM - body.x)
        tries = (
            (beside_word, NARROW_PICTURE),
            (beside_word, NARROWEST_PICTURE),
            (beside_ring, 1),
        )
        for place, share in tries:
            # Narrow boxes leave room for what was tried.
            rows = self.set_rows(place, share, BOX_LEAST_MM)
            if rows[0].boxes[0].w >= BOX_LEAST_MM:
                break
        self.draw_rows(pen, rows, outline=False)
        for row in rows:
            y = row.boxes[0].center_y
            pen.ring(rect.right - ring / 2 - RING_END_MM, y, ring / 2, style.line)
            if row.boxes[-1].right + 1 < sunk:
                base = y + fonts.measure_caps(style.text, style.body) / 2
                pen.text(Run(sunk, base, word, style.text, style.body))
        self._draw_tried(pen, rows, sunk - AFTER_LINE_MM)

    def _draw_tried(self, pen: Pen, rows: Sequence[ShipRow], right: float) -> None:
        """Draw a line next to each ship for what was tried in vain, as far as there is room to
        write; with a word before it where that fits, too.
        """
        style = self.style
        words = self.edition.list_wordings("enemy.tried")
        least = LINE_LEAST_MM + BEFORE_LINE_MM
        fits = []
        for row in rows:
            left = row.boxes[-1].right + TRIED_GAP_MM
            room = right - left - least
            fit = choose_wording("enemy.tried", words, room, style.measure_body)
            fits.append(fit)
            if room < 0:
                continue
            base = row.boxes[0].center_y + fonts.measure_caps(style.text, style.body) / 2
            if fit.number:
                pen.text(Run(left, base, fit.text, style.text, style.body))
                left += fit.need + BEFORE_LINE_MM
            y = base + LINE_DOWN_MM
            pen.line(left, y, right, y, THIN_PT)
        pen.note_fit(min(fits, key=attrgetter("missing")))


def _rank_corner(candidate: tuple[Rect, Fit]) -> tuple[bool, int, float]:
    """Return what puts corners in order, the best first: one with room, full words, few lines."""
    _, fit = candidate
    return not fit.number, fit.number, fit.need


class OwnFleet(ShipList):
    """The owner's ships with their words, and pictures in outline to color in; a row for the mine,
    if one is laid.
    """

    @property
    def lines(self) -> list[tuple[str, str | None, int]]:
        """The fleet; a box for the column and one for the row of each mine."""
        mines = self.edition.say("fleet.mine" if self.edition.mines == 1 else "fleet.mines")
        return super().lines + ([(mines, "mine", 2 * self.edition.mines)] if self.kind.mine else [])

    @property
    def rows(self) -> list[ShipRow]:
        """The ships' places."""
        return self.set_rows(self.rect.below(self.style.heading_height + OWN_TOP_MM))

    def draw(self, pen: Pen) -> None:
        """Draw heading and rows."""
        self.heading("fleet", secret=True).draw(pen)
        rows = self.rows
        self.draw_rows(pen, rows, outline=True)
        self._draw_lost(pen, rows[: len(self.edition.fleet)])
        if self.kind.mine:
            mine = self.rows[-1].boxes[-1]
            style = self.style
            base = mine.center_y + fonts.measure_caps(style.text, style.body) / 2
            x = mine.right + BEFORE_HINT_MM
            hint = self.choose(pen, "fleet.mine_hint", self.rect.right - x)
            pen.text(Run(x, base, hint, style.text, style.body))

    def _draw_lost(self, pen: Pen, rows: Sequence[ShipRow]) -> None:
        """Say what to do when a ship sinks, in the corner next to the shorter words."""
        style = self.style
        texts = self.edition.list_wordings("fleet.lost")
        candidates = []
        # Of corners with the same words, the lowest one.
        for first in reversed(range(len(rows))):
            top = rows[first].boxes[0].y
            low = rows[-1].boxes[0].bottom
            left = max(row.boxes[-1].right for row in rows[first:]) + APART_MM
            corner = Rect(left, top + LOST_DOWN_MM, self.rect.right - left, low - top)
            fit = choose_wording(
                "fleet.lost", texts, corner.h, self._measure_height(corner.w), required=True
            )
            candidates.append((corner, fit))
        corner, fit = min(candidates, key=_rank_corner)
        draw_paragraph(pen, corner, pen.note_fit(fit), style)

    def _measure_height(self, width: float) -> Callable[[str], float]:
        """Return what measures the height of text in this width (mm)."""
        style = self.style

        def measure(text: str) -> float:
            lines = wrap_text(text, width, style.body, style.text)
            is_narrow = any(
                fonts.measure_text(" ".join(word for word, _ in line), Face.BOLD, style.body)
                > width
                for line in lines
            )
            return TOO_HIGH_MM if is_narrow else len(lines) * style.leading

        return measure

    def fields(self) -> Sequence[SheetField]:
        """Return the words, and where they come from."""
        style = self.style
        rows = self.rows
        heading = self.heading("fleet", secret=True)
        width = heading.note_width

        def place_source(source: str) -> list[Item]:
            text, size = fonts.fit(source, style.text, width, style.body, style.label)
            base = heading.find_note_base(size)
            return [set_right(heading.rect.right, base, text, style.text, size)]

        def place_word(numbered: tuple[int, str]) -> list[Item]:
            number, word = numbered
            return [set_in_cells(rows[number].boxes, word, style.strong, style.word)]

        words = SheetField(lambda sheet: enumerate(sheet.words or ()), place_word)
        return (SheetField(lambda sheet: (sheet.words_from,), place_source), words)
