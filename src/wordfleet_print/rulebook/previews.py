"""What stands beside a shared link: title and cover, painted as a PNG."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from pydantic import Base64Bytes

from wordfleet_print import press
from wordfleet_print.game import Rulebook
from wordfleet_print.rulebook.downloads import PREVIEW, games_of
from wordfleet_print.rulebook.downloads import target as target_of
from wordfleet_print.rulebook.figures.canvas import INK, LETTERING, PAPER, TINT, WebFace
from wordfleet_print.rulebook.figures.opening import cover
from wordfleet_print.rulebook.figures.things import wrapped
from wordfleet_print.rulebook.rendering import RenderOrder
from wordfleet_print.rulebook.text.web_fonts import missing_characters
from wordfleet_print.wording import counted, listed

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


WIDTH, HEIGHT = 1200, 630
"""As wide as those who show links ask for (pixels)."""
SPLIT, WHITE = 560, 48
"""How wide the side with the words is, and the white around words and picture (pixels)."""
MOST_COVERS, BETWEEN = 3, 26
"""Covers on the card of a site, and the white between them (pixels)."""
GOLD = "#e8b45a"
SHADES = 32
"""Colors of the file."""
LINE, TITLE, SUBTITLE = (26, 16, 26), (96, 30, 290), (38, 20, 84)
"""Of a single line, of the title and of what stands below it: the largest letters, the smallest, and how high all of it
may be (pixels).
"""


LANDING = "index"
"""What the landing page is called, and the preview that stands for all pages beside the rulebooks."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A finished preview, a PNG."""

    content: Base64Bytes


@dataclass(frozen=True, slots=True)
class _Words:
    """What stands on a card, from the top down."""

    kicker: str
    title: str
    subtitle: str
    foot: str


def link_lines(url: str, slug: str, target: str) -> str:
    """What a page's head says of its own address and of the picture beside links to it, below the site's `url`: other
    sites can use whole addresses only, so it is nothing where the site has none.
    """
    if not url:
        return ""
    address, picture = escape(url + target), escape(url + target_of(slug, PREVIEW, ""))
    size = (("image", picture), ("image:type", "image/png"), ("image:width", WIDTH), ("image:height", HEIGHT))
    facts = (("url", address), *size, ("image:alt", "The title, and the picture on the cover."))
    return "".join(
        [
            f'\n<link rel="canonical" href="{address}">',
            *(f'\n<meta property="og:{name}" content="{value}">' for name, value in facts),
            '\n<meta name="twitter:card" content="summary_large_image">',
        ]
    )


def preview_order(slug: str, books: Mapping[str, Rulebook]) -> RenderOrder[Preview]:
    """The preview of a rulebook, or of the whole site, to be drawn."""
    if slug in books:
        return RenderOrder(partial(draw_preview, books[slug]))
    return RenderOrder(partial(draw_landing, [game.first for game in games_of(books.values())]))


def draw_preview(book: Rulebook) -> Preview:
    """The words of a cover beside its picture; the same bytes for the same front matter.

    Raises nothing; words of which no bundled font has all characters are left out. Source: the Open Graph protocol's
    `og:image`; the cover's picture is that of `figures.covers`.
    """
    edition = f" · {book.edition} edition" if book.edition else ""
    foot = " · ".join(filter(None, [f"For {book.who_plays}", book.printing]))
    return _drawn(_Words(f"Rulebook{edition}", book.title, book.subtitle, foot), [book])


def draw_landing(books: Sequence[Rulebook]) -> Preview:
    """The same for a site of these games, the first few covers one below the other. Raises nothing."""
    title = f"{counted(len(books), 'game')} to print and play"
    names = listed([book.title for book in books])
    return _drawn(_Words("Rules and print-outs", title, names, "To read on any screen, or at a table"), books)


def _drawn(words: _Words, books: Sequence[Rulebook]) -> Preview:
    from PIL import Image as Pictures
    from PIL import ImageDraw as Pens

    card = Pictures.new("RGB", (WIDTH, HEIGHT), COLORS[INK])
    card.paste(COLORS[PAPER], (SPLIT, 0, WIDTH, HEIGHT))
    pictures = _pictures([cover(book) for book in books[:MOST_COVERS]])
    top = (HEIGHT - sum(picture.height for picture in pictures) - BETWEEN * (len(pictures) - 1)) // 2
    for picture in pictures:
        card.paste(picture, (SPLIT + (WIDTH - SPLIT - picture.width) // 2, top))
        top += picture.height + BETWEEN
    draw = Pens.Draw(card)
    _write(draw, WHITE, words.kicker, WebFace.MONO, LINE, GOLD)
    title = words.title.upper()
    below = _write(draw, WHITE + 60, title, WebFace.STENCIL, TITLE, COLORS[PAPER])
    _write(draw, below + 30, words.subtitle, WebFace.STRONG, SUBTITLE, COLORS[PAPER])
    _write(draw, HEIGHT - WHITE - 30, words.foot, WebFace.STRONG, LINE, GOLD)
    written = io.BytesIO()
    card.quantize(SHADES).save(written, "PNG", optimize=True)
    return Preview(written.getvalue())


def _pictures(covers: Sequence[str]) -> list[Image]:
    """Covers' pictures, as large as their side of the card has room for, one below the other."""
    wide, high = WIDTH - SPLIT - 2 * WHITE, HEIGHT - 2 * WHITE - BETWEEN * (len(covers) - 1)
    pictures = [rasterised(svg, wide, COLORS) for svg in covers]
    needed = sum(picture.height for picture in pictures)
    return pictures if needed <= high else [rasterised(svg, wide * high // needed, COLORS) for svg in covers]


def _write(draw: ImageDraw, top: int, words: str, face: WebFace, sizes: tuple[int, int, int], fill: str) -> int:
    """Write words as large as fit: from the first size down to the second, no higher in all than the third.

    Returns where they end.
    """
    largest, smallest, high = sizes
    if missing_characters(set(words)):
        return top
    for size in range(largest, smallest - 1, -2):
        lines = wrapped(words, pixel_font(face, size).getlength, SPLIT - 2 * WHITE)
        if (
            len(lines) * size <= high
            and max(pixel_font(face, size).getlength(line) for line in lines) <= SPLIT - 2 * WHITE
        ):
            break
    font = pixel_font(face, size)
    kept = lines[: max(1, high // size)]
    for number, line in enumerate(kept):
        shown = next(line[:end] for end in range(len(line), -1, -1) if font.getlength(line[:end]) <= SPLIT - 2 * WHITE)
        draw.text((WHITE, top + number * size), shown, fill, font, "la")
    return top + len(kept) * size
