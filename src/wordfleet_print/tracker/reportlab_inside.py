"""What is used of reportlab beyond its documentation, all in one place; `tests/press/test_ink.py` pins each.

Relied on: a canvas keeps the page's operators in `_code`; a TrueType font's metrics are attributes of its `face`, which
cuts it down to a list of characters, one for each code.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from reportlab.pdfbase.ttfonts import FF_NONSYMBOLIC, FF_SYMBOLIC, TTFont
from reportlab.pdfgen.canvas import Canvas

_EMBEDDED = {"cmap", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post", "prep"}
"""The tables of a TrueType font that are read where it is embedded (ISO 32000-1, 9.9), and one that is small."""


def operators_of(draw: Callable[[Canvas], None]) -> list[str]:
    """The operators of what `draw` draws on a canvas of its own."""
    canvas = Canvas(io.BytesIO())
    draw(canvas)
    operators: list[str] = vars(canvas)["_code"]
    return operators


def add_operators(canvas: Canvas, operators: str) -> None:
    """Add operators as they are to those of what was drawn."""
    vars(canvas)["_code"].append(operators)


def character_advance(font: TTFont, char: str) -> float:
    """The width of a character, or of what is set for one that the font lacks (thousandths of the size)."""
    return float(vars(font)["face"].getCharWidth(ord(char)))


def widest_advance(font: TTFont) -> float:
    """The width of the widest character (thousandths of the size)."""
    return float(max(vars(font)["face"].charWidths.values()))


def capital_height(font: TTFont) -> float:
    """How tall capitals are (thousandths of the size)."""
    return float(vars(font)["face"].capHeight)


def has_glyph(font: TTFont, char: str) -> bool:
    """Whether the font can show the character."""
    return ord(char) in vars(font)["face"].charToGlyph


def characters_in(font: TTFont) -> list[str]:
    """All characters that the font can show, in order."""
    return list(map(chr, sorted(vars(font)["face"].charToGlyph)))


class Metrics(NamedTuple):
    """What a PDF says of a font, whichever of its characters it holds (thousandths of the size; ISO 32000-1, 9.8)."""

    name: str
    ascent: float
    descent: float
    capitals: float
    box: Sequence[float]
    slant: float
    stems: float
    flags: int


def metrics_of(font: TTFont) -> Metrics:
    """The font's metrics. Its codes have no meaning of their own: it is symbolic."""
    face = vars(font)["face"]
    flags = face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC
    name = face.name.decode("ascii")
    return Metrics(name, face.ascent, face.descent, face.capHeight, face.bbox, face.italicAngle, face.stemV, flags)


def program_of(font: TTFont, characters: Mapping[int, str]) -> bytes:
    """A TrueType program of these characters alone, by their codes. It has no names, and no metrics for screens: they
    would be a third of a small one.
    """
    subset = [ord(characters.get(code, "\0")) for code in range(max(characters, default=0) + 1)]
    face: Any = copy(vars(font)["face"])  # which reads with a position of its own: others may be reading
    face.table = {tag: place for tag, place in face.table.items() if tag in _EMBEDDED}
    return bytes(face.makeSubset(subset))
