"""From bytes to text: what a byte order mark or the bytes prove, else the likeliest encoding.

Each word with a letter beyond ASCII is read in every encoding that spreadsheets write, and judged alone: a word does
not mix scripts, no capital follows a small letter, no sign is inside it, its letters are those of one language. The
number of rows, and how often a word comes, do not count. The languages are in vocabulary.toml.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, log
from operator import mul, sub
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.headings import VOCABULARY
from wordfleet_print.messages import quote

VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıōőœūůűų"


class Language(NamedTuple):
    """What the encoding of a list is judged by.

    `home` says where the language is written, `weight` how likely it is at first. `letters` are its letters, of those
    of Latin ones only beyond a to z; `never` is what no word has; `heads` are its headings.
    """

    home: str
    weight: float
    letters: str
    never: re.Pattern[str]
    heads: frozenset[str]


def _language(home: str, weight: str, letters: str, never: str, *heads: str) -> Language:
    return Language(home, float(weight), letters, re.compile(never.replace("{V}", f"[{VOWELS}]")), frozenset(heads))


LANGUAGES = tuple(_language(*said.split()) for said in VOCABULARY["languages"].values())
# Encodings that programs write, and how unlikely each is at first (in nats), by where: Western Europe, Central
# Europe, Turkey, the Baltics, elsewhere; those with several bytes a letter.
_WRITTEN: Mapping[str, Mapping[str, float]] = {
    "w": {"cp1252": 0, "iso8859_15": 1.0, "cp850": 2.3, "mac_roman": 2.5},
    "c": {"cp1250": 0.7, "iso8859_2": 1.3, "cp852": 3},
    "t": {"cp1254": 0.8},
    "b": {"cp1257": 1.6},
    "_": {"cp1251": 0.8, "koi8_r": 2, "cp866": 2.6, "cp1253": 0.8, "cp1255": 1, "cp1256": 1, "cp874": 1},
    "wide": {"cp932": 1, "gb18030": 1, "cp949": 1, "cp950": 1.5, "euc_jp": 2},
}
_HOME = {encoding: home for home, encodings in _WRITTEN.items() for encoding in encodings}
_RARE = {encoding: rare for encodings in _WRITTEN.values() for encoding, rare in encodings.items()}
_WIDE = _WRITTEN["wide"]
SINGLE_BYTE = _RARE.keys() - _WIDE.keys()
_UTF8 = "utf-8"
# Lines that are judged; of more, this many spread over all.
_MOST = 500
# The cost of a word that is of no language, and of each of its letters beyond ASCII.
_NO_WORD, _NO_LETTER = 7.0, 1.5
_MIXED, _CASE, _SMALL, _SIGN, _AT_EASE, _NEVER = 14.0, 8.0, 1.5, 8.0, 0.5, 3.0
# How much a heading of a language lowers the cost of the encodings of its home.
_HEADED = 3.0
# How likely a language is in an encoding that is not of where it is written.
_ABROAD = 0.05
_LATIN = "wctb"
# By how much the likeliest encoding has to beat the next, if both write Latin letters, and if one does not.
_DOUBT, _DOUBT_ELSEWHERE = 1.5, 4.0
# Encodings that are never in doubt: most lists are in them.
_USUAL = ("cp1252", "iso8859_15")
# The rank of a letter that is not in the list of a language that has thousands.
_UNLISTED = 600
_ROUNDS = 3
# The smallest number that has a logarithm.
_LEAST = 5e-324
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
_ODD_CASE = re.compile("lU.|UlU|UUl")


@dataclass(frozen=True, slots=True)
class Guess:
    """The encoding of a text. `other` is the next likeliest; `doubtful`: that one may be right as well."""

    encoding: str
    other: str = ""
    doubtful: bool = False

    def otherwise(self, text: str) -> str:
        """Return text that was read, as the other encoding reads its bytes."""
        try:
            return text.encode(self.encoding).decode(self.other or self.encoding, "replace")
        except UnicodeEncodeError:  # not read from these bytes
            return text


def guess_encoding(text: bytes, used: Collection[int] = ()) -> Guess | None:
    """Return how a text that is not in UTF-8 is likeliest to be read; None if no encoding has all its bytes.

    `used` are the bytes of the whole file if the text is only its beginning.
    """
    lines = [line for line in dict.fromkeys(text.splitlines()) if not line.isascii()]
    sample, head, every = b"\n".join(lines[:: 1 + len(lines) // _MOST]), text[:_HEAD], bytes({*used, *text})
    costs = {
        encoding: rare + _cost_as(sample, head, encoding)
        for encoding, rare in _RARE.items()
        if _can_read(text if encoding in _WIDE else every, encoding)
    }
    ranked = sorted(costs, key=costs.__getitem__)
    if not ranked:
        return None
    best, read = ranked[0], sample.decode(ranked[0], "replace")
    other = next((one for one in ranked if sample.decode(one, "replace") != read), "")
    if not other:
        return Guess(best)
    far = not {_HOME[best], _HOME[other]} <= {*_LATIN}
    doubtful = costs[other] - costs[best] < (_DOUBT_ELSEWHERE if far else _DOUBT) and best not in _USUAL
    return Guess(best, other, doubtful)


def _can_read(raw: bytes, encoding: str) -> bool:
    """Whether an encoding has a character, and no control character, for all of this."""
    try:
        return not re.search("[\x7f-\x9f\ue000-\uf8ff]", raw.decode(encoding))
    except UnicodeDecodeError:
        return False


def _cost_as(sample: bytes, head: bytes, encoding: str) -> float:
    """How unlikely these words are in an encoding, all together (in nats); `head` are the first lines."""
    texts = list(dict.fromkeys(_ODD.findall(sample.decode(encoding, "replace"))))
    texts = texts[:: 1 + len(texts) // _MOST]
    heads = re.findall(r"[^\x00-\x20\",;|:/()<>.]+", head.decode(encoding, "replace").lower())
    home = _HOME.get(encoding, "")
    headed = any(home in one.home and not one.heads.isdisjoint(heads) for one in LANGUAGES)
    return sum(map(_cost_of_signs, texts)) + _cost_of_letters(texts, home) - _HEADED * headed


def _cost_of_letters(texts: Sequence[str], home: str = "") -> float:
    """How far the letters are those of the languages that the other words are likely to be in."""
    spaced = ("".join(c if _is_letter(c) else " " for c in unicodedata.normalize("NFC", text)) for text in texts)
    rows = [_costs(part) for text in spaced for part in text.split() if not part.isascii()]
    base = _shared([one.weight * (1 if home in one.home else _ABROAD) for one in LANGUAGES])
    likely, others = [_shared(base)] * len(rows), [base] * len(rows)
    for _ in range(_ROUNDS):
        likely = [_shared(list(map(mul, row, share))) for row, share in zip(rows, others, strict=True)]
        every = [sum(column) for column in zip(base, *likely, strict=True)]
        others = [_shared(list(map(sub, every, own))) for own in likely]
    return sum(-log(sum(map(mul, row, share)) or _LEAST) for row, share in zip(rows, others, strict=True))


def _shared(amounts: Sequence[float]) -> list[float]:
    whole = sum(amounts) or 1.0  # of a binary file all may be too small to count
    return [amount / whole for amount in amounts]


@lru_cache(maxsize=20_000)
def _costs(part: str) -> tuple[float, ...]:
    """How likely a run of letters is in each language."""
    word = part.replace("İ", "i").lower()
    unknown = _NO_WORD + _NO_LETTER * sum(not char.isascii() for char in word)
    return tuple(exp(-min(unknown, _cost_in(word, one))) for one in LANGUAGES)


def _cost_in(word: str, language: Language) -> float:
    """How unlikely a word is in a language by its letters."""
    ranks = [language.letters.find(char) for char in word if not char.isascii()]
    if word in language.heads:
        return 0
    if min(word) > "⺀" and language.letters[0] > "⺀":
        return sum(0.6 * log(2 + (rank if rank >= 0 else _UNLISTED)) for rank in ranks)
    if -1 in ranks:
        return inf
    cost = sum(0.25 * log(1 + rank) if language.letters[0] > "Ͱ" else log(1.5 + rank) for rank in ranks)
    return cost + _NEVER * len(language.never.findall(word))


def _cost_of_signs(text: str) -> float:
    """What speaks against a word whatever its language: mixed scripts, capitals after small letters, signs inside."""
    scripts = {_script(char) for char in text if _is_letter(char)} - {"COMBINING"}
    cost = _MIXED * (len(scripts) > 1) + _SMALL * (text[0].islower() and scripts <= {"CYRILLIC", "GREEK"})
    easy = {found.start() for found in _EASY.finditer(text)}
    for place, (before, char, after) in enumerate(zip(" " + text, text, text[1:] + " ", strict=False)):
        if not (char.isascii() or _is_letter(char)):
            cost += _AT_EASE if place in easy else _SIGN
        elif not (char + before).isascii() and "ß" not in char + before:
            cost += _CASE * bool(_ODD_CASE.search(_case(before) + _case(char) + _case(after)))
    return cost


def _case(char: str) -> str:
    return "U" if char.isupper() else "l" if char.islower() else " "


def _is_letter(char: str) -> bool:
    return (char.isalpha() and char not in "ªº") or unicodedata.category(char) == "Mn"


def _script(char: str) -> str:
    script = "LATIN" if char.isascii() else unicodedata.name(char, "?").split()[0]
    return "CJK" if script in {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"} else script


_BOMS = (  # UTF-32's first: UTF-16's little-endian mark begins it
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BLOCK = 1 << 16
# Bytes at the beginning whose words tell the encoding.
_JUDGED = 4_000_000
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
        raise BadInputError(f"There is no text encoding {quote(name)}.", tip=tip) from error
    return _MARKED if found == _UTF8 else found.replace("-", "_") if found.startswith("iso") else found


def is_utf8(raw: bytes) -> bool:
    """Whether bytes are text in UTF-8."""
    try:
        raw.decode(_UTF8)
    except UnicodeDecodeError:
        return False
    return True


def tell_encoding(raw: bytes, name: str) -> Guess:
    """Return the encoding that a mark or the bytes prove, or the likeliest.

    Raises `BadInputError` if no encoding that programs write has all the bytes, and for damaged letters in UTF-8.
    """
    mark = next((encoding for mark, encoding in _BOMS if raw.startswith(mark)), "") or _unmarked_utf16(raw[:_BLOCK])
    if is_utf8(raw) or mark not in ("", _MARKED):
        return Guess(mark or _UTF8)
    lines = [line for line in raw.splitlines() if not line.isascii()]
    if mark or sum(map(is_utf8, lines)) * 2 > len(lines):
        number = next(at for at, line in enumerate(raw.split(b"\n"), start=1) if not is_utf8(line))
        what = f"{name} line {number} has a letter that is not in UTF-8, as the rest of the file is."
        raise BadInputError(what, tip="Correct it, and save the file again.", say=("encoding",))
    guess = guess_encoding(raw[:_JUDGED], {*raw})
    if guess is None:
        what = f"{name} is not text in UTF-8, nor in any encoding that can be recognized."
        raise BadInputError(what, tip=f"Please {SAVE_AS}.", say=("encoding",))
    return guess


def _unmarked_utf16(head: bytes) -> str:
    """UTF-16 without its mark: hardly any name lacks Latin letters or delimiters, whose other byte is a NUL."""
    half = len(head) // 2
    for encoding, offset in (("utf-16-le", 1), ("utf-16-be", 0)):
        if half and head[offset::2].count(0) > half * 0.4 and head[1 - offset :: 2].count(0) < half * 0.1:
            return encoding
    return ""


def undo_double_encoding(text: str) -> str:
    """Return the text whose UTF-8 was read as Windows-1252 and saved again, such as “JosÃ©”; "" for any other."""
    if text.isascii():
        return ""
    try:
        raw = b"".join(char.encode("latin-1" if "\x80" <= char <= "\x9f" else "cp1252") for char in text)
        return raw.decode("utf-8")
    except UnicodeError:
        return ""
