"""`tracker`: print sheets for one table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print import messages
from wordfleet_print.cli.errors import describe_note
from wordfleet_print.cli.output import (
    examples,
    open_file,
    say,
    show_json,
    show_table,
    stderr,
    stdout,
    waiting,
    write_stdout,
)
from wordfleet_print.cli.parameters import make_command
from wordfleet_print.errors import Problem, UsageError
from wordfleet_print.files import check_target, check_writable, find_free_path, is_folder, write_all
from wordfleet_print.limits import OUTPUT
from wordfleet_print.settings.core import Settings
from wordfleet_print.settings.table import STDOUT, TrackerSettings

if TYPE_CHECKING:
    from wordfleet_print.services.trackers import Trackers

# Sheets that take more than a moment.
MANY = 100
# Rows of the table of sheets.
MOST_ROWS = 24
EXAMPLES = examples(
    "tracker Ann Ben --open",
    'tracker Ann "Mia: family, large print"',
    "tracker --theme animals --theme space --tier family",
    "tracker --words spelling.txt",
    "tracker --blank --large-print --paper letter",
)


@make_command(TrackerSettings, "tracker", EXAMPLES)
def tracker(settings: TrackerSettings, _typed: frozenset[str]) -> None:
    """Print battle trackers for one table: two sheets, or one for each player.

    Opponents get fleets that are about equally hard to find; they share no word
    and no launch code. The words stay off the screen. The sheet code at the foot
    of a sheet prints it again.
    """
    from wordfleet_print.services.trackers import deal_trackers

    count = settings.count or len(settings.players)
    with waiting(f"Dealing and printing {count} sheets …", quiet=settings.quiet or count < MANY):
        trackers = deal_trackers(settings)
        files = print_files(trackers, settings.output, split=settings.split)
    write_files(files)
    paths = [*files]
    if settings.as_json:
        show_json(describe_trackers_as_json(trackers, paths))
    elif not settings.quiet:
        show_trackers(trackers, paths)
    if settings.open:
        open_file(paths[0] if len(paths) == 1 else paths[0].parent)


def print_files(
    trackers: Trackers, output: Path | None, *, split: bool = False
) -> dict[Path, bytes]:
    """Return the files to write by path: one, or with `split` one for each sheet.

    Places are proved writable before anything is printed. A file that the user did not name
    replaces no other file.
    """
    if output == STDOUT:
        return {STDOUT: trackers.print_pdf()}
    ending = _find_ending(output)
    if split:
        return _print_sheets_apart(trackers, output, ending)
    if output and ending:
        check_target(output)
        is_text = ending == ".txt"
        return {output: trackers.print_text() if is_text else trackers.print_pdf()}
    folder = output or OUTPUT
    check_writable(folder)
    content = trackers.print_pdf()
    return {find_free_path(folder / f"{trackers.file_stem}.pdf", content): content}


def _find_ending(output: Path | None) -> str:
    """Return how the file ends that the user named, "" for a folder."""
    if output is None or is_folder(output):
        return ""
    ending = output.suffix.lower()
    return ending if ending in (".pdf", ".txt") else ""


def _print_sheets_apart(trackers: Trackers, output: Path | None, ending: str) -> dict[Path, bytes]:
    """Return a file for each sheet."""
    if output is None:
        folder = OUTPUT / trackers.file_stem
    elif ending:
        # `--split -o cards.pdf` means a folder `cards/`: one file cannot hold them apart
        folder = output.with_suffix("")
    else:
        folder = output
    check_writable(folder)
    make = trackers.print_text if ending == ".txt" else trackers.print_pdf
    files = {}
    for number, stem in enumerate(trackers.sheet_stems, start=1):
        content = make([number])
        files[find_free_path(folder / f"{stem}{ending or '.pdf'}", content)] = content
    return files


def write_files(files: dict[Path, bytes]) -> None:
    """Write files, or the one file that goes to stdout."""
    if STDOUT not in files:
        write_all(files)
    elif sys.stdout.isatty():
        raise UsageError(
            Problem(
                "A PDF would garble the terminal.", advice="Send it on: … --output - > trackers.pdf"
            )
        )
    else:
        write_stdout(files[STDOUT])


def show_trackers(
    trackers: Trackers, paths: list[Path], model: type[Settings] = TrackerSettings
) -> None:
    """Show the sheets, what the user should know, how to print them, and how to get the same
    again. `model` has the options of the command.
    """
    console = stderr() if paths == [STDOUT] else stdout()
    rows = [
        [one.captain or "–", one.fleet_name, one.code, one.rating_label or "own words"]
        for one in trackers.sheets
    ]
    show_table(console, ["Player", "Fleet", "Sheet code", "Difficulty"], rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        say(console, f"{messages.and_more(len(rows) - MOST_ROWS)}; --json lists them all.")
    for note in trackers.notes:
        say(console, describe_note(note, model))
    wrote = (
        f"Wrote {paths[0]}"
        if len(paths) == 1
        else f"Wrote {len(paths)} files to {paths[0].parent}/"
    )
    wrote = "Sent to stdout" if paths == [STDOUT] else wrote
    count = messages.how_many(len(trackers.sheets), "sheet")
    if paths[0].suffix.lower() == ".txt":
        say(
            console, f"{wrote}: {count} as plain text. What is below the line of a sheet is secret."
        )
    else:
        steps = " ".join(step.text for step in trackers.printing_steps)
        pages = messages.how_many(trackers.pages, "page")
        paper = trackers.looks[0].paper.title
        say(console, f"{wrote}: {count} on {pages}, {paper}. {steps}")
    if trackers.seed:
        say(console, f"To print the same sheets again, add --seed {trackers.seed} to the command.")


def describe_trackers_as_json(trackers: Trackers, paths: list[Path]) -> dict[str, object]:
    """Return what was printed, without secrets."""
    is_text = paths[0].suffix.lower() == ".txt"
    return {
        "files": [str(path) for path in paths],
        "edition": trackers.edition.slug,
        "paper": trackers.looks[0].paper.slug,
        "pages": None if is_text else trackers.pages,
        "seed": trackers.seed or None,
        "notes": [describe_note(one, TrackerSettings) for one in trackers.notes],
        "sheets": [one.to_public_json() for one in trackers.sheets],
    }
