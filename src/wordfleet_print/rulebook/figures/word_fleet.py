"""Figures of Word Fleet: its grid with a fleet, the marks, an area of sonar."""

from __future__ import annotations

from string import ascii_uppercase

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.rulebook.figures.canvas import (
    INK,
    PAPER,
    TINT,
    WIDTH,
    Canvas,
    Line,
    Size,
    Square,
    WebFace,
    number,
    point,
)
from wordfleet_print.rulebook.figures.sea import (
    AXIS,
    LADDER,
    Sea,
    draw_mark,
    draw_silhouette,
    example_berths,
    letters_at,
    square_name,
)

SMALLEST_CELL = 22.0
"""The least side of a square whose letters can still be read (units)."""
TAB = Size.LABEL * 1.5


def grid(edition: Edition) -> str:
    """The defense grid with the example fleet on it, and the fleet by name below (C-05 to C-11, A-04)."""
    canvas = Canvas()
    beside = AXIS + LADDER
    cell = max(SMALLEST_CELL, (WIDTH - 2 * beside - 1) / max(edition.grid.columns, 8))
    width = cell * edition.grid.columns + 2 * beside + 1
    canvas.tab(edition.tracker.panels.defense.title, width, solid=False)
    sea = Sea((width - cell * edition.grid.columns) / 2, TAB + AXIS + LADDER, cell, *_size(edition))
    sea.draw_axes(canvas, both_sides=True)
    sea.draw_ladder(canvas)
    sea.draw_lines(canvas, midlines=True)
    berths = example_berths(edition)
    for ship, berth in zip(edition.fleet, berths, strict=True):
        sea.draw_ship(canvas, ship, berth)
    bottom = _draw_roster(canvas, edition, sea.box.bottom + LADDER + 12, width)
    told = [
        f"{ship.ship} carries {ship.example} {'across' if berth.across else 'down'} from "
        f"{square_name((berth.column, berth.row))}"
        for ship, berth in zip(edition.fleet, berths, strict=True)
    ]
    description = f"A grid of {edition.grid.columns} by {edition.grid.rows} squares. {'; '.join(told)}."
    return canvas.svg("grid", "An example fleet on its grid", description, (width, bottom))


def marks(edition: Edition) -> str:
    """Each result of an attack: what the enemy holds, what is called, what is marked (C-14 to C-19, S-08, A-16)."""
    canvas = Canvas()
    square, letter = _attack_example(edition)
    calls_letter = any(mark.draws == "cross" for mark in edition.marks)
    wrong = next(other for other in ascii_uppercase if other != letter)
    side, row, top = 46.0, 62.0, 30.0
    columns = {"they hold": 10.0, "you call": 74.0, "you mark": 150.0}
    for head, x in columns.items():
        canvas.text(x + side / 2 + (6 if head == "you call" else 0), 12, head, Size.SMALL, WebFace.STRONG)
    told = []
    for i, mark in enumerate(edition.marks):
        y = top + i * row
        tried = wrong if mark.draws == "cross" else letter
        held = "" if mark.draws == "dot" else letter
        _draw_held(canvas, Rect(columns["they hold"], y, side, side), held)
        call = f"{square}, {tried}" if calls_letter else square
        canvas.text(columns["you call"] + side / 2 + 6, y + side / 2, call, Size.LABEL, WebFace.MONO)
        draw_mark(canvas, Rect(columns["you mark"], y, side, side), mark.draws, letter, tried if calls_letter else "")
        x = columns["you mark"] + side + 12
        canvas.fitted(Rect(x, y + 2, WIDTH - x, 22), mark.result.upper(), Size.LABEL, WebFace.STRONG)
        canvas.fitted(Rect(x, y + 23, WIDTH - x, 20), mark.legend, Size.BODY)
        told.append(f"{mark.result}: {'water' if not held else f'they hold {held}'}, you call {call}; {mark.legend}")
        if i:
            canvas.line(0, y - (row - side) / 2, WIDTH, y - (row - side) / 2, Line.THIN, "1 3")
    height = top + len(edition.marks) * row - (row - side) + 4
    return canvas.svg("marks", "How to mark each result", f"{'. '.join(told)}.", (WIDTH, height))


def sonar(edition: Edition) -> str:
    """The area that a variation may ask about, over a part of the grid with ships in it (S-17, A-17).

    Raises `BadInputError` for an edition without such a variation.
    """
    canvas = Canvas()
    variation = next((variation for variation in edition.variations if variation.area), None)
    if variation is None or variation.area is None:
        raise BadInputError(f"{edition.title}, {edition.edition}, has no variation that asks about an area.")
    side = min(variation.area, *_size(edition))
    corner = _pinged_corner(edition, side)
    sea = _part_around(edition, corner, side)
    width = max(WIDTH, sea.box.right + LADDER + 1)
    canvas.tab(variation.name, width, solid=True)
    area = sea.over([corner, (corner[0] + side - 1, corner[1] + side - 1)])
    canvas.rect(area, fill=TINT)
    sea.draw_axes(canvas, both_sides=False)
    sea.draw_lines(canvas)
    held = [square for square in letters_at(edition) if sea.shows(square)]
    _draw_hulls(canvas, edition, sea)
    canvas.rect(area, stroke=INK, line=Line.STRONG * 1.4)
    names = square_name(corner), square_name((corner[0] + side - 1, corner[1] + side - 1))
    found = any(_within(square, corner, side) for square in held)
    answer = "Yes." if found else "No."
    bottom = _draw_exchange(canvas, sea.box.bottom + 14, f"“Any ship in {names[0]} to {names[1]}?”", f"“{answer}”")
    description = (
        f"A part of the enemy’s grid. The area of {side} by {side} squares from {names[0]} to {names[1]} is outlined; "
        f"ships are drawn dotted, because the one who asks does not see them. The answer is {answer}"
    )
    return canvas.svg("sonar", f"{variation.name}: an area of {side} × {side}", description, (width, bottom))


def _size(edition: Edition) -> tuple[int, int]:
    return edition.grid.columns, edition.grid.rows


def _draw_roster(canvas: Canvas, edition: Edition, y: float, width: float) -> float:
    """The fleet row by row, as in the tracker's enemy fleet: silhouette, name, letter boxes; the lower edge."""
    row, cell = 30.0, min(24.0, width * 0.5 / max(edition.lengths))
    words = width - 2 - cell * max(edition.lengths)
    for i, ship in enumerate(edition.fleet):
        top = y + i * row
        if i:
            canvas.line(0, top - 2, width, top - 2, Line.THIN, "1 3")
        draw_silhouette(canvas, ship, Rect(2, top + 1, 46, 23))
        canvas.fitted(Rect(58, top, words - 66, 26), ship.ship, Size.BODY, WebFace.STRONG)
        for j, letter in enumerate(ship.example):
            box = Rect(words + j * cell, top + 13 - cell / 2, cell, cell)
            canvas.text(box.centre_x, box.centre_y, letter, cell * 0.66, WebFace.STRONG)
            canvas.rect(box, stroke=INK)
    return y + len(edition.fleet) * row


def _attack_example(edition: Edition) -> tuple[str, str]:
    """The square and the letter of the rules' example attack; the first ship's letter where they name none."""
    examples = (action.example for action in edition.turn.actions)
    example = next((given for given in examples if "square" in given and "word" not in given), {})
    letter = str(example.get("letter", edition.fleet[0].example[0]))
    return str(example.get("square", square_name((0, 0)))), letter[:1].upper()


def _draw_held(canvas: Canvas, box: Rect, letter: str) -> None:
    """A square of the enemy's grid, with the bow of a ship or without."""
    canvas.rect(box, stroke=INK, line=Line.FRAME)
    if letter:
        canvas.rect(box.inset(box.w * 0.1), fill=TINT, stroke=INK, line=Line.FRAME, radius=box.w * 0.25)
        canvas.text(box.centre_x, box.centre_y, letter, box.w * 0.5, WebFace.STRONG)
        return
    for i in range(3):
        x, y, step = box.x + 9, box.y + box.h * (0.3 + 0.2 * i), (box.w - 18) / 4
        wave = f"M{point(x, y)} q{number(step / 2)},-4 {number(step)},0" + f" t{number(step)},0" * 3
        canvas.path(wave, stroke=INK, line=Line.THIN)


def _pinged_corner(edition: Edition, side: int) -> Square:
    """The upper left corner of an area that grazes a ship, as near the middle of the grid as there is one."""
    held = letters_at(edition)
    columns, rows = _size(edition)
    corners = [(x, y) for y in range(rows - side + 1) for x in range(columns - side + 1)]

    def preference(corner: Square) -> tuple[int, float, Square]:
        inside = sum(_within(square, corner, side) for square in held)
        off = abs(corner[0] + side / 2 - columns / 2) + abs(corner[1] + side / 2 - rows / 2)
        return abs(inside - 2), off, corner

    return min(corners, key=preference)


def _within(square: Square, corner: Square, side: int) -> bool:
    return 0 <= square[0] - corner[0] < side and 0 <= square[1] - corner[1] < side


def _part_around(edition: Edition, corner: Square, side: int) -> Sea:
    """The part of the grid around an area: two squares more on each side, where the grid has them."""
    columns, rows = _size(edition)
    first = max(0, corner[0] - 2), max(0, corner[1] - 2)
    last = min(columns, corner[0] + side + 2), min(rows, corner[1] + side + 2)
    across, down = last[0] - first[0], last[1] - first[1]
    cell = min(36.0, (WIDTH - AXIS - 2 * LADDER) / across)
    x = max(AXIS + LADDER, (WIDTH - cell * across) / 2)
    return Sea(x, TAB + AXIS + LADDER, cell, across, down, first)


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


def _draw_exchange(canvas: Canvas, y: float, question: str, answer: str) -> float:
    """A question in a bubble from the left, its answer in one from the right; the lower edge."""
    height = 32.0
    asked = Rect(1, y, WebFace.TEXT.width(question, Size.BODY) + 26, height)
    width = WebFace.TEXT.width(answer, Size.BODY) + 30
    told = Rect(min(WIDTH - width - 1, asked.right + 14), y, width, height)
    for box, words, fill in ((asked, question, PAPER), (told, answer, TINT)):
        canvas.rect(box, fill=fill, stroke=INK, line=Line.FRAME, radius=9)
        canvas.text(box.centre_x, box.centre_y, words, Size.BODY, WebFace.STRONG if fill == TINT else WebFace.TEXT)
    return y + height + 2
