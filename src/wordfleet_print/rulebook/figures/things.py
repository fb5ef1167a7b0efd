"""Things drawn again and again: sea, soldiers, chessmen, cards, a tabletop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from math import cos, radians, sin
from typing import NamedTuple, Unpack

from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.fleets import Berth, place_fleet
from wordfleet_print.game import Edition, Ship
from wordfleet_print.game.facts import RulesOnly
from wordfleet_print.game.flip_chess import Chessman, Man
from wordfleet_print.press.ink.paper import Rect, figure_parts, load_picture
from wordfleet_print.rulebook.figures.canvas import (
    INK,
    PAPER,
    TINT,
    WIDTH,
    Canvas,
    GridSquare,
    Paint,
    Size,
    Squares,
    Stroke,
    WebFace,
    number,
    point,
)
from wordfleet_print.wording import listed

LADDER = 3.0
AXIS = 18.0
EXAMPLE = b"example fleet 1727"
"""What the example fleet is placed by: chosen so that, where ships may touch, two lie side by side."""
HULL_INSET, HULL_ROUND = 0.1, 0.3
"""A hull's outline within its squares, and its corners (shares of a square)."""


def example_berths(edition: Edition) -> tuple[Berth, ...]:
    """Where the example fleet lies in all figures: lawful for the edition, the same on every run.

    Raises `BadInputError` as `place_fleet` does.
    """
    return place_fleet(edition, Draw(EXAMPLE, b"figures"))


def letters_at(edition: Edition) -> dict[GridSquare, str]:
    """The example fleet's letter in each square that holds one."""
    berths = zip(edition.fleet, example_berths(edition), strict=True)
    return {
        square: letter
        for ship, berth in berths
        for square, letter in zip(berth.squares(ship.letters), ship.example, strict=True)
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
            canvas.text(x, self.y - beside + 1, letter, size, WebFace.STRONG)
        for i in range(self.rows):
            place = self.square((self.first[0], self.first[1] + i))
            for x in (self.x - beside, self.box.right + beside)[: 2 if both_sides else 1]:
                canvas.text(x, place.centre_y, str(self.first[1] + i + 1), size, WebFace.STRONG)

    def draw_ladder(self, canvas: Canvas) -> None:
        """The chart's border: dark and light bars a square long, shifted on the opposite side."""
        box, cell = self.box, self.cell
        for i in range(self.columns):
            y = box.y - LADDER if i % 2 == 0 else box.bottom
            canvas.rect(Rect(box.x + i * cell, y, cell, LADDER), fill=INK)
        for i in range(self.rows):
            x = box.x - LADDER if i % 2 == 0 else box.right
            canvas.rect(Rect(x, box.y + i * cell, LADDER, cell), fill=INK)
        canvas.rect(box.inset(-LADDER), stroke=INK)

    def draw_ship(self, canvas: Canvas, ship: Ship, berth: Berth) -> None:
        """A ship's hull with its letters, as the printed tracker places it."""
        squares = list(berth.squares(ship.letters))
        hull = self.over(squares).inset(self.cell * HULL_INSET)
        canvas.rect(hull, fill=TINT, stroke=INK, line=Stroke.FRAME, radius=self.cell * HULL_ROUND)
        for letter, place in zip(ship.example, map(self.square, squares), strict=True):
            canvas.text(place.centre_x, place.centre_y, letter, self.cell * 0.6, WebFace.STRONG)


def draw_silhouette(canvas: Canvas, ship: Ship, box: Rect) -> None:
    """A ship's silhouette, as large as the box allows, its keel in the middle of the lower edge."""
    if ship.silhouette is None:
        return
    picture = load_picture(ship.silhouette)
    steps = " ".join(step + " ".join(point(x, y) for x, y in points) for step, points in picture.steps)
    canvas.shape(steps, picture.fitted(box), fill=INK)


def draw_mark(canvas: Canvas, box: Rect, draws: str, letter: str, tried: str) -> None:
    """One result in its square: `letter` is the one found, `tried` (or nothing) the one that was not there."""
    canvas.rect(box, fill=PAPER, stroke=INK, line=Stroke.FRAME)
    side = box.w
    if draws == "dot":
        canvas.circle(box.centre_x, box.centre_y, side * 0.09, fill=INK)
    elif draws == "cross":
        arm, x, y = side * 0.24, box.x + side * 0.38, box.y + side * 0.38
        canvas.line(x - arm, y - arm, x + arm, y + arm, Stroke.STRONG)
        canvas.line(x - arm, y + arm, x + arm, y - arm, Stroke.STRONG)
        if tried:
            size = max(Size.SMALL, side * 0.36)
            canvas.text(box.right - side * 0.2, box.bottom - side * 0.22, tried, size, WebFace.STRONG)
    elif draws == "border":
        canvas.rect(box.inset(side * 0.05), stroke=INK, line=2 * Stroke.STRONG)
        if tried:
            size = max(Size.SMALL, side * 0.3)
            canvas.text(box.x + side * 0.28, box.y + side * 0.3, tried, size, WebFace.STRONG)
    elif draws == "slash":
        canvas.line(
            box.x + side * 0.12, box.bottom - side * 0.12, box.right - side * 0.12, box.y + side * 0.12, Stroke.STRONG
        )
        if tried:
            canvas.text(box.x + side * 0.32, box.y + side * 0.34, tried, max(Size.SMALL, side * 0.36), WebFace.STRONG)
    elif draws == "ring":
        canvas.circle(box.centre_x, box.centre_y, side * 0.38, stroke=INK)
        canvas.text(box.centre_x, box.centre_y, letter, side * 0.5, WebFace.STRONG)
    else:  # a letter that is only suspected
        canvas.text(box.centre_x, box.centre_y, f"{letter}?", side * 0.5, WebFace.STRONG)


HEIGHT = 48.0
"""How tall a standing figure is drawn, with its base (own units)."""


class Pose(Enum):
    """How a toy soldier is cast: its parts, each with how far right and down it is moved (own units)."""

    STANDING = (("base", 0, 0), ("legs", 0, 0), ("torso", 0, 0), ("arms", 0, 0), ("head", 0, 0))
    KNEELING = (("base", 0, 0), ("kneeling-legs", 0, 0), ("torso", 0, 8), ("arms", 0, 8), ("head", 0, 8))
    PRONE = (("prone-base", 0, 0), ("prone-body", 0, 0), ("prone-arms", 0, 0), ("head", 13, 25))


class SoldierSide(NamedTuple):
    """One army: solid or outlined, so that black and white tells them apart; which way it faces."""

    solid: bool
    faces_left: bool


OURS, THEIRS = SoldierSide(solid=True, faces_left=False), SoldierSide(solid=False, faces_left=True)


def draw_soldier(
    canvas: Canvas, x: float, ground: float, scale: float, side: SoldierSide, pose: Pose = Pose.STANDING
) -> None:
    """A soldier whose base is centred on `x` and stands on `ground`; `scale` is units of the picture per own unit."""
    middle = 20.0 if pose is not Pose.PRONE else 25.0
    turn = -1 if side.faces_left else 1

    def layer(line: float, **paint: Unpack[Paint]) -> None:
        for part, dx, dy in pose.value:
            place = (x + turn * (dx - middle) * scale, ground + (dy - HEIGHT) * scale, scale)
            canvas.shape(figure_parts()[part], place, line, mirrored=side.faces_left, **paint)

    if side.solid:
        layer(0, fill=INK)
    else:
        layer(2 * Stroke.FRAME, fill=INK, stroke=INK)
        layer(0, fill=PAPER)


def draw_trooper(canvas: Canvas, x: float, y: float, side: SoldierSide, radius: float = 6.0) -> None:
    """A soldier seen from above: a disc or a ring."""
    canvas.circle(x, y, radius, fill=INK if side.solid else PAPER, stroke=INK)


def draw_distance(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A line with arrowheads at both ends, touching what it measures."""
    (x1, y1), (x2, y2) = start, end
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    canvas.line(x1 + ux * 4, y1 + uy * 4, x2 - ux * 4, y2 - uy * 4, Stroke.FRAME)
    canvas.arrowhead(x1, y1, (ux, uy), -8, 3.5)
    canvas.arrowhead(x2, y2, (ux, uy), 8, 3.5)


def draw_label(canvas: Canvas, x: float, y: float, words: str) -> None:
    """Words on a patch of paper, so that lines under them do not strike them through."""
    width = WebFace.STRONG.width(words, Size.BODY) + 6
    canvas.rect(Rect(x - width / 2, y - Size.BODY * 0.62, width, Size.BODY * 1.24), fill=PAPER)
    canvas.text(x, y, words, Size.BODY, WebFace.STRONG)


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


WHITE, BLACK = "#fff", "#000"
"""The pieces' own colours: they stay what they are when the page turns dark; an outline of ink sets them off."""
GLYPH = 45.0
"""The side of the square that each glyph is drawn in (own units)."""


def draw_man(canvas: Canvas, box: Rect, man: Man) -> None:
    """A piece in its square: its glyph, or its back."""
    if man.face_up:
        draw_glyph(canvas, box, man.name, dark=man.dark)
    else:
        draw_backs(canvas, [box])


def draw_glyph(canvas: Canvas, box: Rect, name: Chessman, *, dark: bool) -> None:
    """A piece in its own colour, as large as the square allows."""
    scale = box.w / GLYPH
    place = (box.x, box.y, scale)
    body, lines = (BLACK, WHITE) if dark else (WHITE, BLACK)
    canvas.shape(figure_parts()[name], place, fill=body, stroke=INK, line=max(1.1, 2 * scale))
    canvas.shape(figure_parts()[f"{name}-lines"], place, stroke=lines, line=max(0.9, 1.8 * scale))


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


GAP, EDGE = 10.0, 7.0
"""Between cards; between a card's frame and what is in it (units)."""
LINE_HEIGHT = 16.0


class Card(NamedTuple):
    """A picture, drawn in the box that it is handed; what is on it, and a few words about that."""

    draw: Callable[[Canvas, Rect], None]
    name: str
    words: str = ""


def draw_cards(name: str, title: str, cards: Sequence[Card], *, high: float = 72.0, numbered: bool = False) -> str:
    """A figure of cards side by side, their pictures `high` units high; `numbered` ones are steps, in order."""
    canvas = Canvas()
    wide = (WIDTH - 2 - GAP * (len(cards) - 1)) / len(cards)
    room = wide - 2 * EDGE
    texts = [
        [
            wrapped(words, partial(face.width, size=Size.SMALL), room) if words else []
            for words, face in ((card.name, WebFace.STRONG), (card.words, WebFace.TEXT))
        ]
        for card in cards
    ]
    depth = 3 * EDGE + high + LINE_HEIGHT * max(len(names) + len(words) for names, words in texts)
    for i, (card, (names, words)) in enumerate(zip(cards, texts, strict=True)):
        box = Rect(1 + i * (wide + GAP), 2, wide, depth)
        canvas.rect(box, stroke=INK)
        canvas.line(box.x, box.y, box.right, box.y, Stroke.STRONG)
        card.draw(canvas, Rect(box.x + EDGE, box.y + EDGE, room, high))
        if numbered:
            canvas.circle(box.x + 13, box.y + 13, 9, fill=INK)
            canvas.text(box.x + 13, box.y + 13, str(i + 1), Size.BODY, WebFace.STRONG, fill="var(--paper, #fff)")
        for n, line in enumerate([*names, *words]):
            face = WebFace.STRONG if n < len(names) else WebFace.TEXT
            y = box.y + 2 * EDGE + high + (n + 0.5) * LINE_HEIGHT
            canvas.text(box.x + EDGE, y, line, Size.SMALL, face, anchor="start")
    told = [f"{card.name}{f', {card.words}' if card.words else ''}" for card in cards]
    description = f"{'In turn: ' if numbered else ''}{'; '.join(told) if numbered else listed(told)}."
    return canvas.svg(name, title, description, (WIDTH, depth + 4))


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


TABLE_WIDTH, FLOOR = 1000.0, 250.0
"""How broad the picture is, and where things stand (units)."""
PAWNS_WIDE, MOST_PAWNS, FARTHEST = 590.0, 6, 180.0
"""How much of it is for pawns, how many there is room for, and how far one is from the next at most (units)."""
PAWN = 0.8
"""How large a pawn is, of its path's units."""
CARD_WIDE, CARD_HIGH = 116.0, 176.0
DIE = 86.0
PIPS = {5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
_DIAMOND = (0.0, -36.0), (26.0, 0.0), (0.0, 36.0), (-26.0, 0.0)


def things_on_a_table(book: RulesOnly) -> str:
    """A pawn for each player, as many as there is room for; a hand of cards; two dice. Raises nothing."""
    canvas = Canvas()
    pawns = min(book.players.most or book.players.count, MOST_PAWNS)
    step = min(FARTHEST, PAWNS_WIDE / pawns)
    for i in range(pawns):
        x, fill = (i + 0.5) * step, (INK, PAPER, TINT)[i % 3]
        canvas.shape(figure_parts()["table-pawn"], (x, FLOOR, PAWN), Stroke.STRONG, fill=fill, stroke=INK)
        canvas.circle(x, FLOOR - 186 * PAWN, 42 * PAWN, fill=fill, stroke=INK, line=Stroke.STRONG)
    for angle in (-20.0, 0.0, 20.0):
        _draw_card(canvas, 702, FLOOR - 22, angle)
    for x, pips in ((TABLE_WIDTH - 1 - DIE, 5), (TABLE_WIDTH - 14 - 2 * DIE, 3)):
        box = Rect(x, FLOOR - DIE, DIE, DIE)
        canvas.rect(box.inset(Stroke.STRONG / 2), fill=PAPER, stroke=INK, line=Stroke.STRONG, radius=DIE / 7)
        for across, down in PIPS[pips]:
            canvas.circle(box.centre_x + across * DIE / 4, box.centre_y + down * DIE / 4, DIE / 11, fill=INK)
    canvas.line(0, FLOOR + Stroke.STRONG, TABLE_WIDTH, FLOOR + Stroke.STRONG, 2 * Stroke.STRONG)
    told = "Pawns, a hand of cards and two dice, waiting on a table."
    size = TABLE_WIDTH, FLOOR + 2 * Stroke.STRONG + 1
    return canvas.svg("frontispiece", f"A table set for {book.title}", told, size)


def _draw_card(canvas: Canvas, x: float, y: float, angle: float) -> None:
    """A card that stands on (x, y), leaning by so many degrees."""
    turn = radians(angle)

    def at(across: float, up: float) -> str:
        return point(x + across * cos(turn) + up * sin(turn), y + across * sin(turn) - up * cos(turn))

    half = CARD_WIDE / 2
    corners = [(-half, 0.0), (half, 0.0), (half, CARD_HIGH), (-half, CARD_HIGH)]
    canvas.path(f"M{' L'.join(at(*corner) for corner in corners)} Z", fill=PAPER, stroke=INK, line=Stroke.STRONG)
    diamond = [at(across, CARD_HIGH / 2 - down) for across, down in _DIAMOND]
    canvas.path(f"M{' L'.join(diamond)} Z", fill=INK)
