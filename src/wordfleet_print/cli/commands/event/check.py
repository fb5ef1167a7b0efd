"""`event check`: what a roster holds, and what is wrong with it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from wordfleet_print.cli.options.common import Json, Quiet
from wordfleet_print.cli.options.event import Encoding, RosterFile, Rounds, Sheet
from wordfleet_print.wording import and_more

if TYPE_CHECKING:
    from wordfleet_print.event.roster.model import Roster
    from wordfleet_print.jobs.roster import CheckedRoster

CHECK_EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print event check summer-cup.xlsx

wordfleet-print event check players.csv --rounds 5 --json
"""
MOST_ROUNDS_SHOWN = 24


def check(
    roster: RosterFile,
    rounds: Rounds = None,
    encoding: Encoding = None,
    sheet: Sheet = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Look over a roster: what cannot be printed, what looks odd, who meets whom how often. Nothing is written.

    Exit code 0: it can be printed; 3: it has faults.
    """
    from wordfleet_print.cli.console import show_json
    from wordfleet_print.errors import ExitCode
    from wordfleet_print.jobs.roster import check_roster

    checked = check_roster(roster, rounds, encoding, sheet)
    if json:
        show_json(_as_json(roster, checked))
        raise typer.Exit(ExitCode.BAD_INPUT if checked.error else ExitCode.DONE)
    if checked.error or not checked.roster:
        raise checked.error or AssertionError("a roster or an error")
    if not quiet:
        _show(checked, checked.roster)
        _show_next(roster, rounds, encoding, sheet)


def _as_json(file: Path, checked: CheckedRoster) -> dict[str, Any]:
    roster, error = checked.roster, checked.error
    return {
        "ok": error is None,
        "file": str(file),
        "columns": checked.columns,
        "players": len(roster.players) if roster else None,
        "rounds": [{"round": number, "tables": tables, "byes": byes} for number, tables, byes in checked.sizes],
        "settled": len(roster.fixtures) if roster else None,
        "warnings": list(roster.warnings) if roster else [],
        "notes": list(checked.notes),
        "long_names": checked.long_names(),
        "unset_names": checked.unset_names(),
        "message": error.message if error else "",
        "complaints": [{"where": c.where, "what": c.what, "advice": c.advice} for c in error.complaints]
        if error
        else [],
    }


def _show(checked: CheckedRoster, roster: Roster) -> None:
    """What was understood."""
    from wordfleet_print.cli.commands.event.show import told_long
    from wordfleet_print.cli.console import say, show_table, stdout, warn
    from wordfleet_print.jobs.advice import told_unset

    console = stdout()
    for line in (*roster.warnings, *checked.notes):
        warn(line)
    if names := checked.unset_names():
        warn(told_unset(names))
    if names := checked.long_names():
        warn(told_long(names))
    understood = ", ".join(f"“{heading}” ({field})" for heading, field in checked.columns.items() if heading)
    if understood:
        say(console, f"Columns: {understood}.")
    say(console, f"Players: {_described(roster)}.")
    if roster.fixtures:
        say(console, f"Pairings and places that the roster settles: {len(roster.fixtures):,}.")
    rows = [[f"{number:,}" for number in size] for size in checked.sizes]
    show_table(console, ["Round", "Tables", "Byes"], rows[:MOST_ROUNDS_SHOWN])
    if len(rows) > MOST_ROUNDS_SHOWN:
        say(console, f"{and_more(len(rows) - MOST_ROUNDS_SHOWN)} rounds.")
    if len(roster.players) == 1:
        warn("There is only one player, who meets nobody: all rounds are byes.")


def _show_next(file: Path, rounds: int | None, encoding: str | None, sheet: str | None) -> None:
    """The call that prints the roster, as it was looked over."""
    from wordfleet_print.cli.console import say, stdout

    said = (("--rounds", rounds), ("--encoding", encoding), ("--sheet", sheet))
    options = [part for name, value in said if value is not None for part in (name, str(value))]
    call = shlex.join(["wordfleet-print", "event", "print", str(file), *options])
    say(stdout(), f"{file} is ready: {call}")


def _described(roster: Roster) -> str:
    players = roster.players
    clubs = len({player.club for player in players if player.club})
    counts = {
        "in {} clubs": clubs,
        "{} without a club": sum(not player.club for player in players) if clubs else 0,
        "{} with large print": sum(player.large_print for player in players),
        "{} left-handed": sum(player.left_handed for player in players),
    }
    return ", ".join([f"{len(players):,}", *(text.format(f"{count:,}") for text, count in counts.items() if count)])
