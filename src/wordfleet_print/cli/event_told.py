"""What `event print` says: before, meanwhile, and when it is done."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from wordfleet_print.cli.console import (
    how_to_print_of,
    noted,
    say,
    show_json,
    show_progress,
    show_table,
    stderr,
    stdout,
    stop_if_asked,
    told_bare,
    told_unset,
    warn,
)
from wordfleet_print.event.pack.contents import PLAYERS
from wordfleet_print.event.pack.pack import Pack, Progress, Written
from wordfleet_print.event.plan.changes import PlanDiff
from wordfleet_print.event.plan.event_file import RECORD
from wordfleet_print.files import is_file
from wordfleet_print.messages import and_more, first_lines, how_many, quote, some_of
from wordfleet_print.services.print_event import MANY, EventJob, count_sheets, neighbours
from wordfleet_print.services.printed_event import file_kind
from wordfleet_print.services.what_changed import Changes, told_apart

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
    moves = (("joined", plan.joined), ("returned", plan.returned), ("left", plan.left))
    told = [f"{len(names)} {what} ({some_of(names, MOST_NAMES)})" for what, names in moves if names]
    others = "other " * bool(told or changes.dealt_anew)
    yield f"{known}: {', '.join(told) or 'nobody joined or left'}. All {others}sheets keep their sheet codes."
    yield from _renamed_lines(changes)
    yield from _round_news(changes, plan)
    yield from (f"{line[0].upper()}{line[1:]}." for line in plan.event)
    yield from (ALL_AGAIN,) if changes.all_again else _again_lines(changes, folder)
    yield from _papers_again(changes)
    if changes.restyled and not changes.all_again:
        who = some_of(changes.restyled, MOST_CHANGED)
        yield f"Sheets to print again, since large print, the writing hand, the number or the font changed: {who}."


def _renamed_lines(changes: Changes) -> Iterator[str]:
    for before, now in changes.renamed:
        if before.name == now.name:
            yield f"{quote(now.name)} has number {now.number} and its sheets again, no longer {before.number}."
            continue
        yield (
            f"{quote(before.called)} is {quote(now.called)} now; number and sheet codes stay. Print the sheets "
            "with the old name again, the opponents’ too, or correct them by hand."
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
    yield "Sheets to print again, since sheet code, table or opponent changed:"
    if len(tables) <= MOST_CHANGED:
        for (round_, table), names in changes.seated.items():
            yield f"  round {round_}, {f'table {table}' if table else 'no table'}: {' and '.join(names)}"
    else:
        yield from _round_lines(tables)
    for round_, table in [one for one in tables if one[1]][:1]:
        wish = ("--round", str(round_), "--table", str(table))
        command = shlex.join(["wordfleet-print", "reprint", str(folder), *wish])
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
            "Print name-index.pdf and answer-key.pdf again too, and the cards and slips of the tables that changed, "
            "from table-cards.pdf and score-slips.pdf."
        )
    elif changes.key_stale:
        yield "Print answer-key.pdf again too."


BYTES_PER_SHEET, BYTES_PER_PLAYER = 1_900, 34_000
"""What a sheet takes in all files together, and what a player's own file takes: roughly."""

_USES = {
    "sheets": "a sheet for everyone, table by table",
    "spares": "sheets for nobody yet",
    "answer-key": "for you alone: words and launch codes of every sheet",
    "table-cards": "a card for each table",
    "name-index": "to hang up: who sits where",
    "score-slips": "a slip for each table and round",
    "manifest": "for you alone: every sheet, for a spreadsheet",
    "event": "for you alone: brings the whole pack again",
}


def show_beginning(job: EventJob, pack: Pack, changes: Changes | None) -> None:
    """Notes on the roster and the plan, before anything is written."""
    plan = pack.plan
    if job.completes:
        warn(f"The last print into {job.folder} was interrupted. It is completed as it was; nothing else is changed.")
        return
    for line in job.roster.reading:
        say(stderr(), line)
    for warning in job.roster.warnings if not job.as_it_was else ():
        warn(warning)
    tell_of_neighbours(neighbours(job))
    if changes is not None:
        tell_changes(job.folder, changes)
    for line in job.notes(pack.event):
        warn(line)
    if names := pack.unset_names():
        warn(told_unset(names))
    if names := pack.bare_names():
        warn(told_bare(names))
    if names := pack.long_names():
        warn(told_long(names))
    if count_sheets(plan) > MANY:
        own = plan.head_count * BYTES_PER_PLAYER * job.looks.per_player
        megabytes = max(1, round((count_sheets(plan) * BYTES_PER_SHEET + own) / 1_000_000))
        say(stderr(), f"{_extent(pack).capitalize()}: about {megabytes:,} MB in {job.folder}/.")


def told_long(names: Sequence[str]) -> str:
    """What to say of the names that are cut on sheets."""
    are = how_many(len(names), "name is", "names are")
    return f"{are} too long for a sheet, and cut with an ellipsis: {some_of(names, MOST_NAMES)}."


@contextmanager
def watching(*, quiet: bool) -> Iterator[Progress]:
    """Whoever looks on: on a terminal there is a bar of what is done."""
    with show_progress("Printing", quiet=quiet) as seen:

        def progress(done: int, total: int) -> None:
            seen(done, total)
            stop_if_asked()

        yield progress


def show_done(job: EventJob, pack: Pack, written: Sequence[Written]) -> None:
    """The table of files and the closing lines."""
    plan = pack.plan
    rows = list(_rows(job.folder, pack, written))
    show_table(stdout(), ["File", "Pages", ""], rows)
    console, pages = stdout(), sum(one.pages for one in written)
    files = f"{len(written):,} files to {job.folder / pack.place}/"
    say(console, f"Wrote {files}: {_extent(pack)}; {pages:,} pages, {job.looks.on.title}.")
    large = {player.large_print for player in plan.players} | ({False} if len(plan.spares) else set())
    say(console, f"Print at 100 %, {how_to_print_of(job.looks, large)}.")
    open_to_others = any(one.private and one.path.stat().st_mode & 0o077 for one in written)  # Windows, a USB stick
    told = "keep them where nobody else looks" if open_to_others else "only you can read them on this machine"
    say(console, f"Sheets, key, manifest and event.json hold the secrets: {told}.")
    say(console, f"The seed is {plan.seed}. A round that was printed stays as it is, whatever the next roster holds.")


def _rows(folder: Path, pack: Pack, written: Sequence[Written]) -> Iterator[tuple[str, str, str]]:
    """Each file with its pages and its use; the players' own as one."""
    players = 0
    for one in written:
        name = one.path.relative_to(folder)
        if name.parent.name == PLAYERS:
            players += 1
            continue
        use = one.holds or _USES.get(file_kind(name.as_posix()), "")
        yield str(name), f"{one.pages:,}" if one.pages else "", use
    if players:
        yield f"{Path(pack.place, PLAYERS)}/", "", f"{players:,} files, one for each player"


def _extent(pack: Pack) -> str:
    plan = pack.plan
    rounds = f"round {pack.round}" if pack.round else how_many(len(plan.rounds), "round")
    spare = f", and {len(plan.spares):,} spare" if len(plan.spares) or not pack.round else ""
    return f"{how_many(plan.sheets, 'sheet')} for {how_many(plan.head_count, 'player')} in {rounds}{spare}"


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
        "reading": [*job.roster.reading],
        "warnings": [*map(noted, plan.roster.warnings)],
        "unset_names": pack.unset_names(),
        "bare_names": pack.bare_names(),
        "notes": [*map(noted, job.notes(pack.event))],
        "changes": None if changes is None or changes.plan is None else {**changes.plan.to_json(), **_names(changes)},
    }
    show_json(document)


def _names(changes: Changes) -> dict[str, list[tuple[str, str]]]:
    """Who is called otherwise now, and who is likely the same as somebody who left."""
    pairs = {"renamed": changes.renamed, "likely_same": changes.alike}
    return {name: [(before.called, now.called) for before, now in found] for name, found in pairs.items()}
