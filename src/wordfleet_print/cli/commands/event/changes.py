"""What `event print` says of an event that was printed before: who came and went, and what to print again."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from wordfleet_print.cli.console import warn
from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.pack.pack import RECORD
from wordfleet_print.event.plan.diff import PlanDiff
from wordfleet_print.event.plan.model import EventPlan
from wordfleet_print.event.plan.record import read_record
from wordfleet_print.jobs.event import EventJob, looks_of
from wordfleet_print.sheet.captain import plain, quote

MOST_NAMES, MOST_CHANGED = 5, 10
MOST_NEIGHBOURS, NEIGHBOURS_SIZE = 20, 2_000_000
"""Events beside a new one that are looked at, and the size from which they are not (bytes)."""
MOST_SPANS = 20
"""Runs of table numbers told of one round."""
NO_TABLE = sys.maxsize
"""Stands for no table, and comes after all of them."""
ALL_AGAIN = "All sheets look different now: print all of them again."


def tell_changes(job: EventJob, plan: EventPlan, changes: PlanDiff | None) -> None:
    """Who joined and left since the event was printed, what else changed, and whose sheets are to be printed again.

    Without `changes` it is printed by its own record: then only its looks can be others.
    """
    if changes is not None:
        _tell(job, changes, _restyled(job, plan))
    elif _all_look_different(job):
        warn(ALL_AGAIN)


def _tell(job: EventJob, changes: PlanDiff, restyled: Sequence[str]) -> None:
    """All of that, by the plan that stood and the plan there is; `restyled` are whose sheets look otherwise."""
    here = (job.folder / RECORD).exists()
    known = f"{job.folder} holds this event already" if here else "This event was printed before"
    all_again = _all_look_different(job)
    if not (changes or all_again or restyled):
        warn(f"{known}. Nothing changed.")
        return
    came = [f"{len(changes.joined)} joined ({some_of(changes.joined)})"] if changes.joined else []
    went = [f"{len(changes.left)} left ({some_of(changes.left)})"] if changes.left else []
    said = ", ".join(came + went) or "nobody joined or left"
    dealt = any(one.before and one.after and one.before.code != one.after.code for one in changes.changes)
    others = "other " * bool(changes.joined or changes.left or dealt)
    warn(f"{known}: {said}. All {others}sheets keep their codes.")
    for line in _renamed_lines(changes):
        warn(line)
    for line in changes.event:
        warn(f"{line[0].upper()}{line[1:]}.")
    for line in (ALL_AGAIN,) if all_again else _again_lines(changes, job.folder):
        warn(line)
    if told := _papers_again(changes):
        warn(told)
    if restyled and not all_again:
        who = some_of(restyled, MOST_CHANGED)
        warn(f"Sheets to print again, since large print or the writing hand changed: {who}.")


def _renamed_lines(changes: PlanDiff) -> Iterator[str]:
    """Those who seem to have left and joined only because name or club is written otherwise than before."""
    joined = {_bare(name): name for name in reversed(changes.joined)}
    again = [(name, joined[_bare(name)]) for name in changes.left if _bare(name) in joined]
    for before, now in again[:MOST_NAMES]:
        who = f"{quote(before)} left and {quote(now)} joined"
        yield f"{who}: if they are one person, write name and club as before, and the sheets stay."
    if len(again) > MOST_NAMES:
        yield f"… and {len(again) - MOST_NAMES:,} more like that."


def _bare(name: str) -> str:
    """A name in a message without the club behind it, as a directory files it."""
    return plain(name.rpartition(" (")[0] if name.endswith(")") else name)


def tell_of_neighbours(job: EventJob) -> None:
    """For a new event: which event beside it has mostly the same players, since its sheets may be what was meant."""
    if job.earlier is not None or not any(player.name for player in job.roster.players):
        return
    keys = {player.key for player in job.roster.players}
    for file in sorted(job.folder.parent.glob(f"*/{RECORD}"))[:MOST_NEIGHBOURS]:
        if 2 * len(keys & _keys_in(file)) > len(keys):
            folder = shlex.quote(f"{file.parent}/")
            warn(f"{file.parent}/ holds an event of mostly the same players, whose sheets are others.")
            warn(f"To go on with that one instead: the same command with --output {folder}")


def _keys_in(file: Path) -> set[str]:
    """By what the players of a printed event are known; none where it cannot be read, or is huge."""
    try:
        if not file.is_file() or file.stat().st_size > NEIGHBOURS_SIZE:
            return set()
        return {player.key for player in read_record(file).plan().roster.players}
    except (WordfleetError, OSError):
        return set()


def _all_look_different(job: EventJob) -> bool:
    """Whether every sheet is printed otherwise than before, though its fleet be the same."""
    earlier = job.earlier
    if earlier is None:
        return False
    before = looks_of(earlier, job.folder / RECORD)
    looks = job.looks
    alike = replace(before, collation=looks.collation, split=looks.split, per_player=looks.per_player)
    return alike != looks or earlier.terms.placed != job.terms.placed


def _restyled(job: EventJob, plan: EventPlan) -> list[str]:
    """The players whose own sheets are in large print or left-handed now, and were not before; or the other way."""
    if job.earlier is None:
        return []
    before = {player.key: job.looks.variant(player) for player in job.earlier.plan().roster.players}
    now = ((player, job.looks.variant(player)) for player in plan.roster.players)
    return [player.called for player, variant in now if before.get(player.key, variant) != variant]


def _again_lines(changes: PlanDiff, folder: Path) -> Iterator[str]:
    """The sheets to print again, with the command that does it: a line for each table of each round, or, where those
    are many, one for each round.
    """
    seated: dict[tuple[int, int], list[str]] = {}
    for change in changes.changes:
        if change.after:
            seated.setdefault((change.round, change.after.table or NO_TABLE), []).append(change.player)
    if not seated:
        return
    yield "Sheets to print again, since code, table or opponent changed:"
    tables = sorted(seated)
    if len(tables) <= MOST_CHANGED:
        for round_, table in tables:
            place = "no table" if table == NO_TABLE else f"table {table}"
            yield f"  round {round_}, {place}: {' and '.join(seated[round_, table])}"
    else:
        yield from _round_lines(tables)
    for round_, table in [one for one in tables if one[1] != NO_TABLE][:1]:
        wish = ("--round", str(round_), "--table", str(table))
        command = shlex.join(["wordfleet-print", "event", "reprint", str(folder), *wish])
        yield f"Once the pack is written, this prints a table’s sheets alone: {command}"


def _round_lines(tables: Sequence[tuple[int, int]]) -> Iterator[str]:
    """A line for each round with the numbers of its tables, sorted as they are given."""
    rounds = [(round_, [table for _, table in part]) for round_, part in groupby(tables, key=lambda one: one[0])]
    for round_, numbers in rounds[:MOST_CHANGED]:
        known = [number for number in numbers if number != NO_TABLE]
        said = [f"tables {_spans(known)}"] if known else []
        yield f"  round {round_}: {' and '.join(said + ['no table'] * (len(known) < len(numbers)))}"
    if len(rounds) > MOST_CHANGED:
        more = sum(len(numbers) for _, numbers in rounds[MOST_CHANGED:])
        yield f"  … and at {more:,} more tables in the later rounds: print those anew."


def _spans(numbers: Sequence[int]) -> str:
    """Ascending numbers, runs of them in short: “1–3, 7 and 9”; the rest counted where there are too many runs."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0])]
    told = [f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs[:MOST_SPANS]]
    more = sum(map(len, runs[MOST_SPANS:]))
    return ", ".join(told) + (f" and {more:,} more" if more else "")


def _papers_again(changes: PlanDiff) -> str:
    """Which papers beside the sheets a change has made stale; "" for none."""
    if any(not (one.before and one.after) or one.before.place != one.after.place for one in changes.changes):
        return (
            "Print name-index.pdf and key.pdf again too, and the cards and slips of the tables that changed, from "
            "table-cards.pdf and score-slips.pdf."
        )
    return "Print key.pdf again too." if changes else ""


def some_of(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """The first few names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")
