"""Rules on the back of trackers: the quick reference behind every page, for printing on both sides."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.orders import Renderer, RenderOrder, all_of, render_here
from wordfleet_print.rulebook.pdf.pdf import Printed, load_weasyprint
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
    load_weasyprint()
    import pikepdf

    written, order = io.BytesIO(), sorted(sizes)
    with pikepdf.new() as document:
        works = [print_large_reference if large else print_quick_reference for large in order]
        orders: list[RenderOrder[Printed]] = [RenderOrder(partial(work, source, paper)) for work in works]
        for large, printed in zip(order, all_of(render(orders)), strict=True):
            if printed.pages != (pages := LARGE_PAGES if large else USUAL_PAGES):
                needs = f"The quick reference of {source.book.title} needs {how_many(printed.pages, 'page')}"
                raise BadInputError(f"{needs}; behind trackers it has {pages}.")
            with pikepdf.open(io.BytesIO(printed.content)) as rules:
                document.pages.extend(rules.pages)
        document.save(written, deterministic_id=True)
    return written.getvalue()


def with_backs(trackers: bytes, back: bytes, fronts: int = 1, sheets: Sequence[tuple[int, bool]] = ()) -> bytes:
    """The trackers with the pages of `back` behind theirs; bookmarks and page labels stay with their pages.

    A captain's sheet has `fronts` pages. Where some are in large print `sheets` tells of each how many it has, and
    whether it is one of those; `back` then holds the rules of both sizes. Where the rules have more pages, those left
    over follow on a leaf of their own. Raises nothing for PDFs of our own. Source: ISO 32000-1, 12.4.2 (page labels);
    pikepdf.
    """
    import pikepdf

    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(trackers)) as document, pikepdf.open(io.BytesIO(back)) as rules:
        labels, backs = [str(page.label) for page in document.pages], list(rules.pages)
        behind = {False: backs[:USUAL_PAGES], True: backs[USUAL_PAGES:]} if sheets else {False: backs}
        rules.add_blank_page(page_size=_size(rules.pages[0]))
        numbers, place = pikepdf.Array(), 0
        told = iter(labels)
        for count, large in sheets or [(fronts, False)] * (len(labels) // fronts):
            own = behind[large] if (count + len(behind[large])) % 2 == 0 else [*behind[large], rules.pages[-1]]
            for here in range(count):
                for index, text in ((place, next(told)), (place + 1, LABEL)):
                    numbers.append(index)
                    numbers.append(pikepdf.Dictionary(P=pikepdf.String(text)))
                for rule in own[here:] if here == count - 1 else own[here : here + 1]:
                    document.pages.insert(place := place + 1, rule)
                place += 1
        document.Root.PageLabels = pikepdf.Dictionary(Nums=numbers)
        document.save(written, deterministic_id=True)
    return written.getvalue()


def _size(page: Page) -> tuple[float, float]:
    """Width and height of a page in points."""
    left, bottom, right, top = page.mediabox
    return float(right - left), float(top - bottom)
