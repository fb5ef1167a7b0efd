"""Where a block may be cut once it has been set: between its lines, items, rows and paragraphs, and what each costs."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.rulebook.blocks import CountedPlaces, counted_places, is_whole, piece
from wordfleet_print.rulebook.breaks import NEVER
from wordfleet_print.rulebook.text.sections import kinds_of, mark

if TYPE_CHECKING:
    from weasyprint.document import Document
    from weasyprint.formatting_structure.boxes import Box

PARTED = "parted"
"""Class of a row that was part of a higher one."""
_LINE, _BOXED_LINE, _ITEM, _FEW, _ROW, _LONE, _BOX, _WORDS = 2.0, 20.0, 0.5, 6.0, 6.0, 30.0, 12.0, 40.0
"""What it costs to cut between lines of a paragraph, of a box; between items, after the first or before the last of
them; between rows, after the first or before the last of them; between paragraphs of a box, the words of a frame and
its figure.
"""


@dataclass(frozen=True, slots=True)
class BlockCut:
    """A place where a block may be cut: how far down it ends above and begins below (CSS px), what that costs, and what
    is said again below.
    """

    above: float
    below: float
    price: float
    place: int
    again: float = 0.0


def boxes_of(document: Document, holders: set[int]) -> dict[int, Box]:
    """The boxes of these elements, each given by its `id`. Raises nothing."""
    found: dict[int, Box] = {}
    for page in document.pages:
        for box in page._page_box.descendants():
            if box.element is not None and id(box.element) in holders and box.element_tag == "div":
                found.setdefault(id(box.element), box)
    return found


def cuts_of(element: Element, box: Box) -> Iterator[BlockCut]:
    """Where a block that was set as this box may be cut, from above downwards. Raises nothing."""
    kinds = {*kinds_of(element)}
    if element.tag in {"figure", "h4", "h5", "h6"} or kinds & {"heading", "side"}:
        return
    reached = box.position_y
    for cut in _inside(box, counted_places(element), ""):
        if cut.below > reached and cut.price < NEVER:
            reached = cut.below
            yield cut


def _inside(box: Box, counted: CountedPlaces, context: str, again: float = 0.0) -> Iterator[BlockCut]:
    from weasyprint.formatting_structure import boxes

    children = [child for child in getattr(box, "children", ()) if child.is_in_normal_flow()]
    element = box.element
    whole = isinstance(box, (boxes.FlexContainerBox, boxes.TableRowBox))
    if not children or element is None or is_whole(element) or whole:
        return
    context = _context(element) or context
    if isinstance(children[0], boxes.LineBox):
        yield from _between_lines(element, children, counted, context)
        return
    if not all(isinstance(c, (boxes.BlockLevelBox, boxes.TableRowGroupBox, boxes.TableRowBox)) for c in children):
        return
    if isinstance(box, boxes.TableBox):
        again = sum(child.height for child in children if child.element_tag == "thead")
    for number, child in enumerate(children):
        if number and isinstance(child, (boxes.BlockLevelBox, boxes.TableRowBox)) and child.element is not element:
            above = children[number - 1]
            price = _price(element, child.element, number, len(children), context)
            if child.element in counted.spans:
                bottom = above.border_box_y() + above.border_height()
                yield BlockCut(bottom, child.border_box_y(), price, counted.spans[child.element][0], again)
        yield from _inside(child, counted, context, again)


def _context(element: Element) -> str:
    """What a line is cut in, where that matters."""
    kinds = {*kinds_of(element)}
    if element.tag == "figure":
        return "figure"
    return "frame" if "frame" in kinds else "box" if kinds & {"admonition", "note", "ruled"} else ""


def _price(parent: Element, child: Element, number: int, count: int, context: str) -> float:
    """What it costs to cut between the children of an element."""
    kinds = {*kinds_of(parent)}
    if context == "figure" or child.tag in {"dd", "figcaption"}:
        return NEVER
    if parent.tag in {"ul", "ol", "dl"}:
        return 0.0 if "index" in kinds else _ITEM + _FEW * (number in {1, count - 1})
    if child.tag == "tr":
        return _ROW + _LONE * (number in {1, count - 1})
    if "notes" in kinds or (parent.tag == "div" and context == ""):
        return 0.0
    if context == "frame":
        return NEVER if number == 1 else _WORDS
    return NEVER if number == 1 and "admonition" in kinds else _BOX


def _between_lines(element: Element, lines: Sequence[Box], counted: CountedPlaces, context: str) -> Iterator[BlockCut]:
    """Between the lines of a paragraph, two of them on either side at least."""
    if context == "figure" or "admonition-title" in kinds_of(element) or len(lines) < 4:
        return
    price = {"frame": _WORDS, "": _LINE}.get(context, _BOXED_LINE)
    letters = counted.letters
    at = bisect(letters, counted.spans[element][0], key=lambda letter: letter[1])
    for number, line in enumerate(lines):
        words = "".join("".join(_words(line)).split())
        if 2 <= number <= len(lines) - 2 and 0 < at < len(letters) and words[:1] == letters[at][0]:
            top = line.position_y
            yield BlockCut(top, top, price, letters[at - 1][1] + 1)
        at += len(words)


def _words(box: Box) -> Iterator[str]:
    """The words in a line, but for what style sheets add to them."""
    from weasyprint.formatting_structure import boxes

    if "::" in (box.element_tag or ""):
        return
    if isinstance(box, boxes.TextBox):
        yield box.text
    for child in getattr(box, "children", ()):
        yield from _words(child)


def fix_columns(box: Box) -> None:
    """Let tables in a block that was set as this box keep their columns in every piece. Raises nothing."""
    from weasyprint.formatting_structure import boxes

    for table in box.descendants():
        if isinstance(table, boxes.TableBox) and table.element is not None and table.element.find("colgroup") is None:
            columns = Element("colgroup")
            for width in table.column_widths:
                SubElement(columns, "col", {"style": f"width:{width + 0.001:.6f}px"})
            table.element.insert(int(table.element[0].tag == "caption"), columns)
            table.element.set("style", "table-layout:fixed")


def is_crowded(box: Box) -> bool:
    """Whether a table in a block is wider than the block. Raises nothing."""
    from weasyprint.formatting_structure import boxes

    right = box.position_x + box.width + 1
    return any(
        isinstance(inner, boxes.TableBox) and inner.position_x + inner.width > right for inner in box.descendants()
    )


def part_rows(table: Element, box: Box, most: float) -> bool:
    """Part each row that is higher than this (CSS px) between the lines of its cells, into rows of half of that; tells
    whether there is any. Raises nothing.
    """
    from weasyprint.formatting_structure import boxes

    groups = {row: group for group in table.iter("tbody") for row in group}
    high = [
        row
        for row in box.descendants()
        if isinstance(row, boxes.TableRowBox)
        and row.height > most
        and row.element in groups
        and PARTED not in kinds_of(row.element)
    ]
    for row in high:
        tops = [row.position_y + number * most / 2 for number in range(1, int(row.height // (most / 2)) + 1)]
        parted = [list(_pieces(cell, tops)) for cell in row.children]
        group = groups[row.element]
        place = list(group).index(row.element)
        made = [Element("tr", dict(row.element.attrib)) for _ in (*tops, None)]
        for number, new in enumerate(made):
            mark(new, PARTED)
            new.extend(cell[number] for cell in parted)
        group[place : place + 1] = made
    return bool(high)


def _pieces(cell: Box, tops: Sequence[float]) -> Iterator[Element]:
    """The pieces of a cell, the next one begun by the first line that is not above each of these."""
    from weasyprint.formatting_structure import boxes

    letters = counted_places(cell.element).letters
    begins, at = list[tuple[float, int]](), 0
    for line in cell.descendants():
        if isinstance(line, boxes.LineBox):
            begins.append((line.position_y, letters[at][1] if 0 < at < len(letters) else 0))
            at += len("".join("".join(_words(line)).split()))
    end = counted_places(cell.element).spans[cell.element][1]
    starts = [0, *(next((place for y, place in begins if y >= top), end) for top in tops), end]
    yield from (piece(cell.element, *span) for span in pairwise(starts))
