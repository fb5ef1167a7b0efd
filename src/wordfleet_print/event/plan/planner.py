"""Planning: players paired, everybody dealt a fair sheet for each round; what was printed stays as it was."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Container, Mapping
from dataclasses import replace

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.dealer import Dealer
from wordfleet_print.event.plan.model import NO_SHEET, SPARE, EventPlan, Scope, Terms, dealt_sheets, spare_key
from wordfleet_print.event.plan.pairing import pair
from wordfleet_print.event.plan.previous import PreviousPlan
from wordfleet_print.event.plan.rounds import Round, Seating
from wordfleet_print.event.roster.roster import Roster

_UNDEALT = NO_SHEET + 1
"""Stands for a sheet still to be dealt."""


def plan_event(
    roster: Roster,
    terms: Terms,
    scope: Scope,
    *,
    earlier: EventPlan | None = None,
    opened: Collection[int] = (),
) -> EventPlan:
    """Pair the players and deal everybody a sheet for each round, and spare sheets for nobody in particular.

    With `earlier`, the event as it was printed, whoever was in it keeps the number, and its rounds stand as they were
    with all who played in them, whatever the roster holds. Only the rounds `opened`, by number, are paired anew:
    everybody keeps the sheet, and two who are both there still their meeting and table, unless others would meet twice
    or have a second bye for it; where two meet now whose sheets are no fair match, the later player is dealt another.
    Raises `BadInputError` where players cannot be paired so, the deck cannot supply the sheets, or holds other words
    than `earlier` was dealt from, and for another band than `earlier` had that does not hold its sheets.
    """
    previous = None if earlier is None else PreviousPlan(earlier, terms, opened)
    roster = roster if previous is None else previous.numbered(roster)
    gone = () if previous is None else previous.gone(roster)
    players = roster.players + gone
    standing = {} if previous is None else previous.standing(players)
    rounds = pair(
        roster,
        scope.rounds,
        () if previous is None else previous.meetings(roster),
        only=scope.only,
        standing=[one for one, _ in standing.values()],
        gone=len(gone),
    )
    idle = set() if scope.bye_sheets else roster.said_byes()
    drawn = [one for one in rounds if one.number not in standing]
    fresh = {one.number: _to_deal(one, len(players), idle) for one in drawn}
    seeds = tuple(fresh[one.number] if one.number in fresh else standing[one.number][1] for one in rounds)
    plan = EventPlan(
        title=scope.title,
        seed=scope.seed,
        terms=terms,
        roster=roster,
        rounds=rounds,
        seeds=seeds,
        spares=array("Q") if previous is None else previous.plan.spares[: scope.spare],
        gone=gone,
        retired=() if previous is None else previous.plan.retired,
        bye_sheets=scope.bye_sheets,
        spares_with=rounds[0].number if previous is None else previous.plan.spares_with,
    )
    if previous is not None and previous.has_all_of(plan, scope.spare):
        return plan  # what the steps below would come to, for much less
    dealing = _Dealing(plan, fresh, scope.spare)
    if previous is not None:
        dealing.keep(previous)
    dealing.deal()
    dealing.deal_spares()
    retired = () if previous is None else tuple(previous.unused({*dealing.spares}.union(*seeds)))
    return replace(plan, spares=dealing.spares, retired=retired)


def _to_deal(one: Round, players: int, idle: Container[tuple[int, int]]) -> array[int]:
    """Marks the seats of a round for which sheets are to be dealt, by place; `idle` are the rounds and places of byes
    that need none. Raises `BadInputError` where all of them are that.
    """
    seeds = array("Q", [NO_SHEET]) * players
    for _, first, second in one:
        if second is not None:
            seeds[first] = seeds[second] = _UNDEALT
        elif (one.number, first) not in idle:
            seeds[first] = _UNDEALT
    if _UNDEALT not in seeds:
        raise BadInputError(
            f"Nobody needs a sheet in round {one.number}: everybody has a bye.",
            tip="Look at the roster; --bye-sheets prints sheets for byes, too.",
        )
    return seeds


class _Dealing:
    """The sheets of a plan as they are dealt, round by round and table by table: in the rounds that are `fresh`, by
    number, for whoever has none yet.
    """

    def __init__(self, plan: EventPlan, fresh: Mapping[int, array[int]], spare: int) -> None:
        self._dealer = Dealer(plan.terms.deck(), plan.terms.band, plan.seed, plan.sheets + spare)
        self._players = plan.players
        self._fresh = [(one, fresh[one.number]) for one in plan.rounds if one.number in fresh]
        self._dealer.dealt = plan.sheets - sum(seeds.count(_UNDEALT) for seeds in fresh.values())
        self._spare = spare
        self.spares = plan.spares

    def keep(self, previous: PreviousPlan) -> None:
        """Everybody who had a sheet has it still; every fleet that was dealt is taken."""
        for sheet in dealt_sheets(previous.plan):
            self._dealer.take(sheet.seed)
        if self._dealer.band != previous.plan.terms.band:
            self._check_band(previous.plan)
        for one, seeds in self._fresh:
            for place, player in enumerate(self._players):
                if seeds[place] == _UNDEALT and (seed := previous.seed_of(player.key, one.number)) is not None:
                    seeds[place] = seed
                    self._dealer.dealt += 1
        while (
            len(self.spares) < self._spare
            and (seed := previous.seed_of(spare_key(len(self.spares) + 1), SPARE)) is not None
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

    def deal(self) -> None:
        """Deal whatever is not dealt yet; where two meet whose sheets, dealt before, are no fair match, the later one's
        anew.
        """
        for one, seeds in self._fresh:
            for seating in one:
                self._deal_seating(one.number, seating, seeds)

    def deal_spares(self) -> None:
        """Deal the spare sheets that are not dealt yet."""
        for number in range(len(self.spares) + 1, self._spare + 1):
            self.spares.append(self._dealer.deal_one(spare_key(number), SPARE).seed)

    def _deal_seating(self, number: int, seating: Seating, seeds: array[int]) -> None:
        _, first, second = seating
        if second is None:
            if seeds[first] == _UNDEALT:
                seeds[first] = self._dealer.deal_one(self._players[first].key, number).seed
        elif seeds[first] == seeds[second] == _UNDEALT:
            hands = self._dealer.deal_table((self._players[first].key, self._players[second].key), number)
            seeds[first], seeds[second] = hands[0].seed, hands[1].seed
        elif _UNDEALT in (seeds[first], seeds[second]):
            new, dealt = (first, second) if seeds[first] == _UNDEALT else (second, first)
            self._deal_beside(number, new, dealt, seeds)
        elif self._dealer.unfairness(seeds[first], seeds[second]):
            earlier, later = sorted((first, second), key=lambda place: self._players[place].number)
            self._deal_beside(number, later, earlier, seeds)

    def _deal_beside(self, number: int, place: int, opponent: int, seeds: array[int]) -> None:
        beside = self._dealer.look(seeds[opponent])
        seeds[place] = self._dealer.deal_one(self._players[place].key, number, beside).seed
