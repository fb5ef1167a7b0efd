"""The shop's page for kits: what it shows and prints is what the command line makes; faults keep what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from making.command import page_count
from making.kits import ARMY, CHESS, GAMES, kit
from making.shop import LOCAL_DESK, client_of, open_shop
from wordfleet_print.desk.keys import Role
from wordfleet_print.jobs.print_kits import how_to_print

CODE = "HF-HMBR-RAEV"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at the door of a shop on their own machine."""
    with client_of(open_shop()[0]) as client:
        yield client


def _named(text: str, name: str, more: str = "") -> list[str]:
    return re.findall(rf'name="{name}" value="([\w-]+)"[^>]*{more}', text)


def _sent(client: TestClient, slug: str, ticked: Sequence[str] | None = None, do: str = "print", **more: str) -> Any:
    """What the form leads to that was opened, ticked so (as it is, where nothing is said) and filled in so."""
    text = client.get(f"/kit/{slug}").text
    page = _named(text, "page") if ticked is None else list(ticked)
    return client.post(f"/kit/{slug}", data={"shown": _named(text, "shown"), "page": page, "do": do, **more})


def _printed(client: TestClient, answer: Any) -> bytes:
    """The PDF behind the page that a form leads to."""
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"].partition("#")[0].removesuffix("/save")
    assert client.get(address).status_code == 200
    return client.get(f"{address}/kit.pdf").content


@pytest.mark.parametrize("slug", GAMES)
def test_a_kits_page_shows_each_of_its_pages(slug: str, client: TestClient) -> None:
    """A drawing for each page, all ticked; home leads there, and it leads to the rules, and to other editions."""
    answer = client.get(f"/kit/{slug}")
    made = kit(slug)
    pictures = re.findall(r'<img class="leaf" src="([^"]+)"', answer.text)
    assert (answer.status_code, len(pictures)) == (200, len(made.leaves))
    assert _named(answer.text, "page", " checked") == list(dict.fromkeys(leaf.name for leaf in made.leaves))
    for address in pictures:
        assert client.get(address).headers["content-type"].startswith("image/svg+xml")
    assert client.get(re.sub(r"\d+\.svg", "99.svg", pictures[0])).status_code == 404
    first = "word-fleet" if slug.startswith("word-fleet") else slug
    assert f'href="/kit/{first}"' in client.get("/").text
    assert f'href="/rules/{slug}.html"' in answer.text
    others = {f"/kit/{other}" for other in GAMES if other.startswith(first) and other != slug}
    assert {to for to in re.findall(r'href="([^"]+)"', answer.text) if to.startswith("/kit/")} == others


def test_it_prints_the_command_lines_file(client: TestClient) -> None:
    """Ticked pages on the paper asked for, byte for byte, as often as it is loaded; to show or to save, with how to
    print it; and the paper is the usual one from then on.
    """
    wanted = {"paper": "letter", "sides": "one", "eco": "on"}
    answer = _sent(client, CHESS, ["board", "pieces"], **wanted)
    made = kit(CHESS, "letter", eco=True, two_sided=False, pages=("board", "pieces"))
    assert [_printed(client, answer), _printed(client, answer)] == [made.content] * 2
    address = answer.headers["location"].removesuffix("#print")
    shown = client.get(address).text
    assert f"{how_to_print(made.leaves)}. Measure the bar" in shown
    assert shown.count('class="leaf"') == len(made.leaves)
    saved = client.get(f"{address}/save")
    assert saved.headers["content-disposition"] == f'attachment; filename="{CHESS}-kit-letter.pdf"'
    assert _sent(client, CHESS, ["board"], "save").headers["location"].endswith("/save")
    changed = client.get(f"{address}/change").text
    assert _named(changed, "page", " checked") == ["board", "pieces"]
    for text in (changed, client.get(f"/kit/{ARMY}").text):
        assert _named(text, "paper", " checked") == ["letter"]


def test_an_army_is_judged_where_it_is_typed(client: TestClient) -> None:
    """422 keeps the squads, the ticks and the paper, with each complaint under the box; no squad is left out."""
    squads = "sargent, regular*5\nsergeant*2, regular*4"
    answer = _sent(client, ARMY, ["squads", "cards"], paper="letter", squad=squads, points="60")
    assert answer.status_code == 422
    assert all(told in answer.text for told in ("Did you mean sergeant?", "2 of sergeant", f"{squads}</textarea>"))
    assert _named(answer.text, "page", " checked") == ["cards", "squads"]
    assert _named(answer.text, "paper", " checked") == ["letter"]
    good = ("sergeant, regular*5", *["regular*5"] * 24)
    answer = _sent(client, ARMY, ["squads"], paper="letter", squad="\n".join(good), points=" 2000 ")
    assert _printed(client, answer) == kit(ARMY, "letter", pages=("squads",), squad=good, points=2000).content
    many = _sent(client, ARMY, squad="\n".join(["regular*5"] * 100))
    assert "The army has 100 squads. 99 at most." in many.text


def test_pages_are_shown_as_they_are_asked_for(client: TestClient) -> None:
    """With the squads that were typed; those that come into view are ticked, as they are on a fresh page."""
    assert _sent(client, ARMY, do="look", squad="sargent, regular*5").status_code == 422
    few, many = (
        _sent(client, ARMY, ["squads"], "look", squad=squad).text for squad in ("", "sergeant, regular*9\n" * 12)
    )
    assert _named(few, "page", " checked") == _named(many, "page", " checked") == ["squads"]
    assert many.count('class="leaf"') > few.count('class="leaf"') + 5
    apart = _sent(client, CHESS, ["aids"], "look", apart="on")
    assert _named(apart.text, "page", " checked") == ["aids", "deal"]
    alone = {"shown": ["cards", "tape", "counters"], "page": ["tape"], "do": "look"}
    assert "squads" in _named(client.post(f"/kit/{ARMY}", data=alone).text, "page", " checked")


@pytest.mark.parametrize(
    ("slug", "pages", "fields", "told"),
    [
        (CHESS, [], {}, "Tick at least one page."),
        (CHESS, ["board"], {"square": "x"}, "not “x”"),
        (CHESS, ["board"], {"square": "12"}, "Squares are 20 to 69 mm wide."),
        (CHESS, ["pieces"], {"square": "40"}, "None of the pages that are asked for shows the board. Tick Board."),
        (CHESS, [], {"code": "HF-HMBR-RAEW"}, "its check symbol does not match"),
        (ARMY, ["squads"], {"points": "many"}, "not “many”"),
        (ARMY, ["squads"], {"points": "100"}, "Points are what squads may cost. Write your squads."),
        (ARMY, ["cards"], {"squad": "regular*5"}, "shows the squads. Tick Squads or Counters."),
        (
            ARMY,
            ["cards"],
            {"squad": "regular*5", "tutorial": "on"},
            "Squads are bought by the standard rules. Untick “the tutorial alone”.",
        ),
    ],
)
def test_faults_are_told_and_nothing_is_printed(
    slug: str, pages: list[str], fields: dict[str, str], told: str, client: TestClient
) -> None:
    """At their fields, in the words of the form, with all that was typed."""
    answer = _sent(client, slug, pages, **fields)
    assert (answer.status_code, told in unescape(answer.text)) == (422, True)
    for value in fields.values():
        assert value in answer.text


def test_faults_of_several_fields_are_told_together(client: TestClient) -> None:
    """Squares, a code; points, squads."""
    answer = _sent(client, CHESS, square="400", code="HF-HMBR-RAEW")
    assert all(told in answer.text for told in ("Squares are 20 to 69 mm wide.", "its check symbol does not match"))
    answer = _sent(client, ARMY, points="0", squad="sargent")
    assert all(told in answer.text for told in ("An army costs one point", "id you mean sergeant"))


def test_a_deal_is_printed_again_by_its_code(client: TestClient) -> None:
    """By a code that was typed; without one a fresh deal for each form that is sent, but not for a page that is loaded
    again. Before it is dealt its page shows no code.
    """
    one = _sent(client, CHESS, [], code="hf-hmbr-raev", paper="a4")
    assert _printed(client, one) == kit(CHESS, pages=("deal",), apart=True, code=CODE).content
    assert CODE in client.get(one.headers["location"]).text
    fresh = [_sent(client, CHESS, [], apart="on") for _ in range(2)]
    first, again, other = (_printed(client, answer) for answer in (fresh[0], *fresh))
    assert (first == again, first == other, page_count(first)) == (True, False, 1)
    codes = {answer.headers["location"] for answer in fresh}
    assert len({re.search("HF-[^<]+", client.get(to).text)[0] for to in codes}) == 2  # type: ignore[index]


def test_guests_may_use_it_and_strangers_not() -> None:
    """It shows nobody's secrets: guests print kits, nobody without a link does; what is printed is its visitor's."""
    shop, _ = open_shop()
    with client_of(shop, Role.GUEST) as guest, client_of(shop, Role.GUEST) as other:
        address = _sent(guest, ARMY).headers["location"]
        assert [one.get(address).status_code for one in (guest, other)] == [200, 404]
    with client_of(shop, Role.NOBODY) as stranger:
        assert stranger.get(f"/kit/{ARMY}").status_code == 403


def test_there_is_no_page_for_what_has_no_kit(client: TestClient) -> None:
    """An unknown game, a ticket that there is not, is another game's, or for pictures alone."""
    ticket = _sent(client, ARMY).headers["location"].rpartition("/")[2]
    shown = re.search(r"/kit/army-men/[\w-]+", client.get(f"/kit/{ARMY}").text)
    assert shown
    for wrong in ("/kit/chess", f"/kit/{ARMY}/nix", f"/kit/{CHESS}/{ticket}", shown[0], f"{shown[0]}/kit.pdf"):
        assert client.get(wrong).status_code == 404


def test_a_designers_kit_is_followed_while_it_is_written(tmp_path: Path) -> None:
    """An element that does not fit is told, without losing the form: the others are shown and printed. The rules lead
    to the kit, and its page loads again when they are saved.
    """
    rules = tmp_path / "beach.md"
    rules.write_text(
        "---\ngame: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\nkit:\n"
        "  - board: {columns: 4, rows: 1, square: 90}\n  - wedge: {radius: 3 in, title: Wave}\n---\n"
        "\n# Reeds\n\n## Play\n\nCut.\n"
    )
    with client_of(open_shop(replace(LOCAL_DESK, rules=tmp_path))[0]) as client:
        assert '<a href="/kit/reeds">Kit</a>' in client.get("/rules/reeds.html").text
        shown = client.get("/kit/reeds")
        assert (shown.status_code, "4 × 1 squares of 90 mm need" in shown.text) == (422, True)
        assert shown.text.count('class="leaf"') == 1
        assert 'data-live="/live"' in shown.text
        assert _sent(client, "reeds", ["board", "wedge"]).status_code == 422
        assert page_count(_printed(client, _sent(client, "reeds", ["wedge"]))) == 1
