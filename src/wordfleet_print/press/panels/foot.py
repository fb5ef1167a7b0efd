"""The foot of a sheet: what to do first and at each turn, where the rules are, the sheet's own code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby
from operator import attrgetter

import segno

from wordfleet_print.games import SummaryStep
from wordfleet_print.press.ink.fonts import Face, cap_height, text_width, whole
from wordfleet_print.press.ink.ink import WHITE, Pen, Run, Style, set_centred
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.panels.panel import (
    Slot,
    Tab,
    TextLine,
    Unchanging,
    WritingLine,
)
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.sheet.sheet_code import SheetCode

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


START_LINE = 2.95
"""From one line of what to do first to the next (mm)."""


@dataclass(frozen=True, slots=True)
class StartPanel(Unchanging):
    """What a captain does first, in one line or two."""

    rect: Rect
    lines: tuple[str, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """The lines, one below the other."""
        first = self.rect.y + cap_height(Face.MEDIUM, self.style.label)
        for number, line in enumerate(self.lines):
            pen.text(Run(self.rect.x, first + number * START_LINE, line, Face.MEDIUM, self.style.label))


def start_lines(text: str, width: float, style: Style) -> tuple[str, ...]:
    """The text in one line, or in two that are most alike, as it fits the width (mm); none where it does not."""
    words = text.split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    inked = partial(text_width, face=Face.MEDIUM, size=style.label)
    in_two = min(cuts, key=lambda cut: max(map(inked, cut)))
    return next((lines for lines in ((text,), in_two) if max(map(inked, lines)) <= width), ())


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
