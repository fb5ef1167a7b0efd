"""Word lists of a user's own: read from a file or a text, and screened for an edition's ships."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import is_missing
from wordfleet_print.fleet.own_words import (
    ENGLISH,
    HEADINGS,
    Entries,
    ScreenedList,
    Spelling,
    read_rows,
    read_text,
    screen,
)
from wordfleet_print.games import Edition
from wordfleet_print.messages import join_words, some_of
from wordfleet_print.settings.words import WordSource
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.names import check_name

if TYPE_CHECKING:
    from wordfleet_print.tables.rows import Row

MOST_WORDS_BYTES = 5_000_000
MAX_TABLE_BYTES = 50_000_000
AS_TEXT = (
    "Save the list as plain text with one word a line, or as CSV or XLSX with a column “word”."
)
_TABLE_SUFFIXES = (".csv", ".tsv", ".tab")
# Reasons shown where no word can be used.
MOST_FAULTS = 20
# Words shown that are too long or too short.
MOST_SHOWN = 6


def read_word_list(source: WordSource, edition: Edition, letters: str = "keep") -> ScreenedList:
    """Read the user's own words, and screen them: words that cannot be printed are left aside, each
    with its reason. `letters` is the setting of that name: how accents are printed.

    Raises `BadInputError` if the list cannot be read, or no word of it can be used.
    """
    lengths = tuple(edition.ships_of_length)
    way = "" if letters == "keep" else letters
    spelling = choose_spelling(edition)
    if source.file:
        own_list = screen_file(source.file, lengths, way, spelling)
    else:
        own_list = screen(
            read_text(source.text),
            lengths,
            name="Own words",
            title=spelling.own_list,
            line="line ",
            letters=way,
            spelling=spelling,
        )
    if not own_list.words.by_length:
        raise _explain_no_words(own_list, str(source.file or "Own list"), lengths)
    return own_list


def _explain_no_words(own_list: ScreenedList, name: str, lengths: Collection[int]) -> BadInputError:
    """Return the error for a list with no word for ships of these lengths, with the reason of each
    word that was left aside.
    """
    reasons = [replace(problem, field="words", fixes=()) for problem in own_list.skipped]
    letters = join_words(map(str, sorted(lengths)), "or")
    what = f"{name} has no word that is as long as a ship: {letters} letters."
    if own_list.unused:
        what += f" Too long or too short: {some_of(own_list.unused, MOST_SHOWN)}."
    is_empty = not reasons and not own_list.unused
    tip = "Write one word per line." if is_empty else ""
    return BadInputError(Problem(what, "words", advice=tip), reasons[:MOST_FAULTS])


def choose_spelling(edition: Edition) -> Spelling:
    """Return the letters that words of an edition are made of, and what its sheets call a list of
    the user's own.
    """
    return Spelling(
        edition.letters,
        edition.language,
        edition.say("words.own_list"),
        # The braces stay: the title of a list is filled in when it is read
        edition.say("words.plain", title="{title}"),
    )


def screen_file(
    path: Path, lengths: Collection[int], letters: str, spelling: Spelling = ENGLISH
) -> ScreenedList:
    """Read a list of words from a file of any kind, and screen it for ships of these lengths.

    `letters` says how accents are printed: "plain", "german", or "" to keep them. Raises
    `BadInputError` for a file that is no list.
    """
    # Few sheets have a list of their own, and what reads files takes a tenth of a call to load.
    from wordfleet_print.tables.opening import TABLES, detect_kind, read_bytes

    try:
        raw = read_bytes(path, "word list", MAX_TABLE_BYTES)
        kind = detect_kind(raw)
        is_text = kind in ("text", "JSON")
        if not is_text and kind not in TABLES:
            raise BadInputError(Problem(f"{path} is {kind}, not a list of words.", advice=AS_TEXT))
        if is_text and len(raw) > MOST_WORDS_BYTES:
            what = f"{path} is larger than {MOST_WORDS_BYTES:,} bytes, too large for a word list."
            raise BadInputError(what)
        has_columns = not is_text or path.suffix.casefold() in _TABLE_SUFFIXES
        entries = _read_table(path) if has_columns else _read_lines(path, raw)
    except BadInputError as error:
        raise _explain_word_list(error, path) from error
    name, faults = check_name(path.stem, Face.MEDIUM)
    return screen(
        entries,
        lengths,
        name=path.name,
        title=spelling.own_list if faults else name,
        line=f"{path} row " if has_columns else f"{path}:",
        letters=letters,
        spelling=spelling,
    )


def _explain_word_list(error: BadInputError, path: Path) -> BadInputError:
    """Return the error of a file as one of the setting `words`, which named it."""
    summary = replace(error.summary, field="words")
    # Somebody has typed the words themselves: --words tiger,lion
    if "," in str(path) and is_missing(path):
        advice = "Words are read from a file: write them into one."
        summary = replace(summary, advice=advice)
    return BadInputError(summary, error.details)


def _read_table(path: Path) -> Entries:
    """Return the entries of the first table of a file, from its column headed “word”."""
    from wordfleet_print.tables.opening import read_tables
    from wordfleet_print.tables.text import find_delimiter

    tables = read_tables(
        path, what="word list", separate=partial(find_delimiter, score=_count_word_headings)
    )
    table = next((table for table in tables if table.rows and not table.hidden), None)
    if table is None:
        raise BadInputError(f"{path} is empty.")
    table_words = read_rows([(row.number, _list_texts(row)) for row in table.rows])
    if table_words is None:
        tip = "Write “word” above the column with the words."
        raise BadInputError(Problem(f"{path} has no column headed “word”.", advice=tip))
    return Entries(table_words.entries, (*table.notes, *table_words.reading))


def _list_texts(row: Row) -> list[str]:
    """Return the cells of a row, empty where one holds a date or a formula and no text."""
    return ["" if column in row.odd_columns else cell for column, cell in enumerate(row.cells)]


def _count_word_headings(cells: Sequence[str]) -> int:
    """Return a score for the cells of a line: between the right delimiters is a heading “word”."""
    return sum(1 for cell in cells if cell.strip().casefold() in HEADINGS)


def _read_lines(path: Path, raw: bytes) -> Entries:
    """Return the entries of a text: one on each line, or several between commas."""
    from wordfleet_print.tables.opening import show_name
    from wordfleet_print.tables.text import TextDoubtError, decode

    try:
        text = decode(raw, show_name(path))
    except TextDoubtError as doubt:
        # Words are in letters A to Z; the likelier reading is named in a note
        likelier = next(iter(doubt.readings))
        text = decode(raw, show_name(path), **{doubt.summary.field: likelier})
    if "\0" in text.content:
        line = text.content.count("\n", 0, text.content.index("\0")) + 1
        what = f"{path}, line {line}: there is a NUL byte."
        raise BadInputError(Problem(what, advice="Save the file as UTF-8."))
    entries, reading = read_text(text.content)
    return Entries(entries, (text.note, *reading) if text.note else reading)
