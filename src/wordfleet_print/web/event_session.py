"""An event that somebody works on: its list, the form's values, the plan, and its print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from wordfleet_print.errors import Note, Problem, WordfleetError
from wordfleet_print.event import folder as event_folder
from wordfleet_print.event.event import Event
from wordfleet_print.event.plan.changes import Changes
from wordfleet_print.files import is_file
from wordfleet_print.games import Library
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.services.editions import read_event_rules
from wordfleet_print.services.events import PlannedEvent
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.sheet.seed_text import draw_seed_text
from wordfleet_print.web.forms import problems_of

BUG = Problem("Printing failed because of a bug. The log in the terminal has the details.", "plan")


class PrintState(StrEnum):
    """How far the print of an event is."""

    NOT_STARTED = ""
    WAITING = "waiting"
    PRINTING = "printing"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


@dataclass(eq=False)
class PrintJob:
    """A print that waits for the printer, goes on, or has ended. The printer's thread changes
    it.
    """

    future: Future[None] | None = None
    """Its call in the printer's thread, as soon as it is queued."""

    percent: int = 0
    """How much is printed."""

    is_stopped: bool = False
    """Whether somebody wants it to stop."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return self.future is not None and self.future.done()

    @property
    def failure(self) -> BaseException | None:
        """Why it has failed."""
        if not self.is_over or self.state is PrintState.STOPPED:
            return None
        return self.future.exception() if self.future else None

    @property
    def state(self) -> PrintState:
        """How far it is."""
        if self.future is None:
            return PrintState.WAITING
        if not self.future.done():
            if self.is_stopped:
                return PrintState.STOPPING
            return PrintState.PRINTING if self.future.running() else PrintState.WAITING
        if self.future.cancelled() or isinstance(self.future.exception(), CancelledError):
            return PrintState.STOPPED
        return PrintState.FAILED if self.future.exception() else PrintState.DONE


@dataclass(frozen=True, eq=False)
class EventSession:
    """An event that somebody works on. A change makes a copy, which `EventStore` keeps."""

    ticket: str
    """What its addresses begin with."""

    folder: Path
    """Where uploads are; it is made for the first one."""

    values: Mapping[str, Any]
    """The form's."""

    base: Library
    """The rules in use."""

    home: Path | None = None
    """The pack's folder, which is its own once it `is_printed`."""

    is_printed: bool = False
    """Whether a pack of it was printed."""

    lists: tuple[Path, ...] = ()
    """Its lists, or an `event.json`; nothing if the event goes on as it was printed."""

    number_of_players: int | None = None
    """In place of a list."""

    text: str = ""
    """A list that was pasted."""

    answers: Mapping[str, str] = field(default_factory=dict)
    """To questions about the list."""

    version: int = 0
    """It grows with every change of the list."""

    seed: str = field(default_factory=draw_seed_text)
    """What a new event is dealt by."""

    stored_event: Event | None = None
    """The event as it was printed, if the form shows that."""

    planned: PlannedEvent | None = None
    """What it comes to."""

    error: WordfleetError | None = None
    """What is wrong with the plan, or has to be answered."""

    is_pending: bool = True
    """Whether it was changed since it was printed."""

    change: Changes | None = None
    """What the last print changed."""

    notes: Sequence[Note] = ()
    """What the last print noted."""

    job: PrintJob | None = None
    """Its print since the last change."""

    @property
    def library(self) -> Library:
        """The rules in use, or its own edition if it was printed. Raises `BadInputError`."""
        if not self.stored_event:
            return self.base
        return read_event_rules(self.stored_event.rules, self.stored_event.labels)

    @property
    def has_pack(self) -> bool:
        """Whether its pack was printed, and is still there."""
        if not self.is_printed or self.home is None:
            return False
        return is_file(self.home / event_folder.EVENT_FILE)

    @property
    def is_busy(self) -> bool:
        """Whether it waits for the printer, or is printed."""
        return self.job is not None and not self.job.is_over

    @property
    def is_planned(self) -> bool:
        """Whether it is known what it comes to, or why it comes to nothing."""
        return self.planned is not None or self.error is not None

    @property
    def state(self) -> PrintState:
        """How far its print is since the last change."""
        return self.job.state if self.job else PrintState.NOT_STARTED

    @property
    def page(self) -> str:
        """The page where it goes on: printing, the pack, what was read, or the plan."""
        if self.state not in (PrintState.NOT_STARTED, PrintState.DONE):
            return "printing"
        is_complete = self.home and self.has_pack and not event_folder.is_interrupted(self.home)
        if is_complete and not self.is_pending:
            return "pack"
        return "list" if isinstance(self.error, RosterError) else "plan"

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the plan, or why printing failed."""
        failure = (self.job.failure if self.job else None) or self.error
        if isinstance(failure, WordfleetError):
            return problems_of(failure, "plan")
        return [BUG] if failure else []

    def reopen_plan(self) -> EventSession:
        """Return it without its plan, to be planned again."""
        return replace(self, planned=None, error=None, job=None, is_pending=True)

    def forget_list(self) -> EventSession:
        """Return it as it was printed: it is what is in its folder, no longer the list."""
        return replace(
            self,
            lists=(),
            number_of_players=None,
            text="",
            answers={},
            planned=None,
            error=None,
            stored_event=None,
            is_pending=False,
        )

    def show_stored(self, event: Event) -> EventSession:
        """Return it with the form's values as it was printed."""
        return replace(self, stored_event=event, values=list_values(event))

    def fill_in_printed(self) -> EventSession:
        """Return it with the form filled in as it was printed, if it was. Raises
        `BadInputError`.
        """
        if self.stored_event:
            return self
        source = next((path for path in self.lists if path.suffix.lower() == ".json"), None)
        if source is None and self.home and self.has_pack:
            source = self.home / event_folder.EVENT_FILE
        if source is None:
            return self
        return self.show_stored(event_folder.read_printed(source, partial=True).event)

    def arguments(self) -> dict[str, Any]:
        """Return what `plan_event` and `print_event` take. Raises `UsageError` with every problem
        of the form.
        """
        # `rules` says that editions other than the bundled ones are known
        more = {"number_of_players": self.number_of_players, "rules": self.library.place or None}
        settings = EventSettings.read({**self.values, **more})
        # The form sends every field. A printed event keeps its settings: the user gave only those
        # that differ from how it was printed
        values_of_event = list_values(self.stored_event) if self.stored_event else {}
        before = EventSettings.read({**values_of_event, **more})
        given_fields = frozenset(
            name
            for name in EventSettings.fields()
            if getattr(settings, name) != getattr(before, name)
        )
        lists: tuple[Path | None, ...] = self.lists
        if not lists and self.number_of_players is None:
            lists = (self.home,)
        update = {
            "lists": lists,
            "answer": tuple(f"{key}={value}" for key, value in self.answers.items() if value),
            "seed": None if self.stored_event else self.seed,
            "output": self.home,
        }
        return {
            "settings": settings.model_copy(update=update),
            "given_fields": given_fields,
            "library": self.library,
        }


def list_values(event: Event) -> dict[str, Any]:
    """Return the form's values as an event was printed."""
    fields = EventSettings.fields()
    values = {
        name: value
        for name, value in event.settings.to_record().items()
        if fields[name].option.on_web
    }
    return {**values, "rounds": len(event.numbers), "spare": len(event.spares)}
