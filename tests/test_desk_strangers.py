"""What a shop for others owes those it does not know: forms of their own alone, prices, limits, an end to it all."""

from __future__ import annotations

import os
import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import httpx2
import pytest
import typer

from conftest import Run
from desk_made import HOSTED_DESK, LOCAL_DESK, Clock, client_of, codes_of, dealt, open_shop, token_in
from desk_served import served
from events_made import GOOD, Desk
from wordfleet_print.desk import press, serving
from wordfleet_print.desk.app import every_route
from wordfleet_print.desk.books import file_in
from wordfleet_print.desk.budget import Budget
from wordfleet_print.desk.doors import LONGEST_ADDRESS
from wordfleet_print.desk.events.kept import AT_HOME, Events
from wordfleet_print.desk.events.packs import CheckRecord
from wordfleet_print.desk.events.planning import PlanEvent
from wordfleet_print.desk.events.queue import Printing, State
from wordfleet_print.desk.events.uploads import keep
from wordfleet_print.desk.events.zips import zip_of
from wordfleet_print.desk.folder import Folder
from wordfleet_print.desk.orders import LookUp, PrintSheets
from wordfleet_print.desk.press import PressChildren, PressHere
from wordfleet_print.desk.settings import HOSTED, LOCAL
from wordfleet_print.desk.shop import Table
from wordfleet_print.desk.table_form import TableForm
from wordfleet_print.errors import BusyError
from wordfleet_print.jobs.event import EventRequest
from wordfleet_print.sandbox import ChildEndedError, Ending, Limits

UNCOUNTED = replace(HOSTED_DESK, limits=replace(HOSTED, units=0))
DOCS = Path(__file__).parents[1] / "docs" / "serve.md"


@pytest.fixture
def hosted() -> Iterator[Desk]:
    """A shop for others, which counts nothing."""
    shop, _ = open_shop(UNCOUNTED)
    with client_of(shop) as client:
        yield Desk(client, shop)


def _tickets(desk: Desk) -> dict[str, str]:
    """A ticket of each kind, by how addresses begin; the event’s list was read, and its pack was stopped."""
    table = dealt(desk.client)
    token = token_in(desk.client.get("/umpire").text)
    looked = desk.client.post("/umpire", data={"code": codes_of(desk.client, table)[0], **token})
    desk.drop(GOOD)
    desk.event.printing = Printing(EventRequest(None, players=4), 0, lambda _: None, State.STOPPED)
    return {"/sheets": table, "/umpire": looked.headers["location"], "/event": desk.at}


def _take(monkeypatch: pytest.MonkeyPatch, paid: list[float]) -> None:
    """From now on all prices are noted, and nobody can pay them for seven seconds."""

    def spend(_budget: Budget, _address: str, cost: float) -> float:
        paid.append(cost)
        return 7

    monkeypatch.setattr(Budget, "spend", spend)


def test_every_form_needs_a_token_of_its_sender(hosted: Desk) -> None:
    """No form is taken without the token of whoever has the cookie, from this very shop; and nothing comes of it."""
    tickets = _tickets(hosted)
    mine = hosted.client.cookies["shop"]
    others = (hosted.shop.token("somebody"), open_shop(UNCOUNTED)[0].token(mine))
    forms = [route.path for route in every_route() if "POST" in (route.methods or ())]
    assert len(forms) > 8
    before = (len(hosted.shop.tables), len(hosted.shop.events), hosted.event.version)
    for form in forms:
        address = form.replace(f"{form.partition('/{')[0]}/{{ticket}}", tickets.get(f"/{form.split('/')[1]}", ""), 1)
        assert "{" not in address
        for told in ({}, *({"token": other} for other in others)):
            answer = hosted.client.post(address, data={"do": "open", "players": "4", **told})
            assert answer.status_code == 403, (form, answer.status_code)
    assert (len(hosted.shop.tables), len(hosted.shop.events), hosted.event.version) == before
    assert hosted.event.printing
    assert "Launch codes" not in hosted.client.get(tickets["/umpire"]).text


def test_whatever_makes_work_has_its_price(hosted: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dealing, printing, looking up, reading and planning all cost their sender: more where more is asked for, where
    rules lie behind, and where words of one’s own are to be paired. What is not paid for is not done.
    """
    client, shop = hosted.client, hosted.shop
    tickets = _tickets(hosted)
    hosted.event.printing = None
    table, code = tickets["/sheets"], codes_of(client, tickets["/sheets"])[0]
    behind = dealt(client, kind="rules")
    held = shop.tables.find(table.rpartition("/")[2])
    assert held
    paid: list[float] = []
    _take(monkeypatch, paid)

    def price(method: str, address: str, **fields: object) -> float:
        paid.clear()
        data = {**fields, **token_in(client.get("/umpire").text)} if method == "POST" else None
        answer = client.request(method, address, data=data)
        assert (answer.status_code, answer.headers["retry-after"], len(paid)) == (429, "7", 1), address
        return paid[0]

    two = {"captain-1": "Ann", "captain-2": "Ben"}
    deal = price("POST", "/tracker", **two)
    assert 0 < deal < price("POST", "/tracker", **two, **{"captain-3": "", "captain-4": ""})
    assert deal < price("POST", "/tracker", **two, own="STORM")
    assert price("POST", f"{table}/another") == deal
    assert 0 < price("POST", "/again", **{"code-1": code}) < price("POST", "/again", **{"code-1": code, "code-2": code})
    one, all_of_it = price("GET", f"{table}/1.pdf"), price("GET", f"{table}/sheets.pdf")
    assert 0 < one < all_of_it < price("GET", f"{behind}/sheets.pdf")
    assert price("GET", f"/mine/{held.own[0]}/sheet.pdf") == one
    assert price("POST", "/umpire", code=code) > one
    at = hosted.at
    version = str(hosted.event.version)
    plan = price("GET", f"{at}/plan")
    asked = {"version": version, "title": "Cup"}
    assert 0 < plan < price("POST", f"{at}/plan", **asked, rounds="9")
    lists = [
        price("POST", "/event", players="4"),
        price("POST", f"{at}/roster"),
        price("POST", f"{at}/list", version=version),
    ]
    assert min(lists) > 0


def test_a_pack_has_its_prices(hosted: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Printing a pack is paid for, and so are its sheets once more; many of them cost more than one."""
    paid: list[float] = []
    hosted.drop(GOOD)
    assert hosted.plan().status_code == 303
    _take(monkeypatch, paid)
    assert (hosted.plan(do="print").status_code, len(paid)) == (429, 1)
    assert hosted.event.printing is None
    many = [SimpleNamespace(number=number) for number in range(1, 900)]
    pack: Any = SimpleNamespace(players=many, rounds=(1,), files=())
    change: Any = SimpleNamespace(whose=((1, "Ann"),) * 60, sheets=60)
    monkeypatch.setattr("wordfleet_print.desk.events.kept.Event.has_pack", True)
    hosted.event.home, hosted.event.pack, hosted.event.change = Path("cup"), pack, change
    paid.clear()
    for place in ("/sheet.pdf?player=3&round=1", "/changed.pdf", "/round-1.pdf"):
        assert hosted.get(place).status_code == 429
    assert 0 < paid[0] < paid[1] < paid[2]


def test_limits_are_those_that_the_documentation_tells() -> None:
    """Each number in the table of docs/serve.md is the one that is kept to, alone and for others."""
    rows = dict(re.findall(r"^\| ([^|]+) \| (.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE))

    def numbers(row: str) -> list[int]:
        return [int(one.replace(",", "")) for one in re.findall(r"\d[\d,]*", rows[row])]

    both = (LOCAL, HOSTED)
    assert numbers("a form") == [one.form // 1000 for one in both]
    assert numbers("an address") == [LONGEST_ADDRESS] * 2
    assert numbers("sheets at once") == [one.sheets for one in both]
    printed = [PrintSheets(TableForm().request(seed="x")), PrintSheets(replace(TableForm().request(), with_rules=True))]
    assert numbers("a PDF") == [one.seconds for one in printed]
    assert numbers("what one address may ask for") == [HOSTED.units, HOSTED.refill]
    assert not LOCAL.units
    assert numbers("waiting for the press")[0] == press.MOST_WAITING
    assert numbers("a list of players") == [one // 1_000_000 for one in (LOCAL.roster, HOSTED.roster, HOSTED.unpacked)]
    assert numbers("an event") == [number for one in both for number in (one.players, one.rounds)]
    assert numbers("packs")[0] == LOCAL.queue == HOSTED.queue
    assert numbers("an event's files")[0] == HOSTED.events
    assert rows["a table, a looked-up sheet"].split(" | ") == ["an hour"] * 2
    assert (LOCAL.life, HOSTED.life, AT_HOME) == (3600, 3600, 24 * 3600)
    proxy = re.findall(r"client_body_timeout (\d+)s", DOCS.read_text(encoding="utf-8"))
    assert [int(one) for one in proxy] == [HOSTED.body_seconds]


def test_more_at_once_than_it_takes_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests beyond the limit are turned away while others are answered, and let in when these are."""
    shop, _ = open_shop(replace(LOCAL_DESK, limits=replace(LOCAL, connections=1)))
    with client_of(shop) as client:
        inside: list[httpx2.Response] = []
        app: Any = client.app
        books = shop.books.rules

        async def while_inside() -> Any:
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(transport=transport, base_url=str(client.base_url)) as second:
                inside.append(await second.get("/umpire"))
            return await books()

        monkeypatch.setattr(shop.books, "rules", while_inside)
        for _ in range(2):
            assert client.get("/").status_code == 200
    assert {(one.status_code, one.headers["retry-after"]) for one in inside} == {(503, "5")}


def test_the_press_turns_away_and_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order has the seconds that its kind has, no more; where too many wait nothing is begun."""
    given: list[Limits] = []

    async def ended(_worker: object, _order: object, limits: Limits) -> bytes:
        given.append(limits)
        raise ChildEndedError(Ending.TIME, "")

    monkeypatch.setattr("wordfleet_print.desk.worker.Worker.ask", ended)
    children = PressChildren(1)
    with pytest.raises(ChildEndedError):
        anyio.run(children.do, LookUp("WF"))
    assert [one.seconds for one in given] == [LookUp("WF").seconds]
    monkeypatch.setattr(press, "MOST_WAITING", 0)
    with pytest.raises(BusyError):
        anyio.run(children.do, LookUp("WF"))
    anyio.run(children.end)
    assert len(given) == 1


@pytest.mark.parametrize(
    ("typed", "opens", "children", "workers"),
    [
        ((), True, False, 1),
        (("--no-open",), False, False, 1),
        (("--workers", "3"), True, True, 3),
        (("--host", "127.0.0.1"), False, True, 2),
        (("--url", "https://print.example.org", "--workers", "1", "--quiet"), False, True, 1),
    ],
)
def test_others_are_served_by_children(
    typed: tuple[str, ...], opens: bool, children: bool, workers: int, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever strangers ask for is done in processes with limits, lists and plans in another than sheets; a browser
    opens for oneself alone, and the address is told unless nothing is to be.
    """
    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", opened.append)
    seen: list[Any] = []

    class _Noted:
        def __init__(self, app: Any, settings: Any, ready: Any) -> None:
            seen.append((app.state.shop, settings))
            self._ready = ready

        def run(self, sockets: Any) -> None:
            self._ready()
            for one in sockets:
                one.close()

    monkeypatch.setattr(serving, "_Server", _Noted)
    ran = call("serve", *typed)
    ((shop, settings),) = seen
    anyio.run(shop.close)
    told = re.findall(r"http://127\.0\.0\.1:\d+/", ran.out)
    assert (ran.code, bool(told), settings.workers) == (0, "--quiet" not in typed, workers), ran.err
    assert opened == (told[:1] if opens else [])
    assert isinstance(shop.press, PressChildren if children else PressHere)
    assert (shop.lists is not shop.press) == settings.hosted
    assert isinstance(shop.lists, PressChildren) or not settings.hosted


@pytest.mark.parametrize("host", ["127.0.0.1", None])
def test_who_comes_by_a_proxy_has_their_own_purse(host: str | None) -> None:
    """For others the proxy says who asks; alone nobody can say that they are somebody else. No answer names what
    serves it.
    """
    with served(host) as (address, shop):
        asked: list[str] = []
        shop.budget.spend = lambda whose, _cost: asked.append(whose) or 0  # type: ignore[method-assign, func-returns-value]
        with httpx2.Client(base_url=address) as client:
            token = token_in(client.get("/umpire").text)
            answer = client.post("/umpire", data={"code": "x", **token}, headers={"X-Forwarded-For": "203.0.113.9"})
    assert (answer.status_code, "server" in answer.headers) == (422, False)
    assert asked == ["203.0.113.9" if host else "127.0.0.1"]


def test_each_sheet_of_a_table_has_its_ticket() -> None:
    """However many sheets a table has, and however many tables there are, each captain’s own page is there as long as
    the table; an hour later these are gone, and so is what an umpire has looked up.
    """
    shop, clock = open_shop()
    most = shop.settings.limits.sheets
    table = Table(None, SimpleNamespace(sheets=range(most)))  # type: ignore[arg-type]
    ticket = shop.keep(table)
    looked = shop.lookups.issue(None)  # type: ignore[arg-type]
    assert [own.number for one in table.own if (own := shop.sheets.find(one))] == [*range(1, most + 1)]
    clock.now += 3599
    assert shop.tables.find(ticket)
    assert len(shop.lookups) == 1
    clock.now += 2
    found = [shop.tables.find(ticket), shop.lookups.find(looked), *map(shop.sheets.find, table.own)]
    assert found == [None] * len(found)
    assert len(shop.lookups) == 0


@pytest.mark.parametrize(("settings", "life"), [(HOSTED_DESK, 3600), (LOCAL_DESK, 24 * 3600)])
def test_events_go_with_all_that_was_brought(settings: Any, life: int, tmp_path: Path) -> None:
    """Hosted after an hour, at home after a day; not while they are printed; with their files, and what still prints
    is stopped. Of others’ events none is listed, and none lies in `output/`.
    """
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "event.json").touch()
    clock = Clock()
    folder = Folder()
    events = Events(replace(settings, output=tmp_path), clock, folder)
    home = not settings.hosted
    assert [path.name for _, path in events.at_home()] == ["night"] * home
    ticket, event = events.new()
    assert events.usual_home(event, "Cup").is_relative_to(tmp_path if home else event.own)
    file = keep(b"name\nAnn\n", "list.csv", event.own)
    clock.now += life - 1
    assert events.find(ticket) is event
    event.printing = Printing(None, 0, lambda _: None, State.PRINTING)  # type: ignore[arg-type]
    stopped: list[Printing] = []
    events.queue.end_of = stopped.append  # type: ignore[method-assign]
    clock.now += life
    assert events.find(ticket) is event
    event.printing.state = State.DONE
    clock.now += life + 1
    assert (events.find(ticket), file.exists(), stopped) == (None, False, [event.printing])
    folder.close()


def test_what_is_brought_and_packed_is_its_owners(tmp_path: Path) -> None:
    """Nobody else on the server can read a list; nor, where a ZIP is unpacked, what lies in it."""
    before = os.umask(0)
    try:
        file = keep(b"name\nAnn\n", "list.csv", tmp_path / "own")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(one.stat().st_mode) for one in (file, file.parent)] == [0o600, 0o700]
    with zipfile.ZipFile(BytesIO(b"".join(zip_of(file.parent, [file.name], "cup")))) as archive:
        assert [one.external_attr >> 16 & 0o777 for one in archive.infolist()] == [0o600]


def test_an_event_is_bounded_however_it_comes(hosted: Desk) -> None:
    """As a number, as a list or as a printed event: neither more players nor more rounds than are allowed are planned;
    rules that are not ours are not taken from strangers.
    """
    most = HOSTED.players
    token = token_in(hosted.client.get("/event").text)
    for count, status in ((most, 303), (most + 1, 422)):
        assert hosted.client.post("/event", data={"players": str(count), **token}).status_code == status
    scope = SimpleNamespace(rounds=2, numbers=(1, 2, 3))
    job = SimpleNamespace(roster=SimpleNamespace(players=range(3)), scope=scope)
    request: Any = SimpleNamespace(job=lambda: job)
    assert [fault.field for fault in PlanEvent(request, 2, 2).do().faults] == ["plan", "rounds"]
    asked: list[Any] = []

    async def noted(order: Any) -> tuple[()]:
        asked.append(order)
        return ()

    hosted.shop.lists.do = noted  # type: ignore[method-assign, assignment]
    hosted.drop(("event.json", b"{}"))
    assert [type(one) is CheckRecord and one.at_home for one in asked] == [False]


def test_a_folder_shows_its_own_files_alone(tmp_path: Path) -> None:
    """Nothing hidden, nothing by a link, nothing beside it."""
    site, beside = tmp_path / "site", tmp_path / "secret.html"
    for path in (site / "a" / "b.html", site / ".hidden.html", site / ".git" / "c.html", beside):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"page")
    (site / "link.html").symlink_to(beside)
    (site / "links").symlink_to(tmp_path)
    assert file_in(site, "a/b.html") == b"page"
    wrong = (".hidden.html", ".git/c.html", "link.html", "links/secret.html", "../secret.html", str(beside), "a", "a\0")
    assert [file_in(site, name) for name in wrong] == [None] * len(wrong)
