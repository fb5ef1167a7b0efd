"""`PackLooks`: how an event's pack is printed; none of it changes a sheet's code."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal

from wordfleet_print.errors import UsageError
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.fonts import use_fallback
from wordfleet_print.press.ink.paper import PAPERS, Paper
from wordfleet_print.press.panels.layout import Imposition, Looks, one_up, sheet_layout, two_up

Collation = Literal["round", "table"]
FiledBy = Literal["surname", "name"]
_NEWER = {"fallback": "", "index_by": "surname"}
"""Looks that records of earlier versions lack: they are left out where they are as these were."""
_program = cache(b64decode)


@dataclass(frozen=True, slots=True)
class PackLooks:
    """Paper and layout of all sheets, beside what single players need; what else is printed, in which order.

    `half_sheets` puts two sheets on a leaf printed on both sides. `with_rules` prints quick rules behind every page.
    `collation` says which sheets follow each other: a round's, or a table's. `split` is the most sheets of one file
    (0: all in one). `per_player` adds a file for each player. `fallback` is a font for what the bundled ones lack, as
    Base64 of a TrueType program. `index_by` says what the name index is sorted by, where surnames are known.
    """

    paper: str
    eco: bool = False
    large_print: bool = False
    left_handed: bool = False
    half_sheets: bool = False
    with_rules: bool = False
    collation: Collation = "round"
    split: int = 0
    per_player: bool = False
    fallback: str = ""
    index_by: FiledBy = "surname"

    def __post_init__(self) -> None:
        if self.half_sheets and (self.large_print or self.with_rules):
            raise UsageError(
                "Half sheets are cut and printed on both sides: no --large-print and no --with-rules with them."
            )

    def recorded(self) -> dict[str, Any]:
        """What a record keeps of it."""
        return {name: value for name, value in asdict(self).items() if _NEWER.get(name) != value}

    def use_fonts(self) -> None:
        """Set type with these looks' fonts from now on."""
        use_fallback(_program(self.fallback))

    @property
    def on(self) -> Paper:
        """The paper."""
        return PAPERS[self.paper]

    @property
    def both_sides(self) -> bool:
        """Whether sheets are printed on both sides of a leaf."""
        return self.half_sheets or self.with_rules

    def variant(self, player: Player) -> tuple[bool, bool]:
        """Whether this player's sheets are in large print, and whether they are left-handed."""
        return self._variant(player.large_print, player.left_handed)

    def variants(self, players: Sequence[Player]) -> tuple[tuple[bool, bool], ...]:
        """Every variant that these players need, the usual one first."""
        usual = self._variant(large=False, left=False)
        needed = set(map(self.variant, players))
        return (usual, *sorted(needed - {usual}))

    def behind(self, large: bool) -> tuple[int, ...]:
        """Which of the pages of rules lie behind such a sheet: one, or two in large print, which follow the usual one
        unless all sheets are in large print.
        """
        if not self.with_rules:
            return ()
        return ((0, 1) if self.large_print else (1, 2)) if large else (0,)

    def _variant(self, large: bool, left: bool) -> tuple[bool, bool]:
        """What all sheets have, or else what a player needs."""
        return self.large_print or large, self.left_handed or left

    def impositions(
        self, edition: Edition, variants: Sequence[tuple[bool, bool]], *, blank: bool, single: bool = False
    ) -> Iterator[Imposition]:
        """How the sheets of each variant lie on the paper; `single`: never two on a leaf.

        Raises `BadInputError` for what does not fit the paper.
        """
        for large, left in variants:
            layout = sheet_layout(edition, Looks(self.on, self.eco, large, left), blank=blank)
            halves = self.half_sheets and not large and not single
            yield two_up(layout) if halves else one_up(layout, back=self.behind(large))
