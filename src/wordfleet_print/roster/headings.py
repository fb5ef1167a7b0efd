"""What a heading means, in the languages of vocabulary.toml."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache, lru_cache
from pathlib import Path

from wordfleet_print.sheet.captains import plain

VOCABULARY = tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text(encoding="utf-8"))
_MARKUP = re.compile(r"<[^<>]*>|[*_`]+")
_GENDERED = re.compile(
    r"(?<=\w)[/:*_-]{1,2}(?:in|innen|a|o|as|os|e|ne|se|euse|trice|na)\b", re.IGNORECASE
)
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-Za-z])(?=[0-9])")
# Words that are parts of a name next to “name”, and mean other things elsewhere: “first choice”.
_ENGLISH = {
    "first": "first",
    "given": "first",
    "christian": "first",
    "last": "last",
    "family": "last",
}


class Role(StrEnum):
    """What a column says of a player."""

    NAME = "name"
    FIRST = "first name"
    PARTICLE = "name particle"
    LAST = "last name"
    SECOND_LAST = "second last name"
    CLUB = "club"
    TABLE = "table"
    SEAT = "seat"
    ROUND = "round"
    OPPONENT = "opponent"
    LARGE_PRINT = "large print"
    LEFT_HANDED = "left-handed"
    STATUS = "status"
    NEEDS = "needs"

    @property
    def option(self) -> str:
        """How an option names the role: “large-print”, “first” for a first name."""
        return self.replace(" ", "-").removesuffix("-name")


def role_named(use: str) -> Role | None:
    """Return the role that an option names: “large print”, “large_print” or “large-print”; “” for
    the name.
    """
    name = use.casefold().replace(" ", "-").replace("_", "-").removesuffix("-name") or "name"
    return next((role for role in Role if role.option == name), None)


NAME_PARTS = (Role.FIRST, Role.PARTICLE, Role.LAST, Role.SECOND_LAST)
# Senses of words that say whose name it is.
_WHOSE = {"person", "other", "mate", "called", "account"}
# What a word speaks of that is a heading of this role by itself, if not of the role.
_SENSES = {Role.NAME: "person", Role.FIRST: "first", Role.LAST: "last", Role.PARTICLE: "particle"}


class Rank(IntEnum):
    """How surely a column of names holds the players'."""

    PLAIN = 0
    """“Name”, “Student”, “Child's first name”."""
    CALLED = 1
    """A nickname, an account."""
    OTHER = 2
    """Somebody else: a parent, a buyer."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says.

    `known`: every word of it is known; `whole`: it is in the vocabulary as it is. `whose` are the
    words that say whose name it is. `side` is 1 or 2 for the first or second player at a table.
    `mate`: it names somebody who may play next to a player, such as a partner, a guest or “Player
    2”. `last_first`: it speaks of parts of names, so that a name with a comma begins with the last
    name.
    """

    role: Role | None = None
    known: bool = False
    rank: Rank = Rank.PLAIN
    whose: frozenset[str] = frozenset()
    side: int = 0
    mate: bool = False
    last_first: bool = False
    whole: bool = False

    @property
    def is_name(self) -> bool:
        """Whether it is a heading of names or of a part of them."""
        return self.role is Role.NAME or self.role in NAME_PARTS


@cache
def words(name: str) -> Set[str]:
    """Return a list of single words in the vocabulary, in its order."""
    return dict.fromkeys(map(plain, VOCABULARY["words"][name].split())).keys()


@cache
def phrases(name: str) -> frozenset[str]:
    """Return a list of phrases in the vocabulary."""
    return frozenset(map(plain, VOCABULARY["phrases"][name].split(","))) - {""}


@cache
def _whole_headings() -> dict[str, Role]:
    known = dict.fromkeys(words("bare-names"), Role.NAME)
    for role, texts in VOCABULARY["headings"].items():
        for heading in texts.split(","):
            known.setdefault(plain(heading), Role(role))
    return known


@cache
def _senses() -> dict[str, set[str]]:
    """What each single word speaks of: “person”, “club”, “fact” …"""
    known: dict[str, set[str]] = {}
    for sense, texts in VOCABULARY["senses"].items():
        for word in plain(texts).split():
            known.setdefault(word, set()).add(sense)
    bare = words("bare-names")
    for heading, role in _whole_headings().items():
        if " " not in heading and (heading not in words("only-alone") or heading in bare):
            known.setdefault(heading, set()).add(
                "name" if heading in bare else _SENSES.get(role, role)
            )
    more = {"group": "club", **dict.fromkeys([*_ENGLISH, "second", "colour", "color"], "asking")}
    more |= dict.fromkeys(words("further"), "mate")
    for word, sense in more.items():
        known.setdefault(word, set()).add(sense)
    return known


@lru_cache(maxsize=4096)
def senses_of(text: str) -> frozenset[str]:
    """Return all that the words of a text speak of."""
    return frozenset().union(*(_senses().get(word, set()) for word in split_words(text)))


@lru_cache(maxsize=4096)
def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a heading in plain letters; “Spielername” is “spieler” and “name”."""
    return tuple(
        part for word in plain(_CAMEL.sub(" ", text)).split() for part in _split_compound(word)
    )


def _split_compound(word: str) -> Sequence[str]:
    known = _senses()
    for end in words("glued") if word not in known else ():
        # “Spielername”, “Vereinsname”, “Klassenname”
        for stem in (
            word.removesuffix(end).removesuffix(joint)
            for joint in ("", "s", "n")
            if word.endswith(end)
        ):
            if len(stem) > 2 and stem in known:
                return stem, end
    return (word,)


@lru_cache(maxsize=4096)
def read_heading(text: str) -> Heading:
    """Return what a heading says."""
    text = _GENDERED.sub("", _MARKUP.sub(" ", unicodedata.normalize("NFKC", text[:300]))).replace(
        "#", " number "
    )
    text = "plus one" if text.strip() == "+1" else text
    parts = split_words(text)
    if not parts:
        return Heading()
    whole = _whole_headings().get(plain(text)) or _whole_headings().get(" ".join(parts))
    senses = {word: _senses().get(word, set()) for word in parts}
    sense = set().union(*senses.values())
    unknown = [word for word, one in senses.items() if not one and word not in _whole_headings()]
    each_known = all(word.isdecimal() or len(word) == 1 for word in unknown)
    known = bool(whole) or (bool(sense - {"asking", "and"}) and each_known)
    side = 1 if "white" in sense else 2 if "black" in sense else 0
    role = whole or _find_role(parts, sense, known=known)
    if (
        role in NAME_PARTS
        and len(parts) == 2
        and {*parts} & words("bare-names")
        and re.search(r"[,/&+]", text)
    ):
        role = Role.NAME  # “Name, Vorname”
    if (
        role is None
        and side
        and known
        and not sense & {"fact", "number", "round", "table", "other"}
    ):
        role = Role.NAME  # “White”
    if role in (None, Role.NAME) and known and not sense & {"other", "club", "fact", "number"}:
        role, side = _find_side(parts, sense, role, side)
    if role is None:
        return Heading(known=known)
    whose = frozenset(
        word for word, one in senses.items() if one & _WHOSE or (word.isdecimal() and not whole)
    )
    mate = "mate" in sense or (role is Role.NAME and bool(side) and not sense & {"white", "black"})
    rank = Rank.CALLED if sense & {"called", "account"} else Rank.PLAIN
    rank = (
        Rank.OTHER if "other" in sense and "mate" not in sense and whole is not Role.NAME else rank
    )
    last_first = bool({"first", "last"} & (sense | {_ENGLISH.get(word) for word in parts}))
    return Heading(role, known, rank, whose, side, mate, last_first, bool(whole))


def _find_side(
    parts: Sequence[str], sense: set[str], role: Role | None, side: int
) -> tuple[Role | None, int]:
    """Return role and side of “Player 1”, “Spieler B” or “Name 2”: numbered people; two of them may
    meet.
    """
    if not sense & {"person", "name", "mate"}:
        return role, side
    number = next((int(word) for word in parts if word.isdecimal() and len(word) < 3), 0)
    letter = {"a": 1, "b": 2}.get(parts[-1], 0) if len(parts) == 2 else 0
    people = {*parts} & words("opponents") and "thing" not in sense
    side = side or ((number or letter) if number > 2 or people else 0)
    return (Role.NAME if side else role), side


def _find_role(parts: tuple[str, ...], sense: set[str], *, known: bool) -> Role | None:
    """Return the role of a heading that is not in the vocabulary as a whole."""
    phrase = f" {' '.join(parts)} "
    held = {
        role
        for heading, role in _whole_headings().items()
        if " " in heading and f" {heading} " in phrase
    }
    names, others = "name" in sense, sense & {"other", "mate"}
    english = set()
    if (
        names
        or len({*parts} & _ENGLISH.keys()) > 1
        or (parts[-1] in _ENGLISH and sense & {"person", "other"})
    ):
        english = {_ENGLISH[word] for word in parts if word in _ENGLISH}
    first, last = "first" in sense or "first" in english, "last" in sense or "last" in english
    first = first and not (last and {*parts} & {"initial", "initials"})  # “Surname initial”
    somebody = not sense & {"number", "other"} and Role.NAME not in held
    wished = bool({*parts} & words("wished")) and not names
    sure_club = known or names or {"which", "what"} & {*parts}
    place = next((key for key in ("table", "round", "seat") if key in sense), None)
    things = "thing" in sense and "person" not in sense and not {"your", "you", "on"} & {*parts}
    # The first that holds decides; None is a heading of something else
    rules: tuple[tuple[object, Role | None], ...] = (
        (
            "big-print" in sense or {"big", "print"} <= sense or Role.LARGE_PRINT in held,
            Role.LARGE_PRINT,
        ),
        ("left-handed" in sense or Role.LEFT_HANDED in held, Role.LEFT_HANDED),
        (
            not names and not sense & {"other", "club", "opponent"} and asks_who_plays(parts),
            Role.STATUS,
        ),
        (not names and known and not others and "needs" in sense, Role.NEEDS),
        (not names and known and not others and "status" in sense, Role.STATUS),
        (parts[-1] in words("whose") and not names, None),  # “Guest of”, “Invited by”
        ("fact" in sense and not (first or last) and not (names and "asking" in sense), None),
        ({"club", "opponent"} <= sense, None),
        ("club" in sense and somebody, Role.CLUB if sure_club and not wished else None),
        ("opponent" in sense and somebody, Role.OPPONENT if known and not wished else None),
        (place and known and not names and "person" not in sense, Role(place) if place else None),
        (first and last, Role.NAME),
        (
            "and" in sense
            and any("name" in _senses().get(word, ()) for word in parts)
            and (first or last),
            Role.NAME,
        ),
        (first or last, Role.FIRST if first else Role.LAST),
        ("number" in sense or things, None),
        (
            names or sense & {"person", "mate"} or (known and sense & {"account", "called"}),
            Role.NAME,
        ),
    )
    return next((role for holds, role in rules if holds), None)


def asks_who_plays(parts: Sequence[str]) -> bool:
    """Whether a heading asks who comes, in words that are all known, or in a script without
    spaces.
    """
    answers = {*parts} & (words("coming") | words("gone"))
    facts = any(
        _senses().get(word, set()) & {"fact", "other", "mate"}
        for word in parts
        if word not in answers
    )
    known = all(word in _senses() or word in answers for word in parts)
    return bool(answers and known and not facts) or any(
        sign in " ".join(parts) for sign in words("coming-signs")
    )
