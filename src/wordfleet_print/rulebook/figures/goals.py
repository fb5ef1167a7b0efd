"""What each game is about, in three pictures: before any rule, and drawn from the same facts as the rules."""

from __future__ import annotations

from functools import partial

from wordfleet_print.game import Edition
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.edition import Ship
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, TINT, Canvas, Size, Squares, Stroke, WebFace
from wordfleet_print.rulebook.figures.cards import Card, draw_cards
from wordfleet_print.rulebook.figures.chessmen import draw_backs, draw_board, draw_glyph
from wordfleet_print.rulebook.figures.kit import draw_die
from wordfleet_print.rulebook.figures.sea import draw_mark, draw_silhouette
from wordfleet_print.rulebook.figures.soldiers import OURS, THEIRS, draw_distance, draw_soldier
from wordfleet_print.wording import in_words

GOALS_TITLE = "The game in three pictures"


def fleet_goal(edition: Edition) -> str:
    """Hide your words, find the enemy's letters, sink them all (C-01, C-20)."""
    number = in_words(len(edition.fleet))
    ways = " or ".join(action.name for action in edition.turn.actions)
    cards = [
        Card(partial(_draw_hidden, edition), "Hide your words", f"{number} of them, in a sea of squares"),
        Card(partial(_draw_search, edition), "Find the enemy’s", ways),
        Card(partial(_draw_sunk, edition.fleet), "Sink them all", f"{number} ships, before yours go down"),
    ]
    return draw_cards("goal", GOALS_TITLE, cards, high=84, numbered=True)


def army_goal(army: ArmyMen) -> str:
    """Form up, measure and roll, keep a trooper on the table (M-05 to M-09)."""
    apart, kills = army.deployment.apart, army.shooting.kill_on
    cards = [
        Card(_draw_facing, "Form up", f"squads of {in_words(army.squad.size)}, {apart} inches apart"),
        Card(partial(draw_die, shows=kills), "Measure, then roll", f"in range, {kills} or more is a kill"),
        Card(_draw_winner, "Outlast them", "or win as you both agreed"),
    ]
    return draw_cards("goal", GOALS_TITLE, cards, high=84, numbered=True)


def chess_goal(chess: FlipChess) -> str:
    """Everything face-down, turned up piece by piece, counted at the end (F-03, F-08, F-12)."""
    best, least = chess.pieces[0], chess.pieces[-1]
    cards = [
        Card(partial(_draw_pieces, chess, up=0), "Shuffle", "every piece face-down, one to a square"),
        Card(partial(_draw_pieces, chess, up=2), "Flip and fight", "only what is face-up takes part"),
        Card(
            partial(_draw_scores, chess),
            "Count what is left",
            f"{best.name} {best.score}, {least.name} {least.score}: the higher total wins",
        ),
    ]
    return draw_cards("goal", GOALS_TITLE, cards, high=84, numbered=True)


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
            canvas.text(place.centre_x, place.centre_y, letter, max(Size.SMALL, sea.cell * 0.7), WebFace.STRONG)
    sea.draw_lines(canvas)


def _draw_search(edition: Edition, canvas: Canvas, box: Rect) -> None:
    """What an attack may leave on the grid."""
    marks, letter = edition.marks, edition.fleet[0].example[0]
    side = min(30.0, box.w / len(marks) - 4)
    left = box.centre_x - (len(marks) * (side + 4) - 4) / 2
    for i, mark in enumerate(marks):
        place = Rect(left + i * (side + 4), box.centre_y - side / 2 + 6, side, side)
        draw_mark(canvas, place, mark.draws, letter, "")


def _draw_sunk(fleet: tuple[Ship, ...], canvas: Canvas, box: Rect) -> None:
    """The fleet, a line through every ship."""
    odd = len(fleet) % 2
    wide, deep = box.w / 2, box.h / -(-len(fleet) // 2)
    for i, ship in enumerate(fleet):
        alone, place = odd and not i, i + odd  # the first of an odd number stands alone in its row
        slot = Rect(box.x + (wide / 2 if alone else place % 2 * wide), box.y + place // 2 * deep, wide, deep)
        draw_silhouette(canvas, ship, slot.inset(3))
        canvas.line(slot.x + 4, slot.bottom - 4, slot.right - 4, slot.y + 4, Stroke.STRONG)


def _draw_facing(canvas: Canvas, box: Rect) -> None:
    scale, ground = min(1.0, box.w / 100), box.bottom - 4
    draw_soldier(canvas, box.x + 20 * scale, ground, scale, OURS)
    draw_soldier(canvas, box.right - 20 * scale, ground, scale, THEIRS)
    y = ground - 58 * scale
    draw_distance(canvas, (box.x + 20 * scale, y), (box.right - 20 * scale, y))


def _draw_winner(canvas: Canvas, box: Rect) -> None:
    draw_soldier(canvas, box.centre_x, box.bottom - 4, box.h / 62, OURS)


def _draw_pieces(chess: FlipChess, canvas: Canvas, box: Rect, up: int) -> None:
    """A corner of the board, so many of its pieces face-up."""
    cell = min(box.w / 4, (box.h - 8) / 3)
    board = Squares(box.centre_x - 2 * cell, box.bottom - 3 * cell, cell, 4, 3)
    draw_board(canvas, board)
    turned = {(1, 2): (chess.pieces[0].name, False), (2, 1): (chess.pieces[1].name, True)} if up else {}
    for place in board.places:
        if place in turned:
            name, dark = turned[place]
            draw_glyph(canvas, board.square(place), name, dark=dark)
        else:
            draw_backs(canvas, [board.square(place)])


def _draw_scores(chess: FlipChess, canvas: Canvas, box: Rect) -> None:
    """The best piece against the least."""
    side = min(box.w / 2, box.h * 0.6)
    for i, piece in enumerate((chess.pieces[0], chess.pieces[-1])):
        place = Rect(box.centre_x + (i - 1) * side, box.bottom - side * 1.3, side, side)
        draw_glyph(canvas, place, piece.name, dark=bool(i))
        canvas.text(place.centre_x, place.bottom + 9, str(piece.score), 15, WebFace.STRONG, fill=INK)
