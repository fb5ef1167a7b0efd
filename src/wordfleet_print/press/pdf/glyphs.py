"""Which font of a document holds which character, under which code.

That is the same in every document, so what is drawn or set once can be kept: a document only says which characters its
fonts hold. The first drawer of a case is laid out as code page 1252: most names of the West need no other. The others
are rows of Unicode. A fallback's drawers hold its characters in order, as it has few from far apart.

Codes are the same in every document (`ink/cases.py`), so a worker need not be told of its names, and what is set once
can be kept. A document holds what sheets say whatever is dealt, and what its own names need beside: nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from reportlab.pdfbase.ttfonts import TTFont

from wordfleet_print.press.ink.fonts import (
    ELLIPSIS,
    FALLBACKS,
    Face,
    fallback_digest,
    fallback_font,
    font,
)
from wordfleet_print.press.ink.reportlab_inside import characters_in, has_glyph
from wordfleet_print.press.pdf.pages import escape

Characters = tuple[tuple[Face, str], ...]
"""The characters of each face, sorted: hashable."""

FIRST_DRAWER = "cp1252"
FIRST_CHARACTERS = bytes(range(32, 256)).decode(FIRST_DRAWER, "ignore")
ACCENTED = frozenset(char for char in FIRST_CHARACTERS if char.isalpha() and not char.isascii())
_FIRST = frozenset(FIRST_CHARACTERS)
ROW = 128
"""Characters in each other drawer; their codes are the upper half."""
FALLBACK = f"/F{len(Face)}+"
"""How the names of a fallback's fonts begin."""
KEPT = 256
"""Sets of characters whose drawers are kept."""
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
            place = Sort(f"{FALLBACK}{row}", ROW + place_in_row)
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


Meanings = tuple[tuple[int, str], ...]
"""Characters by their codes, in order."""


class Drawer(NamedTuple):
    """What a document takes of a drawer: the font it is of, and the characters. `meanings` are those of all its codes,
    the same for every face.
    """

    font: TTFont
    characters: Meanings
    meanings: Meanings


def drawers(characters: Characters) -> Mapping[str, Drawer]:
    """The fonts of a document that holds these characters, by resource name.

    Of a first drawer it takes all letters with accents where it needs one: so nearly all documents have one of two.
    """
    found: dict[str, Drawer] = {}
    for face, chars in characters:
        accents = not ACCENTED.isdisjoint(chars)
        first = ACCENTED.union(_FIRST.intersection(chars)) if accents else _FIRST.intersection(chars)
        for part in (first, frozenset(chars) - _FIRST):
            for name, drawer in _drawers(face, part, fallback_digest()):
                both = {*drawer.characters, *found[name].characters} if name in found else ()
                found[name] = drawer._replace(characters=tuple(sorted(both))) if both else drawer
    return dict(sorted(found.items()))


@lru_cache(maxsize=KEPT)
def _drawers(face: Face, chars: frozenset[str], fallback: str) -> list[tuple[str, Drawer]]:
    places, own, other = case(face), font(face), fallback_font()
    held: dict[str, list[tuple[int, str]]] = {}
    for char in chars:
        name, code = places[char]
        if code != NO_GLYPH:
            held.setdefault(name, []).append((code, char))
    fonts = {name: other if other and name.startswith(FALLBACK) else own for name in held}
    return [(name, Drawer(fonts[name], tuple(sorted(held[name])), _meanings(name, fallback))) for name in held]


@lru_cache(maxsize=KEPT)
def _meanings(name: str, _fallback: str) -> Meanings:
    row, fallback = int(name.partition("+")[2]), fallback_font()
    if fallback and name.startswith(FALLBACK):
        return tuple(enumerate(characters_in(fallback)[row * ROW : (row + 1) * ROW], start=ROW))
    if row == 0:
        return tuple((char.encode(FIRST_DRAWER)[0], char) for char in FIRST_CHARACTERS)
    return tuple((ROW + place, chr(row * ROW + place)) for place in range(ROW))


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


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
PLAIN = "".join(map(chr, range(32, 127)))
_USUAL = frozenset({*ELLIPSIS, *ALPHABET, *ALPHABET.lower(), *DIGITS, *" .-’"})
"""Characters that sheets have whatever their names."""


Encoded: TypeAlias = tuple[str, str]
"""Text of one font: the font's resource name, and what shows it there."""
_words = re.compile(" *[^ ]+| +").findall
_font_of = attrgetter("font")


def _part(run: list[Sort]) -> Encoded:
    return run[0].font, f"({escape(''.join([chr(sort.code) for sort in run]))})Tj"
