"""What this computer can print, and how to install the rest."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from wordfleet_print import __version__
from wordfleet_print.errors import Fix, Note
from wordfleet_print.files import is_folder
from wordfleet_print.fleet.word_lists import TIERS, load_tier, theme_slugs
from wordfleet_print.games import list_rules_slugs, load_rules
from wordfleet_print.limits import OUTPUT
from wordfleet_print.rulebook.pango import explain_pango, has_pango
from wordfleet_print.tracker.fonts import Face, font
from wordfleet_print.tracker.geometry import guess_paper

REINSTALL = "Install wordfleet-print again: python -m pip install --force-reinstall wordfleet-print"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: whether it works, what was found, how to get it."""

    what: str
    ok: bool
    found: str
    help: tuple[str, ...] = ()


def find_needed() -> Iterator[Finding]:
    """Yield what trackers need: Python, libraries, fonts, words, rules, a paper."""
    yield Finding("wordfleet-print", True, __version__)
    yield Finding("Python", True, platform.python_version())
    for package in ("reportlab", "typer", "pydantic", "segno"):
        yield Finding(package, True, version(package))
    yield _check(
        "Fonts", lambda: f"{len(Face)} bundled, {sum(len(font(one).face.charToGlyph) for one in Face)} characters"
    )
    yield _check("Words", _describe_words)
    yield _check("Rules", _describe_rules)
    paper = guess_paper(os.environ).title
    yield _check("Paper", lambda: Note(f"{paper}, as in your country.", Fix("paper", "", "{} chooses another.")))


def find_extras() -> Iterator[Finding]:
    """Yield what trackers can do without: what prints rulebooks and kits, a default folder that can be written."""
    # Looking for a browser loads what sets books.
    from wordfleet_print.rulebook.pdf import find_browser

    if has_pango():
        yield Finding("Pango", True, "installed, for PDFs of rulebooks and kits")
    elif browser := find_browser():
        yield Finding("Pango", True, f"not installed: rulebooks and kits are printed by {browser}")
    else:
        yield Finding("Pango", False, "not installed: rulebooks and kits are HTML only", explain_pango())
    ok = os.access(OUTPUT if is_folder(OUTPUT) else Path(), os.W_OK)
    help_lines = () if ok else (Note("It cannot be written.", Fix("output", "", "Choose another place with {}.")),)
    yield Finding("Output", ok, f"{OUTPUT}/ in the current folder", help_lines)


def _check(what: str, look: Callable[[], str]) -> Finding:
    """Return the finding of a look that fails if the installation is damaged."""
    try:
        return Finding(what, True, look())
    except Exception as error:  # whatever is wrong with the installation, say it
        return Finding(what, False, f"{type(error).__name__}: {error}", (REINSTALL,))


def _describe_words() -> str:
    words = sum(map(len, load_tier(TIERS[-1]).by_length.values()))
    return f"{words} in {len(TIERS)} tiers, and {len(theme_slugs())} themes"


def _describe_rules() -> str:
    """Return every game, with its editions where it has several."""
    editions: dict[str, list[str]] = {}
    for slug in sorted(list_rules_slugs(), key=lambda slug: (len(slug), slug)):
        book = load_rules(slug).book
        editions.setdefault(book.title, []).append(book.edition or slug)
    games = (f"{title} ({', '.join(names)})" if len(names) > 1 else title for title, names in editions.items())
    return ", ".join(sorted(games))
