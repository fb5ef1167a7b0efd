"""What stands among the rows of a list and is nobody: labels, totals, headings again; and what precedes a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from wordfleet_print.event.roster.rows import Cell, Odd
from wordfleet_print.event.roster.vocabulary.words import Sense, plain_phrases, senses
from wordfleet_print.sheet.captains import plain

_OUT = plain_phrases("out")
_TOTAL = plain_phrases("totals")
_ROUND = re.compile(
    r"(?:.{0,40}\b)?(?:round|runde|ronde|rnd|ronda|turno|rodada|omgang|omgång|kierros|runda|kolo|forduló|tour|тур|раунд|"
    r"manche)\s*(?:no\.?|nr\.?|n°|#)?\s*(\d{1,3})\b.*|(\d{1,3})(?:\.|st|nd|rd|th|er|re|ère|e|ème|ª|a|\.ª)?\s*"
    r"(?:round|runde|ronde|ronda|turno|rodada|omgang|omgång|kierros|runda|kolo|forduló|tour|тур|раунд|manche)\b.*",
    re.IGNORECASE,
)
_FOOT = re.compile(
    r"(?:page|seite|pagina|página|sida|side|strona|strana|oldal|sayfa)\s+\d+\b.*|(?:generated|exported|printed|created|"
    r"downloaded|erstellt|exportiert|gedruckt|généré|exporté|imprimé|generado|exportado|as of|stand|"
    r"updated|last updated|"
    r"source|note|notes|nb|n\.b\.|hinweis|remarque|nota|organi[sz]er|organi[sz]ed|contact|programm\w*|program)\b\s*"
    r"(?:[:=].*|\d.*|(?:by|on|at|from|am|von|le|el|par|por|the|mit|aus|with)\b.*)|[©†‡].*|https?://\S+|www\.\S+"
    r"|\(?\d{1,3}[.):]|.*(?:chess-results\.com|swiss-manager|\bdatabase of\b).*|[-–—=_*·]{2,}",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"(?:e\. ?g\.|z\. ?b\.|p\. ?ej\.|example\b|beispiel\b|exemple\b|ejemplo\b).*", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:\S+\s+){2,}\S{4,}[.!?]|(?:\S+\s+){10,}\S+")
_AMOUNT = re.compile(r"[\W\d_]*(?:(?:players?|spieler|eur|gbp|usd|chf)[\W\d_]*)?", re.IGNORECASE)
_COUNTED = re.compile(r"\d+\s+[^\W\d]")
_BULLET = re.compile(
    r"\s*(?:[•·‣▪●○◦■□☐☑✓✔➤►→⁃∙*>–—-]\s+|[•‣▪●○◦■□☐☑✓✔➤►⁃∙]\s*|\(?\d{1,5}[.)\]:]\s*(?=[^\W\d])|#\d{1,5}[.:]?\s+(?=[^\W\d]))+"
)
_TAIL = re.compile(r"\s*[(\[]\s*[#]?\d[\d.,½ ]*\s*[)\]]\s*$|\s+\d{3,4}$")


_BEHIND = re.compile(r"[(\[]|\s[-–—:]\s")
SEVERAL = re.compile(
    r"(?:[;&]|\+(?=\s?\w)|/(?=\s|[^\W\d]{2}))(?:(?<=[^\W\d]{2}.)|(?<=[^\W\d]\s.))|,.*,|\),|"
    r"\s(?:and|(?<!von )und|et)\s",
    re.IGNORECASE,
)
"""What names of several people have in them: “Ann & Ben”, “Ann + 1”."""


class Margin(Enum):
    """What a row is that is nobody."""

    LABEL = auto()
    TOTAL = auto()
    FOOT = auto()
    ROUND = auto()
    OUT = auto()
    """Heads those who do not play after all."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A row that is nobody: what it is, its text, and the round that it names."""

    margin: Margin
    text: str
    round: int | None = None


def aside_of(cells: Sequence[Cell]) -> Aside | None:
    """What a row says where it is nobody; None for a row that is about players."""
    filled = [cell.strip() for cell in cells if not isinstance(cell, Odd) and cell.strip()]
    if not filled:
        return None
    alone = len(filled) == 1 and not any(isinstance(cell, Odd) for cell in cells)
    return _lone_aside(filled[0]) if alone else _aside_with(filled[0], filled[1:])


def _lone_aside(text: str) -> Aside | None:
    """What a row says that holds nothing but this text."""
    head, colon, rest = (part.strip() for part in text.replace("：", ":").partition(":"))
    if found := _ROUND.fullmatch(text):
        return Aside(Margin.ROUND, text, int(found[1] or found[2]) or None)
    if colon and not rest and _word(head) not in _OUT | _TOTAL:
        return Aside(Margin.LABEL, text)
    if _word(head) in _OUT and not rest:
        return Aside(Margin.OUT, text)
    told = _FOOT.fullmatch(text) or _SENTENCE.fullmatch(text)
    return _aside_with(text, []) or (Aside(Margin.FOOT, text) if told else None)


def _aside_with(text: str, others: Sequence[str]) -> Aside | None:
    """What a row says that begins with this text, with other cells behind it: a total, or who is out."""
    head, colon, rest = (part.strip() for part in text.replace("：", ":").partition(":"))
    counted = bool(_COUNTED.match(text)) and all(_counts(word) for word in plain(text).split()[1:])
    if counted or (all(map(_AMOUNT.fullmatch, [rest, *others])) and _word(head) in _TOTAL):
        return Aside(Margin.TOTAL, text)
    out = (colon and _word(head) in _OUT) or _EXAMPLE.fullmatch(text)
    return Aside(Margin.FOOT, " ".join([text, *others])) if out else None


def _word(head: str) -> str:
    """What a label says, without a number behind it."""
    return plain(re.sub(r"[\d(].*", "", head))


def _counts(word: str) -> bool:
    """Whether a word says what is counted: players, a total."""
    return bool(senses().get(word, Sense(0)) & Sense.PERSON) or word in _TOTAL | {"in", "all", "registered", "entries"}


def is_out(text: str) -> bool:
    """Whether a status says that somebody does not play after all."""
    words = plain(text).split()
    return plain(text) in _OUT or (len(words) < 5 and bool({*words} & _OUT) and not {*words} & {"not", "no", "nicht"})


def is_struck(name: str) -> bool:
    """Whether a name says that whoever bears it does not play: “Ann Lee (cancelled)”, “~~Ann Lee~~”."""
    head, *rest = _BEHIND.split(name)
    return name.startswith("~~") or bool(head.strip() and rest and plain(rest[-1]) in _OUT)


def without_number(text: str) -> str:
    """A name without the bullet or the number in front of it; as it is where nothing else would be left."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def without_tail(text: str) -> str:
    """A name without a number in brackets behind it, such as a rating."""
    return _TAIL.sub("", text) or text
