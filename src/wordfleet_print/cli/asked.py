"""What a list leaves open, asked at a terminal: each answer is the call that settles it for good."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from wordfleet_print.cli.console import say, show_table, stderr
from wordfleet_print.wording import quote

if TYPE_CHECKING:
    from pathlib import Path

    from wordfleet_print.errors import BadInputError, Complaint
    from wordfleet_print.event.roster.listing import Use
    from wordfleet_print.event.roster.read_roster import RosterRead


def answered(error: BadInputError, columns: Sequence[str], file: Path, reading: RosterRead) -> tuple[str, ...]:
    """What is said of columns, and the answer of whoever sits at the terminal to the first complaint that one settles.

    Raises the error where there is no terminal, and where no column would help.
    """
    from wordfleet_print.event.roster.listing import answers_of, asked_columns

    asking = next((one for one in error.complaints if any(answers_of(one.say))), None)
    if asking is None or not (sys.stdin.isatty() and stderr().is_terminal):
        raise error
    said = {**asked_columns(columns), **_ask(asking, file, reading)}
    return tuple(f"{use}={heading}" for use, heading in said.items())


def _ask(complaint: Complaint, file: Path, reading: RosterRead) -> Mapping[Use, str]:
    """The columns of the way that somebody chooses."""
    from rich.prompt import Prompt

    from wordfleet_print.event.roster.listing import answers_of
    from wordfleet_print.event.roster.read_roster import roster_columns

    say(stderr(), f"{complaint.where}: {complaint.what}.")
    cells = {key: one.samples for one in roster_columns(file, reading) for key in (one.letter, one.heading)}
    rows, ways = [], [*answers_of(complaint.say)]
    for number, (told, columns) in enumerate(ways, start=1):
        samples = [text for heading in columns.values() for text in cells.get(heading, ())]
        rows.append((str(number), told, ", ".join(map(quote, samples))))
    show_table(stderr(), ["", "Does this mean", "such as"], rows)
    chosen = Prompt.ask("Which one?", choices=[row[0] for row in rows], console=stderr())
    return ways[int(chosen) - 1][1]
