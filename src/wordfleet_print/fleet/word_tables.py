"""A table of words: its delimiter, its headings, and the columns that are read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from wordfleet_print.fleet.listed_words import (
    KINDS,
    MOST_TOLD,
    Entries,
    bare,
    is_dated,
    is_head,
    is_word,
    plain_head,
    read_lines,
)
from wordfleet_print.fleet.word_lists import load_reference
from wordfleet_print.wording import plural, quote

_TOLD_BESIDE = """definition definitions meaning meanings description translation sentence example examples pos type
category notes note number no nr # week unit level topic group synonym synonyms picture german french spanish letters
length date id bedeutung übersetzung définition signification significado significato erklärung"""
_OTHER_HEADS = frozenset((*_TOLD_BESIDE.split(), "example sentence", "part of speech", ""))
_JSON = re.compile(r"\s*\[\s*\"")


def entries_of_text(text: str, lengths: Collection[int]) -> Entries | None:
    """The words of a text, for ships of these lengths; a line that begins with # is none of them."""
    if _JSON.match(text):
        text = text.replace("[", " ").replace("]", " ")
    lines = [*enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)]
    if delimiter := _table_delimiter([line for _, line in lines if line.strip()]):
        most = 1 if delimiter == ":" else -1
        rows = ((number, line.split(delimiter, most)) for number, line in lines)
        return entries_of_rows(rows, lengths, "line")
    return read_lines(lines, lengths, "line")


def _table_delimiter(lines: Sequence[str]) -> str:
    """What parts the headings of a table, where a text begins with such; else ""."""
    if not lines:
        return ""
    for delimiter in "\t,;|:":
        cells = lines[0].split(delimiter)
        known = [is_head(cell) or plain_head(cell) in _OTHER_HEADS for cell in cells]
        titled = any(is_dated(cell.strip()) for cell in cells)
        if (
            len(cells) > 1
            and all(known)
            and any(map(is_head, cells))
            and not titled
            and (cells[-1] or delimiter != ":")
        ):
            return delimiter
    tabs = [line.strip().count("\t") for line in lines]
    if len(tabs) > 1 and min(tabs) == max(tabs) > 0:
        return "\t"
    pairs = [line.split(",") for line in lines]
    return "," if all(len(pair) == 2 for pair in pairs) and _are_translations(pairs) else ""


def _are_translations(pairs: Sequence[Sequence[str]]) -> bool:
    """Whether the words on the left are in the dictionary, and those on the right are not."""
    known = load_reference()
    left, right = (sum(bare(pair[side]).upper() in known for pair in pairs) for side in (0, 1))
    return len(pairs) >= MOST_TOLD and left * 5 >= len(pairs) * 4 and right * 2 < len(pairs)


def entries_of_rows(
    rows: Iterable[tuple[int, Sequence[str]]], lengths: Collection[int], unit: str = "row"
) -> Entries | None:
    """The words of a table's column or columns of words; None where no column is one."""
    stripped = ((number, [cell.strip() for cell in cells]) for number, cells in rows)
    filled = [(number, cells) for number, cells in stripped if any(cells)]
    at, columns = _heading([cells for _, cells in filled])
    if not columns:
        return None
    several = max(len(cells) for _, cells in filled) > 1
    told = [_read_from(filled[at][1] if at >= 0 else [], columns)] if several else []
    titles = filled[: max(0, at + 1 - several)]
    above = [(number, f"{' '.join(filter(None, cells))}:") for number, cells in titles]
    rest = filled[at + 1 :]
    cells = [(number, cell) for number, cells in rest for cell in _cells(cells, columns)]
    if at < 0 and len(columns) == 2 < len(cells):
        number, (one, other) = filled[0][0], (cell for _, cell in cells[:2])
        what = (
            f"{quote(one)} and {quote(other)} stand side by side: is the second one a word of the list, or a meaning?"
        )
        return Entries((), ((number, f"{what} Write “word” above each column of words"),), tuple(told))
    return read_lines([*above, *cells], lengths, unit, *told)


def _read_from(heading: Sequence[str], columns: Sequence[int]) -> str:
    """From which columns the words were read, by their headings, else by their places."""
    named = [heading[place] if place < len(heading) else "" for place in columns]
    what = plural(len(columns), "column")
    if all(named):
        return f"The words were read from the {what} {', '.join(map(quote, named))}."
    return f"The words were read from {what} {', '.join(str(place + 1) for place in columns)}."


def _heading(rows: Sequence[Sequence[str]]) -> tuple[int, list[int]]:
    """The place of the row of headings, -1 for none, and of the columns that hold words."""
    found: list[tuple[int, list[int]]] = []
    for at, cells in enumerate(rows[:10]):
        columns = [place for place, cell in enumerate(cells) if is_head(cell)]
        above = [row[place] for row in rows[:at] for place in columns if place < len(row) and sum(map(bool, row)) > 1]
        alone = len(cells) == 1 and any(is_word(cell) for row in rows[:at] for cell in row)
        if columns and not any(map(is_word, above)) and not alone:
            found.append((at, columns))
    if found:  # a title has a row for itself
        return next((one for one in found if sum(map(bool, rows[one[0]])) > 1), found[0])
    columns = _columns_of_words(rows)
    first = _cells(rows[0], columns) if rows else []
    headed = (first and all(map(is_dated, first))) or _above_numbers(rows)
    return (0 if headed else -1), columns


def _above_numbers(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has a word where all others have a number."""
    columns = [[row[place] for row in rows if place < len(row)] for place in range(max(map(len, rows), default=0))]
    return any(len(cells) > 1 and is_word(cells[0]) and all(cell.isdigit() for cell in cells[1:]) for cells in columns)


def _cells(cells: Sequence[str], columns: Sequence[int]) -> list[str]:
    return [cells[place] for place in columns if place < len(cells) and cells[place]]


def _columns_of_words(rows: Sequence[Sequence[str]]) -> list[int]:
    """The columns that are mostly single words, different ones, and in the dictionary; else the
    first that is so.
    """
    found: dict[int, float] = {}
    for place in range(max(map(len, rows), default=0)):
        cells = [bare(row[place]) for row in rows[1:] or rows if place < len(row) and row[place]]
        if any(is_dated(row[place]) for row in rows[1:] if place < len(row)):
            continue
        words = [cell.upper() for cell in cells if is_word(cell)]
        mostly = words and len(words) * 5 >= len(cells) * 3 and len(set(words)) * 2 >= len(words)
        if mostly and not set(map(str.lower, words)) <= KINDS:
            short = [word for word in words if len(word) <= 5]
            found[place] = sum(word in load_reference() for word in short) / len(short) if short else 0.5
    known = [place for place, share in found.items() if share >= 0.7]
    return known or [*found][:1] or ([0] if max(map(len, rows), default=0) == 1 else [])
