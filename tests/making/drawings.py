"""Drawings as they are read: SVG taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

import pytest

from wordfleet_print.games import Edition, Rulebook, load_rules, rules_slugs
from wordfleet_print.games.edition import Variation
from wordfleet_print.press.ink.fonts import text_advance
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.svg_pen import FAMILIES, LETTERING
from wordfleet_print.rulebook.figures import FIGURES, figure

INK, PAPER, TINT = "currentColor", "var(--paper, #fff)", "var(--tint, #e0e0e0)"
CAPITALS = 0.35
"""Half as high as capitals are (ems): how far above its baseline the middle of a text is."""


@dataclass(frozen=True)
class Shape:
    """Something drawn, by what it looks like: its middle, its larger side, its words or its path."""

    kind: str
    x: float
    y: float
    side: float = 0
    said: str = ""
    thick: float = 0


class Scene:
    """A picture as shapes with places, read from its SVG alone."""

    def __init__(self, svg: str) -> None:
        self.picture = Picture(svg)
        self.shapes = [*self._read()]
        self.heads = [*self._arrowheads()]

    def _read(self) -> Iterator[Shape]:
        for e in self.picture.elements:
            fill, thick = e.attributes.get("fill"), float(e.attributes.get("stroke-width", 1))
            if e.tag == "circle":
                kind = {INK: "disc", "none": "ring", PAPER: "light", TINT: "gray"}.get(fill or "", str(fill))
                kind += " dashed" * ("stroke-dasharray" in e.attributes)
                yield Shape(kind, e["cx"], e["cy"], 2 * e["r"], thick=thick)
            elif e.tag == "rect":
                kind = {"none": "frame", PAPER: "box", TINT: "tint"}.get(fill or "", "block")
                w, h = e["width"], e["height"]
                yield Shape(kind, e["x"] + w / 2, e["y"] + h / 2, max(w, h), thick=thick)
            elif e.tag == "line":
                across, down = e["x2"] - e["x1"], e["y2"] - e["y1"]
                kind = "level" if not across or not down else "rising" if across * down < 0 else "falling"
                yield Shape(kind, e["x1"] + across / 2, e["y1"] + down / 2, max(abs(across), abs(down)), thick=thick)
            elif e.tag == "text":
                yield Shape("text", e["x"], e["y"] - CAPITALS * e["font-size"], said=e.text)
            elif "transform" in e.attributes:
                x, y, scale = map(float, re.findall(r"-?[\d.]+", e.attributes["transform"])[:3])
                yield Shape(f"glyph {fill}", x + 22.5 * scale, y + 22.5 * scale, 45 * scale, e.attributes["d"])

    def _arrowheads(self) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
        """Of each solid arrowhead the tip, and the middle of its back."""
        for e in self.picture.all("path", fill=INK):
            points = [float(n) for n in re.findall(r"-?[\d.]+", e.attributes["d"])]
            if re.fullmatch(r"M[^LM]+L[^LM]+L[^LM]+ Z", e.attributes["d"]):
                x, y, *back = points
                yield (x, y), ((back[0] + back[2]) / 2, (back[1] + back[3]) / 2)

    def within(self, x: float, y: float, reach: float, largest: float = 0) -> list[Shape]:
        """The shapes whose middle lies so near a place across and down, and that are no larger than twice that."""
        near = (one for one in self.shapes if abs(one.x - x) < reach and abs(one.y - y) < reach)
        return [one for one in near if one.side <= (largest or 2 * reach) + 0.1]

    def mark(self, x: float, y: float, cell: float) -> tuple[list[str], str]:
        """What is marked in a square: shapes in alphabetical order, and what is written."""
        found = self.within(x, y, cell / 2)
        traced = [one.kind for one in found if one.kind == "frame" and one.side < 0.95 * cell]  # inside the square
        kinds = sorted(one.kind for one in found if one.kind not in ("text", "box", "frame", "tint")) + traced
        return kinds, "".join(one.said for one in found if one.kind == "text")

    def said(self, words: str) -> Shape:
        """The text of these words, of which there is one."""
        (found,) = [one for one in self.shapes if one.said == words]
        return found

    def squares(self, left: float = 0, right: float = 1e9) -> dict[str, tuple[float, float]]:
        """The middles of a grid's squares by their names: where the letter over or under one and the number beside it
        lead. It stands between these two.
        """
        texts = [one for one in self.shapes if one.kind == "text" and left - 21 < one.x < right]
        letters = [one for one in texts if re.fullmatch("[A-Za-z]", one.said)]
        beside = [one for one in texts if one.said.isdecimal()]
        first = min(one.x for one in beside)
        rows = {one.said: one.y for one in beside if one.x - first < 1}
        axis = min((one.y for one in letters if one.said.isupper()), default=max(one.y for one in letters))
        columns = {one.said: one.x for one in letters if abs(one.y - axis) < 0.5}
        return {f"{column}{row}": (x, y) for column, x in columns.items() for row, y in rows.items()}


@dataclass
class Element:
    """An element of a picture: its name, attributes, and the text directly in it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""

    def __getitem__(self, name: str) -> float:
        return float(self.attributes[name])


@dataclass
class Picture:
    """A picture as a parser of XML reads it; refuses what is not well-formed."""

    svg: str
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        parser, open_elements = expat.ParserCreate(), []

        def start(tag: str, attributes: dict[str, str]) -> None:
            self.elements.append(Element(tag, attributes))
            open_elements.append(self.elements[-1])

        def data(text: str) -> None:
            open_elements[-1].text += text

        parser.StartElementHandler = start
        parser.EndElementHandler = lambda _tag: open_elements.pop()
        parser.CharacterDataHandler = data
        parser.Parse(self.svg, True)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """The elements of a name with these attributes."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [e for e in self.elements if e.tag == tag and wanted.items() <= e.attributes.items()]

    @property
    def words(self) -> list[str]:
        """What is written in it."""
        return [e.text for e in self.all("text")]

    @property
    def description(self) -> str:
        """What is told of it to those who do not see it."""
        return self.all("desc")[0].text


def words_box(e: Element) -> Rect:
    """Where words of a figure stand: their breadth, and the height of capitals."""
    faces = {names: face for face, names in FAMILIES.items()}
    look = LETTERING | e.attributes
    face, size = faces[look["font-family"], int(look["font-weight"])], e["font-size"]
    wide, high = text_advance(e.text, face) * size / 1000, 2 * CAPITALS * size
    return Rect(e["x"] - wide * {"start": 0, "middle": 0.5, "end": 1}[look["text-anchor"]], e["y"] - high, wide, high)


def _edition(**changes: object) -> Edition:
    return load_rules("word-fleet").edition.model_copy(update=changes)


def _with_area(side: int) -> Edition:
    return _edition(variations=(Variation(kind="sonar", name="Sonar Ping", area=side),))


def _drawn(book: Rulebook) -> dict[str, str]:
    """All figures of a book: those of variations it lacks are left out."""
    pictures = {}
    for name in FIGURES[book.game]:
        if name in {"sonar", "area"} and isinstance(book, Edition) and not any(v.area for v in book.variations):
            continue
        pictures[name] = figure(book, name)
    return pictures


BOOKS = [load_rules(slug).book for slug in rules_slugs()]
ALL = [
    pytest.param(book, name, svg, id=f"{book.slug}-{name}")
    for book in (*BOOKS, _with_area(3))
    for name, svg in _drawn(book).items()
]
