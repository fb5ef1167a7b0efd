"""Drawing pages: through the plate, beside our own drawing code redrawn on a canvas and beside reportlab's form way."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from benchmarks.measure import Figure, at_least, cpu_of
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.words import load_tier
from wordfleet_print.game import Edition, load_edition
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.paper import A4
from wordfleet_print.press.ink.pen import Pen, draw_type
from wordfleet_print.press.layout.imposition import one_up
from wordfleet_print.press.layout.sheet import Layout, Looks, sheet_layout
from wordfleet_print.press.pdf.document import DocumentLayout, Heading
from wordfleet_print.press.pdf.pages import Bookmark, Page, print_block, shape_of
from wordfleet_print.press.pdf.static import make_plates
from wordfleet_print.press.pdf.writer import write_document
from wordfleet_print.press.sheets import SheetPress, sheet_plates
from wordfleet_print.press.text.glyphs import Glyphs, characters_of_sheets
from wordfleet_print.sheet.deal import deal
from wordfleet_print.sheet.sheet import Sheet

PAGES, REDRAWN, BLOCK = 8192, 60, 256


def figures() -> Iterator[Figure]:
    """Ratios of pages per CPU second."""
    edition = load_edition("word-fleet")
    layout = sheet_layout(edition, Looks(A4))
    sheets = deal(tier_deck(edition, load_tier("standard")), ("",) * PAGES, "drawing")
    plate = _per_page(lambda s: _through_plate(edition, layout, s), sheets)
    redrawn = _per_page(lambda s: _redraw(layout, s), sheets[:REDRAWN])
    form = _per_page(lambda s: _form_and_draw_string(layout, s), sheets[: 5 * REDRAWN])
    yield at_least("pages through the plate, to our own drawing code redrawn", redrawn / plate, "×", 80)
    yield at_least("pages through the plate, to reportlab's form and drawString", form / plate, "×", 10)


def accelerated() -> bool:
    """Whether reportlab's C accelerator is installed; the figures are meant without."""
    from importlib.util import find_spec

    return find_spec("_rl_accel") is not None


def _per_page(make: Callable[[tuple[Sheet, ...]], object], sheets: tuple[Sheet, ...]) -> float:
    return cpu_of(lambda: make(sheets), rounds=3) / len(sheets)


def _through_plate(edition: Edition, layout: Layout, sheets: tuple[Sheet, ...]) -> bytes:
    """The way that large files are made, from the plate to the last byte, in blocks of `BLOCK` pages."""
    imposition = one_up(layout)
    said = {sheet.words_from for sheet in sheets}
    glyphs = Glyphs(characters_of_sheets((sheet.fleet_name for sheet in sheets), said), A4)
    press, stamps = SheetPress(glyphs, [imposition], stamped=True), set[str]()
    printed = [
        Page(content, "", (Bookmark(0, s.fleet_name),)) for s in sheets for content in press.print(0, [s], stamps)
    ]
    blocks = [printed[start : start + BLOCK] for start in range(0, len(printed), BLOCK)]
    shared = make_plates(glyphs.canvas, A4, sheet_plates([imposition]))
    headings, size = [Heading(str(i)) for i in range(len(blocks))], (A4.width * MM, A4.height * MM)
    shapes = [shape_of(block) for block in blocks]
    layout = DocumentLayout(*size, shared, {}, edition.language, shapes, headings, range(len(blocks)))
    written = (print_block(block, layout.numbering(i), stamps) for i, block in enumerate(blocks))
    return b"".join(write_document(layout, written, press.draw_stamp))


def _redraw(layout: Layout, sheets: tuple[Sheet, ...]) -> bytes:
    canvas, buffer = _canvas()
    (page,) = layout.pages
    for sheet in sheets:
        pen = Pen(canvas, A4.height)
        page.draw(pen)
        draw_type(pen, page.set_type(sheet))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _form_and_draw_string(layout: Layout, sheets: tuple[Sheet, ...]) -> bytes:
    canvas, buffer = _canvas()
    (page,) = layout.pages
    canvas.beginForm("plate")
    page.draw(Pen(canvas, A4.height))
    canvas.endForm()
    for sheet in sheets:
        canvas.doForm("plate")
        draw_type(Pen(canvas, A4.height), page.set_type(sheet))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _canvas() -> tuple[Canvas, io.BytesIO]:
    buffer = io.BytesIO()
    rl_config.useA85 = 0
    return Canvas(buffer, pagesize=(A4.width * MM, A4.height * MM), pageCompression=1, invariant=1), buffer
