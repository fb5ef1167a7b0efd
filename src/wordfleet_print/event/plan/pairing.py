"""Who meets whom: the roster's fixtures, the circle method, rounds seated around what stands.

All but one player stand in a ring that turns by one place a round, and meet whoever stands across. Its places are
filled by the event's seed, so that those of a club seldom meet: one round and many begin alike.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain, pairwise

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.plan import BYE_TABLE, NOBODY, Round, Seating
from wordfleet_print.event.roster.roster import Fixture, Player, Roster
from wordfleet_print.messages import first_lines, how_many, plural, quote, some_of


def most_rounds(players: int) -> int:
    """How many rounds so many players can play without meeting anybody twice (an odd number has byes)."""
    return players if players % 2 else players - 1


def seating_order(players: Sequence[Player], seed: str) -> Sequence[int]:
    """Who stands where in the ring, by place in the roster: shuffled by the seed, the same players always alike.

    Those of a club follow each other in either half of the shuffle, and the halves meet: in the first round nobody
    meets one of their own club unless it has half of all players; places are exchanged for the sake of the rounds that
    follow. Without a seed it is the roster's order.
    """
    if not seed:
        return range(len(players))

    def drawn(text: str) -> int:
        return int.from_bytes(
            blake2b(f"{seed}\0{text}".encode(), digest_size=8, person=b"event circle").digest(), "big"
        )

    of_clubs = {club: drawn(club) for club in {player.club for player in players}}
    owns = array("Q", (drawn(player.key) for player in players))
    clubs = array("Q", (of_clubs[one.club] if one.club else own for one, own in zip(players, owns, strict=True)))
    shuffled = array("I", sorted(range(len(players)), key=owns.__getitem__))
    shuffled = array("I", sorted(shuffled, key=clubs.__getitem__))
    order, half = array("I", shuffled), (len(players) + 1) // 2
    order[::2], order[1::2] = shuffled[:half], shuffled[half:]
    if len(of_clubs) > 1 and len(players) <= _MOST_MENDED:
        _keep_apart(order, [player.club for player in players])
    return order


_MOST_MENDED, _ROUNDS_MENDED, _TRIED = 1_000, 6, 200
"""Players among whom places are exchanged so that clubs meet less, rounds that count for it, places tried for each."""


def _keep_apart(order: array[int], clubs: Sequence[str]) -> None:
    """Exchange places in the order as long as fewer of one club meet in the first rounds, first of all in the first."""
    count = len(order)
    across: list[list[int]] = [[] for _ in range(count)]
    for turn in range(min(_ROUNDS_MENDED, most_rounds(count))):
        for one, other in circle_pairs(count, turn, range(count)):
            if other < count:
                times = 1 if turn else _ROUNDS_MENDED
                across[one] += [other] * times
                across[other] += [one] * times

    def alike(place: int) -> int:
        club = clubs[order[place]]
        return sum(clubs[order[other]] == club for other in across[place]) if club else 0

    for place in range(count):
        for step in range(1, _TRIED if alike(place) else 1):
            other = (place + step * 7) % count
            before = alike(place) + alike(other)
            order[place], order[other] = order[other], order[place]
            if alike(place) + alike(other) < before:
                break
            order[place], order[other] = order[other], order[place]


def free_round(players: int, number: int, order: Sequence[int]) -> Round:
    """A round of the circle method alone; tables count up from 1, the bye comes last."""
    seats = array("I")
    byes = array("I")
    for first, second in circle_pairs(players, number - 1, order):
        if second < players:
            seats.extend((len(seats) // 3 + 1, first, second))
        else:
            byes.extend((BYE_TABLE, first, NOBODY))
    return Round(number, seats + byes)


def circle_pairs(players: int, turn: int, order: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Who stands across from whom after so many turns, first who comes first in the order; `players` itself is the
    ghost that makes an odd number even.

    Place p of the ring, 1 … half − 1, holds the player 2·p of the order, the place across from it at the start
    2·p + 1; place 0 holds player 0, and player 1 stands still outside the ring.
    """
    even = players + players % 2
    ring, who = even - 1, [*order, players]
    across = ((turn + step, turn - step) for step in range(1, even // 2))
    pairs = ((_on_ring(one % ring, even), _on_ring(other % ring, even)) for one, other in across)
    for one, other in chain([(1, _on_ring(turn % ring, even))], pairs):
        yield who[min(one, other)], who[max(one, other)]


def _on_ring(place: int, even: int) -> int:
    return 2 * place if 2 * place < even else 2 * (even - 1 - place) + 1


def ordered(one: int, other: int) -> tuple[int, int]:
    """Two places in the roster, the lower first."""
    return (one, other) if one < other else (other, one)


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

    def __init__(
        self, roster: Roster, number: int, history: History, order: Sequence[int], out: Collection[int] = ()
    ) -> None:
        self._roster = roster
        self._order = order
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
                circle = circle_pairs(ghost, self._number - 1, self._order)
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
        for pair in circle_pairs(len(self._seated), self._number - 1, self._order):
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


_MOST_NOTES = 20
"""Repeated meetings told one by one; rounds in which somebody is not spoken of."""
_MOST_NAMES = 5


def pair(
    roster: Roster,
    rounds: int,
    kept: Iterable[Fixture] = (),
    *,
    only: Collection[int] = (),
    standing: Sequence[Round] = (),
    gone: int = 0,
    seed: str = "",
) -> tuple[Round, ...]:
    """The rounds of an event: each player once a round, at a table or with a bye, or out of it for good.

    Fixtures are kept; one that names a single player is a bye, or a withdrawal. Everybody else meets by the circle
    method: nobody meets twice, nobody has two byes before everybody had one. In rounds that have fixtures, meetings are
    repeated if nothing else is left. `kept` are meetings of two from an earlier pairing: each stays, at its table if
    that is free, unless it is given up so that others need not meet again or have a second bye. Rounds that are
    `standing` stay as they are; the places in them may reach beyond the roster's, to players who are `gone`. `only`
    are the numbers of the rounds to draw where these are not all up to `rounds`; they are drawn by the `seed`, without
    one in the roster's order.

    Raises `BadInputError` for more rounds than there are opponents, for fixtures that cannot all be kept, and for a
    round in which nobody plays.
    """
    players = len(roster.players)
    fixed = {one.number: one for one in standing}
    numbers = sorted({*fixed, *(only or range(1, rounds + 1))})
    drawn = [number for number in numbers if number not in fixed]
    by_round, kept_by_round = _by_round(roster.fixtures, drawn), _by_round(kept, drawn)
    _check_rounds(
        roster, players, rounds if not only else roster.rounds, len(drawn) - sum(map(bool, by_round.values()))
    )
    out = {number: roster.out_of(number) for number in drawn}
    empty = next((number for number, gone_too in out.items() if len(gone_too) == players), None)
    if empty is not None:
        raise BadInputError(
            f"Nobody plays in round {empty}: everybody is withdrawn.", tip="Ask for fewer rounds, or mend the roster."
        )
    order = seating_order(roster.players, seed)
    if not (standing or any(by_round.values()) or any(kept_by_round.values()) or any(out.values())):
        return tuple(free_round(players, number, order) for number in numbers)
    history = History(players + gone, chain(*by_round.values(), *kept_by_round.values()), standing)
    return tuple(
        fixed.get(number)
        or Floor(roster, number, history, order, out[number]).seat(by_round[number], kept_by_round[number])
        for number in numbers
    )


def _by_round(fixtures: Iterable[Fixture], numbers: Iterable[int]) -> dict[int, list[Fixture]]:
    """What these rounds have of the places that are asked for."""
    by_round: dict[int, list[Fixture]] = {number: [] for number in numbers}
    for fixture in fixtures:
        if fixture.round in by_round and not fixture.withdrawn:
            by_round[fixture.round].append(fixture)
    return by_round


def repeated(
    roster: Roster, rounds: Sequence[Round], standing: Collection[int] = (), seed: str = ""
) -> Iterator[tuple[int, int, list[int]]]:
    """Every two players who meet more than once though the roster does not ask for it, and the rounds in which they do.

    Of rounds that are `standing`, by number, nobody asks why any more. What the circle method alone has drawn is passed
    over: it repeats nothing, and may be large.
    """
    players, order = len(roster.players), seating_order(roster.players, seed)
    if all(round_.number in standing for round_ in rounds) or all(
        round_ == free_round(players, round_.number, order) for round_ in rounds
    ):
        return
    most = 1 + max(place for round_ in rounds for seating in round_ for place in seating[1:] if place is not None)
    asked = {(fixture.round, frozenset(fixture.players)) for fixture in roster.fixtures}
    met = sorted(low * most + high for round_ in rounds for low, high in _meetings(round_))
    again = {divmod(one, most): list[int]() for one, other in pairwise(met) if one == other}
    for round_ in rounds if again else ():
        for meeting in _meetings(round_):
            if meeting in again:
                again[meeting].append(round_.number)
    for meeting, numbers in again.items():
        if any(number not in standing and (number, frozenset(meeting)) not in asked for number in numbers):
            yield *meeting, numbers


def _meetings(round_: Round) -> Iterator[tuple[int, int]]:
    return (ordered(first, second) for _, first, second in round_ if second is not None)


def _check_rounds(roster: Roster, players: int, rounds: int, drawn: int) -> None:
    """Refuse what cannot be paired: `drawn` rounds are not settled by the roster in the least."""
    if players < 1:
        raise BadInputError("The roster has no players.", tip="Add a row for each player.")
    if roster.rounds > rounds:
        raise BadInputError(
            f"The roster speaks of round {roster.rounds}, but the event has {how_many(rounds, 'round')}.",
            tip=f"Ask for {roster.rounds} rounds, or take the later ones out of the roster.",
        )
    possible = most_rounds(players)
    if drawn > possible:
        most = how_many(possible + rounds - drawn, "round")
        raise BadInputError(
            f"{rounds} rounds are too many for {how_many(players, 'player')}: "
            f"after {possible} everybody has met everybody.",
            tip=f"Ask for {most} at most, or write the pairings into the roster.",
        )


def pairing_notes(
    roster: Roster,
    rounds: Sequence[Round],
    players: Sequence[Player],
    standing: Collection[int] = (),
    seed: str = "",
) -> tuple[str, ...]:
    """What the organiser should know of a pairing: of whom the roster does not speak, who meet again unasked, and how
    far clubs are apart. `players` are those of the rounds, drawn by the `seed`; rounds `standing`, by number, are no
    news.
    """
    found = (_repeat(players, *again) for again in repeated(roster, rounds, standing, seed))
    new = [one for one in rounds if one.number not in standing]
    apart = _apart(roster, new, players) if seed and roster.clubs > 1 else ()
    absent = absence_notes(roster, [one.number for one in new])
    return (*absent, *first_lines(found, _MOST_NOTES, " meet again."), *apart)


def absence_notes(roster: Roster, drawn: Collection[int]) -> Iterator[str]:
    """Of whom the roster does not speak in rounds that are drawn, by number."""
    return first_lines(_absences(roster, drawn), _MOST_NOTES, " of the kind.")


def _apart(roster: Roster, rounds: Sequence[Round], players: Sequence[Player]) -> Iterator[str]:
    """How far those of a club are apart in rounds that the roster does not pair."""
    asked = {(fixture.round, frozenset(fixture.players)) for fixture in roster.fixtures}
    drawn = [
        (one.number, pair) for one in rounds for pair in _meetings(one) if (one.number, frozenset(pair)) not in asked
    ]
    inside = [number for number, (one, two) in drawn if players[one].club and players[one].club == players[two].club]
    if drawn and not inside:
        yield "The draw keeps clubs apart: nobody meets one of their own."
    elif inside:
        where = f"{plural(len({*inside}), 'round')} {some_of(sorted({*inside}), _MOST_NAMES)}"
        yield f"The draw keeps clubs apart, but for {len(inside):,} of {how_many(len(drawn), 'table')}, in {where}."


def _absences(roster: Roster, drawn: Collection[int]) -> Iterator[str]:
    """A sentence for the rounds drawn in which the roster, where it names rounds, says nothing of the same players."""
    rounds: defaultdict[tuple[tuple[int, ...], bool], list[int]] = defaultdict(list)
    for number, unnamed in roster.unnamed:
        absent = tuple(sorted(set(unnamed) - roster.withdrawn_by(number)))
        if number in drawn and absent:
            rounds[absent, roster.out_of(number).issuperset(absent)].append(number)
    for (absent, out), numbers in rounds.items():
        names = some_of([roster.players[place].called for place in absent], _MOST_NAMES)
        there = "are not there, as the roster pairs the others" if out else "get a sheet and a place all the same"
        yield (
            f"{len(absent):,} of {how_many(len(roster.players), 'player')} have no row in "
            f"{plural(len(numbers), 'round')} {some_of(numbers, _MOST_NAMES)}, and are nobody’s opponent there: "
            f"{names}. They {there}."
        )


def _repeat(players: Sequence[Player], one: int, other: int, rounds: Sequence[int]) -> str:
    names = [quote(players[place].called) for place in (one, other)]
    numbers = f"{', '.join(map(str, rounds[:-1]))} and {rounds[-1]}"
    return f"{names[0]} and {names[1]} meet in rounds {numbers}: the pairings that are kept left no other way."
