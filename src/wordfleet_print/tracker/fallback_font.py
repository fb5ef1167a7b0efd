"""The fallback font: those characters of names that no bundled font has, cut out of a user's font.

It is a TrueType program of our own making, so that every kind of font (TrueType, PostScript,
variable, collection) is embedded in one way, and the same font and names give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from wordfleet_print import errors
from wordfleet_print.files import is_file
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.names import is_mark, is_right_to_left

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

# Scripts (ISO 15924) whose letters look the same next to any other, from left to right.
UNSHAPED = {
    "Armn": "Armenian",
    "Bopo": "Bopomofo",
    "Cans": "Canadian Aboriginal",
    "Cher": "Cherokee",
    "Copt": "Coptic",
    "Cyrl": "Cyrillic",
    "Ethi": "Ethiopic",
    "Geor": "Georgian",
    "Grek": "Greek",
    "Hang": "Hangul",
    "Hani": "Han",
    "Hira": "Hiragana",
    "Kana": "Katakana",
    "Latn": "Latin",
    "Tfng": "Tifinagh",
    "Vaii": "Vai",
    "Yiii": "Yi",
    "Zyyy": "common to several",
}
# The weight to take of a variable font: that of the names.
WEIGHT = 600
MAX_BYTES = 100_000_000
# In seconds from 1904, as fonts have dates: the same font has the same bytes.
YEAR_2000_SECONDS = 3_029_529_600
# How far quadratic curves may be from cubic ones, in parts of the size.
CURVE_TOLERANCE = 1 / 1000
# Tables that hold outlines (OpenType).
OUTLINE_TABLES = frozenset({"glyf", "CFF ", "CFF2"})
# Of OS/2, fsType: embedding is forbidden.
_USAGE_MASK = 0x000F
_RESTRICTED = 0x0002


def make_fallback(path: Path | None, names: Iterable[str]) -> bytes:
    """Return a TrueType program with those characters of the names that no bundled font has, and
    that this font can set without shaping; b"" where it has none of them, and without a font. The
    same font and names give the same bytes.

    Raises `BadInputError` for a file that is no font with outlines, or that may not be embedded.
    """
    if path is None:
        return b""
    characters = set[str]().union(*names)
    try:
        return _build_fallback(_read_font(path), characters)
    except _UnusableFontError as error:
        why = str(error)
    except OSError as error:
        why = error.strerror or str(error)
    except Exception as error:  # whatever libraries stumble over is in the file
        why = f"it is not a TrueType or OpenType font, or it is damaged ({error})"
    raise errors.BadInputError(
        errors.Problem(
            f"{path} cannot be used as a font: {why}.",
            "font",
            advice="Name a .ttf, .otf or .ttc file, such as Noto Sans CJK.",
        )
    )


class _UnusableFontError(Exception):
    """A file that cannot be a fallback, and why."""


def _read_font(path: Path) -> bytes:
    """Return a font's file. Raises `_UnusableFontError` for one that is no font or too large."""
    size = path.stat().st_size
    if not is_file(path):  # a pipe would never end
        raise _UnusableFontError("it is not a file")
    if size > MAX_BYTES:
        raise _UnusableFontError(f"it is larger than {MAX_BYTES:,} bytes")
    return path.read_bytes()


def _build_fallback(raw: bytes, characters: set[str]) -> bytes:
    """Return a program with those of the characters that are missing, in one weight; b"" if the
    font has none of them. Raises `_UnusableFontError`, and what fontTools raises.
    """
    from fontTools.ttLib import TTFont

    source = TTFont(io.BytesIO(raw), fontNumber=0, lazy=True)
    if not OUTLINE_TABLES & set(source.keys()):
        raise _UnusableFontError("it has pictures, no outlines")
    if "OS/2" in source and source["OS/2"].fsType & _USAGE_MASK == _RESTRICTED:
        raise _UnusableFontError("its license forbids embedding it into a PDF")
    names = _choose_glyphs(source, characters)
    if not names:
        return b""
    # The first glyph is what a font shows for a character that it lacks
    order = list(dict.fromkeys([source.getGlyphOrder()[0], *names.values()]))
    program = _write_program(source, names, _draw_glyphs(source, order))
    fonts.load_program(program)
    return program


def _choose_glyphs(source: TTFont, characters: set[str]) -> dict[int, str]:
    """Return the names of the glyphs of those characters that our fonts lack, by code point."""
    own = fonts.load_face(Face.SEMIBOLD)
    known = source.getBestCmap() or {}
    names = {}
    for char in sorted(characters):
        if ord(char) in known and not fonts.has_glyph(own, char) and _is_unshaped(char):
            names[ord(char)] = known[ord(char)]
    return names


def _is_unshaped(char: str) -> bool:
    """Whether a character looks the same next to any other."""
    from fontTools import unicodedata as scripts

    if is_mark(char) or is_right_to_left(char):
        return False
    return scripts.script(char) in UNSHAPED


class _Glyph(NamedTuple):
    """A drawn glyph, and how wide it is set (in the font's units)."""

    outline: Any
    width: int


def _draw_glyphs(source: TTFont, order: Sequence[str]) -> dict[str, _Glyph]:
    """Return glyphs in TrueType's outlines, whatever kind the font has, in one weight."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs = source.getGlyphSet(location={"wght": WEIGHT})
    tolerance = source["head"].unitsPerEm * CURVE_TOLERANCE
    drawn = {}
    for name in order:
        outline = DecomposingRecordingPen(glyphs)
        glyphs[name].draw(outline)
        # TrueType's curves are quadratic, and its outlines run the other way round than
        # PostScript's.
        pen = TTGlyphPen(None)
        outline.replay(Cu2QuPen(pen, tolerance, reverse_direction="glyf" not in source))
        drawn[name] = _Glyph(pen.glyph(), round(glyphs[name].width))
    return drawn


def _write_program(source: TTFont, names: dict[int, str], glyphs: dict[str, _Glyph]) -> bytes:
    """Return a TrueType program of these glyphs."""
    from fontTools.fontBuilder import FontBuilder

    builder = FontBuilder(source["head"].unitsPerEm)
    builder.updateHead(created=YEAR_2000_SECONDS, modified=YEAR_2000_SECONDS)
    builder.setupGlyphOrder([*glyphs])
    builder.setupCharacterMap(names)
    builder.setupGlyf({name: glyph.outline for name, glyph in glyphs.items()})
    metrics = {
        name: (glyph.width, getattr(glyph.outline, "xMin", 0)) for name, glyph in glyphs.items()
    }
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
    # Not the font's own name, which may be a bundled one's
    builder.setupNameTable({"psName": "Fallback"})
    builder.setupOS2()
    builder.setupPost()
    written = io.BytesIO()
    builder.save(written)
    return written.getvalue()
