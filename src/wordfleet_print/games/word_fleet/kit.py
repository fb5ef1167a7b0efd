"""What the kit of Word Fleet shows in addition to its facts."""

from __future__ import annotations

from typing import Any

from wordfleet_print.games.word_fleet.model import Edition


def collect_kit_data(edition: Edition, **_wishes: object) -> dict[str, Any]:
    """Return the letters in their rows, the names of columns, and how many mines there are."""
    return {
        "letter_rows": edition.alphabet_rows,
        "columns": edition.grid.column_names,
        "mines": edition.mines,
    }
