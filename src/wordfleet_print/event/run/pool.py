"""A pool of processes on this machine, which end with their parent, however it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread

from wordfleet_print.event.run.team import Hired, Traits


@contextlib.contextmanager
def process_pool(workers: int) -> Iterator[Hired]:
    """Processes that hold one end of a pipe, and end when its other end, which only we hold, is closed."""
    context = get_context("spawn")
    ending, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(ending,))
    try:
        yield pool, Traits(window=workers + 2, shares_disk=True, deaths=(BrokenExecutor,))
    finally:
        lifeline.close()
        for process in list((pool._processes or {}).values()):
            process.kill()  # one that is deep in a long calculation would not see the pipe before its end
        pool.shutdown(wait=True, cancel_futures=True)
        ending.close()


def _begin(ending: Connection) -> None:
    """The first thing that a worker does: what Ctrl-C means is for its parent to decide, and it lives no longer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, args=(ending,), daemon=True).start()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _end_with_parent(ending: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        ending.recv_bytes()  # nothing is ever sent: this returns when the other end is closed, or its process is gone
    os._exit(1)
