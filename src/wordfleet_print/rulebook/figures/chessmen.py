"""Chess pieces and boards for Happy Flip Chess: six glyphs, light and dark, and the back of a piece."""

from __future__ import annotations

from collections.abc import Sequence

from wordfleet_print.game.flip_chess import Chessman, Man
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, PAPER, TINT, Canvas, Squares, Stroke, number, point

WHITE, BLACK = "#fff", "#000"
"""The pieces' own colours: they stay what they are when the page turns dark; an outline of ink sets them off."""
GLYPH = 45.0
"""The side of the square that each glyph is drawn in (own units)."""

_BODIES: dict[Chessman, str] = {
    "pawn": "M22.5,8 A6.5,6.5 0 0 1 27.1,19.1 C30,22 30,28 34,34 L36,39 L9,39 L11,34 C15,28 15,22 17.9,19.1 "
    "A6.5,6.5 0 0 1 22.5,8 Z",
    "rook": "M11,8 L16,8 L16,12 L20,12 L20,8 L25,8 L25,12 L29,12 L29,8 L34,8 L34,17 L30,20 L30,31 L34,35 L36,39 "
    "L9,39 L11,35 L15,31 L15,20 L11,17 Z",
    "bishop": "M22.5,5 A3,3 0 0 1 24.5,10.2 C30,14 33,19 31,24 C30,27 28,28 28,29 L30,34 C33,34.5 36,36 36,39 L9,39 "
    "C9,36 12,34.5 15,34 L17,29 C17,28 15,27 14,24 C12,19 15,14 20.5,10.2 A3,3 0 0 1 22.5,5 Z",
    "knight": "M13,39 C13,32 20,29 20.5,23.5 C16,25 15,28 11.5,29 C9,29.5 7,26 8.5,23.5 C10.5,20 12,17 13.5,13.5 "
    "L13.5,6.5 L18.5,10 C29,8 36,19 36,39 Z",
    "queen": "M7.5,13 L13.5,24 L14.5,9 L19.8,22 L22.5,7 L25.2,22 L30.5,9 L31.5,24 L37.5,13 L33.5,31 L32.5,34.5 L35,39 "
    "L10,39 L12.5,34.5 L11.5,31 Z",
    "king": "M21,4 L24,4 L24,7 L27,7 L27,10 L24,10 L24,13.5 C26.5,14 27.5,16 27.8,17.5 C33,14 38.5,17 37,22.5 "
    "C36,27 33,29 32.5,33 L33,35 L35.5,39 L9.5,39 L12,35 L12.5,33 C12,29 9,27 8,22.5 C6.5,17 12,14 17.2,17.5 "
    "C17.5,16 18.5,14 21,13.5 L21,10 L18,10 L18,7 L21,7 Z",
}
_DETAILS: dict[Chessman, str] = {
    "pawn": "M13,34.5 L32,34.5",
    "rook": "M15.5,20 L29.5,20 M15.5,31 L29.5,31",
    "bishop": "M22.5,15.5 L22.5,23.5 M18.5,19.5 L26.5,19.5 M17.5,29 L27.5,29",
    "knight": "M16.6,15.6 L17.4,15 M24.5,14.5 C29,19 31,26 31,34",
    "queen": "M12.5,30.5 C18,28.8 27,28.8 32.5,30.5 M13,34.7 L32,34.7",
    "king": "M22.5,31 C22.5,24 25,19.5 28.5,19 M22.5,31 C22.5,24 20,19.5 16.5,19 M13,33 C19,30.6 26,30.6 32,33",
}


def draw_man(canvas: Canvas, box: Rect, man: Man) -> None:
    """A piece in its square: its glyph, or its back."""
    if man.face_up:
        draw_glyph(canvas, box, man.name, dark=man.dark)
    else:
        draw_backs(canvas, [box])


def draw_glyph(canvas: Canvas, box: Rect, name: Chessman, *, dark: bool) -> None:
    """A piece in its own colour, as large as the square allows."""
    scale = box.w / GLYPH
    place = (box.x, box.y, scale)
    body, lines = (BLACK, WHITE) if dark else (WHITE, BLACK)
    canvas.shape(_BODIES[name], place, fill=body, stroke=INK, line=max(1.1, 2 * scale))
    canvas.shape(_DETAILS[name], place, stroke=lines, line=max(0.9, 1.8 * scale))


def draw_backs(canvas: Canvas, boxes: Sequence[Rect]) -> None:
    """Pieces that lie face-down, all alike, in few paths: short pictures make light pages. Each a star on a counter."""
    for share, line, fill in ((0.36, Stroke.FRAME, PAPER), (0.28, Stroke.THIN, "none")):
        rings = "".join(_ring(box, box.w * share) for box in boxes)
        if rings:
            canvas.path(rings, line=line, fill=fill, stroke=INK)
    if boxes:
        canvas.path("".join(map(_star, boxes)), fill=INK)


def _ring(box: Rect, radius: float) -> str:
    bow = f"a{number(radius)} {number(radius)} 0 1 0 "
    return f"M{point(box.centre_x - radius, box.centre_y)}{bow}{point(2 * radius, 0)}{bow}{point(-2 * radius, 0)}"


def _star(box: Rect) -> str:
    ray, waist = box.w * 0.2, box.w * 0.056
    long, thin = number(ray - waist), number(waist)
    around = f"l{thin} {long} {long} {thin}-{long} {thin}-{thin} {long}-{thin}-{long}-{long}-{thin} {long}-{thin}z"
    return f"M{point(box.centre_x, box.centre_y - ray)}{around}"


def draw_board(canvas: Canvas, board: Squares) -> None:
    """Light and dark squares in a frame."""
    canvas.rect(board.box, fill=PAPER)
    side = number(board.cell)
    dark = (board.square((column, row)) for column, row in board.places if (row + column) % 2)
    canvas.path("".join(f"M{point(box.x, box.y)}h{side}v{side}h-{side}z" for box in dark), fill=TINT)
    canvas.rect(board.box, stroke=INK, line=Stroke.STRONG)
