"""Lists with a row for each table: “Board, Name, Opponent” names players who have no row of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from wordfleet_print.event.roster.row import RosterRow, RowReader
from wordfleet_print.event.roster.vocabulary.answers import is_bye, is_withdrawn
from wordfleet_print.event.roster.vocabulary.kinds import CellKind, kind_of
from wordfleet_print.sheet.captains import plain
from wordfleet_print.wording import near_misses

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
