"""What the kit of Word Fleet shows in addition to its facts."""

from __future__ import annotations

from functools import partial
from typing import Any

from wordfleet_print.games.word_fleet.model import Edition

# Fleets on a page of ship tokens.
FLEETS = 2
MINE = "mine"


def collect_kit_data(edition: Edition, **_wishes: object) -> dict[str, Any]:
    """Return the letters in their rows, the names of columns, how many mines there are, and what
    lists the marks of ship tokens.
    """
    return {
        "letter_rows": edition.alphabet_rows,
        "columns": edition.grid.column_names,
        "mines": edition.mines,
        "list_marks": partial(list_marks, edition),
    }


def list_marks(edition: Edition, count: int) -> list[str]:
    """Return what is drawn on this many squares of marks, for both players.

    There is a mine for each that they lay, and the best result for each letter of the fleets. Of
    the results between it and the last, a miss, there are half as many: many of them become the
    best later. All other squares are misses, the most frequent result.
    """
    best, *others = [mark.draws for mark in edition.marks]
    letters = FLEETS * sum(edition.lengths)
    signs = [MINE] * (FLEETS * edition.mines) + [best] * letters
    for sign in others[:-1]:
        signs += [sign] * (letters // 2)
    misses = count - len(signs)
    return (signs + others[-1:] * misses)[:count]
