"""The quick rules on the backs of trackers: in the print and on the paper of the sheet in front of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from making.command import Run, texts
from making.rulebooks import backs
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules
from wordfleet_print.rulebook import quick_reference
from wordfleet_print.rulebook.quick_reference import print_backs
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.tracker.geometry import PAPERS


@cache
def _back(*, large: bool = False) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        for name, printed_once in backs().items():
            patch.setattr(name, printed_once)
        return print_backs(load_rules("word-fleet"), PAPERS["a4"], [large])


def test_each_sheet_has_the_rules_in_its_own_print(call: Run, tmp_path: Path) -> None:
    """Where one captain has large print, behind each of those two landscape pages lies its page of the large rules,
    landscape too, and behind the other's sheet the usual ones.
    """
    looks = ["--captain", "Ann", "--captain", "Ben", "--large-print-for", "Ben", "--with-rules"]
    done = call("tracker", *looks, "--paper", "a4", "-o", "x.pdf")
    assert "2 sheets on 6 pages" in done.out, done.err
    said = texts((tmp_path / "x.pdf").read_bytes())
    assert said[1] == texts(_back(large=False))[0]
    assert said[3::2] == texts(_back(large=True))
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as document:
        sizes = [page.get_size() for page in document]
    assert [wide > tall for wide, tall in sizes] == [False] * 2 + [True] * 4


@pytest.mark.parametrize(("pages", "why"), [(2, "behind trackers it has"), (3, "it has 2")])
def test_a_quick_reference_has_its_pages_or_is_refused(pages: int, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sheet has two, and behind a tracker lies one: more would push every captain's rules onto another's sheet."""
    monkeypatch.setattr(quick_reference, "print_text", lambda *_: Printed(b"", pages, ()))
    with pytest.raises(BadInputError, match=f"needs {pages} pages.*; {why}"):
        print_backs(load_rules("happy-flip-chess"), PAPERS["a4"], [False])
