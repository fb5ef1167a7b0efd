"""Square pieces, to print on both sides of card, or to fold and glue; and backs that nobody can tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.press.ink.fonts import Face, cap_height, fit
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, set_centred, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import (
    SMALL,
    KitLook,
    Leaf,
    LeafPress,
    draw_both_ways,
    draw_cut_marks,
    draw_stamp,
    draw_words,
    lying,
    middle_of,
    room_on,
    stencil,
)
from wordfleet_print.press.kit.parts import PieceFace, PiecesPart
from wordfleet_print.press.kit.pictures import draw_picture

PERIODS = 9
"""How often the backs' pattern comes again across a piece: so all pieces have the same, wherever the sheet slips."""
OVER = 2
"""How far the backs run over the outer cuts, in periods: farther than printers slip."""
MARK_OFF = 5.4
"""How far marks to cut along stand off the outer cuts, clear of the backs (mm)."""
FOLD_GAP = 3.0
"""Between a strip's faces and its fold, and between the fold and its backs (mm)."""
SMALLEST = 14.0
"""The least side of a piece (mm): words of 7.5 pt must fit on it."""


def pieces_leaves(part: PiecesPart, press: LeafPress) -> Iterator[Leaf]:
    """The pages of these pieces. Raises `BadInputError` for sizes that no page takes, and for words too long."""
    room = room_on(lying(press.look.paper))
    across = int((room.w - 2 * (MARK_OFF + 5)) // part.size)
    down = int((room.h - 2 * (MARK_OFF + 5)) // part.size)
    if part.size < SMALLEST or across < 1 or down < 1:
        most = int(min(room.w, room.h) - 2 * (MARK_OFF + 5))
        what = f"pieces of {part.size:g} mm cannot be printed"
        advice = f"from {SMALLEST:g} to {most} mm on {press.look.paper.title}"
        raise BadInputError("The kit cannot be printed.", Complaint(part.name, what, advice))
    _refuse_long_words(part)
    if part.secret and not press.look.two_sided:
        yield from _fold_leaves(part, press, across, room)
        return
    across, title = min(across, 8), part.name.capitalize()
    groups = _groups(part.faces, across * down)
    total = len(groups) * (2 if part.secret else 1)
    for number, faces in enumerate(groups):
        grid = _PieceGrid(part.size, across, faces, press.look)
        first = number * (2 if part.secret else 1) + 1
        sides = "Card of 160 g or more. Both sides, over either edge; then cut on the marks."
        line = sides if part.secret else "Card of 160 g or more; then cut on the marks."
        of = f", {first} of {total}" if total > 1 else ""
        face = Leaf(part.name, f"{title}{of}", line, grid.draw_faces, measured=True, card=True, side=int(part.secret))
        yield _with_advice(face, press, part, faces)
        if part.secret:
            over = OVER * part.size / PERIODS
            line = f"No mark to hit: the pattern repeats in every piece, and runs {over:g} mm beyond the outer cuts."
            backs = f"{title}, {first + 1} of {total}: the backs"
            yield Leaf(part.name, backs, line, grid.draw_backs, measured=True, card=True, side=2)


def _groups(faces: Sequence[PieceFace], size: int) -> list[Sequence[PieceFace]]:
    return [faces[start : start + size] for start in range(0, len(faces), size)]


def _refuse_long_words(part: PiecesPart) -> None:
    wrong = []
    for face in dict.fromkeys(part.faces):
        words, own, room = _words_of(face, part.size)
        if words and fit(words, own, room, SMALL, SMALL)[0] != words:
            wrong.append(Complaint(part.name, f"“{words}” is too long for a piece of {part.size:g} mm", "shorten it"))
    if wrong:
        raise BadInputError("The kit cannot be printed.", *wrong)


def _words_of(face: PieceFace, size: float) -> tuple[str, Face, float]:
    """A face's words as they are set, their face and the room for them (mm)."""
    words = face.words.upper()
    return (words, Face.BOLD, size - 2.6) if face.picture else (words, stencil(words), size * 0.74)


def _with_advice(leaf: Leaf, press: LeafPress, part: PiecesPart, faces: Sequence[PieceFace]) -> Leaf:
    """The page with what to do with its pieces in the room below them, where there is room."""
    cuts = [f"{number} straight cuts" for number in (_cuts(faces),)]
    told = (
        f"**1** Print this page and the next on one sheet. **2** Cut along the marks with ruler and knife: {cuts[0]}, "
        "nothing to trim. **3** Hold a piece, face down, against a window: if it shows through, take heavier card, or "
        "the pages to fold and glue."
        if part.secret
        else f"**1** Print on card. **2** Cut along the marks with ruler and knife: {cuts[0]}, nothing to trim."
    )
    if isinstance(press.book, FlipChess):
        told += " **Have a chess set?** Flip a piece, take it off, and stand your chessman in its place."

    def draw(pen: Pen, room: Rect) -> None:
        leaf.draw(pen, room)
        rows = -(-len(faces) // 8)
        below = middle_of(room) + rows * part.size / 2 + MARK_OFF + 5
        if room.bottom - below < 13:
            return
        stamp = draw_stamp(pen, room.x + 28, below + 2, "How to make them", press.look)
        draw_words(pen, Rect(stamp.right + 5, below + 1.6, room.right - 28 - stamp.right - 5, 12), told, 7.8)

    return replace(leaf, draw=draw)


def _cuts(faces: Sequence[PieceFace], across: int = 8) -> int:
    return min(across, len(faces)) + 1 + -(-len(faces) // across) + 1


@dataclass(frozen=True, slots=True)
class _PieceGrid:
    """Pieces side by side, in the middle of the page: so both sides meet, whichever edge the sheet is turned over."""

    size: float
    across: int
    faces: Sequence[PieceFace]
    look: KitLook

    def _cells(self, room: Rect) -> Rect:
        columns, rows = min(self.across, len(self.faces)), -(-len(self.faces) // self.across)
        wide, high = columns * self.size, rows * self.size
        return Rect(room.centre_x - wide / 2, middle_of(room) - high / 2, wide, high)

    def draw_faces(self, pen: Pen, room: Rect) -> None:
        """All faces, and marks to cut along around them."""
        cells = self._cells(room)
        columns, rows = round(cells.w / self.size), round(cells.h / self.size)
        xs = [cells.x + n * self.size for n in range(columns + 1)]
        ys = [cells.y + n * self.size for n in range(rows + 1)]
        draw_cut_marks(pen, cells, xs, ys, MARK_OFF)
        for number, face in enumerate(self.faces):
            row, column = divmod(number, self.across)
            draw_face(pen, Rect(xs[column], ys[row], self.size, self.size), face, self.look)

    def draw_backs(self, pen: Pen, room: Rect) -> None:
        """The backs of all of them as one pattern."""
        draw_pattern(pen, self._cells(room), OVER * self.size / PERIODS, self.size / PERIODS, self.look)


def draw_face(pen: Pen, cell: Rect, face: PieceFace, look: KitLook) -> None:
    """A piece's face: a ring or a disc with its picture, its words, what stands in two of its corners; it can be read
    from both sides of the table.
    """
    words, own, room = _words_of(face, cell.w)
    radius, solid = cell.w * (0.32 if face.picture else 0.42), face.side == 1 and not look.eco
    if solid:
        pen.disc(cell.centre_x, cell.centre_y, radius)
    else:
        pen.ring(cell.centre_x, cell.centre_y, radius, 1.1)
        if face.side == 1:  # to save ink the second side has two rings
            pen.ring(cell.centre_x, cell.centre_y, radius - 0.9, 1.1)
    if face.picture:
        side = radius * 1.36
        box = Rect(cell.centre_x - side / 2, cell.centre_y - side / 2, side, side)
        draw_picture(pen, face.picture, box, outlined=look.eco, on_black=solid)
    else:
        shown, size = fit(words, own, room, 10.5, SMALL)
        pen.text(set_centred(cell.centre_x, cell.centre_y, shown, own, size), WHITE if solid else 0.0)

    def told() -> None:
        if face.picture:
            shown, size = fit(words, own, room, 8.0, SMALL)
            pen.text(set_centred(cell.centre_x, cell.bottom - 2.3, shown, own, size))
        if face.corner:
            top = 4.6 if face.picture else 1.2
            baseline = cell.y + top + cap_height(look.bold, 11)
            pen.text(Run(cell.x + 1.8, baseline, face.corner, look.bold, 11))

    draw_both_ways(pen, cell, told)


def draw_pattern(pen: Pen, cells: Rect, over: float, period: float, look: KitLook) -> None:
    """A lattice of crosses that comes again every `period` mm from the corner of `cells`, and looks the same in a
    mirror and after a quarter turn; it runs `over` mm beyond. Dashed lines draw it: a few bytes for thousands.
    """
    area, long, width = cells.inset(-over), period * 0.5, CELL_LINE if look.eco else 0.85
    xs, ys = _points(cells.x, area.x, area.right, period), _points(cells.y, area.y, area.bottom, period)
    with pen.dashes(long, period - long):
        for y in ys:
            pen.line(xs[0] - long / 2, y, xs[-1] + long / 2, y, width)
        for x in xs:
            pen.line(x, ys[0] - long / 2, x, ys[-1] + long / 2, width)
    if look.eco:
        return
    between, low = [(a + b) / 2 for a, b in pairwise(xs)], [(a + b) / 2 for a, b in pairwise(ys)]
    half = long / 2 / sqrt(2)
    with pen.dashes(long, period * sqrt(2) - long):
        for down in (1, -1):
            rows = low[::down]
            for shift in range(1 - len(rows), len(between)):
                start, end = max(shift, 0), min(shift + len(rows), len(between)) - 1
                first, last = (between[start], rows[start - shift]), (between[end], rows[end - shift])
                pen.line(first[0] - half, first[1] - down * half, last[0] + half, last[1] + down * half, width)


def _points(origin: float, low: float, high: float, period: float) -> list[float]:
    """Where the lattice has points between two edges (mm)."""
    first, last = -int((origin - low + 1e-6) // period), int((high - origin + 1e-6) // period)
    return [origin + number * period for number in range(first, last + 1)]


def _fold_leaves(part: PiecesPart, press: LeafPress, across: int, room: Rect) -> Iterator[Leaf]:
    """Strips of faces over their backs, to fold, glue and cut on all four sides: no folded edge tells a piece."""
    across, high = min(across, 8), 2 * part.size + 3 * FOLD_GAP
    strips = _strips(part.faces, across)
    a_page = max(1, int((room.h - 8) // (high + 8)))
    pages = [strips[start : start + a_page] for start in range(0, len(strips), a_page)]
    for number, own in enumerate(pages, start=1):
        grid = _FoldStrips(part.size, own, press.look)
        of = f", {number} of {len(pages)}" if len(pages) > 1 else ""
        line = "For a printer that prints on one side. Fold back, glue, let dry; then cut all four sides of each face."
        yield Leaf(part.name, f"{part.name.capitalize()} to fold and glue{of}", line, grid.draw, measured=True)


def _strips(faces: Sequence[PieceFace], across: int) -> list[list[PieceFace]]:
    """The faces in strips, each with as many of either side and sort as can be: a crooked fold tells nothing."""
    strips: list[list[PieceFace]] = [[] for _ in range(-(-len(faces) // across))]
    order = sorted(faces, key=lambda face: sum(other.words == face.words for other in faces))
    for face in order:
        free = [strip for strip in strips if len(strip) < across]
        own = min(free, key=lambda strip: (sum(other.side == face.side for other in strip), len(strip)))
        own.append(face)
    return strips


@dataclass(frozen=True, slots=True)
class _FoldStrips:
    """The strips of one page, one below the other."""

    size: float
    strips: Sequence[Sequence[PieceFace]]
    look: KitLook

    def draw(self, pen: Pen, room: Rect) -> None:
        """Each strip: faces, the fold, backs that run over on all sides."""
        high = 2 * self.size + 3 * FOLD_GAP
        gap = (room.h - len(self.strips) * high) / (len(self.strips) + 1)
        for number, faces in enumerate(self.strips):
            wide = len(faces) * self.size
            top = room.y + gap + number * (high + gap)
            cells = Rect(room.centre_x - wide / 2, top, wide, self.size)
            fold, backs = cells.bottom + FOLD_GAP, Rect(cells.x, cells.bottom + 2 * FOLD_GAP, wide, self.size)
            xs = [cells.x + n * self.size for n in range(len(faces) + 1)]
            draw_cut_marks(pen, cells, xs, (cells.y, cells.bottom), FOLD_GAP)
            for x, face in zip(xs, faces, strict=False):
                draw_face(pen, Rect(x, cells.y, self.size, self.size), face, self.look)
            draw_pattern(pen, backs, FOLD_GAP - self.size / PERIODS / 8, self.size / PERIODS, self.look)
            with pen.dashes(1.6, 1.0):
                pen.line(cells.x - 9, fold, cells.x - 3, fold, CELL_LINE)
                pen.line(cells.right + 3, fold, cells.right + 9, fold, CELL_LINE)
            pen.text(set_right(cells.x - 9.6, fold + 0.9, "fold", Face.SEMIBOLD, SMALL))
            pen.text(Run(cells.right + 9.6, fold + 0.9, "fold", Face.SEMIBOLD, SMALL))
