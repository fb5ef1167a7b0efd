"""Things to measure with, in true inches: tapes and sticks, blast wedges; and how small dice are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from math import cos, radians, sin

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.press.ink.fonts import Face, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, set_centred, set_in, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import (
    BODY,
    INCH,
    SMALL,
    Leaf,
    LeafPress,
    draw_bar,
    draw_lines,
    draw_stamp,
    draw_words,
    height_of,
    lines_of,
    lying,
    room_on,
    stencil,
)
from wordfleet_print.press.kit.parts import DicePart, TapePart, WedgePart
from wordfleet_print.press.stationery import inside
from wordfleet_print.wording import listed

STRIP, BETWEEN, TAB = 19.6, 2.4, 12.0
"""How high a strip of tape is, how far from the next, and how long the tab to glue is (mm)."""
MARK = 6.4
"""How high and at least how wide the black field of a mark is (mm)."""
MOST_WIDE = 3.6
"""How deep a wedge's tab to glue is (mm)."""


@dataclass(frozen=True, slots=True)
class TapeStrip:
    """A piece of tape or a stick: from so many inches to so many, what it is, its marks with their words."""

    start: float
    end: float
    told: str
    marks: tuple[tuple[float, tuple[str, ...]], ...]
    tab: bool = False


def tape_leaves(part: TapePart, press: LeafPress) -> Iterator[Leaf]:
    """The tape in segments up to the longest distance, and Army Men's sticks. Raises `BadInputError` for segments that
    are wider than the paper.
    """
    room, segment = room_on(lying(press.look.paper)), part.segment / INCH
    most = int((room.w - TAB - 22) / INCH)
    if segment > most:
        what = f"segments of {segment:g} in are wider than {press.look.paper.title} takes"
        raise BadInputError("The kit cannot be printed.", Complaint(part.name, what, f"{most} in at most"))
    words = _words(part.marks)
    longest = max(mark for mark, _ in words)
    count = -int(-longest // segment)
    strips = [
        TapeStrip(
            number * segment,
            min((number + 1) * segment, max(longest, 1)) if number == count - 1 else (number + 1) * segment,
            f"{part.name} {number + 1} of {count}" if number else f"{part.name}: from the figure’s middle",
            tuple((mark, told) for mark, told in words if number * segment < mark <= (number + 1) * segment),
            tab=number < count - 1,
        )
        for number in range(count)
    ]
    if isinstance(press.book, ArmyMen):
        strips += _sticks(press.book)
    rows = _rows(strips, room.w)
    a_page = int((room.h + BETWEEN) // (STRIP + BETWEEN))
    pages = [rows[start : start + a_page] for start in range(0, len(rows), a_page)]
    title = f"{part.name.capitalize()}{' and sticks' if isinstance(press.book, ArmyMen) else ''}"
    for number, own in enumerate(pages, start=1):
        of = f", {number} of {len(pages)}" if len(pages) > 1 else ""
        line = "True inches. Cut out, glue the tape end to end; the black marks are the distances of the rules."
        yield Leaf(part.name, f"{title}{of}", line, partial(_draw_strips, own, press), measured=True)


def _words(marks: Sequence[tuple[float, str]]) -> list[tuple[float, tuple[str, ...]]]:
    """The marks in their order; those of one place and one kind (“range: …”) are told together."""
    told = []
    for mark, own in groupby(sorted(marks, key=lambda one: one[0]), key=lambda one: one[0]):
        kinds: dict[str, list[str]] = {}
        for _, words in own:
            kind, colon, name = words.partition(": ")
            kinds.setdefault(kind, []).extend([name] if colon else [])
        told.append((mark, tuple(f"{kind}: {', '.join(names)}" if names else kind for kind, names in kinds.items())))
    return told


def _sticks(army: ArmyMen) -> Iterator[TapeStrip]:
    """Two sticks for moves, with each kind of trooper at its inches, and two for how far a squad may spread."""
    usual = army.soldier.movement
    slower: dict[int, list[str]] = {}
    for profile in army.all_profiles:
        if profile.movement < usual:
            slower.setdefault(profile.movement, []).append(profile.short or profile.weapon or profile.unit)
    prone = usual / {"half": 2, "a third": 3, "a quarter": 4}[army.standard.prone.movement]
    marks = {float(mark): (", ".join(names),) for mark, names in slower.items()}
    marks[prone] = (*marks.get(prone, ()), "prone")
    marks[float(usual)] = (f"{army.soldier.short or army.soldier.unit}, most troopers",)
    for _ in range(2):
        yield TapeStrip(0, usual, "one move", tuple(sorted(marks.items())))
        within = army.squad.within
        yield TapeStrip(0, within, "one squad", ((float(within), ("stay within", "of the squad")),))


def _rows(strips: Sequence[TapeStrip], wide: float) -> list[list[TapeStrip]]:
    """Strips side by side where two fit."""
    rows: list[list[TapeStrip]] = []
    for strip in strips:
        taken = sum((one.end - one.start) * INCH + 4 for one in rows[-1]) if rows else wide
        alone = strip.tab or (rows and any(one.tab or one.start for one in rows[-1])) or strip.start
        if rows and not alone and taken + (strip.end - strip.start) * INCH <= wide:
            rows[-1].append(strip)
        else:
            rows.append([strip])
    return rows


def _draw_strips(rows: Sequence[Sequence[TapeStrip]], press: LeafPress, pen: Pen, room: Rect) -> None:
    for number, row in enumerate(rows):
        x, y = room.x, room.y + number * (STRIP + BETWEEN)
        for strip in row:
            place = Rect(x, y, (strip.end - strip.start) * INCH, STRIP)
            _draw_strip(pen, place, strip, press)
            x = place.right + 4


def _draw_strip(pen: Pen, place: Rect, strip: TapeStrip, press: LeafPress) -> None:
    pen.frame(place, CELL_LINE)
    marks = dict(strip.marks)
    quarters = round((strip.end - strip.start) * 4)
    for quarter in range(1, quarters):
        x = place.x + quarter * INCH / 4
        whole = quarter % 4 == 0
        pen.line(x, place.y, x, place.y + (5.2 if whole else 2.6 if quarter % 2 == 0 else 1.6), 0.9 if whole else 0.45)
    for inch in range(int(strip.start) + 1, int(strip.end) + 1):
        x = place.x + (inch - strip.start) * INCH
        if inch not in marks:
            pen.text(set_right(x - 0.9, place.y + 6.6, str(inch), press.look.bold, 10))
    for mark, words in strip.marks:
        _draw_mark(pen, place, place.x + (mark - strip.start) * INCH, f"{mark:g}", words, press)
    y = place.bottom - 2.6
    pen.polygon([(place.x + 0.8, y - 1.4), (place.x + 3.4, y), (place.x + 0.8, y + 1.4)])
    pen.text(Run(place.x + 4.2, y + 1.0, strip.told, Face.MEDIUM, SMALL))
    if strip.tab:
        side = place.right + TAB
        pen.polygon(
            [(place.right, place.y), (side, place.y + 2.4), (side, place.bottom - 2.4), (place.right, place.bottom)],
            CELL_LINE,
        )
        with pen.turned(place.right + TAB / 2, place.centre_y, 90):
            pen.text(set_centred(place.right + TAB / 2, place.centre_y, "glue", Face.MEDIUM, SMALL))


def _draw_mark(pen: Pen, place: Rect, x: float, number: str, words: Sequence[str], press: LeafPress) -> None:
    """A distance of the rules: its number on black and, below, what is measured."""
    pen.line(x, place.y, x, place.bottom, 1.4)
    face = stencil(number)
    field = Rect(x, place.y, 0, MARK)
    wide = max(MARK, text_width(number, face, 13) + 1.8)
    field = Rect(x - wide, place.y, wide, MARK)
    if press.look.eco:
        pen.frame(field, 1.0)
    else:
        pen.fill(field)
    pen.text(set_in(field, number, face, 13), 0.0 if press.look.eco else WHITE)
    room = min(x - place.x - 1.4, 74.0)
    y = place.y + MARK + 0.6
    for told in words:
        for line in lines_of(told, SMALL, max(room, 18)):
            end = line[-1].x + text_width(line[-1].text, line[-1].face, SMALL)
            for run in line:
                pen.text(run._replace(x=x - 0.9 - end + run.x, y=y + 2.5))
            y += height_of([line], SMALL)


def wedge_leaves(part: WedgePart, press: LeafPress) -> Iterator[Leaf]:
    """Two quarters of a circle, head to tail on one page. Raises `BadInputError` for a radius that no page takes."""
    page = inside(press.look.paper)
    most = int(min(page.w - 30, (page.h - 2 * MOST_WIDE) / 1.6) / INCH * 2) / 2
    if not INCH <= part.radius <= most * INCH:
        what = f"a radius of {part.radius / INCH:g} in does not fit {press.look.paper.title}"
        raise BadInputError("The kit cannot be printed.", Complaint(part.name, what, f"1 to {most:g} in"))
    yield Leaf(
        part.name, f"{part.title.capitalize()} wedges", "", partial(_draw_wedges, part, press), upright=True, bare=True
    )


def _draw_wedges(part: WedgePart, press: LeafPress, pen: Pen, page: Rect) -> None:
    radius = part.radius
    corner = page.x + 0.3, page.bottom - MOST_WIDE - 0.3
    _draw_wedge(part, press, pen, corner, radius)
    with pen.turned(page.centre_x, page.centre_y, 180):
        _draw_wedge(part, press, pen, corner, radius)
    head = Rect(page.x, page.y, max(page.w - radius - 6, 26), 40)
    with pen.element("H1"):
        y = page.y
        for word in press.book.title.upper().split():
            pen.text(Run(head.x, y + 4.6, word, stencil(word), 13))
            y += 5.6
        pen.text(Run(head.x, y + 4.0, f"{part.title.capitalize()} wedges", press.look.bold, 9.0))
    how = "One is enough: put the point on the target and sweep it round. **Print twice** for a whole circle."
    draw_words(pen, Rect(head.x, y + 5.4, head.w, 30), how, SMALL)
    foot = f"{press.book.title} {press.book.version or ''}".strip()
    for number, told in enumerate((f"{foot} · {part.name}", "Print at 100 %,", "never “fit to page”.")):
        pen.text(set_right(page.right, page.bottom - 7.6 + 3.4 * number, told, Face.MEDIUM, SMALL))


def _draw_wedge(part: WedgePart, press: LeafPress, pen: Pen, corner: tuple[float, float], radius: float) -> None:
    """A quarter right of and above its corner, a ring for each inch, tabs to glue below it."""
    x, y = corner
    pen.line(x, y, x, y - radius, 1.2)
    pen.line(x, y, x + radius, y, 1.2)
    pen.arc(x, y, radius, (0, 90), 1.2)
    far = radians(58)
    for inch in range(1, int(radius / INCH + 1e-6) + 1):
        if inch * INCH < radius - 1e-6:
            with pen.dashes(1.4, 1.4):
                pen.arc(x, y, inch * INCH, (0, 90), CELL_LINE)
        place = x + (inch * INCH - 3.6) * cos(far), y - (inch * INCH - 3.6) * sin(far)
        pen.text(set_centred(*place, str(inch), press.look.bold, 10))
    title, wide = part.title.upper(), radius * 0.36
    lines = lines_of(part.text, BODY, wide)
    words = Rect(x + radius * 0.36, y - radius * 0.42, wide, 8 + height_of(lines, BODY))
    pen.fill(words.inset(-1.5), WHITE)
    pen.text(Run(words.x, words.y + 5.0, title, stencil(title), 16))
    draw_lines(pen, words.x, words.y + 7, lines, BODY)
    tab = [(x, y), (x + radius, y), (x + radius - 4, y + MOST_WIDE), (x + 4, y + MOST_WIDE)]
    pen.polygon(tab, CELL_LINE)
    pen.text(set_centred(x + radius / 2, y + 1.8, "glue under the next wedge, or cut off", Face.MEDIUM, SMALL))
    if radius >= 4 * INCH + 30:
        draw_bar(pen, x + 1.5, y - 6.0, told=False)


def dice_leaves(part: DicePart, press: LeafPress) -> Iterator[Leaf]:
    """How smaller dice are read off the usual one."""
    names = listed([f"D{sides}" for sides, _ in part.smaller])
    line = f"{names}, read off a D{part.sides}."
    yield Leaf(part.name, "Small dice", line, partial(_draw_dice_page, part, press))


def _draw_dice_page(part: DicePart, press: LeafPress, pen: Pen, room: Rect) -> None:
    stamp = draw_stamp(pen, room.x, room.y, "Small dice", press.look)
    draw_dice(pen, Rect(room.x, stamp.bottom + 4, min(room.w, 120), 20), part, press)


def draw_dice(pen: Pen, place: Rect, part: DicePart, press: LeafPress) -> float:
    """A row for each smaller die: the faces that are read as one number over it; where it ends (mm from the top)."""
    y, side = place.y, min(7.0, (place.w - 16) / (part.sides * 1.35))
    for sides, reads in part.smaller:
        pen.text(Run(place.x, y + side * 0.78, f"D{sides}", press.look.bold, 11))
        x = place.x + 14
        for low, high, gives in reads:
            first = x
            for face in range(low, high + 1):
                draw_die(pen, Rect(x, y, side, side), face, press)
                x += side + 0.6
            centre = (first + x - 0.6) / 2
            pen.polygon([(centre - 1, y + side + 0.9), (centre + 1, y + side + 0.9), (centre, y + side + 2.1)])
            pen.text(set_centred(centre, y + side + 4.5, str(gives), press.look.bold, 12))
            x += side * 0.5
        y += side + 9
    return y


_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def draw_die(pen: Pen, place: Rect, face: int, press: LeafPress) -> None:
    """A die's face: pips to six, a number beyond."""
    pen.frame(place.inset(0.2), CELL_LINE, 1.2)
    if face not in _PIPS:
        pen.text(set_in(place, str(face), press.look.bold, 10))
        return
    for pip in _PIPS[face]:
        row, column = divmod(pip, 3)
        pen.disc(place.x + place.w * (0.24 + 0.26 * column), place.y + place.h * (0.24 + 0.26 * row), place.w * 0.075)
