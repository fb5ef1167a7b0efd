"""A roster, looked over before anything is printed of it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.plan.event_plan import EventPlan, Round, Terms
from wordfleet_print.event.plan.pairing import pair, pairing_notes
from wordfleet_print.event.roster.columns import Taken
from wordfleet_print.event.roster.read_roster import RosterRead, read_roster, roster_columns
from wordfleet_print.event.roster.roster import Roster
from wordfleet_print.game import load_edition
from wordfleet_print.jobs.checking import paper_of
from wordfleet_print.limits import DEFAULT_EDITION, DEFAULT_TIER


@dataclass(frozen=True, slots=True)
class CheckedRoster:
    """What was understood: what each column was taken for, the players, who meets whom; or the `error`."""

    columns: tuple[Taken, ...]
    roster: Roster | None = None
    rounds: tuple[Round, ...] = ()
    error: BadInputError | None = None

    @property
    def sizes(self) -> list[tuple[int, int, int]]:
        """Each round's number, and how many tables and byes it has."""
        return [(one.number, one.tables, one.byes) for one in self.rounds]

    @property
    def notes(self) -> tuple[str, ...]:
        """Who meet again unasked."""
        return pairing_notes(self.roster, self.rounds, self.roster.players) if self.roster else ()

    def long_names(self) -> list[str]:
        """The names that are cut with an ellipsis where sheets are printed as usual."""
        return _as_usual(self.roster).long_names() if self.roster else []

    def unset_names(self) -> list[str]:
        """The names that the bundled fonts cannot set."""
        return _as_usual(self.roster).unset_names() if self.roster else []


def check_roster(file: Path, rounds: int | None, reading: RosterRead) -> CheckedRoster:
    """Look a roster over, for so many rounds or its own; nothing is raised for what is wrong in it."""
    taken: tuple[Taken, ...] = ()
    try:
        taken = roster_columns(file, reading)
        roster = read_roster(file, reading)
        paired = pair(roster, rounds or roster.rounds)
    except BadInputError as error:
        return CheckedRoster(taken, error=error)
    return CheckedRoster(taken, roster, paired)


def _as_usual(roster: Roster) -> Pack:
    """A pack for these players as `event print` makes it without options, with no round dealt."""
    terms = Terms(
        edition=DEFAULT_EDITION,
        tier=DEFAULT_TIER,
        themes=(),
        own_words=None,
        own_title="",
        blank=False,
        placed=False,
        band=load_edition(DEFAULT_EDITION).fairness.band,
    )
    return Pack(EventPlan("", "", terms, roster, (), (), array("Q")), PackLooks(paper_of(None).slug))
