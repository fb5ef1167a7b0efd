"""The pictures before any rule: cover, goal, kit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.fleets import Placement, place_fleet
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.edition import Grid, Ship
from wordfleet_print.games.facts import Equipment, PictureName, RulesOnly
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.paper import Rect, load_picture
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT
from wordfleet_print.rulebook.figures import things
from wordfleet_print.rulebook.figures.canvas import Canvas, GridSquare, Size, Squares, Stroke, in_mm
from wordfleet_print.rulebook.figures.flip_chess_figures import position_in_play
from wordfleet_print.wording import counted, in_words, listed

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
            return things.things_on_a_table(book)
        case _:
            return ""


def _fleet_and_sea(edition: Edition) -> str:
    """The fleet in line over the horizon, and its words hidden in the sea below."""
    canvas, columns = Canvas(), edition.grid.columns
    cell = (WIDTH - 2) / columns
    rows = min(edition.grid.rows, max(LEAST_ROWS, round(DEPTH * columns / 10)))
    slot = WIDTH / len(edition.fleet)
    for i, ship in enumerate(edition.fleet):
        things.draw_silhouette(canvas, ship, Rect((i + 0.06) * slot, 0, slot * 0.88, LINE_AHEAD))
    sea, taken = things.Sea(1, LINE_AHEAD, cell, columns, rows), set[GridSquare]()
    sea.draw_lines(canvas)
    for ship, placement in zip(edition.fleet, _hidden(edition, rows), strict=False):
        sea.draw_ship(canvas, ship, placement)
        for x, y in placement.squares(ship.letters):
            taken |= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    for column, row in sorted(set(sea.places) - taken):
        place = sea.square((column, row))
        canvas.circle(place.centre_x, place.centre_y, cell * 0.07, fill=INK)
    canvas.line(0, LINE_AHEAD, WIDTH, LINE_AHEAD, 2 * Stroke.STRONG)
    ships = listed(ship.ship for ship in edition.fleet)
    told = f"{ships} over the horizon; below, squares of sea in which their words lie hidden."
    return canvas.svg("frontispiece", f"The fleet of {edition.title}", told, (WIDTH, sea.box.bottom + 2))


def _hidden(edition: Edition, rows: int) -> tuple[Placement, ...]:
    """Where the words lie in the cover's strip of sea; nowhere, in a sea too small for them."""
    strip = edition.model_copy(update={"grid": Grid(columns=edition.grid.columns, rows=rows)})
    if max(edition.lengths) > max(rows, edition.grid.columns):
        return ()
    try:
        return place_fleet(strip, KeyedRandom(b"the cover", b"figures"))
    except BadInputError:
        return ()


def _soldiers_on_a_yardstick(army: ArmyMen) -> str:
    """Three of ours against one of theirs, on the stick that measures the way between them."""
    canvas = Canvas()
    for x, pose in zip((118.0, 318.0, 560.0), things.Pose, strict=True):
        things.draw_soldier(canvas, x, FLOOR, SOLDIER, things.OURS, pose)
    things.draw_soldier(canvas, WIDTH - 118, FLOOR, SOLDIER, things.THEIRS)
    stick, inches = Rect(0, FLOOR, WIDTH, STICK).inset(Stroke.STRONG / 2), army.deployment.apart
    inch = stick.w / inches
    step = things.ruler_step(inch, 36)
    for mark in range(1, inches):
        x, figured = stick.x + mark * inch, mark % step == 0
        canvas.line(x, stick.y, x, stick.y + (24 if figured else 14), Stroke.STRONG if figured else Stroke.THIN)
        if figured:
            canvas.text(x, stick.y + 44, str(mark), 24, Face.STENCIL)
    canvas.rect(stick, stroke=INK, line=Stroke.STRONG)
    told = f"Toy soldiers, standing, kneeling and prone, on a yardstick of {inches} inches."
    return canvas.svg("frontispiece", f"The soldiers of {army.title}", told, (WIDTH, FLOOR + STICK))


def _half_flipped_board(chess: FlipChess) -> str:
    """The board in the middle of a game: some pieces shown, some still secret."""
    canvas = Canvas()
    columns, rows = chess.board.columns, chess.board.rows
    cell = min((WIDTH - 4) / columns, (HEIGHT - 4) / rows)
    board = Squares((WIDTH - cell * columns) / 2, 2, cell, columns, rows)
    things.draw_board(canvas, board)
    men = position_in_play(chess)
    for place, man in sorted(men.items()):
        things.draw_man(canvas, board.square(place).inset(cell * 0.05), man)
    told = f"{len(men)} chess pieces on {columns} by {rows} squares, some face-up, some face-down."
    return canvas.svg("frontispiece", f"The board of {chess.title}", told, (WIDTH, board.box.bottom + 2))


KIT_TITLE = "What you need"


def kit(book: Rulebook) -> str:
    """A card for each thing that players need and that has a picture (C-02 to C-04, M-01).

    Raises `BadInputError` where nothing has one.
    """
    cards = []
    for thing in (*book.equipment, *(book.shared if isinstance(book, ArmyMen) else ())):
        words = "to share"
        if isinstance(thing, Equipment):
            words = f"{in_words(thing.each)} for each {book.players.one}{', if you like' if thing.optional else ''}"
        if thing.picture:
            cards.append(things.Card(PICTURES[thing.picture], _started(thing.item), words))
    if not cards:
        raise BadInputError(f"{book.title} lists nothing with a picture.", tip="Give a thing a “picture”")
    return things.draw_cards("kit", KIT_TITLE, cards)


def chess_kit(chess: FlipChess) -> str:
    """Half a board and a set of pieces (F-02, F-03)."""

    def board(canvas: Canvas, box: Rect) -> None:
        cell = min(box.w / chess.board.columns, box.h / chess.board.rows)
        left, top = box.centre_x - cell * chess.board.columns / 2, box.centre_y - cell * chess.board.rows / 2
        things.draw_board(canvas, Squares(left, top, cell, chess.board.columns, chess.board.rows))

    def pieces(canvas: Canvas, box: Rect) -> None:
        cell = min(box.w / len(chess.pieces), box.h / 2)
        for i, piece in enumerate(chess.pieces):
            for dark in (False, True):
                place = Rect(box.x + i * cell, box.centre_y - (0 if dark else cell), cell, cell)
                things.draw_glyph(canvas, place, piece.name, dark=dark)

    size = f"{chess.board.rows} rows × {chess.board.columns} columns"
    cards = [things.Card(board, _started(chess.board.made_from), size)]
    cards.append(things.Card(pieces, _started(chess.pieces_from), f"{chess.all_pieces} pieces"))
    return things.draw_cards("kit", KIT_TITLE, cards)


def _draw_art(name: str, canvas: Canvas, box: Rect) -> None:
    canvas.pen.picture(load_picture(name), in_mm(box))


def _draw_die(canvas: Canvas, box: Rect, shows: int = 5) -> None:
    things.draw_die(canvas, box.inset(0.14 * min(box.w, box.h)), shows)


def _draw_squad(canvas: Canvas, box: Rect) -> None:
    scale = min(box.h / 52, box.w / 110)
    for i, pose in enumerate(things.Pose):
        things.draw_soldier(canvas, box.centre_x + (i - 1.1) * 32 * scale, box.bottom - 4, scale, things.OURS, pose)


def _draw_table(canvas: Canvas, box: Rect) -> None:
    """A soldier of either side on a table."""
    table = load_picture("table")
    canvas.pen.picture(table, in_mm(box))
    _, top, scale = table.fitted(box)
    for x, side in ((-15, things.OURS), (15, things.THEIRS)):
        things.draw_soldier(canvas, box.centre_x + x * scale, top + 41 * scale, 0.62 * scale, side)


def _draw_measure(canvas: Canvas, box: Rect) -> None:
    stick = Rect(box.x, box.centre_y - box.h * 0.18, box.w, box.h * 0.36)
    canvas.rect(stick, fill=PAPER, stroke=INK, line=Stroke.FRAME)
    inches = 6
    for mark in range(1, 2 * inches):
        x, whole = stick.x + mark * stick.w / (2 * inches), mark % 2 == 0
        canvas.line(x, stick.y, x, stick.y + stick.h * (0.34 if whole else 0.2))
        if whole:
            canvas.text(x, stick.bottom - stick.h * 0.3, str(mark // 2), Size.SMALL, Face.BOLD)


PICTURES: Mapping[PictureName, Callable[[Canvas, Rect], None]] = {
    "tracker": partial(_draw_art, "tracker"),
    "pencil": partial(_draw_art, "pencil"),
    "highlighter": partial(_draw_art, "highlighter"),
    "squad": _draw_squad,
    "die": _draw_die,
    "table": _draw_table,
    "measure": _draw_measure,
}


def _started(words: str) -> str:
    return words[0].upper() + words[1:]


GOALS_TITLE = "The game in three pictures"


def fleet_goal(edition: Edition) -> str:
    """Hide your words, find the enemy's letters, sink them all (C-01, C-20)."""
    number = len(edition.fleet)
    ways = " or ".join(action.name for action in edition.turn.actions)
    cards = [
        things.Card(
            partial(_draw_hidden, edition), "Hide your words", f"{in_words(number)} of them, in a sea of squares"
        ),
        things.Card(partial(_draw_search, edition), "Find the enemy’s", ways),
        things.Card(
            partial(_draw_sunk, edition.fleet), "Sink them all", f"{counted(number, 'ship')}, before yours go down"
        ),
    ]
    return things.draw_cards("goal", GOALS_TITLE, cards, high=84, numbered=True)


def army_goal(army: ArmyMen) -> str:
    """Form up, measure and roll, keep a trooper on the table (M-05 to M-09)."""
    apart, kills = army.deployment.apart, army.shooting.kill_on

    def winner(canvas: Canvas, box: Rect) -> None:
        things.draw_soldier(canvas, box.centre_x, box.bottom - 4, box.h / 62, things.OURS)

    cards = [
        things.Card(_draw_facing, "Form up", f"squads of {in_words(army.squad.size)}, {apart} inches apart"),
        things.Card(partial(_draw_die, shows=kills), "Measure, then roll", f"in range, {kills} or more is a kill"),
        things.Card(winner, "Outlast them", "or win as you both agreed"),
    ]
    return things.draw_cards("goal", GOALS_TITLE, cards, high=84, numbered=True)


def chess_goal(chess: FlipChess) -> str:
    """Everything face-down, turned up piece by piece, counted at the end (F-03, F-08, F-12)."""
    best, least = chess.pieces[0], chess.pieces[-1]
    cards = [
        things.Card(partial(_draw_pieces, chess, up=0), "Shuffle", "every piece face-down, one to a square"),
        things.Card(partial(_draw_pieces, chess, up=2), "Flip and fight", "only what is face-up takes part"),
        things.Card(
            partial(_draw_scores, chess),
            "Count what is left",
            f"{best.name} {best.score}, {least.name} {least.score}: the higher total wins",
        ),
    ]
    return things.draw_cards("goal", GOALS_TITLE, cards, high=84, numbered=True)


def _draw_hidden(edition: Edition, canvas: Canvas, box: Rect) -> None:
    """A corner of sea with the longest ship across it and the shortest down."""
    ships = sorted(edition.fleet, key=lambda ship: -ship.letters)
    cells = max(ships[0].letters, ships[-1].letters + 2)
    sea = Squares(box.centre_x - box.h / 2, box.y, box.h / cells, cells, cells)
    for word, squares in (
        (ships[0].example, [(i, 1) for i in range(cells)]),
        (ships[-1].example, [(cells - 2, 3 + i) for i in range(cells - 3)]),
    ):
        for letter, place in zip(word, map(sea.square, squares), strict=False):
            canvas.rect(place, fill=TINT)
            canvas.text(place.centre_x, place.centre_y, letter, max(Size.SMALL, sea.cell * 0.7), Face.BOLD)
    sea.draw_lines(canvas)


def _draw_search(edition: Edition, canvas: Canvas, box: Rect) -> None:
    """What an attack may leave on the grid."""
    marks, letter = edition.marks, edition.fleet[0].example[0]
    side = min(30.0, box.w / len(marks) - 4)
    left = box.centre_x - (len(marks) * (side + 4) - 4) / 2
    for i, mark in enumerate(marks):
        place = Rect(left + i * (side + 4), box.centre_y - side / 2 + 6, side, side)
        things.draw_marked(canvas, place, mark.draws, letter if mark.draws in ("ring", "letter") else "")


def _draw_sunk(fleet: tuple[Ship, ...], canvas: Canvas, box: Rect) -> None:
    """The fleet, a line through every ship."""
    odd = len(fleet) % 2
    wide, deep = box.w / 2, box.h / -(-len(fleet) // 2)
    for i, ship in enumerate(fleet):
        alone, place = odd and not i, i + odd  # the first of an odd number stands alone in its row
        slot = Rect(box.x + (wide / 2 if alone else place % 2 * wide), box.y + place // 2 * deep, wide, deep)
        things.draw_silhouette(canvas, ship, slot.inset(3))
        canvas.line(slot.x + 4, slot.bottom - 4, slot.right - 4, slot.y + 4, Stroke.STRONG)


def _draw_facing(canvas: Canvas, box: Rect) -> None:
    scale, ground = min(1.0, box.w / 100), box.bottom - 4
    things.draw_soldier(canvas, box.x + 20 * scale, ground, scale, things.OURS)
    things.draw_soldier(canvas, box.right - 20 * scale, ground, scale, things.THEIRS)
    y = ground - 58 * scale
    canvas.arrow((box.x + 20 * scale, y), (box.right - 20 * scale, y), both=True)


def _draw_pieces(chess: FlipChess, canvas: Canvas, box: Rect, up: int) -> None:
    """A corner of the board, so many of its pieces face-up."""
    cell = min(box.w / 4, (box.h - 8) / 3)
    board = Squares(box.centre_x - 2 * cell, box.bottom - 3 * cell, cell, 4, 3)
    things.draw_board(canvas, board)
    turned = {(1, 2): (chess.pieces[0].name, False), (2, 1): (chess.pieces[1].name, True)} if up else {}
    for place in board.places:
        if place in turned:
            name, dark = turned[place]
            things.draw_glyph(canvas, board.square(place), name, dark=dark)
        else:
            things.draw_backs(canvas, [board.square(place)])


def _draw_scores(chess: FlipChess, canvas: Canvas, box: Rect) -> None:
    """The best piece against the least."""
    side = min(box.w / 2, box.h * 0.6)
    for i, piece in enumerate((chess.pieces[0], chess.pieces[-1])):
        place = Rect(box.centre_x + (i - 1) * side, box.bottom - side * 1.3, side, side)
        things.draw_glyph(canvas, place, piece.name, dark=bool(i))
        canvas.text(place.centre_x, place.bottom + 9, str(piece.score), 15, Face.BOLD, fill=INK)
