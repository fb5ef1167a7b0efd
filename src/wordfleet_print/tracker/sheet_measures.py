"""Where the panels of a printed sheet are, for the figure that shows it in small."""

from __future__ import annotations

from typing import Any

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.paper import A4
from wordfleet_print.tracker.layout import lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.panels.grids import Grid

# What figures call the panels of a sheet, the public one first where there are two of a kind.
PANELS = {
    "Grid": ("attack", "defense"),
    "Letters": ("recon", "manifest"),
    "EnemyFleet": ("enemy", ""),
    "OwnFleet": ("fleet", ""),
    "LaunchCodes": ("codes", ""),
    "PageLine": ("fold", ""),
    "SecretBand": ("secret", ""),
    "NameLine": ("field", "field2"),
}


def measure_sheet(book: Rulebook) -> dict[str, Any]:
    """Return, for figures of a book, the size of a printed sheet, where its panels are, the side of
    a square (mm), and how many letters a row of the alphabet has, and how many rows; nothing for a
    book that has no sheets, or whose sheets do not fit.
    """
    if not isinstance(book, Edition):
        return {}
    try:
        page = lay_out_sheet(book, SheetLooks(A4))[0]
    # A book can be read without its sheets, and is printed without the figure of one
    except BadInputError:
        return {}
    panels: dict[str, Any] = {}
    for panel in page.panels:
        kind = type(panel).__name__
        first, second = PANELS.get(kind, (kind.lower(), f"{kind.lower()}2"))
        panels[second if first in panels else first] = [
            panel.rect.x,
            panel.rect.y,
            panel.rect.w,
            panel.rect.h,
        ]
    cell = next((panel.cell for panel in page.panels if isinstance(panel, Grid)), 0.0)
    rows = book.alphabet_rows
    letters = [max(map(len, rows)), len(rows)]
    size = {"width": page.width, "height": page.height}
    return {**size, "panels": panels, "cell": cell, "letters": letters}
