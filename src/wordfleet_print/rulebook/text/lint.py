"""Slips of the pen in a rulebook's markup: words that look like ours and are none, which markdown lets stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import RulesSource
from wordfleet_print.wording import near_misses

NEAR = 0.75
"""How alike an unknown word and a known one are, from 0 to 1, for one to be taken for the other."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Markup that does nothing: how it starts in the source, what is wrong with it, what was probably meant.

    Where nothing is near enough, `meant` is empty, and the markup may stand.
    """

    start: str
    what: str
    meant: str = ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or nothing. Raises nothing."""
    return "".join(near_misses(word.lower(), known, alike=NEAR))


def place_of(start: str, source: RulesSource) -> str:
    """File and line of what starts so in the text, or else in front matter; the file alone if a partial has made it.

    Raises nothing.
    """
    looked_for = re.compile(re.escape(start) + r"(?![\w-])", re.IGNORECASE)
    for text, first in ((source.body, source.body_line), (source.text, 1)):
        for number, line in enumerate(text.split("\n"), first):
            if looked_for.search(line):
                return f"{source.name}:{number}"
    return source.name


def refuse_slips(slips: Sequence[Slip], source: RulesSource) -> None:
    """Raises `BadInputError` with every slip whose meaning is plain: publishing would lose what was meant."""
    complaints = [
        Complaint(place_of(slip.start, source), slip.what, f"did you mean {slip.meant}?")
        for slip in dict.fromkeys(slips)
        if slip.meant
    ]
    if complaints:
        raise BadInputError(f"{source.name} has markup that does nothing.", *complaints)


def slip_notes(slips: Sequence[Slip], source: RulesSource) -> Iterator[str]:
    """Sentences on the slips that may stand. Raises nothing."""
    for slip in dict.fromkeys(slips):
        if not slip.meant:
            yield f"{place_of(slip.start, source)}: {slip.what}"
