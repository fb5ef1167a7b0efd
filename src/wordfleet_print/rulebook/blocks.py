"""Blocks of a book in its columns: what is kept together, and what goes across the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.private_signs import SLOT

# The most words of a chapter that is kept in one column.
SHORT_CHAPTER_WORDS = 70
# Characters that a table has room for in a column, and what the borders of a cell take of them.
COLUMN_CHARACTERS = 46
BORDER_CHARACTERS = 3
# Columns of a table in small letters, and rows of one that may break: more than these.
MANY_COLUMNS = 8
LONG_TABLE = 15
# Pictures in a row of a strip of so many, or of twice as many.
THREE = 3
# The class of words below a line of pictures, which belong to them.
BELOW_PICTURES = "below-pictures"
# The class of a figure that does not belong to the chapter above it.
ON_ITS_OWN = "on-its-own"
# Classes of the last block of a chapter and of a section: more white follows.
ENDS = {"chapter-end", "section-end"}
_TEXT = ("p", "ul", "ol", "blockquote")


def lay_columns(blocks: Sequence[Element], is_wide: Callable[[Element], bool]) -> list[Element]:
    """Return the blocks of a text in boxes: of columns, and of what goes across the page.

    `<h2> <p> <figure class="wide"> <p>` becomes `<div columns>h2 p</div> <div spread>figure</div>
    <div columns>p</div>`. Headings of parts stay between the boxes.

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
    """Whether a block may go into a box: a wide chapter (`<section>`) ends at the next heading."""
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
    """Remove the headings at the end of the last columns, and return them in their order.

    They belong to the wide block that comes next.
    """
    headings: list[Element] = []
    if boxes and is_columns(boxes[-1]):
        columns = boxes[-1]
        while len(columns) and columns[-1].tag in ("h2", "h3"):
            heading = columns[-1]
            columns.remove(heading)
            headings.insert(0, heading)
    return headings


def shape_table(table: Element) -> None:
    """Give a table the classes "many" (of its columns), "wide" and "long", as far as they hold.

    How wide it is, is guessed from the longest word of each column.
    """
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    for cell in table.iter("th"):
        if not "".join(cell.itertext()).strip():
            cell.tag = "td"  # screen readers would read out an empty heading
    longest_words = [
        max((len(word) for cell in column for word in cell.split()), default=1)
        for column in zip(*rows, strict=False)
    ]
    width = sum(longest_words) + BORDER_CHARACTERS * len(longest_words)
    holds_by_class = {
        "many": len(longest_words) > MANY_COLUMNS,
        "wide": width > COLUMN_CHARACTERS,
        "long": len(rows) > LONG_TABLE,
    }
    classes = [name for name, holds in holds_by_class.items() if holds]
    if classes:
        table.set("class", " ".join([*classes_of(table), *classes]))


def split_pictures(blocks: Sequence[Element]) -> list[Element]:
    """Return the blocks with a paragraph for each picture of a line of pictures.

    Words below the line are one more paragraph. `<p><img><img> words</p>` becomes
    `<p class="two"><img></p> <p class="two"><img></p> <p class="below-pictures"> words</p>`, which
    styles show side by side.
    """
    new_blocks: list[Element] = []
    for block in blocks:
        count = count_pictures(block)
        new_blocks.extend(part_pictures(block, count) if count > 1 else [block])
    return new_blocks


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
    """Yield a paragraph for each of the first `count` pictures, and one for the words below."""
    how_many_in_row = "three" if count % THREE == 0 else "two"
    pictures = paragraph[:count]
    words = pictures[-1].tail
    for picture in pictures:
        picture.tail = None
        yield make_box("p", " ".join([*classes_of(paragraph), how_many_in_row]), [picture])
    rest = make_box("p", BELOW_PICTURES, paragraph[count:])
    rest.text = words
    if len(rest) or (words or "").strip():
        yield rest


def join_pictures(blocks: Sequence[Element]) -> list[Element]:
    """Return the blocks with pictures that follow one another in one box, a strip.

    Their class is "turn" so far. The strip has "turns" in its place, a picture alone "picture".
    """
    new_blocks: list[Element] = []
    for is_turn, group in groupby(blocks, key=lambda block: "turn" in classes_of(block)):
        run = list(group)
        first_classes = run[0].get("class", "")
        if is_turn and len(run) > 1:
            new_blocks.append(make_box("div", first_classes.replace("turn", "turns", 1), run))
            continue
        if is_turn:
            run[0].set("class", first_classes.replace("turn", "picture", 1))
        new_blocks.extend(run)
    return new_blocks


def keep_with_text(blocks: Sequence[Element]) -> list[Element]:
    """Return the blocks with each figure or table in one box with the text before it."""
    new_blocks: list[Element] = []
    for element in blocks:
        is_whole = is_kept_whole(element)
        new_blocks.append(join_with_text(new_blocks, element) if is_whole else element)
    return new_blocks


def is_kept_whole(element: Element) -> bool:
    """Whether a block is a figure, a picture or a table that is not long."""
    if element.tag == "table":
        return "long" not in classes_of(element)
    is_placeholder = SLOT.fullmatch((element.text or "").strip()) is not None
    return element.tag == "figure" or is_placeholder


def join_with_text(blocks: list[Element], element: Element) -> Element:
    """Remove the text before a block, and its headings, from `blocks`; return all in one box.

    If that text is a ruling (†), the text before it is taken, too.

    CSS could keep them together by `break-after: avoid`. But WeasyPrint then balances columns pixel
    by pixel, and takes seconds for a page.
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
    """Return the blocks with each chapter of few words, without a drawing, in one box."""
    new_blocks: list[Element] = []
    for is_heading, group in groupby(blocks, key=lambda block: block.tag == "h2"):
        chapter = list(group)
        words = sum(len(" ".join(block.itertext()).split()) for block in chapter)
        has_drawing = any(SLOT.search("".join(block.itertext())) for block in chapter)
        is_short = words <= SHORT_CHAPTER_WORDS and not has_drawing
        if not is_heading and is_short and new_blocks and new_blocks[-1].tag == "h2":
            heading = new_blocks.pop()
            chapter = [make_box("div", "keep starts", [heading, *chapter])]
        new_blocks.extend(chapter)
    return new_blocks


def mark_ends(box: Element) -> None:
    """Give the last block of each chapter and section a class: more white follows.

    A style could find them by `:has`, but that would be tried on every element of every figure,
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
