"""Figures of variations of Word Fleet that ask about an area of the grid (S-17, A-17)."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import (
    INK,
    PAPER,
    TINT,
    WIDTH,
    Canvas,
    GridSquare,
    Size,
    Stroke,
    WebFace,
    point,
)
from wordfleet_print.rulebook.figures.sea import AXIS, LADDER, Sea, example_berths, letters_at, square_name

TAB = Size.LABEL * 1.5


def sonar(edition: Edition) -> str:
    """The area that a variation may ask about, over a part of the grid with ships in it.

    Raises `BadInputError` for an edition without such a variation.
    """
    canvas, ping = Canvas(), _ping(edition)
    sea = _part_around(edition, ping, 2, 36.0, TAB)
    width = max(WIDTH, sea.box.right + LADDER + 1)
    canvas.tab(ping.name, width, solid=True)
    _draw_area(canvas, edition, ping, sea)
    bottom = _draw_exchange(canvas, (0, sea.box.bottom + 14), ping)
    return canvas.svg("sonar", ping.title, ping.described, (width, bottom))


def area(edition: Edition) -> str:
    """The same in little: a few squares, with question and answer beside them. Raises as `sonar`."""
    canvas, ping = Canvas(), _ping(edition)
    sea = _part_around(edition, ping, 1, 19.5, 0)
    _draw_area(canvas, edition, ping, sea)
    _draw_exchange(canvas, (sea.box.right + 14, sea.box.y + 3), ping, beside=False)
    return canvas.svg("area", ping.title, ping.described, (WIDTH, sea.box.bottom + LADDER))


@dataclass(frozen=True, slots=True)
class _Ping:
    """A question about an area of so many squares a side, from its upper left corner; whether a ship lies there."""

    name: str
    side: int
    corner: GridSquare
    found: bool

    @property
    def far(self) -> GridSquare:
        """The lower right square."""
        return self.corner[0] + self.side - 1, self.corner[1] + self.side - 1

    @property
    def asked(self) -> str:
        return f"{square_name(self.corner)} to {square_name(self.far)}"

    @property
    def answer(self) -> str:
        return "Yes." if self.found else "No."

    @property
    def title(self) -> str:
        return f"{self.name}: an area of {self.side} × {self.side}"

    @property
    def described(self) -> str:
        return (
            f"A part of the enemy’s grid. The area of {self.side} by {self.side} squares from {self.asked} is "
            f"outlined; ships are drawn dotted, because the one who asks does not see them. The answer is {self.answer}"
        )


def _ping(edition: Edition) -> _Ping:
    variation = next((variation for variation in edition.variations if variation.area), None)
    if variation is None or variation.area is None:
        raise BadInputError(f"{edition.title}, {edition.edition}, has no variation that asks about an area.")
    side = min(variation.area, edition.grid.columns, edition.grid.rows)
    corner = _pinged_corner(edition, side)
    return _Ping(variation.name, side, corner, any(_within(square, corner, side) for square in letters_at(edition)))


def _draw_area(canvas: Canvas, edition: Edition, ping: _Ping, sea: Sea) -> None:
    """A part of the grid, its ships dashed, the area outlined."""
    area = sea.over([ping.corner, ping.far])
    canvas.rect(area, fill=TINT)
    sea.draw_axes(canvas, both_sides=False)
    sea.draw_lines(canvas)
    _draw_hulls(canvas, edition, sea)
    canvas.rect(area, stroke=INK, line=Stroke.STRONG * 1.4)


def _pinged_corner(edition: Edition, side: int) -> GridSquare:
    """The upper left corner of an area that grazes a ship, as near the middle of the grid as there is one."""
    held = letters_at(edition)
    columns, rows = edition.grid.columns, edition.grid.rows
    corners = [(x, y) for y in range(rows - side + 1) for x in range(columns - side + 1)]

    def preference(corner: GridSquare) -> tuple[int, float, GridSquare]:
        inside = sum(_within(square, corner, side) for square in held)
        off = abs(corner[0] + side / 2 - columns / 2) + abs(corner[1] + side / 2 - rows / 2)
        return abs(inside - 2), off, corner

    return min(corners, key=preference)


def _within(square: GridSquare, corner: GridSquare, side: int) -> bool:
    return 0 <= square[0] - corner[0] < side and 0 <= square[1] - corner[1] < side


def _part_around(edition: Edition, ping: _Ping, around: int, largest: float, top: float) -> Sea:
    """The part of the grid around an area: so many squares more on each side, where the grid has them."""
    corner, side = ping.corner, ping.side
    first = max(0, corner[0] - around), max(0, corner[1] - around)
    last = min(edition.grid.columns, corner[0] + side + around), min(edition.grid.rows, corner[1] + side + around)
    across, down = last[0] - first[0], last[1] - first[1]
    cell = min(largest, (WIDTH - AXIS - 2 * LADDER) / across)
    x = max(AXIS + LADDER, (WIDTH - cell * across) / 2) if top else AXIS + LADDER
    return Sea(x, top + AXIS + LADDER, cell, across, down, first)


def _draw_hulls(canvas: Canvas, edition: Edition, sea: Sea) -> None:
    """The ships in a part of the grid, dashed; open where they sail on beyond it."""
    for ship, berth in zip(edition.fleet, example_berths(edition), strict=True):
        squares = list(berth.squares(ship.letters))
        shown = [square for square in squares if sea.shows(square)]
        if shown:
            ends = shown[0] == squares[0], shown[-1] == squares[-1]
            canvas.path(_hull(sea.over(shown), sea.cell, berth.across, ends), stroke=INK, dashes="4 3")


def _hull(box: Rect, cell: float, across: bool, ends: tuple[bool, bool]) -> str:
    """A hull's outline in its squares: an end that is not there is left open, at the squares' edge."""
    inset, long = cell * 0.16, box.w if across else box.h
    low, high, start, stop = inset, cell - inset, inset if ends[0] else 0.0, long - (inset if ends[1] else 0.0)
    bend = (high - low) / 2

    def at(along: float, beside: float) -> str:
        x, y = (along, beside) if across else (beside, along)
        return point(box.x + x, box.y + y)

    steps = [f"M{at(start + bend, low)}" if ends[0] else f"M{at(start, low)}"]
    if ends[1]:
        steps += [f"L{at(stop - bend, low)}", f"Q{at(stop, low)} {at(stop, low + bend)}"]
        steps += [f"Q{at(stop, high)} {at(stop - bend, high)}"]
    else:
        steps += [f"L{at(stop, low)}", f"M{at(stop, high)}"]
    if ends[0]:
        steps += [f"L{at(start + bend, high)}", f"Q{at(start, high)} {at(start, low + bend)}"]
        steps += [f"Q{at(start, low)} {at(start + bend, low)}"]
    else:
        steps += [f"L{at(start, high)}"]
    return " ".join(steps)


def _draw_exchange(canvas: Canvas, place: tuple[float, float], ping: _Ping, *, beside: bool = True) -> float:
    """A question in a bubble from the left, its answer in one from the right, or below; the lower edge."""
    height, (x, y) = 32.0, place
    question, answer = f"“Any ship in {ping.asked}?”", f"“{ping.answer}”"
    asked = Rect(x + 1, y, WebFace.TEXT.width(question, Size.BODY) + 26, height)
    width = WebFace.TEXT.width(answer, Size.BODY) + 30
    told = Rect(min(WIDTH - width - 1, asked.right + 14), y, width, height)
    if not beside:
        told = Rect(asked.right - width, asked.bottom + 14, width, height)
    for box, words, fill in ((asked, question, PAPER), (told, answer, TINT)):
        canvas.rect(box, fill=fill, stroke=INK, line=Stroke.FRAME, radius=9)
        canvas.text(box.centre_x, box.centre_y, words, Size.BODY, WebFace.STRONG if fill == TINT else WebFace.TEXT)
    return y + height + 2
