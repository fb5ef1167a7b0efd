"""Pair players: the roster's fixtures first, then the circle method, around rounds that were
printed.

All but one player are in a ring that turns by one place a round, and meet the player across. The
event's seed fills the ring so that players of one club seldom meet. One round is the same as the
first of many.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, combinations
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import PlainSerializer, PlainValidator

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.event.roster.roster import Fixture, Player, Roster
from wordfleet_print.messages import first_lines, how_many, plural, quote, some_of

# In a round's array: there is no second player at the table.
NOBODY = (1 << 32) - 1

# The table of a player who has a bye.
BYE_TABLE = 0

if TYPE_CHECKING:
    Numbers = array[int]
else:
    Numbers = Annotated[
        array, PlainValidator(lambda numbers: array("Q", numbers)), PlainSerializer(list)
    ]
"""Numbers of 64 bits; JSON has them as a list."""


class Seating(NamedTuple):
    """One table of a round: its number and its players, as indices into the roster; a bye is table
    0, no second.
    """

    table: int
    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """One round, numbered from 1.

    `seats` holds table, first and second player (or `NOBODY`) of each seating in turn, in table
    order with byes last: numbers only, so that a round of 100,000 players takes 1.2 MB.
    """

    number: int
    seats: Numbers

    @classmethod
    def of(cls, number: int, seatings: Iterable[Seating]) -> Round:
        """Return a round of these seatings in table order; byes are last, in the roster's order."""
        seats = array("Q")
        for table, first, second in sorted(
            seatings, key=lambda one: (one.table == BYE_TABLE, one.table, one.first)
        ):
            seats.extend((table, first, NOBODY if second is None else second))
        return cls(number, seats)

    def __len__(self) -> int:
        """Return the number of seatings."""
        return len(self.seats) // 3

    @property
    def players(self) -> set[int]:
        """The indices of all who are in it."""
        return {*self.seats[1::3], *self.seats[2::3]} - {NOBODY}

    @property
    def byes(self) -> list[int]:
        """The indices of the players who have a bye."""
        return [first for table, first, _ in self if table == BYE_TABLE]

    @property
    def tables(self) -> int:
        """The number of tables."""
        return len(self) - self.seats[::3].count(BYE_TABLE)

    def moved(self, indices: Sequence[int]) -> Round:
        """Return the round with new indices; `indices` holds them by the old ones."""
        return Round.of(
            self.number,
            (
                Seating(table, indices[one], None if two is None else indices[two])
                for table, one, two in self
            ),
        )

    def __iter__(self) -> Iterator[Seating]:
        """Yield each seating in table order."""
        numbers = iter(self.seats)
        for table, first, second in zip(numbers, numbers, numbers, strict=True):
            yield Seating(table, first, None if second == NOBODY else second)

    def seat_players(self) -> dict[int, Seating]:
        """Return the seating of everybody who is in it, by index."""
        return {player: seating for seating in self for player in seating[1:] if player is not None}


def most_rounds(players: int) -> int:
    """Return how many rounds this many players can play without meeting anybody twice (an odd
    number has byes).
    """
    return players if players % 2 else players - 1


def seating_order(players: Sequence[Player], seed: str) -> Sequence[int]:
    """Return the order of players in the ring, as indices: shuffled by the seed, the same for the
    same players.

    Players of one club follow each other in either half of the shuffle, and the halves meet: in the
    first round nobody meets one of the same club unless it has half of all players. Places are then
    exchanged for the rounds that follow. Without a seed it is the roster's order.
    """
    if not seed:
        return range(len(players))

    def drawn(key: str) -> int:
        return int.from_bytes(
            blake2b(f"{seed}\0{key}".encode(), digest_size=8, person=b"event circle").digest(),
            "big",
        )

    of_clubs = {club: drawn(club) for club in {player.club for player in players}}
    owns = array("Q", (drawn(player.key) for player in players))
    clubs = array(
        "Q",
        (of_clubs[one.club] if one.club else own for one, own in zip(players, owns, strict=True)),
    )
    shuffled = array("I", sorted(range(len(players)), key=owns.__getitem__))
    shuffled = array("I", sorted(shuffled, key=clubs.__getitem__))
    order, half = array("I", shuffled), (len(players) + 1) // 2
    # Neighbors of the order meet in the first round: with clubs A A B B the order is A B A B, and
    # nobody meets their own
    order[::2], order[1::2] = shuffled[:half], shuffled[half:]
    # Later rounds can still bring two of one club together
    if len(of_clubs) > 1 and len(players) <= _MOST_EXCHANGED:
        _keep_apart(order, [player.club for player in players])
    return order


# Players among whom places are exchanged so that clubs meet less; more take long.
_MOST_EXCHANGED = 1_000
# Rounds in which clubs are kept apart.
_ROUNDS_APART = 6
# Places tried for each player.
_TRIED = 200


def _keep_apart(order: array[int], clubs: Sequence[str]) -> None:
    """Exchange places as long as fewer of one club meet in the first rounds, above all in the very
    first.
    """
    count = len(order)
    across: list[list[int]] = [[] for _ in range(count)]
    for turn in range(min(_ROUNDS_APART, most_rounds(count))):
        for one, other in circle_pairs(count, turn, range(count)):
            if other < count:
                times = 1 if turn else _ROUNDS_APART
                across[one] += [other] * times
                across[other] += [one] * times

    def alike(place: int) -> int:
        club = clubs[order[place]]
        return sum(clubs[order[other]] == club for other in across[place]) if club else 0

    for place in range(count):
        for step in range(1, _TRIED if alike(place) else 1):
            # Steps of 7 spread the places that are tried over the whole ring, though only _TRIED of
            # them are
            other = (place + step * 7) % count
            before = alike(place) + alike(other)
            order[place], order[other] = order[other], order[place]
            if alike(place) + alike(other) < before:
                break
            order[place], order[other] = order[other], order[place]


def free_round(players: int, number: int, order: Sequence[int]) -> Round:
    """Return a round of the circle method alone; tables count up from 1, the bye is last."""
    seats, byes = array("Q"), array("Q")
    for first, second in circle_pairs(players, number - 1, order):
        if second < players:
            seats.extend((len(seats) // 3 + 1, first, second))
        else:
            byes.extend((BYE_TABLE, first, NOBODY))
    return Round(number, seats + byes)


def circle_pairs(players: int, turn: int, order: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield who meets after this many turns of the ring, first who is first in the order.

    The index `players` is the ghost that makes an odd number even. Place p of the ring, 1 … half −
    1, holds player 2·p of the order, the place across from it at the start 2·p + 1; place 0 holds
    player 0, and player 1 stays outside.
    """
    # Six players: the ring holds places 0 to 4, and player 1 stays outside. After `turn` steps
    # player 1 meets place `turn`; then the places one step to either side of it meet, and those two
    # steps away.
    even = players + players % 2
    ring, who = even - 1, [*order, players]
    across = ((turn + step, turn - step) for step in range(1, even // 2))
    pairs = ((_on_ring(one % ring, even), _on_ring(other % ring, even)) for one, other in across)
    for one, other in chain([(1, _on_ring(turn % ring, even))], pairs):
        yield who[min(one, other)], who[max(one, other)]


def _on_ring(place: int, even: int) -> int:
    return 2 * place if 2 * place < even else 2 * (even - 1 - place) + 1


def ordered(one: int, other: int) -> tuple[int, int]:
    """Return two indices, the lower first."""
    return (one, other) if one < other else (other, one)


class RoundPairer:
    """Pairs rounds around their fixtures, one after the other; it knows who has met, and how many
    byes everybody had.

    `met` are the meetings that the roster asks for, and those of an earlier pairing that may still
    hold.
    """

    def __init__(
        self, roster: Roster, order: Sequence[int], met: Iterable[Fixture], printed: Iterable[Round]
    ) -> None:
        self._roster, self._order, self._count = roster, order, len(roster.players)
        self._met, self._byes_had = Counter[tuple[int, int]](), Counter[int]()
        for fixture in met:
            if len(fixture.players) == 2:
                self._count_meeting(*fixture.players)
        for _, first, second in chain.from_iterable(printed):
            if second is None:
                self._byes_had[first] += 1
            else:
                self._count_meeting(first, second)

    def _count_meeting(self, one: int, other: int, times: int = 1) -> None:
        self._met[ordered(one, other)] += times

    def _have_met(self, one: int, other: int) -> bool:
        """Return whether these two meet in some round, or more often than the two who meet
        least.
        """
        return self._met.get(ordered(one, other), 0) > self._least

    def pair(
        self,
        number: int,
        out: Collection[int],
        fixtures: Sequence[Fixture],
        earlier: Sequence[Fixture],
    ) -> Round:
        """Return a round without those who are `out` of it: fixtures first, then what the circle
        method says of the others, then all who are left.
        """
        self._number, self._out = number, out
        self._seated = bytearray(index in out for index in range(self._count))
        self._tables: dict[int, tuple[int, int]] = {}
        self._pairs: list[tuple[int, int]] = []
        self._byes: list[int] = []
        self._earlier: dict[tuple[int, int], int | None] = {}
        """Meetings of an earlier pairing that still hold, and their tables."""
        # How often each has met every other: once all have met, all meet again
        self._least = 0
        if self._met.total() >= self._count * (self._count - 1) // 2:
            self._least = min(self._met[two] for two in combinations(range(self._count), 2))
        self._seat_fixtures(fixtures)
        for fixture in (
            earlier
        ):  # players who met in this round before meet again, unless something speaks against it
            one, other = fixture.players
            self._earlier[one, other] = None if fixture.table in self._tables else fixture.table
            self._seated[one] = self._seated[other] = True
        self._give_bye()
        self._match(self._pair_by_circle())
        return Round.of(self._number, self._seatings())

    def _seat_fixtures(self, fixtures: Sequence[Fixture]) -> None:
        for fixture in fixtures:
            for player in fixture.players:
                if self._seated[player]:
                    raise self._refused(
                        player, "is seated twice", "give everybody one place a round"
                    )
                self._seated[player] = True
            if len(fixture.players) == 1:
                self._byes.append(fixture.players[0])
                continue
            first, second = fixture.players
            if fixture.table is None:
                self._pairs.append((first, second))
            elif fixture.table in self._tables:
                raise self._refused(
                    first, f"is the third at table {fixture.table}", "a table has two seats"
                )
            else:
                self._tables[fixture.table] = first, second

    def _give_up(self, one: int, other: int) -> None:
        """Let these two not meet, although they did before: both are free."""
        del self._earlier[(one, other) if (one, other) in self._earlier else (other, one)]
        self._seated[one] = self._seated[other] = False
        self._count_meeting(one, other, -1)

    def _refused(self, player: int, what: str, advice: str) -> BadInputError:
        return BadInputError(
            f"The fixtures of round {self._number} cannot all be kept.",
            Problem(what, where=self._roster.players[player].called, advice=advice),
        )

    def _give_bye(self) -> None:
        """Give an odd one out a bye: an unseated player who had fewest, the circle's own choice
        among equals.
        """
        free = [player for player, seated in enumerate(self._seated) if not seated]
        if len(free) % 2:
            # Nobody has a second bye while somebody had none, even if that parts two who met in
            # this round before
            fewest = min(self._byes_had[player] for player in free)
            swap = min(self._swaps(free, fewest), default=None)
            if swap is None:
                candidates = {player for player in free if self._byes_had[player] == fewest}
                ghost = len(self._seated)
                lone = {ghost, *self._out}
                circle = circle_pairs(ghost, self._number - 1, self._order)
                across = [pair[pair[0] in lone] for pair in circle if not lone.isdisjoint(pair)]
                chosen = next(
                    (player for player in across if player in candidates), max(candidates)
                )
            else:
                *_, chosen, partner = swap
                self._give_up(chosen, partner)
            self._seated[chosen] = True
            self._byes.append(chosen)
        for player in self._byes:
            self._byes_had[player] += 1

    def _swaps(self, free: list[int], byes: int) -> Iterator[tuple[int, bool, bool, int, int, int]]:
        """Yield players of earlier meetings who had fewer byes, and partners who then meet a free
        player; best first.

        It leaves as many ways as possible for later rounds: the bye goes to one who has met the
        free players, and the partner has had one.
        """
        met, had = self._have_met, self._byes_had
        for pair in self._earlier if byes else ():
            for one, other in (pair, pair[::-1]):
                if had[one] < byes:
                    stuck = all(met(other, player) for player in free)
                    wasted = not any(met(one, player) for player in free)
                    yield had[one], stuck, wasted, -had[other], one, other

    def _pair_by_circle(self) -> list[int]:
        """Pair by the circle free players who have not met; return the others, last first."""
        rest = []
        for pair in circle_pairs(len(self._seated), self._number - 1, self._order):
            free = [
                player for player in pair if player < len(self._seated) and not self._seated[player]
            ]
            if len(free) == 2 and not self._have_met(*free):
                self._seat_pair(*free)
            else:
                rest += free
        return sorted(rest, reverse=True)

    def _seat_pair(self, one: int, other: int) -> None:
        self._pairs.append(ordered(one, other))
        self._count_meeting(one, other)

    def _match(self, rest: list[int]) -> None:
        """Pair the rest, taking apart a pair of this round if two are left who have met."""
        while rest:
            one = rest.pop()
            # From the end, because the rest is sorted last first; the very last one if all have met
            new = (at for at in range(len(rest) - 1, -1, -1) if not self._have_met(one, rest[at]))
            other = rest.pop(next(new, -1))
            if self._have_met(one, other):
                self._exchange(one, other)
            else:
                self._seat_pair(one, other)

    def _exchange(self, one: int, other: int) -> None:
        """Let the two change partners with a pair of this round, if that spares four of them a
        second meeting.
        """
        met = self._have_met
        # One and other have met: with a pair A–B that may be parted, one–A and other–B, or one–B
        # and other–A, are new
        for a, b in chain(self._pairs, self._earlier):
            for mine, theirs in ((a, b), (b, a)):
                fixed = (
                    self._seated[a] and (a, b) not in self._earlier
                )  # drawn pairs are seated without a mark
                if fixed or met(one, mine) or met(other, theirs):
                    continue
                if (a, b) in self._earlier:
                    self._give_up(a, b)
                else:
                    self._pairs.remove((a, b))
                    self._count_meeting(a, b, -1)
                self._seat_pair(one, mine)
                self._seat_pair(other, theirs)
                return
        self._seat_pair(one, other)

    def _seatings(self) -> Iterator[Seating]:
        """Yield all seatings: pairs without a table take the free numbers, lowest first, in the
        roster's order.
        """
        for (one, other), table in self._earlier.items():
            if table is None:
                self._pairs.append((one, other))
            else:
                self._tables[table] = one, other
        yield from (Seating(table, one, other) for table, (one, other) in self._tables.items())
        yield from (Seating(BYE_TABLE, player, None) for player in self._byes)
        table = 0
        for one, other in sorted(self._pairs):
            table += 1
            while table in self._tables:
                table += 1
            yield Seating(table, one, other)


def pair(
    roster: Roster,
    rounds: int,
    earlier: Iterable[Fixture] = (),
    *,
    only: Collection[int] = (),
    printed: Sequence[Round] = (),
    seed: str = "",
) -> tuple[Round, ...]:
    """Return the rounds of an event: each player once a round, at a table or with a bye, or out of
    it.

    Fixtures are kept; one of a single player is a bye, or a withdrawal. All others meet by the
    circle method: nobody meets twice, nobody has two byes before everybody had one. In rounds with
    fixtures, meetings are repeated if nothing else is left. `earlier` are meetings of an earlier
    pairing: each holds, at its table if that is free, unless it is given up so that others need not
    meet again or have a second bye. `printed` rounds stay as they are; their indices may reach
    beyond the roster's, to former players. `only` are the numbers of the rounds to pair if these
    are not all up to `rounds`.

    Raises `BadInputError` for more rounds than there are opponents, for fixtures that cannot all be
    kept, and for a round in which nobody plays.
    """
    players = len(roster.players)
    fixed = {one.number: one for one in printed}
    numbers = sorted({*fixed, *(only or range(1, rounds + 1))})
    drawn = [number for number in numbers if number not in fixed]
    by_round, earlier_by_round = _by_round(roster.fixtures, drawn), _by_round(earlier, drawn)
    if players < 1:
        raise BadInputError("The list has no players.", tip="Add a row for each player.")
    asked = roster.rounds if only else rounds
    if roster.rounds > asked:
        raise BadInputError(
            f"The list has pairings of round {roster.rounds}, but the event has "
            f"{how_many(asked, 'round')}.",
            tip=f"Ask for {roster.rounds} rounds, or remove the later ones from the list.",
        )
    # Rounds with pairings may repeat meetings, the others not
    free, possible = sum(not by_round[number] for number in drawn), most_rounds(players)
    if free > possible:
        most = how_many(possible + asked - free, "round")
        raise BadInputError(
            f"{asked} rounds are too many for {how_many(players, 'player')}: "
            f"after {possible} everybody has met everybody.",
            tip=f"Ask for {most} at most, or write the pairings into the list.",
        )
    out = {number: roster.out_of(number) for number in drawn}
    empty = next((number for number, absent in out.items() if len(absent) == players), None)
    if empty is not None:
        raise BadInputError(
            f"Nobody plays in round {empty}.", tip="Ask for fewer rounds, or correct the list."
        )
    order = seating_order(roster.players, seed)
    # The usual case: no printed rounds, no pairings, nobody out. The circle alone cannot repeat a
    # meeting
    if not (
        printed or any(by_round.values()) or any(earlier_by_round.values()) or any(out.values())
    ):
        return tuple(free_round(players, number, order) for number in numbers)
    pairer = RoundPairer(
        roster, order, chain(*by_round.values(), *earlier_by_round.values()), printed
    )
    return tuple(
        fixed.get(number)
        or pairer.pair(number, out[number], by_round[number], earlier_by_round[number])
        for number in numbers
    )


def _by_round(fixtures: Iterable[Fixture], numbers: Iterable[int]) -> dict[int, list[Fixture]]:
    """Return the pairings and byes of these rounds."""
    by_round: dict[int, list[Fixture]] = {number: [] for number in numbers}
    for fixture in fixtures:
        if fixture.round in by_round and not fixture.withdrawn:
            by_round[fixture.round].append(fixture)
    return by_round


# Notes of one kind, and names in one of them.
_MOST_NOTES = 12


def list_absences(roster: Roster, numbers: Iterable[int]) -> Iterator[str]:
    """Yield who is not in which of these rounds, although the list pairs others in it."""
    unnamed, missing = dict(roster.unnamed), defaultdict[tuple[int, ...], list[int]](list)
    for number in numbers:
        if indices := tuple(sorted(roster.out_of(number).intersection(unnamed.get(number, ())))):
            missing[indices].append(number)
    for indices, rounds in missing.items():
        names = some_of([roster.players[index].called for index in indices], _MOST_NOTES)
        which = f"{plural(len(rounds), 'round')} {some_of(rounds, _MOST_NOTES)}"
        yield f"Not in {which}, because the list pairs others: {names}."


def list_pairing_notes(
    roster: Roster,
    rounds: Sequence[Round],
    players: Sequence[Player],
    printed: Collection[int] = (),
) -> Iterator[str]:
    """Yield what the organizer should know of rounds that were not `printed` (numbers).

    Who has a bye, who is not in a round although others are paired in it, and who meets again
    although the roster does not ask for it.
    """
    new = [one for one in rounds if one.number not in printed]
    byes = [f"{players[index].called} in round {one.number}" for one in new for index in one.byes]
    if byes:
        yield f"{plural(len(byes), 'Bye')} (no sheet): {some_of(byes, _MOST_NOTES)}."
    yield from list_absences(roster, [one.number for one in new])
    asked = {(fixture.round, frozenset(fixture.players)) for fixture in roster.fixtures}
    met: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (_, first, second) in (
        (one.number, seating) for one in (rounds if new else ()) for seating in one
    ):
        if second is not None:
            met[ordered(first, second)].append(number)
    again = (
        f"{quote(players[pair_[0]].called)} and {quote(players[pair_[1]].called)} meet in "
        f"rounds {some_of(numbers, 5)}."
        for pair_, numbers in met.items()
        if len(numbers) > 1
        and any(n not in printed and (n, frozenset(pair_)) not in asked for n in numbers)
    )
    yield from first_lines(again, _MOST_NOTES, " meet again.")
