"""Things drawn again and again: sea, soldiers, chessmen, cards, a tabletop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from wordfleet_print.fleet.fleets import Placement, place_fleet
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import Edition, Ship
from wordfleet_print.games.facts import RulesOnly
from wordfleet_print.games.flip_chess import Chessman, Man
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.ink import BLACK, WHITE
from wordfleet_print.press.ink.ink import TINT as TINTED
from wordfleet_print.press.ink.paper import Rect, load_picture
from wordfleet_print.press.ink.parts import draw_chart_border, draw_result
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT, number, point
from wordfleet_print.rulebook.figures.canvas import (
    UNIT,
    WIDTH,
    Canvas,
    GridSquare,
    Size,
    Squares,
    Stroke,
    in_mm,
    width_of,
)
from wordfleet_print.wording import listed

LADDER = 3.0
AXIS = 18.0
EXAMPLE = b"example fleet 1727"
"""What the example fleet is placed by: chosen so that, where ships may touch, two lie side by side."""
HULL_INSET, HULL_ROUND = 0.1, 0.3
"""A hull's outline within its squares, and its corners (shares of a square)."""


def example_placements(edition: Edition) -> tuple[Placement, ...]:
    """Where the example fleet lies in all figures: lawful for the edition, the same on every run.

    Raises `BadInputError` as `place_fleet` does.
    """
    return place_fleet(edition, KeyedRandom(EXAMPLE, b"figures"))


def letters_at(edition: Edition) -> dict[GridSquare, str]:
    """The example fleet's letter in each square that holds one."""
    placements = zip(edition.fleet, example_placements(edition), strict=True)
    return {
        square: letter
        for ship, placement in placements
        for square, letter in zip(placement.squares(ship.letters), ship.example, strict=True)
    }


def square_name(square: GridSquare) -> str:
    """`B4`, as captains call it."""
    return f"{chr(ord('A') + square[0])}{square[1] + 1}"


class Sea(Squares):
    """A grid, or a part of one, as the tracker draws it."""

    __slots__ = ()

    def over(self, squares: Sequence[GridSquare]) -> Rect:
        """The rectangle over a row of squares."""
        first, last = self.square(squares[0]), self.square(squares[-1])
        return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def shows(self, square: GridSquare) -> bool:
        """Whether the square is among those shown."""
        return 0 <= square[0] - self.first[0] < self.columns and 0 <= square[1] - self.first[1] < self.rows

    def draw_axes(self, canvas: Canvas, *, both_sides: bool) -> None:
        """Letters above, numbers beside, in the middle of their squares."""
        size = min(Size.BODY, self.cell * 0.62)
        beside = LADDER + AXIS / 2
        for i in range(self.columns):
            first = self.first[0] + i, self.first[1]
            x, letter = self.square(first).centre_x, square_name(first)[0]
            canvas.text(x, self.y - beside + 1, letter, size, Face.BOLD)
        for i in range(self.rows):
            place = self.square((self.first[0], self.first[1] + i))
            for x in (self.x - beside, self.box.right + beside)[: 2 if both_sides else 1]:
                canvas.text(x, place.centre_y, str(self.first[1] + i + 1), size, Face.BOLD)

    def draw_ladder(self, canvas: Canvas) -> None:
        """The chart's border, as the press draws it."""
        draw_chart_border(canvas.pen, in_mm(self.box), self.columns, self.rows, LADDER / UNIT)

    def draw_ship(self, canvas: Canvas, ship: Ship, placement: Placement) -> None:
        """A ship's hull with its letters, as the printed tracker places it."""
        squares = list(placement.squares(ship.letters))
        hull = self.over(squares).inset(self.cell * HULL_INSET)
        canvas.rect(hull, fill=TINT, stroke=INK, line=Stroke.FRAME, radius=self.cell * HULL_ROUND)
        for letter, place in zip(ship.example, map(self.square, squares), strict=True):
            canvas.text(place.centre_x, place.centre_y, letter, self.cell * 0.6, Face.BOLD)


def draw_silhouette(canvas: Canvas, ship: Ship, box: Rect) -> None:
    """A ship's silhouette, as large as the box allows, its keel in the middle of the lower edge."""
    if ship.silhouette:
        canvas.pen.picture(load_picture(ship.silhouette), in_mm(box))


def draw_marked(canvas: Canvas, box: Rect, draws: str, letter: str) -> None:
    """One result in its square, as the sheet's legend has it, on paper; with a letter, or none, clear of the edge."""
    canvas.rect(box, fill=PAPER, stroke=INK, line=Stroke.FRAME)
    draw_result(canvas.pen, draws, in_mm(box), letter, 0.75 * Size.SMALL, 2 / UNIT)


class Pose(StrEnum):
    """How a toy soldier is cast, by its picture."""

    STANDING, KNEELING, PRONE = "soldier", "kneeling-soldier", "prone-soldier"


class SoldierSide(NamedTuple):
    """One army: solid or outlined, so that black and white tells them apart; which way it faces."""

    solid: bool
    faces_left: bool


OURS, THEIRS = SoldierSide(solid=True, faces_left=False), SoldierSide(solid=False, faces_left=True)


def draw_soldier(
    canvas: Canvas, x: float, ground: float, scale: float, side: SoldierSide, pose: Pose = Pose.STANDING
) -> None:
    """A soldier whose base is centred on `x` and stands on `ground`; `scale` is units of the picture per own unit."""
    picture, pen = load_picture(pose), canvas.pen
    picture = picture.mirrored() if side.faces_left else picture
    wide, high = picture.width * scale, picture.height * scale
    place = in_mm(Rect(x - wide / 2, ground - high, wide, high))
    if side.solid:
        pen.picture(picture, place)
    else:
        pen.picture_outline(picture, place, 0.75 * 2 * Stroke.FRAME)
        pen.picture(picture, place, WHITE, BLACK)


def draw_trooper(canvas: Canvas, x: float, y: float, side: SoldierSide, radius: float = 6.0) -> None:
    """A soldier seen from above: a disc or a ring."""
    canvas.circle(x, y, radius, fill=INK if side.solid else PAPER, stroke=INK)


def draw_label(canvas: Canvas, x: float, y: float, words: str) -> None:
    """Words on a patch of paper, so that lines under them do not strike them through."""
    width = width_of(words, Face.BOLD, Size.BODY) + 6
    canvas.rect(Rect(x - width / 2, y - Size.BODY * 0.62, width, Size.BODY * 1.24), fill=PAPER)
    canvas.text(x, y, words, Size.BODY, Face.BOLD)


def ruler_step(inch: float, least: float) -> int:
    """How many inches apart marks stand that are at least so many units apart."""
    return next(step for step in (1, 2, 4, 5, 10, 20, 50, 100, 200) if step * inch >= least)


def draw_ruler(canvas: Canvas, x: float, y: float, inches: int, inch: float) -> None:
    """A scale bar of so many inches, `inch` units each: every inch ticked, about every fifth figured."""
    step, tick = ruler_step(inch, 24), ruler_step(inch, 4)
    canvas.line(x, y, x + inches * inch, y, Stroke.STRONG)
    for mark in range(0, inches + 1, tick):
        long = mark % step == 0
        canvas.line(x + mark * inch, y, x + mark * inch, y + (9 if long else 5), Stroke.FRAME if long else Stroke.THIN)
        if long:
            canvas.text(x + mark * inch, y + 18, str(mark), Size.SMALL)
    canvas.text(x + inches * inch / 2, y + 35, "inches, to scale", Size.SMALL)


LIGHT, DARK = "#fff", "#000"
"""The pieces' own colours: they stay what they are when the page turns dark; an outline of ink sets them off."""


def draw_man(canvas: Canvas, box: Rect, man: Man) -> None:
    """A piece in its square: its glyph, or its back."""
    if man.face_up:
        draw_glyph(canvas, box, man.name, dark=man.dark)
    else:
        draw_backs(canvas, [box])


def draw_glyph(canvas: Canvas, box: Rect, name: Chessman, *, dark: bool) -> None:
    """A piece in its own colour, as large as the square allows."""
    picture = load_picture(name)
    body, lines = picture.outlines
    fill, drawn = (DARK, LIGHT) if dark else (LIGHT, DARK)
    place = picture.fitted(box)
    canvas.shape(body.steps, place, max(1.1, 2 * place[2]), fill=fill, stroke=INK)
    canvas.shape(lines.steps, place, max(0.9, lines.line * place[2]), stroke=drawn)


def draw_backs(canvas: Canvas, boxes: Sequence[Rect]) -> None:
    """Pieces that lie face-down, all alike, in few paths: short pictures make light pages. Each a star on a counter."""
    if not boxes:
        return
    for share, line, fill in ((0.36, Stroke.FRAME, PAPER), (0.28, Stroke.THIN, "none")):
        rings = ""
        for box in boxes:
            radius = box.w * share
            bow = f"a{number(radius)} {number(radius)} 0 1 0 "
            rings += (
                f"M{point(box.centre_x - radius, box.centre_y)}{bow}{point(2 * radius, 0)}{bow}{point(-2 * radius, 0)}"
            )
        canvas.path(rings, line=line, fill=fill, stroke=INK)
    canvas.path("".join(map(_star, boxes)), fill=INK)


def _star(box: Rect) -> str:
    ray, waist = box.w * 0.2, box.w * 0.056
    long, thin = number(ray - waist), number(waist)
    around = f"l{thin} {long} {long} {thin}-{long} {thin}-{thin} {long}-{thin}-{long}-{long}-{thin} {long}-{thin}z"
    return f"M{point(box.centre_x, box.centre_y - ray)}{around}"


def draw_board(canvas: Canvas, board: Squares) -> None:
    """Light and dark squares in a frame."""
    canvas.rect(board.box, fill=PAPER)
    side = number(board.cell)
    dark = (board.square((column, row)) for column, row in board.places if (row + column) % 2)
    canvas.path("".join(f"M{point(box.x, box.y)}h{side}v{side}h-{side}z" for box in dark), fill=TINT)
    canvas.rect(board.box, stroke=INK, line=Stroke.STRONG)


GAP, EDGE, BADGE = 10.0, 7.0, 9.0
"""Between cards; between a card's frame and what is in it; how large its number's disc is (units)."""
LINE_HEIGHT = 16.0


class Card(NamedTuple):
    """A picture, drawn in the box that it is handed; what is on it, and a few words about that."""

    draw: Callable[[Canvas, Rect], None]
    name: str
    words: str = ""


def draw_cards(name: str, title: str, cards: Sequence[Card], *, high: float = 72.0, numbered: bool = False) -> str:
    """A figure of cards side by side, their pictures `high` units high; `numbered` ones are steps, in order."""
    canvas, top = Canvas(), BADGE + 1 if numbered else 2
    wide = (WIDTH - 2 - GAP * (len(cards) - 1)) / len(cards)
    room = wide - 2 * EDGE
    texts = [
        [
            wrapped(words, partial(width_of, face=face, size=Size.SMALL), room) if words else []
            for words, face in ((card.name, Face.BOLD), (card.words, Face.MEDIUM))
        ]
        for card in cards
    ]
    depth = 3 * EDGE + high + LINE_HEIGHT * max(len(names) + len(words) for names, words in texts)
    for i, (card, (names, words)) in enumerate(zip(cards, texts, strict=True)):
        box = Rect(1 + i * (wide + GAP), top, wide, depth)
        canvas.rect(box, stroke=INK)
        canvas.line(box.x, box.y, box.right, box.y, Stroke.STRONG)
        card.draw(canvas, Rect(box.x + EDGE, box.y + EDGE, room, high).below(3 if numbered else 0))
        if numbered:  # on the upper edge, off the picture
            canvas.circle(box.x + 15, box.y, BADGE, fill=INK)
            canvas.text(box.x + 15, box.y, str(i + 1), Size.BODY, Face.BOLD, fill="var(--paper, #fff)")
        for n, line in enumerate([*names, *words]):
            face = Face.BOLD if n < len(names) else Face.MEDIUM
            y = box.y + 2 * EDGE + high + (n + 0.5) * LINE_HEIGHT
            canvas.text(box.x + EDGE, y, line, Size.SMALL, face, anchor="start")
    told = [f"{card.name}{f', {card.words}' if card.words else ''}" for card in cards]
    description = f"{'In turn: ' if numbered else ''}{'; '.join(told) if numbered else listed(told)}."
    return canvas.svg(name, title, description, (WIDTH, top + depth + 2))


def wrapped(words: str, width: Callable[[str], float], room: float) -> list[str]:
    """The words in lines no wider than there is room, but for single words that are; `width` measures a line."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def draw_die(canvas: Canvas, box: Rect, shows: int = 5) -> None:
    """A die of six sides with so many spots up, as large as the box allows."""
    side = min(box.w, box.h)
    face = Rect(box.centre_x - side / 2, box.centre_y - side / 2, side, side)
    canvas.rect(face, fill=PAPER, stroke=INK, line=Stroke.STRONG, radius=side * 0.16)
    near, mid, far = 0.25, 0.5, 0.75
    spots = [(mid, mid)] if shows % 2 else []
    spots += [(near, near), (far, far)] if shows > 1 else []
    spots += [(far, near), (near, far)] if shows > 3 else []
    spots += [(near, mid), (far, mid)] if shows > 5 else []
    for x, y in spots:
        canvas.circle(face.x + x * side, face.y + y * side, side * 0.085, fill=INK)


TABLE_WIDTH, FLOOR = 1000.0, 250.0
"""How broad the picture is, and where things stand (units)."""
PAWNS_WIDE, MOST_PAWNS, FARTHEST = 590.0, 6, 180.0
"""How much of it is for pawns, how many there is room for, and how far one is from the next at most (units)."""
PAWN = 190.0
CARDS_WIDE, DIE = 240.0, 86.0
"""How high a pawn is, how wide a hand of cards, how broad a die (units)."""


def things_on_a_table(book: RulesOnly) -> str:
    """A pawn for each player, as many as there is room for; a hand of cards; two dice. Raises nothing."""
    canvas = Canvas()
    pawns = min(book.players.most or book.players.count, MOST_PAWNS)
    step = min(FARTHEST, PAWNS_WIDE / pawns)
    for i in range(pawns):
        place, body = in_mm(Rect((i + 0.5) * step - PAWN / 2, FLOOR - PAWN, PAWN, PAWN)), (BLACK, WHITE, TINTED)[i % 3]
        canvas.pen.picture_outline(load_picture("table-pawn"), place, 2 * 0.75 * Stroke.STRONG)
        canvas.pen.picture(load_picture("table-pawn"), place, body)
    canvas.pen.picture(load_picture("hand-of-cards"), in_mm(Rect(582, FLOOR - 212, CARDS_WIDE, 212)))
    for x, shows in ((TABLE_WIDTH - 1 - DIE, 5), (TABLE_WIDTH - 14 - 2 * DIE, 3)):
        draw_die(canvas, Rect(x, FLOOR - DIE, DIE, DIE).inset(Stroke.STRONG / 2), shows)
    canvas.line(0, FLOOR + Stroke.STRONG, TABLE_WIDTH, FLOOR + Stroke.STRONG, 2 * Stroke.STRONG)
    told = "Pawns, a hand of cards and two dice, waiting on a table."
    size = TABLE_WIDTH, FLOOR + 2 * Stroke.STRONG + 1
    return canvas.svg("frontispiece", f"A table set for {book.title}", told, size)
