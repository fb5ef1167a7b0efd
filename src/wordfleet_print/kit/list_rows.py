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
from wordfleet_print.tables.opening import Limits, read_tables

LIMITS = Limits(bytes=1_000_000, unpacked_bytes=50_000_000, rows=10_000, cells=100_000)
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
    """Return the rows of a file. A column “Strength points” is called `Strength_points`.

    Raises `BadInputError` with the file, and the row where there is one.
    """
    table = _open_table(folder, name)
    lines = [row for row in table.rows if row.cells]
    titles = count_titles(lines)
    headings = lines[titles]
    columns = name_columns(headings.cells, f"{name}:{headings.number}")
    below = lines[titles + 1 :]
    if not 1 <= len(below) <= MOST_PIECES:
        raise make_fault(
            name, f"has {len(below)} rows below the headings; 1 to {MOST_PIECES} can be printed"
        )
    rows = tuple(make_row(columns, line, f"{name}:{line.number}") for line in below)
    faults = [row.faults[""] for row in rows if "" in row.faults]
    if faults:
        raise errors.BadInputError("The kit cannot be printed.", faults)
    return Rows(rows, tuple(describe_title(name, line) for line in lines[:titles]))


def count_titles(lines: Sequence[table_rows.Row]) -> int:
    """Return how many lines are above the headings: of one cell each, where others have more."""
    widths = [len(line.filled) for line in lines]
    if max(widths) == 1:
        return 0
    return next(place for place, width in enumerate(widths) if width > 1)


def describe_title(name: str, line: table_rows.Row) -> str:
    """Return the note on a line above the headings."""
    title = line[line.filled[0]]
    return f"{name}:{line.number}: {quote(title)} is above the headings and left out"


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


def make_row(columns: Sequence[str], line: table_rows.Row, where: str) -> Row:
    """Return a row with its cells as the sheet shows them, and why some cannot be printed."""
    values = dict.fromkeys(filter(None, columns), "")
    faults: dict[str, errors.Problem] = {}
    for place, text in enumerate(line.cells):
        column = columns[place] if place < len(columns) else ""
        if fault := find_cell_fault(line, place, column, where):
            faults[column] = fault
        elif column:
            values[column] = line.displayed.get(place, text) or ""
    return Row(values, where, faults)


def find_cell_fault(
    line: table_rows.Row, place: int, column: str, where: str
) -> errors.Problem | None:
    """Return why the cell at this place of a line cannot be printed; None where it can be."""
    cell = line[place]
    if cell and not column:
        what = f"{quote(cell)} is in a column without a heading"
        advice = "give the column a heading, or delete the cell"
        return errors.Problem(what, where=where, advice=advice)
    if place in line.odd_columns:
        what = f"holds {cell} in column {quote(column)}"
        return errors.Problem(what, where=where, advice="write it as text")
    if line.displayed.get(place, cell) is None:
        what = f"holds {cell} in column {quote(column)}, and the file does not say in what format"
        return errors.Problem(what, where=where, advice="save it as XLSX, or write it as text")
    return None


def _open_table(folder: Path, name: str) -> table_rows.Table:
    """Return the first table of a file that is not empty."""
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
