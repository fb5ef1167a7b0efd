"""A book laid out in columns that end where it hurts least, with pictures where white is left.

A book is laid out once to measure its blocks. `column_breaks` then says where columns end, and
the book is laid out again with these breaks.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.block_measures import (
    NEVER,
    SAME_COLUMN_MM,
    SLACK_MM,
    STRIP,
    Extent,
    Measurer,
    Part,
    Piece,
    Place,
    measure_boxes,
)
from wordfleet_print.rulebook.blocks import add_class, classes_of
from wordfleet_print.rulebook.column_breaks import (
    PAGE_COST,
    PICTURE_MM,
    Column,
    Plan,
    UnplannableError,
    is_stretched,
    plan_columns,
)
from wordfleet_print.rulebook.pdf import parse_page, render_page

if TYPE_CHECKING:
    from weasyprint.document import Document

# How wide pictures for white space are, unless their column is narrower, so that all have the same
# strokes; how high, of their width, as `spot.svg` is. The least white holds one.
SPOT_WIDTH_MM = 44.0
# The same where a page has one column, much of which is white.
LARGE_SPOT_WIDTH_MM = 76.0
LARGE_WHITE_MM = 75.0
LARGE_COLUMN_MM = 100.0
SPOT_SHAPE = 140 / 240
# White in the middle of which a picture is; where two columns leave more, it is in the lowest part.
SPOT_ROOM_MM = 84.0
# White below the end of a part, from which on a picture closes it; how far that is below the text.
CLOSING_MM = 40.0
SPOT_DROP_MM = 14.0
# A longer part is laid out as it comes: to compare all its breaks takes seconds.
MOST_BLOCKS = 900
# What breaks of a book cost where they hurt; what each further setting of it costs.
HURTS = 60.0
# The same of a booklet, which has more pages.
BOOKLET_HURTS = 240.0
SETTING_COST = 40.0
# What a part costs whose columns are as they come: nobody knows whether these hurt.
UNPLANNED_COST = 200.0
# What a page costs that is left over, on which results are written; what any more of them cost, and
# any that a booklet has no room for.
RECORD_COST = 20.0
LEFT_OVER_COST = 300.0
TOO_LONG_COST = 100000.0
# How often a book is laid out, each time with better measures of what did not fit. White below a
# block from which on it did not come elsewhere because it was too high (mm).
MOST_LAYOUTS = 5
TIGHT_MM = 5.0
# A figure with a picture for white below it does not clip it, but holds its own drawing.
UNCLIPPED = "overflow:visible;display:flow-root"
# Elements in which nothing can be put.
CLOSED = ("table", "tr", "hr", "img", "svg")


class Box(NamedTuple):
    """A rectangle on a page (mm, inside its margins)."""

    left: float
    top: float
    width: float
    height: float


class Room(NamedTuple):
    """How many pages a booklet has, and how many of them are for results already."""

    pages: int
    records: int


class Draft(NamedTuple):
    """A setting of a book as measured: its page, its parts, and their best breaks."""

    html: str
    parts: list[Part]
    plans: list[Plan | None]
    """Of each part; nothing where it is laid out as it comes."""
    pages: int
    """How many it has without planned columns."""
    planned_pages: int
    cost: float
    """What the breaks cost, without what pages cost."""


def lay_out_columns(
    settings: Sequence[str],
    spots: Sequence[str],
    room: Room | None = None,
    *,
    setting_cost: float = SETTING_COST,
) -> Document:
    """Return a book laid out in planned columns; `spots` are drawings (SVG) for white space.

    The book is one page of HTML in several settings, such as sizes of letters; the first is used
    unless its breaks hurt and those of another one hurt less. With `room`, pages left over hurt
    too, and no setting that needs more is used. A setting whose columns do not come out as planned
    is measured better, and compared with the others again.
    """
    drafts = measure_drafts(settings, room, has_pictures=bool(spots))
    for _ in range(MOST_LAYOUTS):
        place = find_best(drafts, room, setting_cost)
        draft = drafts[place]
        document, misses = lay_out_draft(draft, spots)
        if not misses:
            return document if len(document.pages) <= draft.pages else lay_out_unplanned(draft)
        parts = list(draft.parts)
        for number, miss in misses.items():
            parts[number] = correct_part(parts[number], miss)
        drafts[place] = rate_draft(draft.html, parts, draft.pages)
    # Only the parts that did not come out as planned are laid out as they come
    plans = [None if number in misses else plan for number, plan in enumerate(draft.plans)]
    document, misses = lay_out_draft(draft._replace(plans=plans), spots)
    is_kept = not misses and len(document.pages) <= draft.pages
    return document if is_kept else lay_out_unplanned(draft)


def measure_drafts(
    settings: Sequence[str], room: Room | None, *, has_pictures: bool
) -> list[Draft]:
    """Return the settings of a book as measured, up to the first whose breaks do not hurt."""
    drafts: list[Draft] = []
    for html in settings:
        drafts.append(measure_draft(html, has_pictures=has_pictures))
        last = drafts[-1]
        most = HURTS if room is None else BOOKLET_HURTS
        if last.cost < most and (room is None or room.pages == last.planned_pages):
            return drafts[-1:]
    return drafts


def find_best(drafts: Sequence[Draft], room: Room | None, setting_cost: float) -> int:
    """Return the place of the setting that hurts least."""
    costs = [
        draft.cost + rate_pages(draft.planned_pages, room) + place * setting_cost
        for place, draft in enumerate(drafts)
    ]
    return costs.index(min(costs))


def rate_pages(pages: int, room: Room | None) -> float:
    """Return what it costs that a book has this many pages, where there is room for so many."""
    if room is None:
        return pages * PAGE_COST
    if pages > room.pages:
        return TOO_LONG_COST
    left_over = room.records + room.pages - pages
    return RECORD_COST + (left_over - 1) * LEFT_OVER_COST if left_over else 0.0


def measure_draft(html: str, *, has_pictures: bool) -> Draft:
    """Return a setting of a book as measured; in white space it can have pictures."""
    page = parse_page(html.replace('<body class="', '<body class="measured ', 1))
    document = render_page(page)
    measurer = Measurer(page.etree_element, document, has_pictures=has_pictures)
    return rate_draft(html, list(measurer.list_parts()), len(document.pages))


def rate_draft(html: str, parts: list[Part], pages: int) -> Draft:
    """Return a setting of a book with its best breaks."""
    plans: list[Plan | None] = []
    # A cover is no part
    planned_pages = pages - sum(part.pages for part in parts)
    for part in parts:
        plan = plan_part(part, begins_right=planned_pages % 2 == 0)
        planned_pages += part.pages if plan is None else plan.pages
        plans.append(plan)
    cost = sum(UNPLANNED_COST if plan is None else plan.cost for plan in plans)
    return Draft(html, parts, plans, pages, planned_pages, cost)


def plan_part(part: Part, *, begins_right: bool = False) -> Plan | None:
    """Return the best breaks of a part, whose first page may be a right one; nothing where it is
    laid out as it comes.

    So is a part that would need more pages than it has without planned breaks: a quick reference
    stays on one.
    """
    if len(part.pieces) > MOST_BLOCKS:
        return None
    blocks = [piece.block for piece in part.pieces]
    sizes = part.sizes._replace(begins_right=part.sizes.has_leaves and begins_right)
    try:
        plan = plan_columns(blocks, sizes, part.pages)
    except UnplannableError:
        return None
    return plan if plan.pages <= part.pages else None


def lay_out_unplanned(draft: Draft) -> Document:
    """Return a book with columns as WeasyPrint balances them."""
    return render_page(parse_page(draft.html))


def lay_out_draft(draft: Draft, spots: Sequence[str]) -> tuple[Document, dict[int, Miss]]:
    """Return a book with planned columns, and what came out otherwise, by the places of parts."""
    page = parse_page(draft.html)
    # Lists are split where columns part them: then there are more elements
    elements = list(page.etree_element.iter())
    marker = Marker(page.etree_element, elements, spots)
    for part, plan in zip(draft.parts, draft.plans, strict=True):
        marker.mark_part(part, plan)
    document = render_page(page)
    checker = Checker(elements, measure_boxes(document))
    misses: dict[int, Miss] = {}
    for place, (part, plan) in enumerate(zip(draft.parts, draft.plans, strict=True)):
        miss = checker.find_miss(part, plan) if plan is not None else None
        if miss is not None:
            misses[place] = miss
    return document, misses


def correct_part(part: Part, miss: Miss) -> Part:
    """Return a part with other measures, so that it is not planned in the same way again.

    A block that did not fit was higher than measured; else the next column cannot begin where it
    was planned.
    """
    pieces = list(part.pieces)
    piece = pieces[miss.block]
    if miss.room < TIGHT_MM or piece.block.wide:
        height = piece.block.height + min(miss.room, TIGHT_MM) + SLACK_MM
        pieces[miss.block] = replace(piece, block=piece.block._replace(height=height))
    elif miss.end < len(pieces):
        piece = pieces[miss.end]
        pieces[miss.end] = replace(piece, block=piece.block._replace(penalty=NEVER))
    return replace(part, pieces=tuple(pieces))


class Miss(NamedTuple):
    """The first block of a part that is not in the column or on the page where it was planned."""

    block: int
    end: int
    """The block after its column."""
    room: float
    """What was to be free of the page below its column (mm)."""


class Checker:
    """Finds blocks that are not where they were planned."""

    def __init__(self, elements: Sequence[Element], extents: dict[Element, Extent]) -> None:
        self.elements = elements
        self.extents = extents

    def find_miss(self, part: Part, plan: Plan) -> Miss | None:
        """Return the first miss of a part."""
        misses = [*self.list_column_misses(part, plan), *self.list_wide_misses(part, plan)]
        return min(misses, default=None)

    def list_column_misses(self, part: Part, plan: Plan) -> Iterator[Miss]:
        """Yield the blocks that are not in their columns."""
        # Of a block that goes on only the beginning has a place
        pieces = [piece for piece in part.pieces if not piece.block.flows]
        margin = min(self.find_place(piece).left for piece in pieces)
        middle = margin + part.width / 2 - SAME_COLUMN_MM
        for column in plan.columns:
            for block in range(column.start, column.end):
                if part.pieces[block].block.flows:
                    continue
                is_right = self.find_place(part.pieces[block]).left > middle
                place = (self.find_page(part, block), int(is_right))
                if place != (column.page, column.place):
                    yield Miss(block, column.end, column.room)

    def list_wide_misses(self, part: Part, plan: Plan) -> Iterator[Miss]:
        """Yield the blocks across the page that are not on their pages."""
        for wide in plan.wide:
            goes_on = part.pieces[wide.block].block.flows
            if not goes_on and self.find_page(part, wide.block) != wide.page:
                yield Miss(wide.block, wide.block + 1, wide.room)

    def find_page(self, part: Part, block: int) -> int:
        """Return the page of a block, from 0 for the first of its part."""
        first_page = self.extents[self.elements[part.order]].places[0].page
        return self.find_place(part.pieces[block]).page - first_page

    def find_place(self, piece: Piece) -> Place:
        """Return where the element of a piece begins."""
        return self.extents[self.elements[piece.order]].places[0]


def has_picture(part: Part, column: Column) -> bool:
    """Whether the white at the end of a column has room for a picture."""
    if column.white <= PICTURE_MM:
        return False
    # Lines of a paragraph have one element; each row of a strip or a table has its own
    orders = [piece.order for piece in part.pieces[column.end - 1 : column.end + 1]]
    return len(orders) == len(set(orders))


def add_style(element: Element, style: str) -> None:
    """Add declarations to the style of an element."""
    element.set("style", f"{element.get('style', '')};{style}".lstrip(";"))


class Marker:
    """Marks in a page what begins a column, and puts pictures where white is left."""

    def __init__(self, root: Element, elements: Sequence[Element], spots: Sequence[str]) -> None:
        self.elements = elements
        self.spots = spots
        self.parents = {child: parent for parent in root.iter() for child in parent}
        self.drawn = 0

    def mark_part(self, part: Part, plan: Plan | None) -> None:
        """Mark the columns of a part."""
        if plan is None:
            return
        add_class(self.elements[part.order], "planned")
        if self.spots:
            self.place_spots(part, plan)
        for column in plan.columns:
            self.stretch_column(part, column)
            turns = column.page > 0 and column.top <= part.sizes.padding
            if column.start < column.end:
                self.mark_start(part, column.start, turns=turns)
            elif column.place == 0:
                self.mark_start(part, column.end, turns=True)
        for wide in plan.wide:
            if wide.block and plan.find_page(wide.block - 1) < wide.page:
                self.mark_start(part, wide.block, turns=True)

    def mark_start(self, part: Part, start: int, *, turns: bool) -> None:
        """Let a column, or a page, begin with a piece.

        A paragraph that goes on there has no hyphens if the column before would end with one.
        """
        piece = part.pieces[start]
        element = self.elements[piece.order]
        if element.tag == "tr":
            self.part_table(element)
        elif piece.block.wide:
            if not piece.block.flows:
                add_class(self.find_chapter(element), "new-page")
        elif start == 0 or part.pieces[start - 1].block.wide:
            if turns:
                add_class(self.find_box(element), "new-page")
        elif piece.block.flows:
            if piece.block.below_hyphen:
                add_class(element, "parted")
        else:
            while "columns" not in classes_of(self.parents[element]):
                element = self.split_before(element)
            siblings = list(self.parents[element])
            add_class(siblings[siblings.index(element) - 1], "column-end")
            add_class(element, "new-column")

    def part_table(self, row: Element) -> None:
        """Let a table go on where it fills a column."""
        table = row
        while table.tag != "table":
            table = self.parents[table]
        add_style(table, "break-inside:auto")

    def find_chapter(self, element: Element) -> Element:
        """Return the chapter that begins with an element, or the element."""
        parent = self.parents[element]
        is_first = "chapter" in classes_of(parent) and parent[0] is element
        return parent if is_first else element

    def find_box(self, element: Element) -> Element:
        """Return the box of columns that an element is in."""
        while "columns" not in classes_of(element):
            element = self.parents[element]
        return element

    def split_before(self, element: Element) -> Element:
        """Move an element, and what follows it, into a second parent; return what holds it now.

        A list that went on in the next column would fill its own down to the foot of the page.
        """
        parent = self.parents[element]
        place = list(parent).index(element)
        if place == 0 and not (parent.text or "").strip():
            return parent
        rest = Element(parent.tag, dict(parent.attrib))
        rest.attrib.pop("id", None)
        rest.extend(parent[place:])
        del parent[place:]
        for child in rest:
            self.parents[child] = rest
        if parent.tag == "ol":
            rest.set("start", str(int(parent.get("start", "1")) + place))
        elif parent.tag == "li":
            add_class(rest, "goes-on")
        above = self.parents[parent]
        above.insert(list(above).index(parent) + 1, rest)
        self.parents[rest] = above
        return rest

    def stretch_column(self, part: Part, column: Column) -> None:
        """Let the spaces above the headings of a column grow, so that it ends where others do."""
        has_spot = bool(self.spots) and has_picture(part, column)
        white = column.white - SLACK_MM
        if white <= 0 or not column.stretch or not is_stretched(column, has_picture=has_spot):
            return
        share = min(1.0, white / column.stretch)
        for piece in part.pieces[column.start + 1 : column.end]:
            if piece.block.stretch:
                space = piece.block.before + share * piece.block.stretch
                add_style(self.elements[piece.order], f"margin-top:{space:.2f}mm")

    def place_spots(self, part: Part, plan: Plan) -> None:
        """Put pictures at the ends of columns, and one below the end of a part of several pages,
        unless one is near it.
        """
        last_page = -1
        for column in plan.columns:
            if not is_stretched(column, has_picture=has_picture(part, column)):
                left = column.place * (part.width - part.column_width)
                height = min(column.white, SPOT_ROOM_MM) if part.sizes.columns > 1 else column.white
                top = column.top + column.height + column.white - height
                box = Box(left, top, part.column_width, height)
                self.place_spot(part.pieces[column.end - 1], box)
                last_page = column.page
        is_alone = last_page < plan.pages - 1
        if is_alone and plan.pages > 1 and plan.white > CLOSING_MM:
            height = part.sizes.other - plan.white
            most = 2 * SPOT_DROP_MM + SPOT_SHAPE * SPOT_WIDTH_MM
            box = Box(0.0, height, part.width, min(plan.white, most))
            self.place_spot(part.pieces[-1], box)

    def place_spot(self, piece: Piece, box: Box) -> None:
        """Put a picture into the middle of the white below a piece."""
        holder = self.elements[piece.order]
        if STRIP in classes_of(holder):
            # Of a strip, only the first row is a piece of the whole
            holder = holder[0]
        if not {"rows", "across"}.isdisjoint(classes_of(holder)):
            add_style(holder, UNCLIPPED)
        if holder.tag in CLOSED:
            holder = next(reversed(list(holder.iter("td"))), self.find_box(holder))
        is_large = box.height > LARGE_WHITE_MM and box.width > LARGE_COLUMN_MM
        width = min(LARGE_SPOT_WIDTH_MM if is_large else SPOT_WIDTH_MM, box.width)
        height = SPOT_SHAPE * width
        left = box.left + (box.width - width) / 2
        top = box.top + (box.height - height) / 2
        spot = self.spots[self.drawn % len(self.spots)]
        self.drawn += 1
        style = f"left:{left:.2f}mm;top:{top:.2f}mm;height:{height:.2f}mm"
        style += f";width:{width:.2f}mm"
        drawing = base64.b64encode(spot.encode()).decode()
        style += f";background-image:url(data:image/svg+xml;base64,{drawing})"
        holder.append(Element("div", {"class": "spot", "style": style}))
