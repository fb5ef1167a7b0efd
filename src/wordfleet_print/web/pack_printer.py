"""The one press for packs: one prints in a child, others wait, any can be stopped.

When stdin is closed, by whoever started it or by that one's end, it stops between two parts of the work.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from threading import Condition, Event, Thread, Timer
from typing import Any, NoReturn, cast

from wordfleet_print.errors import BusyError, WordfleetError
from wordfleet_print.event.lock import alone_in
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.processes import error_from_json, error_to_json, from_parent, started
from wordfleet_print.services.ask_event import EventRequest
from wordfleet_print.services.printed_event import file_kind
from wordfleet_print.services.what_changed import changes_by
from wordfleet_print.web.events.plan_told import ToldPlan, told, without_paths
from wordfleet_print.web.table_form import Fault, faults_of

LOG = logging.getLogger("wordfleet_print.web")
MODULE = "wordfleet_print.web.events.queue"
PATIENCE = 10.0
"""Seconds that a child has to come to a good end when it is stopped; then it is ended, and its pack is absent."""
_ADRIFT = "The press broke down. Print it anew."


class State(StrEnum):
    """How far a printing is."""

    WAITING = "waiting"
    PRINTING = "printing"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


ENDED = frozenset({State.STOPPED, State.FAILED, State.DONE})


@dataclass(eq=False)
class Printing:
    """A pack that is printed, waits, or was: what was asked for, how far it is, and what came of it.

    `parts` are what the work is made of, each with its number of shards; `count` shards are done. `serial` grows with
    every change, so that whoever looks on sees one. `over` is set when no child of it is left.
    """

    request: EventRequest
    pages: int
    finish: Callable[[ToldPlan | None], None]
    state: State = State.WAITING
    parts: tuple[tuple[str, int], ...] = ()
    count: int = 0
    faults: tuple[Fault, ...] = ()
    serial: int = 0
    child: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    over: Event = field(default_factory=Event, repr=False)

    @property
    def percent(self) -> int:
        """How much of the work is done."""
        whole = sum(count for _, count in self.parts)
        return 100 if self.state is State.DONE else 100 * self.count // whole if whole else 0

    @property
    def part(self) -> int:
        """Which part is at work, from 0; as many as there are where all is done."""
        left = self.count
        for place, (_, count) in enumerate(self.parts):
            if left < count:
                return place
            left -= count
        return len(self.parts)


class PrintQueue:
    """Printings in the order in which they were asked for; a thread attends to them, one at a time."""

    def __init__(self, most_waiting: int) -> None:
        self._most = most_waiting
        self._waiting: deque[Printing] = deque()
        self._now: Printing | None = None
        self._turn = Condition()
        self._ended = False
        self._thread: Thread | None = None

    def put(self, printing: Printing) -> None:
        """Print it when its turn comes. Raises `BusyError` where too many wait."""
        with self._turn:
            if len(self._waiting) >= self._most or self._ended:
                raise BusyError(f"{len(self._waiting) + 1} packs are before yours, as many as may wait.")
            if self._thread is None:
                thread = Thread(target=self._attend, name="packs", daemon=True)
                thread.start()
                self._thread = thread
            self._waiting.append(printing)
            self._turn.notify()

    def place(self, printing: Printing) -> int:
        """How many are before it."""
        with self._turn:
            if printing not in self._waiting:
                return 0
            return self._waiting.index(printing) + self._is_printing()

    def stop(self, printing: Printing) -> None:
        """Take it out where it waits; where it is printed, let it come to a good end."""
        with self._turn:
            if printing in self._waiting:
                self._waiting.remove(printing)
                printing.over.set()
                _become(printing, State.STOPPED)
            elif printing is self._now and self._is_printing():
                self._let_end(printing)

    def end_of(self, printing: Printing) -> None:
        """Stop it, and wait until nothing of it is at work: a child that comes to no good end in time is ended."""
        self.stop(printing)
        if not printing.over.wait(PATIENCE) and (child := printing.child):
            child.kill()
        printing.over.wait(PATIENCE)

    def end(self) -> None:
        """Stop all, and wait for whatever is printed to come to a good end."""
        with self._turn:
            self._ended = True
            for printing in [*self._waiting]:
                self.stop(printing)
            if self._now and self._is_printing():
                self._let_end(self._now)
            self._turn.notify()
        if self._thread:
            self._thread.join(PATIENCE + 1)

    def __len__(self) -> int:
        with self._turn:
            return len(self._waiting) + self._is_printing()

    def _is_printing(self) -> bool:
        """Whether a pack is at the press; one that is done is not, though its child has not yet ended."""
        return self._now is not None and self._now.state not in ENDED

    def _let_end(self, printing: Printing) -> None:
        _become(printing, State.STOPPING)
        if printing.child:
            _close(printing.child)

    def _attend(self) -> None:
        while not self._ended:
            with self._turn:
                while not (self._waiting or self._ended):
                    self._turn.wait()
                self._now = self._waiting.popleft() if self._waiting and not self._ended else None
            try:
                if self._now:
                    self._print(self._now)
            except Exception as error:  # whatever it was, the next one has its turn
                LOG.error("a pack broke off", exc_info=error)
                if self._now:
                    self._now.faults = (Fault("plan", _ADRIFT),)
                    _become(self._now, State.FAILED)
            with self._turn:
                if self._now:
                    self._now.over.set()
                self._now = None

    def _print(self, printing: Printing) -> None:
        """Print it in a child, and follow what that tells."""
        with tempfile.TemporaryFile() as said, started(MODULE, said) as child:
            with self._turn:
                printing.child = child
                if printing.state is State.WAITING:
                    _become(printing, State.PRINTING)
            self._send(child, printing)
            for line in child.stdout or ():
                self._follow(printing, json.loads(line))
            child.wait()
            printing.child = None
            if printing.state not in ENDED:
                said.seek(0)
                told = said.read()[-4000:].decode("utf-8", "replace")
                if printing.state is State.STOPPING:
                    _become(printing, State.STOPPED)
                else:
                    LOG.error("a pack broke off: %s", told or f"exit code {child.returncode}")
                    printing.faults = (Fault("plan", _ADRIFT),)
                    _become(printing, State.FAILED)

    def _send(self, child: subprocess.Popen[bytes], printing: Printing) -> None:
        """Hand the order over; stdin stays open, since its end means to stop."""
        with self._turn, contextlib.suppress(OSError, ValueError):
            if child.stdin:
                pickle.dump(printing.request, child.stdin)
                child.stdin.flush()
                if printing.state is State.STOPPING:
                    _close(child)

    def _follow(self, printing: Printing, told: Mapping[str, Any]) -> None:
        match told["kind"]:
            case "begun":
                printing.parts = tuple((name, count) for name, count in told["parts"])
            case "done":
                printing.count = told["count"]
            case "stopped":
                _become(printing, State.STOPPED)
            case "failed":
                faults = faults_of(error_from_json(told["error"]), "plan")
                printing.faults = tuple(without_paths(faults, printing.request))
                _become(printing, State.FAILED)
            case "printed":
                printing.finish(told["change"])
                _become(printing, State.DONE)
        printing.serial += 1


def _become(printing: Printing, state: State) -> None:
    printing.state = state
    printing.serial += 1


def _close(child: subprocess.Popen[bytes]) -> None:
    """Tell a child to end, and end it where it does not."""
    with contextlib.suppress(OSError, ValueError):
        if child.stdin and not child.stdin.closed:
            child.stdin.close()
    late = Timer(PATIENCE, child.kill)
    late.daemon = True
    late.start()


NICENESS = 10
"""By how much others go first: who prints a pair waits for nobody’s pack."""
_stop = Event()


class _StoppedError(Exception):
    """Somebody asked for the end."""


def print_event(request: EventRequest) -> None:
    """Plan and print, alone in the event's folder, and tell of it. Raises `WordfleetError`."""
    _ = request.roster  # whatever is wrong with it is told before the folder is made
    with alone_in(request.folder):
        _check_stop()
        job = request.job()
        plan = job.plan()
        changes, pack = changes_by(job, plan), job.pack(plan)
        _check_stop()
        _tell(kind="begun", parts=list(_parts(pack)))
        job.print(pack, _note_progress)
    _tell(kind="printed", change=told(changes) if changes else None)


def _parts(pack: Pack) -> Iterator[tuple[str, int]]:
    """What the work is made of, in order, and how many calls each part has."""
    for name, calls in groupby(file_kind(call.files[0].name) for call in pack.calls):
        yield name, len([*calls])


def _note_progress(done: int, _total: int) -> None:
    _tell(kind="done", count=done)
    _check_stop()


def _check_stop() -> None:
    if _stop.is_set():
        raise _StoppedError


def _tell(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def _listen() -> None:
    """Nothing is ever sent: this returns when the other end is closed, or its process is gone."""
    with contextlib.suppress(OSError):
        os.read(sys.stdin.fileno(), 1)
    _stop.set()


def main() -> NoReturn:
    """Take the order, do it, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what Ctrl-C means is for the parent to decide
    signal.signal(signal.SIGTERM, lambda *_: _stop.set())
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    request = cast("EventRequest", from_parent())
    Thread(target=_listen, daemon=True).start()
    code = 0
    try:
        print_event(request)
    except _StoppedError:
        _tell(kind="stopped")
    except WordfleetError as error:
        _tell(kind="failed", error=error_to_json(error))
    except BrokenPipeError:
        code = 1  # nobody listens any more
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.exit(code)


if __name__ == "__main__":
    main()
