"""What organisers brought and what was made of it, by tickets, for a time."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import anyio

from wordfleet_print.errors import BusyError
from wordfleet_print.event.plan.event_file import RECORD, read_record
from wordfleet_print.files import PREFIX, is_file
from wordfleet_print.games import Library, packaged
from wordfleet_print.services.ask_event import EventRequest
from wordfleet_print.services.asking import folder_of, fresh_seed
from wordfleet_print.services.own_rules import add_kept_rules
from wordfleet_print.services.printed_event import PackedEvent, is_event
from wordfleet_print.services.sheets_again import ReprintRequest
from wordfleet_print.web.events.event_form import EventForm
from wordfleet_print.web.events.list_read import ListRead
from wordfleet_print.web.events.plan_told import ToldPlan
from wordfleet_print.web.events.queue import ENDED, Printing, PrintQueue, State
from wordfleet_print.web.settings import Clock, Settings, TemporaryFolder
from wordfleet_print.web.table_form import Fault, faults_by

LIFE = 24 * 3600.0
"""Seconds for which what was brought is kept."""
EVERY = 30
"""Seconds after which what is old is looked for."""


def beside(home: Path) -> Path:
    """A folder beside one that is taken: `summer-cup-2`."""
    return next(path for number in count(2) if not (path := home.with_name(f"{home.name}-{number}")).exists())


def is_taken(home: Path) -> bool:
    """Whether anything stands there but what a killed run may have left."""
    return home.exists() and not (home.is_dir() and all(path.name.startswith(PREFIX) for path in home.iterdir()))


@dataclass
class KeptEvent:
    """An event at the desk.

    `own` is its folder for what was brought, `home` that of the pack. `source` is the list or an `event.json`, or None
    where only so many `players` are known, or nothing but a pack; `others` are lists of the same event. `answers` are
    those to what the lists leave open. `version` grows with every change of the list. `printed` is how the event was
    printed before, as a form; `planned` is what the form comes to, None where that is not known yet. `pending`:
    something is to be printed. `met`: an event of mostly the same players stands in `output/` under its name, and is
    gone on with, unless it is to be dealt `anew`. `shelf` are the shop's rules as it was planned by them.
    """

    own: Path
    home: Path | None = None
    source: Path | None = None
    players: int | None = None
    others: tuple[Path, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    read: ListRead | None = None
    version: int = 0
    form: EventForm | None = None
    printed: EventForm | None = None
    planned: ToldPlan | None = None
    faults: tuple[Fault, ...] = ()
    printing: Printing | None = None
    pending: bool = True
    met: bool = False
    anew: bool = False
    change: ToldPlan | None = None
    pack: PackedEvent | None = None
    seed: str = field(default_factory=fresh_seed)
    since: float = 0
    shelf: Library = field(default_factory=packaged)

    @property
    def library(self) -> Library:
        """The rules that it can be printed by: the shop's, and its own where it was printed. Raises `BadInputError`."""
        before = self.printed
        return add_kept_rules(self.shelf, before.table.edition, before.rules) if before else self.shelf

    @property
    def record(self) -> Path | None:
        """The printed event that was brought instead of a list, if one was."""
        return self.source if self.source is not None and is_event(self.source) else None

    @property
    def busy(self) -> bool:
        """Whether it waits for the press, or is printed."""
        return self.printing is not None and self.printing.state not in ENDED

    @property
    def has_pack(self) -> bool:
        """Whether a pack was printed."""
        return self.home is not None and is_file(self.home / RECORD)

    @property
    def stage(self) -> str:
        """Which page it stands at: what was read, the plan, the press, or the pack."""
        if self.printing and self.printing.state is not State.DONE:
            return "press"
        if self.has_pack and not self.pending:
            return "pack"
        return "list" if self.read and not self.read.ready else "plan"

    @property
    def files(self) -> tuple[Path, ...]:
        """The lists."""
        return (self.source, *self.others) if self.source else ()

    def bring(self, source: Path | None, *others: Path, players: int | None = None) -> None:
        """Take a list, or several, instead of what was there before."""
        self.source, self.others, self.players, self.answers = source, others, players, {}
        self.read = None
        self.unplan()
        self.pending, self.form, self.printing = True, None, None
        self.met = self.anew = False

    def unplan(self) -> None:
        """The list is otherwise now."""
        self.version += 1
        self.planned, self.faults = None, ()

    def request(self) -> EventRequest:
        """The event as it is asked for."""
        if self.form is None or self.home is None:
            raise BusyError("Nothing is planned yet.")
        source = self.source or (self.home if self.players is None else None)
        seed = None if self.printed else self.seed
        files = (source, *self.others) if source else ()
        return self.form.request(files, self.players, self.answers, self.home, seed, self.printed, self.shelf)


class KeptEvents:
    """All events at the desk."""

    def __init__(self, settings: Settings, clock: Clock, folder: TemporaryFolder) -> None:
        self._settings, self._clock, self._folder = settings, clock, folder
        self._held: dict[str, KeptEvent] = {}
        self.queue = PrintQueue(settings.limits.queue)

    def new(self) -> tuple[str, KeptEvent]:
        """A ticket and an event. Raises `BusyError` where too many are kept, `CannotWriteError` where none can be."""
        self.tidy()
        if len(self._held) >= self._settings.limits.events:
            raise BusyError("As many events are kept here as there is room for.")
        ticket = secrets.token_urlsafe(16)
        event = KeptEvent(self._folder.new(), since=self._clock())
        self._held[ticket] = event
        return ticket, event

    def find(self, ticket: str) -> KeptEvent | None:
        """The event; None where it is gone, or never was."""
        self.tidy()
        return self._held.get(ticket)

    def touch(self, event: KeptEvent) -> None:
        """Its time begins anew."""
        event.since = self._clock()

    def delete(self, ticket: str) -> None:
        """Forget an event, wait until none of it is printed any more, and remove it, but for a pack in `output/`."""
        event = self._held.pop(ticket, None)
        if event:
            if event.printing:
                self.queue.end_of(event.printing)
            shutil.rmtree(event.own, ignore_errors=True)

    def tidy(self) -> None:
        """Forget what is older than its time, which begins anew as long as it waits or is printed."""
        now = self._clock()
        for ticket, event in list(self._held.items()):
            if event.busy:
                event.since = now
            elif now - event.since > LIFE:
                self.delete(ticket)

    async def keep_tidy(self) -> None:
        """Tidy for ever, whether anybody asks for something or not."""
        while True:
            await anyio.sleep(EVERY)
            self.tidy()

    def usual_home(self, title: str) -> Path:
        """Where an event of this title is printed: in a folder in `output/`."""
        return self._settings.output / folder_of(title).name

    def at_home(self) -> Iterator[tuple[str, Path]]:
        """The events that are printed or wait, and those in `output/`, the newest first, each with a ticket."""
        at_press = {event.home: ticket for ticket, event in self._held.items() if event.busy and event.home}
        yield from ((ticket, home) for home, ticket in at_press.items())
        found = [*self._settings.output.glob(f"*/{RECORD}")]
        known = {event.home: ticket for ticket, event in self._held.items() if event.home}
        for file in sorted(found, key=lambda file: -file.stat().st_mtime)[:12]:
            home = file.parent
            if home not in known:
                ticket, event = self.new()
                event.home, event.pending = home, False
                known[home] = ticket
            if home not in at_press:
                yield known[home], home

    def __len__(self) -> int:
        return len(self._held)


SECONDS, READ_SECONDS = 60, 20
"""How long printing sheets again may keep a processor busy, for it may be a whole round; and reading a record."""


def kept_answers(home: Path | None) -> dict[str, str]:
    """Return the answers that the lists of a printed event were read with."""
    return read_record(home / RECORD).answers if home and is_file(home / RECORD) else {}


def check_record(file: Path) -> tuple[Fault, ...]:
    """What is wrong with a file that may be an event to be gone on with; nothing is raised."""
    return tuple(faults_by("roster", partial(read_record, file)))


def print_sheet(home: Path, player: int, number: int) -> bytes:
    """The PDF of a player's sheet of a round. Raises `BadInputError` where there is no such sheet."""
    return ReprintRequest(home, None, player, None, None, number).sheets().content
