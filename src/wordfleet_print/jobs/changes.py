"""What a plan changes in an event that was printed before: who came and went, and what is to be printed again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD
from wordfleet_print.event.plan.diff import Change, PlanDiff
from wordfleet_print.event.plan.model import EventPlan
from wordfleet_print.event.plan.reading import read_record
from wordfleet_print.event.plan.record import Record
from wordfleet_print.files import is_file
from wordfleet_print.jobs.event import EventJob
from wordfleet_print.jobs.record import looks_of
from wordfleet_print.sheet.captain import plain

MOST_NEIGHBOURS, NEIGHBOURS_SIZE = 20, 2_000_000
"""Events beside a new one that are looked at, and the size from which they are not (bytes)."""


@dataclass(frozen=True)
class Changes:
    """What is otherwise than it was. `plan` says what of the plan, None where it was printed by its own record.

    `all_again`: every sheet looks different, though its fleet be the same. `restyled` are the players whose own sheets
    are in large print or left-handed now, and were not before; or the other way. `standing` are the rounds that were
    printed before and stay, by number; `round` is the one that is printed alone.
    """

    plan: PlanDiff | None
    all_again: bool
    restyled: tuple[str, ...]
    standing: tuple[int, ...] = ()
    round: int | None = None

    def __bool__(self) -> bool:
        return bool(self.plan or self.all_again or self.restyled)

    @property
    def dealt_anew(self) -> bool:
        """Whether somebody who was there before has another sheet."""
        changes = self.plan.changes if self.plan else ()
        return any(one.before and one.after and one.before.code != one.after.code for one in changes)

    @property
    def renamed(self) -> list[tuple[str, str]]:
        """Those who seem to have left and joined only because name or club is written otherwise than before."""
        if self.plan is None:
            return []
        joined = {_bare(name): name for name in reversed(self.plan.joined)}
        return [(name, joined[_bare(name)]) for name in self.plan.left if _bare(name) in joined]

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
    def _of_printed(self) -> list[Change]:
        """The changes in rounds that were printed before."""
        return [one for one in self.plan.changes if one.round not in self.plan.rounds] if self.plan else []

    @property
    def papers_stale(self) -> bool:
        """Whether the papers beside the sheets show somebody elsewhere than before, or somebody who is gone."""
        return any(not (one.before and one.after) or one.before.place != one.after.place for one in self._of_printed)

    @property
    def key_stale(self) -> bool:
        """Whether the organiser's key shows other sheets, or more, of what was printed before."""
        plan = self.plan
        return plan is not None and any((self._of_printed, plan.event, plan.spares_added, plan.spares_dropped))


def changes_by(job: EventJob, plan: EventPlan) -> Changes | None:
    """What the plan changes in the event as it stands; None where there is none."""
    earlier = job.earlier
    if earlier is None:
        return None
    before = looks_of(earlier, job.folder / RECORD)
    all_again = _unlike(before, job.looks) or earlier.terms.placed != job.terms.placed
    standing = tuple(sorted(earlier.numbers - job.redeal))
    return Changes(job.changes(plan), all_again, tuple(_restyled(earlier, plan, job.looks)), standing, job.round)


def _unlike(before: PackLooks, now: PackLooks) -> bool:
    """Whether sheets look different, in whatever order and files they are."""
    return replace(before, collation=now.collation, split=now.split, per_player=now.per_player) != now


def _restyled(earlier: Record, plan: EventPlan, looks: PackLooks) -> Iterator[str]:
    before = {player.key: looks.variant(player) for player in earlier.plan().players}
    for player in plan.players:
        variant = looks.variant(player)
        if before.get(player.key, variant) != variant:
            yield player.called


def _bare(name: str) -> str:
    """A name in a message without the club behind it, as a directory files it."""
    return plain(name.rpartition(" (")[0] if name.endswith(")") else name)


def neighbours(job: EventJob) -> Iterator[Path]:
    """For a new event: the folders beside it whose events have mostly the same players, and may be what was meant."""
    if job.earlier is not None or not any(player.name for player in job.roster.players):
        return
    keys = {player.key for player in job.roster.players}
    for file in sorted(job.folder.parent.glob(f"*/{RECORD}"))[:MOST_NEIGHBOURS]:
        if 2 * len(keys & _keys_in(file)) > len(keys):
            yield file.parent


def _keys_in(file: Path) -> set[str]:
    """By what the players of a printed event are known; none where it cannot be read, or is huge."""
    try:
        if not is_file(file) or file.stat().st_size > NEIGHBOURS_SIZE:
            return set()
        return {player.key for player in read_record(file).plan().roster.players}
    except (WordfleetError, OSError):
        return set()
