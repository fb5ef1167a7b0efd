"""What is wrong with a form, said at the field where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError, WordfleetError

MOST_SHOWN = 12
"""Faults shown of one field."""
FOLDERS = re.compile(r"(?<![\w:/.\\])(?:[A-Za-z]:)?[\\/](?:[^\s\\/]+[\\/])+")
"""The folders of a file of the server's, which no page tells."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to mend: the field's name, what is wrong as a sentence, and where in the field, such as “line 3”."""

    field: str
    what: str
    where: str = ""


def sentence(text: str) -> str:
    """A text as a sentence of its own."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!', '”')) else '.'}"


def faults_of(error: WordfleetError, field: str) -> Iterator[Fault]:
    """What an error says, at a field: each complaint, else message and tip, but for what only a command line has, and
    folders.
    """
    for one in error.complaints[:MOST_SHOWN]:
        advice = f" {sentence(one.advice)}" if one.advice and "--" not in one.advice else ""
        yield Fault(field, FOLDERS.sub("", sentence(one.what) + advice), FOLDERS.sub("", one.where))
    if not error.complaints:
        yield Fault(field, FOLDERS.sub("", " ".join([error.message, *without_options(error.tip)])))


def without_options(tip: str) -> Iterator[str]:
    """The sentences of a tip that speak of no option of the command line."""
    yield from (one for one in _SENTENCE.split(tip) if one and "--" not in one and "`" not in one)


def faults_by(field: str, check: Callable[[], object]) -> list[Fault]:
    """What a check complains about, at a field; nothing where all is well."""
    try:
        check()
    except BadInputError as error:
        return list(faults_of(error, field))
    return []
