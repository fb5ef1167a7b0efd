"""Rows of a list in the rules folder, CSV or XLSX, below the headings of its columns."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from wordfleet_print import errors, files
from wordfleet_print.games.schema import MOST_PIECES
from wordfleet_print.kit.fill_text import name_column
from wordfleet_print.messages import quote

MOST_BYTES = 1_000_000
MOST_UNPACKED_BYTES = 50_000_000
MOST_COLUMNS = 40
# A line of a file: its number, and its cells.
Line = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """The values of a row by name; `where` says which row it is, if it is one of a file."""

    values: Mapping[str, Any]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a file, and notes on it."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def read_rows(folder: Path, name: str) -> Rows:
    """Return the rows of a file. A column “Strength points” is called `Strength_points`.

    Raises `BadInputError` with the file, and the row where there is one.
    """
    path = folder / name
    try:
        if not files.is_inside(path, folder) or not files.is_file(path):
            raise make_fault(name, "there is no such file in the rules folder")
        content = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    except OSError as error:
        raise make_fault(
            name, f"cannot be read: {(error.strerror or str(error)).lower()}"
        ) from error
    lines = list(read_csv(content, name) if name.endswith(".csv") else read_xlsx(content, name))
    lines = [line for line in lines if any(line[1])]
    if not lines:
        raise make_fault(
            name, "is empty or too large", f"at most {MOST_BYTES // 1_000_000} MB can be read"
        )
    titles = count_titles(lines)
    number, headings = lines[titles]
    columns = name_columns(headings, f"{name}:{number}")
    rows = tuple(make_row(columns, cells, f"{name}:{line}") for line, cells in lines[titles + 1 :])
    if not 1 <= len(rows) <= MOST_PIECES:
        raise make_fault(
            name, f"has {len(rows)} rows below the headings; 1 to {MOST_PIECES} can be printed"
        )
    return Rows(rows, tuple(describe_title(name, *line) for line in lines[:titles]))


def count_titles(lines: Sequence[Line]) -> int:
    """Return how many lines are above the headings: of one cell each, where others have more."""
    widths = [sum(map(bool, cells)) for _, cells in lines]
    if max(widths) == 1:
        return 0
    return next(place for place, width in enumerate(widths) if width > 1)


def describe_title(name: str, number: int, cells: Sequence[str]) -> str:
    """Return the note on a line above the headings."""
    return f"{name}:{number}: {quote(next(filter(None, cells)))} is above the headings and left out"


def name_columns(headings: Sequence[str], where: str) -> list[str]:
    """Return what texts call each column, "" for one without a heading.

    Raises `BadInputError` for two of one name, and for too many.
    """
    columns = [name_column(heading) for heading in headings]
    while columns and not columns[-1]:
        columns.pop()
    if len(columns) > MOST_COLUMNS:
        raise make_fault(where, f"has {len(columns)} columns; at most {MOST_COLUMNS} can be read")
    for place, column in enumerate(columns):
        first = columns.index(column)
        if column and first != place:
            both = f"{quote(headings[first])} and {quote(headings[place])}"
            what = f"has two columns that texts would call {column}: {both}"
            raise make_fault(where, what, "give one of them another heading")
    return columns


def make_row(columns: Sequence[str], cells: Sequence[str], where: str) -> Row:
    """Return a row. Raises `BadInputError` for a cell in a column without a heading."""
    values = dict.fromkeys(filter(None, columns), "")
    for place, cell in enumerate(cells):
        column = columns[place] if place < len(columns) else ""
        if column:
            values[column] = cell
        elif cell:
            what = f"{quote(cell)} is in a column without a heading"
            raise make_fault(where, what, "give the column a heading, or delete the cell")
    return Row(values, where)


def read_csv(content: bytes, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file with commas, semicolons or tabs, each with its line."""
    try:
        text = content.decode("utf-8-sig")
        # Spreadsheets of many countries write semicolons, because their decimals have commas.
        separator = max(",;\t", key=text.partition("\n")[0].count)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        for cells in reader:
            yield reader.line_num, [cell.strip() for cell in cells]
    except UnicodeDecodeError as error:
        raise make_fault(name, "is not UTF-8", "save it as “CSV UTF-8”") from error
    except csv.Error as error:
        raise make_fault(f"{name}:{reader.line_num}", f"cannot be read: {error}") from error


def read_xlsx(content: bytes, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the first sheet; formulas as the values that were saved with them."""
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            # A workbook of a few kilobytes can unpack to gigabytes.
            if sum(one.file_size for one in archive.infolist()) > MOST_UNPACKED_BYTES:
                raise make_fault(name, "unpacks to more than it should")
        sheet = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets[0]
        # One row and one column more than may be there, so that too many are noticed and no more is
        # read.
        cells = list(
            sheet.iter_rows(max_row=MOST_PIECES + 2, max_col=MOST_COLUMNS + 1, values_only=True)
        )
    except errors.BadInputError:
        raise
    except Exception as error:  # openpyxl raises whatever a broken part of a workbook leads to
        raise make_fault(
            name, "cannot be read as a workbook", "save it as XLSX, or as CSV UTF-8"
        ) from error
    yield from ((number, [write_cell(cell) for cell in row]) for number, row in enumerate(cells, 1))


def write_cell(cell: object) -> str:
    """Return a cell as text: a day without its time, a number without the noise of its last
    digits.
    """
    if isinstance(cell, date):
        return cell.isoformat()[:10]
    return "" if cell is None else f"{cell:.10g}" if isinstance(cell, float) else str(cell).strip()


def make_fault(where: str, what: str, advice: str = "") -> errors.BadInputError:
    """Return the error for a fault of a file."""
    return errors.BadInputError(
        "The kit cannot be printed.", errors.Problem(what, where=where, advice=advice)
    )
