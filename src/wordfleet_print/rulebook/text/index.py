"""The index of a book: its words, what they mean and where they stand, harvested from its text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.rulebook.text.spread import kinds_of, unmark
from wordfleet_print.rulebook.text.terms import (
    TERM,
    UNLISTED,
    FoundTerm,
    TermReader,
    TextSection,
    defined_in,
    first_named,
    said_in,
    sections_of,
    sought,
)

INDEX = "index"
"""The marker, alone in a paragraph, in whose place the index stands."""
PAGE = "data-page"
"""Attribute that says where the page to print after an entry is counted: the place that defines it."""
MOST_PLACES = 6
"""Of more sections those are listed that speak of a word most often."""
HALF = "half"
"""Class of the line that begins the second column of a printed index, where that has no more than a page."""
LONG = "long"
"""Class of an index that has more."""
WIDE, HIGH = 50, 70
"""Characters that a printed column is wide, and lines that two of them have on a page at least."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index: words, what follows them (": a meaning." or nothing), the anchor of the place that defines
    them, and the sections that speak of them.
    """

    words: str
    told: str
    anchor: str
    sections: tuple[TextSection, ...]

    @property
    def height(self) -> int:
        """Its lines on paper, more or less."""
        places = ", ".join(section.number for section in self.sections)
        return 1 + len(f"{self.words}{self.told} § {places} p. 9") // WIDE


def place_index(root: Element, numbers: Mapping[str, str], names: Collection[str], read: TermReader) -> None:
    """Put the index in place of its marker, if there is one, and take out the writer's marks for it.

    `root` holds the blocks of a body, `numbers` are its sections' by their anchors. Raises nothing.
    """
    for place, block in enumerate(root):
        if block.tag == "p" and (block.text or "").strip() == f"[[{INDEX}]]":
            root[place] = _listed(entries(root, numbers, names, read))
    for element in root.iter():
        if {TERM, UNLISTED} & {*kinds_of(element)}:
            unmark(element, TERM, UNLISTED)


def entries(root: Element, numbers: Mapping[str, str], names: Collection[str], read: TermReader) -> list[Entry]:
    """The lines of the index in the order of the alphabet; places that define something get anchors.

    Terms are those of `defined_in`, and `names`, which the front matter gives. Raises nothing.
    """
    sections = list(sections_of(root, numbers))
    found = [one for section in sections for one in defined_in(section, names, read)]
    found += first_named(sections, names, {one.words for one in found}, read)
    terms = sorted(_merged(found), key=lambda term: alphabetical(term.words))
    where = _where(sections, [term.words for term in terms], names, read)
    taken = {element.get("id", "") for element in root.iter()}
    for term in terms:
        if not term.place.get("id"):
            term.place.set("id", _anchor(term.words, taken))
    return [
        Entry(term.words[0].upper() + term.words[1:], term.told, term.place.get("id", ""), where[term.words])
        for term in terms
    ]


def _merged(found: Sequence[FoundTerm]) -> list[FoundTerm]:
    """Each term once: as it is first written, with its first meaning and the place of that, or else its first place."""
    terms: dict[str, FoundTerm] = {}
    for one in filter(lambda one: one.words, found):
        known = terms.setdefault(one.words.casefold(), one)
        if one.told and not known.told:
            terms[one.words.casefold()] = FoundTerm(known.words, one.told, one.place)
    return list(terms.values())


def _where(
    sections: Sequence[TextSection], terms: Sequence[str], names: Collection[str], read: TermReader
) -> dict[str, tuple[TextSection, ...]]:
    """The numbered sections that speak of each term, in order; what is part of a longer term counts as that alone."""
    wanted = {term: sought(term, names) for term in sorted(terms, key=len, reverse=True)}
    counts: dict[str, dict[TextSection, int]] = {term: {} for term in terms}
    for section in sections:
        said = said_in(section.blocks, read) if section.number else ""
        for term, pattern in wanted.items():
            said, times = pattern.subn("\0", said)
            if times:
                counts[term][section] = times
    often = {term: sorted(found, key=lambda one: -found[one])[:MOST_PLACES] for term, found in counts.items()}
    return {term: tuple(section for section in counts[term] if section in often[term]) for term in terms}


def alphabetical(words: str) -> tuple[str, str]:
    """What words are sorted by, in any language: their letters without accents and case, then as they are."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", words) if not unicodedata.combining(char))
    return re.sub(r"[^\w ]", "", bare.casefold()), words


def _anchor(words: str, taken: set[str]) -> str:
    bare = re.sub(r"[\W_]+", "-", words.casefold()).strip("-")
    anchor, number = f"{TERM}-{bare}", 1
    while anchor in taken:
        number += 1
        anchor = f"{TERM}-{bare}-{number}"
    taken.add(anchor)
    return anchor


def _half(lines: Sequence[Entry], above: Sequence[int]) -> Entry | None:
    """The line that begins the second column, for both to be as long."""
    later = (line for line, height in zip(lines, above, strict=False) if 2 * height + line.height > above[-1])
    return next(later, None)


def _listed(lines: Sequence[Entry]) -> Element:
    """The index as a list: each term a link to the place that defines it, then links to its sections."""
    above = list(accumulate((line.height for line in lines), initial=0))
    long = above[-1] > HIGH
    half = None if long else _half(lines, above)
    listed = Element("ul", {"class": f"{INDEX} {LONG}" if long else INDEX})
    listed.tail = "\n"
    for line in lines:
        item = SubElement(listed, "li", {"class": HALF} if line is half else {})
        item.tail = "\n"
        SubElement(item, "a", {"href": f"#{line.anchor}"}).text = line.words
        item[-1].tail = f"{line.told} "
        places = SubElement(item, "span", {"class": "places", PAGE: f"#{line.anchor}"})
        places.text = "§ " if line.sections else ""
        for section in line.sections:
            SubElement(places, "a", {"href": f"#{section.anchor}"}).text = section.number
            places[-1].tail = ", "
        if len(places):
            places[-1].tail = ""
    return listed
