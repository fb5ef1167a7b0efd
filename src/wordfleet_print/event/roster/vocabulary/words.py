"""The words of headings, in the languages there are: whole headings by their use, and single words by their sense.

All are compared in `plain` form, without case and accents.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Flag, auto
from functools import cache
from pathlib import Path

from wordfleet_print.event.roster.uses import Use
from wordfleet_print.sheet.captains import plain

WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
"""All of them, as they stand in the file beside this one: texts by what they are."""


class Sense(Flag):
    """What a word of a heading speaks of."""

    NAME = auto()
    FULL = auto()
    REAL = auto()
    PERSON = auto()
    OTHER = auto()
    """Somebody who does not play: a parent, whoever has paid."""
    MATE = auto()
    """Somebody who is named beside a player and may play too: a captain, a partner, a guest."""
    CALLED = auto()
    """A name that is chosen: a nickname, what is preferred."""
    ACCOUNT = auto()
    FIRST = auto()
    LAST = auto()
    INFIX = auto()
    CLUB = auto()
    TABLE = auto()
    SEAT = auto()
    ROUND = auto()
    OPPONENT = auto()
    WHITE = auto()
    BLACK = auto()
    BIG = auto()
    PRINT = auto()
    BIG_PRINT = auto()
    LEFT_HANDED = auto()
    NEEDS = auto()
    STATUS = auto()
    NUMBER = auto()
    FACT = auto()
    """A date, an address, a price …: never a name."""
    THING = auto()
    """Something that has a name of its own: an event, a ticket."""
    ASKING = auto()
    """What says nothing of the column: articles, the words of a question."""
    AND = auto()


_BY_USE = {
    Use.NAME: Sense.PERSON,
    Use.FIRST: Sense.FIRST,
    Use.INFIX: Sense.INFIX,
    Use.LAST: Sense.LAST,
    Use.CLUB: Sense.CLUB,
    Use.TABLE: Sense.TABLE,
    Use.SEAT: Sense.SEAT,
    Use.ROUND: Sense.ROUND,
    Use.OPPONENT: Sense.OPPONENT,
    Use.NEEDS: Sense.NEEDS,
    Use.STATUS: Sense.STATUS,
}


@cache
def plain_words(name: str) -> frozenset[str]:
    """The words of a list of that name, each in `plain` form."""
    return frozenset(map(plain, WORDS["words"][name].split()))


def plain_phrases(name: str) -> frozenset[str]:
    """What stands between the commas of a list of that name, each in `plain` form."""
    return frozenset(map(plain, WORDS["phrases"][name].split(","))) - {""}


@cache
def whole_headings() -> Mapping[str, Use]:
    """The use of each whole heading that is known."""
    known = {plain(word): Use.NAME for word in WORDS["words"]["bare-names"].split()}
    for use, said in WORDS["headings"].items():
        for heading in said.split(","):
            known.setdefault(plain(heading), Use(use))
    return known


def bare_names() -> frozenset[str]:
    """The headings that mean a name and do not say which part."""
    return plain_words("bare-names")


@cache
def senses() -> Mapping[str, Sense]:
    """The senses of each word that is known."""
    known: dict[str, Sense] = {}
    alone = plain_words("only-alone")
    for name, said in [("name", WORDS["words"]["bare-names"]), *WORDS["senses"].items()]:
        sense = Sense[name.upper().replace("-", "_")]
        for word in said.split():
            for part in plain(word).split():
                known[part] = known.get(part, Sense(0)) | sense
    for heading, use in whole_headings().items():
        if " " not in heading and heading not in alone and heading not in bare_names() and use in _BY_USE:
            known[heading] = known.get(heading, Sense(0)) | _BY_USE[use]
    for word in ("given", "family", "second", "colour", "color", "group", "first", "last"):
        known[word] = known.get(word, Sense(0)) | (Sense.CLUB if word == "group" else Sense.ASKING)
    for word in [word for word, sense in known.items() if sense & Sense.MATE]:
        known[word] |= Sense.PERSON
    known |= {word: known.get(word, Sense(0)) | Sense.MATE for word in plain_words("further")}
    return known


@cache
def _phrases(use: Use) -> tuple[str, ...]:
    """The whole headings of a use that have several words, with a space around each."""
    return tuple(f" {known} " for known, of in whole_headings().items() if of is use and " " in known)


def has_phrase(use: Use, text: str) -> bool:
    """Whether a text in `plain` form holds one of the longer headings of a use."""
    padded = f" {text} "
    return any(phrase in padded for phrase in _phrases(use))


def counts_rows(word: str) -> bool:
    """Whether a word of a heading speaks of numbers: “No.”, “rank”."""
    return bool(senses().get(word, Sense(0)) & Sense.NUMBER)


@cache
def parts(word: str) -> tuple[str, ...]:
    """The words that a word is made of, where it is not known itself: “spielername” is “spieler” and “name”."""
    if word not in senses():
        for end in map(plain, WORDS["words"]["glued"].split()):
            stem = word.removesuffix(end)
            for made in (stem, stem.removesuffix("s"), stem.removesuffix("n"), f"{stem}s"):
                if stem != word and made in senses() and len(made) > 2:
                    return made, end
    return (word,)
