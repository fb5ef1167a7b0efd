"""Planning: players paired, everybody dealt a fair sheet for each round; an earlier plan stays wherever it can."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterator
from dataclasses import replace

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.dealer import Ahead, Dealer
from wordfleet_print.event.plan.model import (
    SPARE,
    BrokenPairing,
    EventPlan,
    Scope,
    Terms,
    dealt_sheets,
    spare_key,
)
from wordfleet_print.event.plan.pairing import pair
from wordfleet_print.event.plan.previous import PreviousPlan
from wordfleet_print.event.plan.rounds import Round, Seating
from wordfleet_print.event.plan.scouts import FreshTable, scouting
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.run.workers import ALONE, Workers
from wordfleet_print.sheet.code import SEED_BITS

_UNDEALT = 1 << SEED_BITS
"""Stands for a sheet still to be dealt; no seed is so large."""


def plan_event(
    roster: Roster,
    terms: Terms,
    scope: Scope,
    *,
    earlier: EventPlan | None = None,
    workers: Workers = ALONE,
) -> EventPlan:
    """Pair the players and deal everybody a sheet for each round, and spare sheets for nobody in particular.

    With `earlier`, the event as it stood, whoever was in it keeps number and sheets, and two who have both stayed keep
    their meeting and table, unless others would meet twice or have a second bye for it; newcomers get what is fair
    beside that. Pairings of sheets dealt before that are no fair match are listed in `broken`: `redeal` mends them.
    The plan is the same however many workers; more are sooner done with it.
    Raises `BadInputError` where players cannot be paired so, the deck cannot supply the sheets, or holds other words
    than `earlier` was dealt from, and for another band than `earlier` had that does not hold its sheets.
    """
    title, seed, rounds, spare = scope
    previous = None if earlier is None else PreviousPlan(earlier, terms)
    if previous is not None:
        roster = previous.numbered(roster)
        asked = replace(previous.plan, title=title, seed=seed, terms=terms, roster=roster)
        if asked == previous.plan and (len(asked.rounds), len(asked.spares)) == (rounds, spare):
            return asked  # what the steps below would come to, for much less
    paired = pair(roster, rounds, () if previous is None else previous.meetings(roster, rounds))
    dealing = _Dealing(Dealer(terms.deck(), terms.band, seed, len(roster.players) * rounds + spare), roster, paired)
    if previous is not None:
        dealing.keep(previous, spare)
    with scouting(workers, terms, seed, dealing.fresh_tables()) as ahead:
        dealing.deal(ahead)
    dealing.deal_spares(spare)
    return EventPlan(
        title=title,
        seed=seed,
        terms=terms,
        roster=roster,
        rounds=paired,
        seeds=dealing.seeds,
        spares=dealing.spares,
        broken=tuple(dealing.broken),
        retired=() if previous is None else tuple(previous.unused({*dealing.spares}.union(*dealing.seeds))),
    )


def redeal(plan: EventPlan) -> EventPlan:
    """The plan with its broken pairings mended: at each such table one sheet, that of the later player, is dealt anew.

    It is the fewest that can be: every sheet is played at one table. The sheets they had are retired.
    Raises `BadInputError` where the deck has no fair ones left.
    """
    if not plan.broken:
        return plan
    before = tuple(dealt_sheets(plan))
    needed = len(plan.roster.players) * len(plan.rounds) + len(plan.spares)
    dealer = Dealer(plan.terms.deck(), plan.terms.band, plan.seed, needed)
    for sheet in before:
        dealer.take(sheet.seed)
    dealing = _Dealing(dealer, plan.roster, plan.rounds, plan.seeds)
    dealer.dealt = needed - len(plan.broken)
    dealing.deal_anew({(broken.round, broken.table) for broken in plan.broken})
    used = {*plan.spares}.union(*dealing.seeds)
    retired = tuple(sheet for sheet in before if sheet.seed not in used)
    return replace(plan, seeds=dealing.seeds, broken=(), retired=retired)


class _Dealing:
    """The sheets of a plan as they are dealt, round by round and table by table."""

    def __init__(
        self, dealer: Dealer, roster: Roster, rounds: tuple[Round, ...], dealt: tuple[array[int], ...] = ()
    ) -> None:
        self._dealer = dealer
        self._players = roster.players
        self._rounds = rounds
        nothing = array("Q", [_UNDEALT]) * len(roster.players)
        self.seeds = tuple(seeds[:] for seeds in dealt) or tuple(nothing[:] for _ in rounds)
        self.spares = array("Q")
        self.broken: list[BrokenPairing] = []

    def keep(self, previous: PreviousPlan, spare: int) -> None:
        """Everybody who had a sheet has it still; every fleet that was dealt is taken."""
        for sheet in dealt_sheets(previous.plan):
            self._dealer.take(sheet.seed)
        if self._dealer.band != previous.plan.terms.band:
            self._check_band(previous.plan)
        for round_, seeds in zip(self._rounds, self.seeds, strict=True):
            for place, player in enumerate(self._players):
                seed = previous.seed_of(player.key, round_.number)
                if seed is not None:
                    seeds[place] = seed
                    self._dealer.dealt += 1
        self.spares = previous.plan.spares[:spare]
        while (
            len(self.spares) < spare and (seed := previous.seed_of(spare_key(len(self.spares) + 1), SPARE)) is not None
        ):
            self.spares.append(seed)
        self._dealer.dealt += len(self.spares)

    def _check_band(self, plan: EventPlan) -> None:
        """Another band than before must hold every sheet that was dealt, or newcomers could find no fair opponents."""
        low, high = self._dealer.band
        ratings = [self._dealer.look(sheet.seed).rating for sheet in dealt_sheets(plan)]
        outside = sum(rating is not None and not low <= rating <= high for rating in ratings)
        if outside:
            raise BadInputError(
                f"{outside:,} of the {len(ratings):,} sheets that were dealt are rated outside the band {low}–{high}:"
                f" the event was dealt with {plan.terms.ratings}.",
                tip="Leave --band out to keep the event’s own, or start a new event in another --output.",
            )

    def fresh_tables(self) -> Iterator[FreshTable]:
        """The tables of two who both have no sheet yet, in their order."""
        for round_, seeds in zip(self._rounds, self.seeds, strict=True):
            for _, first, second in round_:
                if second is not None and seeds[first] == seeds[second] == _UNDEALT:
                    yield FreshTable(round_.number, (self._players[first].key, self._players[second].key))

    def deal(self, ahead: Iterator[Ahead | None]) -> None:
        """Deal whatever is not dealt yet, and compare the sheets of those who meet and have theirs already. `ahead` is
        what was found for each of the fresh tables.
        """
        for round_, seeds in zip(self._rounds, self.seeds, strict=True):
            for seating in round_:
                self._deal_seating(round_.number, seating, seeds, ahead)

    def deal_spares(self, spare: int) -> None:
        """Deal the spare sheets that are not dealt yet."""
        for number in range(len(self.spares) + 1, spare + 1):
            self.spares.append(self._dealer.deal_one(spare_key(number), SPARE).seed)

    def deal_anew(self, broken: Container[tuple[int, int]]) -> None:
        """Deal the later player of each of these tables, given by round and number, another sheet."""
        for round_, seeds in zip(self._rounds, self.seeds, strict=True):
            for table, first, second in round_:
                if second is not None and (round_.number, table) in broken:
                    earlier, later = sorted((first, second), key=lambda place: self._players[place].number)
                    self._deal_beside(round_.number, later, earlier, seeds)

    def _deal_seating(self, number: int, seating: Seating, seeds: array[int], ahead: Iterator[Ahead | None]) -> None:
        table, first, second = seating
        if second is None:
            if seeds[first] == _UNDEALT:
                seeds[first] = self._dealer.deal_one(self._players[first].key, number).seed
        elif seeds[first] == seeds[second] == _UNDEALT:
            seeds[first], seeds[second] = self._deal_table(number, first, second, next(ahead))
        elif _UNDEALT in (seeds[first], seeds[second]):
            new, dealt = (first, second) if seeds[first] == _UNDEALT else (second, first)
            self._deal_beside(number, new, dealt, seeds)
        elif why := self._dealer.unfairness(seeds[first], seeds[second]):
            names = self._players[first].called, self._players[second].called
            self.broken.append(BrokenPairing(number, table, names, why))

    def _deal_table(self, number: int, first: int, second: int, ahead: Ahead | None) -> tuple[int, int]:
        """Two fresh sheets for the players at these places: those found ahead, if they still stand."""
        if ahead is not None and self._dealer.take_ahead(ahead):
            return ahead.first, ahead.second
        one, other = self._dealer.deal_table((self._players[first].key, self._players[second].key), number)
        return one.seed, other.seed

    def _deal_beside(self, number: int, place: int, opponent: int, seeds: array[int]) -> None:
        beside = self._dealer.look(seeds[opponent])
        seeds[place] = self._dealer.deal_one(self._players[place].key, number, beside).seed
