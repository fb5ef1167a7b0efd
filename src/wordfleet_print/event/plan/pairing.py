"""Who meets whom: the roster's own fixtures, neighbours for one round, the circle method for more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.circle import free_round, most_rounds, ordered
from wordfleet_print.event.plan.floor import Floor, History
from wordfleet_print.event.plan.rounds import Round
from wordfleet_print.event.roster.roster import Fixture, Player, Roster
from wordfleet_print.wording import first_lines, how_many, plural, quote, some_of

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
) -> tuple[Round, ...]:
    """The rounds of an event: each player once a round, at a table or with a bye, or out of it for good.

    Fixtures are kept; one that names a single player is a bye, or a withdrawal. Everybody else meets by the circle
    method: nobody meets twice, nobody has two byes before everybody had one. In rounds that have fixtures, meetings are
    repeated if nothing else is left. `kept` are meetings of two from an earlier pairing: each stays, at its table if
    that is free, unless it is given up so that others need not meet again or have a second bye. Rounds that are
    `standing` stay as they are; the places in them may reach beyond the roster's, to players who are `gone`. `only`
    are the numbers of the rounds to draw where these are not all up to `rounds`.

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
    _check_somebody_plays(players, out)
    if not (standing or any(by_round.values()) or any(kept_by_round.values()) or any(out.values())):
        return tuple(free_round(players, number) for number in numbers)
    history = History(players + gone, chain(*by_round.values(), *kept_by_round.values()), standing)
    return tuple(
        fixed.get(number) or Floor(roster, number, history, out[number]).seat(by_round[number], kept_by_round[number])
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
    roster: Roster, rounds: Sequence[Round], standing: Collection[int] = ()
) -> Iterator[tuple[int, int, list[int]]]:
    """Every two players who meet more than once though the roster does not ask for it, and the rounds in which they do.

    Of rounds that are `standing`, by number, nobody asks why any more. What the circle method alone has drawn is passed
    over: it repeats nothing, and may be large.
    """
    players = len(roster.players)
    if all(round_.number in standing for round_ in rounds) or all(
        round_ == free_round(players, round_.number) for round_ in rounds
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


def _check_somebody_plays(players: int, out: Mapping[int, Collection[int]]) -> None:
    empty = next((number for number, gone in out.items() if len(gone) == players), None)
    if empty is not None:
        raise BadInputError(
            f"Nobody plays in round {empty}: everybody is withdrawn.", tip="Ask for fewer rounds, or mend the roster."
        )


def pairing_notes(
    roster: Roster, rounds: Sequence[Round], players: Sequence[Player], standing: Collection[int] = ()
) -> tuple[str, ...]:
    """What the organiser should know of a pairing: of whom the roster does not speak, and who meet again unasked.
    `players` are those of the rounds; rounds `standing`, by number, are no news.
    """
    found = (_repeat(players, *again) for again in repeated(roster, rounds, standing))
    drawn = {one.number for one in rounds}.difference(standing)
    absences = first_lines(_absences(roster, drawn), _MOST_NOTES, " of the kind.")
    return (*absences, *first_lines(found, _MOST_NOTES, " meet again."))


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
