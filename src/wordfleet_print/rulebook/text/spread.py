"""How a section is spread over a page: its head and facts at the side, words and the figure beside them together."""

from __future__ import annotations

import re
from math import ceil
from xml.etree.ElementTree import Element

ASIDE = "aside"
"""Class of a paragraph that says a fact of its section at the side."""
BESIDE, WIDE = "beside", "wide"
"""Classes of a figure's marker: it stands beside the words before it; or beside the one block before it, table or not,
and both reach into the side.
"""
WHOLE = "whole"
"""Class of a section that is short enough to stay on one page."""
MOST_LETTERS = 600
"""What such a section holds at most, boxes included."""
DEEPEST = 12
"""The largest of the classes `deep-2` and on, for sides of so many lines of running text."""
HEAD_LETTERS, ASIDE_LETTERS = 19, 28
"""Letters in a line at the side, of a head and of a fact."""
_STASHED = re.compile(r"\x02[^\x03]*\x03")
_NUMBER = re.compile(r"^\s*[\d.]+\s|#\s*$")
"""What is not a head's: its number, which has a line of its own, and its permalink."""
_WORDY = ("p", "ul", "ol", "dl", "blockquote")


def spread(section: Element) -> None:
    """Give a section its shape, in place: `div.side` with its head, if it has one, and its asides; `div.pair` with
    words and the figure beside them; and classes for what it needs of a page.
    """
    _set_aside(section)
    for marker in [block for block in section if BESIDE in kinds_of(block)]:
        _pair(section, marker)
    if sum(len(_text(block)) for block in section) <= MOST_LETTERS:
        mark(section, WHOLE)


def _set_aside(section: Element) -> None:
    heads = [block for block in section if "heading-h3" in kinds_of(block)]
    asides = [block for block in section if ASIDE in kinds_of(block)]
    if not heads and not asides:
        return
    side = Element("div", {"class": "side"})
    for block in (*heads, *asides):
        section.remove(block)
        side.append(block)
    section.insert(0, side)
    lines = sum(1.3 + 0.95 * _lines(_NUMBER.sub("", _text(head)), HEAD_LETTERS) for head in heads)
    lines += sum(0.4 + 0.85 * _lines(_text(aside), ASIDE_LETTERS) for aside in asides)
    mark(section, f"deep-{min(DEEPEST, max(2, ceil(lines - 0.5)))}")


def _pair(section: Element, marker: Element) -> None:
    """Put a figure's marker, and the words before it up to whatever else, into a pair of their own."""
    last = list(section).index(marker)
    if WIDE in kinds_of(marker):
        first = max(0, last - 1)
    else:
        worded = [block.tag in _WORDY or "example" in kinds_of(block) for block in section[:last]]
        first = next((n + 1 for n in range(last - 1, -1, -1) if not worded[n]), 0)
    kinds = ["pair", *(kind for kind in kinds_of(marker) if kind == WIDE)]
    words, pair = Element("div", {"class": "words"}), Element("div", {"class": " ".join(kinds)})
    words.extend(section[first:last])
    pair.extend([words, marker])
    section[first : last + 1] = [pair]


def _lines(text: str, letters: int) -> int:
    """How many lines the words take, each of so many letters, about."""
    lines, left = 1, letters
    for word in text.split():
        if len(word) > left:
            lines, left = lines + 1, letters
        left -= len(word) + 1
    return lines


def _text(block: Element) -> str:
    """Its words, with a letter in place of each that markdown keeps apart."""
    return _STASHED.sub("x", "".join(block.itertext()))


def kinds_of(element: Element) -> list[str]:
    """Its classes."""
    return element.get("class", "").split()


def unmark(element: Element, *kinds: str) -> None:
    """Take these classes of it away."""
    if kept := [kind for kind in kinds_of(element) if kind not in kinds]:
        element.set("class", " ".join(kept))
    else:
        element.attrib.pop("class", None)


def mark(element: Element, kind: str) -> None:
    """Give it this class as well."""
    element.set("class", f"{element.get('class', '')} {kind}".lstrip())
