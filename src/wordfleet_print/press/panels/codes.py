"""Launch codes in digit boxes (C-31), and the box that says where the mine lies (C-27)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from wordfleet_print.press.ink.fonts import Face, cap_height, text_width
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.pen import Pen, set_left, set_right
from wordfleet_print.press.ink.style import CELL_LINE, Style
from wordfleet_print.press.ink.svg_path import load_picture
from wordfleet_print.press.panels.line import CellRow, rows_of
from wordfleet_print.press.panels.panel import AnySlot, RowSlot, Tab, Unchanging, draw_label
from wordfleet_print.sheet.sheet import Sheet

SMALLEST_DIGIT = 4.5
"""The least width of a digit's box (mm; SHEET.md)."""


@dataclass(frozen=True, slots=True)
class CodesPanel:
    """The sheet's launch codes; `places` holds a frame for each."""

    rect: Rect
    tab: Tab
    places: tuple[Rect, ...]
    digits: int
    style: Style

    def draw(self, pen: Pen) -> None:
        """Tab and digit boxes, dotted inside a code."""
        self.tab.draw(pen)
        for place in self.places:
            for box in place.columns(self.digits)[1:]:
                with pen.dashes(0.4, 0.6):
                    pen.line(box.x, box.y, box.x, box.bottom, CELL_LINE)
            pen.frame(place, self.style.frame_line)

    def slots(self) -> Iterable[AnySlot]:
        """A row for the codes' digits, or several where they stand one over the other."""
        for start, row in rows_of([tuple(place.columns(self.digits)) for place in self.places]):
            yield RowSlot(partial(_codes, start, start + len(row)), CellRow(row, Face.MONO, self.style.code))


def _codes(start: int, end: int, sheet: Sheet) -> tuple[str, ...]:
    return sheet.launch_codes[start:end]


@dataclass(frozen=True, slots=True)
class MinePanel(Unchanging):
    """A box for the mine's square, used with the Minefield variation only; `boxes` hold column and row."""

    rect: Rect
    variation: str
    boxes: tuple[Rect, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """Picture, name, whose variation it is, boxes."""
        rect, style = self.rect, self.style
        icon = rect.left(min(rect.h, 8.0))
        if style.saves_ink:
            pen.picture_outline(load_picture("mine"), icon.inset(0.4), CELL_LINE)
        else:
            pen.picture(load_picture("mine"), icon.inset(0.4))
        x = icon.right + 1.6
        tall = cap_height(Face.BOLD, style.legend)
        note = f"{self.variation} variation only"
        at = "at square"
        at_width = text_width(at, Face.MEDIUM, style.body) + 1.6
        first = self.boxes[0]
        if x + text_width(note, Face.MEDIUM, style.body) < first.x - at_width:
            pen.text(set_left(x, rect.centre_y - 0.35, "MINE", Face.BOLD, style.legend))
            pen.text(set_left(x, rect.centre_y + tall + 0.6, note, Face.MEDIUM, style.body))
            baseline = rect.centre_y + cap_height(Face.MEDIUM, style.body) / 2
            pen.text(set_right(first.x - 1.6, baseline, at, Face.MEDIUM, style.body))
        else:
            pen.text(set_left(x, rect.centre_y + tall / 2, "MINE", Face.BOLD, style.legend))
        for i in range(0, len(self.boxes), 2):
            column, row = self.boxes[i], self.boxes[i + 1]
            with pen.dashes(0.4, 0.6):
                pen.line(row.x, row.y, row.x, row.bottom, CELL_LINE)
            pen.frame(Rect(column.x, column.y, row.right - column.x, column.h), style.frame_line)


@dataclass(frozen=True, slots=True)
class NotesPanel(Unchanging):
    """Lines to write announcements on, such as word strikes (S-05, A-08): a label, and a rule for each in its place."""

    rect: Rect
    label: str
    lines: tuple[Rect, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """The label on top, the rules below it."""
        baseline = self.rect.y + cap_height(Face.SEMIBOLD, self.style.label)
        draw_label(pen, self.rect.x, baseline, self.label, self.style)
        for line in self.lines:
            pen.line(line.x, line.bottom, line.right, line.bottom, self.style.writing_line)
