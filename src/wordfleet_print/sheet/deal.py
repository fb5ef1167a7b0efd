"""Dealing sheets for tonight's table: captains two by two, each pair comparable and with nothing in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Protocol

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.sheet.code import draw_code
from wordfleet_print.sheet.sheet import Sheet, make_sheet

TRIES_PER_OPPONENT = 300
MAX_TABLES_TRIED = 15


def deal(deck: Deck, captains: tuple[str, ...], seed: str, *, placed: bool = False) -> tuple[Sheet, ...]:
    """A sheet for each captain ("" where no name is known), the first two opponents, then the next two, and so on.

    Opponents share no word and no launch code, and their ratings lie within `fairness.opponents_within`; no two
    sheets have the same fleet. Raises `BadInputError` where the deck cannot supply that.
    """
    sheets: list[Sheet] = []
    fleets: set[frozenset[str]] = set()
    at_table = deck.edition.players.count
    for first in range(0, len(captains), at_table):
        seats = len(captains[first : first + at_table])
        table = _deal_table(deck, seats, seed, first // at_table, fleets, placed)
        fleets.update(frozenset(sheet.words) for sheet in table if sheet.words)
        sheets += table
    return seat(sheets, captains, at_table)


def seat(sheets: Sequence[Sheet], captains: tuple[str, ...], at_table: int) -> tuple[Sheet, ...]:
    """The sheets with their captains' names and, where a table has two, their opponents'."""
    seated = []
    for place, (sheet, captain) in enumerate(zip(sheets, captains, strict=True)):
        first = place - place % at_table
        others = [c for i, c in enumerate(captains[first : first + at_table], first) if i != place]
        seated.append(replace(sheet, captain=captain, opponent=others[0] if len(others) == 1 else ""))
    return tuple(seated)


def _deal_table(
    deck: Deck, seats: int, seed: str, table: int, taken: set[frozenset[str]], placed: bool
) -> tuple[Sheet, ...]:
    """The sheets of one table, drawn from the seed and the table's number alone."""
    key = blake2b(f"{table}\0{seed}".encode(), digest_size=32, person=b"table").digest()
    draw = Draw(key, b"sheet codes")
    for _ in range(MAX_TABLES_TRIED):
        sheets: list[Sheet] = []
        for _ in range(TRIES_PER_OPPONENT * seats):
            sheet = make_sheet(deck, draw_code(deck.digest, draw), placed=placed)
            if not _fleet_taken(sheet, taken) and all(are_fair_opponents(sheet, other, deck) for other in sheets):
                sheets.append(sheet)
            if len(sheets) == seats:
                return tuple(sheets)
    raise BadInputError(
        f"“{deck.title}” cannot supply fair opponents for table {table + 1}.",
        tip="Opponents share no word and no launch code, and are about equally hard to find. "
        "Add words, choose a wider tier, or print fewer sheets.",
    )


def _fleet_taken(sheet: Sheet, taken: set[frozenset[str]]) -> bool:
    return sheet.words is not None and frozenset(sheet.words) in taken


class Opponent(Protocol):
    """What must be known of a sheet to compare it with another."""

    @property
    def launch_codes(self) -> tuple[str, ...]:
        """The launch codes in the order of dealing."""

    @property
    def words(self) -> tuple[str, ...] | None:
        """The fleet's words, or None where the captain brings them."""

    @property
    def rating(self) -> int | None:
        """The fleet's rating, or None where there are no words."""


def are_fair_opponents(one: Opponent, other: Opponent, deck: Deck) -> bool:
    """Whether two sheets have comparable ratings and nothing in common: no word, no launch code."""
    return next(unfairness(one, other, deck), None) is None


def unfairness(one: Opponent, other: Opponent, deck: Deck) -> Iterator[str]:
    """All that keeps two sheets from being a fair match, each as the end of a sentence; it gives no secret away."""
    if one.rating is not None and other.rating is not None:
        apart = abs(one.rating - other.rating)
        if apart > deck.edition.fairness.opponents_within:
            yield f"their ratings are {apart} apart"
    if one.words is not None and other.words is not None and not set(one.words).isdisjoint(other.words):
        yield "they share a word"
    if not set(one.launch_codes).isdisjoint(other.launch_codes):
        yield "they share a launch code"
    if deck.edition.launch_codes.first_codes == "frequency-lock" and not lock_decides(one, other):
        yield "their first launch codes do not decide a Frequency Lock"


def lock_decides(one: Opponent, other: Opponent) -> bool:
    """Whether two sheets' first digits differ and their sum has one digit: then a Frequency Lock is neither ambiguous
    nor fully tied (S-10 to S-12; words/WORDS.md, "Launch codes, measured").
    """
    mine, theirs = int(one.launch_codes[0][0]), int(other.launch_codes[0][0])
    return mine != theirs and mine + theirs <= 9
