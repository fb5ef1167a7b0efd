"""Rules on the back of trackers: the quick reference behind every page, for printing on both sides."""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import partial

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.orders import Order, Renderer, all_of, render_here
from wordfleet_print.rulebook.pdf.pdf import Printed
from wordfleet_print.rulebook.pdf.quick import print_large_reference, print_quick_reference
from wordfleet_print.wording import how_many

LABEL = "rules"
"""The page label of a back."""


def print_backs(source: RulesSource, paper: Paper, sizes: Collection[bool], render: Renderer = render_here) -> bytes:
    """A PDF to lie behind trackers: the quick reference on one page, and in large print on two, as `sizes` asks for
    the usual print (False) and the large one (True).

    Raises as `print_quick_reference` does, and where it needs other numbers of pages.
    """
    import pikepdf

    written, order = io.BytesIO(), sorted(sizes)
    with pikepdf.new() as document:
        works = [print_large_reference if large else print_quick_reference for large in order]
        orders: list[Order[Printed]] = [Order(partial(work, source, paper)) for work in works]
        for large, printed in zip(order, all_of(render(orders)), strict=True):
            _check_pages(source, printed, 2 if large else 1)
            with pikepdf.open(io.BytesIO(printed.content)) as rules:
                document.pages.extend(rules.pages)
        document.save(written, deterministic_id=True)
    return written.getvalue()


def _check_pages(source: RulesSource, printed: Printed, pages: int) -> None:
    if printed.pages != pages:
        needs = f"The quick reference of {source.book.title} needs {how_many(printed.pages, 'page')}"
        raise BadInputError(f"{needs}; behind trackers it has {pages}.")


def with_backs(trackers: bytes, back: bytes) -> bytes:
    """The trackers with the pages of `back` behind theirs, in turn; bookmarks and page labels stay with their pages.

    Raises nothing for PDFs of our own. Source: ISO 32000-1, 12.4.2 (page labels); pikepdf.
    """
    import pikepdf

    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(trackers)) as document, pikepdf.open(io.BytesIO(back)) as rules:
        labels = [str(page.label) for page in document.pages]
        numbers = pikepdf.Array()
        for number, label in enumerate(labels):
            document.pages.insert(2 * number + 1, rules.pages[number % len(rules.pages)])
            for index, text in ((2 * number, label), (2 * number + 1, LABEL)):
                numbers.append(index)
                numbers.append(pikepdf.Dictionary(P=pikepdf.String(text)))
        document.Root.PageLabels = pikepdf.Dictionary(Nums=numbers)
        document.save(written, deterministic_id=True)
    return written.getvalue()
