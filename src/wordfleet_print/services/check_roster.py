"""Check a roster before anything is printed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.plan.pairing import absence_notes, pair, repeated
from wordfleet_print.event.plan.plan import EventPlan, Round, Terms
from wordfleet_print.event.roster.questions import Answers, RosterError
from wordfleet_print.event.roster.reader import read_rosters
from wordfleet_print.event.roster.roster import ReadColumn, Roster
from wordfleet_print.games import load_edition
from wordfleet_print.limits import DEFAULT_EDITION, DEFAULT_TIER
from wordfleet_print.messages import how_many
from wordfleet_print.services.asking import paper_of


@dataclass(frozen=True, slots=True)
class CheckedRoster:
    """What was read: the columns, the players, who meets whom; or the `error`."""

    columns: tuple[ReadColumn, ...]
    roster: Roster | None = None
    rounds: tuple[Round, ...] = ()
    error: BadInputError | None = None

    @property
    def sizes(self) -> list[tuple[int, int, int]]:
        """Each round's number, and how many tables and byes it has."""
        return [(one.number, one.tables, one.byes) for one in self.rounds]

    @property
    def notes(self) -> tuple[str, ...]:
        """Of whom the roster does not speak, and how many meet again unasked, whoever the draw makes it."""
        if not self.roster:
            return ()
        absent = tuple(absence_notes(self.roster, [one.number for one in self.rounds]))
        if not (again := sum(1 for _ in repeated(self.roster, self.rounds))):
            return absent
        pairs = how_many(again, "pair of players meets", "pairs of players meet")
        return (*absent, f"{pairs} again in some round: the pairings that are kept leave no other way.")

    def long_names(self) -> list[str]:
        """The names that are cut with an ellipsis where sheets are printed as usual."""
        return _as_usual(self.roster).long_names() if self.roster else []

    def unset_names(self) -> list[str]:
        """The names that the bundled fonts cannot set."""
        return _as_usual(self.roster).unset_names() if self.roster else []

    def bare_names(self) -> list[str]:
        """The names that are printed without the emoji in them."""
        return _as_usual(self.roster).bare_names() if self.roster else []


def check_roster(
    files: Sequence[Path], rounds: int | None, answers: Answers, number: int | None = None
) -> CheckedRoster:
    """Check a roster, of one list or several, for so many rounds or its own, or as that of round `number`.

    Nothing is raised for what is wrong in it.
    """
    try:
        roster = read_rosters(files, answers)
        roster = roster if number is None else roster.of_round(number)
        paired = pair(roster, rounds or roster.rounds, only={number} if number else ())
    except BadInputError as error:
        return CheckedRoster(error.columns if isinstance(error, RosterError) else (), error=error)
    return CheckedRoster(roster.columns, roster, paired)


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
