"""The child that prints a pack: it takes one order from stdin, tells on stdout how far it is, a line of JSON each time.

When stdin is closed, by whoever started it or by that one's end, it stops between two parts of the work.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from threading import Event, Thread
from typing import NoReturn, cast

from wordfleet_print.desk.events.changes import told
from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.lock import alone_in
from wordfleet_print.event.pack.pack import Pack, check_free, place_of
from wordfleet_print.event.pack.shards import Watch
from wordfleet_print.jobs.print_event import EventRequest, changes_by
from wordfleet_print.jobs.printed_event import file_kind
from wordfleet_print.sandbox import error_to_json, from_parent

NICENESS = 10
"""By how much others go first: who prints a pair waits for nobody’s pack."""
_stop = Event()


class _StoppedError(Exception):
    """Somebody asked for the end."""


def print_event(request: EventRequest) -> None:
    """Plan and print, alone in the event's folder, and tell of it. Raises `WordfleetError`."""
    _ = request.roster  # whatever is wrong with it is told before the folder is made
    with alone_in(request.folder):
        check_free(request.folder, place_of(request.rounds.only))
        _check_stop()
        job = request.job()
        plan = job.plan()
        changes, pack = changes_by(job, plan), job.pack(plan)
        _check_stop()
        _tell(kind="begun", parts=list(_parts(pack)))
        job.print(pack, Watch(lambda done: _tell(kind="done", count=done), _check_stop))
    _tell(kind="printed", change=asdict(told(changes)) if changes else None)


def _parts(pack: Pack) -> Iterator[tuple[str, int]]:
    """What the work is made of, in order, and how many shards each part has."""
    for name, lots in groupby(pack.lots, key=lambda lot: lot.documents[0].name):
        yield file_kind(name), sum(lot.count for lot in lots)


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
