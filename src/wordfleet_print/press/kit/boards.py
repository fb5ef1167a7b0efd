"""Boards: on one page where they fit, or in whole columns over several, to be glued edge to edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import ceil
from string import ascii_lowercase
from typing import NamedTuple
from xml.sax.saxutils import escape

from wordfleet_print.errors import Complaint
from wordfleet_print.press.ink.ink import CELL_LINE, TINT, Pen, set_centred, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.parts import inside
from wordfleet_print.press.kit.leaf import SUGGESTED, Leaf, draw_bar, lying, refuse, room_on
from wordfleet_print.press.kit.written import SMALL, Typesetter, parsed

BESIDE, ABOVE = 4.6, 9.6
"""What names of rows take at either side of a board, and all that stands over and under it (mm)."""
FRAME = 1.2
"""The board's own border (pt)."""
STRIP = 16.0
"""What a part of a board leaves free below it or at its right: for the bar, and for what to do (mm)."""


class BoardPart(NamedTuple):
    """Squares across and down, how wide each is, at least where the paper is smaller (mm); `tiled`: over as many pages
    as it needs. `at_sea`: columns have capitals, and rows count from above. What a page says to do; whose the near side
    and the far one are, and the mark of the ruling on pawns, if there are any.
    """

    name: str
    columns: int
    rows: int
    square: float
    least: float
    checkered: bool = False
    tiled: bool = False
    at_sea: bool = False
    line: str = "Lay it between you."
    sides: tuple[str, ...] = ()
    pawns: str | None = None


def board_leaves(part: BoardPart, setter: Typesetter) -> Iterator[Leaf]:
    """The pages of a board. Raises `BadInputError` for one that is too large, with the size that would fit."""
    paper = setter.look.paper
    room, title = room_on(lying(paper)), "The board" if part.name == "board" else part.name.capitalize()
    wide, high = room.w - 2 * BESIDE, room.h - 2 * (ABOVE if part.sides else BESIDE)
    most = int(min(wide / part.columns, high / part.rows))
    square = most if part.least <= most < part.square else part.square
    board = _Tile(part._replace(square=square), setter, range(part.columns), range(part.rows))
    if square * part.columns <= wide + 1e-6 and square * part.rows <= high + 1e-6:
        line = f"{part.rows} × {part.columns} squares of {square:g} mm. {part.line}"
        yield Leaf(part.name, title, line, board.draw, measured=True, note=SUGGESTED if part.pawns else "")
        return
    pages = (inside(lying(paper)), inside(paper)) if part.tiled else ()
    ways = [board.cut(page.top(page.h - STRIP)) for page in pages]
    ways += [board.cut(page.left(page.w - STRIP)) for page in pages]
    tiles = min(filter(None, ways), key=lambda way: (len(way), -len(way[0].rows)), default=[])
    if not tiles:
        advice = [f"squares of {most} mm fit"] * bool(most) + ["or tiled: true"] * (not part.tiled)
        needs = f"{part.columns * square:g} × {part.rows * square:g} mm; {paper.title} takes {wide:.0f} × {high:.0f}"
        what = f"{part.columns} × {part.rows} squares of {square:g} mm need {needs}"
        refuse([Complaint(part.name, what, ", ".join(advice))])
    for number, tile in enumerate(tiles, start=1):
        of = f"{number} of {len(tiles)}"
        told = f"{setter.book.title} · {part.name}, page {of}"
        draw = partial(tile.draw_tile, told)
        yield Leaf(part.name, f"{title}, {of}", told, draw, upright=ways.index(tiles) % 2 == 1, card=True, bare=True)


_RING = "<ring w='3.6' solid='{}'/>"
"""What stands for a color: a ring for the first, a disc for the second."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """The columns and rows of a board that stand on one page, from the upper left."""

    part: BoardPart
    setter: Typesetter
    columns: range
    rows: range

    def cut(self, page: Rect) -> list[_Tile]:
        """Whole columns and rows, as many on each page as it takes; none where not one square fits."""
        across, down = (int((side + 1e-6) // self.part.square) for side in (page.w, page.h))
        across, down = _evenly(self.part.columns, across), _evenly(self.part.rows, down)
        return [
            _Tile(self.part, self.setter, self.columns[x : x + across], self.rows[y : y + down])
            for y in range(0, self.part.rows if across else 0, down or self.part.rows)
            for x in range(0, self.part.columns if down else 0, across)
        ]

    def draw(self, pen: Pen, room: Rect) -> None:
        """A whole board: squares, their names for both sides, and whose side is which."""
        wide, high = self.part.columns * self.part.square, self.part.rows * self.part.square
        board = Rect(room.centre_x - wide / 2, room.centre_y - high / 2, wide, high)
        self._draw_squares(pen, board)
        pen.frame(board, FRAME)
        pen.frame(board.inset(-0.9), CELL_LINE)
        for far in (False, True):
            with pen.turned(board.centre_x, board.centre_y, 180 * far):
                self._draw_names(pen, board, far)
                for owner in self.part.sides[far : far + 1]:
                    words, ring = escape(f"{owner}’s side".upper()), _RING.format(int(far))
                    told = f"{ring} <s size='11'>{words}</s> {ring}"
                    self._draw_side(pen, Rect(board.x, board.bottom + 5, board.w, 5), told, "center", "go that way")

    def draw_tile(self, told: str, pen: Pen, room: Rect) -> None:
        """A part of a board in the corner of its page, the names inside its squares, what to do with it beside them."""
        side = self.part.square
        board = Rect(room.x, room.y, len(self.columns) * side, len(self.rows) * side)
        self._draw_squares(pen, board)
        for column, row in product(self.columns, self.rows):
            x, y = self._corner(board, column + 1, row + 1)
            name = f"{self._column(column)}{self._row(row)}"
            pen.text(set_right(x - 1.6, y - 1.8, name, self.setter.look.bold, 9.0))
        corners = (self.part.rows - 1, 0), (0, self.part.columns - 1)
        for far, owner in enumerate(self.part.sides):
            if corners[0][far] in self.rows and corners[1][far] in self.columns:
                with pen.turned(board.centre_x, board.centre_y, 180 * far):
                    place = Rect(board.x + 2, board.bottom - 12, max(side - 4, 30.0), 9)
                    self._draw_side(pen, place, f"{_RING.format(far)} <b>{escape(owner)}’s side</b>", "left", "go up")
        how = f"**{told}.** Squares are {side:g} mm. Cut along the outer lines, glue page to page."
        how += f" {SUGGESTED}." * bool(self.part.pawns)
        below, off = room.bottom - board.bottom >= STRIP, STRIP / 2 + 1.5
        x, y = (room.centre_x, board.bottom + off) if below else (board.right + off, room.centre_y)
        strip = Rect(x - (room.w if below else room.h) / 2, y - off + 3, room.w if below else room.h, 13)
        with pen.turned(x, y, 0 if below else 90):
            self.setter.words(pen, strip, how, SMALL)
            draw_bar(pen, strip.x, strip.y + 8.5, self.setter)

    def _corner(self, board: Rect, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a square."""
        side = self.part.square
        return board.x + (column - self.columns.start) * side, board.y + (row - self.rows.start) * side

    def _draw_squares(self, pen: Pen, board: Rect) -> None:
        side = self.part.square
        for n in range(len(self.columns) + 1):
            pen.line(board.x + n * side, board.y, board.x + n * side, board.bottom, CELL_LINE)
        for n in range(len(self.rows) + 1):
            pen.line(board.x, board.y + n * side, board.right, board.y + n * side, CELL_LINE)
        for row, column in product(self.rows, self.columns):
            square = Rect(*self._corner(board, column, row), side, side)
            if not self.part.checkered or (self.part.rows - row + column) % 2 == 0:
                continue
            if self.setter.look.eco:
                _draw_corners(pen, square)
            else:
                pen.fill(square.inset(0.25), TINT)
                pen.frame(square.inset(1.1), 0.35)

    def _column(self, number: int) -> str:
        return column_name(number).upper() if self.part.at_sea else column_name(number)

    def _row(self, number: int) -> str:
        return str(number + 1 if self.part.at_sea else self.part.rows - number)

    def _draw_names(self, pen: Pen, board: Rect, far: bool) -> None:
        """Columns below and rows at the left of whoever sits there; a square has one name, whoever reads it."""
        side, face, way = self.part.square, self.setter.look.bold, -1 if far else 1
        for n, column in enumerate(self.columns[::way]):
            middle = board.x + (n + 0.5) * side
            pen.text(set_centred(middle, board.bottom + 3.0, self._column(column), face, 9.6))
        for n, row in enumerate(self.rows[::way]):
            pen.text(set_centred(board.x - 3.0, board.y + (n + 0.5) * side, self._row(row), face, 9.6))

    def _draw_side(self, pen: Pen, place: Rect, owner: str, align: str, go: str) -> None:
        """Whose side it is, and which way its pawns go."""
        told = f"<gap w='3'/>pawns {go}{self.part.pawns} <up w='3'/>" if self.part.pawns is not None else ""
        self.setter.draw(pen, parsed(f"<p size='{SMALL}' align='{align}'>{owner} {told}</p>"), place)


def _evenly(count: int, most: int) -> int:
    """As many for each page as there are on the fullest, shared out evenly; none where a page takes none."""
    return ceil(count / ceil(count / most)) if most else 0


def _draw_corners(pen: Pen, square: Rect) -> None:
    """A dark square without a tint: a triangle in each corner."""
    long, box = square.w * 0.16, square.inset(0.5)
    for x, across in ((box.x, long), (box.right, -long)):
        for y, down in ((box.y, long), (box.bottom, -long)):
            pen.polygon([(x, y), (x + across, y), (x, y + down)])


def column_name(number: int) -> str:
    """A column as it is called, from 0: a, b, …, z, aa."""
    before = column_name(number // 26 - 1) if number >= 26 else ""
    return before + ascii_lowercase[number % 26]
