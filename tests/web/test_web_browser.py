"""The print shop in a real browser: a pair is printed with and without a script, two phones fetch a sheet each, every
page is sound in the light, in the dark and on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from socket import gethostname
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from support.browser import (
    DARK,
    DESK,
    LEFT,
    LIGHT,
    PHONE,
    SHIFTS,
    STEADY,
    browser,
    leave,
    load,
    look,
    sound,
    violations,
    whole,
)
from support.command import page_count
from support.pages import read_qr
from support.shop import NO_PRINTER, as_one, served
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.print_trackers import TrackerRequest
from wordfleet_print.web.keys import Role
from wordfleet_print.web.shop import Shop

__all__ = ["browser"]

OWN = ("blob:", "data:", "chrome-extension:", "chrome:")
"""What a browser asks itself for; its viewer of PDFs is an extension."""
Open = Callable[..., Page]


LOST = (LEFT, "net::ERR_CACHE_MISS")
"""What becomes of requests that nobody waits for: a frame's on the way back is asked again by the script."""


@pytest.fixture(scope="module")
def shop() -> Iterator[tuple[str, Shop]]:
    """A shop for this machine alone."""
    with served() as found:
        yield found


@pytest.fixture
def opened(browser: Browser, shop: tuple[str, Shop]) -> Iterator[Open]:
    """A browser of its own for each page; at the end nothing was told, failed, or came from elsewhere."""
    contexts, told = [], []

    def open_(
        size: tuple[int, int] = DESK,
        scheme: Any = "light",
        at: tuple[str, Shop] = shop,
        by: Browser = browser,
        role: Role = Role.OWNER,
        **options: Any,
    ) -> Page:
        context = by.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            locale="en-GB",
            **as_one(role, *at),
            **options,
        )
        contexts.append(context)
        context.add_init_script(SHIFTS)
        context.add_init_script(NO_PRINTER)
        page = context.new_page()
        # refused forms answer 422; the driver's own scripts may not run in a kit's frame, and neither may anybody's
        expected = "status of 422", "document's frame is sandboxed"
        page.on(
            "console",
            lambda message: None if any(one in message.text for one in expected) else told.append(message.text),
        )
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("requestfailed", lambda request: told.append(request.url) if request.failure not in LOST else None)
        page.on(
            "request",
            lambda request: None if request.url.startswith((at[0], *OWN)) else told.append(request.url),
        )
        return page

    yield open_
    for context in contexts:
        context.close()
    assert told == []


def _shown(page: Page, line: str) -> str:
    return page.locator(f".sheet text.{line}").locator("visible=true").first.text_content() or ""


@pytest.fixture
def with_viewer(browser: Browser) -> Iterator[Browser]:
    """A browser that shows PDFs."""
    with whole(browser) as found:
        yield found


def test_a_captain_prints_a_pair(opened: Open, with_viewer: Browser) -> None:
    """Two clicks: names are on the paper while they are typed; the first click deals and hands the PDF to the print
    window, from a frame of the page's own; a reload prints nothing again; Download saves the very file.
    """
    page = opened(by=with_viewer)
    load(page, "/")
    page.get_by_label("Captain", exact=True).fill("Zoé")
    page.get_by_label("Opponent").fill("Bến Trần")
    assert (_shown(page, "captain"), _shown(page, "opponent")) == ("Zoé", "Bến Trần")
    with page.expect_response("**/sheets.pdf") as sent:
        leave(page, page.get_by_role("button", name="Print the pair").click)
    assert sent.value.headers["cache-control"] == "no-store"
    expect(page.locator("[data-said]")).to_contain_text("Print at 100 %")
    assert (page.locator("iframe.printing").get_attribute("src") or "").startswith("blob:")
    assert page.evaluate("window.printed") == 1
    assert re.fullmatch(r"/sheets/[\w-]{22}", page.evaluate("location.pathname + location.hash"))
    page.reload()
    assert page.locator("[data-said]").text_content() == ""
    expect(page.locator("iframe.printing")).to_have_count(0)
    with page.expect_download() as brought:
        page.get_by_role("link", name="Download").click()
    assert (page_count(brought.value.path()), brought.value.suggested_filename[:19]) == (2, "word-fleet-trackers")


def test_looks_are_seen_before_they_are_printed(opened: Open) -> None:
    """Each captain's paper follows what is ticked; faults take the focus and stand at their fields; paper and less ink
    are remembered on this machine, names and words are not.
    """
    page = opened()
    load(page, "/tracker")
    page.get_by_label("Captain 1", exact=True).fill("Ann")
    page.get_by_label("Captain 2", exact=True).fill("Nino\ufffd")
    page.get_by_role("group", name="For captain 2").get_by_label("large print").check()
    page.get_by_label("US Letter").check()
    page.get_by_label("Less ink").check()
    page.get_by_label("Admirals").check()
    expect(page.locator(".sheet[data-edition='word-fleet-admirals']")).to_have_count(2)
    looks = [sheet.get_attribute("data-look") for sheet in page.locator(".sheet").all()]
    assert looks == ["letter-eco", "letter-eco-large"]
    page.get_by_text("Nino\ufffd’s").click()
    assert _shown(page, "opponent") == "Ann"
    leave(page, page.get_by_role("button", name="Print 2 sheets").click)
    faults = page.get_by_role("alert")
    expect(faults).to_be_focused()
    page.keyboard.press("Tab")
    leave(page, lambda: page.keyboard.press("Enter"))
    field = page.get_by_label("Captain 2", exact=True)
    assert field.evaluate("field => field.matches(':target') && field.getAttribute('aria-invalid') === 'true'")
    expect(field).to_have_value("Nino\ufffd")
    page.go_back()
    expect(field).to_have_value("Nino\ufffd")
    page.goto("/tracker")
    expect(page.get_by_label("Less ink")).to_be_checked()
    expect(page.get_by_label("US Letter")).to_be_checked()
    expect(page.get_by_label("Captain 1", exact=True)).to_have_value("")


UNCOVERED = """
() => {
  const shown = document.activeElement.closest("label") ?? document.activeElement;
  const box = shown.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return shown.contains(found) ? "" : shown.outerHTML.slice(0, 80);
}
"""
"""What has the focus, where something else lies over its middle, or it is out of sight."""


def test_nothing_covers_what_has_the_focus(opened: Open) -> None:
    """By the keyboard, forth and back, in a window as small as at 200 %: the button that always stands there hides
    none; at a desk it stands there, too, whatever is ticked.
    """
    page = opened((640, 400))
    load(page, "/tracker")
    for key, times in (("Tab", 48), ("Shift+Tab", 47)):
        for _ in range(times):
            page.keyboard.press(key)
            assert page.evaluate(UNCOVERED) == ""
    look(page, (1366, 720), "light")
    page.get_by_role("group", name="For captain 1").get_by_label("large print").check()
    expect(page.locator(".two-pages").first).to_be_visible()
    for place in (0, 500, 5000):
        page.evaluate(f"scrollTo(0, {place})")
        expect(page.get_by_role("button", name="Print 2 sheets")).to_be_in_viewport(ratio=1)


def test_help_is_for_the_sheets_that_are_asked_for(opened: Open) -> None:
    """How they are printed and folded follows the ticks, without a script: no fold for large print and half sheets."""
    page = opened(java_script_enabled=False)
    page.goto("/tracker")
    steps = page.locator(".how li:visible")
    usual = [step.inner_text() for step in steps.all()]
    assert usual[:2] == ["Print at 100 %, on one side", "Fold back along the dashes"]
    page.get_by_label("Half sheets").check()
    halves = " ".join(step.inner_text() for step in steps.all())
    assert "both sides" in halves
    assert "Cut along the dashes" in halves
    page.get_by_label("Half sheets").uncheck()
    page.get_by_role("group", name="For captain 1").get_by_label("large print").check()
    assert [step.inner_text() for step in steps.all()][1:3] == [usual[1], "Large print: the second page is yours alone"]
    page.get_by_role("group", name="For captain 2").get_by_label("large print").check()
    large = " ".join(step.inner_text() for step in steps.all())
    assert not re.search(r"\bfold", f"{halves} {large}", re.IGNORECASE)


def test_a_kit_is_printed_by_the_keyboard(opened: Open, with_viewer: Browser) -> None:
    """Its frame shows what is chosen, asked for once for each change; whoever prints has the print window, and finds on
    the way back what they chose.
    """
    page = opened(by=with_viewer)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method) if request.url.endswith("/preview") else None)
    load(page, "/kit/happy-flip-chess")
    frame = page.frame_locator("iframe")
    expect(frame.locator("section")).to_have_count(4)
    asked.clear()
    for name, left in (("Board", 3), ("Aids", 2)):
        page.get_by_label(name, exact=True).focus()
        page.keyboard.press("Space")
        expect(frame.locator("section")).to_have_count(left)
    page.get_by_label("on one side").focus()
    page.keyboard.press("Space")
    expect(frame.get_by_text("fold and glue").first).to_be_visible()
    assert asked == ["POST"] * 3
    leave(page, lambda: page.get_by_role("button", name="Print").press("Enter"))
    expect(page.locator("[data-said]")).to_contain_text("Print at 100 %")
    expect(page.get_by_role("link", name="Print 2 pages")).to_be_visible()
    assert page.evaluate("window.printed") == 1
    page.go_back()
    expect(page.get_by_label("on one side")).to_be_checked()
    expect(page.frame_locator("iframe").get_by_text("fold and glue").first).to_be_visible()
    assert not page.get_by_label("Board", exact=True).is_checked()


def test_a_kit_is_printed_without_a_script(opened: Open) -> None:
    """The same pages, shown when they are asked for."""
    page = opened(java_script_enabled=False)
    page.goto("/kit/army-men")
    frame = page.frame_locator("iframe")
    expect(frame.locator('[data-page="squads"]')).to_have_count(1)
    page.get_by_label("What your squads are").fill("regular*5\n" * 6)
    page.get_by_role("button", name="Show it as chosen").click()
    expect(frame.locator('[data-page="squads"]')).to_have_count(3)
    leave(page, page.get_by_role("button", name="Print").click)
    with page.expect_download() as brought:
        page.get_by_role("link", name="Download").click()
    assert brought.value.suggested_filename == "army-men-kit-a4.pdf"


def test_a_pair_is_printed_without_a_script(opened: Open) -> None:
    """Without JavaScript the same pages deal, show looks, print each captain's sheet apart, and bring sheets again."""
    page = opened(java_script_enabled=False)
    page.goto("/tracker")
    page.get_by_label("Captain 1", exact=True).fill("Ann")
    page.get_by_role("group", name="For captain 1").get_by_label("large print").check()
    leave(page, page.get_by_role("button", name="Show it as chosen").click)
    assert _shown(page, "captain") == "Ann"
    assert (page.locator(".sheet").first.get_attribute("data-look") or "").endswith("-large")
    leave(page, page.get_by_role("button", name="Print 2 sheets").click)
    with page.expect_download() as brought:
        page.get_by_role("link", name="Download").click()
    assert page_count(brought.value.path()) == 3
    leave(page, page.get_by_role("link", name="One captain at a time").click)
    for number in (1, 2):
        expect(page.get_by_text(f"Sheet {number} of 2")).to_be_visible()
        leave(page, page.get_by_role("link", name=re.compile("Done")).click)
    leave(page, page.get_by_role("link", name="Sheet codes").click)
    code = page.locator("td.mono").first.text_content() or ""
    leave(page, page.get_by_role("link", name="Umpire", exact=True).click)
    page.get_by_label("Sheet code").fill(code)
    leave(page, page.get_by_role("button", name="Look it up").click)
    expect(page.get_by_text("Launch codes")).to_have_count(0)
    leave(page, page.get_by_role("button", name="It is turned").click)
    expect(page.get_by_text("Launch codes")).to_be_visible()
    leave(page, page.get_by_role("button", name="Cover it now").click)
    expect(page.get_by_text("Launch codes")).to_have_count(0)


def test_two_phones_fetch_one_sheet_each(opened: Open) -> None:
    """At a table with phones each captain's code, read from the screen, leads their phone to their sheet alone."""
    with served("127.0.0.1") as at:
        page = opened(at=at)
        load(page, "/tracker")
        for number, name in ((1, "Ann"), (2, "Ben")):
            page.get_by_label(f"Captain {number}", exact=True).fill(name)
        leave(page, page.get_by_role("button", name="One captain at a time").click)
        for name in ("Ann", "Ben"):
            shot = np.frombuffer(page.locator(".qr").screenshot(), np.uint8)
            found = read_qr(cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE))
            assert found.startswith(f"{at[0]}/mine/")
            phone = opened(PHONE, at=at, role=Role.NOBODY)
            load(phone, found)
            expect(phone.get_by_role("heading", level=1)).to_have_text(f"{name}’s sheet")
            with phone.expect_download() as brought:
                phone.get_by_role("link", name="Download").click()
            assert page_count(brought.value.path()) == 1
            assert f"-{name.lower()}.pdf" in brought.value.suggested_filename
            leave(page, page.get_by_role("link", name=re.compile("Done")).click)


def test_a_house_needs_no_https(browser: Browser) -> None:
    """By a name in the house, where browsers trust a page with less, forms are taken all the same, and a captain's link
    is copied.
    """
    with served("0.0.0.0") as (address, shop):  # noqa: S104 - as `serve --host` does
        page = browser.new_page()
        page.goto(shop.keys.link(f"http://{gethostname().partition('.')[0].lower()}.local:{address[17:]}/"))
        assert not page.evaluate("isSecureContext")
        leave(page, page.get_by_role("button", name="One captain at a time").click)
        page.get_by_role("button", name="Copy Captain 1’s link").click()
        expect(page.locator("[data-said]")).to_contain_text("Copied")
        page.close()


def _faulty(page: Page) -> None:
    page.goto("/tracker")
    page.get_by_label("Captain 2", exact=True).fill("Be\ufffdn")
    page.get_by_text("Our own words").first.click()
    page.locator("#own").fill("STORM\nX-RAY")
    leave(page, page.get_by_role("button", name="Print 2 sheets").click)


def _dealt(page: Page) -> None:
    page.goto("/tracker")
    page.get_by_label("Captain 1", exact=True).fill("W" * 60)
    leave(page, page.get_by_role("button", name="One captain at a time").click)
    page.goto(page.url.partition("/turns")[0])


def _turns(page: Page) -> None:
    _dealt(page)
    leave(page, page.get_by_role("link", name="One captain at a time").click)


def _codes(page: Page) -> None:
    _dealt(page)
    leave(page, page.get_by_role("link", name="Sheet codes").click)


def _opened(page: Page) -> None:
    _codes(page)
    code = page.locator("td.mono").first.text_content() or ""
    page.goto("/umpire")
    page.get_by_label("Sheet code").fill(code)
    leave(page, page.get_by_role("button", name="Look it up").click)
    assert violations(page) == []
    leave(page, page.get_by_role("button", name="It is turned").click)


def _too_many(page: Page) -> None:
    page.goto("/kit/army-men")
    page.get_by_label("What your squads are").fill("sergeant*3, regular*9")
    page.get_by_label("Orders").uncheck()
    leave(page, page.get_by_role("button", name="Print").click)
    assert page.get_by_label("What your squads are").input_value() == "sergeant*3, regular*9"


def _kit_printed(page: Page) -> None:
    page.goto("/kit/word-fleet")
    leave(page, page.get_by_role("button", name="Print").click)


def _mistyped(page: Page) -> None:
    page.goto("/again")
    page.get_by_label("Sheet code").fill("WF-nonsense")
    leave(page, page.get_by_role("button", name="Print it again").click)


WAYS: dict[str, tuple[Callable[[Page], None], tuple[Any, ...]]] = {
    "home": (lambda page: load(page, "/"), (LIGHT, DARK)),
    "kit": (lambda page: load(page, "/kit/army-men"), (LIGHT,)),
    "army": (_too_many, (DARK,)),
    "cut": (_kit_printed, (DARK,)),
    "faults": (_faulty, (LIGHT, DARK)),
    "dealt": (_dealt, (DARK,)),
    "turns": (_turns, (LIGHT,)),
    "codes": (_codes, (DARK,)),
    "again": (_mistyped, (LIGHT,)),
    "umpire": (_opened, (DARK,)),
}
"""How to get to a page, and in which light axe looks at it: those that are made of the same parts take turns."""


def test_every_page_is_sound(opened: Open) -> None:
    """Axe finds not one violation, nothing sticks out sideways or moves: in the light at a desk, at 200 % too, and in
    the dark on a phone.
    """
    page = opened()
    for name, (go, lights) in WAYS.items():
        look(page, DESK, "light")
        go(page)
        page.evaluate("document.fonts.ready.then(() => 0)")
        assert page.evaluate("window.shifted") < STEADY, name
        sound(page, *lights)


def test_the_picture_is_the_printed_half(opened: Open) -> None:
    """What the page shows of a sheet is what is printed of it, names and all: in blurred tiles they agree."""
    page = opened((1600, 1000), device_scale_factor=2)
    load(page, "/tracker")
    page.get_by_label("Captain 1", exact=True).fill("Zoé")
    page.get_by_label("Captain 2", exact=True).fill("Mia")
    page.evaluate("document.fonts.ready.then(() => 0)")
    shown = _gray(Image.open(BytesIO(page.locator(".sheet").locator("visible=true").first.screenshot())))
    pdf = TrackerRequest(WordsRequest(), ("Zoé", "Mia"), seed="x", paper="a4").job().deal().printed((1,))
    sheet = pypdfium2.PdfDocument(pdf)[0]
    whole = _gray(sheet.render(scale=shown.shape[1] / sheet.get_width()).to_pil())
    high = len(shown) // 12 * 12 - 24  # the last rows are the fold's
    # the page may begin between two pixels
    apart = [np.abs(_tiles(whole[:high]) - _tiles(shown[up : high + up])).max() for up in range(5)]
    assert min(apart) < 40
    assert _tiles(whole[:high]).min() < 60


def _gray(picture: Image.Image) -> Any:
    return np.asarray(picture.convert("L"), dtype=float)


def _tiles(picture: Any) -> Any:
    """Mean luminance in tiles of 12 pixels."""
    high, wide = (side // 12 * 12 for side in picture.shape)
    return picture[:high, :wide].reshape(high // 12, 12, wide // 12, 12).mean(axis=(1, 3))


def test_a_browser_is_led_in_by_a_file(browser: Browser, tmp_path: Path) -> None:
    """A file that redirects, as `serve` opens it, leads to the first page by its clean address; links from there are
    followed, and so is one from another site.
    """
    with served() as (address, shop):
        context = browser.new_context()
        page = context.new_page()
        file = tmp_path / "open.html"
        file.write_text(f'<meta http-equiv="refresh" content="0; url={shop.keys.link(f"{address}/")}">')
        page.goto(file.as_uri())
        page.wait_for_url(f"{address}/")
        expect(page.get_by_role("button", name="Print the pair")).to_be_visible()
        file.write_text(f'<a href="{address}/event">From elsewhere</a>')
        page.goto(file.as_uri())
        leave(page, page.get_by_role("link", name="From elsewhere").click)
        expect(page.get_by_role("heading", name="Run an event")).to_be_visible()
        (cookie,) = context.cookies()
        assert (cookie["httpOnly"], cookie["sameSite"], cookie["name"]) == (True, "Lax", f"wordfleet-{address[17:]}")
        context.close()
