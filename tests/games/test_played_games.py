"""Played games and worked examples go by the rules, read apart from the programme."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import dist
from random import Random
from typing import Any, cast

import pytest
from pydantic import ValidationError

from making.games import ARMY, CHESS, Board, Fleet, _moved, _moves, flat, with_facts
from making.rulebooks import text
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.launch_codes import classify_code, rank_code
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import edition_slugs, load_edition, load_rules, parse_rules, rules_slugs
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.flip_chess import FlipChess, Man, Square, legal_moves
from wordfleet_print.games.rules_file import schema_of
from wordfleet_print.rulebook.figures import figure, turns
from wordfleet_print.rulebook.figures.flip_chess_figures import play, position_in_play
from wordfleet_print.rulebook.figures.things import example_placements
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.wording import in_words


@cache
def _frames(slug: str) -> list[tuple[str, str]]:
    """The title and the flat words of each frame of a rulebook, in order."""
    boxes = re.findall(r'^!!! frame "(.+?)"\n((?:(?: {4}.*)?\n)+)', render_body(load_rules(slug)), flags=re.MULTILINE)
    return [(title, flat(box)) for title, box in boxes]


def _drawn(slug: str) -> list[tuple[str, str]]:
    """The title and the description of each frame's figure."""
    book = load_rules(slug).book
    told = [re.findall(r"<(?:title|desc)[^>]*>(.*?)</", figure(book, name)) for name in turns(book)]
    return [(title, description) for title, description in told]


@pytest.mark.parametrize("slug", rules_slugs())
def test_each_turn_has_a_frame_with_its_words_its_rule_and_its_figure(slug: str) -> None:
    """About six frames a book, each of some thirty to forty-five words, with a link to a section and one picture."""
    frames, page = _frames(slug), text(slug).chapters
    chapter = page.split('<section class="chapter played">')[1].split("</section>")[0]
    assert 5 <= len(frames) <= 7
    assert len(frames) == len(turns(load_rules(slug).book)) == chapter.count("<svg") == chapter.count('"words"')
    for number, (_, words) in enumerate(frames, 1):
        said, *links = re.split(r"\[([^\]]+)\]\((#[^)]+)\)", words)
        assert 24 <= len(said.split()) <= 50, said
        assert links[-1].endswith(f"[[figure: turn-{number} |]] ")
    assert len(re.findall(r'<p class="see"><a [^>]*data-section="[\d.]+"', chapter)) == len(frames)


@pytest.mark.parametrize("slug", edition_slugs())
def test_letters_shots_and_words_come_to_what_the_fleet_holds(slug: str) -> None:
    """Counts, marks and sinkings in words and pictures are those of the hidden fleet, by the edition's own rules."""
    edition = load_edition(slug)
    assert edition.played
    fleet, names = Fleet(edition), {ship.example: ship.ship for ship in edition.fleet}
    for turn, (_, said), (title, told) in zip(edition.played.turns, _frames(slug), _drawn(slug), strict=True):
        answers = [fleet.answer(call) for call in turn.calls]
        assert len(re.findall(r"; then ", title)) == len(answers) - 1
        for call, answer in zip(turn.calls, answers, strict=True):
            shown = f"{call.letter}, {fleet.asked[str(call.letter)] or 'none'}" if not call.square else answer
            assert shown in title
            assert call.word or re.search(rf"[“ ]{answer}\b", said, re.IGNORECASE), (answer, said)
            assert not call.square or call.square in said
        down = [names[word] for word in fleet.sink()]
        assert f"Ships afloat: {len(names) - len(down)}{'; sunk: ' if down else '.'}" in told
        assert re.split(r", | and ", told.partition("; sunk: ")[2].rstrip(".")) == (down or [""])
        assert turn.shows != "sunk" or down[-1] in said
        letters = [f"{letter} {count or 'none'}" for letter, count in fleet.asked.items()]
        assert re.split(r", | and ", told.split("Letters: ")[1].split(".")[0]) == letters
        assert re.findall(r"in a ring in (\w+)", told) == sorted(fleet.ringed, key=told.index)
    assert fleet.down


def test_toy_soldiers_move_shoot_and_fall_by_the_rules() -> None:
    """Inches, needed rolls, what rolls count, totals and the dead in words and pictures follow from the draft."""
    army = cast("ArmyMen", load_rules(ARMY).book)
    game, draft = army.played, army.standard
    assert game
    assert game.rules == "standard"
    stand = {**game.squads[0], **game.squads[1]}
    moved: set[str] = set()
    fallen: set[str] = set()
    assert min(dist(a, b) for a in game.squads[0].values() for b in game.squads[1].values()) == army.deployment.apart
    for turn, (_, said), (_, told) in zip(game.turns, _frames(ARMY), _drawn(ARMY), strict=True):
        dead = set[str]()
        for shot in turn.shots:
            far = dist(stand[shot.by], stand[shot.at])
            close = far * 2 <= army.soldier.range
            needs = (draft.shooting.close_kill_on if close else draft.shooting.kill_on) + shot.covered
            counts = shot.rolls[0] + draft.shooting.target_moved * (shot.at in moved)
            dead |= {shot.at} if counts >= needs else set()
            inches = f"{far:.1f}".removesuffix(".0")
            assert f"{shot.by} shoots {inches} inches at {shot.at}" in told
            assert (
                f"needs {needs}: {f'{shot.at} falls' if shot.at in dead else 'safe' if needs > 6 else 'a miss'}" in told
            )
            assert {f" {inches} ", f"rolls {shot.rolls[0]}", f"{needs}"} <= {
                part for part in (f" {inches} ", f"rolls {shot.rolls[0]}", f"{needs}") if part in said
            }
            assert f"counts as {counts}" in said or counts == shot.rolls[0] or turn.shows == "safe"
        for name, place in turn.moves.items():
            assert dist(stand[name], place) <= army.soldier.movement
            stand[name] = place
        for fight in turn.fights:
            for name, roll in fight.by.items():
                total = roll + draft.combat.attacker + (len(fight.by) - 1) * army.ganging_up.each_extra
                dead |= {name} if total < fight.roll else {fight.against} if total > fight.roll else set()
                assert f"{name} {total}, {fight.against} {fight.roll}" in told
                alone = len(fight.by) == 1
                rolled = (
                    f"{name} jumps {fight.against}: {roll} and"
                    if alone
                    else f"{fight.against} rolls {fight.roll}, once"
                )
                assert rolled in said
                assert f"{name} comes to {total}" in said or f"make {total}, against {fight.roll}" in said
            assert ("a tie" in told.casefold()) is ("A tie" in said) is not dead
        fallen |= dead
        assert all(f"{name} falls" in told for name in dead)
        left = [sum(name not in fallen for name in squad) for squad in game.squads]
        assert told.endswith(f"Left standing: {left[0]} of Ada’s, {left[1]} of Bo’s.")
        moved = set(turn.moves)
        squads = [[stand[name] for name in squad if name not in fallen] for squad in game.squads]
        assert all(min(dist(a, b) for b in squad if b != a) <= army.squad.within for squad in squads for a in squad)
    assert len(fallen) >= 2


def test_the_chess_game_is_played_to_its_end_and_counted() -> None:
    """Every turn is a flip or one of the moves that a second opinion allows; the ending is one and counted right."""
    chess = cast("FlipChess", load_rules(CHESS).book)
    assert chess.played
    size, score = (chess.board.columns, chess.board.rows), {piece.name: piece.score for piece in chess.pieces}
    kinds = dict(zip("kqrbnp", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))
    men = {
        (x, y): Man(cast("Any", kinds[letter.lower()]), letter.islower(), face_up=False)
        for y, row in enumerate(chess.played.dealt)
        for x, letter in enumerate(row)
    }
    assert Counter(man.name for man in men.values()) == {piece.name: 2 * piece.each for piece in chess.pieces}
    frames: Iterator[Any] = iter(zip(chess.played.frames, _frames(CHESS), _drawn(CHESS), strict=True))
    shown, dark, quiet = next(frames), False, 0
    for number, played in enumerate(chess.played.turns, 1):
        start, *ends = ((ord(name[0]) - ord("a"), size[1] - int(name[1:])) for name in played.split("-"))
        taken = men.get(ends[0]) if ends else None
        quiet = 0 if taken or not ends else quiet + 1
        if ends:
            assert (start, ends[0]) in _moves(men, size, dark=dark)
            men = _moved(men, (start, ends[0]))
        else:
            assert not men[start].face_up
            men[start] = replace(men[start], face_up=True)
            dark = not men[start].dark if number == 1 else dark
        if shown and number == shown[0].turn:
            (frame, (title, said), (_, told)), seat = shown, chess.seats[1 - number % 2]
            assert title.startswith(f"Turn {number}:")
            assert f"{seat} has {chess.colors[dark]}" in told or f"{seat} {chess.colors[dark]}" in told
            assert f"Face-down: {sum(not man.face_up for man in men.values())}" in told
            assert seat in said or frame.shows in {"capture", "quiet"}
            man = men[(ends or [start])[0]]
            assert frame.shows != "first" or f"{chess.colors[dark]}, of which nothing can be seen" in said
            assert frame.shows != "flip" or ("A recruit!" in said) is (man.dark is dark)
            assert man.name in said or frame.shows == "last"
            assert not taken or taken.name in said
            points = score[taken.name] if taken else 0
            assert frame.shows != "capture" or re.search(rf"\b({points}|{in_words(points)}) points", said)
            assert frame.shows != "quiet" or f"stands at {quiet}." in said
            shown = next(frames, None)
        dark = not dark
    assert shown is None
    assert all(man.face_up for man in men.values())
    assert _moves(men, size, dark=dark) == set()
    light, black = (sum(score[man.name] for man in men.values() if man.dark is side) for side in (False, True))
    assert told.endswith(f"{chess.colors[0]} scores {light}, {chess.colors[1]} {black}.")
    assert f"pawns, {black}; {chess.seats[1]}" in said
    assert f", {light}. {chess.seats[light > black]} wins" in said


def _without_game(facts: dict[str, Any]) -> None:
    del facts["played"]


@pytest.mark.parametrize("slug", ["word-fleet", ARMY, CHESS])
def test_a_book_without_a_game_has_no_such_chapter(slug: str) -> None:
    """Front matter that holds no game makes a book that shows none, and says nothing of it."""
    book = with_facts(slug, _without_game)
    assert not re.search("A game, turn by turn|!!! frame", render_body(book))
    assert turns(book.book) == {}


def _changed(slug: str, path: str, value: object) -> dict[str, Any]:
    """A book's facts with another value at a path such as `played.turns.0`."""
    facts = load_rules(slug).book.model_dump(mode="json", exclude_none=True)
    *steps, last = (int(step) if step.isdecimal() else step for step in path.split("."))
    block: Any = facts
    for step in steps:
        block = block[step]
    block[last] = value
    return facts


def _told(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Where in its game front matter is at fault, and what is said of that."""
    schema, faults = schema_of(facts["game"])
    try:
        return [(".".join(map(str, where)), what) for where, what in faults(schema.model_validate(facts))]
    except ValidationError as error:
        found = [one for one in error.errors(include_url=False) if one["type"] != "too_short"]
        return [(".".join(map(str, one["loc"])), one["msg"]) for one in found]


@pytest.mark.parametrize(
    ("slug", "path", "value", "complaint"),
    [
        ("word-fleet", "played.turns.0.calls.0.letter", "7", "letter should be one letter from A to Z"),
        ("word-fleet", "played.turns.2.calls.0.square", "B", "square should be a square such as B4"),
        (
            "word-fleet",
            "played.turns.2.calls.0.square",
            "K1",
            "calls K1, which is not on the grid; its squares are A1 to J10",
        ),
        (
            "word-fleet",
            "played.turns.2.calls.0.do",
            "ask",
            "no kind of this edition’s actions; choose one of intelligence,",
        ),
        ("word-fleet", "played.turns.2.calls.0.letter", None, "calls square; Direct Attack calls letter and square"),
        (
            "word-fleet",
            "played.turns.2.calls.0.square",
            "E6",
            "says dot, but by the rules the turn comes to ring; change",
        ),
        ("word-fleet", "played.hides.0", "H7 down", "takes KETCH off the grid; its 5 letters need squares on it"),
        ("word-fleet", "played.hides.0", "D4 down", "is no place for SUB: there it lies across KETCH; choose another"),
        ("word-fleet", "played.hides.0", "B1", "should be a square and a way, as in B4 across"),
        ("word-fleet-admirals", "played.hides.0", "C3 across", "is no place for Cruiser: there it touches Aircraft"),
        ("word-fleet-admirals", "played.hides.3", "C5 down", "is no place for"),
        ("word-fleet", "grid.columns", 7, "off the grid; its"),
        ("word-fleet", "played.hides", ["B1 down"], "places 1 ships, but the fleet has 5; place each, or leave played"),
        ("word-fleet", "fleet.4.example", "BY", "turns.4.shows says ring, but by the rules the turn comes to cross"),
        (
            "word-fleet-strike",
            "played.turns.1.calls.0.letter",
            "O",
            "asks for O again; this edition’s captains ask for",
        ),
        ("word-fleet-strike", "played.turns.4.calls.0.to", "E8", "GO from E6 to E8, which does not hold its 2 letters"),
        ("word-fleet-strike", "played.turns.4.calls.0.to", "E11", "calls E11, which is not on the grid"),
        (
            "word-fleet-strike",
            "played.turns.5.calls.1",
            {"do": "word", "word": "AB", "square": "A1", "to": "B1"},
            "needs one more call: after Word Strike comes another",
        ),
        (
            "word-fleet-strike",
            "played.turns.4.calls.0.to",
            "F6",
            "needs one more call: after Word Strike comes another",
        ),
        (
            "word-fleet-strike",
            "played.turns.5.calls.0.to",
            "E7",
            "goes on after Word Strike, which ends the turn; leave",
        ),
        (ARMY, "played.turns.1.shots.0.rolls", [7], "rolls 7; a D6 shows 1 to 6"),
        (ARMY, "played.turns.1.shots.0.rolls", [6, 6], "has 2 rolls; the rate of fire is 1"),
        (ARMY, "played.turns.1.shots.0.at", "Dot", "is out of range: that is more than 20 inches"),
        (ARMY, "played.obstacles", [], "no obstacle stands in between; draw it, too"),
        (ARMY, "played.turns.0.moves.Able", [13, 5], "goes 7 inches; a soldier moves 6 at most"),
        (ARMY, "played.turns.5.moves.Jip", [24, 10], "inches from Crumb; contact is 1"),
        (ARMY, "played.turns.5.fights.0.by", {"Hank": 3}, "names Hank, who is not, or no longer, in the squad whose"),
        (ARMY, "played.turns.3.shots.0.rolls", [4], "says kill, but by the rules the turn comes to miss; change"),
        (ARMY, "played.squads.0.Dot", [1, 6], "stands more than 4 inches from one of the squad; move closer"),
        (ARMY, "deployment.apart", 22, "start 24 inches apart; the rules have 22"),
        (ARMY, "deployment.apart", 26, "start 24 inches apart; the rules have 26"),
        (ARMY, "played.rules", "tutorial", "is at a target in cover, which the tutorial does not know"),
        (ARMY, "played.squads.0", {"able": [6, 5]}, "should be a soldier’s name, such as Able"),
        (CHESS, "played.turns.3", "b4-b3", "turns.3 is no move of that knight; choose another, or flip a piece"),
        (CHESS, "played.turns.3", "c3-b3", ", but it is the other player’s; choose another"),
        (CHESS, "played.turns.3", "a2", "turns.3 flips the pawn, which is face-up already; choose another"),
        (CHESS, "played.turns.3", "a9", "turns.3 leaves the board of 8 × 4 squares; choose another"),
        (CHESS, "played.turns.3", "castle", "should be the square of a flip, or of a move as in b4-a2"),
        (CHESS, "played.dealt.0", "pNBPQPpQ", "has 2 Q, but white has 1 of queen"),
        (CHESS, "played.frames.2.turn", 2, "should be a turn from 3 to 57, in the order of play"),
        (
            CHESS,
            "played.frames.2.shows",
            "quiet",
            "says quiet, but by the rules turn 4, of the knight, is capture;",
        ),
        (CHESS, "quiet_turns", 2, "turns.55 comes after the game has ended; leave it out"),
    ],
)
def test_what_the_rules_do_not_allow_is_told(slug: str, path: str, value: object, complaint: str) -> None:
    """Bad squares, letters, rolls and moves, and frames that no longer fit a fleet, are told where they stand."""
    told = _told(_changed(slug, path, value))
    assert any(complaint in f"{where} {what}" for where, what in told), told
    assert len(told) <= 2
    assert all(where.startswith("played.") for where, _ in told)


def test_a_fault_in_a_game_is_told_with_file_line_and_field() -> None:
    """One complaint for one wrong letter, and one for a frame that a new word of the fleet has made untrue."""
    for old, new, said in (
        ("letter: I}", "letter: 1}", "played.turns[2].calls[1].letter should be one letter from A to Z, found 1"),
        ("example: GO", "example: IN", "played.turns[2].shows says none, but by the rules the turn comes to count; ch"),
    ):
        whole = (data_folder("rules") / "word-fleet.md").read_text(encoding="utf-8")
        with pytest.raises(BadInputError) as caught:
            parse_rules(whole.replace(old, new, 1), name="mine.md")
        first, line = caught.value.complaints[0], whole[: whole.index("letter: I}")].count("\n") + 1
        assert str(first).startswith(f"mine.md:{line}: {said}")
        assert len(caught.value.complaints) == 1 or new == "example: IN"


EDITIONS = edition_slugs()


@cache
def _examples(slug: str) -> dict[str, str]:
    """The flat text of each example's box, by its title."""
    boxes = re.findall(r'^!!! example "(.+?)"\n((?: {4}.*\n)+)', render_body(load_rules(slug)), flags=re.MULTILINE)
    return {title: flat(box) for title, box in boxes}


@cache
def _told_there(slug: str, name: str) -> str:
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
    return [*(box for box in _examples(slug).values() if re.search(r"\bAda\b", box)), _told_there(slug, name)]


@pytest.mark.parametrize("slug", EDITIONS)
def test_codes_are_such_as_are_dealt(slug: str) -> None:
    """Whoever bids has one hand in the whole book, dealt by the odds; nobody claims a class that no sheet has."""
    codes = load_edition(slug).launch_codes
    hands: dict[str, set[tuple[str, ...]]] = {"Ada": set(), "Bo": set()}
    for told in _bidding(slug):
        assert {classify_code(code) for code in re.findall(rf"\b\d{{{codes.digits}}}\b", told)} <= set(codes.dealt)
        for who, shown in re.findall(r"(Ada|Bo)(?:’s codes are| shows the codes) ([\d, and]+)", told):
            hands[who].add(tuple(re.findall(r"\d+", shown)))
    assert all(len(hand) <= 1 for hand in hands.values())
    for (hand,) in filter(None, hands.values()):
        assert dict(Counter(map(classify_code, hand))) in [profile.classes for profile in codes.deal]
        assert len(set(hand)) == codes.count
    such_as = Counter(map(classify_code, codes.examples[: codes.count]))
    assert any(such_as <= Counter(profile.classes) for profile in codes.deal)


@pytest.mark.parametrize("slug", EDITIONS)
def test_biddings_end_as_the_rules_have_it(slug: str) -> None:
    """The last claim is judged by the codes shown: a bluff pays the other one, the truth whoever told it."""
    codes = load_edition(slug).launch_codes
    told = _told_there(slug, "digit-bidding" if codes.bids == "digits" else "bidding")
    first, last = re.findall(r"(?:code|digit|to) (\d+)", told)[:2]
    shown = re.findall(rf"\b\d{{{codes.digits}}}\b", told.split("shows the codes")[1])[: codes.count]
    higher = last > first if codes.bids == "digits" else rank_code(last, codes.rarity) > rank_code(first, codes.rarity)
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
            assert max(hand, key=lambda code: rank_code(code, codes.rarity)) in _examples(slug)["A steady hand"]
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
        set(placement.squares(ship.letters))
        for ship, placement in zip(edition.fleet, example_placements(edition), strict=True)
    ]
    whole = set().union(*hulls)
    assert len(whole) == edition.fleet_letters
    assert all(0 <= x < edition.grid.columns and 0 <= y < edition.grid.rows for x, y in whole)
    for hull in hulls:
        around = {(x + dx, y + dy) for x, y in hull for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert edition.touching == "allowed" or not around & (whole - hull)
    if any(variation.area for variation in edition.variations):
        (x1, y1), (x2, y2) = _squares(_told_there(slug, "sonar"))
        found = any(x1 <= x <= x2 and y1 <= y <= y2 for x, y in whole)
        assert _told_there(slug, "sonar").endswith("Yes." if found else "No.")


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
    assert alone == [draft.close_kill_on, draft.close_kill_on - army.standard.leadership.harder_by]
    assert min(alone) > 1


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
    assert ("safe" in _told_there("army-men", "cover")) is (far > army.dice.sides)


def _chess() -> FlipChess:
    return cast("FlipChess", load_rules("happy-flip-chess").book)


def test_the_position_is_from_a_game() -> None:
    """The game behind the position starts with one piece face-up; each turn is a flip or a legal move."""
    chess = _chess()
    size = chess.board.columns, chess.board.rows
    shown, games = position_in_play(chess), 0
    for number in range(64):
        game = [men for men, _ in play(chess, KeyedRandom(b"the example position %d" % number, b"figures"))]
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
