"""XLSX, ODS, XLS: read in a process of their own, with what its library does not tell.

XLSX and ODS are zipped XML. It is looked through for tags by patterns, not parsed: the cells are read by the library.

A damaged or hostile workbook can make the library that reads it ask for more memory than there is, which ends the
process; so it is not ours. It answers with one line of JSON for the sheet, one for each row, and one for what is to be
told besides.
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from io import SEEK_END, BytesIO
from itertools import islice
from pathlib import Path
from posixpath import join, normpath
from typing import TYPE_CHECKING, NoReturn
from xml.sax.saxutils import unescape
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from wordfleet_print.errors import BadInputError, Complaint, Note
from wordfleet_print.event.roster.columns import find_columns
from wordfleet_print.event.roster.listing import (
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    Listing,
    Odd,
    Row,
    broken_off,
    column_letters,
    column_number,
    file_name,
    unreadable,
)
from wordfleet_print.sandbox import ChildEndedError, ChildEnding, ChildLimits, Json, keep_to, reading
from wordfleet_print.sheet.captains import plain
from wordfleet_print.wording import plural, quote, some_of

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

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
        module = "wordfleet_print.event.roster.workbooks"
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
        notes.append(Note(f"{name} has several sheets: {left}.", "sheet"))
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


_ATTRIBUTE = re.compile(rb'([\w:.-]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\')')
_CELL = re.compile(rb'<((?:\w+:)?)c\s[^<>]*?(?<![\w:])r="([A-Z]{1,4})([0-9]{1,10})"[^<>]*?(?:/>|>.*?</\1c>)', re.DOTALL)
_FAR = re.compile(rb'\sr="(?:[A-Z]{3,4}|I[W-Z]|[J-Z][A-Z])[0-9]|\sr="[A-Z]*[0-9]{7,}"')
_ERROR = re.compile(
    rb'<(?:\w+:)?c\s[^<>]*?r="([A-Z]{1,4})([0-9]{1,10})"[^<>]*?\st="e"[^<>]*>(?:(?!</(?:\w+:)?c>).)*?<(?:\w+:)?v>([^<]*)<',
    re.DOTALL,
)
_HIDDEN_ROW = re.compile(rb'<(?:\w+:)?row\s[^<>]*\shidden="(?:1|true)"[^<>]*>')
_HIDDEN_COLUMNS = re.compile(rb'<(?:\w+:)?col\s[^<>]*\shidden="(?:1|true)"[^<>]*>')
_ODS_TAG = re.compile(rb"<table:table-(row|column)\s[^<>]*>|<table:table-(row)>")
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^<>]*>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\s[^<>]*>")


@dataclass(frozen=True, slots=True)
class Unseen:
    """Of a sheet, with rows and columns counted from 1: which are hidden, the errors by row and column; and the cells
    that were left out, as they are called.
    """

    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()
    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    far: tuple[str, ...] = ()


def look_through(raw: bytes, sheet: str) -> Unseen:
    """What is hidden in a sheet of a zipped workbook, and its errors. Nothing where the sheet is not found."""
    with ZipFile(BytesIO(raw)) as archive:
        if "content.xml" in archive.namelist():
            return _in_ods(archive.read("content.xml"), sheet)
        part = _parts(archive).get(sheet, "")
        xml = archive.read(part) if part in archive.namelist() else b""
    said = _ERROR.findall(xml) if b't="e"' in xml else []
    errors = {
        (int(row), column_number(column)): unescape(text.decode("utf-8", "replace")) for column, row, text in said
    }
    if b"hidden=" not in xml:
        return Unseen(errors=errors)
    rows = frozenset(int(_attributes(tag[0]).get("r", "0")) for tag in _HIDDEN_ROW.finditer(xml))
    told = [_attributes(tag[0]) for tag in _HIDDEN_COLUMNS.finditer(xml)]
    ends = ((int(one.get("min", "1")), min(int(one.get("max", "0")), MOST_COLUMNS)) for one in told)
    return Unseen(rows, frozenset(column for first, last in ends for column in range(first, last + 1)), errors)


def without_far_cells(raw: bytes) -> tuple[bytes, dict[str, tuple[str, ...]]]:
    """An XLSX without cells that are farther out than any list goes, and which hold something, by their sheets.

    They would cost as much as if all cells up to them were filled.
    """
    with ZipFile(BytesIO(raw)) as archive:
        parts = {part: sheet for sheet, part in _parts(archive).items() if part in archive.namelist()}
        cut = {part: archive.read(part) for part in parts}
        cut = {part: xml for part, xml in cut.items() if _FAR.search(xml)}
        if not cut:
            return raw, {}
        far: dict[str, tuple[str, ...]] = {}
        for part, xml in cut.items():
            cut[part], far[parts[part]] = _cut(xml)
        made = BytesIO()
        with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=1) as packed:
            for name in archive.namelist():
                packed.writestr(name, cut.get(name) or archive.read(name))
    return made.getvalue(), far


def _cut(xml: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A sheet without its far cells; and those of them that hold something."""
    held: list[str] = []

    def keep(cell: re.Match[bytes]) -> bytes:
        _, column, row = cell.groups()
        if column_number(column) <= MOST_COLUMNS and int(row) <= MOST_ROWS:
            return cell[0]
        if b"<" in cell[0][1:].removesuffix(b"</c>"):
            held.append((column + row).decode())
        return b""

    return _CELL.sub(keep, xml), tuple(held)


def _parts(archive: ZipFile) -> dict[str, str]:
    """The part of an XLSX that holds each sheet, by the sheet's name."""
    names = archive.namelist()
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= {*names}:
        return {}
    related = {}
    for tag in _RELATION.finditer(archive.read("xl/_rels/workbook.xml.rels")):
        told = _attributes(tag[0])
        related[told.get("Id", "")] = normpath(join("/xl", told.get("Target", ""))).lstrip("/")
    sheets = (_attributes(tag[0]) for tag in _SHEET.finditer(archive.read("xl/workbook.xml")))
    return {told.get("name", ""): related.get(told.get("id", ""), "") for told in sheets}


def _attributes(tag: bytes) -> dict[str, str]:
    """A tag's attributes by their names without prefix."""
    return {
        name.decode("utf-8", "replace").rpartition(":")[2]: unescape(
            (one or other).decode("utf-8", "replace"), _ENTITIES
        )
        for name, one, other in _ATTRIBUTE.findall(tag)
    }


_ENTITIES = {"&quot;": '"', "&apos;": "'"}


def _in_ods(xml: bytes, sheet: str) -> Unseen:
    """What is hidden in a table of an OpenDocument."""
    tables = (
        table for table in xml.split(b"<table:table ")[1:] if _attributes(table.partition(b">")[0]).get("name") == sheet
    )
    hidden: dict[str, set[int]] = {"row": set(), "column": set()}
    at = dict.fromkeys(hidden, 1)
    for tag in _ODS_TAG.finditer(next(tables, b"")):
        kind, told = (tag[1] or tag[2]).decode(), _attributes(tag[0])
        many = int(told.get(f"number-{kind}s-repeated", "1"))
        if told.get("visibility", "visible") != "visible":
            hidden[kind].update(range(at[kind], min(at[kind] + many, MOST_ROWS)))
        at[kind] += many
    return Unseen(frozenset(hidden["row"]), frozenset(hidden["column"]))


_LOOKED_AT = 20
"""Rows of a sheet that are looked at for headings."""


def main() -> NoReturn:
    """Be the child: read a workbook from stdin, keep to the limits, answer on stdout."""
    keep_to(LIMITS)
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        raw = sys.stdin.buffer.read()
        far: Mapping[str, Sequence[str]] = {}
        if raw.startswith(ZIP):
            raw, far = without_far_cells(raw)
        workbook = CalamineWorkbook.from_filelike(BytesIO(raw))
        for answer in _answers(workbook, raw, far, json.loads(sys.argv[1])):
            _say(answer)
    except PasswordError:
        _say({"error": "password"})
    except (CalamineError, BadZipFile) as error:
        _say({"error": str(error) or "unknown"})
    sys.stdout.flush()
    sys.exit(0)


def _answers(
    workbook: CalamineWorkbook, raw: bytes, far: Mapping[str, Sequence[str]], wanted: str | None
) -> Iterator[Json]:
    """Which sheet is read, then its rows, then what else is to be told of it."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    sheets = (one for one in workbook.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet)
    visible = [one.name for one in sheets if one.visible == SheetVisibleEnum.Visible]
    names = [name for name in workbook.sheet_names if wanted in (None, name) or plain(name) == plain(str(wanted))]
    if wanted is not None:
        chosen = next((workbook.get_sheet_by_name(name) for name in names), None)
        if chosen is None:
            yield {"error": "sheet", "sheets": workbook.sheet_names}
            return
        others = []
    else:
        filled = [sheet for sheet in map(workbook.get_sheet_by_name, visible) if sheet.height]
        chosen = next(filter(_holds_a_table, filled), next(iter(filled), None))
        others = [sheet.name for sheet in filled if sheet is not chosen]
    if chosen is None:
        yield {"error": "", "sheet": "", "others": [], "hidden": False}
        return
    unseen = look_through(raw, chosen.name) if raw.startswith(ZIP) else Unseen()
    yield {"error": "", "sheet": chosen.name, "others": others, "hidden": chosen.name not in visible}
    yield from _rows_of(chosen, unseen, far.get(chosen.name, ()))


def _rows_of(sheet: CalamineSheet, unseen: Unseen, far: Sequence[str]) -> Iterator[Json]:
    """The rows, up to their last filled cell; then which of them are hidden, and the cells left alone."""
    left = (sheet.start or (0, 0))[1] + 1
    errors: defaultdict[int, list[int]] = defaultdict(list)
    for row, column in unseen.errors:
        errors[row].append(column)
    hidden: list[int] = []
    used: set[int] = set()
    for number, values in enumerate(sheet.iter_rows(), start=1):
        cells = [_cell(value) for value in values]
        for column in errors.get(number, ()):
            cells += [""] * (column - left + 1 - len(cells))
            cells[column - left] = [f"the error {unseen.errors[number, column]}"]
        while cells and cells[-1] == "":
            cells.pop()
        if cells and number in unseen.rows:
            hidden.append(number)
        used |= {at for at, cell in enumerate(cells, start=left) if cell != "" and at in unseen.columns}
        yield number, cells
    yield {"rows": hidden, "columns": [column_letters(column) for column in sorted(used)], "far": list(far)}


def _holds_a_table(sheet: CalamineSheet) -> bool:
    """Whether there are headings of ours in a sheet's first rows: not labels, as forms and covers have them."""
    top = enumerate(islice(sheet.iter_rows(), _LOOKED_AT), start=1)
    found = find_columns(((number, [as_cell(_cell(value)) for value in values]) for number, values in top), "")
    if found is None or found.columns is None or not found.columns.row:
        return False
    return not any(heading.rstrip().endswith(":") for heading in found.columns.headings.values())


def _cell(value: object) -> str | list[str]:
    """A cell as text, as the spreadsheet would show it; what is neither text nor number, as a list that says what."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    kind = next((said for known, said in _ODD.items() if isinstance(value, known)), "")
    return [kind] if kind else str(value)


_ODD: dict[type, str] = {date: "a date", time: "a time", timedelta: "a length of time"}


def _say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
