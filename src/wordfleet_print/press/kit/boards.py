"""Boards: on one page where they fit, or in whole columns over several, to be glued edge to edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_lowercase

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import Edition
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.press.ink.fonts import Face, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, TINT, Pen, Run, set_centred, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import BODY, SMALL, SUGGESTED, Leaf, LeafPress, draw_words, lying, room_on, stencil
from wordfleet_print.press.kit.parts import BoardPart
from wordfleet_print.press.stationery import inside

BESIDE, ABOVE = 4.6, 9.6
"""What names of rows take at either side of a board, and all that stands over and under it (mm)."""
FRAME = 1.2
"""The board's own border (pt)."""


def board_leaves(part: BoardPart, press: LeafPress) -> Iterator[Leaf]:
    """The pages of a board. Raises `BadInputError` for one that is too large, with the size that would fit."""
    board = _fitted(part, press)
    title = "The board" if part.name == "board" else part.name.capitalize()
    whole = _Tile(board, press, range(board.columns), range(board.rows))
    if _fits(board, press):
        line = f"{board.rows} × {board.columns} squares of {board.square:g} mm. {_how(press)}"
        yield Leaf(part.name, title, line, whole.draw, measured=True, note=_note(press))
        return
    paper = press.look.paper
    ways = [_tiles(board, press, page) for page in (inside(lying(paper)), inside(paper)) if board.tiled]
    tiles = min(filter(None, ways), key=len, default=None)
    if not tiles:
        raise _too_large(board, press)
    for number, tile in enumerate(tiles, start=1):
        told = f"{press.book.title} · {part.name}, page {number} of {len(tiles)}"
        upright = tiles == ways[1]
        page = replace(tile, told=told)
        yield Leaf(part.name, f"{title}, {number} of {len(tiles)}", told, page.draw_tile, upright, card=True, bare=True)


def _how(press: LeafPress) -> str:
    if isinstance(press.book, FlipChess):
        return "When the first flip has told the colors, turn the board: each looks at it from their own side."
    return "Lay it between you."


def _note(press: LeafPress) -> str:
    return SUGGESTED if isinstance(press.book, FlipChess) and press.dagger("pawns") else ""


def _fits(board: BoardPart, press: LeafPress) -> bool:
    room = room_on(lying(press.look.paper))
    wide, high = room.w - 2 * BESIDE, room.h - 2 * ABOVE
    return board.square * board.columns <= wide + 1e-6 and board.square * board.rows <= high + 1e-6


def _fitted(part: BoardPart, press: LeafPress) -> BoardPart:
    """The board with squares as large as the paper takes: whole millimetres, as far as it may shrink."""
    most = float(_largest(part, press))
    return replace(part, square=most) if part.least <= most < part.square else part


def _largest(part: BoardPart, press: LeafPress) -> int:
    """The widest squares, in whole millimetres, of a board on one page."""
    room = room_on(lying(press.look.paper))
    return int(min((room.w - 2 * BESIDE) / part.columns, (room.h - 2 * ABOVE) / part.rows))


def _tiles(board: BoardPart, press: LeafPress, page: Rect) -> list[_Tile]:
    """Whole columns and rows, as many on each page as it takes; none where not one square fits."""
    across, down = (int((side + 1e-6) // board.square) for side in (page.w, page.h))
    if not across or not down:
        return []
    return [
        _Tile(board, press, range(x, min(x + across, board.columns)), range(y, min(y + down, board.rows)))
        for y in range(0, board.rows, down)
        for x in range(0, board.columns, across)
    ]


def _too_large(board: BoardPart, press: LeafPress) -> BadInputError:
    room, square = room_on(lying(press.look.paper)), _largest(board, press)
    advice = [f"squares of {square} mm fit"] if square else []
    advice += [] if board.tiled else ["or tiled: true"]
    needs = f"{board.columns * board.square:g} × {board.rows * board.square:g} mm"
    takes = f"{press.look.paper.title} takes {room.w - 2 * BESIDE:.0f} × {room.h - 2 * ABOVE:.0f}"
    what = f"{board.columns} × {board.rows} squares of {board.square:g} mm need {needs}; {takes}"
    return BadInputError("The kit cannot be printed.", Complaint(board.name, what, ", ".join(advice)))


@dataclass(frozen=True, slots=True)
class _Tile:
    """The columns and rows of a board that stand on one page, from the upper left; what a tile says of itself."""

    part: BoardPart
    press: LeafPress
    columns: range
    rows: range
    told: str = ""

    def draw(self, pen: Pen, room: Rect) -> None:
        """A whole board: squares, their names for both sides, and for Happy Flip Chess whose side is which."""
        part = self.part
        wide, high = part.columns * part.square, part.rows * part.square
        board = Rect(room.centre_x - wide / 2, room.centre_y - high / 2, wide, high)
        self._draw_squares(pen, board)
        pen.frame(board, FRAME)
        pen.frame(board.inset(-0.9), CELL_LINE)
        self._draw_names(pen, board, far=False)
        with pen.turned(board.centre_x, board.centre_y, 180):  # a square has one name, whoever reads it
            self._draw_names(pen, board, far=True)
        if isinstance(self.press.book, FlipChess):
            self._draw_sides(pen, board, self.press.book)

    def draw_tile(self, pen: Pen, room: Rect) -> None:
        """A part of a board in the corner of its page, the names inside its squares; its outer lines are cut along."""
        side, bold = self.part.square, self.press.look.bold
        board = Rect(room.x, room.y, len(self.columns) * side, len(self.rows) * side)
        self._draw_squares(pen, board)
        for column in self.columns:
            x = board.x + (column - self.columns.start) * side
            for row in self.rows:
                y = board.y + (row - self.rows.start) * side
                name = f"{self._column(column)}{self._row(row)}"
                pen.text(set_right(x + side - 1.6, y + side - 1.8, name, bold, 9.0))
        if isinstance(self.press.book, FlipChess):
            self._draw_near(pen, board, self.press.book)
        how = f"**{self.told}.** A square is {side:g} mm: measure. Cut along the outer lines, glue page to page."
        how += f" {note}." if (note := _note(self.press)) else ""
        draw_words(pen, Rect(board.x + 2, board.y + 5, max(side - 4, 30.0), 9), how, SMALL)

    def _draw_squares(self, pen: Pen, board: Rect) -> None:
        side = self.part.square
        for n in range(len(self.columns) + 1):
            pen.line(board.x + n * side, board.y, board.x + n * side, board.bottom, CELL_LINE)
        for n in range(len(self.rows) + 1):
            pen.line(board.x, board.y + n * side, board.right, board.y + n * side, CELL_LINE)
        for row, column in product(self.rows, self.columns):
            if not self.part.checkered or (row + column) % 2 == 0:
                continue
            x, y = board.x + (column - self.columns.start) * side, board.y + (row - self.rows.start) * side
            square = Rect(x, y, side, side)
            if self.press.look.eco:
                _draw_corners(pen, square)
            else:
                pen.fill(square.inset(0.25), TINT)
                pen.frame(square.inset(1.1), 0.35)

    @property
    def _at_sea(self) -> bool:
        """Whether columns have capitals, and rows count from above, as on a tracker."""
        return isinstance(self.press.book, Edition)

    def _column(self, number: int) -> str:
        return column_name(number).upper() if self._at_sea else column_name(number)

    def _row(self, number: int) -> str:
        return str(number + 1 if self._at_sea else self.part.rows - number)

    def _draw_names(self, pen: Pen, board: Rect, *, far: bool) -> None:
        """Columns below and rows at the left of whoever sits below; for who sits on the `far` side, from theirs."""
        side, face = self.part.square, self.press.look.bold
        for n in self.columns:
            name = self._column(self.columns[-1 - n] if far else n)
            pen.text(set_centred(board.x + (n + 0.5) * side, board.bottom + 3.0, name, face, 9.6))
        for n in self.rows:
            name = self._row(self.rows[-1 - n] if far else n)
            pen.text(set_centred(board.x - 3.0, board.y + (n + 0.5) * side, name, face, 9.6))

    def _draw_sides(self, pen: Pen, board: Rect, chess: FlipChess) -> None:
        light, dark = chess.colors
        pawns = any(piece.name == "pawn" for piece in chess.pieces)
        self._draw_side(pen, board, light, solid=False, pawns=pawns)
        with pen.turned(board.centre_x, board.centre_y, 180):
            self._draw_side(pen, board, dark, solid=True, pawns=pawns)

    def _draw_near(self, pen: Pen, board: Rect, chess: FlipChess) -> None:
        """Whose side it is, and its pawns' way, in the first square of a row that is nearest to one of the players."""
        light, dark = chess.colors
        pawns = any(piece.name == "pawn" for piece in chess.pieces)
        for color, solid, near in ((light, False, self.part.rows - 1), (dark, True, 0)):
            if near not in self.rows:
                continue
            with pen.turned(board.centre_x, board.centre_y, 180 if solid else 0):
                x, y = board.x + 3.4, board.bottom - 10
                pen.disc(x, y, 1.5) if solid else pen.ring(x, y, 1.4, 0.9)
                pen.text(Run(x + 3, y + 1.2, f"{color}’s side", self.press.look.bold, BODY))
                if pawns:
                    told = f"pawns go up{self.press.dagger('pawns')}"
                    pen.text(Run(x + 3, y + 4.8, told, Face.MEDIUM, SMALL))

    def _draw_side(self, pen: Pen, board: Rect, color: str, *, solid: bool, pawns: bool) -> None:
        """Whose side it is, and which way its pawns go."""
        words, size = f"{color}’s side".upper(), 11.0
        face, y, x = stencil(words), board.bottom + 7.4, board.centre_x
        wide = text_width(words, face, size)
        pen.text(set_centred(x, y, words, face, size))
        for at in (x - wide / 2 - 5, x + wide / 2 + 5):
            pen.disc(at, y, 1.7) if solid else pen.ring(at, y, 1.6, 0.9)
        if pawns:
            told = f"pawns go that way{self.press.dagger('pawns')}"
            start = x + wide / 2 + 9.5
            pen.text(Run(start, y + 0.9, told, Face.MEDIUM, SMALL))
            tip = start + text_width(told, Face.MEDIUM, SMALL) + 3
            pen.line(tip, y + 1.6, tip, y - 1, 1.0)
            pen.polygon([(tip - 1.1, y - 0.4), (tip + 1.1, y - 0.4), (tip, y - 2.2)])


def _draw_corners(pen: Pen, square: Rect) -> None:
    """A dark square without a tint: a triangle in each corner."""
    long, box = square.w * 0.16, square.inset(0.5)
    for x, across in ((box.x, long), (box.right, -long)):
        for y, down in ((box.y, long), (box.bottom, -long)):
            pen.polygon([(x, y), (x + across, y), (x, y + down)])


def column_name(number: int) -> str:
    """A column as it is called, from 0: a, b, …, z, aa."""
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = ascii_lowercase[letter] + name
    return name
