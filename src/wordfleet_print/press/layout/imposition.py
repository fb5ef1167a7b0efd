"""Impositions: how the pages of sheets lie on the pages that are printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from wordfleet_print.press.layout.page import PagePlan
from wordfleet_print.press.layout.sheet import Layout
from wordfleet_print.press.panels.panel import FoldLine

CUT_HERE = "cut here"


class Impression(NamedTuple):
    """One sheet's share of a printed page: which sheet of the group, which page of its layout, how far up it moves."""

    sheet: int
    page: int
    up: float = 0.0


@dataclass(frozen=True, slots=True)
class Imposition:
    """How the sheets of a group lie on printed pages; `back`: which pages of a PDF lie behind them, over and over."""

    layout: Layout
    group: int
    pages: tuple[tuple[Impression, ...], ...]
    back: tuple[int, ...] = ()


def one_up(layout: Layout, *, back: tuple[int, ...] = ()) -> Imposition:
    """Each sheet on its own pages."""
    pages = tuple((Impression(0, page),) for page in range(len(layout.pages)))
    return Imposition(layout, 1, pages, back)


def two_up(layout: Layout) -> Imposition:
    """Two sheets on one leaf, to print on both sides (long edge) and cut across the middle: public halves in front,
    secret halves behind. Nothing is scaled: the halves of a folded sheet move up or down the paper.
    """
    (page,) = layout.pages
    (fold,) = [panel for panel in page.public if isinstance(panel, FoldLine)]
    halves = page.without_secrets(), PagePlan((), page.secret, None)
    cut = PagePlan((replace(fold, text=CUT_HERE),), (), None)
    step = min(panel.rect.y for panel in page.secret) - min(panel.rect.y for panel in page.public)
    front = Impression(0, 2), Impression(0, 0), Impression(1, 0, -step)
    behind = Impression(0, 2), Impression(0, 1, step), Impression(1, 1)
    return Imposition(Layout(layout.paper, (*halves, cut)), 2, (front, behind))
