"""What this machine can print, and how to get the rest."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from wordfleet_print import __version__
from wordfleet_print.errors import MissingDependencyError, Note
from wordfleet_print.files import is_folder
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import plural

WEB = ("starlette", "uvicorn", "python_multipart", "watchfiles")
"""What the extra `web` brings."""
GET_WEB = 'python -m pip install "wordfleet-print[web]" (in a checkout: pip install ".[web]")'


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is well, what was found, how to get it."""

    what: str
    ok: bool
    found: str
    help: tuple[str, ...] = ()


def needed() -> Iterator[Finding]:
    """What trackers need: Python, reportlab, fonts, words, rules, a paper."""
    python = sys.version_info >= (3, 11)
    yield Finding("wordfleet-print", True, __version__)
    yield Finding("Python", python, platform.python_version(), () if python else ("Install Python 3.11 or later.",))
    for package in ("reportlab", "typer", "pydantic", "segno"):
        yield Finding(package, True, version(package))
    yield _check("Fonts", _fonts)
    yield _check("Words", _words)
    yield _check("Rules", _rules)
    yield _check("Paper", _paper)


def extras() -> Iterator[Finding]:
    """What trackers can do without: Pango, what serves the shop as a page, a default folder that can be written."""
    yield _renderer()
    missing = missing_for_web()
    found = f"no {', '.join(missing)}: no page in the browser" if missing else "at hand, for pages in the browser"
    yield Finding("Web", not missing, found, (f"To get it: {GET_WEB}",) if missing else ())
    ok = os.access(OUTPUT if is_folder(OUTPUT) else Path(), os.W_OK)
    amiss = () if ok else (Note("It cannot be written.", "output"),)
    yield Finding("Output", ok, f"{OUTPUT}/ in the current folder", amiss)


def _check(what: str, look: Callable[[], str]) -> Finding:
    """The finding of a look that may fail: a damaged installation is told, not crashed on."""
    try:
        return Finding(what, True, look())
    except Exception as error:  # whatever is wrong with the installation, say it
        reinstall = "Install wordfleet-print again: python -m pip install --force-reinstall wordfleet-print"
        return Finding(what, False, f"{type(error).__name__}: {error}", (reinstall,))


def _fonts() -> str:
    from wordfleet_print.tracker.fonts import Face, font

    letters = sum(len(font(face).face.charToGlyph) for face in Face)
    return f"{len(Face)} bundled, {letters} characters, none of the system's needed"


def _words() -> str:
    from wordfleet_print.fleet.word_lists import TIERS, load_tier, theme_slugs

    words = sum(map(len, load_tier(TIERS[-1]).by_length.values()))
    return f"{words} in {len(TIERS)} tiers, and {len(theme_slugs())} themes"


def _rules() -> str:
    """Every game, with its editions where it has several."""
    from wordfleet_print.games import load_rules, rules_slugs

    editions: dict[str, list[str]] = {}
    for slug in sorted(rules_slugs(), key=lambda slug: (len(slug), slug)):
        book = load_rules(slug).book
        editions.setdefault(book.title, []).append(book.edition or slug)
    games = (f"{title} ({', '.join(names)})" if len(names) > 1 else title for title, names in editions.items())
    return ", ".join(sorted(games))


def _paper() -> str:
    from wordfleet_print.tracker.geometry import guess_paper

    return Note(f"{guess_paper(os.environ).title}, by your locale.", "paper")


def _renderer() -> Finding:
    """Return what prints rulebooks and kits: Pango, or an installed browser."""
    from wordfleet_print.rulebook.pango import explain_pango, has_pango
    from wordfleet_print.rulebook.pdf import find_browser

    if has_pango():
        return Finding("Pango", True, "installed, for PDFs of rulebooks and kits")
    if browser := find_browser():
        return Finding("Pango", True, f"not installed: rulebooks and kits are printed by {browser}")
    return Finding("Pango", False, "not installed: rulebooks and kits are HTML only", explain_pango())


def missing_for_web() -> list[str]:
    """The packages of the extra `web` that are missing."""
    return [name for name in WEB if find_spec(name) is None]


def check_web() -> None:
    """Raises `MissingDependencyError` without the extra `web`."""
    if missing := missing_for_web():
        raise MissingDependencyError(
            f"Pages in the browser need {', '.join(missing)}, which {plural(len(missing), 'is', 'are')} not installed.",
            tip=f"To get it: {GET_WEB}",
        )
