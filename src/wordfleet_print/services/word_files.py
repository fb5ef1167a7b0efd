"""A list of words read from a file of any kind, or from a text."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.encodings import CERTAIN, tell_encoding
from wordfleet_print.event.roster.files import TABLES, Odd, kind_of, open_tables, show_name
from wordfleet_print.files import is_missing
from wordfleet_print.fleet.own_words import Entries, ScreenedList, read_rows, read_text, screen

MAX_BYTES = 5_000_000
MAX_TABLE_BYTES = 50_000_000
PASTED = "own list"
"""What a sheet calls words that came without a file's name."""
AS_TEXT = "Save the list as plain text with one word a line, or as CSV or XLSX with a column “word”."


@lru_cache(maxsize=4)  # the same text is screened for each edition of each sheet that is printed again
def screen_text(text: str, lengths: tuple[int, ...], letters: str) -> ScreenedList:
    """Screen a text that somebody typed or pasted, for ships of these lengths; `letters` as `screen` takes them."""
    return screen(read_text(text), lengths, name="Own words", title=PASTED, line="line ", letters=letters)


def screen_file(path: Path, lengths: Collection[int], letters: str) -> ScreenedList:
    """Screen a file of any kind, as `screen_text`. Raises `BadInputError` for what is no list."""
    try:
        if path.exists() and not path.is_file():
            raise BadInputError(f"{path} is not a file.", field="words")
        size = path.stat().st_size
        raw = path.read_bytes() if size <= MAX_TABLE_BYTES else b""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        tip = "" if "," not in str(path) or not is_missing(path) else "Words are read from a file: write them into one."
        raise BadInputError(f"{path} cannot be read: {reason}.", tip=tip, field="words") from error
    kind = kind_of(raw)
    is_table = path.suffix.casefold() in {".csv", ".tsv", ".tab"} and size
    if kind in ("text", "JSON"):
        if size and not 0 < len(raw) <= MAX_BYTES:
            raise BadInputError(f"{path} is larger than {MAX_BYTES:,} bytes; that is no word list.", field="words")
        if not is_table:
            return screen(
                _read_text_file(path, raw), lengths, name=path.name, title=path.stem, line=f"{path}:", letters=letters
            )
    elif kind not in TABLES:
        raise BadInputError(f"{path} is {kind}, not a list of words.", tip=AS_TEXT, field="words")
    elif kind == "HTML" and b"<t" not in raw.lower():
        raise BadInputError(f"{path} is a web page without a table.", tip=AS_TEXT, field="words")
    return screen(_read_table(path), lengths, name=path.name, title=path.stem, line=f"{path} row ", letters=letters)


def _read_text_file(path: Path, raw: bytes) -> Entries:
    guess = tell_encoding(raw, show_name(path))
    try:
        text = raw.decode(guess.encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path} is not {guess.encoding.upper()} text.", tip="Save the file as UTF-8.") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadInputError(f"{path}, line {line}: there is a NUL byte.", tip="Save the file as UTF-8.", field="words")
    entries, remarks = read_text(text)
    guessed = () if guess.encoding in CERTAIN else (f"It is not in UTF-8 and was read as {guess.encoding}.",)
    return Entries(entries, (*guessed, *remarks))


def _read_table(path: Path) -> Entries:
    tables = [one for one in open_tables(path, {}) if one.rows and not one.hidden]
    rows = [row for table in tables[:1] for row in table.rows]
    read = read_rows((row.number, ["" if isinstance(cell, Odd) else cell for cell in row.cells]) for row in rows)
    if read is None:
        tip = "Write “word” above the column with the words."
        raise BadInputError(f"{path} has no column headed “word”.", tip=tip, field="words")
    return Entries(read.entries, (*tables[0].notes, *read.remarks))
