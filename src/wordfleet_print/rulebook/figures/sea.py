"""`Sea`: a grid, or a part of one, as the tracker draws it, with ships and marks in its squares."""

from __future__ import annotations

from collections.abc import Sequence

from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.fleets import Berth, place_fleet
from wordfleet_print.game import Edition, Ship
from wordfleet_print.press.ink.ink import load_picture
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import (
    INK,
    PAPER,
    TINT,
    Canvas,
    GridSquare,
    Size,
    Squares,
    Stroke,
    WebFace,
    point,
)

LADDER = 3.0
AXIS = 18.0
EXAMPLE = b"example fleet 1727"
"""What the example fleet is placed by: chosen so that, where ships may touch, two lie side by side."""
HULL_INSET, HULL_ROUND = 0.1, 0.3
"""A hull's outline within its squares, and its corners (shares of a square)."""


def example_berths(edition: Edition) -> tuple[Berth, ...]:
    """Where the example fleet lies in all figures: lawful for the edition, the same on every run.

    Raises `BadInputError` as `place_fleet` does.
    """
    return place_fleet(edition, Draw(EXAMPLE, b"figures"))


def letters_at(edition: Edition) -> dict[GridSquare, str]:
    """The example fleet's letter in each square that holds one."""
    berths = zip(edition.fleet, example_berths(edition), strict=True)
    return {
        square: letter
        for ship, berth in berths
        for square, letter in zip(berth.squares(ship.letters), ship.example, strict=True)
    }


def square_name(square: GridSquare) -> str:
    """`B4`, as captains call it."""
    return f"{chr(ord('A') + square[0])}{square[1] + 1}"


class Sea(Squares):
    """A grid, or a part of one, as the tracker draws it."""

    __slots__ = ()

    def over(self, squares: Sequence[GridSquare]) -> Rect:
        """The rectangle over a row of squares."""
        first, last = self.square(squares[0]), self.square(squares[-1])
        return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def shows(self, square: GridSquare) -> bool:
        """Whether the square is among those shown."""
        return 0 <= square[0] - self.first[0] < self.columns and 0 <= square[1] - self.first[1] < self.rows

    def draw_axes(self, canvas: Canvas, *, both_sides: bool) -> None:
        """Letters above, numbers beside, in the middle of their squares."""
        size = min(Size.BODY, self.cell * 0.62)
        beside = LADDER + AXIS / 2
        for i in range(self.columns):
            place = self.square((self.first[0] + i, self.first[1]))
            canvas.text(
                place.centre_x, self.y - beside + 1, square_name((self.first[0] + i, 0))[0], size, WebFace.STRONG
            )
        for i in range(self.rows):
            place = self.square((self.first[0], self.first[1] + i))
            for x in (self.x - beside, self.box.right + beside)[: 2 if both_sides else 1]:
                canvas.text(x, place.centre_y, str(self.first[1] + i + 1), size, WebFace.STRONG)

    def draw_ladder(self, canvas: Canvas) -> None:
        """The chart's border: dark and light bars a square long, shifted on the opposite side."""
        box, cell = self.box, self.cell
        for i in range(self.columns):
            y = box.y - LADDER if i % 2 == 0 else box.bottom
            canvas.rect(Rect(box.x + i * cell, y, cell, LADDER), fill=INK)
        for i in range(self.rows):
            x = box.x - LADDER if i % 2 == 0 else box.right
            canvas.rect(Rect(x, box.y + i * cell, LADDER, cell), fill=INK)
        canvas.rect(box.inset(-LADDER), stroke=INK)

    def draw_ship(self, canvas: Canvas, ship: Ship, berth: Berth) -> None:
        """A ship's hull with its letters, as the printed tracker places it."""
        squares = list(berth.squares(ship.letters))
        hull = self.over(squares).inset(self.cell * HULL_INSET)
        canvas.rect(hull, fill=TINT, stroke=INK, line=Stroke.FRAME, radius=self.cell * HULL_ROUND)
        for letter, place in zip(ship.example, map(self.square, squares), strict=True):
            canvas.text(place.centre_x, place.centre_y, letter, self.cell * 0.6, WebFace.STRONG)


def draw_silhouette(canvas: Canvas, ship: Ship, box: Rect) -> None:
    """A ship's silhouette, as large as the box allows, its keel in the middle of the lower edge."""
    if ship.silhouette is None:
        return
    picture = load_picture(ship.silhouette)
    steps = " ".join(step + " ".join(point(x, y) for x, y in points) for step, points in picture.steps)
    canvas.shape(steps, picture.fitted(box), fill=INK)


def draw_mark(canvas: Canvas, box: Rect, draws: str, letter: str, tried: str) -> None:
    """One result in its square: `letter` is the one found, `tried` (or nothing) the one that was not there."""
    canvas.rect(box, fill=PAPER, stroke=INK, line=Stroke.FRAME)
    side = box.w
    if draws == "dot":
        canvas.circle(box.centre_x, box.centre_y, side * 0.09, fill=INK)
    elif draws == "cross":
        arm, x, y = side * 0.24, box.x + side * 0.38, box.y + side * 0.38
        canvas.line(x - arm, y - arm, x + arm, y + arm, Stroke.STRONG)
        canvas.line(x - arm, y + arm, x + arm, y - arm, Stroke.STRONG)
        if tried:
            size = max(Size.SMALL, side * 0.36)
            canvas.text(box.right - side * 0.2, box.bottom - side * 0.22, tried, size, WebFace.STRONG)
    elif draws == "ring":
        canvas.circle(box.centre_x, box.centre_y, side * 0.38, stroke=INK)
        canvas.text(box.centre_x, box.centre_y, letter, side * 0.5, WebFace.STRONG)
    else:  # a letter that is only suspected
        canvas.text(box.centre_x, box.centre_y, f"{letter}?", side * 0.5, WebFace.STRONG)
