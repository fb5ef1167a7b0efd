"""A process of our own with limits: both its halves, and how each can end.

A child is a module of ours run by this Python. It gets orders as pickles and answers each with bytes, a `HEAD` before
them: nothing that comes from a child is ever run, so whatever got the better of it stays in it. It ends with its
parent, however that ends, because its stdin is closed then.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pickle  # towards children, never from them
import signal
import struct
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import count
from math import ceil
from queue import SimpleQueue
from threading import Thread, Timer
from typing import IO, Any, NoReturn, TypeAlias, TypeVar, cast

from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError, WordfleetError

MEGABYTE = 1_000_000
SECONDS = 60
"""How long an order may take, unless somebody says otherwise."""
GRACE = 10
"""Seconds on the clock for a child to start, and for a machine that has other things to do."""
LAST_WORDS = 2000
"""Bytes of what a child said last on stderr that are looked at."""
HEAD = struct.Struct("!cQ")
"""What comes before an answer: its kind, and how many bytes follow."""
LATE = getattr(signal, "SIGXCPU", signal.SIGTERM)
"""How a child is ended that takes too long by the clock: as the system ends one that takes too much of it."""
OUT_OF_MEMORY = "MemoryError", "bad_alloc", "memory allocation of"
"""What stands in the last words of a process that got none: Python's, C++'s, Rust's."""
ANSWER, ERROR, ENDING = b"a", b"e", b"l"
"""The kinds: what was asked for; an error of ours, and the limit that the order went beyond, both as JSON."""
Json: TypeAlias = Any
"""What JSON can hold."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """What a child may use: seconds of processor time for one order, megabytes of memory, megabytes of one answer.

    On the clock it may be twice the seconds and `GRACE`. Windows limits only the clock and the answer, macOS no memory.
    """

    seconds: int = SECONDS
    memory: int = 1500
    output: int = 100

    @property
    def on_the_clock(self) -> int:
        """How many seconds may pass until the answer is there."""
        return 2 * self.seconds + GRACE


class ChildEnding(StrEnum):
    """How a child ended that did not answer."""

    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    FAULT = "fault"


class ChildEndedError(Exception):
    """A child ended without an answer; `said` is its last line on stderr, or its exit code."""

    def __init__(self, ending: ChildEnding, said: str) -> None:
        super().__init__(said)
        self.ending = ending
        self.said = said


def command(module: str, *arguments: str) -> list[str]:
    """How to run a module of ours as a child: nothing of the current folder is ever imported."""
    return [sys.executable, "-P", "-m", module, *arguments]


def started(module: str, stderr: IO[bytes]) -> subprocess.Popen[bytes]:
    """A module of ours as a child that is written to and read from, as it goes on."""
    return subprocess.Popen(command(module), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr)


def available_cores() -> int:
    """The processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ending_of(code: int, said: str = "") -> ChildEnding:
    """How a process ended that left this exit code, and these last words. Raises nothing. Source: setrlimit(2)."""
    if sys.platform != "win32" and -code == signal.SIGXCPU:
        return ChildEnding.TIME
    # SIGKILL is the system's, where it has no more memory: what we end ourselves is late, or nobody waits for it.
    killed = {signal.SIGABRT, signal.SIGSEGV}
    if sys.platform != "win32":
        killed |= {signal.SIGKILL, signal.SIGTRAP}
    if -code in killed or any(words in said for words in OUT_OF_MEMORY):
        return ChildEnding.MEMORY
    return ChildEnding.FAULT


def order_as_bytes(order: object, limits: ChildLimits | None) -> bytes:
    """An order as a child takes it."""
    return pickle.dumps((order, limits))


def answer_of(kind: bytes, content: bytes) -> bytes:
    """What a child answered. Raises the error that it tells, or `ChildEndedError` for a limit: it is done for then."""
    if kind == ERROR:
        raise error_from_json(json.loads(content))
    if kind == ENDING:
        raise ChildEndedError(ChildEnding(json.loads(content)), "")
    return content


class LastWords:
    """A file for what children say on stderr, one after the other."""

    def __init__(self) -> None:
        # Each child that is started writes there, and the last words are read when one ends: no block spans all of it.
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as this object, and `close` closes it
        self.close = self.file.close

    def of(self, code: int) -> ChildEndedError:
        """Why the last of them ended with this exit code."""
        said = ""
        with contextlib.suppress(ValueError):  # it is closed where somebody has ended the child
            self.file.seek(max(0, self.file.seek(0, os.SEEK_END) - LAST_WORDS))
            said = self.file.read().decode("utf-8", "replace").strip().split("\n")[-1]
        return ChildEndedError(ending_of(code, said), said or f"exit code {code}")


class Child:
    """A process that does one order after the other; it is started when the first comes, and anew after it ended.

    `warm`: it has answered before.
    """

    def __init__(self, module: str, limits: ChildLimits | None = None) -> None:
        self._module = module
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._said = LastWords()
        self._ended = self.warm = False

    def ask(self, order: object, limits: ChildLimits | None = None) -> bytes:
        """What the child answers, within its limits. Raises the error that it tells, or `ChildEndedError` where it ends
        instead.
        """
        self.start()
        process = self._process
        if process is None or self._ended:
            self.restart()
            raise ChildEndedError(ChildEnding.FAULT, "ended")
        answer = self._exchange(process, order, limits or self._limits)
        try:
            if answer is None:
                raise self._said.of(process.wait())
            self.warm = True
            return answer_of(*answer)
        except ChildEndedError:
            self.restart()
            raise

    def start(self) -> None:
        """Start the process, which loads what it needs while others do something else."""
        if self._process is None and not self._ended:
            self._process = started(self._module, self._said.file)

    def restart(self) -> None:
        """End the process; the next order gets a new one."""
        process, self._process, self.warm = self._process, None, False
        if process:
            with contextlib.suppress(OSError), process:
                process.kill()

    def end(self) -> None:
        """End the process, whatever it is doing; it takes no more orders."""
        self._ended = True
        self.restart()
        self._said.close()

    def _exchange(
        self, process: subprocess.Popen[bytes], order: object, limits: ChildLimits | None
    ) -> tuple[bytes, bytes] | None:
        """Send an order, and wait for its answer, with limits as long as the clock allows; None for no whole one."""
        late = Timer((limits or ChildLimits()).on_the_clock, process.send_signal, [LATE])
        late.daemon = True
        if limits:
            late.start()
        try:
            if process.stdin and process.stdout:
                process.stdin.write(order_as_bytes(order, limits))
                process.stdin.flush()
                kind, size = HEAD.unpack(process.stdout.read(HEAD.size))
                content = process.stdout.read(size)
                return (kind, content) if len(content) == size else None
        except (OSError, struct.error):
            pass  # it has ended
        finally:
            late.cancel()
        return None


@contextlib.contextmanager
def reading(module: str, file: IO[bytes], *arguments: str) -> Iterator[Iterator[Json]]:
    """What a child makes of an opened file, its stdin: lines of JSON, read as they are asked for.

    The child keeps to its limits by itself. The lines end with `ChildEndedError` where it did not end well.
    """
    with (
        contextlib.closing(LastWords()) as said,
        subprocess.Popen(command(module, *arguments), stdin=file, stdout=subprocess.PIPE, stderr=said.file) as child,
    ):
        try:
            yield _lines(child, said)
        finally:
            child.kill()


def _lines(child: subprocess.Popen[bytes], said: LastWords) -> Iterator[Json]:
    for line in child.stdout or ():
        if line.endswith(b"\n"):  # it may have ended amid one
            yield json.loads(line)
    if code := child.wait():
        raise said.of(code)


def error_from_json(told: dict[str, Any]) -> WordfleetError:
    """The error that a child told."""
    kind = MissingDependencyError if told.pop("kind") == MissingDependencyError.__name__ else BadInputError
    complaints = [Complaint(**one) for one in told.pop("complaints")]
    told.pop("_problems", None)
    told |= {name: tuple(told[name]) for name in ("say", "leave")}
    return kind(told.pop("message"), *complaints, **told)


TIDY = 500
"""Orders after which a child gives back what Python keeps in store, above all for tuples (CPython, `gc.collect`)."""


def serve(answer: Callable[[Any], bytes]) -> NoReturn:
    """Be a child: take orders from stdin until it is closed, keep to the limits, answer each on stdout.

    What `answer` raises of our own errors goes back as well; anything else ends the child.
    """
    gc.set_threshold(50_000)  # as `__main__` does: setting a book makes millions of objects that stay
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what Ctrl-C means is for the parent to decide
    orders: SimpleQueue[tuple[Any, ChildLimits | None]] = SimpleQueue()
    Thread(target=_read_orders, args=(orders,), daemon=True).start()
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever a library prints is no answer
    kept: tuple[ChildLimits | None, int] = None, 0
    try:
        for number in count(1):
            order, limits = orders.get()
            asked = limits, ceil(sum(os.times()[:2]))  # the system counts whole seconds
            if limits and asked != kept:
                keep_to(limits)
                kept = asked
            kind, content = _answered(answer, order, limits)
            answers.write(HEAD.pack(kind, len(content)) + content)
            answers.flush()
            if number % TIDY == 0:
                gc.collect()
            if number == TIDY:
                gc.freeze()  # what is loaded by now stays: nobody looks through it again
    except BaseException:
        traceback.print_exc()
    os._exit(1)  # at once: the other thread still reads


def from_parent() -> object:
    """What the parent of this process has sent next, pickled. Raises `EOFError` when no more can come."""
    # Whoever started this process holds the other end of the pipe, and could do all that a pickle can.
    sent: object = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own parent alone
    return sent


def _read_orders(orders: SimpleQueue[tuple[Any, ChildLimits | None]]) -> None:
    """Pass on what comes; end the process when no more can."""
    try:
        while True:
            orders.put(cast("tuple[Any, ChildLimits | None]", from_parent()))
    except EOFError:
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def _answered(answer: Callable[[Any], bytes], order: object, limits: ChildLimits | None) -> tuple[bytes, bytes]:
    """What the order is answered with, or the error or the limit that it ended with."""
    try:
        told = answer(order)
    except MemoryError:
        return ENDING, json.dumps(ChildEnding.MEMORY).encode()
    except WordfleetError as error:
        if isinstance(error.__cause__, MemoryError):
            return ENDING, json.dumps(ChildEnding.MEMORY).encode()
        return ERROR, json.dumps(error_to_json(error)).encode()
    if limits and len(told) > limits.output * MEGABYTE:
        return ENDING, json.dumps(ChildEnding.OUTPUT).encode()
    return ANSWER, told


def keep_to(limits: ChildLimits) -> None:
    """Let the system end or refuse whatever goes beyond, from now on: processor time, memory, files, core dumps."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    for name, most in (
        ("CPU", ceil(used.ru_utime + used.ru_stime) + limits.seconds),
        ("AS", limits.memory * MEGABYTE),
        ("FSIZE", limits.output * MEGABYTE),
        ("CORE", 0),
    ):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # macOS knows no limit of memory
            what = getattr(resource, f"RLIMIT_{name}")
            _, hard = resource.getrlimit(what)
            kept = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (kept, hard))


def error_to_json(error: WordfleetError) -> dict[str, Any]:
    """An error as a child tells it."""
    complaints = [asdict(complaint) for complaint in error.complaints]
    plain = {name: value for name, value in vars(error).items() if name != "_problems"}
    return {"kind": type(error).__name__, **plain, "complaints": complaints}
