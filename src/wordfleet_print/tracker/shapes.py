"""Small drawings that panels share: badges, bubbles, waves, the eye, the gun sight, marks, the QR code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import segno

from wordfleet_print.tracker.fonts import Face, cap_height, text_width
from wordfleet_print.tracker.geometry import Rect, load_picture
from wordfleet_print.tracker.pen import WHITE, Pen, Run, set_centered, set_in
from wordfleet_print.tracker.style import THIN, Style

QR_MODULE = 0.602
"""The side of a module of the QR code (mm): phones read 0.6 from a copy of a copy."""


def draw_badge(pen: Pen, place: Rect, number: int, style: Style, *, white: bool = False) -> None:
    """Draw a step's number in a disc; a white disc on a solid heading."""
    radius, hollow = place.h / 2, white or style.eco
    pen.disc(place.center_x, place.center_y, radius, gray=WHITE if white else 0)
    if hollow and not white:
        pen.disc(place.center_x, place.center_y, radius - 0.3, gray=WHITE)
    pen.text(set_in(place, str(number), Face.BOLD, max(style.label, place.h * 2.32)), gray=0 if hollow else WHITE)


def draw_silhouette(pen: Pen, name: str, place: Rect, style: Style, *, outline: bool = False) -> None:
    """Draw a picture; in outline to save ink, or to be colored in."""
    pen.picture(load_picture(name), place, line=THIN if style.eco or outline else 0)


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
        pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN)
    pen.frame(Rect(first.x, first.y, last.right - first.x, first.h), line)


def draw_bubble(pen: Pen, place: Rect, text: str, style: Style) -> None:
    """Draw a speech bubble whose tip points to the right."""
    pen.frame(place, style.line, radius=min(1.6, place.h / 2 - 0.1))
    x, y = place.right - 0.02, place.center_y
    pen.fill(Rect(x - 0.3, y - 0.7, 0.6, 1.4), gray=WHITE)
    pen.line(x, y - 0.7, x + 1.3, y + 0.9, style.line)
    pen.line(x + 1.3, y + 0.9, x, y + 0.7, style.line)
    pen.text(set_in(place, text, style.plain, style.body))


def draw_sight(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw a gun sight: a heavy ring, cross-hairs through gaps in it, a dot in the middle."""
    pen.disc(x, y, radius)
    pen.disc(x, y, radius * 0.6, gray=WHITE)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        gap = _bar(x, y, dx, dy, radius * 0.5, radius * 1.06, radius * 0.34)
        pen.fill(gap, gray=WHITE)
        pen.fill(_bar(x, y, dx, dy, radius * 0.3, radius * 1.12, radius * 0.13))
    pen.disc(x, y, radius * 0.17)


def draw_sight_outline(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw the same sight in thin lines."""
    pen.ring(x, y, radius, THIN)
    pen.ring(x, y, radius * 0.6, THIN)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = radius * 0.3, radius * 1.12
        pen.line(x + dx * near, y + dy * near, x + dx * far, y + dy * far, THIN)


def _bar(x: float, y: float, dx: int, dy: int, start: float, end: float, width: float) -> Rect:
    """Return a bar along one of the four directions, from `start` to `end` off the middle."""
    near, far = (start, end) if dx + dy > 0 else (-end, -start)
    length = far - near
    return Rect(x + near, y - width / 2, length, width) if dx else Rect(x - width / 2, y + near, width, length)


def draw_title(pen: Pen, run: Run, style: Style) -> float:
    """Draw a title, its first O as a gun sight above a letter that cannot be seen; return where it ends (mm)."""
    x, y, title, face, size = run
    radius = cap_height(face, size) / 2
    for part in title.partition("O"):
        part_run = Run(x, y, part, face, size)
        if part == "O":
            (draw_sight_outline if style.eco else draw_sight)(pen, x + radius * 1.06, y - radius, radius)
            pen.text_unseen(part_run)
            x += radius * 2.2
        elif part:
            pen.text_outline(part_run, THIN) if style.eco else pen.text(part_run)
            x += text_width(part, face, size)
    return x


def draw_mark(pen: Pen, draws: str, box: Rect, least: float) -> None:
    """Draw a mark as a pencil makes it, in a square of a grid."""
    large = max(least, box.w * 1.5)
    pen.frame(box, THIN)
    match draws:
        case "ring":
            pen.ring(box.center_x, box.center_y, box.w * 0.4, 1.0)
            pen.text(set_in(box, "T", Face.BOLD, large))
        case "dot":
            pen.disc(box.center_x, box.center_y, box.w * 0.1)
        case "border":  # the guessed letter is small and in a corner: a square may get nine of them
            at = 0.37 if least < box.w * 1.6 else 0.5
            pen.frame(box.inset(box.w * 0.06), 2.2)
            corner = box.x + box.w * at, box.y + box.h * (at + 0.02)
            pen.text(set_centered(*corner, "T", Face.BOLD, max(least, box.w * 1.15)))
        case "slash" | "cross":
            pen.line(box.x + 0.6, box.bottom - 0.6, box.right - 0.6, box.y + 0.6, 1.0)
            if draws == "cross":
                pen.line(box.x + 0.6, box.y + 0.6, box.right - 0.6, box.bottom - 0.6, 1.0)
        case _:
            pen.text(set_in(box, "T", Face.BOLD, large))


@cache
def qr_matrix(address: str) -> tuple[tuple[int, ...], ...]:
    """Return the QR code's modules, 1 for dark."""
    return tuple(tuple(row) for row in segno.make(address, error="m", micro=False, boost_error=False).matrix)


def qr_side(address: str) -> float:
    """Return the side of the QR code (mm)."""
    return len(qr_matrix(address)) * QR_MODULE


def draw_qr(pen: Pen, x: float, y: float, address: str) -> None:
    """Draw the QR code as one path: no seam shows between its modules."""
    pen.fill_together(
        Rect(x + column * QR_MODULE, y + row * QR_MODULE, QR_MODULE, QR_MODULE)
        for row, modules in enumerate(qr_matrix(address))
        for column, module in enumerate(modules)
        if module
    )
