"""A plan made: paired, dealt, what was printed left standing, and where a roster now differs."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from wordfleet_print.errors import BadInputError, Note
from wordfleet_print.event.plan.dealing import Dealer
from wordfleet_print.event.plan.pairing import pair
from wordfleet_print.event.plan.plan import (
    BYE_TABLE,
    NO_SHEET,
    SPARE,
    EventPlan,
    Retired,
    Round,
    RoundByPlayer,
    Scope,
    Seating,
    Terms,
    dealt_sheets,
    spare_key,
)
from wordfleet_print.event.roster.roster import Fixture, Player, Roster
from wordfleet_print.messages import first_lines, quote


class PreviousPlan:
    """What stood in an earlier plan of the same event, a plan without rounds for a new one; the rounds of these numbers
    are opened again.
    """

    def __init__(self, plan: EventPlan, terms: Terms, opened: Collection[int] = ()) -> None:
        if plan.terms.deck().digest != terms.deck().digest:
            raise BadInputError(
                f"The event was dealt from “{plan.terms.deck().title}”; the words or the edition are others now"
                f" (“{terms.deck().title}”), so no sheet could be kept.",
                tip="Keep edition, tier, themes and words as they were, or start a new event in another folder.",
            )
        self.plan = plan
        self._opened = opened
        self._dealt = {one.number: seeds for one, seeds in zip(plan.rounds, plan.seeds, strict=True)}
        self._places = {player.key: place for place, player in enumerate(plan.players)}

    @cached_property
    def _retired(self) -> dict[tuple[str, int], int]:
        return {(sheet.key, sheet.round): sheet.seed for sheet in self.plan.retired}

    @property
    def _standing(self) -> tuple[Round, ...]:
        return tuple(one for one in self.plan.rounds if one.number not in self._opened)

    def numbered(self, roster: Roster) -> Roster:
        """The roster with everybody's number as it was; newcomers get the next ones that nobody ever had."""
        if not self.plan.rounds or not any(player.name for player in roster.players):
            return roster
        numbers = {sheet.key: sheet.number for sheet in self.plan.retired if sheet.round != SPARE}
        numbers |= {player.key: player.number for player in self.plan.players}
        last = max(numbers.values(), default=0)
        players = []
        for player in roster.players:
            if player.key not in numbers:
                last += 1
                numbers[player.key] = last
            players.append(replace(player, number=numbers[player.key]))
        return replace(roster, players=tuple(players))

    def gone(self, roster: Roster) -> tuple[Player, ...]:
        """Those who are in a standing round, but not in this roster."""
        keys = {player.key for player in roster.players} if self.plan.players else ()
        away = {place for place, player in enumerate(self.plan.players) if player.key not in keys}
        played = away and away.intersection(chain.from_iterable(one.places for one in self._standing))
        return tuple(self.plan.players[place] for place in sorted(played))

    def standing(self, players: Sequence[Player]) -> dict[int, tuple[Round, array[int]]]:
        """The rounds that stand, by number, with the seeds of their sheets; all by the places among `players`."""
        now = {player.key: place for place, player in enumerate(players)} if self.plan.players else {}
        places = [now.get(player.key, len(players)) for player in self.plan.players]
        found = {}
        for one in self._standing:
            seeds = array("Q", [NO_SHEET]) * len(players)
            for place, seed in zip(places, self._dealt[one.number], strict=True):
                if seed != NO_SHEET:
                    seeds[place] = seed
            found[one.number] = one.moved(places), seeds
        return found

    def has_all_of(self, plan: EventPlan, spare: int) -> bool:
        """Whether nothing is to be dealt or retired for this plan, with so many spare sheets."""
        same = plan.numbers == self.plan.numbers == tuple(one.number for one in self._standing)
        return same and spare == len(self.plan.spares) and plan.terms.band == self.plan.terms.band

    def meetings(self, roster: Roster) -> Iterator[Fixture]:
        """The meetings there were, in rounds that are opened, of players who are there still, except where the roster
        asks for something else.
        """
        places = {player.key: place for place, player in enumerate(roster.players) if self._opened}
        now = [places.get(player.key) for player in self.plan.players]
        asked = {(fixture.round, place) for fixture in roster.fixtures for place in fixture.players}
        for round_ in self.plan.rounds:
            if round_.number not in self._opened:
                continue
            out = roster.out_of(round_.number)
            for table, *seats in round_:
                players = [now[seat] for seat in seats if seat is not None]
                here = tuple(place for place in players if place is not None and place not in out)
                if len(here) == 2 and not any((round_.number, place) in asked for place in here):
                    yield Fixture(round_.number, table, here)

    def seed_of(self, key: str, number: int) -> int | None:
        """The seed of a player's sheet for round `number`; one who left and came back has the old sheet again."""
        place, dealt = self._places.get(key), self._dealt.get(number)
        if place is not None and dealt is not None and dealt[place] != NO_SHEET:
            return dealt[place]
        return self._retired.get((key, number))

    def unused(self, used: Container[int]) -> Iterator[Retired]:
        """The sheets there were whose seeds are not used any more."""
        return (sheet for sheet in dealt_sheets(self.plan) if sheet.seed not in used)


_TRIES_FOR_SPARES, _LEAST_TRIES = 3_000, 12
"""Candidates looked at for all spare sheets together, which takes a hundredth of a second; and for each at least."""
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
    before = earlier or EventPlan(scope.title, scope.seed, terms, Roster(()), (), (), array("Q"))
    previous = PreviousPlan(before, terms, opened)
    roster = previous.numbered(roster)
    gone = previous.gone(roster)
    standing = previous.standing(roster.players + gone)
    stood, kept = [one for one, _ in standing.values()], previous.meetings(roster)
    seed = before.seed if earlier else scope.seed
    rounds = pair(roster, scope.rounds, kept, only=scope.only, standing=stood, gone=len(gone), seed=seed)
    idle = set() if scope.bye_sheets else roster.said_byes()
    drawn = [one for one in rounds if one.number not in standing]
    fresh = {one.number: _to_deal(one, len(roster.players + gone), idle) for one in drawn}
    seeds = tuple(fresh[one.number] if one.number in fresh else standing[one.number][1] for one in rounds)
    spares, spares_with = before.spares[: scope.spare], before.spares_with if earlier else rounds[0].number
    as_planned = EventPlan(scope.title, scope.seed, terms, roster, rounds, seeds, spares, gone)
    plan = replace(as_planned, retired=before.retired, bye_sheets=scope.bye_sheets, spares_with=spares_with)
    if previous.has_all_of(plan, scope.spare):
        return plan  # what the steps below would come to, for much less
    dealing = _Dealing(plan, fresh, scope.spare)
    if earlier:
        dealing.keep(previous)
    dealing.deal()
    dealing.deal_spares()
    unused = previous.unused({*dealing.spares}.union(*seeds)) if earlier else ()
    return replace(plan, spares=dealing.spares, retired=tuple(unused), alike=dealing.alike())


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
            tip="Look at the roster.",
            say=("bye_sheets",),
        )
    return seeds


class _Dealing:
    """The sheets of a plan as they are dealt, round by round and table by table: in the rounds that are `fresh`, by
    number, for whoever has none yet.
    """

    def __init__(self, plan: EventPlan, fresh: Mapping[int, array[int]], spare: int) -> None:
        self._dealer = Dealer(plan.terms.deck(), plan.terms.band, plan.seed, plan.sheets + spare)
        self._players = plan.players
        self._seeds = plan.seeds
        self._fresh = [(one, fresh[one.number]) for one in plan.rounds if one.number in fresh]
        self._dealer.dealt = plan.sheets - sum(seeds.count(_UNDEALT) for seeds in fresh.values())
        self._spare = spare
        self.spares = plan.spares

    def keep(self, previous: PreviousPlan) -> None:
        """Everybody who had a sheet has it still; every fleet that was dealt is taken."""
        for one, seeds in self._fresh:
            for place, player in enumerate(self._players):
                if seeds[place] == _UNDEALT and (seed := previous.seed_of(player.key, one.number)) is not None:
                    seeds[place] = seed
                    self._dealer.dealt += 1
        held = set(chain.from_iterable(self._seeds))
        for sheet in dealt_sheets(previous.plan):
            self._dealer.take(sheet.seed, of_player=sheet.seed in held)
        if self._dealer.band != previous.plan.terms.band:
            self._check_band(previous.plan)
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
                tip="Keep the event’s own, or start a new event in another folder.",
                field="band",
                say=("output",),
                leave=("band",),
            )

    def deal(self) -> None:
        """Deal whatever is not dealt yet; where two meet whose sheets, dealt before, are no fair match, the later one's
        anew.
        """
        for one, seeds in self._fresh:
            for seating in one:
                self._deal_seating(one.number, seating, seeds)

    def deal_spares(self) -> None:
        """Deal the spare sheets that are not dealt yet, each as unlike all others as a few tries find one."""
        keys = [spare_key(number) for number in range(len(self.spares) + 1, self._spare + 1)]
        tries = max(_LEAST_TRIES, _TRIES_FOR_SPARES // max(1, len(keys)))
        self.spares.extend(hand.seed for hand in self._dealer.deal_spares(keys, [*self.spares], tries))

    def alike(self) -> tuple[int, int]:
        """How many pairs of a spare sheet and a player's share a word or a launch code, and of how many."""
        sheets = sum(len(seeds) - seeds.count(NO_SHEET) for seeds in self._seeds)
        return self._dealer.count_alike(self.spares), len(self.spares) * sheets

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
            told = f"{name} is withdrawn from round {fixture.round} on."
            later = fixture.round > plan.numbers[-1]
            yield Note(f"{told} Rounds that were printed stay.", "redeal") if later else told


def spares_alike(plan: EventPlan) -> Iterator[str]:
    """A sentence where spare sheets share words or launch codes with those that they may meet."""
    alike, pairs = plan.alike
    if alike:
        have = "shares" if alike == 1 else "share"
        yield f"{alike:,} of the {pairs:,} pairs of a spare sheet and a player’s {have} a word or a launch code."


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
    yield Note(f"Round {one.number} was printed and stays as it is.", f"redeal={one.number}")
    if not plan.roster.by_round:
        yield Note("The roster may be that of a later round.", "round")


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
