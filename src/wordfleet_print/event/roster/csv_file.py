"""Rosters as text (CSV, TSV): which encoding, which delimiter, and the rows one by one."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from contextlib import contextmanager
from io import SEEK_END, TextIOWrapper
from itertools import count, islice
from pathlib import Path
from typing import BinaryIO

from charset_normalizer import from_bytes
from charset_normalizer.constant import IANA_SUPPORTED

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.columns import known_headings
from wordfleet_print.event.roster.rows import MOST_ROWS, Listing, Row, broken_off, file_name, unreadable
from wordfleet_print.wording import quote

MOST_BYTES = 256_000_000
"""More than a million rows need."""

LONGEST_LINE = 1_000_000
DELIMITERS = ",;\t|"

_BOMS = (  # UTF-32's first: UTF-16's little-endian mark begins it
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SPREADSHEETS_WRITE = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257")
"""What spreadsheets write that do not write Unicode; the first is the likeliest where nothing tells them apart."""

_BLOCK = 1 << 16
_SAVE_AS = "say --encoding NAME, or save it again as “CSV UTF-8”"


@contextmanager
def open_delimited(path: Path, encoding: str | None) -> Iterator[Listing]:
    """The rows of a text file, read as they are asked for; closed afterwards.

    `encoding` is what the user says it is, or None. Raises `BadInputError` for an encoding that is not known, for a
    file that is no such text, and, while rows are read, for quotation marks that do not match.
    """
    encoding = encoding and known_encoding(encoding)
    try:
        with path.open("rb") as file:
            if file.seek(0, SEEK_END) > MOST_BYTES:
                raise BadInputError(f"{file_name(path)} is larger than {MOST_BYTES:,} bytes; that is no roster.")
            file.seek(0)
            notes: tuple[str, ...] = ()
            if not encoding:
                encoding, notes = _find_encoding(file, file_name(path))
                file.seek(0)
            text = TextIOWrapper(file, encoding=encoding, newline="")
            yield Listing(_rows(text, path, encoding), notes, counted=True)
    except OSError as error:
        raise unreadable(path, error) from error


def known_encoding(name: str) -> str:
    """The encoding as Python calls it. Raises `BadInputError` for what is none."""
    try:
        found = codecs.lookup(name).name.replace("-", "_")
    except (LookupError, ValueError):
        found = ""
    if found not in {*IANA_SUPPORTED, "iso8859_1", "utf_8_sig", "mac_roman"}:
        raise BadInputError(
            f"There is no text encoding {quote(name)}.", tip="Encodings: utf-8, utf-16, cp1252, cp1250, mac-roman, …"
        )
    return "utf_8_sig" if found == "utf_8" else found


def _find_encoding(file: BinaryIO, name: str) -> tuple[str, tuple[str, ...]]:
    """The encoding that marks or bytes prove, without a note; or the likeliest, with one."""
    head = file.read(_BLOCK)
    for mark, encoding in _BOMS:
        if head.startswith(mark):
            return encoding, ()
    if wide := _unmarked_utf16(head):
        return wide, (
            f"{name} has no mark of its encoding and was read as {wide.upper()}. If that is wrong, {_SAVE_AS}.",
        )
    odd = _lines_beyond_utf8(file)
    if not odd:
        return "utf-8", ()
    sample = b"\n".join(odd)
    guess = _guess(sample)
    if not guess:
        raise BadInputError(
            f"{name} is not text in UTF-8, nor in any encoding that can be told.", tip=f"Please {_SAVE_AS}."
        )
    shown = quote(_first_odd_word(sample.decode(guess, "replace")))
    return guess, (
        f"{name} is not in UTF-8 and was read as {guess}, with words such as {shown}. If that is wrong, {_SAVE_AS}.",
    )


def _unmarked_utf16(head: bytes) -> str:
    """UTF-16 without its mark: hardly any name lacks Latin letters or delimiters, whose other byte is a NUL."""
    half = len(head) // 2
    for encoding, offset in (("utf-16-le", 1), ("utf-16-be", 0)):
        if half and head[offset::2].count(0) > half * 0.4 and head[1 - offset :: 2].count(0) < half * 0.1:
            return encoding
    return ""


def _lines_beyond_utf8(file: BinaryIO) -> list[bytes]:
    """The first lines that hold anything but ASCII, up to 64 kB of them; none where the whole file is UTF-8."""
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _odd_lines(file)
    return []


def _odd_lines(file: BinaryIO) -> list[bytes]:
    file.seek(0)
    lines, size = [], 0
    while size < _BLOCK and (line := file.readline(_BLOCK)):
        if not line.isascii():
            lines.append(line.strip())
            size += len(line)
    return lines


def _guess(sample: bytes) -> str:
    """The likeliest of what spreadsheets write; "" where the bytes read as text in none of them."""
    matches = from_bytes(sample, cp_isolation=list(_SPREADSHEETS_WRITE))
    ranked = [
        (match.chaos, -match.coherence, _SPREADSHEETS_WRITE.index(encoding), encoding)
        for match in matches
        for encoding in match.could_be_from_charset
        if encoding in _SPREADSHEETS_WRITE
    ]
    return min(ranked)[-1] if ranked else ""


def _first_odd_word(text: str) -> str:
    for delimiter in DELIMITERS:
        text = text.replace(delimiter, " ")
    return next((word for word in text.split() if not word.isascii()), "")


def _rows(text: TextIOWrapper, path: Path, encoding: str) -> Iterator[Row]:
    """The rows, numbered as a spreadsheet would number them: a `sep=` line is none."""
    try:
        yield from _records(text, file_name(path))
    except UnicodeError as error:
        line = _undecodable_line(path, encoding)
        where = f"{file_name(path)} line {line}" if line else file_name(path)
        what = f"holds bytes that are not text in {encoding.replace('_', '-').removesuffix('-sig')}"
        raise broken_off(file_name(path), Complaint(where, what, _SAVE_AS)) from error


def _records(text: TextIOWrapper, name: str) -> Iterator[Row]:
    lines = _lines(text, name)
    first = list(islice(lines, 10))
    told = _told_delimiter(first[0], name) if first else ""
    passed = 1 if told else 0
    reader = csv.reader(
        _chain(first[passed:], lines), delimiter=told or _delimiter(first), strict=True, skipinitialspace=True
    )
    for number in count(1):
        line = reader.line_num + passed + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise broken_off(name, _misquoted(f"{name} line {line}", error)) from error
        if cells is None:
            return
        if number > MOST_ROWS:
            raise broken_off(name, Complaint(f"{name} row {number}", f"is one more than {MOST_ROWS:,} rows"))
        yield number, [*cells]


def _chain(first: list[str], rest: Iterator[str]) -> Iterator[str]:
    """Both, one after the other; a line is let go of when it has been read."""
    yield from first
    first.clear()
    yield from rest


def _lines(text: TextIOWrapper, name: str) -> Iterator[str]:
    for number in count(1):
        line = text.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise broken_off(name, Complaint(f"{name} line {number}", f"is longer than {LONGEST_LINE:,} characters"))
        if not line:
            return
        yield line.removeprefix("\ufeff") if number == 1 else line


def _told_delimiter(line: str, name: str) -> str:
    """What a first line `sep=;` says; "" where there is none."""
    if line[:4].casefold() != "sep=":
        return ""
    told = line[4:].rstrip("\r\n")
    if told not in {*DELIMITERS}:
        what = f"says that {quote(told)} parts the cells; a comma, semicolon, tab or | can"
        raise broken_off(name, Complaint(f"{name} line 1", what))
    return told


def _delimiter(lines: list[str]) -> str:
    """What parts the cells: whatever finds the most headings, then what parts the most lines alike."""

    def score(delimiter: str) -> tuple[int, int]:
        rows = [_cells(line, delimiter) for line in lines if line.strip()]
        widths = [len(row) for row in rows if len(row) > 1]
        return max(map(known_headings, rows), default=0), max(map(widths.count, widths), default=0)

    return max(DELIMITERS, key=score)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        return []


def _misquoted(where: str, error: csv.Error) -> Complaint:
    if "expected after" in str(error):
        return Complaint(
            where,
            "has text after a closing quotation mark",
            'close it where the cell ends; inside a cell write it twice, as in "Ann ""Ace"" Lee"',
        )
    return Complaint(where, "opens a quotation mark that is never closed", "close it where the cell ends, or remove it")


def _undecodable_line(path: Path, encoding: str) -> int:
    """The number of the first line whose bytes are no text; 0 where bytes and lines do not go together."""
    if "16" in encoding or "32" in encoding:
        return 0
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(4 * LONGEST_LINE), b""), start=1):
            try:
                line.decode(encoding)
            except UnicodeDecodeError:
                return number
    return 0
