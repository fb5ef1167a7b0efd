"""Sizes of type (pt) and measures (mm) of a tracker, and small things that every panel draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from wordfleet_print.tracker.fonts import Face, cap_height, fit, text_width
from wordfleet_print.tracker.geometry import Rect, load_picture
from wordfleet_print.tracker.pen import WHITE, Item, Pen, Run, set_in, set_right

THIN = 0.47
"""Cells and dividers (pt)."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way of setting a tracker; the layout derives every height from it."""

    label: float = 7.5
    body: float = 8.0
    steps: tuple[float, ...] = (9.0, 8.5)
    """START's text, in the sizes that may be tried."""
    tab: float = 11.5
    name: float = 15.0
    name_min: float = 8.0
    ship: float = 10.5
    letter: float = 15.0
    word: float = 15.0
    code: float = 14.0
    sheet_code: float = 9.5
    axis: float = 10.0
    tab_height: float = 5.0
    axis_height: float = 4.6
    axis_width: float = 5.0
    gap: float = 1.8
    letter_width: float = 12.8
    letter_height: float = 10.0
    least_cell: float = 9.5
    most_cell: float = 9.6
    least_head: float = 8.7
    least_picture: float = 7.6
    line: float = 1.0
    eco: bool = False

    @property
    def strong(self) -> Face:
        """What words and found letters are set in."""
        return Face.SEMIBOLD if self.eco else Face.BOLD

    @property
    def leading(self) -> float:
        """From line to line of small text (mm)."""
        return 0.385 * self.body

    def ecological(self) -> Style:
        """The same with less ink: outlines for solids, thin lines, no tint, smaller letters where they are large."""
        least = 20.0 if self.body > 10 else 13.5
        axis, tab = min(self.axis, 16.0), min(self.tab, 16.0)
        return replace(self, line=THIN, eco=True, letter=least, word=least, code=least, axis=axis, tab=tab)


STANDARD = Style()
LARGE = Style(
    label=16, body=16, steps=(16,), tab=16.5, name=20, name_min=16, ship=16, letter=23, word=21.5, code=21.5,
    sheet_code=16, axis=17, tab_height=7.6, axis_height=6.8, axis_width=7.6, gap=2.2, letter_width=17.5,
    letter_height=12.6, least_cell=13.0, most_cell=13.4, least_head=15.2, least_picture=11.7,
)  # fmt: skip


def label(pen: Pen, x: float, baseline: float, text: str, style: Style) -> float:
    """Small letterspaced capitals; returns where they end (mm)."""
    tracking = style.label * 0.05
    pen.text(Run(x, baseline, text.upper(), Face.SEMIBOLD, style.label), tracking=tracking)
    return x + text_width(text.upper(), Face.SEMIBOLD, style.label) + len(text) * tracking * 25.4 / 72


Word = tuple[str, Face]


@cache
def rich_lines(text: str, width: float, size: float) -> list[list[Word]]:
    """Text wrapped to a width (mm). Words between *asterisks* are bold; a bar | starts a new line."""
    lines: list[list[Word]] = []
    face = Face.MEDIUM
    space = text_width(" ", Face.MEDIUM, size)
    for part in text.split("|"):
        lines.append([])
        at = 0.0
        for raw in part.split():
            if raw.startswith("*"):
                face = Face.BOLD
            word = raw.replace("*", "")
            wide = text_width(word, face, size)
            if lines[-1] and at + wide > width:
                lines.append([])
                at = 0.0
            lines[-1].append((word, face))
            at += wide + space
            if raw.rstrip(".,:;!?").endswith("*"):
                face = Face.MEDIUM
    return lines


def paragraph(pen: Pen, place: Rect, text: str, style: Style, size: float = 0) -> float:
    """Wrapped text from the top of a place; returns the bottom of its last line (mm)."""
    size = size or style.body
    leading, y = style.leading * size / style.body, place.y + cap_height(Face.MEDIUM, size)
    space = text_width(" ", Face.MEDIUM, size)
    for words in rich_lines(text, place.w, size):
        x = place.x
        for word, face in words:
            pen.text(Run(x, y, word, face, size))
            x += text_width(word, face, size) + space
        y += leading
    return y - leading


def first_fitting(texts: Sequence[str], width: float, size: float) -> str:
    """The first of these texts that fits the width (mm); none: nothing."""
    return next((text for text in texts if text_width(text, Face.MEDIUM, size) <= width), "")


def fitted_text(place: Rect, text: str, face: Face, size: float, least: float) -> list[Run]:
    """A name on the bottom of its place: shrunk, then wrapped in two lines, and only then cut."""
    shrunk, fits = fit(text, face, place.w, size, least)
    lines = [shrunk]
    if shrunk != text and (cuts := [i for i, char in enumerate(text) if char in " -"]):
        cut = min(cuts, key=lambda i: abs(i - len(text) / 2)) + 1
        lines = [fit(part, face, place.w, least, least)[0] for part in (text[:cut].rstrip(), text[cut:])]
    foot = place.bottom - 0.35 - 0.085 * fits
    return [Run(place.x, foot - (len(lines) - 1 - i) * 0.31 * fits, line, face, fits) for i, line in enumerate(lines)]


@dataclass(frozen=True, slots=True)
class Tab:
    """A panel's heading: a stamp with its title, a rule, a note in plain words. Secret panels have outlined stamps."""

    rect: Rect
    title: str
    note: str
    """In plain words; after a bar | shorter words for where there is less room."""
    secret: bool
    style: Style
    number: int = 0
    """Which step of START happens here; 0: none."""

    @property
    def stamp(self) -> Rect:
        """The title's box (mm)."""
        return self.rect.left(text_width(self.title.upper(), Face.STENCIL, self.style.tab) + self._before + 4.6)

    @property
    def _before(self) -> float:
        return self.rect.h if self.number else 0

    def draw(self, pen: Pen) -> None:
        """Stamp, rule, note."""
        style, stamp, rect = self.style, self.stamp, self.rect
        solid = not self.secret and not style.eco
        if solid:
            pen.fill(stamp)
        else:
            pen.frame(stamp.inset(0.25), style.line, radius=1.3 if self.secret else 0)
            if not self.secret:
                pen.fill(stamp.left(1.2))
        if self.number:
            badge(pen, Rect(stamp.x + 1.1, stamp.y + 0.5, rect.h - 1, rect.h - 1), self.number, style, white=solid)
        text = Rect(stamp.x + self._before, stamp.y, stamp.w - self._before, stamp.h)
        pen.text(set_in(text, self.title.upper(), Face.STENCIL, style.tab), gray=WHITE if solid else 0)
        pen.line(stamp.right, rect.bottom - 0.2, rect.right, rect.bottom - 0.2, style.line)
        note = first_fitting(self.note.split("|"), rect.right - stamp.right - 2, style.body)
        pen.text(set_right(rect.right, rect.bottom - 0.5 - 0.09 * style.body, note, Face.MEDIUM, style.body))


def badge(pen: Pen, place: Rect, number: int, style: Style, *, white: bool = False) -> None:
    """A step's number in a disc."""
    radius, hollow = place.h / 2, white or style.eco
    pen.disc(place.center_x, place.center_y, radius, gray=WHITE if white else 0)
    if hollow and not white:
        pen.disc(place.center_x, place.center_y, radius - 0.3, gray=WHITE)
    pen.text(set_in(place, str(number), Face.BOLD, max(style.label, place.h * 2.32)), gray=0 if hollow else WHITE)


def silhouette(pen: Pen, name: str, place: Rect, style: Style, *, outline: bool = False) -> None:
    """A picture; in outline to save ink, or to be colored in."""
    if style.eco or outline:
        pen.picture_outline(load_picture(name), place, THIN)
    else:
        pen.picture(load_picture(name), place)


def waves(pen: Pen, x: float, right: float, y: float, size: float, width: float) -> None:
    """A row of waves, each `size` mm wide."""
    count = int((right - x) / size)
    for i in range(count):
        pen.arc(x + (i + 0.5) * size, y, size / 2, (200, 340), width)


def eye(pen: Pen, x: float, y: float, radius: float) -> None:
    """An eye: what stands here is for its owner alone."""
    pen.arc(x, y + radius * 0.8, radius * 1.5, (30, 150), 1.0)
    pen.arc(x, y - radius * 0.8, radius * 1.5, (210, 330), 1.0)
    pen.disc(x, y, radius * 0.5)


def boxes(pen: Pen, cells: list[Rect], line: float) -> None:
    """Cells in a row with a heavier frame round them."""
    first, last = cells[0], cells[-1]
    for cell in cells[1:]:
        pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN)
    pen.frame(Rect(first.x, first.y, last.right - first.x, first.h), line)


Placed = list[Item]
"""What a sheet adds to a panel."""


def draw_sight(pen: Pen, x: float, y: float, radius: float) -> None:
    """A gun sight: a heavy ring, cross-hairs through gaps in it, a dot in the middle."""
    pen.disc(x, y, radius)
    pen.disc(x, y, radius * 0.6, gray=WHITE)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        gap = _bar(x, y, dx, dy, radius * 0.5, radius * 1.06, radius * 0.34)
        pen.fill(gap, gray=WHITE)
        pen.fill(_bar(x, y, dx, dy, radius * 0.3, radius * 1.12, radius * 0.13))
    pen.disc(x, y, radius * 0.17)


def draw_sight_outline(pen: Pen, x: float, y: float, radius: float) -> None:
    """The same sight in thin lines."""
    pen.ring(x, y, radius, THIN)
    pen.ring(x, y, radius * 0.6, THIN)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = radius * 0.3, radius * 1.12
        pen.line(x + dx * near, y + dy * near, x + dx * far, y + dy * far, THIN)


def _bar(x: float, y: float, dx: int, dy: int, start: float, end: float, width: float) -> Rect:
    """A bar along one of the four directions, from `start` to `end` off the middle."""
    near, far = (start, end) if dx + dy > 0 else (-end, -start)
    length = far - near
    return Rect(x + near, y - width / 2, length, width) if dx else Rect(x - width / 2, y + near, width, length)
