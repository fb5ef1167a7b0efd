"""Pictures of printed pages: one page of a PDF, and a sheet's public half to lay names over."""

from __future__ import annotations

import io
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from wordfleet_print.games import Edition
from wordfleet_print.paper import MM
from wordfleet_print.tracker.layout import Page, lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.operators import paint_form
from wordfleet_print.tracker.panels.head import NameLine
from wordfleet_print.tracker.panels.secret import PageLine
from wordfleet_print.tracker.pdf_file import PdfFile
from wordfleet_print.tracker.template import make_template

# A CSS pixel (pt): 96 to the inch.
CSS_PIXEL_PT = 0.75
# Pixels to a CSS pixel: sharp on the screens of phones.
PREVIEW_SCALE = 2
# Held while PDFium works: it is not made for threads.
_PDFIUM = Lock()


class NamePlace(NamedTuple):
    """Where a name is set."""

    x: float
    """Its left end (mm)."""
    y: float
    """Its baseline (mm)."""
    width: float
    """What it has room for (mm)."""
    size: float
    """Its size (pt)."""
    least: float
    """The size that it shrinks to at most (pt)."""


class Preview(NamedTuple):
    """A picture of a page's part from its top left corner."""

    png: bytes
    width_mm: float
    height_mm: float
    names: Mapping[str, NamePlace]
    """Where player and opponent go on it."""
    alt: str
    """What it shows, in words."""


def render_page(
    pdf: bytes,
    number: int,
    *,
    scale: float = PREVIEW_SCALE,
    height: float = 0,
    in_color: bool = False,
) -> bytes:
    """Return page `number`, from 0, as PNG with `scale` pixels to a CSS pixel; all, or only its
    upper `height` mm.
    """
    import pypdfium2  # loads a large library that printing does without

    written = io.BytesIO()
    with _PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        page = document[number]
        below = page.get_height() - height * MM if height else 0
        bitmap = page.render(
            scale=scale / CSS_PIXEL_PT, crop=(0, below, 0, 0), grayscale=not in_color
        )
        bitmap.to_pil().save(written, "PNG", compress_level=1)
    return written.getvalue()


def preview_blank_sheet(edition: Edition, looks: SheetLooks) -> Preview:
    """Return the public half of a sheet that nobody has yet: player's and opponent's names are
    laid over it.
    """
    page = lay_out_sheet(edition, looks)[0]
    height = page.height if looks.large_print else page.height / 2
    # The fold's words are across the line where the picture ends.
    panels = tuple(panel for panel in page.panels if not isinstance(panel, PageLine))
    art = Page(page.width, page.height, panels).art
    template = make_template([art], {})
    file = PdfFile(template)
    file.add_page(paint_form(template.forms[art]), "")
    pdf = file.save("", edition, looks.paper.title)
    png = render_page(pdf, 0, height=height, in_color=looks.color)
    return Preview(png, page.width, height, _find_names(page), _describe(edition))


def _find_names(page: Page) -> dict[str, NamePlace]:
    """Return where player and opponent are set on a page."""
    names = {}
    for panel in page.panels:
        if isinstance(panel, NameLine) and panel.shows in ("player", "opponent"):
            run = panel.place_name("A")[0]
            style = panel.style
            width = panel.rect.w
            names[panel.shows] = NamePlace(run.x, run.y, width, style.name, style.name_wrap_below)
    return names


def _describe(edition: Edition) -> str:
    """Return what a picture of the public half shows, in words."""
    panels = edition.tracker.panels
    titles = ", ".join(panel.title for panel in (panels.attack, panels.recon, panels.enemy))
    return f"Public half of a {edition.title} sheet: names, the steps to start, {titles}."
