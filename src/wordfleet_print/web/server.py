"""Opening the desk: an address, a server, and its patience with whoever connects."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import cast
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from wordfleet_print.errors import CannotWriteError, UsageError
from wordfleet_print.web.app import make_app
from wordfleet_print.web.keys import Keys
from wordfleet_print.web.press_children import Press, PressChildren
from wordfleet_print.web.settings import Settings
from wordfleet_print.web.shop import Shop

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


LOOPBACK = "127.0.0.1"
PATIENCE = 2
"""Seconds that answers under way have when the shop closes."""
_BACKLOG = 128
"""Connections that are taken at once: fewer than `MOST`, so that each is heard before it may have to go."""
_ADDRESSES = "Such as 127.0.0.1, 192.168.1.20, or 0.0.0.0 for all."


@dataclass(frozen=True, slots=True)
class Address:
    """Where a desk listens, and what it is reached by: by this machine, and by others (or "")."""

    socket: socket.socket
    address: str
    origin: str
    settings: Settings


def open_place(host: str | None, port: int, url: str, *, workers: int | None, rules: Path | None) -> Address:
    """Listen. Without host and url only this machine is served.

    Raises `UsageError` for a host that is no address of this machine's, `CannotWriteError` for a port that is taken.
    """
    listening = _bound(host or LOOPBACK, port)
    number: int = listening.getsockname()[1]
    bound = ip_address(host or LOOPBACK)
    reached = _own_address(bound.version) if bound.is_unspecified else str(bound)
    here = f"http://{_bracketed(LOOPBACK if bound.is_unspecified else str(bound))}:{number}/"
    origin = url.rstrip("/") or ("" if bound.is_loopback else f"http://{_bracketed(reached)}:{number}")
    called = {_bracketed(str(bound)), LOOPBACK, "localhost", *(() if bound.is_loopback else _own_names())}
    names = {f"{name}:{number}" for name in called}
    settings = Settings(
        frozenset({*names, *({urlsplit(url).netloc.lower()} if url else ())}),
        number,
        any_address=bound.is_unspecified,
        origin=origin,
        workers=workers or (2 if origin else 1),
        rules=rules,
    )
    return Address(listening, here, origin, settings)


def _bound(host: str, port: int) -> socket.socket:
    try:
        address = ip_address(host)
    except ValueError as error:
        what = f"A shop listens at an address of this machine, not {host[:60]}."
        raise UsageError(what, tip=_ADDRESSES, field="host", say=("url",)) from error
    listening = socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_STREAM)
    # On Windows SO_REUSEADDR would let another programme take the port, and whatever comes to it.
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listening.setsockopt(socket.SOL_SOCKET, alone, 1)
    try:
        listening.bind((str(address), port))
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRNOTAVAIL:
            what = f"A shop listens at an address of this machine; {address} is none of its."
            raise UsageError(what, tip=_ADDRESSES, field="host", say=("url",)) from error
        what = f"Port {port} of {address} cannot be used: {error.strerror}."
        raise CannotWriteError(what, field="port", say=("port",)) from error
    return listening


def _own_address(version: int) -> str:
    """The address that others on this network reach this machine by; nothing is sent to learn it."""
    family, far = (socket.AF_INET6, "2001:db8::1") if version == 6 else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "::1" if version == 6 else LOOPBACK


def _own_names() -> set[str]:
    """What this machine is called, by itself and by others in the house (RFC 6762)."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"}


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def serve(place: Address, keys: Keys, ready: Callable[[], None]) -> None:
    """Run the shop until Ctrl-C or SIGTERM; `ready` is called when it answers. Raises what broke behind the pages.

    Source: uvicorn.
    """
    settings = place.settings
    press: Press = PressChildren(settings.workers) if settings.workers > 1 or settings.origin else Press()
    app = make_app(Shop(settings, press, keys=keys))
    _Server(app, ready).run(sockets=[place.socket])
    if app.state.broken:
        raise app.state.broken


@contextmanager
def served(app: Starlette, place: Address) -> Iterator[None]:
    """Serve an application in a thread of its own, as long as something else is done here."""
    server = _Server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place.socket]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


class _Server(uvicorn.Server):
    """A server that tells when it is ready, and its application when it closes."""

    def __init__(self, app: Starlette, ready: Callable[[], None] = lambda: None) -> None:
        config = uvicorn.Config(
            app,
            http=Patient,
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_keep_alive=5,
            timeout_graceful_shutdown=PATIENCE,
            h11_max_incomplete_event_size=HEAD,
            backlog=_BACKLOG,
            proxy_headers=False,
        )
        super().__init__(config)
        self._state, self._ready = app.state, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Whether to close: also where what goes on behind the pages has broken."""
        return await super().on_tick(counter) or self._state.broken is not None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let pages that are being told something go, then all others."""
        self._state.closing = True
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close the shop; who asks again does not disturb the tidying up."""
        if not self.should_exit:
            super().handle_exit(sig, frame)


def log_to_stderr() -> None:
    """Send what the shop notes to stderr, with its time; it names no address, no name and no ticket."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logging.getLogger("wordfleet_print.web").addHandler(handler)
    logging.getLogger("asyncio").addHandler(handler)
    logging.getLogger("asyncio").addFilter(Seldom())
