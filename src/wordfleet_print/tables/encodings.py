"""From bytes to text: what a byte order mark or the bytes prove, else the likeliest encoding.

Each word with a letter beyond ASCII is read in every encoding that spreadsheets write. A cost says
how unlikely the reading is, in nats: the negative natural logarithm of a probability, so that costs
add up. A word is rated alone: it does not mix scripts, no capital follows a small letter, no sign
is inside it. All words are in one language, or foreign at some cost. The number of rows, and how
often a word comes, do not count. The languages are in languages.toml; a language and an encoding
belong to the region where they are written.
"""

from __future__ import annotations

import codecs
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf, log
from pathlib import Path
from typing import NamedTuple, TypeVar

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.messages import quote

T = TypeVar("T")
VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıōőœūůűų"


class Language(NamedTuple):
    """What the encoding of a list is judged by: a line of languages.toml."""

    region: str
    """Where it is written: one or more of the keys of `_ENCODINGS`, such as “wc”."""
    rarity: float
    """How unlikely it is at first (in nats)."""
    letters: str
    """Its letters, the most frequent first; of Latin ones only those beyond a to z."""
    impossible: re.Pattern[str]
    """Letters in an order that no word of it has."""
    headings: frozenset[str]
    """Words that are headings of lists in it."""


def _read_language(line: str) -> Language:
    region, weight, letters, impossible, *headings = line.split()
    pattern = re.compile(impossible.replace("{V}", f"[{VOWELS}]"))
    return Language(region, -log(float(weight)), letters, pattern, frozenset(headings))


_LANGUAGES_FILE = Path(__file__).with_name("languages.toml")
_LANGUAGE_LINES = tomllib.loads(_LANGUAGES_FILE.read_text(encoding="utf-8"))
LANGUAGES = tuple(map(_read_language, _LANGUAGE_LINES.values()))
# The region of encodings with several bytes a letter.
_WIDE = "wide"
# Encodings that programs write, and how unlikely each is at first (in nats), by region: Western
# Europe, Central Europe, Turkey, the Baltics, elsewhere; those with several bytes a letter.
_ENCODINGS = {
    "w": {"cp1252": 0, "iso8859_15": 1.0, "cp850": 2.3, "mac_roman": 2.5},
    "c": {"cp1250": 0.7, "iso8859_2": 1.3, "cp852": 3},
    "t": {"cp1254": 0.8},
    "b": {"cp1257": 1.6},
    "_": {
        "cp1251": 0.8,
        "koi8_r": 2,
        "cp866": 2.6,
        "cp1253": 0.8,
        "cp1255": 1,
        "cp1256": 1,
        "cp874": 1,
    },
    _WIDE: {"cp932": 1, "gb18030": 1, "cp949": 1, "cp950": 1.5, "euc_jp": 2},
}
# Where Latin letters are written.
_LATIN_REGIONS = frozenset({"w", "c", "t", "b"})
# Where an encoding is written.
_REGION_OF = {
    encoding: region for region, encodings in _ENCODINGS.items() for encoding in encodings
}
SINGLE_BYTE = _REGION_OF.keys() - _ENCODINGS[_WIDE].keys()
_UTF8 = "utf-8"
# Lines, or words, that are rated; of more, about this many spread over all.
_MOST_SAMPLES = 500
# The cost of a word that is of no language, and of each of its letters beyond ASCII.
_NO_LANGUAGE_COST = 7.0
_NO_LANGUAGE_LETTER_COST = 1.5
# The cost of a word in a foreign language.
_FOREIGN_WORD_COST = 3.0
# The cost of letters of two scripts in a word.
_MIXED_SCRIPTS_COST = 14.0
# The cost of a capital behind a small letter.
_CAPITAL_INSIDE_COST = 8.0
# The cost of a small first letter in Cyrillic or Greek: names begin with a capital.
_SMALL_FIRST_LETTER_COST = 1.5
# The cost of a sign in a word, and of one where it is usual.
_SIGN_INSIDE_COST = 8.0
_USUAL_SIGN_COST = 0.5
# The cost of what no word of a language has.
_IMPOSSIBLE_LETTERS_COST = 3.0
# How much a heading of a language lowers the cost of the encodings of its region.
_HEADING_BONUS = 3.0
# The cost of a language in an encoding that is not of where it is written.
_OTHER_REGION_COST = 3.0
# By how much the likeliest encoding has to beat the next, if both write Latin letters, and if one
# does not.
_NEEDED_LEAD = 1.5
_NEEDED_LEAD_ELSEWHERE = 4.0
# Encodings that are never in doubt: most lists are in them.
_USUAL_ENCODINGS = ("cp1252", "iso8859_15")
# The rank of a letter that is not in the list of a language that has thousands.
_UNLISTED_RANK = 600
# How the cost of a letter grows with its rank: weight × log(offset + rank). An alphabet of a few
# dozen letters tells languages apart by every rank; Chinese, Japanese and Korean have thousands of
# usual ones; in Greek, Cyrillic and other scripts the letters themselves tell the language.
_LATIN_WEIGHT = 1.0
_LATIN_OFFSET = 1.5
_IDEOGRAPH_WEIGHT = 0.6
_IDEOGRAPH_OFFSET = 2
_OTHER_WEIGHT = 0.25
_OTHER_OFFSET = 1
# Bytes at the beginning that may hold headings.
_HEAD_BYTES = 1000
# Greek and all later scripts begin here; Chinese, Japanese and Korean there.
_FIRST_GREEK = "\u0370"
_FIRST_IDEOGRAPH = "\u2e80"

_NON_ASCII_WORD = re.compile(
    r"[^\x00-\x20\"#$%&()*+,./0-9:;<=>?@\[\\\]^_`{|}~\u3000・-]*[^\x00-\x7f\u3000・][^\x00-\x20\",;|:/()<>\u3000・]*"
)
# Signs where they are usual: an apostrophe in O’Neill, quotation marks around a word.
_USUAL_SIGN = re.compile(
    r"(?<=^\w)[’‘´ʼ`](?=\w)|[’‘´ʼ`](?=[A-ZÀ-ÖØ-Þ])|(?<=\w\w\w)’(?=[st])|(?<=[lL])·(?=[lL])|[–‐‑\xa0](?=[A-ZÀ-Þ])"
    r"|^[¿¡]|^[“„«‚‹‘](?=.+[”“»’›]$)|(?<=.)[”“»’›]$|(?<=\w)[…\xa0]$|(?<=[Nn\d])[ªº°](?!\w)|^[€£–’\xa0—…•·½§×©]+$"
)
_CAPITAL_INSIDE = re.compile("lU|UUl")


class Guess(NamedTuple):
    """The encoding of a text. `other` is one that may be right as well, or ""."""

    encoding: str
    other: str = ""


def guess_encoding(raw: bytes) -> Guess | None:
    """Return the likeliest encoding of a text that is not in UTF-8; None if none has all its bytes.

    `Guess.other` is the likeliest that reads the text differently, if it costs only little more.
    """
    # Each line once, and only those with bytes that encodings read differently
    lines = [line for line in dict.fromkeys(raw.splitlines()) if not line.isascii()]
    sample = b"\n".join(_thin_out(lines))
    costs = _rate_encodings(raw, sample)
    ranked = sorted(costs, key=costs.__getitem__)
    if not ranked:
        return None
    best = ranked[0]
    reading = sample.decode(best, "replace")
    others = [encoding for encoding in ranked if sample.decode(encoding, "replace") != reading]
    if not others or best in _USUAL_ENCODINGS:
        return Guess(best)
    lead = costs[others[0]] - costs[best]
    regions = {_REGION_OF[best], _REGION_OF[others[0]]}
    needed_lead = _NEEDED_LEAD if regions <= _LATIN_REGIONS else _NEEDED_LEAD_ELSEWHERE
    return Guess(best, others[0] if lead < needed_lead else "")


def _thin_out(items: Sequence[T]) -> Sequence[T]:
    """Return at most `_MOST_SAMPLES` items, spread over all."""
    return items[:: 1 + len(items) // _MOST_SAMPLES]


def _rate_encodings(raw: bytes, sample: bytes) -> dict[str, float]:
    """Return the cost of each encoding that has all the bytes; `sample` are the lines to rate."""
    every_byte = bytes({*raw})
    costs = {}
    for region, encodings in _ENCODINGS.items():
        for encoding, rarity in encodings.items():
            try:
                text = (raw if region == _WIDE else every_byte).decode(encoding)
            except UnicodeDecodeError:
                continue
            if not re.search("[\x7f-\x9f\ue000-\uf8ff]", text):  # control characters: no list
                costs[encoding] = rarity + _rate_encoding(
                    sample, raw[:_HEAD_BYTES], encoding, region
                )
    return costs


def _rate_encoding(sample: bytes, head: bytes, encoding: str, region: str) -> float:
    """Return the cost of the words of a sample in an encoding of this region.

    `head` are the first bytes of the file, which may hold headings.
    """
    words = list(dict.fromkeys(_NON_ASCII_WORD.findall(sample.decode(encoding, "replace"))))
    words = list(_thin_out(words))
    cost = sum(map(_rate_signs, words)) + _rate_likeliest_language(words, region)
    if _has_headings(head.decode(encoding, "replace"), region):
        cost -= _HEADING_BONUS
    return cost


def _has_headings(head: str, region: str) -> bool:
    """Whether the first lines hold a heading of a language that is written in a region."""
    words = re.findall(r"[^\x00-\x20\",;|:/()<>.]+", head.lower())
    languages = [language for language in LANGUAGES if region in language.region]
    return any(not language.headings.isdisjoint(words) for language in languages)


def _rate_likeliest_language(words: Iterable[str], region: str) -> float:
    """Return the cost of all words in the one language that fits best.

    A list is in one language, but has names of others. So a word costs what it costs in that
    language, or `_FOREIGN_WORD_COST` more than in the language that suits it best.
    """
    # For each run of letters its cost in each language, in the order of `LANGUAGES`
    costs_by_run = [_rate_languages(run) for word in words for run in _split_runs(word)]
    foreign_costs = [_FOREIGN_WORD_COST + min(costs) for costs in costs_by_run]
    costs_by_language = []
    for index, language in enumerate(LANGUAGES):
        cost = language.rarity
        if region != _WIDE and region not in language.region:
            cost += _OTHER_REGION_COST
        for costs, foreign_cost in zip(costs_by_run, foreign_costs, strict=True):
            cost += min(costs[index], foreign_cost)
        costs_by_language.append(cost)
    return min(costs_by_language)


def _split_runs(word: str) -> list[str]:
    """Return the runs of letters of a word that have letters beyond ASCII."""
    composed = unicodedata.normalize("NFC", word)
    spaced = "".join(char if _is_letter(char) else " " for char in composed)
    return [run for run in spaced.split() if not run.isascii()]


@lru_cache(maxsize=20_000)
def _rate_languages(run: str) -> list[float]:
    """Return the cost of a run of letters in each language, in the order of `LANGUAGES`."""
    word = run.replace("İ", "i").lower()
    letters = [char for char in word if not char.isascii()]
    of_no_language = _NO_LANGUAGE_COST + _NO_LANGUAGE_LETTER_COST * len(letters)
    return [min(_rate_language(language, word, letters), of_no_language) for language in LANGUAGES]


def _rate_language(language: Language, word: str, letters: Sequence[str]) -> float:
    """Return the cost of a word in a language, by the ranks of its letters: 0 for the most usual.

    `letters` are those beyond ASCII. A letter that the language lacks makes the word impossible,
    but in Chinese, Japanese and Korean, of whose thousands only the most usual are listed.
    """
    if word in language.headings:
        return 0.0
    ranks = [language.letters.find(letter) for letter in letters]
    first_letter = language.letters[0]
    if first_letter > _FIRST_IDEOGRAPH and min(word) > _FIRST_IDEOGRAPH:
        listed = [rank if rank >= 0 else _UNLISTED_RANK for rank in ranks]
        return _rate_ranks(listed, _IDEOGRAPH_WEIGHT, _IDEOGRAPH_OFFSET)
    if -1 in ranks:
        return inf
    if first_letter > _FIRST_GREEK:
        cost = _rate_ranks(ranks, _OTHER_WEIGHT, _OTHER_OFFSET)
    else:
        cost = _rate_ranks(ranks, _LATIN_WEIGHT, _LATIN_OFFSET)
    return cost + _IMPOSSIBLE_LETTERS_COST * len(language.impossible.findall(word))


def _rate_ranks(ranks: Iterable[int], weight: float, offset: float) -> float:
    """Return the cost of letters of these ranks; it grows with the logarithm of the rank."""
    return sum(weight * log(offset + rank) for rank in ranks)


def _rate_signs(word: str) -> float:
    """Return what a word costs whatever its language: for mixed scripts, signs inside, and capitals
    behind small letters.
    """
    cost = _rate_scripts(word)
    usual_places = {match.start() for match in _USUAL_SIGN.finditer(word)}
    for place, char in enumerate(word):
        if not char.isascii() and not _is_letter(char):
            cost += _USUAL_SIGN_COST if place in usual_places else _SIGN_INSIDE_COST
    shape = "".join(map(_classify_case, word))
    return cost + _CAPITAL_INSIDE_COST * len(_CAPITAL_INSIDE.findall(shape))


def _rate_scripts(word: str) -> float:
    """Return what the letters of a word cost: for two scripts, and for a small first letter."""
    scripts = {_find_script(char) for char in word if _is_letter(char)} - {"COMBINING"}
    cost = 0.0
    if len(scripts) > 1:
        cost += _MIXED_SCRIPTS_COST
    if word[0].islower() and scripts <= {"CYRILLIC", "GREEK"}:
        cost += _SMALL_FIRST_LETTER_COST
    return cost


def _classify_case(char: str) -> str:
    """Return U for a capital, l for a small letter, else a blank."""
    if char.isupper():
        return "U"
    return "l" if char.islower() and char != "ß" else " "


def _is_letter(char: str) -> bool:
    return (char.isalpha() and char not in "ªº") or unicodedata.category(char) == "Mn"


def _find_script(char: str) -> str:
    """Return the script of a letter, as Unicode names it; one for all of Chinese and Japanese."""
    if char.isascii():
        return "LATIN"
    script = unicodedata.name(char, "?").split()[0]
    return "CJK" if script in _CJK_SCRIPTS else script


_CJK_SCRIPTS = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"})
_BOMS = (  # UTF-32's first: UTF-16's little-endian mark begins it
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MARKED = "utf-8-sig"
# Encodings that marks or bytes prove.
CERTAIN = frozenset({"utf-8", _MARKED, "utf-16", "utf-32"})
SAVE_AS = "save it again as “CSV UTF-8”"


def find_encoding(name: str) -> str:
    """Return an encoding as Python calls it. Raises `BadInputError` for an unknown one."""
    try:
        b"a".decode(name, "replace")  # `lookup` also finds what turns no bytes into text
        codec_name = codecs.lookup(name).name
    except (LookupError, ValueError) as error:
        tip = "Encodings: utf-8, utf-16, cp1252, cp1250, mac-roman, …"
        problem = Problem(f"There is no text encoding {quote(name)}.", advice=tip)
        raise BadInputError(problem) from error
    if codec_name == _UTF8:
        return _MARKED
    return codec_name.replace("-", "_") if codec_name.startswith("iso") else codec_name


def is_utf8(raw: bytes) -> bool:
    """Whether bytes are text in UTF-8."""
    try:
        raw.decode(_UTF8)
    except UnicodeDecodeError:
        return False
    return True


def detect_encoding(raw: bytes, name: str) -> Guess:
    """Return the encoding that a mark or the bytes prove, or the likeliest.

    Raises `BadInputError` if no encoding that programs write has all the bytes, and for damaged
    letters in UTF-8.
    """
    mark = _find_mark(raw)
    if is_utf8(raw) or mark not in ("", _MARKED):
        return Guess(mark or _UTF8)
    if mark or _is_mostly_utf8(raw):
        raise _refuse_damaged_letter(raw, name)
    guess = guess_encoding(raw)
    if guess is None:
        what = f"{name} is not text in UTF-8, nor in any encoding that can be recognized."
        raise BadInputError(
            Problem(what, fixes=(Fix.choose("encoding"),), advice=f"Please {SAVE_AS}.")
        )
    return guess


def _find_mark(raw: bytes) -> str:
    """Return the encoding that the first bytes prove, or ""."""
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return encoding
    # UTF-16 without its mark: a list begins with a Latin letter or sign
    if b"\0" in raw[:2]:
        return "utf-16-le" if raw[0] else "utf-16-be"
    return ""


def _is_mostly_utf8(raw: bytes) -> bool:
    lines = [line for line in raw.splitlines() if not line.isascii()]
    return sum(map(is_utf8, lines)) * 2 > len(lines)


def _refuse_damaged_letter(raw: bytes, name: str) -> BadInputError:
    """Return the error for the first line that is not in UTF-8, where the others are."""
    lines = enumerate(raw.split(b"\n"), start=1)
    number = next(at for at, line in lines if not is_utf8(line))
    what = f"{name} line {number} has a letter that is not in UTF-8, as the rest of the file is."
    tip = "Correct it, and save the file again."
    return BadInputError(Problem(what, fixes=(Fix.choose("encoding"),), advice=tip))


def undo_double_encoding(text: str) -> str:
    """Return the text whose UTF-8 was read as Windows-1252 and saved again, such as “JosÃ©”; "" for
    any other.
    """
    if text.isascii():
        return ""
    try:
        return b"".join(map(_encode_in_windows, text)).decode("utf-8")
    except UnicodeError:
        return ""


def _encode_in_windows(char: str) -> bytes:
    """Return the byte of a character in Windows-1252, which leaves some of them open."""
    return char.encode("latin-1" if "\x80" <= char <= "\x9f" else "cp1252")
