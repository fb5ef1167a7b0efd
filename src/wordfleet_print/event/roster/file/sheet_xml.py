"""What stands in a spreadsheet's XML and is not told by the library that reads it: what is hidden, errors, far cells.

XLSX and ODS are zipped XML. It is looked through for tags by patterns, not parsed: the cells are read by the library.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from io import BytesIO
from posixpath import join, normpath
from xml.sax.saxutils import unescape
from zipfile import ZIP_DEFLATED, ZipFile

from wordfleet_print.event.roster.rows import MOST_COLUMNS, MOST_ROWS, column_number

_ATTRIBUTE = re.compile(rb'([\w:.-]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\')')
_CELL = re.compile(rb'<((?:\w+:)?)c\s[^<>]*?(?<![\w:])r="([A-Z]{1,4})([0-9]{1,10})"[^<>]*?(?:/>|>.*?</\1c>)', re.DOTALL)
_FAR = re.compile(rb'\sr="(?:[A-Z]{3,4}|I[W-Z]|[J-Z][A-Z])[0-9]|\sr="[A-Z]*[0-9]{7,}"')
_ERROR = re.compile(
    rb'<(?:\w+:)?c\s[^<>]*?r="([A-Z]{1,4})([0-9]{1,10})"[^<>]*?\st="e"[^<>]*>(?:(?!</(?:\w+:)?c>).)*?<(?:\w+:)?v>([^<]*)<',
    re.DOTALL,
)
_HIDDEN_ROW = re.compile(rb'<(?:\w+:)?row\s[^<>]*\shidden="(?:1|true)"[^<>]*>')
_HIDDEN_COLUMNS = re.compile(rb'<(?:\w+:)?col\s[^<>]*\shidden="(?:1|true)"[^<>]*>')
_ODS_TAG = re.compile(rb"<table:table-(row|column)\s[^<>]*>|<table:table-(row)>")
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^<>]*>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\s[^<>]*>")


@dataclass(frozen=True, slots=True)
class Unseen:
    """Of a sheet, with rows and columns counted from 1: which are hidden, the errors by row and column; and the cells
    that were left out, as they are called.
    """

    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()
    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    far: tuple[str, ...] = ()


def look_through(raw: bytes, sheet: str) -> Unseen:
    """What is hidden in a sheet of a zipped workbook, and its errors. Nothing where the sheet is not found."""
    with ZipFile(BytesIO(raw)) as archive:
        if "content.xml" in archive.namelist():
            return _in_ods(archive.read("content.xml"), sheet)
        part = _parts(archive).get(sheet, "")
        xml = archive.read(part) if part in archive.namelist() else b""
    said = _ERROR.findall(xml) if b't="e"' in xml else []
    errors = {
        (int(row), column_number(column)): unescape(text.decode("utf-8", "replace")) for column, row, text in said
    }
    if b"hidden=" not in xml:
        return Unseen(errors=errors)
    rows = frozenset(int(_attributes(tag[0]).get("r", "0")) for tag in _HIDDEN_ROW.finditer(xml))
    return Unseen(rows, frozenset(_hidden_columns(xml)), errors)


def without_far_cells(raw: bytes) -> tuple[bytes, dict[str, tuple[str, ...]]]:
    """An XLSX without cells that are farther out than any list goes, and which hold something, by their sheets.

    They would cost as much as if all cells up to them were filled.
    """
    with ZipFile(BytesIO(raw)) as archive:
        parts = {part: sheet for sheet, part in _parts(archive).items() if part in archive.namelist()}
        cut = {part: archive.read(part) for part in parts}
        cut = {part: xml for part, xml in cut.items() if _FAR.search(xml)}
        if not cut:
            return raw, {}
        far: dict[str, tuple[str, ...]] = {}
        for part, xml in cut.items():
            cut[part], far[parts[part]] = _cut(xml)
        made = BytesIO()
        with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=1) as packed:
            for name in archive.namelist():
                packed.writestr(name, cut.get(name) or archive.read(name))
    return made.getvalue(), far


def _cut(xml: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A sheet without its far cells; and those of them that hold something."""
    held: list[str] = []

    def keep(cell: re.Match[bytes]) -> bytes:
        _, column, row = cell.groups()
        if column_number(column) <= MOST_COLUMNS and int(row) <= MOST_ROWS:
            return cell[0]
        if b"<" in cell[0][1:].removesuffix(b"</c>"):
            held.append((column + row).decode())
        return b""

    return _CELL.sub(keep, xml), tuple(held)


def _parts(archive: ZipFile) -> dict[str, str]:
    """The part of an XLSX that holds each sheet, by the sheet's name."""
    names = archive.namelist()
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= {*names}:
        return {}
    related = {}
    for tag in _RELATION.finditer(archive.read("xl/_rels/workbook.xml.rels")):
        told = _attributes(tag[0])
        related[told.get("Id", "")] = normpath(join("/xl", told.get("Target", ""))).lstrip("/")
    sheets = (_attributes(tag[0]) for tag in _SHEET.finditer(archive.read("xl/workbook.xml")))
    return {told.get("name", ""): related.get(told.get("id", ""), "") for told in sheets}


def _attributes(tag: bytes) -> dict[str, str]:
    """A tag's attributes by their names without prefix."""
    return {
        name.decode("utf-8", "replace").rpartition(":")[2]: unescape(
            (one or other).decode("utf-8", "replace"), _ENTITIES
        )
        for name, one, other in _ATTRIBUTE.findall(tag)
    }


_ENTITIES = {"&quot;": '"', "&apos;": "'"}


def _hidden_columns(xml: bytes) -> set[int]:
    hidden: set[int] = set()
    for tag in _HIDDEN_COLUMNS.finditer(xml):
        told = _attributes(tag[0])
        hidden.update(range(int(told.get("min", "1")), min(int(told.get("max", "0")), MOST_COLUMNS) + 1))
    return hidden


def _in_ods(xml: bytes, sheet: str) -> Unseen:
    """What is hidden in a table of an OpenDocument."""
    tables = (
        table for table in xml.split(b"<table:table ")[1:] if _attributes(table.partition(b">")[0]).get("name") == sheet
    )
    hidden: dict[str, set[int]] = {"row": set(), "column": set()}
    at = dict.fromkeys(hidden, 1)
    for tag in _ODS_TAG.finditer(next(tables, b"")):
        kind, told = (tag[1] or tag[2]).decode(), _attributes(tag[0])
        many = int(told.get(f"number-{kind}s-repeated", "1"))
        if told.get("visibility", "visible") != "visible":
            hidden[kind].update(range(at[kind], min(at[kind] + many, MOST_ROWS)))
        at[kind] += many
    return Unseen(frozenset(hidden["row"]), frozenset(hidden["column"]))
