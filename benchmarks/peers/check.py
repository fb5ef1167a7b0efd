"""What a page says, by an independent reader (PDFium), so that nobody wins by drawing nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pypdfium2

from wordfleet_print.sheet.sheet import Sheet


def texts_of(content: bytes) -> Iterator[str]:
    """The text of each page without its spaces: letters and digits stand in boxes, each by itself."""
    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            yield packed(page.get_textpage().get_text_bounded())


def packed(text: str) -> str:
    """A text without its spaces."""
    return "".join(text.split())


def check_sheets(name: str, content: bytes, sheets: Sequence[Sheet]) -> None:
    """Raises `ValueError` where a page lacks its sheet's words, codes or captain, a page or a bookmark is missing."""
    for sheet, text in zip(sheets, texts_of(content), strict=True):
        said = [*(sheet.words or ()), *sheet.launch_codes, sheet.code, packed(sheet.captain)]
        if missing := [what for what in said if what not in text]:
            raise ValueError(f"{name}: {', '.join(missing)} not on the page that says: {text}")
    with pypdfium2.PdfDocument(content) as document:
        titles = [mark.get_title() for mark in document.get_toc()]
    if titles != [sheet.captain for sheet in sheets]:
        raise ValueError(f"{name}: the bookmarks are {titles}")
