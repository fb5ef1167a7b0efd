"""The manifest of a pack: every sheet with all that is on it, as CSV for spreadsheets and as JSON, which counts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from wordfleet_print.event.pack.document import Task, TextBook
from wordfleet_print.event.pack.sections import Part
from wordfleet_print.event.pack.setup import Row, Setup
from wordfleet_print.sheet.sheet import Sheet

COLUMNS = (
    "serial",
    "round",
    "table",
    "captain",
    "club",
    "opponent",
    "sheet_code",
    "fleet_name",
    "words",
    "launch_codes",
    "rating",
    "to_find",
    "manifest",
    "file",
    "page",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins so for a formula (OWASP, "CSV Injection")."""


@dataclass(frozen=True, slots=True)
class ListTask:
    """Sheets to be made and listed; the first of them stands on page `first` of `file`."""

    setup: Setup
    rows: Sequence[Row]
    file: str
    first: int
    form: Literal["csv", "json"]

    def work(self) -> bytes:
        """Make the sheets and list them."""
        lines = self._lines()
        text = _csv(lines) if self.form == "csv" else ",\n".join(map(_json, lines))
        return text.encode()

    def _lines(self) -> Iterator[dict[str, object]]:
        ready, page = self.setup.ready(), self.first
        for group in ready.groups(self.rows):
            imposition = ready.impositions[group.variant]
            for row in group.rows:
                yield _listed(ready.make(row), row, self.file, page)
            page += len(imposition.pages) * (2 if imposition.back else 1)


def _listed(sheet: Sheet, row: Row, file: str, page: int) -> dict[str, object]:
    values = (
        row.seat.serial,
        row.seat.round,
        row.seat.table,
        row.seat.captain,
        row.club,
        row.seat.opponent,
        sheet.code,
        sheet.fleet_name,
        sheet.words,
        sheet.launch_codes,
        sheet.rating,
        sheet.rating_label,
        sheet.manifest,
        file,
        page,
    )
    return dict(zip(COLUMNS, values, strict=True))


def _json(line: dict[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False)


def _csv(lines: Iterable[dict[str, object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerows([_cell(line[column]) for column in COLUMNS] for line in lines)
    return written.getvalue()


def _cell(value: object) -> str:
    """A value as a cell: lists with spaces between, a manifest as E2 R1; nothing that a spreadsheet would compute."""
    if value is None:
        text = ""
    elif isinstance(value, dict):
        text = " ".join(f"{letter}{count}" for letter, count in value.items())
    elif isinstance(value, tuple):
        text = " ".join(map(str, value))
    else:
        text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


Listed = tuple[Part, str, int]
"""A part, the file that its sheets stand in, and the page of its first."""


def manifest_csv(setup: Setup, parts: Callable[[], Iterable[Listed]], count: int) -> TextBook:
    """The manifest as CSV (RFC 4180, UTF-8 with BOM: spreadsheets ask for one)."""
    head = "\ufeff" + ",".join(COLUMNS) + "\r\n"
    return TextBook("manifest.csv", head.encode(), partial(_tasks, setup, parts, "csv"), count)


def manifest_json(setup: Setup, parts: Callable[[], Iterable[Listed]], count: int) -> TextBook:
    """The manifest as one JSON array."""
    return TextBook("manifest.json", b"[\n", partial(_tasks, setup, parts, "json"), count, b",\n", b"\n]\n")


def _tasks(setup: Setup, parts: Callable[[], Iterable[Listed]], form: Literal["csv", "json"]) -> Iterator[Task]:
    for part, file, page in parts():
        yield ListTask(setup, part.rows(), file, page, form)
