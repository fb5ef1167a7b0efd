"""The tables of a web page, parsed as browsers do (WHATWG HTML, section 13.2)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import tinyhtml5

from wordfleet_print.tables.rows import COLUMNS_READ, TooManyCellsError

_HTML = "{http://www.w3.org/1999/xhtml}"
_BLOCKS = {f"{_HTML}{tag}" for tag in ("br", "p", "div", "li")}
# Rows that one cell may span.
_TALLEST = 500


def read_html(text: str, most_cells: int) -> Iterator[list[list[str]]]:
    """Yield the rows of each table of a page.

    Call it in a child process: some pages take seconds, or much memory. Raises
    `TooManyCellsError`.
    """
    page = tinyhtml5.parse(text)
    for table in page.iter(f"{_HTML}table"):
        yield list(_spread_cells(table, most_cells))


def _spread_cells(table: Element, most_cells: int) -> Iterator[list[str]]:
    """Yield the rows of a table as texts: as many as the columns that the cells cover.

    A cell over columns is followed by empty ones, one over rows is repeated in each.
    """
    # Texts of cells that reach into later rows, by row and column
    from_above: dict[tuple[int, int], str] = {}
    count = 0
    for number, row in enumerate(_find_rows(table)):
        cells: list[str] = []
        for cell in row:
            while (number, len(cells)) in from_above:
                cells.append(from_above.pop((number, len(cells))))
            width = _read_span(cell, "colspan", COLUMNS_READ)
            height = _read_span(cell, "rowspan", _TALLEST)
            count += width + height
            if count > most_cells:  # a few bytes of HTML can ask for very many
                raise TooManyCellsError
            text = " ".join("".join(_find_texts(cell)).split())
            if text:
                for rows_below in range(1, height):
                    from_above[number + rows_below, len(cells)] = text
            cells.append(text)
            cells.extend([""] * (width - 1))
        yield cells


def _find_rows(table: Element) -> Iterator[list[Element]]:
    """Yield the cells of each row of a table; those of tables inside it are not its own."""
    for part in table:
        rows = [part] if part.tag == f"{_HTML}tr" else part.findall(f"{_HTML}tr")
        for row in rows:
            yield [cell for cell in row if cell.tag in (f"{_HTML}td", f"{_HTML}th")]


def _read_span(cell: Element, name: str, most: int) -> int:
    text = cell.get(name, "")
    if not text.isdecimal() or len(text) > 4:
        return 1
    return max(1, min(int(text), most))


def _find_texts(cell: Element) -> Iterator[str]:
    """Yield the pieces of text in a cell, but for those of tables inside it."""
    waiting: list[Element | str] = [cell]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        if item.tag == f"{_HTML}table" or not isinstance(item.tag, str):
            continue
        if item.tag in _BLOCKS:
            yield " "
        inside: list[Element | str] = [item.text or ""]
        for part in item:
            inside.append(part)
            inside.append(part.tail or "")
        waiting.extend(reversed(inside))
