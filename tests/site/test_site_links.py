"""Symbolic links in folders of rules and sites lead nowhere: nothing is read, written or removed
through them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.publishing import build_site
from wordfleet_print.errors import BadInputError, CannotWriteError
from wordfleet_print.files import data_folder
from wordfleet_print.games import read_folder
from wordfleet_print.settings.games import SiteSettings

HIDDEN = "root:x:0:0"


def test_rules_are_no_links_out_of_their_folder(secret: Path, tmp_path: Path) -> None:
    """Each such link is named, together with what else is wrong, and nothing of what it leads to
    is.
    """
    rules = tmp_path / "rules"
    rules.mkdir()
    for name in ("a.md", "b.md"):
        (rules / name).symlink_to(secret)
    (rules / "c.md").write_text("no front matter", encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        read_folder(rules)
    message = str(caught.value)
    assert [f"{name}: leads out of the rules folder" in message for name in ("a.md", "b.md")] == [
        True,
        True,
    ]
    assert str(rules / "c.md") in message
    assert HIDDEN not in message


@pytest.fixture
def job(tmp_path: Path) -> SiteSettings:
    """A site of one short game without PDFs."""
    (tmp_path / "rules").mkdir()
    shutil.copytree(data_folder("rules"), tmp_path / "rules", dirs_exist_ok=True)
    for path in (tmp_path / "rules").glob("[aw]*.md"):
        path.unlink()
    return SiteSettings(output=tmp_path / "site", rules=tmp_path / "rules", downloads=False)


def test_nothing_is_written_or_removed_through_links(
    job: SiteSettings, secret: Path, tmp_path: Path
) -> None:
    """A page or a folder that became a link is refused, whether files would be written there or
    removed.
    """
    build_site(job)
    page = job.folder / "happy-flip-chess.html"
    good = page.read_bytes()
    for elsewhere, content in ((secret, HIDDEN.encode()), (tmp_path / "same.html", good)):
        elsewhere.write_bytes(content)
        page.unlink()
        page.symlink_to(elsewhere)
        with pytest.raises(CannotWriteError, match=r"happy-flip-chess\.html"):
            build_site(job)
        assert elsewhere.read_bytes() == content
    page.unlink()
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "mine.pdf").write_bytes(b"mine")
    before = {path.name for path in victim.iterdir()}
    (job.folder / "pairs").symlink_to(victim)
    with pytest.raises(CannotWriteError, match="pairs: is a link"):
        build_site(job)
    assert {path.name for path in victim.iterdir()} == before


def test_a_strangers_link_is_not_replaced(job: SiteSettings, tmp_path: Path) -> None:
    """A link under one of the site's names, even one to nowhere, is a file of others."""
    job.folder.mkdir()
    (job.folder / "index.html").symlink_to(tmp_path / "gone")
    with pytest.raises(CannotWriteError, match=r"index\.html"):
        build_site(job)
    assert (job.folder / "index.html").is_symlink()
