"""What tells one printing of a rulebook from another: versions, dates and addresses as front matter writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
LONGEST_ADDRESS = 80
"""Characters of an address: the imprint on a cover has room for so many."""

_VERSION = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,3}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_WEB = re.compile(r"https?://[^\W_][\w.-]*\.[^\W_]+(?::[0-9]+)?(?:[/?#][!-~]*)?", re.ASCII)
_POSTBOX = re.compile(r"[!-?A-~]+@[^\W_][\w.-]*\.[^\W_]+", re.ASCII)


def checked(test: Callable[[object], object], should_be: str) -> BeforeValidator:
    """Text that a test takes, any other refused in these words."""

    def told(value: object) -> str:
        if not test(value):
            raise PydanticCustomError("checked", should_be)
        return str(value)

    return BeforeValidator(told)


def _numbers(value: object) -> tuple[int, ...]:
    """A version's numbers without the zeros at its end, so that they compare as versions do; none for no version."""
    if not isinstance(value, str) or not _VERSION.fullmatch(value):
        return ()
    numbers = [int(part) for part in value.split(".")]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(_DAY.fullmatch(value) and date.fromisoformat(value))
    except ValueError:
        return False


def _is_web(value: object) -> bool:
    if not isinstance(value, str) or len(value) > LONGEST_ADDRESS or not _WEB.fullmatch(value):
        return False
    from pydantic import HttpUrl, TypeAdapter, ValidationError

    try:
        return bool(TypeAdapter(HttpUrl).validate_python(value))
    except ValidationError:
        return False


def _is_reached(value: object) -> bool:
    """Whether a text is an address of the web or of a postbox."""
    if _is_web(value):
        return True
    if not isinstance(value, str) or len(value) > LONGEST_ADDRESS or not _POSTBOX.fullmatch(value):
        return False
    from email.headerregistry import Address

    try:
        return Address(addr_spec=value).addr_spec == value
    except (ValueError, IndexError, LookupError):
        return False


Version = Annotated[str, checked(_numbers, "should be numbers with dots between them, as in 1.0")]
"""Numbers with dots between them; 1.10 comes after 1.9, and 1.0 is 1."""
Day = Annotated[str, checked(_is_day, "should be a day that there is, as in 2026-05-31")]
"""A day as ISO 8601 writes it: 2026-05-31."""
WebAddress = Annotated[str, checked(_is_web, "should be an address such as https://example.org")]
Contact = Annotated[str, checked(_is_reached, "should be an address such as rules@example.org or https://example.org")]
"""An address of the web, or of a postbox."""


def written_day(day: str) -> str:
    """A `Day` as it is written in a sentence: 31 May 2026. Raises `ValueError` for what is none."""
    found = date.fromisoformat(day)
    return f"{found.day} {MONTHS[found.month - 1]} {found.year}"


def printing_faults(values: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What versions and dates of front matter say against one another: where, and the fault in words.

    It looks at what was typed, whatever else is wrong with it, so that all is told at once; what is no version and no
    day is told elsewhere. Raises nothing.
    """
    listed = values.get("changes")
    changes = [one if isinstance(one, Mapping) else {} for one in listed] if isinstance(listed, list) else []
    for place, (newer, older) in enumerate(pairwise(changes), 1):
        yield from _order_faults(place, newer, older)
    if not changes:
        return
    version, told = values.get("version"), changes[0].get("version")
    if _numbers(version) and _numbers(told):
        if _numbers(version) < _numbers(told):
            yield ("version",), f"goes backwards: it is {version}, and changes tells of {told} already"
        elif _numbers(version) > _numbers(told):
            yield ("version",), f"is {version}, and the newest of changes is {told}; say there what {version} changes"
    day, told = values.get("date"), changes[0].get("date")
    if _is_day(day) and _is_day(told) and str(day) < str(told):
        yield ("date",), f"is {day}, and the newest of changes is later: {told}"


def _order_faults(
    place: int, newer: Mapping[str, Any], older: Mapping[str, Any]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What is wrong with the order of a change and the one above it."""
    above, here = newer.get("version"), older.get("version")
    if _numbers(above) and _numbers(here) and _numbers(above) <= _numbers(here):
        yield ("changes", place, "version"), f"is {here}, below {above}; the newest change comes first"
    above, here = newer.get("date"), older.get("date")
    if _is_day(above) and _is_day(here) and str(above) < str(here):
        yield ("changes", place, "date"), f"is {here}, below {above}; the newest change comes first"
