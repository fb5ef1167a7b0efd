"""Previews for the web page: real pages as PNG, by PDFium."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from wordfleet_print.games import Edition
from wordfleet_print.tracker.geometry import MM
from wordfleet_print.tracker.layout import Page, SheetLooks, lay_out_sheet
from wordfleet_print.tracker.panels.head import NameLine
from wordfleet_print.tracker.panels.secret import MiddleLine
from wordfleet_print.tracker.pdf_file import PdfFile
from wordfleet_print.tracker.template import make_template

# A CSS pixel (pt): 96 to the inch.
CSS_PIXEL_PT = 0.75
# Pixels to a CSS pixel: sharp on the screens of phones.
PIXELS_PER_CSS_PIXEL = 2
CACHED_PREVIEWS = 16
# Held while PDFium works: it is not made for threads.
_PDFIUM = Lock()


class NamePlace(NamedTuple):
    """Where a name is set: its left end, baseline and width (mm), its size and the least it shrinks to (pt)."""

    x: float
    y: float
    width: float
    size: float
    least: float


class Preview(NamedTuple):
    """A picture of a page's part from its top left corner, where names go on it, and what it shows in words."""

    png: bytes
    width_mm: float
    height_mm: float
    names: Mapping[str, NamePlace]
    alt: str


def render_page(pdf: bytes, number: int, *, scale: float = PIXELS_PER_CSS_PIXEL, height: float = 0) -> bytes:
    """Return page `number`, from 0, as PNG with `scale` pixels to a CSS pixel; all, or only its upper `height` mm."""
    import pypdfium2  # loads a large library that printing does without

    written = io.BytesIO()
    with _PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        page = document[number]
        below = page.get_height() - height * MM if height else 0
        bitmap = page.render(scale=scale / CSS_PIXEL_PT, crop=(0, below, 0, 0), grayscale=True)
        bitmap.to_pil().save(written, "PNG", compress_level=1)
    return written.getvalue()


@lru_cache(maxsize=CACHED_PREVIEWS)  # a picture takes a tenth of a second, and forms ask for the same ones again
def preview_blank_sheet(edition: Edition, looks: SheetLooks) -> Preview:
    """Return the public half of a sheet that nobody has yet: captain's and opponent's names are laid over it."""
    page = lay_out_sheet(edition, looks)[0]
    height = page.height if looks.large_print else page.height / 2
    # The fold's words are across the line where the picture ends.
    art = Page(page.width, page.height, tuple(panel for panel in page.panels if not isinstance(panel, MiddleLine))).art
    template = make_template([art], {})
    file = PdfFile(template)
    file.add_page(f"/{template.forms[art]} Do", "")
    png = render_page(file.save("", edition, looks.paper.title), 0, height=height)
    lines = [one for one in page.panels if isinstance(one, NameLine) and one.shows in ("captain", "opponent")]
    names = {}
    for one in lines:
        start, style = one.place_name("A")[0], one.style
        names[one.shows] = NamePlace(start.x, start.y, one.rect.w, style.name, style.name_least)
    panels = edition.tracker.panels
    titles = ", ".join(panel.title for panel in (panels.attack, panels.recon, panels.enemy))
    alt = f"Public half of a {edition.title} sheet: names, the steps to start, {titles}."
    return Preview(png, page.width, height, names, alt)
