"""A designer's own editions in the shop: `serve --rules DIR` prints them everywhere, follows their files, and says what
is wrong with these.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from support.command import Run
from support.sheets import SMALL, written
from support.shop import GOOD, LOCAL_DESK, Desk, as_sent, client_of, codes_of, dealt, open_shop, seed_of
from wordfleet_print.services.own_rules import read_library
from wordfleet_print.web.orders import Dealt, deal_table
from wordfleet_print.web.table_form import TableForm

RULES_ONLY = (
    "---\ngame: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n---\n\n## Play\n\nCut.\n"
)
PLACES = ("/", "/tracker", "/again", "/umpire", "/event")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A shop that was opened with a designer's folder of one edition."""
    rules = written(tmp_path / "rules", SMALL)
    shop, _ = open_shop(replace(LOCAL_DESK, output=tmp_path / "output", rules=rules))
    with client_of(shop) as client:
        yield Desk(client, shop)


def _save(tmp_path: Path, text: str) -> None:
    """Save the edition, at another time than before."""
    file = tmp_path / "rules" / "small-sea.md"
    later = file.stat().st_mtime + 5
    file.write_text(text, encoding="utf-8")
    os.utime(file, (later, later))


def test_tables_codes_and_the_umpire(desk: Desk, call: Run, tmp_path: Path) -> None:
    """Its editions are the ones that are offered, pictured and printed, byte for byte as `tracker --rules` does; their
    codes bring them back, and the umpire finds them.
    """
    client = desk.client
    form = client.get("/tracker").text
    assert re.findall(r'name="edition" value="([^"]+)" checked', form) == ["small-sea"]
    assert "word-fleet" not in re.findall(r'name="edition" value="([^"]+)"', form)
    assert "compare.html" not in form
    for place in ("/", "/tracker"):
        (address, *_) = re.findall(r'href="(/preview/small-sea/[^"]+)"', client.get(place).text)
        assert client.get(address).content.startswith(b"\x89PNG")
    assert client.get("/preview/word-fleet/a4.png").status_code == 404
    assert 'href="/rules/small-sea.html"' in client.get("/").text

    table = dealt(client, paper="a4")
    told = ["--captain", "Ann", "--captain", "Ben", "--paper", "a4", "--seed", seed_of(client, table)]
    assert call("tracker", "--rules", "rules", *told, "--output", "out.pdf").code == 0
    assert client.get(f"{table}/sheets.pdf").content == (tmp_path / "out.pdf").read_bytes()
    code = codes_of(client, table)[0]
    again = client.post("/again", data={"code-1": code, "paper": "a4"})
    assert again.status_code == 303
    assert client.get(again.headers["location"].partition("#")[0] + "/sheets.pdf").content.startswith(b"%PDF")
    found = client.post("/umpire", data={"code": code})
    assert "Small Sea" in client.get(found.headers["location"]).text

    order = partial(deal_table, TableForm(edition="small-sea"), 24, read_library(tmp_path / "rules"))
    told = as_sent(order)()
    assert isinstance(told, Dealt)
    assert told.edition == "small-sea"


def test_events_keep_the_edition_they_were_printed_by(desk: Desk, tmp_path: Path) -> None:
    """An event takes the folder's edition whole; a designer who edits on gets a new plan of what is not printed, while
    a printed event stays as it is, in any shop.
    """
    text = (tmp_path / "rules/small-sea.md").read_text(encoding="utf-8")
    desk.drop(GOOD)
    assert re.findall(r'value="([^"]+)" checked> Small Sea', desk.get("/plan").text) == ["small-sea"]
    before = desk.event.planned
    _save(tmp_path, text.replace("edition: Small Sea", "edition: Smaller Sea"))
    assert "Smaller Sea" in desk.get("/plan").text
    assert desk.event.planned is not before
    _save(tmp_path, text)
    desk.print(rounds="1")
    record = json.loads(desk.files()["event.json"])
    assert record["terms"]["rules"] == text

    _save(tmp_path, text.replace("columns: 8", "columns: 9"))
    assert desk.get("/pack").status_code == 200
    desk.drop((GOOD[0], GOOD[1] + b"\nMara Quist,Reef"), f"{desk.at}/roster")
    desk.print()
    kept = json.loads(desk.files()["event.json"])
    assert kept["terms"] == record["terms"]
    assert [*kept["rounds"][0]["codes"]][:4] == record["rounds"][0]["codes"]
    shop, _ = open_shop(replace(LOCAL_DESK, output=tmp_path / "else"))
    with client_of(shop) as client:
        other = Desk(client, shop)
        other.drop(("event.json", desk.files()["event.json"]))
        page = other.get("/plan").text
        assert re.findall(r'name="edition" value="([^"]+)"', page) == ["small-sea"]
        assert (other.event.faults, other.event.planned and other.event.planned["players"]) == ((), 5)


def test_a_folder_that_turns_faulty_breaks_nothing(desk: Desk, tmp_path: Path) -> None:
    """Every page says what is to be mended, with file and line, and prints by the rules as they were; mended, they are
    followed at the next page. An edition that does not fit its paper is told in the picture's place.
    """
    text = (tmp_path / "rules/small-sea.md").read_text(encoding="utf-8")
    assert "to be mended" not in desk.client.get("/").text
    _save(tmp_path, text.replace("rows: 8", "rows: many"))
    for place in PLACES:
        answer = desk.client.get(place)
        assert answer.status_code == 200
        assert re.search(r"<code>[^<]*small-sea\.md:\d+</code> grid\.rows ", answer.text), place
    table = dealt(desk.client)
    _save(tmp_path, text.replace("edition: Small Sea", "edition: Broad Sea").replace("columns: 8", "columns: 9"))
    assert "Broad Sea" in (page := desk.client.get("/tracker").text)
    assert "to be mended" not in page
    assert desk.client.get(table).status_code == 200
    assert desk.client.get(f"{table}/sheets.pdf").content.startswith(b"%PDF")
    assert dealt(desk.client)

    (tmp_path / "rules/small-sea.md").unlink()
    assert "There are no rules in" in desk.client.get("/tracker").text
    assert dealt(desk.client)
    (tmp_path / "rules/other.md").write_text("---\ngame: rules-only\n---\n", encoding="utf-8")
    assert "other.md" in desk.client.get("/umpire").text + desk.client.get("/tracker").text


def test_without_editions_of_its_own_the_bundled_ones_are_printed(tmp_path: Path) -> None:
    """A folder whose only game has no trackers leaves the bundled editions to print; so does one that was never
    without faults.
    """
    (tmp_path / "rules").mkdir()
    for text, amiss in (("---\ngame: word-fleet\n---\n", True), (RULES_ONLY, False)):
        (tmp_path / "rules/own.md").write_text(text, encoding="utf-8")
        shop, _ = open_shop(replace(LOCAL_DESK, rules=tmp_path / "rules"))
        with client_of(shop) as client:
            page = client.get("/tracker").text
            assert 'value="word-fleet" checked' in page
            assert ("to be mended" in page) == amiss
            assert client.get("/").status_code == 200
            assert dealt(client)


def test_an_edition_too_large_for_its_paper_is_told(tmp_path: Path) -> None:
    """Where no sheet can be drawn the sentence that refuses it stands in the picture's place, and at the paper."""
    rules = written(tmp_path / "rules", {**SMALL, "columns: 10\n  rows: 10": "columns: 26\n  rows: 26"})
    shop, _ = open_shop(replace(LOCAL_DESK, rules=rules))
    with client_of(shop) as client:
        for place in ("/", "/tracker"):
            answer = client.get(place)
            assert (answer.status_code, "mm" in re.findall('class="sheet unfit"[^>]*>([^<]*)', answer.text)[0]) == (
                200,
                True,
            )
        answer = client.post("/tracker", data={"captain-1": "Ann"})
        assert (answer.status_code, 'id="paper-fault"' in answer.text) == (422, True)
