"""HTTP at the print shop's door, over real sockets: what is no request, too large, too slow, or one too many."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
import uvicorn

from wordfleet_print.desk import serving
from wordfleet_print.desk.serving import HEAD, Patient, Seldom

HOST = "Host: x\r\n"
GET = f"GET /?get HTTP/1.1\r\n{HOST}\r\n"
LAST = GET.replace("?get", "?last").replace(HOST, f"{HOST}Connection: close\r\n")
POST = f"POST /?post HTTP/1.1\r\n{HOST}"
CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n"


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with a request's query and body, unless whoever asked is gone."""
    body, more = b"", True
    while more:
        message = await receive()
        more = message.get("more_body", False)
        body += message.get("body", b"")
    if message["type"] == "http.request":
        told = b"[" + scope["query_string"] + b" " + body + b"]"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(told))]})
        await send({"type": "http.response.body", "body": told})


@contextmanager
def _door() -> Iterator[tuple[str, int]]:
    """Where something listens that speaks HTTP as the shop does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            _echo,
            http=Patient,
            h11_max_incomplete_event_size=HEAD,
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
    return [one[:3] + (f"{one.partition(END)[2]:.30}" if one[:3] == "200" else "") for one in said]


END = "\r\n\r\n"
GOOD = "200[get ]"
BAD = ["400"]
LENGTH = "Content-Length: 4\r\n"

CASES: dict[str, tuple[tuple[str, ...], list[str], bool]] = {
    "in pieces": (tuple(GET), [GOOD], False),
    "two at once": ((GET * 2,), [GOOD] * 2, False),
    "TLS": (("\x16\x03\x01\x02\0\r\n\r\n",), BAD, True),
    "no host": ((GET.replace(HOST, ""),), BAD, True),
    "NUL in a header": ((GET.replace(": x", ": \0x"),), BAD, True),
    "many headers": ((GET.replace(HOST, HOST + "a: b\r\n" * 2_000),), [GOOD], False),
    "no end of a header": ((GET[:-4], *["x" * 20_000] * 4), BAD, True),
    "a body": ((f"{POST}{LENGTH}\r\nb", "ody"), ["200[post body]"], False),
    "a body of no length": ((f"{CHUNKED}2\r\nbo", "\r\n2\r\ndy\r\n0\r\n\r\n"), ["200[post body]"], False),
    "a large body": ((f"{POST}Content-Length: {3 * HEAD}\r\n\r\n" + "x" * 3 * HEAD,), ["200[post " + "x" * 24], False),
    "no end of what is behind it": ((f"{CHUNKED}0\r\n", *["a: b\r\n" * 5_000] * 4), BAD, True),
    "a bad chunk": ((f"{CHUNKED}1\r\nb", "XX"), BAD, True),
    "a bad body behind a request": ((f"{GET}{CHUNKED}zz\r\n",), [GOOD, *BAD], True),
    "an upgrade": ((GET.replace(HOST, f"{HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n"),), [GOOD], False),
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


def test_half_a_request_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that sends nothing, or half a head, is closed after a while, the first time and after an answer; one
    whose request is whole is answered.
    """
    monkeypatch.setattr(serving, "SECONDS", 0.3)
    with _door() as place:
        for sent in ("", GET[:-3], GET + GET[:-3]):
            with socket.create_connection(place, timeout=20) as slow:
                slow.sendall(sent.encode())
                told = b"".join(iter(lambda: slow.recv(4000), b""))
            assert told.count(b"200 OK") == sent.count(GET)


def test_who_is_silent_locks_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of too many connections the one that is idle longest goes, and a visitor is answered; what is asked stays."""
    monkeypatch.setattr(serving, "MOST", 20)
    with _door() as door, ExitStack() as held:
        asking, *idle = [held.enter_context(socket.create_connection(door, timeout=20)) for _ in range(20)]
        asking.sendall(f"{POST}{LENGTH}Expect: 100-continue\r\n\r\n".encode())
        assert b" 100 " in asking.recv(4000)
        idle += [held.enter_context(socket.create_connection(door, timeout=20)) for _ in range(50)]
        assert _told(door, (GET,), 1) == [GOOD, "200[last ]"]
        assert idle[0].recv(100) == b""
        for one, sent, told in ((idle[-1], LAST, b"[last ]"), (asking, f"body{LAST}", b"[post body]")):
            one.sendall(sent.encode())
            assert told in b"".join(iter(lambda: one.recv(4000), b""))  # noqa: B023 - it is called here alone


def test_that_no_file_can_be_opened_is_a_line_a_minute() -> None:
    """What asyncio says of it thousands of times, with a traceback each, is told once, and again after a minute."""
    seldom, told = Seldom(), []
    says = ("socket.accept() out of system resource\nsocket: x", "Exception in callback BaseLoop._start_serving()")
    for second in (0, 1, 59, 61, 62):
        for said in says:
            record = logging.makeLogRecord({"msg": said, "exc_info": (1,), "created": 1e9 + second})
            if seldom.filter(record):
                told.append((second, record.getMessage(), record.exc_info))
    assert told == [(second, "Too many files are open: connections wait.", None) for second in (0, 61)]
    assert seldom.filter(logging.makeLogRecord({"msg": "anything else"}))
