"""My fleet: the five words, a box for each letter, in rows above the defense grid (C-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Ship
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, text_width
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.pen import Pen, Run, set_right
from wordfleet_print.press.ink.style import CELL_LINE, Style
from wordfleet_print.press.panels.panel import Tab
from wordfleet_print.press.panels.slots import OwnPlace, Slot, above_rule, row_slots

SMALLEST_BOX = 7.0
"""The least side of a word's letter box (mm; SHEET.md, checklist)."""
NAME_GAP = 2.0
"""Between a name and the boxes below it in large print (mm): its descenders hang there."""
NAME_SIZE = 10.5
"""The fleet's name at most, on the tab's line (pt): it stays within the tab."""
LEAST_SOURCE = 12.0
"""Room without which it is not said where the words come from (mm)."""
TALLEST_BOX = 1.35
"""A letter box's height where there is room, to its width."""


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
        yield from row_slots(attrgetter("words"), boxes, self.style.strong, self.style.word)
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


def places_beside(body: Rect, fleet: tuple[Ship, ...], style: Style) -> tuple[WordPlace, ...]:
    """Names beside the boxes, in two rows, each spread over the whole width.

    Raises `BadInputError` with the measure that fails.
    """
    rows = _break_rows(fleet)
    needed = max(_row_width(row, SMALLEST_BOX, style) for row in rows)
    if needed > body.w:
        raise BadInputError(f"The fleet's words need {needed:.1f} mm in a row, and this paper leaves {body.w:.1f} mm.")
    strips = body.rows(len(rows), gap=1.1)
    widest = max(sum(ship.letters for ship in row) for row in rows)
    spare = min(body.w - _row_width(row, 0, style) for row in rows)
    side = max(SMALLEST_BOX, min(strips[0].h, (spare - 2) / widest))
    return tuple(place for row, strip in zip(rows, strips, strict=True) for place in _spread(row, strip, side, style))


def _break_rows(fleet: tuple[Ship, ...]) -> list[tuple[Ship, ...]]:
    """The fleet in two rows whose letters differ the least."""
    cuts = range(1, len(fleet)) if len(fleet) > 1 else [1]
    cut = min(cuts, key=lambda i: abs(sum(s.letters for s in fleet[:i]) - sum(s.letters for s in fleet[i:])))
    return [row for row in (fleet[:cut], fleet[cut:]) if row]


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


def places_below(body: Rect, fleet: tuple[Ship, ...], style: Style) -> tuple[WordPlace, ...]:
    """Names above the boxes, all in one row, for large print."""
    tall = cap_height(Face.SEMIBOLD, style.label)
    letters = sum(ship.letters for ship in fleet)
    side = min(body.h - tall - NAME_GAP, (body.w - 3.0 * (len(fleet) - 1)) / letters)
    gap = (body.w - side * letters) / max(1, len(fleet) - 1)
    places = []
    x = body.x
    for ship in fleet:
        boxes = tuple(Rect(x + i * side, body.y + tall + NAME_GAP, side, side) for i in range(ship.letters))
        label = Run(x, body.y + tall, ship.ship, Face.SEMIBOLD, style.label)
        if text_width(ship.ship, Face.SEMIBOLD, style.label) > side * ship.letters + gap - 1:
            label = set_right(boxes[-1].right, body.y + tall, ship.ship, Face.SEMIBOLD, style.label)
        places.append(WordPlace(label, boxes))
        x += side * ship.letters + gap
    return tuple(places)
