"""Fonts inside a page: the bundled ones, symbols where a text has some, and a font of the user's for other letters."""

from __future__ import annotations

import base64
import io
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.tracker.geometry import ART

FOLDER = Path(__file__).parent / "fonts"
SYMBOLS = FOLDER / "symbols.woff2"
EXTRA = "Rulebook Extra"
"""The family of letters that the usual fonts lack."""
IGNORED = "\u00ad\u200c\u200d\ufeff"
"""Characters without ink: a hyphen where a line may end, joiners of letters, and a mark of bytes."""
MOST_BYTES = 30_000_000


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
LARGE_FONT = ART.parent / "fonts" / "FiraSansCondensed-Medium.ttf"
"""Greek, Cyrillic, Vietnamese and more, which the web fonts leave out."""


@cache
def read_characters(path: Path) -> frozenset[int]:
    """Return the characters that a font has. Raises `BadInputError` for a file that is none."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInputError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.", field="font")
        with TTFont(path, lazy=True, fontNumber=0) as font:
            return frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError, ValueError, KeyError, AssertionError) as error:
        raise BadInputError(f"{path} is not a font that can be used: TTF, OTF or WOFF2.", field="font") from error


def find_missing(text: Collection[str], font: Path | None) -> list[str]:
    """Return the characters that no font at hand has, in their order."""
    fonts = [FOLDER / WEB_FONTS[0].file, LARGE_FONT, SYMBOLS, *([font] if font else [])]
    known = frozenset[int]().union(*map(read_characters, fonts))
    return sorted(char for char in set(text) if not char.isspace() and ord(char) not in known and char not in IGNORED)


def embed_fonts(text: Collection[str], font: Path | None = None) -> str:
    """Return `@font-face` rules with every font that a page with this text needs; no font of the system's is named."""
    beyond = {ord(char) for char in set(text) if not char.isspace()} - read_characters(FOLDER / WEB_FONTS[0].file)
    return _embed_usual() + "".join(_embed_extra(beyond, font))


@cache
def _embed_usual() -> str:
    return "".join(_write_face(font, (FOLDER / font.file).read_bytes()) for font in WEB_FONTS)


def _embed_extra(beyond: set[int], font: Path | None) -> Iterator[str]:
    for path in (LARGE_FONT, SYMBOLS, font):
        if path and (here := beyond & read_characters(path)):
            beyond = beyond - here
            yield _write_face(WebFont("", EXTRA, 500), _cut_font(path, "".join(map(chr, sorted(here)))))


@cache
def _cut_font(path: Path, characters: str) -> bytes:
    """Return a web font with these characters of a larger one; the same bytes every time."""
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


def _write_face(font: WebFont, content: bytes) -> str:
    data = base64.b64encode(content).decode()
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{font.style};'
        f'font-display:block;src:url("data:font/woff2;base64,{data}")format("woff2")}}\n'
    )
