"""Printed events: their records and packs looked at, and sheets of theirs printed again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from wordfleet_print.desk.faults import Fault, faults_of
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.event_json import read_record
from wordfleet_print.jobs.printed_event import PackedEvent, look_at_pack
from wordfleet_print.jobs.sheets_again import ReprintRequest, SheetsRequest

SECONDS, READ_SECONDS = 60, 20
"""How long printing sheets again may keep a processor busy, for it may be a whole round; and reading a record."""


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """Look whether a file is an event that can be gone on with."""

    seconds: ClassVar[int] = READ_SECONDS
    file: Path

    def do(self) -> tuple[Fault, ...]:
        """What is wrong with it; nothing is raised."""
        try:
            read_record(self.file)
        except BadInputError as error:
            return tuple(faults_of(error, "roster"))
        return ()


@dataclass(frozen=True, slots=True)
class LookAtPack:
    """Look at the pack in a folder."""

    seconds: ClassVar[int] = SECONDS
    home: Path

    def do(self) -> PackedEvent:
        """What is there. Raises `BadInputError` where there is no event."""
        return look_at_pack(self.home)


@dataclass(frozen=True, slots=True)
class PrintRound:
    """Print a round's sheets; or, without a round, those of players in rounds."""

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

    seconds: ClassVar[int] = SECONDS
    home: Path
    player: int
    round: int

    def do(self) -> bytes:
        """The PDF. Raises `BadInputError` where there is no such sheet."""
        return ReprintRequest(self.home, None, self.player, None, None, self.round).sheets().content
