"""`Listing`: the rows of a roster file, whatever the format they came in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.wording import quote

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
