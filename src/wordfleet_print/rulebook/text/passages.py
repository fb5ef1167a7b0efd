"""Marked passages: what a writer wants on the quick reference, chapters, sections or single blocks of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.text.spread import kinds_of, mark, unmark

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


def in_pieces(root: Element) -> None:
    """Divide chapters where a column may end: before every block but the first below a heading. The pieces of a chapter
    after its first are `more` of it.
    """
    for place, section in reversed(list(enumerate(root))):
        if section.tag != "section":
            continue
        pieces: list[Element] = []
        headed = False
        for block in section:
            heading = bool(_LEVEL.search(block.get("class", "")))
            if not pieces or not headed:
                pieces.append(Element("section", {"class": section.get("class", "") + (" more" if pieces else "")}))
            pieces[-1].append(block)
            headed = heading
        root[place : place + 1] = pieces


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
