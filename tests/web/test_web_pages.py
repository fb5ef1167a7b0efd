"""The print shop's pages, without a browser: what they deal, print, tell and keep to themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient

from support.command import Run, done, page_count
from support.shop import (
    HERE,
    HOUSE_DESK,
    LOCAL_DESK,
    client_of,
    codes_of,
    dealt,
    open_shop,
    seed_of,
    table_behind,
)
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.own_words import screen
from wordfleet_print.fleet.word_lists import load_tier, theme_slugs
from wordfleet_print.games import edition_slugs, packaged
from wordfleet_print.services import word_file
from wordfleet_print.web.by_code import AgainForm, AgainRow
from wordfleet_print.web.live import events
from wordfleet_print.web.orders import deal_codes, deal_table
from wordfleet_print.web.table_form import SeatFields, TableForm

GEORGIAN = "ნინო"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody at the door of a shop on their own machine."""
    with client_of(open_shop()[0]) as client:
        yield client


LIKE: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    (
        {"theme": ["naval", "food"], "tier": "family", "kind": ["placed", "eco"], "paper": "letter"},
        ["--theme", "naval", "--theme", "food", "--tier", "family", "--placed", "--eco", "--paper", "letter"],
    ),
    ({"edition": "word-fleet-admirals", "large-1": "on", "large-2": "on"}, ["-e", "admirals", "--large-print"]),
    ({"large-2": "on", "left-1": "on"}, ["--large-print-for", "Ben", "--left-handed-for", "Ann"]),
    (
        {"tier-2": "family", "kind": "halves", "title": " Class  5B"},
        ["--tier-for", "Ben=family", "--half-sheets", "--title", "Class 5B"],
    ),
    ({"kind": "blank", "captain-3": "", "captain-4": ""}, ["--blank", "--count", "4"]),
]


@pytest.mark.parametrize(("fields", "options"), LIKE)
def test_a_page_prints_the_command_lines_file(
    fields: dict[str, Any], options: list[str], client: TestClient, call: Run
) -> None:
    """A table's PDF is the command line's for the same seed and choices, byte for byte, and is called as it is."""
    table = dealt(client, **fields)
    file = client.get(f"{table}/sheets.pdf")
    saved = client.get(f"{table}/save")
    paper = options if "--paper" in options else [*options, "--paper", "a4"]
    seed = seed_of(client, table)
    done(call("tracker", "--captain", "Ann", "--captain", "Ben", *paper, "--seed", seed, "--output", "here/"))
    (written,) = Path("here").iterdir()
    assert file.headers["content-disposition"] == f'inline; filename="{written.name}"'
    assert saved.headers["content-disposition"] == f'attachment; filename="{written.name}"'
    assert file.content == saved.content == written.read_bytes()


def test_looks_belong_to_a_captain(client: TestClient) -> None:
    """One captain's large print is two pages, the other's sheet is as it always is; each is printed alone, too."""
    plain = dealt(client)
    table = dealt(client, **{"large-2": "on", "left-1": "on"})
    assert page_count(client.get(f"{table}/sheets.pdf").content) == 3
    assert [page_count(client.get(f"{table}/{number}.pdf").content) for number in (1, 2)] == [1, 2]
    assert client.get(f"{table}/3.pdf").status_code == 404
    assert [client.get(table).text.count(f", {look}<") for look in ("large print", "left-handed")] == [1, 1]
    assert page_count(client.get(f"{plain}/sheets.pdf").content) == 2


FAULTS: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"captain-2": "Be\ufffdn"}, {"captain-2": "could not be read"}),
    (
        {"edition": "word-flet", "paper": "a5", "tier": "hard"},
        {"edition": "Did you mean", "paper": "a5", "tier": "hard"},
    ),
    ({"theme": ["naval", "pirates"]}, {"theme": "pirates"}),
    ({"kind": ["blank", "placed"]}, {"kind": "no words to place"}),
    ({"kind": ["halves", "rules"]}, {"kind": "no rules behind"}),
    ({"kind": "blank", "tier-1": "family", "title": "肖像"}, {"tier": "have no tiers", "title": "肖"}),
    ({"kind": "blank", "own": "STORM"}, {"own": "leave the words to the captains"}),
    (
        {"own": "STORM\r\nwave\r\nX-RAY\r\nto"},
        {"own": "Has 1 word of 5 letters, needs 2"},
    ),
    ({f"captain-{n}": "" for n in range(3, 31)}, {"captain-1": "30 captains are more than the 24"}),
]


@pytest.mark.parametrize(("fields", "told"), FAULTS)
def test_faults_stand_at_their_fields(fields: dict[str, Any], told: dict[str, str], client: TestClient) -> None:
    """What cannot be printed is told above and at its field, which is marked; what was typed stays."""
    sent = {"captain-1": "Zoé & <b>", "captain-2": "Ben", **fields}
    answer = client.post("/tracker", data=sent)
    assert answer.status_code == 422
    assert 'value="Zoé &amp; &lt;b&gt;"' in answer.text
    for field, what in told.items():
        assert re.search(f'id="{field}-fault">.*?({what})', answer.text, re.DOTALL), field
        assert f'<a href="#{field}">' in answer.text
    marked = set(re.findall(r'aria-describedby="([a-z0-9-]+)-fault"', answer.text))
    assert marked == {field for field in told if field.startswith("captain-") or field in ("own", "title")}
    if "own" in fields:
        assert fields["own"].replace("\r\n", "\n") in answer.text.replace("\r\n", "\n")


def test_the_form_offers_all_there_is(client: TestClient) -> None:
    """Every edition, theme and tier can be chosen; more captains come two at a time, and nothing typed is lost."""
    page = client.get("/tracker").text
    offered = {name: set(re.findall(f'name="{name}" value="([^"]+)"', page)) for name in ("edition", "theme", "tier")}
    assert offered["edition"] == set(edition_slugs())
    assert offered["theme"] == set(theme_slugs())
    more = client.post("/tracker", data={"captain-1": "Ann", "theme": "naval", "do": "more"})
    assert (more.status_code, more.text.count('<li class="seat">')) == (200, 4)
    assert 'value="Ann"' in more.text
    assert 'value="naval" checked' in more.text
    letter = client.get("/tracker", headers={"Accept-Language": "en-US,en;q=0.9"}).text
    assert 'value="letter" checked' in letter


def test_own_words_are_read_once_for_many_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many sheets come back by their codes, a list is looked through once for each edition."""
    words = "\n".join(word for length in load_tier("family").by_length.values() for word in length[:40])
    form = TableForm(seats=(SeatFields(),) * 4, own=words)
    dealt = deal_table(form, 24, packaged())
    assert dealt
    read = []
    monkeypatch.setattr(word_file, "screen", lambda *told, **more: read.append(told) or screen(*told, **more))
    word_file._screened.cache_clear()
    rows = tuple(AgainRow(code=sheet.code) for sheet in dealt.sheets)
    again = deal_codes(AgainForm(rows, own=words).request(packaged()))
    assert again
    assert [sheet.code for sheet in again.sheets] == [sheet.code for sheet in dealt.sheets]
    assert len(read) <= len(edition_slugs())


def test_what_a_list_is_good_for_stands_below_it(client: TestClient) -> None:
    """How many words of each length it has, what was passed over, and the ticks that help; then how many are used."""
    words = "\r\n".join(["Year 4 – Animals", *["fox", "owl", "bee", "wolf", "bear", "deer", "tiger", "Käse"]])
    told = client.post("/tracker", data={"captain-1": "Ann", "captain-2": "Ben", "own": words}).text
    assert '<tr><th scope="row">3</th><td>3</td><td>4</td><td>1 too few</td></tr>' in told
    assert "line 1: “Year 4 – Animals” is more than one word" in told
    assert "in plain letters KASE or KAESE" in told
    table = dealt(client, own=words, fill="on", german="on")
    page = client.get(table).text
    assert "In plain letters: “Käse” as KAESE." in page
    assert "words a sheet are yours" in page
    changed = client.get(f"{table}/change").text
    assert "filled up from" in changed
    assert 'name="german" checked' in changed
    again = client.post("/again", data={"captain-1": "", "code-1": codes_of(client, table)[0], "own": words})
    assert again.status_code == 303


def test_own_words_are_dealt_as_from_a_file(client: TestClient, call: Run) -> None:
    """Words pasted into the page give the sheets that a file of them gives on the command line."""
    words = "\n".join(
        ["storm wharf beach sandy", "gull reef", "sea oar bay net fin eel tow row", "so on to at"]
    ).split()
    table = dealt(client, own="\r\n".join(words))
    Path("own list.txt").write_text("\n".join(words), encoding="utf-8")
    again = ["--seed", seed_of(client, table), "--paper", "a4", "--output", "own.pdf"]
    done(call("tracker", "--words", "own list.txt", "--captain", "Ann", "--captain", "Ben", *again))
    assert client.get(f"{table}/sheets.pdf").content == Path("own.pdf").read_bytes()


def test_a_sheet_comes_again_by_its_code(client: TestClient) -> None:
    """Codes typed loosely, several in a field or in rows, bring back the very sheets, by a form alone."""
    table = dealt(client)
    first, second = codes_of(client, table)
    sent = {"code-1": first.lower().replace("-", " "), "captain-1": "Ann", "code-2": second, "captain-2": "Ben"}
    again = client.post("/again", data=sent)
    assert again.status_code == 303
    place = again.headers["location"].partition("#")[0]
    assert client.get(f"{place}/sheets.pdf").content == client.get(f"{table}/sheets.pdf").content
    own = client.post("/again", data={**sent, "code-2": "", "captain-2": "", "code-3": second, "large-3": "on"})
    assert page_count(client.get(f"{own.headers['location'].partition('#')[0]}/sheets.pdf").content) == 3
    together = client.post("/again", data={"code-1": f"{first}, {second}"}).headers["location"].partition("#")[0]
    assert codes_of(client, together) == [first, second]
    assert "Deal anew" not in client.get(place).text
    assert first not in client.get(f"/again?code-1={first}").text


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"code-1": ""}, "code-1"),
        ({"code-1": "WF-R23TV-HXJZ-0NYTX"}, "code-1"),
        ({"code-1": "{good}", "code-2": "nonsense", "captain-2": "Ben"}, "code-2"),
        ({"code-1": "{good}", "captain-1": "An\ufffd"}, "captain-1"),
    ],
)
def test_a_code_that_is_none_is_told(sent: dict[str, str], told: str, client: TestClient) -> None:
    """What is wrong is told at the code or the name that it is about; the others stay."""
    good = codes_of(client, dealt(client))[0]
    answer = client.post("/again", data={name: value.format(good=good) for name, value in sent.items()})
    assert answer.status_code == 422
    assert set(re.findall(r'id="([a-z]+-[0-9]+)-fault"', answer.text)) == {told}


def test_the_umpire_turns_the_screen_away() -> None:
    """A looked-up sheet is covered: its words are not in the page. They are for a minute, then they are not again."""
    shop, clock = open_shop()
    with client_of(shop) as client:
        table = dealt(client)
        code = codes_of(client, table)[0]
        place = client.post("/umpire", data={"code": code}).headers["location"]
        covered = client.get(place)
        secret = [code, "Launch codes", "Letters aboard"]
        assert [what in covered.text for what in secret] == [False] * 3
        assert client.post(place, data={"do": "open"}).status_code == 303
        opened = client.get(place)
        assert [what in opened.text for what in secret] == [True] * 3
        assert (opened.headers["refresh"], opened.headers["cache-control"]) == ("60", "no-store")
        clock.now += shop.settings.limits.umpire_seconds
        assert client.get(place).text == covered.text
        client.post(place, data={"do": "open"})
        client.post(place, data={"do": "cover"})
        assert client.get(place).text == covered.text
        wrong = client.post("/umpire", data={"code": code[:-1] + ("A" if code[-1] != "A" else "B")})
        assert (wrong.status_code, "is mistyped" in wrong.text) == (422, True)


def test_each_phone_gets_one_sheet() -> None:
    """In the house a table shows one captain after the other a code for their phone; its page holds that sheet
    alone, and says when somebody has fetched it before.
    """
    with client_of(open_shop(HOUSE_DESK)[0]) as client:
        table = dealt(client)
        turns = [client.get(f"{table}/turns/{number}") for number in (1, 2)]
        assert all('class="qr"' in page.text for page in turns)
        tickets = table_behind(client, table).own
        whole = client.get(f"{table}/sheets.pdf").content
        mine = [client.get(f"/mine/{ticket}/sheet.pdf").content for ticket in tickets]
        assert mine == [client.get(f"{table}/{number}.pdf").content for number in (1, 2)]
        assert [page_count(one) for one in (whole, *mine)] == [2, 1, 1]
        own = client.get(f"/mine/{tickets[0]}")
        assert "It was fetched 1 time before" in own.text
        assert tickets[1] not in own.text
        assert client.get(f"{table}/turns/3").status_code == 404
        assert f"{HOUSE_DESK.origin}/mine/{tickets[0]}" in turns[0].text
        assert tickets[1] not in turns[0].text


def test_nothing_secret_is_told_unasked(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """No page but the codes' own holds a seed or a code; no address, title or log holds those, a name or a ticket."""
    table = dealt(client)
    seed, codes = seed_of(client, table), codes_of(client, table)
    client.post("/again", data={"code-1": codes[0]})
    pages = [client.get(f"{table}{end}").text for end in ("", "/turns/1", "/change")]
    for secret in (seed, *codes):
        assert not any(secret in page for page in pages)
    titles = [re.findall("<title>(.*?)</title>", page)[0] for page in pages]
    assert not any("Ann" in title or "Ben" in title for title in titles)
    told = caplog.text
    assert not any(secret in told for secret in (seed, *codes, "Ann", table.rpartition("/")[2]))
    assert "Ann" not in table


def test_what_was_made_goes_after_an_hour() -> None:
    """A ticket is good for an hour, then what it stood for is gone; so it is where there would be too many. A table is
    dealt anew without being printed at once.
    """
    shop, clock = open_shop()
    with client_of(shop) as client:
        table = dealt(client)
        anew = client.post(f"{table}/another", data={"do": "again"})
        other = anew.headers["location"]
        assert (anew.status_code, other != table, "#" in other) == (303, True, False)
        assert codes_of(client, other) != codes_of(client, table)
        assert 'value="Ann"' in client.get(f"{table}/change").text
        clock.now += shop.settings.limits.life + 1
        gone = client.get(table)
        assert (gone.status_code, "kept for an hour" in gone.text) == (404, True)
        assert len(shop.tables) == 0


def test_a_picture_is_static_and_kept_for_ever(client: TestClient) -> None:
    """The paper's picture is one file a look, whoever is named on the page, and kept forever; no other is there."""
    page = client.get("/tracker").text
    address = re.findall(r'href="(/preview/[^"]+)"', page)[0]
    answer = client.get(address)
    assert answer.headers["content-type"] == "image/png"
    assert "immutable" in answer.headers["cache-control"]
    named = client.post("/tracker", data={"captain-1": "Ann", "do": "look"}).text
    assert re.findall(r'href="(/preview/[^"]+)"', named)[0] == address
    other = client.get("/preview/word-fleet-strike/letter-eco-large-left.html")
    assert (other.status_code, 'data-look="letter-eco-large-left"' in other.text) == (200, True)
    for wrong in ("/preview/word-fleet/a5.png", "/preview/nix/a4.png", "/preview/nix/a4.html"):
        assert client.get(wrong).status_code == 404


def test_the_first_page_is_light(client: TestClient) -> None:
    """The home page with all that it loads is at most 60 kB on the wire, its styles one file; its picture 100 kB."""
    page = client.get("/").text
    styles = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    assert len(styles) == 1
    css = client.get(styles[0])
    fonts = [url for url in re.findall(r'url\("([^"]+)"\)', css.text) if "codes-" not in url]
    loaded = [*styles, *fonts, *re.findall(r'(?:src|href)="(/(?:assets|preview)/[^"]+)"', page)]
    sizes = {url: int(client.get(url).headers["content-length"]) for url in dict.fromkeys(loaded)}
    pictures = [sizes.pop(url) for url in list(sizes) if url.startswith("/preview/")]
    assert sum(pictures) <= 100_000
    assert len(page.encode()) + sum(sizes.values()) <= 60_000, sizes


def test_the_rules_are_behind_their_door(client: TestClient) -> None:
    """Every book of the site is there with a way back, and nothing beside it."""
    assert client.get("/rules/").headers["location"] == "/rules/index.html"
    home = client.get("/").text
    for name in ("index.html", "compare.html", *re.findall(r'href="/rules/([a-z-]+\.html)"', home)):
        book = client.get(f"/rules/{name}")
        assert (book.status_code, '<a href="/">Print shop</a>' in book.text) == (200, True), name
        assert "script-src" not in book.headers["content-security-policy"]
    for wrong in ("nix.html", ".wordfleet-site.json", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "a%00b"):
        assert client.get(f"{HERE}/rules/{wrong}").status_code == 404, wrong


def test_a_designers_rules_are_shown_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake is told in the page with its file; once it is mended the book is there, and its page loads again."""
    monkeypatch.setattr("wordfleet_print.services.publish.available_cores", lambda: 1)
    source = (data_folder("rules") / "happy-flip-chess.md").read_text(encoding="utf-8")
    mine = tmp_path / "mine.md"
    mine.write_text(source.replace("columns: 8", "columns: many"), encoding="utf-8")
    shop, _ = open_shop(replace(LOCAL_DESK, rules=tmp_path))
    with client_of(shop) as client:
        wrong = client.get("/rules/index.html")
        assert (wrong.status_code, "mine.md" in wrong.text, "data-live" in wrong.text) == (422, True, True)
        before = shop.books.state()
        mine.write_text(source, encoding="utf-8")
        assert shop.books.state() != before
        book = client.get("/rules/happy-flip-chess.html")
        assert (book.status_code, "data-live" in book.text) == (200, True)
        assert "script-src 'self'" in book.headers["content-security-policy"]
        assert "data-live" not in client.get("/").text


def test_a_page_is_told_what_changes_until_the_shop_closes() -> None:
    """Events tell the state now and each new one once, and end when the shop closes."""
    states, kept = iter(["one", "one", "two"]), SimpleNamespace(closing=False)
    request: Any = SimpleNamespace(app=SimpleNamespace(state=kept))

    def tell() -> str:
        state = next(states, "")
        kept.closing = state == "two"
        return state

    async def told() -> list[Any]:
        return [part async for part in events(request, tell).body_iterator]

    assert anyio.run(told) == ["data: one\n\n", "data: two\n\n"]
