"""Labels of a kit in the fullest wording that their places have room for.

Texts that wrap are measured when they are printed (`printing`). What is drawn or is on one line is
measured here, in the fonts that the pages embed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from wordfleet_print.games import Rulebook
from wordfleet_print.games.fits import Fit, choose_wording
from wordfleet_print.games.labels import Wordings
from wordfleet_print.rulebook import fonts

# What CSS and SVG call the faces: text, headings, and letters of the same width.
TEXT = "Fira Sans Condensed, Rulebook Extra"
STENCIL = "Saira Stencil, Fira Sans Condensed, Rulebook Extra"
CODE = "JetBrains Mono, Fira Sans Condensed"
BOLD = 700
MEDIUM = 500
POINT_MM = 25.4 / 72
# What a character takes that the usual fonts lack, as part of its size: a wide one's.
EXTRA_EM = 0.7
# The head of a page: letters of its game, its name and its line (pt), and the gaps between them and
# before the imprint (mm).
HEAD_GAME_PT = 14.0
HEAD_NAME_PT = 10.5
HEAD_LINE_PT = 8.2
HEAD_GAPS_MM = 6.0
IMPRINT_GAP_MM = 4.0
# Letters of an imprint, of a foot and of the words of the bar (pt).
SMALL_PT = 8.0
# What the bar to measure takes, with the gaps next to its words.
BAR_MM = 109.0


class Label(NamedTuple):
    """A label in all its wordings, the fullest first."""

    key: str
    wordings: Wordings


class FittedLabels:
    """Chooses wordings for one kit, and keeps how they fit."""

    fits: list[Fit]
    """Each label that was measured; those that do not fit refuse the kit."""

    def __init__(
        self, book: Rulebook, complain: Callable[[str], None], *, has_rulings: bool
    ) -> None:
        self._book = book
        self._complain = complain
        self._is_note_due = has_rulings
        self.fits = []

    def list_wordings(self, key: str, **facts: object) -> Label:
        """Return a label that is still to be fitted."""
        return Label(key, self._book.list_wordings(key, **facts))

    def list_capitals(self, key: str, **facts: object) -> Label:
        """Return a label in capitals that is still to be fitted."""
        wordings = self._book.list_wordings(key, **facts)
        return Label(key, tuple(map(self._book.to_capitals, wordings)))

    def take_words(self, words: str) -> Label:
        """Return words of the front matter, of which there is one wording."""
        return Label("its text", (words,))

    def fit(
        self, label: Label, room: float, size: float, font: str = TEXT, weight: int = BOLD
    ) -> str:
        """Return the fullest wording of a label that is at most `room` mm wide in letters of `size`
        mm.

        If none fits, that is a complaint, and the shortest is returned.
        """
        fit = choose_wording(
            label.key,
            label.wordings,
            room,
            lambda words: measure_words(words, size, font, weight),
            required=True,
        )
        self.fits.append(fit)
        if not fit.number:
            self._complain(fit.fault)
        return fit.text

    def fit_head(
        self, heading: str, line: Label | str, imprint: str, width: float, notes: bool = False
    ) -> str:
        """Return the wording of the line in a page's head, which has the room between others.

        The head is `width` mm wide. It has the game's name, the page's `heading`, this line, and
        the `imprint`, if any, at its right end. With `notes` the line ends, once in a kit and where
        there is room, with where all rules are and how rulings are marked there.
        """
        game = self._book.title.upper()
        others_mm = HEAD_GAPS_MM
        others_mm += measure_words(game, HEAD_GAME_PT * POINT_MM, STENCIL)
        others_mm += measure_words(heading, HEAD_NAME_PT * POINT_MM)
        if imprint:
            others_mm += IMPRINT_GAP_MM
            others_mm += measure_words(imprint, SMALL_PT * POINT_MM, weight=MEDIUM)
        label = line if isinstance(line, Label) else self.take_words(line)
        note = self.list_wordings("kit.rulings") if notes and self._is_note_due else None
        if note:
            with_note = [
                f"{words} {ending}" for ending in note.wordings for words in label.wordings
            ]
            label = Label(label.key, (*with_note, *label.wordings))
        words = self.fit(label, width - others_mm, HEAD_LINE_PT * POINT_MM, weight=MEDIUM)
        if note:
            self._is_note_due = not words.endswith(note.wordings)
        return words

    def fit_foot(self, label: Label, width: float) -> str:
        """Return the wording of a foot that has room next to the words of the bar; `width` is what
        foot and bar have (mm).
        """
        bar = [self._book.say(key) for key in ("kit.bar", "kit.scale")]
        size = SMALL_PT * POINT_MM
        used = BAR_MM + max(measure_words(words, size) for words in bar)
        return self.fit(label, width - used, size, weight=MEDIUM)

    def note_rulings(self, room: float) -> str:
        """Return, once in a kit, where all rules are and how rulings are marked there; ""
        afterwards.
        """
        if not self._is_note_due:
            return ""
        self._is_note_due = False
        label = self.list_wordings("kit.rulings")
        return self.fit(label, room, SMALL_PT * POINT_MM, weight=MEDIUM)


def measure_words(words: str, size: float, font: str = TEXT, weight: int = BOLD) -> float:
    """Return how wide the widest line of words is (mm) in letters of `size` mm.

    `font` is a list of families as in CSS: a character is of the first one that has it.
    """
    families = font.split(", ")
    width_tables = [table for family in families for table in read_family(family, weight)]
    widest_em = 0.0
    for line in words.replace("*", "").split("\n"):
        line_em = 0.0
        for char in line:
            widths = (table[ord(char)] for table in width_tables if ord(char) in table)
            line_em += next(widths, EXTRA_EM)
        widest_em = max(widest_em, line_em)
    return widest_em * size


@cache
def read_family(family: str, weight: int) -> tuple[Mapping[int, float], ...]:
    """Return the widths of a bundled family (em) by code point; nothing for one that is cut out of
    larger fonts.
    """
    of_family = [font for font in fonts.WEB_FONTS if font.family == family]
    # Headings and code have one weight.
    of_weight = [font for font in of_family if font.weight == weight] or of_family
    return tuple(read_widths(fonts.FOLDER / font.file) for font in of_weight)


@cache
def read_widths(path: Path) -> Mapping[int, float]:
    """Return how wide each character of a font is (em)."""
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        em = font["head"].unitsPerEm
        advances = font["hmtx"]
        return {code: advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}
