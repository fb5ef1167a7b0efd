"""Rows of a list in the rules folder, below the headings of its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wordfleet_print import errors, files
from wordfleet_print.games.kit import (
    MOST_PIECES,
)
from wordfleet_print.kit.fill_text import name_column
from wordfleet_print.messages import quote
from wordfleet_print.tables import rows as table_rows
from wordfleet_print.tables.opening import TableLimits, read_tables

LIMITS = TableLimits(bytes=1_000_000, unpacked_bytes=50_000_000, rows=10_000, cells=100_000)
MOST_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Row:
    """The values of a row by name, and where it is in a file."""

    values: Mapping[str, Any]
    where: str = ""
    """File and line; "" for a row of the front matter."""
    faults: Mapping[str, errors.Problem] = field(default_factory=dict)
    """Why a cell cannot be printed, by the name of its column; that matters where it is used."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a file, and notes on it."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def read_rows(folder: Path, name: str) -> Rows:
    """Return the rows of a spreadsheet or text file below its headings.

    A column “Strength points” is called `Strength_points`. Rows with one cell above the headings
    are titles, which are noted and left out. Raises `BadInputError` with the file and the row.
    """
    table = _read_table(folder, name)
    rows_with_cells = [row for row in table.rows if row.cells]
    titles = count_titles(rows_with_cells)
    headings = rows_with_cells[titles]
    columns = name_columns(headings.cells, f"{name}:{headings.number}")
    rows_below = rows_with_cells[titles + 1 :]
    if not 1 <= len(rows_below) <= MOST_PIECES:
        count = len(rows_below)
        raise make_fault(
            name, f"has {count} rows below the headings; 1 to {MOST_PIECES} can be printed"
        )
    rows = tuple(make_row(columns, row, f"{name}:{row.number}") for row in rows_below)
    # A cell without a heading is a fault wherever it is; other faults matter where a text uses
    # them.
    faults = [row.faults[""] for row in rows if "" in row.faults]
    if faults:
        raise errors.BadInputError("The kit cannot be printed.", faults)
    return Rows(rows, tuple(describe_title(name, row) for row in rows_with_cells[:titles]))


def count_titles(rows: Sequence[table_rows.Row]) -> int:
    """Return how many rows are above the headings: of one cell each, where others have more."""
    widths = [len(row.filled_columns) for row in rows]
    if max(widths) == 1:
        return 0
    return next(place for place, width in enumerate(widths) if width > 1)


def describe_title(name: str, row: table_rows.Row) -> str:
    """Return the note on a row above the headings."""
    title = row[row.filled_columns[0]]
    return f"{name}:{row.number}: {quote(title)} is above the headings and left out"


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


def make_row(columns: Sequence[str], row: table_rows.Row, where: str) -> Row:
    """Return the cells of a row by the names of their columns, as the spreadsheet shows them.

    Cells that cannot be printed are faults of the row.
    """
    values = dict.fromkeys(filter(None, columns), "")
    faults: dict[str, errors.Problem] = {}
    for place, text in enumerate(row.cells):
        name = columns[place] if place < len(columns) else ""
        if fault := find_cell_fault(row, place, name, where):
            faults[name] = fault
        elif name:
            values[name] = row.displayed.get(place, text) or ""
    return Row(values, where, faults)


def find_cell_fault(
    row: table_rows.Row, column: int, name: str, where: str
) -> errors.Problem | None:
    """Return why a cell cannot be printed; None if it can be.

    `column` is its place in the row (from 0), `name` what texts call its column, "" for one without
    a heading.
    """
    cell = row[column]
    if cell and not name:
        what = f"{quote(cell)} is in a column without a heading"
        advice = "give the column a heading, or delete the cell"
        return errors.Problem(what, where=where, advice=advice)
    if column in row.odd_columns:
        what = f"holds {cell} in column {quote(name)}"
        return errors.Problem(what, where=where, advice="write it as text")
    if row.is_display_unknown(column):
        what = f"holds {cell} in column {quote(name)}, and the file does not say in what format"
        return errors.Problem(what, where=where, advice="save it as XLSX, or write it as text")
    return None


def _read_table(folder: Path, name: str) -> table_rows.Table:
    """Return the first table of a file that has rows. Raises `BadInputError` if none has."""
    path = folder / name
    if not files.is_inside(path, folder) or not files.is_file(path):
        raise make_fault(name, "there is no such file in the rules folder")
    try:
        tables = read_tables(path, limits=LIMITS)
    except errors.BadInputError as error:
        summary = replace(error.summary, message=error.message.rstrip("."))
        problems = error.details or [summary]
        raise errors.BadInputError("The kit cannot be printed.", problems) from error
    for table in tables:
        if table.rows:
            return table
    raise make_fault(name, "is empty")


def make_fault(where: str, what: str, advice: str = "") -> errors.BadInputError:
    """Return the error for a fault of a file."""
    return errors.BadInputError(
        "The kit cannot be printed.", [errors.Problem(what, where=where, advice=advice)]
    )
