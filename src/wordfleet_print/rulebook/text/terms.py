"""Terms: the words that a rulebook's text defines, or gives a name to, found in its tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.text.sections import NUMBER
from wordfleet_print.rulebook.text.spread import ASIDE, kinds_of

TERM, UNLISTED = "term", "no-index"
"""Classes of what a writer puts into the index, or keeps out of it: a heading, bold words, the head of a column."""
LONGEST = 170
"""A meaning of more letters is not repeated."""
LEAST_WORDS = 3
"""A sentence of fewer words explains nothing."""

_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_INLINE = ("a", "abbr", "b", "code", "em", "i", "span", "strong", "sub", "sup")
_BLOCKS = ("p", "li", "dd", "td")
_LEAST = ("p", "li", "dt", "dd", "tr", "pre")
_TOLD = "What it "
"""How a column is headed that tells what the words in the first column mean."""
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
    """All that can be read in these blocks, without the markers of figures and lists."""
    return re.sub(r"\[\[.*?\]\]", "", " ".join(_text(block, read) for block in blocks))


def _text(element: Element, read: TermReader, until: Element | None = None) -> str:
    """What can be read in an element, but for numbers and links of headings; up to another one in it."""
    return read("".join(_parts(element, until)))


def _parts(element: Element, until: Element | None) -> Iterator[str]:
    if element is until:
        yield "\0"
    if not set(kinds_of(element)) & set(_ASIDE):
        yield element.text or ""
        for child in element:
            yield from _parts(child, until)
            yield child.tail or ""
            yield "" if child.tag in _INLINE else " "


def defined_in(section: TextSection, names: Collection[str], read: TermReader) -> Iterator[FoundTerm]:
    """What a section defines, in order.

    Its heading, which its first paragraph may explain, but for those of chapters; bold words that start a paragraph or
    an item and end with a full stop; terms of definition lists; words that a table explains; and whatever is marked.
    """
    opening = next((block for block in section.blocks[1:] if ASIDE not in kinds_of(block)), None)
    explained = first_sentence(_text(opening, read)) if opening is not None and opening.tag == "p" else ""
    for block in section.blocks:
        yield from _found(block, block, explained, names, read)


def _found(
    element: Element, block: Element, explained: str, names: Collection[str], read: TermReader
) -> Iterator[FoundTerm]:
    """What an element and those in it define; `block` is the paragraph or the like that it stands in."""
    kinds = kinds_of(element)
    if UNLISTED in kinds or ASIDE in kinds:
        return
    if element.tag in _HEADINGS:
        yield from _of_heading(element, explained, names, read)
    elif element.tag == "table":
        yield from _of_table(element, read)
    elif element.tag == "dl":
        yield from _of_list(element, read)
    elif element.tag in ("strong", "b"):
        yield from _of_bold(element, block, names, read)
    elif TERM in kinds and element.tag in _INLINE:
        yield _marked(element, block, read)
    for child in element:
        if element.tag not in _HEADINGS or TERM in kinds_of(child):
            yield from _found(child, child if child.tag in _BLOCKS else block, explained, names, read)


def _of_heading(heading: Element, explained: str, names: Collection[str], read: TermReader) -> Iterator[FoundTerm]:
    """A section's heading, a chapter's if it is marked, or the names in it; not one with marked words."""
    if any(TERM in kinds_of(part) for part in heading):
        return
    words, _, what = _BESIDE.sub("", _LEADING.sub("", _text(heading, read))).partition(": ")
    within = [name for name in names if re.search(rf"\b{re.escape(name)}\b", f"{words} {what}")]
    for name in within:
        yield FoundTerm(name, _told(name, explained), heading)
    if not within and (heading.tag == "h3" or TERM in kinds_of(heading)):
        yield FoundTerm(words, _told(words, what or explained), heading)


def _of_bold(bold: Element, block: Element, names: Collection[str], read: TermReader) -> Iterator[FoundTerm]:
    """Bold words that are marked; a name with a full stop or colon; or at a block's start, words written like a name
    with a full stop. What follows them explains them, unless it leads elsewhere.
    """
    words = _text(bold, read)
    bare = words.rstrip(".:")
    before, _, after = _text(block, read, bold).partition("\0")
    after = after[len(words) :].strip()
    likely = words == f"{bare}." and not before and _like_a_name(bare)
    if TERM in kinds_of(bold) and words == bare:
        yield _marked(bold, block, read)
    elif bare and after and words != bare and (likely or bare in names or TERM in kinds_of(bold)):
        meaning = "" if block.find(".//a") is not None else first_sentence(after)
        yield FoundTerm(bare, _told(bare, meaning), bold)


def _like_a_name(words: str) -> bool:
    """Whether each word has a capital, but for short ones in between."""
    first, *rest = words.split() or [""]
    return all(word[:1].isupper() for word in (first, *(word for word in rest[:-1] if len(word) > 3), *rest[-1:]))


def _marked(element: Element, block: Element, read: TermReader) -> FoundTerm:
    """Marked words, explained by the sentence in which they stand."""
    before, _, after = _text(block, read, element).partition("\0")
    words = _text(element, read)
    sentences = _SENTENCE.findall(before + after)
    length = 0
    for sentence in sentences:
        length += len(sentence)
        if length > len(before):
            return FoundTerm(words, _told(words, first_sentence(sentence.strip())), element)
    return FoundTerm(words, "", element)


def _of_list(definitions: Element, read: TermReader) -> Iterator[FoundTerm]:
    """The terms of a definition list, each with the first sentence of what follows it."""
    for term, meaning in zip(definitions, [*definitions[1:], None], strict=True):
        if term.tag == "dt":
            explained = first_sentence(_text(meaning, read)) if meaning is not None and meaning.tag == "dd" else ""
            yield FoundTerm(_text(term, read), _told(_text(term, read), explained), term)


def _of_table(table: Element, read: TermReader) -> Iterator[FoundTerm]:
    """The words of a marked column, with the next one's; or of the first, where another tells what they mean."""
    heads = list(table.iterfind("thead/tr/th"))
    marked = [place for place, head in enumerate(heads) if TERM in kinds_of(head)]
    telling = [place for place, head in enumerate(heads) if _text(head, read).startswith(_TOLD)]
    if not (marked or telling) or any(UNLISTED in kinds_of(head) for head in heads):
        return
    column = marked[0] if marked else 0
    meaning = column + 1 if marked else telling[0]
    for row in table.iterfind("tbody/tr"):
        cells = [_text(cell, read) for cell in row]
        if len(cells) > max(column, meaning) and cells[column]:
            explained = cells[meaning] if " " in cells[meaning] else ""
            yield FoundTerm(cells[column], _told(cells[column], explained), row)


def _told(words: str, meaning: str) -> str:
    """What follows words in the index: a meaning after a colon, or the rest of a sentence that they start."""
    if not meaning:
        return ""
    ended = meaning if meaning[-1] in ".!?…”’" else f"{meaning}."
    if not re.match(rf"{re.escape(words)}\b", ended, re.IGNORECASE):
        return f": {ended}"
    rest = ended[len(words) :]
    return rest if " " in rest else ""


def first_named(
    sections: Sequence[TextSection], names: Collection[str], found: Collection[str], read: TermReader
) -> Iterator[FoundTerm]:
    """Names that no place defines: the row, item or other block that first speaks of them."""
    blocks = [
        block for section in sections for outer in section.blocks for block in outer.iter() if block.tag in _LEAST
    ]
    said = [said_in([block], read) for block in blocks]
    for name in set(names).difference(found):
        wanted = sought(name, names)
        first = next((block for block, text in zip(blocks, said, strict=True) if wanted.search(text)), None)
        if first is not None:
            yield FoundTerm(name, "", first)


def sought(words: str, names: Collection[str]) -> re.Pattern[str]:
    """What to look for: words as they are written if they are a name with a capital, else in any case and number."""
    exact = words in names and words != words.lower()
    return re.compile(rf"(?<!\w){re.escape(words)}{'' if exact else '(?:s|es)?'}(?!\w)", 0 if exact else re.IGNORECASE)
