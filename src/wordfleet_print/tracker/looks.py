"""`SheetLooks`: how sheets are printed, and which of it settings ask for."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Protocol

from wordfleet_print.paper import Paper, find_paper
from wordfleet_print.settings.looks import LookSettings
from wordfleet_print.sheet.player_names import parse_name


@dataclass(frozen=True, slots=True)
class SheetLooks:
    """How sheets are printed. None of it changes which sheet a code brings back."""

    paper: Paper
    half_sheets: bool = False
    """Two sheets on a page, which is printed on both sides and cut."""
    eco: bool = False
    """Less ink."""
    color: bool = False
    """The table's half in blue, the secret half in red."""
    large_print: bool = False
    """Two pages a sheet."""
    left_handed: bool = False
    """Panels on the other side."""
    mine: bool = False
    """A box for a mine."""
    title: str = ""
    """One line on every sheet, such as “Class 5B”."""
    event: bool = False
    """Places for table, round and serial."""
    back_offset: tuple[float, float] | None = None
    """How far backs are moved to the right and down (mm)."""


class PlayerNeeds(Protocol):
    """Somebody whose sheets may look otherwise than those of others."""

    @property
    def large_print(self) -> bool:
        """Whether the sheets are in large print."""

    @property
    def left_handed(self) -> bool:
        """Whether the sheets are mirrored."""


def suit_player(looks: SheetLooks, player: PlayerNeeds) -> SheetLooks:
    """Return the looks of a player's sheets: as usual, with what the player needs."""
    return replace(
        looks,
        large_print=looks.large_print or player.large_print,
        left_handed=looks.left_handed or player.left_handed,
    )


def choose_looks(settings: LookSettings, title: str = "") -> SheetLooks:
    """Return how settings ask for sheets: each option of theirs that `SheetLooks` has, on the
    country's paper.
    """
    options = {field.name for field in fields(SheetLooks)} - {"paper", "title"}
    shared = options & type(settings).model_fields.keys()
    chosen = {name: getattr(settings, name) for name in shared}
    return SheetLooks(find_paper(settings.paper), title=parse_name(title), **chosen)
