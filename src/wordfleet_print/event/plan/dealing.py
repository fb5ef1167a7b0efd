"""Deal fair sheets, each from a series of candidates that belongs to one player and round alone.

A candidate is a seed. Its sheet is not made: for an opponent, first its number must have the wanted profile of launch
codes; then come words and rating, because most fleets are rated outside the band; launch codes are drawn last.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from hashlib import blake2b
from itertools import count, islice
from math import prod
from operator import xor
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import ANY_RATING
from wordfleet_print.sheet.sheet import are_fair_opponents, unfairness
from wordfleet_print.sheet.sheet_code import SEED_BITS, SheetCode

# The round of a spare sheet.
SPARE = 0

# Candidates tried for one sheet before the search ends.
TRIES = 20_000

# Sheets tried for a table's first seat before the search ends.
FIRSTS = 15

# Candidates tried for each sheet on average, beyond what one table may cost: it ends the search of a deck that has
# hardly any fleets left.
TRIES_A_SHEET = 300

# Candidates for each fleet of a deck that are as good as all of them: one in 3,000 fleets is not seen.
SURE = 8

_MARK_BYTES = 7
_LAST_SEED = (1 << SEED_BITS) - 1


class CandidateSheet(NamedTuple):
    """A sheet as far as dealing must know it.

    `fleet` is a number that no other fleet has: 56 random bits for each word, added by XOR; without words, the seed.
    """

    seed: int
    launch_codes: tuple[str, ...]
    words: tuple[str, ...] | None
    rating: int | None
    fleet: int

    @property
    def held(self) -> tuple[str, ...]:
        """What opponents must not share: words and launch codes."""
        return (*(self.words or ()), *self.launch_codes)


class Dealer:
    """Deals the sheets of one event and knows which fleets are taken.

    `needed` is the number of sheets in all, `dealt` that so far.
    """

    def __init__(self, deck: Deck, seed: str, needed: int) -> None:
        self._deck = deck
        self.band = deck.edition.fairness.band
        """The lowest and the highest rating dealt."""
        self._seed = seed
        self._needed = needed
        self._before = deck.digest << SEED_BITS
        """The bits of a sheet's number before its seed."""
        self._tries = 0
        self._marks = {word: _mark(word) for pool in deck.pools for word in pool}
        self._most = TRIES if deck.words is None else min(TRIES, SURE * prod(map(len, deck.pools)))
        self._taken: set[int] = set()
        # A number for each word and launch code, counted as they first come
        self._numbers = defaultdict[str, int](count().__next__)
        self._held = array("I")
        """The words and launch codes of players' sheets, by their numbers."""
        self.dealt = 0

    def deal_one(self, key: str, number: int, opponent: CandidateSheet | None = None) -> CandidateSheet:
        """Deal the player of this key a sheet for round `number`, fair with the opponent's if there is one.

        Raises `BadInputError` if the deck has none left.
        """
        return self._hold(self._take(self._find(key, number, opponent)))

    def deal_table(self, keys: tuple[str, str], number: int) -> tuple[CandidateSheet, CandidateSheet]:
        """Deal two fair sheets: the first player's first candidate, and the second's first that is fair with it.

        Raises `BadInputError` if the deck has none left.
        """
        # The second player's candidates depend on the first's sheet: if none is fair with it, the next first is
        # tried
        for first in islice(self._candidates(keys[0], number, self.band), FIRSTS):
            if second := self._find(keys[1], number, first):
                return self._hold(self._take(first)), self._hold(self._take(second))
        raise self._exhausted()

    def deal_spares(self, keys: Iterable[str], before: Iterable[int], tries: int) -> Iterator[CandidateSheet]:
        """Deal a spare sheet for each key: of several candidates the one that shares fewest words and launch codes.

        It is compared first with other spare sheets, those of the seeds `before` too, then with players' sheets.
        Raises `BadInputError` if the deck has none left.
        """
        # How many players hold each word and code: one that fewest hold is the best for somebody who may meet
        # anybody
        held, numbers = Counter(self._held), self._numbers
        others = {one for seed in before for one in self.look(seed).held}
        for key in keys:
            seeds, tried = self._seeds(self._make_key(key, SPARE)), self._tries
            best, least = None, (0, 0)
            for sheet in self._filter(islice(seeds, tries), self.band):
                own = sheet.held
                shared = sum([one in others for one in own]), sum([held[numbers[one]] for one in own])
                if best is None or shared < least:
                    best, least = sheet, shared
                if not any(shared):
                    break
            self._tries = tried  # looking for a better one does not use up the deck
            dealt = self._take(best or next(self._filter(seeds, self.band), None))
            others.update(dealt.held)
            yield dealt

    def take(self, seed: int, *, of_player: bool = True) -> None:
        """Mark the fleet of an earlier sheet as taken; `of_player`: by a player who still has it."""
        sheet = self.look(seed)
        self._taken.add(sheet.fleet)
        if of_player:
            self._hold(sheet)

    def unfairness(self, one: int, other: int) -> str:
        """Return what keeps the sheets of two seeds from being a fair match, "" if they are one."""
        return ", ".join(unfairness(self.look(one), self.look(other), self._deck))

    def look(self, seed: int) -> CandidateSheet:
        """Return the sheet of this seed, whatever its rating: the words and codes that `make_sheet` draws."""
        if self._deck.words is None:
            return self._hand(seed, None, None, seed)
        words, rating = self._deck.draw_fleet(self._key(seed))
        return self._hand(seed, words, rating, self._fleet(words))

    def _hand(self, seed: int, words: tuple[str, ...] | None, rating: int | None, fleet: int) -> CandidateSheet:
        codes = self._deck.code_dealer.deal(self._key(seed))
        return CandidateSheet(seed, codes, words, rating, fleet)

    def _fleet(self, words: tuple[str, ...]) -> int:
        return reduce(xor, map(self._marks.__getitem__, words))

    def _key(self, seed: int) -> bytes:
        return SheetCode(self._deck.digest, seed).key

    def _take(self, sheet: CandidateSheet | None) -> CandidateSheet:
        if sheet is None:
            raise self._exhausted()
        self._taken.add(sheet.fleet)
        self.dealt += 1
        return sheet

    def _hold(self, sheet: CandidateSheet) -> CandidateSheet:
        """Note what a player holds."""
        number = self._numbers.__getitem__
        self._held.extend(map(number, sheet.words or ()))
        self._held.extend(map(number, sheet.launch_codes))
        return sheet

    def _find(self, key: str, number: int, opponent: CandidateSheet | None) -> CandidateSheet | None:
        """Return the player's first candidate that is fair with the opponent."""
        if opponent is None:
            return next(self._candidates(key, number, self.band), None)
        row, codes = self._make_key(key, number), self._deck.code_dealer
        own = codes.choose_profile(self._before | opponent.seed)
        profile = codes.choose_opponent_profile(own, int.from_bytes(row, "big"))
        band = self.band
        if opponent.rating is not None:
            # Only the part of the band that is fair with the opponent. An opponent dealt earlier under another band may
            # be outside of this one: to be near counts for more.
            within = self._deck.edition.fairness.opponents_within
            near = opponent.rating - within, opponent.rating + within
            inside = max(near[0], band[0]), min(near[1], band[1])
            band = inside if inside[0] <= inside[1] else near
        candidates = self._filter(self._with_profile(self._seeds(row), profile), band)
        return next((one for one in candidates if are_fair_opponents(opponent, one, self._deck)), None)

    def _make_key(self, key: str, number: int) -> bytes:
        """Return the key of a player's candidates for a round."""
        name = f"{self._seed}\0{key}\0{number}".encode()
        return blake2b(name, digest_size=32, person=b"event player").digest()

    def _seeds(self, row: bytes) -> Iterator[int]:
        random = KeyedRandom(row, b"event seeds")
        while True:
            yield random.below(1 << SEED_BITS)

    def _with_profile(self, seeds: Iterable[int], profile: int) -> Iterator[int]:
        """Yield for each seed that or the next one whose sheet has this profile of launch codes."""
        choose = self._deck.code_dealer.choose_profile
        for seed in seeds:
            later = seed
            # The profile depends on the number alone, so going on to the next number costs no hash
            while choose(self._before + later) != profile:
                later += 1
            if later <= _LAST_SEED:
                yield later

    def _candidates(self, key: str, number: int, band: tuple[int, int]) -> Iterator[CandidateSheet]:
        """Yield a player's candidates for a round that are in the band and not taken."""
        return self._filter(self._seeds(self._make_key(key, number)), band)

    def _filter(self, seeds: Iterable[int], band: tuple[int, int]) -> Iterator[CandidateSheet]:
        """Yield the sheets of these seeds that are in the band and not taken."""
        deck, taken = self._deck, self._taken
        # A deck of few words runs out of fleets: without a bound on all tries, each last sheet would cost a
        # full search
        patience = FIRSTS * self._most + TRIES_A_SHEET * self.dealt
        for seed in islice(seeds, self._most):
            self._tries += 1
            if self._tries > patience:
                return
            words, rating, fleet = None, None, seed
            if deck.words is not None:
                words, rating = deck.draw_fleet(self._key(seed))
                if not band[0] <= rating <= band[1]:
                    continue
                fleet = self._fleet(words)
            if fleet not in taken:
                yield self._hand(seed, words, rating, fleet)

    def _exhausted(self) -> BadInputError:
        low, high = self.band
        rated = "" if self.band == ANY_RATING else f"rated {low} to {high} and "
        return BadInputError(
            f"“{self._deck.title}” can fairly supply {self.dealt:,} of the {self._needed:,} sheets that are needed,"
            f" {rated}no fleet twice.",
            tip="Choose a larger tier, add themes or words, or ask for fewer rounds.",
            field="words",
        )


@cache
def _mark(word: str) -> int:
    """Return a word's share in the number of its fleets: unlike `hash`, the same on every machine."""
    return int.from_bytes(blake2b(word.encode(), digest_size=_MARK_BYTES, person=b"word mark").digest(), "big")
