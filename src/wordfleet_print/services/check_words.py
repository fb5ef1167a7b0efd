"""A list of one's own looked over: what was taken of it, whether it is enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import Deck, own_deck
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.fleet.word_lists import WordList, load_tier
from wordfleet_print.games import Edition
from wordfleet_print.limits import DEFAULT_TIER
from wordfleet_print.messages import some_of
from wordfleet_print.services.choose_words import SHOWN, WordsRequest
from wordfleet_print.services.word_file import screen_list
from wordfleet_print.sheet.sheet import count_fair_pairs, deal


@dataclass(frozen=True, slots=True)
class CheckedList:
    """What a list of one's own is good for.

    `needed` is how many words of each length opponents take, `filled` how many the tier brings that
    tops it up. `fair_pairs` counts the fair pairs of fleets that the words make; None where they
    are too many to count, or where the list cannot be printed anyhow.
    """

    screened: ScreenedList
    needed: Mapping[int, int]
    filled: Mapping[int, int]
    fair_pairs: int | None = None

    @property
    def counts(self) -> dict[int, int]:
        """How many words the list has of each length that ships have."""
        words = self.screened.words.by_length
        return {length: len(words.get(length, ())) for length in self.needed}

    @property
    def short(self) -> list[int]:
        """The lengths of which there are too few words."""
        counts = self.counts
        return [n for n, need in self.needed.items() if counts[n] + self.filled.get(n, 0) < need]

    @property
    def rows(self) -> Iterator[tuple[str, str, str, str, str]]:
        """Of each length: letters, words, how many are needed, whether they are enough, some of
        them.
        """
        for length, need in self.needed.items():
            words = self.screened.words.by_length.get(length, ())
            yield str(length), str(len(words)), str(need), self._enough(length), some_of(words, SHOWN)

    def _enough(self, length: int) -> str:
        if length in self.short:
            return f"{self.needed[length] - self.counts[length]} too few"
        filled = self.filled.get(length)
        return f"filled up from {filled} of the tier" if filled else "enough"

    @property
    def fillable(self) -> list[int]:
        """Those of them that tiers have words of."""
        return [length for length in self.short if length in load_tier(DEFAULT_TIER).by_length]

    @property
    def printable(self) -> bool:
        """Whether there are enough words of each length."""
        return not self.short

    @property
    def ready(self) -> bool:
        """Whether the list can be dealt from: it is printable, and has fair opponents."""
        return self.printable and self.fair_pairs != 0


def check_list(file: Path, words: WordsRequest) -> CheckedList:
    """Look a list over for an edition, as these words say. Raises `BadInputError` for a file that
    cannot be read.
    """
    rules = words.the_edition()
    tier = None if words.fill is None else load_tier(words.fill)
    checked = look_over(screen_list(file, rules.ships_of_length, words.letters), rules, tier)
    if not (checked.printable and words.fair):
        return checked
    deck = own_deck(rules, checked.screened.words, sheets=rules.players.count, fill=tier)
    return replace(checked, fair_pairs=_fair_pairs(deck))


def look_over(screened: ScreenedList, edition: Edition, tier: WordList | None) -> CheckedList:
    """Whether a list has words enough for an edition, with those of the tier that tops it up; not
    whether fairly.
    """
    players, ships_of_length = edition.players.count, edition.ships_of_length.items()
    checked = CheckedList(screened, {length: ships * players for length, ships in ships_of_length}, {})
    if tier is None:
        return checked
    return replace(checked, filled=_filled(screened.words, checked.short, tier))


def _filled(own: WordList, lengths: Iterable[int], tier: WordList) -> dict[int, int]:
    """How many words of these lengths a tier has that a list has not."""
    return {n: len({*tier.by_length.get(n, ())} - {*own.by_length.get(n, ())}) for n in lengths}


def _fair_pairs(deck: Deck) -> int | None:
    """How many pairs of fair opponents the words make; None where they are too many to count."""
    pairs = count_fair_pairs(deck)
    if pairs is None:
        try:
            deal(deck, ("",) * deck.edition.players.count, "words check")
        except BadInputError:
            return 0
    return pairs
