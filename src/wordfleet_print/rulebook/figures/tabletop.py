"""The picture on the cover of a game that the programme does not know: pawns, cards and dice, waiting on a table."""

from __future__ import annotations

from math import cos, radians, sin

from wordfleet_print.game.facts import RulesOnly
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, PAPER, TINT, Canvas, Stroke, point

TABLE_WIDTH, FLOOR = 1000.0, 250.0
"""How broad the picture is, and where things stand (units)."""
PAWNS_WIDE, MOST_PAWNS, FARTHEST = 590.0, 6, 180.0
"""How much of it is for pawns, how many there is room for, and how far one is from the next at most (units)."""
PAWN = 0.8
"""How large a pawn is, of its path's units."""
CARD_WIDE, CARD_HIGH = 116.0, 176.0
DIE = 86.0
PIPS = {5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
_PAWN = (
    "M-58,0 L58,0 L58,-18 C42,-30 22,-70 18,-130 L40,-142 L40,-156 "
    "L-40,-156 L-40,-142 L-18,-130 C-22,-70 -42,-30 -58,-18 Z"
)
_DIAMOND = (0.0, -36.0), (26.0, 0.0), (0.0, 36.0), (-26.0, 0.0)


def things_on_a_table(book: RulesOnly) -> str:
    """A pawn for each player, as many as there is room for; a hand of cards; two dice. Raises nothing."""
    canvas = Canvas()
    pawns = min(book.players.most or book.players.count, MOST_PAWNS)
    step = min(FARTHEST, PAWNS_WIDE / pawns)
    for i in range(pawns):
        _draw_pawn(canvas, (i + 0.5) * step, (INK, PAPER, TINT)[i % 3])
    for angle in (-20.0, 0.0, 20.0):
        _draw_card(canvas, 702, FLOOR - 22, angle)
    for x, pips in ((TABLE_WIDTH - 1 - DIE, 5), (TABLE_WIDTH - 14 - 2 * DIE, 3)):
        _draw_die(canvas, Rect(x, FLOOR - DIE, DIE, DIE), pips)
    canvas.line(0, FLOOR + Stroke.STRONG, TABLE_WIDTH, FLOOR + Stroke.STRONG, 2 * Stroke.STRONG)
    told = "Pawns, a hand of cards and two dice, waiting on a table."
    return canvas.svg(
        "frontispiece", f"A table set for {book.title}", told, (TABLE_WIDTH, FLOOR + 2 * Stroke.STRONG + 1)
    )


def _draw_pawn(canvas: Canvas, x: float, fill: str) -> None:
    canvas.shape(_PAWN, (x, FLOOR, PAWN), Stroke.STRONG, fill=fill, stroke=INK)
    canvas.circle(x, FLOOR - 186 * PAWN, 42 * PAWN, fill=fill, stroke=INK, line=Stroke.STRONG)


def _draw_card(canvas: Canvas, x: float, y: float, angle: float) -> None:
    """A card that stands on (x, y), leaning by so many degrees."""
    turn = radians(angle)

    def at(across: float, up: float) -> str:
        return point(x + across * cos(turn) + up * sin(turn), y + across * sin(turn) - up * cos(turn))

    half = CARD_WIDE / 2
    corners = [(-half, 0.0), (half, 0.0), (half, CARD_HIGH), (-half, CARD_HIGH)]
    canvas.path(f"M{' L'.join(at(*corner) for corner in corners)} Z", fill=PAPER, stroke=INK, line=Stroke.STRONG)
    diamond = [at(across, CARD_HIGH / 2 - down) for across, down in _DIAMOND]
    canvas.path(f"M{' L'.join(diamond)} Z", fill=INK)


def _draw_die(canvas: Canvas, box: Rect, pips: int) -> None:
    canvas.rect(box.inset(Stroke.STRONG / 2), fill=PAPER, stroke=INK, line=Stroke.STRONG, radius=DIE / 7)
    for across, down in PIPS[pips]:
        canvas.circle(box.centre_x + across * DIE / 4, box.centre_y + down * DIE / 4, DIE / 11, fill=INK)
