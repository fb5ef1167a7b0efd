"""What `event print` says: before it begins, while it works, and when it is done."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from wordfleet_print.cli.console import say, show_json, show_table, stderr, stdout, warn
from wordfleet_print.cli.event_job import MANY, EventJob, count_shards, count_sheets, looks_of
from wordfleet_print.cli.stopping import stop_if_asked
from wordfleet_print.event.diff import PlanDiff
from wordfleet_print.event.looks import PackLooks
from wordfleet_print.event.pack import RECORD, Pack, Written
from wordfleet_print.event.plan import EventPlan, name_of
from wordfleet_print.event.players_book import FOLDER
from wordfleet_print.event.runner import Watch

MOST_BROKEN, MOST_NAMES, MOST_CHANGED = 20, 5, 50
BYTES_PER_SHEET, BYTES_PER_PLAYER = 1_900, 34_000
"""What a sheet takes in all files together, and what a player's own file takes: roughly."""
ALL_AGAIN = "All sheets look different now: print all of them again."

_USES = {
    "sheets": "a sheet for everyone, table by table",
    "spares": "sheets for nobody yet",
    "key": "for you alone: words and codes of every sheet",
    "table-cards": "a card for each table",
    "name-index": "to hang up: who sits where",
    "score-slips": "a slip for each table and round",
    "manifest": "for you alone: every sheet, for other programmes",
    "event": "for you alone: brings the whole pack again",
}


def show_beginning(job: EventJob, pack: Pack, changes: PlanDiff | None) -> None:
    """Notes on the roster and the plan, before anything is written."""
    plan = pack.plan
    for warning in job.roster.warnings if not job.as_it_was else ():
        warn(warning)
    if changes is not None:
        _tell_changes(job, changes, _restyled(job, plan))
    elif _all_look_different(job):
        warn(ALL_AGAIN)
    for line in (*plan.notes, *_broken_lines(plan)):
        warn(line)
    if names := pack.long_names():
        warn(told_long(names))
    if count_sheets(plan) >= MANY:
        say(stderr(), f"{_extent(plan).capitalize()}: about {_megabytes(job, plan):,} MB in {job.folder}/.")


def told_long(names: Sequence[str]) -> str:
    """What to say of the names that are cut on sheets."""
    are = "name is" if len(names) == 1 else "names are"
    return f"{len(names):,} {are} too long for a sheet, and cut with an ellipsis: {_some(names)}."


def _tell_changes(job: EventJob, changes: PlanDiff, restyled: Sequence[str]) -> None:
    """Who joined and left since the event was printed, what else changed, and whose sheets are to be printed again."""
    here = (job.folder / RECORD).exists()
    known = f"{job.folder} holds this event already" if here else "This event was printed before"
    all_again = _all_look_different(job)
    if not (changes or all_again or restyled):
        warn(f"{known}. Nothing changed.")
        return
    came = [f"{len(changes.joined)} joined ({_some(changes.joined)})"] if changes.joined else []
    went = [f"{len(changes.left)} left ({_some(changes.left)})"] if changes.left else []
    said = ", ".join(came + went) or "nobody joined or left"
    dealt = any(one.before and one.after and one.before.code != one.after.code for one in changes.changes)
    others = "other " * bool(changes.joined or changes.left or dealt)
    warn(f"{known}: {said}. All {others}sheets keep their codes.")
    for line in changes.event:
        warn(f"{line[0].upper()}{line[1:]}.")
    if all_again:
        warn(ALL_AGAIN)
        return
    for line in _again_lines(changes):
        warn(line)
    if restyled:
        warn(f"Sheets to print again, since large print or the writing hand changed: {_some(restyled, MOST_CHANGED)}.")


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
    return [name_of(player) for player, variant in now if before.get(player.key, variant) != variant]


def _again_lines(changes: PlanDiff) -> Iterator[str]:
    """The sheets to print again: a line for each table of each round."""
    tables: dict[tuple[int, int | None], list[str]] = {}
    for change in changes.changes:
        if change.after:
            tables.setdefault((change.round, change.after.table), []).append(change.player)
    if tables:
        yield "Sheets to print again, since code, table or opponent changed (manifest.csv tells their pages):"
    by_table = sorted(tables.items(), key=lambda item: (item[0][0], item[0][1] or sys.maxsize))
    for (round_, table), names in by_table[:MOST_CHANGED]:
        yield f"  round {round_}, {'no table' if table is None else f'table {table}'}: {' and '.join(names)}"
    if len(tables) > MOST_CHANGED:
        yield f"  … and at {len(tables) - MOST_CHANGED:,} more tables; `event diff` tells them all."


def _some(names: Sequence[str], most: int = MOST_NAMES) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


def _broken_lines(plan: EventPlan) -> Iterator[str]:
    for round_, table, names, why in plan.broken[:MOST_BROKEN]:
        yield f"Round {round_}, table {table}: {' and '.join(names)} are no fair match: {why}."
    if len(plan.broken) > MOST_BROKEN:
        yield f"… and {len(plan.broken) - MOST_BROKEN} more tables."
    if plan.broken:
        yield "Both players at such a table keep the sheets they have. --redeal deals one of them anew."


def _megabytes(job: EventJob, plan: EventPlan) -> int:
    files = len(plan.roster.players) * BYTES_PER_PLAYER if job.looks.per_player else 0
    return max(1, round((count_sheets(plan) * BYTES_PER_SHEET + files) / 1_000_000))


def planning(*, quiet: bool) -> AbstractContextManager[object]:
    """For the length of a block a terminal says that planning goes on: a huge event takes some seconds."""
    return nullcontext() if quiet or not stderr().is_terminal else stderr().status("Planning …")


@contextmanager
def watching(pack: Pack, *, quiet: bool) -> Iterator[Watch]:
    """Whoever looks on: on a terminal there is a bar of what is done; deaths of workers are always told."""
    shards = count_shards(pack)
    if quiet or not stderr().is_terminal:
        yield Watch(died=warn, check_stop=stop_if_asked)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Printing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr(), transient=True) as progress:
        task = progress.add_task("", total=shards)
        yield Watch(lambda done: progress.update(task, completed=done), warn, stop_if_asked)


def show_done(job: EventJob, plan: EventPlan, written: Sequence[Written]) -> None:
    """The table of files and the closing lines."""
    rows = list(_rows(job.folder, written))
    show_table(stdout(), ["File", "Pages", ""], rows)
    console, pages = stdout(), sum(one.pages for one in written)
    files = f"{len(written):,} files to {job.folder}/"
    say(console, f"Wrote {files}: {_extent(plan)}; {pages:,} pages, {job.looks.on.title}.")
    say(console, f"Print at 100 %, {how_to_print(job.looks, _large(job.looks, plan))}.")
    say(console, "Keep key.pdf, the manifest and event.json to yourself: only you can read them on this machine.")
    say(
        console,
        f"The seed is {job.seed}. After a change of the roster run the same command: sheets dealt stay as they are.",
    )


def _rows(folder: Path, written: Sequence[Written]) -> Iterator[tuple[str, str, str]]:
    """Each file with its pages and its use; the players' own as one."""
    players = 0
    for one in written:
        name = one.path.relative_to(folder)
        if name.parts[0] == FOLDER:
            players += 1
            continue
        stem = name.stem.rstrip("0123456789").rstrip("-")
        yield str(name), f"{one.pages:,}" if one.pages else "", _USES.get(stem, "")
    if players:
        yield f"{FOLDER}/", "", f"{players:,} files, one for each player"


def _extent(plan: EventPlan) -> str:
    players, rounds, spares = len(plan.roster.players), len(plan.rounds), len(plan.spares)
    return (
        f"{players * rounds:,} sheet{'s' * (players * rounds != 1)} for {players:,} player{'s' * (players != 1)}"
        f" in {rounds} round{'s' * (rounds != 1)}, and {spares:,} spare"
    )


def _large(looks: PackLooks, plan: EventPlan) -> set[bool]:
    """Whether there are sheets in large print, and whether there are others."""
    return {looks.large_print or player.large_print for player in plan.roster.players} | (
        {looks.large_print} if len(plan.spares) else set()
    )


def how_to_print(looks: PackLooks, large: Collection[bool]) -> str:
    """What to do with the sheets, as the end of a sentence; `large` says of which kinds they are."""
    both = "on both sides (turn over the long edge)" if looks.half_sheets or looks.with_rules else "on one side"
    hidden = "the second side is secret" if looks.half_sheets else "each second page is secret"
    if looks.with_rules:
        hidden = "each second leaf is secret"
    if looks.large_print or False not in large:
        return f"{both}; {hidden}"
    step = "cut each leaf across the middle" if looks.half_sheets else "fold each sheet along its dashed line"
    if True not in large:
        return f"{both}, and {step}"
    undone = "cut" if looks.half_sheets else "folded"
    return f"{both}, and {step}; those in large print are not {undone}: {hidden}"


def show_as_json(job: EventJob, plan: EventPlan, written: Sequence[Written], changes: PlanDiff | None) -> None:
    """What was printed as one JSON document: nothing of what is on the sheets."""
    document = {
        "title": plan.title,
        "folder": str(job.folder),
        "seed": plan.seed,
        "edition": plan.terms.edition,
        "paper": job.looks.paper,
        "players": len(plan.roster.players),
        "rounds": len(plan.rounds),
        "sheets": len(plan.roster.players) * len(plan.rounds),
        "spares": len(plan.spares),
        "files": [{"path": str(one.path), "pages": one.pages or None, "private": one.private} for one in written],
        "warnings": list(plan.roster.warnings),
        "broken": [broken._asdict() for broken in plan.broken],
        "changes": None if changes is None else changes.to_json(),
    }
    show_json(document)
