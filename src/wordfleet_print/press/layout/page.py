"""`PagePlan`: the panels of one page, public and secret ones apart."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.press.ink.ink import Pen, Type
from wordfleet_print.press.panels.panel import FoldLine, Panel
from wordfleet_print.sheet.sheet import Sheet


@dataclass(frozen=True, slots=True, eq=False)
class PagePlan:
    """One page: the panels everyone may see, the secret ones, and how far down it folds (mm; None: it does not).

    A page is itself and no other, however like: so what is made of it is found again by it.
    """

    public: tuple[Panel, ...]
    secret: tuple[Panel, ...]
    fold: float | None

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All panels, public ones first."""
        return self.public + self.secret

    def draw(self, pen: Pen) -> None:
        """Draw the page's static art where it stands."""
        for panel in self.panels:
            panel.draw(pen)

    def set_type(self, sheet: Sheet) -> list[Type]:
        """All type that this sheet has on this page, placed."""
        return [item for panel in self.panels for slot in panel.slots() for item in slot.set_type(sheet)]

    def without_secrets(self) -> PagePlan:
        """The public panels alone; there is nothing left to fold away."""
        return PagePlan(tuple(panel for panel in self.public if not isinstance(panel, FoldLine)), (), None)
