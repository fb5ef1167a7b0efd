"""The bundled fonts: loading, measuring, fitting, and refusing what no font can show."""

from __future__ import annotations

import io
import unicodedata
from contextvars import ContextVar
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import cast

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.paper import MM

FOLDER = Path(__file__).parent / "fonts"
ELLIPSIS = "…"
# What is cut off before an ellipsis, too.
BEFORE_ELLIPSIS = " ·,:;–-"
# Widths that are remembered: a player's name comes again as that of an opponent.
CACHED_TEXTS = 4096
CACHED_FALLBACKS = 8
# What a fallback font is called by: so much of its digest.
DIGEST_DIGITS = 16

# What the size of a face is in glyphs' measures (ISO 32000-1, 9.2.4).
GLYPH_UNITS = 1000
# Sizes that fit are rounded down to a quarter point: steady, never a hair too wide.
SIZE_STEPS_PER_PT = 4


class Face(StrEnum):
    """A bundled font, by its file's stem. All under OFL 1.1 (see NOTICE)."""

    REGULAR = "FiraSansCondensed-Regular"
    MEDIUM = "FiraSansCondensed-Medium"
    SEMIBOLD = "FiraSansCondensed-SemiBold"
    BOLD = "FiraSansCondensed-Bold"
    STENCIL = "SairaStencil-Bold"
    STENCIL_HEAVY = "SairaStencil-ExtraBold"
    MONO = "JetBrainsMono-Bold"

    __hash__ = str.__hash__  # an enum's own is slow, and faces are looked up for every text


# Each thread and each task has its own, so that one's fallback is never another's.
_fallback: ContextVar[TTFont | None] = ContextVar("_fallback", default=None)


def use_fallback(program: bytes) -> None:
    """From now on, in this context (`contextvars`), set characters that the bundled faces lack with
    this TrueType program; b"" for none.
    """
    _fallback.set(load_program(program) if program else None)


@lru_cache(maxsize=CACHED_FALLBACKS)
def load_program(program: bytes) -> TTFont:
    """Load a TrueType program. Raises whatever reportlab finds wrong with it."""
    name = f"fallback-{sha256(program).hexdigest()[:DIGEST_DIGITS]}"
    return TTFont(name, io.BytesIO(program), asciiReadable=False)


def find_program_fault(program: bytes) -> str:
    """Return why a program cannot be a fallback, or "": each of its characters is tried."""
    try:
        font = load_program(program)
        font.face.makeSubset(sorted(font.face.charToGlyph))
    except Exception as error:  # whatever the library stumbles over is in the program
        return f"is no TrueType program that can be used ({error})"
    return ""


def get_fallback_digest() -> str:
    """Return a name of the fallback in use; "" if no fallback is set."""
    fallback = _fallback.get()
    return fallback.fontName if fallback else ""


_LOADING = Lock()


@cache
def load_face(face: Face) -> TTFont:
    """Return a face, registered with reportlab, which knows one font by a name: the first, in all
    threads.
    """
    with _LOADING:
        if face.value not in pdfmetrics.getRegisteredFontNames():
            path = FOLDER / f"{face.value}.ttf"
            pdfmetrics.registerFont(TTFont(face.value, str(path), asciiReadable=False))
        return cast(TTFont, pdfmetrics.getFont(face.value))


def has_glyph(own: TTFont, char: str) -> bool:
    """Whether the font can show the character."""
    return ord(char) in vars(own)["face"].charToGlyph


def find_font(char: str, face: Face) -> TTFont | None:
    """Return what sets the character: the face's own font, or the fallback; None where neither
    can.
    """
    for own in (load_face(face), _fallback.get()):
        if own and has_glyph(own, char):
            return own
    return None


def measure_advance(text: str, face: Face) -> float:
    """Return how wide the text is set, in thousandths of the size."""
    return _sum_advances(text, face, get_fallback_digest())


@lru_cache(maxsize=CACHED_TEXTS)
def _sum_advances(text: str, face: Face, fallback: str) -> float:
    return sum([_measure_advance(char, face, fallback) for char in text])


@lru_cache(maxsize=CACHED_TEXTS)
def _measure_advance(char: str, face: Face, _fallback: str) -> float:
    # Texts are new on nearly every sheet, their letters are not: measuring was a quarter of an
    # event's pack.
    own = find_font(char, face) or load_face(face)
    return float(vars(own)["face"].getCharWidth(ord(char)))


def measure_text(text: str, face: Face, size: float) -> float:
    """Return how wide the text is set at `size` pt (mm)."""
    return measure_advance(text, face) * size / GLYPH_UNITS / MM


@cache
def measure_cap_height(face: Face, size: float) -> float:
    """Return how tall capitals are at `size` pt (mm): what letters are centered by."""
    return float(vars(load_face(face))["face"].capHeight * size / GLYPH_UNITS / MM)


def round_down(size: float) -> float:
    """Return a size in whole steps (pt)."""
    return int(size * SIZE_STEPS_PER_PT) / SIZE_STEPS_PER_PT


def shrink_or_cut(
    text: str, face: Face, *, width: float, size: float, least: float
) -> tuple[str, float]:
    """Return a text and the size (pt) at which it fits `width` mm: at `size` if it can be, else
    smaller; where even `least` is too large, its last words are cut off, with “…” in their place.
    """
    needed = measure_text(text, face, size)
    if needed <= width:
        return text, size
    # “Jörg Müller-Lüdenscheidt” needs 55.6 mm at 15 pt. On a line of 40 mm it has 15 × 40 / 55.6 =
    # 10.79, so 10.75 pt.
    shrunk = size * width / needed
    if shrunk >= least:
        return text, max(least, round_down(shrunk))
    return cut_text(text, face, width=width, size=least), least


def cut_text(text: str, face: Face, *, width: float, size: float) -> str:
    """Return the first words of a text that fit `width` mm at `size` pt with “…” after them, or a
    part of its first word if even that is too long.
    """
    # Cut from the end until the ellipsis fits. Names are short, so this loop is.
    start = text
    while start and measure_text(start.rstrip() + ELLIPSIS, face, size) > width:
        start = start[:-1]
    rest = text[len(start) :]
    is_in_word = not (start.endswith(" ") or rest.startswith(" "))
    if is_in_word and " " in start:
        start = start.rpartition(" ")[0]
    return start.rstrip(BEFORE_ELLIPSIS) + ELLIPSIS


def shrink_or_refuse(text: str, face: Face, *, width: float, size: float, least: float) -> float:
    """Return the size (pt) at which words of a rules file fit `width` mm: `size` if it can be, else
    a smaller one. Raises `BadInputError` where even `least` is too large.
    """
    printed, fitting_size = shrink_or_cut(text, face, width=width, size=size, least=least)
    if printed != text:
        needs = (
            f"at {least:g} pt it needs {measure_text(text, face, least):.0f} mm and has "
            f"{width:.0f} mm"
        )
        tip = "Shorten it in the rules' front matter."
        raise BadInputError(
            Problem(f"“{text}” does not fit the sheet: {needs}.", "edition", advice=tip)
        )
    return fitting_size


def list_missing(text: str, face: Face) -> list[str]:
    """Return the characters that the face cannot show, each once, in the order met, with their code
    points.
    """
    missing = dict.fromkeys(char for char in text if find_font(char, face) is None)
    return [_describe(char) for char in missing]


def _describe(char: str) -> str:
    """Return a character with its code point and its name in Unicode."""
    name = unicodedata.name(char, "unnamed")
    return f"{char} (U+{ord(char):04X} {name})"


def refuse_missing(text: str, face: Face) -> None:
    """Raise `BadInputError` for letters that the face cannot show: no text loses any."""
    if missing := list_missing(text, face):
        why = f"“{text}” cannot be printed: no available font has {', '.join(missing)}."
        raise BadInputError(
            Problem(
                why,
                advice="Write it in Latin, Greek or Cyrillic letters in the rules' front matter.",
            )
        )


@lru_cache(maxsize=CACHED_TEXTS)
def choose_heading_face(text: str, stencil: Face) -> Face:
    """Return the stencil face for a heading, or bold where that lacks one of its letters."""
    return Face.BOLD if list_missing(text, stencil) else stencil
