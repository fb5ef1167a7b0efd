"""From a file's bytes to its text: the encoding that its mark or its bytes prove, else the likeliest; strays mended."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from encodings.aliases import aliases
from typing import BinaryIO

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.file.encoding import guess_encoding, is_plausible
from wordfleet_print.event.roster.rows import Guess, Row
from wordfleet_print.wording import quote

_BOMS = (  # UTF-32's first: UTF-16's little-endian mark begins it
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UNALIASED = {"iso8859_1", "koi8_u", "mac_croatian", "mac_romanian", "utf_8_sig"}
_NO_TEXT = {"base64_codec", "bz2_codec", "hex_codec", "mbcs", "quopri_codec", "rot_13", "uu_codec", "zlib_codec"}
"""Encodings that Python has no other names for; and what it calls so that turns no bytes into text."""
_BLOCK = 1 << 16
_JUDGED = 4_000_000
"""Bytes at the beginning whose words tell the encoding."""
_MARKED = "utf-8-sig"
CERTAIN = frozenset({"utf-8", _MARKED, "utf-16", "utf-32"})
"""Encodings that marks or bytes prove."""
_MOST_MENDED = 20
_ASTRAY = re.compile("[\udc80-\udcff]+")
"""Bytes that are not in the file's encoding, as Python hands them on."""
SAVE_AS = "say --encoding NAME, or save it again as “CSV UTF-8”"


def known_encoding(name: str) -> str:
    """The encoding as Python calls it. Raises `BadInputError` for what is none."""
    try:
        found = codecs.lookup(name).name.replace("-", "_")
    except (LookupError, ValueError):
        found = ""
    if found not in {*aliases.values(), *_UNALIASED} - _NO_TEXT:
        raise BadInputError(
            f"There is no text encoding {quote(name)}.", tip="Encodings: utf-8, utf-16, cp1252, cp1250, mac-roman, …"
        )
    return "utf_8_sig" if found == "utf_8" else found


def tell_encoding(file: BinaryIO, name: str) -> Guess:
    """The encoding that marks or bytes prove, or the likeliest.

    Raises `BadInputError` where no encoding that programmes write has all the bytes.
    """
    file.seek(0)
    head = file.read(_BLOCK)
    mark = next((encoding for mark, encoding in _BOMS if head.startswith(mark)), "") or _unmarked_utf16(head)
    if mark and mark != _MARKED:
        return Guess(mark)
    used = _bytes_beyond_utf8(file)
    if not used:
        return Guess(mark or "utf-8")
    file.seek(0)
    guess = guess_encoding(file.read(_JUDGED).removeprefix(codecs.BOM_UTF8), used, marked=bool(mark))
    if guess is None:
        raise BadInputError(
            f"{name} is not text in UTF-8, nor in any encoding that can be told.", tip=f"Please {SAVE_AS}."
        )
    return Guess(_MARKED, guess.astray) if mark else guess


def _unmarked_utf16(head: bytes) -> str:
    """UTF-16 without its mark: hardly any name lacks Latin letters or delimiters, whose other byte is a NUL."""
    half = len(head) // 2
    for encoding, offset in (("utf-16-le", 1), ("utf-16-be", 0)):
        if half and head[offset::2].count(0) > half * 0.4 and head[1 - offset :: 2].count(0) < half * 0.1:
            return encoding
    return ""


def _bytes_beyond_utf8(file: BinaryIO) -> set[int]:
    """All bytes of the file; none where the whole file is in UTF-8."""
    if _is_utf8(file):
        return set()
    file.seek(0)
    used: set[int] = set()
    while block := file.read(_BLOCK):
        used.update(block)
    return used


def _is_utf8(file: BinaryIO) -> bool:
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def mended(rows: Iterator[Row], astray: str, name: str, notes: list[str]) -> Iterator[Row]:
    """The rows, cells that are in another encoding than the rest read in that; each gets a note.

    What comes to no word that way is left with U+FFFD, which nothing prints.
    """
    for number, cells in rows:
        for place, cell in enumerate(cells):
            if isinstance(cell, str) and _ASTRAY.search(cell):
                cells[place], note = mended_text(cell, astray)
                if len(notes) < _MOST_MENDED:
                    notes.append(f"{name} row {number}: {note}")
                elif len(notes) == _MOST_MENDED:
                    notes.append(f"{name}: there are more such cells.")
        yield number, cells


def mended_text(cell: str, astray: str) -> tuple[str, str]:
    """A cell with bytes of another encoding, read in that where words come of it; and what to say of it."""
    text = _ASTRAY.sub(lambda found: found[0].encode("utf-8", "surrogateescape").decode(astray, "replace"), cell)
    if is_plausible(text):
        return (
            text,
            f"{quote(text)} is not in UTF-8 as the rest is, and was read as {astray}. Look whether it is right.",
        )
    text = _ASTRAY.sub("\ufffd", cell)
    return text, f"{quote(text)} has a letter that is not in UTF-8 as the rest is. Write it anew."
