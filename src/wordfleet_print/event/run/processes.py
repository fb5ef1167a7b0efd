"""The workers of this machine: processes beside this one."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Iterator
from concurrent import futures
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path
from threading import Thread

from wordfleet_print.event.run.executor import Hired, Traits

HANDLES, HANDLES_EACH = 16, 4
"""Files that are open for workers, and for each of them."""

_SAFE_PATH = "PYTHONSAFEPATH"
_OUR_ROOMS = "wordfleet_print.event."


@contextlib.contextmanager
def process_pool(workers: int) -> Iterator[Hired]:
    """Processes on this machine that hold one end of a pipe, and end when its other end, which only we hold, is closed:
    with their parent, however that ends.
    """
    _check_handles(HANDLES + workers * HANDLES_EACH)
    with _nothing_imported_from_here():
        context = _context()
        ending, lifeline = context.Pipe(duplex=False)
        others = {*active_children()}
        pool = futures.ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(ending,))
        try:
            yield pool, Traits(window=workers + 2, shares_disk=True, deaths=(futures.BrokenExecutor,))
        finally:
            lifeline.close()
            for process in {*active_children()} - others:
                process.kill()  # one that is deep in a long calculation would not see the pipe before its end
            pool.shutdown(wait=True, cancel_futures=True)
            ending.close()


@contextlib.contextmanager
def _nothing_imported_from_here() -> Iterator[None]:
    """Processes that begin meanwhile import nothing that lies in the current folder, as Python would."""
    before = os.environ.get(_SAFE_PATH, "")
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        os.environ[_SAFE_PATH] = before  # empty means unset


def _check_handles(count: int) -> None:
    """Raise `OSError` where no more so many files may be open: processes that lack them end in words of their own."""
    with contextlib.ExitStack() as opened:
        for _ in range(count):
            opened.enter_context(Path(os.devnull).open("rb"))


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
