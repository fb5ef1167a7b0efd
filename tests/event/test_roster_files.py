"""Files that are not what they are called, and what spreadsheets hide: read and told, or refused with the place."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from making.rosters import DOCUMENTS, FILES, archive, names_of, ods_of, read_as, xlsx, xlsx_of, xlsx_rows, xlsx_texts
from wordfleet_print.cli.console import noted
from wordfleet_print.errors import BadInputError

PEOPLE = [["Name", "Club"], ["Zoé Lefèvre", "Café"], ["Jürgen Groß", "TSV Köln"]]
NAMES = ["Zoé Lefèvre", "Jürgen Groß"]
TSV = "\r\n".join("\t".join(row) for row in PEOPLE)
PAGE = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in PEOPLE)
LAYOUT = f"<table><tr><td>Summer Cup<table><thead>{PAGE}</thead></table></td></tr></table>"
XML = (
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook '
    'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'
    '<Worksheet ss:Name="P"><Table>'
    + "".join(
        f'<Row><Cell><Data ss:Type="String">{name}</Data></Cell><Cell ss:Index="3"><Data>{club}</Data></Cell></Row>'
        for name, club in PEOPLE
    )
    + "</Table></Worksheet></Workbook>"
)


_read = partial(read_as, name="roster.xlsx")


@pytest.mark.parametrize(
    ("raw", "name", "told"),
    [
        (TSV.encode("utf-16"), "roster.xls", "is text"),
        (TSV.encode(), "roster.xlsx", "is text"),
        (TSV.replace("\t", ",").encode(), "roster.ods", "is text"),
        (
            f"<html><head><title>Name</title></head><body><table>{PAGE}</table></body></html>".encode(),
            "a.xls",
            "a web page",
        ),
        (f'<meta charset="windows-1252"><table>{PAGE}</table>'.encode(), "roster.xls", "a web page"),
        (f'<meta charset="iso-8859-1"><table>{PAGE}</table>'.encode("cp1252"), "roster.xls", "a web page"),
        (f"<!DOCTYPE html>{LAYOUT}".encode(), "roster.html", ""),
        (f"<table>{PAGE}".replace("</td>", "").replace("</tr>", "").encode("utf-16"), "roster.xlsx", "a web page"),
        (XML.encode(), "roster.xls", "a web page"),
        (xlsx_of(PEOPLE), "roster.csv", "an XLSX spreadsheet"),
        (xlsx_of(PEOPLE), "roster.xls", "an XLSX spreadsheet"),
        (ods_of(PEOPLE), "roster.xlsx", "an ODS spreadsheet"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_file_is_read_as_what_it_is(tmp_path: Path, raw: bytes, name: str, told: str) -> None:
    """Text, web pages and workbooks under each other's names are read as what they are, which is told."""
    roster = read_as(tmp_path, raw, name)
    assert names_of(roster) == NAMES
    assert [player.club for player in roster.players] == ["Café", "TSV Köln"]
    assert [told in warning for warning in roster.warnings] == [True] * bool(told)


@pytest.mark.parametrize(
    ("raw", "name", "told"),
    [
        (archive({"word/document.xml": "<x/>"}), "roster.xlsx", "a Word document"),
        *((raw, f"roster.{ending}", told) for raw, ending, told in DOCUMENTS),
        (b"%PDF-1.7", "roster.csv", "a PDF"),
        (b"\x89PNG\r\n", "roster.xlsx", "a picture"),
        (archive({"Index/Document.iwa": "x"}), "roster.numbers", "Pages or Numbers"),
        (b"<html><body><p>Ann</p></body></html>", "roster.xls", "is empty"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_holds_no_table_is_named(tmp_path: Path, raw: bytes, name: str, told: str) -> None:
    """Documents, pictures and packed files are refused as what they are, with what to do."""
    with pytest.raises(BadInputError, match=re.escape(told)) as caught:
        read_as(tmp_path, raw, name)
    assert caught.value.tip


@pytest.mark.parametrize("error", ["#N/A", "#DIV/0!", "#REF!"])
def test_an_error_is_refused_with_its_place(tmp_path: Path, error: str) -> None:
    """A formula's error in a column that is read is refused with row and column, alone in its row as well."""
    table = [["Name", "Club", "Fee"], ["Ann", "A", error], [error, "", ""], ["Ben", error, 5]]
    places = ("row 3, column “Name”: holds the error", "row 4, column “Club”: holds the error")
    texts = "\n".join(",".join(map(str, row)) for row in table)
    for raw, name in (
        (xlsx(("P", xlsx_rows(xlsx_texts(table)))), "a.xlsx"),
        (texts.encode(), "a.csv"),
        (ods_of(table), "a.ods"),
    ):
        with pytest.raises(BadInputError) as caught:
            read_as(tmp_path, raw, name)
        assert all(f"{name} {place} {error}" in str(caught.value) for place in places)
        assert len(caught.value.complaints) == len(places)


def test_what_is_hidden_is_read_and_told(tmp_path: Path) -> None:
    """Hidden rows and columns count as all others; those that hold something are named."""
    inner = xlsx_texts([["Name", "", "Club"], ["Ann", "", "A"], ["Ben", "", "B"], ["", "", ""]])
    inner = inner.replace('<row r="3">', '<row r="3" spans="1:3" hidden="1">').replace(
        '<row r="4">', '<row r="4" hidden="1">'
    )
    roster = _read(tmp_path, xlsx(("P", xlsx_rows(inner, '<col min="2" max="3" width="9" hidden="1"/>'))))
    assert [(player.name, player.club) for player in roster.players] == [("Ann", "A"), ("Ben", "B")]
    assert [warning.split(": ")[1].split(" hidden")[0] for warning in roster.warnings] == ["row 3 is", "column C is"]
    roster = read_as(tmp_path, ods_of(PEOPLE, rows=' table:visibility="filter"'), "roster.ods")
    assert names_of(roster) == NAMES
    assert "rows 1, 2, 3 are hidden" in roster.warnings[0]


@pytest.mark.parametrize(
    ("name", "row"), [("night.csv", "name%s\nAnn%s\n"), ("night.html", "<table><tr><td>name%s<tr><td>Ann%s</table>")]
)
def test_a_row_without_end_costs_nothing(tmp_path: Path, name: str, row: str) -> None:
    """Of a row with twenty thousand cells those near the list are read; in a CSV what stands farther out is told."""
    between = "<td>" if name.endswith(".html") else ","
    roster = read_as(tmp_path, row % (between * 400 + "x", between * 20_000 + "y"), name)
    far = f"{name}: what stands beyond column 256, far from the list, was left alone."
    assert (names_of(roster), [*roster.warnings]) == (["Ann"], [far] if name.endswith(".csv") else [])


FAR = ("XFD1", "XFD3", "A1048576", "XFD1048576")
READ_ALL = """
import json, resource, sys
from pathlib import Path
from wordfleet_print.event.roster.read_roster import read_roster
rosters = [read_roster(Path(name)) for name in sys.argv[1:]]
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([most, [[len(roster.players), roster.warnings] for roster in rosters]]))
"""


def test_a_far_cell_costs_nothing(tmp_path: Path) -> None:
    """A cell at the end of the sheet, beside thousands of players: read without it, in little time and memory (kB), and
    told.
    """
    for cell in FAR:
        (tmp_path / f"{cell}.xlsx").write_bytes(xlsx(("P", xlsx_rows(_with_far_cell(cell)))))
    names = [f"{cell}.xlsx" for cell in FAR]
    command = [sys.executable, "-c", READ_ALL, *names]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=True)
    most, read = json.loads(ran.stdout)
    assert most < 500_000
    for cell, name, (players, warnings) in zip(FAR, names, read, strict=True):
        assert players == 3000
        assert warnings == [f"{name}: what stands in cell {cell}, far from the list, was left alone."]


def _with_far_cell(cell: str) -> str:
    """The rows of 3,000 players in SpreadsheetML, and a cell that is far from them."""
    people = xlsx_texts([["Name"], *([f"Player {number} of all"] for number in range(3000))])
    row = cell.lstrip("XFDA")
    far = f'<c r="{cell}" t="str"><v>x</v></c>'
    if f'<row r="{row}">' not in people:
        return f'{people}<row r="{row}">{far}</row>'
    start = people.index("</row>", people.index(f'<row r="{row}">'))
    return people[:start] + far + people[start:]


def test_the_sheet_that_holds_the_table_is_read(tmp_path: Path) -> None:
    """A cover and a form are passed over for a table; `--sheet` reads any other, and knows a wrong name."""
    cover = xlsx_rows(xlsx_texts([["Summer Cup"], ["Organised by the library"]]))
    form = xlsx_rows(xlsx_texts([["Name:", "Summer Cup"], ["Date:", "5 May"]]))
    other = [["Player", "Team"], ["Cy", "C"]]
    raw = xlsx(
        *(
            ("Info", cover),
            ("About", form),
            ("Players", xlsx_rows(xlsx_texts(PEOPLE))),
            ("Old", xlsx_rows(xlsx_texts(other))),
        ),
        hidden=["Old"],
    )
    roster = _read(tmp_path, raw)
    assert names_of(roster) == NAMES
    assert tuple(map(noted, roster.warnings)) == (
        "roster.xlsx has several sheets: “Players” was read, “Info”, “About” left alone. --sheet reads another.",
    )
    assert _read(tmp_path, raw, sheet="players").warnings == ()
    roster = _read(tmp_path, raw, sheet="Old")
    assert (names_of(roster), len(roster.warnings)) == (["Cy"], 1)
    with pytest.raises(BadInputError, match="no sheet “Plyers”") as caught:
        _read(tmp_path, raw, sheet="Plyers")
    assert "“Players”" in caught.value.tip
    assert "has no sheets" in read_as(tmp_path, FILES["good.csv"], sheet="Players").warnings[0]


UNCLOSED = (
    *"""<?|<!--|<![CDATA[|</|<a '|<a "|<!|<a b='|<a b="|<a b='<a b="|&|&#|&#x|&#9|<!DOCTYPE |<script>|<style |</style|
<title>|<comment>|<a |<a =|= |<!-->|-->|<div>|<td>|<b>|</b>|<p>|x|<td colspan=999>|<tr ss:Index=99999999>|
<tr>""".replace("\n", "").split("|"),
    "&#" + "9" * 5000,
)
_READ_ALL = """
import resource, sys
from pathlib import Path
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.read_roster import read_roster
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        print(path.stem, len(read_roster(path).players))
    except BadInputError as error:
        print(path.stem, error.complaints[0].what if error.complaints else error.message)
"""


def test_what_is_never_closed_is_read_once(tmp_path: Path) -> None:
    """Markup by the hundred thousand between the rows of a page loses none of them: all are read, or it is refused.

    A child whose processor time ends reads them: whatever is read anew at each sign would take hours.
    """
    row = "<tr><td>{} {}</td></tr>"
    before, after = ("".join(row.format(name, number) for number in range(50)) for name in ("Ann", "Ben"))
    for number, markup in enumerate(UNCLOSED):
        page = f"<table><tr><td>name</td></tr>{before}{markup * (300_000 // len(markup))}{after}</table>"
        (tmp_path / f"{number:02}.html").write_text(page, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", _READ_ALL, tmp_path], capture_output=True, text=True, check=True)
    told = dict(zip(UNCLOSED, (line[3:] for line in done.stdout.splitlines()), strict=True))
    refused = {markup for markup, what in told.items() if what != "100"}
    assert refused == {"<td colspan=999>", "<tr ss:Index=99999999>"}
    assert all("passes over more than 1,000,000" in told[markup] for markup in refused)


def test_however_deep_a_page_nests_no_row_is_lost(tmp_path: Path) -> None:
    """Thousands of rows, each with an element that nobody closed, are all read; more rows than players are refused."""
    for stray in ("<div>", "<b>", "<span><font>", "<table><tr><td></td></tr></table><div>"):
        rows = "".join(f"<tr><td>Player {number}{stray}</td></tr>" for number in range(6000))
        assert len(_read(tmp_path, f"<table><tr><td>name</td></tr>{rows}</table>".encode()).players) == 6000
    with pytest.raises(BadInputError, match="more than 201,000 rows"):
        _read(tmp_path, b"<table>" + b"<tr><td>Ann" * 210_000)
