"""What a plan comes to, and what it changes in a printed event, as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from wordfleet_print.desk.events.event_form import EventForm
from wordfleet_print.desk.events.list_read import HowToRead
from wordfleet_print.desk.table_form import INPUTS, Fault, faults_of
from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.pack.documents import PdfDocument
from wordfleet_print.event.pack.pack import RECORD, Pack
from wordfleet_print.event.plan.event_plan import EventPlan
from wordfleet_print.event.roster.read_roster import read_roster
from wordfleet_print.files import is_file
from wordfleet_print.jobs.ask_event import EventRequest
from wordfleet_print.jobs.print_event import Changes, EventJob, changes_by, told_apart
from wordfleet_print.jobs.printed_event import KINDS, file_kind, looks_of, open_record


@dataclass(frozen=True, slots=True)
class Again:
    """What to print again of a round: its number, the tables, and how many sheets these are."""

    round: int
    tables: tuple[int, ...]
    sheets: int


@dataclass(frozen=True, slots=True)
class ChangeTold:
    """What a changed list changes: who came and went, rounds that are new or stay, what else is otherwise; which sheets
    are to be printed again (`whose`: each by its round and what the player is called), or all; whether papers are.
    `alike` are pairs who left and joined and may be one person.
    """

    joined: tuple[str, ...]
    left: tuple[str, ...]
    new: tuple[int, ...]
    standing: tuple[int, ...]
    event: tuple[str, ...]
    again: tuple[Again, ...]
    whose: tuple[tuple[int, str], ...]
    all_again: bool
    papers: bool
    key: bool
    alike: tuple[tuple[str, str], ...]
    renamed: tuple[tuple[str, str], ...]

    @property
    def sheets(self) -> int:
        """How many sheets are to be printed again."""
        return len(self.whose)

    @property
    def anything(self) -> bool:
        """Whether anything changed."""
        told = (self.joined, self.left, self.new, self.event, self.whose, self.all_again, self.renamed)
        return any(told) or self.papers or self.key


def told(changes: Changes) -> ChangeTold:
    """What the pages tell of changes."""
    diff = changes.plan
    whose = {(number, name): table for (number, table), names in changes.seated.items() for name in names}
    for number in changes.standing:
        whose |= {(number, name): None for name in changes.restyled if (number, name) not in whose}
    again = []
    for number in sorted({number for number, _ in whose}):
        of_round = [table for (one, _), table in whose.items() if one == number]
        again.append(Again(number, tuple(sorted({table for table in of_round if table})), len(of_round)))
    return ChangeTold(
        diff.joined if diff else (),
        diff.left if diff else (),
        diff.rounds if diff else (),
        changes.standing,
        diff.event if diff else (),
        tuple(again),
        tuple(sorted(whose)),
        changes.all_again,
        changes.papers_stale,
        changes.key_stale,
        tuple(told_apart(*pair) for pair in changes.alike),
        tuple((one.called, other.called) for one, other in changes.renamed if one.name != other.name),
    )


SECONDS = 60
"""How long planning may keep a processor busy."""


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file to come: what it is, its pages, and how many leaves of paper these are."""

    kind: str
    pages: int
    leaves: int


@dataclass(frozen=True, slots=True)
class Planned:
    """What a plan comes to. `printed` are the rounds that were printed before, `change` what changes in these."""

    title: str
    players: int
    clubs: int
    large: int
    rounds: int
    tables: int
    byes: int
    sheets: int
    spares: int
    fleets: str
    files: tuple[PlannedFile, ...]
    saved: int
    notes: tuple[str, ...]
    printed: tuple[int, ...] = ()
    change: ChangeTold | None = None

    @property
    def pages(self) -> int:
        """Pages of all files."""
        return sum(one.pages for one in self.files)

    @property
    def leaves(self) -> int:
        """Leaves of paper, those printed on both sides counted once."""
        return sum(one.leaves for one in self.files)


def form_of_event(event: Path) -> EventForm:
    """The form that asks for an event, by its folder or its `event.json`, as it was printed. Raises `BadInputError`
    where there is none.
    """
    record = open_record(event)
    return EventForm.of_event(record.plan(), looks_of(record, event))


def met_there(home: Path, file: Path | None, how: HowToRead) -> EventForm | None:
    """The form that asks for the event in a folder as it is; None where most players of a list are others, or there is
    none.
    """
    if file is None or not is_file(home / RECORD):
        return None
    names = {player.name for player in read_roster(file, how.reading).players}
    known = {player.name for player in open_record(home).plan().players}
    return form_of_event(home) if 2 * len(names & known) > len(names) else None


def plan_event(request: EventRequest, most_players: int, most_rounds: int) -> Planned | tuple[Fault, ...]:
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


def _planned(job: EventJob, plan: EventPlan, pack: Pack) -> Planned:
    roster, large = plan.roster, sum(job.looks.variant(player)[0] for player in plan.roster.players)
    changes = changes_by(job, plan)
    halves = 0 if job.looks.both_sides or job.looks.large_print else 1
    return Planned(
        plan.title,
        len(roster.players),
        roster.clubs,
        large,
        len(plan.rounds),
        max(one.tables for one in plan.rounds),
        sum(one.byes for one in plan.rounds),
        plan.sheets,
        len(plan.spares),
        plan.terms.deck().title,
        tuple(_files(pack)),
        halves * (plan.sheets + len(plan.spares) - large * len(plan.rounds)) // 2,
        job.notes(plan),
        tuple(sorted(job.earlier.numbers)) if job.earlier else (),
        told(changes) if changes else None,
    )


def _files(pack: Pack) -> Iterator[PlannedFile]:
    """The PDFs, those of several parts as one; players' own files are a matter of taste and not counted."""
    found: dict[str, list[int]] = {}
    for document in pack.documents():
        if isinstance(document, PdfDocument):
            found.setdefault(file_kind(document.name), []).append(document.pages)
    for kind, pages in sorted(found.items(), key=lambda one: KINDS.index(one[0])):
        count = sum(pages)
        halved = sum(-(-one // 2) for one in pages) if pack.looks.both_sides and kind in {"sheets", "spares"} else count
        yield PlannedFile(kind, count, halved)
