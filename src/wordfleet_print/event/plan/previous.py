"""`PreviousPlan`: what stood in an earlier plan of the same event. Its rounds were printed, and stand as they are; of
those that are opened again, whatever can stay stays.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.model import NO_SHEET, SPARE, EventPlan, Retired, Terms, dealt_sheets
from wordfleet_print.event.plan.rounds import Round
from wordfleet_print.event.roster.roster import Fixture, Player, Roster


class PreviousPlan:
    """What stood in an earlier plan of the same event; the rounds of these numbers are opened again."""

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
        if not any(player.name for player in roster.players):
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
        keys = {player.key for player in roster.players}
        away = {place for place, player in enumerate(self.plan.players) if player.key not in keys}
        played = away and away.intersection(chain.from_iterable(one.places for one in self._standing))
        return tuple(self.plan.players[place] for place in sorted(played))

    def standing(self, players: Sequence[Player]) -> dict[int, tuple[Round, array[int]]]:
        """The rounds that stand, by number, with the seeds of their sheets; all by the places among `players`."""
        now = {player.key: place for place, player in enumerate(players)}
        places = [now.get(player.key, len(players)) for player in self.plan.players]
        return {
            one.number: (one.moved(places), self._moved(one.number, places, len(players))) for one in self._standing
        }

    def _moved(self, number: int, places: Sequence[int], players: int) -> array[int]:
        seeds = array("Q", [NO_SHEET]) * players
        for place, seed in zip(places, self._dealt[number], strict=True):
            if seed != NO_SHEET:
                seeds[place] = seed
        return seeds

    def has_all_of(self, plan: EventPlan, spare: int) -> bool:
        """Whether nothing is to be dealt or retired for this plan, with so many spare sheets."""
        same = plan.numbers == self.plan.numbers == tuple(one.number for one in self._standing)
        return same and spare == len(self.plan.spares) and plan.terms.band == self.plan.terms.band

    def meetings(self, roster: Roster) -> Iterator[Fixture]:
        """The meetings there were, in rounds that are opened, of players who are there still, except where the roster
        asks for something else.
        """
        places = {player.key: place for place, player in enumerate(roster.players)}
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
