"""Rules on the back of trackers: the quick reference behind every page, for printing on both sides."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.pdf.pdf import Printed
from wordfleet_print.rulebook.pdf.quick import print_large_reference, print_quick_reference
from wordfleet_print.wording import how_many

LABEL = "rules"
"""The page label of a back."""


def print_backs(source: RulesSource, paper: Paper, sizes: Collection[bool]) -> bytes:
    """A PDF to lie behind trackers: the quick reference on one page, and in large print on two, as `sizes` asks for
    the usual print (False) and the large one (True).

    Raises as `print_quick_reference` does, and where it needs other numbers of pages.
    """
    import pikepdf

    written = io.BytesIO()
    with pikepdf.new() as document:
        for large in sorted(sizes):
            printed = (print_large_reference if large else print_quick_reference)(source, paper)
            _check_pages(source, printed, 2 if large else 1)
            with pikepdf.open(io.BytesIO(printed.content)) as rules:
                document.pages.extend(rules.pages)
        document.save(written, deterministic_id=True)
    return written.getvalue()


def _check_pages(source: RulesSource, printed: Printed, pages: int) -> None:
    if printed.pages != pages:
        needs = f"The quick reference of {source.book.title} needs {how_many(printed.pages, 'page')}"
        raise BadInputError(f"{needs}; behind trackers it has {pages}.")


def backs_behind(large: Sequence[bool], pages: Sequence[int]) -> list[int]:
    """Which page of both sizes' backs lies behind each page of sheets: how many each has, whether in large print."""
    return [1 + page % 2 if one else 0 for one, count in zip(large, pages, strict=True) for page in range(count)]


def with_backs(trackers: bytes, back: bytes, order: Sequence[int] = ()) -> bytes:
    """The trackers with the pages of `back` behind theirs, in turn or in this order; bookmarks and page labels stay
    with their pages.

    Raises nothing for PDFs of our own. Source: ISO 32000-1, 12.4.2 (page labels); pikepdf.
    """
    import pikepdf

    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(trackers)) as document, pikepdf.open(io.BytesIO(back)) as rules:
        labels = [str(page.label) for page in document.pages]
        numbers = pikepdf.Array()
        for number, label in enumerate(labels):
            behind = order[number] if order else number % len(rules.pages)
            document.pages.insert(2 * number + 1, rules.pages[behind])
            for index, text in ((2 * number, label), (2 * number + 1, LABEL)):
                numbers.append(index)
                numbers.append(pikepdf.Dictionary(P=pikepdf.String(text)))
        document.Root.PageLabels = pikepdf.Dictionary(Nums=numbers)
        document.save(written, deterministic_id=True)
    return written.getvalue()
