"""Attack and defense grids: squares, letters above, numbers on both sides, a chart's ladder border."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wordfleet_print.fleet.fleets import Berth
from wordfleet_print.game import Grid
from wordfleet_print.press.ink.fonts import Face, cap_height
from wordfleet_print.press.ink.ink import CELL_LINE, MIDLINE, Frame, Pen, Style, Type, set_centred
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.panels.panel import Tab
from wordfleet_print.press.panels.slots import OwnPlace, Slot
from wordfleet_print.sheet.sheet import Sheet

PLACED = 0.87
"""A printed ship's letters in the grid, to those in the fleet's boxes: hits are marked over them."""
SHIP_INSET = 0.9
"""How far inside its squares a printed ship's outline runs (mm): touching ships stay apart."""


@dataclass(frozen=True, slots=True)
class GridPanel:
    """A grid with its tab. `sea` is the area of the squares; `rect` includes axes and border."""

    rect: Rect
    tab: Tab
    sea: Rect
    grid: Grid
    style: Style
    shows_fleet: bool

    @property
    def cell(self) -> float:
        """The side of a square (mm)."""
        return self.sea.w / self.grid.columns

    def square(self, column: int, row: int) -> Rect:
        """The square's rectangle; columns and rows count from 0."""
        return Rect(self.sea.x + column * self.cell, self.sea.y + row * self.cell, self.cell, self.cell)

    def draw(self, pen: Pen) -> None:
        """Tab, axes, border and squares."""
        self.tab.draw(pen)
        self._draw_axes(pen)
        if not self.style.saves_ink:
            draw_chart_border(pen, self.sea, self.grid.columns, self.grid.rows, self.style.ladder)
        self._draw_squares(pen)

    def _draw_axes(self, pen: Pen) -> None:
        size, style = self.style.axis, self.style
        above = self.sea.y - style.ladder - max(0.9, 0.07 * size) - cap_height(Face.SEMIBOLD, size) / 2
        for column, letter in enumerate(self.grid.column_names):
            pen.text(set_centred(self.square(column, 0).centre_x, above, letter, Face.SEMIBOLD, size))
        beside = style.ladder + style.axis_margin / 2 + 0.1
        for row in range(self.grid.rows):
            y = self.square(0, row).centre_y
            for x in (self.sea.x - beside, self.sea.right + beside):
                pen.text(set_centred(x, y, str(row + 1), Face.SEMIBOLD, size))

    def _draw_squares(self, pen: Pen) -> None:
        sea, grid = self.sea, self.grid
        for column in range(1, grid.columns):
            x = self.square(column, 0).x
            pen.line(x, sea.y, x, sea.bottom, _weight(column, grid.columns))
        for row in range(1, grid.rows):
            y = self.square(0, row).y
            pen.line(sea.x, y, sea.right, y, _weight(row, grid.rows))
        pen.frame(sea, self.style.frame_line)

    def slots(self) -> Iterable[Slot]:
        """The fleet in its berths, where this grid shows it."""
        return (Slot(_berthed, OwnPlace(self._set_fleet)),) if self.shows_fleet else ()

    def _set_fleet(self, ships: Iterable[tuple[str, Berth]]) -> Iterator[Type]:
        for word, berth in ships:
            yield from self._set_ship(word, berth)

    def _set_ship(self, word: str, berth: Berth) -> Iterator[Type]:
        squares = [self.square(column, row) for column, row in berth.squares(len(word))]
        first, last = squares[0], squares[-1]
        hull = Rect(first.x, first.y, last.right - first.x, last.bottom - first.y).inset(SHIP_INSET)
        yield Frame(hull, self.cell * 0.3, self.style.frame_line)
        for letter, square in zip(word, squares, strict=True):
            yield set_centred(square.centre_x, square.centre_y, letter, Face.MEDIUM, PLACED * self.style.word)


def _berthed(sheet: Sheet) -> tuple[tuple[str, Berth], ...] | None:
    """Each ship's word with its berth, where they are known."""
    if sheet.berths is None or sheet.words is None:
        return None
    return tuple(zip(sheet.words, sheet.berths, strict=True))


def _weight(line: int, lines: int) -> float:
    """Heavier half-way, so that a square is found by counting to five at most."""
    return MIDLINE if 2 * line == lines else CELL_LINE


def draw_chart_border(pen: Pen, sea: Rect, columns: int, rows: int, thick: float) -> None:
    """A chart's border: bars a square long, dark and light by turns, shifted on the opposite side."""
    border = sea.inset(-thick)
    for i, part in enumerate(sea.columns(columns)):
        pen.fill(Rect(part.x, sea.bottom if i % 2 else border.y, part.w, thick))
    for i, part in enumerate(sea.rows(rows)):
        pen.fill(Rect(sea.right if i % 2 else border.x, part.y, thick, part.h))
    pen.frame(border, CELL_LINE)
