"""A child of the shop's press: two orders are with it, each gets its own answer, and none pays for the other."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from support import orders_done
from support.shop import until
from wordfleet_print.processes import ChildEndedError, ChildEnding, ChildLimits
from wordfleet_print.web.press_children import Worker

Told = tuple[str, str]
PATIENT, HURRIED = ChildLimits(seconds=30), ChildLimits(seconds=1)
CLOCK = 0.5
"""Seconds that a hurried order has on the clock, in a process that is warm."""


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    """One whose process does what `orders_done` knows."""
    child = [sys.executable, str(Path(orders_done.__file__))]
    monkeypatch.setattr("wordfleet_print.processes.command", lambda _module: child)
    monkeypatch.setattr("wordfleet_print.processes.GRACE", CLOCK - 2 * HURRIED.seconds)
    return Worker("")


def _run(worker: Worker, visit: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Visit a worker whose process is warm, and end it."""

    async def whole() -> None:
        await worker.ask(("say", "warm"), PATIENT)
        try:
            await visit()
        finally:
            worker.end()

    asyncio.run(whole())


async def _told(worker: Worker, what: str, how: object = "", limits: ChildLimits = PATIENT) -> Told:
    """How, and by which process."""
    told, process = (await worker.ask((what, str(how)), limits)).decode().split(" ")
    return told, process


def test_the_next_order_is_with_it_already(worker: Worker, tmp_path: Path) -> None:
    """While the shop's loop does something else, a child goes on from one order to the next; the clock of the second
    begins when it is the first.
    """
    mark = tmp_path / "mark"

    async def visit() -> None:
        begun = asyncio.get_running_loop().time()
        first, second = (asyncio.create_task(_told(worker, *one)) for one in (("sleep", "0.2"), ("touch", mark)))
        await asyncio.sleep(0.05)  # all are with it
        assert (worker.orders, mark.exists()) == (2, False)
        until(mark.exists)  # the loop does something else
        (one, by), (two, also_by) = await first, await second
        assert (one, two, by) == ("0.2", str(mark), also_by)
        assert (worker.orders, worker.since - begun >= 0.2) == (0, True)

    _run(worker, visit)


@pytest.mark.parametrize(
    ("what", "limits", "ending"),
    [("sleep", HURRIED, ChildEnding.TIME), ("die", PATIENT, ChildEnding.FAULT), ("eat", PATIENT, ChildEnding.MEMORY)],
)
def test_who_waits_behind_an_order_does_not_end_with_it(
    what: str, limits: ChildLimits, ending: ChildEnding, worker: Worker
) -> None:
    """An order that takes too long, too much, or the child's life fails alone; the next is done by another child."""

    async def visit() -> None:
        _, before = await _told(worker, "say", "before")
        asked = (_told(worker, what, "60", limits), _told(worker, "say", "second"))
        failed, (second, by) = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(failed, ChildEndedError)
        assert (failed.ending, second, by != before) == (ending, "second", True)
        assert await _told(worker, "say", "third") == ("third", by)

    _run(worker, visit)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_an_answer_that_nobody_waits_for_goes_to_nobody(left: int, worker: Worker) -> None:
    """Whoever leaves while their order is done, waits, or waits for a process, nobody else is told their answer."""

    async def visit() -> None:
        asked = [asyncio.create_task(_told(worker, "sleep", f"0.{number}")) for number in range(1, 4)]
        await asyncio.sleep(0.05)  # all are with it
        asked[left].cancel()
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(told.pop(left), asyncio.CancelledError)
        assert [one[0] for one in told if isinstance(one, tuple)] == [f"0.{n}" for n in range(1, 4) if n != left + 1]
        assert (await _told(worker, "say", "next"))[0] == "next"

    _run(worker, visit)


def test_one_that_has_been_ended_takes_no_orders(worker: Worker) -> None:
    """Those that are with it fail, and no process is started for them, or for another."""

    async def visit() -> None:
        asked = [asyncio.create_task(_told(worker, "sleep", "0.5")) for _ in range(2)]
        await asyncio.sleep(0.05)  # all are with it
        worker.end()
        told = await asyncio.gather(*asked, _told(worker, "say"), return_exceptions=True)
        assert [type(one) for one in told] == [ChildEndedError] * 3

    _run(worker, visit)
