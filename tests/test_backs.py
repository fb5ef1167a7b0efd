"""Trackers with the rules on their backs: every page keeps its name, and the quick reference lies behind it."""

from __future__ import annotations

import io

import pdfplumber
import pikepdf
import pytest

from conftest import Run, printed
from wordfleet_print.game import load_rules
from wordfleet_print.press.paper import PAPERS
from wordfleet_print.rulebook.backs import print_back, with_backs


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


def test_the_same_sheets_and_rules_give_the_same_bytes() -> None:
    """Backs are as reproducible as fronts."""
    back = print_back(load_rules("word-fleet-strike"), PAPERS["letter"])
    pdf = printed("words", "letter").pdf
    assert with_backs(pdf, back) == with_backs(pdf, back)


def test_the_command_says_how_many_pages_there_are(run: Run) -> None:
    """`--with-rules` doubles the pages and tells so."""
    done = run("tracker", "--edition", "word-fleet-admirals", "--with-rules", "-o", "x.pdf")
    assert (done.code, done.err) == (0, "")
    assert "2 sheets on 4 pages" in done.out
