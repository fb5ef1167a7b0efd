"""Rosters as spreadsheets (XLSX, ODS, XLS), opened in a process of their own.

A damaged or hostile workbook can make the library that reads it ask for more memory than there is, which ends the
process; so it is not ours. The child gets the opened file as its stdin and answers with one line of JSON for the
sheet, then one for each row. Run as a module, this file is the child.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, time, timedelta
from io import SEEK_END, BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TextIO
from zipfile import BadZipFile, ZipFile

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.rows import MOST_ROWS, Listing, Odd, Row, broken_off, file_name, unreadable
from wordfleet_print.sandbox import ChildEndedError, Ending, Json, Limits, keep_to, reading
from wordfleet_print.wording import quote

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

MOST_BYTES = 50_000_000
MOST_UNPACKED = 400_000_000
"""What a workbook may hold once unpacked: a small file can hold far more than any roster does."""

LIMITS = Limits(seconds=120, memory=2000)
"""What opening a workbook may use."""

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = "META-INF/manifest.xml"
_MOST_SAID = 1_000_000
"""Bytes of what an archive says of itself."""

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""The stream that stands in a locked XLSX instead of the workbook."""

_COPY_LIST = "Copy the list of players alone to a new file."


@contextmanager
def open_spreadsheet(path: Path) -> Iterator[Listing]:
    """The rows of a workbook's first visible sheet that holds any, read as they are asked for.

    Raises `BadInputError` for a workbook that is locked, damaged, or needs too much.
    """
    name = file_name(path)
    try:
        with path.open("rb") as file, reading("wordfleet_print.event.roster.workbook", file) as answers:
            yield _received(answers, name)
    except OSError as error:
        raise unreadable(path, error) from error


def workbook_kind(path: Path) -> str:
    """“XLSX”, “ODS” or “XLS”; what else is packed as they are; "" for a file that is no such thing.

    Raises `BadInputError` for a workbook that is too large, locked or damaged, and `OSError`.
    """
    name = file_name(path)
    with path.open("rb") as file:
        head = file.read(len(_OLE))
        if not head.startswith((_ZIP, _OLE)):
            return ""
        if file.seek(0, SEEK_END) > MOST_BYTES:
            raise BadInputError(f"{name} is larger than {MOST_BYTES:,} bytes.", tip=_COPY_LIST)
        file.seek(0)
        if head == _OLE:
            if _ENCRYPTED in file.read():
                raise _locked(name)
            return "XLS"
        try:
            with ZipFile(file) as archive:
                return _archive_kind(archive, name)
        except (BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error) as error:
            raise _damaged(name) from error


def _archive_kind(archive: ZipFile, name: str) -> str:
    """What a zipped workbook says of itself, before anything large in it is unpacked."""
    sizes = {member.filename: member.file_size for member in archive.infolist()}
    unpacked = sum(sizes.values())
    if unpacked > MOST_UNPACKED:
        raise BadInputError(f"{name} unpacks to {unpacked:,} bytes, far more than a roster holds.", tip=_COPY_LIST)
    if "xl/workbook.xml" in sizes:
        return "XLSX"
    if sizes.get("mimetype", _MOST_SAID) >= _MOST_SAID or archive.read("mimetype") != _ODS:
        return "another kind of packed file"
    if sizes.get(_MANIFEST, _MOST_SAID) < _MOST_SAID and b"encryption-data" in archive.read(_MANIFEST):
        raise _locked(name)
    return "ODS"


def _received(answers: Iterator[Json], name: str) -> Listing:
    """The child's answer, checked up to the sheet it chose; the rows follow as they are read."""
    try:
        sheet = next(answers)
    except ChildEndedError as ended:
        raise _ended(ended, name) from ended
    if sheet["error"] == "password":
        raise _locked(name)
    if sheet["error"]:
        raise _damaged(name, sheet["error"])
    notes = []
    if sheet["others"]:
        others = ", ".join(map(quote, sheet["others"]))
        notes.append(f"{name} has several sheets: {quote(sheet['sheet'])} was read, {others} left alone.")
    return Listing(_rows(answers, name), tuple(notes), counted=False)


def _rows(answers: Iterator[Json], name: str) -> Iterator[Row]:
    try:
        for number, cells in answers:
            if number > MOST_ROWS:
                raise broken_off(name, Complaint(f"{name} row {number}", f"is one more than {MOST_ROWS:,} rows"))
            yield number, [cell if isinstance(cell, str) else Odd(cell[0]) for cell in cells]
    except ChildEndedError as ended:
        raise _ended(ended, name) from ended


def _ended(child: ChildEndedError, name: str) -> BadInputError:
    """Why a child ended without an answer."""
    if child.ending is Ending.FAULT:  # the library gave up in a way of its own
        return _damaged(name)
    return BadInputError(
        f"{name} needs more memory or time to be opened than a roster does.",
        tip="Something may stand in a cell far below or beside the list: copy the list alone to a new file.",
    )


def _locked(name: str) -> BadInputError:
    return BadInputError(f"{name} is locked with a password.", tip="Save a copy of it without one.")


def _damaged(name: str, detail: str = "") -> BadInputError:
    said = f": {quote(detail).strip('“”')}" if detail else ""
    return BadInputError(
        f"{name} is damaged and cannot be opened{said}.",
        tip="Open it in your spreadsheet and save it again, or save it as CSV.",
    )


def main() -> NoReturn:
    """Be the child: read a workbook from stdin, keep to the limits, answer on stdout."""
    keep_to(LIMITS)
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    out = sys.stdout
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(sys.stdin.buffer.read()))
        _answer(workbook, out)
    except PasswordError:
        _say(out, {"error": "password"})
    except CalamineError as error:
        _say(out, {"error": str(error) or "unknown"})
    out.flush()
    sys.exit(0)


def _answer(workbook: CalamineWorkbook, out: TextIO) -> None:
    """The first visible sheet that holds anything, row by row."""
    sheets = [sheet for sheet in _visible(workbook) if sheet.height]
    if not sheets:
        _say(out, {"error": "", "sheet": "", "others": []})
        return
    _say(out, {"error": "", "sheet": sheets[0].name, "others": [sheet.name for sheet in sheets[1:]]})
    for number, cells in enumerate(sheets[0].iter_rows(), start=1):
        _say(out, (number, [_cell(cell) for cell in cells]))


def _visible(workbook: CalamineWorkbook) -> Iterator[CalamineSheet]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    for index, about in enumerate(workbook.sheets_metadata):
        if about.visible == SheetVisibleEnum.Visible and about.typ == SheetTypeEnum.WorkSheet:
            yield workbook.get_sheet_by_index(index)


def _cell(value: object) -> str | list[str]:
    """A cell as text, as the spreadsheet would show it; what is neither text nor number, as a list that says what."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    kind = next((said for known, said in _ODD.items() if isinstance(value, known)), "")
    return [kind] if kind else str(value)


_ODD: dict[type, str] = {date: "a date", time: "a time", timedelta: "a length of time"}


def _say(out: TextIO, answer: object) -> None:
    out.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
