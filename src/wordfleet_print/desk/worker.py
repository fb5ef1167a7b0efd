"""A child that the shop's loop writes to and reads from: no thread waits for its answers."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import PIPE, Process

from wordfleet_print.sandbox import (
    ENDING,
    HEAD,
    ChildEndedError,
    Ending,
    LastWords,
    Limits,
    answer_of,
    command,
    order_as_bytes,
)


class Worker:
    """A process that does one order after the other; it is started when the first comes, and anew after it ended."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._sound = True
        self._said = LastWords()
        self._ended = False

    async def ask(self, order: object, limits: Limits) -> bytes:
        """What the process answers, within the limits. Raises the error that it tells, or `ChildEndedError` where it
        ends instead. Who stops waiting ends it: nobody else may get what it would answer.
        """
        process = await self._started()
        self._sound = False
        try:
            async with asyncio.timeout(limits.on_the_clock):
                kind, content = await _exchange(process, order_as_bytes(order, limits))
            self._sound = kind != ENDING
            return answer_of(kind, content)
        except TimeoutError:
            process.kill()
            raise self._said.of(await process.wait()) from None
        except (OSError, EOFError):
            raise self._said.of(await process.wait()) from None
        finally:
            if not self._sound:
                _kill(process)

    async def end(self) -> None:
        """End the process, whatever it is doing; it takes no more orders."""
        self._ended = True
        if self._process:
            _kill(self._process)
            await self._process.wait()
        self._said.close()

    async def _started(self) -> Process:
        if self._ended:
            raise ChildEndedError(Ending.FAULT, "ended")
        if self._process and not self._sound:
            await self._process.wait()
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *command(self._module), stdin=PIPE, stdout=PIPE, stderr=self._said.file
            )
        return self._process


async def _exchange(process: Process, order: bytes) -> tuple[bytes, bytes]:
    """Send an order, and wait for its answer. Raises `OSError` or `EOFError` where there is no whole one."""
    if process.stdin is None or process.stdout is None:
        raise EOFError
    process.stdin.write(order)
    await process.stdin.drain()
    kind, size = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    return kind, await process.stdout.readexactly(size)


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended
        process.kill()
