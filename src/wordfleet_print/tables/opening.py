"""A file of any kind as tables. What is in the file decides how it is read, not its name."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.messages import quote
from wordfleet_print.processes import ChildEndedError, read_by_child
from wordfleet_print.tables.child import unpack_cell
from wordfleet_print.tables.rows import Table, make_rows
from wordfleet_print.tables.text import Separate, decode, find_in_first_line, read_delimited

# For a process that reads a file, on the clock: twice its processor time, and ten to start.
MOST_SECONDS = 70
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAGIC: Mapping[str, tuple[bytes, ...]] = {
    "a PDF": (b"%PDF",),
    "rich text (RTF)": (b"{\\rtf",),
    "a picture": (b"\x89PNG", b"\xff\xd8\xff"),
    "a web archive (MHTML)": (b"MIME-Version",),
    "an address card": (b"BEGIN:V",),
    "JSON": (b"{", b"[{"),
    "XLS": (_OLE,),
}
# What a zip archive is that holds this file.
_PARTS = {
    "xl/workbook.xml": "XLSX",
    "content.xml": "ODS",
    "xl/workbook.bin": "an XLSB spreadsheet",
    "word/document.xml": "a Word document",
    "ppt/presentation.xml": "a presentation",
    "Index/Document.iwa": "a document of Pages or Numbers",
}
# Bytes at the beginning that say whether a text is a web page.
_HEAD_BYTES = 4_000
# Of HTML; an OpenDocument file in one piece has `<table:table`, too, and is taken for HTML.
_HAS_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_IS_PAGE = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)
# Characters in which a page's first table has to begin.
_TABLE_WITHIN = 200_000
_DAMAGES = (BadZipFile, KeyError, OSError, ValueError, NotImplementedError, zlib.error)
# Kinds of files that hold tables.
TABLES = frozenset({"text", "HTML", "XLSX", "ODS", "XLS"})


@dataclass(frozen=True, slots=True)
class TableLimits:
    """How large a list may be."""

    bytes: int = 50_000_000
    html_bytes: int = 10_000_000
    unpacked_bytes: int = 200_000_000
    """Of all the files in a workbook."""
    rows: int = 200_000
    cells: int = 2_000_000
    """Of a workbook, or of a web page."""


LIMITS = TableLimits()


def show_name(path: Path) -> str:
    """Return a file's name as messages show it; nothing in it can upset a terminal."""
    return quote(path.name or str(path)).strip("“”")


def read_tables(
    path: Path,
    *,
    what: str = "list",
    encoding: str = "",
    repair: str = "",
    separate: Separate = find_in_first_line,
    limits: TableLimits = LIMITS,
) -> list[Table]:
    """Return the tables of a file.

    `what` is what messages call the list. `encoding` and `repair` answer a `TextDoubtError`.
    `separate` finds the delimiter of a text.

    Raises `BadInputError` for a file without tables, and `TextDoubtError` for a text that can be
    read in two ways.
    """
    name = show_name(path)
    raw = read_bytes(path, what, limits.bytes)
    kind = detect_kind(raw)
    if kind not in TABLES:
        tip = f"Copy the {what} to a spreadsheet, and save that."
        raise BadInputError(Problem(f"{name} holds {kind}, not a {what}.", advice=tip))
    if kind in ("XLSX", "ODS", "XLS"):
        return _read_workbook(path, raw, kind, limits)
    text = decode(raw, name, encoding, repair)
    if _HAS_TABLE.search(text.content[:_TABLE_WITHIN]):
        tables = _read_page(text.content, name, limits)
    elif _IS_PAGE.match(text.content):
        raise BadInputError(
            Problem(f"{name} is a web page without a table.", advice="Save the list as CSV.")
        )
    else:
        tables = [read_delimited(text.content, path.stem, name, separate, limits.rows)]
    for table in tables:
        if text.note:
            table.notes.append(text.note)
    return tables


def read_bytes(path: Path, what: str = "list", most: int = LIMITS.bytes) -> bytes:
    """Return the bytes of a file; raises `BadInputError` for none, too many, or no file."""
    name = show_name(path)
    try:
        if path.is_dir():
            raise BadInputError(f"{name} is not a file, but a folder.")
        if path.exists() and not path.is_file():
            raise BadInputError(f"{name} is not a file.")
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except FileNotFoundError as error:
        tip = f"Check the spelling. The file was looked for in {path.parent.absolute()}."
        raise BadInputError(
            Problem(f"{name} cannot be read: there is no such file.", advice=tip)
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError(f"{name} cannot be read: {reason}.") from error
    if len(raw) > most:
        size = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most:,} bytes"
        raise BadInputError(f"{name} is larger than {size}, too large for a {what}.")
    if not raw.strip():
        raise BadInputError(f"{name} is empty.")
    return raw


def detect_kind(raw: bytes) -> str:
    """Return what a file holds: one of `TABLES`, or anything else in words."""
    if raw.startswith(_ZIP):
        return _detect_archive_kind(raw)
    if raw.startswith(_OLE) and "WordDocument".encode("utf-16-le") in raw:
        return "a Word document"
    for kind, starts in _MAGIC.items():
        if raw.startswith(starts):
            return kind
    head = raw[:_HEAD_BYTES].replace(b"\0", b"").lower()
    return "HTML" if re.search(rb"<table\b|<!doctype html|<html\b", head) else "text"


def _detect_archive_kind(raw: bytes) -> str:
    """Return what a zip archive is, by the files in it."""
    try:
        with ZipFile(BytesIO(raw)) as archive:
            parts = set(archive.namelist())
            if "mimetype" in parts and b"opendocument.text" in archive.read("mimetype"):
                return "an OpenDocument text"
    except _DAMAGES:
        return "XLSX"  # which is then found to be damaged
    for part, kind in _PARTS.items():
        if part in parts:
            return kind
    return "an archive"


# What is read by a child process


def _read_workbook(path: Path, raw: bytes, kind: str, limits: TableLimits) -> list[Table]:
    """Return the sheets of a workbook. Raises `BadInputError` for a locked or damaged one."""
    name = show_name(path)
    try:
        if raw.startswith(_ZIP):
            _check_unpacked(raw, name, limits.unpacked_bytes)
        if _is_locked(raw, kind):
            raise BadInputError(
                Problem(f"{name} is locked with a password.", advice="Save it without one.")
            )
        with path.open("rb") as file:
            sheets = _read_in_child(file, kind, name, limits)
    except _DAMAGES as error:
        tip = "Please save it again as XLSX or CSV."
        raise BadInputError(Problem(f"{name} is damaged.", advice=tip)) from error
    return sheets


def _check_unpacked(raw: bytes, name: str, most: int) -> None:
    """Raise `BadInputError` for an archive whose files are too large together."""
    with ZipFile(BytesIO(raw)) as archive:
        size = sum(part.file_size for part in archive.infolist())
    if size > most:
        what = f"{name} unpacks to {size:,} bytes, too large for a list."
        raise BadInputError(Problem(what, advice="Copy only the list to a new file."))


def _is_locked(raw: bytes, kind: str) -> bool:
    if kind == "ODS":
        with ZipFile(BytesIO(raw)) as archive:
            return b"encryption-data" in archive.read("META-INF/manifest.xml")
    return "EncryptedPackage".encode("utf-16-le") in raw


def _read_page(text: str, name: str, limits: TableLimits) -> list[Table]:
    """Return the tables of a web page."""
    if len(text) > limits.html_bytes:
        size = f"{limits.html_bytes // 1_000_000} MB"
        raise BadInputError(f"{name} is larger than {size}, too large for a list.")
    with TemporaryFile() as file:
        file.write(text.encode("utf-8", "replace"))
        file.seek(0)
        tables = _read_in_child(file, "HTML", name, limits)
    for table in tables:
        table.notes.append(f"{name} is a web page; its table was read.")
    return tables


def _read_in_child(file: IO[bytes], kind: str, name: str, limits: TableLimits) -> list[Table]:
    """Return the tables of a file, read by a process with little memory and time.

    The libraries that read them can ask for more memory than there is, which would end this
    process.
    """
    bounds = str(limits.rows), str(limits.cells)
    module = "wordfleet_print.tables.child"
    try:
        lines = read_by_child(module, file, kind, *bounds, seconds=MOST_SECONDS)
    except ChildEndedError as error:
        what = f"cannot be read: {quote(str(error))}"
        if error.is_limit:
            what = "needs too much memory or time for a list"
        raise BadInputError(Problem(f"{name} {what}.", advice="Save it as CSV.")) from error
    for line in lines:
        if "error" in line:
            tip = "Please save it again as XLSX or CSV."
            raise BadInputError(Problem(f"{name} {line['error']}.", advice=tip))
    return [_make_table(line, number, limits.rows) for number, line in enumerate(lines, start=1)]


def _make_table(line: dict[str, Any], number: int, most_rows: int) -> Table:
    """Return a table of what the child process wrote; `number` names one without a name."""
    rows = [[unpack_cell(cell) for cell in row] for row in line["rows"]]
    marks = {int(row): mark for row, mark in line.get("marks", {}).items()}
    return Table(
        name=line.get("name", f"table {number}"),
        rows=make_rows(rows, most_rows, marks),
        hidden=line.get("hidden", False),
        notes=line.get("notes", []),
    )
