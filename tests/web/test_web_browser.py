"""The web page in Chromium: every page is accessible, prints, and works without a script and by
keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import DESK, PHONE, STEADY, Window, browser, check_page, launch_full, leave
from support.web import NO_PRINTER, browser_options, serve_pages
from wordfleet_print.web.auth import Role
from wordfleet_print.web.state import AppState

pytestmark = pytest.mark.slow
__all__ = ["browser"]  # a fixture
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def page_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, AppState]]:
    """A page for this machine alone."""
    with serve_pages(output=tmp_path_factory.mktemp("output")) as (address, state):
        yield address, state


@pytest.fixture
def open_page(browser: Browser, page_at: tuple[str, AppState]) -> Iterator[Open]:
    """Open a page in a new browser context; at the end nothing was logged, failed, or came from
    elsewhere.
    """
    address, state = page_at
    windows: list[tuple[Window, set[str]]] = []

    def open_page(
        path: str, *, role: Role = Role.OWNER, allowed: tuple[str, ...] = (), **options: Any
    ) -> Page:
        window = Window(
            options.pop("browser", browser),
            NO_PRINTER,
            **browser_options(role, address, state),
            **options,
        )
        windows.append((window, {*allowed}))
        return window.open(address + path, address)

    yield open_page
    for window, allowed in windows:
        logged = [
            line for line in window.take_messages() if not any(one in line for one in allowed)
        ]
        window.close()
        assert logged == []


@pytest.fixture(scope="module")
def with_viewer(browser: Browser) -> Iterator[Browser]:
    """A browser that shows PDFs."""
    with launch_full(browser) as found:
        yield found


def test_a_pair_is_printed_with_one_click(open_page: Open, with_viewer: Browser) -> None:
    """Names are on the preview while they are typed; the print window opens by itself, and the page
    says so.
    """
    page = open_page("/", browser=with_viewer, allowed=("",))
    page.fill("#players-1-name", "Zoë")
    expect(page.locator(".home-preview text.player")).to_have_text("Zoë")
    leave(page, lambda: page.click("text=Print the pair"))
    expect(page.locator("[data-said]")).to_contain_text("The print window is open")
    assert page.evaluate("window.printed") == 1
    assert "#" not in page.url


def test_the_preview_follows_the_choices(open_page: Open) -> None:
    """The preview shows large print, left hand, paper, ink and edition, also where nothing could be
    drawn before; problems take the focus.
    """
    page = open_page("/table", allowed=("422", "/table"))
    page.check("#players-2-large_print")
    expect(page.locator(".preview-tab").nth(1).locator("svg.two-pages")).to_have_count(1)
    page.check('[name="paper"][value="letter"]')
    page.check("#eco")
    expect(page.locator(".preview-tab image").first).to_have_attribute(
        "href", re.compile("/letter-eco.png")
    )
    page.check("#color")
    expect(page.locator(".preview-tab image").first).to_have_attribute(
        "href", re.compile("/letter-eco-color.png")
    )
    page.uncheck("#color")
    page.check('[value="word-fleet-strike"]')
    expect(page.locator(".preview-tab image").first).to_have_attribute(
        "href", re.compile("/word-fleet-strike/")
    )
    page.evaluate(
        "document.querySelector('.preview-tab svg.sheet').outerHTML = '<p class=sheet>Too wide</p>'"
    )
    page.check('[name="paper"][value="a4"]')
    expect(page.locator(".preview-tab image").first).to_have_attribute(
        "href", re.compile("/a4-eco.png")
    )
    page.check("#half_sheets")
    expect(page.locator(".preview-tab").nth(1).locator(".behind")).to_have_css("display", "none")
    leave(page, page.locator("button.print").first.click)
    expect(page.locator("[data-focus]")).to_be_focused()
    leave(page, lambda: page.click("text=Untick “Large print” for every player"))
    expect(page.locator("[data-focus]")).to_have_count(0)
    assert page.locator("#half_sheets").is_checked()


def test_help_is_for_the_chosen_sheets(open_page: Open) -> None:
    """Help on printing and folding follows the ticks, without a script."""
    page = open_page("/table", java_script_enabled=False)
    shown = [
        page.locator(".how").locator(each)
        for each in (".folds >> nth=0", ".cuts", ".twice", ".keeps")
    ]
    assert [one.is_visible() for one in shown] == [True, False, False, False]
    page.check("#half_sheets")
    assert [one.is_visible() for one in shown] == [False, True, True, False]
    page.uncheck("#half_sheets")
    page.check("#players-1-large_print")
    assert [one.is_visible() for one in shown] == [True, False, False, True]


def test_a_kits_frame_follows_the_form(open_page: Open, with_viewer: Browser) -> None:
    """By keyboard, unticking a page updates the frame, and Enter prints; what is wrong stays on the
    page.
    """
    page = open_page("/kit/army-men", browser=with_viewer, allowed=("",))
    frame = page.frame_locator(".kit-pages")
    expect(frame.locator("[data-page='tape']").first).to_be_attached()
    page.focus('[value="tape"]')
    page.keyboard.press("Space")
    expect(frame.locator("[data-page='tape']")).to_have_count(0)
    page.fill("#points", "20")
    leave(page, lambda: page.locator("button.amber").press("Enter"))
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-focus]")).to_be_visible()
    page.fill("#points", "")
    page.focus("text=Print >> nth=0")
    leave(page, lambda: page.locator("button.amber").press("Enter"))
    expect(page.locator("[data-said]")).to_contain_text("The print window is open")


def test_everything_works_without_a_script(open_page: Open) -> None:
    """Everything from dealing to an event and a kit works without a script."""
    page = open_page("/table", java_script_enabled=False, allowed=("Blocked script",))
    page.fill("#players-1-name", "Ann")
    leave(page, page.locator("button.print").first.click)
    table = page.url.partition("#")[0]
    for address in page.locator("td a").evaluate_all("links => links.map(link => link.href)"):
        assert page.request.get(address).ok
    page.goto(f"{table}/codes")
    code = page.locator("td.mono").first.inner_text()
    page.goto(page.url.partition("/sheets")[0] + "/reprint")
    page.fill("#sheets-1", code)
    page.keyboard.press("Enter")
    page.wait_for_url("**/sheets/**")
    page.goto(page.url.partition("/sheets")[0] + "/look-up")
    page.fill("#code", code)
    leave(page, lambda: page.keyboard.press("Enter"))
    leave(page, lambda: page.click("button[value=open]"))
    assert page.locator(".word").count() == 5
    page.goto(page.url.partition("/look-up")[0] + "/event")
    page.click("text=No spreadsheet?")
    page.fill("#names", "Ann\nBen\nCem\nDee")
    leave(page, lambda: page.click("text=Continue"))
    page.fill("#title", "Plain cup")
    leave(page, lambda: page.click("button[value=print]"))
    page.wait_for_url("**/pack")
    assert page.request.get(page.locator(".zip a").get_attribute("href") or "").ok
    page.goto(page.url.partition("/event")[0] + "/kit/happy-flip-chess")
    leave(page, lambda: page.locator("button.amber").click())
    assert "Ready to print" in page.content()


def test_a_list_is_dropped(open_page: Open, tmp_path: Path) -> None:
    """The list is read at once, progress is shown, and the pack follows by itself."""
    (tmp_path / "class-5b.csv").write_text("name\nAnn\nBen\nCem\n", encoding="utf-8")
    page = open_page("/event")
    leave(page, lambda: page.set_input_files("#roster", tmp_path / "class-5b.csv"))
    leave(page, lambda: page.click("button[value=print]"))
    page.wait_for_url("**/pack")
    expect(page.locator("h1")).to_have_text(re.compile("Class 5B", re.IGNORECASE))


LINKS_OF_BAR = """() => [...document.querySelectorAll(".bar a")]
  .map(link => link.getBoundingClientRect())
  .map(box => [Math.round(box.top), box.height >= 44 && box.width >= 24])
"""


@pytest.mark.parametrize("width", [320, 360, 375, 390])
def test_navigation_has_two_lines_on_a_phone(open_page: Open, width: int) -> None:
    """On a phone the brand and “Close” are over one line of links; each is easy to touch."""
    page = open_page("/", viewport={"width": width, "height": PHONE[1]})
    page.set_viewport_size({"width": width, "height": PHONE[1]})
    links = page.evaluate(LINKS_OF_BAR)
    assert len({top for top, _ in links}) == 2
    assert all(is_large for _, is_large in links)


def test_nothing_covers_what_has_the_focus(open_page: Open) -> None:
    """Tab reaches every control, and each is visible, even at 200 %."""
    page = open_page("/table", viewport={"width": PHONE[0], "height": PHONE[1] // 2})
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1] // 2})
    covered = """() => {
      const one = document.activeElement, box = one.getBoundingClientRect();
      if (one === document.body || !box.width || one.closest(".preview-tabs")) return "";
      const across = box.x + box.width / 2, down = box.y + Math.min(box.height / 2, 15);
      const seen = document.elementFromPoint(across, down);
      const free = seen && (one.contains(seen) || seen.contains(one) || seen.closest("label"));
      return free ? "" : one.outerHTML;
    }"""
    for _step in range(45):
        page.keyboard.press("Tab")
        assert page.evaluate(covered) == ""


PAGES = (
    "/",
    "/table",
    "/event",
    "/kit",
    "/kit/army-men",
    "/reprint",
    "/look-up",
    "/rules/index.html",
    "/book",
    "/close",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible(path: str, open_page: Open) -> None:
    """Nothing moves as it loads; axe finds nothing, nothing sticks out: desktop, 200 %, and phone
    in dark mode.
    """
    page = open_page(path, allowed=("Blocked script",))  # by the frame's sandbox
    assert page.evaluate("window.shifted") < STEADY
    check_page(page)


def test_made_pages_are_accessible(open_page: Open) -> None:
    """Axe also passes dealt sheets, codes, look-ups, questions, plans, packs, problems and missing
    pages.
    """
    page = open_page("/table", allowed=("",))
    base = page.url.removesuffix("/table")
    page.fill("#title", "x" * 90)
    leave(page, page.locator("button.print").first.click)
    table = page.url.partition("#")[0]
    for path in ("", "/one/1", "/done", "/codes"):
        page.goto(table + path)
        check_page(page, (DESK, "light"))
    code = page.locator("td.mono").first.inner_text()
    page.goto(f"{base}/look-up")
    page.fill("#code", code)
    leave(page, lambda: page.keyboard.press("Enter"))
    check_page(page, (DESK, "light"))
    leave(page, lambda: page.click("button[value=open]"))
    check_page(page, (DESK, "light"))
    page.goto(f"{base}/event")
    page.click("text=No spreadsheet?")
    page.fill("#names", "name;club\nAnn;Quay\nBen;Quay\nCem;Reef\nDee;Reef")
    leave(page, lambda: page.click("text=Continue"))
    check_page(page, (DESK, "light"))
    event = page.url.removesuffix("/plan")
    page.goto(f"{event}/list?edit")
    check_page(page, (DESK, "light"))
    page.goto(f"{event}/plan")
    page.fill("#rounds", "0")
    leave(page, lambda: page.click("text=Update the plan"))
    check_page(page, (DESK, "light"))
    page.fill("#rounds", "2")
    leave(page, lambda: page.click("button[value=print]"))
    page.wait_for_url("**/pack")
    check_page(page, (DESK, "light"))
    page.goto(f"{base}/nothing")
    check_page(page, (DESK, "light"))


def test_phones_get_one_sheet_each(browser: Browser) -> None:
    """On a shared page a player’s link opens in a phone that has nothing else."""
    with serve_pages("127.0.0.1") as (address, state):
        owner = Window(browser, **browser_options(Role.OWNER, address, state))
        page = owner.open(address, address)
        leave(page, lambda: page.click("text=One player at a time"))
        link = page.locator("#link").inner_text()
        phone = Window(browser, base_url=address, viewport={"width": PHONE[0], "height": PHONE[1]})
        mine = phone.open(link, address, PHONE, "dark")
        check_page(mine)
        assert mine.request.get(link + "/sheet.pdf").ok
        page.reload()
        expect(page.locator("figcaption")).to_contain_text("It was opened")
        assert (phone.take_messages(), owner.take_messages()) == ([], [])
        phone.close()
        owner.close()
