"""Toy soldiers and measures for Army Men: three poses, scale bars, distances between arrowheads."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Unpack

from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, PAPER, Canvas, Paint, Size, Stroke, WebFace

_BASE = "M2,45.2 C6,43.4 34,43.4 38,45.2 C38,47.6 30,48 20,48 C10,48 2,47.6 2,45.2 Z"
_HEAD = "M14.5,9.5 C14,3.5 17.5,1 21.5,1 C26,1 28.5,3.5 28.7,7.5 L30.5,9 L30.5,10 L27,10 L27,12.5 C26,15 19,16 17,12 Z"
_ARMS = "M9,17 L16,14 L26,14.6 L42,15 L42,17 L31,18 L33,20 L26,24.5 L17,20.5 L9,22 Z"
_TORSO = "M14,14 L25,14 C26.5,18 26.5,24 25.5,29 L14.5,29 C13,24 13,18 14,14 Z"
_LEGS = "M14.5,27 L25.5,27 L31,41 L35,42.8 L35,45 L27.5,45 L20.2,32 L14,45 L5.5,45 L5.5,43 L9.5,41.5 Z"
_KNEELING_LEGS = (
    "M14,34 L29,32.5 C31,32.8 31.5,34 31.5,36 L31.2,42 L34,43 L34,45 L26.5,45 L26.6,38.5 "
    "L19.5,39.5 L17.5,45 L1,45 L1,42.8 L10.5,41.5 Z"
)
_PRONE_BODY = "M0,41.5 L12,38.5 L22,34.5 C26,32.5 30,33 32,36 L37,41 L37,45 L31,45 L28,42 L20,44.5 L0,45 Z"
_PRONE_ARMS = "M26,37 L36,36 L56,36.6 L56,38.4 L44,39.2 L45,42.5 L41,42.5 L40,39.6 L35,41 L26,40.5 Z"
_PRONE_BASE = "M0,46 C10,44.2 42,44.2 50,46 C50,47.6 40,48 25,48 C10,48 0,47.6 0,46 Z"

HEIGHT, LOWER = 48.0, 8.0
"""How tall a standing figure is drawn, with its base; how much lower a kneeling one holds its head (own units)."""


class Pose(Enum):
    """How a toy soldier is cast: its parts, each a path with how far right and down it is moved (own units)."""

    STANDING = ((_BASE, 0.0, 0.0), (_LEGS, 0.0, 0.0), (_TORSO, 0.0, 0.0), (_ARMS, 0.0, 0.0), (_HEAD, 0.0, 0.0))
    KNEELING = (
        (_BASE, 0.0, 0.0),
        (_KNEELING_LEGS, 0.0, 0.0),
        (_TORSO, 0.0, LOWER),
        (_ARMS, 0.0, LOWER),
        (_HEAD, 0.0, LOWER),
    )
    PRONE = ((_PRONE_BASE, 0.0, 0.0), (_PRONE_BODY, 0.0, 0.0), (_PRONE_ARMS, 0.0, 0.0), (_HEAD, 13.0, 25.0))


class SoldierSide(NamedTuple):
    """One army: solid or outlined, so that black and white tells them apart; which way it faces."""

    solid: bool
    faces_left: bool


OURS, THEIRS = SoldierSide(solid=True, faces_left=False), SoldierSide(solid=False, faces_left=True)


def draw_soldier(
    canvas: Canvas, x: float, ground: float, scale: float, side: SoldierSide, pose: Pose = Pose.STANDING
) -> None:
    """A soldier whose base is centred on `x` and stands on `ground`; `scale` is units of the picture per own unit."""
    middle = 20.0 if pose is not Pose.PRONE else 25.0
    turn = -1 if side.faces_left else 1

    def layer(line: float, **paint: Unpack[Paint]) -> None:
        for steps, dx, dy in pose.value:
            place = (x + turn * (dx - middle) * scale, ground + (dy - HEIGHT) * scale, scale)
            canvas.shape(steps, place, line, mirrored=side.faces_left, **paint)

    if side.solid:
        layer(0, fill=INK)
    else:
        layer(2 * Stroke.FRAME, fill=INK, stroke=INK)
        layer(0, fill=PAPER)


def draw_trooper(canvas: Canvas, x: float, y: float, side: SoldierSide, radius: float = 6.0) -> None:
    """A soldier seen from above: a disc or a ring."""
    canvas.circle(x, y, radius, fill=INK if side.solid else PAPER, stroke=INK)


def draw_distance(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A line with arrowheads at both ends, touching what it measures."""
    (x1, y1), (x2, y2) = start, end
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    canvas.line(x1 + ux * 4, y1 + uy * 4, x2 - ux * 4, y2 - uy * 4, Stroke.FRAME)
    canvas.arrowhead(x1, y1, (ux, uy), -8, 3.5)
    canvas.arrowhead(x2, y2, (ux, uy), 8, 3.5)


def draw_label(canvas: Canvas, x: float, y: float, words: str) -> None:
    """Words on a patch of paper, so that lines under them do not strike them through."""
    width = WebFace.STRONG.width(words, Size.BODY) + 6
    canvas.rect(Rect(x - width / 2, y - Size.BODY * 0.62, width, Size.BODY * 1.24), fill=PAPER)
    canvas.text(x, y, words, Size.BODY, WebFace.STRONG)


def ruler_step(inch: float, least: float) -> int:
    """How many inches apart marks stand that are at least so many units apart."""
    return next(step for step in (1, 2, 4, 5, 10, 20, 50, 100, 200) if step * inch >= least)


def draw_ruler(canvas: Canvas, x: float, y: float, inches: int, inch: float) -> None:
    """A scale bar of so many inches, `inch` units each: every inch ticked, about every fifth figured."""
    step, tick = ruler_step(inch, 24), ruler_step(inch, 4)
    canvas.line(x, y, x + inches * inch, y, Stroke.STRONG)
    for mark in range(0, inches + 1, tick):
        long = mark % step == 0
        canvas.line(x + mark * inch, y, x + mark * inch, y + (9 if long else 5), Stroke.FRAME if long else Stroke.THIN)
        if long:
            canvas.text(x + mark * inch, y + 18, str(mark), Size.SMALL)
    canvas.text(x + inches * inch / 2, y + 35, "inches, to scale", Size.SMALL)
