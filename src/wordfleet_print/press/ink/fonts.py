"""The bundled fonts: registering, measuring, fitting, and refusing what they cannot show."""

from __future__ import annotations

import unicodedata
from bisect import bisect
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.reportlab_inside import capital_height, character_advance, has_glyph, widest_advance

FOLDER = Path(__file__).parents[1] / "fonts"
ELLIPSIS = "…"

REMEMBERED = 1024
"""Texts of which something is kept: a captain's name comes again as that of an opponent."""


class Face(StrEnum):
    """A bundled font, by its file's stem. All under OFL 1.1 (see NOTICE)."""

    MEDIUM = "FiraSansCondensed-Medium"
    SEMIBOLD = "FiraSansCondensed-SemiBold"
    BOLD = "FiraSansCondensed-Bold"
    STENCIL = "SairaStencil-Bold"
    STENCIL_HEAVY = "SairaStencil-ExtraBold"
    MONO = "JetBrainsMono-Bold"

    __hash__ = str.__hash__  # an enum's own is slow, and faces are looked up for every run of type


@cache
def font(face: Face) -> TTFont:
    """The face, loaded and registered with reportlab."""
    loaded = TTFont(face.value, str(FOLDER / f"{face.value}.ttf"), asciiReadable=False)
    pdfmetrics.registerFont(loaded)
    return loaded


def text_width(text: str, face: Face, size: float) -> float:
    """How wide the text is set at `size` pt (mm)."""
    return text_advance(text, face) * size / 1000 / MM


@lru_cache(maxsize=REMEMBERED)
def text_advance(text: str, face: Face) -> float:
    """How wide the text is set, in thousandths of the size: as reportlab says, but quicker."""
    return sum(map(_advances(face).__getitem__, text))


@cache
def _advances(face: Face) -> _Advances:
    return _Advances(font(face))


class _Advances(dict[str, float]):
    """The advance of each character that was asked for, in thousandths of the size."""

    def __init__(self, loaded: TTFont) -> None:
        self._font = loaded

    def __missing__(self, char: str) -> float:
        self[char] = advance = character_advance(self._font, char)
        return advance


@cache
def usual_advance(face: Face) -> float:
    """The advance of a character of usual width, in thousandths of the size: what type in cells is spaced by."""
    return text_advance("N", face)


@cache
def _widest(face: Face) -> float:
    """The widest advance of all its characters, at 1 pt (mm): texts that would fit even so need no measuring."""
    return widest_advance(font(face)) / 1000 / MM


@cache
def cap_height(face: Face, size: float) -> float:
    """How tall its capitals are at `size` pt (mm): what letters are centred by."""
    return capital_height(font(face)) * size / 1000 / MM


def fit(text: str, face: Face, width: float, size: float, smallest: float) -> tuple[str, float]:
    """The text and the size (pt) at which it fits `width` mm: shrunk to `smallest`, then cut with an ellipsis."""
    if len(text) * _widest(face) * size <= width:
        return text, size
    needed = text_width(text, face, size)
    if needed <= width:
        return text, size
    shrunk = size * width / needed
    if shrunk >= smallest:
        return text, max(smallest, int(shrunk * 4) / 4)  # whole quarter points: steady, never a hair too wide
    lengths = range(1, len(text))
    kept = bisect(lengths, width, key=lambda n: text_width(text[:n].rstrip() + ELLIPSIS, face, smallest))
    return text[:kept].rstrip() + ELLIPSIS, smallest


def whole(text: str, face: Face, width: float, size: float, smallest: float) -> float:
    """The size (pt) at which a rule's words fit `width` mm uncut. Raises `BadInputError` where none does."""
    kept, fitting = fit(text, face, width, size, smallest)
    if kept != text:
        raise BadInputError(
            f"“{text}” does not fit the sheet: at {smallest:g} pt it needs "
            f"{text_width(text, face, smallest):.0f} mm and has {width:.0f} mm.",
            tip="Shorten it in the rules' front matter.",
        )
    return fitting


def missing_glyphs(text: str, face: Face) -> list[str]:
    """The characters that the face cannot show, each once, in the order met; named with their code points."""
    missing = dict.fromkeys(char for char in text if not has_glyph(font(face), char))
    return [f"{char} (U+{ord(char):04X} {unicodedata.name(char, 'unnamed')})" for char in missing]
