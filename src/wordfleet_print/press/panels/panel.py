"""What a panel is, the tab that heads it, and the fold line between the halves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, text_width
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.pen import WHITE, Pen, Type, set_in, set_left, set_right
from wordfleet_print.press.ink.style import CELL_LINE, Style
from wordfleet_print.press.panels.line import CellRow, TextLine, above_rule
from wordfleet_print.sheet.sheet import Sheet

LABEL_TRACKING = 0.06
"""Letterspacing of small capitals, as a part of their size."""
LEAST_RULE = 2.0
"""A shorter rule beside a stamp would look like a stain (mm)."""


V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Slot(Generic[V]):
    """A place for type that hangs on one value of a sheet; where the value is None nothing is set.

    `recurs` says that other sheets will have the same value, so that its type is worth keeping. `stamps` are the
    letters that the value, a mapping, counts (what it lacks counts 0): the type of each letter and count is kept as a
    finished form, and `set` is asked for one letter at a time.
    """

    value: Callable[[Sheet], V | None]
    set: Callable[[V], Iterable[Type]]
    recurs: bool = False
    stamps: str = ""

    def set_type(self, sheet: Sheet) -> Iterable[Type]:
        """What this sheet has here, placed."""
        value: Any = self.value(sheet)
        if value is None:
            return ()
        if self.stamps:
            value = {letter: value.get(letter, 0) for letter in self.stamps}
        return self.set(value)


@dataclass(frozen=True, slots=True)
class LineSlot:
    """A line for a text that is the sheet's own, such as a name; where it is empty nothing is set."""

    value: Callable[[Sheet], str]
    line: TextLine

    def set_type(self, sheet: Sheet) -> Iterable[Type]:
        """What this sheet has here, placed."""
        text = self.value(sheet)
        return (self.line.set_text(text),) if text else ()


@dataclass(frozen=True, slots=True)
class RowSlot:
    """A row of cells for texts of the sheet, such as its words; where there are none nothing is set."""

    value: Callable[[Sheet], Sequence[str]]
    row: CellRow

    def set_type(self, sheet: Sheet) -> Iterable[Type]:
        """What this sheet has here, placed."""
        texts = self.value(sheet)
        return self.row.set_texts(texts) if texts else ()


AnySlot: TypeAlias = Slot[Any] | LineSlot | RowSlot


class Panel(Protocol):
    """One panel in its place: `rect` (mm) holds all its ink."""

    @property
    def rect(self) -> Rect:
        """All its ink's place (mm)."""

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on every sheet."""

    def slots(self) -> Iterable[AnySlot]:
        """Where sheets differ here."""


class Unchanging:
    """What a panel is that is the same on every sheet: whatever is added, is written by hand."""

    __slots__ = ()

    def slots(self) -> Iterable[AnySlot]:
        """None."""
        return ()


@dataclass(frozen=True, slots=True)
class Tab:
    """The heading of a panel: a stamp with its title, a rule to the panel's edge, a note above the rule.

    Public panels carry solid stamps, secret ones round outlines: nobody writes in the wrong grid. To save ink the
    public ones are outlined too, with square corners and a bar.
    """

    rect: Rect
    title: str
    note: str
    solid: bool
    style: Style

    @property
    def face(self) -> Face:
        """The heavier stencil where it fits and ink need not be saved."""
        heavy = text_width(self.title.upper(), Face.STENCIL_HEAVY, self.style.tab) + 3.2 <= self.rect.w
        return Face.STENCIL_HEAVY if heavy and not self.style.saves_ink else Face.STENCIL

    @property
    def stamp(self) -> Rect:
        """The stamp's place, as wide as its title needs; as wide as the panel where too little would be left."""
        width = text_width(self.title.upper(), self.face, self.style.tab)
        padding = min(2.6, (self.rect.w - width) / 2)
        if padding < 0.3:
            raise BadInputError(
                f"The heading “{self.title}” needs {width:.0f} mm and has {self.rect.w:.0f} mm.",
                tip="Shorten the panel's title in the rules' front matter.",
            )
        stamp = self.rect.left(width + 2 * padding)
        return stamp if self.rect.right - stamp.right > LEAST_RULE else self.rect

    def draw(self, pen: Pen) -> None:
        """Stamp, rule and, where there is room beside the stamp, the note."""
        rect, style, stamp = self.rect, self.style, self.stamp
        middle = set_in(stamp, self.title.upper(), self.face, style.tab)
        if self.solid and not style.saves_ink:
            pen.fill(stamp)
            pen.text(middle, gray=WHITE)
        else:
            self._draw_outline(pen, stamp)
            pen.text(middle)
        if stamp != rect:
            pen.line(stamp.right, rect.bottom, rect.right, rect.bottom, style.frame_line)
        if self.note and text_width(self.note, Face.MEDIUM, style.body) < rect.w - stamp.w - 2:
            pen.text(set_right(rect.right, rect.bottom - above_rule(style.body), self.note, Face.MEDIUM, style.body))

    def _draw_outline(self, pen: Pen, stamp: Rect) -> None:
        """Round corners for secret panels; square ones and a heavy bar for public ones that save ink."""
        inner = Rect(stamp.x + 0.25, stamp.y + 0.25, stamp.w - 0.5, stamp.h - 0.25)
        pen.frame(inner, self.style.stamp_line, radius=0 if self.solid else 1.2)
        if self.solid:
            pen.fill(Rect(stamp.x, stamp.y + 0.15, 1.0, stamp.h - 0.15))


def draw_label(pen: Pen, x: float, baseline: float, text: str, style: Style) -> None:
    """A small label in letterspaced capitals."""
    tracking = style.label * LABEL_TRACKING
    pen.text(set_left(x, baseline, text.upper(), Face.SEMIBOLD, style.label), tracking=tracking)


def draw_field(pen: Pen, rect: Rect, label: str, style: Style) -> None:
    """A line to write on along the bottom of a box, with its label on top."""
    if label:
        draw_label(pen, rect.x, rect.y + cap_height(Face.SEMIBOLD, style.label), label, style)
    pen.line(rect.x, rect.bottom, rect.right, rect.bottom, style.writing_line)


@dataclass(frozen=True, slots=True)
class FoldLine(Unchanging):
    """The line to fold along, at exactly half the page's height, and what it is for."""

    rect: Rect
    text: str
    style: Style

    def draw(self, pen: Pen) -> None:
        """Dashes from edge to edge with the words between them."""
        y = self.rect.centre_y
        tracking = self.style.label * LABEL_TRACKING * 1.5
        words, size = fit(self.text.upper(), Face.SEMIBOLD, self.rect.w * 0.7, self.style.label, 7)
        width = text_width(words, Face.SEMIBOLD, size) + len(words) * tracking * 25.4 / 72
        left = self.rect.centre_x - width / 2
        with pen.dashes(2.0, 1.2):
            pen.line(self.rect.x, y, left - 3, y, self.style.frame_line)
            pen.line(self.rect.right, y, left + width + 3, y, self.style.frame_line)
        run = set_left(left, y + cap_height(Face.SEMIBOLD, size) / 2, words, Face.SEMIBOLD, size)
        pen.text(run, tracking=tracking)


def draw_dotted(pen: Pen, x1: float, x2: float, y: float) -> None:
    """A dotted divider."""
    with pen.dashes(0.35, 0.7):
        pen.line(x1, y, x2, y, CELL_LINE)
