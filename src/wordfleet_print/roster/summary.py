"""Say in plain sentences what was read of a list, and what was not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wordfleet_print.messages import how_many, join_words, plural, quote, some_of
from wordfleet_print.roster import cells
from wordfleet_print.roster.columns import Column
from wordfleet_print.roster.mapping import ColumnMapping
from wordfleet_print.roster.people import People, describe_left_out
from wordfleet_print.roster.roster import Player, ReadColumn
from wordfleet_print.tables.rows import Table

# What is shown of many.
_SHOWN_TITLES = 3
_SHOWN_COLUMNS = 8


def summarize_reading(
    players: Sequence[Player], people: People, mapping: ColumnMapping
) -> Iterator[str]:
    """Yield what was read of a list: players, rows that were left out, columns."""
    name_columns = mapping.name_columns
    columns = join_words([_name_column(column) for column in name_columns])
    count = how_many(len(players), "player")
    yield f"{count} from {plural(len(name_columns), 'column')} {columns}."
    if players and not mapping.headings_width:
        yield f"There are no headings; the first player is {quote(players[0].name)}."
    yield from describe_left_out(people)
    letters = {column.letter for column in name_columns}
    described = mapping.describe_columns(people.need_columns)
    yield from _summarize_others([column for column in described if column.letter not in letters])


def _name_column(column: Column) -> str:
    """Return “B “Name””, or “B” for a column without a heading."""
    heading = column.heading.text
    return f"{column.letter} {quote(heading)}" if heading else column.letter


def _summarize_others(columns: Sequence[ReadColumn]) -> Iterator[str]:
    """Yield which columns besides the names were read, and which were not."""
    uses = []
    unread = []
    for column in columns:
        if column.use:
            uses.append(f"{column.use} from {quote(column.heading or column.letter)}")
        elif column.heading:
            unread.append(quote(column.heading))
    if uses:
        yield f"Also read: {', '.join(uses)}."
    if unread:
        yield f"Not read: {some_of(unread, _SHOWN_COLUMNS)}."


def describe_titles(table: Table, mapping: ColumnMapping) -> Iterator[str]:
    """Yield what is above the headings and not read."""
    headings = {column.heading.text for column in mapping.columns} | {""}
    heading_row = max(mapping.first_data_row - 1, 0)
    titles = []
    for row in table.rows[:heading_row]:
        is_read = headings.issuperset(row.cells) or any(map(cells.find_round_number, row.cells))
        if not is_read:
            titles.append(quote(" ".join(filter(None, row.cells))))
    if titles:
        yield f"Ignored, above the headings: {some_of(titles, _SHOWN_TITLES)}."
