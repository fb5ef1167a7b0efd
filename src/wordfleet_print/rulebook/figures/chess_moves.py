"""How chess pieces move in Happy Flip Chess: a small board for each kind (F-09, F-11)."""

from __future__ import annotations

from wordfleet_print.game.flip_chess import Chessman, FlipChess, Man, legal_moves
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, WIDTH, Canvas, Size, Squares, Stroke, WebFace
from wordfleet_print.rulebook.figures.chessmen import draw_board, draw_man

SIDE = 5
"""Squares of a small board across and down, the piece in the middle: an odd number."""
IN_ROW = 3
GAP, LABEL = 20.0, 22.0


def moves(chess: FlipChess) -> str:
    """Each kind of piece on an empty board with a dot where it may go, and a frame around what a pawn captures."""
    canvas = Canvas()
    cell = (WIDTH - 3 - GAP * (IN_ROW - 1)) / IN_ROW / SIDE
    bottom, told = 0.0, []
    for number, piece in enumerate(chess.pieces):
        x = 1.5 + number % IN_ROW * (cell * SIDE + GAP)
        y = LABEL + number // IN_ROW * (cell * SIDE + LABEL + 10)
        board = Squares(x, y, cell, SIDE, SIDE)
        canvas.text(board.box.centre_x, y - LABEL / 2, piece.name, Size.LABEL, WebFace.STRONG)
        ends = _draw_moves(canvas, board, piece.name)
        told.append(f"{piece.name}: {ends} of the {SIDE * SIDE - 1} squares around it")
        bottom = board.box.bottom + 2
    description = f"Where each piece may go from the middle of {SIDE} by {SIDE} squares. {'; '.join(told)}."
    return canvas.svg("moves", "How the pieces move", description, (WIDTH, bottom))


def _draw_moves(canvas: Canvas, board: Squares, name: Chessman) -> int:
    """The board, the piece in its middle, where it may go; how many squares these are."""
    draw_board(canvas, board)
    middle = SIDE // 2, SIDE // 2
    men: dict[tuple[int, int], Man] = {middle: Man(name, dark=False, face_up=True)}
    if name == "pawn":
        prey = Man("pawn", dark=True, face_up=True)
        men |= {(middle[0] + beside, middle[1] - 1): prey for beside in (-1, 1)}
    for square, man in men.items():
        draw_man(canvas, board.square(square), man)
    ends = [end for _, end in legal_moves(men, (SIDE, SIDE), dark=False)]
    for end in ends:
        _draw_end(canvas, board.square(end), takes=end in men)
    return len(ends)


def _draw_end(canvas: Canvas, place: Rect, *, takes: bool) -> None:
    """A dot where a piece may go; a frame around what it captures there."""
    if takes:
        canvas.rect(place.inset(1.5), stroke=INK, line=Stroke.STRONG, radius=3)
    else:
        canvas.circle(place.centre_x, place.centre_y, place.w * 0.14, fill=INK)
