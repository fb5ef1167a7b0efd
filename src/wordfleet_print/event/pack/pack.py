"""Print an event's files into a folder, which then holds the old pack or the new one, no mixture.

Every file is made in memory and written under a temporary name. Then `event.json.new` is written,
complete and synced, the files are renamed, those that are no longer part of the pack are removed,
and `event.json.new` becomes `event.json`. A folder with `event.json.new` was interrupted: printing
again takes the event from there, and gives the same bytes.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path

from wordfleet_print.errors import CannotWriteError, Fix, Note, Problem, Progress, show_nothing
from wordfleet_print.event.event import Event, edition_of, looks_of
from wordfleet_print.event.folder import (
    EVENT_FILE,
    FileRow,
    PrintedEvent,
    is_changed,
    list_files,
    write_printed,
)
from wordfleet_print.event.pack.jobs import (
    CERTIFICATES,
    STANDINGS,
    Backs,
    Job,
    MadeFile,
    PackFile,
    list_round_jobs,
    list_shared_jobs,
    run_job,
)
from wordfleet_print.event.pack.manifest import MANIFEST, write_head
from wordfleet_print.event.pack.sheet_files import PLAYERS
from wordfleet_print.event.plan.players_file import PLAYERS_FILE, write_players
from wordfleet_print.files import is_missing, refuse_links, remove_leftovers, write_together
from wordfleet_print.messages import some_of
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import layout, names
from wordfleet_print.tracker.fonts import use_fallback

MOST_NAMES = 5
# In the place of a folder: files that are made again for every round.
SHARED = "shared"


def select_round(event: Event, number: int | None) -> Event:
    """Return what is printed of an event: all of it, or one round by itself."""
    return event if number is None else event.only(number)


def folder_of_round(number: int | None) -> str:
    """Return the folder of a round's files in the event's: "", or `round-2/` for a round by itself.

    It ends in "/", so that a file's path is `folder + name`.
    """
    return "" if number is None else f"round-{number}/"


def note_old_names(printed_event: PrintedEvent, number: int | None) -> Iterator[Note]:
    """Yield a note for each folder that a print of this round, or of all, leaves as it is.

    Call it where a player is renamed: the manifest and the papers there keep the old name.
    """
    folders = {folder_of_file(row.name) for row in printed_event.files}
    for folder in sorted(folders - {folder_of_round(number), SHARED}):
        what = f"{folder}{MANIFEST} and the papers next to it still have the old name."
        fix = Fix.leave_out("round")
        if folder:
            alone = folder.strip("/").removeprefix("round-")
            fix = Fix("round", alone, "To print them again, use {}.")
        yield Note(what, (fix,))


def list_pack_files(event: Event, number: int | None = None) -> list[PackFile]:
    """Return the files by their paths in the event's folder, `event.json` aside."""
    files = [file for job in list_round_jobs(select_round(event, number)) for file in job.files]
    files.append(PackFile(MANIFEST, private=True))
    files_in_folder = [file._replace(name=folder_of_round(number) + file.name) for file in files]
    files_in_folder += [file for job in list_shared_jobs(event) for file in job.files]
    return [*files_in_folder, PackFile(PLAYERS_FILE, private=True)]


def list_name_notes(event: Event) -> Iterator[Note]:
    """Yield a sentence each on names that are cut, lose emoji, or that no font can set."""
    use_fallback(b64decode(event.font))
    players = {player.name: player for player in event.players if player.name}
    edition = edition_of(event)
    blank = event.settings.blank
    placed = event.settings.placed
    # Each name that is cut, with whether only sheets in large print cut it
    cut_names: dict[str, bool] = {}
    for name, player in players.items():
        if names.make_printable(name):
            looks = looks_of(event, player)
            pages = layout.lay_out_sheet(edition, looks, blank=blank, placed=placed)
            sheet = Sheet("", "", (), "", player=name, opponent=name)
            layout.add_cut_names(cut_names, sheet, pages)
    yield from names.note_names(players, cut_names, _find_cut_on_papers(event, cut_names))


def _find_cut_on_papers(event: Event, known_names: Container[str]) -> list[str]:
    """Return the names, clubs and titles that papers cut with an ellipsis, without the known
    ones.
    """
    if not event.rounds:
        return []
    cut_texts: list[str] = []
    for job in (*list_round_jobs(event), *list_shared_jobs(event)):
        cut_texts += job.find_cut()
    return [text for text in dict.fromkeys(cut_texts) if text not in known_names]


def check_free(folder: Path, event: Event, number: int | None = None) -> None:
    """Raise `CannotWriteError` if the pack would replace files that no event here has made."""
    _refuse_foreign(
        folder, [file.name for file in list_pack_files(event, number)], list_files(folder)
    )


def _refuse_foreign(folder: Path, names: Sequence[str], earlier_files: Container[str]) -> None:
    """Raise `CannotWriteError` for files that would be lost: `earlier_files` has none of them."""
    refuse_links(folder, names)
    foreign = [
        name for name in names if name not in earlier_files and not is_missing(folder / name)
    ]
    if foreign:
        some = some_of(sorted(foreign), MOST_NAMES)
        what = f"{folder} has other files that would be overwritten: {some}."
        raise CannotWriteError(
            Problem(what, fixes=(Fix.choose("output"),), advice="Move them away.")
        )


def print_pack(
    event: Event,
    folder: Path,
    *,
    number: int | None = None,
    backs: Backs = None,
    executor: Executor | None = None,
    progress: Progress = show_nothing,
) -> list[PackFile]:
    """Print the pack into the folder, which the caller holds (`hold_folder`); return its files.

    `number` is a round to print by itself. `progress` may raise to stop. Raises
    `CannotWriteError`, and what the executor raises.
    """
    check_free(folder, event, number)
    earlier_rows = list_files(folder)
    round_folder = folder_of_round(number)
    for where in (folder, folder / round_folder, folder / round_folder / PLAYERS):
        remove_leftovers(where)
    # Files of another round that was printed by itself, or of all rounds, stay
    rows = {
        name: row
        for name, row in earlier_rows.items()
        if folder_of_file(name) not in (round_folder, SHARED)
    }
    pack_files: list[PackFile] = []
    jobs = list_round_jobs(select_round(event, number))
    new_files = _make_files(jobs, backs, executor, progress)
    with write_together() as files, closing(new_files):
        for file, content in chain(_move_files(new_files, round_folder), _make_shared(event)):
            files.add(folder / file.name, content, private=file.private)
            rows[file.name] = FileRow.of(file.name, file.pages, content)
            pack_files.append(file)
        for name in earlier_rows.keys() - rows.keys():
            # What somebody has changed is theirs, and stays
            if not is_changed(folder, earlier_rows[name]):
                files.remove(folder / name)
        whole = PrintedEvent(event=event, round=number, files=tuple(rows.values()))
        files.finish_with(folder / EVENT_FILE, write_printed(whole))
    return [*pack_files, PackFile(EVENT_FILE, private=True)]


def print_shared(printed_event: PrintedEvent, event: Event, folder: Path) -> PrintedEvent:
    """Print only what belongs to all rounds, of an event whose rounds and sheets are the same.

    The caller holds the folder (`hold_folder`). Raises `CannotWriteError`.
    """
    earlier_rows = {row.name: row for row in printed_event.files}
    rows = {name: row for name, row in earlier_rows.items() if folder_of_file(name) != SHARED}
    shared = _make_shared(event)
    _refuse_foreign(folder, [file.name for file, _ in shared], earlier_rows)
    with write_together() as files:
        for file, content in shared:
            files.add(folder / file.name, content, private=file.private)
            rows[file.name] = FileRow.of(file.name, file.pages, content)
        for name in earlier_rows.keys() - rows.keys():
            if not is_changed(folder, earlier_rows[name]):
                files.remove(folder / name)
        whole = PrintedEvent(event=event, round=printed_event.round, files=tuple(rows.values()))
        files.finish_with(folder / EVENT_FILE, write_printed(whole))
    return whole


def _move_files(files: Iterable[MadeFile], folder: str) -> Iterator[MadeFile]:
    for file, content in files:
        yield MadeFile(file._replace(name=folder + file.name), content)


def _make_shared(event: Event) -> list[MadeFile]:
    """Return what belongs to all rounds, however they are printed."""
    files = [file for job in list_shared_jobs(event) for file in run_job(job)]
    return [*files, MadeFile(PackFile(PLAYERS_FILE, private=True), write_players(event))]


def _make_files(
    jobs: Sequence[Job], backs: Backs, executor: Executor | None, progress: Progress
) -> Generator[MadeFile]:
    """Yield every file that the jobs make, and at last the manifest."""
    manifest = [write_head()]
    run = executor.map if executor else map
    for done, files in enumerate(run(partial(run_job, backs=backs), jobs), start=1):
        for file, content in files:
            if file.name == MANIFEST:
                manifest.append(content)
            else:
                yield MadeFile(file, content)
        progress(done, len(jobs))
    yield MadeFile(PackFile(MANIFEST, private=True), b"".join(manifest))


def folder_of_file(name: str) -> str:
    """Return the folder of a file in the event's, as `folder_of_round` writes it.

    For a file that is made again for every round, return `SHARED`, which is no folder.
    """
    if name in (PLAYERS_FILE, STANDINGS, CERTIFICATES):
        return SHARED
    first, slash, _ = name.partition("/")
    if slash and first != PLAYERS:
        return f"{first}/"
    return ""
