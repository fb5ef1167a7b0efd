"""The site in a real browser: from a folder and from a sub-path, every page and link; and live while someone writes."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from making.browser import DESK, PHONE, STEADY, TABLET, Window, browser, leave, overflow, violations, zoomed_overflow
from making.games import write_reeds
from making.nursery import born
from making.rulebooks import paired
from wordfleet_print.games import rules_slugs
from wordfleet_print.rulebook.links import Links
from wordfleet_print.rulebook.site_build import Site, build_site

OWN_PAGES = ("index.html", "search.html", "compare.html", "pairs.html", "print.html", "404.html")
RULEBOOKS = tuple(f"{slug}.html" for slug in rules_slugs())
VIEWS = [
    ("file", PHONE, "light", RULEBOOKS),
    ("file", TABLET, "dark", (*OWN_PAGES, "word-fleet-strike.html")),
    ("http", PHONE, "dark", OWN_PAGES),
    ("http", DESK, "light", OWN_PAGES),
]
LIVE = "**/.wordfleet/live"
"""What a page that loads again listens to; before it does, it would miss what is saved."""
AXES = VIEWS[-2:]
"""The views that axe looks at: from a server, where it may read our styles."""
Open = Callable[..., Page]
__all__ = ["browser"]


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Path:
    """The bundled site with tracker packs and two pairs of each kind, below a folder, as if on a sub-path."""
    return paired()


@pytest.fixture(scope="module")
def targets(site: Path) -> set[str]:
    """Every page of the site that a link leads to, and the place on it."""
    followed = {link for path in site.glob("*.html") for link in Links(path.read_text(encoding="utf-8")).followed}
    found = {link for link in followed if re.match(r"[a-z0-9-]+\.html", link)}
    assert {link.partition("#")[0] for link in found} == {*OWN_PAGES, *RULEBOOKS} - {"404.html"}
    return found


@pytest.fixture(scope="module")
def bases(site: Path) -> Iterator[dict[str, str]]:
    """Where the site stands: as files, and below a sub-path of a server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(site.parents[1])))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield {"file": f"{site.as_uri()}/", "http": f"http://127.0.0.1:{server.server_address[1]}/some/path/"}
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Window]:
    """A window for all visitors of whom the site knows nothing."""
    window = Window(browser, locale="en")
    yield window
    window.close()


@pytest.fixture
def open_page(window: Window, bases: dict[str, str]) -> Iterator[Open]:
    """Open a page; at the end the console is empty, no request failed, and none went elsewhere."""

    def open_(name: str, base: str, size: tuple[int, int] = DESK, scheme: Any = "light", to: Window = window) -> Page:
        return to.open(bases[base] + name, bases[base], size, scheme)

    yield open_
    assert window.told() == []


@pytest.mark.parametrize(("base", "size", "scheme", "names"), VIEWS)
def test_every_page_at_every_size(
    base: str, size: Any, scheme: str, names: Any, open_page: Open, targets: set[str]
) -> None:
    """Nothing sticks out sideways or moves; nothing is told, fails, or comes from elsewhere; fonts are ours; places
    that links lead to are there. Axe finds not one violation on a phone in the dark and at a desk in the light, where
    at 200 % too nothing is cut off.
    """
    for name in names:
        page = open_page(name, base, size, scheme)
        assert (name, overflow(page)) == (name, 0)
        assert page.evaluate("window.shifted") < STEADY, name
        assert page.locator("h1").count() == 1
        assert page.evaluate("document.fonts.check('1em \"Fira Sans Condensed\"')"), name
        places = Counter(page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)"))
        anchors = {target.partition("#")[2] for target in targets if target.startswith(f"{name}#")}
        assert [anchor for anchor in anchors if places[anchor] != 1] == [], name
        if (size, scheme) == (DESK, "light"):
            assert (name, zoomed_overflow(page)) == (name, 0)
        if (base, size, scheme, names) in AXES:
            assert (name, violations(page)) == (name, [])
        if (base, size) == ("http", PHONE):
            _assert_the_keyboard_gets_past_the_bar(page, name)


def _assert_the_keyboard_gets_past_the_bar(page: Page, name: str) -> None:
    """The first Tab shows the skip link; Enter goes past the bar: the next Tab is in the content."""
    page.keyboard.press("Tab")
    box = page.locator(".skip").bounding_box()
    assert box, name
    assert box["y"] >= 0, name
    leave(page, lambda: page.keyboard.press("Enter"))
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('.bar *, .skip')"), name


@pytest.mark.parametrize("base", ["file", "http"])
def test_every_download_arrives(base: str, open_page: Open, site: Path) -> None:
    """A click on a PDF of the print page brings the very file, whole: on each from a server, on one from a disk."""
    page = open_page("print.html", base)
    links = page.locator("a[type='application/pdf']").all()
    assert {link.get_attribute("href") for link in links} == {f"downloads/{p.name}" for p in site.glob("downloads/*")}
    for link in links if base == "http" else links[:1]:
        with page.expect_download() as brought:
            link.click(modifiers=["Alt"])
        file = site / "downloads" / brought.value.suggested_filename
        assert Path(brought.value.path()).read_bytes() == file.read_bytes()


REFUSED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"


@pytest.mark.parametrize(
    ("locale", "paper", "other", "before"),
    [("fr-CA", "letter", "a4", ""), ("de", "a4", "letter", REFUSED)],
    ids=["stored", "storage refused"],
)
def test_two_clicks_to_a_pair(
    locale: str, paper: str, other: str, before: str, browser: Browser, open_page: Open, site: Path
) -> None:
    """One click from a rulebook to its edition's door, one more brings a pair on the visitor's paper. A further click
    brings another, also to one who comes back, until all were had; the paper that was taken last is the usual one.
    """
    visitor = Window(browser, before, locale=locale)
    page = open_page("word-fleet-strike.html", "http", PHONE, to=visitor)
    leave(page, page.get_by_role("link", name="Print a pair now").click)
    shelf = page.locator("#word-fleet-strike")

    def taken(door: str, left: int) -> str:
        expect(shelf).to_contain_text(f"New to you: {left} of 2")
        with page.expect_download() as brought:
            shelf.locator(door).click(modifiers=["Alt"])
        name = brought.value.suggested_filename
        assert Path(brought.value.path()).read_bytes() == (site / "pairs" / name).read_bytes()
        return name

    first = taken(".door", 2)
    if not before:
        page.reload()
    assert sorted([first, taken(".door", 1)]) == [f"word-fleet-strike-{paper}-{n:03d}.pdf" for n in (1, 2)]
    assert other in taken(".to-print", 0)
    expect(shelf).to_contain_text("New to you: 1 of 2")
    fresh = (shelf.locator(".door").get_attribute("href") or "").rpartition("/")[2]
    assert other in fresh
    assert not shelf.locator("ol a").first.is_visible()
    shelf.locator("summary").click()
    assert taken(f'ol a[href$="{fresh}"]', 1) == fresh
    expect(shelf).to_contain_text("New to you: 0 of 2")
    assert visitor.told() == []
    visitor.close()


def test_pairs_without_a_script(browser: Browser, bases: dict[str, str], site: Path) -> None:
    """A plain list of every pair on every paper, and no door that would lead all to the same one."""
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{bases['http']}pairs.html")
    links = page.locator("main a[type='application/pdf']:visible")
    assert sorted(link.get_attribute("href") or "" for link in links.all()) == sorted(
        f"pairs/{path.name}" for path in (site / "pairs").iterdir()
    )
    with page.expect_download() as brought:
        links.first.click(modifiers=["Alt"])
    assert brought.value.suggested_filename == "word-fleet-a4-001.pdf"
    page.close()


@pytest.mark.parametrize("base", ["file", "http"])
def test_a_rule_is_found_by_its_words(base: str, open_page: Open) -> None:
    """The keyboard alone leads from the bar to the section; how many were found is told as somebody types. Words may be
    unfinished, in another case or number, with or without accents; what is in a heading comes first. Axe finds nothing.
    """
    page = open_page("word-fleet.html", base, PHONE)
    leave(page, page.get_by_role("link", name="Find").click)
    field, status = page.get_by_role("searchbox", name="A word or two of the rules"), page.get_by_role("status")
    expect(status).to_have_text("")
    field.press_sequentially("LAÚNCH code")
    expect(status).to_have_text(re.compile(r"^\d+ places found"))
    first = page.locator("#found li a").first
    expect(first).to_contain_text("launch codes", ignore_case=True)
    assert (overflow(page), violations(page) if base == "http" else []) == (0, [])
    field.press("Enter")
    assert page.evaluate("document.activeElement === document.querySelector('#found li a')")
    place = first.get_attribute("href") or ""
    leave(page, lambda: page.keyboard.press("Enter"))
    assert page.url.endswith(place)
    expect(page.locator(f"[id='{place.partition('#')[2]}']")).to_be_in_viewport()
    page.go_back()
    expect(field).to_have_value("LAÚNCH code")
    for words, said in (("zyzzyva", "No place found."), ("zyzzyva mission", "No place found."), (" ", "")):
        field.fill(words)
        expect(status).to_have_text(said)
        assert page.locator("#found li").count() == 0
    field.fill("the")
    expect(status).to_contain_text("the first 40 are below")
    assert page.locator("#found li").count() == 40


def test_search_without_a_script(browser: Browser, bases: dict[str, str]) -> None:
    """The lists of words that rulebooks end with are there, and no field that would find nothing."""
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{bases['http']}search.html")
    assert not page.locator("#found").is_visible()
    links = page.locator(".word-lists a:visible")
    assert links.count() == len(RULEBOOKS)
    leave(page, links.first.click)
    assert page.url.endswith("word-fleet.html#words-and-where-they-stand")
    page.close()


def test_editions_stay_side_by_side_on_a_phone(open_page: Open) -> None:
    """Each row's values stand beside each other under their edition, no word is broken or cut off, and assistive tools
    still hear of a table.
    """
    page = open_page("compare.html", "file", PHONE)
    session = page.context.new_cdp_session(page)
    heard = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    roles = Counter(node["role"]["value"] for node in heard if not node["ignored"])
    assert (roles["row"], roles["rowheader"]) == (page.locator("tr").count(), page.locator("tbody tr").count())
    heads = [box.bounding_box() for box in page.locator("thead th").all()[1:]]
    for row in page.locator("tbody tr").all():
        cells = [cell.bounding_box() for cell in row.locator("td").all()]
        assert [cell and cell["x"] for cell in cells] == [head and head["x"] for head in heads]
        assert len({cell and cell["y"] for cell in cells}) == 1
    assert page.evaluate("[...document.querySelectorAll('td')].every(cell => cell.scrollWidth <= cell.clientWidth)")


def test_a_lost_reader_finds_the_way_back(browser: Browser, tmp_path: Path) -> None:
    """A server that knows the site's address sends the 404 from any depth, in its own dress, with links that work."""
    root, rules = tmp_path / "root", write_reeds(tmp_path / "rules")
    build_site(Site(root / "games", rules=rules, downloads=False, url="http://127.0.0.1/games/"))

    class Lost(_Silent):
        error_message_format = (root / "games/404.html").read_text(encoding="utf-8").replace("%", "%%")
        error_content_type = "text/html; charset=utf-8"

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Lost, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/games/no/such/place.html")
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.evaluate("document.fonts.check('1em \"Saira Stencil\"')")
    leave(page, page.get_by_role("link", name="Reeds").click)
    expect(page.locator("h1")).to_contain_text("Reeds")
    page.close()
    server.shutdown()
    server.server_close()


def test_pages_print_in_black(open_page: Open) -> None:
    """Printed from the browser, no text is light on white paper, and the bar is left out."""
    page = open_page("index.html", "file")
    page.emulate_media(media="print")
    assert not page.locator(".bar").is_visible()
    texts = "[...document.querySelectorAll('header *, main :not(svg, svg *), footer *')]"
    colors = page.evaluate(f"{texts}.map(element => getComputedStyle(element).color)")
    for color in colors:
        assert max(map(int, re.findall(r"\d+", color)[:3])) < 100, color


def test_watching(browser: Browser, tmp_path: Path) -> None:
    """A rule that is edited shows by itself; a broken one is told with its line, and the last good page stays.

    Ctrl-C ends it with its exit code.
    """
    rules, out = write_reeds(tmp_path / "rules"), tmp_path / "site"
    file = rules / "reeds.md"
    good, draft = file.read_text(encoding="utf-8"), tmp_path / "draft.md"

    def write(text: str) -> None:
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)  # never read half written

    told = ("--port", "0", "--no-downloads", "--workers", "1", "--rules", rules, "--output", out)
    running = born("site", "--watch", *told, folder=tmp_path, out=PIPE, err=PIPE, env={"PYTHONUNBUFFERED": "1"})
    assert running.out
    assert running.err
    try:
        address = ""
        while not address:
            line = running.out.readline().decode()
            assert line
            address = (re.search(r"http://\S+/", line) or [""])[0]
        page = browser.new_page()
        with page.expect_response(LIVE):
            page.goto(f"{address}reeds.html")
        with page.expect_response(LIVE):
            write(good.replace("# Reeds", "# Rushes"))
        expect(page.locator("h1")).to_contain_text("Rushes")
        write(good + "\n{{ no_such_name }}\n")
        told = ""
        while "last good" not in told:
            line = running.err.readline().decode()
            assert line
            told += line
        assert f"reeds.md:{good.count(chr(10)) + 2}" in told
        expect(page.locator("h1")).to_contain_text("Rushes")
        write(good)
        expect(page.locator("h1")).to_contain_text("Reeds")
        assert "<script src" not in (out / "reeds.html").read_text(encoding="utf-8")
        page.close()
        os.kill(running.pid, signal.SIGINT)
        running.communicate()
        assert running.returncode == 130
    finally:
        if running.poll() is None:
            os.kill(running.pid, signal.SIGKILL)
