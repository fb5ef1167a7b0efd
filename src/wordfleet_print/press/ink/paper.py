"""Before any ink: rectangles and columns in millimetres, pictures' outlines, papers, which one a country prints on."""

from __future__ import annotations

import ctypes
import locale
import re
import sys
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


ART = Path(__file__).parents[1] / "art"
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
    path = ART / f"{name}.svg"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in ART.glob("*.svg")))
        raise BadInputError(f"There is no silhouette “{name}”.", tip=f"Silhouettes: {known}.")
    svg = ElementTree.parse(path).getroot()
    _, _, width, height = (float(n) for n in svg.attrib["viewBox"].split())
    outline = next(svg.iter(f"{_SVG}path"))
    return Picture(width, height, _steps(outline.attrib["d"]))


@cache
def figure_parts() -> Mapping[str, str]:
    """The outlines that soldiers and chess pieces are made of, by name, as steps of SVG in units of their own."""
    return dict(re.findall(r'<path id="(.+)" d="(.+)"/>', (ART / "parts" / "parts.svg").read_text("utf-8")))


@cache
def load_part(name: str, size: float) -> Picture:
    """One of `figure_parts` as a picture: on a square of that size, in its own units."""
    return Picture(size, size, _steps(figure_parts()[name]))


def _steps(outline: str) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    return tuple((step, _points(text)) for step, text in _STEP.findall(outline))


def _points(text: str) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in _POINT.findall(text))


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


def paper_of_locale(environ: Mapping[str, str]) -> Paper:
    """The paper of the user's locale: LC_ALL, LC_PAPER, LANG in POSIX's order, on Windows the system's; else A4."""
    name = environ.get("LC_ALL") or environ.get("LC_PAPER") or environ.get("LANG") or _windows_locale()
    territory = re.search(r"_([A-Za-z]{2})\b", name)
    return LETTER if territory and territory[1].upper() in LETTER_TERRITORIES else A4


def _windows_locale() -> str:
    """Windows' own locale, such as en_US; empty elsewhere, where Python would only guess."""
    if sys.platform != "win32":
        return ""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
