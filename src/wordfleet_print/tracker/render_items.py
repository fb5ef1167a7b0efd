"""What a sheet adds to its page, as operators: runs of text, texts in cells, frames.

They are set in a template's fonts. Measures become points here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from reportlab.pdfgen.pathobject import PDFPathObject

from wordfleet_print.paper import MM
from wordfleet_print.tracker import operators
from wordfleet_print.tracker.fonts import GLYPH_UNITS, Face, measure_advance
from wordfleet_print.tracker.pen import CellText, Frame, Item, Run, split_run
from wordfleet_print.tracker.template import Template

# Values of each field that are kept rendered, and sizes of frames.
CACHED_VALUES = 8192
CACHED_FRAMES = 256
# Places after the point of a frame's measures in mm: frames that are equal so are traced once.
DECIMALS = 3
# The character whose width counts as usual.
USUAL_CHARACTER = "N"


def render_items(items: Iterable[Item], template: Template, height: float) -> str:
    """Return operators that set items on a page `height` mm tall, inside a text object (BT …
    ET).
    """
    parts: list[str] = []
    last: Run | None = None
    for item in items:
        if isinstance(item, Run):
            runs = split_run(item)
            parts += _render_runs(item.text, runs, last, template, height)
            last = runs[-1]
            continue
        last = None
        if isinstance(item, Frame):
            parts.append(operators.interrupt_text(_render_frame(item, height)))
        else:
            parts.append(_render_cell_text(item, template, height))
    return " ".join(parts)


def _render_runs(
    text: str, runs: Sequence[Run], last: Run | None, template: Template, height: float
) -> list[str]:
    """Return the operators of one text, which is set in several runs if it has combining marks.
    `last` is the run before it, if that is a text as well; `height` is that of the page (mm).
    """
    fonts = template.glyphs[runs[0].face].fonts
    is_whole = len(runs) == 1 and len({fonts[char] for char in text}) == 1
    parts = []
    for run in runs:
        parts.append(_begin_run(run, last, height) + _show_run(run, template, is_whole=is_whole))
        last = run
    if is_whole:
        return parts
    # PDFium ends the line between two fonts on a page that is almost empty, unless a span holds the
    # text
    return [operators.begin_span(text), *parts, operators.END_SPAN]


def _begin_run(run: Run, last: Run | None, height: float) -> str:
    """Return the operator that moves to a run, which follows another or not."""
    if last:
        return operators.move_text((run.x - last.x) * MM, (last.y - run.y) * MM)
    return operators.place_text(run.x * MM, (height - run.y) * MM)


def _show_run(run: Run, template: Template, *, is_whole: bool) -> str:
    """Return the operators that show a run, whose characters may be in several fonts."""
    text = run.text
    fonts, codes = template.glyphs[run.face]
    if is_whole:
        font = operators.set_font(fonts[text[0]], run.size)
        return font + operators.show_codes(text.translate(codes))
    content = ""
    for font, part in groupby(text, key=fonts.__getitem__):
        content += operators.set_font(font, run.size)
        content += operators.show_codes("".join(part).translate(codes))
    return content


def _render_cell_text(item: CellText, template: Template, height: float) -> str:
    """Return the operators that set a text in cells."""
    cells = _render_cells(item.text, item.face, item.size, item.pitch, template)
    place = operators.place_text(item.x * MM - cells.left, (height - item.y) * MM)
    return f"{cells.before} {place}{cells.after}"


class _Cells(NamedTuple):
    """How a text in cells is set, wherever it is."""

    before: str
    """The operators before its place."""
    left: float
    """How far left of the first cell's middle it begins (pt)."""
    after: str
    """The operators after its place."""


@lru_cache(maxsize=CACHED_VALUES)
def _render_cells(text: str, face: Face, size: float, pitch: float, template: Template) -> _Cells:
    """Return the operators that set each character of a text in the middle of its cell; cells are
    `pitch` mm wide.

    It is one text operator (TJ): character spacing (Tc) fills a cell around a character of usual
    width, and each character is moved by what it and its neighbor are wider or narrower. Readers
    that look at gaps take “0 2 7” for three words if TJ makes them, but not if Tc does.
    """
    fonts, codes = template.glyphs[face]
    usual_width = measure_advance(USUAL_CHARACTER, face)
    widths = [measure_advance(char, face) for char in text]
    font = fonts[text[0]]
    # Cells of 20 pt and an N of 9 pt at this size: Tc adds 11 pt after each character. An I of 4 pt
    # needs 2.5 pt more on both sides; TJ moves by thousandths of the size, and the half of each
    # neighbor's difference adds up.
    space = operators.space_characters(pitch * MM - usual_width * size / GLYPH_UNITS)
    before = f"{operators.begin_span(text)}{operators.set_font(font, size)} {space}"
    # Strings in parentheses, with a number between two for a movement to the left
    operands = codes[ord(text[0])]
    for char, (width_before, width) in zip(text[1:], pairwise(widths), strict=True):
        movement = (width_before + width) / 2 - usual_width
        code = codes[ord(char)]
        if fonts[char] != font:
            font = fonts[char]
            operands += f")]TJ{operators.set_font(font, size)}[{movement:g}({code}"
        elif movement:
            operands += f"){movement:g}({code}"
        else:
            operands += code
    after = f"{operators.show_adjusted(f'({operands})')} {operators.space_characters(0)}"
    half_first = widths[0] * size / GLYPH_UNITS / 2
    return _Cells(before, left=half_first, after=f"{after} {operators.END_SPAN}")


def _render_frame(frame: Frame, height: float) -> str:
    """Return the operators of a frame on a page `height` mm tall."""
    rect = frame.rect
    path = _trace_frame(round(rect.w, DECIMALS), round(rect.h, DECIMALS), frame.radius)
    place = operators.write_shift(rect.x * MM, (height - rect.bottom) * MM)
    drawn = operators.stroke(path, frame.width)
    if frame.dashes:
        drawn = f"{operators.dash(length * MM for length in frame.dashes)} {drawn}"
    return operators.transform(drawn, place)


@lru_cache(maxsize=CACHED_FRAMES)
def _trace_frame(width: float, height: float, radius: float) -> str:
    """Return the path of a frame, in points. reportlab is slow, but few sizes are met."""
    path = PDFPathObject()
    if not height:
        path.moveTo(0, 0)
        path.lineTo(width * MM, 0)
    elif radius:
        path.roundRect(0, 0, width * MM, height * MM, radius * MM)
    else:
        path.rect(0, 0, width * MM, height * MM)
    return str(path.getCode())
