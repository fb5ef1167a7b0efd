"""Tonight's table, together or apart: who sees what before it is printed, many names, sheets that are sent unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from support.command import page_count
from support.shop import HOUSE_DESK, client_of, dealt, open_shop, shop_behind, table_behind
from wordfleet_print.web.tonight import MOST_PICTURED

PHONE = {"User-Agent": "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at the door of a shop on their own machine."""
    with client_of(open_shop()[0]) as client:
        yield client


def _ways(text: str) -> list[str]:
    """Where the two large buttons lead, in their order."""
    found = re.findall(r'class="(?:button )?big[^"]*" (?:name="do" value|href)="(?:[\w/-]*/)?([\w.]+)"', text)
    return ["turns" if way == "1" else way.removeprefix("sheets.") for way in found]


@pytest.mark.parametrize("address", ["/", "/tracker", "/again", "dealt"])
def test_what_the_print_window_shows_is_said_before(address: str, client: TestClient) -> None:
    """Both ways stand side by side; on a phone one captain at a time comes first, and is what Enter does."""
    all_at_once, address = ("pdf", dealt(client)) if address == "dealt" else ("print", address)
    page = client.get(address).text
    assert _ways(page) == [all_at_once, "turns"]
    assert "shows everybody’s words and codes" in page
    phone = client.get(address, headers=PHONE).text
    assert _ways(phone) == ["turns", all_at_once]
    assert re.findall(r'<button class="unseen" name="do" value="(\w+)"', phone) == ["turns"] * phone.count('"unseen" n')


@pytest.mark.parametrize(("at", "first"), [("192.0.2.20", "print"), ("192.0.2.7", "turns"), ("127.0.0.1", "turns")])
def test_from_another_machine_one_captain_comes_at_a_time(at: str, first: str) -> None:
    """Whoever sits at the machine that the shop is on is not at a distance, by whatever address of its own; whoever
    comes through another, such as a proxy's, may be.
    """
    with client_of(open_shop(HOUSE_DESK)[0], at=at) as house:
        assert _ways(house.get("/").text)[0] == first


def test_the_first_page_says_what_this_is(client: TestClient) -> None:
    """For how many, how long, from what age, and where the rules are."""
    page = client.get("/").text
    assert "Battleship with words, for two captains, 50–80 minutes, ages 8 and up" in page
    assert 'href="/rules/word-fleet.html">How it is played' in page


def test_names_go_along_to_the_choices(client: TestClient) -> None:
    """What was typed on the first page is there when words and paper are chosen."""
    page = client.post("/tracker", data={"captain-1": "Mia", "captain-2": "Opa", "do": "look"}).text
    assert re.findall(r'name="captain-\d" value="([^"]*)"', page) == ["Mia", "Opa"]


def test_what_was_printed_last_is_usual(client: TestClient) -> None:
    """Paper, ink, tier and themes are kept by the browser, whatever port the shop opens at; no name and no word.
    The first page says them and prints with them; what is kept and no longer known is forgotten.
    """
    chosen = {"tier": "family", "theme": ["farm", "music"], "paper": "letter", "kind": ["eco", "placed"]}
    answer = client.post("/tracker", data={"captain-1": "Mia", "own": "STORM", "do": "look", **chosen})
    kept = answer.headers["set-cookie"]
    assert not re.search("Mia|STORM|placed", kept)
    assert {"HttpOnly", "SameSite=lax", "Max-Age=31536000"} <= set(kept.split("; "))
    with client_of(open_shop()[0]) as other:
        other.cookies.set("wordfleet-usual", client.cookies["wordfleet-usual"])
        assert "As last time: family words of farm, music, US Letter, less ink." in other.get("/").text
        page = other.get("/tracker").text
        ticked = re.findall(r'name="(?:tier|theme|paper|kind)" value="(\w+)" checked', page)
        assert ticked == ["family", "farm", "music", "letter", "eco"]
        table = table_behind(other, other.post("/tracker", data={"captain-1": "Ann"}).headers["location"][:-6])
        assert (table.dealt.paper, table.request.words.themes) == ("letter", ("farm", "music"))
        other.post("/tracker", data={"paper": "a4", "tier": "standard"})
        assert "As last time: standard words, A4." in other.get("/").text
        other.cookies.delete("wordfleet-usual")
        other.cookies.set("wordfleet-usual", "paper=a5&theme=pirates&tier=hard&own=STORM")
        assert "As last time" not in other.get("/").text


def test_many_names_are_pasted_at_once(client: TestClient) -> None:
    """Twenty-three captains in one go; where they are odd one sheet is to spare, and that is said."""
    names = "\n".join(f"Kid {number}" for number in range(1, 24))
    page = client.post("/tracker", data={"captain-1": "Teacher", "captain-2": "", "many": names, "do": "look"}).text
    seats = re.findall(r'name="captain-\d+" value="([^"]*)"', page)
    assert seats == ["Teacher", *(f"Kid {number}" for number in range(1, 24))]
    assert page.count('<div class="look">') == MOST_PICTURED
    three = client.post("/tracker", data={"captain-1": "A", "captain-2": "B", "many": "C", "do": "turns"})
    table = three.headers["location"].partition("/turns")[0]
    assert len(table_behind(client, table).dealt.sheets) == 4
    assert "One sheet is to spare" in client.get(table).text
    assert "to spare" not in client.get(dealt(client)).text


def test_a_name_that_no_font_has_is_a_line_to_write_on(client: TestClient) -> None:
    """As on the command line; the page says whose."""
    table = dealt(client, **{"captain-1": "小明", "captain-2": "Mia 🐙"})
    page = client.get(table).text
    assert "since no font here has their letters: 小明" in page
    assert "Printed without the emoji, which no font here has: Mia 🐙" in page
    assert re.findall(r'<text class="(captain[^"]*|opponent)"[^>]*>([^<]*)<', page) == [
        ("captain yet", "to write by hand"),
        ("opponent", "Mia"),
    ]


def test_a_sheet_is_saved_without_opening_it(client: TestClient) -> None:
    """One captain's sheet as a file: sealed in a ZIP, for Firefox and Safari open a PDF that they save."""
    table = dealt(client)
    saved = client.get(f"{table}/2/save")
    assert saved.headers["content-disposition"] == 'attachment; filename="00002-ben.zip"'
    assert saved.content == client.get(f"{table}/2/save").content
    with ZipFile(BytesIO(saved.content)) as archive:
        assert archive.namelist() == ["00002-ben.pdf"]
        assert archive.read("00002-ben.pdf") == client.get(f"{table}/2.pdf").content
    assert client.get(f"{table}/3/save").status_code == 404
    assert "Playing apart?" in client.get(table).text


def test_a_captains_link_is_shown_where_the_shop_is_open_to_the_house(client: TestClient) -> None:
    """To copy and to scan; on one's own machine there is none that others could use."""
    with client_of(open_shop(HOUSE_DESK)[0]) as house:
        table = dealt(house)
        own = table_behind(house, table).own
        page = house.get(f"{table}/turns/2").text
        assert f'<code id="link">{HOUSE_DESK.origin}/mine/{own[1]}</code>' in page
        assert "Copy Ben’s link" in page
    assert "data-copy" not in client.get(f"{dealt(client)}/turns/1").text


def test_rules_lie_beside_the_sheets(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick reference and the rulebook of the edition, on the table's paper; they are set once for all tables."""
    chosen = {"edition": "word-fleet-admirals", "paper": "letter"}
    table, other = dealt(client, **chosen), dealt(client, **chosen)
    quick = client.get(f"{table}/quick-reference.pdf")
    assert quick.headers["content-disposition"] == ('inline; filename="word-fleet-admirals-quick-reference-letter.pdf"')
    assert page_count(quick.content) == 1
    assert page_count(client.get(f"{table}/rules.pdf").content) > 3
    monkeypatch.setattr(shop_behind(client).press, "do", None)
    assert client.get(f"{other}/quick-reference.pdf").content == quick.content
