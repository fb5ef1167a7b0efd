"""A document's glyphs: which characters its type is set from, and the code each has in its embedded fonts.

They are known before the first page is set, from the characters alone and in a fixed order. So every worker who is
told the same characters has the same codes, and the fonts hold no glyph that nothing needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TypeAlias
from unicodedata import combining

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.fonts import ELLIPSIS, REMEMBERED, Face, font, font_of, text_advance, usual_advance
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Run, Type
from wordfleet_print.press.ink.reportlab_inside import open_canvas, subset_code
from wordfleet_print.press.pdf.syntax import escape

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"

Characters = tuple[tuple[Face, str], ...]
"""The characters of each face, sorted: hashable, and small enough to send to any worker."""

Encoded: TypeAlias = tuple[str, str]
"""Text of one font: the font's resource name, and the codes as they stand in a string."""


class Glyphs:
    """A document's characters with their codes, an encoder for each face. `canvas` is where its plates are drawn: they
    share its fonts.
    """

    def __init__(self, characters: Characters, paper: Paper) -> None:
        font(Face.MEDIUM)
        self.canvas = open_canvas(paper.width * MM, paper.height * MM, Face.MEDIUM.value)
        self.encoders = {face: Encoder(face, chars, self.canvas) for face, chars in characters}


class Encoder:
    """One face's characters as codes: by font, and as a table for those of the first font, usually the only one."""

    def __init__(self, face: Face, characters: str, canvas: Canvas) -> None:
        self._face = face
        codes = [subset_code(font_of(char, face) or font(face), char, canvas) for char in characters]
        self._sorts = {char: (name, escape(code)) for char, (name, code) in zip(characters, codes, strict=True)}
        self.font = next(iter(self._sorts.values()))[0]
        first = {char: codes for char, (name, codes) in self._sorts.items() if name == self.font}
        self._table = _Codes({ord(char): codes for char, codes in first.items() if not combining(char)})
        self.codes_of = lru_cache(maxsize=REMEMBERED)(self._codes_of)
        """The codes of a text that is all of the first font, as they stand in a string; else None."""
        self.encode = lru_cache(maxsize=REMEMBERED)(self._encoded)
        """The text in parts that have one font each. The encoder knows every character."""
        self.widest = max(text_advance(char, face) for char in characters)
        """The advance of the widest character, in thousandths of the size."""
        self.spread = cache(self._spread)
        """What shows a text in cells inside an array of TJ where characters of usual width are spaced to fill them."""

    def _codes_of(self, text: str) -> str | None:
        try:
            return text.translate(self._table)
        except _OtherFontError:
            return None

    def _spread(self, text: str) -> str:
        """Each character in the middle of its cell, from the left end of the first; all are of the first font."""
        usual = usual_advance(self._face)
        advances = [*[text_advance(char, self._face) for char in text], usual]
        steps = [(here + after) / 2 - usual for here, after in pairwise(advances)]
        codes = [self._sorts[char][1] for char in text]
        shown = "".join([f"{code}){step:g}(" if step else code for step, code in zip(steps, codes, strict=True)])
        return f"({shown[:-1]}" if steps[-1] else f"({shown})"

    def _encoded(self, text: str) -> tuple[Encoded, ...]:
        codes = self._codes_of(text)
        if codes is not None:
            return ((self.font, codes),)
        parts = groupby([self._sorts[char] for char in text], key=itemgetter(0))
        return tuple([(name, "".join([codes for _, codes in part])) for name, part in parts])


class _OtherFontError(Exception):
    """A character that is not set like those of the first font."""


class _Codes(dict[int, str]):
    """The codes of the first font's characters by their code points, to translate by. What it lacks is refused, and
    combining marks are, which are placed one by one.
    """

    def __missing__(self, _: int) -> str:
        raise _OtherFontError


def characters_of(items: Iterable[Type]) -> Characters:
    """Exactly the characters of this type."""
    found: dict[Face, set[str]] = {}
    for item in items:
        if isinstance(item, Run):
            found.setdefault(item.face, set()).update(item.text)
    return _sorted(found)


def characters_of_sheets(names: Iterable[str], said: Iterable[str]) -> Characters:
    """The characters of sheets with these names of people and fleets, whatever is dealt; `said` is what else they say,
    and what stands beside their words.
    """
    known = {*f"{ELLIPSIS}{DIGITS}{ALPHABET} .S", *"".join(names)}
    told = set(f"{ELLIPSIS}{ALPHABET}–").union(*said)
    mono = set(f"{ALPHABET}{DIGITS}-")
    found = {Face.MEDIUM: told, Face.SEMIBOLD: known, Face.BOLD: set(ALPHABET), Face.MONO: mono}
    return _sorted(found)


def characters_of_stationery(texts: Iterable[str]) -> Characters:
    """The characters of stationery whose names and titles are these texts; every face has plain ASCII."""
    told = {ELLIPSIS, *"".join(texts)}
    plain = {chr(code) for code in range(32, 127)}
    found = dict.fromkeys((Face.MEDIUM, Face.SEMIBOLD, Face.BOLD), told | plain)
    found |= dict.fromkeys((Face.MONO, Face.STENCIL, Face.STENCIL_HEAVY), plain)
    return _sorted(found)


def _sorted(found: Mapping[Face, set[str]]) -> Characters:
    return tuple((face, "".join(sorted(found[face]))) for face in Face if face in found)
