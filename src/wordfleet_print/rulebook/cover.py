"""The cover of a booklet: how large its title is."""

from __future__ import annotations

import textwrap

from wordfleet_print.paper import MM, Paper

# The margin of a cover, and the space between its edge and its words.
MARGIN_MM = 9.0
PADDING_MM = 8.0
# Sizes of a title (pt), how high it may be, and how wide its letters are, of their size.
TITLE_SIZES = (60.0, 54.0, 48.0, 42.0, 36.0, 30.0, 26.0, 22.0, 18.0)
TITLE_HEIGHT_MM = 66.0
LETTER_WIDTH = 0.7
LINE_HEIGHT = 0.95


def fit_title(title: str, paper: Paper) -> float:
    """Return the largest letters (pt) in which a title fits the cover, no word parted."""
    width = (paper.width - 2 * (MARGIN_MM + PADDING_MM)) * MM
    for size in TITLE_SIZES:
        letters = int(width / (LETTER_WIDTH * size))
        lines = textwrap.wrap(title, letters, break_long_words=False, break_on_hyphens=False)
        height = len(lines) * size * LINE_HEIGHT
        if height <= TITLE_HEIGHT_MM * MM and max(map(len, lines)) <= letters:
            return size
    return TITLE_SIZES[-1]
