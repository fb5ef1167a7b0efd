"""How names of a list become names on sheets: bullets, numbers and labels go, “Lee, Ann” is turned.

A step is taken for the whole list, from all names together, so that “Ann 3” loses its number where
everybody has one, and keeps it where nobody else has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wordfleet_print.messages import quote
from wordfleet_print.roster import cells

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


_STEPS = (
    TidyStep("Bullets, numbers, labels and addresses", _strip_signs, needs_all=False),
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
    """Return the names without bullets, numbers and labels, and how to write others alike."""
    strips = []
    notes = []
    for step in _STEPS:
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
    parts = [split for split in map(cells.split_at_comma, different) if split]
    if len(parts) * 2 <= len(different):
        return False
    lasts = {last for last, _, _ in parts}
    firsts = {first for _, first, _ in parts}
    several_words = [last for last in lasts if " " in last]
    return len(firsts) * 2 > len(parts) and len(several_words) * 2 <= len(parts)
