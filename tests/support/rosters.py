"""Rosters as the programmes of the world save them."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from wordfleet_print.cli.console import describe_error
from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.event.roster.reader import NO_ANSWERS, read_roster
from wordfleet_print.event.roster.roster import Roster

FOLDER = Path(__file__).parents[1] / "data" / "rosters"
Value = str | int | float | bool
Table = Sequence[Sequence[Value]]
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OPENXML = "http://schemas.openxmlformats.org"
_MAIN = f"{_OPENXML}/spreadsheetml/2006/main"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def archive(files: Mapping[str, str | bytes], compression: int = ZIP_STORED) -> bytes:
    """A zip of these files, without today's date in it."""
    made = BytesIO()
    with ZipFile(made, "w") as packed:
        for name, content in files.items():
            packed.writestr(ZipInfo(name), content, compression)
    return made.getvalue()


def xlsx(*sheets: tuple[str, str], strings: Sequence[str] = (), hidden: Sequence[str] = ()) -> bytes:
    """A workbook of (name, `xlsx_rows`) sheets; `strings` are what cells of type `s` count."""
    numbers = range(1, len(sheets) + 1)
    parts = [f"/xl/worksheets/sheet{number}.xml" for number in numbers]
    content = f"{_OPENXML}/package/2006/content-types"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    relations = f"{_OPENXML}/officeDocument/2006/relationships"
    states = [' state="hidden"' if name in hidden else "" for name, _ in sheets]
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{number}"{state} r:id="rId{number}"/>'
        for number, (name, _), state in zip(numbers, sheets, states, strict=True)
    )
    related = "".join(
        f'<Relationship Id="rId{n}" Type="{relations}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers
    )
    shared = f'<Relationship Id="rId0" Type="{relations}/sharedStrings" Target="sharedStrings.xml"/>'
    overrides = "".join(f'<Override PartName="{part}" ContentType="{kind}.worksheet+xml"/>' for part in parts)
    texts = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in strings)
    package = f"{_OPENXML}/package/2006/relationships"
    return archive(
        {
            "[Content_Types].xml": f'{_HEAD}<Types xmlns="{content}"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>{overrides}'
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}.sharedStrings+xml"/></Types>',
            "_rels/.rels": f'{_HEAD}<Relationships xmlns="{package}"><Relationship Id="rId1" '
            f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{relations}"><sheets>{listed}</sheets>'
            "</workbook>",
            "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{package}">{related}{shared}</Relationships>',
            "xl/sharedStrings.xml": f'{_HEAD}<sst xmlns="{_MAIN}">{texts}</sst>',
            **{part[1:]: rows for part, (_, rows) in zip(parts, sheets, strict=True)},
        }
    )


def xlsx_rows(inner: str, columns: str = "") -> str:
    """A worksheet of these `<row>`s, and `<col>`s."""
    cols = f"<cols>{columns}</cols>" if columns else ""
    return f'{_HEAD}<worksheet xmlns="{_MAIN}">{cols}<sheetData>{inner}</sheetData></worksheet>'


def xlsx_texts(table: Table, first: int = 1) -> str:
    """`<row>`s of texts that stand in their cells; a text that begins with # is an error."""
    rows = []
    for number, row in enumerate(table, start=first):
        filled = [(f"{chr(ord('A') + place)}{number}", str(text)) for place, text in enumerate(row) if text != ""]
        kinds = ["e" if text.startswith("#") else "str" for _, text in filled]
        cells = [f'<c r="{at}" t="{kind}"><v>{text}</v></c>' for (at, text), kind in zip(filled, kinds, strict=True)]
        rows.append(f'<row r="{number}">{"".join(cells)}</row>')
    return "".join(rows)


def xlsx_of(table: Table, name: str = "Players") -> bytes:
    """A workbook of one sheet, its texts shared, as spreadsheets write it."""
    strings: dict[str, int] = {}
    rows = []
    for number, row in enumerate(table, start=1):
        cells = [_xlsx_cell(f"{chr(ord('A') + place)}{number}", value, strings) for place, value in enumerate(row)]
        rows.append(f'<row r="{number}">{"".join(cells)}</row>')
    return xlsx((name, xlsx_rows("".join(rows))), strings=[*strings])


def _xlsx_cell(place: str, value: Value, strings: dict[str, int]) -> str:
    if value == "":
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, str):
        return f'<c r="{place}" t="s"><v>{strings.setdefault(value, len(strings))}</v></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def ods_of(table: Table, *, locked: bool = False, rows: str = "") -> bytes:
    """An OpenDocument sheet; `locked` says that its content is encrypted; `rows` are attributes of every row."""
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    inner = "".join(f"<table:table-row{rows}>{''.join(map(_ods_cell, row))}</table:table-row>" for row in table)
    spaces = " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    lock = '<manifest:encryption-data manifest:checksum="x"/>' if locked else ""
    return archive(
        {
            "mimetype": mimetype,
            "content.xml": f'{_HEAD}<office:document-content {spaces} office:version="1.3"><office:body>'
            f'<office:spreadsheet><table:table table:name="Players">{inner}</table:table></office:spreadsheet>'
            "</office:body></office:document-content>",
            "META-INF/manifest.xml": f'{_HEAD}<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0" '
            f'manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="{mimetype}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">'
            f"{lock}</manifest:file-entry></manifest:manifest>",
        }
    )


def _ods_cell(value: Value) -> str:
    if isinstance(value, str):
        return (
            f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
            if value
            else "<table:table-cell/>"
        )
    return f'<table:table-cell office:value-type="float" office:value="{value}"/>'


def delimited(table: Table, delimiter: str = ",") -> str:
    """A table as text; nothing in it is quoted."""
    return "".join(delimiter.join(map(str, row)) + "\r\n" for row in table)


FOREIGN: Mapping[str, tuple[list[str], list[str]]] = {
    language: (headings.split(";"), " ".join(names.split()).split(", "))
    for language, headings, names in re.findall(
        r"^(\w+): (.*)\n((?:  .*\n)+)",
        (FOLDER.parent / "roster-languages.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
"""Headings and names in the languages of our organisers."""
_FIRST = (
    "Ada Béla Chloé Dörte Eoghan Françoise Gísli Håkon Íris João Kateřina Łucja Mañuela Nóra Øyvind Përparim Quirine "
    "Rūta Søren Þóra"
)
_LAST = "Ahlström Brzęczyszczykiewicz Ó’Cadhain D’Angelo Echeverría Fjeldså Gauß Hrubý Ibáñez-Núñez Jørgensen"
_CLUBS = ("Harbour Juniors", "Café Zoë", "TSV Köln", "Śląsk Library", "St. John’s School")
_SPECIAL = (
    "José",
    unicodedata.normalize("NFD", "José"),
    *("=SUM(Kid)", "CON", "aux", "..Dot", 'O\'Neill, "Ace"'),
    *("D’Arcy-O’Hara", "Ann", "ANN", "Änn"),
    "Maximiliana Konstantina Bartholomea von und zu Wolkenkuckuck",
    *("Sir Archibald Featherstonehaugh-Cholmondeley of Lower Wobbly", "+44 Kid", "@captain", "-1 Kid"),
    *("Ελένη Παππά", "Юлия Щербакова", "<b>Bold</b> & Co.", "Nguyễn Thị Ánh"),
)


def summer_cup() -> list[list[Value]]:
    """Two hundred players of five clubs, with every kind of name that has ever gone wrong, and the headings."""
    first, last = _FIRST.split(), _LAST.split()
    plain = [f"{first[i % 20]} {last[(i // 20 + i) % 10]}" for i in range(180)]
    rows: list[list[Value]] = [["Name", "Club", "Large print", "Left-handed", "Phone"]]
    for index, name in enumerate([*plain[:60], *_SPECIAL, *plain[60:]]):
        club = _CLUBS[index % 5]
        marks: list[Value] = ["yes" if index % 25 == 7 else "", "x" if index % 9 == 4 else ""]
        rows.append([name, club, *marks, 5550000 + index])
    return rows


_FEW: Table = (
    ("Captain", "Club", "Table", "Seat"),
    ("Zoé Lefèvre", "Café", 2, "B"),
    ("Łukasz Żółć", "Śląsk", 1.0, 1),
    ("Niamh Ó Súilleabháin", "Café", 1, 2),
    ("Jürgen Groß", "", 2, "A"),
)
_FAR = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
)
FILES: Mapping[str, bytes] = {
    "summer-cup.xlsx": xlsx_of(summer_cup(), "Summer Cup"),
    "good.xlsx": xlsx_of(_FEW),
    "good.ods": ods_of(_FEW),
    "good.csv": '\ufeffname,club\r\nZoé Lefèvre,Café\r\n"O\'Neill Pat",\r\n'.encode(),
    "good-windows-1252.csv": "Nom;Prénom;Club\r\nLefèvre;Zoé;Café\r\nGarçon;Benoît;Étoile\r\n".encode("cp1252"),
    "good-utf-16.txt": "Spieler\tVerein\r\nJürgen Groß\tBärenklub\r\n".encode("utf-16"),
    "good-sep-line.csv": b"sep=;\r\nplayer;team\r\nAnn;Rovers, the\r\n",
    "no-headings.txt": "Ann Lee\nBen Ó Sé\n".encode(),
    "unclosed-quote.csv": b'name,club\nAnn,Rovers\n"Ben,City\nCy,City\n',
    "text-after-quote.csv": b'name,club\n"Ann" Lee,Rovers\n',
    "duplicate-heading.csv": b"name,table,Table\nAnn,1,2\n",
    "two-names.csv": b"captain,player\nAnn,Ben\n",
    "no-name-column.csv": b"nmae,club\nAnn,Rovers\n",
    "unquoted-comma.csv": b"name\nLee, Ann\n",
    "headings-only.csv": b"name,club\n",
    "blank.csv": b"\n,,\n \n",
    "empty.csv": b"",
    "duplicate-player.csv": b"name,club\nAnn,Rovers\nBen,Rovers\nAnn,Rovers\n",
    "many-faults.csv": "name,table,large print\nAnn,1,maybe\n,2,\n王,x,no\nAn\u202en,3,\nA\0n,1_000,\n".encode(),
    "odd-table.csv": b"name,table\nAnn,1\nBen,1\nCy,1\nDi,2\n",
    "paired-twice.csv": b"name,opponent\nAnn,Ben\nBen,Cy\nCy,\n",
    "not-a-spreadsheet.xlsx": b"name\nAnn\n",
    "spreadsheet.csv": xlsx_of(_FEW),
    "cut-short.xlsx": xlsx_of(_FEW)[:700],
    "far-cell.xlsx": xlsx(("Players", xlsx_rows(_FAR))),
    "locked.xlsx": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage".encode("utf-16-le"),
    "locked.ods": ods_of(_FEW, locked=True),
    "document.xlsx": archive({"word/document.xml": "<x/>"}),
}
"""Every file by its name; `old.xls` beside them was written once, by xlwt 1.3."""
DOCUMENTS = (
    (archive({"word/document.xml": "<x/>"}), "docx", "a Word document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"), "doc", "a Word document"),
    (b"{\\rtf1\\ansi leaf\\par}", "rtf", "rich text (RTF)"),
    (b"{\\rtf1\\ansi leaf\\par}", "txt", "rich text (RTF)"),
    (b"%PDF-1.7", "pdf", "a PDF"),
    (archive({"mimetype": "application/vnd.oasis.opendocument.text"}), "odt", "an OpenDocument text"),
    (archive({"Index/Document.iwa": "x"}), "pages", "a document of Pages or Numbers"),
)
"""Files of other programmes that hold no table: what they are like, how their names end, what they are."""


if __name__ == "__main__" and "--write" in sys.argv:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in FILES.items():
        (FOLDER / name).write_bytes(content)


def read_as(folder: Path, content: str | bytes, name: str = "roster.csv", answers: Answers = NO_ANSWERS) -> Roster:
    """Return the roster of this text or these bytes, in a file of this name."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_roster(path, answers)


def names_of(roster: Roster) -> list[str]:
    """The players' names, in their order."""
    return [player.name for player in roster.players]


def told_of(error: WordfleetError) -> str:
    """All that the command line says of an error."""
    return "\n".join(describe_error(error))
