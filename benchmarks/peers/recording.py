"""A pen that remembers what was drawn, for peers that are given documents, not calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from benchmarks.peers.page import page
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.pen import BLACK, Run, draw_type
from wordfleet_print.press.ink.svg_path import Picture, Point
from wordfleet_print.sheet.sheet import Sheet


class Line(NamedTuple):
    """A straight line: ends (mm), width (pt), dashes and gaps (mm)."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    dashes: tuple[float, ...]


class Box(NamedTuple):
    """A rectangle: its outline's width (pt; 0: filled with `gray`) and corners' radius (mm)."""

    rect: Rect
    width: float = 0
    radius: float = 0
    gray: float = BLACK


class Circle(NamedTuple):
    """A circle: its outline's width (pt; 0: filled with `gray`)."""

    x: float
    y: float
    radius: float
    width: float = 0
    gray: float = BLACK


class Text(NamedTuple):
    """A run of type; `outline` (pt) instead of ink, or unseen."""

    run: Run
    gray: float = BLACK
    tracking: float = 0
    outline: float = 0
    seen: bool = True


class Shape(NamedTuple):
    """A picture's outline in its place (mm): filled even-odd, or drawn `width` pt."""

    steps: tuple[tuple[str, tuple[Point, ...]], ...]
    width: float = 0


Mark = Line | Box | Circle | Text | Shape


class Recording:
    """Has the methods of `press.pen.Pen`; `marks` is what they were called for."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self._dashes: tuple[float, ...] = ()

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        """A straight line."""
        self.marks.append(Line(x1, y1, x2, y2, width, self._dashes))

    def frame(self, rect: Rect, width: float, radius: float = 0) -> None:
        """An outline."""
        self.marks.append(Box(rect, width, radius))

    def fill(self, rect: Rect, gray: float = BLACK) -> None:
        """A filled rectangle."""
        self.marks.append(Box(rect, gray=gray))

    def fill_together(self, rects: Iterable[Rect]) -> None:
        """Filled rectangles."""
        self.marks += map(Box, rects)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle's outline."""
        self.marks.append(Circle(x, y, radius, width))

    def disc(self, x: float, y: float, radius: float, gray: float = BLACK) -> None:
        """A filled circle."""
        self.marks.append(Circle(x, y, radius, gray=gray))

    @contextmanager
    def dashes(self, *lengths: float) -> Iterator[None]:
        """Lines drawn inside are dashed."""
        self._dashes = lengths
        yield
        self._dashes = ()

    def text(self, run: Run, gray: float = BLACK, tracking: float = 0) -> None:
        """A run of type."""
        self.marks.append(Text(run, gray, tracking))

    def text_outline(self, run: Run, width: float) -> None:
        """A run of type in outline."""
        self.marks.append(Text(run, outline=width))

    def text_unseen(self, run: Run) -> None:
        """A run of type without ink."""
        self.marks.append(Text(run, seen=False))

    def picture(self, picture: Picture, place: Rect) -> None:
        """A picture."""
        self.marks.append(Shape(placed(picture, place)))

    def picture_outline(self, picture: Picture, place: Rect, width: float) -> None:
        """The same picture in outline."""
        self.marks.append(Shape(placed(picture, place), width))


def placed(picture: Picture, place: Rect) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """A picture's steps (mm on the page), scaled as `Pen.picture` does it."""
    scale = min(place.w / picture.width, place.h / picture.height)
    left = place.centre_x - picture.width * scale / 2
    top = place.bottom - picture.height * scale
    return tuple(
        (step, tuple((left + x * scale, top + y * scale) for x, y in points)) for step, points in picture.steps
    )


def art() -> list[Mark]:
    """The static art of the page."""
    pen = Recording()
    page().draw(pen)
    return pen.marks


def type_of(sheet: Sheet) -> list[Mark]:
    """What a sheet has on it."""
    pen = Recording()
    draw_type(pen, page().set_type(sheet))
    return pen.marks
