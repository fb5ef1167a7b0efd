"""`event check`: what a roster holds, and what is wrong with it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from wordfleet_print.cli.console import (
    error_as_json,
    examples,
    noted,
    say,
    show_json,
    show_table,
    stdout,
    told_bare,
    told_unset,
    warn,
)
from wordfleet_print.cli.options import (
    Answer,
    AsJson,
    Column,
    Encoding,
    Quiet,
    RosterFiles,
    RoundPrinted,
    Rounds,
    SheetOfWorkbook,
    answers_of,
)
from wordfleet_print.cli.prompts import answer_questions
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.messages import and_more, listed, plural, quote

if TYPE_CHECKING:
    from wordfleet_print.event.roster.roster import Roster
    from wordfleet_print.services.check_roster import CheckedRoster

CHECK_EXAMPLES = examples(
    "event check summer-cup.xlsx",
    "event check players.csv --rounds 5 --json",
    "event check round-3.csv --round 3",
)
MOST_ROUNDS_SHOWN = 24
TOLD = ("number", "name", "club", "large_print", "left_handed")
"""What JSON tells of each player."""


def check(
    roster: RosterFiles,
    rounds: Rounds = None,
    round_: RoundPrinted = None,
    encoding: Encoding = None,
    sheet: SheetOfWorkbook = None,
    column: Column = None,
    answer: Answer = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Check a roster: how its columns were read, errors, questions, warnings, pairings.

    Nothing is written. Exit code 0: it can be printed; 3: it has faults.
    """
    from wordfleet_print.event.roster.questions import RosterError, format_answers
    from wordfleet_print.services.check_roster import check_roster

    answers = answers_of(column, answer, encoding, sheet)
    checked = check_roster(roster, rounds, answers, round_)
    while isinstance(checked.error, RosterError) and not (json or quiet):
        try:
            answers = answer_questions(checked.error, answers)
        except BadInputError:
            break
        checked = check_roster(roster, rounds, answers, round_)
    given = [(f"--{field}", text) for field, texts in format_answers(answers).items() for text in texts]
    call = _print_call(roster, (("--rounds", rounds), ("--round", round_), *given))
    names = listed(map(str, roster))
    if json:
        show_json(_as_json(names, checked, call))
        raise typer.Exit(ExitCode.BAD_INPUT if checked.error else ExitCode.DONE)
    if not quiet:
        rows = [(one.letter, one.heading, one.use, ", ".join(map(quote, one.samples))) for one in checked.columns]
        if used := [row for row in rows if row[2]]:
            show_table(stdout(), ["", "Heading", "Read as", "Such as"], used)
    if checked.error or not checked.roster:
        raise checked.error or AssertionError("a roster or an error")
    if not quiet:
        _show(checked, checked.roster)
        say(stdout(), f"{names} {'is' if len(roster) == 1 else 'are'} ready: {call}")


def _as_json(file: str, checked: CheckedRoster, call: str) -> dict[str, Any]:
    from wordfleet_print.event.roster.questions import RosterError

    roster, error = checked.roster, checked.error
    return {
        "ok": error is None,
        "file": file,
        "reading": [*roster.reading] if roster else [],
        "questions": [asdict(one) for one in error.questions] if isinstance(error, RosterError) else [],
        "columns": [
            {"column": one.letter, "heading": one.heading, "use": one.use, "samples": list(one.samples)}
            for one in checked.columns
        ],
        "players": [{name: getattr(one, name) for name in TOLD} for one in roster.players] if roster else None,
        "rounds": [{"round": number, "tables": tables, "byes": byes} for number, tables, byes in checked.sizes],
        "settled": roster
        and [
            {"round": one.round, "table": one.table, "players": [roster.players[index].called for index in one.players]}
            for one in roster.fixtures
        ],
        "warnings": [*map(noted, roster.warnings)] if roster else [],
        "notes": _notes(checked),
        "long_names": checked.long_names(),
        "unset_names": checked.unset_names(),
        "bare_names": checked.bare_names(),
        "next": None if error else call,
        **(error_as_json(error) if error else {"exit_code": 0, "message": "", "problems": [], "tip": ""}),
    }


def _notes(checked: CheckedRoster) -> list[str]:
    """What is worth a note beside the roster's own warnings, on the screen and in JSON."""
    from wordfleet_print.cli.event_told import told_long

    unset, bare, names = checked.unset_names(), checked.bare_names(), checked.long_names()
    alone = checked.roster is not None and len(checked.roster.players) == 1
    return [
        *checked.notes,
        *([told_unset(unset)] if unset else []),
        *([told_bare(bare)] if bare else []),
        *([told_long(names)] if names else []),
        *(["There is only one player, who meets nobody: all rounds are byes."] if alone else []),
    ]


def _show(checked: CheckedRoster, roster: Roster) -> None:
    """What was understood."""
    console = stdout()
    for line in roster.reading:
        say(console, line)
    for line in (*roster.warnings, *_notes(checked)):
        warn(line)
    say(console, f"Players: {_described(roster)}.")
    if roster.fixtures:
        say(console, f"Pairings and places that the roster settles: {len(roster.fixtures):,}.")
    rows = [[f"{number:,}" for number in size] for size in checked.sizes]
    show_table(console, ["Round", "Tables", "Byes"], rows[:MOST_ROUNDS_SHOWN])
    if len(rows) > MOST_ROUNDS_SHOWN:
        say(console, f"{and_more(len(rows) - MOST_ROUNDS_SHOWN)} rounds.")


def _print_call(files: Sequence[Path], how: Iterable[tuple[str, object]]) -> str:
    """The call that prints the roster, as it was looked over."""
    options = [part for name, value in how if value is not None for part in (name, str(value))]
    return shlex.join(["wordfleet-print", "event", "print", *map(str, files), *options])


def _described(roster: Roster) -> str:
    players = roster.players
    counts = {
        f"in {{}} {plural(roster.clubs, 'club')}": roster.clubs,
        "{} without a club": sum(not player.club for player in players) if roster.clubs else 0,
        "{} with large print": sum(player.large_print for player in players),
        "{} left-handed": sum(player.left_handed for player in players),
    }
    return ", ".join([f"{len(players):,}", *(text.format(f"{count:,}") for text, count in counts.items() if count)])
