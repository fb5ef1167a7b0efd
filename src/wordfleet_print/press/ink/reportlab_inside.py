"""What is used of reportlab beyond its documentation, all in one place; `tests/test_reportlab_inside.py` pins each.

Relied on: a canvas keeps its document in `_doc` and the page's operators in `_code`; a TrueType font numbers its
characters for a document, in the order in which they are asked for; its metrics are attributes of its `face`; `useA85`
is asked for when a stream is written.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase.ttfonts import TTFont, TTFontMaker, TTFontParser
from reportlab.pdfgen.canvas import Canvas

_EMBEDDED = {"cmap", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}
"""The tables of a TrueType font that are read where it is embedded (ISO 32000-1, 9.9)."""


def open_canvas(width: float, height: float, first_font: str) -> Canvas:
    """A canvas whose pages have this size (pt), to be written the same whenever; it embeds no font but those used.

    Streams are written as bytes, not as text a quarter longer.
    """
    rl_config.useA85 = 0
    # types-reportlab takes the font's name for a number
    options: dict[str, Any] = {"initialFontName": first_font}
    return Canvas(io.BytesIO(), pagesize=(width, height), pageCompression=1, invariant=1, **options)


def finish(canvas: Canvas) -> bytes:
    """The file of all that was drawn."""
    return bytes(vars(Canvas)["getpdfdata"](canvas))


def operators_of(canvas: Canvas, draw: Callable[[], None]) -> list[str]:
    """The operators of what `draw` draws; the canvas's page is left without them."""
    drawn: list[str] = vars(canvas)["_code"]
    before = len(drawn)
    draw()
    operators = drawn[before:]
    del drawn[before:]
    return operators


def subset_code(font: TTFont, char: str, canvas: Canvas) -> tuple[str, str]:
    """Where a character is in the fonts that the canvas's file embeds: the font's resource name (`/F1+0`), its code."""
    document = vars(canvas)["_doc"]
    ((subset, code),) = font.splitString(char, document)
    return str(font.getSubsetInternalName(subset, document)), code.decode("latin-1")


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


def lightened(program: bytes) -> bytes:
    """A TrueType program with the embedded tables alone: names and metrics for screens are a third of a small one."""
    whole: Any = TTFontParser(io.BytesIO(program))
    light: Any = TTFontMaker()
    for tag in _EMBEDDED & set(whole.table):
        light.add(tag, whole.get_table(tag))
    return bytes(light.makeStream())
