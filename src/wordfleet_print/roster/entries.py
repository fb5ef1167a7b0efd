"""What the rows of a list say of players, and what is left out or open, before it is settled."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from wordfleet_print.errors import Problem
from wordfleet_print.roster.questions import Question
from wordfleet_print.tables.rows import Row

# The opponent of a player who has a bye.
BYE = "bye"
# Numbers of rows as a spreadsheet shows them, each with what the row says.
QuotedRows = list[tuple[int, str]]


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
    text_sheet: bool = False
    filed: str = ""
    """“Lee, Ann”, where the list says which is the last name."""


@dataclass
class DraftPeople:
    """What is gathered while rows are read; `people` makes it final."""

    file: str
    """What messages call the list."""
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: defaultdict[str, QuotedRows] = field(default_factory=lambda: defaultdict(list))
    """Rows that are nobody, by the reason."""
    open_statuses: defaultdict[str, QuotedRows] = field(default_factory=lambda: defaultdict(list))
    """Rows of which a status leaves open whether they play, by the status."""
    doubtful_rows: QuotedRows = field(default_factory=list)
    """Rows that may be no player."""
    nameless_rows: QuotedRows = field(default_factory=list)
    need_columns: set[int] = field(default_factory=set)
    """The columns in which a remark says a need."""
    fields_of_remarks: set[str] = field(default_factory=set)
    """The fields of a player that remarks have filled."""

    def complain(self, row: Row, what: str, advice: str, column: str = "") -> None:
        """Add a problem of a row, or of its cell in the column of this label."""
        where = f"{self.file} row {row.number}"
        if column:
            where += f", column “{column}”"
        self.problems.append(Problem(what, where=where, advice=advice))
