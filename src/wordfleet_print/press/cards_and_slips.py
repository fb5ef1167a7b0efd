"""Two things to cut: table cards, score slips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, sqrt
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition, Ship
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, STANDARD, Pen, Run, Type, set_centred, set_right
from wordfleet_print.press.ink.paper import Paper, Part, Rect, stacked
from wordfleet_print.press.panels.grids import draw_chart_border
from wordfleet_print.press.panels.head import WordmarkPanel
from wordfleet_print.press.panels.page import MARGIN
from wordfleet_print.press.panels.panel import (
    Filled,
    Tab,
    TextLine,
    WritingLine,
    above_rule,
    draw_digit_boxes,
    draw_dotted,
    draw_label,
    draw_silhouette,
)
from wordfleet_print.press.stationery import LADDER, draw_cut, draw_cut_down, draw_fold_down, draw_ladder, inside

MOST_LINES = 8
"""On one card; what a table has more goes on another."""
FOLD_BACK = "fold back"
TABLE = "Table"
CARD_BRAND, EVENT = 6.4, 10.5
"""The wordmark's height (mm), the event's type (pt)."""
CHART_LEAST, CHART_MOST = 34.0, 62.0
"""The height of the number's chart (mm)."""
NUMBER_TALL, NUMBER_SHARE, NUMBER_SHARE_OF_MANY = 40.0, 0.0166, 0.0100
"""How high a table's number is at most (mm), and the part of the page it takes, with one round on the card and with the
most: four of them share a page whose ink is limited."""
ROUND_WIDTH, ROUND_HEIGHT, ROW_MOST, HEADS, LONE = 9.0, 10.6, 12.0, 3.2, 34.0
"""The column of rounds, the lone round's line, a row of several at most, its heads, two captains' lines (mm)."""
LONE_NAME, ROW_NAME, ROW_NAME_MIN = 18.0, 14.0, 8.0
"""Names (pt): of the only two, and in rows at most and at least."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table and who meets there, round by round; at most `MOST_LINES` lines of round, captain and opponent. What is
    empty is a line to write on.
    """

    table: str
    lines: tuple[tuple[str, str, str], ...]


def table_cards(table: str, lines: Sequence[tuple[str, str, str]]) -> tuple[TableCard, ...]:
    """The cards of one table: a second one where it has more rounds than one card holds."""
    starts = range(0, max(len(lines), 1), MOST_LINES)
    return tuple(TableCard(table, tuple(lines[start : start + MOST_LINES])) for start in starts)


@dataclass(frozen=True, slots=True)
class _Side:
    """One of a card's two sides: its parts' places. A lone round and its names are `written` on lines of their own,
    several stand in `rows`; `lines` has each round's places for round, captain and opponent.
    """

    brand: Rect
    event: Rect
    tab: Tab
    sea: Rect
    written: tuple[WritingLine, ...]
    rows: list[Rect]
    lines: list[tuple[TextLine, ...]]


@dataclass(frozen=True)
class TableCards:
    """Pages of two table cards each; `lines` (1 to `MOST_LINES`) is how many rounds a card has room for."""

    edition: Edition
    paper: Paper
    title: str
    lines: int = 1
    per_page: int = field(default=2, init=False)

    def __post_init__(self) -> None:
        """Refuse more lines than a card holds."""
        if not 1 <= self.lines <= MOST_LINES:
            raise BadInputError(f"A table card holds 1 to {MOST_LINES} rounds, not {self.lines}.")

    @cached_property
    def _cards(self) -> list[tuple[_Side, _Side]]:
        """The sides of the two cards."""
        halves = self.paper.rect.rows(2)
        return [(self._side(left), self._side(right)) for left, right in (half.columns(2) for half in halves)]

    def _side(self, panel: Rect) -> _Side:
        """A side on a quarter of the page, alike on all of its edges."""
        inner, lone = panel.inset(MARGIN), self.lines == 1
        parts = (
            *(Part(CARD_BRAND, gap=2.2), Part(4.0, gap=3), Part(STANDARD.tab_height, gap=1.6)),
            Part(CHART_LEAST, most=CHART_MOST, gap=4),
            Part(0, wanted=LONE if lone else HEADS + self.lines * ROW_MOST, most=inf),
        )
        brand, event, strip, chart, rest = stacked(parts, inner)
        number = Rect(brand.right - 13, brand.y, 13, ROUND_HEIGHT)
        tab, sea = Tab(strip, TABLE, "", solid=True, style=STANDARD), chart.inset(LADDER)
        if not lone:
            rows = _rows(rest, self.lines)
            return _Side(brand, event, tab, sea, (), rows, [_places(row) for row in rows])
        one, wide = self.edition.players.one, inner.w - 17
        names = [WritingLine(row, one, LONE_NAME, Face.MEDIUM) for row in rest.top(LONE).rows(2, 3.0)]
        written = WritingLine(number, "Round", 14.0, Face.BOLD), *names
        return _Side(brand.left(wide), event.left(wide), tab, sea, written, [], [tuple(line.room for line in written)])

    @cached_property
    def _number_area(self) -> float:
        """What a table's number takes (mm²)."""
        many = (self.lines - 1) / (MOST_LINES - 1)
        share = NUMBER_SHARE + many * (NUMBER_SHARE_OF_MANY - NUMBER_SHARE)
        return share * self.paper.width * self.paper.height

    def draw(self, pen: Pen) -> None:
        """Both cards' sides, the line to cut along between them, the lines to fold along in their middles."""
        page = self.paper.rect
        for half, sides in zip(page.rows(2), self._cards, strict=True):
            draw_fold_down(pen, half.centre_x, half.y + MARGIN, half.bottom - MARGIN, FOLD_BACK)
            for side in sides:
                self._draw_side(pen, side)
        draw_cut(pen, MARGIN, page.right - MARGIN, page.centre_y)

    def _draw_side(self, pen: Pen, side: _Side) -> None:
        WordmarkPanel(side.brand, self.edition.title, "", STANDARD).draw(pen)
        title, size = fit(self.title, Face.SEMIBOLD, side.event.w, EVENT, STANDARD.body)
        if title:
            pen.text(Run(side.event.x, side.event.bottom - 0.9, title, Face.SEMIBOLD, size))
        side.tab.draw(pen)
        draw_chart_border(pen, side.sea, 10, max(1, round(side.sea.h * 10 / side.sea.w)), LADDER)
        pen.frame(side.sea, CELL_LINE)
        for line in side.written:
            line.draw(pen)
        if side.rows:
            self._draw_rows(pen, side.rows)

    def _draw_rows(self, pen: Pen, rows: Sequence[Rect]) -> None:
        """A line for each round, with heads over the first."""
        one = self.edition.players.one
        for cell, label in zip(_cells(rows[0]), ("Round", one, one), strict=True):
            draw_label(pen, cell.x, rows[0].y - 1.2, label, STANDARD)
        for row in rows:
            pen.line(row.x, row.bottom, row.right, row.bottom, CELL_LINE)

    def set_page(self, items: Sequence[TableCard], number: int) -> Iterator[Type | Filled]:
        """Each card's number, rounds and names, on both of its sides; the page's own number does not show."""
        for card, sides in zip(items, self._cards[: len(items)], strict=True):
            if len(card.lines) > self.lines:
                raise BadInputError(
                    f"Table {card.table} has {len(card.lines)} rounds on page {number}; its card holds {self.lines}."
                )
            size = _giant_size(card.table, sides[0].sea, self._number_area)
            for side in sides:
                sea = side.sea
                yield set_centred(sea.centre_x, sea.centre_y, card.table, Face.STENCIL, size)
                for line, places in zip(card.lines, side.lines, strict=False):
                    yield from map(Filled, places, line)


def _rows(rest: Rect, count: int) -> list[Rect]:
    """So many rows under their heads, no higher than need be."""
    height = min(ROW_MOST, (rest.h - HEADS) / count)
    return rest.below(HEADS).top(height * count).rows(count)


def _cells(row: Rect) -> list[Rect]:
    """The places of round and names in a row."""
    return [row.left(ROUND_WIDTH), *row.after(ROUND_WIDTH + 2.4).columns(2, 2.4)]


def _places(row: Rect) -> tuple[TextLine, ...]:
    """Where a round and its two names stand in a row."""
    size = min(ROW_NAME, row.h * 1.7)
    return tuple(
        TextLine(cell.x, row.bottom - above_rule(size), cell.w, face, size, ROW_NAME_MIN)
        for cell, face in zip(_cells(row), (Face.BOLD, Face.MEDIUM, Face.MEDIUM), strict=True)
    )


def _giant_size(table: str, sea: Rect, area: float) -> int:
    """How large a table's number is (pt): as its chart and its share of ink allow."""
    room = sea.inset(4)
    tall, wide = cap_height(Face.STENCIL, 1), max(text_width(table, Face.STENCIL, 1), 0.01)
    return int(min(min(NUMBER_TALL, room.h) / tall, room.w / wide, sqrt(area / (tall * wide))))


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


_Captain = tuple[WritingLine, Rect, Rect]
"""One captain's part of a slip: the name, the box for who won, the fleet."""


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
            dividers=tuple(fleet.bottom + apart / 2 + 0.2 for _, _, fleet in (first, second)),
            signatures=tuple(WritingLine(place, "Signature") for place in signatures.columns(2, 4)),
        )

    def _captain(self, part: Rect) -> _Captain:
        name = part.top(NAME_LINE)
        won = Rect(name.right - TICK, name.bottom - TICK, TICK, TICK)
        fleet = Rect(part.x, part.bottom - FLEET, part.w, FLEET)
        return WritingLine(name.left(part.w - TICK - 14), self.edition.players.one), won, fleet

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
        tall, turns = cap_height(Face.SEMIBOLD, STANDARD.label), slip.turns
        draw_label(pen, turns.x - 11.6, turns.centre_y - 0.6, "Turns", STANDARD)
        draw_label(pen, turns.x - 11.6, turns.centre_y + 0.6 + tall, "played", STANDARD)
        draw_digit_boxes(pen, turns, 2, STANDARD)
        for captain in slip.captains:
            self._draw_captain(pen, captain)
        for y in slip.dividers:
            draw_dotted(pen, rect.x, rect.right, y)
        for signature in slip.signatures:
            signature.draw(pen)

    def _draw_captain(self, pen: Pen, captain: _Captain) -> None:
        name, won, fleet = captain
        name.draw(pen)
        pen.frame(won, STANDARD.frame_line)
        middle = won.centre_y + cap_height(Face.BOLD, STANDARD.legend) / 2
        pen.text(set_right(won.x - 1.6, middle, "WON", Face.BOLD, STANDARD.legend))
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
            for name, (line, _, _) in zip((item.captain, item.opponent), slip.captains, strict=True):
                yield Filled(line.room, name)


def _draw_ship(pen: Pen, ship: Ship, place: Rect) -> None:
    """A ring to tick when the ship is sunk, its picture, its name under it."""
    name, size = fit(ship.ship, Face.SEMIBOLD, place.w - 0.4, STANDARD.label, 7)
    pen.text(Run(place.x, place.bottom, name, Face.SEMIBOLD, size))
    above = place.top(place.h - 2.6)
    pen.ring(place.x + RING, above.centre_y, RING - 0.2, STANDARD.frame_line)
    if ship.silhouette:
        draw_silhouette(pen, ship.silhouette, Rect(place.x + 2 * RING + 0.8, above.y, 9.5, above.h), STANDARD)
