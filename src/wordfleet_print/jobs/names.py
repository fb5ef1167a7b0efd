"""`NamesRequest`: what was asked for of players' names, beside what the roster says."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.plan_changes import Rename
from wordfleet_print.event.roster.roster import Roster
from wordfleet_print.press.ink.fonts import use_fallback
from wordfleet_print.press.ink.printable_names import fallback_program, unset_faults
from wordfleet_print.wording import quote


@dataclass(frozen=True, slots=True)
class NamesRequest:
    """What was asked for of names; None and nothing where nothing was said.

    `strict` refuses names that no font at hand can set, `fallback_font` among them; `renames` are names as they were
    and as they are.
    """

    strict: bool = False
    fallback_font: Path | None = None
    renames: tuple[Rename, ...] = ()

    def check(self, roster: Roster, read_strictly: Callable[[], object]) -> None:
        """Raises `BadInputError` for names that the fonts at hand cannot set, if that is wanted; `read_strictly` raises
        it first where they have rows to be told.
        """
        if not self.strict:
            return
        use_fallback(self._program(roster))
        read_strictly()
        told = [(quote(one.called), fault) for one in roster.players if one.name for fault in unset_faults(one.name)]
        if told:
            raise BadInputError("Some names cannot be printed.", *(Complaint(name, fault) for name, fault in told))

    def fallback(self, roster: Roster) -> str | None:
        """What the roster needs of the fallback font, as looks have it; None where there is none.

        Raises `BadInputError` for a file that is no font.
        """
        return b64encode(self._program(roster)).decode() if self.fallback_font else None

    def _program(self, roster: Roster) -> bytes:
        names = (name for player in roster.players for name in (player.name, player.club))
        return fallback_program(self.fallback_font, names) if self.fallback_font else b""
