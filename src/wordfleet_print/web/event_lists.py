"""A list of players as the page shows it: what was read of it, what has to be answered or corrected."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.event.roster.files import open_tables
from wordfleet_print.event.roster.headings import Role, read_heading
from wordfleet_print.event.roster.questions import Answers, Question, RosterError
from wordfleet_print.event.roster.roster import ReadColumn
from wordfleet_print.files import write_all
from wordfleet_print.services.events import check_lists
from wordfleet_print.settings.event import EventCheckSettings
from wordfleet_print.sheet.captains import plain
from wordfleet_print.web.forms import as_sentence, problems_of

ROLES = {role.option: str(role) for role in Role}
"""What a column can be read as, by the key of the answer that says so."""
LONGEST_FILE_NAME = 120
"""Bytes, without the ending."""
PASTED_NAME = "event.csv"
NAME_SEPARATOR = re.compile(r"[,;]|\s(?:and|und|et|y|&)\s")


@dataclass(frozen=True, slots=True)
class ListReading:
    """What was read of one list, or of several that are one event.

    `questions` are open, `problems` have to be corrected in the list. `summary` says what was read, `notes` what is
    worth knowing. `has_pairs`: it pairs its players without naming a round.
    """

    columns: tuple[ReadColumn, ...] = ()
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    summary: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    players: int = 0
    clubs: int = 0
    has_pairs: bool = False

    @property
    def is_ready(self) -> bool:
        """Return whether an event can be planned of it."""
        return self.players > 0

    @property
    def is_list(self) -> bool:
        """Return whether anything of it could be read."""
        return bool(self.is_ready or self.questions or self.columns)


def read_list(files: Sequence[Path], answers: Answers) -> ListReading:
    """Return what is read of lists."""
    given = tuple(f"{key}={value}" for key, value in answers.items() if value)
    checked = check_lists(EventCheckSettings(lists=tuple(files), answer=given))
    columns, roster, error = checked.columns if len(files) == 1 else (), checked.roster, checked.error
    if isinstance(error, RosterError):  # its questions are asked, not shown as problems
        faults = problems_of(BadInputError(error.message, *error.faults), "list") if error.faults else []
        return ListReading(columns, error.questions, tuple(replace(one, field="list") for one in faults))
    if error or roster is None or not roster.players:
        problems = problems_of(error or BadInputError("There are no players in it."))
        return ListReading(columns, (), tuple(replace(one, field="list") for one in problems))
    has_pairs = not roster.by_round and any(len(one.players) > 1 for one in roster.fixtures)
    name = files[0].name
    notes = tuple(as_sentence(note.removeprefix(f"{name}: ").replace(f"{name} ", "")) for note in checked.notes)
    return ListReading(columns, (), (), roster.reading, notes, len(roster.players), roster.clubs, has_pairs)


def change_answers(reading: ListReading, answers: Answers, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the answers with those of a form: to questions, and for columns that are something else.

    If two columns get the same use, the one that had it gives way.
    """
    found = dict(answers)
    labels = [plain(column.heading) for column in reading.columns]
    uses = [fields.get(f"use-{at}", key_of(column)) for at, column in enumerate(reading.columns)]
    changed = [at for at, column in enumerate(reading.columns) if uses[at] != key_of(column)]
    for at in changed:
        if (before := key_of(reading.columns[at])) in ROLES:
            found[f"column.{before}"] = ""
    for at in changed:
        column = reading.columns[at]
        is_unique = column.heading and labels.count(labels[at]) == 1
        if uses[at] in ROLES:
            found[f"column.{uses[at]}"] = column.heading if is_unique else column.letter
    for question in reading.questions:
        value = fields.get(question.key, "")
        if value in {choice.value for choice in question.choices}:
            found |= question.answer(value)
    for key in ("sheet", "encoding"):
        if text := fields.get(f"other-{key}", "").strip()[:100]:
            found[key] = text
    return found


def key_of(column: ReadColumn) -> str:
    """Return the key of what a column was read as."""
    return next((key for key, use in ROLES.items() if use == column.use), column.use)


def safe_name(name: str) -> str:
    """Return the last part of a file's name, without characters that no file name of ours may have."""
    last = unicodedata.normalize("NFC", name.replace("\\", "/").rpartition("/")[2])
    clean = "".join(sign for sign in last if sign.isprintable() and sign not in '<>:"|?*').strip(" .")
    stem, dot, ending = clean.rpartition(".")
    stem = (stem if dot else clean).encode()[:LONGEST_FILE_NAME].decode(errors="ignore").strip(" .")
    return f"{stem or 'event'}.{ending[:10]}" if dot else stem or "event"


def save_list(content: bytes, name: str, folder: Path) -> Path:
    """Save an uploaded list and return its path. Raises `CannotWriteError`."""
    file = folder / safe_name(name)
    write_all({file: content}, private=True)
    return file


def text_to_list(text: str) -> bytes:
    """Return a pasted text as a list: copied from a spreadsheet, the text of a CSV, or names.

    Names stand one per line, or on a single line with commas between them.
    """
    lines = [line.strip("\r ") for line in text.splitlines() if line.strip()]
    parts = [part.strip() for part in NAME_SEPARATOR.split(lines[0])] if len(lines) == 1 else []
    if len(parts) > 2 or (len(parts) == 2 and all(" " in part for part in parts)):
        return write_csv([part] for part in parts if part)
    widths = {len(re.split("[\t;]|,(?! )", line.rstrip(",;"))) for line in lines}
    has_heading = lines and sum(read_heading(cell).role is not None for cell in re.split("[,;|]", lines[0])) > 1
    if has_heading or any("\t" in line for line in lines) or (len(widths) == 1 and widths != {1}):
        return text.encode()
    return write_csv([line.strip(" \r,;")] for line in text.splitlines())


def write_csv(rows: Iterable[Iterable[str]]) -> bytes:
    """Return rows as a CSV that spreadsheets open rightly: in UTF-8, with its mark."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def list_to_text(file: Path, answers: Answers) -> str:
    """Return the first table of a list as text to edit, with tabs between the cells. Raises `BadInputError`."""
    rows = open_tables(file, answers)[0].rows
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row.cells).rstrip("\t") for row in rows)
