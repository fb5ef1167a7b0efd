"""The process that opens a workbook: it gets the file as its stdin, and the name of a sheet or `null` as its argument.

A damaged or hostile workbook can make the library that reads it ask for more memory than there is, which ends the
process; so it is not ours. It answers with one line of JSON for the sheet, one for each row, and one for what is to be
told besides.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, NoReturn, TextIO
from zipfile import BadZipFile

from wordfleet_print.event.roster.columns.columns import find_columns
from wordfleet_print.event.roster.file.sheet_xml import Unseen, look_through, without_far_cells
from wordfleet_print.event.roster.file.workbook import LIMITS, ZIP, as_cell
from wordfleet_print.event.roster.rows import column_letters
from wordfleet_print.sandbox import Json, keep_to
from wordfleet_print.sheet.captains import plain

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

_LOOKED_AT = 20
"""Rows of a sheet that are looked at for headings."""


def main() -> NoReturn:
    """Be the child: read a workbook from stdin, keep to the limits, answer on stdout."""
    keep_to(LIMITS)
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    out = sys.stdout
    try:
        raw = sys.stdin.buffer.read()
        far: Mapping[str, Sequence[str]] = {}
        if raw.startswith(ZIP):
            raw, far = without_far_cells(raw)
        workbook = CalamineWorkbook.from_filelike(BytesIO(raw))
        for answer in _answers(workbook, raw, far, json.loads(sys.argv[1])):
            _say(out, answer)
    except PasswordError:
        _say(out, {"error": "password"})
    except (CalamineError, BadZipFile) as error:
        _say(out, {"error": str(error) or "unknown"})
    out.flush()
    sys.exit(0)


def _answers(
    workbook: CalamineWorkbook, raw: bytes, far: Mapping[str, Sequence[str]], wanted: str | None
) -> Iterator[Json]:
    """Which sheet is read, then its rows, then what else is to be told of it."""
    visible = _visible(workbook)
    names = [name for name in workbook.sheet_names if wanted in (None, name) or plain(name) == plain(str(wanted))]
    if wanted is not None:
        chosen = next((workbook.get_sheet_by_name(name) for name in names), None)
        if chosen is None:
            yield {"error": "sheet", "sheets": workbook.sheet_names}
            return
        others = []
    else:
        sheets = [sheet for sheet in map(workbook.get_sheet_by_name, visible) if sheet.height]
        chosen = next(filter(_holds_a_table, sheets), next(iter(sheets), None))
        others = [sheet.name for sheet in sheets if sheet is not chosen]
    if chosen is None:
        yield {"error": "", "sheet": "", "others": [], "hidden": False}
        return
    unseen = look_through(raw, chosen.name) if raw.startswith(ZIP) else Unseen()
    yield {"error": "", "sheet": chosen.name, "others": others, "hidden": chosen.name not in visible}
    yield from _rows_of(chosen, unseen, far.get(chosen.name, ()))


def _rows_of(sheet: CalamineSheet, unseen: Unseen, far: Sequence[str]) -> Iterator[Json]:
    """The rows, up to their last filled cell; then which of them are hidden, and the cells left alone."""
    left = (sheet.start or (0, 0))[1] + 1
    errors: dict[int, list[int]] = {}
    for row, column in unseen.errors:
        errors.setdefault(row, []).append(column)
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


def _visible(workbook: CalamineWorkbook) -> list[str]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    about = workbook.sheets_metadata
    shown = (one for one in about if one.visible == SheetVisibleEnum.Visible and one.typ == SheetTypeEnum.WorkSheet)
    return [one.name for one in shown]


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
