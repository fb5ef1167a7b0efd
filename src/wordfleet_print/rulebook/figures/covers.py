"""The pictures on covers: what each game is played with, drawn large from the same front matter as everything else."""

from __future__ import annotations

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.fleets import Berth, place_fleet
from wordfleet_print.game import Edition, Rulebook
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.edition import Grid
from wordfleet_print.game.facts import RulesOnly
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, Canvas, GridSquare, Squares, Stroke, WebFace
from wordfleet_print.rulebook.figures.chessmen import draw_board, draw_man
from wordfleet_print.rulebook.figures.flip_chess import position_in_play
from wordfleet_print.rulebook.figures.sea import Sea, draw_silhouette
from wordfleet_print.rulebook.figures.soldiers import OURS, THEIRS, Pose, draw_soldier, ruler_step
from wordfleet_print.rulebook.figures.tabletop import things_on_a_table
from wordfleet_print.wording import listed

WIDTH, HEIGHT = 1000.0, 500.0
"""A cover's picture is twice as wide as high, or lower (units)."""
LINE_AHEAD = 100.0
"""How high the ships over the horizon are drawn (units)."""
DEPTH, LEAST_ROWS = 5, 4
"""Rows of sea below the horizon, of a grid that is ten across; the least that a grid has."""
SOLDIER = 4.6
FLOOR = 250.0
"""The scale of a soldier, and where it stands (units)."""
STICK = 70.0
"""How broad the yardstick is (units)."""


def cover(book: Rulebook) -> str:
    """The picture for the cover of a game's rulebook, or nothing for a game that has none. Raises nothing."""
    match book:
        case Edition():
            return _fleet_and_sea(book)
        case ArmyMen():
            return _soldiers_on_a_yardstick(book)
        case FlipChess():
            return _half_flipped_board(book)
        case RulesOnly():
            return things_on_a_table(book)
        case _:
            return ""


def _fleet_and_sea(edition: Edition) -> str:
    """The fleet in line over the horizon, and its words hidden in the sea below."""
    canvas, columns = Canvas(), edition.grid.columns
    cell = (WIDTH - 2) / columns
    rows = min(edition.grid.rows, max(LEAST_ROWS, round(DEPTH * columns / 10)))
    slot = WIDTH / len(edition.fleet)
    for i, ship in enumerate(edition.fleet):
        draw_silhouette(canvas, ship, Rect((i + 0.06) * slot, 0, slot * 0.88, LINE_AHEAD))
    sea = Sea(1, LINE_AHEAD, cell, columns, rows)
    sea.draw_lines(canvas)
    berths = _hidden(edition, rows)
    for ship, berth in zip(edition.fleet, berths, strict=False):
        sea.draw_ship(canvas, ship, berth)
    taken = {
        place
        for ship, berth in zip(edition.fleet, berths, strict=False)
        for square in berth.squares(ship.letters)
        for place in _around(square)
    }
    for column, row in sorted(set(sea.places) - taken):
        place = sea.square((column, row))
        canvas.circle(place.centre_x, place.centre_y, cell * 0.07, fill=INK)
    canvas.line(0, LINE_AHEAD, WIDTH, LINE_AHEAD, 2 * Stroke.STRONG)
    ships = listed(ship.ship for ship in edition.fleet)
    told = f"{ships} over the horizon; below, squares of sea in which their words lie hidden."
    return canvas.svg("frontispiece", f"The fleet of {edition.title}", told, (WIDTH, sea.box.bottom + 2))


def _hidden(edition: Edition, rows: int) -> tuple[Berth, ...]:
    """Where the words lie in the cover's strip of sea; nowhere, in a sea too small for them."""
    strip = edition.model_copy(update={"grid": Grid(columns=edition.grid.columns, rows=rows)})
    if max(edition.lengths) > max(rows, edition.grid.columns):
        return ()
    try:
        return place_fleet(strip, Draw(b"the cover", b"figures"))
    except BadInputError:
        return ()


def _around(square: GridSquare) -> list[GridSquare]:
    column, row = square
    return [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def _soldiers_on_a_yardstick(army: ArmyMen) -> str:
    """Three of ours against one of theirs, on the stick that measures the way between them."""
    canvas = Canvas()
    for x, pose in zip((118.0, 318.0, 560.0), Pose, strict=True):
        draw_soldier(canvas, x, FLOOR, SOLDIER, OURS, pose)
    draw_soldier(canvas, WIDTH - 118, FLOOR, SOLDIER, THEIRS)
    _draw_cover_stick(canvas, Rect(0, FLOOR, WIDTH, STICK).inset(Stroke.STRONG / 2), army.deployment.apart)
    told = f"Toy soldiers, standing, kneeling and prone, on a yardstick of {army.deployment.apart} inches."
    return canvas.svg("frontispiece", f"The soldiers of {army.title}", told, (WIDTH, FLOOR + STICK))


def _draw_cover_stick(canvas: Canvas, stick: Rect, inches: int) -> None:
    """A measuring stick: every inch marked and, where there is room, figured."""
    inch = stick.w / inches
    step = ruler_step(inch, 36)
    for mark in range(1, inches):
        x, figured = stick.x + mark * inch, mark % step == 0
        canvas.line(x, stick.y, x, stick.y + (24 if figured else 14), Stroke.STRONG if figured else Stroke.THIN)
        if figured:
            canvas.text(x, stick.y + 44, str(mark), 24, WebFace.STENCIL)
    canvas.rect(stick, stroke=INK, line=Stroke.STRONG)


def _half_flipped_board(chess: FlipChess) -> str:
    """The board in the middle of a game: some pieces shown, some still secret."""
    canvas = Canvas()
    columns, rows = chess.board.columns, chess.board.rows
    cell = min((WIDTH - 4) / columns, (HEIGHT - 4) / rows)
    board = Squares((WIDTH - cell * columns) / 2, 2, cell, columns, rows)
    draw_board(canvas, board)
    men = position_in_play(chess)
    for place, man in sorted(men.items()):
        draw_man(canvas, board.square(place).inset(cell * 0.05), man)
    told = f"{len(men)} chess pieces on {columns} by {rows} squares, some face-up, some face-down."
    return canvas.svg("frontispiece", f"The board of {chess.title}", told, (WIDTH, board.box.bottom + 2))
