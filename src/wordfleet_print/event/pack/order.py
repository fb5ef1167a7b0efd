"""The order in which a pack is printed, and the sections its work is cut into."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import NamedTuple

from wordfleet_print.event.pack.looks import Collation
from wordfleet_print.event.plan.pairing import BYE_TABLE, NOBODY, Round, Seating
from wordfleet_print.event.plan.planner import EventPlan

SEATINGS = 128
"""Tables in one section: 256 sheets, of which a block of pages is made."""


class Sitting(NamedTuple):
    """One table in one round; rounds count from 0."""

    round: int
    seating: Seating


@dataclass(frozen=True, slots=True)
class Section:
    """Sittings that are printed together; `titles` are the headings above them, the outermost first."""

    titles: tuple[str, ...]
    sittings: tuple[Sitting, ...]


def sections(plan: EventPlan, collation: Collation, size: int = SEATINGS) -> Iterator[Section]:
    """The whole event in printing order, `size` tables a section at most."""
    if collation == "round":
        for index, one in enumerate(plan.rounds):
            yield from _cut((Sitting(index, seating) for seating in one), (round_title(one),), len(one), size)
        return
    total = sum(map(len, plan.rounds))
    yield from _cut(_by_table(plan.rounds), (), total, size)


def round_title(one: Round) -> str:
    """What a round is called in headings."""
    return f"Round {one.number}"


def _cut(sittings: Iterator[Sitting], titles: tuple[str, ...], total: int, size: int) -> Iterator[Section]:
    """Sections of so many sittings; where there are several, each has a heading of its own."""
    while part := tuple(islice(sittings, size)):
        own = (_span(part),) if total > size or not titles else ()
        yield Section((*titles, *own), part)


def _span(part: tuple[Sitting, ...]) -> str:
    """“Tables 1–128”, or who has none."""
    tables = [sitting.seating.table for sitting in part if sitting.seating.table != BYE_TABLE]
    if not tables:
        return "No table"
    return f"Tables {tables[0]}–{tables[-1]}" if tables[0] != tables[-1] else f"Table {tables[0]}"


def _by_table(rounds: tuple[Round, ...]) -> Iterator[Sitting]:
    """Every table's rounds one after the other; those without a table last."""
    tables = [_at_tables(index, round_) for index, round_ in enumerate(rounds)]
    yield from merge(*tables, key=_table_then_round)
    for index, round_ in enumerate(rounds):
        yield from (Sitting(index, seating) for seating in round_ if seating.table == BYE_TABLE)


def _at_tables(index: int, one: Round) -> Iterator[Sitting]:
    return (Sitting(index, seating) for seating in one if seating.table != BYE_TABLE)


def _table_then_round(sitting: Sitting) -> tuple[int, int]:
    return sitting.seating.table, sitting.round


@dataclass(frozen=True, slots=True)
class Seats:
    """A round seen from the players: table and opponent (or `NOBODY`) of each, by place in the roster."""

    tables: array[int]
    opponents: array[int]

    def seating(self, player: int) -> Seating:
        """A player's seating, the player first."""
        other = self.opponents[player]
        return Seating(self.tables[player], player, None if other == NOBODY else other)


def seats_of(one: Round, players: int) -> Seats:
    """Everybody's seat in a round of so many players."""
    tables, opponents = array("I", bytes(4 * players)), array("I", [NOBODY]) * players
    for table, first, second in one:
        tables[first] = table
        if second is not None:
            tables[second] = table
            opponents[first], opponents[second] = second, first
    return Seats(tables, opponents)
