"""Figures as pixels: what `Canvas` has drawn, painted by Pillow. It knows what `Canvas` writes, and no other SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from wordfleet_print import press
from wordfleet_print.rulebook.figures.canvas import INK, LETTERING, PAPER, TINT, WebFace

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FINER = 3
"""How much finer it is painted than seen, so that edges are smooth."""
STEPS = 12
"""Straight lines in place of a curve."""
FOLDER = Path(str(press.__file__)).parent / "fonts"
FILES = {
    WebFace.TEXT: "FiraSansCondensed-Medium.ttf",
    WebFace.STRONG: "FiraSansCondensed-Bold.ttf",
    WebFace.STENCIL: "SairaStencil-Bold.ttf",
    WebFace.MONO: "JetBrainsMono-Bold.ttf",
}
"""The press's fonts, by the face of the page that they are."""
COLORS = {INK: "#14263a", PAPER: "#fffdf8", TINT: "#dfe1e0"}
"""What figures are painted in: the site's own colors."""
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}

RasterPoint = tuple[float, float]
Attributes = Mapping[str, str]


@cache
def pixel_font(face: WebFace, size: int) -> FreeTypeFont:
    """A face at a size (pixels): kerned by its own table alone, which needs no library that a machine may lack."""
    from PIL import ImageFont

    return ImageFont.truetype(FOLDER / FILES[face], size, layout_engine=ImageFont.Layout.BASIC)


def rasterised(svg: str, width: int, colors: Mapping[str, str]) -> Image:
    """A picture that `Canvas` has drawn, `width` pixels broad.

    `colors` are those of `INK`, `PAPER` (the ground, too) and `TINT`, as `#rrggbb`. Raises nothing for what `Canvas`
    writes. Source: SVG 1.1, as far as `Canvas` uses it.
    """
    from PIL import Image, ImageDraw

    # `Canvas` has written it, which escapes all text: no DTD and no entity of anybody's can be in it.
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own picture, drawn a moment ago
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    scale = width * FINER / wide
    picture = Image.new("RGB", (width * FINER, ceil(high * scale / FINER) * FINER), colors[PAPER])
    painter = _Painter(ImageDraw.Draw(picture), scale, colors)
    for element in root:
        painter.paint(element.tag.rpartition("}")[2], element.attrib, element.text or "")
    return picture.reduce(FINER)


@dataclass(frozen=True, slots=True)
class _Painter:
    """Paints elements: `scale` pixels a unit of the picture."""

    draw: ImageDraw
    scale: float
    colors: Mapping[str, str]

    def paint(self, tag: str, facts: Attributes, words: str) -> None:
        """An element; title and description are none that can be seen."""
        match tag:
            case "rect":
                self._rect(facts)
            case "circle":
                x, y, r = (float(facts[name]) * self.scale for name in ("cx", "cy", "r"))
                self.draw.ellipse((x - r, y - r, x + r, y + r), self._color(facts, "fill"), **self._outline(facts))
            case "line":
                ends = [(float(facts[f"x{n}"]) * self.scale, float(facts[f"y{n}"]) * self.scale) for n in (1, 2)]
                self.draw.line(ends, self._color(facts, "stroke"), self._thick(facts))
            case "path":
                self._path(facts)
            case "text":
                self._text(facts, words)

    def _rect(self, facts: Attributes) -> None:
        x, y, w, h = (float(facts[name]) * self.scale for name in ("x", "y", "width", "height"))
        radius = float(facts.get("rx", 0)) * self.scale
        half = self._thick(facts) / 2 if "stroke" in facts else 0
        box = (x - half, y - half, x + w + half, y + h + half)  # Pillow draws an outline inside its box
        self.draw.rounded_rectangle(box, radius, self._color(facts, "fill"), **self._outline(facts))

    def _path(self, facts: Attributes) -> None:
        outlines = [[self._placed(facts, point) for point in outline] for outline in _outlines(facts["d"])]
        if fill := self._color(facts, "fill"):
            self._fill(outlines, fill)
        if stroke := self._color(facts, "stroke"):
            for outline in outlines:
                self.draw.line(outline, stroke, self._thick(facts), joint="curve")

    def _fill(self, outlines: Sequence[Sequence[RasterPoint]], fill: str) -> None:
        """Even and odd: what lies within two outlines lies outside."""
        from PIL import Image, ImageChops, ImageDraw

        points = [point for outline in outlines for point in outline]
        left, top = (int(min(point[axis] for point in points)) for axis in (0, 1))
        size = tuple(int(max(point[axis] for point in points)) + 2 - (left, top)[axis] for axis in (0, 1))
        mask = Image.new("1", (size[0], size[1]))
        for outline in outlines:
            one = Image.new("1", mask.size)
            ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in outline], fill=1)
            mask = ImageChops.logical_xor(mask, one)
        self.draw.bitmap((left, top), mask, fill)

    def _text(self, own: Attributes, words: str) -> None:
        facts = {**LETTERING, **own}
        face = next(
            face
            for face in WebFace
            if (face.families, str(face.weight)) == (facts["font-family"], facts["font-weight"])
        )
        font = pixel_font(face, round(float(facts["font-size"]) * self.scale))
        place = float(facts["x"]) * self.scale, float(facts["y"]) * self.scale
        anchor = _ANCHORS[facts["text-anchor"]]
        self.draw.text(place, words, self._color(facts, "fill"), font, anchor)

    def _placed(self, facts: Attributes, at: RasterPoint) -> RasterPoint:
        """A point of a path in pixels, after its `translate(…) scale(…)`."""
        turn = facts.get("transform", "translate(0 0) scale(1 1)").replace("(", " ").replace(")", "").split()
        (dx, dy), (sx, sy) = map(float, turn[1:3]), map(float, turn[4:6])
        return (dx + at[0] * sx) * self.scale, (dy + at[1] * sy) * self.scale

    def _color(self, facts: Attributes, name: str) -> str | None:
        color = facts.get(name, "none")
        return None if color == "none" else self.colors.get(color, color)

    def _thick(self, facts: Attributes) -> int:
        own = facts.get("transform", "scale(1 1").rpartition("(")[2].rstrip(")").split()[1]
        return max(1, round(float(facts.get("stroke-width", 1)) * float(own) * self.scale))

    def _outline(self, facts: Attributes) -> dict[str, Any]:
        color = self._color(facts, "stroke")
        return {"outline": color, "width": self._thick(facts)} if color else {}


def _outlines(steps: str) -> Iterator[list[RasterPoint]]:
    """The outlines of a path, as points with straight lines between them; a closed one ends where it starts."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    parse_path(steps, pen)
    points: list[RasterPoint] = []
    for step, ends in pen.value:
        if step == "moveTo":
            points = [ends[0]]
        elif step == "lineTo":
            points.append(ends[0])
        elif step in {"curveTo", "qCurveTo"}:
            points += _curve(points[-1], ends)
        else:
            yield [*points, points[0]] if step == "closePath" else points


def _curve(start: RasterPoint, ends: Sequence[RasterPoint]) -> Iterator[RasterPoint]:
    """Points of a curve of Bézier's, of whatever degree, by de Casteljau's construction."""
    for step in range(1, STEPS + 1):
        t, points = step / STEPS, [start, *ends]
        while len(points) > 1:
            points = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(points)]
        yield points[0]
