"""An alphabet in rows of boxes, as panels of letters print it (C-20)."""

from __future__ import annotations

import re

# Letters in a row of boxes, and rows, at most: 33 letters, and a corner of 2 by 2 boxes that
# explains the panel.
MOST_IN_ROW = 7
MOST_ROWS = 6
CORNER = 2


def cut_before_vowels(letters: str, vowels: str, width: int) -> tuple[str, ...]:
    """Cut an alphabet before vowels, so that each row is led by one; rows that are short together
    become one row.

    With A, E, I, O, U: ABCD, EFGH, IJKLMN, OPQRST, UVWXYZ. A row between two vowels can be longer
    than `width`.
    """
    parts = re.findall(f".[^{vowels}]*", letters)
    rows = [parts[0]]
    for part in parts[1:]:
        room = width if len(rows) > CORNER else width - CORNER
        if len(rows[-1]) + len(part) <= room:
            rows[-1] += part
        else:
            rows.append(part)
    return tuple(rows)


def has_free_corner(rows: tuple[str, ...]) -> bool:
    """Whether the first rows leave a corner free."""
    longest = max(map(len, rows))
    return max(map(len, rows[:CORNER])) <= longest - CORNER


def cut_into_rows(letters: str, width: int) -> tuple[str, ...]:
    """Cut an alphabet into rows of `width` letters; the first `CORNER` rows are shorter by as many
    letters, which leaves the corner free.
    """
    short_width = width - CORNER
    end_of_short = CORNER * short_width
    short_rows = [
        letters[start : start + short_width] for start in range(0, end_of_short, short_width)
    ]
    rows = [letters[start : start + width] for start in range(end_of_short, len(letters), width)]
    return (*short_rows, *rows)
