"""Printed packs: looked at, and sheets of theirs printed again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from wordfleet_print.jobs.packed import PackedEvent, look_at_pack
from wordfleet_print.jobs.reprint import ReprintRequest, SheetsRequest

SECONDS = 60
"""How long printing sheets again may keep a processor busy: it may be a whole round."""


@dataclass(frozen=True, slots=True)
class LookAtPack:
    """Look at the pack in a folder."""

    answers: ClassVar[type[PackedEvent]] = PackedEvent
    seconds: ClassVar[int] = SECONDS
    home: Path

    def do(self) -> PackedEvent:
        """What is there. Raises `BadInputError` where there is no event."""
        return look_at_pack(self.home)


@dataclass(frozen=True, slots=True)
class PrintRound:
    """Print a round's sheets; or, without a round, those of players in rounds."""

    answers: ClassVar[type[bytes]] = bytes
    seconds: ClassVar[int] = SECONDS
    home: Path
    round: int | None
    whose: frozenset[tuple[int, str]] = frozenset()

    def do(self) -> bytes:
        """The PDF. Raises `BadInputError` where there are no such sheets."""
        return SheetsRequest(self.home, self.round, self.whose).content()


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """Print a player's sheet of a round once more."""

    answers: ClassVar[type[bytes]] = bytes
    seconds: ClassVar[int] = SECONDS
    home: Path
    player: int
    round: int

    def do(self) -> bytes:
        """The PDF. Raises `BadInputError` where there is no such sheet."""
        return ReprintRequest(self.home, None, self.player, None, None, self.round).sheets().content
