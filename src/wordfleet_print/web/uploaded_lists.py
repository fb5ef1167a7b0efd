"""Lists as they are uploaded or pasted, and as a text to edit."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path, PureWindowsPath

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan import players_file
from wordfleet_print.files import make_folder, write_all
from wordfleet_print.roster import questions
from wordfleet_print.roster.roles import role_called
from wordfleet_print.roster.worksheets import choose_tables, open_list

# Characters of a file's name without its ending, which may take four bytes each; file systems allow
# 255 bytes.
LONGEST_STEM = 60
LONGEST_ENDING = 10
# Characters that no file name of Windows may have.
REFUSED_SIGNS = '<>:"|?*'
NAME_SEPARATOR = re.compile(r"[,;]|\s(?:and|und|et|y|&)\s")
# “Lee, Ann” is a name; “Lee,Ann” has two columns.
COLUMN_SEPARATOR = re.compile("[\t;]|,(?! )")
HEADING_SEPARATOR = re.compile("[,;|]")


def clean_file_name(name: str) -> str:
    """Return the last part of a file's name, without characters that no file name of ours may
    have.
    """
    last = PureWindowsPath(name).name  # of a POSIX path, too
    signs = (sign for sign in last if sign.isprintable() and sign not in REFUSED_SIGNS)
    path = Path("".join(signs).strip(" ."))
    stem = path.stem[:LONGEST_STEM].strip(" .") or "event"
    return f"{stem}{path.suffix[:LONGEST_ENDING]}"


def save_list(content: bytes, name: str, folder: Path) -> Path:
    """Save an uploaded list and return its path. Raises `CannotWriteError`."""
    for own in (folder.parent, folder):  # the event's, and that of this list
        make_folder(own, private=True)
    file = folder / clean_file_name(name)
    write_all({file: content}, private=True)
    return file


def save_text(text: str, folder: Path) -> Path:
    """Save a pasted text as a list and return its path. Raises `CannotWriteError`."""
    content = text.encode()
    # An edited `players.csv`, which says by numbers who is who
    if players_file.is_players_text(content):
        return save_list(content, players_file.PLAYERS_FILE, folder)
    return save_list(text_to_list(text), "event.csv", folder)


def text_to_list(text: str) -> bytes:
    """Return a pasted text as the content of a CSV file.

    The text may have columns, as cells of a spreadsheet or a CSV do, or be names: one per line, or
    on a single line with commas between them.
    """
    lines = [line.strip("\r ") for line in text.splitlines() if line.strip()]
    names = split_names(lines[0]) if len(lines) == 1 else []
    if not names:
        if has_columns(lines):
            return text.encode()
        # With the empty lines, so that a row has the number of its line in messages
        names = [line.strip(" \r,;") for line in text.splitlines()]
    rows = io.StringIO(newline="")
    csv.writer(rows).writerows([name] for name in names)
    return rows.getvalue().encode("utf-8-sig")


def split_names(line: str) -> list[str]:
    """Return the names on a single line; none if it seems to be one name, as “Lee, Ann” is."""
    parts = [part.strip() for part in NAME_SEPARATOR.split(line)]
    are_two_names = len(parts) == 2 and all(" " in part for part in parts)
    if len(parts) > 2 or are_two_names:
        return [part for part in parts if part]
    return []


def has_columns(lines: list[str]) -> bool:
    """Return whether lines are a table: they have tabs, headings, or as many cells in each line."""
    if not lines:
        return False
    if any("\t" in line for line in lines):
        return True
    first_cells = HEADING_SEPARATOR.split(lines[0])
    # Headings are words that name a column, such as “Name, Club”; one alone may be a name
    if sum(role_called(cell) is not None for cell in first_cells) > 1:
        return True
    widths = {len(COLUMN_SEPARATOR.split(line.rstrip(",;"))) for line in lines}
    return len(widths) == 1 and widths != {1}


def list_to_text(file: Path, answers: questions.Answers) -> str:
    """Return the table of a list as text to edit, with tabs between the cells.

    `answers` may say which table of a file is the list. Returns "" if that is not clear yet, if the
    file cannot be read, or if several tables belong to the list.
    """
    try:
        tables = choose_tables(open_list(file, answers), answers, file.name)
    except BadInputError:
        return ""
    if len(tables) > 1:
        return ""
    lines = []
    for row in tables[0].rows:
        cells = [" ".join(cell.split()) for cell in row.cells]
        lines.append("\t".join(cells).rstrip("\t"))
    return "\n".join(lines)
