"""What a game is played with, in pictures: a card for each thing that its front matter lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Rulebook
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.facts import PictureName
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, PAPER, TINT, Canvas, Size, Squares, Stroke, WebFace, point
from wordfleet_print.rulebook.figures.cards import Card, draw_cards
from wordfleet_print.rulebook.figures.chessmen import draw_board, draw_glyph
from wordfleet_print.rulebook.figures.soldiers import OURS, THEIRS, Pose, draw_soldier
from wordfleet_print.wording import in_words

KIT_TITLE = "What you need"


def kit(book: Rulebook) -> str:
    """A card for each thing that players need and that has a picture (C-02 to C-04, M-01).

    Raises `BadInputError` where nothing has one.
    """
    cards = [
        Card(PICTURES[thing.picture], _started(thing.item), _each(thing.each, book, optional=thing.optional))
        for thing in book.equipment
        if thing.picture
    ]
    if isinstance(book, ArmyMen):
        cards += [
            Card(PICTURES[thing.picture], _started(thing.item), "to share") for thing in book.shared if thing.picture
        ]
    if not cards:
        raise BadInputError(f"{book.title} lists nothing with a picture.", tip="Give a thing a “picture”")
    return draw_cards("kit", KIT_TITLE, cards)


def chess_kit(chess: FlipChess) -> str:
    """Half a board and a set of pieces (F-02, F-03)."""

    def board(canvas: Canvas, box: Rect) -> None:
        cell = min(box.w / chess.board.columns, box.h / chess.board.rows)
        left, top = box.centre_x - cell * chess.board.columns / 2, box.centre_y - cell * chess.board.rows / 2
        draw_board(canvas, Squares(left, top, cell, chess.board.columns, chess.board.rows))

    def pieces(canvas: Canvas, box: Rect) -> None:
        cell = min(box.w / len(chess.pieces), box.h / 2)
        for i, piece in enumerate(chess.pieces):
            for dark in (False, True):
                place = Rect(box.x + i * cell, box.centre_y - (0 if dark else cell), cell, cell)
                draw_glyph(canvas, place, piece.name, dark=dark)

    size = f"{chess.board.rows} rows × {chess.board.columns} columns"
    cards = [Card(board, _started(chess.board.made_from), size)]
    cards.append(Card(pieces, _started(chess.pieces_from), f"{chess.all_pieces} pieces"))
    return draw_cards("kit", KIT_TITLE, cards)


def draw_die(canvas: Canvas, box: Rect, shows: int = 5) -> None:
    """A die of six sides with so many spots up, as large as the box allows."""
    side = min(box.w, box.h) * 0.72
    face = Rect(box.centre_x - side / 2, box.centre_y - side / 2, side, side)
    canvas.rect(face, fill=PAPER, stroke=INK, line=Stroke.STRONG, radius=side * 0.16)
    near, mid, far = 0.25, 0.5, 0.75
    spots = [(mid, mid)] if shows % 2 else []
    spots += [(near, near), (far, far)] if shows > 1 else []
    spots += [(far, near), (near, far)] if shows > 3 else []
    spots += [(near, mid), (far, mid)] if shows > 5 else []
    for x, y in spots:
        canvas.circle(face.x + x * side, face.y + y * side, side * 0.085, fill=INK)


def _draw_sheet(canvas: Canvas, box: Rect) -> None:
    """A printed tracker: a grid on each half, the fold between them."""
    sheet = Rect(box.centre_x - box.h * 0.36, box.y, box.h * 0.72, box.h)
    canvas.rect(Rect(sheet.x, sheet.centre_y, sheet.w, sheet.h / 2), fill=TINT)
    canvas.rect(sheet, stroke=INK, line=Stroke.FRAME)
    canvas.line(sheet.x, sheet.centre_y, sheet.right, sheet.centre_y, Stroke.FRAME, "4 3")
    cell = sheet.h * 0.07
    for top in (sheet.y + sheet.h * 0.1, sheet.centre_y + sheet.h * 0.1):
        Squares(sheet.x + sheet.w * 0.1, top, cell, 5, 5).draw_lines(canvas, Stroke.THIN / 2, Stroke.THIN)
        for row in range(4):
            canvas.rect(
                Rect(sheet.right - sheet.w * 0.28, top + row * cell * 1.3, sheet.w * 0.2, cell * 0.8), stroke=INK
            )


def _draw_pencil(canvas: Canvas, box: Rect) -> None:
    _draw_kit_stick(canvas, box, thick=0.11, tip=0.24, lead=0.09)


def _draw_highlighter(canvas: Canvas, box: Rect) -> None:
    canvas.line(
        box.centre_x - box.h * 0.5, box.bottom - 5, box.centre_x + box.h * 0.1, box.bottom - 5, 7 * Stroke.FRAME
    )
    _draw_kit_stick(canvas, box, thick=0.2, tip=0.22, lead=0.1)


def _draw_kit_stick(canvas: Canvas, box: Rect, *, thick: float, tip: float, lead: float) -> None:
    """Something to write with, slantwise, its point at the lower left; measures in parts of its length."""
    long = min(box.w, box.h) * 1.16
    across = 0.7071

    def at(along: float, aside: float) -> str:
        x, y = box.centre_x + (along - 0.5) * long * across, box.centre_y - (along - 0.5) * long * across
        return point(x + aside * long * across, y + aside * long * across)

    half = thick / 2
    canvas.path(f"M{at(tip, -half)} L{at(1, -half)} L{at(1, half)} L{at(tip, half)} Z", fill=TINT, stroke=INK)
    canvas.path(f"M{at(0, 0)} L{at(tip, -half)} L{at(tip, half)} Z", fill=PAPER, stroke=INK)
    part = half * lead / tip
    canvas.path(f"M{at(0, 0)} L{at(lead, -part)} L{at(lead, part)} Z", fill=INK, stroke=INK)
    canvas.path(f"M{at(0.9, -half)} L{at(1, -half)} L{at(1, half)} L{at(0.9, half)} Z", fill=INK, stroke=INK)


def _draw_squad(canvas: Canvas, box: Rect) -> None:
    scale = min(box.h / 52, box.w / 110)
    for i, pose in enumerate((Pose.STANDING, Pose.KNEELING, Pose.PRONE)):
        draw_soldier(canvas, box.centre_x + (i - 1.1) * 32 * scale, box.bottom - 4, scale, OURS, pose)


def _draw_table(canvas: Canvas, box: Rect) -> None:
    top, floor = box.y + box.h * 0.52, box.bottom - 2
    far, near = box.w * 0.36, box.w * 0.46
    for x in (-near + 6, near - 10):
        canvas.rect(Rect(box.centre_x + x, top + 12, 4, floor - top - 12), fill=INK)
    corners = [(-far, top - 8), (far, top - 8), (near, top + 12), (-near, top + 12)]
    canvas.path("M" + " L".join(point(box.centre_x + x, y) for x, y in corners) + " Z", fill=TINT, stroke=INK)
    for x, side in ((-16, OURS), (16, THEIRS)):
        draw_soldier(canvas, box.centre_x + x, top + 4, box.h / 110, side)


def _draw_measure(canvas: Canvas, box: Rect) -> None:
    stick = Rect(box.x, box.centre_y - box.h * 0.18, box.w, box.h * 0.36)
    canvas.rect(stick, fill=PAPER, stroke=INK, line=Stroke.FRAME)
    inches = 6
    for mark in range(1, 2 * inches):
        x, whole = stick.x + mark * stick.w / (2 * inches), mark % 2 == 0
        canvas.line(x, stick.y, x, stick.y + stick.h * (0.34 if whole else 0.2))
        if whole:
            canvas.text(x, stick.bottom - stick.h * 0.3, str(mark // 2), Size.SMALL, WebFace.STRONG)


PICTURES: Mapping[PictureName, Callable[[Canvas, Rect], None]] = {
    "tracker": _draw_sheet,
    "pencil": _draw_pencil,
    "highlighter": _draw_highlighter,
    "squad": _draw_squad,
    "die": draw_die,
    "table": _draw_table,
    "measure": _draw_measure,
}


def _started(words: str) -> str:
    return words[0].upper() + words[1:]


def _each(number: int, book: Rulebook, *, optional: bool) -> str:
    return f"{in_words(number)} for each {book.players.one}{', if you like' if optional else ''}"
