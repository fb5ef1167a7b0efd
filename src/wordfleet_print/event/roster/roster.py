"""`Roster`: who plays, and the pairings and places that the organiser has settled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Annotated, NamedTuple, TypeVar

from pydantic import AfterValidator, Field, StringConstraints

from wordfleet_print.event.roster.cell_words import is_bye, is_withdrawn, without_number
from wordfleet_print.event.roster.listing import Use
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.sheet.captains import name_faults, parse_name, plain
from wordfleet_print.wording import near_misses, quote

K = TypeVar("K")


def _known_name(text: str) -> str:
    fault = next(name_faults(text), "") if text else ""
    if fault or parse_name(text) != text:
        raise ValueError(fault or "has spaces or signs that a name does not have")
    return text


Name = Annotated[str, StringConstraints(max_length=500), AfterValidator(_known_name)]
Number = Annotated[int, Field(ge=1, lt=1 << 31)]
TableNumber = Annotated[int, Field(ge=0, lt=1 << 31)]
DealtBy = Annotated[str, StringConstraints(max_length=1_100)]
PlayerIndex = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
"""What stands in a field, where pydantic reads it from a file."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who gets a sheet in every round.

    `name` is in NFC, or "" where only a number is known; whether fonts can set it is for those to ask who print it.
    `number` is the player's number in the event, from 1. `twin` says how many before it in the roster have the same
    name and club. `large_print` and `left_handed` choose the player's layout. `filed` is the name as a directory has
    it, surname first, where that is known. `dealt` is what the player's first sheet was dealt by, where name or club
    are others now.
    """

    name: Name
    number: Number
    club: Name = ""
    twin: PlayerIndex = 0
    large_print: bool = False
    left_handed: bool = False
    filed: Name = ""
    dealt: DealtBy = ""

    @property
    def key(self) -> str:
        """What a player's sheets are dealt by: name, club and twin as they were first; the number where there is no
        name.

        No two players of an event share one, and a player's stays whoever joins or leaves. Names and clubs hold no tab,
        so a tab keeps the parts apart.
        """
        if self.dealt:
            return self.dealt
        return f"{self.name}\t{self.club}\t{self.twin}" if self.name else f"#{self.number}"

    @property
    def called(self) -> str:
        """What a player is called in a message: the name, or the number where there is none."""
        return self.name or f"player {self.number}"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A pairing or a place that the roster asks for.

    `round` counts from 1. `table` is None for any table. `players` holds one or two indices into `Roster.players`, in
    seat order; one player alone has a bye, or, `withdrawn`, is out of the event from this round on.
    """

    round: Number
    table: TableNumber | None
    players: Annotated[tuple[PlayerIndex, ...], Field(min_length=1, max_length=2)]
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """The players in the organiser's order, what is settled of their meetings, and what the organiser should know.

    `rounds` is the most rounds it speaks of; `by_round` says that it names them, and `unnamed` are the places of those
    of whom it says nothing in a round, by its number. `warnings` are sentences; nothing in them keeps an event from
    being run. `unsaid` are the fields of players for which its file has no column.
    """

    players: tuple[Player, ...]
    fixtures: tuple[Fixture, ...] = ()
    rounds: int = 1
    warnings: tuple[str, ...] = ()
    unnamed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    by_round: bool = field(default=False, compare=False)
    unsaid: frozenset[str] = field(default=frozenset(), compare=False)

    def of_round(self, number: int) -> Roster:
        """The roster, read as that of one round: what it settles without naming a round is settled for this one."""
        if self.by_round or not self.fixtures:
            return self
        fixtures = tuple(replace(fixture, round=number) for fixture in self.fixtures)
        return replace(self, fixtures=fixtures, by_round=True)

    def out_of(self, number: int) -> set[int]:
        """The places of those who are not in that round: withdrawn, or unnamed where the roster pairs others."""
        paired = any(fixture.round == number and len(fixture.players) == 2 for fixture in self.fixtures)
        unnamed = dict(self.unnamed).get(number, ()) if paired else ()
        return self.withdrawn_by(number).union(unnamed)

    def withdrawn_by(self, number: int) -> set[int]:
        """The places of those who are withdrawn by that round, and were not given a place in one since."""
        withdrawn = [one for one in self.fixtures if one.withdrawn and one.round <= number]
        since = {one.players[0]: one.round for one in sorted(withdrawn, key=lambda one: one.round)}
        for fixture in self.fixtures if since else ():
            for player in fixture.players:
                if not fixture.withdrawn and since.get(player, number) < fixture.round <= number:
                    del since[player]
        return set(since)

    def said_byes(self) -> set[tuple[int, int]]:
        """The byes that it asks for: round and place of each."""
        alone = (one for one in self.fixtures if len(one.players) == 1 and not one.withdrawn)
        return {(one.round, one.players[0]) for one in alone}

    @property
    def clubs(self) -> int:
        """How many clubs its players are of."""
        return len({player.club for player in self.players if player.club})

    @property
    def is_numbered(self) -> bool:
        """Whether the players are those of `numbered_roster`: nothing is known of them but their numbers."""
        return all(player == Player("", number) for number, player in enumerate(self.players, start=1))


def numbered_roster(count: int) -> Roster:
    """A roster of `count` players without names, numbered from 1."""
    return Roster(tuple(Player("", number) for number in range(1, count + 1)))


_SUGGEST_AMONG = 2000
"""Players among which the nearest name is looked for; among more it would take long."""

Complain = Callable[[Sequence[int], Use, str, str], None]
"""Takes rows, a column, what is wrong, and what to do about it."""


class Who:
    """Finds the player that an opponent's cell means: by the name as written, by the name, by name and club, by its
    letters alone.

    `written` holds the players' names as they stand in the file.
    """

    def __init__(self, players: Sequence[Player], written: Sequence[str]) -> None:
        self._players = players
        self._raw = written

    @cached_property
    def _written(self) -> dict[str, list[int]]:
        """Made when the first opponent is looked for: most rosters name none."""
        return _places((text, index) for index, text in enumerate(self._raw))

    @cached_property
    def _named(self) -> dict[str, list[int]]:
        """Made when an opponent is not written as in the column of names."""
        names = ((index, (one.name, f"{one.name} ({one.club})")) for index, one in enumerate(self._players))
        return _places((name, index) for index, both in names for name in both[: 2 if self._players[index].club else 1])

    @cached_property
    def _filed(self) -> dict[str, list[int]]:
        """Made when an opponent is nobody's name letter for letter."""
        names = {name: plain(name) for name in self._named if not is_bye(name) and not is_withdrawn(name)}
        return _places((letters, at) for name, letters in names.items() if letters for at in self._named[name])

    @cached_property
    def _shuffled(self) -> dict[frozenset[str], list[int]]:
        """Made when an opponent is nobody's name by its letters: “Lee, Ann” is Ann Lee."""
        return _places((frozenset(letters.split()), at) for letters, all_ in self._filed.items() for at in all_)

    def find(self, text: str) -> Sequence[int]:
        """The indices of all players that the text may mean; case and accents count where they tell names apart."""
        exact = self._written.get(text) or self._named.get(parse_name(text)) or self._filed.get(plain(text))
        if exact or is_bye(text):
            return exact or []
        bare = plain(without_number(text))
        return self._filed.get(bare) or self._shuffled.get(frozenset(bare.split())) or []

    def nearest(self, text: str) -> str:
        """The name that comes nearest, or ""."""
        if len(self._players) > _SUGGEST_AMONG:
            return ""
        names = {plain(player.name): player.name for player in self._players}
        near = near_misses(plain(text)[:100], names)
        return names[near[0]] if near else ""


def _places(said: Iterable[tuple[K, int]]) -> dict[K, list[int]]:
    """Whom each text may mean, everybody once."""
    found: defaultdict[K, dict[int, None]] = defaultdict(dict)
    for text, index in said:
        found[text][index] = None
    return {text: list(indices) for text, indices in found.items()}


class RosterRow(NamedTuple):
    """One row: the player's name as written and as printed, and what else it says; None where it says nothing.

    `filed` is the name with its surname first, where first and last name have columns of their own. `number` is kept
    where opponents are named by numbers.
    """

    row: int
    written: str
    name: str
    club: str = ""
    round: int | None = None
    table: int | None = None
    seat: int | None = None
    opponent: str = ""
    large_print: bool | None = None
    left_handed: bool | None = None
    number: str = ""
    filed: str = ""

    @property
    def who(self) -> tuple[str, str]:
        """Tells a player from all others: the name as written, but for stray spaces, and the club."""
        name = " ".join(self.written.split())
        return self.written if name == self.written else name, self.club

    @property
    def addressed(self) -> str:
        """The player, as a cell for an opponent says it."""
        return f"{self.name} ({self.club})" if self.club else self.written


Claim = tuple[int, RosterRow]
"""A player, and what a row says of the player's round: table, seat, opponent."""


def settle(claims: Iterable[Claim], players: Sequence[Player], who: Who, complain: Complain) -> tuple[Fixture, ...]:
    """The fixtures that the claims ask for, in order; every contradiction is complained of."""
    rounds: defaultdict[int, list[Claim]] = defaultdict(list)
    for player, row in claims:
        rounds[row.round or 1].append((player, row))
    settled = (_Settled(number, players, who, complain).fixtures(rounds[number]) for number in sorted(rounds))
    return tuple(chain.from_iterable(settled))


class _Settled:
    """One round being settled: opponents first, then tables."""

    def __init__(self, number: int, players: Sequence[Player], who: Who, complain: Complain) -> None:
        self._number = number
        self._players = players
        self._who = who
        self._complain = complain
        self._partner: dict[int, tuple[int, int]] = {}
        """Opponent and row by player."""
        self._table: dict[int, tuple[int, int]] = {}
        """Table and row by player."""
        self._byes: dict[int, int] = {}
        """Row by player, of those withdrawn, too."""
        self._withdrawn: set[int] = set()

    def fixtures(self, claims: Sequence[Claim]) -> list[Fixture]:
        """The round's fixtures, in order."""
        for player, row in claims:
            if row.opponent:
                self._meet(player, row)
        for player, row in claims:
            if row.table is not None:
                self._sit(player, row.row, row.table)
        seats = {player: row.seat for player, row in claims if row.seat is not None}
        rows = {player: row.row for player, row in claims}
        self._fill_tables(seats)
        return self._told(seats, rows)

    def _name(self, player: int) -> str:
        return quote(self._players[player].name)

    def _meet(self, player: int, row: RosterRow) -> None:
        """Take a row's word on its opponent."""
        found = self._who.find(row.opponent)
        gone = is_withdrawn(row.opponent)
        if not found and (gone or is_bye(row.opponent)):
            if player in self._partner:
                self._twice(row.row, player)
            self._byes[player] = row.row
            if gone:
                self._withdrawn.add(player)
        elif len(found) != 1:
            self._unclear(row, found)
        elif found[0] == player:
            what = f"{self._name(player)} cannot meet themselves"
            self._complain([row.row], Use.OPPONENT, what, "name somebody else, or leave it empty")
        else:
            self._pair(player, found[0], row.row)

    def _unclear(self, row: RosterRow, found: Sequence[int]) -> None:
        if found:
            what = f"{quote(row.opponent)} may be any of {len(found)} players"
            advice = "add the club in brackets, as in “Ann Lee (Rovers)”, or tell the players apart by an initial"
        else:
            what, near = f"{quote(row.opponent)} is no player of this roster", self._who.nearest(row.opponent)
            advice = (
                f"did you mean {quote(near)}?" if near else "write the name as in the column of names, or add a row"
            )
        self._complain([row.row], Use.OPPONENT, what, advice)

    def _pair(self, first: int, second: int, row: int) -> None:
        clash = next((p for p, other in ((first, second), (second, first)) if self._elsewhere(p, other)), None)
        if clash is not None:
            self._twice(row, clash)
            return
        for player, other in ((first, second), (second, first)):
            self._partner.setdefault(player, (other, row))

    def _elsewhere(self, player: int, other: int) -> bool:
        """Whether a player is settled already, and not with this opponent."""
        return player in self._byes or self._partner.get(player, (other, 0))[0] != other

    def _twice(self, row: int, player: int) -> None:
        """Complain that a player has two opponents, or one and a bye."""
        other, earlier = self._partner.get(player, (None, self._byes.get(player, row)))
        meets = self._idle(player) if other is None else f"meets {self._name(other)}"
        what = f"{self._name(player)} is paired twice in round {self._number}: by row {earlier} this player {meets}"
        self._complain([row], Use.OPPONENT, what, "keep one of the two")

    def _idle(self, player: int) -> str:
        return "is withdrawn" if player in self._withdrawn else "has a bye"

    def _sit(self, player: int, row: int, table: int) -> None:
        """Take a row's word on its table, for the player and for the opponent."""
        if player in self._byes:
            what = f"{self._name(player)} {self._idle(player)} in round {self._number} and needs no table"
            self._complain([row], Use.TABLE, what, "leave the table empty, or name an opponent")
            return
        for sitting in (player, *self._partner.get(player, ())[:1]):
            known, earlier = self._table.setdefault(sitting, (table, row))
            if known != table:
                what = f"{self._name(sitting)} is at table {table} and at table {known} in round {self._number}"
                self._complain([earlier, row], Use.TABLE, what, "write the same table for both opponents")
                return

    def _fill_tables(self, seats: dict[int, int]) -> None:
        """Two at a table are opponents; anything else is odd."""
        tables: defaultdict[int, list[int]] = defaultdict(list)
        for player, (table, _) in self._table.items():
            tables[table].append(player)
        for table, sitting in tables.items():
            rows = sorted({self._table[player][1] for player in sitting})
            if len(sitting) != 2:
                self._odd_table(table, sitting, rows)
                continue
            first, second = sitting
            if seats.get(first, -1) == seats.get(second, -2):
                what = f"{self._name(first)} and {self._name(second)} have the same seat at table {table}"
                self._complain(rows, Use.SEAT, what, "number the seats of a table 1 and 2")
            if self._elsewhere(first, second) or self._elsewhere(second, first):
                self._twice(rows[-1], first if self._elsewhere(first, second) else second)
            else:
                self._pair(first, second, rows[0])

    def _odd_table(self, table: int, sitting: Sequence[int], rows: Sequence[int]) -> None:
        names = ", ".join(self._name(player) for player in sitting[:4]) + (", …" if len(sitting) > 4 else "")
        who = f"only one player, {names}," if len(sitting) == 1 else f"{len(sitting)} players ({names})"
        advice = "a table seats two; leave it empty for whoever has a bye"
        self._complain(rows, Use.TABLE, f"table {table} has {who} in round {self._number}", advice)

    def _told(self, seats: dict[int, int], rows: dict[int, int]) -> list[Fixture]:
        """The fixtures, each pair in seat order, else in the roster's."""

        def place(player: int) -> tuple[int, int, int]:
            return seats.get(player, 0), rows.get(player, 0) or self._partner[player][1], player

        found = [Fixture(self._number, None, (player,), player in self._withdrawn) for player in self._byes]
        for player, (other, _) in self._partner.items():
            if place(player) < place(other):
                table = self._table.get(player, (None, 0))[0]
                found.append(Fixture(self._number, table, (player, other)))
        return sorted(found, key=lambda fixture: (fixture.table is None, fixture.table or 0, fixture.players))
