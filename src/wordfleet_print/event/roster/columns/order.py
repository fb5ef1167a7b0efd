"""`Writing`: how a column writes its names, such as “1. Lee, Ann (1850)”; and the name alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wordfleet_print.event.roster.vocabulary.margins import without_number, without_tail

_EMAIL = re.compile(r"\s{0,9}[<(\[][^\s@<(\[]{1,254}@[^\s@]{1,254}[>)\]]")
"""With bounds: a cell of nothing but brackets takes no longer than others (RFC 5321, 4.5.3.1)."""
_HEAD = re.compile(r"\s*\d{1,5}\s+(?=[^\W\d])")
_SUFFIXES = "jr jr. sr sr. jun jun. sen sen. ii iii iv phd ph.d. md m.d. esq esq. dr dr. mba bsc msc"


@dataclass(frozen=True, slots=True)
class Writing:
    """How names are written: with the last one first, before a comma; with a number before or behind all of them."""

    turned: bool = False
    headed: bool = False
    tailed: bool = False

    def name(self, text: str) -> str:
        """The name alone."""
        bare = _EMAIL.sub("", without_number(text))
        bare = _HEAD.sub("", bare) if self.headed else bare
        bare = without_tail(bare) if self.tailed else bare
        return turned(bare) if self.turned else bare


def writing_of(texts: Sequence[str], *, reverse: bool) -> Writing:
    """How the names of a column are written; `reverse` says that its heading puts the last name first."""
    filled = [text for text in texts if text]
    headed = len(filled) > 1 and all(map(_HEAD.match, filled))
    tailed = len(filled) > 1 and all(without_tail(text) != text for text in filled)
    beside = Writing(headed=headed, tailed=tailed)
    return replace(beside, turned=is_turned([*map(beside.name, filled)], said=reverse))


def is_turned(texts: Sequence[str], *, said: bool) -> bool:
    """Whether the names of a column are written with the last one first: most of them have one comma.

    `said` says that its heading tells so. What follows the commas over and over is a club rather than first names.
    """
    filled = [text for text in texts if text]
    split = [parts for text in filled if (parts := _parts(text))]
    if not split or (len(split) * 2 <= len(filled) and not said):
        return False
    if are_two(texts):
        return False
    return said or len(split) < 4 or len({first for _, first, _ in split}) * 2 > len(split)


def are_two(texts: Sequence[str]) -> bool:
    """Whether cells hold two whole names each, “Ann Lee, Ben Okafor”: nearly all have two words before and behind."""
    split = [parts for text in texts if (parts := _parts(text))]
    whole = [last for last, first, _ in split if len(last.split()) > 1 and len(first.split()) > 1]
    return len(whole) > 1 and len(whole) * 5 > len(split) * 4


def may_turn(text: str) -> bool:
    """Whether a name may be a last one before a first one."""
    return _parts(text) is not None


def turned(text: str) -> str:
    """“Lee, Ann” as “Ann Lee”, “King, Martin, Jr.” as “Martin King Jr.”; what has no such comma as it is."""
    parts = _parts(text)
    return " ".join(filter(None, (parts[1], parts[0], parts[2]))) if parts else text


def _parts(text: str) -> tuple[str, str, str] | None:
    """The last name, the first names and what follows them; None where a text has no last name before a comma."""
    last, *rest = (part.strip() for part in text.split(","))
    suffixes = [part for part in rest if part.casefold() in _SUFFIXES.split()]
    firsts = [part for part in rest if part not in suffixes]
    if len(firsts) != 1 or not firsts[0] or not _lettered(last) or not _lettered(firsts[0]):
        return None
    return last, firsts[0], " ".join(suffixes)


def _lettered(text: str) -> bool:
    return any(map(str.isalpha, text)) and '"' not in text
