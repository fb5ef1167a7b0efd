"""`EventPlan`: who sits where, with which sheet, in every round; a few numbers a player, no sheet yet made."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.dealing import Ahead, Dealer
from wordfleet_print.event.packed import PackedPlayers
from wordfleet_print.event.pairing import BYE_TABLE, Round, Seating, pair, repeated
from wordfleet_print.event.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.event.scouts import Table, scouting
from wordfleet_print.event.workers import ALONE, Crew
from wordfleet_print.fleet.deck import Deck, blank_deck, own_deck, theme_deck, tier_deck
from wordfleet_print.fleet.words import WordList, load_theme, load_tier
from wordfleet_print.game import ANY_RATING, load_edition
from wordfleet_print.sheet.captain import quote
from wordfleet_print.sheet.code import SEED_BITS, SheetCode
from wordfleet_print.sheet.sheet import Seat

if TYPE_CHECKING:
    from wordfleet_print.event.record import Record

SPARE = 0
"""The round of a spare sheet: none."""

_MOST_NOTES = 20
"""Repeated meetings told one by one."""

_UNDEALT = 1 << SEED_BITS
"""Stands for a sheet still to be dealt; no seed is so large."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What an event's sheets are drawn from and how alike they are; hashable, so that any worker finds the same deck.

    `edition`, `tier` and `themes` are slugs; `own_words` are a user's own instead of tier and themes, called
    `own_title` on the sheet; `blank` leaves the words to the captains; `placed` prints fleets on their grids; `band` is
    the lowest and the highest rating dealt; not `fair`, opponents' fleets are of any ratings.
    """

    edition: str
    tier: str
    themes: tuple[str, ...]
    own_words: tuple[str, ...] | None
    own_title: str
    blank: bool
    placed: bool
    band: tuple[int, int]
    fair: bool = True

    @property
    def ratings(self) -> str:
        """The band in words: `56–63`, or `any` where every rating is in it."""
        return "any" if self.band == ANY_RATING else "–".join(map(str, self.band))

    def deck(self) -> Deck:
        """The deck, made once a process. Raises `BadInputError` for unknown slugs and for too few own words."""
        return _deck(self)


@cache
def _deck(terms: Terms) -> Deck:
    edition = load_edition(terms.edition)
    if not terms.fair:
        edition = edition.with_any_fleets()
    if terms.blank:
        return blank_deck(edition)
    if terms.own_words is not None:
        own = WordList.of("own", terms.own_title, terms.own_title, terms.own_words)
        return own_deck(edition, own, sheets=edition.players.count)
    tier = load_tier(terms.tier)
    return theme_deck(edition, tier, map(load_theme, terms.themes)) if terms.themes else tier_deck(edition, tier)


class Scope(NamedTuple):
    """An event's title, the seed that all its sheets are dealt from, its rounds, and how many spare sheets it has."""

    title: str
    seed: str
    rounds: int
    spare: int


class BrokenPairing(NamedTuple):
    """Two players who keep the sheets they were dealt, and now meet although those are no fair match."""

    round: int
    table: int
    names: tuple[str, str]
    why: str


class Retired(NamedTuple):
    """A sheet that was dealt and is no longer wanted; printed copies may be about, so its fleet stays taken.

    `key` is its player's, or stands for a spare sheet, as no player's does; `number` is the player's or the spare's; a
    spare's round is 0.
    """

    key: str
    number: int
    round: int
    seed: int


@dataclass(frozen=True)
class EventPlan:
    """An event, planned: with its terms, everything that a pack is made of.

    `seeds` holds, by round, the seed of each player's sheet code (40 bits), by the player's place in the roster;
    `spares` those of the spare sheets. `broken` are pairings of sheets dealt before that are no fair match.
    """

    title: str
    seed: str
    terms: Terms
    roster: Roster
    rounds: tuple[Round, ...]
    seeds: tuple[array[int], ...]
    spares: array[int]
    broken: tuple[BrokenPairing, ...] = ()
    retired: tuple[Retired, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What the organiser should know of the pairing."""
        return pairing_notes(self.roster, self.rounds)


def pairing_notes(roster: Roster, rounds: Sequence[Round]) -> tuple[str, ...]:
    """What the organiser should know of a pairing: a sentence for every two who meet again unasked."""
    found = repeated(roster, rounds)
    notes = [_repeat(roster, *again) for again in islice(found, _MOST_NOTES)]
    more = sum(1 for _ in found)
    return (*notes, *([f"… and {more:,} more meet again."] if more else ()))


def _repeat(roster: Roster, one: int, other: int, rounds: Sequence[int]) -> str:
    names = [quote(name_of(roster.players[place])) for place in (one, other)]
    numbers = f"{', '.join(map(str, rounds[:-1]))} and {rounds[-1]}"
    return f"{names[0]} and {names[1]} meet in rounds {numbers}: the pairings that are kept left no other way."


class Place(NamedTuple):
    """One sheet of a plan, not yet made: its code, the player's place in the roster, and what is printed of them."""

    code: SheetCode
    player: int
    captain: str
    opponent: str
    table: str
    round: str
    serial: str


def places(plan: EventPlan, round_index: int) -> Iterator[Place]:
    """The sheets of a round (counted from 0) in table order, each table's first seat first; byes last."""
    digest = plan.terms.deck().digest
    for seating in plan.rounds[round_index]:
        yield from places_at(plan, round_index, seating, digest)


def places_at(plan: EventPlan, round_index: int, seating: Seating, digest: int) -> Iterator[Place]:
    """The sheets of one seating of a round (counted from 0); `digest` is the deck's."""
    for place, _, seat in seats_at(plan, round_index, seating):
        yield Place(SheetCode(digest, plan.seeds[round_index][place]), place, *seat)


def seats_at(plan: EventPlan, round_index: int, seating: Seating) -> Iterator[tuple[int, Player, Seat]]:
    """Who sits at one seating of a round (counted from 0): place in the roster, player, and what is printed of it."""
    players, number = plan.roster.players, str(plan.rounds[round_index].number)
    first, second = seating.first, seating.second
    table = str(seating.table) if seating.table != BYE_TABLE else ""
    one = players[first]
    if second is None:
        yield first, one, Seat(one.name, "", table, number, f"{one.number}.{number}")
        return
    other = players[second]
    yield first, one, Seat(one.name, other.name, table, number, f"{one.number}.{number}")
    yield second, other, Seat(other.name, one.name, table, number, f"{other.number}.{number}")


def spare_places(plan: EventPlan) -> Iterator[Place]:
    """The spare sheets: for nobody yet, so their place in the roster is -1; serials `S1`, `S2` …"""
    digest = plan.terms.deck().digest
    for number, seed in enumerate(plan.spares, start=1):
        yield Place(SheetCode(digest, seed), -1, "", "", "", "", f"S{number}")


def name_of(player: Player) -> str:
    """What a player is called in a message: the name, or the number where there is none."""
    return player.name or f"player {player.number}"


def plan_event(
    roster: Roster,
    terms: Terms,
    scope: Scope,
    *,
    earlier: Record | None = None,
    crew: Crew = ALONE,
) -> EventPlan:
    """Pair the players and deal everybody a sheet for each round, and spare sheets for nobody in particular.

    With `earlier`, the event as it stood, whoever was in it keeps number and sheets, and two who have both stayed keep
    their meeting and table, unless others would meet twice or have a second bye for it; newcomers get what is fair
    beside that. Pairings of sheets dealt before that are no fair match are listed in `broken`: `redeal` mends them.
    The plan is the same whatever the crew; a larger one is sooner done with it.
    Raises `BadInputError` where players cannot be paired so, the deck cannot supply the sheets, or holds other words
    than `earlier` was dealt from, and for another band than `earlier` had that does not hold its sheets.
    """
    title, seed, rounds, spare = scope
    roster = _settled(roster)
    stood = None if earlier is None else _Stood(earlier.plan(), terms)
    if stood is not None:
        roster = stood.numbered(roster)
        asked = replace(stood.plan, title=title, seed=seed, terms=terms, roster=roster)
        if asked == stood.plan and (len(asked.rounds), len(asked.spares)) == (rounds, spare):
            return asked  # what the steps below would come to, for much less
    paired = pair(roster, rounds, () if stood is None else stood.meetings(roster, rounds))
    dealing = _Dealing(Dealer(terms.deck(), terms.band, seed, len(roster.players) * rounds + spare), roster, paired)
    if stood is not None:
        dealing.keep(stood, spare)
    with scouting(crew, terms, seed, dealing.fresh_tables(), dealing.count_fresh()) as ahead:
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
        retired=() if stood is None else tuple(stood.unused({*dealing.spares}.union(*dealing.seeds))),
    )


def redeal(plan: EventPlan) -> EventPlan:
    """The plan with its broken pairings mended: at each such table one sheet, that of the later player, is dealt anew.

    It is the fewest that can be: every sheet is played at one table. The sheets they had are retired.
    Raises `BadInputError` where the deck has no fair ones left.
    """
    if not plan.broken:
        return plan
    before = tuple(_sheets(plan))
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


def _settled(roster: Roster) -> Roster:
    """The roster with players that nobody can change, so that equal rosters make equal plans."""
    numbered = roster.players == numbered_roster(len(roster.players)).players
    return roster if numbered else replace(roster, players=PackedPlayers.of(roster.players))


class _Stood:
    """What stood in an earlier plan of the same event."""

    def __init__(self, plan: EventPlan, terms: Terms) -> None:
        if plan.terms.deck().digest != terms.deck().digest:
            raise BadInputError(
                f"The event was dealt from “{plan.terms.deck().title}”; the words or the edition are others now"
                f" (“{terms.deck().title}”), so no sheet could be kept.",
                tip="Keep edition, tier, themes and words as they were, or start a new event in another folder.",
            )
        self.plan = plan
        self._places = {player.key: place for place, player in enumerate(plan.roster.players)}
        self._retired = {(sheet.key, sheet.round): sheet.seed for sheet in plan.retired}

    def numbered(self, roster: Roster) -> Roster:
        """The roster with everybody's number as it was; newcomers get the next ones that nobody ever had."""
        if not any(player.name for player in roster.players):
            return roster
        numbers = {sheet.key: sheet.number for sheet in self.plan.retired if sheet.round != SPARE}
        numbers |= {player.key: player.number for player in self.plan.roster.players}
        last = max(numbers.values(), default=0)
        players = []
        for player in roster.players:
            if player.key not in numbers:
                last += 1
                numbers[player.key] = last
            players.append(player._replace(number=numbers[player.key]))
        return replace(roster, players=PackedPlayers.of(players))

    def meetings(self, roster: Roster, rounds: int) -> Iterator[Fixture]:
        """The meetings there were of players who are there still, except where the roster asks for something else."""
        places = {player.key: place for place, player in enumerate(roster.players)}
        now = [places.get(player.key) for player in self.plan.roster.players]
        asked = {(fixture.round, place) for fixture in roster.fixtures for place in fixture.players}
        for round_ in self.plan.rounds[:rounds]:
            for table, *seats in round_:
                players = [now[seat] for seat in seats if seat is not None]
                here = tuple(place for place in players if place is not None and (round_.number, place) not in asked)
                if len(here) == 2:
                    yield Fixture(round_.number, table, here)

    def seed_of(self, key: str, number: int) -> int | None:
        """The seed of a player's sheet for round `number`; one who left and came back has the old sheet again."""
        place = self._places.get(key)
        if place is not None and number <= len(self.plan.seeds):
            return self.plan.seeds[number - 1][place]
        return self._retired.get((key, number))

    def unused(self, used: Container[int]) -> Iterator[Retired]:
        """The sheets there were whose seeds are not used any more."""
        return (sheet for sheet in _sheets(self.plan) if sheet.seed not in used)


def _sheets(plan: EventPlan) -> Iterator[Retired]:
    """Every sheet of a plan, as it would be retired; those that are so already come first."""
    yield from plan.retired
    for number, seeds in enumerate(plan.seeds, start=1):
        for player, seed in zip(plan.roster.players, seeds, strict=True):
            yield Retired(player.key, player.number, number, seed)
    for number, seed in enumerate(plan.spares, start=1):
        yield Retired(_spare_key(number), number, SPARE, seed)


def _spare_key(number: int) -> str:
    """What a spare sheet is dealt by; no player's key looks like it."""
    return f"spare {number}"


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

    def keep(self, stood: _Stood, spare: int) -> None:
        """Everybody who had a sheet has it still; every fleet that was dealt is taken."""
        for sheet in _sheets(stood.plan):
            self._dealer.take(sheet.seed)
        if self._dealer.band != stood.plan.terms.band:
            self._check_band(stood.plan)
        for round_, seeds in zip(self._rounds, self.seeds, strict=True):
            for place, player in enumerate(self._players):
                seed = stood.seed_of(player.key, round_.number)
                if seed is not None:
                    seeds[place] = seed
                    self._dealer.dealt += 1
        self.spares = stood.plan.spares[:spare]
        while len(self.spares) < spare and (seed := stood.seed_of(_spare_key(len(self.spares) + 1), SPARE)) is not None:
            self.spares.append(seed)
        self._dealer.dealt += len(self.spares)

    def _check_band(self, plan: EventPlan) -> None:
        """Another band than before must hold every sheet that was dealt, or newcomers could find no fair opponents."""
        low, high = self._dealer.band
        ratings = [self._dealer.look(sheet.seed).rating for sheet in _sheets(plan)]
        outside = sum(rating is not None and not low <= rating <= high for rating in ratings)
        if outside:
            raise BadInputError(
                f"{outside:,} of the {len(ratings):,} sheets that were dealt are rated outside the band {low}–{high}:"
                f" the event was dealt with {plan.terms.ratings}.",
                tip="Leave --band out to keep the event’s own, or start a new event in another --output.",
            )

    def fresh_tables(self) -> Iterator[Table]:
        """The tables of two who both have no sheet yet, in their order."""
        for number, first, second in self._fresh():
            yield Table(number, (self._players[first].key, self._players[second].key))

    def count_fresh(self) -> int:
        """How many tables that are."""
        return sum(1 for _ in self._fresh())

    def _fresh(self) -> Iterator[tuple[int, int, int]]:
        """Their rounds' numbers, and the places of the two."""
        for round_, seeds in zip(self._rounds, self.seeds, strict=True):
            for _, first, second in round_:
                if second is not None and seeds[first] == seeds[second] == _UNDEALT:
                    yield round_.number, first, second

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
            self.spares.append(self._dealer.deal_one(_spare_key(number), SPARE).seed)

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
            names = name_of(self._players[first]), name_of(self._players[second])
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
