"""Who plays, and the pairings that the organizer has settled."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.sheet import player_names


def _known_name(text: str) -> str:
    fault = next(player_names.find_name_faults(text), "") if text else ""
    if fault or player_names.parse_name(text) != text:
        raise ValueError(fault or "has spaces or signs that a name does not have")
    return text


Name = Annotated[str, StringConstraints(max_length=500), AfterValidator(_known_name)]
Number = Annotated[int, Field(ge=1, lt=1 << 31)]
TableNumber = Annotated[int, Field(ge=1, lt=1 << 31)]
DealtBy = Annotated[str, StringConstraints(max_length=1_100)]
PlayerIndex = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who gets a sheet in every round.

    `name` is in NFC, or "" where only a number is known. `number` is the player's number in the
    event, from 1. `twin` says how many players before this one have the same name and club.
    `large_print` and `left_handed` choose the layout, `text_sheet` adds the sheet as text. `filed`
    is the name with the last name first, if the list says which that is. `dealt` is what the
    player's first sheet was dealt by, if name or club have changed since.
    """

    name: Name
    number: Number
    club: Name = ""
    twin: PlayerIndex = 0
    large_print: bool = False
    left_handed: bool = False
    text_sheet: bool = False
    filed: Name = ""
    dealt: DealtBy = ""

    @property
    def key(self) -> str:
        """What a player's sheets are dealt by: the first name, club and twin; the number if there
        is no name.

        No two players of an event share one, and it stays the same when others join or leave. Names
        and clubs hold no tab, so a tab keeps the parts apart.
        """
        if self.dealt:
            return self.dealt
        if not self.name:
            return f"#{self.number}"
        return "\t".join((self.name, self.club, str(self.twin)))

    @property
    def called(self) -> str:
        """What messages call a player: the name, or the number if there is no name."""
        return self.name or f"player {self.number}"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A pairing or a table that the roster asks for.

    `round` counts from 1. `table` is None for any table. `players` holds one or two indices into
    `Roster.players`, in seat order; one player alone has a bye, or, `withdrawn`, is out of the
    event from this round on.
    """

    round: Number
    table: TableNumber | None
    players: Annotated[tuple[PlayerIndex, ...], Field(min_length=1, max_length=2)]
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class ReadColumn:
    """A column of the list: its letter and heading, what it was read as ("" for nothing), and some
    of its cells. `list_name` is the list or sheet of several that it is in.
    """

    letter: str
    heading: str
    use: str
    samples: tuple[str, ...]
    list_name: str = ""

    @property
    def place(self) -> str:
        """Where the column is: “B”, or “5A B” in one of several lists."""
        return f"{self.list_name} {self.letter}".strip()


@dataclass(frozen=True, slots=True)
class Roster:
    """The players in the organizer's order, the settled pairings, and what the organizer should
    know.

    `rounds` is the highest round it names; `by_round` says that it names rounds, and
    `missing_by_round` are the indices of the players that it does not name in a round, by the
    round's number. `warnings` are sentences about what looks odd. `unsaid` are the fields of
    players that its file has no column for. `reading` are sentences about what was read and what
    was left out; `columns` are those of the file; `answers` are those that it was read with.
    """

    players: tuple[Player, ...]
    fixtures: tuple[Fixture, ...] = ()
    rounds: int = 1
    warnings: tuple[str, ...] = ()
    missing_by_round: tuple[tuple[int, tuple[int, ...]], ...] = ()
    by_round: bool = field(default=False, compare=False)
    unsaid: frozenset[str] = field(default=frozenset(), compare=False)
    reading: tuple[str, ...] = field(default=(), compare=False)
    columns: tuple[ReadColumn, ...] = field(default=(), compare=False)
    answers: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def of_round(self, number: int) -> Roster:
        """Return the roster as that of one round: pairings without a round are those of this
        one.
        """
        if self.by_round or not self.fixtures:
            return self
        fixtures = tuple(replace(fixture, round=number) for fixture in self.fixtures)
        return replace(self, fixtures=fixtures, by_round=True)

    def out_of(self, round_number: int) -> set[int]:
        """Return the indices of those who do not play that round: withdrawn, or not named where
        others are paired.
        """
        paired = any(
            fixture.round == round_number and len(fixture.players) == 2 for fixture in self.fixtures
        )
        missing = dict(self.missing_by_round).get(round_number, ()) if paired else ()
        return self.withdrawn_by(round_number).union(missing)

    def withdrawn_by(self, round_number: int) -> set[int]:
        """Return the indices of those who withdrew by that round and have no pairing since."""
        # By player: the last round of a withdrawal, and of a pairing
        last_withdrawal: dict[int, int] = {}
        last_pairing: dict[int, int] = {}
        for fixture in self.fixtures:
            if fixture.round > round_number:
                continue
            last = last_withdrawal if fixture.withdrawn else last_pairing
            for player in fixture.players:
                last[player] = max(fixture.round, last.get(player, 0))
        return {
            player
            for player, withdrawal_round in last_withdrawal.items()
            if last_pairing.get(player, 0) <= withdrawal_round
        }

    @property
    def clubs(self) -> int:
        """The number of clubs."""
        return len({player.club for player in self.players if player.club})


def numbered_roster(count: int) -> Roster:
    """Return a roster of `count` players without names, numbered from 1."""
    return Roster(tuple(Player("", number) for number in range(1, count + 1)))
