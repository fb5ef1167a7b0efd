"""Rules on the back of trackers: the quick reference behind every page, for printing on both sides."""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.orders import Order, Renderer, all_of, render_here
from wordfleet_print.rulebook.pdf.pdf import Printed
from wordfleet_print.rulebook.pdf.quick import print_large_reference, print_quick_reference
from wordfleet_print.wording import how_many

if TYPE_CHECKING:
    from pikepdf import Page

LABEL = "rules"
"""The page label of a back."""
USUAL_PAGES, LARGE_PAGES = 1, 2
"""The quick reference behind trackers: its pages in the usual print, and in large print."""


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
            _check_pages(source, printed, LARGE_PAGES if large else USUAL_PAGES)
            with pikepdf.open(io.BytesIO(printed.content)) as rules:
                document.pages.extend(rules.pages)
        document.save(written, deterministic_id=True)
    return written.getvalue()


def _check_pages(source: RulesSource, printed: Printed, pages: int) -> None:
    if printed.pages != pages:
        needs = f"The quick reference of {source.book.title} needs {how_many(printed.pages, 'page')}"
        raise BadInputError(f"{needs}; behind trackers it has {pages}.")


def with_backs(trackers: bytes, back: bytes, fronts: int = 1) -> bytes:
    """The trackers with the pages of `back` behind theirs; bookmarks and page labels stay with their pages.

    A captain's sheet has `fronts` pages. Where the rules have more, those left over follow on a leaf of their own.
    Raises nothing for PDFs of our own. Source: ISO 32000-1, 12.4.2 (page labels); pikepdf.
    """
    import pikepdf

    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(trackers)) as document, pikepdf.open(io.BytesIO(back)) as rules:
        if (fronts + len(rules.pages)) % 2:
            rules.add_blank_page(page_size=_size(rules.pages[0]))
        labels, backs = [str(page.label) for page in document.pages], list(rules.pages)
        numbers, place = pikepdf.Array(), 0
        for number, label in enumerate(labels):
            here = number % fronts
            behind = backs[here:] if here == fronts - 1 else backs[here : here + 1]
            for index, text in ((place, label), (place + 1, LABEL)):
                numbers.append(index)
                numbers.append(pikepdf.Dictionary(P=pikepdf.String(text)))
            for rule in behind:
                document.pages.insert(place := place + 1, rule)
            place += 1
        document.Root.PageLabels = pikepdf.Dictionary(Nums=numbers)
        document.save(written, deterministic_id=True)
    return written.getvalue()


def _size(page: Page) -> tuple[float, float]:
    """Width and height of a page in points."""
    left, bottom, right, top = page.mediabox
    return float(right - left), float(top - bottom)
