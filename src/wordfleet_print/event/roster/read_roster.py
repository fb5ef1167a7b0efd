"""Reading a roster: from a file to a `Roster`, or to every complaint about it."""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint, Note
from wordfleet_print.event.roster.cell_words import CellKind, is_bye, is_withdrawn, kind_of
from wordfleet_print.event.roster.columns import Taken, find_columns
from wordfleet_print.event.roster.encodings import SAVE_AS, known_encoding
from wordfleet_print.event.roster.listing import (
    Complaints,
    Guess,
    Listing,
    Use,
    broken_off,
    file_name,
    nothing_in,
    rows_said,
)
from wordfleet_print.event.roster.player_rows import RowReader
from wordfleet_print.event.roster.roster import Claim, Fixture, Player, Roster, RosterRow, Who, settle
from wordfleet_print.event.roster.table_files import open_table
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS
from wordfleet_print.sheet.captains import plain
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.wording import first_lines, near_misses, quote, some_of

_MOST_WARNED = 20
"""Warnings of one kind."""
_MOST_NAMED = 5
"""Names in one warning."""
_BRACKETED = re.compile(r"(.*\S) ?\(([^()]*[^\W\d][^()]*)\)")
"""A name with its club behind it, as messages write namesakes."""


class RosterMaker:
    """Takes the rows of a file, one after the other, and makes the roster of them.

    `by_round` says that the file may name rounds: then a player may stand in it once for each.
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
            what = f"{_called(self._people[place])} is listed twice{f' in round {number}' if self._by_round else ''}"
            advice = "if they are two people, add a club or an initial; if they are one, remove a row"
            self._reader.complain([earlier, row.row], self._reader.naming, what, advice)
            return
        self._attendance[number] += 1
        if self._by_round and row.round is None:
            self._roundless.append(row.row)
        self._agree(place, row, Use.LARGE_PRINT)
        self._agree(place, row, Use.LEFT_HANDED)
        if row.table is not None or row.opponent:
            self._claims.append((place, row))
        elif row.seat is not None:
            what = "a seat says nothing without a table or an opponent"
            self._reader.complain([row.row], Use.SEAT, what, "say which table, or leave it empty")

    def finish(self, notes: Iterable[str]) -> Roster:
        """The roster; `notes` come first among its warnings. Raises `BadInputError` with every complaint."""
        if not (self._people or self._complaints):
            nobody = Complaint(self._complaints.name, "there are no players in it", "add a row for each")
            self._complaints.take([nobody])
        # A round left open is forgotten where other rows name theirs; where none does, whoever asks says which it is.
        self._by_round &= len(self._roundless) < self._attendance.total()
        for number in self._roundless if self._by_round else ():
            self._reader.complain(
                [number], Use.ROUND, "is empty, though other rows name their round", "write the round"
            )
        self._numbers.clear()  # room for what follows
        self._part_namesakes()
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

    def _agree(self, place: int, row: RosterRow, use: Use) -> None:
        """What a player's rows say of large print or the left hand: it holds for every round, so once is enough."""
        said: bool | None = getattr(row, use.name.lower())  # large_print or left_handed
        if said is not None and self._wishes.setdefault((place, use), said) is not said:
            what = f"{_called(self._people[place])} has yes in one row and no in another"
            self._reader.complain([self._rows[place], row.row], use, what, "write it in one row alone")

    def _part_namesakes(self) -> None:
        """Give namesakes who are told apart by a club in brackets, “Ann Lee (Rovers)”, their name and their club."""
        bracketed = {at: found for at, one in enumerate(self._people) if (found := _BRACKETED.fullmatch(one.name))}
        if not bracketed:
            return
        names = Counter(plain(bracketed[at][1] if at in bracketed else one.name) for at, one in enumerate(self._people))
        for at, found in bracketed.items():
            one = self._people[at]
            if not one.club and names[plain(found[1])] > 1:
                self._written.setdefault(at, one.name)
                self._people[at] = replace(one, name=found[1], club=found[2])

    def _letterless(self) -> Iterator[str]:
        """One warning of all players whose names have no letter in them: mostly something from another column."""
        nameless = [one for one in self._people if not any(map(str.isalpha, make_printable(one.name) or "a"))]
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


_LOOKED_AT = 500
"""Rows whose opponents are compared with the names: more would take long."""
_ALIKE = 0.66


def with_opponents(rows: Iterable[RosterRow], reader: RowReader) -> Iterator[RosterRow]:
    """The rows, each followed by one for its opponent where the list has a row for each table."""
    held = _numbered(list(rows))
    if not _is_by_table(held):
        yield from held
        return
    clubs = {plain(row.name): row.club for row in held}
    for row in held:
        if not _meets(row):
            yield row._replace(table=None, seat=None) if row.opponent else row
            continue
        yield row._replace(seat=row.seat or 1)
        if other := reader.opponent(row, clubs.get(plain(row.opponent), "")):
            yield other


def _numbered(rows: list[RosterRow]) -> list[RosterRow]:
    """The rows with opponents by name, where they were named by the numbers of the players; 0 is a bye."""
    players = {row.number: row for row in rows if row.number}
    if not players or any(players[row.number].who != row.who for row in rows if row.number):
        return rows
    named = {"0": "bye"} | {number: row.addressed for number, row in players.items()}
    return [row._replace(opponent=named.get(row.opponent, row.opponent)) for row in rows]


def _meets(row: RosterRow) -> bool:
    """Whether a row names somebody as opponent."""
    text = row.opponent
    return bool(text) and not is_bye(text) and not is_withdrawn(text) and kind_of([text]) is CellKind.TEXT


def _is_by_table(rows: Sequence[RosterRow]) -> bool:
    """Whether no opponent has a row in the same round, and none is a misspelt name of somebody without one."""
    named: defaultdict[int, set[str]] = defaultdict(set)
    idle: defaultdict[int, set[str]] = defaultdict(set)
    for row in rows:
        named[row.round or 1] |= _ways(row.name)
        if not row.opponent:
            idle[row.round or 1].add(plain(row.name))
    meeting = [row for row in rows if _meets(row)]
    if not meeting or any(_ways(row.opponent) & named[row.round or 1] for row in meeting):
        return False
    return not any(near_misses(plain(row.opponent), idle[row.round or 1], alike=_ALIKE) for row in meeting[:_LOOKED_AT])


def _ways(text: str) -> set[str]:
    """A name in `plain` form, with and without what stands in brackets, and with its words in order of the alphabet."""
    letters, bare = plain(text), plain(text.partition("(")[0])
    return {letters, bare, " ".join(sorted(letters.split()))}


_FIELDS = {
    Use.CLUB: "club",
    Use.LARGE_PRINT: "large_print",
    Use.LEFT_HANDED: "left_handed",
    Use.LAST: "filed",
}
"""The fields of a player that a column may be missing for."""
_ASKED_FOR = (Use.LARGE_PRINT, Use.LEFT_HANDED)
"""What a remark can ask for."""
_MOST_SHOWN = 3
"""Names shown of a file whose encoding is a guess."""


@dataclass(frozen=True)
class RosterRead:
    """How a roster's file is to be read, as far as its user says so.

    `encoding` is that of a text file; without it, it is told by the file's mark, by UTF-8's own rules, or guessed with
    a warning. `sheet` names one of a workbook; without it, the first that holds a table is read. `columns` says which
    heading has which use, as `asked_columns` reads it; all others are told by words and cells. `strict`: names that the
    fonts at hand cannot set are refused. `numbers` are those of the players of the event that the list is for, with
    what they are called: a list of pairs may name them so.
    """

    encoding: str | None = None
    sheet: str | None = None
    columns: Mapping[Use, str] = field(default_factory=dict)
    strict: bool = False
    numbers: Mapping[str, str] = field(default_factory=dict)


USUAL = RosterRead()


def read_roster(path: Path, reading: RosterRead = USUAL) -> Roster:
    """The players of a CSV, TSV, XLSX, ODS or XLS file, in its order, numbered from 1, with what it settles.

    Raises `BadInputError` with every complaint, each with its file, row and column.
    """
    if reading.encoding is not None:
        known_encoding(reading.encoding)
    with open_table(path, encoding=reading.encoding, sheet=reading.sheet) as listing:
        return _read(listing, file_name(path), reading)


def roster_columns(path: Path, reading: RosterRead = USUAL) -> tuple[Taken, ...]:
    """What each column of a roster was taken for, with some of its cells; nothing where there are none.

    Raises `BadInputError` for a file that cannot be read.
    """
    with open_table(path, encoding=reading.encoding, sheet=reading.sheet) as listing:
        found = find_columns(listing.rows, file_name(path), reading.columns)
    return found.taken if found else ()


def _read(listing: Listing, name: str, reading: RosterRead) -> Roster:
    """The roster of a file's rows; where its encoding is a guess, that is told with what came of it."""
    guess = listing.guessed
    try:
        roster = _made(listing, name, reading)
    except BadInputError as error:
        if guess and not error.tip:
            error.tip, error.say = f"The file was read as {guess.encoding}. If that is wrong, {SAVE_AS}.", ("encoding",)
        raise
    return replace(roster, warnings=(_guessed(guess, roster, name), *roster.warnings)) if guess else roster


def _guessed(guess: Guess, roster: Roster, name: str) -> str:
    """What to say of a guessed encoding: names, else clubs, first those that another would change.

    Raises `BadInputError` where the other may well be right.
    """
    texts = dict.fromkeys([*(player.name for player in roster.players), *(player.club for player in roster.players)])
    changed = [
        f"{quote(text)} (as {guess.other}: {quote(other)})"
        for text in texts
        if (other := guess.otherwise(text)) != text
    ]
    if guess.doubtful and changed:
        raise BadInputError(
            f"{name} is not in UTF-8, and may be in {guess.encoding} or in {guess.other}: "
            f"it holds {', '.join(changed[:_MOST_SHOWN])}.",
            tip="Say which, or save it again as “CSV UTF-8”.",
            say=(f"encoding={guess.encoding}", f"encoding={guess.other}"),
        )
    shown = [*changed, *(quote(text) for text in texts if not text.isascii() and guess.otherwise(text) == text)]
    such = f", with names such as {', '.join(shown[:_MOST_SHOWN])}" if shown else ""
    told = f"{name} is not in UTF-8 and was read as {guess.encoding}{such}. If that is wrong, {SAVE_AS}."
    return Note(told, "encoding")


def _made(listing: Listing, name: str, reading: RosterRead) -> Roster:
    complaints = Complaints(name)
    found = find_columns(listing.rows, name, reading.columns)
    if found is None:
        raise nothing_in(name)
    complaints.take(found.complaints)
    if found.columns is None:
        raise complaints.error()
    reader = RowReader(
        found.columns, complaints, counted=listing.counted, strict=reading.strict, numbers=reading.numbers
    )
    by_round = Use.ROUND in found.columns.places or bool(found.columns.facing) or found.columns.round is not None
    maker = RosterMaker(reader, complaints, by_round=by_round)
    rows = reader.read_all(found.rows)
    try:
        named = with_opponents(rows, reader) if Use.OPPONENT in found.columns.places else rows
        for row in takewhile(lambda _: not complaints.enough, named):
            maker.take(row)
    except BadInputError as error:
        if error.complaints and complaints:
            complaints.take(error.complaints)
            raise complaints.error() from error
        raise
    roster = maker.finish((*listing.notes, *found.notes, *reader.notes()))
    said = {*found.columns.places, *(_ASKED_FOR if Use.NEEDS in found.columns.places else ())}
    return replace(roster, unsaid=frozenset(field for use, field in _FIELDS.items() if use not in said))
