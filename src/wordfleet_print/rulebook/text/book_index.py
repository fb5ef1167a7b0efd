"""The index: words, what they mean, where they stand."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.rulebook.text.sections import ASIDE, NUMBER, kinds_of, unmark

TERM, UNLISTED = "term", "no-index"
"""Classes of what a writer puts into the index, or keeps out of it: a heading, bold words, the head of a column."""
LONGEST = 170
"""A meaning of more letters is not repeated."""
LEAST_WORDS = 3
"""A sentence of fewer words explains nothing."""

_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_INLINE = ("a", "abbr", "b", "code", "em", "i", "span", "strong", "sub", "sup")
_BLOCKS = ("p", "li", "dd", "td", *_HEADINGS)
_ASIDE = ("permalink", NUMBER, "stamp")
_STASHED = re.compile("\x02(?:wzxhzdk:(\\d+)|(amp)|(\\d+))\x03")
_SENTENCE = re.compile(r".*?[.!?…][”’)\]]*(?=\s+[^\s\w]*[A-Z0-9À-Þ]|\s*$)", re.DOTALL)
_LEADING = re.compile(r"^(?:The|A|An|Your) (?=\w)")
_BESIDE = re.compile(r" \([^)]*\)$")

TermReader = Callable[[str], str]
"""How text of the tree is read: with what markdown has put by for later."""


@dataclass(frozen=True, slots=True)
class TextSection:
    """A heading's anchor and number, either may be empty, and the blocks from it to the next one."""

    anchor: str
    number: str
    blocks: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """Words that a place of the text defines, or names."""

    words: str
    told: str
    place: Element


def reading(stash: Sequence[object]) -> TermReader:
    """How to read a tree whose HTML and entities markdown has stashed away. Source: Python-Markdown's placeholders."""

    def restored(found: re.Match[str]) -> str:
        if found[1]:
            return unescape(re.sub(r"<[^>]*>", "", str(stash[int(found[1])])))
        return "&" if found[2] else chr(int(found[3]))

    return lambda text: " ".join(_STASHED.sub(restored, text).split())


def first_sentence(text: str) -> str:
    """The first sentence of a text; nothing if it is long, short, or no more than a part of one."""
    match = _SENTENCE.match(text)
    return match[0] if match and len(match[0]) <= LONGEST and match[0].count(" ") >= LEAST_WORDS - 1 else ""


def sections_of(root: Element, numbers: Mapping[str, str]) -> Iterator[TextSection]:
    """The parts of a body from one heading of a chapter or section to the next; its title is in none, nor are chapters
    whose headings are kept out of the index.
    """
    anchor, blocks, listed = "", list[Element](), True
    for block in root:
        heading = next((part for part in block if part.tag in ("h2", "h3")), None) if block.tag == "div" else None
        if heading is not None:
            yield TextSection(anchor, numbers.get(anchor, ""), tuple(blocks))
            anchor, blocks = heading.get("id", ""), []
            listed = UNLISTED not in kinds_of(heading) if heading.tag == "h2" else listed
        if listed and block.tag != "h1":
            blocks.append(block)
    yield TextSection(anchor, numbers.get(anchor, ""), tuple(blocks))


def said_in(blocks: Sequence[Element], read: TermReader) -> str:
    """All that can be read in these blocks, a bar between two, without the markers of figures and lists."""
    return re.sub(r"\[\[.*?\]\]", "", " | ".join(_text(block, read, gap=" | ") for block in blocks))


def _text(element: Element, read: TermReader, until: Element | None = None, gap: str = " ") -> str:
    """What can be read in an element, but for numbers and links of headings; up to another one in it."""
    return read("".join(_parts(element, until, gap)))


def _parts(element: Element, until: Element | None, gap: str) -> Iterator[str]:
    if element is until:
        yield "\0"
    if not set(kinds_of(element)) & set(_ASIDE):
        yield element.text or ""
        for child in element:
            yield from _parts(child, until, gap)
            yield child.tail or ""
            yield "" if child.tag in _INLINE else gap


def defined_in(section: TextSection, read: TermReader) -> Iterator[FoundTerm]:
    """What a section defines, in order: its heading, which its first paragraph may explain, but for those of chapters;
    and whatever is marked.
    """
    opening = next((block for block in section.blocks[1:] if ASIDE not in kinds_of(block)), None)
    explained = first_sentence(_text(opening, read)) if opening is not None and opening.tag == "p" else ""
    for block in section.blocks:
        yield from _found(block, block, explained, read)


def _found(element: Element, block: Element, explained: str, read: TermReader) -> Iterator[FoundTerm]:
    """What an element and those in it define; `block` is the paragraph or the like that it stands in."""
    kinds = kinds_of(element)
    if UNLISTED in kinds or ASIDE in kinds:
        return
    if element.tag in _HEADINGS and not any(TERM in kinds_of(part) for part in element):
        words, _, what = _BESIDE.sub("", _LEADING.sub("", _text(element, read))).partition(": ")
        if element.tag == "h3" or TERM in kinds:
            yield FoundTerm(words, _told(words, what or explained), element)
    elif element.tag == "table":
        yield from _of_table(element, read)
    elif TERM in kinds and element.tag in _INLINE:
        yield _marked(element, block, explained, read)
    for child in element:
        yield from _found(child, child if child.tag in _BLOCKS else block, explained, read)


def _marked(element: Element, block: Element, explained: str, read: TermReader) -> FoundTerm:
    """Marked words, explained by what follows them, if they end with a full stop or a colon and it leads nowhere else,
    or by the sentence in which they stand; those in a heading as that is.
    """
    before, _, after = _text(block, read, element).partition("\0")
    words = _text(element, read)
    if block.tag in _HEADINGS:
        return FoundTerm(words, _told(words, explained), element)
    bare = words.rstrip(".:")
    if bare != words:
        rest = after[len(words) :].strip()
        return FoundTerm(bare, _told(bare, first_sentence(rest) if block.find(".//a") is None else ""), element)
    length = 0
    for sentence in _SENTENCE.findall(before + after):
        length += len(sentence)
        if length > len(before):
            return FoundTerm(words, _told(words, first_sentence(sentence.strip())), element)
    return FoundTerm(words, "", element)


def _of_table(table: Element, read: TermReader) -> Iterator[FoundTerm]:
    """The words of a marked column, explained by those of the last one."""
    marked = [place for place, head in enumerate(table.iterfind("thead/tr/th")) if TERM in kinds_of(head)]
    for row in table.iterfind("tbody/tr") if marked else ():
        cells = [_text(cell, read) for cell in row]
        if len(cells) > marked[0]:
            words, last = cells[marked[0]], cells[-1]
            yield FoundTerm(words, _told(words, last if " " in last else ""), row)


def _told(words: str, meaning: str) -> str:
    """What follows words in the index: a meaning after a colon, or the rest of a sentence that they start."""
    if not meaning:
        return ""
    ended = meaning if meaning[-1] in ".!?…”’" else f"{meaning}."
    if not re.match(rf"{re.escape(words)}\b", ended, re.IGNORECASE):
        return f": {ended}"
    rest = ended[len(words) :]
    return rest if " " in rest else ""


INDEX = "index"
"""The marker, alone in a paragraph, in whose place the index stands."""
PAGE = "data-page"
"""Attribute that says where the page to print after an entry is counted: the place that defines it."""
MOST_PLACES = 6
"""Of more sections those are listed that speak of a word most often."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index: words, what follows them (": a meaning." or nothing), the anchor of the place that defines
    them, and the sections that speak of them.
    """

    words: str
    told: str
    anchor: str
    sections: tuple[TextSection, ...]


def place_index(root: Element, numbers: Mapping[str, str], read: TermReader) -> None:
    """Put the index in place of its marker, if there is one, and take out the writer's marks for it.

    `root` holds the blocks of a body, `numbers` are its sections' by their anchors. Raises nothing.
    """
    for place, block in enumerate(root):
        if block.tag == "p" and (block.text or "").strip() == f"[[{INDEX}]]":
            root[place] = _listed(entries(root, numbers, read))
    for element in root.iter():
        if {TERM, UNLISTED} & {*kinds_of(element)}:
            unmark(element, TERM, UNLISTED)


def entries(root: Element, numbers: Mapping[str, str], read: TermReader) -> list[Entry]:
    """The lines of the index in the order of the alphabet; places that define something get anchors.

    Terms are those of `defined_in`. Raises nothing.
    """
    sections = list(sections_of(root, numbers))
    found = [one for section in sections for one in defined_in(section, read)]
    terms = sorted(_merged(found), key=lambda term: alphabetical(term.words))
    where = _where(sections, [term.words for term in terms], read)
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
    sections: Sequence[TextSection], terms: Sequence[str], read: TermReader
) -> dict[str, tuple[TextSection, ...]]:
    """The numbered sections that speak of each term, in order, in any number, names with their
    capitals. What is part of a longer term counts as that alone.
    """
    said = {section: said_in(section.blocks, read) for section in sections}
    whole = " ".join(said.values())
    wanted = {
        term: re.compile(rf"(?<!\w){re.escape(term)}(?:s|es)?(?!\w)", 0 if _is_name(term, whole) else re.IGNORECASE)
        for term in sorted(terms, key=len, reverse=True)
    }
    counts: dict[str, dict[TextSection, int]] = {term: {} for term in terms}
    for section in sections:
        rest = said[section] if section.number else ""
        for term, pattern in wanted.items():
            rest, times = pattern.subn("\0", rest)
            if times:
                counts[term][section] = times
    often = {term: sorted(found, key=lambda one: -found[one])[:MOST_PLACES] for term, found in counts.items()}
    return {term: tuple(section for section in counts[term] if section in often[term]) for term in terms}


def _is_name(words: str, said: str) -> bool:
    """Whether a term keeps its capital inside a sentence."""
    return words[:1].isupper() and re.search(rf"[a-z,;“] ?{re.escape(words)}\b", said) is not None


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


def _listed(lines: Sequence[Entry]) -> Element:
    """The index as a list: each term a link to the place that defines it, then links to its sections."""
    listed = Element("ul", {"class": INDEX})
    listed.tail = "\n"
    for line in lines:
        item = SubElement(listed, "li")
        item.tail = "\n"
        SubElement(item, "a", {"href": f"#{line.anchor}"}).text = line.words
        item[-1].tail = f"{line.told} "
        places = SubElement(item, "span", {"class": "places", PAGE: f"#{line.anchor}"})
        places.text = "§\u00a0" if line.sections else ""
        for section in line.sections:
            SubElement(places, "a", {"href": f"#{section.anchor}"}).text = section.number
            places[-1].tail = ", "
        if len(places):
            places[-1].tail = ""
    return listed
