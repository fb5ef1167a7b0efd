"""Pictures on pieces and cards: chess pieces, toy soldiers, ships."""

from __future__ import annotations

from typing import get_args

from wordfleet_print.errors import BadInputError
from wordfleet_print.game.flip_chess import Chessman
from wordfleet_print.press.ink.ink import BLACK, CELL_LINE, WHITE, Pen
from wordfleet_print.press.ink.paper import ART, Picture, Rect, load_part, load_picture

CHESSMEN: tuple[str, ...] = get_args(Chessman)
SOLDIERS = {
    "soldier": (("base", 0, 0), ("legs", 0, 0), ("torso", 0, 0), ("arms", 0, 0), ("head", 0, 0)),
    "kneeling-soldier": (("base", 0, 0), ("kneeling-legs", 0, 0), ("torso", 0, 8), ("arms", 0, 8), ("head", 0, 8)),
}
"""A toy soldier's parts by its pose, each with how far right and down it is moved (own units)."""
CHESS_UNITS, SOLDIER_UNITS = 45.0, 48.0
"""The side of the square on which chess pieces and soldiers are drawn (own units)."""


def known_pictures() -> list[str]:
    """The names of all pictures."""
    return [*CHESSMEN, *SOLDIERS, *sorted(path.stem for path in ART.glob("*.svg"))]


def check_picture(name: str) -> None:
    """Raises `BadInputError` for a picture that there is not, naming those at hand."""
    if name not in known_pictures():
        raise BadInputError(f"There is no picture “{name}”.", tip=f"Pictures: {', '.join(known_pictures())}.")


def draw_picture(pen: Pen, name: str, place: Rect, *, outlined: bool, on_black: bool = False) -> None:
    """A picture in its place: solid, outlined, or white on black."""
    if name in CHESSMEN:
        shape, lines = (load_part(part, CHESS_UNITS) for part in (name, f"{name}-lines"))
        if on_black:
            pen.picture(shape, place, WHITE)
        else:
            pen.picture_outline(shape, place, 1.1)
        pen.picture_outline(lines, place, 0.9)
        return
    layers = [load_picture(name)] if name not in SOLDIERS else [_moved(*part) for part in SOLDIERS[name]]
    if outlined and not on_black:
        for layer in layers:
            pen.picture_outline(layer, place, CELL_LINE)
    for layer in layers:
        pen.picture(layer, place, WHITE if outlined or on_black else BLACK)


def _moved(part: str, right: float, down: float) -> Picture:
    """A part of a soldier where it belongs."""
    picture = load_part(part, SOLDIER_UNITS)
    steps = tuple((step, tuple((x + right, y + down) for x, y in points)) for step, points in picture.steps)
    return Picture(picture.width, picture.height, steps)
