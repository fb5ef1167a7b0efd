"""The shop's press: does orders in a thread of this process, or in children that are ended when they take too long."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from typing import TypeVar

import anyio

from wordfleet_print.desk.orders import AreYouThere, ShopOrder, WarmUp, answer_from_bytes
from wordfleet_print.desk.worker import Worker
from wordfleet_print.errors import BusyError, WordfleetError
from wordfleet_print.sandbox import ChildEndedError, ChildLimits

MODULE = "wordfleet_print.desk.press_child"
MOST_WAITING = 100
"""Orders that wait for a free child; more are turned away."""
AT_A_CHILD = 2
"""Orders with a child at a time: the one that it does, and the next, so that it never waits for the shop's loop."""
SOON, CACHED = 5, 1
"""Seconds within which a press that is well answers anybody; and for which that is taken as told."""

_Told = TypeVar("_Told")


class _Press(ABC):
    """What every press can be asked."""

    _asked: asyncio.Task[bool] | None = None
    _since = 0.0

    @abstractmethod
    async def do(self, order: ShopOrder[_Told]) -> _Told:
        """The order's answer."""

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
            return await self.do(AreYouThere())
        except (WordfleetError, ChildEndedError, OSError):
            return False


class PressHere(_Press):
    """Does one order after the other in a thread: for one's own machine, and for tests."""

    def __init__(self) -> None:
        self._turn = anyio.Semaphore(1)

    async def do(self, order: ShopOrder[_Told]) -> _Told:
        """The order's answer. Raises `WordfleetError` as it does."""
        async with self._turn:
            return await anyio.to_thread.run_sync(order.do)

    async def warm(self) -> None:
        """Nothing: the first order loads what it needs."""

    async def end(self) -> None:
        """Nothing: it has no one to end."""


class PressChildren(_Press):
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
            await self.do(WarmUp())

    async def do(self, order: ShopOrder[_Told]) -> _Told:
        """The order's answer; one that goes beyond its limits ends its child, and the next gets a new one. Where all
        are at work, it waits behind the order that began last: one that takes long is likely to take longer.

        Raises `WordfleetError` as it does, `ChildEndedError` where it went beyond a limit, `BusyError` where too many
        wait.
        """
        if self.waiting >= MOST_WAITING:
            raise BusyError("Too many wait for the press.")
        async with self._turn:
            child = min(self._all, key=lambda one: (one.orders, -one.since))
            told = await child.ask(order, ChildLimits(seconds=order.seconds))
        return answer_from_bytes(order, told)

    async def end(self) -> None:
        """End all of them."""
        for child in self._all:
            await child.end()


Press = PressHere | PressChildren
"""Who does orders."""
