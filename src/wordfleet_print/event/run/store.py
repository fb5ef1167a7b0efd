"""The work folder of an event: finished shards, kept until the pack they belong to is written.

Nothing in it is trusted for being there. A shard's file begins with a line that names its plan, itself, its products'
lengths and checksums, and a checksum of that line; a file that is cut, stale, damaged or a stranger's is made again.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO, NamedTuple

from wordfleet_print.errors import BadInputError, CannotWriteError
from wordfleet_print.files import is_folder, leftovers, remove_leftovers, write_stream

WORK_FOLDER = ".wordfleet-work"
"""The name of the work folder, inside the event's folder."""

RESUME = "What is finished is kept: run the same command again to go on."
"""What to do after a run that was cut short."""

Products = Sequence[bytes]
"""What a shard's work gives: a part for each of the files that it is for."""

_MAGIC = b"wordfleet-shard-2"
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,99}")
_SHARD, _NOTE = "shard-", "note-"
_NO_PLAN = "any-plan"
_LONGEST_LINE = 100_000


@dataclass(frozen=True, slots=True)
class Store:
    """The finished shards of one plan. `plan` is the plan's digest, in letters and digits; pickles.

    Names of shards are of small letters, digits, dots and hyphens, beginning with a letter or digit; 100 at most.
    """

    folder: Path
    plan: str

    def has(self, name: str) -> bool:
        """Whether the shard is finished and its file is sound, to the last byte."""
        return _read_sealed(self._path(name), self.plan, name) is not None

    def has_any(self) -> bool:
        """Whether any shard is finished."""
        return any(self.has(path.name.removeprefix(_SHARD)) for path in _named(self.folder, _SHARD))

    def write(self, name: str, products: Products) -> None:
        """Record a finished shard: under its name only when all of it is on the disk. Raises `CannotWriteError`."""
        _write_sealed(self._path(name), self.plan, name, products)

    def read(self, name: str) -> Products:
        """All products of a finished shard. Raises `BadInputError` if its file is not sound any more."""
        return self._sound(name, _read_sealed(self._path(name), self.plan, name))

    def read_one(self, name: str, number: int) -> bytes:
        """One product of a finished shard, counted from 0; the others are not read. Raises `BadInputError`."""
        return self._sound(name, _read_sealed(self._path(name), self.plan, name, number))[0]

    def sweep(self) -> None:
        """Remove the temporaries of workers that ended in the middle of writing."""
        remove_leftovers(self.folder)

    def _sound(self, name: str, products: Products | None) -> Products:
        if products is None:
            raise BadInputError(f"{self._path(name)}: this shard has been damaged or removed.", tip=RESUME)
        return products

    def _path(self, name: str) -> Path:
        return self.folder / (_SHARD + _checked(name))


@dataclass(frozen=True, slots=True)
class WorkFolder:
    """The hidden work folder inside an event's folder; it appears with the first thing written to it.

    Only files that are named as this module names them are ever removed. Whoever changes it holds the event's folder
    (`lock.alone_in`).
    """

    path: Path

    @classmethod
    def of(cls, event: Path) -> WorkFolder:
        """The work folder of the event in that folder. Raises `CannotWriteError` if its name is a link or a file's."""
        path = event / WORK_FOLDER
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise CannotWriteError(f"Cannot write {path}: it is not a folder.", tip="Remove it, or choose another.")
        return cls(path)

    def store(self, plan: str) -> Store:
        """The finished shards of the plan with that digest; those of any other are removed."""
        for path in _named(self.path, _SHARD):
            if not _head(path).startswith(_title(plan, path.name.removeprefix(_SHARD)) + b" "):
                _remove(path)
        remove_leftovers(self.path)
        return Store(self.path, plan)

    def keep(self, name: str, content: bytes) -> None:
        """Keep a small fact beyond the end of a run, whatever the plan: a seed that was chosen. `CannotWriteError`."""
        _write_sealed(self.path / (_NOTE + _checked(name)), _NO_PLAN, name, [content])

    def kept(self, name: str) -> bytes | None:
        """The fact of that name, or None if it was never kept, or its file is not sound."""
        products = _read_sealed(self.path / (_NOTE + _checked(name)), _NO_PLAN, name)
        return None if products is None else products[0]

    def clear(self) -> None:
        """Remove what is ours, and the folder too if nothing else is in it: the pack is complete."""
        for path in [*_named(self.path, _SHARD), *_named(self.path, _NOTE), *leftovers(self.path)]:
            _remove(path)
        with contextlib.suppress(OSError):
            self.path.rmdir()


def _named(folder: Path, prefix: str) -> Iterator[Path]:
    """The files that are named as this module names them."""
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir()):
            if path.name.startswith(prefix) and _NAME.fullmatch(path.name.removeprefix(prefix)):
                yield path


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"not the name of a shard: {name!r}")
    return name


def _title(plan: str, name: str) -> bytes:
    return b" ".join([_MAGIC, plan.encode("ascii"), name.encode("ascii")])


def _first_line(plan: str, name: str, products: Products) -> bytes:
    """The line before the products. Its checksum is over its other words: a renamed file is not sound."""
    sums = b",".join(b"%d:%s" % (len(one), sha256(one).hexdigest().encode()) for one in products)
    return _summed(_title(plan, name) + b" " + sums)


def _summed(words: bytes) -> bytes:
    return b"%s %s\n" % (words, sha256(words).hexdigest().encode())


class _Extent(NamedTuple):
    """Where a product lies in its file, and its checksum."""

    start: int
    length: int
    checksum: bytes


def _extents(line: bytes, plan: str, name: str) -> list[_Extent] | None:
    """What a file's first line says of its products; None where it is not this shard's, or not sound."""
    words = line.rpartition(b" ")[0]
    if line != _summed(words) or not words.startswith(_title(plan, name) + b" "):
        return None
    pairs = [pair.split(b":") for pair in words.rpartition(b" ")[2].split(b",") if pair]
    lengths = [int(length) for length, _ in pairs]
    starts = accumulate(lengths, initial=len(line))
    return [
        _Extent(start, length, checksum) for start, length, (_, checksum) in zip(starts, lengths, pairs, strict=False)
    ]


def _write_sealed(path: Path, plan: str, name: str, products: Products) -> None:
    if is_folder(path):
        raise CannotWriteError(
            f"Cannot write {path}: it is a folder.", tip="Remove it, and run the same command again."
        )
    try:
        write_stream(path, [_first_line(plan, name, products), *products], private=True)
    except CannotWriteError as error:
        raise CannotWriteError(error.message, tip=RESUME) from error


def _read_sealed(path: Path, plan: str, name: str, number: int | None = None) -> Products | None:
    """The products in a file, or that one alone; None if it is not there, not a plain file, or not sound.

    Of a file that is read whole, nothing may follow the last product.
    """
    try:
        with os.fdopen(_open(path), "rb") as file:
            extents = _extents(file.readline(_LONGEST_LINE), plan, name)
            if extents is None:
                return None
            found = [_read_extent(file, one) for one in (extents if number is None else extents[number : number + 1])]
            if number is None and file.read(1):
                return None
    except OSError:
        return None
    products = [product for product in found if product is not None]
    return products if len(products) == len(found) else None


def _read_extent(file: BinaryIO, extent: _Extent) -> bytes | None:
    file.seek(extent.start)
    content = file.read(extent.length)
    return content if sha256(content).hexdigest().encode() == extent.checksum else None


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
