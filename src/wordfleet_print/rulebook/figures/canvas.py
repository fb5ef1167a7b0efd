"""`Canvas`: what the figures are drawn on. Inline SVG with title and description, in the tracker's black and one tint.

All measures are the picture's own units: one is a CSS pixel (3/4 pt) at natural size. Colours are presentation
attributes, so a page's strict Content-Security-Policy has nothing to refuse; the page may set `--ink`, `--paper`
and `--tint`, and without them figures are black on white. Source: SVG 1.1; the look is the printed tracker's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from html import escape
from typing import TypedDict, Unpack

from wordfleet_print.press.ink.paper import Rect

INK = "currentColor"
PAPER = "var(--paper, #fff)"
ACCENT = "var(--accent, currentColor)"
"""What the eye should find first."""
TINT = "var(--tint, #e0e0e0)"
"""12 % black, as on the tracker."""

WIDTH = 340.0
"""A figure's usual width: on the narrowest phone it is shown at 85 per cent or more."""
ELLIPSIS = "…"

GridSquare = tuple[int, int]
"""A square of a board: (column, row), from 0."""


class Size:
    """How large letters are (units)."""

    SMALL, BODY, LABEL = 12.5, 14.0, 15.0


class Stroke:
    """How thick lines are (units): squares; frames and midlines; what the eye should find first."""

    THIN, FRAME, STRONG = 1.0, 1.5, 2.2


class WebFace(Enum):
    """A face of the page: its families, weight, cap height (in ems), and typical widths (ems) of letters."""

    TEXT = ("Fira Sans Condensed,Arial Narrow,sans-serif", 500, 0.69, 0.49, 0.54)
    STRONG = ("Fira Sans Condensed,Arial Narrow,sans-serif", 700, 0.69, 0.5, 0.55)
    STENCIL = ("Saira Stencil,Stencil,sans-serif", 700, 0.69, 0.6, 0.66)
    MONO = ("JetBrains Mono,monospace", 700, 0.73, 0.6, 0.6)

    def __init__(self, families: str, weight: int, cap_height: float, small: float, capital: float) -> None:
        self.families, self.weight, self.cap_height = families, weight, cap_height
        self._widths = small, capital

    def width(self, text: str, size: float) -> float:
        """How wide the text is set at `size`, within a few per cent (units)."""
        small, capital = self._widths
        if self is WebFace.MONO:
            return len(text) * small * size
        narrow, wide = set("ijlftrI.,:;'’|!()- "), set("mwMW@%—")
        ems = (
            small * 0.58 if char in narrow else small * 1.5 if char in wide else capital if char.isupper() else small
            for char in text
        )
        return sum(ems) * size


LETTERING = {
    "font-family": WebFace.STRONG.families,
    "font-weight": str(WebFace.STRONG.weight),
    "text-anchor": "middle",
    "fill": INK,
}
"""What a picture's letters have in common, unless one says otherwise: every attribute is 20 bytes a letter."""


class Paint(TypedDict, total=False):
    """What fills a shape, what draws its outline, and how that is dashed."""

    fill: str
    stroke: str
    dashes: str


def number(value: float) -> str:
    """A measure as SVG writes it: two decimals at most, never a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def point(x: float, y: float) -> str:
    """A point in a path."""
    return f"{number(x)},{number(y)}"


@dataclass(frozen=True, slots=True)
class Canvas:
    """A picture in the making; elements paint over those before them."""

    elements: list[str] = field(default_factory=list)

    def rect(self, box: Rect, *, line: float = Stroke.THIN, radius: float = 0, **paint: Unpack[Paint]) -> None:
        """A rectangle, its corners rounded by `radius`."""
        places = {"x": box.x, "y": box.y, "width": box.w, "height": box.h, "rx": radius or None}
        self._add("rect", places, line, **paint)

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        line: float = Stroke.THIN,
        dashes: str = "",
        stroke: str = INK,
    ) -> None:
        """A straight line of `line` units; `dashes` as in `stroke-dasharray`."""
        self._add("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, line, stroke=stroke, dashes=dashes)

    def circle(self, x: float, y: float, radius: float, *, line: float = Stroke.FRAME, **paint: Unpack[Paint]) -> None:
        """A circle or, filled, a disc."""
        self._add("circle", {"cx": x, "cy": y, "r": radius}, line, **paint)

    def path(self, steps: str, *, line: float = Stroke.FRAME, **paint: Unpack[Paint]) -> None:
        """A path whose steps are in this picture's units."""
        joined = "round" if "stroke" in paint else None
        self._add("path", {"d": steps, "stroke-linejoin": joined}, line, **paint)

    def arrowhead(self, x: float, y: float, along: tuple[float, float], long: float, half: float) -> None:
        """A solid arrowhead with its tip at (x, y), `long` units back against the unit vector `along`."""
        (ux, uy), back_x, back_y = along, x - along[0] * long, y - along[1] * long
        sides = point(back_x - uy * half, back_y + ux * half), point(back_x + uy * half, back_y - ux * half)
        self.path(f"M{point(x, y)} L{sides[0]} L{sides[1]} Z", fill=INK)

    def shape(
        self,
        steps: str,
        place: tuple[float, float, float],
        line: float = 0,
        *,
        mirrored: bool = False,
        **paint: Unpack[Paint],
    ) -> None:
        """A path drawn elsewhere (even-odd): `place` is where its origin goes and its scale; `line` is as seen."""
        x, y, scale = place
        turn = f"translate({number(x)} {number(y)}) scale({'-' if mirrored else ''}{scale:.4g} {scale:.4g})"
        joined = "round" if "stroke" in paint else None
        rule = "evenodd" if "fill" in paint else None
        places = {"d": steps, "fill-rule": rule, "transform": turn, "stroke-linejoin": joined}
        self._add("path", places, line / scale, **paint)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        face: WebFace = WebFace.TEXT,
        *,
        anchor: str = "middle",
        fill: str = INK,
    ) -> None:
        """Words whose capitals are centred on `y`; `x` is their start, middle or end."""
        look = {"font-family": face.families, "font-weight": str(face.weight), "text-anchor": anchor, "fill": fill}
        said: dict[str, object] = {"x": x, "y": y + face.cap_height * size / 2, "font-size": size}
        said |= {name: value for name, value in look.items() if LETTERING[name] != value}
        self.elements.append(f"<text{attributes(said)}>{escape(words)}</text>")

    def fitted(
        self, box: Rect, words: str, size: float, face: WebFace = WebFace.TEXT, *, smallest: float = Size.SMALL
    ) -> None:
        """One line of words in a box, from its left, centred down: shrunk to `smallest`, then cut with an ellipsis."""
        while size > smallest and face.width(words, size) > box.w:
            size = max(smallest, size - 0.5)
        kept = words
        while kept and face.width(kept if kept == words else kept + ELLIPSIS, size) > box.w:
            kept = kept[:-1].rstrip()
        shown = kept if kept == words else kept + ELLIPSIS
        self.text(box.x, box.centre_y, shown, size, face, anchor="start")

    def tab(self, words: str, room: float, *, solid: bool) -> None:
        """A panel's tab in the upper left corner, solid for what is public and outlined for secrets."""
        words, size = words.upper(), Size.LABEL
        while size > 9 and WebFace.STENCIL.width(words, size) + size > room:
            size -= 0.5
        box = Rect(0, 0, min(room, WebFace.STENCIL.width(words, size) + size), size * 1.5)
        if solid:
            self.rect(box, fill=INK)
        else:
            self.rect(box.inset(Stroke.FRAME / 2), stroke=INK, line=Stroke.FRAME, radius=size * 0.4)
        self.text(box.centre_x, box.centre_y, words, size, WebFace.STENCIL, fill=PAPER if solid else INK)

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

    def _add(self, tag: str, places: Mapping[str, object], line: float, **paint: Unpack[Paint]) -> None:
        stroke = paint.get("stroke")
        ink = {
            "stroke-dasharray": paint.get("dashes") or None,
            "fill": paint.get("fill", None if tag == "line" else "none"),
            "stroke": stroke,
            "stroke-width": line if stroke and line != 1 else None,  # as SVG has it
        }
        self.elements.append(f"<{tag}{attributes({**places, **ink})}/>")


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


def attributes(values: Mapping[str, object]) -> str:
    """Attributes as they stand in a tag, but for those that are None."""
    return "".join(
        f' {name}="{escape(number(value) if isinstance(value, int | float) else str(value))}"'
        for name, value in values.items()
        if value is not None
    )
