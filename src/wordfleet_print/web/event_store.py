"""All events that somebody works on, each for a day after its last use; their packs are printed one
by one, in a thread.
"""

from __future__ import annotations

import hmac
import logging
import secrets
import shutil
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeAlias

from wordfleet_print.errors import BusyError, WordfleetError
from wordfleet_print.event import folder as event_folder
from wordfleet_print.event.titles import make_title, name_folder
from wordfleet_print.games import Library, packaged
from wordfleet_print.services.events import PlannedEvent, plan_event
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.web.event_session import EventSession, PrintJob
from wordfleet_print.web.settings import ServerSettings

LOG = logging.getLogger("wordfleet_print.web")
PrintEvent: TypeAlias = Callable[..., PlannedEvent]
# Printed events that are offered.
MOST_LISTED = 12
# How long a deleted event waits for its print to stop.
STOP_SECONDS = 10
TICKET_BYTES = 16
SECRET_BYTES = 16


class EventStore:
    """All events that somebody works on, and the printer.

    `uploads` is the folder for uploads, `print_event` prints an event as the service of that name
    does.
    """

    def __init__(
        self,
        settings: ServerSettings,
        clock: Callable[[], float],
        uploads: Path,
        print_event: PrintEvent,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._uploads = uploads
        self._print_event = print_event
        self._secret = secrets.token_bytes(SECRET_BYTES)
        self._sessions: dict[str, EventSession] = {}  # by ticket
        self._used_at: dict[str, float] = {}  # the clock at the last use, by ticket
        self._lock = threading.Lock()
        self._queue: list[str] = []  # tickets of events to print, the first is being printed
        self._printer = ThreadPoolExecutor(1, thread_name_prefix="packs")

    def __len__(self) -> int:
        return len(self._sessions)

    def add(self, values: Mapping[str, Any], base: Library) -> EventSession:
        """Return a new event with these values of its form, by the rules `base`. Raises `BusyError`
        if there are too many.
        """
        if len(self) >= self._settings.limits.events:
            raise BusyError("There are too many events here. Delete one, or try again later.")
        ticket = secrets.token_urlsafe(TICKET_BYTES)
        folder = self._uploads / ticket
        return self._start(EventSession(ticket=ticket, folder=folder, values=values, base=base))

    def _start(self, session: EventSession) -> EventSession:
        self._sessions[session.ticket] = session
        self._used_at[session.ticket] = self._clock()
        return session

    def find(self, ticket: str) -> EventSession | None:
        """Return the event of a ticket, and keep it for another day; None if it is gone, or never
        was.

        A ticket is of an event that somebody works on, or of one that was printed into `output/`:
        that is opened now.
        """
        self.remove_old()
        if session := self._sessions.get(ticket):
            self._used_at[ticket] = self._clock()
            return session
        for home in self._list_homes():
            if hmac.compare_digest(ticket.encode(), self._make_ticket(home).encode()):
                session = EventSession(
                    ticket=ticket,
                    folder=self._uploads / ticket,
                    values={},
                    base=packaged(),
                    home=home,
                    is_printed=True,
                    is_pending=False,
                )
                return self._start(session)
        return None

    def keep(self, session: EventSession, before: EventSession | None = None) -> EventSession:
        """Store a changed copy of an event, and return the event as it is then.

        The copy is dropped if the event is being printed or was deleted meanwhile; and, with
        `before`, the event that was copied, if another request has changed that.
        """
        with self._lock:
            current = self._sessions.get(session.ticket)
            if current is None:
                return session
            if current.is_busy or (before is not None and current is not before):
                return current
            self._sessions[session.ticket] = session
            return session

    def delete(self, session: EventSession) -> None:
        """Forget an event and what was uploaded, after its print has stopped; a pack in `output/`
        stays.
        """
        with self._lock:
            self._sessions.pop(session.ticket, None)
            self._used_at.pop(session.ticket, None)
        self.stop(session)
        if session.job and session.job.future:
            wait([session.job.future], STOP_SECONDS)
        shutil.rmtree(session.folder, ignore_errors=True)

    def remove_old(self) -> None:
        """Forget what is older than its time, unless it is printed."""
        now = self._clock()
        for session in list(self._sessions.values()):
            if session.is_busy:
                self._used_at[session.ticket] = now
            elif now - self._used_at.get(session.ticket, now) > self._settings.limits.event_seconds:
                self.delete(session)

    # Events that were printed

    def list_printed(self) -> list[tuple[str, str]]:
        """Return ticket and title of each event: those being printed first, then the newest in
        `output/`. It changes nothing.
        """
        busy_by_home = {
            session.home: session for session in list(self._sessions.values()) if session.is_busy
        }
        busy = [(session.ticket, str(session.values["title"])) for session in busy_by_home.values()]
        newest = self._list_homes()[:MOST_LISTED]
        return busy + [self.name_printed(home) for home in newest if home not in busy_by_home]

    def name_printed(self, home: Path) -> tuple[str, str]:
        """Return ticket and title of the event in a folder; its title is the folder's name if it
        cannot be read.
        """
        sessions = list(self._sessions.values())
        tickets = (
            session.ticket for session in sessions if session.home == home and session.is_printed
        )
        ticket = next(tickets, None) or self._make_ticket(home)
        try:
            printed = event_folder.read_printed(home / event_folder.EVENT_FILE, partial=True)
        except WordfleetError:
            return ticket, home.name
        return ticket, printed.event.title

    def _list_homes(self) -> list[Path]:
        """Return the folders of printed events, the newest first."""
        times: dict[Path, float] = {}
        for file in self._settings.output.glob(f"*/{event_folder.EVENT_FILE}"):
            with suppress(OSError):  # gone since it was listed, or a link to nothing
                times[file.parent] = file.stat().st_mtime
        return sorted(times, key=lambda home: (-times[home], home))

    def _make_ticket(self, home: Path) -> str:
        """Return the ticket of a printed event: always the same while the page is served, so that
        a list of events need not be kept.
        """
        return hmac.new(self._secret, str(home).encode(), "sha256").hexdigest()

    # Plans and prints

    def plan(self, session: EventSession) -> EventSession:
        """Return a copy of an event with its plan, or with the error that prevents one; the event
        itself if it has either.

        Raises `BusyError` while another program prints the event.
        """
        if session.is_planned or session.is_busy:
            return session
        try:
            session = session.fill_in_printed()
            settings = EventSettings(
                lists=session.lists, number_of_players=session.number_of_players
            )
            session = replace(session, values={"title": make_title(settings), **session.values})
            session = self._choose_home(session)
            return replace(session, planned=plan_event(**session.make_arguments()))
        except BusyError:  # it passes by itself: nothing about the event is wrong
            raise
        except WordfleetError as error:
            return replace(session, error=error)

    def _choose_home(self, session: EventSession) -> EventSession:
        """Return a copy of an event with the folder for its pack: `summer-cup`, or `summer-cup-2`
        where another event has that. An event that was printed keeps its own.
        """
        if session.has_pack:
            return session
        usual = self._settings.output / name_folder(session.values["title"]).name
        numbered = (usual.with_name(f"{usual.name}-{number}") for number in count(2))
        # An event that waits for the printer has no folder yet, but will make it
        folders_in_use = [busy_session.home for busy_session in self._list_busy()]
        free = (
            path
            for path in chain([usual], numbered)
            if path not in folders_in_use and not path.exists()
        )
        return replace(session, home=next(free))

    def _list_busy(self) -> list[EventSession]:
        """Return the events that are printed or wait for the printer, in their order."""
        queued = (self._sessions.get(ticket) for ticket in self._queue)
        return [session for session in queued if session and session.is_busy]

    @property
    def is_printing(self) -> bool:
        """Whether an event is printed, or waits for the printer."""
        return bool(self._list_busy())

    def count_before(self, session: EventSession) -> int:
        """Return how many events are printed before this one."""
        tickets = [session.ticket for session in self._list_busy()]
        return tickets.index(session.ticket) if session.ticket in tickets else 0

    def queue_print(self, session: EventSession) -> None:
        """Let an event be printed when its turn comes. Raises `BusyError` if too many wait.

        Only the server's own thread calls this, so nobody else adds to the queue meanwhile.
        """
        busy = self._list_busy()
        # One more than may wait: the first of them is being printed.
        if len(busy) > self._settings.limits.waiting_packs:
            raise BusyError(f"{len(busy)} events are waiting to be printed. Try again in a moment.")
        job = PrintJob()
        # Another event may have been printed in the folder of the plan since it was made
        session = replace(self._choose_home(session), job=job)
        with self._lock:
            self._sessions[session.ticket] = session
        self._queue = [*(other.ticket for other in busy), session.ticket]
        job.future = self._printer.submit(self._print_pack, session, job)

    def _print_pack(self, session: EventSession, job: PrintJob) -> None:
        """Print the pack of an event, in the printer's thread, and store the event as printed.

        Raises `CancelledError` after a stop, leaving no files.
        """

        def note_progress(done: int, steps: int) -> None:
            """Note the progress; an exception is how a stop ends the print between two files."""
            job.percent = 100 * done // steps
            if job.is_stopped:
                raise CancelledError

        try:
            printed = self._print_event(**session.make_arguments(), progress=note_progress)
        except (WordfleetError, CancelledError):
            raise
        except Exception as error:
            LOG.error("an event could not be printed", exc_info=error)
            raise
        # Notes with fixes are about the plan, which showed them
        notes = [note for note in printed.notes if not note.fixes]
        finished = replace(
            session.forget_list(), is_printed=True, change=printed.changes, notes=notes
        )
        with self._lock:
            if session.ticket in self._sessions:
                self._sessions[session.ticket] = finished

    def stop(self, session: EventSession) -> None:
        """Stop a print before its turn, or between two files; nothing of it is left."""
        if session.job is None:
            return
        session.job.is_stopped = True
        if session.job.future:
            session.job.future.cancel()

    def close(self) -> None:
        """Stop whatever is printed."""
        for session in self._list_busy():
            self.stop(session)
        self._printer.shutdown(cancel_futures=True)
