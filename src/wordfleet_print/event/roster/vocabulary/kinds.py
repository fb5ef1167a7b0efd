"""`CellKind`: what the cells of a column are, whatever its heading says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from wordfleet_print.event.roster.rows import Cell, Odd
from wordfleet_print.event.roster.vocabulary.words import plain_words
from wordfleet_print.sheet.captains import plain

_MARKS = plain_words("marks")
_HOLDERS = plain_words("holders")
_NO_NAME = frozenset({"info requested", "info requested info requested", "n/a", "anonymous", "tba", "tbc", "tbd"})
_ID = re.compile(r"[^\W\d_]{0,6}[-_./#]?\d[\w./-]*|[0-9a-fA-F]{8}-[0-9a-fA-F-]{8,}|(?=\S*\d)(?=\S*[A-Z])[A-Z0-9]{5,}")
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ,].*)?|\d{1,2}:\d{2}(:\d{2})?|\d{1,2}\.? [^\W\d]{3,9}\.? \d{2,4}.*"
    r"|[^\W\d]{3,9}\.? \d{1,2}, \d{4}.*"
)


class CellKind(StrEnum):
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


_TESTS: Mapping[CellKind, Callable[[str], object]] = {
    CellKind.EMAILS: re.compile(r"(mailto:)?[^\s@]+@[^\s@]+\.[^\s@]+").fullmatch,
    CellKind.LINKS: re.compile(r"(https?://|www\.)\S+", re.IGNORECASE).fullmatch,
    CellKind.DATES: _DATE.fullmatch,
    CellKind.NUMBERS: re.compile(r"[+-]?[\d\s.,'’/%½¼¾€$£-]*\d[\d\s.,'’/%½¼¾€$£-]*|½").fullmatch,
    CellKind.MARKS: lambda text: plain(text) in _MARKS,
    CellKind.HOLDERS: lambda text: plain(text) and {*plain(text).split()} <= _HOLDERS,
    CellKind.IDS: _ID.fullmatch,
}


def kind_of(cells: Sequence[Cell]) -> CellKind:
    """What the filled ones of these cells are, all of them; `CellKind.TEXT` where they are not of one kind."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str) and cell.strip()]
    if not texts:
        return CellKind.DATES if any(isinstance(cell, Odd) for cell in cells) else CellKind.EMPTY
    return next((kind for kind, test in _TESTS.items() if all(map(test, texts))), CellKind.TEXT)


def is_holder(text: str) -> bool:
    """Whether a cell holds the place of a name that nobody has given, as ticketing programmes write it: an address."""
    return text.casefold() in _NO_NAME or bool(_TESTS[CellKind.EMAILS](text))
