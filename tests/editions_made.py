"""Editions of a designer's own, made of the bundled one."""

from __future__ import annotations

import re
from pathlib import Path

from wordfleet_print.game import load_rules

SMALL = {
    "slug: word-fleet": "slug: small-sea",
    "edition: Captains": "edition: Small Sea",
    "columns: 10\n  rows: 10": "columns: 8\n  rows: 8",
    "silhouette: ketch}\n": "silhouette: ketch}\n  - {ship: FRIGATE, letters: 5, example: CORAL}\n",
}
"""8 × 8, with a second ship of five letters."""


def written(folder: Path, changes: dict[str, str]) -> Path:
    """A folder with an edition that is the bundled one but for these changes of its text."""
    text = re.sub(
        r"^played:\n(?: .*\n)+", "", load_rules("word-fleet").text, flags=re.MULTILINE
    )  # it fits no other fleet
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    folder.mkdir(exist_ok=True)
    (folder / f"{changes.get('slug: word-fleet', 'x: word-fleet').split()[1]}.md").write_text(text, encoding="utf-8")
    return folder
