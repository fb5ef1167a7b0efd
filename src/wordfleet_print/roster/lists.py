"""A player list as tables: what its text can be asked about, and which sheet holds the players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.messages import how_many, quote
from wordfleet_print.roster.headings import read_heading
from wordfleet_print.roster.questions import Answers, Choice, Question, RosterError
from wordfleet_print.tables.opening import LIMITS, Limits, open_tables, show_name
from wordfleet_print.tables.rows import Table
from wordfleet_print.tables.text import TextDoubtError, find_delimiter

_NAME_ONE = "Give a player list: a CSV, TSV, XLSX, ODS or XLS file with a row for each player."
_HOW_IT_LOOKS = "A player list has a row for each player, below a heading “Name”."


def open_list(path: Path, answers: Answers, limits: Limits = LIMITS) -> list[Table]:
    """Return the tables of a player list.

    Raises `BadInputError` for a file that holds none, and `RosterError` with a question for a text
    that can be read in two ways.
    """
    name = show_name(path)
    _refuse_event(path, name)
    try:
        return open_tables(
            path,
            what="player list",
            encoding=answers.get("encoding", ""),
            repair=answers.get("repair", ""),
            separate=partial(find_delimiter, score=count_headings),
            limits=limits,
        )
    except TextDoubtError as doubt:
        choices = tuple(Choice(value, line) for value, line in doubt.readings.items())
        question = Question(doubt.field, doubt.question, choices)
        raise RosterError(name, questions=[question]) from doubt


def _refuse_event(path: Path, name: str) -> None:
    """Refuse the folder of a printed event, and its record."""
    if path.name == "event.json" and path.is_file():
        what = f"{name} is the record of a printed event, not a player list."
        raise BadInputError(what, say=("print",))
    if (path / "event.json").is_file():
        what = f"{name} is not a file, but the folder of a printed event."
        raise BadInputError(what, tip=_NAME_ONE, say=("print",))


def count_headings(cells: Sequence[str]) -> int:
    """Return how many cells are headings of a player list; 0 if none names players."""
    headings = [read_heading(cell) for cell in cells]
    if not any(heading.is_name for heading in headings):
        return 0
    return sum(1 for heading in headings if heading.role is not None)


def choose_table(
    tables: Sequence[Table], answers: Answers, name: str, has_names: Callable[[Table], bool]
) -> Table:
    """Return the one table that holds a list; raises `RosterError` if several may."""
    filled = [table for table in tables if table.rows]
    if not filled:
        raise BadInputError(f"{name} is empty.", tip=_HOW_IT_LOOKS)
    if "sheet" in answers:
        return _find_sheet(filled, answers["sheet"], name)
    visible = [table for table in filled if not table.hidden] or filled
    named = [table for table in visible if has_names(table)] or visible
    if len(named) > 1:
        labels = [f"{one.name} ({how_many(len(one.rows), 'row')})" for one in named]
        choices = tuple(Choice(one.name, label) for one, label in zip(named, labels, strict=True))
        question = Question("sheet", "Which sheet holds the players?", choices)
        raise RosterError(name, questions=[question])
    table = named[0]
    others = [quote(one.name) for one in visible if one is not table]
    if others:
        note = f"Sheet {quote(table.name)} was read; not read: {', '.join(others)}."
        table.notes.append(note)
    return table


def _find_sheet(tables: Sequence[Table], wanted: str, file: str) -> Table:
    for table in tables:
        if table.name.casefold() == wanted.casefold():
            return table
    tip = f"It has {', '.join(quote(one.name) for one in tables)}."
    raise BadInputError(f"{file} has no sheet {quote(wanted)}.", tip=tip, field="worksheet")
