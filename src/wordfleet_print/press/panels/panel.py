"""What a panel is: a place, static art, slots for a sheet's type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, heading_face, overhang, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, STANDARD, WHITE, Pen, Run, Style, Type, set_in, set_right
from wordfleet_print.press.ink.paper import MM, Rect, load_picture
from wordfleet_print.sheet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class TextLine:
    """Room for a text, shrunk to fit and at worst cut with an ellipsis: where it starts, its baseline, its width (mm),
    its face, its full and its smallest size (pt). All sizes stand on one baseline, that of the lines beside it.
    """

    x: float
    baseline: float
    width: float
    face: Face
    size: float
    smallest: float

    def fits(self, text: str) -> bool:
        """Whether the text fits at the full size."""
        return text_width(text, self.face, self.size) <= self.width

    def set_type(self, text: str) -> tuple[Run]:
        """The text in its place."""
        shown, size = fit(text, self.face, self.width, self.size, self.smallest)
        return (Run(self.x, self.baseline, shown, self.face, size),)


class Filled(NamedTuple):
    """A line that is there on every page of its kind, and the text that stands on it."""

    line: TextLine
    text: str


@dataclass(frozen=True, slots=True)
class CellRow:
    """Rows of cells that follow each other on one line, one for each text: all cells alike (mm); face and size (pt).
    Texts are of capitals or digits, as many as there are cells in their place.
    """

    places: tuple[tuple[Rect, ...], ...]
    face: Face
    size: float

    def set_type(self, texts: Sequence[str]) -> Iterator[Run]:
        """Each text in its place, each character in the middle of its cell."""
        for text, cells in zip(texts, self.places, strict=True):
            for char, cell in zip(text, cells, strict=True):
                yield set_in(cell, char, self.face, self.size)


@dataclass(frozen=True, slots=True)
class LetterCounts:
    """Places for letters and how many there are of each: type of which there are few kinds, set one by one."""

    letters: str
    set_count: Callable[[str, int], Iterable[Type]]

    def set_type(self, counts: Mapping[str, int]) -> Iterator[Type]:
        """Every letter with its count; what the mapping lacks counts 0."""
        for letter in self.letters:
            yield from self.set_count(letter, counts.get(letter, 0))


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where a panel sets a value in a way of its own. `recurs`: other sheets have it too, so its type is kept."""

    set_type: Callable[[Any], Iterable[Type]]
    recurs: bool = False


Place = TextLine | CellRow | LetterCounts | OwnPlace
"""Where a value of one kind is set."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for type that hangs on one value of a sheet; where there is none nothing is set."""

    value: Callable[[Sheet], Any]
    place: Place

    def set_type(self, sheet: Sheet) -> Iterable[Type]:
        """What this sheet has here, placed."""
        value = self.value(sheet)
        return self.place.set_type(value) if value else ()


def row_slots(
    texts: Callable[[Sheet], Sequence[str] | None], places: Iterable[tuple[Rect, ...]], face: Face, size: float
) -> Iterator[Slot]:
    """A slot for each row of places that stand on one line; there is a place for each of the texts."""
    start = 0
    for _, row in groupby(places, key=lambda cells: cells[0].y):
        cells = CellRow(tuple(row), face, size)
        end = start + len(cells.places)
        yield Slot(partial(_part, texts, slice(start, end)), cells)
        start = end


def _part(texts: Callable[[Sheet], Sequence[str] | None], part: slice, sheet: Sheet) -> Sequence[str]:
    return (texts(sheet) or ())[part]


def above_rule(size: float) -> float:
    """How far above a rule type of this size (pt) stands, clear of it with its descenders (mm)."""
    return 0.4 + 0.1 * size


LABEL_TRACKING = 0.06
"""Letterspacing of small capitals, as a part of their size."""
LEAST_RIM = 0.35
"""From a stamp's edge to its letters' ink (mm)."""
LEAST_RULE = 2.0
"""A shorter rule beside a stamp would look like a stain (mm)."""


class Panel(Protocol):
    """One panel in its place: `rect` (mm) holds all its ink."""

    @property
    def rect(self) -> Rect:
        """All its ink's place (mm)."""

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on every sheet."""

    def slots(self) -> Iterable[Slot]:
        """Where sheets differ here."""


class Unchanging:
    """What a panel is that is the same on every sheet: whatever is added, is written by hand."""

    __slots__ = ()

    def slots(self) -> Iterable[Slot]:
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
        return heading_face(
            self.title.upper(), Face.STENCIL_HEAVY if heavy and not self.style.saves_ink else Face.STENCIL
        )

    @property
    def stamp(self) -> Rect:
        """The stamp's place, as wide as its title needs; as wide as the panel where too little would be left."""
        width = text_width(self.title.upper(), self.face, self.style.tab)
        padding = min(2.6, (self.rect.w - width) / 2)
        if padding < 0.3:
            why = f"The heading “{self.title}” needs {width:.0f} mm and has {self.rect.w:.0f} mm."
            raise BadInputError(why, tip="Shorten the panel's title in the rules' front matter.")
        stamp = self.rect.left(width + 2 * padding)
        return stamp if self.rect.right - stamp.right > LEAST_RULE else self.rect

    def _heading(self, stamp: Rect) -> Run:
        """The title in the middle of its stamp, moved and made smaller as accents and cedillas need it."""
        text, face, size, inside = self.title.upper(), self.face, self.style.tab, stamp.inset(LEAST_RIM)
        over, under = overhang(text, face)
        size = min(size, inside.h / (cap_height(face, 1) + over + under))
        run = set_in(stamp, text, face, size)
        highest = inside.y + cap_height(face, size) + over * size
        return run._replace(y=min(max(run.y, highest), inside.bottom - under * size))

    def draw(self, pen: Pen) -> None:
        """Stamp, rule and, where there is room beside the stamp, the note."""
        rect, style, stamp = self.rect, self.style, self.stamp
        middle = self._heading(stamp)
        if self.solid and not style.saves_ink:
            pen.fill(stamp)
            pen.text(middle, gray=WHITE)
        else:
            # Round corners for secret panels; square ones and a heavy bar for public ones that save ink
            inner = Rect(stamp.x + 0.25, stamp.y + 0.25, stamp.w - 0.5, stamp.h - 0.25)
            pen.frame(inner, self.style.stamp_line, radius=0 if self.solid else 1.2)
            if self.solid:
                pen.fill(Rect(stamp.x, stamp.y + 0.15, 1.0, stamp.h - 0.15))
            pen.text(middle)
        if stamp != rect:
            pen.line(stamp.right, rect.bottom, rect.right, rect.bottom, style.frame_line)
        if self.note and text_width(self.note, Face.MEDIUM, style.body) < rect.w - stamp.w - 2:
            pen.text(set_right(rect.right, rect.bottom - above_rule(style.body), self.note, Face.MEDIUM, style.body))


def label_width(text: str, style: Style) -> float:
    """How wide a label is set (mm)."""
    tracking = style.label * LABEL_TRACKING / MM
    return text_width(text.upper(), Face.SEMIBOLD, style.label) + len(text) * tracking


def draw_label(pen: Pen, x: float, baseline: float, text: str, style: Style) -> None:
    """A small label in letterspaced capitals."""
    tracking = style.label * LABEL_TRACKING
    pen.text(Run(x, baseline, text.upper(), Face.SEMIBOLD, style.label), tracking=tracking)


@dataclass(frozen=True)
class WritingLine:
    """A line to write on along the bottom of `rect`, its label on top; what is known prints there at `size` (pt)."""

    rect: Rect
    label: str
    size: float = STANDARD.name
    face: Face = Face.SEMIBOLD
    style: Style = STANDARD

    @cached_property
    def room(self) -> TextLine:
        """Where a text stands on the line."""
        rect, size = self.rect, self.size
        smallest = min(size, self.style.name_min)
        return TextLine(rect.x, rect.bottom - above_rule(size), rect.w, self.face, size, smallest)

    def draw(self, pen: Pen) -> None:
        """Label and line."""
        rect, style = self.rect, self.style
        if self.label:
            over, _ = overhang(self.label.upper(), Face.SEMIBOLD)  # at the head of a page accents stay off the edge
            tall = cap_height(Face.SEMIBOLD, style.label) + over * style.label
            draw_label(pen, rect.x, rect.y + tall, self.label, style)
        pen.line(rect.x, rect.bottom, rect.right, rect.bottom, style.writing_line)

    def set_text(self, text: str) -> Iterable[Run]:
        """The text, shrunk to fit and at worst cut with an ellipsis; nothing where nothing is known."""
        return self.room.set_type(text) if text else ()


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
        run = Run(left, y + cap_height(Face.SEMIBOLD, size) / 2, words, Face.SEMIBOLD, size)
        pen.text(run, tracking=tracking)


def draw_dotted(pen: Pen, x1: float, x2: float, y: float) -> None:
    """A dotted divider."""
    with pen.dashes(0.35, 0.7):
        pen.line(x1, y, x2, y, CELL_LINE)


def draw_digit_boxes(pen: Pen, place: Rect, digits: int, style: Style) -> None:
    """A box for a number of so many digits, dotted lines between them."""
    for box in place.columns(digits)[1:]:
        with pen.dashes(0.4, 0.6):
            pen.line(box.x, box.y, box.x, box.bottom, CELL_LINE)
    pen.frame(place, style.frame_line)


def draw_silhouette(pen: Pen, name: str, place: Rect, style: Style) -> None:
    """A picture, in outline to save ink."""
    if style.saves_ink:
        pen.picture_outline(load_picture(name), place, CELL_LINE)
    else:
        pen.picture(load_picture(name), place)
