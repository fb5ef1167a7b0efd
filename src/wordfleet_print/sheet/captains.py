"""Captains' names at the door: normalised, complained of, filed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

_NO_TEXT = {
    "Cc": "a control character",
    "Cs": "half a character (bytes that are not text)",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}
_UNSEEN = "\ufe0e\ufe0f\u2065"
"""Leave no ink though their category does not say so: what chooses between black and coloured pictures, and a gap."""


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


class _Seen(dict[int, int | None]):
    """What `str.translate` makes of a character: nothing of one that cannot be seen."""

    def __missing__(self, code: int) -> int | None:
        unseen = chr(code) in _UNSEEN or unicodedata.category(chr(code)) == "Cf"
        self[code] = seen = None if unseen else code
        return seen


_SEEN = _Seen()


LOST = "\ufffd"
"""The replacement character (Unicode 23.8): a letter that was lost where a text was decoded."""


def parse_name(text: str) -> str:
    """The name in NFC, trimmed and single-spaced, without what cannot be seen. Raises nothing: `name_faults` says what
    is wrong with it.
    """
    return " ".join(unicodedata.normalize("NFC", text).translate(_SEEN).split())


def name_faults(text: str) -> Iterator[str]:
    """Everything that keeps a text from being a name at all, each fault once, with its character and code point."""
    if not parse_name(text):
        yield "is empty; leave the option out for a line to write on"
    yield from char_faults(text, _fault)


def char_faults(text: str, fault_of: Callable[[str], str]) -> Iterator[str]:
    """What is wrong with the characters of a text in NFC, each fault once, where it is met first."""
    seen: set[str] = set()
    for position, char in enumerate(unicodedata.normalize("NFC", text), start=1):
        fault = fault_of(char)
        if fault and fault not in seen:
            seen.add(fault)
            yield f"character {position}, {_named(char)}, {fault}"


def _fault(char: str) -> str:
    if char == LOST:
        return "stands for what could not be read; write the name again"
    kind = _NO_TEXT.get(unicodedata.category(char))
    return f"is {kind}; remove it" if kind else ""


def _named(char: str) -> str:
    return f"{char} (U+{ord(char):04X})" if char.isprintable() else f"U+{ord(char):04X}"


def plain(text: str) -> str:
    """Text for comparing: no case, no accents, letters and digits only, single spaces."""
    return " ".join(unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS).split())
