"""A file as a table, whatever its name says: CSV, TSV, web pages."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from html import unescape
from io import SEEK_END, TextIOWrapper
from itertools import chain, count, islice
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.columns import known_headings
from wordfleet_print.event.roster.encodings import CERTAIN, SAVE_AS, known_encoding, mended, tell_encoding
from wordfleet_print.event.roster.listing import (
    MOST_COLUMNS,
    MOST_ROWS,
    Guess,
    Listing,
    Odd,
    Row,
    broken_off,
    file_name,
    nothing_in,
    unreadable,
)
from wordfleet_print.event.roster.workbooks import open_spreadsheet, workbook_kind
from wordfleet_print.files import is_file, is_folder
from wordfleet_print.limits import MOST_PLAYERS
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
        complaint = Complaint(where, what, f"{SAVE_AS}, or say how it is written", say=("encoding",))
        raise broken_off(file_name(path), complaint) from error


def _records(text: TextIOWrapper, name: str, notes: list[str]) -> Iterator[Row]:
    lines = _lines(text, name)
    first = list(islice(lines, 10))
    told = _told_delimiter(first[0], name) if first else ""
    passed = 1 if told else 0
    reader = csv.reader(
        chain(first[passed:], lines), delimiter=told or _delimiter(first), strict=True, skipinitialspace=True
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
    with suppress(csv.Error):
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])[:MOST_COLUMNS]
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


MOST_HTML_BYTES = 50_000_000
_WIDEST = 256
"""Columns that one cell may span, and rows that one may pass over."""
_MOST_ROWS = MOST_PLAYERS + 1000
"""Rows of a page: one for each player, and what stands above and below."""
_MOST_PASSED = 1_000_000
"""Cells and rows in all that tags may pass over: each costs the file a few bytes, and us a cell."""
_BEGINNING = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*"
    rb"(?:<\?mso[^>]*>\s*)?<(?:!doctype html|html|head|meta|style|body|table|tr|div|(?:ss:)?workbook)\b",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_ROW = re.compile("<(?:tr|row|ss:row)\\b", re.IGNORECASE)
_TABLES, _ROWS, _CELLS = {"table"}, {"tr", "row"}, {"td", "th", "cell"}
_BREAKS = {"br", "p", "div"}
_UNSEEN = {"title", "comment"}
_HIDDEN = [
    (re.compile(begins, re.IGNORECASE), re.compile(ends, re.IGNORECASE))
    for begins, ends in (("<!--", "-->"), (r"<script[\s>]", r"</script\s*>"), (r"<style[\s>]", r"</style\s*>"))
]
"""What no table is in, with its beginning and its end."""
_MARKUP = re.compile(
    r"<(?:(/?)([a-z][^\s/<>]*)|[!?/])"
    r"""((?:[^<>=]|=\s*(?:"[^"]*"|'[^']*')?)*+)>?|(<?[^<]+|<)""",
    re.IGNORECASE,
)
"""One piece of a page: a tag, or text. A tag that is never closed ends where the next begins: each is read once."""
_TOLD = re.compile(r"""(?:^|\s)(?:ss:)?(index|colspan)\s*=\s*["']?([0-9]{1,8})\b""", re.IGNORECASE)
_NO_CHARACTER = re.compile("&#[0-9]{8,}")


def is_html(head: bytes) -> bool:
    """Whether a file that begins so is a web page or an XML spreadsheet; UTF-16 as well."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[: len(head) // 2 * 2].decode("utf-16", "ignore").encode()
    return bool(_BEGINNING.match(head)) or (head.lstrip().startswith(b"<") and b"<table" in head.lower())


@contextmanager
def open_html(path: Path, encoding: str | None) -> Iterator[Listing]:
    """The rows of the page's table: the first one with headings of ours, else the longest.

    Raises `BadInputError` for a page without a table, or larger than any roster.
    """
    name = file_name(path)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_HTML_BYTES + 1)
            if len(raw) > MOST_HTML_BYTES:
                raise BadInputError(f"{name} is larger than {MOST_HTML_BYTES:,} bytes; that is no roster.")
            guess = Guess(known_encoding(encoding)) if encoding else tell_encoding(file, name)
    except OSError as error:
        raise unreadable(path, error) from error
    said = encoding or ("" if guess.encoding in CERTAIN else _said(raw))
    reader = _Tables(name)
    page = raw.decode(said or guess.encoding, "replace")
    if len(_ROW.findall(page)) > _MOST_ROWS:
        raise broken_off(name, Complaint(name, f"has more than {_MOST_ROWS:,} rows", "save it as CSV, or split it"))
    reader.read(page)
    tables = [table for table in reader.tables if any(map(any, table))]
    if not tables:
        raise nothing_in(name)
    headed = (table for table in tables if any(known_headings(row) > 1 for row in table[:10]))
    table = next(headed, max(tables, key=len))
    guessed = None if said or guess.encoding in CERTAIN else guess
    rows: Iterator[Row] = ((number, [*cells[:MOST_COLUMNS]]) for number, cells in enumerate(table, start=1))
    yield Listing(rows, [], counted=False, guessed=guessed)


def _said(raw: bytes) -> str:
    """The encoding that the page names, where Python knows it and the page is in it; browsers take Latin-1 so."""
    found = _CHARSET.search(raw[:4000])
    said = found[1].decode("ascii", "replace") if found else ""
    try:
        known = known_encoding(said)
        known = "cp1252" if known == "iso8859_1" else known
        raw.decode(known)
    except (BadInputError, UnicodeDecodeError):
        return ""
    return known


class _Tables:
    """Collects the cells of every table, row by row; a cell that spans several stands in the first of them.

    What nests how deep does not matter: lists are read whose tags nobody closed.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.tables: list[list[list[str]]] = []
        self._open: list[list[list[str]]] = []
        """The tables that are open, the innermost last."""
        self._text: list[str] | None = None
        self._span = 1
        self._passed = 0
        self._seen = True

    def read(self, page: str) -> None:
        """Take a whole page; text counts inside cells alone."""
        for begins, ends in _HIDDEN:
            *parts, rest = ends.split(page)
            page = "".join([begins.split(part, maxsplit=1)[0] for part in parts]) + rest
        for closes, tag, told, text in _MARKUP.findall(page):
            if tag:
                (self._end if closes else self._begin)(tag.lower().removeprefix("ss:"), told)
            elif text and self._text is not None and self._seen:
                self._text.append(unescape(_NO_CHARACTER.sub("\ufffd", text)))
        self._end_cell()

    def _begin(self, tag: str, told: str) -> None:
        """Begin a table, a row or a cell."""
        if tag in _UNSEEN:
            self._seen = told.endswith("/")
        elif tag in _TABLES:
            self._end_cell()
            self.tables.append([])
            self._open.append(self.tables[-1])
        elif tag in _ROWS and self._open:
            self._end_cell()
            rows = self._open[-1]
            rows += [[] for _ in range(self._gap(_number(told, "index", len(rows) + 1) - len(rows) - 1))]
            rows.append([])
        elif tag in _CELLS and self._open:
            self._end_cell()
            if not self._open[-1]:
                self._open[-1].append([])
            row = self._open[-1][-1]
            row += [""] * self._gap(_number(told, "index", 0) - 1 - len(row))
            self._text, self._span, self._seen = [], _number(told, "colspan", 1), True
        elif tag in _BREAKS and self._text:
            self._text.append(" ")

    def _end(self, tag: str, _: str) -> None:
        """End a table, a row or a cell."""
        if tag in _UNSEEN:
            self._seen = True
        elif tag in _TABLES | _ROWS | _CELLS:
            self._end_cell()
            if tag in _TABLES and self._open:
                self._open.pop()

    def _end_cell(self) -> None:
        if self._text is not None and self._open and self._open[-1]:
            self._open[-1][-1] += [" ".join("".join(self._text).split()), *[""] * self._gap(self._span - 1)]
        self._text = None

    def _gap(self, size: int) -> int:
        """So many cells or rows that are passed over; refused where a page passes over more than any list does."""
        self._passed += max(0, size)
        if self._passed > _MOST_PASSED:
            what = f"passes over more than {_MOST_PASSED:,} cells and rows"
            raise broken_off(self._name, Complaint(self._name, what, "save it as a spreadsheet, or as CSV"))
        return size


def _number(told: str, what: str, usual: int) -> int:
    """A number that a tag's attributes tell, within bounds."""
    said = {name.lower(): int(number) for name, number in _TOLD.findall(told)} if told else {}
    return min(said.get(what, usual), usual + _WIDEST)


_ENDINGS = dict.fromkeys((".csv", ".tsv", ".tab", ".txt"), "text") | dict.fromkeys((".xlsx", ".xlsm"), "XLSX")
_ENDINGS |= {".ods": "ODS", ".xls": "XLS"} | dict.fromkeys((".htm", ".html", ".xml"), "HTML")
TABLES = {
    "text": "text",
    "HTML": "a web page",
    "XLSX": "an XLSX spreadsheet",
    "ODS": "an ODS spreadsheet",
    "XLS": "an XLS spreadsheet",
}
"""Files that hold tables, and what they are called."""
_HEAD = 4000
"""Bytes at the beginning that tell what a file is."""
_MAGIC = {
    b"%PDF": "a PDF",
    b"{\\rtf": "rich text (RTF)",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"SQLite": "a database",
    b"MIME-Version": "a web archive (MHTML)",
    b"ID;P": "a SYLK spreadsheet",
}
"""Files that no table can be read from, by their first bytes."""
_ERROR = re.compile(r"#[^\s,;]{1,12}[!?]|#N/?[ADV]|Err:5[0-9]{2}")
"""What a spreadsheet shows in a cell whose formula has no result."""
_NAME_ONE = "Name a roster: a CSV, TSV, XLSX, ODS or XLS file with a row for each player."
_LIST = "A roster is the list of its players."


@contextmanager
def open_table(path: Path, *, encoding: str | None = None, sheet: str | None = None) -> Iterator[Listing]:
    """A file's rows, read as what it holds, with a note where its name says something else.

    Raises `BadInputError` where it is no table.
    """
    name = file_name(path)
    found = _content(path, name)
    if found == "text":
        opened = open_delimited(path, encoding)
    else:
        opened = open_html(path, encoding) if found == "HTML" else open_spreadsheet(path, sheet)
    ending = path.suffix.casefold()
    with opened as listing:
        if sheet is not None and found in {"text", "HTML"}:
            listing.notes.insert(0, f"{name} has no sheets: only workbooks have.")
        if found != _ENDINGS.get(ending, found):
            what = f"{TABLES[found]}, whatever its ending {quote(ending)} says, and was read as that"
            listing.notes.insert(0, f"{name} is {what}.")
        yield replace(listing, rows=_with_errors(listing.rows))


def _with_errors(rows: Iterator[Row]) -> Iterator[Row]:
    """The rows; a cell that shows a spreadsheet's error says that it is one."""
    for number, cells in rows:
        for place, cell in enumerate(cells):
            if isinstance(cell, str) and cell[:1] in {"#", "E"} and _ERROR.fullmatch(cell.strip()):
                cells[place] = Odd(f"the error {cell.strip()}")
        yield number, cells


def kind_of(path: Path) -> str:
    """What a file holds, by its bytes: a key of `TABLES`, or what else it is, in words.

    Raises `OSError`, and `BadInputError` for a workbook that is too large, locked or damaged.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    other = next((what for magic, what in _MAGIC.items() if head.startswith(magic)), "")
    return other or workbook_kind(path) or ("HTML" if is_html(head) else "text")


def _content(path: Path, name: str) -> str:
    """What a roster's file holds: a key of `TABLES`. Raises `BadInputError` for anything else."""
    if path.suffix.casefold() == ".json" and is_file(path):
        record = name == "event.json"
        what = "is the record of a printed event" if record else "ends in “.json”, as the record of an event"
        raise BadInputError(f"{name} {what}; a roster is a CSV, TSV, XLSX, ODS or XLS file.", tip=_LIST, say=("print",))
    try:
        if is_folder(path):
            raise _folder(path, name)
        if path.exists() and not path.is_file():
            raise BadInputError(f"{name} is not a file.", tip=_NAME_ONE)
        found = kind_of(path)
        if not path.stat().st_size:
            raise nothing_in(name)
    except FileNotFoundError as error:
        where = f"Look at its spelling; it was looked for in {path.parent.absolute()}."
        raise BadInputError(f"{name} cannot be read: there is no such file.", tip=where) from error
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if path.suffix.casefold() not in _ENDINGS and (found in {"text", "HTML"} or not path.suffix):
        ending = f"ends in {quote(path.suffix)}" if path.suffix else "has no ending such as .csv"
        raise BadInputError(f"{name} {ending}; a roster is a CSV, TSV, XLSX, ODS or XLS file.", tip="Save it as one.")
    if found not in TABLES:
        raise BadInputError(
            f"{name} holds {found}; a roster is a CSV, TSV, XLSX, ODS or XLS file.",
            tip="Copy the list of players to a spreadsheet, and save that.",
        )
    return found


def _folder(path: Path, name: str) -> BadInputError:
    """The refusal of a folder: that of a printed event has a use of its own."""
    if (path / "event.json").is_file():
        return BadInputError(f"{name} is not a file, but the folder of a printed event.", tip=_LIST, say=("print",))
    return BadInputError(f"{name or path} is not a file, but a folder.", tip=_NAME_ONE)
