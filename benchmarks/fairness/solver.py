"""A player with a dictionary, who considers which words the opponent may have.

A solver knows a share of the words that fleets are made of, drawn again for each game. Where
letters alone sink ships, the solver calls the letter that the fleet most likely holds, given all
answers. On the grid the solver asks in the printers' order until enough is known, then tries what
most of the words allow that fit what has been named. A solver who may say a whole word (Word
Strike) does so as soon as only one fits. To be on the safe side, a solver on the grid knows which
ship each found square belongs to, and its place in it.
"""

from __future__ import annotations

import numpy as np

from benchmarks.fairness.fleets import Chance, Fleets, Numbers, number_letters
from benchmarks.fairness.hunts import Hunts
from benchmarks.fairness.players import (
    USUAL_STOPS,
    count_questions,
    find_common_order,
    list_action_kinds,
)

WEIGHT_ADJUSTMENTS = 2
"""How often the words' weights are adjusted to the answers at each question."""
ERROR_LOG_ODDS = 0.3
"""The standard deviation of a solver's error about how likely each letter is, drawn again for each
game.
"""


class Dictionary:
    """The words of a deck as numbers: by length, a row of letters and a row of counts for each
    word.
    """

    def __init__(self, fleets: Fleets) -> None:
        self.lengths = fleets.deck.edition.lengths
        self.common = fleets.counts.mean(axis=0) / sum(self.lengths)
        pools = {len(pool[0]): pool for pool in fleets.deck.pools}
        alphabet = fleets.deck.edition.letters
        self.size = len(alphabet)
        common_order = find_common_order(fleets.deck.edition)
        self.order = np.array(number_letters(common_order, alphabet))
        self._letters = {
            n: np.array([number_letters(word, alphabet) for word in pool])
            for n, pool in pools.items()
        }
        self.counts = {
            n: np.array([np.bincount(row, minlength=self.size) for row in rows], dtype=np.float32)
            for n, rows in self._letters.items()
        }

    def get_letters(self, ship: int) -> Numbers:
        """Return the letters of each word that fits the ship."""
        return self._letters[self.lengths[ship]]


def play_solver(
    fleets: Fleets, known_share: float, hunts: Hunts | None, chance: Chance, games: int
) -> Numbers:
    """Return a row for each fleet: the turns that a solver who knows this share of the words needed
    in each game.
    """
    dictionary = Dictionary(fleets)
    turns = np.zeros((len(fleets.words), games), dtype=np.int64)
    for fleet in range(len(fleets.words)):
        for game in range(games):
            if hunts is None:
                turns[fleet, game] = _count_calls(
                    dictionary, known_share, fleets.counts[fleet], chance
                )
            else:
                turns[fleet, game] = _Hunter(fleets, dictionary, known_share, chance).count_turns(
                    fleet, hunts
                )
    return turns


def _count_calls(
    dictionary: Dictionary, known_share: float, counts: Numbers, chance: Chance
) -> int:
    """Count the letters called until all of the fleet's have been."""
    caller = _Caller(dictionary, known_share, chance)
    calls = found = 0
    while found < counts.sum():
        letter = caller.choose()
        caller.hear(letter, int(counts[letter]))
        calls += 1
        found += counts[letter]
    return calls


class _Caller:
    """One game of a solver who calls letters.

    Holds the words that no answer rules out, and weights of their letters that make the answers
    likely. A ship whose word is unknown has letters as common as elsewhere.
    """

    def __init__(self, dictionary: Dictionary, known_share: float, chance: Chance) -> None:
        self._fit = {
            n: words[_draw_known(len(words), known_share, chance)]
            for n, words in dictionary.counts.items()
        }
        self._lengths, self._known_share = dictionary.lengths, known_share
        self._common = dictionary.common * np.exp(chance.normal(0, ERROR_LOG_ODDS, dictionary.size))
        self._error = chance.normal(0, ERROR_LOG_ODDS, dictionary.size)
        self._weights = np.zeros(dictionary.size)
        self._present: dict[int, int] = {}
        self._closed = np.zeros(dictionary.size, dtype=bool)

    def hear(self, letter: int, count: int) -> None:
        """Take the answer to a call."""
        self._closed[letter] = True
        if count:
            self._present[letter] = count
        else:
            self._common[letter] = 0
            self._fit = {n: words[words[:, letter] == 0] for n, words in self._fit.items()}

    def choose(self) -> int:
        """Choose the letter that the fleet most likely holds, of those not called, with this game's
        error.
        """
        shares = self._compute_shares()
        for _ in range(WEIGHT_ADJUSTMENTS if self._present else 0):
            expected = sum(shares[n] @ self._fit[n] for n in self._lengths)
            letters = list(self._present)
            amounts = np.array(list(self._present.values()))
            self._weights[letters] += 0.7 * np.log(amounts / np.maximum(expected[letters], 0.05))
            shares = self._compute_shares()
        lacking = np.ones(len(self._closed))
        for n, words in self._fit.items():
            trust = self._known_share if len(words) else 0.0
            by_chance = (1 - self._common / self._common.sum()) ** n
            lacking *= (
                trust * (1 - shares[n] @ (words > 0)) + (1 - trust) * by_chance
            ) ** self._lengths.count(n)
        odds = np.log((1 - lacking + 1e-9) / (lacking + 1e-9)) + self._error
        return int(np.where(self._closed, -np.inf, odds).argmax())

    def _compute_shares(self) -> dict[int, np.ndarray]:
        """Compute how likely each word is, by length."""
        shares = {}
        for n, words in self._fit.items():
            likely = np.exp(np.minimum(words @ self._weights.astype(np.float32), 50))
            shares[n] = likely / max(likely.sum(), 1e-30)
        return shares


def _draw_known(words: int, known_share: float, chance: Chance) -> np.ndarray:
    return chance.random(words) < known_share


class _Hunter:
    """One game of a solver on the grid."""

    def __init__(
        self, fleets: Fleets, dictionary: Dictionary, known_share: float, chance: Chance
    ) -> None:
        self._fleets, self._dictionary, self._chance = fleets, dictionary, chance
        self._says_words = "word" in list_action_kinds(fleets.deck.edition)
        self._lengths = fleets.deck.edition.lengths
        self._words = {
            n: _draw_known(len(words), known_share, chance)
            for n, words in dictionary.counts.items()
        }

    def count_turns(self, fleet: int, hunts: Hunts) -> int:
        """Play, and count the turns."""
        counts, letters = self._fleets.counts[fleet], self._fleets.letters[fleet]
        known = np.array([self._chance.choice(USUAL_STOPS)])
        order = self._dictionary.order
        asked_count = int(count_questions(order[None, :], counts[None, :], known)[0])
        self._asked, self._left = order[:asked_count], counts.astype(float).copy()
        self._fit = [self._find_fitting(ship) for ship in range(len(self._lengths))]
        self._sunk = [False] * len(self._lengths)
        starts = np.cumsum((0, *self._lengths))
        hunt = self._chance.integers(len(hunts.found))
        turns = asked_count
        for place, misses in zip(hunts.found[hunt], hunts.misses[hunt], strict=True):
            ship = int(np.searchsorted(starts, place, side="right")) - 1
            if not self._sunk[ship]:
                turns += int(misses) + self._count_shots(
                    ship, int(place - starts[ship]), int(letters[place])
                )
                turns += self._say_word(ship, letters[starts[ship] : starts[ship + 1]])
        return turns

    def _find_fitting(self, ship: int) -> np.ndarray:
        """Find the known words that do not hold more of a letter than the fleet has left."""
        counts = self._dictionary.counts[self._lengths[ship]]
        unknown = self._left.sum() - self._left[self._asked].sum()
        few = (counts[:, self._asked] <= self._left[self._asked]).all(axis=1)
        few &= counts.sum(axis=1) - counts[:, self._asked].sum(axis=1) <= unknown
        return few & self._words[self._lengths[ship]]

    def _count_shots(self, ship: int, place: int, letter: int) -> int:
        """Count the shots at a square until its letter is named, by how many words have each letter
        there.
        """
        column = self._dictionary.get_letters(ship)[:, place]
        shots = 1
        if not self._says_words:
            votes = np.bincount(column[self._fit[ship]], minlength=self._dictionary.size).astype(
                float
            )
            open_ = np.ones(self._dictionary.size)
            open_[self._asked] = self._left[self._asked]
            likely = (votes + self._dictionary.common) * (open_ > 0)
            shots += int((likely > likely[letter]).sum())
        self._fit[ship] &= column == letter
        self._left[letter] -= 1
        return shots

    def _say_word(self, ship: int, word: Numbers) -> int:
        """Say the only word that fits; return the turns lost: none if it is right and the ship
        sinks.
        """
        fit = np.flatnonzero(self._fit[ship])
        if not self._says_words or len(fit) != 1:
            return 0
        right = bool((self._dictionary.get_letters(ship)[fit[0]] == word).all())
        self._sunk[ship] = right
        self._fit[ship][:] = False
        return 0 if right else 1
