"""The sheets of XLSX, ODS and XLS files. Runs in a child process: a small file can ask for much."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING
from zipfile import ZipFile

from wordfleet_print.messages import some_of
from wordfleet_print.tables.number_formats import show_number
from wordfleet_print.tables.rows import COLUMNS_READ, Cell, Number, Odd, TooManyCellsError

if TYPE_CHECKING:
    from openpyxl.cell import Cell as ExcelCell
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet
    from python_calamine import CalamineSheet

STRUCK_OUT = "struck out"
FILTERED_OUT = "filtered out"
HIDDEN = "hidden"
# Empty rows after which a sheet is read no further.
_MOST_GAP = 1_000
# Hidden rows that a note lists.
_SHOWN_ROWS = 10
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')
_HIDDEN_ROW = re.compile(rb'<(?:\w+:)?row (?=[^>]*\bhidden="(?:1|true)")[^>]*\br="(\d+)"')
_FILTER = re.compile(rb"<(?:\w+:)?filterColumn\b")
_NO_RESULT = re.compile(
    rb'<(?:\w+:)?c [^>]*?\br="([A-Z]+)(\d+)"[^>]*>\s*<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)'
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_EMPTY_TEXT = b't="str"'
_FAR_CELL = re.compile(rb'<(?:\w+:)?c [^>]*?\br="(?:[J-Z][A-Z]|[A-Z]{3})[0-9]')
# Numbers that a sheet of ODS shows otherwise than by their digits: 0.5 as 50 %.
_ODS_SHOWN_OTHERWISE = re.compile(rb'office:value-type="(?:percentage|currency)"')
_ODS_TABLE = re.compile(rb"<table:table .*?</table:table>", re.DOTALL)
_ODS_ROW = re.compile(rb"<table:table-row\b([^>]*)>")
_ODS_REPEATED = re.compile(rb'number-rows-repeated="(\d+)"')


@dataclass
class Sheet:
    """The cells of a sheet, from its first row and column."""

    name: str
    hidden: bool
    rows: list[list[Cell]]
    marks: dict[int, str] = field(default_factory=dict)
    """How rows are set apart, by their numbers."""
    notes: list[str] = field(default_factory=list)


class CellCounter:
    """Counts the cells of all sheets, and stops a workbook that has too many."""

    def __init__(self, most: int) -> None:
        self._left = most

    def count(self, cells: list[Cell]) -> list[Cell]:
        """Return the cells of a row; raises `TooManyCellsError` if they are too many by now."""
        self._left -= len(cells)
        if self._left < 0:
            raise TooManyCellsError
        return cells


# XLSX


def read_xlsx(raw: bytes, most_rows: int, most_cells: int) -> Iterator[Sheet]:
    """Yield the sheets of an XLSX file. Raises whatever a damaged file leads openpyxl to."""
    from openpyxl import load_workbook  # slow to import, and only needed for these

    counter = CellCounter(most_cells)
    with ZipFile(BytesIO(raw)) as archive:
        book = load_workbook(BytesIO(raw), read_only=True, data_only=True)
        for sheet in book.worksheets:
            # openpyxl reads no merged cells in read-only mode
            xml = archive.read(sheet._worksheet_path)
            content = Sheet(sheet.title, sheet.sheet_state != "visible", [])
            _read_cells(sheet, xml, content, most_rows, counter)
            _mark_formulas(content, xml)
            _spread_merged(content, xml)
            _mark_hidden(content, xml)
            yield content


def _read_cells(
    sheet: ReadOnlyWorksheet, xml: bytes, content: Sheet, most_rows: int, counter: CellCounter
) -> None:
    """Read the rows of a sheet into `content`, until `_MOST_GAP` empty rows below the last one."""
    sheet.reset_dimensions()  # what a file says of its own size is often wrong
    # Rows are as wide as their cells; but a far cell in each of many rows would take long
    width = COLUMNS_READ if _FAR_CELL.search(xml) else None
    empty_rows = 0
    for cells in sheet.iter_rows(max_row=most_rows + 1, max_col=width):
        row = [_read_cell(cell) for cell in cells]
        while row and not row[-1]:
            row.pop()
        content.rows.append(counter.count(row))
        if _are_struck_out(cells):
            content.marks[len(content.rows)] = STRUCK_OUT
        empty_rows = 0 if row else empty_rows + 1
        if empty_rows > _MOST_GAP:
            break
    while content.rows and not content.rows[-1]:
        content.rows.pop()


def _read_cell(cell: ExcelCell) -> Cell:
    """Return a cell as text; a number also as the sheet shows it."""
    value = cell.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        digits = f"{value:.15g}" if isinstance(value, float) else str(value)
        return Number(digits, show_number(value, cell.number_format))
    return read_value(value)


def read_value(value: object) -> Cell:
    """Return a cell as text; dates are `Odd`."""
    if value is None:
        return ""
    if isinstance(value, date | time | timedelta):
        return Odd("a date")
    return str(value)


def _are_struck_out(cells: Iterable[ExcelCell]) -> bool:
    filled = [cell for cell in cells if cell.value is not None]
    return bool(filled) and all(cell.font.strike for cell in filled)


def _mark_formulas(content: Sheet, xml: bytes) -> None:
    """Fill the cells of formulas without a stored result: openpyxl reads them as empty."""
    for formula in _NO_RESULT.finditer(xml):
        letters, digits = formula.groups()
        column = _column_of(letters)
        number = int(digits)
        # Below the last row a result that is an empty text is no player; one never computed may be.
        last = len(content.rows) if _EMPTY_TEXT in formula[0] else len(content.rows) + _MOST_GAP
        if number <= last and column < COLUMNS_READ:
            content.rows.extend([] for _ in range(number - len(content.rows)))
            _fill(content, number, column, Odd("a formula without a stored result"))


def _spread_merged(content: Sheet, xml: bytes) -> None:
    """Repeat a cell that spans several rows of one column in each of them, as a class is written
    next to its pupils. Cells that span columns are left as they are.
    """
    for left, top, right, bottom in _MERGED.findall(xml):
        first = int(top)
        if left != right or first > len(content.rows):
            continue
        column = _column_of(left)
        cells = content.rows[first - 1]
        spanning = cells[column] if column < len(cells) else ""
        for number in range(first + 1, min(int(bottom), len(content.rows)) + 1):
            if spanning:
                _fill(content, number, column, spanning)


def _fill(content: Sheet, number: int, column: int, cell: Cell) -> None:
    """Write into a cell of the row of this number, if it is empty."""
    cells = content.rows[number - 1]
    cells.extend([""] * (column + 1 - len(cells)))
    cells[column] = cells[column] or cell


def _mark_hidden(content: Sheet, xml: bytes) -> None:
    """Mark the rows that a sheet of XLSX hides."""
    hidden = [
        number for number in map(int, _HIDDEN_ROW.findall(xml)) if number <= len(content.rows)
    ]
    if _FILTER.search(xml):
        content.marks.update(dict.fromkeys(hidden, FILTERED_OUT))
    else:
        _note_hidden(content, hidden)


def _note_hidden(content: Sheet, hidden: Sequence[int]) -> None:
    """Mark rows that were hidden by hand, and say that they were read all the same."""
    content.marks.update(dict.fromkeys(hidden, HIDDEN))
    if hidden:
        numbers = some_of(hidden, _SHOWN_ROWS)
        content.notes.append(f"Hidden rows were read as well: {numbers}.")


def _column_of(letters: bytes) -> int:
    """Return the index of a column by its letters."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number - 1


# ODS and XLS


def read_ods_or_xls(raw: bytes, most_rows: int, most_cells: int) -> Iterator[Sheet]:
    """Yield the sheets of an ODS or XLS file. Raises whatever python-calamine raises."""
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    counter = CellCounter(most_cells)
    book = CalamineWorkbook.from_filelike(BytesIO(raw))
    content = _read_content(raw)
    tables = _ODS_TABLE.findall(content)
    # Whether cells show numbers by their digits; of XLS, `content` is empty, and they do
    shows_digits = not _ODS_SHOWN_OTHERWISE.search(content)
    for index, about in enumerate(book.sheets_metadata):
        hidden = about.visible != SheetVisibleEnum.Visible
        sheet = book.get_sheet_by_name(about.name)
        rows = list(_read_rows(sheet, most_rows, counter, shows_digits=shows_digits))
        result = Sheet(about.name, hidden, rows)
        if index < len(tables):
            _mark_hidden_ods_rows(result, tables[index])
        yield result


def _read_content(raw: bytes) -> bytes:
    if not raw.startswith(b"PK"):
        return b""
    with ZipFile(BytesIO(raw)) as archive:
        return archive.read("content.xml")


def _read_rows(
    sheet: CalamineSheet, most: int, counter: CellCounter, *, shows_digits: bool
) -> Iterator[list[Cell]]:
    """Yield the rows of a sheet, with empty ones and empty cells where it does not begin at A1."""
    top, left = sheet.start or (0, 0)
    for _ in range(min(top, most)):
        yield []
    for values in islice(sheet.iter_rows(), max(0, most + 1 - top)):
        cells = [_read_number_cell(value, shows_digits=shows_digits) for value in values]
        yield counter.count([*[""] * left, *cells][:COLUMNS_READ])


def _read_number_cell(value: object, *, shows_digits: bool) -> Cell:
    """Return a cell as text. Of a fraction nobody knows how the sheet shows it, nor of a whole
    number unless the sheet `shows_digits`.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return read_value(value)
    digits = f"{value:.15g}"
    is_whole = float(value).is_integer()
    return Number(digits, digits if is_whole and shows_digits else None)


def _mark_hidden_ods_rows(content: Sheet, xml: bytes) -> None:
    """Mark the rows that a filter hides, and those that are hidden by hand.

    An element of ODS can stand for several rows that are the same.
    """
    number = 1
    hidden: list[int] = []
    for attributes in _ODS_ROW.findall(xml):
        repeated = _ODS_REPEATED.search(attributes)
        times = int(repeated[1]) if repeated else 1
        rows = range(number, min(number + times, len(content.rows) + 1))
        if b'visibility="filter"' in attributes:
            content.marks.update(dict.fromkeys(rows, FILTERED_OUT))
        elif b'visibility="collapse"' in attributes:
            hidden += rows
        number += times
    _note_hidden(content, hidden)
