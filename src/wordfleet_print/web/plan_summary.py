"""What a plan comes to, and what it changes in a printed event, as the page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.event.pack.contents import PLAYERS
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.roster.questions import Question, RosterError
from wordfleet_print.services import events
from wordfleet_print.services.events import KINDS, PlannedEvent, file_kind
from wordfleet_print.web.forms import problems_of

Summary: TypeAlias = dict[str, Any]
"""Values by names that templates know."""


def plan_event(arguments: Mapping[str, Any]) -> Summary | tuple[Question, ...] | list[Problem]:
    """Return what an event comes to, questions about its list, or problems; print nothing."""
    try:
        return describe_plan(events.plan_event(**arguments))
    except RosterError as error:
        return problems_of(error, "plan") if error.faults else error.questions
    except WordfleetError as error:
        return problems_of(error, "plan")


def describe_plan(planned: PlannedEvent) -> Summary:
    """Return what a plan comes to: counts, files with their pages, sheets of paper, and changes.

    `saved` is how much paper half sheets would save; `printed` are the rounds that were printed before.
    """
    pack, plan, changes = planned.pack, planned.plan, planned.changes
    roster, settings = plan.roster, pack.settings
    large = sum(settings.looks.large_print or player.large_print for player in roster.players)
    files, can_halve = [*list_files(pack)], not (settings.is_duplex or settings.looks.large_print)
    return {
        "players": len(roster.players),
        "clubs": roster.clubs,
        "large": large,
        "rounds": len(plan.rounds),
        "tables": max(one.tables for one in plan.rounds),
        "byes": sum(len(one.byes) for one in plan.rounds),
        "sheets": plan.sheets,
        "spares": len(plan.spares),
        "fleets": plan.deal.deck().title,
        "files": files,
        "pages": sum(one["pages"] for one in files),
        "paper": sum(one["paper"] for one in files),
        "saved": can_halve * (plan.sheets + len(plan.spares) - large * len(plan.rounds)) // 2,
        "notes": [*planned.reading, *planned.notes],
        "printed": sorted({*plan.numbers} - {*changes.new_rounds}) if changes is not None else [],
        "change": changes.to_json() if changes else None,
    }


def list_files(pack: Pack) -> Iterator[Summary]:
    """Yield the PDFs with their pages and sheets of paper; several of one kind as one, without players' own files."""
    found: dict[str, list[int]] = {}
    for file in pack.files:
        if file.pages and (kind := file_kind(file.name)) != PLAYERS:
            found.setdefault(kind, []).append(file.pages)
    for kind, pages in sorted(found.items(), key=lambda one: KINDS.index(one[0])):
        is_halved = pack.settings.is_duplex and kind in {"sheets", "spares"}
        paper = sum(-(-one // 2) for one in pages) if is_halved else sum(pages)
        yield {"kind": kind, "pages": sum(pages), "paper": paper}
