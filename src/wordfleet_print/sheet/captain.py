"""Captains' names at the door: normalised, or complained about; and compared as a directory files them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_UNPRINTABLE = {
    "Cc": "a control character",
    "Cf": "an invisible character",
    "Cs": "half a character (bytes that are not text)",
    "Co": "a private-use character",
    "Cn": "an unassigned code point",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}


class _Letters(dict[int, str | None]):
    """What `str.translate` makes of a character: a letter or digit stays, an accent goes, all else is a space.

    ASCII is known beforehand, as most of every name is.
    """

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        if unicodedata.combining(char):
            return None
        return char if char.isalnum() else " "


_STROKED = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
"""Letters that have no accent to take off, as they are filed in a directory."""
_ASCII = {code: chr(code) if chr(code).isalnum() else " " for code in range(128)}
_LETTERS = _Letters(_ASCII | {ord(letter): filed for letter, filed in _STROKED.items()})


def parse_name(text: str) -> str:
    """The name in NFC, trimmed and single-spaced. Raises nothing: `name_faults` says what is wrong with it."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def name_faults(text: str) -> Iterator[str]:
    """Everything that keeps a name from being printed, each fault once, with its character and code point."""
    if not text.strip():
        yield "is empty; leave the option out for a line to write on"
    seen: set[str] = set()
    for position, char in enumerate(unicodedata.normalize("NFC", text), start=1):
        fault = _fault(char)
        if fault and fault not in seen:
            seen.add(fault)
            yield f"character {position}, {_named(char)}, {fault}"


def _fault(char: str) -> str:
    category = unicodedata.category(char)
    if category in _UNPRINTABLE:
        return f"is {_UNPRINTABLE[category]}; remove it"
    if unicodedata.bidirectional(char) in {"R", "AL"}:
        return "is written right to left, which cannot be set; write the name in Latin, Greek or Cyrillic letters"
    return "is a combining mark, which cannot be set on its letter" if category.startswith("M") else ""


def _named(char: str) -> str:
    return f"{char} (U+{ord(char):04X})" if char.isprintable() else f"U+{ord(char):04X}"


def plain(text: str) -> str:
    """Text for comparing: no case, no accents, letters and digits only, single spaces."""
    return " ".join(unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS).split())
