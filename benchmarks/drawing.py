"""Drawing pages: through the plate, beside our own drawing code redrawn on a canvas and beside reportlab's form way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmarks.measure import Figure, at_least, cpu_of
from benchmarks.peers import reportlab_ways
from benchmarks.peers.page import sheets
from wordfleet_print.game import Edition, load_edition
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.paper import A4
from wordfleet_print.press.layout.imposition import one_up
from wordfleet_print.press.layout.sheet import Layout, Looks, sheet_layout
from wordfleet_print.press.pdf.document import DocumentLayout, Heading
from wordfleet_print.press.pdf.pages import Bookmark, Page, print_block, shape_of
from wordfleet_print.press.pdf.static import make_plates
from wordfleet_print.press.pdf.writer import write_document
from wordfleet_print.press.sheets import SheetPress, sheet_plates
from wordfleet_print.press.text.glyphs import characters_of_sheets
from wordfleet_print.sheet.sheet import Sheet

PAGES, REDRAWN, BLOCK = 8192, 60, 256


def figures() -> Iterator[Figure]:
    """Ratios of pages per CPU second."""
    edition = load_edition("word-fleet")
    layout = sheet_layout(edition, Looks(A4))
    dealt = sheets(PAGES)
    plate = _per_page(partial(_through_plate, edition, layout), dealt)
    redrawn = _per_page(reportlab_ways.redrawn, dealt[:REDRAWN])
    form = _per_page(reportlab_ways.with_form, dealt[: 5 * REDRAWN])
    yield at_least("pages through the plate, to our own drawing code redrawn on a canvas", redrawn / plate, "×", 80)
    yield at_least("pages through the plate, to reportlab's form and drawString", form / plate, "×", 10)


def accelerated() -> bool:
    """Whether reportlab's C accelerator is installed; the figures are meant without."""
    from importlib.util import find_spec

    return find_spec("_rl_accel") is not None


def _per_page(make: Callable[[Sequence[Sheet]], object], dealt: Sequence[Sheet]) -> float:
    return cpu_of(lambda: make(dealt), rounds=3) / len(dealt)


def _through_plate(edition: Edition, layout: Layout, dealt: Sequence[Sheet]) -> bytes:
    """The way that large files are made, from the plate to the last byte, in blocks of `BLOCK` pages."""
    imposition = one_up(layout)
    said = {sheet.words_from for sheet in dealt}
    names = (name for sheet in dealt for name in (sheet.captain, sheet.opponent, sheet.fleet_name))
    press, stamps = SheetPress([imposition], stamped=True), set[str]()
    printed = [Page(content, "", (Bookmark(0, s.captain),)) for s in dealt for content in press.print(0, [s], stamps)]
    blocks = [printed[start : start + BLOCK] for start in range(0, len(printed), BLOCK)]
    shared = make_plates(characters_of_sheets(names, said), A4, sheet_plates([imposition]))
    headings, size = [Heading(str(i)) for i in range(len(blocks))], (A4.width * MM, A4.height * MM)
    shapes = [shape_of(block) for block in blocks]
    document = DocumentLayout(*size, shared, {}, edition.language, shapes, headings, range(len(blocks)))
    written = (print_block(block, document.numbering(i), stamps) for i, block in enumerate(blocks))
    return b"".join(write_document(document, written, press.draw_stamp))
