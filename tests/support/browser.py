"""A browser, and the checks that every page passes in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserType,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

AXE = (Path(__file__).parents[1] / "data" / "axe.min.js").read_text(encoding="utf-8")
# Sizes of windows (CSS pixels): width and height.
PHONE = (320, 640)
TABLET = (768, 1024)
DESK = (1280, 900)
# A window's size and color scheme.
LIGHT = (DESK, "light")
DARK = (PHONE, "dark")
STEADY = 0.1
"""The most layout shift that counts as good (Core Web Vitals): fonts load a moment after the
text.
"""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
})
  .observe({type: "layout-shift", buffered: true});
"""
PATIENCE = 90_000
"""How long to wait for something on a busy machine before it counts as missing (ms)."""
LEFT = "net::ERR_ABORTED"
"""How a request fails if its page is left before it ends."""
HOUSE_NAMES = "--host-resolver-rules=MAP *.local 127.0.0.1"
"""Names of machines on a home network lead to this one, which browsers trust as little as any
without HTTPS.
"""
SHELL = ("chromium-headless-shell",)
"""Names of the Chromium that draws no window."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")
"""Names of the Chromium that people have."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield the Chromium that draws no window, if it is installed: it shows the same for two thirds
    of the work.
    """
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright, _launch(playwright.chromium, *SHELL, *WHOLE) as browser:
        yield browser


def launch_full(browser: Browser) -> AbstractContextManager[Browser]:
    """Launch the Chromium that people have, with its PDF viewer."""
    return _launch(browser.browser_type, *WHOLE)


@contextmanager
def _launch(kind: BrowserType, *names: str) -> Iterator[Browser]:
    """Launch the first of these browsers that is installed."""
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "Chromium is not installed"
    with kind.launch(executable_path=path, args=["--no-sandbox", HOUSE_NAMES]) as browser:
        yield browser


class Window:
    """A window that opens one page after another: a warm browser needs half as long for each. It
    keeps messages of the console, failures, and requests for other addresses.
    """

    def __init__(self, browser: Browser, before: str = "", **options: Any) -> None:
        """Open an empty window. `before` is a script that runs at the start of each page, `options`
        are those of the browser's context.
        """
        self._context = browser.new_context(**options)
        self._context.add_init_script(SHIFTS + before)
        self.page = self._context.new_page()
        self._messages = list[str]()
        self._inside = "data:"
        self.page.on("console", lambda message: self._messages.append(message.text))
        self.page.on("pageerror", lambda error: self._messages.append(str(error)))
        self.page.on("request", self._note_request)
        self.page.on("requestfailed", self._note_failure)
        self.page.on("response", self._note_response)

    def _note_request(self, request: Request) -> None:
        """Keep an address that the page must not load from."""
        if not request.url.startswith(("data:", self._inside)):
            self._messages.append(request.url)

    def _note_failure(self, request: Request) -> None:
        if request.failure != LEFT:
            self._messages.append(request.url)

    def _note_response(self, response: Response) -> None:
        if response.status >= 400:
            self._messages.append(response.url)

    def open(
        self, address: str, inside: str, size: tuple[int, int] = DESK, scheme: Any = "light"
    ) -> Page:
        """Load a page at this size and color scheme; only addresses that start with `inside` are
        allowed.
        """
        self._inside = inside
        look(self.page, size, scheme)
        load(self.page, address)
        return self.page

    def take_messages(self) -> list[str]:
        """Return the messages kept until now, and forget them."""
        messages = [*self._messages]
        self._messages.clear()
        return messages

    def close(self) -> None:
        """Close it, and forget what its pages have stored."""
        self._context.close()


def look(page: Page, size: tuple[int, int], scheme: Any) -> None:
    """Set an open page's window size and color scheme."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme, media="screen")


def load(page: Page, address: str) -> None:
    """Load an address and wait until it shows, with its fonts."""
    page.goto(address)
    page.evaluate("document.fonts.ready.then(() => 0)")
    page.locator("h1").first.wait_for()


def leave(page: Page, act: Callable[[], object], to: str | None = None) -> None:
    """Leave a page by an action and wait until the next one, or the one with that address, has
    loaded: a page must not be read while it is left.
    """
    with page.expect_navigation(url=to):
        act()


def overflow(page: Page) -> float:
    """Return how much wider than its window the page is (CSS pixels)."""
    return float(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def zoomed_overflow(page: Page) -> float:
    """Return how much wider than its window the page is at 200 % (CSS pixels): the window then
    shows half as many.
    """
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"] // 2, "height": size["height"] // 2})
    width = overflow(page)
    page.set_viewport_size(size)
    return width


def check_page(page: Page, *lights: tuple[tuple[int, int], str]) -> None:
    """Check that axe finds nothing and nothing overflows: on a desktop, at 200 %, on a phone in the
    dark scheme.

    For a page that is checked several times, or is like another, `lights` limits axe to one size
    and scheme.
    """
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.locator("h1").count() == 1
    for light in (LIGHT, DARK):
        look(page, *light)
        where = f"{page.url.rpartition('/')[2]}, {light}"  # for the message of a failure
        assert overflow(page) == 0, where
        if not lights or light in lights:
            assert violations(page) == [], where
    look(page, DESK, "light")
    assert zoomed_overflow(page) == 0


def violations(page: Page) -> list[tuple[str, str]]:
    """Return each rule that axe finds violated, good practice included, with the first place."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE)
    faults = page.evaluate(
        "axe.run({resultTypes: ['violations'], selectors: false, iframes: false}).then(run => "
        "run.violations)"
    )
    return [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in faults]
