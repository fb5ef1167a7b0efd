"""Plates: the static art of a page, drawn once as a form XObject; the type of each sheet is imprinted on it.

Two ways to imprint: `imprint` appends precomputed text operators (ISO 32000-1, 9.4) to the page, `draw_type` lets
reportlab draw every run. They make the same picture; the slow way is the fast one's oracle in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.fonts import Face, font
from wordfleet_print.press.geometry import MM
from wordfleet_print.press.page import PagePlan
from wordfleet_print.press.paper import Paper
from wordfleet_print.press.pen import Frame, Pen, Run, Type
from wordfleet_print.sheet.sheet import Sheet


def draw_plate(canvas: Canvas, page: PagePlan, page_height: float) -> None:
    """Draw a page's static art on the canvas, where it stands."""
    pen = Pen(canvas, page_height)
    for panel in page.panels:
        panel.draw(pen)


def define_plate(canvas: Canvas, name: str, page: PagePlan, paper: Paper) -> None:
    """Draw a page's static art once as a form of that name; `canvas.doForm(name)` then shows it."""
    canvas.beginForm(name, 0, 0, paper.width * MM, paper.height * MM)
    draw_plate(canvas, page, paper.height)
    canvas.endForm()


def set_page(page: PagePlan, sheet: Sheet) -> list[Type]:
    """All type that this sheet has on this page, placed."""
    return [item for panel in page.panels for item in panel.set_type(sheet)]


def draw_type(canvas: Canvas, items: Iterable[Type], page_height: float) -> None:
    """Imprint by reportlab's own drawing, run by run."""
    pen = Pen(canvas, page_height)
    for item in items:
        if isinstance(item, Run):
            pen.text(item)
        else:
            pen.frame(item.rect, item.width, item.radius)


class Imprinter:
    """Imprints type on one document's pages by operators, each string encoded once."""

    def __init__(self, canvas: Canvas, page_height: float) -> None:
        self._canvas: Any = canvas  # the page's operators and the document are not in its public interface
        self._height = page_height
        self._encoded: dict[tuple[Face, str], list[tuple[str, str]]] = {}

    def imprint(self, items: Iterable[Type]) -> None:
        """Append the type to the current page."""
        text: list[str] = []
        setting: tuple[str, float] | None = None
        for item in items:
            if isinstance(item, Frame):
                Pen(self._canvas, self._height).frame(item.rect, item.width, item.radius)
                continue
            text.append(f"1 0 0 1 {item.x * MM:.3f} {(self._height - item.y) * MM:.3f} Tm")
            for subset, string in self._encode(item.face, item.text):
                if setting != (subset, item.size):
                    setting = subset, item.size
                    text.append(f"{subset} {item.size:g} Tf")
                text.append(f"({string}) Tj")
        if text:
            self._canvas._code.append(f"BT {' '.join(text)} ET")

    def _encode(self, face: Face, text: str) -> list[tuple[str, str]]:
        """The text in the font's subsets: (resource name, escaped string) for each part."""
        key = face, text
        if key not in self._encoded:
            document = self._canvas._doc
            loaded = font(face)
            self._encoded[key] = [
                (loaded.getSubsetInternalName(subset, document), escapePDF(part))
                for subset, part in loaded.splitString(text, document)
            ]
        return self._encoded[key]
