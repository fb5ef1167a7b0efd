"""The bundled fonts: registering, measuring, fitting, and refusing what they cannot show."""

from __future__ import annotations

import io
import unicodedata
from bisect import bisect
from collections.abc import Callable
from contextvars import ContextVar
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.paper import MM
from wordfleet_print.press.ink.reportlab_inside import capital_height, character_advance, has_glyph, widest_advance

FOLDER = Path(__file__).parents[2] / "tracker" / "fonts"
ELLIPSIS = "…"

FULL_WIDTH = 1000
"""The advance of Chinese, Japanese and Korean characters, in thousandths of the size: what a fallback may need."""
REMEMBERED = 1024
"""Texts of which something is kept: a captain's name comes again as that of an opponent."""
FALLBACKS = 8
"""Fallback fonts that are kept."""


ABOVE, BELOW = frozenset({230}), frozenset({202, 220, 240})
"""Canonical combining classes (Unicode 4.3) of marks that are set over their letter, and under it."""
OVERSHOOT = 30
"""What round letters stand out beyond flat ones at most (thousandths of the size)."""


class Face(StrEnum):
    """A bundled font, by its file's stem. All under OFL 1.1 (see NOTICE)."""

    MEDIUM = "FiraSansCondensed-Medium"
    SEMIBOLD = "FiraSansCondensed-SemiBold"
    BOLD = "FiraSansCondensed-Bold"
    STENCIL = "SairaStencil-Bold"
    STENCIL_HEAVY = "SairaStencil-ExtraBold"
    MONO = "JetBrainsMono-Bold"

    __hash__ = str.__hash__  # an enum's own is slow, and faces are looked up for every run of type


class _Stock:
    """All that type is set from: the bundled faces, and a fallback where there is one; and what was measured of it."""

    def __init__(self, program: bytes = b"") -> None:
        self.fallback = load(program) if program else None
        self.digest = sha256(program).hexdigest()[:16] if program else ""
        self.advances = {face: _Advances(face, self) for face in Face}
        self.advance = lru_cache(maxsize=REMEMBERED)(self._advance)
        self.font_of = lru_cache(maxsize=REMEMBERED)(self._font_of)

    def _font_of(self, char: str, face: Face) -> TTFont | None:
        return next((one for one in (font(face), self.fallback) if one and has_glyph(one, char)), None)

    def _advance(self, text: str, face: Face) -> float:
        return sum(map(self.advances[face].__getitem__, text))


class _Advances(dict[str, float]):
    """The advance of each character that was asked for, in thousandths of the size."""

    def __init__(self, face: Face, stock: _Stock) -> None:
        self._face = face
        self._stock = stock

    def __missing__(self, char: str) -> float:
        own = self._stock.font_of(char, self._face) or font(self._face)
        self[char] = advance = character_advance(own, char)
        return advance


_stock_with = lru_cache(maxsize=FALLBACKS)(_Stock)
_BUNDLED = _Stock()
_in_use: ContextVar[_Stock] = ContextVar("_in_use", default=_BUNDLED)
"""Each thread and each task has its own, so that one's fallback is never another's."""


def use_fallback(program: bytes) -> None:
    """From now on, in this context (`contextvars`), this TrueType program, if any, sets the characters that the bundled
    faces lack, in whatever face.
    """
    _in_use.set(_stock_with(program))


def load(program: bytes) -> TTFont:
    """A TrueType program as a font. Raises whatever reportlab finds wrong with it."""
    return TTFont(f"fallback-{sha256(program).hexdigest()[:16]}", io.BytesIO(program), asciiReadable=False)


def fallback_digest() -> str:
    """Names the fallback in use; "" where there is none."""
    return _in_use.get().digest


def fallback_font() -> TTFont | None:
    """The fallback in use."""
    return _in_use.get().fallback


def font_of(char: str, face: Face) -> TTFont | None:
    """What sets the character where the face is asked for: its own font, or the fallback; None where neither can."""
    return _in_use.get().font_of(char, face)


@cache
def font(face: Face) -> TTFont:
    """The face, loaded and registered with reportlab."""
    # reportlab finds fonts by these names: those of the tracker package are others, whose codes must not be mixed
    loaded = TTFont(f"press-{face.value}", str(FOLDER / f"{face.value}.ttf"), asciiReadable=False)
    pdfmetrics.registerFont(loaded)
    return loaded


def text_width(text: str, face: Face, size: float) -> float:
    """How wide the text is set at `size` pt (mm)."""
    return text_advance(text, face) * size / 1000 / MM


def text_advance(text: str, face: Face) -> float:
    """How wide the text is set, in thousandths of the size: as reportlab says, but quicker."""
    return _in_use.get().advance(text, face)


@cache
def usual_advance(face: Face) -> float:
    """The advance of a character of usual width, in thousandths of the size: what type in cells is spaced by."""
    return text_advance("N", face)


@cache
def _widest(face: Face) -> float:
    """The widest advance of all its characters, at 1 pt (mm): texts that would fit even so need no measuring."""
    return max(widest_advance(font(face)), FULL_WIDTH) / 1000 / MM


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
        needs = f"at {smallest:g} pt it needs {text_width(text, face, smallest):.0f} mm and has {width:.0f} mm"
        tip = "Shorten it in the rules' front matter."
        raise BadInputError(f"“{text}” does not fit the sheet: {needs}.", tip=tip)
    return fitting


@lru_cache(maxsize=REMEMBERED)
def heading_face(text: str, stencil: Face) -> Face:
    """The stencil face for a heading, or bold where that lacks one of its letters. Raises `BadInputError` for letters
    that no bundled font has.
    """
    if not missing_glyphs(text, stencil):
        return stencil
    refuse_missing(text, Face.BOLD)
    return Face.BOLD


def refuse_missing(text: str, face: Face) -> None:
    """Raises `BadInputError` for letters that the face cannot show: no text loses any."""
    if missing := missing_glyphs(text, face):
        why = f"“{text}” cannot be printed: no font at hand has {', '.join(missing)}."
        raise BadInputError(why, tip="Write it in Latin, Greek or Cyrillic letters in the rules' front matter.")


@cache
def _boxes(face: Face) -> Callable[[str], tuple[int, int, int, int]]:
    """What tells the extent of a character's ink: left, bottom, right, top, in units of the em."""
    from fontTools.ttLib import TTFont as Tables

    tables = Tables(io.BytesIO((FOLDER / f"{face.value}.ttf").read_bytes()), lazy=True)
    names, glyphs = tables.getBestCmap(), tables["glyf"]

    def box(char: str) -> tuple[int, int, int, int]:
        glyph = glyphs[names[ord(char)]]
        return (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax) if glyph.numberOfContours else (0, 0, 0, 0)

    return box


def can_place(mark: str, letter: str, face: Face) -> bool:
    """Whether the face has the combining mark, the letter, and a place for the one on the other."""
    own = font(face)
    known = unicodedata.combining(mark) in {*ABOVE, *BELOW} and letter.isalnum()
    return known and has_glyph(own, mark) and has_glyph(own, letter)


def placed(text: str, face: Face) -> tuple[tuple[float, float, str], ...]:
    """A text in the pieces that are set one by one, each with its place (across and up, in thousandths of the size):
    all in one, but for combining marks, which go over or under their letter, each further from it than the one before.
    """
    return _placed(text, face, fallback_digest())


@lru_cache(maxsize=REMEMBERED)
def _placed(text: str, face: Face, _fallback: str) -> tuple[tuple[float, float, str], ...]:
    found: list[tuple[float, float, str]] = []
    start, lift, drop = 0, 0.0, 0.0
    box = _boxes(face) if any(map(unicodedata.combining, text)) else None
    for at, char in enumerate(text):
        kind = unicodedata.combining(char)
        if box is None or not kind:
            continue
        if not unicodedata.combining(text[at - 1]):
            found.append((text_advance(text[:start], face), 0, text[start:at]))
            left, low, right, high = box(text[at - 1])
            centre = text_advance(text[: at - 1], face) + (left + right) / 2
            lift, drop = high - box("x")[3], low
        start = at + 1
        first, bottom, last, top = box(char)
        up = _beyond(lift) if kind in ABOVE else _beyond(drop)
        found.append((centre - (first + last) / 2, up, char))
        lift, drop = (up + top - box("x")[3], drop) if kind in ABOVE else (lift, up + bottom)
    return (*found, (text_advance(text[:start], face), 0, text[start:])) if start < len(text) else tuple(found)


@lru_cache(maxsize=REMEMBERED)
def overhang(text: str, face: Face) -> tuple[float, float]:
    """How far the ink of capitals with accents or cedillas stands out, over and under where plain ones stand, at 1 pt
    (mm); 0 where there are none of these.
    """
    if all(char.isascii() or unicodedata.category(char)[0] == "P" for char in text):
        return 0.0, 0.0
    own, box = font(face), _boxes(face)
    inked = [(up, box(char)) for _, up, piece in placed(text, face) for char in piece if has_glyph(own, char)]
    over = max((up + top for up, (_, _, _, top) in inked), default=0) - capital_height(own)
    under = -min((up + foot for up, (_, foot, _, _) in inked), default=0)
    return max(0, _beyond(over)) / 1000 / MM, max(0, _beyond(under)) / 1000 / MM


def _beyond(distance: float) -> float:
    """How far a mark moves from where it stands over or under an x: not by so little as round letters swell."""
    return 0 if abs(distance) < OVERSHOOT else distance


def missing_glyphs(text: str, face: Face) -> list[str]:
    """The characters that the face cannot show, each once, in the order met; named with their code points."""
    missing = dict.fromkeys(char for char in text if font_of(char, face) is None)
    return [f"{char} (U+{ord(char):04X} {unicodedata.name(char, 'unnamed')})" for char in missing]
