"""Reading a roster: a file of any kind that spreadsheets write, to a `Roster` or to every complaint about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.build import RosterMaker
from wordfleet_print.event.roster.columns.columns import Columns, Taken, find_columns
from wordfleet_print.event.roster.complaints import Complaints
from wordfleet_print.event.roster.file.decoding import SAVE_AS, known_encoding
from wordfleet_print.event.roster.file.table import open_table
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.roster.row import RowReader
from wordfleet_print.event.roster.rows import Guess, Listing, Row, file_name, nothing_in
from wordfleet_print.event.roster.tables import with_opponents
from wordfleet_print.event.roster.uses import NAMING, Use
from wordfleet_print.files import is_file
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.wording import quote

_FIELDS = {
    Use.CLUB: "club",
    Use.LARGE_PRINT: "large_print",
    Use.LEFT_HANDED: "left_handed",
    Use.LAST: "filed",
}
"""The fields of a player that a column may be missing for."""
_ASKED_FOR = (Use.LARGE_PRINT, Use.LEFT_HANDED)
"""What a remark can ask for."""
_NOBODIES = 10
"""Of so many names in a long list one may be nobody’s, a total or whoever has cancelled."""
_MOST_SHOWN = 3
"""Names shown of a file whose encoding is a guess."""


@dataclass(frozen=True)
class RosterRead:
    """How a roster's file is to be read, as far as its user says so.

    `encoding` is that of a text file; without it, it is told by the file's mark, by UTF-8's own rules, or guessed with
    a warning. `sheet` names one of a workbook; without it, the first that holds a table is read. `columns` says which
    heading has which use, as `asked_columns` reads it; all others are told by words and cells. `strict`: names that the
    fonts at hand cannot set are refused.
    """

    encoding: str | None = None
    sheet: str | None = None
    columns: Mapping[Use, str] = field(default_factory=dict)
    strict: bool = False


USUAL = RosterRead()


def read_roster(path: Path, reading: RosterRead = USUAL) -> Roster:
    """The players of a CSV, TSV, XLSX, ODS or XLS file, in its order, numbered from 1, with what it settles.

    Raises `BadInputError` with every complaint, each with its file, row and column.
    """
    if reading.encoding is not None:
        known_encoding(reading.encoding)
    if _is_long(path):
        roster_columns(path, reading)
    with open_table(path, encoding=reading.encoding, sheet=reading.sheet) as listing:
        return _read(listing, file_name(path), reading)


def roster_columns(path: Path, reading: RosterRead = USUAL) -> tuple[Taken, ...]:
    """What each column of a roster was taken for, with some of its cells; nothing where there are none.

    Raises `BadInputError` for a file that cannot be read, and at once for one that holds far more names than an event
    has players: to read each row with care takes long.
    """
    with open_table(path, encoding=reading.encoding, sheet=reading.sheet) as listing:
        found = find_columns(listing.rows, file_name(path), reading.columns)
        if found and found.columns and _is_long(path):
            _check_number(found.rows, found.columns, file_name(path))
    return found.taken if found else ()


def _is_long(path: Path) -> bool:
    return is_file(path) and path.stat().st_size > MOST_PLAYERS


def _check_number(rows: Iterable[Row], columns: Columns, name: str) -> None:
    most, names = MOST_PLAYERS + MOST_PLAYERS // _NOBODIES, set[int]()
    sides = (columns.places, columns.facing)
    places = [[side[use] for use in (*NAMING, Use.CLUB) if use in side] for side in sides if side]
    with suppress(BadInputError):  # of what is wrong in rows, the next to read them tells
        for _, cells in rows:
            names.update(hash(tuple([cells[at] for at in one if at < len(cells)])) for one in places)
            if len(names) > most:
                break
    if len(names) > most:
        what = f"holds more than {most:,} names; an event has at most {MOST_PLAYERS:,} players"
        raise BadInputError(f"{name} {what}.", tip="Split the roster.")


def _read(listing: Listing, name: str, reading: RosterRead) -> Roster:
    """The roster of a file's rows; where its encoding is a guess, that is told with what came of it."""
    guess = listing.guessed
    try:
        roster = _made(listing, name, reading)
    except BadInputError as error:
        if guess and not error.tip:
            error.tip = f"The file was read as {guess.encoding}. If that is wrong, {SAVE_AS}."
        raise
    return replace(roster, warnings=(_guessed(guess, roster, name), *roster.warnings)) if guess else roster


def _guessed(guess: Guess, roster: Roster, name: str) -> str:
    """What to say of a guessed encoding: names, else clubs, first those that another would change.

    Raises `BadInputError` where the other may well be right.
    """
    texts = dict.fromkeys([*(player.name for player in roster.players), *(player.club for player in roster.players)])
    changed = [
        f"{quote(text)} (as {guess.other}: {quote(other)})"
        for text in texts
        if (other := guess.otherwise(text)) != text
    ]
    if guess.doubtful and changed:
        raise BadInputError(
            f"{name} is not in UTF-8, and may be in {guess.encoding} or in {guess.other}: "
            f"it holds {', '.join(changed[:_MOST_SHOWN])}.",
            tip=f"Say --encoding {guess.encoding} or --encoding {guess.other}, or save it again as “CSV UTF-8”.",
        )
    shown = [*changed, *(quote(text) for text in texts if not text.isascii() and guess.otherwise(text) == text)]
    such = f", with names such as {', '.join(shown[:_MOST_SHOWN])}" if shown else ""
    return f"{name} is not in UTF-8 and was read as {guess.encoding}{such}. If that is wrong, {SAVE_AS}."


def _made(listing: Listing, name: str, reading: RosterRead) -> Roster:
    complaints = Complaints(name)
    found = find_columns(listing.rows, name, reading.columns)
    if found is None:
        raise nothing_in(name)
    complaints.take(found.complaints)
    if found.columns is None:
        raise complaints.error()
    reader = RowReader(found.columns, complaints, counted=listing.counted, strict=reading.strict)
    by_round = Use.ROUND in found.columns.places or bool(found.columns.facing) or found.columns.round is not None
    maker = RosterMaker(reader, complaints, by_round=by_round)
    rows = reader.read_all(found.rows)
    try:
        named = with_opponents(rows, reader) if Use.OPPONENT in found.columns.places else rows
        for row in takewhile(lambda _: not complaints.enough, named):
            maker.take(row)
    except BadInputError as error:
        if error.complaints and complaints:
            complaints.take(error.complaints)
            raise complaints.error() from error
        raise
    roster = maker.finish((*listing.notes, *found.notes, *reader.notes()))
    said = {*found.columns.places, *(_ASKED_FOR if Use.NEEDS in found.columns.places else ())}
    return replace(roster, unsaid=frozenset(field for use, field in _FIELDS.items() if use not in said))
