"""What organizers uploaded and planned, by tickets, for a day."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BusyError, Problem, WordfleetError
from wordfleet_print.event.plan.event_file import EVENT_FILE, EventFile, has_event, read_event
from wordfleet_print.event.roster.questions import Answers, Question
from wordfleet_print.event.roster.reader import read_rosters
from wordfleet_print.files import PREFIX, is_file
from wordfleet_print.games import Library, packaged
from wordfleet_print.services.events import name_folder, open_event
from wordfleet_print.services.own_rules import read_event_rules
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.sheet.sheet_code import draw_seed
from wordfleet_print.web.event_lists import ListReading
from wordfleet_print.web.pack_printer import ENDED, PackPrinter, PrintJob, State
from wordfleet_print.web.plan_summary import Summary
from wordfleet_print.web.settings import ServerSettings

MOST_LISTED = 12
"""Printed events that are offered."""
STOP_SECONDS = 10


def free_folder(home: Path) -> Path:
    """Return a free folder near one that is taken: `summer-cup-2`."""
    return next(path for number in count(2) if not (path := home.with_name(f"{home.name}-{number}")).exists())


def is_taken(home: Path) -> bool:
    """Return whether a folder holds anything but what a killed run may have left."""
    return home.exists() and not (home.is_dir() and all(path.name.startswith(PREFIX) for path in home.iterdir()))


def read_title(file: Path) -> str:
    """Return the title in an `event.json`, or the folder's name if it cannot be read."""
    try:
        return read_event(file, partial=True).plan.title
    except WordfleetError:
        return file.parent.name


def read_printed(event: Path) -> tuple[dict[str, Any], str]:
    """Return the form's values of a printed event, and the text of its own edition. Raises `BadInputError`."""
    found = open_event(event)
    values: dict[str, Any] = {name: value for name, value in found.settings.items() if name in EventSettings.fields()}
    values |= {
        "rounds": len(found.plan.numbers),
        "spare": len(found.plan.spares),
        "words": found.settings["words"] or {"text": ""},
        "seed": None,
    }
    return values, found.plan.deal.rules


def find_same_event(home: Path, files: Sequence[Path], answers: Answers) -> tuple[dict[str, Any], str] | None:
    """Return as `read_printed` if the event in a folder has most players of a list; else None."""
    if not files or not has_event(home):
        return None
    names = {player.name for player in read_rosters(files, answers).players}
    try:
        known = {player.name for player in open_event(home).plan.players}
    except WordfleetError:  # damaged: the new event gets another folder
        return None
    return read_printed(home) if 2 * len(names & known) > len(names) else None


@dataclass
class EventSession:
    """An event that somebody works on.

    `folder` holds what was uploaded, `home` the pack. `files` are the lists, or an `event.json`; `text` is a list that
    was pasted. `version` grows with every change of the list. `values` are the form's, None until it was shown;
    `printed` those of the event as it was printed, with the text of its own edition, `rules`. `summary` is what the
    values come to, None where that is not known yet; `questions` are open before that. `resumes`: an event of mostly
    the same players is in `output/` under its name, and is continued, unless this one `is_new`.
    `base` are the rules in use when it was planned.
    """

    folder: Path
    home: Path | None = None
    files: tuple[Path, ...] = ()
    text: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    reading: ListReading | None = None
    version: int = 0
    values: dict[str, Any] | None = None
    printed: Mapping[str, Any] | None = None
    rules: str = ""
    listed: int | None = None
    number_of_players: int | None = None
    summary: Summary | None = None
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    job: PrintJob | None = None
    is_pending: bool = True
    resumes: bool = False
    is_new: bool = False
    change: Summary | None = None
    pack: EventFile | None = None
    seed: str = field(default_factory=draw_seed)
    since: float = 0
    base: Library = field(default_factory=packaged)

    def add_rules(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the form's values with the number of players, and whether other editions are known."""
        return {**values, "number_of_players": self.number_of_players, "rules": self.library.place or None}

    @property
    def library(self) -> Library:
        """Return the rules in use, and its own edition if it was printed by one. Raises `BadInputError`."""
        return read_event_rules(self.printed["edition"], self.rules, self.base) if self.printed else self.base

    @property
    def record(self) -> Path | None:
        """Return the `event.json` that was uploaded instead of a list, if one was."""
        return self.files[0] if self.files and self.files[0].suffix.lower() == ".json" else None

    @property
    def is_busy(self) -> bool:
        """Return whether it waits for the printer, or is printed."""
        return self.job is not None and self.job.state not in ENDED

    @property
    def has_pack(self) -> bool:
        """Return whether a pack was printed."""
        return self.home is not None and is_file(self.home / EVENT_FILE)

    @property
    def page(self) -> str:
        """Return the page where it goes on: what was read, the plan, printing, or the pack."""
        if self.job and self.job.state is not State.DONE:
            return "printing"
        if self.has_pack and not self.is_pending:
            return "pack"
        return "list" if self.reading and not self.reading.is_ready else "plan"

    def take(self, *files: Path, players: int | None = None, text: str = "") -> None:
        """Take lists, or a number of players, instead of what was there before."""
        self.files, self.number_of_players, self.text = files, players, text
        self.reading, self.values, self.job, self.answers = None, None, None, {}
        self.is_pending, self.resumes, self.is_new = True, False, False
        self.forget_plan()

    def forget_plan(self) -> None:
        """Plan it again: the list has changed."""
        self.version += 1
        self.summary, self.problems, self.questions = None, (), ()

    def arguments(self) -> dict[str, Any]:
        """Return what `plan_event` and `print_event` take. Raises `BusyError` if there is no form yet."""
        if self.values is None or self.home is None:
            raise BusyError("This event is not planned yet.")
        settings, _ = EventSettings.examine(self.add_rules(self.values))
        typed: frozenset[str] | None = None
        if self.printed:  # it keeps its settings, but for what has changed on the form
            printed, _ = EventSettings.examine(self.add_rules(self.printed))
            names = type(settings).fields()
            typed = frozenset(name for name in names if getattr(settings, name) != getattr(printed, name))
        answers = {**self.answers, **({"round": str(self.listed)} if self.listed else {})}
        given = {
            "lists": self.files or ((self.home,) if self.number_of_players is None else ()),
            "answer": tuple(f"{key}={value}" for key, value in answers.items() if value),
            "seed": None if self.printed else self.seed,
            "output": self.home,
            "workers": 1,  # processes are started by a main thread only
        }
        library = self.base if self.base.place else None
        return {"settings": settings.model_copy(update=given), "typed": typed, "library": library}


class EventSessions:
    """All events that somebody works on."""

    def __init__(self, settings: ServerSettings, clock: Callable[[], float], make_folder: Callable[[], Path]) -> None:
        self._settings, self._clock, self._make_folder = settings, clock, make_folder
        self._sessions: dict[str, EventSession] = {}
        self.printer = PackPrinter(settings.limits.waiting_packs)

    def add(self) -> tuple[str, EventSession]:
        """Return a ticket and a new session. Raises `BusyError` if there are too many, `CannotWriteError`."""
        self.remove_old()
        if len(self._sessions) >= self._settings.limits.events:
            raise BusyError("There are too many events here. Delete one, or try again later.")
        ticket = secrets.token_urlsafe(16)
        session = EventSession(self._make_folder(), since=self._clock())
        self._sessions[ticket] = session
        return ticket, session

    def find(self, ticket: str) -> EventSession | None:
        """Return the session of a ticket; None if it is gone, or never was. Its day begins again."""
        self.remove_old()
        session = self._sessions.get(ticket)
        if session:
            session.since = self._clock()
        return session

    def delete(self, ticket: str) -> None:
        """Forget a session and what was uploaded, after its print has stopped; a pack in `output/` stays."""
        session = self._sessions.pop(ticket, None)
        if session:
            if session.job:
                self.printer.stop_and_wait(session.job, STOP_SECONDS)
            shutil.rmtree(session.folder, ignore_errors=True)

    def remove_old(self) -> None:
        """Forget what is older than its time, unless it is printed."""
        now = self._clock()
        for ticket, session in list(self._sessions.items()):
            if session.is_busy:
                session.since = now
            elif now - session.since > self._settings.limits.event_seconds:
                self.delete(ticket)

    def usual_home(self, title: str) -> Path:
        """Return the folder in `output/` for an event of this title."""
        return self._settings.output / name_folder(title).name

    def list_printed(self) -> list[tuple[str, str]]:
        """Return tickets and titles of events: those being printed first, then the newest in `output/`."""
        listed = []
        busy = {one.home: ticket for ticket, one in self._sessions.items() if one.is_busy and one.home}
        for home, ticket in busy.items():
            values = self._sessions[ticket].values or {}
            listed.append((ticket, str(values.get("title", home.name))))
        found = [*self._settings.output.glob(f"*/{EVENT_FILE}")]
        known = {one.home: ticket for ticket, one in self._sessions.items() if one.home}
        for file in sorted(found, key=lambda file: -file.stat().st_mtime)[:MOST_LISTED]:
            home = file.parent
            if home not in known:
                known[home], session = self.add()
                session.home, session.is_pending = home, False
            if home not in busy:
                listed.append((known[home], read_title(file)))
        return listed

    def close(self) -> None:
        """Stop whatever is printed."""
        self.printer.close()

    def __len__(self) -> int:
        return len(self._sessions)
