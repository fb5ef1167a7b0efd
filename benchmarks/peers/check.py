"""The sheets that peers print, and what their pages say by an independent reader (PDFium): nobody draws nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pypdfium2

from benchmarks.batch import job_for, made_up
from wordfleet_print.event.plan.plan import planned_sheets
from wordfleet_print.sheet.sheet import Sheet


def sheets(count: int) -> list[Sheet]:
    """What all peers print: so many sheets of our own batch, of captains with names."""
    job = job_for(made_up(count))
    pack = job.pack(job.plan())
    return pack.setup.deal(planned_sheets(pack.plan, 0))


def texts_of(content: bytes) -> Iterator[str]:
    """The text of each page without its spaces: letters and digits stand in boxes, each by itself."""
    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            yield packed(page.get_textpage().get_text_bounded())


def packed(text: str) -> str:
    """A text without its spaces."""
    return "".join(text.split())


def check_pages(name: str, content: bytes, sheets: Sequence[Sheet], encoding: str = "utf-8") -> None:
    """Raises `ValueError` where a page is missing, or lacks its sheet's words, codes or captain, as far as the page's
    font has the letters of that name.
    """
    for sheet, text in zip(sheets, texts_of(content), strict=True):
        captain = sheet.captain.encode(encoding, "replace").decode(encoding)
        said = [*(sheet.words or ()), *sheet.launch_codes, sheet.code, packed(captain)]
        if missing := [what for what in said if what not in text]:
            raise ValueError(f"{name}: {', '.join(missing)} not on the page that says: {text}")


def check_bookmarks(name: str, content: bytes, sheets: Sequence[Sheet]) -> None:
    """Raises `ValueError` where a sheet's page has no bookmark of its captain's name."""
    with pypdfium2.PdfDocument(content) as document:
        titles = [mark.get_title() for mark in document.get_toc()]
    if titles != [sheet.captain for sheet in sheets]:
        raise ValueError(f"{name}: the bookmarks are {titles}")
