"""A book laid out in columns that end where it hurts least, with pictures where white is left.

A book is laid out once to measure its blocks. `column_breaks` then says where columns end, and
the book is laid out again with these breaks.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.block_measures import (
    NEVER,
    SAME_COLUMN_MM,
    SLACK_MM,
    Extent,
    Measurer,
    Part,
    Piece,
    measure_boxes,
)
from wordfleet_print.rulebook.blocks import add_class, classes_of
from wordfleet_print.rulebook.column_breaks import (
    PAGE_COST,
    PICTURE_MM,
    Column,
    Plan,
    UnplannableError,
    plan_columns,
)
from wordfleet_print.rulebook.pdf import parse_page, render_page

if TYPE_CHECKING:
    from weasyprint.document import Document

# How wide pictures for white space are, unless their column is narrower, so that all have the same
# strokes; how high, of their width, as `spot.svg` is. The least white holds one.
SPOT_WIDTH_MM = 44.0
SPOT_SHAPE = 140 / 240
# White below the end of a part, from which on a picture closes it; how far that is below the text.
CLOSING_MM = 40.0
SPOT_DROP_MM = 14.0
# A longer part is laid out as it comes: to compare all its breaks takes seconds.
MOST_BLOCKS = 900
# What breaks of a book cost where they hurt; what each further setting of it costs.
HURTS = 60.0
SETTING_COST = 40.0
# What each page costs that is left over, and any that a booklet has no room for.
LEFT_OVER_COST = 200.0
TOO_LONG_COST = 100000.0
# How often breaks are planned, each time without those that the layout did not keep.
MOST_PLANS = 3
# Elements in which nothing can be put.
CLOSED = ("table", "hr", "img", "svg")


class Box(NamedTuple):
    """A rectangle on a page (mm, inside its margins)."""

    left: float
    top: float
    width: float
    height: float


class Draft(NamedTuple):
    """A book as measured: its page, its parts, how many pages it has without planned columns."""

    html: str
    parts: list[Part]
    pages: int
    cost: float
    """What its best breaks cost, without what pages cost."""
    planned_pages: int


def lay_out_columns(
    settings: Sequence[str], spots: Sequence[str], room: int | None = None
) -> Document:
    """Return a book laid out in planned columns; `spots` are drawings (SVG) for white space.

    The book is one page of HTML in several settings, such as sizes of letters; the first is used
    unless its breaks hurt and those of another one hurt less. With `room`, how many pages it is to
    have, pages left over hurt too, and no setting that needs more is used. A book whose columns do
    not come out as planned is laid out as WeasyPrint balances it.
    """
    draft = choose_draft(settings, room, has_pictures=bool(spots))
    refused: set[tuple[int, int]] = set()
    for _ in range(MOST_PLANS):
        planned = parse_page(draft.html)
        elements = list(planned.etree_element.iter())
        marker = Marker(planned.etree_element, elements, spots)
        plans = [plan_part(part, refused) for part in draft.parts]
        for part, plan in zip(draft.parts, plans, strict=True):
            marker.mark_part(part, plan)
        document = render_page(planned)
        extents = measure_boxes(document)
        missed = list(find_missed(draft.parts, plans, elements, extents))
        if not missed and len(document.pages) <= draft.pages:
            return document
        refused.update(missed)
        if not missed:
            break
    return render_page(parse_page(draft.html))


def choose_draft(settings: Sequence[str], room: int | None, *, has_pictures: bool) -> Draft:
    """Return the first setting of a book whose breaks do not hurt, or the one that hurts least."""
    drafts: list[Draft] = []
    for html in settings:
        drafts.append(measure_draft(html, has_pictures=has_pictures))
        if drafts[-1].cost < HURTS and room in (None, drafts[-1].planned_pages):
            return drafts[-1]
    costs = [
        draft.cost + rate_pages(draft.planned_pages, room) + place * SETTING_COST
        for place, draft in enumerate(drafts)
    ]
    return drafts[costs.index(min(costs))]


def rate_pages(pages: int, room: int | None) -> float:
    """Return what it costs that a book has this many pages, where there is room for so many."""
    if room is None:
        return pages * PAGE_COST
    return (room - pages) * LEFT_OVER_COST if pages <= room else TOO_LONG_COST


def measure_draft(html: str, *, has_pictures: bool) -> Draft:
    """Return a setting of a book as measured; in white space it can have pictures."""
    page = parse_page(html.replace('<body class="', '<body class="measured ', 1))
    document = render_page(page)
    measurer = Measurer(page.etree_element, document, has_pictures=has_pictures)
    parts = list(measurer.list_parts())
    plans = [plan_part(part, set()) for part in parts]
    cost = sum(plan.cost for plan in plans if plan is not None)
    planned_pages = sum(
        part.pages if plan is None else plan.pages for part, plan in zip(parts, plans, strict=True)
    )
    # A cover is no part
    planned_pages += len(document.pages) - sum(part.pages for part in parts)
    return Draft(html, parts, len(document.pages), cost, planned_pages)


def plan_part(part: Part, refused: set[tuple[int, int]]) -> Plan | None:
    """Return the best breaks of a part; nothing where it is laid out as it comes.

    So is a part that would need more pages than it has without planned breaks: a quick reference
    stays on one.
    """
    if len(part.pieces) > MOST_BLOCKS:
        return None
    blocks = [piece.block for piece in part.pieces]
    for place, block in enumerate(blocks):
        if (part.order, place) not in refused:
            continue
        if block.wide:
            # It was higher than measured
            blocks[place] = block._replace(height=block.height + SLACK_MM)
        else:
            blocks[place] = block._replace(penalty=NEVER)
    try:
        plan = plan_columns(blocks, part.sizes, part.pages)
    except UnplannableError:
        return None
    return plan if plan.pages <= part.pages else None


def find_missed(
    parts: Sequence[Part],
    plans: Sequence[Plan | None],
    elements: Sequence[Element],
    extents: dict[Element, Extent],
) -> Iterator[tuple[int, int]]:
    """Yield the first break of each part that the layout did not keep."""
    for part, plan in zip(parts, plans, strict=True):
        for column in plan.columns if plan else ():
            if not is_column_kept(part, column, elements, extents):
                yield part.order, column.end
                break
        for page, block in plan.wide if plan else ():
            # Of a block that goes on only the beginning has a place
            goes_on = part.pieces[block].block.flows
            if not goes_on and find_page(part, block, elements, extents) != page:
                yield part.order, block
                break


def find_page(
    part: Part, block: int, elements: Sequence[Element], extents: dict[Element, Extent]
) -> int:
    """Return the page of a block, from 0 for the first of its part."""
    first_page = extents[elements[part.order]].places[0].page
    return extents[elements[part.pieces[block].order]].places[0].page - first_page


def is_column_kept(
    part: Part, column: Column, elements: Sequence[Element], extents: dict[Element, Extent]
) -> bool:
    """Whether the blocks of a column are where they were planned."""
    margin = min(extents[elements[piece.order]].places[0].left for piece in part.pieces)
    for block in range(column.start, column.end):
        piece = part.pieces[block]
        if piece.block.flows:
            continue
        place = extents[elements[piece.order]].places[0]
        is_right = place.left - margin > part.width / 2 - SAME_COLUMN_MM
        page = find_page(part, block, elements, extents)
        if (page, is_right) != (column.page, column.place == 1):
            return False
    return True


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
            turns = column.page > 0 and column.top <= part.sizes.padding
            if column.start < column.end:
                self.mark_start(part, column.start, turns=turns)
            elif column.place == 0:
                self.mark_start(part, column.end, turns=True)
        for page, block in plan.wide:
            if block and plan.find_page(block - 1) < page:
                self.mark_start(part, block, turns=True)

    def mark_start(self, part: Part, start: int, *, turns: bool) -> None:
        """Let a column, or a page, begin with a piece."""
        piece = part.pieces[start]
        element = self.elements[piece.order]
        if piece.block.wide:
            if not piece.block.flows:
                add_class(self.find_chapter(element), "new-page")
        elif start == 0 or part.pieces[start - 1].block.wide:
            if turns:
                add_class(self.find_box(element), "new-page")
        elif not piece.block.flows:
            while "columns" not in classes_of(self.parents[element]):
                element = self.split_before(element)
            siblings = list(self.parents[element])
            add_class(siblings[siblings.index(element) - 1], "column-end")
            add_class(element, "new-column")

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

    def place_spots(self, part: Part, plan: Plan) -> None:
        """Put pictures at the ends of columns, and one below the end of a part of several pages."""
        for column in plan.columns:
            goes_on = column.end < len(part.pieces) and part.pieces[column.end].block.flows
            if column.white > PICTURE_MM and not goes_on:
                left = column.place * (part.width - part.column_width)
                box = Box(left, column.top + column.height, part.column_width, column.white)
                self.place_spot(part.pieces[column.end - 1], box)
        if plan.pages > 1 and plan.white > CLOSING_MM:
            height = part.sizes.other - plan.white
            most = 2 * SPOT_DROP_MM + SPOT_SHAPE * SPOT_WIDTH_MM
            box = Box(0.0, height, part.width, min(plan.white, most))
            self.place_spot(part.pieces[-1], box)

    def place_spot(self, piece: Piece, box: Box) -> None:
        """Put a picture into the middle of the white below a piece."""
        holder = self.elements[piece.order]
        if holder.tag in CLOSED:
            holder = next(reversed(list(holder.iter("td"))), self.find_box(holder))
        width = min(SPOT_WIDTH_MM, box.width)
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
