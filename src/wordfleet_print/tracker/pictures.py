"""The bundled drawings as outlines that a canvas can draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree

from wordfleet_print import art
from wordfleet_print.tracker.geometry import Rect

# The digits of red in a color such as `#e0e0e0`, and its highest level.
RED = slice(1, 3)
WHITE_LEVEL = 255
_PATH = "{http://www.w3.org/2000/svg}path"


class Outline(NamedTuple):
    """A path in its picture's units. What fills it and what draws its line is a gray level from
    black (0) to white (1), or None.
    """

    steps: str
    """Its steps as SVG has them: M, L, C and Z."""
    fill: float | None
    """What fills it, by the even-odd rule."""
    stroke: float | None
    """What draws its line."""
    line: float
    """How thick its line is."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Outlines, one over the other."""

    width: float
    """The width of its view box."""
    height: float
    """The height of its view box."""
    outlines: tuple[Outline, ...]

    def fit(self, place: Rect) -> tuple[float, float, float]:
        """Return its left, top and scale: as large as `place` allows, centered on its bottom."""
        scale = min(place.w / self.width, place.h / self.height)
        left = place.center_x - self.width * scale / 2
        top = place.bottom - self.height * scale
        return left, top, scale

    def center(self, place: Rect) -> Rect:
        """Return the part of `place` as wide, and as high as the picture, halfway up."""
        _, top, _ = self.fit(place)
        height = place.bottom - top
        return Rect(place.x, place.center_y - height / 2, place.w, height)


@cache
def load_picture(name: str) -> Picture:
    """Load a bundled drawing that is made of paths alone. Raises as `art.read_drawing`."""
    svg = ElementTree.fromstring(art.read_drawing(name))
    _, _, width, height = map(float, svg.attrib["viewBox"].split())
    outlines = tuple(_read_outline(path.attrib) for path in svg.iter(_PATH))
    return Picture(width, height, outlines)


def _read_outline(attributes: Mapping[str, str]) -> Outline:
    """Return a path of SVG, by its attributes."""
    fill = _parse_gray(attributes.get("fill", "#000"))
    stroke = _parse_gray(attributes.get("stroke", "none"))
    line = float(attributes.get("stroke-width", 0))
    return Outline(attributes["d"], fill, stroke, line)


def _parse_gray(color: str) -> float | None:
    """Return a gray such as `#e0e0e0`, or its short form, as a level from black (0) to white
    (1).
    """
    if color == "none":
        return None
    is_short = len(color) == len("#000")
    red = 2 * color[1] if is_short else color[RED]
    return bytes.fromhex(red)[0] / WHITE_LEVEL
