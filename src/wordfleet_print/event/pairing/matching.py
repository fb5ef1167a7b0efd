"""Pair one round by a maximum-weight matching: the cheapest set of pairs in which all are seated.

A pair costs what speaks against it. What speaks louder costs so much more that no number of
lesser faults outweighs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from wordfleet_print.event.pairing.circle import count_most_rounds, list_circle_pairs
from wordfleet_print.event.pairing.rounds import Seating

Pair = tuple[int, int]

# What a pair costs. Each of these is more than all pairs of a round can cost by the next one:
# nobody meets again only to keep clubs apart.
# A second bye.
BYE_AGAIN = 10**21
# Two who have met before.
MEET_AGAIN = 10**15
# A pair of a reopened round that does not meet now, for each of the two.
BREAK_PAIR = 10**10
# A difference of half a point, in Swiss rounds.
SCORE_APART = 10**9
# Two of the same club.
SAME_CLUB = 10**5
# Pairs that are looked at. These are all pairs of 120 players; 500,000 pairs of 1,000 players would
# take a minute, and a dozen partners for each are as good.
MOST_PAIRS = 7_000
LEAST_PARTNERS = 12
# More players are seated by the circle where nothing speaks against a pair, and only the rest is
# matched, with some more for a choice: matching 5,000 takes 25 s a round.
MOST_MATCHED = 1_000
LEAST_MATCHED = 200


def order_pair(player: int, other: int) -> Pair:
    """Return two indices, the lower first."""
    return (player, other) if player < other else (other, player)


@dataclass
class History:
    """How often two have met and how many byes everybody had, in all rounds that are settled."""

    met: Counter[Pair] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def add(self, seatings: Iterable[Seating]) -> None:
        """Count the pairs_to_keep and byes of these tables."""
        for seating in seatings:
            if seating.second is None:
                self.byes[seating.first] += 1
            else:
                self.met[order_pair(seating.first, seating.second)] += 1


@dataclass(frozen=True)
class Matcher:
    """Pairs the `free` players of one round. A player is an index in the roster."""

    free: frozenset[int]
    """The players who have no fixture in this round, and are not absent."""
    order: Sequence[int]
    """All players as they sit in the ring of the circle (`circle.order_ring`)."""
    turn: int
    """How far the ring has turned."""
    clubs: Sequence[str]
    """Everybody's club, by index."""
    pairs_to_keep: Collection[Pair]
    """Pairs who met in this round when it was paired before; they do again if nothing speaks
    against it.
    """
    in_pairs_to_keep: frozenset[int]
    """Everybody in these pairs."""
    history: History
    """Meetings and byes of other rounds."""
    scores: Sequence[int] = ()
    """In a Swiss round, everybody's points, in halves; else empty."""

    @property
    def bye_index(self) -> int:
        """An index that no player has: the other one of a pair with it has a bye."""
        return len(self.order)

    def match(self) -> list[Pair]:
        """Return the pairs in ascending order; a pair with `bye_index` is a bye.

        Of more than `MOST_MATCHED` players, pairs against whom nothing speaks are taken first, and
        only the others are matched.
        """
        if len(self.free) <= MOST_MATCHED:
            return self._match_exactly(self.free)
        free_pairs = self._list_free_of_cost()
        # The last pairs are matched again, so that the others find partners whom they have not met
        while free_pairs and len(self.free) - 2 * len(free_pairs) < LEAST_MATCHED:
            free_pairs.pop()
        rest = self.free.difference(chain.from_iterable(free_pairs))
        return sorted([*free_pairs, *self._match_exactly(rest)])

    def _list_free_of_cost(self) -> list[Pair]:
        """Return pairs of free players that cost nothing, each player once at most."""
        paired: set[int] = set()
        pairs = []
        for player, other in chain(self.pairs_to_keep, self._list_neighbors()):
            pair = order_pair(player, other)
            if not self.free.issuperset(pair) or not paired.isdisjoint(pair):
                continue
            if self._find_cost(*pair) == 0:
                paired.update(pair)
                pairs.append(pair)
        return pairs

    def _list_neighbors(self) -> Iterator[Pair]:
        """Yield who meets by the circle; in a Swiss round, who is near whom in the standings."""
        if self.scores:
            yield from self._list_near_pairs(self.free, LEAST_PARTNERS)
        else:
            yield from list_circle_pairs(self.turn, self.order)

    def _match_exactly(self, free: frozenset[int]) -> list[Pair]:
        """Return the pairs of these players that cost least together; with an odd number one has a
        bye.

        The library looks for the largest weight, so a weight is a cost below zero. With an odd
        number, `_list_edges` adds pairs with `bye_index`, so that somebody has a bye. `partners`:
        about how many pairs each player can be in.
        """
        # Loading it takes a quarter of a second, which most events need not pay
        import networkx

        partners = max(LEAST_PARTNERS, 2 * MOST_PAIRS // max(1, len(free)))
        pairs: set[Pair] = set()
        # If somebody is left without a partner, more pairs are looked at
        while 2 * len(pairs) < len(free):
            graph = networkx.Graph()
            graph.add_nodes_from(index for index in self.order if index in free)
            graph.add_weighted_edges_from(self._list_edges(free, partners))
            pairs = networkx.max_weight_matching(graph, maxcardinality=True)
            partners *= 4
        return sorted(order_pair(player, other) for player, other in pairs)

    def _list_edges(self, free: frozenset[int], partners: int) -> Iterator[tuple[int, int, int]]:
        """Yield pairs with their weights as edges of a graph, and byes if the number is odd.

        Each player is in about as many pairs as `partners` says. A pair may come twice: in the
        graph a later edge replaces an earlier one.
        """
        for player, other in self.pairs_to_keep:
            if player in free and other in free:
                yield player, other, -self._find_cost(player, other)
        if self.scores:
            yield from self._list_edges_by_rank(free, places_apart=partners)
        else:
            yield from self._list_edges_by_circle(free, turns=partners)
        if len(free) % 2:
            least_points = min(self.scores[player] for player in free) if self.scores else 0
            for player in self.order:
                if player in free:
                    yield player, self.bye_index, -self._find_bye_cost(player, least_points)

    def _list_edges_by_circle(
        self, free: frozenset[int], *, turns: int
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the pairs of this many turns of the circle, with their weights.

        Nearer turns weigh more: where nothing else speaks for or against a pair, the ring turns by
        one place a round. Turns are spread over the whole circle, because neighboring turns bring
        the same clubs together: with 100 possible turns of which 10 are wanted, it is each tenth.
        """
        order = [player for player in self.order if player in free]
        is_nearly_everybody = len(free) > len(self.order) - LEAST_MATCHED
        if is_nearly_everybody:
            # Then a turn is that of the whole circle, as in a round in which nothing binds
            order = list(self.order)
        different_turns = count_most_rounds(len(order))
        stride = max(1, different_turns // turns)
        for ahead in range(min(turns, different_turns)):
            turn = self.turn + ahead * stride
            for player, other in list_circle_pairs(turn, order, self.bye_index):
                if player in free and other in free:
                    yield player, other, -self._find_cost(player, other) - ahead

    def _list_edges_by_rank(
        self, free: frozenset[int], *, places_apart: int
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the pairs who are at most this many places apart in the standings, with their
        weights.
        """
        for player, other in self._list_near_pairs(free, places_apart):
            yield player, other, -self._find_cost(player, other)

    def _list_near_pairs(self, free: frozenset[int], places_apart: int) -> Iterator[Pair]:
        """Yield the pairs who are at most this many places apart in the standings."""
        ranked = self._rank(free)
        for at, player in enumerate(ranked):
            for other in ranked[at + 1 : at + 1 + places_apart]:
                yield player, other

    def _rank(self, free: frozenset[int]) -> list[int]:
        """Return free players by their points, those with the same as they sit in the ring."""
        ring = [player for player in self.order if player in free]
        return sorted(ring, key=lambda player: -self.scores[player])

    def _find_bye_cost(self, player: int, least_points: int) -> int:
        """Return what a bye costs: more for earlier byes, for a pair to keep, and for points above
        the `least_points`, because the last in the standings is to have it.
        """
        cost = BYE_AGAIN * self.history.byes[player] ** 2
        if player in self.in_pairs_to_keep:
            cost += BREAK_PAIR
        if self.scores:
            cost += SCORE_APART * (self.scores[player] - least_points) ** 2
        return cost

    def _find_cost(self, player: int, other: int) -> int:
        """Return what a pair costs; 0 if nothing speaks against it.

        Squares share repeats out among all: two pairs who meet for the second time cost 2, one who
        meets for the third time costs 4.
        """
        pair = order_pair(player, other)
        cost = MEET_AGAIN * self.history.met.get(pair, 0) ** 2
        if self.scores:
            cost += SCORE_APART * (self.scores[player] - self.scores[other]) ** 2
        if self.clubs[player] and self.clubs[player] == self.clubs[other]:
            cost += SAME_CLUB
        if pair not in self.pairs_to_keep:
            if player in self.in_pairs_to_keep:
                cost += BREAK_PAIR
            if other in self.in_pairs_to_keep:
                cost += BREAK_PAIR
        return cost
