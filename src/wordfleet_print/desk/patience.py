"""HTTP/1.1 at the shop's door, as uvicorn and h11 speak it, but with patience that ends: whoever is silent locks nobody
out.
"""

from __future__ import annotations

import asyncio
import logging
from typing import cast

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
"""How long a request's head may take to come."""
MOST = 200
"""Connections at a time; every one of them holds a file open, and some systems allow 256."""
HEAD = 64_000
"""Bytes of a head: browsers send with it the cookies of all that runs on this machine."""


class Patient(H11Protocol):
    """A connection. Where nothing is asked on it, it is idle: for so long, or until there are too many connections and
    no other has been idle longer.
    """

    _idle: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait; instead of another one where there are too many."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._look()
        if len(self.connections) > MOST:
            idle = [(one._idle.when(), one) for one in self.connections if isinstance(one, Patient) and one._idle]
            _, longest = min(idle, key=lambda one: one[0])
            longest._drop()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a head; no longer, once all of it is there."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing."""
        self._drop()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, and close; amid an answer there is no way to say why."""
        if self.cycle is None or not self.cycle.response_started:
            super().send_400_response(msg)
        self.transport.close()

    def _look(self) -> None:
        asked = self.cycle is not None and not self.cycle.response_complete
        if self._idle and asked:
            self._idle.cancel()
            self._idle = None
        elif not (self._idle or asked):
            self._idle = self.loop.call_later(SECONDS, self.transport.close)  # when all is read that was answered

    def _drop(self) -> None:
        if self._idle:
            self._idle.cancel()
            self._idle = None
        self.transport.abort()


class Seldom(logging.Filter):
    """Of what asyncio says thousands of times, with tracebacks, while no more files can be opened, a line a minute."""

    _since = -60.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is told."""
        said = record.getMessage()
        if "out of system resource" not in said and "_start_serving" not in said:
            return True
        record.msg, record.args, record.exc_info = "Too many files are open: connections wait.", (), None
        told = record.created - self._since >= 60
        if told:
            self._since = record.created
        return told
