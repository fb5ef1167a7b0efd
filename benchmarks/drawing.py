"""Drawing pages: through the plate, beside redrawing everything with reportlab and beside its own form way."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from benchmarks.measure import Figure, at_least, cpu_of
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.words import load_tier
from wordfleet_print.game import Edition, load_edition
from wordfleet_print.press.geometry import MM
from wordfleet_print.press.layout import Layout, Looks, sheet_layout
from wordfleet_print.press.paper import A4
from wordfleet_print.press.plate import define_plate, draw_plate, draw_type, set_page
from wordfleet_print.press.tracker import print_trackers
from wordfleet_print.sheet.deal import deal
from wordfleet_print.sheet.sheet import Sheet

PAGES, REDRAWN = 1000, 60


def figures() -> Iterator[Figure]:
    """Ratios of pages per CPU second."""
    edition = load_edition("word-fleet")
    layout = sheet_layout(edition, Looks(A4))
    sheets = deal(tier_deck(edition, load_tier("standard")), ("",) * PAGES, "drawing")
    plate = _per_page(lambda s: _through_plate(edition, layout, s), sheets)
    redrawn = _per_page(lambda s: _redraw(layout, s), sheets[:REDRAWN])
    form = _per_page(lambda s: _form_and_draw_string(layout, s), sheets[: 5 * REDRAWN])
    yield at_least("pages through the plate, to reportlab redrawing everything", redrawn / plate, "×", 20)
    yield at_least("pages through the plate, to reportlab's form and drawString", form / plate, "×", 1)


def accelerated() -> bool:
    """Whether reportlab's C accelerator is installed; the figures are meant without."""
    from importlib.util import find_spec

    return find_spec("_rl_accel") is not None


def _per_page(make: Callable[[tuple[Sheet, ...]], object], sheets: tuple[Sheet, ...]) -> float:
    return cpu_of(lambda: make(sheets), rounds=3) / len(sheets)


def _through_plate(edition: Edition, layout: Layout, sheets: tuple[Sheet, ...]) -> bytes:
    return print_trackers(edition, [(sheet, layout) for sheet in sheets])


def _redraw(layout: Layout, sheets: tuple[Sheet, ...]) -> bytes:
    canvas, buffer = _canvas()
    (page,) = layout.pages
    for sheet in sheets:
        draw_plate(canvas, page, A4.height)
        draw_type(canvas, set_page(page, sheet), A4.height)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _form_and_draw_string(layout: Layout, sheets: tuple[Sheet, ...]) -> bytes:
    canvas, buffer = _canvas()
    (page,) = layout.pages
    define_plate(canvas, "plate", page, A4)
    for sheet in sheets:
        canvas.doForm("plate")
        draw_type(canvas, set_page(page, sheet), A4.height)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _canvas() -> tuple[Canvas, io.BytesIO]:
    buffer = io.BytesIO()
    rl_config.useA85 = 0
    return Canvas(buffer, pagesize=(A4.width * MM, A4.height * MM), pageCompression=1, invariant=1), buffer
