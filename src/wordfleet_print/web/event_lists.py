"""Lists of players as they are uploaded or pasted, and as a text to edit."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from pathlib import Path

from wordfleet_print.event.plan.matching import PLAYERS_FILE, is_players_text
from wordfleet_print.event.roster.files import Table, open_tables
from wordfleet_print.event.roster.headings import read_heading
from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.files import write_all

# Bytes, without the ending.
LONGEST_FILE_NAME = 120
PASTED_NAME = "event.csv"
NAME_SEPARATOR = re.compile(r"[,;]|\s(?:and|und|et|y|&)\s")


def clean_file_name(name: str) -> str:
    """Return the last part of a file's name, without characters that no file name of ours may have."""
    last = unicodedata.normalize("NFC", name.replace("\\", "/").rpartition("/")[2])
    clean = "".join(sign for sign in last if sign.isprintable() and sign not in '<>:"|?*').strip(" .")
    stem, dot, ending = clean.rpartition(".")
    stem = (stem if dot else clean).encode()[:LONGEST_FILE_NAME].decode(errors="ignore").strip(" .")
    return f"{stem or 'event'}.{ending[:10]}" if dot else stem or "event"


def save_list(content: bytes, name: str, folder: Path) -> Path:
    """Save an uploaded list and return its path. Raises `CannotWriteError`."""
    file = folder / clean_file_name(name)
    write_all({file: content}, private=True)
    return file


def save_text(text: str, folder: Path) -> Path:
    """Save a pasted text as a list and return its path. Raises `CannotWriteError`."""
    if is_players_text(text.encode()):  # an edited `players.csv`, which says by numbers who is who
        return save_list(text.encode(), PLAYERS_FILE, folder)
    return save_list(text_to_list(text), PASTED_NAME, folder)


def text_to_list(text: str) -> bytes:
    """Return a pasted text as a list: copied from a spreadsheet, the text of a CSV, or names.

    Names stand one per line, or on a single line with commas between them.
    """
    lines = [line.strip("\r ") for line in text.splitlines() if line.strip()]
    parts = [part.strip() for part in NAME_SEPARATOR.split(lines[0])] if len(lines) == 1 else []
    names = [line.strip(" \r,;") for line in text.splitlines()]  # with the empty ones: messages count lines
    if len(parts) > 2 or (len(parts) == 2 and all(" " in part for part in parts)):
        names = [part for part in parts if part]
    else:
        # “Lee, Ann” is a name; “Lee,Ann” in every line has two columns
        widths = {len(re.split("[\t;]|,(?! )", line.rstrip(",;"))) for line in lines}
        has_heading = lines and sum(read_heading(cell).role is not None for cell in re.split("[,;|]", lines[0])) > 1
        if has_heading or any("\t" in line for line in lines) or (len(widths) == 1 and widths != {1}):
            return text.encode()
    rows = io.StringIO(newline="")
    csv.writer(rows).writerows([name] for name in names)
    return rows.getvalue().encode("utf-8-sig")


def list_to_text(file: Path, answers: Answers) -> str:
    """Return the table that a list was read from as text to edit, with tabs between the cells.

    Raises `BadInputError`.
    """
    tables = [table for table in open_tables(file, answers) if table.rows] or [Table("", [])]
    table = next((one for one in tables if one.name == answers.get("sheet")), tables[0])
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row.cells).rstrip("\t") for row in table.rows)
