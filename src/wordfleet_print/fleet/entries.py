"""Word lists as people have them: in lines or in columns, with headings, numbers, meanings, comments and titles.

What is taken for a word is a run of a line (`word_lines`); whether it can be printed is for `screen` to say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from wordfleet_print.fleet.word_lines import (
    KINDS,
    WRAP,
    Entries,
    WordLine,
    bare,
    is_head,
    is_word,
    plain_head,
    read_line,
)
from wordfleet_print.fleet.words import load_reference
from wordfleet_print.wording import quote

_OTHER_HEADS = frozenset(
    (
        *("definition", "definitions", "meaning", "meanings", "description", "translation", "sentence", "example"),
        *("examples", "example sentence", "part of speech", "pos", "type", "category", "notes", "note", "number", "no"),
        *("nr", "#", "", "week", "unit", "level", "topic", "synonym", "synonyms", "picture", "german", "french"),
        *("spanish", "letters", "length", "date", "id"),
    )
)
_JSON = re.compile(r"\s*\[\s*\"")


def entries_of_text(text: str, lengths: Collection[int]) -> Entries | None:
    """The words of a text, for ships of these lengths; a line that begins with # is none of them."""
    if _JSON.match(text):
        text = text.replace("[", " ").replace("]", " ")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if delimiter := _table_delimiter(lines):
        return entries_of_rows(((number, line.split(delimiter)) for number, line in enumerate(lines, start=1)), lengths)
    reading = WordLine(lengths)
    for number, line in enumerate(lines, start=1):
        read_line(reading, number, line)
    return reading.entries()


def entries_of_rows(rows: Iterable[tuple[int, Sequence[str]]], lengths: Collection[int]) -> Entries | None:
    """The words of a table's column or columns of words; None where no column is one."""
    filled = [(number, [cell.strip() for cell in cells]) for number, cells in rows if any(map(str.strip, cells))]
    at = next((index for index, (_, cells) in enumerate(filled[:10]) if any(map(is_head, cells))), None)
    if at is not None:
        columns = [place for place, cell in enumerate(filled[at][1]) if is_head(cell)]
        named = f"The words were read from the {'column' if len(columns) == 1 else 'columns'} "
        told = [named + ", ".join(quote(filled[at][1][place]) for place in columns) + "."]
    else:
        at, columns = -1, _columns_of_words([cells for _, cells in filled])
        told = [f"The words were read from column {', '.join(str(place + 1) for place in columns)}."] if columns else []
        if columns and not all(is_word(WRAP.sub("", cell)) for cell in _cells(filled[0][1], columns)):
            at = 0
    if not columns:
        return None
    reading = WordLine(lengths)
    reading.titles += [(number, " ".join(filter(None, cells))) for number, cells in filled[: max(at, 0)]]
    for number, cells in filled[at + 1 :]:
        for cell in _cells(cells, columns):
            read_line(reading, number, cell)
    several = max((len(cells) for _, cells in filled), default=0) > 1
    return reading.entries(*(told if several else ()))


def _cells(cells: Sequence[str], columns: Sequence[int]) -> list[str]:
    return [cells[place] for place in columns if place < len(cells) and cells[place]]


def _table_delimiter(lines: Sequence[str]) -> str:
    """What parts the headings of a table, where a text begins with such; else ""."""
    first = next((line for line in lines if line.strip()), "")
    for delimiter in "\t,;|":
        cells = first.split(delimiter)
        known = [is_head(cell) or plain_head(cell) in _OTHER_HEADS for cell in cells]
        if len(cells) > 1 and all(known) and any(map(is_head, cells)):
            return delimiter
    return ""


def _columns_of_words(rows: Sequence[Sequence[str]]) -> list[int]:
    """The columns that are mostly single words, different ones, and in the dictionary; else the first that is so."""
    found: dict[int, float] = {}
    for place in range(max(map(len, rows), default=0)):
        cells = [bare(row[place]) for row in rows if place < len(row) and row[place]]
        words = [cell.upper() for cell in cells if is_word(cell)]
        if (
            words
            and len(words) * 5 >= len(cells) * 3
            and len(set(words)) * 2 >= len(words)
            and not set(map(str.lower, words)) <= KINDS
        ):
            short = [word for word in words if len(word) <= 5]
            found[place] = sum(word in load_reference() for word in short) / len(short) if short else 0.5
    known = [place for place, share in found.items() if share >= 0.7]
    return known or [*found][:1] or ([0] if max(map(len, rows), default=0) == 1 else [])
