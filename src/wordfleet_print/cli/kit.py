"""`kit`: boards, pieces, cards and tapes, at true scale."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.cli import output
from wordfleet_print.cli.parameters import Origin, make_command
from wordfleet_print.errors import MissingDependencyError, Problem
from wordfleet_print.files import check_writable, write_all
from wordfleet_print.limits import OUTPUT
from wordfleet_print.settings.config_file import read_defaults
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.looks import BackOffset, read_offset
from wordfleet_print.settings.table import TrackerSettings

if TYPE_CHECKING:
    from wordfleet_print.services.kits import PrintedKit

EXAMPLES = output.format_examples(
    "kit",
    "kit chess --one-sided",
    "kit chess --page board --square 50",
    'kit army-men --squad "sergeant, regular*5, smg*2"',
    "kit army-men --page cards --png",
)


@make_command(KitSettings, "kit", EXAMPLES)
def kit(settings: KitSettings, origin: Origin) -> None:
    """Print what games need on the table: boards, pieces, cards, tapes. Default: all games.

    Everything is at true scale. Print it at 100%, and measure the bar at the
    foot of a page before you cut. Without Pango or a browser, you get HTML pages
    (exit code 5).
    """
    from wordfleet_print.services.kits import print_kits

    folder = settings.output or OUTPUT
    check_writable(folder)
    sheet_offset = find_sheet_offset(settings, origin)
    with output.show_progress("Printing the kits", quiet=settings.quiet) as progress:
        kits, pdf_error = print_kits(settings, progress, sheet_offset)
    files = {folder / name: content for kit in kits for name, content in kit.files.items()}
    write_all(files)
    if not settings.quiet:
        show_kits(kits, folder, one_sided=settings.one_sided)
    if settings.open:
        output.open_file(next(iter(files)))
    if pdf_error:
        tip = (
            f"The kits are in {folder}/ as HTML: open them in a browser and print them at "
            "100%, without margins.\n"
        )
        # Its last advice is to write HTML, which has just been done
        how_to_get_pdfs = pdf_error.summary.advice.rpartition("\nOr write HTML")[0]
        raise MissingDependencyError(Problem(pdf_error.message, advice=tip + how_to_get_pdfs))


def find_sheet_offset(settings: KitSettings, origin: Origin) -> BackOffset | None:
    """Return how far backs of sheets are moved: as somebody typed for this print, or as a file sets
    it for `tracker`.
    """
    if "back_offset" in origin.given_fields:
        return settings.back_offset
    offset = read_defaults(TrackerSettings, "tracker").values.get("back_offset")
    return read_offset(offset) if offset else None


def show_kits(kits: Sequence[PrintedKit], folder: Path, *, one_sided: bool) -> None:
    """Show the files that were written and their notes; of a single kit, also its pages."""
    from wordfleet_print.kit.document import describe_copies, describe_printing
    from wordfleet_print.services.kits import needs_trackers

    if len(kits) == 1:
        rows = [
            [str(number), sheet.name, sheet.title, "card" if sheet.card else "paper"]
            for number, sheet in enumerate(kits[0].sheets, start=1)
            if not sheet.is_empty
        ]
        output.show_table(output.stdout(), ["", "Page", "", "Print on"], rows)
    for kit in kits:
        name = ", ".join(filter(None, [kit.book.title, kit.book.edition]))
        if kit.sheets:
            what = describe_printing(kit.sheets, one_sided=one_sided)
            where = str(folder / next(iter(kit.files)))
        else:  # with --png a kit is pictures, and has no pages
            what = f"{len(kit.files)} pictures of cards"
            where = f"{folder}/"
        output.say(output.stdout(), f"Wrote {where}: {name}, {what}.")
        for sentence in describe_copies(kit.sheets):
            output.say(output.stdout(), sentence)
        if needs_trackers(kit.book, kit.sheets):
            command = f"wordfleet-print tracker --edition {kit.book.slug}"
            output.say(output.stdout(), f"Print a tracker for each player, too: {command}")
        for note in kit.notes:
            output.warn(f"{note.rstrip('.')}.")
