"""A table as all lists have it: rows of trimmed text, numbered as a spreadsheet shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from wordfleet_print.errors import BadInputError, Problem

COLUMNS_READ = 256
_BLANK = " \t\r\n\xa0\u2007\u202f\ufeff"
_FORMULA_TEXT = re.compile(r'="((?:[^"]|"")*)"')
_ERROR = re.compile(r"#[^\s,;]{1,12}[!?]|#N/?[ADV]|Err:5[0-9]{2}")


class TooManyCellsError(Exception):
    """A sheet or a page asks for more cells than a list has."""


class Odd(str):
    """A cell that is neither text nor number; the text says what it is, such as “a date”."""

    __slots__ = ()


class Number(str):
    """A number of a workbook: the text is its digits, `shown` what the sheet displays.

    `shown` is None where the file does not say, or in a format that is not understood.
    """

    shown: str | None

    def __new__(cls, text: str, shown: str | None) -> Number:
        """Return the digits, with the text that the sheet displays."""
        number = super().__new__(cls, text)
        number.shown = shown
        return number


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file, without empty cells at its end."""

    number: int
    """As a spreadsheet shows it: from 1."""
    cells: list[str]
    mark: str = ""
    """How the sheet sets the row apart: “struck out”, “filtered out”, “hidden”, or ""."""

    def __getitem__(self, column: int) -> str:
        """Return the cell of a column (from 0); "" behind the last one."""
        return self.cells[column] if column < len(self.cells) else ""

    @property
    def filled(self) -> list[int]:
        """The columns that hold something."""
        return [column for column, cell in enumerate(self.cells) if cell]


@dataclass
class Table:
    """The rows of one sheet."""

    name: str
    rows: list[Row]
    exact: bool = False
    """Whether a row with more cells than headings is a mistake, as in a CSV file."""
    hidden: bool = False
    """Whether the workbook hides the sheet."""
    notes: list[str] = field(default_factory=list)
    """Sentences about how the table was read."""


def make_rows(
    lines: Iterable[Iterable[str]], most: int, marks: Mapping[int, str] | None = None
) -> list[Row]:
    """Return rows of trimmed text; `marks` are those of rows by their numbers.

    Raises `BadInputError` for more than `most` rows.
    """
    rows = []
    for number, texts in enumerate(lines, start=1):
        mark = marks.get(number, "") if marks else ""
        rows.append(Row(number, _tidy_cells(texts), mark))
    while rows and not rows[-1].cells:
        rows.pop()
    if len(rows) > most:
        raise BadInputError(Problem(f"The list has more than {most:,} rows.", advice="Split it."))
    return rows


def _tidy_cells(texts: Iterable[str]) -> list[str]:
    cells = [_tidy_text(text) for text in islice(texts, COLUMNS_READ)]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _tidy_text(text: str) -> str:
    """Return a cell without blanks around it; errors of formulas are `Odd`."""
    if isinstance(text, Odd | Number):
        return text
    text = text.strip(_BLANK)
    if text.startswith(("#", "E")) and _ERROR.fullmatch(text):
        return Odd(f"the error {text}")
    if not text.startswith('="'):
        return text
    # Excel keeps text as text by a formula: ="007"
    wrapped = _FORMULA_TEXT.fullmatch(text)
    return wrapped[1].replace('""', '"').strip(_BLANK) if wrapped else text
