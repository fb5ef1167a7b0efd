"""Stored pictures of the example games: they show what their data say, by the rules of the bundled
books.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import dist
from typing import Any

import pytest
import yaml

from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, Rulebook, load_rules, packaged
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.fill_facts import derive_facts
from wordfleet_print.rulebook.page import read_colors

PICTURES = data_folder("rules") / "pictures"
SHOWN = [
    (slug, number, address)
    for slug in packaged().slugs
    for number, address in enumerate(re.findall(r"\]\((pictures/[\w.-]+)\)", load_rules(slug).body))
]


COLUMNS = "CDEFG"
ROWS = (4, 5, 6, 7)
"""The part of the sea that is drawn."""
NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}


class Sea:
    """Ada's side of a sea battle: what Bo hides, and what she has on her tracker so far."""

    def __init__(self, data: Mapping[str, Any], book: Rulebook) -> None:
        assert isinstance(book, Edition)
        self.book = book
        self.hides = {word: self.squares(word, *place) for word, place in data["hides"].items()}
        self.fleet = [*data["hides"], *data["elsewhere"]]
        self.letters = {
            square: char
            for word, squares in self.hides.items()
            for square, char in zip(squares, word, strict=True)
        }
        self.draws = [mark.draws for mark in book.marks]
        self.results = [mark.result for mark in book.marks]
        self.marks: dict[str, tuple[str, str]] = {}
        self.recon: dict[str, int] = {}
        self.sunk: list[str] = []

    @staticmethod
    def squares(word: str, start: str, way: str) -> list[str]:
        """The squares of a word."""
        column, row = COLUMNS.index(start[0]), int(start[1:])
        across, down = (1, 0) if way == "across" else (0, 1)
        return [f"{COLUMNS[column + i * across]}{row + i * down}" for i in range(len(word))]

    def ask(self, letter: str) -> str:
        """Ask how many of a letter there are; where squares are never named, all letters asked sink
        a ship (A-12).
        """
        assert letter not in self.recon, f"{letter} is asked twice"
        self.recon[letter] = "".join(self.fleet).count(letter)
        count = self.book.say("figure.turn.none")
        if found := self.recon[letter]:
            count = self.book.all_labels.spell_number(found).capitalize()
        answer = self.book.say("figure.turn.ask", letter=letter, count=count)
        if self.draws[0] == "slash":
            for word in self.hides:
                if letter in word and set(word) <= set(self.recon) and word not in self.sunk:
                    self.sunk.append(word)
                    answer += f" {word} sinks."  # Admirals, which is English only
        return answer

    def shoot(self, square: str, letter: str = "") -> str:
        """Shoot at a square, with a letter where the edition wants one."""
        there = self.letters.get(square)
        if not there:
            kind, answer = "miss", self.results[-1]
        elif self.draws[0] == "slash":
            kind, answer = "slash", self.results[0]
        elif not letter:
            kind, answer = "ring", f"{self.results[0]}: {there}"
        elif there == letter:
            kind, answer = "ring", self.results[0]
        else:
            kind, answer = "hit", self.results[1]
        was_hit = self.marks.get(square, ("",))[0] == "hit"
        self.marks[square] = (
            kind + " boxed" * was_hit,
            {"ring": there or "", "hit": letter}.get(kind, ""),
        )
        for word, squares in self.hides.items():
            if word not in self.sunk and all(
                self.marks.get(s, ("",))[0].startswith("ring") for s in squares
            ):
                self.sunk.append(word)
                answer = self.book.say("figure.turn.sunk")
        call = f"{square}, {letter}" if letter else square
        return self.book.say("figure.turn.shot", call=call, answer=answer)

    def strike(self, word: str, start: str, way: str) -> tuple[str, bool]:
        """Announce a word and its place."""
        squares = self.squares(word, start, way)
        right = self.hides.get(word) == squares
        if right:
            self.sunk.append(word)
            self.marks |= {
                square: ("ring", char) for square, char in zip(squares, word, strict=True)
            }
        answer = "Sunk" if right else "No" if self.draws[0] == "slash" else "Wrong"
        return (
            f"{start}{'–' + squares[-1] if self.draws[0] == 'ring' else ''}, {word}! {answer}.",
            right,
        )

    def turn(self, calls: list[dict[str, Any]]) -> dict[str, Any]:
        """One turn; `ends` says whether a wrong word ended it."""
        said: list[str] = []
        drawn: dict[str, Any] = {"asked": "", "shots": [], "words": [], "tried": []}
        for call in calls:
            assert not drawn["tried"], "a wrong word ends the turn"
            if "ask" in call:
                drawn["asked"] = call["ask"]
                said.append(self.ask(call["ask"]))
            elif "shot" in call:
                drawn["shots"].append(call["shot"])
                said.append(self.shoot(call["shot"], call.get("letter", "")))
            else:
                squares = self.squares(call["word"], call["from"], call["way"])
                answer, right = self.strike(call["word"], call["from"], call["way"])
                drawn["words"].append(squares)
                drawn["tried"] = [] if right else list(zip(squares, call["word"], strict=True))
                said.append(answer)
        through = [
            self.hides[word]
            for word in self.sunk
            if all(square in self.marks for square in self.hides[word])
        ]
        return drawn | {
            "columns": COLUMNS,
            "rows": list(ROWS),
            "hidden": list(self.letters.items()),
            "marks_made": [(square, *mark) for square, mark in self.marks.items()],
            "through": through,
            "recon": list(self.recon.items()),
            "said": " ".join(said),
        }


def play_sea(data: Mapping[str, Any], book: Rulebook) -> list[dict[str, Any]]:
    """Every turn of a sea battle, as the edition answers and marks it."""
    sea = Sea(data, book)
    return [sea.turn(calls) for calls in data["turns"]]


def play_battle(data: Mapping[str, Any], book: Rulebook) -> list[dict[str, Any]]:
    """Every turn of a battle by the tutorial: moves, ranges, the squad's distance, kills and
    combats are checked.
    """
    facts = derive_facts(book)
    sides = data["squads"]
    men = {name: tuple(at) for side in sides for name, at in side.items()}
    moved: set[str] = set()
    pictures = []
    for number, turn in enumerate(data["turns"]):
        side, was = sides[number % 2], dict(men)
        killed: list[str] = []
        said: list[str] = []
        for shot in turn.get("shots", []):
            said.append(roll_shot(shot, was, moved, facts, killed))
            assert shot["by"] in side
            assert shot["at"] not in side
        moves = {name: tuple(at) for name, at in turn.get("moves", {}).items()}
        for name, at in moves.items():
            assert name in side
            assert name in men
            assert dist(men[name], at) <= facts["soldier"]["movement"] + 0.001, name
        places = {name: at for name, at in (men | moves).items() if name not in killed}
        for name in moves:
            mates = [
                dist(places[name], places[mate]) for mate in side if mate in places and mate != name
            ]
            assert min(mates) <= facts["squad"]["within"], name
        fallen: list[str] = []
        rolls: list[str] = []
        for fight in turn.get("fights", []):
            rolls.append(roll_fight(fight, places, moves, facts, fallen))
        if not said:
            said = rolls or [f"moves {facts['soldier']['movement']}"]
        pictures.append(
            {
                "men": [
                    (name, *at, *(men[name] if name in moves else (None, None)))
                    for name, at in (men | places).items()
                ],
                "before": [(name, *at) for name, at in was.items()],
                "moves": [(*was[name], *at) for name, at in moves.items()],
                "shots": [(*was[shot["by"]], *was[shot["at"]]) for shot in turn.get("shots", [])],
                "gone": killed,
                "shot": [was[name] for name in killed],
                "fallen": [(men | places)[name] for name in [*killed, *fallen]],
                "struck": [places[name] for name in fallen],
                "dark": list(sides[0]),
                "said": said[0],
                "then": rolls[0] if rolls else None,
                "near": turn.get("near"),
            }
        )
        men = {name: at for name, at in places.items() if name not in fallen}
        moved = set(moves)
    return pictures


def roll_shot(
    shot: Mapping[str, Any],
    men: Mapping[str, Any],
    moved: set[str],
    facts: Mapping[str, Any],
    killed: list[str],
) -> str:
    """Whether a shot kills, in words; whoever it kills is added to `killed`."""
    inches, rules = round(dist(men[shot["by"]], men[shot["at"]])), facts["shooting"]
    reach = facts["soldier"]["range"]
    assert inches <= reach
    less = rules["target_moved"] if shot["at"] in moved else 0
    needs = rules["close_kill_on"] if inches <= reach / 2 else rules["kill_on"]
    kill = shot["rolls"] + less >= needs
    if kill:
        killed.append(shot["at"])
    sum_up = f"{shot['rolls']} − {-less} = {shot['rolls'] + less}" if less else str(shot["rolls"])
    return f"{inches} inches: {sum_up}, {'a kill' if kill else 'a miss'}"


def roll_fight(
    fight: Mapping[str, Any],
    men: Mapping[str, Any],
    moves: Mapping[str, Any],
    facts: Mapping[str, Any],
    fallen: list[str],
) -> str:
    """How each pair of a fight ends, in words; the dead are added to `fallen`, all pairs rolled
    first.
    """
    one = fight["against"]
    bonus = facts["combat"]["attacker"] + facts["ganging_up"]["each_extra"] * (len(fight["by"]) - 1)
    pairs = []
    for (name, roll), answer in zip(fight["by"].items(), fight["rolls"], strict=True):
        assert name in moves
        assert dist(men[name], men[one]) <= 1.6, f"{name} does not touch {one}"
        score = roll + bonus
        pairs.append(f"{name[0]} {score} : {answer} {one[0]}")
        if score != answer:
            fallen.append(name if score < answer else one)
    tie = ", a tie" if not fallen else ""
    return ", ".join(pairs) + tie


class Board:
    """A game of Happy Flip Chess, refereed."""

    def __init__(self, dealt: list[str]) -> None:
        self.rows = len(dealt)
        self.pieces = {
            (x, self.rows - y): char for y, row in enumerate(dealt) for x, char in enumerate(row)
        }
        self.down = set(self.pieces)
        self.white_moves: bool | None = None

    @staticmethod
    def at(square: str) -> tuple[int, int]:
        """The column from 0 and the row from 1 of a square such as b4."""
        return "abcdefgh".index(square[0]), int(square[1])

    def may_go(self, start: tuple[int, int], end: tuple[int, int]) -> bool:
        """Whether the piece on `start` may go to `end`; white pawns go up, black pawns down."""
        piece, taken = self.pieces[start], self.pieces.get(end)
        if taken and (end in self.down or taken.isupper() == piece.isupper()):
            return False
        dx, dy = end[0] - start[0], end[1] - start[1]
        far = max(abs(dx), abs(dy))
        if piece in "nN":
            return sorted((abs(dx), abs(dy))) == [1, 2]
        if piece in "pP":
            return dy == (1 if piece == "P" else -1) and (abs(dx) == 1 if taken else dx == 0)
        if piece in "kK":
            return far == 1
        straight, diagonal = 0 in (dx, dy), abs(dx) == abs(dy)
        if not {"r": straight, "b": diagonal, "q": straight or diagonal}[piece.lower()]:
            return False
        way = [(start[0] + dx // far * i, start[1] + dy // far * i) for i in range(1, far)]
        return not any(square in self.pieces for square in way)

    def play(self, turn: str) -> dict[str, Any]:
        """One turn, checked: a flip and a move (`b4 b4-a2`), a flip alone (`b4`) where nothing can
        move, or a move alone where nothing is face-down.
        """
        *flips, last = turn.split()
        if "-" not in last:
            flips.append(last)
        flipped = start = end = taken = None
        if self.down:
            flipped = self.at(*flips)
            assert flipped in self.down, turn
            self.down.remove(flipped)
        else:
            assert not flips, turn
        if "-" in last:
            start, end = (self.at(square) for square in last.split("-"))
            assert start not in self.down, turn
            assert self.pieces[start].isupper() == self.white_moves, turn
            assert self.may_go(start, end), turn
            taken = self.pieces.get(end)
            self.pieces[end] = self.pieces.pop(start)
        elif self.white_moves is None:
            assert flipped, turn
            self.white_moves = not self.pieces[flipped].isupper()
        else:
            assert not self.can_move(), turn
        self.white_moves = not self.white_moves
        return {
            "flipped": flipped,
            "to": end,
            "start": start,
            "taken": NAMES.get((taken or "").lower()),
        }

    def can_move(self) -> bool:
        """Whether the player to move has a legal move."""
        ends = [(x, y) for x in range(8) for y in range(1, self.rows + 1)]
        for start, piece in self.pieces.items():
            if piece.isupper() != self.white_moves or start in self.down:
                continue
            if any(self.may_go(start, end) for end in ends if end != start):
                return True
        return False

    def is_over(self) -> bool:
        """Whether a color is gone, or nothing is face-down and the player to move has no legal
        move.
        """
        colors = {piece.isupper() for piece in self.pieces.values()}
        return len(colors) == 1 or not (self.down or self.can_move())

    def score(self, white: bool, scores: Mapping[str, int]) -> int:
        """What one color's pieces on the board add up to."""
        return sum(
            scores[NAMES[piece.lower()]]
            for piece in self.pieces.values()
            if piece.isupper() == white
        )


def play_chess(data: Mapping[str, Any], book: Rulebook) -> list[dict[str, Any]]:
    """Every turn of a game of chess; it ends with the last one and not before."""
    board, pictures = Board(data["dealt"]), []
    scores = {piece["name"]: piece["score"] for piece in derive_facts(book)["pieces"]}
    for number, turn in enumerate(data["turns"], 1):
        result = board.play(turn)
        assert board.is_over() == (number == len(data["turns"])), turn
        pieces = [
            (x, y, NAMES[p.lower()], p.isupper(), (x, y) in board.down)
            for (x, y), p in board.pieces.items()
        ]
        pictures.append(
            result
            | {"squares": pieces, "scores": (board.score(True, scores), board.score(False, scores))}
        )
    return pictures


PLAY = {
    "word-fleet": ("sea-turn", play_sea),
    "army-men": ("field-turn", play_battle),
    "happy-flip-chess": ("board-turn", play_chess),
}
"""The template that draws a turn of each game, and the function that plays it."""


def _data(slug: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((PICTURES / f"{slug}.yaml").read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize(("slug", "number", "address"), SHOWN)
def test_pictures_are_drawn_from_their_data(slug: str, number: int, address: str) -> None:
    """A picture is what its template draws of a game that keeps the rules, and holds only shapes
    and words.
    """
    book, data = load_rules(slug).book, _data(slug)
    facts, (template, play) = derive_facts(book), PLAY[book.game]
    turn = play(data, book)[data["pictures"][number] - 1]  # it asserts what the rules forbid
    svg = (data_folder("rules") / address).read_text(encoding="utf-8")
    drawn = Drawings(facts, read_colors(book), book.say).fill(f"figures/{template}.svg", **turn)
    assert "".join(svg.split()) == "".join(drawn.split())
    shapes = "svg title g defs clipPath path rect circle ellipse line polygon text tspan"
    assert set(re.findall(r"<([\w:]+)", svg)) <= {*shapes.split()}
    assert not re.search(r"\s(?:on\w+|style|[\w:]*href)=|url\((?!#)|<!", svg)
