"""Player lists as programs save them, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import pytest
from openpyxl import Workbook

from wordfleet_print.cli.errors import CommandOptions, describe_error
from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.roster.questions import Answers
from wordfleet_print.roster.reader import NO_ANSWERS, read_roster
from wordfleet_print.roster.roster import Roster

FOLDER = Path(__file__).parents[1] / "data" / "rosters"
Value = str | int | float | bool
Table = Sequence[Sequence[Value]]


def archive(files: Mapping[str, str | bytes], compression: int = ZIP_STORED) -> bytes:
    """Return a ZIP file of these files."""
    target = BytesIO()
    with ZipFile(target, "w") as zip_file:
        for name, content in files.items():
            zip_file.writestr(ZipInfo(name), content, compression)
    return target.getvalue()


def make_workbook(**sheets: Table) -> Workbook:
    """Return a workbook of these sheets; a text that begins with = is a formula, one such as #N/A
    an error.
    """
    book = Workbook()
    book.remove(book.active)
    for name, table in sheets.items():
        sheet = book.create_sheet(name)
        for row in table:
            sheet.append([None if value == "" else value for value in row])
    return book


def save_workbook(book: Workbook) -> bytes:
    """Return the XLSX file of a workbook."""
    made = BytesIO()
    book.save(made)
    return made.getvalue()


def xlsx_of(table: Table) -> bytes:
    """Return an XLSX file of one sheet."""
    return save_workbook(make_workbook(Players=table))


def ods_of(table: Table, more_rows: str = "") -> bytes:
    """Return an OpenDocument file of one sheet; `more_rows` are rows as XML."""
    rows = ""
    for row in table:
        cells = "".join(map(_make_ods_cell, row))
        rows += f"<table:table-row>{cells}</table:table-row>"
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = " ".join(f'xmlns:{name}="{oasis}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="Players">{rows}{more_rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    return archive(
        {"mimetype": mimetype, "content.xml": content, "META-INF/manifest.xml": "<manifest/>"}
    )


def _make_ods_cell(value: Value) -> str:
    """Return a cell of an OpenDocument table as XML."""
    if value == "":
        return "<table:table-cell></table:table-cell>"
    if isinstance(value, str):
        text = f"<text:p>{escape(value)}</text:p>"
        return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{value}"/>'


FOREIGN: Mapping[str, tuple[list[str], list[str]]] = {
    language: (headings.split(";"), " ".join(names.split()).split(", "))
    for language, headings, names in re.findall(
        r"^(\w+): (.*)\n((?:  .*\n)+)",
        (FOLDER.parent / "roster-languages.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
"""Headings and names in the languages of our organizers."""
DOCUMENTS = (
    (archive({"word/document.xml": "<x/>"}), "docx", "a Word document"),
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"),
        "doc",
        "a Word document",
    ),
    (b"{\\rtf1\\ansi leaf\\par}", "rtf", "rich text (RTF)"),
    (b"{\\rtf1\\ansi leaf\\par}", "txt", "rich text (RTF)"),
    (b"%PDF-1.7", "pdf", "a PDF"),
    (
        archive({"mimetype": "application/vnd.oasis.opendocument.text"}),
        "odt",
        "an OpenDocument text",
    ),
    (archive({"Index/Document.iwa": "x"}), "pages", "a document of Pages or Numbers"),
)
"""Files of other programs that hold no table: their first bytes, their extension, and what we call
them.
"""


def read_as(
    folder: Path, content: str | bytes, name: str = "roster.csv", answers: Answers = NO_ANSWERS
) -> Roster:
    """Return the roster of this text or these bytes, in a file of this name."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_roster(path, answers)


def names_of(roster: Roster) -> list[str]:
    """The players' names, in their order."""
    return [player.name for player in roster.players]


def describe(error: WordfleetError) -> str:
    """All that the command line says of an error."""
    return "\n".join(describe_error(error, CommandOptions()))


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Roster]:
    """Read a roster of this text or these bytes, in a file called `name`, by `answers`."""
    return partial(read_as, tmp_path)


@pytest.fixture
def refuse(tmp_path: Path) -> Callable[..., str]:
    """Return a function that reads a list which must be refused or asked about, checks that the
    message has these `parts` and can be shown on a terminal, and returns the message.
    """

    def read_refused(content: str | bytes, *parts: str, name: str = "roster.csv") -> str:
        with pytest.raises(BadInputError) as caught:
            read_as(tmp_path, content, name)
        message = describe(caught.value)
        assert [part for part in parts if part not in message] == [], message
        assert message.replace("\n", "").isprintable()
        return message

    return read_refused
