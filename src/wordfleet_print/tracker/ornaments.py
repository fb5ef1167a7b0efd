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
# Another ring is `grids.ANSWER_RING_PT`, around a letter that was asked for.
#
# Lines of a ring, a slash and a cross, as a pencil makes them.
PENCIL_PT = 1.0
# The heavy frame inside a square.
BORDER_PT = 2.2
# In sides of a square: the radius of a dot and of a ring, and from the square's frame to the heavy
# one.
MISS_DOT_SHARE = 0.1
HIT_RING_SHARE = 0.4
BORDER_INSET_SHARE = 0.06
# From the frame to a slash or a cross.
MARK_INSET_MM = 0.6
# The size of a letter for each millimeter of its square's side: in the middle, and in a corner.
MARK_LETTER_PT_PER_MM = 1.5
CORNER_LETTER_PT_PER_MM = 1.15
# A letter in a corner is no larger than this, so that it stays there.
MOST_CORNERED_PT_PER_MM = 1.6
# The middle of a letter in a corner, in sides of its square from the left and the top; it is a bit
# lower.
CORNER = 0.37
CORNER_DOWN = 0.02
# The disc with the number of a step: the number's size for each millimeter of its diameter, and how
# thick its outline is where ink is saved.
BADGE_DIGIT_PT_PER_MM = 2.32
BADGE_LINE_MM = 0.3
# A speech bubble with a tip at its right: the radius of its corners, and what is straight between
# two corners at least.
BUBBLE_RADIUS_MM = 1.6
LEAST_STRAIGHT_MM = 0.1
# The gap in its frame: how high it is, and how wide the white bar is that makes it.
BUBBLE_GAP_MM = 1.4
BUBBLE_WHITE_MM = 0.6
# The end of the tip: how far right of the frame, and how far below the middle.
BUBBLE_TIP_MM = 0.9
BUBBLE_TIP_DOWN_MM = 0.9
# How far the lines of the tip begin inside the frame.
BUBBLE_OVERLAP_MM = 0.02
# The arcs of a wave and of the lids of an eye: from which angle to which (degrees).
WAVE = (200, 340)
UPPER_LID = (30, 150)
LOWER_LID = (210, 330)
# A line to cut along: a dash, the gap after it, and how far over it its words are.
CUT_DASH_MM = 2.0
CUT_DASH_GAP_MM = 1.2
CUT_WORDS_UP_MM = 1.2
# An eye, in its radii: from its middle to the centers of the two lids' circles, the radius of
# these circles, and that of its pupil.
LID_CENTER = 0.8
LID_RADIUS = 1.5
PUPIL_RADIUS = 0.5
EYE_PT = 1.0
# A gun sight, in its radii: the inner edge of its ring, and its dot.
SIGHT_RING_INSIDE = 0.6
SIGHT_DOT = 0.17
# From the middle to both ends of each of its hairs, and how thick they are.
HAIR_SPAN = (0.3, 1.12)
HAIR_WIDTH = 0.13
# The white gaps around the hairs in the ring: from the middle to both ends, and how wide they are.
HAIR_GAP_SPAN = (0.5, 1.06)
HAIR_GAP_WIDTH = 0.34
# The directions of its four hairs: across and down.
HAIR_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
# In a title, in radii: what it takes of the width, and from its left end to its middle.
SIGHT_ADVANCE = 2.2
SIGHT_CENTER = 1.06


def draw_badge(pen: Pen, place: Rect, number: int, style: Style, *, white: bool = False) -> None:
    """Draw the number of a step: white in a black disc; black in a `white` disc, on a black
    heading; black in a black outline where ink is saved.
    """
    radius = place.h / 2
    pen.disc(place.center_x, place.center_y, radius, gray=WHITE if white else BLACK)
    if style.eco and not white:
        pen.disc(place.center_x, place.center_y, radius - BADGE_LINE_MM, gray=WHITE)
    is_on_white = white or style.eco
    size = max(style.label, place.h * BADGE_DIGIT_PT_PER_MM)
    digits = set_centered_in(place, str(number), Face.BOLD, size)
    pen.text(digits, gray=BLACK if is_on_white else WHITE)


def draw_silhouette(
    pen: Pen, name: str, place: Rect, style: Style, *, outline: bool = False
) -> None:
    """Draw the bundled picture of this name on the foot of its place: solid, or in outline to save
    ink or to be colored in.
    """
    pen.picture(load_picture(name), place, line=THIN_PT if style.eco or outline else 0)


def draw_beside_text(
    pen: Pen, name: str, place: Rect, style: Style, *, outline: bool = False
) -> None:
    """Draw a picture halfway up its place, as the text next to it is."""
    middle = load_picture(name).center(place)
    draw_silhouette(pen, name, middle, style, outline=outline)


def draw_waves(pen: Pen, x: float, right: float, y: float, size: float, width: float) -> None:
    """Draw a row of waves from `x` to `right`, each `size` mm wide, with a line of `width` pt. `y`
    is the height of the middles of their circles (mm).
    """
    for number in range(int((right - x) / size)):
        pen.arc(x + (number + 0.5) * size, y, size / 2, WAVE, width)


def draw_eye(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw an eye: what is below is for its owner alone."""
    pen.arc(x, y + radius * LID_CENTER, radius * LID_RADIUS, UPPER_LID, EYE_PT)
    pen.arc(x, y - radius * LID_CENTER, radius * LID_RADIUS, LOWER_LID, EYE_PT)
    pen.disc(x, y, radius * PUPIL_RADIUS)


def draw_boxes(pen: Pen, cells: Sequence[Rect], line: float) -> None:
    """Draw thin lines between cells in a row, and a frame of `line` pt around all of them."""
    for cell in cells[1:]:
        pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN_PT)
    pen.frame(Rect.around(cells[0], cells[-1]), line)


def draw_bubble(pen: Pen, place: Rect, text: str, style: Style) -> None:
    """Draw a speech bubble with a text, its tip at the right: a frame, a white bar that makes a gap
    in it, and two lines from the ends of the gap to the end of the tip.
    """
    radius = min(BUBBLE_RADIUS_MM, place.h / 2 - LEAST_STRAIGHT_MM)
    pen.frame(place, style.line, radius=radius)
    # A little inside the frame, to hide where frame and tip meet
    x = place.right - BUBBLE_OVERLAP_MM
    middle = place.center_y
    half_gap = BUBBLE_GAP_MM / 2
    gap = Rect(x - BUBBLE_WHITE_MM / 2, middle - half_gap, BUBBLE_WHITE_MM, BUBBLE_GAP_MM)
    pen.fill(gap, gray=WHITE)
    tip_x = x + BUBBLE_TIP_MM
    tip_y = middle + BUBBLE_TIP_DOWN_MM
    pen.line(x, middle - half_gap, tip_x, tip_y, style.line)
    pen.line(tip_x, tip_y, x, middle + half_gap, style.line)
    pen.text(set_centered_in(place, text, style.plain, style.body))


def draw_title(pen: Pen, run: Run, style: Style) -> float:
    """Draw a title with a gun sight in place of its first O; return where it ends (mm). An O
    without ink is under the sight, so that the title can be searched and read aloud.

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
    near, far = (radius * share for share in HAIR_SPAN)
    if outline:
        pen.ring(x, y, radius, THIN_PT)
        pen.ring(x, y, radius * SIGHT_RING_INSIDE, THIN_PT)
        for across, down in HAIR_DIRECTIONS:
            start = (x + across * near, y + down * near)
            end = (x + across * far, y + down * far)
            pen.line(*start, *end, THIN_PT)
        return
    pen.disc(x, y, radius)
    pen.disc(x, y, radius * SIGHT_RING_INSIDE, gray=WHITE)
    gap_near, gap_far = (radius * share for share in HAIR_GAP_SPAN)
    _draw_hairs(pen, x, y, (gap_near, gap_far), radius * HAIR_GAP_WIDTH, WHITE)
    _draw_hairs(pen, x, y, (near, far), radius * HAIR_WIDTH, BLACK)
    pen.disc(x, y, radius * SIGHT_DOT)


def _draw_hairs(
    pen: Pen, x: float, y: float, span: tuple[float, float], thickness: float, gray: float
) -> None:
    """Draw four bars around a point, to the left, right, top and bottom of it. Each goes from one
    distance of `span` to the other (mm).
    """
    near, far = span
    length = far - near
    middle = (near + far) / 2
    for across, down in HAIR_DIRECTIONS:
        width, height = (length, thickness) if across else (thickness, length)
        left = x + across * middle - width / 2
        top = y + down * middle - height / 2
        pen.fill(Rect(left, top, width, height), gray=gray)


def draw_cross(pen: Pen, box: Rect, width: float, *, both: bool = True) -> None:
    """Draw both diagonals of a box, or only the rising one, with a line of `width` pt."""
    pen.line(box.x, box.bottom, box.right, box.y, width)
    if both:
        pen.line(box.x, box.y, box.right, box.bottom, width)


def draw_mark(pen: Pen, draws: MarkKind, letter: str, box: Rect, least_pt: float) -> None:
    """Draw a square of a grid with the mark that a player makes there: a dot, a slash or a cross;
    or `letter`, which was tried, alone, in a ring or in a heavy frame. The letter's size is at
    least `least_pt`.
    """
    pen.frame(box, THIN_PT)
    match draws:
        case "dot":
            pen.disc(box.center_x, box.center_y, box.w * MISS_DOT_SHARE)
        case "slash" | "cross":
            draw_cross(pen, box.inset(MARK_INSET_MM), PENCIL_PT, both=draws == "cross")
        case "border":
            pen.frame(box.inset(box.w * BORDER_INSET_SHARE), BORDER_PT)
            # The guessed letter is small and in a corner: a square may get nine of them
            x = box.x + box.w * CORNER
            y = box.y + box.h * (CORNER + CORNER_DOWN)
            size = max(least_pt, box.w * CORNER_LETTER_PT_PER_MM)
            size = min(size, box.w * MOST_CORNERED_PT_PER_MM)
            pen.text(set_centered(x, y, letter, Face.BOLD, size))
        case "letter" | "ring":
            if draws == "ring":
                pen.ring(box.center_x, box.center_y, box.w * HIT_RING_SHARE, PENCIL_PT)
            size = max(least_pt, box.w * MARK_LETTER_PT_PER_MM)
            pen.text(set_centered_in(box, letter, Face.BOLD, size))
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
