"""Delimited text: its encoding, what separates its columns, its rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.messages import quote
from wordfleet_print.tables import encodings
from wordfleet_print.tables.rows import Table, make_rows

DELIMITERS = ",;\t|"
# Lines that decide what the delimiter is.
_SAMPLE_LINES = 20
# Lines of a text shown where its encoding is a guess.
_SHOWN_LINES = 3
# Characters shown of a line in two readings.
_SHOWN_CHARACTERS = 60
_FIXED_WIDTH = re.compile(r"[^\s,] {3,}[^\s,]")
_NAMED_DELIMITER = re.compile(r"sep=([,;\t|])\s*$", re.IGNORECASE)
# How many headings some cells hold. Lists of different kinds have different headings.
Score = Callable[[Sequence[str]], int]
# What separates the cells of a text, by its first lines; "" for a cell on each line.
Separate = Callable[[Sequence[str]], str]


class TextDoubtError(BadInputError):
    """A text that can be read in two ways.

    The field of its problem is what says which: `encoding`, or `repair` (yes or no) for text that
    seems to have been saved twice in the wrong encoding. `readings` are its values, each with a
    line so read.
    """

    def __init__(self, question: str, field: str, readings: Mapping[str, str]) -> None:
        lines = "; ".join(f"{value}: {quote(line)}" for value, line in readings.items())
        super().__init__(
            Problem(f"{question} {lines}", field, advice=f"Please {encodings.SAVE_AS}.")
        )
        self.question = question
        self.readings = readings


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a file."""

    content: str
    note: str = ""
    """A sentence about the encoding where it is a guess; else ""."""


def decode(raw: bytes, name: str, encoding: str = "", repair: str = "") -> Text:
    """Return the text of a file; `encoding` and `repair` answer an earlier `TextDoubtError`.

    Raises `TextDoubtError` for two readings that nothing decides, and `BadInputError` for bytes
    that are no text in the encoding.
    """
    encoding = _find_encoding(encoding, raw)
    guess = encodings.Guess(encoding) if encoding else encodings.detect_encoding(raw, name)
    content = _decode_in(guess.encoding, raw, name)
    if guess.other:
        readings = {guess.encoding: content, guess.other: raw.decode(guess.other, "replace")}
        question = f"{name} is not in UTF-8. Which line is right?"
        raise TextDoubtError(question, "encoding", _find_difference(readings))
    repaired = encodings.undo_double_encoding(content)
    if repaired and not repair:
        readings = {"yes": repaired, "no": content}
        question = (
            f"{name} seems to have been saved twice in the wrong encoding. Which line is right?"
        )
        raise TextDoubtError(question, "repair", _find_difference(readings))
    if repaired and repair == "yes":
        content = repaired
    if encoding or guess.encoding in encodings.CERTAIN:
        return Text(content)
    lines = [quote(line.strip()) for line in content.splitlines() if not line.isascii()]
    examples = "; ".join(lines[:_SHOWN_LINES])
    return Text(content, f"{name} is not in UTF-8 and was read as {guess.encoding}: {examples}.")


def _find_encoding(name: str, raw: bytes) -> str:
    """Return the encoding of this name; "" if none is named, or if the bytes are UTF-8 instead."""
    if not name:
        return ""
    encoding = encodings.find_encoding(name)
    if encoding in encodings.SINGLE_BYTE and encodings.is_utf8(raw):
        # It answered for an earlier list: text in such an encoding is hardly ever valid UTF-8
        return ""
    return encoding


def _decode_in(encoding: str, raw: bytes, name: str) -> str:
    """Return the text in an encoding. Raises `BadInputError` with the line that is no text."""
    try:
        return raw.decode(encoding).removeprefix("\ufeff")
    except UnicodeError as error:
        line = raw.count(b"\n", 0, getattr(error, "start", 0)) + 1
        has_wide_lines = "16" in encoding or "32" in encoding
        problem = Problem(
            f"holds bytes that are not text in {encoding.removesuffix('-sig')}",
            fixes=(Fix.choose("encoding"),),
            where=name if has_wide_lines else f"{name} line {line}",
            advice=f"{encodings.SAVE_AS}, or name its encoding",
        )
        raise BadInputError(f"{name} cannot be read.", [problem]) from error


def _find_difference(readings: Mapping[str, str]) -> dict[str, str]:
    """Return the first line that two readings of a text have differently, by the keys of both.

    Of “Ann” and “Zoë” read in two encodings it is {"cp1252": "Zoë", "cp1251": "Zoл"}.
    """
    lines_of_all = [text.split("\n") for text in readings.values()]
    for lines in zip(*lines_of_all, strict=False):
        starts = [line.strip()[:_SHOWN_CHARACTERS] for line in lines]
        if all(starts) and len(set(starts)) > 1:
            return dict(zip(readings, starts, strict=True))
    return dict.fromkeys(readings, "")


def read_delimited(text: str, name: str, file: str, separate: Separate, most_rows: int) -> Table:
    """Return the rows of text with commas, semicolons, tabs or bars; else each line is a cell.

    `name` is the table's, `file` what messages call the file. Raises `BadInputError` for quotation
    marks that do not match, and for columns that are made by blanks.
    """
    lines = StringIO(text, newline="").readlines() or [""]
    declaration = _NAMED_DELIMITER.match(lines[0])
    if declaration:
        del lines[0]
    delimiter = declaration[1] if declaration else separate(lines[:_SAMPLE_LINES])
    if delimiter in ("", ","):  # “Lee, Ann   1744   0” has columns made by blanks, too
        _refuse_fixed_width(lines, file)
    rows = _read_csv(lines, delimiter, file, most_rows)
    # An unquoted comma makes a row longer than the others
    return Table(name, make_rows(rows, most_rows), exact=len({len(row) for row in rows}) > 1)


def _read_csv(lines: Sequence[str], delimiter: str, file: str, most: int) -> list[list[str]]:
    """Return the rows, one more than `most` at the most: `make_rows` refuses too many."""
    rows: list[list[str]] = []
    reader = csv.reader(lines, delimiter=delimiter or "\0", strict=True, skipinitialspace=True)
    try:
        rows.extend(islice(reader, most + 1))  # keeps the rows above a fault
    except csv.Error as error:
        if not delimiter:  # each line is a cell, whatever quotation marks it holds
            return [[line] for line in lines]
        problem = Problem(
            "has a quotation mark that does not match",
            where=f"{file} row {len(rows) + 1}",
            advice="close it where the cell ends; inside a cell write it twice",
        )
        raise BadInputError(f"{file} cannot be read.", [problem]) from error
    return rows


def _refuse_fixed_width(lines: Sequence[str], file: str) -> None:
    """Raise `BadInputError` for columns that are made by blanks."""
    filled = [line for line in lines if line.strip()]
    wide = [line for line in filled if _FIXED_WIDTH.search(line)]
    if len(wide) * 2 > len(filled):
        what = f"{file} separates its columns by spaces, as reports do."
        raise BadInputError(Problem(what, advice="Export it as CSV."))


def find_in_first_line(lines: Sequence[str]) -> str:
    """Return the delimiter of a text whose first line holds the headings.

    Spreadsheets of many countries write semicolons, because their decimals have commas.
    """
    return max(DELIMITERS, key=lines[0].count)


def find_delimiter(lines: Sequence[str], score: Score) -> str:
    """Return what finds the most headings, else what splits most lines the same way; "" if none
    does.
    """
    best = max(DELIMITERS, key=lambda delimiter: _rate_delimiter(delimiter, lines, score))
    headings, lines_of_same_width = _rate_delimiter(best, lines, score)
    filled = [line for line in lines if line.strip()]
    splits_most = lines_of_same_width > 2 or lines_of_same_width * 2 > len(filled)
    return best if headings or splits_most else ""


def _rate_delimiter(delimiter: str, lines: Sequence[str], score: Score) -> tuple[int, int]:
    """Return how many headings a delimiter finds in a line, and how many lines it splits into the
    same number of cells.
    """
    cells_of_lines = [line.split(delimiter) for line in lines if delimiter in line]
    widths = [len(cells) for cells in cells_of_lines]
    headings = max(map(score, cells_of_lines), default=0)
    return headings, max(map(widths.count, widths), default=0)
