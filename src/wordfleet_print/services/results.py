"""Keep results of a printed event: only its list, its standings and its `event.json` change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.event.event import Result
from wordfleet_print.event.folder import (
    EVENT_FILE,
    PrintedEvent,
    hold_folder,
    is_changed,
    read_printed,
)
from wordfleet_print.event.pack.pack import print_shared
from wordfleet_print.event.plan.players_file import PLAYERS_FILE
from wordfleet_print.event.results import replace_results


def record_results(folder: Path, number: int, results: Iterable[Result]) -> PrintedEvent:
    """Replace the results of a round of the event in a folder, print the standings, and return what
    is in the folder now.

    Raises `BadInputError` if `players.csv` was edited and not printed, `BusyError` if another run
    prints the folder, and `CannotWriteError`.
    """
    with hold_folder(folder):
        printed = read_printed(folder / EVENT_FILE, partial=True)
        players_files = [file for file in printed.files if file.name == PLAYERS_FILE]
        # Printing writes it anew, and what was typed there would be lost
        if any(is_changed(folder, file) for file in players_files):
            what = f"{PLAYERS_FILE} was edited since the event was printed."
            raise BadInputError(
                Problem(what, advice="Print the event again first: then both are kept.")
            )
        all_results = replace_results(printed.event.results, results, [number])
        return print_shared(printed, replace(printed.event, results=all_results), folder)
