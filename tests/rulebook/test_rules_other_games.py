"""Army Men's and Happy Flip Chess's rulebooks say every fact of their games, with the front matter's own values."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import pytest

from making.games import NUMBER_WORD, TAG, Change, flat, missing, with_facts
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game import Rulebook, load_rules, parse_rules
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.wording import counted, in_words

ARMY, CHESS = "army-men", "happy-flip-chess"
SLUGS = (ARMY, CHESS)

FACT_IDS = {
    ARMY: tuple(f"M-{number:02}" for number in range(1, 33) if number not in {21, 25, 29, 31, 32}),
    CHESS: tuple(f"F-{number:02}" for number in range(1, 19) if number not in {14, 15, 16, 17}),
}
"""All facts but what is left open (test_rulings.py) and what is played out (test_worked_examples.py)."""

PORTION = re.compile(r"\b(half|halves|third|quarter|double|triple|twice|dozen)\b", re.IGNORECASE)
MACROS = {ARMY: "army.md", CHESS: "chess.md"}


def _other_army(facts: dict[str, Any]) -> None:
    del facts["played"]
    facts["dice"] = {
        "sides": 8,
        "smaller": [
            {"sides": 4, "reads": [{"low": 2 * n - 1, "high": 2 * n, "gives": n} for n in range(1, 5)]},
            {"sides": 2, "reads": [{"low": 1, "high": 4, "gives": 1}, {"low": 5, "high": 8, "gives": 2}]},
        ],
    }
    facts["squad"] = {"size": 7, "within": 3}
    facts["soldier"] = {"unit": "rifleman", "movement": 7, "range": 21, "rate": 2}
    facts["deployment"] = {"apart": 30}
    facts["shooting"] = {"kill_on": 7, "close": "a third", "close_kill_on": 6, "target_moved": -2}
    facts["friendly_fire"] = {"roll": "1D2", "yours": 2, "theirs": 1}
    facts["combat"] = {"roll": "1D8", "attacker": 2, "fights_on": 3}
    facts["ganging_up"] = {"each_extra": 2, "example": {"few": 2, "many": 4}}
    facts["standard"] = facts["standard"] | {
        "squad": {"least": 3, "most": 9, "special_weapons": 4},
        "points": [
            {"unit": "rifleman", "points": 11, "most": 8, "per": "army"},
            _priced("scout", 13) | {"special": True},
        ],
        "profiles": [{"unit": "scout", "weapon": "sling", "movement": 8, "range": 12, "rate": "1/3"}],
        "shooting": {"kill_on": 8, "close": "a third", "close_kill_on": 6},
        "cover": {"concealed": "a quarter", "harder_by": 2},
        "leadership": {"harder_by": 2},
        "prone": {"movement": "a third", "range": "triple"},
        "area_effect": {"within": 9, "roll": "1D8", "dead_on": 7},
        "climbing": {"heights": 2, "cost": 3},
        "combat": {"roll": "1D8", "attacker": 2, "fights_on": 0},
        "scenario": {
            "name": "King of the Cushion",
            "troopers": "3D8",
            "within": "1D8",
            "turns": "1D4",
            "example": {"troopers": 9, "within": 2, "turns": 3},
        },
        "vehicles": ["hovercraft"],
        "extras": ["maps", "lemonade"],
    }


def _priced(unit: str, points: int) -> dict[str, Any]:
    return {"unit": unit, "points": points, "most": 3}


def _other_chess(facts: dict[str, Any]) -> None:
    del facts["played"]
    facts["board"] = {"columns": 4, "rows": 4, "made_from": "corner of a chessboard"}
    facts["pieces_from"] = "handful of chess pieces"
    facts["colors"] = ["red", "blue"]
    facts["seats"] = ["Sun", "Moon"]
    facts["pieces"] = [
        {"name": "queen", "each": 1, "score": 20},
        {"name": "rook", "each": 1, "score": 12},
        {"name": "king", "each": 1, "score": 9},
        {"name": "knight", "each": 2, "score": 7},
        {"name": "pawn", "each": 3, "score": 3},
    ]
    facts["ending"] = {
        "to_move": "blue",
        "left": [
            {"piece": "rook", "color": "red", "square": "b3"},
            {"piece": "pawn", "color": "blue", "square": "d1"},
        ],
    }
    facts["quiet_turns"] = 40
    facts["turn"] = {
        "move": {"name": "Stroll", "order": "walk one of your own face-up pieces somewhere"},
        "flip": {"name": "Peek", "order": "reveal any one face-down piece"},
    }


OTHERS: dict[str, Change] = {ARMY: _other_army, CHESS: _other_chess}


@cache
def _rendered(slug: str, which: str) -> tuple[Rulebook, str]:
    source = load_rules(slug) if which == "as published" else with_facts(slug, OTHERS[slug])
    return source.book, render_body(source)


def _inches(number: int) -> str:
    return f"{number} {'inch' if number == 1 else 'inches'}"


def _signed(number: int) -> str:
    return re.escape(f"{'−' if number < 0 else '+'}{abs(number)}")


def _minus(number: int) -> str:
    return f"−{-number}"


def _from(number: int, army: ArmyMen) -> str:
    return f"{number} or more" if number < army.dice.sides else f"{number}"


def _row(*cells: object) -> str:
    return r"\| " + r" \| ".join(re.escape(str(cell)) for cell in cells) + r" \|"


def _kit(army: ArmyMen) -> dict[str, list[str]]:
    die, one = army.dice.sides, army.players.one
    readings = {
        small.sides: [
            _row(f"D{small.sides}", f"{line.low}–{line.high}" if line.high > line.low else line.low, line.gives)
            for line in small.reads
        ]
        for small in army.dice.smaller
    }
    big, little = sorted(readings, reverse=True)
    return {
        "M-01": [
            "tabletop skirmish with toy soldiers",
            *(f"{re.escape(thing.item)}, {in_words(thing.each)} for each {one}" for thing in army.equipment),
            *(f"- {thing.item}" for thing in army.shared),
            f"{in_words(die)}-sided kind, D{die} for short",
        ],
        "M-02": readings[big],
        "M-03": readings[little],
        "M-04": [
            r"Little Wars by H\. G\. Wells\. This is where it all began",
            "earlier rule set that this one grew out of",
            "infantry tactics of the Second World War",
        ],
    }


def _forming_up(army: ArmyMen) -> dict[str, list[str]]:
    soldier = army.soldier
    return {
        "M-05": [f"each {army.players.one} leads a squad of {in_words(army.squad.size)} regular troopers"],
        "M-06": [
            f"every trooper is the same kind of soldier, the {soldier.unit}",
            "## Reading a soldier .*" + _row(soldier.unit, soldier.movement, soldier.range, soldier.rate),
        ],
        "M-07": [
            "Movement is how far it can go in a turn, in inches",
            "Range is how far it can shoot, in inches",
            "Rate of fire is how many rolls it makes",
        ],
        "M-08": [
            f"Set the squads up {_inches(army.deployment.apart)} apart",
            f"no more than {_inches(army.squad.within)} from one another",
        ],
    }


def _fighting(army: ArmyMen) -> dict[str, list[str]]:
    shooting, fire, combat, gang = army.shooting, army.friendly_fire, army.combat, army.ganging_up
    going_on = f"with {_signed(combat.fights_on)} for the attacked" if combat.fights_on else "without any modifier"
    extra = (gang.example.many - gang.example.few) * gang.each_extra
    return {
        "M-09": [
            "each turn, every trooper in your squad may take one action step, or stand there",
            "Shooting comes first. - Action follows",
            "a trooper that wants to shoot must do it before it moves",
            "already sits in a good position, or waits in ambush",
        ],
        "M-10": [
            "choose a target.* measure the range.* check the line of sight.* one die for each point of rate of fire",
            f"In range, a roll of {_from(shooting.kill_on, army)} is a kill",
            f"within {shooting.close} of the maximum range, {_from(shooting.close_kill_on, army)} will do it",
            f"A target that moved during the turn before is harder to hit: {_signed(shooting.target_moved)} to your",
            f"your {shooting.kill_on} would have counted as {shooting.kill_on + shooting.target_moved}, and missed",
        ],
        "M-11": [
            "may shoot at troopers who are locked in combat",
            f"if you score a hit, roll {fire.roll}",
            f"on {fire.yours} it is your own trooper, on {fire.theirs} it is theirs",
        ],
        "M-12": [
            f"moves up to its movement in inches: {army.soldier.movement} for the {army.soldier.unit}",
            "way need not be straight",
            f"stay within {_inches(army.squad.within)} of another member of its squad",
            "leaves the table is out of the battle for good",
        ],
        "M-13": [
            "troopers in contact fight",
            f"both sides roll {combat.roll}, and the attacker adds {_signed(combat.attacker)}",
            "the lower result dies",
            "on a tie, the combat goes on next turn. Then the trooper who was attacked may run away, or fight on; "
            "shooting is out of the question",
            f"combat that goes on is rolled {going_on}",
        ],
        "M-14": [
            f"each trooper of the larger side adds {_signed(gang.each_extra)} for every additional trooper",
            f"{counted(gang.example.few, 'trooper')} against {in_words(gang.example.many)}: the smaller side rolls "
            f"plainly, while each of the {in_words(gang.example.many)} adds {_signed(extra)}",
            "resolve each pair separately",
        ],
        "M-15": ["dead troopers leave the table, and they never return"],
    }


def _draft_battle(army: ArmyMen) -> dict[str, list[str]]:
    draft, scenario = army.standard, army.standard.scenario
    shooting, cover, example = draft.shooting, draft.cover, scenario.example
    hidden = _from(shooting.close_kill_on + cover.harder_by, army)
    return {
        "M-16": [
            "place obstacles wherever you all agree they should go: books, cans, toy bricks, whatever is at hand",
            "agree on the goal. - Agree on the points that each army may spend. - Agree on the terms of victory: "
            f"annihilation, {scenario.name}",
        ],
        "M-17": [
            f"more than {cover.concealed} concealed is in cover, .* must be {cover.harder_by} higher",
            f"within {shooting.close} of the range it is hit only on {hidden}, "
            f"instead of {_from(shooting.close_kill_on, army)}",
            f"in cover and beyond {shooting.close} of the range it is safe",
            "vehicles get no cover",
        ],
        "M-18": [
            f"### {scenario.name} Put a marker on the table",
            _row(scenario.troopers, "how many troopers you need near the marker"),
            _row(scenario.within, "how near they must be, in inches"),
            _row(scenario.turns, "at the start of how many of your turns they must be there"),
            f"{counted(example.troopers, 'trooper')} within {_inches(example.within)} of the marker "
            f"at the start of {in_words(example.turns)} of your turns",
        ],
        "M-19": [
            *(_row(p.unit, p.points, f"{p.most} per {p.per}" if p.per else p.most) for p in draft.points),
            "armies need not be worth the same. If one of them starts out holding good cover",
        ],
        "M-20": [
            f"a squad has {draft.squad.least}–{draft.squad.most} soldiers",
            "Special weapons are those of "
            + " and ".join(f"the {price.unit}" for price in draft.points if price.special)
            + f": a squad may carry up to {counted(draft.squad.special_weapons, 'special weapon')}, in any mix",
        ],
    }


def _draft_soldiers(army: ArmyMen) -> dict[str, list[str]]:
    draft = army.standard
    effect = draft.area_effect
    rates = {"1/2": "½", "1/3": "⅓"}
    climb = "itself" if draft.climbing.heights == 1 else f"{in_words(draft.climbing.heights)} of itself"
    cost = f"{_inches(draft.climbing.cost)} of movement" if draft.climbing.cost else "no movement at all"
    return {
        "M-22": [
            (f"### Area-effect weapons .*{p.unit}: {p.weapon}" if p.weapon else f"### Soldiers .*{p.unit}")
            + r" \| "
            + _row(p.movement, p.range, rates.get(str(p.rate), p.rate)).removeprefix(r"\| ")
            for p in (army.soldier, *draft.profiles)
        ],
        "M-23": [
            f"a prone figure has {draft.prone.movement} of the movement and {draft.prone.range} the range",
            "never switch a prone figure with a standing one",
            "kneeling counts as standing",
        ],
        "M-24": [
            "apart from grenades, these are all heavy weapons: no firing and moving in the same turn",
            "aim at a trooper in line of sight",
            f"everyone within {_inches(effect.within)}, whichever side they are on, rolls {effect.roll}. "
            f"On {_from(effect.dead_on, army)}, they are dead",
        ],
        "M-26": [
            f"in range, a kill takes a roll of {_from(draft.shooting.kill_on, army)}; within {draft.shooting.close} "
            f"of the maximum range, {_from(draft.shooting.close_kill_on, army)}\\.",
        ],
        "M-27": [
            f"climb an obstacle no taller than {climb}, and it costs {cost}",
            "for a prone trooper, measure against a standing one",
        ],
    }


def _draft_ends(army: ArmyMen) -> dict[str, list[str]]:
    draft = army.standard
    fights_on = (
        f"with the advantage: {_signed(draft.combat.fights_on)} goes to the one who was attacked"
        if draft.combat.fights_on
        else "without any modifier"
    )
    return {
        "M-28": [
            f"the attacker may add {draft.combat.attacker} to the roll",
            "after a tie, neither trooper may attack in the next turn",
            f"the attacked trooper may run, or fight on, and then rolls {fights_on}",
        ],
        "M-30": [f"Optional kit .* {', '.join(draft.extras)}"],
    }


def _chess_start(chess: FlipChess) -> dict[str, list[str]]:
    board, (first, second), (one, other) = chess.board, chess.seats, chess.colors
    squares = board.columns * board.rows
    side = sum(piece.each for piece in chess.pieces)
    return {
        "F-01": ["object is to outscore your opponent", "when the game ends, count the pieces .* still on the board"],
        "F-02": [f"{board.made_from}: {board.rows} rows × {board.columns} columns, {squares} squares"],
        "F-03": [f"{chess.pieces_from}: {2 * side} of them, {side} {one} and {side} {other}"],
        "F-04": [
            f"shuffle all {2 * side} pieces, .* at random on the board, one to a square and face-down",
            "nobody knows what stands on any of them",
        ],
        "F-05": [f"choose by any random method who is {first}"],
        "F-06": [
            f"{first} flips any one piece. Its color belongs to {second}",
            f"{first} plays the other color, and that is {first}’s whole turn",
            f"{second} makes the first move",
        ],
    }


def _chess_turn(chess: FlipChess) -> dict[str, list[str]]:
    move = chess.turn.move
    return {
        "F-07": [f"on a regular turn, you {move.order}"],
        "F-08": [
            "### The golden rule Only face-up pieces take part",
            "a face-down piece cannot move and cannot be captured. It just sits there and is in the way",
        ],
        "F-09": [
            "pieces move and capture as in chess",
            "move only your own face-up pieces, and capture only your opponent’s face-up pieces: land on the square",
        ],
        "F-10": ["check and checkmate. There is none. A king is captured like any other piece"],
        "F-11": ["promotion. A pawn that reaches the far side stays a pawn"],
        "F-12": [
            f"ends at once when - the last piece of either {chess.players.one} has been captured, "
            "or - whoever is to move cannot, because there is no legal move"
        ],
    }


def _chess_score(chess: FlipChess) -> dict[str, list[str]]:
    total = sum(piece.each * piece.score for piece in chess.pieces)
    return {
        "F-18": ["under a cup, all cups alike, or let paper discs with a piece drawn on one side stand in"],
        "F-13": [
            "add up the scores of your pieces that are still on the board",
            "the higher total wins. Equal totals make a draw",
            *(_row(p.name, p.each, p.score, p.each * p.score) for p in chess.pieces),
            f"each side starts with {total} points",
        ],
    }


PARTS: dict[str, tuple[Callable[[Any], dict[str, list[str]]], ...]] = {
    ARMY: (_kit, _forming_up, _fighting, _draft_battle, _draft_soldiers, _draft_ends),
    CHESS: (_chess_start, _chess_turn, _chess_score),
}


def _facts(slug: str, book: Rulebook) -> dict[str, list[str]]:
    """Each fact's id and the phrases that say it, with the game's own numbers and names."""
    return {fact: phrases for part in PARTS[slug] for fact, phrases in part(book).items()}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_fact_has_phrases(slug: str) -> None:
    """No fact of a game is forgotten by the tests below, and none is invented."""
    facts = _facts(slug, load_rules(slug).book)
    assert tuple(sorted(facts)) == FACT_IDS[slug]
    assert all(facts.values())


@pytest.mark.parametrize("which", ["as published", "other facts"])
@pytest.mark.parametrize(("slug", "fact"), [(slug, fact) for slug in SLUGS for fact in FACT_IDS[slug]])
def test_the_rulebook_says_the_fact(slug: str, fact: str, which: str) -> None:
    """The published rulebook states each fact, and states it with whatever the front matter says."""
    book, text = _rendered(slug, which)
    assert missing(_facts(slug, book)[fact], flat(text)) == []


def test_the_standard_rules_are_a_marked_draft() -> None:
    """The standard rules are the last chapter but a battle, the open questions and the index, marked in its heading."""
    text = _rendered(ARMY, "as published")[1]
    before, chapter = text.split("## Standard rules {: .draft }\n")
    assert chapter.lstrip("\n").startswith('!!! construction "Draft"\n    Coming soon.')
    chapter, battle, after, words = chapter.split("\n## ")
    assert battle.startswith("A game, turn by turn")
    assert after.startswith("Open questions")
    assert words.startswith("Words and where they stand")
    army = cast("ArmyMen", load_rules(ARMY).book)
    draft = _facts(ARMY, army)
    for fact in (fact for fact in FACT_IDS[ARMY] if fact > "M-15"):
        assert missing(draft[fact], flat("### " + chapter)) == []
        assert fact == "M-22" or missing(draft[fact], flat(before)), fact


def test_a_table_shows_where_tutorial_and_standard_rules_differ() -> None:
    """Rolls that kill, the attacker's bonus and ties stand side by side, each as its own chapter has them."""
    for which in ("as published", "other facts"):
        book, text = _rendered(ARMY, which)
        army = cast("ArmyMen", book)
        tutorial, draft = army.shooting, army.standard.shooting
        going_on = [
            f"with {'+' + str(n) if n else 'no modifier'}{' for the attacked' if n else ''}"
            for n in (army.combat.fights_on, army.standard.combat.fights_on)
        ]
        rows = [
            _row("Kill in range", _from(tutorial.kill_on, army), _from(draft.kill_on, army)),
            _row(
                "Kill at close range",
                f"{_from(tutorial.close_kill_on, army)}, within {tutorial.close} of the range",
                f"{_from(draft.close_kill_on, army)}, within {draft.close} of the range",
            ),
            _row(
                "The attacker’s bonus",
                f"adds +{army.combat.attacker}",
                f"may add +{army.standard.combat.attacker}",
            ),
            _row("After a tie, next turn", "the combat goes on", "neither may attack"),
            _row(
                "After a tie, the attacked",
                "may run away or fight on, but may not shoot",
                "may run away or fight on",
            ),
            _row("Fighting on", *going_on),
            _row("A target that moved", f"{_minus(tutorial.target_moved)} to the roll", "not said"),
            _row("Friendly fire", "a roll tells whose trooper is hit", "not said"),
            _row("Ganging up", f"+{army.ganging_up.each_extra} for each additional trooper", "not said"),
        ]
        assert missing(rows, flat(text)) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rulebook_has_examples_and_a_turn_summary(slug: str) -> None:
    """Examples of play are marked, so that nobody takes one for a rule, and a table sums the turn up."""
    text = _rendered(slug, "as published")[1]
    assert len(re.findall(r'^!!! example "[^"]+"$', text, flags=re.MULTILINE)) >= 3
    assert re.search(r"^## (Turn summary|A game at a glance)\n\n\| ", text, flags=re.MULTILINE)


OLD = {
    ARMY: r"D6|D3\b|six-sided|\b24\b|\b20\b|\b10\b|\b40\b|\b5 or more|\b5 would|five|\b4 inches|−1|\+1|half|double|½"
    r"|two special|regular soldier|sergeant|gunner|mortar|grenadier|flamethrower|Capture|seven troopers|three:|tanks",
    CHESS: r"× 8 columns|\b32\b|\b16 white|\b101\b|\b17\b|\b11\b|[Ww]hite|[Bb]lack|Player [12]"
    r"|[Hh]alf a|Full set|long sides|[Bb]ishop\b|\bMove:|\bFlip:",
}


@pytest.mark.parametrize("slug", SLUGS)
def test_changed_facts_leave_no_old_number_or_name(slug: str) -> None:
    """Other dice, soldiers, boards and pieces change the text everywhere; no old value is left behind."""
    published, other = (_rendered(slug, which)[1] for which in ("as published", "other facts"))
    for alternative in OLD[slug].split("|"):
        assert re.search(alternative, flat(published)), alternative
    assert re.findall(OLD[slug], flat(other)) == []


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
    text = flat(_rendered(CHESS, "other facts")[1])
    assert "4 rows × 4 columns, 16 squares" in text
    assert "sit at opposite sides of the board" in text


def test_a_full_side_is_worth_101_points() -> None:
    """The worth of a full side follows from the pieces, and no front matter holds it."""
    source = load_rules(CHESS)
    chess = cast("FlipChess", source.book)
    assert chess.side_score == 17 + 2 * 11 + 8 + 2 * 6 + 2 * 5 + 8 * 4 == 101
    assert (chess.board.squares, chess.all_pieces, chess.side_pieces) == (32, 32, 16)
    assert "101" not in (data_folder("rules") / f"{CHESS}.md").read_text(encoding="utf-8")
    assert "**101**" in render_body(source)


def _bare(slug: str) -> str:
    return TAG.sub(" ", load_rules(slug).body)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_body_types_no_number(slug: str) -> None:
    """Outside its variables a body holds no digit, no portion and no number in words but “one”."""
    bare = _bare(slug)
    assert re.findall(r"\d+", bare) == []
    assert NUMBER_WORD.findall(bare) + PORTION.findall(bare) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_macros_type_no_number(slug: str) -> None:
    """The tables of a game type no number either; theirs all come from what they are handed."""
    bare = TAG.sub(" ", (data_folder("templates") / "rules" / MACROS[slug]).read_text(encoding="utf-8"))
    assert re.findall(r"\d+", bare) == []
    assert NUMBER_WORD.findall(bare) + PORTION.findall(bare) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_variables_hide_no_number(slug: str) -> None:
    """Inside its variables a body writes no number but places in a list, one and zero."""
    tags = " ".join(TAG.findall(load_rules(slug).body))
    assert [n for n in re.findall(r"(?<![a-z])\d+", re.sub(r"\[\d\]", "", tags)) if int(n) > 1] == []


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
    book = load_rules(slug).book
    own = _army_names(book) if isinstance(book, ArmyMen) else _chess_names(cast("FlipChess", book))
    names = [book.title, book.subtitle, book.tagline, book.players.one, *(thing.item for thing in book.equipment), *own]
    assert [name for name in names if re.search(rf"\b{re.escape(name)}\b", _bare(slug))] == []


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
        ("[white, black]", "[white, White]", "colors:", "colors must be different, found white twice"),
        ("[Player 1, Player 2]", "[Player 1, Player 1]", "seats:", "seats must be different, found Player 1 twice"),
        ("count: 2", "count: 3", "  count:", "players.count must be 2, one for each of seats"),
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
        (ARMY, r"the (lower|higher) roll starts", ["higher"] * 2),
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
