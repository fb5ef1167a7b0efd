"""Everybody in a list: rows one by one, then names, opponents and questions of all together."""

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


@dataclass(frozen=True)
class People:
    """Everybody in a list. It can be used if there are neither `questions` nor `problems`."""

    entries: tuple[Entry, ...] = ()
    left_out: tuple[tuple[str, tuple[tuple[int, str], ...]], ...] = ()
    """Rows that are nobody, by the reason."""
    needs: frozenset[int] = frozenset()
    """The columns whose remarks say that somebody needs large print or is left-handed."""
    fields_of_remarks: frozenset[str] = frozenset()
    """The fields of a player that remarks have filled."""
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def read_people(table: Table, mapping: ColumnMapping, answers: Answers, file: str) -> People:
    """Return everybody in the rows of a table whose columns are known."""
    reader = RowReader(table, mapping, answers, file)
    shape = describe_shape(table.rows, mapping)
    for classified_row in classify_rows(table.rows, mapping, shape, answers):
        reader.read_row(classified_row)
    draft = reader.draft
    _name_numbered_opponents(draft, table, mapping)
    _check_direction(draft)
    _tidy_entries(draft, mapping, answers)
    _check_opponents(draft, mapping.row_columns.get(OPPONENT))
    _note_several(draft)
    status = mapping.status_columns[0].index if mapping.status_columns else None
    draft.questions.extend(ask_about_rows(draft, answers, status))
    remarks = list(reader.list_other_remarks())
    if remarks:
        rows = describe_rows(remarks, _SHOWN_REMARKS)
        draft.notes.append(f"Remarks that are no needs here: {rows}.")
    return People(
        entries=tuple(draft.entries),
        left_out=tuple((why, tuple(rows)) for why, rows in draft.left_out.items()),
        needs=frozenset(draft.need_columns | {column.index for column in mapping.remark_columns}),
        fields_of_remarks=frozenset(draft.fields_of_remarks),
        questions=tuple(draft.questions),
        problems=tuple(draft.problems),
        notes=tuple(draft.notes),
    )


def _name_numbered_opponents(draft: DraftPeople, table: Table, mapping: ColumnMapping) -> None:
    """Name opponents where the list has them by number."""
    numbers = mapping.number_column
    if numbers is None:
        return
    names = {"0": BYE}
    for row in table.rows[mapping.first_data_row :]:
        number = row[numbers.index]
        if number:
            names[number] = join_name(row, mapping.player_columns[0])
    for at, entry in enumerate(draft.entries):
        opponent = names.get(entry.opponent, entry.opponent)
        draft.entries[at] = replace(entry, opponent=opponent)


def _check_direction(draft: DraftPeople) -> None:
    """Complain of a table on its side: its column of names holds headings."""
    names = [entry.name for entry in draft.entries[:SAMPLE]]
    headings = [name for name in names if is_other_heading(name)]
    if len(headings) * 2 > len(names):
        what = (
            f"has the heading {quote(headings[0])} among the names. Are rows and columns swapped?"
        )
        problem = Problem(what, where=draft.file, advice="put each player in a row")
        draft.problems.append(problem)


def _tidy_entries(draft: DraftPeople, mapping: ColumnMapping, answers: Answers) -> None:
    """Write names and opponents as they are printed."""
    tidy = tidy_names([entry.name for entry in draft.entries])
    draft.notes.extend(tidy.notes)
    last_first = _settle_name_order(draft, tidy.names, mapping, answers)
    draft.entries = [_tidy_entry(entry, tidy.strips, turns=last_first) for entry in draft.entries]


def _settle_name_order(
    draft: DraftPeople, names: Sequence[str], mapping: ColumnMapping, answers: Answers
) -> bool:
    """Return whether names are written last name first, and note it; ask if a club may follow the
    comma.
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
        draft.questions.append(Question("order", text, choices))
    return answer == "last-first"


def _tidy_entry(entry: Entry, strips: Sequence[Strip], *, turns: bool) -> Entry:
    """Return an entry with name and opponent as they are printed."""
    turn = [cells.turn_name] if turns else []
    name = _apply_all((*strips, *turn, parse_name), entry.name)
    opponent = _apply_all((*strips, *turn, parse_name), entry.opponent)
    filed = _apply_all((*strips, parse_name), entry.filed)
    return replace(entry, name=name, opponent=opponent, filed=filed)


def _apply_all(strips: Iterable[Strip], text: str) -> str:
    for strip in strips if text else ():
        text = strip(text)
    return text


def _check_opponents(draft: DraftPeople, column: Column | None) -> None:
    """Complain of opponents that are no names."""
    for entry in draft.entries if column else ():
        fault = next(find_name_faults(entry.opponent), "") if entry.opponent else ""
        if fault and column:
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
