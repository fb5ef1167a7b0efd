"""The cover of a booklet: how large its title is."""

from __future__ import annotations

import textwrap

from wordfleet_print.paper import MM, Paper

# The margin of a cover, and the space between its edge and its words.
MARGIN_MM = 9.0
PADDING_MM = 8.0
# Sizes of a title, how high all its lines may be, and how wide a letter and how high a line is, of
# the size.
TITLE_SIZES_PT = (60.0, 54.0, 48.0, 42.0, 36.0, 30.0, 26.0, 22.0, 18.0)
TITLE_HEIGHT_MM = 66.0
LETTER_WIDTH_EM = 0.7
LINE_HEIGHT_EM = 0.95


def fit_title(title: str, paper: Paper) -> float:
    """Return the largest letters (pt) in which a title fits a booklet's cover, no word parted."""
    width_pt = (paper.width - 2 * (MARGIN_MM + PADDING_MM)) * MM
    for size in TITLE_SIZES_PT:
        letters = int(width_pt / (LETTER_WIDTH_EM * size))
        lines = textwrap.wrap(title, letters, break_long_words=False, break_on_hyphens=False)
        height_pt = len(lines) * size * LINE_HEIGHT_EM
        if height_pt <= TITLE_HEIGHT_MM * MM and max(map(len, lines)) <= letters:
            return size
    return TITLE_SIZES_PT[-1]
