"""Figures of Word Fleet: its grid with a fleet, the marks, an area of sonar."""

from __future__ import annotations

from string import ascii_uppercase

from wordfleet_print.game import Edition
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, TINT, WIDTH, Canvas, Size, Stroke, WebFace, number, point
from wordfleet_print.rulebook.figures.sea import (
    AXIS,
    LADDER,
    Sea,
    draw_mark,
    draw_silhouette,
    example_berths,
    square_name,
)

SMALLEST_CELL = 22.0
"""The least side of a square whose letters can still be read (units)."""
TAB = Size.LABEL * 1.5


def grid(edition: Edition) -> str:
    """The defense grid with the example fleet on it, and the fleet by name below (C-05 to C-11, A-04)."""
    canvas = Canvas()
    beside, columns, rows = AXIS + LADDER, edition.grid.columns, edition.grid.rows
    cell = max(SMALLEST_CELL, (WIDTH - 2 * beside - 1) / max(columns, 8))
    width = cell * columns + 2 * beside + 1
    canvas.tab(edition.tracker.panels.defense.title, width, solid=False)
    sea = Sea((width - cell * columns) / 2, TAB + AXIS + LADDER, cell, columns, rows)
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
    description = f"A grid of {columns} by {rows} squares. {'; '.join(told)}."
    return canvas.svg("grid", "An example fleet on its grid", description, (width, bottom))


def fleet(edition: Edition) -> str:
    """The fleet by name, each ship with its example word, a letter to a square (C-11, A-02)."""
    canvas = Canvas()
    bottom = _draw_roster(canvas, edition, 0, WIDTH, row=26.0)
    told = "; ".join(f"{ship.ship}, {ship.letters} letters, such as {ship.example}" for ship in edition.fleet)
    return canvas.svg("fleet", "The ships of a fleet", f"{told}.", (WIDTH, bottom))


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
            canvas.line(0, y - (row - side) / 2, WIDTH, y - (row - side) / 2, Stroke.THIN, "1 3")
    height = top + len(edition.marks) * row - (row - side) + 4
    return canvas.svg("marks", "How to mark each result", f"{'. '.join(told)}.", (WIDTH, height))


def _draw_roster(canvas: Canvas, edition: Edition, y: float, width: float, row: float = 30.0) -> float:
    """The fleet row by row, as in the tracker's enemy fleet: silhouette, name, letter boxes; the lower edge."""
    cell = min(row * 0.8, width * 0.5 / max(edition.lengths))
    words = width - 2 - cell * max(edition.lengths)
    for i, ship in enumerate(edition.fleet):
        top = y + i * row
        if i:
            canvas.line(0, top - 2, width, top - 2, Stroke.THIN, "1 3")
        draw_silhouette(canvas, ship, Rect(2, top + 1, 46, row - 7))
        canvas.fitted(Rect(58, top, words - 66, row - 4), ship.ship, Size.BODY, WebFace.STRONG)
        for j, letter in enumerate(ship.example):
            box = Rect(words + j * cell, top + row / 2 - 2 - cell / 2, cell, cell)
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
    canvas.rect(box, stroke=INK, line=Stroke.FRAME)
    if letter:
        canvas.rect(box.inset(box.w * 0.1), fill=TINT, stroke=INK, line=Stroke.FRAME, radius=box.w * 0.25)
        canvas.text(box.centre_x, box.centre_y, letter, box.w * 0.5, WebFace.STRONG)
        return
    for i in range(3):
        x, y, step = box.x + 9, box.y + box.h * (0.3 + 0.2 * i), (box.w - 18) / 4
        wave = f"M{point(x, y)} q{number(step / 2)},-4 {number(step)},0" + f" t{number(step)},0" * 3
        canvas.path(wave, stroke=INK, line=Stroke.THIN)
