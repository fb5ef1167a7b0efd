"""What people write in cells: yes and no, byes, who is out, labels, names.

`simplify` drops case, accents and signs; `list_words("no")` and `list_phrases("out")` are lists of
vocabulary.toml.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache

from wordfleet_print.roster.headings import Heading, asks_who_plays, list_senses_in
from wordfleet_print.roster.vocabulary import list_phrases, list_senses, list_words
from wordfleet_print.sheet.player_names import simplify

_DASHES = ("-", "–", "—", "/", ".")
_TICKS = frozenset("✓✔☑✅👍+○〇◯◎")
_CROSSES = frozenset("-–—✗✘☐❌👎×✕✖/") | {"n/a", "N/A"}
DITTO = frozenset(('"', "″", "”", "''", "〃", "do", "do.", "ditto", "dto", "dto."))
EMAIL = re.compile(r"(mailto:)?[^\s@]+@[^\s@]+\.[^\s@]+")
_ADDRESS = re.compile(r"(https?://|www\.)\S+", re.IGNORECASE)
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ,].*)?"
    r"|\d{1,2}:\d{2}(:\d{2})?"
    r"|[^\W\d]{3,9}\.? \d{1,2}, \d{4}.*"
)
_NUMBER = re.compile(r"[\W\d]*\d[\W\d]*|[A-Z]{1,2}-?\d{3,}")  # also “P001”
_NO_NAMES = (EMAIL, _ADDRESS, _DATE, _NUMBER)
_BULLET = re.compile(
    r"\s*(?:\[[ xX✓]?\]\s*|[•·‣▪●○◦■□☐☑✓✔✅✗✘❌➤►→⃁∙*>–—-]\s+|[•‣▪●○◦■□☐☑✓✔✅✗✘❌➤►⃁∙🔹🔸👉]\s*"
    r"|\(?\d{1,5}[.)\]:]\s*(?=[^\W\d])|#\d{1,5}[.:]?\s+(?=[^\W\d]))+"
)
TICKED = ("[x]", "[X]", "[✓]", "☑", "✓", "✔", "✅")
NOT_TICKED = ("[ ]", "[]", "☐", "✗", "✘", "❌", "👎")
# Codes that count: Roman numerals, rooms.
_SERIES = (re.compile("[ivxl]+"), re.compile(r"[a-z]\d+"))
# Between two needs: “text, left-handed”.
_BETWEEN_NEEDS = re.compile("[,;/+&]")
# “Captain: ”, “Player 2: ”
_LABEL = re.compile(r"([^:：]{1,30})[:：]\s+(?=\w)")
# Signs behind a name that point to a note below the list.
_FOOTNOTE_SIGNS = "*†‡§¹²³⁴⁵⁶⁷⁸⁹"
NUMBER_BEFORE = re.compile(r"^\d{1,5}\s+(?=[^\W\d])")
RATING_BEHIND = re.compile(r"\s*[(\[]\s*#?\d[\d.,½ ]*\s*[)\]]\s*$|\s+\d{3,4}$")
_BRACKETED_EMAIL = re.compile(r"\s{0,9}[<(\[][^\s@<(\[]{1,254}@[^\s@]{1,254}[>)\]]")
# “Waiting list:”, “Accepted (3)”, “Accepted – 3”
_LABEL_OF_ROWS = re.compile(r"(.{1,60}?)\s*(?:[:：]|(?:[(\[]\s*\d+\s*[)\]]|[—–-]\s*\d+)\W*)")
_ROUND = re.compile(
    r"(?i)(?:.{0,40}\b)?"
    r"(?:round|runde|ronde|ronda|turno|rodada|omgang|omgång|kierros|runda|kolo|tour|тур|manche)"
    r"\s*(?:no\.?|nr\.?|#)?\s*(\d{1,3})\b.*"
)
_SEVERAL = re.compile(
    r"(?i)(?<=\w)\s?[;&/]\s?(?=\w\w)|\s\(?\+\s?\d?(?=\s?\w)|\s[–—-]\s|\s(?:and|und|et)\s(?!zu\b)"
)
VERSUS = re.compile(r"\s(v\.?|(?i:vs\.?|versus|gegen|contre|contra|contro|tegen))\s")


class CellError(ValueError):
    """A cell that cannot be what its column is: what is wrong, and what helps."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice


class Plays(Enum):
    """What a text says of playing."""

    YES = auto()
    NO = auto()
    OPEN = auto()
    """“Maybe”, “invited”."""
    UNKNOWN = auto()


@lru_cache(maxsize=1 << 14)
def is_name_like(text: str) -> bool:
    """Whether a cell can be a name at all: no number, date, address, yes or no."""
    if not text or simplify(text) in list_words("no-names") or is_placeholder(text):
        return False
    return not any(pattern.fullmatch(text) for pattern in _NO_NAMES)


def is_code(text: str) -> bool:
    """Whether a cell is a date, a number or capitals such as “NY”, which say nothing of playing."""
    if _DATE.fullmatch(text):
        return True
    if text.isdecimal():
        return len(text) > 1
    is_short = len(text) in (2, 3) and text.isascii() and text.isalpha() and text.isupper()
    return is_short and read_yes_or_no(text) is None and not says_out(text)


def is_placeholder(text: str) -> bool:
    """Whether a cell says that nobody gave a name: “anonymous”, “Info Requested”."""
    parts = simplify(text).split()
    if not parts:
        return False
    return list_words("placeholders").issuperset(parts) or "".join(parts) in list_words(
        "placeholders"
    )


def is_test_person(name: str) -> bool:
    """Whether a program made somebody up: “Student, Test”, “Demo Player”."""
    parts = simplify(name).split()
    rest = [part for part in parts if part not in list_words("test-people")]
    if len(rest) == len(parts) or not rest:
        return False
    return all("person" in list_senses(part) for part in rest)


def is_unsure(text: str) -> bool:
    """Whether an answer is neither yes nor no: “maybe”, “not sure”, “yes and no”."""
    answer = simplify(text)
    parts = set(answer.split())
    if parts & list_words("refusals") and "yes" in parts:
        return True
    return (
        bool(parts & list_words("unsure"))
        or "not sure" in answer
        or answer.startswith("don t know")
    )


def read_yes_or_no(text: str) -> bool | None:
    """Return what a tick, a cross or the first word says; None if that is not clear."""
    if text in _TICKS:
        return True
    if text in _CROSSES:
        return False
    parts = simplify(text).split()
    if not parts or is_unsure(text):
        return None
    if parts[0] in list_words("yes"):
        return True if list_words("refusals").isdisjoint(parts[1:]) else None
    if parts[0] in list_words("no") or simplify(text).startswith(("i don t", "i do not", "don t")):
        return False
    return None


def read_wish(text: str, *, wish: str, opposite: str, sense: str) -> bool | None:
    """Return whether an answer asks for something: “yes”, “no”, or the thing itself, “left”.

    `wish` and `opposite` are the names of word lists, such as "left" and "right"; `opposite` is ""
    for a thing without. `sense` is what words for the thing speak of. None for any other answer.
    """
    parts = set(simplify(text).split())
    if opposite and parts & list_words(opposite) and not parts & list_words(wish):
        return False
    answer = read_yes_or_no(text)
    if answer is not None or is_unsure(text):
        return answer
    names_it = (
        parts & list_words(wish) or sense in list_senses_in(text) or parts & list_words("wanted")
    )
    if names_it and not parts & list_words("denied"):
        return True
    return False if parts & list_words("no") else None


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody wrote about a player, and what it speaks of."""

    text: str
    words: frozenset[str]
    senses: frozenset[str]
    is_of_needs: bool
    """Whether it is in a column of needs, where “VI” is no class."""

    def has_word(self, name: str) -> bool:
        """Whether a word is in this list of the vocabulary."""
        return not list_words(name).isdisjoint(self.words)

    def has_code(self, name: str) -> bool:
        """Whether a word is in this list of codes, which mean something in columns of needs."""
        return self.is_of_needs and self.has_word(name)

    def has_item(self, name: str) -> bool:
        """Whether one of the needs in it is a code by itself: “text, left-handed”."""
        items = {simplify(item) for item in _BETWEEN_NEEDS.split(self.text)}
        return self.is_of_needs and not list_words(name).isdisjoint(items)

    def holds_phrase(self, name: str) -> bool:
        """Whether it holds a phrase of this list, as whole words."""
        text = f" {simplify(self.text)} "
        return any(f" {phrase} " in text for phrase in list_phrases(name))


def read_remark(text: str, *, is_of_needs: bool) -> Remark | None:
    """Return a remark; None for a text that says nothing, or is unsure, or denies a need."""
    parts = frozenset(simplify(text).split())
    if parts & list_words("denied") or is_unsure(text) or not is_name_like(text):
        return None
    return Remark(text, parts, list_senses_in(text), is_of_needs)


def is_of_series(text: str, column: Sequence[str]) -> bool:
    """Whether a code is one of several like it in its column, as classes V, VI and rooms A2, A3.

    Then it is no code for a need, such as VI for “visually impaired”; nor is one that all cells
    hold.
    """
    code = simplify(text)
    other_codes = set(map(simplify, column)) - {code}
    for series in _SERIES:
        if series.fullmatch(code):
            return not other_codes or any(map(series.fullmatch, other_codes))
    return False


def denies_needs(text: str) -> bool:
    """Whether a remark says that somebody has no need: “no large print”."""
    return not list_words("denied").isdisjoint(simplify(text).split())


# Who plays


def says_out(text: str) -> bool:
    """Whether a short text says that somebody does not play: “withdrawn”."""
    answer = simplify(text)
    out = _words_for_out()
    if answer in out:
        return True
    parts = answer.split()
    has_word = not out.isdisjoint(parts) and list_words("denied").isdisjoint(parts)
    return len(parts) < 5 and has_word


@cache
def _words_for_out() -> frozenset[str]:
    """Return what says that somebody does not play, in a cell or as a heading.

    A word that also means “no”, such as Turkish “yok”, depends on the heading, and is left out.
    """
    return list_phrases("out") | list_phrases("away") | (list_words("gone") - list_words("no"))


def says_undecided(text: str) -> bool:
    """Whether a text says only that it is open who plays: “maybe”, “invited”."""
    return simplify(text) in list_phrases("undecided") | list_words("unsure")


def mentions_out(text: str) -> bool:
    """Whether a remark of any length says so: “injured, not playing”."""
    if says_out(text):
        return True
    remark = f" {simplify(text)} "
    long_phrases = [phrase for phrase in _words_for_out() if " " in phrase]
    return any(f" {phrase} " in remark for phrase in long_phrases)


def read_status(text: str, heading: Heading, *, is_odd: bool = False) -> Plays:
    """Return what a cell under this heading says of playing; an odd cell is no text, but a date or
    an error.
    """
    if heading.has_word_of("gone"):
        return Plays.NO if is_odd else _read_absence(text)
    if is_odd:
        return Plays.UNKNOWN
    if not text or text in _DASHES:
        return _read_silence(text, heading)
    if _is_undecided(text):
        return Plays.OPEN
    if says_out(text):
        return Plays.NO
    return _read_answer(text, heading)


def _read_silence(text: str, heading: Heading) -> Plays:
    """Return what an empty cell or a dash says of playing.

    Where the heading asks who comes, a dash is a no, and an empty cell leaves it open. Under
    “Status” both say nothing against playing.
    """
    if asks_who_plays(heading):
        return _read_answer(text, heading) if text else Plays.OPEN
    return Plays.YES if text or heading.speaks_of("status") else Plays.OPEN


def _read_absence(text: str) -> Plays:
    """Return what a cell says under “Cancelled”, “Withdrawn on”."""
    if not text or read_yes_or_no(text) is False:
        return Plays.YES
    if _DATE.fullmatch(text) or read_yes_or_no(text) or says_out(text):
        return Plays.NO
    return Plays.OPEN


def _is_undecided(text: str) -> bool:
    """Whether an answer leaves open who plays: “maybe”, “invited”, “?”."""
    answer = simplify(text)
    if not answer:
        return "?" in text
    first = answer.split()[0]
    return says_undecided(text) or first in list_phrases("undecided")


def _read_answer(text: str, heading: Heading) -> Plays:
    """Return what an answer says of playing, in the words of the vocabulary."""
    answer = simplify(text)
    if answer == "none" or answer in list_phrases("in"):
        return Plays.YES
    if asks_who_plays(heading) and text.isdecimal():
        return Plays.YES if int(text) else Plays.NO  # how many come
    if len(answer.split()) < 2 or asks_who_plays(heading):
        plays = read_yes_or_no(text)
        if plays is not None:
            return Plays.YES if plays else Plays.NO
    senses = list_senses_in(text)
    if "other" in senses:
        return Plays.OPEN
    return Plays.YES if "person" in senses else Plays.UNKNOWN


def read_label(text: str) -> Plays | None:
    """Return what a label says of the rows below: “Cancelled:”, “Accepted (3)”; None for others.

    A label has a colon or a number behind it; only a phrase such as “not playing” needs neither.
    """
    match = _LABEL_OF_ROWS.fullmatch(strip_bullet(text.strip("*_ ")).strip("*_ "))
    label = simplify(match[1] if match else text)
    if label in list_phrases("out") and (match or " " in label):
        return Plays.NO
    if not match:
        return None
    if label in list_phrases("undecided"):
        return Plays.OPEN
    if label in list_phrases("in"):
        return Plays.YES
    return Plays.NO if label in list_phrases("away") | list_words("refusals") else None


# Rows of tables and titles


def is_bye(text: str) -> bool:
    """Whether a cell for an opponent says “none”."""
    answer = simplify(text)
    parts = set(answer.split())
    if not answer or answer in list_phrases("byes"):
        return True
    return bool(parts & list_words("byes")) and parts <= list_words("byes") | list_words(
        "beside-byes"
    )


def find_round_number(text: str) -> int | None:
    """Return the round that a title names."""
    match = _ROUND.fullmatch(text)
    return int(match[1]) or None if match else None


def is_total(text: str) -> bool:
    """Whether a cell begins a row of totals: “Total: 17”, “2 players”."""
    if text[:1].isdecimal() and _counts_people(simplify(text)):  # “+44 Kid” is somebody
        return True
    before_number = simplify(re.sub(r"[:\d(].*", "", text))
    has_number = bool(re.search(r"[:\d]", text))
    # “Total” alone may be a name
    return before_number in list_phrases("totals") and (has_number or " " in before_number)


def names_count(text: str) -> bool:
    """Whether a text says what a number next to it counts: “Number of pupils”."""
    first_word, *rest = simplify(text).split() or [""]
    counted = [word for word in rest if word not in list_words("whose")]  # without “of”
    are_people = bool(counted) and all("person" in list_senses(word) for word in counted)
    is_number = first_word in list_phrases("totals") or "number" in list_senses(first_word)
    return are_people and is_number


# Names


def _counts_people(text: str) -> bool:
    """Whether a text is a number and words for people: “17 boys”."""
    counted = re.fullmatch(r"\d+ (.+)", text)
    return counted is not None and all("person" in list_senses(word) for word in counted[1].split())


def may_be_several(name: str) -> bool:
    """Whether a name may be those of several people: “Ann & Ben”."""
    return bool(_SEVERAL.search(name))


def strip_bullet(text: str) -> str:
    """Return a name without the bullet or number in front of it."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def strip_label(text: str) -> str:
    """Return a name without the word for a player in front of it: “Captain: Ann Lee”."""
    match = _LABEL.match(text)
    if not match:
        return text
    parts = [part for part in simplify(match[1]).split() if not part.isdecimal()]
    is_player = bool(parts) and all(list_senses(part) & {"person", "name"} for part in parts)
    return text[match.end() :] if is_player else text


def strip_footnote_signs(text: str) -> str:
    """Return a name without the signs behind it that point to a note: “Ann Lee*”, “Ben Oko†”."""
    return text.strip("*").rstrip(_FOOTNOTE_SIGNS + " ")


def strip_email(text: str) -> str:
    """Return a name without an e-mail address behind it."""
    bare = _BRACKETED_EMAIL.sub("", text)
    if bare != text and bare[:1] == bare[-1:] == '"':
        return bare[1:-1]
    return bare


def split_at_comma(text: str) -> tuple[str, str, str] | None:
    """Return last name, first names and suffix of “King, Martin, Jr.”; None for anything else."""
    name, _, _ = text.partition(" (")
    last, *others = [part.strip() for part in name.split(",")]
    suffixes = [part for part in others if simplify(part) in list_words("suffixes")]
    firsts = [part for part in others if part not in suffixes]
    if len(firsts) != 1:
        return None
    first = firsts[0]
    if not (_has_letters(last) and _has_letters(first)):
        return None
    return last, first, " ".join(suffixes)


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def turn_name(text: str) -> str:
    """Return “Lee, Ann” as “Ann Lee”."""
    parts = split_at_comma(text)
    if not parts:
        return text
    last, first, suffix = parts
    _, bracket, club = text.partition(" (")
    return " ".join(filter(None, (first, last, suffix))) + bracket + club


@lru_cache(maxsize=1 << 12)
def find_counted_word(text: str) -> str:
    """Return what is counted: “player” of “Player 3” or “Player two”; "" if nothing is."""
    parts = re.sub(r"\d+", " 1 ", simplify(text)).split()
    counted = [word for word in parts if len(word) > 1 and word not in list_words("counting")]
    has_number = len(counted) < len(parts)
    return " ".join(counted) if has_number else ""
