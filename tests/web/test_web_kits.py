"""The page for kits: what it shows and prints is what the command line makes; faults keep what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from support.kits import ARMY, CHESS, GAMES, document, settings
from support.shop import LOCAL_DESK, client_of, open_shop
from wordfleet_print.services.print_kits import KitRequest, print_game
from wordfleet_print.web import kit_page, shop
from wordfleet_print.web.keys import Role


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at their own machine."""
    with client_of(open_shop()[0]) as client:
        yield client


def _named(text: str, name: str, more: str = "") -> list[str]:
    return re.findall(rf'name="{name}" value="([\w-]+)"[^>]*{more}', text)


def _send(client: TestClient, slug: str, ticked: Sequence[str] | None = None, to: str = "", **more: str) -> Any:
    """Send the form that was opened, ticked so (as it is, where nothing is said) and filled in so."""
    text = client.get(f"/kit/{slug}").text
    page = _named(text, "page") if ticked is None else list(ticked)
    return client.post(f"/kit/{slug}{to}", data={"shown": _named(text, "shown"), "page": page, **more})


@pytest.mark.parametrize("slug", GAMES)
def test_the_frame_shows_the_kits_own_html(slug: str, client: TestClient) -> None:
    """The document that is printed, byte for byte, where nothing can run; other editions and the rules are near."""
    text = client.get(f"/kit/{slug}").text
    (frame,) = re.findall(r"<iframe [^>]*>", text)
    assert " sandbox " in frame
    answer = client.get(f"/kit/{slug}/preview")
    assert answer.text == document(slug, "letter").html or answer.text == document(slug).html
    policy = answer.headers["content-security-policy"]
    assert policy.endswith("; sandbox")
    assert "default-src 'none'" in policy
    assert _named(text, "page", " checked") == list(dict.fromkeys(sheet.name for sheet in document(slug).sheets))
    assert f'href="/rules/{slug}.html"' in text
    assert f'href="/kit/{"word-fleet" if slug.startswith("word-fleet") else slug}"' in client.get("/").text


def test_pages_are_shown_as_they_are_asked_for(client: TestClient) -> None:
    """What is ticked, on the paper and with the squads of the form; faults in words, in the frame as well."""
    more = {"paper": "a4", "squad": "sergeant, regular*5"}
    shown = _send(client, ARMY, ["squads"], "/preview", **more)
    assert shown.text == document(ARMY, pages=("squads",), squads=("sergeant, regular*5",)).html
    assert "Did you mean sergeant?" in unescape(_send(client, ARMY, ["squads"], "/preview", squad="sargent").text)
    assert "No page." in _send(client, ARMY, [], "/preview").text


def test_it_prints_the_command_lines_file(client: TestClient) -> None:
    """Ticked pages on the paper asked for, byte for byte; to show or to save; and the form can be changed again."""
    answer = _send(client, CHESS, ["board"], paper="letter", sides="one", eco="on")
    made = print_game(KitRequest(CHESS, settings("letter", eco=True, one_sided=True, pages=("board",))))
    address = answer.headers["location"].removesuffix("#print")
    assert client.get(f"{address}/kit.pdf").content == next(iter(made.files.values()))
    shown = client.get(address).text
    assert "1 page; one side, 100 %. Measure the bar" in shown
    saved = client.get(f"{address}/save")
    assert saved.headers["content-disposition"] == f'attachment; filename="{CHESS}-kit-letter.pdf"'
    changed = client.get(f"{address}/change").text
    assert _named(changed, "page", " checked") == ["board"]
    for text in (changed, client.get(f"/kit/{ARMY}").text):
        assert _named(text, "paper", " checked") == ["letter"]
    assert _send(client, CHESS, ["board"], do="save").headers["location"].endswith("/save")


@pytest.mark.parametrize(
    ("slug", "pages", "fields", "said"),
    [
        (CHESS, [], {}, "Tick at least one page."),
        (CHESS, ["board"], {"square": "x"}, "not “x”"),
        (CHESS, ["board"], {"square": "12"}, "Squares are 20 to 69 mm wide."),
        (CHESS, ["pieces"], {"square": "40"}, "None of the pages that are asked for shows the board. Tick Board."),
        (ARMY, ["squads"], {"points": "many"}, "not “many”"),
        (ARMY, ["squads"], {"points": "100"}, "Points are what squads may cost. Write your squads."),
        (ARMY, ["cards"], {"squad": "regular*5"}, "shows the squads. Tick Squads."),
        (ARMY, ["squads"], {"squad": "sargent\nsergeant*2, regular*4"}, "Did you mean sergeant?"),
        (ARMY, ["squads"], {"squad": "a\n" * 9000}, "At most 99 squads"),
        (ARMY, ["cards"], {"squad": "regular*5", "tutorial": "on"}, "Untick “the tutorial alone”."),
    ],
)
def test_a_refused_form_keeps_what_was_typed_and_nothing_else(
    slug: str, pages: list[str], fields: dict[str, str], said: str
) -> None:
    """422 at its field, in the words of the form; no ticket is given, so nothing is held for it."""
    opened, _ = open_shop()
    with client_of(opened) as client:
        answer = _send(client, slug, pages, **fields)
        assert (answer.status_code, said in unescape(answer.text)) == (422, True)
        assert all(value.splitlines()[0] in answer.text for value in fields.values())
        for _ in range(3):
            _send(client, slug, pages, "/preview", **fields)
        assert len(opened.kits) == 0


def test_a_visitor_pushes_out_only_their_own_kits(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most so many of each, and so many bytes; another's stay."""
    monkeypatch.setattr(kit_page, "make_pdf", lambda _: kit_page.MadeKit(b"%PDF" + bytes(96)))
    monkeypatch.setattr(shop, "MOST_KITS", 3)
    opened, _ = open_shop()
    with client_of(opened, Role.GUEST) as one, client_of(opened, Role.GUEST) as other:
        theirs = _send(other, CHESS, ["board"]).headers["location"].removesuffix("#print")
        mine = [_send(one, CHESS, ["board"]).headers["location"].removesuffix("#print") for _ in range(5)]
        assert [one.get(f"{address}/kit.pdf").status_code for address in mine] == [404, 404, 200, 200, 200]
        assert other.get(f"{theirs}/kit.pdf").status_code == 200
        monkeypatch.setattr(shop, "MOST_KIT_BYTES", 250)
        mine.append(_send(one, CHESS, ["board"]).headers["location"].removesuffix("#print"))
        assert [one.get(f"{address}/kit.pdf").status_code for address in mine[-3:]] == [404, 200, 200]


def test_without_a_renderer_the_pages_are_printed_from_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """The finished page says so, and opens them."""
    monkeypatch.setattr(kit_page, "make_pdf", lambda _: kit_page.MadeKit())
    with client_of(open_shop()[0]) as client:
        address = _send(client, CHESS, ["board"], paper="a4").headers["location"].removesuffix("#print")
        assert "cannot make PDFs" in client.get(address).text
        assert client.get(f"{address}/kit.html").text == document(CHESS, pages=("board",)).html
        assert client.get(f"{address}/kit.pdf").status_code == 404


def test_guests_may_use_it_and_strangers_not() -> None:
    """Nobody without a link prints kits; what is printed is its visitor's; there is no page for what has no kit."""
    opened, _ = open_shop()
    with client_of(opened, Role.GUEST) as guest, client_of(opened, Role.GUEST) as other:
        address = _send(guest, CHESS, ["board"]).headers["location"].removesuffix("#print")
        assert [one.get(address).status_code for one in (guest, other)] == [200, 404]
        ticket = address.rpartition("/")[2]
        for wrong in ("/kit/chess", f"/kit/{ARMY}/nix", f"/kit/{ARMY}/{ticket}"):
            assert guest.get(wrong).status_code == 404
    with client_of(opened, Role.NOBODY) as stranger:
        assert [stranger.get(f"/kit/{ARMY}{more}").status_code for more in ("", "/preview")] == [403, 403]


def test_a_designers_kit_is_followed_while_it_is_written(tmp_path: Path) -> None:
    """What does not fit is told in the frame and on the form; once ticked off, the rest is printed."""
    rules = tmp_path / "beach.md"
    rules.write_text(
        "---\ngame: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\nkit:\n"
        "  - board: {columns: 4, rows: 1, square: 300}\n  - wedge: {radius: 3 in, title: Wave}\n---\n"
        "\n# Reeds\n\n## Play\n\nCut.\n"
    )
    with client_of(open_shop(replace(LOCAL_DESK, rules=tmp_path))[0]) as client:
        assert "Squares of 300 mm do not fit" in client.get("/kit/reeds/preview").text
        assert _send(client, "reeds", ["board", "wedge"]).status_code == 422
        assert _send(client, "reeds", ["wedge"]).status_code == 303
