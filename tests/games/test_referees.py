"""Referees of example games: what is answered to each turn, and which turns the rules forbid."""

from __future__ import annotations

from typing import Any

import pytest

from wordfleet_print.games import Edition, load_edition, load_rules
from wordfleet_print.games.army_men.model import ArmyMen
from wordfleet_print.games.army_men.referee import Battle as Skirmish
from wordfleet_print.games.flip_chess.model import FlipChess
from wordfleet_print.games.flip_chess.referee import Game, play_game
from wordfleet_print.games.referee import IllegalTurnError
from wordfleet_print.games.word_fleet.referee import Battle

SEA = {"hides": {"FOG": ["D4", "across"], "GO": ["E6", "across"]}, "elsewhere": ["STORM"]}


def make_battle(slug: str = "word-fleet") -> Battle:
    edition: Edition = load_edition(slug)
    return Battle(SEA, edition)


# Word Fleet


@pytest.mark.parametrize(
    ("slug", "shot", "answer"),
    [
        ("word-fleet", ("D6", "G"), "D6, G! Miss."),
        ("word-fleet", ("E6", "O"), "E6, O! Hit."),
        ("word-fleet", ("E6", "G"), "E6, G! Bullseye."),
        ("word-fleet-strike", ("E6",), "E6! Hit: G."),
        ("word-fleet-admirals", ("E6",), "E6! Hit."),
    ],
)
def test_an_edition_answers_shots_by_its_marks(
    slug: str, shot: tuple[str, ...], answer: str
) -> None:
    """Water, another letter and the right one have the edition’s results (C-15, S-06, A-09)."""
    assert make_battle(slug).shoot(*shot) == answer


def test_a_ship_sinks_with_its_last_letter() -> None:
    """Captains: each letter right on its square (C-22); the square that was hit keeps its frame."""
    battle = make_battle()
    battle.shoot("E6", "O")
    assert battle.shoot("E6", "G") == "E6, G! Bullseye."
    assert battle.shoot("F6", "O") == "F6, O! Sunk."
    assert battle.marks == {"E6": ("ring boxed", "G"), "F6": ("ring", "O")}


def test_letters_count_the_whole_fleet() -> None:
    """What is asked is counted over all words, wherever they are (C-13)."""
    assert make_battle().ask("O") == "O? Three."
    assert make_battle().ask("Z") == "Z? None."


def test_letters_alone_sink_a_ship_of_admirals() -> None:
    """Where hits bring no letters, a ship sinks when all its letters are called (A-12)."""
    battle = make_battle("word-fleet-admirals")
    assert battle.ask("G") == "G? Two."
    assert battle.ask("O") == "O? Three. GO sinks."


@pytest.mark.parametrize(
    ("slug", "way", "answer"),
    [
        ("word-fleet-strike", "across", "E6–F6, GO! Sunk."),
        ("word-fleet-strike", "down", "E6–E7, GO! Wrong."),
        ("word-fleet-admirals", "down", "E6, GO! No."),
    ],
)
def test_a_word_is_right_with_its_place(slug: str, way: str, answer: str) -> None:
    """A word in another place is wrong, in the edition’s own words (S-05, A-08)."""
    assert make_battle(slug).announce("GO", "E6", way)[0] == answer


def test_turns_at_sea_that_are_forbidden() -> None:
    """A letter is not asked for twice, and a wrong word ends the turn (S-05, S-07)."""
    battle = make_battle("word-fleet-strike")
    with pytest.raises(IllegalTurnError, match="asked twice"):
        battle.play_turn([{"ask": "G"}, {"ask": "G"}])
    with pytest.raises(IllegalTurnError, match="ends the turn"):
        battle.play_turn([{"word": "GO", "from": "E6", "way": "down"}, {"shot": "D4"}])


# Army Men

SQUADS = [{"Able": [0, 0], "Bean": [0, 2]}, {"Fig": [12, 0], "Gus": [12, 2]}]


def make_skirmish() -> Skirmish:
    book = load_rules("army-men").book
    assert isinstance(book, ArmyMen)
    return Skirmish(SQUADS, book)


@pytest.mark.parametrize(
    ("roll", "moved", "said"),
    [
        (5, False, "12 inches: 5, a kill"),
        (4, False, "12 inches: 4, a miss"),
        (5, True, "12 inches: 5 − 1 = 4, a miss"),
    ],
)
def test_shots_kill_by_range_and_movement(roll: int, moved: bool, said: str) -> None:
    """Beyond half the range a 5 kills; a target that moved takes 1 off (M-10)."""
    battle = make_skirmish()
    battle.moved = {"Fig"} if moved else set()
    assert battle.play_turn({"shots": [{"by": "Able", "at": "Fig", "rolls": roll}]})["said"] == said
    assert ("Fig" in battle.men) is ("kill" not in said)


def test_two_attackers_add_one_each() -> None:
    """The attacker adds 1, and 1 more for each additional one; a tie kills nobody (M-13, M-14)."""
    battle = make_skirmish()
    fight = {"by": {"Able": 1, "Bean": 3}, "against": "Fig", "rolls": [3, 4]}
    turn = {"moves": {"Able": [5, 0], "Bean": [5, 1]}, "fights": [fight]}
    battle.men["Fig"] = (5.0, 1.5)
    assert battle.play_turn(turn)["said"] == "A 3 : 3 F, B 5 : 4 F"
    assert "Fig" not in battle.men
    battle = make_skirmish()
    battle.men["Fig"] = (3.0, 1.0)
    tie = {"by": {"Able": 2}, "against": "Fig", "rolls": [3]}
    assert (
        battle.play_turn({"moves": {"Able": [3, 0]}, "fights": [tie]})["said"] == "A 3 : 3 F, a tie"
    )


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ({"moves": {"Able": [7, 0], "Bean": [6, 2]}}, "moves too far"),
        ({"moves": {"Able": [6, 0]}}, "leaves the squad"),
        ({"moves": {"Fig": [11, 0]}}, "not their turn"),
        ({"shots": [{"by": "Able", "at": "Bean", "rolls": 6}]}, "shoots at Bean"),
        ({"fights": [{"by": {"Able": 6}, "against": "Fig", "rolls": [1]}]}, "without a move"),
        (
            {
                "moves": {"Able": [3, 1]},
                "fights": [{"by": {"Able": 6}, "against": "Fig", "rolls": [1]}],
            },
            "does not touch",
        ),
    ],
)
def test_turns_on_the_carpet_that_are_forbidden(turn: dict[str, Any], why: str) -> None:
    """Moves within the rating and the squad, shots at the enemy in range, fights in contact (M-08
    to M-13).
    """
    with pytest.raises(IllegalTurnError, match=why):
        make_skirmish().play_turn(turn)


# Happy Flip Chess


def play_chess(dealt: list[str], *turns: str) -> Game:
    game = Game(dealt)
    for turn in turns:
        game.play_turn(turn)
    return game


def test_the_first_flip_gives_colors() -> None:
    """The flipped piece is the opponent’s, who moves next (F-06)."""
    assert play_chess(["Pp", "Kk"], "a2").white_moves is True
    assert play_chess(["Pp", "Kk"], "b2").white_moves is False


@pytest.mark.parametrize(
    ("square", "end", "may"),
    [
        ("a1", "a3", True),  # a rook along its file
        ("a1", "a4", False),  # past a piece
        ("a1", "b2", False),
        ("b1", "c3", True),  # a knight over others
        ("c1", "d2", True),
        ("c1", "e3", False),
        ("d1", "d2", True),  # a pawn ahead
        ("d1", "d3", False),  # no two steps
        ("d1", "e2", False),  # nothing to take
        ("e1", "f2", True),  # a pawn takes
        ("e1", "e2", True),
    ],
)
def test_pieces_move_as_in_chess(square: str, end: str, may: bool) -> None:
    """Moves and captures are those of chess; pawns go one square up (F-09, F-15)."""
    game = Game([])
    files = "abcdefgh"
    game.pieces = {(0, 1): "R", (1, 1): "N", (2, 1): "K", (3, 1): "P", (4, 1): "P"}
    game.pieces |= {(0, 3): "p", (5, 2): "p"}
    game.down = set()
    game.rows = 4
    start = (files.index(square[0]), int(square[1]))
    assert game.may_go(start, (files.index(end[0]), int(end[1]))) is may


def test_face_down_pieces_are_out_of_the_game() -> None:
    """They do not move, are not taken, and block (F-08)."""
    game = play_chess(["pR", "Kk"], "b2")
    with pytest.raises(IllegalTurnError, match="nothing can move there"):
        game.play_turn("b1 a1-a2")
    with pytest.raises(IllegalTurnError, match="no such move"):
        play_chess(["pR", "Kk"], "b2", "b1 b2-a2")


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        (["b2", "b2 b1-b2"], "nothing is face-down there"),
        (["b2", "b1 b1-a1"], "not their piece"),
        (["b2", "b1"], "a move is missing"),
    ],
)
def test_turns_of_chess_that_are_forbidden(turns: list[str], why: str) -> None:
    """A turn flips a face-down piece and moves one of the player’s own where that can move
    (F-14).
    """
    with pytest.raises(IllegalTurnError, match=why):
        play_chess(["PR", "pk"], *turns)


def test_a_game_ends_with_its_last_turn() -> None:
    """When a color is gone, or nothing can flip or move; neither before nor later (F-12)."""
    book = load_rules("happy-flip-chess").book
    assert isinstance(book, FlipChess)
    data = {"dealt": ["kK"], "turns": ["a1", "b1 a1-b1"]}
    (_, last) = play_game(data, book)
    assert last["scores"] == (0, 8)
    with pytest.raises(IllegalTurnError, match="ends elsewhere"):
        play_game({**data, "turns": ["a1"]}, book)
