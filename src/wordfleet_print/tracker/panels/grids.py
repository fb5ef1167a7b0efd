"""The grids, and the alphabet in boxes: Letter Recon, and the Manifest of your own fleet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import hypot
from typing import NamedTuple

from wordfleet_print.fleet.fleets import Placement
from wordfleet_print.games.fits import Fit, choose_wording
from wordfleet_print.paper import MM
from wordfleet_print.tracker import fonts, phrases
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.ornaments import draw_cross, draw_mark
from wordfleet_print.tracker.panels.panel import LEGEND_LEADING, LEGEND_TOP_MM, Panel
from wordfleet_print.tracker.pen import TINT, Frame, Item, Pen, Run, SheetField
from wordfleet_print.tracker.set_text import (
    draw_paragraph,
    set_centered,
    set_centered_in,
    set_in_cells,
    wrap_text,
)
from wordfleet_print.tracker.style import FIRM_PT, THIN_PT

# Between two marks of the legend, where there is room, and at least (mm).
USUAL_LEGEND_GAP_MM = 2.0
LEAST_LEGEND_GAP_MM = 1.0
MOST_LEGEND_GAP_MM = 5.0
# Above and below a mark of the legend, together; after it (mm).
LEGEND_AIR_MM = 0.6
AFTER_MARK_MM = 1.0
# Before the legend, after the heading of its grid (mm).
LEGEND_LEFT_MM = 1.5
# From the letters of columns to the squares (mm).
AXIS_GAP_MM = 0.6
# A ship in its place: inside its squares (mm), its corners to a square, and its letters to those of
# a word where they are no larger than this (pt).
HULL_INSET_MM = 0.9
HULL_RADIUS = 0.3
PLACED_WORD = 0.8
LARGE_WORD_PT = 20.0
# How far J and Q reach below their baseline (mm to a pt).
TAIL_MM_PER_PT = 0.0565


class LegendWords(NamedTuple):
    """The words next to the marks of the legend."""

    meanings: list[tuple[str, str]]
    """Each result with what it means."""
    briefs: int
    """How many of them are in brief words."""
    width: float
    """What they take together, without marks and gaps (mm)."""


@dataclass(frozen=True, slots=True)
class Grid(Panel):
    """A grid with its heading: letters above, numbers on both sides, so that neither hand hides
    them.
    """

    secret: bool = False
    cell: float = 9.5
    """The side of a square (mm)."""

    @property
    def squares(self) -> Rect:
        """The squares' area (mm), at the bottom of the panel."""
        w = self.cell * self.edition.grid.columns
        h = self.cell * self.edition.grid.rows
        return Rect(self.rect.center_x - w / 2, self.rect.bottom - h, w, h)

    def square(self, column: int, row: int) -> Rect:
        """Return one square; columns and rows count from 0."""
        squares = self.squares
        return Rect(
            squares.x + column * self.cell, squares.y + row * self.cell, self.cell, self.cell
        )

    def draw(self, pen: Pen) -> None:
        """Draw heading, axes and squares; the marks' legend next to the Attack Grid's heading."""
        if self.secret:
            key = "" if self.design.is_placed else "grid.touching"
            notes = self.edition.list_wordings(key) if key else ()
            self.heading("defense", secret=True, step="deploy").draw(pen, notes, key)
        else:
            heading = self.heading("attack")
            heading.draw_stamp(pen)
            legend = self.rect.skip_left(heading.stamp.w + LEGEND_LEFT_MM)
            self._draw_legend(pen, legend.keep_top(self.style.legend_height))
        self._draw_columns(pen)
        self._draw_rows(pen)
        pen.frame(self.squares, self.style.line)

    def _draw_columns(self, pen: Pen) -> None:
        """Draw the names of the columns, and the line at the left of each."""
        style = self.style
        squares = self.squares
        baseline = squares.y - AXIS_GAP_MM - TAIL_MM_PER_PT * style.axis
        for column, name in enumerate(self.edition.grid.column_names):
            box = self.square(column, 0)
            x = box.center_x - fonts.measure_text(name, style.plain, style.axis) / 2
            pen.text(Run(x, baseline, name, style.plain, style.axis))
            pen.line(box.x, squares.y, box.x, squares.bottom, style.hairline)

    def _draw_rows(self, pen: Pen) -> None:
        """Draw the numbers of the rows on both sides, and the line over each."""
        style = self.style
        squares = self.squares
        left = squares.x - style.axis_width / 2
        right = squares.right + style.axis_width / 2
        for row in range(self.edition.grid.rows):
            box = self.square(0, row)
            number = str(row + 1)
            for x in (left, right):
                pen.text(set_centered(x, box.center_y, number, style.plain, style.axis))
            pen.line(squares.x, box.y, squares.right, box.y, style.hairline)

    def _measure_meaning(self, result: str, text: str) -> float:
        """Return how wide a result over its meaning is (mm)."""
        size = self.style.label
        above = fonts.measure_text(result, Face.BOLD, size)
        return max(above, fonts.measure_text(text, self.style.text, size))

    def _draw_legend(self, pen: Pen, place: Rect) -> None:
        """Show each mark with its result and what that means. Raises `BadInputError` where this
        does not fit.
        """
        style = self.style
        marks = self.edition.marks
        side = min(place.h - LEGEND_AIR_MM, style.legend_mark)
        room = place.w - len(marks) * (side + AFTER_MARK_MM)
        meanings = self._choose_meanings(pen, room)
        widths = [self._measure_meaning(*pair) for pair in meanings]
        gaps = len(marks) - 1
        gap = min(MOST_LEGEND_GAP_MM, (room - sum(widths)) / max(1, gaps))
        # The last meaning ends at the right edge
        x = place.x + room - sum(widths) - gap * gaps
        baseline = place.y + fonts.measure_cap_height(Face.BOLD, style.label) + LEGEND_TOP_MM
        under = baseline + LEGEND_LEADING * style.leading
        for mark, (result, meaning), width in zip(marks, meanings, widths, strict=True):
            box = Rect(x, place.y, side, side)
            draw_mark(pen, mark.draws, self.edition.tried_letter, box, style.label)
            x = box.right + AFTER_MARK_MM
            pen.text(Run(x, baseline, result, Face.BOLD, style.label))
            pen.text(Run(x, under, meaning, style.text, style.label))
            x += width + gap

    def _choose_meanings(self, pen: Pen, room: float) -> list[tuple[str, str]]:
        """Return each result with what it means. Each has a full and a brief text: as few are brief
        as there is room for, and of these choices the one that uses most of it.
        """
        gaps = len(self.edition.marks) - 1
        most = room - gaps * USUAL_LEGEND_GAP_MM
        legends = sorted(self._list_legends(), key=lambda words: (words.briefs, -words.width))
        chosen = next((words for words in legends if words.width <= most), legends[-1])
        need = chosen.width + gaps * LEAST_LEGEND_GAP_MM
        number = 2 if chosen.briefs else 1
        longest = max((text for pair in chosen.meanings for text in pair), key=len)
        fit = Fit(
            key="marks.brief",
            text=longest,
            number=number if need <= room else 0,
            count=2,
            room=room,
            need=need,
            required=True,
        )
        pen.check_fit(fit)
        return chosen.meanings

    def _list_legends(self) -> Iterator[LegendWords]:
        """Yield the words of the legend, with each choice of full and brief texts."""
        results = [self.style.to_capitals(mark.result) for mark in self.edition.marks]
        texts = [(mark.brief or mark.legend).split("|") for mark in self.edition.marks]
        fullest = [wordings[0] for wordings in texts]
        for chosen in product(*(dict.fromkeys((words[0], words[-1])) for words in texts)):
            meanings = list(zip(results, chosen, strict=True))
            width = sum(self._measure_meaning(*pair) for pair in meanings)
            briefs = sum(text != full for text, full in zip(chosen, fullest, strict=True))
            yield LegendWords(meanings, briefs, width)

    def fields(self) -> Sequence[SheetField]:
        """Return the fleet in its place, where it is printed."""
        if not self.secret or not self.design.is_placed:
            return ()
        ships = SheetField(
            lambda sheet: zip(sheet.words or (), sheet.placements or (), strict=True),
            self._place_ship,
        )
        return (ships,)

    def _place_ship(self, ship: tuple[str, Placement]) -> list[Item]:
        word, placement = ship
        squares = [self.square(column, row) for column, row in placement.squares(len(word))]
        hull = Rect.around(squares[0], squares[-1]).inset(HULL_INSET_MM)
        line = THIN_PT if self.style.is_large else min(self.style.line, FIRM_PT)
        frame = Frame(hull, self.cell * HULL_RADIUS, line)
        size = self.style.word
        if size < LARGE_WORD_PT:
            size *= PLACED_WORD
        if placement.across:
            return [frame, set_in_cells(squares, word, Face.MEDIUM, size)]
        return [
            frame,
            *(
                set_centered_in(at, letter, Face.MEDIUM, size)
                for letter, at in zip(word, squares, strict=True)
            ),
        ]


# The side of a box to tick in a letter's box: usually and in large print; its distance from that
# box's edges (mm).
TICK_MM = 3.0
LARGE_TICK_MM = 4.2
TICK_INSET_MM = 0.7
# The line for a count: its left end and where letter and printed count are, in widths of the box;
# over its foot (mm).
COUNT_LINE = 0.4
LETTER_AT = 0.31
COUNT_AT = 0.74
COUNT_UP_MM = 1.6
# The frames of vowels (pt).
VOWEL_PT = 1.0
# From the letters to the corner that explains them, and below it (mm).
BEFORE_CORNER_MM = 1.0
UNDER_CORNER_MM = 0.8
# A mark next to its meaning: between two, and at most where marks are small (mm).
BETWEEN_ANSWERS_MM = 0.5
# What says that they have a letter, and that they do not.
YES_AND_NO = ("letters.has", "letters.has_not")
# From a mark to its meaning where there is room (mm).
AFTER_ANSWER_MM = 1.2
USUAL_ANSWER_MM = 6.6
# Lines of a ring, a cross and a tick as a pencil makes them (pt). `ornaments.PENCIL_PT` and
# `ornaments.HIT_RING` are those of the marks in the grid.
ANSWER_RING_PT = 1.0
ANSWER_CROSS_PT = 1.2
# A cross over a small letter, to its size: the letter can be read below it.
CROSS_LINE = 0.09
# From the corners of a letter to the middle of a ring's line at least (mm).
AROUND_LETTER_MM = 0.6
# The size of a letter, the radius of a ring, the inset of a cross and of a box, to a mark's side.
MARK_LETTER_PT_PER_MM = 2.2
ANSWER_RING_RADIUS = 0.46
CROSS_INSET = 0.13
TICK_BOX_INSET = 0.22
# Points of a tick in a mark, from its left and top, to its side.
TICK_POINTS = ((0.3, 0.5), (0.5, 0.7), (0.9, 0.1))
# From a heading to the boxes of letters (mm).
LETTERS_TOP_MM = 0.6
# The help in a corner: how far its first line is below the boxes' top, and how far its last line
# may reach below its room: few letters descend (mm).
HELP_DOWN_MM = 0.6
HELP_OVER_MM = 0.3


@dataclass(frozen=True, slots=True)
class Letters(Panel):
    """A box for each letter. Rows begin with vowels, the letters to ask for first; the last rows'
    length leaves a corner free, which explains the panel.
    """

    secret: bool = False

    @property
    def boxes(self) -> dict[str, Rect]:
        """Each letter's box."""
        rows = self.edition.alphabet_rows
        body = self.rect.skip_top(self.style.heading_height + LETTERS_TOP_MM)
        boxes = dict[str, Rect]()
        for row, strip in zip(rows, body.split_rows(len(rows)), strict=True):
            boxes |= zip(row, strip.split_columns(max(map(len, rows))), strict=False)
        return boxes

    def draw(self, pen: Pen) -> None:
        """Draw heading, boxes, letters, and what the corner explains."""
        edition = self.edition
        heading = self.heading("manifest" if self.secret else "recon", secret=self.secret)
        key = "letters.manifest" if self.secret else "letters.recon"
        heading.draw(pen, edition.list_wordings(key), key)
        self._draw_boxes(pen)
        corner = self.find_corner()
        if self.secret:
            self._draw_help(pen, corner)
        else:
            self._draw_legend(pen, corner)

    def _draw_boxes(self, pen: Pen) -> None:
        """Draw the boxes, vowels tinted or framed, with what is the same on every sheet."""
        style = self.style
        boxes = self.boxes
        vowels = [boxes[letter] for letter in self.edition.vowels]
        if not style.eco:
            for box in vowels:
                pen.fill(box, gray=TINT)
        for letter, box in boxes.items():
            pen.frame(box, style.hairline)
            self._draw_box(pen, letter, box)
        if style.eco and self.secret:
            return
        for box in vowels:
            pen.frame(box, FIRM_PT if style.eco else VOWEL_PT)

    def _draw_box(self, pen: Pen, letter: str, box: Rect) -> None:
        """Draw what a box has to write on: a line for a count, a box to tick."""
        if not self.secret or self.design.is_blank:
            pen.text(self._set_letter(letter, box))
            y = box.bottom - COUNT_UP_MM
            pen.line(box.right - COUNT_LINE * box.w, y, box.right - TICK_INSET_MM, y, FIRM_PT)
        if not self.secret and self.edition.tracker.letters_once:
            side = LARGE_TICK_MM if self.style.is_large else TICK_MM
            left = box.right - side - TICK_INSET_MM
            line = self.style.hairline
            pen.frame(Rect(left, box.y + TICK_INSET_MM, side, side), line)

    def find_corner(self) -> Rect:
        """Return what is free next to the first two rows of letters."""
        first, second, *_ = (self.boxes[row[-1]] for row in self.edition.alphabet_rows)
        x = max(first.right, second.right) + BEFORE_CORNER_MM
        height = second.bottom - first.y - UNDER_CORNER_MM
        return Rect(x, first.y, self.rect.right - x, height)

    def _draw_legend(self, pen: Pen, corner: Rect) -> None:
        """Show how to mark an answer next to its letter, and what each mark means."""
        style = self.style
        answers = phrases.list_answers(self.edition)
        most = max(USUAL_ANSWER_MM, style.legend_mark)
        side = min(corner.h / len(answers) - BETWEEN_ANSWERS_MM, most)
        # A ring takes as much height as its letter needs; the others share what is left
        ring = 2 * self._measure_ring(side) + ANSWER_RING_PT / MM
        others = (corner.h - ring) / (len(answers) - 1)
        keys = [key for _, key in answers]
        meanings = self._choose_answers(pen, keys, corner.w - ring - BETWEEN_ANSWERS_MM)
        longest = max(map(style.measure_body, meanings))
        after = min(corner.w - ring - longest, AFTER_ANSWER_MM)
        bottom = corner.y
        for (mark, _), text in zip(answers, meanings, strict=True):
            place = Rect(corner.x, bottom, ring, ring if mark == "ring" else others)
            bottom = place.bottom
            self._draw_answer(pen, mark, Rect.square(place.center_x, place.center_y, side))
            x = place.right + after
            baseline = place.center_y + fonts.measure_cap_height(style.text, style.body) / 2
            pen.text(Run(x, baseline, text, style.text, style.body))

    def _choose_answers(self, pen: Pen, keys: Sequence[str], room: float) -> list[str]:
        """Return what the marks mean, in the fullest words that have room (mm): yes and no in words
        of one kind.
        """
        fits = []
        for key in keys:
            wordings = self.edition.list_wordings(key)
            fit = choose_wording(key, wordings, room, self.style.measure_body, required=True)
            fits.append(fit)
        briefest = max(fit.number for fit in fits if fit.key in YES_AND_NO)
        for at, fit in enumerate(fits):
            if fit.has_room and fit.key in YES_AND_NO:
                number = min(briefest, fit.count)
                text = self.edition.list_wordings(fit.key)[number - 1]
                need = self.style.measure_body(text)
                fits[at] = replace(fit, text=text, number=number, need=need)
        return [pen.check_fit(fit) for fit in fits]

    def _size_answer(self, side: float) -> float:
        """Return the size of a letter in a mark with this side (pt)."""
        return max(self.style.label, side * MARK_LETTER_PT_PER_MM)

    def _measure_ring(self, side: float) -> float:
        """Return the radius of a ring around a letter in a mark with this side: as large as that
        allows, or as the letter needs (mm).
        """
        size = self._size_answer(side)
        wide = fonts.measure_text(self.edition.asked_letter, Face.MEDIUM, size)
        corner = hypot(wide, fonts.measure_cap_height(Face.MEDIUM, size)) / 2
        return max(side * ANSWER_RING_RADIUS, corner + AROUND_LETTER_MM)

    def _draw_answer(self, pen: Pen, mark: str, box: Rect) -> None:
        """Draw what is noted at a letter: a tick, a count, a ring or a cross."""
        side = box.w
        if mark == "tick":
            pen.frame(box.inset(side * TICK_BOX_INSET), THIN_PT)
            points = [(box.x + side * x, box.y + side * y) for x, y in TICK_POINTS]
            for start, end in pairwise(points):
                pen.line(*start, *end, ANSWER_CROSS_PT)
            return
        size = self._size_answer(side)
        if mark == "count":
            pen.text(set_centered_in(box, "2", Face.MONO, size))
            return
        pen.text(set_centered_in(box, self.edition.asked_letter, Face.MEDIUM, size))
        if mark == "ring":
            pen.ring(box.center_x, box.center_y, self._measure_ring(side), ANSWER_RING_PT)
        if mark == "cross":
            line = min(ANSWER_CROSS_PT, size * CROSS_LINE)
            draw_cross(pen, box.inset(side * CROSS_INSET), line, both=False)

    def _draw_help(self, pen: Pen, corner: Rect) -> None:
        """Say what the manifest is for."""
        style = self.style
        key = "letters.count_mine" if self.design.is_blank else "letters.tell"

        def measure(text: str) -> float:
            return len(wrap_text(text, corner.w, style.body, style.text)) * style.leading

        texts = self.edition.list_wordings(key)
        fit = choose_wording(key, texts, corner.h + HELP_OVER_MM, measure, required=True)
        text = pen.check_fit(fit)
        # In the middle of the corner, as the marks of the other panel are
        tall = measure(text) - style.leading + fonts.measure_cap_height(style.text, style.body)
        down = max((corner.h + UNDER_CORNER_MM - tall) / 2, HELP_DOWN_MM)
        draw_paragraph(pen, corner.skip_top(down), text, style)

    def _set_letter(self, letter: str, box: Rect, *, bold: bool = False) -> Run:
        face = self.style.strong if bold or letter in self.edition.vowels else Face.MEDIUM
        return set_centered(
            box.x + box.w * LETTER_AT, box.center_y, letter, face, self.style.letter
        )

    def fields(self) -> Sequence[SheetField]:
        """Return how many of each letter the own fleet holds; letters that it holds are bold."""
        if not self.secret or self.design.is_blank:
            return ()
        boxes = self.boxes
        none = dict.fromkeys(boxes, 0)

        def place_count(counted: tuple[str, int]) -> list[Item]:
            letter, count = counted
            box = boxes[letter]
            text, face = (str(count), Face.MONO) if count else ("–", Face.MEDIUM)
            if count and self.style.eco:
                face = self.style.strong
            x = box.x + box.w * COUNT_AT
            number = set_centered(x, box.center_y, text, face, self.style.letter)
            return [self._set_letter(letter, box, bold=count > 0), number]

        return (SheetField(lambda sheet: (none | (sheet.manifest or {})).items(), place_count),)
