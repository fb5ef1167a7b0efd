"""The work folder of an event: finished shards, kept until the pack they belong to is written.

Nothing in it is trusted for being there. A shard's file begins with a line that names its plan, itself, its length and
a checksum of all that; a file that is cut, stale, damaged or a stranger's is made again.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from wordfleet_print.errors import BadInputError, CannotWriteError
from wordfleet_print.files import cannot_write, leftovers, remove_leftovers, write_stream

WORK_FOLDER = ".wordfleet-work"
"""The name of the work folder, inside the event's folder."""

RESUME = "What is finished is kept: run the same command again to go on."
"""What to do after a run that was cut short."""

_MAGIC = b"wordfleet-shard-1"
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,99}")
_SHARD, _NOTE = "shard-", "note-"
_NO_PLAN = "any-plan"


@dataclass(frozen=True, slots=True)
class Spool:
    """The finished shards of one plan. `plan` is the plan's digest, in letters and digits; pickles.

    Names of shards are of small letters, digits, dots and hyphens, beginning with a letter or digit; 100 at most.
    """

    folder: Path
    plan: str

    def has(self, name: str) -> bool:
        """Whether the shard is finished and its file is sound, to the last byte."""
        return _read_sealed(self._path(name), self.plan, name) is not None

    def write(self, name: str, content: bytes) -> None:
        """Record a finished shard: under its name only when all of it is on the disk. Raises `CannotWriteError`."""
        _write_sealed(self._path(name), self.plan, name, content)

    def read(self, name: str) -> bytes:
        """The bytes of a finished shard. Raises `BadInputError` if its file is not sound any more."""
        content = _read_sealed(self._path(name), self.plan, name)
        if content is None:
            raise BadInputError(f"{self._path(name)}: this shard has been damaged or removed.", tip=RESUME)
        return content

    def sweep(self) -> None:
        """Remove the temporaries of workers that ended in the middle of writing."""
        remove_leftovers(self.folder)

    def _path(self, name: str) -> Path:
        return self.folder / (_SHARD + _checked(name))


@dataclass(frozen=True, slots=True)
class WorkFolder:
    """The hidden work folder inside an event's folder; it appears with the first thing written to it.

    Only files that are named as this module names them are ever removed. Whoever changes it holds the event's folder
    (`busy.alone_in`).
    """

    path: Path

    @classmethod
    def of(cls, event: Path) -> WorkFolder:
        """The work folder of the event in that folder. Raises `CannotWriteError` if its name is a link or a file's."""
        path = event / WORK_FOLDER
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise CannotWriteError(f"Cannot write {path}: it is not a folder.", tip="Remove it, or choose another.")
        return cls(path)

    def spool(self, plan: str) -> Spool:
        """The finished shards of the plan with that digest; those of any other are removed."""
        for path in self._ours(_SHARD):
            if not _head(path).startswith(_title(plan, path.name.removeprefix(_SHARD)) + b" "):
                _remove(path)
        remove_leftovers(self.path)
        return Spool(self.path, plan)

    def keep(self, name: str, content: bytes) -> None:
        """Keep a small fact beyond the end of a run, whatever the plan: a seed that was chosen. `CannotWriteError`."""
        _write_sealed(self.path / (_NOTE + _checked(name)), _NO_PLAN, name, content)

    def kept(self, name: str) -> bytes | None:
        """The fact of that name, or None if it was never kept, or its file is not sound."""
        return _read_sealed(self.path / (_NOTE + _checked(name)), _NO_PLAN, name)

    def clear(self) -> None:
        """Remove what is ours, and the folder too if nothing else is in it: the pack is complete."""
        for path in [*self._ours(_SHARD), *self._ours(_NOTE), *leftovers(self.path)]:
            _remove(path)
        with contextlib.suppress(OSError):
            self.path.rmdir()

    def _ours(self, prefix: str) -> Iterator[Path]:
        with contextlib.suppress(OSError):
            for path in sorted(self.path.iterdir()):
                if path.name.startswith(prefix) and _NAME.fullmatch(path.name.removeprefix(prefix)):
                    yield path


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"not the name of a shard: {name!r}")
    return name


def _title(plan: str, name: str) -> bytes:
    return b" ".join([_MAGIC, plan.encode("ascii"), name.encode("ascii")])


def _first_line(plan: str, name: str, content: bytes) -> bytes:
    """The line before a shard's bytes. The checksum is over its other words too: a renamed file is not sound."""
    words = _title(plan, name) + b" %d " % len(content)
    checksum = sha256(words)
    checksum.update(content)
    return words + checksum.hexdigest().encode() + b"\n"


def _write_sealed(path: Path, plan: str, name: str, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_stream(path, [_first_line(plan, name, content), content], private=True)
    except OSError as error:
        raise CannotWriteError(cannot_write(path, error).message, tip=RESUME) from error
    except CannotWriteError as error:
        raise CannotWriteError(error.message, tip=RESUME) from error


def _read_sealed(path: Path, plan: str, name: str) -> bytes | None:
    """The bytes in a file, or None if it is not there, not a plain file, or not sound."""
    try:
        handle = _open(path)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        try:
            line, content = file.readline(1000), file.read()
        except OSError:
            return None
    return content if line == _first_line(plan, name, content) else None


def _head(path: Path) -> bytes:
    try:
        with os.fdopen(_open(path), "rb") as file:
            return file.readline(1000)
    except OSError:
        return b""


def _open(path: Path) -> int:
    """Open for reading: never through a link, and never waiting for the other end of a pipe."""
    special = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return os.open(path, os.O_RDONLY | special)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
