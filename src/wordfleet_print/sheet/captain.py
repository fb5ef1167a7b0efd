"""Captains' names at the door: normalised, or complained about character by character."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from wordfleet_print.errors import BadInputError, Complaint

_UNPRINTABLE = {
    "Cc": "a control character",
    "Cf": "an invisible character",
    "Cs": "half a character (bytes that are not text)",
    "Co": "a private-use character",
    "Cn": "an unassigned code point",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}


def parse_names(names: Iterable[str], *, where: str) -> tuple[str, ...]:
    """The names in NFC, trimmed, single-spaced. `where` says whose they are, such as “captain”.

    Raises `BadInputError` with a complaint for every character that cannot be printed, and for empty names.
    """
    kept, complaints = [], []
    for number, name in enumerate(names, start=1):
        text = unicodedata.normalize("NFC", name)
        faults = list(_faults(text))
        complaints += [Complaint(f"{where} {number} {quote(name)}", fault) for fault in faults]
        kept.append(" ".join(text.split()))
    if complaints:
        raise BadInputError("Some names cannot be printed.", *complaints)
    return tuple(kept)


def _faults(text: str) -> Iterator[str]:
    if not text.strip():
        yield "is empty; leave the option out for a line to write on"
    for position, char in enumerate(text, start=1):
        category = unicodedata.category(char)
        if category in _UNPRINTABLE:
            yield f"character {position} is {_UNPRINTABLE[category]}, U+{ord(char):04X}; remove it"
        elif unicodedata.bidirectional(char) in {"R", "AL"}:
            yield f"character {position}, {char} (U+{ord(char):04X}), is written right to left, which cannot be set"
        elif category.startswith("M"):
            yield f"character {position} is a combining mark, U+{ord(char):04X}, that has no letter of its own"


def quote(text: str) -> str:
    """The text in quotation marks for a message: shortened, and with nothing in it that could upset a terminal."""
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return f"“{''.join(c if c.isprintable() else f'<U+{ord(c):04X}>' for c in short)}”"
