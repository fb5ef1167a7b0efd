"""How a pack is printed: the paper and look of its sheets, and which files it has."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from wordfleet_print.event.roster.roster import Player
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.geometry import PAPERS, Paper
from wordfleet_print.tracker.layout import SheetLooks

_decode_font = cache(b64decode)


@dataclass(frozen=True, slots=True)
class PackSettings:
    """The looks of all sheets, besides what single players need, and which files are written; it pickles.

    `mine` adds a box for a mine. `half_sheets` prints two sheets a page, double-sided. `with_rules` prints quick rules
    on every back. `per_player` adds a file for each player, `by_club` writes a file of sheets for each club. `font` is
    a font for letters that the bundled ones lack, as Base64 of a TrueType program.
    """

    paper: str
    eco: bool = False
    mine: bool = False
    large_print: bool = False
    left_handed: bool = False
    half_sheets: bool = False
    with_rules: bool = False
    per_player: bool = False
    by_club: bool = False
    font: str = ""

    @classmethod
    def of(cls, settings: Any, font: str = "") -> PackSettings:  # noqa: ANN401 - any object with these attributes
        """Return the pack settings among an event's settings."""
        return cls(**{one.name: getattr(settings, one.name) for one in fields(cls) if one.name != "font"}, font=font)

    def use_fonts(self) -> None:
        """Set names with these fonts from now on, in this thread."""
        use_fallback(_decode_font(self.font))

    @property
    def on(self) -> Paper:
        """The paper."""
        return PAPERS[self.paper]

    @property
    def is_duplex(self) -> bool:
        """Whether sheets are printed double-sided."""
        return self.half_sheets or self.with_rules

    def sizes(self, players: Collection[Player]) -> set[bool]:
        """Return the sizes of print that spare sheets and these players need: large print is True."""
        return {self.large_print} | {self.large_print or player.large_print for player in players}

    def sheet_looks(self, player: Player | None, title: str) -> SheetLooks:
        """Return how a player's sheets look; None means a spare sheet."""
        large = self.large_print or (player is not None and player.large_print)
        left = self.left_handed or (player is not None and player.left_handed)
        half = self.half_sheets and not large
        return SheetLooks(
            self.on,
            half_sheets=half,
            eco=self.eco,
            large_print=large,
            left_handed=left,
            mine=self.mine,
            title=title,
            event=True,
        )
