"""A roster taking shape row by row: who is whom, who stands in it twice, and what is worth a warning."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from wordfleet_print.errors import Complaint
from wordfleet_print.event.roster.complaints import Complaints, rows_said
from wordfleet_print.event.roster.fixtures import Claim, Who, settle
from wordfleet_print.event.roster.model import Fixture, Player, Roster
from wordfleet_print.event.roster.row import RosterRow, RowReader
from wordfleet_print.event.roster.rows import broken_off
from wordfleet_print.event.roster.uses import Use
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.sheet.captains import plain
from wordfleet_print.wording import first_lines, quote, some_of

_MOST_WARNED = 20
"""Warnings of one kind."""
_MOST_NAMED = 5
"""Names in one warning."""


class RosterMaker:
    """Takes the rows of a file, one after the other, and makes the roster of them.

    `by_round` says that the file has a column of rounds: then a player may stand in it once for each.
    """

    def __init__(self, reader: RowReader, complaints: Complaints, *, by_round: bool) -> None:
        self._reader = reader
        self._complaints = complaints
        self._by_round = by_round
        self._people: list[Player] = []
        """In the order of their first rows; a hundred thousand of these would take thrice the room."""
        self._rows = array("I")
        """The number of each player's first row."""
        self._written: dict[int, str] = {}
        """The names that are not printed as they are written, by place."""
        self._wishes: dict[tuple[int, Use], bool] = {}
        """What was said of large print and the left hand, by place."""
        self._numbers: dict[str, int] = {}
        """The number of the first player of each name as written, but for stray spaces."""
        self._namesakes: dict[tuple[str, str], int] = {}
        """The numbers of those of the same name and another club."""
        self._met: dict[int, int] = {}
        """The row of each player and round, by both in one number; only where there is a column of rounds."""
        self._claims: list[Claim] = []
        self._roundless = array("I")
        """Rows that leave the round open."""
        self._attendance: Counter[int] = Counter()
        """How many players have a row in each round."""

    def take(self, row: RosterRow) -> None:
        """Add one row. Raises `BadInputError` where there are more players than an event can have."""
        number, place = row.round or 1, self._place_of(row)
        earlier = self._rows[place]
        if self._by_round:
            earlier = self._met.setdefault(place * (MOST_ROUNDS + 1) + number, row.row)
        if earlier != row.row:
            self._complain_of_repeat(place, [earlier, row.row], number)
            return
        self._attendance[number] += 1
        if self._by_round and row.round is None:
            self._roundless.append(row.row)
        self._agree(place, row, Use.LARGE_PRINT)
        self._agree(place, row, Use.LEFT_HANDED)
        self._keep_claim(place, row, number)

    def finish(self, notes: Iterable[str]) -> Roster:
        """The roster; `notes` come first among its warnings. Raises `BadInputError` with every complaint."""
        if not (len(self._people) or self._complaints):
            self._complaints.take(
                [Complaint(self._complaints.name, "there are no players in it", "add a row for each")]
            )
        self._check_rounds()
        self._numbers.clear()  # room for what follows
        alike = [*first_lines(self._alike(), _MOST_WARNED, " of the kind.")]
        for place in {place for place, _ in self._wishes}:
            large, left = (self._wishes.get((place, use), False) for use in (Use.LARGE_PRINT, Use.LEFT_HANDED))
            self._people[place] = replace(self._people[place], large_print=large, left_handed=left)
        players = tuple(self._people)
        fixtures: tuple[Fixture, ...] = ()
        if self._claims:
            who = Who(players, [self._written.get(place, one.name) for place, one in enumerate(players)])
            fixtures = settle(self._claims, players, who, self._reader.complain)
        if self._complaints:
            raise self._complaints.error()
        warnings = (*notes, *self._letterless(), *alike)
        return Roster(
            players, fixtures, max(self._attendance), warnings, tuple(self._unnamed(fixtures)), self._by_round
        )

    def _place_of(self, row: RosterRow) -> int:
        """Where among the people the player of a row is; a new one is added."""
        (name, club), new = row.who, len(self._people) + 1
        number = self._numbers.setdefault(name, new)
        if number != new and self._people[number - 1].club != club:
            number = self._namesakes.setdefault((name, club), new)
        if number == new:
            self._join(row, new)
        return number - 1

    def _join(self, row: RosterRow, number: int) -> None:
        if len(self._people) == MOST_PLAYERS:
            what = f"is one player more than {MOST_PLAYERS:,}, the most in one event"
            name = self._complaints.name
            raise broken_off(name, Complaint(f"{name} row {row.row}", what, "split the roster"))
        if row.written != row.name:
            self._written[number - 1] = row.written
        self._rows.append(row.row)
        self._people.append(Player(row.name, number, row.club, filed=row.filed))

    def _complain_of_repeat(self, place: int, rows: list[int], number: int) -> None:
        where = f"twice in round {number}" if self._by_round else "twice"
        advice = "if they are two people, add a club or an initial; if they are one, remove a row"
        self._reader.complain(rows, self._reader.naming, f"{_called(self._people[place])} is listed {where}", advice)

    def _agree(self, place: int, row: RosterRow, use: Use) -> None:
        """What a player's rows say of large print or the left hand: it holds for every round, so once is enough."""
        said: bool | None = getattr(row, use.name.lower())  # large_print or left_handed
        if said is not None and self._wishes.setdefault((place, use), said) is not said:
            what = f"{_called(self._people[place])} has yes in one row and no in another"
            self._reader.complain([self._rows[place], row.row], use, what, "write it in one row alone")

    def _keep_claim(self, place: int, row: RosterRow, number: int) -> None:
        if row.table is not None or row.opponent:
            self._claims.append(Claim(row.row, place, number, row.table, row.seat, row.opponent))
        elif row.seat is not None:
            what = "a seat says nothing without a table or an opponent"
            self._reader.complain([row.row], Use.SEAT, what, "say which table, or leave it empty")

    def _check_rounds(self) -> None:
        """A round left open is the first, but only where no row names one: else it has been forgotten."""
        if len(self._roundless) == self._attendance.total():
            return
        for row in self._roundless:
            self._reader.complain([row], Use.ROUND, "is empty, though other rows name their round", "write the round")

    def _letterless(self) -> Iterator[str]:
        """One warning of all players whose names have no letter in them: mostly something from another column."""
        nameless = [one for one in self._people if not any(map(str.isalpha, legible(one.name) or "a"))]
        if nameless:
            names = some_of([_called(one) for one in nameless], _MOST_NAMED)
            have = "has no letter in it" if len(nameless) == 1 else "have no letters in them"
            rows = rows_said([self._rows[one.number - 1] for one in nameless])
            yield (
                f"{self._complaints.name} {rows}: {names} {have}. "
                f"{'It is' if len(nameless) == 1 else 'They are'} printed as written; look whether that is a name."
            )

    def _alike(self) -> Iterator[str]:
        """A warning of every player who may be an earlier one, written in another way or with another club. Those who
        are printed with the same name and club are told apart as twins.
        """
        firsts: dict[str, Player] = {}
        twins: dict[tuple[str, str], int] = {}
        for later in self._people:
            earlier = firsts.setdefault(plain(later.name) or later.name, later)
            if earlier is not later:
                twins.setdefault((earlier.name, earlier.club), 1)
                twin = twins.get((later.name, later.club), 0)
                twins[later.name, later.club] = twin + 1
                self._people[later.number - 1] = replace(later, twin=twin)
                first, second = (self._rows[one.number - 1] for one in (earlier, later))
                rows = f"{self._complaints.name} rows {first} and {second}"
                yield f"{rows}: {_likeness(earlier, later)}. Both are printed; if they are one person, remove one."

    def _unnamed(self, fixtures: Iterable[Fixture]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The places of those who have no row in a round and are nobody's opponent there, by its number, where rows
        name their rounds.
        """
        named = {at * (MOST_ROUNDS + 1) + one.round for one in fixtures for at in one.players}
        for number in range(1, max(self._attendance) + 1) if self._by_round else ():
            everybody = ((at, at * (MOST_ROUNDS + 1) + number) for at in range(len(self._people)))
            if absent := tuple([at for at, key in everybody if key not in self._met and key not in named]):
                yield number, absent


def _called(player: Player) -> str:
    """The player, as messages say it: the name, and the club if there is one."""
    return f"{quote(player.name)} of {quote(player.club)}" if player.club else quote(player.name)


def _likeness(earlier: Player, later: Player) -> str:
    if earlier.name != later.name:
        return f"{_called(earlier)} and {_called(later)} are nearly the same"
    if earlier.club != later.club:
        return f"{_called(earlier)} and {_called(later)} have the same name"
    return f"{_called(earlier)} is listed twice, with letters that differ but look the same"
