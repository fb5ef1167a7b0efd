"""Web fonts as CSS: small for English, more where a text needs them."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "fonts"
LARGE_FOLDER = Path(__file__).parents[2] / "tracker" / "fonts"

COVERED = (
    "\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u0152-\u0153\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026"
    "\u2030\u2039-\u203a\u2044\u20ac\u2122\u2190-\u2193\u2212\u2215\u2248\u2260\u2264-\u2265\u2153-\u2154"
)
"""The characters of the web fonts for text, as `make_fonts.sh` cuts them: the inside of a regular expression."""

EXTRA = "Rulebook Extra"
"""The family that holds whatever characters of a text the web fonts lack."""

_BEYOND = re.compile(rf"[^{COVERED}\s]")


@dataclass(frozen=True, slots=True)
class WebFont:
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
_LARGE = {500: "FiraSansCondensed-Medium.ttf", 700: "FiraSansCondensed-Bold.ttf"}


def font_faces(text: str) -> str:
    """`@font-face` rules with the fonts inside, for a page with this text.

    Raises nothing. Source: the bundled fonts; no font of the system's is named.
    """
    beyond = frozenset(_BEYOND.findall(text))
    known = beyond - missing_characters(beyond)
    return _web_faces() + (_extra_faces("".join(sorted(known))) if known else "")


def missing_characters(text: Collection[str]) -> frozenset[str]:
    """The characters that no bundled font has. Raises nothing. Source: the fonts' character maps."""
    beyond = {char for char in text if _BEYOND.match(char)}
    return frozenset(char for char in beyond if ord(char) not in _large_map()) if beyond else frozenset()


def missing_notes(name: str, text: str) -> Iterator[str]:
    """A sentence on the characters that no bundled font has, if any; `name` names the text."""
    missing = sorted(missing_characters(set(text)))
    if missing:
        shown = ", ".join(f"{char} (U+{ord(char):04X})" for char in missing[:10])
        yield f"{name}: no bundled font has {shown}; readers see the characters of their own fonts"


@cache
def _web_faces() -> str:
    return "".join(_face(font, (FOLDER / font.file).read_bytes()) for font in WEB_FONTS)


@cache
def packed_faces() -> tuple[str, str]:
    """The web fonts' `@font-face` rules, packed and unpacked: printing unpacks them anew for each book otherwise."""
    from fontTools.ttLib import woff2

    unpacked = ""
    for font in WEB_FONTS:
        with (FOLDER / font.file).open("rb") as packed:
            woff2.decompress(packed, target := io.BytesIO())
        unpacked += _face(font, target.getvalue(), "truetype")
    return _web_faces(), unpacked


def _face(font: WebFont, content: bytes, kind: str = "woff2") -> str:
    data = base64.b64encode(content).decode()
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{font.style};'
        f'font-display:block;src:url("data:font/{kind};base64,{data}")format("{kind}")}}\n'
    )


@cache
def _large_map() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(LARGE_FOLDER / _LARGE[500], lazy=True) as font:
        return frozenset(font.getBestCmap())


@cache
def _extra_faces(characters: str) -> str:
    return "".join(_face(WebFont("", EXTRA, weight), _cut(file, characters)) for weight, file in _LARGE.items())


def _cut(file: str, characters: str) -> bytes:
    """A web font with these characters of a large font; the same bytes every time."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(layout_features=[], notdef_outline=True, recalc_timestamp=False, canonical_order=True)
    with TTFont(LARGE_FOLDER / file, recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        font.flavor = "woff2"
        target = io.BytesIO()
        font.save(target)
    return target.getvalue()
