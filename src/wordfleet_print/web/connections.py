"""Connections with limits: how long a request may take to arrive, and how many may be open.

Nobody who holds connections open can lock out somebody else: a new connection takes the place of
one that only waits, and a request that does not arrive ends its own connection.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

# A reader who takes fewer bytes of an answer in `LOOK_SECONDS` is slow: the connection may be
# closed for somebody else.
LEAST_BYTES = 10_000
LOOK_SECONDS = 10


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections may be open, and how long one may take for a request's head."""

    total: int = 200
    """Of all addresses together."""

    per_address: int = 20
    """Of one address; browsers open six. Behind a proxy everybody has the proxy's."""

    head_seconds: float = 10
    """How long the head of the next request may take; a connection without one is closed."""


class LimitedConnection(H11Protocol):
    """A connection that makes room for others while it is idle or slow, never during an answer."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        limits: ConnectionLimits,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = limits
        self._head_timer: asyncio.TimerHandle | None = None
        self._reader_timer: asyncio.TimerHandle | None = None
        self._is_reader_slow = False
        self._is_aborted = False
        self.address = ""
        self.waits_since = 0.0
        """When it began to wait for a request, on the loop's clock."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a head; close another connection, or this one, if there are too many."""
        # A stream's transport, as asyncio promises for protocols of streams
        super().connection_made(cast(asyncio.Transport, transport))
        self.address = self.client[0] if self.client else ""
        self._wait_for_head()
        if not self._make_room():
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        stop_timer(self._head_timer)
        stop_timer(self._reader_timer)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Stop waiting for a head when it has arrived: uvicorn then begins a cycle of request and
        answer.
        """
        cycle_before = self.cycle
        super().handle_events()
        if self.cycle is not cycle_before:
            stop_timer(self._head_timer)

    def on_response_complete(self) -> None:
        """Wait for the next head after an answer."""
        self._wait_for_head()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Look from time to time whether the reader takes the answer: too much of it is unsent."""
        super().pause_writing()
        self._watch_reader(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Stop looking: the reader has taken nearly all."""
        stop_timer(self._reader_timer)
        self._is_reader_slow = False
        super().resume_writing()

    @property
    def is_answering(self) -> bool:
        """Whether an answer is made, or sent to somebody who takes it."""
        has_unsent_bytes = self.transport.get_write_buffer_size() > 0
        if has_unsent_bytes:
            return not self._is_reader_slow
        cycle = self.cycle  # the latest request and its answer
        if cycle is None or cycle.response_complete:
            return False
        # While a form still arrives, nothing is made of it
        has_whole_request = not cycle.more_body
        return cycle.response_started or has_whole_request

    def abort(self) -> None:
        """Close the connection at once."""
        self._is_aborted = True
        self.transport.abort()

    def _wait_for_head(self) -> None:
        stop_timer(self._head_timer)
        self.waits_since = self.loop.time()
        self._head_timer = self.loop.call_later(self._limits.head_seconds, self._end_waiting)

    def _end_waiting(self) -> None:
        if not self.is_answering:
            self.abort()

    def _watch_reader(self, unsent_bytes: int) -> None:
        stop_timer(self._reader_timer)
        self._reader_timer = self.loop.call_later(LOOK_SECONDS, self._check_reader, unsent_bytes)

    def _check_reader(self, unsent_bytes_before: int) -> None:
        unsent_bytes = self.transport.get_write_buffer_size()
        self._is_reader_slow = unsent_bytes_before - unsent_bytes < LEAST_BYTES
        self._watch_reader(unsent_bytes)

    def _make_room(self) -> bool:
        """Close another connection if there are too many. Return False if none can be closed
        because all are answering.
        """
        others = [
            connection
            for connection in self.connections
            if isinstance(connection, LimitedConnection)
            and connection is not self
            and not connection._is_aborted
        ]
        same_address = [connection for connection in others if connection.address == self.address]
        if len(same_address) >= self._limits.per_address:
            return close_longest_waiting(same_address)
        if len(others) < self._limits.total:
            return True
        by_address = defaultdict[str, list[LimitedConnection]](list)
        for connection in others:
            by_address[connection.address].append(connection)
        # The address with the most connections makes room first, so that many from one address do
        # not end those of the others
        most_first = sorted(by_address.values(), key=len, reverse=True)
        return any(map(close_longest_waiting, most_first))


def close_longest_waiting(connections: Iterable[LimitedConnection]) -> bool:
    """Close the connection that has waited longest; return False if all are answering."""
    waiting = [connection for connection in connections if not connection.is_answering]
    if not waiting:
        return False
    min(waiting, key=lambda connection: connection.waits_since).abort()
    return True


def stop_timer(timer: asyncio.TimerHandle | None) -> None:
    """Stop a timer, if there is one that has not ended yet."""
    if timer:
        timer.cancel()
