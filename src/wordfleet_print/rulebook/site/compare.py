"""What the editions of Word Fleet have in common and where they differ: a table read from their front matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from wordfleet_print.game import Edition
from wordfleet_print.rulebook.text.dealt import codes_dealt
from wordfleet_print.wording import counted

NONE = "–"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One fact of each edition, in the editions' order; a fact may be a list of lines."""

    fact: str
    values: tuple[tuple[str, ...], ...]

    @property
    def differs(self) -> bool:
        """Whether the editions disagree on it."""
        return len(set(self.values)) > 1


def compare(editions: Sequence[Edition]) -> tuple[Comparison, ...]:
    """Every fact of these editions that a player chooses by, one row each.

    Raises nothing. Source: the editions' front matter alone; a field that changes there changes here.
    """
    return tuple(Comparison(fact, tuple(tuple(told(edition)) for edition in editions)) for fact, told in FACTS)


def edition_names(editions: Sequence[Edition]) -> tuple[str, ...]:
    """What to call each edition at the head of its column: by title too where titles differ."""
    titles = {edition.title for edition in editions}
    return tuple(f"{e.title}, {e.edition}" if len(titles) > 1 else e.edition for e in editions)


def _players(edition: Edition) -> list[str]:
    return [counted(edition.players.count, edition.players.one, edition.players.many)]


def _grid(edition: Edition) -> list[str]:
    return [f"{edition.grid.columns} × {edition.grid.rows} squares"]


def _fleet(edition: Edition) -> list[str]:
    return [f"{ship.ship}: {ship.letters}" for ship in edition.fleet]


def _letters(edition: Edition) -> list[str]:
    return [str(edition.fleet_letters)]


def _touching(edition: Edition) -> list[str]:
    return ["yes" if edition.touching == "allowed" else "no, not even at a corner"]


def _turn(edition: Edition) -> list[str]:
    return [
        f"{action.name}: {action.calls}{' (optional)' if action.optional else ''}" for action in edition.turn.actions
    ]


def _marks(edition: Edition) -> list[str]:
    return [f"{mark.result}: {mark.legend}" for mark in edition.marks]


def _letters_once(edition: Edition) -> list[str]:
    return ["each letter once" if edition.tracker.letters_once else "no limit"]


def _codes(edition: Edition) -> list[str]:
    codes = edition.launch_codes
    return [f"{counted(codes.count, 'code')} of {counted(codes.digits, 'digit')}"]


def _kinds(edition: Edition) -> list[str]:
    return [codes_dealt(edition.launch_codes)]


def _opening(edition: Edition) -> list[str]:
    codes = edition.launch_codes
    first = "first codes dealt for a Frequency Lock" if codes.first_codes == "frequency-lock" else "any first codes"
    return [first, f"the winner opens with {counted(codes.opening_turns, 'turn')}"]


def _notes(edition: Edition) -> list[str]:
    notes = edition.tracker.notes
    return [f"{notes.label}: {counted(notes.lines, 'line')}"] if notes else [NONE]


def _variations(edition: Edition) -> list[str]:
    return [
        variation.name + (f" ({variation.area}\u00a0×\u00a0{variation.area})" if variation.area else "")
        for variation in edition.variations
    ] or [NONE]


def _equipment(edition: Edition) -> list[str]:
    return [
        f"{thing.each if thing.each > 1 else 'a'} {thing.item}{' (optional)' if thing.optional else ''}"
        for thing in edition.equipment
    ]


FACTS: tuple[tuple[str, Callable[[Edition], list[str]]], ...] = (
    ("Players", _players),
    ("Grid", _grid),
    ("Ships and their letters", _fleet),
    ("Letters in a fleet", _letters),
    ("Ships may touch", _touching),
    ("A turn", _turn),
    ("Asking for a letter", _letters_once),
    ("Marks", _marks),
    ("Launch codes", _codes),
    ("Kinds of codes dealt", _kinds),
    ("Who strikes first", _opening),
    ("Lines for announcements", _notes),
    ("Variations", _variations),
    ("Each player needs", _equipment),
)
"""What is compared, in the order a player asks; each value is the lines of a table cell."""


def by_difference(rows: Sequence[Comparison]) -> tuple[tuple[Comparison, ...], tuple[Comparison, ...]]:
    """The rows that differ, and those that are the same in every edition. Raises nothing."""
    ordered = sorted(rows, key=lambda row: not row.differs)
    groups = {differs: tuple(group) for differs, group in groupby(ordered, key=lambda row: row.differs)}
    return groups.get(True, ()), groups.get(False, ())
