"""`RulesOnly`: a game of its own kind, of which the programme knows no more than what every rulebook says of itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from wordfleet_print.game.facts import Equipment, Location, Players, Rulebook, Text
from wordfleet_print.wording import in_words


class Party(Players):
    """How many play, or how few and how many at most; and what one and many of them are called."""

    count: int = Field(ge=1, le=99)
    most: int | None = Field(default=None, ge=2, le=99)
    one: Text = "player"
    many: Text = "players"

    @property
    def said(self) -> str:
        """How many, in words: `two to six players`."""
        return f"{in_words(self.count)} to {in_words(self.most)} {self.many}" if self.most else super().said


class RulesOnly(Rulebook):
    """A rulebook of any game: its text says all there is. Nothing but what a reader is told first must be filled in."""

    game: Literal["rules-only"]
    subtitle: Text = "Rules of the game"
    status: Literal["published", "draft"] = "published"
    language: str = Field(default="en", pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
    players: Party
    equipment: tuple[Equipment, ...] = Field(default=(), strict=False)


def rules_only_faults(book: RulesOnly) -> Iterator[tuple[Location, str]]:
    """What fields say against one another: where, and the fault in words."""
    if book.players.most is not None and book.players.most <= book.players.count:
        yield ("players", "most"), f"must be more than count, {book.players.count}; leave it out where it is the same"
