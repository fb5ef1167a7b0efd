"""One round being seated around its fixtures, beside what was seated in others."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.circle import circle_pairs, ordered
from wordfleet_print.event.plan.rounds import BYE_TABLE, Round, Seating
from wordfleet_print.event.roster.roster import Fixture, Roster


class History:
    """Who has met whom and how many byes everybody had, over the rounds so far, those that stand, and all that the
    roster asks for.
    """

    def __init__(self, players: int, fixtures: Iterable[Fixture], standing: Iterable[Round] = ()) -> None:
        self._players = players
        self._met: Counter[int] = Counter()
        self.byes = array("I", bytes(4 * players))
        for fixture in fixtures:
            if len(fixture.players) == 2:
                self.meet(*fixture.players)
        for _, first, second in chain.from_iterable(standing):
            if second is None:
                self.byes[first] += 1
            else:
                self.meet(first, second)

    def _pair(self, one: int, other: int) -> int:
        low, high = ordered(one, other)
        return low * self._players + high

    def meet(self, one: int, other: int) -> None:
        """These two meet."""
        self._met[self._pair(one, other)] += 1

    def part(self, one: int, other: int) -> None:
        """These two do not meet after all, in one of the rounds in which they were to."""
        self._met[self._pair(one, other)] -= 1

    def have_met(self, one: int, other: int) -> bool:
        """Whether these two meet in some round."""
        return self._met.get(self._pair(one, other), 0) > 0


class Floor:
    """One round being seated around its fixtures; those who are `out` of it, by place, are left out."""

    def __init__(self, roster: Roster, number: int, history: History, out: Collection[int] = ()) -> None:
        self._roster = roster
        self._number = number
        self._history = history
        self._out = out
        self._seated = bytearray(place in out for place in range(len(roster.players)))
        self._tables: dict[int, tuple[int, int]] = {}
        self._pairs: list[tuple[int, int]] = []
        self._byes: list[int] = []
        self._kept: dict[tuple[int, int], int | None] = {}
        """Meetings of an earlier pairing that still stand, and their tables."""

    def seat(self, fixtures: Sequence[Fixture], kept: Sequence[Fixture]) -> Round:
        """The whole round: fixtures first, then what the circle method says of the others, then whoever is left."""
        self._keep(fixtures)
        self._keep_meetings(kept)
        self._give_bye()
        self._match(self._keep_circle())
        return Round.of(self._number, self._seatings())

    def _keep(self, fixtures: Sequence[Fixture]) -> None:
        """Seat what the roster asks for."""
        for fixture in fixtures:
            for player in fixture.players:
                if self._seated[player]:
                    raise self._refused(player, "is seated twice", "give everybody one place a round")
                self._seated[player] = True
            if len(fixture.players) == 1:
                self._byes.append(fixture.players[0])
                continue
            first, second = fixture.players
            if fixture.table is None:
                self._pairs.append((first, second))
            elif fixture.table in self._tables:
                raise self._refused(first, f"finds table {fixture.table} full", "a table has two seats")
            else:
                self._tables[fixture.table] = first, second

    def _keep_meetings(self, kept: Sequence[Fixture]) -> None:
        """Seat those who met in this round before, for as long as nothing speaks against it."""
        for fixture in kept:
            one, other = fixture.players
            self._kept[one, other] = None if fixture.table in self._tables else fixture.table
            self._seated[one] = self._seated[other] = True

    def _give_up(self, one: int, other: int) -> None:
        """Let these two not meet, although they did before: both are free."""
        del self._kept[(one, other) if (one, other) in self._kept else (other, one)]
        self._seated[one] = self._seated[other] = False
        self._history.part(one, other)

    def _refused(self, player: int, what: str, advice: str) -> BadInputError:
        who = self._roster.players[player]
        where = who.name or f"player {who.number}"
        return BadInputError(
            f"The fixtures of round {self._number} cannot all be kept.", Complaint(where, what, advice)
        )

    def _give_bye(self) -> None:
        """An odd one out has a bye: whoever of the unseated had fewest, the circle's own choice among equals."""
        free = [player for player, seated in enumerate(self._seated) if not seated]
        if len(free) % 2:
            fewest = min(self._history.byes[player] for player in free)
            swap = min(self._swaps(free, fewest), default=None)
            if swap is None:
                candidates = {player for player in free if self._history.byes[player] == fewest}
                ghost = len(self._seated)
                lone = {ghost, *self._out}
                circle = circle_pairs(ghost, self._number - 1)
                across = [pair[pair[0] in lone] for pair in circle if not lone.isdisjoint(pair)]
                chosen = next((player for player in across if player in candidates), max(candidates))
            else:
                *_, chosen, partner = swap
                self._give_up(chosen, partner)
            self._seated[chosen] = True
            self._byes.append(chosen)
        for player in self._byes:
            self._history.byes[player] += 1

    def _swaps(self, free: list[int], byes: int) -> Iterator[tuple[int, bool, bool, int, int, int]]:
        """Whoever of the kept meetings could have the bye instead, having had fewer, and the partner who then meets one
        of the free; the best sorts first. It leaves as many ways as can be for later rounds: the bye goes to one who
        has met the free, and the partner has had one.
        """
        met, had = self._history.have_met, self._history.byes
        for kept in self._kept if byes else ():
            for one, other in (kept, kept[::-1]):
                if had[one] < byes:
                    stuck = all(met(other, player) for player in free)
                    wasted = not any(met(one, player) for player in free)
                    yield had[one], stuck, wasted, -had[other], one, other

    def _take(self, player: int, others: list[int]) -> int:
        """Take out of the others, from their end, the first whom the player has not met; the very first if none is."""
        for i in range(len(others) - 1, -1, -1):
            if not self._history.have_met(player, others[i]):
                return others.pop(i)
        return others.pop()

    def _keep_circle(self) -> list[int]:
        """Keep what the circle method says of free players who have not met; the others, last first."""
        rest = []
        for pair in circle_pairs(len(self._seated), self._number - 1):
            free = [player for player in pair if player < len(self._seated) and not self._seated[player]]
            if len(free) == 2 and not self._history.have_met(*free):
                self._seat_pair(*free)
            else:
                rest += free
        return sorted(rest, reverse=True)

    def _seat_pair(self, one: int, other: int) -> None:
        self._pairs.append(ordered(one, other))
        self._history.meet(one, other)

    def _match(self, rest: list[int]) -> None:
        """Pair the rest, taking apart a pair of this round where two are left who have met."""
        while rest:
            one = rest.pop()
            other = self._take(one, rest)
            if self._history.have_met(one, other):
                self._exchange(one, other)
            else:
                self._seat_pair(one, other)

    def _exchange(self, one: int, other: int) -> None:
        """Let the two change partners with a pair of this round, if that spares four of them a second meeting."""
        met = self._history.have_met
        for a, b in chain(self._pairs, self._kept):
            for mine, theirs in ((a, b), (b, a)):
                fixed = self._seated[a] and (a, b) not in self._kept  # pairs that were drawn are seated without a mark
                if fixed or met(one, mine) or met(other, theirs):
                    continue
                self._part(a, b)
                self._seat_pair(one, mine)
                self._seat_pair(other, theirs)
                return
        self._seat_pair(one, other)

    def _part(self, one: int, other: int) -> None:
        """Take a pair of this round apart, drawn or kept."""
        if (one, other) in self._kept:
            self._give_up(one, other)
        else:
            self._pairs.remove((one, other))
            self._history.part(one, other)

    def _seatings(self) -> Iterator[Seating]:
        """All seatings: pairs without a table take the free numbers, lowest first, in the roster's order."""
        for (one, other), kept_table in self._kept.items():
            if kept_table is None:
                self._pairs.append((one, other))
            else:
                self._tables[kept_table] = one, other
        yield from (Seating(table, one, other) for table, (one, other) in self._tables.items())
        yield from (Seating(BYE_TABLE, player, None) for player in self._byes)
        table = 0
        for one, other in sorted(self._pairs):
            table += 1
            while table in self._tables:
                table += 1
            yield Seating(table, one, other)
