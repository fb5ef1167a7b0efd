"""The blocks of a book that has been laid out: how high they are, and what parting them costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.blocks import BELOW_PICTURES, ENDS, ON_ITS_OWN, classes_of
from wordfleet_print.rulebook.column_breaks import Block, Sizes

if TYPE_CHECKING:
    from weasyprint.document import Document
    from weasyprint.formatting_structure.boxes import Box

PX_PER_MM = 96 / 25.4
# Boxes whose left edges are this near to one another are in one column.
SAME_COLUMN_MM = 15.0
# Heights are measured in another layout, so columns are planned a little lower than they are.
SLACK_MM = 1.0
# How far a table may leave its column.
TABLE_SLACK_MM = 0.5
# What styles put behind the parts of words.
HYPHEN = "-"
# The class of a strip: pictures in rows.
STRIP = "turns"
# Lines that stay together at either end of a paragraph.
ORPHANS = 2

# What it costs to begin a column with a block (as white: 1 is 5 mm, squared).
NEVER = 5000.0
SUBHEADING = 4.0
PARAGRAPH = 8.0
LONG_LIST_ITEM = 12.0
LINE = 20.0
LIST_ITEM = 30.0
DRAWN = 40.0
EXAMPLE = 40.0
LIST_END = 55.0
RULING = 90.0
PICTURES = 60.0
# The same where all pictures of their chapter fit on one page.
WHOLE_PICTURES = 160.0
TABLE_RULING = 150.0
WORDS_OF_PICTURES = 150.0
SHORT_LIST_ITEM = 150.0
INNER_LIST = 200.0
# A list below a whole sentence is parted from it rather than in the middle, if it is short.
LIST = 60.0
# What a sentence without an end announces.
ANNOUNCED = 400.0
# What says farewell.
FAREWELL = 400.0
# What parts a chapter so soon that less than this is left with its heading (mm).
STUB = 60.0
STUB_MM = 26.0
# What parts a chapter so late that less than this goes on (mm).
TAIL = 30.0
TAIL_MM = 24.0
# What parts a chapter of a quick reference, over what parts one of rules.
QUICK_CHAPTER = 60.0
# What parts a chapter or a section that two facing pages hold where a leaf of a booklet is turned.
LEAF_CHAPTER = 20.0
LEAF_SECTION = 40.0
# What ends a sentence, and what can follow it.
SENTENCE_ENDS = (".", "!", "?", "…", "。")
CLOSERS = " \u00a0\u202f\n”’»)\"'†\u00ad"
# What blocks cost that cost something else than a paragraph.
COSTS = {
    "h2": 0.0,
    "h3": SUBHEADING,
    "h4": SUBHEADING,
    "blockquote": EXAMPLE,
    "figure": DRAWN,
    "table": DRAWN,
}
HEADINGS = ("h2", "h3", "h4", "dt")
LISTS = ("ul", "ol")
# How much larger the space above a block may be so that columns end together (mm).
STRETCHES_MM = {
    "h2": 6.0,
    "h3": 2.5,
    "h4": 2.5,
    "p": 0.6,
    "blockquote": 0.6,
    "figure": 0.6,
    "table": 0.6,
}
# A list of this many items is short, and one of more than this many is long.
SHORT_LIST = 3
LONG_LIST = 8


@dataclass(slots=True)
class Extent:
    """Where an element is (mm from the top and left of the paper), and how it is set."""

    places: list[Place] = field(default_factory=list)
    """One, or one for each column that has a piece of it."""
    lines: list[float] = field(default_factory=list)
    """Heights of its lines, which may hold pictures."""
    hyphens: list[bool] = field(default_factory=list)
    """Whether each of its lines ends with a hyphen."""
    rows: list[Row] = field(default_factory=list)
    """The rows of a strip, whose heights are those of its lines."""
    above: float = 0.0
    """Its margin."""
    below: float = 0.0

    @property
    def height(self) -> float:
        """Its height in one piece."""
        if len(self.places) > 1 and self.lines:
            return sum(self.lines) + sum(row.below for row in self.rows[:-1])
        return sum(place.bottom - place.top for place in self.places)

    def add(self, page: int, box: Box) -> None:
        """Add a box of the element."""
        if STRIP in classes_of(box.element):
            if type(box.style).__name__ == "AnonymousStyle":
                # Between pictures across, those in lines are in a box inside the box
                return
            self.add_rows(box)
        else:
            lines = [child for child in box.children if is_line(child)]
            self.lines += [line.height / PX_PER_MM for line in lines]
            self.hyphens += map(ends_with_hyphen, lines)
        # At the top of a page a box has no margin, but its style has
        self.above = max(self.above, read_margin(box, "margin_top"))
        self.below = max(self.below, read_margin(box, "margin_bottom"))
        top = box.border_box_y() / PX_PER_MM
        bottom = top + box.border_height() / PX_PER_MM
        place = Place(page, box.border_box_x() / PX_PER_MM, top, bottom)
        if self.places and self.places[-1].is_in_column_of(place):
            # A table has a box inside a box
            self.places[-1].include(place)
        else:
            self.places.append(place)

    def add_rows(self, box: Box) -> None:
        """Add the rows of a strip: lines of pictures, and pictures that go across it."""
        for child in box.children:
            if is_line(child):
                self.add_row(child, child.height, 0.0)
            elif child.element is box.element:
                self.add_rows(child)
            else:
                self.add_row(child, child.border_height(), child.margin_bottom)

    def add_row(self, box: Box, height: float, below: float) -> None:
        """Add a row of a strip, whose first picture is in a box or the box."""
        strip = box.element if is_line(box) else None
        pictures = (inner.element for inner in walk_boxes(box) if inner.element is not strip)
        self.rows.append(Row(next(pictures), below / PX_PER_MM))
        self.lines.append(height / PX_PER_MM)
        self.hyphens.append(False)


class Row(NamedTuple):
    """A row of a strip: its first picture, and the margin below it (mm)."""

    picture: Element
    below: float


@dataclass(slots=True)
class Place:
    """A rectangle on a page, without its right edge."""

    page: int
    left: float
    top: float
    bottom: float

    def is_in_column_of(self, other: Place) -> bool:
        """Whether both are in one column of one page."""
        return self.page == other.page and abs(self.left - other.left) < SAME_COLUMN_MM

    def include(self, other: Place) -> None:
        """Grow by another place in the same column."""
        self.top = min(self.top, other.top)
        self.bottom = max(self.bottom, other.bottom)


def read_length(length: object) -> float:
    """Return a length of WeasyPrint's in millimeters; one that it never used is a word."""
    return length / PX_PER_MM if isinstance(length, int | float) else 0.0


def read_margin(box: Box, name: str) -> float:
    """Return a margin of a box's style in millimeters; one that is found as it is laid out is 0."""
    return read_length(getattr(box.style[name], "value", 0.0))


def is_line(box: Box) -> bool:
    """Whether a box is a line."""
    return type(box).__name__ == "LineBox"


def ends_with_hyphen(box: Box) -> bool:
    """Whether the last text in a line is parted by a hyphen."""
    while getattr(box, "children", ()):
        box = box.children[-1]
    return getattr(box, "text", "").endswith(HYPHEN)


def walk_boxes(box: Box) -> Iterator[Box]:
    """Yield a box and all inside it."""
    yield box
    for child in getattr(box, "children", ()):
        yield from walk_boxes(child)


def list_page_boxes(document: Document) -> list[Box]:
    """Return the boxes of a document's pages: nothing public says where blocks are."""
    return [page._page_box for page in document.pages]


def measure_boxes(document: Document) -> dict[Element, Extent]:
    """Return the extents of all blocks of a document."""
    from weasyprint.formatting_structure.boxes import BlockLevelBox, ParentBox, TableRowBox

    extents: dict[Element, Extent] = {}
    for number, page in enumerate(list_page_boxes(document)):
        for box in walk_boxes(page):
            is_block = isinstance(box, BlockLevelBox | TableRowBox) and isinstance(box, ParentBox)
            # Columns and markers are boxes of an element, too
            if not is_block or box.is_column or box.element is None:
                continue
            if box.element_tag == box.element.tag:
                extents.setdefault(box.element, Extent()).add(number, box)
    return extents


def has_wide_table(document: Document) -> bool:
    """Whether a table is wider than the column that it is in."""
    boxes = (box for page in list_page_boxes(document) for box in walk_boxes(page))
    for column in boxes:
        if not getattr(column, "is_column", False):
            continue
        edge = column.content_box_x() + column.width + TABLE_SLACK_MM * PX_PER_MM
        for box in walk_boxes(column):
            is_table = getattr(box, "element_tag", "") == "table"
            if is_table and box.border_box_x() + box.border_width() > edge:
                return True
    return False


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, and the place of its element in the page."""

    order: int
    block: Block


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book: its place in the page, its pieces, and the sizes of its pages."""

    order: int
    pieces: tuple[Piece, ...]
    sizes: Sizes
    width: float
    """The width of a page's content."""
    column_width: float
    pages: int
    """How many it has as measured."""


class Measurer:
    """Measures the blocks of a book that is laid out without balance."""

    def __init__(self, root: Element, document: Document, *, has_pictures: bool) -> None:
        self.root = root
        self.has_pictures = has_pictures
        body = root.find("body")
        self.has_leaves = body is not None and "folded" in classes_of(body)
        self.pages = list_page_boxes(document)
        self.extents = measure_boxes(document)
        self.parents = {child: parent for parent in root.iter() for child in parent}
        self.elements = list(root.iter())
        self.orders = {element: order for order, element in enumerate(self.elements)}

    def list_parts(self) -> Iterator[Part]:
        """Yield the parts that are shown."""
        banner = self.root.find(".//header")
        for section in self.root.iter("section"):
            if "part" not in classes_of(section) or section not in self.extents:
                continue
            page = self.extents[section].places[0].page
            pieces = list(self.list_pieces(section))
            if banner is not None and self.begins_on(banner, page):
                pieces.insert(0, self.measure_wide(banner))
            yield self.make_part(section, page, pieces)

    def begins_on(self, element: Element, page: int) -> bool:
        """Whether an element is shown, and begins on a page."""
        return element in self.extents and self.extents[element].places[0].page == page

    def make_part(self, section: Element, page: int, pieces: Sequence[Piece]) -> Part:
        """Return a part with the sizes of its pages."""
        box = self.pages[page]
        last = self.extents[section].places[-1].page
        following = min(page + 1, last)
        pages = (self.pages[page], self.pages[following])
        heights = [read_length(page_box.height) - SLACK_MM for page_box in pages]
        if pieces:
            heights[0] -= self.find_space_above(pieces[0], box)
        padding = 0.0
        width = read_length(box.width)
        column_width = self.find_column_width(section, self.pages[page : last + 1]) or width
        columns = 2 if column_width < 0.6 * width else 1
        first = next((child for child in section if "columns" in classes_of(child)), None)
        if first is not None and first in self.extents:
            padding = self.find_padding(first)
        sizes = Sizes(
            first=heights[0],
            other=heights[1],
            columns=columns,
            padding=padding,
            has_pictures=self.has_pictures,
            has_leaves=self.has_leaves,
        )
        pieces = list(self.part_tables(pieces, heights[1] - padding))
        pieces = charge_whole(pieces, heights[1] - padding)
        pieces = self.charge_leaves(pieces, 2 * (heights[1] - padding))
        return Part(
            self.orders[section],
            tuple(pieces),
            sizes,
            width,
            column_width,
            pages=last - page + 1,
        )

    def part_tables(self, pieces: Sequence[Piece], room: float) -> Iterator[Piece]:
        """Yield pieces; those of a table that is higher than `room` are its rows."""
        for piece in pieces:
            element = self.elements[piece.order]
            # Across the page a table can be in a box with the headings above it
            table = element[-1] if "spread" in classes_of(element) else element
            rows = [row for row in table.iterfind("tbody/tr") if row in self.extents]
            if len(rows) > 1 and piece.block.height > room:
                yield from self.measure_table(piece, table, rows)
            else:
                yield piece

    def measure_table(
        self, piece: Piece, table: Element, rows: Sequence[Element]
    ) -> Iterator[Piece]:
        """Yield a table: its first row and what is above it, and each other row, above which the
        head is repeated where a column begins with it.
        """
        heads = [self.extents[row].places[0] for row in table.iterfind("thead/tr")]
        head = sum(place.bottom - place.top for place in heads)
        first, *heights = [self.extents[row].height for row in rows]
        box = self.extents[self.elements[piece.order]]
        above = self.extents[table].places[0].top - box.places[0].top
        yield replace(piece, block=piece.block._replace(height=above + head + first))
        # A block across the page has the margin below it
        heights[-1] += piece.block.height - box.height
        block = Block(0.0, 0.0, LINE, wide=piece.block.wide, flows=True, repeated=head)
        last = len(heights) - 1
        for place, (row, height) in enumerate(zip(rows[1:], heights, strict=True)):
            penalty = LIST_END if place in (0, last) else LINE
            yield Piece(self.orders[row], block._replace(height=height, penalty=penalty))

    def charge_leaves(self, pieces: Sequence[Piece], room: float) -> list[Piece]:
        """Return pieces; in a booklet, a chapter or a section that fits into `room` costs more to
        part where a leaf is turned.
        """
        if not self.has_leaves:
            return list(pieces)
        charged = list(pieces)
        for tags, cost in ((("h2",), LEAF_CHAPTER), (HEADINGS, LEAF_SECTION)):
            tags_of_pieces = [self.elements[piece.order].tag for piece in pieces]
            starts = [place for place, tag in enumerate(tags_of_pieces) if tag in tags]
            for start, end in pairwise([*starts, len(pieces)]):
                whole = [piece.block.before + piece.block.height for piece in pieces[start:end]]
                if sum(whole) > room:
                    continue
                for place in range(start + 1, end):
                    block = charged[place].block
                    block = block._replace(leaf=block.leaf + cost)
                    charged[place] = replace(charged[place], block=block)
        return charged

    def find_space_above(self, piece: Piece, page: Box) -> float:
        """Return the space above a block across the page that is the first of its part: below a
        cover it keeps its margin.
        """
        if not piece.block.wide:
            return 0.0
        top = self.extents[self.elements[piece.order]].places[0].top
        return max(0.0, top - read_length(page.content_box_y()))

    def find_column_width(self, section: Element, pages: Sequence[Box]) -> float:
        """Return the width of a section's columns, or 0.0 if it has none.

        Its first page has none if what they begin with fits only on the next one.
        """
        for page in pages:
            for box in walk_boxes(page):
                if getattr(box, "is_column", False) and self.is_inside(box.element, section):
                    return read_length(box.width)
        return 0.0

    def is_inside(self, element: Element | None, section: Element) -> bool:
        """Whether an element is inside a section."""
        while element is not None and element is not section:
            element = self.parents.get(element)
        return element is section

    def find_padding(self, columns: Element) -> float:
        """Return the space between the top of a box of columns and its text."""
        for page in self.pages:
            for box in walk_boxes(page):
                if getattr(box, "element", None) is columns and not box.is_column:
                    return read_length(box.padding_top)
        return 0.0

    def list_pieces(self, section: Element) -> Iterator[Piece]:
        """Yield what a part is made of."""
        margin = 0.0
        for child in section:
            if child not in self.extents:
                continue
            first, *others = self.measure_child(child)
            # Columns keep the margin of what ends them
            yield replace(first, block=first.block._replace(before=first.block.before + margin))
            yield from others
            is_run = "columns" in classes_of(child)
            margin = self.find_lower_margin(child) if is_run else 0.0

    def measure_child(self, child: Element) -> Iterator[Piece]:
        """Yield the blocks of columns, of a chapter across the page, or of what else is across."""
        if "columns" in classes_of(child):
            yield from self.measure_run(child)
        elif "chapter" in classes_of(child):
            yield from self.measure_chapter(child)
        else:
            yield self.measure_wide(child)

    def find_lower_margin(self, element: Element) -> float:
        """Return the largest margin of what ends with an element."""
        return max(self.extents[edge].below for edge in self.list_inner_edges(element, -1))

    def measure_chapter(self, chapter: Element) -> Iterator[Piece]:
        """Yield the blocks of a chapter that goes across the page, its pictures row by row."""
        above = self.extents[chapter].above
        before: Element | None = None
        is_shown = False
        for child in self.list_chapter_blocks(chapter):
            space = self.find_space(before, child) if before is not None else above
            penalty = PICTURES if is_shown else NEVER
            if "farewell" in classes_of(child):
                penalty = FAREWELL
            goes_on = before is not None
            for piece in self.measure_block(child, penalty if goes_on else 0.0, space):
                yield replace(piece, block=piece.block._replace(wide=True, goes_on=goes_on))
            is_shown = is_shown or child.tag not in ("h2", "p")
            before = child

    def list_chapter_blocks(self, chapter: Element) -> Iterator[Element]:
        """Yield the blocks of a chapter; of a strip of low pictures, one below another, each."""
        for child in chapter:
            if child not in self.extents:
                continue
            if STRIP in classes_of(child) and all(picture in self.extents for picture in child):
                yield from child
            else:
                yield child

    def measure_wide(self, element: Element) -> Piece:
        """Return a block that goes across the page."""
        # What is inside has margins of its own, which are those of the block
        above = max(self.extents[edge].above for edge in self.list_inner_edges(element, 0))
        below = self.find_lower_margin(element)
        block = Block(self.extents[element].height + below, above, 0.0, wide=True)
        return Piece(self.orders[element], block)

    def list_inner_edges(self, element: Element, place: int) -> Iterator[Element]:
        """Yield an element, and what is inside it and begins (0) or ends (-1) with it."""
        while element in self.extents:
            yield element
            if not len(element):
                return
            element = element[place]

    def measure_run(self, columns: Element) -> list[Piece]:
        """Return the blocks of a box of columns."""
        pieces = list(self.measure_leaves(columns))
        left = 0.0
        for place in reversed(range(len(pieces))):
            piece = pieces[place]
            left += piece.block.before + piece.block.height
            if self.elements[piece.order].tag == "h2":
                left = 0.0
            elif left < TAIL_MM:
                block = piece.block._replace(penalty=piece.block.penalty + TAIL)
                pieces[place] = replace(piece, block=block)
        return pieces

    def measure_leaves(self, columns: Element) -> Iterator[Piece]:
        """Yield the blocks of a box of columns, each with what it costs to part it from those
        above it.
        """
        leaves = list(self.list_leaves(columns, None))
        spaces = [0.0]
        spaces += [self.find_space(*pair) for pair in pairwise(leaf for leaf, _ in leaves)]
        more = QUICK_CHAPTER if "quick" in classes_of(self.parents[columns]) else 0.0
        below_chapter = STUB_MM
        below_heading = STUB_MM
        for (element, penalty), space in zip(leaves, spaces, strict=True):
            is_heading = element.tag in HEADINGS
            charge = penalty if is_heading else penalty + more
            for piece in self.measure_block(element, charge, space):
                block = piece.block
                cost = rate_stub(element, below_chapter, below_heading)
                # What is right below a heading stays near it
                can_stretch = below_heading > 0 and not block.flows
                stretch = STRETCHES_MM.get(element.tag, 0.0) if can_stretch else 0.0
                below_chapter += block.before + block.height
                below_heading += block.before + block.height
                charged = block._replace(penalty=block.penalty + cost, stretch=stretch)
                yield replace(piece, block=charged)
            if element.tag == "h2":
                below_chapter = 0.0
            if is_heading:
                below_heading = 0.0

    def measure_block(self, element: Element, penalty: float, space: float) -> Iterator[Piece]:
        """Yield a block; a strip and a paragraph of many lines in parts, between which a column may
        end.
        """
        if self.extents[element].rows:
            yield from self.measure_rows(element, penalty, space)
            return
        order = self.orders[element]
        lines = self.extents[element].lines
        hyphens = self.extents[element].hyphens
        is_parted = element.tag == "p" and ENDS.issuperset(classes_of(element))
        if not is_parted or len(lines) < 2 * ORPHANS:
            yield Piece(order, Block(self.find_height(element), space, penalty))
            return
        yield Piece(order, Block(sum(lines[:ORPHANS]), space, penalty))
        line = Block(0.0, 0.0, LINE, flows=True)
        for place in range(ORPHANS, len(lines) - ORPHANS):
            block = line._replace(height=lines[place], below_hyphen=hyphens[place - 1])
            yield Piece(order, block)
        height = sum(lines[-ORPHANS:])
        below_hyphen = hyphens[-ORPHANS - 1]
        yield Piece(order, line._replace(height=height, below_hyphen=below_hyphen))

    def measure_rows(self, strip: Element, penalty: float, space: float) -> Iterator[Piece]:
        """Yield the rows of a strip, each but the first by its first picture."""
        extent = self.extents[strip]
        block = Block(0.0, space, penalty)
        for place, row in enumerate(extent.rows):
            element = row.picture if place else strip
            yield Piece(self.orders[element], block._replace(height=extent.lines[place]))
            block = Block(0.0, row.below, PICTURES, flows=True)

    def find_height(self, element: Element) -> float:
        """Return a block's height; that of an item without the list inside it, which is parted."""
        extent = self.extents[element]
        inner = next((child for child in element if child.tag in LISTS), None)
        if element.tag != "li" or inner is None or inner not in self.extents:
            return extent.height
        words = [child for child in element if child in self.extents and child.tag not in LISTS]
        return sum(extent.lines) + sum(self.extents[child].height for child in words)

    def find_space(self, first: Element, second: Element) -> float:
        """Return the space between two blocks."""
        above = self.extents[first].places[-1]
        below = self.extents[second].places[0]
        if above.is_in_column_of(below) and below.top >= above.bottom:
            return below.top - above.bottom
        margins = [self.extents[edge].below for edge in self.list_edges(first, -1)]
        # Margins of a list and of its first or last item are one
        margins += [self.extents[edge].above for edge in self.list_edges(second, 0)]
        return max(margins)

    def list_edges(self, element: Element, place: int) -> Iterator[Element]:
        """Yield an element, and what is around it and begins (0) or ends (-1) with it."""
        yield element
        parent = self.parents[element]
        while "columns" not in classes_of(parent) and parent[place] is element:
            if parent in self.extents:
                yield parent
            element = parent
            parent = self.parents[element]

    def list_leaves(
        self, parent: Element, before: Element | None
    ) -> Iterator[tuple[Element, float]]:
        """Yield the blocks inside an element, and what it costs to begin a column with each."""
        for child in parent:
            if child not in self.extents:
                continue
            if child.tag in LISTS:
                leaves = list(self.list_items(child, before))
            elif "keep" in classes_of(child):
                leaves = list(self.list_leaves(child, before))
            else:
                leaves = [(child, rate_break(child, before))]
            yield from leaves
            before = leaves[-1][0] if leaves else before

    def list_items(self, items: Element, before: Element | None) -> Iterator[tuple[Element, float]]:
        """Yield the items of a list, and those of the lists inside it."""
        for place, item in enumerate(items):
            yield item, rate_item(place, len(items), before)
            for inner in item:
                if inner.tag in LISTS:
                    yield from self.list_items(inner, item)


def charge_whole(pieces: Sequence[Piece], room: float) -> list[Piece]:
    """Return pieces; pictures of a chapter across that fits on a page cost more to part."""
    start = 0
    charged: list[Piece] = []
    while start < len(pieces):
        others = takewhile(lambda piece: piece.block.goes_on, pieces[start + 1 :])
        chapter = [pieces[start], *others]
        heights = sum(piece.block.before + piece.block.height for piece in chapter)
        fits = heights - pieces[start].block.before <= room
        for piece in chapter:
            is_dear = fits and piece.block.penalty == PICTURES and piece.block.goes_on
            block = piece.block._replace(penalty=WHOLE_PICTURES) if is_dear else piece.block
            charged.append(replace(piece, block=block))
        start += len(chapter)
    return charged


def rate_item(place: int, count: int, before: Element | None) -> float:
    """Return the cost of a column that begins with an item of a list."""
    if place == 0 and before is not None:
        return rate_list(before)
    if count <= SHORT_LIST:
        return SHORT_LIST_ITEM
    if place in (1, count - 1):
        return LIST_END
    return LONG_LIST_ITEM if count > LONG_LIST else LIST_ITEM


def rate_list(before: Element) -> float:
    """Return the cost of a column that begins with a list, or goes on with one below a ruling."""
    if before.tag in HEADINGS:
        return NEVER
    if announces(before):
        return ANNOUNCED
    if "ruling" in classes_of(before):
        return LIST_ITEM
    if before.tag == "li":
        return INNER_LIST
    return LIST if before.tag == "p" else PARAGRAPH


def rate_stub(element: Element, below_chapter: float, below_heading: float) -> float:
    """Return what it costs to part a chapter with so little of it above (mm).

    A subheading may follow a short section, but no short beginning of a chapter.
    """
    if element.tag == "h2" or ON_ITS_OWN in classes_of(element):
        return 0.0
    above = below_chapter
    if element.tag not in HEADINGS:
        above = min(below_chapter, below_heading)
    return STUB if above < STUB_MM else 0.0


def rate_break(element: Element, before: Element | None) -> float:
    """Return the cost of a column that begins with a block."""
    if before is not None and before.tag in HEADINGS:
        return NEVER
    if before is not None and announces(before):
        return ANNOUNCED
    if ON_ITS_OWN in classes_of(element):
        return 0.0
    if BELOW_PICTURES in classes_of(element):
        return WORDS_OF_PICTURES
    if "ruling" in classes_of(element):
        is_below_table = before is not None and before.tag in ("figure", "table")
        return TABLE_RULING if is_below_table else RULING
    return COSTS.get(element.tag, PARAGRAPH)


def announces(element: Element) -> bool:
    """Whether a paragraph announces what is below it: its sentence does not end."""
    words = "".join(element.itertext()).rstrip(CLOSERS)
    return element.tag == "p" and not words.endswith(SENTENCE_ENDS)
