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
from wordfleet_print.roster.same_players import PlayerEntry
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
    """Return the entries of a list with a column of opponents, and an entry for each opponent.

    If opponents have rows of their own, the entries stay as they are. Else a row is a table:
    “Ann | Ben” is an entry of Ann who meets Ben, and becomes one of Ben who meets Ann, too.
    """
    with_opponent = [entry for entry in entries if _meets_somebody(entry)]
    if not with_opponent or _have_rows(with_opponent, entries):
        return list(entries)
    table_rows = {entry.row for entry in with_opponent}
    all_entries: list[Entry] = []
    for entry in entries:
        if entry.row in table_rows:
            seat = entry.seat or 1
            all_entries.append(replace(entry, seat=seat))
            all_entries.append(_make_opponent(entry, seat=3 - seat))  # 2 of 1, and 1 of 2
        elif entry.opponent:
            all_entries.append(replace(entry, table=None))  # a bye needs no table
        else:
            all_entries.append(entry)
    return all_entries


def _make_opponent(entry: Entry, *, seat: int) -> Entry:
    """Return the entry of the opponent that an entry names, who has no row."""
    return Entry(
        row=entry.row,
        name=entry.opponent,
        round=entry.round,
        table=entry.table,
        seat=seat,
        opponent=entry.name,
    )


def _meets_somebody(entry: Entry) -> bool:
    """Whether the opponent is a player: no bye, and not “TBD”."""
    return not cells.is_bye(entry.opponent) and simplify(entry.opponent) not in _UNKNOWN


def _have_rows(with_opponent: Sequence[Entry], entries: Sequence[Entry]) -> bool:
    """Whether any of the opponents has a row in the same round, if only with a misspelled name."""
    names_of_round: defaultdict[int, set[str]] = defaultdict(set)
    for entry in entries:
        names_of_round[entry.round or 1] |= list_spellings(entry.name)
    for entry in with_opponent:
        if list_spellings(entry.opponent) & names_of_round[entry.round or 1]:
            return True
    # A misspelled opponent is somebody who has a row without an opponent
    waiting = {simplify(entry.name) for entry in entries if not entry.opponent}
    opponents = [simplify(entry.opponent) for entry in with_opponent[:_COMPARED]]
    return any(messages.near_misses(opponent, waiting) for opponent in opponents)


def settle_fixtures(
    player_entries: Iterable[PlayerEntry], players: Sequence[Player], file: str
) -> tuple[list[Fixture], list[Problem]]:
    """Return the pairings and byes that rows ask for, by round and table, and every contradiction.

    In a `Fixture`, and below, a player is an index in `players`; one alone has a bye.
    """
    entries_of_round: defaultdict[int, list[PlayerEntry]] = defaultdict(list)
    for player, entry in player_entries:
        if entry.opponent or entry.table is not None:
            entries_of_round[entry.round or 1].append(PlayerEntry(player, entry))
    problems: list[Problem] = []
    fixtures: list[Fixture] = []
    finder = PlayerFinder(players if entries_of_round else ())
    names = [messages.quote(player.called) for player in players]
    for number, entries in sorted(entries_of_round.items()):
        reader = _RoundReader(number, names, finder, file)
        fixtures += reader.read_round(entries)
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
        self._opponents: dict[int, int | None] = {}
        """Each player's opponent, so each pair is in it twice; None for a bye."""
        self._first_rows: dict[int, int] = {}
        """The number of each player's first row in this round."""

    def read_round(self, player_entries: Sequence[PlayerEntry]) -> list[Fixture]:
        """Return the round's fixtures in order of tables."""
        # The first row of a player is set last
        self._first_rows = {player: entry.row for player, entry in reversed(player_entries)}
        for player, entry in player_entries:
            if entry.opponent and simplify(entry.opponent) not in _UNKNOWN:
                self._pair_with_opponent(player, entry)
        table_of = self._pair_at_tables(self._list_tables(player_entries))
        return self._make_fixtures(player_entries, table_of)

    def _list_tables(self, player_entries: Sequence[PlayerEntry]) -> dict[int, dict[int, Entry]]:
        """Return who sits at each table: by its number, players with the entry that says so.

        If only one of two opponents has a table in the list, the other sits there, too.
        """
        tables: defaultdict[int, dict[int, Entry]] = defaultdict(dict)
        for player, entry in player_entries:
            if entry.table is None:
                continue
            opponent = self._opponents.get(player, player)  # the player, if none is known yet
            if opponent is None:
                what = f"{self._names[player]} has a bye and a table"
                self._complain([entry.row], what, "leave the table empty")
                continue
            for sitting in (player, opponent):
                tables[entry.table].setdefault(sitting, entry)
        return tables

    def _make_fixtures(
        self, player_entries: Sequence[PlayerEntry], table_of: dict[int, int]
    ) -> list[Fixture]:
        """Return the fixtures of all who meet or have a bye, in order of tables.

        `table_of` is the number of each player's table, if that is given.
        """
        seats = {player: entry.seat or 0 for player, entry in player_entries}

        def order_seats(player: int) -> tuple[int, int, int]:
            # Without a seat, the player of the upper row has the first
            return seats.get(player, 0), self._first_rows.get(player, 0), player

        fixtures = []
        for player, opponent in self._opponents.items():
            both = {player, player if opponent is None else opponent}
            seated = sorted(both, key=order_seats)
            # Each pair comes twice: it is added with the player of the first seat
            if seated[0] == player:
                fixtures.append(Fixture(self._number, table_of.get(player), tuple(seated)))
        return sorted(fixtures, key=_order_fixtures)

    def _pair_with_opponent(self, player: int, entry: Entry) -> None:
        """Let a player meet the opponent that the row names, or have a bye."""
        matches = self._finder.find_players(entry.opponent)
        others = [match for match in matches if match != player]
        if len(others) == 1:
            self._pair(player, others[0], row=entry.row)
        elif not matches and cells.is_bye(entry.opponent):
            self._pair(player, None, row=entry.row)
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

    def _pair(self, player: int, opponent: int | None, *, row: int) -> None:
        """Let two players meet, or give one a bye (None), as the row of this number says."""
        self._set_opponent(player, opponent, row=row)
        if opponent is not None:
            self._set_opponent(opponent, player, row=row)

    def _set_opponent(self, player: int, opponent: int | None, *, row: int) -> None:
        """Note the opponent of one player; complain if an earlier row has given another."""
        self._first_rows.setdefault(player, row)
        earlier = self._opponents.setdefault(player, opponent)
        if earlier != opponent:
            before = "has a bye" if earlier is None else f"meets {self._names[earlier]}"
            what = f"{self._names[player]} is paired twice in round {self._number}"
            what += f": by an earlier row this player {before}"
            self._complain([row], what, "keep one of the two")

    def _pair_at_tables(self, tables: dict[int, dict[int, Entry]]) -> dict[int, int]:
        """Let the two players at each table meet, and return the number of each player's table.

        `tables` are, by number, the players there with the entry that says so. Complain of a table
        without exactly two, and of a player at two tables.
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
        """Let the two at a table meet; complain if both have rows, and the same seat in them."""
        first, second = sitting
        first_seat, second_seat = [entry.seat for entry in sitting.values()]
        has_own_rows = len(rows) == 2
        if has_own_rows and first_seat is not None and first_seat == second_seat:
            what = f"table {table} has the same seat twice"
            self._complain(rows, what, "number the seats 1 and 2")
        self._pair(first, second, row=rows[-1])

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
