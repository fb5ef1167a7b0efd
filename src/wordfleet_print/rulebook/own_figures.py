"""Figures of a designer: SVGs in `figures/` next to the rules, filled with facts like ours.

A figure is put into the page itself, so that it has the page's letters, and its colors in the dark.
Only shapes and words get in: what else an SVG can hold is refused or left behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.sax.saxutils import quoteattr

from wordfleet_print import files
from wordfleet_print.games.labels import Labels
from wordfleet_print.rulebook.fill_facts import PLACEHOLDER, FactError, Facts, write_fact
from wordfleet_print.rulebook.picture_files import PictureError, measure_view, parse_svg

MOST_BYTES = 500_000
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
_SHAPES = (
    "circle clipPath defs desc ellipse g line linearGradient marker path polygon polyline "
    "radialGradient rect stop svg symbol text title tspan use"
)
# Elements that a figure can have.
SHAPES = frozenset(_SHAPES.split())
# What drawing programs write for themselves.
LEFT_BEHIND = frozenset(["metadata"])
_GEOMETRY = (
    "class clipPathUnits cx cy d dx dy gradientTransform gradientUnits height id markerHeight "
    "markerUnits markerWidth offset orient points preserveAspectRatio r refX refY rx ry "
    "textLength transform viewBox width x x1 x2 y y1 y2"
)
_LOOKS = (
    "clip-path clip-rule display dominant-baseline fill fill-opacity fill-rule font-family "
    "font-size font-style font-weight letter-spacing marker-end marker-mid marker-start opacity "
    "overflow stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap "
    "stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor visibility"
)
# Attributes that elements can have; the looks can be in `style`, too.
LOOKS = frozenset(_LOOKS.split())
ATTRIBUTES = LOOKS | frozenset(_GEOMETRY.split())
# The families that a book has inside; no font of the system is named.
FAMILIES = ("Fira Sans Condensed", "Saira Stencil", "JetBrains Mono")
ROOT = {
    "xmlns": SVG[1:-1],
    "role": "img",
    "font-family": FAMILIES[0],
    "font-weight": "500",
}
# url(#border)
_OWN_ADDRESS = re.compile(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)")
# What looks like a place for a value: {{ … }} or {% … %}
_BRACES = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)


def find_figure(folder: Path, name: str) -> Path | None:
    """Return the file of a designer's figure below a folder of rules; None if there is no such
    file.
    """
    path = folder / "figures" / f"{name}.svg"
    return path if files.is_file(path) else None


def list_figures(folder: Path) -> list[str]:
    """Return the names of a designer's figures."""
    return sorted(path.stem for path in (folder / "figures").glob("*.svg"))


def draw_figure(path: Path, values: Facts, labels: Labels) -> str:
    """Return a designer's figure as SVG for the page itself, with its `{{ … }}` filled in.

    `values` are facts and colors by name. Raises `FactError` with everything that is wrong.
    """
    name = f"figures/{path.name}"
    try:
        svg = _fill_in_values(_read_svg(path, name), name, values, labels)
        root = parse_svg(svg, name)
        if root.get("viewBox") is None:
            raise PictureError(f'“{name}” has no viewBox; write one such as viewBox="0 0 245 100"')
        measure_view(root, name)  # refuses a view box without a size
    except PictureError as error:
        raise FactError(str(error)) from error
    cleaner = Cleaner(path.stem)
    clean_svg = "".join(cleaner.write(root))
    if cleaner.faults:
        raise FactError(f"{name} {'; '.join(dict.fromkeys(cleaner.faults))}")
    return clean_svg


def _read_svg(path: Path, name: str) -> str:
    """Return the text of a figure's file. Raises `PictureError`."""
    if not files.is_inside(path, path.parents[1]):
        raise PictureError(f"“{name}” leads out of the rules folder")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise PictureError(f"“{name}” is larger than {MOST_BYTES // 1000} kB")
    return content.decode("utf-8-sig", "replace")


def _fill_in_values(svg: str, name: str, values: Facts, labels: Labels) -> str:
    """Return a figure whose `{{ … }}` have their values. `name` is its file for messages.

    Raises `FactError` with every placeholder that names no fact or color, and its line.
    """
    faults: list[str] = []

    def write_value(braces: re.Match[str]) -> str:
        placeholder = PLACEHOLDER.fullmatch(braces[0])
        try:
            if not placeholder:
                raise FactError(f"“{braces[0]}” is no fact: figures name facts and colors, no more")
            in_words = placeholder["in_words"] is not None
            value = write_fact(values, placeholder["name"], in_words=in_words, labels=labels)
        except FactError as error:
            line = svg.count("\n", 0, braces.start()) + 1
            faults.append(f"{name}:{line}: {error}")
            return ""
        # Escaped for words and for attributes alike; `quoteattr` puts it between quotation marks.
        return quoteattr(value, {'"': "&quot;"})[1:-1]

    filled_svg = _BRACES.sub(write_value, svg)
    if faults:
        raise FactError("; ".join(faults))
    return filled_svg


@dataclass
class Cleaner:
    """Writes an SVG of shapes and words alone, and collects what is not allowed.

    Each `id` gets the figure's name: two figures of one page may both have a "border".
    """

    figure_name: str
    faults: list[str] = field(default_factory=list)
    """What an SVG has that no figure can have: “has <script>, which no figure can have”."""

    def write(self, element: ET.Element, *, is_root: bool = True) -> Iterator[str]:
        """Yield the SVG of an element and of what is in it, piece by piece.

        What drawing programs write for themselves is left out, such as `<sodipodi:namedview>`.
        """
        tag = str(element.tag)
        kind = tag.removeprefix(SVG)
        is_foreign = tag.startswith("{") and not tag.startswith(SVG)
        if kind in LEFT_BEHIND or is_foreign:
            return
        if kind not in SHAPES:
            advice = f"use it as a picture: ![What it shows](figures/{self.figure_name}.svg)"
            self.faults.append(f"has <{kind}>, which no figure can have; {advice}")
            return
        attributes = self._list_attributes(element)
        if is_root:
            attributes = {**ROOT, **attributes}
            # Without a size, it is as wide as the column that it is in.
            attributes.pop("width", None)
            attributes.pop("height", None)
        yield f"<{kind}"
        yield from (f" {name}={quoteattr(value)}" for name, value in attributes.items())
        yield f">{escape(element.text)}"
        for child in element:
            is_element = isinstance(child.tag, str)  # a comment has a function as its tag
            if is_element:
                yield from self.write(child, is_root=False)
            yield escape(child.tail)
        yield f"</{kind}>"

    def _list_attributes(self, element: ET.Element) -> dict[str, str]:
        """Return the allowed attributes of an element, with those inside its `style`."""
        written: dict[str, str] = {}
        for name, value in element.attrib.items():
            if name == "style":
                written |= read_style(value)
            elif name in ATTRIBUTES:
                written[name] = value
            elif name.removeprefix(XLINK) == "href":
                written["href"] = value
        allowed = {name: self._clean_value(name, value) for name, value in written.items()}
        return {name: value for name, value in allowed.items() if value is not None}

    def _clean_value(self, name: str, value: str) -> str | None:
        """Return the value of an attribute, its `#border` led to this figure's own `id`.

        Return None for one that is left out; an address outside of the figure is a fault.
        """
        if name == "id":
            return self._make_id(value)
        if name == "href":
            if not value.startswith("#"):
                self.faults.append(f"leads to {value[:40]}; everything must be in the figure")
                return None
            return f"#{self._make_id(value[1:])}"
        if name == "font-family":
            family = value.split(",", maxsplit=1)[0].strip(" '\"")
            return family if family in FAMILIES else None
        # A backslash could hide an address: CSS reads \75rl( as url(
        if "\\" in value or "url(" in _OWN_ADDRESS.sub("", value).lower():
            self.faults.append(f"leads to {value[:40]}; everything must be in the figure")
            return None
        return _OWN_ADDRESS.sub(lambda match: f"url(#{self._make_id(match[1])})", value)

    def _make_id(self, own_id: str) -> str:
        return f"figure-{self.figure_name}-{own_id}"


def read_style(style: str) -> dict[str, str]:
    """Return the allowed properties of a `style`: "fill: red; top: 1px" is {"fill": "red"}."""
    looks: dict[str, str] = {}
    for part in style.split(";"):
        name, _, value = part.partition(":")
        if name.strip() in LOOKS:
            looks[name.strip()] = value.strip()
    return looks


def escape(text: str | None) -> str:
    """Return words of an element as they are written in SVG."""
    return (text or "").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
