"""One name for one thing: in code, headings of files, JSON, screens, the page, papers and docs; and
plain words in the docs.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "templates/web", "templates/site", "docs", "benchmarks", "labels")
ENDINGS = {".py", ".md", ".html", ".toml", ".js"}
# Games rate weapons and movement; lists of players have columns of ratings and of captains, a role
# that an edition gives its players.
OTHER_MEANINGS = ("roster/", "games/", "docs/rosters.md", "docs/rulings.md", "labels/")


def find_lines(pattern: str, leave_out: tuple[str, ...] = ()) -> list[str]:
    """Return the lines in which a pattern occurs, with their files."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in ENDINGS or any(part in name for part in leave_out):
                continue
            for line in path.read_text(encoding="utf-8").splitlines():
                if re.search(pattern, line):
                    found.append(f"{name}: {line.strip()}")
    return found


ODD_WORDS = r"(?i)\b(anew|whoever|beside|programme|of whom|so many|hangs on|there is none)\b"


def test_docs_use_plain_words() -> None:
    """What nobody says aloud is not in README, CHANGELOG and docs; rulings are the books' own."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    found = [
        f"{page.name}: {line}"
        for page in pages
        if page.name != "rulings.md"
        for line in page.read_text(encoding="utf-8").splitlines()
        if re.search(ODD_WORDS, line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("name", "synonyms", "leave_out"),
    [
        ("difficulty", r"(?i)\bto_find\b|\"To find\"|\brating_label\b", ()),
        ("difficulty", r"(?i)\bratings?\b", OTHER_MEANINGS),
        ("player", r"\bcaptain\b(?! |,|\.$)", OTHER_MEANINGS),
        ("look up a code", r"(?i)\bverif(y|ies|ied)\b|check (a|the) code\b", ()),
    ],
)
def test_a_thing_has_one_name(name: str, synonyms: str, leave_out: tuple[str, ...]) -> None:
    """No file calls it by another."""
    assert find_lines(synonyms, leave_out) == [], name
