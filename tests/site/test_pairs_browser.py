"""The first page in Chromium: a visitor chooses, and gets a pair that they have not had."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from support.browser import DESK, PHONE, Window, browser, check_page
from support.publishing import build_site
from wordfleet_print.settings.games import SiteSettings

pytestmark = pytest.mark.slow
__all__ = ["browser"]
Open = Callable[..., Page]
PAIRS = 2


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the bundled site without the rulebooks' PDFs."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "apps").mkdir()
    (folder / "apps" / "wordfleet-print-windows.zip").write_bytes(b"zip")
    build_site(SiteSettings(output=folder, downloads=False, pairs=PAIRS))
    return folder.as_uri()


@pytest.fixture
def open_site(browser: Browser, site: str) -> Iterator[Open]:
    """Open a page of the site in a new browser context; at the end nothing failed or was logged."""
    windows: list[Window] = []

    def open_page(path: str = "index.html", size: Any = DESK, **options: Any) -> Page:
        window = Window(browser, **options)
        windows.append(window)
        return window.open(f"{site}/{path}", site, size)

    yield open_page
    for window in windows:
        messages = window.take_messages()
        window.close()
        assert messages == []


def take_pair(page: Page) -> str:
    """Follow the link to a pair as a click does, but stay; return the name of the file."""
    door = page.locator("#pair-door")
    door.evaluate(
        """one => one.addEventListener("click", event => event.preventDefault(), {once: true})"""
    )
    name = str(door.get_attribute("href"))
    door.click()
    page.wait_for_timeout(50)
    return name


def exists(site: str, name: str) -> bool:
    """Return whether the site has a file."""
    return Path(site.removeprefix("file://"), name).is_file()


def test_every_pair_comes_once_before_one_comes_again(open_site: Open, site: str) -> None:
    """A visitor gets a pair that they have not had, after a reload, too; then all begin again."""
    page = open_site(locale="en-US")
    names = []
    for _ in range(PAIRS):
        names.append(take_pair(page))
        page.reload()
    assert len({*names}) == PAIRS
    assert all(exists(site, name) for name in names)
    assert all(name.startswith("pairs/word-fleet-standard-letter-") for name in names)
    assert page.locator("#pair-new").text_content() == f"0 of {PAIRS} are new to you."
    assert take_pair(page) in names
    assert page.locator("#pair-new").text_content() == f"{PAIRS - 1} of {PAIRS} are new to you."


def test_every_choice_leads_to_a_file(open_site: Open, site: str) -> None:
    """Each language, edition, list of words and paper that can be chosen has its pair."""
    page = open_site()
    names = set()

    def choose_each(field: str) -> Iterator[str]:
        """Choose each value of a menu; one that has a single value is not shown."""
        menu = page.locator(f"#pair-{field}")
        values = [str(one.get_attribute("value")) for one in menu.locator("option").all()]
        assert menu.is_visible() is (len(values) > 1)
        for value in values:
            if len(values) > 1:
                menu.select_option(value)
            yield value

    for _language in choose_each("language"):
        for _edition in choose_each("edition"):
            for _words in choose_each("words"):
                names.add(str(page.locator("#pair-door").get_attribute("href")))
    assert all(exists(site, name) for name in names)
    lists = {re.sub(r"-\w+-\d+\.pdf$", "", name) for name in names}
    assert len(lists) == 3 * 22 + 3


def test_the_browser_says_language_and_paper(open_site: Open) -> None:
    """A German visitor first sees the German edition, on A4; the choice is kept."""
    page = open_site(locale="de-DE")
    assert page.locator("#pair-language").input_value() == "de"
    assert page.get_by_label("A4").is_checked()
    assert not page.locator("#pair-edition").is_visible()
    page.select_option("#pair-language", "en")
    page.select_option("#pair-words", "animals")
    page.get_by_label("US Letter").check()
    assert take_pair(page).startswith("pairs/word-fleet-animals-letter-")
    page.reload()
    name = str(page.locator("#pair-door").get_attribute("href"))
    assert name.startswith("pairs/word-fleet-animals-letter-")


def test_an_edition_leads_to_its_pairs(open_site: Open) -> None:
    """A button below an edition, and the bar of its rulebook, choose it at the top."""
    page = open_site()
    page.locator("[data-choose=word-fleet-admirals]").click()
    assert page.locator("#pair-edition").input_value() == "word-fleet-admirals"
    page = open_site("word-fleet-fr.html")
    page.get_by_role("link", name="Print a pair").click()
    page.wait_for_url("**/index.html#pair-word-fleet-fr")
    assert page.locator("#pair-language").input_value() == "fr"


def test_a_pair_is_chosen_by_keyboard(open_site: Open) -> None:
    """From the top of the page Tab leads to the fields and the link, in the order in which they are
    read.
    """
    page = open_site(locale="en-US")
    focused = []
    for _ in range(16):
        page.keyboard.press("Tab")
        focused.append(page.evaluate("document.activeElement.id || document.activeElement.name"))
        if focused[-1] == "pair-words":
            page.keyboard.press("ArrowDown")
    fields = ["pair-language", "pair-edition", "pair-words", "paper", "pair-door"]
    assert [one for one in focused if one in fields] == fields
    assert "-expert-" in str(page.locator("#pair-door").get_attribute("href"))


def test_without_a_script_there_are_lists(open_site: Open, site: str) -> None:
    """Without JavaScript the first page links to lists of all pairs, and nothing is broken."""
    page = open_site(java_script_enabled=False, size=PHONE)
    assert not page.locator("form").is_visible()
    page.locator("[data-plain] a").first.click()
    summary = page.locator("#word-fleet summary").first
    summary.click()
    link = page.locator("#word-fleet details[open] a").first
    assert exists(site, str(link.get_attribute("href")))


@pytest.mark.parametrize("name", ["index.html", "pairs.html"])
def test_its_pages_are_accessible(open_site: Open, name: str) -> None:
    """Axe finds nothing, and nothing overflows, light and dark, on a desktop and on a phone."""
    check_page(open_site(name))
