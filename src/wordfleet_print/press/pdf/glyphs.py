"""Which font of a document holds which character, under which code.

That is the same in every document, so what is drawn or set once can be kept: a document only says which characters its
fonts hold. The first drawer of a case is laid out as code page 1252: most names of the West need no other. The others
are rows of Unicode. A fallback's drawers hold its characters in order, as it has few from far apart.

Codes are the same in every document (`ink/cases.py`), so a worker need not be told of its names, and what is set once
can be kept. A document holds what sheets say whatever is dealt, and what its own names need beside: nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple, TypeAlias
from unicodedata import combining

from reportlab.pdfbase.ttfonts import TTFont

from wordfleet_print.press.ink.fonts import (
    ELLIPSIS,
    FALLBACKS,
    Face,
    fallback_digest,
    fallback_font,
    font,
    text_advance,
    usual_advance,
)
from wordfleet_print.press.ink.reportlab_inside import characters_in, has_glyph
from wordfleet_print.press.pdf.pages import escape, text_string

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

RECENT = 128
"""Texts on lines whose codes are kept: names come twice on one table's sheets, and seldom again."""
MOST_WORDS = 1024
"""Words of names in several fonts whose parts are kept: family names come again."""
MOST_SPREAD = 8192
"""Words whose spacing is kept, more than a list deals."""

Encoded: TypeAlias = tuple[str, str]
"""Text of one font: the font's resource name, and what shows it there."""
END = "EMC"
"""Ends what `spoken` begins."""
SPACE = 32
"""The code of the space."""
_words = re.compile(" *[^ ]+| +").findall
_font_of = attrgetter("font")


def spoken(text: str) -> str:
    """What tells readers which text they find in all that is shown from here to `END` (ISO 32000-1, 14.9.4)."""
    return f"/Span<</ActualText{text_string(text)}>>BDC"


def encoder(face: Face) -> Encoder:
    """The face's encoder, with the fallback in use."""
    return _encoder(face, fallback_digest())


@lru_cache(maxsize=len(Face) * FALLBACKS)
def _encoder(face: Face, _fallback: str) -> Encoder:
    return Encoder(face)


class Encoder:
    """One face's characters as codes: by font, and as a table for those of the first font, usually the only one."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._case = case(face)
        self.font = self._case.first
        self._table = _Codes(self._case)
        self._alike = frozenset(char for char in PLAIN if self._table[ord(char)] == char)
        """Characters that are their own codes: of most texts all are."""
        self.codes_of = lru_cache(maxsize=RECENT)(self._codes_of)
        """The codes of a text that is all of the first font, as they stand in a string; else None."""
        self.encode = lru_cache(maxsize=RECENT)(self._encoded)
        """The text in parts that have one font each, with what broken words say."""
        self._word = lru_cache(maxsize=MOST_WORDS)(self._set_word)
        self.widest = max(text_advance(char, face) for char in FIRST_CHARACTERS)
        """The advance of the first font's widest character, in thousandths of the size."""
        self.spread = _Spread(self._spread).__getitem__
        """What shows a text in cells inside an array of TJ where characters of usual width are spaced to fill them."""

    def _codes_of(self, text: str) -> str | None:
        if self._alike.issuperset(text):
            return text
        try:
            return text.translate(self._table)
        except _OtherFontError:
            return None

    def _spread(self, text: str) -> str:
        """Each character in the middle of its cell, from the left end of the first; all are of the first font."""
        usual = usual_advance(self._face)
        advances = [*[text_advance(char, self._face) for char in text], usual]
        steps = [(here + after) / 2 - usual for here, after in pairwise(advances)]
        codes = [escape(chr(self._case[char].code)) for char in text]
        shown = "".join([f"{code}){step:g}(" if step else code for step, code in zip(steps, codes, strict=True)])
        return f"({shown[:-1]}" if steps[-1] else f"({shown})"

    def parts(self, text: str) -> tuple[Encoded, ...]:
        """The text in parts that have one font each; what they come to together readers are left to find out."""
        return tuple(map(_part, self._runs(text)))

    def _runs(self, text: str) -> list[list[Sort]]:
        return [[*run] for _, run in groupby([self._case[char] for char in text], key=_font_of)]

    def _encoded(self, text: str) -> tuple[Encoded, ...]:
        codes = self._codes_of(text)
        if codes is not None:
            return ((self.font, f"({codes})Tj"),)
        words: list[_Word] = []
        for found in _words(text):
            word = self._word(found)
            if words and word.leans:
                words[-1] = self._word(words[-1].text + found)
            else:
                words.append(word)
        return tuple([part for word in words for part in word.parts])

    def _set_word(self, text: str) -> _Word:
        """pdfium, and so Chrome, takes a character that is shown alone for a line of its own wherever it thinks that a
        page is set from top to bottom: a word with such a part says what it is.
        """
        runs = self._runs(text)
        parts = [*map(_part, runs)]
        broken = len(runs) > 1 and any(len(run) == 1 and run[0].code != SPACE for run in runs)
        if broken:
            (first, begins), (last, ends) = parts[0], parts[-1]
            parts = [(first, f"{spoken(text)}{begins}"), *parts[1:-1], (last, f"{ends} {END}")]
        return _Word(text, tuple(parts), leans=broken and len(runs[0]) == 1)


class _Word(NamedTuple):
    """A word and the space before it, in parts; whether it leans on the word before, as it begins with a character
    alone.
    """

    text: str
    parts: tuple[Encoded, ...]
    leans: bool


def _part(run: list[Sort]) -> Encoded:
    return run[0].font, f"({escape(''.join([chr(sort.code) for sort in run]))})Tj"


class _Spread(dict[str, str]):
    """What shows words in cells: of a whole list's words, which come again and again."""

    def __init__(self, made: Callable[[str], str]) -> None:
        self._made = made

    def __missing__(self, text: str) -> str:
        if len(self) >= MOST_SPREAD:
            self.clear()
        self[text] = made = self._made(text)
        return made


class _OtherFontError(Exception):
    """A character that is not set like those of the first font."""


class _Codes(dict[int, str]):
    """The codes of the first font's characters by their code points, to translate by. Those of other fonts are refused,
    and combining marks are, which are placed one by one.
    """

    def __init__(self, own: Case) -> None:
        self._own = own

    def __missing__(self, point: int) -> str:
        char = chr(point)
        font, code = self._own[char]
        if font != self._own.first or combining(char):
            raise _OtherFontError
        self[point] = codes = escape(chr(code))
        return codes


def characters_of_sheets(names: Iterable[str], said: Iterable[str]) -> Characters:
    """The characters of sheets with these names of people and fleets, whatever is dealt; `said` is what else they say,
    and what stands beside their words. Every letter from A to z is there: the same fonts serve most sheets.
    """
    return _characters_of_sheets(frozenset().union(*names) - _USUAL, frozenset().union(*said) - _USUAL)


@lru_cache(maxsize=RECENT)
def _characters_of_sheets(names: frozenset[str], said: frozenset[str]) -> Characters:
    found: dict[Face, Iterable[str]] = {
        Face.MEDIUM: {*_USUAL, "–", *said},
        Face.SEMIBOLD: _USUAL | names,
        Face.BOLD: set(ALPHABET),
        Face.MONO: {*ALPHABET, *DIGITS, "-"},
    }
    return sorted_by_face(found)


def characters_of_stationery(texts: Iterable[str]) -> Characters:
    """The characters of stationery whose names and titles are these texts; every face has plain ASCII."""
    told = {ELLIPSIS, *PLAIN}
    for text in texts:
        told.update(text)
    texts_in = (Face.MEDIUM, Face.SEMIBOLD, Face.BOLD)
    return sorted_by_face({face: told if face in texts_in else set(PLAIN) for face in Face})
