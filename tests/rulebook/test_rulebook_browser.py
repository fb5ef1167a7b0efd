"""Rulebooks in a real browser: light and dark, phone and desk, by keyboard, printed, and for assistive tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from making.browser import DESK, PHONE, STEADY, Window, browser, leave, overflow, violations, zoomed_overflow
from making.rulebooks import FOLDED, SLUGS, page

VIEWS = [(PHONE, "dark"), (DESK, "light")]
GROUND = {"light": (701, 765), "dark": (0, 149)}
"""How bright a page is in each scheme: its red, green and blue together."""
Open = Callable[..., Page]
__all__ = ["browser"]


def _top(element: Locator) -> float:
    """How far below the window's top an element that is shown starts (px)."""
    box = element.bounding_box()
    assert box, "not shown"
    return box["y"]


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Window]:
    """A window for all rulebooks."""
    window = Window(browser)
    yield window
    window.close()


@pytest.fixture
def open_page(window: Window, tmp_path: Path) -> Iterator[Open]:
    """Open a rulebook from a file; at the end, nothing was requested and the console is empty."""

    def open_(slug: str, size: tuple[int, int] = DESK, scheme: Any = "light") -> Page:
        file = tmp_path / f"{slug}.html"
        file.write_text(page(slug), encoding="utf-8")
        return window.open(file.as_uri(), file.as_uri(), size, scheme)

    yield open_
    assert window.told() == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_view_is_whole_and_steady_and_axe_finds_nothing(slug: str, open_page: Open) -> None:
    """On a phone in the dark and at a desk in the light, loaded anew in each: no sideways scrolling, no layout shift,
    no request, no word on the console, a ground as the scheme has it; at 200 % too nothing is cut off. Axe finds not
    one violation nor anything that it calls good practice, in one book of each game in the dark as well.
    """
    for size, scheme in VIEWS:
        opened = open_page(slug, size, scheme)
        assert overflow(opened) <= 0, (size, scheme)
        assert opened.evaluate("window.shifted") < STEADY, (size, scheme)
        if size == DESK:
            assert zoomed_overflow(opened) <= 0, scheme
        ground = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        least, most = GROUND[scheme]
        assert least <= sum(int(part) for part in re.findall(r"\d+", ground)[:3]) <= most, scheme
        assert (violations(opened) if (size, scheme) == VIEWS[-1] or slug in FOLDED else []) == [], (size, scheme)


def test_the_fonts_are_ours_and_loaded(open_page: Open) -> None:
    """All five bundled faces load from the page itself."""
    opened = open_page("word-fleet")
    states = opened.evaluate("[...document.fonts].map(face => face.family.replaceAll('\"', '') + ' ' + face.status)")
    assert {state for state in states if state.endswith("loaded")} >= {
        "Fira Sans Condensed loaded",
        "Saira Stencil loaded",
        "JetBrains Mono loaded",
    }


def test_the_skip_link_works_by_keyboard(open_page: Open) -> None:
    """The first Tab shows it, Enter goes past the contents: the next Tab is inside the rules."""
    opened = open_page("word-fleet")
    opened.keyboard.press("Tab")
    skip = opened.locator(".skip")
    assert skip.evaluate("element => element === document.activeElement")
    assert _top(skip) >= 0
    leave(opened, lambda: opened.keyboard.press("Enter"))
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_contents_are_a_menu_on_a_phone(window: Window, open_page: Open) -> None:
    """Closed at first; opened by keyboard; a line leads to its chapter; a button leads back. No script at all."""
    session = window.page.context.new_cdp_session(window.page)
    session.send("Emulation.setScriptExecutionDisabled", {"value": True})
    opened = open_page("word-fleet", PHONE)
    menu = opened.locator(".menu")
    assert menu.is_visible()
    assert not opened.locator("nav.contents").is_visible()
    assert not menu.locator("ol").first.is_visible()
    menu.locator("summary").focus()
    opened.keyboard.press("Enter")
    assert menu.locator("ol").first.is_visible()
    leave(opened, menu.get_by_role("link", name="Victory").click, "**#victory")
    assert 0 <= _top(opened.locator("#victory")) < PHONE[1] / 2
    leave(opened, opened.locator(".to-menu a").click)
    assert _top(opened.locator("#page-menu")) >= 0
    session.detach()


def test_contents_are_a_column_at_a_desk(open_page: Open) -> None:
    """Beside the text and in view all the way down."""
    opened = open_page("word-fleet")
    assert not opened.locator(".menu").is_visible()
    leave(opened, opened.locator("nav.contents").get_by_role("link", name="Victory").click)
    contents, heading = (opened.locator(name).bounding_box() for name in ("nav.contents", "#victory"))
    assert contents
    assert heading
    assert contents["x"] + contents["width"] <= heading["x"]
    assert contents["y"] >= 0
    assert heading["y"] < DESK[1] / 2


def test_permalinks_stay_on_the_page(open_page: Open) -> None:
    """A permalink puts the anchor of its heading in the address, and says of which."""
    opened = open_page("word-fleet")
    link = opened.get_by_role("link", name="Permanent link to 9 Shipyard")
    link.focus()
    leave(opened, lambda: opened.keyboard.press("Enter"), "**#shipyard")


def test_a_page_prints_from_the_browser(open_page: Open) -> None:
    """Printed from the browser, the contents and buttons are left out and all chapters are there."""
    opened = open_page("happy-flip-chess")
    opened.emulate_media(media="print")
    assert not opened.locator("nav.contents").is_visible()
    assert not opened.locator(".permalink").first.is_visible()
    assert opened.locator("h2").last.is_visible()
    assert opened.pdf(format="A4").startswith(b"%PDF")
