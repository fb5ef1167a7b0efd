"""A list of players mended cell by cell, its rows keeping their numbers; and the same list as a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from wordfleet_print.event.roster.listing import typed_in
from wordfleet_print.event.roster.read_roster import RosterRead
from wordfleet_print.event.roster.table_files import open_table

CellPlace = tuple[int, int]
"""A cell: its row's number, and its column's place from 0."""


def cells_of(file: Path, reading: RosterRead, rows: Collection[int]) -> dict[int, tuple[str, ...]]:
    """What stands in these rows of a list. Raises `BadInputError` for a file that cannot be read."""
    with open_table(file, encoding=reading.encoding, sheet=reading.sheet) as listing:
        return {number: tuple(map(typed_in, cells)) for number, cells in listing.rows if number in rows}


def mended_list(
    file: Path,
    reading: RosterRead,
    mends: Mapping[CellPlace, str],
    left_out: Collection[int],
    cut: Mapping[int, int],
) -> bytes:
    """The list as a CSV with these cells, without the rows that are left out, which stay empty; `cut` says of rows how
    many cells they have.

    Raises `BadInputError` for a file that cannot be read.
    """
    with open_table(file, encoding=reading.encoding, sheet=reading.sheet) as listing:
        rows = [(number, [*map(typed_in, cells)]) for number, cells in listing.rows]
        counted = listing.counted
    by_row: dict[int, dict[int, str]] = {}
    for (row, column), text in mends.items():
        by_row.setdefault(row, {})[column] = text
    width = 0 if counted else max((len(cells) for _, cells in rows), default=0)
    mended = ((number, _row(cells, by_row.get(number, {}), cut.get(number), width)) for number, cells in rows)
    return written_list(_numbered((number, [] if number in left_out else cells) for number, cells in mended))


def written_list(rows: Iterable[Iterable[str]]) -> bytes:
    """Rows as a CSV that spreadsheets open as it is meant: in UTF-8, with its mark."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([" ".join(cell.splitlines()) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _row(cells: list[str], mends: Mapping[int, str], cut: int | None, width: int) -> list[str]:
    """A row with its mends, as wide as any in a list whose rows may be of different widths."""
    mended = cells + [""] * (max([width, *(at + 1 for at in mends)]) - len(cells))
    for at, text in mends.items():
        mended[at] = text
    return mended if cut is None else mended[:cut]


def _numbered(rows: Iterable[tuple[int, list[str]]]) -> Iterator[list[str]]:
    """The rows, an empty one for each number that lacks: so all keep theirs."""
    following = 1
    for number, cells in rows:
        yield from ([] for _ in range(following, number))
        yield cells
        following = number + 1
