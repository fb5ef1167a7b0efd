"""Open a player list: how its text is read, and which worksheet holds the players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import is_file
from wordfleet_print.messages import how_many, quote
from wordfleet_print.roster.columns import find_heading_row, prefer
from wordfleet_print.roster.headings import parse_heading
from wordfleet_print.roster.questions import Answers, Choice, Question, RosterError
from wordfleet_print.roster.roles import NAMES, find_role
from wordfleet_print.tables.opening import LIMITS, TableLimits, read_tables, show_name
from wordfleet_print.tables.rows import Table
from wordfleet_print.tables.text import TextDoubtError, find_delimiter

# The answer that every sheet is a list, and what separates the names of several.
ALL_SHEETS = "all"
SHEET_SEPARATOR = " | "
_NAME_ONE = "Give a player list: a CSV, TSV, XLSX, ODS or XLS file with a row for each player."
_PRINT_AGAIN = "`event print` takes such a folder or event.json, and prints the event again."
_HOW_IT_LOOKS = "A player list has a row for each player, below a heading “Name”."


def open_list(path: Path, answers: Answers, limits: TableLimits = LIMITS) -> list[Table]:
    """Return the tables of a player list.

    Raises `BadInputError` for a file that holds none, and `RosterError` with a question for a text
    that can be read in two ways.
    """
    name = show_name(path)
    _refuse_event(path, name)
    try:
        return read_tables(
            path,
            what="player list",
            encoding=answers.get("encoding", ""),
            repair=answers.get("repair", ""),
            separate=partial(find_delimiter, score=_count_headings),
            limits=limits,
        )
    except TextDoubtError as doubt:
        choices = tuple(Choice(value, line) for value, line in doubt.readings.items())
        question = Question(
            key=doubt.summary.field,
            text=doubt.question,
            choices=choices,
        )
        raise RosterError(name, questions=[question]) from doubt


def _refuse_event(path: Path, name: str) -> None:
    """Refuse the folder of a printed event, and its record."""
    if path.name == "event.json" and is_file(path):
        what = f"{name} is the record of a printed event, not a player list."
        raise BadInputError(Problem(what, advice=_PRINT_AGAIN))
    if is_file(path / "event.json"):
        what = f"{name} is not a file, but the folder of a printed event."
        raise BadInputError(Problem(what, advice=f"{_NAME_ONE} {_PRINT_AGAIN}"))


def _count_headings(cells: Sequence[str]) -> int:
    """Return how many cells are headings of a player list; 0 if none names players."""
    roles = [find_role(parse_heading(cell)) for cell in cells]
    if not any(role in NAMES for role in roles):
        return 0
    return sum(1 for role in roles if role is not None)


def choose_tables(tables: Sequence[Table], answers: Answers, name: str) -> list[Table]:
    """Return the tables that hold the list: one, those that an answer names, or all of them.

    Raises `RosterError` with a question if several may hold it.
    """
    with_rows = [table for table in tables if table.rows]
    if not with_rows:
        raise BadInputError(Problem(f"{name} is empty.", advice=_HOW_IT_LOOKS))
    visible = prefer(with_rows, lambda table: not table.hidden)
    with_headings = prefer(visible, lambda table: find_heading_row(table.rows) is not None)
    answer = answers.get("sheet", "")
    if ALL_SHEETS in answer.casefold().split(SHEET_SEPARATOR):
        return with_headings
    if answer:
        return _find_sheets(with_rows, answer, name)
    if len(with_headings) > 1:
        raise RosterError(name, questions=[_ask_for_sheet(with_headings)])
    _note_other_sheets(with_headings[0], visible)
    return with_headings


def _note_other_sheets(table: Table, tables: Sequence[Table]) -> None:
    others = [quote(other.name) for other in tables if other is not table]
    if others:
        note = f"Sheet {quote(table.name)} was read. Ignored: {', '.join(others)}."
        table.notes.append(note)


def _ask_for_sheet(tables: Sequence[Table]) -> Question:
    """Return the question which of several sheets holds the players."""
    choices = [
        Choice(table.name, f"{table.name} ({how_many(len(table.rows), 'row')})") for table in tables
    ]
    choices.append(Choice(ALL_SHEETS, "all of them: each sheet is a class or club"))
    return Question(
        key="sheet",
        text="Which sheet holds the players?",
        choices=tuple(choices),
    )


def _find_sheets(tables: Sequence[Table], answer: str, file: str) -> list[Table]:
    """Return the sheets of these names, between bars."""
    by_name = {table.name.casefold(): table for table in tables}
    if answer.casefold() in by_name:
        return [by_name[answer.casefold()]]
    chosen = []
    for name in answer.split(SHEET_SEPARATOR):
        if name.casefold() not in by_name:
            tip = f"It has {', '.join(quote(table.name) for table in tables)}."
            what = f"{file} has no sheet {quote(name)}."
            raise BadInputError(Problem(what, "worksheet", advice=tip))
        chosen.append(by_name[name.casefold()])
    return chosen
