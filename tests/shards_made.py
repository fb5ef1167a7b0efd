"""A batch of small shards for the tests of the runner; as a programme, it makes them as the press makes its own."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NoReturn

from wordfleet_print.event.run.runner import Shard, Watch, run_shards
from wordfleet_print.event.run.store import Products, WorkFolder
from wordfleet_print.event.run.workers import Workers

from wordfleet_print.errors import BadInputError, Complaint, PartlyDoneError, WordfleetError
from wordfleet_print.event.lock import alone_in
from wordfleet_print.files import remove_leftovers, write_stream

PLAN = "0123456789abcdef"
PACK = "pack.bin"


@dataclass(frozen=True)
class Task:
    """One shard's: its number; its size in bytes; how long to dawdle over it, in seconds; where to log that it is done.

    `deaths`: how often its worker is killed by it; each takes a file beside the log.
    """

    number: int
    size: int = 50_000
    pause: float = 0.0
    log: str = ""
    deaths: int = 0


@dataclass(frozen=True)
class Order:
    """What the programme is to do. `deadly`: how often a shard kills its worker, by its number, in words for JSON."""

    shards: int = 12
    workers: int = 1
    scheduler: str = ""
    size: int = 50_000
    pause: float = 0.0
    log: str = ""
    deadly: dict[str, int] = field(default_factory=dict)
    largest_file: int = 0

    def tasks(self) -> Iterator[Task]:
        """Every shard's; the later, the larger, where files have a largest size."""
        for number in range(self.shards):
            size = self.size * (number + 1) if self.largest_file else self.size
            yield Task(number, size, self.pause, self.log, self.deadly.get(str(number), 0))

    def as_json(self) -> str:
        """For the command line."""
        return json.dumps(asdict(self))


def shard_name(number: int) -> str:
    """The name of a shard in the store."""
    return f"{number:05d}"


def content(number: int, size: int = 50_000) -> bytes:
    """The bytes of a shard: of its number alone."""
    return hashlib.shake_128(f"shard {number}".encode()).digest(size)


def pack(order: Order) -> bytes:
    """The bytes of all shards in their order."""
    return b"".join(content(task.number, task.size) for task in order.tasks())


def work(task: Task) -> Products:
    """Do one shard: two products, which are its bytes together."""
    if task.log:
        with Path(task.log).open("a") as log:
            log.write(f"{shard_name(task.number)}\n")
    if task.pause:
        threading.Event().wait(task.pause)
    for death in range(task.deaths):
        mark = Path(f"{task.log}-{task.number}-{death}")
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    made = content(task.number, task.size)
    return made[: task.number], made[task.number :]


def buggy(task: Task) -> Products:
    """Do one shard, except those from number 6 on."""
    return [bytes([task.number + 250])]


def complaining(task: Task) -> Products:
    """Refuse a shard."""
    raise BadInputError(f"Shard {task.number} is bad.", Complaint("here", "this"), tip="Change it.")


def shard_of(task: Task, does: Callable[[Task], Products] = work) -> Shard:
    """A task as the runner takes it."""
    return Shard(shard_name(task.number), partial(does, task))


class Stopped(BaseException):
    """A signal has asked for the end."""


_STOPS = (signal.SIGINT, signal.SIGTERM)
_asked: list[int] = []


def stop_if_asked() -> None:
    """Raise `Stopped` if a signal has asked for the end and its exception was lost on the way."""
    if _asked:
        raise Stopped


def _on_signal(number: int, _frame: FrameType | None) -> None:
    """The first signal stops the work; more of them do not disturb the tidying up."""
    _asked.append(number)
    for other in _STOPS:
        signal.signal(other, signal.SIG_IGN)
    raise Stopped


def make(folder: Path, order: Order) -> None:
    """The whole batch: shards, then one file of them all, then no trace of the work."""
    with alone_in(folder):
        remove_leftovers(folder)
        place = WorkFolder.of(folder)
        store = place.store(PLAN)
        watch = Watch(died=_say, check_stop=stop_if_asked)
        sys.stdout.write("ready\n")  # what an earlier run has left is gone
        sys.stdout.flush()
        lost = run_shards(map(shard_of, order.tasks()), store, Workers(order.workers, order.scheduler), watch)
        if lost:
            raise PartlyDoneError("Some is left out.", *(Complaint("", name) for name in lost))
        write_stream(
            folder / PACK, (product for task in order.tasks() for product in store.read(shard_name(task.number)))
        )
        place.clear()


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def main() -> NoReturn:
    """Be the programme. Its arguments: the folder, and the order as JSON."""
    for number in _STOPS:
        signal.signal(number, _on_signal)
    order = Order(**json.loads(sys.argv[2]))
    if order.largest_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (order.largest_file, order.largest_file))
    code = 0
    try:
        make(Path(sys.argv[1]), order)
        for number in _STOPS:
            signal.signal(number, signal.SIG_IGN)  # a signal that comes now changes nothing
    except WordfleetError as error:
        _say("\n".join([str(error), error.tip]))
        code = error.exit_code
    except Stopped:
        code = 128 + _asked[0]
    sys.exit(code)
