"""A child that the shop's loop writes to and reads from: no thread waits for its answers, and it waits for no order."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field, replace

from wordfleet_print.errors import BusyError
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
