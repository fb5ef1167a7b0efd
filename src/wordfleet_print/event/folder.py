"""An event's folder: find it, hold it, and read and write its `event.json`, which holds secrets.

A digest of the content is in the file: one that was damaged is refused. Anybody can compute it, so
what is read is checked all the same. While a pack's files take their names, the complete new event
is in `event.json.new`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

from filelock import FileLock, Timeout
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from wordfleet_print.errors import BadInputError, BusyError, Fix, Problem, UsageError
from wordfleet_print.event.event import Event, deck_of
from wordfleet_print.event.plan import players_file
from wordfleet_print.event.titles import make_title, name_folder
from wordfleet_print.event.untrusted import find_event_faults
from wordfleet_print.files import (
    explain_no_file,
    is_file,
    is_folder,
    is_missing,
    make_folder,
    open_inside,
    read_inside,
    remove_folders,
    to_write_error,
)
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import some_of
from wordfleet_print.settings.event import EventSettings, ListSettings
from wordfleet_print.tracker.names import check_title

EVENT_FILE = "event.json"
NEW_EVENT_FILE = "event.json.new"
# The format of the file. Raise it when an earlier version would misread the file.
FORMAT = 1
MOST_EVENT_BYTES = 200_000_000
# The file that is locked while a run is at work in a folder.
LOCK_FILE = ".wordfleet-lock"
AGAIN = "Run the same command again: it prints the same pack."
# The names that files of a pack can have. An `event.json` of a stranger can name no other file.
PACK_FILE = re.compile(
    r"players\.csv|standings\.pdf|certificates\.pdf"
    r"|(round-[1-9][0-9]*/)?"
    r"(manifest\.csv"
    r"|(sheets|spares|answer-key|table-cards|name-index|score-slips)(-[a-z0-9]+)*\.pdf"
    r"|players/[0-9]{5,}(-[a-z0-9]+)+\.(pdf|txt))"
)
# The beginning of a `players.csv`, by which it is known.
_HEAD_BYTES = 200
# The notes on reading a list are shown once, and are no part of the event.
_OF_READING = {"event": {"roster": {"reading", "columns", "fields_without_column"}}}
_MOST_NAMES = 12
# Faults of a file that are named.
_MOST_FAULTS = 5


def _check_name(name: str) -> str:
    if not PACK_FILE.fullmatch(name):
        raise ValueError("no file of a pack has this name")
    return name


class FileRow(BaseModel):
    """A file of the pack."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, AfterValidator(_check_name)]
    """Its path inside the event's folder."""
    pages: int = Field(ge=0)
    size: int = Field(ge=0)
    """In bytes."""
    sha256: str = Field(pattern="^[0-9a-f]{64}$")

    @classmethod
    def of(cls, name: str, pages: int, content: bytes) -> FileRow:
        """Return the row of a file with this content."""
        digest = hashlib.sha256(content).hexdigest()
        return cls(name=name, pages=pages, size=len(content), sha256=digest)


class PrintedEvent(BaseModel):
    """What a folder holds: an event, and the files that were printed of it."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    event: Event
    round: int | None = None
    """The round that was printed last by itself."""
    files: tuple[FileRow, ...] = ()


# --- find


@dataclass(frozen=True)
class EventPlace:
    """Where an event is printed, and what it goes on from."""

    folder: Path
    source: Path | None
    """The `event.json` that was named instead of a list."""
    printed_event: PrintedEvent | None
    """The event to continue: the folder's, or the one that is copied into it."""
    is_interrupted: bool = False
    """Whether the last print into the folder stopped while its files took their names."""


def find_event_place(settings: EventSettings) -> EventPlace:
    """Return where the settings print to, and the event there. Raises `BadInputError`."""
    source = _find_source(settings)
    return _read_place(_find_folder(settings, source), source)


@contextlib.contextmanager
def hold_event_place(settings: EventSettings) -> Iterator[EventPlace]:
    """Yield the same as `find_event_place`, and hold the folder as `hold_folder` does."""
    source = _find_source(settings)
    folder = _find_folder(settings, source)
    with hold_folder(folder):
        yield _read_place(folder, source)


def _read_place(folder: Path, source: Path | None) -> EventPlace:
    """Return the event of a folder, or the one of `source` that is copied into it."""
    if is_interrupted(folder):
        stopped = read_printed(folder / EVENT_FILE, partial=True)
        return EventPlace(folder, source, stopped, is_interrupted=True)
    printed_event = read_printed(folder / EVENT_FILE, partial=True) if has_event(folder) else None
    if source and source.parent.resolve() != folder.resolve():
        copied = read_printed(source)  # a pack elsewhere has to be as it was printed
        if printed_event and printed_event.event != copied.event:
            what = f"{folder} holds another event, or another version of this one."
            raise BadInputError(
                Problem(f"{what} It would be overwritten.", "output", (Fix.choose("output"),))
            )
        printed_event = copied
    return EventPlace(folder, source, printed_event)


def _find_source(settings: ListSettings) -> Path | None:
    """Return the `event.json` that the settings name instead of a list, if any.

    By itself, by its folder, or by the folder's `players.csv`. A missing one is returned, too, so
    that an error can name it. Raises as `find_event`.
    """
    if len(settings.lists) != 1:
        return None
    (path,) = settings.lists
    if is_players_file(path) and has_event(path.parent):
        return path.with_name(EVENT_FILE)
    if path.suffix.lower() == ".json" or is_folder(path):
        return find_event(path)
    return None


def _find_folder(settings: EventSettings, source: Path | None) -> Path:
    """Return the folder to print into."""
    if settings.output:
        return settings.output
    if source and settings.lists[0].suffix.lower() != ".json":
        return source.parent
    title = check_title(settings.title)
    if source and not title:
        title = read_printed(source, partial=True).event.title
    return name_folder(title or make_title(settings))


def find_event(path: Path | None) -> Path:
    """Return the `event.json` of a file or folder; without a path the only one in `output/`.

    Raises `BadInputError` if none matches, `UsageError` if it is not clear which.
    """
    if path is None:
        return _find_only_event()
    if not is_folder(path):
        return path  # `read_printed` says what is wrong with it
    if not has_event(path):
        tip = "Name the folder of a printed event, such as output/summer-cup/."
        raise BadInputError(Problem(f"{path} holds no {EVENT_FILE}.", advice=tip))
    return path / EVENT_FILE


def _find_only_event() -> Path:
    """Return the only event in `output/`. Raises `UsageError` for none, and for several."""
    files = sorted(OUTPUT.glob(f"*/{EVENT_FILE}"))
    if len(files) == 1:
        return files[0]
    # Guessing among several events would print over the wrong one
    what = f"There is no event in {OUTPUT}/."
    if files:
        names = some_of([f"{file.parent}/" for file in files], _MOST_NAMES)
        what = f"There are {len(files)} events in {OUTPUT}/: {names}."
    raise UsageError(Problem(what, advice="Name the folder of the event first."))


def is_interrupted(folder: Path) -> bool:
    """Return whether the last print stopped while its files took their names."""
    return is_file(folder / NEW_EVENT_FILE)


def has_event(folder: Path) -> bool:
    """Return whether a folder holds a printed event, or one whose print was interrupted."""
    return is_file(folder / EVENT_FILE) or is_interrupted(folder)


def is_players_file(path: Path) -> bool:
    """Return whether a path is a `players.csv` of a pack, or one that was edited."""
    if path.name != players_file.PLAYERS_FILE:
        return False
    try:
        with open_inside(path.parent, path.name) as file:
            return players_file.is_players_text(file.read(_HEAD_BYTES))
    except OSError:
        return False


# --- hold


@contextlib.contextmanager
def hold_folder(folder: Path, *, private: bool = True) -> Iterator[None]:
    """Hold `folder` for as long as the block runs, making it if need be.

    `private`: for its owner's eyes only. The system's own lock is used, which ends with its
    process, however that ends: a file left by a killed run is in nobody's way. Raises `BusyError`
    at once if another run holds the folder; `CannotWriteError` if it cannot be held.
    """
    path = folder / LOCK_FILE
    with contextlib.ExitStack() as at_end:
        at_end.callback(remove_folders, make_folder(folder, private=private))
        try:
            at_end.enter_context(FileLock(path, timeout=0))
        except Timeout as error:
            what = f"Another run is using {folder}."
            raise BusyError(
                Problem(what, fixes=(Fix.choose("output"),), advice="Wait until it ends.")
            ) from error
        except (OSError, ValueError) as error:
            raise to_write_error(path, error) from error
        try:
            yield
        finally:
            # While it is ours: who waits for the old file notices that it is gone
            with contextlib.suppress(OSError):
                path.unlink()


# --- write and read


def write_printed(printed_event: PrintedEvent) -> bytes:
    """Return the bytes of `event.json`; the same event gives the same bytes."""
    files = sorted(printed_event.files, key=lambda row: row.name)
    ordered = PrintedEvent(event=printed_event.event, round=printed_event.round, files=tuple(files))
    whole = ordered.model_dump(mode="json", exclude_defaults=True, exclude=_OF_READING)
    content, digest = _serialize(whole)
    return f'{{"format":{FORMAT},"digest":"{digest}","printed":{content}}}\n'.encode()


def _serialize(content: object) -> tuple[str, str]:
    """Return the one way to write this content, and its digest."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()


def parse_printed(raw: bytes, *, name: str) -> PrintedEvent:
    """Return what `event.json` holds; `name` names the file. Raises `BadInputError`."""
    try:
        whole = json.loads(raw.removeprefix(b"\xef\xbb\xbf"))
        if not isinstance(whole, dict) or not {"format", "digest", "printed"} <= whole.keys():
            tip = "Take the event.json from the folder that the event was printed to."
            raise BadInputError(Problem(f"{name} is not an event.json.", advice=tip))
        if whole["format"] != FORMAT:
            tip = "Use that version, or start a new event in another folder."
            what = f"{name} was printed by another version of wordfleet-print."
            raise BadInputError(Problem(what, advice=tip))
        is_whole = whole["digest"] == _serialize(whole["printed"])[1]
    except (ValueError, RecursionError) as error:  # not JSON, or nested without end
        raise _refuse_damaged(name) from error
    if not is_whole:
        raise _refuse_damaged(name)
    try:
        printed_event = PrintedEvent.model_validate(whole["printed"])
    except ValidationError as error:
        raise _refuse_content(name, map(_describe_fault, error.errors())) from error
    faults = [*find_event_faults(printed_event.event), *_find_file_faults(printed_event)]
    if faults:
        raise _refuse_content(name, faults)
    return printed_event


def _find_file_faults(printed_event: PrintedEvent) -> Iterator[Problem]:
    if printed_event.round is not None and printed_event.round not in printed_event.event.numbers:
        yield Problem("is no round of the event", where="round")
    if len({row.name for row in printed_event.files}) < len(printed_event.files):
        yield Problem("has a file twice", where="files")


def _describe_fault(fault: ErrorDetails) -> Problem:
    """Return what pydantic found, with its place in the file."""
    where = ".".join(map(str, fault["loc"]))
    return Problem(fault["msg"].removeprefix("Value error, "), where=where)


def _refuse_damaged(name: str) -> BadInputError:
    tip = "Take it from a backup, or start a new event in another folder."
    return BadInputError(
        Problem(f"{name} was changed or damaged after it was printed.", advice=tip)
    )


def _refuse_content(name: str, faults: Iterable[Problem]) -> BadInputError:
    """Return the error for a file that is whole, but holds what this version does not know."""
    tip = "Use the version that printed it, take it from a backup, or start a new event."
    problems = list(islice(faults, _MOST_FAULTS))
    return BadInputError(
        Problem(f"{name} holds no event that this version prints.", advice=tip), problems
    )


def read_printed(path: Path, *, partial: bool = False) -> PrintedEvent:
    """Read `event.json`.

    `partial` allows for a pack that is not as it was printed, or whose print was interrupted.
    `players.csv` may be edited, and any file may be gone. Raises `BadInputError` for a file that is
    damaged, and if the words that it was dealt from are not available any more.
    """
    folder = path.parent
    if path.name == EVENT_FILE and is_interrupted(folder):
        if not partial:
            what = f"The last print into {folder} was interrupted, or is still running."
            raise BadInputError(Problem(what, advice=AGAIN))
        path = folder / NEW_EVENT_FILE
    if not is_file(path):
        what = f"{path} {explain_no_file(path)}."
        raise BadInputError(
            Problem(what, advice="Give the event.json of a printed event, or its folder.")
        )
    printed_event = _read_file(path)
    event = printed_event.event
    if deck_of(event).digest != event.deck:
        raise BadInputError(
            Problem(
                f"The event “{event.title}” was dealt from another version of its words or"
                " edition.",
                advice="Use the version of wordfleet-print that printed it,"
                " or start a new event in another folder.",
            )
        )
    if not partial:
        _check_files(printed_event, folder)
    return printed_event


def _read_file(path: Path) -> PrintedEvent:
    """Read `event.json`, and check that it is whole. Raises `BadInputError`."""
    try:
        raw = read_inside(path.parent, path.name, MOST_EVENT_BYTES)
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    return parse_printed(raw, name=str(path))


def _check_files(printed_event: PrintedEvent, folder: Path) -> None:
    for row in printed_event.files:
        path = folder / row.name
        if path.name != players_file.PLAYERS_FILE and is_changed(folder, row):
            raise BadInputError(Problem(f"{path} has changed since it was printed.", advice=AGAIN))


def is_changed(folder: Path, row: FileRow) -> bool:
    """Return whether a file of the pack is there, but not as it was printed."""
    try:
        with open_inside(folder, row.name) as file:
            if os.fstat(file.fileno()).st_size != row.size:
                return True
            return hashlib.file_digest(file, "sha256").hexdigest() != row.sha256
    except FileNotFoundError:
        return False
    except OSError:  # a link, a folder, a device, or nothing that we may read
        return True


def list_files(folder: Path) -> dict[str, FileRow]:
    """Return the files of the event in a folder, by name; those of an interrupted print too."""
    rows: dict[str, FileRow] = {}
    for path in (folder / EVENT_FILE, folder / NEW_EVENT_FILE):
        if not is_missing(path):
            rows |= {row.name: row for row in _read_file(path).files}
    return rows
