"""Every worked example and figure is played again by the front matter's rules: none shows what cannot happen."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import cast

import pytest

from making.games import Board, _moved, _moves, flat
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.fleets import code_class, rank
from wordfleet_print.game import edition_slugs, load_edition, load_rules
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import FlipChess, Man, Square, legal_moves
from wordfleet_print.rulebook.figures import figure
from wordfleet_print.rulebook.figures.flip_chess_figures import play, position_in_play
from wordfleet_print.rulebook.figures.things import example_berths
from wordfleet_print.rulebook.text.variables import render_body

EDITIONS = edition_slugs()


@cache
def _examples(slug: str) -> dict[str, str]:
    """The flat text of each example's box, by its title."""
    boxes = re.findall(r'^!!! example "(.+?)"\n((?: {4}.*\n)+)', render_body(load_rules(slug)), flags=re.MULTILINE)
    return {title: flat(box) for title, box in boxes}


@cache
def _told(slug: str, name: str) -> str:
    """What a figure tells those who do not see it."""
    return re.findall(r"<desc[^>]*>(.*?)</desc>", figure(load_rules(slug).book, name), re.DOTALL)[0]


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _squares(text: str) -> list[tuple[int, int]]:
    """The squares that are named in a text, as (column, row) from 0."""
    return [(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in re.findall(r"\b[A-Z]\d+\b", text)]


def _bidding(slug: str) -> list[str]:
    """The examples and the figure in which codes are claimed."""
    name = "digit-bidding" if load_edition(slug).launch_codes.bids == "digits" else "bidding"
    return [*(box for box in _examples(slug).values() if re.search(r"\bAda\b", box)), _told(slug, name)]


@pytest.mark.parametrize("slug", EDITIONS)
def test_codes_are_such_as_are_dealt(slug: str) -> None:
    """Whoever bids has one hand in the whole book, dealt by the odds; nobody claims a class that no sheet has."""
    codes = load_edition(slug).launch_codes
    hands: dict[str, set[tuple[str, ...]]] = {"Ada": set(), "Bo": set()}
    for told in _bidding(slug):
        assert {code_class(code) for code in re.findall(rf"\b\d{{{codes.digits}}}\b", told)} <= set(codes.dealt)
        for who, shown in re.findall(r"(Ada|Bo)(?:’s codes are| shows the codes) ([\d, and]+)", told):
            hands[who].add(tuple(re.findall(r"\d+", shown)))
    assert all(len(hand) <= 1 for hand in hands.values())
    for (hand,) in filter(None, hands.values()):
        assert dict(Counter(map(code_class, hand))) in [profile.classes for profile in codes.deal]
        assert len(set(hand)) == codes.count
    such_as = Counter(map(code_class, codes.examples[: codes.count]))
    assert any(such_as <= Counter(profile.classes) for profile in codes.deal)


@pytest.mark.parametrize("slug", EDITIONS)
def test_biddings_end_as_the_rules_have_it(slug: str) -> None:
    """The last claim is judged by the codes shown: a bluff pays the other one, the truth whoever told it."""
    codes = load_edition(slug).launch_codes
    told = _told(slug, "digit-bidding" if codes.bids == "digits" else "bidding")
    first, last = re.findall(r"(?:code|digit|to) (\d+)", told)[:2]
    shown = re.findall(rf"\b\d{{{codes.digits}}}\b", told.split("shows the codes")[1])[: codes.count]
    higher = last > first if codes.bids == "digits" else rank(last, codes.rarity) > rank(first, codes.rarity)
    assert higher
    there = any(last in code for code in shown)
    assert told.endswith(f"{last} is {'' if there else 'not '}there: {'Bo' if there else 'Ada'} takes 2 opening turns.")
    match slug:
        case "word-fleet":
            box = _examples(slug)["Call my bluff"]
            assert re.findall(r"hold (\d+)", box) == [first, last]
            assert ("no such code: Bo was bluffing, and Ada takes two opening turns" in box) is not there
        case "word-fleet-strike":
            hand = re.findall(r"\d{3}", _examples(slug)["Cracking the lock"])[: codes.count]
            assert max(hand, key=lambda code: rank(code, codes.rarity)) in _examples(slug)["A steady hand"]
            assert first in hand
        case _:
            box = _examples(slug)["Raised once too often"]
            hand, raised = re.findall(r"\d{3}", box), re.findall(r"raises: “(\d)", box)[0]
            assert f"highest digit is {max(''.join(hand))}" in box
            assert (f"no {raised} among them. Bo takes two" in box) is (raised not in "".join(hand))
            assert f"Bo opens with {max(''.join(shown))}." in box


@pytest.mark.parametrize("slug", EDITIONS)
def test_squares_and_letters_are_right(slug: str) -> None:
    """Every square is on the grid; words fit where they are called; letters are counted as the fleet holds them."""
    edition, boxes = load_edition(slug), _examples(slug)
    width, height = edition.grid.columns, edition.grid.rows
    named = [square for box in boxes.values() for square in _squares(box)]
    assert named
    assert [square for square in named if not (0 <= square[0] < width and 0 <= square[1] < height)] == []
    letters = Counter("".join(ship.example for ship in edition.fleet))
    (counting,) = (box for box in boxes.values() if box.strip().startswith("A fleet of"))
    held, beside = re.findall(r"so (\d+) goes beside ([A-Z])", counting)[0]
    assert letters[beside] == int(held) == max(letters.values())
    assert letters[re.findall(r"No ship carries ([A-Z])", counting)[0]] == 0
    (laid,) = (box for box in boxes.values() if "Laid across" in box)
    word = next(ship.example for ship in edition.fleet if f"carries {ship.example}." in laid)
    across, start, after, down, _ = _squares(laid)
    assert re.findall(r"puts ([A-Z]) in \w+ and ([A-Z]) in", laid) == [(word[0], word[1])]
    assert (start, after, down) == (across, (across[0] + 1, across[1]), (across[0], across[1] + 1))
    for action in edition.turn.actions:
        answer = action.example.get("answer", 0)
        assert 0 <= int(answer) <= edition.fleet_letters
        if "to" in action.example:
            (x1, y1), (x2, y2) = _squares(f"{action.example['from']} {action.example['to']}")
            length = len(str(action.example["word"]))
            assert (x2 - x1, y2 - y1) in {(length - 1, 0), (0, length - 1)}
            assert length in edition.lengths
        elif "word" in action.example:
            ((x, y),) = _squares(str(action.example["square"]))
            length = len(str(action.example["word"]))
            assert length in edition.lengths
            assert x + length <= width or y + length <= height


@pytest.mark.parametrize("slug", EDITIONS)
def test_figures_of_the_sea_are_lawful(slug: str) -> None:
    """The example fleet overlaps nowhere and touches only where it may; sonar's answer is what it finds."""
    edition = load_edition(slug)
    hulls = [
        set(berth.squares(ship.letters)) for ship, berth in zip(edition.fleet, example_berths(edition), strict=True)
    ]
    whole = set().union(*hulls)
    assert len(whole) == edition.fleet_letters
    assert all(0 <= x < edition.grid.columns and 0 <= y < edition.grid.rows for x, y in whole)
    for hull in hulls:
        around = {(x + dx, y + dy) for x, y in hull for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert edition.touching == "allowed" or not around & (whole - hull)
    if any(variation.area for variation in edition.variations):
        (x1, y1), (x2, y2) = _squares(_told(slug, "sonar"))
        found = any(x1 <= x <= x2 and y1 <= y <= y2 for x, y in whole)
        assert _told(slug, "sonar").endswith("Yes." if found else "No.")


def test_shots_of_toy_soldiers_fall_as_the_rules_have_it() -> None:
    """What a roll does in the examples is what the tables of the tutorial and the draft make of it."""
    army, boxes = cast("ArmyMen", load_rules("army-men").book), _examples("army-men")
    shooting, draft = army.shooting, army.standard.shooting
    reach, roll, same, counted, near, close = _numbers(boxes["Fish in a barrel, fish on the run"])
    assert reach == army.soldier.range
    assert roll == same >= shooting.kill_on
    assert counted == roll + shooting.target_moved < shooting.kill_on
    assert (near, close) == (army.close_range, counted)
    assert counted >= shooting.close_kill_on
    alone = _numbers(boxes["All alone"])
    assert alone == [draft.close_kill_on, draft.close_kill_on + army.standard.leadership.harder_by]
    assert max(alone) <= army.dice.sides


def test_combats_and_scenarios_are_rolls_that_dice_give() -> None:
    """A tie, a bonus, a gang and a flag: each number of the examples follows from dice and front matter."""
    army, boxes = cast("ArmyMen", load_rules("army-men").book), _examples("army-men")
    bonus, more = _numbers(boxes["Nose to nose"])
    assert bonus == more == army.combat.attacker
    gang = army.ganging_up.example
    assert _numbers(boxes["Outnumbered"]) == [(gang.many - gang.few) * army.ganging_up.each_extra]
    scenario = army.standard.scenario
    for roll, shown in zip(
        (scenario.troopers, scenario.within, scenario.turns), _numbers(boxes["Hold that flag"]), strict=False
    ):
        dice, sides = map(int, roll.split("D"))
        assert dice <= shown <= dice * sides
    far = army.standard.shooting.kill_on + army.standard.cover.harder_by
    assert ("safe" in _told("army-men", "cover")) is (far > army.dice.sides)


def _chess() -> FlipChess:
    return cast("FlipChess", load_rules("happy-flip-chess").book)


def test_the_position_is_from_a_game() -> None:
    """The game behind the position starts with one piece face-up; each turn is a flip or a legal move."""
    chess = _chess()
    size = chess.board.columns, chess.board.rows
    shown, games = position_in_play(chess), 0
    for number in range(64):
        game = [men for men, _ in play(chess, Draw(b"the example position %d" % number, b"figures"))]
        if shown in game:
            games += 1
            before, dark = game[0], next(man.dark for man in game[0].values() if man.face_up)
            assert Counter((man.name, man.dark) for man in before.values()) == Counter(
                {(piece.name, dark): piece.each for piece in chess.pieces for dark in (False, True)}
            )
            for after in game[1 : game.index(shown) + 1]:
                moves = _moves(before, size, dark=dark)
                assert moves == set(legal_moves(before, size, dark=dark))
                flips = [{**before, at: replace(man, face_up=True)} for at, man in before.items() if not man.face_up]
                assert after in flips or after in [_moved(before, move) for move in moves]
                before, dark = after, not dark
    assert games


def test_the_last_count_is_an_ending_and_counted_right() -> None:
    """Nothing is face-down, whoever is to move has no move, and the scores are those of the pieces left."""
    chess = _chess()
    assert chess.ending
    men, dark = chess.men_left, chess.ending.to_move == chess.colors[1]
    assert _moves(men, (chess.board.columns, chess.board.rows), dark=dark) == set()
    score = {piece.name: piece.score for piece in chess.pieces}
    yours, theirs = (
        sum(score[man.name] for man in men.values() if (man.dark is dark) is mover) for mover in (False, True)
    )
    verdict = "you win" if yours > theirs else "you lose" if yours < theirs else "it is a draw"
    assert f"The final score: {yours} to {theirs}, and {verdict}" in _examples("happy-flip-chess")["The last count"]


def _helped_game(chess: FlipChess, random: Random) -> Board:
    """How a game ends whose players aim for the example: one side is eaten but for a hunter, who eats the other."""
    assert chess.ending
    size, dark_ends = (chess.board.columns, chess.board.rows), chess.ending.to_move == chess.colors[1]
    goal = chess.men_left
    ((kept_at, kept),) = ((square, man) for square, man in goal.items() if man.dark is not dark_ends)
    fixed = {square for square, man in goal.items() if man.dark is dark_ends}
    hunter = Man("queen", dark=dark_ends, face_up=True)
    kinds = [
        Man(piece.name, dark, face_up=True)
        for piece in chess.pieces
        for dark in (False, True)
        for _ in range(piece.each)
    ]
    for square in fixed:
        kinds.remove(goal[square])
    places = [(x, y) for x in range(size[0]) for y in range(size[1]) if (x, y) not in fixed]
    men = {
        **dict(zip(random.sample(places, len(places)), kinds, strict=True)),
        **{square: goal[square] for square in fixed},
    }
    kept_now = next(square for square, man in men.items() if man == kept)
    dark, quiet = not dark_ends, 0  # all turns so far were flips, in whatever order gives this side the first move
    while quiet < (chess.quiet_turns or 0):
        moves = [move for move in legal_moves(men, size, dark=dark) if move[1] not in fixed]
        if not moves:
            return men
        rest = Counter(man.dark for square, man in men.items() if square not in fixed)
        alone = rest[not dark_ends] == 1 and rest[dark_ends] == 1
        if dark is dark_ends:
            wanted = [m for m in moves if m[1] != kept_now]
            if alone:
                wanted = [
                    m for m in wanted if m[1] == kept_at and _attacks(_moved(men, m), kept_now, kept_at)
                ] or wanted
            else:
                wanted = [m for m in wanted if (m[1] in men) is (rest[dark_ends] == 1)] or wanted
        else:
            last = alone and kept_at in men
            wanted = [m for m in moves if men.get(m[1]) != hunter or (last and m[1] == kept_at)]
            wanted = [m for m in wanted if m[1] in men] or wanted
        if not wanted:
            return {}
        move = random.choice(wanted)
        kept_now = move[1] if move[0] == kept_now else kept_now
        quiet = 0 if move[1] in men else quiet + 1
        men, dark = _moved(men, move), not dark
    return {}


def _attacks(men: Board, start: Square, end: Square) -> bool:
    return (start, end) in legal_moves(men, (_chess().board.columns, _chess().board.rows), dark=men[start].dark)


def test_the_last_count_can_be_reached() -> None:
    """A game of flips and legal moves, by players who help one another, ends in the position of the example."""
    games = (_helped_game(_chess(), Random(seed)) for seed in range(200))
    assert _chess().men_left in games
