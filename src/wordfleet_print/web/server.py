"""Listen at an address and serve the application, until a signal ends the process."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
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
# How long requests may go on when the page closes.
CLOSE_SECONDS = 2
# After a signal the process ends by then, whatever its threads do.
EXIT_SECONDS = 8
ADDRESS_TIP = "Such as 127.0.0.1, 192.168.1.20, or 0.0.0.0 for all."


def open_socket(
    host: str | None, port: int, url: str = "", rules: Path | None = None
) -> tuple[socket.socket, ServerSettings]:
    """Listen at a host and port; without host and url only this computer is served. Return socket
    and settings.

    Raises `UsageError` for a host that is not an address of this computer, `CannotWriteError` for a
    port in use.
    """
    host = host or LOOPBACK
    strange = UsageError(
        f"This computer has no address {host[:60]}.", tip=ADDRESS_TIP, field="host", say=("url",)
    )
    try:
        bound = ip_address(host)
        is_six = bound.version == 6
        family, is_dual = (
            socket.AF_INET6 if is_six else socket.AF_INET,
            is_six and socket.has_dualstack_ipv6(),
        )
        opened = socket.create_server((str(bound), port), family=family, dualstack_ipv6=is_dual)
    except ValueError as error:
        raise strange from error
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise strange from error
        # Windows knows no text for the number alone; `create_server` adds the address to the
        # system's own
        why = (error.strerror or str(error)).partition(" (while ")[0]
        what = f"Port {port} of {host} cannot be used: {why}."
        raise CannotWriteError(what, field="port", say=("port",)) from error
    # Head and body of an answer are two packets: the second would wait 40 ms for the first one's
    # acknowledgment.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    number: int = opened.getsockname()[1]
    is_any, name = bound.is_unspecified, f"[{bound}]" if is_six else str(bound)
    address = f"http://{LOOPBACK if is_any else name}:{number}/"
    # A request for any other name may come from a page that points its own name at this computer
    hosts = {f"{one}:{number}" for one in (name, LOOPBACK, "localhost")}
    origin = url.rstrip("/")
    if url:
        hosts.add(urlsplit(url).netloc.lower())
    if not bound.is_loopback:
        # What this computer is called by itself, and by others near it (RFC 6762)
        own = socket.gethostname().lower()
        hosts |= {
            f"{one}:{number}"
            for one in (own, own.partition(".")[0], f"{own.partition('.')[0]}.local")
        }
        origin = origin or f"http://{find_own_address() if is_any else name}:{number}"
    settings = ServerSettings(
        frozenset(hosts), number, address, is_any, origin, is_behind_proxy=bool(url), rules=rules
    )
    return opened, settings


def find_own_address() -> str:
    """Return the address that others on this network reach this computer by; nothing is sent to
    learn it.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return LOOPBACK


class LimitedConnection(H11Protocol):
    """A connection; if its address has too many, the oldest of that address is closed.

    So slow requests of one visitor never lock out another.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Close the oldest connections of its address if there are too many."""
        super().connection_made(transport)
        self.since, self.address = self.loop.time(), self.client and self.client[0]
        same = [
            one
            for one in self.connections
            if isinstance(one, LimitedConnection) and one.address == self.address
        ]
        still_open = sorted(
            (one for one in same if not one.transport.is_closing()), key=lambda one: one.since
        )
        for one in still_open[:-MOST_CONNECTIONS]:
            one.transport.abort()


class Server(uvicorn.Server):
    """A server whose process always ends after a signal."""

    def __init__(self, app: Starlette, settings: ServerSettings) -> None:
        config = uvicorn.Config(
            app,
            # Behind a proxy every connection has the proxy's address
            http=H11Protocol if settings.is_behind_proxy else LimitedConnection,
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=CLOSE_SECONDS,
            h11_max_incomplete_event_size=HEAD_BYTES,
            proxy_headers=False,
        )
        super().__init__(config)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close; a second signal does not disturb the first."""
        if not self.should_exit:
            # Python waits for threads at its end, and a thread may never end by itself
            last = threading.Timer(EXIT_SECONDS, os._exit, [128 + sig])
            last.daemon = True
            last.start()
            super().handle_exit(sig, frame)


def serve(opened: socket.socket, settings: ServerSettings, keys: AccessKeys) -> None:
    """Serve the page until Ctrl-C or SIGTERM."""
    server = Server(make_app(AppState(settings, keys)), settings)
    # Requests leave cycles that hold their forms. With the threshold of a short command
    # (`__main__`), 2,400 forms of 60 kB took a gigabyte until they were collected.
    gc.freeze()
    gc.set_threshold(700)  # Python's own default
    server.run(sockets=[opened])


@contextmanager
def serving(app: Starlette, opened: socket.socket, settings: ServerSettings) -> Iterator[None]:
    """Serve an application in a thread for the length of a block."""
    server = Server(app, settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
