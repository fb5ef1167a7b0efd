"""A player with a dictionary: who reckons with the words that the enemy may have.

Of the words that fleets are made of, a solver knows a share, drawn anew for each game. Where letters alone sink ships,
the solver calls whichever letter the fleet is likeliest to hold, given all answers. On the grid the solver asks in the
printers' order until enough is known, then tries what most of the words allow that fit what has been named; who may
say a whole word (Word Strike) does as soon as a single one fits. To err on the strong side, a solver on the grid knows
which ship each found square belongs to, and its place in it.
"""

from __future__ import annotations

from string import ascii_uppercase

import numpy as np

from benchmarks.fairness.battles import ETAOIN, USUAL_STOPS, kinds, questions
from benchmarks.fairness.fleets import Chance, Fleets, Numbers
from benchmarks.fairness.hunts import Hunts

SWEEPS = 2
"""Adjustments of the words' weights to the answers, at each question."""
ERROR = 0.3
"""How far, as a standard deviation of log odds, a solver errs about how likely each letter is, anew in each game."""
ORDER = np.array([ascii_uppercase.index(letter) for letter in ETAOIN])


class Dictionary:
    """The words of a deck as numbers: for each ship a row of letters, by length a row of counts for each word."""

    def __init__(self, fleets: Fleets) -> None:
        self.lengths = fleets.deck.edition.lengths
        self.common = fleets.counts.mean(axis=0) / sum(self.lengths)
        pools = {len(pool[0]): pool for pool in fleets.deck.pools}
        self._letters = {n: np.array([[ord(x) - ord("A") for x in word] for word in pool]) for n, pool in pools.items()}
        self.counts = {
            n: np.array([np.bincount(row, minlength=26) for row in rows], dtype=np.float32)
            for n, rows in self._letters.items()
        }

    def letters(self, ship: int) -> Numbers:
        """The letters of each word that the ship may carry."""
        return self._letters[self.lengths[ship]]


def turns_of_solver(fleets: Fleets, knows: float, hunts: Hunts | None, chance: Chance, games: int) -> Numbers:
    """A row for each fleet: the turns that who `knows` this share of the words needed in so many games."""
    dictionary = Dictionary(fleets)
    turns = np.zeros((len(fleets.words), games), dtype=np.int64)
    for fleet in range(len(fleets.words)):
        for game in range(games):
            if hunts is None:
                turns[fleet, game] = _calls(dictionary, knows, fleets.counts[fleet], chance)
            else:
                turns[fleet, game] = _Hunter(fleets, dictionary, knows, chance).turns(fleet, hunts)
    return turns


def _calls(dictionary: Dictionary, knows: float, counts: Numbers, chance: Chance) -> int:
    """Letters called until all of the fleet's have been."""
    caller = _Caller(dictionary, knows, chance)
    called = found = 0
    while found < counts.sum():
        letter = caller.choice()
        caller.hear(letter, int(counts[letter]))
        called += 1
        found += counts[letter]
    return called


class _Caller:
    """One game of a solver who calls letters: the words that no answer rules out, and the weights of the letters in
    them that make the answers likely. A ship whose word is unknown holds letters as common as anywhere.
    """

    def __init__(self, dictionary: Dictionary, knows: float, chance: Chance) -> None:
        self._fit = {n: words[_known(len(words), knows, chance)] for n, words in dictionary.counts.items()}
        self._lengths, self._knows = dictionary.lengths, knows
        self._common = dictionary.common * np.exp(chance.normal(0, ERROR, 26))
        self._error = chance.normal(0, ERROR, 26)
        self._weights = np.zeros(26)
        self._present: dict[int, int] = {}
        self._closed = np.zeros(26, dtype=bool)

    def hear(self, letter: int, count: int) -> None:
        """The answer to a call."""
        self._closed[letter] = True
        if count:
            self._present[letter] = count
        else:
            self._common[letter] = 0
            self._fit = {n: words[words[:, letter] == 0] for n, words in self._fit.items()}

    def choice(self) -> int:
        """The letter that the fleet is likeliest to hold, of those not called; every game errs a little about each."""
        shares = self._shares()
        for _ in range(SWEEPS if self._present else 0):
            expected = sum(shares[n] @ self._fit[n] for n in self._lengths)
            letters = list(self._present)
            told = np.array(list(self._present.values()))
            self._weights[letters] += 0.7 * np.log(told / np.maximum(expected[letters], 0.05))
            shares = self._shares()
        lacking = np.ones(26)
        for n, words in self._fit.items():
            trust = self._knows if len(words) else 0.0
            by_chance = (1 - self._common / self._common.sum()) ** n
            lacking *= (trust * (1 - shares[n] @ (words > 0)) + (1 - trust) * by_chance) ** self._lengths.count(n)
        odds = np.log((1 - lacking + 1e-9) / (lacking + 1e-9)) + self._error
        return int(np.where(self._closed, -np.inf, odds).argmax())

    def _shares(self) -> dict[int, np.ndarray]:
        """How likely each word is, by length."""
        shares = {}
        for n, words in self._fit.items():
            likely = np.exp(np.minimum(words @ self._weights.astype(np.float32), 50))
            shares[n] = likely / max(likely.sum(), 1e-30)
        return shares


def _known(words: int, knows: float, chance: Chance) -> np.ndarray:
    return chance.random(words) < knows


class _Hunter:
    """One game of a solver on the grid."""

    def __init__(self, fleets: Fleets, dictionary: Dictionary, knows: float, chance: Chance) -> None:
        self._fleets, self._dictionary, self._chance = fleets, dictionary, chance
        self._says_words = "word" in kinds(fleets.deck.edition)
        self._lengths = fleets.deck.edition.lengths
        self._words = {n: _known(len(words), knows, chance) for n, words in dictionary.counts.items()}

    def turns(self, fleet: int, hunts: Hunts) -> int:
        """The turns it took."""
        counts, letters = self._fleets.counts[fleet], self._fleets.letters[fleet]
        known = np.array([self._chance.choice(USUAL_STOPS)])
        asked = int(questions(ORDER[None, :], counts[None, :], known)[0])
        self._asked, self._left = ORDER[:asked], counts.astype(float).copy()
        self._fit = [self._fitting(ship) for ship in range(len(self._lengths))]
        self._sunk = [False] * len(self._lengths)
        starts = np.cumsum((0, *self._lengths))
        hunt = self._chance.integers(len(hunts.found))
        turns = asked
        for place, misses in zip(hunts.found[hunt], hunts.misses[hunt], strict=True):
            ship = int(np.searchsorted(starts, place, side="right")) - 1
            if not self._sunk[ship]:
                turns += int(misses) + self._shots(ship, int(place - starts[ship]), int(letters[place]))
                turns += self._say_word(ship, letters[starts[ship] : starts[ship + 1]])
        return turns

    def _fitting(self, ship: int) -> np.ndarray:
        """Which of the known words do not hold more of a letter than there are."""
        counts = self._dictionary.counts[self._lengths[ship]]
        unknown = self._left.sum() - self._left[self._asked].sum()
        few = (counts[:, self._asked] <= self._left[self._asked]).all(axis=1)
        few &= counts.sum(axis=1) - counts[:, self._asked].sum(axis=1) <= unknown
        return few & self._words[self._lengths[ship]]

    def _shots(self, ship: int, place: int, letter: int) -> int:
        """Shots at a square until it is named: one where its letter is told; else by how many words have each there."""
        column = self._dictionary.letters(ship)[:, place]
        shots = 1
        if not self._says_words:
            votes = np.bincount(column[self._fit[ship]], minlength=26).astype(float)
            open_ = np.ones(26)
            open_[self._asked] = self._left[self._asked]
            likely = (votes + self._dictionary.common) * (open_ > 0)
            shots += int((likely > likely[letter]).sum())
        self._fit[ship] &= column == letter
        self._left[letter] -= 1
        return shots

    def _say_word(self, ship: int, word: Numbers) -> int:
        """Turns lost by saying the only word that fits; where it is right, the ship has sunk and none is lost."""
        fit = np.flatnonzero(self._fit[ship])
        if not self._says_words or len(fit) != 1:
            return 0
        right = bool((self._dictionary.letters(ship)[fit[0]] == word).all())
        self._sunk[ship] = right
        self._fit[ship][:] = False
        return 0 if right else 1
