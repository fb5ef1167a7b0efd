"""`Roster`: who plays in an event, and which pairings and places the organiser has already settled."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.sheet.captains import name_faults, parse_name


def _known_name(text: str) -> str:
    fault = next(name_faults(text), "") if text else ""
    if fault or parse_name(text) != text:
        raise ValueError(fault or "has spaces or signs that a name does not have")
    return text


Name = Annotated[str, StringConstraints(max_length=500), AfterValidator(_known_name)]
Number = Annotated[int, Field(ge=1, lt=1 << 31)]
TableNumber = Annotated[int, Field(ge=0, lt=1 << 31)]
PlayerIndex = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
"""What stands in a field, where pydantic reads it from a file."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who gets a sheet in every round.

    `name` is in NFC, or "" where only a number is known; whether fonts can set it is for those to ask who print it.
    `number` is the player's number in the event, from 1. `twin` says how many before it in the roster have the same
    name and club. `large_print` and `left_handed` choose the player's layout. `filed` is the name as a directory has
    it, surname first, where that is known.
    """

    name: Name
    number: Number
    club: Name = ""
    twin: PlayerIndex = 0
    large_print: bool = False
    left_handed: bool = False
    filed: Name = ""

    @property
    def key(self) -> str:
        """What a player's sheets are dealt by: name, club and twin; the number where there is no name.

        No two players of a roster share one, and a player's stays whoever joins or leaves. Names and clubs hold no
        tab, so a tab keeps the parts apart.
        """
        return f"{self.name}\t{self.club}\t{self.twin}" if self.name else f"#{self.number}"

    @property
    def called(self) -> str:
        """What a player is called in a message: the name, or the number where there is none."""
        return self.name or f"player {self.number}"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A pairing or a place that the roster asks for.

    `round` counts from 1. `table` is None for any table. `players` holds one or two indices into `Roster.players`, in
    seat order; one player alone has a bye, or, `withdrawn`, is out of the event from this round on.
    """

    round: Number
    table: TableNumber | None
    players: Annotated[tuple[PlayerIndex, ...], Field(min_length=1, max_length=2)]
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """The players in the organiser's order, what is settled of their meetings, and what the organiser should know.

    `rounds` is the most rounds it speaks of; `by_round` says that it names them, and `unnamed` are the places of those
    of whom it says nothing in a round, by its number. `warnings` are sentences; nothing in them keeps an event from
    being run. `unsaid` are the fields of players for which its file has no column.
    """

    players: tuple[Player, ...]
    fixtures: tuple[Fixture, ...] = ()
    rounds: int = 1
    warnings: tuple[str, ...] = ()
    unnamed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    by_round: bool = field(default=False, compare=False)
    unsaid: frozenset[str] = field(default=frozenset(), compare=False)

    def of_round(self, number: int) -> Roster:
        """The roster, read as that of one round: what it settles without naming a round is settled for this one."""
        if self.by_round:
            return self
        return replace(self, fixtures=tuple(replace(fixture, round=number) for fixture in self.fixtures))

    def out_of(self, number: int) -> set[int]:
        """The places of those who are not in that round: withdrawn, or unnamed where the roster pairs others."""
        paired = any(fixture.round == number and len(fixture.players) == 2 for fixture in self.fixtures)
        unnamed = dict(self.unnamed).get(number, ()) if paired else ()
        return self.withdrawn_by(number).union(unnamed)

    def withdrawn_by(self, number: int) -> set[int]:
        """The places of those who are withdrawn by that round, and were not given a place in one since."""
        withdrawn = [one for one in self.fixtures if one.withdrawn and one.round <= number]
        since = {one.players[0]: one.round for one in sorted(withdrawn, key=lambda one: one.round)}
        for fixture in self.fixtures if since else ():
            for player in fixture.players:
                if not fixture.withdrawn and since.get(player, number) < fixture.round <= number:
                    del since[player]
        return set(since)

    def said_byes(self) -> set[tuple[int, int]]:
        """The byes that it asks for: round and place of each."""
        return {
            (fixture.round, fixture.players[0])
            for fixture in self.fixtures
            if len(fixture.players) == 1 and not fixture.withdrawn
        }

    @property
    def clubs(self) -> int:
        """How many clubs its players are of."""
        return len({player.club for player in self.players if player.club})

    @property
    def is_numbered(self) -> bool:
        """Whether the players are those of `numbered_roster`: nothing is known of them but their numbers."""
        return all(player == Player("", number) for number, player in enumerate(self.players, start=1))


def numbered_roster(count: int) -> Roster:
    """A roster of `count` players without names, numbered from 1."""
    return Roster(tuple(Player("", number) for number in range(1, count + 1)))
