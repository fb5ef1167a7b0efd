"""Tonight's table, together or apart: who sees what before it is printed, many names, sheets that are sent unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from making.command import page_count
from making.shop import HOUSE_DESK, client_of, dealt, open_shop, table_behind

PHONE = {"User-Agent": "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at the door of a shop on their own machine."""
    with client_of(open_shop()[0]) as client:
        yield client


def _wishes(text: str) -> list[str]:
    """What the two large buttons do, in their order."""
    return re.findall(r'<button class="big[^"]*" name="do" value="(\w+)"', text)


@pytest.mark.parametrize("address", ["/", "/tracker"])
def test_what_the_print_window_shows_is_said_before(address: str, client: TestClient) -> None:
    """Both ways stand side by side; on a phone one captain at a time comes first, and is what Enter does."""
    page = client.get(address).text
    assert _wishes(page) == ["print", "turns"]
    assert "shows every fleet’s words and codes" in page
    phone = client.get(address, headers=PHONE).text
    assert _wishes(phone) == ["turns", "print"]
    if address == "/tracker":
        assert re.search(r'<button class="unseen" name="do" value="turns"', phone)


def test_the_first_page_says_what_this_is(client: TestClient) -> None:
    """For how many, how long, from what age, and where the rules are."""
    page = client.get("/").text
    assert "Battleship with words, for two captains, 50 to 80 minutes, from 8 years" in page
    assert 'href="/rules/word-fleet.html">How it is played' in page


def test_names_go_along_to_the_choices(client: TestClient) -> None:
    """What was typed on the first page is there when words and paper are chosen."""
    page = client.post("/tracker", data={"captain-1": "Mia", "captain-2": "Opa", "do": "look"}).text
    assert re.findall(r'name="captain-\d" value="([^"]*)"', page) == ["Mia", "Opa"]


def test_many_names_are_pasted_at_once(client: TestClient) -> None:
    """Twenty-three captains in one go; where they are odd one sheet is to spare, and that is said."""
    names = "\n".join(f"Kid {number}" for number in range(1, 24))
    page = client.post("/tracker", data={"captain-1": "Teacher", "captain-2": "", "many": names, "do": "look"}).text
    seats = re.findall(r'name="captain-\d+" value="([^"]*)"', page)
    assert seats == ["Teacher", *(f"Kid {number}" for number in range(1, 24))]
    three = client.post("/tracker", data={"captain-1": "A", "captain-2": "B", "many": "C", "do": "turns"})
    table = three.headers["location"].partition("/turns")[0]
    assert len(table_behind(client, table).dealt.sheets) == 4
    assert "One sheet is to spare" in client.get(table).text
    assert "to spare" not in client.get(dealt(client)).text


def test_a_name_that_no_font_has_is_a_line_to_write_on(client: TestClient) -> None:
    """As on the command line; the page says whose."""
    table = dealt(client, **{"captain-1": "小明", "captain-2": "🏴"})
    assert "since no font here has their letters: 小明" in client.get(table).text


def test_a_sheet_is_saved_without_opening_it(client: TestClient) -> None:
    """One captain's sheet as a file: the bytes that are printed, and never shown."""
    table = dealt(client)
    saved = client.get(f"{table}/2/save")
    assert saved.headers["content-disposition"].startswith("attachment")
    assert saved.content == client.get(f"{table}/2.pdf").content
    assert client.get(f"{table}/3/save").status_code == 404
    assert "Playing apart?" in client.get(table).text


def test_a_captains_link_is_shown_where_the_shop_is_open_to_the_house(client: TestClient) -> None:
    """To copy and to scan; on one's own machine there is none that others could use."""
    with client_of(open_shop(HOUSE_DESK)[0]) as house:
        table = dealt(house)
        own = table_behind(house, table).own
        page = house.get(f"{table}/turns/2").text
        assert f'<a href="{HOUSE_DESK.origin}/mine/{own[1]}" data-copy>' in page
    assert "data-copy" not in client.get(f"{dealt(client)}/turns/1").text


def test_rules_lie_beside_the_sheets(client: TestClient) -> None:
    """The quick reference and the rulebook of the edition, on the table's paper."""
    table = dealt(client, edition="word-fleet-admirals", paper="letter")
    quick = client.get(f"{table}/quick-reference.pdf")
    assert quick.headers["content-disposition"] == ('inline; filename="word-fleet-admirals-quick-reference-letter.pdf"')
    assert page_count(quick.content) == 1
    assert page_count(client.get(f"{table}/rules.pdf").content) > 8
