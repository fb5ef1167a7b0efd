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
_NAMED = re.compile(r'<(\w+)[^>]*?\bid="([^"]+)"[^>]*>')
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<t[hd]\b.*?</t[hd]>", re.DOTALL)
# How many columns a table with one column of values has.
NAMES_AND_VALUES = 2
# What a cell says that has nothing to say.
EMPTY = ("", "–")
_LEAD = re.compile(r"<li>(?:<p>)?<(?:strong|b)>(.*?)</")
_DRAWN = re.compile(r'<(figure) class="(?:table|figure) ([\w-]+)')


class BlockError(Exception):
    """A name that no block of the book has."""


def read_blocks(source: BookSource, drawings: Drawings) -> dict[str, str]:
    """Return all blocks of a book by name, without daggers; those of the quick reference go first.

    A chapter's name is what links call it; a list, a table or a paragraph has the name that
    `{: #name }` gives it, a drawn table or figure its own. Raises `BadInputError` for a text with
    faults.
    """
    text = read_text(source, drawings, in_columns=False)
    blocks: dict[str, str] = {}
    for part in sorted(text.parts, key=lambda part: not part.quick):
        for name, html in list_blocks(part):
            blocks.setdefault(name, html)
    return blocks


def list_blocks(part: Part) -> list[tuple[str, str]]:
    """Return the blocks of a part: chapters with their headings, then what has a name in them."""
    plain = drop_daggers(part.body)
    blocks: list[tuple[str, str]] = []
    for chapter in re.split(r"(?=<h2)", plain):
        if name := _NAMED.match(chapter):
            # Of two headings with the same words, the second is your-turn_1.
            blocks.append((re.sub(r"_\d+$", "", name[2]), chapter.strip()))
    for match in (*_NAMED.finditer(plain), *_DRAWN.finditer(plain)):
        if match[1] != "h2":
            blocks.append((match[2], cut_element(plain, match.start(), match[1])))
    return blocks


def cut_element(html: str, start: int, tag: str) -> str:
    """Return the element that begins at a place, up to its end; a heading goes on to the next."""
    if re.fullmatch(r"h\d", tag):
        end = re.compile(f"<h[1-{tag[1]}]").search(html, start + 1)
        return html[start : end.start() if end else len(html)].strip()
    depth = 0
    for edge in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        depth += -1 if edge[1] else 1
        if not depth:
            return html[start : edge.end()]
    return html[start:]


def drop_daggers(html: str) -> str:
    """Return HTML without marks of rulings: their daggers, and the italics of their paragraphs."""
    html = re.sub(r'<b class="dagger">†</b>\s*', "", html)
    return DAGGER.sub("", re.sub(r'<p class="ruling"', "<p", html))


def drop_marked(html: str, mark: str) -> str:
    """Return HTML without what its book marks by a class, `draft` or `finished`: chapters,
    paragraphs, columns of tables, and rows that have nothing in the columns left.
    """
    marks = re.compile(rf'<(\w+)[^>]*\bclass="[^"]*\b{mark}\b[^>]*>')
    html = re.sub(
        r"<table\b.*?</table>", lambda table: _drop_columns(table[0], marks), html, flags=re.DOTALL
    )
    while marked := marks.search(html):
        block = cut_element(html, marked.start(), marked[1])
        html = html.replace(block, "", 1)
    return html


def _drop_columns(table: str, marks: re.Pattern[str]) -> str:
    rows = _ROW.findall(table)
    if not rows:
        return table
    heads = _CELL.findall(rows[0])
    dropped = {place for place, cell in enumerate(heads) if marks.match(cell)}
    if not dropped:
        return table
    # A single column of values needs no name: the page says which rules it is for.
    is_named = len(heads) - len(dropped) > NAMES_AND_VALUES
    table = table.replace(rows[0], _shorten_head(rows[0], dropped, is_named=is_named), 1)
    for row in rows[1:]:
        table = table.replace(row, _shorten_row(row, dropped), 1)
    return table


def _shorten_head(row: str, dropped: set[int], *, is_named: bool) -> str:
    cells = [cell for place, cell in enumerate(_CELL.findall(row)) if place not in dropped]
    if not is_named:
        cells[1:] = ["<td></td>"]
    return f"<tr>{''.join(cells)}</tr>" if any(map(_read_cell, cells)) else ""


def _shorten_row(row: str, dropped: set[int]) -> str:
    cells = [cell for place, cell in enumerate(_CELL.findall(row)) if place not in dropped]
    has_values = any(_read_cell(cell) not in EMPTY for cell in cells[1:])
    return f"<tr>{''.join(cells)}</tr>" if has_values else ""


def _read_cell(cell: str) -> str:
    return re.sub(r"<[^>]*>", "", cell).strip()


def find_block(blocks: Mapping[str, str], name: str) -> str:
    """Return one block; of `your-turn.list`, the first list in it; of `your-turn.leads`, the bold
    words that its steps begin with.

    Raises `BlockError`.
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
    return cut_element(blocks[whole], match.start(), match[1])


def list_leads(name: str, html: str) -> str:
    """Return a chapter's heading, and the bold words that its steps begin with, numbered in one
    line: where there is no room for the steps, these say in which order they come.

    Raises `BlockError` for a chapter whose steps do not begin so.
    """
    leads = [lead.strip(" :.\u00a0") for lead in _LEAD.findall(html)]
    if not leads:
        raise BlockError(f"no step of “{name}” begins with bold words")
    numbered = (f"<b>{number}</b>&nbsp;{lead}" for number, lead in enumerate(leads, 1))
    line = f'<p class="leads">{" &nbsp;".join(numbered)}</p>'
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
