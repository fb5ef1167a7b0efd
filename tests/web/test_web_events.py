"""Events at the print shop, without a browser: lists are read and mended, packs printed as the command line does."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from support.command import Run, done, files_in, page_count
from support.shop import FAULTY, GOOD, LOCAL_DESK, NAMES, Desk, as_sent, child_of, client_of, open_shop, until
from wordfleet_print.errors import BusyError, CannotWriteError
from wordfleet_print.event.plan.event_file import NEW_RECORD
from wordfleet_print.event.roster.reader import read_roster
from wordfleet_print.games import packaged
from wordfleet_print.services.ask_event import EventRequest
from wordfleet_print.services.printed_event import look_at_pack
from wordfleet_print.web.app import Answers
from wordfleet_print.web.events import list_read, queue
from wordfleet_print.web.events import queue as child
from wordfleet_print.web.events.kept import check_record, print_sheet
from wordfleet_print.web.events.list_read import pasted, read_list, safe_name
from wordfleet_print.web.events.pack_page import zip_of
from wordfleet_print.web.events.plan_told import form_of_event, met_there, plan_event
from wordfleet_print.web.events.queue import Printing, PrintQueue, State
from wordfleet_print.web.orders import answer_as_bytes, answer_from_bytes

ZIP_BOMB = io.BytesIO()
with zipfile.ZipFile(ZIP_BOMB, "w", zipfile.ZIP_DEFLATED) as _archive:
    _archive.writestr("xl/workbook.xml", b"")
    _archive.writestr("xl/worksheets/sheet1.xml", bytes(21_000_000))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A shop on one's own machine, whose packs go to a folder of the test's."""
    limits = replace(LOCAL_DESK.limits, unpacked=20_000_000)
    shop, _ = open_shop(replace(LOCAL_DESK, output=tmp_path / "output", limits=limits))
    with client_of(shop) as client:
        yield Desk(client, shop)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """An event of four players and two rounds, printed at home."""
    folder = tmp_path_factory.mktemp("cup")
    shop, _ = open_shop(replace(LOCAL_DESK, output=folder / "output"))
    with client_of(shop) as client:
        desk = Desk(client, shop)
        desk.drop(GOOD)
        desk.print(rounds="2", spare="1", theme="naval", more=["players"])
        yield desk


def test_what_is_wrong_in_a_list_is_shown_with_its_rows(desk: Desk) -> None:
    """What was read is beside it; corrected and dropped again, the list goes to its plan."""
    faulty = FAULTY[1].replace("Nguyễn Hà,Reef,x".encode(), b"Bring a pen: Ha,Reef,2")
    assert desk.drop((FAULTY[0], faulty)).status_code == 303
    assert desk.get().headers["location"] == f"{desk.at}/list"
    page = desk.get("/list").text
    assert re.findall(r"<li><code>(.*?)</code>", page) == ["cup night.csv row 4, column “Player”"]
    assert re.findall(r'<select id="use-(\d)".*?<option value="([\w ]+)" selected>', page, re.DOTALL)[:3] == [
        ("0", "name"),
        ("1", "club"),
        ("2", "table"),
    ]
    questions = dict(
        re.findall(r'<label for="answer-\d">(.*?)</label>\n<select id="answer-\d" name="(.*?)" required', page)
    )
    assert sorted(questions.values()) == ["nameless", "same.zoe-lefevre"]
    mended = (FAULTY[0], FAULTY[1].replace(b",x,", b",,"))
    assert desk.drop(mended, f"{desk.at}/roster").status_code == 303
    answers = {"nameless": "skip", "same.zoe-lefevre": "one"}
    assert desk.post("/list", **answers).headers["location"] == f"{desk.at}/plan"
    plan = desk.get("/plan").text
    assert dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", plan))["Players"] == "4"
    assert "4 players from column A “Player”." in plan
    assert desk.event.request().answers == answers
    assert "Zoé" not in desk.at


@pytest.mark.parametrize(
    ("content", "choice", "answers"),
    [
        (b"Foo,Name\nAnn,Rovers\nBen,Reef\n", {"use-0": "name"}, {"column.name": "Foo"}),
        (b"name,name,team\nAnn,Ann Lee,Reef\nBen,Ben Orr,Quay\n", {"use-0": "name"}, {"column.name": "A"}),
        (
            b"name,club\nAnn,Rovers\nBen,Reef\n",
            {"use-0": "", "use-1": "name"},
            {"column.name": "club", "column.club": ""},
        ),
    ],
)
def test_a_column_is_told_by_a_choice(
    content: bytes, choice: dict[str, str], answers: dict[str, str], desk: Desk
) -> None:
    """What a column is can be said, as `--column` says it: by its heading, or by its letter if that is not its own; a
    choice that says nothing new says nothing.
    """
    desk.drop(("players.csv", content))
    assert desk.post("/list").status_code == 303
    assert desk.event.answers == {}
    assert desk.post("/list", **choice).headers["location"] == f"{desk.at}/plan", desk.get("/list").text
    desk.get("/plan")
    assert desk.event.request().answers == answers


def test_a_full_disk_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be kept is told, with when to try again and without a folder of the server’s; nothing is left."""

    def full(contents: dict[Path, bytes], **_: Any) -> None:
        raise CannotWriteError(f"Cannot write {next(iter(contents))}: the disk is full.")

    monkeypatch.setattr(list_read, "write_all", full)
    answer = desk.drop(GOOD)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "Cannot write night.csv: the disk is full." in answer.text
    assert len(desk.shop.events) == 0


FILES: list[tuple[str, bytes, int, str]] = [
    ("picture.csv", b"\x89PNG\r\n\x1a\n", 422, "picture.csv holds a picture"),
    ("empty.csv", b"", 422, "empty.csv is empty"),
    ("list.doc", b"name\nAnn\nBen\n", 303, ""),
    ("event.json", b'{"a": 1}', 422, "event.json is not an event.json."),
    ("event.json", b"{", 422, "event.json"),
    ("bomb.xlsx", ZIP_BOMB.getvalue(), 422, "21,000,000 bytes, more than the 20,000,000"),
    ("broken.xlsx", b"PK\x03\x04" + bytes(200), 422, "broken.xlsx"),
    ("../../etc/passwd.csv", b"name\nAnn\nBen\n", 303, ""),
    ("huge.csv", b"name\n" + b"Ann\n" * 520_000, 413, "Overladen"),
]


@pytest.mark.parametrize(("name", "content", "status", "told"), FILES)
def test_what_is_no_list_is_told(name: str, content: bytes, status: int, told: str, desk: Desk) -> None:
    """A file that is none, too large or too large unpacked is told at its field, and nothing of it is kept."""
    answer = desk.drop((name, content))
    assert (answer.status_code, told in answer.text) == (status, True), answer.text
    assert "Traceback" not in answer.text
    assert "wordfleet-print-" not in answer.text
    assert len(desk.shop.events) == (1 if status == 303 else 0)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"--b\r\nContent-Disposition: form-data; name=roster", "multipart/form-data; boundary=b", 400),
        (b"--b\r\n\r\n--b--", "multipart/form-data; boundary=c", 400),
        (b"x", "multipart/form-data", 400),
        (b"{}", "application/json", 415),
        (b"names=" + b"x" * 70_000, "application/x-www-form-urlencoded", 413),
        (b"", "application/x-www-form-urlencoded", 422),
        (b"players=0", "application/x-www-form-urlencoded", 422),
        (b"players=1e9", "application/x-www-form-urlencoded", 422),
        (b"players=%D9%A4", "application/x-www-form-urlencoded", 422),
        (b"names=Ann%0ABen", "application/x-www-form-urlencoded", 303),
        (b"players=4", "application/x-www-form-urlencoded", 303),
    ],
)
def test_a_form_that_is_none_is_refused(body: bytes, kind: str, status: int, desk: Desk) -> None:
    """Bodies that are cut, of another kind or too large are refused; names that are pasted and a number are not."""
    answer = desk.client.post("/event", content=body, headers={"Content-Type": kind})
    assert answer.status_code == status, answer.text
    if status == 303:
        plan = desk.client.get(f"{answer.headers['location']}/plan").text
        assert re.search("<dt>Players</dt><dd>[24]</dd>", plan)


def test_an_unknown_ticket_is_gone(desk: Desk) -> None:
    """Whatever is asked of a ticket that never was, it is not there; so it is where the event is not that far."""
    desk.at = "/event/AAAAAAAAAAAAAAAAAAAAAA"
    pages = ["", "/list", "/plan", "/press", "/progress", "/pack", "/print.zip", "/round-1.pdf"]
    assert {desk.get(page).status_code for page in pages} == {404}
    forms = ["/list", "/plan", "/print", "/stop", "/back", "/roster", "/delete"]
    assert {desk.client.post(f"{desk.at}{form}").status_code for form in forms} == {404}
    desk.drop(GOOD)
    early = ["/progress", "/pack", "/print.zip", "/own.zip", "/round-1.pdf", "/changed.pdf", "/files/sheets.pdf"]
    assert {desk.get(page).status_code for page in early} <= {303, 404}
    assert re.fullmatch(r"/event/[\w-]{22}", desk.at)


def test_two_windows_on_one_event(desk: Desk) -> None:
    """What is sent from a page that is out of date changes nothing, and is answered with how it stands now."""
    desk.drop(FAULTY)
    desk.drop((FAULTY[0], FAULTY[1].replace(b",x,", b",,")), f"{desk.at}/roster")
    desk.post("/list", **{"nameless": "skip", "same.zoe-lefevre": "one"})
    stale = desk.client.post(f"{desk.at}/list", data={"version": "1", "nameless": "skip"})
    assert (stale.status_code, "changed in another window" in stale.text) == (422, True)
    assert desk.plan(rounds="2").status_code == 303
    version = desk.event.version
    desk.post("/list")
    old = desk.client.post(f"{desk.at}/plan", data={"version": str(version), "title": "X", "do": "print"})
    assert (old.status_code, "changed in another window" in old.text) == (422, True)
    assert desk.event.printing is None


@pytest.mark.parametrize(
    ("fields", "field", "told"),
    [
        ({"title": ""}, "title", "Give it a name"),
        ({"title": "ნინო"}, "title", "No bundled font"),
        ({"rounds": "many"}, "rounds", "Write a whole number from 1 to 1,000."),
        ({"rounds": "1001"}, "rounds", "Write a whole number from 1 to 1,000."),
        ({"spare": "-1"}, "spare", "Write a whole number from 0"),
        ({"edition": "nix"}, "edition", "nix"),
        ({"paper": "/etc/passwd"}, "paper", "passwd"),
        ({"more": ["half", "large"]}, "more", "Two sheets a leaf"),
        ({"kind": ["blank", "placed"]}, "kind", "no words to place"),
        ({"own": "STORM\nX-RAY"}, "own", "X-RAY"),
        ({"theme": ["naval", "nix"]}, "theme", "nix"),
    ],
)
def test_a_plan_tells_faults_at_their_fields(fields: dict[str, Any], field: str, told: str, desk: Desk) -> None:
    """What cannot be planned is told at its field, and what was typed stays."""
    desk.drop(GOOD)
    answer = desk.plan(**{"title": "Night", **fields})
    assert answer.status_code == 422
    assert re.search(f'id="{field}-fault">.*?{told}', answer.text, re.DOTALL), answer.text
    assert desk.get("/plan").status_code == 422


def test_a_shop_has_its_limits() -> None:
    """More players than it takes are told at the list; as many events as it keeps, and the next is told to wait."""
    shop, _ = open_shop(replace(LOCAL_DESK, limits=replace(LOCAL_DESK.limits, players=3, events=2)))
    with client_of(shop) as client:
        desk = Desk(client, shop)
        desk.drop(GOOD)
        assert "4 players are more than the 3" in desk.get("/list").text
        shop.events.new()
        full = desk.drop(GOOD)
        assert (full.status_code, full.headers["retry-after"]) == (503, "10")


def test_the_pack_is_the_command_lines(cup: Desk, call: Run) -> None:
    """Every file of the pack is the command line’s for the same list, options and seed, byte for byte."""
    Path("night.csv").write_bytes(GOOD[1])
    seed = json.loads(cup.files()["event.json"])["seed"]
    options = ["--rounds", "2", "--spare", "1", "--theme", "naval", "--paper", "a4", "--per-player", "--seed", seed]
    done(call("event", "print", "night.csv", *options, "--output", "there"))
    assert files_in(Path("there")) == cup.files()


def test_the_pack_tells_who_may_see_what(cup: Desk) -> None:
    """Each file with its sign; the copy shop’s ZIP has no key and nothing of the organiser’s, whose own has the rest;
    both are the same whenever they are made. Players’ own files, which have names, have no address.
    """
    page = cup.get("/pack").text
    down, every, alone = (page.index(f'tab{kind}">') for kind in (" down", "", " secret"))
    links = {name: page.index(f"/save/{name}") for name in ("sheets.pdf", "name-index.pdf", "answer-key.pdf")}
    assert down < links["sheets.pdf"] < every < links["name-index.pdf"] < alone < links["answer-key.pdf"]
    files, packed = cup.files(), {}
    for which in ("print", "own"):
        first = cup.get(f"/{which}.zip")
        assert first.content == cup.get(f"/{which}.zip").content
        with zipfile.ZipFile(io.BytesIO(first.content)) as archive:
            assert archive.testzip() is None
            packed[which] = {info.filename.partition("/")[2]: archive.read(info) for info in archive.infolist()}
    assert {**packed["print"], **packed["own"]} == files
    assert set(packed["own"]) == {"answer-key.pdf", "manifest.csv", "event.json"}
    for name in ("sheets.pdf", "answer-key.pdf", "event.json"):
        saved = cup.get(f"/save/{name}")
        assert (saved.content, saved.headers["cache-control"]) == (files[name], "no-store")
    own = next(name for name in files if name.startswith("players/"))
    wrong = [own, "nix.pdf", "../output/night/key.pdf", ".wordfleet-lock"]
    assert {cup.get(f"/files/{name}").status_code for name in wrong} == {404}
    assert cup.event.home
    (cup.event.home / NEW_RECORD).touch()  # its files take their names just now, or did when they were stopped
    assert [cup.get(place).status_code for place in ("/pack", "/print.zip", "/save/answer-key.pdf")] == [422] * 3
    (cup.event.home / NEW_RECORD).unlink()
    assert cup.get("/own.zip").status_code == 200


def test_a_round_alone_and_a_sheet_again(cup: Desk, call: Run) -> None:
    """A round’s sheets are a PDF of their own; a ruined sheet comes again, as `event reprint` brings it."""
    assert page_count(cup.get("/round-2.pdf").content) == 4
    again = cup.get("/sheet.pdf?player=3&round=2")
    assert cup.event.home
    shutil.copytree(cup.event.home, "night")
    done(call("event", "reprint", "night", "--number", "3", "--round", "2"))
    assert again.content == next(Path("night/reprints").glob("*.pdf")).read_bytes()
    wrong = ("/round-3.pdf", "/sheet.pdf", "/sheet.pdf?player=9&round=1", "/sheet.pdf?player=x&round=1", "/changed.pdf")
    assert {cup.get(place).status_code for place in wrong} == {404}


def test_nothing_secret_is_told_unasked(cup: Desk, caplog: pytest.LogCaptureFixture) -> None:
    """No page holds the seed or a code; no address, title or log holds a name, nor a log a ticket."""
    record = json.loads(cup.files()["event.json"])
    secrets = [record["seed"], *record["spares"], *(code for one in record["rounds"] for code in one["codes"])]
    pages = [cup.get(place).text for place in ("/pack", "/list", "/press")] + [cup.client.get("/event").text]
    assert not [secret for secret in secrets for page in pages if secret in page]
    told = [*re.findall("<title>(.*?)</title>", "".join(pages)), *re.findall('(?:href|action)="(.*?)"', "".join(pages))]
    assert not [name for name in (*NAMES, "Night") for text in told if name.split()[0] in text]
    assert cup.at.rpartition("/")[2] not in caplog.text
    assert re.search(r'<a href="/event/[\w-]{22}"><b>Night</b>', pages[-1])


def test_children_can_answer_every_order(cup: Desk, tmp_path: Path) -> None:
    """What a shop for others has its children read and plan comes back from them as it was."""
    home, file = cup.event.home, tmp_path / FAULTY[0]
    assert home
    file.write_bytes(FAULTY[1])
    form = form_of_event(home)
    request = form.request([home], None, {}, tmp_path / "else", None, form, packaged())
    good = tmp_path / GOOD[0]
    good.write_bytes(GOOD[1])
    orders: list[Any] = [
        partial(read_list, [file], {"column.name": "Player"}, 9, 9),
        partial(check_record, home / "event.json"),
        partial(check_record, good),
        partial(read_list, [good], {}, 9, 9),
        partial(read_list, [good], {}, 3, 9),
        partial(form_of_event, home),
        partial(met_there, home, [good], {}),
        partial(met_there, tmp_path, [good], {}),
        partial(plan_event, request, 9, 9),
        partial(plan_event, request, 3, 1),
        partial(look_at_pack, home),
        partial(print_sheet, home, 1, 1),
    ]
    for order in orders:
        sent = as_sent(order)
        assert answer_from_bytes(order, answer_as_bytes(sent)) == sent(), order


def test_progress_is_told_in_each_way(cup: Desk) -> None:
    """A stream of events where one is asked for, JSON for who polls; a page without a script loads itself again."""
    told = cup.get("/progress").json()
    assert (told["state"], told["percent"], told["part"]) == ("done", 100, len(told["parts"]))
    stream = cup.get("/progress", headers={"Accept": "text/event-stream"})
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert json.loads(stream.text.removeprefix("data: ")) == told
    assert cup.get("/press").headers["location"] == f"{cup.at}/pack"


def test_a_changed_list_keeps_everybodys_sheets(cup: Desk, tmp_path: Path) -> None:
    """A latecomer in a list that is dropped again: the plan says what changes, rounds that are ticked are paired anew,
    all other sheets stay; the pack tells what to print, in one file.
    """
    shop, _ = open_shop(replace(LOCAL_DESK, output=tmp_path))
    assert cup.event.home
    shutil.copytree(cup.event.home, tmp_path / "night")
    before = json.loads(cup.files()["event.json"])
    with client_of(shop) as client:
        desk = Desk(client, shop)
        desk.drop((GOOD[0], GOOD[1] + b"\nMara Quist,Reef\nBo Lee,Quay"))
        assert "It stands in output/ already" in desk.get("/plan").text
        assert desk.plan().status_code == 303
        plan = desk.get("/plan").text
        assert "2 players came in" in plan
        assert "No sheet has to be printed again" in plan
        assert desk.plan(redeal="2").status_code == 303
        assert "<b>Round 2</b>" in desk.get("/plan").text
        desk.print(redeal="2")
        after = json.loads(desk.files()["event.json"])
        codes = [{*one["codes"][:4]} for one in before["rounds"]]
        assert codes[0] == {*after["rounds"][0]["codes"]} - {None}
        assert codes[1] <= {*after["rounds"][1]["codes"]}
        pack = desk.get("/pack").text
        change = desk.event.change
        assert change
        assert "2 players came in" in pack
        assert f"Those {change['sheets']} sheets" in pack
        assert page_count(desk.get("/changed.pdf").content) == change["sheets"]
        assert {number for number, _ in change["whose"]} == {2}
        anew = Desk(client, shop)
        anew.drop((GOOD[0], GOOD[1]))
        anew.get("/plan")
        assert anew.plan(anew="yes").status_code == 303
        assert anew.event.home == tmp_path / "night-2"
        answer = desk.post("/print")
        assert answer.headers.get("location") == f"{desk.at}/plan", answer.text
        assert desk.get().headers["location"] == f"{desk.at}/plan"
        assert desk.plan(do="leave").headers["location"] == desk.at
        assert desk.get().headers["location"] == f"{desk.at}/pack"


def test_packs_come_back_and_what_was_brought_goes(cup: Desk, tmp_path: Path) -> None:
    """An `event.json` that is dropped brings the very pack; what was brought is gone when that is wished, and the pack
    stays.
    """
    shop, _ = open_shop(replace(LOCAL_DESK, output=tmp_path))
    with client_of(shop) as client:
        desk = Desk(client, shop)
        desk.drop(("event.json", cup.files()["event.json"]))
        assert desk.get().headers["location"] == f"{desk.at}/plan"
        desk.print()
        assert desk.files() == cup.files()
        assert str(desk.event.own) not in desk.get("/pack").text
        own, gone, home = desk.event.own, desk.at, desk.event.home
        assert desk.post("/delete").headers["location"] == "/event"
        assert (client.get(gone).status_code, own.exists(), home and home.exists()) == (404, False, True)


CHILD = """
import sys, json
def tell(**facts): print(json.dumps(facts), flush=True)
tell(kind="begun", parts=[["sheets", 4]])
tell(kind="done", count=1)
sys.stdin.buffer.read()
tell(kind="stopped")
"""


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the children of the queue do: print until they are stopped, or as a test says."""
    doing = {"code": CHILD}
    monkeypatch.setattr(queue, "started", lambda _, stderr: child_of(doing["code"], stderr))
    return doing


def _until(printing: Printing, state: State, count: int = 0) -> None:
    until(lambda: (printing.state, printing.count >= count) == (state, True))


def test_packs_are_printed_one_at_a_time(children: dict[str, str]) -> None:
    """The first is printed, the others wait in their order, up to so many; a stop takes one out, or lets it come to a
    good end; one that breaks down is told and keeps no other from its turn; at the end all are stopped.
    """
    packs = PrintQueue(2)
    request = EventRequest(None, players=4)
    first, second, third, late = (Printing(request, 10, lambda _: None) for _ in range(4))
    packs.put(first)
    _until(first, State.PRINTING, 1)
    packs.put(second)
    packs.put(third)
    with pytest.raises(BusyError, match="3 packs are before yours"):
        packs.put(late)
    assert ([packs.place(one) for one in (first, second, third)], len(packs)) == ([0, 1, 2], 3)
    assert (first.percent, first.part) == (25, 0)
    packs.stop(second)
    assert (second.state, packs.place(third)) == (State.STOPPED, 1)
    children["code"] = "import sys; sys.exit('adrift')"
    packs.stop(first)
    _until(first, State.STOPPED)
    _until(third, State.FAILED)
    assert "broke down" in third.faults[0].what
    children["code"] = CHILD
    packs.put(late)
    _until(late, State.PRINTING, 1)
    packs.end()
    assert (late.state, len(packs)) == (State.STOPPED, 0)
    with pytest.raises(BusyError):
        packs.put(Printing(request, 10, lambda _: None))


def test_a_pack_that_is_done_is_not_counted(children: dict[str, str]) -> None:
    """Whoever sees that theirs is done finds it neither at the press nor before others, though its child still ends."""
    children["code"] = CHILD.replace("sys.stdin.buffer.read()\n", "") + "sys.stdin.buffer.read()"
    packs = PrintQueue(2)
    done, after = (Printing(EventRequest(None, players=4), 10, lambda _: None) for _ in range(2))
    packs.put(done)
    _until(done, State.STOPPED)
    assert len(packs) == 0
    packs.put(after)
    assert (packs.place(after), len(packs)) == (0, 1)
    for printing in (done, after):
        _until(printing, State.STOPPED)
        assert printing.child
        assert printing.child.stdin
        printing.child.stdin.close()
    packs.end()


@pytest.mark.usefixtures("children")
def test_a_full_queue_tells_when_to_come_again(desk: Desk) -> None:
    """Who waits sees how many are before; the page loads itself again; where too many wait the next is told so, with
    when to try again; a stop and a second click do no harm.
    """
    desks = []
    for _ in range(desk.shop.settings.limits.queue + 2):
        desk = Desk(desk.client, desk.shop)
        desk.drop(GOOD)
        desks.append((desk, desk.plan(do="print")))
    refused = desks[-1][1]
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
    assert "9 packs are before yours" in refused.text
    assert {answer.status_code for _, answer in desks[:-1]} == {303}
    second = desks[1][0]
    assert "One pack before yours" in second.get("/press").text
    assert '<noscript><meta http-equiv="refresh" content="2">' in second.get("/press").text
    assert second.get("/progress").json()["before"] == 1
    assert second.post("/print").headers["location"] == f"{second.at}/press"
    assert second.post("/stop").headers["location"] == f"{second.at}/press"
    page = second.get("/press").text
    assert ("Stopped" in page, "Print anew" in page, "refresh" in page) == (True, True, False)
    assert second.post("/back").headers["location"] == second.at
    assert second.get().headers["location"] == f"{second.at}/plan"
    assert len(desk.shop.events.queue) == desk.shop.settings.limits.queue


def test_a_child_stops_between_two_parts(tmp_path: Path, cup: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop leaves nothing; the same order then prints the pack as if nothing had been. Whoever closes the pipe stops
    a child, as its shop does when it ends.
    """
    record = tmp_path / "event.json"
    record.write_bytes(cup.files()["event.json"])
    order = EventRequest(record, output=tmp_path / "pack")
    told: list[dict[str, Any]] = []
    stops = ["once"]

    def tell(**facts: Any) -> None:
        told.append(facts)
        if [one.get("count") for one in told].count(2) == 1 == len(stops):
            child._stop.set()
            stops.clear()

    monkeypatch.setattr(child, "_tell", tell)
    with pytest.raises(child._StoppedError):
        child.print_event(order)
    child._stop.clear()
    assert not (tmp_path / "pack").exists()
    child.print_event(replace(order))
    assert files_in(tmp_path / "pack") == cup.files()


def test_names_of_files_lead_nowhere() -> None:
    """Of a name that was sent only its last part is kept, without what no file may be called."""
    kept = {"../../etc/passwd": "passwd", "C:\\temp\\list.xlsx": "list.xlsx", "a/.b.csv": "b.csv", "..": "event"}
    assert {name: safe_name(name) for name in kept} == kept
    for name in map(safe_name, (*kept, "", "x\0y\n.csv", "é" * 300 + ".ods", "CON:.csv")):
        assert not {*"/\\"} & {*name}
        assert (name.startswith("."), len(name.encode()) > 140) == (False, False)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Lee\n\n Bo Lee \n", ["Ann Lee", "Bo Lee"]),
        ("Lee, Ann\nLee, Bo\nYoung, Cy", ["Ann Lee", "Bo Lee", "Cy Young"]),
        ("Name\nPlayer 1\nPlayer 2", ["Player 1", "Player 2"]),
        ("name,club\nAnn Lee,City\nBo Lee,Rovers", ["Ann Lee", "Bo Lee"]),
        ("Name\tClub\nAnn Lee\tCity", ["Ann Lee"]),
        ("Ann Lee, Bo Lee; Cy Young", ["Ann Lee", "Bo Lee", "Cy Young"]),
        ("Ann Lee, Bo Lee and Cy Young", ["Ann Lee", "Bo Lee", "Cy Young"]),
        ("Ann Lee,\nBo Lee,\nCy Young", ["Ann Lee", "Bo Lee", "Cy Young"]),
        ("Name, Club\nAnn Lee, City\nBo Lee, Rovers", ["Ann Lee", "Bo Lee"]),
        ("Going (2)\n@Ann\n1. Bo Lee\n\nNot going (1)\nCy", ["@Ann", "Bo Lee"]),
    ],
)
def test_what_is_pasted_is_read_as_a_list(tmp_path: Path, text: str, names: list[str]) -> None:
    """A name a line, names between commas, the rows of a spreadsheet or of a CSV; headings, titles and counts are
    nobody.
    """
    (tmp_path / "event.csv").write_bytes(pasted(text))
    assert [player.name for player in read_roster(tmp_path / "event.csv").players] == names


def test_a_pack_that_changes_while_it_is_sent_breaks_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Half a ZIP is seen to be half; two packs in one would not be. The log has a line of it."""
    (tmp_path / "a.pdf").write_bytes(bytes(600_000))
    pieces = zip_of(tmp_path, ["a.pdf"], "pack")
    next(pieces)
    (tmp_path / "a.pdf").write_bytes(bytes(700_000))
    with pytest.raises(CannotWriteError, match="printed anew"):
        list(pieces)

    async def broken(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise CannotWriteError("/srv/night/a.pdf was printed anew.")

    async def sent(_message: Any) -> None: ...

    anyio.run(Answers(broken), {"type": "http"}, sent, sent)
    assert [(one.getMessage(), one.exc_info) for one in caplog.records] == [
        ("an answer broke off: a.pdf was printed anew.", None)
    ]


def test_what_a_list_leaves_open_is_chosen_on_its_page(desk: Desk) -> None:
    """Each question once, with its answers; the one that is chosen holds for the list."""
    desk.drop(("club.csv", b"Name,RSVP\nAnn,Yes\nBen,Maybe\nCy,No\nDov,?\n"))
    page = desk.get("/list").text
    assert page.count("does that mean that they play?") == 2
    choices = {"status.maybe": "plays", "status.question-mark": "out"}
    assert desk.post("/list", **choices).headers["location"] == f"{desk.at}/plan"
    assert desk.event.read
    assert desk.event.read.players == 2


def test_a_pairing_list_that_names_no_round_is_asked_for_it(desk: Desk) -> None:
    """From the roster with clubs over the first round’s list to the second’s: what was printed stays, nothing is drawn
    that the list pairs.
    """
    desk.drop(("evening.csv", b"name,club\nAnn,Fen\nBen,Hill\nCy,Fen\nDi,Hill\n"))
    pairs = {1: b"Board,White,Black\n1,Ann,Ben\n2,Cy,Di\n", 2: b"Board,White,Black\n1,Ann,Cy\n2,Di,Ben\n"}
    desk.drop(("pairs.csv", pairs[1]), f"{desk.at}/roster")
    assert 'name="round"' in desk.get("/plan").text
    assert desk.plan(do="print").headers["location"] == f"{desk.at}/press"
    until(lambda: not desk.event.busy)
    desk.drop(("pairs.csv", pairs[2]), f"{desk.at}/roster")
    asked = desk.get("/plan").text
    assert "The roster does not say of which round its pairings are" in asked
    assert "--" not in "".join(re.findall(r'id="round-fault".*?</', asked))
    assert desk.plan(do="print", round="2").headers["location"] == f"{desk.at}/press"
    until(lambda: not desk.event.busy)
    assert desk.event.home
    with (desk.event.home / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
        met = {(line["round"], frozenset((line["captain"], line["opponent"]))) for line in csv.DictReader(file)}
    assert {(number, *sorted(pair)) for number, pair in met if number} == {
        ("1", "Ann", "Ben"),
        ("1", "Cy", "Di"),
        ("2", "Ann", "Cy"),
        ("2", "Ben", "Di"),
    }


def test_several_lists_are_one_event(desk: Desk) -> None:
    """Dropped together, each with its name as club; one that cannot be read is told by its name, and nothing begins. A
    file of sheets for each club is a tick on the plan.
    """
    lists = [("5A.csv", b"name\nAnn\nBen\nCy\n"), ("5B.csv", b"name,large print\nDi,yes\nEd,\nFay,\n")]
    answer = desk.client.post("/event", files=[("roster", one) for one in (*lists, ("6A.csv", b"name\nx@y.org\n"))])
    assert (answer.status_code, "6A.csv" in answer.text) == (422, True)
    answer = desk.client.post("/event", files=[("roster", one) for one in lists])
    desk.at = str(answer.headers["location"])
    assert desk.event.read
    assert (desk.event.read.players, desk.event.read.clubs) == (6, 2)
    assert desk.plan(do="print", more="clubs").headers["location"] == f"{desk.at}/press"
    until(lambda: not desk.event.busy)
    assert desk.event.home
    assert {path.name for path in desk.event.home.glob("sheets*.pdf")} == {"sheets-5a.pdf", "sheets-5b.pdf"}


def test_the_docs_evening_of_three_rounds_runs_on_the_page(desk: Desk) -> None:
    """From the first drop to the last: a late player, a drop-out, a corrected name and a bye, each round asked for."""
    docs = (Path(__file__).parents[2] / "docs" / "events.md").read_text(encoding="utf-8")
    lists = dict(re.findall(r"```csv (round-\d\.csv)\n(.*?)```", docs, re.DOTALL))
    for number in (1, 2, 3):
        file = (f"round-{number}.csv", lists[f"round-{number}.csv"].encode())
        desk.drop(file, f"{desk.at}/roster" if number > 1 else "")
        typed = {"title": "Friday Swiss"} if number == 1 else {"round": str(number)}
        if number > 1:
            assert 'aria-describedby="round-fault"' in desk.get("/plan").text
            desk.plan(do="count", **typed)
        page = desk.get("/plan").text
        assert not re.search(r"--[a-z]", re.sub(r"<(style|script).*?</\1>|<[^>]*>", "", page, flags=re.DOTALL))
        if number == 3:
            assert "Dov Rosi and Dov Rossi are one person" in page
            desk.plan(do="count", same="0")
        assert desk.plan(do="print").headers["location"] == f"{desk.at}/press"
        until(lambda: not desk.event.busy)
    assert desk.event.home
    with (desk.event.home / "manifest.csv").open(encoding="utf-8-sig", newline="") as file_:
        met = {(line["round"], line["captain"], line["opponent"]) for line in csv.DictReader(file_) if line["round"]}
    assert ("1", "Dov Rossi", "Ada Byron") in met
    assert ("2", "Gus Hale", "Fay Lund") in met
    assert ("3", "Ben Okri", "Gus Hale") in met
    assert not [one for one in met if one[0] != "1" and "Cleo Marsh" in one]
    assert {one[1] for one in met if one[0] == "3"} == {"Ada Byron", "Eve Quinn", "Ben Okri", "Gus Hale"}
