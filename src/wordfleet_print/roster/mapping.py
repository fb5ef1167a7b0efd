"""What each column of a list is: guessed from headings and cells, or as the organizer said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from wordfleet_print.errors import Problem
from wordfleet_print.messages import did_you_mean, listed, quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.cells import Plays
from wordfleet_print.roster.columns import Column, find_heading_row, read_columns
from wordfleet_print.roster.headings import asks_who_plays, senses_in
from wordfleet_print.roster.names import NameGuess, Option, Places, guess_names, texts_of
from wordfleet_print.roster.questions import OF_ANOTHER, Answers, Choice, Question, offer
from wordfleet_print.roster.roles import (
    CLUB,
    FACT,
    LARGE_PRINT,
    LEFT_HANDED,
    NAME,
    NAME_PARTS,
    NAMES,
    NEEDS,
    NUMBER,
    OPPONENT,
    ROUND,
    SEAT,
    STATUS,
    TABLE,
    Role,
    role_named,
)
from wordfleet_print.roster.roster import ReadColumn
from wordfleet_print.sheet.captains import plain
from wordfleet_print.tables.rows import Row

# The answer that no column has a role.
NO_COLUMN = "none"
# The key of the question whether a class that is written once holds for the rows below.
FILL_CLUB = "fill.club"
# Between the columns of several players in a row, and of two who meet.
_EACH = " | "
_MEETING = " : "
# Cells that are shown of a column.
_SHOWN_CELLS = 3
# Cells that the shown ones are chosen from.
_SEEN_CELLS = 9
# Of several columns of clubs, the first that one of these words names is read.
_CLUB_WORDS = (
    "club verein vereniging klub klubb",
    "team mannschaft equipe equipo squadra",
    "class form klasse classe clase luokka",
    "school schule ecole colegio",
)
_OF_PLAYER: tuple[Role, ...] = (CLUB, LARGE_PRINT, LEFT_HANDED)
_OF_ROW: tuple[Role, ...] = (TABLE, ROUND, SEAT, OPPONENT)


@dataclass(frozen=True)
class Doubt:
    """A question that the columns leave open."""

    key: str
    text: str
    options: tuple[Option, ...]
    """Columns that can have a role: each is an answer."""
    choices: tuple[Choice, ...] = ()
    """Other answers."""


@dataclass(frozen=True)
class ColumnMapping:
    """What each column is."""

    columns: tuple[Column, ...]
    first_row: int
    """The index of the first row below the headings."""
    width: int
    """How many columns have headings, or stand left of one; 0 for a list without."""
    people: tuple[Places, ...] = ({},)
    """The columns of each player in a row, by their roles."""
    meet: bool = False
    """Whether the two players of a row meet each other."""
    shared: Places = field(default_factory=dict)
    """The columns that hold for all of a row, by their roles."""
    statuses: tuple[Column, ...] = ()
    """The columns that say who plays: each must let a row play."""
    needs: tuple[Column, ...] = ()
    """Columns of remarks that the organizer named as such."""
    fills_club: bool = False
    """Whether a club holds for the rows below it that have none."""
    doubts: tuple[Doubt, ...] = ()
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

    def describe(self, needs: frozenset[int] = frozenset()) -> tuple[ReadColumn, ...]:
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
        return tuple(_describe(column, uses.get(column.index, "")) for column in self.columns)


def _describe(column: Column, use: str) -> ReadColumn:
    samples = dict.fromkeys(column.filled[:_SEEN_CELLS])
    return ReadColumn(column.letter, column.heading.text, use, tuple(samples)[:_SHOWN_CELLS])


def guess_mapping(rows: Sequence[Row], answers: Answers, file: str) -> ColumnMapping:
    """Return what each column is; what is not clear is in `doubts`."""
    named = _headings_in(answers)
    at = find_heading_row(rows, named)
    if at is None and named:
        at = find_heading_row(rows)
    columns, first, notes = read_columns(rows, at)
    mapping = ColumnMapping(
        columns=tuple(columns),
        first_row=first,
        width=_count_headings(columns),
        fills_club=answers.get(FILL_CLUB) == "yes",
        notes=tuple(notes),
    )
    said, faults = _read_answers(columns, answers, file)
    if faults:
        return replace(mapping, faults=tuple(faults))
    names = said.get(NAME) or _join_parts(said)
    if names is None or not names.people:
        guess = guess_names(columns)
        if not guess.sure:
            return _doubt_names(mapping, guess, file)
        (names,) = guess.options
    return _Guesser(mapping, said, names, answers, file).guess()


def _join_parts(said: Mapping[Role, Option]) -> Option | None:
    """Return the names that answers about their parts give."""
    places: Places = {}
    for role in NAME_PARTS:
        for group in said[role].people if role in said else ():
            places |= group
    return Option((places,)) if places else None


def _count_headings(columns: Sequence[Column]) -> int:
    """Return how many columns have a heading, or stand left of one that has."""
    return max((column.index + 1 for column in columns if column.heading.text), default=0)


def _headings_in(answers: Answers) -> list[str]:
    """Return the headings that answers name; a letter names none."""
    found = []
    for key, value in answers.items():
        if key.startswith("column."):
            for part in re.split(r" [|:+] ", value):
                found.append(part.rpartition("=")[2].strip())
    return [text for text in found if len(text) > 2]


def _doubt_names(mapping: ColumnMapping, guess: NameGuess, file: str) -> ColumnMapping:
    """Return the mapping with a question which columns are the names, or with a fault."""
    if not guess.options:
        what, advice = _explain_no_names(mapping.columns)
        return replace(mapping, faults=(Problem(what, where=file, advice=advice),))
    choices = []
    if not mapping.width:
        # The first row may be headings that nobody knows
        firsts = [option.people[0][NAME].cells[0] for option in guess.options]
        for option, heading in zip(guess.options, firsts, strict=True):
            column = option.people[0][NAME]
            can_be_heading = len(heading) > 2 and heading.isprintable()
            if can_be_heading and firsts.count(heading) == 1 and len(column.cells) > 1:
                below = show_cells(column.cells[1:])
                label = f"{column.letter} below {quote(heading)}: {below}"
                choices.append(Choice(heading, label))
    text = _word_names_question(mapping, guess)
    doubt = Doubt("column.name", text, guess.options, tuple(choices))
    return replace(mapping, doubts=(doubt,))


def _word_names_question(mapping: ColumnMapping, guess: NameGuess) -> str:
    """Return the question which column holds the names."""
    labels = [quote(column.heading.text) for column in mapping.columns if column.heading.text]
    if not labels:
        return "There is no row of headings. Which column holds the names?"
    names = [quote(_label_of(one.people[0])) for one in guess.options if len(one.people) == 1]
    if guess.reason == "others":
        return f"{names[0]} seems to name people who do not play. Are they the players?"
    if guess.reason == "neighbor":
        return "A column next to the names has no heading. Is it part of the names?"
    if guess.reason == "unsaid":
        said = f"No heading says that it is the name; the headings are {listed(labels)}."
        return f"{said} Which column holds the names?"
    if guess.reason == "unknown":
        return f"Is {names[0]} the players’ names?"
    return f"{listed(names)} could all be the players’ names. Which are?"


def _label_of(group: Places) -> str:
    return " + ".join(column.label for column in group.values())


def _explain_no_names(columns: Sequence[Column]) -> tuple[str, str]:
    """Return what is wrong with a list in which nothing can be a name, and what helps."""
    if not any(column.filled for column in columns):
        return "there are no players in it", "add a row for each"
    for column in columns:
        if column.role is NAME:
            holds = f"{quote(column.label)} holds numbers, dates or addresses"
            return f"{holds}, and no other column can be the names", "write the names there"
    labels = listed([quote(column.heading.text) for column in columns if column.heading.text])
    return f"there is no column of names; the headings are {labels}", "call one “Name”"


class _Guesser:
    """Finds the other columns once the names are known."""

    def __init__(
        self,
        mapping: ColumnMapping,
        said: Mapping[Role, Option],
        names: Option,
        answers: Answers,
        file: str,
    ) -> None:
        self._mapping = mapping
        self._columns = mapping.columns
        self._said = said
        self._answers = answers
        self._meet = names.meet
        self._people = [dict(group) for group in names.people]
        self._shared: Places = {}
        self._statuses: list[Column] = []
        self._file = file
        self._doubts: list[Doubt] = []
        self._faults: list[Problem] = []

    def guess(self) -> ColumnMapping:
        """Return the whole mapping."""
        for role in _OF_PLAYER:
            self._take_of_player(role)
        for role in _OF_ROW:
            self._take_of_row(role)
        self._take_status()
        self._ask_about_gaps()
        return replace(
            self._mapping,
            people=tuple(self._people),
            meet=self._meet,
            shared=self._shared,
            statuses=tuple(self._statuses),
            needs=self._find_needs(),
            doubts=tuple(self._doubts),
            faults=tuple(self._faults),
        )

    def _find_needs(self) -> tuple[Column, ...]:
        option = self._said.get(NEEDS)
        return tuple(group[NEEDS] for group in option.people) if option else ()

    def _free(self) -> list[Column]:
        used = {one.index for group in (*self._people, self._shared) for one in group.values()}
        return [column for column in self._columns if column.index not in used]

    def _candidates(self, role: Role) -> list[Column]:
        """Return the free columns of a role; those that are filled, if any is."""
        found = [column for column in self._free() if column.role is role and column.fits]
        return [column for column in found if column.filled] or found[:1]

    def _take_of_player(self, role: Role) -> None:
        """Take a column of each player."""
        if role in self._said:
            self._take_said(role, self._people[0])
            return
        found = self._candidates(role)
        if len(self._people) > 1 and len(found) == len(self._people):
            found.sort(key=lambda column: column.heading.side)
            for group, column in zip(self._people, found, strict=True):
                group[role] = column
        elif not self._meet:
            self._take_one(role, found, self._shared if len(self._people) > 1 else self._people[0])
        elif found and found[0].filled and role is not CLUB:
            what = f"{quote(found[0].label)} does not say which of two players it is about"
            advice = "give each player a column"
            self._faults.append(Problem(what, where=self._file, advice=advice))

    def _take_of_row(self, role: Role) -> None:
        if role in self._said:
            self._take_said(role, self._shared)
            return
        found = self._candidates(role)
        if role in (OPPONENT, SEAT) and self._meet:
            return
        if role is SEAT and TABLE not in self._shared:
            return
        if role is OPPONENT and not self._has_numbers():
            found = [column for column in found if not all(map(str.isdecimal, column.filled))]
        if role is ROUND:
            found = [column for column in found if not _is_match_number(column)]
        self._take_one(role, found, self._shared)

    def _has_numbers(self) -> bool:
        return any(column.role is NUMBER for column in self._columns)

    def _take_said(self, role: Role, group: Places) -> None:
        option = self._said[role]
        if option.people:
            group[role] = option.people[0][role]

    def _take_one(self, role: Role, found: Sequence[Column], group: Places) -> None:
        """Take the only column of a role; ask if there are several, but choose among clubs."""
        if role is CLUB:
            found = _choose_club_column(found)
        if len({column.cells for column in found}) > 1:
            labels = listed([quote(column.label) for column in found])
            text = f"{labels} could all be the {role.name}. Which is?"
            options = tuple(Option(({role: column},)) for column in found)
            self._doubts.append(Doubt(f"column.{role.option}", text, options))
        elif found:
            group[role] = found[0]

    def _take_status(self) -> None:
        """Take the columns that say who plays; ask of one that may say so."""
        if STATUS in self._said:
            self._statuses = [group[STATUS] for group in self._said[STATUS].people]
            return
        free = [column for column in self._free() if column.filled]
        found = [column for column in free if _says_who_plays(column)]
        decisive = [column for column in found if Plays.NO in _read_statuses(column)]
        self._statuses = decisive or found[:1]
        if self._statuses:
            return
        for column in free:
            if _may_say_who_plays(column):
                text = f"Does {quote(column.label)} say who plays?"
                value = _write_column(self._columns, column)
                choices = (
                    Choice(value, "yes: leave the others out"),
                    Choice(NO_COLUMN, "no: everybody plays"),
                )
                self._doubts.append(Doubt("column.status", text, (), choices))
                return

    def _ask_about_gaps(self) -> None:
        """Ask whether a club that is written once holds for the rows below it."""
        column = self._people[0].get(CLUB)
        if column is None or FILL_CLUB in self._answers or not column.cells[0]:
            return
        gaps = sum(1 for one, below in pairwise(column.cells) if one and not below)
        once = len(column.filled) == len(set(column.filled)) > 1
        if once and gaps * 2 > len(column.filled):
            club = column.filled[0]
            text = (
                f"Under {quote(column.label)} some rows are empty. Do they belong to the {club} …"
            )
            choices = offer(yes=f"yes: {club} …", no="no")
            self._doubts.append(Doubt(FILL_CLUB, text, (), choices))


def _is_match_number(column: Column) -> bool:
    """Whether “Match” counts the rows, and does not name rounds."""
    counts = len(set(column.filled)) == len(column.filled)
    return plain(column.heading.text) == "match" and counts


def _choose_club_column(found: Sequence[Column]) -> list[Column]:
    """Return the one column of clubs whose heading says so most clearly, or the first."""
    for line in _CLUB_WORDS:
        for column in found:
            if set(plain(column.heading.text).split()) & set(line.split()):
                return [column]
    return list(found[:1])


def _read_statuses(column: Column) -> set[Plays]:
    return {cells.read_status(text, column.heading) for text in column.cells}


def _says_who_plays(column: Column) -> bool:
    texts = set(column.filled)
    others = [text for text in texts if "other" in senses_in(text)]
    is_about_others = column.role is FACT or column.heading.speaks_of("other")
    if others and len(others) < len(texts) < len(column.filled) and not is_about_others:
        return True  # who is a player, and who a teacher or a spectator
    if column.role is not STATUS:
        return False
    if all(map(cells.is_code, texts)) and not column.heading.has_word("gone"):
        return False  # “State: NY”, “First join: May 1, 2026”
    if asks_who_plays(column.heading):
        return True
    # Before a meeting nobody is checked in
    return _read_statuses(column) not in ({Plays.YES}, {Plays.NO})


def _may_say_who_plays(column: Column) -> bool:
    """Whether the cells are yes and no under a heading that is not about anything else."""
    heading = column.heading
    invites = not {"will", "can"}.isdisjoint(heading.words)
    if not heading.words or heading.speaks_of("fact") or (heading.known and not invites):
        return False
    texts = [text for text in column.filled if not any(map(str.isdecimal, text))]
    answers = {cells.read_yes_or_no(text) for text in texts}
    marks = answers == {True} and len(column.filled) < len(column.cells)
    return None not in answers and (marks or False in answers)


# Questions and answers


def ask(mapping: ColumnMapping) -> list[Question]:
    """Return a question for each doubt."""
    return [_make_question(mapping, doubt) for doubt in mapping.doubts]


def _make_question(mapping: ColumnMapping, doubt: Doubt) -> Question:
    choices = [_make_choice(mapping, option) for option in doubt.options]
    choices.extend(doubt.choices)
    column = None
    if doubt.options:
        column = min(one.index for one in doubt.options[0].people[0].values())
    return Question(doubt.key, doubt.text, tuple(choices), column=column)


def _make_choice(mapping: ColumnMapping, option: Option) -> Choice:
    values = [_write_places(mapping.columns, group) for group in option.people]
    if option.meet:
        return Choice(_MEETING.join(values), "both: the two in a row meet each other")
    if len(values) > 1:
        return Choice(_EACH.join(values), "all of them: each is a player")
    (group,) = option.people
    return Choice(values[0], f"{_label_of(group)}: {show_cells(texts_of(group))}")


def show_cells(texts: Sequence[str]) -> str:
    """Return the first few texts that are not empty."""
    filled = [quote(text).strip("“”") for text in texts if text]
    more = ", …" if len(filled) > _SHOWN_CELLS else ""
    return ", ".join(filled[:_SHOWN_CELLS]) + more


def _write_places(columns: Sequence[Column], group: Places) -> str:
    """Return “Captain”, or “first=Vorname + last=Name”."""
    texts = {role: _write_column(columns, column) for role, column in group.items()}
    if len(texts) == 1:
        return next(iter(texts.values()))
    return " + ".join(f"{role.option}={text}" for role, text in texts.items())


def _write_column(columns: Sequence[Column], column: Column) -> str:
    """Return the heading of a column if it names no other; else the letter."""
    label = column.heading.text
    alike = [one for one in columns if plain(one.heading.text) == plain(label)]
    has_separator = bool(re.search(r"[=+|]| : ", label))
    if plain(label) and label.isprintable() and len(alike) == 1 and not has_separator:
        return label
    return column.letter


def _read_answers(
    columns: Sequence[Column], answers: Answers, file: str
) -> tuple[dict[Role, Option], list[Problem]]:
    """Return the columns that the organizer named, by role, and what is wrong with the answers.

    An option without people is no column.
    """
    said: dict[Role, Option] = {}
    faults: list[Problem] = []
    for key, value in answers.items():
        role = role_named(key.removeprefix("column.")) if key.startswith("column.") else None
        if role is None or not value:
            continue
        if value == NO_COLUMN:
            said[role] = Option(())
            continue
        try:
            said[role] = _read_option(columns, role, value)
        except LookupError as error:
            fault = _explain_unknown(columns, str(error.args[0]), file)
            if role is not NEEDS:  # a list of one round need not have a column of remarks
                faults.append(fault)
    return said, faults


def _read_option(columns: Sequence[Column], role: Role, value: str) -> Option:
    separator = _MEETING if _MEETING in value else _EACH
    parts = value.split(separator) if role in (NAME, NEEDS, STATUS) else [value]
    groups = tuple(_find_places(columns, role, text) for text in parts)
    return Option(groups, meet=separator == _MEETING and len(groups) > 1)


def _find_places(columns: Sequence[Column], role: Role, text: str) -> Places:
    """Return the columns that an answer names; raises `LookupError` for one that is not there."""
    group: Places = {}
    for part in text.split(" + "):
        use, equals, label = part.partition("=")
        part_role = role_named(use) if equals and role is NAME else None
        if part_role is None:
            label = part
        group[part_role or role] = _find_column(columns, label.strip())
    return group


def _find_column(columns: Sequence[Column], label: str) -> Column:
    wanted = plain(label)
    named = [column for column in columns if wanted and plain(column.heading.text) == wanted]
    found = named or [column for column in columns if column.letter == label.upper()]
    if len(found) != 1:
        raise LookupError(label)
    return found[0]


def _explain_unknown(columns: Sequence[Column], label: str, file: str) -> Problem:
    headings = [column.heading.text for column in columns if column.heading.text]
    near = did_you_mean(label, headings) or "name it by its letter"
    what = f"no column, or more than one, is called {quote(label)}"
    return Problem(what, field="column", where=file, advice=near)
