"""`doctor`: check what this computer can print, and say how to install the rest."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import typer

from wordfleet_print import __version__
from wordfleet_print.child_modules import is_app
from wordfleet_print.cli import output
from wordfleet_print.cli.parameters import Origin, make_command
from wordfleet_print.errors import ExitCode
from wordfleet_print.messages import join_words
from wordfleet_print.settings import looks
from wordfleet_print.settings.table import DoctorSettings

REINSTALL = "Install wordfleet-print again: python -m pip install --force-reinstall wordfleet-print"
UNPACK = "Unpack the app's ZIP file again."

MEASURE = "Where they miss their fronts, print: wordfleet-print kit word-fleet --page check"

# The game whose quick reference shows that books can be printed.
TRIAL_SLUG = "happy-flip-chess"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked."""

    what: str
    """What it is: “Fonts”."""
    ok: bool
    """Whether it works."""
    result: str
    """What was found."""
    help: str = ""
    """How to install it."""


@make_command(DoctorSettings, "doctor", output.format_examples("doctor"))
def doctor(settings: DoctorSettings, _origin: Origin) -> None:
    """Check what this computer can print, and how to install the rest.

    It prints a tracker and a page of a rulebook in memory. Exit code 0: trackers
    can be printed. 5: something that they need is missing.
    """
    needed = [check_part(what, check) for what, check in CHECKS.items()]
    is_ready = all(finding.ok for finding in needed)
    if not settings.quiet:
        findings = [*needed, *find_extras()]
        rows = [
            ["ok" if finding.ok else "missing", finding.what, finding.result]
            for finding in findings
        ]
        output.show_table(output.stdout(), ["", "What", "Found"], rows)
        for line in dict.fromkeys(finding.help for finding in findings if finding.help):
            output.say(output.stdout(), line)
        output.say(
            output.stdout(),
            "Trackers can be printed." if is_ready else "Trackers cannot be printed yet.",
        )
    if not is_ready:
        raise typer.Exit(ExitCode.MISSING_DEPENDENCY)


def check_part(what: str, check: Callable[[], str]) -> Finding:
    """Return what a check says; if it fails, with any error, the installation is damaged."""
    try:
        return Finding(what, ok=True, result=check())
    except Exception as error:
        remedy = UNPACK if is_app() else REINSTALL
        return Finding(what, ok=False, result=f"{type(error).__name__}: {error}", help=remedy)


def find_fonts() -> str:
    """Return how many fonts and characters are bundled."""
    from wordfleet_print.tracker.fonts import Face, load_face

    characters = sum(len(load_face(face).face.charToGlyph) for face in Face)
    return f"{len(Face)} bundled, {characters} characters"


def find_words() -> str:
    """Return how many words, tiers and themes are bundled."""
    from wordfleet_print.fleet.word_lists import TIERS, list_themes, load_tier

    words = sum(map(len, load_tier(TIERS[-1]).by_length.values()))
    return f"{words} in {len(TIERS)} tiers, and {len(list_themes())} themes"


def find_rules() -> str:
    """Return the bundled games and editions; every file is read."""
    from wordfleet_print.games import load_rules, packaged

    return ", ".join(load_rules(slug).book.slug for slug in packaged().slugs)


def print_sheet() -> str:
    """Print a tracker in memory; return what came of it."""
    from wordfleet_print.services.trackers import deal_trackers
    from wordfleet_print.settings.table import TrackerSettings

    trackers = deal_trackers(TrackerSettings.read({"count": "1"}))
    return f"a sheet was printed: {len(trackers.print_pdf()):,} bytes"


def print_book_page() -> str:
    """Print a page of a rulebook in memory; return what came of it."""
    from wordfleet_print.games import packaged
    from wordfleet_print.paper import guess_paper
    from wordfleet_print.rulebook.page import BookSettings
    from wordfleet_print.rulebook.print_book import QUICK
    from wordfleet_print.services.books import print_pdf

    settings = BookSettings(guess_paper(os.environ))
    printed = print_pdf(packaged().rules(TRIAL_SLUG), settings, QUICK)
    return f"a page was printed: {len(printed.content):,} bytes"


def find_paper() -> str:
    """Return the paper of this country."""
    from wordfleet_print.paper import guess_paper

    return f"{guess_paper(os.environ).title}, as in your country. --paper chooses another."


def find_defaults() -> str:
    """Return what each wordfleet.toml sets for which commands, or where such a file may be."""
    from wordfleet_print.settings.config_file import read_defaults
    from wordfleet_print.settings.config_places import find_files, find_user_file
    from wordfleet_print.settings.reference import list_commands

    files, notes = find_files()
    commands_by_line = dict[str, list[str]]()
    for command, model in list_commands().items():
        for line in read_defaults(model, command, files).describe():
            commands_by_line.setdefault(line, []).append(command)
    lines = [f"{line} For {join_words(names)}." for line, names in commands_by_line.items()]
    if lines or notes:
        return "\n".join([*lines, *notes])
    return f"none. A wordfleet.toml in your folder, or {find_user_file()}, sets some."


def find_back_offsets() -> str:
    """Return how far each command moves the backs of double-sided pages, as wordfleet.toml sets it
    for a printer that is inexact; or how to measure that.
    """
    from wordfleet_print.settings.config_file import read_defaults
    from wordfleet_print.settings.core import Settings
    from wordfleet_print.settings.event import EventSettings
    from wordfleet_print.settings.games import KitSettings
    from wordfleet_print.settings.table import TrackerSettings

    commands: dict[str, type[Settings]] = {
        "kit": KitSettings,
        "tracker": TrackerSettings,
        "event print": EventSettings,
    }
    offsets = []
    for command, model in commands.items():
        if offset := read_defaults(model, command).values.get("back_offset"):
            right, down = looks.read_offset(offset)
            offsets.append(f"{command} {right:g} mm right, {down:g} mm down")
    return "; ".join(offsets) or f"not measured. {MEASURE}"


# What trackers need, with a check that returns what was found, or fails.
CHECKS: dict[str, Callable[[], str]] = {
    "wordfleet-print": lambda: __version__,
    "Python": platform.python_version,
    "Fonts": find_fonts,
    "Words": find_words,
    "Rules": find_rules,
    "Paper": find_paper,
    "Trackers": print_sheet,
}


def find_extras() -> Iterator[Finding]:
    """Yield what trackers can do without: defaults, and what prints rulebooks and kits."""
    from wordfleet_print.rulebook.browser import find_browser
    from wordfleet_print.rulebook.pdf import explain_pango, has_pango

    yield Finding("Defaults", ok=True, result=find_defaults())
    yield Finding("Backs", ok=True, result=find_back_offsets())
    browser = find_browser()
    if not (has_pango() or browser):
        result = "not installed: rulebooks and kits are HTML only"
        yield Finding("Pango", ok=False, result=result, help="\n".join(explain_pango()))
        return
    result = "installed, for PDFs of rulebooks and kits"
    if not has_pango():
        result = f"not installed: rulebooks and kits are printed by {browser}"
    yield Finding("Pango", ok=True, result=result)
    yield check_part("Rulebooks", print_book_page)
