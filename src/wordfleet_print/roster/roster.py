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
    """Somebody who gets a sheet in every round."""

    name: Name
    """"" where only a number is known."""
    number: Number
    """The player's number in the event, from 1."""
    club: Name = ""
    twin: PlayerIndex = 0
    """How many players before this one have the same name and club."""
    large_print: bool = False
    left_handed: bool = False
    text_sheet: bool = False
    """Whether the player also gets the sheet as plain text."""
    filed: Name = ""
    """“Lee, Ann”, for alphabetical lists; "" where the list does not say which is the last name."""
    dealt: DealtBy = ""
    """The `key` that the player's sheets were dealt by, if name or club have changed since."""

    @property
    def key(self) -> str:
        """The text that the random choice of the player's sheets starts from.

        It is made of name, club and twin, or of the number if there is no name. No two players of
        an event share one, and it stays the same when others join or leave. Names and clubs hold
        no tab, so a tab keeps the parts apart.
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
    """What a player list says: who plays, who meets whom, and how it was read."""

    players: tuple[Player, ...]
    """In the order of the list."""
    fixtures: tuple[Fixture, ...] = ()
    rounds: int = 1
    """The number of the last round that the list names."""
    warnings: tuple[str, ...] = ()
    """Sentences about what looks odd."""
    missing_by_round: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Pairs of a round's number and the indices of the players whom it does not name there."""
    by_round: bool = field(default=False, compare=False)
    """Whether the list says of its rows which round they are of."""
    fields_without_column: frozenset[str] = field(default=frozenset(), compare=False)
    """The fields of `Player` of which the list says nothing, such as “club”."""
    reading: tuple[str, ...] = field(default=(), compare=False)
    """Sentences about what was read and what was left out."""
    columns: tuple[ReadColumn, ...] = field(default=(), compare=False)
    answers: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """The organizer's answers to questions about the list: pairs of key and value."""

    def assign_round(self, number: int) -> Roster:
        """Return the roster with its pairings in this round, unless it names rounds itself."""
        if self.by_round or not self.fixtures:
            return self
        fixtures = tuple(replace(fixture, round=number) for fixture in self.fixtures)
        return replace(self, fixtures=fixtures, by_round=True)

    def find_absent(self, round_number: int) -> set[int]:
        """Return the indices of those who do not play that round.

        These are players who have withdrawn. If the list pairs anybody for the round, these are
        also the players whom it does not name there.
        """
        list_pairs_round = any(
            fixture.round == round_number and len(fixture.players) == 2 for fixture in self.fixtures
        )
        absent = self.find_withdrawn(round_number)
        if list_pairs_round:
            absent.update(dict(self.missing_by_round).get(round_number, ()))
        return absent

    def find_withdrawn(self, round_number: int) -> set[int]:
        """Return the indices of those who withdrew by that round and have not been paired since.

        A player who withdraws in round 2 and is paired again in round 4 is out of rounds 2 and 3.
        """
        # The number of the last such round, by the player's index
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
