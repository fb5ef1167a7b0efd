"""A kit says what front matter says: each number on paper follows a changed copy of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial, reduce
from operator import getitem
from typing import Any

import pytest

from making.kits import ARMY, CHESS, GAMES, changed_kit, kit, told_by
from wordfleet_print.errors import WordfleetError
from wordfleet_print.games import load_rules

Change = Callable[[dict[str, Any]], object]
Path = tuple[str | int, ...]


def _put(path: Path, value: object, facts: dict[str, Any]) -> None:
    *above, last = path
    reduce(getitem, above, facts)[last] = value


def _leaves(facts: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(facts, dict):
        for name, value in facts.items():
            yield from _leaves(value, (*path, name))
    elif isinstance(facts, list):
        for number, value in enumerate(facts):
            yield from _leaves(value, (*path, number))
    else:
        yield path


def _others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1]
    length = re.fullmatch(r"(\d+) (mm|in)", value)
    if length:
        return [f"{int(length[1]) - 1} {length[2]}", f"{int(length[1]) + 1} {length[2]}"]
    return [f"{value} x", "Zebra", "check"]


@cache
def _usual(slug: str) -> bytes:
    return kit(slug).content + kit(slug, "letter").content


@pytest.mark.parametrize("slug", GAMES)
def test_every_leaf_of_a_kit_changes_it_or_is_refused(slug: str) -> None:
    """Each value under `kit`, changed by itself: some paper shows another kit, or the value is refused."""
    facts = load_rules(slug).book.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    silent = []
    for path in _leaves(facts["kit"], ("kit",)):
        results = []
        for other in _others(reduce(getitem, path, facts)):
            try:
                made = [changed_kit(slug, partial(_put, path, other), paper=paper) for paper in ("a4", "letter")]
                results.append(b"".join(one.content for one in made) != _usual(slug))
            except WordfleetError:
                results.append(True)
        if not any(results):
            silent.append(".".join(map(str, path)))
    assert silent == []


@pytest.mark.parametrize(
    ("change", "page", "says"),
    [
        (("soldier", "range", 30), "cards", "30 in"),
        (("standard", "cover", "harder_by", 2), "cards", "safe"),
        (("standard", "shooting", "close_kill_on", 3), "cards", "3+"),
        (("standard", "squad", "special_weapons", 3), "squads", "at most 3 special weapons"),
        (("standard", "points", 0, "points", 35), "squads", "35"),
        (("standard", "area_effect", "within", 5), "blast", "everyone within 5 in"),
        (("standard", "profiles", 1, "range", 14), "tape", "close: SMG"),
        (("standard", "scenario", "turns", "1D2"), "orders", "1D2"),
        (("standard", "combat", "fights_on", 2), "counters", "+2 for it"),
    ],
)
def test_army_mens_numbers_follow(change: tuple[Any, ...], page: str, says: str) -> None:
    """Ranges, rolls, limits, prices, radii and words of the facts."""
    *path, value = change
    before, after = told_by(kit(ARMY), page), told_by(changed_kit(ARMY, partial(_put, tuple(path), value)), page)
    assert before != after
    assert says in after


def test_the_tutorial_says_what_it_knows() -> None:
    """Its fights go on without a bonus; no flag, no squad sheet, no draft's troopers on tape and sticks."""
    tutorial, draft = kit(ARMY, tutorial=True), kit(ARMY)
    counters, tape = told_by(tutorial, "counters"), told_by(tutorial, "tape")
    assert "without +1" in counters
    assert "+1 for it" in told_by(draft, "counters")
    assert not re.search("FLAG|squad sheet", counters)
    assert not re.search("mortar|flamethrower|prone", tape)


def test_a_call_is_told_apart_from_its_answer() -> None:
    """Whoever strikes a square says the square; the letter is what is answered."""
    assert "“D5” – “A”" in told_by(kit("word-fleet-strike"), "screen")
    assert "“B4, T”" in told_by(kit("word-fleet"), "screen")


def test_happy_flip_chesss_numbers_follow() -> None:
    """Scores on pieces, aids and pad; quiet turns; colors; seats."""

    def change(facts: dict[str, Any]) -> None:
        facts["pieces"][0]["score"], facts["quiet_turns"] = 19, 25
        facts["colors"], facts["seats"] = ["ivory", "ebony"], ["North", "South"]

    made = changed_kit(CHESS, change, apart=True)
    assert "IVORY QUEEN" in told_by(made, "pieces")
    assert "\n19\n" in told_by(made, "pieces")
    assert "19 ×" in told_by(made, "aids")
    assert "25 on end" in told_by(made, "aids")
    assert "EBONY’S SIDE" in told_by(made, "board")
    assert "North flips" in told_by(made, "aids")
    assert "ebony" in told_by(made, "deal")


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug.startswith("word-fleet")])
def test_the_screen_follows_its_edition(slug: str) -> None:
    """Marks, ships, actions and steps of the edition."""
    book: Any = load_rules(slug).book
    told = told_by(kit(slug), "screen").casefold()
    for mark in book.marks:
        assert mark.result.casefold() in told
    for ship in book.fleet:
        assert ship.ship.casefold() in told
    for action in book.turn.actions:
        assert action.name.casefold() in told

    def change(facts: dict[str, Any]) -> None:
        facts["marks"][-1]["result"] = "Splash"

    assert "SPLASH" in told_by(changed_kit(slug, change), "screen")


def test_the_same_deal_at_both_tables() -> None:
    """Two tables with one code have one page, byte for byte; another code has another."""
    one = kit(CHESS, apart=True, code="HF-HMBR-RAEV", pages=("deal",))
    other = kit(CHESS, "letter", apart=True, code="hf hmbr raev", pages=("deal",))
    assert sorted(re.findall(r"\b\d{3}\b", told_by(one))) == sorted(re.findall(r"\b\d{3}\b", told_by(other)))
    assert one.deal == other.deal


def test_squads_are_on_their_sheets_and_counters() -> None:
    """Each trooper has its row, numbers run on over a side's squads, and counters are as many."""
    squads = ("sergeant, regular*5, smg*2", "sergeant, regular*4, mortar")
    made = kit(ARMY, squad=squads, points=200)
    told = told_by(made, "squads")
    assert told.count("regular soldier") == 9
    assert "110 points" in told
    assert "200 points of 200" in told
    numbers = [run for run in re.findall(r"\b\d+\b", told_by(made, "counters")) if run == "14"]
    assert len(numbers) == 4  # two sides, front and back
