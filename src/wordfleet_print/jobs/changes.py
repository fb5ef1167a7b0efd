"""What a plan changes in an event that was printed before: who came and went, and what is to be printed again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD
from wordfleet_print.event.plan.event_json import read_record
from wordfleet_print.event.plan.event_plan import EventPlan
from wordfleet_print.event.plan.plan_changes import PlanChange, PlanDiff, diff_plans, likely_same
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.files import is_file
from wordfleet_print.jobs.event import EventJob
from wordfleet_print.jobs.record import looks_of
from wordfleet_print.press.ink.printable_names import legible

MOST_NEIGHBOURS, NEIGHBOURS_SIZE = 20, 2_000_000
"""Events beside a new one that are looked at, and the size from which they are not (bytes)."""
_BESIDE = ("collation", "split", "per_player", "fallback", "index_by")
"""Looks that change no sheet, but perhaps for a name."""


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
    alike = replace(looks, **{field: getattr(job.looks, field) for field in _BESIDE}) == job.looks
    all_again = not alike or earlier.terms.placed != job.terms.placed
    restyled = dict.fromkeys([*_restyled(before, plan, job.looks), *_shown_otherwise(plan, looks, job.looks)])
    standing = tuple(sorted(earlier.numbers - job.redeal))
    diff = None if job.as_it_was else diff_plans(before, plan)
    same = tuple(likely_same(before.roster, plan.roster)) if diff and diff.left and diff.joined else ()
    renamed = tuple(_renamed(earlier.plan(), before))
    return Changes(diff, all_again, tuple(restyled), standing, job.round, renamed, same)


def told_apart(one: Player, other: Player) -> tuple[str, str]:
    """The names of two players, with their clubs where the names alone do not tell them apart."""
    alike = one.name == other.name
    first, second = (f"{who.name} ({who.club})" if alike and who.club else who.name for who in (one, other))
    return first, second


def _renamed(earlier: EventPlan, before: EventPlan) -> Iterator[tuple[Player, Player]]:
    keys = {player.key: player for player in earlier.players}
    numbers = {player.number: player for player in earlier.players}
    for now in before.players:
        was = keys.get(now.key) or numbers.get(now.number)
        if was and (was.name, was.number) != (now.name, now.number):
            yield was, now


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
        shown.append([bool(legible(player.name)) for player in plan.players])
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
