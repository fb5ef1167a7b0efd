"""Shards: pieces of work handed out in order, their products spooled to a temporary file."""

from __future__ import annotations

import contextlib
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from io import RawIOBase
from itertools import islice
from pathlib import Path

from wordfleet_print.event.pack.workers import Crew
from wordfleet_print.files import cannot_write

Products = Sequence[bytes]
"""What a shard's work gives: a part for each of the files that it is for."""

Task = Callable[[], Products]
"""A shard's work: it pickles, and gives the same bytes wherever it is done."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the work: the name that its products are found by, and what makes them (small)."""

    name: str
    task: Task


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever looks on.

    `done`: called with the number of shards finished so far.
    `check_stop`: called between shards; raises if the end was asked for and the exception was lost on its way.
    """

    done: Callable[[int], object] = bool
    check_stop: Callable[[], object] = bool


class Spool:
    """The products of shards, appended to a file as they come, read back by name and number."""

    def __init__(self, file: RawIOBase, folder: Path) -> None:
        self._file, self._folder = file, folder
        self._ends: dict[str, array[int]] = {}
        """Where a shard's first product begins, and where each of them ends."""
        self._end = 0

    def add(self, name: str, products: Products) -> None:
        """Keep what a shard's work gave. Raises `CannotWriteError`."""
        ends = array("Q", [self._end])
        for product in products:
            rest = memoryview(product)
            try:
                self._file.seek(self._end)
                while rest:  # a disk that is nearly full takes a part
                    rest = rest[self._file.write(rest) or 0 :]
            except OSError as error:
                raise cannot_write(self._folder, error) from error
            self._end += len(product)
            ends.append(self._end)
        self._ends[name] = ends

    def read(self, name: str) -> Iterator[bytes]:
        """All products of a shard."""
        return (self.read_one(name, number) for number in range(len(self._ends[name]) - 1))

    def read_one(self, name: str, number: int) -> bytes:
        """One product of a shard, counted from 0."""
        start, end = islice(self._ends[name], number, number + 2)
        self._file.seek(start)
        return self._file.read(end - start) or b""


@contextlib.contextmanager
def spooling(folder: Path) -> Iterator[Spool]:
    """A spool in a folder, for its owner's eyes only: the file has no name, so that nothing of it stays, however the
    block or its process ends. Raises `CannotWriteError`.
    """
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(tempfile.TemporaryFile(buffering=0, dir=folder))
        except OSError as error:
            raise cannot_write(folder, error) from error
        yield Spool(file, folder)


def do_shards(shards: Iterable[Shard], crew: Crew, spool: Spool, watch: Watch) -> None:
    """Do every shard; `shards` is drawn as workers become free, a few ahead.

    Raises what a task raises, and `CannotWriteError`.
    """
    rest, finished = iter(shards), 0
    at_work: dict[Future[Products], str] = {}
    while True:
        for shard in islice(rest, crew.window - len(at_work)):
            watch.check_stop()
            at_work[crew.submit(shard.task)] = shard.name
        if not at_work:
            return
        for future in crew.wait_for(at_work):
            spool.add(at_work.pop(future), future.result())
            finished += 1
            watch.done(finished)
        watch.check_stop()
