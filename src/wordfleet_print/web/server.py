"""Listen at an address and serve the application, until a signal ends the process."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
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
from wordfleet_print.web.auth import AccessKeys
from wordfleet_print.web.settings import ServerSettings
from wordfleet_print.web.state import AppState

LOOPBACK = "127.0.0.1"
# Of a request's head: browsers send the cookies of everything that runs on this computer.
HEAD_BYTES = 64_000
# Of one address; browsers open six.
MOST_CONNECTIONS = 20
BACKLOG = 128
# Python's own default.
GC_THRESHOLD = 700
# How long requests may go on when the page closes.
CLOSE_SECONDS = 2
# After a signal the process ends by then, whatever its threads do.
EXIT_SECONDS = 8
ADDRESS_TIP = "Such as 127.0.0.1, 192.168.1.20, or 0.0.0.0 for all."


@dataclass(frozen=True, slots=True)
class Listener:
    """An open socket, the page's address on this computer, and its settings."""

    socket: socket.socket
    address: str
    settings: ServerSettings


def listen(host: str | None, port: int, url: str = "", rules: Path | None = None) -> Listener:
    """Listen at a host and port; without host and url only this machine is served.

    Raises `UsageError` for a host that is not an address of this computer, `CannotWriteError` for a port in use.
    """
    opened = _open_socket(host or LOOPBACK, port)
    number: int = opened.getsockname()[1]
    bound = ip_address(host or LOOPBACK)
    outside = _find_own_address(bound.version) if bound.is_unspecified else str(bound)
    here = f"http://{_in_brackets(LOOPBACK if bound.is_unspecified else str(bound))}:{number}/"
    origin = url.rstrip("/") or ("" if bound.is_loopback else f"http://{_in_brackets(outside)}:{number}")
    # A request for any other name may come from a page that points its own name at this machine
    names = {_in_brackets(str(bound)), LOOPBACK, "localhost"}
    if not bound.is_loopback:  # what this machine is called by itself, and by others near it (RFC 6762)
        name = socket.gethostname().lower()
        short = name.partition(".")[0]
        names |= {name, short, f"{short}.local"}
    settings = ServerSettings(
        frozenset({*(f"{name}:{number}" for name in names), *({urlsplit(url).netloc.lower()} if url else ())}),
        number,
        any_address=bound.is_unspecified,
        origin=origin,
        is_behind_proxy=bool(url),
        rules=rules,
    )
    return Listener(opened, here, settings)


def _open_socket(host: str, port: int) -> socket.socket:
    strange = UsageError(f"This computer has no address {host[:60]}.", tip=ADDRESS_TIP, field="host", say=("url",))
    try:
        address = ip_address(host)
    except ValueError as error:
        raise strange from error
    opened = socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_STREAM)
    # On Windows SO_REUSEADDR would let another program take the port, and whatever comes to it.
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    opened.setsockopt(socket.SOL_SOCKET, exclusive, 1)
    # Head and body of an answer are two packets: the second would wait 40 ms for the first one's acknowledgment.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        opened.bind((str(address), port))
        opened.listen(BACKLOG)
    except OSError as error:
        opened.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise strange from error
        what = f"Port {port} of {address} cannot be used: {error.strerror}."
        raise CannotWriteError(what, field="port", say=("port",)) from error
    return opened


def _find_own_address(version: int) -> str:
    """Return the address that others on this network reach this machine by; nothing is sent to learn it."""
    family, far = (socket.AF_INET6, "2001:db8::1") if version == 6 else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "::1" if version == 6 else LOOPBACK


def _in_brackets(address: str) -> str:
    return f"[{address}]" if ":" in address else address


class LimitedConnection(H11Protocol):
    """A connection; if its address has too many, the oldest of that address is closed.

    So slow requests of one visitor never lock out another.
    """

    _since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._since = self.loop.time()
        others = [one for one in self.connections if isinstance(one, LimitedConnection)]
        same = [one for one in others if one.client and self.client and one.client[0] == self.client[0]]
        still_open = sorted((one for one in same if not one.transport.is_closing()), key=lambda one: one._since)
        for one in still_open[:-MOST_CONNECTIONS]:
            one.transport.abort()


def serve(listener: Listener, keys: AccessKeys, on_ready: Callable[[], None]) -> None:
    """Serve the page until Ctrl-C or SIGTERM; `on_ready` is called when it answers. Source: uvicorn."""
    app = make_app(AppState(listener.settings, keys))
    # Requests leave cycles that hold their forms. With the threshold of a short command (`__main__`), 2,400 forms of
    # 60 kB took a gigabyte until they were collected; so they take no more than before.
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    Server(app, listener, on_ready).run(sockets=[listener.socket])


@contextmanager
def serving(app: Starlette, listener: Listener) -> Iterator[None]:
    """Serve an application in a thread for the length of a block."""
    server = Server(app, listener)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener.socket]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


class Server(uvicorn.Server):
    """A server that says when it is ready, and whose process always ends after a signal."""

    def __init__(self, app: Starlette, listener: Listener, on_ready: Callable[[], None] = lambda: None) -> None:
        config = uvicorn.Config(
            app,
            # behind a proxy every connection has the proxy's address
            http=H11Protocol if listener.settings.is_behind_proxy else LimitedConnection,
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_keep_alive=5,
            timeout_graceful_shutdown=CLOSE_SECONDS,
            h11_max_incomplete_event_size=HEAD_BYTES,
            backlog=BACKLOG,
            proxy_headers=False,
        )
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if not self.should_exit:
            self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close; a second signal does not disturb the first."""
        if self.should_exit:
            return
        # Python waits for threads at its end, and a thread may never end by itself
        last = threading.Timer(EXIT_SECONDS, os._exit, [128 + sig])
        last.daemon = True
        last.start()
        super().handle_exit(sig, frame)


def log_to_stderr() -> None:
    """Send log messages to stderr, with their time; they hold no address, name or ticket."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    for name in ("wordfleet_print.web", "asyncio"):
        logging.getLogger(name).addHandler(handler)
