"""`EventPlan`: who sits where with which sheet in every round, in a few numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field, StringConstraints

from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.fleet.deck import Deck, blank_deck, own_deck, theme_deck
from wordfleet_print.fleet.word_lists import WordList, load_theme, load_tier
from wordfleet_print.games import ANY_RATING, RulesSource, load_rules, parse_rules
from wordfleet_print.games.fields import UNSEEN
from wordfleet_print.games.rules_file import MAX_BYTES
from wordfleet_print.sheet.sheet import Seat
from wordfleet_print.sheet.sheet_code import SEED_BITS

NOBODY = (1 << 32) - 1
"""Stands in a round's array where a table has no second player."""

ABSENT = NOBODY
"""Stands for the table of a player who is not in a round."""

BYE_TABLE = 0
"""The table of a player without an opponent: none."""


class Seating(NamedTuple):
    """One table of a round: its number and its players, as places in the roster; a bye is table 0 without a second."""

    table: int
    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """One round, numbered from 1. `seats` holds table, first and second player (or `NOBODY`) of each seating in turn,
    in table order with byes last: numbers only, so that a round of 100,000 players takes 600 kB.
    """

    number: int
    seats: array[int]

    @classmethod
    def of(cls, number: int, seatings: Iterable[Seating]) -> Round:
        """A round of these seatings, put into table order; byes last, in the roster's order."""
        seats = array("I")
        for table, first, second in sorted(seatings, key=lambda one: (one.table == BYE_TABLE, one.table, one.first)):
            seats.extend((table, first, NOBODY if second is None else second))
        return cls(number, seats)

    def __len__(self) -> int:
        """How many seatings the round has."""
        return len(self.seats) // 3

    @property
    def places(self) -> set[int]:
        """Whoever is in it, by place."""
        return {*self.seats[1::3], *self.seats[2::3]} - {NOBODY}

    @property
    def byes(self) -> int:
        """How many seatings are byes."""
        return self.seats[::3].count(BYE_TABLE)

    @property
    def tables(self) -> int:
        """How many seatings are at tables."""
        return len(self) - self.byes

    def moved(self, places: Sequence[int]) -> Round:
        """The round with every player in a new place; `places` has them by the old ones."""
        return Round.of(
            self.number, (Seating(table, places[one], None if two is None else places[two]) for table, one, two in self)
        )

    def __getitem__(self, index: int) -> Seating:
        """One seating, counted from 0 in table order."""
        table, first, second = self.seats[3 * index : 3 * index + 3]
        return Seating(table, first, None if second == NOBODY else second)

    def __iter__(self) -> Iterator[Seating]:
        """Each seating in table order."""
        numbers = iter(self.seats)
        for table, first, second in zip(numbers, numbers, numbers, strict=True):
            yield Seating(table, first, None if second == NOBODY else second)


@dataclass(frozen=True, slots=True)
class RoundByPlayer:
    """A round seen from the players: table (or `ABSENT`) and opponent (or `NOBODY`) of each, by place in the roster."""

    tables: array[int]
    opponents: array[int]

    @classmethod
    def of(cls, one: Round, players: int) -> RoundByPlayer:
        """A round of so many players."""
        tables, opponents = array("I", [ABSENT]) * players, array("I", [NOBODY]) * players
        for table, first, second in one:
            tables[first] = table
            if second is not None:
                tables[second] = table
                opponents[first], opponents[second] = second, first
        return cls(tables, opponents)

    def seating(self, player: int) -> Seating | None:
        """A player's seating, the player first; None for one who is not in the round."""
        table, other = self.tables[player], self.opponents[player]
        return None if table == ABSENT else Seating(table, player, None if other == NOBODY else other)


NO_SHEET = 1 << SEED_BITS
"""Stands for the seed of a player who has no sheet in a round; no seed is so large."""
SPARE = 0
"""The round of a spare sheet: none."""

Rating = Annotated[int, Field(ge=ANY_RATING[0], le=ANY_RATING[1])]
PlainLine = Annotated[str, StringConstraints(max_length=2_000, pattern=f"^[^{UNSEEN[1:-1]}]*$")]
"""A rating and a text, where pydantic reads them from a file."""


def _low_to_high(band: tuple[int, int]) -> tuple[int, int]:
    if band[0] > band[1]:
        raise ValueError("should run from low to high")
    return band


@dataclass(frozen=True, slots=True)
class Terms:
    """What an event's sheets are drawn from and how alike they are; hashable, so that any worker
    finds the same deck.

    `edition`, `tier` and `themes` are slugs; `own_words` are a user's own instead of tier and themes, called
    `own_title` on the sheet, and filled up from the tier `fill` if there is one; `blank` leaves the words to the
    captains; `placed` prints fleets on their grids; `band` is the lowest and the highest rating dealt; not `fair`,
    opponents' fleets are of any ratings. `rules` is the text of a designer's own edition, "" for a packaged one.
    """

    edition: PlainLine
    tier: PlainLine
    themes: tuple[PlainLine, ...]
    own_words: tuple[Annotated[str, StringConstraints(pattern="^[A-Z]{2,12}$")], ...] | None
    own_title: PlainLine
    blank: bool
    placed: bool
    band: Annotated[tuple[Rating, Rating], AfterValidator(_low_to_high)]
    fair: bool = True
    fill: PlainLine = ""
    rules: Annotated[str, StringConstraints(max_length=MAX_BYTES)] = ""

    @property
    def ratings(self) -> str:
        """The band in words: `56–63`, or `any` where every rating is in it."""
        return "any" if self.band == ANY_RATING else "–".join(map(str, self.band))

    def source(self) -> RulesSource:
        """The edition's rules, read once a process. Raises `BadInputError` for an unknown edition or unusable rules."""
        return _own_source(self.rules) if self.rules else load_rules(self.edition)

    def deck(self) -> Deck:
        """The deck, made once a process. Raises `BadInputError` for unknown slugs and for too few own words."""
        return _deck(self)


KEPT = 32
"""Decks that a process keeps; each is a megabyte or two."""


@lru_cache(maxsize=KEPT)
def _own_source(rules: str) -> RulesSource:
    return parse_rules(rules, name="the event’s own edition")


@lru_cache(maxsize=KEPT)
def _deck(terms: Terms) -> Deck:
    edition = terms.source().edition
    if not terms.fair:
        edition = edition.with_any_fleets()
    if terms.blank:
        return blank_deck(edition)
    if terms.own_words is not None:
        own = WordList.of("own", terms.own_title, terms.own_title, terms.own_words)
        fill = load_tier(terms.fill) if terms.fill else None
        return own_deck(edition, own, sheets=edition.players.count, fill=fill)
    return theme_deck(edition, load_tier(terms.tier), map(load_theme, terms.themes))


class Scope(NamedTuple):
    """An event's title, the seed that all its sheets are dealt from, its rounds, and how many spare sheets it has.

    `only` are the numbers of the rounds to plan beside those that stand, where these are not all up to `rounds`;
    `bye_sheets` says that there is a sheet, too, for whoever the roster says has a bye.
    """

    title: str
    seed: str
    rounds: int
    spare: int
    only: frozenset[int] = frozenset()
    bye_sheets: bool = False

    @property
    def numbers(self) -> frozenset[int]:
        """The rounds to plan."""
        return self.only or frozenset(range(1, self.rounds + 1))


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

    `gone` are those who stand in the roster no more, but in rounds that were printed. `seeds` holds, by round, the seed
    of each player's sheet code (32 bits) or `NO_SHEET`, by the player's place among `players`; `spares` those of the
    spare sheets, which go `spares_with` the round of that number where rounds are printed alone. `alike` tells, where
    something was dealt, how many pairs of a spare sheet and a player's share a word or a launch code, and of how many.
    """

    title: str
    seed: str
    terms: Terms
    roster: Roster
    rounds: tuple[Round, ...]
    seeds: tuple[array[int], ...]
    spares: array[int]
    gone: tuple[Player, ...] = ()
    retired: tuple[Retired, ...] = ()
    bye_sheets: bool = False
    spares_with: int = 1
    alike: tuple[int, int] = field(default=(0, 0), compare=False)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Everybody who is, or was, in a round: those of the roster first."""
        return self.roster.players + self.gone

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its rounds."""
        return tuple(one.number for one in self.rounds)

    @property
    def head_count(self) -> int:
        """How many players are in its rounds."""
        return len(set[int]().union(*(one.places for one in self.rounds)))

    @property
    def sheets(self) -> int:
        """How many sheets players have in all rounds."""
        return sum(len(seeds) - seeds.count(NO_SHEET) for seeds in self.seeds)

    def only(self, number: int) -> EventPlan:
        """The plan of one round alone; with the spare sheets, if they go with it."""
        at = self.numbers.index(number)
        return replace(
            self,
            rounds=self.rounds[at : at + 1],
            seeds=self.seeds[at : at + 1],
            spares=self.spares if number == self.spares_with else array("Q"),
        )


class PlannedSheet(NamedTuple):
    """One sheet of a plan, not yet made: its seed, its player (None for a spare one), what is printed of the player."""

    seed: int
    player: Player | None
    seat: Seat


def planned_sheets(plan: EventPlan, round_index: int) -> Iterator[PlannedSheet]:
    """The sheets of a round (counted from 0) in table order, each table's first seat first; byes last."""
    for seating in plan.rounds[round_index]:
        yield from sheets_at(plan, round_index, seating)


def sheets_at(plan: EventPlan, round_index: int, seating: Seating) -> Iterator[PlannedSheet]:
    """The sheets of one seating of a round (counted from 0): none of a bye that needs none."""
    players, seeds, number = plan.players, plan.seeds[round_index], str(plan.rounds[round_index].number)
    table = str(seating.table) if seating.table != BYE_TABLE else ""
    places = [place for place in seating[1:] if place is not None]
    for place, other in zip(places, places[::-1], strict=True):
        if seeds[place] != NO_SHEET:
            player, opponent = players[place], players[other].name if other != place else ""
            seat = Seat(player.name, opponent, table, number, f"{player.number}.{number}")
            yield PlannedSheet(seeds[place], player, seat)


def spare_sheets(plan: EventPlan) -> Iterator[PlannedSheet]:
    """The spare sheets: for nobody yet; serials `S1`, `S2` …"""
    for number, seed in enumerate(plan.spares, start=1):
        yield PlannedSheet(seed, None, Seat(serial=f"S{number}"))


def dealt_sheets(plan: EventPlan) -> Iterator[Retired]:
    """Every sheet of a plan, as it would be retired; those that are so already come first."""
    yield from plan.retired
    for one, seeds in zip(plan.rounds, plan.seeds, strict=True):
        for player, seed in zip(plan.players, seeds, strict=True):
            if seed != NO_SHEET:
                yield Retired(player.key, player.number, one.number, seed)
    for number, seed in enumerate(plan.spares, start=1):
        yield Retired(spare_key(number), number, SPARE, seed)


def spare_key(number: int) -> str:
    """What a spare sheet is dealt by; no player's key looks like it."""
    return f"spare {number}"
