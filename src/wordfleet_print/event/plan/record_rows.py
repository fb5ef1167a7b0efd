"""The rows of `event.json`, each checked on its own."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.model import MOST_PLAYERS, Player
from wordfleet_print.game.facts import UNSEEN, Facts
from wordfleet_print.sheet.captain import name_faults, parse_name
from wordfleet_print.sheet.code import OtherSchemeError, parse_code


def _known_code(text: str) -> str:
    try:
        code = parse_code(text)
    except OtherSchemeError:
        raise  # one says all: the other codes of the file are of that version, too
    except BadInputError as error:
        raise ValueError(f"should be a sheet code: {error.message}") from error
    if str(code) != text:
        raise ValueError(f"should be written {code}")
    return text


def _clean(text: str) -> str:
    fault = next(name_faults(text), "") if text else ""
    if fault or parse_name(text) != text:
        raise ValueError(fault or "has spaces or signs that a name does not have")
    return text


Line = Annotated[str, StringConstraints(max_length=2_000, pattern=f"^[^{UNSEEN[1:-1]}]*$")]
Name = Annotated[str, StringConstraints(max_length=500), AfterValidator(_clean)]
TableNumber = Annotated[int, Field(ge=0, lt=1 << 31)]
PlayerIndex = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
Number = Annotated[int, Field(ge=1, lt=1 << 31)]
Code = Annotated[str, StringConstraints(max_length=40), AfterValidator(_known_code)]


class PlayerRow(Facts):
    """A player as the file has it; see `Player`."""

    name: Name
    number: Number
    club: Name = ""
    twin: PlayerIndex = 0
    large_print: bool = False
    left_handed: bool = False

    def player(self) -> Player:
        """The player."""
        return Player(self.name, self.number, self.club, self.twin, self.large_print, self.left_handed)


class FixtureRow(Facts):
    """A fixture as the file has it; see `Fixture`."""

    round: Number
    table: TableNumber | None
    players: tuple[PlayerIndex] | tuple[PlayerIndex, PlayerIndex]


class TermsBlock(Facts):
    """The terms as the file has them; see `Terms`."""

    edition: Line
    tier: Line
    themes: tuple[Line, ...]
    own_words: tuple[Annotated[str, StringConstraints(pattern="^[A-Z]{2,12}$")], ...] | None
    own_title: Line
    blank: bool
    placed: bool
    band: tuple[int, int]
    fair: bool = True


class BrokenRow(Facts):
    """A pairing that is no fair match; see `BrokenPairing`."""

    round: Number
    table: TableNumber
    names: tuple[Line, Line]
    why: Line


class RetiredRow(Facts):
    """A sheet out of use, by its code; see `Retired`."""

    key: Annotated[str, StringConstraints(max_length=1_100)]
    number: Number
    round: Annotated[int, Field(ge=0, lt=1 << 31)]
    seed: Code


class RoundBlock(Facts):
    """A round: table, first and second player of each seating, and every player's code."""

    tables: tuple[tuple[TableNumber, PlayerIndex, PlayerIndex | None], ...]
    codes: tuple[Code, ...]
