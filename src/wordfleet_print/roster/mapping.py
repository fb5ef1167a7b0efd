"""What each column of a list is: guessed from headings and cells, or as the organizer said.

A role (`roles`) is what a column can say, such as the name, the club or the table. Each heading
speaks of one role at most (`Column.heading_role`). Here each role gets its column, or a question is
asked. `PlayerColumns` are the columns of one player, by role: {FIRST: …, LAST: …, CLUB: …}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from wordfleet_print.errors import Problem
from wordfleet_print.messages import quote
from wordfleet_print.roster.column_answers import (
    OF_ANOTHER,
    list_named_headings,
    read_column_answers,
)
from wordfleet_print.roster.column_questions import (
    FILL_CLUB,
    ask_for_names,
    ask_if_club_holds_on,
    ask_if_status,
    ask_which_column,
    explain_no_names,
)
from wordfleet_print.roster.columns import Column, find_heading_row, read_columns
from wordfleet_print.roster.names import ColumnOption, NameGuess, PlayerColumns, guess_names
from wordfleet_print.roster.questions import Answers, Question
from wordfleet_print.roster.roles import (
    CLUB,
    NAME,
    NAME_PARTS,
    NAMES,
    NUMBER,
    OPPONENT,
    PLAYER_ROLES,
    REMARKS,
    ROUND,
    ROW_ROLES,
    SEAT,
    STATUS,
    TABLE,
    Role,
)
from wordfleet_print.roster.roster import ReadColumn
from wordfleet_print.roster.status_columns import find_status_columns, may_say_who_plays
from wordfleet_print.sheet.player_names import simplify
from wordfleet_print.tables.rows import Row

# Cells that are shown of a column, and cells that these are chosen from.
_SHOWN_CELLS = 3
_SEEN_CELLS = 9
# Of several columns of clubs, the first that one of these words names is read.
_CLUB_WORDS = (
    "club verein vereniging klub klubb",
    "team mannschaft equipe equipo squadra",
    "class form klasse classe clase luokka",
    "school schule ecole colegio",
)


@dataclass(frozen=True)
class ColumnMapping:
    """What each column is. It can be used if there are neither `questions` nor `faults`."""

    columns: tuple[Column, ...]
    """All columns of the list, from the left."""
    first_data_row: int
    """The index of the first row below the headings."""
    headings_width: int
    """How many columns there are up to the last one with a heading; 0 for a list without."""
    player_columns: tuple[PlayerColumns, ...] = ({},)
    """One item for each player that a row has room for; most lists have one."""
    rows_are_pairings: bool = False
    """Whether the two players of a row meet each other."""
    row_columns: PlayerColumns = field(default_factory=dict)
    """By role, the columns that are about all players of a row, such as the table."""
    status_columns: tuple[Column, ...] = ()
    """The columns that say who plays: a row plays if all of them say so."""
    named_remark_columns: tuple[Column, ...] = ()
    """Columns of remarks that the organizer named as such."""
    fills_club_down: bool = False
    """Whether a row without a club is of the club above it."""
    questions: tuple[Question, ...] = ()
    faults: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def name_columns(self) -> list[Column]:
        """The columns that hold names, in the order of the players."""
        columns = []
        for of_player in self.player_columns:
            columns += [of_player[role] for role in NAMES if role in of_player]
        return columns

    @property
    def unassigned_columns(self) -> list[Column]:
        """The columns without a role. They may hold remarks about players."""
        columns_by_role = (*self.player_columns, self.row_columns)
        assigned = _list_indices(columns_by_role) | {column.index for column in self.status_columns}
        return [column for column in self.columns if column.index not in assigned]

    @property
    def number_column(self) -> Column | None:
        """The column of players' numbers, if the column of opponents names players by them."""
        opponents = self.row_columns.get(OPPONENT)
        if opponents is None or not any(map(str.isdecimal, opponents.filled_cells)):
            return None
        numbers = [column for column in self.unassigned_columns if column.heading_role is NUMBER]
        return numbers[0] if numbers else None

    def describe_columns(
        self, columns_with_needs: frozenset[int] = frozenset()
    ) -> tuple[ReadColumn, ...]:
        """Return every column with what it was read as.

        `columns_with_needs` are the indices of the columns whose remarks say a need.
        """
        use_of_column = dict.fromkeys(columns_with_needs, REMARKS.name)
        if self.number_column:
            use_of_column[self.number_column.index] = NUMBER.name
        for column in self.status_columns:
            use_of_column[column.index] = STATUS.name
        for of_player in self.player_columns[1:]:
            for role, column in of_player.items():
                use_of_column[column.index] = role.name + OF_ANOTHER
        for columns_by_role in (self.row_columns, self.player_columns[0]):
            for role, column in columns_by_role.items():
                use_of_column[column.index] = role.name
        return tuple(
            _describe_column(column, use_of_column.get(column.index, "")) for column in self.columns
        )


def _list_indices(columns_by_role: Iterable[PlayerColumns]) -> set[int]:
    """Return the indices of all these columns."""
    indices: set[int] = set()
    for columns in columns_by_role:
        indices.update(column.index for column in columns.values())
    return indices


def _describe_column(column: Column, use: str) -> ReadColumn:
    samples = dict.fromkeys(column.filled_cells[:_SEEN_CELLS])
    return ReadColumn(column.letter, column.heading.text, use, tuple(samples)[:_SHOWN_CELLS])


def guess_mapping(rows: Sequence[Row], answers: Answers, file: str) -> ColumnMapping:
    """Return what each column of a list is; what is not clear is in `questions`.

    `rows` are those of the list, from the top; `answers` are the organizer's answers to earlier
    questions; `file` is what messages call the list.
    """
    named_headings = list_named_headings(answers)
    heading_row = find_heading_row(rows, named_headings)
    columns, first_data_row, notes = read_columns(rows, heading_row)
    mapping = ColumnMapping(
        columns=tuple(columns),
        first_data_row=first_data_row,
        headings_width=_measure_width(columns),
        fills_club_down=answers.get(FILL_CLUB) == "yes",
        notes=tuple(notes),
    )
    chosen, faults = read_column_answers(columns, answers, file)
    if faults:
        return replace(mapping, faults=tuple(faults))
    names = chosen.get(NAME) or _join_chosen_parts(chosen)
    if names is None or not names.player_columns:
        guess = guess_names(columns)
        if not guess.sure:
            return _leave_names_open(mapping, guess, file)
        (names,) = guess.options
    return _RoleGuesser(mapping, chosen, names, answers, file).guess()


def _join_chosen_parts(chosen: Mapping[Role, ColumnOption]) -> ColumnOption | None:
    """Return the name columns, where the organizer said which hold first and last names."""
    parts: PlayerColumns = {}
    for role in NAME_PARTS:
        if role in chosen:
            for columns_of_part in chosen[role].player_columns:
                parts |= columns_of_part
    return ColumnOption((parts,)) if parts else None


def _measure_width(columns: Sequence[Column]) -> int:
    """Return how many columns there are up to the last one with a heading."""
    return max((column.index + 1 for column in columns if column.heading.text), default=0)


def _leave_names_open(mapping: ColumnMapping, guess: NameGuess, file: str) -> ColumnMapping:
    """Return the mapping with a question which columns are the names, or with a fault."""
    if guess.options:
        return replace(mapping, questions=(ask_for_names(mapping.columns, guess),))
    return replace(mapping, faults=(explain_no_names(mapping.columns, file),))


class _RoleGuesser:
    """Finds the columns of all other roles once the columns of names are known."""

    def __init__(
        self,
        mapping: ColumnMapping,
        chosen: Mapping[Role, ColumnOption],
        names: ColumnOption,
        answers: Answers,
        file: str,
    ) -> None:
        self._mapping = mapping
        self._columns = mapping.columns
        self._chosen = chosen
        """The columns that the organizer named, by role."""
        self._answers = answers
        self._file = file
        self._rows_are_pairings = names.rows_are_pairings
        self._player_columns = [dict(of_player) for of_player in names.player_columns]
        """One item for each player of a row, at first with the columns of the name alone."""
        self._row_columns: PlayerColumns = {}
        self._questions: list[Question] = []
        self._faults: list[Problem] = []

    def guess(self) -> ColumnMapping:
        """Return the whole mapping. A column has one role: what was assigned first counts."""
        for role in PLAYER_ROLES:
            self._assign_player_role(role)
        for role in ROW_ROLES:
            self._assign_row_role(role)
        status_columns = self._choose_status_columns()
        self._ask_about_club_gaps()
        return replace(
            self._mapping,
            player_columns=tuple(self._player_columns),
            rows_are_pairings=self._rows_are_pairings,
            row_columns=self._row_columns,
            status_columns=tuple(status_columns),
            named_remark_columns=tuple(self._list_chosen(REMARKS)),
            questions=tuple(self._questions),
            faults=tuple(self._faults),
        )

    def _list_chosen(self, role: Role) -> list[Column]:
        """Return the columns that the organizer named for a role."""
        option = self._chosen.get(role)
        return [of_player[role] for of_player in option.player_columns] if option else []

    def _list_unassigned(self) -> list[Column]:
        """Return the columns that have no role yet."""
        assigned = _list_indices((*self._player_columns, self._row_columns))
        return [column for column in self._columns if column.index not in assigned]

    def _list_candidates(self, role: Role) -> list[Column]:
        """Return the unassigned columns whose heading and cells speak of a role.

        If all of them are empty, only the first.
        """
        of_role = [column for column in self._list_unassigned() if column.heading_role is role]
        fitting = [column for column in of_role if column.fits_role]
        return [column for column in fitting if column.filled_cells] or fitting[:1]

    def _assign_player_role(self, role: Role) -> None:
        """Find the columns of a role that each player of a row can have a column of, such as CLUB.

        In a list with two players a row, two columns “Club” are one for each player. One column
        “Club” is that of both if they are a team. It is neither's if they meet each other.
        """
        if role in self._chosen:
            self._assign_chosen(role, self._player_columns[0])
            return
        candidates = self._list_candidates(role)
        players = len(self._player_columns)
        if players > 1 and len(candidates) == players:
            candidates.sort(key=lambda column: column.heading.side)
            for of_player, column in zip(self._player_columns, candidates, strict=True):
                of_player[role] = column
        elif not self._rows_are_pairings:
            owner = self._player_columns[0] if players == 1 else self._row_columns
            self._assign_only_candidate(role, candidates, owner)
        elif candidates and candidates[0].filled_cells and role is not CLUB:
            what = f"{quote(candidates[0].label)} could be about either of two players"
            advice = "give each player a column"
            self._faults.append(Problem(what, where=self._file, advice=advice))

    def _assign_row_role(self, role: Role) -> None:
        """Find the column of a role that is about all of a row, such as TABLE."""
        if role in self._chosen:
            self._assign_chosen(role, self._row_columns)
        elif self._is_useful(role):
            candidates = self._list_candidates(role)
            likely = [column for column in candidates if self._is_likely(role, column)]
            self._assign_only_candidate(role, likely, self._row_columns)

    def _is_useful(self, role: Role) -> bool:
        """Whether a role of rows says something new: who meets whom may be clear already."""
        if self._rows_are_pairings and role in (OPPONENT, SEAT):
            return False
        return role is not SEAT or TABLE in self._row_columns

    def _is_likely(self, role: Role, column: Column) -> bool:
        """Whether the numbers in a column can be what its heading says.

        Numbers under “Opponent” name players only if the list has a column of players' numbers.
        """
        if role is OPPONENT and not any(other.heading_role is NUMBER for other in self._columns):
            return not all(map(str.isdecimal, column.filled_cells))
        return role is not ROUND or not _is_match_number(column)

    def _assign_chosen(self, role: Role, columns_by_role: PlayerColumns) -> None:
        """Give a role the first column that the organizer named for it."""
        chosen = self._list_chosen(role)
        if chosen:
            columns_by_role[role] = chosen[0]

    def _assign_only_candidate(
        self, role: Role, candidates: Sequence[Column], columns_by_role: PlayerColumns
    ) -> None:
        """Give a role its only candidate; ask if there are several, but choose among clubs.

        Candidates with the same cells are one.
        """
        if role is CLUB:
            candidates = _choose_club_column(candidates)
        if len({column.cells for column in candidates}) > 1:
            self._questions.append(ask_which_column(self._columns, role, candidates))
        elif candidates:
            columns_by_role[role] = candidates[0]

    def _choose_status_columns(self) -> list[Column]:
        """Return the columns that say who plays; if none does, ask about one that may."""
        if STATUS in self._chosen:
            return self._list_chosen(STATUS)
        filled = [column for column in self._list_unassigned() if column.filled_cells]
        status_columns = find_status_columns(filled)
        if not status_columns:
            for column in filter(may_say_who_plays, filled):
                self._questions.append(ask_if_status(self._columns, column))
                break
        return status_columns

    def _ask_about_club_gaps(self) -> None:
        """Ask whether the rows below a club that have none are of that club, too.

        So lists look that write each club once, above a gap: Rovers, "", "", Quay, "".
        """
        column = self._player_columns[0].get(CLUB)
        if column is None or FILL_CLUB in self._answers or not column.cells[0]:
            return
        clubs = column.filled_cells
        is_each_once = len(clubs) > 1 and len(clubs) == len(set(clubs))
        above_gaps = [cell for cell, below in pairwise(column.cells) if cell and not below]
        if is_each_once and len(above_gaps) * 2 > len(clubs):
            self._questions.append(ask_if_club_holds_on(column))


def _is_match_number(column: Column) -> bool:
    """Whether a column “Match”, which can mean the round, has another number in each row."""
    are_different = len(set(column.filled_cells)) == len(column.filled_cells)
    return simplify(column.heading.text) == "match" and are_different


def _choose_club_column(columns: Sequence[Column]) -> list[Column]:
    """Return the column of clubs whose heading has a word of the first line of `_CLUB_WORDS`, or
    of the next, and so on; else the first column. An empty list stays empty.
    """
    for line in _CLUB_WORDS:
        for column in columns:
            if set(simplify(column.heading.text).split()) & set(line.split()):
                return [column]
    return list(columns[:1])
