"""A heading taken apart: its words, and what they speak of. `roles` says what follows from that.

What a word speaks of is its senses, which are lists of vocabulary.toml: “pupil” has the sense
“person”, “parent” has “other” (somebody who does not play), “guest” has “mate” (somebody who plays
next to the player of the row).
"""

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

# Characters of a heading that are read.
_LONGEST_HEADING = 300
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
    """As the list writes it."""
    words: tuple[str, ...] = ()
    """In plain letters: “Spielername” is “spieler” and “name”."""
    senses: frozenset[str] = frozenset()
    """What the words speak of; “first” and “last” only where parts of a name are meant."""
    whole: str = ""
    """The name of the role for which the vocabulary lists all of the heading; else ""."""
    known: bool = False
    """Whether the vocabulary has all of the heading, or each word of it."""

    def speaks_of(self, *senses: str) -> bool:
        """Whether the heading speaks of any of these, such as “club” or “other”."""
        return not self.senses.isdisjoint(senses)

    def has_word_of(self, name: str) -> bool:
        """Whether a word of the heading is in this list of the vocabulary."""
        return not list_words(name).isdisjoint(self.words)

    def contains_phrase_of(self, role: str) -> bool:
        """Whether the heading contains a phrase of several words that stands for the role of this
        name, as “needs large print (yes/no)” contains “large print”.
        """
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
        """1 or 2 for the first or second player at a table, as “White” or “Player 2”; more for
        further numbers; 0 for a heading that says neither.
        """
        if self.speaks_of("white"):
            return 1
        if self.speaks_of("black"):
            return 2
        if self.speaks_of("other", "club", "fact", "number"):
            return 0
        return self._numbered_side()

    def _numbered_side(self) -> int:
        """Return the number of a player at a table: “Player 2”, “Name B”; 0 for none.

        1 and 2 count only with a word for opponents, such as “Player”: “Parent 1” meets nobody.
        """
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
    cleaned = _strip_markup(text)
    words = split_words(cleaned)
    whole = _find_role_of_whole(cleaned, words)
    senses = set().union(*map(list_senses, words))
    senses |= _find_name_parts(words, senses)
    if "last" in senses and not {"initial", "initials"}.isdisjoint(words):
        senses -= {"first"}  # “Surname initial”
    says_something = bool(senses - {"asking", "and"})
    known = bool(whole) or (says_something and all(map(_is_known_word, words)))
    return Heading(text=text, words=words, senses=frozenset(senses), whole=whole, known=known)


def _find_role_of_whole(text: str, parts: tuple[str, ...]) -> str:
    """Return the name of the role for which the vocabulary lists all of a heading; else ""."""
    if _is_pair_of_parts(text, parts):
        return "name"
    role_of_heading = map_whole_headings()
    return role_of_heading.get(simplify(text)) or role_of_heading.get(" ".join(parts), "")


def _strip_markup(text: str) -> str:
    """Return a heading without markup and endings for both genders: “Spieler” of “Spieler*in”."""
    if text.strip() == "+1":
        return "plus one"
    without_markup = _MARKUP.sub(" ", unicodedata.normalize("NFKC", text[:_LONGEST_HEADING]))
    return _GENDERED.sub("", without_markup).replace("#", " number ")


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
    """Return “first” and “last” where English words mean parts of a name, not an order.

    They do in “First name”, in “First, last” and in “Child last”, but not in “First choice”.
    """
    name_parts = {_ENGLISH_PARTS[word] for word in parts if word in _ENGLISH_PARTS}
    if not name_parts:
        return set()
    is_somebodys = parts[-1] in _ENGLISH_PARTS and bool(senses & {"person", "other"})
    means_names = "name" in senses or len(name_parts) > 1 or is_somebodys
    return name_parts if means_names else set()


@lru_cache(maxsize=4096)
def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a heading in plain letters; “Spielername” is “spieler” and “name”."""
    split: list[str] = []
    for word in simplify(_CAMEL.sub(" ", text)).split():
        split += _split_compound(word)
    return tuple(split)


def _split_compound(word: str) -> tuple[str, ...]:
    """Return the two parts of a compound: “verein” and “name” of “vereinsname”; else the word."""
    if list_senses(word):
        return (word,)
    for ending in list_endings():
        beginning = word.removesuffix(ending)
        if beginning == word:
            continue
        # “Spielername”, “Vereinsname”, “Klassenname”
        for joint in ("", "s", "n"):
            part = beginning.removesuffix(joint)
            if len(part) > 2 and list_senses(part):
                return part, ending
    return (word,)


def list_senses_in(text: str) -> frozenset[str]:
    """Return all that the words of any text speak of."""
    return parse_heading(text).senses


def asks_who_plays(heading: Heading) -> bool:
    """Whether a heading asks who comes: “Are you coming?”, “Cancelled”.

    Its other words have to be known, and not to speak of a fact or another person, as “Is a parent
    coming?” does. Chinese and Japanese have no spaces between words: there signs tell.
    """
    text = " ".join(heading.words)
    if any(sign in text for sign in list_words("coming-signs")):
        return True
    coming_or_gone = list_words("coming") | list_words("gone")
    other_words = [word for word in heading.words if word not in coming_or_gone]
    if len(other_words) == len(heading.words):
        return False
    senses_of_others = [list_senses(word) for word in other_words]
    if any(senses & {"fact", "other", "mate"} for senses in senses_of_others):
        return False
    return all(senses_of_others)


def is_explanation(text: str) -> bool:
    """Whether programs write this below a heading: “Open-Ended Response”, “Points”."""
    return simplify(text) in list_phrases("explanations") or text.startswith('{"ImportId"')
