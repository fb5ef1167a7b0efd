"""How a pack is printed. Each field is also an option of `event print`."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from typing import Any, Literal

from wordfleet_print.errors import UsageError
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.geometry import PAPERS, Paper
from wordfleet_print.tracker.layout import SheetLooks

_decode_font = cache(b64decode)
_BESIDE = {"beside": True}
"""A look that changes no sheet, but perhaps how a name is set."""


@dataclass(frozen=True, slots=True)
class PackLooks:
    """The paper and look of all sheets, beside what single players need; and what else is printed.

    `mine` adds a box for a mine. `half_sheets` prints two sheets on one page, on both sides. `with_rules` prints quick
    rules on every back. `per_player` adds a file for each player. `fallback` is a font for what the bundled ones lack,
    as Base64 of a TrueType program. `by` says whether sheets and name index go by table, or each file is one club's.
    """

    paper: str
    eco: bool = False
    mine: bool = False
    large_print: bool = False
    left_handed: bool = False
    half_sheets: bool = False
    with_rules: bool = False
    per_player: bool = field(default=False, metadata=_BESIDE)
    fallback: str = field(default="", metadata=_BESIDE)
    by: Literal["table", "club"] = field(default="table", metadata=_BESIDE)

    def __post_init__(self) -> None:
        if self.half_sheets and (self.large_print or self.with_rules):
            what = "Half sheets are cut and printed on both sides."
            raise UsageError(what, field="half_sheets", leave=("large_print", "with_rules"))

    @classmethod
    def asked(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of these options that are looks, by name; None stands for the usual one."""
        asked = {one: options[one.name] for one in fields(cls) if one.name in options}
        return {one.name: one.default if value is None else value for one, value in asked.items()}

    def changed(self, asked: Mapping[str, Any], typed: Collection[str]) -> PackLooks:
        """Return these looks with those of the options that were typed."""
        return replace(self, **{name: value for name, value in asked.items() if name in typed})

    def recorded(self) -> dict[str, Any]:
        """Return what `event.json` keeps of them."""
        return asdict(self)

    def is_same_on_sheets(self, other: PackLooks) -> bool:
        """Return whether sheets of the other looks are alike, but perhaps for names."""
        on_sheets = [one.name for one in fields(self) if not one.metadata.get("beside")]
        return all(getattr(self, name) == getattr(other, name) for name in on_sheets)

    def use_fonts(self) -> None:
        """Set type with these looks' fonts from now on, in this thread."""
        use_fallback(_decode_font(self.fallback))

    @property
    def on(self) -> Paper:
        """The paper."""
        return PAPERS[self.paper]

    @property
    def both_sides(self) -> bool:
        """Whether sheets are printed on both sides."""
        return self.half_sheets or self.with_rules

    def variant(self, player: Player | None) -> tuple[bool, bool]:
        """Return whether a player's sheets are in large print, and whether they are left-handed."""
        large, left = (player.large_print, player.left_handed) if player else (False, False)
        return self.large_print or large, self.left_handed or left

    def list_sizes(self, players: Sequence[Player]) -> set[bool]:
        """Return the sizes of print that spare sheets and these players need: large print is True."""
        return {self.variant(player)[0] for player in (None, *players)}

    def sheet_looks(self, player: Player | None, title: str) -> SheetLooks:
        """Return how a player's sheets look; None stands for a spare sheet."""
        large, left = self.variant(player)
        return SheetLooks(self.on, self.half_sheets and not large, self.eco, large, left, self.mine, title, event=True)
