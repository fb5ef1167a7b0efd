"""A table on the web page: its form, the dealt sheets, each player's own page, reprinting, and
looking up codes.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from support.html import Page, text_of
from support.web import (
    LOCAL_SETTINGS,
    NAMES,
    SHARED,
    SHARED_SETTINGS,
    client_of,
    codes_of,
    deal,
    find_options,
    flatten,
    open_state,
    seed_of,
)
from wordfleet_print.fleet.word_lists import TIERS, list_themes
from wordfleet_print.games import packaged
from wordfleet_print.services.reprint import SAME_SHEETS
from wordfleet_print.services.trackers import deal_trackers
from wordfleet_print.settings.config_file import Defaults
from wordfleet_print.settings.core import Settings
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.table import ReprintSettings, TrackerSettings
from wordfleet_print.web.auth import Role
from wordfleet_print.web.routes.table import Table


@pytest.fixture
def client() -> Iterator[TestClient]:
    """The owner's browser on the same machine."""
    with client_of(open_state()[0]) as client:
        yield client


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tier": "family", "theme": ["animals", "space"], "eco": "on", "paper": "letter"},
        {
            "placed": "on",
            "title": "Class 5B",
            "players-2-large_print": "on",
            "players-1-tier": "expert",
        },
        {"blank": "on", "half_sheets": "on"},
        {"edition": "word-fleet-strike", "with_rules": "on"},
    ],
)
@pytest.mark.slow
def test_sheets_are_those_of_the_same_settings(fields: dict[str, Any], client: TestClient) -> None:
    """A table's PDF equals the one that the same options and seed give everywhere."""
    table = deal(client, **fields)
    players: list[dict[str, Any]] = [{"name": "Ann"}, {"name": "Ben"}]
    values: dict[str, Any] = {"paper": "a4", "players": players, "seed": seed_of(client, table)}
    for name, value in fields.items():
        where, _, inner = name.rpartition("-")
        place = players[int(where[-1]) - 1] if where else values
        place[inner or name] = True if value == "on" else value
    trackers = deal_trackers(TrackerSettings.read(values), packaged())
    assert client.get(f"{table}/sheets.pdf").content == trackers.print_pdf()
    assert client.get(f"{table}/2.pdf").content == trackers.print_pdf([2])
    assert client.get(f"{table}/3.pdf").status_code == 404


def test_every_option_is_offered(client: TestClient) -> None:
    """Editions, tiers, themes and papers are offered; players are added in pairs, and nothing typed
    is lost.
    """
    offered = Page(client.get("/table").text).list_attributes("value")
    for value in (*packaged().edition_slugs, *TIERS, *list_themes(), "a4", "letter"):
        assert value in offered
    form = {"players-1-name": "Zoë", "paper": "letter", "do": "more", "eco": "on"}
    more = Page(client.post("/table", data=form).text).read_form("/table")
    kept = ("players-1-name", "paper", "eco")
    assert [more[name] for name in kept] == [["Zoë"], ["letter"], ["on"]]
    assert "players-4-name" in more


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"half_sheets": "on", "with_rules": "on"}, ["half_sheets"]),
        ({"tier": "famly"}, ["tier"]),
        ({"edition": "<b>", "theme": "x"}, ["edition", "theme"]),
        ({"players-1-name": "A\x07B"}, ["players-1-name"]),
        ({"players-2-tier": "x"}, ["players-2-tier"]),
        ({"words": "because\nsomewhere"}, ["words"]),
        ({"title": "x" * 101}, ["title"]),
    ],
)
def test_problems_are_shown_at_their_fields(
    fields: dict[str, Any], problems: list[str], client: TestClient
) -> None:
    """All problems are shown above and at their marked fields, with what was typed; no option is
    named.
    """
    answer = client.post("/table", data={"players-1-name": "Ann", "paper": "a4", **fields})
    page = Page(answer.text)
    assert answer.status_code == 422
    assert sorted(name for name, text in page.problems.items() if text) == sorted(problems)
    for name in problems:
        assert f"#{name}" in page.links
        marked = page.list_attributes("aria-describedby", "id")
        assert {f"{name}-problem", name} & {*marked}
    assert find_options(answer.text) == []
    form = page.read_form("/table")
    for name in fields.keys() & {"words", "title"}:
        assert form[name] == [fields[name]]


def test_a_problem_has_the_words_of_the_command_line(client: TestClient) -> None:
    """The sentence at a field is that of the settings, whatever it says."""
    sent = {"tier": "famly", "half_sheets": "on", "with_rules": "on"}
    given = {"tier": "famly", "half_sheets": True, "with_rules": True}
    _, problems = TrackerSettings.examine(given)
    page = Page(client.post("/table", data={"players-1-name": "Ann", "paper": "a4", **sent}).text)
    assert page.problems == {one.field: one.message for one in problems}


def test_a_fix_button_solves_a_problem(client: TestClient) -> None:
    """The form is shown with that one change, and nothing else is lost."""
    fields = {
        "players-1-name": "Ann",
        "paper": "a4",
        "half_sheets": "on",
        "with_rules": "on",
        "tier": "famly",
    }
    fixes = Page(client.post("/table", data=fields).text).fixes
    labels = {name: TrackerSettings.fields()[name].label for name in ("half_sheets", "with_rules")}
    assert fixes == {name: f"Untick “{label}”" for name, label in labels.items()}
    better = Page(client.post("/table", data={**fields, "fix": "with_rules"}).text)
    assert better.problems.keys() == {"tier"}
    form = better.read_form("/table")
    assert (form["half_sheets"], "with_rules" in form) == (["on"], False)
    blank = {"players-1-tier": "expert", "paper": "a4", "blank": "on", "fix": "players.tier"}
    assert client.post("/table", data=blank).status_code == 200


def test_many_names_are_pasted_at_once(client: TestClient) -> None:
    """Twenty-three names make twenty-four sheets, one of them spare; the page says so."""
    names = "\n".join(f"Player {number}" for number in range(1, 24))
    page = client.post("/table", data={"paper": "a4", "names": names, "do": "look"}).text
    assert "Player 23" in Page(page).list_attributes("value")
    table = client.get(
        deal(client, **{"players-1-name": "", "players-2-name": "", "names": names})
    ).text
    assert "Print 24 sheets" in table
    assert "There is one spare sheet" in table


def test_too_many_names_go_to_an_event(client: TestClient) -> None:
    """The form keeps the names in their box and offers Event; a button carries all of them over."""
    names = "\n".join(f"Player {number}" for number in range(1, 28))
    sent = {"paper": "a4", "players-1-name": "Player 0", "names": names}
    answer = client.post("/table", data={**sent, "do": "look"})
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.problems.keys() == {"names"}
    assert page.find_all("button", formaction="/event")
    assert "players-3-name" not in page.list_attributes("id")
    event = client.post("/event", data={**sent, "from": "table"}).headers["location"]
    assert "28 players" in client.get(f"{event}/list").text


def test_own_words_are_filled_up(client: TestClient) -> None:
    """A short list prints; the page says how many words are the user's and which were left out."""
    page = client.get(deal(client, words="cat\ndog\nhorse\nice-cream")).text
    assert re.search(r"[1-3] of 5 ", page)
    assert "ice-cream" in page


def test_usual_choices_are_kept_in_a_cookie(client: TestClient) -> None:
    """Paper, ink, tier and themes are kept, also for a pair from the first page; names and words
    are not.
    """
    deal(client, paper="letter", tier="family", theme="animals", eco="on")
    assert "Ann" not in client.cookies["wordfleet-usual"]
    assert "As last time: family words of animals, US Letter, less ink." in client.get("/").text
    answer = client.post(
        "/table", data={"players-1-name": "Cem", "players-2-name": "", "do": "print"}
    )
    table = answer.headers["location"].partition("#")[0]
    changed = Page(client.get(f"{table}/change").text).read_form("/table")
    kept = ("players-1-name", "paper", "theme", "eco")
    assert [changed[name] for name in kept] == [["Cem"], ["letter"], ["animals"], ["on"]]


DEFAULTS: dict[str, Any] = {"paper": "letter", "eco": True, "back_offset": [1.5, -0.5]}


def test_forms_begin_with_the_defaults_of_a_file() -> None:
    """What wordfleet.toml sets is chosen on the page, which says so; what this browser printed last
    time wins. Its back offset stays, for it is the printer's.
    """
    models: tuple[type[Settings], ...] = (TrackerSettings, KitSettings, ReprintSettings)
    files = dict.fromkeys(DEFAULTS, Path("/home/ann/wordfleet.toml"))
    defaults = {model: Defaults(model, DEFAULTS, files) for model in models}
    state, _ = open_state(replace(LOCAL_SETTINGS, defaults=defaults))
    note = "wordfleet.toml sets: paper letter; eco; back offset 1.5, -0.5."
    with client_of(state) as client:
        for address in ("/", "/table", "/kit/word-fleet", "/reprint"):
            page = client.get(address).text
            assert note in page, address
            assert "/home/ann" not in page
        form = Page(client.get("/table").text).read_form("/table")
        assert (form["paper"], form["eco"]) == (["letter"], ["on"])
        assert Page(client.get("/kit/word-fleet").text).read_form("/kit/word-fleet")["eco"]
        assert form["back_offset"] == ["1.5, -0.5"]
        deal(client, paper="a4", back_offset=form["back_offset"])
        page = client.get("/table").text
        assert "wordfleet.toml sets: back offset 1.5, -0.5." in page
        again = Page(page).read_form("/table")
        assert again["paper"] == ["a4"]
        assert "eco" not in again
        for address in ("/table", "/kit/word-fleet", "/reprint"):
            shown = Page(client.get(address).text).read_form(address)
            assert shown["back_offset"] == ["1.5, -0.5"], address
        (table,) = state.tickets.list(Table)
        assert table.settings.back_offset == tuple(DEFAULTS["back_offset"])


def test_a_browser_keeps_where_its_printer_prints_backs(client: TestClient) -> None:
    """What was typed for sheets is on all forms of sheets, and what was typed for a kit is on all
    forms of kits: their pages are upright and landscape. Each check page names its own where only
    they are printed. What is no offset is said at its field.
    """
    deal(client, back_offset="-2, 0.25")
    asked = {"paper": "a4", "page": ["tape"], "back_offset": "1, 0.5"}
    assert client.post("/kit/army-men", data=asked).status_code == 303
    deal(client, back_offset="-2, 0.5")
    typed = {"/table": "-2, 0.5", "/reprint": "-2, 0.5", "/kit/word-fleet": "1, 0.5"}
    for address, offset in typed.items():
        form = Page(client.get(address).text).read_form(address)
        assert form["back_offset"] == [offset], address
    page_names = Page(client.get("/kit/word-fleet").text).list_values("shown")
    asked |= {"page": ["check"], "shown": page_names}
    preview = client.post("/kit/word-fleet/preview", data=asked).text
    for offset in ("1 and 0.5", "-2 and 0.5"):
        assert f"Add them to {offset}," in preview
    answer = client.post("/table", data={"paper": "a4", "back_offset": "far"})
    assert answer.status_code == 422
    assert "two numbers of mm" in Page(answer.text).problems["back_offset"]


@pytest.mark.parametrize(
    ("agent", "at", "first"),
    [("", "127.0.0.1", "print"), ("", "192.0.2.9", "one"), ("Mobi", "127.0.0.1", "one")],
)
def test_one_player_at_a_time_comes_first_where_others_look_on(
    agent: str, at: str, first: str
) -> None:
    """One at a time is offered first on a phone and on another machine, where others see the print
    window.
    """
    with client_of(open_state()[0], at=at) as client:
        headers = {"User-Agent": agent}
        page = Page(client.get("/", headers=headers).text)
        assert page.list_values("do")[0] == first
        sheets = Page(client.get(deal(client), headers=headers).text)
        button = sheets.find_all("a", class_="amber")[0]
        assert button.get("href", "").endswith("/one/1") == (first == "one")


def test_one_player_after_the_other(client: TestClient) -> None:
    """Each page has one sheet and leads to the next; the last says that all sheets are printed."""
    table = deal(client)
    first, last = (Page(client.get(f"{table}/one/{number}").text) for number in (1, 2))
    assert f"{table}/1.pdf" in first.links
    assert f"{table}/one/2" in first.links
    assert f"{table}/done" in last.links
    assert "All sheets are printed" in client.get(f"{table}/done").text


def test_a_sheet_is_saved_without_opening_it(client: TestClient) -> None:
    """It is saved in a ZIP, because Firefox and Safari open a saved PDF; file names are the
    players' names.
    """
    table = deal(client)
    with zipfile.ZipFile(io.BytesIO(client.get(f"{table}/2.pdf?save").content)) as archive:
        assert archive.namelist() == ["ben.pdf"]
        assert archive.read("ben.pdf") == client.get(f"{table}/2.pdf").content
    assert (
        client.get(f"{table}/sheets.pdf?save").headers["content-disposition"]
        == 'attachment; filename="ann-and-ben.pdf"'
    )


def find_link(page: str) -> str:
    """Return the path of the link to a single sheet that a page shows."""
    (word,) = [word for word in Page(page).text.split() if word.startswith(f"{SHARED}/mine/")]
    return word.removeprefix(SHARED)


def test_each_phone_gets_one_sheet() -> None:
    """A player’s link opens that sheet and no other page; opening it is counted."""
    state, _ = open_state(SHARED_SETTINGS)
    with client_of(state) as owner, client_of(state, Role.NOBODY) as phone:
        table = deal(owner, **{"players-1-name": "", "players-2-name": ""})
        nameless = flatten(owner.get(f"{table}/one/1").text)
        assert "Next: player 2" in nameless
        assert "Player 1’s sheet" in phone.get(find_link(nameless)).text
        table = deal(owner)
        page = owner.get(f"{table}/one/2").text
        link = find_link(page)
        assert "Ben" in phone.get(link).text
        assert phone.get(f"{link}/preview.png").headers["content-type"] == "image/png"
        assert phone.get(f"{link}/sheet.pdf").content == owner.get(f"{table}/2.pdf").content
        assert "If that was not you" in phone.get(link).text
        assert "It was opened" in owner.get(f"{table}/one/2").text
        assert [phone.get(place).status_code for place in (table, f"{table}/2.pdf", "/mine/x")] == [
            403,
            403,
            404,
        ]
    with client_of(open_state()[0]) as local:
        assert "/mine/" not in local.get(f"{deal(local)}/one/1").text


def test_deal_again_and_change(client: TestClient) -> None:
    """The same form deals other sheets, or is shown as it was filled in."""
    table = deal(client, title="Class 5B")
    again = client.post(f"{table}/again", data={"go": "1"}).headers["location"]
    assert codes_of(client, again) != codes_of(client, table)
    form = Page(client.get(f"{again}/change").text).read_form("/table")
    assert form["title"] == ["Class 5B"]


@pytest.mark.slow
def test_the_rules_come_with_the_sheets(client: TestClient) -> None:
    """The page links to the edition's quick reference and rulebook on the table's paper."""
    answer = client.get(
        deal(client, edition="word-fleet-strike", paper="letter") + "/quick-reference.pdf"
    )
    assert answer.content.startswith(b"%PDF")
    assert (
        'filename="word-fleet-strike-quick-reference-letter.pdf"'
        in answer.headers["content-disposition"]
    )


def test_a_sheet_is_reprinted_by_its_code(client: TestClient) -> None:
    """Codes typed loosely, in one field or in rows, give the same sheets, with names; the page says
    what a code keeps and what is chosen again.
    """
    table = deal(client)
    first, second = codes_of(client, table)
    loose = f" {first.lower().replace('-', ' ')} , {second.replace('0', 'O')}"
    answer = client.post("/reprint", data={"sheets-1-code": loose, "paper": "a4", "do": "print"})
    assert codes_of(client, answer.headers["location"].partition("#")[0]) == [first, second]
    rows = {
        "sheets-1-code": first,
        "sheets-1-name": "Ann",
        "sheets-2-code": second,
        "sheets-2-name": "Ben",
        "paper": "a4",
    }
    named = client.post("/reprint", data=rows).headers["location"].partition("#")[0]
    assert client.get(f"{named}/sheets.pdf").content == client.get(f"{table}/sheets.pdf").content
    shown = flatten(client.get(named).text)
    assert "Deal again" not in shown
    assert SAME_SHEETS in shown
    assert "Its sheet code brings it back" in flatten(client.get("/reprint").text)
    assert "An event prints sheets again by name or table" in flatten(client.get("/reprint").text)
    more = client.post("/reprint", data={**rows, "sheets-2-code": "", "do": "more"}).text
    assert "sheets-2-code" in Page(more).read_form("/reprint")


@pytest.mark.parametrize(
    "sent",
    [
        {"sheets-1-code": ""},
        {"sheets-1-code": "nonsense"},
        {"sheets-1-code": "x," * 30},
        {"sheets-1-code": "", "sheets-1-name": "Ann"},
    ],
)
def test_a_bad_code_is_refused(sent: dict[str, str], client: TestClient) -> None:
    """The problem is shown at its field, with what was typed."""
    answer = client.post("/reprint", data={"paper": "a4", **sent})
    page = Page(answer.text)
    assert answer.status_code == 422
    assert "sheets-1" in page.problems
    form = page.read_form("/reprint")
    # Several codes in one field are put into rows
    typed = {name: text.partition(",")[0] for name, text in sent.items()}
    assert {name: form[name][0] for name in sent} == typed


def test_a_looked_up_sheet_is_covered(client: TestClient) -> None:
    """Its words are not in the page until the button is pressed, and are covered again after a
    minute.
    """
    code = codes_of(client, deal(client))[0]
    covered = client.post("/look-up", data={"code": code.lower()})
    shown = client.post("/look-up", data={"code": code, "do": "open"})
    words = [Page(page.text).find_all("span", class_="word") for page in (covered, shown)]
    assert [len(spans) for spans in words] == [0, 5]
    squares = re.compile(r"\b[A-J]\d+ [A-J]\d+\b")
    assert [bool(squares.search(page.text)) for page in (covered, shown)] == [False, True]
    assert shown.headers["refresh"] == "62; url=/look-up"
    assert code not in client.get("/look-up").text
    for code in ("x", ""):
        assert client.post("/look-up", data={"code": code}).status_code == 422


def test_nothing_secret_is_shown_unasked(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Only the page of codes holds a seed or a code; no address, title or log holds those, a name
    or a ticket.
    """
    table = deal(client, **{"players-1-name": NAMES[0]})
    codes, seed = codes_of(client, table), seed_of(client, table)
    for place in ("", "/one/1", "/done", "/change"):
        content = client.get(f"{table}{place}").text
        assert not [secret for secret in (*codes, seed) if secret in content]
        page = Page(content)
        (title,) = page.find_all("title")
        assert NAMES[0] not in text_of(title)
        assert not [address for address in page.addresses if "Zo" in address]
    client.get(f"{table}/nothing")
    assert not caplog.records


def test_what_was_made_is_kept_for_an_hour() -> None:
    """Then the ticket and the links of single sheets are gone, and the page says so."""
    state, clock = open_state(SHARED_SETTINGS)
    with client_of(state) as client:
        table = deal(client)
        link = find_link(client.get(f"{table}/one/1").text)
        clock.now += 3599
        assert client.get(table).status_code == 200
        clock.now += 2
        assert (client.get(table).status_code, client.get(link).status_code) == (404, 404)
        assert "Sheets and kits are kept for an hour" in client.get(table).text


def find_preview(page: str) -> str:
    """Return the address of the picture of a look on a page."""
    addresses = Page(page).addresses
    return next(one for one in addresses if one.startswith("/preview/"))


def test_a_preview_is_static_and_cached_forever(client: TestClient) -> None:
    """The picture of a look is one file for all names, and unknown looks do not exist."""
    pages = [
        client.post("/table", data={"players-1-name": name, "paper": "a4", "do": "look"}).text
        for name in NAMES[:2]
    ]
    first, second = (find_preview(page) for page in pages)
    answer = client.get(first)
    assert first == second
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content.startswith(b"\x89PNG")
    assert "two-pages" in client.get("/preview/word-fleet/a4-large_print.html").text
    for bad in ("/preview/word-fleet/a3.png", "/preview/none/a4.png", "/preview/none/a4.html"):
        assert client.get(bad).status_code == 404


def test_the_first_page_is_light(client: TestClient) -> None:
    """With styles and scripts it sends at most 40 kB, and its picture 100 kB."""
    page = client.get("/")
    assets = [
        one
        for one in Page(page.text).addresses
        if one.startswith("/assets/") and not one.endswith("woff2")
    ]
    sizes = [
        int(client.get(one, headers={"Accept-Encoding": "gzip"}).headers["content-length"])
        for one in assets
    ]
    assert sum(sizes) + len(page.content) < 40_000
    assert len(client.get(find_preview(page.text)).content) < 100_000


def test_own_words_are_checked_while_they_are_typed(client: TestClient) -> None:
    """The page says how many words ships get, which are left out and why, and keeps nothing."""
    form = {"words": "biscuit\nrover\nice-cream\nBEN\nmolly", "edition": "word-fleet"}
    answer = client.post("/table/words", data=form)
    assert answer.status_code == 200
    lines = [text_of(line) for line in Page(answer.text).find_all("span", class_="checked-line")]
    assert lines[:2] == [
        "3 words for ships: 1 of 3 letters, 2 of 5 letters.",
        "No words of 2 or 4 letters: other ships get theirs from the tier.",
    ]
    assert ": BISCUIT." in lines[2]
    assert "ice-cream" in lines[3]
    refused = client.post("/table/words", data={**form, "words": "<b>"})
    assert Page(refused.text).find_all("span", class_="message")
    assert "<b>" not in refused.text
    assert client.post("/table/words", data={**form, "words": ""}).text.strip() == ""


def test_a_sheet_is_a_text_of_its_own(client: TestClient) -> None:
    """Each player's text has only their own secrets; a player's link has it, too, and counts it."""
    table = deal(client)
    texts = [client.get(f"{table}/{number}.txt") for number in (1, 2)]
    names = [answer.headers["content-disposition"] for answer in texts]
    assert names == ['attachment; filename="ann.txt"', 'attachment; filename="ben.txt"']
    first, second = codes_of(client, table)
    assert [first in one.text for one in texts] == [True, False]
    assert [second in one.text for one in texts] == [False, True]
    assert client.get(f"{table}/3.txt").status_code == 404
    page = Page(client.get(table).text)
    saved = [
        link for link in page.find_all("a", download="") if link.attrib["href"].endswith(".txt")
    ]
    assert len(saved) == 2


def test_editions_are_listed_as_on_the_site(client: TestClient) -> None:
    """The latest is first and says so, on the page of a table and of a kit."""
    listed = Page(client.get("/table").text).list_values("edition")
    assert listed[0] == "word-fleet"
    assert listed.index("word-fleet-strike") < listed.index("word-fleet-admirals")
    assert "Captains, the latest" in client.get("/table").text
    assert "Captains, the latest" in client.get("/kit/word-fleet-strike").text
