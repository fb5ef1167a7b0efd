"""The enemy's ships to sink."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Ship
from wordfleet_print.press.ink.fonts import Face, cap_height, text_width, whole
from wordfleet_print.press.ink.ink import CELL_LINE, Pen, Run, Style, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.panels.panel import (
    Tab,
    Unchanging,
    draw_dotted,
    draw_silhouette,
)

SUNK = "sunk"
PICTURE, NAME, SUNK_WIDTH, SMALLEST_ROSTER_BOX = 13.0, 13.5, 13.5, 5.2
"""Widths in a row of the roster (mm): picture, name at least, "sunk" with its ring, a letter's box that is easy."""
LEAST_PICTURE, LEAST_ROSTER_BOX = 7.0, 3.5
"""Widths to which pictures, and then boxes, shrink for long ships (mm)."""
SMALLEST_NAME = 7.5
"""The smallest size of names in rows (pt)."""
LEAST_ROW = 4.9
"""The least height of a row (mm)."""


BLOCK_AIR, BLOCK_PICTURE, BLOCK_LINE = 0.9, 8.0, 6.4
"""Heights in a block of the roster (mm): above and below, the picture, the ring or the name."""
LEAST_BLOCK_BOX = 5.6
"""The side of a letter's box in a block (mm) that is asked for where the height can be chosen."""
UNDER_NAME = 0.9
"""Between a block's name and its boxes, and above the name, where all is tight (mm): descenders hang there."""
LEAST_SCALE = 0.8
"""How far pictures and boxes of a block shrink before its three lines become two."""
AFTER_SUNK = 1.3
"""From the word "sunk" to its ring (mm)."""
TRIED = "letters tried"
"""What the lines beside the enemy's ships are for (RULINGS: eight letters fit a square, fifteen may be tried)."""
TRIED_GAP, LEAST_TRIED, LEAST_TRIED_ROW = 1.2, 11.4, 6.2
"""Between such a line and what stands beside it, the shortest, and the lowest row that has one (mm)."""
OVER_TRIED = 0.7
"""From a row's top to the capitals of what its line is for (mm)."""
SHORTER = 2
"""By so many letters a ship is shorter than the longest whose row has a line."""


@dataclass(frozen=True, slots=True)
class Berthing:
    """The places of one ship in the list: its row, picture, name, letter boxes and the ring for "sunk", with that word
    unless the name needs its room.
    """

    row: Rect
    picture: Rect | None
    name: Rect
    boxes: tuple[Rect, ...]
    ring: Rect
    told: bool = True


@dataclass(frozen=True, slots=True)
class EnemyPanel(Unchanging):
    """The roster of ships to find (C-11, C-18); `tried`: with lines for wrong letters that a square has no room for."""

    rect: Rect
    tab: Tab
    fleet: tuple[Ship, ...]
    berthings: tuple[Berthing, ...]
    style: Style
    tried: bool = False

    def draw(self, pen: Pen) -> None:
        """A row for each ship, dotted lines between."""
        self.tab.draw(pen)
        if self.tried:
            self._draw_tried(pen)
        for i, (ship, place) in enumerate(zip(self.fleet, self.berthings, strict=True)):
            if i:
                draw_dotted(pen, self.rect.x, self.rect.right, place.row.y)
            self._draw_ship(pen, ship, place)

    def _draw_tried(self, pen: Pen) -> None:
        """A line right of the boxes of each shorter ship, over the first with room what it is for; all or none."""
        size, longest = self.style.body, max(ship.letters for ship in self.fleet)
        short = [
            place for ship, place in zip(self.fleet, self.berthings, strict=True) if ship.letters <= longest - SHORTER
        ]
        gap = text_width(SUNK, Face.MEDIUM, size) + AFTER_SUNK + TRIED_GAP
        lines = [
            Rect(start := place.boxes[-1].right + TRIED_GAP, place.row.y, place.ring.x - gap - start, place.row.h - 1.2)
            for place in short
            if place.told and place.row.h >= LEAST_TRIED_ROW and len(place.boxes) > 1
        ]
        named = [line for line in lines if line.w >= text_width(TRIED, Face.MEDIUM, size)]
        if not named or len(lines) < len(short) or min(line.w for line in lines) < LEAST_TRIED:
            return
        for line in lines:
            pen.line(line.x, line.bottom, line.right, line.bottom, CELL_LINE)
        pen.text(Run(named[0].x, named[0].y + OVER_TRIED + cap_height(Face.MEDIUM, size), TRIED, Face.MEDIUM, size))

    @property
    def name_size(self) -> float:
        """One size (pt) for all names, at which the longest fits. Raises `BadInputError` where none does."""
        style, first = self.style, self.berthings[0]
        beside = first.picture is None and first.told
        room = first.name.w - (text_width(SUNK, Face.MEDIUM, style.body) + AFTER_SUNK if beside else 0)
        longest = max((ship.ship for ship in self.fleet), key=lambda name: text_width(name, style.strong, style.ship))
        return whole(
            longest, style.strong, room, style.ship, min(style.ship - 2, SMALLEST_NAME if style.ship < 16 else 16)
        )

    def _draw_ship(self, pen: Pen, ship: Ship, place: Berthing) -> None:
        style = self.style
        if ship.silhouette and place.picture:
            draw_silhouette(pen, ship.silhouette, place.picture, style)
        size = self.name_size
        baseline = place.name.centre_y + cap_height(style.strong, size) / 2
        pen.text(Run(place.name.x, baseline, ship.ship, style.strong, size))
        for box in place.boxes:
            pen.frame(box, CELL_LINE)
        hull = place.boxes[0]
        pen.frame(Rect(hull.x, hull.y, place.boxes[-1].right - hull.x, hull.h), style.frame_line)
        middle = place.ring.centre_y + cap_height(Face.MEDIUM, style.body) / 2
        if place.told:
            pen.text(set_right(place.ring.x - AFTER_SUNK, middle, SUNK, Face.MEDIUM, style.body))
        pen.ring(place.ring.centre_x, place.ring.centre_y, place.ring.w / 2, style.frame_line)


def berth_in_rows(body: Rect, fleet: tuple[Ship, ...], style: Style) -> tuple[Berthing, ...]:
    """Each ship on one line: picture, name, boxes, ring; long names narrow the boxes first."""
    longest = max(ship.letters for ship in fleet)
    widest = max(text_width(ship.ship, style.strong, style.ship) for ship in fleet)
    picture, fixed = PICTURE, PICTURE + 2 + 2 + SUNK_WIDTH
    least = max(NAME, widest * SMALLEST_NAME / style.ship + 0.1)
    if body.w - fixed - longest * SMALLEST_ROSTER_BOX < least:
        beside = 2 + 2 + SUNK_WIDTH + least + longest * SMALLEST_ROSTER_BOX
        picture = min(PICTURE, max(LEAST_PICTURE, body.w - beside))
        fixed = picture + 2 + 2 + SUNK_WIDTH
    name = max(least, min(widest, body.w - fixed - longest * SMALLEST_ROSTER_BOX))
    side = min(6.1, body.h / len(fleet) - 1.3, (body.w - fixed - name) / longest)
    if side < LEAST_ROSTER_BOX:
        why = f"Boxes of a ship of {longest} letters would be {side:.1f} mm wide in the enemy's roster"
        tip = "Shorter ships, or a smaller grid, leave them more room."
        raise BadInputError(f"{why}; {LEAST_ROSTER_BOX} mm is the least.", tip=tip)
    start, ring = picture + 2 + name + 1, min(5.2, body.h / len(fleet) - 0.7)
    return tuple(
        Berthing(
            row,
            picture=Rect(row.x, row.y + 0.7, picture, row.h - 1.4),
            name=Rect(row.x + picture + 2, row.y, name, row.h),
            boxes=_boxes(row.x + start, row.centre_y - side / 2, side, ship),
            ring=Rect(row.right - 0.2 - ring, row.centre_y - ring / 2, ring, ring),
        )
        for ship, row in zip(fleet, body.rows(len(fleet)), strict=True)
    )


def blocks_least(fleet: tuple[Ship, ...]) -> float:
    """The least height of the enemy's ships in blocks (mm)."""
    return len(fleet) * (2 * BLOCK_AIR + BLOCK_LINE + UNDER_NAME + LEAST_BLOCK_BOX)


def berth_in_blocks(body: Rect, fleet: tuple[Ship, ...], style: Style) -> tuple[Berthing, ...]:
    """Each ship in a block of three lines, for a narrow column: picture and ring, name, boxes; of many ships in two,
    without pictures, the ring beside the name.

    Raises `BadInputError` for more or longer ships than the column takes.
    """
    longest, room = max(ship.letters for ship in fleet), body.h / len(fleet) - 2 * BLOCK_AIR
    side = min(8.4, body.w / longest - 0.05)
    scale = min(1.0, (room - BLOCK_LINE - UNDER_NAME) / (BLOCK_PICTURE + side))
    lines = 3 if scale >= LEAST_SCALE else 2
    box = side * scale if lines == 3 else min(side, room - BLOCK_LINE - UNDER_NAME)
    if box < LEAST_ROSTER_BOX:
        roster = f"The roster of {len(fleet)} ships of up to {longest} letters"
        why = f"{roster} would have boxes of {max(0, box):.1f} mm in large print; {LEAST_ROSTER_BOX} mm is the least."
        raise BadInputError(why, tip="Fewer or shorter ships leave them more room.")
    rows = body.rows(len(fleet))
    if lines == 3:
        return tuple(_in_three_lines(ship, row, box, scale) for ship, row in zip(fleet, rows, strict=True))
    names = max(text_width(ship.ship, style.strong, 16) for ship in fleet)
    told = names + text_width(SUNK, Face.MEDIUM, style.body) + 2 * AFTER_SUNK + BLOCK_LINE < body.w
    return tuple(_in_two_lines(ship, row, box, told=told) for ship, row in zip(fleet, rows, strict=True))


def _in_three_lines(ship: Ship, row: Rect, side: float, scale: float) -> Berthing:
    head, tall, round_ = row.y + BLOCK_AIR, BLOCK_PICTURE * scale, BLOCK_LINE * scale
    between = (row.h - 2 * BLOCK_AIR - tall - side - BLOCK_LINE) / 2
    name = Rect(row.x, head + tall + between, row.w, BLOCK_LINE)
    ring = Rect(row.right - round_ - 0.3, head + 0.8 * scale, round_, round_)
    boxes = _boxes(row.x + 0.2, name.bottom + between, side, ship)
    return Berthing(row, Rect(row.x, head, 17, tall), name, boxes, ring)


def _in_two_lines(ship: Ship, row: Rect, side: float, *, told: bool) -> Berthing:
    between = max(UNDER_NAME, (row.h - 2 * BLOCK_AIR - BLOCK_LINE - side) / 2)
    top = row.y + BLOCK_AIR + (row.h - 2 * BLOCK_AIR - BLOCK_LINE - side - between) / 2
    ring = Rect(row.right - BLOCK_LINE - 0.3, top, BLOCK_LINE, BLOCK_LINE)
    name = Rect(row.x, top, ring.x - AFTER_SUNK - row.x, BLOCK_LINE)
    return Berthing(row, None, name, _boxes(row.x + 0.2, name.bottom + between, side, ship), ring, told)


def _boxes(x: float, y: float, side: float, ship: Ship) -> tuple[Rect, ...]:
    return tuple(Rect(x + i * side, y, side, side) for i in range(ship.letters))
