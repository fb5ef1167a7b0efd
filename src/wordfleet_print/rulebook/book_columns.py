"""A rulebook set in columns: its blocks measured, the ends of columns chosen, pages written with their numbers.

WeasyPrint lays out blocks and prints pages; it breaks nothing and counts nothing. Its own columns are balanced by
trying, cannot be spanned from inside a chapter, and take the end of a page for one of a column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.rulebook.blocks import TextBlock, blocks_of, piece
from wordfleet_print.rulebook.breaks import (
    APART,
    SHRINK,
    STRETCH,
    ChosenPage,
    ColumnPart,
    Wide,
    choose,
    column_height,
    level,
)
from wordfleet_print.rulebook.cuts import boxes_of, cuts_of, fix_columns, is_crowded, part_rows
from wordfleet_print.rulebook.text.sections import WIDE, kinds_of, mark, unmark

if TYPE_CHECKING:
    from weasyprint.document import Document
    from weasyprint.formatting_structure.boxes import Box

COLUMNS = "columns.css"
"""The style sheet of pages in columns."""
MM = 96 / 25.4
"""CSS pixels in a millimetre."""
GAP = 6.0
"""What lies between two columns (mm)."""
SPARE = 8.0
"""How far below its columns a page ends for WeasyPrint, lest it break what ends with its column (mm)."""
MOST_OF_PAGE = 0.7
"""How much of a page a slice takes of a table that is as wide as the page and higher."""
HIGH_ROW = 50.0
"""How high a row of a table may be (mm), that a column can end between any two."""
TIGHT = "tight"
"""Class of a block whose table was too wide: words are parted in it."""
PAGE = "data-page"
"""Attribute of what tells the page of another place: its address."""
LEAST_LINES = 12.0
"""Room that is ruled for notes at the end of a book (mm), at least."""
LEAD_IN = "lead-in"
"""Class of a book's first paragraph."""
MARKED = "† suggested: see the notes"
"""What the foot of a page says that holds a suggested rule."""
_UNSEEN = ("permalink", "skip", "menu", "to-menu")
_UNNUMBERED = {"dagger", "footnote-ref", "footnote-backref"}
_ROOM = "00"
"""As wide as a page's number may be."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A page's size, what is white around its words, and its columns (mm). Of `letters`, sizes from small to large
    (pt), the largest is taken with which a text has one page, or else no more than `most`; without any, style sheets
    say. With `bleed` it is for a print shop: what reaches its edges goes beyond, and crop marks say where to cut.
    """

    width: float
    height: float
    columns: int = 2
    head: float = 19.0
    side: float = 16.0
    foot: float = 17.0
    letters: tuple[float, ...] = ()
    most: int = 1
    bleed: bool = False

    @property
    def high(self) -> float:
        """How high the words of a page may be (mm)."""
        return self.height - self.head - self.foot

    @property
    def styles(self) -> str:
        """The CSS of pages and of what style sheets measure by. Raises nothing."""
        wide = self.width - 2 * self.side
        column = (wide - (self.columns - 1) * GAP) / self.columns
        sizes = {
            "sheet-width": self.width,
            "sheet-height": self.height,
            "wide": wide,
            "column": column,
            "high": self.high,
        }
        shop = "@page{bleed:8mm;marks:crop cross}html{color:device-cmyk(0 0 0 1)}" if self.bleed else ""
        named = "".join(f"--{name}:{size:g}mm;" for name, size in sizes.items())
        return (
            f"@page{{size:{self.width:g}mm {self.height:g}mm;"
            f"margin:{self.head:g}mm {self.side:g}mm {self.foot - SPARE:g}mm}}"
            f"@page measure{{size:{self.width:g}mm 99999mm;margin:0;bleed:0;marks:none}}:root{{{named}}}{shop}"
        )


Render = Callable[[], "Document"]


def arrange(root: Element, frame: PageFrame, render: Render) -> Document:
    """A page of HTML as sheets; `render` lays out what `root` holds. Raises nothing of its own.

    The tree is written anew: a section for each page, its columns in the order in which they are read. A cover stands
    before them, any other header above the first.
    """
    body, main = root.find("body"), root.find(".//main")
    if body is None or main is None:
        return render()
    _drop_unseen(root)
    cover = next((header for header in body.iter("header") if "cover" in kinds_of(header)), None)
    opening = Element("div", {"class": "opening"})
    for part in list(body.iter()):
        if {"contents", "reading"} & {*kinds_of(part)} or (part.tag == "header" and part is not cover):
            opening.append(part)
    numbered = list(_make_room(root))
    for lead in main.findall("section/div[@class]/p")[:1]:
        mark(lead, LEAD_IN)
    for element in main.iter() if frame.columns == 1 else ():
        unmark(element, WIDE)
    text = _Text([TextBlock(opening, wide=True), *blocks_of(_chapters(main))], frame)
    text.fit(body, render)
    body[:] = [] if cover is None else [cover]
    written = SubElement(body, "main", dict(main.attrib))
    written.extend(text.pages())
    for sheet in written:
        sheet.set("data-book", " · ".join(" ".join(part.itertext()) for part in _title(cover)))
    _write_numbers(written, numbered, first=1 if cover is None else 2)
    return render()


def _title(cover: Element | None) -> Iterator[Element]:
    """Name and subtitle, as the cover has them."""
    for element in cover.iter("span") if cover is not None else ():
        if {"name", "subtitle"} & {*kinds_of(element)}:
            yield element


def _drop_unseen(root: Element) -> None:
    """Take out what no page shows, that it may not be counted."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == "footer" or child.get("hidden") is not None or {*kinds_of(child)} & {*_UNSEEN}:
                parent.remove(child)


def _chapters(main: Element) -> Iterator[Element]:
    """The chapters, and what stands outside of any as chapters of its own."""
    for chaptered, elements in groupby(main, lambda element: element.tag == "section"):
        if chaptered:
            yield from elements
        else:
            loose = Element("section")
            SubElement(loose, "div").extend(elements)
            yield loose


@dataclass(frozen=True, slots=True)
class _Numbered:
    """Where the number of a page is written: what holds it, and which place it tells of."""

    holder: Element
    target: str


def _make_room(root: Element) -> Iterator[_Numbered]:
    """Room for the numbers of pages, as words: known once, they need no counting, and lines break well before them."""
    listed = {link for items in root.iter() if items.tag == "nav" for link in items.iter("a")}
    ours = {} if root.get("lang", "en").partition("-")[0] == "en" else {"lang": "en"}
    index = {link for items in root.iter("ul") if "index" in kinds_of(items) for link in items.iter("a")}
    for element in root.iter():
        target = element.get(PAGE, "") or element.get("href", "")
        if not target.startswith("#") or element in index or {*kinds_of(element)} & _UNNUMBERED:
            continue
        if element in listed:
            element.tail = None
            yield _Numbered(SubElement(element, "span", {"class": "at"}), target[1:])
            continue
        section = element.get("data-section")
        before = (
            "\u00a0p.\u00a0" if PAGE in element.attrib else f" (§\u00a0{section}, p.\u00a0" if section else " (p.\u00a0"
        )
        told = SubElement(element, "span", {"class": "at"} | ours)
        told.text = before
        yield _Numbered(SubElement(told, "span"), target[1:])
        told[0].tail = "" if PAGE in element.attrib else ")"


def _write_numbers(main: Element, numbered: Sequence[_Numbered], first: int) -> None:
    pages = {
        element.get("id", ""): number
        for number, sheet in enumerate(main, first)
        for element in sheet.iter()
        if element.get("id")
    }
    for one in numbered:
        one.holder.text = str(pages.get(one.target, ""))


class _Text:
    """Blocks on their way into columns."""

    def __init__(self, blocks: Sequence[TextBlock], frame: PageFrame) -> None:
        self._frame = frame
        self._blocks = list(blocks)
        self._parts: list[ColumnPart] = []
        self._owners: list[tuple[TextBlock, int]] = []
        self._wides: list[tuple[TextBlock, Wide]] = []
        self._chosen: list[ChosenPage] = []

    def fit(self, body: Element, render: Render) -> None:
        """Choose pages, in the largest letters with which they are few enough."""
        letters = self._frame.letters
        for most in range(1, self._frame.most + 1):
            low, high = 0, len(letters) - 1
            while low <= high:
                middle = (low + high) // 2
                if self._choose(body, render, letters[middle]) <= most:
                    low = middle + 1
                else:
                    high = middle - 1
            if high >= 0:
                self._choose(body, render, letters[high])
                return
        self._choose(body, render, *letters[:1])

    def _choose(self, body: Element, render: Render, *letters: float) -> int:
        """Choose pages, in letters of a size; how many there are."""
        if letters:
            body.set("style", f"font-size:{letters[0]:g}pt")
        self._measure(body, render)
        wides = [wide for _, wide in self._wides]
        self._chosen = choose(self._parts, wides, self._frame.high, self._frame.columns)
        return len(self._chosen)

    def _measure(self, body: Element, render: Render) -> None:
        """Set every block once, as wide as it will be, and cut it into parts; again where some have to be set otherwise
        to fit.
        """
        self._parts, self._owners, self._wides = [], [], []
        boxes = self._boxes(body, render)
        while self._refit(boxes):
            boxes = self._boxes(body, render)
        for block, box in zip(self._blocks, boxes, strict=True):
            self._add(block, box)

    def _boxes(self, body: Element, render: Render) -> list[Box | None]:
        for numbers in self._numbers():
            numbers.text = _ROOM
        kept = list(body)
        main = Element("main", {"class": "measure"})
        holders = [
            SubElement(main, "div", {"class": f"atom {'broad' if block.wide else 'narrow'}"}) for block in self._blocks
        ]
        for holder, block in zip(holders, self._blocks, strict=True):
            holder.append(block.element)
        body[:] = [main]
        boxes = boxes_of(render(), {id(holder) for holder in holders})
        body[:] = kept
        return [boxes.get(id(holder)) for holder in holders]

    def _refit(self, boxes: Sequence[Box | None]) -> bool:
        """Shape what would not fit: a table that is too wide for its column is as wide as the page, and where that is
        still too narrow its words are parted; a high row becomes several; what is wide and too high is cut, a table
        into wide ones. Tells whether anything was.
        """
        fitting: list[TextBlock] = []
        changed = False
        for block, box in zip(self._blocks, boxes, strict=True):
            kinds, fitted = kinds_of(block.element), [block]
            if box and TIGHT not in kinds and is_crowded(box):
                if "table" in kinds and self._frame.columns > 1 and not block.wide:
                    block.wide = True
                else:
                    mark(block.element, TIGHT)
                changed = True
            elif box and box.height / MM > HIGH_ROW and part_rows(block.element, box, HIGH_ROW * MM):
                changed = True
            elif box and block.wide and box.height / MM > self._frame.high and not self._frame.letters:
                if "table" in kinds:
                    fitted = list(self._slices(block, box))
                else:
                    block.wide = False
                    unmark(block.element, WIDE)
                changed |= fitted != [block] or not block.wide
            fitting += fitted
        self._blocks = fitting
        return changed

    def _slices(self, block: TextBlock, box: Box) -> Iterator[TextBlock]:
        """A table that is as wide as the page, in slices that each leave some of a page."""
        start, top = 0, box.position_y
        fix_columns(box)
        for cut, following in pairwise((*cuts_of(block.element, box), None)):
            foot = following.above if following else box.position_y + box.height
            if cut and cut.below > top and (foot - top) / MM > MOST_OF_PAGE * self._frame.high:
                yield replace(block, element=piece(block.element, start, cut.place))
                start, top = cut.place, cut.below
        yield replace(block, element=piece(block.element, start, None))

    def _numbers(self) -> Iterator[Element]:
        for block in self._blocks:
            for element in block.element.iter("span"):
                if "at" in kinds_of(element):
                    yield element[0] if len(element) else element

    def _add(self, block: TextBlock, box: Box | None) -> None:
        if box is None or not box.height:
            return
        high = box.height / MM
        if block.wide:
            self._wides.append((block, Wide(high, len(self._parts))))
            return
        if not self._frame.letters:  # else it may be set once more, in other letters
            fix_columns(box)
        cuts = list(cuts_of(block.element, box)) if high > 4 else []
        ends = [*(cut.above for cut in cuts), box.position_y + box.height]
        self._parts.append(ColumnPart((ends[0] - box.position_y) / MM, block.gap, block.price))
        self._owners.append((block, 0))
        for cut, end in zip(cuts, ends[1:], strict=True):
            gap, height = (cut.below - cut.above) / MM, (end - cut.below) / MM
            self._parts.append(ColumnPart(height, gap, cut.price, cut.again / MM, first=False))
            self._owners.append((block, cut.place))

    def pages(self) -> Iterator[Element]:
        """A section for each page."""
        chapter = ""
        for number, page in enumerate(self._chosen):
            last = number + 1 == len(self._chosen)
            sheet = Element("section", {"class": "sheet last" if last else "sheet"})
            columns = page.columns
            if last and self._frame.columns == 2:
                columns = level(self._parts, columns[0][0], columns[-1][1])
            for wide in page.above:
                SubElement(sheet, "div", {"class": "top"}).append(self._wides[wide][0].element)
            top = sum(self._wides[wide][1].height + APART for wide in page.above)
            if last:
                deepest = max((column_height(self._parts, *column) for column in columns), default=0.0)
                _rule(sheet, page.room - deepest - APART)
            for column, kind in zip(columns, ("left", "right"), strict=False):
                place = {"class": f"col {kind}", "style": f"top:{top:.2f}mm"}
                self._fill(SubElement(sheet, "div", place), column, page, loose=not last or bool(self._frame.letters))
            if page.below:
                under = SubElement(sheet, "div", {"class": "under"})
                under.extend(self._wides[wide][0].element for wide in page.below)
            for heading in sheet.iter("h2"):
                chapter = " ".join("".join(heading.itertext()).split())
            sheet.set("data-chapter", chapter)
            marked = any("dagger" in kinds_of(link) for link in sheet.iter("a"))
            sheet.set("data-dagger", MARKED if marked else "")
            yield sheet

    def _fill(self, column: Element, span: tuple[int, int], page: ChosenPage, *, loose: bool) -> None:
        """Write a column: its blocks, or what of them stands in it, gaps stretched so that it ends level."""
        start, end = span
        parts = self._parts[start:end]
        spare = page.room - column_height(self._parts, start, end)
        gaps = sum(part.gap for part in parts[1:] if part.first)
        more = max(-SHRINK, min(STRETCH, spare / gaps)) if loose and gaps else 0.0
        runs = groupby(range(start, end), lambda number: self._owners[number][0])
        whole = [(block, list(numbers)) for block, numbers in runs]
        for unfinished, blocks in groupby(whole, lambda each: each[0].unfinished):
            run = SubElement(column, "div", {"class": "unfinished"}) if unfinished else column
            for block, numbers in blocks:
                first, following = numbers[0], numbers[-1] + 1
                goes_on = following < len(self._parts) and self._owners[following][0] is block
                element = piece(block.element, self._owners[first][1], self._owners[following][1] if goes_on else None)
                gap = self._parts[first].gap * (1 + more) if first > start else 0.0
                at = run if unfinished and not len(run) else None
                holder = SubElement(run, "div", {"class": "atom"})
                (holder if at is None else at).set("style", f"margin-top:{gap:.2f}mm")
                holder.append(element)


def _rule(sheet: Element, left: float) -> None:
    """Lines to write on, where a page has so much left at its foot (mm)."""
    if left >= LEAST_LINES:
        SubElement(sheet, "div", {"class": "fill", "style": f"height:{left:.1f}mm"})
