"""What a plan comes to, and what it changes in a printed event, as the page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.event.pack.contents import PLAYERS
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.plan.plan import EventPlan
from wordfleet_print.services.ask_event import EventRequest
from wordfleet_print.services.print_event import EventJob
from wordfleet_print.services.printed_event import KINDS, file_kind
from wordfleet_print.services.what_changed import Changes, changes_by, told_apart
from wordfleet_print.web.forms import problems_of

Summary: TypeAlias = dict[str, Any]
"""Values by names that templates know."""


def describe_changes(changes: Changes) -> Summary:
    """Return what a changed list changes.

    `reprint` are sheets to print again, by round and name; `again` the same round by round. `alike` are pairs of
    players who left and joined and may be one person; `anything`: whether anything changes.
    """
    diff = changes.plan
    reprint = {(number, name): table for (number, table), names in changes.seated.items() for name in names}
    for number in changes.standing:
        reprint |= {(number, name): None for name in changes.restyled if (number, name) not in reprint}
    again = []
    for number in sorted({number for number, _ in reprint}):
        tables = [table for (one, _), table in reprint.items() if one == number]
        again.append({"round": number, "tables": sorted({*filter(None, tables)}), "sheets": len(tables)})
    changed = {
        "joined": [*diff.joined] if diff else [],
        "returned": [*diff.returned] if diff else [],
        "left": [*diff.left] if diff else [],
        "new": [*diff.rounds] if diff else [],
        "event": [*diff.event] if diff else [],
        "reprint": [[*one] for one in sorted(reprint)],
        "all_again": changes.all_again,
        "papers": changes.papers_stale,
        "key": changes.key_stale,
        "renamed": [[one.called, other.called] for one, other in changes.renamed if one.name != other.name],
    }
    alike = [[*told_apart(*pair)] for pair in changes.alike]
    more = {"again": again, "sheets": len(reprint), "alike": alike}
    return {**changed, **more, "anything": any(changed.values())}


def plan_event(request: EventRequest, most_players: int, most_rounds: int) -> Summary | list[Problem]:
    """Return what an event of at most so many players and rounds comes to, or what is wrong; nothing is printed."""
    try:
        job = request.job()
        players, rounds = len(job.roster.players), max(job.scope.rounds, len(job.scope.numbers))
        problems = []
        if players > most_players:
            what = f"{players:,} players are more than the {most_players:,} of one event here."
            problems.append(Problem(what, "plan"))
        if rounds > most_rounds:
            problems.append(Problem(f"{rounds:,} rounds are more than the {most_rounds} of one event here.", "rounds"))
        if problems:
            return problems
        plan = job.plan()
        return describe_plan(job, plan, job.pack(plan))
    except WordfleetError as error:
        return hide_paths(problems_of(error, "plan"), request)


def hide_paths(problems: list[Problem], request: EventRequest) -> list[Problem]:
    """Return problems without folders of this machine."""
    hidden = []
    for problem in problems:
        message, where = problem.message, problem.where
        if request.source is not None:
            message = message.replace(str(request.source), request.source.name)
            where = where.replace(str(request.source), request.source.name)
        if request.output is not None and request.output.is_absolute():
            message = message.replace(str(request.output), "the event")
        hidden.append(replace(problem, message=message, where=where))
    return hidden


def describe_plan(job: EventJob, plan: EventPlan, pack: Pack) -> Summary:
    """Return what a plan comes to: counts, files with their pages, sheets of paper, and changes.

    `saved` is how much paper half sheets would save; `printed` are the rounds that were printed before.
    """
    roster, large = plan.roster, sum(job.looks.variant(player)[0] for player in plan.roster.players)
    changes, files = changes_by(job, plan), [*list_files(pack)]
    can_halve = not (job.looks.both_sides or job.looks.large_print)
    return {
        "players": len(roster.players),
        "clubs": roster.clubs,
        "large": large,
        "rounds": len(plan.rounds),
        "tables": max(one.tables for one in plan.rounds),
        "byes": sum(one.byes for one in plan.rounds),
        "sheets": plan.sheets,
        "spares": len(plan.spares),
        "fleets": plan.terms.deck().title,
        "files": files,
        "pages": sum(one["pages"] for one in files),
        "paper": sum(one["paper"] for one in files),
        "saved": can_halve * (plan.sheets + len(plan.spares) - large * len(plan.rounds)) // 2,
        "notes": [*roster.reading, *job.notes(plan)],
        "printed": sorted(job.earlier.numbers) if job.earlier else [],
        "change": describe_changes(changes) if changes else None,
    }


def list_files(pack: Pack) -> Iterator[Summary]:
    """Yield the PDFs with their pages and sheets of paper; several of one kind as one, without players' own files."""
    found: dict[str, list[int]] = {}
    for file in pack.files:
        if file.pages and (kind := file_kind(file.name)) != PLAYERS:
            found.setdefault(kind, []).append(file.pages)
    for kind, pages in sorted(found.items(), key=lambda one: KINDS.index(one[0])):
        is_halved = pack.looks.both_sides and kind in {"sheets", "spares"}
        paper = sum(-(-one // 2) for one in pages) if is_halved else sum(pages)
        yield {"kind": kind, "pages": sum(pages), "paper": paper}
