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
from wordfleet_print.rulebook.fill_facts import VALUE, FactError, Facts, write_fact
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
_OWN_ADDRESS = re.compile(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)")
_PLACE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)


def find_figure(folder: Path, name: str) -> Path | None:
    """Return the file of a designer's figure; nothing if no file has that name."""
    path = folder / "figures" / f"{name}.svg"
    return path if files.is_file(path) else None


def list_figures(folder: Path) -> list[str]:
    """Return the names of a designer's figures."""
    return sorted(path.stem for path in (folder / "figures").glob("*.svg"))


def draw_figure(path: Path, names: Facts, labels: Labels) -> str:
    """Return a designer's figure as SVG for the page itself, filled with these facts and colors.

    Raises `FactError` with everything that is wrong with it.
    """
    name = f"figures/{path.name}"
    try:
        root = parse_svg(_fill(_read(path, name), name, names, labels), name)
        if root.get("viewBox") is None:
            raise PictureError(f'“{name}” has no viewBox; write one such as viewBox="0 0 245 100"')
        measure_view(root, name)
    except PictureError as error:
        raise FactError(str(error)) from error
    cleaner = Cleaner(path.stem)
    svg = "".join(cleaner.write(root))
    if cleaner.faults:
        raise FactError(f"{name} {'; '.join(dict.fromkeys(cleaner.faults))}")
    return svg


def _read(path: Path, name: str) -> str:
    """Return the text of a figure's file. Raises `PictureError`."""
    if not files.is_inside(path, path.parents[1]):
        raise PictureError(f"“{name}” leads out of the rules folder")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise PictureError(f"“{name}” is larger than {MOST_BYTES // 1000} kB")
    return content.decode("utf-8-sig", "replace")


def _fill(text: str, name: str, names: Facts, labels: Labels) -> str:
    """Return a figure with its facts. Raises `FactError` with every name that is no fact, by
    line.
    """
    faults: list[str] = []

    def fill(place: re.Match[str]) -> str:
        match = VALUE.fullmatch(place[0])
        try:
            if not match:
                raise FactError(f"“{place[0]}” is no fact: figures name facts and colors, no more")
            value = write_fact(
                names, match["name"], in_words=bool(match["in_words"]), labels=labels
            )
        except FactError as error:
            line = text.count("\n", 0, place.start()) + 1
            faults.append(f"{name}:{line}: {error}")
            return ""
        return quoteattr(value, {'"': "&quot;"})[1:-1]

    filled = _PLACE.sub(fill, text)
    if faults:
        raise FactError("; ".join(faults))
    return filled


@dataclass
class Cleaner:
    """Writes an SVG of shapes and words alone; its names are its own, as two figures may share
    one.
    """

    name: str
    faults: list[str] = field(default_factory=list)

    def write(self, element: ET.Element, *, is_root: bool = True) -> Iterator[str]:
        """Yield the SVG of an element that may stay, and of those in it."""
        tag = str(element.tag)
        kind = tag.removeprefix(SVG)
        if kind in LEFT_BEHIND or (tag.startswith("{") and not tag.startswith(SVG)):
            return
        if kind not in SHAPES:
            advice = f"use it as a picture: ![What it shows](figures/{self.name}.svg)"
            self.faults.append(f"has <{kind}>, which no figure can have; {advice}")
            return
        attributes = self._list_attributes(element)
        if is_root:
            attributes = {**ROOT, **attributes}
            # It is as wide as its place
            attributes.pop("width", None)
            attributes.pop("height", None)
        yield f"<{kind}"
        yield from (f" {name}={quoteattr(value)}" for name, value in attributes.items())
        yield f">{escape(element.text)}"
        for child in element:
            if isinstance(child.tag, str):  # a comment is none
                yield from self.write(child, is_root=False)
            yield escape(child.tail)
        yield f"</{kind}>"

    def _list_attributes(self, element: ET.Element) -> dict[str, str]:
        """Return the attributes that may stay; those of `style` are attributes, too."""
        listed: dict[str, str] = {}
        for name, value in element.attrib.items():
            if name == "style":
                listed |= read_style(value)
            elif name in ATTRIBUTES:
                listed[name] = value
            elif name.removeprefix(XLINK) == "href":
                listed["href"] = value
        return dict(filter(None, map(self._keep, listed.items())))

    def _keep(self, attribute: tuple[str, str]) -> tuple[str, str] | None:
        """Return an attribute with the figure's own names; nothing for one that leads elsewhere."""
        name, value = attribute
        if name == "id":
            return name, self._name(value)
        if name == "href":
            if not value.startswith("#"):
                self.faults.append(f"leads to {value[:40]}; everything must be in the figure")
                return None
            return name, f"#{self._name(value[1:])}"
        if name == "font-family":
            family = value.split(",")[0].strip(" '\"")
            return (name, family) if family in FAMILIES else None
        # CSS reads \75rl( as url(
        if "\\" in value or "url(" in _OWN_ADDRESS.sub("", value).lower():
            self.faults.append(f"leads to {value[:40]}; everything must be in the figure")
            return None
        return name, _OWN_ADDRESS.sub(lambda match: f"url(#{self._name(match[1])})", value)

    def _name(self, identity: str) -> str:
        return f"figure-{self.name}-{identity}"


def read_style(style: str) -> dict[str, str]:
    """Return what a `style` says of looks: `fill: red; font-size: 9px`."""
    looks: dict[str, str] = {}
    for part in style.split(";"):
        name, _, value = part.partition(":")
        if name.strip() in LOOKS:
            looks[name.strip()] = value.strip()
    return looks


def escape(text: str | None) -> str:
    """Return words of an element as they are written in SVG."""
    return (text or "").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
