"""The enemy's fleet: each ship's picture, name, boxes for its letters, and a ring to tick when it is sunk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wordfleet_print.game import Ship
from wordfleet_print.press.art import load_picture
from wordfleet_print.press.fonts import Face, cap_height, fit
from wordfleet_print.press.geometry import Rect
from wordfleet_print.press.panels.panel import Tab, draw_dotted
from wordfleet_print.press.pen import Pen, Type, set_left, set_right
from wordfleet_print.press.style import CELL_LINE, Style
from wordfleet_print.sheet.sheet import Sheet

SUNK = "sunk"


@dataclass(frozen=True, slots=True)
class Berthing:
    """The places of one ship in the list: its row, picture, name, letter boxes and the ring for "sunk"."""

    row: Rect
    picture: Rect
    name: Rect
    boxes: tuple[Rect, ...]
    ring: Rect


@dataclass(frozen=True, slots=True)
class EnemyPanel:
    """The roster of ships to find (C-11, C-18)."""

    rect: Rect
    tab: Tab
    fleet: tuple[Ship, ...]
    berthings: tuple[Berthing, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """A row for each ship, dotted lines between."""
        self.tab.draw(pen)
        for i, (ship, place) in enumerate(zip(self.fleet, self.berthings, strict=True)):
            if i:
                draw_dotted(pen, self.rect.x, self.rect.right, place.row.y)
            self._draw_ship(pen, ship, place)

    def _draw_ship(self, pen: Pen, ship: Ship, place: Berthing) -> None:
        style = self.style
        if ship.silhouette and style.saves_ink:
            pen.picture_outline(load_picture(ship.silhouette), place.picture, CELL_LINE)
        elif ship.silhouette:
            pen.picture(load_picture(ship.silhouette), place.picture)
        name, size = fit(ship.ship, style.strong, place.name.w, style.ship, min(style.ship, 8))
        pen.text(
            set_left(place.name.x, place.name.centre_y + cap_height(style.strong, size) / 2, name, style.strong, size)
        )
        for box in place.boxes:
            pen.frame(box, CELL_LINE)
        hull = place.boxes[0]
        pen.frame(Rect(hull.x, hull.y, place.boxes[-1].right - hull.x, hull.h), style.frame_line)
        middle = place.ring.centre_y + cap_height(Face.MEDIUM, style.body) / 2
        pen.text(set_right(place.ring.x - 1.3, middle, SUNK, Face.MEDIUM, style.body))
        pen.ring(place.ring.centre_x, place.ring.centre_y, place.ring.w / 2, style.frame_line)

    def set_type(self, _sheet: Sheet) -> Iterable[Type]:
        """Nothing: what is found out is written by hand."""
        return ()


def berth_in_rows(body: Rect, fleet: tuple[Ship, ...]) -> tuple[Berthing, ...]:
    """Each ship on one line: picture, name, boxes, ring."""
    longest = max(ship.letters for ship in fleet)
    side = min(6.1, body.h / len(fleet) - 1.3, (body.w - 44) / longest)
    return tuple(
        Berthing(
            row,
            picture=Rect(row.x, row.y + 0.7, 13, row.h - 1.4),
            name=Rect(row.x + 15, row.y, 14.5, row.h),
            boxes=tuple(
                Rect(row.x + 30.5 + i * side, row.centre_y - side / 2, side, side) for i in range(ship.letters)
            ),
            ring=Rect(row.right - 5.4, row.centre_y - 2.6, 5.2, 5.2),
        )
        for ship, row in zip(fleet, body.rows(len(fleet)), strict=True)
    )


def berth_in_blocks(body: Rect, fleet: tuple[Ship, ...]) -> tuple[Berthing, ...]:
    """Each ship in a block of three lines, for a narrow column: picture and name, boxes, ring."""
    longest = max(ship.letters for ship in fleet)
    side = min(8.4, body.w / longest - 0.05)
    blocks = []
    for ship, row in zip(fleet, body.rows(len(fleet)), strict=True):
        head, ring = row.y + 0.9, 6.4
        between = (row.h - 1.8 - 8 - side - ring) / 2
        boxes_y = head + 8 + between
        blocks.append(
            Berthing(
                row,
                picture=Rect(row.x, head, 17, 8),
                name=Rect(row.x + 19, head, row.w - 19, 8),
                boxes=tuple(Rect(row.x + 0.2 + i * side, boxes_y, side, side) for i in range(ship.letters)),
                ring=Rect(row.right - ring - 0.3, boxes_y + side + between, ring, ring),
            )
        )
    return tuple(blocks)
