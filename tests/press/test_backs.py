"""Trackers with the rules on their backs: every page keeps its name, and the quick reference lies behind it."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pikepdf
import pytest

from making.command import Run, texts
from making.rulebooks import backs
from making.sheets import printed
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.rulebook import quick_reference
from wordfleet_print.rulebook.quick_reference import print_backs, with_backs
from wordfleet_print.rulebook.weasyprint_pdf import Printed


@cache
def _back(*, large: bool = False) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        for name, printed_once in backs().items():
            patch.setattr(name, printed_once)
        return print_backs(load_rules("word-fleet"), PAPERS["a4"], [large])


@pytest.mark.parametrize("kind", ["words", "large-print"])
def test_every_second_page_is_the_rules(kind: str) -> None:
    """The trackers' pages stay in order with their labels and bookmarks; behind each sheet lies the same quick
    reference, in large print on the backs of both its pages.
    """
    once, large = printed(kind, "a4"), kind == "large-print"
    pdf = with_backs(once.pdf, _back(large=large), fronts=1 + large)
    before, after = texts(once.pdf), texts(pdf)
    assert len(after) == 2 * len(before)
    assert after[::2] == before
    backs = after[1::2]
    assert backs == backs[: 1 + large] * len(once.sheets)
    assert ["QUICK REFERENCE" in back for back in backs[: 1 + large]] == [True, False][: 1 + large]
    with pikepdf.open(io.BytesIO(pdf)) as document, pikepdf.open(io.BytesIO(once.pdf)) as fronts:
        assert document.check_pdf_syntax() == []
        assert [page.label for page in document.pages[::2]] == [page.label for page in fronts.pages]
        assert {page.label for page in document.pages[1::2]} == {"rules"}
        with document.open_outline() as outline:
            assert [item.title for item in outline.root] == [sheet.captain for sheet in once.sheets]


def test_the_same_sheets_and_rules_give_the_same_bytes() -> None:
    """Backs are as reproducible as fronts."""
    pdf = printed("words", "a4").pdf
    assert with_backs(pdf, _back()) == with_backs(pdf, _back())


def test_each_sheet_has_the_rules_in_its_own_print(call: Run, tmp_path: Path) -> None:
    """Where one captain has large print, behind each of those two pages lies its page of the large rules, and behind
    the other's sheet the usual ones.
    """
    looks = ["--captain", "Ann", "--captain", "Ben", "--large-print-for", "Ben", "--with-rules"]
    done = call("tracker", *looks, "--paper", "a4", "-o", "x.pdf")
    assert "2 sheets on 6 pages" in done.out, done.err
    said = texts((tmp_path / "x.pdf").read_bytes())
    assert said[1] == texts(_back(large=False))[0]
    assert said[3::2] == texts(_back(large=True))


@pytest.mark.parametrize(("pages", "why"), [(2, "behind trackers it has"), (3, "it has 2")])
def test_a_quick_reference_has_its_pages_or_is_refused(pages: int, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sheet has two, and behind a tracker lies one: more would push every captain's rules onto another's sheet."""
    monkeypatch.setattr(quick_reference, "print_text", lambda *_: Printed(b"", pages, ()))
    with pytest.raises(BadInputError, match=f"needs {pages} pages.*; {why}"):
        print_backs(load_rules("happy-flip-chess"), PAPERS["a4"], [False])
