"""What `event check` finds out about a roster, and says."""

from __future__ import annotations

import shlex
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordfleet_print.cli.console import say, show_table, stdout, warn
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.pairing import pair, pairing_notes
from wordfleet_print.event.plan.rounds import BYE_TABLE, Round
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.roster.read import read_roster, roster_columns

if TYPE_CHECKING:
    from wordfleet_print.event.pack.pack import Pack

MOST_ROUNDS_SHOWN = 24


@dataclass(frozen=True, slots=True)
class Checked:
    """A roster that was looked over. `error` says what is wrong; without one there are players and rounds.

    `columns` tells what each heading was taken for.
    """

    file: Path
    columns: dict[str, str]
    roster: Roster | None
    rounds: tuple[Round, ...]
    error: BadInputError | None
    options: tuple[str, ...] = ()
    """What was typed beside the file, for the next command."""

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON-able data."""
        roster, error = self.roster, self.error
        return {
            "ok": error is None,
            "file": str(self.file),
            "columns": self.columns,
            "players": len(roster.players) if roster else None,
            "rounds": [{"round": one.number, "tables": _tables(one), "byes": _byes(one)} for one in self.rounds],
            "settled": len(roster.fixtures) if roster else None,
            "warnings": list(roster.warnings) if roster else [],
            "notes": list(self.notes),
            "long_names": self.long_names(),
            "message": error.message if error else "",
            "complaints": [{"where": c.where, "what": c.what, "advice": c.advice} for c in error.complaints]
            if error
            else [],
        }

    @property
    def notes(self) -> tuple[str, ...]:
        """Who meet again unasked."""
        return pairing_notes(self.roster, self.rounds) if self.roster and self.rounds else ()

    def long_names(self) -> list[str]:
        """The names that are cut with an ellipsis where sheets are printed as usual; none where there is an error."""
        return [] if self.error or not self.roster else _as_usual(self.roster).long_names()


def _as_usual(roster: Roster) -> Pack:
    """A pack for these players as `event print` makes it without options, with no round dealt."""
    from wordfleet_print.cli.options.common import DEFAULT_EDITION
    from wordfleet_print.event.pack.looks import PackLooks
    from wordfleet_print.event.pack.pack import Pack
    from wordfleet_print.event.plan.model import EventPlan, Terms
    from wordfleet_print.game import load_edition
    from wordfleet_print.jobs.wanted import DEFAULT_TIER, paper_of

    low, high = load_edition(DEFAULT_EDITION).fairness.band
    terms = Terms(
        edition=DEFAULT_EDITION,
        tier=DEFAULT_TIER,
        themes=(),
        own_words=None,
        own_title="",
        blank=False,
        placed=False,
        band=(low, high),
    )
    return Pack(EventPlan("", "", terms, roster, (), (), array("Q")), PackLooks(paper_of(None).slug))


def check_roster(path: Path, *, rounds: int | None, encoding: str | None) -> Checked:
    """Look a roster over; nothing is raised for what is wrong in it."""
    columns: dict[str, str] = {}
    roster: Roster | None = None
    try:
        columns = roster_columns(path, encoding=encoding)
        roster = read_roster(path, encoding=encoding)
        paired = pair(roster, rounds or roster.rounds)
    except BadInputError as error:
        return Checked(path, columns, roster, (), error)
    typed = (("--rounds", rounds), ("--encoding", encoding))
    options = tuple(part for name, value in typed if value is not None for part in (name, str(value)))
    return Checked(path, columns, roster, paired, None, options)


def show_check(checked: Checked) -> None:
    """What was understood, and what to do next. Raises the error that says what is wrong."""
    roster, console = checked.roster, stdout()
    if checked.error or not roster:
        raise checked.error or BadInputError(f"{checked.file} is empty.")
    for line in (*roster.warnings, *checked.notes):
        warn(line)
    if names := checked.long_names():
        from wordfleet_print.cli.commands.event.show import told_long

        warn(told_long(names))
    understood = ", ".join(f"“{heading}” ({field})" for heading, field in checked.columns.items() if heading)
    if understood:
        say(console, f"Columns: {understood}.")
    say(console, f"Players: {_described(roster)}.")
    settled = len(roster.fixtures)
    if settled:
        say(console, f"Pairings and places that the roster settles: {settled:,}.")
    rows = [[str(one.number), f"{_tables(one):,}", f"{_byes(one):,}"] for one in checked.rounds]
    show_table(console, ["Round", "Tables", "Byes"], rows[:MOST_ROUNDS_SHOWN])
    if len(rows) > MOST_ROUNDS_SHOWN:
        say(console, f"… and {len(rows) - MOST_ROUNDS_SHOWN} rounds more.")
    if len(roster.players) == 1:
        warn("There is only one player, who meets nobody: all rounds are byes.")
    command = shlex.join(["wordfleet-print", "event", "print", str(checked.file), *checked.options])
    say(console, f"{checked.file} is ready: {command}")


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


def _tables(one: Round) -> int:
    return sum(seating.table != BYE_TABLE for seating in one)


def _byes(one: Round) -> int:
    return len(one) - _tables(one)
