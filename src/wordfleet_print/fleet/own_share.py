"""How many words of one's own list sheets have: of those that may be dealt, the ones that have most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar


class Fleet(Protocol):
    """What has the words of a fleet."""

    @property
    def words(self) -> tuple[str, ...] | None:
        """The words, or None where captains bring them."""


F = TypeVar("F", bound=Fleet)


@dataclass(frozen=True, slots=True)
class OwnShare:
    """Words of one's own, and how many ships of each length take them."""

    own: frozenset[str]
    ships_of_length: Mapping[int, int]

    def count(self, fleet: Fleet) -> int:
        """How many of the words a fleet has."""
        return len(self.own.intersection(fleet.words or ()))

    def best(self, fleets: Iterable[F], beside: Iterable[str] = (), later: int = 0) -> F | None:
        """The first of the fleets that leave a table most of the words, and have their fair share
        of them; None of none. `beside` are the words of sheets that are dealt, `later` is how many
        sheets come after. It is settled as soon as no fleet can be better.
        """
        free = self.own.difference(beside)
        most = self._most(free, 1 + later)
        found, rank = None, (-1, 0)
        for fleet in fleets:
            if (other := self._rank(fleet, free, later, most)) > rank:
                found, rank = fleet, other
            if rank == (most, 0):
                break
        return found

    def ranked(self, fleets: Iterable[F], later: int) -> Iterator[F]:
        """The fleets, the best ones first: those than which none can be better as they come."""
        most = self._most(self.own, 1 + later)
        others: list[tuple[tuple[int, int], F]] = []
        for fleet in fleets:
            rank = self._rank(fleet, self.own, later, most)
            if rank == (most, 0):
                yield fleet
            else:
                others.append((rank, fleet))
        yield from (fleet for _, fleet in sorted(others, key=lambda one: one[0], reverse=True))

    def best_table(self, tables: Iterable[Sequence[F]]) -> Sequence[F]:
        """The first of the tables with most of the words; of none, none. It is settled as soon as
        one has all it can.
        """
        found: Sequence[F] = ()
        for table in tables:
            found = max(found, table, key=self._at_table)
            if found and self._at_table(found) == self._most(self.own, len(found)):
                break
        return found

    def _at_table(self, table: Sequence[F]) -> int:
        return sum(map(self.count, table))

    def _most(self, own: Iterable[str], sheets: int) -> int:
        """How many of these words so many sheets can have, none twice."""
        counts = Counter(map(len, own))
        ships_of_length = self.ships_of_length.items()
        return sum(min(sheets * ships, counts[letters]) for letters, ships in ships_of_length)

    def _rank(self, fleet: Fleet, free: frozenset[str], later: int, most: int) -> tuple[int, int]:
        """How many words the table can have with this fleet, and how near its own are to an even
        share.
        """
        taken = free.intersection(fleet.words or ())
        share = -(-most // (1 + later))
        return len(taken) + self._most(free - taken, later), -abs(len(taken) - share)
