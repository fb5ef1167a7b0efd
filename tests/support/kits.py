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
CHESS, ARMY, FLEET = "happy-flip-chess", "army-men", "word-fleet"
PANGO, CHROMIUM = "pango", "chromium"
MM = 72 / 25.4
INCH = 25.4
NEAR = 0.2
"""How far a measure may be off (mm)."""


@dataclass(frozen=True)
class Line:
    """A straight line on a page (mm from the top left), or a rectangle; `width` of its stroke,
    `dark` of its fill.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    width: float
    kind: str
    dark: float | None

    @property
    def w(self) -> float:
        return self.x1 - self.x0

    @property
    def h(self) -> float:
        return self.y1 - self.y0


@dataclass(frozen=True)
class Sheet:
    """A printed page: by which name it is asked for, its size (mm), its words, its lines, its
    smallest letters (pt).
    """

    name: str
    title: str
    width: float
    height: float
    text: str
    lines: tuple[Line, ...]
    spans: tuple[tuple[float, str, tuple[float, float, float], float], ...]
    pixels: Callable[[float], np.ndarray]

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
        if abs(way) < 0.9:
            return False
        near, far = base - 0.08 * size / MM * way, base - 0.62 * size / MM * way
        top, bottom = sorted((near, far))
        close = (
            one
            for one in self.lines
            if one.kind == "l" and one.width and one.x1 > x0 and one.x0 < x1
        )
        return any(
            x0 + 0.1 < line.x0 + line.w * t < x1 - 0.1 and top < line.y0 + line.h * t < bottom
            for line in close
            if line.w < 0.02 or line.h < 0.02
            for t in (step / 40 for step in range(41))
        )

    def find_down(self, h: float, width: float | None = None) -> list[Line]:
        """Return lines from top to bottom of this length and stroke."""
        found = (
            line
            for line in self.lines
            if line.kind == "l" and line.w < 0.02 and abs(line.h - h) < 0.06
        )
        return [line for line in found if width is None or abs(line.width - width) < 0.02]

    def find_across(self, w: float) -> list[Line]:
        """Return lines from left to right of this length."""
        return [
            line
            for line in self.lines
            if line.kind == "l" and line.h < 0.02 and abs(line.w - w) < 0.06
        ]


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
    """Return each page with what is drawn on it."""
    found = []
    with pymupdf.open(stream=content) as read:
        assert len(read) == len(made.sheets)
        for number, (page, sheet) in enumerate(zip(read, made.sheets, strict=True)):
            if sheet.is_empty:
                continue
            spans = [
                (
                    round(span["size"], 2),
                    span["text"],
                    (span["bbox"][0] / MM, span["origin"][1] / MM, span["bbox"][2] / MM),
                    line["dir"][0],
                )
                for block in page.get_text("dict")["blocks"]
                for line in block.get("lines", ())
                for span in line["spans"]
                if span["text"].strip() and span["alpha"]
            ]
            size = page.rect.width / MM, page.rect.height / MM
            words = " ".join(page.get_text().split())
            lines, pixels = _read_lines(page), partial(_draw, content, number)
            found.append(Sheet(sheet.name, sheet.title, *size, words, lines, tuple(spans), pixels))
    return tuple(found)


def _draw(content: bytes, number: int, dots: float) -> np.ndarray:
    """Return a page in gray at this many dots to an inch, from black (0) to white (255)."""
    with pypdfium2.PdfDocument(content) as read:
        return np.array(read[number].render(scale=dots / 72, grayscale=True).to_numpy().squeeze())


def _read_lines(page: pymupdf.Page) -> tuple[Line, ...]:
    lines: list[Line] = []
    for path in page.get_drawings():
        width, fill = (path["width"] or 0) / MM, path.get("fill")
        dark = None if fill is None else 1 - sum(fill) / 3
        box = path["rect"]
        for op, *points in path["items"]:
            if op == "l":
                xs, ys = (
                    sorted(point.x / MM for point in points),
                    sorted(point.y / MM for point in points),
                )
                lines.append(Line(xs[0], ys[0], xs[1], ys[1], width, "l", dark))
            elif op in ("re", "qu"):
                one = points[0] if op == "re" else points[0].rect
                lines.append(
                    Line(one.x0 / MM, one.y0 / MM, one.x1 / MM, one.y1 / MM, width, "r", dark)
                )
        if any(item[0] == "c" for item in path["items"]):
            lines.append(Line(box.x0 / MM, box.y0 / MM, box.x1 / MM, box.y1 / MM, width, "c", dark))
    return tuple(lines)


def places(values: list[float]) -> list[float]:
    """Different places, in order."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 0.05:
            found.append(value)
    return found


def find_bar_problems(sheet: Sheet) -> Iterator[str]:
    """A line of 4 inches has marks at every centimeter on one side, at every half inch on the
    other; backs have their faces'.
    """
    if "backs" in sheet.title or "side 2" in sheet.text:
        return
    bars = [*sheet.find_across(4 * INCH), *sheet.find_down(4 * INCH)]
    if len(bars) != 1:
        yield f"has {len(bars)} bars to measure"
        return
    bar, steps = bars[0], []
    for line in (
        line for line in sheet.lines if line.kind == "l" and 1.3 < max(line.w, line.h) < 2.5
    ):
        # how far from the bar's beginning, which is its lower end where it stands upright
        if (
            bar.w > bar.h
            and line.w < 0.02
            and min(abs(line.y0 - bar.y0), abs(line.y1 - bar.y0)) < 0.05
        ):
            steps.append(line.x0 - bar.x0)
        elif (
            bar.w < bar.h
            and line.h < 0.02
            and min(abs(line.x0 - bar.x0), abs(line.x1 - bar.x0)) < 0.05
        ):
            steps.append(bar.y1 - line.y0)
    if places(steps) != pytest.approx(
        places([10.0 * n for n in range(11)] + [12.7 * n for n in range(9)]), abs=NEAR
    ):
        yield f"has a bar with marks at {places(steps)}"


def own_kit(
    folder: Path, kit: str, facts: str = "", *, body: str = "\n## Play\n\nCut.\n"
) -> RulesSource:
    """A designer's game with this `kit:`, as a file of a folder. Raises as `parse_rules`."""
    text = f"---\n{LEAST}{facts}kit:\n{kit}\n---\n# Rules\n{body}"
    return parse_rules(text, name=str(folder / "reeds.md"))
