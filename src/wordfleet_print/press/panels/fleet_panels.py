"""My fleet's letter boxes, and what stands beside them: launch codes, the mine's box, lines to write on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import attrgetter

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Ship
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, Pen, Run, Style, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.panels.panel import (
    OwnPlace,
    Slot,
    Tab,
    Unchanging,
    above_rule,
    draw_digit_boxes,
    draw_label,
    draw_silhouette,
    row_slots,
)

SMALLEST_BOX = 7.0
"""The least side of a word's letter box (mm; SHEET.md, checklist)."""
NAME_GAP, LEAST_NAME_GAP = 2.0, 1.5
"""Between a name and the boxes below it in large print, in one row and in several (mm): its descenders hang there."""
LARGE_ROW_GAP = 1.2
"""Between two rows of words in large print (mm)."""
NAME_SIZE = 10.5
"""The fleet's name at most, on the tab's line (pt): it stays within the tab."""
LEAST_SOURCE = 12.0
"""Room without which it is not said where the words come from (mm)."""
MOST_IN_BOX = 2.45
"""A word's letters at most (pt), to the side of their boxes (mm): a J hangs below the others."""
TALLEST_BOX = 1.35
"""A letter box's height where there is room, to its width."""
ROW_GAP = 1.1
"""Between two rows of words (mm)."""


@dataclass(frozen=True, slots=True)
class WordPlace:
    """Where one ship's name and letter boxes stand."""

    label: Run
    boxes: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class FleetPanel:
    """The ships with boxes for their words; empty ones where captains choose their own."""

    rect: Rect
    tab: Tab
    places: tuple[WordPlace, ...]
    style: Style
    names_fleet: bool = False
    """Whether the fleet's name stands here, before where its words come from (A-15)."""

    def draw(self, pen: Pen) -> None:
        """Tab, ship names, boxes."""
        self.tab.draw(pen)
        for place in self.places:
            pen.text(place.label)
            for box in place.boxes[1:]:
                pen.line(box.x, box.y, box.x, box.bottom, CELL_LINE)
            first, last = place.boxes[0], place.boxes[-1]
            pen.frame(Rect(first.x, first.y, last.right - first.x, first.h), self.style.frame_line)

    def slots(self) -> Iterator[Slot]:
        """A row for each row of words and, on the tab's line, where the words come from."""
        boxes = [place.boxes for place in self.places]
        size = min(self.style.word, MOST_IN_BOX * boxes[0][0].w)
        yield from row_slots(attrgetter("words"), boxes, self.style.strong, size)
        if self.names_fleet:
            yield Slot(attrgetter("fleet_name", "words_from"), OwnPlace(self._set_names))
        else:
            yield Slot(attrgetter("words_from"), OwnPlace(self._set_source, recurs=True))

    def _set_names(self, names: tuple[str, str]) -> Iterator[Run]:
        """The fleet's name, and before it where the words come from."""
        fleet_name, words_from = names
        name = self._noted(fleet_name, self.tab.rect.right, max(self.style.name_min, NAME_SIZE), self.style.name_min)
        yield name
        yield from self._set_source(words_from, name.x - 3)

    def _set_source(self, words_from: str, end: float | None = None) -> Iterator[Run]:
        """Where the words come from, ending there or at the tab's end, if there is room."""
        end = self.tab.rect.right if end is None else end
        if end - self.tab.stamp.right > LEAST_SOURCE:
            yield self._noted(words_from, end, self.style.body, min(self.style.body, 7.0))

    def _noted(self, text: str, end: float, size: float, smallest: float) -> Run:
        """A text on the tab's line that ends there, in what the stamp leaves."""
        tab = self.tab.rect
        shown, fitting = fit(text, Face.MEDIUM, end - self.tab.stamp.right - 2, size, smallest)
        return set_right(end, tab.bottom - above_rule(fitting), shown, Face.MEDIUM, fitting)


Rows = tuple[tuple[Ship, ...], ...]
"""The fleet in its order, cut into rows."""


def places_beside(body: Rect, rows: Rows, style: Style) -> tuple[WordPlace, ...]:
    """Names beside the boxes, each row spread over the whole width, which it fits."""
    strips = body.rows(len(rows), gap=ROW_GAP)
    widest = max(sum(ship.letters for ship in row) for row in rows)
    spare = min(body.w - _row_width(row, 0, style) for row in rows)
    side = max(SMALLEST_BOX, min(strips[0].h, (spare - 2) / widest))
    return tuple(place for row, strip in zip(rows, strips, strict=True) for place in _spread(row, strip, side, style))


def rows_that_fit(fleet: tuple[Ship, ...], count: int, width: float, style: Style) -> Rows:
    """The fleet in so many rows that fit this width (mm), their letters differing the least; empty where none fit."""
    fitting = [rows for rows in _cut(fleet, count) if _widest(rows, SMALLEST_BOX, style) <= width]
    return min(fitting, key=lambda rows: max(sum(ship.letters for ship in row) for row in rows), default=())


def widest_row(fleet: tuple[Ship, ...], count: int, side: float, style: Style) -> float:
    """The width that so many rows need at least, with boxes of this side (mm)."""
    return min(_widest(rows, side, style) for rows in _cut(fleet, count))


def _cut(fleet: tuple[Ship, ...], count: int) -> Iterator[Rows]:
    """Every way to cut the fleet into so many rows, or into as many as it has ships."""
    for cuts in combinations(range(1, len(fleet)), min(count, len(fleet)) - 1):
        yield tuple(fleet[start:end] for start, end in pairwise((0, *cuts, len(fleet))))


def _widest(rows: Rows, side: float, style: Style) -> float:
    return max(_row_width(row, side, style) for row in rows)


def _label_width(ship: Ship, style: Style) -> float:
    return text_width(ship.ship, Face.SEMIBOLD, style.label) + 0.9


def _row_width(row: tuple[Ship, ...], side: float, style: Style) -> float:
    return sum(_label_width(ship, style) + ship.letters * side for ship in row) + 1.0 * (len(row) - 1)


def _spread(row: tuple[Ship, ...], strip: Rect, side: float, style: Style) -> Iterator[WordPlace]:
    gap = (strip.w - _row_width(row, side, style)) / max(1, len(row) - 1) + 1.0
    x = strip.x
    tall = min(strip.h, side * TALLEST_BOX)
    y = strip.centre_y - tall / 2
    for ship in row:
        label = _label_width(ship, style)
        baseline = strip.centre_y + cap_height(Face.SEMIBOLD, style.label) / 2
        boxes = tuple(Rect(x + label + i * side, y, side, tall) for i in range(ship.letters))
        yield WordPlace(Run(x, baseline, ship.ship, Face.SEMIBOLD, style.label), boxes)
        x += label + ship.letters * side + gap


def places_below(body: Rect, rows: Rows, style: Style) -> tuple[WordPlace, ...]:
    """Names above the boxes, for large print: all in one row, or in several of boxes alike.

    Raises `BadInputError` for rows in which boxes are too small or names do not stand side by side.
    """
    strips, gap = body.rows(len(rows), gap=LARGE_ROW_GAP), NAME_GAP if len(rows) == 1 else LEAST_NAME_GAP
    side = min(_side_below(strip, row, gap, style) for strip, row in zip(strips, rows, strict=True))
    if side < SMALLEST_BOX - 1e-6:
        why = f"The boxes of the fleet's words would be {side:.1f} mm wide"
        raise BadInputError(f"{why}; {SMALLEST_BOX:g} mm is the least.")
    while (crowd := _crowded(rows, body.w, side, style)) and side > SMALLEST_BOX:
        side = max(SMALLEST_BOX, side - 0.25)
    if crowd:
        raise BadInputError(f"The names of {crowd} do not stand side by side above their words.", tip="Shorten them.")
    return tuple(
        place for row, strip in zip(rows, strips, strict=True) for place in _spread_below(row, strip, side, gap, style)
    )


def large_row(style: Style) -> float:
    """The least height of one of several rows of words with their names above (mm)."""
    return cap_height(Face.SEMIBOLD, style.label) + LEAST_NAME_GAP + SMALLEST_BOX


def rows_below(fleet: tuple[Ship, ...], count: int, width: float, style: Style) -> Rows:
    """The fleet in so many rows whose boxes and names fit this width (mm), their letters differing the least."""
    fitting = [
        rows
        for rows in _cut(fleet, count)
        if max(map(_width_below, rows)) <= width and not _crowded(rows, width, SMALLEST_BOX, style)
    ]
    return min(fitting, key=lambda rows: max(sum(ship.letters for ship in row) for row in rows), default=())


def widest_below(fleet: tuple[Ship, ...], count: int) -> float:
    """The width that so many rows of words need at least with their names above, these left aside (mm)."""
    return min(max(map(_width_below, rows)) for rows in _cut(fleet, count))


def _width_below(row: tuple[Ship, ...]) -> float:
    return sum(ship.letters for ship in row) * SMALLEST_BOX + 3.0 * (len(row) - 1)


def _side_below(strip: Rect, row: tuple[Ship, ...], gap: float, style: Style) -> float:
    letters = sum(ship.letters for ship in row)
    high = strip.h - cap_height(Face.SEMIBOLD, style.label) - gap
    return min(high, (strip.w - 3.0 * (len(row) - 1)) / letters)


def _crowded(rows: Rows, width: float, side: float, style: Style) -> str:
    """The first two ships of a row whose names run into each other, or the one whose name runs out of it."""
    for row in rows:
        names = [
            (place.label.x, place.label.text) for place in _spread_below(row, Rect(0, 0, width, 99), side, 0, style)
        ]
        for (x, name), (after, beside) in pairwise((*names, (width + 1, ""))):
            if x < 0 or x + text_width(name, Face.SEMIBOLD, style.label) > after - 1 + 1e-6:
                return f"{name} and {beside}" if beside else name
    return ""


def _spread_below(row: tuple[Ship, ...], strip: Rect, side: float, under: float, style: Style) -> Iterator[WordPlace]:
    tall = cap_height(Face.SEMIBOLD, style.label)
    gap = (strip.w - side * sum(ship.letters for ship in row)) / max(1, len(row) - 1)
    x = strip.x
    for ship in row:
        boxes = tuple(Rect(x + i * side, strip.y + tall + under, side, side) for i in range(ship.letters))
        label = Run(x, strip.y + tall, ship.ship, Face.SEMIBOLD, style.label)
        room = strip.w if len(row) == 1 else side * ship.letters + (0 if ship is row[-1] else gap - 1)
        if text_width(ship.ship, Face.SEMIBOLD, style.label) > room:
            label = set_right(boxes[-1].right, strip.y + tall, ship.ship, Face.SEMIBOLD, style.label)
        yield WordPlace(label, boxes)
        x += side * ship.letters + gap


SMALLEST_DIGIT = 4.5
"""The least width of a digit's box (mm; SHEET.md)."""
LEAST_CODE_GAP = 1.0
"""The least room between two codes (mm)."""


@dataclass(frozen=True, slots=True)
class CodesPanel:
    """The sheet's launch codes; `places` holds a frame for each."""

    rect: Rect
    tab: Tab
    places: tuple[Rect, ...]
    digits: int
    style: Style

    def draw(self, pen: Pen) -> None:
        """Tab and digit boxes, dotted inside a code."""
        self.tab.draw(pen)
        for place in self.places:
            draw_digit_boxes(pen, place, self.digits, self.style)

    def slots(self) -> Iterable[Slot]:
        """A row for the codes' digits, or several where they stand one over the other."""
        cells = [tuple(place.columns(self.digits)) for place in self.places]
        return row_slots(attrgetter("launch_codes"), cells, Face.MONO, self.style.code)


@dataclass(frozen=True, slots=True)
class MinePanel(Unchanging):
    """A box for the mine's square, used with the Minefield variation only; each of `places` is for column and row."""

    rect: Rect
    variation: str
    places: tuple[Rect, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """Picture, name, whose variation it is, boxes: the first of them beside these."""
        style, first = self.style, self.places[0]
        rect = Rect(self.rect.x, first.y, self.rect.w, first.h)
        x, icon = rect.x, rect.left(min(rect.h, 8.0))
        if icon.right + 1.6 + text_width("MINE", Face.BOLD, style.legend) < first.x - 0.5:
            draw_silhouette(pen, "mine", icon.inset(0.4), style)
            x = icon.right + 1.6
        tall = cap_height(Face.BOLD, style.legend)
        note = f"{self.variation} variation only"
        at = "at square"
        at_width = text_width(at, Face.MEDIUM, style.body) + 1.6
        if x + text_width(note, Face.MEDIUM, style.body) < first.x - at_width:
            pen.text(Run(x, rect.centre_y - 0.35, "MINE", Face.BOLD, style.legend))
            pen.text(Run(x, rect.centre_y + tall + 0.6, note, Face.MEDIUM, style.body))
            baseline = rect.centre_y + cap_height(Face.MEDIUM, style.body) / 2
            pen.text(set_right(first.x - 1.6, baseline, at, Face.MEDIUM, style.body))
        else:
            pen.text(Run(x, rect.centre_y + tall / 2, "MINE", Face.BOLD, style.legend))
        for place in self.places:
            draw_digit_boxes(pen, place, 2, style)


@dataclass(frozen=True, slots=True)
class NotesPanel(Unchanging):
    """Lines to write announcements on, such as word strikes (S-05, A-08): a label, and a rule for each in its place."""

    rect: Rect
    label: str
    lines: tuple[Rect, ...]
    style: Style

    def draw(self, pen: Pen) -> None:
        """The label on top, the rules below it."""
        baseline = self.rect.y + cap_height(Face.SEMIBOLD, self.style.label)
        draw_label(pen, self.rect.x, baseline, self.label, self.style)
        for line in self.lines:
            pen.line(line.x, line.bottom, line.right, line.bottom, self.style.writing_line)
