"""Who does orders: this process, or children that end when they take too long."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field, replace
from typing import TypeVar

import anyio

from wordfleet_print.desk.orders import AreYouThere, ShopOrder, WarmUp, answer_as_bytes, answer_from_bytes
from wordfleet_print.errors import BusyError, WordfleetError
from wordfleet_print.sandbox import (
    ENDING,
    HEAD,
    LATE,
    ChildEndedError,
    ChildEnding,
    ChildLimits,
    LastWords,
    answer_of,
    command,
    order_as_bytes,
    serve,
)

COLD_SECONDS = 10
"""How much longer orders may keep a processor busy in a process that has not answered yet: it loads what it needs."""


class Worker:
    """A process that does one order after the other; it is started when the first comes, and anew after it ended.

    The next order is with it while it does one. `orders` counts both, `since` is when the first of them began.
    """

    def __init__(self, module: str) -> None:
        self.orders, self.since = 0, 0.0
        self._module = module
        self._process: _Started | None = None
        self._starting = asyncio.Lock()
        self._said = LastWords()
        self._ended = False

    async def ask(self, order: object, limits: ChildLimits) -> bytes:
        """What the process answers, within the limits. Raises the error that it tells, `ChildEndedError` where it
        ends instead, or `BusyError` where none can be started. Who stops waiting ends it: nobody else may get what it
        would answer. Whoever only waited behind an order that ended it is asked for at the next process.
        """
        self.orders += 1
        try:
            while True:
                if answer := await self._answer(await self._started(), order, limits):
                    return answer_of(*answer)
        finally:
            self.orders -= 1

    async def end(self) -> None:
        """End the process, whatever it is doing; it takes no more orders."""
        self._ended = True
        async with self._starting:
            if self._process:
                self._process.end()
                await self._process.it.wait()
        self._said.close()

    async def _answer(self, process: _Started, order: object, limits: ChildLimits) -> tuple[bytes, bytes] | None:
        """The kind and the content of an answer; None where another's order ended the process."""
        if not process.warm:
            limits = replace(limits, seconds=limits.seconds + COLD_SECONDS)
        process.send(order_as_bytes(order, limits))
        try:
            async with process.turn:  # those who wait get it in the order in which they have sent
                self.since = asyncio.get_running_loop().time()
                return await process.answer(limits)
        except BaseException:
            process.end()
            raise

    async def _started(self) -> _Started:
        async with self._starting:
            if self._ended:
                raise ChildEndedError(ChildEnding.FAULT, "ended")
            if self._process and self._process.ended:
                await self._process.it.wait()
            if self._process is None or self._process.it.returncode is not None:
                try:
                    started = await asyncio.create_subprocess_exec(
                        *command(self._module), stdin=PIPE, stdout=PIPE, stderr=self._said.file
                    )
                except OSError as error:  # too many files are open, or processes
                    raise BusyError(f"The press cannot be started now: {error.strerror}.") from error
                self._process = _Started(started, self._said)
            return self._process


@dataclass(eq=False, slots=True)
class _Started:
    """A process, whose turn it is to be answered, whether it has answered before, and whether it is done for."""

    it: Process
    said: LastWords
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    warm: bool = False
    ended: bool = False

    def send(self, order: bytes) -> None:
        """Write an order; a process that has ended does not read it, and answers nothing."""
        if self.it.stdin:
            self.it.stdin.write(order)

    async def answer(self, limits: ChildLimits) -> tuple[bytes, bytes] | None:
        """The next answer; None where the process was ended before. Raises `ChildEndedError` where it ends now."""
        try:
            async with asyncio.timeout(limits.on_the_clock):
                kind, content = await self._read()
        except TimeoutError:
            self.end()
        except EOFError:
            if self.ended:
                return None
            self.ended = True
        else:
            self.warm = True
            if kind == ENDING:
                self.end()
            return kind, content
        raise self.said.of(await self.it.wait())

    async def _read(self) -> tuple[bytes, bytes]:
        """Raises `EOFError` where no whole answer comes, or the next one is not for who reads."""
        if self.ended or self.it.stdout is None:
            raise EOFError
        kind, size = HEAD.unpack(await self.it.stdout.readexactly(HEAD.size))
        return kind, await self.it.stdout.readexactly(size)

    def end(self) -> None:
        """End it, once: a signal to a process that has ended meanwhile would take its exit code from who waits."""
        if not self.ended:
            self.ended = True
            with contextlib.suppress(ProcessLookupError):  # it has ended
                self.it.send_signal(LATE)


MODULE = "wordfleet_print.desk.press_children"
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


if __name__ == "__main__":
    serve(answer_as_bytes)
