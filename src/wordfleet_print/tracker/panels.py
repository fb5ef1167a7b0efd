"""The panels of a tracker: each draws what is the same on every sheet, and sets what one sheet adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import segno

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.fleets import Placement
from wordfleet_print.games import Edition, Ship
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import Face, cap_height, fit, text_width
from wordfleet_print.tracker.geometry import Picture, Rect, load_picture
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.pen import (
    TINT,
    WHITE,
    Frame,
    Pen,
    Run,
    SheetField,
    set_centered,
    set_in,
    set_in_cells,
    set_right,
)
from wordfleet_print.tracker.style import (
    THIN,
    Placed,
    Style,
    Tab,
    badge,
    boxes,
    draw_sight,
    draw_sight_outline,
    eye,
    first_fitting,
    fitted_text,
    label,
    paragraph,
    rich_lines,
    silhouette,
    waves,
)


@dataclass(frozen=True, slots=True)
class Tracker:
    """What every panel needs to know."""

    edition: Edition
    style: Style
    form: phrases.Form = "folded"
    blank: bool = False
    placed: bool = False
    mine: bool = False
    event: str = ""
    seats: bool = False
    """Whether it has places for table, round and serial."""

    def tab(self, rect: Rect, panel: str, note: str | None = None, *, secret: bool = False, step: str = "") -> Tab:
        """The heading of a panel, worded by the edition."""
        text = getattr(self.edition.tracker.panels, panel)
        steps = [step.kind for step in self.steps]
        number = steps.index(step) + 1 if step else 0
        return Tab(rect.top(self.style.tab_height), text.title, note if note is not None else text.note or "", secret,
                   self.style, number)  # fmt: skip

    @property
    def steps(self) -> list[phrases.Step]:
        """START's steps."""
        return phrases.start_steps(self.edition, self.form, blank=self.blank, placed=self.placed)


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel in its place."""

    rect: Rect
    of: Tracker

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on every sheet."""

    def fields(self) -> Sequence[SheetField]:
        """Return what sheets add, by value."""
        return ()

    def place_text(self, sheet: Sheet) -> Placed:
        """Return what this sheet adds."""
        return [item for field in self.fields() for value in field.values(sheet) for item in field.place(value)]


# --- the head ------------------------------------------------------------------------------------------------------


class Logo(Panel):
    """The title with a gun sight for its O, the edition under it, a ship where nothing else stands."""

    def draw(self, pen: Pen) -> None:
        """Title, edition, event."""
        style, edition, rect = self.of.style, self.of.edition, self.rect
        front, _ = phrases.SIDES.get(self.of.form, (edition.tracker.title, ""))
        name, told = f"{edition.edition} edition", self.of.event or front
        fits = [line for line in (f"{name} · {told}", told) if label_end(line, style) - 2 <= rect.w]
        line, size = fit((fits or [told])[0].upper(), Face.SEMIBOLD, rect.w * 0.9, style.label, style.label)
        label(pen, rect.x, rect.bottom, line, style)
        base = rect.bottom - cap_height(Face.SEMIBOLD, size) - 0.21 * style.label
        size = min((base - rect.y) / cap_height(Face.STENCIL_HEAVY, 1), self.width / self.natural(1))
        base = rect.y + cap_height(Face.STENCIL_HEAVY, size)
        end = max(self._title(pen, size, base), label_end(line, style) + rect.x - 3)
        if not self.of.seats:
            sea = Rect(end + 5, rect.y, rect.right - end - 5, rect.h)
            ship = Rect(sea.x, sea.y, sea.w, sea.h - 0.8)
            if edition.fleet[0].silhouette:
                silhouette(pen, edition.fleet[0].silhouette, ship, style)
            wide = min(sea.w, 3.2 * sea.h)
            waves(pen, sea.center_x - wide / 2, sea.center_x + wide / 2, rect.bottom - 1.6, 3.0, 1.0)

    @property
    def width(self) -> float:
        """What the title may take (mm): a ship is beside it, but for events."""
        return self.rect.w * (1 if self.of.seats else 0.62)

    def natural(self, size: float) -> float:
        """How wide the title is at that size (mm)."""
        return (
            text_width(self.of.edition.title.upper(), Face.STENCIL_HEAVY, size)
            + cap_height(Face.STENCIL_HEAVY, size) * 0.4
        )

    def _title(self, pen: Pen, size: float, base: float) -> float:
        before, sight, after = self.of.edition.title.upper().partition("O")
        x, radius = self.rect.x, cap_height(Face.STENCIL_HEAVY, size) / 2
        for part in (before, sight, after):
            if part == "O" and sight:
                (draw_sight_outline if self.of.style.eco else draw_sight)(pen, x + radius * 1.06, base - radius, radius)
                pen.text_unseen(Run(x, base, part, Face.STENCIL_HEAVY, size))
                x += radius * 2.2
                continue
            run = Run(x, base, part, Face.STENCIL_HEAVY, size)
            pen.text_outline(run, THIN) if self.of.style.eco else pen.text(run)
            x += text_width(part, Face.STENCIL_HEAVY, size)
        return x


@dataclass(frozen=True, slots=True)
class Field(Panel):
    """A labelled line; what is known of it is printed there."""

    shows: str = ""
    named: str = ""

    def draw(self, pen: Pen) -> None:
        """Label and line."""
        rect, style = self.rect, self.of.style
        label(pen, rect.x, rect.y + cap_height(Face.SEMIBOLD, style.label), self.named, style)
        pen.line(rect.x, rect.bottom, rect.right, rect.bottom, 0.8)

    def fields(self) -> Sequence[SheetField]:
        """The name, unless it is to be written by hand."""
        return (SheetField(lambda sheet: filter(None, [make_printable(getattr(sheet, self.shows))]), self.place_name),)

    def place_name(self, name: str) -> list[Run]:
        """Set a name on the line."""
        return fitted_text(self.rect, name, Face.SEMIBOLD, self.of.style.name, self.of.style.name_min)


def label_end(text: str, style: Style) -> float:
    """How wide a label is, with the room after it (mm)."""
    return text_width(text.upper(), Face.SEMIBOLD, style.label) * 1.09 + 2


class Plan(NamedTuple):
    """How START is set: its text's size (pt), each step's sentence and width (mm), lines, a picture's width, height."""

    size: float
    texts: list[str]
    widths: list[float]
    lines: int
    picture: float
    height: float


AIR = 3.4
"""Between two steps, with a hairline in the middle (mm)."""


def start_height(size: float, lines: int, style: Style) -> float:
    """A verb and so many lines of text, with air (mm)."""
    return cap_height(Face.BOLD, size + 1) + (lines + 0.68) * style.leading * size / style.body


class Start(Panel):
    """What to do first, in numbered pictures: the numbers come again on the panels."""

    def plan(self, width: float, height: float) -> Plan:
        """As large, as full and on as many lines as there is room for."""
        style, steps = self.of.style, self.of.steps
        tries = [(size, short) for short in (False, True) for size in style.steps]
        for size, short in tries:
            texts = [step.short if short else step.text for step in steps]
            for lines in (3, 2):
                tall = start_height(size, lines, style)
                widths = [
                    max(self._headline(step.verb, size), least_width(text, size, lines))
                    for step, text in zip(steps, texts, strict=True)
                ]
                air = (len(steps) - 1) * AIR + len(steps) * (self._badge(size) + sum(self._gaps(size)))
                picture = (width - 0.5 * style.tab - 4.5 - sum(widths) - air) / len(steps)
                if tall <= height and picture >= style.least_picture:
                    picture = min(picture, 1.3 * (tall - 1.6), 2 * style.least_picture, 17.0)
                    return Plan(size, texts, widths, lines, picture, tall)
        raise BadInputError("START does not fit over the grid.", tip="Shorten its sentences.")

    def _badge(self, size: float) -> float:
        return 0.5 * size

    def _gaps(self, size: float) -> tuple[float, float]:
        """Before and after a picture (mm)."""
        return 0.55 + 0.028 * size, 0.75 + 0.072 * size

    def _headline(self, verb: str, size: float) -> float:
        return text_width(verb.upper().replace("①", "0"), Face.BOLD, size + 1) + ("①" in verb) * 0.25 * size

    def draw(self, pen: Pen) -> None:
        """A frame, START on end, the steps: number, picture, a verb and a sentence, with a hairline between them."""
        style, rect = self.of.style, self.rect
        plan = self.plan(rect.w, rect.h + 0.01)
        pen.frame(rect, style.line, radius=1.6)
        sign = rect.inset(0.8).left(0.5 * style.tab)
        if not style.eco:
            pen.fill(sign)
        with pen.turned(sign.center_x, sign.center_y, 90):
            size = min(style.tab, 0.86 * style.tab * sign.h / text_width("START", Face.STENCIL, style.tab))
            pen.text(set_in(sign, "START", Face.STENCIL, size), gray=0 if style.eco else WHITE)
        disc, (before, after) = self._badge(plan.size), self._gaps(plan.size)
        used = sum(plan.widths) + len(plan.widths) * (disc + plan.picture + before + after)
        air = (rect.right - sign.right - 2.4 - used) / len(plan.widths)
        x = sign.right + 1.2 + air / 2
        for number, (step, text, wide) in enumerate(zip(self.of.steps, plan.texts, plan.widths, strict=True), 1):
            if number > 1:
                pen.line(x - air / 2, rect.y + 1.6, x - air / 2, rect.bottom - 1.6, THIN)
            badge(pen, Rect(x, rect.center_y - disc / 2, disc, disc), number, style)
            picture = Rect(x + disc + before, rect.y + 0.9, plan.picture, rect.h - 1.8)
            start_picture(pen, step.kind, picture, style, self.of.edition)
            x = picture.right + after
            self._text(pen, Rect(x, rect.y, wide + 0.2, rect.h), step.verb, text, plan)
            x += wide + air

    def _text(self, pen: Pen, place: Rect, verb: str, text: str, plan: Plan) -> None:
        """A verb over its sentence, both in the middle of the strip's height."""
        style, size = self.of.style, plan.size
        cap, leading = cap_height(Face.BOLD, size + 1), style.leading * size / style.body
        lines = len(rich_lines(text, place.w, size))
        top = place.center_y - (cap + (lines + 0.1) * leading) / 2
        words_of, _, _ = verb.upper().partition("①")
        pen.text(Run(place.x, top + cap, words_of, Face.BOLD, size + 1))
        if verb.endswith("①"):
            side = cap * 1.3
            x = place.x + text_width(words_of, Face.BOLD, size + 1) + 0.2
            badge(pen, Rect(x, top + cap / 2 - side / 2, side, side), 1, style)
        paragraph(
            pen, Rect(place.x, top + cap + 1.1 * leading - cap_height(Face.MEDIUM, size), place.w, 9), text, style, size
        )


@cache
def least_width(text: str, size: float, lines: int) -> float:
    """The least width in which a text takes no more than so many lines (mm)."""
    width = max(text_width(word, Face.MEDIUM, size) for word in text.split())
    while len(rich_lines(text, width, size)) > lines:
        width += 0.25
    return width + 0.05


def start_art(kind: str, *, eco: bool) -> Picture:
    """A step's picture; to save ink, what is solid in outline."""
    art = load_picture(f"start-{kind}")
    if not eco:
        return art
    hollow = (one._replace(fill=WHITE, stroke=0.0, line=2.4) if one.fill == 0 else one for one in art.outlines)
    return replace(art, outlines=tuple(hollow))


def start_picture(pen: Pen, kind: str, place: Rect, style: Style, edition: Edition) -> None:
    """A little picture of a step, in the middle of its place."""
    side = min(place.w, 0.88 * place.h)
    if kind in ("fold", "place", "hold"):
        tall = min(place.h, place.w / 1.2)
        pen.picture(start_art(kind, eco=style.eco), Rect(place.x, place.center_y - tall / 2, place.w, tall))
    elif kind == "bid":  # a claim: a code, or a digit
        claim = "777" if edition.launch_codes.bids == "codes" else "9"
        tall = min(0.6 * place.h, 0.56 * place.w)
        box = Rect(place.x, place.center_y - tall * 0.62, place.w, tall)
        pen.frame(box, style.line, radius=tall * 0.3)
        foot = box.bottom
        pen.fill(Rect(box.x + 0.28 * box.w, foot - 0.4, 0.2 * box.w, 0.8), gray=WHITE)
        tip = box.x + 0.22 * box.w, foot + 0.34 * tall
        pen.line(box.x + 0.28 * box.w, foot, *tip, style.line)
        pen.line(box.x + 0.48 * box.w, foot, *tip, style.line)
        size = min(0.62 * tall / cap_height(Face.MONO, 1), 0.82 * box.w / text_width("777", Face.MONO, 1))
        pen.text(set_in(box, claim, Face.MONO, max(style.label, size)))
    elif kind == "deploy":  # a word on a corner of the grid
        word = min((ship.example for ship in edition.fleet), key=lambda word: abs(len(word) - 3))
        corner = Rect(place.center_x - side / 2, place.center_y - side / 2, side, side)
        for row, cells in enumerate(corner.rows(3)):
            for cell, letter in zip(cells.columns(3), word[:3], strict=False):
                pen.frame(cell, THIN)
                if row == 1:
                    pen.text(set_in(cell, letter, Face.BOLD, max(style.label, 0.7 * cell.h / cap_height(Face.BOLD, 1))))
    else:
        tall = min(place.h, 0.62 * place.w)
        sea = Rect(place.x, place.center_y - tall / 2, place.w, tall)
        silhouette(pen, edition.fleet[0].silhouette or "ketch", Rect(sea.x, sea.y, sea.w, tall - 1.0), style)
        waves(pen, sea.x, sea.right, sea.bottom - 0.2, sea.w / 6, 0.8)


# --- squares -------------------------------------------------------------------------------------------------------


DESCENT = 0.0565
"""How far J and Q reach below their line (mm to a pt)."""


@dataclass(frozen=True, slots=True)
class Sea(Panel):
    """A grid: the heading beside its legend, letters above, numbers on both sides."""

    secret: bool = False
    cell: float = 9.5

    @property
    def squares(self) -> Rect:
        """The squares' area (mm)."""
        grid, rect = self.of.edition.grid, self.rect
        w, h = self.cell * grid.columns, self.cell * grid.rows
        return Rect(rect.center_x - w / 2, rect.bottom - h, w, h)

    def square(self, column: int, row: int) -> Rect:
        """One square; columns and rows count from 0."""
        return Rect(self.squares.x + column * self.cell, self.squares.y + row * self.cell, self.cell, self.cell)

    def draw(self, pen: Pen) -> None:
        """Heading, legend, axes, squares."""
        sea, grid, style = self.squares, self.of.edition.grid, self.of.style
        if self.secret:
            may = "may touch" if self.of.edition.touching == "allowed" else "never touch"
            before = "my ships: across or down; they ", "across or down; ", "ships "
            note = "|".join(f"{words_before}{may}, never cross" for words_before in before)
            self.of.tab(self.rect, "defense", "" if self.of.placed else note, secret=True, step="deploy").draw(pen)
        else:
            tab = self.of.tab(self.rect, "attack", "")
            replace(tab, rect=tab.stamp).draw(pen)
            marks_legend(
                pen,
                Rect(tab.stamp.right + 1.5, self.rect.y, self.rect.right - tab.stamp.right - 1.5, self.head),
                self.of,
            )
        for column, name in enumerate(grid.column_names):
            at = self.square(column, 0).center_x - text_width(name, Face.SEMIBOLD, style.axis) / 2
            pen.text(Run(at, sea.y - 1.0 - DESCENT * style.axis, name, Face.SEMIBOLD, style.axis))
        for row in range(grid.rows):
            for x in (sea.x - style.axis_width / 2, sea.right + style.axis_width / 2):
                pen.text(set_centered(x, self.square(0, row).center_y, str(row + 1), Face.SEMIBOLD, style.axis))
        for column in range(1, grid.columns):
            pen.line(sea.x + column * self.cell, sea.y, sea.x + column * self.cell, sea.bottom, THIN)
        for row in range(1, grid.rows):
            pen.line(sea.x, sea.y + row * self.cell, sea.right, sea.y + row * self.cell, THIN)
        pen.frame(sea, style.line)

    @property
    def head(self) -> float:
        """The height of heading and legend (mm)."""
        return self.squares.y - self.rect.y - self.of.style.axis_height

    def fields(self) -> Sequence[SheetField]:
        """The fleet in its place, where it is printed."""
        if not self.secret or not self.of.placed:
            return ()
        return (
            SheetField(lambda sheet: zip(sheet.words or (), sheet.placements or (), strict=True), self._place_ship),
        )

    def _place_ship(self, ship: tuple[str, Placement]) -> Placed:
        word, placement = ship
        squares = [self.square(column, row) for column, row in placement.squares(len(word))]
        first, last = squares[0], squares[-1]
        hull = Rect(first.x, first.y, last.right - first.x, last.bottom - first.y).inset(0.9)
        frame, size = Frame(hull, self.cell * 0.3, self.of.style.line), self.of.style.word * 0.87
        if placement.across:
            return [frame, set_in_cells(squares, word, Face.MEDIUM, size)]
        return [frame, *(set_in(at, letter, Face.MEDIUM, size) for letter, at in zip(word, squares, strict=True))]


def marks_legend(pen: Pen, place: Rect, of: Tracker) -> None:
    """How to mark an answer on the grid, and what it means: beside the grid's heading."""
    style, marks = of.style, of.edition.marks
    side = min(place.h - 0.7, 6.6)
    for short in (0, -1):
        told = [mark.legend.split("|")[short] for mark in marks]
        texts = [
            max(text_width(mark.result.upper(), Face.BOLD, style.label), text_width(text, Face.MEDIUM, style.label))
            for mark, text in zip(marks, told, strict=True)
        ]
        gap = (place.w - sum(texts) - len(marks) * (side + 1)) / max(1, len(marks) - 1)
        if gap > 2:
            break
    x = place.right - sum(texts) - len(marks) * (side + 1) - min(gap, 5) * (len(marks) - 1)
    for mark, text, wide in zip(marks, told, texts, strict=True):
        box = Rect(x, place.y + 0.1, side, side)
        draw_mark(pen, mark.draws, box, style.label)
        base = box.y + cap_height(Face.BOLD, style.label) + 0.5
        pen.text(Run(box.right + 1, base, mark.result.upper(), Face.BOLD, style.label))
        pen.text(Run(box.right + 1, base + style.leading * 0.98, text, Face.MEDIUM, style.label))
        x += side + 1 + wide + min(gap, 5)


def draw_mark(pen: Pen, draws: str, box: Rect, least: float, letter: str = "T") -> None:
    """A mark as a pencil makes it, in a square (white under it, so that a heading's rule does not cross it)."""
    pen.fill(box, gray=WHITE)
    pen.frame(box, THIN)
    match draws:
        case "ring":
            pen.ring(box.center_x, box.center_y, box.w * 0.38, 1.0)
            pen.text(set_in(box, letter, Face.BOLD, max(least, box.w * 1.5)))
        case "dot":
            pen.disc(box.center_x, box.center_y, box.w * 0.1)
        case "border":
            at = 0.37 if least < box.w * 1.6 else 0.5
            pen.frame(box.inset(box.w * 0.06), 2.2)
            pen.text(
                set_centered(
                    box.x + box.w * at, box.y + box.h * (at + 0.02), letter, Face.BOLD, max(least, box.w * 1.15)
                )
            )
        case "slash":
            pen.line(box.x + 0.6, box.bottom - 0.6, box.right - 0.6, box.y + 0.6, 1.0)
        case _:
            pen.text(set_in(box, letter, Face.BOLD, max(least, box.w * 1.5)))


@dataclass(frozen=True, slots=True)
class Letters(Panel):
    """The alphabet in boxes: what is asked of the enemy (recon), or what the own fleet holds (manifest)."""

    secret: bool = False

    def boxes(self) -> dict[str, Rect]:
        """A box for each letter; a row starts at each vowel."""
        rows = self.of.edition.alphabet_rows
        longest = max(map(len, rows))
        body = self.rect.below(self.of.style.tab_height + 0.6)
        return {
            letter: box
            for row, strip in zip(rows, body.rows(len(rows)), strict=True)
            for letter, box in zip(row, strip.columns(longest), strict=False)
        }

    def draw(self, pen: Pen) -> None:
        """Heading, boxes, letters, legend."""
        style, edition, cells = self.of.style, self.of.edition, self.boxes()
        self.of.tab(self.rect, "manifest" if self.secret else "recon", secret=self.secret).draw(pen)
        for letter in edition.vowels:
            if not style.eco:
                pen.fill(cells[letter], TINT)
        for letter, box in cells.items():
            pen.frame(box, THIN)
            if not self.secret or self.of.blank:
                pen.text(self._letter(letter, box))
                pen.line(box.right - 0.4 * box.w, box.bottom - 1.6, box.right - 0.7, box.bottom - 1.6, 0.8)
            if not self.secret and edition.tracker.letters_once:
                pen.frame(Rect(box.right - 3.4, box.y + 0.7, 2.7, 2.7), THIN)
        for letter in edition.vowels:
            pen.frame(cells[letter], 1.0)
        first, last = cells[edition.alphabet_rows[0][-1]], cells[edition.alphabet_rows[1][-1]]
        corner = Rect(first.right + 1.2, first.y, self.rect.right - first.right - 1.2, last.bottom - first.y - 0.8)
        (self._help if self.secret else self._legend)(pen, corner)

    def _legend(self, pen: Pen, corner: Rect) -> None:
        """The marks beside a letter and what they mean."""
        style, legend = self.of.style, phrases.recon_legend(self.of.edition)
        side = min(corner.h / len(legend) - 0.5, 6.6 if style.body < 12 else 5.4)
        for (mark, meaning), place in zip(legend, corner.rows(len(legend)), strict=True):
            box = Rect(place.x, place.center_y - side / 2, side, side)
            if mark == "tick":
                pen.frame(box.inset(side * 0.22), THIN)
                pen.line(box.x + side * 0.3, box.center_y, box.center_x, box.bottom - side * 0.3, 1.2)
                pen.line(box.center_x, box.bottom - side * 0.3, box.right - side * 0.1, box.y + side * 0.1, 1.2)
            else:
                text = "2" if mark == "count" else "R"
                pen.text(set_in(box, text, Face.MONO if mark == "count" else Face.MEDIUM, max(style.label, side * 1.9)))
            if mark == "ring":
                pen.ring(box.center_x, box.center_y, side * 0.46, 1.0)
            if mark == "cross":
                pen.line(
                    box.x + side * 0.12, box.bottom - side * 0.15, box.right - side * 0.12, box.y + side * 0.15, 1.2
                )
            room = corner.right - box.right - 0.8
            text, size = first_fitting(meaning.split("|"), room, style.body), style.body
            pen.text(Run(box.right + 0.9, place.center_y + cap_height(Face.MEDIUM, size) / 2, text, Face.MEDIUM, size))

    def _help(self, pen: Pen, corner: Rect) -> None:
        """What the manifest is for."""
        if self.of.blank:
            texts = "*Count your words’ letters* and write the numbers here.", "*Count your letters* here."
        else:
            texts = "*“How many R?”* Find the R here and tell them the number.", "*Asked?* Find it, say how many."
        style = self.of.style
        lines = (corner.h + 0.3) // style.leading
        text = next((text for text in texts if len(rich_lines(text, corner.w, style.body)) <= lines), texts[-1])
        paragraph(pen, Rect(corner.x, corner.y + 0.6, corner.w, corner.h), text, style)

    def _letter(self, letter: str, box: Rect, face: Face | None = None) -> Run:
        own = self.of.style.strong if letter in self.of.edition.vowels else Face.MEDIUM
        return set_centered(box.x + box.w * 0.31, box.center_y, letter, face or own, self.of.style.letter)

    def fields(self) -> Sequence[SheetField]:
        """How many of each letter the own fleet holds."""
        if not self.secret or self.of.blank:
            return ()
        cells = self.boxes()
        none = dict.fromkeys(cells, 0)

        def place(counted: tuple[str, int]) -> Placed:
            (letter, count), style = counted, self.of.style
            box, face = cells[letter], Face.MONO if count else Face.MEDIUM
            x, text = box.x + box.w * 0.74, str(count) if count else "–"
            own = self._letter(letter, box, style.strong if count else None)
            return [own, set_centered(x, box.center_y, text, face, style.letter)]

        return (SheetField(lambda sheet: (none | (sheet.manifest or {})).items(), place),)


# --- ships ---------------------------------------------------------------------------------------------------------


class ShipRow(NamedTuple):
    """The places of one ship: its row, its picture, a box for each letter."""

    row: Rect
    picture: Rect
    boxes: list[Rect]


def ship_rows(body: Rect, of: Tracker) -> list[ShipRow]:
    """A row for each ship, pictures, names and boxes each in a column."""
    style, fleet = of.style, of.edition.fleet
    rows = body.rows(len(fleet))
    tall, picture = rows[0].h - 0.9, min(2 * rows[0].h - 1.2, 15.0 if style.body < 12 else 17.5)
    start = picture + max(text_width(ship.ship, style.strong, style.ship) for ship in fleet) + 3
    side = min(tall * 1.3, (body.w - start - 0.3) / max(of.edition.lengths))
    found = []
    for ship, row in zip(fleet, rows, strict=True):
        word = Rect(row.x + start, row.center_y - tall / 2, side * ship.letters, tall)
        found.append(ShipRow(row, Rect(row.x, row.y + 0.5, picture, row.h - 0.8), word.columns(ship.letters)))
    return found


def draw_ship(pen: Pen, ship: Ship, places: ShipRow, style: Style, *, own: bool) -> None:
    """A ship's picture, name and boxes; own ones in outline, as all that is secret, and to be colored in."""
    row, art, cells = places
    if ship.silhouette:
        silhouette(pen, ship.silhouette, art, style, outline=own)
    pen.text(
        Run(art.right + 1.5, row.center_y + cap_height(Face.BOLD, style.ship) / 2, ship.ship, style.strong, style.ship)
    )
    boxes(pen, cells, style.line)


LEAST_BOX = 7.0
"""A letter's box, by hand (mm)."""


class Enemy(Panel):
    """The ships to find, each with boxes for its letters and a ring for "sunk"; lines for notes under them."""

    def draw(self, pen: Pen) -> None:
        """A row for each ship, then the lines."""
        style, edition = self.of.style, self.of.edition
        letters, ships = edition.fleet_letters, len(edition.fleet)
        self.of.tab(
            self.rect, "enemy", f"{letters} letters. Sink all {ships} to win|{letters} letters; sink all {ships}"
        ).draw(pen)
        body = self.rect.below(style.tab_height + 0.3)
        notes = self._notes_height
        ring = min(5.0 * style.body / 8, (body.h - notes) / len(edition.fleet) - 1)
        sunk = self.rect.right - ring - 1.2 - text_width("sunk", Face.MEDIUM, style.body)
        for right in (sunk - 1.4, self.rect.right - ring - 1.8):
            rows = ship_rows(Rect(body.x, body.y, right - body.x, body.h - notes), self.of)
            if rows[0].boxes[0].w >= LEAST_BOX:
                break
        for ship, row in zip(edition.fleet, rows, strict=True):
            place = row[0]
            draw_ship(pen, ship, row, style, own=False)
            pen.ring(self.rect.right - ring / 2 - 0.3, place.center_y, ring / 2, style.line)
            if row.boxes[-1].right + 1 < sunk:
                base = place.center_y + cap_height(Face.MEDIUM, style.body) / 2
                pen.text(Run(sunk, base, "sunk", Face.MEDIUM, style.body))
        self._notes(pen, Rect(body.x, body.bottom - notes, body.w, notes))

    @property
    def _notes_height(self) -> float:
        return 1.1 * self.of.style.body + 0.3

    def _notes(self, pen: Pen, place: Rect) -> None:
        """Lines for wrong letters that a square has no room for, or for wrong strikes."""
        style, notes = self.of.style, self.of.edition.tracker.notes
        pen.line(place.x, place.y + 0.3, place.right, place.y + 0.3, THIN)
        base = place.y + 1.3 + cap_height(Face.BOLD, style.label)
        named = notes.label if notes else "Wrong letters"
        told = (
            ("words that were wrong",)
            if notes
            else ("square full? go on here, as “B4: T E S”", "more, as “B4: T E S”", "more of them")
        )
        end = label(pen, place.x, base, named, style) + 1.5
        pen.text(Run(end, base, first_fitting(told, place.right - end, style.body), Face.MEDIUM, style.body))
        for line in place.columns(3, gap=3):
            pen.line(line.x, line.bottom, line.right, line.bottom, 0.8)


class Fleet(Panel):
    """The own ships in one column, with boxes for their words."""

    def rows(self) -> list[ShipRow]:
        """The ships' places."""
        return ship_rows(self.rect.below(self.of.style.tab_height + 0.4), self.of)

    def draw(self, pen: Pen) -> None:
        """Pictures, names, boxes."""
        self.of.tab(self.rect, "fleet", "", secret=True).draw(pen)
        for ship, row in zip(self.of.edition.fleet, self.rows(), strict=True):
            draw_ship(pen, ship, row, self.of.style, own=True)

    def fields(self) -> Sequence[SheetField]:
        """The words, and where they come from."""
        style, rows, tab = self.of.style, self.rows(), self.of.tab(self.rect, "fleet", "", secret=True)

        def place_source(source: str) -> Placed:
            text, size = fit(source, Face.MEDIUM, tab.rect.right - tab.stamp.right - 2, style.body, style.label)
            return [set_right(tab.rect.right, tab.rect.bottom - 0.5 - 0.09 * size, text, Face.MEDIUM, size)]

        def place_word(numbered: tuple[int, str]) -> Placed:
            number, word = numbered
            return [set_in_cells(rows[number].boxes, word, style.strong, style.word)]

        return (
            SheetField(lambda sheet: (sheet.words_from,), place_source),
            SheetField(lambda sheet: enumerate(sheet.words or ()), place_word),
        )


# --- the secret half's own -----------------------------------------------------------------------------------------


class Secret(Panel):
    """The band over all that is secret: whose it is, and that nobody else may look."""

    def draw(self, pen: Pen) -> None:
        """An eye and the warning."""
        rect, style = self.rect, self.of.style
        pen.frame(rect.inset(0.25), style.line * 1.4, radius=1.6)
        eye(pen, rect.x + rect.h * 0.9, rect.center_y, rect.h * 0.3)
        base = rect.center_y + cap_height(Face.STENCIL, style.tab) / 2
        pen.text(Run(rect.x + rect.h * 1.75, base, self._warning, Face.STENCIL, style.tab))

    @property
    def _warning(self) -> str:
        _, back = phrases.SIDES.get(self.of.form, ("", ""))
        return " · ".join(filter(None, ("Secret", "for your eyes only", back))).upper()

    def fields(self) -> Sequence[SheetField]:
        """Captain, fleet, and at events table and serial."""

        def pick_owner(sheet: Sheet) -> Sequence[tuple[str, str, str, str]]:
            return ((make_printable(sheet.captain), sheet.fleet_name, sheet.table, sheet.serial),)

        return (SheetField(pick_owner, self._place_owner),)

    def _place_owner(self, owner: tuple[str, str, str, str]) -> Placed:
        captain, fleet, table, serial = owner
        rect, style = self.rect, self.of.style
        room = rect.w - rect.h * 1.75 - text_width(self._warning, Face.STENCIL, style.tab) - 6
        seat = filter(None, (f"table {table}" if table else "", serial))
        seated = "".join(f" · {text}" for text in seat)
        whole = " · ".join(filter(None, (captain, fleet)))
        left = room - text_width(seated, Face.SEMIBOLD, style.name_min)
        named = whole if text_width(whole, Face.SEMIBOLD, style.name_min) <= left else captain
        named, _ = fit(named, Face.SEMIBOLD, left, style.name_min, style.name_min)
        largest = max(style.name_min, 0.8 * style.name)
        text, size = fit(named + seated, Face.SEMIBOLD, room, largest, style.name_min)
        base = rect.center_y + cap_height(Face.SEMIBOLD, size) / 2
        return [set_right(rect.right - 2.2, base, text, Face.SEMIBOLD, size)]


class Codes(Panel):
    """The launch codes, and how to bid with them."""

    @property
    def bidding(self) -> phrases.Bidding:
        """How to bid, in the fullest words that leave the codes their height."""
        style, tab = self.of.style, self.of.tab(self.rect, "codes", "", secret=True, step="bid")
        beside = self.rect.right - tab.stamp.right - 2
        room = self.rect.h - style.tab_height - 1.2 - 0.33 * style.code
        for bidding in (all_of := phrases.bidding(self.of.edition)):
            noted = first_fitting(bidding.note.split("|"), beside, style.body)
            if noted and sum(len(self._lines(text)) for text in bidding.lines) * style.leading <= room:
                return bidding
        return all_of[-1]._replace(lines=all_of[-1].lines[:1])

    def _lines(self, text: str) -> list[list[tuple[str, Face]]]:
        return rich_lines(text, self.rect.w, self.of.style.body)

    def places(self) -> list[list[Rect]]:
        """A box for each digit of each code: as high as the explanation leaves, within limits."""
        codes, style = self.of.edition.launch_codes, self.of.style
        body = self.rect.below(style.tab_height + 0.8)
        lines = sum(len(self._lines(text)) for text in self.bidding.lines)
        tall = min(9.5 * style.code / 14, body.h - 0.6 - lines * style.leading)
        wide = body.top(tall).left(body.w - 2.4 * tall - 3 if self.of.mine else body.w)
        return [code.columns(codes.digits) for code in wide.columns(codes.count, gap=2.4)]

    def draw(self, pen: Pen) -> None:
        """Boxes; as much of the explanation as there is room for."""
        style, rect, bidding = self.of.style, self.rect, self.bidding
        self.of.tab(rect, "codes", bidding.note, secret=True, step="bid").draw(pen)
        places = self.places()
        for cells in places:
            with pen.dashes(0.4, 0.6):
                for cell in cells[1:]:
                    pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN)
            pen.frame(Rect(cells[0].x, cells[0].y, cells[-1].right - cells[0].x, cells[0].h), style.line)
        first, last = places[0][0], places[-1][-1]
        if self.of.mine:
            self._mine(pen, Rect(last.right + 3, last.y, rect.right - last.right - 3, last.h))
        y = first.bottom + 1.2
        for text in bidding.lines:
            paragraph(pen, Rect(rect.x, y, rect.w, 5), text, style)
            y += len(self._lines(text)) * style.leading

    def _mine(self, pen: Pen, place: Rect) -> None:
        """The square of the own mine, where the variation is played."""
        silhouette(pen, "mine", place.left(place.h * 0.9), self.of.style)
        boxes(pen, place.after(place.h).columns(2), self.of.style.line)
        base = place.bottom + 1.2 + cap_height(Face.SEMIBOLD, self.of.style.label)
        pen.text(set_right(place.right, base, "MY MINE", Face.SEMIBOLD, self.of.style.label))

    def fields(self) -> Sequence[SheetField]:
        """The codes."""
        places, size = self.places(), self.of.style.code

        def place(numbered: tuple[int, str]) -> Placed:
            number, code = numbered
            return [set_in_cells(places[number], code, Face.MONO, size)]

        return (SheetField(lambda sheet: enumerate(sheet.launch_codes), place),)


class Turn(Panel):
    """The turn's choices with the words to say; the rules' address; the sheet's code."""

    @property
    def height(self) -> float:
        """Two lines for each choice, one for the words before them, and the sheet's code (mm)."""
        style = self.of.style
        code = 0.52 * style.sheet_code
        return style.tab_height + 0.8 + max(self._height + code, qr_side(self.of))

    @property
    def _height(self) -> float:
        """Of all choices (mm)."""
        groups, leading = phrases.turn_choices(self.of.edition), self.of.style.leading
        rows = sum(len(group.choices) * self._row + bool(group.lead) for group in groups)
        return rows * leading + (len(groups) - 1) * self._air

    @property
    def _row(self) -> float:
        """A choice's height, to the leading."""
        return 2.2 if self.of.style.body < 12 else 2.05

    @property
    def _air(self) -> float:
        return 0.13 * self.of.style.body

    @property
    def _code_label(self) -> str:
        """As many words as leave the code 4 mm from the QR code."""
        style = self.of.style
        code = text_width("WF-00000-00000-00000", Face.MONO, style.sheet_code)
        room = self.rect.w - qr_side(self.of) - 4 - code
        return next(text for text in ("Sheet code", "Code", "") if label_end(text, style) <= room or not text)

    def draw(self, pen: Pen) -> None:
        """A row for each choice: a bubble with the call, its name, the answer."""
        style, edition, rect = self.of.style, self.of.edition, self.rect
        self.of.tab(rect, "turn", edition.rules_address.split("://")[1], secret=True, step="play").draw(pen)
        code = 0.52 * style.sheet_code
        side = qr_side(self.of)
        qr = Rect(rect.right - side, rect.bottom - side, side, side)
        draw_qr(pen, qr, edition.rules_address)
        groups = phrases.turn_choices(edition)
        y = rect.y + style.tab_height + 0.8
        count = sum(len(group.choices) for group in groups)
        spare = max(0, rect.bottom - code - y - self._height) / (count + 1)
        for group in groups:
            y = self._choices(pen, Rect(rect.x, y, rect.w, self._row * style.leading + spare), group, qr) + self._air
        label(pen, rect.x, rect.bottom - 0.1, self._code_label, style)

    def _choices(self, pen: Pen, place: Rect, group: phrases.Choices, qr: Rect) -> float:
        """One part of a turn; returns where it ends."""
        style, y = self.of.style, place.y
        x = place.x
        cap = cap_height(Face.BOLD, style.body)
        numbered = 0.31 * style.body if group.number else 0
        if group.lead:
            pen.text(Run(x, y + cap + 0.2, group.number, Face.BOLD, style.body))
            pen.text(Run(x + numbered, y + cap + 0.2, group.lead, style.strong, style.body))
            y += style.leading
        elif numbered:
            pen.text(Run(x, y + 0.9 * style.leading + cap / 2, group.number, Face.BOLD, style.body))
        x += numbered
        wide = max(text_width(choice.call, Face.BOLD, style.body) for choice in group.choices) + 0.28 * style.body
        for one in group.choices:
            limit = qr.x - 2 if y + 1.9 * style.leading > qr.y - 1 else place.right
            longest = max(text_width(told.split("|")[-1], Face.BOLD, style.body) for told in one[1:])
            own = min(
                wide, max(text_width(one.call, Face.BOLD, style.body) + 0.28 * style.body, limit - x - 1.8 - longest)
            )
            bubble(pen, Rect(x, y + 0.05 * style.leading, own, 1.75 * style.leading), one.call, style)
            text = x + own + 1.8
            room = limit - text
            base = y + 0.93 * style.leading - style.leading / 2 + cap / 2
            name, answer = (first_fitting(told.split("|"), room, style.body) for told in (one.name, one.answer))
            pen.text(Run(text, base, name, style.strong, style.body))
            pen.text(Run(text, base + style.leading, answer, Face.MEDIUM, style.body))
            y += place.h
        return y

    def fields(self) -> Sequence[SheetField]:
        """The sheet's code."""
        style, rect = self.of.style, self.rect
        x, y, size = rect.x + label_end(self._code_label, style), rect.bottom - 0.1, style.sheet_code
        return (SheetField(lambda sheet: (sheet.code,), lambda code: [Run(x, y, code, Face.MONO, size)]),)


def bubble(pen: Pen, place: Rect, text: str, style: Style) -> None:
    """A speech bubble."""
    pen.frame(place, style.line, radius=min(1.6, place.h / 2 - 0.1))
    x = place.right - 0.02
    pen.fill(Rect(x - 0.3, place.center_y - 0.7, 0.6, 1.4), gray=WHITE)
    pen.line(x, place.center_y - 0.7, x + 1.3, place.center_y + 0.9, style.line)
    pen.line(x + 1.3, place.center_y + 0.9, x, place.center_y + 0.7, style.line)
    pen.text(set_in(place, text, style.strong, style.body))


def qr_side(of: Tracker) -> float:
    """The side of the rules' QR code (mm)."""
    return len(qr_matrix(of.edition.rules_address)) * 0.61


@cache
def qr_matrix(address: str) -> tuple[tuple[int, ...], ...]:
    """The QR code's modules, 1 for dark."""
    return tuple(tuple(row) for row in segno.make(address, error="m", micro=False, boost_error=False).matrix)


def draw_qr(pen: Pen, place: Rect, address: str) -> None:
    """The QR code as one path: no seam shows between its modules."""
    matrix = qr_matrix(address)
    side = place.w / len(matrix)
    dark = [(x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module]
    pen.fill_together(Rect(place.x + x * side, place.y + y * side, side, side) for x, y in dark)


@dataclass(frozen=True, slots=True)
class Fold(Panel):
    """The line across the middle: to fold back (START's first step), or to cut."""

    text: str = ""
    step: int = 0

    def draw(self, pen: Pen) -> None:
        """Dashes with the words between them."""
        style, rect, y = self.of.style, self.rect, self.rect.center_y
        half = text_width(self.text, Face.SEMIBOLD, style.label) / 2 + 2
        left = rect.center_x - half - (4.5 if self.step else 0)
        with pen.dashes(2.0, 1.2):
            pen.line(rect.x, y, left, y, 0.8)
            pen.line(rect.center_x + half, y, rect.right, y, 0.8)
        if self.step:
            badge(pen, Rect(left + 1.5, y - 1.45, 2.9, 2.9), self.step, style)
        pen.text(set_centered(rect.center_x, y, self.text, Face.SEMIBOLD, style.label))
