"""Sections: chapters are numbered 1, 2 and on, their sections 1.1 and on, and links know the numbers they lead to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.rulebook.text.rulings import BOX
from wordfleet_print.rulebook.text.spread import kinds_of, spread

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
    for level, heading in _headings(root):
        if level == "h2":
            counting, section = UNNUMBERED not in kinds_of(heading), 0
            chapter += counting
        if counting and level in {"h2", "h3"}:
            section += level == "h3"
            number = f"{chapter}.{section}" if level == "h3" else f"{chapter}"
            numbers[heading.get("id", "")] = number
            _write(heading, number)
    return numbers


def _write(heading: Element, number: str) -> None:
    told = Element("span", {"class": NUMBER})
    told.text, told.tail, heading.text = number, f" {heading.text or ''}", None
    heading.insert(0, told)


def point_to_sections(root: Element, numbers: Mapping[str, str]) -> None:
    """Let each link to a heading or a ruling know the number of the section where it leads."""
    places, now = dict(numbers), ""
    for block in root:
        if _level(block) in {"h2", "h3"}:
            now = numbers.get(block[0].get("id", ""), "")
        places |= {box.get("id", ""): now for box in block.iter("div") if box.get("id", "").startswith(f"{BOX}-")}
    for link in root.iter("a"):
        number = places.get(link.get("href", "").removeprefix("#"), "")
        if number and link.get("class") != "permalink":
            link.set(SECTION, number)


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
        if _level(block) == "h2":
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
            if _level(block) == "h3":
                place = SubElement(chapter, "div", {"class": "rule"})
            elif place is None:
                place = SubElement(chapter, "div", {"class": "lead"})
            (chapter if block.get("class") == "footnote" else place).append(block)
    for section in root.iterfind("section/div"):
        if "heading" not in kinds_of(section):
            spread(section)


def _headings(root: Element) -> Iterator[tuple[str, Element]]:
    for block in root:
        level = _level(block)
        if level:
            yield level, block[0]


def _level(block: Element) -> str:
    """Which heading a block holds, or nothing."""
    return block[0].tag if "heading" in kinds_of(block) and len(block) else ""
