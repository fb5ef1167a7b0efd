"""Reading a roster: a file of any kind that spreadsheets write, to a `Roster` or to every complaint about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.build import RosterMaker
from wordfleet_print.event.roster.columns import Use, find_columns
from wordfleet_print.event.roster.decoding import SAVE_AS, known_encoding
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.roster.row import Complaints, RowReader
from wordfleet_print.event.roster.rows import Listing, file_name, nothing_in
from wordfleet_print.event.roster.table import open_table
from wordfleet_print.wording import quote

_MOST_SHOWN = 3
"""Names shown of a file whose encoding is a guess."""


def read_roster(path: Path, *, encoding: str | None = None, sheet: str | None = None, strict: bool = False) -> Roster:
    """The players of a CSV, TSV, XLSX, ODS or XLS file, in its order, numbered from 1, with what it settles.

    `encoding` is that of a text file; without it, it is told by the file's mark, by UTF-8's own rules, or guessed with
    a warning. `sheet` names one of a workbook; without it, the first that holds a table is read. `strict`: names that
    the fonts at hand cannot set are refused. Raises `BadInputError` with every complaint, each with its file, row and
    column.
    """
    if encoding is not None:
        known_encoding(encoding)
    with open_table(path, encoding=encoding, sheet=sheet) as listing:
        return _read(listing, file_name(path), strict=strict)


def roster_columns(path: Path, *, encoding: str | None = None, sheet: str | None = None) -> dict[str, str]:
    """What each heading of a roster was taken for: “name”, “club” …; nothing where its columns cannot be told.

    Raises `BadInputError` for a file that cannot be read.
    """
    with open_table(path, encoding=encoding, sheet=sheet) as listing:
        found = find_columns(listing.rows, file_name(path))
    if found is None or found.columns is None:
        return {}
    return {heading: str(use) for use, heading in found.columns.headings.items()}


def _read(listing: Listing, name: str, *, strict: bool) -> Roster:
    """The roster of a file's rows; where its encoding is a guess, that is told with what came of it."""
    try:
        roster = _made(listing, name, strict=strict)
    except BadInputError as error:
        if listing.guessed and not error.tip:
            error.tip = f"The file was read as {listing.guessed}. If that is wrong, {SAVE_AS}."
        raise
    return replace(roster, warnings=(*_guessed(listing, roster, name), *roster.warnings))


def _guessed(listing: Listing, roster: Roster, name: str) -> Iterator[str]:
    """What to say of a guessed encoding: names as they were read, else clubs."""
    if listing.guessed:
        texts = [player.name for player in roster.players] + [player.club for player in roster.players]
        shown = [*islice(dict.fromkeys(quote(text) for text in texts if not text.isascii()), _MOST_SHOWN)]
        such = f", with names such as {', '.join(shown)}" if shown else ""
        yield f"{name} is not in UTF-8 and was read as {listing.guessed}{such}. If that is wrong, {SAVE_AS}."


def _made(listing: Listing, name: str, *, strict: bool) -> Roster:
    complaints = Complaints(name)
    found = find_columns(listing.rows, name)
    if found is None:
        raise nothing_in(name)
    complaints.take(found.complaints)
    if found.columns is None:
        raise complaints.error()
    reader = RowReader(found.columns, complaints, counted=listing.counted, strict=strict)
    maker = RosterMaker(reader, complaints, by_round=Use.ROUND in found.columns.places)
    try:
        for number, cells in chain(found.players, listing.rows):
            if row := reader.read(number, cells):
                maker.take(row)
    except BadInputError as error:
        if error.complaints and complaints:
            complaints.take(error.complaints)
            raise complaints.error() from error
        raise
    return maker.finish((*listing.notes, *found.notes, *reader.notes()))
