"""Reading a roster: a file of any kind that spreadsheets write, to a `Roster` or to every complaint about it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.build import RosterMaker
from wordfleet_print.event.roster.columns import Taken, find_columns
from wordfleet_print.event.roster.complaints import Complaints
from wordfleet_print.event.roster.csv_file import known_encoding, open_delimited
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.roster.row import RowReader
from wordfleet_print.event.roster.rows import Listing, file_name, nothing_in, unreadable
from wordfleet_print.event.roster.tables import with_opponents
from wordfleet_print.event.roster.uses import Use
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
_NAME_ONE = "Name a roster: a CSV, TSV, XLSX, ODS or XLS file with a row for each player."
_PRINT_IT = (
    "`event print` takes such a folder or event.json and prints the event again; a roster is the list of its players."
)
_SAID = {"text": "text", "XLSX": "an XLSX spreadsheet", "ODS": "an ODS spreadsheet", "XLS": "an XLS spreadsheet"}


def read_roster(path: Path, *, encoding: str | None = None, columns: Mapping[Use, str] | None = None) -> Roster:
    """The players of a CSV, TSV, XLSX, ODS or XLS file, in its order, numbered from 1, with what it settles.

    `encoding` is that of a text file; without it, it is told by the file's mark, by UTF-8's own rules, or guessed with
    a warning. `columns` says which heading has which use, as `asked_columns` reads it; all others are told by words
    and cells. Raises `BadInputError` with every complaint, each with its file, row and column.
    """
    if encoding is not None:
        known_encoding(encoding)
    with _open(path, encoding) as listing:
        return _read(listing, file_name(path), columns)


def roster_columns(
    path: Path, *, encoding: str | None = None, columns: Mapping[Use, str] | None = None
) -> tuple[Taken, ...]:
    """What each column of a roster was taken for, with some of its cells; nothing where there are none.

    Raises `BadInputError` for a file that cannot be read.
    """
    with _open(path, encoding) as listing:
        found = find_columns(listing.rows, file_name(path), columns)
    return found.taken if found else ()


def _read(listing: Listing, name: str, columns: Mapping[Use, str] | None) -> Roster:
    complaints = Complaints(name)
    found = find_columns(listing.rows, name, columns)
    if found is None:
        raise nothing_in(name)
    complaints.take(found.complaints)
    if found.columns is None:
        raise complaints.error()
    reader = RowReader(found.columns, complaints, counted=listing.counted)
    by_round = Use.ROUND in found.columns.places or bool(found.columns.facing) or found.columns.round is not None
    maker = RosterMaker(reader, complaints, by_round=by_round)
    rows = reader.read_all(found.rows)
    try:
        for row in with_opponents(rows, reader) if Use.OPPONENT in found.columns.places else rows:
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
