"""Words that are not parted where a line ends on paper: a number and its unit, a sum, an address,
and the last two words of a paragraph.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

# Spaces at which no line may end, as in “10 × 10”, “24 inches”, “2 + 3 = 5”, “B4, T!” and
# “3 R’s”.
KEPT_TOGETHER = re.compile(
    r"(?<=\d)[ \n](?=×|inch|mm\b|[+−=][ \n]\d)|(?<=×)[ \n](?=\d)|(?<=\d[ \n][+−=])[ \n](?=\d)"
    r"|(?<=\d)[ \n](?=[A-Z]\b)"
    r"|(?<=[^\W\d_]\d,) (?=[^\W\d_]\b)|(?<=[^\W\d_]\d\d,) (?=[^\W\d_]\b)"
)
# A dash between numbers, after which no line may end, and the sign that says so (it is not drawn).
RANGE = re.compile(r"(?<=\d)–(?=\d)")
WORD_JOINER = "\u2060"
# A dagger, below whose arms the font would put the period or comma before it.
DAGGER_END = re.compile(r"(?<=[.,])†")
# The last two words of a text, of which the last one would be short on a line of its own.
LAST_WORDS = re.compile(r"(?<=\s)(\S{1,14})\s(\S{1,12})(?=\s*\Z)")
# Letters of a short line: a paragraph of fewer has no second one.
LINE_LETTERS = 30
# The most letters of an address that is not parted: it fits a column.
ADDRESS_LETTERS = 40
# What is centered besides captions of figures; how many letters a last line has there at least.
CENTERED = frozenset(["law", "farewell"])
CENTERED_LETTERS = 15
PARAGRAPHS = ("p", "li", "figcaption")
INLINE = ("b", "strong", "i", "em")
# Elements whose words are of narrow columns, or are no paragraphs.
PASSED_OVER = ("svg", "table", "nav", "header", "pre")
ADDRESS = "address"
# How many letters of bold words stay in one line with the punctuation that follows them.
MOST_MARKED = 20
PUNCTUATION = ".,;:!?…)]”’»†"
TOGETHER = "together"


def bind_measures(text: str) -> str:
    """Return a text in which no line may end between a number and its unit or inside a sum.

    A line that ends there already stays as it is: in a source text lines are counted.
    """
    return KEPT_TOGETHER.sub(lambda space: space[0].replace(" ", "\u00a0"), text)


def bind_line_ends(root: Element) -> None:
    """Join words of a page that is laid out for paper."""
    for element in list(root):
        if element.tag in PASSED_OVER:
            continue
        bind_line_ends(element)
        if element.tag in PARAGRAPHS:
            bind_measures_inside(element)
            if len("".join(element.itertext())) > LINE_LETTERS:
                bind_last_words(element)
                bind_centered_words(element)
        if element.tag == "a" and is_address("".join(element.itertext())):
            element.set("class", f"{element.get('class', '')} {ADDRESS}".strip())


def bind_measures_inside(paragraph: Element) -> None:
    """Join words in the texts of a paragraph."""
    for element in paragraph.iter():
        element.text = bind_measures_and_ranges(element.text)
        if element is not paragraph:
            element.tail = bind_measures_and_ranges(element.tail)


def bind_measures_and_ranges(text: str | None) -> str | None:
    """Return a text in which no line may end inside a sum, a measure or a range."""
    return text and RANGE.sub(f"–{WORD_JOINER}", KEPT_TOGETHER.sub("\u00a0", text))


def bind_last_words(paragraph: Element) -> None:
    """Join the last two words of a paragraph, or of the bold words at its end.

    WeasyPrint parts the line before a box that may not be parted wherever it likes, so a space at
    which no line may end does it. A paragraph that ends with a list or a link stays as it is.
    """
    last = paragraph[-1] if len(paragraph) else None
    if last is None:
        paragraph.text = LAST_WORDS.sub("\\1\u00a0\\2", paragraph.text or "")
    elif last.tag in INLINE and not (last.tail or "").strip():
        bind_last_words(last)
    else:
        last.tail = LAST_WORDS.sub("\\1\u00a0\\2", last.tail or "")


def bind_centered_words(paragraph: Element) -> None:
    """Join more of the last words of a paragraph that is centered, where a short line is seen."""
    is_caption = paragraph.tag == "figcaption"
    if not is_caption and CENTERED.isdisjoint(paragraph.get("class", "").split()):
        return
    holder = paragraph
    while len(holder) == 1 and holder[0].tag in INLINE:
        holder = holder[0]
    if not len(holder):
        holder.text = bind_words_at_end(holder.text or "", CENTERED_LETTERS)


def bind_words_at_end(text: str, letters: int) -> str:
    """Return a text whose last words are joined, as many as have so many letters."""
    words = text.rstrip()
    start = words.rfind(" ") + 1
    while start > 0 and len(words) - start < letters:
        start = words.rfind(" ", 0, start - 1) + 1
    if start == 0 or len(words) - start > 2 * letters:
        return text
    return words[:start] + words[start:].replace(" ", "\u00a0")


def is_address(words: str) -> bool:
    """Whether a link's words are the address of a page."""
    is_one_word = not re.search(r"\s", words)
    return is_one_word and "." in words and len(words) <= ADDRESS_LETTERS


def bind_punctuation(root: Element) -> None:
    """Keep words that are marked, as in bold, in one line with the punctuation that follows them.

    WeasyPrint ends a line below them otherwise, where the punctuation does not fit into the line
    above.
    """
    parents = {child: parent for parent in root.iter() for child in parent}
    for marked, parent in parents.items():
        tail = marked.tail or ""
        follows = tail[: len(tail) - len(tail.lstrip(PUNCTUATION))]
        is_short = len("".join(marked.itertext())) <= MOST_MARKED
        if marked.tag not in INLINE or not follows or not is_short:
            continue
        held = Element("span", {"class": TOGETHER})
        held.tail = tail[len(follows) :]
        parent[list(parent).index(marked)] = held
        marked.tail = follows
        held.append(marked)


def part_daggers(element: Element) -> None:
    """Put each dagger that follows a period or comma into a box of its own: a font moves no letters
    of two boxes towards each other.
    """
    for child in list(element):
        if child.tag != "svg":
            part_daggers(child)
        child.tail, *tails = DAGGER_END.split(child.tail or "")
        insert_daggers(element, list(element).index(child) + 1, tails)
    element.text, *tails = DAGGER_END.split(element.text or "")
    insert_daggers(element, 0, tails)


def insert_daggers(element: Element, place: int, tails: list[str]) -> None:
    """Insert a dagger before each of the texts that follow one."""
    for number, tail in enumerate(tails):
        dagger = Element("span")
        dagger.text = "†"
        dagger.tail = tail
        element.insert(place + number, dagger)
