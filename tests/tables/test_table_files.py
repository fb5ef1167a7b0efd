"""Files as programs write them: read as what they are, or refused with the place and what to do."""

from __future__ import annotations

import codecs
import json
import re
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl.styles import Font

from support.matrix import mark_matrix
from support.rosters import (
    DOCUMENTS,
    FOLDER,
    archive,
    describe,
    make_workbook,
    names_of,
    ods_of,
    save_workbook,
    xlsx_of,
)
from wordfleet_print.errors import BadInputError
from wordfleet_print.messages import escape_unprintable
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.roster.reader import read_roster
from wordfleet_print.roster.roster import Roster
from wordfleet_print.tables.number_formats import show_number
from wordfleet_print.tables.opening import TableLimits, read_tables

Read = Callable[..., Roster]
PEOPLE = [["Name", "Club"], ["Zoé Lefèvre", "Café"], ["Jürgen Groß", "TSV Köln"]]
NAMES = ["Zoé Lefèvre", "Jürgen Groß"]
TSV = "\r\n".join("\t".join(row) for row in PEOPLE)
PAGE = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in PEOPLE)
LAYOUT = f"<table><tr><td>Summer Cup<table><thead>{PAGE}</thead></table></td></tr></table>"


@pytest.mark.parametrize(
    ("name", "names", "clubs"),
    [
        (
            "good.xlsx",
            ["Zoé Lefèvre", "Łukasz Żółć", "Niamh Ó Súilleabháin", "Jürgen Groß"],
            ["Café", "Śląsk", "Café", ""],
        ),
        (
            "good.ods",
            ["Zoé Lefèvre", "Łukasz Żółć", "Niamh Ó Súilleabháin", "Jürgen Groß"],
            ["Café", "Śląsk", "Café", ""],
        ),
        ("good.csv", ["Zoé Lefèvre", "O'Neill Pat"], ["Café", ""]),
        ("good-windows-1252.csv", ["Zoé Lefèvre", "Benoît Garçon"], ["Café", "Étoile"]),
        ("good-utf-16.txt", ["Jürgen Groß"], ["Bärenklub"]),
        ("good-sep-line.csv", ["Ann"], ["Rovers, the"]),
        ("no-headings.txt", ["Ann Lee", "Ben Ó Sé"], ["", ""]),
        ("old.xls", ["Jürgen Groß", "Łukasz Żółć"], ["TSV Köln", "Śląsk"]),
        ("not-a-spreadsheet.xlsx", ["Ann"], [""]),
        ("unquoted-comma.csv", ["Ann Lee"], [""]),
    ],
)
def test_what_programs_write(name: str, names: list[str], clubs: list[str]) -> None:
    """Workbooks, encodings, delimiters, old formats, plain lists and misnamed files are read."""
    roster = read_roster(FOLDER / name)
    assert (names_of(roster), [player.club for player in roster.players]) == (names, clubs)
    assert [player.number for player in roster.players] == [*range(1, len(names) + 1)]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("unclosed-quote.csv", ["unclosed-quote.csv row 3", "quotation mark"]),
        ("text-after-quote.csv", ["text-after-quote.csv row 2", "quotation mark"]),
        ("duplicate-heading.csv", ["“table” and “Table” could all be the table"]),
        (
            "two-names.csv",
            ["“captain” and “player” could all be", '--column name="captain | player"'],
        ),
        ("no-name-column.csv", ["no row of headings", '--column name="nmae"']),
        ("headings-only.csv", ["no players"]),
        ("blank.csv", ["is empty"]),
        ("empty.csv", ["is empty"]),
        ("duplicate-player.csv", ["“Ann” is in rows 2, 4", "--answer same.ann="]),
        (
            "odd-table.csv",
            ["rows 2, 3, 4: table 1 has 3 players", "row 5: table 2 has only one player"],
        ),
        ("paired-twice.csv", ["row 3: “Ben”", "meets “Ann”"]),
        ("document.xlsx", ["document.xlsx holds a Word document", "Copy the player list"]),
        ("cut-short.xlsx", ["damaged", "save it again"]),
        ("far-cell.xlsx", ["there are no players in it"]),
        ("locked.xlsx", ["locked with a password"]),
        ("locked.ods", ["locked with a password"]),
    ],
)
def test_files_that_are_refused(name: str, parts: list[str]) -> None:
    """Each file is refused or asked about for the fault in its name, with the place."""
    with pytest.raises(BadInputError) as caught:
        read_roster(FOLDER / name)
    output = describe(caught.value)
    assert [part for part in (name, *parts) if part not in output] == [], output


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends(read: Read, delimiter: str, newline: str) -> None:
    """Every delimiter and line end, in every encoding, gives the same players."""
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"):
        rows = (["prénom", "club"], ["François Garçon", "Béziers"], ["Zoë Ibáñez", ""])
        text = newline.join(delimiter.join(row) for row in rows)
        assert names_of(read(text.encode(encoding))) == ["François Garçon", "Zoë Ibáñez"], encoding
    assert names_of(read(codecs.BOM_UTF16_BE + "name\nZoë\n".encode("utf-16-be"))) == ["Zoë"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (TSV.encode("utf-16"), "roster.xls"),
        (TSV.replace("\t", ",").encode(), "roster.ods"),
        (
            f"<html><head><title>Name</title></head><body><table>{PAGE}</table></body></html>".encode(),
            "a.xls",
        ),
        (f'<meta charset="iso-8859-1"><table>{PAGE}</table>'.encode("cp1252"), "roster.xls"),
        (f"<!DOCTYPE html><!-- <table><tr><td>Old</table> -->{LAYOUT}".encode(), "roster.html"),
        (
            f"<table>{PAGE}".replace("</td>", "").replace("</tr>", "").encode("utf-16"),
            "roster.xlsx",
        ),
        (xlsx_of(PEOPLE), "roster.csv"),
        (ods_of(PEOPLE), "roster.xlsx"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_file_is_read_as_what_it_is(read: Read, raw: bytes, name: str) -> None:
    """Text, web pages and workbooks are recognized whatever their names."""
    roster = read(raw, name)
    assert names_of(roster) == NAMES
    assert [player.club for player in roster.players] == ["Café", "TSV Köln"]


@pytest.mark.parametrize(
    ("raw", "name", "output"),
    [
        *((raw, f"roster.{ending}", output) for raw, ending, output in DOCUMENTS),
        (b"\x89PNG\r\n", "roster.xlsx", "a picture"),
        (b'{"players": []}', "people.json", "JSON"),
        (b"BEGIN:VCARD\nFN:Ann", "a.vcf", "an address card"),
        (b"<html><body><p>Ann</p></body></html>", "roster.xls", ""),
        (b"No    Name      Rtg\n1     Ann Lee   1800\n2     Ben Oko   1700\n", "a.txt", "spaces"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_holds_no_table_is_refused(
    refuse: Callable[..., str], raw: bytes, name: str, output: str
) -> None:
    """Documents, pictures, contact cards and reports are refused as what they are."""
    refuse(raw, output, name=name)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder, a missing file, an impossible name and an event file are refused by their name."""
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "event.json").write_text("{}")
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "event.json").write_text("{}")
    for name in ("folder.csv", "none.csv", "a\0b.csv", "event.json", "cup"):
        with pytest.raises(BadInputError) as caught:
            read_roster(tmp_path / name)
        assert caught.value.message.startswith(escape_unprintable(name))


# Cells


def test_a_class_of_merged_cells_is_everybodys(read: Read) -> None:
    """A cell that spans rows holds for each row, in workbooks and on web pages."""
    book = make_workbook(
        P=[["Class", "Name"], ["5A", "Ann"], ["", "Ben"], ["", "Cy"], ["5B", "Dov"], ["", "Eve"]]
    )
    book["P"].merge_cells("A2:A4")
    book["P"].merge_cells("A5:A6")
    page = (
        "<table><tr><th>Class<th>Name<tr><td rowspan=3>5A<td>Ann<tr><td>Ben<tr><td>Cy"
        "<tr><td rowspan=2>5B<td>Dov<tr><td>Eve</table>"
    )
    for roster in (read(save_workbook(book), "a.xlsx"), read(page, "a.html")):
        assert [(one.name, one.club) for one in roster.players] == [
            ("Ann", "5A"),
            ("Ben", "5A"),
            ("Cy", "5A"),
            ("Dov", "5B"),
            ("Eve", "5B"),
        ]


def test_formulas_without_results_are_never_empty(refuse: Callable[..., str], read: Read) -> None:
    """A formula without a result is refused with its row in a column that is read, and ignored in
    others.
    """
    raw = xlsx_of([["Name", "Fee"], ["Ann", "1"], ["=B3", ""], ["Ben", "2"]])
    refuse(raw, "row 3, column “Name”", "a formula without a stored result", name="a.xlsx")
    at_end = xlsx_of([["Name"], ["Ann"], ["Ben"], ["Cy"], ["=A2"]])
    refuse(at_end, "row 5, column “Name”", "a formula without a stored result", name="a.xlsx")
    assert names_of(read(xlsx_of([["Name", "Fee", ""], ["Ann", "1", "=1+1"]]), "a.xlsx")) == ["Ann"]


@pytest.mark.parametrize("error", ["#N/A", "#DIV/0!", "#REF!"])
def test_an_error_is_refused_with_its_place(refuse: Callable[..., str], error: str) -> None:
    """In a column that is read, a formula's error is refused with its place; in other columns it
    does not matter.
    """
    table: list[list[str | int]] = [
        ["Name", "Club", "Fee"],
        ["Ann", "A", error],
        [error, "", ""],
        ["Ben", error, 5],
        ["Cy", "C", 1],
    ]
    texts = "\n".join(",".join(map(str, row)) for row in table)
    for raw, name in (
        (xlsx_of(table), "a.xlsx"),
        (texts.encode(), "a.csv"),
        (ods_of(table), "a.ods"),
    ):
        output = refuse(
            raw, f"row 3, column “Name”: holds the error {error}", "row 4, column “Club”", name=name
        )
        assert "row 2" not in output


def test_hidden_rows_are_read_and_noted(read: Read) -> None:
    """Rows that are hidden by hand are read like all others, and a note says so: XLSX and ODS."""
    book = make_workbook(P=[["Name", "Club"], ["Ann", "A"], ["Ben", "B"]])
    book["P"].row_dimensions[3].hidden = True
    roster = read(save_workbook(book), "a.xlsx")
    assert names_of(roster) == ["Ann", "Ben"]
    assert roster.warnings == ("Hidden rows were read as well: 3.",)
    hidden = (
        '<table:table-row table:visibility="collapse"><table:table-cell '
        'office:value-type="string"><text:p>Ben</text:p></table:table-cell></table:table-row>'
    )
    roster = read(ods_of([["Name"], ["Ann"]], hidden), "a.ods")
    assert names_of(roster) == ["Ann", "Ben"]
    assert roster.warnings == ("Hidden rows were read as well: 3.",)


def test_the_sheet_that_holds_a_list_is_read(read: Read) -> None:
    """Covers and hidden sheets are skipped; two lists are asked about, and an unknown sheet name is
    refused.
    """
    info = [["Summer Cup"], ["Organized by the library"]]
    book = make_workbook(Info=info, Players=PEOPLE, Old=[["Player"], ["Cy"]])
    several = save_workbook(book)
    book["Old"].sheet_state = "hidden"
    raw = save_workbook(book)
    roster = read(raw, "a.xlsx")
    assert (names_of(roster), roster.warnings) == (
        NAMES,
        ("Sheet “Players” was read. Ignored: “Info”.",),
    )
    assert names_of(read(raw, "a.xlsx", {"sheet": "old"})) == ["Cy"]
    with pytest.raises(BadInputError, match="no sheet “Plyers”"):
        read(raw, "a.xlsx", {"sheet": "Plyers"})
    with pytest.raises(RosterError) as caught:
        read(several, "a.xlsx")
    (question,) = caught.value.questions
    assert [(one.value, one.label) for one in question.choices] == [
        ("Players", "Players (3 rows)"),
        ("Old", "Old (2 rows)"),
        ("all", "all of them: each sheet is a class or club"),
    ]


# Bounds


def test_sizes_are_bounded(tmp_path: Path) -> None:
    """Too many bytes, rows, unpacked bytes or cells are refused before they cost much."""
    bomb = archive(
        {"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": bytes(20_000_000)}, ZIP_DEFLATED
    )
    assert len(bomb) < 50_000
    names = [f"Ann {number}" for number in range(200)]
    lines = "\n".join(["name", *names]).encode()
    workbook = xlsx_of([["name"], *([name] for name in names)])
    page = b"<table>" + b"<tr><td colspan=200>x" * 90
    for content, limits, message in (
        (bomb, TableLimits(unpacked_bytes=10_000_000), "unpacks to 20,000,004 bytes"),
        (lines, TableLimits(rows=100), "more than 100 rows"),
        (workbook, TableLimits(rows=100), "more than 100 rows"),
        (workbook, TableLimits(cells=100), "too many cells"),
        (page, TableLimits(cells=1000), "too many cells"),
        (page, TableLimits(html_bytes=100), "too large"),
        (lines, TableLimits(bytes=1_000), "larger than 1,000 bytes"),
    ):
        path = tmp_path / "list"
        path.write_bytes(content)
        with pytest.raises(BadInputError, match=message):
            read_tables(path, limits=limits)


def test_a_workbook_of_very_many_cells_is_refused_by_the_child(tmp_path: Path) -> None:
    """A small file that unpacks to millions of cells costs this process nothing."""
    row = "".join(f'<c r="{letter}1"><v>1</v></c>' for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    book = make_workbook(P=[["Name"], ["Ann"]])
    raw = save_workbook(book)
    parts = dict[str, bytes]()
    with ZipFile(BytesIO(raw)) as packed:
        for name in packed.namelist():
            parts[name] = packed.read(name)
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    rows = f"<row>{row}</row>" * 10_000
    changed = re.sub("<sheetData>.*</sheetData>", f"<sheetData>{rows}</sheetData>", sheet)
    parts["xl/worksheets/sheet1.xml"] = re.sub(r' r="[A-Z]1"', "", changed).encode()
    path = tmp_path / "many.xlsx"
    path.write_bytes(archive(parts, ZIP_DEFLATED))
    assert path.stat().st_size < 1_000_000
    with pytest.raises(BadInputError, match="too many cells"):
        read_tables(path, limits=TableLimits(cells=100_000))


def test_a_struck_or_filtered_row_is_marked(tmp_path: Path) -> None:
    """What a sheet crosses out or filters away is not read as if nothing were there."""
    book = make_workbook(P=[["Name", "Club"], ["Ann", "A"], ["Ben", "B"], ["Cy", "C"]])
    sheet = book["P"]
    for cell in sheet[3]:
        cell.font = Font(strike=True)
    sheet.auto_filter.ref = "A1:B4"
    sheet.auto_filter.add_filter_column(1, ["A", "B"])
    sheet.row_dimensions[4].hidden = True
    path = tmp_path / "marks.xlsx"
    path.write_bytes(save_workbook(book))
    (table,) = read_tables(path)
    assert [row.mark for row in table.rows] == ["", "", "struck out", "filtered out"]


@pytest.mark.parametrize(
    ("number", "number_format", "shown"),
    [
        (0.25, "0%", "25%"),
        (0.125, "0.0%", "12.5%"),
        (2.5, '"$"#,##0.00', "$2.50"),
        (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"),
        (-3, "$#,##0;-$#,##0", "-$3"),
        (7, "000", "007"),
        (3, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (2.5, "# ?/?", None),
        (12345, "0.00E+00", None),
    ],
)
def test_a_number_is_known_as_the_sheet_shows_it(
    number: float, number_format: str, shown: str | None
) -> None:
    """Percents, currencies, leading zeros; a format that is not understood is reported."""
    assert show_number(number, number_format) == shown


@pytest.mark.slow
def test_a_far_cell_costs_nothing(tmp_path: Path) -> None:
    """A cell at the end of the sheet is ignored, and costs little time and memory."""
    cells = ("XFD1", "XFD3", "A1048576", "XFD1048576")
    for cell in cells:
        book = make_workbook(P=[["Name"], *([f"Player {number} of all"] for number in range(300))])
        book["P"][cell] = "x"
        (tmp_path / f"{cell}.xlsx").write_bytes(save_workbook(book))
    program = """
import json, re, sys, time
from pathlib import Path
from wordfleet_print.roster.reader import read_roster
counts = [len(read_roster(Path(name)).players) for name in sys.argv[1:]]
status = Path("/proc/self/status").read_text()
print(json.dumps([counts, int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]), time.process_time()]))
"""
    command = [sys.executable, "-c", program, *(f"{cell}.xlsx" for cell in cells)]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=True)
    counts, kilobytes, seconds = json.loads(result.stdout)
    assert counts == [300] * 4
    assert kilobytes < 150_000
    assert seconds < 20


def test_a_library_that_gives_up_takes_nobody_with_it(refuse: Callable[..., str]) -> None:
    """A workbook that would take all memory ends the child process, not this one."""
    cell = (
        '<table:table-cell table:number-columns-repeated="16000" '
        'office:value-type="string"><text:p>x</text:p>'
    )
    rows = (
        "<table:table-row "
        f'table:number-rows-repeated="1000000">{cell}</table:table-cell></table:table-row>'
    )
    refuse(ods_of([["Name"], ["Ann"]], rows), "roster.ods", name="roster.ods")


UNCLOSED = [
    "<?",
    "<!--",
    "<![CDATA[",
    "</",
    "<a '",
    '<a "',
    "<!",
    "<a b='",
    '<a b="',
    "&#",
    "<script>",
    "<td>",
    "<tr>",
]


@pytest.mark.parametrize("piece", mark_matrix(UNCLOSED, {"<!--", "<a '", "&#", "<td>"}))
def test_pages_of_junk_cost_little(read: Read, piece: str) -> None:
    """Thousands of unclosed elements are read once, in seconds."""
    page = f"<table><tr><td>Name<tr><td>Ann{piece * 8_000}</table>"
    try:
        names = names_of(read(page, "a.html"))
    except BadInputError:
        return
    assert len(names) < 8_001


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("kill -9 $$", "needs too much memory or time"),
        ("echo OSError >&2; exit 1", "cannot be read: “OSError”"),
    ],
)
def test_a_reader_that_dies_blames_no_file(
    script: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what ended the process, and does not call the file damaged."""
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    with pytest.raises(BadInputError, match=message):
        read_roster(FOLDER / "old.xls")
