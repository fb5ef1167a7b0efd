"""The parametric layout: from edition, paper and style to panels in their places (mm).

A4 and US Letter show the same panels in the same order; nothing is scaled to fit. What does not fit is refused
with the measure that fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wordfleet_print.game import Edition
from wordfleet_print.press.ink.ink import LARGE, STANDARD
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.layout.context import LayoutContext
from wordfleet_print.press.layout.folded import folded_page
from wordfleet_print.press.layout.large import large_public_page, large_secret_page
from wordfleet_print.press.layout.page import PagePlan

KEPT = 96
"""Layouts that are kept, and by them what is made of their pages: so many editions, looks and papers go by turns."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """All pages of one sheet on one paper. It is itself and no other, as its pages are."""

    paper: Paper
    pages: tuple[PagePlan, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """How sheets are printed; none of it changes what a code stands for. `public_only` leaves all secrets out."""

    paper: Paper
    eco: bool = False
    large_print: bool = False
    left_handed: bool = False
    public_only: bool = False


def sheet_layout(edition: Edition, looks: Looks, *, blank: bool = False) -> Layout:
    """The layout of an edition's tracker, with words or `blank`: the same one again for the same facts and looks.

    Raises `BadInputError` with the measure that does not fit the paper.
    """
    return _layout(edition, looks, blank)


@lru_cache(maxsize=KEPT)
def _layout(edition: Edition, looks: Looks, blank: bool) -> Layout:
    style = LARGE if looks.large_print else STANDARD
    context = LayoutContext(edition, looks.paper, style.eco() if looks.eco else style, looks.left_handed, blank)
    pages: tuple[PagePlan, ...]
    pages = (large_public_page(context), large_secret_page(context)) if looks.large_print else (folded_page(context),)
    if looks.public_only:
        pages = tuple(page.without_secrets() for page in pages if page.public)
    return Layout(looks.paper, pages)
