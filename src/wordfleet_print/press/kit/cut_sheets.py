"""What is cut out: cards, pieces to print on both sides or to fold and glue, and backs that nobody can tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from wordfleet_print.errors import Complaint
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, heading_face
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, set_centred, set_right
from wordfleet_print.press.ink.paper import MM, Rect
from wordfleet_print.press.kit.leaf import (
    DrawIn,
    Leaf,
    draw_cut_marks,
    lying,
    middle_of,
    numbered,
    pages_of,
    refuse,
    room_on,
)
from wordfleet_print.press.kit.line_marks import draw_number, draw_picture
from wordfleet_print.press.kit.written import SMALL, KitLook, Typesetter

PERIOD = 1.0
"""About how often the backs' pattern comes again, a whole number of times across a piece (mm): finer than an eye tells,
so that all pieces have the same, wherever the sheet slips and however it is turned.
"""
OVER = 6.0
"""How far the backs run over the outer cuts (mm): farther than printers slip."""
MARK_OFF, MARK_LONG = 5.4, 4.0
"""How far marks to cut along stand off the outer cuts, and how long they are (mm)."""
FOLD_GAP = 3.0
"""Between a strip's faces and its fold, and between the fold and its backs, which run on over it (mm)."""
SMALLEST, MOST_ACROSS = 14.0, 8
"""The least side of a piece (mm): words of 7.5 pt must fit on it; and how many stand side by side at most."""
ABOVE, BELOW = 3.0, 9.0
"""What a sheet of cards may take of the head and of the foot, where nothing else stands (mm)."""


SHOWS_THROUGH = (
    "**3** Hold a piece, face down, against a window: if it shows through, take heavier card, or the pages to fold and "
    "glue. "
)


class PieceFace(NamedTuple):
    """What is on a piece: words, what stands in its corners, a picture or none; of two sides, which one (0, 1)."""

    words: str
    corner: str = ""
    picture: str = ""
    side: int = 0


class PiecesPart(NamedTuple):
    """Square pieces (mm); `secret`: nobody can tell their backs apart; `advice` stands below them."""

    name: str
    size: float
    faces: tuple[PieceFace, ...]
    secret: bool
    advice: str = ""


@dataclass(frozen=True, slots=True)
class CutSheet:
    """Cells side by side in the middle of their page, where both of its sides meet, each drawn in its place; marks to
    cut along stand `off` the outer cuts, or close to them where cells fill the page (mm).
    """

    width: float
    height: float
    across: int
    cells: Sequence[DrawIn]
    off: float = 1.4

    def place(self, room: Rect) -> Rect:
        """Where all the cells are, on a page with this room."""
        columns, rows = min(self.across, len(self.cells)), -(-len(self.cells) // self.across)
        wide, high = columns * self.width, rows * self.height
        top = max(middle_of(room) - high / 2, room.y - ABOVE + 2.2)
        return Rect(room.centre_x - wide / 2, top, wide, high)

    def draw(self, pen: Pen, room: Rect) -> None:
        """All cells and their marks."""
        place = self.place(room)
        columns, rows = round(place.w / self.width), round(place.h / self.height)
        xs = [place.x + n * self.width for n in range(columns + 1)]
        ys = [place.y + n * self.height for n in range(rows + 1)]
        tight = place.y - self.off - MARK_LONG < room.y - ABOVE
        draw_cut_marks(pen, place, xs, ys, *((0.6, 1.6) if tight else (self.off, MARK_LONG)))
        for number, draw in enumerate(self.cells):
            row, column = divmod(number, self.across)
            draw(pen, Rect(xs[column], ys[row], self.width, self.height))


def sheets_of(cells: Sequence[DrawIn], size: tuple[float, float], room: Rect) -> list[DrawIn]:
    """Cards, as many to a page as it takes; none where it takes not one."""
    across, down = int((room.w - 4) // size[0]), int((room.h + BELOW) // size[1])
    pages = pages_of(cells, across * down) if across and down else []
    return [CutSheet(*size, across, page).draw for page in pages]


def pieces_leaves(part: PiecesPart, setter: Typesetter) -> Iterator[Leaf]:
    """The pages of these pieces. Raises `BadInputError` for sizes that no page takes, and for words too long."""
    room, clear = room_on(lying(setter.look.paper)), 2 * (MARK_OFF + MARK_LONG + 1)
    across, down = (int((side - clear) // part.size) for side in (room.w, room.h))
    if part.size < SMALLEST or across < 1 or down < 1:
        most = f"from {SMALLEST:g} to {min(room.w, room.h) - clear:.0f} mm on {setter.look.paper.title}"
        refuse([Complaint(part.name, f"pieces of {part.size:g} mm cannot be printed", most)])
    words = [(face.words.upper(), *_words_of(face, part.size)) for face in dict.fromkeys(part.faces)]
    long = [said for said, own, wide in words if fit(said, own, wide, SMALL, SMALL)[0] != said]
    too = f"is too long for a piece of {part.size:g} mm"
    refuse(Complaint(part.name, f"“{said}” {too}", "shorten it") for said in long)
    across, title = min(across, MOST_ACROSS), part.name.capitalize()
    if part.secret and not setter.look.two_sided:
        backs = partial(_draw_backs, part.size, FOLD_GAP, setter.look)
        strips = [FoldStrip(_drawn(own, setter.look), backs) for own in _mixed(part, across)]
        for told, draw in numbered(f"{title} to fold and glue", folded(part.size, strips, room)):
            line = "For a printer that prints on one side. Fold back, glue, let dry; then cut all four sides of each."
            yield Leaf(part.name, told, line, draw, measured=True)
        return
    sheets = []
    for own in pages_of(part.faces, across * down):
        sheet = CutSheet(part.size, part.size, across, _drawn(own, setter.look), MARK_OFF)
        sheets += [partial(_draw_pieces, part, sheet, setter)]
        sheets += [partial(_draw_sheet_backs, part.size, sheet, setter.look)] if part.secret else []
    for number, (told, draw) in enumerate(numbered(title, sheets)):
        both = "Both sides, over either edge; then" if part.secret else "Then"
        face = Leaf(part.name, told, f"Card of 160 g or more. {both} cut on the marks.", draw, measured=True, card=True)
        if not part.secret:
            yield face
        elif number % 2 == 0:
            yield replace(face, side=1)
        else:
            line = f"No mark to hit: the pattern repeats in every piece, and runs {OVER:g} mm beyond the outer cuts."
            yield replace(face, title=f"{told}: the backs", line=line, side=2)


def _draw_pieces(part: PiecesPart, sheet: CutSheet, setter: Typesetter, pen: Pen, room: Rect) -> None:
    """All faces and, where there is room below them, what to do with them."""
    sheet.draw(pen, room)
    place, below = sheet.place(room), sheet.place(room).bottom + MARK_OFF + MARK_LONG + 2.6
    if room.bottom - below >= 11:
        cuts = round(place.w / part.size) + round(place.h / part.size) + 2
        both = "this page and the next on one sheet" if part.secret else "on card"
        steps = f"**1** Print {both}. **2** Cut along the marks with ruler and knife: {cuts} straight cuts, nothing to "
        steps += f"trim. {SHOWS_THROUGH * part.secret}{part.advice}"
        setter.words(pen, Rect(room.x + 28, below, room.w - 56, 12), steps, 7.8)


def _draw_sheet_backs(size: float, sheet: CutSheet, look: KitLook, pen: Pen, room: Rect) -> None:
    _draw_backs(size, OVER, look, pen, sheet.place(room))


def _words_of(face: PieceFace, size: float) -> tuple[Face, float]:
    """A face's words: what they are set in, and the room for them (mm)."""
    if face.picture:
        return Face.BOLD, size - 2.6
    return heading_face(face.words.upper(), Face.STENCIL), size * 0.74


def _drawn(faces: Sequence[PieceFace], look: KitLook) -> list[DrawIn]:
    return [partial(_draw_face, face, look) for face in faces]


def _draw_face(face: PieceFace, look: KitLook, pen: Pen, cell: Rect) -> None:
    """A piece's face: a ring or a disc with its picture, its words, what stands in two of its corners; it can be read
    from both sides of the table.
    """
    words, (own, wide) = face.words.upper(), _words_of(face, cell.w)
    radius, solid = cell.w * (0.32 if face.picture else 0.42), face.side == 1 and not look.eco
    if solid:
        pen.disc(cell.centre_x, cell.centre_y, radius)
    for inset in () if solid else (0.0, 0.9)[: face.side + 1]:  # to save ink the second side has two rings
        pen.ring(cell.centre_x, cell.centre_y, radius - inset, 1.1)
    if face.picture:
        draw_picture(pen, face.picture, cell.inset(cell.w / 2 - radius * 0.68), outlined=look.eco, on_black=solid)
    else:
        shown, size = fit(words, own, wide, 10.5, SMALL)
        pen.text(set_centred(cell.centre_x, cell.centre_y, shown, own, size), WHITE if solid else 0.0)
    for degrees in (0, 180):
        with pen.turned(cell.centre_x, cell.centre_y, degrees):
            if face.picture:
                shown, size = fit(words, own, wide, 8.0, SMALL)
                pen.text(set_centred(cell.centre_x, cell.bottom - 2.3, shown, own, size))
            if face.corner:
                baseline = cell.y + (4.6 if face.picture else 1.2) + cap_height(look.bold, 11)
                draw_number(pen, Run(cell.x + 1.8, baseline, face.corner, look.bold, 11))


def _draw_backs(size: float, over: float, look: KitLook, pen: Pen, cells: Rect) -> None:
    """The backs of all pieces as one screen of dots, in every other row between those of the last: it comes again in
    each from the corner of `cells`, is the same in a mirror and after a quarter turn, and runs as far `over` all edges
    (mm). Dashed lines draw it: a few bytes for thousands.
    """
    period, dot = size / round(size / PERIOD), 0.2 if look.eco else 0.3
    reach = over // period * period
    with pen.dashes(dot, period - dot):
        for row in range(round((cells.h + 2 * reach) / period * 2) + 1):
            y, aside = cells.y - reach + row * period / 2, row % 2 * period / 2
            start, end = cells.x - reach + aside - dot / 2, cells.right + reach - aside + dot / 2
            pen.line(start, y, end, y, dot * MM)


class FoldStrip(NamedTuple):
    """Faces side by side, and what draws all of their backs in the place below the fold."""

    faces: Sequence[DrawIn]
    backs: DrawIn


def _mixed(part: PiecesPart, across: int) -> list[list[PieceFace]]:
    """The faces in strips, each with as many of either side and sort as can be: a crooked fold tells nothing."""
    strips: list[list[PieceFace]] = [[] for _ in range(-(-len(part.faces) // across))]
    for face in sorted(part.faces, key=lambda face: sum(other.words == face.words for other in part.faces)):
        free = [strip for strip in strips if len(strip) < across]
        min(free, key=lambda own: (sum(other.side == face.side for other in own), len(own))).append(face)
    return strips


def folded(size: float, strips: Sequence[FoldStrip], room: Rect) -> list[DrawIn]:
    """Pages of strips of square faces over their backs, to fold, glue and cut on all four sides of each."""
    a_page = max(1, int((room.h + 4) // (2 * size + 3 * FOLD_GAP + 3)))
    return [partial(_draw_strips, size, page) for page in pages_of(strips, a_page)]


def _draw_strips(size: float, strips: Sequence[FoldStrip], pen: Pen, room: Rect) -> None:
    high = 2 * size + 3 * FOLD_GAP
    gap = (room.h - len(strips) * high) / (len(strips) + 1)
    for number, (faces, backs) in enumerate(strips):
        wide = len(faces) * size
        cells = Rect(room.centre_x - wide / 2, room.y + gap + number * (high + gap), wide, size)
        xs, fold = [cells.x + n * size for n in range(len(faces) + 1)], cells.bottom + FOLD_GAP
        draw_cut_marks(pen, cells, xs, (cells.y, cells.bottom), 0.8, 2.0)
        for x, draw in zip(xs, faces, strict=False):
            draw(pen, Rect(x, cells.y, size, size))
        backs(pen, Rect(cells.x, fold + FOLD_GAP, wide, size))
        with pen.dashes(1.6, 1.0):
            pen.line(cells.x - 9, fold, cells.x - 3, fold, CELL_LINE)
            pen.line(cells.right + 3, fold, cells.right + 9, fold, CELL_LINE)
        pen.text(set_right(cells.x - 9.6, fold + 0.9, "fold", Face.SEMIBOLD, SMALL))
        pen.text(Run(cells.right + 9.6, fold + 0.9, "fold", Face.SEMIBOLD, SMALL))
