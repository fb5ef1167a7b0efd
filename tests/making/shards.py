"""Pieces of work that end well or badly."""

from __future__ import annotations

import hashlib
import os
import signal
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.pack.papers import print_items
from wordfleet_print.event.pack.shards import Products, Shard, Task, Watch, do_shards, spooling
from wordfleet_print.event.pack.workers import hired


def content(number: int, size: int = 5_000) -> bytes:
    """The bytes of a shard: of its number alone."""
    return hashlib.shake_128(f"shard {number}".encode()).digest(size)


def work(number: int) -> Products:
    """Do one shard: three products, which are its bytes together; one of them is empty."""
    made = content(number)
    return made[:number], b"", made[number:]


def buggy(number: int) -> Products:
    """Do one shard, except those from number 6 on."""
    return [bytes([number + 250])]


def complaining(number: int) -> Products:
    """Refuse a shard."""
    raise BadInputError(f"Shard {number} is bad.", Complaint("here", "this"), tip="Change it.")


def killed(number: int) -> Products:
    """Do one shard, except number 3, over which its worker is killed as the system does for want of memory."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return work(number)


def ending(number: int) -> Products:
    """Do one shard, except number 3, over which its worker ends."""
    if number == 3:
        os._exit(7)
    return work(number)


class _CutShort(bytes):
    """Kills its process when half of it is on its way to the other."""

    def __reduce__(self) -> Any:
        queue = next(frame.f_locals["result_queue"] for frame in _frames() if "result_queue" in frame.f_locals)
        os.write(queue._writer.fileno(), struct.pack("!i", 1_000_000) + bytes(10))
        os.kill(os.getpid(), signal.SIGKILL)


def _frames() -> Iterator[FrameType]:
    """Where every thread of this process is, from the inside."""
    for frame in sys._current_frames().values():
        inner: FrameType | None = frame
        while inner is not None:
            yield inner
            inner = inner.f_back


def cut_short(number: int) -> Products:
    """Do one shard, except number 3, of which half is told."""
    return [_CutShort()] if number == 3 else work(number)


def shards(count: int, does: Callable[[int], Products] = work) -> Iterator[Shard]:
    """So many shards."""
    return (Shard(f"{number:05d}", partial(does, number)) for number in range(count))


def spooled(folder: Path, some: Iterable[Shard], watch: Watch | None = None, **workers: Any) -> list[bytes]:
    """What shards of `work` gave, each with its products together, in the order of their names."""
    names: list[str] = []

    def noted() -> Iterator[Shard]:
        for shard in some:
            names.append(shard.name)
            yield shard

    with spooling(folder) as spool:
        with hired(**{"count": 1, **workers}) as crew:
            do_shards(noted(), crew, spool, watch or Watch())
        assert not any(folder.iterdir()), "the spool has a name"
        return [b"".join(spool.read(name)) for name in names]


def do_deadly(some: Iterable[Shard], *rest: Any) -> None:
    """Do an event's pack as `do_shards` does; a shard of the name index kills its worker."""
    do_shards((replace(one, task=partial(_do, one.task)) for one in some), *rest)


def _do(task: Task) -> Products:
    if isinstance(task, partial) and task.func is print_items and task.args[0].kind == "name-index":
        os.kill(os.getpid(), signal.SIGKILL)
    return task()
