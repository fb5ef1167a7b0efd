"""Which columns say who plays: “Status”, “Coming?”, a column of yes and no."""

from __future__ import annotations

from collections.abc import Sequence

from wordfleet_print.roster import cells
from wordfleet_print.roster.cells import Plays
from wordfleet_print.roster.columns import Column
from wordfleet_print.roster.headings import asks_who_plays, list_senses_in
from wordfleet_print.roster.roles import FACT, STATUS


def find_status_columns(columns: Sequence[Column]) -> list[Column]:
    """Return the columns that say who plays: all by which somebody does not, else the first."""
    says = [column for column in columns if _says_who_plays(column)]
    decisive = [column for column in says if Plays.NO in _read_statuses(column)]
    return decisive or says[:1]


def _read_statuses(column: Column) -> set[Plays]:
    return {
        cells.read_status(text, column.heading, is_odd=place in column.odd_rows)
        for place, text in enumerate(column.cells)
    }


def _says_who_plays(column: Column) -> bool:
    """Whether a column says who plays, by its cells or by its heading."""
    if _tells_players_from_others(column):
        return True
    if column.heading_role is not STATUS:
        return False
    texts = set(column.text_cells) - {""}
    if all(map(cells.is_code, texts)) and not column.heading.has_word_of("gone"):
        return False  # “State: NY”, “First join: May 1, 2026”
    if asks_who_plays(column.heading):
        return True
    # Before a meeting nobody is checked in
    return _read_statuses(column) not in ({Plays.YES}, {Plays.NO})


def _tells_players_from_others(column: Column) -> bool:
    """Whether cells say who is a player, and who a teacher or a spectator."""
    if column.heading_role is FACT or column.heading.speaks_of("other"):
        return False
    texts = set(column.filled_cells)
    others = [text for text in texts if "other" in list_senses_in(text)]
    return bool(others) and len(others) < len(texts) < len(column.filled_cells)


def may_say_who_plays(column: Column) -> bool:
    """Return whether a column has yes and no under a heading that is not about anything else."""
    heading = column.heading
    if not heading.words or heading.speaks_of("fact"):
        return False
    invites = not {"will", "can"}.isdisjoint(heading.words)
    if heading.known and not invites:
        return False
    texts = [text for text in column.filled_cells if not any(map(str.isdecimal, text))]
    answers = {cells.read_yes_or_no(text) for text in texts}
    if None in answers:
        return False
    # Either somebody says no, or only those who come have a mark
    has_gaps = len(column.filled_cells) < len(column.cells)
    return False in answers or (answers == {True} and has_gaps)
