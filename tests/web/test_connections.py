"""Connections: a head has its time, their number is limited, and nobody can lock out others."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from support.web import serving, wait_until
from wordfleet_print.web.connections import ConnectionLimits
from wordfleet_print.web.server import open_socket

HALF_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
REQUEST = b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n"
MANY_BYTES = 30_000_000
PLENTY = ConnectionLimits(total=50, per_address=50, head_seconds=60)
needs_addresses = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8"
)


@dataclass
class Page:
    """A served page with an answer that waits for the test, and one of many bytes."""

    port: int
    waiting: list[asyncio.Event] = field(default_factory=list)
    loop: asyncio.AbstractEventLoop | None = None

    def connect(self, sent: bytes, source: str = "127.0.0.1") -> socket.socket:
        """Return a connection from an address that has sent this."""
        opened = socket.create_connection(
            ("127.0.0.1", self.port), timeout=30, source_address=(source, 0)
        )
        opened.sendall(sent)
        return opened

    def ask(self, source: str = "127.0.0.1") -> bool:
        """Return whether a new visitor is answered."""
        with self.connect(REQUEST % b"/", source) as opened:
            return is_answered(opened)

    def finish(self) -> None:
        """Let the answers that wait go on."""
        assert self.loop
        for one in self.waiting:
            self.loop.call_soon_threadsafe(one.set)


@contextmanager
def serve(limits: ConnectionLimits) -> Iterator[Page]:
    """Yield a page that is served with these limits."""
    opened, settings = open_socket(None, 0)
    page = Page(settings.port)

    async def wait(_: Request) -> Response:
        event = asyncio.Event()
        page.loop = asyncio.get_running_loop()
        page.waiting.append(event)
        await event.wait()
        return PlainTextResponse("done")

    async def read(request: Request) -> Response:
        return Response(await request.body())

    routes = [
        Route("/read", read, methods=["POST"]),
        Route("/", lambda _: PlainTextResponse("done")),
        Route("/wait", wait),
        Route("/many", lambda _: Response(b"x" * MANY_BYTES)),
    ]
    with serving(Starlette(routes=routes), opened, settings, limits):
        yield page
        if page.loop:
            page.finish()


def is_answered(opened: socket.socket) -> bool:
    """Return whether an answer arrives; False if the connection is closed."""
    try:
        return opened.recv(100).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


def is_closed(opened: socket.socket) -> bool:
    """Read until the other side closes a connection; return False if it does not in time."""
    try:
        while opened.recv(10_000):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("sent", [b"", b"G", HALF_HEAD, REQUEST % b"/" + HALF_HEAD])
def test_a_head_has_its_time(sent: bytes) -> None:
    """A connection without a complete head is closed: at its begin, and after an answer."""
    with serve(ConnectionLimits(head_seconds=0.2)) as page, page.connect(sent) as opened:
        if sent.startswith(REQUEST % b"/"):
            assert is_answered(opened)
        assert is_closed(opened)
        assert page.ask()


@pytest.mark.parametrize("limits", [(3, 50), (50, 3)])
def test_the_one_that_waits_longest_makes_room(limits: tuple[int, int]) -> None:
    """Half heads, half bodies and idle connections never keep a new visitor out."""
    body = b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx"
    total, per_address = limits
    with serve(ConnectionLimits(total, per_address, 60)) as page, ExitStack() as stack:
        slow = [
            stack.enter_context(page.connect(sent)) for sent in (HALF_HEAD, body, b"", HALF_HEAD)
        ]
        assert is_closed(slow[0])
        assert page.ask()
        assert is_closed(slow[1])


@pytest.mark.parametrize("limits", [(2, 50), (50, 2)])
def test_an_answer_is_never_cut_short(limits: tuple[int, int]) -> None:
    """While all connections are answered, the next one is refused; the answers arrive."""
    total, per_address = limits
    with serve(ConnectionLimits(total, per_address, 60)) as page, ExitStack() as stack:
        asked = [stack.enter_context(page.connect(REQUEST % b"/wait")) for _ in range(2)]
        wait_until(lambda: len(page.waiting) == 2)
        assert not page.ask()
        page.finish()
        assert [is_answered(one) for one in asked] == [True, True]


def test_a_large_answer_arrives_whole() -> None:
    """Others that come meanwhile do not end it, and neither does its length."""
    with serve(ConnectionLimits(2, 2, 0.2)) as page, page.connect(REQUEST % b"/many") as opened:
        size = len(opened.recv(1_000))
        for _ in range(5):
            page.ask()
        while part := opened.recv(1_000_000):
            size += len(part)
        assert size > MANY_BYTES


@needs_addresses
def test_many_of_one_address_end_only_their_own() -> None:
    """If there are too many in all, the address that has most makes room."""
    with serve(ConnectionLimits(4, 50, 60)) as page, ExitStack() as stack:
        other = stack.enter_context(page.connect(HALF_HEAD, "127.0.0.2"))
        flood = [stack.enter_context(page.connect(HALF_HEAD, "127.0.0.3")) for _ in range(20)]
        assert [is_closed(one) for one in flood[:17]] == [True] * 17
        other.sendall(b"\r\n")
        assert is_answered(other)


FLOOD = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
from wordfleet_print.__main__ import main
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--url", "http://127.0.0.1:1/"]])
def test_a_flood_at_few_file_handles_fills_no_log(options: list[str], tmp_path: Path) -> None:
    """500 connections at 64 handles cost a line of log, and a visitor is still answered."""
    command = [sys.executable, "-c", FLOOD, "serve", "--no-open", "--quiet", *options]
    log = tmp_path / "log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, cwd=tmp_path) as process,
        ExitStack() as stack,
    ):
        try:
            assert process.stdout
            link = process.stdout.readline().decode().strip()
            page = Page(int(link.partition("127.0.0.1:")[2].partition("/")[0]))
            for _ in range(500):
                stack.enter_context(page.connect(HALF_HEAD))
            healthy = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % page.port
            with page.connect(healthy) as opened:
                assert is_answered(opened)
        finally:
            process.kill()
    assert len(log.read_text(encoding="utf-8").splitlines()) <= 1
