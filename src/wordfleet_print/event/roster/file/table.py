"""A file as a table: what it holds, whatever its name says, and its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.file.csv_file import open_delimited
from wordfleet_print.event.roster.file.html_file import is_html, open_html
from wordfleet_print.event.roster.file.workbook import open_spreadsheet, workbook_kind
from wordfleet_print.event.roster.rows import Listing, Odd, Row, file_name, nothing_in, unreadable
from wordfleet_print.files import is_file, is_folder
from wordfleet_print.wording import quote

_ENDINGS = {
    ".csv": "text",
    ".tsv": "text",
    ".tab": "text",
    ".txt": "text",
    ".xlsx": "XLSX",
    ".xlsm": "XLSX",
    ".ods": "ODS",
    ".xls": "XLS",
    ".htm": "HTML",
    ".html": "HTML",
    ".xml": "HTML",
}
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
_PRINT_IT = (
    "`event print` takes such a folder or event.json and prints the event again; a roster is the list of its players."
)


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
            listing.notes.insert(0, f"{name} has no sheets: --sheet counts for workbooks alone.")
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
        raise _no_roster(name)
    try:
        if is_folder(path):
            raise _folder(path, name)
        if path.exists() and not path.is_file():
            raise BadInputError(f"{name} is not a file.", tip=_NAME_ONE)
        found = kind_of(path)
        if not path.stat().st_size:
            raise nothing_in(name)
    except FileNotFoundError as error:
        raise _missing(path, name) from error
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


def _missing(path: Path, name: str) -> BadInputError:
    where = f"Look at its spelling; it was looked for in {path.parent.absolute()}."
    return BadInputError(f"{name} cannot be read: there is no such file.", tip=where)


def _folder(path: Path, name: str) -> BadInputError:
    """The refusal of a folder: that of a printed event has a use of its own."""
    if (path / "event.json").is_file():
        return BadInputError(f"{name} is not a file, but the folder of a printed event.", tip=_PRINT_IT)
    return BadInputError(f"{name or path} is not a file, but a folder.", tip=_NAME_ONE)


def _no_roster(name: str) -> BadInputError:
    what = "is the record of a printed event" if name == "event.json" else "ends in “.json”, as the record of an event"
    return BadInputError(f"{name} {what}; a roster is a CSV, TSV, XLSX, ODS or XLS file.", tip=_PRINT_IT)
