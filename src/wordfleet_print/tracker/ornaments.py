"""What panels and papers share besides text: badges, speech bubbles, waves, the eye, the gun sight
in a title, marks in a grid, lines to cut along, silhouettes, the QR code.

They are drawn here and not read from SVG: their lines are as thick at every size.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import assert_never

import segno

from wordfleet_print.games.word_fleet.model import MarkKind
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.pen import BLACK, INVISIBLE_MODE, OUTLINE_MODE, WHITE, Pen, Run
from wordfleet_print.tracker.pictures import load_picture
from wordfleet_print.tracker.set_text import set_centered, set_centered_in
from wordfleet_print.tracker.style import FIRM_PT, THIN_PT, Style

# The marks in a grid, as in its legend; templates/book/tables/marks.html draws them for the book.
# Other rings are `grids.ANSWER_RING_PT`, around a letter that was asked for, and
# `ships.SUNK_RING_MM_PER_PT`, to tick when a ship is sunk.
#
# Lines of a ring, a slash and a cross as a pencil makes them, and the frame of a square (pt).
PENCIL_PT = 1.0
BORDER_PT = 2.2
# Radii of a dot and a ring, and the border from the frame, in sides of the square.
MISS_DOT = 0.1
HIT_RING = 0.4
BORDER_INSET = 0.06
# From the frame to a cross (mm).
MARK_INSET_MM = 0.6
# A letter in a square, and one in its corner: their sizes in pt for each mm of the square.
MARK_LETTER = 1.5
CORNER_LETTER = 1.15
# Where the middle of a letter is, in sides of the square; a letter of this many pt for each mm of
# the square is too large for a corner.
CENTER = 0.5
CORNER = 0.37
CORNER_DOWN = 0.02
LEAST_CORNERED = 1.6
# A step's number in its badge: its size in pt for each mm of the badge.
BADGE_DIGIT = 2.32
BADGE_LINE_MM = 0.3
# A speech bubble: its corners, the gap in its frame, and the tip next to that (mm).
BUBBLE_RADIUS_MM = 1.6
BUBBLE_GAP_MM = 1.4
BUBBLE_TIP_MM = 0.9
BUBBLE_TIP_DOWN_MM = 0.9
BUBBLE_OVERLAP_MM = 0.02
# What is straight between two corners, and the width of white over the frame (mm).
LEAST_STRAIGHT_MM = 0.1
BUBBLE_WHITE_MM = 0.6
# An arc of a wave, and of an eye's lids (degrees).
WAVE = (200, 340)
UPPER_LID = (30, 150)
LOWER_LID = (210, 330)
# A line to cut along: its dashes and gaps, and how far its words keep off it (mm).
CUT_DASH_MM = 2.0
CUT_DASH_GAP_MM = 1.2
CUT_WORDS_UP_MM = 1.2
# An eye, in its radii: how far the middles of its lids are from its own, how large these circles
# are, and its pupil.
LID_CENTER = 0.8
LID_RADIUS = 1.5
PUPIL = 0.5
EYE_PT = 1.0
# A gun sight, in its radii: the inside of its ring, its dot, its hairs from the middle out and how
# thick they are, and the gaps in the ring around them.
SIGHT_RING_INSIDE = 0.6
SIGHT_DOT = 0.17
HAIR = (0.3, 1.12)
HAIR_WIDTH = 0.13
HAIR_GAP = (0.5, 1.06)
HAIR_GAP_WIDTH = 0.34
# The ways of a gun sight's hairs: across and down.
SIGHT_WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
# What a gun sight takes of a title, and where its middle is, in radii.
SIGHT_ADVANCE = 2.2
SIGHT_CENTER = 1.06


def draw_badge(pen: Pen, place: Rect, number: int, style: Style, *, white: bool = False) -> None:
    """Draw a step's number in a disc; a white disc on a solid heading."""
    radius = place.h / 2
    is_hollow = white or style.eco
    pen.disc(place.center_x, place.center_y, radius, gray=WHITE if white else BLACK)
    if is_hollow and not white:
        pen.disc(place.center_x, place.center_y, radius - BADGE_LINE_MM, gray=WHITE)
    size = max(style.label, place.h * BADGE_DIGIT)
    digits = set_centered_in(place, str(number), Face.BOLD, size)
    pen.text(digits, gray=BLACK if is_hollow else WHITE)


def draw_silhouette(
    pen: Pen, name: str, place: Rect, style: Style, *, outline: bool = False
) -> None:
    """Draw a picture; in outline to save ink, or to be colored in."""
    pen.picture(load_picture(name), place, line=THIN_PT if style.eco or outline else 0)


def draw_beside_text(
    pen: Pen, name: str, place: Rect, style: Style, *, outline: bool = False
) -> None:
    """Draw a picture halfway up its place, as the text next to it is."""
    middle = load_picture(name).center(place)
    draw_silhouette(pen, name, middle, style, outline=outline)


def draw_waves(pen: Pen, x: float, right: float, y: float, size: float, width: float) -> None:
    """Draw a row of waves, each `size` mm wide."""
    for number in range(int((right - x) / size)):
        pen.arc(x + (number + 0.5) * size, y, size / 2, WAVE, width)


def draw_eye(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw an eye: what is below is for its owner alone."""
    pen.arc(x, y + radius * LID_CENTER, radius * LID_RADIUS, UPPER_LID, EYE_PT)
    pen.arc(x, y - radius * LID_CENTER, radius * LID_RADIUS, LOWER_LID, EYE_PT)
    pen.disc(x, y, radius * PUPIL)


def draw_boxes(pen: Pen, cells: Sequence[Rect], line: float) -> None:
    """Draw cells in a row with a heavier frame around them."""
    for cell in cells[1:]:
        pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN_PT)
    first = cells[0]
    width = cells[-1].right - first.x
    pen.frame(Rect(first.x, first.y, width, first.h), line)


def draw_bubble(pen: Pen, place: Rect, text: str, style: Style) -> None:
    """Draw a speech bubble whose tip points to the right."""
    radius = min(BUBBLE_RADIUS_MM, place.h / 2 - LEAST_STRAIGHT_MM)
    pen.frame(place, style.line, radius=radius)
    # As little inside the frame as hides where line and tip meet
    x = place.right - BUBBLE_OVERLAP_MM
    y = place.center_y
    half = BUBBLE_GAP_MM / 2
    tip_x = x + BUBBLE_TIP_MM
    tip_y = y + BUBBLE_TIP_DOWN_MM
    gap = Rect(x - BUBBLE_WHITE_MM / 2, y - half, BUBBLE_WHITE_MM, BUBBLE_GAP_MM)
    pen.fill(gap, gray=WHITE)
    pen.line(x, y - half, tip_x, tip_y, style.line)
    pen.line(tip_x, tip_y, x, y + half, style.line)
    pen.text(set_centered_in(place, text, style.plain, style.body))


def draw_title(pen: Pen, run: Run, style: Style) -> float:
    """Draw a title, its first O as a gun sight above a letter that cannot be seen; return where
    it ends (mm).

    The sight's hairs stand out over and under the letters by 0.06 of their height.
    """
    x, y, title, face, size = run
    radius = fonts.measure_cap_height(face, size) / 2
    for part in title.partition("O"):
        part_run = Run(x, y, part, face, size)
        if part == "O":
            draw_sight(pen, x + radius * SIGHT_CENTER, y - radius, radius, outline=style.eco)
            pen.text(part_run, mode=INVISIBLE_MODE)
            x += radius * SIGHT_ADVANCE
        elif part:
            pen.text(part_run, mode=OUTLINE_MODE if style.eco else None, in_ink=True)
            x += fonts.measure_text(part, face, size)
    return x


def draw_sight(pen: Pen, x: float, y: float, radius: float, *, outline: bool) -> None:
    """Draw a gun sight: a heavy ring, cross-hairs through gaps in it, a dot; in outline, thin
    rings and hairs.
    """
    near, far = (radius * part for part in HAIR)
    if outline:
        pen.ring(x, y, radius, THIN_PT)
        pen.ring(x, y, radius * SIGHT_RING_INSIDE, THIN_PT)
        for dx, dy in SIGHT_WAYS:
            start = (x + dx * near, y + dy * near)
            end = (x + dx * far, y + dy * far)
            pen.line(*start, *end, THIN_PT)
        return
    pen.disc(x, y, radius)
    pen.disc(x, y, radius * SIGHT_RING_INSIDE, gray=WHITE)
    gap_near, gap_far = (radius * part for part in HAIR_GAP)
    _draw_hairs(pen, x, y, (gap_near, gap_far), radius * HAIR_GAP_WIDTH, WHITE)
    _draw_hairs(pen, x, y, (near, far), radius * HAIR_WIDTH, BLACK)
    pen.disc(x, y, radius * SIGHT_DOT)


def _draw_hairs(
    pen: Pen, x: float, y: float, span: tuple[float, float], width: float, gray: float
) -> None:
    """Draw four bars around a point, each from one distance to the other (mm)."""
    near, far = span
    length = far - near
    middle = (near + far) / 2
    for dx, dy in SIGHT_WAYS:
        wide, tall = (length, width) if dx else (width, length)
        left = x + dx * middle - wide / 2
        top = y + dy * middle - tall / 2
        pen.fill(Rect(left, top, wide, tall), gray=gray)


def draw_cross(pen: Pen, box: Rect, width: float, *, both: bool = True) -> None:
    """Draw a box's diagonals, or only the rising one."""
    pen.line(box.x, box.bottom, box.right, box.y, width)
    if both:
        pen.line(box.x, box.y, box.right, box.bottom, width)


def draw_mark(pen: Pen, draws: MarkKind, letter: str, box: Rect, least: float) -> None:
    """Draw a mark as a pencil makes it, in a square of a grid, for a letter that was tried, of
    `least` pt at least.
    """
    pen.frame(box, THIN_PT)
    match draws:
        case "dot":
            pen.disc(box.center_x, box.center_y, box.w * MISS_DOT)
        case "slash" | "cross":
            draw_cross(pen, box.inset(MARK_INSET_MM), PENCIL_PT, both=draws == "cross")
        case "border":
            pen.frame(box.inset(box.w * BORDER_INSET), BORDER_PT)
            # The guessed letter is small and in a corner: a square may get nine of them
            place = CORNER if least < box.w * LEAST_CORNERED else CENTER
            x = box.x + box.w * place
            y = box.y + box.h * (place + CORNER_DOWN)
            pen.text(set_centered(x, y, letter, Face.BOLD, max(least, box.w * CORNER_LETTER)))
        case "letter" | "ring":
            if draws == "ring":
                pen.ring(box.center_x, box.center_y, box.w * HIT_RING, PENCIL_PT)
            pen.text(set_centered_in(box, letter, Face.BOLD, max(least, box.w * MARK_LETTER)))
        case _:
            assert_never(draws)


def draw_cut_line(pen: Pen, place: Rect, text: str, style: Style) -> None:
    """Draw a line to cut along in the middle of a place. Words are over its left end, not on it:
    scissors would leave half of them on either side.
    """
    y = place.center_y
    with pen.dashes(CUT_DASH_MM, CUT_DASH_GAP_MM):
        pen.line(place.x, y, place.right, y, FIRM_PT)
    words = style.to_capitals(text)
    pen.text(Run(place.x, y - CUT_WORDS_UP_MM, words, Face.SEMIBOLD, style.label))


def draw_qr(pen: Pen, x: float, y: float, address: str, side: float) -> None:
    """Draw the QR code of modules with this side (mm)."""
    modules = []
    for row, line in enumerate(make_qr(address)):
        for column, is_dark in enumerate(line):
            if is_dark:
                modules.append(Rect(x + column * side, y + row * side, side, side))
    # Black always: phones read the code by its contrast
    pen.fill(*modules, in_ink=False)


def measure_qr(address: str, module: float) -> float:
    """Return the side of the QR code (mm): 29 modules for the bundled editions' address."""
    return len(make_qr(address)) * module


@cache
def make_qr(address: str) -> tuple[tuple[int, ...], ...]:
    """Return the QR code's modules, 1 for dark."""
    code = segno.make(address, error="m", micro=False, boost_error=False)
    return tuple(tuple(row) for row in code.matrix)
