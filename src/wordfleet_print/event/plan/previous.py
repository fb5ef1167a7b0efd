"""`PreviousPlan`: what stood in an earlier plan of the same event, and stays."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.model import SPARE, EventPlan, Retired, Terms, dealt_sheets
from wordfleet_print.event.roster.model import Fixture, Roster


class PreviousPlan:
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
            players.append(replace(player, number=numbers[player.key]))
        return replace(roster, players=tuple(players))

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
        return (sheet for sheet in dealt_sheets(self.plan) if sheet.seed not in used)
