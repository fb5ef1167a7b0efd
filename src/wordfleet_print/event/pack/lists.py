"""The manifest of a pack: every sheet with all that is on it, as CSV for spreadsheets and as JSON, which counts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordfleet_print.event.pack.document import Stored, TextDocument
from wordfleet_print.event.pack.setup import Ready, Ticket
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
class _Lines:
    """Lines about a section's sheets, the first of which stands on page `first` of `file`."""

    file: str
    first: int

    def lines(self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet]) -> Iterator[tuple[object, ...]]:
        """What each of the `COLUMNS` says of each sheet."""
        page, rest = self.first, iter(sheets)
        for variant, group in ready.groups(tickets):
            imposition = ready.impositions[variant]
            for ticket, sheet in zip(group, rest, strict=False):
                yield _listed(sheet, ticket, self.file, page)
            page += len(imposition.pages) * (2 if imposition.back else 1)


class CsvLines(_Lines):
    """The product that becomes a part of the manifest as CSV."""

    __slots__ = ()

    def make(self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet]) -> bytes:
        """List the sheets."""
        written = io.StringIO()
        csv.writer(written).writerows([_cell(value) for value in line] for line in self.lines(ready, tickets, sheets))
        return written.getvalue().encode()


class JsonLines(_Lines):
    """The product that becomes a part of the manifest as JSON."""

    __slots__ = ()

    def make(self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet]) -> bytes:
        """List the sheets."""
        lines = self.lines(ready, tickets, sheets)
        return ",\n".join([_json(dict(zip(COLUMNS, line, strict=True))) for line in lines]).encode()


_json = json.JSONEncoder(ensure_ascii=False).encode


def _listed(sheet: Sheet, ticket: Ticket, file: str, page: int) -> tuple[object, ...]:
    seat = ticket.seat
    return (
        seat.serial,
        seat.round,
        seat.table,
        seat.captain,
        ticket.club,
        seat.opponent,
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


def manifest_csv(parts: Sequence[Stored]) -> TextDocument:
    """The manifest as CSV (RFC 4180, UTF-8 with BOM: spreadsheets ask for one)."""
    head = "\ufeff" + ",".join(COLUMNS) + "\r\n"
    return TextDocument("manifest.csv", head.encode(), parts)


def manifest_json(parts: Sequence[Stored]) -> TextDocument:
    """The manifest as one JSON array."""
    return TextDocument("manifest.json", b"[\n", parts, b",\n", b"\n]\n")
