"""Ink on screens: the elements of a picture in SVG, and the pens that draw there what `Pen` draws on paper.

Colours are presentation attributes, so a page's strict Content-Security-Policy has nothing to refuse. Source: SVG 1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from html import escape
from io import BytesIO
from itertools import pairwise
from math import ceil, cos, log10, radians, sin
from typing import TYPE_CHECKING, TypedDict, Unpack

from wordfleet_print.press.ink.fonts import FOLDER, Face, cap_height, text_width
from wordfleet_print.press.ink.ink import BLACK, WHITE, Pen, Run, pieces
from wordfleet_print.press.ink.paper import MM, Picture, Point, Rect

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

INK = "currentColor"
PAPER = "var(--paper, #fff)"
TINT = "var(--tint, #e0e0e0)"
"""12 % black, as on the tracker. The page may set its own `--paper` and `--tint`."""

FAMILIES = {
    Face.MEDIUM: ("Fira Sans Condensed,Arial Narrow,sans-serif", 500),
    Face.SEMIBOLD: ("Fira Sans Condensed,Arial Narrow,sans-serif", 700),
    Face.BOLD: ("Fira Sans Condensed,Arial Narrow,sans-serif", 700),
    Face.STENCIL: ("Saira Stencil,Stencil,sans-serif", 700),
    Face.STENCIL_HEAVY: ("Saira Stencil,Stencil,sans-serif", 700),
    Face.MONO: ("JetBrains Mono,monospace", 700),
}
"""Each face's families on a page, and its weight there."""
LETTERING = {
    "font-family": FAMILIES[Face.BOLD][0],
    "font-weight": str(FAMILIES[Face.BOLD][1]),
    "text-anchor": "middle",
    "fill": INK,
}
"""What a picture's letters have in common, unless one says otherwise: every attribute is 20 bytes a letter."""

GRAIN = 4
"""The font's units that outlines are rounded to: a thousandth of what a screen shows of small type."""
_FRACTION = re.compile(r"-?\d+\.\d+")
_NAMES = "abcdefghijklmnopqrstuvwxyz"


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


def attributes(values: Mapping[str, object]) -> str:
    """Attributes as they stand in a tag, but for those that are None."""
    return "".join(
        f' {name}="{escape(number(value) if isinstance(value, int | float) else str(value))}"'
        for name, value in values.items()
        if value is not None
    )


@dataclass(frozen=True, slots=True)
class SvgCanvas:
    """A picture in the making, in units of its own; elements paint over those before them."""

    elements: list[str] = field(default_factory=list)

    def rect(self, box: Rect, *, line: float = 1, radius: float = 0, **paint: Unpack[Paint]) -> None:
        """A rectangle, its corners rounded by `radius`."""
        places = {"x": box.x, "y": box.y, "width": box.w, "height": box.h, "rx": radius or None}
        self._add("rect", places, line, **paint)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, line: float = 1, dashes: str = "", stroke: str = INK
    ) -> None:
        """A straight line of `line` units; `dashes` as in `stroke-dasharray`."""
        self._add("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, line, stroke=stroke, dashes=dashes)

    def circle(self, x: float, y: float, radius: float, *, line: float = 1.5, **paint: Unpack[Paint]) -> None:
        """A circle or, filled, a disc."""
        self._add("circle", {"cx": x, "cy": y, "r": radius}, line, **paint)

    def path(self, steps: str, *, line: float = 1.5, **paint: Unpack[Paint]) -> None:
        """A path whose steps are in this picture's units."""
        joined = "round" if "stroke" in paint else None
        self._add("path", {"d": steps, "stroke-linejoin": joined}, line, **paint)

    def shape(self, steps: str, place: tuple[float, float, float], line: float = 0, **paint: Unpack[Paint]) -> None:
        """A path drawn elsewhere (even-odd): `place` is where its origin goes and its scale; `line` is as seen."""
        x, y, scale = place
        turn = f"translate({number(x)} {number(y)}) scale({scale:.4g})"
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
        face: Face = Face.MEDIUM,
        *,
        anchor: str = "middle",
        fill: str = INK,
    ) -> None:
        """Words whose capitals are centred on `y`; `x` is their start, middle or end."""
        family, weight = FAMILIES[face]
        look = {"font-family": family, "font-weight": str(weight), "text-anchor": anchor, "fill": fill}
        said: dict[str, object] = {"x": x, "y": y + cap_height(face, 1) * size * MM / 2, "font-size": size}
        said |= {name: value for name, value in look.items() if LETTERING[name] != value}
        self.elements.append(f"<text{attributes(said)}>{escape(words)}</text>")

    def _add(self, tag: str, places: Mapping[str, object], line: float, **paint: Unpack[Paint]) -> None:
        stroke = paint.get("stroke")
        ink = {
            "stroke-dasharray": paint.get("dashes") or None,
            "fill": paint.get("fill", None if tag == "line" else "none"),
            "stroke": stroke,
            "stroke-width": line if stroke and line != 1 else None,  # as SVG has it
        }
        self.elements.append(f"<{tag}{attributes({**places, **ink})}/>")


class FigurePen(Pen):
    """Draws on a picture of so many units to the millimetre, in its page's colours, with its page's type."""

    def __init__(self, drawn: SvgCanvas, unit: float) -> None:
        self._drawn = drawn
        self._unit = unit
        self._dashes = ""

    def _color(self, gray: float) -> str:
        return INK if gray == BLACK else PAPER if gray == WHITE else TINT

    def _scaled(self, rect: Rect) -> Rect:
        return Rect(*(side * self._unit for side in (rect.x, rect.y, rect.w, rect.h)))

    def _thick(self, width: float) -> float:
        """A line's thickness (pt) in the picture's units."""
        return width / MM * self._unit

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        """A straight line, `width` pt."""
        unit, color = self._unit, self._color(BLACK)
        self._drawn.line(x1 * unit, y1 * unit, x2 * unit, y2 * unit, self._thick(width), self._dashes, color)

    def polygon(self, points: Sequence[Point], width: float = 0, gray: float = BLACK) -> None:
        """A closed outline, `width` pt; filled without a width."""
        steps = f"M{'L'.join(point(x * self._unit, y * self._unit) for x, y in points)}z"
        self._drawn.path(steps, line=self._thick(width), **self._paint(width, gray))

    def _paint(self, width: float, gray: float) -> Paint:
        if width:
            return {"stroke": self._color(gray), "dashes": self._dashes}
        return {"fill": self._color(gray)}

    def arc(self, x: float, y: float, radius: float, span: tuple[float, float], width: float) -> None:
        """A part of a circle's outline, at most half of it, `width` pt."""
        ends = [(x + radius * cos(radians(turn)), y - radius * sin(radians(turn))) for turn in span]
        start, end = (point(x * self._unit, y * self._unit) for x, y in ends)
        r = number(radius * self._unit)
        self._drawn.path(f"M{start}A{r} {r} 0 0 0 {end}", line=self._thick(width), **self._paint(width, BLACK))

    def frame(self, rect: Rect, width: float, radius: float = 0) -> None:
        """An outline, `width` pt, with round corners of `radius` mm."""
        paint = self._paint(width, BLACK)
        self._drawn.rect(self._scaled(rect), line=self._thick(width), radius=radius * self._unit, **paint)

    def fill(self, rect: Rect, gray: float = BLACK) -> None:
        """A filled rectangle."""
        self._drawn.rect(self._scaled(rect), fill=self._color(gray))

    def fill_together(self, rects: Iterable[Rect]) -> None:
        """Filled rectangles as one path."""
        parts = (f"M{point(r.x, r.y)}h{number(r.w)}v{number(r.h)}h{number(-r.w)}z" for r in map(self._scaled, rects))
        self._drawn.path("".join(parts), fill=self._color(BLACK))

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle's outline, `width` pt."""
        at = [measure * self._unit for measure in (x, y, radius)]
        self._drawn.circle(*at, line=self._thick(width), **self._paint(width, BLACK))

    def disc(self, x: float, y: float, radius: float, gray: float = BLACK) -> None:
        """A filled circle."""
        self._drawn.circle(x * self._unit, y * self._unit, radius * self._unit, fill=self._color(gray))

    @contextmanager
    def dashes(self, *lengths: float) -> Iterator[None]:
        """Lines drawn inside are dashed: lengths of dash and gap (mm)."""
        self._dashes = " ".join(number(length * self._unit) for length in lengths)
        yield
        self._dashes = ""

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """What is drawn inside is turned about that point, anticlockwise."""
        about = f"{number(-degrees)} {number(x * self._unit)} {number(y * self._unit)}"
        self._drawn.elements.append(f'<g transform="rotate({about})">')
        yield
        self._drawn.elements.append("</g>")

    def text(self, run: Run, gray: float = BLACK, tracking: float = 0) -> None:  # noqa: ARG002 - the page's own
        """A run of type; letterspacing is left to the page."""
        size, width = self._thick(run.size), text_width(run.text, run.face, run.size)
        x, y = (run.x + width / 2) * self._unit, (run.y - cap_height(run.face, 1) * run.size / 2) * self._unit
        self._drawn.text(x, y, run.text, size, run.face, fill=self._color(gray))

    def text_outline(self, run: Run, width: float) -> None:  # noqa: ARG002 - a page's type has none
        """The same, solid."""
        self.text(run)

    def text_unseen(self, run: Run) -> None:
        """Nothing: it leaves no ink."""

    def picture(self, picture: Picture, place: Rect, ink: float = BLACK, paper: float = WHITE, line: float = 0) -> None:
        """A picture, as `Pen` draws it."""
        at = picture.fitted(self._scaled(place))
        for steps, *grays, thick in picture.outlines:
            shades = [gray if gray is None else {BLACK: ink, WHITE: paper}.get(gray, gray) for gray in grays]
            paint: Paint = {}
            if shades[0] is not None:
                paint["fill"] = self._color(shades[0])
            if shades[1] is not None:
                paint["stroke"] = self._color(shades[1])
            self._drawn.shape(self._as_fine(steps, at[2]), at, self._thick(line) if line else thick * at[2], **paint)

    def picture_outline(self, picture: Picture, place: Rect, width: float) -> None:
        """What the same picture fills, in outline, `width` pt."""
        for outline in picture.outlines:
            if outline.fill is not None:
                stroke = self._color(BLACK)
                at = picture.fitted(self._scaled(place))
                self._drawn.shape(self._as_fine(outline.steps, at[2]), at, self._thick(width), stroke=stroke)

    def _as_fine(self, steps: str, scale: float) -> str:  # noqa: ARG002 - as fine as they are
        return steps


class SvgPen(FigurePen):
    """Draws in millimetres and grays, type as outlines: what it draws needs no font, style or script. `document` puts
    it together. Each glyph's outline is written once, whatever its size, and used by its name.
    """

    def __init__(self) -> None:
        super().__init__(SvgCanvas(), 1)
        self._glyphs: dict[tuple[Face, str], str] = {}
        self._outlines: list[str] = []

    def document(self, width: float, height: float) -> str:
        """A picture of the page's upper left `width` by `height` mm. Source: SVG 1.1."""
        view = f"{number(width)} {number(height)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {view}">'
            f"<defs>{''.join(self._outlines)}</defs>{''.join(self._drawn.elements)}</svg>"
        )

    def _as_fine(self, steps: str, scale: float) -> str:
        """As fine as a tenth of a millimetre, of which a picture's unit is a `scale`."""
        places = max(0, ceil(log10(scale / 0.11)))
        return _FRACTION.sub(lambda found: number(round(float(found[0]), places)), steps)

    def _color(self, gray: float) -> str:
        level = f"{round(gray * 255):02x}"
        return f"#{level * 3}"

    def text(self, run: Run, gray: float = BLACK, tracking: float = 0) -> None:
        """A run of type, letterspaced by `tracking` pt."""
        self._set(run, tracking, {"fill": None if gray == BLACK else self._color(gray)})

    def text_outline(self, run: Run, width: float) -> None:
        """A run of type in outline, `width` pt."""
        thick = width * _units(run.face) / GRAIN / run.size
        self._set(run, 0, {"fill": "none", "stroke": "#000", "stroke-width": thick})

    def _set(self, run: Run, tracking: float, look: Mapping[str, object]) -> None:
        """Glyphs side by side, in the units of their font: scaled once for all of them."""
        units = _units(run.face) / GRAIN
        for piece in pieces(run):
            scale = f"{run.size / MM / units:.5f}".lstrip("0")
            placed = f"matrix({scale} 0 0 -{scale} {number(piece.x)} {number(piece.y)})"
            self._drawn.elements.append(f'<g transform="{placed}"{attributes(look)}>')
            across = 0.0
            for char in piece.text:
                outline, advance = _glyph(run.face, char)
                if outline:
                    place = f' x="{round(across)}"' if across else ""
                    self._drawn.elements.append(f'<use href="#{self._name(run.face, char, outline)}"{place}/>')
                across += advance / GRAIN + tracking * units / run.size
            self._drawn.elements.append("</g>")

    def _name(self, face: Face, char: str, outline: str) -> str:
        known = self._glyphs.get((face, char))
        if known is None:
            number = len(self._glyphs)
            known = self._glyphs[face, char] = f"{_NAMES[number % 26]}{number // 26 or ''}"
            self._outlines.append(f'<path id="{known}" d="{outline}"/>')
        return known


@cache
def _tables(face: Face) -> TTFont:
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO((FOLDER / f"{face.value}.ttf").read_bytes()), lazy=True)  # no file stays open


@cache
def _units(face: Face) -> int:
    return int(_tables(face)["head"].unitsPerEm)


@cache
def _glyph(face: Face, char: str) -> tuple[str, float]:
    """A character's outline in `GRAIN`s of its font's units, y upwards, each step from the point before it; and its
    advance in units.
    """
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    tables = _tables(face)
    glyphs, name = tables.getGlyphSet(), tables.getBestCmap()[ord(char)]
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    told, at, start = list[str](), (0, 0), (0, 0)
    for step, points in pen.value:
        for letter, ends in _steps(step, [(round(x / GRAIN), round(y / GRAIN)) for x, y in points]):
            told.append(letter + " ".join(f"{x - at[0]} {y - at[1]}" for x, y in ends))
            at = ends[-1] if ends else start
            start = at if letter == "m" else start
    return "".join(told).replace(" -", "-"), float(glyphs[name].width)


def _steps(step: str, points: list[tuple[int, int]]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """A TrueType step as those of SVG: its curves have points on them only where they end, or half-way between two."""
    match step:
        case "moveTo":
            yield "m", points
        case "lineTo":
            yield "l", points
        case "qCurveTo":
            *off, end = points
            for one, other in pairwise(off):
                yield "q", [one, ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)]
            yield "q", [off[-1], end]
        case _:
            yield "z", []
