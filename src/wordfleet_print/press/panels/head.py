"""The head of a sheet: wordmark, edition, event, who plays."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from wordfleet_print.press.ink.fonts import Face, cap_height, fit, heading_face, overhang, text_width, whole
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, Style
from wordfleet_print.press.ink.paper import MM, Rect
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.press.panels.panel import (
    Slot,
    Unchanging,
    WritingLine,
    draw_label,
    label_width,
)
from wordfleet_print.sheet.sheet import Sheet

SCOPE = "O"
"""The letter of the title that becomes a gun sight."""
SIGHT = 0.06
"""The share of a wordmark's height by which the sight's cross-hairs stand out above and below the capitals."""


MOST_BESIDE = 0.45
"""The share of a wordmark's panel that what stands beside it can have at most."""


@dataclass(frozen=True, slots=True)
class WordmarkPanel(Unchanging):
    """The game's title in heavy stencil, its first O a gun sight; beside it what the sheet is, if there is room: in
    stencilled lines, or as a label under the edition's name.
    """

    rect: Rect
    title: str
    subtitle: str
    style: Style
    edition: str = ""

    def draw(self, pen: Pen) -> None:
        """Title as large as the panel allows, the rest at its right."""
        title, sight = self.title.upper(), self.rect.h * SIGHT
        heading_face(self.subtitle.upper(), Face.STENCIL)  # what no font has is refused, however it is set
        beside = self._width_beside()
        size = _size_for(title, (self.rect.w - beside) * 0.95, self.rect.h - 2 * sight)
        _, under = overhang(title, self._face)
        tall, foot = cap_height(self._face, size), self.rect.bottom - sight - under * size
        end = self._draw_title(pen, title, size, foot) + 4
        if self.edition:
            name, face, named = self._edition
            over, _ = overhang(name, face)
            pen.text(Run(end, foot - tall + cap_height(face, named) + over * named, name, face, named))
            draw_label(pen, end, foot, self.subtitle, self.style)
            return
        small = cap_height(self._beside, self.style.tab)
        for i, line in enumerate(lines := self._lines):
            share = (i + 1) / len(lines)
            baseline = foot - (1 - share) * (tall + small * 0.9)
            pen.text(Run(end, baseline, line, self._beside, self.style.tab))

    @property
    def _face(self) -> Face:
        return heading_face(self.title.upper(), Face.STENCIL_HEAVY)

    @property
    def _beside(self) -> Face:
        return heading_face(self.subtitle.upper(), Face.STENCIL)

    @property
    def _lines(self) -> list[str]:
        return self.subtitle.upper().split()

    @property
    def _edition(self) -> tuple[str, Face, float]:
        return fit_edition(self.edition, self.rect.w * MOST_BESIDE, self.style.tab, self.style.label)

    def _width_beside(self) -> float:
        """How wide all is that stands beside the title, with the room before it (mm)."""
        if self.edition:
            return max(text_width(*self._edition), label_width(self.subtitle, self.style)) + 3
        return max((text_width(line, self._beside, self.style.tab) + 3 for line in self._lines), default=0)

    def _draw_title(self, pen: Pen, title: str, size: float, baseline: float) -> float:
        """Draw the title, and say where it ends (mm from the left)."""
        before, scope, after = title.partition(SCOPE)
        x = self.rect.x
        self._ink(pen, Run(x, baseline, before, self._face, size))
        x += text_width(before, self._face, size)
        if scope:
            radius = cap_height(self._face, size) / 2
            pen.text_unseen(Run(x, baseline, scope, self._face, size))
            draw = draw_sight_outline if self.style.saves_ink else draw_sight
            draw(pen, x + radius * 1.06, baseline - radius, radius)
            x += radius * 2.2
        self._ink(pen, Run(x, baseline, after, self._face, size))
        return x + text_width(after, self._face, size)

    def _ink(self, pen: Pen, run: Run) -> None:
        if self.style.saves_ink:
            pen.text_outline(run, CELL_LINE)
        else:
            pen.text(run)


def fit_edition(name: str, width: float, size: float, smallest: float) -> tuple[str, Face, float]:
    """An edition's name in capitals as it fits so wide a place (mm), its face and size (pt): in stencil if that has all
    letters.
    """
    text = name.upper()
    face = heading_face(text, Face.STENCIL)
    shown, size = fit(text, face, width, size, smallest)
    return shown, face, size


@dataclass(frozen=True, slots=True)
class EditionPanel(Unchanging):
    """The edition's name in stencil, where the fleet's name stands elsewhere."""

    rect: Rect
    edition: str
    style: Style

    def draw(self, pen: Pen) -> None:
        """The name, standing on the panel's bottom."""
        text = f"{self.edition} edition".upper()
        face = heading_face(text, Face.STENCIL)
        size = whole(text, face, self.rect.w, self.style.tab * 1.4, self.style.tab)
        pen.text(Run(self.rect.x, self.rect.bottom, text, face, size))


@dataclass(frozen=True, slots=True)
class SmallEditionPanel(Unchanging):
    """The edition's name as large as a tab's, over the wordmark where nothing stands beside that."""

    rect: Rect
    edition: str
    style: Style

    def draw(self, pen: Pen) -> None:
        """The name, standing on the panel's bottom."""
        size = self.style.tab
        pen.text(Run(self.rect.x, self.rect.bottom, *fit_edition(self.edition, self.rect.w, size, size)))


@dataclass(frozen=True, slots=True)
class EventPanel(Unchanging):
    """The event's title as a label, as it is written; one that is too long is cut with an ellipsis."""

    rect: Rect
    title: str
    style: Style

    def draw(self, pen: Pen) -> None:
        """The title, clear of its panel's top and bottom with accents and descenders."""
        rect, size = self.rect, self.style.label
        shown, _ = fit(self.title, Face.SEMIBOLD, rect.w, size, size)
        pen.text(Run(rect.x, rect.y + title_baseline(self.title, self.style), shown, Face.SEMIBOLD, size))


def title_height(title: str, style: Style) -> float:
    """The height of an event's title with its descenders and the room below it (mm)."""
    return title_baseline(title, style) + 0.41 * style.label / MM


def title_baseline(title: str, style: Style) -> float:
    """How far down its line an event's title stands (mm): at the top of a page its accents stay off the edge."""
    tallest, marks = 1.0, 0  # of the size, as Ả is
    for char in unicodedata.normalize("NFD", title):
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks == 2:  # one over the other, as on Ổ
            tallest = 1.18
    return tallest * style.label / MM - 0.25


def _size_for(title: str, width: float, height: float) -> float:
    """The size (pt) at which the title, with its accents, is `height` mm tall, or less where it would be too wide."""
    face = heading_face(title, Face.STENCIL_HEAVY)
    by_height = height / (cap_height(face, 1) + sum(overhang(title, face)))
    natural = text_width(title, face, 1) + cap_height(face, 1) * 0.4
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
