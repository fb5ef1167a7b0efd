"""What `event print` says of an event that was printed before: who came and went, and what to print again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from wordfleet_print.cli.console import warn
from wordfleet_print.event.pack.pack import RECORD
from wordfleet_print.event.plan.plan_changes import PlanDiff
from wordfleet_print.files import is_file
from wordfleet_print.jobs.print_event import Changes, told_apart
from wordfleet_print.wording import and_more, first_lines, quote, some_of

MOST_NAMES, MOST_CHANGED = 5, 10
MOST_SPANS = 20
"""Runs of table numbers told of one round."""
ALL_AGAIN = "All sheets look different now: print all of them again."


def tell_changes(folder: Path, changes: Changes) -> None:
    """Who joined and left since the event was printed, what else changed, and whose sheets are to be printed again."""
    if changes.plan is not None:
        for line in _of_plan(folder, changes, changes.plan):
            warn(line)
    elif changes.all_again:  # all that can change where an event is printed by its own record
        warn(ALL_AGAIN)


def _of_plan(folder: Path, changes: Changes, plan: PlanDiff) -> Iterator[str]:
    known = f"{folder} holds this event already" if is_file(folder / RECORD) else "This event was printed before"
    if not changes:
        yield f"{known}. Nothing changed."
        return
    came = [f"{len(plan.joined)} joined ({some_of(plan.joined, MOST_NAMES)})"] if plan.joined else []
    went = [f"{len(plan.left)} left ({some_of(plan.left, MOST_NAMES)})"] if plan.left else []
    others = "other " * bool(plan.joined or plan.left or changes.dealt_anew)
    yield f"{known}: {', '.join(came + went) or 'nobody joined or left'}. All {others}sheets keep their codes."
    yield from _renamed_lines(changes)
    yield from _round_news(changes, plan)
    yield from (f"{line[0].upper()}{line[1:]}." for line in plan.event)
    yield from (ALL_AGAIN,) if changes.all_again else _again_lines(changes, folder)
    yield from _papers_again(changes)
    if changes.restyled and not changes.all_again:
        who = some_of(changes.restyled, MOST_CHANGED)
        yield f"Sheets to print again, since large print, the writing hand or the font changed: {who}."


def _renamed_lines(changes: Changes) -> Iterator[str]:
    for before, now in changes.renamed:
        if before.name == now.name:
            yield f"{quote(now.name)} has number {now.number} and its sheets again, no longer {before.number}."
            continue
        yield (
            f"{quote(before.called)} is {quote(now.called)} now; number and codes stay. Print the sheets that say the "
            "old name again, the opponents’ too, or mend them by hand."
        )
    lines = (
        f"{quote(before)} left and {quote(now)} joined, who are likely one person: run the same command with "
        f"{shlex.join(['--rename', f'{before}={now}'])} and the sheets stay."
        for before, now in (told_apart(*pair) for pair in changes.alike)
    )
    yield from first_lines(lines, MOST_NAMES, " like that.")


def _round_news(changes: Changes, plan: PlanDiff) -> Iterator[str]:
    """Which rounds are new; and where players came or went, that printed ones stay, and how they are paired anew."""
    if plan.rounds and changes.round is None:
        alone = f"with --round {plan.rounds[-1]} the same command writes it into files of its own"
        yield f"{_rounds(plan.rounds)} {'is' if len(plan.rounds) == 1 else 'are'} new; {alone}."
    if plan.rounds_dropped:
        yield f"{_rounds(plan.rounds_dropped)} {'is' if len(plan.rounds_dropped) == 1 else 'are'} out of use."
    if changes.standing and (plan.joined or plan.left):
        those = " and ".join(
            ["without those who joined"] * bool(plan.joined) + ["with those who left"] * bool(plan.left)
        )
        stay = "was printed and stays as it is" if len(changes.standing) == 1 else "were printed and stay as they are"
        yield f"{_rounds(changes.standing)} {stay}, {those}."
        if not plan.rounds:
            first, last = changes.standing[0], changes.standing[-1]
            several = f", or several: --redeal {first}-{last}" if first < last else ""
            yield f"To pair anew what is still to be played, name the round: --redeal {last}{several}."


def _rounds(numbers: Sequence[int]) -> str:
    return f"Round {numbers[0]}" if len(numbers) == 1 else f"Rounds {_spans(numbers)}"


def tell_of_neighbours(folders: Iterable[Path]) -> None:
    """For a new event: in which folders beside it there are events whose sheets may be what was meant."""
    for folder in folders:
        warn(f"{folder}/ holds an event of mostly the same players, whose sheets are others.")
        warn(f"To go on with that one instead: the same command with --output {shlex.quote(f'{folder}/')}")


def _again_lines(changes: Changes, folder: Path) -> Iterator[str]:
    """The sheets to print again, with the command that does it: a line for each table of each round, or, where those
    are many, one for each round.
    """
    tables = list(changes.seated)
    if not tables:
        return
    yield "Sheets to print again, since code, table or opponent changed:"
    if len(tables) <= MOST_CHANGED:
        for (round_, table), names in changes.seated.items():
            yield f"  round {round_}, {f'table {table}' if table else 'no table'}: {' and '.join(names)}"
    else:
        yield from _round_lines(tables)
    for round_, table in [one for one in tables if one[1]][:1]:
        wish = ("--round", str(round_), "--table", str(table))
        command = shlex.join(["wordfleet-print", "event", "reprint", str(folder), *wish])
        yield f"Once the pack is written, this prints a table’s sheets alone: {command}"


def _round_lines(tables: Sequence[tuple[int, int | None]]) -> Iterator[str]:
    """A line for each round with the numbers of its tables, sorted as they are given."""
    rounds = [(round_, [table for _, table in part]) for round_, part in groupby(tables, key=lambda one: one[0])]
    for round_, numbers in rounds[:MOST_CHANGED]:
        known = [number for number in numbers if number]
        said = [f"tables {_spans(known)}"] if known else []
        yield f"  round {round_}: {' and '.join(said + ['no table'] * (len(known) < len(numbers)))}"
    if later := sum(len(numbers) for _, numbers in rounds[MOST_CHANGED:]):
        yield f"  {and_more(later)} tables in the later rounds: print those anew."


def _spans(numbers: Sequence[int]) -> str:
    """Ascending numbers, runs of them in short: “1–3, 7 and 9”; the rest counted where there are too many runs."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0])]
    told = [f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs[:MOST_SPANS]]
    more = sum(map(len, runs[MOST_SPANS:]))
    return ", ".join(told) + (f" and {more:,} more" if more else "")


def _papers_again(changes: Changes) -> Iterator[str]:
    """Which papers beside the sheets a change has made stale."""
    if changes.papers_stale:
        yield (
            "Print name-index.pdf and key.pdf again too, and the cards and slips of the tables that changed, from "
            "table-cards.pdf and score-slips.pdf."
        )
    elif changes.key_stale:
        yield "Print key.pdf again too."
