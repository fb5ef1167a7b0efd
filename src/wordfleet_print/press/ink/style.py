"""Type sizes, line weights and measures: SHEET.md, "Ink" and "Type", as values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wordfleet_print.press.ink.fonts import Face

TINT = 0.88
"""The one tint, 12 % K, as a DeviceGray level (0 is black)."""

CELL_LINE = 0.6
"""Cells, dividers, dotted lines (pt)."""
MIDLINE = 1.0
"""Half-way across and down a grid (pt)."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way of setting the sheet. Sizes of type in pt, measures in mm, lines in pt.

    `tab_height`, `axis_band` (letters over a grid), `axis_margin` (numbers beside it), `ladder` (the chart border)
    and `gap` (between panels) are mm. `stamp_line` outlines tabs, `strong` sets words and ships' names. `saves_ink`
    leaves out tint, border and pictures, and outlines what else is solid.
    """

    label: float
    body: float
    legend: float
    axis: float
    tab: float
    title: float
    name: float
    name_min: float
    ship: float
    alphabet: float
    code: float
    code_line: float
    count: float
    word: float
    tab_height: float
    axis_band: float
    axis_margin: float
    ladder: float
    gap: float
    strong: Face = Face.BOLD
    writing_line: float = 0.8
    frame_line: float = 1.0
    stamp_line: float = 1.4
    saves_ink: bool = False

    def eco(self) -> Style:
        """The same style with less ink: nothing solid, thinner lines, lighter and no larger letters than needed."""
        return replace(
            self,
            title=min(self.title, 18.0),
            name=min(self.name, 18.0),
            alphabet=14.0 if self.alphabet < 18 else 19.0,
            count=14.0 if self.count < 18 else 19.0,
            code=min(self.code, 20.0),
            code_line=min(self.code_line, 16.0) if self.code_line > 14 else 12.0,
            word=14.0 if self.word < 18 else 19.0,
            strong=Face.SEMIBOLD,
            writing_line=CELL_LINE,
            frame_line=CELL_LINE,
            stamp_line=CELL_LINE,
            saves_ink=True,
        )


STANDARD = Style(
    label=7.2,
    body=8.0,
    legend=8.5,
    axis=10.5,
    tab=11.5,
    title=13.5,
    name=12.5,
    name_min=9.0,
    ship=11.0,
    alphabet=15.0,
    code=14.0,
    code_line=14.0,
    count=15.0,
    word=15.5,
    tab_height=5.0,
    axis_band=4.6,
    axis_margin=5.2,
    ladder=0.7,
    gap=2.4,
)

LARGE = Style(
    label=16.0,
    body=16.0,
    legend=16.0,
    axis=18.0,
    tab=16.0,
    title=20.0,
    name=20.0,
    name_min=16.0,
    ship=18.0,
    alphabet=24.0,
    code=24.0,
    code_line=18.0,
    count=24.0,
    word=24.0,
    tab_height=7.4,
    axis_band=7.0,
    axis_margin=7.6,
    ladder=1.1,
    gap=2.8,
)
