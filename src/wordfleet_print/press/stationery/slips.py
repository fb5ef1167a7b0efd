"""Score slips: filled in by both captains when their battle is over, cut from the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from wordfleet_print.game import Edition, Ship
from wordfleet_print.press.ink.fonts import Face, cap_height, fit
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen, Run, set_right
from wordfleet_print.press.ink.style import STANDARD
from wordfleet_print.press.panels.header import WordmarkPanel
from wordfleet_print.press.panels.panel import WritingLine, draw_digit_boxes, draw_dotted, draw_label, draw_silhouette
from wordfleet_print.press.panels.slots import Filled
from wordfleet_print.press.stationery.head import inside
from wordfleet_print.press.stationery.motifs import LADDER, draw_cut, draw_cut_down, draw_ladder

COLUMNS, ROWS = 2, 3
CUT_MARGIN = 5.0
"""Between a slip's ink and where it is cut (mm)."""
TITLE = "Score slip"
SUNK = "Ships sunk"
SLIP_BRAND, NUMBERS, NAME_LINE, FLEET, SIGNATURE = 6.2, 8.8, 8.6, 10.4, 9.4
"""Heights (mm): the wordmark, the numbers under it, a captain's line and fleet, the line to sign on."""
CAPTAIN = NAME_LINE + 2.2 + FLEET
"""The height of all that a captain has (mm)."""
TICK = 6.4
"""The side of a box to tick (mm)."""
RING = 1.9
"""The radius of the ring to tick for a sunk ship (mm)."""


class ScoreSlip(NamedTuple):
    """One battle to report; what is empty is a line to write on."""

    round: str
    table: str
    captain: str
    opponent: str


@dataclass(frozen=True, slots=True)
class _Captain:
    """One captain's part of a slip: the name, the box for who won, the fleet."""

    name: WritingLine
    won: Rect
    fleet: Rect


@dataclass(frozen=True, slots=True)
class _Slip:
    """The places on one slip."""

    rect: Rect
    round: WritingLine
    table: WritingLine
    turns: Rect
    captains: tuple[_Captain, _Captain]
    dividers: tuple[float, ...]
    signatures: tuple[WritingLine, ...]


@dataclass(frozen=True)
class ScoreSlips:
    """Pages of six score slips."""

    edition: Edition
    paper: Paper
    title: str
    per_page: int = field(default=COLUMNS * ROWS, init=False)

    @cached_property
    def _slips(self) -> list[_Slip]:
        """The slips row by row, all of one size."""
        rows = inside(self.paper).rows(ROWS, 2 * CUT_MARGIN)
        return [self._slip(place) for row in rows for place in row.columns(COLUMNS, 2 * CUT_MARGIN)]

    def _slip(self, rect: Rect) -> _Slip:
        numbers = rect.below(SLIP_BRAND + 1.2 + LADDER + 1.8).top(NUMBERS)
        signatures = Rect(rect.x, rect.bottom - SIGNATURE, rect.w, SIGNATURE)
        battle = rect.below(numbers.bottom - rect.y + 2.2)
        apart = (battle.h - 2 * CAPTAIN - SIGNATURE) / 2
        parts = battle.top(2 * CAPTAIN + apart).rows(2, apart)
        first, second = (self._captain(part) for part in parts)
        return _Slip(
            rect=rect,
            round=WritingLine(numbers.left(16), "Round", 15, Face.BOLD),
            table=WritingLine(numbers.after(20).left(24), "Table", 15, Face.BOLD),
            turns=Rect(numbers.right - 2 * 6.8, numbers.bottom - 7.6, 2 * 6.8, 7.6),
            captains=(first, second),
            dividers=tuple(captain.fleet.bottom + apart / 2 + 0.2 for captain in (first, second)),
            signatures=tuple(WritingLine(place, "Signature") for place in signatures.columns(2, 4)),
        )

    def _captain(self, part: Rect) -> _Captain:
        name = part.top(NAME_LINE)
        won = Rect(name.right - TICK, name.bottom - TICK, TICK, TICK)
        fleet = Rect(part.x, part.bottom - FLEET, part.w, FLEET)
        return _Captain(WritingLine(name.left(part.w - TICK - 14), self.edition.players.one), won, fleet)

    def draw(self, pen: Pen) -> None:
        """The slips and the lines to cut along."""
        for slip in self._slips:
            self._draw_slip(pen, slip)
        page = inside(self.paper)
        rows = page.rows(ROWS, 2 * CUT_MARGIN)
        for row in rows[1:]:
            draw_cut(pen, page.x, page.right, row.y - CUT_MARGIN)
        draw_cut_down(pen, page.centre_x, [(row.y, row.bottom) for row in rows])

    def _draw_slip(self, pen: Pen, slip: _Slip) -> None:
        rect = slip.rect
        brand = rect.top(SLIP_BRAND)
        WordmarkPanel(brand.left(rect.w * 0.6), self.edition.title, "", STANDARD).draw(pen)
        top = brand.y + cap_height(Face.STENCIL, STANDARD.tab)
        pen.text(set_right(rect.right, top, TITLE.upper(), Face.STENCIL, STANDARD.tab))
        event, size = fit(self.title, Face.MEDIUM, rect.w * 0.4, STANDARD.label, 7)
        pen.text(set_right(rect.right, brand.bottom - 0.3, event, Face.MEDIUM, size))
        draw_ladder(pen, Rect(rect.x, brand.bottom + 1.2, rect.w, LADDER), 10)
        slip.round.draw(pen)
        slip.table.draw(pen)
        self._draw_turns(pen, slip.turns)
        for captain in slip.captains:
            self._draw_captain(pen, captain)
        for y in slip.dividers:
            draw_dotted(pen, rect.x, rect.right, y)
        for signature in slip.signatures:
            signature.draw(pen)

    def _draw_turns(self, pen: Pen, boxes: Rect) -> None:
        tall = cap_height(Face.SEMIBOLD, STANDARD.label)
        draw_label(pen, boxes.x - 11.6, boxes.centre_y - 0.6, "Turns", STANDARD)
        draw_label(pen, boxes.x - 11.6, boxes.centre_y + 0.6 + tall, "played", STANDARD)
        draw_digit_boxes(pen, boxes, 2, STANDARD)

    def _draw_captain(self, pen: Pen, captain: _Captain) -> None:
        captain.name.draw(pen)
        pen.frame(captain.won, STANDARD.frame_line)
        middle = captain.won.centre_y + cap_height(Face.BOLD, STANDARD.legend) / 2
        pen.text(set_right(captain.won.x - 1.6, middle, "WON", Face.BOLD, STANDARD.legend))
        fleet = captain.fleet
        tall = cap_height(Face.SEMIBOLD, STANDARD.label)
        draw_label(pen, fleet.x, fleet.y + tall, SUNK, STANDARD)
        places = fleet.below(tall + 1.0).columns(len(self.edition.fleet))
        for ship, place in zip(self.edition.fleet, places, strict=True):
            _draw_ship(pen, ship, place)

    def set_page(self, items: Sequence[ScoreSlip], _number: int) -> Iterator[Filled]:
        """What is known of each battle; the page's number does not show."""
        for item, slip in zip(items, self._slips[: len(items)], strict=True):
            yield Filled(slip.round.room, item.round)
            yield Filled(slip.table.room, item.table)
            for name, captain in zip((item.captain, item.opponent), slip.captains, strict=True):
                yield Filled(captain.name.room, name)


def _draw_ship(pen: Pen, ship: Ship, place: Rect) -> None:
    """A ring to tick when the ship is sunk, its picture, its name under it."""
    name, size = fit(ship.ship, Face.SEMIBOLD, place.w - 0.4, STANDARD.label, 7)
    pen.text(Run(place.x, place.bottom, name, Face.SEMIBOLD, size))
    above = place.top(place.h - 2.6)
    pen.ring(place.x + RING, above.centre_y, RING - 0.2, STANDARD.frame_line)
    if ship.silhouette:
        draw_silhouette(pen, ship.silhouette, Rect(place.x + 2 * RING + 0.8, above.y, 9.5, above.h), STANDARD)
