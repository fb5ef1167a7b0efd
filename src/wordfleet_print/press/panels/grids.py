"""The squares: grids, letter recon, letter manifest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter

from wordfleet_print.fleet.fleets import Placement
from wordfleet_print.games import Grid, Mark
from wordfleet_print.press.ink.fonts import Face, cap_height, text_width, whole
from wordfleet_print.press.ink.ink import CELL_LINE, MIDLINE, TINT, Frame, Pen, Run, Style, Type, set_centred, set_in
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.panels.panel import LABEL_TRACKING, LetterCounts, OwnPlace, Slot, Tab, Unchanging, draw_label
from wordfleet_print.sheet.sheet import Sheet

PLACED = 0.87
"""A printed ship's letters in the grid, to those in the fleet's boxes: hits are marked over them."""
SHIP_INSET = 0.9
"""How far inside its squares a printed ship's outline runs (mm): touching ships stay apart."""


@dataclass(frozen=True, slots=True)
class GridPanel:
    """A grid with its tab. `sea` is the area of the squares; `rect` includes axes and border."""

    rect: Rect
    tab: Tab
    sea: Rect
    grid: Grid
    style: Style
    shows_fleet: bool

    @property
    def cell(self) -> float:
        """The side of a square (mm)."""
        return self.sea.w / self.grid.columns

    def square(self, column: int, row: int) -> Rect:
        """The square's rectangle; columns and rows count from 0."""
        return Rect(self.sea.x + column * self.cell, self.sea.y + row * self.cell, self.cell, self.cell)

    def draw(self, pen: Pen) -> None:
        """Tab, axes, border and squares."""
        self.tab.draw(pen)
        self._draw_axes(pen)
        if not self.style.saves_ink:
            draw_chart_border(pen, self.sea, self.grid.columns, self.grid.rows, self.style.ladder)
        self._draw_squares(pen)

    def _draw_axes(self, pen: Pen) -> None:
        size, style = self.style.axis, self.style
        above = self.sea.y - style.ladder - max(0.9, 0.07 * size) - cap_height(Face.SEMIBOLD, size) / 2
        for column, letter in enumerate(self.grid.column_names):
            pen.text(set_centred(self.square(column, 0).centre_x, above, letter, Face.SEMIBOLD, size))
        beside = style.ladder + style.axis_margin / 2 + 0.1
        for row in range(self.grid.rows):
            y = self.square(0, row).centre_y
            for x in (self.sea.x - beside, self.sea.right + beside):
                pen.text(set_centred(x, y, str(row + 1), Face.SEMIBOLD, size))

    def _draw_squares(self, pen: Pen) -> None:
        sea, grid = self.sea, self.grid
        for column in range(1, grid.columns):
            x = self.square(column, 0).x
            pen.line(x, sea.y, x, sea.bottom, _weight(column, grid.columns))
        for row in range(1, grid.rows):
            y = self.square(0, row).y
            pen.line(sea.x, y, sea.right, y, _weight(row, grid.rows))
        pen.frame(sea, self.style.frame_line)

    def slots(self) -> Iterable[Slot]:
        """The fleet in its placements, where this grid shows it."""
        return (Slot(_placed_words, OwnPlace(self._set_fleet)),) if self.shows_fleet else ()

    def _set_fleet(self, ships: Iterable[tuple[str, Placement]]) -> Iterator[Type]:
        for word, placement in ships:
            yield from self._set_ship(word, placement)

    def _set_ship(self, word: str, placement: Placement) -> Iterator[Type]:
        squares = [self.square(column, row) for column, row in placement.squares(len(word))]
        first, last = squares[0], squares[-1]
        hull = Rect(first.x, first.y, last.right - first.x, last.bottom - first.y).inset(SHIP_INSET)
        yield Frame(hull, self.cell * 0.3, self.style.frame_line)
        for letter, square in zip(word, squares, strict=True):
            yield set_centred(square.centre_x, square.centre_y, letter, Face.MEDIUM, PLACED * self.style.word)


def _placed_words(sheet: Sheet) -> tuple[tuple[str, Placement], ...] | None:
    """Each ship's word with its placement, where they are known."""
    if sheet.placements is None or sheet.words is None:
        return None
    return tuple(zip(sheet.words, sheet.placements, strict=True))


def _weight(line: int, lines: int) -> float:
    """Heavier half-way, so that a square is found by counting to five at most."""
    return MIDLINE if 2 * line == lines else CELL_LINE


def draw_chart_border(pen: Pen, sea: Rect, columns: int, rows: int, thick: float) -> None:
    """A chart's border: bars a square long, dark and light by turns, shifted on the opposite side."""
    border = sea.inset(-thick)
    for i, part in enumerate(sea.columns(columns)):
        pen.fill(Rect(part.x, sea.bottom if i % 2 else border.y, part.w, thick))
    for i, part in enumerate(sea.rows(rows)):
        pen.fill(Rect(sea.right if i % 2 else border.x, part.y, thick, part.h))
    pen.frame(border, CELL_LINE)


TICK = 2.8
"""The side of a box to tick (mm)."""
RING = 7.0
"""Room for a ring drawn round a letter by hand (mm)."""
VOWEL_LINE = MARK_LINE = 1.0
"""Around a vowel's box; a mark in the legend (pt)."""
SAMPLES = {"border": "R", "cross": "R"}
"""What stands beside the marks of a letter that is not there; elsewhere an E, which is."""


@dataclass(frozen=True, slots=True)
class LettersPanel:
    """The alphabet in boxes. `boxes` maps each letter to its rectangle; `corner` is what the short rows leave free."""

    rect: Rect
    tab: Tab
    boxes: dict[str, Rect]
    corner: Rect
    vowels: str
    style: Style

    @classmethod
    def of(cls, rect: Rect, tab: Tab, rows: tuple[str, ...], vowels: str, style: Style) -> LettersPanel:
        """Rows of equal boxes under the tab; the corner is beside the rows shorter than the longest."""
        body = rect.below(style.tab_height + 0.9)
        longest = max(map(len, rows))
        boxes = {
            letter: strip.columns(longest)[i]
            for strip, row in zip(body.rows(len(rows)), rows, strict=True)
            for i, letter in enumerate(row)
        }
        short = [row for row in rows if len(row) < longest]
        above = [row for row in rows[: len(short)] if len(row) < longest]
        first = boxes[above[0][-1]]
        last = boxes[above[-1][-1]]
        corner = Rect(first.right, first.y, body.right - first.right, last.bottom - first.y)
        return cls(rect, tab, boxes, corner, vowels, style)

    def letter(self, letter: str) -> Run:
        """The box's own letter, with room for a ring round it and for a count beside it."""
        box = self.boxes[letter]
        face = Face.BOLD if letter in self.vowels else Face.MEDIUM
        ring = max(RING, cap_height(face, self.style.alphabet) * 1.9)
        return set_centred(box.x + 0.4 + ring / 2, box.centre_y, letter, face, self.style.alphabet)

    def count_x(self, letter: str) -> float:
        """Where the middle of the letter's count stands."""
        box = self.boxes[letter]
        return box.right - _rule_inset(box) - self._rule_length(box) / 2

    def _rule_length(self, box: Rect) -> float:
        return min(box.w * 0.36, 10.0)

    def draw(self, pen: Pen) -> None:
        """The tab and the boxes; vowels on tint and with a heavier outline."""
        self.tab.draw(pen)
        for letter, box in self.boxes.items():
            if letter in self.vowels and not self.style.saves_ink:
                pen.fill(box, TINT)
        for box in self.boxes.values():
            pen.frame(box, CELL_LINE)
        for letter in self.vowels:
            pen.frame(self.boxes[letter], VOWEL_LINE)

    def draw_rules(self, pen: Pen) -> None:
        """A line in each box to write the count on."""
        for box in self.boxes.values():
            y = box.bottom - max(1.7, box.h * 0.16)
            end = box.right - _rule_inset(box)
            pen.line(end - self._rule_length(box), y, end, y, self.style.writing_line)


def _rule_inset(box: Rect) -> float:
    """From a count's rule to the box's side (mm)."""
    return 0.6 if box.w < 16 else 2.0


@dataclass(frozen=True, slots=True)
class ReconPanel(Unchanging):
    """What is known of the enemy's letters; the corner holds the legend of marks (C-18, C-20)."""

    letters: LettersPanel
    marks: tuple[Mark, ...]
    once: bool = False
    """Whether each letter may be asked once only, and so has a box to tick when it has been (S-07, A-10)."""

    @property
    def rect(self) -> Rect:
        """The whole panel."""
        return self.letters.rect

    def draw(self, pen: Pen) -> None:
        """Tab, boxes, letters, writing rules and legend."""
        panel = self.letters
        panel.draw(pen)
        panel.draw_rules(pen)
        for letter, box in panel.boxes.items():
            pen.text(panel.letter(letter))
            if self.once:
                pen.frame(Rect(box.right - TICK - 0.8, box.y + 0.8, TICK, TICK), CELL_LINE)
        self._draw_legend(pen)

    def _draw_legend(self, pen: Pen) -> None:
        """The marks one below the other, or side by side where the corner is flat."""
        corner = self.letters.corner
        inside = Rect(corner.x + 1.3, corner.y, corner.w - 1.3, corner.h - 0.6)
        if corner.w > 2 * corner.h:
            self._draw_legend_across(pen, inside)
            return
        room = inside.w - min(inside.h / len(self.marks), 7.5) - 0.5
        words = [whole(mark.legend, Face.MEDIUM, room, self.letters.style.body, 7) for mark in self.marks]
        for mark in self.marks:
            whole(mark.result.upper(), Face.BOLD, room, self.letters.style.legend, self.letters.style.legend)
        for mark, place in zip(self.marks, inside.rows(len(self.marks)), strict=True):
            self._draw_mark_beside_words(pen, mark, place, min(words))

    def _draw_mark_beside_words(self, pen: Pen, mark: Mark, place: Rect, size: float) -> None:
        style = self.letters.style
        side = min(place.h - 0.9, 6.6)
        box = Rect(place.x, place.centre_y - side / 2, side, side)
        draw_mark(pen, mark, box)
        x = box.right + 1.2
        tall = cap_height(Face.BOLD, style.legend)
        pen.text(Run(x, place.centre_y - 0.35, mark.result.upper(), Face.BOLD, style.legend))
        pen.text(Run(x, place.centre_y + tall + 0.6, mark.legend, Face.MEDIUM, size))

    def _draw_legend_across(self, pen: Pen, inside: Rect) -> None:
        """Each mark over its name, the names evenly spaced."""
        size = self.letters.style.legend
        tall = cap_height(Face.SEMIBOLD, size)
        side = min(inside.h - tall - 3.6, 13.0)
        top = inside.centre_y - (side + 1.6 + tall) / 2 + 0.3
        widths = [max(side, text_width(mark.result, Face.SEMIBOLD, size)) for mark in self.marks]
        gap = (inside.w - sum(widths)) / len(widths)
        x = inside.x + gap / 2
        for mark, width in zip(self.marks, widths, strict=True):
            middle = x + width / 2
            draw_mark(pen, mark, Rect(middle - side / 2, top, side, side))
            pen.text(set_centred(middle, top + side + 1.6 + tall / 2, mark.result, Face.SEMIBOLD, size))
            x += width + gap


def draw_mark(pen: Pen, mark: Mark, box: Rect) -> None:
    """A result's mark in a square (C-15 to C-19), as a legend shows it."""
    draw_result(pen, mark.draws, box, SAMPLES.get(mark.draws, "E"))


def draw_result(pen: Pen, draws: str, box: Rect, letter: str, least: float = 7.0, clear: float = 0) -> None:
    """The same with any letter, or none; beside a mark it is at least so large (pt) and stands so far off (mm)."""
    pen.frame(box, CELL_LINE)
    arm, x, y = box.w * 0.24, box.x + box.w * 0.36, box.y + box.h * 0.36
    match draws:
        case "ring":
            pen.ring(box.centre_x, box.centre_y, box.w * 0.38, MARK_LINE)
            pen.text(set_in(box, letter, Face.BOLD, box.w * 1.55))
        case "letter":
            pen.text(set_in(box, letter, Face.BOLD, box.w * 1.7))
        case "dot":
            pen.disc(box.centre_x, box.centre_y, box.w * 0.09)
        case "border":
            pen.frame(box.inset(box.w * 0.05), 2 * MARK_LINE)
        case "cross":
            pen.line(x - arm, y - arm, x + arm, y + arm, MARK_LINE)
            pen.line(x - arm, y + arm, x + arm, y - arm, MARK_LINE)
        case _:  # a slash
            pen.line(x - arm, y + arm, x + arm, y - arm, MARK_LINE)
    if letter and draws in ("border", "cross", "slash"):
        inside = box.x + box.w * 0.3 + clear, box.y + box.h * 0.31 + clear
        beside = box.right - box.w * 0.24 - clear, box.bottom - box.h * 0.26 - clear
        corner = inside if draws == "border" else beside
        pen.text(set_centred(*corner, letter, Face.BOLD, max(least, box.w * 1.3)))


@dataclass(frozen=True, slots=True)
class ManifestPanel:
    """How many of each letter the own fleet holds; the corner holds their total (C-12). `blank`: to be filled in."""

    letters: LettersPanel
    lengths: tuple[int, ...]
    blank: bool

    @property
    def rect(self) -> Rect:
        """The whole panel."""
        return self.letters.rect

    def draw(self, pen: Pen) -> None:
        """Tab, boxes and the total; letters and writing rules too where the fleet is not known."""
        panel = self.letters
        panel.draw(pen)
        if self.blank:
            panel.draw_rules(pen)
            for letter in panel.boxes:
                pen.text(panel.letter(letter))
        self._draw_total(pen)

    def _draw_total(self, pen: Pen) -> None:
        style, corner = self.letters.style, self.letters.corner
        lines = "LETTERS ABOARD", str(sum(self.lengths)), " + ".join(map(str, self.lengths))
        small = cap_height(Face.SEMIBOLD, style.label)
        tracking = style.label * LABEL_TRACKING
        width = text_width(lines[0], Face.SEMIBOLD, style.label) + len(lines[0]) * tracking * 25.4 / 72
        top, foot = corner.y + small + 1.8, corner.bottom - 1.8
        draw_label(pen, corner.centre_x - width / 2, top, lines[0], style)
        if text_width(lines[2], Face.SEMIBOLD, style.body) < corner.w - 1:
            pen.text(set_centred(corner.centre_x, foot - small / 2, lines[2], Face.SEMIBOLD, style.body))
        between = Rect(corner.x, top, corner.w, foot - small - top)
        size = min(style.alphabet * 1.8, between.h * 0.66 / cap_height(Face.STENCIL_HEAVY, 1))
        pen.text(set_in(between, lines[1], Face.BOLD if style.saves_ink else Face.STENCIL_HEAVY, size))

    def slots(self) -> Iterable[Slot]:
        """A place for every letter and its count."""
        return (Slot(attrgetter("manifest"), LetterCounts("".join(self.letters.boxes), self._set_letter)),)

    def _set_letter(self, letter: str, count: int) -> tuple[Run, Run]:
        """A letter aboard in bold with its count; another with a dash."""
        style, run = self.letters.style, self.letters.letter(letter)
        x, y = self.letters.count_x(letter), self.letters.boxes[letter].centre_y
        if count:
            return run._replace(face=Face.BOLD), set_centred(x, y, str(count), Face.MONO, style.count)
        return run, set_centred(x, y, "–", Face.MEDIUM, style.count * 0.85)
