"""Pictures on pieces and cards: chess pieces, toy soldiers, ships."""

from __future__ import annotations

from typing import get_args

from wordfleet_print.game.flip_chess import Chessman
from wordfleet_print.press.ink.ink import BLACK, CELL_LINE, WHITE, Pen
from wordfleet_print.press.ink.paper import Rect, load_picture

CHESSMEN: tuple[str, ...] = get_args(Chessman)
BODY_LINE, INNER_LINE = 2.2, 0.9
"""Around a chess piece that is not black (its inner half is covered), and within one (pt)."""


def check_picture(name: str) -> None:
    """Raises `BadInputError` for a picture that there is not, naming those at hand."""
    load_picture(name)


def draw_picture(pen: Pen, name: str, place: Rect, *, outlined: bool, on_black: bool = False) -> None:
    """A picture in its place: solid, outlined, or white on black. A chess piece that is not on black is a white one;
    what is drawn in lines stays so.
    """
    picture = load_picture(name)
    in_lines = any(outline.stroke == BLACK for outline in picture.outlines)
    light = on_black or (not in_lines and (outlined or name in CHESSMEN))
    if light and not on_black:
        pen.picture_outline(picture, place, BODY_LINE if name in CHESSMEN else CELL_LINE)
    pen.picture(picture, place, *((WHITE, BLACK) if light else (BLACK, WHITE)), line=0 if in_lines else INNER_LINE)
