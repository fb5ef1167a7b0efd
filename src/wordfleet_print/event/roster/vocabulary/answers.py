"""What people write in a cell: yes and no in their own words, numbers with a word beside them, byes."""

from __future__ import annotations

import re
from functools import lru_cache

from wordfleet_print.event.roster.uses import Use
from wordfleet_print.event.roster.vocabulary.words import Sense, has_phrase, plain_phrases, plain_words, senses
from wordfleet_print.sheet.captains import plain

_YES = plain_words("yes")
_NO = plain_words("no")
_REFUSALS = plain_words("refusals")
_WANTED = plain_words("wanted")
_UNSURE = plain_words("unsure")
_NOT_SURE = re.compile(r"not? (sure|certain)|don t know|dont know|weiss nicht|je ne sais pas|no se\b|non so\b|no idea")
_MARKED = {"✓": True, "✔": True, "☑": True, "✅": True, "👍": True, "+": True} | dict.fromkeys(
    ("-", "–", "—", "✗", "✘", "☐", "❌", "/", "./.", "n/a", "N/A"), False
)
_SAME = {Use.LARGE_PRINT: Sense.BIG | Sense.BIG_PRINT, Use.LEFT_HANDED: Sense.LEFT_HANDED}
_LARGE = plain_words("large")
_LEFT = plain_words("left")
_RIGHT = plain_words("right")


def wish(text: str, use: Use) -> bool | None:
    """What an answer says: yes, no, or None where it cannot be told. `use` is what was asked.

    “Yes, please”, “nein danke” and “I need large print” are told by their first words; what says both is not.
    """
    words = plain(text).split()
    if text in _MARKED or not words:
        return _MARKED.get(text)
    said = " ".join(words)
    if _NOT_SURE.search(said):
        return None
    if words[0] in _YES:
        return None if {*words[1:]} & _REFUSALS else True
    if use is Use.LEFT_HANDED and {*words} & _RIGHT:
        return None if {*words} & _LEFT else False
    return _wish_inside(words, said, use)


def _wish_inside(words: list[str], said: str, use: Use) -> bool | None:
    """What an answer says that does not begin with yes."""
    denied = words[0] in _NO or {*words} & _NO - {"s", "n", "ne"} or said.startswith(("don t", "i don t", "i do not"))
    if {*words} & _UNSURE or denied:
        return False if denied and not {*words} & _UNSURE else None
    agreed = {Use.LEFT_HANDED: _LEFT, Use.LARGE_PRINT: _LARGE}.get(use, frozenset()) | _WANTED
    told = any(senses().get(word, Sense(0)) & _SAME.get(use, Sense(0)) for word in words)
    return True if told or {*words} & agreed else None


_DENIED = plain_words("denied")
_SURELY_LEFT = _LEFT - {"left", "links", "gauche", "izquierda"}


@lru_cache(maxsize=4096)
def wishes_in(text: str) -> tuple[Use, ...]:
    """What a remark in one's own words asks for: “could I have large print, please”; nothing where it says no."""
    said = plain(text)
    words = {*said.split()}
    if words & _DENIED:
        return ()
    sense = Sense(0)
    for word in words:
        sense |= senses().get(word, Sense(0))
    big = sense & Sense.BIG_PRINT or (sense & Sense.BIG and sense & Sense.PRINT) or has_phrase(Use.LARGE_PRINT, said)
    handed = "left handed" in said or words & _SURELY_LEFT
    return tuple(use for use, told in ((Use.LARGE_PRINT, big), (Use.LEFT_HANDED, handed)) if told)


_NUMBERED = re.compile(
    r"(?:(?:table|tables|board|tisch|brett|table no|mesa|tavolo|tafel|bord|stolik|stol|round|runde|ronde|ronda|turno|"
    r"rodada|"
    r"omgang|omgång|kierros|runda|kolo|forduló|tour|тур|no|nr|t|r|b)[\s.#:]*)?([0-9]{1,9})"
    r"(?:[.ºª]|st|nd|rd|th|er|re|ère|e|ème|(?:\.?\s*(?:runde|ronda|tour|runda|kolo|omgang|omgång|forduló|round)))?",
    re.IGNORECASE,
)


def whole_number(text: str, most: int) -> int | None:
    """A number in plain ASCII digits from 1 to `most`, a word such as “Table” beside it or none; else None.

    `int()` takes far more than people mean.
    """
    found = _NUMBERED.fullmatch(text)
    return int(found[1]) if found and 1 <= int(found[1]) <= most else None


_BYES = plain_words("byes")
_BESIDE_BYES = plain_words("beside-byes")
_BYE_PHRASES = plain_phrases("byes")


def is_bye(text: str) -> bool:
    """Whether a cell for an opponent says that there is none; dashes come down to nothing, as an empty cell does."""
    letters = plain(text)
    words = {*letters.split()}
    return not letters or letters in _BYE_PHRASES or bool(words & _BYES and words <= _BYES | _BESIDE_BYES)


_WITHDRAWN = plain_phrases("withdrawn")


def is_withdrawn(text: str) -> bool:
    """Whether a cell for an opponent says that the player has left the event."""
    return plain(text) in _WITHDRAWN


def is_open(text: str) -> bool:
    """Whether a cell for an opponent says that nobody knows yet."""
    return plain(text) in {"tbd", "tba", "tbc", "to be decided", "to be announced", "offen", "a determiner"}
