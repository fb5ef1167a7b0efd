"""typst: one document whose pages have the art as their background, and the type of all sheets as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import typst

from benchmarks.peers.page import PAPER
from benchmarks.peers.recording import Box, Circle, Line, Mark, Shape, Text, art, type_of
from wordfleet_print.press.ink.fonts import FOLDER, Face
from wordfleet_print.press.ink.pen import Run
from wordfleet_print.sheet.sheet import Sheet

HEAD = """
#let sheets = json(bytes(sys.inputs.sheets))
#let set-type(x, y, said, size, family, weight, stretch, gray: 0%, tracking: 0pt, outline: none) = {{
  set text(font: family, weight: weight, stretch: stretch * 1%, size: size * 1pt)
  place(dx: x * 1mm, dy: y * 1mm, text(tracking: tracking, fill: luma(gray), stroke: outline, said))
}}
#let art = {{
{art}
}}
#set document(date: none)
#set text(top-edge: "baseline", bottom-edge: "baseline", hyphenate: false, lang: "en")
#set page(width: {width}mm, height: {height}mm, margin: 0mm, background: art)
#set par(leading: 0pt, spacing: 0pt)
#show heading: it => none
#for sheet in sheets {{
  heading(outlined: false, bookmarked: true, sheet.captain)
  for run in sheet.runs {{ set-type(..run) }}
  for box in sheet.boxes {{
    place(dx: box.at(0) * 1mm, dy: box.at(1) * 1mm,
      rect(width: box.at(2) * 1mm, height: box.at(3) * 1mm, radius: box.at(4) * 1mm, stroke: box.at(5) * 1pt))
  }}
  pagebreak(weak: true)
}}
"""


def data_driven(sheets: Sequence[Sheet]) -> bytes:
    """All pages in one compilation."""
    data = json.dumps([_data(sheet) for sheet in sheets])
    return typst.compile(_template(), sys_inputs={"sheets": data}, font_paths=[FOLDER], ignore_system_fonts=True)


@cache
def _template() -> bytes:
    calls = "\n".join(_call(mark) for mark in art())
    return HEAD.format(art=calls, width=PAPER.width, height=PAPER.height).encode()


def _data(sheet: Sheet) -> dict[str, object]:
    marks = type_of(sheet)
    runs = [_run(mark.run) for mark in marks if isinstance(mark, Text)]
    rects = [(mark.rect, mark.radius, mark.width) for mark in marks if isinstance(mark, Box)]
    boxes = [(rect.x, rect.y, rect.w, rect.h, radius, width) for rect, radius, width in rects]
    return {"captain": sheet.captain, "runs": runs, "boxes": boxes}


def _run(run: Run) -> list[object]:
    return [run.x, run.y, run.text, run.size, *_known_as(run.face)]


@cache
def _known_as(face: Face) -> tuple[str, int, float]:
    """The family, weight and stretch (%) that typst knows the face by."""
    fonts = typst.Fonts(font_paths=[FOLDER], include_system_fonts=False).fonts()
    (font,) = [font for font in fonts if font.path and Path(font.path).stem == face.value]
    return font.family, font.weight, font.stretch * 100


def _call(mark: Mark) -> str:
    """A mark as typst's code."""
    match mark:
        case Line(x1, y1, x2, y2, width, dashes):
            dash = f"({', '.join(f'{length}mm' for length in dashes)})" if dashes else "none"
            ends = f"start: ({x1}mm, {y1}mm), end: ({x2}mm, {y2}mm)"
            return f"place(line({ends}, stroke: (thickness: {width}pt, dash: {dash})))"
        case Box(rect, width, radius, gray):
            size = f"width: {rect.w}mm, height: {rect.h}mm, radius: {radius}mm"
            return f"place(dx: {rect.x}mm, dy: {rect.y}mm, rect({size}, {_ink(width, gray)}))"
        case Circle(x, y, radius, width, gray):
            return f"place(dx: {x - radius}mm, dy: {y - radius}mm, circle(radius: {radius}mm, {_ink(width, gray)}))"
        case Text(run, gray, tracking, outline, seen):
            ink = f"gray: {gray:.0%}, tracking: {tracking}pt" + (f", outline: {outline}pt" if outline else "")
            call = f"set-type(..json(bytes({json.dumps(json.dumps(_run(run)))})), {ink})"
            return call if seen else f"hide({call})"
        case Shape(steps, width):
            return f'place(curve({_ink(width, 0)}, fill-rule: "even-odd", {", ".join(map(_step, steps))}))'


def _ink(width: float, gray: float) -> str:
    return f"stroke: {width}pt" if width else f"fill: luma({gray:.4%}), stroke: none"


def _step(step: tuple[str, tuple[tuple[float, float], ...]]) -> str:
    name = {"M": "move", "L": "line", "C": "cubic", "Z": "close"}[step[0]]
    return f"curve.{name}({', '.join(f'({x}mm, {y}mm)' for x, y in step[1])})"
