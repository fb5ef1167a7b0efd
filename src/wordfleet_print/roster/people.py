"""Everybody in a list: rows one by one, then names, opponents and questions of all together.

`RowReader` reads the rows into a `DraftPeople`: entries of players, problems, questions, notes. The
functions below look at all entries of the draft together, and change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wordfleet_print.errors import Problem
from wordfleet_print.messages import quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.columns import SAMPLE, Column
from wordfleet_print.roster.entries import BYE, DraftPeople, Entry
from wordfleet_print.roster.mapping import ColumnMapping
from wordfleet_print.roster.name_faults import is_other_heading
from wordfleet_print.roster.questions import Answers, Question, describe_rows, offer
from wordfleet_print.roster.roles import NAME, OPPONENT
from wordfleet_print.roster.row_questions import ask_about_rows
from wordfleet_print.roster.row_reader import RowReader
from wordfleet_print.roster.rows import classify_rows, describe_shape, join_name
from wordfleet_print.roster.tidy_names import Strip, are_last_names_first, tidy_names
from wordfleet_print.sheet.player_names import find_name_faults, parse_name
from wordfleet_print.tables.rows import Row, Table

# Remarks named that say no need.
_SHOWN_REMARKS = 5
# What to do about such remarks.
_NEEDS_ADVICE = (
    "Needs are “large print”, “left-handed” and “text sheet”: write one of these,"
    " or leave the remark as it is."
)


@dataclass(frozen=True)
class People:
    """Everybody in a list. It can be used if there are neither `questions` nor `problems`."""

    entries: tuple[Entry, ...] = ()
    """What each row says of each player in it."""
    left_out: tuple[tuple[str, tuple[tuple[int, str], ...]], ...] = ()
    """Pairs of a reason and the rows left out for it, each row as its number and its text."""
    need_columns: frozenset[int] = frozenset()
    """The indices of the columns whose remarks say a need, such as large print."""
    fields_of_remarks: frozenset[str] = frozenset()
    """The fields of a player that remarks have filled."""
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def read_people(table: Table, mapping: ColumnMapping, answers: Answers, file: str) -> People:
    """Return everybody in the rows of a table; `mapping` says what its columns are.

    `answers` are the organizer's, by the keys of earlier questions; `file` is what messages call
    the list.
    """
    reader = RowReader(table, mapping, answers, file)
    shape = describe_shape(table.rows, mapping)
    for classified_row in classify_rows(table.rows, mapping, shape, answers):
        reader.read_row(classified_row)
    draft = reader.draft
    _replace_numbers_of_opponents(draft, table, mapping)
    _refuse_swapped_table(draft)
    _tidy_entries(draft, mapping, answers)
    _check_opponents(draft, mapping.row_columns.get(OPPONENT))
    _note_several(draft)
    status_column = mapping.status_columns[0].index if mapping.status_columns else None
    draft.questions.extend(ask_about_rows(draft, answers, status_column))
    other_remarks = list(reader.list_other_remarks())
    if other_remarks:
        rows = describe_rows(other_remarks, _SHOWN_REMARKS)
        draft.notes.append(f"Not read as a need: {rows}. {_NEEDS_ADVICE}")
    named_columns = {column.index for column in mapping.named_remark_columns}
    return People(
        entries=tuple(draft.entries),
        left_out=tuple((why, tuple(rows)) for why, rows in draft.left_out.items()),
        need_columns=frozenset(draft.need_columns | named_columns),
        fields_of_remarks=frozenset(draft.fields_of_remarks),
        questions=tuple(draft.questions),
        problems=tuple(draft.problems),
        notes=tuple(draft.notes),
    )


def _replace_numbers_of_opponents(draft: DraftPeople, table: Table, mapping: ColumnMapping) -> None:
    """Write names of opponents where the list has the numbers of their rows; 0 is a bye."""
    number_column = mapping.number_column
    if number_column is None:
        return
    name_of_number = {"0": BYE}
    for row in table.rows[mapping.first_data_row :]:
        number = row[number_column.index]
        if number:
            name_of_number[number] = join_name(row, mapping.player_columns[0])
    draft.entries = [
        replace(entry, opponent=name_of_number.get(entry.opponent, entry.opponent))
        for entry in draft.entries
    ]


def _refuse_swapped_table(draft: DraftPeople) -> None:
    """Complain of a table with a column for each player: its names are headings, such as “Club”."""
    names = [entry.name for entry in draft.entries[:SAMPLE]]
    headings = [name for name in names if is_other_heading(name)]
    if len(headings) * 2 > len(names):
        what = f"has the heading {quote(headings[0])} among the names."
        what += " Are rows and columns swapped?"
        problem = Problem(what, where=draft.file, advice="put each player in a row")
        draft.problems.append(problem)


def _tidy_entries(draft: DraftPeople, mapping: ColumnMapping, answers: Answers) -> None:
    """Write names and opponents as they are printed: “1. Lee, Ann” as “Ann Lee”."""
    tidy = tidy_names([entry.name for entry in draft.entries])
    draft.notes.extend(tidy.notes)
    steps = list(tidy.strips)
    if _are_turned(draft, tidy.names, mapping, answers):
        turning_steps = [*steps, cells.turn_name]
    else:
        turning_steps = steps
    draft.entries = [
        replace(
            entry,
            name=_apply_steps(turning_steps, entry.name),
            opponent=_apply_steps(turning_steps, entry.opponent),
            # It is always “Lee, Ann”
            filed=_apply_steps(steps, entry.filed),
        )
        for entry in draft.entries
    ]


def _are_turned(
    draft: DraftPeople, names: Sequence[str], mapping: ColumnMapping, answers: Answers
) -> bool:
    """Return whether names are written “Lee, Ann” and have to be turned around, and note that.

    If a comma may also be followed by a club (“Ann, Rovers”), it is asked.
    """
    with_comma = [name for name in names if cells.split_at_comma(name)]
    column = mapping.player_columns[0].get(NAME)
    if not with_comma or column is None:
        return False
    name = with_comma[0]
    turned = cells.turn_name(name)
    answer = answers.get("order", "")
    if not answer and (column.heading.speaks_of("first", "last") or are_last_names_first(names)):
        answer = "last-first"
    if answer == "last-first":
        note = f"Names were turned around: {quote(name)} became {quote(turned)}."
        draft.notes.append(note)
    elif not answer:
        text = f"What is before the comma in {quote(name)}?"
        last_first = f"a last name: {turned}"
        choices = offer(last_first=last_first, as_written=f"something else, leave it: {name}")
        draft.questions.append(Question(key="order", text=text, choices=choices))
    return answer == "last-first"


def _apply_steps(steps: Iterable[Strip], text: str) -> str:
    """Return a name after these steps, in Unicode NFC with single spaces; "" stays."""
    if not text:
        return ""
    for step in steps:
        text = step(text)
    return parse_name(text)


def _check_opponents(draft: DraftPeople, column: Column | None) -> None:
    """Complain of opponents that cannot be printed; without a `column` of them names are checked
    already.
    """
    if column is None:
        return
    for entry in draft.entries:
        fault = next(find_name_faults(entry.opponent), "") if entry.opponent else ""
        if fault:
            what = f"has no name in {quote(entry.opponent)}: {fault}"
            draft.complain(Row(entry.row, []), what, "write it again", column.label)


def _note_several(draft: DraftPeople) -> None:
    """Note names that may be those of several people: “Ann & Ben”."""
    several = [
        (entry.row, entry.name) for entry in draft.entries if cells.may_be_several(entry.name)
    ]
    if several:
        rows = describe_rows(several)
        draft.notes.append(f"One sheet each, though these may be several people: {rows}.")


def describe_left_out(people: People) -> list[str]:
    """Return a sentence for each reason why rows are left out."""
    sentences = []
    for why, rows in people.left_out:
        count = f"{len(rows):,} left out ({why})"
        sentences.append(f"{count}: {describe_rows(rows)}.")
    return sentences
