"""A user's file of words read, whatever kind it is of; apart from what chooses words, since few calls have one."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.roster.encodings import CERTAIN, tell_encoding
from wordfleet_print.event.roster.files import TABLES, Odd, kind_of, open_tables, show_name
from wordfleet_print.fleet.own_words import Entries, ScreenedList, read_rows, read_text, screen
from wordfleet_print.messages import listed, some_of

MAX_BYTES = 5_000_000
MAX_TABLE_BYTES = 50_000_000
PASTED = "own list"
"""What a sheet calls words that came without a file's name."""
MOST_FAULTS = 20
"""Reasons shown where no word can be used."""
_DELIMITED = {".csv", ".tsv", ".tab"}
_AS_TEXT = "Save the list as plain text with one word a line, or as CSV or XLSX with a column “word”."


def read_own_list(own: Path | str, lengths: Collection[int], letters: str = "") -> ScreenedList:
    """Read a user's file, or a text, for ships of these lengths. Raises `BadInputError` where no word can be used."""
    screened = screen_list(own, lengths, letters)
    if not screened.words.by_length:
        what = f"{own if isinstance(own, Path) else PASTED.capitalize()} has no word that can be printed."
        lines = listed(map(str, sorted(lengths)), "or")
        tip = f"Ships have {lines} letters. {screened_tip(screened)}"
        raise BadInputError(what, *screened.skipped[:MOST_FAULTS], tip=tip, field="words")
    return screened


def screened_tip(screened: ScreenedList) -> str:
    """Return what to do about a list without a usable word."""
    return f"Too long or too short: {some_of(screened.unused, 3)}." if screened.unused else "Write one word per line."


def screen_list(own: Path | str, lengths: Collection[int], letters: str = "") -> ScreenedList:
    """Check a user's file, or a text that somebody has typed or pasted; `letters` as `screen` takes them.

    Raises `BadInputError` where it is no list.
    """
    return _screened(own, tuple(lengths), letters) if isinstance(own, str) else _screen_file(own, lengths, letters)


@lru_cache(maxsize=4)  # the same text is screened for each edition of each sheet that is printed again
def _screened(text: str, lengths: tuple[int, ...], letters: str) -> ScreenedList:
    return screen(read_text(text), lengths, name="Own words", title=PASTED, line="line ", letters=letters)


def _screen_file(path: Path, lengths: Collection[int], letters: str) -> ScreenedList:
    kind = _kind(path)
    line = f"{path}:"
    if kind == "text" and (path.suffix.casefold() not in _DELIMITED or not path.stat().st_size):
        read = _read_text_file(path)
    else:
        read, line = _read_table(path), f"{path} row "
    return screen(read, lengths, name=path.name, title=path.stem, line=line, letters=letters)


def _kind(path: Path) -> str:
    """What the file holds, as `kind_of` names it. Raises `BadInputError` for what holds no list."""
    try:
        if path.exists() and not path.is_file():
            raise BadInputError(f"{path} is not a file.")
        raw = path.read_bytes() if path.stat().st_size <= MAX_TABLE_BYTES else b""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError(f"{path} cannot be read: {reason}.") from error
    kind = kind_of(raw)
    kind = "text" if kind == "JSON" else kind
    if kind not in TABLES:
        raise BadInputError(f"{path} is {kind}, not a list of words.", tip=_AS_TEXT)
    if kind == "HTML" and b"<t" not in raw.lower():
        raise BadInputError(f"{path} is a web page without a table.", tip=_AS_TEXT)
    if kind == "text" and not 0 < len(raw) <= MAX_BYTES and path.stat().st_size:
        raise BadInputError(f"{path} is larger than {MAX_BYTES:,} bytes; that is no word list.")
    return kind


def _read_text_file(path: Path) -> Entries:
    raw = path.read_bytes()
    guess = tell_encoding(raw, show_name(path))
    try:
        text = raw.decode(guess.encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path} is not {guess.encoding.upper()} text.", tip="Save the file as UTF-8.") from error
    if "\0" in text:
        where = f"{path}:{text.count(chr(10), 0, text.index(chr(0))) + 1}"
        raise BadInputError(f"{path} is not plain text.", Complaint(where, "has a NUL byte", "save the file as UTF-8"))
    entries, told = read_text(text)
    guessed = () if guess.encoding in CERTAIN else (f"It is not in UTF-8 and was read as {guess.encoding}.",)
    return Entries(entries, (*guessed, *told))


def _read_table(path: Path) -> Entries:
    tables = [one for one in open_tables(path, {}) if one.rows and not one.hidden]
    rows = [row for table in tables[:1] for row in table.rows]
    read = read_rows((row.number, ["" if isinstance(cell, Odd) else cell for cell in row.cells]) for row in rows)
    if read is None:
        raise BadInputError(f"{path} has no column headed “word”.", tip="Write “word” above the column with the words.")
    return Entries(read.entries, (*tables[0].notes, *read.told))
