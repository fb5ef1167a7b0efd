"""HTTP at the print shop's door, over real sockets: what is no request, too large, too slow, or one too many."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
import uvicorn

from wordfleet_print.desk import patience
from wordfleet_print.desk.patience import MOST, Patient

HOST = "Host: x\r\n"
GET = f"GET /?get HTTP/1.1\r\n{HOST}\r\n"
LAST = GET.replace("?get", "?last").replace(HOST, f"{HOST}Connection: close\r\n")
POST = f"POST /?post HTTP/1.1\r\n{HOST}"
CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n"
LEFT: list[str] = []
"""What requests were left by those who had asked."""


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with a request's query and body, `/wait` not until nobody waits, `/long` without an end; whoever leaves
    before is noted.
    """
    body, more = b"", True
    while more:
        message = await receive()
        more = message.get("more_body", False) or (scope["path"] == "/wait" and message["type"] == "http.request")
        body += message.get("body", b"")
    if scope["path"] == "/long":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        reading = asyncio.ensure_future(receive())
        while not reading.done():
            await send({"type": "http.response.body", "body": b"x" * MOST, "more_body": True})
            await asyncio.sleep(0)
        message = reading.result()
    if message["type"] == "http.disconnect":
        LEFT.append(scope["path"])
        return
    told = b"[" + scope["query_string"] + b" " + body + b"]"
    names = b",".join(name for name, _ in scope["headers"])
    headers = [(b"content-length", b"%d" % len(told)), (b"x-names", names[:100])]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": told})


@contextmanager
def _door() -> Iterator[tuple[str, int]]:
    """Where something listens that speaks HTTP as the shop does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            _echo,
            http=Patient,
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            lifespan="off",
            timeout_keep_alive=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        yield listening.getsockname()
        server.should_exit = True
        thread.join(20)


@pytest.fixture(scope="module")
def door() -> Iterator[tuple[str, int]]:
    """One for all."""
    with _door() as place:
        yield place


def _told(place: tuple[str, int], parts: tuple[str, ...], awaited: int) -> list[str]:
    """The statuses and bodies that parts of what is sent are answered with, as one more request is after them: so many
    are awaited before.
    """
    raw = b""
    with socket.create_connection(place, timeout=20) as visitor, suppress(ConnectionError):
        visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            visitor.sendall(part.encode("latin-1"))
            time.sleep(0.002 * (len(parts) > 1))
        while raw.count(b"HTTP/1.1 ") < awaited:
            raw += visitor.recv(100_000)
        visitor.sendall(LAST.encode())
        while got := visitor.recv(100_000):
            raw += got
    said = raw.decode("latin-1").split("HTTP/1.1 ")[1:]
    return [f"{one[:3]}{one.partition(END)[2]:.30}" for one in said]


END = "\r\n\r\n"
GOOD = "200[get ]"
BAD = ["400Invalid HTTP request received."]
LENGTH = "Content-Length: 4\r\n"

CASES: dict[str, tuple[tuple[str, ...], list[str], bool]] = {
    "as it should be": ((GET,), [GOOD], False),
    "in pieces": (tuple(GET), [GOOD], False),
    "two, one behind the other": ((GET, GET), [GOOD] * 2, False),
    "two at once": ((GET * 2,), [GOOD] * 2, False),
    "nine at once": ((GET * 9,), [GOOD] * 2, True),
    "TLS": (("\x16\x03\x01\x02\0\r\n\r\n",), BAD, True),
    "a word": (("HELLO\r\n\r\n",), BAD, True),
    "HTTP/2": (("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",), BAD, True),
    "HTTP/1.0": ((GET.replace("1.1", "1.0"),), [GOOD], True),
    "no host": ((GET.replace(HOST, ""),), BAD, True),
    "two hosts": ((GET.replace(HOST, HOST * 2),), BAD, True),
    "NUL in the address": ((GET.replace("?", "\0"),), BAD, True),
    "NUL in a header": ((GET.replace(": x", ": \0x"),), BAD, True),
    "a folded header": ((GET.replace(": x", ": x\r\n y"),), BAD, True),
    "no address": ((GET.replace("/?get", "http://x"),), BAD, True),
    "as to a proxy": ((GET.replace("/?get", "http://x/?get"),), [GOOD], False),
    "CONNECT": ((GET.replace("GET /?get", "CONNECT x:443"),), BAD, True),
    "letters": ((GET.replace(": x", ": \xe9\xff"),), [GOOD], False),
    "many headers": ((GET.replace(HOST, HOST + "a: b\r\n" * 2_000),), [GOOD], False),
    "too many headers": ((GET.replace(HOST, HOST + "a: b\r\n" * MOST),), BAD, True),
    "too long an address": ((GET.replace("?", "?" + "x" * MOST),), BAD, True),
    "no end of a header": ((GET[:-4], *["x" * 20_000] * 4), BAD, True),
    "a body": ((f"{POST}{LENGTH}\r\nb", "ody"), ["200[post body]"], False),
    "a body of no length": ((f"{CHUNKED}2\r\nbo", "\r\n2\r\ndy\r\n0\r\n\r\n"), ["200[post body]"], False),
    "a large body": ((f"{POST}Content-Length: {3 * MOST}\r\n\r\n" + "x" * 3 * MOST,), ["200[post " + "x" * 24], False),
    "headers behind the body": ((f"{CHUNKED}0\r\nHost: y\r\n\r\n",), ["200[post ]"], False),
    "no end of these": ((f"{CHUNKED}0\r\n", *["a: b\r\n" * 5_000] * 4), BAD, True),
    "two lengths": ((f"{POST}{LENGTH}Content-Length: 5\r\n\r\nbody",), BAD, True),
    "a length and none": ((f"{POST}{LENGTH}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",), BAD, True),
    "no length": ((f"{POST}Content-Length: -4\r\n\r\nbody",), BAD, True),
    "a strange coding": ((f"{POST}Transfer-Encoding: x\r\n\r\nbody",), BAD, True),
    "a bad chunk": ((f"{CHUNKED}zz\r\n",), BAD, True),
    "a bad chunk later": ((f"{CHUNKED}1\r\nb", "XX"), BAD, True),
    "no HTTP behind a request": ((f"{GET}\0\r\n\r\n",), [GOOD], True),
    "a bad body behind a request": ((f"{GET}{CHUNKED}zz\r\n",), [], True),
    "an upgrade": ((GET.replace(HOST, f"{HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n") + GET,), [GOOD], True),
    "a web socket": ((GET.replace(HOST, f"{HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n"),), [GOOD], True),
    "a body with an upgrade": ((f"{POST}{LENGTH}Connection: Upgrade\r\nUpgrade: x\r\n\r\n{GET}",), BAD, True),
    "a last one, and more": ((GET.replace(HOST, f"{HOST}Connection: close\r\n") + GET,), [GOOD], True),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_sent_is_answered_once_or_refused(
    case: str, door: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    """Requests are answered in their order; what is none is refused and the connection closed, never read as another
    request; the log says nothing, and the next visitor is answered.
    """
    parts, answers, closed = CASES[case]
    with caplog.at_level(logging.WARNING):
        assert _told(door, parts, len(answers)) == [*answers, *["200[last ]"] * (not closed)]
        assert _told(door, (GET,), 1) == [GOOD, "200[last ]"]
    assert caplog.records == []


def test_who_leaves_is_not_waited_for(door: tuple[str, int], caplog: pytest.LogCaptureFixture) -> None:
    """Whoever answers is told that nobody waits any more, also where another request waits behind."""
    for behind in ("", GET):
        LEFT.clear()
        with socket.create_connection(door) as visitor:
            visitor.sendall(GET.replace("/?get", "/wait").encode() + behind.encode())
            time.sleep(0.05)
        until = time.monotonic() + 10
        while not LEFT and time.monotonic() < until:
            time.sleep(0.01)
        assert LEFT == ["/wait"]
    assert caplog.records == []


def test_what_stands_still_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body of which nothing more comes, and an answer that nobody reads on in; not one that is read slowly."""
    monkeypatch.setattr(patience, "STILL", 0.3)
    LEFT.clear()
    with _door() as place:
        with socket.create_connection(place, timeout=20) as slow:
            for part in (POST + LENGTH + "\r\n", "b", "o", "d", "y"):
                slow.sendall(part.encode())
                time.sleep(0.2)
            assert slow.recv(4000).endswith(b"[post body]")
            slow.sendall(f"{POST}{LENGTH}\r\nb".encode())
            assert slow.recv(4000) == b""
        with socket.create_connection(place, timeout=20) as idle:
            idle.sendall(GET.replace("/?get", "/long").encode())
            for _ in range(3):
                time.sleep(0.2)
                assert LEFT == ["/"]
                for _ in range(400):
                    idle.recv(MOST)
            until = time.monotonic() + 10
            while len(LEFT) < 2 and time.monotonic() < until:
                time.sleep(0.01)
    assert LEFT == ["/", "/long"]


def test_half_a_request_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that sends nothing, or half a head, is closed after a while, the first time and after an answer; one
    whose request is whole is answered.
    """
    monkeypatch.setattr(patience, "SECONDS", 0.3)
    with _door() as place:
        for sent in ("", GET[:-3], GET + GET[:-3]):
            with socket.create_connection(place, timeout=20) as slow:
                slow.sendall(sent.encode())
                told = b"".join(iter(lambda: slow.recv(4000), b""))
            assert told.count(b"200 OK") == sent.count(GET)
