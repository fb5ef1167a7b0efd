"""The order in which a pack is printed, and the stretches that its work is cut into."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import count, groupby, islice
from operator import attrgetter
from typing import NamedTuple, TypeVar

from wordfleet_print.event.pack.looks import Collation
from wordfleet_print.event.plan.event_plan import BYE_TABLE, NO_SHEET, EventPlan, Round, Seating

T = TypeVar("T")
SEATINGS = 128
"""Tables in one stretch: 256 sheets, of which a block of pages is made."""


class Sitting(NamedTuple):
    """One table in one round; rounds, and the tables of a round, count from 0."""

    round: int
    at: int
    seating: Seating


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sittings that are printed together; `titles` are the headings above them, the outermost first.

    `sheets` are those of the seats taken; of `tables`, neighbours at the same one count once. Where each sitting is in
    the rounds, by round and by table, takes eight bytes.
    """

    rounds: tuple[Round, ...]
    titles: tuple[str, ...]
    sheets: int
    tables: int
    where: array[int]

    def __iter__(self) -> Iterator[Sitting]:
        """Each sitting in printing order."""
        numbers = iter(self.where)
        for index, at in zip(numbers, numbers, strict=True):
            yield Sitting(index, at, self.rounds[index][at])


def stretches(plan: EventPlan, collation: Collation, size: int = SEATINGS) -> Iterator[Stretch]:
    """Every sitting of a plan that has sheets, in printing order, `size` tables a stretch at most."""
    idle = [_byes_without(one, seeds) for one, seeds in zip(plan.rounds, plan.seeds, strict=True)]
    totals = [len(one) - len(byes) for one, byes in zip(plan.rounds, idle, strict=True)]
    if collation == "table":
        sittings = (one for one in by_table(plan.rounds) if one.seating.first not in idle[one.round])
        yield from _cut(plan.rounds, sittings, (), sum(totals), size)
        return
    for index, one in enumerate(plan.rounds):
        sittings = (sitting for sitting in _sittings(index, one) if sitting.seating.first not in idle[index])
        yield from _cut(plan.rounds, sittings, (round_title(one),), totals[index], size)


def _byes_without(one: Round, seeds: array[int]) -> set[int]:
    """Who has a bye in this round that needs no sheet."""
    return {first for table, first, _ in one if table == BYE_TABLE and seeds[first] == NO_SHEET} if one.byes else set()


def round_title(one: Round) -> str:
    """What a round is called in headings."""
    return f"Round {one.number}"


def by_table(rounds: tuple[Round, ...]) -> Iterator[Sitting]:
    """Every table's rounds one after the other; those without a table last."""
    return merge(
        *map(_sittings, count(), rounds), key=lambda one: (one.seating.table == BYE_TABLE, one.seating.table, one.round)
    )


def _sittings(index: int, one: Round) -> Iterator[Sitting]:
    return (Sitting(index, at, seating) for at, seating in enumerate(one))


def _cut(
    rounds: tuple[Round, ...], sittings: Iterable[Sitting], titles: tuple[str, ...], total: int, size: int
) -> Iterator[Stretch]:
    """Stretches of so many sittings; where there are several, each has a heading of its own."""
    for part in cut(sittings, size):
        own = (_span(part),) if total > size or not titles else ()
        where = array("I", [number for index, at, _ in part for number in (index, at)])
        sheets = sum([1 if seating.second is None else 2 for _, _, seating in part])
        tables = sum(1 for _ in groupby(part, key=attrgetter("seating.table", "round") if titles else table_of))
        yield Stretch(rounds, (*titles, *own), sheets, tables, where)


def table_of(sitting: Sitting) -> int:
    """The number of its table."""
    return sitting.seating.table


def _span(part: tuple[Sitting, ...]) -> str:
    """“Tables 1–128”, or who has none."""
    tables = [sitting.seating.table for sitting in part if sitting.seating.table != BYE_TABLE]
    if not tables:
        return "No table"
    return f"Tables {tables[0]}–{tables[-1]}" if tables[0] != tables[-1] else f"Table {tables[0]}"


def cut(items: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """The items, so many at a time."""
    rest = iter(items)
    while part := tuple(islice(rest, size)):
        yield part
