"""Reading a roster: a file of any kind that spreadsheets write, to a `Roster` or to every complaint about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.build import RosterMaker
from wordfleet_print.event.roster.columns import Use, find_columns
from wordfleet_print.event.roster.csv_file import open_delimited
from wordfleet_print.event.roster.decoding import SAVE_AS, known_encoding
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.roster.row import Complaints, RowReader
from wordfleet_print.event.roster.rows import Listing, file_name, nothing_in, unreadable
from wordfleet_print.event.roster.workbook import open_spreadsheet, workbook_kind
from wordfleet_print.files import is_file, is_folder
from wordfleet_print.wording import quote

_KINDS = {
    ".csv": "text",
    ".tsv": "text",
    ".tab": "text",
    ".txt": "text",
    ".xlsx": "XLSX",
    ".xlsm": "XLSX",
    ".ods": "ODS",
    ".xls": "XLS",
}
_MOST_SHOWN = 3
"""Names shown of a file whose encoding is a guess."""
_NAME_ONE = "Name a roster: a CSV, TSV, XLSX, ODS or XLS file with a row for each player."
_PRINT_IT = (
    "`event print` takes such a folder or event.json and prints the event again; a roster is the list of its players."
)
_SAID = {"text": "text", "XLSX": "an XLSX spreadsheet", "ODS": "an ODS spreadsheet", "XLS": "an XLS spreadsheet"}


def read_roster(path: Path, *, encoding: str | None = None) -> Roster:
    """The players of a CSV, TSV, XLSX, ODS or XLS file, in its order, numbered from 1, with what it settles.

    `encoding` is that of a text file; without it, it is told by the file's mark, by UTF-8's own rules, or guessed with
    a warning. Raises `BadInputError` with every complaint, each with its file, row and column.
    """
    if encoding is not None:
        known_encoding(encoding)
    with _open(path, encoding) as listing:
        return _read(listing, file_name(path))


def roster_columns(path: Path, *, encoding: str | None = None) -> dict[str, str]:
    """What each heading of a roster was taken for: “name”, “club” …; nothing where its columns cannot be told.

    Raises `BadInputError` for a file that cannot be read.
    """
    with _open(path, encoding) as listing:
        found = find_columns(listing.rows, file_name(path))
    if found is None or found.columns is None:
        return {}
    return {heading: str(use) for use, heading in found.columns.headings.items()}


def _read(listing: Listing, name: str) -> Roster:
    """The roster of a file's rows; where its encoding is a guess, that is told with what came of it."""
    try:
        roster = _made(listing, name)
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


def _made(listing: Listing, name: str) -> Roster:
    complaints = Complaints(name)
    found = find_columns(listing.rows, name)
    if found is None:
        raise nothing_in(name)
    complaints.take(found.complaints)
    if found.columns is None:
        raise complaints.error()
    reader = RowReader(found.columns, complaints, counted=listing.counted)
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


def _open(path: Path, encoding: str | None) -> AbstractContextManager[Listing]:
    """The file's rows, read as what its name says it is. Raises `BadInputError` where it is something else."""
    name = file_name(path)
    if path.suffix.casefold() == ".json" and is_file(path):
        raise _no_roster(name)
    found = _content(path, name)
    said = _KINDS.get(path.suffix.casefold())
    if said is None:
        ending = f"ends in {quote(path.suffix)}" if path.suffix else "has no ending such as .csv"
        raise BadInputError(f"{name} {ending}; a roster is a CSV, TSV, XLSX, ODS or XLS file.", tip="Save it as one.")
    if found != said:
        raise BadInputError(
            f"{name} is not {_SAID[said]}, though its name says so: it holds {_SAID.get(found, found)}.",
            tip=f"Save it again as {said if said != 'text' else 'CSV'}, or give it the ending of what it is.",
        )
    return open_delimited(path, encoding) if said == "text" else open_spreadsheet(path)


def _content(path: Path, name: str) -> str:
    """What a file holds, by its first bytes: "text" where nothing else can be told."""
    try:
        if is_folder(path):
            raise _folder(path, name)
        if path.exists() and not path.is_file():
            raise BadInputError(f"{name} is not a file.", tip=_NAME_ONE)
        with path.open("rb") as file:
            head = file.read(4)
        if not head:
            raise nothing_in(name)
        return "a PDF" if head == b"%PDF" else workbook_kind(path) or "text"
    except FileNotFoundError as error:
        raise _missing(path, name) from error
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error


def _missing(path: Path, name: str) -> BadInputError:
    where = f"Look at its spelling; it was looked for in {path.parent.absolute()}."
    return BadInputError(f"{name} cannot be read: there is no such file.", tip=where)


def _folder(path: Path, name: str) -> BadInputError:
    """The refusal of a folder: that of a printed event has a use of its own."""
    if (path / "event.json").is_file():
        return BadInputError(f"{name} is not a file, but the folder of a printed event.", tip=_PRINT_IT)
    return BadInputError(f"{name or path} is not a file, but a folder.", tip=_NAME_ONE)


def _no_roster(name: str) -> BadInputError:
    what = "is the record of a printed event" if name == "event.json" else "ends in “.json”, as the record of an event"
    return BadInputError(f"{name} {what}; a roster is a CSV, TSV, XLSX, ODS or XLS file.", tip=_PRINT_IT)
