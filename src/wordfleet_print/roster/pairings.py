"""Who meets whom, from a row for each player or a row for each table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from wordfleet_print import messages
from wordfleet_print.errors import Problem
from wordfleet_print.roster import cells
from wordfleet_print.roster.entries import Entry
from wordfleet_print.roster.player_finder import PlayerFinder, list_spellings
from wordfleet_print.roster.roster import Fixture, Player
from wordfleet_print.roster.same_players import Claim
from wordfleet_print.sheet.player_names import simplify

# Opponents that are not known yet.
_UNKNOWN = frozenset({"tbd", "tba", "tbc", "offen"})
# Opponents compared with all names: more take long.
_COMPARED = 500
# Rows named in a message.
_SHOWN_ROWS = 5
# Names in a message about a table.
_SHOWN_NAMES = 4


def add_opponents(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of a list with a column of opponents.

    If no opponent has a row, a row is a table, and each opponent gets an entry as well.
    """
    meeting = [entry for entry in entries if _meets_somebody(entry)]
    if not meeting or _have_rows(meeting, entries):
        return list(entries)
    rows = {entry.row for entry in meeting}
    with_opponents: list[Entry] = []
    for entry in entries:
        if entry.row in rows:
            seat = entry.seat or 1
            with_opponents.append(replace(entry, seat=seat))
            with_opponents.append(_make_opponent(entry, 3 - seat))
        else:
            with_opponents.append(replace(entry, table=None) if entry.opponent else entry)
    return with_opponents


def _make_opponent(entry: Entry, seat: int) -> Entry:
    """Return the entry of an opponent who has no row."""
    return Entry(
        row=entry.row,
        name=entry.opponent,
        round=entry.round,
        table=entry.table,
        seat=seat,
        opponent=entry.name,
    )


def _meets_somebody(entry: Entry) -> bool:
    return not cells.is_bye(entry.opponent) and simplify(entry.opponent) not in _UNKNOWN


def _have_rows(meeting: Sequence[Entry], entries: Sequence[Entry]) -> bool:
    """Whether an opponent has a row of its own, or nearly the name of somebody without opponent."""
    names_of_round: defaultdict[int, set[str]] = defaultdict(set)
    for entry in entries:
        names_of_round[entry.round or 1] |= list_spellings(entry.name)
    for entry in meeting:
        if list_spellings(entry.opponent) & names_of_round[entry.round or 1]:
            return True
    # A misspelled name of somebody who has a row is no new player
    idle = {simplify(entry.name) for entry in entries if not entry.opponent}
    compared = [simplify(entry.opponent) for entry in meeting[:_COMPARED]]
    return any(messages.near_misses(opponent, idle) for opponent in compared)


def settle_fixtures(
    claims: Iterable[Claim], players: Sequence[Player], file: str
) -> tuple[list[Fixture], list[Problem]]:
    """Return the fixtures that rows ask for, by round and table, and every contradiction."""
    rounds: defaultdict[int, list[Claim]] = defaultdict(list)
    for player, entry in claims:
        if entry.opponent or entry.table is not None:
            rounds[entry.round or 1].append((player, entry))
    problems: list[Problem] = []
    fixtures: list[Fixture] = []
    finder = PlayerFinder(players if rounds else ())
    names = [messages.quote(player.called) for player in players]
    for number, claims_of_round in sorted(rounds.items()):
        reader = _RoundReader(number, names, finder, file)
        fixtures += reader.read_round(claims_of_round)
        problems += reader.problems
    return fixtures, problems


class _RoundReader:
    """Reads the pairings of one round: opponents first, then tables."""

    def __init__(self, number: int, names: Sequence[str], finder: PlayerFinder, file: str) -> None:
        self._number = number
        self._names = names
        self._finder = finder
        self._file = file
        self.problems: list[Problem] = []
        self._partner: dict[int, int | None] = {}
        """Each player's opponent; None for a bye."""
        self._rows: dict[int, int] = {}
        """Each player's first row."""

    def read_round(self, claims: Sequence[Claim]) -> list[Fixture]:
        """Return the round's fixtures in order of tables."""
        self._rows = {player: entry.row for player, entry in reversed(claims)}
        for player, entry in claims:
            if entry.opponent and simplify(entry.opponent) not in _UNKNOWN:
                self._pair_with_opponent(player, entry)
        table_of = self._pair_at_tables(self._list_tables(claims))
        return self._make_fixtures(claims, table_of)

    def _list_tables(self, claims: Sequence[Claim]) -> dict[int, dict[int, Entry]]:
        """Return who sits at which table, with the row that says so; opponents sit together."""
        tables: defaultdict[int, dict[int, Entry]] = defaultdict(dict)
        for player, entry in claims:
            if entry.table is None:
                continue
            other = self._partner.get(player, player)
            if other is None:
                what = f"{self._names[player]} has a bye and a table"
                self._complain([entry.row], what, "leave the table empty")
                continue
            for sitting in (player, other):
                tables[entry.table].setdefault(sitting, entry)
        return tables

    def _make_fixtures(self, claims: Sequence[Claim], table_of: dict[int, int]) -> list[Fixture]:
        """Return the fixtures of all who meet or have a bye, in order of tables."""
        seats = {player: entry.seat or 0 for player, entry in claims}

        def order_seats(player: int) -> tuple[int, int, int]:
            # Without a seat, the player of the upper row has the first
            return seats.get(player, 0), self._rows.get(player, 0), player

        fixtures = []
        for player, other in self._partner.items():
            pair = {player, player if other is None else other}
            seated = sorted(pair, key=order_seats)
            if seated[0] == player:
                fixtures.append(Fixture(self._number, table_of.get(player), tuple(seated)))
        return sorted(fixtures, key=_order_fixtures)

    def _pair_with_opponent(self, player: int, entry: Entry) -> None:
        """Let a player meet the opponent that the row names, or have a bye."""
        matches = self._finder.find_players(entry.opponent)
        others = [match for match in matches if match != player]
        if len(others) == 1:
            self._pair(player, others[0], entry.row)
        elif not matches and cells.is_bye(entry.opponent):
            self._pair(player, None, entry.row)
        elif others:
            what = f"the opponent {messages.quote(entry.opponent)}"
            what += f" may be any of {len(others)} players"
            advice = "add the club in parentheses, as in “Ann Lee (Rovers)”"
            self._complain([entry.row], what, advice)
        elif matches:
            what = f"{self._names[player]} cannot meet themselves"
            self._complain([entry.row], what, "name somebody else")
        else:
            self._complain_of_unknown(entry)

    def _complain_of_unknown(self, entry: Entry) -> None:
        """Complain of an opponent who is not in the list; name the nearest player."""
        near = self._finder.find_nearest(entry.opponent)
        advice = "write the name as in the column of names"
        if near:
            advice = f"did you mean {messages.quote(near)}?"
        what = f"the opponent {messages.quote(entry.opponent)} is not a player in this list"
        self._complain([entry.row], what, advice)

    def _pair(self, player: int, other: int | None, row: int) -> None:
        """Let two meet, or one have a bye; complain if one has somebody else already."""
        for one_side, against in ((player, other), (other, player)):
            if one_side is None:
                continue
            self._rows.setdefault(one_side, row)
            earlier = self._partner.setdefault(one_side, against)
            if earlier != against:
                before = "has a bye" if earlier is None else f"meets {self._names[earlier]}"
                what = f"{self._names[one_side]} is paired twice in round {self._number}"
                what += f": by an earlier row this player {before}"
                self._complain([row], what, "keep one of the two")

    def _pair_at_tables(self, tables: dict[int, dict[int, Entry]]) -> dict[int, int]:
        """Return the table of each player; two at a table meet, and any other number is a
        problem.
        """
        table_of: dict[int, int] = {}
        for table, sitting in tables.items():
            rows = sorted({entry.row for entry in sitting.values()})
            for player in sitting:
                earlier = table_of.setdefault(player, table)
                if earlier != table:
                    what = f"{self._names[player]} is at table {earlier} and at table {table}"
                    self._complain(rows, what, "write the same table for both opponents")
                    return table_of
            if len(sitting) == 2:
                self._pair_at_table(table, sitting, rows)
            else:
                self._complain_of_number(table, list(sitting), rows)
        return table_of

    def _pair_at_table(self, table: int, sitting: dict[int, Entry], rows: Sequence[int]) -> None:
        """Let the two at a table meet."""
        first, second = sitting
        first_seat, second_seat = [entry.seat for entry in sitting.values()]
        has_own_rows = len(rows) == 2
        if has_own_rows and first_seat is not None and first_seat == second_seat:
            what = f"table {table} has the same seat twice"
            self._complain(rows, what, "number the seats 1 and 2")
        self._pair(first, second, rows[-1])

    def _complain_of_number(self, table: int, players: Sequence[int], rows: Sequence[int]) -> None:
        """Complain of a table at which not two sit."""
        count = "only one player" if len(players) == 1 else f"{len(players)} players"
        names = messages.some_of([self._names[player] for player in players], _SHOWN_NAMES)
        what = f"table {table} has {count} in round {self._number}: {names}"
        advice = "a table seats two; leave it empty for a player who has a bye"
        self._complain(rows, what, advice)

    def _complain(self, rows: Sequence[int], what: str, advice: str) -> None:
        numbers = messages.some_of(rows, _SHOWN_ROWS)
        where = f"{self._file} {messages.plural(len(rows), 'row')} {numbers}"
        self.problems.append(Problem(what, where=where, advice=advice))


def _order_fixtures(fixture: Fixture) -> tuple[bool, int, tuple[int, ...]]:
    """Return the order of fixtures: by table, those without one last."""
    return (fixture.table is None, fixture.table or 0, fixture.players)
