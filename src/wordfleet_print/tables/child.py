"""Reads a workbook or a web page from stdin: a process of its own, which writes lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from wordfleet_print.processes import limit_resources
from wordfleet_print.tables.rows import Cell, Number, Odd, TooManyCellsError

SECONDS = 30
MEGABYTES = 1000


def main(kind: str, most_rows: int, most_cells: int) -> None:
    """Write what stdin holds, a line for each table, or what is wrong with it."""
    limit_resources(SECONDS, MEGABYTES)
    try:
        for table in _list_tables(kind, most_rows, most_cells):
            write_line(table)
    except TooManyCellsError:
        write_line({"error": "has too many cells for a list"})
    except MemoryError:
        raise
    except Exception as error:  # readers raise whatever a damaged file leads to
        is_locked = type(error).__name__ == "PasswordError"
        write_line({"error": "is locked with a password" if is_locked else "is damaged"})


def _list_tables(kind: str, most_rows: int, most_cells: int) -> Iterator[dict[str, object]]:
    """Yield each table of the file on stdin, ready for JSON."""
    raw = sys.stdin.buffer.read()
    if kind == "HTML":
        from wordfleet_print.tables.html import read_html

        for rows in read_html(raw.decode(), most_cells):
            yield {"rows": rows}
        return
    from wordfleet_print.tables import workbook

    read_sheets = workbook.read_xlsx if kind == "XLSX" else workbook.read_ods_or_xls
    for sheet in read_sheets(raw, most_rows, most_cells):
        yield {
            "name": sheet.name,
            "hidden": sheet.hidden,
            "rows": [[pack_cell(cell) for cell in row] for row in sheet.rows],
            "marks": sheet.marks,
            "notes": sheet.notes,
        }


def pack_cell(cell: Cell) -> object:
    """Return a cell for JSON: a text, or a list of what it is, its text, and what is displayed."""
    if isinstance(cell, Odd):
        return ["odd", cell.text]
    if isinstance(cell, Number):
        return ["number", cell.text, cell.displayed]
    return cell


def unpack_cell(packed: str | list[str]) -> Cell:
    """Return the cell that `pack_cell` packed."""
    if isinstance(packed, str):
        return packed
    if packed[0] == "odd":
        return Odd(packed[1])
    return Number(packed[1], packed[2])


def write_line(content: object) -> None:
    """Write one line of JSON to stdout."""
    sys.stdout.write(json.dumps(content) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
