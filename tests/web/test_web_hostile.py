"""Hostile requests at the print shop: each is answered by one of its own, tells nothing, and leaves nothing behind."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import anyio
import httpx2
import pytest

from support.fuzz import HOST, Answered, ask, fenced, fuzz, shop_in
from support.fuzz_requests import SILENT, Asked
from support.fuzz_values import FORMS
from support.shop import LOCAL_DESK, client_of, cookie_of, dealt, let_in, open_shop, served
from wordfleet_print.web.app import every_route, make_app

DOORS = ("/tracker", "/sheets", "/mine", "/again", "/umpire", "/event", "/preview", "/assets", "/healthz")
"""All but the rules, whose pages take long to make."""


def test_the_fuzzer_knows_every_form() -> None:
    """A form that is new is asked for hostile things, too."""
    assert set(FORMS) == {route.path for route in every_route() if "POST" in (route.methods or ())}


@pytest.mark.parametrize("own", [True, False])
def test_hostile_requests_are_answered(own: bool, tmp_path: Path) -> None:
    """No answer is our fault, tells a path or a traceback, or lacks a header; what is well meant is still answered, and
    nothing is written outside the shop's folders.
    """
    with fenced(tmp_path):
        tally = anyio.run(fuzz, shop_in(tmp_path, own=own, prints=False), 120, "test", DOORS)
    assert (tally.faults, tally.asked >= 120, len(tally.statuses) > 6) == ([], True, True)
    assert {path.name for path in tmp_path.iterdir()} <= {"output", "tmp", "rules", "canary.txt"}


def test_what_the_fuzzer_found_is_told() -> None:
    """Addresses without end, origins that are none, other charsets, and codes by the thousand are refused as that."""
    url = {"Content-Type": "application/x-www-form-urlencoded"}
    other = {"Content-Type": "multipart/form-data; boundary=b; charset=unicode_escape"}
    parts = b'--b\r\nContent-Disposition: form-data; name="names"\r\n\r\n\\ud800\r\n--b--\r\n'
    with client_of(open_shop(LOCAL_DESK)[0]) as client:
        table = dealt(client)
        assert client.get(f"{table}/turns/{'9' * 5000}").status_code == 414
        assert client.post("/tracker", headers={**url, "Origin": "http://[::1"}).status_code == 403
        assert client.post("/event", content=parts, headers=other).status_code == 400
        many = client.post("/again", content=b"code-1=" + b"a," * 31_000, headers=url)
        assert (many.status_code, len(many.content) < 200_000) == (422, True)
        brackets = client.post("/event", files={"roster": ("x.csv", b"[" * 99_000)})
        assert brackets.status_code in {303, 422}
        event = client.post("/event", data={"players": "4"}).headers["location"]
        version = re.findall(r'name="version" value="(\d+)"', client.get(f"{event}/plan").text)[0]
        wrong = client.post(f"{event}/plan", data={"version": version, "title": "X", "rounds": "²"})
        assert (wrong.status_code, "Write a whole number" in wrong.text) == (422, True)


def test_a_stream_is_told_whatever_comes_beside(tmp_path: Path) -> None:
    """A body without end, or without haste, sent beside asking for a page that tells as it goes breaks nothing."""
    shop = shop_in(tmp_path, own=True, prints=False)
    headers = ((b"host", HOST.encode()), (b"accept", b"text/event-stream"), (b"cookie", cookie_of(shop).encode()))

    async def told(*body: bytes) -> Answered:
        app = make_app(shop)
        async with app.router.lifespan_context(app):
            return await ask(app, Asked("GET", b"/live", headers, body, SILENT))

    for body in ((b"x" * 70_000,), (b"x",)):
        answered = anyio.run(told, *body)
        assert (answered.status, answered.raised, answered.body[:5]) == (200, [], b"data:")


def test_who_breaks_off_disturbs_nobody() -> None:
    """A download that is broken off and a form that is sent by half leave the shop open for the next."""
    with served() as (address, shop), httpx2.Client(base_url=address, cookies=let_in(shop)) as client:
        dealt_at = client.post("/tracker", data={"captain-1": "Ann"}).headers["location"].partition("#")[0]
        host = address.partition("://")[2]
        place = (host.partition(":")[0], int(host.rpartition(":")[2]))
        head = f" HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie_of(shop)}\r\n"
        form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\ncaptain-1="
        for sent, reads in ((f"GET {dealt_at}/sheets.pdf{head}\r\n", 100), (f"POST /tracker{head}{form}", 0)):
            with socket.create_connection(place, timeout=20) as gone:
                gone.sendall(sent.encode())
                assert len(gone.recv(reads) if reads else b"") == reads
        assert client.get(f"{dealt_at}/sheets.pdf").content.startswith(b"%PDF")
        assert httpx2.get(f"{address}/healthz").json()["ok"]
