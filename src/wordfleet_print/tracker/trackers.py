"""Sheets in, a PDF out: a page's art is a form, drawn once; each sheet adds its type."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.geometry import MM
from wordfleet_print.tracker.layout import CUT, MARGIN, Page
from wordfleet_print.tracker.pen import Pen, draw_items


def print_trackers(trackers: Sequence[tuple[Sequence[Page], Sheet]]) -> bytes:
    """Each sheet on its pages; half sheets two on a leaf, public halves in front and secret ones behind."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setViewerPreference("PrintScaling", "None")
    forms = draw_forms(canvas, (page for pages, _ in trackers for page in pages))
    on_leaf = 2 if trackers[0][0][0].cut else 1
    if on_leaf == 2:
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    for first in range(0, len(trackers), on_leaf):
        leaf = trackers[first : first + on_leaf]
        for side, front in enumerate(leaf[0][0]):
            canvas.setPageSize((front.width * MM, front.height * MM))
            pen = Pen(canvas, front.height)
            for row, (pages, sheet) in enumerate(leaf):
                canvas.saveState()
                canvas.translate(0, row * (MARGIN - front.height / 2 - CUT) * MM)
                canvas.doForm(forms[id(pages[side])])
                for panel in pages[side].panels:
                    draw_items(pen, panel.place_text(sheet))
                canvas.restoreState()
            if front.cut:
                front.cut.draw(pen)
            canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def draw_forms(canvas: Canvas, pages: Iterable[Page]) -> dict[int, str]:
    """Each page's art as a form of the PDF; returns the forms' names by the pages' ids."""
    forms: dict[int, str] = {}
    for page in pages:
        if id(page) in forms:
            continue
        forms[id(page)] = f"page{len(forms)}"
        canvas.beginForm(forms[id(page)], 0, 0, page.width * MM, page.height * MM)
        for panel in page.panels:
            panel.draw(Pen(canvas, page.height))
        canvas.endForm()
    return forms
