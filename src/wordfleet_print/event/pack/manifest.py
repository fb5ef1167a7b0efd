"""The manifest of a pack: a row for each sheet, for a spreadsheet."""

from __future__ import annotations

from wordfleet_print.event.plan.players_file import escape_formula
from wordfleet_print.games import Edition
from wordfleet_print.sheet.sheet import Sheet, name_squares

MANIFEST = "manifest.csv"
# RFC 4180, UTF-8 with a byte order mark: spreadsheets ask for one.
MANIFEST_HEAD = (
    "\ufeffserial,round,table,player,club,opponent,sheet_code,fleet_name,words,squares,launch_codes,difficulty,difficulty_word,manifest,"
    "file,page\r\n"
).encode()


def list_cells(sheet: Sheet, edition: Edition, club: str, file: str, page: int) -> list[str]:
    """Return a sheet's row of the manifest; nothing in it is a formula."""
    counts = (sheet.manifest or {}).items()
    cells = [
        sheet.serial,
        sheet.round,
        sheet.table,
        sheet.player,
        club,
        sheet.opponent,
        sheet.code,
        sheet.fleet_name,
        " ".join(sheet.words or ()),
        " ".join(name_squares(sheet, edition)),
        " ".join(sheet.launch_codes),
        "" if sheet.difficulty is None else str(sheet.difficulty),
        sheet.difficulty_word or "",
        " ".join(f"{letter}{count}" for letter, count in counts),
        file,
        str(page),
    ]
    return [escape_formula(cell) for cell in cells]
