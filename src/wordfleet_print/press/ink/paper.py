"""Before any ink: rectangles and columns in millimetres, pictures' outlines, papers, which one a country prints on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from wordfleet_print.errors import BadInputError

MM = 72 / 25.4
"""Points in a millimetre; used once, where ink meets PDF."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: left edge `x`, top edge `y`, width `w`, height `h` (mm)."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge (mm from the left of the page)."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The bottom edge (mm from the top of the page)."""
        return self.y + self.h

    @property
    def centre_x(self) -> float:
        """Half-way across."""
        return self.x + self.w / 2

    @property
    def centre_y(self) -> float:
        """Half-way down."""
        return self.y + self.h / 2

    def inset(self, by: float) -> Rect:
        """The rectangle `by` mm inside this one on every side."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def top(self, height: float) -> Rect:
        """The strip of that height along the top."""
        return Rect(self.x, self.y, self.w, height)

    def below(self, height: float) -> Rect:
        """What is left under the top strip of that height."""
        return Rect(self.x, self.y + height, self.w, self.h - height)

    def left(self, width: float) -> Rect:
        """The strip of that width along the left."""
        return Rect(self.x, self.y, width, self.h)

    def after(self, width: float) -> Rect:
        """What is left beside the left strip of that width."""
        return Rect(self.x + width, self.y, self.w - width, self.h)

    def mirrored(self, page_width: float) -> Rect:
        """The same rectangle on the other side of a page so wide."""
        return Rect(page_width - self.right, self.y, self.w, self.h)

    def columns(self, count: int, gap: float = 0) -> list[Rect]:
        """So many equal parts side by side, `gap` mm between them."""
        width = (self.w - gap * (count - 1)) / count
        return [Rect(self.x + i * (width + gap), self.y, width, self.h) for i in range(count)]

    def rows(self, count: int, gap: float = 0) -> list[Rect]:
        """So many equal parts one below the other, `gap` mm between them."""
        height = (self.h - gap * (count - 1)) / count
        return [Rect(self.x, self.y + i * (height + gap), self.w, height) for i in range(count)]


ART = Path(__file__).parents[2] / "tracker" / "art"
Point = tuple[float, float]

_SVG = "{http://www.w3.org/2000/svg}"
PATH_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")
_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


class Outline(NamedTuple):
    """A path in its picture's units: its steps as SVG has them (M, L, C and Z), what fills it (even-odd) and what draws
    its line, each a gray level or None, and how thick that is.
    """

    steps: str
    fill: float | None
    stroke: float | None
    line: float


@dataclass(frozen=True, slots=True)
class Picture:
    """Outlines, one over the other, with their view box's size; its units are nobody's until it is placed."""

    width: float
    height: float
    outlines: tuple[Outline, ...]

    def fitted(self, place: Rect) -> tuple[float, float, float]:
        """Its left, top and scale where it stands, as large as `place` allows, in the middle of its bottom."""
        scale = min(place.w / self.width, place.h / self.height)
        return place.centre_x - self.width * scale / 2, place.bottom - self.height * scale, scale

    def mirrored(self) -> Picture:
        """The same, facing the other way."""
        turned = [
            one._replace(steps=_POINT.sub(lambda at: f"{self.width - float(at[1]):g},{at[2]}", one.steps))
            for one in self.outlines
        ]
        return Picture(self.width, self.height, tuple(turned))


def picture_names() -> list[str]:
    """The names of all bundled pictures."""
    return sorted(path.stem for path in ART.glob("*.svg"))


@cache
def load_picture(name: str) -> Picture:
    """The bundled picture of that name. Raises `BadInputError` naming those at hand."""
    if name not in picture_names():
        raise BadInputError(f"There is no picture “{name}”.", tip=f"Pictures: {', '.join(picture_names())}.")
    svg = ElementTree.parse(ART / f"{name}.svg").getroot()
    _, _, width, height = (float(n) for n in svg.attrib["viewBox"].split())
    return Picture(width, height, tuple(_outline(path.attrib) for path in svg.iter(f"{_SVG}path")))


def _outline(drawn: Mapping[str, str]) -> Outline:
    fill, stroke = (_gray(drawn.get(*named)) for named in (("fill", "#000"), ("stroke", "none")))
    return Outline(drawn["d"], fill, stroke, float(drawn.get("stroke-width", 0)))


def _gray(color: str) -> float | None:
    """A gray such as `#e0e0e0`, its short form, or none, as a level from black (0) to white (1)."""
    return None if color == "none" else int(color[1:3] if len(color) == 7 else 2 * color[1], 16) / 255


class Part(NamedTuple):
    """A part of a column, in mm: its height at least, the height that it wants and the most that it takes, the gap that
    is below it.
    """

    least: float
    wanted: float = 0.0
    most: float = 0.0
    gap: float = 0.0


def least_of(parts: Iterable[Part]) -> float:
    """The least height of a column of these parts (mm): what `stacked` needs, and refusals tell."""
    return sum(part.least + part.gap for part in parts)


def stacked(parts: Sequence[Part], room: Rect) -> list[Rect]:
    """The parts' places, one below the other. Each has its least height; of what is left each, from the top down, gets
    what it wants, and then the most that it takes. What nobody takes stays free at the foot.
    """
    heights, rest = [part.least for part in parts], room.h - least_of(parts)
    for asked in ([part.wanted for part in parts], [part.most for part in parts]):
        for number, height in enumerate(asked):
            more = max(0.0, min(height - heights[number], rest))
            heights[number] += more
            rest -= more
    places, y = [], room.y
    for part, height in zip(parts, heights, strict=True):
        places.append(Rect(room.x, y, room.w, height))
        y += height + part.gap
    return places


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright (mm)."""

    slug: str
    title: str
    width: float
    height: float

    @property
    def rect(self) -> Rect:
        """All of it."""
        return Rect(0, 0, self.width, self.height)


A4 = Paper("a4", "A4", 210.0, 297.0)
"""ISO 216."""
LETTER = Paper("letter", "US Letter", 215.9, 279.4)
"""ANSI/ASME Y14.1: 8.5 × 11 in."""

PAPERS = {paper.slug: paper for paper in (A4, LETTER)}

LETTER_TERRITORIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Territories whose usual paper is US Letter (Unicode CLDR, supplemental measurement data)."""
