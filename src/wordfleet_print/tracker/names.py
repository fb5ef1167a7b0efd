"""Names that users bring: what fonts can show, spellings, a fallback font."""

from __future__ import annotations

import io
import logging
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.sheet.captains import char_faults, name_faults, parse_name
from wordfleet_print.tracker.fonts import (
    TEXTS_KEPT,
    Face,
    can_place,
    find_font,
    font,
    get_fallback_digest,
    has_glyph,
    load,
    missing_glyphs,
)
from wordfleet_print.wording import slug

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_UNSEEN = {"Cf": "an invisible character", "Co": "a private-use character", "Cn": "an unassigned code point"}
KEYCAP, FIRST_PICTURE, LAST_PICTURE = "\u20e3", "\U0001f000", "\U0001fbff"
"""What makes a digit a key, and the first and last of the blocks that hold pictures alone (Unicode 16)."""
MOST_SIGNS = 3
"""Signs of a name without letters that are called by their names."""


def check_name(text: str, face: Face = Face.SEMIBOLD) -> tuple[str, tuple[str, ...]]:
    """The name in NFC, trimmed and single-spaced; and everything that keeps it from being printed as it is, or nothing.

    Characters that no font sets are told first, those that the face lacks only where there are none of them.
    """
    name = parse_name(text)
    if name and name == text and face is Face.SEMIBOLD and make_printable(name) == name:
        return name, ()
    return name, tuple(name_faults(text)) or tuple(find_unset_faults(text, face))


def find_unset_faults(text: str, face: Face = Face.SEMIBOLD) -> Iterator[str]:
    """Why the fonts at hand cannot set a name as it is written."""
    faults = list(char_faults(text, _fault))
    misplaced = [] if faults else _misplaced(text, face)
    missing = [] if faults or misplaced else missing_glyphs(parse_name(text), face)
    yield from faults or misplaced
    if missing:
        yield f"no bundled font has {', '.join(missing)}; write it in Latin, Greek or Cyrillic letters"


def make_printable(name: str) -> str:
    """Return the name as it is printed: without emoji that no font at hand has; "" where the fonts cannot set the rest,
    so that its line is left to write on.
    """
    return name if name.isascii() and name.isprintable() else _make_printable(name, get_fallback_digest())


@lru_cache(maxsize=TEXTS_KEPT)
def _make_printable(name: str, _fallback: str) -> str:
    if not any(find_unset_faults(name)):
        return name
    shown = _without_emoji(name)
    return shown if shown != name and any(map(str.isalnum, shown)) and not any(find_unset_faults(shown)) else ""


def _without_emoji(name: str) -> str:
    """The name without the pictures in it that no font at hand has."""
    kept = (" " if _is_emoji(char) and find_font(char, Face.SEMIBOLD) is None else char for char in name)
    return " ".join("".join(kept).split())


def _is_emoji(char: str) -> bool:
    """Whether a character is a picture, or what one is put together of (UTS 51): also one newer than this Python."""
    return unicodedata.category(char) == "So" or char == KEYCAP or FIRST_PICTURE <= char <= LAST_PICTURE


def find_bare_names(names: Iterable[str]) -> list[str]:
    """The names that are printed without the emoji in them, each once."""
    return [name for name in dict.fromkeys(names) if make_printable(name) not in ("", name)]


def spell_name(name: str, number: str | int = "") -> str:
    """The name as organisers read it: itself, or its transcription and the player's number; "" where there is none."""
    if (shown := make_printable(name)) or not name:
        return shown
    word = transcribe(name)
    if not number:
        return word
    return f"{word} (no. {number})" if word else f"No. {number}"


def transcribe(name: str) -> str:
    """The name in Latin letters, as near as a table of letters comes (“Wang Xiao Ming”), or what its signs are called;
    words that can be set stay as they are.
    """
    return _transcribe(name, get_fallback_digest())


@lru_cache(maxsize=4096)
def _transcribe(name: str, _fallback: str) -> str:
    if ", " in name:
        return ", ".join(filter(None, map(transcribe, name.split(", "))))
    words = [make_printable(word) or slug(word, None).replace("-", " ").title() for word in name.split()]
    found = " ".join(filter(None, words))
    return found or ", ".join([unicodedata.name(char, "").lower() for char in name if char.strip()][:MOST_SIGNS])


def _fault(char: str) -> str:
    unseen = _UNSEEN.get(unicodedata.category(char))
    if unseen:
        return f"is {unseen}; remove it"
    if unicodedata.bidirectional(char) in {"R", "AL"}:
        return "is written right to left, which cannot be set; write the name in Latin, Greek or Cyrillic letters"
    return ""


def _misplaced(text: str, face: Face) -> list[str]:
    """A fault of the combining marks for which the face has no place."""
    before, faults = "", list[str]()
    for position, char in enumerate(unicodedata.normalize("NFC", text), start=1):
        if not unicodedata.category(char).startswith("M"):
            before = char
        elif not can_place(char, before, face) and not faults:
            what = "is a combining mark, which cannot be set on its letter"
            faults.append(f"character {position}, {char} (U+{ord(char):04X}), {what}")
    return faults


UNSHAPED = frozenset(
    {"Armn", "Bopo", "Cans", "Cher", "Copt", "Cyrl", "Ethi", "Geor", "Grek", "Hang", "Hani", "Hira", "Kana", "Latn"}
    | {"Tfng", "Vaii", "Yiii", "Zyyy"}
)
"""Scripts (ISO 15924) whose letters stand side by side as they are, from left to right."""
WEIGHT = 600
"""The weight to take of a variable font: that of the names."""
MAX_BYTES = 100_000_000
_MOST = (
    *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements", "maxPoints"),
    *("maxSizeOfInstructions", "maxComponentElements", "maxContours", "maxCompositePoints", "maxCompositeContours"),
    "maxComponentDepth",
)
"""What a font of TrueType outlines tells beside one of PostScript outlines (OpenType, maxp); most is counted anew."""
_NEEDED = frozenset({"GlyphOrder", "OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"})
"""The tables that are read of it."""
_RESTRICTED = 0x0002
"""Embedding is forbidden (OpenType, OS/2, fsType)."""


def make_fallback(path: Path, names: Iterable[str]) -> bytes:
    """A TrueType program with those characters of the names that no bundled font has, and that this font can set
    without shaping; b"" where it has none of them. The same font and names give the same bytes.

    Raises `BadInputError` for a file that is no font with outlines, or that may not be embedded.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _no_font(path, f"it is larger than {MAX_BYTES:,} bytes")
        return _program(path, path.read_bytes(), names)
    except OSError as error:
        raise _no_font(path, error.strerror or str(error)) from error
    except WordfleetError:
        raise
    except Exception as error:  # whatever libraries stumble over is in the file
        raise _no_font(path, f"it is no TrueType or OpenType font, or damaged ({error})") from error


def _program(path: Path, raw: bytes, names: Iterable[str]) -> bytes:
    from fontTools.ttLib import TTFont

    tables = TTFont(io.BytesIO(raw), fontNumber=0, lazy=True, recalcTimestamp=False)
    if not {"glyf", "CFF ", "CFF2"} & set(tables.keys()):
        raise _no_font(path, "it has pictures, no outlines")
    if "OS/2" in tables and tables["OS/2"].fsType & 0x000F == _RESTRICTED:
        raise _no_font(path, "its licence forbids embedding it into a PDF")
    own = font(Face.SEMIBOLD)
    wanted = {char for char in set[str]().union(*names) if not has_glyph(own, char) and _stands_alone(char)}
    known = sorted(wanted & {chr(code) for code in tables.getBestCmap() or ()})
    program = _cut(tables, known) if known else b""
    if program:
        load(program)
    return program


def _no_font(path: Path, why: str) -> BadInputError:
    return BadInputError(
        f"{path} cannot be the fallback font: {why}.", tip="Name a .ttf, .otf or .ttc file, such as Noto Sans CJK."
    )


def _stands_alone(char: str) -> bool:
    from fontTools import unicodedata as scripts

    ordered = unicodedata.bidirectional(char) not in {"R", "AL"} and not unicodedata.category(char).startswith("M")
    return ordered and scripts.script(char) in UNSHAPED


def _cut(tables: TTFont, characters: Iterable[str]) -> bytes:
    """The font with these characters alone, in one weight, with TrueType outlines, unpacked."""
    from fontTools.subset import Options, Subsetter
    from fontTools.varLib.instancer import instantiateVariableFont

    options = Options(layout_features=[], hinting=False, notdef_outline=True, glyph_names=False, name_IDs=[1, 2, 4, 6])
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # of tables that are left out nothing need be said
    cutter = Subsetter(options)
    cutter.populate(text="".join(characters))
    cutter.subset(tables)
    if "fvar" in tables:
        axes = {axis.axisTag: axis for axis in tables["fvar"].axes}
        instantiateVariableFont(
            tables,
            {
                tag: min(max(WEIGHT, axis.minValue), axis.maxValue) if tag == "wght" else axis.defaultValue
                for tag, axis in axes.items()
            },
            inplace=True,
        )
    if "glyf" not in tables:
        _outline(tables)
    for tag in {*tables.keys()} - _NEEDED:
        del tables[tag]
    for record in tables["name"].names:
        if record.nameID == 6:
            record.string = "Fallback"  # reportlab knows fonts by this name, which may be a bundled one's
    tables.flavor = None
    small = io.BytesIO()
    tables.save(small)
    return small.getvalue()


def _outline(tables: TTFont) -> None:
    """Turn PostScript outlines into TrueType ones, in place: cubic curves into quadratic ones, near enough."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs, order = tables.getGlyphSet(), tables.getGlyphOrder()
    drawn = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, tables["head"].unitsPerEm / 1000, reverse_direction=True))
        drawn[name] = pen.glyph()
    tables["loca"] = newTable("loca")
    tables["glyf"] = newTable("glyf")
    tables["glyf"].glyphOrder, tables["glyf"].glyphs = order, drawn
    most = tables["maxp"]
    most.tableVersion = 0x00010000
    for field in _MOST:
        setattr(most, field, 0)
    most.maxZones = 1
    tables["post"].formatType = 3.0
    tables.sfntVersion = "\000\001\000\000"
