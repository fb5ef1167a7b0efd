"""The one reader of printed pages: what stands where, in millimetres; their pixels; their QR codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from string import ascii_uppercase
from typing import Any

import cv2
import numpy as np
import pymupdf
import pypdfium2
from cv2.typing import MatLike

from wordfleet_print.games import load_edition

POINTS = 72 / 25.4
"""In a millimetre."""
HAIR = 0.02
"""Two places closer than this are one (mm): what rounding in the file amounts to."""
NAMED = 24
"""So many letters of a font's name MuPDF keeps, those after the tag of a subset."""
ECO = ("eco", "all-at-once")
EDITION = load_edition("word-fleet")
PANELS = EDITION.tracker.panels
ATTACK, RECON, ENEMY = PANELS.attack.title.upper(), PANELS.recon.title.upper(), PANELS.enemy.title.upper()
FLEET, CODES, DEFENSE = PANELS.fleet.title.upper(), PANELS.codes.title.upper(), PANELS.defense.title.upper()


@dataclass(frozen=True)
class Box:
    """A rectangle on the page (mm from the top left)."""

    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def w(self) -> float:
        return self.x1 - self.x0

    @property
    def h(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.top + self.bottom) / 2

    def holds(self, x: float, y: float) -> bool:
        return self.x0 - HAIR <= x <= self.x1 + HAIR and self.top - HAIR <= y <= self.bottom + HAIR

    def contains(self, other: Box) -> bool:
        return self.holds(other.x0, other.top) and self.holds(other.x1, other.bottom)


@dataclass(frozen=True)
class Ink(Box):
    """A drawn path: `kind` is line, rect or curve; `width` (pt) of its outline or 0; `gray` of its fill or None."""

    kind: str
    width: float
    gray: float | None
    dashed: bool


@dataclass(frozen=True)
class Text:
    """Glyphs in one run: where they start and end, the baseline (mm), the size (pt), the font, the gray."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    font: str
    gray: float

    @property
    def x(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def em(self) -> float:
        """The size in mm."""
        return self.size / POINTS

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its capitals, which are about 0.7 em tall."""
        return self.x, self.y - 0.35 * self.em


@dataclass(frozen=True)
class ReadPage:
    """A page as read: its size (mm), its text in the order it is drawn, its paths."""

    width: float
    height: float
    glyphs: tuple[Text, ...]
    runs: tuple[Text, ...]
    inks: tuple[Ink, ...]

    @cached_property
    def boxes(self) -> list[Ink]:
        """Outlined rectangles, each place once."""
        return [*{_rounded(ink): ink for ink in self.inks if ink.kind == "rect" and ink.width}.values()]

    @cached_property
    def across(self) -> list[Ink]:
        """Lines from left to right."""
        return [ink for ink in self.inks if ink.kind == "line" and ink.h < HAIR]

    @cached_property
    def down(self) -> list[Ink]:
        """Lines from top to bottom."""
        return [ink for ink in self.inks if ink.kind == "line" and ink.w < HAIR]

    @cached_property
    def panels(self) -> dict[str, Panel]:
        """Panels by the titles on their tabs."""
        return _find_panels(self)

    @cached_property
    def grids(self) -> dict[str, Grid]:
        """Grids by their panels' titles."""
        return _find_grids(self)

    def text_in(self, box: Box) -> list[Text]:
        """The runs whose middles a box holds."""
        return [run for run in self.runs if box.holds(*run.middle)]


def read_pages(pdf: bytes) -> list[ReadPage]:
    """Every page of a PDF, as MuPDF reads it."""
    with pymupdf.open(stream=pdf) as document:
        return [_read_page(page) for page in document]


def _read_page(page: pymupdf.Page) -> ReadPage:
    names = {font[3].split("+")[-1] for font in page.get_fonts()}
    fonts = {name[:NAMED]: name for name in names}
    assert len(fonts) == len(names)
    glyphs = tuple(glyph for span in page.get_texttrace() for glyph in _glyphs(span, fonts[span["font"]]))
    inks = tuple(ink for path in page.get_cdrawings() for ink in _inks(path))
    return ReadPage(page.rect.width / POINTS, page.rect.height / POINTS, glyphs, tuple(_runs(glyphs)), inks)


def _glyphs(span: dict[str, Any], font: str) -> Iterator[Text]:
    size, gray = round(span["size"], 3), _gray(span["color"])
    for char, _, (_, baseline), (left, _, right, _) in span["chars"]:
        yield Text(chr(char), left / POINTS, right / POINTS, baseline / POINTS, size, font, gray)


def _inks(path: dict[str, Any]) -> Iterator[Ink]:
    """Each part of a path as a path; how far a curve reaches is told by the points it is drawn through."""
    width = round(path["width"], 5) if "s" in path["type"] else 0
    gray = _gray(path["fill"]) if "f" in path["type"] else None
    dashed = bool(width) and not path["dashes"].startswith("[]")
    for kind, points in _parts(path["items"]):
        across, down = (tuple(place / POINTS for place in places) for places in zip(*points, strict=True))
        yield Ink(min(across), min(down), max(across), max(down), kind, width, gray, dashed)


def _parts(items: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    """The kind and the points of each part of a path: a rectangle, or whatever is drawn without lifting the pen."""
    drawn, points = "", list[Any]()
    for op, start, *rest in items:
        if points and (op in ("re", "qu") or points[-1] != start):
            yield _kind(drawn, points), points
            drawn, points = "", []
        if op == "re":
            yield "rect", [start[:2], start[2:]]
        elif op == "qu":
            yield "curve", [*start]
        else:
            drawn, points = drawn + op, [*(points or [start]), rest[-1]]
    if points:
        yield _kind(drawn, points), points


def _kind(drawn: str, points: list[Any]) -> str:
    """A line there, or there and back; a rectangle of four lines; or a curve, which stands for all other shapes."""
    if {*drawn} == {"l"} and len({*points}) == 2:
        return "line"
    straight = all(x == other_x or y == other_y for (x, y), (other_x, other_y) in pairwise(points))
    return "rect" if drawn == "llll" and points[0] == points[-1] and straight else "curve"


def _gray(color: Iterable[float]) -> float:
    """Black is 0; MuPDF tells every gray as red, green and blue, which are alike but for its rounding."""
    (gray,) = {round(part, 3) for part in color}
    return gray


def _rounded(box: Box) -> tuple[float, ...]:
    return tuple(round(place, 2) for place in (box.x0, box.top, box.x1, box.bottom))


def _runs(glyphs: Iterable[Text]) -> Iterator[Text]:
    """Glyphs that follow one another without a gap, as one; a gap under a third of an em is letterspacing."""
    run: Text | None = None
    for glyph in glyphs:
        if run and _follows(run, glyph):
            run = Text(run.text + glyph.text, run.x0, glyph.x1, run.y, run.size, run.font, run.gray)
        else:
            if run:
                yield run
            run = glyph
    if run:
        yield run


def _follows(run: Text, glyph: Text) -> bool:
    same = (run.font, run.gray) == (glyph.font, glyph.gray) and abs(run.size - glyph.size) < 0.01
    return same and abs(run.y - glyph.y) < HAIR and abs(glyph.x0 - run.x1) < 0.3 * glyph.em


@dataclass(frozen=True)
class Panel(Box):
    """The place under a tab, as wide as the tab's rule, down to the next tab; `stamp` is the tab's own box."""

    title: str
    stamp: Ink
    page: ReadPage

    @cached_property
    def letters(self) -> dict[str, Ink]:
        """The boxes of the alphabet, by letter."""
        return _find_letters(self)

    @cached_property
    def strips(self) -> list[tuple[Ink, list[float]]]:
        """Frames divided by lines from top to bottom, in reading order, with the places of the divisions (mm)."""
        found = [(box, _divisions(self.page, box)) for box in self.page.boxes if self.contains(box)]
        strips = [(box, places) for box, places in found if len(places) > 2]
        return sorted(strips, key=lambda strip: (round(strip[0].top), strip[0].x0))


def _divisions(page: ReadPage, box: Box) -> list[float]:
    """The x of a box's sides and of the lines that divide it from top to bottom."""
    inside = [
        line.x0
        for line in page.down
        if abs(line.top - box.top) < HAIR and abs(line.bottom - box.bottom) < HAIR and box.x0 < line.x0 < box.x1
    ]
    return [box.x0, *sorted(inside), box.x1]


def _find_panels(page: ReadPage) -> dict[str, Panel]:
    """A tab is a stencil title inside a stamp (a filled box or an outline), with a rule beside it if there is room."""
    tabs = []
    might_be = [ink for ink in page.inks if _is_stamp(ink)]
    for run in page.runs:
        stamps = [ink for ink in might_be if ink.holds(run.x0, run.y) and ink.holds(run.x1, run.y)]
        if run.font.startswith("SairaStencil") and stamps:
            stamp = stamps[0]
            rules = [line for line in page.across if abs(line.x0 - stamp.x1) < 0.3]
            rule = min(rules, key=lambda line: abs(line.top - stamp.bottom), default=None)
            tabs.append((run.text, stamp, *((rule.top, rule.x1) if rule else (stamp.bottom, stamp.x1 + 0.25))))
    panels = {}
    for title, stamp, top, right in tabs:
        below = [s.top for _, s, _, r in tabs if s.top > stamp.bottom and s.x0 < right and r > stamp.x0]
        bottom = min(below, default=page.height)
        panels[title] = Panel(stamp.x0 - 0.3, top, right + 0.1, bottom, title, stamp, page)
    return panels


def _is_stamp(ink: Ink) -> bool:
    return ink.kind != "line" and ink.h < 10 and ink.w > 15 and (ink.gray == 0 or ink.width > 0)


@dataclass(frozen=True)
class Grid(Box):
    """A grid found by its lines: `xs` and `ys` are the places of all lines, frame included (mm)."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    panel: Panel

    @property
    def cell(self) -> float:
        """The narrowest distance between neighbouring lines (mm)."""
        return min(b - a for places in (self.xs, self.ys) for a, b in pairwise(places))

    def square(self, column: int, row: int) -> Box:
        return Box(self.xs[column], self.ys[row], self.xs[column + 1], self.ys[row + 1])


def _find_grids(page: ReadPage) -> dict[str, Grid]:
    """A grid is a frame divided by lines from side to side, both ways."""
    grids = {}
    for box in page.boxes:
        columns = _divisions(page, box) if box.h > 20 else []
        for panel in page.panels.values():
            rows = [
                line.top
                for line in page.across
                if abs(line.x0 - box.x0) < HAIR and abs(line.x1 - box.x1) < HAIR and box.top < line.top < box.bottom
            ]
            if panel.contains(box) and len(columns) > 3 and len(rows) > 1:
                places = (box.x0, box.top, box.x1, box.bottom)
                ys = (box.top, *sorted(rows), box.bottom)
                grids[panel.title] = Grid(*places, tuple(columns), ys, panel)
    return grids


def _find_letters(panel: Panel) -> dict[str, Ink]:
    """The alphabet's boxes: the outlined boxes whose left half holds one capital of 10 pt or more, half-way up."""
    boxes = {}
    for box in panel.page.boxes:
        left = Box(box.x0, box.top + 0.4 * box.h, box.x0 + 0.45 * box.w, box.bottom - 0.4 * box.h)
        letters = [run for run in panel.page.text_in(left) if run.text in ascii_uppercase and run.size >= 10]
        if panel.contains(box) and len(letters) == 1 and box.w > 10:
            boxes[letters[0].text] = box
    return boxes


def part(page: ReadPage, top: float, bottom: float) -> ReadPage:
    glyphs, runs = ([item for item in items if top < item.y < bottom] for items in (page.glyphs, page.runs))
    inks = [ink for ink in page.inks if top < ink.middle[1] < bottom]
    return ReadPage(page.width, page.height, tuple(glyphs), tuple(runs), tuple(inks))


Image = np.ndarray[Any, np.dtype[np.uint8]]


def render(pdf: bytes, page: int, dpi: int) -> Image:
    """A page in gray, 0 for black."""
    with pypdfium2.PdfDocument(pdf) as document:
        pixels = document[page].render(scale=dpi / 72, grayscale=True).to_numpy()
        gray: Image = pixels.reshape(pixels.shape[:2]).copy()
        return gray


LOOKS = ((0.5, 0), (1.0, 0), (1.0, 2), (1.0, 3), (2.0, 0), (2.0, 3), (2.0, 5))
"""Scales and blurs."""


def read_qr(image: MatLike) -> str:
    """What a reader sees in several looks, as a phone has: sharp and blurred, near and far; nothing if in none."""
    readers = cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()
    for scale, blur in LOOKS:
        look = cv2.GaussianBlur(image, (0, 0), blur) if blur else image
        look = cv2.resize(look, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for reader in readers:
            if text := reader.detectAndDecode(look)[0]:
                return str(text)
    return ""
