"""Rectangles in millimeters, and the bundled pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree

from wordfleet_print import art
from wordfleet_print.paper import Paper


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: left edge `x`, top edge `y`, width `w`, height `h` (mm)."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def of(cls, paper: Paper) -> Rect:
        """Return all of an upright paper."""
        return cls(0, 0, paper.width, paper.height)

    @property
    def right(self) -> float:
        """The right edge (mm from the left of the page)."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The bottom edge (mm from the top of the page)."""
        return self.y + self.h

    @property
    def center_x(self) -> float:
        """Halfway across."""
        return self.x + self.w / 2

    @property
    def center_y(self) -> float:
        """Halfway down."""
        return self.y + self.h / 2

    def inset(self, by: float) -> Rect:
        """Return the rectangle `by` mm inside this one on every side."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def top(self, height: float) -> Rect:
        """Return the strip of that height along the top."""
        return Rect(self.x, self.y, self.w, height)

    def bottom_part(self, height: float) -> Rect:
        """Return the lowest part, this high (mm)."""
        return Rect(self.x, self.bottom - height, self.w, height)

    def below(self, height: float) -> Rect:
        """Return what is left under the top strip of that height."""
        return Rect(self.x, self.y + height, self.w, self.h - height)

    def left(self, width: float) -> Rect:
        """Return the strip of that width along the left."""
        return Rect(self.x, self.y, width, self.h)

    def after(self, width: float) -> Rect:
        """Return what is left to the right of the left strip of that width."""
        return Rect(self.x + width, self.y, self.w - width, self.h)

    def mirror(self, page_width: float) -> Rect:
        """Return the same rectangle on the other side of a page of that width."""
        return Rect(page_width - self.right, self.y, self.w, self.h)

    def columns(self, count: int, gap: float = 0) -> list[Rect]:
        """Split into equal parts side by side, `gap` mm between them."""
        width = (self.w - gap * (count - 1)) / count
        return [Rect(self.x + i * (width + gap), self.y, width, self.h) for i in range(count)]

    def rows(self, count: int, gap: float = 0) -> list[Rect]:
        """Split into equal parts one below the other, `gap` mm between them."""
        height = (self.h - gap * (count - 1)) / count
        return [Rect(self.x, self.y + i * (height + gap), self.w, height) for i in range(count)]


_SVG = "{http://www.w3.org/2000/svg}"


class Outline(NamedTuple):
    """A path in its picture's units: its steps as SVG has them (M, L, C and Z), what fills it
    (even-odd) and what draws its line, each a gray level or None, and how thick that is.
    """

    steps: str
    fill: float | None
    stroke: float | None
    line: float


@dataclass(frozen=True, slots=True)
class Picture:
    """Outlines, one over the other, with the size of their view box."""

    width: float
    height: float
    outlines: tuple[Outline, ...]

    def fit(self, place: Rect) -> tuple[float, float, float]:
        """Return its left, top and scale: as large as `place` allows, centered on its bottom."""
        scale = min(place.w / self.width, place.h / self.height)
        return place.center_x - self.width * scale / 2, place.bottom - self.height * scale, scale


@cache
def load_picture(name: str) -> Picture:
    """Load a bundled drawing that is made of paths alone. Raises as `art.read_drawing`."""
    svg = ElementTree.fromstring(art.read_drawing(name))
    _, _, width, height = (float(n) for n in svg.attrib["viewBox"].split())
    outlines = []
    for one in svg.iter(f"{_SVG}path"):
        fill, stroke = _parse_gray(one.get("fill", "#000")), _parse_gray(one.get("stroke", "none"))
        outlines.append(Outline(one.attrib["d"], fill, stroke, float(one.get("stroke-width", 0))))
    return Picture(width, height, tuple(outlines))


def _parse_gray(color: str) -> float | None:
    """Return a gray such as `#e0e0e0`, or its short form, as a level from black (0) to white
    (1).
    """
    return (
        None if color == "none" else int(color[1:3] if len(color) == 7 else 2 * color[1], 16) / 255
    )
