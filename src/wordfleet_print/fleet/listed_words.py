"""A list as people have it, read whole: its words, its titles, and what cannot be told of it.

What a line is hangs on the others: where titles end, and whether words stand before a colon or after it, has one answer
for the whole list. Whether a word can be printed is for `own_words` to say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from wordfleet_print.fleet.word_lists import load_reference
from wordfleet_print.wording import how_many, plural, quote, some_of

MOST_TOLD = 3
"""Titles shown of many."""
_FOR_WORDS = """word words wordlist spelling spellings vocab vocabulary term terms wort wörter lernwörter wörterliste
wortliste vokabel vokabeln begriff mot mots vocabulaire palabra palabras vocabulario parola parole palavra palavras
woord woorden"""
_OF_WORDS = frozenset(_FOR_WORDS.split())
_OF_OTHERS = frozenset(("class", "type", "kind", "count", "length", "number", "no", "nr", "meaning", "definition"))
_ALONE = frozenset(("keyword", "keywords", "english", "englisch", "anglais", "inglés", "inglese", "list"))
"""What stands above a column of words: one of the first and none of the second, or one of the
third.
"""
_IN_SENTENCES = "of the for in with these are we our my your on at to and a an is this that"
_SMALL = frozenset(_IN_SENTENCES.split())
"""Words that sentences have, and lists of words hardly ever."""
_KINDS = "n v adj adv noun verb adjective adverb prep preposition pron pronoun conj conjunction pl"
KINDS = frozenset(_KINDS.split())
"""What tells the kind of a word, and is none of the list."""
_BULLET = re.compile(
    r"(?:[^\w\s\"'“‘„(\[#]+(?=\s|\w)|o(?=\s)|\[[ xX]?\]|#?\(?[0-9]{1,4}\s*[-–.,):\]]+(?![0-9])"
    r"|#?[0-9]{1,4}(?=\s)|\(?(?:[a-zA-Z]|[ivxIVX]{2,4})[.)](?=\s))\s*"
)
_NEXT_NUMBER = re.compile(r"\s+\(?([0-9]{1,3})\s*[.):]\s*(?=[^\W\d_])")
_ARTICLE = re.compile(
    r"^(?:an?|the|to|der|die|das|eine?|el|la|los|las|un[ae]?|les?|il|lo)\s+(?=\S+$)|^[ld]['’](?=\w)", re.I
)
_COUNTED = re.compile(r"\s+[0-9]+$")
_FORM = re.compile(r"(?:name|date|class|teacher|school|grade|period|score)\s*[:_]|page\s+[0-9]|©", re.IGNORECASE)
_COMMENT = re.compile(r"(?:\s#|\s*//).*$")
_ASIDE = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|\s/[^/\s]+/)(\s+(?=\w))?")
_MEANS = re.compile(r"\s+[-–—=~→]+>?\s+|\s*[:=→]\s*|\s*\|\s*|\t\s*|\s{2,}|\s*(?:\.{3,}|…)\s*")
_SEVERAL = re.compile(r"\s*[,;/•·▪●]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&)\s+")
_TITLE = re.compile(
    r"(?:week|unit|list|lesson|day|chapter|year|grade|term|set|part|name|date|class|monday|tuesday|wednesday|thursday"
    r"|friday|autumn|spring|summer|winter)\b",
    re.I,
)
_CODE = re.compile(r"[0-9]+\w{0,2}|[A-Za-z]{1,3}[0-9]{1,2}[A-Za-z]?")
"""What a class or a set is called: “5B”, “KS2”."""
_A_ROW = 5
"""Words with nothing but spaces between them that are words of the list, not a title or a sentence.
"""
WRAP = re.compile(r"^(?:[^\w\ufffd]|_)+|(?:[^\w\ufffd]|_)+$")


@dataclass(frozen=True, slots=True)
class Entries:
    """The words of a list, each with the number of its line or row; what cannot be read with
    certainty, by number; and sentences on how the list was read.
    """

    words: tuple[tuple[int, str], ...]
    unclear: tuple[tuple[int, str], ...]
    told: tuple[str, ...]


@dataclass(slots=True)
class _Line:
    """A line, or a cell: its words, what is unclear of it, whether something was left aside. It
    `opens` a block after an empty line; words of it may stand on `either` side of its colon.
    """

    number: int
    text: str
    opens: bool
    words: list[str] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)
    title: str = ""
    aside: bool = False
    either: bool = False

    def take(self, head: str, *, aside: bool) -> None:
        """Take one word, or several between commas."""
        items = [one for item in _SEVERAL.split(head) if (one := bare(item))]
        if len(items) > 1 and is_word(items[0]) and any(len(item.split()) > 2 for item in items[1:]):
            items, aside = items[:1], True  # a word, and what it means
        if len(items) > 1 and items[1].casefold() in KINDS:
            items, aside = items[:1], True
        for item in items:
            tokens = item.split()
            if len(tokens) == 1 or (len(tokens) >= _A_ROW and _is_row(tokens)):
                self.words += tokens
            else:
                self.unclear.append(_more_than_one(item))
        self.aside |= bool(items) and aside


def _more_than_one(text: str) -> str:
    what = f"{quote(text)} is more than one word; a ship has one"
    return f"{what}. Put commas between words, or leave it out"


def _is_row(tokens: Sequence[str]) -> bool:
    """Whether these are words of a list: known ones, or too long for a ship, and none that
    sentences are made of.
    """
    said = {token.casefold() for token in tokens}
    known = all(len(token) > 5 or _is_known(token) for token in tokens)
    return known and all(map(is_word, tokens)) and not said & (_SMALL | _OF_WORDS)


def _is_known(word: str) -> bool:
    return word.upper() in load_reference()


def plain_head(cell: str) -> str:
    """A heading for comparing: without case, punctuation or a number."""
    return " ".join(re.sub(r"[\W_0-9]+", " ", cell.casefold()).split())


def is_head(cell: str) -> bool:
    """Whether a cell is the heading of a column of words."""
    words = plain_head(cell).split()
    if plain_head(cell) in _ALONE:
        return True
    return len(words) < 5 and bool(_OF_WORDS & {*words}) and not _OF_OTHERS & {*words}


def bare(item: str) -> str:
    """An item without what wraps it, an article, a number, and the kind of word that follows."""
    item = _ARTICLE.sub("", _COUNTED.sub("", WRAP.sub("", item)))
    first, _, kind = item.rpartition(" ")
    return WRAP.sub("", first) if first and kind.casefold().rstrip(".") in KINDS else item


def is_word(item: str) -> bool:
    """Whether an item is one word of letters, with marks or without."""
    return item.isalpha()


def read_lines(lines: Iterable[tuple[int, str]], lengths: Collection[int], unit: str, *told: str) -> Entries:
    """The words of lines, or of cells, by number; an empty one parts blocks. `unit` is what the
    numbers count.
    """
    read: list[_Line] = []
    opens = True
    for number, raw in lines:
        text = raw.strip().strip("|").strip()
        if _is_text(text):
            read.append(_Line(number, text, opens))
        opens = not any(map(str.isalnum, text))
    behind = _colons(read, lengths)
    for line in read:
        _read(line, words_behind=behind is True)
    _find_titles(read, lengths)
    if behind is None and (either := [line for line in read if line.either and line.words]):
        _ask_of_colons(either)
    return _entries(read, lengths, unit, told)


def _is_text(text: str) -> bool:
    """Whether something can be read on a line: no comment, no line to write on, no lonely number."""
    comment = text.startswith("//") or (text.startswith("#") and not re.match(r"#\s*[0-9]", text))
    lonely = re.fullmatch(r"\W*[0-9]{1,4}\W*", text)
    return not comment and not lonely and any(map(str.isalnum, text))


def _without_bullet(text: str) -> str:
    for _ in range(3):
        found = _BULLET.match(text)
        if not found or found.end() == len(text):
            break
        text = text[found.end() :]
    return text


def _parts(text: str) -> tuple[str, str, list[str]]:
    """A line without its bullet, comment and asides; its head, and the parts that follow."""
    said = _COMMENT.sub("", _without_bullet(text))
    plain = _ASIDE.sub(lambda found: "  " if found[1] else "", said).strip()
    head, *rest = [part for part in _MEANS.split(plain) if part is not None] or [""]
    return plain, head, [part for part in rest if part]


def _items(parts: Iterable[str]) -> list[str]:
    return [WRAP.sub("", item) for part in parts for item in _SEVERAL.split(part) if item]


def is_dated(text: str) -> bool:
    """Whether a text says which list it is: “Week 3”, “Year 5 / 6 spellings”."""
    return bool(_TITLE.match(text) and re.search(r"[0-9]", text))


def _is_one(head: str) -> bool:
    """Whether what stands before a colon is one word, with an article perhaps."""
    return is_word(_ARTICLE.sub("", WRAP.sub("", head))) and not is_head(head)


def _has_colon(plain: str, head: str) -> bool:
    return ":" in plain[len(head) : len(head) + 2]


def _colons(lines: Sequence[_Line], lengths: Collection[int]) -> bool | None:
    """Whether words stand behind the colons of this list, a label before them, and not before
    meanings; None where both may be. Behind a label are words only; before a meaning, which is a
    word or a sentence, there is one word.
    """
    labels = meanings = fits = 0
    for line in lines:
        plain, head, rest = _parts(line.text)
        if not rest or not _has_colon(plain, head) or _FORM.match(line.text):
            continue
        items, one = _items(rest), _is_one(head)
        listed = all(map(is_word, items))
        line.either = one and listed and len(items) > 1
        labels += listed and not one
        meanings += one and not line.either
        fits += line.either and len(bare(head)) in lengths
    if bool(labels) != bool(meanings) or not any(line.either for line in lines):
        return not meanings
    return None if labels or fits else True


def _ask_of_colons(lines: Sequence[_Line]) -> None:
    """One question for the whole list, at the first line of those that may be both."""
    first = lines[0]
    others = len(lines) - 1
    more = f" and {plural(others, 'one more line', f'{others} more lines')}" if others else ""
    word = quote(first.words[0])
    what = f"{quote(first.text)}{more}: is {word} the word, or are those after the colon?"
    for line in lines:
        line.words, line.aside = [], False
    first.unclear = [f"{what} Write “Word: meaning” above the list, or “Topic: words”"]


def _read(line: _Line, *, words_behind: bool) -> None:
    """Take the words of one line for itself."""
    if _FORM.match(line.text):
        line.title = line.text
        return
    plain, head, rest = _parts(line.text)
    label, labelled = _labelled(plain, head, rest, words_behind=words_behind)
    if numbered := _numbered(line.text):
        for item in numbered:
            line.take(item, aside=False)
    elif labelled:
        line.title, line.words = label, [bare(item) for item in labelled]
    elif plain.endswith(":") and not rest:
        line.title = plain.rstrip(": ")
    elif not rest:
        line.take(head, aside=plain != _without_bullet(line.text))
    elif len(rest) > 1 and all(is_word(bare(part)) for part in (head, *rest)):
        line.words = [bare(part) for part in (head, *rest)]
    else:
        line.take(head, aside=True)


def _labelled(plain: str, head: str, rest: Sequence[str], *, words_behind: bool) -> tuple[str, list[str]]:
    """A label and the words behind it: “Plants: leaf, root”, “Week 1, leaf, root”; no words where
    there is none.
    """
    label, *items = _SEVERAL.split(head) if not rest else [head, *_items(rest)]
    colon = bool(rest) and _has_colon(plain, head)
    meant = colon and (words_behind or not _is_one(head))
    dated = is_dated(label) and (len(items) > 1 or colon)
    return label, items if (meant or dated) and all(map(is_word, items)) else []


def _numbered(text: str) -> list[str]:
    """The items of a line that counts them: “1. fox 2. owl 3. wolf”; none of any other."""
    first, *rest = _NEXT_NUMBER.split(f" {text}")
    counts = list(map(int, rest[::2]))
    counted = len(counts) > 1 and all(after == before + 1 for before, after in pairwise(counts))
    return rest[1::2] if counted and not first.strip() else []


def _find_titles(lines: Sequence[_Line], lengths: Collection[int]) -> None:
    """Tell what the list, or a part of it, is called: above the first words, or where a line can be
    nothing else.
    """
    heads = _block_heads(lines)
    counted = sum(bool(_COUNTED.search(line.text)) for line in lines) * 2 > len(lines)
    meant = sum(line.aside or line.either for line in lines) if len(lines) > MOST_TOLD else 0
    first, vague = True, False
    for place, line in enumerate(lines):
        if line.title:
            first = first and not line.words
            continue
        follows = place + 1 < len(lines) and not lines[place + 1].opens
        phrase = len(line.unclear) == 1 and not line.words and not _looks_listed(line, lengths)
        named = place in heads or _is_named(line, counted=counted, last=line is lines[-1])
        named |= first and _is_above(line, counted=counted)
        named |= first and meant == 1 and line.aside and not line.either and _is_heading(line.text)
        if not named and phrase and not line.aside:
            above = first and not vague and line is not lines[-1]
            named = above or (not first and line.opens and follows)
            vague |= named
        if named:
            line.title, line.words, line.unclear, line.aside = line.text, [], [], False
        else:
            first = False


def _is_heading(text: str) -> bool:
    """Whether a line may be “Topic: The Romans” or “Science – Plants”."""
    plain, head, rest = _parts(text)
    return bool(rest) and (_has_colon(plain, head) or (head[0].isupper() and rest[0][0].isupper()))


def _is_named(line: _Line, *, counted: bool, last: bool) -> bool:
    """Whether a line is a title wherever it stands: “Week 3”, where words are not `counted`;
    “Tricky words!” above some.
    """
    numbered = is_dated(_without_bullet(line.text))
    phrase = line.unclear and not line.words and not last
    says = phrase and _OF_WORDS & {*plain_head(line.text).split()}
    return bool((numbered and not counted and len(line.text.split()) > 1) or says)


def _is_above(line: _Line, *, counted: bool) -> bool:
    """Whether a line above all words is a title for what is written in it."""
    tokens = plain_head(line.text).split()
    if not tokens or _CODE.fullmatch(line.text) or (len(tokens) == 1 and is_head(line.text)):
        return True
    _, head, rest = _parts(line.text)
    items = _SEVERAL.split(head)
    dated = any(map(is_dated, (*items, *rest)))
    odd = any(re.search(r"[0-9]", _COUNTED.sub("", item)) and " " in head for item in items)
    numbers = dated or odd or (_COUNTED.search(head) and " " in head)
    if numbers and not counted and not _numbered(line.text):
        return True
    says = len(tokens) > 1 and len(line.words) < MOST_TOLD and _OF_WORDS & {*tokens}
    sentence = line.unclear and (_SMALL & {*tokens} or len(tokens) > 8)
    return bool((says and not line.aside) or sentence)


def _looks_listed(line: _Line, lengths: Collection[int]) -> bool:
    """Whether a line of several words looks like words of the list with nothing between them."""
    words = plain_head(line.text).split()
    return len(words) > 2 and all(len(word) in lengths and _is_known(word) for word in words)


def _block_heads(lines: Sequence[_Line]) -> set[int]:
    """The places of single words in capitals, each above a part in small letters, where there are
    several parts; and of one apart from all others.
    """
    opening = [place for place, line in enumerate(lines) if line.opens]
    if opening == [0, 1] and len(lines) > MOST_TOLD and len(lines[0].words) == 1:
        return {0}
    if len(opening) < 2:
        return set()
    heads = {*opening}
    plain = all(
        (line.text[:1].isupper() and len(line.text.split()) == 1) if place in heads else line.text[:1].islower()
        for place, line in enumerate(lines)
    )
    ends = [*opening[1:], len(lines)]
    return heads if plain and all(end - start > 1 for start, end in zip(opening, ends, strict=True)) else set()


def _entries(lines: Sequence[_Line], lengths: Collection[int], unit: str, told: Sequence[str]) -> Entries:
    """What was read, and all that is to be told of it."""
    notes = list(told)
    titles = [line for line in lines if line.title]
    words = [(line.number, word) for line in lines for word in line.words]
    unclear = [(line.number, what) for line in lines for what in line.unclear]
    if not words and not unclear:
        several = [line for line in titles if len(line.title.split()) > 1]
        unclear = [(line.number, _more_than_one(line.title)) for line in several]
    elif titles:
        shown = some_of([f"{unit} {line.number}, {quote(line.title)}" for line in titles], MOST_TOLD)
        what = "a title, not for words" if len(titles) == 1 else "titles, not for words"
        notes.append(f"{shown[0].upper()}{shown[1:]}: taken for {what}.")
    if doubted := _doubted(lines, lengths):
        where = f"{unit} {doubted.number}"
        notes.append(
            f"{where.capitalize()}, {quote(doubted.text)}: taken for a word. If it is a title, put # before it."
        )
    if aside := sum(line.aside for line in lines):
        what = f"What stands behind {how_many(aside, 'word')} was left aside"
        notes.append(f"{what}: definitions, notes or the like.")
    return Entries(tuple(words), tuple(unclear), tuple(notes))


def _doubted(lines: Sequence[_Line], lengths: Collection[int]) -> _Line | None:
    """The first line, where it was taken for a word and is alone in being capitalised, or in no
    dictionary.
    """
    first, *rest = [line for line in lines if not line.title] or [_Line(0, "", opens=True)]
    if first.words != [first.text] or len(first.text) not in lengths or len(rest) < MOST_TOLD:
        return None
    known = sum(_is_known(line.text) for line in rest)
    strange = not _is_known(first.text) and known * 2 > len(rest)
    alone = first.text[0].isupper() and all(line.text[:1].islower() for line in rest)
    return first if is_word(first.text) and (alone or strange) else None
