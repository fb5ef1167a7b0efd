"""Board, position, moves, scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games.flip_chess import Chessman, FlipChess, Man, Position, legal_moves
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT
from wordfleet_print.rulebook.figures.canvas import WIDTH, Canvas, GridSquare, Size, Squares, Stroke
from wordfleet_print.rulebook.figures.things import draw_backs, draw_board, draw_glyph, draw_man
from wordfleet_print.wording import listed


def board(chess: FlipChess) -> str:
    """The board as a game starts: a piece on every square, all face-down (F-02 to F-04)."""
    canvas = Canvas()
    squares = _board(chess)
    draw_board(canvas, squares)
    draw_backs(canvas, list(map(squares.square, squares.places)))
    description = (
        f"A board of {chess.board.columns} by {chess.board.rows} squares. Each of its {chess.board.squares} squares "
        "holds one piece, face-down; all look alike."
    )
    return canvas.svg("board", "The board, all pieces face-down", description, (WIDTH, squares.box.bottom + 2))


def position(chess: FlipChess) -> str:
    """A position in play: face-up and face-down pieces, empty squares, and a capture (F-07 to F-09)."""
    canvas = Canvas()
    squares = _board(chess)
    draw_board(canvas, squares)
    men = position_in_play(chess)
    capture = next(_captures(chess, men), None)
    if capture:
        canvas.rect(squares.square(capture[1]).inset(2), stroke=INK, line=Stroke.STRONG, radius=4)
    for place, man in sorted(men.items()):
        draw_man(canvas, squares.square(place).inset(squares.cell * 0.04), man)
    if capture:
        draw_move(canvas, squares.square(capture[0]), squares.square(capture[1]))
    bottom = _draw_key(canvas, chess, squares.box.bottom + 12)
    shown = [sum(man.face_up and man.dark is dark for man in men.values()) for dark in (False, True)]
    hidden = len(men) - sum(shown)
    description = (
        f"A position in play. Face-up: {shown[0]} {chess.colors[0]} and {shown[1]} {chess.colors[1]}. "
        f"Face-down: {hidden}. Empty squares: {chess.board.squares - len(men)}."
    )
    if capture:
        taker, taken = men[capture[0]], men[capture[1]]
        description += (
            f" An arrow shows the {chess.colors[taker.dark]} {taker.name} capturing the "
            f"{chess.colors[taken.dark]} {taken.name}."
        )
    return canvas.svg("position", "A position in play", description, (WIDTH, bottom))


def first_turn(chess: FlipChess) -> str:
    """The first turn in two frames: a piece is flipped, and its color finds its owner (F-05, F-06)."""
    canvas = Canvas()
    first, second = chess.seats
    cell = min(26.0, 208 / chess.board.columns)
    width = cell * chess.board.columns
    place = chess.board.columns // 2, chess.board.rows // 2
    flipped = Man(chess.pieces[0].name, dark=False, face_up=True)  # the rules' own example of a first turn
    light, dark = chess.colors
    so = (f"It is {light}, so", f"{second} is {light},", f"{first} is {dark}.", f"{second} moves.")
    words = ((f"{first} flips", "any one piece."), so)
    y = 0.0
    for frame, lines in enumerate(words):
        squares = Squares(1.5, y + 1.5, cell, chess.board.columns, chess.board.rows)
        draw_board(canvas, squares)
        draw_backs(canvas, [squares.square(square) for square in squares.places if frame == 0 or square != place])
        if frame == 1:
            draw_man(canvas, squares.square(place), flipped)
        canvas.rect(squares.square(place).inset(-1.5), stroke=INK, line=Stroke.STRONG * 1.3, radius=4)
        x = width + 16
        canvas.circle(x + 11, y + 12, 11, fill=INK)
        canvas.text(x + 11, y + 12, str(frame + 1), Size.BODY, Face.BOLD, fill=PAPER)
        for i, line in enumerate(lines):
            canvas.fitted(Rect(x, y + 27 + i * 18, WIDTH - x, 18), line, Size.BODY, smallest=10)
        y += max(cell * chess.board.rows, 30 + len(lines) * 18) + 16
    description = (
        f"First frame: {first} chooses any one of the face-down pieces. Second frame: it is a {chess.colors[0]} "
        f"{flipped.name}, so {chess.colors[0]} belongs to {second} and {chess.colors[1]} to {first}. "
        f"{second} moves first."
    )
    return canvas.svg("first-turn", "The first turn", description, (WIDTH, y - 10))


def ending(chess: FlipChess) -> str:
    """The example of an ending: whoever is to move cannot (F-12). Raises `BadInputError` for rules without one."""
    if not chess.ending:
        raise BadInputError(f"{chess.title} has no example of an ending.")
    canvas, squares, men = Canvas(), _board(chess, 0.75), chess.men_left
    draw_board(canvas, squares)
    for place, man in sorted(men.items()):
        draw_man(canvas, squares.square(place).inset(squares.cell * 0.04), man)
    told = listed(f"a {one.color} {one.piece} on {one.square}" for one in chess.ending.left)
    description = f"All that is left: {told}. It is the turn of {chess.ending.to_move}, which has no legal move."
    return canvas.svg("ending", "An ending", description, (WIDTH, squares.box.bottom + 2))


def scores(chess: FlipChess) -> str:
    """What each piece left on the board scores, as bars, and a full side's sum (F-13)."""
    canvas = Canvas()
    row, start = 34.0, 112.0
    most = max(piece.score for piece in chess.pieces) or 1
    longest = WIDTH - start - 96
    for i, piece in enumerate(chess.pieces):
        y = i * row
        draw_glyph(canvas, Rect(0, y + 1, 32, 32), piece.name, dark=False)
        draw_glyph(canvas, Rect(26, y + 1, 32, 32), piece.name, dark=True)
        canvas.text(62, y + row / 2, piece.name, Size.BODY, anchor="start")
        bar = Rect(start, y + 8, max(longest * piece.score / most, 1), row - 16)
        canvas.rect(bar, fill=TINT, stroke=INK, line=Stroke.FRAME)
        canvas.text(bar.right + 8, bar.centre_y, str(piece.score), Size.LABEL, Face.MONO, anchor="start")
        canvas.text(WIDTH, bar.centre_y, f"× {piece.each}", Size.BODY, anchor="end")
    y = len(chess.pieces) * row
    canvas.line(0, y + 2, WIDTH, y + 2, Stroke.FRAME)
    canvas.text(0, y + 19, "a full side", Size.BODY, Face.BOLD, anchor="start")
    canvas.text(WIDTH, y + 19, str(chess.side_score), Size.LABEL, Face.MONO, anchor="end")
    told = [f"{piece.name} {piece.score}, {piece.each} a side" for piece in chess.pieces]
    description = f"Scores: {'; '.join(told)}. A full side scores {chess.side_score}."
    return canvas.svg("scores", "What each piece scores", description, (WIDTH, y + 32))


def _board(chess: FlipChess, share: float = 1) -> Squares:
    """The whole board, as wide as the figure or a share of it, or as high where it is taller."""
    cell = (WIDTH - 3) * share / max(chess.board.columns, chess.board.rows)
    return Squares((WIDTH - cell * chess.board.columns) / 2, 1.5, cell, chess.board.columns, chess.board.rows)


def position_in_play(chess: FlipChess) -> Position:
    """A position from a game that was played: a quarter captured, light to move with a capture at hand (F-17).

    As many light pieces are face-up as dark ones, give or take one, if a few games have such a position.
    """
    most, found = chess.board.squares * 3 // 4, list[Position]()
    for number in range(64):
        game = play(chess, KeyedRandom(b"the example position %d" % number, b"figures"))
        late = (men for men, dark in game if len(men) <= most and not dark and next(_captures(chess, men), None))
        found += [men for men in [next(late, None)] if men]
        if found and abs(sum(1 if man.dark else -1 for man in found[-1].values() if man.face_up)) <= 1:
            return found[-1]
    return found[0] if found else {}


def play(chess: FlipChess, draw: KeyedRandom) -> Iterator[tuple[Position, bool]]:
    """A game: each position and whether dark is to move. Pieces are flipped until two fifths are hidden, then captured.

    It starts after the first turn, whose flipped color moves first (F-06), and ends as the rules have it (F-12, F-16).
    """
    size = chess.board.columns, chess.board.rows
    kinds = [(piece.name, dark) for piece in chess.pieces for dark in (False, True) for _ in range(piece.each)]
    places = [(column, row) for row in range(size[1]) for column in range(size[0])]
    shuffled = zip(places, draw.shuffle(kinds), strict=True)
    men = {place: Man(name, dark, face_up=False) for place, (name, dark) in shuffled}
    hidden, quiet = draw.shuffle(places), 0
    first = hidden.pop()
    men[first] = replace(men[first], face_up=True)
    dark = men[first].dark
    while quiet < (chess.quiet_turns or chess.board.squares):
        yield dict(men), dark
        moves = list(legal_moves(men, size, dark=dark))
        captures = [move for move in moves if move[1] in men]
        quiet += 1
        if moves and len(hidden) <= len(places) * 2 // 5:
            start, end = draw.choice(captures or moves)
            quiet = quiet if end not in men else 0
            men[end] = men.pop(start)
        elif hidden:
            flipped, quiet = hidden.pop(), 0
            men[flipped] = replace(men[flipped], face_up=True)
        else:
            return
        dark = not dark


def _captures(chess: FlipChess, men: Position) -> Iterator[tuple[GridSquare, GridSquare]]:
    """Captures along a line by the light colour over at least one empty square: from, to."""
    for start, end in legal_moves(men, (chess.board.columns, chess.board.rows), dark=False):
        far = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
        if end in men and far > 1 and men[start].name != "knight":
            yield start, end


def draw_move(canvas: Canvas, start: Rect, end: Rect, *, off: float = 0.5) -> None:
    """An arrow to beside one piece, from `off` of a square off the middle of another."""
    middles = ((box.centre_x, box.centre_y) for box in (start, end))
    canvas.arrow(*middles, off=start.w * off, clear=start.w * 0.5, head=11)


def _draw_key(canvas: Canvas, chess: FlipChess, y: float) -> float:
    """What the pieces look like; the lower edge."""
    shown = "pawn" if any(piece.name == "pawn" for piece in chess.pieces) else chess.pieces[0].name
    step = WIDTH / 3
    for i, words in enumerate((*chess.colors, "face-down")):
        box = Rect(i * step, y, 28, 28)
        if i < len(chess.colors):
            draw_glyph(canvas, box, shown, dark=i == 1)
        else:
            draw_backs(canvas, [box])
        canvas.fitted(Rect(box.right + 4, y, step - 36, 28), words, Size.BODY, smallest=Size.SMALL)
    return y + 30


SIDE = 5
"""Squares of a small board across and down, the piece in the middle: an odd number."""
IN_ROW = 3
GAP, LABEL = 20.0, 22.0


def moves(chess: FlipChess) -> str:
    """Each kind of piece on an empty board with a dot where it may go, and a frame around what a pawn captures."""
    canvas = Canvas()
    cell = (WIDTH - 3 - GAP * (IN_ROW - 1)) / IN_ROW / SIDE
    bottom, told = 0.0, []
    for number, piece in enumerate(chess.pieces):
        x = 1.5 + number % IN_ROW * (cell * SIDE + GAP)
        y = LABEL + number // IN_ROW * (cell * SIDE + LABEL + 10)
        board = Squares(x, y, cell, SIDE, SIDE)
        canvas.text(board.box.centre_x, y - LABEL / 2, piece.name, Size.LABEL, Face.BOLD)
        ends = _draw_moves(canvas, board, piece.name)
        told.append(f"{piece.name}: {ends} of the {SIDE * SIDE - 1} squares around it")
        bottom = board.box.bottom + 2
    description = f"Where each piece may go from the middle of {SIDE} by {SIDE} squares. {'; '.join(told)}."
    return canvas.svg("moves", "How the pieces move", description, (WIDTH, bottom))


def _draw_moves(canvas: Canvas, board: Squares, name: Chessman) -> int:
    """The board, the piece in its middle, where it may go; how many squares these are."""
    draw_board(canvas, board)
    middle = SIDE // 2, SIDE // 2
    men: dict[tuple[int, int], Man] = {middle: Man(name, dark=False, face_up=True)}
    if name == "pawn":
        prey = Man("pawn", dark=True, face_up=True)
        men |= {(middle[0] + beside, middle[1] - 1): prey for beside in (-1, 1)}
    for square, man in men.items():
        draw_man(canvas, board.square(square), man)
    ends = [end for _, end in legal_moves(men, (SIDE, SIDE), dark=False)]
    for end in ends:
        place = board.square(end)
        if end in men:
            canvas.rect(place.inset(1.5), stroke=INK, line=Stroke.STRONG, radius=3)
        else:
            canvas.circle(place.centre_x, place.centre_y, place.w * 0.14, fill=INK)
    return len(ends)
