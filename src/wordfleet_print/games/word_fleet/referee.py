"""The referee of a battle of Word Fleet: what is answered to each call, and how it is marked.

A battle is data (`rules/pictures/word-fleet.yaml`): what Bo `hides` in the part of the sea that is
drawn, his words `elsewhere`, and what Ada calls in each of her `turns`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wordfleet_print.games.referee import require
from wordfleet_print.games.word_fleet.model import Edition

# The part of the sea that is drawn.
COLUMNS = "CDEFG"
ROWS = (4, 5, 6, 7)
Call = Mapping[str, str]


def play_battle(data: Mapping[str, Any], edition: Edition) -> list[dict[str, Any]]:
    """Return what to draw of every turn, as the edition answers and marks it.

    Raises `IllegalTurnError` for a turn that it forbids.
    """
    battle = Battle(data, edition)
    return [battle.play_turn(calls) for calls in data["turns"]]


def list_squares(word: str, start: str, way: str) -> list[str]:
    """Return the squares of a word that begins at one, across or down."""
    column = COLUMNS.index(start[0])
    row = int(start[1:])
    if way == "across":
        return [f"{COLUMNS[column + step]}{row}" for step in range(len(word))]
    return [f"{start[0]}{row + step}" for step in range(len(word))]


class Battle:
    """Ada’s side of a battle: what Bo hides, and what is on her tracker so far."""

    def __init__(self, data: Mapping[str, Any], edition: Edition) -> None:
        """Begin a battle: `hides` and `elsewhere` of its data say what Bo hides."""
        self.edition = edition
        self.hides = {word: list_squares(word, *place) for word, place in data["hides"].items()}
        """The squares of each word."""
        self.all_words = [*data["hides"], *data["elsewhere"]]
        self.letters = {
            square: letter
            for word, squares in self.hides.items()
            for square, letter in zip(squares, word, strict=True)
        }
        """The letter on each square that has one."""
        self.marks: dict[str, tuple[str, str]] = {}
        """The kind of mark on each square, and the letter in it."""
        self.recon: dict[str, int] = {}
        self.sunk: list[str] = []

    @property
    def hides_letters(self) -> bool:
        """Whether a hit does not bring its letter: all letters, asked for, sink a ship (A-12)."""
        return self.edition.marks[0].draws == "slash"

    def ask(self, letter: str) -> str:
        """Ask how many of a letter there are, and return both in words. Where the edition hides
        letters, words whose letters have now all been called sink.
        """
        require(letter not in self.recon, f"{letter} is asked twice")
        count_found = "".join(self.all_words).count(letter)
        self.recon[letter] = count_found
        count = self.edition.say("figure.turn.none")
        if count_found:
            count = self.edition.all_labels.spell_number(count_found).capitalize()
        answers = [self.edition.say("figure.turn.ask", letter=letter, count=count)]
        for word in self._list_spelled(letter) if self.hides_letters else ():
            self.sunk.append(word)
            answers.append(self.edition.say("figure.turn.sinks", word=word))
        return " ".join(answers)

    def _list_spelled(self, letter: str) -> list[str]:
        """Return the words afloat whose last unknown letter this was."""
        afloat = [word for word in self.hides if letter in word and word not in self.sunk]
        return [word for word in afloat if set(word) <= self.recon.keys()]

    def shoot(self, square: str, letter: str = "") -> str:
        """Shoot at a square, with a letter where the edition wants one; mark the result, and return
        the call and its answer in words. A word whose letters are all ringed now is sunk.
        """
        kind, letter_in_mark, answer = self._judge(square, letter)
        if self.marks.get(square, ("", ""))[0] == "hit":
            # The new mark is drawn into the box of an earlier one
            kind += " boxed"
        self.marks[square] = (kind, letter_in_mark)
        for word, squares in self.hides.items():
            if word not in self.sunk and all(map(self._is_ringed, squares)):
                self.sunk.append(word)
                answer = self.edition.say("figure.turn.sunk")
        call = f"{square}, {letter}" if letter else square
        return self.edition.say("figure.turn.shot", call=call, answer=answer)

    def _judge(self, square: str, letter: str) -> tuple[str, str, str]:
        """Return how a shot is marked: the kind of mark, the letter in it, and the answer in words.

        The edition's results go from the best, such as HIT, to the last, which is a miss.
        """
        results = [mark.result for mark in self.edition.marks]
        hidden_letter = self.letters.get(square)
        if not hidden_letter:
            return "miss", "", results[-1]
        if self.hides_letters:
            return "slash", "", results[0]
        if not letter:
            return "ring", hidden_letter, f"{results[0]}: {hidden_letter}"
        if hidden_letter == letter:
            return "ring", hidden_letter, results[0]
        return "hit", letter, results[1]

    def _is_ringed(self, square: str) -> bool:
        return self.marks.get(square, ("", ""))[0].startswith("ring")

    def _choose_known_mark(self, square: str) -> str:
        """Return the kind of mark of a letter that is known without a shot: a ring; in an edition
        without rings the letter alone, over the slash of a hit.
        """
        if not self.hides_letters:
            return "ring"
        return "slash letter" if square in self.marks else "letter"

    def announce(self, word: str, start: str, way: str) -> tuple[str, bool]:
        """Announce a word and its place; return both in words, and whether all of it is right."""
        squares = list_squares(word, start, way)
        is_right = self.hides.get(word) == squares
        if is_right:
            self.sunk.append(word)
            for square, letter in zip(squares, word, strict=True):
                self.marks[square] = (self._choose_known_mark(square), letter)
        answer = self.edition.say("figure.turn.sunk" if is_right else "figure.turn.wrong")
        place = start if self.hides_letters else f"{start}–{squares[-1]}"
        call = f"{place}, {word}"
        return self.edition.say("figure.turn.shot", call=call, answer=answer), is_right

    def play_turn(self, calls: Sequence[Call]) -> dict[str, Any]:
        """Play the calls of one turn, and return what to draw of it: what was asked, shot at and
        announced, the sea with all marks so far, and what was `said`.
        """
        answers: list[str] = []
        question = ""
        shots: list[str] = []
        words: list[list[str]] = []
        is_over = False
        for call in calls:
            require(not is_over, "a wrong word ends the turn")
            if "ask" in call:
                question = call["ask"]
                answers.append(self.ask(question))
            elif "shot" in call:
                shots.append(call["shot"])
                answers.append(self.shoot(call["shot"], call.get("letter", "")))
            else:
                place = (call["word"], call["from"], call["way"])
                answer, is_right = self.announce(*place)
                words.append(list_squares(*place))
                answers.append(answer)
                is_over = not is_right
        calls_drawn = {"asked": question, "shots": shots, "words": words}
        return {**calls_drawn, **self._list_sea(), "said": " ".join(answers)}

    def _list_sea(self) -> dict[str, Any]:
        """Return the part of the sea, and all that is marked so far."""
        sunk_ships = [self.hides[word] for word in self.sunk]
        return {
            "columns": COLUMNS,
            "rows": list(ROWS),
            "hidden": list(self.letters.items()),
            "marks_made": [(square, *mark) for square, mark in self.marks.items()],
            "through": [squares for squares in sunk_ships if self.marks.keys() >= set(squares)],
            "recon": list(self.recon.items()),
        }
