"""Rules for tests: bundled ones with changed facts or text, and small ones of a designer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from wordfleet_print.files import data_folder
from wordfleet_print.games import RulesSource, load_rules, parse_rules

EDITIONS = ("word-fleet", "word-fleet-strike", "word-fleet-admirals")
POCKET = {
    "title: Word Fleet": "title: Pocket Fleet",
    "edition: Captains": "edition: Pocket",
    "slug: word-fleet": "slug: pocket-fleet",
    "columns: 10": "columns: 8",
    "rows: 10": "rows: 8",
    "  - {ship: PT, letters: 2, example: GO, silhouette: pt}\n": "",
}
"""A designer's Word Fleet: 8 × 8, four ships."""
LEAST = "game: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n"
"""The least front matter that a book can have."""
HEAD = f"---\n{LEAST}---\n# Rules\n"
"""The least front matter, and a first part."""
HEAD_LINES = HEAD.count("\n")
REED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1 H8"/><text '
    'y="8">r</text></svg>'
)
Change = Callable[[dict[str, Any]], None]


def own_rules(text: str, folder: Path | None = None, *, facts: str = "") -> RulesSource:
    """Return a designer's rules with this text below the first heading, as if read from a
    folder.
    """
    name = str((folder or Path("/nowhere")) / "mine.md")
    return parse_rules(f"---\n{LEAST}{facts}---\n# Rules\n{text}", name=name)


def write_editions(folder: Path) -> Path:
    """Write a folder with two bundled editions and a designer's own: their front matter, and hardly
    a word below it.
    """
    folder.mkdir()
    for slug in EDITIONS[:2]:
        (folder / f"{slug}.md").write_text(
            f"{_front(slug)}# Rules\n\n## Play\n\nFire.\n", encoding="utf-8"
        )
    text = f"{_front('word-fleet')}# Rules\n\n## Play\n\nOn {{{{ grid.columns }}}} columns.\n"
    for old, new in POCKET.items():
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "pocket-fleet.md").write_text(text, encoding="utf-8")
    return folder


def _front(slug: str) -> str:
    """Return the front matter of a bundled rulebook, with the lines around it."""
    text = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8")
    return text.partition("\n---\n")[0] + "\n---\n"


def with_facts(slug: str, change: Change, name: str = "changed.md") -> RulesSource:
    """Return a bundled rulebook with changed front matter."""
    published = load_rules(slug)
    facts = published.book.model_dump(mode="json", exclude_none=True)
    change(facts)
    dumped = yaml.dump(facts, sort_keys=False, allow_unicode=True)
    return parse_rules(f"---\n{dumped}---\n{published.body}", name=name)


def with_wordings(of: str, wordings: Mapping[str, str], **facts: Any) -> RulesSource:
    """Return a bundled rulebook with other facts in its front matter, and other words in place of
    labels: {"action.attack": "Fire!"}.
    """

    def change(front: dict[str, Any]) -> None:
        front.update(facts)
        for key, text in wordings.items():
            *tables, name = key.split(".")
            table = front["labels"]
            for table_name in tables:
                table = table.setdefault(table_name, {})
            table[name] = text

    return with_facts(of, change)
