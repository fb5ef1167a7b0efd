"""A text cut up: numbered sections, spreads, marked passages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element, SubElement

ASIDE = "aside"
"""Class of a paragraph that says a fact of its section at the side."""
BESIDE, WIDE = "beside", "wide"
"""Classes of a figure's marker: it stands beside the words before it; or beside the one block before it, table or not,
and both reach into the side.
"""
_WORDY = ("p", "ul", "ol", "dl", "blockquote")


def spread(section: Element) -> None:
    """Give a section its shape, in place: `div.side` with its head, if it has one, and its asides; `div.pair` with
    words and the figure beside them.
    """
    _set_aside(section)
    for marker in [block for block in section if BESIDE in kinds_of(block)]:
        _pair(section, marker)


def _set_aside(section: Element) -> None:
    heads = [block for block in section if "heading-h3" in kinds_of(block)]
    asides = [block for block in section if ASIDE in kinds_of(block)]
    if not heads and not asides:
        return
    side = Element("div", {"class": "side"})
    for block in (*heads, *asides):
        section.remove(block)
        side.append(block)
    section.insert(0, side)


def _pair(section: Element, marker: Element) -> None:
    """Put a figure's marker, and the words before it up to whatever else, into a pair of their own."""
    last = list(section).index(marker)
    if WIDE in kinds_of(marker):
        first = max(0, last - 1)
    else:
        worded = [block.tag in _WORDY or "example" in kinds_of(block) for block in section[:last]]
        first = next((n + 1 for n in range(last - 1, -1, -1) if not worded[n]), 0)
    kinds = ["pair", *(kind for kind in kinds_of(marker) if kind == WIDE)]
    words, pair = Element("div", {"class": "words"}), Element("div", {"class": " ".join(kinds)})
    words.extend(section[first:last])
    pair.extend([words, marker])
    section[first : last + 1] = [pair]


def kinds_of(element: Element) -> list[str]:
    """Its classes."""
    return element.get("class", "").split()


def unmark(element: Element, *kinds: str) -> None:
    """Take these classes of it away."""
    if kept := [kind for kind in kinds_of(element) if kind not in kinds]:
        element.set("class", " ".join(kept))
    else:
        element.attrib.pop("class", None)


def mark(element: Element, kind: str) -> None:
    """Give it this class as well."""
    element.set("class", f"{element.get('class', '')} {kind}".lstrip())


OPENING_ENDS = "opening-ends"
"""Class of the rule that divides a rulebook's title and tagline from its chapters."""
UNNUMBERED = "unnumbered"
"""Class of a heading of a chapter that has no number, nor have its sections; on a title, none has."""
PLAYED = "played"
"""Class of the heading of the chapter that shows a played game, a frame for each turn."""
NUMBER, SECTION = "number", "data-section"
"""Class of a heading's number, and the attribute of a link that says the number it leads to."""


def number_headings(root: Element) -> dict[str, str]:
    """Write a number before each chapter's and section's heading; gives the numbers by the headings' anchors.

    `root` holds the blocks of a body, headings in their `div.heading`; only those at its top are numbered.
    """
    numbers: dict[str, str] = {}
    chapter = section = 0
    counting = False
    if len(root) and UNNUMBERED in kinds_of(root[0]):
        return numbers
    for level, heading in ((level_of(block), block[0]) for block in root if level_of(block)):
        if level == "h2":
            counting, section = UNNUMBERED not in kinds_of(heading), 0
            chapter += counting
        if counting and level in {"h2", "h3"}:
            section += level == "h3"
            number = f"{chapter}.{section}" if level == "h3" else f"{chapter}"
            numbers[heading.get("id", "")] = number
            _lead(heading, NUMBER, number)
    return numbers


def _lead(element: Element, kind: str, number: str) -> None:
    """Write a number, of a class, before an element's own text."""
    told = Element("span", {"class": kind})
    told.text, told.tail, element.text = number, f" {element.text or ''}", None
    element.insert(0, told)


def divide(root: Element, marks: Collection[str]) -> None:
    """Title and tagline, a dividing rule, then each chapter in a section, which has those of its heading's classes that
    are `marks`.
    """
    blocks = list(root)
    opening = 2 if len(blocks) > 1 and blocks[1].tag == "p" else 1
    for block in blocks[opening:]:
        root.remove(block)
    SubElement(root, "hr", {"class": OPENING_ENDS})
    chapter = root
    for block in blocks[opening:]:
        if level_of(block) == "h2":
            kinds = kinds_of(block[0])
            marked = [kind for kind in (*marks, PLAYED, UNNUMBERED) if kind in kinds]
            chapter = SubElement(root, "section", {"class": " ".join(["chapter", *marked])})
        chapter.append(block)


def subdivide(root: Element) -> None:
    """Within each chapter of a divided body, put its first words in a `div.lead`, each third-level heading with what
    follows it in a `div.rule`.
    """
    for chapter in root.iterfind("section"):
        blocks = list(chapter)
        for block in blocks[1:]:
            chapter.remove(block)
        place: Element | None = None
        for block in blocks[1:]:
            if level_of(block) == "h3":
                place = SubElement(chapter, "div", {"class": "rule"})
            elif place is None:
                place = SubElement(chapter, "div", {"class": "lead"})
            (chapter if block.get("class") == "footnote" else place).append(block)
    for section in root.iterfind("section/div"):
        if "heading" not in kinds_of(section):
            spread(section)


def level_of(block: Element) -> str:
    """Which heading a block holds, or nothing."""
    return block[0].tag if "heading" in kinds_of(block) and len(block) else ""


MARK = "quick"
"""The class of what is marked: in a heading's line, or below a block on a line of its own."""

_ALONE = re.compile(r"\{:? *\.([\w-]+) *\}")
_LEVEL = re.compile(r"heading-h([2-6])")


def settle_marks(parent: Element) -> Iterator[str]:
    """Give each mark that stands below a block to that block: paragraph, list, table or box; the line itself goes.

    What stands alone as marks do and is none is yielded, and stays.
    """
    before: Element | None = None
    for child in list(parent):
        alone = _ALONE.fullmatch((child.text or "").strip()) if child.tag == "p" and not len(child) else None
        if alone and alone[1] != MARK:
            yield alone[1]
        elif alone:
            parent.remove(child)
            if before is not None:
                mark(before, MARK)
            continue
        if child.tag in {"ul", "ol"} and any(_is_marked(item) for item in child):
            for item in child:
                unmark(item, MARK)
            mark(child, MARK)
        elif child.tag == "table":
            _settle_table(child)
        yield from settle_marks(child)
        before = child


def _settle_table(table: Element) -> None:
    """A mark right below a table has become its last row."""
    for body in table.iterfind("tbody"):
        for row in list(body):
            found = _ALONE.fullmatch("".join(row.itertext()).strip())
            if found and found[1] == MARK:
                body.remove(row)
                mark(table, MARK)


def marked_only(root: Element) -> bool:
    """Leave of a text's chapters only what is marked, each with the headings above it. Returns whether anything is.

    It is done last, when chapters are sections and headings stand in their blocks.
    """
    for section in root.findall("section"):
        kept = list(_kept(list(section)))
        for block in list(section):
            section.remove(block)
        section.extend(kept)
        if not kept:
            root.remove(section)
    opening = 1 + next((place for place, block in enumerate(root) if block.tag == "hr"), 0)
    for block in root[opening:]:
        if block.tag != "section":
            root.remove(block)
    return root.find("section") is not None


def untie_links(root: Element) -> None:
    """Make words of the links to places that are not here."""
    here = {f"#{element.get('id')}" for element in root.iter()}
    for link in root.iter("a"):
        address = link.get("href", "")
        if address.startswith("#") and address not in here:
            link.tag = "span"
            link.attrib.clear()


def _kept(blocks: list[Element]) -> Iterator[Element]:
    """The marked blocks of a chapter, and before each the headings it stands under."""
    above: list[tuple[int, Element]] = []
    whole = 0
    for block in blocks:
        found = _LEVEL.search(block.get("class", ""))
        if found:
            level = int(found[1])
            above = [(other, heading) for other, heading in above if other < level]
            whole = 0 if whole >= level else whole
            if _is_marked(block[0]):
                whole = whole or level
            above.append((level, block))
            if not whole:
                continue
        if passages := [block] if whole else list(_marked_in(block)):
            yield from (heading for _, heading in above if heading is not block)
            yield from passages
            above = []


def _marked_in(block: Element) -> Iterator[Element]:
    """A block, if it is marked, or the table that it holds is; or else whatever in it is."""
    if _is_marked(block) or (block.get("class") == "table" and _is_marked(block[0])):
        yield block
        return
    for inner in block:
        yield from _marked_in(inner)


def _is_marked(element: Element) -> bool:
    return MARK in kinds_of(element)
