"""The page that all peers make, Word Fleet's tracker on A4, and the sheets to make it for: those of our own batch."""

from __future__ import annotations

from functools import cache

from benchmarks.batch import EDITION, LOOKS, job_for, made_up
from wordfleet_print.event.plan.event_plan import planned_sheets
from wordfleet_print.press.panels.layout import Looks, sheet_layout
from wordfleet_print.press.panels.page import PagePlan
from wordfleet_print.sheet.sheet import Sheet

PAPER = LOOKS.on


@cache
def page() -> PagePlan:
    """Its panels: art and slots for type."""
    (only,) = sheet_layout(EDITION, Looks(PAPER)).pages
    return only


def sheets(count: int) -> list[Sheet]:
    """So many sheets of captains with names."""
    job = job_for(made_up(count))
    pack = job.pack(job.plan())
    ready = pack.setup.ready()
    return [ready.make(pack.setup.ticket(planned)) for planned in planned_sheets(pack.plan, 0)]
