"""The grids, and the alphabet in boxes: Letter Recon, and the Manifest of your own fleet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordfleet_print.fleet.fleets import Placement
from wordfleet_print.games.fits import Fit, choose_wording
from wordfleet_print.tracker import fonts, phrases
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.ornaments import draw_cross, draw_mark
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.pen import TINT, Frame, Item, Pen, Run, SheetField
from wordfleet_print.tracker.set_text import (
    draw_paragraph,
    set_centered,
    set_in,
    set_in_cells,
    wrap_text,
)
from wordfleet_print.tracker.style import FIRM_PT, THIN_PT

# Between two marks of the legend, where there is room, and at least (mm).
USUAL_LEGEND_GAP_MM = 2.0
LEAST_LEGEND_GAP_MM = 1.0
# From the letters of columns to the squares (mm).
AXIS_GAP_MM = 0.6
# How far J and Q reach below their baseline (mm to a pt).
TAIL_MM_PER_PT = 0.0565


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
        w, h = self.cell * self.edition.grid.columns, self.cell * self.edition.grid.rows
        return Rect(self.rect.center_x - w / 2, self.rect.bottom - h, w, h)

    def square(self, column: int, row: int) -> Rect:
        """Return one square; columns and rows count from 0."""
        squares = self.squares
        return Rect(
            squares.x + column * self.cell, squares.y + row * self.cell, self.cell, self.cell
        )

    def draw(self, pen: Pen) -> None:
        """Draw heading, axes and squares; the marks' legend beside the Attack Grid's heading."""
        squares, grid, style = self.squares, self.edition.grid, self.style
        if self.secret:
            key = "" if self.kind.placed else "grid.touching"
            notes = self.edition.list_wordings(key) if key else ()
            self.heading("defense", secret=True, step="deploy").draw(pen, notes, key)
        else:
            heading = self.heading("attack")
            heading.draw_stamp(pen)
            self._draw_legend(pen, self.rect.after(heading.stamp.w + 1.5).top(style.legend_height))
        for column, name in enumerate(grid.column_names):
            box = self.square(column, 0)
            x = box.center_x - fonts.measure_text(name, style.plain, style.axis) / 2
            base = squares.y - AXIS_GAP_MM - TAIL_MM_PER_PT * style.axis
            pen.text(Run(x, base, name, style.plain, style.axis))
            pen.line(box.x, squares.y, box.x, squares.bottom, style.hairline)
        for row in range(grid.rows):
            box = self.square(0, row)
            for x in (squares.x - style.axis_width / 2, squares.right + style.axis_width / 2):
                pen.text(set_centered(x, box.center_y, str(row + 1), style.plain, style.axis))
            pen.line(squares.x, box.y, squares.right, box.y, style.hairline)
        pen.frame(squares, style.line)

    def _measure_meaning(self, result: str, text: str) -> float:
        """Return how wide a result over its meaning is (mm)."""
        size = self.style.label
        above = fonts.measure_text(result, Face.BOLD, size)
        return max(above, fonts.measure_text(text, self.style.text, size))

    def _draw_legend(self, pen: Pen, place: Rect) -> None:
        """Show each mark with its result and what that means. Raises `BadInputError` where this
        does not fit.
        """
        style, marks = self.style, self.edition.marks
        side = min(place.h - 0.6, style.legend_mark)
        # Each mark has a full and a brief text. The brief one is used for all marks as soon as the
        # full ones touch.
        for at in (0, -1):
            texts = [
                (style.to_capitals(mark.result), (mark.brief or mark.legend).split("|")[at])
                for mark in marks
            ]
            widths = [self._measure_meaning(*pair) for pair in texts]
            room = place.w - len(marks) * (side + 1)
            gap = (room - sum(widths)) / max(1, len(marks) - 1)
            if gap >= USUAL_LEGEND_GAP_MM:
                break
        longest = max((text for pair in texts for text in pair), key=len)
        need = sum(widths) + (len(marks) - 1) * LEAST_LEGEND_GAP_MM
        number = 0 if need > room else 1 if at == 0 else 2
        pen.note_fit(Fit("marks.brief", longest, number, 2, room, need, required=True))
        gap = min(5.0, gap)
        tried = self.edition.tried_letter
        x = place.right - sum(widths) - len(marks) * (side + 1) - gap * (len(marks) - 1)
        for mark, (result, text), wide in zip(marks, texts, widths, strict=True):
            box = Rect(x, place.y, side, side)
            draw_mark(pen, mark.draws, tried, box, style.label)
            base = box.y + fonts.measure_caps(Face.BOLD, style.label) + 0.3
            pen.text(Run(box.right + 1, base, result, Face.BOLD, style.label))
            pen.text(Run(box.right + 1, base + 0.96 * style.leading, text, style.text, style.label))
            x += side + 1 + wide + gap

    def fields(self) -> Sequence[SheetField]:
        """Return the fleet in its place, where it is printed."""
        if not self.secret or not self.kind.placed:
            return ()
        ships = SheetField(
            lambda sheet: zip(sheet.words or (), sheet.placements or (), strict=True),
            self._place_ship,
        )
        return (ships,)

    def _place_ship(self, ship: tuple[str, Placement]) -> list[Item]:
        word, placement = ship
        squares = [self.square(column, row) for column, row in placement.squares(len(word))]
        first, last = squares[0], squares[-1]
        hull = Rect(first.x, first.y, last.right - first.x, last.bottom - first.y).inset(0.9)
        frame = Frame(hull, self.cell * 0.3, min(self.style.line, FIRM_PT))
        size = self.style.word * (0.8 if self.style.word < 20 else 1)
        if placement.across:
            return [frame, set_in_cells(squares, word, Face.MEDIUM, size)]
        return [
            frame,
            *(
                set_in(at, letter, Face.MEDIUM, size)
                for letter, at in zip(word, squares, strict=True)
            ),
        ]


# The side of a box to tick in a letter's box.
TICK_MM = 2.7


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
        body = self.rect.below(self.style.heading_height + 0.6)
        found = dict[str, Rect]()
        for row, strip in zip(rows, body.rows(len(rows)), strict=True):
            found |= zip(row, strip.columns(max(map(len, rows))), strict=False)
        return found

    def draw(self, pen: Pen) -> None:
        """Draw heading, boxes, letters, and what the corner explains."""
        style, edition, boxes = self.style, self.edition, self.boxes
        heading = self.heading("manifest" if self.secret else "recon", secret=self.secret)
        key = "letters.manifest" if self.secret else "letters.recon"
        heading.draw(pen, edition.list_wordings(key), key)
        for letter in edition.vowels if not style.eco else "":
            pen.fill(boxes[letter], gray=TINT)
        for letter, box in boxes.items():
            pen.frame(box, style.hairline)
            if not self.secret or self.kind.blank:
                pen.text(self._set_letter(letter, box))
                pen.line(
                    box.right - 0.4 * box.w,
                    box.bottom - 1.6,
                    box.right - 0.7,
                    box.bottom - 1.6,
                    FIRM_PT,
                )
            if not self.secret and edition.tracker.letters_once:
                pen.frame(Rect(box.right - TICK_MM - 0.7, box.y + 0.7, TICK_MM, TICK_MM), THIN_PT)
        for letter in edition.vowels if not (style.eco and self.secret) else "":
            pen.frame(boxes[letter], FIRM_PT if style.eco else 1.0)
        first, second, *_ = (boxes[row[-1]] for row in edition.alphabet_rows)
        x = max(first.right, second.right) + 1.2
        corner = Rect(x, first.y, self.rect.right - x, second.bottom - first.y - 0.8)
        if self.secret:
            self._draw_help(pen, corner)
        else:
            self._draw_legend(pen, corner)

    def _draw_legend(self, pen: Pen, corner: Rect) -> None:
        """Show how to mark an answer beside its letter, and what each mark means."""
        style, answers = self.style, phrases.list_answers(self.edition)
        sign = self.edition.asked_letter
        side = min(corner.h / len(answers) - 0.5, max(6.6, style.legend_mark))
        for (mark, key), place in zip(answers, corner.rows(len(answers)), strict=True):
            box = Rect(place.x, place.center_y - side / 2, side, side)
            if mark == "tick":
                pen.frame(box.inset(side * 0.22), THIN_PT)
                pen.line(
                    box.x + side * 0.3, box.center_y, box.center_x, box.bottom - side * 0.3, 1.2
                )
                pen.line(
                    box.center_x,
                    box.bottom - side * 0.3,
                    box.right - side * 0.1,
                    box.y + side * 0.1,
                    1.2,
                )
            else:
                text, face = ("2", Face.MONO) if mark == "count" else (sign, Face.MEDIUM)
                pen.text(set_in(box, text, face, max(style.label, side * 1.9)))
            if mark == "ring":
                pen.ring(box.center_x, box.center_y, side * 0.46, 1.0)
            if mark == "cross":
                draw_cross(pen, box.inset(side * 0.13), 1.2, both=False)
            text = self.choose(pen, key, corner.right - box.right - 0.5, required=True)
            base = place.center_y + fonts.measure_caps(style.text, style.body) / 2
            pen.text(Run(box.right + 0.5, base, text, style.text, style.body))

    def _draw_help(self, pen: Pen, corner: Rect) -> None:
        """Say what the manifest is for."""
        style = self.style
        key = "letters.count_mine" if self.kind.blank else "letters.tell"

        def measure(text: str) -> float:
            return len(wrap_text(text, corner.w, style.body, style.text)) * style.leading

        texts = self.edition.list_wordings(key)
        fit = choose_wording(key, texts, corner.h + 0.3, measure, required=True)
        draw_paragraph(pen, corner.below(0.6), pen.note_fit(fit), style)

    def _set_letter(self, letter: str, box: Rect, *, bold: bool = False) -> Run:
        face = self.style.strong if bold or letter in self.edition.vowels else Face.MEDIUM
        return set_centered(box.x + box.w * 0.31, box.center_y, letter, face, self.style.letter)

    def fields(self) -> Sequence[SheetField]:
        """Return how many of each letter the own fleet holds; letters that it holds are bold."""
        if not self.secret or self.kind.blank:
            return ()
        boxes = self.boxes
        none = dict.fromkeys(boxes, 0)

        def place_count(counted: tuple[str, int]) -> list[Item]:
            letter, count = counted
            box = boxes[letter]
            text, face = (str(count), Face.MONO) if count else ("–", Face.MEDIUM)
            if count and self.style.eco:
                face = self.style.strong
            number = set_centered(box.x + box.w * 0.74, box.center_y, text, face, self.style.letter)
            return [self._set_letter(letter, box, bold=count > 0), number]

        return (SheetField(lambda sheet: (none | (sheet.manifest or {})).items(), place_count),)
