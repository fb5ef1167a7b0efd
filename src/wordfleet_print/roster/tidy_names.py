"""How names of a list become names on sheets: bullets, numbers and labels go, “Lee, Ann” is turned.

A step is taken for the whole list, from all names together, so that “Ann 3” loses its number where
everybody has one, and keeps it where nobody else has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wordfleet_print.messages import quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.vocabulary import list_words
from wordfleet_print.sheet.player_names import simplify

# Letters in brackets of which fewer are no club.
_SHORTEST_CLUB = 3
# Returns a name without something.
Strip = Callable[[str], str]


@dataclass(frozen=True)
class TidyStep:
    """Something that is stripped from names."""

    what: str
    """What it is, for the note."""
    strip: Strip
    needs_all: bool
    """Whether it is only taken if it changes every name."""


def _strip_signs(name: str) -> str:
    bare = cells.strip_label(cells.strip_bullet(cells.strip_email(name)))
    return cells.strip_footnote_signs(bare)


def _strip_number(name: str) -> str:
    return cells.NUMBER_BEFORE.sub("", name)


def _strip_rating(name: str) -> str:
    return cells.RATING_BEHIND.sub("", name)


# “(captain)”, “[C]”; and behind a dash or a comma: “Ann Lee – captain”.
_BRACKETED_MARK = re.compile(r"\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]")
_MARK_BEHIND = re.compile(r"(?:\s+[–—-]|,)\s+([^–—,]+)$")
_BETWEEN_MARKS = re.compile(r"\s*[,;/]\s*")
_TITLE_BEFORE = re.compile(r"^(\w+)\.?\s+(?=\w)")


def _strip_captain(name: str) -> str:
    """Return a name without what says that somebody is a captain: “Capt.”, “(captain)”."""
    bare = _BRACKETED_MARK.sub(_drop_marks, name)
    bare = _MARK_BEHIND.sub(_drop_marks, bare)
    title = _TITLE_BEFORE.match(bare)
    if title is None or simplify(title[1]) not in list_words("captain-words"):
        return bare or name
    rest = bare[title.end() :]
    # “Captain Hook” is a name, “Captain Ann Lee” and “Capt. Ann” are not
    is_title = simplify(title[1]) in list_words("captain-titles") or " " in rest
    return rest if is_title else bare


def _drop_marks(match: re.Match[str]) -> str:
    """Return “ (Rovers)” of “ (captain, Rovers)”; nothing of “ (vice captain)”."""
    items = _BETWEEN_MARKS.split(match[1])
    others = [item for item in items if not _is_mark(item)]
    if len(others) == len(items):
        return match[0]
    return f" ({', '.join(others)})" if others else ""


def _is_mark(text: str) -> bool:
    parts = simplify(text).split()
    return bool(parts) and (list_words("captain-words") | list_words("captain-marks")).issuperset(
        parts
    )


def _strip_captain_letter(name: str) -> str:
    """Return a name without “(C)” or “[VC]”."""
    return _BRACKETED_MARK.sub(_drop_letter, name) or name


def _drop_letter(match: re.Match[str]) -> str:
    return "" if simplify(match[1]) in list_words("captain-letters") else match[0]


def _are_captains(names: Sequence[str]) -> bool:
    """Whether letters in brackets mark captains: few have one, and nobody another letter, as in
    classes A, B and C.
    """
    marks = [simplify(mark) for name in names for mark in _BRACKETED_MARK.findall(name)]
    short = [mark for mark in marks if len(mark) < _SHORTEST_CLUB]
    most = max(map(short.count, short), default=0)
    return most * 2 <= len(names) and list_words("captain-letters").issuperset(short)


_STEPS = (
    TidyStep("Bullets, numbers, labels and addresses", _strip_signs, needs_all=False),
    TidyStep("Marks of captains", _strip_captain, needs_all=False),
    TidyStep("Numbers", _strip_number, needs_all=True),
    TidyStep("Numbers", _strip_rating, needs_all=True),
)


@dataclass(frozen=True)
class TidyNames:
    """The names of a list without what does not belong to them."""

    names: Sequence[str]
    strips: Sequence[Strip]
    """What was done to each, in this order."""
    notes: Sequence[str]


def tidy_names(names: Sequence[str]) -> TidyNames:
    """Return the names without bullets, numbers and labels, and how to write others the same
    way.
    """
    strips = []
    notes = []
    steps = list(_STEPS)
    if _are_captains(names):
        steps.append(TidyStep("Marks of captains", _strip_captain_letter, needs_all=False))
    for step in steps:
        shorter = [step.strip(name) for name in names]
        if shorter == list(names) or (step.needs_all and not _are_all_changed(names, shorter)):
            continue
        pairs = zip(names, shorter, strict=True)
        before, after = next(pair for pair in pairs if pair[0] != pair[1])
        notes.append(f"{step.what} were removed: {quote(before)} is {quote(after)}.")
        strips.append(step.strip)
        names = shorter
    return TidyNames(names, strips, notes)


def _are_all_changed(names: Sequence[str], shorter: Sequence[str]) -> bool:
    """Whether stripping changes every name, and makes no two the same.

    “Player 1” and “Player 2” would both be “Player”: their numbers stay.
    """
    for before, after in zip(names, shorter, strict=True):
        if before == after:
            return False
    return len(names) > 1 and len(set(shorter)) == len(set(names))


def are_last_names_first(names: Sequence[str]) -> bool:
    """Whether most names have a comma, most first names differ, and last names are one word."""
    different = set(names)
    with_comma = [parts for parts in map(cells.split_at_comma, different) if parts]
    count = len(with_comma)
    if count * 2 <= len(different):
        return False
    firsts = {first for _, first, _ in with_comma}
    long_lasts = {last for last, _, _ in with_comma if " " in last}
    return len(firsts) * 2 > count and len(long_lasts) * 2 <= count
