"""The application's state: settings, keys, the worker, the rules, and what was made for each
visitor.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from wordfleet_print import errors
from wordfleet_print.games import Library, RulesSource, packaged
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.services.books import print_pdf
from wordfleet_print.services.editions import read_library
from wordfleet_print.services.events import print_event
from wordfleet_print.services.publish import publish_site
from wordfleet_print.settings.games import SiteSettings
from wordfleet_print.web.auth import AccessKeys, Role, Visitor
from wordfleet_print.web.event_store import EventStore, PrintEvent
from wordfleet_print.web.render_queue import RenderQueue
from wordfleet_print.web.render_worker import RenderWorker
from wordfleet_print.web.settings import ServerSettings, VisitorLimits

Clock = Callable[[], float]
Turn = AbstractAsyncContextManager[None]
T = TypeVar("T")
# `await in_thread(function, …)` calls a function in a thread, so that other requests are answered
# meanwhile.
in_thread = run_in_threadpool
# The site is built once for everybody, so no guest has to wait behind others for it.
EVERYBODY = Visitor(Role.OWNER, "site")
# What a ticket counts at least: a table's settings and sheets take about that much.
SMALLEST_BYTES = 10_000
# 128 bits.
TICKET_BYTES = 16


@dataclass(slots=True)
class Entry:
    """Something made for a visitor, such as a table."""

    value: object
    visitor: Visitor
    size: int
    """Its bytes in memory, about."""
    since: float
    """When it was made, on the clock."""


class Tickets:
    """What was made for visitors. Each thing has a ticket: a random text in its address, so that
    only its visitor finds it.
    """

    def __init__(self, limits: VisitorLimits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._tickets: dict[str, Entry] = {}  # the oldest first

    def issue(self, value: object, visitor: Visitor, size: int = 0) -> str:
        """Keep a value of this size in bytes for a visitor, and return its ticket.

        A visitor who makes too much loses their own oldest tickets. Nobody can push out what others
        have made: if all guests together have too much, the next guest is refused. Raises
        `BusyError`.
        """
        self.remove_old()
        limits = self._limits
        size = max(size, SMALLEST_BYTES)
        own_sizes = {
            ticket: entry.size
            for ticket, entry in self._tickets.items()
            if entry.visitor == visitor
        }
        while own_sizes and (
            len(own_sizes) >= limits.tickets or sum(own_sizes.values()) + size > limits.ticket_bytes
        ):
            oldest = next(iter(own_sizes))
            del self._tickets[oldest], own_sizes[oldest]
        if visitor.role is not Role.OWNER and self._count_guest_bytes() + size > limits.guest_bytes:
            raise errors.BusyError("Too much is kept for guests. Try again in an hour.")
        ticket = secrets.token_urlsafe(TICKET_BYTES)
        self._tickets[ticket] = Entry(value, visitor, size, self._clock())
        return ticket

    def _count_guest_bytes(self) -> int:
        guests = (entry for entry in self._tickets.values() if entry.visitor.role is not Role.OWNER)
        return sum(entry.size for entry in guests)

    def find(self, ticket: str, kind: type[T]) -> tuple[T, Visitor] | None:
        """Return the value of a ticket and its visitor; None if it is gone, never was, or is of
        another class than `kind`.
        """
        self.remove_old()
        entry = self._tickets.get(ticket)
        return (entry.value, entry.visitor) if entry and isinstance(entry.value, kind) else None

    def list(self, kind: type[T]) -> list[T]:
        """Return everything of a class that was made for visitors."""
        self.remove_old()
        return [entry.value for entry in self._tickets.values() if isinstance(entry.value, kind)]

    def remove_old(self) -> None:
        """Forget what is older than its time."""
        oldest = self._clock() - self._limits.ticket_seconds
        self._tickets = {
            ticket: entry for ticket, entry in self._tickets.items() if entry.since >= oldest
        }


class Books:
    """The bundled rules, and the site made of them; or those of a designer's folder, read and built
    again when it has changed.

    `site` is the folder where the site is built.
    """

    faults: errors.BadInputError | None
    """What is wrong with a designer's rules; until it is corrected, sheets use the last good
    version.
    """

    def __init__(
        self, rules: Path | None, site: Path, worker: RenderWorker, queue: RenderQueue
    ) -> None:
        self._rules = rules
        self._site = site
        self._worker = worker
        self._queue = queue
        self.faults = None
        self._library = packaged()
        self._reading = anyio.Lock()
        self._building = anyio.Lock()
        # The state of the folder (`_stamp`) when rules were read, the site built, PDFs printed
        self._read_stamp: list[object] | None = None
        self._built_stamp: list[object] | None = None
        self._printed_stamp: list[object] | None = None
        # By text of the rules, looks, and kind of print
        self._pdfs: dict[tuple[str, BookSettings, str], bytes] = {}

    @property
    def is_own(self) -> bool:
        """Whether they are a designer's."""
        return self._rules is not None

    async def read_version(self) -> str:
        """Return a text that changes when a file of a designer's folder does."""
        return str(hash(tuple(await in_thread(self._stamp, "**/*"))))

    async def read_rules(self) -> Library:
        """Return all rules; a designer's as they are now, or in their last good version, and then
        set `faults`.
        """
        async with self._reading:
            if self._rules and (stamp := self._stamp("*.md")) != self._read_stamp:
                try:
                    self._library = await in_thread(read_library, self._rules)
                    self.faults = None
                except errors.BadInputError as error:
                    self.faults = error
                self._read_stamp = stamp
        return self._library

    async def read_editions(self) -> Library:
        """Return the rules that sheets are printed by: the bundled ones if a designer's have no
        trackers.
        """
        library = await self.read_rules()
        return library if library.edition_slugs else packaged()

    async def read_file(self, name: str) -> bytes | None:
        """Return a file of the site, or None. Raises `WordfleetError` for rules that have
        faults.
        """
        async with self._building:
            if (stamp := self._stamp("**/*")) != self._built_stamp:
                settings = SiteSettings(output=self._site, rules=self._rules, downloads=False)
                async with self._queue.turn(EVERYBODY):
                    await self._worker.run(publish_site, settings)  # writes only what has changed
                self._built_stamp = stamp
        return read_file_in(self._site, name)

    async def print_pdf(
        self, source: RulesSource, looks: BookSettings, turn: Turn, kind: str
    ) -> bytes:
        """Return a rulebook, its booklet or its quick reference as a PDF; it is kept, for it takes
        seconds to set.

        Entering `turn` waits for the visitor's turn at the worker. Raises as `print_pdf`.
        """
        stamp = self._stamp("**/*")
        if stamp != self._printed_stamp:  # a picture may have changed, and no text
            self._pdfs = {}
            self._printed_stamp = stamp
        pdfs = self._pdfs  # while this request waits, a change may begin another dictionary
        key = (source.text, looks, kind)
        if key in pdfs:
            return pdfs[key]
        async with turn:
            if key not in pdfs:  # it may have been set since
                printed = await self._worker.run(print_pdf, source, looks, kind)
                pdfs[key] = printed.content
        return pdfs[key]

    def _stamp(self, pattern: str) -> list[object]:
        """Return name, time and size of each file in a designer's folder that matches a pattern:
        it changes when one of them does. It is empty for the bundled rules.
        """
        stamps = list[object]()
        for file in sorted(self._rules.glob(pattern)) if self._rules else ():
            with suppress(OSError):  # gone since it was listed
                stamps.append((file, file.stat().st_mtime_ns, file.stat().st_size))
        return stamps


def read_file_in(folder: Path, name: str) -> bytes | None:
    """Return a file of a site's folder; None if it is missing, hidden or a link."""
    folder = folder.resolve()
    path = folder / name
    try:
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        is_link = path.resolve() != path
        return None if is_hidden or is_link or not path.is_file() else path.read_bytes()
    except (OSError, ValueError):  # not a possible file name
        return None


class AppState:
    """Everything that routes share."""

    def __init__(
        self,
        settings: ServerSettings,
        keys: AccessKeys | None = None,
        clock: Clock = time.monotonic,
        worker: RenderWorker | None = None,
        print_event: PrintEvent = print_event,
    ) -> None:
        limits = settings.limits
        self._folder = TemporaryDirectory(prefix="wordfleet-print-", ignore_cleanup_errors=True)
        self.settings = settings
        self.stop: Callable[[], None] = lambda: None
        """Ends the process: the server's own."""
        self.keys = keys or AccessKeys()
        self.clock = clock
        self.worker = worker or RenderWorker(limits.render_seconds, limits.render_megabytes)
        self.queue = RenderQueue()
        self.tickets = Tickets(limits, clock)
        site = Path(self._folder.name) / "site"
        self.books = Books(settings.rules, site, self.worker, self.queue)
        uploads = Path(self._folder.name) / "events"
        self.events = EventStore(settings, clock, uploads, print_event)

    async def close(self) -> None:
        """Stop the worker and whatever is printed, and remove the files."""
        self.worker.close()
        await in_thread(self.events.close)
        self._folder.cleanup()


def state_of(request: HTTPConnection) -> AppState:
    """Return the state of the application that a request came to."""
    state: AppState = request.app.state.app
    return state
