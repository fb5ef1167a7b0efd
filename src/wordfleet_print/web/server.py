"""Listen at an address and serve the application, until a signal ends the process."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from wordfleet_print.errors import CannotWriteError, Fix, Problem, UsageError
from wordfleet_print.processes import raise_handle_limit
from wordfleet_print.web.addresses import OwnAddress, list_own_addresses
from wordfleet_print.web.app import make_app
from wordfleet_print.web.auth import AccessKeys
from wordfleet_print.web.connections import ConnectionLimits, LimitedConnection
from wordfleet_print.web.log import report_loop_error
from wordfleet_print.web.settings import ServerSettings
from wordfleet_print.web.state import AppState

LOOPBACK = "127.0.0.1"
LOCAL_NAME = "localhost"
# Of a request's head: browsers send the cookies of everything that runs on this computer.
HEAD_BYTES = 64_000
# Connections that the system may hold until we take them. All of them are taken at once, before
# those that are too many are closed.
BACKLOG = 64
# Files that the page needs to be able to open besides its connections.
WANTED_HANDLES = 1_024
# How long requests may go on when the page closes.
CLOSE_SECONDS = 2
# After a signal the process ends by then, whatever its threads do.
EXIT_SECONDS = 8
# Of a host that a message quotes.
MOST_HOST_SIGNS = 60
ADDRESS_TIP = "Such as 127.0.0.1, 192.168.1.20, or 0.0.0.0 for all."


def open_socket(
    host: str | None,
    port: int,
    url: str = "",
    rules: Path | None = None,
    list_own: Callable[[], list[OwnAddress]] = list_own_addresses,
) -> tuple[socket.socket, ServerSettings]:
    """Listen at a host and port, 0 for any free one. Return the socket, and where the page is.

    Without `host` and `url` only this computer can reach the page. `url` is where a proxy serves
    it. `list_own` lists the addresses that others reach this computer by.

    Raises `UsageError` for a host that is not an address of this computer, `CannotWriteError` for a
    port in use.
    """
    bound = read_host(host or LOOPBACK)
    opened = listen(bound, port)
    # Head and body of an answer are two packets: the second would wait 40 ms for the first one's
    # acknowledgment.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    port = opened.getsockname()[1]
    is_any = bound.is_unspecified  # 0.0.0.0 listens at all addresses of this computer
    name = f"[{bound}]" if bound.version == 6 else str(bound)
    here = LOOPBACK if is_any else name
    settings = ServerSettings(
        hosts=frozenset(list_hosts(bound, name, port, url)),
        port=port,
        address=f"http://{here}:{port}/",
        any_address=is_any,
        origin=url.rstrip("/"),
        is_behind_proxy=bool(url),
        rules=rules,
    )
    if url or bound.is_loopback:
        return opened, settings
    if not is_any:
        return opened, replace(settings, origin=f"http://{name}:{port}")
    # The likeliest address first
    networks = {f"http://{own.address}:{port}": str(own) for own in list_own()}
    return opened, replace(settings, origin=next(iter(networks), ""), networks=networks)


def read_host(host: str) -> IPv4Address | IPv6Address:
    """Return a host's address. Raises `UsageError` for a name other than `localhost`."""
    if host.lower() == LOCAL_NAME:
        host = LOOPBACK
    try:
        return ip_address(host)
    except ValueError as error:
        raise make_strange_host(host) from error


def make_strange_host(host: str) -> UsageError:
    """Return the error for a host that is not this computer."""
    message = f"This computer has no address {host[:MOST_HOST_SIGNS]}."
    return UsageError(Problem(message, "host", (Fix.choose("url"),), advice=ADDRESS_TIP))


def listen(bound: IPv4Address | IPv6Address, port: int) -> socket.socket:
    """Return a socket that listens at an address. Raises `UsageError`, `CannotWriteError`."""
    is_six = bound.version == 6
    try:
        return socket.create_server(
            (str(bound), port),
            family=socket.AF_INET6 if is_six else socket.AF_INET,
            backlog=BACKLOG,
            dualstack_ipv6=is_six and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise make_strange_host(str(bound)) from error
        # `create_server` adds “ (while attempting to bind …)” to the system's reason; Windows has
        # no `strerror`
        why = (error.strerror or str(error)).partition(" (while ")[0]
        what = f"Port {port} of {bound} cannot be used: {why}."
        raise CannotWriteError(Problem(what, "port", (Fix.choose("port"),))) from error


def list_hosts(bound: IPv4Address | IPv6Address, name: str, port: int, url: str) -> Iterator[str]:
    """Yield the Host headers that requests may have, such as `localhost:8000`.

    A request for any other name may come from a page that points its own name at this computer.
    """
    names = [name, LOOPBACK, LOCAL_NAME]
    if not bound.is_loopback:
        # What this computer is called by itself, and by others near it (RFC 6762)
        own = socket.gethostname().lower()
        short = own.partition(".")[0]
        names += [own, short, f"{short}.local"]
    for host in names:
        yield f"{host}:{port}"
    if url:
        yield urlsplit(url).netloc.lower()


def choose_limits(settings: ServerSettings) -> ConnectionLimits:
    """Return the limits of connections: half of the files that this process may open, at most."""
    usual = ConnectionLimits()
    total = min(usual.total, raise_handle_limit(WANTED_HANDLES) // 2)
    # Behind a proxy every connection has the proxy's address
    per_address = total if settings.is_behind_proxy else min(usual.per_address, total)
    return replace(usual, total=total, per_address=per_address)


class Server(uvicorn.Server):
    """A server whose process always ends after a signal."""

    def __init__(
        self, app: Starlette, settings: ServerSettings, limits: ConnectionLimits | None = None
    ) -> None:
        connection: Any = partial(LimitedConnection, limits=limits or choose_limits(settings))
        config = uvicorn.Config(
            app,
            http=connection,
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            lifespan="on",
            backlog=BACKLOG,
            timeout_graceful_shutdown=CLOSE_SECONDS,
            h11_max_incomplete_event_size=HEAD_BYTES,
            proxy_headers=False,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Log errors of connections in our way, then begin."""
        asyncio.get_running_loop().set_exception_handler(report_loop_error)
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close; a second signal does not disturb the first."""
        if not self.should_exit:
            _end_later(128 + sig)  # as shells report a process that a signal has ended
            super().handle_exit(sig, frame)

    def close(self) -> None:
        """Close as somebody asks for on the page."""
        if not self.should_exit:
            _end_later(0)
            self.should_exit = True


def _end_later(code: int) -> None:
    """End the process if it is still there later: Python waits for threads, and one may never
    end.
    """
    last = threading.Timer(EXIT_SECONDS, os._exit, [code])
    last.daemon = True
    last.start()


def serve(opened: socket.socket, settings: ServerSettings, keys: AccessKeys) -> None:
    """Serve the page until Ctrl-C or SIGTERM, or until it is closed on the page."""
    state = AppState(settings, keys)
    server = Server(make_app(state), settings)
    state.stop = server.close
    # Requests leave cycles that hold their forms. With the threshold of a short command
    # (`__main__`), 2,400 forms of 60 kB took a gigabyte until they were collected.
    gc.freeze()
    gc.set_threshold(700)  # Python's own default
    server.run(sockets=[opened])
