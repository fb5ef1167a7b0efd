"""What `event print` says: before it begins, while it works, and when it is done."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from wordfleet_print.cli.console import say, show_json, show_table, stderr, stdout, warn
from wordfleet_print.cli.event_job import MANY, EventJob, count_shards, count_sheets, looks_of
from wordfleet_print.cli.stopping import stop_if_asked
from wordfleet_print.event.books import PdfBook
from wordfleet_print.event.diff import PlanDiff
from wordfleet_print.event.looks import PackLooks
from wordfleet_print.event.pack import RECORD, Pack, Written
from wordfleet_print.event.plan import EventPlan, name_of
from wordfleet_print.event.players_book import FOLDER
from wordfleet_print.event.runner import Watch
from wordfleet_print.press.binding import Heading

MOST_BROKEN, MOST_NAMES, MOST_CHANGED = 20, 5, 10
BYTES_PER_SHEET, BYTES_PER_PLAYER = 1_900, 34_000
"""What a sheet takes in all files together, and what a player's own file takes: roughly."""
MOST_SPANS = 20
"""Runs of table numbers told of one round."""
NO_TABLE = sys.maxsize
"""Stands for no table, and comes after all of them."""
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
    for line in (ALL_AGAIN,) if all_again else _again_lines(changes, job.folder):
        warn(line)
    if told := _papers_again(changes):
        warn(told)
    if all_again:
        return
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


def show_done(job: EventJob, pack: Pack, written: Sequence[Written]) -> None:
    """The table of files and the closing lines."""
    plan = pack.plan
    rows = list(_rows(job.folder, written, _split_uses(pack)))
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


def _split_uses(pack: Pack) -> dict[str, str]:
    """What each of several files of sheets holds, by its name: “round 1, tables 1–25”."""
    books = [book for book in pack.books() if isinstance(book, PdfBook) and _stem(Path(book.name)) == "sheets"]
    uses: dict[str, str] = {}
    for number, book in enumerate(books if len(books) > 1 else (), start=1):
        headings, under = book.skeleton.headings, book.skeleton.under
        ends = [_heading(headings, at) for at in (*under[:1], *under[-1:]) if at is not None]
        uses[book.name] = " to ".join(dict.fromkeys(ends)) or f"part {number} of {len(books)}"
    return uses


def _heading(headings: Sequence[Heading], at: int) -> str:
    """A heading with those it lies under: “round 1, tables 1–25”."""
    one = headings[at]
    above = "" if one.under is None else f"{_heading(headings, one.under)}, "
    return above + one.title.lower()


def _stem(name: Path) -> str:
    """A file's name without its ending and its number."""
    return name.stem.rstrip("0123456789").rstrip("-")


def _rows(folder: Path, written: Sequence[Written], uses: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Each file with its pages and its use, which `uses` may tell by its name; the players' own as one."""
    players = 0
    for one in written:
        name = one.path.relative_to(folder)
        if name.parts[0] == FOLDER:
            players += 1
            continue
        use = uses.get(name.as_posix()) or _USES.get(_stem(name), "")
        yield str(name), f"{one.pages:,}" if one.pages else "", use
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
