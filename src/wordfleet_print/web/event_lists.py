"""A list as the page shows it: what was read, what has to be asked; how it came here."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wordfleet_print.errors import BadInputError, CannotWriteError
from wordfleet_print.event.roster.headings import Role, read_heading
from wordfleet_print.event.roster.questions import Answers, Question, RosterError
from wordfleet_print.event.roster.roster import ReadColumn, Roster
from wordfleet_print.files import write_all
from wordfleet_print.messages import some_of
from wordfleet_print.services.check_roster import CheckedRoster, check_roster
from wordfleet_print.sheet.captains import plain
from wordfleet_print.web.table_form import Fault, faults_of, sentence

SECONDS = 20
"""How long reading a list may keep a processor busy."""
USES = {role.option: str(role) for role in Role}
"""What a column can be read as, by the key of the answer that says so."""


@dataclass(frozen=True, slots=True)
class ListRead:
    """What was read of one list, or of several that are one event.

    `questions` are open, `faults` have to be corrected in the list. `reading` says what was read, `notes` what is worth
    knowing. `pairs`: it pairs its players without naming a round.
    """

    columns: tuple[ReadColumn, ...] = ()
    questions: tuple[Question, ...] = ()
    faults: tuple[Fault, ...] = ()
    reading: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    players: int = 0
    clubs: int = 0
    rounds: int = 0
    pairs: bool = False

    @property
    def ready(self) -> bool:
        """Whether an event can be planned of it."""
        return self.players > 0


def read_list(files: Sequence[Path], answers: Answers, most_players: int, most_unpacked: int) -> ListRead:
    """Return what is read of lists of at most so many players, and so many bytes unpacked; faults are returned, too."""
    try:
        for file in files:
            _check_unpacked(file, most_unpacked)
    except BadInputError as error:
        return ListRead(faults=tuple(faults_of(error, "list")))
    checked = check_roster(files, None, answers)
    columns = checked.columns if len(files) == 1 else ()
    roster, wrong = checked.roster, checked.error
    if roster is None:
        if isinstance(wrong, RosterError):
            # Questions are asked, not shown as faults
            faults = faults_of(BadInputError(wrong.message, *wrong.faults), "list") if wrong.faults else ()
            return ListRead(columns, wrong.questions, tuple(faults))
        return ListRead(columns, faults=tuple(faults_of(wrong or BadInputError("No players."), "list")))
    if len(roster.players) > most_players:
        what = f"{len(roster.players):,} players are more than the {most_players:,} of one event here."
        return ListRead(columns, faults=(Fault("list", what),))
    pairs = not roster.by_round and any(len(one.players) > 1 for one in roster.fixtures)
    counts = len(roster.players), roster.clubs, roster.rounds
    return ListRead(columns, (), (), roster.reading, tuple(_notes(files[0].name, checked, roster)), *counts, pairs)


def _notes(name: str, checked: CheckedRoster, roster: Roster) -> Iterator[str]:
    """What is worth knowing, without the file's name."""
    for note in roster.warnings:
        yield sentence(note.removeprefix(f"{name}: ").replace(f"{name} ", ""))
    unset, bare, cut = checked.unset_names(), checked.bare_names(), checked.long_names()
    if unset:
        yield f"No font here has all letters of {some_of(unset, 5)}: their sheets have a line to write on."
    if bare:
        yield f"Printed without the emoji in their names: {some_of(bare, 5)}."
    if cut:
        yield f"Too long for a sheet, and cut with an ellipsis: {some_of(cut, 5)}."


def changed_answers(read: ListRead, answers: Answers, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the answers with those that a form gives: to questions, and for columns that are something else.

    If two columns get the same use, the one that had it gives way.
    """
    found = dict(answers)
    labels = [plain(column.heading) for column in read.columns]
    uses = [fields.get(f"use-{at}", _key_of(column)) for at, column in enumerate(read.columns)]
    changed = [at for at, column in enumerate(read.columns) if uses[at] != _key_of(column)]
    for at in changed:
        if (before := _key_of(read.columns[at])) in USES:
            found[f"column.{before}"] = ""
    for at in changed:
        column = read.columns[at]
        alone = column.heading and labels.count(labels[at]) == 1
        if uses[at] in USES:
            found[f"column.{uses[at]}"] = column.heading if alone else column.letter
    for question in read.questions:
        value = fields.get(question.key, "")
        if value in {choice.value for choice in question.choices}:
            found |= question.answer(value)
    for key in ("sheet", "encoding"):
        if text := fields.get(f"other-{key}", "").strip()[:100]:
            found[key] = text
    return found


def _key_of(column: ReadColumn) -> str:
    return next((key for key, use in USES.items() if use == column.use), column.use)


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
    headed = lines and sum(read_heading(cell).role is not None for cell in re.split("[,;|]", lines[0])) > 1
    if headed or any("\t" in line for line in lines) or (len(cells) == 1 and cells != {1}):
        return text.encode()
    return written_list([line.strip(" \r,;")] for line in text.splitlines())


def written_list(rows: Iterable[Iterable[str]]) -> bytes:
    """Return rows as a CSV that spreadsheets open as it is meant: in UTF-8, with its mark."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([" ".join(cell.splitlines()) for cell in row])
    return text.getvalue().encode("utf-8-sig")
