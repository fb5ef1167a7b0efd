"""What a plan comes to, and what it changes in a printed event, as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.pack.contents import PLAYERS
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.plan.event_file import RECORD
from wordfleet_print.event.plan.plan import EventPlan
from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.event.roster.reader import read_rosters
from wordfleet_print.files import is_file
from wordfleet_print.services.ask_event import EventRequest
from wordfleet_print.services.print_event import EventJob
from wordfleet_print.services.printed_event import KINDS, file_kind, looks_of, open_record
from wordfleet_print.services.what_changed import Changes, changes_by, told_apart
from wordfleet_print.web.events.event_form import EventForm
from wordfleet_print.web.table_form import INPUTS, Fault, faults_of

ToldPlan: TypeAlias = dict[str, Any]
"""What JSON can hold, by names that the templates know."""


def told(changes: Changes) -> ToldPlan:
    """What a changed list changes: who came and went, rounds that are new or stay, what else is otherwise; which sheets
    are to be printed again (`whose`: each by its round and what the player is called; `again`: round by round), or all;
    whether papers are. `alike` are pairs who left and joined and may be one person; `anything`: whether anything is.
    """
    diff = changes.plan
    whose = {(number, name): table for (number, table), names in changes.seated.items() for name in names}
    for number in changes.standing:
        whose |= {(number, name): None for name in changes.restyled if (number, name) not in whose}
    again = []
    for number in sorted({number for number, _ in whose}):
        of_round = [table for (one, _), table in whose.items() if one == number]
        again.append({"round": number, "tables": sorted({*filter(None, of_round)}), "sheets": len(of_round)})
    changed = {
        "joined": [*diff.joined] if diff else [],
        "returned": [*diff.returned] if diff else [],
        "left": [*diff.left] if diff else [],
        "new": [*diff.rounds] if diff else [],
        "event": [*diff.event] if diff else [],
        "whose": [[*one] for one in sorted(whose)],
        "all_again": changes.all_again,
        "papers": changes.papers_stale,
        "key": changes.key_stale,
        "renamed": [[one.called, other.called] for one, other in changes.renamed if one.name != other.name],
    }
    alike = [[*told_apart(*pair)] for pair in changes.alike]
    more = {"again": again, "sheets": len(whose), "standing": [*changes.standing], "alike": alike}
    return {**changed, **more, "anything": any(changed.values())}


SECONDS = 60
"""How long planning may keep a processor busy."""


def form_of_event(event: Path) -> EventForm:
    """The form that asks for an event, by its folder or its `event.json`, as it was printed. Raises `BadInputError`
    where there is none.
    """
    record = open_record(event)
    return EventForm.of_event(record.plan(), looks_of(record, event))


def met_there(home: Path, files: Sequence[Path], answers: Answers) -> EventForm | None:
    """The form that asks for the event in a folder as it is; None where most players of a list are others, or there is
    none.
    """
    if not files or not is_file(home / RECORD):
        return None
    names = {player.name for player in read_rosters(files, answers).players}
    known = {player.name for player in open_record(home).plan().players}
    return form_of_event(home) if 2 * len(names & known) > len(names) else None


def plan_event(request: EventRequest, most_players: int, most_rounds: int) -> ToldPlan | tuple[Fault, ...]:
    """What an event of at most so many players and rounds comes to, or every fault; nothing is printed."""
    try:
        job = request.job()
        if faults := tuple(_too_much(job, most_players, most_rounds)):
            return faults
        plan = job.plan()
        return _planned(job, plan, job.pack(plan))
    except WordfleetError as error:
        return tuple(without_paths(faults_of(error, INPUTS.get(error.field, "plan")), request))


def _too_much(job: EventJob, most_players: int, most_rounds: int) -> Iterator[Fault]:
    players, rounds = len(job.roster.players), max(job.scope.rounds, len(job.scope.numbers))
    if players > most_players:
        yield Fault("plan", f"{players:,} players are more than the {most_players:,} of one event here.")
    if rounds > most_rounds:
        yield Fault("rounds", f"{rounds:,} rounds are more than the {most_rounds} of one event here.")


def without_paths(faults: Iterable[Fault], request: EventRequest) -> Iterator[Fault]:
    """Faults that tell of no folder of the server's."""
    for fault in faults:
        told = [fault.what, fault.where]
        if request.source is not None:
            told = [text.replace(str(request.source), request.source.name) for text in told]
        if request.output is not None and request.output.is_absolute():
            told = [text.replace(str(request.output), "the event") for text in told]
        yield replace(fault, what=told[0], where=told[1])


def _planned(job: EventJob, plan: EventPlan, pack: Pack) -> ToldPlan:
    """What a plan comes to: counts, files with their pages and leaves of paper, how many leaves half sheets would save;
    the rounds that were `printed` before, and what changes in these.
    """
    roster, large = plan.roster, sum(job.looks.variant(player)[0] for player in plan.roster.players)
    changes, files = changes_by(job, plan), [*_files(pack)]
    halves = 0 if job.looks.both_sides or job.looks.large_print else 1
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
        "leaves": sum(one["leaves"] for one in files),
        "saved": halves * (plan.sheets + len(plan.spares) - large * len(plan.rounds)) // 2,
        "notes": [*roster.reading, *job.notes(plan)],
        "printed": sorted(job.earlier.numbers) if job.earlier else [],
        "change": told(changes) if changes else None,
    }


def _files(pack: Pack) -> Iterator[ToldPlan]:
    """The PDFs, those of several parts as one; players' own files are a matter of taste and not counted."""
    found: dict[str, list[int]] = {}
    for file in pack.files:
        if file.pages and (kind := file_kind(file.name)) != PLAYERS:
            found.setdefault(kind, []).append(file.pages)
    for kind, pages in sorted(found.items(), key=lambda one: KINDS.index(one[0])):
        halved = pack.looks.both_sides and kind in {"sheets", "spares"}
        leaves = sum(-(-one // 2) for one in pages) if halved else sum(pages)
        yield {"kind": kind, "pages": sum(pages), "leaves": leaves}
