"""What people write in cells: yes and no, byes, who is out, labels, names."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import lru_cache

from wordfleet_print.roster.headings import (
    asks_who_plays,
    phrases,
    senses_of,
    split_words,
    words,
)
from wordfleet_print.sheet.captains import plain
from wordfleet_print.tables.rows import Odd

_TICKS = frozenset("✓✔☑✅👍+○〇◯◎")
_CROSSES = frozenset(("-", "–", "—", "✗", "✘", "☐", "❌", "👎", "×", "✕", "✖", "/", "n/a", "N/A"))
EMAIL = re.compile(r"(mailto:)?[^\s@]+@[^\s@]+\.[^\s@]+")
_ADDRESS = re.compile(r"(https?://|www\.)\S+", re.IGNORECASE)
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ,].*)?|\d{1,2}:\d{2}(:\d{2})?|[^\W\d]{3,9}\.? "
    r"\d{1,2}, \d{4}.*"
)
_NUMBER = re.compile(r"[\W\d]*\d[\W\d]*|[A-Z]{1,2}-?\d{3,}")  # also “P001”
_BULLET = re.compile(
    r"\s*(?:\[[ xX✓]?\]\s*|[•·‣▪●○◦■□☐☑✓✔✅✗✘❌➤►→⃁∙*>–—-]\s+|[•‣▪●○◦■□☐☑✓✔✅✗✘❌➤►⃁∙🔹🔸👉]\s*"
    r"|\(?\d{1,5}[.)\]:]\s*(?=[^\W\d])|#\d{1,5}[.:]?\s+(?=[^\W\d]))+"
)
TICKED, NOT_TICKED = (
    ("[x]", "[X]", "[✓]", "☑", "✓", "✔", "✅"),
    ("[ ]", "[]", "☐", "✗", "✘", "❌", "👎"),
)
NUMBER_BEFORE = re.compile(r"^\d{1,5}\s+(?=[^\W\d])")
RATING_BEHIND = re.compile(r"\s*[(\[]\s*#?\d[\d.,½ ]*\s*[)\]]\s*$|\s+\d{3,4}$")
_BRACKETED_EMAIL = re.compile(r"\s{0,9}[<(\[][^\s@<(\[]{1,254}@[^\s@]{1,254}[>)\]]")
_HEADED = re.compile(r"(.{1,60}?)\s*(?:[:：]|(?:[(\[]\s*\d+\s*[)\]]|[—–-]\s*\d+)\W*)")
_ROUND = re.compile(
    r"(?i)(?:.{0,40}\b)?(?:round|runde|ronde|ronda|turno|rodada|omgang|omgång|kierros|runda|kolo|tour|тур|manche)"
    r"\s*(?:no\.?|nr\.?|#)?\s*(\d{1,3})\b.*"
)
# What stands between several names in a cell.
SEVERAL = re.compile(
    r"(?i)(?<=\w)\s?[;&/]\s?(?=\w\w)|\s\(?\+\s?\d?(?=\s?\w)|\s[–—-]\s|\s(?:and|und|et)\s(?!zu\b)"
)
VERSUS = re.compile(r"\s(v\.?|(?i:vs\.?|versus|gegen|contre|contra|contro|tegen))\s")
OUT = phrases("out") | phrases("away")
DITTO = frozenset(('"', "″", "”", "''", "〃", "do", "do.", "ditto", "dto", "dto."))


@lru_cache(maxsize=1 << 14, typed=True)  # an `Odd` cell is no name, though it equals its text
def is_name_like(text: str) -> bool:
    """Whether a cell can be a name at all: no number, date, address, yes or no."""
    if not text or isinstance(text, Odd) or plain(text) in words("marks") or is_placeholder(text):
        return False
    return not any(pattern.fullmatch(text) for pattern in (EMAIL, _ADDRESS, _DATE, _NUMBER))


def is_placeholder(text: str) -> bool:
    """Whether a cell says that nobody gave a name: “anonymous”, “Info Requested”."""
    parts = plain(text).split()
    return bool(parts) and ({*parts} <= words("holders") or "".join(parts) in words("holders"))


def is_unsure(text: str) -> bool:
    """Whether an answer is neither yes nor no: “maybe”, “not sure”, “yes and no”."""
    answer = plain(text)
    parts = {*answer.split()}
    both = bool(parts & words("refusals")) and "yes" in parts
    return (
        both
        or bool(parts & words("unsure"))
        or "not sure" in answer
        or answer.startswith("don t know")
    )


def yes_or_no(text: str) -> bool | None:
    """Return what an answer says by its first word; None if that is not clear."""
    parts = plain(text).split()
    if text in _TICKS or text in _CROSSES:
        return text in _TICKS
    if not parts or is_unsure(text):
        return None
    if parts[0] in words("yes"):
        return None if {*parts[1:]} & words("refusals") else True
    return (
        False
        if parts[0] in words("no") or plain(text).startswith(("i don t", "i do not", "don t"))
        else None
    )


def wants(text: str, *, left: bool) -> bool | None:
    """Return what an answer says of large print, or of the left hand: yes, no, or the thing
    itself.
    """
    parts, answer = {*plain(text).split()}, yes_or_no(text)
    if left and parts & words("right") and not parts & words("left"):
        return False
    if answer is not None or is_unsure(text):
        return answer
    named = parts & words("left" if left else "large") or (
        "left-handed" if left else "big-print"
    ) in senses_of(text)
    if (named or parts & words("wanted")) and not parts & words("denied"):
        return True
    return False if parts & words("no") else None


class Plays(Enum):
    """What a status says of playing."""

    YES = auto()
    NO = auto()
    OPEN = auto()
    """“Maybe”, “invited”."""
    UNKNOWN = auto()


def says_out(text: str, *, anywhere: bool = False) -> bool:
    """Whether a text says that somebody does not play: “withdrawn”; `anywhere` in it: “injured, not
    playing”.
    """
    answer = plain(text)
    parts = {*answer.split()}
    short = len(parts) < 5 and not parts.isdisjoint(OUT) and parts.isdisjoint(words("denied"))
    return (
        answer in OUT
        or short
        or (anywhere and any(f" {one} " in f" {answer} " for one in OUT if " " in one))
    )


def read_status(text: str, heading: str) -> Plays:
    """Return what a status under a heading says."""
    answer, odd = plain(text), isinstance(text, Odd)
    about_coming, about_out = (
        asks_who_plays(split_words(heading)),
        bool({*plain(heading).split()} & words("gone")),
    )
    parts = answer.split()
    plays = yes_or_no(text) if len(parts) < 2 or about_coming else None
    open_words = {answer, *parts[:1]} & phrases("undecided") or answer in words("unsure")
    # The first that holds decides
    rules: tuple[tuple[object, Plays], ...] = (
        # No reply to “Are you coming?”, or no mark; but an empty status such as one of tickets says
        # nothing
        (
            not text and not about_out and (about_coming or "status" not in senses_of(heading)),
            Plays.OPEN,
        ),
        (not text or (about_out and yes_or_no(text) is False), Plays.YES),
        (not answer and not about_coming and text in "-–—/.", Plays.YES),
        (
            about_out and (odd or _DATE.fullmatch(text) or yes_or_no(text)),
            Plays.NO,
        ),  # such as the date of a refund
        (odd, Plays.UNKNOWN),
        (open_words or (not answer and "?" in text), Plays.OPEN),
        (says_out(text), Plays.NO),
        (about_out, Plays.OPEN),  # “3” on a waiting list, “May 1” under “Withdrawn on”
        (
            plays
            or (plays is False and answer == "none")
            or (plays is None and answer in phrases("in")),
            Plays.YES,
        ),
        (plays is False, Plays.NO),
        ("other" in senses_of(text), Plays.OPEN),  # “Teacher”, “Spectator”
    )
    return next((says for holds, says in rules if holds), Plays.UNKNOWN)


def is_bye(text: str) -> bool:
    """Return whether a cell for an opponent says “none”."""
    answer = plain(text)
    parts = {*answer.split()}
    bye = parts & words("byes") and parts <= words("byes") | words("beside-byes")
    return not answer or answer in phrases("byes") or bool(bye)


def round_in(text: str) -> int | None:
    """Return the round that a title names."""
    found = _ROUND.fullmatch(text)
    return int(found[1]) or None if found else None


def is_total(text: str) -> bool:
    """Whether a cell begins a row of totals: “Total: 17”, “2 players”."""
    head = plain(re.sub(r"[:\d(].*", "", text))
    counted = re.fullmatch(r"\d+ (.+)", plain(text))
    people = counted is not None and all("person" in senses_of(word) for word in counted[1].split())
    return people or (head in phrases("totals") and bool(re.search(r"[:\d]", text) or " " in head))


def read_label(text: str) -> Plays | None:
    """Return what a label says of the rows below, “Cancelled:”, “Accepted (3)”, “Waiting list”;
    None if it is none.
    """
    found = _HEADED.fullmatch(strip_bullet(text.strip("*_ ")).strip("*_ "))
    label = plain(found[1] if found else text)
    for kind, name in ((Plays.NO, "out"), (Plays.OPEN, "undecided"), (Plays.YES, "in")):
        if label in phrases(name) and (found or (kind is Plays.NO and " " in label)):
            return kind
    return Plays.NO if found and (label in phrases("away") or label in words("refusals")) else None


def strip_bullet(text: str) -> str:
    """Return a name without the bullet or number in front of it."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def strip_email(text: str) -> str:
    """Return a name without an e-mail address behind it."""
    bare = _BRACKETED_EMAIL.sub("", text)
    return bare[1:-1] if bare != text and bare[:1] == bare[-1:] == '"' else bare


def split_at_comma(text: str) -> tuple[str, str, str] | None:
    """Return the last name, the first names and a suffix of “King, Martin, Jr.”; None for anything
    else.
    """
    last, *rest = (part.strip() for part in text.partition(" (")[0].split(","))
    suffixes = [part for part in rest if plain(part) in words("suffixes")]
    firsts = [part for part in rest if part not in suffixes]
    with_letters = len(firsts) == 1 and all(
        any(map(str.isalpha, part)) for part in (last, firsts[0])
    )
    return (last, firsts[0], " ".join(suffixes)) if with_letters else None


def turn_name(text: str) -> str:
    """Return “Lee, Ann” as “Ann Lee”."""
    parts = split_at_comma(text)
    _, bracket, club = text.partition(" (")
    return (
        " ".join(filter(None, (parts[1], parts[0], parts[2]))) + bracket + club if parts else text
    )


@lru_cache(maxsize=1 << 12)
def stem_of(text: str) -> str:
    """Return what is counted: “player” of “Player 3”, “kid” of “Kid B” or “Kid two”; "" if nothing
    is.
    """
    parts = re.sub(r"\d+", " 1 ", plain(text)).split()
    stem = [word for word in parts if len(word) > 1 and word not in words("counting")]
    return " ".join(stem) if len(stem) < len(parts) else ""
