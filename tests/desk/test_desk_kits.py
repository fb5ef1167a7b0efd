"""The shop's page for kits: what it shows and prints is what the command line makes; faults keep what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from making.command import page_count
from making.kits import ARMY, CHESS, GAMES, kit
from making.shop import client_of, open_shop
from wordfleet_print.desk.keys import Role


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at the door of a shop on their own machine."""
    with client_of(open_shop()[0]) as client:
        yield client


def _ticked(text: str) -> list[str]:
    return re.findall(r'name="page" value="([\w-]+)"[^>]* checked', text)


@pytest.mark.parametrize("slug", GAMES)
def test_a_kits_page_shows_each_of_its_pages(slug: str, client: TestClient) -> None:
    """A drawing for each page, all ticked; home leads there, and it leads to the rules."""
    answer = client.get(f"/kit/{slug}")
    assert answer.status_code == 200
    made = kit(slug)
    pictures = re.findall(r'<img class="leaf" src="([^"]+)"', answer.text)
    assert len(pictures) == len(made.leaves)
    assert _ticked(answer.text) == list(dict.fromkeys(leaf.name for leaf in made.leaves))
    assert f"Print {len(made.leaves)} pages" in answer.text
    for address in pictures:
        drawn = client.get(address.replace("&amp;", "&"))
        assert drawn.headers["content-type"].startswith("image/svg+xml")
    first = "word-fleet" if slug.startswith("word-fleet") else slug
    assert f'href="/kit/{first}"' in client.get("/").text
    assert f'href="/rules/{slug}.html"' in answer.text


def test_it_prints_the_command_lines_file(client: TestClient) -> None:
    """Ticked pages on the paper asked for, byte for byte; to show or to save."""
    fields = {"page": ["board", "pieces"], "paper": "letter", "sides": "one", "eco": "on", "do": "print"}
    answer = client.post(f"/kit/{CHESS}", data=fields)
    made = kit(CHESS, "letter", eco=True, two_sided=False, pages=("board", "pieces"))
    assert answer.content == made.content
    assert answer.headers["content-disposition"] == f'inline; filename="{CHESS}-kit-letter.pdf"'
    saved = client.post(f"/kit/{CHESS}", data={**fields, "do": "save"})
    assert saved.headers["content-disposition"].startswith("attachment")


def test_an_army_is_judged_where_it_is_typed(client: TestClient) -> None:
    """422 keeps the squads, the ticks and the paper, with each complaint under the box."""
    fields = {
        "page": ["squads", "cards"],
        "paper": "letter",
        "squad": "sargent, regular*5\nsergeant*2, regular*4",
        "points": "60",
        "do": "print",
    }
    answer = client.post(f"/kit/{ARMY}", data=fields)
    assert answer.status_code == 422
    assert "did you mean sergeant" in answer.text.lower()
    assert "2 of sergeant" in answer.text
    assert "sargent, regular*5\nsergeant*2, regular*4</textarea>" in answer.text
    assert _ticked(answer.text) == ["cards", "squads"]
    assert 'value="letter" data-keep checked' in answer.text
    good = client.post(f"/kit/{ARMY}", data={**fields, "squad": "sergeant, regular*5\nregular*5", "points": "120"})
    assert (
        good.content
        == kit(
            ARMY, "letter", pages=("cards", "squads"), squad=("sergeant, regular*5", "regular*5"), points=120
        ).content
    )


def test_pages_are_shown_with_the_squads_that_were_typed(client: TestClient) -> None:
    """Wrong ones are told then already; right ones are in the drawings, and on the button."""
    fields = {"page": ["squads", "counters"], "do": "look"}
    assert client.post(f"/kit/{ARMY}", data={**fields, "squad": "sargent, regular*5"}).status_code == 422
    shown = client.post(f"/kit/{ARMY}", data={**fields, "squad": "sergeant, regular*9\nsergeant, regular*9"})
    (address,) = re.findall(r'src="([^"]+)" alt="" width="210"', shown.text)[:1]
    drawn = client.get(address.replace("&amp;", "&")).text
    assert drawn != client.get(address.partition("?")[0]).text
    assert "Print 3 pages" in shown.text


def test_the_deal_alone_needs_no_tick(client: TestClient) -> None:
    """Whoever asks for tables apart and for nothing else gets that page."""
    answer = client.post(f"/kit/{CHESS}", data={"apart": "on", "paper": "a4", "do": "print"})
    assert page_count(answer.content) == 1


@pytest.mark.parametrize(
    ("slug", "fields", "told"),
    [
        (CHESS, {}, "Tick at least one page."),
        (CHESS, {"page": "board", "square": "x"}, "not “x”"),
        (CHESS, {"page": "board", "square": "12"}, "Squares are 20 to 69 mm wide."),
        (CHESS, {"page": "deal", "code": "HF-HMBR-RAEW"}, "its check symbol does not match"),
        (CHESS, {"page": "deal"}, "Without more, the kit of Happy Flip Chess has no page deal."),
        (CHESS, {"page": "board", "apart": "on"}, "None of the pages that are asked for shows the deal."),
        (ARMY, {"page": "squads", "points": "many"}, "not “many”"),
    ],
)
def test_faults_are_told_and_nothing_is_printed(
    slug: str, fields: dict[str, str], told: str, client: TestClient
) -> None:
    """At their fields, with all that was typed."""
    answer = client.post(f"/kit/{slug}", data={**fields, "do": "print"})
    assert (answer.status_code, told in answer.text) == (422, True)
    for value in fields.values():
        assert value in answer.text


def test_faults_of_several_fields_are_told_together(client: TestClient) -> None:
    """Squares, a code; points, squads."""
    answer = client.post(
        f"/kit/{CHESS}", data={"page": ["board", "deal"], "square": "400", "code": "HF-HMBR-RAEW", "do": "print"}
    )
    assert all(told in answer.text for told in ("Squares are 20 to 69 mm wide.", "its check symbol does not match"))
    answer = client.post(f"/kit/{ARMY}", data={"page": "squads", "points": "0", "squad": "sargent", "do": "print"})
    assert all(told in answer.text for told in ("An army costs one point", "id you mean sergeant"))


def test_a_deal_is_printed_again_by_its_code(client: TestClient) -> None:
    """By a code that was typed; without one a fresh deal each time."""
    fields = {"page": "deal", "code": "hf-hmbr-raev", "paper": "a4", "do": "print"}
    one = client.post(f"/kit/{CHESS}", data=fields)
    assert one.content == kit(CHESS, pages=("deal",), apart=True, code="HF-HMBR-RAEV").content
    fresh = [client.post(f"/kit/{CHESS}", data={"page": "deal", "apart": "on", "do": "print"}) for _ in range(2)]
    assert fresh[0].content != fresh[1].content
    assert page_count(fresh[0].content) == 1


def test_guests_may_use_it_and_strangers_not() -> None:
    """It shows nobody's secrets: guests print kits, nobody without a link does."""
    shop, _ = open_shop()
    with client_of(shop, Role.GUEST) as guest:
        assert guest.get(f"/kit/{ARMY}").status_code == 200
    with client_of(shop, Role.NOBODY) as stranger:
        assert stranger.get(f"/kit/{ARMY}").status_code == 403


def test_there_is_no_page_for_what_has_no_kit(client: TestClient) -> None:
    """An unknown game, a page's number that there is not."""
    for wrong in ("/kit/chess", f"/kit/{CHESS}/0.svg", f"/kit/{CHESS}/99.svg", f"/kit/{CHESS}/1.svg?square=x"):
        assert client.get(wrong).status_code == 404
