"""What the print shop allows, how long it keeps what was brought, and who does the work."""

from __future__ import annotations

import os
import re
import stat
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

from support.command import Run
from support.shop import LOCAL_DESK, Clock, client_of, open_shop, serve_here
from wordfleet_print.errors import BusyError
from wordfleet_print.games import packaged
from wordfleet_print.processes import ChildEndedError, ChildEnding, ChildLimits
from wordfleet_print.web import press_children, serving
from wordfleet_print.web.assets import file_in
from wordfleet_print.web.events.kept import LIFE, KeptEvents
from wordfleet_print.web.events.list_read import keep
from wordfleet_print.web.events.pack_page import zip_of
from wordfleet_print.web.events.plan_told import plan_event
from wordfleet_print.web.events.queue import Printing, State
from wordfleet_print.web.orders import look_up, seconds_to_print
from wordfleet_print.web.press_children import Press, PressChildren
from wordfleet_print.web.settings import ShopLimits, TemporaryFolder
from wordfleet_print.web.shop import LONGEST_ADDRESS, Table
from wordfleet_print.web.table_form import TableForm

DOCS = Path(__file__).parents[2] / "docs" / "serve.md"


def test_limits_are_those_that_the_documentation_tells() -> None:
    """Each number in the table of docs/serve.md is the one that is kept to."""
    rows = dict(re.findall(r"^\| ([^|]+) \| (.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE))

    def numbers(row: str) -> list[int]:
        return [int(one.replace(",", "")) for one in re.findall(r"\d[\d,]*", rows[row])]

    limits = ShopLimits()
    assert numbers("a form") == [limits.form // 1000]
    assert numbers("an address") == [LONGEST_ADDRESS]
    assert numbers("sheets at once") == [limits.sheets]
    assert numbers("open connections") == [serving.MOST]
    printed = [TableForm().request(seed="x"), replace(TableForm().request(), with_rules=True)]
    assert numbers("a PDF, in the house") == [*map(seconds_to_print, printed)]
    assert numbers("waiting for the press, in the house")[0] == press_children.MOST_WAITING
    assert numbers("a list of players") == [limits.roster // 1_000_000, limits.unpacked // 1_000_000]
    assert numbers("an event") == [limits.players, limits.rounds]
    assert numbers("packs")[0] == limits.queue
    assert rows["a table, a looked-up sheet"] == "an hour"
    assert (limits.life, LIFE) == (3600, 24 * 3600)


def test_the_press_turns_away_and_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order has the seconds that its kind has, no more; where too many wait nothing is begun."""
    given: list[ChildLimits] = []

    async def ended(_worker: object, _order: object, limits: ChildLimits) -> bytes:
        given.append(limits)
        raise ChildEndedError(ChildEnding.TIME, "")

    monkeypatch.setattr("wordfleet_print.web.press_children.Worker.ask", ended)
    children = PressChildren(1)
    with pytest.raises(ChildEndedError):
        anyio.run(children.do, 7, look_up, "WF", packaged())
    assert [one.seconds for one in given] == [7]
    monkeypatch.setattr(press_children, "MOST_WAITING", 0)
    with pytest.raises(BusyError):
        anyio.run(children.do, 7, look_up, "WF", packaged())
    anyio.run(children.end)
    assert len(given) == 1


@pytest.mark.parametrize(
    ("typed", "children", "workers"),
    [
        ((), False, 1),
        (("--workers", "3"), True, 3),
        (("--host", "127.0.0.1"), False, 1),
        (("--host", "0.0.0.0"), True, 2),  # noqa: S104 - nobody is served there
        (("--url", "https://print.example.org", "--workers", "1"), True, 1),
    ],
)
def test_the_house_is_served_by_children(
    typed: tuple[str, ...], children: bool, workers: int, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever others in the house ask for is done in processes with limits."""
    shop, _ = serve_here(call, monkeypatch, "--no-open", *typed)
    assert shop.settings.workers == workers
    assert isinstance(shop.press, PressChildren if children else Press)


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


def test_events_go_with_all_that_was_brought(tmp_path: Path) -> None:
    """After a day, with their files; not while they are printed, and what still prints is stopped. Those that stand in
    `output/` are listed.
    """
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "event.json").touch()
    clock = Clock()
    folder = TemporaryFolder()
    events = KeptEvents(replace(LOCAL_DESK, output=tmp_path), clock, folder)
    assert [path.name for _, path in events.at_home()] == ["night"]
    ticket, event = events.new()
    assert events.usual_home("Cup").is_relative_to(tmp_path)
    file = keep(b"name\nAnn\n", "list.csv", event.own)
    clock.now += LIFE - 1
    assert events.find(ticket) is event
    event.printing = Printing(None, 0, lambda _: None, State.PRINTING)  # type: ignore[arg-type]
    stopped: list[Printing] = []
    events.queue.end_of = stopped.append  # type: ignore[method-assign, assignment]
    clock.now += LIFE
    assert events.find(ticket) is event
    event.printing.state = State.DONE
    clock.now += LIFE + 1
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


def test_an_event_is_bounded_however_it_comes() -> None:
    """As a number, as a list or as a printed event: no more players or rounds than are allowed are planned."""
    shop, _ = open_shop(replace(LOCAL_DESK, limits=ShopLimits(players=4)))
    with client_of(shop) as client:
        for count, status in ((4, 303), (5, 422)):
            assert client.post("/event", data={"players": str(count)}).status_code == status
    scope = SimpleNamespace(rounds=2, numbers=(1, 2, 3))
    job = SimpleNamespace(roster=SimpleNamespace(players=range(3)), scope=scope)
    request: Any = SimpleNamespace(job=lambda: job)
    assert [fault.field for fault in plan_event(request, 2, 2)] == ["plan", "rounds"]


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
