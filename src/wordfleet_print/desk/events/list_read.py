"""A list as the page shows it: columns, rows to mend; how it came here."""

from __future__ import annotations

import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from wordfleet_print.desk.table_form import Fault, faults_of, sentence
from wordfleet_print.errors import BadInputError, CannotWriteError, Complaint, Say, WordfleetError
from wordfleet_print.event.roster.columns import known_headings
from wordfleet_print.event.roster.listing import Use, answers_of
from wordfleet_print.event.roster.name_columns import place_of
from wordfleet_print.event.roster.read_roster import RosterRead
from wordfleet_print.event.roster.roster import Roster
from wordfleet_print.event.roster.several import read_rosters
from wordfleet_print.files import write_all
from wordfleet_print.jobs.check_roster import CheckedRoster, cells_of, check_roster, written_list
from wordfleet_print.sheet.captains import plain
from wordfleet_print.wording import some_of

MOST_MENDED = 25
"""Rows that are offered to be mended at a time."""
SECONDS = 20
"""How long reading a list may keep a processor busy."""
USES = tuple(map(str, Use))


@dataclass(frozen=True, slots=True)
class HowToRead:
    """How a list is to be read, as far as somebody said so: "" for as usual; `columns` by uses."""

    sheet: str = ""
    encoding: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def options(self) -> tuple[str, ...]:
        """The columns as the command line takes them."""
        return tuple(f"{use}={heading}" for use, heading in self.columns.items())

    @property
    def reading(self) -> RosterRead:
        """The same for those who read."""
        asked = {Use(use): heading for use, heading in self.columns.items()}
        return RosterRead(self.encoding or None, self.sheet or None, asked)


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column: its place from 0, its heading, what it was taken for ("" for nothing), some of its cells."""

    place: int
    letter: str
    heading: str
    use: str
    samples: tuple[str, ...]

    @property
    def called(self) -> str:
        """What it is called on the page."""
        return self.heading or f"Column {self.letter}"


@dataclass(frozen=True, slots=True)
class MendCell:
    """A cell to be mended: its column, what stands in it."""

    column: ListColumn
    text: str


@dataclass(frozen=True, slots=True)
class MendRow:
    """A row to be mended: what is wrong with it, and the cells that may be at fault; `whole`: any of them may be."""

    row: int
    told: tuple[str, ...]
    cells: tuple[MendCell, ...]
    whole: bool
    twice: bool


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """What a list leaves open, and the answers: each in words, and what it says of columns."""

    what: str
    answers: tuple[tuple[str, Mapping[str, str]], ...]


@dataclass(frozen=True, slots=True)
class ListRead:
    """What was read: columns, what to ask, rows to mend with how many more there are, what is wrong beside these, what
    is worth knowing; how many players of how many clubs in how many rounds, and whether it pairs them without a round.
    """

    columns: tuple[ListColumn, ...] = ()
    questions: tuple[ListQuestion, ...] = ()
    rows: tuple[MendRow, ...] = ()
    more: int = 0
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    players: int = 0
    clubs: int = 0
    rounds: int = 0
    pairs: bool = False

    @property
    def headed(self) -> bool:
        """Whether its columns have headings, as far as was told."""
        return any(column.heading for column in self.columns)

    @property
    def ready(self) -> bool:
        """Whether an event can be planned of it."""
        return self.players > 0


def read_list(file: Path, how: HowToRead, most_players: int, most_unpacked: int) -> ListRead:
    """What is read of a list of at most so many players, and so many bytes where it is packed; nothing is raised for
    what is wrong in it.
    """
    try:
        _check_unpacked(file, most_unpacked)
    except BadInputError as error:
        return ListRead(faults=tuple(faults_of(error, "list")))
    checked = check_roster([file], None, how.reading)
    columns = tuple(
        ListColumn(place_of(one.letter) or 0, one.letter, one.heading, one.use or "", one.samples)
        for one in checked.columns
    )
    roster = checked.roster
    if roster is None:
        return _amiss(file, how, checked.error or BadInputError("There are no players in it."), columns)
    if len(roster.players) > most_players:
        what = f"{len(roster.players):,} players are more than the {most_players:,} of one event here."
        return ListRead(columns, faults=(Fault("list", what),))
    notes = tuple(_notes(file.name, checked, roster))
    pairs = not roster.by_round and any(len(one.players) > 1 for one in roster.fixtures)
    players, rounds = len(roster.players), roster.rounds
    return ListRead(columns, notes=notes, players=players, clubs=roster.clubs, rounds=rounds, pairs=pairs)


def _notes(name: str, checked: CheckedRoster, roster: Roster) -> Iterator[str]:
    """What is worth knowing, without the file's name: there is but one."""
    for note in roster.warnings:
        yield sentence(note.removeprefix(f"{name}: ").replace(f"{name} ", ""))
    unset, bare, cut = checked.unset_names(), checked.bare_names(), checked.long_names()
    if unset:
        yield f"No font here has all letters of {some_of(unset, 5)}: their sheets have a line to write on."
    if bare:
        yield f"Printed without the emoji in their names: {some_of(bare, 5)}."
    if cut:
        yield f"Too long for a sheet, and cut with an ellipsis: {some_of(cut, 5)}."


def _amiss(file: Path, how: HowToRead, error: BadInputError, columns: tuple[ListColumn, ...]) -> ListRead:
    """What is wrong, row by row where it is one's."""
    of_rows = [one for one in error.complaints if one.rows]
    numbers = sorted({one.rows[-1] for one in of_rows})
    cells = cells_of(file, how.reading, {*numbers[:MOST_MENDED]}) if of_rows and columns else {}
    rows = tuple(_mend_row(row, cells[row], [one for one in of_rows if one.rows[-1] == row], columns) for row in cells)
    others = [one for one in error.complaints if not one.rows]
    faults: tuple[Fault, ...] = ()
    if others or not of_rows:
        unnamed = (replace(one, where=one.where.removeprefix(file.name).strip()) for one in others)
        rest = BadInputError(error.message, *unnamed, tip=error.tip)
        faults = tuple(faults_of(rest, "columns" if columns else "list"))
    return ListRead(columns, tuple(_questions(error)), rows, max(0, len(numbers) - len(rows)), faults)


def _questions(error: BadInputError) -> Iterator[ListQuestion]:
    """What can be settled by saying what columns are: each once, however many rows leave it open."""
    asked = set[Say]()
    for complaint in error.complaints:
        answers = tuple(
            (told, {str(use): of for use, of in columns.items()}) for told, columns in answers_of(complaint.say)
        )
        if answers and complaint.say not in asked:
            asked.add(complaint.say)
            yield ListQuestion(sentence(complaint.what), answers)


def chosen_columns(
    read: ListRead, chosen: Mapping[int, str], how: HowToRead, *, first_row_heads: bool = False
) -> dict[str, str]:
    """What is said of columns, after somebody chose uses by their places: only where these are others than were taken.

    Where two columns were given the same use, the one that had it gives way. `first_row_heads`: what was taken for a
    player stands above the columns.
    """
    said = dict(how.columns)
    if first_row_heads and not read.headed:
        columns = (replace(one, heading=one.samples[0] if one.samples else "") for one in read.columns)
        read = replace(read, columns=tuple(columns))
    told = [plain(column.heading) for column in read.columns]
    changed = [column for column in read.columns if chosen.get(column.place, column.use) != column.use]
    for column in changed:
        if column.use in USES:
            said[column.use] = ""
    for column in changed:
        if use := chosen[column.place]:
            alone = column.heading and told.count(plain(column.heading)) == 1
            said[use] = column.heading if alone else column.letter
    return said


def _mend_row(
    row: int, texts: tuple[str, ...], complaints: list[Complaint], columns: tuple[ListColumn, ...]
) -> MendRow:
    whole = any(one.column is None for one in complaints)
    places = {one.column for one in complaints}
    shown = [one for one in columns if one.place in places or (whole and (one.use or len(columns) <= 12))]
    cells = tuple(MendCell(one, texts[one.place] if one.place < len(texts) else "") for one in shown)
    told = (f"{sentence(_about(one, columns))} {sentence(one.advice) if one.advice else ''}" for one in complaints)
    return MendRow(
        row,
        tuple(dict.fromkeys(text.strip() for text in told)),
        cells,
        whole,
        any(len(one.rows) > 1 for one in complaints),
    )


def _about(complaint: Complaint, columns: tuple[ListColumn, ...]) -> str:
    """What is wrong, with what it speaks of: on the command line that stands before it."""
    if not complaint.what.startswith(("is ", "has ", "holds ")):
        return complaint.what
    named = next((one.called for one in columns if one.place == complaint.column), "this row")
    return f"{named} {complaint.what}"


def _check_unpacked(file: Path, most: int) -> None:
    """Raises `BadInputError` for a packed file that says of itself that it holds more; no reader reads beyond that."""
    try:
        with zipfile.ZipFile(file) as archive:
            size = sum(member.file_size for member in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return  # none, or a damaged one: who reads it says so
    if size > most:
        raise BadInputError(
            f"It unpacks to {size:,} bytes, more than the {most:,} of a list here.",
            tip="Copy the list of players alone to a new file.",
        )


LONGEST = 120
"""Bytes of a name that are kept, its ending aside."""
PASTED = "event.csv"


def safe_name(name: str) -> str:
    """The last part of a name, without what no file of ours may be called: whatever path it was given with is gone."""
    last = unicodedata.normalize("NFC", name.replace("\\", "/").rpartition("/")[2])
    clean = "".join(sign for sign in last if sign.isprintable() and sign not in '<>:"|?*').strip(" .")
    stem, dot, ending = clean.rpartition(".")
    stem = (stem if dot else clean).encode()[:LONGEST].decode(errors="ignore").strip(" .")
    return f"{stem or 'event'}.{ending[:10]}" if dot else stem or "event"


def keep(content: bytes, name: str, folder: Path) -> Path:
    """Keep what was brought, in a folder that is made, unless its event's is gone.

    Raises `CannotWriteError`, which tells no folder.
    """
    file = folder / safe_name(name)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        write_all({file: content}, private=True)
    except CannotWriteError as error:
        raise CannotWriteError(error.message.replace(str(file), file.name)) from error
    except OSError as error:
        raise CannotWriteError(f"Cannot write {file.name}: {error.strerror}.") from error
    return file


def joined_lists(files: Sequence[Path], most_unpacked: int) -> bytes | tuple[Fault, ...]:
    """Several lists as one, with the club of everybody; or what is wrong with any of them."""
    try:
        for file in files:
            _check_unpacked(file, most_unpacked)
        players = read_rosters(files).players
    except WordfleetError as error:
        return tuple(faults_of(error, "roster"))
    filed = all(player.filed for player in players)
    heads = ["last name", "first name"] if filed else ["name"]
    rows = [
        [
            *(player.filed.split(", ", 1) if filed else [player.name]),
            player.club,
            "yes" if player.large_print else "",
            "yes" if player.left_handed else "",
        ]
        for player in players
    ]
    return written_list([[*heads, "club", "large print", "left-handed"], *rows])


_BETWEEN = re.compile(r"[,;]|\s(?:and|und|et|y|&)\s")
"""What stands between names in a line."""


def pasted(text: str) -> bytes:
    """What was pasted, as a list: copied out of a spreadsheet, the text of a CSV, or names, one a line; of a single
    line each between commas.
    """
    lines = [line.strip("\r ") for line in text.splitlines() if line.strip()]
    parts = [part.strip() for part in _BETWEEN.split(lines[0])] if len(lines) == 1 else []
    if len(parts) > 2 or (len(parts) == 2 and all(" " in part for part in parts)):
        return written_list([part] for part in parts if part)
    cells = {len(re.split("[\t;]|,(?! )", line.rstrip(",;"))) for line in lines}
    headed = lines and known_headings(re.split("[,;|]", lines[0])) > 1
    if headed or any("\t" in line for line in lines) or (len(cells) == 1 and cells != {1}):
        return text.encode()
    return written_list([line.strip(" \r,;")] for line in text.splitlines())
