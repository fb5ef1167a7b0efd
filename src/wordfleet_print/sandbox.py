"""Processes of our own with limits on what they may use, and how each ends.

A child is a module of ours run by this Python. It gets orders as lines of JSON and answers each with one: nothing that
comes from a child is ever run, so whatever got the better of it stays in it. It ends with its parent, however that
ends, because its stdin is closed then.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from math import ceil
from queue import Empty, SimpleQueue
from threading import Thread, Timer
from typing import IO, Any, NoReturn, TypeAlias

from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError, WordfleetError

MEGABYTE = 1_000_000
SECONDS = 60
"""How long an order may take, unless somebody says otherwise."""
GRACE = 10
"""Seconds on the clock for a machine that has other things to do."""
LAST_WORDS = 2000
"""Bytes of what a child said last on stderr that are looked at."""
_TICK = 0.2
"""Seconds after which a waiting parent lets signals be handled."""
Json: TypeAlias = Any
"""What JSON can hold."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: seconds of processor time for one order, megabytes of memory, megabytes of one answer.

    On the clock it may be twice the seconds and `GRACE`. On Windows only the clock and the answer are limited.
    """

    seconds: int = SECONDS
    memory: int = 1500
    output: int = 100


class Ending(Enum):
    """How a child ended that did not answer."""

    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    FAULT = "fault"


class ChildEndedError(Exception):
    """A child ended without an answer; `said` is its last line on stderr, or its exit code."""

    def __init__(self, ending: Ending, said: str) -> None:
        super().__init__(said)
        self.ending = ending
        self.said = said


def command(module: str) -> list[str]:
    """How to run a module of ours as a child: nothing of the current folder is ever imported."""
    return [sys.executable, "-P", "-m", module]


def available_cores() -> int:
    """The processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ending_of(code: int, said: str = "") -> Ending:
    """How a process ended that left this exit code, and these last words. Raises nothing. Source: setrlimit(2)."""
    posix = os.name == "posix"
    if posix and -code in {signal.SIGXCPU, signal.SIGKILL}:
        return Ending.TIME
    if "MemoryError" in said or (posix and -code in {signal.SIGABRT, signal.SIGSEGV, signal.SIGTRAP}):
        return Ending.MEMORY
    return Ending.FAULT


class Child:
    """A process that does one order after the other; it is started when the first comes, and anew after it ended."""

    def __init__(self, module: str, limits: Limits | None = None) -> None:
        self._module = module
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._stderr: IO[bytes] | None = None
        self._ended = False
        self._ready = False

    def ask(self, order: object) -> Json:
        """What the child answers. Raises the error that it tells, or `ChildEndedError` where it ends instead."""
        process = self._running()
        with self._alarm(process), contextlib.suppress(OSError):
            _write_line(process, order)
            line = _read_line(process)
            if line.endswith(b"\n"):
                return self._told(json.loads(line))
        raise self._why(process)

    def _told(self, told: dict[str, Json]) -> Json:
        if "error" in told:
            raise error_from_json(told["error"])
        if "ending" in told:
            self.restart()
            raise ChildEndedError(Ending(told["ending"]), told["ending"])
        return told["answer"]

    def end(self) -> None:
        """End the process, whatever it is doing; it takes no more orders."""
        self._ended = True
        self.restart()

    def restart(self) -> None:
        """End the process; the next order gets a new one."""
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, self._stderr):
                with contextlib.suppress(OSError):
                    pipe and pipe.close()

    def start(self) -> None:
        """Start the process, which loads what it needs while others do something else."""
        if self._process is None and not self._ended:
            self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the process
            self._process = subprocess.Popen(
                command(self._module), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr
            )
            self._ready = False

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, ready for an order."""
        self.start()
        process = self._process
        if process is None or self._ended:
            self.restart()
            raise ChildEndedError(Ending.FAULT, "ended")
        if not self._ready:
            with contextlib.suppress(OSError):
                _write_line(process, self._limits and asdict(self._limits))
                _read_line(process)
            self._ready = True
        return process

    @contextlib.contextmanager
    def _alarm(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        """Ends the process when the clock says so; where there are no limits it may take for ever."""
        if not self._limits:
            yield
            return
        late = Timer(2 * self._limits.seconds + GRACE, process.kill)
        late.daemon = True
        late.start()
        try:
            yield
        finally:
            late.cancel()

    def _why(self, process: subprocess.Popen[bytes]) -> ChildEndedError:
        code = process.wait()
        said = ""
        if self._stderr and not self._stderr.closed:
            self._stderr.seek(max(0, self._stderr.seek(0, os.SEEK_END) - LAST_WORDS))
            said = self._stderr.read().decode("utf-8", "replace").strip().split("\n")[-1]
        self.restart()
        return ChildEndedError(ending_of(code, said), said or f"exit code {code}")


@contextlib.contextmanager
def reading(module: str, file: IO[bytes]) -> Iterator[Iterator[Json]]:
    """What a child makes of an opened file, its stdin: lines of JSON, read as they are asked for.

    The child keeps to its limits by itself. The lines end with `ChildEndedError` where it did not end well.
    """
    with subprocess.Popen(command(module), stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        try:
            yield _lines(child)
        finally:
            child.kill()


def _lines(child: subprocess.Popen[bytes]) -> Iterator[Json]:
    yield from map(json.loads, child.stdout or ())
    if code := child.wait():
        raise ChildEndedError(ending_of(code), f"exit code {code}")


def _write_line(process: subprocess.Popen[bytes], value: object) -> None:
    if process.stdin:
        process.stdin.write(json.dumps(value).encode() + b"\n")
        process.stdin.flush()


def _read_line(process: subprocess.Popen[bytes]) -> bytes:
    return process.stdout.readline() if process.stdout else b""


class Children:
    """So many children at work at a time, each with a thread that waits for it."""

    def __init__(self, module: str, count: int, limits: Limits | None = None) -> None:
        self._children = [Child(module, limits) for _ in range(count)]

    def start(self) -> None:
        """Start all of them."""
        for child in self._children:
            child.start()

    def answers(
        self, orders: Sequence[object], here: Callable[[int], object] | None = None
    ) -> Iterator[tuple[int, Any]]:
        """Each order's number and what was answered or raised, as they come; begun in their order.

        With `here` this process is at work as well: it is called with the number of an order. A thread deals with
        each child, and with the main thread by queues only: a signal's exception strikes the main thread between any
        two steps, and leaves nothing locked.
        """
        waiting: SimpleQueue[int] = SimpleQueue()
        answered: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        for number in range(len(orders)):
            waiting.put(number)
        for child in self._children:
            Thread(target=_attend, args=(child, orders, waiting, answered), daemon=True).start()
        for _ in orders:
            mine = _taken(waiting) if here else None
            yield _next(answered) if mine is None or not here else (mine, here(mine))

    def end(self) -> None:
        """End all of them, whatever they are doing."""
        for child in self._children:
            child.end()


def _attend(
    child: Child, orders: Sequence[object], waiting: SimpleQueue[int], answered: SimpleQueue[tuple[int, Any]]
) -> None:
    while (number := _taken(waiting)) is not None:
        try:
            answered.put((number, child.ask(orders[number])))
        except Exception as error:  # whoever waits for the answer gets it
            answered.put((number, error))


def _taken(waiting: SimpleQueue[int]) -> int | None:
    try:
        return waiting.get_nowait()
    except Empty:
        return None


def _next(answered: SimpleQueue[tuple[int, Any]]) -> tuple[int, Any]:
    while True:
        with contextlib.suppress(Empty):
            return answered.get(timeout=_TICK)


# The child's half.


def serve(answer: Callable[[Json], Json]) -> NoReturn:
    """Be a child: take orders from stdin until it is closed, keep to the limits, answer each on stdout.

    What `answer` raises of our own errors goes back as an answer too; anything else ends the child.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what Ctrl-C means is for the parent to decide
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read_orders, args=(lines,), daemon=True).start()
    answer_to, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever a library prints is no answer
    given = json.loads(lines.get())
    limits = Limits(**given) if given else None
    answer_to.write(b"\n")  # what it needs is loaded: the clock may run
    answer_to.flush()
    try:
        while True:
            order = json.loads(lines.get())
            if limits:
                keep_to(limits)
            answer_to.write(_answered(answer, order, limits) + b"\n")
            answer_to.flush()
    except BaseException:
        traceback.print_exc()
    os._exit(1)  # at once: the other thread still reads


def _read_orders(lines: SimpleQueue[bytes]) -> None:
    """Pass on what comes; end the process when no more can."""
    with open(0, "rb", closefd=False) as orders:
        for line in orders:
            lines.put(line)
    os._exit(0)


def _answered(answer: Callable[[Json], Json], order: Json, limits: Limits | None) -> bytes:
    """What the order is answered with, or the error or the limit that it ended with."""
    try:
        told = json.dumps({"answer": answer(order)}).encode()
    except MemoryError:
        return _limit(Ending.MEMORY)
    except WordfleetError as error:
        if isinstance(error.__cause__, MemoryError):
            return _limit(Ending.MEMORY)
        return json.dumps({"error": error_to_json(error)}).encode()
    return _limit(Ending.OUTPUT) if limits and len(told) > limits.output * MEGABYTE else told


def _limit(ending: Ending) -> bytes:
    return json.dumps({"ending": ending.value}).encode()


def keep_to(limits: Limits) -> None:
    """Let the system end or refuse whatever goes beyond, from now on: processor time, memory, files, core dumps."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    for what, most in (
        (resource.RLIMIT_CPU, ceil(used.ru_utime + used.ru_stime) + limits.seconds),
        (resource.RLIMIT_AS, limits.memory * MEGABYTE),
        (resource.RLIMIT_FSIZE, limits.output * MEGABYTE),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        kept = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (kept, hard))


def error_to_json(error: WordfleetError) -> dict[str, Any]:
    """An error as a child tells it."""
    complaints = [asdict(complaint) for complaint in error.complaints]
    return {"kind": type(error).__name__, "message": error.message, "tip": error.tip, "complaints": complaints}


def error_from_json(told: dict[str, Any]) -> WordfleetError:
    """The error that a child told."""
    if told["kind"] == MissingDependencyError.__name__:
        return MissingDependencyError(told["message"], tip=told["tip"])
    return BadInputError(told["message"], *(Complaint(**one) for one in told["complaints"]), tip=told["tip"])
