"""A user's words screened: which can be printed, which must be mended, which are worth a note."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from wordfleet_print.errors import Complaint
from wordfleet_print.fleet.listed_words import Entries
from wordfleet_print.fleet.word_lists import TIERS, WordList, load_reference, load_screen, load_tier
from wordfleet_print.wording import shorten, some_of

PLAIN, GERMAN = "plain", "german"
"""How letters with marks may be written: “Käse” as KASE, or, as in German, as KAESE."""
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "AE", "Ö": "OE", "Ü": "UE"})
_MOST_TOLD = 3


def plain_letters(word: str, letters: str = PLAIN) -> str:
    """A word in letters A to Z: “niño” as nino, “groß” as gross; "" where it has others than Latin
    ones.

    Source: anyascii.
    """
    from anyascii import anyascii

    composed = unicodedata.normalize("NFC", word)
    if not all(unicodedata.name(char, "").startswith("LATIN") for char in composed):
        return ""
    plain = anyascii(composed.translate(_GERMAN) if letters == GERMAN else composed)
    return plain if plain.isascii() and plain.isalpha() else ""


@dataclass(frozen=True, slots=True)
class ScreenedList:
    """A user's list after checking. `words` can be printed; `faults` must be mended first; `notes`
    are worth knowing.

    `unused` are words of lengths that no ship has; `told` are sentences on how the list was read;
    `rewritten` says whether some word is printed in plain letters.
    """

    words: WordList
    faults: tuple[Complaint, ...]
    notes: tuple[Complaint, ...]
    unused: tuple[str, ...]
    told: tuple[str, ...] = ()
    rewritten: bool = False


def screen(
    entries: Entries, lengths: Collection[int], *, name: str, title: str, line: str, letters: str = ""
) -> ScreenedList:
    """Look over the words of a list for ships of these lengths; `line` is what stands before a
    number: “x.txt:”.

    `letters` says how those with marks are written; "" for not at all.
    """
    faults = [(number, Complaint(f"{line}{number}", what)) for number, what in entries.unclear]
    notes: list[Complaint] = []
    words: dict[str, int] = {}
    aside: dict[str, None] = {}
    rewritten: dict[str, str] = {}
    for number, typed in entries.words:
        word = (letters and plain_letters(typed, letters)) or typed
        if word != typed:
            rewritten[typed] = word.upper()
        where = f"{line}{number}"
        if fault := _fault(word, where):
            faults.append((number, fault))
        elif len(word) not in lengths:
            aside[word.upper()] = None
        elif word.upper() in words:
            notes.append(Complaint(where, f"{word.upper()} stands on line {words[word.upper()]} already"))
        else:
            words[word.upper()] = number
            notes += [Complaint(where, note) for note in _notes(word.upper())]
    own = WordList.of("own", title, name, words)
    complaints = tuple(complaint for _, complaint in sorted(faults, key=lambda one: one[0]))
    pairs = [f"“{shorten(typed)}” as {word}" for typed, word in rewritten.items()]
    told = (*entries.told, *([f"In plain letters: {some_of(pairs, _MOST_TOLD)}."] if pairs else ()))
    return ScreenedList(own, complaints, tuple(notes), tuple(aside), told, bool(rewritten))


def _fault(word: str, where: str) -> Complaint | None:
    shown = shorten(word, 30)
    if not word.isascii() or not word.isalpha():
        odd = Counter(char for char in word if not (char.isascii() and char.isalpha()))
        named = ", ".join(f"“{char}”" if char.isprintable() else f"U+{ord(char):04X}" for char in list(odd)[:5])
        clean = "".join(char if char.isprintable() else "�" for char in shown)
        what = f"“{clean}” has {named}; words are made of A to Z only"
        ways = {plain_letters(word, letters).upper(): f"{letters}_letters" for letters in (GERMAN, PLAIN)}
        ways.pop("", None)
        offer = f"in plain letters {' or '.join(reversed(ways))}" if ways else ""
        return Complaint(where, what, offer, say=tuple(reversed(ways.values())))
    if word.upper() in load_screen("blocked") or (
        word.upper() in load_screen("profanity") and word.upper() not in _reviewed()
    ):
        return Complaint(where, f"“{shown}” is a word that sheets do not print")
    return None


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
