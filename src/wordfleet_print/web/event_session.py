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
        """Why it has failed; None if it has not."""
        if self.future is None or self.state is not PrintState.FAILED:
            return None
        return self.future.exception()

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
    """The secret, random part of its addresses."""

    folder: Path
    """Where uploads are saved; the first one makes it."""

    values: Mapping[str, Any]
    """The values of the form, by setting: {"title": "Summer Cup", "rounds": 5}."""

    base: Library
    """The rules that the page serves now; see `library`."""

    home: Path | None = None
    """The folder of its pack: chosen with the plan, and its own once it `is_printed`."""

    is_printed: bool = False
    """Whether a pack of it was printed."""

    lists: tuple[Path, ...] = ()
    """Lists that were uploaded, or an `event.json`; empty if the event goes on as it was
    printed.
    """

    number_of_players: int | None = None
    """How many play, in place of a list."""

    text: str = ""
    """A list that was pasted."""

    answers: Mapping[str, str] = field(default_factory=dict)
    """Answers to questions about the list, by the key of the question."""

    version: int = 0
    """It grows with every change of the list. Forms send it, so that a form of an older list in
    another window is recognized.
    """

    seed: str = field(default_factory=draw_seed_text)
    """The seed of a new event: all its sheets follow from it."""

    stored_event: Event | None = None
    """The event as it was printed, if the form shows that."""

    planned: PlannedEvent | None = None
    """The plan, if there is one."""

    error: WordfleetError | None = None
    """Why there is no plan: a fault, or questions that have to be answered first."""

    is_pending: bool = True
    """Whether it was changed since it was printed."""

    change: Changes | None = None
    """How the last print differs from the one before."""

    notes: Sequence[Note] = ()
    """Notes of the last print."""

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
        """Whether there is a plan, or an error that says why there is none."""
        return self.planned is not None or self.error is not None

    @property
    def state(self) -> PrintState:
        """How far its print is since the last change."""
        return self.job.state if self.job else PrintState.NOT_STARTED

    @property
    def page(self) -> str:
        """The last part of the address where it continues: printing, pack, list or plan."""
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
        """Return a copy without a plan, to be planned again."""
        return replace(self, planned=None, error=None, job=None, is_pending=True)

    def forget_list(self) -> EventSession:
        """Return a copy that continues as it was printed: with its folder, without the list."""
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
        """Return a copy whose form has the values that `event` was printed with."""
        return replace(self, stored_event=event, values=list_values(event))

    def fill_in_printed(self) -> EventSession:
        """Return a copy whose form has the values of the print: of an `event.json` among the lists,
        or of its pack. An event that was never printed is returned unchanged.

        Raises `BadInputError`.
        """
        if self.stored_event:
            return self
        event_file = next((path for path in self.lists if path.suffix.lower() == ".json"), None)
        if event_file is None and self.home and self.has_pack:
            event_file = self.home / event_folder.EVENT_FILE
        if event_file is None:
            return self
        return self.show_stored(event_folder.read_printed(event_file, partial=True).event)

    def make_arguments(self) -> dict[str, Any]:
        """Return the arguments of `plan_event` and `print_event` by their names: `settings`,
        `given_fields` and `library`. Raises `UsageError` with every problem of the form.
        """
        outside_form = {
            "number_of_players": self.number_of_players,
            # With a folder of rules, editions other than the bundled ones are known
            "rules": self.library.place or None,
        }
        settings = EventSettings.read({**self.values, **outside_form})
        # A printed event keeps its settings, except those that the user gives. The form sends
        # every field, so those that differ from the print count as given
        values_of_print = list_values(self.stored_event) if self.stored_event else {}
        settings_of_print = EventSettings.read({**values_of_print, **outside_form})
        given_fields = frozenset(
            name
            for name in EventSettings.fields()
            if getattr(settings, name) != getattr(settings_of_print, name)
        )
        lists: tuple[Path | None, ...] = self.lists
        if not lists and self.number_of_players is None:
            lists = (self.home,)  # its folder in place of a list: the printed event goes on
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
    """Return the settings that an event was printed with, as values of the form, by setting."""
    fields = EventSettings.fields()
    values = {
        name: value
        for name, value in event.settings.to_record().items()
        if fields[name].option.on_web
    }
    return {**values, "rounds": len(event.numbers), "spare": len(event.spares)}
