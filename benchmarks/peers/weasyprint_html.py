"""WeasyPrint: the art as a picture on every page, over it a drawing with the type of the sheet, both in SVG."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from weasyprint import HTML

from benchmarks.peers.page import PAPER
from benchmarks.peers.recording import Box, Circle, Line, Mark, Shape, Text, art, type_of
from wordfleet_print.press.ink.fonts import FOLDER, Face
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.sheet.sheet import Sheet

FACES = "".join(
    f"@font-face{{font-family:{face.value};src:url({(FOLDER / f'{face.value}.ttf').as_uri()})}}" for face in Face
)
STYLE = (
    f"{FACES}@page{{size:{PAPER.width}mm {PAPER.height}mm;margin:0}}body{{margin:0}}h1{{font-size:0;margin:0}}"
    "div{break-after:page;position:relative}img,svg{display:block;position:absolute;top:0}"
)
SIZE = f'width="{PAPER.width}mm" height="{PAPER.height}mm" viewBox="0 0 {PAPER.width} {PAPER.height}"'


def drawn(sheets: Sequence[Sheet]) -> bytes:
    """All pages in one document."""
    pages = "".join(
        f"<div><h1>{escape(sheet.captain)}</h1><img src=art.svg>{_svg(type_of(sheet))}</div>" for sheet in sheets
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "art.svg").write_text(_art(), encoding="utf-8")
        html = f'<html lang="en"><style>{STYLE}</style><body>{pages}</body></html>'
        return bytes(HTML(string=html, base_url=f"{folder}/").write_pdf())


@cache
def _art() -> str:
    return _svg(art())


def _svg(marks: Sequence[Mark]) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {SIZE}>{"".join(map(_element, marks))}</svg>'


def _element(mark: Mark) -> str:
    """A mark as an element of SVG, in mm."""
    match mark:
        case Line(x1, y1, x2, y2, width, dashes):
            dash = f'stroke-dasharray="{" ".join(map(str, dashes))}"' if dashes else ""
            return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {_ink(width, 0)} {dash}/>'
        case Box(rect, width, radius, gray):
            place = f'x="{rect.x}" y="{rect.y}" width="{rect.w}" height="{rect.h}" rx="{radius}"'
            return f"<rect {place} {_ink(width, gray)}/>"
        case Circle(x, y, radius, width, gray):
            return f'<circle cx="{x}" cy="{y}" r="{radius}" {_ink(width, gray)}/>'
        case Text(run, gray, tracking, outline, seen):
            face = f'font-family="{run.face.value}" font-size="{run.size / MM}" letter-spacing="{tracking / MM}"'
            ink = _ink(outline, gray) if seen else 'opacity="0"'
            return f'<text x="{run.x}" y="{run.y}" {face} {ink}>{escape(run.text)}</text>'
        case Shape(steps, width):
            path = "".join(step + " ".join(f"{x},{y}" for x, y in points) for step, points in steps)
            return f'<path d="{path}" fill-rule="evenodd" {_ink(width, 0)}/>'


def _ink(width: float, gray: float) -> str:
    shade = round(gray * 255)
    return f'fill="none" stroke="#000" stroke-width="{width / MM}"' if width else f'fill="rgb({shade},{shade},{shade})"'
