"""The shop's press: does orders in a thread of this process, or in children that are ended when they take too long."""

from __future__ import annotations

from typing import Any, Protocol

import anyio
from pydantic import ConfigDict, TypeAdapter

from wordfleet_print.desk.orders import Order
from wordfleet_print.errors import BusyError
from wordfleet_print.sandbox import Child, Limits

MODULE = "wordfleet_print.desk.press_child"
MOST_WAITING = 100
"""Orders that wait for a free child; more are turned away."""


class Press(Protocol):
    """Who does orders."""

    @property
    def waiting(self) -> int:
        """How many orders wait for their turn."""

    async def do(self, order: Order) -> Any:  # noqa: ANN401 - whatever the order is answered with
        """The order's answer. Raises `WordfleetError` as it does, `ChildEndedError` where it went beyond a limit."""

    def start(self) -> None:
        """Get ready, while nobody waits yet."""

    def end(self) -> None:
        """Take no more orders."""


class PressHere:
    """Does one order after the other in a thread: for one's own machine, and for tests."""

    def __init__(self) -> None:
        self._turn = anyio.Semaphore(1)

    @property
    def waiting(self) -> int:
        """How many orders wait for their turn."""
        return self._turn.statistics().tasks_waiting

    async def do(self, order: Order) -> Any:  # noqa: ANN401 - whatever the order is answered with
        """The order's answer."""
        async with self._turn:
            return await anyio.to_thread.run_sync(order.do)

    def start(self) -> None:
        """Nothing: the first order loads what it needs."""

    def end(self) -> None:
        """Nothing: it has no one to end."""


class PressChildren:
    """So many children at work at a time, each order with its time; who is free takes the next."""

    def __init__(self, count: int) -> None:
        self._all = [Child(MODULE) for _ in range(count)]
        self._free = list(self._all)
        self._turn = anyio.Semaphore(count)

    @property
    def waiting(self) -> int:
        """How many orders wait for their turn."""
        return self._turn.statistics().tasks_waiting

    def start(self) -> None:
        """Start all of them."""
        for child in self._all:
            child.start()

    async def do(self, order: Order) -> Any:  # noqa: ANN401 - whatever the order is answered with
        """The order's answer; one that goes beyond its limits ends its child, and the next gets a new one.

        Raises `BusyError` where too many wait.
        """
        if self.waiting >= MOST_WAITING:
            raise BusyError("Too many wait for the press.")
        async with self._turn:
            return await self._asked(order)

    async def _asked(self, order: Order) -> Any:  # noqa: ANN401 - whatever the order is answered with
        child = self._free.pop()
        try:
            told = await anyio.to_thread.run_sync(child.ask, order, Limits(seconds=order.seconds))
        finally:
            self._free.append(child)
        return adapter(order.answers).validate_json(told)

    def end(self) -> None:
        """End all of them."""
        for child in self._all:
            child.end()


def adapter(kind: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - whatever an order answers with
    """What turns answers of this type into a line of JSON, and back."""
    return TypeAdapter(kind, config=_AS_TEXT if kind is bytes else None)


_AS_TEXT = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
