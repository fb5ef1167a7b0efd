"""Launch codes in digit boxes (C-31), and the box that says where the mine lies (C-27)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from wordfleet_print.press.ink.fonts import Face, cap_height, text_width
from wordfleet_print.press.ink.ink import Pen, Run, Style, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.panels.panel import Tab, Unchanging, draw_digit_boxes, draw_label, draw_silhouette
from wordfleet_print.press.panels.slots import Slot, row_slots

SMALLEST_DIGIT = 4.5
"""The least width of a digit's box (mm; SHEET.md)."""
LEAST_CODE_GAP = 1.0
"""The least room between two codes (mm)."""


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
            draw_digit_boxes(pen, place, self.digits, self.style)

    def slots(self) -> Iterable[Slot]:
        """A row for the codes' digits, or several where they stand one over the other."""
        cells = [tuple(place.columns(self.digits)) for place in self.places]
        return row_slots(attrgetter("launch_codes"), cells, Face.MONO, self.style.code)


@dataclass(frozen=True, slots=True)
class MinePanel(Unchanging):
    """A box for the mine's square, used with the Minefield variation only; each of `places` is for column and row."""

    rect: Rect
    variation: str
    places: tuple[Rect, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """Picture, name, whose variation it is, boxes: the first of them beside these."""
        style, first = self.style, self.places[0]
        rect = Rect(self.rect.x, first.y, self.rect.w, first.h)
        x, icon = rect.x, rect.left(min(rect.h, 8.0))
        if icon.right + 1.6 + text_width("MINE", Face.BOLD, style.legend) < first.x - 0.5:
            draw_silhouette(pen, "mine", icon.inset(0.4), style)
            x = icon.right + 1.6
        tall = cap_height(Face.BOLD, style.legend)
        note = f"{self.variation} variation only"
        at = "at square"
        at_width = text_width(at, Face.MEDIUM, style.body) + 1.6
        if x + text_width(note, Face.MEDIUM, style.body) < first.x - at_width:
            pen.text(Run(x, rect.centre_y - 0.35, "MINE", Face.BOLD, style.legend))
            pen.text(Run(x, rect.centre_y + tall + 0.6, note, Face.MEDIUM, style.body))
            baseline = rect.centre_y + cap_height(Face.MEDIUM, style.body) / 2
            pen.text(set_right(first.x - 1.6, baseline, at, Face.MEDIUM, style.body))
        else:
            pen.text(Run(x, rect.centre_y + tall / 2, "MINE", Face.BOLD, style.legend))
        for place in self.places:
            draw_digit_boxes(pen, place, 2, style)


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
