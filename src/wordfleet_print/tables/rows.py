"""A table as all lists have it: rows of trimmed text, numbered as a spreadsheet shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from wordfleet_print.errors import BadInputError, Problem

COLUMNS_READ = 256
_BLANK = " \t\r\n\xa0\u2007\u202f\ufeff"
_FORMULA_TEXT = re.compile(r'="((?:[^"]|"")*)"')
_ERROR = re.compile(r"#[^\s,;]{1,12}[!?]|#N/?[ADV]|Err:5[0-9]{2}")


class TooManyCellsError(Exception):
    """A sheet or a page asks for more cells than a list has."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A cell of a workbook that is neither text nor number."""

    text: str
    """What it is, such as “a date”."""


@dataclass(frozen=True, slots=True)
class Number:
    """A cell of a workbook that holds a number."""

    text: str
    """Its digits."""
    displayed: str | None
    """What the sheet shows; None where the file does not say, or in a format that is not
    understood.
    """


# A cell as files hold it; rows take its text out.
Cell: TypeAlias = str | Number | Odd


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file, without empty cells at its end."""

    number: int
    """As a spreadsheet shows it: from 1."""
    cells: list[str]
    mark: str = ""
    """How the sheet sets the row apart: “struck out”, “filtered out”, “hidden”, or ""."""
    odd_columns: frozenset[int] = frozenset()
    """The columns of cells that are neither text nor number: their text says what they are, such as
    “a date”.
    """
    displayed: Mapping[int, str | None] = field(default_factory=dict)
    """What the sheet shows of its numbers, by their columns; None where nobody knows."""

    def is_display_unknown(self, column: int) -> bool:
        """Return whether nobody knows how the sheet shows the number in a column."""
        return column in self.displayed and self.displayed[column] is None

    def __getitem__(self, column: int) -> str:
        """Return the cell of a column (from 0); "" behind the last one."""
        return self.cells[column] if column < len(self.cells) else ""

    @property
    def filled_columns(self) -> list[int]:
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
    lines: Iterable[Iterable[Cell]], most: int, marks: Mapping[int, str] | None = None
) -> list[Row]:
    """Return rows of trimmed text; `marks` are those of rows by their numbers.

    Raises `BadInputError` for more than `most` rows.
    """
    rows = []
    for number, cells in enumerate(lines, start=1):
        mark = marks.get(number, "") if marks else ""
        rows.append(_make_row(number, cells, mark))
    while rows and not rows[-1].cells:
        rows.pop()
    if len(rows) > most:
        raise BadInputError(Problem(f"The list has more than {most:,} rows.", advice="Split it."))
    return rows


def _make_row(number: int, cells: Iterable[Cell], mark: str) -> Row:
    """Return a row of texts, which knows of each cell that is none."""
    texts: list[str] = []
    odd_columns: set[int] = set()
    displayed: dict[int, str | None] = {}
    for column, cell in enumerate(islice(cells, COLUMNS_READ)):
        tidy = _tidy_text(cell) if isinstance(cell, str) else cell
        if isinstance(tidy, str):
            texts.append(tidy)
            continue
        texts.append(tidy.text)
        if isinstance(tidy, Number):
            displayed[column] = tidy.displayed
        else:
            odd_columns.add(column)
    while texts and not texts[-1]:
        texts.pop()
    return Row(number, texts, mark, frozenset(odd_columns), displayed)


def _tidy_text(text: str) -> str | Odd:
    """Return a text without blanks around it; errors of formulas are `Odd`."""
    text = text.strip(_BLANK)
    if text.startswith(("#", "E")) and _ERROR.fullmatch(text):
        return Odd(f"the error {text}")
    if not text.startswith('="'):
        return text
    # Excel keeps text as text by a formula: ="007"
    wrapped = _FORMULA_TEXT.fullmatch(text)
    return wrapped[1].replace('""', '"').strip(_BLANK) if wrapped else text
