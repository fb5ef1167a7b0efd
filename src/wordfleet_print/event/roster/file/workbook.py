"""Rosters as spreadsheets (XLSX, ODS, XLS): what they are, and what a process of their own (`workbook_child`) says."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import SEEK_END
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.rows import MOST_ROWS, Cell, Listing, Odd, Row, broken_off, file_name, unreadable
from wordfleet_print.sandbox import ChildEndedError, ChildEnding, ChildLimits, Json, reading
from wordfleet_print.wording import plural, quote, some_of

MOST_BYTES = 50_000_000
MOST_UNPACKED = 400_000_000
"""What a workbook may hold once unpacked: a small file can hold far more than any roster does."""

LIMITS = ChildLimits(seconds=40, memory=1000)
"""What opening a workbook may use."""

ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_PARTS = {
    "xl/workbook.xml": "XLSX",
    "xl/workbook.bin": "an XLSB spreadsheet",
    "word/document.xml": "a Word document",
    "ppt/presentation.xml": "a presentation",
    "Index/Document.iwa": "a document of Pages or Numbers",
}
"""What archives are that hold these files."""
_MIMETYPES = {b"application/vnd.oasis.opendocument.text": "an OpenDocument text"}
_OLD_WORD = "WordDocument".encode("utf-16-le")
_MANIFEST = "META-INF/manifest.xml"
_MOST_SAID = 1_000_000
"""Bytes of what an archive says of itself."""

_MOST_TOLD = 12
"""Sheets, rows, columns or cells named in a note."""

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""The stream that stands in a locked XLSX instead of the workbook."""

_COPY_LIST = "Copy the list of players alone to a new file."


@contextmanager
def open_spreadsheet(path: Path, sheet: str | None = None) -> Iterator[Listing]:
    """The rows of a workbook's sheet, read as they are asked for: the one that is named, else the first visible one
    that holds a table, else anything.

    Raises `BadInputError` for a sheet that is not there, and a workbook that is locked, damaged, or needs too much.
    """
    name = file_name(path)
    try:
        module = "wordfleet_print.event.roster.file.workbook_child"
        with path.open("rb") as file, reading(module, file, json.dumps(sheet)) as answers:
            yield _received(answers, name, sheet)
    except OSError as error:
        raise unreadable(path, error) from error


def workbook_kind(path: Path) -> str:
    """“XLSX”, “ODS” or “XLS”; what else is packed as they are; "" for a file that is no such thing.

    Raises `BadInputError` for a workbook that is too large, locked or damaged, and `OSError`.
    """
    name = file_name(path)
    with path.open("rb") as file:
        head = file.read(len(_OLE))
        if not head.startswith((ZIP, _OLE)):
            return ""
        if file.seek(0, SEEK_END) > MOST_BYTES:
            raise BadInputError(f"{name} is larger than {MOST_BYTES:,} bytes.", tip=_COPY_LIST)
        file.seek(0)
        if head == _OLE:
            raw = file.read()
            if _ENCRYPTED in raw:
                raise _locked(name)
            return "a Word document" if _OLD_WORD in raw else "XLS"
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
    for part, kind in _PARTS.items():
        if part in sizes:
            return kind
    said = archive.read("mimetype") if sizes.get("mimetype", _MOST_SAID) < _MOST_SAID else b""
    if said != _ODS:
        return _MIMETYPES.get(said, "another kind of packed file")
    if sizes.get(_MANIFEST, _MOST_SAID) < _MOST_SAID and b"encryption-data" in archive.read(_MANIFEST):
        raise _locked(name)
    return "ODS"


def _received(answers: Iterator[Json], name: str, wanted: str | None) -> Listing:
    """The child's answer, checked up to the sheet it chose; the rows follow as they are read."""
    try:
        told = next(answers)
    except ChildEndedError as ended:
        raise _ended(ended, name) from ended
    if told["error"] == "password":
        raise _locked(name)
    if told["error"] == "sheet":
        sheets = some_of([*map(quote, told["sheets"])], _MOST_TOLD)
        raise BadInputError(f"{name} has no sheet {quote(str(wanted))}.", tip=f"It has {sheets}.")
    if told["error"]:
        raise _damaged(name, told["error"])
    notes: list[str] = []
    if told["others"]:
        others = some_of([*map(quote, told["others"])], _MOST_TOLD)
        left = f"{quote(told['sheet'])} was read, {others} left alone"
        notes.append(f"{name} has several sheets: {left}. --sheet NAME reads another.")
    if told["hidden"]:
        notes.append(f"{name}: the sheet {quote(told['sheet'])} is hidden, and was read as you say.")
    return Listing(_rows(answers, name, notes), notes, counted=False)


def _rows(answers: Iterator[Json], name: str, notes: list[str]) -> Iterator[Row]:
    try:
        for answer in answers:
            if isinstance(answer, dict):
                notes += _unseen_notes(answer, name)
                return
            number, cells = answer
            if number > MOST_ROWS:
                raise broken_off(name, Complaint(f"{name} row {number}", f"is one more than {MOST_ROWS:,} rows"))
            yield number, [*map(as_cell, cells)]
    except ChildEndedError as ended:
        raise _ended(ended, name) from ended


def as_cell(cell: str | list[str]) -> Cell:
    """A cell as the child tells it: what is neither text nor a number is a list that says what it is."""
    return cell if isinstance(cell, str) else Odd(cell[0])


def _unseen_notes(told: Json, name: str) -> Iterator[str]:
    """What was read though nobody sees it, and what was not read."""
    for what, hidden in (("row", told["rows"]), ("column", told["columns"])):
        if hidden:
            are = "is" if len(hidden) == 1 else "are"
            which = f"{plural(len(hidden), what)} {some_of(hidden, _MOST_TOLD)}"
            yield f"{name}: {which} {are} hidden in the spreadsheet, and read all the same."
    if told["far"]:
        cells = f"{plural(len(told['far']), 'cell')} {some_of(told['far'], _MOST_TOLD)}"
        yield f"{name}: what stands in {cells}, far from the list, was left alone."


def _ended(child: ChildEndedError, name: str) -> BadInputError:
    """Why a child ended without an answer."""
    if child.ending is ChildEnding.FAULT:  # the library gave up in a way of its own: the file may be sound
        return BadInputError(f"{name} cannot be read: {quote(child.said)}.", tip="Save it as CSV, and read that.")
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
