"""The application's state: settings, keys, the worker, and what was made for each visitor."""

from __future__ import annotations

import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import ParamSpec, TypeVar

import anyio
import anyio.to_thread
from starlette.requests import HTTPConnection

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.web.assets import Books
from wordfleet_print.web.auth import AccessKeys, Role, Visitor
from wordfleet_print.web.event_sessions import EventSessions
from wordfleet_print.web.render_worker import RenderWorker
from wordfleet_print.web.settings import Limits, ServerSettings

Clock = Callable[[], float]
P = ParamSpec("P")
T = TypeVar("T")
# What a ticket counts at least: a table's settings and sheets take about that much.
SMALLEST_BYTES = 10_000


@dataclass(slots=True)
class Ticket:
    """Something made for a visitor, with its size in memory; `parts` are tickets that end with it."""

    value: object
    visitor: Visitor
    size: int
    since: float
    parts: tuple[str, ...] = ()


class Tickets:
    """What was made, by random tickets of 128 bits. A visitor who makes too much loses their own oldest tickets."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._tickets: dict[str, Ticket] = {}  # the oldest first
        self._wholes: dict[str, str] = {}

    def issue(self, value: object, visitor: Visitor, size: int = 0) -> str:
        """Keep a value for a visitor and return its ticket; `size` in bytes."""
        self.remove_old()
        limits, made = self._limits, Ticket(value, visitor, max(size, SMALLEST_BYTES), self._clock())
        if visitor.role is Role.OWNER:
            self._make_room(visitor, limits.owner_tickets, made.size, limits.ticket_bytes * 10)
        else:
            self._make_room(visitor, limits.tickets, made.size, limits.ticket_bytes)
            self._make_room_for_guests(made.size)
        ticket = secrets.token_urlsafe(16)
        self._tickets[ticket] = made
        return ticket

    def issue_parts(self, ticket: str, count: int) -> tuple[str, ...]:
        """Return further tickets for parts of a ticket's value."""
        parts = tuple(secrets.token_urlsafe(16) for _ in range(count))
        self._tickets[ticket].parts = parts
        self._wholes |= dict.fromkeys(parts, ticket)
        return parts

    def find(self, ticket: str, kind: type[T]) -> tuple[T, Visitor] | None:
        """Return the value of a ticket, if it is of that kind, and whose it is; None if it is gone or never was."""
        self.remove_old()
        found = self._tickets.get(ticket)
        return (found.value, found.visitor) if found and isinstance(found.value, kind) else None

    def find_part(self, part: str, kind: type[T]) -> tuple[T, int] | None:
        """Return the whole that a part's ticket belongs to, and the part's number from 0."""
        whole = self._wholes.get(part, "")
        found = self.find(whole, kind)
        return (found[0], self._tickets[whole].parts.index(part)) if found else None

    def remove_old(self) -> None:
        """Forget what is older than its time."""
        now = self._clock()
        while self._tickets:
            ticket = next(iter(self._tickets))
            if now - self._tickets[ticket].since <= self._limits.ticket_seconds:
                return
            self._drop(ticket)

    def __len__(self) -> int:
        return len(self._tickets)

    def _make_room(self, visitor: Visitor, most: int, size: int, most_bytes: int) -> None:
        own = [ticket for ticket, one in self._tickets.items() if one.visitor == visitor]
        total = sum(self._tickets[ticket].size for ticket in own)
        # The oldest of this visitor's own, so nobody can push out what others have made
        while own and (len(own) >= most or total + size > most_bytes):
            total -= self._tickets[own[0]].size
            self._drop(own.pop(0))

    def _make_room_for_guests(self, size: int) -> None:
        """While all guests together have too much, the one who has most loses their oldest."""
        while True:
            sizes = Counter[Visitor]()
            for one in self._tickets.values():
                sizes[one.visitor] += one.size * (one.visitor.role is not Role.OWNER)
            if not sizes.total() or sizes.total() + size <= self._limits.guest_bytes:
                return
            ((largest, _),) = sizes.most_common(1)
            self._drop(next(ticket for ticket, one in self._tickets.items() if one.visitor == largest))

    def _drop(self, ticket: str) -> None:
        for part in self._tickets.pop(ticket).parts:
            self._wholes.pop(part, None)


class AppState:
    """Everything that routes share."""

    def __init__(
        self,
        settings: ServerSettings,
        keys: AccessKeys | None = None,
        clock: Clock = time.monotonic,
        worker: RenderWorker | None = None,
    ) -> None:
        limits = settings.limits
        self.settings, self.keys, self.clock = settings, keys or AccessKeys(), clock
        self.worker = worker or RenderWorker(limits.render_seconds, limits.render_megabytes)
        self.tickets = Tickets(limits, clock)
        self.books = Books(settings.rules, self.make_folder, self.worker)
        self.events = EventSessions(settings, clock, self.make_folder)

    @cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory(prefix="wordfleet-print-", ignore_cleanup_errors=True)

    def make_folder(self) -> Path:
        """Return a new folder, readable by the owner only, that is removed when the page closes."""
        try:
            return Path(tempfile.mkdtemp(dir=self._folder.name))
        except OSError as error:
            raise CannotWriteError(f"This computer cannot store your files: {error.strerror}.") from error

    async def close(self) -> None:
        """Stop the worker and whatever is printed, and remove the files."""
        self.worker.close()
        await anyio.to_thread.run_sync(self.events.close)
        if "_folder" in vars(self):
            self._folder.cleanup()


def state_of(request: HTTPConnection) -> AppState:
    """Return the state of the application that a request came to."""
    state: AppState = request.app.state.app
    return state


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in a thread, so that other pages are answered meanwhile."""
    return await anyio.to_thread.run_sync(partial(work, *args, **kwargs))
