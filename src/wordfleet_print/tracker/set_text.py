"""Where texts are set: runs that fit, end or are centered somewhere; captions, wrapped paragraphs,
titles.

Functions that begin with `set_` return runs; those that begin with `draw_` draw them at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf

from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.pen import CellText, Pen, Run
from wordfleet_print.tracker.style import FIRM_PT, LABEL_TRACKING, Style

# A word of wrapped text, and the face that it is set in.
Word = tuple[str, Face]

# To make lines equally long, the width is reduced in steps of this.
EVEN_STEP_MM = 0.25
# How much wider a title is with a gun sight for its first O, in heights of its capitals.
SIGHT_EXTRA_CAPS = 0.4


def set_fitting(
    x: float, y: float, text: str, face: Face, size: float, width: float, least: float
) -> Run:
    """Set text from `x` on, shrunk to fit a width (mm), and at worst cut with an ellipsis."""
    fitting, size = fonts.shrink_or_cut(text, face, width=width, size=size, least=least)
    return Run(x, y, fitting, face, size)


def set_right_aligned(x: float, y: float, text: str, face: Face, size: float) -> Run:
    """Set text that ends at `x`, on the baseline `y`."""
    return Run(x - fonts.measure_text(text, face, size), y, text, face, size)


def find_baseline(middle: float, face: Face, size: float) -> float:
    """Return the baseline of text whose capitals have their middle at this height (mm)."""
    return middle + fonts.measure_cap_height(face, size) / 2


def set_centered(x: float, y: float, text: str, face: Face, size: float) -> Run:
    """Set text centered on the point: by its width across, by its capitals' height down."""
    left = x - fonts.measure_text(text, face, size) / 2
    return Run(left, find_baseline(y, face, size), text, face, size)


def set_centered_in(rect: Rect, text: str, face: Face, size: float) -> Run:
    """Set text centered in a box."""
    return set_centered(rect.center_x, rect.center_y, text, face, size)


def set_in_cells(cells: Sequence[Rect], text: str, face: Face, size: float) -> CellText:
    """Set a character in the middle of each of these equal cells of a row, from the first on."""
    first = cells[0]
    baseline = find_baseline(first.center_y, face, size)
    return CellText(first.center_x, baseline, text, face, size, first.w)


def draw_label(pen: Pen, x: float, baseline: float, text: str, style: Style) -> None:
    """Set letterspaced capitals."""
    label = Run(x, baseline, style.to_capitals(text), Face.SEMIBOLD, style.label)
    pen.text(label, tracking=LABEL_TRACKING * style.label)


def draw_writing_line(pen: Pen, place: Rect, label: str, style: Style) -> None:
    """Draw a line to write on at the bottom of a place, its label at the top."""
    baseline = place.y + fonts.measure_cap_height(Face.SEMIBOLD, style.label)
    draw_label(pen, place.x, baseline, label, style)
    pen.line(place.x, place.bottom, place.right, place.bottom, FIRM_PT)


def draw_paragraph(pen: Pen, place: Rect, text: str, style: Style, size: float = 0) -> float:
    """Draw text of this size (pt; 0 for that of body text) from the top of a place on, wrapped to
    its width, in lines of about the same length. Words between *asterisks* are bold. Return where
    the next line would begin (mm).
    """
    size = size or style.body
    leading = style.leading * size / style.body
    space = fonts.measure_text(" ", style.text, size)
    cap_height = fonts.measure_cap_height(style.text, size)
    baseline = place.y + cap_height
    for words in wrap_evenly(text, place.w, size, style.text):
        x = place.x
        for word, face in words:
            # Wrapping measures bold words in usual bold; where ink is saved they are lighter
            printed_face = style.bold if face is Face.BOLD else face
            pen.text(Run(x, baseline, word, printed_face, size))
            x += fonts.measure_text(word, face, size) + space
        baseline += leading
    return baseline - cap_height


def measure_line(text: str, style: Style) -> float:
    """Return how wide body text is on one line, with its words in bold (mm)."""
    (words,) = wrap_text(text, inf, style.body, style.text)
    return _measure_words(words, style.body, style.text)


@cache
def wrap_text(text: str, width: float, size: float, usual: Face) -> list[list[Word]]:
    """Return text of this size (pt), wrapped to a width (mm): for each line its words, each with
    its face. That is the `usual` one, or bold for words between *asterisks*. No-break spaces keep
    words together.
    """
    lines: list[list[Word]] = [[]]
    face = usual
    x = 0.0
    space = fonts.measure_text(" ", usual, size)
    for marked_word in text.split(" "):
        if marked_word.startswith("*"):
            face = Face.BOLD
        word = marked_word.replace("*", "").replace("\u00a0", " ")
        word_width = fonts.measure_text(word, face, size)
        if lines[-1] and x + word_width > width:
            lines.append([])
            x = 0.0
        lines[-1].append((word, face))
        x += word_width + space
        if marked_word.rstrip(".,:;!?").endswith("*"):
            face = usual
    return lines


@cache
def wrap_evenly(text: str, width: float, size: float, usual: Face) -> list[list[Word]]:
    """Return text wrapped as by `wrap_text`, in as many lines, but of about the same length: no
    single word is left for the last line. To find them, the width is reduced step by step until
    there would be another line.
    """
    lines = wrap_text(text, width, size, usual)
    narrower = width - EVEN_STEP_MM
    while narrower > 0 and len(lines) > 1:
        candidate = wrap_text(text, narrower, size, usual)
        # A word that is longer than the width has a line that is too wide
        is_too_wide = any(_measure_words(line, size, usual) > narrower for line in candidate)
        if len(candidate) > len(lines) or is_too_wide:
            break
        lines = candidate
        narrower -= EVEN_STEP_MM
    return lines


def _measure_words(words: Sequence[Word], size: float, usual: Face) -> float:
    """Return how wide words on a line are (mm)."""
    spaces = (len(words) - 1) * fonts.measure_text(" ", usual, size)
    return spaces + sum(fonts.measure_text(word, face, size) for word, face in words)


def balance_lines(text: str, marks: str = " ") -> list[str]:
    """Return a text on two lines of about the same length, broken after one of the characters
    `marks`; on one line if it has none of them.
    """
    breaks = [end for end, char in enumerate(text, start=1) if char in marks]
    if not breaks:
        return [text]
    middle = len(text) / 2
    nearest = min(breaks, key=lambda end: abs(end - middle))
    return [text[:nearest].rstrip(), text[nearest:]]


def set_title(x: float, title: str, cap_height: float, width: float) -> Run:
    """Set a title in capitals from `x` on, as large as the height of capitals and the width (mm)
    allow. Its baseline is at 0, for the caller to move.
    """
    text = title.upper()
    face = fonts.choose_heading_face(text, Face.STENCIL_HEAVY)
    cap_height_at_1_pt = fonts.measure_cap_height(face, 1)
    text_width_at_1_pt = fonts.measure_text(text, face, 1)
    width_at_1_pt = text_width_at_1_pt + SIGHT_EXTRA_CAPS * cap_height_at_1_pt
    size = min(cap_height / cap_height_at_1_pt, width / width_at_1_pt)
    return Run(x, 0, text, face, size)
