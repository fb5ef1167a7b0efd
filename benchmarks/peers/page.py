"""The page that all peers make, Word Fleet's tracker on A4, and the sheets to make it for: those of our own batch."""

from __future__ import annotations

from functools import cache

from benchmarks.batch import LOOKS, SheetsAlone, made_up, plan
from wordfleet_print.event.plan.model import planned_sheets
from wordfleet_print.press.layout.page import PagePlan
from wordfleet_print.sheet.sheet import Sheet

PAPER = LOOKS.on


@cache
def page() -> PagePlan:
    """Its panels: art and slots for type."""
    (imposition,) = _pack(2).setup.ready().impositions
    (only,) = imposition.layout.pages
    return only


def sheets(count: int) -> list[Sheet]:
    """So many sheets of captains with names."""
    pack = _pack(count)
    ready = pack.setup.ready()
    return [ready.make(pack.setup.ticket(planned)) for planned in planned_sheets(pack.plan, 0)]


def _pack(count: int) -> SheetsAlone:
    return SheetsAlone(plan(made_up(count)), LOOKS)
