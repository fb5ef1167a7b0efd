"""`Dealer`: fair sheets, each from a row of candidates that belongs to one player and round alone.

A candidate is a seed. Its sheet is not made: beside an opponent, first its number must have the profile of launch codes
that is wanted; then words and rating are looked at, because most fleets are rated outside the band; launch codes are
drawn only for those that stay.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from hashlib import blake2b
from itertools import islice
from math import prod
from operator import or_, xor
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.plan import SPARE
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import ANY_RATING
from wordfleet_print.sheet.sheet import are_fair_opponents, unfairness
from wordfleet_print.sheet.sheet_code import SEED_BITS, SheetCode

TRIES = 20_000
"""Candidates looked at for one sheet before it is given up."""

FIRSTS = 15
"""Sheets tried for a table's first seat before the table is given up."""

TRIES_A_SHEET = 300
"""Candidates looked at for each sheet on average, once there have been as many as a table may cost: so that a deck that
has hardly any left is not searched for ever.
"""

SURE = 8
"""Times as many candidates as a deck has fleets are as good as all of them: one in 3,000 fleets stays unseen."""

RATED = 500
"""Fleets rated to tell which ratings there are."""

_MARK_BYTES = 7
_LAST_SEED = (1 << SEED_BITS) - 1


class Hand(NamedTuple):
    """A sheet as far as dealing must know it. `fleet` is a number that no other fleet has: 56 bits of chance for each
    word, added by XOR; where there are no words, the seed.
    """

    seed: int
    launch_codes: tuple[str, ...]
    words: tuple[str, ...] | None
    rating: int | None
    fleet: int

    @property
    def held(self) -> tuple[str, ...]:
        """All that opponents must not share: words and launch codes."""
        return (*(self.words or ()), *self.launch_codes)


class _Numbers(dict[str, int]):
    """A number for each word and launch code, as it is met first."""

    def __missing__(self, one: str) -> int:
        self[one] = number = len(self)
        return number


class Dealer:
    """Deals the sheets of one event, one after another; knows which fleets are taken.

    `band` is the lowest and the highest rating dealt; `needed` is how many sheets the event has in all, `dealt` how
    many it has so far.
    """

    def __init__(self, deck: Deck, band: tuple[int, int], seed: str, needed: int) -> None:
        self._deck = deck
        self.band = band
        self._seed = seed
        self._needed = needed
        self._before = deck.digest << SEED_BITS
        """The bits of a sheet's number before its seed."""
        self._tries = 0
        self._marks = {word: _mark(word) for pool in deck.pools for word in pool}
        self._most = TRIES if deck.words is None else min(TRIES, SURE * prod(map(len, deck.pools)))
        self._taken: set[int] = set()
        self._numbers = _Numbers()
        self._held = array("I")
        """The words and launch codes of players' sheets, by their numbers, sheet after sheet: all have as many."""
        self.dealt = 0

    def deal_one(self, key: str, number: int, opponent: Hand | None = None) -> Hand:
        """A sheet for the player of this key in round `number`, fair with the opponent's if there is one.

        Raises `BadInputError` where the deck has none left.
        """
        return self._hold(self._take(self._found(key, number, opponent)))

    def deal_table(self, keys: tuple[str, str], number: int) -> tuple[Hand, Hand]:
        """Two fair sheets: the first player's first candidate, and the second's first that is fair with it.

        Raises `BadInputError` where the deck has none left.
        """
        for first in islice(self._candidates(keys[0], number, self.band), FIRSTS):
            if second := self._found(keys[1], number, first):
                return self._hold(self._take(first)), self._hold(self._take(second))
        raise self._exhausted()

    def deal_spares(self, keys: Iterable[str], before: Iterable[int], tries: int) -> Iterator[Hand]:
        """A sheet for nobody yet for each key: of so many candidates the one that shares fewest words and launch codes
        with all spare sheets, those of the seeds `before` among them, and then with players' sheets.

        Raises `BadInputError` where the deck has none left.
        """
        held, numbers = Counter(self._held), self._numbers
        others = {one for seed in before for one in self.look(seed).held}
        for key in keys:
            seeds, tried = self._seeds(self._row(key, SPARE)), self._tries
            best, least = None, (0, 0)
            for hand in self._picked(islice(seeds, tries), self.band):
                own = hand.held
                shared = sum([one in others for one in own]), sum([held[numbers[one]] for one in own])
                if best is None or shared < least:
                    best, least = hand, shared
                if not any(shared):
                    break
            self._tries = tried  # to look for a better one does not use up the deck
            dealt = self._take(best or next(self._picked(seeds, self.band), None))
            others.update(dealt.held)
            yield dealt

    def count_alike(self, spares: Iterable[int]) -> int:
        """How many pairs of one of these spare sheets, told by their seeds, and one of the players' sheets share a word
        or a launch code.
        """
        holders: dict[int, int] = {}
        width = 1
        for at, spare in enumerate(spares):
            held = self.look(spare).held
            width = len(held)
            for one in held:
                number = self._numbers[one]
                holders[number] = holders.get(number, 0) | 1 << at
        sheets = (self._held[start : start + width] for start in range(0, len(self._held), width))
        return sum(reduce(or_, filter(None, map(holders.get, sheet)), 0).bit_count() for sheet in sheets)

    def take(self, seed: int, *, of_player: bool = True) -> None:
        """The fleet of a sheet that was dealt before is taken; `of_player`: by somebody who still has it."""
        hand = self.look(seed)
        self._taken.add(hand.fleet)
        if of_player:
            self._hold(hand)

    def unfairness(self, one: int, other: int) -> str:
        """All that keeps two sheets, given by their seeds, from being a fair match; nothing where they are."""
        return ", ".join(unfairness(self.look(one), self.look(other), self._deck))

    def look(self, seed: int) -> Hand:
        """The sheet of this seed, whatever its rating: the words and codes that `make_sheet` draws."""
        if self._deck.words is None:
            return self._hand(seed, None, None, seed)
        words, rating = self._deck.draw_fleet(self._key(seed))
        return self._hand(seed, words, rating, self._fleet(words))

    def _hand(self, seed: int, words: tuple[str, ...] | None, rating: int | None, fleet: int) -> Hand:
        codes = self._deck.code_dealer.deal(self._key(seed))
        return Hand(seed, codes, words, rating, fleet)

    def _fleet(self, words: tuple[str, ...]) -> int:
        """What no other fleet has: 56 bits of chance for each word, added by XOR."""
        return reduce(xor, map(self._marks.__getitem__, words))

    def _key(self, seed: int) -> bytes:
        return SheetCode(self._deck.digest, seed).key

    def _take(self, hand: Hand | None) -> Hand:
        if hand is None:
            raise self._exhausted()
        self._taken.add(hand.fleet)
        self.dealt += 1
        return hand

    def _hold(self, hand: Hand) -> Hand:
        """A player has the hand."""
        number = self._numbers.__getitem__
        self._held.extend(map(number, hand.words or ()))
        self._held.extend(map(number, hand.launch_codes))
        return hand

    def _found(self, key: str, number: int, opponent: Hand | None) -> Hand | None:
        """The first candidate of the player's row, of so many at most, that is fair with the opponent."""
        if opponent is None:
            return next(self._candidates(key, number, self.band), None)
        row, codes = self._row(key, number), self._deck.code_dealer
        own = codes.choose_profile(self._before | opponent.seed)
        profile = codes.choose_opponent_profile(own, int.from_bytes(row, "big"))
        candidates = self._picked(self._alike(self._seeds(row), profile), self._band_beside(opponent))
        return next((one for one in candidates if are_fair_opponents(opponent, one, self._deck)), None)

    def _row(self, key: str, number: int) -> bytes:
        """What a player's candidates for a round are drawn by."""
        name = f"{self._seed}\0{key}\0{number}".encode()
        return blake2b(name, digest_size=32, person=b"event player").digest()

    def _seeds(self, row: bytes) -> Iterator[int]:
        random = KeyedRandom(row, b"event seeds")
        while True:
            yield random.below(1 << SEED_BITS)

    def _alike(self, seeds: Iterable[int], profile: int) -> Iterator[int]:
        """For each seed, that or the next one whose sheet has this profile of launch codes."""
        choose = self._deck.code_dealer.choose_profile
        for seed in seeds:
            later = seed
            while choose(self._before + later) != profile:
                later += 1
            if later <= _LAST_SEED:
                yield later

    def _band_beside(self, opponent: Hand) -> tuple[int, int]:
        """The part of the band that is comparable with the opponent, so that no others need be looked at."""
        if opponent.rating is None:
            return self.band
        within = self._deck.edition.fairness.opponents_within
        near = opponent.rating - within, opponent.rating + within
        inside = max(near[0], self.band[0]), min(near[1], self.band[1])
        # An opponent dealt before under another band may stand outside of this one: to be near counts for more.
        return inside if inside[0] <= inside[1] else near

    def _candidates(self, key: str, number: int, band: tuple[int, int]) -> Iterator[Hand]:
        """The sheets of a player's row for a round, in its order, that are in the band and not taken."""
        return self._picked(self._seeds(self._row(key, number)), band)

    def _picked(self, seeds: Iterable[int], band: tuple[int, int]) -> Iterator[Hand]:
        """The sheets of these seeds that are in the band and not taken."""
        deck, taken = self._deck, self._taken
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
        near = self._near_band()
        return BadInputError(
            f"“{self._deck.title}” can fairly supply {self.dealt:,} of the {self._needed:,} sheets that are needed,"
            f" {rated}no fleet twice.",
            tip=f"No fleet of these words has such a rating. The nearest: {' and '.join(map(str, near))}."
            if near
            else "Widen the band, choose a larger tier, add themes or words, or ask for fewer rounds.",
            field="words",
            say=() if near else ("band",),
        )

    def _near_band(self) -> list[int]:
        """The ratings next to the band on either side, where it seems to lie between those that fleets have."""
        if self.dealt or self._deck.words is None:
            return []
        low, high = self.band
        seeds = islice(self._seeds(self._row("", 0)), RATED)
        ratings = {rating for seed in seeds if (rating := self.look(seed).rating) is not None}
        if any(low <= rating <= high for rating in ratings):
            return []
        below, above = {rating for rating in ratings if rating < low}, {rating for rating in ratings if rating > high}
        return [*([max(below)] if below else []), *([min(above)] if above else [])]


@cache
def _mark(word: str) -> int:
    """A word's share in the number of its fleets: the same on every machine, as `hash` is not."""
    return int.from_bytes(blake2b(word.encode(), digest_size=_MARK_BYTES, person=b"word mark").digest(), "big")
