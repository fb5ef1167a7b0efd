"""Who meets whom: the roster's own fixtures, neighbours for one round, the circle method for more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.circle import free_round, most_rounds, ordered
from wordfleet_print.event.plan.floor import Floor, History
from wordfleet_print.event.plan.rounds import Round
from wordfleet_print.event.roster.model import Fixture, Roster
from wordfleet_print.wording import first_lines, how_many, quote

_MOST_NOTES = 20
"""Repeated meetings told one by one."""


def pair(roster: Roster, rounds: int, kept: Iterable[Fixture] = ()) -> tuple[Round, ...]:
    """The rounds of an event: each player once a round, at a table or with a bye.

    Fixtures are kept; one that names a single player is a bye. Everybody else meets by the circle method: nobody meets
    twice, nobody has two byes before everybody had one. In rounds that have fixtures, meetings are repeated if nothing
    else is left. `kept` are meetings of two from an earlier pairing: each stays, at its table if that is free, unless
    it is given up so that others need not meet again or have a second bye. Raises `BadInputError` for more rounds than
    there are opponents, and for fixtures that cannot all be kept.
    """
    players = len(roster.players)
    _check_rounds(roster, players, rounds)
    by_round, kept_by_round = _by_round(roster.fixtures, rounds), _by_round(kept, rounds)
    if not any(by_round) and not any(kept_by_round):
        return tuple(free_round(players, number) for number in range(1, rounds + 1))
    history = History(players, chain(*by_round, *kept_by_round))
    return tuple(
        Floor(roster, number, history).seat(by_round[number - 1], kept_by_round[number - 1])
        for number in range(1, rounds + 1)
    )


def _by_round(fixtures: Iterable[Fixture], rounds: int) -> list[list[Fixture]]:
    by_round: list[list[Fixture]] = [[] for _ in range(rounds)]
    for fixture in fixtures:
        by_round[fixture.round - 1].append(fixture)
    return by_round


def repeated(roster: Roster, rounds: Sequence[Round]) -> Iterator[tuple[int, int, list[int]]]:
    """Every two players who meet more than once though the roster does not ask for it, and the rounds in which they do.

    What the circle method alone has drawn is passed over: it repeats nothing, and may be large.
    """
    players = len(roster.players)
    if all(round_ == free_round(players, round_.number) for round_ in rounds):
        return
    asked = {(fixture.round, frozenset(fixture.players)) for fixture in roster.fixtures}
    met = sorted(low * players + high for round_ in rounds for low, high in _meetings(round_))
    again = {divmod(one, players): list[int]() for one, other in pairwise(met) if one == other}
    for round_ in rounds if again else ():
        for meeting in _meetings(round_):
            if meeting in again:
                again[meeting].append(round_.number)
    for meeting, numbers in again.items():
        if any((number, frozenset(meeting)) not in asked for number in numbers):
            yield *meeting, numbers


def _meetings(round_: Round) -> Iterator[tuple[int, int]]:
    return (ordered(first, second) for _, first, second in round_ if second is not None)


def _check_rounds(roster: Roster, players: int, rounds: int) -> None:
    if players < 1:
        raise BadInputError("The roster has no players.", tip="Add a row for each player.")
    if roster.rounds > rounds:
        raise BadInputError(
            f"The roster speaks of round {roster.rounds}, but the event has {how_many(rounds, 'round')}.",
            tip=f"Ask for {roster.rounds} rounds, or take the later ones out of the roster.",
        )
    settled = len({fixture.round for fixture in roster.fixtures})
    possible = most_rounds(players)
    if rounds - settled > possible:
        most = possible + settled
        beside = f": those and the {settled} that the roster settles" if settled else ""
        raise BadInputError(
            f"{rounds} rounds are too many for {how_many(players, 'player')}: "
            f"after {possible} everybody has met everybody.",
            tip=f"Ask for {how_many(most, 'round')} at most{beside}, or write the pairings into the roster.",
        )


def pairing_notes(roster: Roster, rounds: Sequence[Round]) -> tuple[str, ...]:
    """What the organiser should know of a pairing: a sentence for every two who meet again unasked."""
    found = (_repeat(roster, *again) for again in repeated(roster, rounds))
    return tuple(first_lines(found, _MOST_NOTES, " meet again."))


def _repeat(roster: Roster, one: int, other: int, rounds: Sequence[int]) -> str:
    names = [quote(roster.players[place].called) for place in (one, other)]
    numbers = f"{', '.join(map(str, rounds[:-1]))} and {rounds[-1]}"
    return f"{names[0]} and {names[1]} meet in rounds {numbers}: the pairings that are kept left no other way."
