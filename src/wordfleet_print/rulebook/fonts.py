"""The fonts of books and kits: which letters they have, and the `@font-face` rules of a page."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Collection, Sequence
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import is_file

FOLDER = Path(__file__).parent / "fonts"
SYMBOLS = FOLDER / "symbols.woff2"
BOXES = FOLDER / "boxes.woff2"
EMOJI = FOLDER / "emoji.woff2"
# The family of letters that the usual fonts lack.
EXTRA = "Rulebook Extra"
# Characters without ink: a hyphen where a line may end, joiners of letters, a mark of bytes, and
# whether a sign is drawn as text or as a picture.
IGNORED = "\u00ad\u200c\u200d\ufe0e\ufe0f\ufeff"
MOST_FONT_BYTES = 30_000_000
# Characters without a font that a message names.
MOST_NAMED = 10


class WebFont(NamedTuple):
    """A bundled web font: its file, and what CSS calls it."""

    file: str
    family: str
    weight: int
    style: str = "normal"


WEB_FONTS = (
    WebFont("text.woff2", "Fira Sans Condensed", 500),
    WebFont("text-italic.woff2", "Fira Sans Condensed", 500, "italic"),
    WebFont("text-bold.woff2", "Fira Sans Condensed", 700),
    WebFont("heads.woff2", "Saira Stencil", 700),
    WebFont("codes.woff2", "JetBrains Mono", 700),
)
# Greek, Cyrillic, Vietnamese and more, which the web fonts leave out.
LARGE_FONT = Path(__file__).parents[1] / "tracker" / "fonts" / "FiraSansCondensed-Medium.ttf"


@cache
def read_characters(path: Path) -> frozenset[int]:
    """Return the code points that a font file has letters for.

    Raises `BadInputError` for a file that is no font or too large.
    """
    from fontTools.ttLib import TTFont, TTLibError

    try:
        if not is_file(path):  # reading a pipe would never end
            raise BadInputError(Problem(f"{path} is not a file.", "font"))
        if path.stat().st_size > MOST_FONT_BYTES:
            raise BadInputError(
                Problem(f"{path} is larger than {MOST_FONT_BYTES // 1_000_000} MB.", "font")
            )
        with path.open("rb") as file, TTFont(file, lazy=True, fontNumber=0) as font:
            return frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError, ValueError, KeyError, AssertionError) as error:
        raise BadInputError(
            Problem(f"{path} is not a usable font (TTF, OTF or WOFF2).", "font")
        ) from error


def strip_markup(html: str) -> str:
    """Return the words of a page: the characters that its fonts need."""
    return unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL))


def list_drawn_codes(text: Collection[str]) -> set[int]:
    """Return the code points of the characters of a text that a font must draw."""
    return {ord(char) for char in set(text) if not char.isspace() and char not in IGNORED}


def find_missing(text: Collection[str], font: Path | None) -> list[str]:
    """Return the characters of a text that no bundled font has, nor a designer's `font`, sorted."""
    missing = list_drawn_codes(text)
    for path in list_fonts(font):
        if missing:
            missing -= read_characters(path)
    return [chr(code) for code in sorted(missing)]


def name_characters(characters: Sequence[str]) -> str:
    """Return the first of some characters with their numbers: “ሀ (U+1200)”."""
    named = (f"{char} (U+{ord(char):04X})" for char in characters[:MOST_NAMED])
    return ", ".join(named)


def list_fonts(own: Path | None) -> list[Path]:
    """Return the fonts of running text, the usual first; a designer's own comes last."""
    fonts = [FOLDER / WEB_FONTS[0].file, LARGE_FONT, SYMBOLS, BOXES, EMOJI]
    return [*fonts, own] if own else fonts


def embed_fonts(text: Collection[str], font: Path | None = None) -> str:
    """Return CSS with an `@font-face` rule, its font inside, for every font that a text needs.

    Web fonts for usual letters are there always. Of larger fonts, and of a designer's `font`, only
    the letters that are needed are there. No font of the system is named.
    """
    usual_font, *more_fonts = list_fonts(font)
    codes_left = list_drawn_codes(text) - read_characters(usual_font)
    faces = [embed_usual_fonts()]
    for path in more_fonts:
        if not codes_left:  # the larger fonts take a moment to open
            break
        codes = codes_left & read_characters(path)
        if codes:
            codes_left -= codes
            # Pango may take the space behind a letter from the letter's font.
            characters = "".join(map(chr, sorted({*codes, ord(" ")})))
            faces.append(write_face(WebFont("", EXTRA, 500), cut_font(path, characters)))
    return "".join(faces)


@cache
def embed_usual_fonts() -> str:
    """Return the rules of the bundled web fonts, encoded once: a site has dozens of pages."""
    return "".join(write_face(font, (FOLDER / font.file).read_bytes()) for font in WEB_FONTS)


@cache
def cut_font(path: Path, characters: str) -> bytes:
    """Return a WOFF2 font with these characters of a larger font; the same bytes every time."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(notdef_outline=True, recalc_timestamp=False, canonical_order=True)
    with TTFont(path, recalcTimestamp=False, fontNumber=0) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        font.flavor = "woff2"
        target = io.BytesIO()
        font.save(target)
    return target.getvalue()


def write_face(font: WebFont, content: bytes) -> str:
    """Return the `@font-face` rule of a font, with the font inside."""
    data = base64.b64encode(content).decode()
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{font.style};'
        f'font-display:block;src:url("data:font/woff2;base64,{data}")format("woff2")}}\n'
    )
