"""The log: one message of a kind a minute."""

from __future__ import annotations

import asyncio
import logging
import sys

from support.web import Clock
from wordfleet_print.web.log import RateLimit


def make_record(message: str, error: type[BaseException] | None = None) -> logging.LogRecord:
    """Return a message of the log, about an error."""
    info = None
    if error:
        try:
            raise error
        except BaseException:
            info = sys.exc_info()
    return logging.LogRecord("web", logging.ERROR, "file.py", 1, message, (), info)


def test_a_message_of_a_kind_is_shown_once_a_minute() -> None:
    """The next one says how many were left out; another kind is shown at once."""
    clock = Clock()
    limit = RateLimit(60, clock)
    assert [limit.filter(make_record("full", OSError)) for _ in range(3)] == [True, False, False]
    assert limit.filter(make_record("full", KeyError))
    assert limit.filter(make_record("other"))
    clock.now += 60
    later = make_record("full", OSError)
    assert limit.filter(later)
    assert later.getMessage() == "full (and 2 more like it before)"


def test_a_request_that_ends_with_the_page_is_no_failure() -> None:
    """Ctrl-C during a request logs nothing."""
    assert not RateLimit().filter(make_record("in application", asyncio.CancelledError))
