"""`Canvas`: what the figures are drawn on. Inline SVG with title and description, in the tracker's black and one tint.

All measures are the picture's own units: one is a CSS pixel (3/4 pt) at natural size. Colours are presentation
attributes, so a page's strict Content-Security-Policy has nothing to refuse; the page may set `--ink`, `--paper`
and `--tint`, and without them figures are black on white. Source: SVG 1.1; the look is the printed tracker's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from html import escape

from wordfleet_print.press.ink.geometry import Rect

INK = "currentColor"
PAPER = "var(--paper, #fff)"
TINT = "var(--tint, #e0e0e0)"
"""12 % black, as on the tracker."""
NOTHING = "none"

WIDTH = 340.0
"""A figure's usual width: on the narrowest phone it is shown at 85 per cent or more."""
SMALL, BODY, LABEL = 12.5, 14.0, 15.0
THIN, LINE, STRONG = 1.0, 1.5, 2.2
"""Squares; frames and midlines; what the eye should find first."""
ELLIPSIS = "…"


class WebFace(Enum):
    """A face of the page: its families, weight, cap height (in ems), and typical widths (ems) of letters."""

    TEXT = ("Fira Sans Condensed,Arial Narrow,sans-serif", 500, 0.69, 0.49, 0.54)
    STRONG = ("Fira Sans Condensed,Arial Narrow,sans-serif", 700, 0.69, 0.5, 0.55)
    STENCIL = ("Saira Stencil,Stencil,sans-serif", 700, 0.69, 0.6, 0.66)
    MONO = ("JetBrains Mono,monospace", 700, 0.73, 0.6, 0.6)

    @property
    def families(self) -> str:
        """The value of `font-family`."""
        return self.value[0]

    @property
    def weight(self) -> int:
        """The value of `font-weight`."""
        return self.value[1]

    @property
    def cap_height(self) -> float:
        """How tall capitals are (ems)."""
        return self.value[2]

    def width(self, text: str, size: float) -> float:
        """How wide the text is set at `size`, within a few per cent (units)."""
        _, _, _, small, capital = self.value
        if self is WebFace.MONO:
            return len(text) * small * size
        narrow, wide = set("ijlftrI.,:;'’|!()- "), set("mwMW@%—")
        ems = (
            small * 0.58 if char in narrow else small * 1.5 if char in wide else capital if char.isupper() else small
            for char in text
        )
        return sum(ems) * size


def number(value: float) -> str:
    """A measure as SVG writes it: two decimals at most, never a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True, slots=True)
class Canvas:
    """A picture in the making; elements paint over those before them."""

    elements: list[str] = field(default_factory=list)

    def rect(
        self, box: Rect, *, fill: str = NOTHING, stroke: str = NOTHING, line: float = THIN, radius: float = 0
    ) -> None:
        """A rectangle, its corners rounded by `radius`."""
        self._add(
            "rect",
            {"x": box.x, "y": box.y, "width": box.w, "height": box.h, "rx": radius or None},
            fill,
            stroke,
            line,
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, line: float = THIN, dashes: str = "") -> None:
        """A straight line of `line` units; `dashes` as in `stroke-dasharray`."""
        places: dict[str, object] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke-dasharray": dashes or None}
        self._add("line", places, NOTHING, INK, line)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str = NOTHING,
        stroke: str = NOTHING,
        line: float = LINE,
        dashes: str = "",
    ) -> None:
        """A circle or, filled, a disc."""
        places: dict[str, object] = {"cx": x, "cy": y, "r": radius, "stroke-dasharray": dashes or None}
        self._add("circle", places, fill, stroke, line)

    def path(
        self, steps: str, *, fill: str = NOTHING, stroke: str = NOTHING, line: float = LINE, dashes: str = ""
    ) -> None:
        """A path whose steps are in this picture's units."""
        joined = "round" if stroke != NOTHING else None
        self._add(
            "path", {"d": steps, "stroke-linejoin": joined, "stroke-dasharray": dashes or None}, fill, stroke, line
        )

    def shape(
        self,
        steps: str,
        place: tuple[float, float, float],
        *,
        fill: str = INK,
        stroke: str = NOTHING,
        line: float = 0,
        mirrored: bool = False,
    ) -> None:
        """A path drawn elsewhere (even-odd): `place` is where its origin goes and its scale; `line` is as seen."""
        x, y, scale = place
        turn = f"translate({number(x)} {number(y)}) scale({'-' if mirrored else ''}{scale:.4g} {scale:.4g})"
        places: dict[str, object] = {
            "d": steps,
            "fill-rule": "evenodd",
            "transform": turn,
            "stroke-linejoin": "round" if stroke != NOTHING else None,
        }
        self._add("path", places, fill, stroke, line / scale)

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
        attributes = {
            "x": number(x),
            "y": number(y + face.cap_height * size / 2),
            "font-family": face.families,
            "font-weight": str(face.weight),
            "font-size": number(size),
            "text-anchor": anchor if anchor != "start" else None,
            "fill": fill,
        }
        self.elements.append(f"<text{_attributes(attributes)}>{escape(words)}</text>")

    def fitted(
        self,
        box: Rect,
        words: str,
        size: float,
        face: WebFace = WebFace.TEXT,
        *,
        anchor: str = "start",
        smallest: float = SMALL,
    ) -> None:
        """One line of words in a box, centred down: shrunk to `smallest`, then cut with an ellipsis."""
        while size > smallest and face.width(words, size) > box.w:
            size = max(smallest, size - 0.5)
        kept = words
        while kept and face.width(kept if kept == words else kept + ELLIPSIS, size) > box.w:
            kept = kept[:-1].rstrip()
        x = {"start": box.x, "middle": box.centre_x, "end": box.right}[anchor]
        self.text(x, box.centre_y, kept if kept == words else kept + ELLIPSIS, size, face, anchor=anchor)

    def tab(self, x: float, y: float, words: str, *, solid: bool, room: float = WIDTH, size: float = LABEL) -> Rect:
        """A panel's tab, solid for what is public and outlined for secrets; its rectangle."""
        words = words.upper()
        while size > 9 and WebFace.STENCIL.width(words, size) + size > room:
            size -= 0.5
        box = Rect(x, y, min(room, WebFace.STENCIL.width(words, size) + size), size * 1.5)
        if solid:
            self.rect(box, fill=INK)
        else:
            self.rect(box.inset(LINE / 2), stroke=INK, line=LINE, radius=size * 0.4)
        self.text(box.centre_x, box.centre_y, words, size, WebFace.STENCIL, fill=PAPER if solid else INK)
        return box

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
        }
        lines = [
            f"<svg{_attributes(root)}>",
            f'<title id="figure-{name}-title">{escape(title)}</title>',
            f'<desc id="figure-{name}-desc">{escape(description)}</desc>',
            *self.elements,
            "</svg>",
        ]
        return "\n".join(lines)

    def _add(self, tag: str, places: dict[str, object], fill: str, stroke: str, line: float) -> None:
        paint = {
            "fill": fill,
            "stroke": stroke if stroke != NOTHING else None,
            "stroke-width": line if stroke != NOTHING else None,
        }
        self.elements.append(f"<{tag}{_attributes(places | paint)}/>")


def sentence(parts: Iterable[str]) -> str:
    """`one, two and three`."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _attributes(values: Mapping[str, object]) -> str:
    return "".join(
        f' {name}="{escape(number(value) if isinstance(value, int | float) else str(value))}"'
        for name, value in values.items()
        if value is not None
    )
