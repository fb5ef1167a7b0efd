"""`event.json`: the whole event in one file, which alone brings the same pack back. It holds
secrets.

A digest of the content is in the file: one that was edited by hand or damaged is refused.
`alone_in` keeps a second run out of the folder of an event, or of a site.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from filelock import FileLock, Timeout
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from wordfleet_print.errors import BadInputError, BusyError
from wordfleet_print.event.plan.plan import EventPlan
from wordfleet_print.event.plan.players_file import PLAYERS_FILE
from wordfleet_print.files import (
    is_file,
    is_missing,
    make_folder,
    open_inside,
    read_inside,
    remove_folders,
    to_write_error,
)

# The second is there, complete, while a pack's files take their names.
EVENT_FILE, NEW_EVENT_FILE = "event.json", "event.json.new"
# The format of the file. Raise it when an earlier version of this program would misread the file.
FORMAT = 1
MAX_BYTES = 200_000_000
# The file that is locked while a run is at work in a folder.
LOCK_FILE = ".wordfleet-lock"
AGAIN = "Run the same command again: it prints the same pack."


# The names that files of a pack can have. An `event.json` of a stranger can name no other file.
PACK_FILE = re.compile(
    r"players\.csv"
    r"|(round-[1-9][0-9]*/)?"
    r"(manifest\.csv"
    r"|(sheets|spares|answer-key|table-cards|name-index|score-slips)(-[a-z0-9]+)*\.pdf"
    r"|players/[0-9]{5,}(-[a-z0-9]+)+\.pdf)"
)


def _check_name(name: str) -> str:
    if not PACK_FILE.fullmatch(name):
        raise ValueError("no file of a pack has this name")
    return name


class FileRow(BaseModel):
    """A file of the pack: its path inside the event's folder, its pages, its size in bytes and its
    SHA-256 digest.
    """

    model_config = ConfigDict(frozen=True)

    name: Annotated[str, AfterValidator(_check_name)]
    pages: int = Field(ge=0)
    size: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")

    @classmethod
    def of(cls, name: str, pages: int, content: bytes) -> FileRow:
        """Return the row of a file with this content."""
        return cls(name=name, pages=pages, size=len(content), sha256=sha256(content).hexdigest())


class EventFile(BaseModel):
    """A printed event: its plan, the settings it was printed with, and all files of its pack.

    `deck` is the digest of the deck that it was dealt from. `printed` is the round that was printed
    last by itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    deck: int
    plan: EventPlan
    settings: dict[str, JsonValue]
    printed: int | None = None
    files: tuple[FileRow, ...] = ()


def _seal(content: object) -> tuple[str, str]:
    """Return the one way to write this content, and its digest."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text, sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def write_event(
    plan: EventPlan,
    settings: Mapping[str, JsonValue],
    printed: int | None = None,
    files: Iterable[FileRow] = (),
) -> bytes:
    """Return the bytes of `event.json`: a digest, then the content. The same event gives the same
    bytes.
    """
    roster = replace(plan.roster, reading=(), columns=(), unsaid=frozenset())
    event = EventFile(
        deck=plan.deal.deck().digest,
        plan=replace(plan, roster=roster),
        settings=dict(sorted(settings.items())),
        printed=printed,
        files=tuple(sorted(files, key=lambda one: one.name)),
    )
    content, digest = _seal(event.model_dump(mode="json", exclude_defaults=True))
    return f'{{"format":{FORMAT},"digest":"{digest}","event":{content}}}\n'.encode()


def parse_event(raw: bytes, *, name: str) -> EventFile:
    """Return the event of these bytes; `name` names the file in messages. Raises
    `BadInputError`.
    """
    try:
        whole = json.loads(raw.removeprefix(b"\xef\xbb\xbf"))
        if not isinstance(whole, dict) or not {"format", "digest", "event"} <= whole.keys():
            tip = "Name the event.json that the event was printed with, or its folder."
            raise BadInputError(f"{name} is not an event.json.", tip=tip)
        if whole["format"] != FORMAT:
            tip = "Use that version, or start a new event in another folder."
            raise BadInputError(
                f"{name} was printed by another version of wordfleet-print.", tip=tip
            )
        if whole["digest"] != _seal(whole["event"])[1]:
            raise ValueError("the digest differs")
        return EventFile.model_validate(whole["event"])
    except (ValueError, RecursionError) as error:  # not JSON, nested without end, another content
        tip = "Take it from a backup, or start a new event in another folder."
        raise BadInputError(
            f"{name} was changed or damaged after it was printed.", tip=tip
        ) from error


def is_interrupted(folder: Path) -> bool:
    """Return whether the last print into a folder stopped while its files took their names."""
    return is_file(folder / NEW_EVENT_FILE)


def has_event(folder: Path) -> bool:
    """Return whether a folder holds a printed event, or one whose print was interrupted."""
    return is_file(folder / EVENT_FILE) or is_interrupted(folder)


def list_files(folder: Path) -> dict[str, FileRow]:
    """Return the files that the event in a folder has, by name: those of an interrupted print
    too.
    """
    found: dict[str, FileRow] = {}
    for path in (folder / EVENT_FILE, folder / NEW_EVENT_FILE):
        if not is_missing(path):
            found |= {one.name: one for one in _read(path).files}
    return found


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


def _read(path: Path) -> EventFile:
    try:
        raw = read_inside(path.parent, path.name, MAX_BYTES)
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    return parse_event(raw, name=str(path))


def read_event(path: Path, *, partial: bool = False) -> EventFile:
    """Read `event.json`; `partial` allows for a pack that is not as it was printed, or whose print
    was interrupted.

    `players.csv` may be edited, and any file may be gone. Raises `BadInputError` for a file that is
    damaged, and if the words that it was dealt from are not available any more.
    """
    folder = path.parent
    if path.name == EVENT_FILE and is_interrupted(folder):
        if not partial:
            raise BadInputError(
                f"The last print into {folder} was interrupted, or is still running.", tip=AGAIN
            )
        path = path.with_name(NEW_EVENT_FILE)
    if not is_file(path):
        what = f"{path} {'does not exist' if is_missing(path) else 'is not a file'}."
        raise BadInputError(what, tip="Give the event.json of a printed event, or its folder.")
    event = _read(path)
    if event.plan.deal.deck().digest != event.deck:
        raise BadInputError(
            f"The event “{event.plan.title}” was dealt from another version of its words or "
            "edition.",
            tip=(
                "Use the version of wordfleet-print that printed it, or start a new event in "
                "another folder."
            ),
        )
    for row in event.files if not partial else ():
        if row.name.rpartition("/")[2] != PLAYERS_FILE and is_changed(folder, row):
            raise BadInputError(f"{folder / row.name} has changed since it was printed.", tip=AGAIN)
    return event


@contextlib.contextmanager
def alone_in(folder: Path, *, private: bool = True) -> Iterator[None]:
    """Hold `folder`, making it if need be (`private`: for its owner's eyes only), for as long as
    the block runs.

    The system's own lock is used, which ends with its process, however that ends: a file left by a
    killed run is in nobody's way. Raises `BusyError` at once if another run holds the folder;
    `CannotWriteError` if it cannot be held.
    """
    path = folder / LOCK_FILE
    with contextlib.ExitStack() as at_end:
        at_end.callback(remove_folders, make_folder(folder, private=private))
        try:
            at_end.enter_context(FileLock(path, timeout=0))
        except Timeout as error:
            what = f"Another run is using {folder}."
            raise BusyError(what, tip="Wait until it ends.", say=("output",)) from error
        except (OSError, ValueError) as error:
            raise to_write_error(path, error) from error
        try:
            yield
        finally:
            with contextlib.suppress(
                OSError
            ):  # while it is ours: who waits for the old file notices that it is gone
                path.unlink()
