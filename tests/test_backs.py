"""Trackers with the rules on their backs: every page keeps its name, and the quick reference lies behind it."""

from __future__ import annotations

import io
from functools import cache

import pikepdf
import pypdfium2
import pytest

from conftest import Run, printed
from wordfleet_print.game import load_rules
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.rulebook.pdf.backs import backs_behind, print_backs, with_backs


@cache
def _back(*, large: bool = False) -> bytes:
    return print_backs(load_rules("word-fleet"), PAPERS["a4"], [large])


def _texts(pdf: bytes) -> list[str]:
    """The text of each page as pdfium reads it."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


@pytest.mark.parametrize("kind", ["words", "large-print"])
def test_every_second_page_is_the_rules(kind: str) -> None:
    """The trackers' pages stay in order with their labels and bookmarks; behind each sheet lies the same quick
    reference, in large print on the backs of both its pages.
    """
    once, large = printed(kind, "a4"), kind == "large-print"
    pdf = with_backs(once.pdf, _back(large=large))
    before, after = _texts(once.pdf), _texts(pdf)
    assert len(after) == 2 * len(before)
    assert after[::2] == before
    backs = after[1::2]
    assert backs == backs[: 1 + large] * len(once.sheets)
    assert ["QUICK REFERENCE" in back for back in backs[: 1 + large]] == [True, False][: 1 + large]
    with pikepdf.open(io.BytesIO(pdf)) as document, pikepdf.open(io.BytesIO(once.pdf)) as fronts:
        assert document.check_pdf_syntax() == []
        assert [page.label for page in document.pages[::2]] == [page.label for page in fronts.pages]
        with document.open_outline() as outline:
            assert [item.title for item in outline.root] == [sheet.captain for sheet in once.sheets]


def test_the_same_sheets_and_rules_give_the_same_bytes() -> None:
    """Backs are as reproducible as fronts."""
    pdf = printed("words", "a4").pdf
    assert with_backs(pdf, _back()) == with_backs(pdf, _back())


def test_the_command_says_how_many_pages_there_are(call: Run) -> None:
    """`--with-rules` doubles the pages and tells so."""
    done = call("tracker", "--edition", "word-fleet-admirals", "--with-rules", "-o", "x.pdf")
    assert (done.code, done.err) == (0, "")
    assert "2 sheets on 4 pages" in done.out


def test_each_sheet_has_the_rules_in_its_own_print() -> None:
    """Where some sheets are in large print, behind each of their two pages lies its own page of the large rules."""
    assert backs_behind([False, True, False, True], [1, 2, 1, 2]) == [0, 1, 2, 0, 1, 2]
