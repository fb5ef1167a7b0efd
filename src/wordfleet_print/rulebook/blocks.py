"""Blocks of a book in its columns: what is kept together, and what goes across the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.private_signs import SLOT

# Words of a chapter that is kept in one column.
SHORT_CHAPTER = 70
# Characters that a table has room for in a column.
COLUMN = 46
# Columns of a table in small letters, and rows of one that may break: more than these.
MANY_COLUMNS = 8
LONG_TABLE = 15
# Pictures in a row of a strip of so many, or of twice as many.
THREE = 3
# The class of words below a line of pictures, which belong to them.
BELOW_PICTURES = "below-pictures"
# Classes of the last block of a chapter and of a section: more white follows.
ENDS = {"chapter-end", "section-end"}
_TEXT = ("p", "ul", "ol", "blockquote")


def lay_columns(blocks: Sequence[Element], is_wide: Callable[[Element], bool]) -> list[Element]:
    """Put text into columns, and between them what goes across: `{: .wide }` chapters, wide
    figures and tables.

    WeasyPrint 70 fails on `column-span: all` with `break-inside: avoid`, so nothing spans
    columns: the box of columns is closed before what goes across, and a new one opened after
    it.
    """
    boxes: list[Element] = []
    for element in blocks:
        place_block(boxes, element, wide=element.tag != "h1" and is_wide(element))
    for box in boxes:
        if is_columns(box):
            box[:] = keep_short_chapters(keep_with_text(list(box)))
            mark_ends(box)
    return [box for box in boxes if len(box) or box.tag == "h1"]


def place_block(boxes: list[Element], element: Element, *, wide: bool) -> None:
    """Put a block into the last box, or into a new one."""
    if element.tag == "h1":
        boxes.append(element)
    elif wide and element.tag == "h2":
        boxes.append(make_box("section", f"{element.get('class', '')} chapter", [element]))
    elif wide:
        boxes.append(make_box("div", "spread", [*take_headings(boxes), element]))
    elif boxes and takes_block(boxes[-1], element):
        boxes[-1].append(element)
    else:
        boxes.append(make_box("div", "columns", [element]))


def takes_block(box: Element, element: Element) -> bool:
    """Whether a box goes on with a block: a wide chapter ends at the next heading."""
    return is_columns(box) or (box.tag == "section" and element.tag != "h2")


def is_columns(box: Element) -> bool:
    """Whether a box holds columns."""
    return box.get("class") == "columns"


def classes_of(element: Element) -> list[str]:
    """Return the classes of an element."""
    return element.get("class", "").split()


def add_class(element: Element, name: str) -> None:
    """Give an element one more class."""
    if name not in classes_of(element):
        element.set("class", " ".join([*classes_of(element), name]))


def make_box(tag: str, classes: str, inside: Sequence[Element]) -> Element:
    """Return an element of these classes around others."""
    box = Element(tag, {"class": classes})
    box.extend(inside)
    return box


def take_headings(boxes: Sequence[Element]) -> list[Element]:
    """Take the headings that end the last column: they go with the wide block below them."""
    headings: list[Element] = []
    while (
        boxes
        and boxes[-1].get("class") == "columns"
        and len(boxes[-1])
        and boxes[-1][-1].tag in ("h2", "h3")
    ):
        headings.insert(0, boxes[-1][-1])
        boxes[-1].remove(headings[0])
    return headings


def shape_table(table: Element) -> None:
    """Mark a table that is too wide for a column, or too long to be kept whole."""
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    for cell in table.iter("th"):
        if not "".join(cell.itertext()).strip():
            cell.tag = "td"  # an empty head is not one
    longest = [
        max((len(word) for cell in column for word in cell.split()), default=1)
        for column in zip(*rows, strict=False)
    ]
    kinds = {
        "many": len(longest) > MANY_COLUMNS,
        "wide": sum(longest) + 3 * len(longest) > COLUMN,
        "long": len(rows) > LONG_TABLE,
    }
    marks = [kind for kind, holds in kinds.items() if holds]
    if marks:
        table.set("class", " ".join([*classes_of(table), *marks]))


def split_pictures(blocks: Sequence[Element]) -> list[Element]:
    """Give each picture of a line of pictures a paragraph of its own; words below the line are one.

    Pictures that follow one another stand side by side.
    """
    split: list[Element] = []
    for block in blocks:
        count = count_pictures(block)
        split.extend(part_pictures(block, count) if count > 1 else [block])
    return split


def count_pictures(block: Element) -> int:
    """Return with how many pictures a paragraph begins, without a word between them."""
    if block.tag != "p" or (block.text or "").strip():
        return 0
    count = 0
    for child in block:
        if child.tag != "img":
            break
        count += 1
        if (child.tail or "").strip():
            break
    return count


def part_pictures(paragraph: Element, count: int) -> Iterator[Element]:
    """Yield a paragraph for each of the pictures that one begins with, and one for its words."""
    beside = "three" if count % THREE == 0 else "two"
    pictures = paragraph[:count]
    words = pictures[-1].tail
    for picture in pictures:
        picture.tail = None
        yield make_box("p", " ".join([*classes_of(paragraph), beside]), [picture])
    rest = make_box("p", BELOW_PICTURES, paragraph[count:])
    rest.text = words
    if len(rest) or (words or "").strip():
        yield rest


def join_pictures(blocks: Sequence[Element]) -> list[Element]:
    """Make one strip of pictures that follow one another; one alone stays as it is."""
    joined: list[Element] = []
    for is_turn, run in groupby(blocks, key=lambda block: "turn" in classes_of(block)):
        turns = list(run)
        if is_turn and len(turns) > 1:
            turns = [make_box("div", turns[0].get("class", "").replace("turn", "turns", 1), turns)]
        elif is_turn:
            turns[0].set("class", turns[0].get("class", "").replace("turn", "picture", 1))
        joined.extend(turns)
    return joined


def keep_with_text(blocks: Sequence[Element]) -> list[Element]:
    """Keep a figure or table with the text before it, past a ruling in between."""
    joined: list[Element] = []
    for element in blocks:
        joined.append(join_with_text(joined, element) if is_kept_whole(element) else element)
    return joined


def is_kept_whole(element: Element) -> bool:
    """Whether a block is a figure, a picture or a table that is not long."""
    if element.tag == "table":
        return "long" not in classes_of(element)
    return element.tag == "figure" or SLOT.fullmatch((element.text or "").strip()) is not None


def join_with_text(blocks: list[Element], element: Element) -> Element:
    """Take the text before a block, and its headings, and return all of it in one box.

    A heading that must not part from a box is one with it: WeasyPrint balances columns pixel by
    pixel where blocks hang together by rules alone, and takes seconds for a page.
    """
    group = [element]
    if blocks and blocks[-1].tag in _TEXT:
        group.insert(0, blocks.pop())
        is_ruling = group[0].get("class") == "ruling"
        if is_ruling and blocks and is_plain_text(blocks[-1]):
            group.insert(0, blocks.pop())
    while blocks and blocks[-1].tag in ("h2", "h3"):
        group.insert(0, blocks.pop())
    return make_box("div", "keep starts" if group[0].tag == "h2" else "keep", group)


def is_plain_text(element: Element) -> bool:
    """Whether a block is text, and no ruling or other text with a class."""
    return element.tag in _TEXT and not element.get("class")


def keep_short_chapters(blocks: Sequence[Element]) -> list[Element]:
    """Keep a chapter of few words, without a drawing, in one column."""
    joined: list[Element] = []
    for is_head, run in groupby(blocks, key=lambda block: block.tag == "h2"):
        chapter = list(run)
        words = sum(len(" ".join(block.itertext()).split()) for block in chapter)
        is_drawn = any(SLOT.search("".join(block.itertext())) for block in chapter)
        is_short = words <= SHORT_CHAPTER and not is_drawn
        if not is_head and is_short and joined and joined[-1].tag == "h2":
            chapter = [make_box("div", "keep starts", [joined.pop(), *chapter])]
        joined.extend(chapter)
    return joined


def mark_ends(box: Element) -> None:
    """Mark the last block of each chapter and section, in a box and in the boxes inside it.

    A style could find them with `:has`, but it would be tried on every element of every figure,
    which takes as long as to lay out the book.
    """
    for block, below in pairwise(box):
        if below.tag == "h2" or "starts" in classes_of(below):
            add_class(block, "chapter-end")
        elif below.tag == "h3":
            add_class(block, "section-end")
    for block in box:
        if "keep" in classes_of(block):
            mark_ends(block)
