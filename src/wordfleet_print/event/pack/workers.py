"""One `Executor` for a pack's work: this process, or processes beside it.

A signal's exception strikes the main thread between any two steps, even when it has just taken the lock of a future;
that lock would never be released, and the executor would wait for it for ever. So Ctrl-C and SIGTERM are only noted
while others work, and let in by `Crew.wait_for`.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from concurrent import futures
from concurrent.futures import Executor, Future
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock, Thread, current_thread, main_thread
from typing import ParamSpec, TypeVar

from wordfleet_print.errors import WorkerDiedError

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 5
"""Seconds to wait for a process to end."""
TICK = 0.1
"""Seconds after which whoever waits looks whether a signal has come."""
MOST_ON_WINDOWS = 61
"""Processes whose ends Windows can wait for at a time."""
HANDLES, HANDLES_EACH = 16, 4
"""Files that are open for workers, and for each of them."""
OURS = "wordfleet-print"
DATE = "SOURCE_DATE_EPOCH"
"""The variable by which somebody sets the date inside PDFs."""
LIBRARIES = ("deflate", "pikepdf", "reportlab", "segno")
"""What packs streams, copies pages, cuts type and draws QR codes: of another version, it may do so otherwise."""

_LONGEST_GREETING = 1_000_000
_SAFE_PATH = "PYTHONSAFEPATH"
_OUR_ROOMS = "wordfleet_print.event."
_STOPS = (signal.SIGINT, signal.SIGTERM)


class Crew(Executor):
    """Our own process: what is submitted is done at once, and a stop passes straight through.

    `window` is how many calls to have under way at a time.
    """

    window = 1

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Do it."""
        future = Future[R]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # whoever asks for the result gets it, as from other workers
            future.set_exception(error)
        return future

    def wait_for(self, at_work: Collection[Future[R]]) -> set[Future[R]]:
        """Those of the calls that are done, after a while at the latest. Raises what a signal raises that has come."""
        done, _ = futures.wait(at_work, TICK, futures.FIRST_COMPLETED)
        _let_signals_in()
        return done


class _Others(Crew):
    """The workers of another executor, each with one thing of ours to do at a time, however many threads it has."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor = executor
        self.window = workers + 2

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        with _signals_blocked():
            return self._executor.submit(_in_turn, partial(fn, *args, **kwargs))


class _Pool(_Others):
    """Processes beside this one. `processes` are those that were ever seen at work."""

    def __init__(self, executor: Executor, workers: int) -> None:
        super().__init__(executor, workers)
        self.processes: set[BaseProcess] = set()

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        future = super().submit(fn, *args, **kwargs)
        # Asked of the pool: one that has died already is no active child any more.
        self.processes |= {*(getattr(self._executor, "_processes", None) or {}).values()}
        return future

    def wait_for(self, at_work: Collection[Future[R]]) -> set[Future[R]]:
        """As any; and raises where a worker died in the middle of an answer, to whose end the pool waits for ever."""
        done = super().wait_for(at_work)
        if not done and self.ended():
            raise futures.BrokenExecutor
        return done

    def ended(self, patience: float = 0) -> list[BaseProcess]:
        """The processes that have ended, waiting so many seconds for one. Their exit codes are left for the pool to
        read: only one can.
        """
        over = wait([one.sentinel for one in self.processes], patience)
        return [one for one in self.processes if one.sentinel in over]


_turn = Lock()


def _in_turn(work: Callable[[], R]) -> R:
    """Printing libraries are not made for threads, and gain nothing by them."""
    with _turn:
        return work()


@contextlib.contextmanager
def hired(count: int) -> Iterator[Crew]:
    """Workers for the length of a block: so many processes, where one is this process itself. When the block ends, in
    whatever way, no process of ours is left.

    Raises `WorkerDiedError`, from the block too, where one has died.
    """
    if count > 1:
        with _signals_noted(), _processes(min(count, MOST_ON_WINDOWS) if sys.platform == "win32" else count) as crew:
            yield crew
    else:
        yield Crew()


# Signals

_noted: list[Callable[[], object]] = []
"""What the signals would have done that came while others work."""


@contextlib.contextmanager
def _signals_noted() -> Iterator[None]:
    """Ctrl-C and SIGTERM do what they do only in `Crew.wait_for`, or at the end of the block."""
    stops = _STOPS if current_thread() is main_thread() else ()
    handlers = {number: handler for number in stops if callable(handler := signal.getsignal(number))}

    def note(number: int, _frame: object) -> None:
        _noted.append(partial(handlers[signal.Signals(number)], number, None))

    _noted.clear()
    for stop in handlers:
        signal.signal(stop, note)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if signal.getsignal(number) is note:  # else somebody ignores it by now
                signal.signal(number, handler)
        _let_signals_in()


def _let_signals_in() -> None:
    if _noted:
        first = _noted[0]
        _noted.clear()
        first()


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back; processes that are started meanwhile inherit that, and keep it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Processes of this machine


@contextlib.contextmanager
def _processes(count: int) -> Iterator[_Pool]:
    """Processes that hold one end of a pipe, and end when its other end, which only we hold, is closed: with their
    parent, however that ends.
    """
    with contextlib.ExitStack() as opened:  # where no more so many files may be open, processes end in their own words
        for _ in range(HANDLES + count * HANDLES_EACH):
            opened.enter_context(Path(os.devnull).open("rb"))
    died: BaseException | None = None
    with _nothing_imported_from_here():
        context = _context()
        ending, lifeline = context.Pipe(duplex=False)
        pool = futures.ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(ending,))
        answers, crew = pool._result_queue, _Pool(pool, count)
        try:
            yield crew
        except futures.BrokenExecutor as error:
            died = error
        finally:
            # Between the pool's reading of a code and the end of what it comes by, a process does not look ended.
            first = crew.ended(PATIENCE if died else 0)
            lifeline.close()
            for process in crew.processes.difference(first):
                process.kill()  # one that is deep in a long calculation would not see the pipe before its end
            # Else the pool would wait for ever for the rest of an answer that a killed worker was amid.
            # (The queue's own end of its pipe, which typeshed does not list.)
            answers._writer.close()  # type: ignore[attr-defined]
            pool.shutdown(wait=True, cancel_futures=True)
            ending.close()
    if died is not None:
        raise WorkerDiedError(
            _how_died([process.exitcode for process in first]), tip=UNCHANGED, say=("workers=1",)
        ) from died


UNCHANGED = "Nothing was changed."


def _how_died(codes: Collection[int | None]) -> str:
    """Which end of a process ended the work; the pool itself ends all others by SIGTERM."""
    code = next((code for code in codes if code not in (None, 0, -signal.SIGTERM)), None)
    if sys.platform != "win32" and code == -signal.SIGKILL:
        return "A worker process was killed, most likely for want of memory."
    return f"A worker process ended in the middle of its work{'' if code is None else f' (exit code {code})'}."


@contextlib.contextmanager
def _nothing_imported_from_here() -> Iterator[None]:
    """Processes that begin meanwhile import nothing that lies in the current folder, as Python would."""
    before = os.environ.get(_SAFE_PATH, "")
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        os.environ[_SAFE_PATH] = before  # empty means unset


def _context() -> BaseContext:
    """How processes begin: each anew, or, on Linux, as copies of one that has loaded what we have of an event's rooms.
    That one is kept, and ends with us.
    """
    if sys.platform != "linux":
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["__main__", *(name for name in sys.modules if name.startswith(_OUR_ROOMS))])
    return context


def _begin(ending: Connection) -> None:
    """The first thing that a worker does: what Ctrl-C means is for its parent to decide, and it lives no longer."""
    gc.set_threshold(50_000)  # as `__main__` does
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, args=(ending,), daemon=True).start()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _end_with_parent(ending: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        ending.recv_bytes()  # nothing is ever sent: this returns when the other end is closed, or its process is gone
    os._exit(1)
