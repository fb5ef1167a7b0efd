"""How an answer names columns: by heading or letter, several with “ | ”, two who meet with “ : ”.

The command line, the page and questions write such answers; `read_column_answers` reads them all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from wordfleet_print.errors import Problem
from wordfleet_print.messages import did_you_mean, quote
from wordfleet_print.roster.columns import Column
from wordfleet_print.roster.names import ColumnOption, PlayerColumns
from wordfleet_print.roster.questions import Answers
from wordfleet_print.roster.roles import NAME, REMARKS, STATUS, Role, find_role_by_name
from wordfleet_print.roster.roster import ReadColumn
from wordfleet_print.sheet.player_names import simplify

# The answer that no column has a role.
NO_COLUMN = "none"
# The key of the answer which columns hold remarks about needs.
REMARKS_KEY = f"column.{REMARKS.option}"
# Behind what a column of a second player in a row is read as: “name of another player”.
OF_ANOTHER = " of another player"
# Between the columns of several players in a row, and of two who meet.
EACH = " | "
MEETING = " : "
# Between the columns of one name, and before the heading of one of them: “first=Vorname + last=…”.
_TOGETHER = " + "
# What a heading must not hold to be named by itself.
_SEPARATOR = re.compile(r"[=+|]| : ")
# Headings as short as a letter of a column are not looked for.
_SHORTEST_HEADING = 3


# Write


def write_option(columns: Sequence[Column], option: ColumnOption) -> str:
    """Return the answer that these columns are meant."""
    separator = MEETING if option.rows_are_pairings else EACH
    return separator.join(_write_player(columns, group) for group in option.player_columns)


def _write_player(columns: Sequence[Column], group: PlayerColumns) -> str:
    """Return “Captain”, or “first=Vorname + last=Name”."""
    texts = {role: write_column(columns, column) for role, column in group.items()}
    if len(texts) == 1:
        return next(iter(texts.values()))
    return _TOGETHER.join(f"{role.option}={text}" for role, text in texts.items())


def write_column(columns: Sequence[Column], column: Column) -> str:
    """Return the heading of a column if it names no other; else the letter."""
    headings = [other.heading.text for other in columns]
    return _choose_label(column.heading.text, column.letter, headings)


def _choose_label(heading: str, letter: str, headings: Sequence[str]) -> str:
    """Return a heading if it is the only one of its letters and can be read back; else the
    column's letter.
    """
    same = [other for other in headings if simplify(other) == simplify(heading)]
    is_readable = heading.isprintable() and not _SEPARATOR.search(heading)
    return heading if simplify(heading) and len(same) == 1 and is_readable else letter


def answer_columns(columns: Sequence[ReadColumn], uses: Mapping[str, str]) -> dict[str, str]:
    """Return the answers that give columns these uses, by their places such as “B” or “5A B”.

    The page calls it with its row of menus. `uses` are options such as “large-print”, or "" for
    none. A use that changes nothing is no answer.
    """
    of_list: defaultdict[str, list[ReadColumn]] = defaultdict(list)
    for column in columns:
        of_list[column.list_name].append(column)
    answers = {}
    for name, own in of_list.items():
        prefix = f"{name}/" if name else ""
        for option, value in _answer_columns_of_list(own, uses).items():
            answers[f"{prefix}column.{option}"] = value
    return answers


def _answer_columns_of_list(
    columns: Sequence[ReadColumn], uses: Mapping[str, str]
) -> dict[str, str]:
    """Return the answers of one list, by option such as “club”, if its columns have changed."""
    # By option ("" for none), the columns that were read as it, and that are to be read so
    before: defaultdict[str, list[ReadColumn]] = defaultdict(list)
    now: defaultdict[str, list[ReadColumn]] = defaultdict(list)
    for column in columns:
        role = find_role_by_name(column.use.removesuffix(OF_ANOTHER)) if column.use else None
        option = role.option if role else ""
        before[option].append(column)
        now[uses.get(column.place, option)].append(column)
    headings = [column.heading for column in columns]
    answers = {}
    for option in sorted({*before, *now} - {""}):
        if now[option] != before[option]:
            names = [
                _choose_label(column.heading, column.letter, headings) for column in now[option]
            ]
            answers[option] = EACH.join(names) or NO_COLUMN
    return answers


# Read


def list_named_headings(answers: Answers) -> list[str]:
    """Return the headings that answers name; a letter names none."""
    headings = []
    for key, value in answers.items():
        if key.startswith("column."):
            for part in re.split(r" [|:+] ", value):
                headings.append(part.rpartition("=")[2].strip())
    return [heading for heading in headings if len(heading) >= _SHORTEST_HEADING]


def read_column_answers(
    columns: Sequence[Column], answers: Answers, file: str
) -> tuple[dict[Role, ColumnOption], list[Problem]]:
    """Return the columns that the organizer named, by role, and what is wrong with the answers.

    An option without players means that no column has the role.
    """
    chosen: dict[Role, ColumnOption] = {}
    faults: list[Problem] = []
    for key, value in answers.items():
        role = find_role_by_name(key.removeprefix("column.")) if key.startswith("column.") else None
        if role is None or not value:
            continue
        if value == NO_COLUMN:
            chosen[role] = ColumnOption(())
            continue
        try:
            chosen[role] = _read_option(columns, role, value)
        except LookupError as error:
            if role is not REMARKS:  # a list of one round need not have a column of remarks
                faults.append(_explain_unknown_column(columns, str(error.args[0]), file))
    return chosen, faults


def _read_option(columns: Sequence[Column], role: Role, value: str) -> ColumnOption:
    separator = MEETING if MEETING in value else EACH
    parts = value.split(separator) if role in (NAME, REMARKS, STATUS) else [value]
    groups = tuple(_find_columns(columns, role, text) for text in parts)
    return ColumnOption(groups, rows_are_pairings=separator == MEETING and len(groups) > 1)


def _find_columns(columns: Sequence[Column], role: Role, text: str) -> PlayerColumns:
    """Return the columns that an answer names for a role: “Captain”, or “first=A + last=B”.

    Raises `LookupError` with the heading or letter of a column that is not there.
    """
    group: PlayerColumns = {}
    # Only a name may be in several columns
    for part in text.split(_TOGETHER) if role is NAME else [text]:
        use, equals, label = part.partition("=")
        part_role = find_role_by_name(use) if equals and role is NAME else None
        if part_role is None:
            label = part
        group[part_role or role] = _find_column(columns, label.strip())
    return group


def _find_column(columns: Sequence[Column], label: str) -> Column:
    """Return the column of a heading, else of a letter; raises `LookupError`."""
    letters = simplify(label)
    with_heading = [
        column for column in columns if letters and simplify(column.heading.text) == letters
    ]
    matches = with_heading or [column for column in columns if column.letter == label.upper()]
    if len(matches) != 1:
        raise LookupError(label)
    return matches[0]


def _explain_unknown_column(columns: Sequence[Column], label: str, file: str) -> Problem:
    headings = [column.heading.text for column in columns if column.heading.text]
    near = did_you_mean(label, headings) or "name it by its letter"
    what = f"no column, or more than one, is called {quote(label)}"
    return Problem(what, field="column", where=file, advice=near)
