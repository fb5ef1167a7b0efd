"""`Canvas`: what the figures are drawn on. Inline SVG with title and description, in the tracker's black and one tint.

All measures are the picture's own units: one is a CSS pixel (3/4 pt) at natural size. What the press draws too is drawn
by it, with a pen on the same picture. The page may set `--ink`, `--paper` and `--tint`; without them figures are black
on white. The look is the printed tracker's.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import dist

from wordfleet_print.press.ink.fonts import ELLIPSIS, Face, text_advance
from wordfleet_print.press.ink.paper import MM, Point, Rect
from wordfleet_print.press.ink.svg_pen import INK, LETTERING, PAPER, FigurePen, SvgCanvas, attributes, number, point

ACCENT = "var(--accent, currentColor)"
"""What the eye should find first."""

WIDTH = 340.0
"""A figure's usual width: on the narrowest phone it is shown at 85 per cent or more."""
UNIT = MM / 0.75
"""Units in a millimetre."""

GridSquare = tuple[int, int]
"""A square of a board: (column, row), from 0."""


class Size:
    """How large letters are (units)."""

    SMALL, BODY, LABEL = 12.5, 14.0, 15.0


class Stroke:
    """How thick lines are (units): squares; frames and midlines; what the eye should find first."""

    THIN, FRAME, STRONG = 1.0, 1.5, 2.2


def width_of(words: str, face: Face, size: float) -> float:
    """How wide words are set at `size` (units)."""
    return text_advance(words, face) * size / 1000


def in_mm(box: Rect) -> Rect:
    """A place in a picture, as the press measures it."""
    return Rect(*(side / UNIT for side in (box.x, box.y, box.w, box.h)))


class Canvas(SvgCanvas):
    """A picture in the making; elements paint over those before them."""

    __slots__ = ()

    @property
    def pen(self) -> FigurePen:
        """What draws the press's own parts on this picture, in millimetres."""
        return FigurePen(self, UNIT)

    def arrow(
        self,
        start: Point,
        end: Point,
        *,
        off: float = 0,
        clear: float = 0,
        head: float = 8,
        both: bool = False,
        dashes: str = "",
    ) -> None:
        """An arrow that begins `off` units from its start and ends `clear` of its end; none where these lie closer
        together. Its head is so long, `both` ends have one.
        """
        long = dist(start, end)
        if long <= off + clear:
            return
        ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
        x1, y1, x2, y2 = start[0] + ux * off, start[1] + uy * off, end[0] - ux * clear, end[1] - uy * clear
        back, half = head * 0.6, head * 0.47
        tail = back if both else 0
        self.line(x1 + ux * tail, y1 + uy * tail, x2 - ux * back, y2 - uy * back, head / 5, dashes)
        for x, y, along in ((x2, y2, head), (x1, y1, -head))[: 1 + both]:
            foot_x, foot_y = x - ux * along, y - uy * along
            sides = point(foot_x - uy * half, foot_y + ux * half), point(foot_x + uy * half, foot_y - ux * half)
            self.path(f"M{point(x, y)} L{sides[0]} L{sides[1]} Z", fill=INK)

    def fitted(
        self, box: Rect, words: str, size: float, face: Face = Face.MEDIUM, *, smallest: float = Size.SMALL
    ) -> None:
        """One line of words in a box, from its left, centred down: shrunk to `smallest`, then cut with an ellipsis."""
        while size > smallest and width_of(words, face, size) > box.w:
            size = max(smallest, size - 0.5)
        kept = words
        while kept and width_of(kept if kept == words else kept + ELLIPSIS, face, size) > box.w:
            kept = kept[:-1].rstrip()
        shown = kept if kept == words else kept + ELLIPSIS
        self.text(box.x, box.centre_y, shown, size, face, anchor="start")

    def tab(self, words: str, room: float, *, solid: bool) -> None:
        """A panel's tab in the upper left corner, solid for what is public and outlined for secrets."""
        words, size = words.upper(), Size.LABEL
        while size > 9 and width_of(words, Face.STENCIL, size) + size > room:
            size -= 0.5
        box = Rect(0, 0, min(room, width_of(words, Face.STENCIL, size) + size), size * 1.5)
        if solid:
            self.rect(box, fill=INK)
        else:
            self.rect(box.inset(Stroke.FRAME / 2), stroke=INK, line=Stroke.FRAME, radius=size * 0.4)
        self.text(box.centre_x, box.centre_y, words, size, Face.STENCIL, fill=PAPER if solid else INK)

    def svg(self, name: str, title: str, description: str, size: tuple[float, float]) -> str:
        """The finished picture of so many units across and down, its ids made from the figure's name."""
        width, height = map(number, size)
        root = {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": f"figure-{name}",
            "viewBox": f"0 0 {width} {height}",
            "width": width,
            "height": height,
            "role": "img",
            "aria-labelledby": f"figure-{name}-title figure-{name}-desc",
            "color": "var(--ink, currentColor)",
            **LETTERING,
        }
        lines = [
            f"<svg{attributes(root)}>",
            f'<title id="figure-{name}-title">{escape(title)}</title>',
            f'<desc id="figure-{name}-desc">{escape(description)}</desc>',
            *self.elements,
            "</svg>",
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Squares:
    """Squares of side `cell` with their upper left corner at (x, y); `first` is the first one shown."""

    x: float
    y: float
    cell: float
    columns: int
    rows: int
    first: GridSquare = (0, 0)

    @property
    def box(self) -> Rect:
        """All squares shown, without what stands around them."""
        return Rect(self.x, self.y, self.columns * self.cell, self.rows * self.cell)

    @property
    def places(self) -> list[GridSquare]:
        """All squares of a whole grid, row by row."""
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    def square(self, square: GridSquare) -> Rect:
        """The rectangle of a square of the whole grid."""
        column, row = square[0] - self.first[0], square[1] - self.first[1]
        return Rect(self.x + column * self.cell, self.y + row * self.cell, self.cell, self.cell)

    def draw_lines(
        self, canvas: Canvas, line: float = Stroke.THIN, frame: float = Stroke.FRAME, *, midlines: bool = False
    ) -> None:
        """The lines between the squares, those in the middle stronger with `midlines`, and the frame around them."""
        box = self.box
        for i in range(1, self.columns):
            x = box.x + i * self.cell
            canvas.line(x, box.y, x, box.bottom, frame if midlines and 2 * i == self.columns else line)
        for i in range(1, self.rows):
            y = box.y + i * self.cell
            canvas.line(box.x, y, box.right, y, frame if midlines and 2 * i == self.rows else line)
        canvas.rect(box, stroke=INK, line=frame)
