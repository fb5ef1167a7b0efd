"""One `Executor` for a pack's work: this process, processes beside it, or a Dask cluster of the same versions.

A signal's exception strikes the main thread between any two steps, even when it has just taken the lock of a future;
that lock would never be released, and the executor would wait for it for ever. So Ctrl-C and SIGTERM are only noted
while others work, and let in by `Crew.wait_for`.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent import futures
from concurrent.futures import Executor, Future
from functools import partial
from importlib import import_module
from importlib.metadata import version
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock, Thread, current_thread, main_thread
from typing import Any, ParamSpec, TypeAlias, TypeVar
from urllib.parse import urlsplit

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError, WorkerDiedError

Versions = Mapping[str, str]
"""What a worker's bytes hang on beside its task: its `versions`, as far as it has them."""
P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 5
"""Seconds to wait for a scheduler, and for its first worker, to answer."""
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
def hired(count: int, scheduler: str = "") -> Iterator[Crew]:
    """Workers for the length of a block: so many processes, where one is this process itself; or those of the Dask
    scheduler at an address like `tcp://host:port`. When the block ends, in whatever way, no process of ours is left.

    Raises `MissingDependencyError` without the Dask extra; `BadInputError` for a scheduler that does not answer, has no
    workers, or has workers that would make other bytes; `WorkerDiedError`, from the block too, where one has died.
    """
    if scheduler:
        with _cluster(scheduler) as crew, _signals_noted():
            yield crew
    elif count > 1:
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


# A Dask cluster that is there already; Dask itself is an extra, imported where it is asked for


@contextlib.contextmanager
def _cluster(scheduler: str) -> Iterator[_Others]:
    """The workers of a Dask cluster. They may be anywhere: what they make comes back over the network."""
    try:
        from distributed import KilledWorker
    except ImportError as error:
        raise MissingDependencyError(
            "A scheduler needs Dask.", tip='Install it with: pip install "wordfleet-print[dask]"'
        ) from error
    # What goes wrong is told by us, and once. Some loggers have levels of their own.
    for name in ("distributed", "tornado", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    client = _connect(scheduler)
    executor = client.get_executor(pure=False)
    try:
        yield _Others(executor, _alike(client, scheduler))
    except KilledWorker as error:
        what = "A worker of the Dask cluster died over the same work again and again, most likely for want of memory."
        tip = f"{UNCHANGED} This machine does the work by itself, too."
        raise WorkerDiedError(what, tip=tip, leave=("scheduler",)) from error
    except futures.CancelledError as error:
        raise BadInputError("The Dask scheduler does not answer any more.", tip="Nothing was changed.") from error
    finally:
        with contextlib.suppress(Exception):  # the scheduler may be gone
            executor.shutdown(wait=False)
            client.close(timeout=1)


_Client: TypeAlias = Any
"""A `distributed.Client`, which states no types."""


def _connect(scheduler: str) -> _Client:
    from distributed import Client

    connect: Callable[..., _Client] = Client
    try:
        _knock(scheduler)
        return connect(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        raise BadInputError(
            f"No Dask scheduler answers at {scheduler}: {getattr(error, 'strerror', None) or error}.",
            tip="Give the address that it tells when it starts, like tcp://192.0.2.1:8786.",
        ) from error


def _knock(scheduler: str) -> None:
    """Raise `OSError` or `ValueError` where no scheduler is: the client would take long, or wait for ever, to see that.

    A scheduler speaks first: the length of its greeting, in eight bytes.
    """
    address = urlsplit(scheduler)
    if address.scheme not in {"tcp", "tls"} or not address.hostname or not address.port:
        raise ValueError("that is no address")
    with socket.create_connection((address.hostname, address.port), PATIENCE) as door:
        if address.scheme == "tcp" and not 0 < int.from_bytes(door.recv(8), "little") < _LONGEST_GREETING:
            raise ValueError("something else does")


def _alike(client: _Client, scheduler: str) -> int:
    """How many workers there are. Raises `BadInputError` unless all would make what we would make."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise BadInputError(f"The Dask scheduler at {scheduler} has no workers.", tip="Start some first.") from error
    ours: Versions = versions()
    theirs: Mapping[str, Versions] = client.run(_teller())
    complaints = [Complaint(worker, told) for worker in sorted(theirs) for told in _differences(ours, theirs[worker])]
    if complaints:
        wanted = " ".join(f"{name}=={value}" for name, value in ours.items() if name != DATE)
        raise BadInputError(
            "Every Dask worker needs what this machine has, or it would print other bytes.",
            *complaints,
            tip=f"On every worker, install {wanted}, and set {DATE} as here.",
        )
    return len(theirs)


def _differences(ours: Versions, theirs: Versions) -> Iterator[str]:
    """What a worker has of another version than we; of another package of ours, nothing else can be told."""
    others = [name for name, here in ours.items() if theirs.get(name, "") != here]
    for name in others[:1] if OURS in others else others:
        there = theirs.get(name, "")
        yield f"has {f'{name} {there}' if there else f'no {name}'}; here it is {ours[name] or 'not set'}"


def versions() -> Versions:
    """The versions of our own package and of those libraries; the date that is set, "" where none is."""
    return {OURS: __version__, **{library: version(library) for library in LIBRARIES}, DATE: os.environ.get(DATE, "")}


def _teller() -> Callable[[], Versions]:
    """A function that travels with its code: where our package lacks, no function of it could be found."""
    ours, here = OURS, __name__  # travel with the function, as names of this module would not

    def tell() -> Versions:
        found: dict[str, str] = {}
        with contextlib.suppress(ImportError):
            import wordfleet_print

            found[ours] = wordfleet_print.__version__
            found.update(import_module(here).versions())
        return found

    return tell
