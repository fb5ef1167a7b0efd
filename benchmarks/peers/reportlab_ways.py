"""reportlab alone: everything redrawn on each page; or the static art once as a form (XObject), the type drawn."""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from benchmarks.peers.page import PAPER, page
from wordfleet_print.press.ink.ink import Pen, draw_type
from wordfleet_print.press.ink.paper import MM
from wordfleet_print.sheet.sheet import Sheet

SIZE = PAPER.width * MM, PAPER.height * MM


def redrawn(sheets: Sequence[Sheet]) -> bytes:
    """Everything on each page."""
    canvas, buffer = _canvas()
    for sheet in sheets:
        pen = Pen(canvas, PAPER.height)
        page().draw(pen)
        _finish(canvas, pen, sheet)
    canvas.save()
    return buffer.getvalue()


def with_form(sheets: Sequence[Sheet]) -> bytes:
    """The art as a form, as reportlab's guide advises for what recurs."""
    canvas, buffer = _canvas()
    canvas.beginForm("plate", 0, 0, *SIZE)
    page().draw(Pen(canvas, PAPER.height))
    canvas.endForm()
    for sheet in sheets:
        canvas.doForm("plate")
        _finish(canvas, Pen(canvas, PAPER.height), sheet)
    canvas.save()
    return buffer.getvalue()


def _finish(canvas: Canvas, pen: Pen, sheet: Sheet) -> None:
    draw_type(pen, page().set_type(sheet))
    canvas.bookmarkPage(sheet.code)
    canvas.addOutlineEntry(sheet.captain, sheet.code)
    canvas.showPage()


def _canvas() -> tuple[Canvas, io.BytesIO]:
    buffer = io.BytesIO()
    rl_config.useA85 = 0
    return Canvas(buffer, pagesize=SIZE, pageCompression=1, invariant=1), buffer
