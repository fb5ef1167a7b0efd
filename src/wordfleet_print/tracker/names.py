"""Names that users bring: what fonts can show, spellings, a fallback font."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from wordfleet_print import errors, messages
from wordfleet_print.files import is_file
from wordfleet_print.sheet import captains
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face

_UNSEEN = {
    "Cf": "an invisible character",
    "Co": "a private-use character",
    "Cn": "an unassigned code point",
}
# What makes a digit a key, and the first and last of the blocks that hold pictures alone (Unicode
# 16).
KEYCAP, FIRST_PICTURE, LAST_PICTURE = "\u20e3", "\U0001f000", "\U0001fbff"
# Signs of a name without letters that are called by their names.
MOST_SIGNS = 3
# Names shown in a note.
MOST_NAMES = 5


def check_name(text: str, face: Face = Face.SEMIBOLD) -> tuple[str, tuple[str, ...]]:
    """Return the name in NFC, trimmed and single-spaced, and every reason why it cannot be printed
    as it is.

    Characters that no font sets are named first, those that the face lacks only where there are
    none of them.
    """
    return captains.parse_name(text), tuple(captains.name_faults(text)) or tuple(
        find_unset_faults(text, face)
    )


def find_unset_faults(text: str, face: Face = Face.SEMIBOLD) -> Iterator[str]:
    """Yield the reasons why the fonts at hand cannot set a name as it is written."""
    before = ""

    def find_fault(char: str) -> str:
        nonlocal before
        if unseen := _UNSEEN.get(category := unicodedata.category(char)):
            return f"is {unseen}; remove it"
        if unicodedata.bidirectional(char) in {"R", "AL"}:
            return (
                "is written right to left and cannot be printed; write the name in Latin, "
                "Greek or Cyrillic letters"
            )
        if category.startswith("M"):
            misplaced = not fonts.can_place(char, before, face)
            return "is a combining mark, which cannot be printed on its letter" if misplaced else ""
        before = char
        return ""

    faults = list(captains.char_faults(text, find_fault))
    yield from faults
    if not faults and (missing := fonts.missing_glyphs(captains.parse_name(text), face)):
        yield (
            f"no bundled font has {', '.join(missing)}; write it in Latin, Greek or Cyrillic "
            "letters"
        )


def make_printable(name: str) -> str:
    """Return the name as it is printed: without emoji that no font has; "" where the fonts cannot
    set the rest, so that its line is left to write on.
    """
    return _make_printable(name, fonts.get_fallback_digest())


@lru_cache(maxsize=fonts.CACHED_TEXTS)
def _is_plain(char: str, _fallback: str) -> bool:
    """Whether a character has no fault by itself."""
    return not unicodedata.category(char).startswith("M") and not any(find_unset_faults(char))


@lru_cache(maxsize=fonts.CACHED_TEXTS)
def _make_printable(name: str, fallback: str) -> str:
    # Names are new on nearly every sheet, their letters are not: whole checks took a quarter of a
    # page's time.
    if all(_is_plain(char, fallback) for char in name) or not any(find_unset_faults(name)):
        return name
    shown = "".join(
        " " if _is_emoji(char) and fonts.find_font(char, Face.SEMIBOLD) is None else char
        for char in name
    )
    shown = " ".join(shown.split())
    return shown if any(map(str.isalnum, shown)) and not any(find_unset_faults(shown)) else ""


def _is_emoji(char: str) -> bool:
    """Whether a character is a picture, or what one is put together of (UTS 51): also one newer
    than this Python.
    """
    return (
        unicodedata.category(char) == "So"
        or char == KEYCAP
        or FIRST_PICTURE <= char <= LAST_PICTURE
    )


def find_bare_names(names: Iterable[str]) -> list[str]:
    """Return the names that are printed without the emoji in them, each once."""
    return [name for name in dict.fromkeys(names) if make_printable(name) not in ("", name)]


def note_names(names: Iterable[str], cut: Collection[str] = ()) -> Iterator[errors.Note]:
    """Yield a sentence each on names that no font can set, that lose their emoji, and that are
    cut.
    """
    names = list(dict.fromkeys(names))
    unset = [name for name in names if not make_printable(name)]
    add_font = errors.Fix("font", "FILE", "{} adds a font with more letters.")
    for found, what, *fixes in (
        (
            unset,
            "in letters that no available font has; the line stays empty, to write on",
            add_font,
        ),
        (find_bare_names(names), "printed without emoji"),
        (cut, "too long for a sheet and cut with an ellipsis"),
    ):
        if found:
            are = messages.plural(len(found), "is", "are")
            yield errors.Note(
                f"{messages.some_of([*map(messages.quote, found)], MOST_NAMES)} {are} {what}.",
                tuple(fixes),
            )


def spell_name(name: str, number: str | int = "") -> str:
    """Return the name as organizers read it: itself, or its transcription and the player's number;
    "" for no name.

    A transcription is in Latin letters, as near as a table of letters comes (“Wang Xiao Ming”), or
    it is what the name's signs are called; words that can be set stay as they are.
    """
    if (shown := make_printable(name)) or not name:
        return shown
    parts = []
    for part in name.split(", "):
        words = [
            make_printable(word) or messages.slug(word, None).replace("-", " ").title()
            for word in part.split()
        ]
        signs = [unicodedata.name(char, "").lower() for char in part if char.strip()]
        parts.append(" ".join(filter(None, words)) or ", ".join(signs[:MOST_SIGNS]))
    spelled = ", ".join(filter(None, parts))
    numbered = f"{spelled} (no. {number})" if spelled else f"No. {number}"
    return numbered if number else spelled


# Scripts (ISO 15924) whose letters stand side by side as they are, from left to right.
UNSHAPED = frozenset(
    {
        "Armn",
        "Bopo",
        "Cans",
        "Cher",
        "Copt",
        "Cyrl",
        "Ethi",
        "Geor",
        "Grek",
        "Hang",
        "Hani",
        "Hira",
        "Kana",
        "Latn",
    }
    | {"Tfng", "Vaii", "Yiii", "Zyyy"}
)
# The weight to take of a variable font: that of the names.
WEIGHT = 600
MAX_BYTES = 100_000_000
# In seconds from 1904, as fonts have dates: the same font has the same bytes.
YEAR_2000 = 3_029_529_600
# Embedding is forbidden (OpenType, OS/2, fsType).
_RESTRICTED = 0x0002


def make_fallback(path: Path | None, names: Iterable[str]) -> bytes:
    """Return a TrueType program with those characters of the names that no bundled font has, and
    that this font can set without shaping; b"" where it has none of them, and without a font. The
    same font and names give the same bytes.

    Raises `BadInputError` for a file that is no font with outlines, or that may not be embedded.
    """
    if path is None:
        return b""
    why = ""
    try:
        size = path.stat().st_size
        if not is_file(path):  # a pipe would never end
            why = "it is not a file"
        elif size > MAX_BYTES:
            why = f"it is larger than {MAX_BYTES:,} bytes"
        else:
            program, why = _build_fallback(path.read_bytes(), set[str]().union(*names))
    except OSError as error:
        why = error.strerror or str(error)
    except Exception as error:  # whatever libraries stumble over is in the file
        why = f"it is not a TrueType or OpenType font, or it is damaged ({error})"
    if why:
        tip = "Name a .ttf, .otf or .ttc file, such as Noto Sans CJK."
        raise errors.BadInputError(
            errors.Problem(f"{path} cannot be used as a font: {why}.", "font", advice=tip)
        )
    return program


def _build_fallback(raw: bytes, characters: set[str]) -> tuple[bytes, str]:
    """Return a program that is built of the font's outlines, whatever kind they are, in one weight;
    or why not.
    """
    from fontTools import unicodedata as scripts
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont

    source, own = TTFont(io.BytesIO(raw), fontNumber=0, lazy=True), fonts.font(Face.SEMIBOLD)
    if not {"glyf", "CFF ", "CFF2"} & set(source.keys()):
        return b"", "it has pictures, no outlines"
    if "OS/2" in source and source["OS/2"].fsType & 0x000F == _RESTRICTED:
        return b"", "its license forbids embedding it into a PDF"
    names = {}
    for char in sorted(characters & {chr(code) for code in source.getBestCmap() or ()}):
        shaped = unicodedata.category(char).startswith("M") or unicodedata.bidirectional(char) in {
            "R",
            "AL",
        }
        if not fonts.has_glyph(own, char) and not shaped and scripts.script(char) in UNSHAPED:
            names[ord(char)] = source.getBestCmap()[ord(char)]
    if not names:
        return b"", ""
    glyphs, drawn, widths = source.getGlyphSet(location={"wght": WEIGHT}), {}, {}
    units = source["head"].unitsPerEm
    order = list(dict.fromkeys([source.getGlyphOrder()[0], *names.values()]))
    for name in order:
        outline, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[name].draw(outline)
        # TrueType's curves are quadratic, and its outlines run the other way round than
        # PostScript's.
        outline.replay(Cu2QuPen(pen, units / 1000, reverse_direction="glyf" not in source))
        drawn[name] = pen.glyph()
        widths[name] = round(glyphs[name].width)
    builder, written = FontBuilder(units), io.BytesIO()
    builder.updateHead(created=YEAR_2000, modified=YEAR_2000)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics(
        {name: (widths[name], getattr(drawn[name], "xMin", 0)) for name in order}
    )
    builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
    builder.setupNameTable(
        {"psName": "Fallback"}
    )  # not the font's own, which may be a bundled one's
    builder.setupOS2()
    builder.setupPost()
    builder.save(written)
    fonts.load(written.getvalue())
    return written.getvalue(), ""


def check_title(title: str) -> str:
    """Return a title in single spaces.

    Raises `BadInputError` for characters that cannot be printed.
    """
    name, faults = check_name(title) if title.strip() else ("", ())
    if faults:
        problems = [
            errors.Problem(f"{messages.quote(title)}: {fault}", "title") for fault in faults
        ]
        raise errors.BadInputError("The title cannot be printed.", problems)
    return name
