"""Who meets whom, from a row for each player or a row for each table; players found by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from wordfleet_print.errors import Complaint
from wordfleet_print.event.roster.cells import is_bye, is_withdrawn, strip_bullet
from wordfleet_print.event.roster.people import Entry
from wordfleet_print.event.roster.roster import Fixture, Player
from wordfleet_print.messages import near_misses, quote, some_of
from wordfleet_print.sheet.captains import parse_name, plain

_UNKNOWN = frozenset({"tbd", "tba", "tbc", "offen"})
"""Opponents that are not known yet."""
_COMPARED = 500
"""Opponents compared with all names, and players among which the nearest name is looked for: more take long."""


class PlayerFinder:
    """Finds the player that a text means: by the name, by name and club, by its letters in any order."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._names = [player.called for player in players]
        self._exact: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._loose: defaultdict[str, dict[int, None]] = defaultdict(dict)
        for at, player in enumerate(players):
            name = player.called
            for text in (name, f"{name} ({player.club})") if player.club else (name,):
                self._exact[text][at] = None
                for form in ways_to_write(text):
                    self._loose[form][at] = None

    def find(self, text: str) -> list[int]:
        """Return the indices of all players that a text may mean; letters count only if they tell players apart."""
        if found := self._exact.get(parse_name(text)):
            return [*found]
        whole = plain(text)
        forms = (whole, " ".join(sorted(whole.split())), *sorted(ways_to_write(strip_bullet(text)) - {whole}))
        return [*next((self._loose[form] for form in forms if form in self._loose), {})]

    def nearest(self, text: str) -> str:
        """Return the name that comes nearest, or ""."""
        names = {plain(name): name for name in self._names[: 4 * _COMPARED]}
        near = near_misses(plain(text)[:100], names)
        return names[near[0]] if near else ""


def ways_to_write(text: str) -> set[str]:
    """Return a name in plain letters, with its words in alphabetical order, and without what is in brackets."""
    whole, bare = plain(text), plain(text.partition("(")[0])
    return {whole, bare, " ".join(sorted(bare.split()))} - {""}


def add_opponents(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries; if no opponent has a row, then a row is a table, and each opponent gets an entry as well."""
    rounds: defaultdict[int, set[str]] = defaultdict(set)
    idle: set[str] = set()
    for entry in entries:
        rounds[entry.round or 1] |= ways_to_write(entry.name)
        if not entry.opponent:
            idle.add(plain(entry.name))
    meeting = [entry for entry in entries if _is_somebody(entry.opponent)]
    listed = any(ways_to_write(one.opponent) & rounds[one.round or 1] for one in meeting)
    # A misspelled name of somebody who has a row is no new player
    misspelled = any(near_misses(plain(one.opponent), idle) for one in meeting[:_COMPARED])
    if not meeting or listed or misspelled:
        return list(entries)
    found: list[Entry] = []
    for entry in entries:
        found.append(entry)
        if _is_somebody(entry.opponent):
            entry.seat = entry.seat or 1
            found.append(Entry(entry.row, entry.opponent, "", entry.round, entry.table, 3 - entry.seat, entry.name))
        elif entry.opponent:
            entry.table = None
    return found


def _is_somebody(text: str) -> bool:
    nobody = is_bye(text) or is_withdrawn(text) or plain(text) in _UNKNOWN
    return bool(text) and not nobody and any(map(str.isalpha, text))


Claim = tuple[int, Entry]
"""A player's index, and what a row says of that player's round."""


def pair(claims: Iterable[Claim], players: Sequence[Player], file: str) -> tuple[list[Fixture], list[Complaint]]:
    """Return the fixtures that rows ask for, by round and table, and every contradiction."""
    rounds: defaultdict[int, list[Claim]] = defaultdict(list)
    for player, entry in claims:
        if entry.opponent or entry.table is not None:
            rounds[entry.round or 1].append((player, entry))
    finder = PlayerFinder(players) if rounds else None
    problems: list[Complaint] = []
    fixtures: list[Fixture] = []
    for number, entries in sorted(rounds.items()):
        if finder:
            fixtures += _RoundReader(number, players, finder, problems, file).read(entries)
    return fixtures, problems


class _RoundReader:
    """Reads the pairings of one round: opponents first, then tables."""

    def __init__(
        self, number: int, players: Sequence[Player], finder: PlayerFinder, problems: list[Complaint], file: str
    ) -> None:
        self._number, self._players, self._finder = number, players, finder
        self._problems, self._file = problems, file
        self._partner: dict[int, int | None] = {}
        """Each player's opponent; None for a bye."""
        self._rows: dict[int, int] = {}

    def read(self, claims: Sequence[Claim]) -> list[Fixture]:
        """Return the round's fixtures in order of tables."""
        tables: defaultdict[int, dict[int, Entry]] = defaultdict(dict)
        withdrawn: set[int] = set()
        self._rows = {player: entry.row for player, entry in reversed(claims)}
        for player, entry in claims:
            if entry.opponent and plain(entry.opponent) not in _UNKNOWN:
                self._read_opponent(player, entry, withdrawn)
        for player, entry in claims:
            if entry.table is None:
                continue
            other = self._partner.get(player, -1)
            if other is None:
                idle = "is withdrawn" if player in withdrawn else "has a bye"
                self._complain([entry.row], f"{self._name(player)} {idle} and a table", "leave the table empty")
                continue
            for sitting in (player, other) if other >= 0 else (player,):
                tables[entry.table].setdefault(sitting, entry)
        table_of = self._read_tables(tables)
        seats = {player: entry.seat or 0 for player, entry in claims}

        def order(player: int) -> tuple[int, int, int]:
            return seats.get(player, 0), self._rows.get(player, 0), player

        found = []
        for player, other in self._partner.items():
            if other is None:
                found.append(Fixture(self._number, None, (player,), player in withdrawn))
            elif order(player) < order(other):
                found.append(Fixture(self._number, table_of.get(player), (player, other)))
        return sorted(found, key=lambda one: (one.table is None, one.table or 0, one.players))

    def _read_opponent(self, player: int, entry: Entry, withdrawn: set[int]) -> None:
        found = self._finder.find(entry.opponent)
        others = [one for one in found if one != player]
        if not found and (is_bye(entry.opponent) or is_withdrawn(entry.opponent)):
            self._meet(player, None, entry.row)
            if is_withdrawn(entry.opponent):
                withdrawn.add(player)
        elif len(others) == 1:
            self._rows.setdefault(others[0], entry.row)
            self._meet(player, others[0], entry.row)
            self._meet(others[0], player, entry.row)
        elif others:
            what = f"the opponent {quote(entry.opponent)} may be any of {len(others)} players"
            self._complain([entry.row], what, "add the club in brackets, as in “Ann Lee (Rovers)”")
        elif found:
            self._complain([entry.row], f"{self._name(player)} cannot meet themselves", "name somebody else")
        else:
            near = self._finder.nearest(entry.opponent)
            advice = f"did you mean {quote(near)}?" if near else "write the name as in the column of names"
            self._complain([entry.row], f"the opponent {quote(entry.opponent)} is no player of this list", advice)

    def _meet(self, player: int, other: int | None, row: int) -> None:
        earlier = self._partner.setdefault(player, other)
        if earlier != other:
            before = "has a bye" if earlier is None else f"meets {self._name(earlier)}"
            what = (
                f"{self._name(player)} is paired twice in round {self._number}: by an earlier row this player {before}"
            )
            self._complain([row], what, "keep one of the two")

    def _read_tables(self, tables: dict[int, dict[int, Entry]]) -> dict[int, int]:
        """Return the table of each player; two at a table meet, and any other number is a problem."""
        found: dict[int, int] = {}
        for table, sitting in tables.items():
            rows = sorted({entry.row for entry in sitting.values()})
            players, seats = [*sitting], [entry.seat for entry in sitting.values()]
            for player in players:
                if found.setdefault(player, table) != table:
                    what = f"{self._name(player)} is at table {found[player]} and at table {table}"
                    self._complain(rows, what, "write the same table for both opponents")
                    return found
            if len(players) != 2:
                names = some_of([self._name(player) for player in players], 4)
                count = "only one player" if len(players) == 1 else f"{len(players)} players"
                what = f"table {table} has {count} in round {self._number}: {names}"
                self._complain(rows, what, "a table seats two; leave it empty for whoever has a bye")
                continue
            if seats[0] is not None and seats[0] == seats[1] and len(rows) == 2:
                self._complain(rows, f"table {table} has the same seat twice", "number the seats 1 and 2")
            first, second = players
            self._meet(first, second, rows[-1])
            self._meet(second, first, rows[-1])
        return found

    def _name(self, player: int) -> str:
        return quote(self._players[player].called)

    def _complain(self, rows: Sequence[int], what: str, advice: str) -> None:
        where = f"{self._file} row{'s' if len(rows) > 1 else ''} {some_of(rows, 5)}"
        self._problems.append(Complaint(where, what, advice, tuple(rows)))
