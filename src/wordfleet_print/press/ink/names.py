"""Names that users bring: normalised, complained about where fonts cannot show them, spelled in letters they can."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from wordfleet_print.press.ink.fonts import FALLBACKS, Face, can_place, fallback_digest, missing_glyphs
from wordfleet_print.sheet.captains import char_faults, name_faults, parse_name
from wordfleet_print.wording import slug

_UNSEEN = {"Cf": "an invisible character", "Co": "a private-use character", "Cn": "an unassigned code point"}
MOST_SIGNS = 3
"""Signs of a name without letters that are called by their names."""


def check_name(text: str, face: Face = Face.SEMIBOLD) -> tuple[str, tuple[str, ...]]:
    """The name in NFC, trimmed and single-spaced; and everything that keeps it from being printed as it is, or nothing.

    Characters that no font sets are told first, those that the face lacks only where there are none of them.
    """
    name = parse_name(text)
    if name and name == text and face is Face.SEMIBOLD and legible(name):
        return name, ()
    return name, tuple(name_faults(text)) or tuple(unset_faults(text, face))


def unset_faults(text: str, face: Face = Face.SEMIBOLD) -> Iterator[str]:
    """Why the fonts at hand cannot set a name as it is written."""
    faults = list(char_faults(text, _fault))
    misplaced = [] if faults else _misplaced(text, face)
    missing = [] if faults or misplaced else missing_glyphs(parse_name(text), face)
    yield from faults or misplaced
    if missing:
        yield f"no bundled font has {', '.join(missing)}; write it in Latin, Greek or Cyrillic letters"


def legible(name: str) -> str:
    """The name as it is printed: "" where the fonts at hand cannot set it, so that its line is left to write on."""
    if name.isascii() and name.isprintable():
        return name
    fallback = fallback_digest()
    return name if _sound(fallback).issuperset(name) else _legible(name, fallback)


@lru_cache(maxsize=FALLBACKS)
def _sound(_fallback: str) -> set[str]:
    """Characters of which it is known that they can be set wherever they stand: nearly all of a roster's, soon."""
    return set()


@lru_cache(maxsize=4096)
def _legible(name: str, fallback: str) -> str:
    if any(unset_faults(name)):
        return ""
    _sound(fallback).update(char for char in name if not unicodedata.combining(char))
    return name


def spelled(name: str, number: str | int = "") -> str:
    """The name as organisers read it: itself, or its transcription and the player's number; "" where there is none."""
    if legible(name) or not name:
        return name
    word = transcribed(name)
    if not number:
        return word
    return f"{word} (no. {number})" if word else f"No. {number}"


def transcribed(name: str) -> str:
    """The name in Latin letters, as near as a table of letters comes (“Wang Xiao Ming”), or what its signs are called;
    words that can be set stay as they are.
    """
    return _transcribed(name, fallback_digest())


@lru_cache(maxsize=4096)
def _transcribed(name: str, _fallback: str) -> str:
    if ", " in name:
        return ", ".join(filter(None, map(transcribed, name.split(", "))))
    words = [word if legible(word) else slug(word, None).replace("-", " ").title() for word in name.split()]
    found = " ".join(filter(None, words))
    return found or ", ".join([unicodedata.name(char, "").lower() for char in name if char.strip()][:MOST_SIGNS])


def _fault(char: str) -> str:
    unseen = _UNSEEN.get(unicodedata.category(char))
    if unseen:
        return f"is {unseen}; remove it"
    if unicodedata.bidirectional(char) in {"R", "AL"}:
        return "is written right to left, which cannot be set; write the name in Latin, Greek or Cyrillic letters"
    return ""


def _misplaced(text: str, face: Face) -> list[str]:
    """A fault of the combining marks for which the face has no place."""
    before, faults = "", list[str]()
    for position, char in enumerate(unicodedata.normalize("NFC", text), start=1):
        if not unicodedata.category(char).startswith("M"):
            before = char
        elif not can_place(char, before, face) and not faults:
            what = "is a combining mark, which cannot be set on its letter"
            faults.append(f"character {position}, {char} (U+{ord(char):04X}), {what}")
    return faults
