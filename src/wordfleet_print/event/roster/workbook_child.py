"""Reads an ODS or XLS workbook in a process of its own: a line of JSON for each sheet."""

from __future__ import annotations

import json
import sys
from itertools import islice

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetVisibleEnum,
)

from wordfleet_print.processes import limit_resources

SECONDS, MEGABYTES = 30, 1000


def main(rows: int, columns: int) -> None:
    """Write what the workbook on stdin holds: at most `rows` rows and `columns` columns of each
    sheet.
    """
    limit_resources(SECONDS, MEGABYTES)
    try:
        book = CalamineWorkbook.from_filelike(sys.stdin.buffer)
        for about in book.sheets_metadata:
            sheet = book.get_sheet_by_name(about.name)
            hidden = about.visible != SheetVisibleEnum.Visible
            answer({"name": about.name, "hidden": hidden, "rows": read_rows(sheet, rows, columns)})
    except PasswordError:
        answer({"error": "is locked with a password"})
    except (CalamineError, OSError, ValueError) as error:
        answer({"error": f"is damaged ({type(error).__name__})"})


def answer(content: object) -> None:
    """Write one line of JSON to stdout."""
    sys.stdout.write(json.dumps(content) + "\n")


def read_rows(sheet: CalamineSheet, rows: int, columns: int) -> list[list[object]]:
    """Return the cells of a sheet from its first row and column; what is neither text nor number is
    a list of one.
    """
    top, left = sheet.start or (0, 0)
    empty: list[list[object]] = [[]] * min(top, rows)
    found: list[list[object]] = [
        [""] * left
        + [value if isinstance(value, str | int | float | bool) else ["a date"] for value in row]
        for row in islice(sheet.iter_rows(), rows - len(empty))
    ]
    return empty + [row[:columns] for row in found]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
