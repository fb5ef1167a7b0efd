"""What a layout is made from: edition, style, paper and hand; and the panels that every layout makes of them."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.style import Style
from wordfleet_print.press.panels import (
    GridPanel,
    LettersPanel,
    ManifestPanel,
    ReconPanel,
    Tab,
    WordmarkPanel,
)

MARGIN = 10.4
"""From the paper's edge to the panels (mm): half a line's width of ink still keeps 10.0 clear."""
GUTTER = 4.0
"""Between the two columns (mm)."""
SMALLEST_LETTER_BOX = (13.0, 10.0)
"""The least width and height of a recon or manifest box (mm)."""


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """What every panel is made from: edition, style, paper, and the hand that writes."""

    edition: Edition
    paper: Paper
    style: Style
    left_handed: bool
    blank: bool

    @property
    def page(self) -> Rect:
        """The page inside its margins."""
        return Rect(0, 0, self.paper.width, self.paper.height).inset(MARGIN)

    def place(self, rect: Rect) -> Rect:
        """The rectangle as this captain's hand needs it: mirrored for the left."""
        return rect.mirrored(self.paper.width) if self.left_handed else rect

    def tab(self, rect: Rect, panel: str, note: str | None = None, *, solid: bool) -> Tab:
        """The tab at the head of a panel, worded by the edition."""
        words = getattr(self.edition.tracker.panels, panel)
        text = words.note or "" if note is None else note
        return Tab(rect.top(self.style.tab_height), words.title, text, solid, self.style)

    def grid_height(self, sea: float) -> float:
        """How high a grid panel is whose squares take `sea` mm: with tab, axis and border."""
        return self.style.tab_height + self.style.axis_band + 2 * self.style.ladder + sea

    def grid(self, x: float, top: float, cell: float, panel: str, *, solid: bool, shows_fleet: bool) -> GridPanel:
        """A grid whose left edge is `x` and whose tab starts at `top`, its squares `cell` mm wide."""
        style, grid = self.style, self.edition.grid
        beside = style.axis_margin + style.ladder
        sea_w, sea_h = cell * grid.columns, cell * grid.rows
        rect = self.place(Rect(x, top, sea_w + 2 * beside, self.grid_height(sea_h)))
        sea = Rect(rect.x + beside, rect.bottom - style.ladder - sea_h, sea_w, sea_h)
        return GridPanel(rect, self.tab(rect, panel, solid=solid), sea, grid, style, shows_fleet)

    def recon(self, rect: Rect) -> ReconPanel:
        """Letter recon in this place."""
        letters = self._letters(rect, "recon", solid=True)
        return ReconPanel(letters, self.edition.marks, self.edition.tracker.letters_once)

    def manifest(self, rect: Rect, note: str | None = None) -> ManifestPanel:
        """The letter manifest in this place; `note` on its tab instead of the edition's own."""
        letters = self._letters(rect, "manifest", note, solid=False)
        return ManifestPanel(letters, self.edition.lengths, self.blank)

    def _letters(self, rect: Rect, panel: str, note: str | None = None, *, solid: bool) -> LettersPanel:
        placed = self.place(rect)
        edition = self.edition
        tab = self.tab(placed, panel, note, solid=solid)
        letters = LettersPanel.of(placed, tab, edition.alphabet_rows, edition.vowels, self.style)
        for least, side, name in zip(
            SMALLEST_LETTER_BOX, (letters.boxes["A"].w, letters.boxes["A"].h), "wh", strict=True
        ):
            if side < least - 1e-6:
                what = "wide" if name == "w" else "high"
                raise BadInputError(
                    f"The letter boxes would be {side:.1f} mm {what} on {self.paper.title}; {least} mm is the least.",
                    tip="Fewer grid columns or rows leave them more room.",
                )
        return letters

    def enemy_tab(self, rect: Rect) -> Tab:
        """The tab of the enemy's roster, with the letters to find."""
        note = self.edition.tracker.panels.enemy.note
        return self.tab(rect, "enemy", f"{self.edition.fleet_letters} {note}" if note else None, solid=True)

    def wordmark(self, rect: Rect) -> WordmarkPanel:
        """The title in this place."""
        return WordmarkPanel(self.place(rect), self.edition.title, self.edition.tracker.title, self.style)

    @property
    def address_note(self) -> str:
        """Where the rules are, in words."""
        return f"rules: {self.edition.rules_address.split('://')[1]}"

    @property
    def names_fleet_below(self) -> bool:
        """Whether the fleet's name stands in the middle of the sheet instead of its head (A-15)."""
        return self.edition.tracker.fleet_name_in == "middle"

    @property
    def mine_variation(self) -> str:
        """The name of the variation that lays mines."""
        return next(variation.name for variation in self.edition.variations if variation.prints == "mine")
