"""How a pack is printed: the paper and look of its sheets, and which files it has."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache

from wordfleet_print.event.roster.roster import Player
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.geometry import Paper
from wordfleet_print.tracker.layout import SheetLooks, choose_looks

_decode_font = cache(b64decode)


@dataclass(frozen=True, slots=True)
class PackSettings:
    """The looks of all sheets, besides what single players need, and which files are written; it pickles.

    `with_rules` prints quick rules on every back. `per_player` adds a file for each player, `by_club` writes a file of
    sheets for each club. `font` is a font for letters that the bundled ones lack, as Base64 of a TrueType program.
    """

    looks: SheetLooks
    with_rules: bool = False
    per_player: bool = False
    by_club: bool = False
    font: str = ""

    @classmethod
    def of(cls, settings: EventSettings, font: str = "") -> PackSettings:
        """Return the pack settings among an event's settings."""
        return cls(choose_looks(settings), settings.with_rules, settings.per_player, settings.by_club, font)

    def use_fonts(self) -> None:
        """Set names with these fonts from now on, in this thread."""
        use_fallback(_decode_font(self.font))

    @property
    def paper(self) -> Paper:
        """The paper."""
        return self.looks.paper

    @property
    def is_duplex(self) -> bool:
        """Whether sheets are printed double-sided."""
        return self.looks.half_sheets or self.with_rules

    def sizes(self, players: Collection[Player]) -> set[bool]:
        """Return the sizes of print that spare sheets and these players need: large print is True."""
        large = self.looks.large_print
        return {large} | {large or player.large_print for player in players}

    def sheet_looks(self, player: Player | None, title: str) -> SheetLooks:
        """Return how a player's sheets look; None means a spare sheet."""
        large = self.looks.large_print or (player is not None and player.large_print)
        left = self.looks.left_handed or (player is not None and player.left_handed)
        half = self.looks.half_sheets and not large
        return replace(self.looks, large_print=large, left_handed=left, half_sheets=half, title=title, event=True)
