"""Pair players: the roster's fixtures first, then by the circle, or by matching where it must fit.

The circle pairs rounds in which nothing is in its way. Rounds next to printed ones, rounds
with fixtures, absences or earlier meetings, and events with clubs are matched one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.event.pairing.circle import count_most_rounds, order_ring, pair_by_circle
from wordfleet_print.event.pairing.matching import History, Matcher, Pair, order_pair
from wordfleet_print.event.pairing.rounds import BYE_TABLE, Round, Seating
from wordfleet_print.messages import how_many
from wordfleet_print.roster.roster import Fixture, Roster

# By the number of a round.
Fixtures = Mapping[int, list[Fixture]]


def pair_rounds(
    roster: Roster,
    rounds: int,
    earlier: Iterable[Fixture] = (),
    *,
    only: Collection[int] | None = None,
    printed_rounds: Sequence[Round] = (),
    seed: str = "",
    scores: Sequence[int] = (),
) -> tuple[Round, ...]:
    """Return the rounds of an event: each player once a round, at a table or with a bye, or out.

    Fixtures are kept; one of a single player is a bye, or a withdrawal. Nobody has two byes before
    everybody had one; nobody meets twice while that can be avoided. `earlier` are meetings of an
    earlier pairing: each holds, at its table if that is free, unless others would meet again or
    have a second bye for it. `printed_rounds` stay; their indices may reach beyond the roster's, to
    former players. `only` are the numbers of the rounds to pair; None for all up to `rounds`.
    With `scores`, points by index, those with the same meet (Swiss pairing).

    Raises `BadInputError` for more rounds than there are opponents, for fixtures that cannot all be
    kept, and for a round in which nobody plays.
    """
    round_of_number = {event_round.number: event_round for event_round in printed_rounds}
    wanted_rounds = range(1, rounds + 1) if only is None else only
    numbers = sorted({*round_of_number, *wanted_rounds})
    numbers_to_pair = sorted({*numbers}.difference(round_of_number))
    fixtures = _list_by_round(roster.fixtures, numbers_to_pair)
    meetings = _list_by_round(earlier, numbers_to_pair)
    count = rounds if only is None else roster.rounds
    without_fixtures = [number for number in numbers_to_pair if not fixtures[number]]
    _check_rounds(roster, count, free=len(without_fixtures))
    absent = {number: roster.find_absent(number) for number in numbers_to_pair}
    _check_players(absent, len(roster.players))
    order = order_ring(roster.players, seed)
    known_seatings = [
        *printed_rounds,
        *chain(*fixtures.values(), *meetings.values(), *absent.values()),
    ]
    if not _is_bound(roster, len(numbers_to_pair), seed, known_seatings, scores):
        return tuple(pair_by_circle(number, order) for number in numbers_to_pair)
    history = History()
    history.add(chain(*printed_rounds))
    history.add(map(_seat, chain(*fixtures.values(), *meetings.values())))
    for number in numbers_to_pair:
        plan = _RoundPlan(number, roster, absent[number])
        plan.seat_fixtures(fixtures[number])
        round_of_number[number] = plan.seat_others(meetings[number], order, history, scores)
    return tuple(round_of_number[number] for number in numbers)


def _list_by_round(fixtures: Iterable[Fixture], numbers: Iterable[int]) -> Fixtures:
    """Return the pairings and byes of these rounds."""
    by_round: dict[int, list[Fixture]] = {number: [] for number in numbers}
    for fixture in fixtures:
        if fixture.round in by_round and not fixture.withdrawn:
            by_round[fixture.round].append(fixture)
    return by_round


def _check_rounds(roster: Roster, count: int, free: int) -> None:
    """Raise `BadInputError` for more or fewer rounds than can be.

    `count` is how many rounds the event has, `free` how many of them the list does not pair.
    """
    players = len(roster.players)
    if players < 1:
        raise BadInputError(
            Problem("The list has no players.", advice="Add a row for each player.")
        )
    if roster.rounds > count:
        raise BadInputError(
            Problem(
                f"The list has pairings of round {roster.rounds},"
                f" but the event has {how_many(count, 'round')}.",
                advice=f"Ask for {roster.rounds} rounds, or remove the later ones from the list.",
            )
        )
    # Rounds with pairings may repeat meetings, the others not
    possible = count_most_rounds(players)
    if free > possible:
        most = how_many(possible + count - free, "round")
        raise BadInputError(
            Problem(
                f"{count} rounds are too many for {how_many(players, 'player')}:"
                f" after {possible} everybody has met everybody.",
                advice=f"Ask for {most} at most, or write the pairings into the list.",
            )
        )


def _check_players(absent: Mapping[int, Collection[int]], players: int) -> None:
    """Raise `BadInputError` for a round from which all players are absent."""
    for number, absent_players in absent.items():
        if len(absent_players) == players:
            what = f"Nobody plays in round {number}."
            raise BadInputError(Problem(what, advice="Ask for fewer rounds, or correct the list."))


def _is_bound(
    roster: Roster,
    rounds: int,
    seed: str,
    known_seatings: Collection[object],
    scores: Sequence[int],
) -> bool:
    """Return whether something speaks for or against a pair, which only a matching weighs.

    `known_seatings` are printed rounds, fixtures, meetings of reopened rounds and absences.
    """
    return bool(known_seatings or scores) or _can_match_clubs(roster, rounds, seed)


def _can_match_clubs(roster: Roster, rounds: int, seed: str) -> bool:
    """Return whether clubs can be kept apart without anybody meeting twice.

    After fewer rounds than half the players there is always a pairing of people who have not met
    (Dirac 1952); later, pairs chosen round by round may leave none, but the circle always has one.
    """
    players = len(roster.players)
    return bool(seed) and roster.clubs > 1 and 2 * rounds <= players


def _seat(fixture: Fixture) -> Seating:
    """Return the seating that a fixture asks for."""
    if len(fixture.players) == 1:
        return Seating(BYE_TABLE, fixture.players[0], None)
    first, second = fixture.players
    return Seating(fixture.table or 0, first, second)


@dataclass
class _RoundPlan:
    """The tables of one round while they are filled. A player is an index in the roster."""

    number: int
    roster: Roster
    absent: Collection[int]
    tables: dict[int, Pair] = field(default_factory=dict)
    """Pairs whose table is settled, by its number."""
    pairs: list[Pair] = field(default_factory=list)
    """Pairs who may have any table."""
    byes: list[int] = field(default_factory=list)
    """Players who have a bye."""
    seated: set[int] = field(default_factory=set)
    """Players of fixtures, byes too."""

    def seat_fixtures(self, fixtures: Iterable[Fixture]) -> None:
        """Seat what the list asks for. Raises `BadInputError` if it cannot all be kept."""
        for fixture in fixtures:
            for player in fixture.players:
                if player in self.seated:
                    advice = "give everybody one place a round"
                    raise self._refuse(player, "is seated twice", advice)
                self.seated.add(player)
            first, second = _seat(fixture)[1:]
            if second is None:
                self.byes.append(first)
            elif fixture.table in self.tables:
                what = f"is the third at table {fixture.table}"
                raise self._refuse(first, what, "a table has two seats")
            else:
                self._seat_pair((first, second), fixture.table)

    def seat_others(
        self,
        meetings: Iterable[Fixture],
        order: Sequence[int],
        history: History,
        scores: Sequence[int],
    ) -> Round:
        """Seat everybody without a fixture, add that to the history, and return the round.

        `meetings` are those of an earlier pairing of this round, to be kept if nothing speaks
        against it. `order` is that of `order_ring`. With `scores`, points by index, those with the
        same meet.
        """
        fixture_of_pair = {order_pair(*fixture.players): fixture for fixture in meetings}
        # The history counts them already: they must not count as having met before
        history.met.subtract(fixture_of_pair.keys())
        everybody = range(len(self.roster.players))
        matcher = Matcher(
            free=frozenset(everybody).difference(self.absent, self.seated),
            order=order,
            turn=self.number - 1,
            clubs=[player.club for player in self.roster.players],
            pairs_to_keep=fixture_of_pair.keys(),
            in_pairs_to_keep=frozenset(chain.from_iterable(fixture_of_pair)),
            history=history,
            scores=scores,
        )
        for player, other in matcher.match():
            if other == matcher.bye_index:
                self.byes.append(player)
                history.byes[player] += 1
                continue
            history.met[player, other] += 1
            fixture = fixture_of_pair.get((player, other))
            if fixture:
                first, second = fixture.players
                self._seat_pair((first, second), fixture.table)
            else:
                self._seat_pair((player, other), None)
        return Round.of(self.number, self._list_seatings())

    def _seat_pair(self, pair: Pair, table: int | None) -> None:
        """Seat a pair at this table; at any, later, if it is None or not free."""
        if table is None or table in self.tables:
            self.pairs.append(pair)
        else:
            self.tables[table] = pair

    def _list_seatings(self) -> Iterator[Seating]:
        """Yield all tables; pairs without a number take the lowest free ones, in list order."""
        for player in self.byes:
            yield Seating(BYE_TABLE, player, None)
        for table, (first, second) in self.tables.items():
            yield Seating(table, first, second)
        table = 0
        for first, second in sorted(self.pairs):
            table += 1
            while table in self.tables:
                table += 1
            yield Seating(table, first, second)

    def _refuse(self, player: int, what: str, advice: str) -> BadInputError:
        problem = Problem(what, where=self.roster.players[player].called, advice=advice)
        return BadInputError(f"Not all pairings of round {self.number} can be kept.", [problem])
