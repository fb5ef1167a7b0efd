"""A user's word list: read, screened, and each word that cannot be used left aside with its reason.

A list has one word per line, several between commas, or a table with a column headed “word”.
Bullets and numbers before a word are no part of it. Nothing else is guessed: a line of several
words is one entry, and is left aside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from string import ascii_uppercase
from typing import NamedTuple

from wordfleet_print.errors import Fix, Problem
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.word_lists import TIERS, WordList, load_reference, load_screen, load_tier
from wordfleet_print.games.alphabet import find_main_language, to_capitals
from wordfleet_print.messages import how_many, join_words, quote, shorten, some_of

# Headings of a column of words, in any case.
HEADINGS = frozenset({"word", "words", "spelling", "spellings", "vocabulary"})
# Rows in which a heading is looked for: titles may be above it.
MOST_HEADING_ROWS = 5
BULLET = re.compile(
    r"(?:[-–*•·▪◦☐]|\[[ xX]?\]|\(?[0-9]{1,3}[.):]|[0-9]{1,3}(?=\s)|\(?[a-z][.)](?=\s))\s*"
)
# Stripped from both ends of an entry.
MARGIN = " \t\"“”„‘’'.;!?"

# How letters with marks may be written: “Käse” as KASE, or, as in German, as KAESE.
PLAIN = "plain"
GERMAN = "german"
GERMAN_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "AE", "Ö": "OE", "Ü": "UE"})
# Words shown of many.
MOST_SHOWN = 3
MOST_UNUSED = 6
MOST_ODD = 5

# The number of a line or row, and what may be a word.
Entry = tuple[int, str]


class Entries(NamedTuple):
    """The entries of a list, and how they were read, in sentences."""

    entries: list[Entry]
    reading: tuple[str, ...] = ()


def read_text(text: str) -> Entries:
    """Return the entries of a text with the numbers of their lines: of a table with a column headed
    “word”, whatever is between its cells, else of plain lines. Lines that start with # or // are
    comments.
    """
    all_lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(all_lines, start=1):
        is_comment = line.lstrip().startswith(("#", "//"))
        if not is_comment:
            lines.append((number, line))
    for delimiter in "\t;|,":
        table = [(number, line.strip("| ").split(delimiter)) for number, line in lines]
        has_columns = any(len(cells) > 1 for _, cells in table)
        if has_columns and (entries := read_rows(table)):
            return entries
    return read_rows((number, [line]) for number, line in lines) or Entries([])


def read_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> Entries | None:
    """Return the entries of a table's columns headed “word”, or of its only column; None if there
    is no such column. `rows` are numbers of rows or lines, each with its cells.
    """
    filled: list[tuple[int, list[str]]] = []
    for number, cells in rows:
        texts = [cell.strip() for cell in cells]
        if any(texts):
            filled.append((number, texts))
    if any(len(cells) > 1 for _, cells in filled):
        return _read_word_columns(filled)
    # A heading only at the top: further down it is a word like any other
    has_heading = bool(filled) and filled[0][1][0].casefold() in HEADINGS
    entries: list[Entry] = []
    for number, cells in filled[int(has_heading) :]:
        entries += [(number, entry) for entry in _split_line(cells[0])]
    return Entries(entries)


def _read_word_columns(rows: Sequence[tuple[int, Sequence[str]]]) -> Entries | None:
    """Return the entries of the columns headed “word” and the like, below the first row that has
    such a heading, and a sentence that says where it is; None if no row has one.
    """
    for at, (number, heading) in enumerate(rows[:MOST_HEADING_ROWS]):
        columns = [place for place, cell in enumerate(heading) if cell.casefold() in HEADINGS]
        if columns:
            remark = f"The words were read from “{heading[columns[0]]}” in row {number}."
            return Entries(_read_columns(rows[at + 1 :], columns), (remark,))
    return None


def _read_columns(rows: Sequence[tuple[int, Sequence[str]]], columns: Sequence[int]) -> list[Entry]:
    entries: list[Entry] = []
    for number, cells in rows:
        for place in columns:
            if place < len(cells):
                entries += [(number, entry) for entry in _split_line(cells[place])]
    return entries


def _split_line(line: str) -> list[str]:
    """Return the entries of a line or cell, which are between commas, without a bullet or number
    before the first, and without quotation marks: “1. fox, cat” is fox and cat.
    """
    text = line.strip()
    bullet = BULLET.match(text)
    without_bullet = text[bullet.end() :] if bullet else text
    entries = [item.strip(MARGIN) for item in without_bullet.split(",")]
    return [entry for entry in entries if any(map(str.isalnum, entry))]


@dataclass(frozen=True, slots=True)
class Spelling:
    """What words may be made of: the alphabet, with capitals as the language writes them."""

    alphabet: str = ascii_uppercase
    language: str = "en"
    own_list: str = "own list"
    """What sheets call a list that has no name."""
    plain: str = "Plain letters: {title}"
    """What sheets call a list that was written in plain letters."""

    @property
    def is_english(self) -> bool:
        """Whether words are screened as English ones."""
        return find_main_language(self.language) == "en"

    def to_capitals(self, word: str) -> str:
        """Return a word as it is on a sheet."""
        return to_capitals(word, self.language)

    def has(self, char: str) -> bool:
        """Whether a character is a letter of the alphabet, large or small; ß is SS in German."""
        capitals = self.to_capitals(char)
        if char == "ß":
            return find_main_language(self.language) == "de"
        return len(capitals) == 1 and capitals in self.alphabet


ENGLISH = Spelling()


def spell_plainly(word: str, letters: str = PLAIN, spelling: Spelling = ENGLISH) -> str:
    """Return a word in letters of the alphabet: “niño” as nino, if there is no Ñ; “groß” as gross.
    `letters` says how: with `GERMAN`, ä is ae; with `PLAIN`, a.

    Return "" if it has other than Latin letters that the alphabet lacks. Source: anyascii.
    """
    from anyascii import anyascii

    plain = ""
    for char in unicodedata.normalize("NFC", word):
        if spelling.has(char):
            plain += char
            continue
        if not unicodedata.name(char, "").startswith("LATIN"):
            return ""
        plain += anyascii(char.translate(GERMAN_LETTERS) if letters == GERMAN else char)
    return plain if all(map(spelling.has, plain)) else ""


@dataclass(frozen=True, slots=True)
class ScreenedList:
    """A user's list after screening: its usable `words`, and what to know of the others.

    `skipped` are the entries that cannot be printed, each with its reason; `unused` are words of
    lengths that no ship has; `doubts` are words that a challenge may reject; `reading` is how the
    list was read, in sentences; `rewritten` says whether a word is printed in plain letters.
    """

    words: WordList
    skipped: tuple[Problem, ...]
    doubts: tuple[Problem, ...]
    unused: tuple[str, ...]
    reading: tuple[str, ...] = ()
    rewritten: bool = False

    def describe_reading(self) -> tuple[str, ...]:
        """Return sentences on how the list was read, and on what was left out of it."""
        count = len(self.skipped)
        if not count:
            return self.reading
        reasons = "; ".join(map(str, self.skipped[:MOST_SHOWN])) + (
            "; …" if count > MOST_SHOWN else ""
        )
        return (
            *self.reading,
            f"Left out {how_many(count, 'entry', 'entries')} that cannot be printed: {reasons}.",
        )

    def name_lacking(self, lengths: Collection[int]) -> str:
        """Return the lengths of ships that no word of the list has: “2 or 3”."""
        lacking = sorted(set(lengths).difference(self.words.by_length))
        return join_words(map(str, lacking), "or")

    def describe_supply(self, lengths: Collection[int]) -> list[str]:
        """Return what ships of these lengths get from the list, before fleets are dealt."""
        by_length = self.words.by_length
        total = sum(map(len, by_length.values()))
        counts = [f"{len(by_length[length])} of {length} letters" for length in sorted(by_length)]
        lines = [f"{how_many(total, 'word')} for ships: {', '.join(counts)}."]
        if lacking := self.name_lacking(lengths):
            lines.append(f"No words of {lacking} letters: other ships get theirs from the tier.")
        if self.unused:
            unused = some_of(self.unused, MOST_UNUSED)
            lines.append(f"No ship has that many letters: {unused}.")
        return [*lines, *self.describe_reading()]

    def describe_use(self, deck: Deck, fleets: Iterable[Sequence[str]]) -> list[str]:
        """Return what became of the list after these fleets were dealt from the deck, in sentences:
        how it was read, how many words on each sheet are from it (“2 to 3 of 5”), where the others
        are from and why, and which words were left out.
        """
        own_counts = {sum(word in deck.listed_words for word in fleet) for fleet in fleets}
        span = str(max(own_counts))
        if len(own_counts) > 1:
            span = f"{min(own_counts)} to {span}"
        ships = len(deck.edition.fleet)
        about_others = ""
        if own_counts != {ships}:
            lacking = self.name_lacking(deck.edition.ships_of_length)
            why = f": your list has no words of {lacking} letters" if lacking else ""
            source = f"“{' & '.join(deck.filled_from)}”" if deck.filled_from else "the tier"
            about_others = f" The others are from {source}{why}."
        lines = [
            *self.describe_reading(),
            f"{span} of {ships} words on each sheet are yours.{about_others}",
        ]
        if self.unused:
            unused = some_of(self.unused, MOST_UNUSED)
            lines.append(
                f"Left out {how_many(len(self.unused), 'word')}, because no ship has that many "
                f"letters: {unused}."
            )
        return lines


def screen(
    read: Entries,
    lengths: Collection[int],
    *,
    name: str,
    title: str,
    line: str,
    letters: str = "",
    spelling: Spelling = ENGLISH,
) -> ScreenedList:
    """Sort the entries of a user's list by what becomes of them: words for ships of these lengths,
    words that no ship has room for, and entries that cannot be printed.

    `name` and `title` are what messages and sheets call the list; `line` is put before the number
    of a line in problems: “x.txt:”. `letters` (`PLAIN` or `GERMAN`) says how words are written that
    have letters with marks which the alphabet lacks; with "" these are skipped.
    """
    skipped: list[Problem] = []
    doubts: list[Problem] = []
    # Each word with its line; as keys, each once in order; and typed words with their spelling
    words: dict[str, int] = {}
    unused: dict[str, None] = {}
    rewritten: dict[str, str] = {}
    for number, entry in read.entries:
        typed = unicodedata.normalize("NFC", entry)
        plain = spell_plainly(typed, letters, spelling) if letters else ""
        word = plain or typed
        where = f"{line}{number}"
        capitals = spelling.to_capitals(word)
        if fault := _find_fault(word, where, spelling):
            skipped.append(fault)
            continue
        if word != typed:
            rewritten[typed] = capitals
        if len(capitals) not in lengths:
            unused[capitals] = None
        elif capitals in words:
            doubts.append(Problem(f"{capitals} is on line {words[capitals]} already", where=where))
        else:
            words[capitals] = number
            if spelling.is_english:
                doubts += [Problem(note, where=where) for note in _list_doubts(capitals)]
    reading = read.reading
    if rewritten:
        pairs = [f"“{shorten(typed)}” as {word}" for typed, word in rewritten.items()]
        reading = (*reading, f"In plain letters: {some_of(pairs, MOST_SHOWN)}.")
        title = spelling.plain.replace("{title}", title)
    own = WordList.of("own", title, name, words, spelling.language)
    return ScreenedList(own, tuple(skipped), tuple(doubts), tuple(unused), reading, bool(rewritten))


def _find_fault(word: str, where: str, spelling: Spelling) -> Problem | None:
    """Return why a word of the line `where` cannot be printed; None where it can."""
    if len(word.split()) > 1:
        return Problem(
            f"{quote(word)} is more than one word",
            where=where,
            advice="one word per line, or commas between words",
        )
    odd = dict.fromkeys(char for char in word if not spelling.has(char))
    if odd:
        return _describe_odd_letters(word, [*odd], where, spelling)
    if spelling.is_english and _is_blocked(spelling.to_capitals(word)):
        return Problem(f"{quote(word)} is a word that sheets do not print", where=where)
    return None


def _describe_odd_letters(word: str, odd: Sequence[str], where: str, spelling: Spelling) -> Problem:
    """Return a problem for characters that the alphabet lacks, with ways to spell the word."""
    characters = map(_name_character, odd[:MOST_ODD])
    ways: dict[str, Fix] = {}
    for how in (GERMAN, PLAIN):
        plain = spelling.to_capitals(spell_plainly(word, how, spelling))
        if plain:
            ways[plain] = Fix("letters", how)
    offer = f"in plain letters {' or '.join(reversed(ways))}" if ways else ""
    made_of = spelling.alphabet
    if made_of == ascii_uppercase:
        made_of = "A to Z"
    what = f"{quote(word)} has {', '.join(characters)}; words are made of {made_of} only"
    return Problem(what, fixes=tuple(reversed(ways.values())), where=where, advice=offer)


def _name_character(char: str) -> str:
    return f"“{char}”" if char.isprintable() else f"U+{ord(char):04X}"


def _is_blocked(word: str) -> bool:
    if word in load_screen("blocked"):
        return True
    return word in load_screen("profanity") and word not in _list_printed()


def _list_doubts(word: str) -> Iterator[str]:
    if word in load_screen("names"):
        yield f"{word} reads as a proper noun, which the rules exclude"
    elif word in load_screen("abbreviations"):
        yield f"{word} reads as an abbreviation, which the rules exclude"
    elif word not in load_reference():
        yield f"{word} is not in the reference dictionary; a dictionary challenge would reject it"


@cache
def _list_printed() -> frozenset[str]:
    """Words that the packaged lists print: somebody has read them, so the profanity list does not
    overrule them.
    """
    return frozenset(word for words in load_tier(TIERS[-1]).by_length.values() for word in words)
