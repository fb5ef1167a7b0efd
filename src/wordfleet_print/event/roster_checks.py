"""A roster taking shape row by row: who is whom, who stands in it twice, and what is worth a warning."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from wordfleet_print.errors import Complaint
from wordfleet_print.event.columns import Field, plain
from wordfleet_print.event.fixtures import Entry, Who, settle
from wordfleet_print.event.listing import broken_off
from wordfleet_print.event.roster import MOST_PLAYERS, Fixture, Player, Roster
from wordfleet_print.event.roster_row import Complaints, RosterRow, RowReader
from wordfleet_print.sheet.captain import quote

_MOST_WARNED = 20
"""Warnings of one kind."""


@dataclass(slots=True)
class _Person:
    """What the file has said of a player so far; `row` is where it first stands, `rounds` the row of each round met."""

    written: str
    name: str
    club: str
    row: int
    rounds: dict[int, int]
    large_print: bool | None
    left_handed: bool | None


_NO_ROUNDS: dict[int, int] = {}


class RosterMaker:
    """Takes the rows of a file, one after the other, and makes the roster of them.

    `by_round` says that the file has a column of rounds: then a player may stand in it once for each.
    """

    def __init__(self, reader: RowReader, complaints: Complaints, *, by_round: bool) -> None:
        self._reader = reader
        self._complaints = complaints
        self._by_round = by_round
        self._people: list[_Person] = []
        self._known: dict[str, dict[str, int]] = {}
        """A player's index by club, then by the name as written but for stray spaces."""
        self._entries: list[Entry] = []
        self._roundless = array("L")
        """Rows that leave the round open."""
        self._attendance: Counter[int] = Counter()
        """How many players have a row in each round."""

    def take(self, row: RosterRow) -> None:
        """Add one row. Raises `BadInputError` where there are more players than an event can have."""
        number = row.round or 1
        index = self._known.setdefault(row.club, {}).setdefault(_single_spaced(row.written), len(self._people))
        if index == len(self._people):
            self._join(row)
        elif not self._by_round or number in self._people[index].rounds:
            self._complain_of_repeat(self._people[index], row, number)
            return
        person = self._people[index]
        self._attendance[number] += 1
        if self._by_round:
            person.rounds[number] = row.row
        if self._by_round and row.round is None:
            self._roundless.append(row.row)
        person.large_print = self._agreed(person, row, Field.LARGE_PRINT, (person.large_print, row.large_print))
        person.left_handed = self._agreed(person, row, Field.LEFT_HANDED, (person.left_handed, row.left_handed))
        self._keep_entry(index, row, number)

    def finish(self, notes: Iterable[str]) -> Roster:
        """The roster; `notes` come first among its warnings. Raises `BadInputError` with every complaint."""
        if not (self._people or self._complaints):
            self._complaints.take(
                [Complaint(self._complaints.name, "there are no players in it", "add a row for each")]
            )
        self._check_rounds()
        players = tuple(self._players())
        fixtures: tuple[Fixture, ...] = ()
        if self._entries:
            who = Who(players, [person.written for person in self._people])
            fixtures = settle(self._entries, players, who, self._reader.complain)
        if self._complaints:
            raise self._complaints.error()
        warnings = (*notes, *_limited(self._alike()), *_limited(self._absences()))
        return Roster(players, fixtures, max(self._attendance), warnings)

    def _join(self, row: RosterRow) -> None:
        if len(self._people) == MOST_PLAYERS:
            what = f"is one player more than {MOST_PLAYERS:,}, the most in one event"
            name = self._complaints.name
            raise broken_off(name, Complaint(f"{name} row {row.row}", what, "split the roster"))
        rounds: dict[int, int] = {} if self._by_round else _NO_ROUNDS
        person = _Person(row.written, row.name, row.club, row.row, rounds, row.large_print, row.left_handed)
        self._people.append(person)

    def _complain_of_repeat(self, person: _Person, row: RosterRow, number: int) -> None:
        where = f"twice in round {number}" if self._by_round else "twice"
        advice = "if they are two people, add a club or an initial; if they are one, remove a row"
        rows = [person.rounds.get(number, person.row), row.row]
        self._reader.complain(rows, self._reader.naming, f"{_called(person)} is listed {where}", advice)

    def _agreed(
        self, person: _Person, row: RosterRow, field: Field, said: tuple[bool | None, bool | None]
    ) -> bool | None:
        """What a player's rows say of large print or the left hand: it holds for every round, so once is enough."""
        before, now = said
        if now is not None and before is not None and before != now:
            what = f"{_called(person)} has yes in one row and no in another"
            self._reader.complain([person.row, row.row], field, what, "write it in one row alone")
        return now if before is None else before

    def _keep_entry(self, index: int, row: RosterRow, number: int) -> None:
        if row.table is not None or row.opponent:
            self._entries.append(Entry(row.row, index, number, row.table, row.seat, row.opponent))
        elif row.seat is not None:
            what = "a seat says nothing without a table or an opponent"
            self._reader.complain([row.row], Field.SEAT, what, "say which table, or leave it empty")

    def _check_rounds(self) -> None:
        """A round left open is the first, but only where no row names one: else it has been forgotten."""
        if len(self._roundless) == self._attendance.total():
            return
        for row in self._roundless:
            self._reader.complain([row], Field.ROUND, "is empty, though other rows name their round", "write the round")

    def _players(self) -> Iterator[Player]:
        twins: Counter[tuple[str, str]] = Counter()
        for number, person in enumerate(self._people, start=1):
            namesake = person.name, person.club
            large_print, left_handed = bool(person.large_print), bool(person.left_handed)
            yield Player(person.name, number, person.club, twins[namesake], large_print, left_handed)
            twins[namesake] += 1

    def _alike(self) -> Iterator[str]:
        """A warning of every player who may be an earlier one, written in another way or with another club."""
        first: dict[str, int] = {}
        for index, person in enumerate(self._people):
            earlier = self._people[first.setdefault(plain(person.name) or person.name, index)]
            if earlier is not person:
                rows = f"{self._complaints.name} rows {earlier.row} and {person.row}"
                yield f"{rows}: {_likeness(earlier, person)}. Both are printed; if they are one person, remove one."

    def _absences(self) -> Iterator[str]:
        """A warning of every round in which some players have no row."""
        everybody = len(self._people)
        for number in range(1, max(self._attendance) + 1):
            absent = everybody - self._attendance[number]
            if self._by_round and absent:
                yield (
                    f"{self._complaints.name}: {absent:,} of {everybody:,} players have no row in round {number}. "
                    "They get a sheet and a place in it all the same."
                )


def _single_spaced(written: str) -> str:
    """The name without stray spaces; the very same object where it has none, so that it takes no memory."""
    single = " ".join(written.split())
    return written if single == written else single


def _called(person: _Person) -> str:
    return f"{quote(person.name)} of {quote(person.club)}" if person.club else quote(person.name)


def _likeness(earlier: _Person, later: _Person) -> str:
    if earlier.name != later.name:
        return f"{_called(earlier)} and {_called(later)} are nearly the same"
    if earlier.club != later.club:
        return f"{_called(earlier)} and {_called(later)} have the same name"
    return f"{_called(earlier)} is listed twice, with letters that differ but look the same"


def _limited(warnings: Iterable[str]) -> Iterator[str]:
    """The first warnings of a kind, and how many more there are."""
    rest = iter(warnings)
    yield from islice(rest, _MOST_WARNED)
    more = sum(1 for _ in rest)
    if more:
        yield f"… and {more:,} more of the kind."
