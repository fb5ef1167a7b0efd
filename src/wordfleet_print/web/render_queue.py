"""Whose turn it is at the render worker: the owner's first, then one guest after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio

from wordfleet_print.errors import THIS_COMPUTER_IS_BUSY, BusyError
from wordfleet_print.web.auth import Role, Visitor

# Guests' requests that wait for the worker; and the owner's.
MOST_WAITING = 20


class LeftError(Exception):
    """The visitor has left before it was their turn."""


class Place:
    """A request that waits until it is decided whether it gets a turn."""

    decided: anyio.Event
    """Set when its turn begins, or when it is refused."""
    has_turn: bool
    """Whether its turn has begun; False for a request that waits or was refused."""

    def __init__(self) -> None:
        self.decided = anyio.Event()
        self.has_turn = False

    def begin_turn(self) -> None:
        """Give the request its turn."""
        self.has_turn = True
        self.decided.set()

    def refuse(self) -> None:
        """End the wait without a turn."""
        self.decided.set()


class RenderQueue:
    """Gives one request at a time its turn.

    A guest who asks for many pages waits longer, and nobody else does: guests take turns. If too
    many wait, the latest of the guest who has most is refused.
    """

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most_waiting = most_waiting
        self._is_taken = False
        # By visitor, in the order of their turns; each one's requests in theirs.
        self._places: dict[Visitor, list[Place]] = {}

    @asynccontextmanager
    async def turn(
        self, visitor: Visitor, leaving: Callable[[], Awaitable[object]] = anyio.sleep_forever
    ) -> AsyncIterator[None]:
        """Wait for a turn, and have it for the length of a block.

        `leaving` returns when the visitor has left, who then leaves the queue. Raises `LeftError`,
        or `BusyError` if too many wait.
        """
        if self._is_taken:
            await self._wait(visitor, leaving)
        self._is_taken = True
        try:
            yield
        finally:
            self._end_turn()

    async def _wait(self, visitor: Visitor, leaving: Callable[[], Awaitable[object]]) -> None:
        """Wait for a turn; raises `LeftError` or `BusyError`, as `turn` does."""
        place = Place()
        self._add(visitor, place)

        async def stop_when_left(waiting: anyio.CancelScope) -> None:
            await leaving()
            waiting.cancel()

        try:
            # Two tasks: one waits for the turn, one for the visitor to leave. The first that is
            # done ends the other
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(stop_when_left, tasks.cancel_scope)
                await place.decided.wait()
                tasks.cancel_scope.cancel()
        except BaseException:  # the server cancels the request
            if place.has_turn:
                self._end_turn()
            raise
        finally:
            self._remove(visitor, place)
        if place.decided.is_set() and not place.has_turn:
            raise BusyError(THIS_COMPUTER_IS_BUSY)
        if not place.has_turn:
            raise LeftError

    def _add(self, visitor: Visitor, place: Place) -> None:
        """Add a request to those that wait.

        If too many wait, the visitor with most waiting requests loses the last one. If that would
        be this one, raises `BusyError`. The owner's requests have a limit of their own.
        """
        is_owner = visitor.role is Role.OWNER
        places_of_role = {
            other: places
            for other, places in self._places.items()
            if (other.role is Role.OWNER) == is_owner
        }
        if sum(map(len, places_of_role.values())) >= self._most_waiting:
            most_places = max(places_of_role.values(), key=len)
            own_places = places_of_role.get(visitor, [])
            # With this request the visitor would have at least as many as anybody else
            if len(own_places) + 1 >= len(most_places):
                raise BusyError(THIS_COMPUTER_IS_BUSY)
            last_place = most_places.pop()
            last_place.refuse()
        self._places.setdefault(visitor, []).append(place)

    def _remove(self, visitor: Visitor, place: Place) -> None:
        places = self._places.get(visitor, [])
        if place in places:
            places.remove(place)
        if not places:
            self._places.pop(visitor, None)

    def _end_turn(self) -> None:
        """Give the next request its turn: the owner's first, else the first guest's."""
        self._is_taken = False
        owners = [visitor for visitor in self._places if visitor.role is Role.OWNER]
        visitor = next(iter(owners or self._places), None)
        if visitor is None:
            return
        places = self._places.pop(visitor)
        place = places.pop(0)
        if places:
            self._places[visitor] = places  # at the end: other visitors have their turn first
        self._is_taken = True
        place.begin_turn()
