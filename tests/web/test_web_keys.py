"""Who is let into the print shop, by which link, and how far; and where its key is never seen."""

from __future__ import annotations

import logging
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from starlette.testclient import TestClient

from support.command import Run
from support.shop import (
    HERE,
    HOUSE_DESK,
    LOCAL_DESK,
    client_of,
    codes_of,
    dealt,
    let_in,
    open_shop,
    serve_here,
    shop_behind,
    table_behind,
)
from wordfleet_print.errors import ExitCode
from wordfleet_print.web.app import every_route
from wordfleet_print.web.keys import Keys, Role, read_key
from wordfleet_print.web.settings import Settings
from wordfleet_print.web.shop import Shop

HOW_IN = "stands in the terminal where it was started"
FOR_ALL = ("/assets/{name}", "/favicon.ico", "/healthz")
FOR_GUESTS = ("/", "/tracker", "/sheets/", "/preview/", "/again", "/rules", "/live", "/kit/")


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """A shop that is open to the house, with a printed event in its folder."""
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "event.json").write_text("{}")
    return open_shop(replace(HOUSE_DESK, output=tmp_path))[0]


@pytest.fixture
def owner(shop: Shop) -> Iterator[TestClient]:
    """Whoever started it."""
    with client_of(shop) as client:
        yield client


def _with(client: TestClient, role: Role) -> TestClient:
    """Somebody else at the same door."""
    cookies = let_in(shop_behind(client), role)
    return TestClient(client.app, str(client.base_url), follow_redirects=False, cookies=cookies)


def _addresses(client: TestClient) -> dict[str, str]:
    """Every address of the shop by its pattern, with tickets of the owner's own."""
    table = dealt(client)
    looked = client.post("/umpire", data={"code": codes_of(client, table)[0]}).headers["location"]
    event = client.post("/event", data={"players": "4"}).headers["location"]
    tickets = {"sheets": table, "umpire": looked, "event": event, "mine": f"/mine/{table_behind(client, table).own[0]}"}
    found = {}
    for path in (route.path for route in every_route()):
        begins = tickets.get(path.split("/")[1], "") if "{ticket}" in path else ""
        rest = path.partition("{ticket}")[2] if begins else path
        found[path] = begins + re.sub(r"\{(\w+)[^}]*\}", "1", rest)
    return found


def test_nobody_without_a_link_is_served_anything(owner: TestClient) -> None:
    """Whatever the address, with or without a ticket in it, whatever the method: a page that says how to get a link and
    nothing else, not even which addresses there are. Only what that page loads, and a sign of life, are for all; and a
    captain's own sheet for whoever has its link.
    """
    addresses = _addresses(owner)
    nobody = _with(owner, Role.NOBODY)
    told = set()
    for path, address in {**addresses, "nix": "/nix", "//": "//event"}.items():
        if path in FOR_ALL or path.startswith("/mine/"):
            continue
        for method in ("GET", "POST", "PUT"):
            answer = nobody.request(method, address)
            assert (answer.status_code, HOW_IN in answer.text) == (403, True), (method, path)
            assert "set-cookie" not in answer.headers
            told.add(answer.text)
    assert len(told) == 1
    (page,) = told
    leads = re.findall(r'(?:href|src|action)="([^"]+)"', page)
    assert leads
    assert {one.split("/")[1] for one in leads if one != "#main"} == {"assets"}
    assert [nobody.get(one).status_code for one in leads if one.startswith("/assets/")] == [200] * (len(leads) - 1)
    assert {*nobody.get("/healthz").json()} == {"ok", "version"}


def test_a_captains_link_opens_that_sheet_alone(owner: TestClient) -> None:
    """Its page, its drawing and its PDF come without a cookie, and lead nowhere else."""
    addresses = _addresses(owner)
    phone = _with(owner, Role.NOBODY)
    page = phone.get(addresses["/mine/{ticket}"])
    leads = {one.split("#")[0] for one in re.findall(r'(?:href|src|action)="([^"]+)"', page.text)} - {""}
    assert {one for one in leads if not one.startswith("/assets/")} == {
        f"{addresses['/mine/{ticket}']}/{name}" for name in ("sheet.pdf", "save", "paper.png")
    }
    assert [phone.get(one).status_code for one in leads] == [200] * len(leads)
    assert phone.get(addresses["/mine/{ticket}/paper.png"]).content.startswith(b"\x89PNG")
    assert phone.get(f"/mine/{'A' * 22}").status_code == 404


def test_guests_print_and_read_and_no_more(owner: TestClient) -> None:
    """Table, again and rules; no event, no umpire's desk, nobody else's tickets, and nothing that leads there."""
    addresses = _addresses(owner)
    guest, other = _with(owner, Role.GUEST), _with(owner, Role.GUEST)
    for path, address in addresses.items():
        answer = guest.get(address)
        if path.startswith(("/event", "/umpire")):
            assert (answer.status_code, "Crew only" in answer.text) == (403, True), path
            assert guest.post(address).status_code == 403
        elif path.startswith("/sheets/"):
            assert answer.status_code in {404, 405}, path
        else:
            assert path in FOR_ALL or path.startswith(("/mine/", *FOR_GUESTS[1:])) or path == "/"
            assert answer.status_code != 403, path
    table = dealt(guest)
    assert guest.get(f"{table}/sheets.pdf").content.startswith(b"%PDF")
    again = guest.post("/again", data={"code-1": codes_of(guest, table)[0]}).headers["location"].partition("#")[0]
    for ticket in (table, again):
        assert [one.get(ticket).status_code for one in (guest, owner, other)] == [200, 200, 404]
    pages = [guest.get(address).text for address in ("/", "/tracker", "/again", table)]
    assert not [page for page in pages if re.search(r'href="/(event|umpire)', page)]
    assert not [page for page in pages if "key=" in page]


@pytest.mark.parametrize("settings", [HOUSE_DESK, LOCAL_DESK])
def test_the_guests_link_is_shown_to_the_owner(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a code for cameras, on the first page, where the shop is open to the house; the owner's is in no page."""
    shop, _ = open_shop(settings)
    pictured: list[str] = []
    monkeypatch.setattr("wordfleet_print.web.tonight.qr_code", lambda link: pictured.append(link) or "")
    with client_of(shop) as client:
        page = client.get("/").text
    guests = shop.keys.link(f"{settings.origin}/", Role.GUEST)
    assert (pictured, guests in page) == (([guests], True) if settings.origin else ([], False))
    assert shop.keys.link("") not in page


def test_a_link_is_exchanged_for_a_cookie() -> None:
    """The clean address follows, and a cookie that is no key: shut away from scripts and from other sites' forms, with
    the port in its name. A wrong key is none; no link leads elsewhere; a shop's cookies end with it.
    """
    shop, _ = open_shop()
    with client_of(shop, Role.NOBODY) as client:
        link = shop.keys.link("/tracker")
        answer = client.get(link)
        assert (answer.status_code, answer.headers["location"]) == (303, "/tracker")
        name, value, said = re.fullmatch(r"([^=]+)=([^;]+)(.*)", answer.headers["set-cookie"]).groups()  # type: ignore[union-attr]
        assert name == "wordfleet-8000"
        assert {"HttpOnly", "SameSite=lax", "Path=/"} == {*said.strip("; ").split("; ")}
        assert link.partition("key=")[2] not in value
        assert client.get("/event").status_code == 200
        assert client.get(shop.keys.link(f"{HERE}//evil.example/")).headers["location"] == "/evil.example/"
        assert client.post(link).status_code == 415  # a form of nobody's
        client.cookies.clear()
        for wrong in ("", "x", value, "é" * 9, link.partition("key=")[2][:-1]):
            answer = client.get("/tracker", params={"key": wrong})
            assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
        for forged in (value[:-1], value.replace("2.", "1.", 1), "2..", Keys().cookie(Role.OWNER)):
            assert client.get("/", headers={"Cookie": f"{name}={forged}"}).status_code == 403


def test_guests_links_take_nothing_away() -> None:
    """Whoever has the owner's cookie keeps it, a guest their own; the owner's link makes an owner of a guest."""
    shop, _ = open_shop()
    with client_of(shop) as client:
        answer = client.get(shop.keys.link("/", Role.GUEST))
        assert (answer.status_code, "set-cookie" in answer.headers) == (303, False)
        assert client.get("/event").status_code == 200
    with client_of(shop, Role.GUEST) as client:
        assert "set-cookie" not in client.get(shop.keys.link("/", Role.GUEST)).headers
        assert client.get("/event").status_code == 403
        assert "set-cookie" in client.get(shop.keys.link("/")).headers
        assert client.get("/event").status_code == 200


def test_a_name_in_front_has_cookies_for_https_alone() -> None:
    """Where people come by https the cookie goes by nothing else; by the machine's own address it is a usual one."""
    settings = replace(LOCAL_DESK, hosts=LOCAL_DESK.hosts | {"print.example.org"}, origin="https://print.example.org")
    shop, _ = open_shop(settings)
    with client_of(shop, Role.NOBODY) as client:
        for base, secure in (("https://print.example.org", True), (HERE, False)):
            cookie = client.get(shop.keys.link(f"{base}/")).headers["set-cookie"]
            assert ("Secure" in cookie.split("; ")) == secure


def test_the_key_is_in_no_log(owner: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """Neither when a link is used nor when a page fails under it."""
    shop = shop_behind(owner)
    with caplog.at_level(logging.DEBUG):
        owner.get(shop.keys.link("/"))
        shop.press.do = None  # type: ignore[assignment, method-assign]
        assert owner.post("/tracker?" + shop.keys.link(""), data={"captain-1": "Ann"}).status_code == 500
    assert "leak" in caplog.text
    logged = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("httpx"))
    assert not [role for role in (Role.OWNER, Role.GUEST) if shop.keys.link("", role).partition("=")[2] in logged]


def test_a_key_is_kept_in_a_file_of_ones_own(tmp_path: Path, call: Run) -> None:
    """It is made for its owner's eyes only, and found again; a file that others may read, a link, a folder and what is
    no key are refused, with what to do.
    """
    file = tmp_path / "key"
    key = read_key(file)
    assert (stat.S_IMODE(file.stat().st_mode), read_key(file), len(key)) == (0o600, key, 22)
    assert Keys(key).link("/") == Keys(key).link("/")
    assert Keys(key).cookie(Role.OWNER) != Keys(key).cookie(Role.OWNER)
    (tmp_path / "link").symlink_to(file)
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    (tmp_path / "short").write_text("secret")
    (tmp_path / "short").chmod(0o600)
    (tmp_path / "open").write_text(key)
    (tmp_path / "open").chmod(0o640)
    (tmp_path / "sub").mkdir()
    wrong = {"link": "no link", "lost": "no link", "short": "no key", "open": "others", "sub": "no link"}
    for name, told in wrong.items():
        ran = call("serve", "--no-open", "--key-file", str(tmp_path / name))
        assert (ran.code, told in ran.err) == (ExitCode.BAD_INPUT, True), ran.err
    assert call("serve", "--no-open", "--key-file", str(file / "x")).code == ExitCode.CANNOT_WRITE
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("typed", "opens"), [((), True), (("--quiet",), True), (("--no-open",), False), (("--url", "http://x.org"), False)]
)
def test_links_are_told_in_the_terminal_alone(
    typed: tuple[str, ...], opens: bool, call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Always, with --quiet too. The browser is led there by a file that nobody else can read, which goes when the link
    is used, or with the shop: what stands in an argument all accounts of the machine can read.
    """
    monkeypatch.setenv("HOME", str(tmp_path))
    opened: list[tuple[str, int, str]] = []

    def launch(name: str) -> int:
        file = Path(name)
        opened.append((name, stat.S_IMODE(file.stat().st_mode), file.read_text()))
        return 0

    monkeypatch.setattr(typer, "launch", launch)
    seen: list[list[Path]] = []

    def use(shop: Shop) -> None:
        seen.append([*tmp_path.iterdir()])
        shop.keys.used()
        seen.append([*tmp_path.iterdir()])

    shop, said = serve_here(call, monkeypatch, *typed, meanwhile=use)
    keys, (before, after) = shop.keys, seen
    key = keys.link("").partition("=")[2]
    link = re.search(r"http://127\.0\.0\.1:\d+/\?key=[\w-]{22}", said)
    assert link
    assert link[0].endswith(key)
    assert (len(before), after, len(opened)) == (opens, [], opens)
    for name, mode, page in opened:
        assert (mode, link[0] in page, key in name) == (0o600, True, False)
        assert Path(name).parent == tmp_path
    guests = keys.link("", Role.GUEST).partition("=")[2]
    assert (guests in said) == ("--url" in typed)
