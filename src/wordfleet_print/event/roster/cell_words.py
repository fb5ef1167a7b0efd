"""What people write in cells: yes, no, numbers, byes, labels, totals."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import lru_cache

from wordfleet_print.event.roster.headings import Sense, has_phrase, plain_phrases, plain_words, senses
from wordfleet_print.event.roster.listing import Cell, Odd, Use
from wordfleet_print.sheet.captains import plain

_YES = plain_words("yes")
_NO = plain_words("no")
_REFUSALS = plain_words("refusals")
_WANTED = plain_words("wanted")
_UNSURE = plain_words("unsure")
_NOT_SURE = re.compile(r"not? (sure|certain)|don t know|dont know|weiss nicht|je ne sais pas|no se\b|non so\b|no idea")
_MARKED = dict.fromkeys("✓✔☑✅👍+○〇◯◎", True) | dict.fromkeys(
    ("-", "–", "—", "✗", "✘", "☐", "❌", "👎", "×", "✕", "✖", "/", "./.", "n/a", "N/A"), False
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


OPEN = frozenset({"tbd", "tba", "tbc", "to be decided", "to be announced", "offen", "a determiner"})
"""What a cell for an opponent says in `plain` form where nobody knows yet."""


_MARKS = plain_words("marks")
_HOLDERS = plain_words("holders")
_NO_NAME = frozenset({"info requested", "info requested info requested", "n/a", "anonymous", "tba", "tbc", "tbd"})
_ID = re.compile(r"[^\W\d_]{0,6}[-_./#]?\d[\w./-]*|[0-9a-fA-F]{8}-[0-9a-fA-F-]{8,}|(?=\S*\d)(?=\S*[A-Z])[A-Z0-9]{5,}")
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ,].*)?|\d{1,2}:\d{2}(:\d{2})?|\d{1,2}\.? [^\W\d]{3,9}\.? \d{2,4}.*"
    r"|[^\W\d]{3,9}\.? \d{1,2}, \d{4}.*"
)


class CellKind(StrEnum):
    """What all filled cells of a column are."""

    EMPTY = "nothing"
    NUMBERS = "numbers"
    IDS = "codes"
    EMAILS = "e-mail addresses"
    LINKS = "links"
    DATES = "dates"
    MARKS = "yes and no"
    HOLDERS = "“anonymous” and the like"
    TEXT = "text"


_TESTS: Mapping[CellKind, Callable[[str], object]] = {
    CellKind.EMAILS: re.compile(r"(mailto:)?[^\s@]+@[^\s@]+\.[^\s@]+").fullmatch,
    CellKind.LINKS: re.compile(r"(https?://|www\.)\S+", re.IGNORECASE).fullmatch,
    CellKind.DATES: _DATE.fullmatch,
    CellKind.NUMBERS: re.compile(r"[+-]?[\d\s.,'’/%½¼¾€$£-]*\d[\d\s.,'’/%½¼¾€$£-]*|½").fullmatch,
    CellKind.MARKS: lambda text: plain(text) in _MARKS,
    CellKind.HOLDERS: lambda text: plain(text) and {*plain(text).split()} <= _HOLDERS,
    CellKind.IDS: _ID.fullmatch,
}


def kind_of(cells: Sequence[Cell]) -> CellKind:
    """What the filled ones of these cells are, all of them; `CellKind.TEXT` where they are not of one kind."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str) and cell.strip()]
    if not texts:
        return CellKind.DATES if any(isinstance(cell, Odd) for cell in cells) else CellKind.EMPTY
    return next((kind for kind, test in _TESTS.items() if all(map(test, texts))), CellKind.TEXT)


def is_holder(text: str) -> bool:
    """Whether a cell holds the place of a name that nobody has given, as ticketing programmes write it: an address."""
    return text.casefold() in _NO_NAME or bool(_TESTS[CellKind.EMAILS](text))


_OUT = plain_phrases("out")
_AWAY = _OUT | plain_phrases("away")
_IN = plain_phrases("in")
_UNDECIDED = plain_phrases("undecided")
_TOTAL = plain_phrases("totals")
_HEADING_ROW = re.compile(r"(.{1,60}?)\s*(?:[:：]|(?:[(\[]\s*\d+\s*[)\]]|[—–-]\s*\d+)\W*)")
"""What heads a part of a list: “Going:”, “Accepted (3)”, “Players — 12”."""
_ROUND = re.compile(
    r"(?:.{0,40}\b)?(?:round|runde|ronde|rnd|ronda|turno|rodada|omgang|omgång|kierros|runda|kolo|forduló|tour|тур|раунд|"
    r"manche)\s*(?:no\.?|nr\.?|n°|#)?\s*(\d{1,3})\b.*|(\d{1,3})(?:\.|st|nd|rd|th|er|re|ère|e|ème|ª|a|\.ª)?\s*"
    r"(?:round|runde|ronde|ronda|turno|rodada|omgang|omgång|kierros|runda|kolo|forduló|tour|тур|раунд|manche)\b.*",
    re.IGNORECASE,
)
_FOOT = re.compile(
    r"(?:page|seite|pagina|página|sida|side|strona|strana|oldal|sayfa)\s+\d+(?:\s+\w+\s+\d+|\s*/\s*\d+)?\W*|(?:generated|exported|printed|created|"
    r"downloaded|erstellt|exportiert|gedruckt|généré|exporté|imprimé|generado|exportado|as of|stand|"
    r"updated|last updated|"
    r"source|note|notes|nb|n\.b\.|hinweis|remarque|nota|organi[sz]er|organi[sz]ed|contact|programm\w*|program)\b\s*"
    r"(?:[:=].*|\d.*|(?:by|on|at|from|am|von|le|el|par|por|the|mit|aus|with)\b.*)|[©†‡].*|https?://\S+|www\.\S+"
    r"|\(?\d{1,3}[.):]|.*(?:chess-results\.com|swiss-manager|\bdatabase of\b).*",
    re.IGNORECASE,
)
_RULE = re.compile("[-–—=_*·:]{2,}")
_EXAMPLE = re.compile(r"(?:e\. ?g\.|z\. ?b\.|p\. ?ej\.|example\b|beispiel\b|exemple\b|ejemplo\b).*", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:\S+\s+){5,}\S{4,}[.!?]|(?:\S+\s+){2,}\S{4,}[!?]|(?:\S+\s+){10,}\S+")
_AMOUNT = re.compile(r"[\W\d_]*(?:(?:players?|spieler|eur|gbp|usd|chf)[\W\d_]*)?", re.IGNORECASE)
_COUNTED = re.compile(r"\d+\s+[^\W\d]")
_BULLET = re.compile(
    r"\s*(?:\[[ xX✓]?\]\s*|[•·‣▪●○◦■□☐☑✓✔➤►→⃁∙*>–—-]\s+|[•‣▪●○◦■□☐☑✓✔➤►⃁∙]\s*|"
    r"\(?\d{1,5}[.)\]:]\s*(?=[^\W\d])|#\d{1,5}[.:]?\s+(?=[^\W\d]))+"
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
    IN = auto()
    """Heads those who play."""
    OUT = auto()
    """Heads those who do not play after all."""
    UNSURE = auto()
    """Heads those of whom nobody knows whether they play."""
    DOUBT = auto()
    """May be a title or a total, and may be somebody."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A row that is nobody: what it is, its text, and the round that it names."""

    margin: Margin
    text: str
    round: int | None = None


def aside_of(cells: Sequence[Cell], stem: str = "") -> Aside | None:
    """What a row says where it is nobody; None for a row that is about players, among whom are those who are counted
    by a `stem`: “player” where they are called “Player 1” and so on.
    """
    filled = [cell.strip() for cell in cells if not isinstance(cell, Odd) and cell.strip()]
    if not filled or (stem and counted(filled[0]) == stem):
        return None
    if all(map(_RULE.fullmatch, filled)):
        return Aside(Margin.FOOT, filled[0])
    alone = len(filled) == 1 and not any(isinstance(cell, Odd) for cell in cells)
    return _lone_aside(filled[0]) if alone else _aside_with(filled[0], filled[1:])


def _lone_aside(text: str) -> Aside | None:
    """What a row says that holds nothing but this text."""
    if found := _ROUND.fullmatch(text):
        return Aside(Margin.ROUND, text, int(found[1] or found[2]) or None)
    headed = _HEADING_ROW.fullmatch(text)
    label = plain(headed[1] if headed else text)
    if headed and label in _AWAY | _NO:
        return Aside(Margin.OUT, text)
    for margin, said in ((Margin.OUT, _OUT), (Margin.UNSURE, _UNDECIDED), (Margin.IN, _IN)):
        if label in said:
            return Aside(margin if headed or margin is not Margin.IN else Margin.DOUBT, text)
    if text.endswith((":", "：")) and label not in _TOTAL:
        return Aside(Margin.LABEL, text)
    told = _FOOT.fullmatch(text) or _SENTENCE.fullmatch(text)
    return _aside_with(text, []) or (Aside(Margin.FOOT, text) if told else None)


def _aside_with(text: str, others: Sequence[str]) -> Aside | None:
    """What a row says that begins with this text, with other cells behind it: a total, or who is out."""
    head, colon, rest = (part.strip() for part in text.replace("：", ":").partition(":"))
    is_count = bool(_COUNTED.match(text)) and all(_counts(word) for word in plain(text).split()[1:])
    if is_count or (all(map(_AMOUNT.fullmatch, [rest, *others])) and _word(head) in _TOTAL):
        sure = " " in _word(head) or colon or any(map(str.isdecimal, "".join([text, *others])))
        return Aside(Margin.TOTAL if sure else Margin.DOUBT, text)
    out = (colon and _word(head) in _OUT) or _EXAMPLE.fullmatch(text)
    return Aside(Margin.FOOT, " ".join([text, *others])) if out else None


_COUNTING = plain_words("counting")


def counted(text: str) -> str:
    """What is counted, “player” of “Player 3”, “kid” of “Kid B” or “Kid two”; "" where a text does not count."""
    words = re.sub(r"\d+", " 1 ", plain(text)).split()
    stem = [word for word in words if len(word) > 1 and word not in _COUNTING]
    return " ".join(stem) if len(stem) < len(words) else ""


def _word(head: str) -> str:
    """What a label says, without a number behind it."""
    return plain(re.sub(r"[\d(].*", "", head))


def _counts(word: str) -> bool:
    """Whether a word says what is counted: players, a total."""
    return bool(senses().get(word, Sense(0)) & Sense.PERSON) or word in _TOTAL | {"in", "all", "registered", "entries"}


def is_out(text: str) -> bool:
    """Whether a status says that somebody does not play after all."""
    words = plain(text).split()
    return plain(text) in _AWAY or (len(words) < 5 and bool({*words} & _AWAY) and not {*words} & {"not", "no", "nicht"})


def is_undecided(text: str) -> bool:
    """Whether an answer leaves open whether somebody plays: “maybe”, “invited”, “?”."""
    said = plain(text)
    told = said in _UNDECIDED | _UNSURE or said.partition(" ")[0] in _UNDECIDED or _NOT_SURE.search(said)
    return bool(told) or (not said and "?" in text)


def says_no(text: str) -> bool:
    """Whether an answer is a no."""
    return (wish(text, Use.STATUS) is False and plain(text) != "none") or is_out(text)


def is_answer(text: str) -> bool:
    """Whether a cell answers a question with yes, no, or neither."""
    if plain(text) in _MARKS | _IN or is_out(text) or is_undecided(text):
        return True
    return wish(text, Use.STATUS) is not None


def is_struck(name: str) -> bool:
    """Whether a name says that whoever bears it does not play: “Ann Lee (cancelled)”, “~~Ann Lee~~”."""
    head, *rest = _BEHIND.split(name)
    return name.startswith("~~") or bool(head.strip() and rest and plain(rest[-1]) in _AWAY)


def without_number(text: str) -> str:
    """A name without the bullet or the number in front of it; as it is where nothing else would be left."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def without_tail(text: str) -> str:
    """A name without a number in brackets behind it, such as a rating."""
    return _TAIL.sub("", text) or text
