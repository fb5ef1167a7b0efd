"""A turn of a played game: on the board and at sea."""

from __future__ import annotations

from collections.abc import Iterator

from wordfleet_print.games import Edition
from wordfleet_print.games.facts import SeaGame
from wordfleet_print.games.flip_chess import BoardTurn, FlipChess, board_frames, name_of, scored
from wordfleet_print.games.played_sea import SeaFrame, hidden_squares, sea_frames, square_at
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.svg_pen import INK, TINT, number, point
from wordfleet_print.rulebook.figures import things
from wordfleet_print.rulebook.figures.canvas import ACCENT, WIDTH, Canvas, GridSquare, Size, Squares, Stroke
from wordfleet_print.rulebook.figures.flip_chess_figures import draw_move
from wordfleet_print.rulebook.figures.word_fleet_figures import CAPTAINS
from wordfleet_print.wording import listed

TALLEST = 140.0
"""How high the board is at most (units)."""
BOARD_AXIS, BOARD_ROW = 18.0, 24.0


def board_turn(chess: FlipChess, *, shown: int) -> str:
    """A shown turn of the game, by the number of its frame from 1: the board, the flip or the move, what is left."""
    played, canvas = board_frames(chess)[shown - 1], Canvas()
    columns, rows = chess.board.columns, chess.board.rows
    cell = float(int(min((WIDTH - BOARD_AXIS - 3) / columns, TALLEST / rows)))  # whole units: shorter pictures
    board = Squares(float(int((WIDTH - BOARD_AXIS - cell * columns) / 2 + BOARD_AXIS)), 2, cell, columns, rows)
    things.draw_board(canvas, board)
    for column in range(columns):
        x = board.square((column, 0)).centre_x
        canvas.text(x, board.box.bottom + BOARD_AXIS / 2 + 1, name_of((column, 0), rows)[0], Size.BODY, Face.BOLD)
    for row in range(rows):
        y = board.square((0, row)).centre_y
        canvas.text(board.x - BOARD_AXIS / 2, y, str(rows - row), Size.BODY, Face.BOLD)
    things.draw_backs(canvas, [board.square(square) for square, man in sorted(played.men.items()) if not man.face_up])
    for square, man in sorted(played.men.items()):
        if man.face_up:
            things.draw_glyph(canvas, board.square(square).inset(1), man.name, dark=man.dark)
    canvas.rect(board.square(played.end).inset(1), stroke=INK, line=Stroke.STRONG * 1.3, radius=4)
    if not played.flips:
        draw_move(canvas, board.square(played.start), board.square(played.end), off=0)
    left = [scored(chess, played.left(dark=dark)) for dark in (False, True)]
    first = played.dark is (played.seat == chess.seats[0])  # whether the first player's color is the dark one
    y = board.box.bottom + BOARD_AXIS + 6
    for i, (seat, dark) in enumerate(zip(chess.seats, (first, not first), strict=True)):
        box = Rect(i * WIDTH / 2, y, WIDTH / 2 - 8, BOARD_ROW)
        fill = things.DARK if dark else things.LIGHT
        canvas.circle(box.x + BOARD_ROW / 2, box.centre_y, BOARD_ROW * 0.32, fill=fill, stroke=INK)
        words = f"{seat}: {chess.colors[dark]}" + (f", {left[dark].total}" if played.over else "")
        room = Rect(box.x + BOARD_ROW + 5, y, box.w - BOARD_ROW - 5, BOARD_ROW)
        canvas.fitted(room, words, Size.BODY, Face.BOLD)
    up = [f"{color} {side.words}" for color, side in zip(chess.colors, left, strict=True) if side.words]
    told = [
        f"{chess.seats[0]} has {chess.colors[first]}, {chess.seats[1]} {chess.colors[not first]}",
        f"Face-up: {'; '.join(up)}",
        f"Face-down: {played.hidden}",
    ]
    if played.shows == "quiet":
        told.append(f"Turns on end without a flip or a capture: {played.quiet}")
    if played.over:
        told.append(f"The game is over: {chess.colors[0]} scores {left[0].total}, {chess.colors[1]} {left[1].total}")
    title = f"Turn {played.number}: {happened(chess, played)}"
    return canvas.svg(f"turn-{shown}", title, f"{'. '.join(told)}.", (WIDTH, y + BOARD_ROW + 2))


def happened(chess: FlipChess, played: BoardTurn) -> str:
    """A turn in words: `Player 2 captures the black pawn on a2 with the white knight from b4`."""
    rows = chess.board.rows
    end, man = name_of(played.end, rows), f"the {chess.colors[played.man.dark]} {played.man.name}"
    if played.flips:
        return f"{played.seat} flips {man} on {end}"
    start = name_of(played.start, rows)
    if played.taken:
        taken = f"the {chess.colors[played.taken.dark]} {played.taken.name}"
        return f"{played.seat} captures {taken} on {end} with {man} from {start}"
    return f"{played.seat} moves {man} from {start} to {end}"


CELL, LEAST = 24.0, 5
"""The side of a square (units), and how many squares of the grid are shown at least, across and down."""
LETTERS = 36.0
"""How wide the column of letters is (units)."""
HEAD, SEA_ROW, ROSTER = 20.0, 23.0, 24.0


MARKED = {
    "ring": "{} in a ring",
    "cross": "X and {}",
    "border": "a frame and {}",
    "slash": "a slash and {}",
    "letter": "{}",
}
"""What is marked in a square, in words, by how it is drawn."""


def sea_turn(edition: Edition, *, game: SeaGame, shown: int) -> str:
    """A turn of the edition's game, by its number from 1: both grids after it, letters asked for, ships left."""
    frame = sea_frames(edition)[shown - 1]
    canvas, across, down, first = Canvas(), *_window(edition, game)
    beside = things.AXIS + things.LADDER
    cell = min(CELL, (WIDTH - LETTERS - 2 * beside - 12) / (2 * across))
    hides = things.Sea(beside, HEAD + beside, cell, across, down, first)
    marks = things.Sea(hides.box.right + 10 + beside, HEAD + beside, cell, across, down, first)
    for sea, words in ((hides, f"{CAPTAINS[1]} hides"), (marks, f"{CAPTAINS[0]} marks")):
        canvas.text(sea.x, HEAD / 2, words, Size.BODY, Face.BOLD, anchor="start")
        sea.draw_axes(canvas, both_sides=False)
        box, lines = sea.box, list[str]()  # all of the squares', as one path
        lines += [f"M{point(box.x + i * cell, box.y)}v{number(box.h)}" for i in range(across + 1)]
        lines += [f"M{point(box.x, box.y + i * cell)}h{number(box.w)}" for i in range(down + 1)]
        canvas.path("".join(lines), line=Stroke.THIN, stroke=INK)
    hidden = _draw_hidden(canvas, hides, edition, game)
    drawn: dict[str, str] = {mark.means: mark.draws for mark in edition.marks}
    for at, (shown_as, letter) in frame.marks.items():
        if marks.shows(at):
            things.draw_marked(canvas, marks.square(at), drawn.get(shown_as, shown_as), letter)
    _draw_sunk(canvas, (hides, marks), edition, game, frame)
    for call in (answer.call for answer in frame.answers if answer.call.square):
        ends = [square_at(name) for name in (call.square, call.to) if name]
        for sea in (hides, marks):
            if all(map(sea.shows, ends)):
                canvas.rect(sea.over(ends), stroke=ACCENT, line=Stroke.STRONG * 1.3)
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


def _draw_hidden(canvas: Canvas, sea: things.Sea, edition: Edition, game: SeaGame) -> list[str]:
    """The ships of the hidden fleet that lie in this part; where each one lies, in words."""
    told = []
    for ship, placement, hull in zip(edition.fleet, game.hides, hidden_squares(edition, game), strict=True):
        parts = [(at, letter) for at, letter in zip(hull, ship.example, strict=True) if sea.shows(at)]
        if not parts:
            continue
        outline = sea.over([at for at, _ in parts]).inset(2)
        canvas.rect(outline, fill=TINT, stroke=INK, radius=6 if len(parts) == len(hull) else 0)
        for at, letter in parts:
            place = sea.square(at)
            canvas.text(place.centre_x, place.centre_y, letter, sea.cell * 0.6, Face.BOLD)
        name, way = placement.split()
        told.append(f"{ship.example} {way} from {name}")
    return told


def _draw_sunk(
    canvas: Canvas, seas: tuple[things.Sea, things.Sea], edition: Edition, game: SeaGame, frame: SeaFrame
) -> None:
    """A line through each ship that is down: on its owner's grid, and on the other where every letter is found."""
    found = {at for at, (draws, _) in frame.marks.items() if draws == "ring"}
    for ship, hull in zip(edition.fleet, hidden_squares(edition, game), strict=True):
        for sea in seas if found.issuperset(hull) else seas[:1]:
            if ship in frame.sunk and all(map(sea.shows, hull)):
                box = sea.over(hull)
                canvas.line(box.x + 3, box.bottom - 4, box.right - 3, box.y + 4, Stroke.STRONG)


def _draw_letters(canvas: Canvas, box: Rect, frame: SeaFrame) -> None:
    """The letters asked for: in a ring with their count, or crossed out."""
    canvas.text(box.x, HEAD / 2, "asked", Size.SMALL, Face.BOLD, anchor="start")
    for i, (letter, count) in enumerate(frame.counts.items()):
        y = box.y + HEAD + 15 + i * SEA_ROW
        canvas.text(box.x + 10, y, letter, Size.BODY, Face.BOLD)
        canvas.text(box.x + 28, y, str(count), Size.BODY, Face.MONO, anchor="start")
        if count:
            canvas.circle(box.x + 10, y, 9.5, stroke=INK)
        else:
            canvas.line(box.x + 1, y + 4, box.x + 19, y - 4, Stroke.FRAME)


def _draw_roster(canvas: Canvas, y: float, edition: Edition, frame: SeaFrame) -> float:
    """The enemy's ships in a row, a box for each letter, those that are down struck out; the lower edge."""
    gap, letters = 14.0, sum(edition.lengths)
    side = min(ROSTER - 8, (WIDTH - things.LADDER - things.AXIS - gap * len(edition.fleet)) / letters)
    x = things.LADDER + things.AXIS
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
    results: dict[str, str] = {mark.means: mark.result for mark in edition.marks}
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


def _sea_told(sea: things.Sea, edition: Edition, frame: SeaFrame, shown: list[str]) -> str:
    last = sea.first[0] + sea.columns - 1, sea.first[1] + sea.rows - 1
    drawn: dict[str, str] = {mark.means: mark.draws for mark in edition.marks}
    marked = [
        f"{MARKED.get(drawn.get(draws, draws), 'a dot').format(letter)} in {things.square_name(at)}"
        for at, (draws, letter) in frame.marks.items()
    ]
    asked = [f"{letter} {count or 'none'}" for letter, count in frame.counts.items()]
    parts = [
        f"Squares {things.square_name(sea.first)} to {things.square_name(last)} of both grids",
        f"{CAPTAINS[1]} hides {listed(shown) or 'nothing there'}",
        f"{CAPTAINS[0]} has marked {listed(marked) or 'no square'}",
        f"Letters: {listed(asked) or 'none'}",
        f"Ships afloat: {len(edition.fleet) - len(frame.sunk)}"
        + (f"; sunk: {listed(ship.ship for ship in frame.sunk)}" if frame.sunk else ""),
    ]
    return ". ".join(parts) + "."
