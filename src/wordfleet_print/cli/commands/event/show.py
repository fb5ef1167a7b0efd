"""What `event print` says: before it begins, while it works, and when it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wordfleet_print.cli.commands.event.changes import MOST_NAMES, tell_changes, tell_of_neighbours
from wordfleet_print.cli.console import say, show_json, show_table, stderr, stdout, warn
from wordfleet_print.cli.signals import stop_if_asked
from wordfleet_print.event.pack.documents import PdfDocument
from wordfleet_print.event.pack.pack import Pack, Written
from wordfleet_print.event.pack.shards import Watch
from wordfleet_print.event.pack.sheet_files import FOLDER
from wordfleet_print.event.plan.event_plan import EventPlan
from wordfleet_print.jobs.advice import how_to_print_of, told_unset
from wordfleet_print.jobs.print_event import MANY, Changes, EventJob, count_sheets, neighbours
from wordfleet_print.jobs.printed_event import file_kind
from wordfleet_print.press.pdf.writer import OutlineHeading
from wordfleet_print.wording import how_many, some_of

BYTES_PER_SHEET, BYTES_PER_PLAYER = 1_900, 34_000
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


def show_beginning(job: EventJob, pack: Pack, changes: Changes | None) -> None:
    """Notes on the roster and the plan, before anything is written."""
    plan = pack.plan
    for warning in job.roster.warnings if not job.as_it_was else ():
        warn(warning)
    tell_of_neighbours(neighbours(job))
    if changes is not None:
        tell_changes(job.folder, changes)
    for line in job.notes(pack.event):
        warn(line)
    if names := pack.unset_names():
        warn(told_unset(names))
    if names := pack.long_names():
        warn(told_long(names))
    if count_sheets(plan) > MANY:
        say(stderr(), f"{_extent(pack).capitalize()}: about {_megabytes(job, plan):,} MB in {job.folder}/.")


def told_long(names: Sequence[str]) -> str:
    """What to say of the names that are cut on sheets."""
    are = how_many(len(names), "name is", "names are")
    return f"{are} too long for a sheet, and cut with an ellipsis: {some_of(names, MOST_NAMES)}."


def _megabytes(job: EventJob, plan: EventPlan) -> int:
    files = plan.head_count * BYTES_PER_PLAYER if job.looks.per_player else 0
    return max(1, round((count_sheets(plan) * BYTES_PER_SHEET + files) / 1_000_000))


@contextmanager
def watching(pack: Pack, *, quiet: bool) -> Iterator[Watch]:
    """Whoever looks on: on a terminal there is a bar of what is done."""
    shards = pack.count_shards()
    if quiet or not stderr().is_terminal:
        yield Watch(check_stop=stop_if_asked)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Printing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr(), transient=True) as progress:
        task = progress.add_task("", total=shards)
        yield Watch(lambda done: progress.update(task, completed=done), stop_if_asked)


def show_done(job: EventJob, pack: Pack, written: Sequence[Written]) -> None:
    """The table of files and the closing lines."""
    plan = pack.plan
    rows = list(_rows(job.folder, pack, written))
    show_table(stdout(), ["File", "Pages", ""], rows)
    console, pages = stdout(), sum(one.pages for one in written)
    files = f"{len(written):,} files to {job.folder / pack.place}/"
    say(console, f"Wrote {files}: {_extent(pack)}; {pages:,} pages, {job.looks.on.title}.")
    say(console, f"Print at 100 %, {how_to_print_of(job.looks, _large(plan))}.")
    open_to_others = any(one.private and one.path.stat().st_mode & 0o077 for one in written)  # Windows, a USB stick
    told = "keep them where nobody else looks" if open_to_others else "only you can read them on this machine"
    say(console, f"Sheets, key, manifest and event.json hold the secrets: {told}.")
    say(console, f"The seed is {plan.seed}. A round that was printed stays as it is, whatever the next roster holds.")


def _split_uses(pack: Pack) -> dict[str, str]:
    """What each of several files of sheets holds, by its name: “round 1, tables 1–25”."""
    books = [book for book in pack.documents() if isinstance(book, PdfDocument) and file_kind(book.name) == "sheets"]
    uses: dict[str, str] = {}
    for number, book in enumerate(books if len(books) > 1 else (), start=1):
        headings, under = book.skeleton.headings, book.skeleton.under
        ends = [_heading(headings, at) for at in (*under[:1], *under[-1:]) if at is not None]
        uses[book.name] = " to ".join(dict.fromkeys(ends)) or f"part {number} of {len(books)}"
    return uses


def _heading(headings: Sequence[OutlineHeading], at: int) -> str:
    """A heading with those it lies under: “round 1, tables 1–25”."""
    one = headings[at]
    above = "" if one.under is None else f"{_heading(headings, one.under)}, "
    return above + one.title.lower()


def _rows(folder: Path, pack: Pack, written: Sequence[Written]) -> Iterator[tuple[str, str, str]]:
    """Each file with its pages and its use; the players' own as one."""
    players, uses = 0, _split_uses(pack)
    for one in written:
        name = one.path.relative_to(folder)
        if name.parent.name == FOLDER:
            players += 1
            continue
        use = uses.get(name.name) or _USES.get(file_kind(name.name), "")
        yield str(name), f"{one.pages:,}" if one.pages else "", use
    if players:
        yield f"{Path(pack.place, FOLDER)}/", "", f"{players:,} files, one for each player"


def _extent(pack: Pack) -> str:
    plan = pack.plan
    rounds = f"round {pack.round}" if pack.round else how_many(len(plan.rounds), "round")
    spare = f", and {len(plan.spares):,} spare" if len(plan.spares) or not pack.round else ""
    return f"{how_many(plan.sheets, 'sheet')} for {how_many(plan.head_count, 'player')} in {rounds}{spare}"


def _large(plan: EventPlan) -> set[bool]:
    """Whether there are sheets for players who need large print, and whether there are others."""
    return {player.large_print for player in plan.players} | ({False} if len(plan.spares) else set())


def show_as_json(job: EventJob, pack: Pack, written: Sequence[Written], changes: Changes | None) -> None:
    """What was printed as one JSON document: nothing of what is on the sheets."""
    plan = pack.plan
    document = {
        "title": plan.title,
        "folder": str(job.folder),
        "seed": plan.seed,
        "edition": plan.terms.edition,
        "paper": job.looks.paper,
        "round": job.round,
        "players": plan.head_count,
        "rounds": len(plan.rounds),
        "sheets": plan.sheets,
        "spares": len(plan.spares),
        "files": [{"path": str(one.path), "pages": one.pages or None, "private": one.private} for one in written],
        "warnings": list(plan.roster.warnings),
        "unset_names": pack.unset_names(),
        "notes": list(job.notes(pack.event)),
        "changes": None if changes is None or changes.plan is None else {**changes.plan.to_json(), **_names(changes)},
    }
    show_json(document)


def _names(changes: Changes) -> dict[str, list[tuple[str, str]]]:
    """Who is called otherwise now, and who is likely the same as somebody who left."""
    pairs = {"renamed": changes.renamed, "likely_same": changes.alike}
    return {name: [(before.called, now.called) for before, now in found] for name, found in pairs.items()}
