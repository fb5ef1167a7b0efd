"""A turn of a played game of Happy Flip Chess: the board after it, who may call which color theirs, and the count."""

from __future__ import annotations

from collections import Counter

from wordfleet_print.game.flip_chess import BoardTurn, Chessman, FlipChess, board_frames, name_of
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, WIDTH, Canvas, Size, Squares, Stroke, WebFace
from wordfleet_print.rulebook.figures.chessmen import BLACK, WHITE, draw_backs, draw_board, draw_glyph
from wordfleet_print.rulebook.figures.flip_chess import draw_arrow
from wordfleet_print.wording import counted, listed

TALLEST = 140.0
"""How high the board is at most (units)."""
BOARD_AXIS, BOARD_ROW = 18.0, 24.0


def board_turn(chess: FlipChess, *, shown: int) -> str:
    """A shown turn of the game, by the number of its frame from 1: the board, the flip or the move, what is left."""
    played, canvas = board_frames(chess)[shown - 1], Canvas()
    columns, rows = chess.board.columns, chess.board.rows
    cell = float(int(min((WIDTH - BOARD_AXIS - 3) / columns, TALLEST / rows)))  # whole units: shorter pictures
    board = Squares(float(int((WIDTH - BOARD_AXIS - cell * columns) / 2 + BOARD_AXIS)), 2, cell, columns, rows)
    draw_board(canvas, board)
    for column in range(columns):
        x = board.square((column, 0)).centre_x
        canvas.text(x, board.box.bottom + BOARD_AXIS / 2 + 1, name_of((column, 0), rows)[0], Size.BODY, WebFace.STRONG)
    for row in range(rows):
        canvas.text(
            board.x - BOARD_AXIS / 2, board.square((0, row)).centre_y, str(rows - row), Size.BODY, WebFace.STRONG
        )
    draw_backs(canvas, [board.square(square) for square, man in sorted(played.men.items()) if not man.face_up])
    for square, man in sorted(played.men.items()):
        if man.face_up:
            draw_glyph(canvas, board.square(square).inset(1), man.name, dark=man.dark)
    canvas.rect(board.square(played.end).inset(1), stroke=INK, line=Stroke.STRONG * 1.3, radius=4)
    if not played.flips:
        draw_arrow(canvas, board.square(played.start), board.square(played.end), leave=0)
    bottom = _draw_owners(canvas, board.box.bottom + BOARD_AXIS + 6, chess, played)
    title = f"Turn {played.number}: {happened(chess, played)}"
    return canvas.svg(f"turn-{shown}", title, _board_told(chess, played), (WIDTH, bottom))


def _draw_owners(canvas: Canvas, y: float, chess: FlipChess, played: BoardTurn) -> float:
    """Whose color is whose and, at the end, what either scores; the lower edge."""
    scores = _scores(chess, played)
    for i, (seat, dark) in enumerate(zip(chess.seats, _colors(chess, played), strict=True)):
        box = Rect(i * WIDTH / 2, y, WIDTH / 2 - 8, BOARD_ROW)
        canvas.circle(box.x + BOARD_ROW / 2, box.centre_y, BOARD_ROW * 0.32, fill=BLACK if dark else WHITE, stroke=INK)
        words = f"{seat}: {chess.colors[dark]}" + (f", {scores[dark]}" if played.over else "")
        canvas.fitted(
            Rect(box.x + BOARD_ROW + 5, box.y, box.w - BOARD_ROW - 5, BOARD_ROW), words, Size.BODY, WebFace.STRONG
        )
    return y + BOARD_ROW + 2


def _colors(chess: FlipChess, played: BoardTurn) -> tuple[bool, bool]:
    """Whether the first and the second player's color is the dark one."""
    first = played.dark is (played.seat == chess.seats[0])
    return first, not first


def _scores(chess: FlipChess, played: BoardTurn) -> tuple[int, int]:
    """What the light color scores, and the dark one."""
    score = {piece.name: piece.score for piece in chess.pieces}
    light, dark = (sum(score[name] for name in played.left(dark=dark)) for dark in (False, True))
    return light, dark


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


def _board_told(chess: FlipChess, played: BoardTurn) -> str:
    first = _colors(chess, played)[0]
    shown = [_pieces(chess, played.left(dark=dark), dark=dark) for dark in (False, True)]
    parts = [
        f"{chess.seats[0]} has {chess.colors[first]}, {chess.seats[1]} {chess.colors[not first]}",
        f"Face-up: {'; '.join(filter(None, shown))}",
        f"Face-down: {played.hidden}",
    ]
    if played.shows == "quiet":
        parts.append(f"Turns on end without a flip or a capture: {played.quiet}")
    if played.over:
        scores = _scores(chess, played)
        parts.append(f"The game is over: {chess.colors[0]} scores {scores[0]}, {chess.colors[1]} {scores[1]}")
    return ". ".join(parts) + "."


def _pieces(chess: FlipChess, names: list[Chessman], *, dark: bool) -> str:
    return f"{chess.colors[dark]} {listed(counted(n, name) for name, n in Counter(names).items())}" if names else ""
