"""Events that organizers work on, by tickets, for a day. Packs are printed one after the other, in a thread."""

from __future__ import annotations

import logging
import secrets
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BusyError, Problem, UsageError, WordfleetError
from wordfleet_print.event.plan.changes import Changes
from wordfleet_print.event.plan.event_file import EVENT_FILE, is_interrupted, read_event
from wordfleet_print.event.roster.questions import RosterError
from wordfleet_print.files import is_file
from wordfleet_print.games import Library, packaged
from wordfleet_print.messages import how_many, some_of
from wordfleet_print.services import events
from wordfleet_print.services.words import read_event_rules
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.sheet.sheet_code import draw_seed
from wordfleet_print.web.forms import problems_of
from wordfleet_print.web.settings import ServerSettings

LOG = logging.getLogger("wordfleet_print.web")
BUG = Problem("Printing failed because of a bug. The log on the terminal has the details.", "plan")
# Printed events that are offered.
MOST_LISTED = 12
STOP_SECONDS = 10


class StoppedError(Exception):
    """Somebody stopped the print."""


@dataclass(eq=False)
class EventSession:
    """An event that somebody works on: its list, the form's values, the plan, and how far its print is.

    `folder` holds what was uploaded, `home` the pack. `lists` are the lists, or an `event.json`, or nothing if the
    event goes on as it was printed; `text` is a list that was pasted. `version` grows with every change of the list.
    `printed` are the form's values as the event was printed, with the text of its own edition, `rules`. `planned` is
    what it comes to, or `error` what is wrong with it or has to be answered; neither if it has to be planned again.
    `base` are the rules in use. `change` is what the last print changed.
    """

    folder: Path
    since: float
    values: dict[str, Any] = field(default_factory=dict)
    home: Path | None = None
    lists: tuple[Path, ...] = ()
    number_of_players: int | None = None
    text: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    version: int = 0
    base: Library = field(default_factory=packaged)
    seed: str = field(default_factory=draw_seed)
    printed: Mapping[str, Any] | None = None
    rules: str = ""
    planned: events.PlannedEvent | None = None
    error: WordfleetError | None = None
    is_pending: bool = True
    change: Changes | None = None
    future: Future[None] | None = None
    percent: int = 0
    is_stopped: bool = False

    @property
    def library(self) -> Library:
        """Return the rules in use, and its own edition if it was printed by one. Raises `BadInputError`."""
        return read_event_rules(self.rules) if self.printed else self.base

    @property
    def has_pack(self) -> bool:
        """Return whether a pack was printed."""
        return self.home is not None and is_file(self.home / EVENT_FILE)

    @property
    def is_busy(self) -> bool:
        """Return whether it waits for the printer, or is printed."""
        return self.future is not None and not self.future.done()

    @property
    def state(self) -> str:
        """How far its print is; "" if nothing was printed since the last change."""
        if self.future is None:
            return ""
        if not self.future.done():
            return "stopping" if self.is_stopped else "printing" if self.future.running() else "waiting"
        if self.future.cancelled() or isinstance(self.future.exception(), StoppedError):
            return "stopped"
        return "failed" if self.future.exception() else "done"

    @property
    def page(self) -> str:
        """Return the page where it goes on: printing, the pack, what was read, or the plan."""
        if self.state not in ("", "done"):
            return "printing"
        if self.home and self.has_pack and not self.is_pending and not is_interrupted(self.home):
            return "pack"
        return "list" if isinstance(self.error, RosterError) else "plan"

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the plan, or why printing failed."""
        failure = self.future.exception() if self.state == "failed" and self.future else self.error
        if failure is None or isinstance(failure, WordfleetError):
            return problems_of(failure, "plan") if failure else []
        return [BUG]

    @property
    def pages(self) -> int:
        """The pages of its pack."""
        return sum(file.pages for file in self.planned.pack.files) if self.planned else 0

    def change_plan(self, **changes: object) -> None:
        """Set attributes, and plan the event again."""
        vars(self).update(planned=None, error=None, future=None, is_pending=True, **changes)

    def forget_list(self) -> None:
        """Go on with the event as it was printed: it is what is in its folder, no longer the list."""
        self.lists, self.number_of_players, self.text, self.answers = (), None, "", {}
        self.planned, self.error, self.printed, self.is_pending = None, None, None, False

    def arguments(self) -> dict[str, Any]:
        """Return what `plan_event` and `print_event` take. Raises `UsageError` with every problem of the form."""
        # `rules` says that editions other than the bundled ones are known
        more = {"number_of_players": self.number_of_players, "rules": self.library.place or None}
        settings, problems = EventSettings.examine({**self.values, **more})
        if problems:
            raise UsageError("The plan has problems.", *problems)
        typed: frozenset[str] | None = None
        # A printed event keeps its settings: only fields that differ from how it was printed count as typed
        if self.printed:  # it keeps its settings, but for what has changed on the form
            printed, _ = EventSettings.examine({**self.printed, **more})
            typed = frozenset(one for one in EventSettings.fields() if getattr(settings, one) != getattr(printed, one))
        given = {
            "lists": self.lists or ((self.home,) if self.number_of_players is None else ()),
            "answer": tuple(f"{key}={value}" for key, value in self.answers.items() if value),
            "seed": None if self.printed else self.seed,
            "output": self.home,
            "workers": 1,  # processes are started by a main thread only
        }
        library = self.base if self.base.place else None
        return {"settings": settings.model_copy(update=given), "typed": typed, "library": library}

    def print_pack(self) -> None:
        """Print the pack, in the printer's thread. Raises `StoppedError` after a stop, leaving nothing."""

        def note_progress(done: int, steps: int) -> None:
            self.percent = 100 * done // steps
            if self.is_stopped:
                raise StoppedError

        try:
            printed = events.print_event(
                **self.arguments(), confirm=lambda _: note_progress(0, 1), progress=note_progress
            )
        except Exception as error:
            if not isinstance(error, WordfleetError | StoppedError):
                LOG.error("an event could not be printed", exc_info=error)
            raise
        self.forget_list()
        self.change = printed.changes


class EventSessions:
    """All events that somebody works on, and the printer."""

    def __init__(self, settings: ServerSettings, clock: Callable[[], float], make_folder: Callable[[], Path]) -> None:
        self._settings, self._clock, self._make_folder = settings, clock, make_folder
        self._sessions: dict[str, EventSession] = {}
        self._queue: list[EventSession] = []
        self._printer = ThreadPoolExecutor(1, thread_name_prefix="packs")

    def add(self, values: Mapping[str, Any] | None = None) -> tuple[str, EventSession]:
        """Return a ticket and a new session. Raises `BusyError` if there are too many, `CannotWriteError`."""
        self.remove_old()
        if len(self._sessions) >= self._settings.limits.events:
            raise BusyError("There are too many events here. Delete one, or try again later.")
        ticket = secrets.token_urlsafe(16)
        self._sessions[ticket] = EventSession(self._make_folder(), self._clock(), dict(values or {}))
        return ticket, self._sessions[ticket]

    def find(self, ticket: str) -> EventSession | None:
        """Return the session of a ticket; None if it is gone, or never was. Its day begins again."""
        self.remove_old()
        session = self._sessions.get(ticket)
        if session:
            session.since = self._clock()
        return session

    def replace(self, ticket: str, session: EventSession) -> None:
        """Put a changed copy of a session in its place, unless that is being printed or was deleted meanwhile."""
        if (before := self._sessions.get(ticket)) and not before.is_busy:
            self._sessions[ticket] = session

    def delete(self, ticket: str) -> None:
        """Forget a session and what was uploaded, after its print has stopped; a pack in `output/` stays."""
        if session := self._sessions.pop(ticket, None):
            self.stop(session)
            if session.future:
                wait([session.future], STOP_SECONDS)
            shutil.rmtree(session.folder, ignore_errors=True)

    def remove_old(self) -> None:
        """Forget what is older than its time, unless it is printed."""
        now = self._clock()
        for ticket, session in list(self._sessions.items()):
            if session.is_busy:
                session.since = now
            elif now - session.since > self._settings.limits.event_seconds:
                self.delete(ticket)

    def list_printed(self) -> list[tuple[str, str]]:
        """Return tickets and titles of events: those being printed first, then the newest in `output/`."""
        busy = [(ticket, one) for ticket, one in list(self._sessions.items()) if one.is_busy]
        found = sorted(self._settings.output.glob(f"*/{EVENT_FILE}"), key=lambda file: -file.stat().st_mtime)
        homes = {one.home for _, one in busy}
        printed = [self.open_printed(file.parent) for file in found[:MOST_LISTED] if file.parent not in homes]
        return [*((ticket, str(one.values["title"])) for ticket, one in busy), *printed]

    def open_printed(self, home: Path) -> tuple[str, str]:
        """Return ticket and title of the event in a folder; its title is the folder's name if it cannot be read."""
        ticket = next((ticket for ticket, one in list(self._sessions.items()) if one.home == home), "")
        if not ticket:
            ticket, session = self.add()
            session.home, session.is_pending = home, False
        try:
            return ticket, read_event(home / EVENT_FILE, partial=True).plan.title
        except WordfleetError:
            return ticket, home.name

    def plan(self, session: EventSession) -> None:
        """Plan an event if anything has changed, and keep in the session what comes of it."""
        if session.planned or session.error or session.is_busy:
            return
        try:
            read_printed(session)
            names = [events.name_list(file) for file in session.lists]
            title = some_of(names, events.MOST_IN_TITLE) or how_many(session.number_of_players or 0, "player")
            session.values.setdefault("title", title)
            self.choose_home(session)
            session.planned = events.plan_event(**session.arguments())
        except WordfleetError as error:
            session.error = error

    def choose_home(self, session: EventSession) -> None:
        """Choose the folder of a new event: `summer-cup`, or `summer-cup-2` where another event has that."""
        if session.has_pack:
            return
        usual = self._settings.output / events.name_folder(session.values["title"]).name
        paths = chain([usual], (usual.with_name(f"{usual.name}-{number}") for number in count(2)))
        busy = {one.home for one in self._queue if one.is_busy}
        session.home = next(path for path in paths if path not in busy and not path.exists())

    def print(self, session: EventSession) -> None:
        """Print an event when its turn comes. Raises `BusyError` if too many wait."""
        self._queue = [one for one in self._queue if one.is_busy]
        if len(self._queue) > self._settings.limits.waiting_packs:
            raise BusyError(f"{len(self._queue)} events are waiting to be printed. Try again in a moment.")
        self.choose_home(session)  # another event may have been printed there since the plan was made
        self._queue.append(session)
        session.percent, session.is_stopped = 0, False
        session.future = self._printer.submit(session.print_pack)

    def count_before(self, session: EventSession) -> int:
        """Return how many events are printed before this one."""
        active = [one for one in self._queue if one.is_busy]
        return active.index(session) if session in active else 0

    def stop(self, session: EventSession) -> None:
        """Stop a print before its turn, or between two files; nothing of it is left."""
        session.is_stopped = True
        if session.future:
            session.future.cancel()

    def close(self) -> None:
        """Stop whatever is printed."""
        for session in self._queue:
            self.stop(session)
        self._printer.shutdown(cancel_futures=True)

    def __len__(self) -> int:
        return len(self._sessions)


def read_printed(session: EventSession) -> None:
    """Fill in the form as the event was printed, once, if it was. Raises `BadInputError`."""
    uploaded = next((one for one in session.lists if one.suffix.lower() == ".json"), None)
    source = uploaded or (session.home / EVENT_FILE if session.home and session.has_pack else None)
    if source is None or session.printed is not None:
        return
    event = read_event(source, partial=True)
    values = {name: value for name, value in event.settings.items() if name in EventSettings.fields()}
    values |= {"rounds": len(event.plan.numbers), "spare": len(event.plan.spares), "seed": None}
    values["words"] = event.settings["words"] or {"text": ""}
    session.values, session.printed, session.rules = {**values}, values, event.plan.deal.rules
