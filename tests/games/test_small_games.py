"""Small games of a turn or two, each made for one rule: what that does not allow is told, what it allows is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from wordfleet_print.games import load_rules
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.rules_file import schema_of

ARMY = cast("ArmyMen", load_rules("army-men").book)
GAP, FAR = ARMY.squad.within + 1, ARMY.squad.within + 0.4
KILL, CLOSE = ARMY.shooting.close_kill_on, ARMY.standard.shooting.close_kill_on
BONUS, DRAFT_BONUS = ARMY.combat.attacker, ARMY.combat.attacker + 1
WALL_BEFORE, WALL_BEHIND = [8, 0, 1, 14], [6 + GAP + 4, 0, 1, 14]
TABLE = [36, 14]


def _squad(left: float, right: float, names: str) -> dict[str, list[float]]:
    """Three soldiers in front, one pace apart from each other, and two behind them."""
    places = [[left, 5], [left, 7], [left, 9], [right, 6], [right, 8]]
    return dict(zip(names.split(), places, strict=True))


OURS, THEIRS = _squad(6, 4, "Able Bean Crumb Dot Elmo"), _squad(6 + GAP, 8 + GAP, "Fig Gus Hank Ivy Jip")
ADVANCE = {"Able": [5 + GAP, 5], "Bean": [5 + GAP, 7]}
LONELY = {"Able": [6, 5 - FAR]}


def _shot(by: str, at: str, roll: int, *, covered: bool = False) -> dict[str, object]:
    return {"shots": [{"by": by, "at": at, "rolls": [roll], "covered": covered}]}


def _fight(against: str, roll: int, **by: int) -> dict[str, object]:
    return {"fights": [{"by": by, "against": against, "roll": roll}]}


def _turn(shows: str, *done: Mapping[str, object], moves: Mapping[str, object] | None = None) -> dict[str, Any]:
    return {"shows": shows, "moves": moves or {}} | {name: what for one in done for name, what in one.items()}


IDLE = _turn("move")
BATTLES: dict[str, tuple[str, dict[str, object], list[dict[str, Any]], str]] = {
    "no cover in the tutorial": (
        "tutorial",
        {"obstacles": [WALL_BEFORE]},
        [_turn("miss", _shot("Able", "Fig", 1, covered=True))],
        "in cover, which the tutorial does not know",
    ),
    "a wall behind the target is no cover": (
        "standard",
        {"obstacles": [WALL_BEHIND]},
        [_turn("miss", _shot("Able", "Fig", 1, covered=True))],
        "no obstacle stands in between",
    ),
    "nobody leaves the table": (
        "standard",
        {"table": [36, 9.5]},
        [IDLE, _turn("move", moves={"Jip": [8 + GAP, 10]})],
        "leaves the table",
    ),
    "nobody leaves the squad in the tutorial": (
        "tutorial",
        {},
        [_turn("move", moves=LONELY)],
        "leaves the squad by more",
    ),
    "near one of the squad is near enough": (
        "tutorial",
        {},
        [_turn("move", moves={"Able": [6, 7 - ARMY.squad.within]})],
        "",
    ),
    "whoever is locked in a tie stays": (
        "tutorial",
        {},
        [
            _turn("tie", _fight("Fig", 1 + BONUS, Able=1), moves=ADVANCE),
            _turn("move", moves={"Fig": [7 + GAP, 5]}),
        ],
        "names Fig, who is locked in combat",
    ),
    "whoever was shot is not fought": (
        "tutorial",
        {},
        [_turn("won", _shot("Bean", "Fig", KILL), _fight("Fig", 1, Able=1), moves=ADVANCE)],
        "names Fig, who is not, or no longer, in the other squad",
    ),
    "nobody shoots their own": ("tutorial", {}, [_turn("kill", _shot("Bean", "Able", KILL))], "in the other squad"),
    "only a target of the turn before has moved": (
        "tutorial",
        {},
        [_turn("move", moves={"Able": [7, 5]}), IDLE, IDLE, _turn("kill", _shot("Fig", "Able", KILL))],
        "",
    ),
    "as far as the range is in range": (
        "tutorial",
        {"soldier.range": GAP},
        [_turn("kill", _shot("Able", "Fig", max(KILL, ARMY.shooting.kill_on)))],
        "",
    ),
    "close range is the draft's own": (
        "standard",
        {"soldier.range": 2 * GAP, "shooting.close": "a third"},
        [_turn("kill", _shot("Able", "Fig", CLOSE))],
        "",
    ),
    "a draft's stray soldier is shot more easily": (
        "standard",
        {"soldier.range": 2 * round(GAP + FAR)},
        [_turn("move", moves=LONELY), _turn("kill", _shot("Fig", "Able", CLOSE - ARMY.standard.leadership.harder_by))],
        "",
    ),
    "a draft's moved target is as easy to hit": (
        "standard",
        {"soldier.range": 2 * GAP},
        [_turn("move", moves={"Able": [7, 5]}), _turn("kill", _shot("Fig", "Able", CLOSE))],
        "",
    ),
    "a draft's stray attacker fights worse": (
        "standard",
        {},
        [
            _turn(
                "tie",
                _fight("Fig", 2 + DRAFT_BONUS - ARMY.standard.leadership.harder_by, Able=2),
                moves={"Able": ADVANCE["Able"]},
            )
        ],
        "",
    ),
    "a draft's stray defender fights worse": (
        "standard",
        {},
        [
            _turn("move", moves={"Able": [7, 4]}),
            _turn("move", moves={"Fig": [6 + GAP, 5 - FAR]}),
            _turn("tie", _fight("Fig", 2 + DRAFT_BONUS, Able=2), moves={"Able": [5 + GAP, 5 - FAR]}),
        ],
        "",
    ),
    "no attacker rolls more than a die shows": (
        "tutorial",
        {},
        [_turn("won", _fight("Fig", 1, Able=ARMY.dice.sides + 1), moves=ADVANCE)],
        f"rolls {ARMY.dice.sides + 1}",
    ),
    "no defender rolls more than a die shows": (
        "tutorial",
        {},
        [_turn("lost", _fight("Fig", ARMY.dice.sides + 1, Able=1), moves=ADVANCE)],
        f"rolls {ARMY.dice.sides + 1}",
    ),
    "all stand on the table": ("tutorial", {"table": [36, 8]}, [IDLE], "stands beside the table"),
    "a squad of the tutorial has one size": (
        "tutorial",
        {"squads.0": OURS | {"Kit": [5, 7]}},
        [IDLE],
        f"has 6 soldiers; a squad of the tutorial rules has {ARMY.squad.size}",
    ),
    "a squad of the draft may be larger": ("standard", {"squads.0": OURS | {"Kit": [5, 7]}}, [IDLE], ""),
    "names start with letters of their own": (
        "tutorial",
        {"squads.0": _squad(6, 4, "Able Bean Crumb Dot Ada")},
        [IDLE],
        "all start with another letter",
    ),
}


@pytest.mark.parametrize(("rules", "facts", "turns", "complaint"), BATTLES.values(), ids=BATTLES.keys())
def test_a_battle_keeps_to_one_rule(
    rules: str, facts: dict[str, object], turns: list[dict[str, Any]], complaint: str
) -> None:
    """Squads stand so near that each rule comes up in the first turns; where attackers add more by the draft."""
    whole = ARMY.model_dump(mode="json", exclude_none=True)
    whole["deployment"]["apart"], whole["standard"]["combat"]["attacker"] = GAP, DRAFT_BONUS
    whole["soldier"]["range"] = facts.get("soldier.range", ARMY.soldier.range)
    whole["shooting"]["close"] = facts.get("shooting.close", ARMY.shooting.close)
    whole["played"] = {
        "rules": rules,
        "table": facts.get("table", TABLE),
        "obstacles": facts.get("obstacles", []),
        "squads": [facts.get("squads.0", OURS), THEIRS],
        "turns": turns,
    }
    _assert_told(whole, complaint)


def _assert_told(facts: dict[str, Any], complaint: str) -> None:
    """All that is told of a game is this; nothing where it is empty."""
    schema, faults = schema_of(facts["game"])
    told = {what for _, what in faults(schema.model_validate(facts))}
    assert [what for what in told if not complaint or complaint not in what] == []
    assert bool(told) is bool(complaint)


def _letters_of(hides: str, word: str) -> list[dict[str, str]]:
    """Attacks on every square of a hidden ship, with the letter that it holds."""
    (column, *row), across = hides.split(maxsplit=1)[0], hides.endswith("across")
    squares = (f"{chr(ord(column) + i * across)}{int(''.join(row)) + i * (not across)}" for i in range(len(word)))
    return [{"do": "attack", "square": at, "letter": letter} for at, letter in zip(squares, word, strict=True)]


def test_a_sea_battle_ends_with_its_last_ship_and_keeps_what_was_found() -> None:
    """No call comes after that; a letter found stays found whatever is called there later; and where an edition lets
    them, captains ask for a letter again.
    """
    facts = load_rules("word-fleet").book.model_dump(mode="json", exclude_none=True)
    first, *rest = _letters_of(facts["played"]["hides"][-1], facts["fleet"][-1]["example"])
    assert len(rest) == 1
    again, ask = ("cross", first | {"letter": "Q"}), ("count", {"do": "intelligence", "letter": first["letter"]})
    down = [("ring", first), again, ("sunk", rest[0])]
    for alone, turns, told in (
        (False, [*down, ask, ask], ""),
        (True, down, ""),
        (True, [*down, ask], "comes after the last ship has gone down; leave it out"),
    ):
        game = facts | {
            "played": {"hides": facts["played"]["hides"]},
            "fairness": facts["fairness"] | {"questions": []},
        }
        if alone:
            game["fleet"], game["played"]["hides"] = facts["fleet"][-1:], facts["played"]["hides"][-1:]
        game["played"]["turns"] = [{"shows": shows, "calls": [call]} for shows, call in turns]
        _assert_told(game, told)


@pytest.mark.parametrize(
    ("dealt", "frames", "complaint"),
    [
        (["Kp", "kP"], [(5, "last")], ""),
        (["Kp", "kP"], [(4, "flip"), (4, "flip")], "in the order of play"),
        (["Kp", "kP", "kP"], [(5, "last")], "should be 2 rows of 2 pieces"),
        (["Kpk", "PKp"], [(5, "last")], "should be 2 rows of 2 pieces"),
    ],
    ids=["a color gone", "a turn twice", "rows too many", "rows too long"],
)
def test_a_board_game_ends_when_a_color_has_gone(
    dealt: list[str], frames: list[tuple[int, str]], complaint: str
) -> None:
    """A king captures both dark pieces, a light one still lies face-down; flips are no quiet turns."""
    facts = load_rules("happy-flip-chess").book.model_dump(mode="json", exclude_none=True)
    facts["board"] |= {"columns": 2, "rows": 2}
    facts["pieces"] = [{"name": name, "each": 1, "score": 1} for name in ("king", "pawn")]
    facts["quiet_turns"] = 2
    shown = [{"turn": turn, "shows": shows} for turn, shows in frames]
    facts["played"] = {"dealt": dealt, "turns": ["b2", "a2", "a2-b2", "a1", "b2-a1"], "frames": shown}
    del facts["ending"]
    _assert_told(facts, complaint)
