"""Rosters as web pages and as XML spreadsheets of 2003: what many programmes write that call their exports XLS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.columns.columns import known_headings
from wordfleet_print.event.roster.file.decoding import CERTAIN, known_encoding, tell_encoding
from wordfleet_print.event.roster.rows import (
    MOST_COLUMNS,
    Guess,
    Listing,
    Row,
    broken_off,
    file_name,
    nothing_in,
    unreadable,
)
from wordfleet_print.limits import MOST_PLAYERS

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
