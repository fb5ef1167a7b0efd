"""The Attack Grid and the Defense Grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordfleet_print.fleet.fleets import Placement
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import Face, cap_height, fit_whole, text_width
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.pen import Frame, Item, Pen, Run, SheetField, set_centered, set_in, set_in_cells
from wordfleet_print.tracker.shapes import draw_mark
from wordfleet_print.tracker.style import FIRM_PT

TAIL_MM_PER_PT = 0.0565
"""How far J and Q reach below their baseline (mm to a pt)."""


@dataclass(frozen=True, slots=True)
class Grid(Panel):
    """A grid with its heading: letters above, numbers on both sides, so that neither hand hides them."""

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
        return Rect(squares.x + column * self.cell, squares.y + row * self.cell, self.cell, self.cell)

    def draw(self, pen: Pen) -> None:
        """Draw heading, axes and squares; the marks' legend beside the Attack Grid's heading."""
        squares, grid, style = self.squares, self.edition.grid, self.style
        if self.secret:
            note = "" if self.kind.placed else phrases.describe_touching(self.edition)
            self.heading("defense", secret=True, step="deploy").draw(pen, note)
        else:
            heading = self.heading("attack")
            heading.draw_stamp(pen)
            self._draw_legend(pen, self.rect.after(heading.stamp.w + 1.5).top(style.legend_height))
        for column, name in enumerate(grid.column_names):
            box = self.square(column, 0)
            x = box.center_x - text_width(name, style.plain, style.axis) / 2
            pen.text(Run(x, squares.y - 1.0 - TAIL_MM_PER_PT * style.axis, name, style.plain, style.axis))
            pen.line(box.x, squares.y, box.x, squares.bottom, style.hairline)
        for row in range(grid.rows):
            box = self.square(0, row)
            for x in (squares.x - style.axis_width / 2, squares.right + style.axis_width / 2):
                pen.text(set_centered(x, box.center_y, str(row + 1), style.plain, style.axis))
            pen.line(squares.x, box.y, squares.right, box.y, style.hairline)
        pen.frame(squares, style.line)

    def _draw_legend(self, pen: Pen, place: Rect) -> None:
        """Show each mark with its result and what that means. Raises `BadInputError` where this does not fit."""
        style, marks, side = self.style, self.edition.marks, min(place.h - 0.6, 6.4)
        # Each mark has a full and a brief text. The brief one is used for all marks as soon as the full ones touch.
        for at in (0, -1):
            texts = [(mark.result.upper(), (mark.brief or mark.legend).split("|")[at]) for mark in marks]
            both = [(text_width(a, Face.BOLD, style.label), text_width(b, Face.MEDIUM, style.label)) for a, b in texts]
            widths = [*map(max, both)]
            gap = (place.w - sum(widths) - len(marks) * (side + 1)) / max(1, len(marks) - 1)
            if gap >= 2:
                break
        if gap < 1:
            longest = max((text for pair in texts for text in pair), key=len)
            fit_whole(longest, Face.MEDIUM, (place.w - len(marks) * (side + 2)) / len(marks), style.label, style.label)
        gap = min(5.0, gap)
        x = place.right - sum(widths) - len(marks) * (side + 1) - gap * (len(marks) - 1)
        for mark, (result, text), wide in zip(marks, texts, widths, strict=True):
            box = Rect(x, place.y, side, side)
            draw_mark(pen, mark.draws, box, style.label)
            base = box.y + cap_height(Face.BOLD, style.label) + 0.3
            pen.text(Run(box.right + 1, base, result, Face.BOLD, style.label))
            pen.text(Run(box.right + 1, base + 0.96 * style.leading, text, Face.MEDIUM, style.label))
            x += side + 1 + wide + gap

    def fields(self) -> Sequence[SheetField]:
        """Return the fleet in its place, where it is printed."""
        if not self.secret or not self.kind.placed:
            return ()
        ships = SheetField(lambda sheet: zip(sheet.words or (), sheet.placements or (), strict=True), self._place_ship)
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
        return [frame, *(set_in(at, letter, Face.MEDIUM, size) for letter, at in zip(word, squares, strict=True))]
