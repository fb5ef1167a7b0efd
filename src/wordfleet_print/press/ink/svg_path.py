"""Pictures: the silhouettes in `art/*.svg`, each one path of absolute M, L, C and Z (SVG 1.1, section 8.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.geometry import Rect

FOLDER = Path(__file__).parents[1] / "art"
Point = tuple[float, float]

_SVG = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")
_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


@dataclass(frozen=True, slots=True)
class Picture:
    """A filled outline (even-odd) with its view box's size; its units are nobody's until it is placed."""

    width: float
    height: float
    steps: tuple[tuple[str, tuple[Point, ...]], ...]

    def fitted(self, place: Rect) -> tuple[float, float, float]:
        """Its left, top and scale where it stands, as large as `place` allows, in the middle of its bottom."""
        scale = min(place.w / self.width, place.h / self.height)
        return place.centre_x - self.width * scale / 2, place.bottom - self.height * scale, scale


@cache
def load_picture(name: str) -> Picture:
    """The bundled picture of that name. Raises `BadInputError` naming those at hand."""
    path = FOLDER / f"{name}.svg"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in FOLDER.glob("*.svg")))
        raise BadInputError(f"There is no silhouette “{name}”.", tip=f"Silhouettes: {known}.")
    svg = ElementTree.parse(path).getroot()
    _, _, width, height = (float(n) for n in svg.attrib["viewBox"].split())
    outline = next(svg.iter(f"{_SVG}path"))
    steps = tuple((step, _points(text)) for step, text in _STEP.findall(outline.attrib["d"]))
    return Picture(width, height, steps)


def _points(text: str) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in _POINT.findall(text))
