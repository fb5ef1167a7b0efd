"""The columns of a list: which row holds the headings, and what role each heading names.

A `Row` is a row of the file: `row[2]` is the text of its third cell, `row.filled_columns` are the
indices of the cells that hold something. A role (`roles`) is what a column can say of a player,
such as the name or the club; `find_role` finds the role of a heading. `simplify` drops case,
accents and signs, so that texts can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from wordfleet_print.messages import quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.headings import Heading, is_explanation, parse_heading
from wordfleet_print.roster.roles import NAME, NAMES, Role, find_role
from wordfleet_print.roster.vocabulary import list_phrases
from wordfleet_print.sheet.player_names import simplify
from wordfleet_print.tables.rows import Row

T = TypeVar("T")
# Filled rows in which the headings are looked for, and all rows that are looked at.
_HEADING_ROWS = 12
_MOST_ROWS = 600
# Filled rows that decide what a column is, and rows among which they are looked for.
SAMPLE = 300
LONGEST_SAMPLE = 3_000
# Cells shown of a row that explains the headings.
_SHOWN_TEXTS = 3
_EMPTY = Row(0, [])


@dataclass(frozen=True)
class Column:
    """One column, with its cells in the first few hundred rows: the sample."""

    index: int
    """From 0."""
    heading: Heading
    heading_role: Role | None
    """The role that the heading speaks of; its cells may not fit (`fits_role`)."""
    cells: tuple[str, ...]
    """The texts of the sample, "" for an empty cell: as many in each column of a list."""
    odd_rows: frozenset[int] = frozenset()
    """The indices in `cells` of those that are neither text nor number, such as dates."""

    @cached_property
    def filled_cells(self) -> tuple[str, ...]:
        """The cells that hold something."""
        return tuple(cell for cell in self.cells if cell)

    @cached_property
    def text_cells(self) -> tuple[str, ...]:
        """The filled cells, but "" for a date or an error: it can be no name, number or answer."""
        cells_by_index = enumerate(self.cells)
        return tuple("" if at in self.odd_rows else cell for at, cell in cells_by_index if cell)

    @property
    def letter(self) -> str:
        """The column's letters, as spreadsheets have them."""
        first, last = divmod(self.index, 26)
        return (chr(64 + first) if first else "") + chr(65 + last)

    @property
    def label(self) -> str:
        """What messages call it: its heading, else its letter."""
        return self.heading.text or self.letter

    @property
    def fits_role(self) -> bool:
        """Whether the cells can have the role of the heading."""
        return self.heading_role is not None and self.heading_role.fits(self.text_cells)

    @property
    def holds_names(self) -> bool:
        """Whether the cells can be names."""
        return NAME.fits(self.text_cells)

    @property
    def names_mate(self) -> bool:
        """Whether it names somebody next to a player: a guest, a captain, “Player 2”."""
        if self.heading.speaks_of("mate"):
            return True
        is_numbered = self.heading.side > 0 and not self.heading.speaks_of("white", "black")
        return self.heading_role is NAME and is_numbered


def prefer(items: Sequence[T], test: Callable[[T], bool]) -> list[T]:
    """Return the items that pass a test; all of them if none does."""
    return [item for item in items if test(item)] or list(items)


def find_heading_row(rows: Sequence[Row], named_headings: Sequence[str] = ()) -> int | None:
    """Return the index of the row of headings; None if no row has any.

    It is the first row with a heading of names, such as “Name” or “White”, or with one of the
    `named_headings`, which the organizer has named. Headings can fill two rows: then it is the
    lower one, because the upper one only groups columns.
    """
    filled_rows = [at for at, row in enumerate(rows[:_MOST_ROWS]) if row.filled_columns]
    for place, at in enumerate(filled_rows[:_HEADING_ROWS]):
        rows_below = [rows[number] for number in filled_rows[place + 1 : place + 3]]
        below, second_below, *_ = [*rows_below, _EMPTY, _EMPTY]
        if _holds_heading(rows[at], named_headings):
            return at
        if not are_headings(rows[at], below):
            continue
        if are_headings(below, second_below) and _continues_headings(below, upper=rows[at]):
            return filled_rows[place + 1]
        return at
    return None


def _continues_headings(lower: Row, upper: Row) -> bool:
    """Whether a row goes on with the headings above it: each cell is a known heading, or says the
    same as the one above, as a cell does that spans both rows.
    """
    different = [lower[at] for at in lower.filled_columns if lower[at] != upper[at]]
    return bool(different) and all(parse_heading(text).known for text in different)


def _texts(row: Row) -> list[str]:
    return [cell for cell in row.cells if cell]


def _holds_heading(row: Row, headings: Sequence[str]) -> bool:
    texts = {simplify(text) for text in _texts(row)}
    return any(simplify(heading) in texts for heading in headings)


def are_headings(row: Row, below: Row) -> bool:
    """Whether a row names players, as “Name” and “White” do, and holds no data."""
    texts = _texts(row)
    if not texts or any(map(_is_data, texts)):
        return False
    if _is_counted_on(row, below) or cells.is_total(texts[0]):
        return False
    headings = [parse_heading(text) for text in texts]
    return _is_lone_heading(headings[0]) if len(texts) == 1 else _name_players(headings)


def _name_players(headings: Sequence[Heading]) -> bool:
    """Whether several texts of a row are headings, one of them for names.

    A text that has words which the vocabulary lacks counts only next to another heading.
    """
    sure = [heading for heading in headings if heading.known or find_role(heading)]
    of_names = [heading for heading in headings if find_role(heading) in NAMES]
    return any(heading.known for heading in of_names) or (bool(of_names) and len(sure) > 1)


def _is_data(text: str) -> bool:
    return "@" in text or text.isdecimal()


def _is_lone_heading(heading: Heading) -> bool:
    """Whether the only cell of a row is the heading of a list of names."""
    if find_role(heading) not in NAMES or cells.read_label(heading.text) is not None:
        return False
    if heading.whole or heading.text.endswith("?"):
        return True
    return heading.known and heading.speaks_of("name")


def _is_counted_on(row: Row, below: Row) -> bool:
    """Whether the next row counts on: “Player 1” above “Player 2” is no heading."""
    counted = [at for at in row.filled_columns if cells.find_counted_word(row[at])]
    return bool(counted) and all(_follows(below[at], row[at]) for at in counted)


def _follows(text: str, before: str) -> bool:
    """Whether two different texts count the same thing, as “Player 1” and “Player 2” do."""
    return text != before and cells.find_counted_word(text) == cells.find_counted_word(before)


def read_columns(
    rows: Sequence[Row], heading_row: int | None
) -> tuple[list[Column], int, list[str]]:
    """Return the columns, the index of the first row below the headings, and notes for the user.

    `heading_row` is the index of the row of headings; None for a list without.
    """
    labels = _read_labels(rows, heading_row)
    first_data_row = 0 if heading_row is None else heading_row + 1
    notes = []
    # A sentence below a single heading may be somebody
    has_headings = len(labels) > 1
    while has_headings and first_data_row < len(rows) and _explains(rows[first_data_row]):
        notes.append(_note_explanation(rows[first_data_row]))
        first_data_row += 1
    sample = _take_sample(rows[first_data_row : first_data_row + LONGEST_SAMPLE])
    width = max([len(labels), *(len(row.cells) for row in sample)])
    labels += [""] * (width - len(labels))
    columns = [_make_column(index, label, sample) for index, label in enumerate(labels)]
    return columns, first_data_row, notes


def _note_explanation(row: Row) -> str:
    """Return the note that a row below the headings is not read."""
    texts = _texts(row)[:_SHOWN_TEXTS]
    text = ", ".join(map(quote, texts))
    return f"Row {row.number} explains the headings and was ignored: {text}."


def _take_sample(rows: Sequence[Row]) -> list[Row]:
    """Return the first rows that hold something and are no totals."""
    sample = [row for row in rows if row.filled_columns and not _is_total(row)]
    return sample[:SAMPLE]


def _make_column(index: int, label: str, sample: Sequence[Row]) -> Column:
    """Return the column with this heading, and what the rows of the sample hold in it."""
    heading = parse_heading(label)
    texts = tuple(row[index] for row in sample)
    odd_rows = frozenset(place for place, row in enumerate(sample) if index in row.odd_columns)
    return Column(index, heading, find_role(heading), texts, odd_rows)


def _is_total(row: Row) -> bool:
    return simplify(_texts(row)[0]) in list_phrases("totals")


def _read_labels(rows: Sequence[Row], heading_row: int | None) -> list[str]:
    """Return the headings of all columns.

    Where two rows hold headings, the upper one fills the gaps of the lower:

        Name |       | Table
             | Class |        →  Name, Class, Table
    """
    if heading_row is None:
        return []
    labels = list(rows[heading_row].cells)
    above = rows[heading_row - 1] if heading_row else _EMPTY
    if len(above.filled_columns) < 2:  # a title
        return labels
    labels += [""] * (len(above.cells) - len(labels))
    for index, label in enumerate(labels):
        has_gap = not label or is_explanation(label)
        if has_gap and find_role(parse_heading(above[index])):
            labels[index] = above[index]
    return labels


def _explains(row: Row) -> bool:
    """Whether a row explains the headings above it: “Open-Ended Response”."""
    texts = [text for text in _texts(row) if any(map(str.isalpha, text))]
    return bool(texts) and is_explanation(texts[0])
