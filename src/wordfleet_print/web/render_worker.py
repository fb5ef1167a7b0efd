"""One child process with a time and memory limit, for rules folders, kits and books.

The limits keep a designer's endless loop or huge picture away from the page. The child is no
sandbox: it runs as the same user, so what it sends back is trusted.
"""

from __future__ import annotations

import gc
from asyncio import wait_for, wrap_future
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

from wordfleet_print import errors
from wordfleet_print.processes import begin_worker, limit_resources

# How long the child may take to start on a busy machine.
START_SECONDS = 60
# Processor time of one child; then the next one takes over.
DAY_SECONDS = 24 * 3600
OBJECTS_BEFORE_COLLECTION = 50_000

P = ParamSpec("P")
T = TypeVar("T")


class RenderLimitError(errors.BadInputError):
    """The child was ended because it exceeded its limit of “time” or “memory”."""

    def __init__(self, limit: str) -> None:
        super().__init__(
            errors.Problem(
                f"This needs more {limit} than a page may use.",
                advice="Ask for fewer pages, or less text.",
            )
        )
        self.limit = limit


class RenderWorker:
    """Run functions in the child, one at a time (see `RenderQueue`); a child that exceeds its
    limits is replaced.
    """

    start_seconds: float
    """How long the child may take to start."""

    def __init__(
        self, seconds: float, megabytes: int, start_seconds: float = START_SECONDS
    ) -> None:
        self.start_seconds = start_seconds
        self._seconds = seconds
        self._megabytes = megabytes
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of a module returns, or raise what it raises.

        Raises `RenderLimitError`, or `BusyError` if the child cannot be started.
        """
        child = self._pool or await self._start_child()
        try:
            future = child.submit(work, *args, **kwargs)
            return await wait_for(wrap_future(future), self._seconds)
        except TimeoutError as error:
            self.close()
            raise RenderLimitError("time") from error
        # The system kills a process that takes too much
        except (MemoryError, BrokenExecutor) as error:
            self.close()
            raise RenderLimitError("memory") from error

    async def _start_child(self) -> ProcessPoolExecutor:
        """Return a pool of one process, when that has started."""
        # A fork would copy locks that other threads hold
        spawn = get_context("spawn")
        pool = self._pool = ProcessPoolExecutor(
            max_workers=1,
            mp_context=spawn,
            initializer=begin_rendering,
            initargs=(self._megabytes,),
        )
        try:
            # A call that takes no time returns as soon as the process runs
            await wait_for(wrap_future(pool.submit(int)), self.start_seconds)
        except TimeoutError as error:
            self.close()
            raise errors.BusyError(errors.THIS_COMPUTER_IS_BUSY) from error
        except BrokenExecutor as error:
            self.close()
            raise RenderLimitError("memory") from error
        return pool

    def close(self) -> None:
        """End the child, whatever it does."""
        pool = self._pool
        self._pool = None
        if pool:
            for process in [*(pool._processes or {}).values()]:
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def begin_rendering(megabytes: int) -> None:
    """Prepare the child."""
    # As `__main__` does: setting a book makes millions of objects that stay
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)
    begin_worker()
    limit_resources(DAY_SECONDS, megabytes)
