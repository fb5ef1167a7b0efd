"""How tables are dealt: to fair opponents, whose fleets are about equally hard to find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain, combinations, product
from math import comb, prod
from types import MappingProxyType
from typing import Protocol

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.fleets import has_clash, measure_difficulty
from wordfleet_print.fleet.random import SPAN, KeyedRandom
from wordfleet_print.games import ANY_DIFFICULTY
from wordfleet_print.sheet import sheet_code
from wordfleet_print.sheet.sheet import Sheet, make_sheet

TRIES_PER_OPPONENT = 300
# How many sheets of one profile and one fleet, with other launch codes, a search compares.
MOST_WITH_SAME_FLEET = 4
# How many sheets or fleets are compared with each other; a list that makes more of them has plenty
# of fair pairs.
MOST_COMPARED = 1_200


@dataclass(frozen=True, slots=True)
class DealLimits:
    """How long fair opponents are looked for."""

    tables: int = 15
    """First sheets of a table that are tried with others."""
    sheets: int = 20_000
    """Sheets that are drawn and compared with all before them where those tries find no
    opponents.
    """


USUAL_LIMITS = DealLimits()


def deal(
    deck: Deck,
    players: tuple[str, ...],
    seed: str,
    *,
    placed: bool = False,
    remedy: str = "Add words",
    others: Mapping[int, Deck] = MappingProxyType({}),
    limits: DealLimits = USUAL_LIMITS,
) -> tuple[Sheet, ...]:
    """Deal a sheet to each player ("" for no name): the first two are opponents at table 1, the
    next two at table 2, and so on.

    Opponents share no word and no launch code, and their difficulties are at most
    `fairness.opponents_within` apart; no two sheets have the same fleet. `others` are decks for
    some of the players, by their index; these players get their words from them instead.

    Raises `BadInputError` where the decks cannot supply that; `remedy` says what would help.
    """
    sheets: list[Sheet] = []
    fleets: set[frozenset[str]] = set()
    for first in range(0, len(players), 2):
        seats = min(2, len(players) - first)
        decks = others.get(first, deck), others.get(first + 1, deck)
        # A whole table is dealt even if a seat is empty, so that a latecomer changes no other
        # sheet.
        candidates = _Candidates(decks, seed, first // 2, fleets, placed=placed)
        table = deal_table(candidates, 2, limits.tables)
        table = (table or search_fair_pair(candidates, limits.sheets))[:seats]
        if not table and seats == 1:
            # There are words for one sheet only; nobody plays against it
            table = deal_table(candidates, 1, limits.tables)
        if not table:
            raise _explain_unfair(deck, table_number=first // 2 + 1, remedy=remedy)
        fleets.update(frozenset(sheet.words) for sheet in table if sheet.words)
        sheets += table
    return name_players(sheets, players)


def _explain_unfair(deck: Deck, table_number: int, remedy: str) -> BadInputError:
    """Return the error that no fair opponents could be dealt at this table."""
    rule = "Opponents share no word and no launch code"
    if deck.edition.fairness.band != ANY_DIFFICULTY:
        rule += ", and are about equally hard to find"
    fewer = ", or print fewer sheets" if table_number > 1 else ""
    return BadInputError(
        Problem(
            f"“{deck.title}” cannot supply fair opponents for table {table_number}.",
            "words",
            advice=f"{rule}; no fleet comes twice. {remedy}{fewer}.",
        )
    )


def name_players(sheets: Sequence[Sheet], players: Sequence[str]) -> tuple[Sheet, ...]:
    """Return the sheets with the names of their players and of these players' opponents; the last
    player of an odd number has none. `players` are in the order of `sheets`.
    """
    player_at = dict(enumerate(players))
    named = []
    for at, sheet in enumerate(sheets):
        # Opponents are 0 and 1, 2 and 3, …: the exclusive or with 1 gives the other one of a pair.
        opponent = player_at.get(at ^ 1, "")
        named.append(replace(sheet, player=player_at[at], opponent=opponent))
    return tuple(named)


class _Candidates:
    """An endless supply of sheets for the two seats of a table (0 and 1), each from its seat's
    deck: the same seed and table number always give the same sheets.

    A sheet's launch codes follow one of several profiles: how many codes it has of each class, such
    as triples. `code_profiles` has the profile of each seat, as an index in the edition's
    `launch_codes.deal`; it is drawn once for the table. `fleets` are those already dealt.
    """

    def __init__(
        self,
        decks: tuple[Deck, Deck],
        seed: str,
        table: int,
        fleets: set[frozenset[str]],
        *,
        placed: bool,
    ) -> None:
        self.decks = decks
        self._fleets = fleets
        self._placed = placed
        self.deck = decks[0]
        key = blake2b(f"{table}\0{seed}".encode(), digest_size=32, person=b"table").digest()
        self._codes = KeyedRandom(key, b"sheet codes")
        dealer = self.deck.code_dealer
        chances = KeyedRandom(key, b"codes alike")
        first = dealer.choose_profile(chances.below(SPAN))
        second = dealer.choose_opponent_profile(first, chances.below(SPAN))
        self.code_profiles = (first, second)

    def draw(self, seat: int) -> Sheet | None:
        """Draw another sheet for this seat, with the launch codes that it is to have; None if its
        fleet is taken.
        """
        sheet = make_sheet(self.decks[seat], self._draw_code(seat), placed=self._placed)
        if sheet.words is not None and frozenset(sheet.words) in self._fleets:
            return None
        return sheet

    def _draw_code(self, seat: int) -> sheet_code.SheetCode:
        """Draw a sheet code for this seat. The code's number decides the profile of the sheet's
        launch codes, so codes are drawn until one has the seat's profile; the rarest comes once in
        six draws.
        """
        digest = self.decks[seat].digest
        while True:
            code = sheet_code.draw_code(digest, self._codes)
            profile = self.deck.code_dealer.choose_profile(code.number)
            if profile == self.code_profiles[seat]:
                return code


def deal_table(candidates: _Candidates, seats: int, most_tables: int) -> tuple[Sheet, ...]:
    """Deal a sheet to each of `seats` seats (1 or 2) that are fair opponents; return () if that
    fails.

    A sheet is drawn for the first seat, then many for the second until one is fair. If none is, it
    all begins with another first sheet, `most_tables` times in all.
    """
    for _ in range(most_tables):
        sheets: list[Sheet] = []
        for _ in range(TRIES_PER_OPPONENT * seats):
            sheet = candidates.draw(len(sheets))
            if sheet and all(are_fair_opponents(sheet, other, candidates.deck) for other in sheets):
                sheets.append(sheet)
            if len(sheets) == seats:
                return tuple(sheets)
    return ()


def search_fair_pair(candidates: _Candidates, most_tries: int) -> tuple[Sheet, ...]:
    """Draw up to `most_tries` sheets, for both seats by turns, and compare each with all before it;
    return the first two that are fair opponents, in the order of seats, or () if no two are.

    This is for small lists, of which `deal_table` finds no pair: they have so few fleets that each
    of them is drawn, so that a fair pair is found if there is one.
    """
    # Sheets of both seats are exchangeable if they have one profile of codes and one deck
    decks = zip(candidates.code_profiles, candidates.decks, strict=True)
    source_of_seat = [(profile, deck.digest) for profile, deck in decks]
    earlier: list[tuple[int, Sheet]] = []
    times_drawn: Counter[tuple[int, frozenset[str]]] = Counter()
    for number in range(most_tries):
        seat = number % 2
        opposite_seat = 1 - seat
        sheet = candidates.draw(seat)
        if sheet is None:
            continue
        profile_and_fleet = (candidates.code_profiles[seat], frozenset(sheet.words or ()))
        # A sheet that differs from these only by its launch codes is hardly a new chance
        if times_drawn[profile_and_fleet] == MOST_WITH_SAME_FLEET:
            continue
        for earlier_seat, other in earlier:
            can_sit_opposite = source_of_seat[earlier_seat] == source_of_seat[opposite_seat]
            if can_sit_opposite and are_fair_opponents(sheet, other, candidates.deck):
                return (sheet, other) if seat == 0 else (other, sheet)
        earlier.append((seat, sheet))
        times_drawn[profile_and_fleet] += 1
        if len(earlier) == MOST_COMPARED:
            break
    return ()


def count_fair_pairs(deck: Deck) -> int | None:
    """Return how many pairs of a deck's fleets are fair opponents by their words and difficulty;
    None if the deck has too many fleets to compare. The deck has words.

    All fleets are listed: each way to choose words of each length for the ships of that length.
    """
    edition = deck.edition
    words = deck.words or {}
    ships = edition.ships_of_length
    fleet_count = prod(comb(len(words[length]), count) for length, count in ships.items())
    if fleet_count > MOST_COMPARED:
        return None
    choices = product(*(combinations(words[length], count) for length, count in ships.items()))
    measured: list[tuple[int, frozenset[str]]] = []
    for words_by_length in choices:
        fleet = [*chain.from_iterable(words_by_length)]
        if not has_clash(fleet):
            measured.append((measure_difficulty(fleet, edition.fairness), frozenset(fleet)))
    within = edition.fairness.opponents_within
    fair_pairs = 0
    for (difficulty, fleet_words), (other_difficulty, other_words) in combinations(measured, 2):
        is_close = abs(difficulty - other_difficulty) <= within
        if is_close and fleet_words.isdisjoint(other_words):
            fair_pairs += 1
    return fair_pairs


class Opponent(Protocol):
    """What must be known of a sheet to compare it with another."""

    @property
    def launch_codes(self) -> tuple[str, ...]:
        """The launch codes in the order of dealing."""

    @property
    def words(self) -> tuple[str, ...] | None:
        """The fleet's words, or None where the player brings them."""

    @property
    def difficulty(self) -> int | None:
        """The fleet's difficulty, or None where there are no words."""


def are_fair_opponents(sheet: Opponent, other: Opponent, deck: Deck) -> bool:
    """Return whether two sheets are comparably difficult and have nothing in common: no word, no
    launch code.
    """
    return next(find_unfairness(sheet, other, deck), None) is None


def find_unfairness(sheet: Opponent, other: Opponent, deck: Deck) -> Iterator[str]:
    """Yield all that keeps two sheets from being a fair match, each as the end of a sentence that
    tells no secret.
    """
    if sheet.difficulty is not None and other.difficulty is not None:
        apart = abs(sheet.difficulty - other.difficulty)
        if apart > deck.edition.fairness.opponents_within:
            yield f"their difficulties are {apart} apart"
    if (
        sheet.words is not None
        and other.words is not None
        and not set(sheet.words).isdisjoint(other.words)
    ):
        yield "they share a word"
    if not set(sheet.launch_codes).isdisjoint(other.launch_codes):
        yield "they share a launch code"
    if deck.edition.launch_codes.first_codes == "frequency-lock" and not lock_decides(sheet, other):
        yield "their first launch codes do not decide a Frequency Lock"


def lock_decides(sheet: Opponent, other: Opponent) -> bool:
    """Return whether two sheets' first digits differ and their sum has one digit.

    Then a Frequency Lock is neither ambiguous nor fully tied (S-10 to S-12).
    """
    mine = int(sheet.launch_codes[0][0])
    theirs = int(other.launch_codes[0][0])
    return mine != theirs and mine + theirs <= 9
