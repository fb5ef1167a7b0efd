"""`Style`: the sizes of text (pt) and measures (mm) of a tracker, in standard and in large
print.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from wordfleet_print.games.alphabet import to_capitals
from wordfleet_print.paper import MM
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face

# Letterspacing of captions, of their size.
LABEL_TRACKING = 0.05
# From line to line of a text, for each pt of its size (mm): 1.09 times the size.
LEADING_MM_PER_PT = 0.385
# Two lines of captions, for each pt of their size (mm).
CAPTIONS_MM_PER_PT = 0.73
# Under a heading (mm).
HEADING_FOOT_MM = 0.8
# The smallest text of large print (pt).
LARGE_LEAST_PT = 16.0
# Lines of cells and dividers (pt).
THIN_PT = 0.47
# Lines to write on, and of the fold (pt).
FIRM_PT = 0.8
# What is lighter where ink is saved: faces, sizes and lines (pt), and a module of the QR code (mm),
# which is 15 mm for the bundled address.
ECO: Mapping[str, Any] = {
    "strong": Face.SEMIBOLD,
    "plain": Face.MEDIUM,
    "text": Face.REGULAR,
    "bold": Face.SEMIBOLD,
    "letter": 11.5,
    "word": 12.3,
    "code": 12.0,
    "heading": 10.4,
    "line": THIN_PT,
    "hairline": 0.4,
    "qr_module": 0.515,
}
# Large letters are light faces sooner.
LARGE_ECO: Mapping[str, Any] = {
    "strong": Face.MEDIUM,
    "plain": Face.REGULAR,
    "text": Face.REGULAR,
    "bold": Face.MEDIUM,
    "letter": 16.0,
    "word": 20.0,
    "code": 20.0,
    "heading": 16.0,
    "axis": 16.0,
    "line": 0.34,
    "hairline": 0.29,
    "qr_module": 0.51,
}

# A line in color where ink is saved, at least (pt).
LEAST_ECO_LINE_PT = 0.55

# Red, green and blue, from 0 to 1 (DeviceRGB).
Color = tuple[float, float, float]


class Ink(NamedTuple):
    """A color that a half of the sheet is drawn in."""

    full: Color
    """Of lines, headings and pictures."""
    tint: Color
    """Of areas under text."""
    least_line: float = 0.8
    """The width of lines at least (pt): one of 0.47 pt in color is as faint in a copy as one of
    0.35 pt in black, and would be lost.
    """

    def save_ink(self) -> Ink:
        """Return the same color for lines that use less ink."""
        return self._replace(least_line=LEAST_ECO_LINE_PT)


# In gray they are a quarter as light as paper, and their tints nine tenths: a copier that knows
# black and white alone prints the first black and the others white.
TABLE_INK = Ink(full=(0.03, 0.25, 0.57), tint=(0.86, 0.91, 0.97))
SECRET_INK = Ink(full=(0.67, 0.05, 0.09), tint=(0.98, 0.88, 0.87))


@dataclass(frozen=True, slots=True)
class Style:
    """One way to set a tracker: sizes of text in pt, lines in pt, everything else in mm. Heights of
    panels follow.
    """

    label: float = 8.0
    """Captions in capitals, and the smallest text of all (pt)."""
    body: float = 8.0
    """Sentences (pt)."""
    start: tuple[float, ...] = (9.0, 8.5)
    """START's sentences, in the sizes that may be tried (pt)."""
    heading: float = 11.5
    """Titles of panels (pt)."""
    name: float = 15.0
    """Player and opponent (pt)."""
    name_wrap_below: float = 8.0
    """What a long name shrinks to before it is wrapped (pt)."""
    name_least: float = 8.0
    """What a name of several lines shrinks to: better whole than large (pt)."""
    name_break_below: float = 7.5
    """What it shrinks to rather than have a word broken (pt)."""
    name_in_band: float = 12.0
    """The owner's name in the secret band (pt)."""
    ship: float = 10.5
    """Names of ships (pt)."""
    letter: float = 14.5
    """Letters to ask for, and of the manifest (pt)."""
    word: float = 15.0
    """The words of ships (pt)."""
    code: float = 13.5
    """Launch codes (pt)."""
    sheet_code: float = 9.5
    """The code that brings the sheet back (pt)."""
    axis: float = 10.0
    """Letters and numbers around a grid (pt)."""
    heading_height: float = 4.9
    """The height of a panel's heading (mm)."""
    band_height: float = 6.2
    """The height of the secret band (mm): letters that descend keep 0.6 off its frame."""
    axis_height: float = 4.6
    """The height of the letters over a grid (mm)."""
    axis_width: float = 5.0
    """The width of the numbers next to a grid (mm)."""
    gap: float = 1.8
    """Between panels (mm)."""
    start_padding: float = 1.35
    """From START's text to its frame (mm)."""
    legend_gap: float = 0.5
    """From the legend to the axis, whose letters keep 1 off it (mm)."""
    qr_module: float = 0.602
    """The side of a module of the QR code (mm): phones read 0.6 from a copy of a copy."""
    letter_width: float = 12.8
    """The width of a letter's box, where a row has six (mm)."""
    letter_height: float = 10.0
    """The height of a letter's box, where there are five rows (mm)."""
    legend_mark: float = 6.4
    """The side of a mark in a legend (mm)."""
    cell_least: float = 9.2
    """The side of a square at least (mm)."""
    cell_most: float = 9.5
    """The side of a square at most, in a grid of ten rows (mm)."""
    head_least: float = 8.7
    """The height of logo and names at least (mm)."""
    picture_least: float = 7.6
    """The width of a picture in START at least (mm)."""
    line: float = 0.9
    """Frames (pt)."""
    hairline: float = 0.55
    """Between squares, and between letters (pt): one of 0.47 is lost in a copy of a copy."""
    strong: Face = Face.BOLD
    """What words and found letters are set in."""
    plain: Face = Face.SEMIBOLD
    """What axes, calls and the owner's name are set in."""
    text: Face = Face.MEDIUM
    """What sentences are set in."""
    bold: Face = Face.BOLD
    """What verbs, and words between asterisks, are set in."""
    eco: bool = False
    """Whether ink is saved."""
    language: str = "en"
    """Whose capitals its labels are set in."""

    def to_capitals(self, text: str) -> str:
        """Return a text in capitals."""
        return to_capitals(text, self.language)

    @property
    def is_large(self) -> bool:
        """Whether this is large print."""
        return self.body >= LARGE_LEAST_PT

    @property
    def leading(self) -> float:
        """From line to line of body text (mm)."""
        return LEADING_MM_PER_PT * self.body

    @property
    def legend_height(self) -> float:
        """A heading with two lines of captions next to it (mm)."""
        return max(self.heading_height + HEADING_FOOT_MM, CAPTIONS_MM_PER_PT * self.label)

    def measure_label(self, text: str) -> float:
        """Return how wide a label is: capitals, letterspaced (mm)."""
        capitals = fonts.measure_text(self.to_capitals(text), Face.SEMIBOLD, self.label)
        return capitals + len(text) * LABEL_TRACKING * self.label / MM

    def measure_body(self, text: str) -> float:
        """Return how wide body text is, which may have several lines (mm)."""
        widths = (fonts.measure_text(line, self.text, self.body) for line in text.splitlines())
        return max(widths, default=0.0)

    def save_ink(self) -> Style:
        """Return the same style with less ink: outlines for solids, thin lines, no tint, smaller
        letters where they are large.
        """
        lighter = LARGE_ECO if self.is_large else ECO
        return replace(self, **lighter, eco=True)


STANDARD = Style()
# Letter: squares of 9.2 mm would leave half sheets 2 mm to the cut. Numbers have more room next to
# smaller ones, so that launch codes over the grid stay as wide.
HALF = replace(STANDARD, cell_least=9.0, axis_width=6.0, code=12.0)
LARGE = Style(
    label=16,
    body=16,
    start=(16,),
    heading=16,
    name=19,
    name_wrap_below=16,
    name_least=11,
    name_break_below=10.5,
    line=0.73,
    hairline=0.53,
    name_in_band=16,
    ship=16,
    letter=18.5,
    word=20,
    code=20,
    sheet_code=16,
    axis=17,
    heading_height=7.0,
    axis_height=6.8,
    axis_width=8.1,
    gap=2.2,
    start_padding=1.0,
    legend_mark=7.0,
    legend_gap=0.3,
    qr_module=0.57,
    band_height=9.0,
    letter_width=17.5,
    letter_height=12.6,
    cell_least=12.9,
    cell_most=12.9,
    head_least=14.4,
    picture_least=11.0,
)
