"""Words that are not parted where a line ends on paper: a number and its unit, a sum, an address,
and the last two words of a paragraph; the last word is not hyphenated either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
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
# The last three, where the last two are so short that they would be lonely, too: “as a 6.”
LAST_THREE_WORDS = re.compile(r"(?<=\s)(\S{1,14})\s(\S{1,3}\u00a0\S{1,3})(?=\s*\Z)")
# Books in English have no hyphens at the ends of lines.
ENGLISH = "en"
# In German “sch” is one sound, and after a consonant it begins a syllable: “Wort-schiffe”, where
# the dictionary of hyphens finds “Worts-chiffe”. After “s” it may not: “Häus-chen”.
GERMAN = "de"
GERMAN_SYLLABLE = re.compile(r"(?<=\w\w[bdfgklmnprt])(?=sch[aeiouäöü]\w\w)")
SOFT_HYPHEN = "\u00ad"
# Letters of a short line: a paragraph of fewer has no second one.
LINE_LETTERS = 30
# The most letters of an address that is not parted: it fits a column.
ADDRESS_LETTERS = 40
# Two short words with a hyphen, such as “face-up”; a whole range in HTML, such as “15–25”; and
# what is not looked at there.
COMPOUND = re.compile(r"(?<![\w-])[^\W\d_]{1,5}-[^\W\d_]{1,6}(?![\w-])")
WHOLE_RANGE = re.compile(r"\b\d+–\d+\b")
NO_PROSE = re.compile(
    r"(<(?P<tag>style|script|title|svg|pre|textarea|option)\b.*?</(?P=tag)>|<[^>]+>)", re.DOTALL
)
# What is centered besides captions of figures; how many letters a last line has there at least.
CENTERED = frozenset(["law", "farewell"])
CENTERED_LETTERS = 15
# A head of a table with this many words has two lines, if neither is longer than so many letters.
HEAD_WORDS = 3
NO_BREAK = "\u00a0"
HEAD_LETTERS = 10
PARAGRAPHS = ("p", "li", "figcaption")
# What styles hyphenate, but for English.
HYPHENATED = ("p", "li")
LISTS = ("ul", "ol")
INLINE = ("b", "strong", "i", "em")
# Elements whose words are of narrow columns, or are no paragraphs.
PASSED_OVER = ("svg", "table", "nav", "header", "pre")
ADDRESS = "address"
# How many letters of bold words stay in one line with the punctuation that follows them.
MOST_BOUND_LETTERS = 20
PUNCTUATION = ".,;:!?…)]”’»†"
TOGETHER = "together"


def bind_measures(text: str) -> str:
    """Return markdown with no-break spaces inside measures and sums: `10 × 10`, `2 + 3 = 5`.

    No line break is changed, so that faults are named by the right line.
    """
    return KEPT_TOGETHER.sub(lambda space: space[0].replace(" ", "\u00a0"), text)


def bind_on_screens(html: str) -> str:
    """Return a book's page for screens whose short compounds, such as “face-up”, measures and
    ranges are not parted.
    """
    return _change_prose(bind_ranges(html), _bind_compounds_and_measures)


def bind_ranges(html: str) -> str:
    """Return a page for screens whose ranges of numbers are not parted: “15–25”."""
    return _change_prose(html, lambda words: WHOLE_RANGE.sub(_keep_together, words))


def _bind_compounds_and_measures(words: str) -> str:
    return COMPOUND.sub(_keep_together, KEPT_TOGETHER.sub("\u00a0", words))


def _keep_together(words: re.Match[str]) -> str:
    return f'<span class="{TOGETHER}">{words[0]}</span>'


def _change_prose(html: str, change: Callable[[str], str]) -> str:
    """Return a page with its words changed, but not what its tags, styles, scripts, drawings and
    fields hold.
    """
    parts = list[str]()
    end = 0
    for skipped in NO_PROSE.finditer(html):
        parts += [change(html[end : skipped.start()]), skipped[0]]
        end = skipped.end()
    return "".join([*parts, change(html[end:])])


def bind_line_ends(root: Element) -> None:
    """Put no-break spaces into a page for paper wherever a line should not end."""
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


def bind_heads(root: Element) -> None:
    """Let heads of tables with several short words have two lines: “Of each / color”."""
    for cell in root.iter("th"):
        words = (cell.text or "").split()
        if len(cell) or len(words) < HEAD_WORDS:
            continue
        lines = min(list_lines(words), key=lambda lines: max(map(len, lines)))
        if max(map(len, lines)) <= HEAD_LETTERS:
            cell.text = " ".join(lines)


def list_lines(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the ways to part words into two lines."""
    for end in range(1, len(words)):
        yield NO_BREAK.join(words[:end]), NO_BREAK.join(words[end:])


def bind_measures_inside(paragraph: Element) -> None:
    """Bind measures, sums, ranges and compounds in a paragraph and in the elements in it."""
    for element in paragraph.iter():
        element.text = bind_phrases(element.text)
        if element is not paragraph:  # its tail is behind the paragraph
            element.tail = bind_phrases(element.tail)


def bind_phrases(text: str | None) -> str | None:
    """Return words of a page with no-break spaces in measures and sums; ranges and short compounds
    are kept whole.
    """
    if not text:
        return text
    with_spaces = KEPT_TOGETHER.sub("\u00a0", text)
    with_ranges = RANGE.sub(f"–{WORD_JOINER}", with_spaces)
    return COMPOUND.sub(lambda compound: compound[0].replace("-", f"-{WORD_JOINER}"), with_ranges)


def bind_last_words(paragraph: Element) -> None:
    """Put a no-break space between the last two words of a paragraph, if the last one is short, and
    between the last three, if two are.

    That is done by a space, not by a box that may not be parted: WeasyPrint ends the line before
    such a box anywhere. A paragraph that ends with a list or a link stays.
    """
    last = paragraph[-1] if len(paragraph) else None
    if last is None:
        paragraph.text = join_last_words(paragraph.text or "")
    elif last.tag in INLINE and not (last.tail or "").strip():
        bind_last_words(last)  # the paragraph ends with words in bold
    else:
        last.tail = join_last_words(last.tail or "")


def join_last_words(text: str) -> str:
    """Return a text with no-break spaces between its last words."""
    two_joined = LAST_WORDS.sub("\\1\u00a0\\2", text)
    return LAST_THREE_WORDS.sub("\\1\u00a0\\2", two_joined)


def bind_centered_words(paragraph: Element) -> None:
    """Keep at least `CENTERED_LETTERS` in the last line of a centered paragraph, where a short
    line would be seen.
    """
    is_caption = paragraph.tag == "figcaption"
    if not is_caption and CENTERED.isdisjoint(paragraph.get("class", "").split()):
        return
    holder = paragraph
    while len(holder) == 1 and holder[0].tag in INLINE:
        holder = holder[0]
    if not len(holder):
        holder.text = bind_words_at_end(holder.text or "", CENTERED_LETTERS)


def bind_words_at_end(text: str, letters: int) -> str:
    """Return a text whose last words, with at least that many letters, have no-break spaces.

    It stays if these words would be all of it, or more than twice that long.
    """
    words = text.rstrip()
    start = words.rfind(" ") + 1
    while start > 0 and len(words) - start < letters:
        start = words.rfind(" ", 0, start - 1) + 1
    if start == 0 or len(words) - start > 2 * letters:
        return text
    return words[:start] + words[start:].replace(" ", "\u00a0")


def hyphenate_well(root: Element) -> None:
    """Say where words of paragraphs are not hyphenated: in the last line, and, in German, where the
    dictionary of hyphens is wrong.
    """
    language = root.get("lang", ENGLISH)
    if language.startswith(ENGLISH):
        return
    for paragraph in root.iter():
        if paragraph.tag in HYPHENATED:
            if language.startswith(GERMAN):
                part_german_words(paragraph)
            end_without_hyphen(paragraph)


def part_german_words(paragraph: Element) -> None:
    """Put soft hyphens before “sch” in a paragraph and in the elements in it."""
    for element in paragraph.iter():
        element.text = GERMAN_SYLLABLE.sub(SOFT_HYPHEN, element.text or "")
        if element is not paragraph:
            element.tail = GERMAN_SYLLABLE.sub(SOFT_HYPHEN, element.tail or "")


def end_without_hyphen(paragraph: Element) -> None:
    """Put a soft hyphen behind the last word of a paragraph, so that its last line is not the rest
    of a word.

    WeasyPrint hyphenates no word by itself in the lines before a soft hyphen, and draws none where
    the text ends. A span without hyphens would not do: WeasyPrint then ends lines before it
    anywhere. In an item, a list may follow the words.
    """
    children = list(takewhile(lambda child: child.tag not in LISTS, paragraph))
    if not children:
        paragraph.text = end_by_soft_hyphen(paragraph.text or "")
        return
    last = children[-1]
    if last.tag in INLINE and not (last.tail or "").strip():
        end_without_hyphen(last)
    else:
        last.tail = end_by_soft_hyphen(last.tail or "")


def end_by_soft_hyphen(text: str) -> str:
    """Return a text of several words with a soft hyphen behind its last one."""
    words = text.rstrip()
    return words + SOFT_HYPHEN + text[len(words) :] if " " in words else text


def is_address(words: str) -> bool:
    """Whether a link's words are the address of a page."""
    is_one_word = not re.search(r"\s", words)
    return is_one_word and "." in words and len(words) <= ADDRESS_LETTERS


def bind_punctuation(root: Element) -> None:
    """Put short bold or italic words and the punctuation behind them into one unbreakable span.

    `(<b>range</b>), both` becomes `(<span class="together"><b>range</b>),</span> both`. Otherwise
    WeasyPrint may begin a line with the punctuation.
    """
    parents = {child: parent for parent in root.iter() for child in parent}
    for words, parent in parents.items():
        tail = words.tail or ""
        punctuation = tail[: len(tail) - len(tail.lstrip(PUNCTUATION))]
        is_short = len("".join(words.itertext())) <= MOST_BOUND_LETTERS
        if words.tag not in INLINE or not punctuation or not is_short:
            continue
        span = Element("span", {"class": TOGETHER})
        span.tail = tail[len(punctuation) :]
        parent[list(parent).index(words)] = span
        words.tail = punctuation
        span.append(words)


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
