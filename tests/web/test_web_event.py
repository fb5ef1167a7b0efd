"""An event on the web page: the list, the plan, printing with progress and Stop, the pack, and
changes.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import unquote

import pytest

from support.command import Run, check, files_in, page_count, texts
from support.events import describe_file, reseal_event
from support.html import Page, text_of
from support.rosters import Table, make_workbook, save_workbook
from support.web import (
    GOOD_LIST,
    LOCAL_SETTINGS,
    NAMES,
    EventClient,
    client_of,
    find_options,
    flatten,
    open_state,
    wait_until,
)
from wordfleet_print.services.events import print_event
from wordfleet_print.web.event_store import PrintEvent
from wordfleet_print.web.settings import VisitorLimits
from wordfleet_print.web.uploaded_lists import clean_file_name, text_to_list


@pytest.fixture
def organizer(tmp_path: Path) -> Iterator[EventClient]:
    """An organizer whose packs go to a folder of the test's."""
    with organizer_at(tmp_path / "output") as organizer:
        yield organizer


@contextmanager
def organizer_at(output: Path, print_event: PrintEvent = print_event) -> Iterator[EventClient]:
    """Yield an organizer whose packs go to this folder."""
    state, _ = open_state(replace(LOCAL_SETTINGS, output=output), print_event)
    with client_of(state) as client:
        yield EventClient(client, state)


@pytest.fixture
def cup(organizer: EventClient) -> EventClient:
    """A printed event of four players and two rounds."""
    organizer.upload(GOOD_LIST)
    organizer.print(title="Summer cup", rounds="2")
    return organizer


def test_a_good_list_goes_to_its_plan(organizer: EventClient) -> None:
    """The plan shows what is printed, and what was read of the list is one click away."""
    assert organizer.upload(GOOD_LIST).status_code == 303
    assert organizer.get().headers["location"] == f"{organizer.at}/plan"
    plan, found = organizer.get("/plan").text, organizer.get("/list").text
    for expected in (
        "4 players",
        "Night",
        "Print the pack",
        "organizer only",
        "players: secret",
    ):
        assert expected in plan
    assert "What we found" in found
    assert all(name in found for name in NAMES[:2])


def test_a_list_with_problems_names_its_rows(organizer: EventClient) -> None:
    """A corrected list, uploaded or edited as text, goes to its plan."""
    bad = b"name,table\nAnn,x\nBen,1\n"
    organizer.upload(("cup.csv", bad))
    page = organizer.get("/list").text
    assert "row 2" in page
    (box,) = Page(organizer.get("/list?edit").text).find_all("textarea")
    text = box.text or ""
    assert text == "name\ttable\nAnn\tx\nBen\t1"
    answer = organizer.client.post(f"{organizer.at}/roster", data={"names": text.replace("x", "1")})
    assert answer.status_code == 303
    assert organizer.get().headers["location"].endswith("/plan")


def test_the_text_to_edit_is_of_the_table_that_was_read(organizer: EventClient) -> None:
    """A sheet of notes before the players is not the list; several sheets are no single text."""
    notes = [["Bring pencils"], ["Room 5"]]
    book = make_workbook(Notes=notes, Players=[["Name", "Club"], ["Ann", "Reef"], ["Ben", "Quay"]])
    organizer.upload(("cup.xlsx", save_workbook(book)))
    (box,) = Page(organizer.get("/list?edit").text).find_all("textarea")
    assert box.text == "Name\tClub\nAnn\tReef\nBen\tQuay"
    classes = make_workbook(A=[["Name"], ["Ann"]], B=[["Name"], ["Ben"]])
    organizer.upload(("classes.xlsx", save_workbook(classes)))
    for answers in ({}, {"sheet": "all"}):
        if answers:
            organizer.post("/list", **answers)
        page = Page(organizer.get("/list?edit").text)
        assert not page.find_all("textarea")
        assert "?edit" not in {link.get("href", "")[-5:] for link in page.find_all("a")}


def test_a_menu_above_each_column_says_what_it_is(organizer: EventClient) -> None:
    """The menus show how the list was read; another choice reads it so, the same ones change
    nothing.
    """
    organizer.upload(("cup.csv", b"Name,Nick,Zwarf\nAnn Lee,Annie,Rovers\nBen Ode,Benny,City\n"))
    page = organizer.get("/list").text
    version = organizer.read_version()
    as_read = {"use-A": "name", "use-B": "", "use-C": ""}
    assert _read_menus(organizer) == as_read
    organizer.post("/columns", version=version, **as_read)
    assert organizer.get("/list").text == page
    by_nicks = {"use-A": "", "use-B": "name", "use-C": "club"}
    organizer.post("/columns", version=version, **by_nicks)
    text = Page(organizer.get("/list").text).text
    assert "2 players from 2 clubs" in text
    assert "column B “Nick”" in text
    assert _read_menus(organizer) == by_nicks


def test_columns_of_several_lists_have_menus_of_their_own(organizer: EventClient) -> None:
    """The menus of each file, or of each sheet of a workbook, change that list alone."""
    files = [
        ("roster", ("5A.csv", b"Name,Nick\nAnn Lee,Annie\nBen Ode,Benny\n")),
        ("roster", ("5B.csv", b"Name,Nick\nCy Chen,Cyril\nDi Dee,Diana\n")),
    ]
    answer = organizer.client.post("/event", files=files)
    organizer.at = answer.headers["location"]
    names = [*_read_menus(organizer)]
    assert names == ["use-5A A", "use-5A B", "use-5B A", "use-5B B"]
    _choose(organizer, {"use-5A A": "name", "use-5B A": "", "use-5B B": "name"})
    page = organizer.get("/list").text
    assert "5A.csv: 2 players from column A “Name”" in page
    assert "5B.csv: 2 players from column B “Nick”" in page
    sheets: dict[str, Table] = {
        "5A": [["Name", "Nick"], ["Ann Lee", "Annie"]],
        "5B": [["Name", "Nick"], ["Cy Chen", "Cyril"]],
    }
    organizer.upload(("all.xlsx", save_workbook(make_workbook(**sheets))))
    organizer.post("/list", sheet="all")
    assert [*_read_menus(organizer)] == names
    _choose(organizer, {"use-5A A": "", "use-5A B": "name"})
    page = organizer.get("/list").text
    assert "5A: 1 player from column B “Nick”" in page
    assert "5B: 1 player from column A “Name”" in page


def test_lists_that_leave_something_open_have_menus_too(organizer: EventClient) -> None:
    """Where one of several lists has a question, or a player is in two, the columns of all can be
    chosen: what was read wrongly may be the cause.
    """
    files = [
        ("roster", ("5A.csv", b"Name,Status\nAnn Lee,maybe\nBen Ode,\n")),
        ("roster", ("5B.csv", b"Name,Nick\nCy Chen,Cyril\nDi Dee,Diana\n")),
    ]
    organizer.at = organizer.client.post("/event", files=files).headers["location"]
    assert "does that mean that they play" in organizer.get("/list").text
    menus = _read_menus(organizer)
    assert [*menus] == ["use-5A A", "use-5A B", "use-5B A", "use-5B B"]
    _choose(organizer, {**menus, "use-5A B": ""})
    assert "does that mean that they play" not in organizer.get("/list").text
    files[1] = ("roster", ("5B.csv", b"Name,Nick,Class\nAnn Lee,Cyril,5A\nDi Dee,Diana,5A\n"))
    organizer.client.post(f"{organizer.at}/roster", files=files)
    assert "is in both" in organizer.get("/list").text
    assert len(_read_menus(organizer)) == 5


def _read_menus(organizer: EventClient) -> dict[str, str]:
    """Return what the menus above the columns show, by their names."""
    form = Page(organizer.get("/list").text).read_form("/columns")
    return {name: value for name, (value,) in form.items() if name != "version"}


def _choose(organizer: EventClient, uses: dict[str, str]) -> None:
    """Send the form of menus."""
    answer = organizer.post("/columns", version=organizer.read_version(), **uses)
    assert answer.status_code == 303


def test_pasted_names_stay_in_their_box(organizer: EventClient) -> None:
    """The rows at fault are named above the box."""
    answer = organizer.client.post("/event", data={"names": "name;table\nAnn;x\nBen;1"})
    organizer.at = answer.headers["location"]
    page = organizer.get("/list").text
    assert "row 2" in page
    assert "name;table\nAnn;x\nBen;1</textarea>" in page


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann\nBen\n\nCem ", ["Ann", "Ben", "", "Cem"]),
        ("Ann, Ben, Cem", ["Ann", "Ben", "Cem"]),
        ("Ann Lee and Bo Day", ["Ann Lee", "Bo Day"]),
        ("Lee, Ann\nDay, Bo", ["Lee, Ann", "Day, Bo"]),
    ],
)
def test_pasted_text_is_a_list(text: str, names: list[str]) -> None:
    """Names one per line, or on one line with commas or “and” between them."""
    assert [
        row[0] if row else ""
        for row in csv.reader(io.StringIO(text_to_list(text).decode("utf-8-sig")))
    ] == names


def test_questions_about_a_list_are_answered(organizer: EventClient) -> None:
    """Each question is a menu, and one answer settles all rows in doubt. The columns are shown."""
    organizer.upload(
        (
            "cup.csv",
            b"name,club\nAnn Lee,Quay\nCem Yu,Reef\nBo Day,Reef\nDee Fox,Quay\nRoom 5\nHall 6\n"
            b"Gym 7\n",
        )
    )
    assert organizer.get().headers["location"] == f"{organizer.at}/list"
    page = organizer.get("/list").text
    assert "Cem Yu" in page
    assert Page(page).menus[:1] == ["rows"]
    assert organizer.post("/list", rows="skip").status_code == 303
    assert "4 players" in organizer.get("/plan").text


@pytest.mark.parametrize(
    "file",
    [
        ("x.csv", b""),
        ("x.xlsx", b"PK\x03\x04nonsense"),
        ("event.json", b"{}"),
        ("x.bin", bytes(range(256)) * 40),
    ],
)
def test_what_is_no_list_is_refused(file: tuple[str, bytes], organizer: EventClient) -> None:
    """The problem is at its field, and nothing of the upload is kept."""
    answer = organizer.upload(file)
    assert (answer.status_code, len(organizer.state.events)) == (422, 0)
    assert Page(answer.text).problems.keys() == {"roster"}
    twice = organizer.client.post(
        "/event", files=[("roster", ("a/5A.csv", b"Ann")), ("roster", ("b/5A.csv", b"Ben"))]
    )
    assert Page(twice.text).problems.keys() == {"roster"}


def test_lists_and_numbers_have_limits(tmp_path: Path) -> None:
    """Bytes, players and events are limited."""
    limits = replace(VisitorLimits(), list_bytes=1_000, events=2)
    state, _ = open_state(replace(LOCAL_SETTINGS, limits=limits, output=tmp_path))
    with client_of(state) as client:
        organizer = EventClient(client, state)
        refusal = organizer.upload(("x.csv", b"x" * 70_000))
        assert refusal.status_code == 413
        assert "kB fit at once" in refusal.text
        for number in ("200001", "x", "0"):
            answer = client.post("/event", data={"number_of_players": number})
            assert answer.status_code == 422
            assert Page(answer.text).problems.keys() == {"number_of_players"}
        assert client.post("/event", data={}).status_code in {415, 422}
        for status in (303, 303, 503):
            answer = client.post("/event", data={"number_of_players": "2"})
            assert answer.status_code == status
        assert answer.headers["retry-after"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"rounds": "0"}, "rounds"),
        ({"spare": "x"}, "spare"),
        ({"title": "x" * 300}, "title"),
        ({"half_sheets": "on", "large_print": "on"}, "half_sheets"),
        ({"tier": "x"}, "tier"),
    ],
)
def test_a_plan_shows_problems_at_their_fields(
    fields: dict[str, Any], field: str, organizer: EventClient
) -> None:
    """What cannot be planned is shown at its field; what was typed stays."""
    organizer.upload(GOOD_LIST)
    answer = organizer.plan(**fields)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.problems.keys() == {field}
    form = page.read_form("/plan")
    # An unknown choice has no radio button to be kept in
    for name in fields.keys() & form.keys():
        assert form[name] == [fields[name]]
    assert find_options(answer.text) == []


def test_two_windows_on_one_event(organizer: EventClient) -> None:
    """An outdated form changes nothing, and the page shows the current state."""
    organizer.upload(GOOD_LIST)
    organizer.plan(title="Cup")
    old = organizer.event.version
    organizer.upload(("cup.csv", b"name\nAnn\nRoom 5\n"), f"{organizer.at}/roster")
    for place in ("/list", "/plan"):
        if place == "/plan":
            organizer.post("/list", **{"row.room-5": "player"})
        answer = organizer.client.post(
            f"{organizer.at}{place}", data={"version": str(old), "title": "Late"}
        )
        assert "changed in another window" in answer.text
    assert "Late" not in organizer.get("/plan").text


def test_the_pack_is_the_command_lines(cup: EventClient, call: Run, tmp_path: Path) -> None:
    """Every file equals the command line's for the same list, options and seed."""
    (tmp_path / GOOD_LIST[0]).write_bytes(GOOD_LIST[1])
    typed = ("--title", "Summer cup", "--rounds", "2", "--paper", "a4", "--seed", cup.event.seed)
    check(call("event", "print", GOOD_LIST[0], *typed, "--output", "again"))
    mine, theirs = cup.files(), files_in(tmp_path / "again")
    assert {name for name in theirs if mine.get(name) != theirs[name]} <= {"event.json"}
    assert mine.keys() == theirs.keys()


def test_the_pack_separates_what_is_secret(cup: EventClient) -> None:
    """The copy shop’s ZIP has no answer key; the organizer’s has the rest and is private when
    unpacked.
    """
    public, own = (cup.get(f"/{name}.zip") for name in ("print", "own"))
    with (
        zipfile.ZipFile(io.BytesIO(public.content)) as one,
        zipfile.ZipFile(io.BytesIO(own.content)) as other,
    ):
        names, secrets = (
            {Path(name).name for name in archive.namelist()} for archive in (one, other)
        )
        assert {
            info.external_attr >> 16 & 0o077 for info in (*one.infolist(), *other.infolist())
        } == {0}
        assert one.testzip() is None
    assert secrets == {"answer-key.pdf", "manifest.csv", "players.csv", "event.json"}
    assert names == {
        "sheets.pdf",
        "spares.pdf",
        "table-cards.pdf",
        "score-slips.pdf",
        "name-index.pdf",
    }
    page = cup.get("/pack").text
    addresses = [one for one in Page(page).links if one.startswith("/event/")]
    assert addresses
    for address in addresses:
        assert cup.client.get(address).status_code == 200, address
    assert cup.get("/files/sheets.pdf").content == cup.files()["sheets.pdf"]
    for bad in (
        "/files/../../x",
        "/files/event.json.new",
        "/reprint.pdf",
        "/reprint.pdf?player=Ann",
        "/x",
    ):
        assert cup.get(bad).status_code == 404
    for bad in ("round=9", "number=99&round=1"):
        assert cup.get(f"/reprint.pdf?{bad}").status_code == 422


def test_the_pack_offers_text_sheets(organizer: EventClient) -> None:
    """Each player who needs a text sheet has one to save; other files of single players are in the
    ZIP only.
    """
    organizer.upload(("needs.csv", b"name,needs\nAnn,text\nBen,\n"))
    organizer.print(per_player="on")
    (address,) = [link for link in Page(organizer.get("/pack").text).links if ".txt" in link]
    answer = organizer.client.get(address)
    assert answer.headers["content-type"].startswith("text/plain")
    assert "SECRET: " in answer.text
    assert organizer.get("/files/players/00002-ben.pdf").status_code == 404


def test_the_pack_says_what_was_noted(organizer: EventClient) -> None:
    """Who has a bye is named after printing, because the notes on a plan may not have been read."""
    organizer.upload(("three.csv", b"name\nAnn\nBen\nCy\n"))
    organizer.print()
    assert "Bye (no sheet): " in organizer.get("/pack").text


def test_a_round_and_a_sheet_are_printed_again(cup: EventClient) -> None:
    """A round is a PDF of its own, and a lost sheet is printed by numbers, without a name in the
    address.
    """
    one = cup.get("/reprint.pdf?round=1")
    assert one.headers["content-disposition"] == 'inline; filename="round-1.pdf"'
    assert one.content != cup.get("/reprint.pdf?round=2").content
    assert cup.get("/reprint.pdf?number=1&round=1").content.startswith(b"%PDF")
    assert NAMES[0] not in unquote("".join(Page(cup.get("/pack").text).addresses))


def test_nothing_secret_is_shown_unasked(
    cup: EventClient, caplog: pytest.LogCaptureFixture
) -> None:
    """No page holds the seed or a code; no address, title or log holds a name or a ticket."""
    codes = re.findall(r"WF-\w{5}-\w{5}-\w{5}", cup.files()["manifest.csv"].decode())
    assert len(codes) >= 8
    for place in ("/plan", "/pack"):
        page = cup.get(place).text
        assert not [secret for secret in (cup.event.seed, *codes) if secret in page]
    cup.get("/nothing")
    assert not caplog.records


def test_a_changed_list_keeps_everybodys_sheets(cup: EventClient) -> None:
    """With a latecomer, printed rounds stay, the plan says what changes, and one button prints the
    changed sheets.
    """
    before = cup.get("/reprint.pdf?round=1").content
    rows = GOOD_LIST[1] + b"\nEva Lind,Reef\nFay Moss,Reef"
    assert cup.upload(("night.csv", rows), f"{cup.at}/roster").status_code == 303
    plan = cup.get("/plan").text
    assert "2 joined (Eva Lind (Reef), Fay Moss (Reef))" in plan
    assert "Redraw rounds" in plan
    page = cup.plan(redeal=["2"])
    assert page.status_code == 303
    assert "opponent changed: round 2 table" in flatten(cup.get("/plan").text)
    assert cup.event.make_arguments()["given_fields"] == {
        "redeal"
    }  # nothing else of a printed event is chosen again
    cup.print(redeal=["2"])
    assert cup.get("/reprint.pdf?round=1").content == before
    pack = cup.get("/pack").text
    assert "Last change" in pack
    assert cup.get("/reprint.pdf?changed=true").content.startswith(b"%PDF")


def test_a_new_name_keeps_its_sheets(cup: EventClient) -> None:
    """If one player is gone and a similar name is new, the plan asks; “one person” keeps number and
    sheets.
    """
    rows = GOOD_LIST[1].decode().replace("Ann Okafor", "Ann Okaforr").encode()
    cup.upload(("night.csv", rows), f"{cup.at}/roster")
    assert Page(cup.get("/list").text).menus[0] == "renamed.ann-okaforr"
    cup.post("/list", **{"renamed.ann-okaforr": "yes"})
    assert "“Ann Okafor” is now “Ann Okaforr”: number and sheet codes stay." in flatten(
        cup.get("/plan").text
    )


def test_many_who_are_gone_are_asked_about(cup: EventClient) -> None:
    """If most players are missing from a list, the plan asks what that means."""
    rows = f"name,club\n{NAMES[0]},Quay\nEva Lind,Reef\nFay Moss,Reef\n".encode()
    cup.upload(("night.csv", rows), f"{cup.at}/roster")
    page = Page(cup.get("/list").text)
    assert "3 of 4 players " in page.text
    assert page.list_choices("gone") == ["", "stay", "left", "stop"]
    cup.post("/list", gone="left")
    assert "2 joined (Eva Lind (Reef), Fay Moss (Reef)), 3 left" in flatten(cup.get("/plan").text)
    odd = b"\nDee Fox,Quay\nIvy Ray,Reef\nRoom 5\nHall 6\nGym 7\n"
    cup.upload(("night.csv", rows.strip() + odd), f"{cup.at}/roster")
    cup.post("/list", rows="skip")
    cup.post("/list", gone="stop")
    assert cup.get().headers["location"] == f"{cup.at}/pack"


def test_players_are_edited_as_a_text(cup: EventClient) -> None:
    """The text says who is here and adds players; printed sheets that become void have to be
    ticked.
    """
    page = cup.get("/pack").text
    assert f"1,{NAMES[0]},Quay,,yes" in page
    rows = [
        f"{at},{name},Quay,,{'no' if at == 4 else 'yes'}" for at, name in enumerate(NAMES, start=1)
    ]
    text = "\n".join(["number,name,club,needs,here", *rows, ",Eva Lind,Reef,large print,yes"])
    assert cup.post("/roster", names=text).status_code == 303
    assert f"1 joined (Eva Lind (Reef)), 1 left ({NAMES[3]} (Quay))" in flatten(
        cup.get("/plan").text
    )
    cup.plan(redeal=["2"])
    assert "Yes: 1 printed sheet becomes void" in flatten(cup.get("/plan").text)
    refused = cup.plan(do="print", redeal=["2"])
    assert "Some printed sheets become void." in refused.text
    cup.print(redeal=["2"], void="yes")
    assert ",Eva Lind,Reef,large print,yes" in cup.files()["players.csv"].decode()
    answer = cup.post("/roster", names="number,name,club,needs,here\nAnn,Ann,,,\n")
    assert (answer.status_code, "obody in the event has the number “Ann”" in answer.text) == (
        422,
        True,
    )


def test_packs_come_back(cup: EventClient, tmp_path: Path) -> None:
    """An `event.json` continues its event with the same sheets, and printed events are listed by
    title.
    """
    record = cup.files()["event.json"]
    assert "Summer cup" in cup.client.get("/event").text
    other = EventClient(cup.client, cup.state)
    other.upload(("event.json", record))
    assert "Their sheets stay as they are" in other.get("/plan").text
    other.print()
    assert other.event.home == tmp_path / "output" / "summer-cup-2"
    assert other.files()["sheets.pdf"] == cup.files()["sheets.pdf"]


def test_a_new_event_never_changes_a_printed_one(cup: EventClient) -> None:
    """A new event of the same title gets its own folder; with mostly the same players it links to
    the printed one.

    So does one that was planned before the other was printed.
    """
    before, early, again = (
        cup.files(),
        EventClient(cup.client, cup.state),
        EventClient(cup.client, cup.state),
    )
    early.upload(GOOD_LIST)
    early.plan(title="Autumn cup")
    again.upload(GOOD_LIST)
    again.plan(title="Summer cup")
    page = Page(again.get("/plan").text)
    assert "To continue it, open it" in page.text
    assert cup.at in page.links
    assert "summer-cup/" not in page.text
    again.print()
    assert again.event.home
    assert again.event.home.name == "summer-cup-2"
    again.upload(GOOD_LIST)
    again.print(title="Autumn cup")
    early.print()
    assert [one.event.home and one.event.home.name for one in (again, early)] == [
        "autumn-cup",
        "autumn-cup-2",
    ]
    assert cup.files() == before


def test_a_look_at_the_pack_changes_no_plan(
    cup: EventClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is chosen in another window, while the files are looked at, is what is printed."""
    digest = hashlib.file_digest

    def change_plan(*arguments: Any) -> Any:
        changed = replace(cup.event.reopen_plan(), values={**cup.event.values, "title": "Other"})
        cup.state.events.keep(changed)
        return digest(*arguments)

    monkeypatch.setattr(hashlib, "file_digest", change_plan)
    assert "Round" in cup.get("/pack").text
    assert cup.event.values["title"] == "Other"


def test_damaged_files_of_a_pack_are_named(cup: EventClient) -> None:
    """A button prints missing files again; a damaged `event.json` is refused and left alone."""
    before = cup.files()
    assert cup.event.home
    (cup.event.home / "sheets.pdf").write_bytes(b"half a file")
    (cup.event.home / "spares.pdf").unlink()
    assert "Missing, or changed since they were printed: sheets, spares." in cup.get("/pack").text
    cup.print()
    assert cup.files() == before
    (cup.event.home / "event.json").write_text('{"digest": "x"}')
    assert cup.get("/pack").status_code == 422
    assert (cup.event.home / "event.json").read_text() == '{"digest": "x"}'
    assert cup.client.get("/event").status_code == 200


def test_one_pair_is_printed_first(cup: EventClient) -> None:
    """The pack offers the sheets of one table, to try the printer: they are the event's own."""
    links = Page(cup.get("/pack").text).links
    (link,) = [one for one in links if one.endswith("/reprint.pdf?round=1&table=1")]
    assert page_count(cup.client.get(link).content) == 2
    assert cup.get("/reprint.pdf?round=1&table=99").status_code == 422


def test_looking_at_events_changes_nothing(cup: EventClient, tmp_path: Path) -> None:
    """The page of all events keeps nothing and writes nothing; its links open what was printed,
    also after the event was forgotten. What is no file is left out.
    """
    output = tmp_path / "output"
    (output / "broken").mkdir()
    (output / "broken" / "event.json").symlink_to(output / "nothing")
    (output / "pipe").mkdir()
    os.mkfifo(output / "pipe" / "event.json")
    cup.state.events.delete(cup.event)
    before = files_in(output / "summer-cup")
    for _ in range(3):
        page = cup.client.get("/event")
        assert (page.status_code, len(cup.state.events)) == (200, 0)
    assert files_in(output / "summer-cup") == before
    links = Page(page.text).find_all("a")
    (link,) = [one.get("href", "") for one in links if text_of(one) == "Summer cup"]
    assert cup.client.get(link).headers["location"] == f"{link}/pack"
    assert "Round" in cup.client.get(f"{link}/pack").text
    assert len(cup.state.events) == 1


def test_only_files_of_a_pack_leave_its_folder(cup: EventClient, tmp_path: Path) -> None:
    """Whatever `event.json` names, no other file, link or device is shown, sent or zipped."""
    home, secret = cup.event.home, tmp_path / "id_rsa"
    assert home
    secret.write_bytes(b"PRIVATE")
    for name in ("players.csv", "sheets.pdf", "spares.pdf"):
        (home / name).unlink()
        (home / name).symlink_to(secret)
    assert "PRIVATE" not in cup.get("/pack").text
    assert cup.get("/files/sheets.pdf").status_code == 404
    archives = [cup.get(f"/{name}.zip") for name in ("print", "own")]
    names = [set(zipfile.ZipFile(io.BytesIO(one.content)).namelist()) for one in archives]
    assert not {name for own in names for name in own if name.endswith(("players.csv", "ts.pdf"))}
    row = describe_file("../../id_rsa", b"PRIVATE")
    reseal_event(home / "event.json", lambda printed: printed["files"].append(row))
    for place in ("/pack", "/files/..%2f..%2fid_rsa", "/print.zip", "/own.zip"):
        answer = cup.get(place)
        assert (answer.status_code in (404, 422), b"PRIVATE" in answer.content) == (True, False)


def test_uploads_go_after_a_day_or_when_deleted(tmp_path: Path) -> None:
    """Uploads go with their files, which only the owner can read; the pack stays."""
    state, clock = open_state(replace(LOCAL_SETTINGS, output=tmp_path / "output"))
    with client_of(state) as client:
        one, other = EventClient(client, state), EventClient(client, state)
        one.upload(GOOD_LIST)
        other.upload(GOOD_LIST)
        one.print(title="Cup")
        folders, home = (one.event.folder, other.event.folder), one.event.home
        assert {
            path.stat().st_mode & 0o077
            for folder in folders
            for path in (folder, *folder.rglob("*"))
        } == {0}
        other.post("/delete")
        assert (folders[0].exists(), folders[1].exists(), other.get().status_code) == (
            True,
            False,
            404,
        )
        clock.now += 24 * 3600 + 1
        assert one.get("/pack").status_code == 404
        assert (folders[0].exists(), (home or tmp_path / "x").exists()) == (False, True)
        assert len(list(tmp_path.glob("wordfleet*"))) == 0


class SlowPrinter:
    """Prints events, but waits between two files until the test sets `go_on`."""

    def __init__(self) -> None:
        self.go_on = Event()

    def __call__(self, *args: Any, progress: Callable[[int, int], None], **options: Any) -> Any:
        """Print an event."""
        while not self.go_on.wait(0.01):
            progress(0, 4)
        return print_event(*args, progress=progress, **options)


def test_packs_are_printed_one_at_a_time(tmp_path: Path) -> None:
    """Others wait in order, up to a limit; a stop removes one, or ends it between two files."""
    printer = SlowPrinter()
    limits = VisitorLimits(waiting_packs=2)
    state, _ = open_state(replace(LOCAL_SETTINGS, limits=limits, output=tmp_path), printer)
    with client_of(state) as client:
        cups = [EventClient(client, state) for _ in range(4)]
        for cup in cups:
            cup.upload(GOOD_LIST)
        assert [cup.plan(do="print", title="Cup").status_code for cup in cups] == [
            303,
            303,
            303,
            503,
        ]
        wait_until(lambda: cups[0].event.state == "printing")
        assert ["before yours" in cup.get("/printing").text for cup in cups[:3]] == [
            False,
            True,
            True,
        ]
        cups[1].post("/stop")
        assert "Cup" in client.get("/event").text
        cups[0].post("/stop")
        wait_until(lambda: cups[2].event.state == "printing")
        printer.go_on.set()
        cups[2].wait()
        assert [cup.event.state for cup in cups[:3]] == ["stopped", "stopped", "done"]
        assert cups[2].event.home == tmp_path / "cup-3"
        assert [path.name for path in tmp_path.iterdir()] == ["cup-3"]


def test_printing_shows_progress_and_stops(tmp_path: Path) -> None:
    """The page shows progress, with a script or by reloading; a stop leaves nothing, and printing
    works again.
    """
    printer = SlowPrinter()
    with organizer_at(tmp_path / "output", printer) as organizer:
        organizer.upload(GOOD_LIST)
        organizer.plan(do="print", title="Cup")
        wait_until(lambda: organizer.event.state == "printing")
        page = organizer.get("/printing").text
        assert Page(page).find_all("meta", **{"http-equiv": "refresh"})
        assert "0% of" in page
        assert organizer.get("/plan").headers["location"] == organizer.at
        organizer.post("/stop")
        organizer.wait()
        assert "Nothing was printed" in organizer.get("/printing").text
        assert not (organizer.event.home or Path("x")).exists()
        printer.go_on.set()
        organizer.plan(do="print")
        organizer.wait()
        assert organizer.get("/printing").headers["location"] == organizer.at


def test_a_bug_while_printing_is_logged_and_shown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The next print has its turn all the same."""
    bugs = [ZeroDivisionError()]

    def fail_once(**arguments: Any) -> Any:
        if bugs:
            raise bugs.pop()
        return print_event(**arguments)

    with organizer_at(tmp_path / "output", fail_once) as organizer:
        organizer.upload(GOOD_LIST)
        organizer.plan(do="print", title="Cup")
        organizer.wait()
        assert "because of a bug" in organizer.get("/printing").text
        assert "ZeroDivisionError" in caplog.text
        organizer.print()


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\x\\a.csv", "a.csv"),
        ("..", "event"),
        ("", "event"),
        ("a\0b<.csv", "ab.csv"),
    ],
)
def test_names_of_files_lead_nowhere(name: str, safe: str) -> None:
    """A list is saved in its event's folder, whatever name the browser sends."""
    assert clean_file_name(name) == safe


def test_results_are_typed_on_a_page(cup: EventClient) -> None:
    """Who won and how many ships were sunk is typed table by table; sheets stay as they are."""
    before = cup.files()
    page = cup.get("/results").text
    assert "Results of round 1" in page
    pairs = [text_of(cell) for cell in Page(page).find_all("td") if " – " in text_of(cell)]
    first, second = pairs[0].split(" – ")
    fields = {"round": "1", "outcome-1": "second", "first-1": "2", "second-1": "5"}
    assert cup.client.post(f"{cup.at}/results", data=fields).status_code == 303
    page = Page(cup.get("/results?round=1").text)
    assert page.read_form("/results")["outcome-1"] == ["second"]
    assert "1 table without a result" in page.text
    after = cup.files()
    changed = {name for name in before if before[name] != after[name]}
    assert {name.rpartition("/")[2] for name in changed} == {"players.csv", "event.json"}
    (name,) = {*after} - {*before}
    (text,) = texts(after[name])
    assert text.index(second) < text.index(first)
    assert "files/standings.pdf" in cup.get("/pack").text
    assert cup.get("/files/standings.pdf").content == after[name]
    cup.client.post(f"{cup.at}/results", data={"round": "1"})
    assert cup.files().keys() == before.keys()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"outcome-1": "first", "first-1": "many"}, "Ships are 0 to 99."),
        ({"outcome-1": "first", "first-1": "100"}, "Ships are 0 to 99."),
        ({"first-1": "3"}, "Ships are noted, but not who won."),
    ],
)
def test_odd_results_are_refused(cup: EventClient, fields: dict[str, str], expected: str) -> None:
    """What cannot be a result is named with its table, and nothing is saved."""
    before = cup.files()
    answer = cup.client.post(f"{cup.at}/results", data={"round": "1", **fields})
    assert expected in answer.text
    assert "Table 1" in answer.text
    assert cup.files() == before
    assert cup.get("/results?round=9").status_code == 404
    assert cup.client.post(f"{cup.at}/results", data={"round": "x"}).status_code == 404


def test_the_next_round_is_planned_by_the_results(cup: EventClient) -> None:
    """With all results, the page plans one more round for equals; without them it says so."""
    before = cup.files()
    assert "next-round" not in cup.get("/results").text
    assert (
        "No result yet: round 1, tables 1, 2; round 2, tables 1, 2." in cup.post("/next-round").text
    )
    for number in ("1", "2"):
        fields = {"round": number, "outcome-1": "first", "outcome-2": "draw"}
        cup.client.post(f"{cup.at}/results", data=fields)
    assert "Plan round 3 by the results" in cup.get("/results").text
    assert cup.post("/next-round").headers["location"] == f"{cup.at}/plan"
    page = cup.get("/plan").text
    assert "Round 3 is new." in page
    assert Page(page).read_form("/plan")["swiss"] == ["on"]
    cup.print()
    after = cup.files()
    assert len({*after} - {*before}) == 1
    assert "Round 3" in cup.get("/results?round=3").text


def test_an_open_table_is_asked_about_before_the_next_round(cup: EventClient) -> None:
    """A table without a result is a question on the page: who won, or was it not played? The answer
    is kept with the results; a result that is taken back later is asked about again.
    """
    for number, outcomes in (("1", {"outcome-1": "first"}), ("2", {"outcome-1": "draw"})):
        fields = {"round": number, **outcomes}
        cup.client.post(f"{cup.at}/results", data=fields)
    page = cup.get("/results").text
    assert "2 tables without a result: you are asked about them first." in " ".join(page.split())
    cup.post("/next-round")
    page = Page(cup.client.get(cup.at, follow_redirects=True).text)
    assert "How did these tables end?" in page.text
    questions = [name for name in page.read_form("/list") if name.startswith("result.")]
    assert questions == ["result.1.2", "result.2.2"]
    assert "Round 1, table 2:" in page.text
    answer = cup.post("/list", **{"result.1.2": "second", "result.2.2": "unplayed"})
    assert answer.headers["location"] == cup.at
    assert "Round 3 is new." in cup.get("/plan").text
    cup.print()
    page = Page(cup.get("/results?round=1").text)
    assert page.read_form("/results")["outcome-2"] == ["second"]
    cup.client.post(f"{cup.at}/results", data={"round": "1", "outcome-1": "first"})
    for number in ("2", "3"):
        fields = {"round": number, "outcome-1": "first", "outcome-2": "first"}
        cup.client.post(f"{cup.at}/results", data=fields)
    cup.post("/next-round")
    page = Page(cup.client.get(cup.at, follow_redirects=True).text)
    assert [name for name in page.read_form("/list") if "." in name] == ["result.1.2"]
    assert cup.post("/plan", do="leave").status_code == 303
    assert "Results of round" in cup.get("/results").text
