"""The log on the terminal: one message of a kind a minute, however many requests cause it."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from collections.abc import Callable
from typing import Any

LOG = logging.getLogger("wordfleet_print.web")
MINUTE_SECONDS = 60
NO_HANDLES = {errno.EMFILE, errno.ENFILE}


class RateLimit(logging.Filter):
    """Passes one message of a kind in a while; the next one says how many were left out.

    A request that is ended because the page closes is no failure: it is not logged.
    """

    def __init__(
        self, seconds: float = MINUTE_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._seconds = seconds
        self._clock = clock
        # By kind, which is a tuple of what messages of one cause have in common
        self._shown_at: dict[object, float] = {}
        self._left_out: dict[object, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is logged; add to its text how many like it were left out."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, asyncio.CancelledError):
            return False
        first_line = str(record.msg).partition("\n")[0]
        kind = (record.name, first_line, type(error), find_source_line(error))
        now = self._clock()
        if now - self._shown_at.get(kind, -self._seconds) < self._seconds:
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        self._shown_at[kind] = now
        if left_out := self._left_out.pop(kind, 0):
            record.msg = f"{record.msg} (and {left_out} more like it before)"
        return True


def find_source_line(error: BaseException | None) -> tuple[str, int]:
    """Return file and line where an error was raised."""
    trace = error.__traceback__ if error else None
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)


def set_up_log() -> None:
    """Write the log to stderr; no message has an address, a name or a ticket."""
    logging.basicConfig(format="%(asctime)s %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(RateLimit())


def report_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of the event loop: too many connections in one line, others with a traceback."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in NO_HANDLES:
        LOG.error("Too many connections: this computer lets the page open no more.")
        return
    loop.default_exception_handler(context)
