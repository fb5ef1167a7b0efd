"""How a pack is printed, and in which order.

A look is told in two places: as a field here, with whatever is special about it, and as an option of `event print`.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import compress
from typing import Any, Literal

from wordfleet_print.errors import UsageError
from wordfleet_print.event.plan.event_plan import Round
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.fonts import use_fallback
from wordfleet_print.press.ink.paper import PAPERS, Paper
from wordfleet_print.press.panels.layout import Imposition, Looks, one_up, sheet_layout, two_up

FilesBy = Literal["table", "club"]
_program = cache(b64decode)
_BESIDE = {"beside": True}
"""A look that changes no sheet, but perhaps for a name."""
_NEWER = {**_BESIDE, "newer": True}
"""Such a look that records of earlier versions lack: it is left out of a record where it is as usual."""


@dataclass(frozen=True, slots=True)
class PackLooks:
    """Paper and layout of all sheets, beside what single players need; what else is printed, in which order.

    `mine` adds a box for a mine. `half_sheets` puts two sheets on a leaf printed on both sides. `with_rules` prints
    quick rules behind every page.
    `per_player` adds a file for each player. `fallback` is a font for what the bundled ones lack, as Base64 of a
    TrueType program. `by` says whether files of sheets go by table, or each is one club's; the index, then, too.
    """

    paper: str
    eco: bool = False
    mine: bool = False
    large_print: bool = False
    left_handed: bool = False
    half_sheets: bool = False
    with_rules: bool = False
    per_player: bool = field(default=False, metadata=_BESIDE)
    fallback: str = field(default="", metadata=_NEWER)
    by: FilesBy = field(default="table", metadata=_NEWER)

    def __post_init__(self) -> None:
        if self.half_sheets and (self.large_print or self.with_rules):
            what = "Half sheets are cut and printed on both sides."
            raise UsageError(what, field="half_sheets", leave=("large_print", "with_rules"))

    @classmethod
    def asked(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """What options, by their names, ask for: values by the names of the fields."""
        asked = {one: options[one.name] for one in fields(cls) if one.name in options}
        return {one.name: one.default if value is None else value for one, value in asked.items()}

    def changed(self, asked: Mapping[str, Any], typed: Collection[str]) -> PackLooks:
        """These looks, with what is asked for by options that were typed, as `asked` gives it."""
        return replace(self, **{name: value for name, value in asked.items() if name in typed})

    def recorded(self) -> dict[str, Any]:
        """What a record keeps of it."""
        looks = [(one, getattr(self, one.name)) for one in fields(self)]
        return {one.name: value for one, value in looks if not (one.metadata.get("newer") and value == one.default)}

    def is_same_on_sheets(self, other: PackLooks) -> bool:
        """Whether sheets of the other looks are alike, but perhaps for names."""
        on_sheets = [one.name for one in fields(self) if not one.metadata.get("beside")]
        return all(getattr(self, name) == getattr(other, name) for name in on_sheets)

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
        self,
        edition: Edition,
        variants: Sequence[tuple[bool, bool]],
        *,
        title: str = "",
        blank: bool,
        placed: bool = False,
        single: bool = False,
    ) -> Iterator[Imposition]:
        """How the sheets of each variant lie on the paper, with the event's title; `single`: never two on a leaf.

        Raises `BadInputError` for what does not fit the paper.
        """
        looks = [Looks(self.on, self.eco, large, left, event=title) for large, left in variants]
        layouts = [sheet_layout(edition, one, blank=blank, placed=placed) for one in looks]
        halves = [not one.large_print and self.half_sheets and not single for one in looks]
        together = iter(two_up(*compress(layouts, halves)) if any(halves) else ())
        for (large, _), layout, half in zip(variants, layouts, halves, strict=True):
            yield next(together) if half else one_up(layout, back=self.behind(large))


def round_title(one: Round) -> str:
    """What a round is called in headings."""
    return f"Round {one.number}"
