"""Army Men and Happy Flip Chess: what is a draft, what is typed nowhere, what of their front matter is refused."""

from __future__ import annotations

import re
from typing import cast

import pytest

from making.games import SAYS, TAG, flat, missing, rendered, with_facts
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules, parse_rules
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.rulebook.text.variables import render_body

ARMY, CHESS = "army-men", "happy-flip-chess"
SLUGS = (ARMY, CHESS)


def test_the_standard_rules_are_a_marked_draft() -> None:
    """The standard rules are the last chapter but a battle, the open questions and the index, marked in its heading."""
    text = rendered(ARMY)
    before, chapter = text.split("## Standard rules {: .draft }\n")
    assert chapter.lstrip("\n").startswith('!!! construction "Draft"\n    Coming soon.')
    chapter, battle, after, reading, words = chapter.split("\n## ")
    assert battle.startswith("A game, turn by turn")
    assert after.startswith("Notes and open questions")
    assert reading.startswith("Further reading")
    assert words.startswith("Words and where they stand")
    draft = SAYS[ARMY]["says"]
    for fact in (fact for fact in draft if "M-15" < fact < "N"):
        assert missing(draft[fact], flat("### " + chapter)) == []
        assert fact == "M-22" or missing(draft[fact], flat(before)), fact


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rulebook_has_a_turn_summary(slug: str) -> None:
    """A table sums the turn up."""
    assert re.search(r"^## (Turn summary|A game at a glance)\n\n\| ", rendered(slug), flags=re.MULTILINE)


def test_a_soldier_with_another_movement_moves_so_in_both_sets_of_rules() -> None:
    """The one profile of the regular soldier is read by the tutorial, its summary and the draft's table."""
    source = with_facts(ARMY, lambda facts: facts["soldier"].update(movement=7, range=21))
    text = flat(render_body(source))
    assert text.count("| regular soldier | 7 | 21 | 1 |") == 2
    assert "movement in inches: 7 for" in text
    assert "up to 7 inches" in text
    assert "within 10½ inches" in text


def test_a_smaller_board_seats_players_at_opposite_sides() -> None:
    """On a square board no side is the long one."""
    text = flat(rendered(CHESS, "other facts"))
    assert "4 rows × 4 columns, 16 squares" in text
    assert "seated at one of the opposite sides" in text


def test_a_full_side_is_worth_101_points() -> None:
    """The worth of a full side follows from the pieces, and no front matter holds it."""
    source = load_rules(CHESS)
    chess = cast("FlipChess", source.book)
    assert chess.side_score == 17 + 2 * 11 + 8 + 2 * 6 + 2 * 5 + 8 * 4 == 101
    assert (chess.board.squares, chess.all_pieces, chess.side_pieces) == (32, 32, 16)
    assert "101" not in (data_folder("rules") / f"{CHESS}.md").read_text(encoding="utf-8")
    assert "**101**" in render_body(source)


def _army_names(army: ArmyMen) -> list[str]:
    draft = army.standard
    return [
        *(thing.item for thing in army.shared),
        *(profile.unit for profile in army.all_profiles if profile.unit != "heavy"),
        *(profile.weapon for profile in army.all_profiles if profile.weapon),
        *(draft.scenario.name, *draft.vehicles, *draft.extras),
    ]


def _chess_names(chess: FlipChess) -> list[str]:
    turn = chess.turn
    return [
        *(chess.board.made_from, chess.pieces_from, *chess.colors, *chess.seats),
        *(turn.move.order, turn.flip.order),
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_body_types_no_name(slug: str) -> None:
    """No name that the front matter owns is typed in a body; kinds of chess pieces are words of chess."""
    book, book_text = load_rules(slug).book, load_rules(slug).body
    own = _army_names(book) if isinstance(book, ArmyMen) else _chess_names(cast("FlipChess", book))
    names = [book.title, book.subtitle, book.tagline, book.players.one, *(thing.item for thing in book.equipment), *own]
    assert [name for name in names if re.search(rf"\b{re.escape(name)}\b", TAG.sub(" ", book_text))] == []


def _complaints(slug: str, *changes: tuple[str, str]) -> list[tuple[int, str]]:
    """The line of each complaint about a rules file with replaced text, and what it says."""
    text = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    with pytest.raises(BadInputError) as caught:
        parse_rules(text, name="mine.md")
    return [(int(c.where.removeprefix("mine.md:")), c.what) for c in caught.value.complaints]


def _line(slug: str, start: str) -> int:
    """The line (from 1) on which this text of the published file first stands."""
    text = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8")
    return text[: text.index(start)].count("\n") + 1


@pytest.mark.parametrize(
    ("slug", "old", "new", "what"),
    [
        (ARMY, "size: 5", "size: five", "squad.size should be a whole number, found 'five'"),
        (ARMY, "range: 20, rate: 1}", "range: 0, rate: 1}", "soldier.range should be greater than or equal to 1"),
        (ARMY, "rate: 1/2", "rate: 0", "standard.profiles[3].rate should be a whole number of rolls from 1 to 9, or"),
        (ARMY, "rate: 1/2", "rate: 0.5", "standard.profiles[3].rate should be a whole number of rolls from 1 to 9"),
        (ARMY, "rate: 1/2", "rate: yes", "standard.profiles[3].rate should be a whole number of rolls from 1 to 9"),
        (ARMY, "target_moved: -1", "target_moved: 1", "shooting.target_moved should be less than or equal to -1"),
        (ARMY, "close: half", "close: most", "shooting.close should be 'half', 'a third' or 'a quarter'"),
        (ARMY, "troopers: 2D6", "troopers: 2d6", "standard.scenario.troopers string should match"),
        (ARMY, "heights: 1,", "hights: 1,", "standard.climbing.hights is not a field here; did you mean heights?"),
        (CHESS, "columns: 8", "columns: eight", "board.columns should be a whole number, found 'eight'"),
        (CHESS, "name: rook", "name: castle", "pieces[2].name should be 'king', 'queen', 'rook'"),
        (CHESS, "colors: [white, black]", "colors: [white]", "colors[2] is missing"),
        (CHESS, "score: 17", "score: -17", "pieces[1].score should be greater than or equal to 0"),
        (CHESS, "made_from:", "made_of:", "board.made_of is not a field here; did you mean made_from?"),
    ],
)
def test_a_wrong_value_names_line_and_field(slug: str, old: str, new: str, what: str) -> None:
    """A value of the wrong type, out of bounds or under a mistyped name is told with its line and its field."""
    told = [line for line, complaint in _complaints(slug, (old, new)) if complaint.startswith(what)]
    assert told == [_line(slug, old)]


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("low: 5, high: 6, gives: 3", "low: 5, high: 5, gives: 3", "reads:", "dice.smaller[1].reads must cover 1 to 6"),
        ("low: 3, high: 4, gives: 2", "low: 2, high: 4, gives: 2", "reads:", "dice.smaller[1].reads must cover 1 to 6"),
        ("high: 6, gives: 3", "high: 6, gives: 1", "reads:", "dice.smaller[1].reads must give 1 to 3"),
        ("    - sides: 2\n", "    - sides: 3\n", "- sides: 2", "dice.smaller[2].sides D3 is no further die"),
        ("  apart: 24", "  apart: 4", "  apart:", "deployment.apart must be more than the 4 inches inside a squad"),
        ("  kill_on: 5", "  kill_on: 7", "  kill_on:", "shooting.kill_on is more than a D6 shows"),
        ("close_kill_on: 4", "close_kill_on: 6", "  close_kill_on:", "shooting.close_kill_on is harder than at full"),
        ("{kill_on: 6, close", "{kill_on: 7, close", "{kill_on: 6", "standard.shooting.kill_on is more than a D6"),
        ("yours: 1, theirs: 2", "yours: 1, theirs: 1", "friendly_fire:", "friendly_fire must give each result of 1D2"),
        ("{roll: 1D6, att", "{roll: 1D8, att", "combat:", "combat.roll 1D8 needs a die that dice does not have"),
        ("few: 1, many: 3", "few: 3, many: 3", "  example: {few", "ganging_up.example must have more troopers in many"),
        ("least: 5, most", "least: 11, most", "{least", "standard.squad.least is more than the most, 10"),
        ("unit: heavy, points", "unit: scout, points", "unit: heavy, points", "standard.points[4].unit scout has no"),
        (
            "unit: sergeant, mov",
            "unit: cook, mov",
            "unit: sergeant, mov",
            "standard.profiles[1].unit cook has no price",
        ),
        (
            "unit: heavy, points",
            "unit: sergeant, points",
            "unit: heavy, points",
            "standard.points[4].unit sergeant has a",
        ),
        ("weapon: grenadier", "weapon: flamethrower", "weapon: flame", "standard.profiles[5].unit heavy has this prof"),
        ("soldier: {unit: regular", "soldier: {unit: odd", "soldier: {", "soldier.unit odd soldier has no price"),
        ("dead_on: 6", "dead_on: 7", "area_effect:", "standard.area_effect.dead_on is more than 1D6 shows"),
        (
            "{troopers: 7,",
            "{troopers: 13,",
            "example: {troop",
            "standard.scenario.example.troopers is no result of 2D6",
        ),
        ("turns: 1D3", "turns: 1D4", "turns: 1D3", "standard.scenario.turns 1D4 needs a die that dice does not have"),
    ],
)
def test_army_men_that_contradict_themselves_are_refused(old: str, new: str, line: str, what: str) -> None:
    """What Army Men's fields say against one another is told with line and field."""
    told = [number for number, complaint in _complaints(ARMY, (old, new)) if complaint.startswith(what)]
    assert told == [_line(ARMY, line)]


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("rows: 4", "rows: 3", "pieces:", "pieces number 16 a side, 32 in all, but must fill the board's 24 squares"),
        (
            "pawn, each: 8",
            "pawn, each: 7",
            "pieces:",
            "pieces number 15 a side, 30 in all, but must fill the board's 32",
        ),
        ("name: king", "name: queen", "- {name: king", "pieces[3].name queen stands in the list twice"),
        ("[white, black]", "[white, White]", "colors: [", "colors must be different, found white twice"),
        ("[Player 1, Player 2]", "[Player 1, Player 1]", "seats:", "seats must be different, found Player 1 twice"),
        ("count: 2", "count: 3", "  count:", "players.count should be 2, found 3"),
        ("square: g1", "square: g2", "ending:\n", "ending is none: black can move"),
        ("square: g1", "square: b1", "  left:", "ending.left must stand on different squares of 8 × 4"),
        ("square: g1", "square: g9", "  left:", "ending.left must stand on different squares of 8 × 4"),
        (
            "pawn, color: black, square: b1}\n    - {piece: pawn, color: black, square: g1",
            "king, color: white, square: b1",
            "  to_move:",
            "ending.to_move must have a piece left: black has none",
        ),
        ("to_move: black", "to_move: red", "ending:\n", "ending must name no color but white and black"),
        ("bishop, color: white", "bishop, color: black", "ending:\n", "ending is none: black can move"),
    ],
)
def test_a_chess_set_that_contradicts_itself_is_refused(old: str, new: str, line: str, what: str) -> None:
    """What Happy Flip Chess's fields say against one another is told with line and field, as the only complaint."""
    assert [(n, complaint.startswith(what)) for n, complaint in _complaints(CHESS, (old, new))] == [
        (_line(CHESS, line), True)
    ]


@pytest.mark.parametrize(
    ("slug", "pattern", "told"),
    [
        (ARMY, r"the (lower|higher)(?: result)? dies", ["lower"] * 3),
        (ARMY, r"(before|after) it moves", ["before"] * 2),
        (ARMY, r"the (lower|higher) roll chooses who starts", ["higher"]),
        (CHESS, r"its color (?:belongs|goes) to \**(\w+ \w+)", ["SECOND SEAT"] * 2),
        (CHESS, r"(\w+) sits below", ["FIRST COLOR"]),
    ],
)
def test_rule_aside_and_summary_say_the_same(slug: str, pattern: str, told: list[str]) -> None:
    """Wherever a book says it again: at the side, in short, in its summary."""
    source = load_rules(slug)
    facts = source.book.model_dump()
    names = {"SECOND SEAT": facts["seats"][1], "FIRST COLOR": facts["colors"][0]} if slug == CHESS else {}
    said = re.findall(pattern, " ".join(render_body(source).lower().split()))
    assert said == [names.get(one, one).lower() for one in told]


def test_an_ending_has_no_more_pieces_than_the_game() -> None:
    """Each that stands there too often is told, on its line."""
    twice = "queen, color: black, square: b1}\n    - {piece: queen, color: black, square: b2}"
    told = _complaints(CHESS, ("pawn, color: black, square: b1}", twice))
    first = _line(CHESS, "    - {piece: pawn, color: black, square: b1}")
    too_often = "stands there too often: black has fewer of queen"
    assert [(line, what.partition(" ")[2]) for line, what in told if "too often" in what] == [
        (first, too_often),
        (first + 1, too_often),
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_all_complaints_come_at_once(slug: str) -> None:
    """Fields missing from the top and a value of the wrong type are told in one go."""
    text = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8")
    tagline = next(line for line in text.split("\n") if line.startswith("tagline:"))
    told = {what.split()[0] for _, what in _complaints(slug, (tagline + "\n", ""), ("count: 2", "count: two"))}
    assert told == {"tagline", "players.count"}


@pytest.mark.parametrize("slug", SLUGS)
def test_games_without_trackers_say_so(slug: str) -> None:
    """Asked for its battle tracker, a game that has none is refused by its title."""
    with pytest.raises(BadInputError, match="has no battle trackers"):
        _ = load_rules(slug).edition
