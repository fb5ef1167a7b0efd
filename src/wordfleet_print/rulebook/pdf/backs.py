"""Rules on the back of trackers: the quick reference behind every page, for printing on both sides."""

from __future__ import annotations

import io

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.pdf.pdf import Printed
from wordfleet_print.rulebook.pdf.quick import print_large_reference, print_quick_reference

LABEL = "rules"
"""The page label of a back."""


def print_back(source: RulesSource, paper: Paper) -> bytes:
    """The quick reference as a PDF of one page. Raises as `print_quick_reference` does, and where it needs two."""
    return _one_page(source, print_quick_reference(source, paper))


def print_large_back(source: RulesSource, paper: Paper) -> bytes:
    """The same in large print. Raises as `print_back`."""
    return _one_page(source, print_large_reference(source, paper))


def _one_page(source: RulesSource, printed: Printed) -> bytes:
    if printed.pages != 1:
        raise BadInputError(f"The quick reference of {source.book.title} needs {printed.pages} pages; a back has one.")
    return printed.content


def with_backs(trackers: bytes, back: bytes) -> bytes:
    """The trackers with the back behind each page; bookmarks and page labels stay with their pages.

    Raises nothing for PDFs of our own. Source: ISO 32000-1, 12.4.2 (page labels); pikepdf.
    """
    import pikepdf

    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(trackers)) as document, pikepdf.open(io.BytesIO(back)) as rules:
        labels = [str(page.label) for page in document.pages]
        numbers = pikepdf.Array()
        for number, label in enumerate(labels):
            document.pages.insert(2 * number + 1, rules.pages[0])
            for index, text in ((2 * number, label), (2 * number + 1, LABEL)):
                numbers.append(index)
                numbers.append(pikepdf.Dictionary(P=pikepdf.String(text)))
        document.Root.PageLabels = pikepdf.Dictionary(Nums=numbers)
        document.save(written, deterministic_id=True)
    return written.getvalue()
