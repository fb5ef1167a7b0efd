"""Rosters as text (CSV, TSV): which encoding, which delimiter, and the rows one by one."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from io import SEEK_END, TextIOWrapper
from itertools import count, islice
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.columns.columns import known_headings
from wordfleet_print.event.roster.file.decoding import CERTAIN, SAVE_AS, known_encoding, mended, tell_encoding
from wordfleet_print.event.roster.rows import (
    MOST_COLUMNS,
    MOST_ROWS,
    Guess,
    Listing,
    Row,
    broken_off,
    file_name,
    unreadable,
)
from wordfleet_print.wording import quote

MOST_CSV_BYTES = 256_000_000
"""More than a million rows need."""

LONGEST_LINE = 1_000_000
DELIMITERS = ",;\t|"


@contextmanager
def open_delimited(path: Path, encoding: str | None) -> Iterator[Listing]:
    """The rows of a text file, read as they are asked for; closed afterwards.

    `encoding` is what the user says it is, or None. Raises `BadInputError` for an encoding that is not known, for a
    file that is no such text, and, while rows are read, for quotation marks that do not match.
    """
    try:
        with path.open("rb") as file:
            if file.seek(0, SEEK_END) > MOST_CSV_BYTES:
                raise BadInputError(f"{file_name(path)} is larger than {MOST_CSV_BYTES:,} bytes; that is no roster.")
            told = Guess(known_encoding(encoding)) if encoding else None
            guess = told or tell_encoding(file, file_name(path))
            file.seek(0)
            notes: list[str] = []
            errors = "surrogateescape" if guess.astray else "strict"
            text = TextIOWrapper(file, encoding=guess.encoding, errors=errors, newline="")
            rows = _rows(text, path, guess.encoding, notes)
            if guess.astray:
                rows = mended(rows, guess.astray, file_name(path), notes)
            guessed = None if told or guess.encoding in CERTAIN else guess
            yield Listing(rows, notes, counted=True, guessed=guessed)
    except OSError as error:
        raise unreadable(path, error) from error


def _rows(text: TextIOWrapper, path: Path, encoding: str, notes: list[str]) -> Iterator[Row]:
    """The rows, numbered as a spreadsheet would number them: a `sep=` line is none. What is left out is noted."""
    try:
        yield from _records(text, file_name(path), notes)
    except UnicodeError as error:
        line = _undecodable_line(path, encoding)
        where = f"{file_name(path)} line {line}" if line else file_name(path)
        what = f"holds bytes that are not text in {encoding.replace('_', '-').removesuffix('-sig')}"
        raise broken_off(file_name(path), Complaint(where, what, SAVE_AS)) from error


def _records(text: TextIOWrapper, name: str, notes: list[str]) -> Iterator[Row]:
    lines = _lines(text, name)
    first = list(islice(lines, 10))
    told = _told_delimiter(first[0], name) if first else ""
    passed = 1 if told else 0
    reader = csv.reader(
        _chain(first[passed:], lines), delimiter=told or _delimiter(first), strict=True, skipinitialspace=True
    )
    far = f"{name}: what stands beyond column {MOST_COLUMNS}, far from the list, was left alone."
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
        if far not in notes and any(map(str.strip, cells[MOST_COLUMNS:])):
            notes.append(far)
        yield number, [*cells[:MOST_COLUMNS]]


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
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])[:MOST_COLUMNS]
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
