"""What `event print` says: before it begins, while it works, and when it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wordfleet_print.cli.console import say, show_json, show_table, stderr, stdout, warn
from wordfleet_print.cli.event_job import MANY, EventJob, count_shards, count_sheets
from wordfleet_print.cli.stopping import stop_if_asked
from wordfleet_print.event.diff import PlanDiff
from wordfleet_print.event.looks import PackLooks
from wordfleet_print.event.pack import Pack, Written
from wordfleet_print.event.plan import EventPlan
from wordfleet_print.event.players_book import FOLDER
from wordfleet_print.event.runner import Watch

MOST_BROKEN, MOST_NAMES, MOST_CHANGED = 20, 5, 50
BYTES_PER_SHEET, BYTES_PER_PLAYER = 2_200, 40_000
"""What a sheet takes in all files together, and what a player's own file takes: roughly."""

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


def show_beginning(job: EventJob, plan: EventPlan, changes: PlanDiff | None) -> None:
    """Notes on the roster and the plan, before anything is written."""
    for warning in job.roster.warnings if not job.as_it_was else ():
        warn(warning)
    if changes is not None:
        _tell_changes(job, changes)
    for line in _broken_lines(plan):
        warn(line)
    if count_sheets(plan) >= MANY:
        say(stderr(), f"{_extent(plan).capitalize()}: about {_megabytes(job, plan):,} MB in {job.folder}/.")


def _tell_changes(job: EventJob, changes: PlanDiff) -> None:
    """Who joined and left since the event was printed into this folder, and whose sheets are to be printed again."""
    came = [f"{len(changes.joined)} joined ({_some(changes.joined)})"] if changes.joined else []
    went = [f"{len(changes.left)} left ({_some(changes.left)})"] if changes.left else []
    said = ", ".join(came + went) or "nobody joined or left"
    warn(f"{job.folder} holds this event already: {said}. All other sheets keep their codes.")
    rounds: dict[str, list[str]] = {}
    for change in changes.changes:
        if change.after:
            rounds.setdefault(change.player, []).append(str(change.round))
    if rounds:
        people = [f"{name} ({'round' if len(one) == 1 else 'rounds'} {', '.join(one)})" for name, one in rounds.items()]
        warn(f"Sheets to print again, since code, table or opponent changed: {_some(people, MOST_CHANGED)}.")


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
    say(console, f"Print at 100 %, {_next_step(job.looks)}.")
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
        f"{players * rounds:,} sheets for {players:,} player{'s' * (players != 1)}"
        f" in {rounds} round{'s' * (rounds != 1)}, and {spares:,} spare"
    )


def _next_step(looks: PackLooks) -> str:
    """What to do with the printed sheets."""
    if looks.half_sheets:
        return "on both sides (turn over the long edge), and cut each leaf across the middle"
    if looks.with_rules:
        return "on both sides (turn over the long edge), and fold each sheet along its dashed line"
    if looks.large_print:
        return "on one side; each second page is secret"
    return "on one side, and fold each sheet along its dashed line"


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
