"""Where the links and buttons of the print shop's pages lead, by what they say; and what each page says of whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tinyhtml5.parser import HTMLParser

from support.shop import HOUSE_DESK, LOCAL_DESK, client_of, codes_of, dealt, open_shop, table_behind
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.games import packaged
from wordfleet_print.services.printed_event import KINDS, PackedEvent, PackFile
from wordfleet_print.web import tonight
from wordfleet_print.web.views import templates

BAR = {
    "Skip to the content": "#main",
    "Print shop": "/",
    "Table": "/tracker",
    "Event": "/event",
    "Again": "/again",
    "Umpire": "/umpire",
    "Rules": "/rules/",
}

KITS = {
    "army-men": "Army Men",
    "happy-flip-chess": "Happy Flip Chess",
    "word-fleet": "Word Fleet",
}
"""What the kits are called on the first page."""


def _leads(page: str) -> dict[str, str]:
    """Where a page leads, but for the bar that is on all of them: links and buttons by what they say, first of all to a
    screen reader; a button to its form's address, and its value behind it.
    """
    tree, found = HTMLParser(namespace_html_elements=False).parse(page), dict[str, str]()
    leads = [(link, link.attrib["href"]) for link in tree.iter("a")]
    for form in tree.iter("form"):
        to = f"{form.get('method', 'get')} {form.attrib['action']}"
        leads += [(button, f"{to} {button.get('value', '')}".rstrip()) for button in form.iter("button")]
    assert len(leads) == sum(one.tag in {"a", "button"} and "hidden" not in one.attrib for one in tree.iter())
    for lead, to in leads:
        said = " ".join((lead.get("aria-label") or "".join(lead.itertext())).split())
        assert found.setdefault(said, to) == to, f"two things say “{said}”"
    assert {name: found.pop(name) for name in BAR} == BAR
    return found


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at the door of a shop for the house, where a table was dealt."""
    with client_of(open_shop(HOUSE_DESK)[0]) as client:
        yield client


def test_pages_of_a_table_lead_where_they_say(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each captain's buttons lead to that captain's sheet, the phone's code to their page alone."""
    monkeypatch.setattr(tonight, "qr_code", lambda address: f"[{address}]")
    table = dealt(client, **{"captain-3": "Cy", "captain-4": "Dee"})
    names = ("Ann", "Ben", "Cy", "Dee")
    own = table_behind(client, table).own
    assert _leads(client.get(table).text) == {
        "Print 4 sheets": f"{table}/sheets.pdf",
        "Download": f"{table}/save",
        **{f"Print alone: {name}": f"{table}/{number}.pdf" for number, name in enumerate(names, 1)},
        **{f"Save unseen: {name}": f"{table}/{number}/save" for number, name in enumerate(names, 1)},
        "one captain at a time": f"{table}/turns/1",
        "Quick reference": f"{table}/quick-reference.pdf",
        "Rulebook": f"{table}/rules.pdf",
        "One captain at a time": f"{table}/turns/1",
        "Sheet codes: look alone": f"{table}/codes",
        "Deal anew": f"post {table}/another",
        "Change something first": f"{table}/change",
    }
    for number, name in enumerate(names, 1):
        page = client.get(f"{table}/turns/{number}").text
        done = f"Done: now {names[number]}" if number < 4 else "Done: that was everybody"
        assert _leads(page) == {
            f"Print {name}’s sheet": f"{table}/{number}.pdf",
            f"Save {name}’s sheet without opening it": f"{table}/{number}/save",
            done: f"{table}/turns/{number + 1}" if number < 4 else table,
        }
        assert re.findall(r"\[(http.*?)\]", page) == [f"{HOUSE_DESK.origin}/mine/{own[number - 1]}"]
        mine = client.get(f"/mine/{own[number - 1]}").text
        assert _leads(mine) == {
            "Open my sheet": f"/mine/{own[number - 1]}/sheet.pdf",
            "Download": f"/mine/{own[number - 1]}/save",
        }
        opponent = names[(number - 1) ^ 1]
        drawn = dict(re.findall(r'<text class="(\w+)"[^>]*>([^<]*)<', mine))
        assert (drawn["captain"], drawn["opponent"]) == (name, opponent)
        assert f"{opponent} must not see it" in mine
        assert not [one for one in names if one not in {name, opponent} and re.search(rf"\b{one}\b", mine)]
    assert _leads(client.get(f"{table}/codes").text) == {
        "Back to the table": table,
        "Print a sheet by its sheet code": "/again",
    }


def test_other_pages_lead_where_they_say(client: TestClient) -> None:
    """The doors, the forms, the umpire's desk, and what is shown for an address that is none."""
    table = dealt(client)
    assert _leads(client.get("/nix").text) == {
        "Tonight’s table": "/tracker",
        "A sheet again": "/again",
        "The rules": "/rules/",
    }
    home = _leads(client.get("/").text)
    assert home.pop("How it is played") == "/rules/word-fleet.html"
    games = [name for name, to in home.items() if to.startswith("/rules/")]
    assert len(games) == len({packaged().rules(slug).book.game for slug in packaged().slugs})
    kits = {name: to for name, to in home.items() if to.startswith("/kit/")}
    assert kits == {f"{name} kit": f"/kit/{slug}" for slug, name in KITS.items()}
    assert {name: to for name, to in home.items() if name not in {*games, *kits}} == {
        "Print the pair": "post /tracker print",
        "One captain at a time": "post /tracker turns",
        "Choose words, paper, kind": "post /tracker look",
        "Bring a list": "/event",
        "A sheet got wet? Print it again by its sheet code": "/again",
        "A dispute? To the umpire": "/umpire",
    }
    assert _leads(client.get("/kit/army-men").text) == {
        "Print": "post /kit/army-men print",
        "Download": "post /kit/army-men save",
        "Show it as chosen": "post /kit/army-men look",
        "Army Men": "/rules/army-men.html",
    }
    kit = client.post("/kit/army-men", data={"do": "print"}).headers["location"].removesuffix("#print")
    assert _leads(client.get(kit).text) == {
        "Print 7 pages": f"{kit}/kit.pdf",
        "Download": f"{kit}/save",
        "Change options": f"{kit}/change",
        "Read the rules": "/rules/army-men.html",
    }
    form = _leads(client.get(f"{table}/change").text)
    assert form["Print 2 sheets"] == "post /tracker print"
    assert {name: form[name] for name in ("Download", "One captain at a time", "+ two more captains")} == {
        "Download": "post /tracker download",
        "One captain at a time": "post /tracker turns",
        "+ two more captains": "post /tracker more",
    }
    for wish, end in (("print", "#print"), ("download", "/save"), ("turns", "/turns/1")):
        sent = client.post("/tracker", data={"do": wish})
        assert re.fullmatch(rf"/sheets/[\w-]{{22}}{end}", sent.headers["location"])
    assert _leads(client.get("/again").text) == {
        "Print it again": "post /again print",
        "One captain at a time": "post /again turns",
        "Print": "post /again turns",
        "Another sheet code": "post /again more",
    }
    place = client.post("/umpire", data={"code": codes_of(client, table)[0]}).headers["location"]
    always = {"Look it up": "post /umpire", "Print it again": "/again"}
    assert _leads(client.get(place).text) == {**always, "It is turned: show the words": f"post {place} open"}
    client.post(place, data={"do": "open"})
    assert _leads(client.get(place).text) == {**always, "Cover it now": f"post {place} cover"}


@pytest.mark.parametrize("house", [True, False])
def test_a_page_says_where_it_runs(house: bool, client: TestClient) -> None:
    """That nothing leaves this computer is said where it is so, and only there."""
    with client_of(open_shop(LOCAL_DESK)[0]) as own:
        page = (client if house else own).get("/umpire").text
    assert [told in page for told in ("Nothing leaves it", "on this computer")] == [not house] * 2


def _pack(**more: Any) -> str:
    """The page of a pack of two rounds, one of them alone, with a name that is no markup."""
    files = [PackFile(f"{kind}.{'json' if kind == 'event' else 'pdf'}", kind, 3) for kind in KINDS if kind != "players"]
    pack = PackedEvent(
        "Night <b>",
        "word-fleet",
        "",
        "a4",
        False,
        2,
        (Player("Ann <i>", 7, "Quay"), Player("Ben", 9)),
        (1, 2),
        4,
        2,
        False,
        tuple(files),
        (),
    )
    event = SimpleNamespace(home="output/night", source="list.csv")
    told: Mapping[str, Any] = {
        "asset": lambda name: f"/assets/{name}",
        "owner": True,
        "let_in": True,
        "house": False,
        "here": "event",
        "live": False,
        "rules_amiss": None,
        "ticket": "T",
        "event": event,
        "pack": pack,
        "change": None,
        "kinds": {one.kind: [one] for one in files},
        "listed": True,
        "shown": SimpleNamespace(picture=None),
        **more,
    }
    return templates().get_template("event_pack.html").render(told)


def test_the_page_of_a_pack_leads_where_it_says() -> None:
    """Each file is printed and saved under its own sign; a ZIP is the one that it is called; a change is printed by
    what it has made stale. Names are no markup.
    """
    change: dict[str, Any] = {"joined": ["Cy"], "whose": [[1, "Ann"], [1, "Ben"]]}
    change |= {"sheets": 2, "papers": True, "key": True}
    change |= {key: [] for key in ("returned", "left", "new", "event", "renamed")} | {"all_again": False}
    change |= {"again": [{"round": 1, "tables": [3], "sheets": 2}], "standing": [1]}
    page = _pack(change=change)
    found = _leads(page)
    signs = {"Sheets": "sheets", "Spares": "spares", "Table cards": "table-cards", "Score slips": "score-slips"}
    for title, kind in {**signs, "Name index": "name-index", "Answer key": "answer-key"}.items():
        prints = f"All {title.lower()}" if kind == "sheets" else f"Print {title.lower()}"
        assert found.pop(prints) == f"/event/T/files/{kind}.pdf"
        assert found.pop(f"PDF of {title.lower()}") == f"/event/T/save/{kind}.pdf"
    assert found == {
        "Delete now": "post /event/T/delete",
        "Round 1": "/event/T/round-1.pdf",
        "Round 2": "/event/T/round-2.pdf",
        "Everything above, as a ZIP": "/event/T/print.zip",
        "ZIP, yours alone": "/event/T/own.zip",
        "event.json": "/event/T/save/event.json",
        "Those 2 sheets": "/event/T/changed.pdf",
        "Name index": "/event/T/files/name-index.pdf",
        "Answer key": "/event/T/files/answer-key.pdf",
        "Print": "get /event/T/sheet.pdf",
        "Read it": "post /event/T/roster",
        "To the plan": "post /event/T/print",
        "To the umpire": "/umpire",
    }
    assert re.findall(r'<option value="(\d+)">([^<]*)', page) == [
        ("7", "Ann &lt;i&gt;, Quay"),
        ("9", "Ben"),
        ("1", "round 1"),
        ("2", "round 2"),
    ]
    assert "<b>" not in page.partition("<main")[2].partition("</h1>")[0]
    assert "output/night" in page
    assert "changed.pdf" not in _pack()
