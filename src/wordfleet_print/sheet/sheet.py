"""A sheet as frozen data, how a code becomes one, and how tonight's table is dealt fairly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import chain, combinations, product
from math import comb, prod
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.fleets import Placement, any_clash, count_letters, place_fleet, rate, rating_label
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import ANY_RATING
from wordfleet_print.sheet.sheet_code import SheetCode, draw_code
from wordfleet_print.wording import shorten


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that is printed on one sheet and on no other.

    `words`, `manifest` and `rating` are None on a blank sheet (captains bring their own words, C-37); `placements`
    (where each ship lies) is None unless the fleet is printed on the grid. `words_from` names the deck.
    Captain, opponent, table, round and serial are what is known; an empty one prints as a line to write on.
    """

    code: str
    fleet_name: str
    launch_codes: tuple[str, ...]
    words_from: str
    words: tuple[str, ...] | None = None
    manifest: dict[str, int] | None = None
    rating: int | None = None
    rating_label: str | None = None
    placements: tuple[Placement, ...] | None = None
    captain: str = ""
    opponent: str = ""
    table: str = ""
    round: str = ""
    serial: str = ""

    def to_json(self) -> dict[str, Any]:
        """The sheet as JSON-able data, secrets and all."""
        return asdict(self)

    def to_public_json(self) -> dict[str, Any]:
        """The sheet without anything that its opponent must not know; the code is left in, to reprint by."""
        secret = {"words", "manifest", "placements", "launch_codes"}
        return {name: value for name, value in self.to_json().items() if name not in secret}


class Seat(NamedTuple):
    """What is known of a sheet's place in an event; what is not known is empty."""

    captain: str = ""
    opponent: str = ""
    table: str = ""
    round: str = ""
    serial: str = ""


NOBODYS = Seat()
"""The seat of a sheet that nobody has yet."""


def make_sheet(deck: Deck, code: SheetCode, *, placed: bool = False, seat: Seat = NOBODYS) -> Sheet:
    """The one sheet that a code of this deck stands for; each part is drawn for its own purpose.

    `seat` is printed on it and draws nothing.
    Raises `BadInputError` where the deck's words or grid cannot make a fleet.
    """
    edition, key = deck.edition, code.key
    text = str(code)
    name = deck.names.draw(KeyedRandom(key, b"fleet name"))
    codes = deck.code_dealer.deal(key)
    if deck.words is None:
        return Sheet(text, name, codes, deck.title, None, None, None, None, None, *seat)
    words, rating = deck.draw_fleet(key)
    return Sheet(
        text,
        name,
        codes,
        words_from(deck, words),
        words,
        count_letters(words),
        rating,
        rating_label(rating, edition.fairness),
        place_fleet(edition, KeyedRandom(key, b"placement")) if placed else None,
        *seat,
    )


LONGEST_SOURCE = 40
"""Characters that fit beside the fleet on nearly every sheet."""
_LISTED = " from the general list"


def words_from(deck: Deck, words: Sequence[str] = ()) -> str:
    """The deck's title, and which ships have words of a tier: “Animals; PT from the general list”.
    Where a tier tops one's own words up, that is for each sheet, with these `words`, to say; there
    the title gives way.
    """
    if not deck.topped_up:
        ships = [ship.ship for ship in deck.edition.fleet if ship.letters in deck.borrowed]
        return f"{deck.title}; {' & '.join(ships)}{_LISTED}" if ships else deck.title
    pairs = zip(deck.edition.fleet, words, strict=True)
    added = " & ".join(ship.ship for ship, word in pairs if word not in deck.own)
    if added and len(deck.title) + len(added) + len(_LISTED) < LONGEST_SOURCE:
        return f"{deck.title}; {added}{_LISTED}"
    rest = f"; {added} added" if added else ""
    return f"{shorten(deck.title, max(LONGEST_SOURCE - len(rest), LONGEST_SOURCE // 3))}{rest}"


def source_letters(deck: Deck) -> str:
    """All characters that `words_from` may take for a sheet of the deck."""
    if not deck.topped_up:
        return words_from(deck)
    return f"{deck.title}…; {' & '.join(ship.ship for ship in deck.edition.fleet)}{_LISTED} added"


TRIES_PER_OPPONENT = 300
MAX_TABLES_TRIED = 15
MOST_SEARCHED, MOST_KEPT, MOST_ALIKE = 20_000, 1_200, 4
"""Where those tries find no opponents: how many more sheets are looked at, how many of them are compared with each
other, and how many of these may have the same fleet, with other launch codes.
"""
MOST_FLEETS = 1_200
"""Fleets that a list may make for its fair pairs to be counted; of more fleets there are fair pairs in plenty."""


_NO_OTHERS: Mapping[int, Deck] = MappingProxyType({})


def deal(
    deck: Deck,
    captains: tuple[str, ...],
    seed: str,
    *,
    placed: bool = False,
    remedy: str = "Add words",
    others: Mapping[int, Deck] = _NO_OTHERS,
) -> tuple[Sheet, ...]:
    """A sheet for each captain ("" where no name is known), the first two opponents, then the next two, and so on.

    Opponents share no word and no launch code, and their ratings lie within `fairness.opponents_within`; no two
    sheets have the same fleet. `others` are decks of the same edition for some of the captains, by place from 0. Raises
    `BadInputError` where the decks cannot supply that; `remedy` says what would help.
    """
    sheets: list[Sheet] = []
    fleets: set[frozenset[str]] = set()
    at_table = deck.edition.players.count
    for first in range(0, len(captains), at_table):
        seats = len(captains[first : first + at_table])
        decks = [others.get(place, deck) for place in range(first, first + at_table)]
        drawn = partial(_Candidates, decks, seed, first // at_table, fleets, placed=placed)
        table = _full_table(drawn)[:seats]
        if not table and seats < at_table:
            table = _deal_table(drawn(), seats)  # words for nobody else: then there is no fairness to keep
        if not table:
            raise _no_opponents(deck, first // at_table, remedy)
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


class _Candidates:
    """The sheets that may be dealt at a table, each seat's from its deck, drawn from the seed and the table's number.

    `profiles` are the places in the edition's `deal` of the launch codes that each seat is to have.
    """

    def __init__(
        self, decks: Sequence[Deck], seed: str, table: int, taken: set[frozenset[str]], *, placed: bool
    ) -> None:
        self.decks, self._taken, self._placed = decks, taken, placed
        deck = self.deck = decks[0]
        key = blake2b(f"{table}\0{seed}".encode(), digest_size=32, person=b"table").digest()
        self._draw = KeyedRandom(key, b"sheet codes")
        self.profiles = _profiles(deck, KeyedRandom(key, b"codes alike").bits(32))

    def sheet(self, seat: int) -> Sheet | None:
        """Another sheet for this seat, its profile told before any word is drawn; None where its fleet is taken."""
        profile_of, wanted = self.deck.code_dealer.profile, self.profiles[seat]
        while profile_of((code := draw_code(self.decks[seat].digest, self._draw)).number) != wanted:
            pass
        sheet = make_sheet(self.decks[seat], code, placed=self._placed)
        return None if sheet.words is not None and frozenset(sheet.words) in self._taken else sheet


def _profiles(deck: Deck, chances: Iterator[int]) -> tuple[int, ...]:
    """Whose launch codes have which profile: the first seat's by the odds, the others' often like it."""
    dealer = deck.code_dealer
    first = dealer.profile(next(chances))
    return first, *(dealer.profile_beside(first, next(chances)) for _ in range(1, deck.edition.players.count))


def _full_table(drawn: Callable[[], _Candidates]) -> tuple[Sheet, ...]:
    """Sheets for a whole table, also where seats are empty yet: who comes late changes no sheet. Empty for none."""
    candidates = drawn()
    seats = len(candidates.profiles)
    if candidates.deck.topped_up:
        tables = (_seated_by_own(candidates, seats) for _ in range(MAX_TABLES_TRIED))
        return tuple(candidates.deck.share.best_table(tables)) or _search_table(candidates)
    return _deal_table(candidates, seats) or _search_table(candidates)


def _deal_table(candidates: _Candidates, seats: int) -> tuple[Sheet, ...]:
    """The first sheet, and fair opponents for it; where none come, the next first sheet. Empty if that fails too."""
    for _ in range(MAX_TABLES_TRIED):
        sheets: list[Sheet] = []
        for _ in range(TRIES_PER_OPPONENT * seats):
            sheet = candidates.sheet(len(sheets))
            if sheet and all(are_fair_opponents(sheet, other, candidates.deck) for other in sheets):
                sheets.append(sheet)
            if len(sheets) == seats:
                return tuple(sheets)
    return ()


def _seated_by_own(candidates: _Candidates, seats: int) -> tuple[Sheet, ...]:
    """For each seat the best sheet by `OwnShare`, of those that are fair with the ones before;
    empty for none.
    """
    sheets: list[Sheet] = []
    for place in range(seats):
        drawn = (candidates.sheet(place) for _ in range(TRIES_PER_OPPONENT))
        fair = (one for one in drawn if one and _fits_in(sheets, candidates.deck, one))
        beside = [word for sheet in sheets for word in sheet.words or ()]
        best = candidates.deck.share.best(fair, beside, later=seats - place - 1)
        if best is None:
            return ()
        sheets.append(best)
    return tuple(sheets)


def _fits_in(sheets: Sequence[Sheet], deck: Deck, one: Sheet) -> bool:
    return all(are_fair_opponents(one, other, deck) for other in sheets)


def _search_table(candidates: _Candidates) -> tuple[Sheet, ...]:
    """Fair opponents among many more sheets, each compared with all before it; empty where there are none.

    A small list has so few fleets that each of them comes: if two of them are fair opponents, these are found.
    """
    seats = len(candidates.profiles)
    kept: list[tuple[int, Sheet]] = []
    alike: Counter[tuple[int, frozenset[str]]] = Counter()
    for number in range(MOST_SEARCHED):
        seat = number % seats
        profile, sheet = candidates.profiles[seat], candidates.sheet(seat)
        fleet = profile, frozenset(sheet.words or ()) if sheet else frozenset[str]()
        if sheet is None or alike[fleet] == MOST_ALIKE:
            continue
        if table := _complete({seat: sheet}, kept, candidates):
            return table
        kept.append((seat, sheet))
        alike[fleet] += 1
        if len(kept) == MOST_KEPT:
            break
    return ()


def _complete(table: dict[int, Sheet], others: list[tuple[int, Sheet]], candidates: _Candidates) -> tuple[Sheet, ...]:
    """The table, by seats, with as many of the others as it lacks, all fair opponents; empty where it cannot be
    completed.
    """
    seats = range(len(candidates.profiles))
    if len(table) == len(seats):
        return tuple(table[seat] for seat in seats)
    for number, (drawn_for, other) in enumerate(others, start=1):
        own = [(profile, deck.digest) for profile, deck in zip(candidates.profiles, candidates.decks, strict=True)]
        free = next((seat for seat in seats if seat not in table and own[seat] == own[drawn_for]), None)
        if free is not None and all(are_fair_opponents(other, one, candidates.deck) for one in table.values()):
            found = _complete(table | {free: other}, others[number:], candidates)
            if found:
                return found
    return ()


def _no_opponents(deck: Deck, table: int, remedy: str) -> BadInputError:
    alike = "" if deck.edition.fairness.band == ANY_RATING else ", and are about equally hard to find"
    fewer = ", or print fewer sheets" if table else ""
    return BadInputError(
        f"“{deck.title}” cannot supply fair opponents for table {table + 1}.",
        tip=f"Opponents share no word and no launch code{alike}; no fleet comes twice. {remedy}{fewer}.",
        field="words",
        say=("fair=off",) if alike else (),
    )


def count_fair_pairs(deck: Deck) -> int | None:
    """How many pairs of its fleets are fair opponents by words and ratings; None where it makes too many to count.

    The deck has words.
    """
    edition, words = deck.edition, deck.words or {}
    ships = edition.ships_of_length
    if prod(comb(len(words[length]), count) for length, count in ships.items()) > MOST_FLEETS:
        return None
    choices = product(*(combinations(words[length], count) for length, count in ships.items()))
    chosen = (tuple(chain.from_iterable(parts)) for parts in choices)
    fleets = [(rate(fleet, edition.fairness), frozenset(fleet)) for fleet in chosen if not any_clash(fleet)]
    pairs = ((abs(one - other), mine.isdisjoint(theirs)) for (one, mine), (other, theirs) in combinations(fleets, 2))
    return sum(apart <= edition.fairness.opponents_within and differ for apart, differ in pairs)


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
