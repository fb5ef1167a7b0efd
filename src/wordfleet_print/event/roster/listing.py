"""A list before it is understood: its rows, the uses that columns can have, complaints by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint, Say, UsageError
from wordfleet_print.wording import and_more, did_you_mean, quote, some_of

MOST_ROWS = 1_000_000
"""Rows of one roster: a player may stand in it once for each round."""
MOST_COLUMNS = 256
"""Cells farther out than that belong to no list."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The encoding of a text, and that of those words in it that are in another; "" where all are in the same.

    `other` is the next likeliest that reads something else; `doubtful` says that either may well be right.
    """

    encoding: str
    astray: str = ""
    other: str = ""
    doubtful: bool = False

    def otherwise(self, text: str) -> str:
        """What was read, in the next likeliest encoding."""
        try:
            return text.encode(self.encoding).decode(self.other or self.encoding, "replace")
        except UnicodeEncodeError:  # not read from these bytes
            return text


@dataclass(frozen=True, slots=True)
class Odd:
    """A spreadsheet's cell that holds neither text nor a number, such as a date; `what` says what it holds."""

    what: str


Cell = str | Odd
Row = tuple[int, list[Cell]]
"""The row's number, from 1, as a spreadsheet shows it; and its cells."""


def text_of(cell: Cell) -> str:
    """A cell's text, trimmed; of what is no text, what it is."""
    return cell.what if isinstance(cell, Odd) else cell.strip()


def typed_in(cell: Cell) -> str:
    """A cell's text as it stands there; none for what is neither text nor number."""
    return "" if isinstance(cell, Odd) else cell


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of a file, to be read once, and notes on how the file was read.

    `notes` may grow while rows are read. `counted` says that a row with more cells than headings is a mistake, as it
    is where commas part the cells. `guessed` is how the file was read, where nothing proves its encoding.
    """

    rows: Iterator[Row]
    notes: list[str]
    counted: bool
    guessed: Guess | None = None


def file_name(path: Path) -> str:
    """A file's name as messages show it: nothing in it can upset a terminal."""
    return quote(path.name).strip("“”")


def unreadable(path: Path, error: OSError | ValueError) -> BadInputError:
    """The refusal of a file that the system does not let us read."""
    reason = getattr(error, "strerror", None) or error
    return BadInputError(f"{file_name(path)} cannot be read: {reason}.")


def broken_off(name: str, complaint: Complaint) -> BadInputError:
    """What is raised among the rows where no more of them can be read."""
    return BadInputError(f"{name} cannot be read to its end.", complaint)


def nothing_in(name: str) -> BadInputError:
    """The refusal of a file without a single filled cell."""
    return BadInputError(f"{name} is empty.", tip="A roster has a row for each player, below a heading “name”.")


def column_number(letters: bytes) -> int:
    """The number of a column, from 1, by its letters as spreadsheets have them: A, B … Z, AA."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def column_letters(number: int) -> str:
    """The letters of a column, by its number from 1."""
    letters = ""
    while number:
        number, last = divmod(number - 1, 26)
        letters = chr(ord("A") + last) + letters
    return letters


class Use(StrEnum):
    """What a column can tell of a player."""

    NAME = "name"
    FIRST = "first name"
    INFIX = "name particle"
    LAST = "last name"
    SECOND_LAST = "second last name"
    CLUB = "club"
    TABLE = "table"
    SEAT = "seat"
    ROUND = "round"
    OPPONENT = "opponent"
    LARGE_PRINT = "large print"
    LEFT_HANDED = "left-handed"
    NEEDS = "needs"
    STATUS = "status"
    NUMBER = "number"


NAMING = (Use.NAME, Use.FIRST, Use.INFIX, Use.LAST, Use.SECOND_LAST)
"""The uses that make up a name, in the order in which they are printed."""

_ASKED = {use.replace(" ", "-").removesuffix("-name"): use for use in Use}


def asked_columns(texts: Iterable[str]) -> Mapping[Use, str]:
    """The heading of each use, from texts such as “name=Full name”; "" where no column is to have the use.

    Raises `UsageError` for what is no such text, for a use that is not known, and for one that is named twice.
    """
    found: dict[Use, str] = {}
    for text in texts:
        said, equals, heading = text.partition("=")
        use = _ASKED.get(said.strip().casefold().replace(" ", "-").replace("_", "-").removesuffix("-name"))
        if not equals:
            what = f"What a column is, is a use and a heading, such as name=Captain; not {quote(text)}."
            raise UsageError(what, field="column")
        if use is None:
            near = did_you_mean(said.strip(), _ASKED)
            tip = f"D{near[1:]}" if near else f"Uses: {', '.join(_ASKED)}."
            raise UsageError(f"Columns have no use {quote(said)}.", tip=tip, field="column")
        if use in found:
            tip = "Name one heading for each use."
            raise UsageError(f"It was said twice which column is the {use}.", tip=tip, field="column")
        found[use] = heading.strip()
    return found


def how_to_ask(use: Use, heading: str) -> str:
    """What says that a heading has a use, as `Say` has it."""
    return f"column={next(word for word, known in _ASKED.items() if known is use)}={heading}"


def answers_of(say: Say) -> Iterator[tuple[str, Mapping[Use, str]]]:
    """The ways to settle a complaint by saying what columns are: in words, and as `asked_columns` reads them."""
    for one in say:
        parts = (one,) if isinstance(one, str) else one
        if all(part.startswith("column=") for part in parts):
            columns = asked_columns(part.removeprefix("column=") for part in parts)
            yield " and ".join(_said_of(use, heading) for use, heading in columns.items()), columns


def _said_of(use: Use, heading: str) -> str:
    if use is Use.STATUS:
        return f"{quote(heading)} says who plays: whoever has not said yes does not" if heading else "everybody plays"
    if len(heading) < 3 and heading.isupper():
        return f"column {heading} is the {use}, from its top on"
    return f"{quote(heading)} is the {use}"


MOST_TOLD = 50
"""Complaints shown of one file; of more, only their number."""
MOST_COUNTED = 10_000
"""Complaints that are counted beyond those: after more, a file is read no further."""


class Complaints:
    """Complaints of one file: the first `MOST_TOLD` kept, the rest counted. `name` is the file's."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._kept: list[Complaint] = []
        self._more = 0

    def __bool__(self) -> bool:
        return bool(self._kept)

    @property
    def enough(self) -> bool:
        """Whether there are so many that the rest of the file need not be read."""
        return self._more > MOST_COUNTED

    def take(self, complaints: Iterable[Complaint]) -> None:
        """Add complaints that are made out already."""
        for complaint in complaints:
            if len(self._kept) < MOST_TOLD:
                self._kept.append(complaint)
            else:
                self._more += 1

    def add(
        self, rows: Sequence[int], column: str, what: str, advice: str, place: int | None = None, say: Say = ()
    ) -> None:
        """Add one about these rows; `column` follows them, or is empty; `place` is the column's, from 0."""
        self.take([Complaint(f"{self.name} {rows_said(rows)}{column}", what, advice, tuple(rows), place, say)])

    def error(self) -> BadInputError:
        """What is raised: all of them."""
        unread = "; the rest is not read" if self.enough else ""
        more = [Complaint("", f"{and_more(self._more)}{unread}")] if self._more else []
        return BadInputError(f"{self.name} cannot be used as a roster.", *self._kept, *more)


def rows_said(rows: Sequence[int]) -> str:
    """“row 2”, “rows 2, 5 and 7”; of many the first ones, and how many more."""
    if len(rows) == 1:
        return f"row {rows[0]}"
    if len(rows) > 6:
        return f"rows {some_of(rows, 5)}"
    return f"rows {', '.join(map(str, rows[:-1]))} and {rows[-1]}"
