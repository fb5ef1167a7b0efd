"""Pair one round by a maximum-weight matching: the cheapest set of pairs in which all are seated.

A pair costs what speaks against it. What speaks louder costs so much more that no number of
lesser faults outweighs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from wordfleet_print.event.pairing.circle import list_circle_pairs, most_rounds
from wordfleet_print.event.pairing.rounds import Seating

Pair = tuple[int, int]

# What a pair costs. Each is more than all pairs of a round can cost in the next.
BYE_AGAIN = 10**21
MEET_AGAIN = 10**15
PART = 10**10
SAME_CLUB = 10**5
# Pairs that are looked at. These are all pairs of 120 players; 500,000 pairs of 1,000 players would
# take a minute, and a dozen partners for each are as good.
PAIRS = 7_000
LEAST_PARTNERS = 12


def order_pair(one: int, other: int) -> Pair:
    """Return two indices, the lower first."""
    return (one, other) if one < other else (other, one)


@dataclass
class History:
    """How often two have met and how many byes everybody had, in all rounds that are settled."""

    met: Counter[Pair] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def add(self, seatings: Iterable[Seating]) -> None:
        """Count the meetings and byes of these tables."""
        for seating in seatings:
            if seating.second is None:
                self.byes[seating.first] += 1
            else:
                self.met[order_pair(seating.first, seating.second)] += 1


@dataclass(frozen=True)
class Matcher:
    """Pairs the `free` players of one round.

    `order` is the ring of all players, `turn` how far it has turned; `clubs` are theirs by index.
    `kept` are pairs who met in this round before, and do so again if nothing speaks against it;
    `history` does not count these meetings.
    """

    free: frozenset[int]
    order: Sequence[int]
    turn: int
    clubs: Sequence[str]
    kept: Collection[Pair]
    history: History

    def match(self) -> list[Pair]:
        """Return the pairs in ascending order; the index `len(order)` means a bye."""
        # Loading it takes a quarter of a second, which most events need not pay
        import networkx  # type: ignore[import-untyped] # it has no stubs

        turns = max(LEAST_PARTNERS, 2 * PAIRS // max(1, len(self.order)))
        matched: set[Pair] = set()
        # Some may be left without any partner: look at more
        while 2 * len(matched) < len(self.free):
            graph = networkx.Graph()
            graph.add_nodes_from(index for index in self.order if index in self.free)
            graph.add_weighted_edges_from(self._list_edges(turns))
            matched = networkx.max_weight_matching(graph, maxcardinality=True)
            turns *= 4
        return sorted(order_pair(one, other) for one, other in matched)

    def _list_edges(self, turns: int) -> Iterator[tuple[int, int, int]]:
        """Yield the pairs of so many turns of the circle with their weights, this turn's first.

        Turns are spread over the whole circle: neighboring turns bring the same clubs together.
        """
        ghost = len(self.order)
        ring = most_rounds(ghost)
        stride = max(1, ring // turns)
        for one, other in self.kept:
            yield one, other, -self._find_cost(one, other)
        for ahead in range(min(turns, ring)):
            for one, other in list_circle_pairs(self.turn + ahead * stride, self.order):
                if one in self.free and other in self.free:
                    yield one, other, -self._find_cost(one, other) - ahead
        if len(self.free) % 2:
            for one in self.order:
                if one in self.free:
                    yield one, ghost, -self._find_bye_cost(one)

    def _find_bye_cost(self, one: int) -> int:
        return BYE_AGAIN * self.history.byes[one] ** 2 + PART * (one in self._partnered)

    def _find_cost(self, one: int, other: int) -> int:
        """Return what speaks against a meeting. Squares share repeats out among all."""
        pair = order_pair(one, other)
        cost = MEET_AGAIN * self.history.met.get(pair, 0) ** 2
        if self.clubs[one] and self.clubs[one] == self.clubs[other]:
            cost += SAME_CLUB
        if pair not in self.kept:
            cost += PART * (one in self._partnered) + PART * (other in self._partnered)
        return cost

    @cached_property
    def _partnered(self) -> set[int]:
        return set(chain.from_iterable(self.kept))
