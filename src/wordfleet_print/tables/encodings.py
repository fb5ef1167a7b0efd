"""From bytes to text: what a byte order mark or the bytes prove, else the likeliest encoding.

Each word with a letter beyond ASCII is read in every encoding that spreadsheets write, and judged
alone: a word does not mix scripts, no capital follows a small letter, no sign is inside it. All
words are in one language, or foreign at some cost. The number of rows, and how often a word comes,
do not count. The languages are in languages.toml.
"""

from __future__ import annotations

import codecs
import re
import tomllib
import unicodedata
from functools import lru_cache
from math import inf, log
from pathlib import Path
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.messages import quote

VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıōőœūůűų"


class Language(NamedTuple):
    """What the encoding of a list is judged by.

    `home` says where the language is written, `rarity` how unlikely it is at first (in nats).
    `letters` are its letters, of those of Latin ones only beyond a to z; `never` is what no word
    has; `heads` are its headings.
    """

    home: str
    rarity: float
    letters: str
    never: re.Pattern[str]
    heads: frozenset[str]


_WRITTEN_DOWN = tomllib.loads(
    Path(__file__).with_name("languages.toml").read_text(encoding="utf-8")
)
LANGUAGES = tuple(
    Language(
        home,
        -log(float(weight)),
        letters,
        re.compile(never.replace("{V}", f"[{VOWELS}]")),
        frozenset(heads),
    )
    for home, weight, letters, never, *heads in map(str.split, _WRITTEN_DOWN.values())
)
# Encodings that programs write, and how unlikely each is at first (in nats), by where: Western
# Europe, Central Europe, Turkey, the Baltics, elsewhere; those with several bytes a letter.
_WRITTEN = {
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
    "wide": {"cp932": 1, "gb18030": 1, "cp949": 1, "cp950": 1.5, "euc_jp": 2},
}
_HOME = {encoding: home for home, encodings in _WRITTEN.items() for encoding in encodings}
SINGLE_BYTE = _HOME.keys() - _WRITTEN["wide"].keys()
_UTF8 = "utf-8"
# Lines that are judged; of more, this many spread over all.
_MOST = 500
# The cost of a word that is of no language, and of each of its letters beyond ASCII; of one in a
# foreign language.
_NO_WORD, _NO_LETTER, _FOREIGN = 7.0, 1.5, 3.0
_MIXED, _CASE, _SMALL, _SIGN, _AT_EASE, _NEVER = 14.0, 8.0, 1.5, 8.0, 0.5, 3.0
# How much a heading of a language lowers the cost of the encodings of its home.
_HEADED = 3.0
# The cost of a language in an encoding that is not of where it is written.
_ABROAD = 3.0
# By how much the likeliest encoding has to beat the next, if both write Latin letters, and if one
# does not.
_DOUBT, _DOUBT_ELSEWHERE = 1.5, 4.0
# Encodings that are never in doubt: most lists are in them.
_USUAL = ("cp1252", "iso8859_15")
# The rank of a letter that is not in the list of a language that has thousands.
_UNLISTED = 600
# Bytes at the beginning that may hold headings.
_HEAD = 1000

_ODD = re.compile(
    r"[^\x00-\x20\"#$%&()*+,./0-9:;<=>?@\[\\\]^_`{|}~\u3000・-]*[^\x00-\x7f\u3000・][^\x00-\x20\",;|:/()<>\u3000・]*"
)
# Signs where they are usual: an apostrophe in O’Neill, quotation marks around a word.
_EASY = re.compile(
    r"(?<=^\w)[’‘´ʼ`](?=\w)|[’‘´ʼ`](?=[A-ZÀ-ÖØ-Þ])|(?<=\w\w\w)’(?=[st])|(?<=[lL])·(?=[lL])|[–‐‑\xa0](?=[A-ZÀ-Þ])"
    r"|^[¿¡]|^[“„«‚‹‘](?=.+[”“»’›]$)|(?<=.)[”“»’›]$|(?<=\w)[…\xa0]$|(?<=[Nn\d])[ªº°](?!\w)|^[€£–’\xa0—…•·½§×©]+$"
)
_ODD_CASE = re.compile("lU|UUl")


class Guess(NamedTuple):
    """The encoding of a text. `other` is one that may be right as well, or ""."""

    encoding: str
    other: str = ""


def guess_encoding(raw: bytes) -> Guess | None:
    """Return how a text that is not in UTF-8 is likeliest to be read; None if no encoding has all
    its bytes.
    """
    lines = [line for line in dict.fromkeys(raw.splitlines()) if not line.isascii()]
    sample, every = b"\n".join(lines[:: 1 + len(lines) // _MOST]), bytes({*raw})
    costs: dict[str, float] = {}
    for home, encodings in _WRITTEN.items():
        for encoding, rare in encodings.items():
            try:
                text = (raw if home == "wide" else every).decode(encoding)
            except UnicodeDecodeError:
                continue
            if not re.search("[\x7f-\x9f\ue000-\uf8ff]", text):  # control characters are in no list
                costs[encoding] = rare + _cost_as(sample, raw[:_HEAD], encoding, home)
    ranked = sorted(costs, key=costs.__getitem__)
    if not ranked:
        return None
    best, read = ranked[0], sample.decode(ranked[0], "replace")
    other = next((one for one in ranked if sample.decode(one, "replace") != read), best)
    far = {_HOME[best], _HOME[other]} & {"_", "wide"}
    doubtful = costs[other] - costs[best] < (_DOUBT_ELSEWHERE if far else _DOUBT)
    return Guess(best, other if doubtful and best not in (other, *_USUAL) else "")


def _cost_as(sample: bytes, head: bytes, encoding: str, home: str) -> float:
    """How unlikely these words are in an encoding, all together (in nats); `head` are the first
    lines.
    """
    texts = list(dict.fromkeys(_ODD.findall(sample.decode(encoding, "replace"))))
    texts = texts[:: 1 + len(texts) // _MOST]
    heads = re.findall(r"[^\x00-\x20\",;|:/()<>.]+", head.decode(encoding, "replace").lower())
    headed = any(home in one.home and not one.heads.isdisjoint(heads) for one in LANGUAGES)
    spaced = (
        "".join(c if _is_letter(c) else " " for c in unicodedata.normalize("NFC", text))
        for text in texts
    )
    rows = [_costs_of(part) for text in spaced for part in text.split() if not part.isascii()]
    # A list is in one language; but a class has names of other languages
    costs = [one.rarity + _ABROAD * (home not in ("wide", *one.home)) for one in LANGUAGES]
    costs = [
        cost + sum(min(row[at], _FOREIGN + min(row)) for row in rows)
        for at, cost in enumerate(costs)
    ]
    return sum(map(_cost_of_signs, texts)) + min(costs) - _HEADED * headed


@lru_cache(maxsize=20_000)
def _costs_of(part: str) -> list[float]:
    """How unlikely a run of letters is in each language."""
    word = part.replace("İ", "i").lower()
    letters = [char for char in word if not char.isascii()]
    found = []
    for one in LANGUAGES:
        ranks, first, cost = [*map(one.letters.find, letters)], one.letters[0], inf
        if word in one.heads:
            cost = 0.0
        elif min(word) > "⺀" and first > "⺀":
            cost = sum(0.6 * log(2 + (rank if rank >= 0 else _UNLISTED)) for rank in ranks)
        elif -1 not in ranks:
            cost = sum(0.25 * log(1 + rank) if first > "Ͱ" else log(1.5 + rank) for rank in ranks)
            cost += _NEVER * len(one.never.findall(word))
        found.append(min(cost, _NO_WORD + _NO_LETTER * len(letters)))
    return found


def _cost_of_signs(text: str) -> float:
    """What speaks against a word whatever its language: mixed scripts, capitals after small
    letters, signs inside.
    """
    scripts = {_script(char) for char in text if _is_letter(char)} - {"COMBINING"}
    cost = _MIXED * (len(scripts) > 1) + _SMALL * (
        text[0].islower() and scripts <= {"CYRILLIC", "GREEK"}
    )
    easy = {found.start() for found in _EASY.finditer(text)}
    signs = [place for place, char in enumerate(text) if not (char.isascii() or _is_letter(char))]
    shape = "".join(
        "U" if char.isupper() else "l" if char.islower() and char != "ß" else " " for char in text
    )
    return (
        cost
        + sum(_AT_EASE if place in easy else _SIGN for place in signs)
        + _CASE * len(_ODD_CASE.findall(shape))
    )


def _is_letter(char: str) -> bool:
    return (char.isalpha() and char not in "ªº") or unicodedata.category(char) == "Mn"


def _script(char: str) -> str:
    script = "LATIN" if char.isascii() else unicodedata.name(char, "?").split()[0]
    return (
        "CJK" if script in {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"} else script
    )


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


def known_encoding(name: str) -> str:
    """Return an encoding as Python calls it. Raises `BadInputError` for what is none."""
    try:
        b"a".decode(name, "replace")  # `lookup` also finds what turns no bytes into text
        found = codecs.lookup(name).name
    except (LookupError, ValueError) as error:
        tip = "Encodings: utf-8, utf-16, cp1252, cp1250, mac-roman, …"
        raise BadInputError(
            Problem(f"There is no text encoding {quote(name)}.", advice=tip)
        ) from error
    return (
        _MARKED if found == _UTF8 else found.replace("-", "_") if found.startswith("iso") else found
    )


def is_utf8(raw: bytes) -> bool:
    """Whether bytes are text in UTF-8."""
    try:
        raw.decode(_UTF8)
    except UnicodeDecodeError:
        return False
    return True


def tell_encoding(raw: bytes, name: str) -> Guess:
    """Return the encoding that a mark or the bytes prove, or the likeliest.

    Raises `BadInputError` if no encoding that programs write has all the bytes, and for damaged
    letters in UTF-8.
    """
    mark = next((encoding for mark, encoding in _BOMS if raw.startswith(mark)), "")
    if (
        not mark and b"\0" in raw[:2]
    ):  # UTF-16 without its mark: a list begins with a Latin letter or sign
        mark = "utf-16-le" if raw[0] else "utf-16-be"
    if is_utf8(raw) or mark not in ("", _MARKED):
        return Guess(mark or _UTF8)
    lines = [line for line in raw.splitlines() if not line.isascii()]
    if mark or sum(map(is_utf8, lines)) * 2 > len(lines):
        number = next(at for at, line in enumerate(raw.split(b"\n"), start=1) if not is_utf8(line))
        what = (
            f"{name} line {number} has a letter that is not in UTF-8, as the rest of the file is."
        )
        raise BadInputError(
            Problem(
                what, fixes=(Fix.choose("encoding"),), advice="Correct it, and save the file again."
            )
        )
    guess = guess_encoding(raw)
    if guess is None:
        what = f"{name} is not text in UTF-8, nor in any encoding that can be recognized."
        raise BadInputError(
            Problem(what, fixes=(Fix.choose("encoding"),), advice=f"Please {SAVE_AS}.")
        )
    return guess


def undo_double_encoding(text: str) -> str:
    """Return the text whose UTF-8 was read as Windows-1252 and saved again, such as “JosÃ©”; "" for
    any other.
    """
    if text.isascii():
        return ""
    try:
        raw = b"".join(
            char.encode("latin-1" if "\x80" <= char <= "\x9f" else "cp1252") for char in text
        )
        return raw.decode("utf-8")
    except UnicodeError:
        return ""
