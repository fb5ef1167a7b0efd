"""Who meets whom, from a row for each player or a row for each table; players found by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from wordfleet_print import messages
from wordfleet_print.errors import Problem
from wordfleet_print.roster import cells
from wordfleet_print.roster.people import Entry
from wordfleet_print.roster.roster import Fixture, Player
from wordfleet_print.sheet.captains import parse_name, plain

# Opponents that are not known yet.
_UNKNOWN = frozenset({"tbd", "tba", "tbc", "offen"})
# Opponents compared with all names, and players among which the nearest name is looked for: more
# take long.
_COMPARED = 500
# Rows named in a message.
_SHOWN_ROWS = 5
# How similar two names must be to be one, from 0 to 1, as `difflib` measures plain letters.
SIMILAR = 0.75


def find_similar(name: str, others: Sequence[str]) -> int | None:
    """Return the index of the name that is most like `name`, if any may be the same one."""
    letters = [plain(other) for other in others]
    near = messages.near_misses(plain(name)[:100], letters, alike=SIMILAR)
    return letters.index(near[0]) if near else None


class PlayerFinder:
    """Finds the player that a text means: by the name, by name and club, by its letters in any
    order.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self._names = [player.called for player in players]
        self._exact: defaultdict[str, list[int]] = defaultdict(list)
        self._loose: defaultdict[str, list[int]] = defaultdict(list)
        for at, player in enumerate(players):
            texts = {
                player.called,
                f"{player.called} ({player.club})" if player.club else player.called,
            }
            for text in texts:
                self._exact[text].append(at)
            for form in set().union(*map(ways_to_write, texts)):
                self._loose[form].append(at)

    def find(self, text: str) -> list[int]:
        """Return the indices of all players that a text may mean; letters count only if they tell
        players apart.
        """
        whole = plain(text)
        forms = (
            whole,
            " ".join(sorted(whole.split())),
            *sorted(ways_to_write(cells.strip_bullet(text)) - {whole}),
        )
        loose = next((self._loose[form] for form in forms if form in self._loose), [])
        return self._exact.get(parse_name(text), loose)

    def nearest(self, text: str) -> str:
        """Return the name that comes nearest, or ""."""
        names = self._names[: 4 * _COMPARED]
        near = find_similar(text, names)
        return "" if near is None else names[near]


def ways_to_write(text: str) -> set[str]:
    """Return a name in plain letters, with its words in alphabetical order, and without what is in
    brackets.
    """
    whole, bare = plain(text), plain(text.partition("(")[0])
    return {whole, bare, " ".join(sorted(bare.split()))} - {""}


def add_opponents(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries; if no opponent has a row, then a row is a table, and each opponent gets
    an entry as well.
    """
    meeting = [one for one in entries if _meets_somebody(one)]
    if not meeting or _have_rows(meeting, entries):
        return list(entries)
    rows = {one.row for one in meeting}
    found: list[Entry] = []
    for entry in entries:
        if entry.row in rows:
            seat = entry.seat or 1
            found.append(replace(entry, seat=seat))
            found.append(_make_opponent(entry, 3 - seat))
        else:
            found.append(replace(entry, table=None) if entry.opponent else entry)
    return found


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
    return not cells.is_bye(entry.opponent) and plain(entry.opponent) not in _UNKNOWN


def _have_rows(meeting: Sequence[Entry], entries: Sequence[Entry]) -> bool:
    """Whether an opponent has a row of its own, or nearly the name of somebody without opponent."""
    names: defaultdict[int, set[str]] = defaultdict(set)
    for entry in entries:
        names[entry.round or 1] |= ways_to_write(entry.name)
    if any(ways_to_write(one.opponent) & names[one.round or 1] for one in meeting):
        return True
    # A misspelled name of somebody who has a row is no new player
    idle = {plain(entry.name) for entry in entries if not entry.opponent}
    return any(messages.near_misses(plain(one.opponent), idle) for one in meeting[:_COMPARED])


# A player's index, and what a row says of that player's round.
Claim = tuple[int, Entry]


def pair(
    claims: Iterable[Claim], players: Sequence[Player], file: str
) -> tuple[list[Fixture], list[Problem]]:
    """Return the fixtures that rows ask for, by round and table, and every contradiction."""
    rounds: defaultdict[int, list[Claim]] = defaultdict(list)
    for player, entry in claims:
        if entry.opponent or entry.table is not None:
            rounds[entry.round or 1].append((player, entry))
    problems: list[Problem] = []
    fixtures: list[Fixture] = []
    finder, names = (
        PlayerFinder(players if rounds else ()),
        [messages.quote(player.called) for player in players],
    )
    for number, entries in sorted(rounds.items()):
        reader = _RoundReader(number, names, finder, file)
        fixtures += reader.read(entries)
        problems += reader.problems
    return fixtures, problems


class _RoundReader:
    """Reads the pairings of one round: opponents first, then tables."""

    def __init__(self, number: int, names: Sequence[str], finder: PlayerFinder, file: str) -> None:
        self._number, self._names, self._finder, self._file = number, names, finder, file
        self.problems: list[Problem] = []
        self._partner: dict[int, int | None] = {}
        """Each player's opponent; None for a bye."""
        self._rows: dict[int, int] = {}

    def read(self, claims: Sequence[Claim]) -> list[Fixture]:
        """Return the round's fixtures in order of tables."""
        tables: defaultdict[int, dict[int, Entry]] = defaultdict(dict)
        self._rows = {player: entry.row for player, entry in reversed(claims)}
        for player, entry in claims:
            if entry.opponent and plain(entry.opponent) not in _UNKNOWN:
                self._read_opponent(player, entry)
        for player, entry in claims:
            other = self._partner.get(player, player)
            if entry.table is not None and other is None:
                self._complain(
                    [entry.row],
                    f"{self._names[player]} has a bye and a table",
                    "leave the table empty",
                )
            elif entry.table is not None and other is not None:
                for sitting in (player, other):
                    tables[entry.table].setdefault(sitting, entry)
        return self._make_fixtures(claims, self._read_tables(tables))

    def _make_fixtures(self, claims: Sequence[Claim], table_of: dict[int, int]) -> list[Fixture]:
        """Return the fixtures of all who meet or have a bye, in order of tables."""
        seats = {player: entry.seat or 0 for player, entry in claims}
        found = []
        for player, other in self._partner.items():
            # Without a seat, the player of the upper row has the first
            both = {player, player if other is None else other}
            seated = sorted(both, key=lambda one: (seats.get(one, 0), self._rows.get(one, 0), one))
            if seated[0] == player:
                found.append(Fixture(self._number, table_of.get(player), tuple(seated)))
        return sorted(found, key=lambda one: (one.table is None, one.table or 0, one.players))

    def _read_opponent(self, player: int, entry: Entry) -> None:
        found, text = self._finder.find(entry.opponent), messages.quote(entry.opponent)
        others = [one for one in found if one != player]
        if len(others) == 1 or (not found and cells.is_bye(entry.opponent)):
            self._meet(player, next(iter(others), None), entry.row)
            return
        what, advice = f"{self._names[player]} cannot meet themselves", "name somebody else"
        if others:
            what = f"the opponent {text} may be any of {len(others)} players"
            advice = "add the club in parentheses, as in “Ann Lee (Rovers)”"
        elif not found:
            what, near = (
                f"the opponent {text} is not a player in this list",
                self._finder.nearest(entry.opponent),
            )
            advice = (
                f"did you mean {messages.quote(near)}?"
                if near
                else "write the name as in the column of names"
            )
        self._complain([entry.row], what, advice)

    def _meet(self, player: int, other: int | None, row: int) -> None:
        for one, against in ((player, other), (other, player)):
            if one is None:
                continue
            self._rows.setdefault(one, row)
            earlier = self._partner.setdefault(one, against)
            if earlier != against:
                before = "has a bye" if earlier is None else f"meets {self._names[earlier]}"
                what = f"{self._names[one]} is paired twice in round {self._number}"
                self._complain(
                    [row], f"{what}: by an earlier row this player {before}", "keep one of the two"
                )

    def _read_tables(self, tables: dict[int, dict[int, Entry]]) -> dict[int, int]:
        """Return the table of each player; two at a table meet, and any other number is a
        problem.
        """
        found: dict[int, int] = {}
        for table, sitting in tables.items():
            rows = sorted({entry.row for entry in sitting.values()})
            players, seats = [*sitting], [entry.seat for entry in sitting.values()]
            if moved := [player for player in players if found.setdefault(player, table) != table]:
                what = f"{self._names[moved[0]]} is at table {found[moved[0]]} and at table {table}"
                self._complain(rows, what, "write the same table for both opponents")
                return found
            if len(players) != 2:
                count = "only one player" if len(players) == 1 else f"{len(players)} players"
                names = messages.some_of([self._names[player] for player in players], 4)
                what = f"table {table} has {count} in round {self._number}: {names}"
                self._complain(
                    rows, what, "a table seats two; leave it empty for a player who has a bye"
                )
                continue
            if seats[0] is not None and seats[0] == seats[1] and len(rows) == 2:
                self._complain(
                    rows, f"table {table} has the same seat twice", "number the seats 1 and 2"
                )
            self._meet(players[0], players[1], rows[-1])
        return found

    def _complain(self, rows: Sequence[int], what: str, advice: str) -> None:
        numbers = messages.some_of(rows, _SHOWN_ROWS)
        where = f"{self._file} {messages.plural(len(rows), 'row')} {numbers}"
        self.problems.append(Problem(what, where=where, advice=advice))
