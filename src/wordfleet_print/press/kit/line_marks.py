"""Little drawings that stand among words: boxes to tick, dice, chess pieces, soldiers, ships, maps of moves, signs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import hypot
from typing import get_args
from xml.etree.ElementTree import Element

from wordfleet_print.games.flip_chess import LETTERS, Chessman, Man, legal_moves
from wordfleet_print.press.ink.fonts import Face, cap_height, text_width
from wordfleet_print.press.ink.ink import BLACK, CELL_LINE, TINT, WHITE, Pen, Run, set_centred, set_in
from wordfleet_print.press.ink.paper import Rect, load_picture
from wordfleet_print.press.ink.parts import SAMPLES, draw_result

PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""The pips of a die's faces, by their places in rows of three."""
CHESSMEN: tuple[str, ...] = get_args(Chessman)
BODY_LINE, INNER_LINE = 2.2, 0.9
"""Around a chess piece that is not black (its inner half is covered), and within one (pt)."""
MAP = 5
"""Squares of a map of moves, across and down."""


def size_of_mark(mark: Element) -> tuple[float, float]:
    """How wide and high a mark stands in its line (mm)."""
    wide = float(mark.get("w", MARKS[mark.tag][0] if mark.tag in MARKS else 0))
    return wide, float(mark.get("h", wide if mark.tag in MARKS else 0))


def draw_line_mark(pen: Pen, mark: Element, place: Rect, eco: bool) -> None:
    """A mark in its place; `eco`: outlines for solids, no tint."""
    MARKS[mark.tag][1](pen, mark, place, eco)


def _box(pen: Pen, mark: Element, place: Rect, eco: bool) -> None:
    """A box to tick, or with a letter; a heavy one is tinted."""
    heavy = "heavy" in mark.attrib
    if heavy and not eco:
        pen.fill(place, TINT)
    pen.frame(place, float(mark.get("line", 1.4 if heavy else CELL_LINE)))
    if "of" in mark.attrib:
        pen.text(set_in(place, mark.get("of", ""), Face.BOLD, 11))


def _ring(pen: Pen, mark: Element, place: Rect, eco: bool) -> None:
    """A ring, or a disc where it is `solid`, with a few characters."""
    words, size, dark = mark.get("of", ""), float(mark.get("size", 9)), mark.get("solid") == "1"
    solid, radius, line = dark and not (eco and words), place.w / 2 - 0.2, float(mark.get("line", 1.0))
    if solid:
        pen.disc(place.centre_x, place.centre_y, radius)
    else:
        pen.ring(place.centre_x, place.centre_y, radius, line)
        if dark:  # to save ink it has two rings
            pen.ring(place.centre_x, place.centre_y, radius - 0.9, line)
    gray, face = WHITE if solid else BLACK, Face.SEMIBOLD if eco else Face.BOLD
    if words:
        draw_number(pen, set_in(place, words, face, size), gray, turns="turns" in mark.attrib)


def draw_number(pen: Pen, run: Run, gray: float = BLACK, *, turns: bool = True) -> None:
    """A number; of what is read from two sides, a bar below it tells six from nine."""
    pen.text(run, gray)
    if turns and set(run.text) <= set("0689") and set(run.text) & set("69"):
        high = cap_height(run.face, run.size)
        pen.fill(Rect(run.x, run.y + 0.2 * high, text_width(run.text, run.face, run.size), 0.14 * high), gray)


def _die(pen: Pen, mark: Element, place: Rect, _eco: bool) -> None:
    """A die's face: pips to six, a number beyond."""
    pen.frame(place.inset(0.2), CELL_LINE, 1.2)
    face = int(mark.get("of", 0))
    if face not in PIPS:
        pen.text(set_in(place, str(face), Face.BOLD, 10))
    for row, column in (divmod(pip, 3) for pip in PIPS.get(face, ())):
        pen.disc(place.x + place.w * (0.24 + 0.26 * column), place.y + place.h * (0.24 + 0.26 * row), place.w * 0.075)


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


def _picture(pen: Pen, mark: Element, place: Rect, eco: bool) -> None:
    draw_picture(pen, mark.get("of", ""), place, outlined=eco)


def _sea_mark(pen: Pen, mark: Element, place: Rect, _eco: bool) -> None:
    draw_result(pen, mark.get("of", ""), place, SAMPLES.get(mark.get("of", ""), "E"))


def _sign(pen: Pen, mark: Element, place: Rect, _eco: bool) -> None:
    """A solid sign, on a square of its own: no bundled font has a tick."""
    pen.picture(load_picture(f"sign-{mark.tag}"), place)


def _flag(pen: Pen, mark: Element, place: Rect, eco: bool) -> None:
    """A flag on its pole, with a word where there is room."""
    pen.line(place.x, place.y, place.x, place.bottom, 0.4 + place.w / 20)
    x, y, long, high, words = place.x, place.y, place.w, place.h * 0.45, mark.get("of", "")
    points = ((0, 0.05), (1, 0.2), (0.84, 0.5), (1, 0.8), (0, 1))
    pen.polygon([(x + across * long, y + down * high) for across, down in points], CELL_LINE if eco else 0)
    if words:
        cloth = Rect(x, y, long * 0.84, high)
        pen.text(set_in(cloth, words, Face.STENCIL, 14), BLACK if eco else WHITE)


def _map(pen: Pen, mark: Element, place: Rect, eco: bool) -> None:
    """Where a chess piece may go from the middle of a small board: worked out by the game's own moves."""
    name = next(known for known in get_args(Chessman) if known == mark.get("of"))
    side, middle = place.w / MAP, MAP // 2
    here, squares = (middle, middle), list(product(range(MAP), range(MAP)))
    for column, row in squares:
        if (column + row) % 2 and not eco:
            pen.fill(Rect(place.x + column * side, place.y + row * side, side, side), TINT)
    pen.frame(place, CELL_LINE)
    alone, foe = {here: Man(name, dark=False, face_up=True)}, Man("pawn", dark=True, face_up=True)
    free = {end for _, end in legal_moves(alone, (MAP, MAP), dark=False)}
    beset = alone | {square: foe for square in squares if square != here}
    takes = {end for _, end in legal_moves(beset, (MAP, MAP), dark=False)} - free
    x, y = place.centre_x, place.centre_y
    for end in sorted(free | takes):
        across, down = end[0] - middle, end[1] - middle
        ex, ey = x + across * side, y + down * side
        slides = (middle + 2 * across, middle + 2 * down) in free or (middle + across / 2, middle + down / 2) in free
        if end in takes:
            pen.line(ex - 0.9, ey - 0.9, ex + 0.9, ey + 0.9, 1.1)
            pen.line(ex - 0.9, ey + 0.9, ex + 0.9, ey - 0.9, 1.1)
        elif not slides:
            pen.disc(ex, ey, 0.85)
        elif max(abs(across), abs(down)) == middle:
            ux, uy = across / hypot(across, down), down / hypot(across, down)
            tip = x + (ex - x) * 1.18, y + (ey - y) * 1.18
            foot = tip[0] - 1.8 * ux, tip[1] - 1.8 * uy
            pen.line(x, y, *foot, 0.9)
            pen.polygon([tip, (foot[0] - 0.8 * uy, foot[1] + 0.8 * ux), (foot[0] + 0.8 * uy, foot[1] - 0.8 * ux)])
    pen.disc(x, y, 1.9, WHITE)
    pen.ring(x, y, 1.9, 0.9)
    letter = next(letter for letter, own in LETTERS.items() if own == name)
    pen.text(set_centred(x, y, letter, Face.BOLD, 7.6))


MarkDraw = Callable[[Pen, Element, Rect, bool], None]
MARKS: dict[str, tuple[float, MarkDraw]] = {
    "box": (3.6, _box),
    "ring": (5.2, _ring),
    "die": (7.0, _die),
    "picture": (10.0, _picture),
    "mark": (10.0, _sea_mark),
    "map": (19.4, _map),
    "tick": (3.4, _sign),
    "up": (9.0, _sign),
    "down": (1.6, _sign),
    "round": (10.0, _sign),
    "flag": (7.2, _flag),
}
"""Marks by the name of their element: how wide and high they are at most, unless it says otherwise (mm), and who draws
them.
"""
