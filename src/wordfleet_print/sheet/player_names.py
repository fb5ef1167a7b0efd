"""Players' names: normalized, checked, filed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

NO_TEXT = {
    "Cc": "a control character",
    "Cs": "half a character (bytes that are not text)",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}
# Invisible though their category does not say so: what chooses between black and colored pictures,
# and a gap.
UNSEEN = "\ufe0e\ufe0f\u2065"
# Letters without an accent to take off, as a directory files them.
FILED = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }
)
# The replacement character (Unicode 23.8): a letter that was lost where a text was decoded.
LOST = "\ufffd"


def parse_name(text: str) -> str:
    """Return the name in NFC, trimmed and single-spaced, without invisible characters;
    `name_faults` checks it.
    """
    composed = unicodedata.normalize("NFC", text)
    return " ".join(
        "".join(c for c in composed if c not in UNSEEN and unicodedata.category(c) != "Cf").split()
    )


def find_name_faults(text: str) -> Iterator[str]:
    """Yield everything that keeps a text from being a name, each fault once, with its character and
    code point.
    """
    if not parse_name(text):
        yield "is empty; leave the option out for a line to write on"
    yield from find_char_faults(text, find_char_fault)


def find_char_faults(text: str, fault_of: Callable[[str], str]) -> Iterator[str]:
    """Yield what `fault_of` finds in the characters of a text in NFC, each fault once, where it
    comes first.
    """
    seen: set[str] = set()
    for position, char in enumerate(unicodedata.normalize("NFC", text), start=1):
        fault = fault_of(char)
        if fault and fault not in seen:
            seen.add(fault)
            code = f"U+{ord(char):04X}"
            name = f"{char} ({code})" if char.isprintable() else code
            yield f"character {position}, {name}, {fault}"


def find_char_fault(char: str) -> str:
    """Return why a name cannot hold a character, or nothing."""
    if char == LOST:
        return "marks a letter that could not be read; write the name again"
    kind = NO_TEXT.get(unicodedata.category(char))
    return f"is {kind}; remove it" if kind else ""


def simplify(text: str) -> str:
    """Return text for comparing: no case, no accents, letters and digits only, single spaces."""
    bare = unicodedata.normalize("NFKD", text.casefold()).translate(FILED)
    return " ".join(
        "".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c)).split()
    )
