"""Squads as players write them, judged by the limits of the draft: against a judge that counts by
brute force.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from support.games import with_facts
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules, parse_rules
from wordfleet_print.games.army_men.model import ArmyMen
from wordfleet_print.games.army_men.squads import list_troopers, read_army

_BOOK = load_rules("army-men").book
assert isinstance(_BOOK, ArmyMen)
ARMY: ArmyMen = _BOOK
LIMITS = {"sergeant": 1, "regular soldier": 10, "submachine gunner": 2, "heavy": 2}
COSTS = {"sergeant": 20, "regular soldier": 10, "submachine gunner": 20, "heavy": 30}
KINDS = {
    "sergeant": "sergeant",
    "regular": "regular soldier",
    "smg": "submachine gunner",
    "mortar": "heavy",
    "RPG": "heavy",
    "flamethrower": "heavy",
}
"""What a squad may be written with, and the limits and prices of M-19, written out once more."""


def _list_faults(squads: list[str], points: int | None = None) -> list[str]:
    with pytest.raises(BadInputError) as refused:
        read_army(ARMY, squads, points)
    return [str(complaint) for complaint in refused.value.problems]


@pytest.mark.parametrize(
    "written",
    [
        "sergeant, regular*5, smg*2",
        "5 regular soldiers, Sergeant, 2 SMGs",
        "regular x5,2 × submachine gunner , sergeant",
        "2x smg, sergeants*1, regulars*5",
    ],
)
def test_one_squad_in_many_spellings(written: str) -> None:
    """Names may be in any case, plural or short, with the number before or after."""
    (squad,) = read_army(ARMY, [written])
    counts = Counter(trooper.name for trooper in squad)
    assert counts == {"sergeant": 1, "regular soldier": 5, "submachine gunner": 2}


def test_heavies_are_named_by_their_weapons() -> None:
    """Each weapon of a profile is a trooper of its own."""
    (squad,) = read_army(ARMY, ["RPG, bazooka, regular*3"])
    assert [trooper.name for trooper in squad[:2]] == ["RPG", "bazooka"]
    assert {trooper.profile.weapons for trooper in squad[:2]} == {("mortar", "bazooka", "RPG")}
    assert {"mortar", "bazooka", "RPG", "grenadier", "flamethrower"} < list_troopers(ARMY).keys()


def test_a_weapons_name_is_not_searched_for_words() -> None:
    """The list says which weapons there are; a name may hold any words."""
    source = load_rules("army-men")
    text = source.text.replace("[mortar, bazooka, RPG]", '["sword or axe", "net, long"]')
    army = parse_rules(text.replace("short: mortar", "short: net"), name=source.name).book
    assert isinstance(army, ArmyMen)
    assert {"sword or axe", "net, long"} < list_troopers(army).keys()


def test_all_that_is_wrong_is_told_at_once() -> None:
    """Problems of every squad and entry are shown at once, with near names, limits and the price of
    the army.
    """
    assert _list_faults(
        ["sargent, heavy, regular*5", "sergeant*2, smg*2, mortar", "regular, , 5 5"], 90
    ) == [
        "squad 1, entry 1: there is no “sargent” (did you mean sergeant?)",
        "squad 1, entry 2: a heavy needs its weapon (write mortar, bazooka, RPG, grenadier or "
        "flamethrower)",
        "squad 2: 2 of sergeant (at most 1)",
        "squad 2: 3 special weapons (at most 2 in any mix)",
        "squad 3, entry 2: “” is not a trooper (write one as in regular*5)",
        "squad 3, entry 3: “5 5” is not a trooper (write one as in regular*5)",
        "the army costs at least 170 points, 80 more than 90",
    ]
    assert _list_faults(["sergeant*2, rpg*3, smg*2, sargent"]) == [
        "squad 1, entry 4: there is no “sargent” (did you mean sergeant?)",
        "squad 1: 2 of sergeant (at most 1)",
        "squad 1: 3 of heavy (at most 2)",
        "squad 1: 5 special weapons (at most 2 in any mix)",
    ]


@pytest.mark.parametrize("many", ["0", "100", "1000000"])
def test_some_numbers_are_of_no_squad(many: str) -> None:
    """The problem is the number, not the name."""
    message = [f"squad 1, entry 2: “smg*{many}” asks for {many} of them (write 1 to 99)"]
    assert _list_faults([f"regular*5, smg*{many}"]) == message
    (endless,) = _list_faults([f"regular*5, smg*{many * 5_000}"])
    assert endless.startswith("squad 1, entry 2: ")


def test_squads_are_too_small_and_too_large() -> None:
    """A squad has five to ten troopers."""
    assert _list_faults(["regular*4"]) == ["squad 1: 4 troopers (a squad has 5 to 10)"]
    assert "squad 1: 11 troopers (a squad has 5 to 10)" in _list_faults(["sergeant, regular*10"])


def test_five_thousand_squads_are_judged_as_by_hand() -> None:
    """Sizes, kinds, special weapons and points agree with an independent judge."""
    random = Random(26)
    refused = 0
    for _ in range(5000):
        squad = Counter(random.choices(list(KINDS), (1, 9, 1, 1, 1, 1), k=random.randint(4, 11)))
        points = random.choice([None, 80, 100, 150, 250])
        kinds = Counter[str]()
        for name, count in squad.items():
            kinds[KINDS[name]] += count
        special = kinds["submachine gunner"] + kinds["heavy"]
        cost = sum(COSTS[kind] * count for kind, count in kinds.items())
        fine = (
            5 <= squad.total() <= 10
            and all(kinds[kind] <= most for kind, most in LIMITS.items())
            and special <= 2
        )
        fine = fine and (points is None or cost <= points)
        written = ", ".join(f"{name}*{count}" for name, count in squad.items())
        try:
            (read,) = read_army(ARMY, [written], points)
            assert fine, written
            assert Counter(trooper.price.unit for trooper in read) == kinds
            assert sum(trooper.price.points for trooper in read) == cost
        except BadInputError:
            assert not fine, written
            refused += 1
    assert 1000 < refused < 4500


@pytest.mark.parametrize("rate", [0, 10, "1/5", "2/3", True, 1.5])
def test_rates_of_fire_are_rolls(rate: object) -> None:
    """A rate of fire is 1 to 9 rolls a turn, or a roll every two, three or four turns."""
    with pytest.raises(BadInputError) as refused:
        with_facts("army-men", lambda facts: facts["soldier"].update(rate=rate))
    assert "soldier.rate " in str(refused.value.problems[0])
