"""What each column of a list is: guessed from headings and cells, or as the organizer said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    NEEDS,
    NUMBER,
    OPPONENT,
    PLAYER_NEEDS,
    ROUND,
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
_OF_PLAYER: tuple[Role, ...] = (CLUB, *PLAYER_NEEDS)
_OF_ROW: tuple[Role, ...] = (TABLE, ROUND, SEAT, OPPONENT)


@dataclass(frozen=True)
class ColumnMapping:
    """What each column is. It can be used if there are neither `questions` nor `faults`."""

    columns: tuple[Column, ...]
    first_row: int
    """The index of the first row below the headings."""
    width: int
    """How many columns have headings, or are left of one; 0 for a list without."""
    people: tuple[PlayerColumns, ...] = ({},)
    """The columns of each player in a row, by their roles."""
    meet: bool = False
    """Whether the two players of a row meet each other."""
    shared: PlayerColumns = field(default_factory=dict)
    """The columns that hold for all of a row, by their roles."""
    statuses: tuple[Column, ...] = ()
    """The columns that say who plays: each must let a row play."""
    needs: tuple[Column, ...] = ()
    """Columns of remarks that the organizer named as such."""
    fills_club: bool = False
    """Whether a club holds for the rows below it that have none."""
    questions: tuple[Question, ...] = ()
    faults: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def name_columns(self) -> list[Column]:
        """The columns that hold names, in the order of the players."""
        groups = [[group[role] for role in NAMES if role in group] for group in self.people]
        return [column for group in groups for column in group]

    @property
    def free_columns(self) -> list[Column]:
        """The columns that nothing is read from but remarks."""
        used = {column.index for group in (*self.people, self.shared) for column in group.values()}
        used.update(column.index for column in self.statuses)
        return [column for column in self.columns if column.index not in used]

    @property
    def numbers(self) -> Column | None:
        """The column of numbers that opponents are named by."""
        opponents = self.shared.get(OPPONENT)
        if opponents is None or not any(map(str.isdecimal, opponents.filled)):
            return None
        return next((column for column in self.free_columns if column.role is NUMBER), None)

    def describe_columns(self, needs: frozenset[int] = frozenset()) -> tuple[ReadColumn, ...]:
        """Return every column with what it was read as; `needs` are those with needs in them."""
        uses = dict.fromkeys(needs, NEEDS.name)
        if self.numbers:
            uses[self.numbers.index] = NUMBER.name
        uses.update((column.index, STATUS.name) for column in self.statuses)
        for group in self.people[1:]:
            for role, column in group.items():
                uses[column.index] = role.name + OF_ANOTHER
        for group in (self.shared, self.people[0]):
            for role, column in group.items():
                uses[column.index] = role.name
        return tuple(
            _describe_column(column, uses.get(column.index, "")) for column in self.columns
        )


def _describe_column(column: Column, use: str) -> ReadColumn:
    samples = dict.fromkeys(column.filled[:_SEEN_CELLS])
    return ReadColumn(column.letter, column.heading.text, use, tuple(samples)[:_SHOWN_CELLS])


def guess_mapping(rows: Sequence[Row], answers: Answers, file: str) -> ColumnMapping:
    """Return what each column is; what is not clear is in `questions`."""
    headings = list_named_headings(answers)
    at = find_heading_row(rows, headings)
    if at is None and headings:
        at = find_heading_row(rows)
    columns, first_row, notes = read_columns(rows, at)
    mapping = ColumnMapping(
        columns=tuple(columns),
        first_row=first_row,
        width=_measure_width(columns),
        fills_club=answers.get(FILL_CLUB) == "yes",
        notes=tuple(notes),
    )
    chosen, faults = read_column_answers(columns, answers, file)
    if faults:
        return replace(mapping, faults=tuple(faults))
    names = chosen.get(NAME) or _join_parts(chosen)
    if names is None or not names.people:
        guess = guess_names(columns)
        if not guess.sure:
            return _leave_names_open(mapping, guess, file)
        (names,) = guess.options
    return _RoleGuesser(mapping, chosen, names, answers, file).guess()


def _join_parts(chosen: Mapping[Role, ColumnOption]) -> ColumnOption | None:
    """Return the names that answers about their parts give."""
    parts: PlayerColumns = {}
    for role in NAME_PARTS:
        for group in chosen[role].people if role in chosen else ():
            parts |= group
    return ColumnOption((parts,)) if parts else None


def _measure_width(columns: Sequence[Column]) -> int:
    """Return how many columns have a heading, or are left of one that has."""
    return max((column.index + 1 for column in columns if column.heading.text), default=0)


def _leave_names_open(mapping: ColumnMapping, guess: NameGuess, file: str) -> ColumnMapping:
    """Return the mapping with a question which columns are the names, or with a fault."""
    if guess.options:
        return replace(mapping, questions=(ask_for_names(mapping.columns, guess),))
    what, advice = explain_no_names(mapping.columns)
    return replace(mapping, faults=(Problem(what, where=file, advice=advice),))


class _RoleGuesser:
    """Finds the column of each role once the names are known."""

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
        """What the organizer said, by role."""
        self._answers = answers
        self._file = file
        self._meet = names.meet
        self._people = [dict(group) for group in names.people]
        self._shared: PlayerColumns = {}
        self._questions: list[Question] = []
        self._faults: list[Problem] = []

    def guess(self) -> ColumnMapping:
        """Return the whole mapping."""
        for role in _OF_PLAYER:
            self._take_of_player(role)
        for role in _OF_ROW:
            self._take_of_row(role)
        statuses = self._choose_statuses()
        self._add_gap_question()
        return replace(
            self._mapping,
            people=tuple(self._people),
            meet=self._meet,
            shared=self._shared,
            statuses=tuple(statuses),
            needs=tuple(self._list_chosen(NEEDS)),
            questions=tuple(self._questions),
            faults=tuple(self._faults),
        )

    def _list_chosen(self, role: Role) -> list[Column]:
        """Return the columns that the organizer named for a role."""
        option = self._chosen.get(role)
        return [group[role] for group in option.people] if option else []

    def _list_free(self) -> list[Column]:
        """Return the columns that have no role yet."""
        groups = (*self._people, self._shared)
        used = {column.index for group in groups for column in group.values()}
        return [column for column in self._columns if column.index not in used]

    def _list_candidates(self, role: Role) -> list[Column]:
        """Return the free columns of a role; those that are filled, if any is."""
        columns = [column for column in self._list_free() if column.role is role and column.fits]
        return [column for column in columns if column.filled] or columns[:1]

    def _take_of_player(self, role: Role) -> None:
        """Take a column of each player."""
        if role in self._chosen:
            self._take_chosen(role, self._people[0])
            return
        columns = self._list_candidates(role)
        is_alone = len(self._people) == 1
        if not is_alone and len(columns) == len(self._people):
            columns.sort(key=lambda column: column.heading.side)
            for group, column in zip(self._people, columns, strict=True):
                group[role] = column
        elif not self._meet:
            self._take_only(role, columns, self._people[0] if is_alone else self._shared)
        elif columns and columns[0].filled and role is not CLUB:
            what = f"{quote(columns[0].label)} could be about either of two players"
            advice = "give each player a column"
            self._faults.append(Problem(what, where=self._file, advice=advice))

    def _take_of_row(self, role: Role) -> None:
        """Take a column that holds for all of a row."""
        if role in self._chosen:
            self._take_chosen(role, self._shared)
        elif self._is_wanted(role):
            columns = self._list_candidates(role)
            likely = [column for column in columns if self._is_likely(role, column)]
            self._take_only(role, likely, self._shared)

    def _is_wanted(self, role: Role) -> bool:
        """Whether a role of rows says something in this list."""
        if self._meet and role in (OPPONENT, SEAT):
            return False
        return role is not SEAT or TABLE in self._shared

    def _is_likely(self, role: Role, column: Column) -> bool:
        """Whether numbers under a heading are what it says."""
        if role is OPPONENT and not any(other.role is NUMBER for other in self._columns):
            return not all(map(str.isdecimal, column.filled))
        return role is not ROUND or not _is_match_number(column)

    def _take_chosen(self, role: Role, group: PlayerColumns) -> None:
        columns = self._list_chosen(role)
        if columns:
            group[role] = columns[0]

    def _take_only(self, role: Role, columns: Sequence[Column], group: PlayerColumns) -> None:
        """Take the only column of a role; ask if there are several, but choose among clubs."""
        if role is CLUB:
            columns = _choose_club_column(columns)
        if len({column.cells for column in columns}) > 1:
            self._questions.append(ask_which_column(self._columns, role, columns))
        elif columns:
            group[role] = columns[0]

    def _choose_statuses(self) -> list[Column]:
        """Return the columns that say who plays; ask about one that may say so."""
        if STATUS in self._chosen:
            return self._list_chosen(STATUS)
        free = [column for column in self._list_free() if column.filled]
        statuses = find_status_columns(free)
        if not statuses:
            for column in filter(may_say_who_plays, free):
                self._questions.append(ask_if_status(self._columns, column))
                break
        return statuses

    def _add_gap_question(self) -> None:
        """Ask whether a club that is written once holds for the rows below it."""
        column = self._people[0].get(CLUB)
        if column is None or FILL_CLUB in self._answers or not column.cells[0]:
            return
        clubs = column.filled
        is_each_once = len(clubs) > 1 and len(clubs) == len(set(clubs))
        above_gaps = [cell for cell, below in pairwise(column.cells) if cell and not below]
        if is_each_once and len(above_gaps) * 2 > len(clubs):
            self._questions.append(ask_if_club_holds_on(column))


def _is_match_number(column: Column) -> bool:
    """Whether “Match” counts the rows, and does not name rounds."""
    counts = len(set(column.filled)) == len(column.filled)
    return simplify(column.heading.text) == "match" and counts


def _choose_club_column(columns: Sequence[Column]) -> list[Column]:
    """Return the one column of clubs whose heading says so most clearly, or the first."""
    for line in _CLUB_WORDS:
        for column in columns:
            if set(simplify(column.heading.text).split()) & set(line.split()):
                return [column]
    return list(columns[:1])
