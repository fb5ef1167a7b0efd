"""Kits as tests need them: printed once by either renderer, and read back in millimeters by MuPDF
and PDFium.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
import pypdfium2
import pytest

from support.games import LEAST
from support.machine import without_pango
from support.publishing import make_kit
from support.store import STORE
from wordfleet_print.games import RulesSource, load_rules, parse_rules
from wordfleet_print.kit.document import KitDocument
from wordfleet_print.kit.printing import print_document
from wordfleet_print.rulebook import pdf
from wordfleet_print.settings.games import KitSettings

GAMES = ("army-men", "happy-flip-chess", "word-fleet", "word-fleet-admirals", "word-fleet-strike")
CHESS = "happy-flip-chess"
ARMY = "army-men"
FLEET = "word-fleet"
# What makes the PDF of a kit.
PANGO = "pango"
CHROMIUM = "chromium"
MM = 72 / 25.4
"""Points in a millimeter."""
INCH = 25.4
"""Millimeters in an inch."""
NEAR = 0.2
"""How far a measure may be off (mm)."""
STRAIGHT_MM = 0.02
"""A line that is narrower, or lower, is upright, or level."""


@dataclass(frozen=True)
class Line:
    """A straight line on a page, a rectangle or a curve: the box around it, in mm from the top left
    of the page.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    width: float
    """Of its stroke (mm)."""
    kind: str
    """“l” for a line, “r” for a rectangle, “c” for a shape with curves."""
    dark: float | None
    """Of its fill, from 0 (white) to 1 (black); None without one."""

    @property
    def w(self) -> float:
        return self.x1 - self.x0

    @property
    def h(self) -> float:
        return self.y1 - self.y0

    @property
    def is_upright(self) -> bool:
        """Whether it is a straight line from top to bottom."""
        return self.kind == "l" and self.w < STRAIGHT_MM

    @property
    def is_level(self) -> bool:
        """Whether it is a straight line from left to right."""
        return self.kind == "l" and self.h < STRAIGHT_MM


@dataclass(frozen=True)
class Sheet:
    """A printed page as it is read back."""

    name: str
    """What `--page` calls it."""
    title: str
    width: float
    """Of the paper (mm)."""
    height: float
    text: str
    """All words."""
    lines: tuple[Line, ...]
    """Everything that is drawn."""
    spans: tuple[tuple[float, str, tuple[float, float, float], float], ...]
    """Runs of letters: size (pt), text, left edge, base line and right edge (mm), and the way of
    writing: 1 for upright letters, -1 upside down, 0 sideways.
    """
    pixels: Callable[[float], np.ndarray]
    """Draws it in gray at this many dots to an inch, from black (0) to white (255)."""

    @property
    def sizes(self) -> list[tuple[float, str]]:
        """Each run of letters with its size (pt)."""
        return [(size, text) for size, text, *_ in self.spans]

    def find_crossed(self) -> list[str]:
        """Return texts that a straight line crosses, except the letter in a mark's legend."""
        return [
            text
            for size, text, place, way in self.spans
            if text != "E" and self._is_crossed(size, *place, way)
        ]

    def _is_crossed(self, size: float, x0: float, base: float, x1: float, way: float) -> bool:
        """Return whether a straight line crosses a run of letters, between their base line and the
        height of small letters. Letters on their side are not looked at.
        """
        if abs(way) < 0.9:
            return False
        size_mm = size / MM
        top, bottom = sorted((base - 0.08 * size_mm * way, base - 0.62 * size_mm * way))
        for line in self.lines:
            is_straight = line.is_upright or line.is_level
            if not (is_straight and line.width and line.x1 > x0 and line.x0 < x1):
                continue
            for step in range(41):  # points along the line
                x = line.x0 + line.w * step / 40
                y = line.y0 + line.h * step / 40
                if x0 + 0.1 < x < x1 - 0.1 and top < y < bottom:
                    return True
        return False

    def find_down(self, h: float, width: float | None = None) -> list[Line]:
        """Return lines from top to bottom of this length and stroke (mm)."""
        lines = [line for line in self.lines if line.is_upright and abs(line.h - h) < 0.06]
        return [line for line in lines if width is None or abs(line.width - width) < 0.02]

    def find_across(self, w: float) -> list[Line]:
        """Return lines from left to right of this length (mm)."""
        return [line for line in self.lines if line.is_level and abs(line.w - w) < 0.06]


def settings(paper: str = "a4", **more: Any) -> KitSettings:
    return KitSettings(paper=paper, **more)


@cache
def document(slug: str, paper: str = "a4", **more: Any) -> KitDocument:
    return make_kit(load_rules(slug), settings(paper, **more))


def print_by(made: KitDocument, renderer: str) -> pdf.Printed:
    """Print a document by a renderer."""
    with without_pango() if renderer == CHROMIUM else nullcontext():
        return print_document(made)


def print_html(made: KitDocument, renderer: str = PANGO) -> bytes:
    """Return the PDF of a document by a renderer."""
    return bytes(print_by(made, renderer).content)


@cache
def sheets(slug: str, paper: str = "a4", renderer: str = PANGO, **more: Any) -> tuple[Sheet, ...]:
    """Return the pages of a game's kit, as they are read back."""
    made = document(slug, paper, **more)
    key = ("kit", slug, paper, renderer, sorted(more.items()))
    printed = STORE.print_once(key, lambda: print_by(made, renderer))
    return read_sheets(made, printed.content)


def sheets_called(
    name: str, slug: str, paper: str = "a4", renderer: str = PANGO, **more: Any
) -> list[Sheet]:
    return [sheet for sheet in sheets(slug, paper, renderer, **more) if sheet.name == name]


def read_sheets(made: KitDocument, content: bytes) -> tuple[Sheet, ...]:
    """Return each page of a document's PDF with what is drawn on it, without empty pages."""
    read_back = []
    with pymupdf.open(stream=content) as pdf_pages:
        assert len(pdf_pages) == len(made.sheets)
        for number, (page, sheet) in enumerate(zip(pdf_pages, made.sheets, strict=True)):
            if sheet.is_empty:
                continue
            read_back.append(
                Sheet(
                    name=sheet.name,
                    title=sheet.title,
                    width=page.rect.width / MM,
                    height=page.rect.height / MM,
                    text=" ".join(page.get_text().split()),
                    lines=_read_lines(page),
                    spans=tuple(_read_spans(page)),
                    pixels=partial(_draw, content, number),
                )
            )
    return tuple(read_back)


def _read_spans(
    page: pymupdf.Page,
) -> Iterator[tuple[float, str, tuple[float, float, float], float]]:
    """Yield the runs of letters on a page, as `Sheet` has them."""
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                if span["text"].strip() and span["alpha"]:  # that can be seen
                    left, _, right, _ = span["bbox"]
                    place = (left / MM, span["origin"][1] / MM, right / MM)
                    yield round(span["size"], 2), span["text"], place, line["dir"][0]


def _draw(content: bytes, number: int, dots: float) -> np.ndarray:
    """Return a page in gray at this many dots to an inch, from black (0) to white (255)."""
    with pypdfium2.PdfDocument(content) as read:
        return np.array(read[number].render(scale=dots / 72, grayscale=True).to_numpy().squeeze())


def _read_lines(page: pymupdf.Page) -> tuple[Line, ...]:
    """Return everything that is drawn on a page."""
    lines: list[Line] = []
    for path in page.get_drawings():
        width = (path["width"] or 0) / MM
        fill = path.get("fill")  # red, green and blue, from 0 to 1
        dark = None if fill is None else 1 - sum(fill) / 3
        # An operator, “l”, “re”, “qu” or “c”, with its points, rectangle or quadrilateral
        for operator, *points in path["items"]:
            if operator == "l":
                first, last = points
                box = pymupdf.Rect(first, last).normalize()
                lines.append(_make_line(box, width, "l", dark))
            elif operator in ("re", "qu"):
                box = points[0] if operator == "re" else points[0].rect
                lines.append(_make_line(box, width, "r", dark))
        if any(operator == "c" for operator, *_ in path["items"]):
            lines.append(_make_line(path["rect"], width, "c", dark))
    return tuple(lines)


def _make_line(box: pymupdf.Rect, width: float, kind: str, dark: float | None) -> Line:
    """Return what is drawn in a box (pt)."""
    return Line(box.x0 / MM, box.y0 / MM, box.x1 / MM, box.y1 / MM, width, kind, dark)


def places(values: list[float]) -> list[float]:
    """Return places (mm) in order, those that are the same but for rounding once."""
    different: list[float] = []
    for value in sorted(values):
        if not different or value - different[-1] > 0.05:
            different.append(value)
    return different


def find_bar_problems(sheet: Sheet) -> Iterator[str]:
    """Yield what is wrong with the bar at the foot of a page, by which people check its scale: a
    line of 4 inches, with marks at every centimeter on one side, at every half inch on the other.
    Backs have none: their fronts do.
    """
    if "backs" in sheet.title or "side 2" in sheet.text:
        return
    bars = [*sheet.find_across(4 * INCH), *sheet.find_down(4 * INCH)]
    if len(bars) != 1:
        yield f"has {len(bars)} bars to measure"
        return
    (bar,) = bars
    marks = []  # how far each is from the bar's beginning, of an upright bar its lower end
    for line in sheet.lines:
        if not 1.3 < max(line.w, line.h) < 2.5:
            continue
        # A mark begins or ends at the bar
        touches_level = min(abs(line.y0 - bar.y0), abs(line.y1 - bar.y0)) < 0.05
        touches_upright = min(abs(line.x0 - bar.x0), abs(line.x1 - bar.x0)) < 0.05
        if bar.is_level and line.is_upright and touches_level:
            marks.append(line.x0 - bar.x0)
        elif bar.is_upright and line.is_level and touches_upright:
            marks.append(bar.y1 - line.y0)
    centimeters = [10.0 * number for number in range(11)]
    half_inches = [INCH / 2 * number for number in range(9)]
    if places(marks) != pytest.approx(places(centimeters + half_inches), abs=NEAR):
        yield f"has a bar with marks at {places(marks)}"


def own_kit(
    folder: Path, kit: str, facts: str = "", *, body: str = "\n## Play\n\nCut.\n"
) -> RulesSource:
    """A designer's game with this `kit:`, as a file of a folder. Raises as `parse_rules`."""
    text = f"---\n{LEAST}{facts}kit:\n{kit}\n---\n# Rules\n{body}"
    return parse_rules(text, name=str(folder / "reeds.md"))
