"""Plan an event: who meets whom, and the seed of each player's sheet in each round. Printed rounds
never change.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, count
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.dealing import SPARE, Dealer
from wordfleet_print.event.plan.pairing import Numbers, Round, pair
from wordfleet_print.event.roster.roster import Fixture, Player, Roster
from wordfleet_print.fleet import word_lists
from wordfleet_print.fleet.deck import Deck, blank_deck, own_deck, theme_deck
from wordfleet_print.games import RulesSource, load_rules, parse_rules
from wordfleet_print.sheet.sheet import Seat
from wordfleet_print.sheet.sheet_code import SEED_BITS

# The seed of a player who has no sheet in a round; no real seed is so large.
NO_SHEET = 1 << SEED_BITS
# The seed of a sheet that is still to be dealt.
_UNDEALT = NO_SHEET + 1
# Decks that a process holds, each of one or two megabytes: making one takes longer than dealing a
# small event.
DECKS_HELD = 32


@dataclass(frozen=True, slots=True)
class DealSettings:
    """What the sheets of an event are dealt from; hashable, so that any worker finds the same deck.

    `edition`, `tier` and `themes` are slugs. `own_words` replace tier and themes, are called
    `own_title` on the sheet, and are filled up from the tier `fill` if there is one. `blank` leaves
    the words to the players, `placed` prints ships on their grids. If not `fair`, opponents' fleets
    have any ratings. `rules` is the text of a designer's own edition, "" for a bundled one.
    """

    edition: str
    tier: str
    themes: tuple[str, ...]
    own_words: tuple[str, ...] | None
    own_title: str
    blank: bool
    placed: bool
    fair: bool = True
    fill: str = ""
    rules: str = ""

    def source(self) -> RulesSource:
        """Return the edition's rules. Raises `BadInputError` for an unknown edition or unusable
        rules.
        """
        return _own_source(self.rules) if self.rules else load_rules(self.edition)

    def deck(self) -> Deck:
        """Return the deck. Raises `BadInputError` for unknown slugs and for too few own words."""
        return _deck(self)


@lru_cache(maxsize=DECKS_HELD)
def _own_source(rules: str) -> RulesSource:
    return parse_rules(rules, name="the event’s own edition")


@lru_cache(maxsize=DECKS_HELD)
def _deck(settings: DealSettings) -> Deck:
    edition = settings.source().edition
    if not settings.fair:
        edition = edition.allow_any_fleets()
    if settings.blank:
        return blank_deck(edition)
    if settings.own_words is not None:
        own = word_lists.WordList.of(
            "own", settings.own_title, settings.own_title, settings.own_words
        )
        fill = None
        if settings.fill:
            fill = word_lists.load_words(edition.language, settings.fill)
        return own_deck(edition, own, sheets=edition.players.count, fill=fill)
    words = word_lists.load_words(edition.language, settings.tier)
    return theme_deck(edition, words, map(word_lists.load_theme, settings.themes))


class EventSpec(NamedTuple):
    """An event's title, the seed that all its sheets are dealt from, and its numbers of rounds and
    spare sheets.

    `only` are the numbers of the rounds to plan besides printed ones, if these are not all up to
    `rounds`.
    """

    title: str
    seed: str
    rounds: int
    spare: int
    only: frozenset[int] = frozenset()


class VoidedSheet(NamedTuple):
    """A sheet that was dealt and is no longer valid; printed copies may exist, so its fleet stays
    taken.

    `key` is the player's, or `spare_key`; `number` is the player's or the spare sheet's; a spare
    sheet's round is 0.
    """

    key: str
    number: int
    round: int
    seed: int


@dataclass(frozen=True)
class EventPlan:
    """A planned event: with its deal settings, everything that a pack is made of.

    `former` are the players who are no longer in the roster. `seeds` holds, by round, the seed of
    each player's sheet code (32 bits) or `NO_SHEET`, by the player's index among `players`;
    `spares` those of the spare sheets, which are printed with the round of the number `spares_with`
    if rounds are printed alone.
    """

    title: str
    seed: str
    deal: DealSettings
    roster: Roster
    rounds: tuple[Round, ...]
    seeds: tuple[Numbers, ...]
    spares: Numbers
    former: tuple[Player, ...] = ()
    voided: tuple[VoidedSheet, ...] = ()
    spares_with: int = 1

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Everybody who is or was in the event: those of the roster first."""
        return self.roster.players + self.former

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its rounds."""
        return tuple(one.number for one in self.rounds)

    @property
    def head_count(self) -> int:
        """How many players are in its rounds."""
        return len(set[int]().union(*(one.players for one in self.rounds)))

    @property
    def sheets(self) -> int:
        """How many sheets players have in all rounds."""
        return sum(len(seeds) - seeds.count(NO_SHEET) for seeds in self.seeds)

    def only(self, number: int) -> EventPlan:
        """Return the plan of one round alone; with the spare sheets, if they are printed with
        it.
        """
        at = self.numbers.index(number)
        spares = self.spares if number == self.spares_with else array("Q")
        return replace(
            self, rounds=self.rounds[at : at + 1], seeds=self.seeds[at : at + 1], spares=spares
        )


class PlannedSheet(NamedTuple):
    """One sheet of a plan, not made yet: its seed, its player (None for a spare one), what is
    printed of the player.
    """

    seed: int
    player: Player | None
    seat: Seat


def planned_sheets(plan: EventPlan) -> Iterator[PlannedSheet]:
    """Yield the sheets of all rounds in table order, each table's first seat first; a bye has
    none.
    """
    players = plan.players
    for one, seeds in zip(plan.rounds, plan.seeds, strict=True):
        for table, first, second in one:
            for index, other in ((first, second), (second, first)) if second is not None else ():
                player, number = players[index], str(one.number)
                seat = Seat(
                    player.name,
                    players[other].name,
                    str(table),
                    number,
                    f"{player.number}.{number}",
                )
                yield PlannedSheet(seeds[index], player, seat)


def spare_sheets(plan: EventPlan) -> Iterator[PlannedSheet]:
    """Yield the spare sheets, which have no player yet; serials `S1`, `S2` …"""
    for number, seed in enumerate(plan.spares, start=1):
        yield PlannedSheet(seed, None, Seat(serial=f"S{number}"))


def dealt_sheets(plan: EventPlan) -> Iterator[VoidedSheet]:
    """Yield every sheet that was ever dealt, as it would be voided; those that are void already
    come first.
    """
    yield from plan.voided
    for one, seeds in zip(plan.rounds, plan.seeds, strict=True):
        for player, seed in zip(plan.players, seeds, strict=True):
            if seed != NO_SHEET:
                yield VoidedSheet(player.key, player.number, one.number, seed)
    for number, seed in enumerate(plan.spares, start=1):
        yield VoidedSheet(spare_key(number), number, SPARE, seed)


def spare_key(number: int) -> str:
    """Return the key that a spare sheet is dealt by; no player's key looks like it."""
    return f"spare {number}"


# --- planning -------------------------------------------------------------------------------------

# Candidates tried for all spare sheets together, which takes a hundredth of a second.
_TRIES_FOR_SPARES = 3_000
# Candidates tried for each spare sheet at least.
_LEAST_TRIES = 12


def plan_event(
    roster: Roster,
    deal: DealSettings,
    spec: EventSpec,
    *,
    previous: EventPlan | None = None,
    reopened: Collection[int] = (),
) -> EventPlan:
    """Pair the players, deal a sheet for each player at a table of each round, and spare sheets.

    With `previous`, the event as it was printed, everybody keeps the number, and printed rounds
    stay as they are, whatever the roster holds. Only `reopened` rounds (numbers) are paired again:
    everybody keeps the sheet, and two who are both still there their meeting and table, unless
    others would meet twice or have a second bye for it; if two meet whose sheets are no fair match,
    the later player is dealt another.

    Raises `BadInputError` if players cannot be paired, if the deck cannot supply the sheets, or if
    it has other words than `previous` was dealt from.
    """
    before = previous or EventPlan(spec.title, spec.seed, deal, Roster(()), (), (), array("Q"))
    # A code names its deck by this digest: with another one, no printed sheet could be printed
    # again
    if before.deal.deck().digest != deal.deck().digest:
        raise BadInputError(
            f"The event was dealt from “{before.deal.deck().title}”; the words or the edition "
            "have changed"
            f" (“{deal.deck().title}”), so no sheet could be kept.",
            tip=(
                "Keep edition, tier, themes and words as they were, or start a new event in "
                "another folder."
            ),
        )
    roster = _number_players(roster, before)
    indices = {player.key: index for index, player in enumerate(roster.players)} if previous else {}
    # Former players have indices behind the roster's, because printed rounds still name them
    former = tuple(player for player in before.players if player.key not in indices)
    players = roster.players + former
    indices |= {player.key: len(roster.players) + at for at, player in enumerate(former)}
    now = [indices[player.key] for player in before.players]
    printed, seeds, meetings = list[Round](), dict[int, Numbers](), list[Fixture]()
    for one, dealt in zip(before.rounds, before.seeds, strict=True):
        moved = one.moved(now)
        if one.number in reopened:
            meetings += _list_meetings(moved, roster)
        else:
            printed.append(moved)
            seeds[one.number] = array("Q", [NO_SHEET]) * len(players)
            for index, seed in zip(now, dealt, strict=True):
                seeds[one.number][index] = seed
    rounds = pair(roster, spec.rounds, meetings, only=spec.only, printed=printed, seed=before.seed)
    fresh = [one for one in rounds if one.number not in seeds]
    for one in fresh:
        seeds[one.number] = array("Q", [NO_SHEET]) * len(players)
        for index in one.players.difference(one.byes):
            seeds[one.number][index] = _UNDEALT
        if _UNDEALT not in seeds[one.number]:
            what = f"Nobody needs a sheet in round {one.number}: everybody has a bye."
            raise BadInputError(what, tip="Check the list.")
    plan = EventPlan(
        title=spec.title,
        seed=before.seed,
        deal=deal,
        roster=roster,
        rounds=rounds,
        seeds=tuple(seeds[one.number] for one in rounds),
        spares=before.spares[: spec.spare],
        former=former,
        voided=before.voided,
        spares_with=before.spares_with if previous else rounds[0].number,
    )
    if not fresh and plan.numbers == before.numbers and spec.spare == len(before.spares):
        # Nothing to deal: drawing all fleets again to know which are taken would take seconds
        return plan
    dealer = Dealer(deal.deck(), plan.seed, plan.sheets + spec.spare)
    _keep_sheets(dealer, plan, before, spec.spare)
    for one in fresh:
        _deal_round(dealer, players, one, seeds[one.number])
    keys_left = [spare_key(number) for number in range(len(plan.spares) + 1, spec.spare + 1)]
    tries = max(_LEAST_TRIES, _TRIES_FOR_SPARES // max(1, len(keys_left)))
    plan.spares.extend(sheet.seed for sheet in dealer.deal_spares(keys_left, [*plan.spares], tries))
    # Whatever was dealt before and is in no round now may be printed somewhere: its fleet stays
    # taken
    lost = {sheet.seed for sheet in dealt_sheets(before)}.difference(plan.spares, *plan.seeds)
    return replace(
        plan, voided=tuple(sheet for sheet in dealt_sheets(before) if sheet.seed in lost)
    )


def _number_players(roster: Roster, before: EventPlan) -> Roster:
    """Return the roster with everybody's earlier number; newcomers get the next ones that nobody
    ever had.
    """
    if not before.players:
        return roster
    numbers = {player.key: player.number for player in before.players}
    unused = count(max(numbers.values()) + 1)
    players = (
        replace(player, number=numbers.get(player.key) or next(unused)) for player in roster.players
    )
    return replace(roster, players=tuple(players))


def _list_meetings(one: Round, roster: Roster) -> Iterator[Fixture]:
    """Yield the meetings of a round between players who are still there, unless the roster has
    others.
    """
    asked = (fixture.players for fixture in roster.fixtures if fixture.round == one.number)
    elsewhere = roster.out_of(one.number).union(*asked)
    for table, first, second in one:
        if (
            second is not None
            and max(first, second) < len(roster.players)
            and elsewhere.isdisjoint((first, second))
        ):
            yield Fixture(one.number, table, (first, second))


def _keep_sheets(dealer: Dealer, plan: EventPlan, before: EventPlan, spare: int) -> None:
    """Give everybody who had a sheet the same one, void or not; all fleets that were ever dealt are
    taken.
    """
    earlier = {(sheet.key, sheet.round): sheet.seed for sheet in dealt_sheets(before)}
    for one, seeds in zip(plan.rounds, plan.seeds, strict=True):
        for index, player in enumerate(plan.players if _UNDEALT in seeds else ()):
            if seeds[index] == _UNDEALT:
                seeds[index] = earlier.get((player.key, one.number), _UNDEALT)
    while len(plan.spares) < spare and (spare_key(len(plan.spares) + 1), SPARE) in earlier:
        plan.spares.append(earlier[spare_key(len(plan.spares) + 1), SPARE])
    held = set(chain.from_iterable(plan.seeds))
    for sheet in dealt_sheets(before):
        dealer.take(sheet.seed, of_player=sheet.seed in held)
    dealer.dealt = (
        plan.sheets + len(plan.spares) - sum(seeds.count(_UNDEALT) for seeds in plan.seeds)
    )


def _deal_round(dealer: Dealer, players: Sequence[Player], one: Round, seeds: Numbers) -> None:
    """Deal what tables lack; if two kept sheets are no fair match, the later player is dealt
    another.
    """
    for _, first, second in one:
        if second is None:
            continue
        if seeds[first] == seeds[second] == _UNDEALT:
            sheets = dealer.deal_table((players[first].key, players[second].key), one.number)
            seeds[first], seeds[second] = sheets[0].seed, sheets[1].seed
        elif _UNDEALT in (seeds[first], seeds[second]) or not dealer.is_fair(
            seeds[first], seeds[second]
        ):
            kept, new = sorted(
                (first, second), key=lambda index: (seeds[index] == _UNDEALT, players[index].number)
            )
            seeds[new] = dealer.deal_one(
                players[new].key, one.number, dealer.look(seeds[kept])
            ).seed
