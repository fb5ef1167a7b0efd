"""Turns at the render worker: the owner first, guests one after the other, nobody who has left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import pytest

from wordfleet_print.errors import BusyError
from wordfleet_print.web.auth import Role, Visitor
from wordfleet_print.web.render_queue import LeftError, RenderQueue

ANN = Visitor(Role.GUEST, "ann")
BEN = Visitor(Role.GUEST, "ben")
CY = Visitor(Role.GUEST, "cy")
OWNER = Visitor(Role.OWNER, "owner")


def ask_in_order(
    visitors: list[Visitor], most: int = 20, leaving: Callable[[], Awaitable[object]] | None = None
) -> list[str]:
    """Return whose turn it was, and who was refused (in parentheses) or has left, in order.

    All ask while somebody else has the turn; `leaving` ends for Ann only.
    """
    queue = RenderQueue(most)
    seen = list[str]()

    async def ask(visitor: Visitor) -> None:
        wait = leaving if leaving and visitor == ANN else anyio.sleep_forever
        try:
            async with queue.turn(visitor, wait):
                seen.append(visitor.id)
        except BusyError:
            seen.append(f"({visitor.id})")
        except LeftError:
            seen.append("left")

    async def ask_all() -> None:
        async with anyio.create_task_group() as tasks, queue.turn(CY):
            for visitor in visitors:
                tasks.start_soon(ask, visitor)
                await anyio.wait_all_tasks_blocked()
        async with queue.turn(CY):  # it is free again
            seen.append("end")

    anyio.run(ask_all)
    return seen


def test_guests_take_turns_and_the_owner_is_first() -> None:
    """25 requests of one guest cost another guest one turn, and the owner none."""
    order = ask_in_order([*[ANN] * 12, BEN, OWNER, BEN])
    assert order == ["owner", "ann", "ben", "ann", "ben", *["ann"] * 10, "end"]


def test_the_guest_who_asks_most_is_refused() -> None:
    """If too many wait, the latest of the guest who has most goes; the owner has a queue too."""
    order = ask_in_order([ANN, ANN, ANN, ANN, BEN, OWNER], most=3)
    assert order == ["(ann)", "(ann)", "owner", "ann", "ben", "ann", "end"]


def test_who_has_left_leaves_the_queue() -> None:
    """An aborted request takes no turn, and no place of others."""

    async def leave_at_once() -> None:
        return

    order = ask_in_order([ANN] * 50 + [BEN], most=2, leaving=leave_at_once)
    assert order == [*["left"] * 50, "ben", "end"]


def test_a_turn_ends_with_its_error() -> None:
    """The next one begins."""

    async def fail_then_ask() -> str:
        queue = RenderQueue()
        with pytest.raises(ZeroDivisionError):
            async with queue.turn(ANN):
                raise ZeroDivisionError
        async with queue.turn(BEN):
            return "ben"

    assert anyio.run(fail_then_ask) == "ben"


def test_a_waiting_request_that_is_cancelled_passes_its_turn_on() -> None:
    """A request that the server ends keeps nobody waiting."""

    async def cancel_first() -> list[str]:
        queue, seen = RenderQueue(), list[str]()

        async def ask(visitor: Visitor) -> None:
            async with queue.turn(visitor):
                seen.append(visitor.id)

        async with anyio.create_task_group() as tasks, queue.turn(CY):
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as cancelled:
                    cancelled.start_soon(ask, ANN)
                    tasks.start_soon(ask, BEN)
                    await anyio.wait_all_tasks_blocked()
                    scope.cancel()
        return seen

    assert anyio.run(cancel_first) == ["ben"]
