"""Printing trackers: sheets in, one finished PDF out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print import __version__
from wordfleet_print.game import Edition
from wordfleet_print.press.fonts import Face, font
from wordfleet_print.press.geometry import MM
from wordfleet_print.press.layout import Layout
from wordfleet_print.press.panels import FieldsPanel
from wordfleet_print.press.paper import Paper
from wordfleet_print.press.plate import Imprinter, define_plate, set_page
from wordfleet_print.sheet.sheet import Sheet

LONGEST_BOOKMARK = 60
"""Characters of a name in bookmarks and page labels."""


def print_trackers(edition: Edition, sheets: Sequence[tuple[Sheet, Layout]]) -> bytes:
    """The sheets as one PDF, each on its layout's pages (all on one paper); the same sheets give the same bytes.

    Bookmarks and page labels name captains, never a secret.
    """
    buffer = io.BytesIO()
    paper = sheets[0][1].paper
    canvas = _open(edition, paper, buffer)
    imprinter = Imprinter(canvas, paper.height)
    plates: dict[int, list[str]] = {}
    for number, (sheet, layout) in enumerate(sheets, start=1):
        if id(layout) not in plates:
            plates[id(layout)] = _define_plates(canvas, layout, len(plates))
        for i, (page, plate) in enumerate(zip(layout.pages, plates[id(layout)], strict=True)):
            canvas.doForm(plate)
            imprinter.imprint(set_page(page, sheet))
            _mark(canvas, sheet, f"sheet{number}" if i == 0 else None, (i + 1, len(layout.pages)))
            canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _define_plates(canvas: Canvas, layout: Layout, number: int) -> list[str]:
    """Draw the layout's plates as forms, and return their names."""
    names = [f"plate{number}.{i}" for i in range(len(layout.pages))]
    for name, page in zip(names, layout.pages, strict=True):
        define_plate(canvas, name, page, layout.paper)
    return names


def cut_names(sheet: Sheet, layout: Layout) -> list[str]:
    """The names that end in an ellipsis on this layout, each once."""
    panels = [panel for page in layout.pages for panel in page.panels if isinstance(panel, FieldsPanel)]
    return list(dict.fromkeys(text for panel in panels for text in panel.cut_texts(sheet)))


def _open(edition: Edition, paper: Paper, buffer: io.BytesIO) -> Canvas:
    font(Face.MEDIUM)
    rl_config.useA85 = 0  # streams as bytes, not as text a quarter longer
    # types-reportlab takes the font's name for a number
    options: dict[str, Any] = {"initialFontName": Face.MEDIUM.value}
    canvas = Canvas(
        buffer,
        pagesize=(paper.width * MM, paper.height * MM),
        pageCompression=1,
        invariant=1,
        lang=edition.language,
        **options,
    )
    canvas.setTitle(f"{edition.title} – {edition.tracker.title}")
    canvas.setAuthor(edition.title)
    canvas.setSubject(f"{edition.edition} edition, {paper.title}")
    canvas.setCreator(f"wordfleet-print {__version__}")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def _mark(canvas: Canvas, sheet: Sheet, key: str | None, page: tuple[int, int]) -> None:
    """Label the page with captain and table; bookmark it under `key`, if given. `page` is its number and how many."""
    who = sheet.captain or sheet.fleet_name
    title = who if len(who) <= LONGEST_BOOKMARK else f"{who[: LONGEST_BOOKMARK - 1].rstrip()}…"
    if sheet.table:
        title = f"{sheet.table} · {title}"
    if key:
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(title, key, 0)
    number, pages = page
    label = title if pages == 1 else f"{title} {number}/{pages}"
    canvas.addPageLabel(canvas.getPageNumber() - 1, prefix=label)
