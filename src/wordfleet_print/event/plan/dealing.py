"""Deal fair sheets, each from a series of candidates that belongs to one player and round alone.

A candidate is a seed. Its sheet is not made: for an opponent, first its number must have the wanted
profile of launch codes; then come words and difficulty, because most fleets are outside the band;
launch codes are drawn last.
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
TRIES = 20_000

# Sheets tried for a table's first seat before the search ends.
FIRSTS = 15

# Candidates tried for each sheet on average, beyond what one table may cost: it ends the search of
# a deck that has hardly any fleets left.
TRIES_A_SHEET = 300

# Candidates for each fleet of a deck that are as good as all of them: one in 3,000 fleets is not
# seen.
SURE = 8

_LAST_SEED = (1 << sheet_code.SEED_BITS) - 1


class CandidateSheet(NamedTuple):
    """A sheet as far as dealing must know it.

    `fleet` is a number that no other fleet has, a hash of its words in any order; without words,
    the seed.
    """

    seed: int
    launch_codes: tuple[str, ...]
    words: tuple[str, ...] | None
    difficulty: int | None
    fleet: int

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
        self._before = deck.digest << sheet_code.SEED_BITS
        """The bits of a sheet's number before its seed."""
        self._tries = 0
        self._most_tries = TRIES
        if deck.words is not None:
            self._most_tries = min(TRIES, SURE * prod(map(len, deck.pools)))
        self._taken = set[int]()
        self._exclusives = Counter[str]()
        """How many players hold each word and launch code."""

    def deal_one(self, key: str, round_number: int, opponent: CandidateSheet) -> CandidateSheet:
        """Deal the player of this key a sheet for a round that is fair with the opponent's.

        Raises `BadInputError` if the deck has none left.
        """
        return self._take(self._find(key, round_number, opponent))

    def deal_table(
        self, keys: tuple[str, str], round_number: int
    ) -> tuple[CandidateSheet, CandidateSheet]:
        """Deal two fair sheets: the first player's first candidate, and the second's first that is
        fair with it.

        Raises `BadInputError` if the deck has none left.
        """
        seeds = self._list_seeds(self._derive_key(keys[0], round_number))
        candidates = self._filter(seeds, self._band)
        # The second player's candidates depend on the first's sheet: if none is fair with it, the
        # next first is tried
        for first in islice(candidates, FIRSTS):
            if second := self._find(keys[1], round_number, first):
                return self._take(first), self._take(second)
        raise self._explain_exhausted()

    def deal_spares(
        self, keys: Iterable[str], before: Iterable[int], tries: int
    ) -> Iterator[CandidateSheet]:
        """Deal a spare sheet for each key: of several candidates the one that shares fewest words
        and launch codes.

        It is compared first with other spare sheets, those of the seeds `before` too, then with
        players' sheets. Raises `BadInputError` if the deck has none left.
        """
        others = {text for seed in before for text in self.look_up(seed).exclusives}
        for key in keys:
            seeds = self._list_seeds(self._derive_key(key, SPARE))
            tried = self._tries
            best: CandidateSheet | None = None
            least = (0, 0)
            for sheet in self._filter(islice(seeds, tries), self._band):
                # What fewest players hold is the best for somebody who may meet anybody
                shared = (
                    len(others.intersection(sheet.exclusives)),
                    sum([self._exclusives[text] for text in sheet.exclusives]),
                )
                if best is None or shared < least:
                    best = sheet
                    least = shared
                if not any(shared):
                    break
            self._tries = tried  # looking for a better one does not use up the deck
            dealt = self._take(best or next(self._filter(seeds, self._band), None), of_player=False)
            others.update(dealt.exclusives)
            yield dealt

    def mark_taken(self, seed: int, *, of_player: bool) -> None:
        """Mark the fleet of an earlier sheet as taken; `of_player`: by a player who still has
        it.
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
        return (
            (None, None)
            if deck.words is None
            else deck.draw_fleet(sheet_code.SheetCode(deck.digest, seed).key)
        )

    def _make_candidate(
        self, seed: int, words: tuple[str, ...] | None, difficulty: int | None
    ) -> CandidateSheet:
        """Return a candidate with its launch codes, which take longest to draw."""
        fleet = seed
        if words is not None:
            # 64 bits: of a million fleets, two have the same number once in 37 million events
            fleet = int.from_bytes(
                blake2b(" ".join(sorted(words)).encode(), digest_size=8).digest(), "big"
            )
        codes = self._deck.code_dealer.deal(sheet_code.SheetCode(self._deck.digest, seed).key)
        return CandidateSheet(seed, codes, words, difficulty, fleet)

    def _take(self, sheet: CandidateSheet | None, *, of_player: bool = True) -> CandidateSheet:
        """Mark the fleet of a candidate as taken. Raises `BadInputError` for None."""
        if sheet is None:
            raise self._explain_exhausted()
        self._taken.add(sheet.fleet)
        if of_player:
            self._exclusives.update(sheet.exclusives)
        self.dealt += 1
        return sheet

    def _find(self, key: str, round_number: int, opponent: CandidateSheet) -> CandidateSheet | None:
        """Return the player's first candidate that is fair with the opponent."""
        seeds_key = self._derive_key(key, round_number)
        codes = self._deck.code_dealer
        own = codes.choose_profile(self._before | opponent.seed)
        profile = codes.choose_opponent_profile(own, int.from_bytes(seeds_key, "big"))
        band = self._band
        if opponent.difficulty is not None:
            # Only the part of the band that is fair with the opponent. An opponent dealt earlier
            # under another band may be outside of this one: to be near counts for more.
            within = self._deck.edition.fairness.opponents_within
            near = opponent.difficulty - within, opponent.difficulty + within
            inside = max(near[0], band[0]), min(near[1], band[1])
            band = inside if inside[0] <= inside[1] else near
        candidates = self._filter(self._find_profile(self._list_seeds(seeds_key), profile), band)
        return next(
            (sheet for sheet in candidates if are_fair_opponents(opponent, sheet, self._deck)), None
        )

    def _derive_key(self, key: str, round_number: int) -> bytes:
        """Return the key from which the seeds of a player's candidates for a round are drawn."""
        name = f"{self._seed_text}\0{key}\0{round_number}".encode()
        return blake2b(name, digest_size=32, person=b"event player").digest()

    def _list_seeds(self, seeds_key: bytes) -> Iterator[int]:
        random = KeyedRandom(seeds_key, b"event seeds")
        while True:
            yield random.below(1 << sheet_code.SEED_BITS)

    def _find_profile(self, seeds: Iterable[int], profile: int) -> Iterator[int]:
        """Yield for each seed that or the next one whose sheet has this profile of launch codes."""
        choose = self._deck.code_dealer.choose_profile
        for seed in seeds:
            later = seed
            # The profile depends on the number alone, so going on to the next number costs no hash
            while choose(self._before + later) != profile:
                later += 1
            if later <= _LAST_SEED:
                yield later

    def _filter(self, seeds: Iterable[int], band: tuple[int, int]) -> Iterator[CandidateSheet]:
        """Yield the sheets of these seeds that are in the band and not taken."""
        # A deck of few words runs out of fleets: without a bound on all tries, each last sheet
        # would cost a full search
        patience = FIRSTS * self._most_tries + TRIES_A_SHEET * self.dealt
        for seed in islice(seeds, self._most_tries):
            self._tries += 1
            if self._tries > patience:
                return
            words, difficulty = self._draw_fleet(seed)
            if difficulty is None or band[0] <= difficulty <= band[1]:
                sheet = self._make_candidate(seed, words, difficulty)
                if sheet.fleet not in self._taken:
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
