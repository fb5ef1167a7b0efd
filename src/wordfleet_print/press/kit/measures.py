"""Things to measure with, in true inches: tapes and sticks, wedges of a circle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import ceil, cos, radians, sin
from typing import NamedTuple

from wordfleet_print.errors import Complaint
from wordfleet_print.games.kit_facts import INCH
from wordfleet_print.press.ink.fonts import Face, heading_face, text_width
from wordfleet_print.press.ink.ink import BLACK, CELL_LINE, WHITE, Pen, Run, set_centred, set_in, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.parts import inside
from wordfleet_print.press.kit.leaf import HAIRLINE, DrawIn, Leaf, draw_bar, lying, numbered, pages_of, refuse, room_on
from wordfleet_print.press.kit.written import BODY, SMALL, Typesetter, paragraphs

STRIP, BETWEEN, TAB = 19.6, 2.4, 12.0
"""How high a strip of tape is, how far from the next, and how long the tab to glue is (mm)."""
MARK = 6.4
"""How high and at least how wide the black field of a mark is (mm)."""
UNDER_MARK = 10.0
"""How high the words below it are at most (mm)."""
GLUE = 3.6
"""How deep a wedge's tab to glue is (mm)."""

TapeMarks = tuple[tuple[float, str], ...]
"""At how many inches there is what, in their order."""


class TapePart(NamedTuple):
    """A tape in segments (mm) with its marks, and sticks: what each is, and its marks, the last at its end."""

    name: str
    segment: float
    marks: TapeMarks
    sticks: tuple[tuple[str, TapeMarks], ...] = ()


class WedgePart(NamedTuple):
    """A quarter of a circle (mm)."""

    name: str
    radius: float
    title: str
    text: str


class _Strip(NamedTuple):
    """A piece of tape or a stick: from so many inches to so many, what it is, its marks; whether it is glued on."""

    start: float
    end: float
    told: str
    marks: TapeMarks
    tab: bool = False


def tape_leaves(part: TapePart, setter: Typesetter) -> Iterator[Leaf]:
    """The tape in segments up to the longest distance, and the sticks. Raises `BadInputError` for segments that are
    wider than the paper.
    """
    room, segment = room_on(lying(setter.look.paper)), part.segment / INCH
    most = int((room.w - TAB - 22) / INCH)
    if segment > most:
        what = f"segments of {segment:g} in are wider than {setter.look.paper.title} takes"
        refuse([Complaint(part.name, what, f"{most} in at most")])
    longest = max(part.marks[-1][0], 1.0)
    count = ceil(part.marks[-1][0] / segment)
    rows: list[tuple[_Strip, ...]] = []
    for number in range(count):
        start, end = number * segment, min((number + 1) * segment, longest)
        told = (
            f"{part.name} {number + 1} of {count}"
            if number
            else f"{part.name}{': from the figure’s middle' * bool(part.sticks)}"
        )
        marks = tuple(one for one in part.marks if start < one[0] <= end)
        rows.append((_Strip(start, end, told, marks, number < count - 1),))
    sticks = [_Strip(0, marks[-1][0], told, marks) for told, marks in part.sticks]
    refuse(_mark_faults(part, [strip for row in rows for strip in row], setter))
    beside = 2 if sum(stick.end for stick in sticks[:2]) * INCH + 4 <= room.w else 1
    rows += map(tuple, pages_of(sticks, beside))
    a_page = int((room.h + BETWEEN) // (STRIP + BETWEEN))
    pages: list[DrawIn] = [partial(_draw_rows, page, setter) for page in pages_of(rows, a_page)]
    line = "True inches. Cut out, glue the tape end to end; the black marks are the distances of the rules."
    for title, draw in numbered(f"{part.name.capitalize()}{' and sticks' if sticks else ''}", pages):
        yield Leaf(part.name, title, line, draw, measured=True)


def _beside_mark(along: float) -> float:
    """How wide the words of a mark can be, so far along its strip (mm)."""
    return min(along - 1.4, 74.0)


def _mark_faults(part: TapePart, strips: Iterable[_Strip], setter: Typesetter) -> Iterator[Complaint]:
    """Marks that stand on each other, and words that are too long for their place."""
    for (one, _), (other, _) in pairwise(part.marks):
        if (other - one) * INCH < MARK:
            what = f"the marks at {one:g} and {other:g} in stand on each other"
            yield Complaint(part.name, what, "write both at one of them")
    for mark, words, along in ((mark, words, mark - strip.start) for strip in strips for mark, words in strip.marks):
        blocks, room = paragraphs(words, SMALL), _beside_mark(along * INCH)
        if room < MARK or setter.fit(blocks, Rect(0, 0, room, UNDER_MARK)):
            told = " ".join(words.split())
            yield Complaint(part.name, f"“{told}” is too long for its place at {mark:g} in", "shorten it")


def _draw_rows(rows: Sequence[Sequence[_Strip]], setter: Typesetter, pen: Pen, room: Rect) -> None:
    for number, row in enumerate(rows):
        x = room.x
        for strip in row:
            place = Rect(x, room.y + number * (STRIP + BETWEEN), (strip.end - strip.start) * INCH, STRIP)
            _draw_strip(pen, place, strip, setter)
            x = place.right + 4


def _draw_strip(pen: Pen, place: Rect, strip: _Strip, setter: Typesetter) -> None:
    """Quarters of inches along the edge, their numbers, the marks; the way to read it; a tab for the next."""
    pen.frame(place, CELL_LINE)
    for quarter in range(1, round((strip.end - strip.start) * 4)):
        x, whole = place.x + quarter * INCH / 4, quarter % 4 == 0
        pen.line(x, place.y, x, place.y + (5.2 if whole else 2.6 if quarter % 2 == 0 else 1.6), 0.9 if whole else 0.45)
    for inch in range(int(strip.start) + 1, int(strip.end) + 1):
        if inch not in dict(strip.marks):
            x = place.x + (inch - strip.start) * INCH
            pen.text(set_right(x - 0.9, place.y + 6.6, str(inch), setter.look.bold, 10))
    for mark, words in strip.marks:
        _draw_mark(pen, place, place.x + (mark - strip.start) * INCH, f"{mark:g}", words, setter)
    y, side = place.bottom - 2.6, place.right + TAB
    pen.polygon([(place.x + 0.8, y - 1.4), (place.x + 3.4, y), (place.x + 0.8, y + 1.4)])
    pen.text(Run(place.x + 4.2, y + 1.0, strip.told, Face.MEDIUM, SMALL))
    if strip.tab:
        corners = [(side, place.y + 2.4), (side, place.bottom - 2.4), (place.right, place.bottom)]
        pen.polygon([(place.right, place.y), *corners], CELL_LINE)
        with pen.turned(side - TAB / 2, place.centre_y, 90):
            pen.text(set_centred(side - TAB / 2, place.centre_y, "glue", Face.MEDIUM, SMALL))


def _draw_mark(pen: Pen, place: Rect, x: float, number: str, words: str, setter: Typesetter) -> None:
    """A distance of the rules: its number on black and, below, what is measured."""
    pen.line(x, place.y, x, place.bottom, 1.4)
    wide = max(MARK, text_width(number, Face.STENCIL, 13) + 1.8)
    field = Rect(x - wide, place.y, wide, MARK)
    pen.fill(field, WHITE if setter.look.eco else BLACK)
    pen.frame(field, 1.0 if setter.look.eco else HAIRLINE)
    pen.text(set_in(field, number, Face.STENCIL, 13), BLACK if setter.look.eco else WHITE)
    room = _beside_mark(x - place.x)
    setter.words(pen, Rect(x - 0.9 - room, place.y + MARK + 0.6, room, UNDER_MARK), words, SMALL, "right")


def wedge_leaves(part: WedgePart, setter: Typesetter) -> Iterator[Leaf]:
    """Two quarters of a circle, head to tail on one page. Raises `BadInputError` for a radius that no page takes."""
    paper = setter.look.paper
    page = inside(paper)
    most = int(min(page.w - 30, (page.h - 2 * GLUE) / 1.6) / INCH * 2) / 2
    if not INCH <= part.radius <= most * INCH:
        what = f"a radius of {part.radius / INCH:g} in does not fit {paper.title}"
        refuse([Complaint(part.name, what, f"1 to {most:g} in")])
    words, title, too = paragraphs(part.text), part.title.upper(), f"is too long for {part.radius / INCH:g} in"
    wide, high = part.radius * 0.36, part.radius * 0.42 - 8
    if setter.fit(words, Rect(0, 0, wide, high)):
        refuse([Complaint(part.name, f"its text {too}", "shorten it")])
    if text_width(title, heading_face(title, Face.STENCIL), 16) > wide * 1.2:
        refuse([Complaint(part.name, f"“{part.title}” {too}", "shorten it")])
    title = f"{part.title.capitalize()} wedges"
    yield Leaf(part.name, title, "", partial(_draw_wedges, part, title, setter), upright=True, bare=True)


def _draw_wedges(part: WedgePart, title: str, setter: Typesetter, pen: Pen, page: Rect) -> None:
    for degrees in (0, 180):
        with pen.turned(page.centre_x, page.centre_y, degrees):
            _draw_wedge(part, setter, pen, (page.x + 0.3, page.bottom - GLUE - 0.3))
    head = Rect(page.x, page.y, max(page.w - part.radius - 6, 26), 40)
    with pen.element("H1"):
        y = page.y
        for word in setter.book.title.upper().split():
            pen.text(Run(head.x, y + 4.6, word, heading_face(word, Face.STENCIL), 13))
            y += 5.6
        pen.text(Run(head.x, y + 4.0, title, setter.look.bold, 9.0))
    how = "One is enough: put the point on the target and sweep it round. **Print twice** for a whole circle."
    setter.words(pen, head.below(y + 5.4 - head.y), how, SMALL)
    foot = f"{setter.book.title} {setter.book.version or ''}".strip()
    for number, told in enumerate((f"{foot} · {part.name}", "Print at 100 %,", "never “fit to page”.")):
        pen.text(set_right(page.right, page.bottom - 7.6 + 3.4 * number, told, Face.MEDIUM, SMALL))


def _draw_wedge(part: WedgePart, setter: Typesetter, pen: Pen, corner: tuple[float, float]) -> None:
    """A quarter right of and above its corner, a ring for each inch, a tab to glue below it."""
    (x, y), radius, far = corner, part.radius, radians(58)
    pen.line(x, y, x, y - radius, 1.2)
    pen.line(x, y, x + radius, y, 1.2)
    pen.arc(x, y, radius, (0, 90), 1.2)
    for inch in range(1, int(radius / INCH + 1e-6) + 1):
        if inch * INCH < radius - 1e-6:
            with pen.dashes(1.4, 1.4):
                pen.arc(x, y, inch * INCH, (0, 90), CELL_LINE)
        reach = inch * INCH - 3.6
        pen.text(set_centred(x + reach * cos(far), y - reach * sin(far), str(inch), setter.look.bold, 10))
    title, words = part.title.upper(), Rect(x + radius * 0.36, y - radius * 0.42, radius * 0.36, 20)
    pen.fill(words.top(8 + setter.least(paragraphs(part.text), words.w)).inset(-1.5), WHITE)
    pen.text(Run(words.x, words.y + 5.0, title, heading_face(title, Face.STENCIL), 16))
    setter.words(pen, words.below(7), part.text, BODY)
    pen.polygon([(x, y), (x + radius, y), (x + radius - 4, y + GLUE), (x + 4, y + GLUE)], CELL_LINE)
    pen.text(set_centred(x + radius / 2, y + 1.8, "glue under the next wedge, or cut off", Face.MEDIUM, SMALL))
    if radius >= 4 * INCH + 30:
        told = Rect(x + 4 * INCH + 3, y - 8, 30, 4)
        pen.fill(told, WHITE)
        draw_bar(pen, x + 1.5, y - 6.0)
        pen.text(set_centred(told.centre_x, told.centre_y, "100 mm above, 4 in below", Face.SEMIBOLD, SMALL))
