"""`Use`: what a column of a roster can tell of a player."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from enum import StrEnum

from wordfleet_print.errors import UsageError
from wordfleet_print.wording import did_you_mean, quote


class Use(StrEnum):
    """What a column can tell of a player."""

    NAME = "name"
    FIRST = "first name"
    INFIX = "name particle"
    LAST = "last name"
    SECOND_LAST = "second last name"
    CLUB = "club"
    TABLE = "table"
    SEAT = "seat"
    ROUND = "round"
    OPPONENT = "opponent"
    LARGE_PRINT = "large print"
    LEFT_HANDED = "left-handed"
    NEEDS = "needs"
    STATUS = "status"
    NUMBER = "number"


NAMING = (Use.NAME, Use.FIRST, Use.INFIX, Use.LAST, Use.SECOND_LAST)
"""The uses that make up a name, in the order in which they are printed."""

_ASKED = {use.replace(" ", "-").removesuffix("-name"): use for use in Use}


def asked_columns(texts: Iterable[str]) -> Mapping[Use, str]:
    """The heading of each use, from texts such as “name=Full name”; "" where no column is to have the use.

    Raises `UsageError` for what is no such text, for a use that is not known, and for one that is named twice.
    """
    found: dict[Use, str] = {}
    for text in texts:
        said, equals, heading = text.partition("=")
        use = _ASKED.get(said.strip().casefold().replace(" ", "-").replace("_", "-").removesuffix("-name"))
        if not equals:
            raise UsageError(f"--column takes a use and a heading, such as name=Captain; not {quote(text)}.")
        if use is None:
            near = did_you_mean(said.strip(), _ASKED)
            tip = f"D{near[1:]}" if near else f"Uses: {', '.join(_ASKED)}."
            raise UsageError(f"--column knows no use {quote(said)}.", tip=tip)
        if use in found:
            raise UsageError(f"--column says twice which one is the {use}.", tip="Name one heading for each use.")
        found[use] = heading.strip()
    return found


def how_to_ask(use: Use, heading: str) -> str:
    """The option that says that a heading has a use: `--column name="Full name"`."""
    said = next(word for word, known in _ASKED.items() if known is use)
    plain_quotes = not set(heading) & {*'"$`\\!'}
    return f'--column {said}="{heading}"' if plain_quotes else f"--column {shlex.quote(f'{said}={heading}')}"
