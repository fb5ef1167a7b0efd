"""Who is in the rows of a list, who is left out, and what has to be asked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from wordfleet_print.errors import Problem
from wordfleet_print.limits import LONGEST_NAME
from wordfleet_print.messages import quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.cells import CellError, Plays
from wordfleet_print.roster.columns import SAMPLE, Column
from wordfleet_print.roster.headings import analyze
from wordfleet_print.roster.mapping import ColumnMapping
from wordfleet_print.roster.names import Places
from wordfleet_print.roster.questions import (
    ALL_ROWS,
    Answers,
    Choice,
    Question,
    key_of,
    list_rows,
    offer,
)
from wordfleet_print.roster.roles import (
    CLUB,
    FIRST,
    LARGE_PRINT,
    LAST,
    LEFT_HANDED,
    NAME,
    NAMES,
    NEEDS,
    OPPONENT,
    ROUND,
    SEAT,
    SECOND_LAST,
    TABLE,
    Role,
    role_of,
)
from wordfleet_print.roster.rows import (
    RowKind,
    SortedRow,
    describe_shape,
    name_in,
    sort_rows,
)
from wordfleet_print.roster.vocabulary import phrases, words
from wordfleet_print.sheet.captains import name_faults, parse_name, plain
from wordfleet_print.tables.rows import Odd, Row, Table

BYE = "bye"
# Commas in a name: “King, Martin, Jr., PhD”.
_MOST_COMMAS = 3
# Rows in doubt from which on one question is asked about all of them.
_MANY_DOUBTS = 3
# Cells shown of a row without a name.
_SHOWN_CELLS = 9
# Remarks named that say no need.
_SHOWN_REMARKS = 5
_REMARK = re.compile(r"\w:(\s|$)")
# A remark behind a name: “Ben (maybe)”, “Ben – cancelled”.
_BEHIND = re.compile(r"\s*[(\[–—:-]\s*([^()\[\]]+)[)\]]?\s*$")
_NO_NAME = re.compile(r'://|[{}]|","')
_MARKED_ROWS = ("struck out", "filtered out")
Rows = list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What one row says of one player."""

    row: int
    name: str
    club: str = ""
    round: int | None = None
    table: int | None = None
    seat: int | None = None
    opponent: str = ""
    large_print: bool = False
    left_handed: bool = False
    filed: str = ""
    """“Lee, Ann”, where the list says which is the last name."""


@dataclass(frozen=True)
class People:
    """Everybody in a list. It can be used if there are neither `questions` nor `problems`."""

    entries: tuple[Entry, ...] = ()
    left_out: tuple[tuple[str, tuple[tuple[int, str], ...]], ...] = ()
    """Rows that are nobody, by the reason."""
    needs: frozenset[int] = frozenset()
    """The columns whose remarks say that somebody needs large print or is left-handed."""
    said: frozenset[str] = frozenset()
    """The fields of a player that remarks have filled."""
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def read_people(table: Table, mapping: ColumnMapping, answers: Answers, file: str) -> People:
    """Return everybody in the rows of a table whose columns are known."""
    reader = _Reader(table, mapping, answers, file)
    shape = describe_shape(table.rows, mapping)
    for sorted_row in sort_rows(table.rows, mapping, shape, answers):
        reader.read(sorted_row)
    return reader.finish()


@dataclass
class _Found:
    """What is gathered while rows are read."""

    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: defaultdict[str, Rows] = field(default_factory=lambda: defaultdict(list))
    open: defaultdict[str, Rows] = field(default_factory=lambda: defaultdict(list))
    """Rows of which a status leaves open whether they play."""
    doubtful: Rows = field(default_factory=list)
    """Rows that may be no player."""
    nameless: Rows = field(default_factory=list)
    need_columns: set[int] = field(default_factory=set)
    filled_fields: set[str] = field(default_factory=set)
    """The fields of a player that remarks have filled."""


class _Reader:
    """Reads row by row."""

    def __init__(self, table: Table, mapping: ColumnMapping, answers: Answers, file: str) -> None:
        self._table = table
        self._mapping = mapping
        self._answers = answers
        self._file = file
        self._found = _Found()
        self._club = ""
        self._free_columns = mapping.free_columns

    # Rows

    def read(self, one: SortedRow) -> None:
        """Read a row."""
        row = one.row
        kind = one.kind
        if kind is RowKind.EMPTY:
            return
        text = self._text_of(row)
        if kind is RowKind.REORDERED:
            advice = "save each list as a file of its own"
            self._complain(row, f"holds {kind}", advice, None)
        elif kind is RowKind.DOUBTFUL:
            self._read_doubtful(one, text)
        elif kind is RowKind.NAMELESS:
            self._read_nameless(row)
        elif kind is not RowKind.PLAYER:
            whole = " ".join(filter(None, row.cells))
            self._found.left_out[kind].append((row.number, whole))
        elif self._may_play(one, text):
            self._read_row(one)

    def _text_of(self, row: Row) -> str:
        return name_in(row, self._mapping.people[0]) or row[row.filled[0]]

    def _read_doubtful(self, one: SortedRow, text: str) -> None:
        answer = self._answers.get(key_of("row", text)) or self._answers.get(ALL_ROWS)
        place = (one.row.number, text)
        if answer == "player":
            self._read_row(one)
        elif answer == "skip":
            self._found.left_out["as you said"].append(place)
        else:
            self._found.doubtful.append(place)

    def _may_play(self, one: SortedRow, text: str) -> bool:
        """Return whether the label above a row, and how the sheet marks it, let it play."""
        rows = [(one.row.number, text)]
        if not self._decide(one.plays, one.section, f"under {quote(one.section)}", rows):
            return False
        mark = one.row.mark
        if mark not in _MARKED_ROWS:
            return True
        return self._decide(Plays.OPEN, mark, f"the row is {mark}", rows)

    def _decide(self, plays: Plays, text: str, why: str, rows: Rows) -> bool:
        """Return whether rows play, as the organizer or the text says; note what is open."""
        answer = self._answers.get(key_of("status", text)) if text else None
        if answer == "plays" or (answer is None and plays is Plays.YES):
            return True
        if answer == "out" or plays is Plays.NO:
            self._found.left_out[why].extend(rows)
        else:
            self._found.open[text].extend(rows)
        return False

    def _read_row(self, one: SortedRow) -> None:
        row = one.row
        if self._is_too_long(row):
            return
        names = [name_in(row, places) for places in self._mapping.people]
        if self._mapping.meet:
            self._read_meeting(one, names)
        elif not any(names):
            self._read_nameless(row)
        elif self._row_plays(row, names):
            for places, name in zip(self._mapping.people, names, strict=True):
                if name and self._name_plays(row, name):
                    self._found.entries.append(self._make_entry(one, places, name))

    def _is_too_long(self, row: Row) -> bool:
        """Complain of a row with more cells than headings: a comma in a name moves all behind."""
        width = self._mapping.width
        if not self._table.exact or not width or not any(row.cells[width:]):
            return False
        what = f"has {len(row.cells)} cells, but there are {width} headings"
        self._complain(row, what, "put text with a comma in quotation marks", None)
        return True

    def _read_nameless(self, row: Row) -> None:
        """Complain of a date for a name; ask about a row without one."""
        if any(isinstance(row[column.index], Odd) for column in self._mapping.name_columns):
            self._check_name(row, self._mapping.people[0], "")
            return
        shown = ", ".join(filter(None, row.cells[:_SHOWN_CELLS]))
        if self._answers.get("nameless") == "skip":
            self._found.left_out[RowKind.NAMELESS].append((row.number, shown))
        else:
            self._found.nameless.append((row.number, shown))

    def _read_meeting(self, one: SortedRow, names: Sequence[str]) -> None:
        """Read two who meet each other, or one who has a bye."""
        absent = [cells.is_bye(name) or plain(name) in phrases("withdrawn") for name in names]
        for at in (0, 1):
            if absent[at]:
                continue
            entry = self._make_entry(one, self._mapping.people[at], names[at])
            entry = replace(entry, seat=at + 1, opponent=names[1 - at])
            if absent[1 - at]:
                entry = replace(entry, table=None, opponent=BYE)
            self._found.entries.append(entry)

    # Who plays

    def _row_plays(self, row: Row, names: Sequence[str]) -> bool:
        """Return whether status, opponent and remarks of a row let it play."""
        rows = [(row.number, name) for name in names if name]
        for status in self._mapping.statuses:
            text = row[status.index]
            says = cells.read_status(text, status.heading)
            says = Plays.OPEN if says is Plays.UNKNOWN else says
            why = f"{quote(status.label)}: {quote(text)}"
            if not self._decide(says, text or "empty", why, rows):
                return False
        opponent = self._mapping.shared.get(OPPONENT)
        if opponent is not None and plain(row[opponent.index]) in phrases("withdrawn"):
            text = row[opponent.index]
            why = f"{quote(opponent.label)}: {quote(text)}"
            return self._decide(Plays.NO, text, why, rows)
        for column in self._free_columns:
            text = row[column.index]
            # “Withdrew on Friday” in a column of notes, “Waiting list” in one of places
            if text and cells.mentions_out(text):
                return self._decide(Plays.OPEN, text, quote(text), rows)
        return True

    def _name_plays(self, row: Row, name: str) -> bool:
        """Return whether a remark behind a name lets it play; none does in “Ben (maybe)”."""
        remark = _find_remark(name)
        if not remark:
            return True
        says = Plays.OPEN
        if name.startswith("~~") or (_remark_behind(name) == remark and cells.says_out(remark)):
            says = Plays.NO
        return self._decide(says, remark, quote(name), [(row.number, name)])

    # One player

    def _make_entry(self, one: SortedRow, places: Places, name: str) -> Entry:
        row = one.row
        self._check_name(row, places, name)
        large, left = self._read_remarks(row)
        return Entry(
            row=row.number,
            name=name,
            club=self._read_club(row, places),
            round=self._read_number(row, ROUND) or one.round,
            table=self._read_number(row, TABLE),
            seat=self._read_number(row, SEAT),
            opponent=self._read_opponent(row, places),
            large_print=self._read_wish(row, LARGE_PRINT, places) or large,
            left_handed=self._read_wish(row, LEFT_HANDED, places) or left,
            filed=_file_name(row, places),
        )

    def _read_value(self, row: Row, column: Column | None, role: Role) -> object:
        """Return the value of a role in a row; None for an empty cell and for a wrong one."""
        text = row[column.index] if column else ""
        if column is None or not text:
            return None
        try:
            if isinstance(text, Odd):
                raise CellError(f"holds {text} as {role.with_article}", "write it as text")
            return role.read(text)
        except CellError as error:
            self._complain(row, error.what, error.advice, column)
            return None

    def _read_number(self, row: Row, role: Role) -> int | None:
        value = self._read_value(row, self._mapping.shared.get(role), role)
        return value if isinstance(value, int) else None

    def _read_opponent(self, row: Row, places: Places) -> str:
        if places is not self._mapping.people[0]:
            return ""
        column = self._mapping.shared.get(OPPONENT)
        opponent = self._read_value(row, column, OPPONENT)
        return str(opponent or "")

    def _read_club(self, row: Row, places: Places) -> str:
        column = places.get(CLUB) or self._mapping.shared.get(CLUB)
        club = str(self._read_value(row, column, CLUB) or "")
        if not club and self._mapping.fills_club:
            club = self._club
        self._club = club
        return club

    def _read_wish(self, row: Row, role: Role, places: Places) -> bool:
        """Return a yes or no; an answer that is neither is asked about."""
        column = places.get(role) or self._mapping.shared.get(role)
        text = row[column.index] if column else ""
        if column is None or not text:
            return False
        value = self._read_value(row, column, role)
        if isinstance(value, bool):
            return value
        key = key_of(role.option, text)
        answer = self._answers.get(key)
        asked = {question.key for question in self._found.questions}
        if answer is None and key not in asked:
            where = f"Row {row.number}: {quote(text)} under {quote(column.label)}"
            question = f"{where}: {role.name}, yes or no?"
            choices = offer(yes="yes", no="no")
            rows = (row.number,)
            self._found.questions.append(Question(key, question, choices, rows, column.index))
        return answer == "yes"

    def _read_remarks(self, row: Row) -> tuple[bool, bool]:
        """Return whether a remark asks for large print, and whether it says left-handed.

        Remarks are in columns that nothing else was read from. What was read is noted.
        """
        large = left = False
        for column in [] if self._mapping.meet else self._free_columns:
            text = row[column.index]
            wants, is_left = cells.read_remark(text, is_of_needs=self._is_of_needs(column))
            if not wants and not is_left:
                continue
            large = large or wants
            left = left or is_left
            self._found.need_columns.add(column.index)
            needs = [LARGE_PRINT] * wants + [LEFT_HANDED] * is_left
            self._found.filled_fields.update(role.field for role in needs)
            what = " and ".join(role.name for role in needs)
            if plain(text) != plain(what):
                self._found.notes.append(f"Row {row.number}: {quote(text)} was read as {what}.")
        return large, left

    def _is_of_needs(self, column: Column) -> bool:
        return column.role is NEEDS or column in self._mapping.needs

    def _find_remarks(self) -> Rows:
        """Return the remarks about players that are no needs, in all columns of needs.

        A column without a heading for needs is one as soon as a need is written into it.
        """
        if self._mapping.meet:
            return []
        columns = [
            column
            for column in self._free_columns
            if column.index in self._found.need_columns or self._is_of_needs(column)
        ]
        players = {entry.row for entry in self._found.entries}
        remarks = []
        for row in self._table.rows[self._mapping.first_row :]:
            for column in columns if row.number in players else ():
                text = row[column.index]
                needs = cells.read_remark(text, is_of_needs=self._is_of_needs(column))
                if not any(needs) and _says_something(text):
                    remarks.append((row.number, text))
        return remarks

    def _check_name(self, row: Row, places: Places, name: str) -> None:
        fault = _find_name_fault(row, places, name)
        if fault:
            column = min(self._mapping.name_columns, key=lambda one: one.index)
            self._complain(row, *fault, column)

    def _complain(self, row: Row, what: str, advice: str, column: Column | None) -> None:
        where = f"{self._file} row {row.number}"
        if column is not None:
            where += f", column “{column.label}”"
        self._found.problems.append(Problem(what, where=where, advice=advice))

    # All rows together

    def finish(self) -> People:
        """Return all that was found, with names as they are printed, and what is open."""
        found = self._found
        self._replace_numbers()
        self._check_direction()
        self._tidy_names()
        self._ask()
        remarks = self._find_remarks()
        if remarks:
            shown = list_rows(remarks, _SHOWN_REMARKS)
            found.notes.append(f"Remarks that are no needs here: {shown}.")
        return People(
            entries=tuple(found.entries),
            left_out=tuple((why, tuple(rows)) for why, rows in found.left_out.items()),
            needs=frozenset(found.need_columns | {column.index for column in self._mapping.needs}),
            said=frozenset(found.filled_fields),
            questions=tuple(found.questions),
            problems=tuple(found.problems),
            notes=tuple(found.notes),
        )

    def _replace_numbers(self) -> None:
        """Name opponents where the list has them by number."""
        numbers = self._mapping.numbers
        if numbers is None:
            return
        names = {"0": BYE}
        for row in self._table.rows[self._mapping.first_row :]:
            number = row[numbers.index]
            if number:
                names[number] = name_in(row, self._mapping.people[0])
        for at, entry in enumerate(self._found.entries):
            opponent = names.get(entry.opponent, entry.opponent)
            self._found.entries[at] = replace(entry, opponent=opponent)

    def _check_direction(self) -> None:
        """Complain of a table on its side: its column of names holds headings."""
        names = [entry.name for entry in self._found.entries[:SAMPLE]]
        others = [name for name in names if _is_other_heading(name)]
        if len(others) * 2 > len(names):
            what = f"has the heading {quote(others[0])} among the names; is the table on its side?"
            advice = "put each player in a row"
            self._found.problems.append(Problem(what, where=self._file, advice=advice))

    def _tidy_names(self) -> None:
        """Strip bullets and numbers, and turn “Lee, Ann” if all names are written that way."""
        names = [entry.name for entry in self._found.entries]
        steps: list[Callable[[str], str]] = []
        for what, step, needs_all in _TIDYING:
            tidied = [step(name) for name in names]
            if tidied == names or (needs_all and not _are_all_changed(names, tidied)):
                continue
            pairs = zip(names, tidied, strict=True)
            before, after = next(pair for pair in pairs if pair[0] != pair[1])
            note = f"{what} were removed: {quote(before)} is {quote(after)}."
            self._found.notes.append(note)
            steps.append(step)
            names = tidied
        if self._turns_names(names):
            steps.append(cells.turn_name)
        entries = [_tidy_entry(entry, steps) for entry in self._found.entries]
        self._found.entries = entries
        self._check_opponents()
        several = [(entry.row, entry.name) for entry in entries if cells.are_several(entry.name)]
        if several:
            rows = list_rows(several)
            note = f"One sheet each, though these may be several people: {rows}."
            self._found.notes.append(note)

    def _check_opponents(self) -> None:
        """Complain of opponents that are no names."""
        column = self._mapping.shared.get(OPPONENT)
        for entry in self._found.entries if column else ():
            fault = next(name_faults(entry.opponent), "") if entry.opponent else ""
            if fault:
                row = Row(entry.row, [])
                what = f"has no name in {quote(entry.opponent)}: {fault}"
                self._complain(row, what, "write it again", column)

    def _turns_names(self, names: Sequence[str]) -> bool:
        """Return whether names are written last name first; ask if a club may follow the comma."""
        turned = [name for name in names if cells.split_at_comma(name)]
        column = self._mapping.people[0].get(NAME)
        if not turned or column is None:
            return False
        first = turned[0]
        answer = self._answers.get("order", "")
        if not answer and (column.heading.speaks_of("first", "last") or _are_turned(names)):
            answer = "last-first"
        if answer == "last-first":
            before, after = quote(first), quote(cells.turn_name(first))
            note = f"Last names come first and were turned: {before} is {after}."
            self._found.notes.append(note)
        elif not answer:
            text = f"What is before the comma in {quote(first)}?"
            last = f"a last name: {cells.turn_name(first)}"
            choices = offer(last_first=last, as_written=f"something else, leave it: {first}")
            self._found.questions.append(Question("order", text, choices))
        return answer == "last-first"

    def _ask(self) -> None:
        """Ask who plays, which rows are players, and about rows without a name."""
        statuses = self._mapping.statuses
        column = statuses[0].index if statuses else None
        for text, rows in self._found.open.items():
            question = f"{quote(text)}: does that mean that they play? ({list_rows(rows)})"
            choices = offer(plays="they play", out="leave them out")
            numbers = tuple(row for row, _ in rows)
            key = key_of("status", text)
            self._found.questions.append(Question(key, question, choices, numbers, column))
        self._ask_of_doubtful()
        nameless = self._found.nameless
        if nameless:
            text = f"These rows have no name: {list_rows(nameless)}. Leave them out?"
            numbers = tuple(number for number, _ in nameless)
            choices = offer(skip="yes, leave them out")
            self._found.questions.append(Question("nameless", text, choices, numbers))

    def _ask_of_doubtful(self) -> None:
        by_key: defaultdict[str, Rows] = defaultdict(list)
        for number, text in self._found.doubtful:
            by_key[key_of("row", text)].append((number, text))
        if len(by_key) >= _MANY_DOUBTS and self._answers.get(ALL_ROWS) != "each":
            self._found.questions.append(_ask_of_all(self._found.doubtful, tuple(by_key)))
            return
        for key, rows in by_key.items():
            number, text = rows[0]
            question = f"Row {number}: is {quote(text)} a player, or a title or a total?"
            choices = offer(player="a player", skip="nobody: leave the row out")
            numbers = tuple(row for row, _ in rows)
            self._found.questions.append(Question(key, question, choices, numbers))


def _ask_of_all(doubtful: Rows, keys: tuple[str, ...]) -> Question:
    text = f"Are these players, or titles or totals? {list_rows(doubtful)}"
    choices: tuple[Choice, ...] = offer(
        skip="all of these: leave them out",
        player="all of these are players",
        each="ask about each",
    )
    numbers = tuple(number for number, _ in doubtful)
    return Question(ALL_ROWS, text, choices, numbers, keys=keys)


def _says_something(remark: str) -> bool:
    """Whether a remark may say a need that was not understood."""
    if not any(map(str.isalpha, remark)) or plain(remark) in words("no"):
        return False
    return not cells.denies_needs(remark)


def _remark_behind(name: str) -> str:
    found = _BEHIND.search(name)
    return found[1] if found and found.start() else ""


def _find_remark(name: str) -> str:
    """Return what a name says of playing: a box not ticked, “maybe”, “cancelled”; else ""."""
    for sign in cells.NOT_TICKED:
        if sign in name[:9]:
            return sign
    if name.endswith("?"):
        return "?"
    if name.startswith("~~"):
        return name
    remark = _remark_behind(name)
    if cells.says_out(remark) or plain(remark) in phrases("undecided") | words("unsure"):
        return remark
    parts = name.split()
    first = parts[0]
    last = parts[-1]
    written_apart = last.islower() or (last.isupper() and not first.isupper())
    return last if last != name and written_apart and cells.says_out(last) else ""


def _find_name_fault(row: Row, places: Places, name: str) -> tuple[str, str] | None:
    """Return what is wrong with a name, and what helps."""
    texts = [row[places[role].index] for role in NAMES if role in places]
    odd = [text for text in texts if isinstance(text, Odd)]
    if odd:
        return f"holds {odd[0]} as a name", "write the name as text"
    if not cells.DITTO.isdisjoint([name, *texts]):
        return f"has {name} for the name above", "write the name out"
    advice = "write the player’s name, or delete the row"
    if _is_no_name(name):
        return f"has {quote(name)} for a name", advice
    unlabeled = cells.strip_label(name)
    if _REMARK.search(unlabeled) and not name.endswith((":", "：")):
        return f"has {quote(name)} for a name, which reads as a remark", advice
    if _holds_several(name):
        what = f"has several players in one cell: {quote(name)}"
        return what, "give each a row, or a column"
    return _find_print_fault(name)


def _is_no_name(text: str) -> bool:
    """Whether a text is a placeholder, an address or code."""
    is_address = bool(cells.EMAIL.fullmatch(text) or _NO_NAME.search(text))
    return is_address or cells.is_placeholder(text)


def _holds_several(text: str) -> bool:
    """Whether a text names several people for sure: “Ann vs Ben”, two addresses, many commas."""
    is_meeting = bool(cells.VERSUS.search(text))
    return is_meeting or text.count("@") > 1 or text.count(",") > _MOST_COMMAS


def _find_print_fault(name: str) -> tuple[str, str] | None:
    """Return why a name cannot be printed."""
    fault = next(name_faults(name), "")
    if not fault and len(name) > LONGEST_NAME:
        fault = "it is too long"
    return (f"has no name in {quote(name)}: {fault}", "write it again") if fault else None


def _is_other_heading(name: str) -> bool:
    """Whether a name is a heading of something else, such as “Table”."""
    # “Bo” is a heading of boards, and somebody's name
    if cells.stem_of(name) or plain(name) in words("only-alone"):
        return False
    heading = analyze(name)
    role = role_of(heading)
    return heading.known and role is not None and role not in NAMES


def _file_name(row: Row, places: Places) -> str:
    """Return “Lee, Ann” where the list has first and last names apart."""
    lasts = [row[places[role].index] for role in (LAST, SECOND_LAST) if role in places]
    last = " ".join(filter(None, lasts))
    first = row[places[FIRST].index] if FIRST in places else ""
    return parse_name(f"{last}, {first}") if last and first else ""


def _are_all_changed(names: Sequence[str], tidied: Sequence[str]) -> bool:
    """Whether every name has changed, and as many are different.

    Numbers alone tell players apart who are only counted.
    """
    unchanged = [1 for before, after in zip(names, tidied, strict=True) if before == after]
    return not unchanged and len(names) > 1 and len(set(tidied)) == len(set(names))


def _strip_signs(name: str) -> str:
    bare = cells.strip_label(cells.strip_bullet(cells.strip_email(name)))
    return cells.strip_footnote_signs(bare)


def _strip_number(name: str) -> str:
    return cells.NUMBER_BEFORE.sub("", name)


def _strip_rating(name: str) -> str:
    return cells.RATING_BEHIND.sub("", name)


# What is stripped from names; and whether only if it changes all of them.
_TIDYING: tuple[tuple[str, Callable[[str], str], bool], ...] = (
    ("Bullets, numbers, labels and addresses", _strip_signs, False),
    ("Numbers", _strip_number, True),
    ("Numbers", _strip_rating, True),
)


def _tidy_entry(entry: Entry, steps: Sequence[Callable[[str], str]]) -> Entry:
    name = entry.name
    opponent = entry.opponent
    for step in (*steps, parse_name):
        name = step(name)
        opponent = step(opponent) if opponent else ""
    return replace(entry, name=name, opponent=opponent)


def _are_turned(names: Sequence[str]) -> bool:
    """Whether most names have a comma, most first names differ, and last names are one word."""
    parts = [one for one in map(cells.split_at_comma, set(names)) if one]
    lasts = {last for last, _, _ in parts}
    firsts = {first for _, first, _ in parts}
    if len(parts) * 2 <= len(set(names)) or len(firsts) * 2 <= len(parts):
        return False
    return sum(1 for last in lasts if " " in last) * 2 <= len(parts)


def describe_left_out(people: People) -> list[str]:
    """Return a sentence for each reason why rows are left out."""
    sentences = []
    for why, rows in people.left_out:
        sentences.append(f"{len(rows):,} left out ({why}): {list_rows(list(rows))}.")
    return sentences
