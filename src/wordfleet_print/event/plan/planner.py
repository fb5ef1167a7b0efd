"""Plan an event: who meets whom, and the seed of each player's sheet in each round.

Printed rounds never change. A player is an index in `Event.players`: first those of the roster,
then former ones. `Event.seeds` has the seeds of each round, as `Event.rounds` has its tables: by
index, the seed of the player's sheet, or `NO_SHEET`. `Player.key` stays the same when the list
changes, so what a player has is found again by it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.event.event import (
    NO_SHEET,
    SPARE,
    Event,
    VoidedSheet,
    deck_of,
    list_dealt_sheets,
    make_spare_key,
)
from wordfleet_print.event.pairing.pairing import pair_rounds
from wordfleet_print.event.pairing.rounds import Numbers, Round, to_numbers
from wordfleet_print.event.plan.dealing import Dealer
from wordfleet_print.event.results import count_points
from wordfleet_print.roster.roster import Fixture, Player, Roster

# The seed of a sheet that is still to be dealt.
_UNDEALT = NO_SHEET + 1
# Candidates tried for all spare sheets together, which takes a hundredth of a second.
_TRIES_FOR_SPARES = 3_000
# Candidates tried for each spare sheet at least.
_LEAST_TRIES = 12
# What to do with a list of one player.
_FOR_ONE = (
    "The list has one player: add the others. For a table without a list use "
    "“wordfleet-print tracker” and the names, or “Print tonight’s table” on the page."
)


def plan_rounds(
    draft: Event,
    rounds: int,
    spare: int,
    *,
    only: Collection[int] | None = None,
    previous: Event | None = None,
    reopened: Collection[int] = (),
    swiss: bool = False,
) -> Event:
    """Pair the players, and deal a sheet for each player at a table of each round, and spare ones.

    - `draft` has settings and roster, and no rounds yet.
    - `rounds` is the number of the last round, `spare` the number of spare sheets.
    - `only` are the numbers of the rounds to plan besides printed ones; None for all up to
      `rounds`.
    - `previous` is the event as it was printed: everybody keeps the number, and its rounds stay as
      they are, whatever the roster holds.
    - `reopened` are the numbers of printed rounds that are paired again all the same. Everybody
      keeps the sheet, and two who are still there keep meeting and table, unless others would meet
      twice or have a second bye for it. If two meet whose sheets are no fair match, the later
      player is dealt another.
    - `swiss`: those meet who have the same points.

    Raises `BadInputError` if players cannot be paired, if the deck cannot supply the sheets, or if
    it has other words than `previous` was dealt from.
    """
    draft = replace(draft, deck=deck_of(draft).digest)
    before = previous or replace(draft, roster=Roster(()))  # an event without players
    _check_deck(draft, before)
    event, meetings = _keep_printed(draft, before, reopened)
    seeds_of_round = {
        event_round.number: seeds
        for event_round, seeds in zip(event.rounds, event.seeds, strict=True)
    }
    scores: list[int] = []
    if swiss:
        meetings = []  # points say who meets
        scores = list(count_points(event).values())
    paired_rounds = pair_rounds(
        event.roster,
        rounds,
        meetings,
        only=only,
        printed_rounds=event.rounds,
        seed=event.seed,
        scores=scores,
    )
    # Rounds in which sheets are still to be dealt, each with its seeds, which are then filled in
    new_rounds: list[tuple[Round, Numbers]] = []
    for event_round in paired_rounds:
        if event_round.number not in seeds_of_round:
            seeds = _make_undealt_seeds(event_round, len(event.players))
            seeds_of_round[event_round.number] = seeds
            new_rounds.append((event_round, seeds))
    event = replace(
        event,
        rounds=paired_rounds,
        seeds=tuple(seeds_of_round[event_round.number] for event_round in paired_rounds),
        spares=before.spares[:spare],
        spares_with=before.spares_with if previous else paired_rounds[0].number,
    )
    if not new_rounds and event.numbers == before.numbers and spare == len(before.spares):
        return event  # drawing all fleets again to know which are taken would take seconds
    _deal_missing_sheets(event, before, spare, new_rounds)
    return replace(event, voided=_list_voided(event, before))


def _list_voided(event: Event, before: Event) -> tuple[VoidedSheet, ...]:
    """Return what was dealt before and is in no round now: it may be printed, and stays taken."""
    valid = set(chain(event.spares, *event.seeds))
    return tuple(sheet for sheet in list_dealt_sheets(before) if sheet.seed not in valid)


def _check_deck(draft: Event, before: Event) -> None:
    """Raise `BadInputError` if the event was dealt from another deck.

    A code names its deck by this digest: with another one, no printed sheet could be printed again.
    """
    if draft.deck != before.deck:
        raise BadInputError(
            Problem(
                f"The event was dealt from “{deck_of(before).title}”; the words or the edition have"
                f" changed (“{deck_of(draft).title}”), so no sheet could be kept.",
                advice="Keep edition, tier, themes and words as they were,"
                " or start a new event in another folder.",
            )
        )


def _keep_printed(
    draft: Event, before: Event, reopened: Collection[int]
) -> tuple[Event, list[Fixture]]:
    """Return the draft with the printed rounds that stay as they are, and the meetings of reopened
    ones.

    The new list may have another order, so players of printed rounds get the indices of today.
    """
    if not before.players:
        return draft, []  # the keys of 100,000 players take 10 MB
    roster = _number_players(draft.roster, before.players)
    # Former players have indices behind the roster's, because printed rounds still name them
    present_keys = {player.key for player in roster.players}
    former = tuple(player for player in before.players if player.key not in present_keys)
    index_of_key = {player.key: index for index, player in enumerate((*roster.players, *former))}
    # The new index of each player, by the old one
    new_indices = [index_of_key[player.key] for player in before.players]
    rounds: list[Round] = []
    seeds: list[Numbers] = []
    meetings: list[Fixture] = []
    for event_round, seeds_of_round in zip(before.rounds, before.seeds, strict=True):
        moved_round = event_round.move_players(new_indices)
        if event_round.number in reopened:
            meetings += _list_meetings(moved_round, roster)
        else:
            rounds.append(moved_round)
            seeds.append(_move_seeds(seeds_of_round, new_indices, len(index_of_key)))
    extended = replace(
        draft,
        roster=roster,
        former=former,
        rounds=tuple(rounds),
        seeds=tuple(seeds),
        voided=before.voided,
    )
    return extended, meetings


def _number_players(roster: Roster, before: Sequence[Player]) -> Roster:
    """Return the roster with everybody's earlier number; newcomers get ones nobody ever had."""
    numbers = {player.key: player.number for player in before}
    unused = count(max(numbers.values()) + 1)
    players = [
        replace(player, number=numbers.get(player.key) or next(unused)) for player in roster.players
    ]
    return replace(roster, players=tuple(players))


def _move_seeds(seeds_of_round: Numbers, new_indices: Sequence[int], players: int) -> Numbers:
    """Return a round's seeds by the new indices of their players; others have no sheet."""
    seeds = to_numbers([NO_SHEET]) * players
    for index, seed in zip(new_indices, seeds_of_round, strict=True):
        seeds[index] = seed
    return seeds


def _list_meetings(event_round: Round, roster: Roster) -> Iterator[Fixture]:
    """Yield the pairs of a printed round who can meet again in it.

    Both are in the new list, which lets them play that round and pairs neither of them.
    """
    unavailable = roster.find_absent(event_round.number)
    for fixture in roster.fixtures:
        if fixture.round == event_round.number:
            unavailable.update(fixture.players)
    for table, first, second in event_round:
        if second is None:
            continue
        are_in_list = max(first, second) < len(roster.players)  # former players are behind it
        if are_in_list and unavailable.isdisjoint((first, second)):
            yield Fixture(event_round.number, table, (first, second))


def _make_undealt_seeds(event_round: Round, players: int) -> Numbers:
    """Return the seeds of a new round: `_UNDEALT` for everybody at a table, who needs a sheet.

    Raises `BadInputError` if nobody does.
    """
    seeds = to_numbers([NO_SHEET]) * players
    for index in event_round.players.difference(event_round.byes):
        seeds[index] = _UNDEALT
    if _UNDEALT not in seeds:
        what = f"Nobody needs a sheet in round {event_round.number}: everybody has a bye."
        raise BadInputError(Problem(what, advice=_FOR_ONE if players == 1 else "Check the list."))
    return seeds


# --- dealing


def _deal_missing_sheets(
    event: Event, before: Event, spare: int, new_rounds: Iterable[tuple[Round, Numbers]]
) -> None:
    """Fill in the seeds of new rounds, and add spare sheets until there are `spare`.

    The arrays of `event.seeds` and `event.spares` are changed. Players who had a sheet before get
    the same one, even if it was void.
    """
    earlier_sheets = list(list_dealt_sheets(before))
    _keep_sheets(event, earlier_sheets, spare)
    dealer = Dealer(deck_of(event), event.seed, needed=event.sheets + spare)
    seeds_in_use = set(chain(*event.seeds))
    for sheet in earlier_sheets:
        dealer.mark_taken(sheet.seed, of_player=sheet.seed in seeds_in_use)
    undealt = sum(seeds.count(_UNDEALT) for seeds in event.seeds)
    dealer.dealt = event.sheets + len(event.spares) - undealt
    players = event.players
    for event_round, seeds in new_rounds:
        _deal_round(dealer, players, event_round, seeds)
    keys = [make_spare_key(number) for number in range(len(event.spares) + 1, spare + 1)]
    if keys:
        tries = max(_LEAST_TRIES, _TRIES_FOR_SPARES // len(keys))
        spare_sheets = dealer.deal_spares(keys, list(event.spares), tries)
        event.spares.extend(sheet.seed for sheet in spare_sheets)


def _keep_sheets(event: Event, earlier_sheets: Sequence[VoidedSheet], spare: int) -> None:
    """Give players and spare sheets that lack a seed the one that they had in this round before.

    A player who left and comes back has the old sheet again, although it was void meanwhile.
    """
    known_seeds = {(sheet.key, sheet.round): sheet.seed for sheet in earlier_sheets}
    players = event.players
    for event_round, seeds in zip(event.rounds, event.seeds, strict=True):
        for index, seed in enumerate(seeds):
            if seed == _UNDEALT:
                seeds[index] = known_seeds.get((players[index].key, event_round.number), _UNDEALT)
    for number in range(len(event.spares) + 1, spare + 1):
        spare_sheet = (make_spare_key(number), SPARE)
        if spare_sheet not in known_seeds:
            return
        event.spares.append(known_seeds[spare_sheet])


def _deal_round(
    dealer: Dealer, players: Sequence[Player], event_round: Round, seeds: Numbers
) -> None:
    """Deal a sheet to everybody at a table who lacks one; `seeds` is changed.

    Two players may both have sheets from before that are no fair match. Then the one with the
    higher number gets another.
    """
    for _, first, second in event_round:
        if second is None:
            continue
        without_sheet = [index for index in (first, second) if seeds[index] == _UNDEALT]
        if len(without_sheet) == 2:
            keys = (players[first].key, players[second].key)
            sheets = dealer.deal_table(keys, event_round.number)
            seeds[first] = sheets[0].seed
            seeds[second] = sheets[1].seed
            continue
        if without_sheet:
            (player,) = without_sheet
        elif not dealer.is_fair(seeds[first], seeds[second]):
            player = max(first, second, key=lambda index: players[index].number)
        else:
            continue
        opponent = second if player == first else first
        opponent_sheet = dealer.look_up(seeds[opponent])
        new_sheet = dealer.deal_one(players[player].key, event_round.number, opponent_sheet)
        seeds[player] = new_sheet.seed
