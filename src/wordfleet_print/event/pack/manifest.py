"""The manifest of a pack: a row for each sheet, for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from wordfleet_print.event.plan.players_file import escape_formula
from wordfleet_print.games import Edition
from wordfleet_print.sheet.sheet import Sheet, name_squares

MANIFEST = "manifest.csv"
# Spreadsheets ask for it at the head of UTF-8.
BYTE_ORDER_MARK = "\ufeff"


class ManifestRow(NamedTuple):
    """A sheet, and where it is printed."""

    sheet: Sheet
    edition: Edition
    club: str
    file: str
    """The path of its file in the event's folder."""
    page: int
    """Its first page in that file."""

    def list_cells(self) -> list[str]:
        """Return the cells of the row; none of them is a formula."""
        return [escape_formula(write_cell(self)) for write_cell in COLUMNS.values()]


def _write_difficulty(row: ManifestRow) -> str:
    difficulty = row.sheet.difficulty
    return "" if difficulty is None else str(difficulty)


def _write_letters(row: ManifestRow) -> str:
    """Return how often each letter is in the fleet, as the sheet's letter manifest says it."""
    counts = row.sheet.manifest or {}
    return " ".join(f"{letter}{count}" for letter, count in counts.items())


# The headings, and what writes the cell below each.
COLUMNS: Mapping[str, Callable[[ManifestRow], str]] = {
    "serial": lambda row: row.sheet.serial,
    "round": lambda row: row.sheet.round,
    "table": lambda row: row.sheet.table,
    "player": lambda row: row.sheet.player,
    "club": lambda row: row.club,
    "opponent": lambda row: row.sheet.opponent,
    "sheet_code": lambda row: row.sheet.code,
    "fleet_name": lambda row: row.sheet.fleet_name,
    "words": lambda row: " ".join(row.sheet.words or ()),
    "squares": lambda row: " ".join(name_squares(row.sheet, row.edition)),
    "launch_codes": lambda row: " ".join(row.sheet.launch_codes),
    "difficulty": _write_difficulty,
    "difficulty_word": lambda row: row.sheet.difficulty_word or "",
    "manifest": _write_letters,
    "file": lambda row: row.file,
    "page": lambda row: str(row.page),
}


def write_head() -> bytes:
    """Return the row of headings, as RFC 4180 has it."""
    return f"{BYTE_ORDER_MARK}{','.join(COLUMNS)}\r\n".encode()
