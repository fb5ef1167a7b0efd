"""Read the rows of a list one by one: who plays, and what a row says of each player.

`row[2]` is the text of the third cell, `row.odd_columns` are the indices of cells that are neither
text nor number. A `Column` has an `index`, so that `row[column.index]` is its cell. The answers to
questions are found by the key of the question (`make_question_key`), such as “status.maybe”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from wordfleet_print.messages import quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.cells import CellError, Plays
from wordfleet_print.roster.columns import Column
from wordfleet_print.roster.entries import BYE, DraftPeople, Entry, QuotedRows
from wordfleet_print.roster.mapping import ColumnMapping
from wordfleet_print.roster.name_faults import find_name_fault
from wordfleet_print.roster.names import PlayerColumns
from wordfleet_print.roster.questions import ALL_ROWS, Answers, Question, make_question_key, offer
from wordfleet_print.roster.roles import (
    CLUB,
    FIRST,
    LAST,
    OPPONENT,
    PLAYER_NEEDS,
    REMARKS,
    ROUND,
    SEAT,
    SECOND_LAST,
    TABLE,
    Need,
    Role,
)
from wordfleet_print.roster.rows import ClassifiedRow, RowKind, join_name
from wordfleet_print.roster.vocabulary import list_phrases, list_words
from wordfleet_print.sheet.player_names import parse_name, simplify
from wordfleet_print.tables.rows import Row, Table

# Cells shown of a row without a name.
_SHOWN_CELLS = 9
# A remark behind a name: “Ben (maybe)”, “Ben – cancelled”.
_BEHIND = re.compile(r"\s*[(\[–—:-]\s*([^()\[\]]+)[)\]]?\s*$")
# What text struck through in markdown begins with: “~~Ben~~”.
_STRUCK_THROUGH = "~~"
# Where a box in front of a name ends, at the latest.
_BOX_WITHIN = 9
_MARKED_ROWS = ("struck out", "filtered out")


class RowReader:
    """Reads row by row into a draft: entries of players, problems, questions, rows left out."""

    def __init__(self, table: Table, mapping: ColumnMapping, answers: Answers, file: str) -> None:
        self._table = table
        self._mapping = mapping
        self._answers = answers
        self._unassigned_columns = mapping.unassigned_columns
        """Columns without a role, which may hold remarks about players."""
        self._confirmed_codes: set[tuple[int, str]] = set()
        """Columns and their cells, such as “LH”, which the organizer said mean a need."""
        self._club_above = ""
        self.draft = DraftPeople(file)

    def read_row(self, classified_row: ClassifiedRow) -> None:
        """Add what a row says to the draft: players, a question, a problem, or that it is left out.

        `quoted` is what messages and questions quote of the row: its name, else all of it.
        """
        row = classified_row.row
        kind = classified_row.kind
        if kind is RowKind.EMPTY:
            return
        whole_row = " ".join(filter(None, row.cells))
        quoted = join_name(row, self._mapping.player_columns[0]) or row[row.filled_columns[0]]
        if not any(map(str.isalpha, quoted)):
            quoted = whole_row
        if kind is RowKind.REORDERED:
            self.draft.complain(row, f"holds {kind}", "save each list as a file of its own")
        elif kind is RowKind.DOUBTFUL:
            self._read_doubtful(classified_row, quoted)
        elif kind is RowKind.NAMELESS:
            self._read_nameless(row)
        elif kind is not RowKind.PLAYER:
            self.draft.left_out[kind].append((row.number, whole_row))
        elif self._admit_by_section(classified_row, quoted):
            self._read_players(classified_row)

    def _read_doubtful(self, classified_row: ClassifiedRow, quoted: str) -> None:
        """Read a row that may be no player: as the organizer has answered, else have it asked."""
        answer = self._answers.get(make_question_key("row", quoted)) or self._answers.get(ALL_ROWS)
        quoted_row = (classified_row.row.number, quoted)
        if answer == "player":
            self._read_players(classified_row)
        elif answer == "skip":
            self.draft.left_out["as you said"].append(quoted_row)
        else:
            self.draft.doubtful_rows.append(quoted_row)

    def _read_nameless(self, row: Row) -> None:
        """Complain of a date in place of a name; have a row asked about that has no name."""
        has_odd_name = any(column.index in row.odd_columns for column in self._mapping.name_columns)
        if has_odd_name:
            self._check_name(row, self._mapping.player_columns[0], "")
            return
        text = ", ".join(filter(None, row.cells[:_SHOWN_CELLS]))
        if self._answers.get("nameless") == "skip":
            self.draft.left_out[RowKind.NAMELESS].append((row.number, text))
        else:
            self.draft.nameless_rows.append((row.number, text))

    def _read_players(self, classified_row: ClassifiedRow) -> None:
        """Add an entry for each player of a row."""
        row = classified_row.row
        if self._refuse_too_long(row):
            return
        names = [join_name(row, columns) for columns in self._mapping.player_columns]
        if self._mapping.rows_are_pairings:
            self._read_meeting(classified_row, names)
        elif not any(names):
            self._read_nameless(row)
        elif self._admit_row(row, names):
            for columns, name in zip(self._mapping.player_columns, names, strict=True):
                if name and self._admit_name(row, name):
                    self.draft.entries.append(self._make_entry(classified_row, columns, name))

    def _refuse_too_long(self, row: Row) -> bool:
        """Return whether a row has more cells than there are headings, and complain of it.

        In a CSV file (`exact`), a comma in a name without quotation marks moves all cells behind
        it by one column.
        """
        width = self._mapping.headings_width
        if not self._table.exact or not width or not any(row.cells[width:]):
            return False
        what = f"has {len(row.cells)} cells, but there are {width} headings"
        self.draft.complain(row, what, "put text with a comma in quotation marks")
        return True

    def _read_meeting(self, classified_row: ClassifiedRow, names: Sequence[str]) -> None:
        """Add the two players of a row who meet each other, or the one who has a bye."""
        opponents = reversed(names)
        columns_of_both = self._mapping.player_columns
        rows = zip(names, opponents, columns_of_both, strict=True)
        for seat, (name, opponent, columns) in enumerate(rows, start=1):
            if _is_nobody(name):
                continue
            entry = self._make_entry(classified_row, columns, name)
            if _is_nobody(opponent):
                entry = replace(entry, seat=seat, table=None, opponent=BYE)
            else:
                entry = replace(entry, seat=seat, opponent=opponent)
            self.draft.entries.append(entry)

    # Who plays

    def _admit_by_section(self, classified_row: ClassifiedRow, quoted: str) -> bool:
        """Return whether the label above a row lets it play, and how the sheet marks it.

        A label is “Cancelled:”; a row is marked if it is struck out or filtered out. A row that
        does not play is left out; one that may play is asked about.
        """
        rows = [(classified_row.row.number, quoted)]
        section = classified_row.section
        why = f"under {quote(section.label)}"
        if not self._settle_if_plays(section.plays, status=section.label, why=why, rows=rows):
            return False
        mark = classified_row.row.mark
        if mark not in _MARKED_ROWS:
            return True
        return self._settle_if_plays(Plays.OPEN, status=mark, why=f"the row is {mark}", rows=rows)

    def _settle_if_plays(self, plays: Plays, *, status: str, why: str, rows: QuotedRows) -> bool:
        """Return whether rows play: as the organizer has said of this status, else as `plays` says.

        If they do not, they are left out, with `why` as the reason. If it is open, they are asked
        about.
        """
        answer = self._answers.get(make_question_key("status", status)) if status else None
        if answer == "plays" or (answer is None and plays is Plays.YES):
            return True
        if answer == "out" or plays is Plays.NO:
            self.draft.left_out[why].extend(rows)
        else:
            self.draft.open_statuses[status].extend(rows)
        return False

    def _admit_row(self, row: Row, names: Sequence[str]) -> bool:
        """Return whether status, opponent and remarks of a row let it play.

        The first of them that does not is the reason why the row is left out or asked about.
        """
        rows = [(row.number, name) for name in names if name]
        for column in self._mapping.status_columns:
            text = row[column.index]
            is_odd = column.index in row.odd_columns
            plays = cells.read_status(text, column.heading, is_odd=is_odd)
            why = f"{quote(column.label)}: {quote(text)}"
            if not self._settle_if_plays(plays, status=text or "empty", why=why, rows=rows):
                return False
        opponent = self._mapping.row_columns.get(OPPONENT)
        if opponent is not None and simplify(row[opponent.index]) in list_phrases("withdrawn"):
            text = row[opponent.index]
            why = f"{quote(opponent.label)}: {quote(text)}"
            return self._settle_if_plays(Plays.NO, status=text, why=why, rows=rows)
        for column in self._unassigned_columns:
            text = row[column.index]
            # “Withdrew on Friday” in a column of notes, “Waiting list” in one of places
            if text and cells.mentions_out(text):
                return self._settle_if_plays(Plays.OPEN, status=text, why=quote(text), rows=rows)
        return True

    def _admit_name(self, row: Row, name: str) -> bool:
        """Return whether a remark behind a name lets its player play.

        “Ben (cancelled)” is left out, “Ben (maybe)” is asked about.
        """
        remark = _find_doubt_about_playing(name)
        if not remark:
            return True
        is_cancelled = _find_remark_behind(name) == remark and cells.says_out(remark)
        plays = Plays.OPEN
        if name.startswith(_STRUCK_THROUGH) or is_cancelled:
            plays = Plays.NO
        rows = [(row.number, name)]
        return self._settle_if_plays(plays, status=remark, why=quote(name), rows=rows)

    # One player

    def _make_entry(
        self, classified_row: ClassifiedRow, columns: PlayerColumns, name: str
    ) -> Entry:
        """Return what a row says of the player in these columns."""
        row = classified_row.row
        self._check_name(row, columns, name)
        entry = Entry(
            row=row.number,
            name=name,
            club=self._read_club(row, columns),
            round=self._read_number(row, ROUND) or classified_row.section.round,
            table=self._read_number(row, TABLE),
            seat=self._read_number(row, SEAT),
            opponent=self._read_opponent(row, columns),
            filed=_write_last_name_first(row, columns),
        )
        return replace(entry, **self._read_needs(row, columns))

    def _check_name(self, row: Row, columns: PlayerColumns, name: str) -> None:
        """Complain of a name that cannot be one; the message names the first column of names."""
        fault = find_name_fault(row, columns, name)
        if fault:
            first = min(self._mapping.name_columns, key=lambda column: column.index)
            self.draft.complain(row, fault.what, fault.advice, first.label)

    def _find_column(self, role: Role, columns: PlayerColumns) -> Column | None:
        """Return the column of a role: the player's own, else the row's."""
        return columns.get(role) or self._mapping.row_columns.get(role)

    def _read_value(self, row: Row, column: Column | None, role: Role) -> object:
        """Return the value of a role in a row: text, a number, or yes or no.

        None without a column, for an empty cell, and for a wrong one, of which it complains.
        """
        text = row[column.index] if column else ""
        if column is None or not text:
            return None
        try:
            if column.index in row.odd_columns:
                raise CellError(f"holds {text} as {role.with_article}", "write it as text")
            return role.read(text)
        except CellError as error:
            self.draft.complain(row, error.what, error.advice, column.label)
            return None

    def _read_number(self, row: Row, role: Role) -> int | None:
        """Return the number of a round, a table or a seat."""
        value = self._read_value(row, self._mapping.row_columns.get(role), role)
        return value if isinstance(value, int) else None

    def _read_opponent(self, row: Row, columns: PlayerColumns) -> str:
        """Return the opponent that the row names, or "".

        A column of opponents is about the first player of a row, whose columns these may be.
        """
        if columns is not self._mapping.player_columns[0]:
            return ""
        column = self._mapping.row_columns.get(OPPONENT)
        return str(self._read_value(row, column, OPPONENT) or "")

    def _read_club(self, row: Row, columns: PlayerColumns) -> str:
        """Return the club; "" for none. In a list that writes each club once, that above counts."""
        column = self._find_column(CLUB, columns)
        club = str(self._read_value(row, column, CLUB) or "")
        if not club and self._mapping.fills_club_down:
            club = self._club_above
        self._club_above = club
        return club

    def _read_needs(self, row: Row, columns: PlayerColumns) -> dict[str, Any]:
        """Return whether a player has each need, by its field in `Entry`, such as “large_print”."""
        in_remarks = self._read_remarks(row)
        return {
            need.field: self._read_need(row, need, columns) or need in in_remarks
            for need in PLAYER_NEEDS
        }

    def _read_need(self, row: Row, need: Need, columns: PlayerColumns) -> bool:
        """Return whether the column of a need says yes; what is neither yes nor no is asked."""
        column = self._find_column(need, columns)
        text = row[column.index] if column else ""
        if column is None or not text:
            return False
        value = self._read_value(row, column, need)
        if isinstance(value, bool):
            return value
        return self._ask_if_need(row, need, column)

    def _ask_if_need(self, row: Row, need: Need, column: Column) -> bool:
        """Return whether the organizer said that a cell means a need; if nothing, have it asked.

        Cells with the same text are asked about once.
        """
        key = make_question_key(need.option, row[column.index])
        answer = self._answers.get(key)
        if answer is None and key not in {question.key for question in self.draft.questions}:
            self.draft.questions.append(_make_need_question(key, row, need, column))
        return answer == "yes"

    # Remarks

    def _read_remarks(self, row: Row) -> set[Need]:
        """Return the needs that the remarks in a row say, such as large print, and note them.

        Remarks are in columns without a role. In a list of pairings nobody knows which of the two
        players they are about.
        """
        needs: set[Need] = set()
        if self._mapping.rows_are_pairings:
            return needs
        for column in self._unassigned_columns:
            text = row[column.index]
            new_needs = [*self._list_needs(column, text), *self._list_confirmed_codes(row, column)]
            if not new_needs:
                continue
            needs.update(new_needs)
            self.draft.need_columns.add(column.index)
            self.draft.fields_of_remarks.update(need.field for need in new_needs)
            names = " and ".join(need.name for need in new_needs)
            if simplify(text) != simplify(names):
                self.draft.notes.append(f"Row {row.number}: {quote(text)} was read as {names}.")
        return needs

    def _list_confirmed_codes(self, row: Row, column: Column) -> Iterator[Need]:
        """Yield the needs whose codes are in a cell, if the organizer says that they are codes.

        “LH” means left-handed in a column of needs, but may be a teacher under “Set”. So a column
        whose heading says nothing is asked about.
        """
        text = row[column.index]
        if column.heading_role is not None or self._is_of_needs(column):
            return
        remark = cells.read_remark(text, is_of_needs=True)
        if remark is None or cells.is_of_series(text, column.cells):
            return
        for need in PLAYER_NEEDS:
            if need.may_be_code(remark) and self._ask_if_need(row, need, column):
                self._confirmed_codes.add((column.index, text))
                yield need

    def _list_needs(self, column: Column, text: str) -> list[Need]:
        """Return the needs that a cell says as a remark."""
        remark = cells.read_remark(text, is_of_needs=self._is_of_needs(column))
        return [need for need in PLAYER_NEEDS if remark and need.is_in_remark(remark)]

    def _is_of_needs(self, column: Column) -> bool:
        """Whether a column is one of remarks about needs, by its heading or as somebody said."""
        return column.heading_role is REMARKS or column in self._mapping.named_remark_columns

    def list_other_remarks(self) -> Iterator[tuple[int, str]]:
        """Yield row number and text of the remarks about players that say no known need.

        Call it when all rows are read: any column counts in which a need was found, whatever its
        heading.
        """
        columns = self._list_need_columns()
        if self._mapping.rows_are_pairings or not columns:
            return
        numbers_of_players = {entry.row for entry in self.draft.entries}
        for row in self._table.rows[self._mapping.first_data_row :]:
            if row.number not in numbers_of_players:
                continue
            for column in columns:
                if self._is_other_remark(row[column.index], column):
                    yield row.number, row[column.index]

    def _list_need_columns(self) -> list[Column]:
        """Return the columns in which needs are written, by heading or as somebody did."""
        with_needs = self.draft.need_columns
        return [
            column
            for column in self._unassigned_columns
            if column.index in with_needs or self._is_of_needs(column)
        ]

    def _is_other_remark(self, text: str, column: Column) -> bool:
        """Whether a remark may say a need that was not understood."""
        if (column.index, text) in self._confirmed_codes or self._list_needs(column, text):
            return False
        return _says_something(text)


def _is_nobody(name: str) -> bool:
    """Whether a seat is empty: “bye”, “withdrawn”."""
    return cells.is_bye(name) or simplify(name) in list_phrases("withdrawn")


def _make_need_question(key: str, row: Row, role: Role, column: Column) -> Question:
    """Return the question whether a cell means yes or no."""
    cell = quote(row[column.index])
    where = f"Row {row.number}: {cell} under {quote(column.label)}"
    text = f"{where}: {role.name}, yes or no?"
    return Question(
        key=key,
        text=text,
        choices=offer(yes="yes", no="no"),
        rows=(row.number,),
        column=column.index,
    )


def _says_something(remark: str) -> bool:
    """Whether a remark may say a need that was not understood."""
    if not any(map(str.isalpha, remark)) or simplify(remark) in list_words("no"):
        return False
    return not cells.denies_needs(remark)


def _find_remark_behind(name: str) -> str:
    """Return “maybe” of “Ben (maybe)”; "" for a name alone."""
    match = _BEHIND.search(name)
    return match[1] if match and match.start() else ""


def _find_doubt_about_playing(name: str) -> str:
    """Return the part of a name cell that raises doubt whether somebody plays; "" for none.

    “☐” of “☐ Ben”, “?” of “Ben?”, all of “~~Ben~~”, “maybe” of “Ben (maybe)”, and “withdrawn” of
    “Ben Oko withdrawn”.
    """
    for sign in cells.NOT_TICKED:
        if sign in name[:_BOX_WITHIN]:
            return sign
    if name.endswith("?"):
        return "?"
    if name.startswith(_STRUCK_THROUGH):
        return name
    remark = _find_remark_behind(name)
    if cells.says_out(remark) or cells.says_undecided(remark):
        return remark
    return _find_last_word_out(name)


def _find_last_word_out(name: str) -> str:
    """Return “withdrawn” of “Ben Oko withdrawn”; "" if the last word is a part of the name.

    It is a part of “Ben Out”, but not of “Ben out” or “Ben OUT”: capitals tell.
    """
    parts = name.split()
    last = parts[-1]
    differs_in_case = last.islower() or (last.isupper() and not parts[0].isupper())
    if len(parts) > 1 and differs_in_case and cells.says_out(last):
        return last
    return ""


def _write_last_name_first(row: Row, columns: PlayerColumns) -> str:
    """Return “Lee, Ann” where first and last names have columns of their own; else ""."""
    lasts = [row[columns[role].index] for role in (LAST, SECOND_LAST) if role in columns]
    last = " ".join(filter(None, lasts))
    first = row[columns[FIRST].index] if FIRST in columns else ""
    return parse_name(f"{last}, {first}") if last and first else ""
