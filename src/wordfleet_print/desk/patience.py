"""Connections whose request does not come are closed: many that send half of one would keep all others out."""

from __future__ import annotations

import asyncio
from typing import cast

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
"""How long a request's head may take to come."""


class Patient(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with patience that ends (RFC 9110, 15.5.9, without the words)."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a head; no longer, once all of it is there."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        elif self._late:
            self._late.cancel()
            self._late = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing."""
        if self._late:
            self._late.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(SECONDS, self.transport.close)
