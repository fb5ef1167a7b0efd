"""`Kind`: what the cells of a column are, whatever its heading says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from wordfleet_print.event.roster.rows import Cell, Odd
from wordfleet_print.event.roster.vocabulary.words import plain_words
from wordfleet_print.sheet.captain import plain

_MARKS = plain_words("marks")
_HOLDERS = plain_words("holders")
_NO_NAME = frozenset({"info requested", "info requested info requested", "n/a", "anonymous", "tba", "tbc", "tbd"})
_ID = re.compile(r"[^\W\d_]{0,6}[-_./#]?\d[\w./-]*|[0-9a-fA-F]{8}-[0-9a-fA-F-]{8,}|(?=\S*\d)(?=\S*[A-Z])[A-Z0-9]{5,}")
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ,].*)?|\d{1,2}:\d{2}(:\d{2})?|\d{1,2}\.? [^\W\d]{3,9}\.? \d{2,4}.*"
    r"|[^\W\d]{3,9}\.? \d{1,2}, \d{4}.*"
)


class Kind(StrEnum):
    """What all filled cells of a column are."""

    EMPTY = "nothing"
    NUMBERS = "numbers"
    IDS = "codes"
    EMAILS = "e-mail addresses"
    LINKS = "links"
    DATES = "dates"
    MARKS = "yes and no"
    HOLDERS = "“anonymous” and the like"
    TEXT = "text"


_TESTS: Mapping[Kind, Callable[[str], object]] = {
    Kind.EMAILS: re.compile(r"(mailto:)?[^\s@]+@[^\s@]+\.[^\s@]+").fullmatch,
    Kind.LINKS: re.compile(r"(https?://|www\.)\S+", re.IGNORECASE).fullmatch,
    Kind.DATES: _DATE.fullmatch,
    Kind.NUMBERS: re.compile(r"[+-]?[\d\s.,'’/%½¼¾€$£-]*\d[\d\s.,'’/%½¼¾€$£-]*|½").fullmatch,
    Kind.MARKS: lambda text: plain(text) in _MARKS,
    Kind.HOLDERS: lambda text: plain(text) and {*plain(text).split()} <= _HOLDERS,
    Kind.IDS: _ID.fullmatch,
}


def kind_of(cells: Sequence[Cell]) -> Kind:
    """What the filled ones of these cells are, all of them; `Kind.TEXT` where they are not of one kind."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str) and cell.strip()]
    if not texts:
        return Kind.DATES if any(isinstance(cell, Odd) for cell in cells) else Kind.EMPTY
    return next((kind for kind, test in _TESTS.items() if all(map(test, texts))), Kind.TEXT)


def is_holder(text: str) -> bool:
    """Whether a cell holds the place of a name that nobody has given, as ticketing programmes write it: an address."""
    return text.casefold() in _NO_NAME or bool(_TESTS[Kind.EMAILS](text))
