"""The print shop's doors: what is answered over sockets, what browsers are told, who is let in, what is logged."""

from __future__ import annotations

import logging
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

import anyio
import pytest
import uvicorn
from starlette.testclient import TestClient

from support.fuzz import ask
from support.fuzz_requests import GONE, SILENT, Asked
from support.shop import HERE, LOCAL_DESK, Clock, client_of, codes_of, cookie_of, dealt, open_shop, table_behind
from wordfleet_print.errors import BadInputError, BusyError, CannotWriteError, Complaint, MissingDependencyError
from wordfleet_print.games import packaged
from wordfleet_print.processes import ChildEndedError, ChildEnding
from wordfleet_print.web import serving
from wordfleet_print.web.app import every_route, make_app
from wordfleet_print.web.orders import PictureWanted, deal_table, look_up, print_sheets
from wordfleet_print.web.press_children import PressChildren
from wordfleet_print.web.serving import HEAD, Patient, Seldom
from wordfleet_print.web.settings import Settings, Tickets
from wordfleet_print.web.shop import HEADERS, Lookup, Shop
from wordfleet_print.web.table_form import TableForm

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


FORM = {"captain-1": "Ann", "captain-2": "Ben"}
FRAMED_BY_NOBODY = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at the door of a shop on their own machine."""
    with client_of(open_shop()[0]) as client:
        yield client


def test_every_answer_forbids_what_it_can(client: TestClient) -> None:
    """Whatever the address and the method, answers carry every header; nothing is kept but what never changes."""
    table = dealt(client)
    ticket = table.rpartition("/")[2]
    asked = {route.path for route in every_route() if route.path.count("{") < 2 and not route.path.startswith("/rules")}
    addresses = {path.replace("{ticket}", ticket).replace("{name}", "nix") for path in asked}
    for address in {*addresses, "/nix", "/tracker?nix", f"{table}/sheets.pdf", f"{table}/turns/1"}:
        for method in ("GET", "POST", "DELETE"):
            answer = client.request(method, address)
            assert answer.status_code in {200, 303, 404, 405, 415}, (method, address)
            kept = answer.headers["cache-control"]
            fresh = method == "GET" and address.partition("?")[0] in {"/", "/tracker", "/again", "/umpire"}
            assert kept == ("private, no-cache" if fresh else "no-store") or address.startswith(("/assets", "/preview"))
            for name, value in HEADERS.items():
                assert name == "Cache-Control" or answer.headers[name] == value, (name, address)
    assert {
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",
        **FRAMED_BY_NOBODY,
    }.items() <= HEADERS.items()
    policy = dict(one.split(" ", 1) for one in HEADERS["Content-Security-Policy"].split("; "))
    nothing = {policy.pop(name) for name in ("default-src", "base-uri", "frame-ancestors")}
    assert (nothing, policy.pop("frame-src"), {*policy.values()}) == ({"'none'"}, "blob: 'self'", {"'self'"})
    assert "form-action" in policy
    assert not re.search(r"\bstyle=|\bon[a-z]+=", client.get("/tracker").text + client.get(table).text)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:8000"}, 421),
        ({"Host": ""}, 421),
        ({"Host": "127.0.0.1:8001"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:8001"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": HERE, "Sec-Fetch-Site": "same-origin"}, 303),
        ({}, 303),
    ],
)
def test_only_our_own_forms_are_taken(headers: dict[str, str], status: int, client: TestClient) -> None:
    """A form that another page sends, or that another name than the shop's is asked for, deals nothing."""
    assert client.post("/tracker", data=FORM, headers=headers).status_code == status


def test_a_shop_for_all_addresses_answers_to_addresses() -> None:
    """Bound to every address it takes those of its port, which nobody's name server can point here; and its names."""
    desk = Settings(frozenset({"print.example.org"}), 8000, any_address=True)
    taken = ("192.168.1.20:8000", "[fe80::1]:8000", "print.example.org", "PRINT.example.org")
    assert all(map(desk.answers_to, taken))
    refused = ("192.168.1.20", "192.168.1.20:80", "evil.example:8000", "192.168.1.20.evil:8000", "[::1", ":8000", "")
    assert not any(map(desk.answers_to, refused))


def test_a_shop_on_the_usual_port_answers_to_names_without_one() -> None:
    """A browser leaves port 80 out."""
    for desk in (Settings(frozenset({"127.0.0.1:80", "localhost:80"}), 80), Settings(port=80, any_address=True)):
        assert all(map(desk.answers_to, ("127.0.0.1", "127.0.0.1:80")))
        assert not any(map(desk.answers_to, ("evil.example", "evil.example:80", "127.0.0.1:8000")))


BODIES: list[tuple[bytes, dict[str, str], int]] = [
    (b"captain-1=" + b"x" * 70_000, {}, 413),
    (b"{}", {"Content-Type": "application/json"}, 415),
    (b"captain-1=Ann", {"Content-Type": ""}, 415),
    (b"--b\r\n\r\n--b--", {"Content-Type": "multipart/form-data; boundary=b"}, 415),
    (b"&".join(b"a%d=1" % n for n in range(600)), {}, 400),
    (b"captain-1=%00", {}, 400),
    (b"captain-1=%ff%fe&captain-99=1&look=&=&&", {}, 422),
    (b"do=print&captain-1=" + b"%F0%9F%8F%B4" * 40, {}, 303),
    (b"", {}, 303),
]


@pytest.mark.parametrize(("body", "headers", "status"), BODIES)
def test_bodies_that_are_no_form_are_refused(
    body: bytes, headers: dict[str, str], status: int, client: TestClient
) -> None:
    """Too large, of another kind, cut, or full of what no form of ours holds: a page says so, and nothing is dealt."""
    usual = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = client.post("/tracker", content=body, headers={**usual, **headers})
    assert answer.status_code == status
    assert "Traceback" not in answer.text


def test_what_comes_in_parts_is_counted() -> None:
    """A body without a length is given up where it is too long, and where it does not come; where nobody waits any more
    nothing is answered.
    """
    shop, _ = open_shop(replace(LOCAL_DESK, limits=replace(LOCAL_DESK.limits, body_seconds=0.2)))
    said = {"host": HERE[7:], "content-type": "application/x-www-form-urlencoded", "cookie": cookie_of(shop)}
    headers = tuple((name.encode(), value.encode()) for name, value in said.items())
    for body, ending, status in (((b"x" * 1000,) * 100, SILENT, 413), ((b"a=",), SILENT, 408), ((b"a=",), GONE, 0)):
        answered = anyio.run(ask, make_app(shop), Asked("POST", b"/tracker", headers, body, ending))
        assert (answered.status, answered.raised) == (status, [])


class FailingPress:
    """A press that fails as it is told."""

    waiting = 0

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def do(self, *_order: Any) -> Any:
        """Fail."""
        raise self._error

    async def warm(self) -> None:
        """Nothing."""

    async def end(self) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (ChildEndedError(ChildEnding.TIME, ""), 503, "longer than one call may"),
        (ChildEndedError(ChildEnding.MEMORY, ""), 503, "more memory than one call"),
        (BusyError("Too many wait for the press."), 503, "Too many wait"),
        (CannotWriteError("Cannot write x: the disk is full."), 503, "the disk is full"),
        (MissingDependencyError("Pango is missing."), 503, "Pango is missing"),
        (BadInputError("Not these words."), 422, "Not these words"),
        (BadInputError("/var/SECRET/list-1/event.json is odd."), 422, "printed. event.json is odd"),
        (BadInputError("No.", Complaint("/var/SECRET/a.md:3", "is odd")), 422, "a.md:3: is odd"),
        (BusyError("/var/SECRET/night is printed."), 503, "night is printed"),
        (CannotWriteError("Cannot write /var/SECRET/x: the disk is full."), 503, "Cannot write x: the disk"),
        (ChildEndedError(ChildEnding.FAULT, "WF-SECRET"), 500, "leak"),
        (ValueError("WF-SECRET"), 500, "leak"),
    ],
)
def test_what_fails_is_told_in_the_shops_voice(
    error: Exception, status: int, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What this machine cannot do now is told with when to try again; a bug by a number that stands in the log, with
    what happened, and nothing of it in the page; no ticket is in the log.
    """
    failing: Any = FailingPress(error)
    shop = Shop(LOCAL_DESK, failing, Clock())
    ticket = shop.lookups.issue(Lookup(failing))  # what was looked up is none, and its page fails
    with client_of(shop) as client, caplog.at_level(logging.ERROR):
        answer = client.post("/tracker", data=FORM)
        assert client.get(f"/umpire/{ticket}").status_code == 500
    assert "GET /umpire/{ticket}" in caplog.text
    assert ticket not in caplog.text
    assert (answer.status_code, told in answer.text) == (status, True)
    assert ("retry-after" in answer.headers) == (status == 503)
    assert "SECRET" not in answer.text
    if status == 500:
        number = re.search(r"<code>([0-9A-Z]{6})</code>", answer.text)
        assert number
        assert f"leak {number[1]}: POST /tracker" in caplog.text
        assert "SECRET" in caplog.text
        assert "Ann" not in caplog.text


def test_tickets_are_random_bounded_and_short_lived() -> None:
    """128 bits each, the oldest going first where there are too many, all of them after their time."""
    clock = Clock()
    tickets: Tickets[int] = Tickets(3, 60, clock)
    issued = [tickets.issue(number) for number in range(4)]
    assert [tickets.find(ticket) for ticket in issued] == [None, 1, 2, 3]
    assert all(len(ticket) == 22 for ticket in issued)
    clock.now += 61
    assert (tickets.find(issued[1]), len(tickets)) == (None, 0)


def test_bad_parts_are_told_their_sender_alone(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing of a body that is none is in the operator's log."""
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    with client_of(open_shop()[0]) as client:
        for body in (b"--c\r\n--b--", b"--b\rx\r\n\r\n--b--", b"--b\r\nA B: c\r\n\r\nx\r\n--b--\r\n"):
            answer = client.post("/event", content=body, headers=kind)
            assert (answer.status_code, "Garbled signal" in answer.text) == (400, True)
    assert [record for record in caplog.records if record.name.startswith("python_multipart")] == []


def test_children_print_what_this_process_does(client: TestClient) -> None:
    """A press of children answers each order as one in this process does, errors too; dealt or made again by their
    codes, sheets are the same file.
    """
    table = dealt(client)
    found = table_behind(client, table)
    code = codes_of(client, table)[0]
    orders = [
        partial(print_sheets, found.request),
        partial(print_sheets, found.request, (2,)),
        partial(print_sheets, found.request, codes=tuple(sheet.code for sheet in found.dealt.sheets)),
        partial(PictureWanted.draw, PictureWanted("word-fleet", "a4", True, False, True, packaged())),
        partial(look_up, code, packaged()),
        partial(deal_table, TableForm(), 24, packaged()),
    ]

    async def ask() -> list[Any]:
        press = PressChildren(1)
        try:
            await press.warm()
            answers = [await press.do(20, order.func, *order.args, **order.keywords) for order in orders]
            with pytest.raises(BadInputError, match="not a sheet code"):
                await press.do(20, look_up, "WF-R23TV-HXJZ-0NYTX", packaged())
        finally:
            await press.end()
        return answers

    *answers, answer = anyio.run(ask)
    assert answers == [order() for order in orders[:-1]]
    assert answers[0] == answers[2]
    assert len(answer.sheets) == 2
