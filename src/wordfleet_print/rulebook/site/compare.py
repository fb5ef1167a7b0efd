"""What the editions of Word Fleet have in common and where they differ: a table read from their front matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordfleet_print.game import Edition, Variation
from wordfleet_print.rulebook.text.dealt import codes_dealt
from wordfleet_print.wording import counted

NONE = "–"
OPEN = "left open; the rulebook has a table ruling"
"""What the designer has not said."""
BIDS = {
    "codes": "claim to hold a code, truly or as a bluff; a table ruling says which claim is higher",
    "digits": "claim a highest digit, truly or as a bluff; a higher digit is a higher claim",
}
"""What is claimed in the bidding, by `bids` of the front matter."""


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
    columns = [_facts(edition) for edition in editions]
    return tuple(Comparison(fact, tuple(tuple(column[fact]) for column in columns)) for fact in columns[0])


def edition_names(editions: Sequence[Edition]) -> tuple[str, ...]:
    """What to call each edition at the head of its column: by title too where titles differ."""
    titles = {edition.title for edition in editions}
    return tuple(f"{e.title}, {e.edition}" if len(titles) > 1 else e.edition for e in editions)


def _facts(edition: Edition) -> dict[str, list[str]]:
    """What is compared, in the order a player asks; each value is the lines of a table cell."""
    players, codes, notes = edition.players, edition.launch_codes, edition.tracker.notes
    frequency_lock = codes.first_codes == "frequency-lock"
    return {
        "Players": [counted(players.count, players.one, players.many)],
        "Grid": [f"{edition.grid.columns} × {edition.grid.rows} squares"],
        "Ships and their letters": [f"{ship.ship}: {ship.letters}" for ship in edition.fleet],
        "Letters in a fleet": [str(edition.fleet_letters)],
        "Ships may touch": ["yes" if edition.touching == "allowed" else "no, not even at a corner"],
        "A turn": [f"{act.name}: {act.calls}{_optional(act.optional)}" for act in edition.turn.actions],
        "Asking for a letter": ["each letter once a game" if edition.tracker.letters_once else OPEN],
        "What a hit reveals": [
            f"{mark.result}: {mark.tells}" for mark in edition.marks if mark.tells and mark.draws != "dot"
        ]
        or [NONE],
        "How a ship sinks": list(edition.sinks) or [NONE],
        "Marks": [f"{mark.result}: {mark.legend}" for mark in edition.marks],
        "Launch codes": [f"{counted(codes.count, 'code')} of {counted(codes.digits, 'digit')}"],
        "Codes that our trackers hold": [codes_dealt(codes)],
        "Who opens the bidding": ["a Frequency Lock of the first codes decides" if frequency_lock else OPEN],
        "Who strikes first": [
            *([BIDS[codes.bids]] if codes.bids else []),
            "a claim conceded: whoever made it, with an ordinary turn",
            f"a claim challenged: whoever was right, with {counted(codes.opening_turns, 'opening turn')}",
        ],
        "Lines for announcements": [f"{notes.label}: {counted(notes.lines, 'line')}" if notes else NONE],
        "Variations": [f"{kind.name}{_area(kind)}" for kind in edition.variations] or [NONE],
        "Each player needs": [
            f"{thing.each if thing.each > 1 else 'a'} {thing.item}{_optional(thing.optional)}"
            for thing in edition.equipment
        ],
    }


def _optional(optional: bool) -> str:
    return " (optional)" if optional else ""


def _area(variation: Variation) -> str:
    return f" ({variation.area}\u00a0×\u00a0{variation.area})" if variation.area else ""
