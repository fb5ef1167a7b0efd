"""The accessible edition in a browser: axe, a phone, dark mode, and printing."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from playwright.sync_api import Browser

from support.browser import DARK, LIGHT, Window, browser, look, overflow, violations
from support.games import own_rules
from support.matrix import mark_matrix
from support.publishing import make_page
from wordfleet_print.games import load_rules, packaged

__all__ = ["browser"]
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("slug", mark_matrix(packaged().slugs, {"word-fleet"}))
def test_books_are_accessible(browser: Browser, tmp_path: Path, slug: str) -> None:
    """Axe finds nothing on a desktop and a dark phone; nothing scrolls sideways, is logged or is
    fetched.
    """
    path = tmp_path / f"{slug}.html"
    path.write_text(make_page(load_rules(slug)).html, encoding="utf-8")
    window = Window(browser)
    page = window.open(path.as_uri(), path.as_uri())
    for light in (LIGHT, DARK):
        look(page, *light)
        assert violations(page) == []
        assert overflow(page) <= 0
    assert window.take_messages() == []
    window.close()


CUT = """() => [...document.querySelectorAll("figure, table, .part-title")]
  .filter(one => one.getClientRects().length)
  .filter(one => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 8
    || one.getBoundingClientRect().right > window.innerWidth + 1)
  .map(one => `${one.tagName} ${one.className}`)
"""


@pytest.mark.parametrize("slug", mark_matrix(packaged().slugs, {"army-men"}))
def test_nothing_is_cut_on_a_phone(browser: Browser, tmp_path: Path, slug: str) -> None:
    """Figures, tables and labels fit a phone of 390 pixels, and cover nothing."""
    path = tmp_path / f"{slug}.html"
    path.write_text(make_page(load_rules(slug)).html, encoding="utf-8")
    window = Window(browser)
    page = window.open(path.as_uri(), path.as_uri())
    look(page, (390, 844), "light")
    assert page.evaluate(CUT) == []
    window.close()


SMALL = """() => [...document.querySelectorAll("figure svg text, .turn svg text")]
  .filter(one => one.getClientRects().length && one.textContent.trim())
  .map(one => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a])
  .filter(([, size]) => size < 11.95)
"""


@pytest.mark.parametrize("slug", mark_matrix(packaged().slugs, {"army-men", "word-fleet"}))
def test_words_in_figures_can_be_read_on_a_phone(
    browser: Browser, tmp_path: Path, slug: str
) -> None:
    """Words in figures have at least 12 pixels on a phone of 390, light and dark."""
    path = tmp_path / f"{slug}.html"
    path.write_text(make_page(load_rules(slug)).html, encoding="utf-8")
    window = Window(browser)
    page = window.open(path.as_uri(), path.as_uri())
    for color in ("light", "dark"):
        look(page, (390, 844), color)
        assert page.evaluate(SMALL) == []
    window.close()


BARE_PIECES = """() => [...document.querySelectorAll(".piece svg, .mark svg")]
  .filter(one => getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)").length
"""
TIGHT = """() => [[".figure svg, .turn svg", 10], [".mark svg, .piece svg", 2]]
  .flatMap(([kind, least]) => [...document.querySelectorAll(kind)]
    .filter(one => one.getClientRects().length)
    .filter(one => parseFloat(getComputedStyle(one).paddingLeft) < least)).length
"""
NUMBERED = """() => [...document.querySelectorAll("h2")]
  .map(one => [one, getComputedStyle(one, "::before")])
  .filter(([one, number]) => number.display !== "none"
    && Math.abs(parseFloat(number.height) - one.clientHeight) > 1)
  .map(([one]) => one.textContent.trim())
"""


QUICK_NUMBERS = """() => [...document.querySelectorAll(".quick h2")]
  .filter(one => getComputedStyle(one, "::before").display !== "none").length
"""


@pytest.mark.parametrize("slug", ["happy-flip-chess", "word-fleet"])
def test_drawings_are_seen_in_the_dark(browser: Browser, tmp_path: Path, slug: str) -> None:
    """Pieces, marks and figures have a light ground in the dark, also around them. The number of
    a chapter is as high as its heading, of which a phone needs two lines; a quick reference has
    none.
    """
    path = tmp_path / "book.html"
    path.write_text(make_page(load_rules(slug)).html, encoding="utf-8")
    window = Window(browser)
    page = window.open(path.as_uri(), path.as_uri())
    look(page, (320, 640), "dark")
    assert page.evaluate(BARE_PIECES) == 0
    assert page.evaluate(TIGHT) == 0
    assert page.evaluate(QUICK_NUMBERS) == 0
    assert page.evaluate(NUMBERED) == []
    window.close()


def test_books_print_well_from_a_browser(browser: Browser, tmp_path: Path) -> None:
    """Printed from a browser, a page has its paper's size and at most 60 characters per line."""
    path = tmp_path / "book.html"
    path.write_text(make_page(load_rules("word-fleet")).html, encoding="utf-8")
    window = Window(browser)
    page = window.open(path.as_uri(), path.as_uri())
    page.emulate_media(media="print")
    content = page.pdf(prefer_css_page_size=True, print_background=True)
    window.close()
    with pymupdf.open("pdf", content) as document:
        assert [round(side) for side in document[0].rect.br] == [595, 842]
        assert len(document) <= 8
        lines = [
            "".join(span["text"] for span in line["spans"])
            for page in document
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            if "Fira" in line["spans"][0]["font"] and line["bbox"][2] - line["bbox"][0] > 200
        ]
    assert sorted(map(len, lines))[len(lines) * 9 // 10] <= 62


def test_a_designers_page_is_accessible(browser: Browser, tmp_path: Path) -> None:
    """A designer's lists, wide tables, examples, rulings and code pass axe too."""
    row = "| " + " | ".join(["value"] * 9) + " |"
    table = f"{row}\n|{' --- |' * 9}\n{row}"
    text = (
        f"\n## One\n\n- a\n\n> **Box.** b\n\n† c\n\n{table}\n\n```\nA B\n```\n\n### Two\n\n"
        "[x](#one)\n"
    )
    path = tmp_path / "own.html"
    path.write_text(make_page(own_rules(text)).html, encoding="utf-8")
    window = Window(browser)
    page = window.open(path.as_uri(), path.as_uri())
    assert violations(page) == []
    look(page, *DARK)
    assert violations(page) == []
    assert overflow(page) <= 0
    window.close()
