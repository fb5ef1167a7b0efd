"""Words that a user brings: read, checked against letters, lengths and block lists, and complained about by line."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.fleet.words import TIERS, WordList, load_reference, load_screen, load_tier
from wordfleet_print.wording import how_many, shorten

MAX_BYTES = 5_000_000
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, slots=True)
class ScreenedList:
    """A user's list after checking. `words` can be printed; `faults` must be mended first; `notes` are worth knowing.

    `unused` counts words of lengths that no ship has.
    """

    words: WordList
    faults: tuple[Complaint, ...]
    notes: tuple[Complaint, ...]
    unused: int


def read_own_list(path: Path, lengths: Collection[int]) -> WordList:
    """The words of a user's file for ships of these lengths. Raises `BadInputError` with every fault."""
    screened = screen_file(path, lengths)
    if screened.faults:
        raise BadInputError(
            f"{path} has {how_many(len(screened.faults), 'fault')}.",
            *screened.faults[:20],
            tip="`wordfleet-print words check` shows them all." if len(screened.faults) > 20 else "",
        )
    return screened.words


def screen_file(path: Path, lengths: Collection[int]) -> ScreenedList:
    """Check a word file: one word a line; blank lines and `#` comments are passed over.

    Raises `BadInputError` where it is no text file at all.
    """
    faults: list[Complaint] = []
    notes: list[Complaint] = []
    words: dict[str, int] = {}
    unused = 0
    for number, word in _lines(path):
        where = f"{path}:{number}"
        fault = _fault(word)
        if fault:
            faults.append(Complaint(where, fault))
        elif len(word) not in lengths:
            unused += 1
        elif word.upper() in words:
            notes.append(Complaint(where, f"{word.upper()} stands on line {words[word.upper()]} already"))
        else:
            words[word.upper()] = number
            notes += [Complaint(where, note) for note in _notes(word.upper())]
    own = WordList.of("own", path.stem, path.name, words)
    return ScreenedList(own, tuple(faults), tuple(notes), unused)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """(line number from 1, word) of every line that holds one."""
    for number, line in enumerate(_decode(path).split("\n"), start=1):
        word = line.strip()
        if word and not word.startswith("#"):
            yield number, word


def _decode(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise BadInputError(f"{path} is not a file.")
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError(f"{path} cannot be read: {reason}.") from error
    if len(raw) > MAX_BYTES:
        raise BadInputError(f"{path} is larger than {MAX_BYTES:,} bytes; that is no word list.")
    encoding = next((name for bom, name in _BOMS if raw.startswith(bom)), "utf-8")
    if encoding == "utf-8" and b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        raise BadInputError(
            f"{path} is not plain text.",
            Complaint(f"{path}:{line}", "has a NUL byte", "it may be UTF-16 or no text at all; save it as UTF-8"),
        )
    try:
        return raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadInputError(
            f"{path} is not {encoding.upper().removesuffix('-SIG')} text.",
            Complaint(f"{path}:{line}", f"byte 0x{raw[error.start]:02X} cannot be read", "save the file as UTF-8"),
        ) from error


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
