"""The grids, and the alphabet in boxes: Letter Recon, and the Manifest of your own fleet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import hypot
from typing import NamedTuple

from wordfleet_print.fleet.fleets import Placement
from wordfleet_print.games.fits import Fit, choose_wording
from wordfleet_print.paper import MM
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import fonts, phrases
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.ornaments import draw_cross, draw_mark
from wordfleet_print.tracker.panels.panel import LEGEND_LEADING, LEGEND_TOP_MM, Panel
from wordfleet_print.tracker.pen import TINT, Frame, Item, Pen, Run, SheetField
from wordfleet_print.tracker.set_text import (
    draw_paragraph,
    find_baseline,
    set_centered,
    set_centered_in,
    set_in_cells,
    wrap_text,
)
from wordfleet_print.tracker.style import FIRM_PT, THIN_PT

# The legend of the attack grid: each mark, and next to it its result over what that means.
# From the heading of the grid to the legend.
LEGEND_LEFT_MM = 1.5
# The white over and under a mark, together, and after it.
LEGEND_AIR_MM = 0.6
AFTER_MARK_MM = 1.0
# From a meaning to the next mark: at most; at least with full meanings, else they are brief; and at
# least with brief ones, else the legend does not fit.
MOST_LEGEND_GAP_MM = 5.0
USUAL_LEGEND_GAP_MM = 2.0
LEAST_LEGEND_GAP_MM = 1.0
# From the letters over the columns to the squares.
AXIS_GAP_MM = 0.6
# How far J and Q reach below their baseline, for each point of their size.
TAIL_MM_PER_PT = 0.0565
# The outline of a ship that is printed on the grid: from the edges of its squares to it, and the
# radius of its corners in sides of a square.
HULL_INSET_MM = 0.9
HULL_RADIUS_SHARE = 0.3
# The size of its letters as a share of that of words; words of this size, as in large print, are
# not made smaller.
PLACED_WORD_SHARE = 0.8
LARGE_WORD_PT = 20.0


class LegendWords(NamedTuple):
    """The words next to the marks of the legend, in full or brief."""

    meanings: list[tuple[str, str]]
    """Each result of an attack in capitals, with what it means: `("HIT", "letter is there")`."""
    briefs: int
    """How many meanings are in their brief words."""
    width: float
    """What all take together, without marks and gaps (mm)."""


@dataclass(frozen=True, slots=True)
class Grid(Panel):
    """A grid with its heading: letters above, numbers on both sides, so that neither hand hides
    them.
    """

    secret: bool = False
    """Whether it is the defense grid, on the secret half; else it is the attack grid."""
    cell: float = 9.5
    """The side of a square (mm)."""

    @property
    def squares(self) -> Rect:
        """The area of all squares (mm), at the bottom of the panel."""
        width = self.cell * self.edition.grid.columns
        height = self.cell * self.edition.grid.rows
        left = self.rect.center_x - width / 2
        return Rect(left, self.rect.bottom - height, width, height)

    def square(self, column: int, row: int) -> Rect:
        """Return one square; columns and rows count from 0."""
        squares = self.squares
        return Rect(
            squares.x + column * self.cell, squares.y + row * self.cell, self.cell, self.cell
        )

    def draw(self, pen: Pen) -> None:
        """Draw heading, axes and squares. Next to the heading of the attack grid is the legend of
        its marks; next to that of the defense grid, whether ships may touch, unless they are
        printed in their places.
        """
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

    def _measure_meaning(self, result: str, meaning: str) -> float:
        """Return the width of a result, such as HIT, over what it means (mm)."""
        size = self.style.label
        result_width = fonts.measure_text(result, Face.BOLD, size)
        return max(result_width, fonts.measure_text(meaning, self.style.text, size))

    def _draw_legend(self, pen: Pen, place: Rect) -> None:
        """Draw each mark of the grid, and next to it its result over what that means. Raises
        `BadInputError` where this does not fit.
        """
        style = self.style
        marks = self.edition.marks
        side = min(place.h - LEGEND_AIR_MM, style.legend_mark)
        text_room = place.w - len(marks) * (side + AFTER_MARK_MM)
        meanings = self._choose_meanings(pen, text_room)
        widths = [self._measure_meaning(result, meaning) for result, meaning in meanings]
        gap_count = len(marks) - 1
        gap = min(MOST_LEGEND_GAP_MM, (text_room - sum(widths)) / max(1, gap_count))
        # The last meaning ends at the right edge
        x = place.x + text_room - sum(widths) - gap * gap_count
        baseline = place.y + fonts.measure_cap_height(Face.BOLD, style.label) + LEGEND_TOP_MM
        second_baseline = baseline + LEGEND_LEADING * style.leading
        for mark, (result, meaning), width in zip(marks, meanings, widths, strict=True):
            box = Rect(x, place.y, side, side)
            draw_mark(pen, mark.draws, self.edition.tried_letter, box, least_pt=style.label)
            x = box.right + AFTER_MARK_MM
            pen.text(Run(x, baseline, result, Face.BOLD, style.label))
            pen.text(Run(x, second_baseline, meaning, style.text, style.label))
            x += width + gap

    def _choose_meanings(self, pen: Pen, room: float) -> list[tuple[str, str]]:
        """Return each result of an attack in capitals, with what it means: `("HIT", "letter is
        there")`. As few meanings are in brief words as the `room` for all (mm) needs; of several
        ways to choose these, the one that uses most of it is taken.
        """
        gap_count = len(self.edition.marks) - 1
        most_width = room - gap_count * USUAL_LEGEND_GAP_MM
        legends = sorted(self._list_legends(), key=lambda legend: (legend.briefs, -legend.width))
        fitting = (legend for legend in legends if legend.width <= most_width)
        chosen = next(fitting, legends[-1])
        need = chosen.width + gap_count * LEAST_LEGEND_GAP_MM
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
        """Yield the words of the legend with each choice of full and brief meanings. An edition
        writes both into one text: “full words|brief words”.
        """
        results = [self.style.to_capitals(mark.result) for mark in self.edition.marks]
        wordings = [(mark.brief or mark.legend).split("|") for mark in self.edition.marks]
        full_texts = [texts[0] for texts in wordings]
        for chosen in product(*(dict.fromkeys((texts[0], texts[-1])) for texts in wordings)):
            meanings = list(zip(results, chosen, strict=True))
            width = sum(self._measure_meaning(*pair) for pair in meanings)
            briefs = sum(text != full for text, full in zip(chosen, full_texts, strict=True))
            yield LegendWords(meanings, briefs, width)

    def fields(self) -> Sequence[SheetField]:
        """Return what each sheet adds: its ships, if they are printed in their places."""
        if not self.secret or not self.design.is_placed:
            return ()
        ships = SheetField(
            lambda sheet: zip(sheet.words or (), sheet.placements or (), strict=True),
            self._place_ship,
        )
        return (ships,)

    def _place_ship(self, ship: tuple[str, Placement]) -> list[Item]:
        """Set a ship, which is its word and where it is: an outline around its squares, and a
        letter in each of them.
        """
        word, placement = ship
        squares = [self.square(column, row) for column, row in placement.squares(len(word))]
        hull = Rect.around(squares[0], squares[-1]).inset(HULL_INSET_MM)
        line_width = THIN_PT if self.style.is_large else min(self.style.line, FIRM_PT)
        frame = Frame(hull, radius=self.cell * HULL_RADIUS_SHARE, width=line_width)
        size = self.style.word
        if size < LARGE_WORD_PT:
            size *= PLACED_WORD_SHARE
        if placement.across:
            return [frame, set_in_cells(squares, word, Face.MEDIUM, size)]
        letters = []
        for letter, square in zip(word, squares, strict=True):
            letters.append(set_centered_in(square, letter, Face.MEDIUM, size))
        return [frame, *letters]


# The panels of letters: a box for each letter of the alphabet.
# From the heading to the boxes.
LETTERS_TOP_MM = 0.6
# In widths of a box, from its left edge: the middle of its letter, and that of a printed count.
LETTER_AT = 0.31
COUNT_AT = 0.74
# The line to write a count on: its length in widths of a box, and how far it is over the box's
# foot.
COUNT_LINE_SHARE = 0.4
COUNT_UP_MM = 1.6
# A small box to tick, at the upper right: its side in usual and in large print, and its distance
# from the edges.
TICK_MM = 3.0
LARGE_TICK_MM = 4.2
TICK_INSET_MM = 0.7
# The frames of vowels.
VOWEL_PT = 1.0

# The corner that rows of letters leave free: from the letters to it, and from it to the letters
# below.
BEFORE_CORNER_MM = 1.0
UNDER_CORNER_MM = 0.8
# In the manifest it has a text: from its top to the first line, and how far the last line may reach
# below it, because few letters descend.
HELP_DOWN_MM = 0.6
HELP_OVER_MM = 0.3
# In the recon it shows how to mark answers, each mark with its meaning: from one mark to the next,
# from a mark to its meaning where there is room, and the side of a mark.
BETWEEN_ANSWERS_MM = 0.5
AFTER_ANSWER_MM = 1.2
USUAL_ANSWER_MM = 6.6
# The labels that say that the opponent has a letter, and that the opponent does not.
YES_AND_NO = ("letters.has", "letters.has_not")
# Lines of a ring, a cross and a tick as a pencil makes them. `ornaments.PENCIL_PT` and
# `ornaments.HIT_RING_SHARE` are those of the marks in the grid.
ANSWER_RING_PT = 1.0
ANSWER_CROSS_PT = 1.2
# The line of a cross over a small letter, as a share of the letter's size: the letter can be read
# below it.
CROSS_LINE_SHARE = 0.09
# From the corners of a letter to the middle of a ring's line, at least.
AROUND_LETTER_MM = 0.6
# The size of a letter for each millimeter of its mark's side.
MARK_LETTER_PT_PER_MM = 2.2
# In sides of a mark: the radius of a ring, and how far a cross and a box are inside the mark.
ANSWER_RING_SHARE = 0.46
CROSS_INSET_SHARE = 0.13
TICK_BOX_INSET_SHARE = 0.22
# The three points of a tick, from the left and the top of its mark, in sides of it.
TICK_POINTS = ((0.3, 0.5), (0.5, 0.7), (0.9, 0.1))


@dataclass(frozen=True, slots=True)
class Letters(Panel):
    """A box for each letter. Rows begin with vowels, the letters to ask for first; the first two
    rows are shorter and leave a corner free, which explains the panel.
    """

    secret: bool = False
    """Whether it is the manifest, which counts the letters of the own fleet; else it is the recon,
    for what the opponent answers.
    """

    @property
    def boxes(self) -> dict[str, Rect]:
        """The box of each letter (mm), by the letter."""
        rows = self.edition.alphabet_rows
        longest = max(map(len, rows))
        body = self.rect.skip_top(self.style.heading_height + LETTERS_TOP_MM)
        boxes = dict[str, Rect]()
        for letters, strip in zip(rows, body.split_rows(len(rows)), strict=True):
            boxes |= zip(letters, strip.split_columns(longest), strict=False)
        return boxes

    def draw(self, pen: Pen) -> None:
        """Draw heading, boxes, letters, and what the corner explains."""
        name = "manifest" if self.secret else "recon"
        key = f"letters.{name}"
        heading = self.heading(name, secret=self.secret)
        heading.draw(pen, self.edition.list_wordings(key), key)
        self._draw_boxes(pen)
        corner = self.find_corner()
        if self.secret:
            self._draw_help(pen, corner)
        else:
            self._draw_legend(pen, corner)

    def _draw_boxes(self, pen: Pen) -> None:
        """Draw the boxes with what is the same on every sheet. Vowels have a tint and a heavier
        frame; where ink is saved, only the frame, and in the manifest neither.
        """
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
        """Draw what is the same in a letter's box on every sheet: the letter and a line to write a
        count on, unless sheets print their counts; and a small box to tick, in editions that allow
        a question only once.
        """
        if not self.secret or self.design.is_blank:
            pen.text(self._set_letter(letter, box))
            y = box.bottom - COUNT_UP_MM
            line_start = box.right - COUNT_LINE_SHARE * box.w
            pen.line(line_start, y, box.right - TICK_INSET_MM, y, FIRM_PT)
        if not self.secret and self.edition.tracker.letters_once:
            side = LARGE_TICK_MM if self.style.is_large else TICK_MM
            left = box.right - side - TICK_INSET_MM
            tick_box = Rect(left, box.y + TICK_INSET_MM, side, side)
            pen.frame(tick_box, self.style.hairline)

    def find_corner(self) -> Rect:
        """Return what is free to the right of the first two rows of letters (mm)."""
        last_boxes = [self.boxes[row[-1]] for row in self.edition.alphabet_rows]
        first, second, *_ = last_boxes
        x = max(first.right, second.right) + BEFORE_CORNER_MM
        height = second.bottom - first.y - UNDER_CORNER_MM
        return Rect(x, first.y, self.rect.right - x, height)

    def _draw_legend(self, pen: Pen, corner: Rect) -> None:
        """Draw how to mark answers next to letters, one below the other: each mark, and what it
        means.
        """
        style = self.style
        answers = phrases.list_answers(self.edition)
        most_side = max(USUAL_ANSWER_MM, style.legend_mark)
        side = min(corner.h / len(answers) - BETWEEN_ANSWERS_MM, most_side)
        # A ring takes as much height as its letter needs; the others share what is left
        ring_width = 2 * self._measure_ring(side) + ANSWER_RING_PT / MM
        other_height = (corner.h - ring_width) / (len(answers) - 1)
        keys = [key for _, key in answers]
        meanings = self._choose_answers(pen, keys, corner.w - ring_width - BETWEEN_ANSWERS_MM)
        longest = max(map(style.measure_body, meanings))
        after_mark = min(corner.w - ring_width - longest, AFTER_ANSWER_MM)
        y = corner.y
        for (mark, _), meaning in zip(answers, meanings, strict=True):
            height = ring_width if mark == "ring" else other_height
            place = Rect(corner.x, y, ring_width, height)
            self._draw_answer(pen, mark, Rect.square(place.center_x, place.center_y, side))
            baseline = find_baseline(place.center_y, style.text, style.body)
            pen.text(Run(place.right + after_mark, baseline, meaning, style.text, style.body))
            y = place.bottom

    def _choose_answers(self, pen: Pen, keys: Sequence[str], room: float) -> list[str]:
        """Return what the marks of answers mean, in the order of the labels `keys`: each in its
        fullest wording that has room (mm). The wordings of yes and no are equally brief.
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

    def _find_letter_size(self, side: float) -> float:
        """Return the size of the letter in a mark whose side is this long in mm (pt)."""
        return max(self.style.label, side * MARK_LETTER_PT_PER_MM)

    def _measure_ring(self, side: float) -> float:
        """Return the radius of the ring around a letter in a mark whose side is this long (mm): in
        proportion to that, or larger if the ring would touch the letter's corners.
        """
        size = self._find_letter_size(side)
        letter_width = fonts.measure_text(self.edition.asked_letter, Face.MEDIUM, size)
        letter_height = fonts.measure_cap_height(Face.MEDIUM, size)
        middle_to_corner = hypot(letter_width, letter_height) / 2
        return max(side * ANSWER_RING_SHARE, middle_to_corner + AROUND_LETTER_MM)

    def _draw_answer(self, pen: Pen, mark: str, box: Rect) -> None:
        """Draw the mark that a player makes for an answer: a ticked box, a count, or a letter in a
        ring or crossed out. `mark` is `tick`, `count`, `ring` or `cross`.
        """
        side = box.w
        if mark == "tick":
            pen.frame(box.inset(side * TICK_BOX_INSET_SHARE), THIN_PT)
            points = [(box.x + side * x, box.y + side * y) for x, y in TICK_POINTS]
            for start, end in pairwise(points):
                pen.line(*start, *end, ANSWER_CROSS_PT)
            return
        size = self._find_letter_size(side)
        if mark == "count":
            pen.text(set_centered_in(box, "2", Face.MONO, size))
            return
        pen.text(set_centered_in(box, self.edition.asked_letter, Face.MEDIUM, size))
        if mark == "ring":
            pen.ring(box.center_x, box.center_y, self._measure_ring(side), ANSWER_RING_PT)
        if mark == "cross":
            line_width = min(ANSWER_CROSS_PT, size * CROSS_LINE_SHARE)
            draw_cross(pen, box.inset(side * CROSS_INSET_SHARE), line_width, both=False)

    def _draw_help(self, pen: Pen, corner: Rect) -> None:
        """Draw what the manifest is for, halfway down its corner; on a blank sheet, that its owner
        counts the letters.
        """
        style = self.style
        key = "letters.count_mine" if self.design.is_blank else "letters.tell"

        def measure(text: str) -> float:
            return len(wrap_text(text, corner.w, style.body, style.text)) * style.leading

        wordings = self.edition.list_wordings(key)
        fit = choose_wording(key, wordings, corner.h + HELP_OVER_MM, measure, required=True)
        text = pen.check_fit(fit)
        # The first line takes only its capitals
        first_line = fonts.measure_cap_height(style.text, style.body)
        height = measure(text) - style.leading + first_line
        down = max((corner.h + UNDER_CORNER_MM - height) / 2, HELP_DOWN_MM)
        draw_paragraph(pen, corner.skip_top(down), text, style)

    def _set_letter(self, letter: str, box: Rect, *, bold: bool = False) -> Run:
        """Set a letter at the left of its box; vowels are bold in any case."""
        face = self.style.strong if bold or letter in self.edition.vowels else Face.MEDIUM
        x = box.x + box.w * LETTER_AT
        return set_centered(x, box.center_y, letter, face, self.style.letter)

    def fields(self) -> Sequence[SheetField]:
        """Return what each sheet adds to the manifest: every letter, bold if the own fleet holds
        it, and how often; “–” for a letter that it lacks. On blank sheets players count them.
        """
        if not self.secret or self.design.is_blank:
            return ()
        boxes = self.boxes
        no_letters = dict.fromkeys(boxes, 0)

        def list_counts(sheet: Sheet) -> Iterable[tuple[str, int]]:
            return (no_letters | (sheet.manifest or {})).items()

        def place_count(letter_and_count: tuple[str, int]) -> list[Item]:
            letter, count = letter_and_count
            box = boxes[letter]
            x = box.x + box.w * COUNT_AT
            letter_run = self._set_letter(letter, box, bold=count > 0)
            size = self.style.letter
            if not count:
                return [letter_run, set_centered(x, box.center_y, "–", Face.MEDIUM, size)]
            face = self.style.strong if self.style.eco else Face.MONO
            return [letter_run, set_centered(x, box.center_y, str(count), face, size)]

        return (SheetField(list_counts, place_count),)
