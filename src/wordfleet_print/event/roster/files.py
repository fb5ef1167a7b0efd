"""A file as tables of text: CSV and the like, workbooks, web pages, plain lists.

What is in the file decides how it is read, not its name.
"""

from __future__ import annotations

import csv
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from html.parser import HTMLParser
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.event.roster import encodings
from wordfleet_print.event.roster.encodings import CERTAIN, SAVE_AS, Guess
from wordfleet_print.event.roster.headings import read_heading
from wordfleet_print.event.roster.questions import Answers, Choice, Question, RosterError
from wordfleet_print.messages import how_many, quote, some_of
from wordfleet_print.processes import ChildEndedError, read_by_child

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MAX_BYTES = 50_000_000
MAX_HTML_BYTES = 10_000_000
MAX_UNPACKED = 200_000_000
MAX_ROWS = 200_000
MAX_COLUMNS = 256
MAX_HTML_CELLS = 2_000_000
# Empty rows after which a sheet is read no further.
MAX_GAP = 1_000
# For a process that reads a workbook, on the clock: twice its processor time, and ten to start.
MAX_SECONDS = 70
_BLANK = " \t\r\n\xa0\u2007\u202f\ufeff"
_FORMULA_TEXT = re.compile(r'="((?:[^"]|"")*)"')
_ERROR = re.compile(r"#[^\s,;]{1,12}[!?]|#N/?[ADV]|Err:5[0-9]{2}")
_FIXED_WIDTH = re.compile(r"\S {3,}\S")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')
_HIDDEN_ROW = re.compile(rb'<(?:\w+:)?row (?=[^>]*\bhidden="(?:1|true)")[^>]*\br="(\d+)"')
_NO_RESULT = re.compile(
    rb'<(?:\w+:)?c [^>]*?\br="([A-Z]+)(\d+)"[^>]*>\s*<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)'
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_FAR_CELL = re.compile(rb'<(?:\w+:)?c [^>]*?\br="(?:[J-Z][A-Z]|[A-Z]{3})[0-9]')
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAGIC: Mapping[str, tuple[bytes, ...]] = {
    "a PDF": (b"%PDF",),
    "rich text (RTF)": (b"{\\rtf",),
    "a picture": (b"\x89PNG", b"\xff\xd8\xff"),
    "a web archive (MHTML)": (b"MIME-Version",),
    "an address card": (b"BEGIN:V",),
    "JSON": (b"{", b"[{"),
    "XLS": (_OLE,),
}
# What a zip archive is that holds this file.
_PARTS = {
    "xl/workbook.xml": "XLSX",
    "content.xml": "ODS",
    "xl/workbook.bin": "an XLSB spreadsheet",
    "word/document.xml": "a Word document",
    "ppt/presentation.xml": "a presentation",
    "Index/Document.iwa": "a document of Pages or Numbers",
}
_NAME_ONE = "Give a player list: a CSV, TSV, XLSX, ODS or XLS file with a row for each player."
# Kinds of files that hold tables.
TABLES = {"text", "HTML", "XLSX", "ODS", "XLS"}


class Odd(str):
    """A workbook's cell that is neither text nor number; the text says what it is, such as “a
    date”.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file, numbered as a spreadsheet shows it, with trimmed cells."""

    number: int
    cells: list[str]

    def __getitem__(self, column: int | None) -> str:
        return self.cells[column] if column is not None and column < len(self.cells) else ""

    @property
    def filled(self) -> list[int]:
        """The columns that hold something."""
        return [column for column, cell in enumerate(self.cells) if cell]


@dataclass
class Table:
    """The rows of one sheet. `exact`: a row with more cells than headings is a mistake, as in a CSV
    file.
    """

    name: str
    rows: list[Row]
    exact: bool = False
    hidden: bool = False
    notes: list[str] = field(default_factory=list)


def show_name(path: Path) -> str:
    """Return a file's name as messages show it; nothing in it can upset a terminal."""
    return quote(path.name).strip("“”")


def open_tables(path: Path, answers: Answers) -> list[Table]:
    """Return the tables of a file. Raises `BadInputError` if it holds none, or `RosterError` with a
    question.
    """
    name, raw = show_name(path), _read_bytes(path)
    kind = kind_of(raw)
    if kind in {"ODS", "XLS"}:
        return _read_in_child(path, raw)
    if kind == "XLSX":
        return _read_xlsx(raw, name)
    if kind in TABLES:
        return _read_text(path, raw, answers)
    what = f"{name} holds {kind}; a player list is a CSV, TSV, XLSX, ODS or XLS file."
    raise BadInputError(what, tip="Copy the player list to a spreadsheet, and save that.")


def _read_bytes(path: Path) -> bytes:
    name = show_name(path)
    try:
        if path.is_dir():
            event = (path / "event.json").is_file()
            what = "the folder of a printed event" if event else "a folder"
            raise BadInputError(
                f"{name} is not a file, but {what}.", tip=_NAME_ONE, say=("print",) if event else ()
            )
        if not path.is_file() and path.exists():
            raise BadInputError(f"{name} is not a file.")
        if path.stat().st_size > MAX_BYTES:
            raise BadInputError(
                f"{name} is larger than {MAX_BYTES // 1_000_000} MB, too large for a player list."
            )
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        reason = "there is no such file" if missing else getattr(error, "strerror", None) or error
        tip = (
            f"Check the spelling. The file was looked for in {path.parent.absolute()}."
            if missing
            else ""
        )
        raise BadInputError(f"{name} cannot be read: {reason}.", tip=tip) from error
    if path.name == "event.json":
        raise BadInputError(
            f"{name} is the record of a printed event, not a player list.", say=("print",)
        )
    if not raw.strip():
        raise BadInputError(
            f"{name} is empty.",
            tip="A player list has a row for each player, below a heading “Name”.",
        )
    return raw


def kind_of(raw: bytes) -> str:
    """Return what a file holds: one of `TABLES`, or anything else in words."""
    if raw.startswith(_ZIP):
        try:
            with ZipFile(BytesIO(raw)) as archive:
                parts = {*archive.namelist()}
                if "mimetype" in parts and b"opendocument.text" in archive.read("mimetype"):
                    return "an OpenDocument text"
        except (BadZipFile, KeyError, OSError, ValueError, NotImplementedError, zlib.error):
            return "XLSX"  # which is then found to be damaged
        return next((kind for part, kind in _PARTS.items() if part in parts), "an archive")
    if raw.startswith(_OLE) and "WordDocument".encode("utf-16-le") in raw:
        return "a Word document"
    kind = next((kind for kind, magic in _MAGIC.items() if raw.startswith(magic)), "")
    head = raw[:4000].replace(b"\0", b"").lower()
    return kind or ("HTML" if re.search(rb"<table\b|<!doctype html|<html\b", head) else "text")


def _make_row(number: int, values: Iterable[object]) -> Row:
    """Return a row of trimmed text; text that Excel keeps as text by a formula, ="007", is
    unwrapped.
    """
    cells = []
    for value in islice(values, MAX_COLUMNS):
        text = _text_of(value)
        if not isinstance(text, Odd):
            text = text.strip(_BLANK)
            if text[:1] in {"#", "E"} and _ERROR.fullmatch(text):
                text = Odd(f"the error {text}")
            elif text[:2] == '="' and (wrapped := _FORMULA_TEXT.fullmatch(text)):
                text = wrapped[1].replace('""', '"').strip(_BLANK)
        cells.append(text)
    while cells and not cells[-1]:
        cells.pop()
    return Row(number, cells)


def _text_of(value: object) -> str:
    if isinstance(value, list):
        return Odd(value[0])  # as `workbook_child` writes it
    if isinstance(value, date | time | timedelta):
        return Odd("a date")
    return f"{value:.15g}" if isinstance(value, float) else str("" if value is None else value)


def _make_rows(rows: Iterable[Iterable[object]]) -> list[Row]:
    return _bound([_make_row(number, cells) for number, cells in enumerate(rows, start=1)])


def _bound(rows: list[Row]) -> list[Row]:
    """Return the rows without empty ones at the end. Raises `BadInputError` if there are too
    many.
    """
    while rows and not rows[-1].cells:
        rows.pop()
    if len(rows) > MAX_ROWS:
        raise BadInputError(f"The list has more than {MAX_ROWS:,} rows.", tip="Split it.")
    return rows


# Text


def _read_text(path: Path, raw: bytes, answers: Answers) -> list[Table]:
    """Return a web page's tables, or one table of delimited text."""
    name = show_name(path)
    text, notes = decode(raw, name, answers)
    if re.search(r"<table\b", text[:200_000], re.IGNORECASE):
        return _read_html(text, name, notes)
    if re.match(r"\s*<(?:!doctype html|html)\b", text, re.IGNORECASE):
        raise BadInputError(f"{name} is a web page without a table.", tip="Save the list as CSV.")
    table = _read_delimited(text, path)
    table.notes += notes
    return [table]


def decode(raw: bytes, name: str, answers: Answers) -> tuple[str, list[str]]:
    """Return the text of a file, and a note if its encoding is a guess. Raises `RosterError` with a
    question.
    """
    given = encodings.known_encoding(answers["encoding"]) if answers.get("encoding") else ""
    if given in encodings.SINGLE_BYTE and encodings.is_utf8(raw):
        # It answered for an earlier list: text in such an encoding is hardly ever valid UTF-8
        given = ""
    guess = Guess(given) if given else encodings.tell_encoding(raw, name)
    try:
        text = raw.decode(guess.encoding).removeprefix("\ufeff")
    except UnicodeError as error:
        line = raw.count(b"\n", 0, getattr(error, "start", 0)) + 1
        where = name if "16" in guess.encoding or "32" in guess.encoding else f"{name} line {line}"
        what = f"holds bytes that are not text in {guess.encoding.removesuffix('-sig')}"
        advice = f"{SAVE_AS}, or name its encoding"
        raise RosterError(
            name, [Problem(what, fixes=(Fix("encoding", ""),), where=where, advice=advice)]
        ) from error
    if guess.other:
        question = f"{name} is not in UTF-8. Which line is right?"
        readings = {guess.encoding: text, guess.other: raw.decode(guess.other, "replace")}
        raise RosterError(name, questions=[_ask_for_line("encoding", question, readings)])
    if repaired := encodings.undo_double_encoding(text):
        question = (
            f"{name} seems to have been saved twice in the wrong encoding. Which line is right?"
        )
        if "repair" not in answers:
            raise RosterError(
                name, questions=[_ask_for_line("repair", question, {"yes": repaired, "no": text})]
            )
        text = repaired if answers["repair"] == "yes" else text
    if given or guess.encoding in CERTAIN:
        return text, []
    lines = [quote(line.strip()) for line in text.splitlines() if not line.isascii()]
    return text, [
        f"{name} is not in UTF-8 and was read as {guess.encoding}: {'; '.join(lines[:3])}."
    ]


def _ask_for_line(key: str, question: str, readings: Mapping[str, str]) -> Question:
    """Return the question which reading of a text is right, with the first line that they read
    differently.
    """
    rows = zip(*(text.split("\n") for text in readings.values()), strict=False)
    shown = ([line.strip()[:60] for line in lines] for lines in rows if len({*lines}) > 1)
    lines = next((lines for lines in shown if all(lines)), [""] * len(readings))
    return Question(key, question, tuple(map(Choice, readings, lines)))


def _read_delimited(text: str, path: Path) -> Table:
    lines = StringIO(text, newline="").readlines() or [""]
    named = re.match(r"sep=([,;\t|])\s*$", lines[0], re.IGNORECASE)
    lines = lines[1:] if named else lines
    filled = sum(1 for line in lines if line.strip())
    delimiter = named[1] if named else _find_delimiter(lines[:20])
    name = show_name(path)
    if not delimiter and sum(bool(_FIXED_WIDTH.search(line)) for line in lines) * 2 > filled:
        raise BadInputError(
            f"{name} separates its columns by spaces, as reports do.", tip="Export it as CSV."
        )
    rows: list[list[str]] = []
    reader = csv.reader(lines, delimiter=delimiter or "\0", strict=True, skipinitialspace=True)
    try:
        rows.extend(islice(reader, MAX_ROWS + 1))  # keeps the rows above a fault
    except csv.Error as error:
        if not delimiter:  # each line is a cell, whatever quotation marks it holds
            return Table(path.stem, _make_rows([line] for line in lines))
        advice = "close it where the cell ends; inside a cell write it twice"
        what = "has a quotation mark that does not match"
        raise RosterError(
            name, [Problem(what, where=f"{name} row {len(rows) + 1}", advice=advice)]
        ) from error
    # An unquoted comma makes a row longer than the others
    return Table(path.stem, _make_rows(rows), exact=len({*map(len, rows)}) > 1)


def _find_delimiter(lines: Sequence[str]) -> str:
    """Return what finds the most headings, else what splits most lines into equal counts; "" if
    nothing does.
    """

    def score(delimiter: str) -> tuple[int, int]:
        records = [line.split(delimiter) for line in lines if delimiter in line]
        heads = [[read_heading(cell) for cell in cells] for cells in records]
        known = [
            sum(one.role is not None for one in row)
            for row in heads
            if any(one.is_name for one in row)
        ]
        widths = [len(cells) for cells in records]
        return max(known, default=0), max(map(widths.count, widths), default=0)

    best = max(",;\t|", key=score)
    headings, alike = score(best)
    filled = sum(1 for line in lines if line.strip())
    return best if headings or alike * 2 > filled or alike > 2 else ""


class _TableParser(HTMLParser):
    """Collects the tables of a page: of each cell its pieces of text, and how many columns and rows
    it spans.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.tables: list[list[list[tuple[list[str], int, int]]]] = []
        self._name, self._count = name, 0
        self._open: list[list[list[tuple[list[str], int, int]]]] = []
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
            self._open.append(self.tables[-1])
        elif tag in {"tr", "td", "th"} and self._open:
            if tag == "tr" or not self._open[-1]:
                self._open[-1].append([])
            spans = [dict(attrs).get(key) or "" for key in ("colspan", "rowspan")]
            columns, rows = (
                int(span) if span.isdecimal() and len(span) < 5 else 1 for span in spans
            )
            if tag != "tr":
                self._open[-1][-1].append(([], min(columns, MAX_COLUMNS), min(rows, 500)))
            self._count += columns + rows
            if self._count > MAX_HTML_CELLS:  # a few bytes of HTML can ask for very many
                raise BadInputError(
                    f"{self._name} has too many cells for a player list.",
                    tip="Save the list as CSV.",
                )
        if tag in {"tr", "td", "th", "table"}:  # the end tag of a cell may be left out
            self._cell = self._open[-1][-1][-1][0] if self._open and tag in {"td", "th"} else None
        elif tag in {"br", "p", "div"}:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th", "tr", "table"}:
            self._cell = None
        if tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)


def _spread_cells(rows: list[list[tuple[list[str], int, int]]]) -> Iterator[list[str]]:
    """Yield rows of text; a cell over columns is followed by empty ones, one over rows is
    repeated.
    """
    below: dict[tuple[int, int], str] = {}
    for number, row in enumerate(rows):
        cells: list[str] = []
        for pieces, columns, height in row:
            while (number, len(cells)) in below:
                cells.append(below.pop((number, len(cells))))
            text = " ".join("".join(pieces).split())
            if text:
                below |= {(number + more, len(cells)): text for more in range(1, height)}
            cells += [text, *[""] * (columns - 1)]
        yield cells


def _read_html(text: str, name: str, notes: Sequence[str]) -> list[Table]:
    if len(text) > MAX_HTML_BYTES:
        raise BadInputError(
            f"{name} is larger than {MAX_HTML_BYTES // 1_000_000} MB, too large for a player list."
        )
    # `html.parser` takes quadratic time over comments, declarations and tags that are never closed:
    # they go first
    text = "".join(part.partition("<!--")[0] for part in text.split("-->"))
    text = re.sub(r"<(?=[^<>]*(?:<|\Z))", "&lt;", re.sub(r"<[!?][^<>]*>", "", text))
    parser = _TableParser(name)
    parser.feed(text)
    parser.close()
    notes = [f"{name} is a web page; its table was read.", *notes]
    tables = map(_spread_cells, parser.tables)
    return [
        Table(f"table {at}", _make_rows(rows), notes=[*notes])
        for at, rows in enumerate(tables, start=1)
    ]


# Workbooks


def _read_xlsx(raw: bytes, name: str) -> list[Table]:
    """Return the sheets of an XLSX file; openpyxl streams the rows, and they are counted."""
    from openpyxl import load_workbook  # slow to import, and only needed for workbooks

    tables = []
    try:
        _check_unpacked(raw, name)
        with ZipFile(BytesIO(raw)) as archive:
            book = load_workbook(BytesIO(raw), read_only=True, data_only=True)
            for sheet in book.worksheets:
                xml = archive.read(
                    sheet._worksheet_path
                )  # openpyxl reads no merged cells in read-only mode
                table = Table(
                    sheet.title, _read_sheet(sheet, xml), hidden=sheet.sheet_state != "visible"
                )
                if hidden := [
                    row for row in map(int, _HIDDEN_ROW.findall(xml)) if row <= len(table.rows)
                ]:
                    table.notes.append(f"Hidden rows were read as well: {some_of(hidden, 10)}.")
                tables.append(table)
    except BadInputError:
        raise
    except (
        Exception
    ) as error:  # openpyxl raises whatever a damaged file leads to: key, value, type, XML errors …
        what = f"{name} is damaged, or not an XLSX workbook ({type(error).__name__})."
        raise BadInputError(what, tip="Please save it again, or as CSV.") from error
    return tables


def _check_unpacked(raw: bytes, name: str) -> None:
    with ZipFile(BytesIO(raw)) as archive:
        size = sum(part.file_size for part in archive.infolist())
    if size > MAX_UNPACKED:
        tip = "Copy only the player list to a new file."
        raise BadInputError(
            f"{name} unpacks to {size:,} bytes, too large for a player list.", tip=tip
        )


def _read_sheet(sheet: ReadOnlyWorksheet, xml: bytes) -> list[Row]:
    """Return the rows of a sheet; a formula whose result is not stored is `Odd`, never empty."""
    rows: list[Row] = []
    sheet.reset_dimensions()  # what a file says of its own size is often wrong
    # Rows are as wide as their cells; but a far cell in each of many rows would take long
    width = MAX_COLUMNS if _FAR_CELL.search(xml) else None
    gap = 0
    for cells in sheet.iter_rows(max_row=MAX_ROWS + 1, max_col=width, values_only=True):
        rows.append(_make_row(len(rows) + 1, cells))
        gap = 0 if rows[-1].cells else gap + 1
        if gap > MAX_GAP:
            break

    def write(number: int, column: int, text: str) -> None:
        cells = rows[number - 1].cells
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = text

    for letters, digits in _NO_RESULT.findall(xml):
        column, number = _column_of(letters), int(digits)
        if number <= len(rows) and column < MAX_COLUMNS and not rows[number - 1][column]:
            write(number, column, Odd("a formula without a stored result"))
    _bound(rows)
    for left, top, right, bottom in _MERGED.findall(xml):
        # A cell that spans rows of one column holds for each of them, as a class does next to its
        # pupils
        column, first, last = _column_of(left), int(top), min(int(bottom), len(rows))
        if left == right and first <= last and rows[first - 1][column]:
            for number in range(first + 1, last + 1):
                write(number, column, rows[first - 1][column])
    return rows


def _column_of(letters: bytes) -> int:
    """Return the index of a column by its letters."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number - 1


def _read_in_child(path: Path, raw: bytes) -> list[Table]:
    """Return the sheets of an ODS or XLS file, read by a process with little memory and time.

    The library that reads them can ask for more memory than there is, which would end this process.
    """
    name = show_name(path)
    try:
        locked = "EncryptedPackage".encode("utf-16-le") in raw
        if raw.startswith(_ZIP):
            _check_unpacked(raw, name)
            with ZipFile(BytesIO(raw)) as archive:
                locked = b"encryption-data" in archive.read("META-INF/manifest.xml")
        if locked:
            raise BadInputError(f"{name} is locked with a password.", tip="Save it without one.")
        limits = str(MAX_ROWS + 1), str(MAX_COLUMNS)
        with path.open("rb") as file:
            sheets = read_by_child(
                "wordfleet_print.event.roster.workbook_child", file, *limits, seconds=MAX_SECONDS
            )
    except ChildEndedError as error:
        what = (
            "needs too much memory or time for a list"
            if error.is_limit
            else f"cannot be read: {quote(str(error))}"
        )
        raise BadInputError(f"{name} {what}.", tip="Save it as CSV.") from error
    except (BadZipFile, KeyError, OSError, ValueError, NotImplementedError, zlib.error) as error:
        raise BadInputError(
            f"{name} is damaged.", tip="Please save it again as XLSX or CSV."
        ) from error
    if sheets and "error" in sheets[0]:
        raise BadInputError(
            f"{name} {sheets[0]['error']}.", tip="Please save it again as XLSX or CSV."
        )
    return [Table(one["name"], _make_rows(one["rows"]), hidden=one["hidden"]) for one in sheets]


def choose_table(
    tables: Sequence[Table], answers: Answers, name: str, has_names: Callable[[Table], bool]
) -> Table:
    """Return the one table that holds a list. Raises `RosterError` with a question if several
    do.
    """
    filled = [table for table in tables if table.rows]
    if not filled:
        raise BadInputError(
            f"{name} is empty.",
            tip="A player list has a row for each player, below a heading “Name”.",
        )
    if "sheet" in answers:
        for table in filled:
            if table.name.casefold() == answers["sheet"].casefold():
                return table
        tip = f"It has {', '.join(quote(one.name) for one in filled)}."
        raise BadInputError(
            f"{name} has no sheet {quote(answers['sheet'])}.", tip=tip, field="worksheet"
        )
    visible = [table for table in filled if not table.hidden] or filled
    named = [table for table in visible if has_names(table)] or visible
    if len(named) > 1:
        choices = tuple(
            Choice(one.name, f"{one.name} ({how_many(len(one.rows), 'row')})") for one in named
        )
        raise RosterError(
            name, questions=[Question("sheet", "Which sheet holds the players?", choices)]
        )
    if others := [quote(table.name) for table in visible if table is not named[0]]:
        named[0].notes.append(
            f"Sheet {quote(named[0].name)} was read; not read: {', '.join(others)}."
        )
    return named[0]
