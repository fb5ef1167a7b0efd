"""A user's words screened: which can be printed, which must be mended, which are worth a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from wordfleet_print.errors import Complaint
from wordfleet_print.fleet.listed_words import Entries
from wordfleet_print.fleet.word_lists import TIERS, WordList, load_reference, load_screen, load_tier
from wordfleet_print.wording import shorten


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
