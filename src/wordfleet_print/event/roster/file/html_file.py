"""Rosters as web pages and as XML spreadsheets of 2003: what many programmes write that call their exports XLS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.columns.columns import known_headings
from wordfleet_print.event.roster.file.decoding import CERTAIN, known_encoding, tell_encoding
from wordfleet_print.event.roster.file.encoding import Guess
from wordfleet_print.event.roster.rows import MOST_COLUMNS, Listing, Row, file_name, nothing_in, unreadable

MOST_BYTES = 50_000_000
_WIDEST = 256
"""Columns that one cell may span."""
_BEGINNING = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    rb"(?:<\?mso[^>]*>\s*)?<(?:!doctype html|html|head|meta|style|body|table|tr|div|(?:ss:)?workbook)\b",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_TABLES, _ROWS, _CELLS = {"table"}, {"tr", "row"}, {"td", "th", "cell"}
_BREAKS = {"br", "p", "div"}
_UNSEEN = {"script", "style", "title", "head", "comment"}


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
            raw = file.read(MOST_BYTES + 1)
            if len(raw) > MOST_BYTES:
                raise BadInputError(f"{name} is larger than {MOST_BYTES:,} bytes; that is no roster.")
            guess = Guess(known_encoding(encoding)) if encoding else tell_encoding(file, name)
    except OSError as error:
        raise unreadable(path, error) from error
    said = encoding or ("" if guess.encoding in CERTAIN else _said(raw))
    reader = _Tables()
    reader.feed(raw.decode(said or guess.encoding, "replace"))
    reader.close()
    tables = [table for table in reader.tables if any(map(any, table))]
    if not tables:
        raise nothing_in(name)
    headed = (table for table in tables if any(known_headings(row) > 1 for row in table[:10]))
    table = next(headed, max(tables, key=len))
    guessed = "" if said or guess.encoding in CERTAIN else guess.encoding
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


class _Tables(HTMLParser):
    """Collects the cells of every table, row by row; a cell that spans several stands in the first of them."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._open: list[list[list[str]]] = []
        """The tables that are open, the innermost last."""
        self._text: list[str] | None = None
        self._span = 1
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row or a cell."""
        tag, told = tag.removeprefix("ss:"), {name.removeprefix("ss:"): value or "" for name, value in attrs}
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag in _TABLES:
            self._end_cell()
            self.tables.append([])
            self._open.append(self.tables[-1])
        elif tag in _ROWS and self._open:
            self._end_cell()
            self._open[-1] += [
                [] for _ in range(_number(told.get("index"), len(self._open[-1]) + 1) - len(self._open[-1]))
            ]
        elif tag in _CELLS and self._open:
            self._end_cell()
            if not self._open[-1]:
                self._open[-1].append([])
            row = self._open[-1][-1]
            row += [""] * (_number(told.get("index"), 0) - 1 - len(row))
            self._text, self._span = [], _number(told.get("colspan"), 1)
        elif tag in _BREAKS and self._text:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a table, a row or a cell."""
        tag = tag.removeprefix("ss:")
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in _TABLES | _ROWS | _CELLS:
            self._end_cell()
            if tag in _TABLES and self._open:
                self._open.pop()

    def handle_data(self, data: str) -> None:
        """Text, which counts inside cells alone."""
        if self._text is not None and not self._unseen:
            self._text.append(data)

    def close(self) -> None:
        """End the last cell, if nothing else did."""
        super().close()
        self._end_cell()

    def _end_cell(self) -> None:
        if self._text is not None and self._open and self._open[-1]:
            self._open[-1][-1] += [" ".join("".join(self._text).split()), *[""] * (self._span - 1)]
        self._text = None


def _number(text: str | None, usual: int) -> int:
    """A number that a tag tells, within bounds."""
    return min(int(text), usual + _WIDEST) if text and text.isascii() and text.isdigit() and len(text) < 9 else usual
