"""Blocks of a book by name: chapters, and single lists, tables and paragraphs, as HTML.

Cards and other pages of a kit are set from them, so that a rule is written once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from wordfleet_print.messages import did_you_mean
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.markdown import Part, read_text

# Rulings are marked in books alone: on the table they are rules like any other.
DAGGER = re.compile(r"(?:&nbsp;|\s)?†")
# The start of an element with an id: its tag, and the id.
_NAMED = re.compile(r'<(\w+)[^>]*?\bid="([^"]+)"[^>]*>')
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<t[hd]\b.*?</t[hd]>", re.DOTALL)
# How many columns a table with one column of values has.
NAMES_AND_VALUES = 2
# What a cell says that has nothing to say.
EMPTY = ("", "–")
# The bold words at the start of an item.
_LEAD = re.compile(r"<li>(?:<p>)?<(?:strong|b)>(.*?)</")
# The start of a drawn table or figure: its tag, and its name.
_DRAWN = re.compile(r'<(figure) class="(?:table|figure) ([\w-]+)')


class BlockError(Exception):
    """A name that no block of the book has."""


def read_blocks(source: BookSource, drawings: Drawings) -> dict[str, str]:
    """Return the HTML of all blocks of a book by name; those of the quick reference go first.

    A chapter's name is what links call it. A list, a table or a paragraph has the name that
    `{: #name }` gives it, a drawn table or figure its own. The † of rulings are left out. Raises
    `BadInputError` for a text with faults.
    """
    text = read_text(source, drawings, in_columns=False)
    blocks: dict[str, str] = {}
    for part in sorted(text.parts, key=lambda part: not part.quick):
        for name, html in list_blocks(part):
            blocks.setdefault(name, html)
    return blocks


def list_blocks(part: Part) -> list[tuple[str, str]]:
    """Return name and HTML of each block of a part: chapters, then what has a name in them."""
    html = drop_daggers(part.body)
    blocks: list[tuple[str, str]] = []
    for chapter in re.split(r"(?=<h2)", html):
        if heading := _NAMED.match(chapter):
            # Of two headings with the same words, the second is called your-turn_1.
            name = re.sub(r"_\d+$", "", heading[2])
            blocks.append((name, chapter.strip()))
    for match in (*_NAMED.finditer(html), *_DRAWN.finditer(html)):
        tag, name = match.groups()
        if tag != "h2":
            blocks.append((name, cut_element(html, match.start(), tag)))
    return blocks


def cut_element(html: str, start: int, tag: str) -> str:
    """Return the element with a tag that begins at a place of the HTML, up to its end tag.

    A heading is returned with all below it, up to the next heading of its level or a higher one.
    """
    if re.fullmatch(r"h\d", tag):
        end = re.compile(f"<h[1-{tag[1]}]").search(html, start + 1)
        return html[start : end.start() if end else len(html)].strip()
    open_elements = 0
    for edge in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        is_end = bool(edge[1])
        open_elements += -1 if is_end else 1
        if not open_elements:
            return html[start : edge.end()]
    return html[start:]


def drop_daggers(html: str) -> str:
    """Return HTML without marks of rulings: their †, and the class of their paragraphs."""
    html = re.sub(r'<b class="dagger">†</b>\s*', "", html)
    return DAGGER.sub("", re.sub(r'<p class="ruling"', "<p", html))


def drop_marked(html: str, mark: str) -> str:
    """Return HTML without all elements that have a class, "draft" or "finished".

    These are chapters, paragraphs and columns of tables; rows that have nothing in the columns left
    go, too.
    """
    marks = re.compile(rf'<(\w+)[^>]*\bclass="[^"]*\b{mark}\b[^>]*>')
    html = re.sub(
        r"<table\b.*?</table>", lambda table: _drop_columns(table[0], marks), html, flags=re.DOTALL
    )
    while match := marks.search(html):
        block = cut_element(html, match.start(), tag=match[1])
        html = html.replace(block, "", 1)
    return html


def _drop_columns(table: str, marks: re.Pattern[str]) -> str:
    """Return the HTML of a table without the columns whose heads match `marks`."""
    rows = _ROW.findall(table)
    if not rows:
        return table
    heads = _CELL.findall(rows[0])
    dropped_columns = {place for place, cell in enumerate(heads) if marks.match(cell)}
    if not dropped_columns:
        return table
    # A single column of values needs no name: the page says which rules it is for.
    has_names = len(heads) - len(dropped_columns) > NAMES_AND_VALUES
    head_row = _shorten_head(rows[0], dropped_columns, has_names=has_names)
    table = table.replace(rows[0], head_row, 1)
    for row in rows[1:]:
        table = table.replace(row, _shorten_row(row, dropped_columns), 1)
    return table


def _shorten_head(row: str, dropped_columns: set[int], *, has_names: bool) -> str:
    """Return the head's row without some columns; their values have no names if not `has_names`."""
    cells = [cell for place, cell in enumerate(_CELL.findall(row)) if place not in dropped_columns]
    if not has_names:
        cells[1:] = ["<td></td>"]
    return f"<tr>{''.join(cells)}</tr>" if any(map(_read_cell, cells)) else ""


def _shorten_row(row: str, dropped_columns: set[int]) -> str:
    """Return a row without some columns; "" if no values are left in it."""
    cells = [cell for place, cell in enumerate(_CELL.findall(row)) if place not in dropped_columns]
    has_values = any(_read_cell(cell) not in EMPTY for cell in cells[1:])
    return f"<tr>{''.join(cells)}</tr>" if has_values else ""


def _read_cell(cell: str) -> str:
    return re.sub(r"<[^>]*>", "", cell).strip()


def find_block(blocks: Mapping[str, str], name: str) -> str:
    """Return the HTML of a block, or of a part of it.

    `your-turn` is a whole chapter, `your-turn.list` its first list, `your-turn.table` its first
    table, `your-turn.leads` the bold words that its steps begin with. Raises `BlockError`.
    """
    whole, _, kind = name.partition(".")
    if whole not in blocks:
        near = did_you_mean(whole, blocks) or "name a chapter, or give a paragraph {: #name }"
        raise BlockError(f"there is no block “{whole}” in the text; {near}")
    if not kind:
        return blocks[whole]
    if kind == "leads":
        return list_leads(whole, blocks[whole])
    tags = "ul|ol" if kind == "list" else "table"
    match = re.search(rf"<({tags})\b", blocks[whole])
    if not match:
        raise BlockError(f"there is no {kind} in “{whole}”")
    return cut_element(blocks[whole], match.start(), tag=match[1])


def list_leads(name: str, html: str) -> str:
    """Return a chapter's heading and one line: “1 Move  2 Shoot”, the bold words of its steps.

    They say in which order the steps come, where there is no room for the steps. Raises
    `BlockError` for a chapter whose steps do not begin with bold words.
    """
    leads = [lead.strip(" :.\u00a0") for lead in _LEAD.findall(html)]
    if not leads:
        raise BlockError(f"no step of “{name}” begins with bold words")
    steps = (f"<b>{number}</b>&nbsp;{lead}" for number, lead in enumerate(leads, 1))
    line = f'<p class="leads">{" &nbsp;".join(steps)}</p>'
    heading = re.match(r"<h2\b.*?</h2>", html, re.DOTALL)
    return f"{heading[0]}\n{line}" if heading else line


def find_blocks(blocks: Mapping[str, str], names: Sequence[str]) -> str:
    """Return blocks one after the other, as they are set on a card.

    Raises `BlockError` for an unknown name.
    """
    html = "\n".join(find_block(blocks, name) for name in names)
    # On the table nothing can be followed, and one name may be printed many times.
    html = re.sub(r"</?a\b[^>]*>", "", html)
    return re.sub(r'(<(?:h\d|p|[uo]l|li|table|figure|blockquote)\b[^>]*?) id="[^"]*"', r"\1", html)
