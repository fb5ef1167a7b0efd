"""Type cases: in which font of a document each character of a face lies, and under which code.

That is the same in every document, so what is drawn or set once can be kept: a document only says which characters its
fonts hold. The first drawer of a case is laid out as code page 1252: most names of the West need no other. The others
are rows of Unicode. A fallback's drawers hold its characters in order, as it has few from far apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from reportlab.pdfbase.ttfonts import TTFont

from wordfleet_print.press.ink.fonts import FALLBACKS, Face, fallback_digest, fallback_font, font
from wordfleet_print.press.ink.reportlab_inside import characters_in, has_glyph

Characters = tuple[tuple[Face, str], ...]
"""The characters of each face, sorted: hashable."""

FIRST_DRAWER = "cp1252"
FIRST_CHARACTERS = bytes(range(32, 256)).decode(FIRST_DRAWER, "ignore")
ROW = 128
"""Characters in each other drawer; their codes are the upper half."""
NO_GLYPH = 0
"""The code of what no font at hand has."""


class Sort(NamedTuple):
    """A character's place: the resource name of its font (`/F1+0`), and its code there."""

    font: str
    code: int


class Case(dict[str, Sort]):
    """One face's characters, each with its place, worked out when it is asked for. The first drawer is `first`."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._number = list(Face).index(face)
        fallback = fallback_font()
        self._others = {char: at for at, char in enumerate(characters_in(fallback))} if fallback else {}
        self.first = self._font(0)

    def __missing__(self, char: str) -> Sort:
        if has_glyph(font(self._face), char):
            try:
                place = Sort(self.first, char.encode(FIRST_DRAWER)[0])
            except UnicodeEncodeError:
                row, place_in_row = divmod(ord(char), ROW)
                place = Sort(self._font(row), ROW + place_in_row)
        elif char in self._others:
            row, place_in_row = divmod(self._others[char], ROW)
            place = Sort(f"/F{len(Face)}+{row}", ROW + place_in_row)
        else:
            return Sort(self.first, NO_GLYPH)
        self[char] = place
        return place

    def _font(self, drawer: int) -> str:
        return f"/F{self._number}+{drawer}"


def case(face: Face) -> Case:
    """The face's case, with the fallback in use."""
    return _case(face, fallback_digest())


@lru_cache(maxsize=len(Face) * FALLBACKS)
def _case(face: Face, _fallback: str) -> Case:
    return Case(face)


class Drawer(NamedTuple):
    """What a document takes of a drawer: the font it is of, and the characters by their codes, in order."""

    font: TTFont
    characters: tuple[tuple[int, str], ...]


def drawers(characters: Characters) -> Mapping[str, Drawer]:
    """The fonts of a document that holds these characters, by resource name."""
    found: dict[str, tuple[TTFont | None, dict[int, str]]] = {}
    for face, chars in characters:
        places = case(face)
        found.setdefault(places.first, (font(face), {}))
        for char in chars:
            name, code = places[char]
            if code != NO_GLYPH:
                own = font(face) if has_glyph(font(face), char) else fallback_font()
                found.setdefault(name, (own, {}))[1][code] = char
    return {name: Drawer(own, tuple(sorted(held.items()))) for name, (own, held) in sorted(found.items()) if own}


def together(parts: Iterable[Characters]) -> Characters:
    """The characters of all parts."""
    found: dict[Face, set[str]] = {}
    for part in parts:
        for face, chars in part:
            found.setdefault(face, set()).update(chars)
    return sorted_by_face(found)


def sorted_by_face(found: Mapping[Face, Iterable[str]]) -> Characters:
    """The characters as they are told: faces in their own order."""
    return tuple((face, "".join(sorted(found[face]))) for face in Face if face in found)
