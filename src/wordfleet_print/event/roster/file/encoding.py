"""Which encoding a text is in that is not in UTF-8: the one in which all of its words are likeliest to be words.

Each word with a letter beyond ASCII is read in every encoding that organisers' programmes write, and judged alone: no
word mixes scripts, no capital follows a small letter, no sign stands inside, its letters are those of one language, in
places where that language has them. How many rows there are, and how often a word comes, counts for nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, log
from operator import mul, sub

from wordfleet_print.event.roster.file.languages import LANGUAGES, VOWELS, Language

ENCODINGS: Mapping[str, float] = {
    "cp1252": 0,
    "cp1250": 0.7,
    "cp1254": 0.8,
    "cp1251": 0.8,
    "cp1253": 0.8,
    "cp1257": 1.6,
    "iso8859_15": 1.0,
    "iso8859_2": 1.3,
    "koi8_r": 2,
    "mac_roman": 2.5,
    "cp850": 2.3,
    "cp852": 3,
    "cp866": 2.6,
}
"""What programmes write that do not write Unicode, and how unlikely each is before anything is read (in nats)."""
_UTF8, _ASTRAY = "utf-8", 4.0
"""The encoding of files that some other programme has added a word to; and what speaks against each such word."""
_MOST_WORDS = 600
"""Words that are judged; of more, so many spread over all."""
PLAUSIBLE = 7.5
"""The cost up to which a word may be one, where nothing is known of its language."""
_NO_WORD, _NO_LETTER = 7.0, 1.5
"""What a word costs that is none in any language, and each letter beyond ASCII of it."""
_MIXED, _CASE, _INSIDE, _EDGE, _ALONE = 14.0, 8.0, 8.0, 8.0, 4.0
_NEVER, _LIKES = 3.0, 1.5
_HEADED = 30.0
"""How much likelier a language is with one of its headings."""
_ROUNDS = 3
_HEAD = 1000
"""Bytes at the beginning that may hold headings."""

_ODD_BYTES = re.compile(rb"[^\x00-\x20\"#$%&()*+,./0-9:;<=>?@\[\\\]^_`{|}~-]*[\x80-\xff][^\x00-\x20\",;|:/()<>]*")
_HEAD_BYTES = re.compile(rb"[^\x00-\x20\",;|:/()<>.]+")
_APOSTROPHES = "’‘´ʼ`"
_OPENING, _CLOSING = "“„«‚‹‘", "”“»’›"
_AT_EASE = "—…•·½§×©"
_WORDS_ALONE = "óéöåàèøæíáúýоаеиоуявксієїйαεηήοώ"
"""Letters that are a word, or an initial."""
_ROMANCE = "ªº°"
_VOWELS = frozenset(VOWELS)
_STAND_TOGETHER = frozenset("éëïüíáóúýöäãõ")
"""Vowels that often stand beside another."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The encoding of a text, and that of those words in it that are in another; "" where all are in the same."""

    encoding: str
    astray: str = ""


def guess_encoding(text: bytes, used: Collection[int] = (), *, marked: bool = False) -> Guess | None:
    """How a text that is not all in UTF-8 is likeliest to be read; None where no encoding has all its bytes.

    `used` are the bytes of the whole file, where the text is only its beginning. A file that is `marked` as UTF-8 is
    in UTF-8, but for some words.
    """
    words = list(dict.fromkeys(_ODD_BYTES.findall(text)))
    words = words[:: 1 + len(words) // _MOST_WORDS]
    head = text[:_HEAD]
    every = bytes({*used, *text})
    costs = {
        Guess(encoding): rare + _cost_as(words, head, encoding)
        for encoding, rare in ENCODINGS.items()
        if not marked and _reads(every, encoding)
    }
    if marked or any(map(_is_utf8, words)):
        guess, cost = _mixed(words, head)
        costs[guess] = cost
    return min(costs, key=lambda guess: costs[guess], default=None)


def is_plausible(text: str) -> bool:
    """Whether every word of a text can be one."""
    return all(_cost_of_signs(word) + _cost_of_letters([word], ()) <= PLAUSIBLE for word in text.split())


def _mixed(words: Sequence[bytes], head: bytes) -> tuple[Guess, float]:
    """What UTF-8 costs with some words in another encoding, and which that is."""
    strays = [word for word in words if not _is_utf8(word)]
    costs = {encoding: rare + _cost_as(strays, b"", encoding) for encoding, rare in ENCODINGS.items()}
    astray = min(costs, key=lambda encoding: costs[encoding])
    own = _cost_as([word for word in words if _is_utf8(word)], head, _UTF8)
    return Guess(_UTF8, astray), own + costs[astray] + _ASTRAY * len(strays)


def _is_utf8(word: bytes) -> bool:
    try:
        word.decode(_UTF8)
    except UnicodeDecodeError:
        return False
    return True


def _reads(raw: bytes, encoding: str) -> bool:
    """Whether an encoding has a character, and no control character, for each of these bytes."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return not any("\x7f" <= char <= "\x9f" for char in text)


def _cost_as(words: Iterable[bytes], head: bytes, encoding: str) -> float:
    """How unlikely these words are in an encoding, all together (in nats); `head` are the first lines."""
    texts = [word.decode(encoding, "replace") for word in words]
    heads = {word.decode(encoding, "replace").lower() for word in _HEAD_BYTES.findall(head)}
    return sum(map(_cost_of_signs, texts)) + _cost_of_letters(texts, heads)


def _cost_of_letters(texts: Sequence[str], heads: Collection[str]) -> float:
    """How far the letters are those of the languages that the headings, and the other words, are likely to be in."""
    rows = [_costs(part) for text in texts for part in _parts(text)]
    base = _shared([one.weight * (_HEADED if one.heads & set(heads) else 1) for one in LANGUAGES])
    likely, others = [_shared(base)] * len(rows), [base] * len(rows)
    for _ in range(_ROUNDS):
        likely = [_shared(list(map(mul, row, share))) for row, share in zip(rows, others, strict=True)]
        every = [sum(column) for column in zip(base, *likely, strict=True)]
        others = [_shared(list(map(sub, every, own))) for own in likely]
    return sum(-log(sum(map(mul, row, share))) for row, share in zip(rows, others, strict=True))


def _shared(amounts: Sequence[float]) -> list[float]:
    whole = sum(amounts)
    return [amount / whole for amount in amounts]


def _parts(text: str) -> list[str]:
    """The runs of letters in a word that hold any beyond ASCII."""
    letters = "".join(
        char if char.isalpha() and char not in _ROMANCE else " " for char in unicodedata.normalize("NFC", text)
    )
    return [part for part in letters.split() if not part.isascii() and len(part) > 1]


@lru_cache(maxsize=20_000)
def _costs(part: str) -> tuple[float, ...]:
    """How likely a run of letters is in each language."""
    word = part.replace("İ", "i").lower()
    rough = _roughness(word)
    none = _NO_WORD + _NO_LETTER * sum(not char.isascii() for char in word)
    return tuple(exp(-rough - min(none, _in_language(word, one))) for one in LANGUAGES)


def _in_language(word: str, language: Language) -> float:
    """How unlikely a word is in a language by its letters and their places."""
    if word in language.heads:
        return 0
    ranks = [language.letters.find(char) for char in word if not char.isascii()]
    if -1 in ranks:
        return inf
    cost = sum(0.25 * log(1 + rank) if language.is_whole else log(1.5 + rank) for rank in ranks)
    return cost + _NEVER * len(language.odd.findall(word)) - (_LIKES if language.own.search(word) else 0)


def _roughness(word: str) -> float:
    """How hard a run of letters is to say: vowels beside vowels, consonants between consonants."""
    if word[0] > "Ͱ":
        return 0.6 * max(0, max(map(len, re.split("[аеёиоуыэюяіїєўαεηιουωάέήίόύώϊϋΐΰъ]+", word))) - 4)
    rough = 0.0
    for before, char, after in zip(" " + word, word, word[1:] + " ", strict=False):
        if char.isascii():
            continue
        near = [one for one in (before, after) if one.isalpha()]
        if char in _VOWELS:
            if after.isalpha() or char not in "àèìòù":
                rough += (0.3 if char in _STAND_TOGETHER else 1.0) * sum(one in _VOWELS for one in near)
        else:
            stops = sum(one not in _VOWELS for one in near)
            rough += 1.5 if stops == 2 else 0.2 * stops
    return rough


def _cost_of_signs(text: str) -> float:
    """What speaks against a word whatever its language: mixed scripts, capitals after small letters, signs inside."""
    cost = 0.0
    scripts = {_script(char) for char in text if char.isalpha() and char not in _ROMANCE}
    if len(scripts) > 1:
        cost += _MIXED
    for before, char, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if not (char.isascii() or char.isalpha()) or char in _ROMANCE:
            cost += _cost_of_sign(before, char, after, text)
        elif _is_odd_case(before, char, after):
            cost += _CASE
    if len(text) == 1 and text.isalpha():
        cost += 1.0 if text.casefold() in _WORDS_ALONE else _ALONE
    return cost


def _is_odd_case(before: str, char: str, after: str) -> bool:
    """Whether a capital follows a small letter, or a small one stands among capitals, where either is beyond ASCII."""
    if char.isupper():
        return before.islower() and before != "ß" and not (char + before).isascii()
    return char.islower() and char != "ß" and not char.isascii() and before.isupper() and after.isupper()


def _script(char: str) -> str:
    return "LATIN" if char.isascii() else unicodedata.name(char, "?").split()[0]


def _cost_of_sign(before: str, char: str, after: str, text: str) -> float:
    """What a sign costs where it stands."""
    left, right = before.isalpha(), after.isalpha()
    if left and right:
        return _cost_inside(before, char, after, text)
    if char in _ROMANCE:
        return 0.3 if before.isdigit() or before in "Nn" else 4.0
    if not (left or right):
        return 0.2 if char in "€£–’\xa0" else 0.6 if char in _AT_EASE else _ALONE
    if char in "¿¡" and right:
        return 0.3
    if char in (_CLOSING if left else _OPENING):
        return 0.5 if len(text) > 2 and text[0] in _OPENING + "\"'" and text[-1] in _CLOSING + "\"'" else 3.0
    return 1.5 if char == "\xa0" or (char == "…" and left) else _EDGE


def _cost_inside(before: str, char: str, after: str, text: str) -> float:
    """What a sign costs between two letters."""
    if char in _APOSTROPHES:
        at = text.index(char)
        return 0.2 if after.isupper() or (at > 1 and after in "st" and char == "’") else 0.5 if at == 1 else 4.0
    if char in "–‐‑\xa0":
        return 0.7 if after.isupper() else 5.0
    return 0.3 if char == "·" and before + after in {"ll", "LL"} else _INSIDE
