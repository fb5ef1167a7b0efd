"""The game that each rulebook shows is played again, by other means than the book's: words and pictures agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import dist
from typing import Any, cast

import pytest
from pydantic import ValidationError

from making.games import ARMY, CHESS, Fleet, _moved, _moves, flat, with_facts
from making.rulebooks import text
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game import edition_slugs, load_edition, load_rules, parse_rules, rules_slugs
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import FlipChess, Man
from wordfleet_print.game.rules_file import schema_of
from wordfleet_print.rulebook.figures import figure, turns
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
            counts = shot.rolls[0] + army.shooting.target_moved * (shot.at in moved)
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
        (ARMY, "played.turns.3.shots.0.rolls", [5], "says kill, but by the rules the turn comes to miss; change"),
        (ARMY, "played.squads.0.Dot", [1, 6], "stands more than 4 inches from one of the squad; move closer"),
        (ARMY, "deployment.apart", 22, "start 24 inches apart; the rules have 22"),
        (ARMY, "played.rules", "tutorial", "says miss, but by the rules the turn comes to kill"),
        (ARMY, "played.squads.0", {"able": [6, 5]}, "should be a soldier’s name, such as Able"),
        (CHESS, "played.turns.3", "b4-b3", "turns.3 is no move of that knight; choose another, or flip a piece"),
        (CHESS, "played.turns.3", "c3-b3", "turns.3 moves, but that piece is face-down, or the other player’s;"),
        (CHESS, "played.turns.3", "a2", "turns.3 flips a piece that is face-up already; choose another"),
        (CHESS, "played.turns.3", "a9", "turns.3 leaves the board of 8 × 4 squares; choose another"),
        (CHESS, "played.turns.3", "castle", "should be the square of a flip, or of a move as in b4-a2"),
        (CHESS, "played.dealt.0", "pNBPQPpQ", "has 2 Q, but white has 1 of queen"),
        (CHESS, "played.frames.2.turn", 2, "should be a turn from 3 to 57, in the order of play"),
        (CHESS, "played.frames.2.shows", "quiet", "says quiet, but by the rules turn 4 is capture; show another"),
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
