"""Rows of a list in the rules folder: CSV or XLSX, with the names of the columns in the first
row.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import date
from itertools import zip_longest
from pathlib import Path

from wordfleet_print import errors, files
from wordfleet_print.games.facts import MOST_PIECES

MOST_BYTES = 1_000_000
MOST_UNPACKED_BYTES = 50_000_000
MOST_COLUMNS = 40
# The cells of a row by the names of their columns; `where` is the file and the row, for messages.
Row = dict[str, str]


def read_rows(folder: Path, name: str) -> list[Row]:
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
    if not lines:
        raise make_fault(
            name, "is empty or too large", f"at most {MOST_BYTES // 1_000_000} MB can be read"
        )
    (_, heads), *cells = lines
    columns = ["_".join(head.split()) for head in heads]
    while columns and not columns[-1]:
        columns.pop()
    if not all(columns) or len({*columns}) < len(columns) or len(columns) > MOST_COLUMNS:
        advice = f"give each of at most {MOST_COLUMNS} columns a name of its own"
        raise make_fault(f"{name}:1", "has a column without a name, or a name twice", advice)
    rows: list[Row] = []
    for number, values in cells:
        if any(values[len(columns) :]):
            raise make_fault(
                f"{name}:{number}", f"has more cells than the {len(columns)} of the first row"
            )
        if any(values):
            rows.append(
                {
                    **dict(zip_longest(columns, values[: len(columns)], fillvalue="")),
                    "where": f"{name}:{number}",
                }
            )
    if not 1 <= len(rows) <= MOST_PIECES:
        raise make_fault(
            name, f"has {len(rows)} rows below the first; 1 to {MOST_PIECES} can be printed"
        )
    return rows


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
