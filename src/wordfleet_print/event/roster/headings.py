"""The words of headings in many languages, and what a heading means.

All are compared in `plain` form, without case and accents.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from functools import cache, lru_cache
from pathlib import Path

from wordfleet_print.event.roster.listing import NAMING, Use
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


_SAME = (Use.FIRST, Use.INFIX, Use.LAST, Use.CLUB, Use.TABLE, Use.SEAT, Use.ROUND, Use.OPPONENT, Use.NEEDS, Use.STATUS)
_BY_USE = {Use.NAME: Sense.PERSON} | {use: Sense[use.name] for use in _SAME}


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


_BUYERS = plain_words("buyers")
"""Who may play themselves, where nobody else is named."""
_MARKUP = re.compile(r"<[^<>]*>|&nbsp;|[*_`]{1,3}")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_CAMEL = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Za-z])(?=[0-9])")
_FIRST, _LAST = {"first", "given", "christian"}, {"last", "family"}
_GENDERED = re.compile(r"(?<=\w)[/:*_-]{1,2}(?:in|innen|a|o|as|os|e|ne|se|euse|trice|na)\b", re.IGNORECASE)
_SIDES = frozenset({"1", "2", "1st", "2nd", "first", "second"})
_ORDINALS = {"1": 1, "2": 2, "1st": 1, "2nd": 2}
_OPPONENTS = plain_words("opponents")
"""Of whom two, numbered 1 and 2, meet each other; guests or children so numbered belong together."""
BARE, MEMBER = 40, 42
"""The rank of “Name”, and of “Member”, which beside that says whether somebody is one."""
_MEMBERS = plain_words("members")
_WHOSE = plain_words("whose")
_WISHED = plain_words("wished")
_BESIDE = frozenset({"prefix", "suffix", "middle", "title", "initial"})
"""Parts of a name that are not printed."""
_LONGEST = 300
"""Characters of a heading that are looked at: a form may ask at any length."""
_NOBODY = Sense(0)
_NO_NAME = Sense.FACT | Sense.NUMBER
_SINGLE = {Sense.TABLE: Use.TABLE, Sense.ROUND: Use.ROUND, Sense.SEAT: Use.SEAT}


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """What a heading says: the use of its column, None where it has none for us.

    `known` says that each of its words is known. Of columns that could all be the name the lowest `rank` is most likely
    it; `whose` holds the words that tell people apart: those with the same belong together. `side` is 1 or 2 where it
    speaks of one of two opponents, 3 where it counts further; `ordinal` is the number in it, 0 without one.
    """

    use: Use | None = None
    known: bool = False
    rank: int = 0
    whose: frozenset[str] = frozenset()
    side: int = 0
    ordinal: int = 0
    bare: bool = False
    reversed: bool = False
    """Of a whole name: whether the last name is said first."""

    @property
    def names(self) -> bool:
        """Whether it stands over names, or parts of names, of players."""
        return self.use in NAMING


@lru_cache(maxsize=4096)
def read_heading(text: str) -> ColumnHeading:
    """What a heading says. What stands in brackets counts where the rest says nothing, or speaks of a whole name."""
    text = "plus one" if text.strip() == "+1" else text
    text = _GENDERED.sub("", _MARKUP.sub(" ", text[:_LONGEST])).replace("#", " number ").replace("№", " number ")
    rest = _BRACKETS.sub(" ", text)
    core, whole = _read(rest), _read(text)
    if rest == text or core.use is None:
        return whole
    bracketed = _words(" ".join(_BRACKETS.findall(text)))
    inside = _sense_of(bracketed)
    if core.names and (inside & (Sense.OTHER | Sense.CLUB | Sense.ACCOUNT) or _BESIDE & {*bracketed}):
        return whole
    part = inside & (Sense.FIRST | Sense.LAST) or (_FIRST | _LAST) & {*bracketed}
    if core.use is Use.NAME and part and whole.names:
        return replace(whole, bare=core.bare and whole.bare)
    return core


def _words(text: str) -> list[str]:
    """The words of a heading; those that are glued together are taken apart."""
    return [part for word in plain(_CAMEL.sub(" ", text)).split() for part in parts(word)]


def _sense_of(words: list[str]) -> Sense:
    known, found = senses(), _NOBODY
    for word in words:
        found |= known.get(word, _NOBODY)
    return found


def _read(text: str) -> ColumnHeading:
    words = _words(text)
    simple, phrase = plain(text), " ".join(words)
    use = whole_headings().get(simple) or whole_headings().get(phrase)
    if simple in bare_names():
        return ColumnHeading(Use.NAME, known=True, rank=BARE, bare=True)
    if use is Use.NAME:
        return ColumnHeading(use, known=True, rank=MEMBER if simple in _MEMBERS else 30, whose=frozenset(words))
    if use in (Use.FIRST, Use.LAST):
        return _part(ColumnHeading(known=True), use, _sense_of(words), words)
    return ColumnHeading(use, known=True) if use else _by_words(words, phrase)


def _by_words(words: list[str], phrase: str) -> ColumnHeading:
    sense = _sense_of(words) & ~(Sense.CLUB if has_phrase(Use.NAME, phrase) else _NOBODY)
    if {*words[-1:]} & _WHOSE and not sense & Sense.NAME:
        return ColumnHeading()
    known = bool(sense & ~(Sense.ASKING | Sense.AND)) and all(
        word in senses() or word in whole_headings() or word in _SIDES for word in words
    )
    ordinal = next((int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 4), 0)
    side = 1 if sense & Sense.WHITE else 2 if sense & (Sense.BLACK | Sense.OPPONENT) else 0
    said = ColumnHeading(known=known or (bool(sense) and bool(ordinal) and len(words) == 2), ordinal=ordinal, side=side)
    if sense & Sense.BIG_PRINT or (sense & Sense.BIG and sense & Sense.PRINT) or has_phrase(Use.LARGE_PRINT, phrase):
        return replace(said, use=Use.LARGE_PRINT)
    if sense & Sense.LEFT_HANDED or has_phrase(Use.LEFT_HANDED, phrase):
        return replace(said, use=Use.LEFT_HANDED)
    if sense & (Sense.NEEDS | Sense.STATUS) and not sense & Sense.NAME:
        told = Use.NEEDS if sense & Sense.NEEDS else Use.STATUS if known and not sense & Sense.MATE else None
        return replace(said, use=None if sense & Sense.OTHER else told)
    return _sided(said, sense, words) or _plain_use(said, sense, words)


def _sided(said: ColumnHeading, sense: Sense, words: list[str]) -> ColumnHeading | None:
    """What a heading says of one of two opponents: “White”, “Black club”, “Player 2”."""
    if said.side and said.known and not sense & (Sense.OTHER | Sense.OPPONENT):
        none = sense & (_NO_NAME | Sense.ROUND | Sense.TABLE)
        use = _named_part(words) or (Use.CLUB if sense & Sense.CLUB else Use.NAME)
        return replace(said, use=None if none else use, rank=10)
    number = _numbered(words) if sense & (Sense.PERSON | Sense.NAME) else 0
    if not number or sense & (_NO_NAME | Sense.OTHER | Sense.CLUB | Sense.OPPONENT):
        return None
    ordinal, named = said.ordinal or number, _named_part(words) or Use.NAME
    whose = _whose(words) | ({str(ordinal)} if ordinal > 1 else set())
    return replace(said, use=named, side=number, rank=10, whose=whose, ordinal=ordinal)


def _numbered(words: list[str]) -> int:
    """Which of two opponents is numbered: 1 or 2; 3 for whoever is numbered otherwise, 0 where nobody is."""
    letters = {"a": 1, "b": 2} if len(words) == 2 else {}
    ordinals = {"first": 1, "second": 2} if not {"name", "names"} & {*words} else {}
    counted = [ordinals.get(words[0], 0)]
    counted += [letters.get(word) or _ORDINALS.get(word, 3 if word.isdecimal() else 0) for word in words]
    number = next(filter(None, counted), 0)
    persons = {word for word in words if _sense_of([word]) & (Sense.PERSON | Sense.THING)} or {*words}
    return number if number == 0 or _OPPONENTS & persons else 3


def _named_part(words: list[str]) -> Use | None:
    """“First name”, “family name”, “Vorname”: which part of a name is meant; None for no single one."""
    sense = _sense_of(words)
    named = bool(sense & Sense.NAME)
    first = bool(sense & Sense.FIRST or (named and _FIRST & {*words}))
    last = bool(sense & Sense.LAST or (named and _LAST & {*words}))
    return None if first == last else Use.FIRST if first else Use.LAST


def _plain_use(said: ColumnHeading, sense: Sense, words: list[str]) -> ColumnHeading:
    telling = Sense.NAME | Sense.FIRST | Sense.LAST | (Sense.PERSON | Sense.OTHER if said.known else _NOBODY)
    named = bool(sense & telling or (_FIRST & {*words} and _LAST & {*words}))
    first = bool(sense & Sense.FIRST or (_FIRST & {*words} and named))
    last = bool(sense & Sense.LAST or (_LAST & {*words} and named))
    names = bool(first or last or sense & Sense.NAME)
    if sense & Sense.FACT and not (names and (first or last or sense & Sense.ASKING) and not _hard_fact(words)):
        return said
    return _of_others(said, sense, words, names=names) or _of_names(said, sense, words, first=first, last=last)


def _of_others(said: ColumnHeading, sense: Sense, words: list[str], *, names: bool) -> ColumnHeading | None:
    """What a heading says of a club, an opponent, a table …; None where it speaks of none."""
    if sense & Sense.CLUB and not sense & (Sense.NUMBER | Sense.OTHER):
        return replace(said, use=Use.CLUB if said.known or names or {"which", "what"} & {*words} else None)
    if sense & Sense.OPPONENT and not sense & (Sense.NUMBER | Sense.CLUB):
        wished = {*words} & _WISHED and not names
        return replace(said, use=Use.OPPONENT if said.known and not wished else None)
    for key, use in _SINGLE.items():
        if sense & key and not names:
            return replace(said, use=use if said.known and not sense & Sense.PERSON else None)
    return None


def _of_names(said: ColumnHeading, sense: Sense, words: list[str], *, first: bool, last: bool) -> ColumnHeading:
    """What a heading says of a name, or of the parts that are told of it."""
    if first and last:
        return _whole(said, sense | Sense.FULL, words, reverse=_last_first(words))
    if first or last:
        beside = {*words} & bare_names() and not (_FIRST | _LAST) & {*words}
        # “Vor- und Nachname”, “For- og efternavn”: of a first name only the beginning is written.
        begun = bool(last and len(words) > 1 and words[0] in {"vor", "voor", "for", "etu"})
        if begun or (beside and (sense & Sense.AND or not sense & Sense.PERSON)):
            return _whole(said, sense | Sense.FULL, words, reverse=not begun and _last_first(words))
        return _part(said, Use.FIRST if first else Use.LAST, sense, words)
    if sense & (Sense.NUMBER | (_NOBODY if sense & Sense.PERSON else Sense.THING)):
        asked = sense & Sense.NAME and {"your", "you", "on"} & {*words} and not sense & Sense.NUMBER
        return _whole(said, sense, words, reverse=False) if asked else said
    told = sense & Sense.NAME or (said.known and sense & (Sense.PERSON | Sense.ACCOUNT | Sense.CALLED))
    return _whole(said, sense, words, reverse=False) if told else said


def _last_first(words: list[str]) -> bool:
    """Whether the last name is said before the first."""
    lasts = [_sense_of([word]) & Sense.LAST or word in _LAST for word in words]
    firsts = [_sense_of([word]) & Sense.FIRST or word in _FIRST for word in words]
    bare = [
        word in bare_names() and not (last or first) for word, last, first in zip(words, lasts, firsts, strict=True)
    ]
    if any(lasts) and any(firsts):
        return _index(lasts) < _index(firsts)
    return _index(lasts) < _index(bare) if any(lasts) else _index(bare) < _index(firsts)


def _index(told: Sequence[object]) -> int:
    return next((place for place, one in enumerate(told) if one), len(told))


def _hard_fact(words: list[str]) -> bool:
    """Whether a fact is asked for by the very words of a name: “name and e-mail”, “date of birth”."""
    return any(_sense_of([word]) & Sense.FACT and not _sense_of([word]) & Sense.ASKING for word in words)


def _whose(words: list[str]) -> frozenset[str]:
    telling = Sense.PERSON | Sense.OTHER | Sense.MATE | Sense.CALLED | Sense.ACCOUNT
    return frozenset(word for word in words if _sense_of([word]) & telling)


def _whole(said: ColumnHeading, sense: Sense, words: list[str], *, reverse: bool) -> ColumnHeading:
    rank = BARE
    for key, found in (
        (Sense.OTHER, 70 if _BUYERS & {*words} else 90),
        (Sense.ACCOUNT, 60),
        (Sense.CALLED, 50),
        (Sense.REAL, 0),
        (Sense.PERSON, 10 if sense & (Sense.NAME | Sense.FULL) else 30),
        (Sense.FULL, 20),
    ):
        if sense & key:
            rank = found
            break
    bare = all(word in bare_names() or _sense_of([word]) & Sense.ASKING for word in words) and rank == BARE
    rank += ("legal" in words) + (0 if said.known else 5)
    return replace(said, use=Use.NAME, rank=rank, whose=_whose(words), bare=bare, reversed=reverse)


def _part(said: ColumnHeading, use: Use, sense: Sense, words: list[str]) -> ColumnHeading:
    other = 70 if _BUYERS & {*words} else 90
    rank = other if sense & Sense.OTHER else 26 if sense & Sense.CALLED else 15 if sense & Sense.PERSON else 25
    rank += ("legal" in words) + (0 if said.known else 5) + (2 if "initials" in words or "voorletters" in words else 0)
    return replace(said, use=use, rank=rank, whose=_whose(words))


GONE, COMING = plain_words("gone"), plain_words("coming")
"""Words of headings whose answers say that somebody does not play, or does."""
_COMING_SIGNS = plain_words("coming-signs")
_ELSEWHERE = Sense.FACT | Sense.OTHER | Sense.MATE


def asks_who_plays(heading: str) -> bool | None:
    """Whether a heading asks who plays, or who does not; None where words stand beside it that nobody here knows: a
    lunch, or another day.
    """
    words = {*plain(heading).split()}
    if any(sign in plain(heading) for sign in _COMING_SIGNS):
        return True
    if not words & (GONE | COMING) or any(senses().get(word, _NOBODY) & _ELSEWHERE for word in words - GONE - COMING):
        return False
    return True if all(word in senses() or word in GONE | COMING for word in words) else None


def speaks_of_club(text: str) -> bool:
    """Whether a text holds a word for a club, a class or a team."""
    return bool(_sense_of(plain(text).split()) & Sense.CLUB)
