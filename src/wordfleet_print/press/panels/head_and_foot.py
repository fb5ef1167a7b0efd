"""Wordmark, fields, launch codes, what a turn is, the sheet's own code."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby
from operator import attrgetter
from string import ascii_letters
from typing import Literal

import segno

from wordfleet_print.game import SummaryStep
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, heading_face, text_width, whole
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, Style, set_centred, set_right
from wordfleet_print.press.ink.paper import MM, Rect
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.press.panels.panel import (
    Slot,
    Tab,
    TextLine,
    Unchanging,
    WritingLine,
    draw_digit_boxes,
    draw_label,
    draw_silhouette,
    label_width,
    row_slots,
)
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.sheet.sheet_code import SheetCode

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
        tall, foot = cap_height(self._face, size), self.rect.bottom - sight
        end = self._draw_title(pen, title, size, foot) + 4
        if self.edition:
            name, face, named = self._edition
            pen.text(Run(end, foot - tall + cap_height(face, named), name, face, named))
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
    """The size (pt) at which the title's capitals are `height` mm tall, or less where it would be too wide."""
    face = heading_face(title, Face.STENCIL_HEAVY)
    by_height = height / cap_height(face, 1)
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


QUIET = 4
"""Light modules around a QR code (ISO/IEC 18004, 9.1)."""
LEADING = 1.55
"""From line to line of a code in two lines, in heights of a capital."""
SMALLEST_MODULE = 0.6
"""The least side of a QR module (mm; SHEET.md)."""


@dataclass(frozen=True, slots=True)
class TurnPanel(Unchanging):
    """The turn summary in numbered steps, each in its place (C-28)."""

    rect: Rect
    tab: Tab | None
    steps: tuple[SummaryStep, ...]
    places: tuple[Rect, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """A numbered disc, the step's name, what to do."""
        if self.tab:
            self.tab.draw(pen)
        style = self.style
        radius = max(2.3, cap_height(Face.BOLD, style.legend))
        for i, (step, place) in enumerate(zip(self.steps, self.places, strict=True)):
            number = set_centred(place.x + radius, place.centre_y, str(i + 1), Face.BOLD, style.legend)
            if style.saves_ink:
                pen.ring(place.x + radius, place.centre_y, radius - 0.1, style.frame_line)
                pen.text(number)
            else:
                pen.disc(place.x + radius, place.centre_y, radius)
                pen.text(number, gray=WHITE)
            x = place.x + 2 * radius + 1.8
            tall = cap_height(Face.BOLD, style.legend)
            pen.text(Run(x, place.centre_y - 0.5, step.step.upper(), Face.BOLD, style.legend))
            how = whole(step.how, Face.MEDIUM, place.right - x, style.legend, style.label)
            pen.text(Run(x, place.centre_y + tall + 0.8, step.how, Face.MEDIUM, how))


_PLAIN_TEXT = frozenset(f"{ascii_letters} .-’")
START_LINE = 2.95
"""From one line of what to do first to the next (mm)."""


@dataclass(frozen=True, slots=True)
class StartPanel:
    """What a captain does first, in one line or two: by whether its fleet is in place already."""

    rect: Rect
    lines: tuple[tuple[str, str], ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """Nothing: what there is to do hangs on the sheet."""

    def slots(self) -> Iterable[Slot]:
        """A place for each line."""
        longest = max((text for line in self.lines for text in line), key=lambda text: text_width(text, Face.MEDIUM, 1))
        size = whole(longest, Face.MEDIUM, self.rect.w, self.style.label, self.style.label)
        for number, texts in enumerate(self.lines):
            baseline = self.rect.y + number * START_LINE + cap_height(Face.MEDIUM, size)
            line = TextLine(self.rect.x, baseline, self.rect.w, Face.MEDIUM, size, size)
            yield Slot(partial(_first_step, texts), line)


def _first_step(texts: tuple[str, str], sheet: Sheet) -> str:
    return texts[sheet.berths is not None]


def start_lines(texts: tuple[str, str], width: float, style: Style) -> tuple[tuple[str, str], ...]:
    """These texts in one line where all fit the width (mm), else in two; none where they do not fit those, or have
    other letters than the fonts of every sheet.
    """
    if not _PLAIN_TEXT.issuperset("".join(texts)):
        return ()
    for count in (1, 2):
        parts = [_split(text, count) for text in texts]
        if all(text_width(part, Face.MEDIUM, style.label) <= width for own in parts for part in own):
            return tuple(zip(*parts, strict=True))
    return ()


def _split(text: str, lines: int) -> list[str]:
    """A text in so many lines, cut where they are most alike."""
    if lines == 1:
        return [text]
    words = text.split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(cuts, key=lambda cut: max(text_width(part, Face.MEDIUM, 1) for part in cut)))


@dataclass(frozen=True, slots=True)
class AddressPanel(Unchanging):
    """Where the rules are, as a QR code that fills the panel; the layout leaves its quiet zone free."""

    rect: Rect
    address: str

    def draw(self, pen: Pen) -> None:
        """The dark modules."""
        matrix = qr_matrix(self.address)
        module = self.rect.w / len(matrix)
        pen.fill_together(
            Rect(self.rect.x + start * module, self.rect.y + y * module, length * module, module)
            for y, row in enumerate(matrix)
            for start, length in _dark_runs(row)
        )


@lru_cache(maxsize=16)
def qr_matrix(address: str) -> tuple[tuple[int, ...], ...]:
    """The QR code's modules, 1 for dark, without quiet zone (ISO/IEC 18004; error correction M)."""
    return tuple(tuple(row) for row in segno.make(address, error="m", micro=False, boost_error=False).matrix)


def _dark_runs(row: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    """(start, length) of each run of dark modules."""
    start = 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            yield start, length
        start += length


@dataclass(frozen=True, slots=True)
class SheetCodePanel:
    """The sheet code on its line. It regenerates the secrets, so it stands below the fold only."""

    rect: Rect
    style: Style

    def draw(self, pen: Pen) -> None:
        """Label and line."""
        WritingLine(self.rect, "Sheet code", style=self.style).draw(pen)

    def slots(self) -> Iterable[Slot]:
        """A line for the code, or two where one is too narrow: all codes are equally wide.

        Raises `BadInputError` where two are too narrow.
        """
        rect, size, code = self.rect, self.style.code_line, str(SheetCode(0, 0))
        line = TextLine(rect.x, rect.bottom - 1.4, rect.w, Face.MONO, size, size)
        if line.fits(code):
            return (Slot(attrgetter("code"), line),)
        whole(max(_halves(code), key=len), Face.MONO, rect.w, size, size)
        upper = replace(line, baseline=line.baseline - LEADING * cap_height(Face.MONO, size))
        return [Slot(partial(_half, i), place) for i, place in enumerate((upper, line))]


def _halves(code: str) -> tuple[str, str]:
    """A code in two, after a hyphen near its middle."""
    cut = code.index("-", len(code) // 3) + 1
    return code[:cut], code[cut:]


def _half(number: int, sheet: Sheet) -> str:
    return _halves(sheet.code)[number]


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
