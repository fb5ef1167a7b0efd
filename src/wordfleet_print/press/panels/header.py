"""The head of a sheet: the wordmark, and the fields that say whose sheet it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from wordfleet_print.press.ink.fonts import Face, cap_height, text_width, whole
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, Style
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.press.panels.panel import Unchanging, WritingLine
from wordfleet_print.press.panels.slots import Slot
from wordfleet_print.sheet.sheet import Sheet

SCOPE = "O"
"""The letter of the title that becomes a gun sight."""
SIGHT = 0.06
"""The share of a wordmark's height by which the sight's cross-hairs stand out above and below the capitals."""


@dataclass(frozen=True, slots=True)
class WordmarkPanel(Unchanging):
    """The game's title in heavy stencil, its first O a gun sight; beside it what the sheet is, if there is room."""

    rect: Rect
    title: str
    subtitle: str
    style: Style

    def draw(self, pen: Pen) -> None:
        """Title as large as the panel allows, subtitle in lines at the right."""
        lines = self.subtitle.upper().split()
        beside = max((text_width(line, Face.STENCIL, self.style.tab) + 3 for line in lines), default=0)
        title = self.title.upper()
        sight = self.rect.h * SIGHT
        size = _size_for(title, (self.rect.w - beside) * 0.95, self.rect.h - 2 * sight)
        tall = cap_height(Face.STENCIL_HEAVY, size)
        end = self._draw_title(pen, title, size, self.rect.bottom - sight)
        small = cap_height(Face.STENCIL, self.style.tab)
        for i, line in enumerate(lines):
            share = (i + 1) / len(lines)
            baseline = self.rect.bottom - sight - (1 - share) * (tall + small * 0.9)
            pen.text(Run(end + 4, baseline, line, Face.STENCIL, self.style.tab))

    def _draw_title(self, pen: Pen, title: str, size: float, baseline: float) -> float:
        """Draw the title, and say where it ends (mm from the left)."""
        before, scope, after = title.partition(SCOPE)
        x = self.rect.x
        self._ink(pen, Run(x, baseline, before, Face.STENCIL_HEAVY, size))
        x += text_width(before, Face.STENCIL_HEAVY, size)
        if scope:
            radius = cap_height(Face.STENCIL_HEAVY, size) / 2
            pen.text_unseen(Run(x, baseline, scope, Face.STENCIL_HEAVY, size))
            draw = draw_sight_outline if self.style.saves_ink else draw_sight
            draw(pen, x + radius * 1.06, baseline - radius, radius)
            x += radius * 2.2
        self._ink(pen, Run(x, baseline, after, Face.STENCIL_HEAVY, size))
        return x + text_width(after, Face.STENCIL_HEAVY, size)

    def _ink(self, pen: Pen, run: Run) -> None:
        if self.style.saves_ink:
            pen.text_outline(run, CELL_LINE)
        else:
            pen.text(run)


@dataclass(frozen=True, slots=True)
class EditionPanel(Unchanging):
    """The edition's name in stencil, where the fleet's name stands elsewhere."""

    rect: Rect
    edition: str
    style: Style

    def draw(self, pen: Pen) -> None:
        """The name, standing on the panel's bottom."""
        text = f"{self.edition} edition".upper()
        size = whole(text, Face.STENCIL, self.rect.w, self.style.tab * 1.4, self.style.tab)
        pen.text(Run(self.rect.x, self.rect.bottom, text, Face.STENCIL, size))


def _size_for(title: str, width: float, height: float) -> float:
    """The size (pt) at which the title's capitals are `height` mm tall, or less where it would be too wide."""
    by_height = height / cap_height(Face.STENCIL_HEAVY, 1)
    natural = text_width(title, Face.STENCIL_HEAVY, 1) + cap_height(Face.STENCIL_HEAVY, 1) * 0.4
    return min(by_height, width / natural)


def draw_sight(pen: Pen, x: float, y: float, radius: float) -> None:
    """A gun sight: a heavy ring, cross-hairs through gaps in it, a dot in the middle."""
    pen.disc(x, y, radius)
    pen.disc(x, y, radius * 0.6, gray=WHITE)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        gap = _bar(x, y, dx, dy, radius * 0.5, radius * 1.06, radius * 0.34)
        pen.fill(gap, gray=WHITE)
        pen.fill(_bar(x, y, dx, dy, radius * 0.3, radius * 1.12, radius * 0.13))
    pen.disc(x, y, radius * 0.17)


def draw_sight_outline(pen: Pen, x: float, y: float, radius: float) -> None:
    """The same sight in thin lines."""
    pen.ring(x, y, radius, CELL_LINE)
    pen.ring(x, y, radius * 0.6, CELL_LINE)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = radius * 0.3, radius * 1.12
        pen.line(x + dx * near, y + dy * near, x + dx * far, y + dy * far, CELL_LINE)


def _bar(x: float, y: float, dx: int, dy: int, start: float, end: float, width: float) -> Rect:
    """A bar along one of the four directions, from `start` to `end` off the middle."""
    near, far = (start, end) if dx + dy > 0 else (-end, -start)
    length = far - near
    return Rect(x + near, y - width / 2, length, width) if dx else Rect(x - width / 2, y + near, width, length)


FieldShown = Literal["fleet_name", "captain", "opponent", "table", "round", "serial"]


@dataclass(frozen=True, slots=True)
class FieldsPanel:
    """Labelled lines, by what of the sheet they show: what is known of it prints, else it is written on."""

    rect: Rect
    fields: Mapping[FieldShown, WritingLine]

    def draw(self, pen: Pen) -> None:
        """Labels and writing lines."""
        for line in self.fields.values():
            line.draw(pen)

    def cut_texts(self, sheet: Sheet) -> Iterator[str]:
        """What is known but too long for its line even at the smallest size."""
        for shows, line in self.fields.items():
            value, room = _known(shows, sheet), line.room
            if value and text_width(value, room.face, room.smallest) > room.width:
                yield value

    def slots(self) -> Iterator[Slot]:
        """A line for each field."""
        for shows, line in self.fields.items():
            yield Slot(partial(_known, shows), line.room)


def _known(shows: FieldShown, sheet: Sheet) -> str:
    """What is to be printed there: nothing, a line to write on, for a name that no font at hand can set."""
    value: str = getattr(sheet, shows)
    return legible(value) if shows in {"captain", "opponent"} else value
