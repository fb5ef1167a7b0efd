"""Happy Flip Chess: aids with moves, scores and a pad; the same deal at tables apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from wordfleet_print.game.flip_chess import LETTERS, Chessman, FlipChess, Man, legal_moves
from wordfleet_print.press.ink.fonts import Face, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, TINT, Pen, Run, set_centred, set_in, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.boards import column_name
from wordfleet_print.press.kit.leaf import BODY, SMALL, SUGGESTED, Leaf, LeafPress, draw_stamp, draw_words
from wordfleet_print.press.kit.pictures import draw_picture
from wordfleet_print.press.panels.panel import draw_dotted
from wordfleet_print.sheet.board_deal import BoardDeal, BookLine

WAYS: dict[Chessman, str] = {
    "queen": "any straight line",
    "rook": "along rows and columns",
    "king": "one square, any way",
    "bishop": "along diagonals",
    "knight": "two and one; jumps",
    "pawn": "one ahead; takes aslant",
}
"""How each piece moves, in a few words."""
MAP = 5
"""Squares of a map of moves, across and down."""
GAMES = 3
"""Games that a pad has room for."""
GUTTER = 9.0
"""Between the halves of a page (mm)."""
ROW, LONGEST_ROW = 6.2, 4.6
"""How high a row of the pad is, and a line of the code book (mm)."""


def aids_leaves(chess: FlipChess, press: LeafPress) -> Iterator[Leaf]:
    """One page for both players."""
    yield Leaf(
        "aids",
        "Player aids and score pad",
        "One each. Cut or fold between them.",
        partial(_draw_aids, chess, press),
        note=SUGGESTED,
    )


def _draw_aids(chess: FlipChess, press: LeafPress, pen: Pen, room: Rect) -> None:
    with pen.dashes(0.35, 1.4):
        pen.line(room.centre_x, room.y, room.centre_x, room.bottom, CELL_LINE)
    for half in room.columns(2, GUTTER):
        y = _draw_turn(chess, press, pen, half)
        y = _draw_moves(chess, press, pen, half.below(y - half.y))
        y = _draw_pad(chess, press, pen, half.below(y - half.y))
        if chess.quiet_turns:
            _draw_quiet(chess.quiet_turns, press, pen, half.below(y - half.y))


def _heading(pen: Pen, place: Rect, words: str, beside: str, press: LeafPress) -> float:
    """A stamp with a few words beside it; where it ends (mm from the top)."""
    stamp = draw_stamp(pen, place.x, place.y, words, press.look)
    pen.text(Run(stamp.right + 3, stamp.bottom - 1.5, beside, Face.MEDIUM, BODY))
    return stamp.bottom + 2


def _draw_turn(chess: FlipChess, press: LeafPress, pen: Pen, half: Rect) -> float:
    y = _heading(pen, half, "Your turn", f"one of the two{press.dagger('flipping')}", press)
    for choice in (chess.turn.flip, chess.turn.move):
        y = draw_words(pen, half.below(y - half.y), f"**{choice.name}:** {choice.order}.", 9.4) + 0.7
    first, second = chess.seats
    told = f"**First turn:** {first} flips one piece. Its color belongs to {second}, who moves first. "
    told += "**Golden rule:** face-down pieces block; they neither move nor are captured. No check, no promotion."
    return draw_words(pen, half.below(y - half.y + 0.3), told) + 3


def _draw_moves(chess: FlipChess, press: LeafPress, pen: Pen, half: Rect) -> float:
    y = _heading(pen, half, "Moves and scores", "", press)
    told = f"a full side: {chess.side_score}"
    pen.text(set_right(half.right, y - 3.4, told, Face.SEMIBOLD, BODY))
    rows = -(-len(chess.pieces) // 3)
    side = 19.4 if rows > 1 else 24.0
    for number, piece in enumerate(chess.pieces):
        row, column = divmod(number, 3)
        place = half.columns(3)[column]
        place = Rect(place.x, y + row * (side + 6.4), place.w, side)
        _draw_map(pen, place.left(side), piece.name, press)
        beside = place.after(side + 2)
        box = Rect(beside.x, beside.y, side * 0.52, side * 0.52)
        draw_picture(pen, piece.name, box, outlined=True)
        pen.text(Run(beside.x, beside.bottom - 5.6, piece.name.upper(), press.look.bold, BODY))
        pen.text(Run(beside.x, beside.bottom - 0.4, str(piece.score), press.look.bold, 13))
        pen.text(Run(place.x, place.bottom + 3.6, WAYS[piece.name], Face.MEDIUM, SMALL))
    return y + rows * (side + 6.4) + 1


def _draw_map(pen: Pen, place: Rect, name: Chessman, press: LeafPress) -> None:
    """Where a piece may go from the middle of a small board: worked out by the game's own moves."""
    side, middle = place.w / MAP, MAP // 2
    for column, row in product(range(MAP), repeat=2):
        if (column + row) % 2 and not press.look.eco:
            pen.fill(Rect(place.x + column * side, place.y + row * side, side, side), TINT)
    pen.frame(place, CELL_LINE)

    def centre(square: tuple[int, int]) -> tuple[float, float]:
        return place.x + (square[0] + 0.5) * side, place.y + (square[1] + 0.5) * side

    here, alone = (middle, middle), {(middle, middle): Man(name, dark=False, face_up=True)}
    size, foe = (MAP, MAP), Man("pawn", dark=True, face_up=True)
    free = {end for _, end in legal_moves(alone, size, dark=False)}
    squares = [(column, row) for column in range(MAP) for row in range(MAP)]
    beset = alone | {square: foe for square in squares if square != here}
    takes = {end for _, end in legal_moves(beset, size, dark=False)} - free
    x, y = centre(here)
    for end in sorted(free | takes):
        across, down = end[0] - middle, end[1] - middle
        slides = (middle + 2 * across, middle + 2 * down) in free or (middle + across / 2, middle + down / 2) in free
        ex, ey = centre(end)
        if end in takes:
            pen.line(ex - 0.9, ey - 0.9, ex + 0.9, ey + 0.9, 1.1)
            pen.line(ex - 0.9, ey + 0.9, ex + 0.9, ey - 0.9, 1.1)
        elif not slides:
            pen.disc(ex, ey, 0.85)
        elif max(abs(across), abs(down)) == middle:
            _draw_arrow(pen, (x, y), (x + (ex - x) * 1.18, y + (ey - y) * 1.18))
    pen.disc(x, y, 1.9, 1.0)
    pen.ring(x, y, 1.9, 0.9)
    letter = next(letter for letter, own in LETTERS.items() if own == name)
    pen.text(set_centred(x, y, letter, Face.BOLD, SMALL))


def _draw_arrow(pen: Pen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A line with a solid head at its end."""
    long = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    foot = end[0] - 1.8 * ux, end[1] - 1.8 * uy
    pen.line(*start, *foot, 0.9)
    pen.polygon([end, (foot[0] - 0.8 * uy, foot[1] + 0.8 * ux), (foot[0] + 0.8 * uy, foot[1] - 0.8 * ux)])


def _draw_pad(chess: FlipChess, press: LeafPress, pen: Pen, half: Rect) -> float:
    """A row for each piece and the total, two columns for each game."""
    y = _heading(
        pen, half, "Count", "turn up what lies face-down; what is left on the board; the higher total wins", press
    )
    table = Rect(half.x + 23, y + 7.2, half.w - 23, ROW * (len(chess.pieces) + 1))
    games = table.columns(GAMES)
    for number, game in enumerate(games, start=1):
        pen.text(set_centred(game.centre_x, y + 1.4, f"game {number}", Face.SEMIBOLD, SMALL))
        for half_of, who in zip(game.columns(2), ("me", "foe"), strict=True):
            pen.text(set_centred(half_of.centre_x, y + 5.0, who, Face.MEDIUM, SMALL))
            pen.line(half_of.x, table.y, half_of.x, table.bottom, CELL_LINE)
        pen.line(game.x, table.y, game.x, table.bottom, 1.2)
    rows = table.rows(len(chess.pieces) + 1)
    for piece, row in zip(chess.pieces, rows, strict=False):
        pen.text(Run(half.x, row.centre_y + 1.1, piece.name, Face.MEDIUM, BODY))
        pen.text(set_right(table.x - 1.6, row.centre_y + 1.1, f"{piece.score} ×", Face.SEMIBOLD, BODY))
        pen.line(table.x, row.bottom, table.right, row.bottom, CELL_LINE)
    pen.text(Run(half.x, rows[-1].centre_y + 1.1, "TOTAL", press.look.bold, BODY))
    pen.line(table.x, rows[-1].y, table.right, rows[-1].y, 1.2)
    pen.frame(table, 1.2)
    return table.bottom + 2.6


def _draw_quiet(turns: int, press: LeafPress, pen: Pen, half: Rect) -> None:
    """Boxes to tick for turns without a flip or a capture, each fifth heavier."""
    told = f"**Quiet turns{press.dagger('quiet')}** no flip, no capture: tick one each; {turns} on end, and you count."
    y = draw_words(pen, half, told, SMALL + 0.4) + 0.6
    across = min(turns, 40)
    lines = 1 if turns > 80 else GAMES if turns <= 40 else 2
    side = min(half.w / across - 0.6, 5.2)
    for line in range(lines if turns <= 40 else -(-turns // across)):
        for number in range(across):
            count = number + 1 if turns <= 40 else line * across + number + 1
            box = Rect(half.x + number * (side + 0.6), y + line * (side * 0.8 + 0.8), side, side * 0.8)
            if count <= turns and box.bottom < half.bottom + 1:
                pen.frame(box, 1.3 if count % 5 == 0 else CELL_LINE)


def deal_leaves(chess: FlipChess, press: LeafPress, deal: BoardDeal) -> Iterator[Leaf]:
    """The deal for one of the tables: the same page at each."""
    line = "For two tables, by telephone or post; or the same deal at every table of an evening."
    yield Leaf("deal", "The same deal, apart", line, partial(_draw_deal, chess, press, deal))


def _draw_deal(chess: FlipChess, press: LeafPress, deal: BoardDeal, pen: Pen, room: Rect) -> None:
    lines = int((room.h - 9) // LONGEST_ROW)
    columns = -(-len(deal.book) // lines)
    book = Rect(room.right - columns * 29.0, room.y, columns * 29.0, room.h)
    squares = Rect(room.x, room.y, book.x - room.x - 6, room.h)
    y = _heading(pen, squares, "Squares", "cover each; flip one: say its name, read its number, cross it out", press)
    cell = min(squares.w / chess.board.columns, (squares.h - 50) / chess.board.rows)
    for row, numbers in enumerate(deal.squares):
        for column, number in enumerate(numbers):
            place = Rect(squares.x + column * cell, y + row * cell, cell, cell)
            pen.frame(place, CELL_LINE)
            name = f"{column_name(column)}{chess.board.rows - row}"
            pen.text(Run(place.x + 1.2, place.y + 3.4, name, Face.SEMIBOLD, SMALL))
            pen.text(set_in(Rect(place.x, place.y + 2, cell, cell - 2), str(number), Face.MONO, min(17, cell * 0.75)))
    pen.frame(Rect(squares.x, y, cell * chess.board.columns, cell * chess.board.rows), 1.4)
    y += cell * chess.board.rows + 5
    stamp = draw_stamp(pen, squares.x, y, "How", press.look)
    y = stamp.bottom + 2
    for number, told in enumerate(_how(chess, deal), start=1):
        y = draw_words(pen, squares.below(y - squares.y), f"**{number}** {told}", 9.2) + 0.9
    pen.text(Run(squares.x, y + 6.4, "DEAL CODE", Face.SEMIBOLD, SMALL))
    pen.text(Run(squares.x + 18, y + 6.8, deal.code, Face.MONO, 15))
    x = squares.x + 24 + text_width(deal.code, Face.MONO, 15)
    for side, color in enumerate(chess.colors):
        _draw_side(pen, x, y + 5.6, side)
        pen.text(Run(x + 2.6, y + 6.5, color, Face.MEDIUM, BODY))
        x += 8 + text_width(color, Face.MEDIUM, BODY)
    _heading(pen, book, "Code book", "look up one number only", press)
    for number, line in enumerate(deal.book):
        column, row = divmod(number, lines)
        _draw_line(pen, book.x + column * 29.0, book.y + 9 + row * LONGEST_ROW, line, rule=row % 5 == 4)


def _how(chess: FlipChess, deal: BoardDeal) -> Sequence[str]:
    return (
        f"Both print this page from the same code, **{deal.code}**. Lay a coin on every square of the board, the "
        "pieces face-up beside it.",
        "Whoever flips a square says its name. Both look its number up in the code book, take the coin off and put "
        f"that piece there. {chess.seats[0]} flips first.",
        "Two thirds of the book are decoys: a glance tells nothing. One number at a time, chess player’s honor.",
    )


def _draw_side(pen: Pen, x: float, y: float, side: int) -> None:
    if side:
        pen.disc(x, y, 1.3)
    else:
        pen.ring(x, y, 1.2, 0.8)


def _draw_line(pen: Pen, x: float, y: float, line: BookLine, *, rule: bool) -> None:
    pen.text(Run(x, y + 3.0, str(line.number), Face.MONO, 8.6))
    _draw_side(pen, x + 8.2, y + 1.9, line.side)
    pen.text(Run(x + 10.6, y + 3.0, line.piece, Face.MEDIUM, 8.6))
    if rule:
        draw_dotted(pen, x, x + 26, y + LONGEST_ROW - 0.4)
