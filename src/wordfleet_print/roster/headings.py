"""A heading taken apart: its words, and what they speak of. `roles` says what follows from that."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from wordfleet_print.roster.vocabulary import (
    list_endings,
    list_phrases,
    list_senses,
    list_words,
    map_whole_headings,
)
from wordfleet_print.sheet.player_names import simplify

# Letters of a heading that are read.
_LONGEST = 300
_MARKUP = re.compile(r"<[^<>]*>|[*_`]+")
_GENDERED = re.compile(
    r"(?<=\w)[/:*_-]{1,2}(?:in|innen|a|o|as|os|e|ne|se|euse|trice|na)\b", re.IGNORECASE
)
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-Za-z])(?=[0-9])")
# Words that are parts of a name next to “name”, and mean other things elsewhere: “first choice”.
_ENGLISH_PARTS = {
    "first": "first",
    "given": "first",
    "christian": "first",
    "last": "last",
    "family": "last",
}
# Senses of words that say whose name it is.
_WHOSE = {"person", "other", "mate", "called", "account"}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and what it speaks of."""

    text: str
    words: tuple[str, ...] = ()
    senses: frozenset[str] = frozenset()
    """What the words speak of; “first” and “last” only where parts of a name are meant."""
    whole: str = ""
    """The role that the vocabulary gives the heading as it is written; "" for any other heading."""
    known: bool = False
    """Whether every word is known."""

    def speaks_of(self, *senses: str) -> bool:
        """Whether the heading speaks of any of these."""
        return not self.senses.isdisjoint(senses)

    def has_word_of(self, name: str) -> bool:
        """Whether a word of the heading is in this list of the vocabulary."""
        return not list_words(name).isdisjoint(self.words)

    def contains_phrase_of(self, role: str) -> bool:
        """Whether the heading contains a phrase of several words that stands for this role."""
        text = f" {' '.join(self.words)} "
        return any(f" {phrase} " in text for phrase in _phrases_of(role))

    @property
    def names_full_names(self) -> bool:
        """Whether it names first and last names together: “Apellidos y nombre”."""
        if {"first", "last"} <= self.senses:
            return True
        return self.speaks_of("first", "last") and {"and", "name"} <= self.senses

    @property
    def whose(self) -> frozenset[str]:
        """The words that say whose name it is, such as “child” or “2”."""
        numbers = {word for word in self.words if word.isdecimal() and not self.whole}
        people = {word for word in self.words if list_senses(word) & _WHOSE}
        return frozenset(numbers | people)

    @property
    def names_others(self) -> bool:
        """Whether it names somebody who does not play, such as a parent."""
        return self.speaks_of("other") and not self.speaks_of("mate") and self.whole != "name"

    @property
    def names_aliases(self) -> bool:
        """Whether it holds nicknames or accounts."""
        return self.speaks_of("called", "account")

    @property
    def side(self) -> int:
        """1 or 2 for the first or second player at a table, more for further numbers, else 0."""
        if self.speaks_of("white"):
            return 1
        if self.speaks_of("black"):
            return 2
        if self.speaks_of("other", "club", "fact", "number"):
            return 0
        return self._numbered_side()

    def _numbered_side(self) -> int:
        """Return the number of a player at a table: “Player 2”, “Name B”; 0 for none."""
        if not self.known or not self.speaks_of("person", "name", "mate"):
            return 0
        number = self._find_number()
        are_opponents = self.has_word_of("opponents") and not self.speaks_of("thing")
        return number if number > 2 or are_opponents else 0

    def _find_number(self) -> int:
        """Return the number in a heading: 2 of “Player 2”, and of “Player B”; 0 for none."""
        for word in self.words:
            if word.isdecimal() and len(word) < 3:
                return int(word)
        if len(self.words) != 2:
            return 0
        return {"a": 1, "b": 2}.get(self.words[-1], 0)


@lru_cache
def _phrases_of(role: str) -> frozenset[str]:
    every = map_whole_headings().items()
    return frozenset(heading for heading, known in every if known == role and " " in heading)


@lru_cache(maxsize=4096)
def parse_heading(text: str) -> Heading:
    """Take a heading apart."""
    cleaned = _clean(text)
    parts = split_words(cleaned)
    whole = _find_whole(cleaned, parts)
    senses = set().union(*map(list_senses, parts))
    senses |= _find_name_parts(parts, senses)
    if "last" in senses and not {"initial", "initials"}.isdisjoint(parts):
        senses -= {"first"}  # “Surname initial”
    says_something = bool(senses - {"asking", "and"})
    known = bool(whole) or (says_something and all(map(_is_known_word, parts)))
    return Heading(text, parts, frozenset(senses), whole, known)


def _find_whole(text: str, parts: tuple[str, ...]) -> str:
    """Return the role that the vocabulary gives a heading as a whole; "" if it lists none such."""
    if _is_pair_of_parts(text, parts):
        return "name"
    roles = map_whole_headings()
    return roles.get(simplify(text)) or roles.get(" ".join(parts), "")


def _clean(text: str) -> str:
    """Return a heading without markup and endings for both genders."""
    if text.strip() == "+1":
        return "plus one"
    bare = _MARKUP.sub(" ", unicodedata.normalize("NFKC", text[:_LONGEST]))
    return _GENDERED.sub("", bare).replace("#", " number ")


def _is_known_word(word: str) -> bool:
    return (
        word.isdecimal()
        or len(word) == 1
        or bool(list_senses(word))
        or word in map_whole_headings()
    )


def _is_pair_of_parts(text: str, parts: tuple[str, ...]) -> bool:
    """Whether a heading names a whole name by two parts: “Name, Vorname”."""
    if len(parts) != 2 or not re.search(r"[,/&+]", text):
        return False
    has_part = any(list_senses(word) & {"first", "last"} for word in parts)
    return has_part and not list_words("bare-names").isdisjoint(parts)


def _find_name_parts(parts: tuple[str, ...], senses: set[str]) -> set[str]:
    """Return “first” and “last” where English words mean parts of a name, not an order."""
    name_parts = {_ENGLISH_PARTS[word] for word in parts if word in _ENGLISH_PARTS}
    if not name_parts:
        return set()
    of_somebody = parts[-1] in _ENGLISH_PARTS and senses & {"person", "other"}
    return name_parts if "name" in senses or len(name_parts) > 1 or of_somebody else set()


@lru_cache(maxsize=4096)
def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a heading in plain letters; “Spielername” is “spieler” and “name”."""
    split: list[str] = []
    for word in simplify(_CAMEL.sub(" ", text)).split():
        split += _split_compound(word)
    return tuple(split)


def _split_compound(word: str) -> tuple[str, ...]:
    """Return the known parts of a glued word, “verein” and “name”; else the word itself."""
    if list_senses(word):
        return (word,)
    for ending in list_endings():
        stem = word.removesuffix(ending)
        if stem == word:
            continue
        # “Spielername”, “Vereinsname”, “Klassenname”
        for joint in ("", "s", "n"):
            bare = stem.removesuffix(joint)
            if len(bare) > 2 and list_senses(bare):
                return bare, ending
    return (word,)


def list_senses_in(text: str) -> frozenset[str]:
    """Return all that the words of any text speak of."""
    return parse_heading(text).senses


def asks_who_plays(heading: Heading) -> bool:
    """Whether a heading asks who comes: “Are you coming?”, “Cancelled”.

    All its words have to be known, but in languages without spaces between words.
    """
    text = " ".join(heading.words)
    if any(sign in text for sign in list_words("coming-signs")):
        return True
    answers = (list_words("coming") | list_words("gone")).intersection(heading.words)
    others = [list_senses(word) for word in heading.words if word not in answers]
    if any(senses & {"fact", "other", "mate"} for senses in others):
        return False
    return bool(answers) and all(others)


def is_explanation(text: str) -> bool:
    """Whether programs write this below a heading: “Open-Ended Response”, “Points”."""
    return simplify(text) in list_phrases("explanations") or text.startswith('{"ImportId"')
