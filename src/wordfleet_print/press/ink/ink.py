"""The pen, its type and weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.fonts import Face, cap_height, font, placed, refuse_missing, text_width
from wordfleet_print.press.ink.paper import MM, PATH_STEP, Picture, Point, Rect
from wordfleet_print.press.ink.reportlab_inside import add_operators

BLACK = 0.0
WHITE = 1.0


class Run(NamedTuple):
    """A text with its place: left end and baseline (mm), face and size (pt)."""

    x: float
    y: float
    text: str
    face: Face
    size: float


class Frame(NamedTuple):
    """An outline drawn with the type: a rectangle (mm), its corner radius (mm) and line width (pt)."""

    rect: Rect
    radius: float
    width: float


Type = Run | Frame


FIRST_MARK = "\u0300"
"""No character before this one is a combining mark (Unicode, Combining Diacritical Marks)."""


def pieces(run: Run) -> Sequence[Run]:
    """The run as it is set: one piece, but for combining marks, which have places of their own. Raises as
    `refuse_missing`.
    """
    if not run.text.isascii():
        refuse_missing(run.text, run.face)
    if max(run.text, default="") < FIRST_MARK:
        return (run,)
    scale = run.size / 1000 / MM
    return [
        Run(run.x + across * scale, run.y - up * scale, text, run.face, run.size)
        for across, up, text in placed(run.text, run.face)
    ]


def set_right(x: float, y: float, text: str, face: Face, size: float) -> Run:
    """Type that ends at `x`, standing on `y`."""
    return Run(x - text_width(text, face, size), y, text, face, size)


def set_centred(x: float, y: float, text: str, face: Face, size: float) -> Run:
    """Type centred on the point: by its width across, by its capitals' height down."""
    return Run(x - text_width(text, face, size) / 2, y + cap_height(face, size) / 2, text, face, size)


def set_in(rect: Rect, text: str, face: Face, size: float) -> Run:
    """Type centred in a box."""
    return set_centred(rect.centre_x, rect.centre_y, text, face, size)


def operands(*numbers: float) -> str:
    """Numbers as operators have them, to a thousandth of a point."""
    return " ".join([f"{number:.3f}" for number in numbers])


CURVE = 0.5523
"""How far off its ends the points stand that bend a curve to a quarter of a circle, nowhere 0.03 % off (radii)."""
CIRCLE = f"1 0 m 1 {CURVE} {CURVE} 1 0 1 c -{CURVE} 1 -1 {CURVE} -1 0 c -1 -{CURVE} -{CURVE} -1 0 -1 c " + (
    f"{CURVE} -1 1 -{CURVE} 1 0 c h"
)
"""A circle of one unit about the origin."""


@cache
def path_operators(steps: str) -> str:
    """A path, its steps as SVG has them (M, L, C and Z)."""
    told = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    return " ".join(f"{at.replace(',', ' ').strip()} {told[step]}" for step, at in PATH_STEP.findall(steps))


class Pen:
    """Draws on one page, `page_height` mm tall. Black unless told; every colour is DeviceGray."""

    def __init__(self, canvas: Canvas, page_height: float) -> None:
        self._canvas = canvas
        self._height = page_height

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x * MM, (self._height - y) * MM

    def _draw(self, operators: str, gray: float = BLACK) -> None:
        """Add operators that fill in `gray`."""
        add_operators(self._canvas, operators if gray == BLACK else f"{operands(gray)} g {operators} 0 g")

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        """A straight line, `width` pt."""
        start, end = operands(*self._point(x1, y1)), operands(*self._point(x2, y2))
        self._draw(f"{operands(width)} w {start} m {end} l S")

    def polygon(self, points: Sequence[Point], width: float = 0, gray: float = BLACK) -> None:
        """A closed outline through these points (mm), `width` pt; filled without a width."""
        start, *others = (operands(*self._point(*point)) for point in points)
        path = f"{start} m {' l '.join(others)} l h"
        self._draw(f"{operands(width)} w {path} S" if width else f"{path} f*", gray)

    def arc(self, x: float, y: float, radius: float, span: tuple[float, float], width: float) -> None:
        """A part of a circle's outline, `width` pt: between two angles (degrees from the right, anticlockwise)."""
        self._canvas.setLineWidth(width)
        left, top, right, bottom = *self._point(x - radius, y - radius), *self._point(x + radius, y + radius)
        self._canvas.arc(left, bottom, right, top, span[0], span[1] - span[0])

    def frame(self, rect: Rect, width: float, radius: float = 0) -> None:
        """An outline, `width` pt, with round corners of `radius` mm."""
        path = self._rounded(rect, radius) if radius else self._box(rect)
        self._draw(f"{operands(width)} w {path} S")

    def _rounded(self, rect: Rect, radius: float) -> str:
        (left, low), (right, high), r = self._point(rect.x, rect.bottom), self._point(rect.right, rect.y), radius * MM
        path, off = [f"{operands(left + r, low)} m"], r * (1 - CURVE)
        for x, y, a, b in ((right, low, 1, 0), (right, high, 0, 1), (left, high, -1, 0), (left, low, 0, -1)):
            bent = operands(x - a * off, y - b * off, x - b * off, y + a * off, x - b * r, y + a * r)
            path.append(f"{operands(x - a * r, y - b * r)} l {bent} c")
        return f"{' '.join(path)} h"

    def fill(self, rect: Rect, gray: float = BLACK) -> None:
        """A filled rectangle."""
        self._draw(f"{self._box(rect)} f*", gray)

    def fill_together(self, rects: Iterable[Rect]) -> None:
        """Filled rectangles as one path: no seam shows where they meet, whatever draws them."""
        self._draw(f"{' '.join(map(self._box, rects))} f*")

    def _box(self, rect: Rect) -> str:
        return f"{operands(*self._point(rect.x, rect.bottom), rect.w * MM, rect.h * MM)} re"

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle's outline, `width` pt."""
        self._draw(f"q {self._in_units(x, y, radius)} {operands(width / radius / MM)} w {CIRCLE} S Q")

    def disc(self, x: float, y: float, radius: float, gray: float = BLACK) -> None:
        """A filled circle."""
        self._draw(f"q {self._in_units(x, y, radius)} {CIRCLE} f* Q", gray)

    def _in_units(self, x: float, y: float, unit: float, down: Literal["", "-"] = "") -> str:
        """What is drawn after this has its origin there, and so large a unit (mm); y may grow downwards."""
        side = operands(unit * MM)
        return f"{side} 0 0 {down}{side} {operands(*self._point(x, y))} cm"

    @contextmanager
    def dashes(self, *lengths: float) -> Iterator[None]:
        """Lines drawn inside are dashed: lengths of dash and gap (mm)."""
        self._canvas.saveState()
        self._canvas.setDash([length * MM for length in lengths])
        yield
        self._canvas.restoreState()

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """What is drawn inside is turned about that point, anticlockwise."""
        across, up = self._point(x, y)
        self._canvas.saveState()
        self._canvas.translate(across, up)
        self._canvas.rotate(degrees)
        self._canvas.translate(-across, -up)
        yield
        self._canvas.restoreState()

    @contextmanager
    def element(self, _role: str) -> Iterator[None]:
        """Runs of type drawn inside are read as one element, such as a heading (H1) or a paragraph (P)."""
        yield

    def text(self, run: Run, gray: float = BLACK, tracking: float = 0) -> None:
        """A run of type, letterspaced by `tracking` pt."""
        if gray == BLACK:
            self._draw_string(run, tracking=tracking)
            return
        self._draw(f"{operands(gray)} g")
        self._draw_string(run, tracking=tracking)
        self._draw("0 g")

    def text_outline(self, run: Run, width: float) -> None:
        """A run of type in outline, `width` pt (ISO 32000-1, 9.3.6: rendering mode 1)."""
        self._canvas.setLineWidth(width)
        self._draw_string(run, mode=1)

    def text_unseen(self, run: Run) -> None:
        """A run of type that leaves no ink but can be searched and read aloud (ISO 32000-1, 9.3.6: mode 3)."""
        self._draw_string(run, mode=3)

    def _draw_string(self, run: Run, mode: Literal[1, 3] | None = None, tracking: float = 0) -> None:
        font(run.face)
        self._canvas.setFont(f"press-{run.face.value}", run.size)
        for piece in pieces(run):
            x, y = (round(at, 3) for at in self._point(piece.x, piece.y))
            self._canvas.drawString(x, y, piece.text, mode=mode, charSpace=tracking)

    def picture(self, picture: Picture, place: Rect, ink: float = BLACK, paper: float = WHITE, line: float = 0) -> None:
        """A picture, scaled to stand on the bottom of `place` and to touch two of its sides: what is black in it in
        `ink`, what is white in `paper`, its lines `line` pt thick, or as thick as they are drawn.
        """
        left, top, scale = picture.fitted(place)
        place_in, shades = self._in_units(left, top, scale, "-"), {BLACK: ink, WHITE: paper}
        for outline in picture.outlines:
            path = path_operators(outline.steps)
            if outline.fill is not None:
                self._draw(f"q {place_in} {path} f* Q", shades.get(outline.fill, outline.fill))
            if outline.stroke is not None:
                width, gray = operands(line / scale / MM or outline.line), shades.get(outline.stroke, outline.stroke)
                self._draw(f"q {operands(gray)} G {place_in} {width} w {path} S Q")

    def picture_outline(self, picture: Picture, place: Rect, width: float) -> None:
        """What the same picture fills, in outline, `width` pt."""
        left, top, scale = picture.fitted(place)
        for outline in picture.outlines:
            if outline.fill is not None:
                thick, path = operands(width / scale / MM), path_operators(outline.steps)
                self._draw(f"q {self._in_units(left, top, scale, '-')} {thick} w {path} S Q")


TINT = 0.88
"""The one tint, 12 % K, as a DeviceGray level (0 is black)."""

CELL_LINE = 0.6
"""Cells, dividers, dotted lines (pt)."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way of setting the sheet. Sizes of type in pt, measures in mm, lines in pt.

    `tab_height`, `axis_band` (letters over a grid), `axis_margin` (numbers beside it), `ladder` (the chart border)
    and `gap` (between panels) are mm. `stamp_line` outlines tabs, `strong` sets words and ships' names. `saves_ink`
    leaves out tint, border and pictures, and outlines what else is solid.
    """

    label: float
    body: float
    legend: float
    axis: float
    tab: float
    title: float
    name: float
    name_min: float
    ship: float
    alphabet: float
    code: float
    code_line: float
    count: float
    word: float
    tab_height: float
    axis_band: float
    axis_margin: float
    ladder: float
    gap: float
    strong: Face = Face.BOLD
    writing_line: float = 0.8
    frame_line: float = 1.0
    stamp_line: float = 1.4
    saves_ink: bool = False

    def eco(self) -> Style:
        """The same style with less ink: nothing solid, thinner lines, lighter and no larger letters than needed."""
        return replace(
            self,
            title=min(self.title, 18.0),
            name=min(self.name, 18.0),
            alphabet=14.0 if self.alphabet < 18 else 19.0,
            count=14.0 if self.count < 18 else 19.0,
            code=min(self.code, 20.0),
            code_line=min(self.code_line, 16.0) if self.code_line > 14 else 12.0,
            word=14.0 if self.word < 18 else 19.0,
            strong=Face.SEMIBOLD,
            writing_line=CELL_LINE,
            frame_line=CELL_LINE,
            stamp_line=CELL_LINE,
            saves_ink=True,
        )


STANDARD = Style(
    label=7.2,
    body=8.0,
    legend=8.5,
    axis=10.5,
    tab=11.5,
    title=13.5,
    name=12.5,
    name_min=9.0,
    ship=11.0,
    alphabet=15.0,
    code=14.0,
    code_line=14.0,
    count=15.0,
    word=15.5,
    tab_height=5.0,
    axis_band=4.6,
    axis_margin=5.2,
    ladder=0.7,
    gap=2.4,
)

LARGE = Style(
    label=16.0,
    body=16.0,
    legend=16.0,
    axis=18.0,
    tab=16.0,
    title=20.0,
    name=20.0,
    name_min=16.0,
    ship=18.0,
    alphabet=24.0,
    code=24.0,
    code_line=18.0,
    count=24.0,
    word=24.0,
    tab_height=7.4,
    axis_band=7.0,
    axis_margin=7.6,
    ladder=1.1,
    gap=2.8,
)
