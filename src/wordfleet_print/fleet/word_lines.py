"""The lines of word lists: what of each is a word, and what is a number, a meaning, a comment or a title beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from wordfleet_print.wording import how_many, quote, some_of

_MOST_TOLD = 3
"""Titles shown of many."""
_OF_WORDS = frozenset(("word", "words", "wordlist", "spelling", "spellings", "vocab", "vocabulary", "term", "terms"))
_OF_OTHERS = frozenset(("class", "type", "kind", "count", "length", "number", "no", "nr", "meaning", "definition"))
_ALONE = frozenset(("keyword", "keywords", "english", "list"))
"""What stands above a column of words: one of the first and none of the second, or one of the third."""
KINDS = frozenset(
    (
        *("n", "v", "adj", "adv", "noun", "verb", "adjective", "adverb", "prep", "preposition", "pron", "pronoun"),
        *("conj", "conjunction", "pl"),
    )
)
"""What tells the kind of a word, and is none of the list."""
_BULLET = re.compile(
    r"(?:[^\w\s\"'“‘„(\[#]+(?=\s|\w)|o(?=\s)|\[[ xX]?\]|#?\(?[0-9]{1,4}\s*[-–.,):\]]+(?![0-9])"
    r"|#?[0-9]{1,4}(?=\s)|\(?(?:[a-zA-Z]|[ivxIVX]{2,4})[.)](?=\s))\s*"
)
_ARTICLE = re.compile(r"(?:an?|the|to)\s+(?=\S+$)", re.IGNORECASE)
_COUNTED = re.compile(r"\s+[0-9]+$")
_FORM = re.compile(r"(?:name|date|class|teacher|school|grade|period|score)\s*[:_]|page\s+[0-9]|©", re.IGNORECASE)
_COMMENT = re.compile(r"(?:\s#|\s*//).*$")
_ASIDE = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|\s/[^/\s]+/)(\s+(?=\w))?")
_MEANS = re.compile(r"\s+[-–—=~→]+>?\s+|\s*[:=→]\s*|\s*\|\s*|\t\s*|\s{2,}|\s*(?:\.{3,}|…)\s*")
_SEVERAL = re.compile(r"\s*[,;/]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&)\s+")
_TITLE = re.compile(
    r"(?:week|unit|list|lesson|day|chapter|year|grade|term|set|part|name|date|class|monday|tuesday)\b", re.I
)
WRAP = re.compile(r"^(?:[^\w\ufffd]|_)+|(?:[^\w\ufffd]|_)+$")


@dataclass(frozen=True, slots=True)
class Entries:
    """The words of a list, each with the number of its line or row; what cannot be read with certainty, by number; and
    sentences on how the list was read.
    """

    words: tuple[tuple[int, str], ...]
    unclear: tuple[tuple[int, str], ...]
    told: tuple[str, ...]


@dataclass(slots=True)
class WordLine:
    """A list while it is read."""

    lengths: Collection[int]
    words: list[tuple[int, str]] = field(default_factory=list)
    unclear: list[tuple[int, str]] = field(default_factory=list)
    titles: list[tuple[int, str]] = field(default_factory=list)
    aside: int = 0

    def entries(self, *told: str) -> Entries:
        """What was read, and all that is to be told of it."""
        notes = list(told)
        if not self.words and len(self.titles) == 1 and len(self.titles[0][1].split()) > 1:
            self.unclear += [(number, _more_than_one(text)) for number, text in self.titles]
        elif self.titles:
            shown = some_of([quote(text) for _, text in self.titles], _MOST_TOLD)
            notes.append(f"{shown}: taken for {'a title' if len(self.titles) == 1 else 'titles'}, not for words.")
        if self.aside:
            notes.append(
                f"What stands behind {how_many(self.aside, 'word')} was left aside: definitions, notes or the like."
            )
        return Entries(tuple(self.words), tuple(self.unclear), tuple(notes))


def plain_head(cell: str) -> str:
    """A heading for comparing: without case, punctuation or a number."""
    return " ".join(re.sub(r"[\W_0-9]+", " ", cell.casefold()).split())


def is_head(cell: str) -> bool:
    """Whether a cell is the heading of a column of words."""
    words = plain_head(cell).split()
    return plain_head(cell) in _ALONE or (len(words) < 5 and bool(_OF_WORDS & {*words}) and not _OF_OTHERS & {*words})


def read_line(reading: WordLine, number: int, line: str) -> None:
    """Take the words of one line, or of one cell."""
    text = line.strip().strip("|").strip()
    comment = text.startswith("//") or (text.startswith("#") and not re.match(r"#\s*[0-9]", text))
    if comment or not any(map(str.isalnum, text)):
        return
    if _FORM.match(text):
        reading.titles.append((number, text))
        return
    text = _without_bullet(text)
    plain = _ASIDE.sub(lambda found: "  " if found[1] else "", _COMMENT.sub("", text)).strip()
    head, *rest = [part for part in _MEANS.split(plain) if part is not None] or [""]
    rest = [part for part in rest if part]
    numbered = [part for part in rest if _TITLE.match(part) and _COUNTED.search(part)]
    if (plain.endswith(":") and not rest) or (numbered and not reading.words):
        reading.titles.append((number, plain))
    elif not rest:
        _take(reading, number, head, aside=plain != text)
    elif ":" in plain[len(head) : len(head) + 2] and _are_several(rest):
        _take_labelled(reading, number, head, rest, plain)
    elif len(rest) > 1 and all(is_word(bare(part)) for part in (head, *rest)):
        reading.words += [(number, bare(part)) for part in (head, *rest)]
    else:
        _take(reading, number, head, aside=True)


def _without_bullet(text: str) -> str:
    for _ in range(3):
        found = _BULLET.match(text)
        if not found or found.end() == len(text):
            break
        text = text[found.end() :]
    return text


def _are_several(rest: Sequence[str]) -> bool:
    """Whether what follows a colon is a list of words."""
    items = [item for part in rest for item in _SEVERAL.split(part) if item]
    return len(items) > 1 and all(is_word(WRAP.sub("", item)) for item in items)


def _take_labelled(reading: WordLine, number: int, head: str, rest: Sequence[str], line: str) -> None:
    """“Plants: leaf, root, stem”: the words behind the colon, unless what stands before it could be one as well."""
    if is_word(WRAP.sub("", head)) and len(WRAP.sub("", head)) in reading.lengths:
        what = f"{quote(line)}: is {quote(head)} the word, or are those after the colon?"
        reading.unclear.append((number, f"{what} Write each word on a line of its own"))
        return
    reading.titles.append((number, head))
    for part in rest:
        _take(reading, number, part, aside=False)


def _take(reading: WordLine, number: int, head: str, *, aside: bool) -> None:
    """Take one word, or several between commas; a title is told."""
    items = [one for item in _SEVERAL.split(head) if (one := bare(item))]
    if len(items) > 1 and is_word(items[0]) and any(len(item.split()) > 2 for item in items[1:]):
        items, aside = items[:1], True  # a word, and what it means
    if len(items) > 1 and items[1].casefold() in KINDS:
        items, aside = items[:1], True
    if len(items) == 1 and _is_title(reading, items[0], WRAP.sub("", head)):
        reading.titles.append((number, head))
        return
    for item in items:
        if len(item.split()) > 1 and item.replace(" ", "").isascii():
            reading.unclear.append((number, _more_than_one(item)))
        else:
            reading.words.append((number, item))
    reading.aside += bool(items) and aside


def _more_than_one(text: str) -> str:
    return f"{quote(text)} is more than one word; a ship has one. Put commas between words, or leave it out"


def _is_title(reading: WordLine, item: str, line: str) -> bool:
    """Whether a line is what the list is called, or a part of it; `item` is what might be a word in it."""
    first = not reading.words and not reading.unclear
    if len(item.split()) > 1:
        return (first and not reading.titles and len(item.split()) < 9) or bool(_TITLE.match(line))
    return (first and is_head(line)) or (_TITLE.match(line) is not None and _COUNTED.search(line) is not None)


def bare(item: str) -> str:
    """An item without what wraps it, an article, a number, and the kind of word that follows."""
    item = _ARTICLE.sub("", _COUNTED.sub("", WRAP.sub("", item)), count=1)
    first, _, kind = item.rpartition(" ")
    return WRAP.sub("", first) if first and kind.casefold().rstrip(".") in KINDS else item


def is_word(item: str) -> bool:
    """Whether an item is one word of letters A to Z."""
    return item.isascii() and item.isalpha()
