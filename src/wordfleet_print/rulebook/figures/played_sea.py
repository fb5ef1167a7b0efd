"""A turn of a played game of Word Fleet: what the one hides, what the other has marked, letters, ships afloat."""

from __future__ import annotations

from collections.abc import Iterator

from wordfleet_print.game import Edition
from wordfleet_print.game.facts import SeaGame
from wordfleet_print.game.played_sea import SeaFrame, hidden_squares, sea_frames, square_at
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.bidding import CAPTAINS
from wordfleet_print.rulebook.figures.canvas import (
    INK,
    TINT,
    WIDTH,
    Canvas,
    GridSquare,
    Size,
    Stroke,
    WebFace,
    number,
    point,
)
from wordfleet_print.rulebook.figures.sea import AXIS, LADDER, Sea, draw_mark, square_name
from wordfleet_print.wording import listed

CELL, LEAST = 24.0, 5
"""The side of a square (units), and how many squares of the grid are shown at least, across and down."""
LETTERS = 36.0
"""How wide the column of letters is (units)."""
HEAD, SEA_ROW, ROSTER = 20.0, 23.0, 24.0


def sea_turn(edition: Edition, *, game: SeaGame, shown: int) -> str:
    """A turn of the edition's game, by its number from 1: both grids after it, letters asked for, ships left."""
    frame = sea_frames(edition)[shown - 1]
    canvas, across, down, first = Canvas(), *_window(edition, game)
    beside = AXIS + LADDER
    cell = min(CELL, (WIDTH - LETTERS - 2 * beside - 12) / (2 * across))
    hides = Sea(beside, HEAD + beside, cell, across, down, first)
    marks = Sea(hides.box.right + 10 + beside, HEAD + beside, cell, across, down, first)
    for sea, words in ((hides, f"{CAPTAINS[1]} hides"), (marks, f"{CAPTAINS[0]} marks")):
        canvas.text(sea.x, HEAD / 2, words, Size.BODY, WebFace.STRONG, anchor="start")
        sea.draw_axes(canvas, both_sides=False)
        canvas.path(_ruled(sea), line=Stroke.THIN, stroke=INK)
    hidden = _draw_hidden(canvas, hides, edition, game)
    for at, (draws, letter) in frame.marks.items():
        if marks.shows(at):
            draw_mark(canvas, marks.square(at), draws, letter, letter)
    _draw_sunk(canvas, (hides, marks), edition, game, frame)
    for call in (answer.call for answer in frame.answers if answer.call.square):
        ends = [square_at(name) for name in (call.square, call.to) if name]
        for sea in (hides, marks):
            if all(map(sea.shows, ends)):
                canvas.rect(sea.over(ends), stroke=INK, line=Stroke.STRONG * 1.3)
    _draw_letters(canvas, Rect(marks.box.right + 12, 0, LETTERS, marks.box.bottom), frame)
    bottom = _draw_roster(canvas, hides.box.bottom + 12, edition, frame)
    title = f"Turn {shown}: {'; then '.join(_said(edition, frame))}"
    return canvas.svg(f"turn-{shown}", title, _sea_told(hides, edition, frame, hidden), (WIDTH, bottom))


def _window(edition: Edition, game: SeaGame) -> tuple[int, int, GridSquare]:
    """The part of the grid in which the game is played: columns, rows, and the first square."""
    squares = [
        square_at(name) for sea_turn in game.turns for call in sea_turn.calls for name in (call.square, call.to) if name
    ]
    down = [ship for frame in sea_frames(edition) for ship in frame.sunk]
    hulls = zip(edition.fleet, hidden_squares(edition, game), strict=True)
    squares += [at for ship, hull in hulls if ship in down for at in hull]
    spans = []
    for axis, most in ((0, edition.grid.columns), (1, edition.grid.rows)):
        low, high = min((at[axis] for at in squares), default=0), max((at[axis] for at in squares), default=0)
        while high - low + 1 < min(LEAST, most):
            low, high = (low - 1, high) if low and (high - low) % 2 else (low, min(high + 1, most - 1))
            if high == most - 1:
                low = max(0, min(low, high + 1 - LEAST))
        spans.append((low, high - low + 1))
    (left, across), (top, rows) = spans
    return across, rows, (left, top)


def _ruled(sea: Sea) -> str:
    """All lines of the squares, as one path."""
    box, cell = sea.box, sea.cell
    down = [f"M{point(box.x + i * cell, box.y)}v{number(box.h)}" for i in range(sea.columns + 1)]
    return "".join(down + [f"M{point(box.x, box.y + i * cell)}h{number(box.w)}" for i in range(sea.rows + 1)])


def _draw_hidden(canvas: Canvas, sea: Sea, edition: Edition, game: SeaGame) -> list[str]:
    """The ships of the hidden fleet that lie in this part; where each one lies, in words."""
    told = []
    for ship, berth, hull in zip(edition.fleet, game.hides, hidden_squares(edition, game), strict=True):
        parts = [(at, letter) for at, letter in zip(hull, ship.example, strict=True) if sea.shows(at)]
        if not parts:
            continue
        outline = sea.over([at for at, _ in parts]).inset(2)
        canvas.rect(outline, fill=TINT, stroke=INK, radius=6 if len(parts) == len(hull) else 0)
        for at, letter in parts:
            place = sea.square(at)
            canvas.text(place.centre_x, place.centre_y, letter, sea.cell * 0.6, WebFace.STRONG)
        name, way = berth.split()
        told.append(f"{ship.example} {way} from {name}")
    return told


def _draw_sunk(canvas: Canvas, seas: tuple[Sea, Sea], edition: Edition, game: SeaGame, frame: SeaFrame) -> None:
    """A line through each ship that is down: on its owner's grid, and on the other where every letter is found."""
    found = {at for at, (draws, _) in frame.marks.items() if draws == "ring"}
    for ship, hull in zip(edition.fleet, hidden_squares(edition, game), strict=True):
        for sea in seas if found.issuperset(hull) else seas[:1]:
            if ship in frame.sunk and all(map(sea.shows, hull)):
                box = sea.over(hull)
                canvas.line(box.x + 3, box.bottom - 4, box.right - 3, box.y + 4, Stroke.STRONG)


def _draw_letters(canvas: Canvas, box: Rect, frame: SeaFrame) -> None:
    """The letters asked for: in a ring with their count, or crossed out."""
    canvas.text(box.x, HEAD / 2, "asked", Size.SMALL, WebFace.STRONG, anchor="start")
    for i, (letter, count) in enumerate(frame.counts.items()):
        y = box.y + HEAD + 15 + i * SEA_ROW
        canvas.text(box.x + 10, y, letter, Size.BODY, WebFace.STRONG)
        canvas.text(box.x + 28, y, str(count), Size.BODY, WebFace.MONO, anchor="start")
        if count:
            canvas.circle(box.x + 10, y, 9.5, stroke=INK)
        else:
            canvas.line(box.x + 2, y + 7, box.x + 18, y - 7, Stroke.STRONG)


def _draw_roster(canvas: Canvas, y: float, edition: Edition, frame: SeaFrame) -> float:
    """The enemy's ships in a row, a box for each letter, those that are down struck out; the lower edge."""
    gap, letters = 14.0, sum(edition.lengths)
    side = min(ROSTER - 8, (WIDTH - LADDER - AXIS - gap * len(edition.fleet)) / letters)
    x = LADDER + AXIS
    for ship in edition.fleet:
        boxes = Rect(x, y + 1, ship.letters * side, side)
        bars = "".join(f"M{point(x + i * side, boxes.y)}v{number(side)}" for i in range(1, ship.letters))
        frame_path = f"M{point(x, boxes.y)}h{number(boxes.w)}v{number(side)}h{number(-boxes.w)}z"
        canvas.path(frame_path + bars, line=Stroke.THIN, stroke=INK)
        if ship in frame.sunk:
            canvas.line(x - 4, boxes.bottom + 3, boxes.right + 4, boxes.y - 3, Stroke.STRONG)
        x = boxes.right + gap
    return y + ROSTER


def _said(edition: Edition, frame: SeaFrame) -> Iterator[str]:
    """Each call with its answer: `E6, O: Hit`."""
    results: dict[str, str] = {mark.draws: mark.result for mark in edition.marks}
    for answer in frame.answers:
        call = answer.call
        if call.word:
            word = f"{call.word} from {call.square}{f' to {call.to}' if call.to else ''}"
            yield f"{word}, {'right' if answer.shows == 'sunk' else 'wrong'}"
        elif call.square:
            called = call.letter if "cross" in results else None
            yield f"{', '.join(filter(None, [call.square, called]))}, {results.get(answer.shows, answer.shows)}"
        else:
            yield f"{call.letter}, {answer.count or 'none'}"


def _sea_told(sea: Sea, edition: Edition, frame: SeaFrame, shown: list[str]) -> str:
    last = sea.first[0] + sea.columns - 1, sea.first[1] + sea.rows - 1
    ways = {"ring": "{} in a ring in", "cross": "X and {} in", "letter": "{}? in"}
    marked = [
        f"{ways.get(draws, 'a dot in').format(letter)} {square_name(at)}" for at, (draws, letter) in frame.marks.items()
    ]
    asked = [f"{letter} {count or 'none'}" for letter, count in frame.counts.items()]
    parts = [
        f"Squares {square_name(sea.first)} to {square_name(last)} of both grids",
        f"{CAPTAINS[1]} hides {listed(shown) or 'nothing there'}",
        f"{CAPTAINS[0]} has marked {listed(marked) or 'no square'}",
        f"Letters: {listed(asked) or 'none'}",
        f"Ships afloat: {len(edition.fleet) - len(frame.sunk)}"
        + (f"; sunk: {listed(ship.ship for ship in frame.sunk)}" if frame.sunk else ""),
    ]
    return ". ".join(parts) + "."
