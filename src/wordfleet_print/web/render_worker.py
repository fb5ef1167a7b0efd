"""One child process with a time and memory limit, for rules folders, kits and books.

The limits keep a designer's endless loop or huge picture away from the page. The child is no sandbox: it runs as the
same user, so what it sends back is trusted.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import anyio
import anyio.to_thread

from wordfleet_print.errors import BadInputError, BusyError

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

MEGABYTE = 1_000_000
# How long the child may take to start on a busy machine.
START_SECONDS = 60
# Calls that wait for the worker; more are refused.
MOST_WAITING = 20
NO_MEMORY_EXIT = 99

P = ParamSpec("P")
T = TypeVar("T")


class RenderLimitError(BadInputError):
    """The child was ended because it exceeded its limit of “time” or “memory”."""

    def __init__(self, limit: str) -> None:
        super().__init__(f"This needs more {limit} than a page may use.", tip="Ask for fewer pages, or less text.")
        self.limit = limit


class RenderWorker:
    """Run one function after the other in the child; a child that exceeds its limits is replaced."""

    def __init__(self, seconds: float, megabytes: int) -> None:
        self._seconds, self._megabytes = seconds, megabytes
        self._turn = anyio.Semaphore(1)
        self._change = Lock()
        self._process: SpawnProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self._is_closed = False

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of a module returns, or raise what it raises.

        Raises `RenderLimitError`, or `BusyError` if too many calls wait.
        """
        if self._turn.statistics().tasks_waiting >= MOST_WAITING:
            raise BusyError("Too many pages are being made. Try again in a moment.")
        async with self._turn:
            return await anyio.to_thread.run_sync(self._ask, partial(work, *args, **kwargs))

    def _ask(self, work: partial[T]) -> T:
        try:
            connection = self._start()
            connection.send(work)
            if not connection.poll(self._seconds):
                raise RenderLimitError("time")
            is_good, answer = connection.recv()
        except RenderLimitError:
            self._stop()
            raise
        except (EOFError, OSError) as error:  # the child has ended
            code = self._stop()
            if self._is_closed:
                raise BusyError("The page is closing.") from error
            if code == NO_MEMORY_EXIT or code < 0:  # killed by the system, or out of memory inside a library
                raise RenderLimitError("memory") from error
            raise RuntimeError(f"The render worker ended with exit code {code}.") from error
        if is_good:
            result: T = answer
            return result
        raise answer

    def _start(self) -> Connection[Any, Any]:
        """Return the connection to the child; start one if needed."""
        with self._change:
            if self._is_closed:
                raise EOFError
            if self._process is None or self._connection is None:
                context = get_context("spawn")  # a fork would copy locks that other threads hold
                self._connection, theirs = context.Pipe()
                self._process = context.Process(target=serve, args=(theirs, self._megabytes), daemon=True)
                self._process.start()
                theirs.close()
                if not self._connection.poll(START_SECONDS):
                    raise RenderLimitError("time")
                self._connection.recv()
            return self._connection

    def _stop(self) -> int:
        """End the child; return its exit code."""
        with self._change:
            process, connection = self._process, self._connection
            self._process = self._connection = None
        if process is None or connection is None:
            return 0
        connection.close()
        process.join(1)  # if it has ended by itself, its own exit code says why
        process.kill()
        process.join()
        return process.exitcode or 0

    def close(self) -> None:
        """End the child for good, whatever it does."""
        self._is_closed = True
        if process := self._process:  # not under the lock: a thread may hold it while it waits for the child
            process.kill()


def serve(connection: Connection[Any, Any], megabytes: int) -> None:
    """Be the child: call what is sent, send back what it returns or raises, until the other end closes."""
    gc.set_threshold(50_000)  # as `__main__` does: setting a book makes millions of objects that stay
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):  # macOS has no memory limit
            resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, resource.RLIM_INFINITY))
    connection.send("ready")
    while True:
        try:
            work = connection.recv()
        except EOFError:
            return
        try:
            answer = True, work()
        except MemoryError:
            os._exit(NO_MEMORY_EXIT)
        except Exception as error:
            if isinstance(error.__cause__, MemoryError):
                os._exit(NO_MEMORY_EXIT)
            answer = False, error
        connection.send(answer)
