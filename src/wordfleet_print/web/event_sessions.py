"""Events that organizers work on, by tickets, for a day: their lists, and packs printed one by one,
in a thread.
"""

from __future__ import annotations

import csv
import io
import logging
import re
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path, PureWindowsPath
from typing import Any

from wordfleet_print.errors import BusyError, Problem, WordfleetError
from wordfleet_print.event import folder as event_folder
from wordfleet_print.event.event import Event
from wordfleet_print.event.plan import players_file
from wordfleet_print.event.plan.changes import Changes
from wordfleet_print.event.roster import questions
from wordfleet_print.event.roster.files import Table, open_tables
from wordfleet_print.event.roster.headings import read_heading
from wordfleet_print.event.titles import make_title, name_folder
from wordfleet_print.files import is_file, write_all
from wordfleet_print.games import Library, packaged
from wordfleet_print.services import events
from wordfleet_print.services.words import read_event_rules
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.sheet.sheet_code import draw_seed
from wordfleet_print.web.forms import problems_of
from wordfleet_print.web.settings import ServerSettings

LOG = logging.getLogger("wordfleet_print.web")
BUG = Problem("Printing failed because of a bug. The log in the terminal has the details.", "plan")
# Printed events that are offered.
MOST_LISTED = 12
STOP_SECONDS = 10
# Characters of a file's name without its ending, which may take four bytes each; file systems allow
# 255 bytes.
LONGEST_STEM = 60
NAME_SEPARATOR = re.compile(r"[,;]|\s(?:and|und|et|y|&)\s")


@dataclass(eq=False)
class EventSession:
    """An event that somebody works on: its list, the form's values, the plan, and how far its print
    is.

    `folder` holds what was uploaded, `home` the pack, which is its own once it `is_printed`.
    `lists` are the lists, or an `event.json`, or nothing if the event goes on as it was printed;
    `text` is a list that was pasted. `version` grows with every change of the list. `stored` is the
    event as it was printed, if the form shows that. `planned` is what it comes to, or `error` what
    is wrong with it or has to be answered; neither if it has to be planned again. `base` are the
    rules in use. `change` is what the last print changed, `notes` are what it noted.
    """

    ticket: str
    folder: Path
    since: float
    values: dict[str, Any]
    base: Library
    home: Path | None = None
    is_printed: bool = False
    lists: tuple[Path, ...] = ()
    number_of_players: int | None = None
    text: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    version: int = 0
    seed: str = field(default_factory=draw_seed)
    stored: Event | None = None
    planned: events.PlannedEvent | None = None
    error: WordfleetError | None = None
    is_pending: bool = True
    change: Changes | None = None
    notes: Sequence[str] = ()
    future: Future[None] | None = None
    percent: int = 0
    is_stopped: bool = False

    @property
    def library(self) -> Library:
        """Return the rules in use, or its own edition if it was printed. Raises `BadInputError`."""
        return read_event_rules(self.stored.rules) if self.stored else self.base

    @property
    def has_pack(self) -> bool:
        """Return whether its pack was printed, and is still there."""
        return (
            self.is_printed
            and self.home is not None
            and is_file(self.home / event_folder.EVENT_FILE)
        )

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
            return (
                "stopping"
                if self.is_stopped
                else "printing"
                if self.future.running()
                else "waiting"
            )
        if self.future.cancelled() or isinstance(self.future.exception(), CancelledError):
            return "stopped"
        return "failed" if self.future.exception() else "done"

    @property
    def page(self) -> str:
        """Return the page where it goes on: printing, the pack, what was read, or the plan."""
        if self.state not in ("", "done"):
            return "printing"
        if (
            self.home
            and self.has_pack
            and not self.is_pending
            and not event_folder.is_interrupted(self.home)
        ):
            return "pack"
        return "list" if isinstance(self.error, questions.RosterError) else "plan"

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the plan, or why printing failed."""
        failure = self.future.exception() if self.state == "failed" and self.future else self.error
        if isinstance(failure, WordfleetError):
            return problems_of(failure, "plan")
        return [BUG] if failure else []

    def change_plan(self, **changes: object) -> None:
        """Set attributes, and plan the event again."""
        vars(self).update(planned=None, error=None, future=None, is_pending=True, **changes)

    def forget_list(self) -> None:
        """Go on with the event as it was printed: it is what is in its folder, no longer the
        list.
        """
        self.lists, self.number_of_players, self.text, self.answers = (), None, "", {}
        self.planned, self.error, self.stored, self.is_pending = None, None, None, False

    def read_printed(self) -> None:
        """Fill in the form as the event was printed, once, if it was. Raises `BadInputError`."""
        uploaded = next((one for one in self.lists if one.suffix.lower() == ".json"), None)
        source = uploaded or (
            self.home / event_folder.EVENT_FILE if self.home and self.has_pack else None
        )
        if source and self.stored is None:
            self.stored = event_folder.read_printed(source, partial=True).event
            self.values = list_values(self.stored)

    def arguments(self) -> dict[str, Any]:
        """Return what `plan_event` and `print_event` take. Raises `UsageError` with every problem
        of the form.
        """
        # `rules` says that editions other than the bundled ones are known
        more = {"number_of_players": self.number_of_players, "rules": self.library.place or None}
        settings = EventSettings.read({**self.values, **more})
        # A printed event keeps its settings: only fields that differ from how it was printed count
        # as typed
        before = EventSettings.read({**(list_values(self.stored) if self.stored else {}), **more})
        typed = frozenset(
            one for one in EventSettings.fields() if getattr(settings, one) != getattr(before, one)
        )
        given = {
            "lists": self.lists or ((self.home,) if self.number_of_players is None else ()),
            "answer": tuple(f"{key}={value}" for key, value in self.answers.items() if value),
            "seed": None if self.stored else self.seed,
            "output": self.home,
        }
        return {
            "settings": settings.model_copy(update=given),
            "typed": typed,
            "library": self.library,
        }

    def print_pack(self) -> None:
        """Print the pack, in the printer's thread. Raises `CancelledError` after a stop, leaving
        nothing.
        """

        def note_progress(done: int, steps: int) -> None:
            self.percent = 100 * done // steps
            if self.is_stopped:
                raise CancelledError

        try:
            printed = events.print_event(**self.arguments(), progress=note_progress)
        except Exception as error:
            if not isinstance(error, WordfleetError | CancelledError):
                LOG.error("an event could not be printed", exc_info=error)
            raise
        self.is_printed = True
        self.forget_list()
        # One with an option that helps is about the plan
        self.change, self.notes = (
            printed.changes,
            [one for one in printed.notes if not getattr(one, "fixes", ())],
        )


def list_values(event: Event) -> dict[str, Any]:
    """Return the form's values as an event was printed."""
    fields = EventSettings.fields()
    shown = {
        name: value
        for name, value in event.settings.to_record().items()
        if fields[name].option.on_web
    }
    return {**shown, "rounds": len(event.numbers), "spare": len(event.spares)}


class EventSessions:
    """All events that somebody works on, and the printer."""

    def __init__(
        self, settings: ServerSettings, clock: Callable[[], float], make_folder: Callable[[], Path]
    ) -> None:
        self._settings, self._clock, self._make_folder = settings, clock, make_folder
        self._sessions: dict[str, EventSession] = {}
        self._queue: list[EventSession] = []
        self._printer = ThreadPoolExecutor(1, thread_name_prefix="packs")

    def add(self, values: Mapping[str, Any], base: Library) -> EventSession:
        """Return a new session. Raises `BusyError` if there are too many, `CannotWriteError`."""
        if len(self._sessions) >= self._settings.limits.events:
            raise BusyError("There are too many events here. Delete one, or try again later.")
        session = EventSession(
            secrets.token_urlsafe(16), self._make_folder(), self._clock(), dict(values), base
        )
        self._sessions[session.ticket] = session
        return session

    def find(self, ticket: str) -> EventSession | None:
        """Return the session of a ticket; None if it is gone, or never was. Its day begins
        again.
        """
        self.remove_old()
        if session := self._sessions.get(ticket):
            session.since = self._clock()
        return session

    def replace(self, session: EventSession) -> None:
        """Put a changed copy of a session in its place, unless that is being printed or was deleted
        meanwhile.
        """
        if (before := self._sessions.get(session.ticket)) and not before.is_busy:
            self._sessions[session.ticket] = session

    def delete(self, session: EventSession) -> None:
        """Forget a session and what was uploaded, after its print has stopped; a pack in `output/`
        stays.
        """
        self._sessions.pop(session.ticket, None)
        self.stop(session)
        if session.future:
            wait([session.future], STOP_SECONDS)
        shutil.rmtree(session.folder, ignore_errors=True)

    def remove_old(self) -> None:
        """Forget what is older than its time, unless it is printed."""
        now = self._clock()
        for session in list(self._sessions.values()):
            if session.is_busy:
                session.since = now
            elif now - session.since > self._settings.limits.event_seconds:
                self.delete(session)

    def list_printed(self) -> list[tuple[str, str]]:
        """Return tickets and titles of events: those being printed first, then the newest in
        `output/`.
        """
        busy = {
            one.home: (one.ticket, str(one.values["title"]))
            for one in [*self._sessions.values()]
            if one.is_busy
        }
        files = sorted(
            self._settings.output.glob(f"*/{event_folder.EVENT_FILE}"),
            key=lambda file: -file.stat().st_mtime,
        )
        homes = [file.parent for file in files[:MOST_LISTED]]
        return [*busy.values(), *(self.open_printed(home) for home in homes if home not in busy)]

    def open_printed(self, home: Path) -> tuple[str, str]:
        """Return ticket and title of the event in a folder; its title is the folder's name if it
        cannot be read.
        """
        session = next(
            (one for one in list(self._sessions.values()) if one.home == home and one.is_printed),
            None,
        )
        if session is None:
            session = self.add({}, packaged())
            session.home, session.is_printed, session.is_pending = home, True, False
        try:
            file = home / event_folder.EVENT_FILE
            return session.ticket, event_folder.read_printed(file, partial=True).event.title
        except WordfleetError:
            return session.ticket, home.name

    def plan(self, session: EventSession) -> None:
        """Plan an event if anything has changed, and keep in the session what comes of it.

        Raises `BusyError` while another program prints the event.
        """
        if session.planned or session.error or session.is_busy:
            return
        try:
            session.read_printed()
            given = EventSettings(lists=session.lists, number_of_players=session.number_of_players)
            session.values.setdefault("title", make_title(given))
            self.choose_home(session)
            session.planned = events.plan_event(**session.arguments())
        except BusyError:  # it passes by itself: nothing about the event is wrong
            raise
        except WordfleetError as error:
            session.error = error

    def choose_home(self, session: EventSession) -> None:
        """Choose the folder of a new event: `summer-cup`, or `summer-cup-2` where another event has
        that.
        """
        if session.has_pack:
            return
        usual = self._settings.output / name_folder(session.values["title"]).name
        paths = chain([usual], (usual.with_name(f"{usual.name}-{number}") for number in count(2)))
        busy = [one.home for one in self.list_busy()]
        session.home = next(path for path in paths if path not in busy and not path.exists())

    def list_busy(self) -> list[EventSession]:
        """Return the events that are printed or wait for the printer, in their order."""
        return [one for one in self._queue if one.is_busy]

    def print(self, session: EventSession) -> None:
        """Print an event when its turn comes. Raises `BusyError` if too many wait."""
        busy = self.list_busy()
        if len(busy) > self._settings.limits.waiting_packs:
            raise BusyError(f"{len(busy)} events are waiting to be printed. Try again in a moment.")
        self.choose_home(
            session
        )  # another event may have been printed there since the plan was made
        self._queue = [*busy, session]
        session.percent, session.is_stopped = 0, False
        session.future = self._printer.submit(session.print_pack)

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


# Lists as they are uploaded or pasted, and as a text to edit


def clean_file_name(name: str) -> str:
    """Return the last part of a file's name, without characters that no file name of ours may
    have.
    """
    last = PureWindowsPath(name).name  # of a POSIX path, too
    path = Path(
        "".join(sign for sign in last if sign.isprintable() and sign not in '<>:"|?*').strip(" .")
    )
    return f"{path.stem[:LONGEST_STEM].strip(' .') or 'event'}{path.suffix[:10]}"


def save_list(content: bytes, name: str, folder: Path) -> Path:
    """Save an uploaded list and return its path. Raises `CannotWriteError`."""
    file = folder / clean_file_name(name)
    write_all({file: content}, private=True)
    return file


def save_text(text: str, folder: Path) -> Path:
    """Save a pasted text as a list and return its path. Raises `CannotWriteError`."""
    if players_file.is_players_text(
        text.encode()
    ):  # an edited `players.csv`, which says by numbers who is who
        return save_list(text.encode(), players_file.PLAYERS_FILE, folder)
    return save_list(text_to_list(text), "event.csv", folder)


def text_to_list(text: str) -> bytes:
    """Return a pasted text as a list: copied from a spreadsheet, the text of a CSV, or names.

    Names stand one per line, or on a single line with commas between them.
    """
    lines = [line.strip("\r ") for line in text.splitlines() if line.strip()]
    parts = [part.strip() for part in NAME_SEPARATOR.split(lines[0])] if len(lines) == 1 else []
    names = [
        line.strip(" \r,;") for line in text.splitlines()
    ]  # with the empty ones: messages count lines
    if len(parts) > 2 or (len(parts) == 2 and all(" " in part for part in parts)):
        names = [part for part in parts if part]
    else:
        # “Lee, Ann” is a name; “Lee,Ann” in every line has two columns
        widths = {len(re.split("[\t;]|,(?! )", line.rstrip(",;"))) for line in lines}
        has_heading = (
            lines
            and sum(read_heading(cell).role is not None for cell in re.split("[,;|]", lines[0])) > 1
        )
        if (
            has_heading
            or any("\t" in line for line in lines)
            or (len(widths) == 1 and widths != {1})
        ):
            return text.encode()
    rows = io.StringIO(newline="")
    csv.writer(rows).writerows([name] for name in names)
    return rows.getvalue().encode("utf-8-sig")


def list_to_text(file: Path, answers: questions.Answers) -> str:
    """Return the table that a list was read from as text to edit, with tabs between the cells.

    Raises `BadInputError`.
    """
    tables = [table for table in open_tables(file, answers) if table.rows] or [Table("", [])]
    table = next((one for one in tables if one.name == answers.get("sheet")), tables[0])
    return "\n".join(
        "\t".join(" ".join(cell.split()) for cell in row.cells).rstrip("\t") for row in table.rows
    )
