"""Small drawings that panels share: badges, bubbles, waves, the eye, the gun sight, marks, the QR code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import segno

from wordfleet_print.tracker.fonts import Face, cap_height, heading_face, text_width
from wordfleet_print.tracker.geometry import Rect, load_picture
from wordfleet_print.tracker.pen import WHITE, Pen, Run, set_centered, set_in
from wordfleet_print.tracker.style import FIRM_PT, THIN_PT, Style

# The side of a module of the QR code (mm): phones read 0.6 from a copy of a copy.
QR_MODULE_MM = 0.602


def draw_badge(pen: Pen, place: Rect, number: int, style: Style, *, white: bool = False) -> None:
    """Draw a step's number in a disc; a white disc on a solid heading."""
    radius, hollow = place.h / 2, white or style.eco
    pen.disc(place.center_x, place.center_y, radius, gray=WHITE if white else 0)
    if hollow and not white:
        pen.disc(place.center_x, place.center_y, radius - 0.3, gray=WHITE)
    pen.text(set_in(place, str(number), Face.BOLD, max(style.label, place.h * 2.32)), gray=0 if hollow else WHITE)


def draw_silhouette(pen: Pen, name: str, place: Rect, style: Style, *, outline: bool = False) -> None:
    """Draw a picture; in outline to save ink, or to be colored in."""
    pen.picture(load_picture(name), place, line=THIN_PT if style.eco or outline else 0)


def draw_waves(pen: Pen, x: float, right: float, y: float, size: float, width: float) -> None:
    """Draw a row of waves, each `size` mm wide."""
    for i in range(int((right - x) / size)):
        pen.arc(x + (i + 0.5) * size, y, size / 2, (200, 340), width)


def draw_eye(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw an eye: what is below is for its owner alone."""
    pen.arc(x, y + radius * 0.8, radius * 1.5, (30, 150), 1.0)
    pen.arc(x, y - radius * 0.8, radius * 1.5, (210, 330), 1.0)
    pen.disc(x, y, radius * 0.5)


def draw_boxes(pen: Pen, cells: Sequence[Rect], line: float) -> None:
    """Draw cells in a row with a heavier frame around them."""
    first, last = cells[0], cells[-1]
    for cell in cells[1:]:
        pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN_PT)
    pen.frame(Rect(first.x, first.y, last.right - first.x, first.h), line)


def draw_bubble(pen: Pen, place: Rect, text: str, style: Style) -> None:
    """Draw a speech bubble whose tip points to the right."""
    pen.frame(place, style.line, radius=min(1.6, place.h / 2 - 0.1))
    x, y = place.right - 0.02, place.center_y
    pen.fill(Rect(x - 0.3, y - 0.7, 0.6, 1.4), gray=WHITE)
    pen.line(x, y - 0.7, x + 1.3, y + 0.9, style.line)
    pen.line(x + 1.3, y + 0.9, x, y + 0.7, style.line)
    pen.text(set_in(place, text, style.plain, style.body))


def draw_sight(pen: Pen, x: float, y: float, radius: float, *, outline: bool) -> None:
    """Draw a gun sight: a heavy ring, cross-hairs through gaps in it, a dot in the middle; in outline, two thin rings
    and hairs.
    """
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    if outline:
        pen.ring(x, y, radius, THIN_PT)
        pen.ring(x, y, radius * 0.6, THIN_PT)
        for dx, dy in ways:
            near, far = radius * 0.3, radius * 1.12
            pen.line(x + dx * near, y + dy * near, x + dx * far, y + dy * far, THIN_PT)
        return
    pen.disc(x, y, radius)
    pen.disc(x, y, radius * 0.6, gray=WHITE)
    for near, far, wide, gray in ((0.5, 1.06, 0.34, WHITE), (0.3, 1.12, 0.13, 0)):
        for dx, dy in ways:
            half = radius * (far - near) / 2, radius * wide / 2  # of a bar's length and of its width
            across, down = half if dx else half[::-1]
            middle = radius * (near + far) / 2
            pen.fill(Rect(x + dx * middle - across, y + dy * middle - down, 2 * across, 2 * down), gray=gray)
    pen.disc(x, y, radius * 0.17)


def set_title(x: float, title: str, tall: float, wide: float) -> Run:
    """Set a title as large as height and width (mm) allow; its baseline is at 0."""
    text = title.upper()
    face = heading_face(text, Face.STENCIL_HEAVY)
    cap = cap_height(face, 1)
    return Run(x, 0, text, face, min(tall / cap, wide / (text_width(text, face, 1) + 0.4 * cap)))


def draw_title(pen: Pen, run: Run, style: Style) -> float:
    """Draw a title, its first O as a gun sight above a letter that cannot be seen; return where it ends (mm).

    The sight's hairs stand out over and under the letters by 0.06 of their height.
    """
    x, y, title, face, size = run
    radius = cap_height(face, size) / 2
    for part in title.partition("O"):
        part_run = Run(x, y, part, face, size)
        if part == "O":
            draw_sight(pen, x + radius * 1.06, y - radius, radius, outline=style.eco)
            pen.text(part_run, mode=3)
            x += radius * 2.2
        elif part:
            pen.text(part_run, mode=1 if style.eco else None)
            x += text_width(part, face, size)
    return x


def draw_cross(pen: Pen, box: Rect, width: float, *, both: bool = True) -> None:
    """Draw a box's diagonals, or only the rising one."""
    pen.line(box.x, box.bottom, box.right, box.y, width)
    if both:
        pen.line(box.x, box.y, box.right, box.bottom, width)


def draw_mark(pen: Pen, draws: str, box: Rect, least: float) -> None:
    """Draw a mark as a pencil makes it, in a square of a grid."""
    large, (x, y) = max(least, box.w * 1.5), (box.center_x, box.center_y)
    pen.frame(box, THIN_PT)
    if draws == "dot":
        pen.disc(x, y, box.w * 0.1)
        return
    if draws in ("slash", "cross"):
        draw_cross(pen, box.inset(0.6), 1.0, both=draws == "cross")
        return
    if draws == "ring":
        pen.ring(x, y, box.w * 0.4, 1.0)
    elif draws == "border":  # the guessed letter is small and in a corner: a square may get nine of them
        at = 0.37 if least < box.w * 1.6 else 0.5
        pen.frame(box.inset(box.w * 0.06), 2.2)
        x, y, large = box.x + box.w * at, box.y + box.h * (at + 0.02), max(least, box.w * 1.15)
    pen.text(set_centered(x, y, "T", Face.BOLD, large))


def draw_dashed_line(pen: Pen, place: Rect, text: str, style: Style, step: int = 0) -> None:
    """Draw a line to cut or to fold along in the middle of a place, with words on it after a step's number."""
    words, y = set_in(place, text.upper(), Face.SEMIBOLD, style.label), place.center_y
    left, right = words.x - (6.5 if step else 2), place.x + place.right - words.x + 2
    with pen.dashes(2.0, 1.2):
        pen.line(place.x, y, left, y, FIRM_PT)
        pen.line(right, y, place.right, y, FIRM_PT)
    if step:
        draw_badge(pen, Rect(left + 1.5, y - 1.45, 2.9, 2.9), step, style)
    pen.text(words)


@cache
def qr_matrix(address: str) -> tuple[tuple[int, ...], ...]:
    """Return the QR code's modules, 1 for dark."""
    return tuple(tuple(row) for row in segno.make(address, error="m", micro=False, boost_error=False).matrix)


def qr_side(address: str) -> float:
    """Return the side of the QR code (mm)."""
    return len(qr_matrix(address)) * QR_MODULE_MM


def draw_qr(pen: Pen, x: float, y: float, address: str) -> None:
    """Draw the QR code."""
    modules = [(column, row) for row, line in enumerate(qr_matrix(address)) for column, dark in enumerate(line) if dark]
    pen.fill(*(Rect(x + at * QR_MODULE_MM, y + row * QR_MODULE_MM, QR_MODULE_MM, QR_MODULE_MM) for at, row in modules))
