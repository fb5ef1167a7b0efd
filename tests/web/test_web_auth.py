"""Who may see what, what every response forbids, and how much each visitor may use."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from support.web import (
    HERE,
    LOCAL_SETTINGS,
    SHARED,
    SHARED_SETTINGS,
    Clock,
    client_of,
    deal,
    open_state,
    state_behind,
)
from wordfleet_print.errors import BadInputError, BusyError, CannotWriteError
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.web.app import ROUTES
from wordfleet_print.web.auth import HEADERS, AccessKeys, Role, Visitor, read_key
from wordfleet_print.web.connections import ConnectionLimits
from wordfleet_print.web.settings import ServerSettings, VisitorLimits
from wordfleet_print.web.state import Tickets

PUBLIC = ("/healthz", "/favicon.ico")
FOR_GUESTS = (
    "/",
    "/table",
    "/reprint",
    "/rules/index.html",
    "/kit",
    "/kit/army-men",
    "/preview/word-fleet/a4.png",
)
FOR_OWNER = ("/event", "/look-up", "/close")


@pytest.fixture
def client() -> Iterator[TestClient]:
    """The owner's browser on the same machine."""
    with client_of(open_state()[0]) as client:
        yield client


@pytest.mark.parametrize(
    ("role", "allowed", "refused"),
    [
        (Role.NOBODY, PUBLIC, (*FOR_GUESTS, *FOR_OWNER)),
        (Role.GUEST, (*PUBLIC, *FOR_GUESTS), FOR_OWNER),
        (Role.OWNER, (*PUBLIC, *FOR_GUESTS, *FOR_OWNER), ()),
    ],
)
def test_each_link_opens_its_pages(
    role: Role, allowed: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    """Without a link nothing is shown; a guest sees no events and no look-ups, however the address
    is spelled.
    """
    with client_of(open_state()[0], role) as client:
        assert [place for place in allowed if client.get(place).status_code == 403] == []
        spelled = [
            way
            for place in refused
            for way in (f"{HERE}/.{place}", f"{HERE}/{place}", place.replace("e", "%65", 1))
        ]
        assert [
            place for place in spelled if client.get(place).status_code not in {403, 404, 421}
        ] == []
        assert {client.get(place).status_code for place in refused} <= {403}
        if role is not Role.OWNER:
            assert client.post("/event", data={"names": "Ann\nBen"}).status_code == 403


def test_every_route_needs_a_role() -> None:
    """New addresses are for the owner unless they are listed."""
    with client_of(open_state()[0], Role.NOBODY) as client:
        for route in ROUTES:
            place = re.sub(r"\{(\w+)(:\w+)?\}", "1", route.path)
            if place.split("/")[1] not in {"assets", "favicon.ico", "healthz", "mine"}:
                assert client.get(place).status_code == 403, place


def test_a_link_is_exchanged_for_a_cookie() -> None:
    """The browser goes to the address without the key, with a cookie that scripts and other sites
    cannot use.
    """
    state, _ = open_state()
    with client_of(state, Role.NOBODY) as client:
        link = state.keys.make_link(f"{HERE}/")
        answer = client.get(link)
        cookie = answer.headers["set-cookie"]
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert link.partition("=")[2] not in cookie
        assert client.get("/event").status_code == 200
        assert (
            client.get(f"{HERE}//evil.example/?key=x")
            .headers.get("location", "/")
            .startswith("/evil")
        )


def test_nobody_changes_a_cookies_role_or_id() -> None:
    """A guest's cookie with the owner's role, or with another id, opens nothing."""
    keys = AccessKeys("k" * 22)
    role, visitor_id, seal = keys.make_cookie(Role.GUEST).split(".")
    assert keys.read_cookie(f"{role}.{visitor_id}.{seal}") == Visitor(Role.GUEST, visitor_id)
    for forged in (
        f"2.{visitor_id}.{seal}",
        f"{role}.{'0' * 32}.{seal}",
        f"{role}.{visitor_id}.",
        "2..",
        "",
        "é.é.é",
    ):
        assert keys.read_cookie(forged) is None
    state, _ = open_state()
    with client_of(state, Role.NOBODY) as client:
        guest = state.keys.make_cookie(Role.GUEST)
        client.cookies.set("wordfleet-8000", f"2{guest[1:]}")
        assert client.get("/event").status_code == 403
        assert client.get("/").status_code == 403


def test_a_guests_link_takes_nothing_away() -> None:
    """An owner who uses it stays the owner; a guest who uses the owner's link becomes one."""
    state, _ = open_state()
    with client_of(state) as owner, client_of(state, Role.GUEST) as guest:
        assert "set-cookie" not in owner.get(state.keys.make_link("/", Role.GUEST)).headers
        assert owner.get("/event").status_code == 200
        guest.get(state.keys.make_link("/"))
        assert guest.get("/event").status_code == 200


def test_the_guests_link_is_on_the_owners_first_page() -> None:
    """It is there with a QR code if the page is shared; the owner's link is on no page and in no
    log.
    """
    state, _ = open_state(SHARED_SETTINGS)
    guests, owners = (
        state.keys.make_link(f"{SHARED}/", Role.GUEST),
        state.keys.make_link(f"{SHARED}/"),
    )
    with client_of(state) as owner, client_of(state, Role.GUEST) as guest:
        page = owner.get("/").text
        assert guests in page
        assert owners.partition("=")[2] not in page
        assert guests not in guest.get("/").text
    with client_of(open_state()[0]) as local:
        assert "?key=" not in local.get("/").text


def test_visitors_do_not_see_each_others_things() -> None:
    """A guest's table is shown to that guest and the owner only; look-ups are the owner's."""
    state, _ = open_state()
    with (
        client_of(state, Role.GUEST) as one,
        client_of(state, Role.GUEST) as other,
        client_of(state) as owner,
    ):
        table = deal(one)
        places = (
            table,
            f"{table}/codes",
            f"{table}/sheets.pdf",
            f"{table}/1.pdf?save",
            f"{table}/one/1",
            f"{table}/change",
        )
        assert {one.get(place).status_code for place in places} == {200}
        assert {owner.get(place).status_code for place in places} == {200}
        assert {other.get(place).status_code for place in places} == {404}
        assert one.get(deal(owner)).status_code == 404


def test_with_https_in_front_the_cookie_is_secure() -> None:
    """Then the cookie is sent by https only; on the machine's own address it is an ordinary one."""
    settings = ServerSettings(
        frozenset({"print.example", "127.0.0.1:8000"}), 8000, origin="https://print.example"
    )
    state, _ = open_state(settings)
    with client_of(state, Role.NOBODY) as client:
        assert (
            "Secure"
            in client.get(state.keys.make_link("https://print.example/")).headers["set-cookie"]
        )
    with client_of(open_state(settings)[0], Role.NOBODY) as client:
        keys = state_behind(client).keys
        assert (
            "Secure"
            not in client.get(keys.make_link("http://127.0.0.1:8000/")).headers["set-cookie"]
        )


def test_a_key_file_is_its_owners_alone(tmp_path: Path) -> None:
    """The file is created, readable by its owner only, and used again; other files are refused with
    what to do.
    """
    file = tmp_path / "key"
    key = read_key(file)
    assert read_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert AccessKeys(key).make_link("/") == AccessKeys(key).make_link("/")
    (tmp_path / "link").symlink_to(file)
    (tmp_path / "short").write_text("abc")
    (tmp_path / "short").chmod(0o600)
    (tmp_path / "open").write_text(key)
    (tmp_path / "open").chmod(0o644)
    for name in ("link", "short", "open", ".", "missing/key"):
        with pytest.raises((BadInputError, CannotWriteError)):
            read_key(tmp_path / name)
    assert not (tmp_path / "missing").exists()


def test_every_response_forbids_what_it_can(client: TestClient) -> None:
    """Every address and method has a strict policy, no frames, no cache and no referrer."""
    answers = [
        client.get("/"),
        client.get("/nothing"),
        client.post("/"),
        client.get("/healthz"),
        client.get("/event/x"),
    ]
    with client_of(open_state()[0], Role.NOBODY) as stranger:
        answers.append(stranger.get("/"))
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value or name == "Cache-Control"
        assert "no-" in answer.headers["Cache-Control"]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": HERE}, 303),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": HERE}, 303),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:9000"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": HERE}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.nip.io:8000"}, 421),
        ({"Host": ""}, 421),
        ({"Content-Type": "text/plain"}, 415),
    ],
)
def test_only_our_own_forms_are_accepted(
    headers: dict[str, str], status: int, client: TestClient
) -> None:
    """Forms of another site and requests for another host are refused."""
    content = b"players-1-name=Ann&paper=a4"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert client.post("/table", content=content, headers={**kind, **headers}).status_code == status


def test_hosts_are_those_of_this_machine() -> None:
    """Bound to all addresses, it answers to numeric ones with its port, which no name server can
    redirect.
    """
    settings = ServerSettings(frozenset({"pc:8000", "print.example:80"}), 8000, any_address=True)
    good = ("pc:8000", "192.0.2.7:8000", "[2001:db8::1]:8000", "print.example")
    bad = ("evil.example:8000", "192.0.2.7", "192.0.2.7:80", "pc", "", "0x7f.1:8000")
    assert [settings.answers_to(host) for host in (*good, *bad)] == [True] * len(good) + [
        False
    ] * len(bad)


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"x=" + b"1" * 64_000, "application/x-www-form-urlencoded", 413),
        (b"&".join(b"a=1" for _ in range(600)), "application/x-www-form-urlencoded", 400),
        (b"players-1-name=%00", "application/x-www-form-urlencoded", 400),
        (b"{}", "application/json", 415),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x", 415),
    ],
)
def test_a_body_that_is_no_form_is_refused(
    content: bytes, kind: str, status: int, client: TestClient
) -> None:
    """Bodies that are too large, of another type or with unknown parts get a page that says so."""
    answer = client.post("/table", content=content, headers={"Content-Type": kind})
    assert (answer.status_code, "<h1>" in answer.text) == (status, True)
    assert client.get("/" + "x" * 2_001).status_code == 414


GUEST, OTHER, OWNER = Visitor(Role.GUEST, "a"), Visitor(Role.GUEST, "b"), Visitor(Role.OWNER, "o")


def make_tickets(**limits: int) -> tuple[Tickets, Clock]:
    """Return tickets with small limits, and their clock."""
    clock = Clock()
    return Tickets(replace(VisitorLimits(), **limits), clock), clock


def test_a_visitor_loses_only_their_own_oldest() -> None:
    """Tickets are bounded by number and bytes; other visitors' tickets stay."""
    tickets, _ = make_tickets(tickets=2, ticket_bytes=100_000)
    others, owners = tickets.issue("b", OTHER), tickets.issue("o", OWNER)
    own = [tickets.issue(f"{number}", GUEST) for number in range(3)]
    assert [bool(tickets.find(one, str)) for one in own] == [False, True, True]
    large = tickets.issue("large", GUEST, 95_000)
    assert [bool(tickets.find(one, str)) for one in (*own, large)] == [False, False, False, True]
    assert tickets.find(others, str)
    assert tickets.find(owners, str)


def test_all_guests_together_are_bounded() -> None:
    """Who comes when guests have too much is asked to try later: nothing of anybody else goes."""
    tickets, _ = make_tickets(guest_bytes=200_000)
    honest, owners = tickets.issue("b", OTHER), tickets.issue("o", OWNER, 10**7)
    many = [tickets.issue("x", Visitor(Role.GUEST, f"{number}"), 60_000) for number in range(3)]
    for number in range(50):
        with pytest.raises(BusyError):
            tickets.issue("x", Visitor(Role.GUEST, f"more {number}"), 60_000)
    assert tickets.find(honest, str)
    assert tickets.find(owners, str)
    assert all(tickets.find(one, str) for one in many)
    assert tickets.issue("another of the owner", OWNER)


def test_things_are_kept_for_an_hour() -> None:
    """Then they are gone, by their ticket and in lists of their kind."""
    tickets, clock = make_tickets()
    table = tickets.issue("table", GUEST)
    assert tickets.list(str) == ["table"]
    clock.now += 3601
    assert tickets.find(table, str) is None
    assert tickets.list(str) == []


@pytest.mark.slow
def test_a_refused_form_leaves_nothing() -> None:
    """Large refused forms and previews take no memory and no ticket (G1, R4)."""
    state, _ = open_state(replace(LOCAL_SETTINGS, limits=replace(VisitorLimits(), tickets=3)))
    squads = "\n".join(["ab"] * 12_000)
    with client_of(state) as owner, client_of(state, Role.GUEST) as guest:
        kit = (
            owner.post("/kit/word-fleet", data={"paper": "a4", "do": "print"})
            .headers["location"]
            .partition("#")[0]
        )
        for _ in range(10):
            assert (
                guest.post("/kit/army-men", data={"squad": squads, "do": "look"}).status_code == 422
            )
            assert guest.post("/kit/army-men/preview", data={"squad": squads}).status_code == 200
            assert (
                guest.post("/table", data={"words": squads, "tier": "x", "paper": "a4"}).status_code
                == 422
            )
        assert len(state.tickets.list(object)) == 1
        for _ in range(10):
            guest.post("/table", data={"players-1-name": "x", "paper": "a4"})
        assert len(state.tickets.list(object)) == 4
        assert owner.get(kit).status_code == 200


def test_limits_are_those_of_the_documentation() -> None:
    """docs/serve.md has the limits that the page enforces."""
    text = " ".join(
        (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8").split()
    )
    limits = VisitorLimits()
    connections = ConnectionLimits()
    for expected in (
        f"A form may have {limits.form_bytes // 1000} kB, a player list "
        f"{limits.list_bytes // 10**6} MB",
        f"a table {limits.sheets} sheets, an event {MOST_PLAYERS:,} players",
        f"may take {limits.render_seconds} seconds and {limits.render_megabytes / 1000} GB",
        f"newest {limits.tickets} tables and kits are kept, up to "
        f"{limits.ticket_bytes // 10**6} MB",
        f"All guests together have {limits.guest_bytes // 10**6} MB",
        f"{connections.total} connections, {connections.per_address} for each address",
        f"must arrive in {connections.head_seconds} seconds",
    ):
        assert expected in text
