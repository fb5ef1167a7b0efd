"""A user's list: lines, columns, meanings; screened, complained of by line.

What is taken for a word is a run of a line (`WordLine`); whether it can be printed is for `screen` to say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from wordfleet_print.errors import Complaint
from wordfleet_print.fleet.word_lists import TIERS, WordList, load_reference, load_screen, load_tier
from wordfleet_print.wording import how_many, quote, shorten, some_of

_MOST_TOLD = 3
"""Titles shown of many."""
_OF_WORDS = frozenset(("word", "words", "wordlist", "spelling", "spellings", "vocab", "vocabulary", "term", "terms"))
_OF_OTHERS = frozenset(("class", "type", "kind", "count", "length", "number", "no", "nr", "meaning", "definition"))
_ALONE = frozenset(("keyword", "keywords", "english", "list"))
"""What stands above a column of words: one of the first and none of the second, or one of the third."""
_KINDS = "n v adj adv noun verb adjective adverb prep preposition pron pronoun conj conjunction pl"
KINDS = frozenset(_KINDS.split())
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
    items = [WRAP.sub("", item) for part in rest for item in _SEVERAL.split(part) if item]
    numbered = [part for part in rest if _TITLE.match(part) and _COUNTED.search(part)]
    if (plain.endswith(":") and not rest) or (numbered and not reading.words):
        reading.titles.append((number, plain))
    elif not rest:
        _take(reading, number, head, aside=plain != text)
    elif ":" in plain[len(head) : len(head) + 2] and len(items) > 1 and all(map(is_word, items)):
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


_TOLD_BESIDE = """definition definitions meaning meanings description translation sentence example examples pos type
category notes note number no nr # week unit level topic synonym synonyms picture german french spanish letters length
date id"""
_OTHER_HEADS = frozenset((*_TOLD_BESIDE.split(), "example sentence", "part of speech", ""))
_JSON = re.compile(r"\s*\[\s*\"")


def entries_of_text(text: str, lengths: Collection[int]) -> Entries | None:
    """The words of a text, for ships of these lengths; a line that begins with # is none of them."""
    if _JSON.match(text):
        text = text.replace("[", " ").replace("]", " ")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if delimiter := _table_delimiter(lines):
        return entries_of_rows(((number, line.split(delimiter)) for number, line in enumerate(lines, start=1)), lengths)
    reading = WordLine(lengths)
    for number, line in enumerate(lines, start=1):
        read_line(reading, number, line)
    return reading.entries()


def entries_of_rows(rows: Iterable[tuple[int, Sequence[str]]], lengths: Collection[int]) -> Entries | None:
    """The words of a table's column or columns of words; None where no column is one."""
    filled = [(number, [cell.strip() for cell in cells]) for number, cells in rows if any(map(str.strip, cells))]
    at = next((index for index, (_, cells) in enumerate(filled[:10]) if any(map(is_head, cells))), None)
    if at is not None:
        columns = [place for place, cell in enumerate(filled[at][1]) if is_head(cell)]
        named = f"The words were read from the {'column' if len(columns) == 1 else 'columns'} "
        told = [named + ", ".join(quote(filled[at][1][place]) for place in columns) + "."]
    else:
        at, columns = -1, _columns_of_words([cells for _, cells in filled])
        told = [f"The words were read from column {', '.join(str(place + 1) for place in columns)}."] if columns else []
        if columns and not all(is_word(WRAP.sub("", cell)) for cell in _cells(filled[0][1], columns)):
            at = 0
    if not columns:
        return None
    reading = WordLine(lengths)
    reading.titles += [(number, " ".join(filter(None, cells))) for number, cells in filled[: max(at, 0)]]
    for number, cells in filled[at + 1 :]:
        for cell in _cells(cells, columns):
            read_line(reading, number, cell)
    several = max((len(cells) for _, cells in filled), default=0) > 1
    return reading.entries(*(told if several else ()))


def _cells(cells: Sequence[str], columns: Sequence[int]) -> list[str]:
    return [cells[place] for place in columns if place < len(cells) and cells[place]]


def _table_delimiter(lines: Sequence[str]) -> str:
    """What parts the headings of a table, where a text begins with such; else ""."""
    first = next((line for line in lines if line.strip()), "")
    for delimiter in "\t,;|":
        cells = first.split(delimiter)
        known = [is_head(cell) or plain_head(cell) in _OTHER_HEADS for cell in cells]
        if len(cells) > 1 and all(known) and any(map(is_head, cells)):
            return delimiter
    return ""


def _columns_of_words(rows: Sequence[Sequence[str]]) -> list[int]:
    """The columns that are mostly single words, different ones, and in the dictionary; else the first that is so."""
    found: dict[int, float] = {}
    for place in range(max(map(len, rows), default=0)):
        cells = [bare(row[place]) for row in rows if place < len(row) and row[place]]
        words = [cell.upper() for cell in cells if is_word(cell)]
        mostly = words and len(words) * 5 >= len(cells) * 3 and len(set(words)) * 2 >= len(words)
        if mostly and not set(map(str.lower, words)) <= KINDS:
            short = [word for word in words if len(word) <= 5]
            found[place] = sum(word in load_reference() for word in short) / len(short) if short else 0.5
    known = [place for place, share in found.items() if share >= 0.7]
    return known or [*found][:1] or ([0] if max(map(len, rows), default=0) == 1 else [])


@dataclass(frozen=True, slots=True)
class ScreenedList:
    """A user's list after checking. `words` can be printed; `faults` must be mended first; `notes` are worth knowing.

    `unused` are words of lengths that no ship has; `told` are sentences on how the list was read.
    """

    words: WordList
    faults: tuple[Complaint, ...]
    notes: tuple[Complaint, ...]
    unused: tuple[str, ...]
    told: tuple[str, ...] = ()


def screen(entries: Entries, lengths: Collection[int], *, name: str, title: str, line: str) -> ScreenedList:
    """Look over the words of a list for ships of these lengths; `line` is what stands before a number: “x.txt:”."""
    faults = [*entries.unclear]
    notes: list[Complaint] = []
    words: dict[str, int] = {}
    aside: dict[str, None] = {}
    for number, word in entries.words:
        where = f"{line}{number}"
        fault = _fault(word)
        if fault:
            faults.append((number, fault))
        elif len(word) not in lengths:
            aside[word.upper()] = None
        elif word.upper() in words:
            notes.append(Complaint(where, f"{word.upper()} stands on line {words[word.upper()]} already"))
        else:
            words[word.upper()] = number
            notes += [Complaint(where, note) for note in _notes(word.upper())]
    own = WordList.of("own", title, name, words)
    told = tuple(Complaint(f"{line}{number}", what) for number, what in sorted(faults))
    return ScreenedList(own, told, tuple(notes), tuple(aside), entries.told)


def _fault(word: str) -> str:
    shown = shorten(word, 30)
    if not word.isascii() or not word.isalpha():
        odd = Counter(char for char in word if not (char.isascii() and char.isalpha()))
        named = ", ".join(f"“{char}”" if char.isprintable() else f"U+{ord(char):04X}" for char in list(odd)[:5])
        clean = "".join(char if char.isprintable() else "�" for char in shown)
        return f"“{clean}” has {named}; words are made of A to Z only"
    if word.upper() in load_screen("blocked") or (
        word.upper() in load_screen("profanity") and word.upper() not in _reviewed()
    ):
        return f"“{shown}” is a word that sheets do not print"
    return ""


def _notes(word: str) -> Iterator[str]:
    if word in load_screen("names"):
        yield f"{word} reads as a proper noun, which the rules exclude"
    elif word in load_screen("abbreviations"):
        yield f"{word} reads as an abbreviation, which the rules exclude"
    elif word not in load_reference():
        yield f"{word} is not in the reference dictionary; a dictionary challenge would fail it"


@cache
def _reviewed() -> frozenset[str]:
    """Words that the packaged lists print, so a reader has passed them."""
    return frozenset(word for words in load_tier(TIERS[-1]).by_length.values() for word in words)
