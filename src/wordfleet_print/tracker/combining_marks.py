"""Combining marks, such as those of Yoruba names: where they go over or under their letter.

Fonts place these by tables (OpenType, GPOS) that neither reportlab nor PDF applies. All measures
are in thousandths of the size of the text.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import combining

from wordfleet_print.tracker.fonts import FOLDER, Face, has_glyph, load_face, measure_advance

# Canonical combining classes (Unicode 4.3) of marks that are set over their letter, and under it.
ABOVE = frozenset({230})
BELOW = frozenset({202, 220, 240})
# How far round letters stand out beyond flat ones at most.
OVERSHOOT_UNITS = 30


class Box(NamedTuple):
    """The extent of a character's ink."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        """Halfway across."""
        return (self.left + self.right) / 2


# Letters that descend, and capitals with an accent.
USUAL_INK = Box(left=0, bottom=-230, right=0, top=900)


class Piece(NamedTuple):
    """A part of a text that is set by itself."""

    across: float
    """From the start of the text."""
    up: float
    """From the baseline."""
    text: str


def can_place(mark: str, letter: str, face: Face) -> bool:
    """Whether the face has the combining mark, the letter, and a place for the one on the other."""
    is_known = combining(mark) in ABOVE | BELOW and letter.isalnum()
    own = load_face(face)
    return is_known and has_glyph(own, mark) and has_glyph(own, letter)


def place_marks(text: str, face: Face) -> tuple[Piece, ...]:
    """Return a text in the pieces that are set one by one: each combining mark is a piece, which
    goes over or under its letter, farther from it than the mark before; what is between two marks
    is one piece.
    """
    # “Ẹ̀”: the E is from 62 to 442, so its middle is 252; the grave, from -280 to -30, has its
    # middle at -155 and goes 252 + 155 = 407 across. It is drawn for an x of 530; the E is 692 tall
    # and lifts it by 162.
    pieces = [Piece(0, 0, "")]
    marks = _Marks(face, " ", 0)
    # Where the next letter begins
    end = 0.0
    for before, char in pairwise(f" {text}"):
        if combining(char):
            is_first_mark = not combining(before)
            if is_first_mark:
                letter_start = end - measure_advance(before, face)
                marks = _Marks(face, before, letter_start)
            pieces.append(marks.place(char))
            continue
        if combining(before):
            pieces.append(Piece(end, 0, char))
        else:
            across, up, letters = pieces[-1]
            pieces[-1] = Piece(across, up, letters + char)
        end += measure_advance(char, face)
    return tuple(pieces)


def measure_ink(text: str, face: Face) -> Box:
    """Return how far the ink of a text reaches up and down from its baseline, marks included, in
    thousandths of the size; `left` and `right` are 0. Characters of another font count as usual
    ones.
    """
    bottom = 0.0
    top = 0.0
    for piece in place_marks(text, face):
        for char in piece.text:
            box = USUAL_INK
            if has_glyph(load_face(face), char):
                box = _load_boxes(face)(char)
            bottom = min(bottom, piece.up + box.bottom)
            top = max(top, piece.up + box.top)
    return Box(0, bottom, 0, top)


class _Marks:
    """The marks of one letter."""

    def __init__(self, face: Face, letter: str, start: float) -> None:
        self._measure = _load_boxes(face)
        box = self._measure(letter)
        self._middle = start + box.middle
        # Marks are drawn for an x: taller letters lift them
        self._usual_top = self._measure("x").top
        self._lift = box.top - self._usual_top
        self._drop = box.bottom

    def place(self, mark: str) -> Piece:
        """Return where the next mark goes."""
        box = self._measure(mark)
        is_above = combining(mark) in ABOVE
        distance = self._lift if is_above else self._drop
        up = 0 if abs(distance) < OVERSHOOT_UNITS else distance
        if is_above:
            self._lift = up + box.top - self._usual_top
        else:
            self._drop = up + box.bottom
        return Piece(self._middle - box.middle, up, mark)


@cache
def _load_boxes(face: Face) -> Callable[[str], Box]:
    """Return what tells the extent of a character's ink."""
    from fontTools.ttLib import TTFont

    program = (FOLDER / f"{face.value}.ttf").read_bytes()
    tables = TTFont(io.BytesIO(program), lazy=True)
    names = tables.getBestCmap()
    glyphs = tables["glyf"]

    # To do it again for each name of an event would take 0.5 s for 1,000 players
    @cache
    def measure(char: str) -> Box:
        glyph = glyphs[names[ord(char)]]
        if not glyph.numberOfContours:
            return Box(0, 0, 0, 0)
        return Box(glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)

    return measure
