"""`labels check` shows a translator what fits where, and what misses how many mm."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from support.command import Run
from support.games import with_wordings
from support.matrix import mark_matrix
from support.sheets import write_edition

LONG = "so many more words that no sheet of any paper has room for them beside its heading"


def write_wordings(folder: Path, wordings: Mapping[str, str], language: str = "en") -> None:
    """Write the bundled edition with these words of its labels into a folder."""
    source = with_wordings("word-fleet", wordings, slug="own", language=language)
    folder.mkdir()
    (folder / "own.md").write_text(source.text, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "editions"), mark_matrix([("de", 1), ("en", 3), ("es", 1), ("fr", 1)], {("de", 1)})
)
def test_bundled_labels_fit(language: str, editions: int, call: Run) -> None:
    """All sheets of a bundled language print all labels, on both papers and in every look."""
    result = call("labels", "check", language)
    assert result.code == 0
    assert result.out.count("0 labels do not fit.") == editions
    for key in ("start.play.text", "codes.bidding", "grid.touching", "line.cut_front"):
        assert key in result.out


def test_misses_are_listed_with_mm(call: Run, tmp_path: Path) -> None:
    """Every label that does not fit is named with its paper, look and measure: those that are left
    out, and those that no sheet can do without, which are exit code 3.
    """
    wordings = {"letters.recon": LONG, "action.intelligence": LONG}
    write_wordings(tmp_path / "mine", wordings, language="cy")
    result = call("labels", "check", "cy", "--rules", "mine")
    assert result.code == 3
    out = " ".join(result.out.split())
    assert "US Letter, large print: refused. action.intelligence needs" in out
    assert "A4: left out. letters.recon needs" in out


def test_a_language_without_editions_is_refused(call: Run) -> None:
    """The languages that there are are named."""
    result = call("labels", "check", "tlh")
    assert result.code == 2
    assert "but in en" in result.err


def test_a_sheet_says_what_it_leaves_out(call: Run, tmp_path: Path) -> None:
    """`tracker` prints without a note that has no room, and says so."""
    write_wordings(tmp_path / "mine", {"letters.recon": LONG})
    result = call("tracker", "--blank", "--rules", "mine", "--paper", "a4")
    assert result.code == 0
    assert "Left out, because there is no room: letters.recon" in result.out


def test_a_new_file_of_labels_is_complete(call: Run, tmp_path: Path) -> None:
    """`labels new` writes every label; a file that is there is not overwritten."""
    write_edition(
        tmp_path / "mine", {"slug: word-fleet": "slug: own", "language: en": "language: cy"}
    )
    assert call("labels", "new", "cy", "mine").code == 0
    result = call("tracker", "--blank", "--rules", "mine")
    assert result.code == 0
    assert "labels/cy.toml" not in result.out
    assert call("labels", "new", "cy", "mine").code != 0
    assert call("labels", "new", "../x").code == 2


def test_an_event_says_what_it_leaves_out(call: Run, tmp_path: Path) -> None:
    """`event print` names the labels that sheets leave out; papers leave out none."""
    write_wordings(tmp_path / "mine", {"letters.recon": LONG})
    result = call("event", "print", "--players", "4", "--rules", "mine", "--paper", "a4")
    assert result.code == 0
    assert ": letters.recon" in " ".join((result.out + result.err).split())
