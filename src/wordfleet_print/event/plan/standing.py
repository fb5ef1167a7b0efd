"""Where a roster says something else than the rounds that were printed: those stay, and the organiser is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from wordfleet_print.event.plan.model import EventPlan
from wordfleet_print.event.plan.rounds import BYE_TABLE, Round, RoundByPlayer, Seating
from wordfleet_print.event.roster.roster import Fixture
from wordfleet_print.wording import first_lines, quote

_MOST_TOLD = 10
"""Disagreements told of one round."""


def disagreements(plan: EventPlan, standing: Collection[int]) -> Iterator[str]:
    """A sentence for every place in which the roster contradicts a round that stands, by number; and after those of a
    round, what can be done about it. And who is withdrawn from a round on that does not stand.
    """
    for one in plan.rounds:
        asked = [fixture for fixture in plan.roster.fixtures if fixture.round == one.number]
        if asked and one.number in standing:
            yield from _of_round(plan, one, asked)
    for fixture in plan.roster.fixtures if standing else ():
        if fixture.withdrawn and fixture.round not in standing:
            name = quote(plan.players[fixture.players[0]].called)
            stay = " Rounds that were printed stay; --redeal pairs one anew." * (fixture.round > plan.numbers[-1])
            yield f"{name} is withdrawn from round {fixture.round} on.{stay}"


def pairs_otherwise(plan: EventPlan, number: int) -> bool:
    """Whether the roster pairs two in that round who do not meet in it."""
    asked = (frozenset(one.players) for one in plan.roster.fixtures if one.round == number and len(one.players) == 2)
    met = {frozenset((first, second)) for one in plan.rounds if one.number == number for _, first, second in one}
    return not met.issuperset(asked)


def _of_round(plan: EventPlan, one: Round, asked: Collection[Fixture]) -> Iterator[str]:
    seen = RoundByPlayer.of(one, len(plan.players))
    found = (_disagreement(plan, fixture, seen.seating(fixture.players[0])) for fixture in asked)
    told = filter(None, found)
    first = next(told, "")
    if not first:
        return
    yield from first_lines(chain([first], told), _MOST_TOLD, f" in round {one.number}.")
    yield f"Round {one.number} was printed and stays as it is. To pair it anew by the roster: --redeal {one.number}."
    if not plan.roster.by_round:
        yield "If the roster is that of a later round, say which with --round."


def _disagreement(plan: EventPlan, fixture: Fixture, printed: Seating | None) -> str:
    """What the roster says of a player against what was printed; "" where they agree. Seats do not count, nor does a
    table where the roster leaves it open, nor a bye of somebody who was not in the round.
    """
    if (printed is None) if fixture.withdrawn else _agrees(fixture, printed):
        return ""
    said = "“withdrawn”" if fixture.withdrawn else _described(plan, fixture.table, fixture.players[1:])
    stood = "outside it"
    if printed is not None:
        others = () if printed.second is None else (printed.second,)
        stood = _described(plan, printed.table if printed.table != BYE_TABLE else None, others)
    name = quote(plan.players[fixture.players[0]].called)
    return f"Round {fixture.round}: {name} was printed {stood}; the roster says {said}."


def _agrees(fixture: Fixture, printed: Seating | None) -> bool:
    if printed is None:
        return len(fixture.players) == 1
    seated = {printed.first} if printed.second is None else {printed.first, printed.second}
    return seated == set(fixture.players) and fixture.table in (None, printed.table)


def _described(plan: EventPlan, table: int | None, others: Collection[int]) -> str:
    where = "" if table is None else f" at table {table}"
    return "".join(f"against {quote(plan.players[other].called)}{where}" for other in others) or "with a bye"
