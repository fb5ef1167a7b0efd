"""The job: plan the event, make its pack, print it; what that changes in an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD, Pack, Written, print_pack
from wordfleet_print.event.pack.shards import Watch
from wordfleet_print.event.plan.event_json import Record, read_record
from wordfleet_print.event.plan.event_plan import NO_SHEET, EventPlan, Scope, Terms
from wordfleet_print.event.plan.pairing import pairing_notes
from wordfleet_print.event.plan.plan_changes import (
    PlanChange,
    PlanDiff,
    diff_plans,
    likely_same,
    otherwise_called,
)
from wordfleet_print.event.plan.planner import disagreements, pairs_otherwise, plan_event, spares_alike
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.files import is_file
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.jobs.choose_words import words_used
from wordfleet_print.jobs.own_rules import rules_behind
from wordfleet_print.jobs.printed_event import looks_of
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.sandbox import available_cores
from wordfleet_print.sheet.sheet_code import SheetCode

MANY = 10_000
"""More sheets than these are worth several processes, and the size of the work is told before it begins."""


@dataclass(frozen=True)
class EventJob:
    """An event to print into `folder`.

    `earlier` is the event as it stands there, or None; with `as_it_was` it is printed again and nothing is planned.
    `before` is its plan, with everybody called as they are now. `redeal` are the printed rounds that are paired anew;
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
    redeal: frozenset[int] = frozenset()
    round: int | None = None
    workers: int | None = None
    scheduler: str = ""
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
        again = pairing_notes(plan.roster, plan.rounds, plan.players, stood, plan.drawn_by)
        words = self.listed.told if self.listed else ()
        used = words_used(plan.terms.deck(), _fleets(plan), self.listed)
        differ = () if self.as_it_was else disagreements(plan, stood)
        return (*differ, *again, *spares_alike(plan), *words, *filter(None, [used]))

    def pack(self, plan: EventPlan) -> Pack:
        """The pack. Raises `MissingDependencyError` where rules are wanted on the backs and Pango is missing."""
        return pack_of(plan, self.looks, self.round)

    def print(self, pack: Pack, watch: Watch) -> list[Written]:
        """Print the pack: by as many workers as are asked for, else by every core where that is worth while.

        Raises as `print_pack`.
        """
        workers = self.workers or (available_cores() if count_sheets(pack.plan) > MANY else 1)
        return print_pack(pack, self.folder, watch, workers=workers, scheduler=self.scheduler)


class _Words(NamedTuple):
    words: tuple[str, ...] | None


def _fleets(plan: EventPlan) -> Iterator[_Words]:
    """The words of every sheet that players have, where they are of a list of one's own."""
    deck = plan.terms.deck()
    seeds = chain.from_iterable(plan.seeds if deck.own else ())
    return (_Words(deck.draw_fleet(SheetCode(deck.digest, seed).key)[0]) for seed in seeds if seed != NO_SHEET)


def pack_of(plan: EventPlan, looks: PackLooks, number: int | None = None) -> Pack:
    """The pack of a plan, or of one round of it, with the rules behind every page where the looks want them; that needs
    Pango.

    Behind sheets in large print they are in large print.
    """
    if not looks.with_rules:
        return Pack(plan, looks, round=number)
    sizes = {large for large, _ in looks.variants(plan.players)}
    back = rules_behind(plan.terms.source(), looks.on, sizes, own=bool(plan.terms.rules))
    return Pack(plan, looks, back, number)


def count_sheets(plan: EventPlan) -> int:
    """How many sheets a plan has, the spare ones included."""
    return plan.sheets + len(plan.spares)


MOST_NEIGHBOURS, NEIGHBOURS_SIZE = 20, 2_000_000
"""Events beside a new one that are looked at, and the size from which they are not (bytes)."""


@dataclass(frozen=True)
class Changes:
    """What is otherwise than it was. `plan` says what of the plan, None where it was printed by its own record.

    `all_again`: every sheet looks different, though its fleet be the same. `restyled` are the players whose own sheets
    are in large print or left-handed now, or show a name, and did not before; or the other way. `standing` are the
    rounds that were printed before and stay, by number; `round` is the one that is printed alone. `renamed` are those
    who were called or numbered otherwise, before and now; `alike` those who left and joined, and are likely one person.
    """

    plan: PlanDiff | None
    all_again: bool
    restyled: tuple[str, ...]
    standing: tuple[int, ...] = ()
    round: int | None = None
    renamed: tuple[tuple[Player, Player], ...] = ()
    alike: tuple[tuple[Player, Player], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.plan or self.all_again or self.restyled or self.renamed)

    @property
    def dealt_anew(self) -> bool:
        """Whether somebody who was there before has another sheet."""
        changes = self.plan.changes if self.plan else ()
        return any(one.before and one.after and one.before.code != one.after.code for one in changes)

    @cached_property
    def seated(self) -> Mapping[tuple[int, int | None], list[str]]:
        """By round and table, in order, whose sheets have another code, table or opponent in rounds that were printed
        before; no table is the last.
        """
        seated: dict[tuple[int, int | None], list[str]] = {}
        for change in self._of_printed:
            if change.after:
                seated.setdefault((change.round, change.after.table or None), []).append(change.player)
        return {key: seated[key] for key in sorted(seated, key=lambda key: (key[0], key[1] is None, key[1] or 0))}

    @property
    def _of_printed(self) -> list[PlanChange]:
        """The changes in rounds that were printed before."""
        return [one for one in self.plan.changes if one.round not in self.plan.rounds] if self.plan else []

    @property
    def papers_stale(self) -> bool:
        """Whether the papers beside the sheets show somebody elsewhere than before, or somebody who is gone."""
        moved = any(not (one.before and one.after) or one.before.place != one.after.place for one in self._of_printed)
        return moved or bool(self.renamed)

    @property
    def key_stale(self) -> bool:
        """Whether the organiser's key shows other sheets, or more, of what was printed before."""
        plan = self.plan
        return plan is not None and any((self._of_printed, plan.event, plan.spares_added, plan.spares_dropped))


def changes_by(job: EventJob, plan: EventPlan) -> Changes | None:
    """What the plan changes in the event as it stands; None where there is none."""
    earlier, before = job.earlier, job.before
    if earlier is None or before is None:
        return None
    looks = looks_of(earlier, job.folder / RECORD)
    all_again = not looks.is_same_on_sheets(job.looks) or earlier.terms.placed != job.terms.placed
    restyled = dict.fromkeys([*_restyled(before, plan, job.looks), *_shown_otherwise(plan, looks, job.looks)])
    standing = tuple(sorted(earlier.numbers - job.redeal))
    diff = None if job.as_it_was else diff_plans(before, plan)
    same = tuple(likely_same(before.roster, plan.roster)) if diff and diff.left and diff.joined else ()
    renamed = tuple(otherwise_called(earlier.plan(), plan))
    return Changes(diff, all_again, tuple(restyled), standing, job.round, renamed, same)


def told_apart(one: Player, other: Player) -> tuple[str, str]:
    """The names of two players, with their clubs where the names alone do not tell them apart."""
    alike = one.name == other.name
    first, second = (f"{who.name} ({who.club})" if alike and who.club else who.name for who in (one, other))
    return first, second


def _restyled(earlier: EventPlan, plan: EventPlan, looks: PackLooks) -> Iterator[str]:
    before = {player.key: looks.variant(player) for player in earlier.players}
    for player in plan.players:
        variant = looks.variant(player)
        if before.get(player.key, variant) != variant:
            yield player.called


def _shown_otherwise(plan: EventPlan, before: PackLooks, now: PackLooks) -> Iterator[str]:
    """Whose names could not be set with the fonts of before and can be now, or the other way."""
    shown = []
    for looks in (before, now) if before.fallback != now.fallback else ():
        looks.use_fonts()
        shown.append([legible(player.name) for player in plan.players])
    for player, *sets in zip(plan.players, *shown, strict=True) if shown else ():
        if sets[0] != sets[1]:
            yield player.called


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
        return {player.name for player in read_record(file).plan().roster.players}
    except (WordfleetError, OSError):
        return set()
