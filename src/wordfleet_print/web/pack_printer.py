"""Events printed in a thread, one after the other, with progress; each can be stopped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock
from typing import Any

from wordfleet_print.errors import BusyError, Problem, WordfleetError
from wordfleet_print.services import events
from wordfleet_print.services.events import PlannedEvent
from wordfleet_print.web.forms import problems_of
from wordfleet_print.web.plan_summary import Summary

LOG = logging.getLogger("wordfleet_print.web")
BUG = "Printing failed because of a bug. The log on the terminal has the details."


class State(StrEnum):
    """How far a print is."""

    WAITING = "waiting"
    PRINTING = "printing"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


ENDED = frozenset({State.STOPPED, State.FAILED, State.DONE})


class StoppedError(Exception):
    """Somebody stopped the print."""


@dataclass(eq=False)
class PrintJob:
    """An event that is printed, waits, or was printed.

    `arguments` are those of `print_event`. `done` of its `steps` are finished. `on_done` gets
    the changes.
    """

    arguments: Mapping[str, Any]
    pages: int
    on_done: Callable[[Summary | None], None]
    state: State = State.WAITING
    steps: int = 0
    done: int = 0
    problems: tuple[Problem, ...] = ()
    future: Future[None] | None = field(default=None, repr=False)

    @property
    def percent(self) -> int:
        """Return how much of the work is done."""
        return 100 if self.state is State.DONE else 100 * self.done // self.steps if self.steps else 0


class PackPrinter:
    """Prints events in their order, one at a time."""

    def __init__(self, most_waiting: int) -> None:
        self._most = most_waiting
        self._jobs: list[PrintJob] = []
        self._lock = Lock()
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="packs")

    def submit(self, job: PrintJob) -> None:
        """Print an event when its turn comes. Raises `BusyError` if too many wait."""
        with self._lock:
            self._jobs = [one for one in self._jobs if one.state not in ENDED]
            if len(self._jobs) > self._most:
                raise BusyError(f"{len(self._jobs)} events are waiting to be printed. Try again in a moment.")
            self._jobs.append(job)
            job.future = self._executor.submit(self._print, job)

    def count_before(self, job: PrintJob) -> int:
        """Return how many events are printed before this one."""
        active = [one for one in self._jobs if one.state not in ENDED]
        return active.index(job) if job in active else 0

    def stop(self, job: PrintJob) -> None:
        """Stop an event between two files; nothing of it is left."""
        with self._lock:
            if job.state is State.WAITING and job.future and job.future.cancel():
                job.state = State.STOPPED
            elif job.state not in ENDED:
                job.state = State.STOPPING

    def stop_and_wait(self, job: PrintJob, seconds: float) -> None:
        """Stop an event and wait until nothing of it is at work, at most so long."""
        self.stop(job)
        if job.future:
            wait([job.future], seconds)

    def close(self) -> None:
        """Stop everything."""
        for job in self._jobs:
            self.stop(job)
        self._executor.shutdown(cancel_futures=True)

    def _print(self, job: PrintJob) -> None:
        try:
            with self._lock:
                if job.state is State.WAITING:
                    job.state = State.PRINTING
            changes = print_event(job)
            job.on_done(changes)
            job.state = State.DONE
        except StoppedError:
            job.state = State.STOPPED
        except WordfleetError as error:
            job.problems, job.state = (*problems_of(error, "plan"),), State.FAILED
        except Exception as error:
            LOG.error("an event could not be printed", exc_info=error)
            job.problems, job.state = (Problem(BUG, "plan"),), State.FAILED


def print_event(job: PrintJob) -> Summary | None:
    """Plan and print an event, alone in its folder; return what it changes. Raises `WordfleetError`."""

    def note_progress(done: int, _count: int) -> None:
        job.done = done
        if job.state is State.STOPPING:
            raise StoppedError

    def begin(planned: PlannedEvent) -> None:
        job.steps = len(planned.pack.calls)
        note_progress(0, 0)

    note_progress(0, 0)
    printed = events.print_event(**job.arguments, confirm=begin, progress=note_progress)
    return printed.changes.to_json() if printed.changes else None
