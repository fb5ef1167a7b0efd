"""What only the command line has is in a table of `docs/serve.md`; all other options are on the
page.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from support.html import Page
from support.web import (
    GOOD_LIST,
    LOCAL_SETTINGS,
    EventClient,
    client_of,
    codes_of,
    deal,
    open_state,
)
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import packaged
from wordfleet_print.settings.reference import list_commands
from wordfleet_print.web.auth import Role

ROW = re.compile(r"^\| (.+?) \| ((?:`--[a-z-]+` ?)+|all) \| (.+) \|$", re.MULTILINE)
# The pages of each command's options. An event has pages of its own.
PAGES = {
    "tracker": ["/table"],
    "kit": ["/kit/army-men", "/kit/happy-flip-chess", "/kit/word-fleet"],
    "rules": ["/book"],
    "look-up": ["/look-up"],
    "reprint": ["/reprint"],
}
EVENT_PAGES = ["/plan", "/list", "/pack", "/results"]
# Fields of forms that are called after what people see, and the options that they are.
OTHER_NAMES = {
    "names": "lists",
    "roster": "lists",
    "code": "codes",
    "name": "player",
    "listed": "round",
    "do=booklet": "booklet",
    "do=quick_reference": "quick_reference",
}


def read_fields(html: str) -> set[str]:
    """Return the fields of all forms of a page, and of links that ask for something: `players` of
    `players-2-name`, `do=print` of a button.
    """
    page = Page(html)
    fields = set()
    for element in page.root.iter():
        name = element.get("name", "")
        fields |= {*name.split("-"), f"{name}={element.get('value', '')}"}
    for link in page.links:
        fields |= {*parse_qs(urlsplit(link).query)}
        if link.startswith("/kit/"):
            fields.add("games")  # each game has a form of its own
    return {OTHER_NAMES.get(name, name) for name in fields}


def read_table() -> dict[str, set[str]]:
    """Return the options that are only on the command line, by command; “all” of some."""
    text = (Path(__file__).parents[2] / "docs/serve.md").read_text(encoding="utf-8")
    commands = list_commands()
    table: dict[str, set[str]] = {name: set() for name in commands}
    for names, options, reason in ROW.findall(text):
        typed = re.findall(r"--([a-z-]+)", options) or ["all"]
        for name in commands if names == "every command" else re.findall("`(.+?)`", names):
            table[name].update(typed)
        assert reason.endswith("."), reason
    return table


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The fields that the page has for each command."""
    output = tmp_path_factory.mktemp("output")
    state, _ = open_state(replace(LOCAL_SETTINGS, output=output))
    with client_of(state) as client:
        cup = EventClient(client, state)
        names = "\n".join(["name", *(f"Player {letter}" for letter in "ABCDEFGHIJKL")])
        cup.upload(("night.csv", names.encode()))
        cup.print(title="Cup", rounds="2")
        cup.post("/results", round="1", **{"outcome-1": "first"})
        found = {
            command: set().union(*(read_fields(client.get(path).text) for path in paths))
            for command, paths in PAGES.items()
        }
        event = set(read_fields(client.get("/event").text))
        for path in EVENT_PAGES:
            event |= read_fields(cup.get(path).text)
        # Somebody joins, and sheets of another round change
        cup.upload(("new.csv", f"{names}\nDi Dee\nEva Lind".encode()), f"{cup.at}/roster")
        event |= read_fields(cup.get("/plan").text)
        cup.print(redeal="2", void="yes")
        found["event print"] = found["event check"] = event
        found["reprint"] |= read_fields(cup.get("/pack").text)
    return found


def list_missing(shown: dict[str, set[str]]) -> Iterator[tuple[str, set[str]]]:
    """Yield each command and its options that no form of the page has."""
    for command, model in list_commands().items():
        fields = shown.get(command)
        if fields is None:
            yield command, {"all"}
        else:
            yield command, {one.typed for one in model.fields().values() if one.name not in fields}


def test_a_sheet_of_own_words_is_looked_up() -> None:
    """The list that a sheet was dealt from is sent with the code, and stays with each form."""
    words = "\n".join(load_tier("family").by_length[5][:60])
    with client_of(open_state()[0]) as client:
        (code, _) = codes_of(client, deal(client, words=words))
        unknown = client.post("/look-up", data={"code": code})
        assert unknown.status_code == 422
        found = client.post("/look-up", data={"code": code, "words": words})
        assert found.status_code == 200
        form = Page(found.text).root.findall(".//form")[-1]
        fields = {one.get("name", ""): one.get("value", "") for one in form.iter("input")}
        opened = client.post("/look-up", data={**fields, "do": "open"})
        assert "covered again in" in Page(opened.text).text


def test_a_code_says_whose_sheet_of_an_event_it_is(tmp_path: Path) -> None:
    """With the event chosen, the page names the player, the round, the table and the opponent."""
    state, _ = open_state(replace(LOCAL_SETTINGS, output=tmp_path / "output"))
    with client_of(state) as client:
        cup = EventClient(client, state)
        cup.upload(GOOD_LIST)
        cup.print(title="Cup")
        page = Page(client.get("/look-up").text)
        (ticket,) = filter(None, (one.get("value") for one in page.find_all("option")))
        manifest = cup.files()["manifest.csv"].decode("utf-8-sig").splitlines()
        sheet = next(csv.DictReader(manifest))
        form = {"code": sheet["sheet_code"], "event": ticket}
        found = Page(client.post("/look-up", data=form).text).text
        assert sheet["player"] in found
        assert f"against {sheet['opponent']}" in found


@pytest.mark.slow
def test_books_are_printed_of_every_language() -> None:
    """Each rulebook can be chosen, on each paper; a booklet of A5 is refused with a reason."""
    with client_of(open_state()[0], Role.GUEST) as client:
        page = Page(client.get("/book").text)
        assert {*page.list_values("games")} == {*packaged().slugs}
        chosen = Page(client.get("/book?games=word-fleet-fr").text).read_form("/book/print.pdf")
        assert chosen["games"] == ["word-fleet-fr"]
        query = {"games": "word-fleet-de", "paper": "a5", "eco": "on"}
        pdf = client.get("/book/print.pdf", params={**query, "do": "quick_reference"})
        assert pdf.content.startswith(b"%PDF")
        assert "word-fleet-de-quick-reference-a5.pdf" in pdf.headers["content-disposition"]
        refused = client.get("/book/print.pdf", params={**query, "do": "booklet"})
        assert "folded from A4" in Page(refused.text).problems["paper"]
        for wrong in ({"games": "chess"}, {**query, "do": "burn"}):
            assert client.get("/book/print.pdf", params=wrong).status_code == 404


def test_sheets_of_an_event_are_printed_again(tmp_path: Path) -> None:
    """The pack's page prints a player's sheet, a table's sheets and a spare one again."""
    state, _ = open_state(replace(LOCAL_SETTINGS, output=tmp_path / "output"))
    with client_of(state) as client:
        cup = EventClient(client, state)
        cup.upload(GOOD_LIST)
        cup.print(title="Cup", spare="2")
        forms = Page(cup.get("/pack").text).find_all("form", class_="sheet-again")
        names = [{field.get("name") for field in one.iter()} - {None} for one in forms]
        assert names == [{"number", "round"}, {"table", "round"}, {"spare"}]
        for query in ("number=2&round=1", "table=2&round=1", "spare=2"):
            assert cup.get(f"/reprint.pdf?{query}").content.startswith(b"%PDF"), query
        assert cup.get("/reprint.pdf?spare=9").status_code == 422


def test_editions_are_in_one_order_everywhere(tmp_path: Path) -> None:
    """Table, event, kits, rules and the site have one order: the latest edition first and named as
    such, translations last, in their own words.
    """
    expected = [f"word-fleet{end}" for end in ("", "-strike", "-admirals", "-de", "-es", "-fr")]
    state, _ = open_state(replace(LOCAL_SETTINGS, output=tmp_path / "output"))
    with client_of(state) as client:
        cup = EventClient(client, state)
        cup.upload(GOOD_LIST)
        pages = {path: Page(client.get(path).text) for path in ("/", "/table", "/kit", "/book")}
        pages["plan"] = Page(cup.get("/plan").text)
        pages["site"] = Page(client.get("/rules/index.html").text)
    forms = {path: pages[path].list_values("edition") for path in ("/table", "plan")}
    books = pages["/book"].list_values("games")
    forms["/book"] = [slug for slug in books if slug.startswith("word-fleet")]
    for path in ("/", "/kit", "site"):
        found = (re.search(r"(word-fleet[a-z-]*)(\.html)?$", link) for link in pages[path].links)
        links = list(dict.fromkeys(match[1] for match in found if match))
        # The link to how the usual edition is played comes first on the first page
        forms[path] = links
    assert forms == dict.fromkeys(forms, expected)
    for path in ("/", "/table", "/kit", "/book", "plan", "site"):
        assert re.search(r"Captains( edition)?, the latest", pages[path].text), path
    for path in ("/table", "/book", "plan"):
        assert "Wortflotte: Kapitäne, die neueste" in pages[path].text, path


def test_covers_of_the_page_have_the_colors_of_the_books() -> None:
    """Guests get the styles, too; they have a class for each book."""
    with client_of(open_state()[0], Role.GUEST) as client:
        styles = client.get("/covers.css").text
        home = Page(client.get("/").text)
    for slug in ("word-fleet-strike", "army-men"):
        assert f".cover-{slug} {{ --cover: #" in styles
        assert home.find_all("a", class_=f"cover-{slug}")


def test_the_docs_name_what_only_the_command_line_has(shown: dict[str, set[str]]) -> None:
    """Every option is on the page or in the table with a reason; no option is in both."""
    table = read_table()
    for command, missing in list_missing(shown):
        options = {one.typed for one in list_commands()[command].fields().values()}
        named = table[command] & (options | {"all"})
        if missing == {"all"}:
            named &= missing
        assert (command, sorted(named)) == (command, sorted(missing))
