"""What a list, or another look, changes in an event that was printed: the facts that screen, page and JSON tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.changes import (
    PlanChange,
    PlanDiff,
    diff_plans,
    likely_same,
    otherwise_called,
    same_by_now,
)
from wordfleet_print.event.plan.event_file import RECORD
from wordfleet_print.event.plan.plan import EventPlan
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.services.print_event import EventJob
from wordfleet_print.services.printed_event import looks_of
from wordfleet_print.tracker.names import make_printable


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
            if change.after and change.after.code:
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
    restyled = dict.fromkeys([*_restyled(earlier.plan(), plan, job.looks), *_shown_otherwise(plan, looks, job.looks)])
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
    """Whose sheets look otherwise now, or bear another number."""
    before = {player.key: (looks.variant(player), player.number) for player in earlier.players}
    before |= {now.key: (looks.variant(was), was.number) for was, now in same_by_now(earlier, plan)}
    for player in plan.players:
        now = looks.variant(player), player.number
        if before.get(player.key, now) != now:
            yield player.called


def _shown_otherwise(plan: EventPlan, before: PackLooks, now: PackLooks) -> Iterator[str]:
    """Whose names could not be set with the fonts of before and can be now, or the other way."""
    shown = []
    for looks in (before, now) if before.fallback != now.fallback else ():
        looks.use_fonts()
        shown.append([make_printable(player.name) for player in plan.players])
    for player, *sets in zip(plan.players, *shown, strict=True) if shown else ():
        if sets[0] != sets[1]:
            yield player.called
