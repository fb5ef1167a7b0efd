"""Kits on the web page: pages as they are chosen, what was printed, and a designer's own rules."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from support.html import Page, text_of
from support.sheets import SMALL, write_edition
from support.web import (
    GOOD_LIST,
    LOCAL_SETTINGS,
    EventClient,
    client_of,
    codes_of,
    deal,
    open_state,
    worker_behind,
)
from wordfleet_print.errors import BusyError, MissingDependencyError
from wordfleet_print.games import RulesSource, packaged
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.services.editions import read_library
from wordfleet_print.services.kits import draw_kit, print_kit
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.web.auth import Role
from wordfleet_print.web.render_worker import RenderLimitError

FIELDS = {
    "paper": "letter",
    "shown": ["cards", "tape"],
    "page": ["cards"],
    "eco": "on",
    "draft": "on",
}


@pytest.fixture
def client() -> Iterator[TestClient]:
    """The owner's browser on the same machine."""
    with client_of(open_state()[0]) as client:
        yield client


def ask_for(*pages: str) -> tuple[RulesSource, KitSettings]:
    """Return the game and the settings of `FIELDS`."""
    return packaged().rules("army-men"), KitSettings(
        paper="letter", eco=True, page=pages, draft=True
    )


def test_the_frame_shows_the_kits_own_html(client: TestClient) -> None:
    """The frame shows the document that is printed, byte for byte, and runs nothing."""
    assert "Army Men" in client.get("/kit").text
    page = Page(client.get("/kit/army-men").text)
    assert "/kit/army-men/preview" in page.addresses
    answer = client.post("/kit/army-men/preview", data=FIELDS)
    pages = [item.name for item in packaged().rules("army-men").book.kit if item.name != "tape"]
    assert answer.text == draw_kit(*ask_for(*pages)).html
    assert "sandbox" in answer.headers["content-security-policy"]
    assert client.get("/kit/none").status_code == 404


@pytest.mark.slow
def test_it_prints_the_chosen_pages(client: TestClient) -> None:
    """The PDF equals the command line's; the form can be changed; without a renderer the HTML is
    printed.
    """
    at = (
        client.post("/kit/army-men", data={**FIELDS, "do": "print"})
        .headers["location"]
        .partition("#")[0]
    )
    pages = [item.name for item in packaged().rules("army-men").book.kit if item.name != "tape"]
    assert [client.get(f"{at}/kit.pdf").content] == [*print_kit(*ask_for(*pages)).files.values()]
    assert "attachment" in client.get(f"{at}/kit.pdf?save").headers["content-disposition"]
    assert "Measure the bar" in client.get(at).text
    assert "eco" in Page(client.get(f"{at}/change").text).read_form("/kit/army-men")

    def refuse(work: Callable[..., object], *arguments: object) -> object:
        if work is print_kit:
            raise MissingDependencyError("No Pango.")
        return work(*arguments)

    worker_behind(client).answer = refuse
    bare = client.post("/kit/army-men", data=FIELDS).headers["location"].partition("#")[0]
    assert f"{bare}/kit.html" in client.get(bare).text
    assert client.get(f"{bare}/kit.pdf").status_code == 404
    assert client.get(f"{bare}/kit.html").status_code == 200


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"points": "x"}, "points"),
        ({"squad": "\n".join(["x"] * 100)}, "squad"),
        ({"squad": "dragon*3"}, "squad"),
        ({"shown": [item.name for item in packaged().rules("army-men").book.kit]}, "page"),
    ],
)
def test_a_refused_form_keeps_what_was_typed(
    fields: dict[str, str], field: str, client: TestClient
) -> None:
    """The answer is 422 with the problem at its field and in the frame, and no ticket is issued."""
    answer = client.post("/kit/army-men", data={"paper": "a4", **fields})
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.problems.keys() == {field}
    frame = Page(client.post("/kit/army-men/preview", data={"paper": "a4", **fields}).text)
    lines = [text_of(line) for line in page.find_all("span", class_="message")]
    assert [text_of(line) for line in frame.find_all("p")] == lines


def test_squads_tick_the_draft(client: TestClient) -> None:
    """A form that comes back with squads has the draft ticked, which is what is printed; the pages
    of both kinds of rules are in the form.
    """
    shown = ["cards", "tape", "counters"]
    fields = {"paper": "a4", "squad": "sergeant*3", "shown": shown, "page": shown}
    page = Page(client.post("/kit/army-men", data=fields).text)
    assert "draft" in page.read_form("/kit/army-men")
    names = [item.name for item in packaged().rules("army-men").book.kit]
    assert page.read_form("/kit/army-men")["page"] == names


def test_a_kit_beyond_the_limits_is_refused(client: TestClient) -> None:
    """The limit is shown in the frame and on the form."""

    def exceed(*_: object) -> None:
        raise RenderLimitError("time")

    worker_behind(client).answer = exceed
    for path, status in (("/kit/army-men/preview", 200), ("/kit/army-men", 422)):
        answer = client.post(path, data={"paper": "a4"})
        assert (answer.status_code, "more time than a page may use" in answer.text) == (
            status,
            True,
        )


@pytest.mark.slow
def test_a_guests_kit_is_theirs() -> None:
    """Another guest does not see it; the owner does."""
    state, _ = open_state()
    with (
        client_of(state, Role.GUEST) as one,
        client_of(state, Role.GUEST) as other,
        client_of(state) as owner,
    ):
        at = (
            one.post("/kit/happy-flip-chess", data={"paper": "a4"})
            .headers["location"]
            .partition("#")[0]
        )
        assert [each.get(f"{at}/kit.pdf").status_code for each in (one, other, owner)] == [
            200,
            404,
            200,
        ]


RULES_ONLY = (
    "---\ngame: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n"
    "---\n\n# Rules\n\nCut.\n"
)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[EventClient]:
    """The page opened with a designer's folder of one edition."""
    rules = write_edition(tmp_path / "rules", SMALL)
    state, _ = open_state(replace(LOCAL_SETTINGS, output=tmp_path / "output", rules=rules))
    with client_of(state) as client:
        yield EventClient(client, state)


def save(own: EventClient, text: str) -> None:
    """Save the edition, at another time than before."""
    assert own.state.settings.rules
    (file,) = own.state.settings.rules.glob("*.md")
    file.write_text(text, encoding="utf-8")
    later = file.stat().st_mtime + 10
    os.utime(file, (later, later))


def read(own: EventClient) -> str:
    """Return the edition's text."""
    assert own.state.settings.rules
    (file,) = own.state.settings.rules.glob("*.md")
    return file.read_text(encoding="utf-8")


def test_own_editions_are_offered_everywhere(own: EventClient) -> None:
    """Tables, codes, look-ups and events use the folder's edition; bundled editions are not
    offered.
    """
    table = deal(own.client)
    slug = read_library(own.state.settings.rules).edition_slugs[0]
    offered = Page(own.client.get("/table").text).list_attributes("value")
    assert slug in offered
    assert "word-fleet-strike" not in offered
    code = codes_of(own.client, table)[0]
    assert own.client.post("/look-up", data={"code": code}).status_code == 200
    assert (
        own.client.post("/reprint", data={"sheets-1-code": code, "paper": "a4"}).status_code == 303
    )
    own.upload(GOOD_LIST)
    own.print(title="Cup")
    assert own.get("/reprint.pdf?number=1&round=1").status_code == 200


def test_a_printed_event_keeps_its_edition(own: EventClient) -> None:
    """Editing the rules changes no printed sheet."""
    own.upload(GOOD_LIST)
    own.print(title="Cup")
    before = own.get("/reprint.pdf?round=1").content
    assert before.startswith(b"%PDF")
    save(own, re.sub(r"(?m)^title: .*$", "title: Other seas", read(own)))
    own.client.get("/")
    assert own.get("/reprint.pdf?round=1").content == before


def test_a_book_follows_its_pictures(own: EventClient) -> None:
    """A rulebook is made once, and again when anything in the folder has changed, though its text
    is the same.
    """
    numbers = count(1)
    address = f"{deal(own.client)}/rules.pdf"
    worker_behind(own.client).answer = lambda *_: Printed(f"{next(numbers)}".encode(), 1)
    assert [own.client.get(address).text for _ in range(2)] == ["1", "1"]
    assert own.state.settings.rules
    (own.state.settings.rules / "map.svg").write_text("<svg/>", encoding="utf-8")
    assert own.client.get(address).text == "2"


def test_mistakes_in_rules_break_nothing(own: EventClient) -> None:
    """Every page shows file and line, and uses the last good version; guests do not see it."""
    good = read(own)
    save(own, good.replace("slug:", "slugg:", 1))
    for place in ("/", "/table", "/reprint", "/look-up", "/event"):
        page = own.client.get(place)
        assert page.status_code == 200
        assert "Your rules have mistakes" in own.client.get("/").text
    assert deal(own.client)
    with client_of(own.state, Role.GUEST) as guest:
        assert "Your rules have mistakes" not in guest.get("/").text
    assert own.client.get("/rules/index.html").status_code == 422
    save(own, good)
    own.client.get("/")
    assert "Your rules have mistakes" not in own.client.get("/").text
    assert own.client.get("/rules/index.html").status_code == 200


def test_without_own_editions_the_bundled_ones_are_printed(tmp_path: Path) -> None:
    """If a folder has no game with trackers, the bundled editions are used."""
    (tmp_path / "reeds.md").write_text(RULES_ONLY, encoding="utf-8")
    state, _ = open_state(replace(LOCAL_SETTINGS, rules=tmp_path))
    with client_of(state) as client:
        assert deal(client)
        assert "Reeds" in client.get("/rules/reeds.html").text
        assert "Reeds" in client.get("/").text


def list_navigation(page: str) -> list[str]:
    """Return where the navigation of a page leads."""
    (bar,) = Page(page).find_all("nav", **{"aria-label": "Pages"})
    return [link.get("href", "") for link in bar.iter("a")]


def test_the_rules_have_the_same_navigation(client: TestClient) -> None:
    """Every page of the site is there, with the navigation of the other pages and no script."""
    links = list_navigation(client.get("/table").text)
    for place in ("/rules/index.html", "/rules/word-fleet.html", "/rules/compare.html"):
        answer = client.get(place)
        assert list_navigation(answer.text) == links
        assert "Site" not in Page(answer.text).list_attributes("aria-label")
        assert "cookies" not in answer.text
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert client.get("/rules").headers["location"] == "/rules/index.html"
    assert "/kit/army-men" in Page(client.get("/rules/army-men.html").text).links
    for bad in ("/rules/none.html", "/rules/../app.py", "/rules/.hidden"):
        assert client.get(bad).status_code == 404


def test_a_busy_computer_says_so(client: TestClient) -> None:
    """No form is wrong then: the answer is 503 with the time to retry, for every page that waits
    for the render worker.
    """
    table = deal(client)

    def refuse(*_: object, **_options: object) -> None:
        raise BusyError("This computer is busy. Try again in a moment.")

    worker_behind(client).answer = refuse
    answers = [
        client.post("/kit/army-men", data=FIELDS),
        client.post("/kit/army-men/preview", data=FIELDS),
        client.post("/table", data={"players-1-name": "Ann", "paper": "a4", "with_rules": "on"}),
        client.get(f"{table}/rules.pdf"),
        client.get("/rules/index.html"),
    ]
    assert [answer.status_code for answer in answers] == [503] * 5
    assert all("busy" in answer.text for answer in answers)
