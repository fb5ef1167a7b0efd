"""Deal fair sheets, each from a series of candidates that belongs to one player and round alone.

A candidate is a seed: the number from which all of a sheet is drawn. To try thousands of them, only
what decides is drawn, the cheapest and most decisive first: for an opponent, whether the number has
the wanted profile of launch codes; then words and difficulty, because most fleets are harder or
easier than the edition's band allows; launch codes last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from math import prod
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.event.event import SPARE
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import ANY_DIFFICULTY
from wordfleet_print.sheet import sheet_code
from wordfleet_print.sheet.dealing import are_fair_opponents

# Candidates tried for one sheet before the search ends.
MOST_TRIES = 20_000

# Sheets tried for a table's first seat before the search ends.
MOST_FIRST_SHEETS = 15

# Candidates tried for each sheet on average, beyond what one table may cost: it ends the search of
# a deck that has hardly any fleets left.
TRIES_PER_SHEET = 300

# Candidates per possible fleet of a small deck. After so many draws, one fleet in 3,000 has not
# come up: e⁻⁸ ≈ 1/3,000.
TRIES_PER_FLEET = 8

_LAST_SEED = (1 << sheet_code.SEED_BITS) - 1


class CandidateSheet(NamedTuple):
    """A sheet as far as dealing must know it.

    `words` and `difficulty` are None in an event whose players write their own words.
    """

    seed: int
    launch_codes: tuple[str, ...]
    words: tuple[str, ...] | None
    difficulty: int | None
    fleet: int
    """A number that is the same for the same words in any order; without words, the seed."""

    @property
    def exclusives(self) -> tuple[str, ...]:
        """What opponents must not share: words and launch codes."""
        return (*(self.words or ()), *self.launch_codes)


class Dealer:
    """Deals the sheets of one event and knows which fleets are taken.

    `seed_text` is the event's seed; every other seed here is the number in a sheet code. `needed`
    is the number of sheets in all, `dealt` that so far.
    """

    def __init__(self, deck: Deck, seed_text: str, needed: int) -> None:
        self._deck = deck
        self._seed_text = seed_text
        self._needed = needed
        self.dealt = 0
        self._band = deck.edition.fairness.band
        """The least and greatest difficulty of a fleet."""
        self._deck_bits = deck.digest << sheet_code.SEED_BITS
        """A sheet's number is these bits and, behind them, its seed."""
        self._tries = 0
        """Candidates tried so far."""
        self._most_tries = MOST_TRIES
        if deck.words is not None:
            possible_fleets = prod(map(len, deck.pools))
            self._most_tries = min(MOST_TRIES, TRIES_PER_FLEET * possible_fleets)
        self._taken_fleets = set[int]()
        self._holders = Counter[str]()
        """How many players hold each word and launch code."""

    def deal_one(self, key: str, round_number: int, opponent: CandidateSheet) -> CandidateSheet:
        """Deal the player of this key a sheet for a round that is fair with the opponent's.

        Raises `BadInputError` if the deck has none left.
        """
        return self._take(self._find_opponent_sheet(key, round_number, opponent))

    def deal_table(
        self, keys: tuple[str, str], round_number: int
    ) -> tuple[CandidateSheet, CandidateSheet]:
        """Deal two fair sheets: the first player's first candidate, and the second's first that is
        fair with it.

        Raises `BadInputError` if the deck has none left.
        """
        first_key, second_key = keys
        seeds = self._draw_seeds(self._derive_seeds_key(first_key, round_number))
        candidates = self._filter_candidates(seeds, self._band)
        # The second player's candidates depend on the first's sheet: if none is fair with it, the
        # next first is tried
        for first in islice(candidates, MOST_FIRST_SHEETS):
            if second := self._find_opponent_sheet(second_key, round_number, first):
                return self._take(first), self._take(second)
        raise self._explain_exhausted()

    def deal_spares(
        self, keys: Iterable[str], spare_seeds: Iterable[int], tries: int
    ) -> Iterator[CandidateSheet]:
        """Deal a spare sheet for each key: the best of `tries` candidates.

        The best shares fewest words and launch codes with other spare sheets, which are those of
        `spare_seeds` and those dealt here; among equals, with players' sheets. Raises
        `BadInputError` if the deck has none left.
        """
        on_spares = {text for seed in spare_seeds for text in self.look_up(seed).exclusives}
        for key in keys:
            seeds = self._draw_seeds(self._derive_seeds_key(key, SPARE))
            tries_before = self._tries
            best: CandidateSheet | None = None
            fewest = (0, 0)
            for sheet in self._filter_candidates(islice(seeds, tries), self._band):
                # What fewest players hold is the best for somebody who may meet anybody
                shared = (
                    len(on_spares.intersection(sheet.exclusives)),
                    sum([self._holders[text] for text in sheet.exclusives]),
                )
                if best is None or shared < fewest:
                    best = sheet
                    fewest = shared
                if not any(shared):
                    break
            self._tries = tries_before  # looking for a better one does not use up the deck
            if best is None:
                best = next(self._filter_candidates(seeds, self._band), None)
            spare_sheet = self._take(best, of_player=False)
            on_spares.update(spare_sheet.exclusives)
            yield spare_sheet

    def mark_taken(self, seed: int, *, of_player: bool) -> None:
        """Mark the fleet of an earlier sheet as taken.

        `of_player`: a player has the sheet; else it is void, or a spare one.
        """
        self._take(self.look_up(seed), of_player=of_player)

    def is_fair(self, seed: int, other: int) -> bool:
        """Return whether the sheets of two seeds are a fair match."""
        return are_fair_opponents(self.look_up(seed), self.look_up(other), self._deck)

    def look_up(self, seed: int) -> CandidateSheet:
        """Return the sheet of this seed, whatever its difficulty: the words and codes that
        `make_sheet` draws.
        """
        return self._make_candidate(seed, *self._draw_fleet(seed))

    def _draw_fleet(self, seed: int) -> tuple[tuple[str, ...], int] | tuple[None, None]:
        """Return words and difficulty of a seed; None for a deck without words."""
        deck = self._deck
        if deck.words is None:
            return None, None
        return deck.draw_fleet(sheet_code.SheetCode(deck.digest, seed).key)

    def _make_candidate(
        self, seed: int, words: tuple[str, ...] | None, difficulty: int | None
    ) -> CandidateSheet:
        """Return a candidate with its launch codes, which take longest to draw."""
        fleet = seed
        if words is not None:
            # 64 bits: of a million fleets, two have the same number once in 37 million events
            digest = blake2b(" ".join(sorted(words)).encode(), digest_size=8).digest()
            fleet = int.from_bytes(digest, "big")
        codes = self._deck.code_dealer.deal(sheet_code.SheetCode(self._deck.digest, seed).key)
        return CandidateSheet(seed, codes, words, difficulty, fleet)

    def _take(self, sheet: CandidateSheet | None, *, of_player: bool = True) -> CandidateSheet:
        """Mark the fleet of a candidate as taken. Raises `BadInputError` for None."""
        if sheet is None:
            raise self._explain_exhausted()
        self._taken_fleets.add(sheet.fleet)
        if of_player:
            self._holders.update(sheet.exclusives)
        self.dealt += 1
        return sheet

    def _find_opponent_sheet(
        self, key: str, round_number: int, opponent: CandidateSheet
    ) -> CandidateSheet | None:
        """Return the first candidate of the player of this key that is fair with the opponent's
        sheet; None if the search ends without one.
        """
        seeds_key = self._derive_seeds_key(key, round_number)
        code_dealer = self._deck.code_dealer
        opponent_profile = code_dealer.choose_profile(self._deck_bits | opponent.seed)
        profile = code_dealer.choose_opponent_profile(
            opponent_profile, int.from_bytes(seeds_key, "big")
        )
        seeds = self._move_to_profile(self._draw_seeds(seeds_key), profile)
        band = self._narrow_band(opponent.difficulty)
        for sheet in self._filter_candidates(seeds, band):
            if are_fair_opponents(opponent, sheet, self._deck):
                return sheet
        return None

    def _narrow_band(self, opponent_difficulty: int | None) -> tuple[int, int]:
        """Return the part of the band that is fair with an opponent of this difficulty.

        An opponent dealt earlier under another band may be so far outside of this one that no part
        is: then to be near the opponent counts for more.
        """
        if opponent_difficulty is None:
            return self._band
        least, greatest = self._band
        within = self._deck.edition.fairness.opponents_within
        least_near = opponent_difficulty - within
        greatest_near = opponent_difficulty + within
        narrowed = max(least_near, least), min(greatest_near, greatest)
        return narrowed if narrowed[0] <= narrowed[1] else (least_near, greatest_near)

    def _derive_seeds_key(self, key: str, round_number: int) -> bytes:
        """Return the key from which the seeds of a player's candidates for a round are drawn."""
        name = f"{self._seed_text}\0{key}\0{round_number}".encode()
        return blake2b(name, digest_size=32, person=b"event player").digest()

    def _draw_seeds(self, seeds_key: bytes) -> Iterator[int]:
        """Yield random seeds without end, always the same for a key."""
        random = KeyedRandom(seeds_key, b"event seeds")
        while True:
            yield random.below(1 << sheet_code.SEED_BITS)

    def _move_to_profile(self, seeds: Iterable[int], profile: int) -> Iterator[int]:
        """Yield, for each seed, the first from it on whose sheet has this profile of launch codes.

        A profile says how many of a sheet's codes are of each kind.
        """
        choose = self._deck.code_dealer.choose_profile
        for seed in seeds:
            later = seed
            # The profile depends on the number alone, so going on to the next number costs no hash
            while choose(self._deck_bits + later) != profile:
                later += 1
            if later <= _LAST_SEED:
                yield later

    def _filter_candidates(
        self, seeds: Iterable[int], band: tuple[int, int]
    ) -> Iterator[CandidateSheet]:
        """Yield the sheets of these seeds whose difficulty is in the band and whose fleet is free.

        It ends after `_most_tries`, or when all searches together took too many.
        """
        # A deck of few words runs out of fleets: without a bound on all tries, each last sheet
        # would cost a full search
        most_together = MOST_FIRST_SHEETS * self._most_tries + TRIES_PER_SHEET * self.dealt
        for seed in islice(seeds, self._most_tries):
            self._tries += 1
            if self._tries > most_together:
                return
            words, difficulty = self._draw_fleet(seed)
            if difficulty is None or band[0] <= difficulty <= band[1]:
                sheet = self._make_candidate(seed, words, difficulty)
                if sheet.fleet not in self._taken_fleets:
                    yield sheet

    def _explain_exhausted(self) -> BadInputError:
        """Return the error for a deck that has no fair sheet left."""
        fair = "" if self._band == ANY_DIFFICULTY else "fair "
        share = f"{self.dealt:,} of {self._needed:,} {fair}sheets"
        return BadInputError(
            Problem(
                f"“{self._deck.title}” has words for only {share} (no fleet is used twice).",
                "words",
                advice="Choose a larger tier, add themes or words, or ask for fewer rounds.",
            )
        )
