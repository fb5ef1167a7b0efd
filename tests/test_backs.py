"""Trackers with the rules on their backs: every page keeps its name, and the quick reference lies behind it."""

from __future__ import annotations

import io

import pdfplumber
import pikepdf
import pytest
from pdfplumber.page import Page

from conftest import Run, printed
from wordfleet_print.game import load_rules
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.rulebook.pdf.backs import print_back, print_large_back, with_backs


@pytest.mark.parametrize("kind", ["words", "large-print"])
def test_every_second_page_is_the_rules(kind: str) -> None:
    """The trackers' pages stay in order with their labels and bookmarks; behind each lies the same quick reference."""
    once = printed(kind, "a4")
    pdf = with_backs(once.pdf, print_back(load_rules("word-fleet"), PAPERS["a4"]))
    with pdfplumber.open(io.BytesIO(once.pdf)) as before, pdfplumber.open(io.BytesIO(pdf)) as after:
        assert len(after.pages) == 2 * len(before.pages)
        assert [page.extract_text() for page in after.pages[::2]] == [page.extract_text() for page in before.pages]
        backs = {page.extract_text() for page in after.pages[1::2]}
    assert len(backs) == 1
    assert "QUICK REFERENCE" in backs.pop()
    with pikepdf.open(io.BytesIO(pdf)) as document, pikepdf.open(io.BytesIO(once.pdf)) as fronts:
        assert document.check_pdf_syntax() == []
        assert [page.label for page in document.pages[::2]] == [page.label for page in fronts.pages]
        with document.open_outline() as outline:
            assert [item.title for item in outline.root] == [sheet.captain for sheet in once.sheets]


@pytest.mark.parametrize(
    ("slug", "paper"),
    [("word-fleet", "a4"), ("word-fleet", "letter"), ("word-fleet-strike", "a4"), ("word-fleet-admirals", "letter")],
)
def test_rules_in_large_print_have_no_small_letter(slug: str, paper: str) -> None:
    """Behind large print, the quick reference has one page too: every word, at 16 pt or larger, none over another."""
    source, margin = load_rules(slug), 9 * 72 / 25.4
    large, ordinary = (print_rules(source, PAPERS[paper]) for print_rules in (print_large_back, print_back))
    with pdfplumber.open(io.BytesIO(large)) as document, pdfplumber.open(io.BytesIO(ordinary)) as other:
        (page,) = document.pages
        assert min(char["size"] for char in page.chars) > 15.95
        assert page.within_bbox((margin, margin, page.width - margin, page.height - margin)).chars == page.chars
        assert _words(page) == _words(other.pages[0])


def _words(page: Page) -> list[str]:
    """The words of a page; those that touch each other are one."""
    return sorted(word["text"] for word in page.extract_words(x_tolerance_ratio=0.12))


def test_the_same_sheets_and_rules_give_the_same_bytes() -> None:
    """Backs are as reproducible as fronts."""
    back = print_back(load_rules("word-fleet-strike"), PAPERS["letter"])
    pdf = printed("words", "letter").pdf
    assert with_backs(pdf, back) == with_backs(pdf, back)


def test_the_command_says_how_many_pages_there_are(call: Run) -> None:
    """`--with-rules` doubles the pages and tells so."""
    done = call("tracker", "--edition", "word-fleet-admirals", "--with-rules", "-o", "x.pdf")
    assert (done.code, done.err) == (0, "")
    assert "2 sheets on 4 pages" in done.out
