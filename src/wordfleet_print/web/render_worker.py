"""Who does orders: this process, or children that end when they take too long."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Event, Lock
from typing import ParamSpec, TypeVar

import anyio

from wordfleet_print.errors import BusyError, WordfleetError
from wordfleet_print.processes import Child, ChildEndedError, ChildLimits, serve
from wordfleet_print.web.orders import (
    RULES_SECONDS,
    SECONDS,
    answer_as_bytes,
    answer_from_bytes,
    are_you_there,
    warm_up,
)

COLD_SECONDS = 10
"""How much longer orders may keep a processor busy in a process that has not answered yet: it loads what it needs."""


class Worker:
    """A child that does one order after the other, asked by a thread: so it goes on to the next whatever the shop's
    loop does. `orders` counts those that are with it, `since` is when the first of them began.
    """

    def __init__(self, module: str) -> None:
        self.orders, self.since = 0, 0.0
        self._child = Child(module)
        self._thread = ThreadPoolExecutor(1)
        self._now: Event | None = None
        self._change = Lock()

    async def ask(self, order: object, limits: ChildLimits) -> bytes:
        """What the process answers, within the limits. Raises the error that it tells, `ChildEndedError` where it
        ends instead, or `BusyError` where none can be started. Who stops waiting ends it: nobody else may get what it
        would answer.
        """
        left, loop = Event(), asyncio.get_running_loop()
        self.orders += 1
        try:
            return await loop.run_in_executor(self._thread, self._do, left, loop.time, order, limits)
        finally:
            self.orders -= 1
            left.set()
            with self._change:
                if self._now is left:
                    self._child.restart()

    def _do(self, left: Event, clock: Callable[[], float], order: object, limits: ChildLimits) -> bytes:
        with self._change:
            if left.is_set():
                return b""
            self._now, self.since = left, clock()
        try:
            cold = 0 if self._child.warm else COLD_SECONDS
            return self._child.ask(order, replace(limits, seconds=limits.seconds + cold))
        except OSError as error:  # too many files are open, or processes
            raise BusyError(f"The press cannot be started now: {error.strerror}.") from error
        finally:
            with self._change:
                self._now = None

    def end(self) -> None:
        """End the process, whatever it is doing; it takes no more orders."""
        self._child.end()


MODULE = "wordfleet_print.web.press_children"
MOST_WAITING = 100
"""Orders that wait for a free child; more are turned away."""
AT_A_CHILD = 2
"""Orders with a child at a time: the one that it does, and the next, so that it never waits for the shop's loop."""
SOON, CACHED = 5, 1
"""Seconds within which a press that is well answers anybody; and for which that is taken as told."""

P = ParamSpec("P")
T = TypeVar("T")


class Press:
    """Does one order after the other in a thread: for one's own machine, and for tests."""

    _asked: asyncio.Task[bool] | None = None
    _since = 0.0

    def __init__(self) -> None:
        self._turn = anyio.Semaphore(1)

    async def do(self, _seconds: int, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function answers, however long it takes. Raises as it does."""
        async with self._turn:
            return await anyio.to_thread.run_sync(partial(work, *args, **kwargs))

    async def answers(self) -> bool:
        """Whether it answers, soon. It is asked once at a time, and nobody takes the question back: that would end the
        child that has it.
        """
        now = anyio.current_time()
        if self._asked is None or (self._asked.done() and now - self._since >= CACHED):
            self._asked, self._since = asyncio.create_task(self._answer()), now
        await asyncio.wait({self._asked}, timeout=SOON)
        return self._asked.done() and self._asked.result()

    async def _answer(self) -> bool:
        try:
            return await self.do(SECONDS, are_you_there)
        except (WordfleetError, ChildEndedError, OSError):
            return False

    async def warm(self) -> None:
        """Load what orders need; here the first does."""

    async def end(self) -> None:
        """End whoever works for it; here there is no one."""


class PressChildren(Press):
    """So many children at work at a time, each order with its time; who has least to do takes the next."""

    def __init__(self, count: int) -> None:
        self._all = [Worker(MODULE) for _ in range(count)]
        self._turn = anyio.Semaphore(AT_A_CHILD * count, fast_acquire=True)

    @property
    def waiting(self) -> int:
        """How many orders wait for their turn."""
        return self._turn.statistics().tasks_waiting

    async def warm(self) -> None:
        """Start all of them, and let each deal and print once."""
        await asyncio.gather(*(self._warm_one() for _ in self._all))

    async def _warm_one(self) -> None:
        with contextlib.suppress(ChildEndedError):  # the shop has closed
            await self.do(RULES_SECONDS, warm_up)

    async def do(self, seconds: int, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function answers; one that goes beyond its limits ends its child, and the next gets a new one. Where
        all are at work, it waits behind the order that began last: one that takes long is likely to take longer.

        Raises `WordfleetError` as it does, `ChildEndedError` where it went beyond a limit, `BusyError` where too many
        wait.
        """
        if self.waiting >= MOST_WAITING:
            raise BusyError("Too many wait for the press.")
        async with self._turn:
            child = min(self._all, key=lambda one: (one.orders, -one.since))
            order = partial(work, *args, **kwargs)
            told = await child.ask(order, ChildLimits(seconds=seconds))
        return answer_from_bytes(order, told)

    async def end(self) -> None:
        """End all of them."""
        for child in self._all:
            child.end()


if __name__ == "__main__":
    serve(answer_as_bytes)
