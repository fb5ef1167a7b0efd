"""The manifest of a pack: every sheet with all that is on it, as CSV for spreadsheets and as JSON, which counts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wordfleet_print.event.pack.document import Stored, TextDocument
from wordfleet_print.event.pack.setup import Ready, Ticket
from wordfleet_print.sheet.sheet import Sheet

COLUMNS = (
    *("serial", "round", "table", "captain", "club", "opponent", "sheet_code", "fleet_name", "words", "launch_codes"),
    *("rating", "to_find", "manifest", "file", "page"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins so for a formula (OWASP, "CSV Injection")."""


@dataclass(frozen=True, slots=True)
class ManifestLines:
    """The products that become parts of the manifest as CSV and as JSON: a line for each of a section's sheets, the
    first of which stands on page `first` of `file`.
    """

    file: str
    first: int

    def make(self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet]) -> tuple[bytes, bytes]:
        """List the sheets."""
        lines = list(self._lines(ready, tickets, sheets))
        written = io.StringIO()
        csv.writer(written).writerows(map(_cells, lines))
        objects = [_json(dict(zip(COLUMNS, line, strict=True))) for line in lines]
        return written.getvalue().encode(), ",\n".join(objects).encode()

    def _lines(self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet]) -> Iterator[tuple[object, ...]]:
        """What each of the `COLUMNS` says of each sheet."""
        page, rest = self.first, iter(sheets)
        for variant, group in ready.groups(tickets):
            imposition = ready.impositions[variant]
            for ticket, sheet in zip(group, rest, strict=False):
                yield _listed(sheet, ticket.club, self.file, page)
            page += len(imposition.pages) * (2 if imposition.back else 1)


_json = json.JSONEncoder(ensure_ascii=False).encode


def _listed(sheet: Sheet, club: str, file: str, page: int) -> tuple[object, ...]:
    who = sheet.serial, sheet.round, sheet.table, sheet.captain, club, sheet.opponent
    drawn = sheet.code, sheet.fleet_name, sheet.words, sheet.launch_codes
    return *who, *drawn, sheet.rating, sheet.rating_label, sheet.manifest, file, page


def _cells(line: Sequence[Any]) -> list[Any]:
    """A line's values as cells: lists with spaces between, a manifest as E2 R1; nothing that a spreadsheet computes."""
    serial, round_, table, captain, club, opponent, code, fleet, words, codes, rating, to_find, counts, *place = line
    return [
        *(serial, round_, table, _plain(captain), _plain(club), _plain(opponent), code, _plain(fleet)),
        *(words and " ".join(words), " ".join(codes), rating, to_find),
        counts and " ".join([f"{letter}{count}" for letter, count in counts.items()]),
        *place,
    ]


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def manifest_csv(parts: Sequence[Stored]) -> TextDocument:
    """The manifest as CSV (RFC 4180, UTF-8 with BOM: spreadsheets ask for one)."""
    head = "\ufeff" + ",".join(COLUMNS) + "\r\n"
    return TextDocument("manifest.csv", head.encode(), parts)


def manifest_json(parts: Sequence[Stored]) -> TextDocument:
    """The manifest as one JSON array."""
    return TextDocument("manifest.json", b"[\n", parts, b",\n", b"\n]\n")
