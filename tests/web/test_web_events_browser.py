"""An organiser in a real browser, with a script and without: from a faulty list through its mending to the pack, a
changed list, a sheet again; a connection that is lost meanwhile; every page of it sound.
"""

from __future__ import annotations

import re
import signal
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import DARK, LIGHT, PATIENCE, browser, leave, sound, whole
from support.command import page_count
from support.shop import FAULTY, NO_PRINTER, as_one, child_of, served
from wordfleet_print.services.ask_event import EventRequest
from wordfleet_print.web.events import queue
from wordfleet_print.web.events.queue import Printing
from wordfleet_print.web.keys import Role
from wordfleet_print.web.shop import Shop

__all__ = ["browser"]

BLOCKED = "import sys; sys.stdin.buffer.read()"
"""Prints nothing until it is stopped."""
STANDING_STILL = """
import os, signal
from wordfleet_print.web.events import queue as child
tell = child._tell
def told(**facts):
    tell(**facts)
    if facts.get("count") == 1:
        os.kill(os.getpid(), signal.SIGSTOP)
child._tell = told
child.main()
"""
"""Prints as the child does, and stands still after the first part of the work until it is told to go on."""
LATE = (FAULTY[0], FAULTY[1].replace(b"Ann Okafor", b"Ann Okafer") + b"\nMara Quist,Reef,,yes")


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[tuple[str, Shop]]:
    """A shop on this machine, its packs in a folder of the test's."""
    with served(output=tmp_path / "output") as found:
        yield found


@pytest.fixture
def lists(tmp_path: Path) -> tuple[Path, Path]:
    """A faulty list; and one without faults, with somebody more."""
    faulty, late = tmp_path / FAULTY[0], tmp_path / "late" / LATE[0]
    late.parent.mkdir()
    faulty.write_bytes(FAULTY[1])
    mended = LATE[1].replace(b"\n,Quay,,no", b"").replace(b",x,", b",,")
    late.write_bytes(mended.replace("Zoé Lefèvre,Quay,,yes\nAnn".encode(), b"Ann"))
    return faulty, late


@pytest.fixture
def page(browser: Browser, shop: tuple[str, Shop]) -> Iterator[Page]:
    """A page of a browser with a script; at the end none of it has failed."""
    with _page(browser, *shop) as page:
        yield page


@contextmanager
def _page(browser: Browser, base: str, shop: Shop) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", **as_one(Role.OWNER, base, shop))
    context.add_init_script(NO_PRINTER)
    page, told = context.new_page(), list[str]()
    page.on("pageerror", lambda error: told.append(str(error)))
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()
    assert told == []


def _answer(page: Page) -> None:
    page.get_by_label("These rows have no name").select_option("skip")
    page.get_by_label("Is that one person?").select_option("one")
    leave(page, page.get_by_role("button", name="Read again").click, "**/plan")


def test_an_organiser_prints_an_event(
    browser: Browser,
    page: Page,
    shop: tuple[str, Shop],
    lists: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A faulty list is dropped, mended in place, planned and printed; the connection is lost while it waits, and the
    page finds the pack by itself; a latecomer is the same drop again, and the pack tells what to print; one sheet is
    printed again.
    """
    begin, held = queue.started, [BLOCKED]
    monkeypatch.setattr(
        queue, "started", lambda module, stderr: child_of(held.pop(), stderr) if held else begin(module, stderr)
    )
    before = Printing(EventRequest(None, players=2), 1, lambda _: None)
    shop[1].events.queue.put(before)

    page.goto("/event")
    page.get_by_label(re.compile("so many players")).fill("none")
    leave(page, page.get_by_role("button", name="Read it").click)
    expect(page.get_by_text("Write a whole number")).to_be_visible()
    sound(page)
    leave(page, lambda: page.set_input_files("#roster", lists[0]), "**/list")
    sound(page)
    _answer(page)
    page.get_by_label("Rounds", exact=True).fill("two")
    leave(page, page.get_by_role("button", name="Count again").click)
    expect(page.get_by_role("alert")).to_be_focused()
    sound(page, LIGHT)
    page.get_by_label("Rounds", exact=True).fill("2")
    leave(page, page.get_by_role("button", name="Count again").click)
    expect(page.locator("dt:text-is('Rounds') + dd")).to_have_text("2")
    sound(page, DARK)
    leave(page, page.get_by_role("button", name="Make the pack").click)
    expect(page.get_by_role("heading", name="In the queue")).to_be_visible()
    expect(page.locator("[data-lead]")).to_contain_text("before yours")
    sound(page)
    with page.expect_event("requestfailed"):
        page.context.set_offline(True)
    shop[1].events.queue.stop(before)
    page.wait_for_event("requestfailed")
    page.context.set_offline(False)
    page.wait_for_url("**/pack")
    sound(page, LIGHT)

    _latecomer(page, lists[1])
    with whole(browser) as other, _page(other, *shop) as beside:
        beside.goto(page.url)
        _print_again(beside)


@pytest.mark.parametrize("script", [True, False])
def test_a_connection_lost_in_mid_printing(
    browser: Browser, shop: tuple[str, Shop], monkeypatch: pytest.MonkeyPatch, *, script: bool
) -> None:
    """While a pack is printed the connection is cut: with a script the page says so, goes on asking and finds the pack;
    without one the page is closed, and the door of events leads to it. The pack is whole.
    """
    monkeypatch.setattr(queue, "started", lambda _, stderr: child_of(STANDING_STILL, stderr))
    context = browser.new_context(**as_one(Role.OWNER, *shop), java_script_enabled=script)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/event")
    page.get_by_label(re.compile("so many players")).fill("24")
    leave(page, page.get_by_role("button", name="Read it").click)
    leave(page, page.get_by_role("button", name="Make the pack").click)
    expect(page.locator(".grid10 .hit").first).to_be_visible()
    expect(page.get_by_role("heading", name="At the press")).to_be_visible()
    event = next(iter(shop[1].events._held.values()))
    planned, printing = event.planned, event.printing
    assert planned
    assert printing
    assert printing.child
    assert (printing.state, 0 < printing.percent < 100) == (queue.State.PRINTING, True)
    context.set_offline(True)
    if script:
        expect(page.locator("[data-lead]")).to_contain_text("The shop does not answer.")
    else:
        page.close()
    printing.child.send_signal(signal.SIGCONT)
    context.set_offline(False)
    if not script:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto("/event")
        leave(page, page.get_by_role("link", name="24 players").click)
    page.wait_for_url("**/pack")
    expect(page.get_by_role("link", name="PDF of sheets")).to_be_visible()
    assert event.home
    assert {"event.json", "sheets.pdf", "answer-key.pdf", "manifest.csv"} <= {
        path.name for path in event.home.iterdir()
    }
    assert page_count(event.home / "sheets.pdf") == planned["sheets"]
    assert sum(page_count(path) for path in event.home.glob("*.pdf")) == planned["pages"]
    context.close()


def _latecomer(page: Page, late: Path) -> None:
    """Drop the list with somebody more, pair a round anew, and find what is to be printed."""
    leave(page, lambda: page.set_input_files("#roster", late), "**/plan")
    expect(page.get_by_text("2 players came in")).to_be_visible()
    page.get_by_label("Ann Okafer are one person").check()
    page.get_by_label("round 2", exact=True).check()
    leave(page, page.get_by_role("button", name="Count again").click)
    expect(page.get_by_text("1 player came in")).to_be_visible()
    sound(page, LIGHT)
    leave(page, page.get_by_role("button", name="Make the pack").click, "**/pack")
    sound(page, DARK)
    change = page.locator(".changed")
    expect(change).to_contain_text("Mara Quist")
    sheets = change.get_by_role("link", name=re.compile("sheet")).get_attribute("href")
    assert page_count(page.request.get(sheets or "").body()) >= 1
    assert page_count(page.request.get((sheets or "").replace("changed", "round-1")).body()) == 4


def _print_again(page: Page) -> None:
    """One sheet, by the print window: its player is in no address but as a number."""
    page.get_by_label("Player", exact=True).select_option(label="Nguyễn Hà, Reef")
    page.get_by_label("Round", exact=True).select_option(label="round 2")
    with page.expect_response("**/sheet.pdf?player=2&round=2") as sent:
        page.get_by_role("button", name="Print", exact=True).click()
    assert (sent.value.status, sent.value.headers["content-type"]) == (200, "application/pdf")
    expect(page.locator("[data-said]")).to_contain_text("Print at 100 %")
    assert page.evaluate("window.printed") == 1


def test_an_organiser_without_a_script(browser: Browser, shop: tuple[str, Shop], lists: tuple[Path, Path]) -> None:
    """The same by forms alone: the page of the press loads itself again until the pack is there; a stop is a button."""
    context = browser.new_context(**as_one(Role.OWNER, *shop), java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/event")
    page.set_input_files("#roster", lists[0])
    leave(page, page.get_by_role("button", name="Read it").click)
    _answer(page)
    leave(page, page.get_by_role("button", name="Make the pack").click, "**/pack")
    with page.expect_download() as brought:
        page.get_by_role("link", name="Everything above, as a ZIP").click()
    with zipfile.ZipFile(brought.value.path()) as archive:
        assert not [name for name in archive.namelist() if "key" in name or "event" in name.partition("/")[2]]
    with page.expect_download() as brought:
        page.get_by_role("link", name="PDF of sheets").click()
    assert page_count(brought.value.path()) == 4
    page.set_input_files("#roster", lists[1])
    leave(page, page.get_by_role("button", name="Read it").click)
    expect(page.get_by_text("2 players came in")).to_be_visible()
    leave(page, page.get_by_role("button", name="Leave it as it was printed").click)
    leave(page, page.get_by_role("button", name="To the plan").click)
    leave(page, page.get_by_role("link", name="What was read of your list").click)
    expect(page.get_by_text("5 players from column A “Player”.")).to_be_visible()
    page.goto("/event")
    leave(page, page.get_by_role("link", name="Cup Night").click)
    expect(page.get_by_role("heading", name="Cup Night")).to_be_visible()
    context.close()
