"""What is written on kits: blocks of XML, set in lines, rows and columns by the solver that sets out sheets.

Blocks stand one below the other: `p`, `h` (a tab, with a `note`), `row` (its children side by side), `div` (one below
the other), `lines` to write on, `hr`, and `space`, which grows. In a paragraph stand words, `b`, `s` (stencil) and `m`
(mono) of a `size`; `gap`, `tab` to a place, `fill` and `rule`, which take what a line has left; and the marks of
`line_marks`. Sizes are points, all other measures millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.sax.saxutils import escape

from wordfleet_print.errors import BadInputError
from wordfleet_print.games.facts import Rulebook
from wordfleet_print.press.ink.fonts import Face, cap_height, heading_face, missing_glyphs, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, STANDARD, Pen, Run, Style
from wordfleet_print.press.ink.paper import MM, Paper, Part, Rect, least_of, stacked
from wordfleet_print.press.ink.parts import Tab, draw_dotted
from wordfleet_print.press.kit.line_marks import draw_line_mark, size_of_mark

SMALL, BODY, HEADING = 7.6, 8.6, 10.0
"""The smallest letters, those of text, and those of headings (pt)."""
BODIES = (BODY, 8.1, SMALL)
"""Text is set no smaller than it must be (pt)."""
LEADING = 1.22
"""From a line to the next, in sizes of its letters."""
LINE = 8.0
"""From one line to write on to the next (mm)."""
GAPS = {"h": 2.0, "p": 0.8, "row": 1.0, "div": 0.0, "lines": 3.0, "hr": 1.0, "space": 0.0}
"""What is left below each kind of block (mm)."""
STRETCHES = ("fill", "rule")
HAIR = 0.01

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_WORDS = re.compile(r"[ \n]+|[^ \n]+")


@dataclass(frozen=True)
class KitLook:
    """How a kit is printed: its paper, upright; with less ink; on both sides of the paper or on one."""

    paper: Paper
    eco: bool = False
    two_sided: bool = True

    @property
    def style(self) -> Style:
        """The weights of its lines and letters."""
        return STANDARD.eco() if self.eco else STANDARD

    @property
    def bold(self) -> Face:
        """The face of what stands out: a step lighter to save ink."""
        return self.style.strong


@dataclass(slots=True)
class SetItem:
    """Words of one face and size, or a mark: where it stands in its line, and how wide it is (mm)."""

    x: float
    w: float
    what: str | Element
    face: Face
    size: float


class SetLine(NamedTuple):
    """A line of a paragraph: what stands in it, how wide it would be by itself, how high it is (mm)."""

    items: list[SetItem]
    w: float
    h: float


def parsed(xml: str) -> Element:
    """Blocks and what holds them, from XML in which all that was filled in is escaped. Raises `BadInputError` for a
    character that XML has no place for.
    """
    try:
        return fromstring(xml)
    except ParseError as error:
        raise BadInputError(f"A kit's text has a character that cannot be printed: {error}.") from error


def paragraphs(text: str, size: float = BODY, align: str = "") -> list[Element]:
    """A text as blocks, one for each of its lines; `**bold**` is its only markup."""
    about = f'size="{size}" align="{align}" gap="0"'
    return [parsed(f"<p {about}>{emboldened(escape(line))}</p>") for line in text.split("\n")]


def emboldened(text: str) -> str:
    """A text whose `**bold**` is an element."""
    return _BOLD.sub(r"<b>\1</b>", text)


@dataclass(frozen=True)
class Typesetter:
    """Sets the blocks of one game's kit."""

    book: Rulebook
    look: KitLook
    _known: dict[tuple[Element, float, str | None], list[SetLine]] = field(default_factory=dict)
    _heights: dict[tuple[Element, float, str | None], float] = field(default_factory=dict)
    _long: dict[str, None] = field(default_factory=dict)

    def words(self, pen: Pen, place: Rect, text: str, size: float = BODY, align: str = "") -> None:
        """Draw a text, each of its lines as long as its place; `**bold**` is its only markup."""
        self.draw_column(pen, paragraphs(text, size, align), place)

    def least(self, blocks: Sequence[Element], width: float) -> float:
        """How high these blocks are at least (mm)."""
        return least_of(self._parts(blocks, width))

    def fit(self, blocks: Sequence[Element], place: Rect) -> list[str]:
        """Set text smaller as far as must be; what is too long for its place even so, and by how much."""
        for size in BODIES[-1:] if self.look.eco else BODIES:  # less ink: no larger than needed
            for part in (part for block in blocks for part in block.iter()):
                part.set("body", str(size))
            self._long.clear()
            over = self.least(blocks, place.w) - float(blocks[-1].get("gap", GAPS[blocks[-1].tag])) - place.h
            if over <= 0:
                return list(self._long)
        return [f"the text is {max(over, 1):.0f} mm too long", *self._long]

    def draw_column(self, pen: Pen, blocks: Sequence[Element], place: Rect) -> None:
        """Draw blocks one below the other."""
        for block, own in zip(blocks, stacked(self._parts(blocks, place.w), place), strict=True):
            self.draw(pen, block, own)

    def draw(self, pen: Pen, block: Element, place: Rect) -> None:
        """Draw one block in its place, upside down where it is `turned`."""
        with pen.turned(place.centre_x, place.centre_y, 180) if "turned" in block.attrib else nullcontext():
            match block.tag:
                case "p":
                    self._draw_lines(pen, block, place)
                case "h":
                    with pen.element("H2"):
                        self._tab(block, place).draw(pen)
                case "row":
                    self._draw_row(pen, block, place)
                case "lines":
                    for number in range(1, int((place.h + HAIR) // LINE) + 1):
                        pen.line(place.x, place.y + number * LINE, place.right, place.y + number * LINE, CELL_LINE)
                case "hr":
                    pen.line(place.x, place.y, place.right, place.y, CELL_LINE)
                case _:
                    self.draw_column(pen, list(block), place)

    def _parts(self, blocks: Sequence[Element], width: float) -> list[Part]:
        parts = []
        for block in blocks:
            most = inf if block.tag == "space" or "grow" in block.attrib else 0.0
            parts.append(Part(self._least(block, width), most=most, gap=float(block.get("gap", GAPS[block.tag]))))
        return parts

    def _least(self, block: Element, width: float) -> float:
        known = block, round(width, 3), block.get("body")
        if known not in self._heights:
            self._heights[known] = self._measured(block, width)
        return self._heights[known]

    def _measured(self, block: Element, width: float) -> float:
        match block.tag:
            case "p":
                lines = self._lines(block, width)
                for line in lines:
                    self._note(" ".join(one.what for one in line.items if isinstance(one.what, str)), line.w - width)
                return sum(line.h for line in lines)
            case "h":
                self._note(block.get("of", ""), self._heading_width(block, SMALL) - width)
                return self.look.style.tab_height
            case "row":
                cells = zip(block, self._cells(block, width), strict=True)
                high = max(self.least(_blocks(cell), wide) for cell, (_, wide) in cells)
                return max(float(block.get("high", 0)), high + 2 * float(block.get("pad", 0)))
            case "lines":
                return float(block.get("count", 0)) * LINE
            case _:
                return self.least(list(block), width)

    def _note(self, said: str, over: float) -> None:
        if over > HAIR:
            self._long[f"“{said}” is {max(over, 1):.0f} mm too long"] = None

    def _tab(self, block: Element, place: Rect) -> Tab:
        """A heading as panels have it, its letters as large as leaves room for the note beside it."""
        sizes = (HEADING, 9.0, 8.0)[self.look.eco :]
        size = next((size for size in sizes if self._heading_width(block, size) <= place.w), SMALL)
        style = replace(self.look.style, tab=size, body=self._note_size(block))
        return Tab(place, block.get("of", ""), block.get("note", ""), True, style)

    def _note_size(self, block: Element) -> float:
        return self.look.style.body if self.look.eco else float(block.get("size", self.look.style.body))

    def _heading_width(self, block: Element, size: float) -> float:
        title, note = block.get("of", "").upper(), block.get("note", "")
        beside = text_width(note, Face.MEDIUM, self._note_size(block)) + 2.1 if note else 0.0
        return text_width(title, heading_face(title, Face.STENCIL_HEAVY), size) + 5.3 + beside

    def _cells(self, row: Element, width: float) -> list[tuple[float, float]]:
        """Where the cells of a row start and how wide they are, less what is left free inside them (mm)."""
        between, pad = float(row.get("between", 0)), float(row.get("pad", 0))
        shares = [float(share) for share in row.get("shares", "").split()] or [1.0] * len(row)
        room, at, cells = (width - between * (len(row) - 1)) / sum(shares), 0.0, []
        for share in shares:
            cells.append((at + pad, share * room - 2 * pad))
            at += share * room + between
        return cells

    def _draw_row(self, pen: Pen, row: Element, place: Rect) -> None:
        """The cells, in frames or between lines as the row asks, what is in them half-way down unless it grows."""
        pad = float(row.get("pad", 0))
        for cell, (x, wide) in zip(row, self._cells(row, place.w), strict=True):
            room = Rect(place.x + x, place.y, wide, place.h)
            edges = cell.get("edges", row.get("edges", ""))
            self._draw_edges(
                pen,
                edges,
                float(row.get("between", 0)) if cell is not row[0] else None,
                Rect(room.x - pad, place.y, wide + 2 * pad, place.h),
            )
            blocks = _blocks(cell)
            least = self.least(blocks, wide) - float(blocks[-1].get("gap", GAPS[blocks[-1].tag])) if blocks else 0.0
            top = (place.h - least) / 2 if "middle" in row.attrib else pad
            self.draw_column(pen, blocks, room.below(top).top(max(least, place.h - top - pad)))

    def _draw_edges(self, pen: Pen, edges: str, before: float | None, cell: Rect) -> None:
        """A cell's frame or lines; `before` is the gap to the cell before it, if there is one (mm)."""
        match edges:
            case "boxes":
                pen.frame(cell, self.look.style.frame_line, 1.6)
            case "grid":
                pen.frame(cell, CELL_LINE)
            case "under":
                pen.line(cell.x, cell.bottom, cell.right, cell.bottom, CELL_LINE)
            case "stats":
                pen.line(cell.x, cell.y, cell.right, cell.y, CELL_LINE)
                pen.line(cell.x, cell.bottom, cell.right, cell.bottom, CELL_LINE)
                if before is not None:
                    pen.line(cell.x, cell.y + 1, cell.x, cell.bottom - 1, CELL_LINE)
            case "fold" if before is not None:
                with pen.dashes(0.35, 1.4):
                    pen.line(cell.x - before / 2, cell.y, cell.x - before / 2, cell.bottom, CELL_LINE)

    def _draw_lines(self, pen: Pen, block: Element, place: Rect) -> None:
        y = place.y
        with pen.element("P"):
            for line in self._lines(block, place.w):
                capitals = [cap_height(one.face, one.size) for one in line.items if isinstance(one.what, str)]
                baseline = y + line.h / 2 + max(capitals, default=0.0) / 2
                for item in line.items:
                    at, wide, what = place.x + item.x, item.w, item.what
                    if isinstance(what, str):
                        pen.text(Run(at, baseline, what, item.face, item.size))
                    elif what.tag == "rule":
                        pen.line(at, baseline + 0.7, at + wide, baseline + 0.7, CELL_LINE)
                    elif what.tag == "dots":
                        draw_dotted(pen, at, at + wide, baseline + 0.7)
                    elif what.tag not in ("fill", "tab", "gap"):
                        w, h = size_of_mark(what)
                        draw_line_mark(pen, what, Rect(at, y + (line.h - h) / 2, w, h), self.look.eco)
                y += line.h

    def _lines(self, block: Element, width: float) -> list[SetLine]:
        """A paragraph in lines; one that is to `fit` is in one line, its letters smaller where they must be."""
        known = block, round(width, 3), block.get("body")
        if known in self._known:
            return self._known[known]
        size = float(block.get("size", block.get("body", BODY)))
        lines = self._broken(block, width, size)
        while "fit" in block.attrib and size > SMALL and (len(lines) > 1 or lines[0].w > width + HAIR):
            size = max(size - 0.25, SMALL)
            lines = self._broken(block, width, size)
        self._known[known] = lines
        return lines

    def _broken(self, block: Element, width: float, size: float) -> list[SetLine]:
        lines: list[list[SetItem]] = [[]]
        x = blank = 0.0
        for what, face, own in self._items(block, Face.MEDIUM, size):
            if what == " ":
                blank = text_width(" ", face, own) if lines[-1] else 0.0
                continue
            wide = text_width(what, face, own) if isinstance(what, str) else self._width(what, x + blank)
            if lines[-1] and x + blank + wide > width + HAIR:
                lines.append([])
                x = blank = 0.0
            last = lines[-1][-1] if lines[-1] else None
            if last and isinstance(what, str) and isinstance(last.what, str) and (last.face, last.size) == (face, own):
                last.what += f"{' ' if blank else ''}{what}"
                last.w = x + blank + wide - last.x
            else:
                lines[-1].append(SetItem(x + blank, wide, what, face, own))
            x += blank + wide
            blank = 0.0
        return [self._spread(line, width, size, block.get("align", "")) for line in lines]

    def _items(self, block: Element, face: Face, size: float) -> Iterator[tuple[str | Element, Face, float]]:
        """Words, marks, and the blanks between them, each with its face and size."""
        faces = {"b": self.look.bold, "s": Face.STENCIL, "m": Face.MONO}
        yield from _words(block.text, face, size)
        for child in block:
            if child.tag in faces:
                own = Face.BOLD if missing_glyphs(child.text or "", faces[child.tag]) else faces[child.tag]
                yield from self._items(child, own, float(child.get("size", size)))
            else:
                yield child, face, size
            yield from _words(child.tail, face, size)

    def _width(self, mark: Element, x: float) -> float:
        if mark.tag == "tab":
            return max(0.0, float(mark.get("at", 0)) - x)
        return float(mark.get("w", 0)) if mark.tag in (*STRETCHES, "dots") else size_of_mark(mark)[0]

    def _spread(self, items: list[SetItem], width: float, size: float, align: str) -> SetLine:
        """A line whose stretches have what is left of it, or which stands in its middle or at its right."""
        wide = items[-1].x + items[-1].w if items else 0.0
        rest, marks = max(0.0, width - wide), [one.what for one in items if isinstance(one.what, Element)]
        tall = [one.size * LEADING / MM for one in items if isinstance(one.what, str)]
        tall += [size_of_mark(mark)[1] for mark in marks]
        stretches = [mark for mark in marks if mark.tag in STRETCHES]
        shift = 0.0 if stretches else rest * {"center": 0.5, "right": 1.0}.get(align, 0.0)
        for item in items:
            item.x += shift
            more = rest / len(stretches) if item.what in stretches else 0.0
            item.w += more
            shift += more
        return SetLine(items, wide, max(tall, default=size * LEADING / MM))


def _blocks(cell: Element) -> list[Element]:
    return list(cell) if cell.tag == "div" else [cell]


def _words(text: str | None, face: Face, size: float) -> Iterator[tuple[str, Face, float]]:
    for word in _WORDS.findall(text or ""):
        yield " " if word.isspace() else word, face, size
