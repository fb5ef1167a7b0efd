"""HTTP/1.1 at the shop's door: heads are bounded in bytes and seconds, what stands still is given up, and what is no
HTTP is refused.
"""

from __future__ import annotations

import asyncio
from typing import cast

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

SECONDS = 10.0
"""How long a request's head may take to come: many that send half of one would keep all others out."""
STILL = 60.0
"""How many seconds may pass until more of a body comes, or somebody reads on in an answer."""
MOST = 64_000
"""Bytes of a head; and of whatever else may come of a request that is no part of its body, such as trailers."""


class Patient(HttpToolsProtocol):
    """HTTP/1.1 as uvicorn speaks it, with patience that ends (RFC 9110, 15.5.9, without the words).

    Of requests that are sent before the answer to another one waits; more are refused, as the connection is closed
    after the answer, and their sender may ask again (RFC 9112, 9.3.2). So is whatever follows an Upgrade or CONNECT.
    """

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _running: RequestResponseCycle | None = None
    _bodiless = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a head; no longer, once all of it is there."""
        self._bodiless += len(data)
        super().data_received(data)
        if self._bodiless > MOST:
            self.send_400_response("Invalid HTTP request received.")
        if self._answered:
            self._wait()
            return
        self._wait_no_more()
        if self.cycle.more_body:
            self._late = self.loop.call_later(STILL, self.transport.close)

    def pause_writing(self) -> None:
        """Wait until somebody reads on."""
        super().pause_writing()
        self._unread = self.loop.call_later(STILL, self.transport.abort)

    def resume_writing(self) -> None:
        """Somebody does."""
        super().resume_writing()
        if self._unread:
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing; who answers the first of two requests is told, too."""
        self._wait_no_more()
        if self._unread:
            self._unread.cancel()
        if self._running:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Begin a request. Raises `HttpParserError` for one too many."""
        if self.pipeline or not (self._answered or self.cycle.keep_alive):
            raise HttpParserError
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Begin to answer. Raises `HttpParserError` for a head that is too large, or names not one host (RFC 9112,
        3.2); and for a body that no parser of HTTP/1.1 reads, since it comes with an Upgrade.
        """
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        upgrade = self.parser.should_upgrade()
        if size > MOST or [name for name, _ in self.headers].count(b"host") != 1:
            raise HttpParserError
        if upgrade and self.parser.get_method() not in {b"GET", b"HEAD"}:
            raise HttpParserError
        first = None if self._answered else self.cycle
        super().on_headers_complete()
        self._running = first or self.cycle
        self.cycle.keep_alive &= not upgrade
        self.headers = []  # what follows a body is nobody's head (RFC 9110, 6.5.1)

    def on_body(self, body: bytes) -> None:
        """Take some of a body."""
        self._bodiless = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request."""
        self._bodiless = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, and close; what was asked before it is answered first."""
        if self._answered or (self.cycle.more_body and not self.pipeline and not self.cycle.response_started):
            super().send_400_response(msg)
        elif self.cycle.more_body:
            self.transport.close()
        else:
            self.cycle.keep_alive = False

    @property
    def _answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(SECONDS, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None
