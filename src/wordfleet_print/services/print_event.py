"""The job: plan the event, make its pack, print it; what that changes in an earlier one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.event.pack.executors import open_pool
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import Pack, Progress, Written, print_pack
from wordfleet_print.event.plan.event_file import RECORD, Record, read_record
from wordfleet_print.event.plan.pairing import pairing_notes
from wordfleet_print.event.plan.plan import NO_SHEET, EventPlan, Scope, Terms
from wordfleet_print.event.plan.planner import disagreements, pairs_otherwise, plan_event, spares_alike
from wordfleet_print.event.roster.roster import Roster
from wordfleet_print.files import is_file
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.messages import plural, some_of
from wordfleet_print.processes import count_cores
from wordfleet_print.services.choose_words import words_used
from wordfleet_print.services.own_rules import print_rules_back
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.geometry import PAPERS

MOST_BYES = 12
"""Byes that are named."""
MANY = 10_000
"""More sheets than these are worth several processes, and the size of the work is told before it begins."""


@dataclass(frozen=True)
class EventJob:
    """An event to print into `folder`.

    `earlier` is the event as it stands there, or None; with `as_it_was` it is printed again and nothing is planned.
    `completes`: its last print was interrupted, and this one completes it. `before` is its plan, with everybody called
    as they are now. `redeal` are the printed rounds that are paired anew;
    `round` is the only one to print, or None. `workers` is None for as many as the work is worth.
    """

    folder: Path
    scope: Scope
    terms: Terms
    roster: Roster
    looks: PackLooks
    earlier: Record | None = None
    before: EventPlan | None = None
    as_it_was: bool = False
    completes: bool = False
    redeal: frozenset[int] = frozenset()
    round: int | None = None
    workers: int | None = None
    listed: ScreenedList | None = None

    def plan(self) -> EventPlan:
        """The plan. Raises `BadInputError` where players cannot be paired, or the words cannot supply the sheets."""
        plan = self.before
        if plan is None or not self.as_it_was:
            plan = plan_event(self.roster, self.terms, self.scope, earlier=plan, opened=self.redeal)
            self._check_round_meant(plan)
        return plan

    def _check_round_meant(self, plan: EventPlan) -> None:
        """Refuse to draw rounds beside a roster that may be that of one of them."""
        if self.earlier is None or self.roster.by_round or self.round is not None or not pairs_otherwise(plan, 1):
            return
        number = max(self.earlier.numbers) + 1
        raise BadInputError(
            "The roster does not say of which round its pairings are, and round 1 was not printed so.",
            tip=f"Say that it is of round {number}, or pair round 1 anew, as it says.",
            field="round",
            say=(f"round={number}", "redeal=1"),
        )

    def notes(self, plan: EventPlan) -> tuple[str, ...]:
        """What the organiser should know of the pairing: who meets again in a round that is new, where the roster says
        something else than was printed, and how many spare sheets are like players'.
        """
        stood = frozenset(self.earlier.numbers if self.earlier else ()) - self.redeal
        again = pairing_notes(plan.roster, plan.rounds, plan.players, stood, plan.seed)
        words = self.listed.notices if self.listed else ()
        used = words_used(plan.terms.deck(), _fleets(plan), self.listed)
        differ = () if self.as_it_was else disagreements(plan, stood)
        byes = [
            f"round {one.number} {plan.players[first].called}"
            for one in plan.rounds
            if one.number not in stood
            for _, first, second in one
            if second is None
        ]
        told = [f"{plural(len(byes), 'Bye')}: {some_of(byes, MOST_BYES)}."] if byes else []
        return (*differ, *told, *again, *spares_alike(plan), *words, *filter(None, [used]))

    def pack(self, plan: EventPlan) -> Pack:
        """The pack. Raises `MissingDependencyError` where rules are wanted on the backs and Pango is missing."""
        return pack_of(plan, self.looks, self.round)

    def print(self, pack: Pack, progress: Progress | None = None, executor: Executor | None = None) -> list[Written]:
        """Print the pack: by the executor, or by as many processes as are asked for, else by every core where that is
        worth while. The bytes are the same.

        Raises as `print_pack`.
        """
        if executor:
            return print_pack(pack, self.folder, executor=executor, progress=progress)
        with open_pool(self.workers or (count_cores() if count_sheets(pack.plan) > MANY else 1)) as pool:
            return print_pack(pack, self.folder, executor=pool, progress=progress)


def _fleets(plan: EventPlan) -> Iterator[tuple[str, ...]]:
    """The words of every sheet that players have, where they are of a list of one's own."""
    deck = plan.terms.deck()
    seeds = chain.from_iterable(plan.seeds if deck.own else ())
    return (deck.draw_fleet(SheetCode(deck.digest, seed).key)[0] for seed in seeds if seed != NO_SHEET)


def pack_of(plan: EventPlan, looks: PackLooks, number: int | None = None) -> Pack:
    """The pack of a plan, or of one round of it, with the rules behind every page where the looks want them; that needs
    Pango.

    Behind sheets in large print they are in large print.
    """
    if not looks.with_rules:
        return Pack(plan, looks, round=number)
    source, paper = plan.terms.source(), PAPERS[looks.paper]
    rules = {large: print_rules_back(source, paper, large=large) for large in looks.list_sizes(plan.players)}
    return Pack(plan, looks, rules, number)


def count_sheets(plan: EventPlan) -> int:
    """How many sheets a plan has, the spare ones included."""
    return plan.sheets + len(plan.spares)


MOST_NEIGHBOURS, NEIGHBOURS_SIZE = 20, 2_000_000
"""Events beside a new one that are looked at, and the size from which they are not (bytes)."""


def neighbours(job: EventJob) -> Iterator[Path]:
    """For a new event: the folders beside it whose events have mostly the same players, and may be what was meant."""
    if job.earlier is not None or not any(player.name for player in job.roster.players):
        return
    names = {player.name for player in job.roster.players}
    for file in sorted(job.folder.parent.glob(f"*/{RECORD}"))[:MOST_NEIGHBOURS]:
        if 2 * len(names & _names_in(file)) > len(names):
            yield file.parent


def _names_in(file: Path) -> set[str]:
    """What the players of a printed event are called; none where it cannot be read, or is huge."""
    try:
        if not is_file(file) or file.stat().st_size > NEIGHBOURS_SIZE:
            return set()
        return {player.name for player in read_record(file, partial=True).plan().roster.players}
    except (WordfleetError, OSError):
        return set()
