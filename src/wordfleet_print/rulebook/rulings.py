"""Rulings of the bundled books, each with its reason, as `docs/rulings.md` lists them.

A reason is a comment right below its ruling in the rules file, `<!-- Why: … -->`.
`python -m wordfleet_print.rulebook.rulings > docs/rulings.md` writes the page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from wordfleet_print.games import RulesSource, packaged
from wordfleet_print.rulebook.fill_facts import derive_facts, fill_facts

INTRODUCTION = """\
# Rulings

Where the designer’s text is silent or unclear, our editions suggest a rule, marked †. These are \
all of them, in reading order. Where no
reason follows, the text does not say, or another edition has the reason. The designer’s rules \
come first: a ruling goes as soon as they say otherwise.
"""
_PARAGRAPH = re.compile(r"^† ((?:.+\n?)+)", re.MULTILINE)
_REASON = re.compile(r"<!-- Why: (.*?)\s*-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule that an edition suggests, and why; "" where the rules file does not say."""

    text: str
    reason: str


def list_rulings(source: RulesSource) -> list[Ruling]:
    """Return the rulings of a book in reading order; its quick reference repeats them."""
    markdown, _problems = fill_facts(source, derive_facts(source.book))
    without_quick_reference = markdown.partition("\n# Quick reference")[0]
    rulings: list[Ruling] = []
    for paragraph in _PARAGRAPH.findall(without_quick_reference):
        reason = _REASON.search(paragraph)
        words = " ".join(_REASON.sub("", paragraph).split())
        rulings.append(Ruling(words, " ".join(reason[1].split()) if reason else ""))
    return rulings


def write_page() -> str:
    """Return `docs/rulings.md`: the rulings of all English books, the plainest edition first."""
    return "\n".join([INTRODUCTION, *write_chapters()])


def write_chapters() -> Iterator[str]:
    """Yield a chapter of the page for each English book: `## Title, edition`, then its rulings."""
    sources = [packaged().rules(slug) for slug in packaged().slugs]
    for source in sources:
        if not source.book.is_english:
            continue
        names = filter(None, (source.book.title, source.book.edition))
        lines = [f"## {', '.join(names)}", ""]
        for ruling in list_rulings(source):
            lines.append(f"- {ruling.text}")
            if ruling.reason:
                lines.append(f"  *{ruling.reason}*")
        yield "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.stdout.write(write_page())
