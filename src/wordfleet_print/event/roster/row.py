"""`RosterRow`: what one row of a roster says, every cell parsed or complained of."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.bounds import MOST_PLAYERS, MOST_ROUNDS
from wordfleet_print.event.roster.columns import Columns, Use
from wordfleet_print.event.roster.rows import Cell, Odd
from wordfleet_print.press.ink.names import check_name
from wordfleet_print.sheet.captain import name_faults, parse_name, plain
from wordfleet_print.wording import and_more, quote, some_of

MOST_TOLD = 50
"""Complaints shown of one file; of more, only their number."""

MOST_TABLES = 100_000
LONGEST_NAME = 200
"""Characters; a sheet shows about forty."""

_YES = "yes y x 1 true on ja j oui o si sim s tak da wahr vrai vero verdadero verdadeiro kylla ✓ ✔ ☑"
_NO = "no n 0 false off nein non nao nee nej nei falsch faux falso ei nie ne - – —"
_BLANK = " \t\r\n\u00a0\u2007\u202f"


class RosterRow(NamedTuple):
    """One row: the player's name as written and as printed, and what else it says; None where it says nothing.

    `filed` is the name with its surname first, where first and last name have columns of their own.
    """

    row: int
    written: str
    name: str
    club: str
    filed: str
    round: int | None
    table: int | None
    seat: int | None
    opponent: str
    large_print: bool | None
    left_handed: bool | None

    @property
    def who(self) -> tuple[str, str]:
        """Tells a player from all others: the name as written, but for stray spaces, and the club."""
        return " ".join(self.written.split()), self.club

    @property
    def called(self) -> str:
        """The player, as messages say it: the name, and the club if there is one."""
        return f"{quote(self.name)} of {quote(self.club)}" if self.club else quote(self.name)


class Complaints:
    """Complaints of one file: the first `MOST_TOLD` kept, the rest counted. `name` is the file's."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._kept: list[Complaint] = []
        self._more = 0

    def __bool__(self) -> bool:
        return bool(self._kept)

    def take(self, complaints: Iterable[Complaint]) -> None:
        """Add complaints that are made out already."""
        for complaint in complaints:
            if len(self._kept) < MOST_TOLD:
                self._kept.append(complaint)
            else:
                self._more += 1

    def add(self, rows: Sequence[int], column: str, what: str, advice: str) -> None:
        """Add one about these rows; `column` follows them, or is empty."""
        self.take([Complaint(f"{self.name} {rows_said(rows)}{column}", what, advice)])

    def error(self) -> BadInputError:
        """What is raised: all of them."""
        more = [Complaint("", and_more(self._more))] if self._more else []
        return BadInputError(f"{self.name} cannot be used as a roster.", *self._kept, *more)


def rows_said(rows: Sequence[int]) -> str:
    """“row 2”, “rows 2, 5 and 7”; of many the first ones, and how many more."""
    if len(rows) == 1:
        return f"row {rows[0]}"
    if len(rows) > 6:
        return f"rows {some_of(rows, 5)}"
    return f"rows {', '.join(map(str, rows[:-1]))} and {rows[-1]}"


class RowReader:
    """Reads rows under known columns; what is wrong with a cell goes to the complaints, with its row and column.

    `strict`: so does a name that the fonts at hand cannot set.
    """

    def __init__(self, columns: Columns, complaints: Complaints, *, counted: bool, strict: bool = False) -> None:
        self._columns = columns
        self._complaints = complaints
        self._counted = counted
        self._strict = strict
        self._names = [use for use in (Use.NAME, Use.FIRST, Use.LAST) if use in columns.places]
        self.naming = self._names[0]
        """The column that complaints about a name speak of."""
        self._empty = array("I")
        """Rows without anything in them, up to the last one that is filled."""
        self._trailing = array("I")
        """Empty rows since then: perhaps the end of the list."""

    def read(self, row: int, cells: Sequence[Cell]) -> RosterRow | None:
        """What a row says; None for an empty one, or where it cannot be told whom it is about."""
        if not any(map(_filled, cells)):
            self._trailing.append(row)
            return None
        if self._trailing:
            self._empty += self._trailing
            self._trailing = array("I")
        if self._counted and any(map(_filled, cells[self._columns.headed :])):
            self._complain_of_width(row, cells)
            return None
        written, name = self._name(row, cells, self._names)
        club = self._name(row, cells, [Use.CLUB])[1]
        if not written and not any(isinstance(self._columns.cell(cells, use), Odd) for use in self._names):
            advice = "write the player’s name, or clear the row"
            hint = "" if self._counted else "; a formula without a stored result reads as empty"
            self.complain([row], self.naming, "is empty", f"{advice}{hint}")
        rest = RosterRow(
            row,
            written,
            name,
            club,
            self._filed(cells),
            self._number(row, cells, Use.ROUND, MOST_ROUNDS),
            self._number(row, cells, Use.TABLE, MOST_TABLES),
            self._seat(row, cells),
            self._text(row, cells, Use.OPPONENT),
            self._wish(row, cells, Use.LARGE_PRINT),
            self._wish(row, cells, Use.LEFT_HANDED),
        )
        return rest if written else None

    def notes(self) -> Iterator[str]:
        """What is worth a note of the rows read: the empty ones among them."""
        if self._empty:
            are = "is" if len(self._empty) == 1 else "are"
            hint = "" if self._counted else " A formula without a stored result reads as empty."
            yield f"{self._complaints.name}: {rows_said(self._empty)} {are} empty and left out.{hint}"

    def complain(self, rows: Sequence[int], use: Use, what: str, advice: str) -> None:
        """Complain of what rows say in the column of a use."""
        heading = self._columns.headings.get(use, "")
        self._complaints.add(rows, f", column {quote(heading)}" if heading else "", what, advice)

    def _complain_of_width(self, row: int, cells: Sequence[Cell]) -> None:
        columns = self._columns.headed
        what = f"has {len(cells)} cells, but there {'is one column' if columns == 1 else f'are {columns} columns'}"
        self._complaints.add([row], "", what, "put a cell that holds a comma or the like in quotation marks")

    def _text(self, row: int, cells: Sequence[Cell], use: Use, advice: str = "write it as text") -> str:
        """A cell's text, trimmed; "" after a complaint."""
        cell = self._columns.cell(cells, use)
        if isinstance(cell, Odd):
            self.complain([row], use, f"holds {cell.what}", advice)
            return ""
        return cell.strip(_BLANK)

    def _name(self, row: int, cells: Sequence[Cell], uses: Sequence[Use]) -> tuple[str, str]:
        """The text of a cell, or of a first and a last name together, as written and as printed."""
        written = " ".join(filter(None, (self._text(row, cells, use) for use in uses)))
        if not written:
            return "", ""
        if len(written) > LONGEST_NAME:
            what = f"{quote(written)} is {len(written):,} characters long"
            self.complain([row], uses[0], what, f"{LONGEST_NAME} are the most")
            return written, written
        name, faults = check_name(written)
        for fault in faults if self._strict else name_faults(written) if faults else ():
            self.complain([row], uses[0], f"{quote(written)} cannot be printed: {fault}", "")
        return written, written if name == written else name  # one object for both, where they are the same

    def _filed(self, cells: Sequence[Cell]) -> str:
        """“Rossi, Finn”, where both are known."""
        parts = [self._columns.cell(cells, use) for use in (Use.LAST, Use.FIRST)]
        known = [parse_name(part) for part in parts if isinstance(part, str)]
        return ", ".join(known) if all(known) and len(known) == 2 else ""

    def _number(self, row: int, cells: Sequence[Cell], use: Use, most: int) -> int | None:
        text = self._text(row, cells, use, "write a plain number, in a cell that is not formatted as a date")
        if not text:
            return None
        number = _whole(text, most)
        if number is None:
            what = f"{quote(text)} is no whole number from 1 to {most:,}"
            self.complain([row], use, what, "write it in plain digits, or leave it empty")
        return number

    def _seat(self, row: int, cells: Sequence[Cell]) -> int | None:
        """A seat orders the players of a table: a number, or a letter."""
        text = self._text(row, cells, Use.SEAT)
        if not text:
            return None
        letter = text.upper() if text.isascii() and text.isalpha() and len(text) == 1 else ""
        seat = ord(letter) - ord("A") + 1 if letter else _whole(text, MOST_PLAYERS)
        if seat is None:
            self.complain(
                [row], Use.SEAT, f"{quote(text)} is no seat", "write a number such as 1, or a letter such as A"
            )
        return seat

    def _wish(self, row: int, cells: Sequence[Cell], use: Use) -> bool | None:
        """Yes, no, or nothing said."""
        text = self._text(row, cells, use)
        if not text:
            return None
        word = plain(text) or text
        if word in _NO.split():
            return False
        if word in _YES.split():
            return True
        self.complain([row], use, f"{quote(text)} is neither yes nor no", "write yes, no, or leave it empty")
        return None


def _filled(cell: Cell) -> bool:
    return isinstance(cell, Odd) or bool(cell.strip(_BLANK))


def _whole(text: str, most: int) -> int | None:
    """A number in plain ASCII digits from 1 to `most`, else None: `int()` takes far more than people mean."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        return None
    return int(text) if 1 <= int(text) <= most else None
