"""Checking what was asked for: all complaints together, and values that several requests share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.fleet.word_lists import known_slug
from wordfleet_print.press.ink.paper import PAPERS, Paper, paper_of_locale
from wordfleet_print.press.ink.printable_names import check_name
from wordfleet_print.sheet.captains import name_faults, parse_name
from wordfleet_print.wording import quote, suggestion

Check = Callable[[], object]


def check_all(checks: Iterable[Check]) -> None:
    """Makes every check. Raises the one `BadInputError` that they raise, or one that holds all of several."""
    errors = []
    for check in checks:
        try:
            check()
        except BadInputError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise BadInputError("Some options cannot be used.", *(one for error in errors for one in error.told))


def parse_captains(names: Iterable[str | None], *, strict: bool) -> tuple[str, ...]:
    """The captains' names, "" for None. Raises `BadInputError` with every fault of every name; where it is not
    `strict`, names that no font at hand can set are none.
    """
    parsed, complaints = [], []
    for number, text in enumerate(names, start=1):
        if text is None:
            parsed.append("")
            continue
        name, faults = check_name(text)
        faults = faults if strict else tuple(name_faults(text))
        complaints += [Complaint(f"captain {number} {quote(text)}", fault) for fault in faults]
        parsed.append(name)
    if complaints:
        raise BadInputError("Some names cannot be printed.", *complaints)
    return tuple(parsed)


def places_of(wanted: Iterable[str], captains: Sequence[str], option: str) -> frozenset[int]:
    """The places, from 1, of the captains that an option names. Raises `UsageError` for a name that none has."""
    names = [parse_name(name).casefold() for name in captains]
    found: set[int] = set()
    for text in wanted:
        places = {place for place, name in enumerate(names, start=1) if name == parse_name(text).casefold()}
        if not places:
            raise UsageError(f"{option} {quote(text)} is no --captain.", tip=suggestion(text, captains, "At the table"))
        found |= places
    return frozenset(found)


def paper_of(slug: str | None) -> Paper:
    """The paper asked for, or the locale's. Raises `BadInputError` for an unknown one."""
    if slug is None:
        return paper_of_locale(os.environ)
    known_slug(slug.lower(), tuple(PAPERS), "paper")
    return PAPERS[slug.lower()]
