"""Characters that stand for something while a text is read: placeholders, and notes to ourselves.

They are private-use characters (U+E000 to U+E00F), which no font prints. Those that a designer
typed are taken out of a text before it is read (`OURS`). The module that puts one into a text takes
it out of the page.
"""

from __future__ import annotations

import re

OURS = re.compile("[\ue000-\ue00f]")
"""Any sign of this module."""

SEPARATOR = "\ue002"
"""A paragraph that keeps two lists or boxes apart."""
EMPTY = "\ue003"
"""The words of an item that has none of its own."""
LETTERED = "\ue004"
"""Before the first item of a list that is counted a, b, c."""
END_OF_TEXT = "\ue00e"
"""Where footnotes would be put among the words: nowhere, so that they are put at the end."""

_SLOT_START = "\ue000"
_SLOT_END = "\ue001"
_ATTRIBUTES_START = "\ue005"
_ATTRIBUTES_END = "\ue006"

SLOT = re.compile(f"{_SLOT_START}(\\d+){_SLOT_END}")
"""The place of something drawn, by its number."""
ATTRIBUTES = re.compile(f"{_ATTRIBUTES_START}(\\d+){_ATTRIBUTES_END}")
"""The place of a `{: .class }`, by its number."""
SIGNS = re.compile(f"{SEPARATOR}|{EMPTY}|{LETTERED}|{ATTRIBUTES.pattern}")
"""What is added to a text on the way from one reader to the other."""


def mark_slot(number: int) -> str:
    """Return the sign of something drawn."""
    return f"{_SLOT_START}{number}{_SLOT_END}"


def mark_attributes(number: int) -> str:
    """Return the sign of a `{: .class }`."""
    return f"{_ATTRIBUTES_START}{number}{_ATTRIBUTES_END}"
