"""The pen for screens: the same ink as SVG, in millimetres, its type as outlines. It needs no font, style or script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING

from wordfleet_print.press.ink.fonts import FOLDER, Face
from wordfleet_print.press.ink.ink import BLACK, Pen, Run, pieces
from wordfleet_print.press.ink.paper import MM, Picture, Point, Rect

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

GRAIN = 4
"""The font's units that outlines are rounded to: a thousandth of what a screen shows of small type."""
_NAMES = "abcdefghijklmnopqrstuvwxyz"


class SvgPen(Pen):
    """Draws as `Pen` does, but keeps elements of SVG (1.1); `document` puts them together.

    Each glyph's outline is written once, whatever its size, and used by its name. What leaves no ink is left out.
    """

    def __init__(self) -> None:
        self._drawn: list[str] = []
        self._glyphs: dict[tuple[Face, str], str] = {}
        self._outlines: list[str] = []

    def document(self, width: float, height: float) -> str:
        """A picture of the page's upper left `width` by `height` mm. Source: SVG 1.1."""
        view = f"{_short(width)} {_short(height)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {view}">'
            f"<defs>{''.join(self._outlines)}</defs>{''.join(self._drawn)}</svg>"
        )

    def _draw(self, name: str, **attributes: object) -> None:
        told = "".join(f' {key.replace("_", "-")}="{_text(value)}"' for key, value in attributes.items())
        self._drawn.append(f"<{name}{told}/>")

    def _stroke(self, name: str, thickness: float, **attributes: object) -> None:
        self._draw(name, fill="none", stroke="#000", stroke_width=thickness / MM, **attributes)

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        """A straight line, `width` pt."""
        self._stroke("path", width, d=f"M{_short(x1)} {_short(y1)}L{_short(x2)} {_short(y2)}")

    def polygon(self, points: Sequence[Point], width: float = 0, gray: float = BLACK) -> None:
        """A closed outline, `width` pt; filled without a width."""
        steps = f"M{'L'.join(f'{_short(x)} {_short(y)}' for x, y in points)}z"
        if width:
            self._stroke("path", width, d=steps)
        else:
            self._draw("path", d=steps, **_inked(gray))

    def arc(self, x: float, y: float, radius: float, span: tuple[float, float], width: float) -> None:
        """A part of a circle's outline, at most half of it, `width` pt."""
        (a, b), (c, d) = ((x + radius * cos(radians(turn)), y - radius * sin(radians(turn))) for turn in span)
        r = _short(radius)
        self._stroke("path", width, d=f"M{_short(a)} {_short(b)}A{r} {r} 0 0 0 {_short(c)} {_short(d)}")

    def frame(self, rect: Rect, width: float, radius: float = 0) -> None:
        """An outline, `width` pt, with round corners of `radius` mm."""
        corners = {"rx": radius} if radius else {}
        self._stroke("rect", width, x=rect.x, y=rect.y, width=rect.w, height=rect.h, **corners)

    def fill(self, rect: Rect, gray: float = BLACK) -> None:
        """A filled rectangle."""
        self._draw("rect", x=rect.x, y=rect.y, width=rect.w, height=rect.h, **_inked(gray))

    def fill_together(self, rects: Iterable[Rect]) -> None:
        """Filled rectangles as one path."""
        parts = (f"M{_short(r.x)} {_short(r.y)}h{_short(r.w)}v{_short(r.h)}h{_short(-r.w)}z" for r in rects)
        self._draw("path", d="".join(parts))

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle's outline, `width` pt."""
        self._stroke("circle", width, cx=x, cy=y, r=radius)

    def disc(self, x: float, y: float, radius: float, gray: float = BLACK) -> None:
        """A filled circle."""
        self._draw("circle", cx=x, cy=y, r=radius, **_inked(gray))

    @contextmanager
    def dashes(self, *lengths: float) -> Iterator[None]:
        """Lines drawn inside are dashed: lengths of dash and gap (mm)."""
        self._drawn.append(f'<g stroke-dasharray="{" ".join(map(_short, lengths))}">')
        yield
        self._drawn.append("</g>")

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """What is drawn inside is turned about that point, anticlockwise."""
        self._drawn.append(f'<g transform="rotate({_short(-degrees)} {_short(x)} {_short(y)})">')
        yield
        self._drawn.append("</g>")

    def text(self, run: Run, gray: float = BLACK, tracking: float = 0) -> None:
        """A run of type, letterspaced by `tracking` pt."""
        self._set(run, tracking, **_inked(gray))

    def text_outline(self, run: Run, width: float) -> None:
        """A run of type in outline, `width` pt."""
        self._set(run, 0, fill="none", stroke="#000", stroke_width=width * _units(run.face) / GRAIN / run.size)

    def text_unseen(self, run: Run) -> None:
        """Nothing: it leaves no ink."""

    def _set(self, run: Run, tracking: float, **attributes: object) -> None:
        """Glyphs side by side, in the units of their font: scaled once for all of them."""
        units = _units(run.face) / GRAIN
        told = "".join(f' {key.replace("_", "-")}="{_text(value)}"' for key, value in attributes.items())
        for piece in pieces(run):
            scale = f"{run.size / MM / units:.5f}".lstrip("0")
            placed = f"matrix({scale} 0 0 -{scale} {_short(piece.x)} {_short(piece.y)})"
            self._drawn.append(f'<g transform="{placed}"{told}>')
            across = 0.0
            for char in piece.text:
                outline, advance = _glyph(run.face, char)
                if outline:
                    place = f' x="{round(across)}"' if across else ""
                    self._drawn.append(f'<use href="#{self._name(run.face, char, outline)}"{place}/>')
                across += advance / GRAIN + tracking * units / run.size
            self._drawn.append("</g>")

    def _name(self, face: Face, char: str, outline: str) -> str:
        known = self._glyphs.get((face, char))
        if known is None:
            number = len(self._glyphs)
            known = self._glyphs[face, char] = f"{_NAMES[number % 26]}{number // 26 or ''}"
            self._outlines.append(f'<path id="{known}" d="{outline}"/>')
        return known

    def picture(self, picture: Picture, place: Rect, gray: float = BLACK) -> None:
        """A picture (even-odd), scaled to stand on the bottom of `place` and to touch two of its sides."""
        self._draw("path", d=_traced(picture, place), fill_rule="evenodd", **_inked(gray))

    def picture_outline(self, picture: Picture, place: Rect, width: float) -> None:
        """The same picture in outline, `width` pt."""
        self._stroke("path", width, d=_traced(picture, place))


def _traced(picture: Picture, place: Rect) -> str:
    """A picture's outline in tenths of a millimetre, each step told from the point before it."""
    left, top, scale = picture.fitted(place)
    told, at, start = [], (0, 0), (0, 0)
    for step, points in picture.steps:
        tenths = [(round(10 * (left + x * scale)), round(10 * (top + y * scale))) for x, y in points]
        told.append(step.lower() + " ".join(f"{_tenth(x - at[0])} {_tenth(y - at[1])}" for x, y in tenths))
        at = tenths[-1] if tenths else start
        start = at if step == "M" else start
    return "".join(told).replace(" -", "-")


def _tenth(number: int) -> str:
    return f"{'-' if number < 0 else ''}{f'{abs(number) / 10:g}'.removeprefix('0') or '0'}"


def _inked(gray: float) -> dict[str, str]:
    level = f"{round(gray * 255):02x}"
    return {} if gray == BLACK else {"fill": f"#{level * 3}"}


def _short(number: float) -> str:
    """A measure (mm) to a hundredth, without zeros that say nothing."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _text(value: object) -> str:
    return _short(value) if isinstance(value, float) else str(value)


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
