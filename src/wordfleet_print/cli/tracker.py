"""`tracker`: print sheets for one table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print import messages
from wordfleet_print.cli.errors import describe_note
from wordfleet_print.cli.output import (
    format_examples,
    open_file,
    say,
    show_json,
    show_status,
    show_table,
    stderr,
    stdout,
    write_stdout,
)
from wordfleet_print.cli.parameters import Origin, make_command
from wordfleet_print.errors import Problem, UsageError
from wordfleet_print.files import check_target, check_writable, find_free_path, is_folder, write_all
from wordfleet_print.limits import OUTPUT
from wordfleet_print.settings.core import Settings
from wordfleet_print.settings.table import STDOUT, TrackerSettings

if TYPE_CHECKING:
    from wordfleet_print.services.trackers import Trackers

TEXT = ".txt"
# So many sheets take more than a moment, so that it is shown what goes on.
MANY_SHEETS = 100
# Rows of the table of sheets.
MOST_ROWS = 24
EXAMPLES = format_examples(
    "tracker Ann Ben --open",
    'tracker Ann "Mia: family, large print"',
    "tracker --theme animals --theme space --tier family",
    "tracker --words spelling.txt",
    "tracker --blank --large-print --paper letter",
)


@make_command(TrackerSettings, "tracker", EXAMPLES)
def tracker(settings: TrackerSettings, origin: Origin) -> None:
    """Print battle trackers for one table: two sheets, or one for each player.

    Opponents' fleets are about equally hard to find. They share no word and no
    launch code. The screen shows no words. The sheet code at the foot of a sheet
    prints it again.
    """
    from wordfleet_print.services.trackers import deal_trackers

    count = settings.count or len(settings.players)
    with show_status(
        f"Dealing and printing {count} sheets …", quiet=settings.quiet or count < MANY_SHEETS
    ):
        trackers = deal_trackers(settings)
        # None: neither --split nor --no-split was given
        split = settings.split if "split" in settings.model_fields_set else None
        files = print_files(trackers, settings.output, split=split)
    write_files(files)
    paths = [*files]
    if settings.as_json:
        show_json(describe_trackers_as_json(trackers, paths, origin))
    elif not settings.quiet:
        show_trackers(trackers, paths)
    if settings.open:
        # The folder if each sheet is a file; a PDF, if there is one, though texts are with it
        same_kind = [path for path in paths if path.suffix == paths[0].suffix]
        open_file(paths[0] if len(same_kind) == 1 else paths[0].parent)


def print_files(
    trackers: Trackers, output: Path | None, *, split: bool | None = None
) -> dict[Path, bytes]:
    """Return the content of each file to write, by path: one of all sheets, or with `split` one for
    each; then a text for each player who needs one.

    Without a decision (None) text is split, so that nobody reads on into another's secrets, and PDF
    is not. Places are proved writable before anything is printed. A file that the user did not name
    replaces no other file.
    """
    if output == STDOUT:
        return {STDOUT: trackers.print_pdf()}
    ending = _find_ending(output)
    if split is None:
        split = ending == TEXT and len(trackers.sheets) > 1
    if split:
        files = _print_sheets_apart(trackers, output, ending)
    elif output and ending:
        check_target(output)
        is_text = ending == TEXT
        files = {output: trackers.print_text() if is_text else trackers.print_pdf()}
    else:
        folder = output or OUTPUT
        check_writable(folder)
        content = trackers.print_pdf()
        files = {find_free_path(folder / f"{trackers.file_stem}.pdf", content): content}
    if ending == TEXT:
        return files
    first, *_ = files
    return files | _print_texts(trackers, first.parent)


def _find_ending(output: Path | None) -> str:
    """Return the ending of the file that the user named, ".pdf" or ".txt"; "" for a folder."""
    if output is None or is_folder(output):
        return ""
    ending = output.suffix.lower()
    return ending if ending in (".pdf", TEXT) else ""


def _print_sheets_apart(trackers: Trackers, output: Path | None, ending: str) -> dict[Path, bytes]:
    """Return the content of a file for each sheet, by path."""
    if output is None:
        folder = OUTPUT / trackers.file_stem
    elif ending:
        # `--split -o cards.pdf` means a folder `cards/`: one file cannot hold them apart
        folder = output.with_suffix("")
    else:
        folder = output
    check_writable(folder)
    print_sheets = trackers.print_text if ending == TEXT else trackers.print_pdf
    files = {}
    for number, stem in enumerate(trackers.sheet_stems, start=1):
        content = print_sheets([number])
        files[find_free_path(folder / f"{stem}{ending or '.pdf'}", content)] = content
    return files


def _print_texts(trackers: Trackers, folder: Path) -> dict[Path, bytes]:
    """Return a file of plain text for each player who needs one, by path."""
    files = {}
    for number in trackers.text_numbers:
        content = trackers.print_text([number])
        path = folder / f"{trackers.sheet_stems[number - 1]}{TEXT}"
        files[find_free_path(path, content)] = content
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
    """Show a table of the sheets, notes, the files and how to print them, and how to get the same
    again. `model` are the settings of the command, whose options the notes name.
    """
    console = stderr() if paths == [STDOUT] else stdout()
    rows = [
        [sheet.player or "–", sheet.fleet_name, sheet.code, sheet.difficulty_word or "own words"]
        for sheet in trackers.sheets
    ]
    show_table(console, ["Player", "Fleet", "Sheet code", "Difficulty"], rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        say(console, f"{messages.and_more(len(rows) - MOST_ROWS)}; --json lists them all.")
    for note in trackers.notes:
        say(console, describe_note(note, model))
    for line in _describe_files(trackers, paths):
        say(console, line)
    if trackers.seed:
        say(console, f"To print the same sheets again, add --seed {trackers.seed} to the command.")


def _describe_files(trackers: Trackers, paths: list[Path]) -> Iterator[str]:
    """Yield what was written where, PDFs before text, and how to print or read it."""
    pdfs = [path for path in paths if path.suffix.lower() != TEXT]
    texts = [path for path in paths if path.suffix.lower() == TEXT]
    if pdfs:
        sheets = messages.how_many(len(trackers.sheets), "sheet")
        pages = messages.how_many(trackers.pages, "page")
        paper = trackers.looks[0].paper.title
        steps = " ".join(step.text for step in trackers.printing_steps)
        yield f"{_describe_place(pdfs)}: {sheets} on {pages}, {paper}. {steps}"
    if texts:
        # Without a PDF every sheet is text; with one only those of players who need it
        count = len(trackers.text_numbers) if pdfs else len(trackers.sheets)
        sheets = messages.how_many(count, "sheet")
        where = _describe_place(texts)
        yield f"{where}: {sheets} as plain text. What is below the line of a sheet is secret."


def _describe_place(paths: list[Path]) -> str:
    if paths == [STDOUT]:
        return "Sent to stdout"
    if len(paths) == 1:
        return f"Wrote {paths[0]}"
    return f"Wrote {len(paths)} files to {paths[0].parent}/"


def describe_trackers_as_json(
    trackers: Trackers, paths: list[Path], origin: Origin
) -> dict[str, object]:
    """Return what `--json` shows of sheets that have been printed, without secrets."""
    notes = origin.describe()
    notes += [describe_note(note, TrackerSettings) for note in trackers.notes]
    is_text = paths[0].suffix.lower() == TEXT
    return {
        "files": [str(path) for path in paths],
        "edition": trackers.edition.slug,
        "paper": trackers.looks[0].paper.slug,
        "pages": None if is_text else trackers.pages,
        "seed": trackers.seed or None,
        "notes": notes,
        "sheets": [sheet.to_public_json() for sheet in trackers.sheets],
    }
