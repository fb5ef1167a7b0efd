"""Small games of a designer's: what is true of any rulebook and any site is tried on these, which are made at once."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.files import data_folder

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
MARKUP = """
## One {: .quick }

[**Here** it is](https://example.com/a), [below](#two), [many words that take more than one line of the page to say \
what they have to say](#two).[^1]

[^1]: A note.

!!! ruling
    **What?** See [*two*](#two), and R1.

### Two

| a | b |
| - | - |
| c | d |

1. one

    more

2. two
    - three

Term
: Definition

[[questions]]
"""
"""What the bundled books may not hold, and a designer's may."""
REED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1 H8"/><text y="8">r</text></svg>'
DRAWN = "\n[[figure: reed | A reed. | What it shows.]]\n"
LEAST = "game: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n"


def write_reeds(folder: Path) -> Path:
    """A folder with a game of its own kind: few words, a drawing, and all the markup that there is."""
    folder.mkdir()
    (folder / "reeds.md").write_text(f"---\n{LEAST}---\n# Reeds\n\n*Cut.*\n{MARKUP}{DRAWN}", encoding="utf-8")
    (folder / "reed.svg").write_text(REED, encoding="utf-8")
    return folder


def write_editions(folder: Path) -> Path:
    """A folder with two editions and a designer's own: the bundled front matter, and hardly a word below it."""
    folder.mkdir()
    for slug in EDITIONS[:2]:
        (folder / f"{slug}.md").write_text(f"{_front(slug)}# Fleet\n\n## Play\n\nFire.\n", encoding="utf-8")
    text = f"{_front('word-fleet')}# Pocket Fleet – small seas\n\n## Play\n\nOn {{{{ grid.columns }}}} columns.\n"
    for old, new in POCKET.items():
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "pocket-fleet.md").write_text(text, encoding="utf-8")
    return folder


def _front(slug: str) -> str:
    """An edition's front matter, but for its played game, which would be against another fleet than a designer's."""
    front = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8").split("\n---\n", 1)[0]
    return front.split("\nplayed:\n")[0] + "\n---\n"
