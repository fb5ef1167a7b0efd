"""Who makes the files of a pack: this process, or any executor of `concurrent.futures`."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, wait
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from wordfleet_print.errors import WorkerDiedError

T = TypeVar("T")
TICK_SECONDS = 0.1
"""How long a stop may wait to be noticed."""
FILES_PER_PROCESS = 4
FILES_AT_LEAST = 8
"""Open files that this process needs for each worker, and for all of them."""


def run_calls(calls: Iterable[Callable[[], T]], executor: Executor | None) -> Iterator[T]:
    """Yield what each call returns, in order; the executor makes several at a time.

    Raises what a call raises, and `WorkerDiedError` where a process ended in the middle of one.
    """
    if executor is None:
        yield from (call() for call in calls)
        return
    with _deferred_signals() as let_signals_in:
        futures = deque(executor.submit(call) for call in calls)
        try:
            while futures:
                while not futures[0].done():
                    wait([futures[0]], TICK_SECONDS)
                    let_signals_in()
                yield futures.popleft().result()
        except BrokenExecutor as error:
            what = "A worker process ended in the middle of its work, most likely for want of memory."
            raise WorkerDiedError(what, tip="Nothing was changed.", say=("workers=1",)) from error
        finally:
            for future in futures:
                future.cancel()


@contextlib.contextmanager
def _deferred_signals() -> Iterator[Callable[[], None]]:
    """Let Ctrl-C and SIGTERM act only where the yielded function is called.

    An exception may strike between any two steps, even when the lock of a future has just been taken: nobody would
    release it, and the executor would wait for it for ever.
    """
    pending = list[int]()
    stops = (signal.SIGINT, signal.SIGTERM) if current_thread() is main_thread() else ()
    handlers = {number: handler for number in stops if callable(handler := signal.getsignal(number))}

    def let_in() -> None:
        if pending:
            number = pending[0]
            pending.clear()
            handlers[signal.Signals(number)](number, None)

    def note(number: int, _frame: object) -> None:
        pending.append(number)

    for number in handlers:
        signal.signal(number, note)
    try:
        yield let_in
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    let_in()


@contextlib.contextmanager
def open_pool(count: int) -> Iterator[Executor | None]:
    """Yield an executor with `count` processes; None for one, which is this process."""
    if count < 2:
        yield None
        return
    # Where too few files may be open the error comes here, not while a process is started, which would tell it too.
    with contextlib.ExitStack() as tried:
        for _ in range(FILES_PER_PROCESS * count + FILES_AT_LEAST):
            tried.callback(os.close, os.open(os.devnull, os.O_RDONLY))
    # On Linux processes are copies of one that has loaded our modules; elsewhere each loads them itself.
    context = get_context("forkserver" if sys.platform == "linux" else "spawn")
    if sys.platform == "linux":
        context.set_forkserver_preload(["wordfleet_print.event.pack.contents"])
    before, os.environ["PYTHONSAFEPATH"] = os.environ.get("PYTHONSAFEPATH", ""), "1"  # import nothing from this folder
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_begin_worker)
    try:
        yield pool
    except BaseException:
        # Nobody waits for their work: end them now. The pool would wait for the rest of an answer that one of them was
        # amid as long as it holds the other end of that pipe itself.
        for process in [*(pool._processes or {}).values()]:
            process.kill()
        pool._result_queue._writer.close()  # type: ignore[attr-defined] # the type stubs do not know it
        # Before Python 3.11.5 a call that is half written to a full pipe would wait for a reader forever (gh-94777).
        pool._call_queue._reader.close()  # type: ignore[attr-defined] # likewise
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        os.environ["PYTHONSAFEPATH"] = before  # empty means unset


def _begin_worker() -> None:
    """Leave it to the parent what Ctrl-C means, and end with the parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
    os._exit(1)
